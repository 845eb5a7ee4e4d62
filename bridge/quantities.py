"""Quantities: what stands in the place of a value that a scenario leaves open, and what it ranges over.

``any``, a range such as ``1..3`` or ``2..``, or ``{any_of: [...]}``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .abilities.base import COLORS
from .source import Document
from .surface import STEPS

Path = tuple[str | int, ...]

RANGE = re.compile(r"(\d*)\.\.(\d*)")
"""``1..3``, ``2..``, ``..4``."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "counters": (0, 3),
    "damage": (0, 3),
    "life": (1, 20),
    "mana": (0, 3),
    "power": (0, 3),
    "toughness": (1, 4),
    "loyalty": (1, 5),
    "x": (0, 3),
    "number": (1, 3),
    "count": (0, 3),
    "amount": (1, 3),
    "times": (0, 3),
}
"""What ``any`` ranges over where the scope says nothing: the least and the greatest."""

FLAGS = frozenset(
    {"tapped", "face_down", "summoning_sick", "entered_this_turn", "token", "commander", "land_played", "preventable"}
)
LISTED = ("controller", "owner", "active", "priority", "step", "face")
"""Fields of a state in which a list means one of its values."""

PLAYERS = frozenset({"controller", "owner", "active", "priority"})


def is_quantity(value: Any) -> bool:
    """Whether a value of a scenario is left open."""
    if isinstance(value, str):
        return value == "any" or (RANGE.fullmatch(value) is not None and value != "..")
    return isinstance(value, dict) and set(value) == {"any_of"}


class Quantities:
    """What ``any`` and ranges mean within a scope.

    Args:
        scope: bounds that the scenario states, by the name of what they bound.
        players: the players.
        document: where problems are.
    """

    def __init__(self, scope: Mapping[str, int], players: Sequence[str], document: Document) -> None:
        self.scope = scope
        self.players = tuple(players)
        self.document = document

    def values(self, value: Any, name: str, path: Path) -> list[Any]:
        """The values that a quantity ranges over, the plainest first.

        Args:
            value: what stands in the text.
            name: what it is a quantity of, as ``tapped`` or ``power``.
            path: where it stands.

        Raises:
            InputError: nothing says what ``any`` ranges over there, or a range is empty.
        """
        if isinstance(value, dict):
            options = value["any_of"]
            if not isinstance(options, list) or not options:
                raise self.document.error(path, "'any_of' lists no values", "write any_of: [one, another]")
            found: list[Any] = []
            for index, option in enumerate(options):
                for one in self.values(option, name, (*path, "any_of", index)) if is_quantity(option) else [option]:
                    if one not in found:
                        found.append(one)
            return found
        match = RANGE.fullmatch(value)
        if match is not None:
            least, greatest = self.bounds(name)
            first, last = int(match[1] or least), int(match[2] or max(greatest, int(match[1] or 0)))
            if first > last or last - first > 1000:
                raise self.document.error(path, f"the range {value} has no values, or too many", "write it as 0..3")
            return list(range(first, last + 1))
        if name in FLAGS:
            return [False, True]
        if name in PLAYERS:
            return list(self.players)
        if name == "step":
            return [step for step in STEPS if step not in ("untap", "cleanup")]
        if name == "face":
            return ["front", "back"]
        if name == "color":
            return list(COLORS)
        if name in BOUNDS or name in self.scope:
            least, greatest = self.bounds(name)
            return list(range(least, greatest + 1))
        raise self.document.error(
            path, f"nothing says what 'any' ranges over here ({name})", "list the values: {any_of: [one, another]}"
        )

    def bounds(self, name: str) -> tuple[int, int]:
        """The least and greatest number of a thing within the scope."""
        least, greatest = BOUNDS.get(name, (0, 3))
        return least, self.scope.get(name, greatest)


__all__ = ["BOUNDS", "LISTED", "Quantities", "is_quantity"]
