"""Both engines against boards whose answers were read off the rules by hand (``tests/golden/could_produce``)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from golden_boards import Board, boards
from manaproof.bridge.abilities import MANA_TYPES
from manaproof.solver.readings import LITERAL, READINGS

BOARDS = boards()
QUESTIONS = [(board, LITERAL, board.expect) for board in BOARDS] + [
    (board, reading, expect) for board in BOARDS for reading, expect in board.contested.items()
]


@pytest.mark.parametrize("engine", ["asp", "z3"])
@pytest.mark.parametrize(
    ("board", "reading", "expect"), QUESTIONS, ids=[f"{board.name} ({reading})" for board, reading, _ in QUESTIONS]
)
def test_types(board: Board, reading: str, expect: dict[str, str], engine: str) -> None:
    """An engine finds exactly the types expected, and names nothing that it did not understand."""
    from manaproof.solver.could_produce import could_produce

    found = could_produce(board.load(), engine=engine, reading=reading)
    assert {one: "".join(t for t in MANA_TYPES if t in set(found.types[one])) for one in expect} == expect


def test_boards_are_told_apart() -> None:
    """A name is used once, so that a failing test names its board."""
    assert [name for name, times in Counter(board.name for board in BOARDS).items() if times > 1] == []
    assert len(BOARDS) >= 120


@pytest.mark.parametrize("board", BOARDS, ids=[board.name for board in BOARDS])
def test_board_is_possible(board: Board) -> None:
    """The state is one that can be in a game, and the expectations speak of its permanents."""
    state = board.load()
    assert state.problems() == ()
    present = {permanent.id for permanent in state.battlefield}
    for expect in (board.expect, *board.contested.values()):
        assert set(expect) <= present
        assert all("".join(t for t in MANA_TYPES if t in types) == types for types in expect.values())
    assert set(board.contested) <= set(READINGS) - {LITERAL}


def test_citations(root: Path) -> None:
    """Every rule cited is one of the edition's."""
    known = set((root / "asp" / "rule_numbers.txt").read_text(encoding="utf-8").split())
    assert {rule for board in BOARDS for rule in board.cites} <= known
