"""Whose an object is: of a card its owner's, of a token its creator's, whoever controls it (CR 108.3, 111.2)."""

from __future__ import annotations

import json
from typing import Any

from layered import look
from played import Game, game


def _tool(name: str, *effects: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "types": "Artifact",
        "abilities": [{"is": "activated", "cost": "{T}", "effects": list(effects)}],
    }


OXEN = {"types": ["creature"]}
CARDS = [
    {"name": "Ox", "types": "Creature - Ox", "power": 2, "toughness": 2},
    _tool("Mould", {"do": "create_token", "token": "Ox"}),
    _tool("Gift Box", {"do": "gain_control", "what": OXEN, "who": "opponent"}),
    _tool("Knell", {"do": "destroy", "what": {**OXEN, "owner": "you"}}),
    _tool("Way Home", {"do": "gain_control", "what": OXEN, "who": "owner"}),
]


def _played(*tools: str) -> Game:
    """Alice makes a token and uses the tools in turn; bob has an Ox of his own."""
    battlefield = [{"card": name, "id": name} for name in ("Mould", *tools)]
    bob = [{"card": "Ox", "id": "ox"}]
    when = [step for name in ("Mould", *tools) for step in ({"activate": {"of": name}}, "pass")]
    players = {"alice": {"battlefield": battlefield}, "bob": {"battlefield": bob}}
    return game({"cards": CARDS, "players": players}, [*when, "nothing"])


def test_a_token_is_its_creators_whoever_controls_it() -> None:
    played = _played("Gift Box", "Knell")
    assert 'zone(obj("ox",0),battlefield)' in played.end
    assert [event for event in played.events if event.startswith("destroy(obj(new(")]
    assert not [event for event in played.events if event.startswith('destroy(obj("ox"')]


def test_each_object_goes_back_to_its_own_owner() -> None:
    played = _played("Gift Box", "Way Home")
    gained = [event for event in played.events if event.startswith("control(")]
    assert [event for event in gained if event.startswith("control(obj(new(") and event.endswith('"alice",indefinite)')]
    assert 'control(obj("ox",0),"bob",indefinite)' in gained


def test_an_effect_may_say_that_owners_control_what_is_theirs() -> None:
    board = {
        "cards": [
            *CARDS,
            {
                "name": "Home",
                "types": "Enchantment",
                "abilities": [{"is": "static", "affects": OXEN, "changes": [{"change": "controller", "who": "owner"}]}],
            },
        ],
        "players": {
            "alice": {"battlefield": ["Home", {"card": "Ox", "id": "hers", "owner": "bob"}]},
            "bob": {"battlefield": [{"card": "Ox", "id": "his", "owner": "alice"}]},
        },
    }
    seen = look(json.dumps(board))
    assert (seen.controller("hers"), seen.controller("his")) == ("bob", "alice")
