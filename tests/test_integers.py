"""Amounts as Z3 terms, and the rules of X for all integers: proved by the rules, refuted without the one they need."""

from __future__ import annotations

from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st
from manaproof.bridge.abilities import Activated, Keyword, Replacement, SpellAbility, Triggered
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.library import bundled
from manaproof.solver.z3engine.integers import (
    X_RULES,
    Numbers,
    Place,
    amounts_with_x,
    counted,
    every_expression,
    library_statements,
    place_of,
    prove_for_all_integers,
    statement_of,
    to_z3,
    x_theorem,
)
from pydantic import TypeAdapter

AMOUNT: TypeAdapter[Any] = TypeAdapter(am.Amount)
PLACES: tuple[Place, ...] = ("spell", "enters", "own cost", "gained", "permanent")

expressions = st.recursive(
    st.integers(-9, 9) | st.just("X"),
    lambda inner: (
        st.tuples(inner, inner).map(lambda p: {"number": "plus", "left": p[0], "right": p[1]})
        | st.tuples(st.integers(-5, 5), inner).map(lambda p: {"number": "times", "factor": p[0], "value": p[1]})
    ),
    max_leaves=8,
).map(AMOUNT.validate_python)


def evaluated(amount: Any, x: int) -> int:
    """An expression by hand."""
    match amount:
        case am.Const():
            return int(amount.value)
        case am.X():
            return x
        case am.Plus():
            return evaluated(amount.left, x) + evaluated(amount.right, x)
        case am.Times():
            return int(amount.factor) * evaluated(amount.value, x)
    raise AssertionError(amount)


@settings(deadline=None, max_examples=60)
@given(expressions, st.integers(0, 10**12))
def test_terms_are_what_the_amounts_are(amount: Any, x: int) -> None:
    value = z3.simplify(to_z3(amount, Numbers(z3.IntVal(x))))
    assert value.as_long() == evaluated(amount, x)
    assert z3.simplify(counted(value)).as_long() == max(0, evaluated(amount, x))


def test_counts_are_unknowns_and_equal_counts_are_equal() -> None:
    elves, bears = ({"number": "count", "of": {"subtypes": [s]}} for s in ("elf", "bear"))
    numbers = Numbers(z3.Int("X"))
    total = AMOUNT.validate_python({"number": "plus", "left": elves, "right": "X"})
    same = AMOUNT.validate_python({"number": "plus", "left": "X", "right": elves})
    other = AMOUNT.validate_python({"number": "plus", "left": "X", "right": bears})
    first, second, third = (to_z3(a, numbers) for a in (total, same, other))
    assert prove_for_all_integers(first == second, numbers.given).word == "proved for all integers"
    assert prove_for_all_integers(first == third, numbers.given).word == "refuted"
    assert prove_for_all_integers(first >= numbers.x, numbers.given).word == "proved for all integers"


def test_power_may_be_negative() -> None:
    numbers = Numbers(z3.Int("X"))
    power = to_z3(AMOUNT.validate_python({"number": "stat", "what": "power"}), numbers)
    assert prove_for_all_integers(power >= 0, numbers.given).word == "refuted"
    assert prove_for_all_integers(counted(power) >= 0, numbers.given).word == "proved for all integers"


def test_verdicts() -> None:
    n = z3.Int("n")
    assert prove_for_all_integers(n * n >= 0).word == "proved for all integers"
    refuted = prove_for_all_integers(n < 5, [n >= 0])
    assert (refuted.word, dict(refuted.values)["n"] >= 5) == ("refuted", True)
    assert prove_for_all_integers(n == 1, [n > 0, n < 0]).word == "vacuous"


def test_x_in_every_place() -> None:
    assert x_theorem().word == "proved for all integers"


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        ("107.3a", "spell"),
        ("107.3g", "permanent"),
        ("107.3i", "permanent"),
        ("107.3k", "own cost"),
        ("107.3m", "enters"),
    ],
)
def test_without_its_rule_a_statement_falls(rule: str, place: str) -> None:
    verdict = x_theorem(X_RULES - {rule})
    assert verdict.word == "refuted"
    assert verdict.detail.startswith(f"{place}, every amount")
    assert any(value for _, value in verdict.values)


def test_an_ability_gained_rests_on_either_of_two_rules() -> None:
    """107.3j and 107.3g both give 0 on a permanent; only without both does the X of the spell come through."""
    for rules, word in ((X_RULES - {"107.3j"}, "proved for all integers"), (X_RULES - {"107.3j", "107.3g"}, "refuted")):
        assert all_of("gained", rules) == word


def all_of(place: Place, rules: frozenset[str]) -> str:
    """The worst verdict of the statements about a place."""
    words = {statement.check().word for statement in every_expression(place, rules)}
    return words.pop() if len(words) == 1 else "refuted"


@settings(deadline=None, max_examples=25)
@given(expressions)
def test_every_amount_in_every_place(amount: Any) -> None:
    for place in PLACES:
        assert statement_of(amount, place).check().word == "proved for all integers"


def test_the_library() -> None:
    """Every amount with X of every card with {X} in its cost; the enters abilities fall without 107.3m."""
    found = list(library_statements(bundled()))
    assert len({name for name, _ in found}) >= 8
    assert {statement.check().word for _, statement in found} == {"proved for all integers"}
    entering = [s for _, s in library_statements(bundled(), X_RULES - {"107.3m"}) if s.name.startswith("enters")]
    assert len(entering) >= 6
    assert {statement.check().word for statement in entering} == {"refuted"}


def test_places() -> None:
    counters = {"rewrite": "enters_with_counters", "kind": "+1/+1", "amount": "X"}
    enters = Replacement.model_validate({"is": "replacement", "event": {"when": "enters"}, "instead": [counters]})
    draw = {"do": "draw", "amount": {"number": "plus", "left": "X", "right": 1}}
    trigger = Triggered.model_validate({"is": "triggered", "event": {"when": "enters"}, "effects": draw})
    attack = Triggered.model_validate({"is": "triggered", "event": {"when": "attacks"}, "effects": draw})
    pays = Activated.model_validate({"is": "activated", "cost": "{X}, {T}", "effects": draw})
    free = Activated.model_validate({"is": "activated", "cost": "{T}", "effects": draw})
    spell = SpellAbility.model_validate({"is": "spell", "effects": draw})
    assert [place_of(a) for a in (enters, trigger, attack, pays, free, spell, Keyword(keyword="flying"))] == [
        "enters",
        "enters",
        "permanent",
        "own cost",
        "permanent",
        "spell",
        "permanent",
    ]
    assert [place_of(a, gained=True) for a in (enters, trigger, pays)] == ["gained", "gained", "own cost"]
    assert [a.number for a in amounts_with_x(trigger)] == ["plus"]
    assert amounts_with_x(Keyword(keyword="flying")) == []
