"""Sessions with clingo: facts in, beats grounded one after the other, answers out, within a time and a memory limit.

Example:
    >>> book = Book.from_texts({"a.lp": '#program beat(t). p(t) :- cr("100.1"), q(t).'})
    >>> with Session(["q(0)"], book.slice([("p", 1)])) as session:
    ...     session.ground_through(0)
    ...     [str(symbol) for symbol in session.facts("p", 1)]
    ['p(0)']
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

import clingo

from .book import Book, Slice, part_of
from .firing import Firing
from .parsing import BASE, Signature
from .shapes import PAST
from .staging import Stages, variant, variants

Assumption = tuple[clingo.Symbol, bool]


class OutOfTimeError(Exception):
    """The time limit is reached."""


class OutOfMemoryError(Exception):
    """The memory limit is reached."""


class Limits:
    """What a question may use up, shared by all its sessions.

    Args:
        seconds: wall time from now, or None.
        megabytes: resident memory of this process, or None.
        clock: where the time comes from (tests bring their own).
    """

    def __init__(
        self,
        seconds: float | None = None,
        megabytes: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._end = None if seconds is None else clock() + seconds
        self._bytes = None if megabytes is None else int(megabytes * 2**20)

    def remaining(self) -> float | None:
        """Seconds left, not below 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - self._clock())

    def check(self) -> None:
        """Raise :class:`OutOfTimeError` or :class:`OutOfMemoryError` if a limit is reached."""
        if self._end is not None and self._clock() >= self._end:
            raise OutOfTimeError
        if self._bytes is not None and resident_bytes() > self._bytes:
            raise OutOfMemoryError


def resident_bytes() -> int:
    """The resident memory of this process now; 0 where the system does not tell."""
    with suppress(ImportError, OSError, ValueError, IndexError):
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * _page_size()
    return 0


def _page_size() -> int:
    import resource

    return resource.getpagesize()


class Rules(Enum):
    """How ``cr/1`` is given: as facts, or free, to be assumed by whoever solves."""

    IN_FORCE = "in force"
    ASSUMED = "assumed"


@dataclass
class Statistics:
    """What a session has cost so far: seconds, and the beats grounded."""

    ground: float = 0.0
    solve: float = 0.0
    beats: int = 0


@dataclass(frozen=True)
class Answer:
    """One answer set, as far as it was asked for.

    Attributes:
        symbols: the true atoms of each predicate asked for.
        cost: the optimisation values, the weightiest first.
    """

    symbols: dict[tuple[str, int], tuple[clingo.Symbol, ...]]
    cost: tuple[int, ...] = ()

    def atoms(self, name: str, arity: int) -> tuple[clingo.Symbol, ...]:
        """The true atoms of a predicate that was asked for.

        Raises:
            KeyError: the predicate was not asked for.
        """
        return self.symbols[name, arity]


@dataclass(frozen=True)
class Outcome:
    """What a call of the solver found.

    Attributes:
        satisfiable: whether there is an answer set.
        answer: the last (and so the best) answer set.
        proven: with an optimisation: whether no better one exists.
        core: with assumptions and no answer set: assumptions that cannot hold together.
    """

    satisfiable: bool
    answer: Answer | None = None
    proven: bool = True
    core: tuple[Assumption, ...] = ()


