"""Costs (CR 118, 601.2f, 602.1a)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

import clingo
from pydantic import BeforeValidator, Field, model_validator

from .amounts import ONE, Amount
from .base import Integer, Node, Word, fold
from .filters import THIS, Filter
from .mana import SYMBOL
from .unruled import Unruled

Place = Literal["battlefield", "hand", "graveyard", "library_top", "library_bottom", "library", "exile"]
"""Where objects are put."""


class TapSymbol(Node):
    """{T} (CR 107.5)."""

    tag = "pay"
    functor = "tap"
    pay: Literal["tap"] = "tap"


class UntapSymbol(Node):
    """{Q} (CR 107.6)."""

    tag = "pay"
    functor = "untap"
    pay: Literal["untap"] = "untap"


class ManaCost(Node):
    """A mana payment: symbols, among them {X} (CR 107.4, 202)."""

    tag = "pay"
    folds = True
    pay: Literal["mana"] = "mana"
    symbols: str

    @model_validator(mode="after")
    def _known(self) -> Self:
        if SYMBOL.sub("", self.symbols).strip():
            raise ValueError(f"{self.symbols!r} is not a cost; write {{T}}, or mana symbols such as {{1}}{{G}}")
        for one in SYMBOL.findall(self.symbols):
            if not re.fullmatch(r"[WUBRGCSXY]|[0-9]{1,6}|[WUBRGC]/[WUBRGC]|2/[WUBRG]|[WUBRG](/[WUBRG])?/P", one):
                raise ValueError(f"{{{one}}} is not a mana symbol of a cost; write {{2}}, {{G}}, {{W/U}}, {{X}}...")
        return self

    def term(self) -> clingo.Symbol:
        """``mana(plus(generic(1), g))``; {X} is ``x``; no symbol at all is ``mana(none)``."""
        return clingo.Function("mana", [fold("plus", [cost_symbol(s) for s in SYMBOL.findall(self.symbols)])])


def cost_symbol(text: str) -> clingo.Symbol:
    """The term of one symbol of a mana cost, its braces taken off."""
    if text.isdecimal():
        return clingo.Function("generic", [clingo.Number(int(text))])
    if text == "S":
        return clingo.Function("snow")
    if "/" in text:
        parts = text.split("/")
        if parts[-1] == "P":
            return clingo.Function("phyrexian", [cost_symbol("/".join(parts[:-1]))])
        return clingo.Function("hybrid", [cost_symbol(p) for p in parts])
    return clingo.Function(text.lower())


class PayLife(Node):
    """Pay life (CR 118.3b)."""

    tag = "pay"
    functor = "life"
    pay: Literal["life"] = "life"
    amount: Amount


class SacrificeCost(Node):
    """Sacrifice permanents that pass a filter; this permanent when none is given."""

    tag = "pay"
    functor = "sacrifice"
    pay: Literal["sacrifice"] = "sacrifice"
    what: Filter = THIS
    count: Amount = ONE


class RemoveCounters(Node):
    """Remove counters; ``any`` number of them is the payer's choice, ``some`` one or more, which no rule asks for."""

    tag = "pay"
    functor = "remove_counters"
    pay: Literal["remove_counters"] = "remove_counters"
    kind: Word
    amount: Amount | Literal["any", "some"] = ONE
    from_: Filter = Field(THIS, alias="from")

    def term(self) -> clingo.Symbol:
        """``remove_counters(kind, amount, filter)``."""
        amount = clingo.Function(self.amount) if isinstance(self.amount, str) else self.amount.term()
        return clingo.Function("remove_counters", [clingo.Function(self.kind), amount, self.from_.term()])


class PutCounters(Node):
    """Put counters on this (a cost such as that of a depletion land in reverse)."""

    tag = "pay"
    functor = "put_counters"
    pay: Literal["put_counters"] = "put_counters"
    kind: Word
    amount: Amount = ONE
    on: Filter = THIS


class Discard(Node):
    """Discard cards."""

    tag = "pay"
    functor = "discard"
    pay: Literal["discard"] = "discard"
    what: Filter = Filter(zone="hand")
    count: Amount = ONE


class ExileCost(Node):
    """Exile objects from a zone."""

    tag = "pay"
    functor = "exile"
    pay: Literal["exile"] = "exile"
    what: Filter = THIS
    count: Amount = ONE


class TapOthers(Node):
    """Tap untapped permanents that pass a filter (no {T} symbol: CR 302.6 does not ask)."""

    tag = "pay"
    functor = "tap_others"
    pay: Literal["tap_others"] = "tap_others"
    what: Filter
    count: Amount = ONE


class UntapOthers(Node):
    """Untap tapped permanents that pass a filter."""

    tag = "pay"
    functor = "untap_others"
    pay: Literal["untap_others"] = "untap_others"
    what: Filter
    count: Amount = ONE


class Loyalty(Node):
    """A loyalty cost (CR 606.4): put that many loyalty counters on this, or remove them."""

    tag = "pay"
    functor = "loyalty"
    pay: Literal["loyalty"] = "loyalty"
    change: Integer


class UnruledCost(Unruled):
    """A cost without rules."""

    tag = "pay"


class PayEnergy(UnruledCost):
    """Pay energy counters (CR 107.14)."""

    pay: Literal["energy"] = "energy"
    amount: Amount = ONE


class MoveCost(Node):
    """Return objects to their owners' hands."""

    tag = "pay"
    functor = "move"
    pay: Literal["move"] = "move"
    what: Filter
    count: Amount = ONE
    to: Literal["hand"]


class ActionCost(UnruledCost):
    """A keyword action as a cost: exert this, mill a card, collect evidence, forage."""

    pay: Literal["action"] = "action"
    action: Word
    amount: Amount = ONE
    what: Filter | None = None


class UnsupportedCost(Node):
    """A cost nobody has encoded, kept by its text so that it is named and never guessed."""

    tag = "pay"
    functor = "unsupported"
    pay: Literal["unsupported"] = "unsupported"
    text: str


def _short(value: Any) -> Any:
    """``"{T}"``, ``"{Q}"`` and ``"{2}{G}"`` are written as they are."""
    if value == "{T}":
        return {"pay": "tap"}
    if value == "{Q}":
        return {"pay": "untap"}
    if isinstance(value, str):
        return {"pay": "mana", "symbols": value}
    return value


Cost = Annotated[
    Annotated[
        TapSymbol
        | UntapSymbol
        | ManaCost
        | PayLife
        | SacrificeCost
        | RemoveCounters
        | PutCounters
        | Discard
        | ExileCost
        | TapOthers
        | UntapOthers
        | Loyalty
        | PayEnergy
        | MoveCost
        | ActionCost
        | UnsupportedCost,
        Field(discriminator="pay"),
    ],
    BeforeValidator(_short),
]


def _costs(value: Any) -> Any:
    """``"{1}, {T}"`` is a list of two costs."""
    if isinstance(value, str):
        return [part.strip() for part in value.split(",") if part.strip()]
    return value


Costs = Annotated[tuple[Cost, ...], BeforeValidator(_costs)]
