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
import json
import math
import os
import signal
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

import clingo
from manaproof.bridge.scenario import Scenario

from .audited import Audit
from .book import STAGING, Book, subject_of
from .equivalence import marked
from .isolation import IsolatedError, isolated
from .mutants import Mutant, laws, mutants
from .parsing import cache_folder, parse
from .plays import DEMAND, KEPT
from .results import installed_digest
from .trials import (
    FURTHER,
    KILLED,
    OPEN,
    TRIES,
    Baseline,
    Case,
    Outcome,
    alone,
    baseline,
    cases,
    changed_rule,
    fingerprint,
    noticeable,
    trial,
)
from .unpinned import stated_reasons

SECONDS = 3.0
"""How much of a processor's time any batch of trials may take before it is divided."""

TIMES = 6.0
"""How many times as long as its baseline a batch may take beyond that; twice as many for a hundred mutants."""

LONG = 120.0
"""How much of a processor's time a baseline may take."""

PIECES = 4
"""Into how many a batch is divided that was too large."""

MEGABYTES = 6144.0
"""How much memory one batch may address."""

WAVE = 4
"""How many cases are looked at before it is looked again which mutants are still alive."""

LEAST, MOST = 8, 100
"""The mutants in a batch: where plays go on beyond the book's, and otherwise."""

SMALL = 3000
"""To ground a case of no atoms costs as much as so many atoms more."""

CHUNK = 24
"""How many new cases are proved before the mutants of the rules that they cite are tried on them."""

FEW = 2000
"""So many mutants are looked at while a case's baseline is found; more, once the cases that cite them are tried."""

_FORMAT = "3"


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
    crew = _Crew(book, jobs, seconds, megabytes)
    work = _Audit(found, whole, chosen, crew, on_progress or (lambda progress: None))
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
        {case: work.outcomes[case] for case in found},
        work.left_out(),
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
    kept = _Kept()
    texts = [installed_digest(), *(statement.text for statement in book.statements)]
    name = _digest("read", *texts, *(f"{_content(case)}\0{case.part}" for case in found))
    read = kept.read(name).get("read")
    if read is None:
        read = sorted(_read(found, book))
        kept.merge(name, lambda _before: {"read": read})
    name = _digest("equivalent", *texts, *read)
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


@dataclass(frozen=True)
class _Task:
    """One piece of work for one process."""

    kind: Literal["baseline", "notice", "trial", "alone"]
    case: Case
    before: Baseline | None
    mutants: tuple[Mutant, ...]
    further: int = 0


@dataclass(frozen=True)
class _Crew:
    """Who does the work: this process or several."""

    book: Book | None
    jobs: int
    seconds: float
    megabytes: float | None

    def each(self, tasks: Sequence[_Task]) -> Iterator[tuple[_Task, Any]]:
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


def _done_apart(number: int, task: _Task, seconds: float, megabytes: float | None) -> tuple[int, Any]:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what an interrupt means
    return number, _done(task, None, seconds, megabytes)


def _done(task: _Task, book: Book | None, seconds: float, megabytes: float | None) -> Any:
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
        times = (
            TIMES * (1 + len(chosen) / MOST) if task.kind == "trial" else 2 * TIMES
        )  # what cannot be divided has more
        within = seconds + times * before.seconds
    try:
        return isolated(work, seconds=within, megabytes=megabytes)
    except IsolatedError as error:
        if task.kind in ("trial", "alone") and str(error).startswith("RuntimeError"):  # clingo gave up on the program
            return None
        raise


