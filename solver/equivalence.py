"""Which mutants are the rulebook in other words, told from the text of its rules alone.

A changed rule leaves the answer sets as they are if it derives what the rule derived and nothing else. That is so if
each, where it fires, is *covered* by the other or by some further rule: its head is the same, and what is left of its
body *follows* from the body that holds. Something follows from a body if

* it stands there already, or a comparison of the body says as much;
* every rule that could have derived some positive literal of the body (no more than one of them at a time is looked
  into) needs it in turn: what nothing but ``permanent(O, t) :- ..., holds(zone(O, battlefield), t)`` derives, lies on
  the battlefield;
* a negative literal of the body would not hold without it: where ``not spell(O, t)`` stands and every cast object is
  a spell, ``not cast(O, t)`` follows.

Nor does it matter what a rule derives that nobody can use: if every rule that reads it needs by itself what a changed
rule no longer asks for, the rest of the answer sets stays. Many rules ask for something only to derive less.

This holds of stable models too: what follows was derived before, by rules that the mutant leaves alone. So no step may
rest on the rule that is changed, nor on a predicate that is given as a fact from outside (:data:`.implications.GIVEN`).
Only what is found within a few steps is told. What is not, may be equivalent all the same.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from .book import Book
from .clauses import clause_of
from .implications import Implications
from .mutants import Mutant


def marked(
    mutants: Sequence[Mutant],
    book: Book,
    read: Container[str] | None = None,
    known: Mapping[str, str] = MappingProxyType({}),
) -> list[Mutant]:
    """The mutants, marked as equivalent where that shows.

    Args:
        mutants: mutants of a book.
        book: the book.
        read: the predicates that are read from outside the book; any may be by default.
        known: what is known already of some mutants, by their ids: why they are equivalent, or nothing.
    """
    unknown = any(not mutant.equivalent and mutant.id not in known for mutant in mutants)
    implications = Implications(book) if unknown else None
    found = []
    for mutant in mutants:
        why = mutant.equivalent or known.get(mutant.id)
        if why is None and implications is not None:
            why = same(mutant, book, implications, read)
        found.append(replace(mutant, equivalent=why or None))
    return found


def same(mutant: Mutant, book: Book, implications: Implications, read: Container[str] | None = None) -> str | None:
    """Why a mutant leaves the answer sets of a book as they are; None where that does not show.

    Where it is known what is read from outside the book, it leaves all but what its own rule derives.
    """
    place = mutant.place
    rule = implications.clauses[place]
    found = implications.redundant(rule, place) if not mutant.text else None
    if not mutant.text:
        return None if found is None else f"{book.statements[found].place} derives what the rule does"
    changed = clause_of(mutant.rule, mutant.text)
    if read is not None:
        touched: set[tuple[str, int]] = set()
        for one, other in ((changed, rule), (rule, changed)):
            if not implications.kept(one, other, place):
                found_touched = implications.kept_where_read(one, other, place, read)
                if found_touched is None:
                    break
                touched |= found_touched
        else:
            if touched:
                names = " and ".join(f"{name}/{arity}" for name, arity in sorted(touched))
                return f"whatever is done with {names} needs by itself what is changed"
    reasons = []
    for one, other, what in ((changed, rule, "the changed rule"), (rule, changed, "the rule")):
        if implications.kept(one, other, place):
            continue
        if implications.never_fires(one, place):
            reasons.append(f"{what} never fires")
            continue
        found = implications.redundant(one, place)
        if found is None:
            return None
        reasons.append(f"{book.statements[found].place} derives what {what} does")
    return "; ".join(reasons) or "what is changed follows from the rest of the rule"


__all__ = ["marked", "same"]
