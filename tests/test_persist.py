"""Persist (CR 702.79) and undying (CR 702.93): looking back, owners, tokens, and what comes back."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("persist"))
def test_persist(name: str) -> None:
    as_expected("persist", name)
