"""Work in a process of its own: what it gives back, and the limits that end it."""

import mmap
import os

import pytest
from manaproof.solver.isolation import IsolatedError, isolated

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="limits need processes that can be forked")


def test_what_the_work_gives_comes_back() -> None:
    assert isolated(lambda: {"found": [1, "two"]}, seconds=10) == {"found": [1, "two"]}


def test_what_the_work_raises_is_told() -> None:
    def work() -> str:
        raise ValueError("no such family")

    with pytest.raises(IsolatedError, match="ValueError: no such family"):
        isolated(work, seconds=10)


def test_too_long_a_work_is_ended() -> None:
    def work() -> str:
        while True:
            pass

    assert isolated(work, seconds=0.2) is None


def test_too_large_a_work_is_ended() -> None:
    assert isolated(lambda: len(bytearray(512 * 2**20)), seconds=10, megabytes=200) is None


def test_what_the_process_reserved_before_does_not_count() -> None:
    with mmap.mmap(-1, 2**30):  # reserved, never touched
        assert isolated(lambda: len(bytearray(50 * 2**20)), seconds=10, megabytes=200) == 50 * 2**20
