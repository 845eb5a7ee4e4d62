"""The theorems that scenarios state over all integers: proved, and refuted without any one of their rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
import z3
from manaproof.bridge import scenario
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import TheoremName, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.prove import prove
from manaproof.solver.theorems import every_theorem
from manaproof.solver.z3engine.integer_theorems import THEOREMS
from manaproof.solver.z3engine.integers import Part, prove_parts

SCENARIO = """
ruling: a test
restated: "-"
integers: {{theorem: {theorem}}}
given: {{battlefield: [{{id: x, is: Creature}}]}}
when: [{{happens: {{tap: x}}}}]
then: [{{at_end: {{{claim}: x}}}}]
"""


def rules() -> Iterator[tuple[TheoremName, str]]:
    """Each theorem with each of its rules, but for X, whose rules stand in for one another (see test_integers)."""
    return ((name, rule) for name, theorem in THEOREMS.items() if name != "x" for rule in sorted(theorem.rules))


def test_every_name_has_its_theorem() -> None:
    assert list(THEOREMS) == list(scenario.THEOREMS) == list(get_args(TheoremName))


@pytest.mark.parametrize("name", THEOREMS)
def test_it_is_proved_for_all_integers(name: TheoremName) -> None:
    assert THEOREMS[name].check().word == "proved for all integers"


@pytest.mark.parametrize(("name", "rule"), list(rules()))
def test_it_rests_on_each_of_its_rules(name: TheoremName, rule: str) -> None:
    verdict = THEOREMS[name].check(THEOREMS[name].rules - {rule})
    assert verdict.word == "refuted"
    assert verdict.detail
    assert verdict.values


@pytest.mark.parametrize("name", THEOREMS)
def test_its_rules_are_rules_of_the_edition(name: TheoremName, root: Path) -> None:
    known = set((root / "asp" / "rule_numbers.txt").read_text(encoding="utf-8").split())
    assert THEOREMS[name].rules <= known


def test_every_theorem_is_listed_once_with_its_rules() -> None:
    listed = {theorem.name: theorem for theorem in every_theorem()}
    assert len(listed) == len(every_theorem())
    assert {name: set(listed[name].cites) for name in THEOREMS} == {name: THEOREMS[name].rules for name in THEOREMS}


def test_a_part_whose_premises_cannot_hold_proves_nothing() -> None:
    n = z3.Int("n")
    assert prove_parts([Part("a sum", n + 1 > n), Part("nothing", n == 0, (n > 0, n < 0))], "n").word == "vacuous"


@pytest.mark.parametrize("name", THEOREMS)
def test_a_scenario_that_holds_is_proved_for_all_integers(name: TheoremName) -> None:
    (one,) = read_scenarios(read_text(SCENARIO.format(theorem=name, claim="tapped"), source="test"))
    assert prove(one).verdict == "proved for all integers"


def test_a_scenario_that_does_not_hold_is_refuted_all_the_same() -> None:
    text = SCENARIO.format(theorem="damage", claim="attacking")
    (one,) = read_scenarios(read_text(text, source="test"))
    assert prove(one).verdict == "refuted"


def test_an_unknown_theorem_is_an_error_that_lists_them() -> None:
    with pytest.raises(InputError) as caught:
        list(read_scenarios(read_text(SCENARIO.format(theorem="zzz", claim="tapped"), source="test")))
    assert str(caught.value) == (
        "test:4:21: 'theorem': 'zzz' is not allowed here\n  cure: write one of x, total_cost, damage, counters"
    )
