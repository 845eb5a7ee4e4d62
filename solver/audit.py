"""The audit: could every proof have failed? (DESIGN section 5).

Each mutant of the rulebook (:mod:`.mutants`) is tried on the rulings (:mod:`.trials`) until one kills it. A mutant that
none kills shows a piece of law on which no proof rests; a ruling that kills none rests on nothing (*idle*); a law of
which no mutant is killed is *unpinned*. A mutant under which the prover, all alone and with many times the time that it
needs under the book, comes to no end has *timed out*: no verdict is a change of the verdict too.

What was found is kept on disk by content: the ruling, the rules that may fire in it, the mutant. So a second run does
only what has changed, and what an interrupted run had finished is not lost.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from manaproof.bridge.scenario import Scenario

from .audit_cache import OutcomeCache, digest_of
from .audit_records import Records, content_of
from .audit_workers import FEW, LEAST, MEGABYTES, MOST, SECONDS, Task, Workers
from .audited import Audit
from .book import STAGING, Book, subject_of
from .equivalence import marked
from .mutants import Mutant, laws, mutants
from .parsing import parse
from .results import installed_digest
from .search import DEMAND, KEPT
from .trials import FURTHER, KILLED, Case, cases
from .unpinned import stated_reasons

PIECES = 4
"""Into how many at least a batch is divided that was too large."""

WAVE = 4
"""How many cases are looked at before it is looked again which mutants are still alive."""

SMALL = 3000
"""To ground a case of no atoms costs as much as so many atoms more."""

CHUNK = 24
"""How many new cases are proved before the mutants of the rules that they cite are tried on them."""

LOOKED = 2000
"""So many mutants are looked at while a case's baseline is found; more, once the cases that cite them are tried."""


@dataclass(frozen=True)
class Progress:
    """How far an audit is.

    Attributes:
        what: what is being done.
        done: how many mutants are decided: killed, or tried on every ruling.
        total: how many there are.
        killed: how many are killed.
    """

    what: str
    done: int
    total: int
    killed: int


def audit(
    scenarios: Sequence[Scenario],
    *,
    book: Book | None = None,
    rules: Iterable[str] = (),
    sample: int | None = None,
    seed: int = 0,
    jobs: int = 1,
    seconds: float = SECONDS,
    megabytes: float | None = MEGABYTES,
    on_progress: Callable[[Progress], None] | None = None,
) -> Audit:
    """Try the mutants of the rulebook on rulings.

    Args:
        scenarios: the rulings.
        book: the rulebook; the bundled one by default. Another one is tried in this process alone.
        rules: only mutants of the laws that cite one of these rules or a rule beneath; all by default.
        sample: try only so many mutants, drawn at random.
        seed: which random sample.
        jobs: how many processes work at once.
        seconds: how long one batch of trials may take.
        megabytes: how much memory one batch may address.
        on_progress: told how far the audit is.

    Returns:
        What was found; what there is of it, if the user interrupts.

    Raises:
        InputError: a ruling is wrong.
        ValueError: no law cites one of the rules.
    """
    whole = book or Book.bundled()
    population = mutants(whole, _places(whole, tuple(rules)))
    stated = stated_reasons(whole) if book is None else {}
    found = cases(scenarios)
    chosen = _marked(_sampled(population, sample, seed), whole, found)
    tried = tuple(mutant for mutant in chosen if mutant.equivalent is None)
    records = Records(found, tried, whole, bundled=book is None, seconds=seconds)
    work = _Work(records, Workers(book, jobs, seconds, megabytes), on_progress or (lambda progress: None))
    interrupted = False
    try:
        work.run()
    except KeyboardInterrupt:
        interrupted = True
    return Audit(
        whole,
        tuple(dict.fromkeys(case.ruling for case in found)),
        chosen,
        len(population),
        {case: records.outcomes[case] for case in found},
        records.left_out(),
        stated,
        interrupted,
    )


def _places(book: Book, rules: tuple[str, ...]) -> list[int] | None:
    """The places of the laws that cite one of some rules, or a rule beneath one: 613 is all of its section."""
    if not rules:
        return None
    found: list[int] = []
    for place, statement in laws(book):
        if any(_is_beneath(cite, rule) for cite in statement.cites for rule in rules):
            found.append(place)
    cited = [cite for place in found for cite in book.statements[place].cites]
    for rule in rules:
        if not any(_is_beneath(cite, rule) for cite in cited):
            raise ValueError(f"no law of the book cites rule {rule}")
    return found


def _is_beneath(cite: str, rule: str) -> bool:
    rest = cite.removeprefix(rule)
    return (rest != cite and not rest[:1].isdigit()) or cite == rule


