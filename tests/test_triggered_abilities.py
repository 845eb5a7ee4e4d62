"""Instances of one triggered ability are independent: each triggers, once for each event (CR 113.2c, 603.2c)."""

from __future__ import annotations

from typing import Any

import pytest
from played import Game, game


def _gaining(when: str, amount: int) -> dict[str, Any]:
    return {"is": "triggered", "event": {"when": when}, "effects": [{"do": "gain_life", "amount": amount}]}


def _ox(name: str, *abilities: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "types": "Creature - Ox", "power": 2, "toughness": 2, "abilities": list(abilities)}


DIES = {
    "is": "triggered",
    "event": {"when": "leaves", "to": "graveyard"},
    "effects": [{"do": "gain_life", "amount": 1}],
}
CARDS = [
    _ox("Plain Ox"),
    _ox("Once", _gaining("enters", 1)),
    _ox("Twice", _gaining("enters", 1), _gaining("enters", 1)),
    _ox("Mixed", _gaining("enters", 1), _gaining("enters", 10)),
    _ox("Twice Mourned", DIES, DIES),
    {
        "name": "Gift",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "static",
                "affects": {"controller": "you", "types": ["creature"]},
                "changes": [{"change": "gain_ability", "ability": _gaining("enters", 1)}],
            }
        ],
    },
]


def _entered(card: str, *battlefield: str) -> Game:
    players = {"alice": {"battlefield": list(battlefield), "hand": [{"card": card, "id": "x"}]}, "bob": {}}
    when = [{"happens": {"enter": {"of": "x"}}}, *["pass"] * 4, "nothing"]
    return game({"cards": CARDS, "players": players}, when[: 1 + _triggers(card, battlefield)])


def _triggers(card: str, battlefield: tuple[str, ...]) -> int:
    return {"Once": 1, "Twice": 2, "Mixed": 2, "Plain Ox": 0}[card] + battlefield.count("Gift")


@pytest.mark.parametrize(
    ("card", "others", "life"),
    [
        ("Once", [], 21),
        ("Twice", [], 22),
        ("Mixed", [], 31),
        ("Plain Ox", ["Gift"], 21),
        ("Plain Ox", ["Gift", "Gift"], 22),
        ("Twice", ["Gift"], 23),
    ],
)
def test_each_instance_triggers(card: str, others: list[str], life: int) -> None:
    assert f'life("alice",{life})' in _entered(card, *others).end


def test_what_has_left_is_looked_at_as_it_last_was() -> None:
    players = {"alice": {"battlefield": [{"card": "Twice Mourned", "id": "x"}]}, "bob": {}}
    played = game({"cards": CARDS, "players": players}, [{"happens": {"destroy": "x"}}, "pass", "pass"])
    assert 'life("alice",22)' in played.end
