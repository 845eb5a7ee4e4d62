"""Double-faced cards (CR 712, 701.27, 701.28, 202.3b): faces by zone, entering, turning over."""

from __future__ import annotations

from typing import Any

import pytest
from played import game, looked_up

GUIDE = {
    "layout": "transform",
    "faces": [
        {
            "name": "Lantern Guide",
            "types": "Legendary Creature - Human",
            "mana_cost": "{1}{U}",
            "power": 2,
            "toughness": 3,
            "abilities": [
                {"is": "activated", "cost": "{T}", "effects": {"do": "transform"}},
                {"is": "activated", "cost": [{"pay": "life", "amount": 1}], "effects": {"do": "transform"}},
                {"is": "triggered", "event": {"when": "transforms"}, "effects": {"do": "gain_life", "amount": 100}},
            ],
        },
        {
            "name": "Lantern Keeper",
            "types": "Legendary Planeswalker - Keeper",
            "color_indicator": ["B"],
            "loyalty": 4,
            "abilities": [
                {"is": "triggered", "event": {"when": "transforms"}, "effects": {"do": "gain_life", "amount": 5}},
                {"is": "triggered", "event": {"when": "enters"}, "effects": {"do": "gain_life", "amount": 7}},
            ],
        },
    ],
}
STAR = {
    "layout": "transform",
    "faces": [
        {"name": "Falling Star", "types": "Sorcery", "mana_cost": "{R}"},
        {"name": "Fallen Star", "types": "Enchantment", "color_indicator": ["R"]},
    ],
}
VALE = {
    "layout": "modal_dfc",
    "faces": [
        {"name": "Vale Adept", "types": "Creature - Elf", "mana_cost": "{1}{G}", "power": 1, "toughness": 3},
        {
            "name": "Vale Reach",
            "types": "Land",
            "abilities": [{"is": "activated", "cost": "{T}", "effects": {"add": "{G}"}}],
        },
    ],
}
RITE = {
    "layout": "modal_dfc",
    "faces": [
        {"name": "Rite Adept", "types": "Creature - Elf", "mana_cost": "{1}{G}", "power": 1, "toughness": 3},
        {"name": "Rite Beast", "types": "Creature - Beast", "mana_cost": "{4}{R}", "power": 5, "toughness": 5},
    ],
}
CARDS = [GUIDE, STAR, VALE, RITE]


def test_which_face_counts_is_a_matter_of_zone_and_face() -> None:
    found = looked_up(
        {
            "cards": CARDS,
            "players": {
                "alice": {
                    "battlefield": [
                        {"card": "Lantern Guide", "id": "up"},
                        {"card": "Lantern Guide", "id": "back", "face": "back", "counters": {"loyalty": 2}},
                        {"card": "Rite Adept", "id": "modal", "face": "back"},
                    ],
                    "hand": [{"card": "Lantern Guide", "id": "hand"}],
                },
                "bob": {},
            },
            "stack": [{"card": "Lantern Guide", "id": "spell", "face": "back", "controller": "alice"}],
        },
        ("characteristic", 3),
        ("mana_value", 3),
    )
    characteristics, values = found["characteristic"], found["mana_value"]
    for one in ("up", "hand"):
        assert f'characteristic(obj("{one}",0),name("Lantern Guide"),0)' in characteristics
        assert f'characteristic(obj("{one}",0),color(u),0)' in characteristics
        assert f'characteristic(obj("{one}",0),type(planeswalker),0)' not in characteristics
    for one in ("back", "spell"):
        assert f'characteristic(obj("{one}",0),name("Lantern Keeper"),0)' in characteristics
        assert f'characteristic(obj("{one}",0),color(b),0)' in characteristics
        assert not {
            c for c in characteristics if f'"{one}"' in c and ("color(u)" in c or "mana_cost" in c or "power" in c)
        }
    assert {v for v in values if "modal" not in v} == {
        f'mana_value(obj("{x}",0),2,0)' for x in ("up", "hand", "back", "spell")
    }
    assert 'mana_value(obj("modal",0),5,0)' in values


