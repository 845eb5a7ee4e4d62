"""Circular definitions: permanents of which what they could produce rests on itself (106.7).

Which permanents an ability refers to is read from the rulebook's own evaluation of its filter; the answer is the least
fixpoint that ``106_could_produce.lp`` defines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import clingo
from manaproof.bridge.abilities.mana import CouldProduce

from ..could_produce import could_produce_asp, rules
from ..parsing import Signature
from ..session import Limits, Session
from .findings import Finding, Line, Report
from .pieces import OPPONENT, Piece, board, nodes, state_of

_KEPT = (
    Signature("passes", 4),
    Signature("has_ability", 3),
    Signature("uses", 2),
    Signature("kind", 2),
    Signature("could_produce", 3),
)


def refers(data: Mapping[str, Any], limits: Limits) -> dict[str, set[str]]:
    """For each permanent, those of which it matters what they could produce.

    Args:
        data: the board.
        limits: time and memory.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    state = state_of(data)
    found: dict[str, set[str]] = {}
    with Session([*state.facts(), "asks_could_produce"], rules().slice(_KEPT, snapshot=True), limits=limits) as session:
        session.ground_through(0)
        owners: dict[str, set[str]] = {}
        for atom in session.facts("has_ability", 3):
            owners.setdefault(str(atom.arguments[1]), set()).add(_card(atom.arguments[0]))
        wanted: dict[str, set[str]] = {}
        for atom in session.facts("uses", 2):
            term = atom.arguments[1]
            if term.type is clingo.SymbolType.Function and term.name == "could_produce" and len(term.arguments) == 2:
                wanted.setdefault(str(term.arguments[0]), set()).update(owners.get(str(atom.arguments[0]), ()))
        controllers = {one.id: one.controller for one in state.battlefield}
        for atom in session.possible("passes", 4):
            which, view, other, moment = atom.arguments
            if str(which) not in wanted or not str(moment).startswith("produce("):
                continue
            for card in wanted[str(which)]:
                if _seen_by(view, card, controllers):
                    found.setdefault(card, set()).add(_card(other))
    return found


def _seen_by(view: clingo.Symbol, card: str, controllers: Mapping[str, str]) -> bool:
    """Whether a viewpoint is that of the permanent or of its controller."""
    if view.type is clingo.SymbolType.String:
        return view.string == controllers.get(card)
    return str(view) == "any" or f'obj("{card}",' in str(view)


def _card(which: clingo.Symbol) -> str:
    first = which.arguments[0]
    return first.string if first.type is clingo.SymbolType.String else str(which)


def circle(edges: Mapping[str, set[str]]) -> list[str]:
    """The permanents that refer to themselves through others, in the order of their ids; none if there are none."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        todo = [*edges.get(start, ())]
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo += edges.get(one, ())
        return seen

    return sorted(card for card in edges if card in reached(card))


def circular(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look for permanents whose mana is defined through itself.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    if not any(isinstance(node, CouldProduce) for node in nodes(pieces)):
        return
    report.candidates += 1
    boards = (
        [(pieces, {})] if len(pieces) < 2 else [(pieces, {}), (pieces, {piece.id: OPPONENT for piece in pieces[1:]})]
    )
    copies = [Piece(piece.definition, f"{piece.id}-theirs", piece.bystander, piece.fields) for piece in pieces]
    boards.append(([*pieces, *copies], {piece.id: OPPONENT for piece in copies}))
    best: tuple[int, Finding] | None = None
    for several, controlled in boards:
        found = on_board(board(several, controlled=controlled), limits)
        if found is None or (best is not None and len(found.between) <= best[0]):
            continue
        for piece in several:  # the smallest board with a circle of the same cards
            rest = [other for other in several if other is not piece]
            again = on_board(board(rest, controlled=controlled), limits) if rest else None
            if again is not None and again.between == found.between and len(several) > len(pieces):
                several, found = rest, again
        best = (len(found.between), found)
    if best is not None:
        yield best[1]
    report.scope.append(
        f"what {len(pieces)} permanents could produce, all with one player, shared between two, "
        "and with a copy of each for the other"
    )


def on_board(data: Mapping[str, Any], limits: Limits) -> Finding | None:
    """The permanents of a board whose mana is defined through itself, if there are any.

    Args:
        data: the board.
        limits: time and memory.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    edges = refers(data, limits)
    within = circle(edges)
    if not within:
        return None
    answer = could_produce_asp(state_of(data), limits=limits)
    names = {one.id: one.card.name for one in state_of(data).battlefield}
    play = [
        Line(f"What {one} could produce rests on what {', '.join(sorted(edges[one]))} could produce.", ("106.7",))
        for one in within
    ]
    results = {one: "".join(f"{{{kind}}}" for kind in answer.types[one]) or "no mana" for one in within}
    for one in within:
        for kind, steps in answer.because.get(one, {}).items():
            play.append(Line(f"{one} could produce {{{kind}}}: {'; '.join(map(str, steps))}.", ("106.7",)))
    return Finding(
        "circular definition",
        tuple(dict.fromkeys(names[one] for one in within)),
        data,
        tuple(play),
        ({"when": "always", "result": results},),
        ("106.7",),
        "What each could produce rests on itself; what nothing outside the circle provides, none could produce.",
        {"circle": within},
    )


__all__ = ["circle", "circular", "on_board", "refers"]
