"""Every theorem that Z3 decides: on all boards of a palette what could be produced, over all integers arithmetic."""

from __future__ import annotations

from collections.abc import Callable

from manaproof.bridge.scenario import THEOREMS as SUBJECTS

from .book import rule_order
from .z3engine.integer_theorems import THEOREMS, IntegerTheorem
from .z3engine.theorems import Clock, Theorem
from .z3engine.theorems import theorems as about_boards
from .z3engine.verdicts import Verdict


def every_theorem() -> tuple[Theorem, ...]:
    """Every theorem, each with the verdict that it is known to have; those that scenarios may name last."""
    arithmetic = (
        Theorem(
            name,
            f"For all integers: {SUBJECTS[name]}.",
            "proved for all integers",
            tuple(sorted(theorem.rules, key=rule_order)),
            _timed(theorem),
        )
        for name, theorem in THEOREMS.items()
    )
    return (*about_boards(), *arithmetic)


def _timed(theorem: IntegerTheorem) -> Callable[[Clock], Verdict]:
    def check(clock: Clock) -> Verdict:
        left = clock()
        if left <= 0:
            raise TimeoutError
        return theorem.check(seconds=left)

    return check


__all__ = ["every_theorem"]
