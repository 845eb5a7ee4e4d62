"""No subtype without its card type, and setting land types is for lands (CR 205.3d, 305.7): in both engines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from layered import look
from manaproof.bridge.state import State
from manaproof.solver.z3engine.board import board_of
from manaproof.solver.z3engine.layers import Layers


def _effect(name: str, affects: dict[str, Any], *changes: dict[str, Any]) -> dict[str, Any]:
    ability = {"is": "static", "affects": affects, "changes": list(changes)}
    return {"name": name, "types": "Enchantment", "abilities": [ability]}


FLYING = {"is": "keyword", "keyword": "flying"}
ISLANDS = {"change": "set_land_types", "subtypes": ["island"]}
CARDS = [
    {"name": "Rod", "types": "Artifact", "abilities": [FLYING]},
    {"name": "Mire", "types": "Land - Swamp", "abilities": [FLYING]},
    {"name": "Ox", "types": "Creature - Ox", "power": 2, "toughness": 2, "abilities": [FLYING]},
    _effect("All Islands", {"not_types": ["enchantment"]}, ISLANDS),
    _effect("Land Islands", {"types": ["land"]}, ISLANDS),
    _effect("All Land", {"not_types": ["enchantment"]}, {"change": "add_types", "types": ["land"]}),
    _effect("All Goblins", {"not_types": ["enchantment"]}, {"change": "add_types", "subtypes": ["goblin"]}),
    _effect("All Swamps", {"not_types": ["enchantment"]}, {"change": "add_types", "subtypes": ["swamp"]}),
    _effect("All Kinds", {"not_types": ["enchantment"]}, {"change": "add_basic_land_types"}),
    _effect("Waking", {"types": ["artifact"]}, {"change": "add_types", "types": ["creature"]}),
    _effect("Iron Land", {"types": ["land"]}, {"change": "set_types", "types": ["artifact"]}),
]


def _subtypes(*enchantments: str) -> dict[str, tuple[set[str], bool]]:
    """The subtypes of each other permanent, and whether it has its printed ability, as both engines say."""
    battlefield = [{"card": name, "id": name, "timestamp": 10 + i} for i, name in enumerate(enchantments)]
    battlefield += [{"card": name, "id": name, "timestamp": i} for i, name in enumerate(("Rod", "Mire", "Ox"))]
    text = json.dumps({"cards": CARDS, "players": {"alice": {"battlefield": battlefield}, "bob": {}}})
    seen = look(text)
    ours = {
        name: (seen.words(name, "subtype"), any("printed(" in one for one in seen.abilities(name)))
        for name in ("Rod", "Mire", "Ox")
    }
    other = dict(Layers(board_of(State.parse(text))).run())
    theirs = {
        name: (set(other[name].subtypes), any(held.origin[0] == "printed" for held in other[name].abilities))
        for name in ours
    }
    assert ours == theirs
    return ours


PLAIN: dict[str, tuple[set[str], bool]] = {"Rod": (set(), True), "Mire": ({"swamp"}, True), "Ox": ({"ox"}, True)}


@pytest.mark.parametrize(
    ("enchantments", "changed"),
    [
        ((), {}),
        (("All Islands",), {"Mire": ({"island"}, False)}),
        (("All Goblins",), {"Ox": ({"ox", "goblin"}, True)}),
        (("All Swamps",), {}),
        (("All Kinds",), {"Mire": ({"plains", "island", "swamp", "mountain", "forest"}, True)}),
        (("Waking", "All Goblins"), {"Rod": ({"goblin"}, True), "Ox": ({"ox", "goblin"}, True)}),
        (("All Goblins", "Waking"), {"Rod": ({"goblin"}, True), "Ox": ({"ox", "goblin"}, True)}),
        (
            ("All Land", "All Islands"),
            {"Rod": ({"island"}, False), "Mire": ({"island"}, False), "Ox": ({"ox", "island"}, False)},
        ),
        (
            ("All Islands", "All Land"),
            {"Rod": ({"island"}, False), "Mire": ({"island"}, False), "Ox": ({"ox", "island"}, False)},
        ),
        (
            ("All Land", "All Swamps"),
            {"Rod": ({"swamp"}, True), "Ox": ({"ox", "swamp"}, True)},
        ),
        (("Iron Land", "All Islands"), {"Mire": (set(), True)}),
    ],
)
def test_both_engines_agree(enchantments: tuple[str, ...], changed: dict[str, tuple[set[str], bool]]) -> None:
    assert _subtypes(*enchantments) == PLAIN | changed


def test_an_effect_that_sets_creature_types_leaves_the_card_types() -> None:
    """CR 205.1a: the new subtypes replace those of their kind, and the card types are untouched."""
    text = """
        players:
          alice:
            battlefield: [{card: Thing, id: x}]
            hand: [Turn to Frog]
        cards: [{name: Thing, types: Artifact Creature - Golem, power: 5, toughness: 5}]
        """
    seen = look(text, [("Turn to Frog", "x", 1)])
    assert seen.words("x", "type") == {"artifact", "creature"}
    assert seen.words("x", "subtype") == {"frog"}
    assert seen.size("x") == (1, 1)
