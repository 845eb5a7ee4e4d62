"""What texts say that the book has no rules for yet, in typed nodes.

A card with such a part is understood, and can be shown and compared; it can't be played. The term of such a node is
``unsupported(...)``, as that of a text nobody has encoded, so that a verdict that meets it is *unsupported* (DESIGN
section 4). Once ``asp/`` has rules for one, it leaves this file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field

from .amounts import ONE, Amount
from .base import Natural, Word
from .conditions import Condition
from .costs import Costs
from .filters import THIS, Filter, PlayerRef
from .unruled import Unruled

if TYPE_CHECKING:
    from .ability import Target
    from .effects import Effects
    from .triggers import Event


class UnruledEffect(Unruled):
    """An instruction without rules. None of these adds mana."""

    marked = True
    tag = "do"


class KeywordAction(UnruledEffect):
    """A keyword action a player takes: proliferate, amass, venture into the dungeon... (CR 701)."""

    do: Literal["keyword_action"] = "keyword_action"
    action: Word
    amount: Amount = ONE
    who: PlayerRef = "you"


class ObjectAction(UnruledEffect):
    """A keyword action of or with objects: explore, adapt, suspect, phase out... (CR 701)."""

    do: Literal["object_action"] = "object_action"
    action: Word
    what: Filter = THIS
    amount: Amount = ONE


class DiscardCards(UnruledEffect):
    """A player discards so many cards at random, or of a kind (CR 701.9b)."""

    do: Literal["discard_some"] = "discard_some"
    amount: Amount = ONE
    what: Filter = Filter(zone="hand")
    at_random: bool = False
    who: PlayerRef = "you"


class MoveBelow(UnruledEffect):
    """Objects are put into their owner's library, so many cards from the top, or shuffled into it."""

    do: Literal["into_library"] = "into_library"
    what: Filter
    shuffled: bool = True
    number: Natural | None = None


class Fight(UnruledEffect):
    """Two creatures fight (CR 701.14)."""

    do: Literal["fight"] = "fight"
    what: Filter
    other: Filter


class Bites(UnruledEffect):
    """An object deals damage equal to an amount to another object or a player (CR 120)."""

    do: Literal["bites"] = "bites"
    source: Filter
    amount: Amount
    to: Filter | None = None
    to_player: PlayerRef | None = None


class PreventFrom(UnruledEffect):
    """Prevent damage this turn in ways without rules: so much from some sources only."""

    do: Literal["prevent_from"] = "prevent_from"
    amount: Amount | Literal["all"] = "all"
    to: Filter | None = None
    to_player: PlayerRef | None = None
    by: Filter | None = None
    combat: bool = False


class CopySpell(UnruledEffect):
    """Copy a spell; new targets may be chosen for the copy (CR 707.10)."""

    do: Literal["copy_spell"] = "copy_spell"
    what: Filter
    new_targets: bool = False


class WhenDone(UnruledEffect):
    """A reflexive triggered ability: "when you do" (CR 603.12)."""

    do: Literal["when_done"] = "when_done"
    effects: Effects
    targets: tuple[Target, ...] = ()


class Delayed(UnruledEffect):
    """Instructions are followed at a later time (CR 603.7)."""

    do: Literal["delayed"] = "delayed"
    when: Literal[
        "next_end_step",
        "your_next_end_step",
        "next_upkeep",
        "your_next_upkeep",
        "end_of_combat",
        "your_next_main_phase",
    ]
    effects: Effects


class ExtraTurn(UnruledEffect):
    """A player takes an extra turn after this one (CR 500.7)."""

    do: Literal["extra_turn"] = "extra_turn"
    who: PlayerRef = "you"


class ImpulseDraw(UnruledEffect):
    """Exile so many cards from the top of a library; they may be played for a time."""

    do: Literal["impulse_draw"] = "impulse_draw"
    amount: Amount = ONE
    lasts: Literal["this_turn", "your_next_turn", "your_next_end_step"] = "this_turn"


class LookAndTake(UnruledEffect):
    """Look at or reveal cards from the top of the library, put some into the hand and the rest elsewhere."""

    do: Literal["look_and_take"] = "look_and_take"
    amount: Amount
    reveal: bool = False
    take: Amount = ONE
    what: Filter | None = None
    may: bool = False
    rest: Literal["library_bottom_any", "library_bottom_random", "graveyard"]


class ExileUntil(UnruledEffect):
    """Exile objects until this object leaves the battlefield (CR 610.3)."""

    do: Literal["exile_until"] = "exile_until"
    what: Filter


class UnruledEvent(Unruled):
    """An event that no rule of the book watches for."""

    tag = "when"


class PlayerDoes(UnruledEvent):
    """A player does something: draws, discards, sacrifices, cycles, scries..."""

    when: Literal["player_does"] = "player_does"
    action: Word
    by: PlayerRef = "you"
    what: Filter | None = None
    number: Natural | None = Field(None, description="the so-manieth time each turn")


class ObjectDoes(UnruledEvent):
    """Something comes to an object: it becomes the target, is cycled, mutates, attacks alone..."""

    when: Literal["object_does"] = "object_does"
    action: Word
    what: Filter = THIS
    by: PlayerRef | None = None


class Batch(UnruledEvent):
    """One or more such events at once."""

    when: Literal["batch"] = "batch"
    of: Event


class UnruledChange(Unruled):
    """A continuous effect without rules."""

    marked = True
    tag = "change"


class Restriction(UnruledChange):
    """The objects can't do something, or it can't be done with them, with particulars (CR 101.2)."""

    change: Literal["restriction"] = "restriction"
    what: Word
    by: Filter | None = None
    unless: Condition | None = None


class PlayerRule(UnruledChange):
    """A rule for players: no maximum hand size, an additional land each turn, play with the top card revealed."""

    change: Literal["player_rule"] = "player_rule"
    what: Word
    who: PlayerRef = "you"
    of: Filter | None = None
    number: Natural | None = None


class AbilityCost(UnruledChange):
    """Abilities cost so much less or more to activate."""

    change: Literal["ability_cost"] = "ability_cost"
    keyword: Word | None = None
    less: Natural = 0
    more: Natural = 0


class UnruledRewrite(Unruled):
    """What is done instead, without rules."""

    tag = "rewrite"


class EntersAs(UnruledRewrite):
    """It enters as something else or with something more: as a copy, tapped unless, choosing a type..."""

    rewrite: Literal["enters_as"] = "enters_as"
    what: Word
    of: Filter | None = None


class EntersTappedUnless(UnruledRewrite):
    """It enters tapped unless its controller pays a cost as it enters (CR 614.12b)."""

    rewrite: Literal["enters_tapped_unless"] = "enters_tapped_unless"
    cost: Costs
