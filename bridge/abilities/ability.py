"""The abilities themselves (CR 113.3): activated, triggered, static, replacement, spell abilities and keywords."""

from __future__ import annotations

from typing import Annotated, Literal, Self

import clingo
from pydantic import Field, model_validator

from . import choices as _choices
from . import effects as _effects
from . import faces as _faces
from . import statics as _statics
from . import triggers as _triggers
from . import verbs as _verbs
from .base import Natural, Node, Word
from .casting import AdditionalCost, AlternativeCost, AsThoughFlash, MayCast
from .conditions import Condition
from .costs import Costs
from .effects import Effects
from .faces import Duration
from .filters import Filter
from .replacements import Rewrite
from .statics import Change
from .triggers import Event


class Target(Node):
    """One target: an object that passes a filter, or a player (CR 115)."""

    functor = "target"
    what: Filter | None = None
    player: Literal["any", "opponent"] | None = None
    optional: bool = Field(False, description='"up to one target": it need not be chosen (CR 115.6)')

    def term(self) -> clingo.Symbol:
        """``target(filter, player)``; that it is optional is a fact of its own."""
        what = clingo.Function("none") if self.what is None else self.what.term()
        return clingo.Function("target", [what, clingo.Function(self.player or "none")])


class Activated(Node):
    """An activated ability, "[Cost]: [Effect.]" (CR 602).

    Whether it is a mana ability is decided by 605.1a, never stated.
    """

    tag = "is_"
    is_: Literal["activated"] = Field("activated", alias="is")
    cost: Costs
    effects: Effects
    targets: tuple[Target, ...] = ()
    only_if: Condition | None = Field(None, description="activate only if (CR 602.5)")
    zone: Literal["battlefield", "hand", "graveyard", "exile", "command"] = "battlefield"


class Triggered(Node):
    """A triggered ability, "when, whenever, at" (CR 603).

    A Saga's chapter is the event ``{when: chapter, number: 2}``.
    """

    tag = "is_"
    is_: Literal["triggered"] = Field("triggered", alias="is")
    event: Event
    effects: Effects
    targets: tuple[Target, ...] = ()
    only_if: Condition | None = Field(None, description='intervening "if" (CR 603.4)')


class Static(Node):
    """A static ability (CR 604): changes to the objects of a filter, as long as a condition holds.

    ``defines`` marks a characteristic-defining ability (CR 604.3).
    """

    tag = "is_"
    is_: Literal["static"] = Field("static", alias="is")
    affects: Filter = Filter(ref="this")
    changes: tuple[Change, ...] = Field(min_length=1)
    only_if: Condition | None = Field(None, description='"as long as"')
    defines: bool = False

    @model_validator(mode="after")
    def _cards_to_cast(self) -> Self:
        for change in self.changes:
            if isinstance(change, MayCast | AsThoughFlash) and self.affects.zone in ("battlefield", "stack"):
                raise ValueError(
                    f"{change.change!r} speaks of cards that may be cast, and 'affects' names none; add "
                    "affects: {zone: hand}, or the zone from which they may be cast"
                )
        return self


class Replacement(Node):
    """A replacement effect (CR 614): the event it watches for and what happens instead."""

    tag = "is_"
    is_: Literal["replacement"] = Field("replacement", alias="is")
    event: Event
    instead: tuple[Rewrite, ...] = Field(min_length=1)
    only_if: Condition | None = None


class SpellAbility(Node):
    """The text that an instant or sorcery follows as it resolves (CR 113.3a)."""

    tag = "is_"
    is_: Literal["spell"] = Field("spell", alias="is")
    effects: Effects
    targets: tuple[Target, ...] = ()


class Keyword(Node):
    """A keyword ability (CR 702), by its name; its meaning stands in its own file of the book."""

    tag = "is_"
    is_: Literal["keyword"] = Field("keyword", alias="is")
    keyword: Word
    number: Natural | None = None
    cost: Costs = ()
    what: Filter | None = Field(None, description='what it speaks of: "enchant land", "landwalk of ..."')
    text: str | None = Field(None, description="a name or word it speaks of: partner with")


class UnsupportedAbility(Node):
    """A line nobody has encoded, kept by its text."""

    tag = "is_"
    is_: Literal["unsupported"] = Field("unsupported", alias="is")
    text: str
    adds_mana: bool = False


Ability = Annotated[
    Activated
    | Triggered
    | Static
    | Replacement
    | SpellAbility
    | Keyword
    | AlternativeCost
    | AdditionalCost
    | UnsupportedAbility,
    Field(discriminator="is_"),
]

__all__ = [
    "Ability",
    "Activated",
    "AdditionalCost",
    "AlternativeCost",
    "Duration",
    "Keyword",
    "Replacement",
    "SpellAbility",
    "Static",
    "Target",
    "Triggered",
    "UnsupportedAbility",
]

# Effects speak of changes and changes of abilities: pydantic looks the names up in the modules that use them.
vars(_effects)["Change"] = Change
vars(_verbs)["Effects"] = vars(_choices)["Effects"] = Effects
vars(_choices)["Target"] = Target
vars(_verbs)["Target"] = Target
vars(_verbs)["Event"] = _triggers.Event
vars(_effects)["Ability"] = vars(_faces)["Ability"] = vars(_statics)["Ability"] = Ability
