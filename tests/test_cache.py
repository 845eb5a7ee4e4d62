"""What was worked out once is kept by its content, and done without where it cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from manaproof.bridge.cache import cache_folder, remembered


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_it_is_made_once(folder: Path) -> None:
    assert cache_folder() == folder
    made: list[int] = []

    def make() -> dict[str, list[int]]:
        made.append(1)
        return {"a": [len(made)]}

    assert [remembered("k", [b"x", b"y"], make) for _ in range(3)] == [{"a": [1]}] * 3
    assert remembered("k", [b"xy"], make) == {"a": [2]}, "other contents, though they join to the same"
    assert remembered("other", [b"x", b"y"], make) == {"a": [3]}
    assert len(list(folder.rglob("*.json"))) == len(list(folder.rglob("*.*"))) == 3


def test_a_spoilt_cache_is_made_anew(folder: Path) -> None:
    assert remembered("k", [b"x"], lambda: 1) == 1
    (file,) = folder.rglob("*.json")
    file.write_bytes(b"\xff{")
    assert remembered("k", [b"x"], lambda: 2) == 2
    assert remembered("k", [b"x"], lambda: 3) == 2


def test_a_cache_that_cannot_be_written_is_done_without(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    assert remembered("k", [b"x"], lambda: 5) == 5


def test_without_the_variable_it_is_the_users_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MANAPROOF_CACHE", raising=False)
    assert cache_folder().name == "manaproof"
