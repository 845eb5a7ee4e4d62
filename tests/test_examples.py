"""The worked examples of the rules have the verdicts they expect: ``scenarios/examples``, a file a section of the CR.

A proof means that some play puts each claim to the test.
"""

from __future__ import annotations

import pytest
from manaproof.bridge.scenario import Scenario, bundled_scenarios
from manaproof.solver.prove import prove

EXAMPLES = bundled_scenarios("examples")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.ruling)
def test_worked_example(example: Scenario) -> None:
    result = prove(example)
    assert result.expected, f"{result.verdict}: {result.broken or result.why}"


def test_a_worked_example_cites_what_it_shows() -> None:
    assert [example.ruling for example in EXAMPLES if not example.form.cites] == []
