"""Scryfall's bulk files: the cards within, whatever is wrong with some of them.

A file is a JSON array of card objects. A card that is broken is named and the others are read; a file that ends in the
middle of a card gives the cards before it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import InputError, Problem

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

LONGEST = 20_000
"""A face's text with more characters than this is not read."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One face as the file gives it.

    Attributes:
        name: Its name.
        type_line: Its type line.
        text: Its Oracle text.
        mana_cost: Its mana cost, empty for none.
        power: Printed power, or None; so with the following.
        toughness: Printed toughness.
        loyalty: Printed loyalty.
        defense: Printed defense.
        color_indicator: The letters of its color indicator.
    """

    name: str
    type_line: str
    text: str
    mana_cost: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    color_indicator: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BulkCard:
    """One card: its name, its layout and its faces."""

    name: str
    layout: str
    faces: tuple[Printed, ...]


@dataclass(slots=True)
class Bulk:
    """What a bulk file holds.

    Attributes:
        cards: The cards of traditional play.
        outside: How many cards of each other layout were left out.
        problems: What is wrong, each with its place.
    """

    cards: list[BulkCard] = field(default_factory=list)
    outside: dict[str, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def read_bulk(path: Path) -> Bulk:
    """Read a bulk file.

    Raises:
        InputError: The file can't be read, or it holds no cards at all.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise InputError(Problem(f"cannot read the file: {reason}", "name a Scryfall bulk file", str(path))) from None
    return parse_bulk(data, str(path))


def parse_bulk(data: bytes, source: str) -> Bulk:
    """The cards of a bulk file's content.

    Raises:
        InputError: It holds no cards at all.
    """
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    bulk = Bulk()
    for card, line in _objects(text, source, bulk.problems):
        try:
            made = _card(card)
        except ValueError as error:
            name = card.get("name") if isinstance(card, dict) else None
            what = f"card {_clean(name)[:80]!r}: {error}" if isinstance(name, str) else str(error)
            bulk.problems.append(Problem(what, "the card is left out; get the file anew", source, line, 1))
            continue
        if made.layout in OUTSIDE:
            bulk.outside[made.layout] = bulk.outside.get(made.layout, 0) + 1
        else:
            bulk.cards.append(made)
    if not bulk.cards and not bulk.outside:
        problems = bulk.problems or [
            Problem("the file holds no cards", "name a file of the kind oracle_cards, a JSON array", source)
        ]
        raise InputError(problems)
    return bulk


def _objects(text: str, source: str, problems: list[Problem]) -> Iterator[tuple[Any, int]]:
    """The members of the array, each with its line (0 where the file is whole, which tells none)."""
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


def _card(data: Any) -> BulkCard:
    if not isinstance(data, dict):
        raise ValueError(f"a card is an object, not {type(data).__name__}")
    name = _text(data, "name")
    if not name:
        raise ValueError("a card has no name")
    layout = _text(data, "layout") or "normal"
    faces = data.get("card_faces") or [data]
    if not isinstance(faces, list) or not all(isinstance(one, dict) for one in faces):
        raise ValueError("'card_faces' is no list of faces")
    return BulkCard(name, layout, tuple(_face(one, data) for one in faces))


def _face(face: dict[str, Any], card: dict[str, Any]) -> Printed:
    colors = face.get("color_indicator") or ()
    if not isinstance(colors, list | tuple) or not all(isinstance(one, str) and one in "WUBRG" for one in colors):
        raise ValueError("'color_indicator' is no list of colors")
    return Printed(
        name=_text(face, "name") or _text(card, "name"),
        type_line=_text(face, "type_line") or _text(card, "type_line"),
        text=_text(face, "oracle_text"),
        mana_cost=_text(face, "mana_cost"),
        color_indicator=tuple(colors),
        **{key: _text(face, key) or None for key in ("power", "toughness", "loyalty", "defense")},
    )


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if value is None:
        return ""
    if (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and key in ("power", "toughness", "loyalty", "defense")
    ):
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f"{key!r} is no text")
    return _clean(value)


_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f\u200b-\u200f\u2028-\u202e\ufeff\ud800-\udfff]")


def _clean(text: str) -> str:
    """Without control characters and halves of surrogate pairs, which are in no card's text."""
    return _CONTROL.sub(" ", text)
