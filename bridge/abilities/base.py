"""The ground of the ability form: immutable nodes that know their ASP term.

Every node is a frozen pydantic model. Its term is ``functor(field, ...)`` with the fields in the order of their
declaration, the tag that tells the members of a union apart left out; a node without fields is a constant.
``term`` is total and injective on each union, so a term names one node (DESIGN section 3).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeGuard

import clingo
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

ManaType = Literal["W", "U", "B", "R", "G", "C"]
"""The six types of mana (CR 106.1b)."""

Color = Literal["W", "U", "B", "R", "G"]
"""The five colours (CR 105.1)."""

MANA_TYPES: tuple[ManaType, ...] = ("W", "U", "B", "R", "G", "C")
COLORS: tuple[Color, ...] = ("W", "U", "B", "R", "G")

BASIC_LAND_TYPES: dict[str, ManaType] = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
"""The basic land types and the mana their intrinsic abilities add (CR 305.6)."""

Integer = Annotated[int, Field(strict=True, ge=-1_000_000_000, le=1_000_000_000)]
"""A whole number that clingo, whose numbers have 32 bits, can hold."""

Natural = Annotated[int, Field(strict=True, ge=0, le=1_000_000_000)]
"""A whole number from 0."""

Zone = Literal["battlefield", "hand", "graveyard", "library", "exile", "stack", "command"]


UNRULED = ("owner_of_target", "chosen_player")
"""Words that texts say of players and the book has no rules for: their terms are ``unsupported(...)``."""

_RESERVED = ("not", "none")
"""What ASP's grammar, and an empty fold, have taken."""


def word(text: str) -> str:
    """Turn a game word (a type, subtype, keyword, kind of counter) into an ASP constant.

    ``"Urza's"`` becomes ``urzas``, ``"Time Lord"`` ``time_lord``, ``"+1/+1"`` ``plus_1_plus_1``.
    """
    text = re.sub(r"(?<![A-Za-z0-9])([+-])(?=[0-9])", lambda sign: "plus_" if sign[1] == "+" else "minus_", text)
    flat = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    flat = re.sub(r"[^a-z0-9]+", "_", flat.replace("'", "")).strip("_")
    if not flat:
        raise ValueError(f"{text!r} holds no letter or digit; write a word")
    return flat if flat[0].isalpha() and flat not in _RESERVED else f"n_{flat}"


def is_word(value: Any) -> TypeGuard[str]:
    """Whether a value is a text of which :func:`word` makes a constant."""
    if not isinstance(value, str):
        return False
    try:
        return bool(word(value))
    except ValueError:
        return False


def _as_word(value: Any) -> Any:
    return word(value) if isinstance(value, str) else value


class _WordMark:
    """Marks a string field whose term is a constant, not a quoted string."""


Word = Annotated[str, BeforeValidator(_as_word), _WordMark()]
"""A game word, kept as the ASP constant it becomes."""


class Node(BaseModel):
    """A node of the ability form."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True, defer_build=True
    )

    functor: ClassVar[str] = ""
    tag: ClassVar[str | None] = None
    folds: ClassVar[bool] = False
    """Whether the term holds a fold, whose members the rules need listed."""

    def term(self) -> clingo.Symbol:
        """The ASP term of this node."""
        functor = self.functor or word(re.sub(r"(?<!^)(?=[A-Z])", "_", type(self).__name__))
        args = [
            _to_term(getattr(self, name), name in _constants(type(self)))
            for name in type(self).model_fields
            if name != self.tag
        ]
        return clingo.Function(functor, args)

    def to_data(self) -> dict[str, Any]:
        """The node as it is written in YAML or JSON: its tag, and the fields that are not as they are unsaid."""
        return {
            field.alias or name: _data(getattr(self, name))
            for name, field in type(self).model_fields.items()
            if name == self.tag or getattr(self, name) != field.default
        }

    def content(self) -> list[Any]:
        """What the node says, as lists and strings: its kind and the fields that are not as they are unsaid."""
        said = [
            [name, _content(getattr(self, name))]
            for name, field in type(self).model_fields.items()
            if name != self.tag and getattr(self, name) != field.default
        ]
        return [type(self).__name__, *said]

    def children(self) -> Iterator[Node]:
        """The nodes directly below this one, in the order of the fields."""
        for name in type(self).model_fields:
            yield from _nodes(getattr(self, name))

    def walk(self) -> Iterator[Node]:
        """This node and every node below it, parents first."""
        yield self
        for child in self.children():
            yield from child.walk()


@cache
def _constants(cls: type[Node]) -> frozenset[str]:
    """The fields whose strings are ASP constants: game words and literals."""
    return frozenset(
        name
        for name, field in cls.model_fields.items()
        if any(isinstance(mark, _WordMark) for mark in field.metadata)
        or any(part in repr(field.annotation) for part in ("_WordMark", "Literal["))
    )


def _nodes(value: Any) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _nodes(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _nodes(item)


def _data(value: Any) -> Any:
    if isinstance(value, Node):
        return value.to_data()
    if isinstance(value, (tuple, list)):
        return [_data(item) for item in value]
    return dict(value) if isinstance(value, dict) else value


def _content(value: Any) -> Any:
    if isinstance(value, Node):
        return value.content()
    if isinstance(value, (tuple, list)):
        return [_content(item) for item in value]
    if isinstance(value, dict):
        return sorted([key, _content(item)] for key, item in value.items())
    return value


def _to_term(value: Any, constant: bool) -> clingo.Symbol:
    if isinstance(value, Node):
        return value.term()
    if value is None:
        return clingo.Function("none")
    if isinstance(value, bool):
        return clingo.Function("true" if value else "false")
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str) and constant and value in UNRULED:
        return clingo.Function("unsupported", [clingo.String(value)])
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