class _Kept:
    """Outcomes kept on disk, a file for each case as it stands with the rules that may fire in it."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        with suppress(OSError, RuntimeError):
            self._folder = cache_folder() / "audit"

    def read(self, name: str) -> dict[str, Any]:
        """What is kept under a name; nothing if it cannot be read."""
        if self._folder is not None:
            with suppress(OSError, ValueError):
                found = json.loads((self._folder / f"{name}.json").read_text("utf-8"))
                if isinstance(found, dict):
                    return found
        return {}

    def merge(self, name: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
        """Keep something, with what others have kept there meanwhile.

        A folder that cannot be written to is done without.

        Args:
            name: where.
            change: what is to be there, from what is.

        Returns:
            What is there now.
        """
        if self._folder is None:
            return change({})
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            content = change(self.read(name))
            with suppress(OSError):
                with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self._folder, delete=False) as handle:
                    json.dump(content, handle)
                os.replace(handle.name, self._folder / f"{name}.json")
        return content

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While this lasts no other process changes what is kept, where the system has locks."""
        with ExitStack() as stack:
            with suppress(ImportError, OSError):
                import fcntl

                assert self._folder is not None
                handle = stack.enter_context((self._folder / "lock").open("w"))
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield


def _content(case: Case) -> str:
    """The ruling of a case as one text."""
    return json.dumps(case.document.data, sort_keys=True, ensure_ascii=False, default=repr)


def _digest(*contents: str) -> str:
    return hashlib.sha256("\0".join((_FORMAT, clingo.__version__, *contents)).encode()).hexdigest()[:40]


