"""Small boards of named cards: the cards themselves, and bystanders of the kinds that their texts speak of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from manaproof.bridge.abilities import BASIC_LAND_TYPES, Ability, Keyword, Node
from manaproof.bridge.abilities.filters import Filter
from manaproof.bridge.abilities.statics import GainAbility, LoseAbilities
from manaproof.bridge.abilities.unruled import Unruled
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.errors import InputError, Problem
from manaproof.bridge.library import Library
from manaproof.bridge.library import bundled as bundled_library
from manaproof.bridge.oracle.tokens import token_definition
from manaproof.bridge.state import State, automatic_ids

PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
YOU, OPPONENT = "alice", "bob"


@dataclass(frozen=True)
class Piece:
    """A card on a board.

    Attributes:
        definition: what is printed on it.
        id: what the board calls it.
        bystander: whether it is none of the named cards.
        fields: further fields of it, as a state's object has them.
    """

    definition: CardDefinition
    id: str
    bystander: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """The piece as an object of a state."""
        return {"card": self.definition.key, "id": self.id, **self.fields}


def named_cards(names: Sequence[str], library: Library | None = None) -> list[Piece]:
    """The cards of these names, in that order; a name may be there several times.

    Args:
        names: the names.
        library: the definitions; the bundled ones by default.

    Raises:
        InputError: a card is not in the library.
    """
    cards = bundled_library() if library is None else library
    problems = [
        Problem(f"no card is called {name!r}", cards.cure(name), "--cards") for name in names if name not in cards
    ]
    if problems:
        raise InputError(problems)
    ids = automatic_ids([(name, None) for name in names])
    return [Piece(cards[name], one) for name, one in zip(names, ids, strict=True)]


def board(
    pieces: Iterable[Piece],
    *,
    controlled: Mapping[str, str] | None = None,
    zones: Mapping[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A state as data, with the pieces on the battlefield in their order.

    Args:
        pieces: the pieces.
        controlled: who controls a piece, by id, where it is not the first player.
        zones: the zone of a piece, by id, where it is not the battlefield.
        **more: further fields of the state; ``library`` is how many cards each player has there.
    """
    pieces = list(pieces)
    library = more.pop("library", 0)
    players: dict[str, dict[str, Any]] = {YOU: {}, OPPONENT: {}}
    own: dict[str, Any] = {}
    for number, piece in enumerate(pieces):
        zone = (zones or {}).get(piece.id, "battlefield")
        entry = piece.to_data()
        if zone == "battlefield":
            entry["timestamp"] = number - len(pieces)
        players[(controlled or {}).get(piece.id, YOU)].setdefault(zone, []).append(entry)
        if bundled_library().get(piece.definition.key) != piece.definition:
            own[piece.definition.key] = piece.definition.to_data()
        for key in piece.definition.tokens:
            made = token_definition(key)
            if key not in bundled_library() and made is not None:
                own[key] = made.to_data()
    if library:
        for player in players.values():
            player["library"] = ["Wastes"] * library
    return {"players": players, **({"cards": list(own.values())} if own else {}), **more}


def state_of(data: Mapping[str, Any]) -> State:
    """The state that data describes.

    Raises:
        InputError: it describes none.
    """
    return State.parse(json.dumps(data), source="the board").require_legal()


def texts(pieces: Iterable[Piece]) -> Iterator[Ability]:
    """Every ability printed on pieces."""
    for piece in pieces:
        yield from piece.definition.abilities()


def nodes(pieces: Iterable[Piece]) -> Iterator[Node]:
    """Every node of their abilities."""
    for ability in texts(pieces):
        yield from ability.walk()


def unsupported(pieces: Iterable[Piece]) -> list[str]:
    """The texts of pieces that nobody has encoded, each with the card's name."""
    found: dict[str, None] = {}
    for piece in pieces:
        for ability in piece.definition.abilities():
            for node in ability.walk():
                if type(node).__name__.startswith("Unsupported"):
                    found[f"{piece.definition.name}: {getattr(node, 'text', '')}"] = None
                elif isinstance(node, Unruled):
                    found[f"{piece.definition.name}: {_said(node)}"] = None
    return list(found)


def attached(piece: Piece, to: str) -> Piece:
    """The piece attached to another one."""
    return Piece(piece.definition, piece.id, piece.bystander, {**piece.fields, "attached_to": to})


_HOSTS = frozenset({"artifact", "creature", "land"})


