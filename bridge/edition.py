"""The edition of the Comprehensive Rules that the book states, and its rule numbers.

Rule numbers move between editions, so a citation means something only beside the edition it was made from. The book
states that edition once, in ``asp/EDITION``; ``asp/rule_numbers.txt`` lists its numbers, one a line.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

_NUMBER = re.compile(r"\d{3}\.\d+[a-z]?")
"""``704``, a dot, ``5``, and perhaps a letter: the form of every rule number of the Comprehensive Rules."""

_TITLE = re.compile(r"^CR ([0-9.]+) - ([^(:,\n]+)", re.MULTILINE)
"""The first line of a file of the rulebook: the section, and what it is about."""


@cache
def edition() -> str:
    """The date from which this edition of the rules is in force, as ``2026-06-19``."""
    return _asp("EDITION").strip()


@cache
def rule_numbers() -> frozenset[str]:
    """Every rule number of the edition, as ``704.5f``."""
    return frozenset(_asp("rule_numbers.txt").split())


@cache
def section_titles() -> Mapping[str, str]:
    """What sections, and single keywords and actions, are about, by their numbers: ``603``, ``702.79``."""
    found: dict[str, str] = {}
    with resources.as_file(resources.files("manaproof.asp")) as folder:
        for path in sorted(folder.rglob("*.lp")):
            title = _TITLE.search(path.read_text(encoding="utf-8"))
            if title:
                found.setdefault(title[1], title[2].strip())
    return found


def citation_fault(number: str) -> str | None:
    """Say what is wrong with a citation.

    Args:
        number: a rule number as somebody wrote it.

    Returns:
        None if the edition has a rule of that number; otherwise one sentence that names the nearest numbers it has.
    """
    if number in rule_numbers():
        return None
    if not _NUMBER.fullmatch(number):
        return f"{number!r} is not a rule number: one looks like 704.5f"
    near = difflib.get_close_matches(number, sorted(rule_numbers()), n=3, cutoff=0.7)
    hint = f"; near it are {', '.join(near)}" if near else ""
    return f"the edition of {edition()} has no rule {number}{hint}"


def _asp(name: str) -> str:
    return resources.files("manaproof.asp").joinpath(name).read_text(encoding="utf-8")
