"""What a literal says: whether it is another in other words, and what comparisons exclude."""

from __future__ import annotations

from collections.abc import Sequence

import clingo

from .clauses import (
    ANY,
    COMPUTED,
    Atom,
    Binding,
    Compared,
    Literal,
    Opaque,
    Term,
    bound,
    is_several,
    key_of,
    taken_apart,
    unified,
    variables_of,
)


def unnamed_of(literal: Literal) -> frozenset[str]:
    """The variables of a literal that were written ``_``, once they have new names."""
    return frozenset(name for name in variables_of(literal) if name.startswith("_") and "~" in name)


def matched(pattern: Term, term: Term, free: frozenset[str], binding: Binding) -> bool:
    """Whether a term is what a pattern says, for some values of the free variables, which are added to the binding."""
    pattern = bound(pattern, binding)
    if pattern == term or term == ANY:
        return True
    if not isinstance(pattern, tuple) or pattern == ANY:
        return False
    if pattern[0] == "?":
        if pattern[1] not in free or is_several(term):
            return False
        binding[pattern[1]] = term
        return True
    if pattern[0] in COMPUTED:
        return False
    name, arguments = taken_apart(pattern)
    other_name, others = taken_apart(term)
    if name != other_name or len(arguments) != len(others):
        return False
    return all(matched(a, b, free, binding) for a, b in zip(arguments, others, strict=True))


def fits(wanted: Literal, known: Literal, free: frozenset[str], binding: Binding) -> bool:
    """Whether a known literal is the wanted one, for some values of the free variables."""
    if isinstance(wanted, Atom) and isinstance(known, Atom):
        return (
            wanted.positive == known.positive
            and key_of(wanted) == key_of(known)
            and all(matched(a, b, free, binding) for a, b in zip(wanted.arguments, known.arguments, strict=True))
        )
    return wanted == known


def says(known: Literal, wanted: Literal, free: frozenset[str]) -> bool:
    """Whether a known literal alone says the wanted one."""
    if isinstance(known, Compared) and isinstance(wanted, Compared):
        return known == wanted or _compared_alike(known, wanted)
    return fits(wanted, known, free, {})


def _compared_alike(known: Compared, wanted: Compared) -> bool:
    """Whether one comparison follows from another."""
    sides = {known.left, known.right}
    if sides == {wanted.left, wanted.right}:
        same = (known.left, known.right) == (wanted.left, wanted.right)
        if known.sign == "<" and wanted.sign in ("<=", "!="):
            return same or wanted.sign == "!="
        if known.sign == "=" and wanted.sign == "<=":
            return True
    term, least, most = _range(known)
    if term is None:
        return False
    other, low, high = _range(wanted)
    if other == term and wanted.sign != "!=":
        return (low is None or (least is not None and least >= low)) and (
            high is None or (most is not None and most <= high)
        )
    if wanted.sign == "!=" and term in (wanted.left, wanted.right):
        value = _number(wanted.right if term == wanted.left else wanted.left)
        return value is not None and ((least is not None and value < least) or (most is not None and value > most))
    return False


def _range(one: Compared) -> tuple[Term | None, int | None, int | None]:
    """A term that is compared with a number, and the least and greatest number that it may be."""
    left, right = _number(one.left), _number(one.right)
    strict = one.sign == "<"
    if one.sign == "!=" or (left is None) == (right is None):
        return None, None, None
    if one.sign == "=":
        value = right if left is None else left
        return (one.left if left is None else one.right), value, value
    if right is not None:
        return one.left, None, right - strict
    assert left is not None
    return one.right, left + strict, None


def _number(term: Term) -> int | None:
    if isinstance(term, clingo.Symbol) and term.type is clingo.SymbolType.Number:
        return term.number
    return None


def is_true(literal: Literal) -> bool:
    """Whether a comparison is true whatever its variables are."""
    if not isinstance(literal, Compared):
        return False
    left, right = literal.left, literal.right
    if compares_several(literal):
        return False
    if left == right:
        return literal.sign in ("<=", "=")
    if literal.sign == "!=":
        return not unified(left, right, {})
    if isinstance(left, clingo.Symbol) and isinstance(right, clingo.Symbol):
        return literal.sign in ("<", "<=") and left < right
    return False


def compares_several(one: Compared) -> bool:
    """Whether it compares something with several values: there is no one comparison that denies it."""
    return is_several(one.left) or is_several(one.right)


def opposite(literal: Atom | Compared) -> Atom | Compared:
    """What holds where a literal does not."""
    if isinstance(literal, Atom):
        return Atom(not literal.positive, literal.name, literal.arguments)
    if literal.sign in ("=", "!="):
        return Compared("!=" if literal.sign == "=" else "=", literal.left, literal.right)
    return Compared("<=" if literal.sign == "<" else "<", literal.right, literal.left)


def is_excluded(body: Sequence[Literal]) -> bool:
    """Whether two literals of a body, or one alone, cannot hold."""
    for place, literal in enumerate(body):
        if isinstance(literal, Opaque):
            continue
        if isinstance(literal, Compared):
            if compares_several(literal):
                continue
            if is_true(opposite(literal)):
                return True
            denied = opposite(literal)
            if any(isinstance(one, Compared) and says(one, denied, frozenset()) for one in body[:place]):
                return True
        elif not literal.positive and any(
            isinstance(one, Atom) and one.positive and fits(one, literal._replace(positive=True), frozenset(), {})
            for one in body
        ):
            return True
    return False


def equalities(body: Sequence[Literal]) -> Binding | None:
    """What variables are by the equations of a body; None if these cannot hold."""
    binding: Binding = {}
    for literal in body:
        if (
            isinstance(literal, Compared)
            and literal.sign == "="
            and literal.left != literal.right
            and not unified(literal.left, literal.right, binding)
        ):
            return None
    return binding


__all__ = [
    "compares_several",
    "equalities",
    "fits",
    "is_excluded",
    "is_true",
    "matched",
    "opposite",
    "says",
    "unnamed_of",
]
