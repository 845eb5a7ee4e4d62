"""Integers with free non-negative unknowns: amounts as they are on a concrete board, X and payments left open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Relation = Literal["eq", "ne", "lt", "le", "gt", "ge"]


@dataclass(frozen=True, slots=True)
class Linear:
    """``constant + sum(factor * unknown)``; every unknown ranges over the integers from 0 up.

    Attributes:
        constant: The part that is known.
        terms: The unknowns by name, each with its factor, sorted by name and without factors of 0.
    """

    constant: int = 0
    terms: tuple[tuple[str, int], ...] = ()

    @property
    def known(self) -> bool:
        """Whether it has no unknown."""
        return not self.terms

    def __add__(self, other: Linear) -> Linear:
        factors = dict(self.terms)
        for name, factor in other.terms:
            factors[name] = factors.get(name, 0) + factor
        return Linear(self.constant + other.constant, tuple(sorted((n, f) for n, f in factors.items() if f)))

    def __mul__(self, factor: int) -> Linear:
        return Linear(self.constant * factor, tuple((n, f * factor) for n, f in self.terms if f * factor))


@dataclass(frozen=True, slots=True)
class Related:
    """A comparison of two amounts, at least one of them with an unknown."""

    left: Linear
    relation: Relation
    right: Linear


@dataclass(frozen=True, slots=True)
class Combined:
    """All, some or none of several truths that depend on unknowns."""

    how: Literal["all", "any", "none"]
    parts: tuple[Truth, ...]


Truth = bool | Related | Combined
"""A truth value, or what it depends on."""


def relate(left: int, relation: Relation, right: int) -> bool:
    """A comparison of two known numbers."""
    return {
        "eq": left == right,
        "ne": left != right,
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
    }[relation]


def both(parts: tuple[Truth, ...]) -> Truth:
    """All of several truths."""
    if any(part is False for part in parts):
        return False
    left = tuple(part for part in parts if part is not True)
    if not left:
        return True
    return left[0] if len(left) == 1 else Combined("all", left)


def either(parts: tuple[Truth, ...]) -> Truth:
    """Some of several truths."""
    if any(part is True for part in parts):
        return True
    left = tuple(part for part in parts if part is not False)
    if not left:
        return False
    return left[0] if len(left) == 1 else Combined("any", left)


def negated(part: Truth) -> Truth:
    """The opposite."""
    return (not part) if isinstance(part, bool) else Combined("none", (part,))
