"""Trials: does a ruling notice that a rule was changed? Many mutants are tried at once, in one grounding.

A *case* is a ruling or one of its parts. It *kills* a mutant of the rulebook (:mod:`.mutants`) if its verdict under the
mutant is another than under the book as it is.

Grounding costs far more than solving, so a batch of mutants shares one: each changed rule is written twice, as it
stands with the guard ``not mutant(K)`` and as changed with the guard ``mutant(K)``, and at most one ``mutant(K)`` is
chosen. Each question about a mutant is then a call of the solver under assumptions; what is asked of all at once
("under which mutant is a claim broken?") takes one call more than there are answers.

Before that, :func:`noticeable` leaves out what cannot make a difference: within a beat everything flows one way, so the
plays under a mutant part from the plays of the book, if they do, where an instance of the changed rule derives what the
book does not derive, or where an instance of the rule as it stands had derived something. If the book's plays, all
choices left open, have no such instance, they are the mutant's plays too.
"""

from __future__ import annotations

import hashlib
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

import clingo
from manaproof.bridge.scenario import Compiled, Scenario, read_scenarios
from manaproof.bridge.source import Document

from .book import Book
from .mutants import Mutant
from .parsing import BASE, PARTS, Signature, Statement, parse
from .prove import judged, missing_rules, prove, unsupported
from .search import Search
from .shapes import PAST, Shape, unmarked

Outcome = Literal[
    "unnoticed", "holds", "refuted", "vacuous", "endless", "unsupported", "no longer refuted", "unended", "too large"
]
"""What becomes of a case under a mutant.

``unnoticed`` the plays are the same; ``holds`` the verdict is; ``refuted``, ``vacuous``, ``unsupported`` are the new
verdict; ``endless`` no play comes to an end any more; ``no longer refuted`` a ruling that is to be refuted is not;
``unended`` and ``too large``: not decided, because some play goes on beyond the beats looked at, or a limit was
reached.
"""

KILLED: frozenset[str] = frozenset({"refuted", "vacuous", "endless", "unsupported", "no longer refuted"})
ALIVE: frozenset[str] = frozenset({"unnoticed", "holds"})
OPEN: frozenset[str] = frozenset({"unended", "too large"})

FURTHER = 12
"""How many beats longer than those of the book the plays under a mutant are followed, where they need it."""

TRIES = 2
"""On how many cases a mutant may be too large all alone before it is given up: no proof ends under it."""

_MUTANT = Signature("mutant", 1)
_REACHED = Signature("reached_rule", 2)
_CHANGED = Signature("changed_rule", 2)


@dataclass(frozen=True)
class Case:
    """A ruling, or one of its parts.

    Attributes:
        ruling: the ruling.
        part: the name of the part; empty if the ruling is not divided.
        document: the text of the ruling.
        cites: the rules that the ruling cites.
    """

    ruling: str
    part: str
    document: Document = field(compare=False, repr=False)
    cites: tuple[str, ...] = field(compare=False)

    @property
    def name(self) -> str:
        """Ruling and part."""
        return f"{self.ruling}: {self.part}" if self.part else self.ruling

    @property
    def scenario(self) -> Scenario:
        """The part as a scenario of its own."""
        (whole,) = read_scenarios(self.document)
        return whole.parts()[self.part]

    def compiled(self, book: Book) -> Compiled:
        """The case ready to be solved."""
        return self.scenario.compile(book.whole.signatures)


def cases(scenarios: Iterable[Scenario]) -> tuple[Case, ...]:
    """The cases of some rulings."""
    return tuple(
        Case(one.ruling, part, one.document, tuple(one.form.cites)) for one in scenarios for part in one.parts()
    )


@dataclass(frozen=True)
class Baseline:
    """A case under the book as it is.

    Attributes:
        verdict: the verdict.
        beats: the last beat of the longest play.
        atoms: how many atoms were ground.
        seconds: how much of a processor's time it took, with what was looked at on the same occasion.
    """

    verdict: str
    beats: int
    atoms: int
    seconds: float

    @property
    def decided(self) -> bool:
        """Whether mutants can be tried on it: its verdict is one about all plays."""
        return self.verdict in ("proved", "refuted")


