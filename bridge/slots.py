"""Slots: the questions that a scenario leaves open, as facts for ``asp/machine/scenario.lp``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod

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
        only: another question and the answer to it without which this one does not arise; in the place of ``needs``.
        after: the slot whose answer this one's may not rank below (objects that look alike need one order).
    """

    name: clingo.Symbol
    values: tuple[clingo.Symbol, ...]
    gives: Mapping[clingo.Symbol, tuple[clingo.Symbol, ...]]
    shown: str
    needs: tuple[clingo.Symbol, int] | None = None
    after: clingo.Symbol | None = None
    only: tuple[clingo.Symbol, clingo.Symbol] | None = None

    def facts(self) -> Iterator[clingo.Symbol]:
        """The slot as facts for ``asp/machine/scenario.lp``."""
        yield symbol("slot", self.name)
        for rank, value in enumerate(self.values):
            yield symbol("slot_value", self.name, value, clingo.Number(rank))
            for given in self.gives.get(value, ()):
                yield symbol("gives", self.name, value, given)
        if self.needs is not None:
            yield symbol("slot_needs", self.name, self.needs[0], clingo.Number(self.needs[1]))
        if self.only is not None:
            yield symbol("slot_only", self.name, *self.only)
        if self.after is not None:
            yield symbol("slot_after", self.name, self.after)

    @property
    def rests_on(self) -> clingo.Symbol | None:
        """The question whose answer says whether this one arises; None if it does anyway."""
        if self.only is not None:
            return self.only[0]
        return None if self.needs is None else self.needs[0]

    def arises(self, answer: clingo.Symbol) -> bool:
        """Whether it arises by an answer to the question it rests on."""
        if self.only is not None:
            return answer == self.only[1]
        return self.needs is None or answer.number >= self.needs[1]


def combinations(slots: Iterable[Slot]) -> int:
    """The number of ways to answer questions, each only where it arises; ``after`` is not looked at."""
    resting: dict[clingo.Symbol | None, list[Slot]] = {}
    for slot in slots:
        resting.setdefault(slot.rests_on, []).append(slot)

    def ways(slot: Slot) -> int:
        inner = resting.get(slot.name, ())
        return sum(prod(ways(one) for one in inner if one.arises(answer)) for answer in slot.values)

    return prod(ways(slot) for slot in resting.get(None, ()))


def symbol(name: str, *arguments: clingo.Symbol) -> clingo.Symbol:
    """A fact, or a term, of a name and arguments."""
    return clingo.Function(name, list(arguments))


__all__ = ["Slot", "combinations", "symbol"]
