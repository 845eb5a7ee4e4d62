"""Which rules can fire at all, given the facts: the others need not be grounded, beat after beat.

Grounding a beat costs time for every rule of the slice, also for those whose bodies can never hold (no Saga, no
planeswalker, nothing to
counter). So the book is first evaluated once with everything about numbers, names and time blotted out
(:mod:`.shapes`), without
negation, and each argument of a predicate by itself: an over-approximation, in which what does not hold holds at no
beat of any play. Rules
that do not fire in it are left out; the answer sets stay the same. (An abstract interpretation; for gringo's costs
see Kaminski and
Schaub, "On the foundations of grounding in answer set programming", TPLP 2023.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import clingo

from .book import Slice
from .parsing import BASE, Statement
from .shapes import Atom, Term, blotted, variables

DEPTH = 1
"""Terms are blotted out below this depth, so that there are finitely many."""

COMBINATIONS = 400
"""How many values of an argument one rule may derive before it is taken to derive anything of the argument's shape."""

_FAIL = object()

Values = dict[Term, None]
"""The blotted terms that may stand in a place, in the order found; ``None`` among them is anything."""

Bound = dict[str, Values]


def meet(left: Term, right: Term) -> Any:
    """What fits both terms, or a sentinel that is no term if nothing does."""
    if left is None:
        return right
    if right is None or left == right:
        return left
    if not isinstance(left, tuple) or not isinstance(right, tuple) or left[0] != right[0] or len(left) != len(right):
        return _FAIL
    parts = [left[0]]
    for one, other in zip(left[1:], right[1:], strict=True):
        both = meet(one, other)
        if both is _FAIL:
            return _FAIL
        parts.append(both)
    return tuple(parts)


def _match(pattern: Term, value: Term, found: dict[str, Term]) -> bool:
    """Whether the value fits the pattern; what its variables come to is gathered on the way."""
    if pattern is None:
        return True
    if isinstance(pattern, tuple):
        if pattern[0] == "?":
            both = meet(found.get(pattern[1]), value)
            found[pattern[1]] = None if both is _FAIL else both
            return both is not _FAIL
        if value is None:
            return True
        if not isinstance(value, tuple) or value[0] != pattern[0] or len(value) != len(pattern):
            return False
        return all(_match(p, v, found) for p, v in zip(pattern[1:], value[1:], strict=True))
    return value is None or value == pattern


def _cut(term: Term, depth: int = 0) -> Term:
    """A term blotted out below :data:`DEPTH`."""
    if not isinstance(term, tuple):
        return term
    if depth >= DEPTH:
        return None
    return (term[0], *(_cut(t, depth + 1) for t in term[1:]))


def _functor(term: Term) -> Any:
    """What a term begins with; None for a variable and for anything."""
    if isinstance(term, tuple):
        return None if term[0] == "?" else term[0]
    return term


class _Place:
    """The values that may stand in one argument of a predicate, also by what they begin with."""

    __slots__ = ("by_functor", "values")

    def __init__(self) -> None:
        self.values: Values = {}
        self.by_functor: dict[Any, list[Term]] = {}

    def add(self, value: Term) -> bool:
        if value in self.values:
            return False
        self.values[value] = None
        self.by_functor.setdefault(_functor(value), []).append(value)
        return True

    def fitting(self, pattern: Term) -> Iterable[Term]:
        functor = _functor(pattern)
        if functor is None:
            return self.values
        return [*self.by_functor.get(functor, ()), *self.by_functor.get(None, ())]


class _Rule:
    """A rule in the form in which it is evaluated."""

    __slots__ = ("gives", "needs")

    def __init__(self, statement: Statement) -> None:
        self.gives = statement.shape.gives
        wanted = {name for _, patterns in self.gives for p in patterns for name in variables(p)}
        counts: dict[str, int] = defaultdict(int)
        for _, patterns in statement.shape.needs:
            for name in {name for p in patterns for name in variables(p)}:
                counts[name] += 1
        # A variable that only one literal has, and no head, binds nothing: it may as well be anything.
        idle = {name for name, count in counts.items() if count == 1 and name not in wanted}
        self.needs = tuple(
            (name, tuple(_without(p, idle) for p in patterns)) for name, patterns in statement.shape.needs
        )


def _without(pattern: Term, idle: set[str]) -> Term:
    if not isinstance(pattern, tuple):
        return pattern
    if pattern[0] == "?":
        return None if pattern[1] in idle else pattern
    return (pattern[0], *(_without(p, idle) for p in pattern[1:]))


