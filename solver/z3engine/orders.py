"""Every order of replacement effects over every choice and amount, in Z3 (CR 106.5, 107.1b, 614.5, 616.1).

Mana is a vector of six integers. The instruction gives the first one, choices and unknown amounts being Z3 variables;
then comes one step for each replacement effect: ``pick[i]`` says which effect is applied at step *i*, 0 for none. An
effect is picked at most once (614.5); it must be applicable to the mana as it then is; none is picked only if no effect
that is left is applicable (616.1f). A type could be produced if the last vector can hold some of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import z3  # type: ignore[import-untyped]
from manaproof.bridge.abilities import MANA_TYPES, ManaType

from .linear import Combined, Linear, Related, Truth
from .productions import AllOf, Fixed, Made, OneOf, Vector
from .rewriting import Rewriting, Step

MILLISECONDS = 20_000
"""How long Z3 may think about one question."""


class UndecidedError(Exception):
    """Z3 did not decide in time."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One way to produce a type.

    Attributes:
        made: The mana that the instruction makes.
        replaced: The replacement effects in their order, by their index, each with the mana after it.
        unknowns: Values of X and other unknowns.
    """

    made: Vector
    replaced: tuple[tuple[int, Vector], ...]
    unknowns: tuple[tuple[str, int], ...]

    @property
    def mana(self) -> Vector:
        """The mana that is added."""
        return self.replaced[-1][1] if self.replaced else self.made


Terms = list[z3.ArithRef]


class Encoding:
    """The constraints of one mana production event.

    Attributes:
        constraints: What must hold.
        first: The mana that the instruction makes.
        after: The mana after each step.
        picks: The effect picked at each step, from 1; 0 for none.
        unknowns: X and other unknowns by name.
    """

    def __init__(self, mana: Made, where: Truth, effects: Sequence[Rewriting]) -> None:
        self.constraints: list[z3.BoolRef] = []
        self.unknowns: dict[str, z3.ArithRef] = {}
        self._names = 0
        self.first = self._made(mana)
        self.constraints.append(self._truth(where))
        self.after: list[Terms] = []
        self.picks: list[z3.ArithRef] = []
        self._replace(effects)

    @property
    def last(self) -> Terms:
        """The mana that is added in the end."""
        return self.after[-1] if self.after else self.first

    def _fresh(self, name: str) -> z3.ArithRef:
        self._names += 1
        return z3.Int(f"{name}!{self._names}")

    def _choice(self, name: str, size: int) -> z3.ArithRef:
        """A choice among 0..size-1."""
        chosen = self._fresh(name)
        self.constraints += [chosen >= 0, chosen < size]
        return chosen

    def linear(self, of: Linear) -> z3.ArithRef:
        """An amount as a term; each unknown is an integer from 0 up."""
        total: z3.ArithRef = z3.IntVal(of.constant)
        for name, factor in of.terms:
            if name not in self.unknowns:
                self.unknowns[name] = z3.Int(name)
                self.constraints.append(self.unknowns[name] >= 0)
            total = total + factor * self.unknowns[name]
        return total

    def _at_least_none(self, of: Linear) -> z3.ArithRef:
        """An amount of mana: a negative number is 0 (CR 107.1b)."""
        if of.known:
            return z3.IntVal(max(of.constant, 0))
        term = self.linear(of)
        return z3.If(term < 0, z3.IntVal(0), term)

    def _truth(self, of: Truth) -> z3.BoolRef:
        match of:
            case bool():
                return z3.BoolVal(of)
            case Related():
                return compared(self.linear(of.left), of.relation, self.linear(of.right))
            case Combined():
                parts = [self._truth(part) for part in of.parts]
                return z3.And(parts) if of.how == "all" else z3.Or(parts) if of.how == "any" else z3.Not(z3.Or(parts))

    def _made(self, mana: Made) -> Terms:
        match mana:
            case Fixed():
                times = self._at_least_none(mana.times)
                return [times * n if n else z3.IntVal(0) for n in mana.vector]
            case OneOf():
                options = [self._made(option) for option in mana.options]
                chosen = self._choice("option", len(options))
                return _selected(chosen, options)
            case AllOf():
                parts = [self._made(part) for part in mana.parts]
                return [z3.Sum([part[i] for part in parts]) for i in range(len(MANA_TYPES))]
        amount = self._at_least_none(mana.amount)
        inside = [t in mana.types for t in MANA_TYPES]
        if not mana.types:
            return [z3.IntVal(0)] * len(MANA_TYPES)
        if mana.how == "each":
            return [amount if here else z3.IntVal(0) for here in inside]
        if mana.how == "one":
            chosen = self._choice("type", len(mana.types))
            return [
                z3.If(chosen == mana.types.index(t), amount, z3.IntVal(0)) if here else z3.IntVal(0)
                for t, here in zip(MANA_TYPES, inside, strict=True)
            ]
        parts_ = [self._fresh("part") if here else z3.IntVal(0) for here in inside]
        shares = [p for p, here in zip(parts_, inside, strict=True) if here]
        self.constraints += [p >= 0 for p in shares]
        if mana.how == "different":
            self.constraints += [p <= 1 for p in shares]
            size = z3.IntVal(len(shares))
            amount = z3.If(amount < size, amount, size)
        self.constraints.append(z3.Sum(shares) == amount)
        return parts_

    def _replace(self, effects: Sequence[Rewriting]) -> None:
        now = self.first
        for number in range(len(effects)):
            pick = self._choice("pick", len(effects) + 1)
            used = [z3.Or([p == index for p in self.picks]) for index in range(1, len(effects) + 1)]
            fits = [applicable(effect, now) for effect in effects]
            outcomes = [now]
            for index, effect in enumerate(effects, 1):
                self.constraints.append(z3.Implies(pick == index, z3.And(fits[index - 1], z3.Not(used[index - 1]))))
                if index > 1 and effects[index - 2] == effect:  # of equal effects the earlier is picked first
                    self.constraints.append(z3.Implies(pick == index, used[index - 2]))
                outcomes.append(self.rewritten(effect, now))
            left = [z3.And(fits[i], z3.Not(used[i])) for i in range(len(effects))]
            self.constraints.append(z3.Implies(pick == 0, z3.Not(z3.Or(left))))
            after = [z3.Int(f"mana!{number}!{t}") for t in MANA_TYPES]
            self.constraints += [a == s for a, s in zip(after, _selected(pick, outcomes), strict=True)]
            self.picks.append(pick)
            self.after.append(after)
            now = after

    def rewritten(self, effect: Rewriting, now: Terms) -> Terms:
        """The mana after an effect; its choices are fresh variables."""
        for step in effect.steps:
            now = self._step(step, now)
        return now

    def _step(self, step: Step, now: Terms) -> Terms:
        if step.how == "times":
            return [n * step.number for n in now]
        chosen = self._choice("rewrite", max(len(step.to), 1))
        shares = [
            z3.If(chosen == step.to.index(t), z3.IntVal(1), z3.IntVal(0)) if t in step.to else z3.IntVal(0)
            for t in MANA_TYPES
        ]
        if step.how == "instead":
            return [share * step.number for share in shares]
        if step.how == "plus":
            return [n + share * step.number for n, share in zip(now, shares, strict=True)]
        moved = z3.Sum([n for n, t in zip(now, MANA_TYPES, strict=True) if t in step.of])
        return [
            (z3.IntVal(0) if t in step.of else n) + z3.If(chosen == step.to.index(t), moved, z3.IntVal(0))
            if t in step.to
            else (z3.IntVal(0) if t in step.of else n)
            for n, t in zip(now, MANA_TYPES, strict=True)
        ]


def applicable(effect: Rewriting, now: Terms) -> z3.BoolRef:
    """Whether an effect may be applied to an amount of mana; to no mana none is (CR 106.12b)."""
    watched = [n for n, t in zip(now, MANA_TYPES, strict=True) if not effect.types or t in effect.types]
    return z3.Sum(watched) >= max(effect.at_least, 1)


def compared(left: z3.ArithRef, relation: str, right: z3.ArithRef) -> z3.BoolRef:
    """A comparison as a term."""
    return {
        "eq": left == right,
        "ne": left != right,
        "lt": left < right,
        "le": left <= right,
        "gt": left > right,
        "ge": left >= right,
    }[relation]


def _selected(chosen: z3.ArithRef, options: Sequence[Terms]) -> Terms:
    """The option that a choice says."""
    found = options[0]
    for index, option in enumerate(options[1:], 1):
        found = [
            now if now.eq(before) else z3.If(chosen == index, now, before)
            for now, before in zip(option, found, strict=True)
        ]
    return found


@lru_cache(maxsize=4096)
def producible(mana: Made, where: Truth, effects: tuple[Rewriting, ...]) -> Mapping[ManaType, Witness]:
    """The types of mana that an instruction can end up adding, each with a witness.

    Args:
        mana: What the instruction makes.
        where: What must be so of its unknowns.
        effects: The replacement effects that may apply.

    Raises:
        UndecidedError: Z3 did not decide in time.
    """
    # Effects that only multiply change which amounts are added, never which types: with no effect that asks for an
    # amount, they may as well come last, where they leave the types as they are.
    idle: list[int] = []
    if all(effect.at_least <= 1 for effect in effects):
        idle = [index for index, effect in enumerate(effects) if effect.only_multiplies]
    active = [index for index in range(len(effects)) if index not in idle]
    encoding = Encoding(mana, where, [effects[index] for index in active])
    solver = z3.Solver()
    solver.set("timeout", MILLISECONDS)
    solver.add(encoding.constraints)
    small = [unknown <= 2 for unknown in encoding.unknowns.values()]
    found: dict[ManaType, Witness] = {}
    for kind, amount in zip(MANA_TYPES, encoding.last, strict=True):
        solver.push()
        solver.add(amount > 0)
        answer = solver.check(*small)
        if small and answer != z3.sat:
            answer = solver.check()
        if answer == z3.sat:
            found[kind] = _with_idle(_witness(encoding, solver.model(), active), effects, idle)
        elif answer == z3.unknown:
            raise UndecidedError(f"whether {{{kind}}} could be added was not decided in {MILLISECONDS / 1000:.0f} s")
        solver.pop()
    return found


def _witness(encoding: Encoding, model: z3.ModelRef, active: Sequence[int]) -> Witness:
    replaced = []
    for pick, after in zip(encoding.picks, encoding.after, strict=True):
        index = _value(model, pick)
        if index:
            replaced.append((active[index - 1], _vector(model, after)))
    unknowns = tuple(sorted((name, _value(model, term)) for name, term in encoding.unknowns.items()))
    return Witness(_vector(model, encoding.first), tuple(replaced), unknowns)


def _with_idle(witness: Witness, effects: Sequence[Rewriting], idle: Sequence[int]) -> Witness:
    replaced = list(witness.replaced)
    now = witness.mana
    for index in idle:
        for step in effects[index].steps:
            w, u, b, r, g, c = (n * step.number for n in now)
            now = (w, u, b, r, g, c)
        replaced.append((index, now))
    return Witness(witness.made, tuple(replaced), witness.unknowns)


def _value(model: z3.ModelRef, term: z3.ArithRef) -> int:
    value: int = model.eval(term, model_completion=True).as_long()
    return value


def _vector(model: z3.ModelRef, terms: Terms) -> Vector:
    w, u, b, r, g, c = (_value(model, term) for term in terms)
    return (w, u, b, r, g, c)
