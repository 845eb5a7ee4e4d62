"""Performances and boards: families whose plays are kept whole.

A family that is composed (:mod:`.generate_families`) is made small again, until nothing but the rules aimed at is left.
Here the card itself is the subject: it is cast, or stands on the battlefield and its abilities are activated, creatures
enter, fight and die beside it, and a turn goes by; the play is kept as it is. So what is written on the card happens,
and another engine shows how it reads the text. On a board nothing is done: permanents, most of which say something of
others, stand beside one another, and what they are then can be compared.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from manaproof.bridge.abilities.ability import Replacement, Static
from manaproof.bridge.abilities.triggers import Enters
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.library import bundled
from manaproof.bridge.typeline import PERMANENT_TYPES

from .generate_families import Act, Composer, Family, playable

BEATS = 60
"""How many beats a performance may have."""

LIBRARY = ("Plains", "Swamp", "Forest")
"""What lies in each library: enough for what draws a card or two."""

ACTIVE = 0.75
"""The share of a board's permanents that the active player controls."""

VARIANTS = ("both", "cast", "act", "fight", "wait")


class Performer(Composer):
    """Makes performances of cards; see :class:`.Composer` for the arguments."""

    beats = BEATS

    def perform(self, name: str, variant: str) -> Family | None:
        """A performance of one card.

        Args:
            name: the card.
            variant: ``cast`` it; ``act``, activate its abilities; let it ``fight``; ``wait`` until the next turn;
                ``both``, act and let the creature beside it attack, which shows what lasts until end of turn.

        Returns:
            The family; None if the card can't do this.
        """
        self._begin()
        card = self._library[name]
        types = set(card.front.types)
        company = self._company()
        if company is None:
            return None
        if variant == "cast":
            if "land" not in types and card.front.mana_cost is None:
                return None
            self._in_hand(name, card, forced=True, player="alice")
        elif not types & PERMANENT_TYPES:
            return None
        else:
            self._stand(name, card)
        steps = self._performed(variant, company, "creature" in types)
        return None if steps is None else self._family(steps, [name])

    def board(self, names: Sequence[str]) -> Family:
        """A board of some permanents, each of them the one player's or the other's.

        Args:
            names: the permanents, the oldest first.
        """
        self._begin()
        for name in names:
            player = "alice" if self._random.random() < ACTIVE else "bob"
            self._zones[player].setdefault("battlefield", []).append(self._entry(name, forced=True))
        return self._family([("pass",)], names)

    def _company(self) -> tuple[str, str, str] | None:
        """A creature of each player, and one in a hand."""
        plain = self._plain(("creature",))
        if not plain:
            return None
        found = []
        for player, zone in (("alice", "battlefield"), ("bob", "battlefield"), ("alice", "hand")):
            name = self._random.choice(plain)
            entry = self._entry(name, forced=True)
            self._zones[player].setdefault(zone, []).append(entry)
            found.append(str(entry["id"]))
            if zone == "hand":
                self._own = name
            else:
                self._hosts.append(found[-1])
        for player in ("alice", "bob"):
            entry = self._entry(self._random.choice(plain), forced=True)
            self._zones[player].setdefault("graveyard", []).append(entry)
            self._zones[player]["library"] = [self._entry(one, forced=True) for one in LIBRARY]
        return found[0], found[1], found[2]

    def _stand(self, name: str, card: CardDefinition) -> None:
        """Have the card stand on the battlefield, as it is after a turn there."""
        self._on_battlefield(name, card, forced=True, rich=True, player="alice")
        for entries in self._zones["alice"].values():
            for entry in entries:
                if entry["card"] == name and entry.get("face") == "any":
                    entry["face"] = "front"
                for left_open in ("tapped", "summoning_sick", "damage"):
                    if entry["card"] == name:
                        entry.pop(left_open, None)
                if entry["card"] == name and "counters" in entry:
                    kept = {kind: n for kind, n in entry.pop("counters").items() if kind in ("loyalty", "lore")}
                    if kept:
                        entry["counters"] = {kind: self._random.choice(_several(n)) for kind, n in kept.items()}

    def _performed(self, variant: str, company: tuple[str, str, str], creature: bool) -> list[tuple[Any, ...]] | None:
        mine, other, fresh = company
        settle: tuple[Any, ...] = ({"until": "stack_empty"},)
        steps: list[tuple[Any, ...]] = []
        if variant in ("cast", "act", "both"):
            acts = self._acts[-1:] if variant == "cast" else self._acts
            if not acts:
                return None
            for act in self._random.sample(acts, min(2, len(acts))):
                steps += [self._take(act), settle]
        if variant == "wait":
            cost = str(self._library[self._own].front.mana_cost or "")
            steps += [self._take(Act({"cast": {"of": fresh}}, "alice", (cost,))), settle]
            steps += [({"happens": {"destroy": {"of": self._random.choice((mine, other, fresh))}}},), settle]
            steps += [({"next_turn": {"of": "bob"}},)]
        if variant in ("fight", "both"):
            own = [one["id"] for one in self._zones["alice"]["battlefield"] if one["id"] != mine]
            attackers = [mine, *own[:1]] if creature and variant == "fight" else [mine]
            steps += [({"attack": [{"with": one, "whom": "bob"} for one in attackers]},)]
            if self._random.random() < (0.7 if variant == "fight" else 0.4):
                steps += [({"block": [{"with": other, "whom": self._random.choice(attackers)}]},)]
            steps += [({"until": {"step": "end_of_combat"}},)]
        return steps


