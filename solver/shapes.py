"""The shape of a rule: what it derives and what it cannot do without.

Everything about numbers, names and time is blotted out. A term is ``None`` (anything), a constant (``"tap"``), a
variable (``("?", "Object")``) or a function (``("zone", ("?", "Object"), "battlefield")``).
Numbers, strings, arithmetic, intervals and pools are ``None``; so are the parameters of the parts (``t`` and the like)
and what is inside an object's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import clingo
from clingo import ast

Term = Any
"""A blotted term, see above; hashable."""

Atom = tuple[str, tuple[Term, ...]]
"""A predicate's name and its blotted arguments."""

OPAQUE = frozenset({"obj", "ab", "v"})
"""Functions whose arguments are blotted out: the names of objects and abilities, amounts of mana."""

PARAMETERS = frozenset({"t", "s", "l", "p", "q", "m"})
"""The parameters of the parts of a rulebook, which stand for moments of time and for layers."""


PAST = "__past"
"""What the name of a predicate is marked with where it is read of the beat before."""

EVER = "__ever"
"""What the name of a predicate is marked with where it is read of no beat, or of some other beat."""

MOMENTS = ("before", "world", "produce")
"""The functions that name a moment within a beat."""


Key = tuple[str, int]
"""A predicate by its name and number of arguments."""


@dataclass(frozen=True, eq=False)
class Literal:
    """A literal, one and the same wherever it stands: what can be said of it without any game.

    Attributes:
        key: its predicate, the name marked by when it is.
        present: its predicate.
        patterns: its arguments.
        names: its variables.
        places: of each variable the argument that is this variable; -1 if it only stands within arguments.
        tests: the arguments, by their place, that not every term fits, or that say what a variable is.
        functor: the functor of its first argument; None if that may be anything.
    """

    key: Key
    present: Key
    patterns: tuple[Term, ...]
    names: tuple[str, ...]
    places: tuple[int, ...]
    tests: tuple[tuple[int, Term], ...]
    functor: str | None

    @property
    def past(self) -> bool:
        """Whether it is read of the beat before."""
        return self.key[0].endswith(PAST)

    @property
    def ever(self) -> bool:
        """Whether it is read of no beat, or of some other beat."""
        return self.key[0].endswith(EVER)


@cache
def literal(atom: Atom) -> Literal:
    """The literal that a blotted atom is."""
    name, patterns = atom
    often = Counter(variable for pattern in patterns for variable in variables(pattern))
    whole = {pattern[1]: place for place, pattern in reversed(list(enumerate(patterns))) if _is_variable(pattern)}
    tests = tuple(
        (place, pattern)
        for place, pattern in enumerate(patterns)
        if pattern is not None and not (_is_variable(pattern) and often[pattern[1]] == 1)
    )
    first = patterns[0] if patterns else None
    return Literal(
        (name, len(patterns)),
        (unmarked(name), len(patterns)),
        patterns,
        tuple(often),
        tuple(whole.get(variable, -1) for variable in often),
        tests,
        first[0] if isinstance(first, tuple) and not _is_variable(first) else None,
    )


def _is_variable(pattern: Term) -> bool:
    return isinstance(pattern, tuple) and pattern[0] == "?"


@dataclass(frozen=True)
class Shape:
    """What a rule may derive, and the positive literals of its body, their names marked by when they are."""

    gives: tuple[Atom, ...]
    needs: tuple[Atom, ...]

    @cached_property
    def heads(self) -> tuple[Literal, ...]:
        """What it may derive."""
        return tuple(map(literal, self.gives))

    @cached_property
    def body(self) -> tuple[Literal, ...]:
        """The positive literals of its body, but for the citation."""
        return tuple(map(literal, (atom for atom in self.needs if unmarked(atom[0]) != "cr")))

    def to_json(self) -> list[Any]:
        """Lists of lists."""
        return [self.gives, self.needs]

    @classmethod
    def from_json(cls, record: list[Any]) -> Shape:
        """The inverse of :meth:`to_json` after a round trip through JSON."""
        gives, needs = (tuple(_frozen(atom) for atom in atoms) for atoms in record)
        return cls(gives, needs)


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def shape_of(rule: ast.AST) -> Shape:
    """The shape of a rule's syntax tree. What stands under a condition of the head is needed for what it derives."""
    gives: list[Atom] = []
    needs: list[Atom] = []
    _head(rule.head, gives, needs)
    for literal in rule.body:
        atom = _plain(literal)
        if atom is not None:
            needs.append(atom)
    return Shape(tuple((unmarked(name), terms) for name, terms in gives), tuple(needs))


