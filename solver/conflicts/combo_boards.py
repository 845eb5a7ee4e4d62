"""The boards on which loops of activated abilities are looked for: the cards, and what their texts need beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from manaproof.bridge.abilities import Keyword
from manaproof.bridge.abilities.amounts import Count
from manaproof.bridge.abilities.effects import Draw
from manaproof.bridge.abilities.replacements import EntersWithCounters

from .pieces import YOU, Piece, attached, board, hosts_of, nodes, plain, type_lines
from .trying import BEAR, LIBRARY

CROWD = 6
"""How many permanents of a kind that an ability counts stand on a further board."""

DRAWN = 4
"""How many cards each library has where an ability draws."""

_COMPANY = {
    "creature": BEAR,
    "land": plain("Basic Land - Forest", "forest"),
    "artifact": plain("Artifact", "artifact"),
}
"""The bystanders that an Aura or Equipment is put on where none of the cards is of a kind that it can be put on."""

_FUEL = {"W": 1, "U": 1, "B": 1, "R": 1, "G": 1, "C": 2}

_KINDS = {"plus_1_plus_1": "+1/+1", "minus_1_minus_1": "-1/-1"}


def boards_of(pieces: Sequence[Piece]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Boards on which a loop may start, the plainest first.

    All cards are one player's, on the battlefield. Auras and Equipment are attached to each of the other cards in turn,
    or to a bystander. Where an ability counts permanents, there is also a board with several of them; and every board
    is there with an empty mana pool and with some mana.

    Args:
        pieces: the cards.

    Yields:
        what is said of a board, and the board as a state's data.
    """
    pieces = [_with_counters(piece) for piece in pieces]
    worn = [piece for piece in pieces if _is_worn(piece)]
    rest = [piece for piece in pieces if piece not in worn]
    hosts: list[Piece | None] = [None]
    company: tuple[Piece, ...] = ()
    if worn:
        allowed = frozenset.intersection(*(hosts_of(piece) for piece in worn)) or hosts_of(worn[0])
        hosts = [piece for piece in rest if set(piece.definition.front.types) & allowed]
        if not hosts:
            company = (next(piece for kind, piece in _COMPANY.items() if kind in allowed),)
            hosts = [*company]
    library = DRAWN if any(isinstance(node, Draw) for node in nodes(pieces)) else LIBRARY
    for host, crowd in product(hosts, ((), *_crowds(pieces))):
        on = [] if host is None else [attached(piece, host.id) for piece in worn]
        for fuel in ({}, _FUEL):
            given = board([*company, *crowd, *rest, *on], library=library)
            if fuel:
                given["players"][YOU]["mana"] = dict(fuel)
            where = "" if host is None else f" with {', '.join(piece.id for piece in worn)} on {host.id}"
            many = f", with {CROWD} times {_line(crowd[0])}" if crowd else ""
            yield f"the cards on the battlefield{where}{many}, {'some' if fuel else 'no'} mana in the pool", given


def _is_worn(piece: Piece) -> bool:
    """Whether it does something only where it is attached."""
    enchants = any(isinstance(node, Keyword) and node.keyword == "enchant" for node in nodes([piece]))
    return enchants or "equipment" in piece.definition.front.subtypes


def _crowds(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Several permanents of the first kind that an ability counts, if one does."""
    counted = {line for node in nodes(pieces) if isinstance(node, Count) for line in type_lines(node.of)}
    if counted:
        yield tuple(plain(min(counted), f"bystander-{number}") for number in range(1, CROWD + 1))


def _line(piece: Piece) -> str:
    """The type line of a bystander, as its name has it."""
    return piece.definition.name.partition("(")[2].rstrip(")")


def _with_counters(piece: Piece) -> Piece:
    """The piece with two of each kind of counters that it enters with."""
    rewrites = (node for node in nodes([piece]) if isinstance(node, EntersWithCounters))
    kinds = {_KINDS.get(node.kind, node.kind): 2 for node in rewrites}
    return Piece(piece.definition, piece.id, piece.bystander, {**piece.fields, "counters": kinds}) if kinds else piece


__all__ = ["CROWD", "boards_of"]
