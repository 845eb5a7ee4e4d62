"""The words in which readings of a card's text are held to each other: features, and how what they say is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

Features = Counter[tuple[str, str]]
"""Kinds of statement and what each says, and how often: ``("effect", "draw 2 you")``."""

COMPARISONS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}

SYMBOLS = re.compile(r"\{([^{}]+)\}")

ONCE = ("object", "condition", "keyword", "duration", "cant", "rule", "all", "type", "color")
"""Kinds of which it is asked whether something is said, not how often."""


def settled(found: Features) -> Features:
    """The features, those that are asked for only once each."""
    return Counter({one: 1 if one[0] in ONCE else often for one, often in found.items()})


def text_of(*parts: str | None) -> str:
    """The parts that there are, with a space between."""
    return " ".join(one for one in parts if one)


_HISTORIC = {"artifact", "legendary", "/saga", "or"}
"""What "historic" stands for (CR 700.6)."""


def tags_text(tags: Iterable[str]) -> str:
    """A description by its tags, in order; what a subtype implies is left out."""
    found = set(tags)
    if found >= _HISTORIC:
        found = found - _HISTORIC | {"historic"}
    if any(one.startswith("/") for one in found):
        found -= {"creature", "artifact", "land", "enchantment", "planeswalker"}
    return " ".join(sorted(found)) or "any"


def symbols(text: str) -> str:
    """Mana symbols in an order of their own."""
    return "".join(f"{{{one}}}" for one in sorted(SYMBOLS.findall(text)) if one != "0")


def multiple(factor: int, said: str) -> str:
    """So many times an amount."""
    return f"-{said}" if factor == -1 else f"{factor}*{said}"


def comparison(said: str) -> str:
    """A comparison in one of its forms: of whole numbers, none is fewer than one; what is not counted is ``other``."""
    if "computed" in said or not said.startswith("count(") or re.match(r"count\((?:this|that|attached)\)", said):
        return "other"
    said = re.sub(r"> (\d+)$", lambda at: f">= {int(at[1]) + 1}", said)
    return re.sub(r"= 0$", "< 1", said) if re.search("[^<>!]= 0$", said) else said


_OPPOSITE = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}


def negated(said: str) -> str:
    """The opposite of a comparison; anything else stays ``other``."""
    found = re.fullmatch(r"(.*) (>=|<=|!=|=|<|>) (\S+)", said)
    if found is None:
        return said
    return f"{found[1]} {_OPPOSITE[found[2]]} {found[3]}"


def action(name: str, much: str) -> str:
    """A keyword action by the words that tell it from others, and how much."""
    words = [one for one in name.lower().replace("_", " ").split() if one not in ("the", "you", "an", "a")]
    return text_of(*words, None if much == "1" else much)


__all__ = [
    "COMPARISONS",
    "ONCE",
    "SYMBOLS",
    "Features",
    "action",
    "comparison",
    "multiple",
    "negated",
    "settled",
    "symbols",
    "tags_text",
    "text_of",
]
