"""Cards as Scryfall publishes them (its ``oracle_cards`` bulk file), and the same in MTGJSON's shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from manaproof.bridge.bulk_file import OUTSIDE, content, objects
from manaproof.bridge.errors import InputError, Problem
from manaproof.bridge.typeline import SUPERTYPES, printed_subtypes

Card = dict[str, Any]

_TWO_FACED = {
    "split": "split",
    "aftermath": "aftermath",
    "flip": "flip",
    "transform": "transform",
    "meld": "meld",
    "adventure": "adventure",
    "modal_dfc": "modal_dfc",
    "prepare": "prepare",
}
_PER_FACE = ("mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense", "colors")


class Bulk:
    """The cards of a bulk file by name.

    Args:
        cards: the cards as they are published.
    """

    def __init__(self, cards: list[Card]) -> None:
        self._whole: dict[str, Card] = {}
        self._faces: dict[str, Card] = {}
        for card in cards:
            if card.get("layout") in OUTSIDE:
                continue
            self._whole.setdefault(card["name"], card)
            for face in card.get("card_faces") or ():
                self._faces.setdefault(face["name"], card)

    @classmethod
    def load(cls, path: str | Path) -> Bulk:
        """Read a bulk file.

        Raises:
            InputError: it is not one.
        """
        return _load(str(Path(path).resolve()))

    def __len__(self) -> int:
        return len(self._whole)

    def get(self, name: str) -> Card | None:
        """A card by its whole name, or else by the name of a face (a back face may bear an older card's name)."""
        return self._whole.get(name) or self._faces.get(name)


@lru_cache(maxsize=1)
def _load(path: str) -> Bulk:
    problems: list[Problem] = []
    found: list[Card] = []
    for card, line in objects(content(Path(path)), path, problems):
        if isinstance(card, dict) and isinstance(card.get("name"), str):
            found.append(card)
        else:
            problems.append(Problem("a card has no name", "get the file anew", path, line, 1 if line else 0))
    if problems or not found:
        cure = "name Scryfall's 'Oracle Cards' bulk file (https://scryfall.com/docs/api/bulk-data) with --bulk"
        raise InputError(problems or [Problem("the file holds no cards", cure, path)])
    return Bulk(found)


def mtgjson(card: Mapping[str, Any]) -> list[Card]:
    """A card's faces in the shape that MTGJSON gives them: one for most, two for those with ``card_faces``.

    Args:
        card: a card of a bulk file, or a dict with the same fields (``name`` and ``type_line`` at least).
    """
    faces = card.get("card_faces") or ()
    if card.get("layout") not in _TWO_FACED or len(faces) != 2:
        return [_face(card, card, "normal")]
    layout = _TWO_FACED[card["layout"]]
    found = []
    for side, face in zip("ab", faces, strict=True):
        one = _face({**dict.fromkeys(_PER_FACE), **face}, card, layout)
        one |= {"name": card["name"], "faceName": face["name"], "side": side}
        found.append(one)
    return found


def _face(face: Mapping[str, Any], card: Mapping[str, Any], layout: str) -> Card:
    type_line = face.get("type_line") or ""
    before, _, after = type_line.replace(" - ", " — ").partition(" — ")
    words = before.split()
    value = card.get("cmc", 0)
    colors = face.get("colors")
    return {
        "name": face["name"],
        "type": type_line,
        "supertypes": [word for word in words if word.lower() in SUPERTYPES],
        "types": [word for word in words if word.lower() not in SUPERTYPES],
        "subtypes": list(printed_subtypes(after)),
        "text": face.get("oracle_text") or None,
        "layout": layout,
        "manaCost": face.get("mana_cost") or None,
        "colors": list(card.get("colors") or ()) if colors is None else list(colors),
        "colorIndicator": face.get("color_indicator"),
        "colorIdentity": list(card.get("color_identity") or ()),
        "convertedManaCost": value,
        "manaValue": value,
        "keywords": list(card.get("keywords") or ()) or None,
        "power": face.get("power"),
        "toughness": face.get("toughness"),
        "loyalty": face.get("loyalty"),
        "defense": face.get("defense"),
        "legalities": {},
        "identifiers": {"scryfallOracleId": card.get("oracle_id") or card["name"]},
        "printings": [],
        "rulings": [],
    }


__all__ = ["Bulk", "Card", "mtgjson"]