def test_transforming_is_seen_by_the_face_it_turns_to_and_brings_no_loyalty() -> None:
    found = game(
        {"cards": CARDS, "battlefield": [{"card": "Lantern Guide", "id": "x", "tapped": True, "damage": 1}]},
        [{"happens": {"transform": "x"}}, "pass"],
    )
    assert 'transform(obj("x",0))' in found.events
    assert 'zone(obj("x",1),graveyard("alice"))' in found.end  # no loyalty counters (704.5i)
    assert 'life("alice",25)' in found.end  # the trigger of the back, not that of the front


def test_an_ability_transforms_its_source_only_if_nothing_has_since() -> None:
    found = game(
        {"cards": CARDS, "battlefield": [{"card": "Lantern Guide", "id": "x", "counters": {"loyalty": 1}}]},
        [
            {"activate": {"of": "x", "ability": {"cost": "tap"}}},
            {"activate": {"of": "x", "ability": {"without_cost": "tap"}}},
            "pass",
            "pass",
            "pass",
        ],
    )
    assert found.events.count('transform(obj("x",0))') == 1
    assert 'face(obj("x",0),back)' in found.end
    assert found.ends_with('timestamp(obj("x",0)') != ['timestamp(obj("x",0),-1)']  # a new timestamp (613.7g)


MAKER: dict[str, Any] = {
    "is": "Enchantment",
    "id": "maker",
    "abilities": [
        {
            "is": "activated",
            "cost": "{T}",
            "effects": [
                {"do": "transform", "what": {"other": True}},
                {
                    "do": "move",
                    "what": {"zone": "graveyard"},
                    "to": "battlefield",
                    "transformed": True,
                    "counters": [{"kind": "finality"}],
                },
                {"do": "move", "what": {"zone": "hand", "owner": "you"}, "to": "battlefield"},
            ],
        }
    ],
}


def test_what_may_enter_and_with_which_face() -> None:
    found = game(
        {
            "cards": CARDS,
            "players": {
                "alice": {
                    "graveyard": [
                        {"card": "Lantern Guide", "id": "guide"},
                        {"card": "Forest", "id": "forest"},
                        {"card": "Falling Star", "id": "star"},
                    ],
                    "hand": [{"card": "Falling Star", "id": "sorcery"}, {"card": "Vale Adept", "id": "adept"}],
                },
                "bob": {},
            },
            "battlefield": [MAKER, {"card": "Falling Star", "id": "there", "face": "back"}],
        },
        [{"resolve": {"ability_of": "maker"}}, "pass"],
    )
    assert {'face(obj("guide",1),back)', 'face(obj("star",1),back)', 'zone(obj("adept",1),battlefield)'} <= found.end
    assert {'counter(obj("guide",1),loyalty,4)', 'counter(obj("guide",1),finality,1)', 'life("alice",27)'} <= found.end
    assert 'zone(obj("forest",0),graveyard("alice"))' in found.end  # it is not double-faced (712.14a)
    assert 'zone(obj("sorcery",0),hand("alice"))' in found.end  # a sorcery can't enter (307.4)
    assert 'face(obj("there",0),back)' in found.end  # nor can a permanent become one (701.27d)
    assert not found.ends_with('face(obj("adept"')


def test_the_back_of_a_modal_card_is_played_as_a_land() -> None:
    found = game(
        {"cards": CARDS, "players": {"alice": {"hand": [{"card": "Vale Adept", "id": "x"}]}, "bob": {}}},
        [{"play_land": {"of": "x", "face": "back"}}, {"activate": {"of": "x"}}],
    )
    assert {'face(obj("x",1),back)', 'pool("alice",g,1)', 'land_played("alice")'} <= found.end


