"""Instructions about faces, copies and emblems, and payments on resolution (CR 114, 118.12, 701, 707, 708, 712)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

import clingo
from pydantic import Field, model_validator

from .amounts import ONE, Amount
from .base import Natural, Node, Word, fold
from .costs import Costs, ManaCost
from .filters import THIS, Filter, PlayerRef

if TYPE_CHECKING:
    from .ability import Ability

Duration = Literal[
    "end_of_turn", "end_of_combat", "your_next_turn", "while_source_remains", "its_controllers_next_turn", "indefinite"
]
"""How long a continuous effect lasts (CR 611.2a)."""


class Transform(Node):
    """Transform permanents: turn them over (CR 701.27)."""

    tag = "do"
    functor = "transform"
    do: Literal["transform"] = "transform"
    what: Filter = THIS


class Convert(Node):
    """Convert permanents: turn them over, under another name (CR 701.28)."""

    tag = "do"
    functor = "convert"
    do: Literal["convert"] = "convert"
    what: Filter = THIS


class TurnFaceUp(Node):
    """Turn face-down permanents face up (CR 708.7)."""

    tag = "do"
    functor = "turn_face_up"
    do: Literal["turn_face_up"] = "turn_face_up"
    what: Filter = THIS


class TurnFaceDown(Node):
    """Turn permanents face down; they are 2/2 creatures without further characteristics then (CR 708.2a)."""

    tag = "do"
    functor = "turn_face_down"
    do: Literal["turn_face_down"] = "turn_face_down"
    what: Filter = THIS


class Manifest(Node):
    """Manifest cards: the top card of the player's library when no filter is given (CR 701.40)."""

    tag = "do"
    functor = "manifest"
    do: Literal["manifest"] = "manifest"
    what: Filter | None = None
    who: PlayerRef = "you"


class Surveil(Node):
    """Surveil: look at so many cards on top of the library, put any of them into the graveyard (CR 701.25)."""

    tag = "do"
    functor = "surveil"
    do: Literal["surveil"] = "surveil"
    amount: Amount = ONE
    who: PlayerRef = "you"


class Scry(Node):
    """Scry: look at so many cards on top of the library, put any of them on the bottom (CR 701.22)."""

    tag = "do"
    functor = "scry"
    do: Literal["scry"] = "scry"
    amount: Amount = ONE
    who: PlayerRef = "you"


class Mill(Node):
    """A player puts so many cards from the top of their library into their graveyard (CR 701.17)."""

    tag = "do"
    functor = "mill"
    do: Literal["mill"] = "mill"
    amount: Amount = ONE
    who: PlayerRef = "you"


class Discards(Node):
    """A player discards so many cards of their choice, or their hand (CR 701.9)."""

    tag = "do"
    functor = "discard"
    do: Literal["discard"] = "discard"
    amount: Amount | Literal["hand"] = ONE
    who: PlayerRef = "you"


class Attach(Node):
    """Attach an Equipment to a creature (CR 701.3)."""

    tag = "do"
    functor = "attach"
    do: Literal["attach"] = "attach"
    what: Filter = THIS
    to: Filter


class SacrificeSome(Node):
    """A player sacrifices so many permanents of their choice (CR 701.21)."""

    tag = "do"
    functor = "sacrifice_some"
    do: Literal["sacrifice_some"] = "sacrifice_some"
    what: Filter
    amount: Amount = ONE
    who: PlayerRef = "you"


class CreateCopy(Node):
    """Create tokens that are copies of the objects that pass a filter, so many of each (CR 707.2, 707.8a)."""

    tag = "do"
    functor = "create_copy"
    do: Literal["create_copy"] = "create_copy"
    of: Filter
    amount: Amount = ONE
    who: PlayerRef = "you"
    tapped: bool = False


class BecomeCopy(Node):
    """Permanents become copies of another object, for a duration (CR 707.2, 707.4)."""

    tag = "do"
    functor = "become_copy"
    do: Literal["become_copy"] = "become_copy"
    what: Filter = THIS
    of: Filter
    lasts: Duration = "indefinite"


class GetEmblem(Node):
    """A player gets an emblem with abilities (CR 114.2)."""

    tag = "do"
    folds = True
    do: Literal["emblem"] = "emblem"
    abilities: tuple[Ability, ...] = Field(min_length=1)
    who: PlayerRef = "you"

    def term(self) -> clingo.Symbol:
        """``get_emblem(and(id, ...), you)``: the abilities' ids are given by their content, see ``facts``."""
        from .facts import ability_id

        ids = fold("and", [ability_id(one) for one in self.abilities])
        return clingo.Function("get_emblem", [ids, clingo.Function(self.who)])


class PayMana(Node):
    """A player pays mana as the ability resolves; within ``may``, what follows it there is "if you do" (CR 118.12)."""

    tag = "do"
    folds = True
    do: Literal["pay_mana"] = "pay_mana"
    cost: Costs = Field(description="mana symbols: '{2}{B}'")
    who: PlayerRef = "you"

    @model_validator(mode="after")
    def _mana(self) -> Self:
        if len(self.cost) != 1 or not isinstance(self.cost[0], ManaCost):
            raise ValueError("only mana is paid by 'pay_mana'; write cost: '{2}{B}'")
        return self

    @property
    def asks_x(self) -> bool:
        """Whether there is an {X} to be paid, of which a value is known only if it was announced (CR 107.3f)."""
        return any(isinstance(one, ManaCost) and "{X}" in one.symbols for one in self.cost)

    def term(self) -> clingo.Symbol:
        """``pay_mana(plus(generic(2), b), you)``."""
        return clingo.Function("pay_mana", [*self.cost[0].term().arguments, clingo.Function(self.who)])


class EntryCounters(Node):
    """Counters that an object put onto the battlefield enters with (CR 122.6a)."""

    kind: Word
    number: Natural = Field(1, ge=1)

    def addition(self) -> clingo.Symbol:
        """``counters(finality, added(entry, 1))``: what the entry of a permanent is written with."""
        number = clingo.Function("added", [clingo.Function("entry"), clingo.Number(self.number)])
        return clingo.Function("counters", [clingo.Function(self.kind), number])