def unmarked(name: str) -> str:
    """The name of a predicate, without :data:`PAST` and :data:`EVER`."""
    return name.removesuffix(PAST).removesuffix(EVER)


def _head(head: ast.AST, gives: list[Atom], needs: list[Atom]) -> None:
    if head.ast_type is ast.ASTType.Literal:
        symbol = head.atom.symbol if head.atom.ast_type is ast.ASTType.SymbolicAtom else None
        if symbol is not None and symbol.ast_type is ast.ASTType.Pool:  # p(a; b) is two atoms
            gives.extend((one.name, tuple(_term(a) for a in one.arguments)) for one in symbol.arguments)
            return
        atom = _plain(head)
        if atom is not None:
            gives.append(atom)
        return
    elements = list(getattr(head, "elements", ()))
    for element in elements:
        literal = element.condition if element.ast_type is ast.ASTType.HeadAggregateElement else element
        atom = _plain(literal.literal)
        if atom is None:
            continue
        gives.append(atom)
        if len(elements) == 1:
            needs.extend(a for a in map(_plain, literal.condition) if a is not None)


def _plain(literal: ast.AST) -> Atom | None:
    if (
        literal.ast_type is not ast.ASTType.Literal
        or literal.sign != ast.Sign.NoSign
        or literal.atom.ast_type is not ast.ASTType.SymbolicAtom
    ):
        return None
    symbol = literal.atom.symbol
    if symbol.ast_type is not ast.ASTType.Function:
        return None
    time = _time(symbol.arguments[-1]) if symbol.arguments else EVER
    return symbol.name + time, tuple(_term(argument) for argument in symbol.arguments)


def _time(last: ast.AST) -> str:
    """What a literal's last argument says of when it is: the mark of its name."""
    if last.ast_type is ast.ASTType.SymbolicTerm and str(last) in PARAMETERS:
        return ""
    if last.ast_type is ast.ASTType.Function and last.arguments and last.name in MOMENTS:
        return ""
    return PAST if str(last) == "(t-1)" else EVER


def _term(node: ast.AST) -> Term:
    kind = node.ast_type
    if kind is ast.ASTType.Variable:
        return None if node.name == "_" else ("?", node.name)
    if kind is ast.ASTType.SymbolicTerm:
        return blotted(node.symbol)
    if kind is ast.ASTType.Function and not node.external:
        if node.name in OPAQUE:
            return (node.name,)
        return (node.name, *(_term(argument) for argument in node.arguments))
    return None


def blotted(symbol: clingo.Symbol) -> Term:
    """A ground term with numbers, strings and names blotted out."""
    if symbol.type is not clingo.SymbolType.Function:
        return None
    if not symbol.arguments:
        return None if symbol.name in PARAMETERS else symbol.name
    if symbol.name in OPAQUE:
        return (symbol.name,)
    return (symbol.name, *(blotted(argument) for argument in symbol.arguments))


def variables(term: Term) -> Iterator[str]:
    """The variables of a term."""
    if isinstance(term, tuple):
        if term and term[0] == "?":
            yield term[1]
        else:
            for argument in term[1:]:
                yield from variables(argument)


__all__ = [
    "EVER",
    "MOMENTS",
    "OPAQUE",
    "PAST",
    "Atom",
    "Key",
    "Literal",
    "Shape",
    "Term",
    "blotted",
    "shape_of",
    "unmarked",
    "variables",
]