@pytest.mark.parametrize(("card", "castable"), [("Rite Adept", True), ("Lantern Guide", False), ("Vale Adept", False)])
def test_only_the_back_of_a_modal_card_can_be_cast(card: str, castable: bool) -> None:
    state = {"cards": CARDS, "players": {"alice": {"hand": [{"card": card, "id": "x"}]}, "bob": {}}}
    assert bool(looked_up(state, ("castable_face", 4))["castable_face"]) is castable


def test_surveil_and_a_spell_that_comes_back_transformed() -> None:
    found = game(
        {
            "players": {
                "alice": {
                    "mana": {"G": 4},
                    "graveyard": [{"card": "Esper Origins", "id": "x"}],
                    "library": ["Forest", "Shock", "Plains"],
                },
                "bob": {},
            },
            "turn": {"step": "precombat_main"},
        },
        [{"cast": {"of": "x"}}, "pass"],
    )
    assert 'life("alice",22)' in found.end
    (object_,) = {f.split(",back)")[0][len("face(") :] for f in found.ends_with("face(")}
    assert {f"counter({object_},finality,1)", f"counter({object_},lore,1)", f"zone({object_},battlefield)"} <= found.end


BOLT = {
    "layout": "modal_dfc",
    "faces": [
        {"name": "Bolt Adept", "types": "Creature - Elf", "mana_cost": "{1}{G}", "power": 1, "toughness": 3},
        {
            "name": "Adept's Bolt",
            "types": "Instant",
            "mana_cost": "{X}{R}",
            "abilities": [
                {
                    "is": "spell",
                    "targets": [{"what": {"types": ["creature"]}}],
                    "effects": [{"do": "damage", "amount": "X", "to": {"ref": "target"}}],
                }
            ],
        },
    ],
}
BEAR = {"name": "Bear", "types": "Creature - Bear", "power": 2, "toughness": 2}


def _hand(card: str, mana: dict[str, int], *battlefield: str, **turn: Any) -> dict[str, Any]:
    hand = [{"card": card, "id": "it"}]
    seats = {"alice": {"mana": mana, "hand": hand}, "bob": {"battlefield": list(battlefield)}}
    return {"cards": [*CARDS, BOLT, BEAR], "players": seats, **turn}


def test_a_modal_card_may_be_cast_with_its_back_face_up() -> None:
    """CR 712.11b, 712.13."""
    played = game(_hand("Rite Adept", {"R": 5}), [{"cast": {"of": "it", "face": "back"}}, "pass"])
    assert {'face(obj("it",2),back)', 'zone(obj("it",2),battlefield)'} <= played.end
    assert not played.ends_with("pool(")
    front = game(_hand("Rite Adept", {"G": 5}), [{"cast": {"of": "it"}}, "pass"])
    assert not front.ends_with('face(obj("it",2)')
    assert front.ends_with("pool(") == ['pool("alice",g,3)']


def test_only_the_face_that_is_cast_says_when_and_at_what() -> None:
    """CR 712.11c: an instant in an opponent's turn, with an X and a target of its own; its front is a creature."""
    turn = {"turn": {"number": 3, "active": "bob", "step": "upkeep", "priority": "alice"}}
    board = _hand("Bolt Adept", {"R": 3}, "Bear", **turn)
    played = game(board, [{"cast": {"of": "it", "face": "back"}}, "pass"], {"x": 2})
    assert {'zone(obj("bear",1),graveyard("bob"))', 'zone(obj("it",2),graveyard("alice"))'} <= played.end
    with pytest.raises(AssertionError):
        game(_hand("Bolt Adept", {"R": 3}, **turn), [{"cast": {"of": "it", "face": "back"}}, "pass"], {"x": 2})
    with pytest.raises(AssertionError):
        game(board, [{"cast": {"of": "it"}}, "pass"])


def test_the_back_face_is_among_what_may_be_done() -> None:
    options = looked_up(_hand("Rite Adept", {"R": 5}), ("option", 4))["option"]
    cast = {one for one in options if one.startswith('option("alice",act,cast(')}
    assert cast == {'option("alice",act,cast(obj("it",0)),0)', 'option("alice",act,cast(obj("it",0),back),0)'}
