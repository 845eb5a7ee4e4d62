"""Simulation: a scenario played once, the script fixing the choices; what the script leaves open is listed."""

from __future__ import annotations

from dataclasses import dataclass

from manaproof.bridge.scenario import Compiled, Scenario

from .book import Book
from .plays import Choice, Play, Search, replay
from .session import Limits


@dataclass(frozen=True)
class Simulation:
    """A scenario played.

    Attributes:
        compiled: the scenario.
        play: the play, with the rules each event rests on; None if the rules allow none.
        open: the choices that neither the script nor the rules settle: one of several answers was taken.
        complete: whether the script came to its end.
    """

    compiled: Compiled
    play: Play | None
    open: tuple[Choice, ...]
    complete: bool

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
            outcome = search.find(ended=False)
        if outcome.answer is None:
            return Simulation(compiled, None, (), False)
        play = search.play(outcome.answer)
    if citing:
        play = replay(compiled, play, book=rules, limits=limits, citing=True) or play
    open_ = [choice for beat in play.beats for choice in beat.choices if choice.free]
    return Simulation(compiled, play, tuple(open_), complete)


__all__ = ["Simulation", "simulate"]
