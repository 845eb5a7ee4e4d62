"""Convoke (CR 702.51): which creatures may be tapped for which mana, and for how much of it."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("convoke"))
def test_convoke(name: str) -> None:
    as_expected("convoke", name)