class _Audit:
    """The order of the work."""

    def __init__(
        self,
        found: tuple[Case, ...],
        book: Book,
        chosen: tuple[Mutant, ...],
        crew: _Crew,
        on_progress: Callable[[Progress], None],
    ) -> None:
        self.cases = found
        self.mutants = tuple(mutant for mutant in chosen if mutant.equivalent is None)
        self.before: dict[Case, Baseline] = {}
        self.outcomes: dict[Case, dict[str, Outcome]] = {case: {} for case in found}
        self.killed: set[str] = set()
        self._book = book
        self._crew = crew
        self._tell = on_progress
        self._kept = _Kept()
        self._names: dict[Case, str] = {}
        self._known: dict[Case, dict[str, Outcome]] = {}
        self._given_up: dict[Case, dict[str, float]] = {}
        self._looked: dict[Case, set[str]] = defaultdict(set)
        self._tried: Counter[str] = Counter()
        self._number = 0
        self._begun = False
        self._tame: set[str] = set()
        self._too_large: Counter[str] = Counter()

    def run(self) -> None:
        """Everything, in its order: what is known, then what is likely to be killed first.

        New cases come a few at a time, the short ones first, and the later ones need not look at what those kill. So
        an audit that is stopped has found something.
        """
        new = [case for case in self.cases if not self._known_case(case)]
        cited = {case: self._about(set(case.cites), lambda cite: cite) for case in self.cases}
        self._sweep(self._order(), cited)
        new.sort(key=lambda case: (len(_content(case)), case.name))
        for start in range(0, len(new), CHUNK):
            some = new[start : start + CHUNK]
            self._baselines(some)
            self._sweep([case for case in self._order() if case in some], cited)
        self._begun = True
        order = self._order()
        self._number = len(order)
        self._sweep(order, {case: self._about(set(map(subject_of, case.cites)), subject_of) for case in order})
        self._sweep(order, {case: {mutant.id for mutant in self.mutants} for case in order})
        self._again(order)
        self._idle(order, cited)

    def _order(self) -> list[Case]:
        """The cases that mutants can be tried on, those first that are cheap to ground."""
        return sorted(self._usable(), key=lambda case: (self.before[case].atoms, case.name))

    def _known_case(self, case: Case) -> bool:
        """Whether the baseline of a case is kept; it is taken over then, with what is known of its mutants."""
        self._names[case] = self._name(case)
        kept = self._kept.read(self._names[case])
        if kept:
            self._adopt(case, kept)
        return bool(kept)

    def _about(self, subjects: set[str], subject: Callable[[str], str]) -> set[str]:
        """The mutants, by id, of rules about what a case is about."""
        return {mutant.id for mutant in self.mutants if not subjects.isdisjoint(map(subject, mutant.rule.cites))}

    def _usable(self) -> list[Case]:
        return [case for case in self.cases if case in self.before and self.before[case].decided]

    def left_out(self) -> dict[str, str]:
        """The rulings of which no case can be used, and why."""
        usable = {case.ruling for case in self._usable()}
        return {
            case.ruling: f"its verdict is {self.before[case].verdict}"
            for case in self.cases
            if case in self.before and case.ruling not in usable
        }

    def _baselines(self, some: Sequence[Case]) -> None:
        """Cases under the book as it is, and on the same occasion what they can notice."""
        alive = tuple(mutant for mutant in self.mutants if mutant.id not in self.killed)
        looked = alive if len(alive) <= FEW else ()
        for task, result in self._crew.each([_Task("baseline", case, None, looked) for case in some]):
            case = task.case
            if result is None:
                self.before[case] = Baseline("undecided", -1, 0, 0.0)
            else:
                noticed = set(result.pop("noticed"))
                self._kept.merge(self._names[case], lambda _before, result=result: result)  # type: ignore[misc]
                self._adopt(case, result)
                if self.before[case].decided:
                    self._look(case, task.mutants, noticed)
            self._progress(f"proving {case.name}")

    def _look(self, case: Case, looked: Sequence[Mutant], noticed: Container[int]) -> list[Mutant]:
        """Those of the mutants looked at that a case may notice; that it does not notice the others is recorded."""
        self._looked[case].update(mutant.id for mutant in looked)
        known = self.outcomes[case]
        unnoticed = [one for place, one in enumerate(looked) if place not in noticed and one.id not in known]
        if unnoticed:
            self._record(case, ((mutant, "unnoticed") for mutant in unnoticed))
        return [mutant for place, mutant in enumerate(looked) if place in noticed]

    def _name(self, case: Case) -> str:
        """Under what a case and the digest of its content are kept: everything that they may depend on."""
        book = installed_digest() if self._crew.book is None else "\0".join(s.text for s in self._book.statements)
        return _digest(book, _content(case), case.part)

    def _adopt(self, case: Case, kept: Mapping[str, Any]) -> None:
        self.before[case] = Baseline(kept["verdict"], kept["beats"], kept["atoms"], kept["seconds"])
        self._names[case] = _digest("outcomes", kept["content"])
        found = self._kept.read(self._names[case])
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
                self._tame.add(mutant.id)

    def _is_given_up(self, case: Case, mutant: Mutant) -> bool:
        return self._given_up[case].get(mutant.id, 0.0) >= self._crew.seconds

    def _note(self, case: Case, mutant: Mutant, outcome: Outcome) -> None:
        self._tried[mutant.id] += mutant.id not in self.outcomes[case]
        self.outcomes[case][mutant.id] = outcome
        if outcome in KILLED:
            self.killed.add(mutant.id)

    def _record(self, case: Case, outcomes: Iterable[tuple[Mutant, Outcome]]) -> None:
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

        self._kept.merge(self._names[case], merged)

    def _sweep(self, order: Sequence[Case], selected: Mapping[Case, set[str]]) -> None:
        """Try on each case the mutants selected for it, as long as they are alive.

        A few cases at a time; first those that may kill the most for what they cost to ground.
        """
        rest = {case: selected[case] - self.outcomes[case].keys() for case in order}
        while True:
            alive = {m.id for m in self.mutants if m.id not in self.killed and self._too_large[m.id] < TRIES}
            rest = {case: left for case, some in rest.items() if (left := some & alive)}
            if not rest:
                return
            first = sorted(rest, key=lambda case: len(rest[case]) / (self.before[case].atoms + SMALL), reverse=True)
            wave = {case: rest.pop(case) for case in first[:WAVE]}
            self._try({case: [mutant for mutant in self.mutants if mutant.id in some] for case, some in wave.items()})

    def _try(self, chosen: Mapping[Case, Sequence[Mutant]]) -> None:
        """Try mutants on cases, first leaving out those that a case cannot notice."""
        noticed = {case: list(some) for case, some in chosen.items()}
        many = [
            _Task("notice", case, self.before[case], tuple(some))
            for case, some in chosen.items()
            if len(some) > MOST and not self._looked[case].issuperset(mutant.id for mutant in some)
        ]
        for task, result in self._crew.each(many):
            if result is None:  # no filter, then
                continue
            noticed[task.case] = self._look(task.case, task.mutants, set(result))
            self._progress(f"looking at {task.case.name}")
        self._trials([task for case, some in noticed.items() for task in self._batches(case, some, MOST)])

    def _batches(self, case: Case, some: Sequence[Mutant], size: int, further: int = 0) -> Iterator[_Task]:
        """Mutants in batches.

        Those of one rule, which multiply each other's instances, go into different ones; one that may have no end is
        first tried alone.
        """
        wild = [mutant for mutant in some if mutant.unbound and mutant.id not in self._tame]
        rest = [mutant for mutant in some if not mutant.unbound or mutant.id in self._tame]
        count = math.ceil(len(rest) / size)
        for batch in (*((mutant,) for mutant in wild), *(tuple(rest[number::count]) for number in range(count))):
            yield _Task("trial", case, self.before[case], batch, further)

    def _trials(self, tasks: Sequence[_Task]) -> None:
        """Do trials; a batch that is too large is divided until only those are left that are too large alone."""
        while tasks:
            rest: list[_Task] = []
            for task, result in self._crew.each(tasks):
                if result is not None:
                    self._record(task.case, zip(task.mutants, result, strict=True))
                    self._tame.update(mutant.id for mutant in task.mutants)
                elif len(task.mutants) == 1:
                    self._too_large[task.mutants[0].id] += 1
                    self._given_up[task.case][task.mutants[0].id] = self._crew.seconds
                    self._record(task.case, [(task.mutants[0], "too large")])
                else:
                    rest.extend(self._divided(task))
                self._progress(f"trying {task.case.name}")
            tasks = rest

    def _divided(self, task: _Task) -> Iterator[_Task]:
        count = min(PIECES, len(task.mutants))
        for number in range(count):
            yield replace(task, mutants=task.mutants[number::count])

    def _open(self, case: Case) -> list[Mutant]:
        """The mutants still alive under which some play of a case goes on, and which are not given up."""
        outcomes = self.outcomes[case]
        return [
            mutant
            for mutant in self.mutants
            if mutant.id not in self.killed and outcomes.get(mutant.id) in OPEN and not self._is_given_up(case, mutant)
        ]

    def _again(self, order: Sequence[Case]) -> None:
        """Try again where some play went on beyond the book's: over more beats, then alone over all of them."""
        for start in range(0, len(order), WAVE):
            wave = order[start : start + WAVE]
            self._trials([task for case in wave for task in self._batches(case, self._open(case), LEAST, FURTHER)])
        for start in range(0, len(order), WAVE):
            wave = order[start : start + WAVE]
            last = [_Task("alone", case, self.before[case], (m,)) for case in wave for m in self._open(case)]
            for task in last:
                self._given_up[task.case][task.mutants[0].id] = self._crew.seconds
            self._trials(last)

    def _idle(self, order: Sequence[Case], cited: Mapping[Case, set[str]]) -> None:
        """Rulings that have killed nothing may do so among the mutants that others killed first."""
        killing = {case.ruling for case in order if KILLED & set(self.outcomes[case].values())}
        for case in order:
            if case.ruling in killing:
                continue
            rest = [m for m in self.mutants if m.id in self.killed and m.id not in self.outcomes[case]]
            rest.sort(key=lambda mutant, case=case: mutant.id not in cited[case])  # type: ignore[misc]
            step = 4 * MOST
            for start in range(0, len(rest), step):
                self._try({case: rest[start : start + step]})
                if KILLED & set(self.outcomes[case].values()):
                    killing.add(case.ruling)
                    break

    def _progress(self, what: str) -> None:
        tried = sum(
            1
            for mutant in self.mutants
            if mutant.id in self.killed or (self._begun and self._tried[mutant.id] >= self._number)
        )
        self._tell(Progress(what, tried, len(self.mutants), len(self.killed)))


__all__ = ["Audit", "Progress", "audit"]