def _sampled(population: tuple[Mutant, ...], sample: int | None, seed: int) -> tuple[Mutant, ...]:
    """Some of the mutants. Each draws a lot of its own, so that a change of the book changes little of the sample."""
    if sample is None or sample >= len(population):
        return population
    lots = {mutant.id: hashlib.sha256(f"{seed}\0{mutant.id}".encode()).digest() for mutant in population}
    drawn = set(sorted(lots, key=lambda one: lots[one])[:sample])
    return tuple(mutant for mutant in population if mutant.id in drawn)


def _marked(chosen: tuple[Mutant, ...], book: Book, found: Sequence[Case]) -> tuple[Mutant, ...]:
    """The mutants, those marked that show to be the book in other words; what was found is kept."""
    kept = OutcomeCache()
    texts = [installed_digest(), *(statement.text for statement in book.statements)]
    name = digest_of("read", *texts, *(f"{content_of(case)}\0{case.part}" for case in found))
    read = kept.read(name).get("read")
    if read is None:
        read = sorted(_read(found, book))
        kept.merge(name, lambda _before: {"read": read})
    name = digest_of("equivalent", *texts, *read)
    known = kept.read(name)
    seen = tuple(marked(chosen, book, frozenset(read), known))
    fresh = {mutant.id: mutant.equivalent or "" for mutant in seen if mutant.id not in known}
    if fresh:
        kept.merge(name, lambda before: {**before, **fresh})
    return seen


def _read(found: Sequence[Case], book: Book) -> frozenset[str]:
    """The predicates that are read from outside the book: by what is asked of plays, and by the cases' own rules."""
    texts = {case.compiled(book).rules for case in found}
    own = (statement for text in texts for statement in parse("the scenario", text))
    names = {name for statement in own for name, _ in (*statement.reads, *statement.past)}
    return frozenset(names | {name for name, _ in (*DEMAND, *KEPT, *STAGING)})


