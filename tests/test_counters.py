"""Counters that are rules of their own (CR 122.1), and counters that cancel out (CR 704.5q)."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("counters"))
def test_counters(name: str) -> None:
    as_expected("counters", name)
