"""Face-down permanents and manifesting (CR 708, 701.40, 116.2b)."""

from __future__ import annotations

from typing import Any

from played import game, looked_up

CARDS: list[dict[str, Any]] = [
    {
        "name": "Loud Newt",
        "types": "Creature - Newt",
        "mana_cost": "{1}{U}",
        "power": 4,
        "toughness": 4,
        "abilities": [
            {"is": "triggered", "event": {"when": "enters"}, "effects": {"do": "gain_life", "amount": 50}},
            {"is": "triggered", "event": {"when": "turned_face_up"}, "effects": {"do": "gain_life", "amount": 3}},
        ],
    },
    {
        "name": "Manifester",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "activated",
                "cost": "{T}",
                "effects": [{"do": "manifest"}, {"do": "manifest", "what": {"zone": "graveyard"}}],
            },
            {
                "is": "activated",
                "cost": [{"pay": "life", "amount": 1}],
                "effects": [
                    {"do": "turn_face_down", "what": {"types": ["creature"]}},
                    {"do": "turn_face_up", "what": {"face_down": True, "counters": [{"kind": "charge"}]}},
                ],
            },
        ],
    },
]


def test_a_face_down_permanent_is_a_two_two_and_nothing_else() -> None:
    state = {
        "cards": CARDS,
        "players": {"alice": {"battlefield": [{"card": "Loud Newt", "id": "x", "face_down": True}]}, "bob": {}},
    }
    found = looked_up(state, ("characteristic", 3), ("mana_value", 3))
    told = {c.removeprefix('characteristic(obj("x",0),').removesuffix(",0)") for c in found["characteristic"]}
    assert {"type(creature)", "power(2)", "toughness(2)"} <= told
    assert not {c for c in told if c.startswith(("name", "mana_cost", "subtype", "ability", "color"))}
    assert found["mana_value"] == {'mana_value(obj("x",0),0,0)'}


def test_manifesting_and_turning_up_for_the_mana_cost() -> None:
    found = game(
        {
            "cards": CARDS,
            "players": {
                "alice": {
                    "mana": {"U": 3},
                    "library": [{"card": "Loud Newt", "id": "top"}, "Forest"],
                    "graveyard": [{"card": "Shock", "id": "shock"}],
                },
                "bob": {},
            },
            "battlefield": [{"card": "Manifester", "id": "maker"}],
        },
        [
            {"resolve": {"ability_of": "maker", "ability": {"cost": "tap"}}},
            {"turn_face_up": {"of": "top"}},
            "pass",
            {"happens": {"turn_face_up": "shock"}},
        ],
    )
    assert {'pool("alice",u,1)', 'life("alice",23)'} <= found.end  # it didn't trigger as it entered face down (708.3)
    assert found.ends_with("face_down(") == ['face_down(obj("shock",1))']  # an instant stays face down (701.40g)
    assert 'turn_face_up(obj("shock",1))' not in found.events
    assert found.ends_with("manifested(") == ['manifested(obj("shock",1))']


def test_turning_down_spares_double_faced_permanents_and_what_is_down_already() -> None:
    found = game(
        {
            "cards": CARDS,
            "battlefield": [
                {"card": "Manifester", "id": "maker"},
                {"card": "Loud Newt", "id": "x"},
                {"card": "Kytheon, Hero of Akros", "id": "two_faced"},
                {"card": "Loud Newt", "id": "down", "face_down": True, "counters": {"charge": 1}},
            ],
        },
        [{"resolve": {"ability_of": "maker", "ability": {"without_cost": "tap"}}}],
    )
    turned = [event for event in found.events if event.startswith("turn_face_down")]
    assert turned == ['turn_face_down(obj("x",0))']  # 708.2b, 712.16
    assert found.ends_with("face_down(") == ['face_down(obj("x",0))']
    assert 'turn_face_up(obj("down",0))' in found.events
