"""Type lines (CR 205): supertypes, card types and subtypes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .abilities.base import word
from .errors import did_you_mean

SUPERTYPES = ("basic", "legendary", "ongoing", "snow", "world")
"""CR 205.4a."""

TYPES = (
    "artifact",
    "battle",
    "creature",
    "dungeon",
    "enchantment",
    "instant",
    "kindred",
    "land",
    "planeswalker",
    "sorcery",
)
"""The card types of traditional play, and dungeons (CR 205.2a)."""

PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
"""CR 110.4."""

_TWO_WORDS = (("time", "lord"),)
"""Subtypes of two words (CR 205.3b, 205.3m)."""

_DASH = re.compile(r"\s+(?:-|--|\u2013|\u2014)\s+|\s*[\u2013\u2014]\s*")


@dataclass(frozen=True, slots=True)
class TypeLine:
    """What a type line says, each a game word: ``basic``, ``land``, ``forest``, ``urzas``, ``time_lord``."""

    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]


def parse_type_line(text: str) -> TypeLine:
    """Parse a type line such as ``Basic Land - Forest``; any dash will do, and a leading ``Token`` is passed over.

    An emblem, which has no type (CR 114.3), is written ``Emblem``.

    Raises:
        ValueError: A word before the dash is no supertype or card type or stands there twice, or there is no card type.
    """
    left, *right = _DASH.split(text.strip(), maxsplit=1)
    supertypes: list[str] = []
    types: list[str] = []
    words = [word(part) for part in left.split()]
    if words[:1] == ["token"]:
        words = words[1:]
    if words == ["emblem"] and not right:
        return TypeLine((), (), ())
    for one in words:
        if one in SUPERTYPES:
            supertypes.append(one)
        elif one in TYPES:
            types.append(one)
        else:
            known = [name.title() for name in SUPERTYPES + TYPES]
            cure = did_you_mean(one, known, "subtypes come after a dash: 'Legendary Creature - Elf Druid'")
            raise ValueError(f"{one!r} is not a card type or supertype; {cure}")
    if not types:
        raise ValueError(f"{text!r} names no card type; write one, such as Land or Creature")
    if len(set(types)) < len(types) or len(set(supertypes)) < len(supertypes):
        raise ValueError(f"{text!r} names a type twice; write it once")
    return TypeLine(tuple(supertypes), tuple(types), _subtypes(right[0] if right else ""))


def printed_subtypes(text: str) -> tuple[str, ...]:
    """The subtypes after the dash of a type line, as they are printed; some are of two words (CR 205.3b)."""
    words = text.split()
    found: list[str] = []
    while words:
        size = 2 if tuple(word(part) for part in words[:2]) in _TWO_WORDS else 1
        found.append(" ".join(words[:size]))
        words = words[size:]
    return tuple(found)


def _subtypes(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys("_".join(word(part) for part in one.split()) for one in printed_subtypes(text)))
