"""Scryfall's bulk files as JSON: the objects within, whatever is wrong with some of them.

A file is a JSON array of card objects. An object that is broken is named and the others are read; a file
that ends in the middle of one gives those before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .errors import InputError, Problem

OUTSIDE = frozenset(
    [
        "planar",
        "scheme",
        "vanguard",
        "host",
        "augment",
        "art_series",
        "emblem",
        "double_faced_token",
        "token",
        "dungeon",
        "phenomenon",
        "conspiracy",
    ]
)
"""Layouts that are not cards of traditional play; they are left out and counted."""


def content(path: Path) -> bytes:
    """The content of a file.

    Raises:
        InputError: it can't be read.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise InputError(Problem(f"cannot read the file: {reason}", "name a Scryfall bulk file", str(path))) from None


def objects(data: bytes, source: str, problems: list[Problem]) -> Iterator[tuple[Any, int]]:
    """The members of the array.

    Args:
        data: the content of a file.
        source: its name, for problems.
        problems: are added to: what is wrong with some of them.

    Yields:
        each with its line (0 where the file is whole, which tells none).

    Raises:
        InputError: the file is no list.
    """
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from _salvaged(text, source, problems)
        return
    if isinstance(whole, dict) and isinstance(whole.get("data"), list):
        whole = whole["data"]
    if not isinstance(whole, list):
        what = "the file is no list of cards"
        raise InputError(Problem(what, "name a file of the kind oracle_cards, a JSON array", source))
    for one in whole:
        yield one, 0


_START = re.compile(r"\{\s*\"")


def _salvaged(text: str, source: str, problems: list[Problem]) -> Iterator[tuple[Any, int]]:
    """The cards of a file that is not JSON as a whole."""
    decoder = json.JSONDecoder()
    at = text.find("[") + 1
    while True:
        found = _START.search(text, at)
        if found is None:
            break
        start = found.start()
        line = text.count("\n", 0, start) + 1
        try:
            one, at = decoder.raw_decode(text, start)
        except (ValueError, RecursionError) as error:
            said = re.search(r'"name"\s*:\s*"([^"\n]{1,80})', text[start : start + 2000])
            name = f"card {said[1]!r} " if said else "a card "
            reason = getattr(error, "msg", "too deeply nested")
            problems.append(
                Problem(f"{name}is broken: {reason}", "the card is left out; get the file anew", source, line, 1)
            )
            following = text.find("\n", start)
            if following < 0:
                break
            at = following
            continue
        yield one, line
    if not text.rstrip().endswith("]"):
        line = text.count("\n") + 1
        problems.append(Problem("the file ends before its list does", "get the file anew", source, line, 1))


__all__ = ["OUTSIDE", "content", "objects"]
