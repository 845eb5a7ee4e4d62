"""The benchmarks measure what they say; how long anything takes is for them to print, not for a test to assert."""

from __future__ import annotations

import boards
import measure
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manaproof.bridge.state import State
from manaproof.solver.could_produce import could_produce


@given(st.floats(0.5, 3), st.floats(1e-6, 10))
def test_the_fitted_exponent_is_that_of_a_power_law(power: float, factor: float) -> None:
    sizes = [10, 30, 100, 300]
    assert measure.exponent(sizes, [factor * size**power for size in sizes]) == pytest.approx(power)


@pytest.mark.parametrize("board", [boards.lands, boards.basic_lands, boards.mixed])
def test_boards_are_legal_and_of_their_size(board: measure.Callable[[int], str]) -> None:
    state = State.parse(board(40))
    assert len(state.battlefield) == 40
    assert state.problems() == ()
    assert board(40) == board(40)


def test_the_bare_solve_is_of_the_program_that_the_question_comes_to() -> None:
    state = State.parse(boards.lands(6))
    with measure.recorded_programs() as steps:
        answer = could_produce(state)
    assert any(answer.types.values())
    assert any("could_produce" in step.text for step in steps)
    assert measure.bare_solve(steps) > sum(len(types) for types in answer.types.values())


def test_the_recorder_leaves_clingo_as_it_was() -> None:
    before = measure.clingo.Control
    with measure.recorded_programs():
        assert measure.clingo.Control is not before
    assert measure.clingo.Control is before
