"""Slots: the questions that a scenario leaves open, as facts for ``asp/machine/scenario.lp``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import clingo


@dataclass(frozen=True)
class Slot:
    """A question that a scenario leaves open.

    Attributes:
        name: the term of the question, such as ``slot("x","tapped")``.
        values: the answers, in the order of their size (the first is the plainest).
        gives: for each answer, the facts that it gives.
        shown: for people: what is open.
        needs: the question whether the object exists, and the least number for which it does.
        after: the slot whose answer this one's may not rank below (objects that look alike need one order).
    """

    name: clingo.Symbol
    values: tuple[clingo.Symbol, ...]
    gives: Mapping[clingo.Symbol, tuple[clingo.Symbol, ...]]
    shown: str
    needs: tuple[clingo.Symbol, int] | None = None
    after: clingo.Symbol | None = None

    def facts(self) -> Iterator[clingo.Symbol]:
        """The slot as facts for ``asp/machine/scenario.lp``."""
        yield symbol("slot", self.name)
        for rank, value in enumerate(self.values):
            yield symbol("slot_value", self.name, value, clingo.Number(rank))
            for given in self.gives.get(value, ()):
                yield symbol("gives", self.name, value, given)
        if self.needs is not None:
            yield symbol("slot_needs", self.name, self.needs[0], clingo.Number(self.needs[1]))
        if self.after is not None:
            yield symbol("slot_after", self.name, self.after)


def symbol(name: str, *arguments: clingo.Symbol) -> clingo.Symbol:
    """A fact, or a term, of a name and arguments."""
    return clingo.Function(name, list(arguments))


__all__ = ["Slot", "symbol"]
