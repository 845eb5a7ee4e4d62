"""Damage and loyalty over all integers (CR 120.3, 120.8, 306.5c, 306.8, 615.12, 702.12b, 704.5).

Damage to a permanent is marked on it if it is a creature, and removes loyalty counters if it is a planeswalker; one
that is both gets both results. What is stated: which damage is dealt at all, what it comes to, and which state-based
action takes the permanent away afterwards. The source has neither wither nor infect (CR 120.3d-e).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import z3  # type: ignore[import-untyped]

from .integers import Part, prove_parts
from .verdicts import Verdict

DAMAGE_RULES = frozenset(
    (
        "120.3c",
        "120.3e",
        "120.8",
        "122.1",
        "306.5c",
        "615.6",
        "615.12",
        "702.12b",
        "704.5f",
        "704.5g",
        "704.5i",
    )
)
"""The rules that the theorem rests on; without any one of them it is refuted."""


@dataclass(frozen=True)
class Permanent:
    """A permanent.

    Attributes:
        creature: Whether it is a creature.
        planeswalker: Whether it is a planeswalker.
        indestructible: Whether it has indestructible.
        toughness: Its toughness.
        marked: The damage marked on it.
        counters: The loyalty counters on it.
        printed: The loyalty printed on it.
    """

    creature: z3.BoolRef
    planeswalker: z3.BoolRef
    indestructible: z3.BoolRef
    toughness: z3.ArithRef
    marked: z3.ArithRef
    counters: z3.ArithRef
    printed: z3.ArithRef


@dataclass(frozen=True)
class Damage:
    """Damage that would be dealt to a permanent.

    Attributes:
        amount: How much.
        preventable: Whether it can be prevented.
        shielded: Whether some effect prevents all damage that would be dealt to the permanent.
    """

    amount: z3.ArithRef
    preventable: z3.BoolRef
    shielded: z3.BoolRef


def is_dealt(damage: Damage, rules: Collection[str] = DAMAGE_RULES) -> z3.BoolRef:
    """Whether the damage is dealt: not if there is none of it (CR 120.8), nor if it is prevented (615.6, 615.12)."""
    prevented = z3.And(damage.shielded, damage.preventable) if "615.12" in rules else damage.shielded
    return z3.And(
        damage.amount > 0 if "120.8" in rules else True,
        z3.Not(prevented) if "615.6" in rules else True,
    )


def after(permanent: Permanent, damage: Damage, rules: Collection[str] = DAMAGE_RULES) -> Permanent:
    """The permanent once the damage has had its results (CR 120.3c, 120.3e).

    No more counters are removed than there are (CR 122.1).
    """
    amount = z3.If(is_dealt(damage, rules), damage.amount, 0)
    newly_marked = z3.If(permanent.creature, amount, 0) if "120.3e" in rules else 0
    removed = z3.If(permanent.planeswalker, amount, 0) if "120.3c" in rules else 0
    if "122.1" in rules:
        removed = z3.If(removed < permanent.counters, removed, permanent.counters)
    return replace(permanent, marked=permanent.marked + newly_marked, counters=permanent.counters - removed)


def loyalty(permanent: Permanent, rules: Collection[str] = DAMAGE_RULES) -> z3.ArithRef:
    """The loyalty of a planeswalker on the battlefield: its counters (CR 306.5c), not what is printed on it."""
    return permanent.counters if "306.5c" in rules else permanent.printed


def put_into_graveyard(permanent: Permanent, rules: Collection[str] = DAMAGE_RULES) -> z3.BoolRef:
    """Whether state-based actions put it into a graveyard without destroying it (CR 704.5f, 704.5i)."""
    return z3.Or(
        z3.And(permanent.creature, permanent.toughness <= 0) if "704.5f" in rules else False,
        z3.And(permanent.planeswalker, loyalty(permanent, rules) == 0) if "704.5i" in rules else False,
    )


def is_destroyed(permanent: Permanent, rules: Collection[str] = DAMAGE_RULES) -> z3.BoolRef:
    """Whether a state-based action destroys it: lethal damage, unless it has indestructible (CR 704.5g, 702.12b)."""
    lethal = z3.And(permanent.creature, permanent.toughness > 0, permanent.marked >= permanent.toughness)
    return z3.And(
        lethal if "704.5g" in rules else False,
        z3.Not(permanent.indestructible) if "702.12b" in rules else True,
    )


def parts(rules: Collection[str] = DAMAGE_RULES) -> Iterator[Part]:
    """The parts of the theorem, for damage, marked damage and counters that are not negative, and any toughness."""
    bools = (z3.Bool(name) for name in ("creature", "planeswalker", "indestructible"))
    permanent = Permanent(*bools, *z3.Ints("toughness marked counters printed"))
    damage = Damage(z3.Int("amount"), z3.Bool("preventable"), z3.Bool("shielded"))
    amount = damage.amount
    result = after(permanent, damage, rules)
    numbers = (amount >= 0, permanent.marked >= 0, permanent.counters >= 0)
    real = (*numbers, amount > 0, z3.Or(z3.Not(damage.shielded), z3.Not(damage.preventable)))
    both = (permanent.creature, permanent.planeswalker)
    yield Part(
        "damage that can't be prevented is dealt, whatever would prevent it",
        is_dealt(damage, rules),
        (*numbers, amount > 0, z3.Not(damage.preventable)),
    )
    yield Part(
        "damage that is prevented is not dealt and has no result",
        z3.And(z3.Not(is_dealt(damage, rules)), _same(result, permanent)),
        (*numbers, damage.shielded, damage.preventable),
    )
    yield Part("no damage at all is not dealt", z3.Not(is_dealt(damage, rules)), (*numbers, amount == 0))
    yield Part(
        "damage to a planeswalker creature is marked on it, and its loyalty falls by as much, at most to 0",
        z3.And(
            result.marked == permanent.marked + amount,
            loyalty(result, rules) == z3.If(amount < permanent.counters, permanent.counters - amount, 0),
        ),
        (*real, *both),
    )
    yield Part(
        "a creature that is no planeswalker loses no counters",
        result.counters == permanent.counters,
        (*real, permanent.creature, z3.Not(permanent.planeswalker)),
    )
    yield Part(
        "nothing is marked on a planeswalker that is no creature",
        result.marked == permanent.marked,
        (*real, permanent.planeswalker, z3.Not(permanent.creature)),
    )
    more = replace(damage, amount=z3.Int("more"))
    yield Part(
        "damage in two portions comes to the same as their sum at once",
        _same(after(result, more, rules), after(permanent, replace(damage, amount=amount + more.amount), rules)),
        (*numbers, more.amount >= 0),
    )
    yield Part(
        "indestructible or not, it is put into the graveyard if the damage is as much as its loyalty or more",
        put_into_graveyard(result, rules)
        == z3.Or(
            z3.And(permanent.planeswalker, amount >= permanent.counters),
            z3.And(permanent.creature, permanent.toughness <= 0),
        ),
        real,
    )
    yield Part(
        "what has indestructible isn't destroyed, however much damage is marked on it",
        z3.Not(is_destroyed(result, rules)),
        (*real, permanent.indestructible),
    )
    yield Part(
        "what hasn't is destroyed if the damage marked on it reaches its toughness",
        is_destroyed(result, rules) == (permanent.marked + amount >= permanent.toughness),
        (*real, permanent.creature, permanent.toughness > 0, z3.Not(permanent.indestructible)),
    )
    yield Part(
        "an indestructible planeswalker creature with toughness above 0 leaves if and only if its loyalty is gone",
        z3.Or(put_into_graveyard(result, rules), is_destroyed(result, rules)) == (amount >= permanent.counters),
        (*real, *both, permanent.indestructible, permanent.toughness > 0),
    )


def _same(one: Permanent, other: Permanent) -> z3.BoolRef:
    return z3.And(one.marked == other.marked, one.counters == other.counters)


def damage_theorem(rules: Collection[str] = DAMAGE_RULES, seconds: float = 20.0) -> Verdict:
    """What damage does to a planeswalker creature, for every amount, loyalty, marked damage and toughness.

    Args:
        rules: The rules in force; without one of :data:`DAMAGE_RULES` it is refuted.
        seconds: The time limit of each part.

    Returns:
        ``proved for all integers``, or the first verdict of a part that is not.
    """
    return prove_parts(parts(rules), "every amount of damage, loyalty and marked damage, and every toughness", seconds)


__all__ = [
    "DAMAGE_RULES",
    "Damage",
    "Permanent",
    "after",
    "damage_theorem",
    "is_dealt",
    "is_destroyed",
    "loyalty",
    "parts",
    "put_into_graveyard",
]