def baseline(case: Case, book: Book, mutants: Sequence[Mutant] = ()) -> tuple[Baseline, list[int]]:
    """The verdict on a case under the book as it is, and how far its plays go.

    Args:
        case: the case.
        book: the rulebook.
        mutants: mutants that are looked at on the same occasion.

    Returns:
        The baseline, and which of the mutants, by their place in the list, may make a difference (:func:`noticeable`).
    """
    scenario = case.scenario
    compiled = scenario.compile(book.whole.signatures)
    began = time.process_time()
    if unsupported(compiled) or missing_rules(scenario, book):
        return Baseline("unsupported", -1, 0, 0.0), []
    with Search(compiled, _looking_at(book, mutants), watched=(_REACHED, _CHANGED)) as search:
        search.deepen()
        noticed = _noticed(search, mutants)  # before solving, which lets what is impossible be forgotten
        verdict = judged(search, smallest=False).verdict if search.complete else "undecided"
        atoms = search.session.control.symbolic_atoms
        looks = sum(1 for signature in (_REACHED, _CHANGED) for _ in atoms.by_signature(*signature))
        seconds = round(time.process_time() - began, 3)
        return Baseline(verdict, search.horizon, len(atoms) - looks, seconds), noticed


def fingerprint(case: Case, book: Book) -> str:
    """A digest of what the outcomes of a case rest on: the case, and the rules that may fire in it.

    A rule may fire only if all that it needs is derived by some rule that may fire. A mutant changes one literal of one
    law, so a law may do so under some mutant if all but one of what it needs is derived.

    Args:
        case: the case.
        book: the rulebook.
    """
    compiled = case.compiled(book)
    facts = tuple(map(str, compiled.facts()))
    statements = book.statements
    needs = [frozenset(unmarked(name) for name, _ in statement.shape.needs) for statement in statements]
    derived = {fact.partition("(")[0] for fact in facts}
    waiting, firing = list(range(len(statements))), list[int]()
    while True:
        ready = [n for n in waiting if len(needs[n] - derived) <= bool(statements[n].cites)]
        if not ready:
            break
        firing += ready
        waiting = sorted(set(waiting) - set(ready))
        derived |= {head.name for n in ready for head in statements[n].heads}
    digest = hashlib.sha256(f"{compiled.beats} {compiled.claims} {compiled.rules}".encode())
    for line in (*facts, *(statements[n].text for n in sorted(firing))):
        digest.update(line.encode() + b"\0")
    return digest.hexdigest()


def noticeable(case: Case, book: Book, mutants: Sequence[Mutant], beats: int) -> list[int]:
    """Those of the mutants, by their place in the list, that may make a difference to some play of a case.

    Args:
        case: the case.
        book: the rulebook.
        mutants: the mutants.
        beats: the last beat of the case's plays.
    """
    with Search(case.compiled(book), _looking_at(book, mutants), watched=(_REACHED, _CHANGED)) as search:
        search.deepen(beats)
        return _noticed(search, mutants)


def _looking_at(book: Book, mutants: Sequence[Mutant]) -> Book:
    """The book with rules that only tell where the rules that are changed, and the changed ones, have instances."""
    if not mutants:
        return book
    rules = dict.fromkeys(mutant.place for mutant in mutants)
    looks = [_looking(_REACHED, place, book.statements[place]) for place in rules]
    for number, mutant in enumerate(mutants):
        changed = changed_rule(mutant)
        if changed is not None:
            looks.append(_looking(_CHANGED, number, changed, derived=False))
    return Book((*book.statements, *looks), book.edition)


def _noticed(search: Search, mutants: Sequence[Mutant]) -> list[int]:
    """The mutants that may make a difference to some play of what was searched."""
    reached = {symbol.arguments[0].number for symbol in search.session.possible(*_REACHED)}
    changes = {symbol.arguments[0].number for symbol in search.session.possible(*_CHANGED)}
    return [
        number
        for number, mutant in enumerate(mutants)
        # A weaker rule derives all that it did, so only what is new can make a difference.
        if number in changes or (mutant.place in reached and not mutant.weaker)
    ]


def _looking(predicate: Signature, number: int, rule: Statement, *, derived: bool = True) -> Statement:
    """A rule that derives ``predicate(number, t)`` where the body of another holds.

    Args:
        predicate: what it derives.
        number: a number.
        rule: the other rule.
        derived: whether also where what the other rule derives is derived anyway.
    """
    when = "0" if rule.part == BASE else "t"
    single = derived or any(sign in rule.text.partition(" :- ")[0] for sign in (";", ".."))

    def asking(text: str) -> str:
        head, _, body = text.removesuffix(".").partition(" :- ")
        return f"{predicate.name}({number},{when}) :- {body}{'' if single else f'; not {head}'}."

    return replace(
        rule,
        text=asking(rule.text),
        form=asking(rule.form),
        heads=frozenset({predicate}),
        reads=rule.reads if single else rule.reads | rule.heads,
        shape=Shape(((predicate.name, (None, None)),), rule.shape.needs),
    )


