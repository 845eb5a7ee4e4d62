"""Damage as an event that effects prevent or replace (CR 614, 615, 616)."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("prevention"))
def test_prevention(name: str) -> None:
    as_expected("prevention", name)
