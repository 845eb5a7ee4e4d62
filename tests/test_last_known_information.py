"""An effect that asks about an object which has left uses what was last known of it (CR 608.2h, 113.7a, 702.15c)."""

from __future__ import annotations

from typing import Any

from played import Game, game


def _stat(what: str, ref: str) -> dict[str, Any]:
    return {"number": "stat", "what": what, "of": {"ref": ref}}


def _dying(*effects: dict[str, Any]) -> dict[str, Any]:
    return {"is": "triggered", "event": {"when": "leaves", "to": "graveyard"}, "effects": list(effects)}


LIFELINK = {"is": "keyword", "keyword": "lifelink"}
CARDS = [
    {
        "name": "Ox",
        "types": "Creature - Ox",
        "power": 2,
        "toughness": 3,
        "abilities": [_dying({"do": "gain_life", "amount": _stat("power", "event")})],
    },
    {
        "name": "Hoarder",
        "types": "Creature - Ox",
        "power": 1,
        "toughness": 1,
        "abilities": [
            _dying({"do": "gain_life", "amount": {"number": "counters", "kind": "charge", "on": {"ref": "this"}}})
        ],
    },
    {
        "name": "Banner",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "static",
                "affects": {"types": ["creature"], "controller": "you"},
                "changes": [{"change": "modify_power_toughness", "power": 3, "toughness": 0}],
            }
        ],
    },
    {
        "name": "Spitter",
        "types": "Creature - Ox",
        "power": 1,
        "toughness": 1,
        "abilities": [
            LIFELINK,
            {
                "is": "activated",
                "cost": "{T}",
                "effects": [{"do": "damage", "amount": _stat("power", "this"), "to_player": "opponent"}],
            },
        ],
    },
    {
        "name": "Altar",
        "types": "Artifact",
        "abilities": [
            {
                "is": "activated",
                "cost": [{"pay": "sacrifice", "what": {"types": ["creature"]}}],
                "effects": [{"do": "gain_life", "amount": _stat("toughness", "cost")}],
            }
        ],
    },
]


def _played(battlefield: list[Any], *when: Any) -> Game:
    return game({"cards": CARDS, "players": {"alice": {"battlefield": battlefield}, "bob": {}}}, when)


def test_the_power_of_what_has_died() -> None:
    assert 'life("alice",22)' in _played(["Ox"], {"happens": {"destroy": "ox"}}, "pass").end
    assert 'life("alice",25)' in _played(["Ox", "Banner"], {"happens": {"destroy": "ox"}}, "pass").end


def test_the_counters_of_what_has_died() -> None:
    board = [{"card": "Hoarder", "id": "hoarder", "counters": {"charge": 4}}]
    assert 'life("alice",24)' in _played(board, {"happens": {"destroy": "hoarder"}}, "pass").end


def test_what_was_sacrificed_as_a_cost() -> None:
    """The toughness 3 of the Ox, and 2 life for its own power."""
    played = _played(["Altar", "Ox"], {"activate": {"of": "altar"}}, "pass", "pass")
    assert 'life("alice",25)' in played.end


def test_a_source_that_has_left_deals_its_damage_with_what_it_had() -> None:
    """Its power with the banner, and its lifelink."""
    steps = [{"activate": {"of": "spitter"}}, {"happens": {"destroy": "spitter"}}, "pass"]
    assert {'life("alice",24)', 'life("bob",16)'} <= _played(["Spitter", "Banner"], *steps).end


def test_an_object_that_is_still_there_is_looked_at_as_it_is() -> None:
    board = [{"card": "Spitter", "id": "spitter"}, {"card": "Banner", "id": "banner"}]
    steps = [{"activate": {"of": "spitter"}}, {"happens": {"destroy": "banner"}}, "pass"]
    assert {'life("alice",21)', 'life("bob",19)'} <= _played(board, *steps).end
