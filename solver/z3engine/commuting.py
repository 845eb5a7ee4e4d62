"""Whether the order of replacement effects matters: statements about every amount of mana (CR 614.5, 616.1).

An amount of mana is six integers from 0 up, all of them unknown; factors may be unknown too. Two effects commute if,
whichever is applied first, the same amounts can result; they commute in types if the same types can result.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

import z3  # type: ignore[import-untyped]
from manaproof.bridge.abilities import MANA_TYPES

from .orders import Terms, applicable
from .rewriting import Rewriting
from .verdicts import Verdict

EVERY_MANA = "every amount of each type of mana"


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A replacement effect as terms.

    Attributes:
        fits: Whether it is applicable to an amount of mana.
        ways: The amounts it may make of one, one for each choice.
    """

    fits: Callable[[Terms], z3.BoolRef]
    ways: Callable[[Terms], list[Terms]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way an event can go: under which condition, and the mana that results."""

    when: z3.BoolRef
    mana: tuple[z3.ArithRef, ...]


def rewriter(effect: Rewriting) -> Rewriter:
    """A replacement effect with its numbers."""
    return Rewriter(lambda mana: applicable(effect, mana), lambda mana: _rewritings(effect, mana))


def multiplier(factor: z3.ArithRef) -> Rewriter:
    """So many times as much of the same mana, whenever there is mana."""
    return Rewriter(lambda mana: z3.Sum(mana) > 0, lambda mana: [[n * factor for n in mana]])


def _grower(more: Terms) -> Rewriter:
    """More of every type of mana that there is, by unknown amounts: what every multiplication is, in linear terms."""
    return Rewriter(
        lambda mana: z3.Sum(mana) > 0,
        lambda mana: [
            [z3.If(n > 0, n + z3.If(m > 0, m, z3.IntVal(0)), z3.IntVal(0)) for n, m in zip(mana, more, strict=True)]
        ],
    )


def _rewritings(effect: Rewriting, mana: Terms) -> list[Terms]:
    ways = [mana]
    for step in effect.steps:
        following: list[Terms] = []
        for now in ways:
            if step.how == "times":
                following.append([n * step.number for n in now])
                continue
            for to in step.to or (None,):
                here = [z3.IntVal(1 if t == to else 0) for t in MANA_TYPES]
                if step.how == "instead":
                    following.append([h * step.number for h in here])
                elif step.how == "plus":
                    following.append([n + h * step.number for n, h in zip(now, here, strict=True)])
                else:
                    moved = z3.Sum([n for n, t in zip(now, MANA_TYPES, strict=True) if t in step.of])
                    following.append(
                        [
                            (z3.IntVal(0) if t in step.of else n) + h * moved
                            for n, t, h in zip(now, MANA_TYPES, here, strict=True)
                        ]
                    )
        ways = following
    return ways


def outcomes(effects: Sequence[Rewriter], order: Iterable[int], mana: Terms) -> list[Outcome]:
    """Every way in which effects, tried in an order, rewrite an amount of mana.

    Each is applied once, when it is applicable and its turn comes; those that were not are tried again until none that
    is left is applicable (CR 616.1f). Over all orders these are all the ways in which a player may apply them.
    """
    turns = list(order)
    possible = z3.Solver()
    possible.add([m >= 0 for m in mana])
    ways: list[tuple[list[z3.BoolRef], Terms, frozenset[int]]] = [([], mana, frozenset())]
    for _ in effects:
        for index in turns:
            following: list[tuple[list[z3.BoolRef], Terms, frozenset[int]]] = []
            for conditions, now, used in ways:
                if index in used:
                    following.append((conditions, now, used))
                    continue
                fits = z3.simplify(effects[index].fits(now))
                if possible.check(*conditions, z3.Not(fits)) != z3.unsat:
                    following.append(([*conditions, z3.Not(fits)], now, used))
                if possible.check(*conditions, fits) != z3.unsat:
                    following += [([*conditions, fits], after, used | {index}) for after in effects[index].ways(now)]
            ways = following
    return [Outcome(z3.And(conditions), tuple(now)) for conditions, now, _ in ways]


def included(
    ways: Iterable[Outcome], among: Sequence[Outcome], solver: z3.Solver, in_types: bool
) -> tuple[str, z3.ModelRef | None]:
    """Whether every way an event can go is one of others: ``proved``, ``refuted`` with a model, or ``undecided``."""
    for way in ways:
        solver.push()
        solver.add(way.when)
        solver.add([z3.Not(_agrees(way, other, in_types)) for other in among])
        result = solver.check()
        model = solver.model() if result == z3.sat else None
        solver.pop()
        if result != z3.unsat:
            return ("undecided" if model is None else "refuted"), model
    return "proved", None


def _agrees(way: Outcome, other: Outcome, in_types: bool) -> z3.BoolRef:
    same = [(a > 0) == (b > 0) if in_types else a == b for a, b in zip(way.mana, other.mana, strict=True)]
    return z3.And(other.when, *same)


def commute(
    left: Rewriter,
    right: Rewriter,
    in_types: bool = False,
    seconds: float = 20.0,
    unknowns: Sequence[z3.ArithRef] = (),
) -> Verdict:
    """Whether two effects commute, for every amount of mana.

    Args:
        left: One effect.
        right: The other.
        in_types: Whether only the types of the resulting mana count, not the amounts.
        seconds: The time limit.
        unknowns: Unknown factors of the effects, each an integer from 0 up.

    Returns:
        ``proved for all integers``, ``refuted`` with the amounts of mana that tell the orders apart, or ``undecided``.
    """
    began = time.monotonic()
    mana = [z3.Int(t) for t in MANA_TYPES]
    first = outcomes((left, right), (0, 1), mana)
    second = outcomes((left, right), (1, 0), mana)
    few = z3.Sum(mana) <= 2
    green = z3.And([m == 0 for m, t in zip(mana, MANA_TYPES, strict=True) if t != "G"])
    for small in ([few, green], [few], []):  # a small counterexample if there is one, of a Forest's mana if it may be
        solver = _solver([*mana, *unknowns], seconds)
        solver.add(small)
        for ways, others in ((first, second), (second, first)):
            word, model = included(ways, others, solver, in_types)
            if word == "refuted" and model is not None:
                return _refuted(model, [*mana, *unknowns], "the two orders make different mana of this", began)
            if word == "undecided":
                return Verdict("undecided", EVERY_MANA, "the time limit was reached", time.monotonic() - began)
    return Verdict("proved for all integers", EVERY_MANA, seconds=time.monotonic() - began)


def multiplying_keeps_types(effects: Sequence[Rewriting], seconds: float = 20.0) -> Verdict:
    """Whether an effect that multiplies, by any factor from 1 up, brings no type that could not be without it.

    For every amount of mana, every factor, and every order of the effects and the multiplication.

    Args:
        effects: The other effects.
        seconds: The time limit.
    """
    began = time.monotonic()
    mana = [z3.Int(t) for t in MANA_TYPES]
    factor = z3.Int("factor")
    others = [rewriter(effect) for effect in effects]
    more = [z3.Int(f"more {t}") for t in MANA_TYPES]
    without = [way for order in permutations(range(len(others))) for way in outcomes(others, order, mana)]
    for grows in (_grower(more), multiplier(factor)):  # what holds of all growth holds of multiplying
        every = [*others, grows]
        solver = _solver([*mana, *more], seconds)
        solver.add(factor >= 1)
        answers = [included(outcomes(every, o, mana), without, solver, True) for o in permutations(range(len(every)))]
        model = next((model for _, model in answers if model is not None), None)
        if all(word == "proved" for word, _ in answers):
            break
    else:
        if model is not None:
            return _refuted(model, [*mana, factor], "multiplying this mana brings another type", began)
        return Verdict("undecided", EVERY_MANA, "the time limit was reached", time.monotonic() - began)
    scope = f"{EVERY_MANA}, every factor from 1 up, beside {len(others)} other effects in every order"
    return Verdict("proved for all integers", scope, seconds=time.monotonic() - began)


def _solver(mana: Terms, seconds: float) -> z3.Solver:
    solver = z3.Solver()
    solver.set("timeout", max(int(seconds * 1000), 1))
    solver.add([m >= 0 for m in mana])
    return solver


def _refuted(model: z3.ModelRef, terms: Terms, detail: str, began: float) -> Verdict:
    values = tuple((str(term), int(model.eval(term, model_completion=True).as_long())) for term in terms)
    return Verdict("refuted", EVERY_MANA, detail, time.monotonic() - began, values=values)
