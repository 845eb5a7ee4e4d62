"""What is said of one thing twice: the values that both sayings allow."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from manaproof.bridge.quantities import is_quantity


class ApartError(Exception):
    """The two have nothing in common: the message says what keeps them apart."""


def joined_values(one: Any, other: Any, what: str) -> Any:
    """The quantity that two quantities, or values, have in common."""
    if one == other and type(one) is type(other):
        return one
    if one == "any":
        return other
    if other == "any":
        return one
    if isinstance(one, dict) and isinstance(other, dict) and not (is_quantity(one) or is_quantity(other)):
        return joined_mappings(one, other, what)
    ours, theirs = _values(one), _values(other)
    if ours is None or theirs is None:
        raise ApartError(f"{what} is said twice, and differently")
    keys = {json.dumps(value, sort_keys=True) for value in theirs}
    common = [value for value in ours if json.dumps(value, sort_keys=True) in keys]
    if not common:
        raise ApartError(f"{what} is never the same")
    return common[0] if len(common) == 1 else {"any_of": common}


def _values(value: Any) -> list[Any] | None:
    """The values of a quantity; None for one that its scope must bound."""
    if isinstance(value, dict):
        if set(value) != {"any_of"}:
            return None
        found: list[Any] = []
        for option in value["any_of"]:
            inner = _values(option)
            if inner is None:
                return None
            found += inner
        return found
    if isinstance(value, list):
        return list(value)
    match = re.fullmatch(r"(\d+)\.\.(\d+)", value) if isinstance(value, str) else None
    if match is not None:
        return list(range(int(match[1]), int(match[2]) + 1))
    return None if is_quantity(value) else [value]


def joined_mappings(one: Mapping[str, Any], other: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Both mappings in one; what only one of them says is said."""
    found = dict(one)
    for key, value in other.items():
        found[key] = joined_values(found[key], value, f"{what}: {key}") if key in found else value
    return found


__all__ = ["ApartError", "joined_mappings", "joined_values"]
