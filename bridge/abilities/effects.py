"""Instructions of resolving spells and abilities (CR 608.2, 609, 610, 701)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import clingo
from pydantic import BeforeValidator, Field, model_validator

from . import actions, choices, verbs
from .amounts import ONE, Amount
from .base import Color, Node, Word, fold
from .casting import AsThoughFlash, Counter, MayCast
from .conditions import Condition
from .faces import (
    Attach,
    BecomeCopy,
    Convert,
    CreateCopy,
    Discards,
    Duration,
    EntryCounters,
    GetEmblem,
    Manifest,
    Mill,
    PayMana,
    SacrificeSome,
    Scry,
    Surveil,
    Transform,
    TurnFaceDown,
    TurnFaceUp,
)
from .filters import THIS, Filter, PlayerRef
from .mana import Mana

if TYPE_CHECKING:
    from .ability import Ability
    from .statics import Change


class AddMana(Node):
    """Add mana (CR 106.3, 106.4).

    Spending restrictions and riders are kept by their text; they do not change the mana's type (106.6).
    """

    tag = "do"
    functor = "add_mana"
    do: Literal["add_mana"] = "add_mana"
    mana: Mana
    who: PlayerRef = "you"
    rider: str | None = Field(None, description="restriction or rider on the mana (CR 106.6)")


class Tap(Node):
    """Tap permanents (CR 701.26a)."""

    tag = "do"
    functor = "tap"
    do: Literal["tap"] = "tap"
    what: Filter


class Untap(Node):
    """Untap permanents (CR 701.26b)."""

    tag = "do"
    functor = "untap"
    do: Literal["untap"] = "untap"
    what: Filter


class DealDamage(Node):
    """This object deals damage to objects or players (CR 120)."""

    tag = "do"
    functor = "damage"
    do: Literal["damage"] = "damage"
    amount: Amount
    to: Filter | None = None
    to_player: PlayerRef | None = None
    preventable: bool = Field(True, description="false: the damage can't be prevented (CR 615.12)")

    def term(self) -> clingo.Symbol:
        """``damage(amount, filter, who)``, within ``unpreventable(...)`` if it can't be prevented."""
        to = clingo.Function("none") if self.to is None else self.to.term()
        dealt = clingo.Function("damage", [self.amount.term(), to, clingo.Function(self.to_player or "none")])
        return dealt if self.preventable else clingo.Function("unpreventable", [dealt])


class GainLife(Node):
    """A player gains life (CR 119.3)."""

    tag = "do"
    functor = "gain_life"
    do: Literal["gain_life"] = "gain_life"
    amount: Amount
    who: PlayerRef = "you"


class LoseLife(Node):
    """A player loses life (CR 119.3)."""

    tag = "do"
    functor = "lose_life"
    do: Literal["lose_life"] = "lose_life"
    amount: Amount
    who: PlayerRef = "you"


class Draw(Node):
    """A player draws cards (CR 121)."""

    tag = "do"
    functor = "draw"
    do: Literal["draw"] = "draw"
    amount: Amount = ONE
    who: PlayerRef = "you"


class PutCountersOn(Node):
    """Put counters on objects (CR 122.6)."""

    tag = "do"
    functor = "put_counters"
    do: Literal["put_counters"] = "put_counters"
    kind: Word
    amount: Amount = ONE
    on: Filter = THIS


class RemoveCountersFrom(Node):
    """Remove counters from objects."""

    tag = "do"
    functor = "remove_counters"
    do: Literal["remove_counters"] = "remove_counters"
    kind: Word
    amount: Amount = ONE
    from_: Filter = Field(THIS, alias="from")


class PutPlayerCounters(Node):
    """A player gets counters (poison, energy...) (CR 122.1)."""

    tag = "do"
    functor = "player_counters"
    do: Literal["player_counters"] = "player_counters"
    kind: Word
    amount: Amount = ONE
    who: PlayerRef = "you"


class CreateToken(Node):
    """Create tokens with the characteristics of a card definition that the library or the state holds (CR 701.7)."""

    tag = "do"
    functor = "create_token"
    do: Literal["create_token"] = "create_token"
    token: str
    amount: Amount = ONE
    who: PlayerRef = "you"
    tapped: bool = False
    attacking: bool = Field(False, description="they enter attacking (CR 508.4)")


