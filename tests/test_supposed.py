"""Abilities that a scenario supposes to resolve."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("supposed"))
def test_supposed_abilities(name: str) -> None:
    as_expected("supposed", name)
