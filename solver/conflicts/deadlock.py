"""Deadlocks of the game's end: every player is due to lose and none can (101.2, 104.3).

On a board on which the cards let nobody lose, both players have 0 life and no library. If a whole round of turns in
which they only pass brings the same state again, nothing that the rules do by themselves ever ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from manaproof.bridge.abilities.statics import PlayerCant
from manaproof.bridge.errors import InputError

from ..session import Limits
from .cases import Case, Round, plays
from .findings import Finding, Line, Report
from .loops import ON_AND_ON
from .pieces import OPPONENT, Piece, board, nodes
from .recurrence import states

BEATS = 34
"""Two turns in which players only pass, and somewhat more."""


def deadlocks(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look for boards on which a game that should end can't.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the finding.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    if not any(isinstance(node, PlayerCant) and node.what == "lose_game" for node in nodes(pieces)):
        return
    report.candidates += 1
    boards: list[tuple[Sequence[Piece], dict[str, str]]] = [(pieces, {})]
    if len(pieces) > 1:
        boards.append((pieces, {piece.id: OPPONENT for piece in pieces[1:]}))
    for several, controlled in boards:
        try:
            found = on_board(_due(board(several, controlled=controlled)), [p.definition.name for p in pieces], limits)
        except InputError:
            continue
        if found is not None:
            yield found
            break
    report.scope.append(
        "whether a game in which both players are due to lose ends within two turns, "
        f"{len(boards)} ways to share the cards"
    )


def _due(data: dict[str, Any]) -> dict[str, Any]:
    """The board with both players at 0 life."""
    for player in data["players"].values():
        player["life"] = 0
    return data


def on_board(data: Mapping[str, Any], between: Sequence[str], limits: Limits) -> Finding | None:
    """The deadlock of a board, if it is one.

    Args:
        data: the board, both players due to lose.
        between: the names of the cards.
        limits: time and memory.

    Raises:
        InputError: the board is none.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    case = Case("players only pass", data, (ON_AND_ON,), beats=BEATS, to_the_end=False)
    for one in plays(case, limits, most=4).every:
        kept = {str(a.arguments[0]) for a in one.atoms("player_cant", 3) if str(a.arguments[1]) == "lose_game"}
        if len(kept) < len(data["players"]) or any(
            _ended(event.name) for beat in one.play.beats for event, _ in beat.events
        ):
            return None
        found = states(one.answer.atoms("holds", 2), {}, BEATS)
        for again in range(len(found) - 1, 0, -1):
            if found[0].shape == found[again].shape and set(found[again].change(found[0])) == {("turns",)}:
                return _finding(one, again, found[again].change(found[0])["turns",], between, limits)
    return None


def _ended(event: str) -> bool:
    return event in ("lose", "win", "draw_game")


def _finding(one: Round, again: int, turns: int, between: Sequence[str], limits: Limits) -> Finding:
    cut = replace(one, play=replace(one.play, beats=tuple(beat for beat in one.play.beats if beat.number < again)))
    return Finding(
        "deadlock",
        tuple(between),
        one.play.state.to_data(),
        (
            Line("Both players have 0 life, and no player can lose the game.", ("704.5a", "101.2")),
            *cut.told(limits),
            Line(f"After {turns} turns the same state is there again.", ("104.1",)),
        ),
        ({"when": "players only pass", "result": "the game does not end"},),
        ("101.2", "104.3", "704.5a"),
        "Every player is due to lose and none can. Nothing in the rules ends the game by itself: passing is no "
        "mandatory action, so that 104.4b makes no draw of it. A player may concede (104.3a).",
        {"turns": turns},
    )


__all__ = ["deadlocks", "on_board"]
