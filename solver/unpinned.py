"""Laws that nothing pins, and rightly so: what people state of them, read from ``scenarios/audit/unpinned.yaml``.

A law is named by its head, as clingo prints it, and by a rule that it cites, so that a name lasts as long as the law
does; a name without a law is a mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

from manaproof.bridge.errors import InputError
from manaproof.bridge.source import Document, read_text

from .book import Book
from .mutants import laws

FILE = "audit/unpinned.yaml"

_FIELDS = frozenset({"cites", "law", "reason"})


def stated_reasons(book: Book, document: Document | None = None) -> Mapping[int, str]:
    """Why laws are rightly unpinned, as people state it, by the places of the laws in a book.

    Args:
        book: the rulebook.
        document: the statements; those bundled by default.

    Raises:
        InputError: an entry is not of the form, or no law of the book is what it names.
    """
    text = document or read_text((resources.files("manaproof.scenarios") / FILE).read_bytes(), source=FILE)
    if not isinstance(text.data, list):
        raise text.error((), "this is no list", "write an entry with cites, law and reason for each law")
    found: dict[int, str] = {}
    problems = []
    heads = [(place, statement.cites, _head(statement.text)) for place, statement in laws(book)]
    for index, entry in enumerate(text.data):
        if not isinstance(entry, dict) or set(entry) != _FIELDS:
            problems.append(text.problem((index,), "an entry has cites, law and reason", "give all three, and no more"))
            continue
        cites, law, reason = entry["cites"], entry["law"], entry["reason"]
        if not isinstance(reason, str) or not reason.strip():
            problems.append(
                text.problem((index, "reason"), "no reason is given", "say why nothing needs to pin the law")
            )
            continue
        named = set(map(str, cites)) if isinstance(cites, list) else set()
        places = [place for place, has, head in heads if head == _spaceless(str(law)) and named and named <= set(has)]
        if not places:
            what = f"no law of the book derives {law} and cites {', '.join(sorted(named)) or 'a rule'}"
            problems.append(text.problem((index, "law"), what, "name a law as it stands, or remove the entry"))
        found.update(dict.fromkeys(places, " ".join(reason.split())))
    if problems:
        raise InputError(problems)
    return found


def _head(text: str) -> str:
    return _spaceless(text.removesuffix(".").partition(" :- ")[0])


def _spaceless(text: str) -> str:
    return "".join(text.split())


__all__ = ["stated_reasons"]
