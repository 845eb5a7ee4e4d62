"""Emblems (CR 114) and what their abilities do from the command zone."""

from __future__ import annotations

from typing import Any

import pytest
from played import game, looked_up

ANTHEM = {
    "is": "static",
    "affects": {"types": ["creature"], "controller": "you"},
    "changes": [{"change": "modify_power_toughness", "power": 2, "toughness": 2}],
}
BELL = {
    "is": "triggered",
    "event": {"when": "enters", "what": {"types": ["creature"]}},
    "effects": {"do": "gain_life", "amount": 4},
}
CARDS: list[dict[str, Any]] = [
    {"name": "Crown", "types": "Emblem", "abilities": [ANTHEM, BELL]},
    {
        "name": "Patron",
        "types": "Planeswalker - Patron",
        "loyalty": 3,
        "abilities": [
            {
                "is": "activated",
                "cost": [{"pay": "loyalty", "change": -3}],
                "effects": {"do": "emblem", "abilities": [BELL]},
            }
        ],
    },
]


def test_an_emblem_has_its_abilities_and_nothing_else_and_they_work() -> None:
    state = {
        "cards": CARDS,
        "players": {
            "alice": {
                "command": [{"card": "Crown", "id": "crown"}],
                "battlefield": [{"card": "Llanowar Elves", "id": "mine"}],
            },
            "bob": {"battlefield": [{"card": "Llanowar Elves", "id": "theirs"}]},
        },
    }
    found = looked_up(state, ("characteristic", 3), ("controls", 3))
    assert 'controls("alice",obj("crown",0),0)' in found["controls"]
    assert {
        c for c in found["characteristic"] if '"crown"' in c and "ability(" not in c and "controller(" not in c
    } == set()
    assert 'characteristic(obj("mine",0),power(3),0)' in found["characteristic"]
    assert 'characteristic(obj("theirs",0),power(1),0)' in found["characteristic"]


def test_an_emblem_that_is_got_stays_and_triggers() -> None:
    found = game(
        {
            "cards": CARDS,
            "players": {"alice": {"hand": [{"card": "Llanowar Elves", "id": "elf"}]}, "bob": {}},
            "battlefield": [{"card": "Patron", "id": "patron", "counters": {"loyalty": 3}}],
        },
        [{"activate": {"of": "patron"}}, "pass", {"happens": {"enter": {"of": "elf"}}}, "pass"],
    )
    assert 'life("alice",24)' in found.end
    assert len(found.ends_with("zone(obj(new(")) == 1
    assert found.ends_with("zone(obj(new(")[0].endswith(",command)")
    assert 'zone(obj("patron",1),graveyard("alice"))' in found.end


@pytest.mark.parametrize("gideon", [True, False])
def test_as_long_as_you_control_a_gideon_planeswalker(gideon: bool) -> None:
    static = {
        "is": "static",
        "only_if": {"test": "exists", "what": {"types": ["planeswalker"], "subtypes": ["gideon"], "controller": "you"}},
        "changes": [
            {"change": "player_cant", "who": "you", "what": "lose_game"},
            {"change": "player_cant", "who": "opponent", "what": "win_game"},
        ],
    }
    whose = "alice" if gideon else "bob"
    state = {
        "cards": [{"name": "Vow", "types": "Emblem", "abilities": [static]}],
        "players": {"alice": {"command": ["Vow"]}, "bob": {}},
    }
    state["players"][whose]["battlefield"] = [{"card": "Gideon of the Trials", "counters": {"loyalty": 1}}]  # type: ignore[index]
    found = looked_up(state, ("player_cant", 3))["player_cant"]
    assert found == ({'player_cant("alice",lose_game,0)', 'player_cant("bob",win_game,0)'} if gideon else set())
