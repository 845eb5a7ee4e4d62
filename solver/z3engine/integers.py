"""Statements about every integer: amounts as Z3 terms, and the rules of X (CR 107.1, 107.3, 202.3e).

``to_z3`` turns any amount into a term; what it counts on a board becomes an unknown. ``x_where`` says, rule by rule,
what X is in a text; a rule can be left out, and then the statements that rest on it are refuted.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import z3  # type: ignore[import-untyped]
from manaproof.bridge.abilities import Ability
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities.ability import Activated, Replacement, SpellAbility, Triggered
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.abilities.mana import SYMBOL
from manaproof.bridge.abilities.triggers import Enters
from manaproof.bridge.cards import CardDefinition

from .verdicts import Verdict

X_RULES = frozenset(("107.3a", "107.3g", "107.3i", "107.3j", "107.3k", "107.3m"))
"""The rules of X that ``x_where`` rests on."""

Place = Literal["spell", "enters", "own cost", "gained", "permanent"]
"""Where an X stands: in a spell on the stack; in an enters-the-battlefield trigger or replacement effect of the
permanent that the spell became; in an activated ability with X in its own cost; in an ability that the permanent has
gained; anywhere else on the permanent."""


# Amounts as terms


@dataclass
class Numbers:
    """What amounts are read against.

    Attributes:
        x: The value of X.
        leaves: The unknown for each amount that is counted on a board, made as it is met; equal amounts are equal.
        given: What is so of those unknowns: counts are not negative.
    """

    x: z3.ArithRef
    leaves: dict[am.Amount, z3.ArithRef] = field(default_factory=dict)
    given: list[z3.BoolRef] = field(default_factory=list)

    def with_x(self, x: z3.ArithRef) -> Numbers:
        """The same board with another X; unknowns are shared."""
        return Numbers(x, self.leaves, self.given)

    def leaf(self, amount: am.Amount) -> z3.ArithRef:
        """The unknown that stands for an amount of the board."""
        if amount not in self.leaves:
            unknown = z3.Int(f"{amount.number} {len(self.leaves) + 1}")
            self.leaves[amount] = unknown
            if not isinstance(amount, (am.Stat, am.LifeTotal)):  # power, toughness and life can be negative
                self.given.append(unknown >= 0)
        return self.leaves[amount]


def to_z3(amount: am.Amount, numbers: Numbers) -> z3.ArithRef:
    """An amount as a term over the integers.

    Args:
        amount: An amount of the ability form.
        numbers: The value of X, and the unknowns of the board.

    Returns:
        An integer term. A negative number stays negative; ``counted`` is what becomes of it as an amount (CR 107.1b).
    """
    match amount:
        case am.Const():
            return z3.IntVal(amount.value)
        case am.X():
            return numbers.x
        case am.Plus():
            return to_z3(amount.left, numbers) + to_z3(amount.right, numbers)
        case am.Times():
            return amount.factor * to_z3(amount.value, numbers)
    return numbers.leaf(amount)


def counted(term: z3.ArithRef) -> z3.ArithRef:
    """How many things a number means: none if it is negative (CR 107.1b)."""
    return z3.If(term < 0, z3.IntVal(0), term)


# Proving


def prove_for_all_integers(
    claim: z3.BoolRef, given: Sequence[z3.BoolRef] = (), scope: str = "all integers", seconds: float = 20.0
) -> Verdict:
    """Prove a claim about unknown integers.

    Args:
        claim: The claim; its unknowns are universally quantified.
        given: The premises.
        scope: What the unknowns are, for the verdict.
        seconds: The time limit.

    Returns:
        ``proved for all integers``; ``refuted`` with the values that break it; ``vacuous`` where the premises cannot
        hold; ``undecided`` when the time limit is reached.
    """
    began = time.monotonic()
    solver = z3.Solver()
    solver.set("timeout", max(int(seconds * 1000), 1))
    solver.add(list(given))
    premises = solver.check()
    if premises == z3.unsat:
        return Verdict("vacuous", scope, "no integers satisfy the premises", time.monotonic() - began)
    solver.add(z3.Not(claim))
    answer = solver.check()
    taken = time.monotonic() - began
    if answer == z3.unsat:
        return Verdict("proved for all integers", scope, seconds=taken)
    if answer == z3.unknown or premises == z3.unknown:
        return Verdict("undecided", scope, "the time limit was reached", taken)
    model = solver.model()
    values = sorted((str(d.name()), model[d].as_long()) for d in model.decls() if z3.is_int_value(model[d]))
    return Verdict("refuted", scope, "these integers break it", taken, values=tuple(values))


@dataclass(frozen=True)
class Part:
    """A part of a theorem.

    Attributes:
        says: What it says, a sentence.
        claim: The claim about unknown integers.
        given: The premises.
    """

    says: str
    claim: z3.BoolRef
    given: tuple[z3.BoolRef, ...] = ()


def prove_parts(parts: Iterable[Part], scope: str, seconds: float = 20.0) -> Verdict:
    """Prove a theorem part by part.

    Args:
        parts: Its parts.
        scope: What the unknowns are, for the verdict.
        seconds: The time limit of each part.

    Returns:
        ``proved for all integers``, or the first verdict of a part that is not, with what the part says.
    """
    began = time.monotonic()
    for part in parts:
        verdict = prove_for_all_integers(part.claim, part.given, scope, seconds)
        if verdict.word != "proved for all integers":
            return Verdict(verdict.word, scope, part.says, time.monotonic() - began, values=verdict.values)
    return Verdict("proved for all integers", scope, seconds=time.monotonic() - began)


# What X is


@dataclass(frozen=True)
class Chosen:
    """The values that X was given.

    Attributes:
        spell: The X chosen as the spell was cast (CR 107.3a).
        own: The X chosen for the cost of an activated ability (CR 107.3k).
    """

    spell: z3.ArithRef
    own: z3.ArithRef


def place_of(ability: Ability, gained: bool = False) -> Place:
    """Where an X in an ability stands."""
    if isinstance(ability, SpellAbility):
        return "spell"
    if isinstance(ability, Activated) and any(_has_x(cost) for cost in ability.cost):
        return "own cost"
    if gained:  # an object that gains the ability reads its X as 0, wherever the ability's text came from
        return "gained"
    if isinstance(ability, (Triggered, Replacement)) and isinstance(ability.event, Enters):
        return "enters" if ability.event.what.ref == "this" else "permanent"
    return "permanent"


def x_where(place: Place, chosen: Chosen, rules: Iterable[str] = X_RULES) -> z3.ArithRef:
    """What X is in a text, by the rules that are in force.

    Without an exception that applies, every X of an object is the same (CR 107.3i): on the stack the X of the spell, on
    the battlefield that of the permanent's mana cost, which is 0 (107.3g).
    """
    known = frozenset(rules)
    of_permanent = z3.IntVal(0) if "107.3g" in known else chosen.spell
    if "107.3i" not in known:
        of_permanent = z3.Int("another X")  # then nothing says what X is in a text without a rule of its own
    match place:
        case "spell":
            return chosen.spell if "107.3a" in known else z3.IntVal(0)
        case "enters" if "107.3m" in known:
            return chosen.spell
        case "own cost" if "107.3k" in known:
            return chosen.own
        case "gained" if "107.3j" in known:
            return z3.IntVal(0)
    return of_permanent


def mana_value(cost: str, zone: Literal["stack", "elsewhere"], chosen: Chosen, fixed: int) -> z3.ArithRef:
    """The mana value of an object: {X} is its X on the stack and 0 elsewhere (CR 202.3e, 107.3g).

    Args:
        cost: The mana cost.
        zone: Where it is.
        chosen: The X of the spell.
        fixed: The mana value with X as 0.
    """
    symbols = SYMBOL.findall(cost).count("X")
    return fixed + symbols * (chosen.spell if zone == "stack" else z3.IntVal(0))


# The statements about X


@dataclass(frozen=True)
class Statement:
    """A statement about X.

    Attributes:
        name: What it is called.
        says: The statement.
        cites: The rules it rests on.
    """

    name: str
    says: str
    cites: tuple[str, ...]
    claim: z3.BoolRef
    given: tuple[z3.BoolRef, ...]

    def check(self, seconds: float = 20.0) -> Verdict:
        """Prove or refute it, for every integer X from 0 up."""
        return prove_for_all_integers(self.claim, self.given, "every X from 0 up, and every other number", seconds)


def amounts_with_x(ability: Ability) -> list[am.Amount]:
    """The amounts of an ability that X occurs in, each as large as it is written."""
    found: list[am.Amount] = []

    def look(node: Node) -> None:
        if type(node).__module__ == am.__name__ and _has_x(node):
            found.append(node)  # type: ignore[arg-type]
            return
        for child in node.children():
            look(child)

    look(ability)
    return found


def _has_x(node: Node) -> bool:
    return any(isinstance(inner, am.X) or "{X}" in str(getattr(inner, "symbols", "")) for inner in node.walk())


def _unknowns(rules: Iterable[str]) -> tuple[Chosen, tuple[z3.BoolRef, ...], frozenset[str]]:
    chosen = Chosen(z3.Int("X"), z3.Int("Y"))
    return chosen, (chosen.spell >= 0, chosen.own >= 0), frozenset(rules)


def statement_of(amount: am.Amount, place: Place, rules: Iterable[str] = X_RULES) -> Statement:
    """What the rules say of one amount in one place, as a statement about every X.

    Args:
        amount: An amount.
        place: Where it stands.
        rules: The rules in force.
    """
    chosen, given, known = _unknowns(rules)
    numbers = Numbers(x_where(place, chosen, known))
    meant = {"spell": chosen.spell, "enters": chosen.spell, "own cost": chosen.own}.get(place, z3.IntVal(0))
    claim = to_z3(amount, numbers) == to_z3(amount, numbers.with_x(meant))
    said = {
        "spell": ("on the stack is read with the X chosen for the spell", ("107.3a",)),
        "enters": ("is read with the X of the spell that became the permanent", ("107.3m",)),
        "own cost": ("is read with the X chosen for the ability, whatever the spell's was", ("107.3k",)),
        "gained": ("in a gained ability is read with X as 0", ("107.3j",)),
        "permanent": ("on the permanent is read with X as 0", ("107.3g", "107.3i")),
    }[place]
    return Statement(
        f"{place}: {amount.term()}", f"{amount.term()} {said[0]}.", said[1], claim, (*given, *numbers.given)
    )


def statements_of(card: CardDefinition, rules: Iterable[str] = X_RULES) -> Iterator[Statement]:
    """The statements about every amount with X on a card that has {X} in its mana cost, and about its mana value."""
    cost = card.front.mana_cost or ""
    if "{X}" not in cost:
        return
    chosen, given, known = _unknowns(rules)
    for ability in card.front.abilities:
        places = dict.fromkeys((place_of(ability), place_of(ability, gained=True)))
        for amount in amounts_with_x(ability):
            for place in places:
                yield statement_of(amount, place, known)
    here = mana_value(cost, "elsewhere", chosen, card.front.mana_value)
    there = mana_value(cost, "stack", chosen, card.front.mana_value)
    symbols = SYMBOL.findall(cost).count("X")
    yield Statement(
        "mana value",
        "the mana value of the spell counts its X once for each {X}, that of the permanent counts it as 0",
        ("107.3g", "202.3e"),
        z3.And(here == card.front.mana_value, there == here + symbols * chosen.spell),
        given,
    )


def every_expression(place: Place, rules: Iterable[str] = X_RULES) -> list[Statement]:
    """The statement about one place, for *every* amount expression at once, by induction on expressions.

    Every amount is ``c + k * X`` for some *c* and *k* that do not depend on X: constants and counts are (k = 0), X is
    (c = 0, k = 1), and sums and multiples of such amounts are. So what holds of ``c + k * X`` for all *c* and *k* holds
    of every amount.
    """
    chosen, given, known = _unknowns(rules)
    c, k, d, j, f, x = z3.Ints("c k d j f x")
    number, unknown = z3.Int("n"), Numbers(x)
    lemmas = [
        ("a number", to_z3(am.Const(value=7), unknown) == 7 + 0 * x),
        ("a count", number == number + 0 * x),
        ("X", to_z3(am.X(), unknown) == 0 + 1 * x),
        ("a sum", (c + k * x) + (d + j * x) == (c + d) + (k + j) * x),
        ("a multiple", f * (c + k * x) == f * c + (f * k) * x),
    ]
    found = [Statement(f"{place}, {what}", f"{what} is c + k * X", ("107.3",), claim, ()) for what, claim in lemmas]
    here = x_where(place, chosen, known)
    meant = {"spell": chosen.spell, "enters": chosen.spell, "own cost": chosen.own}.get(place, z3.IntVal(0))
    whole = statement_of(am.X(), place, known)
    found.append(
        Statement(
            f"{place}, every amount",
            whole.says.replace("x ", "c + k * X ", 1),
            whole.cites,
            c + k * here == c + k * meant,
            given,
        )
    )
    return found


def x_theorem(rules: Iterable[str] = X_RULES, seconds: float = 20.0) -> Verdict:
    """The rule of X for every amount: the spell's X in enters abilities, 0 on the permanent itself (CR 107.3m).

    It is an exception to 107.3i; every other place is proved beside it.

    Args:
        rules: The rules in force; without 107.3m it is refuted.
        seconds: The time limit of each part.

    Returns:
        ``proved for all integers``, or the first verdict of a part that is not.
    """
    began = time.monotonic()
    places: tuple[Place, ...] = ("enters", "permanent", "spell", "own cost", "gained")
    for place in places:
        for statement in every_expression(place, rules):
            verdict = statement.check(seconds)
            if verdict.word != "proved for all integers":
                return Verdict(
                    verdict.word,
                    verdict.scope,
                    f"{statement.name}: {statement.says}",
                    time.monotonic() - began,
                    values=verdict.values,
                )
    return Verdict(
        "proved for all integers",
        "every X from 0 up, every amount expression, in every place where X may stand",
        seconds=time.monotonic() - began,
    )


def library_statements(
    cards: Mapping[str, CardDefinition], rules: Iterable[str] = X_RULES
) -> Iterator[tuple[str, Statement]]:
    """The statements about X of every card of a library that has {X} in its cost, each with the card's name."""
    for name, card in cards.items():
        for statement in statements_of(card, rules):
            yield name, statement


__all__ = [
    "X_RULES",
    "Chosen",
    "Numbers",
    "Part",
    "Place",
    "Statement",
    "amounts_with_x",
    "counted",
    "every_expression",
    "library_statements",
    "mana_value",
    "place_of",
    "prove_for_all_integers",
    "prove_parts",
    "statement_of",
    "statements_of",
    "to_z3",
    "x_theorem",
    "x_where",
]
