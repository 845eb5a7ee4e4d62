"""What is tried on a board: the events that the texts of its cards watch for, and what the cards themselves do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from manaproof.bridge.abilities import Ability, Keyword, Replacement, Triggered
from manaproof.bridge.abilities.amounts import Const, Count, LifeTotal
from manaproof.bridge.abilities.casting import DamageDealt
from manaproof.bridge.abilities.conditions import CompareAmounts
from manaproof.bridge.abilities.triggers import (
    CountersPut,
    Draws,
    Enters,
    GainsLife,
    Leaves,
    LosesLife,
    ManaAdded,
    StepBegins,
    TappedForMana,
)
from manaproof.bridge.cards import CardDefinition

from .cases import Case
from .pieces import OPPONENT, PERMANENT_TYPES, YOU, Piece, alike, board, plain, texts, type_lines, worn

SETTLE: Mapping[str, Any] = {"until": {"all": ["stack_empty", {"may_act": {"of": YOU}}]}}
"""The step by which what has begun resolves."""

CREATURE = Piece(
    CardDefinition.model_validate(
        {"name": "Bystander (Creature)", "types": "Creature", "mana_cost": "{2}", "power": 2, "toughness": 9}
    ),
    "creature",
    bystander=True,
)
"""A creature without abilities that survives a good deal."""

BEAR = Piece(
    CardDefinition.model_validate(
        {"name": "Bystander (Creature 2/2)", "types": "Creature", "mana_cost": "{2}", "power": 2, "toughness": 2}
    ),
    "bear",
    bystander=True,
)
TWICE = Piece(
    CardDefinition.model_validate(
        {
            "name": "Bystander (Land that adds two mana)",
            "types": "Land",
            "abilities": [{"is": "activated", "cost": "{T}", "effects": {"add": "{G}{G}"}}],
        }
    ),
    "land",
    bystander=True,
)
_RETURNS = ("persist", "undying")
"""Keyword abilities by which what is put into a graveyard comes back (702.79a, 702.93a)."""

MOST_COUNTED = 20
"""The most permanents that are put on a board because an ability asks for so many."""

LIBRARY = 2
"""How many cards each player's library has where nothing says otherwise."""


@dataclass(frozen=True)
class Trial:
    """Something tried.

    Attributes:
        title: in words.
        when: the steps.
        crowd: the bystanders it needs.
        hand: the pieces that start in their controller's hand.
        watches: which kind of event it brings about.
        mana: how much mana of each type each player has.
        life: each player's life total, if it matters.
        beside: the piece with whose controller the bystanders are, if not with the first player.
    """

    title: str
    when: tuple[Any, ...]
    crowd: tuple[Piece, ...] = ()
    hand: tuple[str, ...] = ()
    watches: str = ""
    mana: int = 0
    life: int | None = None
    beside: str = ""

    def case(self, pieces: Sequence[Piece], controlled: Mapping[str, str], **more: Any) -> Case:
        """The trial on a board of pieces."""
        zones = {**dict.fromkeys(self.hand, "hand"), **more.pop("zones", {})}
        library = more.pop("library", LIBRARY)
        if self.beside in controlled:
            controlled = {**controlled, **{one.id: controlled[self.beside] for one in self.crowd}}
        placed = worn([*self.crowd, *pieces], zones)
        given = board(placed, controlled=controlled, zones=zones, library=library, **more)
        if self.mana:
            for player in given["players"].values():
                player["mana"] = dict.fromkeys("WUBRGC", self.mana)
        if self.life is not None:
            for player in given["players"].values():
                player["life"] = self.life
        return Case(self.title, given, self.when)


def splits(pieces: Sequence[Piece]) -> list[dict[str, str]]:
    """The ways to share cards between two players that are looked at.

    All are one player's; where a text speaks of opponents, also the first of them one player's and the others the
    other's, either way.
    """
    if len(pieces) < 2 or not any("opponent" in json.dumps(ability.to_data()) for ability in texts(pieces)):
        return [{}]
    return [{}, {piece.id: OPPONENT for piece in pieces[1:]}, {pieces[0].id: OPPONENT}]


def permanent(piece: Piece) -> bool:
    """Whether a card is a permanent card."""
    return bool(PERMANENT_TYPES & set(piece.definition.front.types))


def events(abilities: Sequence[Ability], pieces: Sequence[Piece]) -> Iterator[Trial]:
    """The events that abilities watch for, each tried once.

    Args:
        abilities: triggered and replacement abilities.
        pieces: the cards on the board.
    """
    seen: set[str] = set()
    for ability in abilities:
        if not isinstance(ability, Triggered | Replacement):
            continue
        for trial in _events(ability, pieces):
            if trial.title not in seen:
                seen.add(trial.title)
                yield trial


