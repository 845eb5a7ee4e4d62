"""What claims speak of: the predicates that they read, told apart by what they say of a thing.

Two claims that read nothing in common cannot contradict each other, so only the others need be looked at together.
That a thing is there and which card it is, nearly every claim reads; it does not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import clingo
from clingo import ast
from manaproof.bridge.atoms import ATOMS
from manaproof.bridge.scenario import Scenario

Key = tuple[str, str]
"""A predicate, and the name of the term in it that says what: ``("characteristic", "color")``; ``*`` if any."""

_TOLD_APART = frozenset({"characteristic", "printed", "prints", "holds", "happens"})
"""The predicates whose terms say what they are about."""
_PLACES = frozenset({"zone", "on_battlefield"})
"""Atoms of claims about where a thing is; in a condition they say only what is spoken of."""
_PLUMBING = frozenset(
    {("holds", one) for one in ("zone", "script", "doing", "step", "active", "turn", "*")}
    | {(one, "") for one in ("definition", "layout", "script", "beat", "asked", "player", "first_beat", "no_stack")}
    | {("printed", "name"), ("printed", "*")}
)


def speaks_of(part: Scenario) -> frozenset[Key]:
    """What the claims of a situation, not divided into parts, speak of."""
    return frozenset(key for claim in part.form.then for key in of_formula(claim))


def key_of(fact: clingo.Symbol) -> Key:
    """What a fact speaks of."""
    if fact.name not in _TOLD_APART:
        return (fact.name, "")
    terms = (one for one in fact.arguments if one.type is clingo.SymbolType.Function)
    return (fact.name, next((one.name for one in terms if one.arguments and one.name != "obj"), "*"))


def of_formula(formula: Any, *, condition: bool = False) -> Iterator[Key]:
    """What a formula, or a claim, speaks of.

    Args:
        formula: the formula as data.
        condition: it stands in the ``if`` of another.
    """
    if isinstance(formula, list):
        for one in formula:
            yield from of_formula(one, condition=condition)
    elif isinstance(formula, str) and formula in ATOMS:
        yield from _of_body(ATOMS[formula].body)
    elif isinstance(formula, dict):
        for name, value in formula.items():
            if name == "says":
                continue
            if name == "asp":
                yield from _of_body(str(value))
            elif name in ATOMS:
                yield from _of_atom(name, value, condition)
            else:
                yield from of_formula(value, condition=condition or name == "if")


def _of_atom(name: str, value: Any, condition: bool) -> Iterator[Key]:
    if name in _PLACES:
        if not condition:
            yield ("place", "")
        return
    yield from _of_body(ATOMS[name].body)


def _of_body(text: str) -> Iterator[Key]:
    plain = re.sub(r"\{(\w+)\}", lambda field: f"Field_{field[1]}", text)
    nodes: list[ast.AST] = []
    with suppress(RuntimeError):  # what cannot be read was refused when the scenario was
        ast.parse_string(f"goal :- {plain}.", nodes.append, logger=lambda _code, _message: None)
    for node in nodes:
        if node.ast_type is ast.ASTType.Rule:
            for symbol in _symbols(node.body):
                yield from (key for key in _keys(symbol) if key not in _PLUMBING)


def _keys(symbol: Any) -> Iterator[Key]:
    if symbol.ast_type is not ast.ASTType.Function:
        return
    if symbol.name not in _TOLD_APART:
        yield (symbol.name, "")
        return
    terms = [one for one in symbol.arguments if getattr(one, "arguments", None) and one.name != "obj"]
    yield from ((symbol.name, one.name) for one in terms)
    if not terms:
        yield (symbol.name, "*")


def _symbols(nodes: Iterable[Any] | Any) -> Iterator[Any]:
    if isinstance(nodes, ast.ASTSequence):
        for node in nodes:
            yield from _symbols(node)
    elif isinstance(nodes, ast.AST):
        if nodes.ast_type is ast.ASTType.SymbolicAtom:
            yield from nodes.symbol.arguments if nodes.symbol.ast_type is ast.ASTType.Pool else [nodes.symbol]
            return
        for key in nodes.child_keys:
            yield from _symbols(getattr(nodes, key))


def in_common(one: Iterable[Key], other: Iterable[Key]) -> frozenset[Key]:
    """What both speak of."""
    theirs = frozenset(other)
    names = {name for name, term in theirs if term == "*"}
    found = set()
    for name, term in one:
        if (name, term) in theirs or name in names or (term == "*" and any(name == known for known, _ in theirs)):
            found.add((name, term))
    return frozenset(found)


__all__ = ["Key", "in_common", "key_of", "of_formula", "speaks_of"]