class Goad(Node):
    """Goad creatures: until your next turn they attack each combat if able, and others than you (CR 701.15)."""

    tag = "do"
    functor = "goad"
    do: Literal["goad"] = "goad"
    what: Filter


class Destroy(Node):
    """Destroy permanents (CR 701.8)."""

    tag = "do"
    functor = "destroy"
    do: Literal["destroy"] = "destroy"
    what: Filter
    regenerable: bool = Field(True, description="false: they can't be regenerated (CR 701.19c)")

    def term(self) -> clingo.Symbol:
        """``destroy(filter)``, within ``unregenerable(...)`` if what is destroyed can't be regenerated."""
        destroyed = clingo.Function("destroy", [self.what.term()])
        return destroyed if self.regenerable else clingo.Function("unregenerable", [destroyed])


class Sacrifice(Node):
    """A player sacrifices permanents they control (CR 701.21)."""

    tag = "do"
    functor = "sacrifice"
    do: Literal["sacrifice"] = "sacrifice"
    what: Filter
    who: PlayerRef = "you"


class Move(Node):
    """Put objects into a zone: exile (701.13), return to hand, put onto the battlefield (CR 400.7)."""

    tag = "do"
    functor = "move"
    do: Literal["move"] = "move"
    what: Filter
    to: Literal["battlefield", "hand", "graveyard", "library_top", "library_bottom", "exile"]
    under: PlayerRef = Field("owner", description="whose control, when it enters the battlefield")
    tapped: bool = False
    transformed: bool = False
    face_down: bool = Field(False, description="it enters the battlefield face down (CR 708.3)")
    counters: tuple[EntryCounters, ...] = Field((), description="counters it enters the battlefield with")
    attacking: bool = Field(False, description="it enters attacking (CR 508.4)")

    def term(self) -> clingo.Symbol:
        """``move(filter, zone, under, tapped, transformed, additions)``, the additions as an entry is written with."""
        additions = clingo.Function("none")
        for one in reversed(self.counters):
            additions = clingo.Function("plus", [one.addition(), additions])
        if self.attacking:
            additions = clingo.Function("plus", [clingo.Function("attacking"), additions])
        if self.face_down:
            down = clingo.Function("face_down", [clingo.Function("plain")])
            additions = clingo.Function("plus", [down, additions])
        words = [self.to, self.under, str(self.tapped).lower(), str(self.transformed).lower()]
        return clingo.Function("move", [self.what.term(), *(clingo.Function(one) for one in words), additions])


class GainControl(Node):
    """Gain control of permanents (CR 110.2, layer 2)."""

    tag = "do"
    functor = "gain_control"
    do: Literal["gain_control"] = "gain_control"
    what: Filter
    who: PlayerRef = "you"
    lasts: Duration = "indefinite"


class Apply(Node):
    """Create a continuous effect (CR 611.2): changes to the objects that pass the filter as it begins."""

    tag = "do"
    folds = True
    do: Literal["apply"] = "apply"
    to: Filter
    changes: tuple[Change, ...] = Field(min_length=1)
    lasts: Duration = "end_of_turn"

    @model_validator(mode="after")
    def _not_of_casting(self) -> Self:
        for change in self.changes:
            if isinstance(change, MayCast | AsThoughFlash):
                raise ValueError(
                    f"{change.change!r} affects no fixed set of objects; create the effect of a static ability "
                    "instead, with do: create_effect"
                )
        return self

    def term(self) -> clingo.Symbol:
        """``apply(filter, and(change, ...), duration)``."""
        changes = fold("and", [c.term() for c in self.changes])
        return clingo.Function("apply", [self.to.term(), changes, clingo.Function(self.lasts)])


class CreateEffect(Node):
    """Create a continuous effect that affects no fixed set of objects, a replacement effect or a delayed trigger.

    "Until end of turn, if you tap a land for mana, ..." (CR 611.2c, 614.1, 603.7). It acts as the ability given would,
    with the source and the controller of this one, for the duration, even if the source is gone. Refs of the ability
    (``target``, ``event``, ``chosen``) and X mean what they meant as the effect was created.
    """

    tag = "do"
    do: Literal["create_effect"] = "create_effect"
    ability: Ability
    lasts: Duration = "end_of_turn"

    def term(self) -> clingo.Symbol:
        """``create_effect(id, duration)``: the ability's id is given by its content, see ``facts``."""
        from .facts import ability_id

        return clingo.Function("create_effect", [ability_id(self.ability), clingo.Function(self.lasts)])