def changed_rule(mutant: Mutant) -> Statement | None:
    """The changed rule as a statement of the book; None where it is left out."""
    if not mutant.text:
        return None
    return replace(_parsed(mutant.rule.part, mutant.text), file=mutant.rule.file, line=mutant.rule.line)


@lru_cache(maxsize=50_000)
def _parsed(part: str, text: str) -> Statement:
    head = f"#program {part}({', '.join(PARTS[part])}).\n" if PARTS[part] else ""
    (statement,) = parse("mutant", head + text)
    return statement


def guarded(book: Book, mutants: Sequence[Mutant]) -> Book:
    """The book with mutants to choose from: ``mutant(K)`` puts the K-th of them into force.

    At most one of them is chosen; if none is, this is the book as it is.
    """
    of_rule: dict[int, list[int]] = defaultdict(list)
    for number, mutant in enumerate(mutants):
        of_rule[mutant.place].append(number)
    statements: list[Statement] = []
    for place, statement in enumerate(book.statements):
        numbers = of_rule.get(place, [])
        statements.append(_guarded(statement, [f"not mutant({number})" for number in numbers]))
        for number in numbers:
            changed = changed_rule(mutants[number])
            if changed is not None:
                statements.append(_guarded(changed, [f"mutant({number})"]))
    choice = f"{{ mutant(0..{len(mutants) - 1}) }} 1.\nmutated :- mutant(_)."
    return Book((*statements, *parse("mutants", choice)), book.edition)


def _guarded(statement: Statement, guards: list[str]) -> Statement:
    if not guards:
        return statement
    more = "; ".join(("", *guards)) + "."
    return replace(
        statement,
        text=statement.text.removesuffix(".") + more,
        form=statement.form.removesuffix(".") + more,
        reads=statement.reads | {_MUTANT},
    )


def trial(case: Case, before: Baseline, book: Book, mutants: Sequence[Mutant], *, further: int = 0) -> list[Outcome]:
    """What becomes of a case under each of some mutants.

    Args:
        case: the case.
        before: the case under the book as it is.
        book: the rulebook.
        mutants: the mutants.
        further: how many beats more than those of the book's plays are looked at.
    """
    compiled = case.compiled(book)
    watched = (Signature("mutated", 0),)
    with Search(compiled, guarded(book, mutants), watched=watched) as search:
        search.deepen(min(before.beats + further, max(before.beats, compiled.beats)))
        return _Batch(search, before, len(mutants)).outcomes()


