"""Which rules can fire at all, given the facts: the others need not be grounded, beat after beat.

Grounding a beat costs time for every rule of the slice, also for those whose bodies can never hold (no Saga, no planeswalker, nothing to
counter). So the book is first evaluated once with everything about numbers, names and time blotted out (:mod:`.shapes`) and without
negation: an over-approximation, in which what does not hold holds at no beat of any play. Rules that do not fire in it are left out;
the answer sets stay the same. (An abstract interpretation; for gringo's costs see Kaminski and Schaub, "On the foundations of grounding in
answer set programming", TPLP 2023.)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import clingo

from .book import Slice
from .parsing import BASE, Statement
from .shapes import Atom, Shape, Term, blotted, variables

DEPTH = 6
"""Terms are blotted out below this depth, so that there are finitely many."""

TRIES = 20_000
"""How many combinations are tried to find what a rule derives before it is taken to derive anything of its shape."""

WORK = 300_000
"""How many atoms are looked at in all before every rule is taken to fire: more would cost more than it saves."""

_FAIL = object()
Environment = dict[str, Term]


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


def _match(pattern: Term, value: Term, environment: Environment) -> bool:
    """Whether the value fits the pattern; its variables are bound on the way."""
    if pattern is None:
        return True
    if isinstance(pattern, tuple):
        if pattern[0] == "?":
            known = environment.get(pattern[1])
            both = meet(known, value)
            if both is _FAIL:
                return False
            environment[pattern[1]] = both
            return True
        if value is None:
            return True
        if not isinstance(value, tuple) or value[0] != pattern[0] or len(value) != len(pattern):
            return False
        return all(_match(p, v, environment) for p, v in zip(pattern[1:], value[1:], strict=True))
    return value is None or value == pattern


def _fill(pattern: Term, environment: Environment, depth: int = 0) -> Term:
    """The pattern with its variables replaced, blotted out below :data:`DEPTH`."""
    if not isinstance(pattern, tuple):
        return pattern
    if pattern[0] == "?":
        return _cut(environment.get(pattern[1]), depth)
    if depth >= DEPTH:
        return None
    return (pattern[0], *(_fill(p, environment, depth + 1) for p in pattern[1:]))


def _cut(term: Term, depth: int) -> Term:
    if not isinstance(term, tuple):
        return term
    if depth >= DEPTH:
        return None
    return (term[0], *(_cut(t, depth + 1) for t in term[1:]))


class _Known:
    """The blotted atoms found so far, by predicate and by the functor of their first argument."""

    def __init__(self) -> None:
        self.atoms: dict[tuple[str, int], dict[tuple[Term, ...], None]] = defaultdict(dict)
        self.by_functor: dict[tuple[str, int], dict[Any, list[tuple[Term, ...]]]] = defaultdict(lambda: defaultdict(list))
        self.work = 0

    def add(self, name: str, arguments: tuple[Term, ...]) -> bool:
        key = (name, len(arguments))
        atoms = self.atoms[key]
        if arguments in atoms:
            return False
        atoms[arguments] = None
        self.by_functor[key][_functor(arguments)].append(arguments)
        return True

    def fitting(self, atom: Atom, environment: Environment) -> list[tuple[Term, ...]]:
        name, patterns = atom
        key = (name, len(patterns))
        if patterns:
            first = patterns[0]
            if isinstance(first, tuple) and first[0] == "?":
                first = environment.get(first[1])
            if first is not None:
                table = self.by_functor[key]
                functor = first[0] if isinstance(first, tuple) else first
                found = [*table.get(functor, ()), *table.get(None, ())]
                self.work += len(found)
                return found
        self.work += len(self.atoms[key])
        return list(self.atoms[key])


def _functor(arguments: tuple[Term, ...]) -> Any:
    if not arguments:
        return None
    first = arguments[0]
    return first[0] if isinstance(first, tuple) else first


@cache
def _plan(shape: Shape) -> tuple[tuple[Atom, ...], tuple[Atom, ...]]:
    """The literals to join, which bind the variables of the heads, and the others, which are only looked up."""
    wanted = {v for _, patterns in shape.gives for p in patterns for v in variables(p)}
    binding: list[Atom] = []
    rest = list(shape.needs)
    while wanted and rest:
        best = max(rest, key=lambda atom: len(wanted & {v for p in atom[1] for v in variables(p)}))
        bound = {v for p in best[1] for v in variables(p)}
        if not wanted & bound:
            break
        binding.append(best)
        rest.remove(best)
        wanted -= bound
    return tuple(binding), tuple(rest)


def _derived(shape: Shape, known: _Known) -> Iterator[list[Atom]]:
    """What the rule derives from what is known: the heads of each combination of the literals that bind their variables."""
    binding, rest = _plan(shape)
    tries = [TRIES]
    for environment in _joined(binding, {}, known, tries):
        if known.work > WORK:
            return
        if all(_holds(atom, environment, known) for atom in rest):
            yield [(name, tuple(_fill(p, environment) for p in patterns)) for name, patterns in shape.gives]
    if tries[0] <= 0:
        yield [(name, tuple(_fill(p, {}) for p in patterns)) for name, patterns in shape.gives]


def _joined(atoms: tuple[Atom, ...], environment: Environment, known: _Known, tries: list[int]) -> Iterator[Environment]:
    if not atoms:
        yield environment
        return
    for arguments in known.fitting(atoms[0], environment):
        tries[0] -= 1
        if tries[0] <= 0:
            return
        extended = dict(environment)
        if all(_match(p, v, extended) for p, v in zip(atoms[0][1], arguments, strict=True)):
            yield from _joined(atoms[1:], extended, known, tries)


def _holds(atom: Atom, environment: Environment, known: _Known) -> bool:
    for arguments in known.fitting(atom, environment):
        if all(_match(p, v, dict(environment)) for p, v in zip(atom[1], arguments, strict=True)):
            return True
    return False


def fireable(rules: Slice, facts: Iterable[clingo.Symbol]) -> Slice:
    """The rules of a slice that can fire at some beat, the base's all kept; all rules if that is too much work to find out.

    Args:
        rules: the slice.
        facts: every fact that is given.
    """
    statements = rules.statements
    known = _Known()
    known.add("cr", (None,))
    for fact in facts:
        known.add(fact.name, tuple(blotted(argument) for argument in fact.arguments))
    readers: Mapping[tuple[str, int], list[int]] = _readers(statements)
    fired: set[int] = set()
    open_ = dict.fromkeys(range(len(statements)))
    while open_:
        index = next(iter(open_))
        del open_[index]
        for atoms in _derived(statements[index].shape, known):
            fired.add(index)
            for name, arguments in atoms:
                if known.add(name, arguments):
                    open_.update(dict.fromkeys(readers.get((name, len(arguments)), ())))
        if known.work > WORK:
            return rules
    return Slice(tuple(s for i, s in enumerate(statements) if s.part == BASE or i in fired), rules.snapshot)


def _readers(statements: tuple[Statement, ...]) -> dict[tuple[str, int], list[int]]:
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, statement in enumerate(statements):
        for name, patterns in dict.fromkeys((n, len(p)) for n, p in statement.shape.needs):
            found[name, patterns].append(index)
    return found


__all__ = ["fireable"]
