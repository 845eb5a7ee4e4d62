"""Color identity (CR 903.4), by its text and against the printed cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from manaproof.bridge.library import bundled
from manaproof.solver.session import snapshot
from played import looked_up

COLORS = "WUBRG"


def identity(*cards: dict[str, Any]) -> dict[str, str]:
    """The color identity of each card, by name, in the order WUBRG."""
    names = [card.get("name") or card["faces"][0]["name"] for card in cards]
    state = {"cards": list(cards), "players": {"alice": {"hand": names}, "bob": {}}}
    found = looked_up(state, ("identity", 2))["identity"]
    return {name: "".join(c for c in COLORS if f'identity("{name}",{c.lower()})' in found) for name in names}


def one(
    name: str, cost: str | None = None, abilities: list[dict[str, Any]] | None = None, **more: Any
) -> dict[str, Any]:
    """A card of one face."""
    types = more.pop("types", "Artifact")
    return {"name": name, "types": types, **({"mana_cost": cost} if cost else {}), "abilities": abilities or [], **more}


def test_where_the_colors_are_found() -> None:
    tap = {"is": "activated", "cost": "{T}"}
    assert identity(
        one("Cost", "{1}{W/U}"),
        one("Paid", "{1}", [{"is": "activated", "cost": "{B}, {T}", "effects": {"do": "draw"}}]),
        one("Added", "{1}", [{**tap, "effects": {"add": "{R} or {G}"}}]),
        one("Phyrexian", "{1}", [{"is": "activated", "cost": "{G/P}", "effects": {"do": "draw"}}]),
        one("Any", "{1}", [{**tap, "effects": {"add": {"palette": "color"}}}]),
        one(
            "Later",
            "{1}",
            [{**tap, "effects": [{"do": "may", "effects": [{"do": "pay_mana", "cost": "{U}"}, {"do": "draw"}]}]}],
        ),
        one(
            "Quoted",
            "{1}",
            [
                {
                    "is": "static",
                    "affects": {"types": ["land"]},
                    "changes": [{"change": "gain_ability", "ability": {**tap, "effects": {"add": "{W}"}}}],
                }
            ],
        ),
        one(
            "Instead",
            "{1}",
            [
                {
                    "is": "replacement",
                    "event": {"when": "tapped_for_mana"},
                    "instead": [{"rewrite": "mana_type", "to": "B"}],
                }
            ],
        ),
        one("Indicated", color_indicator=["R"]),
        one("Unwritten", "{1}", [{"is": "unsupported", "text": "pay {G} or lose"}]),
        one("Wood", types="Basic Land - Forest"),
    ) == {
        "Cost": "WU",
        "Paid": "B",
        "Added": "RG",
        "Phyrexian": "G",
        "Any": "",
        "Later": "U",
        "Quoted": "W",
        "Instead": "B",
        "Indicated": "R",
        "Unwritten": "G",
        "Wood": "",
    }


def test_both_faces_count() -> None:
    card = {
        "layout": "transform",
        "faces": [
            {"name": "Lordly Guide", "types": "Planeswalker - Guide", "mana_cost": "{2}{U}", "loyalty": 3},
            {"name": "Lordly Beast", "types": "Creature - Beast", "color_indicator": ["G"], "power": 3, "toughness": 3},
        ],
    }
    assert identity(card) == {"Lordly Guide": "UG"}


def test_the_library_agrees_with_the_printed_cards(data_folder: Path) -> None:
    printed: dict[str, set[str]] = {}
    for card in json.loads((data_folder / "oracle-cards.json").read_text(encoding="utf-8")):
        if card.get("layout") not in ("token", "double_faced_token", "art_series", "emblem"):
            printed.setdefault(card["name"].split(" // ")[0], set(card["color_identity"]))
    library = {key: card for key, card in bundled().items() if key in printed}
    facts = {fact for card in library.values() for fact in card.facts}
    found = snapshot([*facts, "reading(basic_land_types)"], [("identity", 2)]).atoms("identity", 2)
    ours: dict[str, set[str]] = {key: set() for key in library}
    for symbol in found:
        name = symbol.arguments[0].string if symbol.arguments[0].type.name == "String" else ""
        if name in ours:
            ours[name].add(symbol.arguments[1].name.upper())
    encoded = {key for key, card in library.items() if not any("unsupported" in str(fact) for fact in card.facts)}
    assert len(encoded) > 300
    assert {key: ours[key] for key in encoded if ours[key] != printed[key]} == {}
