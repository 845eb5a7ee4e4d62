"""Trigger events, and the events that replacement effects watch for (CR 603.2, 614.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from . import verbs
from .base import ManaType, Natural, Node, Word
from .casting import DamageDealt
from .filters import Filter, PlayerRef

Step = Literal[
    "untap",
    "upkeep",
    "draw",
    "precombat_main",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "first_strike_damage",
    "combat_damage",
    "end_of_combat",
    "postcombat_main",
    "end",
    "cleanup",
]


class Enters(Node):
    """An object enters the battlefield (CR 603.6a)."""

    tag = "when"
    functor = "enters"
    when: Literal["enters"] = "enters"
    what: Filter = Filter(ref="this")


class Leaves(Node):
    """An object leaves the battlefield, to a zone or to any (CR 603.6c). ``dies`` is to: graveyard."""

    tag = "when"
    functor = "leaves"
    when: Literal["leaves"] = "leaves"
    what: Filter = Filter(ref="this")
    to: Literal["any", "graveyard", "exile", "hand", "library"] = "any"


class TappedForMana(Node):
    """A permanent is tapped for mana (CR 106.12a, 106.12b), of a type or an amount if one is named."""

    tag = "when"
    functor = "tapped_for_mana"
    when: Literal["tapped_for_mana"] = "tapped_for_mana"
    what: Filter = Filter()
    by: PlayerRef = Field("any", description="who taps it")
    type: ManaType | Literal["chosen_color"] | None = Field(None, description="of this type only")
    at_least: Natural = Field(1, ge=1, description="so much mana or more")


class ManaAdded(Node):
    """An ability of a permanent causes a player to add mana ("whenever a land's ability causes you to add")."""

    tag = "when"
    functor = "mana_added"
    when: Literal["mana_added"] = "mana_added"
    what: Filter = Filter()
    by: PlayerRef = "you"
    type: ManaType | Literal["chosen_color"] | None = None


class BecomesTapped(Node):
    """A permanent becomes tapped, or untapped."""

    tag = "when"
    functor = "becomes"
    when: Literal["becomes"] = "becomes"
    status: Literal["tapped", "untapped"]
    what: Filter = Filter(ref="this")


class StepBegins(Node):
    """A step or phase of a player's turn begins (CR 603.2b)."""

    tag = "when"
    functor = "step_begins"
    when: Literal["step_begins"] = "step_begins"
    step: Step
    whose: PlayerRef = "you"


class Chapter(Node):
    """One or more lore counters are put on this Saga, reaching a chapter (CR 714.2b)."""

    tag = "when"
    functor = "chapter"
    when: Literal["chapter"] = "chapter"
    number: Natural


class SpellCast(Node):
    """A player casts a spell."""

    tag = "when"
    functor = "cast"
    when: Literal["cast"] = "cast"
    what: Filter = Filter(zone="stack")
    by: PlayerRef = "you"


class Draws(Node):
    """A player draws a card, each card for itself (CR 121.2)."""

    tag = "when"
    functor = "draws"
    when: Literal["draws"] = "draws"
    by: PlayerRef = "you"


class CountersPut(Node):
    """Counters of a kind, or of ``any``, are put on an object."""

    tag = "when"
    functor = "counters_put"
    when: Literal["counters_put"] = "counters_put"
    kind: Word
    on: Filter = Filter(ref="this")


class Attacks(Node):
    """An object attacks."""

    tag = "when"
    functor = "attacks"
    when: Literal["attacks"] = "attacks"
    what: Filter = Filter(ref="this")


class Blocks(Node):
    """An object blocks (CR 509.3a)."""

    tag = "when"
    functor = "blocks"
    when: Literal["blocks"] = "blocks"
    what: Filter = Filter(ref="this")


class BecomesBlocked(Node):
    """An attacking creature becomes blocked (CR 509.3c)."""

    tag = "when"
    functor = "becomes_blocked"
    when: Literal["becomes_blocked"] = "becomes_blocked"
    what: Filter = Filter(ref="this")


class Transforms(Node):
    """A permanent transforms or converts into an object that passes the filter (CR 701.27e)."""

    tag = "when"
    functor = "transforms"
    when: Literal["transforms"] = "transforms"
    what: Filter = Filter(ref="this")


class TurnedFaceUp(Node):
    """A permanent is turned face up (CR 708.8)."""

    tag = "when"
    functor = "turned_face_up"
    when: Literal["turned_face_up"] = "turned_face_up"
    what: Filter = Filter(ref="this")


class GainsLife(Node):
    """A source causes a player to gain life (CR 119.9, 119.10)."""

    tag = "when"
    functor = "gains_life"
    when: Literal["gains_life"] = "gains_life"
    by: PlayerRef = "you"


class LosesLife(Node):
    """A player loses life, also by paying it or being dealt damage (CR 119.2, 119.4)."""

    tag = "when"
    functor = "loses_life"
    when: Literal["loses_life"] = "loses_life"
    by: PlayerRef = "you"


class AnyEvent(Node):
    """One of several events of one object: "when this enters or dies". Each is an event of the ability."""

    tag = "when"
    functor = "any_event"
    when: Literal["any_event"] = "any_event"
    of: tuple[Event, ...] = Field(min_length=2)


class UnsupportedEvent(Node):
    """An event nobody has encoded."""

    tag = "when"
    functor = "unsupported"
    when: Literal["unsupported"] = "unsupported"
    text: str


Event = Annotated[
    Enters
    | Leaves
    | TappedForMana
    | ManaAdded
    | BecomesTapped
    | StepBegins
    | Chapter
    | SpellCast
    | CountersPut
    | Attacks
    | Blocks
    | BecomesBlocked
    | Transforms
    | TurnedFaceUp
    | DamageDealt
    | GainsLife
    | LosesLife
    | AnyEvent
    | verbs.PlayerDoes
    | verbs.ObjectDoes
    | verbs.Batch
    | Draws
    | UnsupportedEvent,
    Field(discriminator="when"),
]
