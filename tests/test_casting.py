"""Casting (CR 601): what is due, what may be chosen, what is locked in, and when a card may be cast."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("casting"))
def test_casting(name: str) -> None:
    as_expected("casting", name)
