"""Instructions that rest on what a player does or chooses: payments, "if you do", modes (CR 118.12, 608.2c, 700.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import clingo
from pydantic import Field

from . import actions, costs
from .base import Natural, Node
from .faces import Discards, PayMana, SacrificeSome
from .filters import Filter, PlayerRef
from .unruled import said

if TYPE_CHECKING:
    from .ability import Target
    from .effects import Effects

_HAND = Filter(zone="hand")
ONE_PLAYER = ("you", "active", "event_player", "target", "controller_of_event_object", "controller_of_target")
"""Players of whom there is one, so that one answer is given."""


def as_instruction(cost: costs.Cost, who: PlayerRef) -> Node | None:
    """The instruction that pays a cost as a spell or ability resolves (CR 118.12); None where no rule pays it."""
    from . import effects

    match cost:
        case costs.ManaCost():
            return PayMana(cost=(cost,), who=who)
        case costs.SacrificeCost() if cost.what.ref is not None:
            return effects.Sacrifice(what=cost.what, who=who)
        case costs.SacrificeCost():
            return SacrificeSome(what=cost.what, amount=cost.count, who=who)
        case costs.Discard() if cost.what == _HAND:
            return Discards(amount=cost.count, who=who)
        case costs.MoveCost() if cost.what.ref is None and cost.to == "hand":
            return actions.MoveSome(what=cost.what, amount=cost.count, to="hand", who=who)
    return None


class Compound(Node):
    """An instruction that stands for several, which ``facts`` lays out.

    Its term stands where no rule follows it: ``unsupported(false, Text)``, as of every instruction without rules.
    """

    def term(self) -> clingo.Symbol:
        """``unsupported(false, Text)``."""
        return clingo.Function("unsupported", [clingo.Function("false"), clingo.String(said(self))])


class Payment(Compound):
    """Instructions that rest on whether a player pays a cost as they are followed (CR 118.12)."""

    tag = "do"
    do: Literal["unless", "may_pay"]
    cost: costs.Costs = Field(min_length=1)
    who: PlayerRef = "you"

    def payment(self) -> Node | None:
        """The instruction that pays; None where no rule does."""
        known = len(self.cost) == 1 and self.who in ONE_PLAYER
        return as_instruction(self.cost[0], self.who) if known else None


class Unless(Payment):
    """Instructions are followed unless a player pays (CR 118.12a)."""

    do: Literal["unless"] = "unless"
    effects: Effects


class MayPay(Payment):
    """A player may pay a cost that is more than mana; if they do, instructions follow (CR 118.12)."""

    do: Literal["may_pay"] = "may_pay"
    then: Effects = ()


class IfDone(Compound):
    """Instructions are followed if those before were chosen: "if you do" (CR 118.12).

    The rules tell so of what a player may do, so it has rules directly within ``may`` only.
    """

    tag = "do"
    do: Literal["if_done"] = "if_done"
    first: Effects
    then: Effects

    def payment(self) -> Node | None:
        """The action that is chosen; None where no rule says whether it can be taken."""
        from . import effects

        (action, *more) = self.first
        if more or not isinstance(
            action,
            (
                SacrificeSome,
                Discards,
                PayMana,
                actions.MoveSome,
                actions.TapSome,
                effects.Sacrifice,
                effects.Move,
                effects.Draw,
                effects.RemoveCountersFrom,
            ),
        ):
            return None
        return action


class Mode(Node):
    """One mode of a modal spell or ability (CR 700.2)."""

    effects: Effects
    targets: tuple[Target, ...] = ()


class ChooseModes(Compound):
    """Choose so many of the modes (CR 700.2).

    The targets of the modes are numbered through: of two modes with a target each, the second has ``target_2``. The
    rules ask for the modes of an ability once, and whatever is so: not of those within another instruction.
    """

    tag = "do"
    do: Literal["choose_modes"] = "choose_modes"
    at_least: Natural = 1
    at_most: Natural = 1
    repeat: bool = Field(False, description="the same mode may be chosen more than once; no rule does that yet")
    modes: tuple[Mode, ...] = Field(min_length=2)

    @property
    def ruled(self) -> bool:
        """Whether the rules tell what each mode speaks of."""
        aimed = sum(any(target.player for target in mode.targets) for mode in self.modes)
        return not self.repeat and (self.at_most == 1 or aimed < 2)
