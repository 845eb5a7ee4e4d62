"""Counters, toughness and persist over all integers (CR 122.3, 704.5f, 704.5g, 704.5q, 704.8, 702.79a).

A +1/+1 counter and a -1/-1 counter are removed together, as often as there are both. A creature that dies in the same
check is looked at as it was before that check, so its persist ability still sees the -1/-1 counters; one that survives
the check and dies later has only the kind that was left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import z3  # type: ignore[import-untyped]

from .integers import Part, prove_parts
from .verdicts import Verdict

COUNTER_RULES = frozenset(("122.1a", "603.10a", "702.79a", "704.3", "704.5f", "704.5g", "704.5q", "704.8"))
"""The rules that the theorem rests on; without any one of them it is refuted."""


@dataclass(frozen=True)
class Creature:
    """A creature with persist and without indestructible.

    Attributes:
        base: Its toughness without counters.
        plus: The +1/+1 counters on it.
        minus: The -1/-1 counters on it.
        damage: The damage marked on it.
    """

    base: z3.ArithRef
    plus: z3.ArithRef
    minus: z3.ArithRef
    damage: z3.ArithRef


def toughness(creature: Creature, rules: Collection[str] = COUNTER_RULES) -> z3.ArithRef:
    """Its toughness with the counters (CR 122.1a)."""
    return creature.base + creature.plus - creature.minus if "122.1a" in rules else creature.base


def cancelled(creature: Creature, rules: Collection[str] = COUNTER_RULES) -> z3.ArithRef:
    """How many counters of either kind are removed: the smaller of their numbers (CR 704.5q)."""
    smaller = z3.If(creature.plus < creature.minus, creature.plus, creature.minus)
    return smaller if "704.5q" in rules else z3.IntVal(0)


def checked(creature: Creature, rules: Collection[str] = COUNTER_RULES) -> Creature:
    """The creature after a check of state-based actions that it survives."""
    removed = cancelled(creature, rules)
    return replace(creature, plus=creature.plus - removed, minus=creature.minus - removed)


def dies(creature: Creature, rules: Collection[str] = COUNTER_RULES) -> z3.BoolRef:
    """Whether a state-based action puts it into a graveyard: toughness 0 or less, lethal damage (CR 704.5f, 704.5g)."""
    number = toughness(creature, rules)
    return z3.Or(
        number <= 0 if "704.5f" in rules else False,
        z3.And(number > 0, creature.damage > 0, creature.damage >= number) if "704.5g" in rules else False,
    )


def returns(minus: z3.ArithRef, rules: Collection[str] = COUNTER_RULES) -> z3.BoolRef:
    """Whether persist brings back a creature that had so many -1/-1 counters as it last existed (CR 702.79a, 603.10a).

    An ability that did not look back would look at the card in the graveyard, on which there is no counter.
    """
    return (minus if "603.10a" in rules else z3.IntVal(0)) == 0 if "702.79a" in rules else z3.BoolVal(True)


def last_known_minus(creature: Creature, rules: Collection[str] = COUNTER_RULES) -> z3.ArithRef:
    """The -1/-1 counters that one dying in a check is known to have had: as before the check (CR 704.3, 704.8)."""
    if "704.8" not in rules:
        return checked(creature, rules).minus
    if "704.3" not in rules:  # as if the actions of a check were performed one after another, in any order
        return z3.If(z3.Bool("counters are removed first"), checked(creature, rules).minus, creature.minus)
    return creature.minus


def parts(rules: Collection[str] = COUNTER_RULES) -> Iterator[Part]:
    """The parts of the theorem, for any toughness, and for counters and damage that are not negative."""
    creature = Creature(*z3.Ints("base plus minus damage"))
    given = (creature.plus >= 0, creature.minus >= 0, creature.damage >= 0)
    left = checked(creature, rules)
    yield Part("one kind at most is left", z3.Or(left.plus == 0, left.minus == 0), given)
    yield Part(
        "the same number of each is removed, and no more than there are",
        z3.And(creature.plus - left.plus == creature.minus - left.minus, left.plus >= 0, left.minus >= 0),
        given,
    )
    yield Part("its toughness stays as it is", toughness(left, rules) == toughness(creature, rules), given)
    yield Part("so it dies after the removal if and only if before", dies(left, rules) == dies(creature, rules), given)
    yield Part("the next check removes nothing", cancelled(left, rules) == 0, given)
    yield Part(
        "when it dies after the check, persist brings it back if and only if its -1/-1 counters were all removed",
        returns(left.minus, rules) == (creature.minus <= creature.plus),
        (*given, z3.Not(dies(creature, rules))),
    )
    new = z3.Int("new")
    withered = replace(creature, minus=creature.minus + new)
    alive = (*given, creature.plus >= 1, new >= 1, z3.Not(dies(creature, rules)))
    yield Part(
        "new -1/-1 counters kill it if and only if they are as many as its toughness without damage, or more",
        dies(withered, rules) == (new >= creature.base + creature.plus - creature.minus - creature.damage),
        alive,
    )
    known = last_known_minus(withered, rules)
    yield Part(
        "a creature with +1/+1 counters that new -1/-1 counters kill still had some of these, and does not return",
        z3.And(known >= 1, z3.Not(returns(known, rules))),
        (*alive, dies(withered, rules)),
    )


def counters_theorem(rules: Collection[str] = COUNTER_RULES, seconds: float = 20.0) -> Verdict:
    """Which counters cancel out, and whether persist returns the creature, for every number of them.

    Args:
        rules: The rules in force; without one of :data:`COUNTER_RULES` it is refuted.
        seconds: The time limit of each part.

    Returns:
        ``proved for all integers``, or the first verdict of a part that is not.
    """
    return prove_parts(parts(rules), "every number of counters of both kinds, every toughness and damage", seconds)


__all__ = [
    "COUNTER_RULES",
    "Creature",
    "cancelled",
    "checked",
    "counters_theorem",
    "dies",
    "last_known_minus",
    "parts",
    "returns",
    "toughness",
]
