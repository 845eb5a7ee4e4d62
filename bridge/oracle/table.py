"""The one table: every module of templates, and the symbols that a line of text may be read as."""

from __future__ import annotations

STARTS = ("line", "token", "event", "cost", "loyalty", "effects", "if", "amount")
"""The symbols that a whole line may be."""


def load() -> None:
    """Put every template into the table."""
    from . import (  # noqa: F401
        table_amounts,
        table_changes,
        table_costs,
        table_effects,
        table_entering,
        table_keywords,
        table_lines,
        table_mana,
        table_nouns,
        table_statics,
        table_tokens,
        table_triggers,
    )
