"""The total cost over all integers: increases, reductions in any order, and convoke (CR 601.2f, 118.7, 702.51b).

A cost is a part of one type of mana (colored or colorless) and a generic part. One reduction is a step; the rulebook
(``asp``, section 601.2f) adds the reductions up instead and takes them off at once. That both come to the same, for any
number of reductions in any order and for all amounts, is shown by induction: taking one more off is adding it to the
sums. What a reduction of another type leaves over is, for this type, a reduction of the generic part.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import z3  # type: ignore[import-untyped]

from .integers import Part, prove_parts
from .verdicts import Verdict

COST_RULES = frozenset(("118.7a", "118.7c", "601.2f", "702.51b"))
"""The rules that the theorem rests on; without any one of them it is refuted."""


@dataclass(frozen=True)
class Cost:
    """A cost, or what is taken off it: mana of one type, and generic mana.

    Attributes:
        typed: The mana of the type.
        generic: The generic mana.
    """

    typed: z3.ArithRef
    generic: z3.ArithRef


def _above(number: z3.ArithRef) -> z3.ArithRef:
    return z3.If(number > 0, number, 0)


def step(cost: Cost, less: Cost, rules: Collection[str] = COST_RULES) -> Cost:
    """A cost after one reduction (CR 118.7a-d): what exceeds the typed part is taken off the generic one."""
    typed = cost.typed - less.typed
    generic = cost.generic - less.generic
    if "118.7c" in rules:
        generic -= _above(less.typed - cost.typed)
    if "118.7a" not in rules:  # as if generic reductions went on to the typed part
        typed -= _above(less.generic - cost.generic)
    if "601.2f" not in rules:  # as if a part could be less than nothing
        return Cost(typed, generic)
    return Cost(_above(typed), _above(generic))


def at_once(cost: Cost, less: Cost) -> Cost:
    """A cost after all its reductions, added up beforehand: what the rulebook computes."""
    return Cost(_above(cost.typed - less.typed), _above(cost.generic - less.generic - _above(less.typed - cost.typed)))


def _same(one: Cost, other: Cost) -> z3.BoolRef:
    return z3.And(one.typed == other.typed, one.generic == other.generic)


def parts(rules: Collection[str] = COST_RULES) -> Iterator[Part]:
    """The parts of the theorem, for costs and reductions that are not negative."""
    cost, sums, one, other = unknowns = _unknowns()
    given = tuple(part >= 0 for one_of in unknowns for part in (one_of.typed, one_of.generic))
    reduced = at_once(cost, sums)
    more = Cost(sums.typed + one.typed, sums.generic + one.generic)
    nothing = Cost(z3.IntVal(0), z3.IntVal(0))
    yield Part("no reduction leaves the cost as it is", _same(at_once(cost, nothing), cost), given)
    yield Part(
        "one more reduction is one more in the sums", _same(step(reduced, one, rules), at_once(cost, more)), given
    )
    yield Part(
        "two reductions may be applied in either order",
        _same(step(step(cost, one, rules), other, rules), step(step(cost, other, rules), one, rules)),
        given,
    )
    only_generic = Cost(z3.IntVal(0), one.generic)
    yield Part("generic reductions leave the typed part", step(cost, only_generic, rules).typed == cost.typed, given)
    yield Part("no part is less than nothing", z3.And(reduced.typed >= 0, step(cost, one, rules).typed >= 0), given)
    tapped, mana = z3.Int("tapped"), z3.Int("mana")
    total = reduced.typed + reduced.generic
    locked = total if "702.51b" in rules else total - tapped
    paid = (tapped >= 0, mana >= 0, tapped + mana == total)
    yield Part(
        "what is tapped and what is spent come to the total cost, which convoke does not change",
        tapped + mana == locked,
        (*given, *paid),
    )


def _unknowns() -> tuple[Cost, Cost, Cost, Cost]:
    def named(name: str) -> Cost:
        return Cost(z3.Int(f"typed {name}"), z3.Int(f"generic {name}"))

    return named("cost"), named("sums"), named("one"), named("other")


def total_cost_theorem(rules: Collection[str] = COST_RULES, seconds: float = 20.0) -> Verdict:
    """Increases, then reductions in any order, come to what the rulebook computes, for all amounts.

    Args:
        rules: The rules in force; without one of :data:`COST_RULES` it is refuted.
        seconds: The time limit of each part.

    Returns:
        ``proved for all integers``, or the first verdict of a part that is not.
    """
    return prove_parts(parts(rules), "every cost and every number of reductions, each of any size", seconds)


__all__ = ["COST_RULES", "Cost", "at_once", "parts", "step", "total_cost_theorem"]
