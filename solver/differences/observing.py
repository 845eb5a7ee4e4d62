"""What can be seen of a state by the rules: the observation that an engine's is held against."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property

import clingo
from manaproof.bridge.abilities import ability_id
from manaproof.bridge.abilities.ability import Activated
from manaproof.bridge.abilities.costs import ManaCost, TapSymbol
from manaproof.bridge.abilities.effects import AddMana
from manaproof.bridge.abilities.mana import ChosenColor
from manaproof.bridge.engines.protocol import Data
from manaproof.bridge.state import GameObject, StackedAbility, State

from ..could_produce import could_produce, rules
from ..produced import Produced
from ..session import Answer, Limits, snapshot
from .planning import activated_abilities, is_mana_ability

_OVER = ("lost", "won", "drawn")
_WANTED = (("characteristic", 3), ("can_activate", 4), ("asked", 3), ("option", 4))


class Look:
    """A state looked at by the rules: everything that is asked of it is evaluated at once.

    Args:
        state: the state.
        start: the state that the game began from; what was not in it is called by its name.
        limits: time and memory.
    """

    def __init__(self, state: State, start: State, limits: Limits | None = None) -> None:
        self.state = state
        self.start = start
        self.limits = limits

    @cached_property
    def _answer(self) -> Answer:
        return snapshot(self.state.facts(), _WANTED, book=rules(), limits=self.limits)

    @cached_property
    def produced(self) -> Produced:
        """What the permanents could produce."""
        return could_produce(self.state, limits=self.limits)

    @cached_property
    def _values(self) -> Mapping[str, Mapping[str, set[str]]]:
        """The characteristics of each permanent after the layers, as the words of the rulebook."""
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for atom in self._answer.atoms("characteristic", 3):
            which, what, moment = atom.arguments
            if moment.type is not clingo.SymbolType.Number or not which.match("obj", 2) or len(what.arguments) != 1:
                continue
            card, number = which.arguments
            if card.type is clingo.SymbolType.String and number.number == 0:
                value = what.arguments[0]
                text = value.string if value.type is clingo.SymbolType.String else str(value)
                found[card.string][what.name].add(text)
        return found

    def _called(self, one: GameObject) -> str:
        return one.id if one.id in self.start.by_id else f"?{one.card.name}#{one.id}"

    def observe(self) -> Data:
        """What can be seen; see ``bridge.engines.protocol.Data``."""
        state, called = self.state, self._called
        lost = {text.split('"')[1] for text in state.also if text.startswith("lost(")}
        over = any(text.partition("(")[0] in _OVER for text in state.also)
        by_id = state.by_id
        battlefield: Data = {}
        for one in state.battlefield:
            of = self._values.get(one.id, {})
            host = one.attached_to
            battlefield[called(one)] = {
                "name": _one(of.get("name")) or one.card.name,
                "controller": _one(of.get("controller")) or one.controller,
                "tapped": one.tapped,
                "counters": {kind: number for kind, number in one.counters.items() if number},
                "damage": one.damage,
                "types": sorted(of.get("type", ())),
                "colors": sorted(color.upper() for color in of.get("color", ())),
                "power": _number(of.get("power")),
                "toughness": _number(of.get("toughness")),
                "attached_to": called(by_id[host]) if host is not None and host in by_id else host,
            }
        return {
            "turn": {
                "number": state.turn.number,
                "active": state.turn.active,
                "step": state.turn.step,
                "priority": state.turn.priority,
            },
            "players": {
                player.name: {
                    "life": player.life,
                    "counters": dict(player.counters),
                    "mana": dict(sorted(player.mana.items())),
                    "hand": sorted(map(called, player.hand)),
                    "graveyard": list(map(called, player.graveyard)),
                    "library": list(map(called, player.library)),
                    "exile": sorted(map(called, player.exile)),
                    "lost": player.name in lost,
                }
                for player in state.seats
            },
            "battlefield": battlefield,
            "stack": [
                {
                    "of": called(by_id[one.source])
                    if isinstance(one, StackedAbility) and one.source in by_id
                    else one.id,
                    "spell": not isinstance(one, StackedAbility),
                    "controller": one.controller,
                }
                for one in state.stack
            ],
            "over": over,
        }

    def mana(self) -> dict[str, list[str]]:
        """The types that permanents could produce whose every ability that adds mana is a mana ability for {T}.

        Only untapped permanents of the player with priority: an engine is asked to activate them.
        """
        may = {(str(atom.arguments[1]), str(atom.arguments[2])) for atom in self._answer.atoms("can_activate", 4)}
        asked = [
            one
            for one in self.state.battlefield
            if one.controller == self.state.turn.priority and not one.tapped and _only_by_tapping(one, may)
        ]
        if not asked or self.produced.unsupported:  # what could be produced is looked up only where somebody asks
            return {}
        return {one.id: list(self.produced[one.id]) for one in asked}

    def actions(self) -> list[Data] | None:
        """The actions that the rules allow the player with priority, mana abilities apart; None if nobody can act yet.

        ``free`` are those for which no mana is needed.
        """
        if not any(str(atom.arguments[1]) == "act" for atom in self._answer.atoms("asked", 3)):
            return None
        found = []
        for atom in self._answer.atoms("option", 4):
            player, question, what, _ = atom.arguments
            if str(question) != "act" or player.string != self.state.turn.priority or not what.arguments:
                continue
            which = what.arguments[0]
            if not which.match("obj", 2) or which.arguments[0].type is not clingo.SymbolType.String:
                continue
            action = _action(self.state, which.arguments[0].string, what)
            if action is not None:
                found.append(action)
        return sorted(found, key=str)

    def mana_abilities(self) -> set[tuple[str, int]]:
        """The mana abilities printed on each object, by their places among its activated abilities.

        An engine may offer one among its other actions: how it resolves is seen where it is activated.
        """
        return {
            (id, number)
            for id in self.state.by_id
            for number, ability in enumerate(activated_abilities(self.state, id))
            if is_mana_ability(ability)
        }

    def among(self) -> dict[str, int]:
        """How many activated abilities are printed on each object."""
        return {id: len(activated_abilities(self.state, id)) for id in self.state.by_id}


def _one(found: set[str] | None) -> str | None:
    return next(iter(found)) if found and len(found) == 1 else None


def _number(found: set[str] | None) -> int | None:
    text = _one(found)
    return None if text is None else int(text)


def _only_by_tapping(one: GameObject, may: set[tuple[str, str]]) -> bool:
    """Whether all abilities printed on it that add mana are mana abilities for {T} that can be activated now."""
    face = one.card.back if one.face == "back" and one.card.back is not None else one.card.front
    adding = [a for a in face.abilities if any(isinstance(node, AddMana) for node in a.walk())]
    here = f'obj("{one.id}",0)'
    if "color" not in one.chosen and any(isinstance(node, ChosenColor) for a in adding for node in a.walk()):
        return False  # nobody has seen a game in which nothing was chosen for it
    return any(which == here for which, _ in may) and all(
        isinstance(a, Activated)
        and is_mana_ability(a)
        and [type(cost) for cost in a.cost] == [TapSymbol]
        and (here, str(ability_id(a))) in may
        for a in adding
    )


def _action(state: State, card: str, what: clingo.Symbol) -> Data | None:
    if what.name == "play_land" and len(what.arguments) == 1:
        return {"do": "play_land", "of": card, "free": True}
    if what.name == "cast" and len(what.arguments) == 1:
        return {"do": "cast", "of": card, "free": state.by_id[card].card.front.mana_cost == "{0}"}
    if what.name == "activate":
        for number, ability in enumerate(activated_abilities(state, card)):
            if ability_id(ability) == what.arguments[1] and not is_mana_ability(ability):
                free = not any(isinstance(cost, ManaCost) for cost in ability.cost)
                return {"do": "activate", "of": card, "number": number, "free": free}
    return None


__all__ = ["Look"]
