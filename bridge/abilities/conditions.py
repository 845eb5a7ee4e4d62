"""Conditions: "if", "only if", "as long as"."""

from __future__ import annotations

from typing import Annotated, Literal

import clingo
from pydantic import Field

from .amounts import Amount
from .base import Natural, Node, Word, fold
from .filters import Comparison, Filter, PlayerRef
from .unruled import Unruled


class CompareAmounts(Node):
    """A comparison of two amounts: "if you control two or more Gates" compares a count with 2."""

    tag = "test"
    functor = "compare"
    test: Literal["compare"] = "compare"
    left: Amount
    is_: Comparison = Field("ge", alias="is")
    right: Amount


class Exists(Node):
    """Some object passes a filter."""

    tag = "test"
    functor = "exists"
    test: Literal["exists"] = "exists"
    what: Filter


class Odd(Node):
    """The amount is odd."""

    tag = "test"
    functor = "odd"
    test: Literal["odd"] = "odd"
    amount: Amount


class YourTurn(Node):
    """It is the turn of the player."""

    tag = "test"
    functor = "turn_of"
    test: Literal["turn_of"] = "turn_of"
    who: PlayerRef = "you"


class Timing(Node):
    """Timing: "activate only as a sorcery", "only as an instant", "only once each turn" (CR 602.5b, d, e)."""

    tag = "test"
    functor = "timing"
    test: Literal["timing"] = "timing"
    only: Literal["sorcery", "instant", "once_each_turn"]


class EnteredThisTurn(Node):
    """This permanent entered the battlefield this turn."""

    tag = "test"
    functor = "entered_this_turn"
    test: Literal["entered_this_turn"] = "entered_this_turn"


class CastFrom(Node):
    """This spell, or the spell that became this permanent (CR 400.7d), was cast from a zone of that name."""

    tag = "test"
    functor = "cast_from"
    test: Literal["cast_from"] = "cast_from"
    zone: Literal["hand", "graveyard", "library", "exile", "command"]


class YouCast(Node):
    """You cast the spell that this permanent was (CR 601.2a, 400.7d), from a zone of that name or from any."""

    tag = "test"
    functor = "you_cast"
    test: Literal["you_cast"] = "you_cast"
    zone: Literal["any", "hand", "graveyard", "library", "exile", "command"] = "any"


class Designation(Node):
    """You, or this object, have the designation.

    The monarch (CR 725), the initiative (726), the city's blessing (702.131), having completed a dungeon (309.7); being
    renowned (702.112) or monstrous (701.37).
    """

    tag = "test"
    functor = "designation"
    test: Literal["designation"] = "designation"
    what: Literal["monarch", "initiative", "city_s_blessing", "completed_dungeon", "renowned", "monstrous"]


class Kicked(Node):
    """This spell, or the spell that this permanent was, was kicked (CR 702.33d, 702.33e)."""

    tag = "test"
    functor = "kicked"
    test: Literal["kicked"] = "kicked"


class Not(Node):
    """The condition does not hold."""

    tag = "test"
    functor = "not_"
    test: Literal["not"] = "not"
    condition: Condition


class All(Node):
    """All conditions hold."""

    tag = "test"
    test: Literal["all"] = "all"
    of: tuple[Condition, ...] = Field(min_length=2)

    def term(self) -> clingo.Symbol:
        """``and(a, b)``."""
        return fold("and", [c.term() for c in self.of])


class AnyOf(Node):
    """Some condition holds."""

    tag = "test"
    test: Literal["any"] = "any"
    of: tuple[Condition, ...] = Field(min_length=2)

    def term(self) -> clingo.Symbol:
        """``or(a, b)``."""
        return fold("or", [c.term() for c in self.of])


class UnruledCondition(Unruled):
    """A condition without rules."""

    tag = "test"


class Happened(UnruledCondition):
    """Something happened, or is so, that no rule keeps: a creature died this turn, it is your upkeep."""

    test: Literal["happened"] = "happened"
    what: Word
    number: Natural | None = None


class PlayerHas(UnruledCondition):
    """A comparison of what a player has: cards in hand, life gained this turn, speed."""

    test: Literal["player_has"] = "player_has"
    what: Word
    who: PlayerRef = "you"
    at_least: Natural | None = None
    at_most: Natural | None = None


class IsSo(UnruledCondition):
    """An object passes a filter as the effect is applied."""

    test: Literal["is_so"] = "is_so"
    what: Filter
    passes: Filter


class UnsupportedCondition(Node):
    """A condition nobody has encoded."""

    tag = "test"
    functor = "unsupported"
    test: Literal["unsupported"] = "unsupported"
    text: str


Condition = Annotated[
    CompareAmounts
    | Exists
    | Odd
    | YourTurn
    | Timing
    | EnteredThisTurn
    | CastFrom
    | YouCast
    | Designation
    | Kicked
    | Not
    | All
    | AnyOf
    | Happened
    | PlayerHas
    | IsSo
    | UnsupportedCondition,
    Field(discriminator="test"),
]
