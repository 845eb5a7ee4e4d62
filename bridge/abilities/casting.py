"""What texts say of casting and its costs, of countering, and of damage that is prevented (CR 118, 601, 609.7,.

615, 701.6).
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

import clingo
from pydantic import BeforeValidator, Field, field_validator

from .amounts import ONE, Amount
from .base import Natural, Node
from .conditions import Condition
from .costs import Costs, ManaCost
from .filters import Filter, PlayerRef
from .mana import SYMBOL

# Abilities of spells


class AlternativeCost(Node):
    """An alternative cost, "you may pay [cost] rather than pay this spell's mana cost" (CR 118.9).

    No cost at all is "without paying".
    """

    tag = "is_"
    is_: Literal["alternative_cost"] = Field("alternative_cost", alias="is")
    cost: Costs = ()
    only_if: Condition | None = None


class AdditionalCost(Node):
    """An additional cost to cast this spell, mandatory or optional (CR 118.8)."""

    tag = "is_"
    is_: Literal["additional_cost"] = Field("additional_cost", alias="is")
    cost: Costs = Field(min_length=1)
    optional: bool = False


# Changes that static abilities make


def _symbols(value: object) -> object:
    return {"symbols": value} if isinstance(value, str) else value


Symbols = Annotated[ManaCost, BeforeValidator(_symbols)]
"""Mana symbols; in YAML they are written bare: ``"{1}{W}"``."""


class _CostChange(Node):
    """So much mana more or less, so many times; the spells are those of the filter, which looks at the stack."""

    tag = "change"
    folds = True
    mana: Symbols
    times: Amount = ONE

    @field_validator("mana")
    @classmethod
    def _fixed(cls, mana: ManaCost) -> ManaCost:
        for one in SYMBOL.findall(mana.symbols):
            if not re.fullmatch(r"[WUBRGCS]|[0-9]{1,6}|[WUBRG]/P", one):
                raise ValueError(f"{{{one}}} cannot be added to or taken off a cost; write {{2}}, {{G}} ...")
        return mana

    def term(self) -> clingo.Symbol:
        """``cost_more(plus(generic(1), w), times)``: the symbols and how many times."""
        return clingo.Function(self.functor, [*self.mana.term().arguments, self.times.term()])


class CostMore(_CostChange):
    """The spells cost so much more to cast (CR 601.2f)."""

    functor = "cost_more"
    change: Literal["cost_more"] = "cost_more"


class CostLess(_CostChange):
    """The spells cost so much less to cast (CR 118.7)."""

    functor = "cost_less"
    change: Literal["cost_less"] = "cost_less"


class CostAtLeast(Node):
    """The spells' total cost is so much mana if it would be less (CR 601.2f: it directly affects the total cost)."""

    tag = "change"
    functor = "cost_at_least"
    change: Literal["cost_at_least"] = "cost_at_least"
    amount: Natural


class MayCast(Node):
    """A player may cast the cards from where they are (CR 601.3)."""

    tag = "change"
    functor = "may_cast"
    change: Literal["may_cast"] = "may_cast"
    who: PlayerRef = "you"


class AsThoughFlash(Node):
    """A player may cast the cards as though they had flash (CR 601.3b)."""

    tag = "change"
    functor = "as_though_flash"
    change: Literal["as_though_flash"] = "as_though_flash"
    who: PlayerRef = "you"


# Instructions


class Counter(Node):
    """Counter spells or abilities (CR 701.6)."""

    tag = "do"
    functor = "counter"
    do: Literal["counter"] = "counter"
    what: Filter


# Damage


class DamageDealt(Node):
    """A source deals damage to an object or a player (CR 120, 609.7). What is left out may be any.

    A source that ``by`` names is meant wherever it is; ``to`` speaks of permanents, ``to_player`` of players; with
    neither, whoever is dealt the damage. An ability that says only to whom triggers once, however many sources deal
    damage at once ("is dealt damage"); one that says only by what, however many are dealt it (CR 603.2c).
    """

    tag = "when"
    functor = "damage"
    when: Literal["damage"] = "damage"
    by: Filter | None = None
    to: Filter | None = None
    to_player: PlayerRef | None = None
    combat: bool | None = Field(None, description="combat damage only, or only other damage (CR 120.1a)")


class Prevent(Node):
    """Prevent damage: so much of it, or all (CR 615.1, 615.10)."""

    tag = "rewrite"
    functor = "prevent"
    rewrite: Literal["prevent"] = "prevent"
    amount: Amount | Literal["all"] = "all"


class DamageTimes(Node):
    """It deals so many times that damage instead (CR 614.1a)."""

    tag = "rewrite"
    functor = "damage_times"
    rewrite: Literal["damage_times"] = "damage_times"
    factor: Natural


__all__ = [
    "AdditionalCost",
    "AlternativeCost",
    "AsThoughFlash",
    "CostAtLeast",
    "CostLess",
    "CostMore",
    "Counter",
    "DamageDealt",
    "DamageTimes",
    "MayCast",
    "Prevent",
]
