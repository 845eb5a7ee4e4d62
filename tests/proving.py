"""Small scenarios for tests of the rules: what they prove, and what they refute."""

from __future__ import annotations

from textwrap import dedent

from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.prove import Result, prove


def verdict(text: str) -> Result:
    """The verdict on one scenario, written as ``given``, ``when`` and ``then`` only."""
    header = "ruling: test\nrestated: a test of the rules\n"
    (scenario,) = read_scenarios(read_text((header + dedent(text)).encode(), source="a test"))
    return prove(scenario)


def proved(text: str) -> None:
    """Assert that the claims of a scenario are proved, each of them put to the test by some play."""
    result = verdict(text)
    assert result.verdict == "proved", f"{result.verdict}: {result.broken or result.why}"


def refuted(text: str, claim: str | None = None) -> None:
    """Assert that some play breaks a claim; by its sentence, if that is given."""
    result = verdict(text)
    assert result.verdict == "refuted", f"{result.verdict}: {result.why}"
    assert claim is None or result.broken == claim
