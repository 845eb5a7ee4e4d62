"""What mana an instruction adds (CR 106.3, 106.5-106.11)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

import clingo
from pydantic import BeforeValidator, Field, model_validator

from .amounts import ONE, Amount
from .base import ManaType, Node, fold
from .filters import Filter

SYMBOL = re.compile(r"\{([^{}]+)\}")


class Listed(Node):
    """Types named one by one."""

    tag = "types"
    folds = True
    types: Literal["listed"] = "listed"
    list: tuple[ManaType, ...] = Field(min_length=1)

    def term(self) -> clingo.Symbol:
        """``listed(w)`` or ``listed(or(w, u))``."""
        return clingo.Function("listed", [fold("or", [clingo.Function(t.lower()) for t in self.list])])


class AnyColor(Node):
    """The five colours."""

    tag = "types"
    functor = "any_color"
    types: Literal["color"] = "color"


class AnyType(Node):
    """The six types."""

    tag = "types"
    functor = "any_type"
    types: Literal["type"] = "type"


class CouldProduce(Node):
    """The types, or only the colours, that the objects of a filter could produce (CR 106.7)."""

    tag = "types"
    functor = "could_produce"
    types: Literal["could_produce"] = "could_produce"
    by: Filter
    only: Literal["color", "type"] = "type"


class ColorsOf(Node):
    """The colours of the objects of a filter."""

    tag = "types"
    functor = "colors_of"
    types: Literal["colors_of"] = "colors_of"
    of: Filter


class ChosenColor(Node):
    """The colour chosen for this object as it entered, or by an earlier ability of it; undefined if none was."""

    tag = "types"
    functor = "chosen_color"
    types: Literal["chosen_color"] = "chosen_color"


class CommanderIdentity(Node):
    """The colours in your commander's colour identity (CR 903.4)."""

    tag = "types"
    functor = "commander_identity"
    types: Literal["commander_identity"] = "commander_identity"


class EventProduced(Node):
    """The types that the trigger event's ability produced ("any type that land produced")."""

    tag = "types"
    functor = "event_produced"
    types: Literal["event_produced"] = "event_produced"


def _palette(value: Any) -> Any:
    """``color``, ``type``, ``chosen_color`` and a list of letters are written as they are."""
    if isinstance(value, str):
        return {"types": value}
    if isinstance(value, list):
        return {"types": "listed", "list": value}
    return value


Palette = Annotated[
    Annotated[
        Listed | AnyColor | AnyType | CouldProduce | ColorsOf | ChosenColor | CommanderIdentity | EventProduced,
        Field(discriminator="types"),
    ],
    BeforeValidator(_palette),
]
"""The types of mana that may be chosen from. Undefined where it is empty (CR 106.5)."""


class Symbols(Node):
    """Mana written as symbols, so many times: ``{symbols: "{G}", times: {number: count, of: ...}}``.

    Besides the six types: hybrid (106.8), Phyrexian (106.9), generic (106.10) and snow (106.11) symbols.
    """

    tag = "mana"
    folds = True
    mana: Literal["symbols"] = "symbols"
    symbols: str
    times: Amount = ONE

    @model_validator(mode="after")
    def _known(self) -> Self:
        if not self.symbols or SYMBOL.sub("", self.symbols).strip():
            raise ValueError(f"{self.symbols!r} is not mana; write symbols such as {{G}}{{G}}, or a palette")
        for one in SYMBOL.findall(self.symbols):
            half = "(?:[WUBRGC]|[0-9]{1,6})"
            if not re.fullmatch(rf"[WUBRGCS]|[0-9]{{1,6}}|{half}/{half}|[WUBRG]/P", one):
                raise ValueError(f"{{{one}}} cannot be added (CR 106.8-106.11); write {{W}}, {{U}} ... {{C}}")
        return self

    def term(self) -> clingo.Symbol:
        """``symbols(plus(symbol, ...), times)``; a hybrid symbol is ``hybrid(g, w)``, generic ``generic(2)``."""
        parts = [_symbol(s) for s in SYMBOL.findall(self.symbols)]
        return clingo.Function("symbols", [fold("plus", parts), self.times.term()])


def _symbol(text: str) -> clingo.Symbol:
    if text.isdecimal():
        return clingo.Function("generic", [clingo.Number(int(text))])
    if text == "S":
        return clingo.Function("snow")
    if text.endswith("/P"):
        return clingo.Function("phyrexian", [_symbol(text[0])])
    if "/" in text:
        left, right = text.split("/")
        return clingo.Function("hybrid", [_symbol(left), _symbol(right)])
    return clingo.Function(text.lower())


class From(Node):
    """An amount of mana of types from a palette.

    ``spread``: *one* type for all of it; any *combination*; *different* types, no two alike; *each* type of the
    palette, the amount for each.
    """

    tag = "mana"
    functor = "from"
    mana: Literal["from"] = "from"
    palette: Palette
    amount: Amount = ONE
    spread: Literal["one", "combination", "different", "each"] = "one"


class Choice(Node):
    """One of several, as the player chooses."""

    tag = "mana"
    folds = True
    mana: Literal["choice"] = "choice"
    options: tuple[Mana, ...] = Field(min_length=2)

    def term(self) -> clingo.Symbol:
        """``choice(or(a, b))``."""
        return clingo.Function("choice", [fold("or", [o.term() for o in self.options])])


class Sum(Node):
    """All of several, added together."""

    tag = "mana"
    folds = True
    mana: Literal["sum"] = "sum"
    parts: tuple[Mana, ...] = Field(min_length=2)

    def term(self) -> clingo.Symbol:
        """``sum(plus(a, b))``."""
        return clingo.Function("sum", [fold("plus", [p.term() for p in self.parts])])


def _short(value: Any) -> Any:
    """``"{G}{G}"`` and ``"{W} or {U}"`` are written as they are; ``palette`` and ``symbols`` say which mana it is."""
    if isinstance(value, str):
        options = [o.strip() for o in re.split(r",\s*or\s+|\s+or\s+|,\s*", value) if o.strip()]
        if len(options) > 1:
            return {"mana": "choice", "options": options}
        return {"mana": "symbols", "symbols": value.strip()}
    if isinstance(value, dict) and "mana" not in value:
        for field, mana in (("palette", "from"), ("symbols", "symbols")):
            if field in value:
                return {"mana": mana, **value}
    return value


Mana = Annotated[
    Annotated[Symbols | From | Choice | Sum, Field(discriminator="mana")],
    BeforeValidator(_short),
]