class _Batch:
    """The questions about a batch of mutants, once it is ground."""

    def __init__(self, search: Search, before: Baseline, size: int) -> None:
        self.search = search
        self.before = before
        self.size = size
        search.violation()
        search.session.add(_stillness(search))
        self.doubt = search.doubt
        control = search.session.control
        control.configuration.solve.models = 0  # type: ignore[union-attr]
        control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
        self.mutants = [self._literal(_mutant(number)) or 0 for number in range(size)]

    def _literal(self, symbol: clingo.Symbol) -> int | None:
        """The solver's literal of an atom; None if it is true in no play."""
        atom = self.search.session.control.symbolic_atoms[symbol]
        return None if atom is None or atom.literal == 0 else atom.literal

    def _assumed(self, *wanted: tuple[clingo.Symbol, bool]) -> list[int] | None:
        """The literals of assumptions; None if they cannot hold."""
        literals: list[int] = []
        for symbol, value in wanted:
            literal = self._literal(symbol)
            if literal is None and value:
                return None
            if literal is not None:
                literals.append(literal if value else -literal)
        return literals

    def _under_which(self, *wanted: tuple[clingo.Symbol, bool]) -> frozenset[int]:
        """The mutants under which some play is as wanted.

        One search for all: whenever it finds a play, the mutant in force is excluded and it goes on.
        """
        literals = self._assumed((clingo.Function("mutated"), True), *wanted)
        found: set[int] = set()

        def look(model: clingo.Model) -> None:
            number = next(number for number, one in enumerate(self.mutants) if model.is_true(one))
            found.add(number)
            model.context.add_clause([-self.mutants[number]])

        if literals is not None:
            self.search.session.control.solve(literals, on_model=look)
        return frozenset(found)

    def outcomes(self) -> list[Outcome]:
        """What becomes of the case under each mutant."""
        search = self.search
        ended, going_on = search.end, (search.end[0], False)
        self.broken = self._under_which((search.violation(), True), ended, (self.doubt, False))
        self.moving = self._under_which(going_on, (clingo.Function("moving"), True))
        self.doubtful = self._under_which((self.doubt, True), ended)
        self.ending = self._under_which(ended)
        self.going_on = self._under_which(going_on)
        self.tested = self._tested()
        return [self._outcome(number) for number in range(self.size)]

    def _tested(self) -> frozenset[int]:
        """The mutants under which each claim is put to the test in some play that ends."""
        tests = [(self.search.test(claim.number), True) for claim in self.search.compiled.claims]
        together = self._under_which(self.search.end, *tests)
        if len(together) == self.size:
            return together
        return together | frozenset.intersection(*(self._under_which(self.search.end, test) for test in tests))

    def _outcome(self, number: int) -> Outcome:
        if self.before.verdict == "refuted":
            if number in self.broken:
                return "holds"
            return "unended" if number in self.moving else "no longer refuted"
        if number in self.broken:
            return "refuted"
        if number in self.moving:
            return "unended"
        if number not in self.ending:
            return "endless" if number in self.going_on else "vacuous"
        if number in self.doubtful:
            return "unsupported"
        if number not in self.tested:
            return "vacuous"
        return "refuted" if self._is_unreached(number) else "holds"

    def _is_unreached(self, number: int) -> bool:
        """Whether a claim that some play leads somewhere fails: from some start no play leads there.

        One search for all starts: whenever it finds a play, it is told to find another start, or from this one a play
        that reaches what none has reached yet.
        """
        if not any(claim.time == "some_play" for claim in self.search.compiled.claims):
            return False
        atoms = self.search.session.control.symbolic_atoms
        slots = [atom.literal for atom in atoms.by_signature("chosen", 4) if atom.symbol.arguments[3] == _START]
        goals = {atom.symbol: atom.literal for atom in atoms.by_signature("goal", 2)}
        reached = {symbol: self._literal(clingo.Function("reached", symbol.arguments)) for symbol in goals}
        missing: dict[tuple[int, ...], dict[clingo.Symbol, None]] = {}

        def look(model: clingo.Model) -> None:
            start = tuple(literal for literal in slots if model.is_true(literal))
            due = [symbol for symbol, literal in goals.items() if model.is_true(literal)]
            open_ = missing.setdefault(start, dict.fromkeys(due))
            for symbol in tuple(open_):
                literal = reached[symbol]
                if literal is not None and model.is_true(literal):
                    del open_[symbol]
            others = [literal for symbol in open_ if (literal := reached[symbol]) is not None]
            model.context.add_clause([*(-literal for literal in start), *others])

        literals = self._assumed((_mutant(number), True), self.search.end)
        if literals is not None:
            self.search.session.control.solve(literals, on_model=look)
        return any(missing.values())


_START = clingo.Number(-1)
"""The beat at which the start is settled."""


def _mutant(number: int) -> clingo.Symbol:
    return clingo.Function(_MUTANT.name, [clingo.Number(number)])


def _stillness(search: Search) -> str:
    """Rules that derive ``moving`` unless the play has come to a standstill at the last beat ground.

    A beat rests on what is handed over from the one before, and on choices. So if a beat without choices hands over
    what it was given, every later beat is like it, and a play that has not ended by then never ends.
    """
    beat = search.horizon
    lines = ["#defined open/4.", f"moving :- open(_, _, _, {beat})."]
    if beat < 1:
        return "moving.\n"
    for name, arity in sorted({one for statement in search.rules.statements for one in statement.past}):
        arguments = [f"X{place}" for place in range(1, arity)]
        now, then = (f"{name}{PAST}({','.join((*arguments, str(number)))})" for number in (beat, beat - 1))
        lines += [f"#defined {name}{PAST}/{arity}.", f"moving :- {now}, not {then}.", f"moving :- {then}, not {now}."]
    return "\n".join(lines) + "\n"


def alone(case: Case, before: Baseline, book: Book, mutant: Mutant) -> Outcome:
    """What becomes of a case under one mutant, proved as any ruling is.

    Args:
        case: the case.
        before: the case under the book as it is.
        book: the rulebook.
        mutant: the mutant.
    """
    changed = changed_rule(mutant)
    statements = list(book.statements)
    statements[mutant.place : mutant.place + 1] = [] if changed is None else [changed]
    result = prove(case.scenario, book=Book(tuple(statements), book.edition))
    if result.verdict == "undecided":
        return "endless"
    if before.verdict == "refuted":
        return "holds" if result.verdict == "refuted" else "no longer refuted"
    verdicts: dict[str, Outcome] = {"refuted": "refuted", "vacuous": "vacuous", "unsupported": "unsupported"}
    return verdicts.get(result.verdict, "holds")


__all__ = [
    "ALIVE",
    "FURTHER",
    "KILLED",
    "OPEN",
    "TRIES",
    "Baseline",
    "Case",
    "Outcome",
    "alone",
    "baseline",
    "cases",
    "changed_rule",
    "fingerprint",
    "guarded",
    "noticeable",
    "trial",
]
