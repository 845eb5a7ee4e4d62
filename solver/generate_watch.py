"""Which rules fire in a play: for each law of the book a rule that only looks, and derives ``fires(Number, t)``.

A law about beats *fires* at a beat where its body holds. A law that says what does not change (what persist stands
for, what a card's color is) fires where the thing it speaks of takes part: its ability triggers, is on the stack,
replaces an event or works; its card is in some zone. A law that only defines words of the game fires in no play by
itself; these are the *definitions*.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from .book import Book, rule_order
from .parsing import BASE, PARTS, Signature, Statement, parse_cached

FIRES = Signature("fires", 2)
UNSETTLED = Signature("unsettled_at_first", 1)
PLAIN_TEXT = """
#program beat(t).
takes_part(Ability, t) :- triggers(_, Ability, _, t).
takes_part(Ability, t) :- holds(ability_of(_, Ability), t).
takes_part(Ability, t) :- applicable(effect(_, Ability), _, t).
takes_part(Ability, t) :- static_works(_, Ability, _, t).
is_there(Definition, t) :- holds(zone(obj(Card, _), _), t), definition(Card, Definition).
unsettled_at_first(t) :- first_beat(t), beat(state_based, t).
"""
"""What takes part in a beat, and whether a state-based action is due in the very state that the play starts from."""

_TAKING_PART = (("Ability", "takes_part(Ability,t)"), ("Definition", "is_there(Definition,t)"))


@dataclass(frozen=True, eq=False)
class Watch:
    """A book that looks at its own laws.

    Attributes:
        book: the book with the rules that look.
        rules: the numbers of the rules that may fire, in order.
        definitions: the numbers of the rules that only define words.
    """

    book: Book
    rules: tuple[str, ...]
    definitions: tuple[str, ...]

    @property
    def watched(self) -> tuple[Signature, ...]:
        """The predicates that a search has to be asked about."""
        return (FIRES, UNSETTLED)


@lru_cache(maxsize=4)
def watch(book: Book) -> Watch:
    """The book, with a rule that looks for each of its laws.

    Args:
        book: the rulebook.
    """
    lines: dict[str, list[str]] = {}
    for statement in book.statements:
        for part, text in _looking(statement):
            lines.setdefault(part, []).append(text)
    text = PLAIN_TEXT
    for part, rules in lines.items():
        text += f"#program {part}({', '.join(PARTS[part])}).\n" + "\n".join(rules) + "\n"
    numbers = {cite for statement in book.statements for cite in statement.cites}
    looked_at = set(re.findall(r'^fires\("([^"]+)"', text, re.MULTILINE))
    return Watch(
        Book((*book.statements, *parse_cached("generate/watch", text)), book.edition),
        tuple(sorted(looked_at, key=rule_order)),
        tuple(sorted(numbers - looked_at, key=rule_order)),
    )


def fireable(statements: Iterable[Statement]) -> frozenset[str]:
    """The rules that may fire if only these statements can."""
    found = (re.match(r'fires\("([^"]+)"', one.text) for one in statements if FIRES in one.heads)
    return frozenset(match[1] for match in found if match is not None)


def _looking(statement: Statement) -> list[tuple[str, str]]:
    """The rules that look at a law, each with the part of the book it belongs to."""
    head, arrow, body = statement.text.removesuffix(".").partition(" :- ")
    if not arrow:
        return []
    if head.startswith("diverts("):  # that an effect would send a thing elsewhere: when it does
        body += f"; applicable({_first_argument(head)},_,t)"
    if statement.part != BASE:
        return [(statement.part, f'fires("{cite}",t) :- {body}.') for cite in statement.cites]
    return [
        ("beat", f'fires("{cite}",t) :- {body}; {taking_part}.')
        for variable, taking_part in _TAKING_PART
        if re.search(rf"\b{variable}\b", body)
        for cite in statement.cites
    ]


def _first_argument(atom: str) -> str:
    """The first argument of an atom, as text."""
    depth = 0
    for place, sign in enumerate(atom):
        depth += (sign == "(") - (sign == ")")
        if depth == 1 and sign == "(":
            start = place + 1
        if (depth == 1 and sign == ",") or (depth == 0 and sign == ")"):
            return atom[start:place]
    return atom


__all__ = ["FIRES", "UNSETTLED", "Watch", "fireable", "watch"]