def _events(ability: Triggered | Replacement, pieces: Sequence[Piece]) -> Iterator[Trial]:
    event = ability.event
    kind = event.when
    if isinstance(event, DamageDealt):
        for whom in (YOU, OPPONENT, "creature"):
            for amount in (5, 1):
                step = {"happens": {"damage": {"from": "creature", "to": whom, "amount": amount}}}
                yield Trial(f"{amount} damage to {whom}", (step, SETTLE), (CREATURE,), watches=kind)
        for piece in pieces:
            if "creature" in piece.definition.front.types:
                step = {"happens": {"damage": {"from": "creature", "to": piece.id, "amount": 1}}}
                yield Trial(f"1 damage to {piece.id}", (step, SETTLE), (CREATURE,), watches=kind)
    elif isinstance(event, GainsLife | LosesLife):
        verb = "gain_life" if kind == "gains_life" else "lose_life"
        for whom in (YOU, OPPONENT):
            change = {"happens": {verb: {"by": whom, "amount": 3}}}
            yield Trial(f"{whom} {verb.replace('_', 's ')} 3", (change, SETTLE), watches=kind)
    elif isinstance(event, CountersPut):
        for amount in (1, 2):
            put = {"happens": {"put_counters": {"on": "creature", "kind": _kind(event.kind), "amount": amount}}}
            yield Trial(f"{amount} counters on a creature", (put, SETTLE), (CREATURE,), watches=kind)
    elif isinstance(event, Leaves | Enters):
        for piece in (*alike(pieces), BEAR):
            if not permanent(piece):
                continue
            crowd = (BEAR,) if piece is BEAR or event.what.ref is None else ()
            if isinstance(event, Leaves):
                move = {"happens": {"move": {"of": piece.id, "to": "graveyard"}}}
                yield Trial(f"{piece.id} is put into the graveyard", (move, SETTLE), crowd, watches=kind)
            else:
                enter = {"happens": {"enter": {"of": piece.id}}}
                yield Trial(f"{piece.id} enters", (enter, SETTLE), crowd, (piece.id,), watches=kind)
    elif isinstance(event, TappedForMana | ManaAdded):
        definition = CardDefinition.model_validate({"name": "Forest", "types": "Basic Land - Forest"})
        forest = Piece(definition, "land", bystander=True)
        yield Trial("a land is tapped for mana", ({"activate": "land"}, "nothing"), (forest,), watches=kind)
        yield Trial("a land is tapped for two mana", ({"activate": "land"}, "nothing"), (TWICE,), watches=kind)
    elif isinstance(event, Draws):
        for whom in (YOU, OPPONENT):
            yield Trial(
                f"{whom} draws a card", ({"happens": {"draw": {"by": whom, "amount": 1}}}, SETTLE), watches=kind
            )
    elif isinstance(event, StepBegins):
        begins = {"until": {"asp": f"holds(step({event.step}),t), at_rest(t)"}}
        yield Trial(f"the {event.step} step begins", (begins, SETTLE), watches=kind)


def _kind(word: str) -> str:
    return {"plus_1_plus_1": "+1/+1", "minus_1_minus_1": "-1/-1", "any": "+1/+1"}.get(word, word)


def deeds(pieces: Sequence[Piece], *, compared: bool = False) -> Iterator[Trial]:
    """What cards do: abilities are supposed to resolve, spells are cast, permanents enter.

    Args:
        pieces: the cards.
        compared: abilities resolve also where what they compare with a number is that number.
    """
    for piece in alike(pieces):
        if permanent(piece):
            yield Trial(
                f"{piece.id} enters",
                ({"happens": {"enter": {"of": piece.id}}}, SETTLE),
                (BEAR,),
                (piece.id,),
                watches="enters",
            )
        if any(isinstance(one, Keyword) and one.keyword in _RETURNS for one in piece.definition.front.abilities):
            move = {"happens": {"move": {"of": piece.id, "to": "graveyard"}}}
            yield Trial(f"{piece.id} is put into the graveyard", (move, SETTLE), watches="leaves")
        for number, ability in enumerate(piece.definition.front.abilities, 1):
            if ability.is_ in ("activated", "triggered"):
                step = {"resolve": {"ability_of": piece.id, "ability": {"number": number}}}
                trial = Trial(f"ability {number} of {piece.id} resolves", (step, SETTLE), (BEAR,))
                yield trial
                if compared:
                    yield from _compared(trial, piece, ability)
        if not permanent(piece):
            yield Trial(f"{piece.id} is cast", ({"cast": piece.id}, SETTLE), (BEAR,), (piece.id,), mana=4)


def _compared(trial: Trial, piece: Piece, ability: Ability) -> Iterator[Trial]:
    """A trial where the amount that an ability compares with a number is that number: its condition holds."""
    for node in ability.walk():
        if not (isinstance(node, CompareAmounts) and isinstance(node.right, Const)):
            continue
        number = node.right.value + {"gt": 1, "lt": -1}.get(node.is_, 0)
        if isinstance(node.left, LifeTotal) and number > 0:
            yield replace(trial, title=f"{trial.title} with life total {number}", life=number)
        elif isinstance(node.left, Count) and 0 < number <= MOST_COUNTED:
            line = next(type_lines(node.left.of), None)
            if line is not None:
                crowd = tuple(plain(line, f"counted-{place}") for place in range(1, number + 1))
                title = f"{trial.title} beside {number} of {line}"
                yield replace(trial, title=title, crowd=crowd, beside=piece.id)


def arrivals(pieces: Sequence[Piece]) -> Iterator[Trial]:
    """Cards enter one after the other, each when the last has done what it does."""
    if len(pieces) > 1 and all(permanent(piece) for piece in pieces):
        steps = [step for piece in pieces for step in ({"happens": {"enter": {"of": piece.id}}}, SETTLE)]
        names = [piece.id for piece in pieces]
        yield Trial(f"{', then '.join(names)} enter", tuple(steps), hand=tuple(names), watches="enters")


__all__ = ["BEAR", "CREATURE", "LIBRARY", "SETTLE", "Trial", "arrivals", "deeds", "events", "permanent", "splits"]
