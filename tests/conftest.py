"""What several test files share."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings
from manaproof.bridge.cli import GARBAGE

gc.set_threshold(*GARBAGE)

# The same examples at every run, and no time limit on any of them: machines differ.
settings.register_profile("manaproof", derandomize=True, deadline=None, database=None)
settings.load_profile("manaproof")

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def data_folder() -> Path:
    """The folder of public data to measure against; tests that need it are skipped where there is none."""
    folder = Path(os.environ.get("MANAPROOF_DATA") or ROOT.parent / "shared" / "data")
    if not (folder / "oracle-cards.json").is_file():
        pytest.skip(
            f"no card data in {folder}: set MANAPROOF_DATA to a folder with Scryfall's oracle-cards.json "
            "and the Comprehensive Rules as comprules.jsonl"
        )
    return folder
