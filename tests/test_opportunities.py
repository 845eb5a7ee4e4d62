"""When players may act (CR 117)."""

from __future__ import annotations

import pytest
from proving import as_expected, scenarios


@pytest.mark.parametrize("name", scenarios("opportunities"))
def test_opportunities(name: str) -> None:
    as_expected("opportunities", name)
