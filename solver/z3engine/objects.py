"""Objects, their characteristics, and boards: what the Z3 engine reasons about.

A board is a state reduced to what characteristics and mana depend on. ``board.py`` makes it from a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from manaproof.bridge.abilities import Ability, Color

Origin = tuple[str, ...]
"""Where an ability of an object comes from: ``("printed", "1")``, ``("intrinsic", "forest")``,
``("counter", "flying")`` or ``("granted", source, ...)``. The origin names an ability of an object."""


@dataclass(frozen=True, slots=True)
class Held:
    """An ability that an object has.

    Attributes:
        ability: What it says.
        origin: Where it comes from.
        timestamp: That of the object, or of the effect that granted it if later (CR 613.7a).
    """

    ability: Ability
    origin: Origin
    timestamp: int


@dataclass(frozen=True, slots=True)
class Characteristics:
    """The characteristics of an object, and its controller, at some point of the layers."""

    name: str | None
    mana_value: int
    mana_cost: str | None
    types: frozenset[str]
    supertypes: frozenset[str]
    subtypes: frozenset[str]
    colors: frozenset[Color]
    abilities: tuple[Held, ...]
    power: int
    toughness: int
    controller: str


World = Mapping[str, Characteristics]
"""The characteristics of every object of a board, by its id."""


@dataclass(frozen=True, slots=True)
class GameObject:
    """An object and what is not a characteristic of it.

    Attributes:
        id: Its id; unique on its board.
        zone: The zone it is in.
        owner: The player who owns it.
        base: Its characteristics before layer 2.
        timestamp: Earlier objects have smaller ones.
        x: The X of the spell that it was, kept for CR 107.3m.
        identity: Its colour identity (CR 903.4).
        past: What else is said of it: ``("kicked", "")``, ``("cast_by", player)``, ``("cast_from", zone)`` of the spell
            that it was (CR 400.7d), ``("designation", name)``.
    """

    id: str
    zone: str
    owner: str
    base: Characteristics
    timestamp: int = 0
    tapped: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: str | None = None
    exiled_with: str | None = None
    chosen: tuple[tuple[str, tuple[str, ...]], ...] = ()
    token: bool = False
    commander: bool = False
    entered_this_turn: bool = False
    transformed: bool = False
    face_down: bool = False
    emblem: bool = False
    x: int = 0
    identity: frozenset[Color] = frozenset()
    past: frozenset[tuple[str, str]] = frozenset()

    def counter(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        return sum(number for name, number in self.counters if name == kind)

    def choice(self, kind: str) -> tuple[str, ...]:
        """What was chosen for it, lower case; nothing where no such choice was made."""
        return next((values for name, values in self.chosen if name == kind), ())


@dataclass(frozen=True)
class Board:
    """A board: objects in every zone, and what of the players matters.

    Attributes:
        objects: The objects; permanents in the order of the state.
        players: The players in turn order.
        active: Whose turn it is.
        life: Life totals.
        designations: Players and what they are called: the monarch, for one.
        this_turn: What happened to players this turn (CR 608.2i): so much, by player and by what it is.
    """

    objects: tuple[GameObject, ...]
    players: tuple[str, ...]
    active: str
    life: Mapping[str, int] = field(default_factory=dict)
    this_turn: Mapping[tuple[str, str], int] = field(default_factory=dict)
    designations: frozenset[tuple[str, str]] = frozenset()

    @cached_property
    def by_id(self) -> Mapping[str, GameObject]:
        """The objects by their ids."""
        return {one.id: one for one in self.objects}

    @cached_property
    def permanents(self) -> tuple[GameObject, ...]:
        """The permanents, in the order of the state."""
        return tuple(one for one in self.objects if one.zone == "battlefield")


def functions(one: GameObject) -> bool:
    """Whether abilities of the object function where it is: on the battlefield, or an emblem's (CR 113.6, 114.4)."""
    return one.zone == "battlefield" or one.emblem