@dataclass
class Session:
    """A clingo session over a slice of the book. Use it as a context manager; leaving it gives its memory back.

    Args:
        given: facts, as symbols or as text without the full stop.
        rules: the slice of the book in force.
        setup: program text grounded before everything else (choices of a quantified start).
        in_force: whether the cited rules are facts or left to assumptions.
        limits: what may be used up.
    """

    given: Iterable[clingo.Symbol | str]
    rules: Slice
    setup: str = ""
    in_force: Rules = Rules.IN_FORCE
    limits: Limits = field(default_factory=Limits)
    statistics: Statistics = field(default_factory=Statistics)

    def __post_init__(self) -> None:
        self.messages: list[str] = []
        self._control: clingo.Control | None = clingo.Control(
            ["--warn=none"], logger=lambda _code, message: self.messages.append(message), message_limit=20
        )
        self._parts = 0
        self._started = False
        self.firing: Firing | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the session. Its clingo control, and the memory it took, are given back."""
        self._control = None

    @property
    def control(self) -> clingo.Control:
        """The clingo control underneath.

        Raises:
            RuntimeError: the session is closed.
        """
        if self._control is None:
            raise RuntimeError("the session is closed")
        return self._control

    def add(self, text: str) -> None:
        """Add program text and ground it at once, as a part of its own.

        Raises:
            RuntimeError: the text is no ASP or cannot be grounded; the message is clingo's.
            OutOfTimeError, OutOfMemoryError: a limit is reached.
        """
        self.limits.check()
        began = time.perf_counter()
        self._parts += 1
        name = f"part{self._parts}"
        try:
            self._add(name, text, ground=True)
        finally:
            self.statistics.ground += time.perf_counter() - began

    def _add(self, name: str, text: str, *, ground: bool = False) -> None:
        seen = len(self.messages)
        try:
            self.control.add(name, [], text)
            if ground:
                self.control.ground([(name, [])])
        except RuntimeError as error:
            raise RuntimeError("; ".join(self.messages[seen:]) or str(error)) from None

    def start(self) -> None:
        """Ground what does not change: the rules in force, the facts, the setup, the base parts."""
        if self._started:
            return
        self._started = True
        form = "cr({})." if self.in_force is Rules.IN_FORCE else "{{ cr({}) }}."
        numbers = "\n".join(form.format(clingo.String(cite)) for cite in self.rules.citations)
        facts = "\n".join(f"{fact}." for fact in self.given)
        self.add(f"{numbers}\n{facts}\n{self.setup}\n{self.rules.base}")

    def ground_through(self, beat: int) -> None:
        """Ground every beat up to and including *beat* that is not grounded yet.

        Raises:
            OutOfTimeError, OutOfMemoryError: a limit is reached; the beats already grounded stay.
        """
        self.start()
        while self.statistics.beats <= beat:
            self.limits.check()
            began = time.perf_counter()
            try:
                if self.statistics.beats == 0:
                    self._add("base", self.rules.game(self.stages))
                    self.control.ground([("hand", [clingo.Number(-1)])])
                number = self.statistics.beats
                self.control.ground([(part_of(index), [clingo.Number(number)]) for index in self._firing_at(number)])
                self.control.ground([("hand", [clingo.Number(number)])])
            finally:
                self.statistics.ground += time.perf_counter() - began
            self.statistics.beats += 1

    @cached_property
    def stages(self) -> Stages:
        """The moments that the beats need, as the base parts have found them (``live/1``, ``worlds/1``,.

        ``producing``).
        """
        return Stages(
            frozenset(str(symbol.arguments[0]) for symbol in self.possible("live", 1)),
            frozenset(str(symbol.arguments[0]) for symbol in self.possible("worlds", 1)),
            any(True for _ in self.possible("producing", 0)),
        )

    def _firing_at(self, beat: int) -> Iterable[int]:
        """The statements of the rules, by their place, that are to be grounded for a beat."""
        if self.firing is None:
            return [index for index, statement in enumerate(self.rules.statements) if statement.part != BASE]
        atoms = self.control.symbolic_atoms
        before = [
            clingo.Function(name, atom.symbol.arguments)
            for name, arity in self.firing.past
            for atom in atoms.by_signature(name + PAST, arity)
            if atom.symbol.arguments[-1].number == beat - 1
        ]
        return self.firing.at(beat, before)

    def prune(self) -> None:
        """Leave out the rules that cannot fire; from now on they are looked at again before each beat."""
        self.start()
        self.firing = Firing(self.rules, (atom.symbol for atom in self.control.symbolic_atoms))
        self.rules = self.firing.rules

    def is_fact(self, symbol: clingo.Symbol) -> bool:
        """Whether the atom is true in every answer set because grounding alone showed it."""
        atom = self.control.symbolic_atoms[variant(symbol)]
        return atom is not None and atom.is_fact

    def is_possible(self, symbol: clingo.Symbol) -> bool:
        """Whether grounding left open that the atom is true."""
        return self.control.symbolic_atoms[variant(symbol)] is not None

    def facts(self, name: str, arity: int) -> Iterator[clingo.Symbol]:
        """The atoms of a predicate that grounding showed true."""
        for symbol, atom in self._atoms(name, arity):
            if atom.is_fact:
                yield symbol

    def possible(self, name: str, arity: int) -> Iterator[clingo.Symbol]:
        """The atoms of a predicate that grounding did not show false."""
        for symbol, _ in self._atoms(name, arity):
            yield symbol

    def _atoms(self, name: str, arity: int) -> Iterator[tuple[clingo.Symbol, clingo.SymbolicAtom]]:
        """The atoms of a predicate in the book's own spelling."""
        atoms = self.control.symbolic_atoms
        for known in variants(name):
            for atom in atoms.by_signature(known, arity):
                yield (atom.symbol if known == name else clingo.Function(name, atom.symbol.arguments)), atom

    def solve(
        self,
        assumptions: Sequence[Assumption] = (),
        *,
        keep: Iterable[tuple[str, int]] = (),
        optimize: bool = False,
        with_core: bool = False,
    ) -> Outcome:
        """Look for an answer set.

        Args:
            assumptions: atoms assumed true or false.
            keep: the predicates whose true atoms are wanted.
            optimize: go on to the best answer set (otherwise any will do).
            with_core: return the assumptions that cannot hold together.

        Raises:
            OutOfTimeError, OutOfMemoryError: a limit is reached. When optimizing and an answer set was found
            already, that one
                is returned instead, not ``proven``.
            KeyboardInterrupt: the search is cancelled first.
        """
        self.limits.check()
        control = self.control
        control.configuration.solve.models = 0 if optimize else 1  # type: ignore[union-attr]
        control.configuration.solve.opt_mode = "opt" if optimize else "ignore"  # type: ignore[union-attr]
        keep = tuple(keep)
        best: Answer | None = None
        began = time.perf_counter()
        try:
            with control.solve(assumptions, yield_=True, async_=True) as handle:
                try:
                    while True:
                        handle.resume()
                        self._wait(handle)
                        model = handle.model()
                        if model is None:
                            break
                        best = self._answer(model, keep)
                        if not optimize:
                            break
                except (OutOfTimeError, OutOfMemoryError):
                    handle.cancel()
                    if best is None:
                        raise
                    return Outcome(True, best, proven=False)
                except KeyboardInterrupt:
                    handle.cancel()
                    raise
                if best is not None:
                    handle.cancel()
                    return Outcome(True, best)
                core = self._core(handle.core(), assumptions) if with_core else ()
                return Outcome(False, core=core)
        finally:
            self.statistics.solve += time.perf_counter() - began

    def every(
        self, assumptions: Sequence[Assumption] = (), *, keep: Iterable[tuple[str, int]] = (), most: int = 100
    ) -> Iterator[Answer]:
        """Answer sets one after the other.

        Args:
            assumptions: atoms assumed true or false.
            keep: the predicates whose true atoms are wanted.
            most: how many at most; that there are more shows in that one more than these is given.

        Raises:
            OutOfTimeError, OutOfMemoryError: a limit is reached.
            KeyboardInterrupt: the search is cancelled first.
        """
        self.limits.check()
        control = self.control
        control.configuration.solve.models = most + 1  # type: ignore[union-attr]
        control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
        keep = tuple(keep)
        began = time.perf_counter()
        with control.solve(assumptions, yield_=True, async_=True) as handle:
            try:
                while True:
                    handle.resume()
                    self._wait(handle)
                    model = handle.model()
                    if model is None:
                        break
                    yield self._answer(model, keep)
            finally:
                handle.cancel()
                self.statistics.solve += time.perf_counter() - began

    def _wait(self, handle: clingo.SolveHandle) -> None:
        """Wait for the next result in slices short enough that a signal or a limit is noticed."""
        while True:
            remaining = self.limits.remaining()
            if handle.wait(0.1 if remaining is None else min(0.1, remaining)):
                return
            self.limits.check()

    def _answer(self, model: clingo.Model, keep: tuple[tuple[str, int], ...]) -> Answer:
        symbols = {
            (name, arity): tuple(
                symbol
                for symbol, atom in self._atoms(name, arity)
                if atom.is_fact or (atom.literal and model.is_true(atom.literal))  # 0: nothing derives the atom
            )
            for name, arity in keep
        }
        return Answer(symbols, tuple(model.cost))

    def _core(self, literals: Sequence[int], assumptions: Sequence[Assumption]) -> tuple[Assumption, ...]:
        core = set(literals)
        found = []
        for symbol, value in assumptions:
            atom = self.control.symbolic_atoms[symbol]
            if atom is not None and (atom.literal if value else -atom.literal) in core:
                found.append((symbol, value))
        return tuple(found)


def snapshot(
    facts: Iterable[clingo.Symbol | str],
    demand: Iterable[tuple[str, int]],
    *,
    book: Book | None = None,
    limits: Limits | None = None,
) -> Answer:
    """Evaluate predicates in a state, at beat 0, without playing on: only the rules they rest on are loaded.

    Args:
        facts: the state.
        demand: the predicates wanted, by name and arity.
        book: the rulebook; the bundled one by default.
        limits: time and memory.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
        ValueError: the state leaves no answer set or several, so that it is no plain snapshot.
    """
    wanted = tuple(Signature(*predicate) for predicate in demand)
    rules = (book or Book.bundled()).slice(wanted, snapshot=True)
    with Session(facts, rules, limits=limits or Limits()) as session:
        session.ground_through(0)
        outcome = session.solve(keep=wanted)
        if outcome.answer is None:
            raise ValueError("the rules contradict this state")
        return outcome.answer


__all__ = [
    "Answer",
    "Assumption",
    "Limits",
    "OutOfMemoryError",
    "OutOfTimeError",
    "Outcome",
    "Rules",
    "Session",
    "Statistics",
    "resident_bytes",
    "snapshot",
]