class _Analysis:
    """The places of all predicates, and the rules that read them."""

    def __init__(self, statements: tuple[Statement, ...]) -> None:
        self.places: dict[tuple[str, int], list[_Place]] = {}
        self.rules = [_Rule(statement) for statement in statements]
        self.readers: dict[tuple[str, int], list[tuple[int, Any]]] = defaultdict(list)
        for index, rule in enumerate(self.rules):
            for name, patterns in rule.needs:
                self.readers[name, len(patterns)].append((index, _functor(patterns[0]) if patterns else None))
        self.open: dict[int, None] = {}

    def add(self, name: str, arguments: Iterable[Iterable[Term]], arity: int) -> None:
        """Add values to each argument of a predicate, and reopen the rules that may look at them."""
        key = (name, arity)
        places = self.places.get(key)
        new = places is None
        if places is None:
            places = self.places[key] = [_Place() for _ in range(arity)]
        fresh: set[Any] = set()
        for position, (place, values) in enumerate(zip(places, arguments, strict=True)):
            for value in values:
                if place.add(_cut(value)):
                    new = True
                    fresh.add(_functor(value) if position == 0 else None)
        if new:
            everybody = None in fresh or not fresh
            for index, functor in self.readers.get(key, ()):
                if everybody or functor is None or functor in fresh:
                    self.open[index] = None

    def bindings(self, needs: tuple[Atom, ...]) -> Bound | None:
        """What the variables of a body may be, each by itself; None if some literal cannot hold."""
        bound: Bound = {}
        for name, patterns in needs:
            places = self.places.get((name, len(patterns)))
            if places is None:
                return None
            for pattern, place in zip(patterns, places, strict=True):
                if pattern is None:
                    continue
                if not self._bind(pattern, place, bound):
                    return None
        return bound

    def _bind(self, pattern: Term, place: _Place, bound: Bound) -> bool:
        gathered: dict[str, Values] = defaultdict(dict)
        some = False
        for value in place.fitting(pattern):
            found: dict[str, Term] = {}
            if _match(pattern, value, found):
                some = True
                for variable in variables(pattern):
                    gathered[variable][found.get(variable)] = None
        if not some:
            return False
        for variable, values in gathered.items():
            known = bound.get(variable)
            bound[variable] = values if known is None else _common(known, values)
            if not bound[variable]:
                return False
        return True


def _common(left: Values, right: Values) -> Values:
    """The values that fit some value of each side."""
    if None in left:
        return right
    if None in right:
        return left
    found: Values = {}
    for one in left:
        if one in right:
            found[one] = None
            continue
        functor = _functor(one)
        if not isinstance(one, tuple):
            continue
        for other in right:
            if isinstance(other, tuple) and other[0] == functor:
                both = meet(one, other)
                if both is not _FAIL:
                    found[both] = None
    return found


def _filled(pattern: Term, bound: Bound) -> Iterator[Term]:
    """The values of a pattern under what its variables may be."""
    names = list(dict.fromkeys(variables(pattern)))
    if not names:
        yield pattern
        return
    choices = [list(bound.get(name, {None: None})) for name in names]
    size = 1
    for choice in choices:
        size *= len(choice)
    if size > COMBINATIONS:
        yield _replaced(pattern, dict.fromkeys(names))
        return
    for combination in product(*choices):
        yield _replaced(pattern, dict(zip(names, combination, strict=True)))


def _replaced(pattern: Term, values: dict[str, Term]) -> Term:
    if not isinstance(pattern, tuple):
        return pattern
    if pattern[0] == "?":
        return values[pattern[1]]
    return (pattern[0], *(_replaced(p, values) for p in pattern[1:]))


def fireable(rules: Slice, facts: Iterable[clingo.Symbol]) -> Slice:
    """The rules of a slice that can fire at some beat, the base's all kept.

    Args:
        rules: the slice.
        facts: every fact that is given.
    """
    blots = frozenset((fact.name, tuple(blotted(argument) for argument in fact.arguments)) for fact in facts)
    fired = _fired(rules.statements, blots)
    return Slice(tuple(s for i, s in enumerate(rules.statements) if s.part == BASE or i in fired), rules.snapshot)


@lru_cache(maxsize=64)
def _fired(statements: tuple[Statement, ...], blots: frozenset[Atom]) -> frozenset[int]:
    """Which of the statements can fire. The cases of a scenario are often alike once they are blotted."""
    analysis = _Analysis(statements)
    analysis.add("cr", ((None,),), 1)
    for name, terms in sorted(blots, key=repr):
        analysis.add(name, [(term,) for term in terms], len(terms))
    fired: set[int] = set()
    analysis.open = dict.fromkeys(range(len(statements)))
    while analysis.open:
        index = next(iter(analysis.open))
        del analysis.open[index]
        rule = analysis.rules[index]
        bound = analysis.bindings(rule.needs)
        if bound is None:
            continue
        fired.add(index)
        for name, patterns in rule.gives:
            analysis.add(name, [_filled(pattern, bound) for pattern in patterns], len(patterns))
    return frozenset(fired)


__all__ = ["fireable", "meet"]
