"""How permanents enter: what replacement effects see of them is what they would be on the battlefield (CR 614.12)."""

from __future__ import annotations

from typing import Any

from played import Game, game

TAPPED = {"is": "replacement", "event": {"when": "enters"}, "instead": [{"rewrite": "enters_tapped"}]}
MORE = {
    "is": "replacement",
    "event": {"when": "enters"},
    "instead": [{"rewrite": "enters_with_counters", "kind": "+1/+1", "amount": 1}],
}


def _enchantment(name: str, *abilities: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "types": "Enchantment", "abilities": list(abilities)}


def _watching(what: dict[str, Any], rewrite: dict[str, Any]) -> dict[str, Any]:
    return {"is": "replacement", "event": {"when": "enters", "what": what}, "instead": [rewrite]}


def _static(affects: dict[str, Any], *changes: dict[str, Any]) -> dict[str, Any]:
    return {"is": "static", "affects": affects, "changes": list(changes)}


COUNTER = {"rewrite": "enters_with_counters", "kind": "+1/+1", "amount": 1}
CARDS = [
    {"name": "Ox", "types": "Creature - Ox", "power": 2, "toughness": 2},
    {"name": "Rod", "types": "Artifact"},
    {"name": "Mire", "types": "Land", "abilities": [TAPPED]},
    _enchantment(
        "Slow Gate", _watching({"controller": "opponent", "types": ["creature"]}, {"rewrite": "enters_tapped"})
    ),
    _enchantment("Old Trainer", _watching({"controller": "you", "types": ["creature"]}, COUNTER)),
    _enchantment("Deep Sleep", _watching({"other": True}, {"rewrite": "enters_tapped"})),
    _enchantment("Shut Gate", _static({"types": ["creature"]}, {"change": "cant", "what": "enter"})),
    _enchantment("Red Sky", _static({"types": ["land"]}, {"change": "set_land_types", "subtypes": ["mountain"]})),
    _enchantment(
        "Waking Iron",
        _static(
            {"types": ["artifact"]},
            {"change": "add_types", "types": ["creature"]},
            {"change": "set_power_toughness", "power": 1, "toughness": 1},
        ),
    ),
    _enchantment(
        "Gift", _static({"controller": "you", "types": ["creature"]}, {"change": "gain_ability", "ability": MORE})
    ),
    {
        "name": "Late Ox",
        "types": "Creature - Ox",
        "power": 2,
        "toughness": 2,
        "abilities": [_static({"types": ["creature"]}, {"change": "gain_ability", "ability": TAPPED})],
    },
    {
        "name": "Herd",
        "types": "Creature - Ox",
        "power": 1,
        "toughness": 1,
        "abilities": [
            {
                "is": "replacement",
                "event": {"when": "enters"},
                "instead": [
                    {
                        "rewrite": "enters_with_counters",
                        "kind": "+1/+1",
                        "amount": {"number": "count", "of": {"controller": "you", "types": ["creature"]}},
                    }
                ],
            }
        ],
    },
]


def _entered(card: str, alice: list[str], bob: list[str], by: str = "alice", hand: str = "alice") -> Game:
    """The game after a card has entered from a hand under a player's control."""
    seats: dict[str, Any] = {"alice": {"battlefield": alice}, "bob": {"battlefield": bob}}
    seats[hand]["hand"] = [{"card": card, "id": "x"}]
    return game({"cards": CARDS, "players": seats}, [{"happens": {"enter": {"of": "x", "by": by}}}, "nothing"])


def _tapped(played: Game) -> bool:
    assert 'zone(obj("x",1),battlefield)' in played.end
    return 'tapped(obj("x",1))' in played.end


def test_effects_of_other_permanents_on_what_enters() -> None:
    assert _tapped(_entered("Ox", [], ["Slow Gate"]))
    assert not _tapped(_entered("Ox", ["Slow Gate"], []))
    assert not _tapped(_entered("Rod", [], ["Slow Gate"]))
    assert 'counter(obj("x",1),plus_1_plus_1,2)' in _entered("Ox", ["Old Trainer", "Old Trainer"], []).end


def test_who_would_control_it_decides() -> None:
    """CR 614.12: a card of bob's that enters under alice's control."""
    assert not _tapped(_entered("Ox", ["Slow Gate"], [], by="alice", hand="bob"))
    assert _tapped(_entered("Ox", [], ["Slow Gate"], by="alice", hand="bob"))


def test_an_effect_about_other_permanents_leaves_its_own_alone() -> None:
    assert not _tapped(_entered("Deep Sleep", [], []))
    assert _tapped(_entered("Ox", ["Deep Sleep"], []))


def test_continuous_effects_that_exist_already_apply() -> None:
    """A land that will be a Mountain enters untapped; an artifact that will be a creature enters as one."""
    assert _tapped(_entered("Mire", [], []))
    assert not _tapped(_entered("Mire", ["Red Sky"], []))
    assert _tapped(_entered("Rod", ["Waking Iron"], ["Slow Gate"]))
    assert 'counter(obj("x",1),plus_1_plus_1,1)' in _entered("Ox", ["Gift"], []).end
    assert not _entered("Ox", [], ["Gift"]).ends_with('counter(obj("x",1)')


def test_its_own_static_abilities_apply_to_it() -> None:
    assert _tapped(_entered("Late Ox", [], []))


def test_it_is_not_counted_before_it_is_there() -> None:
    assert 'counter(obj("x",1),plus_1_plus_1,2)' in _entered("Herd", ["Ox", "Ox"], ["Ox"]).end
    assert not _entered("Herd", [], ["Ox"]).ends_with('counter(obj("x",1)')


def test_two_that_enter_together_do_not_affect_each_other() -> None:
    together = {
        "name": "Call",
        "types": "Artifact",
        "abilities": [
            {
                "is": "activated",
                "cost": "{T}",
                "effects": [{"do": "move", "what": {"zone": "graveyard"}, "to": "battlefield"}],
            }
        ],
    }
    seats = {
        "alice": {
            "battlefield": [{"card": "Call", "id": "call"}],
            "graveyard": [{"card": "Late Ox", "id": "late"}, {"card": "Ox", "id": "ox"}],
        },
        "bob": {},
    }
    played = game({"cards": [*CARDS, together], "players": seats}, [{"activate": {"of": "call"}}, "pass"])
    assert {'zone(obj("ox",1),battlefield)', 'tapped(obj("late",1))'} <= played.end
    assert 'tapped(obj("ox",1))' not in played.end
    assert not [fluent for fluent in played.end if "soon(" in fluent]


def test_what_cannot_enter_stays_where_it_is_and_a_spell_goes_to_the_graveyard() -> None:
    """CR 614.17d, 608.3e: by what it would be on the battlefield."""
    assert 'zone(obj("x",0),hand("alice"))' in _entered("Ox", [], ["Shut Gate"]).end
    assert not _tapped(_entered("Rod", [], ["Shut Gate"]))
    assert 'zone(obj("x",0),hand("alice"))' in _entered("Rod", ["Waking Iron"], ["Shut Gate"]).end
    seats = {
        "alice": {"mana": {"G": 1}, "hand": [{"card": "Calf", "id": "x"}]},
        "bob": {"battlefield": ["Shut Gate"]},
    }
    calf = {"name": "Calf", "types": "Creature - Ox", "mana_cost": "{G}", "power": 1, "toughness": 1}
    played = game({"cards": [*CARDS, calf], "players": seats}, [{"cast": "x"}, "pass", "nothing"])
    assert 'zone(obj("x",2),graveyard("alice"))' in played.end