def _several(amount: Any) -> Sequence[int]:
    """The numbers that an amount left open may be."""
    if isinstance(amount, dict):
        return list(amount["any_of"])
    if isinstance(amount, int):
        return [amount]
    least, _, most = str(amount).partition("..")
    return range(int(least), int(most) + 1)


def performances(cards: Sequence[str], seed: int, pool: Sequence[str] = ()) -> Iterator[Family]:
    """Performances of cards one after the other, each card in all of its variants.

    Args:
        cards: the cards.
        seed: which of the many.
        pool: the cards that may stand beside them; none: all of the library.
    """
    for name in cards:
        if playable(bundled()[name]):
            for variant in VARIANTS:
                found = Performer(f"{seed}-{variant}", pool=pool).perform(name, variant)
                if found is not None:
                    yield found


def boards(pool: Sequence[str], seed: int, cards: Sequence[str] = ()) -> Iterator[Family]:
    """Boards without end: two or three permanents that change others or events, and one or two that needn't.

    Each kind of change is drawn as often as another, however many cards bring it about, so that rare ones meet.

    Args:
        pool: the cards.
        seed: which of the many.
        cards: cards that are on every board.
    """
    draw = random.Random(f"boards {seed}")
    library = bundled()
    standing = [name for name in pool if _stands(library[name])]
    changing: dict[str, list[str]] = {}
    for name in standing:
        for kind in sorted(_changes(library[name])):
            changing.setdefault(kind, []).append(name)
    number = 0
    while standing:
        number += 1
        names = list(cards)
        for _ in range(draw.choice((2, 2, 3)) if changing else 0):
            names.append(draw.choice(changing[draw.choice(list(changing))]))
        names += [draw.choice(standing) for _ in range(draw.choice((1, 2, 2)))]
        draw.shuffle(names)
        yield Performer(f"{seed}-{number}", pool=pool).board(names)


def _changes(card: CardDefinition) -> set[str]:
    """The kinds of change that a card makes to more than itself."""
    found: set[str] = set()
    for ability in card.abilities():
        if isinstance(ability, Static) and ability.affects.ref != "this":
            found |= {type(one).__name__ for one in ability.changes}
        elif isinstance(ability, Replacement) and not isinstance(ability.event, Enters):
            found |= {type(one).__name__ for one in ability.instead}
    return found


def _stands(card: CardDefinition) -> bool:
    """Whether a card can stand on a board by itself, nothing about it being left open."""
    types = set(card.front.types)
    attaches = {"aura", "equipment"} & set(card.front.subtypes)
    return card.back is None and not attaches and bool(types & {"artifact", "creature", "enchantment", "land"})


__all__ = ["Performer", "boards", "performances"]
