"""What an audit found: the score, what each ruling notices, and what no ruling does (DESIGN section 5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .book import Book
from .mutants import Mutant
from .parsing import Statement
from .trials import KILLED, OPEN, TRIES, Case, Outcome


@dataclass(frozen=True)
class Unpinned:
    """A law of which no mutant was killed.

    Attributes:
        rule: the rule of the book.
        reason: why, as far as the audit sees.
        stated: why that is right, where somebody has stated it (:mod:`.unpinned`).
    """

    rule: Statement
    reason: str
    stated: str | None = None


@dataclass(frozen=True)
class Audit:
    """What an audit found.

    Attributes:
        book: the rulebook.
        rulings: the names of the rulings.
        mutants: the mutants that were tried.
        population: how many mutants there are of the rules in question; more than were tried if they were sampled.
        outcomes: of each case the outcome under the mutants tried on it, by the mutant's id.
        left_out: rulings that mutants cannot be tried on, and why.
        stated: why laws are rightly unpinned, as stated, by their places in the book.
        interrupted: whether the user interrupted, so that not everything was tried.
    """

    book: Book = field(repr=False)
    rulings: tuple[str, ...]
    mutants: tuple[Mutant, ...] = field(repr=False)
    population: int
    outcomes: Mapping[Case, Mapping[str, Outcome]] = field(repr=False)
    left_out: Mapping[str, str]
    stated: Mapping[int, str] = field(default_factory=dict, repr=False)
    interrupted: bool = False

    @cached_property
    def killers(self) -> dict[str, tuple[str, ...]]:
        """The rulings known to kill each killed mutant, by its id."""
        found: dict[str, dict[str, None]] = {}
        for case, outcomes in self.outcomes.items():
            for mutant, outcome in outcomes.items():
                if outcome in KILLED:
                    found.setdefault(mutant, {})[case.ruling] = None
        return {mutant: tuple(sorted(rulings, key=self.rulings.index)) for mutant, rulings in found.items()}

    @cached_property
    def killed(self) -> tuple[Mutant, ...]:
        """The mutants that some ruling kills."""
        return tuple(mutant for mutant in self.mutants if mutant.id in self.killers)

    @property
    def equivalent(self) -> tuple[Mutant, ...]:
        """The mutants that are the book in other words."""
        return tuple(mutant for mutant in self.mutants if mutant.equivalent is not None)

    @property
    def noticed(self) -> Collection[str]:
        """The ids of the mutants that make, or may make, a difference to some play of some ruling."""
        return self.reaching.keys()

    @cached_property
    def undecided(self) -> tuple[Mutant, ...]:
        """The mutants that no ruling kills, as far as could be decided, but some ruling might."""
        open_ = {
            mutant
            for outcomes in self.outcomes.values()
            for mutant, outcome in outcomes.items()
            if outcome in OPEN and mutant not in self.killers
        } - {mutant.id for mutant in self.timed_out}
        return tuple(mutant for mutant in self.mutants if mutant.id in open_)

    @cached_property
    def timed_out(self) -> tuple[Mutant, ...]:
        """The mutants that no ruling kills by a verdict, and under which the prover came to no end on some cases."""
        large = Counter(
            mutant
            for outcomes in self.outcomes.values()
            for mutant, outcome in outcomes.items()
            if outcome == "too large"
        )
        return tuple(one for one in self.mutants if large[one.id] >= TRIES and one.id not in self.killers)

    @property
    def score(self) -> float | None:
        """The part of the mutants, but those equivalent, that is killed or timed out; None if there are none."""
        return _share(len(self.killed) + len(self.timed_out), len(self.mutants) - len(self.equivalent))

    @property
    def score_by_verdicts(self) -> float | None:
        """The same without those that timed out."""
        return _share(len(self.killed), len(self.mutants) - len(self.equivalent))

    @property
    def score_reached(self) -> float | None:
        """The same over those mutants only that make a difference to a play of some ruling."""
        return _share(
            len(self.killed) + len(self.timed_out), sum(1 for mutant in self.mutants if mutant.id in self.noticed)
        )

    @cached_property
    def kills(self) -> dict[str, int]:
        """How many mutants each ruling is known to kill; it was not tried on all, see :attr:`killers`."""
        counts = dict.fromkeys(self.rulings, 0)
        for rulings in self.killers.values():
            for ruling in rulings:
                counts[ruling] += 1
        return counts

    @property
    def idle(self) -> tuple[str, ...]:
        """The rulings that kill no mutant."""
        return tuple(ruling for ruling, count in self.kills.items() if not count and ruling not in self.left_out)

    @cached_property
    def pinned(self) -> dict[int, tuple[str, ...]]:
        """The laws of which a mutant is killed, by their place in the book, with the rulings known to do so."""
        found: dict[int, dict[str, None]] = defaultdict(dict)
        for mutant in self.killed:
            found[mutant.place].update(dict.fromkeys(self.killers[mutant.id]))
        return {place: tuple(sorted(rulings, key=self.rulings.index)) for place, rulings in sorted(found.items())}

    @cached_property
    def unpinned(self) -> tuple[Unpinned, ...]:
        """The laws with mutants that were tried, of which none is killed."""
        of_rule: dict[int, list[Mutant]] = defaultdict(list)
        for mutant in self.mutants:
            of_rule[mutant.place].append(mutant)
        return tuple(
            Unpinned(self.book.statements[place], self._why(of_rule[place]), self.stated.get(place))
            for place in sorted(of_rule)
            if place not in self.pinned
        )

    def _why(self, of_rule: Sequence[Mutant]) -> str:
        if all(mutant.equivalent is not None for mutant in of_rule):
            return "; ".join(sorted({str(mutant.equivalent) for mutant in of_rule}))
        ids = {mutant.id for mutant in of_rule}
        if ids & {mutant.id for mutant in self.timed_out}:
            return "the prover comes to no end where it is changed"
        if ids & {mutant.id for mutant in self.undecided}:
            return "undecided: a limit was reached, or some play goes on beyond the beats looked at"
        named = sorted({ruling for mutant in ids for ruling in self.reaching.get(mutant, ())}, key=self.rulings.index)
        if named:
            return f"reached in {_some(named)}, whose verdicts do not depend on it"
        if not all(self._tried(mutant) for mutant in of_rule):
            return "not tried on every ruling: the audit was interrupted"
        return "in no ruling does it make a difference to a play"

    def _tried(self, mutant: Mutant) -> bool:
        """Whether a mutant was tried on all that it can be tried on, or need not be."""
        return bool(mutant.equivalent) or all(
            mutant.id in outcomes for case, outcomes in self.outcomes.items() if case.ruling not in self.left_out
        )

    @cached_property
    def reaching(self) -> dict[str, tuple[str, ...]]:
        """The rulings in which a mutant makes, or may make, a difference to a play, by its id."""
        found: dict[str, dict[str, None]] = defaultdict(dict)
        for case, outcomes in self.outcomes.items():
            for mutant, outcome in outcomes.items():
                if outcome != "unnoticed":
                    found[mutant][case.ruling] = None
        return {mutant: tuple(rulings) for mutant, rulings in found.items()}

    def to_data(self) -> dict[str, Any]:
        """The audit for ``--json`` (DESIGN section 8)."""
        apart = {mutant.id for mutant in (*self.undecided, *self.timed_out)}
        survivors = [m for m in self.mutants if m.id not in self.killers and not m.equivalent and m.id not in apart]
        return {
            "edition": self.book.edition,
            "mutants": len(self.mutants),
            "killed": len(self.killed),
            "timed_out": len(self.timed_out),
            "score": self.score,
            "score_by_verdicts": self.score_by_verdicts,
            "idle": list(self.idle),
            "unpinned": [
                {
                    "rule": "+".join(one.rule.cites),
                    "place": one.rule.place,
                    "law": one.rule.text.partition(" :- ")[0],
                    "reason": one.reason,
                    "stated": one.stated,
                }
                for one in self.unpinned
            ],
            "equivalent": [{"mutant": mutant.id, "reason": mutant.equivalent} for mutant in self.equivalent],
            "population": self.population,
            "reached": {
                "mutants": sum(1 for mutant in self.mutants if mutant.id in self.noticed),
                "score": self.score_reached,
            },
            "rulings": {ruling: self.left_out.get(ruling) or {"kills": self.kills[ruling]} for ruling in self.rulings},
            "pinned": {self.book.statements[place].place: list(rulings) for place, rulings in self.pinned.items()},
            "survived": [_mutant_data(mutant, self.reaching.get(mutant.id, ())) for mutant in survivors],
            "undecided": [_mutant_data(mutant, self.reaching.get(mutant.id, ())) for mutant in self.undecided],
            "interrupted": self.interrupted,
        }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _some(rulings: Sequence[str]) -> str:
    return ", ".join(rulings[:5]) + (f" and {len(rulings) - 5} others" if len(rulings) > 5 else "")


def _mutant_data(mutant: Mutant, rulings: Sequence[str]) -> dict[str, Any]:
    return {
        "mutant": mutant.id,
        "place": mutant.rule.place,
        "change": mutant.change,
        "reached": bool(rulings),
        "reached_in": list(rulings),
    }


__all__ = ["Audit", "Unpinned"]