def hosts_of(piece: Piece) -> frozenset[str]:
    """The card types of what an Aura can enchant (303.4a) or an Equipment be attached to (301.5)."""
    if "equipment" in piece.definition.front.subtypes:
        return frozenset({"creature"})
    whats = (one.what for one in nodes([piece]) if isinstance(one, Keyword) and one.keyword == "enchant" and one.what)
    lines = (line for what in whats for line in type_lines(what))
    return frozenset(word.lower() for line in lines for word in line.partition(" - ")[0].split()) & _HOSTS or _HOSTS


def worn(pieces: Iterable[Piece], away: Iterable[str] = ()) -> list[Piece]:
    """Pieces with every Aura on the battlefield attached to the first of them that it can enchant.

    That is one of the named cards, if one is of such a kind, or else a bystander.

    Args:
        pieces: the pieces.
        away: the ids of those that are not on the battlefield.
    """
    known, gone = list(pieces), set(away)
    found = []
    for piece in known:
        if piece.id not in gone and "aura" in piece.definition.front.subtypes and "attached_to" not in piece.fields:
            kinds = hosts_of(piece)
            hosts = [p for p in known if p.id not in gone and set(p.definition.front.types) & kinds]
            found.append(attached(piece, min(hosts, key=lambda p: p.bystander).id) if hosts else piece)
        else:
            found.append(piece)
    return found


def alike(pieces: Iterable[Piece]) -> list[Piece]:
    """One piece of each definition: the first."""
    return list({piece.definition.key: piece for piece in reversed(list(pieces))}.values())[::-1]


def _said(node: Node) -> str:
    """A part of a text for which there are no rules, by its words."""
    words = (str(value) for value in node.to_data().values() if isinstance(value, str | int))
    return " ".join(dict.fromkeys(word.replace("_", " ") for word in words))


# --- bystanders


_CREATURE = {"power": 2, "toughness": 2}


def plain(line: str, id: str, *, able: bool = False) -> Piece:
    """A plain object of a type line; a creature is a 2/2.

    Args:
        line: the type line.
        id: what the board calls it.
        able: whether it has an ability that it may lose: vigilance.
    """
    face: dict[str, Any] = {"name": f"Bystander ({line})", "types": line, "mana_cost": "{2}"}
    if able:
        face["abilities"] = [{"is": "keyword", "keyword": "vigilance"}]
    if "Land" in line.split():
        face.pop("mana_cost")
    if "Creature" in line.split():
        face.update(_CREATURE)
    return Piece(CardDefinition.model_validate(face), id, bystander=True)


def bystanders(pieces: Sequence[Piece]) -> list[Piece]:
    """Plain objects, one for each kind that the static abilities of pieces speak of.

    They have a type line and, if creatures, power and toughness 2; and an ability where some text has permanents lose
    theirs.
    """
    able = any(isinstance(node, LoseAbilities) for node in nodes(pieces))
    lines: dict[str, None] = {}
    for ability in texts(pieces):
        if ability.is_ != "static":
            continue
        affected = ability.affects
        for one in _filters(affected):
            for line in type_lines(one):
                lines[line] = None
        for node in ability.walk():
            if isinstance(node, GainAbility):
                lines["Creature"] = None
    return [plain(line, f"bystander-{number}", able=able) for number, line in enumerate(sorted(lines), 1)]


def _filters(one: Filter) -> Iterator[Filter]:
    yield one
    for part in one.any_of:
        yield from _filters(part)


def type_lines(one: Filter) -> Iterator[str]:
    """The type lines of plain permanents that may pass a filter."""
    if one.zone != "battlefield" or one.ref is not None:
        return
    subtypes = [*([subtype] for subtype in one.any_subtype), *([list(one.subtypes)] if one.subtypes else [])] or [[]]
    choices = [[*one.types, kind] for kind in one.any_type] or [list(one.types)]
    for chosen in choices:
        for also in subtypes:
            types = [*chosen]
            if not types:
                types = sorted({"land" if subtype in BASIC_LAND_TYPES else "creature" for subtype in also}) or [
                    "creature"
                ]
            if set(types) & set(one.not_types) or not set(types) <= PERMANENT_TYPES:
                continue
            words = [*one.supertypes, *dict.fromkeys(types)]
            line = " ".join(word.capitalize() for word in words)
            yield line + (" - " + " ".join(word.capitalize() for word in also) if also else "")


__all__ = [
    "OPPONENT",
    "PERMANENT_TYPES",
    "YOU",
    "Piece",
    "alike",
    "attached",
    "board",
    "bystanders",
    "hosts_of",
    "named_cards",
    "nodes",
    "plain",
    "state_of",
    "texts",
    "type_lines",
    "unsupported",
    "worn",
]
