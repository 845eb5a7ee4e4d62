"""Templates: each says how a text reads and what it means, and so serves to parse and to render alike.

A template belongs to a symbol of the grammar. Its pattern is words and slots, ``<name:symbol>``; what it means is a
shape: a term whose fields are values, slots or further shapes, or a slot alone, or a pair of functions where text and
meaning are not of one shape (:class:`Both`). Reading fills the slots of the shape; rendering takes the shape apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .lexicon import tokens
from .terms import Term, Value, defaults, term


@dataclass(frozen=True, slots=True)
class Slot:
    """What the pattern's slot of that name says."""

    name: str


@dataclass(frozen=True, slots=True)
class Shape:
    """A term whose fields may be slots and shapes."""

    kind: str
    fields: tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Both:
    """A pair of functions: of the slots' values to a value, and back; either gives None where it does not apply."""

    make: Callable[[dict[str, Value]], Value]
    take: Callable[[Value], dict[str, Value] | None]


def s(name: str) -> Slot:
    """A slot."""
    return Slot(name)


def n(kind: str, /, **fields: Any) -> Shape:
    """A shape."""
    return Shape(kind, tuple(sorted(fields.items())))


class Refused(Exception):  # noqa: N818 - it is no error, only a no
    """What was read does not go together."""


def fill(shape: Any, slots: Mapping[str, Value]) -> Value:
    """The value of a shape whose slots are filled.

    Raises:
        Refused: The slots' values do not go together.
    """
    if isinstance(shape, Slot):
        return slots[shape.name]
    if isinstance(shape, Shape):
        unsaid = defaults(shape.kind)
        said = {key: fill(value, slots) for key, value in shape.fields}
        return term(shape.kind, **{key: one for key, one in said.items() if unsaid.get(key, Refused) != one})
    if isinstance(shape, tuple):
        return tuple(fill(one, slots) for one in shape)
    if isinstance(shape, Both):
        made = shape.make(dict(slots))
        if made is None:
            raise Refused
        return made
    return shape


def match(shape: Any, value: Value, slots: dict[str, Value]) -> bool:
    """Whether the value has the shape; what its slots say is put into ``slots``."""
    if isinstance(shape, Slot):
        if shape.name in slots:
            return bool(slots[shape.name] == value)
        slots[shape.name] = value
        return True
    if isinstance(shape, Shape):
        if not isinstance(value, Term) or value.kind != shape.kind:
            return False
        said = dict(value.fields)
        unsaid = defaults(shape.kind)
        for key, part in shape.fields:
            if key in said:
                one = said.pop(key)
            elif key in unsaid:
                one = unsaid[key]
            else:
                return False
            if not match(part, one, slots):
                return False
        return not said
    if isinstance(shape, tuple):
        return (
            isinstance(value, tuple)
            and len(value) == len(shape)
            and all(match(part, one, slots) for part, one in zip(shape, value, strict=True))
        )
    if isinstance(shape, Both):
        taken = shape.take(value)
        if taken is None:
            return False
        slots.update(taken)
        return True
    return type(shape) is type(value) and bool(shape == value)


_SLOT = re.compile(r"<([a-z_0-9]+):([a-zA-Z_0-9]+)>")


@dataclass(frozen=True)
class Template:
    """One way to say something.

    Attributes:
        of: The symbol of the grammar.
        pattern: How it reads.
        means: What it means.
        variant: Whether it is only read; what it says is rendered by another template.
        parts: The pattern's words (strings) and slots (pairs of name and symbol).
    """

    of: str
    pattern: str
    means: Any
    variant: bool = False
    parts: tuple[str | tuple[str, str], ...] = field(init=False)

    def __post_init__(self) -> None:
        parts: list[str | tuple[str, str]] = []
        end = 0
        for found in _SLOT.finditer(self.pattern):
            parts += [one.text for one in tokens(self.pattern[end : found.start()])]
            parts.append((found[1], found[2]))
            end = found.end()
        parts += [one.text for one in tokens(self.pattern[end:])]
        object.__setattr__(self, "parts", tuple(parts))

    @property
    def slots(self) -> Iterator[tuple[str, str]]:
        """The pattern's slots."""
        return (part for part in self.parts if isinstance(part, tuple))

    def read(self, values: list[Value]) -> Value:
        """The meaning, the slots' values in their order.

        Raises:
            Refused: They do not go together.
        """
        return fill(self.means, {name: value for (name, _), value in zip(self.slots, values, strict=True)})


TABLE: list[Template] = []
"""Every template, in the order of the modules that give them: of two that say the same, rendering takes the first."""


def t(of: str, pattern: str, means: Any) -> None:
    """Add a template to the table."""
    TABLE.append(Template(of, pattern, means))


def variant(of: str, pattern: str, means: Any) -> None:
    """Add a template that is only read: a wording that stands for the one another template renders."""
    TABLE.append(Template(of, pattern, means, variant=True))
