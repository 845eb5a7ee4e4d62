"""The ground of the ability form: immutable nodes that know their ASP term.

Every node is a frozen pydantic model. Its term is ``functor(field, ...)`` with the fields in the order of their
declaration, the tag that tells the members of a union apart left out; a node without fields is a constant.
``term`` is total and injective on each union, so a term names one node (DESIGN section 3).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal

import clingo
from pydantic import BaseModel, BeforeValidator, ConfigDict

ManaType = Literal["W", "U", "B", "R", "G", "C"]
"""The six types of mana (CR 106.1b)."""

Color = Literal["W", "U", "B", "R", "G"]
"""The five colours (CR 105.1)."""

MANA_TYPES: tuple[ManaType, ...] = ("W", "U", "B", "R", "G", "C")
COLORS: tuple[Color, ...] = ("W", "U", "B", "R", "G")

Zone = Literal["battlefield", "hand", "graveyard", "library", "exile", "stack", "command"]


def word(text: str) -> str:
    """Turn a game word (a type, subtype, keyword, kind of counter) into an ASP constant.

    ``"Urza's"`` becomes ``urzas``, ``"Time Lord"`` ``time_lord``, ``"+1/+1"`` ``plus_1_plus_1``.
    """
    text = text.strip().replace("+", "plus_").replace("-1", "minus_1").replace("-0", "minus_0")
    flat = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    flat = re.sub(r"[^a-z0-9]+", "_", flat.replace("'", "")).strip("_")
    if not flat:
        raise ValueError("an empty word names nothing")
    return flat if flat[0].isalpha() else f"n_{flat}"


def _as_word(value: Any) -> Any:
    return word(value) if isinstance(value, str) else value


class _WordMark:
    """Marks a string field whose term is a constant, not a quoted string."""


Word = Annotated[str, BeforeValidator(_as_word), _WordMark()]
"""A game word, kept as the ASP constant it becomes."""


class Node(BaseModel):
    """A node of the ability form."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)

    functor: ClassVar[str] = ""
    tag: ClassVar[str | None] = None
    folds: ClassVar[bool] = False
    """Whether the term holds a fold, whose members the rules need listed."""

    def term(self) -> clingo.Symbol:
        """The ASP term of this node."""
        functor = self.functor or word(re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__))
        args = [
            _to_term(getattr(self, name), name in self._constants())
            for name in type(self).model_fields
            if name != self.tag
        ]
        return clingo.Function(functor, args)

    @classmethod
    def _constants(cls) -> set[str]:
        """The fields whose strings are ASP constants: game words and literals."""
        found = set()
        for name, field in cls.model_fields.items():
            text = any(isinstance(m, _WordMark) for m in field.metadata) or "_WordMark" in repr(field.annotation)
            if text or "Literal[" in repr(field.annotation):
                found.add(name)
        return found

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in the order of the fields."""
        for name in type(self).model_fields:
            yield from _nodes(getattr(self, name))

    def walk(self) -> Iterator[Node]:
        """This node and every node below it, parents first."""
        yield self
        for child in self.children():
            yield from child.walk()


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _nodes(item)


def _to_term(value: Any, constant: bool) -> clingo.Symbol:
    if isinstance(value, Node):
        return value.term()
    if value is None:
        return clingo.Function("none")
    if isinstance(value, bool):
        return clingo.Function("true" if value else "false")
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        return clingo.Function(value.lower()) if constant else clingo.String(value)
    if isinstance(value, (tuple, list)):
        return fold("and", [_to_term(v, constant) for v in value])
    raise TypeError(f"no term for {value!r}")


def fold(functor: str, terms: Iterable[clingo.Symbol], empty: str = "none") -> clingo.Symbol:
    """Fold terms to the right: ``f(a, f(b, c))``; one term alone is itself, none is the constant *empty*."""
    items = list(terms)
    if not items:
        return clingo.Function(empty)
    result = items[-1]
    for item in reversed(items[:-1]):
        result = clingo.Function(functor, [item, result])
    return result
