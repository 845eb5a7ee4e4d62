"""What replacement effects make of an event (CR 614)."""

from __future__ import annotations

from typing import Annotated, Literal

import clingo
from pydantic import Field

from . import verbs
from .amounts import ONE, Amount
from .base import Color, Integer, ManaType, Natural, Node, Word, fold
from .casting import DamageTimes, Prevent


class ManaTypeInstead(Node):
    """The mana is of another type; the amount stays.

    ``of: any`` replaces every type, ``color`` every color, a letter only that type. ``to: color_choice`` is a color
    the player chooses, ``chosen_color`` that of this object.
    """

    tag = "rewrite"
    functor = "mana_type"
    rewrite: Literal["mana_type"] = "mana_type"
    to: ManaType | Literal["color_choice", "chosen_color"]
    of: ManaType | Literal["any", "color"] = "any"


class ManaTypeBySubtype(Node):
    """The type depends on the permanent's subtype ("Plains produce {R}, Islands produce {G}...").

    A permanent with several of the subtypes leaves its controller the choice; one with none is not affected.
    """

    tag = "rewrite"
    folds = True
    rewrite: Literal["mana_type_by_subtype"] = "mana_type_by_subtype"
    to: dict[Word, ManaType] = Field(min_length=1)

    def term(self) -> clingo.Symbol:
        """``mana_type_by_subtype(and(to(plains, r), ...))``."""
        pairs = [
            clingo.Function("to", [clingo.Function(k), clingo.Function(v.lower())]) for k, v in sorted(self.to.items())
        ]
        return clingo.Function("mana_type_by_subtype", [fold("and", pairs)])

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.to.items())))


class ManaInstead(Node):
    """So much mana of a type instead of any other type and amount."""

    tag = "rewrite"
    functor = "mana_instead"
    rewrite: Literal["mana_instead"] = "mana_instead"
    to: ManaType | Literal["color_choice", "chosen_color"]
    amount: Natural = 1


class ManaTimes(Node):
    """So many times as much of that mana."""

    tag = "rewrite"
    functor = "mana_times"
    rewrite: Literal["mana_times"] = "mana_times"
    factor: Natural


class ManaPlus(Node):
    """That much mana and additional mana of a type, within the same event."""

    tag = "rewrite"
    functor = "mana_plus"
    rewrite: Literal["mana_plus"] = "mana_plus"
    type: ManaType
    amount: Natural = Field(1, ge=1)


class EntersTapped(Node):
    """It enters tapped (CR 614.1d)."""

    tag = "rewrite"
    functor = "enters_tapped"
    rewrite: Literal["enters_tapped"] = "enters_tapped"


class EntersWithCounters(Node):
    """It enters with counters (CR 614.1c)."""

    tag = "rewrite"
    functor = "enters_with_counters"
    rewrite: Literal["enters_with_counters"] = "enters_with_counters"
    kind: Word
    amount: Amount = ONE


class EntersChoosing(Node):
    """As it enters, its controller chooses a colour, a basic land type, ... (CR 614.1c, 614.12a)."""

    tag = "rewrite"
    folds = True
    rewrite: Literal["enters_choosing"] = "enters_choosing"
    what: Literal["color", "basic_land_type", "creature_type", "opponent", "name"]
    among: tuple[Color, ...] = ()

    def term(self) -> clingo.Symbol:
        """``enters_choosing(color, or(w, u))``; any colour is ``enters_choosing(color, none)``."""
        among = fold("or", [clingo.Function(c.lower()) for c in self.among])
        return clingo.Function("enters_choosing", [clingo.Function(self.what), among])


class GoesElsewhere(Node):
    """The object goes to another zone instead."""

    tag = "rewrite"
    functor = "goes_to"
    rewrite: Literal["goes_to"] = "goes_to"
    zone: Literal["exile", "hand", "library_top", "library_bottom", "graveyard", "command"]


class LifeTimes(Node):
    """So many times that much life is gained or lost instead; -1 turns a gain into a loss (CR 614.1a)."""

    tag = "rewrite"
    functor = "life_times"
    rewrite: Literal["life_times"] = "life_times"
    factor: Integer


class LifePlus(Node):
    """So much more life is gained or lost, or so much less where the number is negative (CR 614.1a)."""

    tag = "rewrite"
    functor = "life_plus"
    rewrite: Literal["life_plus"] = "life_plus"
    amount: Integer


class CountersTimes(Node):
    """So many times that many counters are put there instead (CR 614.1a, 614.16)."""

    tag = "rewrite"
    functor = "counters_times"
    rewrite: Literal["counters_times"] = "counters_times"
    factor: Natural = Field(ge=1)


class CountersPlus(Node):
    """That many and so many more counters of the kind are put there instead (CR 614.1a, 614.16)."""

    tag = "rewrite"
    functor = "counters_plus"
    rewrite: Literal["counters_plus"] = "counters_plus"
    amount: Natural = Field(1, ge=1)


class UnsupportedRewrite(Node):
    """A replacement nobody has encoded."""

    tag = "rewrite"
    functor = "unsupported"
    rewrite: Literal["unsupported"] = "unsupported"
    text: str


Rewrite = Annotated[
    ManaTypeInstead
    | ManaTypeBySubtype
    | ManaInstead
    | ManaTimes
    | ManaPlus
    | EntersTapped
    | EntersWithCounters
    | EntersChoosing
    | GoesElsewhere
    | Prevent
    | DamageTimes
    | LifeTimes
    | LifePlus
    | verbs.EntersAs
    | verbs.EntersTappedUnless
    | CountersTimes
    | CountersPlus
    | UnsupportedRewrite,
    Field(discriminator="rewrite"),
]
