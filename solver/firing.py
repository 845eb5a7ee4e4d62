"""Which rules can fire at all, given the facts: the others need not be grounded, beat after beat.

Grounding a beat costs time for every rule of the slice, also for those whose bodies can never hold (no Saga, no
planeswalker, nothing to counter). So the book is first evaluated once with everything about numbers, names and time
blotted out (:mod:`.shapes`), of each term only what it begins with, without negation, and each argument of a predicate
by itself: an over-approximation, in which what does not hold holds at no beat of any play. Rules that do not fire in it
are left out; the answer sets stay the same. (An abstract interpretation; for gringo's costs see Kaminski and Schaub,
"On the foundations of grounding in answer set programming", TPLP 2023.)

The values that may stand in a place are a set, kept as the bits of an integer; -1, every bit, is anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import clingo

from .book import Slice
from .parsing import BASE, Statement
from .shapes import Atom, Term, blotted

ANYTHING = -1

Place = int | str
"""What a literal says of one argument: the values that fit, or the name of a variable."""

_BITS: dict[Any, int] = {}


def _bit(term: Term) -> int:
    """The bit of what a term begins with: the same for every term that begins so."""
    if term is None:
        return ANYTHING
    key = (term[0], len(term)) if isinstance(term, tuple) else term
    return _BITS.setdefault(key, 1 << len(_BITS))


def _place(term: Term) -> Place:
    if isinstance(term, tuple) and term[0] == "?":
        return str(term[1])
    return _bit(term)


class _Rule:
    """A rule in the form in which it is evaluated."""

    __slots__ = ("gives", "needs")

    def __init__(self, statement: Statement) -> None:
        self.gives = [(_key(atom), [_place(term) for term in atom[1]]) for atom in statement.shape.gives]
        self.needs = [(_key(atom), [_place(term) for term in atom[1]]) for atom in statement.shape.needs]


def _key(atom: Atom) -> tuple[str, int]:
    return atom[0], len(atom[1])


@lru_cache(maxsize=20_000)
def _rule(statement: Statement) -> _Rule:
    return _Rule(statement)


class _Analysis:
    """The places of all predicates, and the rules that read them."""

    def __init__(self, statements: tuple[Statement, ...]) -> None:
        self.places: dict[tuple[str, int], list[int]] = {}
        self.rules = [_rule(statement) for statement in statements]
        self.readers: dict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
        for index, rule in enumerate(self.rules):
            for key, places in rule.needs:
                first = places[0] if places else ANYTHING
                self.readers[key].append((index, ANYTHING if isinstance(first, str) else first))
        self.open: dict[int, None] = dict.fromkeys(range(len(statements)))

    def add(self, key: tuple[str, int], values: list[int]) -> None:
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

    def bindings(self, rule: _Rule) -> dict[str, int] | None:
        """What the variables of a body may be, each by itself; None if some literal cannot hold."""
        bound: dict[str, int] = {}
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


def fireable(rules: Slice, facts: Iterable[clingo.Symbol]) -> Slice:
    """The rules of a slice that can fire at some beat, the base's all kept.

    Args:
        rules: the slice.
        facts: every fact that is given.
    """
    given: dict[tuple[str, int], list[int]] = {}
    for fact in facts:
        values = [_bit(blotted(argument)) for argument in fact.arguments]
        known = given.setdefault((fact.name, len(values)), values)
        given[fact.name, len(values)] = [one | other for one, other in zip(known, values, strict=True)]
    fired = _fired(rules.statements, tuple(sorted((*key, *values) for key, values in given.items())))
    return Slice(tuple(s for i, s in enumerate(rules.statements) if s.part == BASE or i in fired), rules.snapshot)


@lru_cache(maxsize=64)
def _fired(statements: tuple[Statement, ...], given: tuple[tuple[Any, ...], ...]) -> frozenset[int]:
    """Which of the statements can fire. The cases of a scenario are often alike once they are blotted."""
    analysis = _Analysis(statements)
    analysis.add(("cr", 1), [ANYTHING])
    for name, arity, *values in given:
        analysis.add((name, arity), values)
    return analysis.run()


__all__ = ["fireable"]
