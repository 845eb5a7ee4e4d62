"""Terms: what a text says, before it is known what its pronouns mean.

A term is the name of a node of the ability form and its fields that are not as they are unsaid. Besides the nodes of
:mod:`manaproof.bridge.abilities` there are a few terms of the surface (``Target``, ``It``, ``That``, ``Then``...) that
:mod:`manaproof.bridge.oracle.references` puts in and takes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..abilities import (
    ability,
    actions,
    amounts,
    base,
    casting,
    choices,
    conditions,
    costs,
    effects,
    faces,
    filters,
    mana,
    replacements,
    statics,
    triggers,
    verbs,
)
from ..abilities.base import Node

_MODULES = (
    ability,
    actions,
    amounts,
    base,
    casting,
    choices,
    conditions,
    costs,
    effects,
    faces,
    filters,
    mana,
    replacements,
    statics,
    triggers,
    verbs,
)
"""Where the nodes of the ability form are."""

Value = Any
"""A term, a string, a number, a truth value, None or a tuple of values."""


@dataclass(frozen=True, slots=True)
class Term:
    """A node by its name, with the fields that it says.

    Attributes:
        kind: The name of the node, or of a term of the surface.
        fields: The fields said, sorted by name.
    """

    kind: str
    fields: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str, default: Value = None) -> Value:
        """The value of a field, or the default where it is not said."""
        for key, value in self.fields:
            if key == name:
                return value
        return default

    def __contains__(self, name: str) -> bool:
        return any(key == name for key, _ in self.fields)

    def but(self, **fields: Value) -> Term:
        """The term with other values of some fields; None takes a field away."""
        found = {**dict(self.fields), **fields}
        return term(self.kind, **{key: value for key, value in found.items() if value is not None})

    def walk(self) -> Iterator[Term]:
        """This term and every term below it, parents first."""
        yield self
        for _, value in self.fields:
            yield from _walk(value)

    def map(self, change: Callable[[Term], Term]) -> Term:
        """The term with every term below it, and then itself, changed; in the order of the fields."""
        return change(Term(self.kind, tuple((key, _map(value, change)) for key, value in self.fields)))


def term(kind: str, /, **fields: Value) -> Term:
    """A term of that kind."""
    return Term(kind, tuple(sorted(fields.items())))


def _walk(value: Value) -> Iterator[Term]:
    if isinstance(value, Term):
        yield from value.walk()
    elif isinstance(value, tuple):
        for one in value:
            yield from _walk(one)


def _map(value: Value, change: Callable[[Term], Term]) -> Value:
    if isinstance(value, Term):
        return value.map(change)
    if isinstance(value, tuple):
        return tuple(_map(one, change) for one in value)
    return value


@cache
def nodes() -> Mapping[str, type[Node]]:
    """Every kind of node of the ability form by its name, a module's prefix before names that two modules share."""
    found: dict[str, type[Node]] = {}
    for module in _MODULES:
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Node) and value.__module__ == module.__name__:
                found[_name(value)] = value
    return found


_RENAMED = {("costs", "Discard"): "DiscardCost", ("casting", "Symbols"): "CostSymbols"}


def _name(kind: type[Node]) -> str:
    module = kind.__module__.rsplit(".", 1)[1]
    return _RENAMED.get((module, kind.__name__), kind.__name__)


@cache
def defaults(kind: str) -> Mapping[str, Value]:
    """What the fields of a node are where they are unsaid; a term of the surface has no such fields."""
    node = nodes().get(kind)
    if node is None:
        return {}
    return {name: _of(one.default) for name, one in node.model_fields.items() if not one.is_required()}


def of_node(node: Node) -> Term:
    """The term of a node."""
    said = {
        name: _of(getattr(node, name))
        for name, field in type(node).model_fields.items()
        if name != type(node).tag and getattr(node, name) != field.default
    }
    return term(_name(type(node)), **said)


def _of(value: Any) -> Value:
    if isinstance(value, Node):
        return of_node(value)
    if isinstance(value, (tuple, list)):
        return tuple(_of(one) for one in value)
    if isinstance(value, dict):
        return tuple(sorted(value.items()))
    return value


def to_node(value: Term) -> Node:
    """The node of a term.

    Raises:
        ValueError: There is no such node, or its fields do not go together.
    """
    kind = nodes().get(value.kind)
    if kind is None:
        raise ValueError(f"{value.kind} is no node")
    fields = {key: _to(one) for key, one in value.fields}
    if value.kind == "ManaTypeBySubtype":
        fields["to"] = dict(fields["to"])
    return kind(**fields)


def _to(value: Value) -> Any:
    if isinstance(value, Term):
        return to_node(value)
    if isinstance(value, tuple):
        return tuple(_to(one) for one in value)
    return value