class ChooseColor(Node):
    """A player chooses a colour, kept on this object."""

    tag = "do"
    functor = "choose_color"
    folds = True
    do: Literal["choose_color"] = "choose_color"
    who: PlayerRef = "you"
    among: tuple[Color, ...] = ()


class May(Node):
    """A player may follow instructions (CR 608.2d)."""

    tag = "do"
    functor = "may"
    do: Literal["may"] = "may"
    effects: Effects
    who: PlayerRef = "you"


class If(Node):
    """Instructions under a condition, evaluated as the effect is applied (CR 608.2h)."""

    tag = "do"
    functor = "if"
    do: Literal["if"] = "if"
    condition: Condition
    then: Effects
    otherwise: Effects = ()


class WinGame(Node):
    """A player wins the game (CR 104.2b)."""

    tag = "do"
    functor = "win"
    do: Literal["win"] = "win"
    who: PlayerRef = "you"


class LoseGame(Node):
    """A player loses the game (CR 104.3e)."""

    tag = "do"
    functor = "lose"
    do: Literal["lose"] = "lose"
    who: PlayerRef = "you"


class DrawGame(Node):
    """The game is a draw (CR 104.4c)."""

    tag = "do"
    functor = "draw_game"
    do: Literal["draw_game"] = "draw_game"


class UnsupportedEffect(Node):
    """An instruction nobody has encoded, kept by its text so that it is named and never guessed.

    ``adds_mana`` says whether the text adds mana, so that a report about mana knows what it lacks. The text is the last
    argument of its term, as of every term for what is unsupported.
    """

    tag = "do"
    functor = "unsupported"
    do: Literal["unsupported"] = "unsupported"
    adds_mana: bool = False
    text: str


def _short(value: Any) -> Any:
    """``{add: "{G}"}`` is an instruction to add mana."""
    if isinstance(value, dict) and "add" in value and "do" not in value:
        rest = {k: v for k, v in value.items() if k != "add"}
        return {"do": "add_mana", "mana": value["add"], **rest}
    return value


Effect = Annotated[
    Annotated[
        AddMana
        | Tap
        | Untap
        | DealDamage
        | GainLife
        | LoseLife
        | Draw
        | PutCountersOn
        | RemoveCountersFrom
        | PutPlayerCounters
        | CreateToken
        | Goad
        | Destroy
        | Sacrifice
        | Move
        | GainControl
        | Apply
        | CreateEffect
        | ChooseColor
        | May
        | If
        | WinGame
        | LoseGame
        | DrawGame
        | Transform
        | Convert
        | TurnFaceUp
        | TurnFaceDown
        | Manifest
        | Surveil
        | Scry
        | Mill
        | Discards
        | CreateCopy
        | BecomeCopy
        | GetEmblem
        | PayMana
        | Counter
        | verbs.KeywordAction
        | verbs.ObjectAction
        | actions.Regenerate
        | verbs.DiscardCards
        | SacrificeSome
        | actions.MoveSome
        | actions.TapSome
        | verbs.MoveBelow
        | actions.Search
        | verbs.Fight
        | verbs.Bites
        | Attach
        | actions.PreventNext
        | actions.Shuffle
        | actions.PutFoundOnTop
        | verbs.PreventFrom
        | verbs.CopySpell
        | choices.Unless
        | choices.MayPay
        | choices.IfDone
        | verbs.WhenDone
        | verbs.Delayed
        | choices.ChooseModes
        | verbs.ExtraTurn
        | verbs.ImpulseDraw
        | verbs.LookAndTake
        | verbs.ExileUntil
        | UnsupportedEffect,
        Field(discriminator="do"),
    ],
    BeforeValidator(_short),
]


def _many(value: Any) -> Any:
    """One instruction may stand without a list."""
    return [value] if isinstance(value, (dict, Node)) else value


Effects = Annotated[tuple[Effect, ...], BeforeValidator(_many)]
