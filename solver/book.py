"""The rulebook, read once: its rules, what each defines, reads and cites, and its text for a numbered beat.

A book is the ``.lp`` files of ``manaproof.asp`` (or any texts of that shape), taken apart by clingo's own parser. A
question names the predicates it wants; :meth:`Book.slice` keeps the rules these rest on and nothing else. The parts but
the base say what is so at a beat ``t``: :meth:`Slice.game` is the program that a session grounds beat by beat.

Example:
    >>> book = Book.from_texts({"1/100_a.lp": '#program beat(t). p(t) :- cr("100.1"), q(t-1).'})
    >>> book.citations()
    ('100.1',)
    >>> book.slice([("p", 1)]).beat(5).strip()
    'p(5) :- cr("100.1"); q((5-1)).'
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from manaproof.bridge.edition import edition

from .parsing import BASE, BEAT, PARTS, Signature, Statement, parse, parse_cached
from .staging import EVERY_STAGE, Stages, hand, split_at, written

STAGING = (Signature("live", 1), Signature("worlds", 1), Signature("producing", 0))
"""The predicates of the base parts that say which stages there are."""


@dataclass(frozen=True)
class Slice:
    """The part of a book that a question rests on.

    Attributes:
        statements: the statements kept, in the order of the book.
        snapshot: whether only one beat is asked about, so that rules resting on the beat before are left out.
    """

    statements: tuple[Statement, ...]
    snapshot: bool = False

    @cached_property
    def base(self) -> str:
        """The text of what does not change, with every predicate read declared, so that gringo is content."""
        reads = {s for statement in self.statements for s in statement.reads | statement.past}
        declared = "\n".join(f"#defined {name}/{arity}." for name, arity in sorted(reads))
        rules = "\n".join(s.form for s in self.statements if s.part == BASE)
        return f"{declared}\n{rules}\n"

    def game(self, stages: Stages = EVERY_STAGE) -> str:
        """The program of the game: a part ``rule_N(t)`` for the N-th statement, and ``hand(u)``, see :mod:`.staging`.

        Args:
            stages: the moments within a beat that there are.
        """
        rules = (
            f"#program {part_of(index)}(t).\n{_written(statement, stages)}"
            for index, statement in enumerate(self.statements)
            if statement.part != BASE
        )
        past = {predicate for statement in self.statements for predicate in statement.past}
        return "\n".join(rules) + "\n" + hand(past)

    def beat(self, number: int | str, stages: Stages = EVERY_STAGE) -> str:
        """The text of one beat, plainly: every part but the base, with *number* in the place of ``t``.

        For readers, and for single beats outside the order of the game.
        """
        rules = "\n".join(written(s.text, s.part, stages) for s in self.statements if s.part != BASE)
        return f"{number}".join(split_at("t", rules))

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that something was taken from, in the order of the book."""
        return tuple(dict.fromkeys(s.file for s in self.statements))

    @cached_property
    def citations(self) -> tuple[str, ...]:
        """The rules cited, in the order of their numbers."""
        return tuple(sorted({c for s in self.statements for c in s.cites}, key=rule_order))

    @cached_property
    def signatures(self) -> frozenset[Signature]:
        """Every predicate that is defined or read."""
        return frozenset(x for s in self.statements for x in s.heads | s.reads | s.past)


