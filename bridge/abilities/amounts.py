"""Amounts: numbers a text states, counts or leaves to X."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import clingo
from pydantic import BeforeValidator, Field

from .base import Color, Integer, Node, Word
from .filters import THIS, Filter, PlayerRef
from .unruled import Unruled


class Const(Node):
    """A number."""

    tag = "number"
    number: Literal["const"] = "const"
    value: Integer

    def term(self) -> clingo.Symbol:
        """The number itself."""
        return clingo.Number(self.value)


class X(Node):
    """The X of this spell or ability (CR 107.3)."""

    tag = "number"
    functor = "x"
    number: Literal["x"] = "x"


class Count(Node):
    """How many objects pass a filter."""

    tag = "number"
    functor = "count"
    number: Literal["count"] = "count"
    of: Filter


class CountersOn(Node):
    """How many counters of a kind are on the objects that pass a filter."""

    tag = "number"
    functor = "counters"
    number: Literal["counters"] = "counters"
    kind: Word
    on: Filter = THIS


class Stat(Node):
    """A number of one object (power, toughness, mana value, loyalty), as it is or last was (CR 608.2h)."""

    tag = "number"
    functor = "stat"
    number: Literal["stat"] = "stat"
    what: Literal["power", "toughness", "mana_value", "loyalty"]
    of: Filter = THIS


class Greatest(Node):
    """The greatest such number among objects; 0 among none."""

    tag = "number"
    functor = "greatest"
    number: Literal["greatest"] = "greatest"
    what: Literal["power", "toughness", "mana_value"]
    of: Filter


class Total(Node):
    """The sum of such a number of objects; 0 among none."""

    tag = "number"
    functor = "total"
    number: Literal["total"] = "total"
    what: Literal["power", "toughness", "mana_value"]
    of: Filter


class Different(Node):
    """How many different such numbers objects have."""

    tag = "number"
    functor = "different"
    number: Literal["different"] = "different"
    what: Literal["power", "toughness", "mana_value"]
    of: Filter


class MostAlike(Node):
    """The greatest number of objects that have a creature type in common (CR 205.3m)."""

    tag = "number"
    functor = "most_alike"
    number: Literal["most_alike"] = "most_alike"
    of: Filter


class Party(Node):
    """How many creatures are in your party (CR 700.8)."""

    tag = "number"
    functor = "party"
    number: Literal["party"] = "party"


class LifeTotal(Node):
    """A player's life total."""

    tag = "number"
    functor = "life"
    number: Literal["life"] = "life"
    who: PlayerRef = "you"


class AttackersThisCombat(Node):
    """How many creatures were declared as attackers this combat, those that have left since among them (CR 508.3a)."""

    tag = "number"
    functor = "attackers"
    number: Literal["attackers"] = "attackers"
    other: bool = Field(False, description="besides this object")


class ThisTurn(Node):
    """What happened this turn to a player, or to all that are meant (CR 608.2i); or to how many of them it did.

    Cards drawn; life gained or lost; creatures declared as attackers; permanents that left the battlefield under their
    control; of land plays only whether there was one (1) or none (0).
    """

    tag = "number"
    functor = "this_turn"
    number: Literal["this_turn"] = "this_turn"
    what: Literal["cards_drawn", "life_gained", "life_lost", "attackers", "permanents_left", "land_played"]
    who: PlayerRef = "you"
    players: bool = Field(False, description="the number of players instead")


class ColorsAmong(Node):
    """How many colours there are among objects."""

    tag = "number"
    functor = "colors_among"
    number: Literal["colors_among"] = "colors_among"
    of: Filter


class BasicLandTypes(Node):
    """How many basic land types there are among objects (CR 305.6)."""

    tag = "number"
    functor = "basic_land_types"
    number: Literal["basic_land_types"] = "basic_land_types"
    of: Filter


class Devotion(Node):
    """Your devotion to a colour (CR 700.5), or to the colour chosen while resolving."""

    tag = "number"
    functor = "devotion"
    number: Literal["devotion"] = "devotion"
    to: Color | Literal["chosen"]


class PaidCounters(Node):
    """How many counters were removed to pay this ability's cost."""

    tag = "number"
    functor = "paid_counters"
    number: Literal["paid_counters"] = "paid_counters"
    kind: Word


class EventAmount(Node):
    """The amount of the trigger event (damage dealt, life gained, mana added)."""

    tag = "number"
    functor = "event_amount"
    number: Literal["event_amount"] = "event_amount"


class Plus(Node):
    """The sum of two amounts."""

    tag = "number"
    functor = "plus"
    number: Literal["plus"] = "plus"
    left: Amount
    right: Amount


class Times(Node):
    """An amount multiplied."""

    tag = "number"
    functor = "times"
    number: Literal["times"] = "times"
    factor: Integer
    value: Amount


class UnruledAmount(Unruled):
    """An amount without rules."""

    tag = "number"


class Special(UnruledAmount):
    """A number the game keeps: your speed, the number of your opponents, the mana spent to cast this."""

    number: Literal["special"] = "special"
    what: Word
    who: PlayerRef = "you"


def _short(value: Any) -> Any:
    """``3`` and ``X`` are written as they are."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return {"number": "const", "value": value}
    if value in ("X", "x"):
        return {"number": "x"}
    return value


Amount = Annotated[
    Annotated[
        Const
        | X
        | Count
        | CountersOn
        | Stat
        | Greatest
        | Different
        | MostAlike
        | Party
        | LifeTotal
        | Total
        | AttackersThisCombat
        | ThisTurn
        | ColorsAmong
        | BasicLandTypes
        | Devotion
        | PaidCounters
        | EventAmount
        | Plus
        | Times
        | Special,
        Field(discriminator="number"),
    ],
    BeforeValidator(_short),
]
"""An amount. In YAML a number or ``X`` may be written bare."""

ONE = Const(value=1)
