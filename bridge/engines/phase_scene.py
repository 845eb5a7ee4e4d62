"""phase: a state laid out in the engine."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from manaproof.bridge.abilities.base import word
from manaproof.bridge.cards import Face
from manaproof.bridge.state import GameObject, Permanent, Player, State
from manaproof.bridge.writing import counter_text

from .phase_faces import FILLER, Faces, bindings
from .protocol import NotComparableError
from .wording import event_card

STEPS: Mapping[str, str] = {
    "untap": "Untap",
    "upkeep": "Upkeep",
    "draw": "Draw",
    "precombat_main": "PreCombatMain",
    "beginning_of_combat": "BeginCombat",
    "declare_attackers": "DeclareAttackers",
    "declare_blockers": "DeclareBlockers",
    "combat_damage": "CombatDamage",
    "end_of_combat": "EndCombat",
    "postcombat_main": "PostCombatMain",
    "end": "End",
    "cleanup": "Cleanup",
}
"""Our steps and main phases, as the engine calls them."""

BEGINNINGS = frozenset({"upkeep", "draw", "precombat_main", "postcombat_main", "end"})
"""The steps that a state may be in as it is laid out; of combat it would have to be told what happened before."""

COLORS: Mapping[str, str] = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green", "C": "Colorless"}

COUNTERS: Mapping[str, str] = {"plus_1_plus_1": "P1P1", "minus_1_minus_1": "M1M1"}
"""Kinds of counters that the engine calls otherwise than we do."""

PLAYER_COUNTERS: Mapping[str, str] = {"poison": "poison_counters", "energy": "energy"}

_FILLERS = 20


def counter_name(kind: str) -> str:
    """What the engine calls a kind of counter: ``P1P1``, ``+1/+0``, ``double strike``."""
    return COUNTERS.get(kind) or counter_text(kind).replace("_", " ")


def counter_kind(name: str) -> str:
    """What we call a kind of counter that the engine calls so."""
    ours = {theirs: kind for kind, theirs in COUNTERS.items()}
    return ours.get(name) or word(name)


@dataclass
class Scene:
    """A game of the engine, laid out.

    Attributes:
        engine: the engine with its cards.
        game: the game.
        state: what was laid out.
        numbers: the engine's number of each object of the state.
        events: the engine's objects that make events come about, by the number of the event, one for each seat; they
            lie in exile.
        seats: the seat of each player.
    """

    engine: Any
    game: Any
    state: State
    numbers: dict[str, int]
    events: dict[int, tuple[int, int]] = field(default_factory=dict)

    @cached_property
    def seats(self) -> dict[str, int]:
        """The seat of each player."""
        return {player.name: seat for seat, player in enumerate(self.state.seats)}

    def reload(self, exported: dict[str, Any]) -> None:
        """Go on from an exported state that was changed."""
        self.game = self.engine.load_game(exported)


def lay_out(state: State, faces: Faces, events: Sequence[Mapping[str, Any]] = ()) -> Scene:
    """Lay a state out.

    Args:
        state: the state.
        faces: the engine's faces of cards.
        events: what is to come about in the game.

    Raises:
        NotComparableError: the engine cannot be put into this state.
    """
    _check(state)
    cards = [event_card(event) for event in events]
    database = faces.all(state, cards)
    engine = bindings().Engine.from_json(json.dumps(database))
    decks = _decks(state, faces, [card["name"] for card in cards])
    game = _begin(engine, decks)
    exported = game.state()
    layout = _Layout(exported["state"], state, faces)
    layout.place()
    made = {event["number"]: layout.aside(card["name"]) for event, card in zip(events, cards, strict=True)}
    layout.finish()
    backs = [layout.numbers[one.id] for one in state.battlefield if one.face == "back"]
    return Scene(engine, _turned(engine, exported, backs), state, layout.numbers, made)


def _turned(engine: Any, exported: dict[str, Any], backs: Sequence[int]) -> Any:
    """The game, some permanents with their back faces up: the engine itself sets these."""
    if not backs:
        return engine.load_game(exported)
    before = {number: exported["state"]["objects"][str(number)] for number in backs}
    debugged = exported["state"]["debug_mode"]
    exported["state"]["debug_mode"] = True
    game = engine.load_game(exported)
    for number in backs:
        face = {"type": "SetFaceState", "data": {"object_id": number, "transformed": True}}
        game.apply(0, {"type": "Debug", "data": face})
    turned = game.state()
    turned["state"]["debug_mode"] = debugged
    for number in backs:
        for kept in ("counters", "damage_marked", "tapped", "summoning_sick", "entered_battlefield_turn"):
            turned["state"]["objects"][str(number)][kept] = before[number][kept]
        turned["state"]["objects"][str(number)]["loyalty"] = before[number]["counters"].get("loyalty")
    turned["state"]["layers_dirty"] = True
    return engine.load_game(turned)


def _check(state: State) -> None:
    if len(state.seats) not in (1, 2) or any(player.team is not None for player in state.seats):
        raise NotComparableError("not a game of one or two players")
    if state.turn.step not in BEGINNINGS or state.turn.priority is None:
        raise NotComparableError("the state is in a step that the engine is not put into", state.turn.step)
    if state.turn.priority != state.turn.active:
        raise NotComparableError("another player than the active one has priority")
    if state.stack:
        raise NotComparableError("something is on the stack")
    if state.also:
        raise NotComparableError("something is true that no field of a state tells", state.also[0].partition("(")[0])
    for player in state.seats:
        if player.command:
            raise NotComparableError("something is in the command zone")
        for kind in player.counters:
            if kind not in PLAYER_COUNTERS:
                raise NotComparableError("a kind of counters that players have", kind)
    for _, one in state.objects():
        _check_object(one)


def _check_object(one: GameObject) -> None:
    if "planeswalker" in printed(one).types and printed(one).loyalty is None:
        raise NotComparableError("a planeswalker that no loyalty is printed on", one.card.key)
    if one.face_down:
        raise NotComparableError("something is face down")
    if one.commander:
        raise NotComparableError("a commander")
    if one.x is not None:
        raise NotComparableError("an X is remembered")
    if one.timestamp is not None:
        raise NotComparableError("timestamps in another order than the battlefield's")
    for kind, value in one.chosen.items():
        if kind not in ("color", "creature_type") or not isinstance(value, str):
            raise NotComparableError("something was chosen", kind)


def _decks(state: State, faces: Faces, extra: Sequence[str]) -> list[list[str]]:
    decks: list[list[str]] = [[FILLER] * _FILLERS for _ in range(2)]
    seats = {player.name: seat for seat, player in enumerate(state.seats)}
    for _, one in state.objects():
        decks[seats[one.owner]].append(_deck_name(one, faces))
    for deck in decks:
        deck.extend(extra)
    return decks


def _deck_name(one: GameObject, faces: Faces) -> str:
    return next(iter(faces.of(one.card)))


def _begin(engine: Any, decks: list[list[str]]) -> Any:
    """A new game, up to the first main phase."""
    game = engine.new_game(decks[0], decks[1], seed=1, format="Standard", first_player=0)
    for _ in range(50):
        asks = value_of(game.waiting_for)
        if "Mulligan" in asks["type"]:
            game.apply(asks["data"]["pending"][0]["player"], game.actions()[0])
        elif asks["type"] == "OptionalEffectChoice":
            game.apply(asks["data"]["player"], next(one for one in game.actions() if _declines(one.to_dict())))
        elif value_of(game.phase) == "PreCombatMain":
            return game
        else:
            game.apply(asks["data"]["player"], {"type": "PassPriority"})
    raise NotComparableError("the engine does not come to its first main phase")


def _declines(action: dict[str, Any]) -> bool:
    return (action.get("data") or {}).get("accept") is False


def value_of(attribute: Any) -> Any:
    """A property, or the result of a method, whichever the build has."""
    return attribute() if callable(attribute) else attribute


class _Layout:
    """Puts each object of a state where it belongs, in an exported state of the engine."""

    def __init__(self, raw: dict[str, Any], state: State, faces: Faces) -> None:
        self.raw = raw
        self.state = state
        self.faces = faces
        self.numbers: dict[str, int] = {}
        self.kept: set[str] = set()
        self.spare: list[list[int]] = []
        self.seats = {player.name: seat for seat, player in enumerate(state.seats)}
        for seat in self.raw["players"]:
            self.spare.append([*seat["hand"], *seat["library"]])
            seat["hand"], seat["library"], seat["graveyard"] = [], [], []
        self.raw["battlefield"], self.raw["exile"] = [], []

    def take(self, seat: int, name: str) -> dict[str, Any]:
        """An object of a card in a player's deck that is not used yet."""
        for number in self.spare[seat]:
            found: dict[str, Any] = self.raw["objects"][str(number)]
            if found["name"] == name:
                self.spare[seat].remove(number)
                return found
        raise NotComparableError("the engine does not know a card", name)

    def aside(self, name: str) -> tuple[int, int]:
        """A card of each player that an event comes about by, put where it can be taken from."""
        found = [self.take(seat, name) for seat in range(2)]
        for one in found:
            one["zone"] = "Exile"
            self.raw["exile"].append(one["id"])
            self.kept.add(str(one["id"]))
        return found[0]["id"], found[1]["id"]

    def place(self) -> None:
        """Place every object."""
        for stamp, one in enumerate(self.state.battlefield, 1):
            found = self._new(one, "Battlefield")
            self.raw["battlefield"].append(found["id"])
            found["timestamp"] = stamp
            self._permanent(found, one)
        for one in self.state.battlefield:
            self._attach(one)
        for player in self.state.seats:
            seat = self.raw["players"][self.seats[player.name]]
            for zone in ("hand", "graveyard", "library"):
                seat[zone] = [self._new(card, zone.capitalize())["id"] for card in player.zone(zone)]
            self.raw["exile"] += [self._new(card, "Exile")["id"] for card in player.exile]
            self._player(seat, player)

    def _new(self, one: GameObject, zone: str) -> dict[str, Any]:
        found = self.take(self.seats[one.owner], _deck_name(one, self.faces))
        found["zone"] = zone
        self.numbers[one.id] = found["id"]
        if one.face == "back" and zone != "Battlefield":
            raise NotComparableError("a back face outside the battlefield")
        if one.counters and zone != "Battlefield":
            raise NotComparableError("counters outside the battlefield")
        if one.token:
            found["is_token"] = True
        return found

    def _permanent(self, found: dict[str, Any], one: Permanent) -> None:
        turn = self.state.turn.number
        found["controller"] = found["base_controller"] = self.seats[one.controller]
        found["tapped"] = one.tapped
        found["summoning_sick"] = one.summoning_sick
        found["entered_battlefield_turn"] = turn if one.entered_this_turn or one.summoning_sick else max(0, turn - 1)
        found["damage_marked"] = one.damage
        found["counters"] = {counter_name(kind): number for kind, number in one.counters.items()}
        if "loyalty" in one.counters or "planeswalker" in printed(one).types:
            found["loyalty"] = one.counters.get("loyalty", 0)
        chosen = []
        for kind, value in one.chosen.items():
            if kind == "color":
                chosen.append({"type": "Color", "value": COLORS[str(value)]})
            else:
                chosen.append({"type": "CreatureType", "value": str(value).replace("_", " ").title()})
        if chosen:
            found["chosen_attributes"] = chosen

    def _attach(self, one: Permanent) -> None:
        if one.attached_to is None:
            return
        found = self.raw["objects"][str(self.numbers[one.id])]
        if one.attached_to in self.seats:
            found["attached_to"] = {"type": "Player", "data": self.seats[one.attached_to]}
            return
        host = self.numbers[one.attached_to]
        found["attached_to"] = {"type": "Object", "data": host}
        self.raw["objects"][str(host)]["attachments"].append(found["id"])

    def _player(self, seat: dict[str, Any], player: Player) -> None:
        seat["life"] = player.life
        for kind, number in player.counters.items():
            seat[PLAYER_COUNTERS[kind]] = number
        for kind, number in player.mana.items():
            for _ in range(number):
                pip = self.raw["next_pip_id"]
                self.raw["next_pip_id"] = pip + 1
                seat["mana_pool"]["mana"].append(
                    {
                        "color": COLORS[kind],
                        "pip_id": pip,
                        "restrictions": [],
                        "snow": False,
                        "source_could_produce_two_or_more_colors": False,
                        "source_id": 0,
                    }
                )
        if player.land_played:
            seat["lands_played_this_turn"] = 1

    def finish(self) -> None:
        """Remove what is left over, and set the turn."""
        raw, turn = self.raw, self.state.turn
        used = {str(number) for number in self.numbers.values()} | self.kept
        # An event's card is moved to a hand by the engine's own means: loading a game anew loses shields, for one.
        raw["debug_mode"] = bool(self.kept)
        raw["objects"] = {number: one for number, one in raw["objects"].items() if number in used}
        active = self.seats[turn.active]
        raw["turn_number"] = turn.number
        raw["active_player"] = raw["priority_player"] = active
        raw["phase"] = STEPS[turn.step]
        raw["waiting_for"] = {"type": "Priority", "data": {"player": active}}
        raw["steps_started_this_turn"] = {
            theirs: 1 for ours, theirs in STEPS.items() if list(STEPS).index(ours) <= list(STEPS).index(turn.step)
        }
        raw["lands_played_this_turn"] = raw["players"][active]["lands_played_this_turn"]
        raw["zone_changes_this_turn"] = []
        raw["next_timestamp"] = len(self.numbers) + 100
        raw["layers_dirty"] = True
        for seat in raw["players"]:
            seat["cards_drawn_this_turn"] = seat["cards_drawn_this_step"] = 0
            seat["has_drawn_this_turn"] = False


def printed(one: GameObject) -> Face:
    """The face of an object that is up."""
    return one.card.back if one.face == "back" and one.card.back is not None else one.card.front


__all__ = [
    "COLORS",
    "COUNTERS",
    "PLAYER_COUNTERS",
    "STEPS",
    "Scene",
    "counter_kind",
    "counter_name",
    "lay_out",
    "printed",
    "value_of",
]
