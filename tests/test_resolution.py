"""Resolving with targets that have become illegal (CR 608.2b, 608.3b), and what an effect still knows then."""

from __future__ import annotations

from typing import Any

from played import Game, game

TWO = {
    "name": "Twofold Ruin",
    "types": "Sorcery",
    "mana_cost": "{R}",
    "abilities": [
        {
            "is": "spell",
            "targets": [{"what": {"types": ["creature"]}}, {"what": {"types": ["artifact"]}}],
            "effects": [{"do": "destroy", "what": {"ref": "target"}}, {"do": "gain_life", "amount": 3}],
        }
    ],
}
CLOAK = {
    "name": "Moss Cloak",
    "types": "Enchantment - Aura",
    "mana_cost": "{G}",
    "abilities": [{"is": "keyword", "keyword": "enchant", "what": {"types": ["creature"]}}],
}
OX = {"name": "Ox", "types": "Creature - Ox", "power": 2, "toughness": 4}
ROD = {"name": "Rod", "types": "Artifact"}
PIN = {
    "name": "Pin",
    "types": "Artifact",
    "abilities": [
        {
            "is": "activated",
            "cost": "{T}",
            "targets": [{"what": {"types": ["creature"]}}],
            "effects": [{"do": "tap", "what": {"ref": "target"}}, {"do": "gain_life", "amount": 2}],
        }
    ],
}
CARDS = [TWO, CLOAK, OX, ROD, PIN]


def _played(alice: dict[str, Any], bob: list[Any], when: list[Any]) -> Game:
    return game({"cards": CARDS, "players": {"alice": alice, "bob": {"battlefield": bob}}}, when)


OX_AND_ROD = [{"card": "Ox", "id": "ox"}, {"card": "Rod", "id": "rod"}]


def test_with_every_target_legal_all_of_it_happens() -> None:
    played = _played(
        {"mana": {"R": 1}, "hand": [{"card": "Twofold Ruin", "id": "ruin"}]}, OX_AND_ROD, [{"cast": "ruin"}, "pass"]
    )
    assert {
        'zone(obj("ox",1),graveyard("bob"))',
        'zone(obj("rod",1),graveyard("bob"))',
        'life("alice",23)',
    } <= played.end


def test_with_one_target_illegal_the_rest_happens_and_nothing_to_that_one() -> None:
    move = {"happens": {"move": {"of": "ox", "to": "exile"}}}
    played = _played(
        {"mana": {"R": 1}, "hand": [{"card": "Twofold Ruin", "id": "ruin"}]},
        OX_AND_ROD,
        [{"cast": "ruin"}, move, "pass"],
    )
    assert {'zone(obj("ox",1),exile)', 'zone(obj("rod",1),graveyard("bob"))', 'life("alice",23)'} <= played.end
    assert 'destroy(obj("ox",0))' not in played.events


def test_with_every_target_illegal_a_spell_does_nothing_and_goes_to_the_graveyard() -> None:
    moves = [{"happens": {"move": {"of": one, "to": "exile"}}} for one in ("ox", "rod")]
    played = _played(
        {"mana": {"R": 1}, "hand": [{"card": "Twofold Ruin", "id": "ruin"}]},
        OX_AND_ROD,
        [{"cast": "ruin"}, *moves, "pass"],
    )
    assert {'zone(obj("ruin",2),graveyard("alice"))', 'life("alice",20)'} <= played.end


def test_with_its_target_illegal_an_ability_leaves_the_stack_and_does_nothing() -> None:
    move = {"happens": {"move": {"of": "ox", "to": "hand"}}}
    played = _played(
        {"battlefield": [{"card": "Pin", "id": "pin"}]},
        [{"card": "Ox", "id": "ox"}],
        [{"activate": {"of": "pin"}}, move, "pass"],
    )
    assert 'life("alice",20)' in played.end
    assert not [fluent for fluent in played.ends_with("zone(") if fluent.endswith(",stack)")]


def test_an_aura_spell_without_a_legal_target_does_not_enter() -> None:
    """CR 608.3b."""
    board = {"mana": {"G": 1}, "hand": [{"card": "Moss Cloak", "id": "cloak"}]}
    ox = [{"card": "Ox", "id": "ox"}]
    played = _played(board, ox, [{"cast": "cloak"}, "pass"])
    assert {'attached(obj("cloak",2),obj("ox",0))', 'zone(obj("cloak",2),battlefield)'} <= played.end
    gone = _played(board, ox, [{"cast": "cloak"}, {"happens": {"move": {"of": "ox", "to": "exile"}}}, "pass"])
    assert 'zone(obj("cloak",2),graveyard("alice"))' in gone.end
    assert not [event for event in gone.events if event.startswith('move(obj("cloak",1),battlefield')]
