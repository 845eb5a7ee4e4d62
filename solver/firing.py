"""Which rules can fire at all, given the facts: the others need not be grounded, beat after beat.

Grounding a beat costs time for every rule of the slice, also for those whose bodies can never hold (no Saga, no
planeswalker, nothing to counter). So the rules of the beats are first evaluated once with time and numbers blotted out
(:mod:`.shapes`), without negation, and each argument of a predicate by itself: an over-approximation, in which what
does not hold holds at no beat of any play. What the base parts alone define is known already and joined as the relation
it is. Rules that do not fire are left out; the answer sets stay the same. (An abstract interpretation; for gringo's
costs see Kaminski and Schaub, "On the foundations of grounding in answer set programming", TPLP 2023.)

The values that may stand in a place are a set, kept as the bits of an integer. A term that the base parts know has a
bit of its own, any other shares one with all that begin as it does; -1, every bit, is anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import clingo

from .book import Slice
from .parsing import BASE, Statement
from .shapes import OPAQUE, Term, variables

ANYTHING = -1

Key = tuple[str, int]
"""A predicate by its name and number of arguments."""

Ground = Any
"""A ground term: a constant's name, a tuple of a function's name and arguments, or a clingo symbol."""

Relation = tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]
"""The variables of a literal, and what they are in each atom that fits it."""

Bound = dict[str, int]
"""The values that a variable may have."""


class _Terms:
    """The bits of terms."""

    def __init__(self) -> None:
        self._bits: dict[Any, int] = {}
        self._beginning: dict[Any, int] = defaultdict(int)

    def exact(self, term: Ground) -> int:
        """The bit of a ground term."""
        bit = self._bits.get(("=", term))
        if bit is None:
            bit = self._bits["=", term] = 1 << len(self._bits)
            if isinstance(term, tuple):
                self._beginning[_beginning(term)] |= bit
        return bit

    def known(self, term: Ground) -> int:
        """The bit of a ground term whose parts have bits too: to be asked for before any pattern is looked at."""
        if isinstance(term, tuple):
            for part in term[1:]:
                self.known(part)
        return self.exact(term)

    def fitting(self, pattern: Term) -> int:
        """The values that a blotted term other than a variable may stand for."""
        if pattern is None:
            return ANYTHING
        if not isinstance(pattern, tuple):
            return self.exact(pattern)
        key = _beginning(pattern)
        return self._bits.setdefault(("(", key), 1 << len(self._bits)) | self._beginning[key]


def _beginning(term: tuple[Any, ...]) -> Any:
    return term[0] if term[0] in OPAQUE else (term[0], len(term))


def _ground(symbol: clingo.Symbol) -> Ground:
    if symbol.type is not clingo.SymbolType.Function:
        return symbol
    arguments = symbol.arguments
    return (symbol.name, *map(_ground, arguments)) if arguments else symbol.name


def _matches(pattern: Term, term: Ground, found: dict[str, Ground]) -> bool:
    """Whether a ground term fits a pattern; what the variables come to is gathered on the way."""
    if pattern is None:
        return True
    if not isinstance(pattern, tuple):
        return bool(pattern == term)
    if pattern[0] == "?":
        return bool(found.setdefault(pattern[1], term) == term)
    if not isinstance(term, tuple) or term[0] != pattern[0]:
        return False
    if pattern[0] in OPAQUE:
        return True
    return len(term) == len(pattern) and all(map(_matches, pattern[1:], term[1:], [found] * len(term)))


class _Base:
    """What the base parts say: relations for what only they define, and first values for the rest."""

    def __init__(self, atoms: Iterable[clingo.Symbol], of_beats: set[Key], terms: _Terms) -> None:
        self._terms = terms
        self._rows: dict[Key, list[tuple[Ground, ...]]] = defaultdict(list)
        self._relations: dict[tuple[Key, tuple[Term, ...]], Relation] = {}
        self.first: dict[Key, list[int]] = {}
        for atom in atoms:
            row = tuple(map(_ground, atom.arguments))
            key = (atom.name, len(row))
            values = [terms.known(term) for term in row]
            if key in of_beats:
                known = self.first.setdefault(key, [0] * len(row))
                self.first[key] = [one | other for one, other in zip(known, values, strict=True)]
            else:
                self._rows[key].append(row)

    def relation(self, key: Key, patterns: tuple[Term, ...]) -> Relation:
        """What a literal says of its variables."""
        found = self._relations.get((key, patterns))
        if found is None:
            names = tuple(dict.fromkeys(name for pattern in patterns for name in variables(pattern)))
            rows: dict[tuple[int, ...], None] = {}
            for row in self._rows.get(key, ()):
                values: dict[str, Ground] = {}
                if all(_matches(pattern, term, values) for pattern, term in zip(patterns, row, strict=True)):
                    rows[tuple(self._terms.exact(values[name]) for name in names)] = None
            found = self._relations[key, patterns] = (names, tuple(rows))
        return found


Places = tuple[int | str, ...]
"""For each argument of a literal the values that fit, or the name of a variable."""


@dataclass
class _Rule:
    """A rule in the form in which it is evaluated: its heads, its literals about beats, and those of the base."""

    gives: list[tuple[Key, Places]]
    needs: list[tuple[Key, Places]]
    relations: list[Relation] = field(default_factory=list)


class _Analysis:
    """The values in the places of all predicates about beats, and the rules that read them."""

    def __init__(self, statements: Sequence[Statement], atoms: Iterable[clingo.Symbol]) -> None:
        self.terms = _Terms()
        of_beats = {(str(h.name), h.arity) for s in statements if s.part != BASE for h in s.heads}
        base = _Base(atoms, of_beats, self.terms)
        self.places = base.first
        self.rules: dict[int, _Rule] = {}
        self.readers: dict[Key, list[tuple[int, int]]] = defaultdict(list)
        for index, statement in enumerate(statements):
            if statement.part == BASE:
                continue
            rule = self.rules[index] = _Rule([(_key(a), self._places(a[1])) for a in statement.shape.gives], [])
            for atom in statement.shape.needs:
                key = _key(atom)
                if key in of_beats:
                    places = self._places(atom[1])
                    rule.needs.append((key, places))
                    first = places[0] if places else ANYTHING
                    self.readers[key].append((index, ANYTHING if isinstance(first, str) else first))
                elif key != ("cr", 1):
                    rule.relations.append(base.relation(key, atom[1]))
        self.open: dict[int, None] = dict.fromkeys(self.rules)

    def _places(self, patterns: tuple[Term, ...]) -> Places:
        return tuple(
            str(pattern[1]) if isinstance(pattern, tuple) and pattern[0] == "?" else self.terms.fitting(pattern)
            for pattern in patterns
        )

    def add(self, key: Key, values: list[int]) -> None:
        """Add values to each argument of a predicate, and reopen the rules that may look at them."""
        known = self.places.get(key)
        if known is None:
            self.places[key] = values
            fresh = ANYTHING
        else:
            fresh = 0
            for position, value in enumerate(values):
                both = known[position] | value
                if both != known[position]:
                    fresh |= ANYTHING if position else value & ~known[position]
                    known[position] = both
        if fresh:
            for index, first in self.readers.get(key, ()):
                if first & fresh:
                    self.open[index] = None

    def bindings(self, rule: _Rule) -> Bound | None:
        """What the variables of a body may be, each by itself; None if some literal cannot hold."""
        bound: Bound = {}
        for key, places in rule.needs:
            values = self.places.get(key)
            if values is None:
                return None
            for place, value in zip(places, values, strict=True):
                if isinstance(place, str):
                    value &= bound.get(place, ANYTHING)
                    bound[place] = value
                else:
                    value &= place
                if not value:
                    return None
        # One literal's atoms narrow what fits the next: once more round, where there are several.
        for _ in range(min(2, len(rule.relations))):
            for relation in rule.relations:
                if not _narrow(bound, relation):
                    return None
        return bound

    def run(self) -> frozenset[int]:
        """The rules that fire, by their place, once nothing more is derived."""
        fired: set[int] = set()
        while self.open:
            index = next(iter(self.open))
            del self.open[index]
            rule = self.rules[index]
            bound = self.bindings(rule)
            if bound is None:
                continue
            fired.add(index)
            for key, places in rule.gives:
                self.add(key, [bound.get(p, ANYTHING) if isinstance(p, str) else p for p in places])
        return frozenset(fired)


def _narrow(bound: Bound, relation: Relation) -> bool:
    """Leave of the values those that some atom of a relation allows; whether there is one."""
    names, rows = relation
    allowed = [bound.get(name, ANYTHING) for name in names]
    fitting = [row for row in rows if all(mask & bit for mask, bit in zip(allowed, row, strict=True))]
    for position, (name, mask) in enumerate(zip(names, allowed, strict=True)):
        found = 0
        for row in fitting:
            found |= row[position]
        bound[name] = mask & found
    return bool(fitting)


def _key(atom: tuple[str, tuple[Term, ...]]) -> Key:
    return atom[0], len(atom[1])


def fireable(rules: Slice, atoms: Iterable[clingo.Symbol]) -> Slice:
    """The rules of a slice that can fire at some beat, the base's all kept.

    Args:
        rules: the slice.
        atoms: every atom that the base parts, with the facts that are given, do not exclude.
    """
    fired = _Analysis(rules.statements, atoms).run()
    return Slice(tuple(s for i, s in enumerate(rules.statements) if s.part == BASE or i in fired), rules.snapshot)


__all__ = ["fireable"]
