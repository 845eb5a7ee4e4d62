"""Tokens that are copies and permanents that become copies (CR 707)."""

from __future__ import annotations

from typing import Any

from played import game, looked_up

CARDS: list[dict[str, Any]] = [
    {
        "layout": "transform",
        "faces": [
            {"name": "Lantern Guide", "types": "Creature - Human", "mana_cost": "{1}{U}", "power": 2, "toughness": 3},
            {"name": "Lantern Keeper", "types": "Planeswalker - Keeper", "color_indicator": ["B"], "loyalty": 4},
        ],
    },
    {
        "name": "Copier",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "activated",
                "cost": "{T}",
                "effects": [
                    {"do": "create_copy", "of": {"counters": [{"kind": "charge"}]}},
                    {"do": "create_copy", "of": {"zone": "graveyard"}},
                ],
            },
            {
                "is": "activated",
                "cost": [{"pay": "life", "amount": 1}],
                "effects": {
                    "do": "become_copy",
                    "what": {"types": ["land"]},
                    "of": {"counters": [{"kind": "charge"}]},
                    "lasts": "end_of_turn",
                },
            },
        ],
    },
]


def test_a_token_copies_both_faces_with_the_same_one_up_and_enters_as_it_would() -> None:
    found = game(
        {
            "cards": CARDS,
            "players": {"alice": {"graveyard": ["Shock"]}, "bob": {}},
            "battlefield": [
                {"card": "Copier", "id": "maker"},
                {"card": "Lantern Guide", "id": "x", "face": "back", "counters": {"loyalty": 2, "charge": 1}},
            ],
        },
        [{"resolve": {"ability_of": "maker", "ability": {"cost": "tap"}}}, "pass"],
    )
    (made,) = found.ends_with("made(")  # an instant card is not copied (111.5)
    assert made.endswith(',"Lantern Guide")')
    token = made.removeprefix("made(").removesuffix(',"Lantern Guide")')
    assert {f"face({token},back)", f"counter({token},loyalty,4)", f"zone({token},battlefield)"} <= found.end
    assert f"counter({token},charge,1)" not in found.end  # counters are not copied (707.2)


def test_becoming_a_copy_of_a_back_face() -> None:
    found = game(
        {
            "cards": CARDS,
            "battlefield": [
                {"card": "Copier", "id": "maker"},
                {"card": "Forest", "id": "forest"},
                {"card": "Lantern Guide", "id": "x", "face": "back", "counters": {"loyalty": 2, "charge": 1}},
            ],
        },
        [{"resolve": {"ability_of": "maker", "ability": {"without_cost": "tap"}}}, "pass"],
    )
    assert 'zone(obj("forest",1),graveyard("alice"))' in found.end  # a planeswalker without loyalty (704.5i)


def test_a_copy_of_a_back_face_has_its_values_and_mana_value_0() -> None:
    state = {
        "cards": CARDS,
        "also": ['copy_effect(copying(1),obj("bear",0),copy("Lantern Guide",back))'],
        "players": {
            "alice": {
                "battlefield": [
                    {"card": "Llanowar Elves", "id": "bear", "counters": {"loyalty": 1}},
                    {"card": "Lantern Guide", "id": "x", "face": "back", "counters": {"loyalty": 1}},
                ]
            },
            "bob": {},
        },
    }
    found = looked_up(state, ("characteristic", 3), ("mana_value", 3))
    assert 'characteristic(obj("bear",0),name("Lantern Keeper"),0)' in found["characteristic"]
    assert 'characteristic(obj("bear",0),color(b),0)' in found["characteristic"]
    assert 'characteristic(obj("bear",0),subtype(elf),0)' not in found["characteristic"]
    assert found["mana_value"] == {'mana_value(obj("bear",0),0,0)', 'mana_value(obj("x",0),2,0)'}  # 202.3b


def test_a_copy_of_a_face_down_permanent_is_what_it_looks_like() -> None:
    found = game(
        {
            "cards": CARDS,
            "battlefield": [
                {"card": "Copier", "id": "maker"},
                {"card": "Lantern Guide", "id": "x", "face_down": True, "counters": {"charge": 1}},
            ],
        },
        [{"resolve": {"ability_of": "maker", "ability": {"cost": "tap"}}}],
    )
    (made,) = found.ends_with("made(")
    assert made.endswith(",shell)")
    assert len(found.ends_with("face_down(")) == 1  # the token is face up
