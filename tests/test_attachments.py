"""Auras and Equipment stay attached to what they may be attached to, to nothing else (CR 303.4, 301.5, 704.5m-p)."""

from __future__ import annotations

from typing import Any

import pytest
from played import Game, game


def _aura(name: str, what: dict[str, Any], *more: dict[str, Any]) -> dict[str, Any]:
    abilities = [{"is": "keyword", "keyword": "enchant", "what": what}, *more]
    return {"name": name, "types": "Enchantment - Aura", "mana_cost": "{G}", "abilities": abilities}


def _turning(name: str, affects: dict[str, Any], *changes: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "types": "Enchantment",
        "abilities": [{"is": "static", "affects": affects, "changes": list(changes)}],
    }


WAKEN = ({"change": "add_types", "types": ["creature"]}, {"change": "set_power_toughness", "power": 1, "toughness": 1})
CARDS = [
    {"name": "Ox", "types": "Creature - Ox", "power": 2, "toughness": 4},
    {"name": "Field", "types": "Land"},
    {"name": "Rod", "types": "Artifact"},
    {"name": "Blade", "types": "Artifact - Equipment"},
    {"name": "Wall", "types": "Artifact - Fortification"},
    _aura("Cloak", {"types": ["creature"]}),
    _aura("Own Cloak", {"types": ["creature"], "controller": "you"}),
    _aura(
        "Narrow Cloak", {"types": ["creature"]}, {"is": "keyword", "keyword": "enchant", "what": {"types": ["land"]}}
    ),
    _turning("Still Life", {"types": ["creature"]}, {"change": "set_types", "types": ["artifact"]}),
    _turning("Waking Land", {"types": ["land"]}, *WAKEN),
    _turning("Waking Veils", {"subtypes": ["aura"]}, *WAKEN),
    _turning("Waking Iron", {"types": ["artifact"]}, *WAKEN),
]


def _played(battlefield: list[Any], *when: Any, bob: list[Any] | None = None) -> Game:
    players = {"alice": {"battlefield": battlefield}, "bob": {"battlefield": bob or []}}
    return game({"cards": CARDS, "players": players}, [*when, "nothing"])


@pytest.mark.parametrize(
    ("aura", "host", "others", "stays"),
    [
        ("Cloak", "Ox", [], True),
        ("Cloak", "Field", [], False),
        ("Cloak", "Field", ["Waking Land"], True),
        ("Cloak", "Ox", ["Still Life"], False),
        ("Cloak", "Ox", ["Waking Veils"], False),
        ("Narrow Cloak", "Ox", [], False),
        ("Narrow Cloak", "Field", [], False),
        ("Narrow Cloak", "Field", ["Waking Land"], True),
    ],
)
def test_an_aura_on_what_it_cannot_enchant_goes_to_the_graveyard(
    aura: str, host: str, others: list[str], stays: bool
) -> None:
    board = [{"card": host, "id": "host"}, {"card": aura, "id": "aura", "attached_to": "host"}, *others]
    played = _played(board)
    assert ('zone(obj("aura",0),battlefield)' in played.end) == stays
    assert ('zone(obj("aura",1),graveyard("alice"))' in played.end) != stays


def test_who_controls_the_creature_may_matter_to_the_aura() -> None:
    board = [{"card": "Ox", "id": "ox"}, {"card": "Own Cloak", "id": "aura", "attached_to": "ox"}]
    assert 'zone(obj("aura",0),battlefield)' in _played(board).end
    taken = _played(board, {"happens": {"gain_control": {"of": "ox", "by": "bob"}}})
    assert 'zone(obj("aura",1),graveyard("alice"))' in taken.end


@pytest.mark.parametrize(
    ("what", "host", "others", "stays"),
    [
        ("Blade", "Ox", [], True),
        ("Blade", "Field", [], False),
        ("Blade", "Field", ["Waking Land"], True),
        ("Blade", "Ox", ["Waking Iron"], False),
        ("Wall", "Field", [], True),
        ("Wall", "Ox", [], False),
        ("Rod", "Ox", [], False),
    ],
)
def test_what_cannot_be_attached_becomes_unattached_and_stays(
    what: str, host: str, others: list[str], stays: bool
) -> None:
    board = [{"card": host, "id": "host"}, {"card": what, "id": "it", "attached_to": "host"}, *others]
    played = _played(board)
    assert 'zone(obj("it",0),battlefield)' in played.end
    assert ('attached(obj("it",0),obj("host",0))' in played.end) == stays


def _entering(card: str, *battlefield: str) -> Game:
    players = {
        "alice": {"battlefield": list(battlefield), "graveyard": [{"card": card, "id": "aura"}]},
        "bob": {},
    }
    return game({"cards": CARDS, "players": players}, [{"happens": {"enter": {"of": "aura"}}}, "nothing", "nothing"])


def test_an_aura_that_enters_without_being_cast_is_attached_to_what_its_controller_chooses() -> None:
    """CR 303.4f."""
    assert 'attached(obj("aura",1),obj("ox",0))' in _entering("Cloak", "Ox", "Field").end
    assert 'attached(obj("aura",1),obj("field",0))' in _entering("Cloak", "Waking Land", "Field").end


def test_an_aura_with_nothing_to_enchant_stays_where_it_is() -> None:
    """CR 303.4g."""
    assert 'zone(obj("aura",0),graveyard("alice"))' in _entering("Cloak", "Field").end
    assert 'zone(obj("aura",0),graveyard("alice"))' in _entering("Narrow Cloak", "Field", "Ox").end
