"""The contested readings of CR 106.7, by name (DESIGN section 8): the literal one is the default."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

Reading = Literal["literal", "mana-abilities-only", "any-event"]
"""A reading of CR 106.7."""

LITERAL: Reading = "literal"

READINGS: Mapping[Reading, str] = MappingProxyType(
    {
        "literal": (
            "Every ability of the permanent counts, as CR 106.7 says: mana abilities, loyalty abilities, chapters and"
            " other triggered abilities, even one that works only in another zone. A triggered ability resolves without"
            " an event, so types, objects and colors that only the event would name are undefined and give nothing"
            " (CR 106.5); whatever else it adds, it could produce."
        ),
        "mana-abilities-only": "Only mana abilities, activated or triggered, count (CR 605.1a, 605.1b).",
        "any-event": (
            "As the literal reading, but a triggered ability may have triggered from any event that it watches for:"
            " types that the event names range over what the matching permanents could produce."
        ),
    }
)
"""What each reading says."""


def reading(name: str) -> Reading:
    """The reading of a name.

    Raises:
        ValueError: There is no such reading; the message lists those that there are.
    """
    for known in get_args(Reading):
        if name == known:
            found: Reading = known
            return found
    raise ValueError(f"{name!r} is not a reading; the readings are {', '.join(READINGS)}")


__all__ = ["LITERAL", "READINGS", "Reading", "reading"]
