"""Which rules can fire at all, and which at the next beat: the others need not be grounded.

Grounding a beat costs time for every rule, also for those whose bodies cannot hold (no Saga, no planeswalker, nobody
attacks in a main phase). So the rules of the beats are first evaluated with time and numbers blotted out
(:mod:`.shapes`), without negation, and each argument of a predicate by itself: an over-approximation, in which what
does not hold holds in no play. What the base parts alone define is known already and joined as the relation it is. Once
all beats are taken together: the rules that do not fire are left out for good. Then, before each beat, with what the
beat before has left possible. The answer sets stay the same. (An abstract interpretation; for gringo's
costs see Kaminski and Schaub, "On the foundations of grounding in answer set programming", TPLP 2023.)

The values that may stand in a place are a set, kept as the bits of an integer. A term that the base parts know has a
bit of its own, any other shares one with all that begin as it does; -1, every bit, is anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import clingo

from .book import Slice
from .parsing import BASE, Statement
from .shapes import EVER, OPAQUE, PAST, Key, Literal, Term, unmarked

ANYTHING = -1

Ground = Any
"""A ground term: a constant's name, a tuple of a function's name and arguments, or a clingo symbol."""

Row = tuple[tuple[Ground, ...], tuple[int, ...]]
"""The arguments of an atom, and the bits of each."""

Relation = tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]
"""The variables of a literal, and what they are in each atom that fits it."""

Bound = dict[str, int]
"""The values that a variable may have."""


class _Terms:
    """The bits of terms."""

    def __init__(self) -> None:
        self._bits: dict[Any, int] = {}
        self._beginning: dict[Any, int] = defaultdict(int)
        self._seen: dict[clingo.Symbol, Ground] = {}
        self._rows: dict[clingo.Symbol, Row] = {}

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
        bit = self._bits.get(("=", term))
        if bit is None:
            if isinstance(term, tuple):
                for part in term[1:]:
                    self.known(part)
            bit = self.exact(term)
        return bit

    def of(self, term: Ground) -> int:
        """The bit of a ground term, be it known or not."""
        bit = self._bits.get(("=", term))
        if bit is None and isinstance(term, str):
            return self.exact(term)
        if bit is None:
            key = _beginning(term) if isinstance(term, tuple) else term.type
            bit = self._bits.setdefault(("(", key), 1 << len(self._bits))
        return bit

    def row(self, atom: clingo.Symbol) -> Row:
        """The arguments of an atom; what is known is to be known before."""
        row = self._rows.get(atom)
        if row is None:
            terms = tuple(map(self.ground, atom.arguments))
            row = self._rows[atom] = terms, tuple(map(self.of, terms))
        return row

    def ground(self, symbol: clingo.Symbol) -> Ground:
        """A symbol as a ground term."""
        term = self._seen.get(symbol)
        if term is None:
            term = self._seen[symbol] = _ground(symbol)
        return term

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
    """What the base parts say: relations for what only they define, and what they say about single beats."""

    def __init__(self, atoms: Iterable[clingo.Symbol], of_beats: set[Key], terms: _Terms) -> None:
        self._terms = terms
        self._rows: dict[Key, list[Row]] = defaultdict(list)
        self._relations: dict[Literal, Relation] = {}
        self.at: dict[int | None, dict[Key, list[Row]]] = defaultdict(lambda: defaultdict(list))
        """The atoms of predicates about beats, by the beat."""
        for atom in atoms:
            arguments = tuple(map(terms.ground, atom.arguments))
            key = (atom.name, len(arguments))
            row = arguments, tuple(map(terms.known, arguments))
            if key in of_beats:
                beat = arguments[-1].number if arguments and _is_number(arguments[-1]) else None
                self.at[beat][key].append(row)
            else:
                self._rows[key].append(row)

    def relation(self, literal: Literal) -> Relation:
        """What a literal says of its variables."""
        found = self._relations.get(literal)
        if found is None:
            found = self._relations[literal] = _relation(self._rows.get(literal.present, ()), literal, self._terms)
        return found


def _relation(rows: Iterable[Row], literal: Literal, terms: _Terms) -> Relation:
    named = tuple(zip(literal.names, literal.places, strict=True))
    found: dict[tuple[int, ...], None] = {}
    for arguments, bits in rows:
        values: dict[str, Ground] = {}
        for place, pattern in literal.tests:
            if not _matches(pattern, arguments[place], values):
                break
        else:
            found[tuple([bits[place] if place >= 0 else terms.of(values[name]) for name, place in named])] = None
    return literal.names, tuple(found)


def _is_number(term: Ground) -> bool:
    return isinstance(term, clingo.Symbol) and term.type is clingo.SymbolType.Number


Places = tuple[int | str, ...]
"""For each argument of a literal the values that fit, or the name of a variable."""


@dataclass
class _Rule:
    """A rule in the form in which it is evaluated: its heads, its literals about beats, and those of the base."""

    gives: list[tuple[Key, Places]]
    needs: list[tuple[Key, Places]]
    relations: list[Relation]
    literals: list[Literal] = field(default_factory=list)
    """The literals about beats, in the same order."""
    stored: list[Literal] = field(default_factory=list)
    """Those of them that are known once the state is."""
    present: list[tuple[Key, Places]] = field(default_factory=list)
    """What it needs beside these of its own beat: other beats are not looked at, so what is read of them may hold."""

    def settle(self, stored: Container[Key]) -> None:
        """Tell its literals apart by what is known once the state is."""
        self.stored = [one for one in self.literals if one.key in stored and not one.ever]
        self.present = [need for need in self.needs if need[0] not in stored and not need[0][0].endswith(EVER)]

    def at(self, state: _State) -> _Rule | None:
        """The rule at a beat whose state is known, what it reads of that as relations; None if it cannot hold."""
        if not self.stored:
            return _Rule(self.gives, self.present, self.relations)
        relations = list(self.relations)
        for literal in self.stored:
            relation = state.relation(literal)
            if not relation[1]:
                return None
            relations.append(relation)
        return _Rule(self.gives, self.present, relations)


class _State:
    """What is so at the beginning of a beat."""

    def __init__(self, rows: Mapping[Key, list[Row]], terms: _Terms) -> None:
        self._terms = terms
        self._relations: dict[Literal, Relation] = {}
        self._rows = rows
        self._beginning: dict[tuple[Key, Any], list[Row]] = defaultdict(list)
        for key, found in rows.items():
            for row in found:
                if row[0] and isinstance(row[0][0], tuple):
                    self._beginning[key, row[0][0][0]].append(row)

    def relation(self, literal: Literal) -> Relation:
        """What a literal about the state says of its variables."""
        found = self._relations.get(literal)
        if found is None:
            if literal.functor is None:
                rows = self._rows.get(literal.key, [])
            else:
                rows = self._beginning.get((literal.key, literal.functor), [])
            found = self._relations[literal] = _relation(rows, literal, self._terms)
        return found


class Firing:
    """Tells which rules of a slice can fire: at some beat, or at the next one.

    Args:
        rules: the slice.
        atoms: every atom that the base parts, with the facts that are given, do not exclude.
    """

    def __init__(self, rules: Slice, atoms: Iterable[clingo.Symbol]) -> None:
        self._terms = _Terms()
        statements = rules.statements
        of_beats: set[Key] = set().union(*(s.heads for s in statements if s.part != BASE))
        self._base = _Base(atoms, of_beats, self._terms)
        self._rules: dict[int, _Rule] = {}
        self._placed: dict[Literal, tuple[Key, Places]] = {}
        self._readers: dict[Key, list[tuple[int, int]]] = defaultdict(list)
        for index, statement in enumerate(statements):
            if statement.part != BASE:
                self._read(index, statement, of_beats)
        self._stored = self._carried_over()
        self._past = tuple(key for key in self._readers if key[0].endswith(PAST))
        self._order = self._in_order()
        self._rank = {index: number for number, index in enumerate(self._order)}
        whole = self._run(self._rules, self._everything(), handing_over=True)
        for index in self._rules.keys() - whole:
            del self._rules[index]
        for rule in self._rules.values():
            rule.settle(self._stored)
        self._order = [index for index in self._order if index in whole]
        self._rank = {index: number for number, index in enumerate(self._order)}
        self.rules = Slice(tuple(s for i, s in enumerate(statements) if s.part == BASE or i in whole), rules.snapshot)
        """The statements that can fire at some beat, and all of the base."""
        kept = [i for i, s in enumerate(statements) if s.part == BASE or i in whole]
        self._number = {old: new for new, old in enumerate(kept)}

    def _read(self, index: int, statement: Statement, of_beats: set[Key]) -> None:
        relations, about_beats = [], []
        for literal in statement.shape.body:
            if literal.present in of_beats:
                about_beats.append(literal)
            else:
                relation = self._base.relation(literal)
                if not relation[1]:  # most rules are about what no card of the case has
                    return
                relations.append(relation)
        gives = [self._place(head) for head in statement.shape.heads]
        needs = [self._place(literal) for literal in about_beats]
        self._rules[index] = _Rule(gives, needs, relations, about_beats)
        for key, places in needs:
            first = places[0] if places else ANYTHING
            self._readers[key].append((index, ANYTHING if isinstance(first, str) else first))

    def _place(self, literal: Literal) -> tuple[Key, Places]:
        """A literal's predicate, and for each argument the values that fit, or the name of a variable."""
        placed = self._placed.get(literal)
        if placed is None:
            places = [
                pattern[1] if isinstance(pattern, tuple) and pattern[0] == "?" else self._terms.fitting(pattern)
                for pattern in literal.patterns
            ]
            placed = self._placed[literal] = literal.key, tuple(places)
        return placed

    def _carried_over(self) -> dict[Key, tuple[Key, ...]]:
        """The predicates that rest on the beat before alone, each with the predicates it may take over unchanged."""
        sources: dict[Key, dict[Key, None]] = defaultdict(dict)
        otherwise: set[Key] = set()
        for rule in self._rules.values():
            for key, heads in rule.gives:
                if len(rule.needs) == 1 and rule.needs[0][0][0].endswith(PAST) and rule.needs[0][1] == heads:
                    sources[key][rule.needs[0][0]] = None
                else:
                    otherwise.add(key)
        return {key: tuple(found) for key, found in sources.items() if key not in otherwise}

    def _in_order(self) -> list[int]:
        """The rules, as far as can be each after those it reads from."""
        givers: dict[Key, list[int]] = defaultdict(list)
        for index, rule in self._rules.items():
            for key, _ in rule.gives:
                givers[key].append(index)
        order: dict[int, None] = {}
        seen: set[int] = set()
        for first in self._rules:
            stack = [(first, False)]
            while stack:
                index, done = stack.pop()
                if done:
                    order[index] = None
                elif index not in seen:
                    seen.add(index)
                    stack.append((index, True))
                    stack.extend((giver, False) for key, _ in self._rules[index].needs for giver in givers.get(key, ()))
        return list(order)

    def _everything(self) -> dict[Key, list[int]]:
        """What the base parts say, of whatever beat."""
        first: dict[Key, list[int]] = {}
        for rows_of in self._base.at.values():
            for key, rows in rows_of.items():
                for name in _names(key):
                    self._widen(first, name, rows)
        return first

    def _widen(self, places: dict[Key, list[int]], key: Key, rows: Iterable[Row]) -> None:
        known = places.setdefault(key, [0] * key[1])
        for _, bits in rows:
            for position, bit in enumerate(bits):
                known[position] |= bit

    @property
    def past(self) -> tuple[Key, ...]:
        """The predicates that are read of the beat before, under their plain names."""
        return tuple(_present(key) for key in self._past)

    def at(self, beat: int, before: Iterable[clingo.Symbol]) -> list[int]:
        """The statements of :attr:`rules`, by their place, that can fire at a beat.

        Args:
            beat: the beat.
            before: the atoms of the beat before that are not excluded, of the predicates in :attr:`past`.
        """
        rows: dict[Key, list[Row]] = defaultdict(list)
        for number in (beat, None):
            for key, given in self._base.at.get(number, {}).items():
                rows[key].extend(given)
        for atom in before:
            row = self._terms.row(atom)
            rows[atom.name + PAST, len(row[0])].append(row)
        for key, sources in self._stored.items():
            for source in sources:
                rows[key].extend(rows.get(source, ()))
        state = _State(rows, self._terms)
        rules: dict[int, _Rule] = {}
        for index in self._order:
            present = self._rules[index].at(state)
            if present is not None:
                rules[index] = present
        places: dict[Key, list[int]] = {}
        for key, found in rows.items():
            self._widen(places, key, found)
        return sorted(self._number[index] for index in self._run(rules, places))

    def _run(
        self, rules: Mapping[int, _Rule], places: dict[Key, list[int]], *, handing_over: bool = False
    ) -> frozenset[int]:
        """The rules that fire, once nothing more is derived.

        Args:
            rules: the rules.
            places: the values of predicates to begin with; changed.
            handing_over: whether what is derived counts as so at the beat before as well.
        """
        open_ = sorted(self._rank[index] for index in rules)
        waiting = set(open_)
        fired: set[int] = set()
        while open_:
            number = heappop(open_)
            waiting.discard(number)
            index = self._order[number]
            rule = rules[index]
            bound = _bindings(rule, places)
            if bound is None:
                continue
            fired.add(index)
            for key, heads in rule.gives:
                values = [bound.get(p, ANYTHING) if isinstance(p, str) else p for p in heads]
                for name in _names(key) if handing_over else (key,):
                    fresh = _add(places, name, values)
                    if fresh:
                        for reader, wanted in self._readers.get(name, ()):
                            if wanted & fresh and reader in rules and (again := self._rank[reader]) not in waiting:
                                waiting.add(again)
                                heappush(open_, again)
        return frozenset(fired)


def _names(key: Key) -> tuple[Key, ...]:
    """A predicate as it is read of this beat, of the beat before, and of any."""
    return key, (key[0] + PAST, key[1]), (key[0] + EVER, key[1])


def _present(key: Key) -> Key:
    return unmarked(key[0]), key[1]


def _add(places: dict[Key, list[int]], key: Key, values: list[int]) -> int:
    """Add values to each argument of a predicate; what is new about the first, or anything."""
    known = places.get(key)
    if known is None:
        places[key] = list(values)
        return ANYTHING
    fresh = 0
    for position, value in enumerate(values):
        both = known[position] | value
        if both != known[position]:
            fresh |= ANYTHING if position else value & ~known[position]
            known[position] = both
    return fresh


def _bindings(rule: _Rule, places_of: dict[Key, list[int]]) -> Bound | None:
    """What the variables of a body may be, each by itself; None if some literal cannot hold."""
    bound: Bound = {}
    for key, places in rule.needs:
        values = places_of.get(key)
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


__all__ = ["Firing"]
