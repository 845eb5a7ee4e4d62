"""Flashback (CR 702.34), and countering (CR 701.6)."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("flashback"))
def test_flashback(name: str) -> None:
    as_expected("flashback", name)
