"""Sessions: facts by grounding, beats, limits, cancelling, cores, optimisation."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Iterator

import clingo
import pytest
from manaproof.solver.book import Book
from manaproof.solver.session import Limits, OutOfMemoryError, OutOfTimeError, Rules, Session, snapshot

COUNTDOWN = Book.from_texts(
    {
        "a.lp": """#program beat(t).
holds(F, t) :- holds(F, t-1), not ends(F, t-1).
holds(F, t) :- begins(F, t-1).
ends(life(L), t) :- holds(life(L), t), L > 0.
begins(life(L-1), t) :- cr("1.1"), holds(life(L), t), L > 0.
finished(t) :- holds(life(0), t).
dead(t) :- cr("1.2"), holds(life(0), t).
{ pick(1..3, t) } = 1.
"""
    }
)
PIGEONS = "{ in(X, 1..11) } = 1 :- X = 1..12. :- in(X, Y), in(Z, Y), X < Z."


def term(text: str) -> clingo.Symbol:
    return clingo.parse_term(text)


@pytest.fixture
def countdown() -> Iterator[Session]:
    with Session(["holds(life(3),0)"], COUNTDOWN.slice([("finished", 1), ("pick", 2)])) as session:
        yield session


def test_a_deterministic_game_is_evaluated_while_grounding(countdown: Session) -> None:
    countdown.ground_through(4)
    assert countdown.is_fact(term("finished(3)"))
    assert countdown.is_fact(term("finished(4)"))
    assert not countdown.is_possible(term("finished(2)"))
    assert sorted(str(s) for s in countdown.facts("finished", 1)) == ["finished(3)", "finished(4)"]
    assert countdown.statistics.beats == 5


def test_beats_may_follow_after_solving(countdown: Session) -> None:
    countdown.ground_through(1)
    assert countdown.solve().satisfiable
    countdown.ground_through(3)
    outcome = countdown.solve(keep=[("finished", 1)])
    assert outcome.answer is not None
    assert outcome.answer.atoms("finished", 1) == (term("finished(3)"),)


def test_the_best_answer_set_is_found(countdown: Session) -> None:
    countdown.ground_through(2)
    countdown.add("#minimize { X, T : pick(X, T) }.")
    outcome = countdown.solve(keep=[("pick", 2)], optimize=True)
    assert outcome.proven
    assert outcome.answer is not None
    assert outcome.answer.cost == (3,)


def test_assumed_rules_and_their_core() -> None:
    rules = COUNTDOWN.slice([("dead", 1)])
    with Session(["holds(life(1),0)"], rules, in_force=Rules.ASSUMED) as session:
        session.ground_through(1)
        session.add(":- dead(1).")
        both = [(term('cr("1.1")'), True), (term('cr("1.2")'), True)]
        outcome = session.solve(both, with_core=True)
        assert not outcome.satisfiable
        assert set(outcome.core) == set(both)
        assert session.solve(both[:1]).satisfiable


def test_rules_not_in_force_do_nothing() -> None:
    with Session(["holds(life(3),0)"], COUNTDOWN.without("1.1").slice([("finished", 1)])) as session:
        session.ground_through(5)
        assert not list(session.possible("finished", 1))


def test_a_time_limit_stops_the_search() -> None:
    with Session([], Book.from_texts({}).whole, PIGEONS, limits=Limits(0.3)) as session:
        session.start()
        began = time.monotonic()
        with pytest.raises(OutOfTimeError):
            session.solve()
        assert time.monotonic() - began < 5


def test_a_time_limit_stops_grounding_between_beats() -> None:
    now = iter(range(100))
    limits = Limits(5, clock=lambda: float(next(now)))
    with Session(["holds(life(3),0)"], COUNTDOWN.slice([("finished", 1)]), limits=limits) as session:
        with pytest.raises(OutOfTimeError):
            session.ground_through(50)
        assert 0 < session.statistics.beats < 50


def test_what_was_found_in_time_is_returned_when_optimizing() -> None:
    text = (
        "{ in(1..60) }. :- #count { X : in(X) } < 20, x. #minimize { X : in(X) }. { x }. "
        + PIGEONS.replace(":- in(X, Y)", ":- x, in(X, Y)")
        + " #minimize { 10000 : not x }."
    )
    with Session([], Book.from_texts({}).whole, text, limits=Limits(1.0)) as session:
        session.start()
        outcome = session.solve(optimize=True, keep=[("x", 0)])
        assert outcome.satisfiable
        assert not outcome.proven


def test_a_memory_limit_stops_the_search() -> None:
    with Session([], Book.from_texts({}).whole, limits=Limits(megabytes=1)) as session, pytest.raises(OutOfMemoryError):
        session.start()


def test_an_interrupt_cancels_the_search() -> None:
    with Session([], Book.from_texts({}).whole, PIGEONS) as session:
        session.start()
        timer = threading.Timer(0.3, _thread.interrupt_main)
        timer.start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            session.solve()
        assert time.monotonic() - began < 5
        assert session.solve([(term("in(1,1)"), True), (term("in(2,1)"), True)]).satisfiable is False


def test_bad_text_is_an_error_with_clingos_message() -> None:
    with Session([], Book.from_texts({}).whole) as session, pytest.raises(RuntimeError, match="syntax error"):
        session.add("a :- b c.")


def test_a_closed_session_says_so(countdown: Session) -> None:
    countdown.close()
    with pytest.raises(RuntimeError, match="closed"):
        countdown.start()


def test_a_snapshot_loads_nothing_of_the_past() -> None:
    answer = snapshot(["holds(life(0),0)"], [("dead", 1)], book=COUNTDOWN)
    assert answer.atoms("dead", 1) == (term("dead(0)"),)
    with pytest.raises(KeyError):
        answer.atoms("holds", 2)
