"""Card definitions: what is printed on a card, a token or an emblem (CR 108, 109.3, 200)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

import clingo
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from .abilities import Ability, Color, ability_facts, ability_id
from .abilities.base import Integer, fold
from .abilities.costs import cost_symbol
from .abilities.effects import CreateToken
from .abilities.facts import unfold
from .abilities.mana import SYMBOL
from .typeline import TypeLine, parse_type_line

Layout = Literal["normal", "transform", "modal_dfc", "adventure"]
"""How the faces of a card are laid out: one face; a transforming or a modal double-faced card (CR 712); a card with an
Adventure (CR 715)."""

SIDES: Mapping[str, tuple[str, ...]] = {
    "normal": ("front",),
    "transform": ("front", "back"),
    "modal_dfc": ("front", "back"),
    "adventure": ("front", "adventure"),
}
"""What the faces of each layout are called in ASP."""

Side = Literal["front", "back"]

Printed = Annotated[
    Integer | str,
    Field(description="a number, or a text with a star such as '*' or '1+*' (CR 208.2)"),
]
"""A printed power or toughness."""

_COST = re.compile(r"(?:\{(?:[WUBRGCSXYZ]|[0-9]{1,4}|[WUBRGC]/[WUBRGC]|2/[WUBRG]|[WUBRG](?:/[WUBRG])?/P)\})*")
_STAR = re.compile(r"\*|[0-9]{1,3}[+-]\*|\*[+-][0-9]{1,3}")


class Face(BaseModel):
    """One face of a card: the characteristics printed on it (CR 109.3).

    Attributes:
        name: The name (CR 201).
        type_line: The type line (CR 205); ``types`` in YAML.
        mana_cost: The mana cost, ``{2}{G}`` (CR 202); None for none.
        color_indicator: The colors of its color indicator (CR 204).
        power: Printed power (CR 208), None for none.
        toughness: Printed toughness.
        loyalty: Printed loyalty (CR 209), ``X`` where it is the X of its cost.
        defense: Printed defense (CR 210).
        abilities: Its abilities, in the order printed. A basic land type's mana ability is not printed (CR 305.6).
    """

    model_config = ConfigDict(
        frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True, defer_build=True
    )

    name: str = Field(min_length=1, max_length=200, description="the name")
    type_line: str = Field(alias="types", description="the type line: 'Basic Land - Forest', 'Creature - Elf Druid'")
    mana_cost: str | None = Field(None, description="the mana cost: '{2}{G}'; nothing for none")
    color_indicator: tuple[Color, ...] = Field((), description="colors of the color indicator (CR 204)")
    power: Printed | None = None
    toughness: Printed | None = None
    loyalty: Integer | Literal["X"] | None = None
    defense: Integer | None = None
    abilities: tuple[Ability, ...] = Field((), description="the abilities, in the order printed")

    @field_validator("type_line")
    @classmethod
    def _types_known(cls, value: str) -> str:
        parse_type_line(value)
        return value

    @field_validator("mana_cost")
    @classmethod
    def _cost_known(cls, value: str | None) -> str | None:
        if value is not None and (not value or not _COST.fullmatch(value)):
            raise ValueError(f"{value!r} is not a mana cost; write it as '{{2}}{{G}}', or leave it out")
        return value

    @field_validator("power", "toughness")
    @classmethod
    def _stat_known(cls, value: int | str | None) -> int | str | None:
        if isinstance(value, str) and not _STAR.fullmatch(value):
            raise ValueError(f"{value!r} is neither a number nor has a star; write a number, '*' or '1+*'")
        return value

    @cached_property
    def _line(self) -> TypeLine:
        return parse_type_line(self.type_line)

    @property
    def supertypes(self) -> tuple[str, ...]:
        """Supertypes as game words: ``basic``."""
        return self._line.supertypes

    @property
    def types(self) -> tuple[str, ...]:
        """Card types as game words: ``land``."""
        return self._line.types

    @property
    def subtypes(self) -> tuple[str, ...]:
        """Subtypes as game words: ``forest``, ``urzas``."""
        return self._line.subtypes

    @property
    def mana_value(self) -> int:
        """The mana value of this mana cost, X being 0 (CR 202.3); 0 without a cost."""
        return sum(_symbol_value(symbol) for symbol in SYMBOL.findall(self.mana_cost or ""))

    def to_data(self) -> dict[str, Any]:
        """The face as it is written in YAML or JSON."""
        data = self.model_dump(mode="json", exclude_defaults=True, by_alias=True, exclude={"abilities"})
        return {**data, **({"abilities": [one.to_data() for one in self.abilities]} if self.abilities else {})}

    def characteristics(self) -> Iterator[clingo.Symbol]:
        """The printed characteristics as terms (``asp/README.md``), abilities last."""
        emblem = not self.types
        if not emblem:
            yield _term("name", clingo.String(self.name))
        if self.mana_cost is not None:
            yield _term("mana_cost", self.cost_fold())
        for functor, words in (
            ("color_indicator", self.color_indicator),
            ("supertype", self.supertypes),
            ("type", self.types),
            ("subtype", self.subtypes),
        ):
            for value in words:
                yield _term(functor, clingo.Function(value.lower()))
        for functor, number in (
            ("power", _number(self.power)),
            ("toughness", _number(self.toughness)),
            ("loyalty", _number(self.loyalty)),
            ("defense", self.defense),
        ):
            if number is not None:
                yield _term(functor, clingo.Number(number))
        for index, ability in enumerate(self.abilities, 1):
            yield _term("ability", ability_id(ability), _term("printed", clingo.Number(index)))

    def cost_fold(self) -> clingo.Symbol:
        """The mana cost as a fold: ``{2}{G}`` is ``plus(generic(2), g)``; no cost is ``none``."""
        return fold("plus", [cost_symbol(symbol) for symbol in SYMBOL.findall(self.mana_cost or "")])


class CardDefinition(BaseModel):
    """What is printed on a card, a token or an emblem.

    In YAML a card of one face has the face's fields at the top; one of two faces has ``layout`` and ``faces``.

    Attributes:
        faces: The front, and the back where there is one.
        layout: How they are laid out.
        key: What states and ``create_token`` call it, where the name alone would not tell it from another token.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    layout: Layout = "normal"
    faces: tuple[Face, ...] = Field(min_length=1, max_length=2)
    known_as: str | None = Field(None, min_length=1, max_length=200)

    @model_validator(mode="before")
    @classmethod
    def _one_face(cls, value: Any) -> Any:
        if isinstance(value, dict) and "faces" not in value:
            outside = {key: value[key] for key in ("layout", "known_as") if key in value}
            return {**outside, "faces": [{key: value[key] for key in value if key not in outside}]}
        return value

    @model_validator(mode="after")
    def _faces_of_layout(self) -> Self:
        if len(self.faces) != len(SIDES[self.layout]):
            raise ValueError(
                f"a card of {len(self.faces)} faces cannot have the layout {self.layout}; a card of one face has no "
                "'layout', a card of two says 'layout: transform', 'modal_dfc' or 'adventure'"
            )
        return self

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key!r}>"

    @property
    def name(self) -> str:
        """The name of the front face."""
        return self.faces[0].name

    @property
    def key(self) -> str:
        """What states call it, and the term of the definition in ASP."""
        return self.known_as or self.name

    @property
    def front(self) -> Face:
        """The front face."""
        return self.faces[0]

    @property
    def back(self) -> Face | None:
        """The back face of a double-faced card."""
        return self.faces[1] if "back" in SIDES[self.layout] else None

    @property
    def is_emblem(self) -> bool:
        """Whether this defines an emblem, which has no types (CR 114.3)."""
        return not self.front.types

    def mana_value(self, side: Side = "front") -> int:
        """The mana value of a face (CR 202.3): a transforming card's back has that of its front (202.3b)."""
        face = self.back if side == "back" and self.layout == "modal_dfc" else self.front
        return (face or self.front).mana_value

    def abilities(self) -> Iterator[Ability]:
        """Every ability printed on it, the front's first."""
        for face in self.faces:
            yield from face.abilities

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The keys of the tokens that its abilities create, in the order of the text."""
        found = (node.token for ability in self.abilities() for node in ability.walk() if isinstance(node, CreateToken))
        return tuple(dict.fromkeys(found))

    @cached_property
    def facts(self) -> tuple[clingo.Symbol, ...]:
        """Its ``printed/3``, ``layout/2`` and ``item/3`` facts and those of its abilities, each once."""
        name = clingo.String(self.key)
        found: dict[clingo.Symbol, None] = {}
        if self.layout != "normal":
            found[_term("layout", name, clingo.Function(self.layout))] = None
        for side, face in zip(SIDES[self.layout], self.faces, strict=True):
            for characteristic in face.characteristics():
                found[_term("printed", name, clingo.Function(side), characteristic)] = None
            if face.mana_cost is not None:
                cost = face.cost_fold()
                for index, item in enumerate(unfold(cost), 1):
                    found[_term("item", cost, clingo.Number(index), item)] = None
        for ability in self.abilities():
            found.update(dict.fromkeys(ability_facts(ability)))
        return tuple(found)

    def to_data(self) -> dict[str, Any]:
        """The definition as it is written in YAML or JSON."""
        faces = [face.to_data() for face in self.faces]
        outside: dict[str, Any] = {} if self.known_as is None else {"known_as": self.known_as}
        if len(faces) == 1:
            return {**outside, **faces[0]}
        return {**outside, "layout": self.layout, "faces": faces}


def _symbol_value(symbol: str) -> int:
    if symbol.isdigit():
        return int(symbol)
    if symbol in "XYZ":
        return 0
    return max(int(part) if part.isdigit() else 1 for part in symbol.split("/"))


def _number(value: int | str | None) -> int | None:
    """A printed number; a star counts as 0 until its ability defines it (CR 107.2, 208.2)."""
    if value is None or isinstance(value, int):
        return value
    left, sign, right = value.replace("*", "0").replace("X", "0").partition("-" if "-" in value else "+")
    return int(left) + (int(right or 0) if sign != "-" else -int(right))


def _term(functor: str, *args: clingo.Symbol) -> clingo.Symbol:
    return clingo.Function(functor, args)


__all__ = ["SIDES", "CardDefinition", "Face", "Layout", "Printed", "Side"]
