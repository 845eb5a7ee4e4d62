"""What an audit knows of each case: its verdict under the book as it is, and what becomes of it under mutants."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .audit_cache import OutcomeCache, digest_of
from .book import Book
from .mutants import Mutant
from .results import installed_digest
from .trials import KILLED, OPEN, TRIES, Baseline, Case, Outcome


class Records:
    """Baselines and outcomes, those that earlier audits have kept among them.

    Args:
        cases: the cases.
        mutants: the mutants, without those that are the book in other words.
        book: the rulebook.
        bundled: whether it is the bundled one, whose digest is known.
        seconds: how long one batch of trials may take: what was given up after as long is not tried again.

    Attributes:
        before: the cases under the book as it is, as far as that is known.
        outcomes: what becomes of each case under the mutants tried on it, by their ids.
        killed: the mutants that some case kills.
        tried: on how many cases each mutant has been tried.
        tame: the mutants under which some grounding came to an end.
    """

    def __init__(
        self, cases: tuple[Case, ...], mutants: tuple[Mutant, ...], book: Book, *, bundled: bool, seconds: float
    ) -> None:
        self.cases = cases
        self.mutants = mutants
        self.before: dict[Case, Baseline] = {}
        self.outcomes: dict[Case, dict[str, Outcome]] = {case: {} for case in cases}
        self.killed: set[str] = set()
        self.tried: Counter[str] = Counter()
        self.tame: set[str] = set()
        self._book = book
        self._bundled = bundled
        self._seconds = seconds
        self._cache = OutcomeCache()
        self._names: dict[Case, str] = {}
        self._known: dict[Case, dict[str, Outcome]] = {}
        self._given_up: dict[Case, dict[str, float]] = {}
        self._too_large: Counter[str] = Counter()

    # --- baselines

    def recalled(self, case: Case) -> bool:
        """Whether the baseline of a case is kept; it is taken over then, with what is known of its mutants."""
        self._names[case] = self._name(case)
        kept = self._cache.read(self._names[case])
        if kept:
            self._adopt(case, kept)
        return bool(kept)

    def keep_baseline(self, case: Case, found: dict[str, Any] | None) -> None:
        """Keep a case's baseline as the workers found it; it is undecided if they came to none."""
        if found is None:
            self.before[case] = Baseline("undecided", -1, 0, 0.0)
            return
        self._cache.merge(self._names[case], lambda _before: found)
        self._adopt(case, found)

    def _name(self, case: Case) -> str:
        """Under what a case and the digest of its content are kept: everything that they may depend on."""
        book = installed_digest() if self._bundled else "\0".join(s.text for s in self._book.statements)
        return digest_of(book, content_of(case), case.part)

    def _adopt(self, case: Case, kept: Mapping[str, Any]) -> None:
        self.before[case] = Baseline(kept["verdict"], kept["beats"], kept["atoms"], kept["seconds"])
        self._names[case] = digest_of("outcomes", kept["content"])
        found = self._cache.read(self._names[case])
        self._known[case] = found.get("outcomes", {})
        self._given_up[case] = found.get("given_up", {})
        if self.before[case].decided:
            self._recall(case)

    def _recall(self, case: Case) -> None:
        """Take over what is known: what is decided, and what was given up though it had as much time as now."""
        known = self._known[case]
        for mutant in self.mutants:
            outcome = known.get(mutant.id)
            if outcome is not None and (outcome not in OPEN or self._is_given_up(case, mutant)):
                self._note(case, mutant, outcome)
                self._too_large[mutant.id] += outcome == "too large"
            if outcome is not None and outcome not in OPEN and outcome != "unnoticed":
                self.tame.add(mutant.id)

    def usable(self) -> list[Case]:
        """The cases that mutants can be tried on, those first that are cheap to ground."""
        decided = [case for case in self.cases if case in self.before and self.before[case].decided]
        return sorted(decided, key=lambda case: (self.before[case].atoms, case.name))

    def left_out(self) -> dict[str, str]:
        """The rulings of which no case can be used, and why."""
        usable = {case.ruling for case in self.usable()}
        return {
            case.ruling: f"its verdict is {self.before[case].verdict}"
            for case in self.cases
            if case in self.before and case.ruling not in usable
        }

    # --- outcomes

    def record(self, case: Case, outcomes: Iterable[tuple[Mutant, Outcome]]) -> None:
        """Note outcomes and keep them."""
        for mutant, outcome in outcomes:
            self._note(case, mutant, outcome)
            self._known[case][mutant.id] = outcome
        mine, given_up = self._known[case], self._given_up[case]

        def merged(before: dict[str, Any]) -> dict[str, Any]:
            """What is decided stays so, whoever found it."""
            found = dict(before.get("outcomes", {}))
            found.update({one: outcome for one, outcome in mine.items() if outcome not in OPEN or one not in found})
            late = dict(before.get("given_up", {}))
            late.update({one: max(seconds, late.get(one, 0.0)) for one, seconds in given_up.items()})
            return {"outcomes": found, "given_up": late}

        self._cache.merge(self._names[case], merged)

    def _note(self, case: Case, mutant: Mutant, outcome: Outcome) -> None:
        self.tried[mutant.id] += mutant.id not in self.outcomes[case]
        self.outcomes[case][mutant.id] = outcome
        if outcome in KILLED:
            self.killed.add(mutant.id)

    def too_large(self, case: Case, mutant: Mutant) -> None:
        """Record that a limit was reached under a mutant all alone."""
        self._too_large[mutant.id] += 1
        self.give_up(case, mutant)
        self.record(case, [(mutant, "too large")])

    def give_up(self, case: Case, mutant: Mutant) -> None:
        """Note that a mutant is not tried on a case again unless there is more time."""
        self._given_up[case][mutant.id] = self._seconds

    def _is_given_up(self, case: Case, mutant: Mutant) -> bool:
        return self._given_up[case].get(mutant.id, 0.0) >= self._seconds

    def alive(self) -> set[str]:
        """The mutants, by id, that no case has killed and that are not too large everywhere."""
        return {m.id for m in self.mutants if m.id not in self.killed and self._too_large[m.id] < TRIES}

    def open(self, case: Case) -> list[Mutant]:
        """The mutants still alive under which some play of a case goes on, and which are not given up."""
        outcomes = self.outcomes[case]
        return [
            mutant
            for mutant in self.mutants
            if mutant.id not in self.killed and outcomes.get(mutant.id) in OPEN and not self._is_given_up(case, mutant)
        ]


def content_of(case: Case) -> str:
    """The ruling of a case as one text."""
    return json.dumps(case.document.data, sort_keys=True, ensure_ascii=False, default=repr)


__all__ = ["Records", "content_of"]
