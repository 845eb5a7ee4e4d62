"""Families: partial scenarios whose states and scripts a field enumerates.

A family is *composed* of cards: each stands in a zone, may be there or not, tapped, damaged or with counters; the
script is a few steps: what players do with these cards, and what can befall them in between. What a card can do is read
from its definition, so every card of the library can stand in a family. What players do is fixed in a family, and only
what befalls is left open, so that all its plays keep the same time and are ground together at little cost. Other
families are the situations that rulings describe.

Amounts stand at their boundaries: damage of 0 and 1, exactly as much as is lethal and one more; counters that leave a
toughness of 1, or none; a life total that an attack just takes, or leaves at 1; an X of 0, 1 and 2.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.abilities import BASIC_LAND_TYPES, Ability, Activated, Keyword, SpellAbility, Triggered
from manaproof.bridge.abilities.ability import Target
from manaproof.bridge.abilities.base import MANA_TYPES
from manaproof.bridge.abilities.costs import Loyalty
from manaproof.bridge.abilities.effects import AddMana
from manaproof.bridge.abilities.filters import Filter
from manaproof.bridge.abilities.mana import SYMBOL
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.library import Library, bundled
from manaproof.bridge.scenario import Scenario, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.state import slug
from manaproof.bridge.typeline import PERMANENT_TYPES
from manaproof.bridge.writing import write_yaml

from .generate_scripts import IDLE, Script, open_script, written_out

BEATS = 26
"""How many beats a play of a composed family may have."""

COUNTERS = ("+1/+1", "-1/-1", "finality", "stun")
"""The kinds of counter that generated creatures may bear."""

Entry = dict[str, Any]


@dataclass(frozen=True)
class Act:
    """What a player may do in a composed family.

    Attributes:
        step: the step.
        player: who does it.
        costs: the mana costs to pay.
        targets: what it needs to be there.
        instant: whether it may be done at any time at which the player has priority.
    """

    step: Mapping[str, Any]
    player: str
    costs: tuple[str, ...] = ()
    targets: tuple[Filter, ...] = ()
    instant: bool = False


@dataclass(frozen=True)
class Family:
    """A partial scenario with a script that is written out.

    Attributes:
        name: what it is called.
        data: the scenario.
        script: its steps, each with what it may be.
        source: what it was made of: cards, or a ruling.
    """

    name: str
    data: Mapping[str, Any]
    script: Script
    source: str

    def scenario(self, library: Library | None = None) -> Scenario:
        """The family as a scenario.

        Raises:
            InputError: it is none.
        """
        document = read_text(write_yaml(dict(self.data)), source=f"the family {self.name}")
        (found,) = read_scenarios(document, library)
        return found


def of_scenario(scenario: Scenario) -> list[Family]:
    """The situations of a ruling, as families: its premises and its steps, without its claims."""
    found = []
    for part, one in scenario.parts().items():
        form = one.form
        players = form.given.get("players") or ["alice", "bob"]
        script = written_out(form.when, form.scope, list(players))
        data = {
            "ruling": f"{one.ruling}: {part}" if part else one.ruling,
            "restated": form.restated,
            "scope": dict(form.scope),
            "given": form.given,
            "when": open_script(script),
            "then": [NOTHING],
        }
        for key in ("answers", "reading"):
            if getattr(form, key):
                data[key] = getattr(form, key)
        found.append(Family(str(data["ruling"]), data, script, scenario.ruling))
    return found


NOTHING: Mapping[str, Any] = {"at_end": {"any": [{"stack_empty": {}}, {"not": {"stack_empty": {}}}]}}
"""A claim that says nothing: a family claims none of its own."""


class Composer:
    """Makes families of cards.

    Args:
        seed: which of the many families.
        library: where cards are looked up.
        pool: the cards that may be added to those asked for; none: all of the library.
    """

    beats = BEATS

    def __init__(self, seed: int | str, library: Library | None = None, pool: Collection[str] = ()) -> None:
        self._random = random.Random(f"family {seed}")
        self._library = bundled() if library is None else library
        self._seed = seed
        self._pool = pool

    def _begin(self) -> None:
        """Begin with nobody having anything."""
        self._ids: set[str] = set()
        self._zones: dict[str, dict[str, list[Entry]]] = {"alice": {}, "bob": {}}
        self._creatures: dict[str, list[str]] = {"alice": [], "bob": []}
        self._hosts: list[str] = []
        self._acts: list[Act] = []
        self._befalls: list[Any] = []
        self._needs: dict[str, dict[str, list[int]]] = {"alice": {}, "bob": {}}
        self._life: dict[str, Any] = {"alice": 20, "bob": 20}
        self._taking_part: set[str] = set()
        self._kinds: tuple[str, ...] = ()
        self._rich = False

    def compose(
        self,
        cards: Sequence[str],
        *,
        forced: Iterable[str] = (),
        rich: Iterable[str] = (),
        counters: Sequence[str] = (),
    ) -> Family:
        """A family of cards.

        Args:
            cards: the cards, by name.
            forced: those that are there in every state.
            rich: those of which more is left open.
            counters: kinds of counter that rich creatures may bear in any case.
        """
        forced, rich = set(forced), set(rich)
        self._begin()
        self._kinds, self._rich = tuple(counters), len(rich) > 1
        self._life |= {name: self._random.choice((20, 20, 1, 2, 3, 4, 5)) for name in self._zones}
        for name in sorted(cards, key=lambda one: _attaches(self._library[one])):
            self._place(name, self._library[name], name in forced, name in rich)
        steps = self._steps()
        for zones in self._zones.values():
            for entry in (one for entries in zones.values() for one in entries):
                if entry["id"] in self._taking_part:
                    entry.pop("count", None)
                    self._of_one_size(entry)
        return self._family(steps, cards)

    # --- where cards stand

    def _place(self, name: str, card: CardDefinition, forced: bool, rich: bool) -> None:
        draw = self._random
        types = set(card.front.types)
        player = "bob" if draw.random() < 0.35 and not rich else "alice"
        if (
            not types & PERMANENT_TYPES
            or (card.front.mana_cost is not None and draw.random() < 0.2 and not rich)
            or ("land" in types and draw.random() < 0.15)
        ):
            self._in_hand(name, card, forced, "alice")
        else:
            self._on_battlefield(name, card, forced, rich, player)

    def _entry(self, name: str, forced: bool) -> Entry:
        base, number = slug(name), 1
        while (called := base if number == 1 else f"{base}-{number}") in self._ids:
            number += 1
        self._ids.add(called)
        entry: Entry = {"id": called, "card": name}
        if not forced:
            entry["count"] = "0..1"
        return entry

    def _in_hand(self, name: str, card: CardDefinition, forced: bool, player: str) -> None:
        entry = self._entry(name, forced)
        self._zones[player].setdefault("hand", []).append(entry)
        if "land" in card.front.types:
            self._acts.append(Act({"play_land": {"of": entry["id"]}}, player))
            return
        costs = (card.front.mana_cost or "",)
        targets = tuple(_targets(card.front.abilities))
        self._acts.append(Act({"cast": {"of": entry["id"]}}, player, costs, targets, "instant" in card.front.types))

    def _on_battlefield(self, name: str, card: CardDefinition, forced: bool, rich: bool, player: str) -> None:
        draw = self._random
        entry = self._entry(name, forced)
        called, types = entry["id"], set(card.front.types)
        if _attaches(card):
            if not self._hosts:
                return
            entry["attached_to"] = draw.choice(self._hosts)
        self._zones[player].setdefault("battlefield", []).append(entry)
        if not _attaches(card):
            self._hosts.append(called)
        if card.back is not None and card.layout == "transform" and set(card.back.types) & PERMANENT_TYPES:
            entry["face"] = "any" if rich or draw.random() < 0.5 else "front"
            if card.back.loyalty is not None:
                entry["counters"] = {"loyalty": {"any_of": [0, 1, card.back.loyalty]}}
        if card.front.loyalty is not None:
            least = card.front.loyalty if isinstance(card.front.loyalty, int) else 3
            entry["counters"] = {"loyalty": {"any_of": sorted({1, 2, least})}}
        if "saga" in card.front.subtypes:
            entry["counters"] = {"lore": "1..2"}
        if "creature" in types:
            self._creature(entry, called, player, rich)
        elif rich or draw.random() < 0.25:
            entry["tapped"] = "any"
        for number, ability in enumerate(card.front.abilities, 1):
            if isinstance(ability, Activated) and ability.zone == "battlefield":
                adds = any(isinstance(node, AddMana) for node in ability.walk())
                if not adds or rich or draw.random() < 0.4:
                    step = {"activate": {"of": called, "ability": {"number": number}, "by": player}}
                    costs = tuple(
                        str(getattr(cost, "mana", None) or getattr(cost, "symbols", "")) for cost in ability.cost
                    )
                    instant = not any(isinstance(cost, Loyalty) for cost in ability.cost)
                    self._acts.append(Act(step, player, costs, tuple(_targets((ability,))), instant))
            if isinstance(ability, Triggered) and (rich or draw.random() < 0.2):
                self._befalls.append({"resolve": {"ability_of": called, "ability": {"number": number}}})
        if BASIC_LAND_TYPES.keys() & set(card.front.subtypes):
            self._acts.append(Act({"activate": {"of": called, "ability": {"mana": True}, "by": player}}, player))
        self._befalls += [{"happens": {"destroy": {"of": called}}}, {"happens": {"sacrifice": {"of": called}}}]
        self._befalls += [{"happens": {"untap" if entry.get("tapped") else "tap": {"of": called}}}]

    def _take(self, act: Act) -> tuple[Any, ...]:
        """Have a player do something, with the mana and the targets that it needs."""
        self._taking_part.add(_whose(act.step))
        needs = self._needs[act.player]
        for symbol in (symbol for cost in act.costs for symbol in SYMBOL.findall(cost)):
            kind, amount = _paid_with(symbol)
            least, more = needs.setdefault(kind, [0, 0])
            needs[kind] = [least + amount, 2 if symbol == "{X}" else more]
        for wanted in act.targets:
            self._offer(wanted, act.player)
        return (act.step,)

    def _offer(self, wanted: Filter, player: str) -> None:
        """Have something of a type that is needed stand on the battlefield."""
        kinds = {*wanted.types, *wanted.any_type} & PERMANENT_TYPES
        sides = {"you": [player], "opponent": ["bob" if player == "alice" else "alice"]}
        sides_ = sides.get(str(wanted.controller), ["alice", "bob"])
        there = [one for side in sides_ for one in self._zones[side].get("battlefield", ())]
        if wanted.zone != "battlefield" or any(
            set(wanted.types) <= (types := set(self._library[one["card"]].front.types)) and (not kinds or kinds & types)
            for one in there
        ):
            return
        usable = self._plain(wanted.types, kinds)
        if usable:
            entry = self._entry(self._random.choice(usable), forced=True)
            self._zones[self._random.choice(sides_)].setdefault("battlefield", []).append(entry)

    def _plain(self, types: Collection[str], among: Collection[str] = ()) -> list[str]:
        """The cards without abilities that have some types, and one among others if there are any."""
        return sorted(
            key
            for key in (self._pool or self._library)
            if playable(self._library[key])
            and not self._library[key].front.abilities
            and set(types) <= set(self._library[key].front.types)
            and (not among or set(among) & set(self._library[key].front.types))
        )

    def _creature(self, entry: Entry, called: str, player: str, rich: bool) -> None:
        draw = self._random
        self._creatures[player].append(called)
        kinds = [draw.choice(COUNTERS)] if rich or draw.random() < 0.5 else []
        if rich:
            kinds = list(dict.fromkeys([*self._kinds, *kinds]))
        size = self._size(called, "toughness")
        if kinds:
            amounts = {kind: [0, 1] if kind != "-1/-1" or size < 3 else [0, 1, size - 1] for kind in kinds}
            entry["counters"] = {**entry.get("counters", {}), **{kind: {"any_of": n} for kind, n in amounts.items()}}
        for field, share in (("summoning_sick", 0.3), ("tapped", 0.15)):
            if draw.random() < share:
                entry[field] = "any"
        if draw.random() < 0.25:
            entry["damage"] = {"any_of": sorted({0, max(1, size - 1)})}
        kind = draw.choice(("+1/+1", "-1/-1"))
        amount: Any = {"any_of": sorted({1, 2} if kind == "+1/+1" else {1, size, size + 1} - {0})}
        self._befalls.append({"happens": {"put_counters": {"on": called, "kind": kind, "amount": amount}}})
        other = draw.choice(self._creatures["alice"] + self._creatures["bob"])
        whom = draw.choice((called, "alice", "bob"))
        enough = self._life.get(whom, size)
        amount = {"any_of": sorted({0, 1, enough, enough + 1})}
        self._befalls.append({"happens": {"damage": {"from": other, "to": whom, "amount": amount}}})
        self._befalls.append({"happens": {"move": {"of": called, "to": draw.choice(("exile", "hand"))}}})
        self._befalls.append(
            {"happens": {"gain_control": {"of": called, "by": "bob" if player == "alice" else "alice"}}}
        )

    def _size(self, called: str, what: str) -> int:
        """The power or toughness printed on a creature; 1 where it is no number above 0."""
        entries = (one for zones in self._zones.values() for several in zones.values() for one in several)
        card = self._library[next(one["card"] for one in entries if one["id"] == called)]
        printed = getattr(card.front, what)
        return max(1, printed) if isinstance(printed, int) else 1

    # --- what happens

    def _steps(self) -> list[tuple[Any, ...]]:
        """The steps: what players do is fixed, so that all plays keep the same time; what befalls is chosen."""
        draw = self._random
        events = [one for one in self._befalls if "happens" in one]
        steps: list[tuple[Any, ...]] = []

        def befall(share: float) -> None:
            if events and (self._rich or draw.random() < share):
                deaths = [one for one in events if "destroy" in one["happens"]] if self._rich else []
                others = [one for one in events if one not in deaths]
                among = [*deaths, *draw.sample(others, min(1 if deaths else 3, len(others)))]
                steps.extend(written_out([{"either": [IDLE, *among]}], {}, ("alice", "bob")))

        attackers, blockers = self._creatures["alice"], self._creatures["bob"]
        often = 0.2 if self._rich else 0.45 if self._acts else 0.7
        combat = bool(attackers) and draw.random() < often
        if combat:  # what creatures deal is to be one of few numbers: the grounder adds up all that might be dealt
            events = [one for one in events if not {"put_counters", "damage"} & set(one["happens"])]
        befall(0.5)
        if not combat or draw.random() < 0.3:
            for act in draw.sample(self._acts, min(len(self._acts), draw.choice((1, 1, 2)))):
                steps.append(self._take(act))
        if not combat and (not steps or draw.random() < 0.3):
            resolves = [one for one in self._befalls if "resolve" in one]
            if resolves:
                steps.append((draw.choice(resolves),))
                self._taking_part.add(_whose(steps[-1][0]))
        if combat:
            steps += self._combat(draw, attackers, blockers)
            quick = [act for act in self._acts if act.instant and _whose(act.step) not in self._taking_part]
            if quick and draw.random() < 0.6:
                steps.append(self._take(draw.choice(quick)))
        befall(0.4 if steps else 1.0)
        if combat:
            steps.append(({"until": {"step": "end_of_combat"}},))
        else:
            steps += [(IDLE,), ({"until": "stack_empty"},)]
        if not combat and draw.random() < 0.15:
            steps.append(({"next_turn": {"of": "bob"}},))
        return steps

    def _of_one_size(self, entry: Entry) -> None:
        """Of a creature that fights leave open at most one kind of counter that bears on its size."""
        sizes = [kind for kind in entry.get("counters", {}) if kind in ("+1/+1", "-1/-1")]
        for kind in sizes[1:]:
            del entry["counters"][kind]

    def _combat(self, draw: random.Random, attackers: list[str], blockers: list[str]) -> list[tuple[Any, ...]]:
        attacking = draw.sample(attackers, draw.choice((1, min(2, len(attackers)))))
        dealt = sum(self._size(one, "power") for one in attacking)
        if draw.random() < 0.5:
            self._life["bob"] = {"any_of": [dealt + 1, dealt]}
        steps: list[tuple[Any, ...]] = [({"attack": [{"with": one, "whom": "bob"} for one in attacking]},)]
        self._taking_part.update(attacking)
        if blockers and draw.random() < 0.75:
            blocking = draw.sample(blockers, draw.choice((1, min(2, len(blockers)))))
            steps.append(({"block": [{"with": one, "whom": attacking[0]} for one in blocking]},))
            self._taking_part.update(blocking)
        return steps

    # --- the whole

    def _family(self, steps: Sequence[tuple[Any, ...]], cards: Sequence[str]) -> Family:
        players: dict[str, Any] = {}
        draws = any(isinstance(one, dict) and "next_turn" in one for options in steps for one in options)
        for name in ("alice", "bob"):
            players[name] = {
                "life": self._life[name],
                "library": [{"id": f"{name}-plains", "card": "Plains", "count": "0..1"}] if draws else [],
                **self._zones[name],
            }
            pool = {
                kind: {"any_of": sorted({0, *range(least, least + more + 1)})}
                for kind, (least, more) in self._needs[name].items()
            }
            if pool:
                players[name]["mana"] = pool
        name = "+".join(sorted(map(slug, cards)))
        data = {
            "ruling": f"{name} {self._seed}",
            "restated": "States composed of cards.",
            "scope": {"beats": self.beats},
            "given": {"turn": {"number": 2, "active": "alice"}, "players": players},
            "when": open_script(tuple(steps)),
            "then": [NOTHING],
        }
        return Family(str(data["ruling"]), data, tuple(steps), "cards")


def _whose(step: Mapping[str, Any]) -> str:
    """The object that a step is about."""
    fields = next(iter(step.values()))
    return str(fields.get("of") or fields.get("ability_of"))


def _attaches(card: CardDefinition) -> bool:
    return bool({"aura", "equipment"} & set(card.front.subtypes))


def _paid_with(symbol: str) -> tuple[str, int]:
    """A type of mana and an amount of it that pay for a symbol of a cost; of {X} none."""
    text = symbol.strip("{}")
    if text.isdecimal() or text == "X":
        return "C", int(text) if text.isdecimal() else 0
    kind = next((part for part in text.split("/") if part in MANA_TYPES), "C")
    return kind, 1


def _targets(abilities: Iterable[Ability]) -> Iterator[Filter]:
    """What has to be there for spells and abilities to be put on the stack; of an Aura what it enchants."""
    for ability in abilities:
        if isinstance(ability, Keyword) and ability.keyword == "enchant":
            yield ability.what or Filter(types=("creature",))
        elif isinstance(ability, Activated | SpellAbility):
            yield from (one.what for one in ability.targets if _needed(one) and one.what is not None)


def _needed(target: Target) -> bool:
    return not target.optional and target.player is None


def playable(card: CardDefinition) -> bool:
    """Whether a card can stand in a composed family: it is a card or a token, and all of its text is encoded."""
    if card.is_emblem or card.name.endswith(" Token"):
        return False
    return not any(type(node).__name__.startswith("Unsupported") for one in card.abilities() for node in one.walk())


def gives_mana(card: CardDefinition) -> bool:
    """Whether a card is a land or adds mana."""
    return "land" in card.front.types or any(
        isinstance(node, AddMana) for ability in card.abilities() for node in ability.walk()
    )


__all__ = ["NOTHING", "Composer", "Family", "gives_mana", "of_scenario", "playable"]
