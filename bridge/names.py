"""What the formulas and the steps of a scenario may speak of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .source import Document


@dataclass
class Names:
    """The names that formulas and steps may use, and where problems with them are.

    Attributes:
        objects: the ids of the objects of the scenario.
        players: the players.
        document: where problems are.
        greatest: the greatest number that ``numbers`` ranges over.
        predicates: the predicates that raw ASP may read, by name and arity; None when nobody checks.
    """

    objects: Sequence[str]
    players: Sequence[str]
    document: Document
    greatest: int = 20
    predicates: frozenset[tuple[str, int]] | None = None


__all__ = ["Names"]
