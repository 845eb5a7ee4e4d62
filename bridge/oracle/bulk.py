"""The cards of Scryfall's bulk files: each face with what its text is read from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..bulk_file import OUTSIDE, content, objects
from ..errors import InputError, Problem

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
    return parse_bulk(content(path), str(path))


def parse_bulk(data: bytes, source: str) -> Bulk:
    """The cards of a bulk file's content.

    Raises:
        InputError: It holds no cards at all.
    """
    bulk = Bulk()
    for card, line in objects(data, source, bulk.problems):
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
    type_line = _text(face, "type_line") or _text(card, "type_line")
    # An Adventure is given the power and toughness of its creature; an instant or sorcery has none (CR 208.1, 715.3b).
    numbers = () if re.search(r"\b(?:Instant|Sorcery)\b", type_line) else ("power", "toughness", "loyalty", "defense")
    return Printed(
        name=_text(face, "name") or _text(card, "name"),
        type_line=type_line,
        text=_text(face, "oracle_text"),
        mana_cost=_text(face, "mana_cost"),
        color_indicator=tuple(colors),
        **{key: _text(face, key) or None for key in numbers},
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
