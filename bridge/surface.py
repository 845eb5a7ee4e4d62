"""The shape of a state file: what its fields are called and what may stand in them (DESIGN section 8).

Only the shape: whether the state is possible in a game is for ``status`` to say.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from .abilities.base import MANA_TYPES, ManaType
from .cards import Side

STEPS = (
    "untap",
    "upkeep",
    "draw",
    "precombat_main",
    "beginning_of_combat",
    "declare_attackers",
    "declare_blockers",
    "combat_damage",
    "end_of_combat",
    "postcombat_main",
    "end",
    "cleanup",
)
"""The steps and main phases of a turn (CR 500.1), in order."""

ZONES = ("battlefield", "hand", "graveyard", "library", "exile", "command")
"""The zones that stand under a player, in the order in which a state is written."""

LARGEST = 1_000_000_000
"""The largest number of a state; clingo's numbers have 32 bits."""

Whole = Annotated[int, Field(strict=True, ge=-LARGEST, le=LARGEST)]
Flag = Annotated[bool, Field(strict=True)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class _Form(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class TurnForm(_Form):
    """The turn: all unsaid, it is the first player's precombat main phase and that player has priority."""

    number: Whole = Field(1, description="the number of the turn")
    active: Name | list[Name] | None = Field(None, description="the active player; the first player if unsaid")
    step: Name = Field("precombat_main", description="the step or main phase", json_schema_extra={"enum": list(STEPS)})
    priority: Name | None = Field(
        None,
        description="who has priority: the active player if unsaid, except in the untap and cleanup steps; null "
        "for nobody, as a step begins",
    )


class ObjectForm(_Form):
    """An object in a zone; a card's name alone is short for ``{card: name}``."""

    card: Name = Field(description="the name of its card, token or emblem definition")
    id: Name | None = Field(None, description="what others call it; 'exotic-orchard' for an Exotic Orchard if unsaid")
    controller: Name | None = Field(None, description="who controls it; the player it stands under if unsaid")
    owner: Name | None = Field(None, description="who owns it; the player it stands under if unsaid")
    tapped: Flag = Field(False, description="whether it is tapped")
    counters: dict[Name, Whole] = Field({}, description="how many counters of each kind: {+1/+1: 2, charge: 1}")
    damage: Whole = Field(0, description="damage marked on it")
    attached_to: Name | None = Field(None, description="the id of what it is attached to, or a player")
    exiled_with: Name | None = Field(
        None, description="in exile: the id of the object by an ability of which it was exiled"
    )
    face: Side = Field("front", description="which face of a double-faced card is up")
    face_down: Flag = Field(False, description="whether it is face down")
    summoning_sick: Flag = Field(False, description="not controlled since its controller's turn began (CR 302.6)")
    entered_this_turn: Flag = Field(False, description="whether it entered the battlefield this turn")
    chosen: dict[Name, Name | list[Name]] = Field(
        {}, description="what was chosen for it: {color: W, creature_type: Elf}"
    )
    token: Flag = Field(False, description="whether it is a token (CR 111)")
    commander: Flag = Field(False, description="whether it is a commander (CR 903)")
    x: Whole | None = Field(None, description="the value chosen for X, of a spell or what it became (CR 107.3)")
    timestamp: Whole | None = Field(None, description="its timestamp (CR 613.7), where the order of the file is not it")

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, value: Any) -> Any:
        return {"card": value} if isinstance(value, str) else value


class StackForm(ObjectForm):
    """A spell on the stack, or an ability: ``{source: orchard, ability: 1, controller: alice}``."""

    card: Name | None = Field(None, description="the name of the spell's card")  # type: ignore[assignment]
    source: Name | None = Field(None, description="of an ability: the id of the object it is an ability of")
    ability: Whole | Name | None = Field(
        None, description="of an ability: its number among those printed on its source, from 1"
    )
    targets: list[Name] = Field([], description="what it targets, in order: ids and players")

    @model_validator(mode="after")
    def _spell_or_ability(self) -> Self:
        if self.card is None and (self.source is None or self.ability is None):
            raise ValueError("this is neither a spell nor an ability; add 'card', or 'source' and 'ability'")
        if self.card is not None and (self.source is not None or self.ability is not None):
            raise ValueError("this is a spell and an ability; leave out 'card', or 'source' and 'ability'")
        return self


Objects = list[ObjectForm]


class PlayerForm(_Form):
    """A player."""

    life: Whole = Field(20, description="the life total")
    counters: dict[Name, Whole] = Field({}, description="counters the player has: {poison: 3, energy: 2}")
    mana: dict[ManaType, Whole] = Field({}, description="the mana in the player's mana pool: {G: 2}")
    land_played: Flag = Field(False, description="whether the player has played a land this turn (CR 305.2)")
    team: Whole | None = Field(None, description="the number of the player's team, in a Two-Headed Giant game (CR 810)")
    battlefield: Objects = Field([], description="the permanents the player controls, oldest first")
    hand: Objects = Field([], description="the cards in hand")
    graveyard: Objects = Field([], description="the cards in the graveyard, in the order in which they came")
    library: Objects = Field([], description="the cards in the library, top first")
    exile: Objects = Field([], description="the player's cards in exile")
    command: Objects = Field([], description="the player's emblems and commanders in the command zone, oldest first")


class StateForm(_Form):
    """A state of a game; everything unsaid has its ordinary value.

    ``cards`` are read apart, as those of the library are.
    """

    turn: TurnForm = Field(TurnForm(), description="whose turn it is, and its step")
    players: dict[Name, PlayerForm | None] = Field({}, description="the players, in turn order")
    stack: list[StackForm] = Field([], description="the spells and abilities on the stack, the last is the top")
    cards: list[Any] = Field([], description="definitions of cards that the library lacks")
    also: list[Name] = Field([], description="what else is true, as terms of the rulebook: 'lost(\"alice\")'")


__all__ = ["LARGEST", "MANA_TYPES", "STEPS", "ZONES", "ObjectForm", "PlayerForm", "StateForm", "TurnForm"]
