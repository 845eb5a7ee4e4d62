"""State-based actions that are due in a state by what is stored and printed alone (CR 704.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .state import State, face_up


@dataclass(frozen=True, slots=True)
class Pending:
    """A state-based action that is due as soon as a player would receive priority (CR 704.3); no fault of the state.

    Attributes:
        rule: The number of the rule.
        id: The object or player it will befall.
        what: What will happen.
    """

    rule: str
    id: str
    what: str


def pending(state: State) -> tuple[Pending, ...]:
    """The state-based actions that what is stored and printed decides alone, continuous effects left aside."""
    return tuple(_pending(state))


def _pending(state: State) -> Iterator[Pending]:
    for player in state.seats:
        if player.life <= 0:
            yield Pending("704.5a", player.name, "loses the game: no life")
        if player.counters.get("poison", 0) >= 10:
            yield Pending("704.5c", player.name, "loses the game: ten or more poison counters")
    for zone, one in state.objects():
        if one.token and zone not in ("battlefield", "stack"):
            yield Pending("704.5d", one.id, "ceases to exist: a token outside the battlefield")
        if zone != "battlefield":
            continue
        if "aura" in face_up(one).subtypes and one.attached_to is None and not one.face_down:
            yield Pending("704.5m", one.id, "is put into its owner's graveyard: an Aura attached to nothing")
        if min(one.counters.get("plus_1_plus_1", 0), one.counters.get("minus_1_minus_1", 0)) > 0:
            yield Pending("704.5q", one.id, "loses as many +1/+1 as -1/-1 counters")