@dataclass(frozen=True)
class Book:
    """A rulebook.

    Attributes:
        statements: every statement, file by file.
        edition: the edition of the Comprehensive Rules that the book follows; empty where none is stated.
    """

    statements: tuple[Statement, ...]
    edition: str = ""
    _slices: dict[tuple[frozenset[Signature], bool], Slice] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def bundled(cls) -> Book:
        """The rulebook that is installed. Read once in a process; its parse is kept in the user's cache."""
        return _bundled()

    @classmethod
    def from_texts(cls, texts: Mapping[str, str], *, cached: bool = False, edition: str = "") -> Book:
        """A book of *texts*, by file name.

        Args:
            texts: the program text of each file; the order of the names is the order of the book.
            cached: keep the parse on disk, by content.
            edition: the edition the texts state.

        Raises:
            BookError: a text is no ASP, or holds what a rulebook may not (``#script``, ``#include``, ``#external``).
        """
        statements: list[Statement] = []
        for name in sorted(texts):
            statements.extend((parse_cached if cached else parse)(name, texts[name]))
        return cls(tuple(statements), edition)

    def replace(self, old: Statement, *new: str) -> Book:
        """The book with one statement replaced by others (none: left out). The mutation audit lives on this."""
        made: list[Statement] = []
        for statement in self.statements:
            if statement is old:
                head = f"#program {old.part}({', '.join(PARTS[old.part])}).\n" if PARTS[old.part] else ""
                made.extend(parse(old.file, head + "\n".join(new)))
            else:
                made.append(statement)
        return Book(tuple(made), self.edition)

    def without(self, cite: str) -> Book:
        """The book without the rules that cite *cite*."""
        return Book(tuple(s for s in self.statements if cite not in s.cites), self.edition)

    @cached_property
    def _definers(self) -> dict[Signature, tuple[Statement, ...]]:
        found: dict[Signature, list[Statement]] = {}
        for statement in self.statements:
            for head in statement.heads:
                found.setdefault(head, []).append(statement)
        return {signature: tuple(statements) for signature, statements in found.items()}

    def defining(self, signature: Signature) -> tuple[Statement, ...]:
        """The statements that may derive a predicate."""
        return self._definers.get(signature, ())

    def slice(self, demand: Iterable[Signature], *, snapshot: bool = False) -> Slice:
        """The rules on which the demanded predicates rest, found backwards from them.

        A constraint is kept when everything it reads is in the slice. Every predicate is taken as a whole: rules are
        never left out because of their arguments.

        Args:
            demand: predicates by name and arity.
            snapshot: ask about beat 0 alone; rules that need something of the beat before have nothing to rest on.
        """
        key = (frozenset(demand), snapshot)
        if key not in self._slices:
            self._slices[key] = self._sliced(key[0], snapshot)
        return self._slices[key]

    def _sliced(self, demand: frozenset[Signature], snapshot: bool) -> Slice:
        wanted: set[Signature] = set()
        kept: set[int] = set()
        open_: list[Signature] = list(demand)
        while open_:
            signature = open_.pop()
            if signature in wanted:
                continue
            wanted.add(signature)
            for statement in self._definers.get(signature, ()):
                if id(statement) in kept or (snapshot and statement.needs_past):
                    continue
                kept.add(id(statement))
                open_.extend(statement.heads | statement.reads)
                if statement.part not in (BASE, BEAT):
                    open_.extend(STAGING)
                if not snapshot:
                    open_.extend(statement.past)
        chosen = tuple(
            s
            for s in self.statements
            if id(s) in kept or (not s.heads and (s.reads | s.past) <= wanted and not (snapshot and s.needs_past))
        )
        return Slice(chosen, snapshot)

    @property
    def whole(self) -> Slice:
        """Every statement of the book."""
        return Slice(self.statements)

    def citations(self) -> tuple[str, ...]:
        """Every rule that some statement cites, in the order of the numbers."""
        return self.whole.citations

    @cached_property
    def _cited(self) -> dict[str, tuple[Statement, ...]]:
        found: dict[str, list[Statement]] = {}
        for statement in self.statements:
            for cite in statement.cites:
                found.setdefault(cite, []).append(statement)
        return {cite: tuple(statements) for cite, statements in found.items()}

    def citing(self, cite: str) -> tuple[Statement, ...]:
        """The statements that cite a rule, such as ``"106.12b"``."""
        return self._cited.get(cite, ())

    def states(self, cite: str) -> bool:
        """Whether some statement cites the rule, or a rule below it: 712.15a for 712.15."""
        return any(number == cite or re.fullmatch(re.escape(cite) + r"[a-z]", number) for number in self._cited)

    def treats(self, cite: str) -> bool:
        """Whether some statement cites a rule of the same subject: the section, or the keyword of 701 and 702."""
        subject = subject_of(cite)
        return any(subject_of(number) == subject for number in self._cited)

    @cached_property
    def predicates(self) -> dict[Signature, str]:
        """What the headers of the files say of each predicate they document."""
        found: dict[Signature, str] = {}
        for statement in self.statements:
            for signature, meaning in statement.documents:
                found.setdefault(signature, meaning)
        return found


def subject_of(number: str) -> str:
    """What a rule is about: its section, or in 701 and 702 its keyword: 702.79 for 702.79a, 704 for 704.5f."""
    section, _, rest = number.partition(".")
    return f"{section}.{rest.rstrip('abcdefghijklmnopqrstuvwxyz')}" if section in ("701", "702") else section


def part_of(index: int) -> str:
    """The name of the part that a slice's game has for a statement."""
    return f"rule_{index}"


@lru_cache(maxsize=30_000)
def _written(statement: Statement, stages: Stages) -> str:
    return written(statement.form, statement.part, stages)


def rule_order(number: str) -> tuple[int, int, str]:
    """A key that sorts rule numbers as the Comprehensive Rules do: 104.3 before 104.3a before 104.10."""
    match = re.fullmatch(r"(\d+)(?:\.(\d+)([a-z]*))?\.?", number)
    if match is None:
        return (10**6, 0, number)
    return (int(match[1]), int(match[2] or 0), match[3] or "")


def _texts(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from _texts(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".lp"):
            yield f"{prefix}{entry.name}", entry.read_text("utf-8")


@lru_cache(maxsize=1)
def _bundled() -> Book:
    folder = resources.files("manaproof.asp")
    book = Book.from_texts(dict(_texts(folder)), cached=True, edition=edition())
    gc.freeze()  # the book lives as long as the process: looking through it for garbage takes a tenth of a proof's time
    return book


__all__ = ["Book", "Slice", "part_of", "rule_order", "subject_of"]
