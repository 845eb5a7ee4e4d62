"""Small scenarios, written in a test."""

from __future__ import annotations

from manaproof.bridge.scenario import Scenario, read_scenarios
from manaproof.bridge.source import read_text


def written(text: str) -> Scenario:
    """The one scenario that a text holds; its name and what it restates may be left out."""
    (found,) = read_scenarios(read_text(f"ruling: a test\nrestated: a claim made up for a test\n{text}", source="test"))
    return found
