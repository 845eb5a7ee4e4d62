"""Simulation: a scenario played once, the script fixing the choices; what the script leaves open is listed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import clingo
from manaproof.bridge.scenario import Compiled, Scenario

from .book import Book
from .plays import Beat, Choice, Play
from .search import Search, replay
from .session import Limits
from .wording import is_named, spoken, thing


@dataclass(frozen=True)
class Refusal:
    """Where a script asks for what the rules do not allow.

    Attributes:
        beat: the beat.
        step: the number of the step of the script, and the step in words; None where it is the start.
        says: what is not allowed, in words.
    """

    beat: int
    step: tuple[int, str] | None
    says: str

    def __str__(self) -> str:
        if self.step is None:
            return self.says
        number, shown = self.step
        return f"beat {self.beat}, step {number} ({shown}): {self.says}"


@dataclass(frozen=True)
class Simulation:
    """A scenario played.

    Attributes:
        compiled: the scenario.
        play: the play, with the rules each event rests on, up to the beat at which the script is done, at which the
            rules refuse it or at which the scope ends; None if the rules allow none.
        open: the choices that neither the script nor the rules settle: one of several answers was taken.
        complete: whether the script came to its end.
        refusal: where the rules refuse the script; None if they do not.
    """

    compiled: Compiled
    play: Play | None
    open: tuple[Choice, ...]
    complete: bool
    refusal: Refusal | None = None

    @property
    def broken(self) -> tuple[str, ...]:
        """The claims that fail in this play."""
        if self.play is None:
            return ()
        return tuple(claim.says for claim in self.compiled.claims if claim.number in self.play.violated)


def simulate(
    scenario: Scenario, *, book: Book | None = None, limits: Limits | None = None, citing: bool = True
) -> Simulation:
    """Play a scenario.

    Where something is left open the smallest play is taken: the plainest answers, the fewest actions.

    Args:
        scenario: the scenario.
        book: the rulebook; the bundled one by default.
        limits: time and memory.
        citing: look up the rules that each event rests on.

    Raises:
        InputError: the scenario is wrong.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    rules = book or Book.bundled()
    compiled = scenario.compile(rules.whole.signatures)
    with Search(compiled, rules, limits=limits, playing=True) as search:
        search.deepen()
        proper = [(search.impossibility, False)]
        outcome = search.find(proper, smallest=True)
        complete = outcome.answer is not None
        if outcome.answer is None:
            outcome = search.find(proper, ended=False)
        if outcome.answer is None:
            outcome = search.find(ended=False)
        if outcome.answer is None:
            return Simulation(compiled, None, (), False)
        play = search.play(outcome.answer)
    if citing:
        play = replay(compiled, play, book=rules, limits=limits, citing=True) or play
    refusal = _refusal(compiled, play)
    if refusal is not None:
        before = tuple(beat for beat in play.beats if beat.number < refusal.beat)
        play = replace(play, beats=(*before, Beat(refusal.beat, "refused", (), ())))
    open_ = [choice for beat in play.beats for choice in beat.choices if choice.free]
    return Simulation(compiled, play, tuple(open_), complete, refusal)


def refused(
    compiled: Compiled, *, book: Book | None = None, limits: Limits | None = None, beats: int
) -> Refusal | None:
    """Where the rules refuse a script that cannot be played to its end, from a start considered if there is one.

    Args:
        compiled: the scenario, of which there is no play.
        beats: the last beat at which something may be refused.
        book: the rulebook.
        limits: time and memory.
    """
    with Search(compiled, book, limits=limits, playing=True) as search:
        search.deepen(beats)
        excluded = clingo.parse_term("impossible(scenario,such_that,0)")
        found = search.find([(excluded, False)], ended=False)
        if found.answer is None:
            found = search.find(ended=False)
        return None if found.answer is None else _refusal(compiled, search.play(found.answer))


def _refusal(compiled: Compiled, play: Play) -> Refusal | None:
    """The first thing that is against the rules."""
    if not play.impossible:
        return None
    player, question, at = min((one.arguments for one in play.impossible), key=lambda one: (one[2].number, str(one)))
    if str(question) == "such_that":
        return Refusal(at.number, None, "the start is none of those that 'such_that' speaks of")
    return Refusal(at.number, _step(compiled, play, question, at.number), _not_allowed(player, question))


def _step(compiled: Compiled, play: Play, question: clingo.Symbol, beat: int) -> tuple[int, str] | None:
    """The step of the script that asks for what is refused at a beat.

    It is the one that is due; what an announcement or a payment asks comes of the step before.
    """
    for symbol in play.holds:
        fluent, at = symbol.arguments
        if at.number == beat and is_named(fluent, "script", 1):
            due = fluent.arguments[0]
            number = due.number if due.type is clingo.SymbolType.Number else max(compiled.script.shown, default=0) + 1
            if question.name not in ("act", "step"):
                number = max(1, number - 1)
            return number, compiled.script.shown.get(number, "")
    return None


def _not_allowed(player: clingo.Symbol, question: clingo.Symbol) -> str:
    who = thing(player)
    if question.name == "step":
        return "what it asks for cannot come about now"
    if question.name == "act":
        return f"the rules do not allow {who} to do this now"
    if question.name == "pay":
        return f"{who} can't pay for {thing(question.arguments[0])}"
    if question.arguments:
        return f"the rules do not allow {who} this answer ({spoken(question.name)} of {thing(question.arguments[0])})"
    return f"the rules do not allow {who} this answer ({spoken(question.name)})"


__all__ = ["Refusal", "Simulation", "refused", "simulate"]
