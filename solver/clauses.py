"""Rules as clauses: their heads and bodies as terms in which variables can be bound and renamed.

It is a small part of what clingo reads, as much as is needed to tell what one literal says of another. Whatever else
stands in a rule is kept by its text and its variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any, NamedTuple

import clingo
from clingo import ast

from .parsing import BASE, PARTS, Statement, syntax

Term = Any
"""A variable ``("?", name)``, a ground symbol, a function ``(name, arguments...)``, or something computed:
``("+", text, variables...)`` of one value, ``("#", text, variables...)`` of one of several (an interval, a pool)."""

Binding = dict[str, Term]


class Atom(NamedTuple):
    """A literal about a predicate."""

    positive: bool
    name: str
    arguments: tuple[Term, ...]


class Compared(NamedTuple):
    """A comparison: ``<``, ``<=``, ``=`` or ``!=``."""

    sign: str
    left: Term
    right: Term


class Opaque(NamedTuple):
    """Any other literal. It is known by its text, and by its variables."""

    text: str
    parts: tuple[Term, ...]


Literal = Atom | Compared | Opaque

COMPUTED = ("+", "#")

ANY = ("_",)
"""A variable ``_`` of a negative literal: no value at all."""

_NAMES = {
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.GreaterThan: ">",
    ast.ComparisonOperator.GreaterEqual: ">=",
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
}


@dataclass(frozen=True)
class Clause:
    """A rule, as far as it is looked into.

    Attributes:
        part: the part of the book it stands in.
        head: what it derives; None if that is more or other than one atom.
        gives: the atoms that it may derive, each with the literals needed for that apart from the body.
        body: its body, without the citation.
    """

    part: str
    head: Atom | None
    gives: tuple[tuple[Atom, tuple[Literal, ...]], ...]
    body: tuple[Literal, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        """Its variables."""
        heads = [literal for atom, more in self.gives for literal in (atom, *more)]
        return frozenset(name for literal in (*heads, *self.body) for name in variables_of(literal))


def clause_of(statement: Statement, text: str | None = None) -> Clause:
    """A statement of a book as a clause; with another text, a changed one."""
    nodes = syntax(statement.file, statement.text if text is None else text)
    rule = next(node for node in nodes if node.ast_type is ast.ASTType.Rule)
    return _Reader(statement.part).clause(rule)


def parameters_of(part: str) -> frozenset[str]:
    """The names that stand for times and layers in a part of the book; the beat is known in all but the base."""
    return frozenset(PARTS[part]) | ({"t"} if part != BASE else set())


class _Reader:
    """Reads a rule's syntax tree.

    Args:
        part: the part of the book it stands in, whose parameters are variables like others.
    """

    def __init__(self, part: str) -> None:
        self._part = part
        self._parameters = parameters_of(part)
        self._fresh = count(1)

    def clause(self, rule: ast.AST) -> Clause:
        """The rule as a clause."""
        body = tuple(
            one for literal in rule.body if not str(literal).startswith('cr("') for one in self._literals(literal)
        )
        gives = tuple(self._gives(rule.head))
        plain = rule.head.ast_type is ast.ASTType.Literal and len(gives) == 1
        return Clause(self._part, gives[0][0] if plain else None, gives, body)

    def _gives(self, head: ast.AST) -> Iterator[tuple[Atom, tuple[Literal, ...]]]:
        if head.ast_type is ast.ASTType.Literal:
            for atom in self._pooled(head):
                yield atom, ()
            return
        for element in getattr(head, "elements", ()):
            one = element.condition if element.ast_type is ast.ASTType.HeadAggregateElement else element
            more = tuple(literal for condition in one.condition for literal in self._literals(condition))
            for atom in self._pooled(one.literal):
                yield atom, more

    def _pooled(self, literal: ast.AST) -> Iterator[Atom]:
        if literal.atom.ast_type is not ast.ASTType.SymbolicAtom:
            return
        symbol = literal.atom.symbol
        for one in symbol.arguments if symbol.ast_type is ast.ASTType.Pool else (symbol,):
            name, arguments = _named(one)
            yield Atom(True, name, tuple(self._term(argument) for argument in arguments))

    def _literals(self, literal: ast.AST) -> Iterator[Literal]:
        if literal.ast_type is ast.ASTType.Literal:
            atom, sign = literal.atom, literal.sign
            if (
                atom.ast_type is ast.ASTType.SymbolicAtom
                and sign != ast.Sign.DoubleNegation
                and atom.symbol.ast_type is not ast.ASTType.Pool
            ):
                positive = sign == ast.Sign.NoSign
                name, arguments = _named(atom.symbol)
                yield Atom(positive, name, tuple(self._term(argument, positive) for argument in arguments))
                return
            if atom.ast_type is ast.ASTType.Comparison and sign == ast.Sign.NoSign:
                left = self._term(atom.term)
                for guard in atom.guards:
                    right = self._term(guard.term)
                    yield compared(_NAMES[guard.comparison], left, right)
                    left = right
                return
        yield Opaque(str(literal), tuple(("?", name) for name in sorted(self._names(literal))))

    def _term(self, node: ast.AST, positive: bool = True) -> Term:
        kind = node.ast_type
        if kind is ast.ASTType.Variable:
            if node.name != "_":
                return ("?", node.name)
            return ("?", f"_{next(self._fresh)}") if positive else ANY
        if kind is ast.ASTType.SymbolicTerm:
            return ("?", str(node)) if str(node) in self._parameters else node.symbol
        if kind is ast.ASTType.Function and not node.external:
            arguments = tuple(self._term(argument, positive) for argument in node.arguments)
            if all(isinstance(argument, clingo.Symbol) for argument in arguments):
                return clingo.Function(node.name, arguments)
            return (node.name, *arguments)
        text = str(node)
        several = ".." in text or ";" in text or kind not in (ast.ASTType.BinaryOperation, ast.ASTType.UnaryOperation)
        return ("#" if several else "+", text, *(("?", name) for name in sorted(self._names(node))))

    def _names(self, node: Any) -> set[str]:
        """The variables and parameters within a syntax tree."""
        if isinstance(node, ast.ASTSequence):
            return {name for child in node for name in self._names(child)}
        if not isinstance(node, ast.AST):
            return set()
        if node.ast_type is ast.ASTType.Variable:
            return {node.name} - {"_"}
        if node.ast_type is ast.ASTType.SymbolicTerm:
            return {str(node)} & self._parameters
        return {name for key in node.child_keys for name in self._names(getattr(node, key))}


def _named(symbol: ast.AST) -> tuple[str, Sequence[ast.AST]]:
    if symbol.ast_type is ast.ASTType.UnaryOperation:
        name, arguments = _named(symbol.argument)
        return f"-{name}", arguments
    return symbol.name, symbol.arguments


def compared(sign: str, left: Term, right: Term) -> Compared:
    """A comparison in one of the four ways in which they are kept."""
    if sign in (">", ">="):
        return Compared("<" if sign == ">" else "<=", right, left)
    if sign in ("=", "!=") and repr(right) < repr(left):
        return Compared(sign, right, left)
    return Compared(sign, left, right)


def variables_of(part: Any) -> Iterator[str]:
    """The variables of a literal or a term."""
    if isinstance(part, Atom):
        for argument in part.arguments:
            yield from variables_of(argument)
    elif isinstance(part, Compared):
        yield from variables_of(part.left)
        yield from variables_of(part.right)
    elif isinstance(part, Opaque):
        for argument in part.parts:
            yield from variables_of(argument)
    elif isinstance(part, tuple):
        if part[0] == "?":
            yield part[1]
        else:
            for argument in part[2 if part[0] in COMPUTED else 1 :]:
                yield from variables_of(argument)


def bound(term: Term, binding: Mapping[str, Term]) -> Term:
    """A term with its variables replaced."""
    if not isinstance(term, tuple) or term == ANY:
        return term
    if term[0] == "?":
        found = binding.get(term[1])
        return term if found is None else bound(found, binding)
    if term[0] in COMPUTED:
        return (term[0], term[1], *(bound(part, binding) for part in term[2:]))
    arguments = tuple(bound(argument, binding) for argument in term[1:])
    if all(isinstance(argument, clingo.Symbol) for argument in arguments):
        return clingo.Function(term[0], arguments)
    return (term[0], *arguments)


def with_values(literal: Literal, binding: Mapping[str, Term]) -> Literal:
    """A literal with its variables replaced."""
    if isinstance(literal, Atom):
        return Atom(literal.positive, literal.name, tuple(bound(one, binding) for one in literal.arguments))
    if isinstance(literal, Compared):
        return compared(literal.sign, bound(literal.left, binding), bound(literal.right, binding))
    return Opaque(literal.text, tuple(bound(part, binding) for part in literal.parts))


def unified(one: Term, other: Term, binding: Binding) -> bool:
    """Whether two terms may be the same; what variables must be for that is added to the binding.

    False only where they cannot be. What is computed may be anything.
    """
    one, other = bound(one, binding), bound(other, binding)
    if one == other:
        return True
    for variable, value in ((one, other), (other, one)):
        if isinstance(variable, tuple) and variable[0] == "?":
            if not is_several(value) and variable[1] not in set(variables_of(value)):
                binding[variable[1]] = value
            return True
    if ANY in (one, other) or any(isinstance(term, tuple) and term[0] in COMPUTED for term in (one, other)):
        return True
    name, arguments = taken_apart(one)
    other_name, others = taken_apart(other)
    if name != other_name or len(arguments) != len(others):
        return False
    return all(unified(a, b, binding) for a, b in zip(arguments, others, strict=True))


def is_several(term: Term) -> bool:
    """Whether a term may stand for several values, so that a variable is not replaced by it."""
    return isinstance(term, tuple) and (
        term[0] == "#" or (term[0] not in ("?", "+") and any(is_several(part) for part in term[1:]))
    )


def taken_apart(term: Term) -> tuple[Any, Sequence[Term]]:
    """The functor of a term and its arguments; anything else is a functor of none."""
    if isinstance(term, tuple):
        return term[0], term[1:]
    if term.type is clingo.SymbolType.Function and term.arguments:
        return term.name, term.arguments
    return term, ()


def words_of(literal: Literal) -> set[str]:
    """The names that stand in a literal that is not looked into."""
    if not isinstance(literal, Opaque):
        return set()
    return set(re.findall(r"[a-z_][A-Za-z0-9_]*", literal.text))


def key_of(atom: Atom) -> tuple[str, int]:
    """The predicate of an atom, by name and number of arguments."""
    return atom.name, len(atom.arguments)


__all__ = [
    "ANY",
    "COMPUTED",
    "Atom",
    "Binding",
    "Clause",
    "Compared",
    "Literal",
    "Opaque",
    "Term",
    "bound",
    "clause_of",
    "compared",
    "is_several",
    "key_of",
    "parameters_of",
    "taken_apart",
    "unified",
    "variables_of",
    "with_values",
    "words_of",
]
