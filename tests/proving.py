"""Small scenarios for tests of the rules: each file of ``tests/rules`` is one subject."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from manaproof.bridge.scenario import Scenario, load_scenarios, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.prove import prove

FOLDER = Path(__file__).with_name("rules")


@cache
def scenarios(subject: str) -> dict[str, Scenario]:
    """The scenarios of ``tests/rules/<subject>.yaml``, by name."""
    return {one.ruling: one for one in load_scenarios([FOLDER / f"{subject}.yaml"])}


def written(text: str) -> Scenario:
    """The one scenario that a text holds; its name and what it restates may be left out."""
    (found,) = read_scenarios(read_text(f"ruling: a test\nrestated: a claim made up for a test\n{text}", source="test"))
    return found


def as_expected(subject: str, name: str) -> None:
    """Assert that a scenario has the verdict it expects; a proof means that some play puts each claim to the test."""
    result = prove(scenarios(subject)[name])
    assert result.expected, f"{result.verdict}: {result.broken or result.why}"
