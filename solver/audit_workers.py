"""The workers of an audit: what is tried in a process of its own, within a share of time and memory."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from .book import Book
from .isolation import IsolatedError, isolated
from .mutants import Mutant
from .trials import Baseline, Case, alone, baseline, changed_rule, fingerprint, noticeable, trial

SECONDS = 3.0
"""How much of a processor's time any batch of trials may take before it is divided."""

TIMES = 6.0
"""How many times as long as its baseline a batch may take beyond that."""

BRIEF = 1.5
"""The same of a batch that can be divided. Mostly a batch takes as long as its baseline; where its mutants multiply
each other's instances (each amount that one of them changes doubles the sums that gringo thinks possible), or one alone
has no end, it would take forever, and the sooner it is divided the better."""

FEW = 12
"""A batch that was too large is divided into batches of no more than so many."""

LONG = 120.0
"""How much of a processor's time a baseline may take."""

MEGABYTES = 6144.0
"""How much memory one batch may address."""

LEAST, MOST = 8, 100
"""The mutants in a batch: where plays go on beyond the book's, and otherwise."""


@dataclass(frozen=True)
class Task:
    """One piece of work for one process."""

    kind: Literal["baseline", "notice", "trial", "alone"]
    case: Case
    before: Baseline | None
    mutants: tuple[Mutant, ...]
    further: int = 0


@dataclass(frozen=True)
class Workers:
    """Who does the work: this process or several."""

    book: Book | None
    jobs: int
    seconds: float
    megabytes: float | None

    def each(self, tasks: Sequence[Task]) -> Iterator[tuple[Task, Any]]:
        """Do each task; the results in the order in which they are done."""
        if self.jobs <= 1 or len(tasks) <= 1 or self.book is not None:
            for task in tasks:
                yield task, _done(task, self.book, self.seconds, self.megabytes)
            return
        from joblib import Parallel, delayed
        from joblib.externals.loky import get_reusable_executor

        parallel = Parallel(n_jobs=self.jobs, return_as="generator_unordered", batch_size=1)
        try:
            apart = (delayed(_done_apart)(n, task, self.seconds, self.megabytes) for n, task in enumerate(tasks))
            for number, result in parallel(apart):
                yield tasks[number], result
        except (KeyboardInterrupt, GeneratorExit):
            get_reusable_executor().shutdown(wait=False, kill_workers=True)
            raise


def _done_apart(number: int, task: Task, seconds: float, megabytes: float | None) -> tuple[int, Any]:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what an interrupt means
    return number, _done(task, None, seconds, megabytes)


def _done(task: Task, book: Book | None, seconds: float, megabytes: float | None) -> Any:
    """The result of a task; None if a limit was reached."""
    rules = book or Book.bundled()
    for mutant in task.mutants:  # read here, where it is remembered, and not only in the forked process
        changed_rule(mutant)
    case, before, chosen = task.case, task.before, task.mutants

    def work() -> Any:
        if task.kind == "baseline" or before is None:
            found, noticed = baseline(case, rules, chosen)
            return {**asdict(found), "content": fingerprint(case, rules), "noticed": noticed}
        if task.kind == "notice":
            return noticeable(case, rules, chosen, before.beats)
        if task.kind == "trial":
            return trial(case, before, rules, chosen, further=task.further)
        return [alone(case, before, rules, chosen[0])]

    within = LONG
    if before is not None:
        if task.kind != "trial":  # what cannot be divided has more
            within = seconds + 2 * TIMES * before.seconds
        elif len(chosen) > 1:
            within = seconds / 2 + BRIEF * before.seconds
        else:
            within = seconds + TIMES * before.seconds
    try:
        return isolated(work, seconds=within, megabytes=megabytes)
    except IsolatedError as error:
        if task.kind in ("trial", "alone") and str(error).startswith("RuntimeError"):  # clingo gave up on the program
            return None
        raise


__all__ = ["FEW", "LEAST", "MEGABYTES", "MOST", "SECONDS", "Task", "Workers"]
