"""Boards to measure on: the same ones at every run, of any size, made of cards of the bundled library."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

LANDS = (
    *("Forest", "Island", "Mountain", "Plains", "Swamp") * 3,
    *("Tundra", "Watery Grave", "Ketria Triome", "Adarkar Wastes", "Azorius Guildgate", "Wastes"),
    *("Exotic Orchard", "Reflecting Pool", "Mystic Gate", "City of Brass", "Cabal Coffers"),
)
"""What a board of lands is drawn from: basic lands, lands of several types, and some that look at other lands."""

OTHERS = (
    *("Llanowar Elves", "Birds of Paradise", "Priest of Titania", "Harvester Druid", "Bloom Tender"),
    *("Sol Ring", "Fellwar Stone", "Chromatic Lantern", "Azorius Signet", "Mox Amber"),
    *("Contamination", "Mana Reflection", "Pulse of Llanowar", "Urborg, Tomb of Yawgmoth", "Blood Moon"),
    *("Mana Flare", "Cryptolith Rite", "Grizzly Bears", "Black Market", "Caged Sun"),
)
"""What else may lie there: creatures and artifacts that make mana, and what changes lands and what they make."""


def state_of(cards: Sequence[str]) -> str:
    """The JSON text of a state with these permanents, dealt to two players in turn."""
    players = {
        "alice": {"battlefield": list(cards[0::2])},
        "bob": {"battlefield": list(cards[1::2])},
    }
    return json.dumps({"turn": {"active": "alice"}, "players": players})


def lands(count: int) -> str:
    """A state of that many lands of every sort."""
    return state_of(random.Random(count).choices(LANDS, k=count))


def basic_lands(count: int) -> str:
    """A state of that many basic lands."""
    return state_of(random.Random(count).choices(LANDS[:15], k=count))


def mixed(count: int) -> str:
    """A state of that many permanents, two lands in three."""
    chance = random.Random(count)
    others = count // 3
    return state_of([*chance.choices(LANDS, k=count - others), *chance.choices(OTHERS, k=others)])
