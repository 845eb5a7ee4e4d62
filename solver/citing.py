"""What a play rests on: beside each rule that cites, one that says so where it holds (DESIGN, the laws of ``asp/``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice

from .book import Book
from .parsing import BEAT, Statement, parse, parse_cached

_EXPLAINED = frozenset(
    {
        "acts",
        "applied",
        "beat",
        "begins",
        "cant_happen",
        "diverts",
        "ends",
        "happens",
        "matched",
        "next",
        "rewrites",
        "state_based",
        "step_over",
        "triggers",
        "would",
    }
)
"""The predicates whose rules are looked up, so that a play can say what it rests on."""


def _text(statements: Iterable[Statement]) -> str:
    rules = (rule for statement in statements for rule in _rules_of(statement))
    return "\n".join(("#program beat(t).", *rules)) + "\n"


def _rules_of(statement: Statement) -> list[str]:
    head, arrow, body = statement.text.partition(" :- ")
    if statement.part != BEAT or not statement.cites or not arrow or len(statement.heads) != 1:
        return []
    if next(iter(statement.heads)).name not in _EXPLAINED or head.startswith(("{", "1 =")):
        return []
    return [f'because({head},"{cite}",t) :- {body}' for cite in statement.cites]


def citing_rules(statements: Iterable[Statement]) -> Iterator[Statement]:
    """Rules that derive ``because(Fact, Number)`` beside each rule that cites.

    Args:
        statements: the rules of a book.
    """
    known = _citing_bundled()
    for statement in statements:
        found = known.get((statement.part, statement.text))
        yield from parse("citations", _text([statement])) if found is None else found


@lru_cache(maxsize=1)
def _citing_bundled() -> dict[tuple[str, str], tuple[Statement, ...]]:
    """Those of the statements of the bundled book, whose parse is kept in the user's cache."""
    statements = Book.bundled().statements
    parsed = iter(parse_cached("citations", _text(statements)))
    return {(one.part, one.text): tuple(islice(parsed, len(_rules_of(one)))) for one in statements}


__all__ = ["citing_rules"]
