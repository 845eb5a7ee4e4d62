"""From a state to a board: base characteristics before layer 2 (CR 109.3, 202.3, 613.1, 708.2a, 712.8, 903.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import clingo
from manaproof.bridge.abilities import COLORS, Color, Static
from manaproof.bridge.abilities import statics as st
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.abilities.mana import SYMBOL, Listed
from manaproof.bridge.cards import CardDefinition, Face
from manaproof.bridge.state import GameObject as Stated
from manaproof.bridge.state import State

from .objects import Board, Characteristics, GameObject, Held


def board_of(state: State) -> Board:
    """The board of a state.

    Objects that have no timestamp (CR 613.7d gives one to what enters a zone, but here none matters outside the
    battlefield and the command zone) count as older than all others.
    """
    stamps = {one.id: stamp for one, stamp in zip(state.timed(), state.timestamps(), strict=True)}
    oldest = min(stamps.values(), default=0) - 1
    past = _past(state)
    objects = [_object(zone, one, stamps.get(one.id, oldest), past) for zone, one in state.objects()]
    return Board(
        objects=tuple(objects),
        players=tuple(state.players),
        active=state.turn.active,
        life={player.name: player.life for player in state.seats},
        this_turn=_this_turn(state),
        designations=frozenset((name, what) for name in state.players for _, what in past.get(name, ())),
    )


def _past(state: State) -> dict[str, set[tuple[str, str]]]:
    """What else is said to be true of objects, by their ids, and of players by their names."""
    found: dict[str, set[tuple[str, str]]] = {}
    for text in state.also:
        fluent = clingo.parse_term(text)
        if not (fluent.match("kicked", 2) or any(fluent.match(one, 2) for one in _PAST)):
            continue
        whose, said = fluent.arguments
        name = whose.string if whose.type is clingo.SymbolType.String else whose.arguments[0].string
        word = "" if fluent.name == "kicked" else said.string if fluent.name == "cast_by" else said.name
        found.setdefault(name, set()).add((fluent.name, word))
    return found


_PAST = ("cast_by", "cast_from", "designation")


def _this_turn(state: State) -> dict[tuple[str, str], int]:
    """What happened this turn: land plays by a field of the players, the rest by what else is said to be true."""
    found = {(player.name, "land_played"): 1 for player in state.seats if player.land_played}
    for text in state.also:
        fluent = clingo.parse_term(text)
        if fluent.match("this_turn", 3):
            player, what, number = fluent.arguments
            found[player.string, what.name] = number.number
    return found


def _object(zone: str, one: Stated, timestamp: int, past: Mapping[str, set[tuple[str, str]]]) -> GameObject:
    emblem = zone == "command" and one.card.is_emblem
    return GameObject(
        id=one.id,
        zone=zone,
        owner=one.owner,
        base=_printed(zone, one, timestamp),
        timestamp=timestamp,
        tapped=one.tapped,
        counters=tuple(sorted((kind, number) for kind, number in one.counters.items() if number > 0)),
        attached_to=one.attached_to,
        exiled_with=one.exiled_with,
        chosen=tuple(
            sorted((kind, (value,) if isinstance(value, str) else tuple(value)) for kind, value in one.chosen.items())
        ),
        token=one.token,
        commander=one.commander,
        entered_this_turn=one.entered_this_turn,
        transformed=zone == "battlefield" and one.face == "back" and one.card.layout == "transform",
        face_down=one.face_down,
        emblem=emblem,
        x=one.x or 0,
        identity=color_identity(one.card) if one.commander else frozenset(),
        past=frozenset(past.get(one.id, ())),
    )


def _printed(zone: str, one: Stated, timestamp: int) -> Characteristics:
    controller = one.controller or one.owner
    if one.face_down and zone in ("battlefield", "stack"):
        return Characteristics(
            name=None,
            mana_value=0,
            mana_cost=None,
            types=frozenset(("creature",)),
            supertypes=frozenset(),
            subtypes=frozenset(),
            colors=frozenset(),
            abilities=(),
            power=2,
            toughness=2,
            controller=controller,
        )
    back = one.card.back if one.face == "back" and zone in ("battlefield", "stack") else None
    face = back or one.card.front
    return Characteristics(
        name=face.name,
        mana_value=one.card.mana_value("back" if back is not None else "front"),
        mana_cost=face.mana_cost,
        types=frozenset(face.types),
        supertypes=frozenset(face.supertypes),
        subtypes=frozenset(face.subtypes),
        colors=_colors(face),
        abilities=tuple(
            Held(ability, ("printed", str(number)), timestamp) for number, ability in enumerate(face.abilities, 1)
        ),
        power=_number(face.power),
        toughness=_number(face.toughness),
        controller=controller,
    )


def _colors(face: Face) -> frozenset[Color]:
    """CR 202.2, 204: the colours of the symbols of the mana cost, or of the colour indicator."""
    return _symbol_colors(face.mana_cost or "") | frozenset(face.color_indicator)


def _symbol_colors(text: str) -> frozenset[Color]:
    return frozenset(c for symbol in SYMBOL.findall(text) for c in COLORS if c in symbol.split("/"))


def _number(printed: int | str | None) -> int:
    """A printed power or toughness; a star is 0 where no ability defines it (CR 208.2a)."""
    if isinstance(printed, int):
        return printed
    digits = "".join(c for c in printed or "" if c.isdigit())
    return int(digits) if digits and "-" not in (printed or "") else 0


def color_identity(card: CardDefinition) -> frozenset[Color]:
    """The colour identity of a card: its symbols and indicators on every face, and colours it defines (CR 903.4)."""
    found: set[Color] = set()
    for face in card.faces:
        found |= _colors(face)
        for ability in face.abilities:
            defines = isinstance(ability, Static) and ability.defines
            for node in ability.walk():
                found.update(_node_colors(node, defines))
    return frozenset(found)


def _node_colors(node: Node, defines: bool) -> Iterator[Color]:
    symbols = getattr(node, "symbols", None)
    if isinstance(symbols, str):
        yield from _symbol_colors(symbols)
    elif isinstance(node, Listed):
        yield from (c for c in COLORS if c in node.list)
    elif isinstance(node, st.SetColors | st.AddColors):
        yield from node.colors if defines else ()
    elif type(node).__module__.endswith(".replacements"):
        yield from (c for c in COLORS if c in (getattr(node, "to", None), getattr(node, "type", None)))