class _Work:
    """The order of the work."""

    def __init__(self, records: Records, workers: Workers, on_progress: Callable[[Progress], None]) -> None:
        self._records = records
        self._workers = workers
        self._tell = on_progress
        self._looked: dict[Case, set[str]] = defaultdict(set)
        self._number = 0
        self._begun = False

    def run(self) -> None:
        """Everything, in its order: what is known, then what is likely to be killed first.

        New cases come a few at a time, the short ones first, and the later ones need not look at what those kill. So
        an audit that is stopped has found something.
        """
        records = self._records
        new = [case for case in records.cases if not records.recalled(case)]
        cited = {case: self._about(set(case.cites), lambda cite: cite) for case in records.cases}
        self._sweep(records.usable(), cited)
        new.sort(key=lambda case: (len(content_of(case)), case.name))
        for start in range(0, len(new), CHUNK):
            some = new[start : start + CHUNK]
            self._baselines(some)
            self._sweep([case for case in records.usable() if case in some], cited)
        self._begun = True
        order = records.usable()
        self._number = len(order)
        self._sweep(order, {case: self._about(set(map(subject_of, case.cites)), subject_of) for case in order})
        self._sweep(order, {case: {mutant.id for mutant in records.mutants} for case in order})
        self._again(order)
        self._idle(order, cited)

    def _about(self, subjects: set[str], subject: Callable[[str], str]) -> set[str]:
        """The mutants, by id, of rules about what a case is about."""
        return {one.id for one in self._records.mutants if not subjects.isdisjoint(map(subject, one.rule.cites))}

    def _baselines(self, some: Sequence[Case]) -> None:
        """Cases under the book as it is, and on the same occasion what they can notice."""
        records = self._records
        alive = tuple(mutant for mutant in records.mutants if mutant.id not in records.killed)
        looked = alive if len(alive) <= LOOKED else ()
        for task, result in self._workers.each([Task("baseline", case, None, looked) for case in some]):
            noticed = set(result.pop("noticed")) if result is not None else set()
            records.keep_baseline(task.case, result)
            if records.before[task.case].decided:
                self._look(task.case, task.mutants, noticed)
            self._progress(f"proving {task.case.name}")

    def _look(self, case: Case, looked: Sequence[Mutant], noticed: Container[int]) -> list[Mutant]:
        """Those of the mutants looked at that a case may notice; that it does not notice the others is recorded."""
        self._looked[case].update(mutant.id for mutant in looked)
        known = self._records.outcomes[case]
        unnoticed = [one for place, one in enumerate(looked) if place not in noticed and one.id not in known]
        if unnoticed:
            self._records.record(case, ((mutant, "unnoticed") for mutant in unnoticed))
        return [mutant for place, mutant in enumerate(looked) if place in noticed]

    def _sweep(self, order: Sequence[Case], selected: Mapping[Case, set[str]]) -> None:
        """Try on each case the mutants selected for it, as long as they are alive.

        A few cases at a time; first those that may kill the most for what they cost to ground.
        """
        records = self._records
        rest = {case: selected[case] - records.outcomes[case].keys() for case in order}
        while True:
            alive = records.alive()
            rest = {case: left for case, some in rest.items() if (left := some & alive)}
            if not rest:
                return
            first = sorted(rest, key=lambda case: len(rest[case]) / (records.before[case].atoms + SMALL), reverse=True)
            wave = {case: rest.pop(case) for case in first[:WAVE]}
            self._try(
                {case: [mutant for mutant in records.mutants if mutant.id in some] for case, some in wave.items()}
            )

    def _try(self, chosen: Mapping[Case, Sequence[Mutant]]) -> None:
        """Try mutants on cases, first leaving out those that a case cannot notice."""
        noticed = {case: list(some) for case, some in chosen.items()}
        many = [
            Task("notice", case, self._records.before[case], tuple(some))
            for case, some in chosen.items()
            if len(some) > MOST and not self._looked[case].issuperset(mutant.id for mutant in some)
        ]
        for task, result in self._workers.each(many):
            if result is None:  # no filter, then
                continue
            noticed[task.case] = self._look(task.case, task.mutants, set(result))
            self._progress(f"looking at {task.case.name}")
        self._trials([task for case, some in noticed.items() for task in self._batches(case, some, MOST)])

    def _batches(self, case: Case, some: Sequence[Mutant], size: int, further: int = 0) -> Iterator[Task]:
        """Mutants in batches.

        Those of one rule, which multiply each other's instances, go into different ones; one that may have no end is
        first tried alone.
        """
        wild = [mutant for mutant in some if mutant.unbound and mutant.id not in self._records.tame]
        rest = [mutant for mutant in some if not mutant.unbound or mutant.id in self._records.tame]
        count = math.ceil(len(rest) / size)
        for batch in (*((mutant,) for mutant in wild), *(tuple(rest[number::count]) for number in range(count))):
            yield Task("trial", case, self._records.before[case], batch, further)

    def _trials(self, tasks: Sequence[Task]) -> None:
        """Do trials; a batch that is too large is divided until only those are left that are too large alone."""
        while tasks:
            rest: list[Task] = []
            for task, result in self._workers.each(tasks):
                if result is not None:
                    self._records.record(task.case, zip(task.mutants, result, strict=True))
                    self._records.tame.update(mutant.id for mutant in task.mutants)
                elif len(task.mutants) == 1:
                    self._records.too_large(task.case, task.mutants[0])
                else:
                    rest.extend(self._divided(task))
                self._progress(f"trying {task.case.name}")
            tasks = rest

    def _divided(self, task: Task) -> Iterator[Task]:
        count = min(max(PIECES, math.ceil(len(task.mutants) / FEW)), len(task.mutants))
        for number in range(count):
            yield replace(task, mutants=task.mutants[number::count])

    def _again(self, order: Sequence[Case]) -> None:
        """Try again where some play went on beyond the book's: over more beats, then alone over all of them."""
        for start in range(0, len(order), WAVE):
            wave = order[start : start + WAVE]
            self._trials(
                [task for case in wave for task in self._batches(case, self._records.open(case), LEAST, FURTHER)]
            )
        for start in range(0, len(order), WAVE):
            wave = order[start : start + WAVE]
            last = [
                Task("alone", case, self._records.before[case], (m,)) for case in wave for m in self._records.open(case)
            ]
            for task in last:
                self._records.give_up(task.case, task.mutants[0])
            self._trials(last)

    def _idle(self, order: Sequence[Case], cited: Mapping[Case, set[str]]) -> None:
        """Rulings that have killed nothing may do so among the mutants that others killed first."""
        outcomes = self._records.outcomes
        killing = {case.ruling for case in order if KILLED & set(outcomes[case].values())}
        for case in order:
            if case.ruling in killing:
                continue
            rest = [m for m in self._records.mutants if m.id in self._records.killed and m.id not in outcomes[case]]
            rest.sort(key=lambda mutant, case=case: mutant.id not in cited[case])  # type: ignore[misc]
            step = 4 * MOST
            for start in range(0, len(rest), step):
                self._try({case: rest[start : start + step]})
                if KILLED & set(outcomes[case].values()):
                    killing.add(case.ruling)
                    break

    def _progress(self, what: str) -> None:
        records = self._records
        tried = sum(
            1
            for mutant in records.mutants
            if mutant.id in records.killed or (self._begun and records.tried[mutant.id] >= self._number)
        )
        self._tell(Progress(what, tried, len(records.mutants), len(records.killed)))


__all__ = ["Audit", "Progress", "audit"]
