"""Keywords and keyword actions that many texts use (CR 701, 702)."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from combats import creature, declarations, sets, state
from manaproof.bridge.state import State
from manaproof.solver.book import Book
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session
from played import game, looked_up

LAND = "Land - Swamp"


def attackers(name: str) -> list[str]:
    return [f'attacking({{{name}}},"bob")', f'against({{{name}}},"bob")', "attackers_came"]


def board(*permanents: dict[str, Any]) -> State:
    return state("declare_blockers", *permanents, also=attackers("x"))


def limit(how: str, whom: dict[str, Any]) -> dict[str, Any]:
    """A static ability that limits blocks."""
    return {"is": "static", "changes": [{"change": "block_limit", "how": how, "whom": whom}]}


BLOCKS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], str]] = {
    "702.36b fear": (
        creature("x", keywords=["fear"]),
        [
            creature("a", of="bob"),
            creature("b", of="bob", types="Artifact Creature - Golem"),
            creature(
                "c", of="bob", abilities=[{"is": "static", "changes": [{"change": "set_colors", "colors": ["B"]}]}]
            ),
        ],
        "bc",
    ),
    "702.13b intimidate": (
        creature(
            "x",
            keywords=["intimidate"],
            abilities=[{"is": "static", "changes": [{"change": "set_colors", "colors": ["G"]}]}],
        ),
        [
            creature("a", of="bob"),
            creature("b", of="bob", types="Artifact Creature - Golem"),
            creature(
                "c", of="bob", abilities=[{"is": "static", "changes": [{"change": "set_colors", "colors": ["G"]}]}]
            ),
            creature(
                "d", of="bob", abilities=[{"is": "static", "changes": [{"change": "set_colors", "colors": ["B"]}]}]
            ),
        ],
        "bc",
    ),
    "702.28b shadow is blocked by shadow alone": (
        creature("x", keywords=["shadow"]),
        [creature("a", of="bob"), creature("b", of="bob", keywords=["shadow"])],
        "b",
    ),
    "702.28b shadow blocks shadow alone": (
        creature("x"),
        [creature("a", of="bob"), creature("b", of="bob", keywords=["shadow"])],
        "a",
    ),
    "702.31b horsemanship": (
        creature("x", keywords=["horsemanship"]),
        [creature("a", of="bob"), creature("b", of="bob", keywords=["horsemanship"])],
        "b",
    ),
    "702.31b horsemanship blocks anything": (
        creature("x"),
        [creature("b", of="bob", keywords=["horsemanship"])],
        "b",
    ),
    "509.1b can't be blocked by a kind": (
        creature("x", abilities=[limit("blocked_by", {"compare": [{"what": "power", "is": "ge", "value": 3}]})]),
        [creature("a", 3, 3, of="bob"), creature("b", 2, 2, of="bob")],
        "b",
    ),
    "509.1b can't be blocked except by a kind": (
        creature("x", abilities=[limit("blocked_except_by", {"keywords": ["haste"]})]),
        [creature("a", of="bob"), creature("b", 2, 2, ["haste"], of="bob")],
        "b",
    ),
    "509.1b can block only a kind": (
        creature("x"),
        [creature("a", of="bob"), creature("b", of="bob", abilities=[limit("blocks_only", {"keywords": ["flying"]})])],
        "a",
    ),
    "509.1b can block that kind": (
        creature("x", keywords=["flying"]),
        [
            creature("a", of="bob"),
            creature("b", 2, 2, ["reach"], of="bob", abilities=[limit("blocks_only", {"keywords": ["flying"]})]),
        ],
        "b",
    ),
    "702.118b skulk": (
        creature("x", 2, 2, ["skulk"]),
        [creature("a", 3, 3, of="bob"), creature("b", 2, 2, of="bob")],
        "b",
    ),
    "702.14c swampwalk with a swamp": (
        creature("x", keywords=["swampwalk"]),
        [creature("a", of="bob"), creature("land", of="bob", types="Land - Swamp")],
        "",
    ),
    "702.14c swampwalk without": (
        creature("x", keywords=["swampwalk"]),
        [
            creature("a", of="bob"),
            creature("land", of="bob", types="Land - Forest"),
            creature("own", types="Land - Swamp"),
        ],
        "a",
    ),
    "702.14c nonbasic landwalk": (
        creature("x", keywords=["nonbasic_landwalk"]),
        [creature("a", of="bob"), creature("land", of="bob", types="Land - Gate")],
        "",
    ),
    "702.14c nonbasic landwalk and a basic land": (
        creature("x", keywords=["nonbasic_landwalk"]),
        [creature("a", of="bob"), creature("land", of="bob", types="Basic Land - Forest")],
        "a",
    ),
    "702.14c legendary landwalk": (
        creature("x", keywords=["legendary_landwalk"]),
        [creature("a", of="bob"), creature("land", of="bob", types="Legendary Land")],
        "",
    ),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_who_can_block(name: str) -> None:
    attacker, others, can = BLOCKS[name]
    single = {frozenset(one) for one in declarations(board(attacker, *others)) if len(one) < 2}
    assert single == sets("", *(f"{one}>x" for one in can))


def aiming(keyword: str, of: str) -> set[str]:
    """What a spell of alice's could target beside the plain creature b of bob's."""
    bolt = {
        "name": "Dart",
        "types": "Instant",
        "abilities": [
            {
                "is": "spell",
                "targets": [{"what": {"types": ["creature"]}}],
                "effects": [{"do": "damage", "amount": 1, "to": {"ref": "target"}}],
            }
        ],
    }
    made = {
        "name": "Ward",
        "types": "Creature - Elf",
        "power": 1,
        "toughness": 1,
        "abilities": [{"is": "keyword", "keyword": keyword}],
    }
    plain = {"name": "Plain", "types": "Creature - Elf", "power": 1, "toughness": 1}
    table: dict[str, Any] = {"alice": {"battlefield": []}, "bob": {"battlefield": [{"card": "Plain", "id": "b"}]}}
    table[of]["battlefield"].append({"card": "Ward", "id": "w"})
    found = looked_up(
        {
            "cards": [bolt, made, plain],
            "players": table,
            "stack": [{"card": "Dart", "id": "dart", "controller": "alice", "targets": ["b"]}],
        },
        ("legal_target", 4),
    )
    return {one.split('obj("')[2][0] for one in found["legal_target"]}


@pytest.mark.parametrize(
    ("keyword", "of", "targets"),
    [
        ("hexproof", "bob", {"b"}),
        ("hexproof", "alice", {"b", "w"}),
        ("shroud", "bob", {"b"}),
        ("shroud", "alice", {"b"}),
        ("reach", "bob", {"b", "w"}),
    ],
)
def test_what_can_be_targeted(keyword: str, of: str, targets: set[str]) -> None:
    """CR 702.11b, 702.18a."""
    assert aiming(keyword, of) == targets


def sorcery(*effects: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": "Rite",
        "types": "Sorcery",
        "mana_cost": "{G}",
        "abilities": [{"is": "spell", "effects": list(effects)}],
    }


def cast(effects: list[dict[str, Any]], answers: dict[str, Any] | None = None, **alice: Any) -> set[str]:
    """The end of a game in which alice casts a sorcery with these effects and it resolves."""
    hand = [{"card": "Rite", "id": "rite"}, *alice.pop("hand", [])]
    found = game(
        {
            "cards": [sorcery(*effects)],
            "players": {"alice": {"mana": {"G": 1}, "hand": hand, **alice}, "bob": {}},
            "turn": {"step": "precombat_main"},
        },
        [{"cast": {"of": "rite"}}, "pass"],
        answers,
    )
    return found.end


def zones(end: set[str], name: str) -> str:
    """The zone in which a card is."""
    (found,) = {one.split("),", 1)[1][:-1] for one in end if one.startswith(f'zone(obj("{name}",')}
    return found


def test_mill_moves_cards_from_the_top() -> None:
    """CR 701.17a."""
    library = [{"card": "Forest", "id": one} for one in ("first", "second", "third")]
    end = cast([{"do": "mill", "amount": 2}], library=library)
    assert [zones(end, one) for one in ("first", "second", "third")] == [
        'graveyard("alice")',
        'graveyard("alice")',
        'library("alice")',
    ]


def test_mill_takes_as_many_as_there_are() -> None:
    """CR 701.17b."""
    end = cast([{"do": "mill", "amount": 5}], library=[{"card": "Forest", "id": "first"}])
    assert zones(end, "first") == 'graveyard("alice")'


def test_discard_is_the_players_choice() -> None:
    """CR 701.9b."""
    hand = [{"card": "Forest", "id": "a"}, {"card": "Forest", "id": "b"}, {"card": "Forest", "id": "c"}]
    end = cast([{"do": "discard", "amount": 2}], hand=hand)
    assert sorted(zones(end, one) for one in "abc") == ['graveyard("alice")', 'graveyard("alice")', 'hand("alice")']


@pytest.mark.parametrize("amount", ["hand", 3])
def test_discard_takes_as_many_as_there_are(amount: object) -> None:
    """CR 701.9a."""
    end = cast([{"do": "discard", "amount": amount}], hand=[{"card": "Forest", "id": "a"}])
    assert zones(end, "a") == 'graveyard("alice")'


def test_prowess() -> None:
    """CR 702.108a."""
    monk = {
        "name": "Monk",
        "types": "Creature - Monk",
        "power": 1,
        "toughness": 1,
        "abilities": [{"is": "keyword", "keyword": "prowess"}],
    }
    found = game(
        {
            "cards": [monk, sorcery({"do": "gain_life", "amount": 1})],
            "players": {
                "alice": {
                    "mana": {"G": 1},
                    "hand": [{"card": "Rite", "id": "rite"}],
                    "battlefield": [{"card": "Monk", "id": "m"}],
                },
                "bob": {},
            },
            "turn": {"step": "precombat_main"},
        },
        [{"cast": {"of": "rite"}}, "pass", "pass"],
    )
    assert any(one.startswith("affected(") and 'obj("m",0)' in one for one in found.end)
    assert 'life("alice",21)' in found.end


def test_devoid() -> None:
    """CR 702.114a: colorless, whatever its cost says."""
    drone = {
        "name": "Drone",
        "types": "Creature - Eldrazi",
        "mana_cost": "{R}",
        "power": 1,
        "toughness": 1,
        "abilities": [{"is": "keyword", "keyword": "devoid"}],
    }
    plain = {**drone, "name": "Plain", "abilities": []}
    found = looked_up(
        {"cards": [drone, plain], "players": {"alice": {"battlefield": ["Drone", "Plain"]}, "bob": {}}},
        ("characteristic", 3),
    )["characteristic"]
    assert 'characteristic(obj("plain",0),color(r),0)' in found
    assert not any(one.startswith('characteristic(obj("drone",0),color(') and one.endswith(",0)") for one in found)


def test_cycling() -> None:
    """CR 702.29a: from the hand, for its cost and the card itself, a card is drawn."""
    card = {
        "name": "Cycler",
        "types": "Creature - Elf",
        "power": 1,
        "toughness": 1,
        "mana_cost": "{7}",
        "abilities": [{"is": "keyword", "keyword": "cycling", "cost": "{2}"}],
    }
    table = {"mana": {"G": 2}, "hand": ["Cycler"], "battlefield": [{"card": "Cycler", "id": "other"}]}
    found = looked_up(
        {
            "cards": [card],
            "players": {"alice": table, "bob": {}},
            "turn": {"step": "precombat_main", "priority": "alice"},
        },
        ("can_activate", 4),
        ("cost", 3),
        ("instruction", 3),
    )
    (activated,) = found["can_activate"]
    ability = activated.split(",")[3]
    assert activated == f'can_activate("alice",obj("cycler",0),{ability},0)'
    costs = {one.split(",", 2)[2][:-1] for one in found["cost"] if ability in one}
    assert costs == {"mana(generic(2))", "discard(and(ref(this),zone(hand)),1)"}
    assert f"instruction({ability},1,draw(1,you))" in found["instruction"]


def test_scry_puts_cards_on_top_and_on_the_bottom() -> None:
    """CR 701.22a: any number on the bottom, the rest on top, each in any order."""
    table = {"library": [{"card": "Forest", "id": one} for one in "abc"]}
    resolving = State.parse(
        json.dumps(
            {
                "cards": [sorcery({"do": "scry", "amount": 2})],
                "players": {"alice": table, "bob": {}},
                "stack": [{"card": "Rite", "id": "rite", "controller": "alice"}],
                "turn": {"step": "precombat_main", "active": "alice"},
                "also": ['doing(resolve(obj("rite",0),1))'],
            }
        )
    )
    orders: set[str] = set()
    held = (Signature("holds", 2),)
    steps = ["script_step(1)", "script(1,free_until(any))", "x_bound(0)"]
    with Session([*resolving.facts(), *steps], Book.bundled().slice(held)) as session:
        session.prune()
        session.ground_through(1)
        session.add("#defined impossible/3.\n:- impossible(_, _, _).")
        session.control.configuration.solve.models = 0
        with session.control.solve(yield_=True) as handle:
            for model in handle:
                places = {}
                for symbol in model.symbols(atoms=True):
                    found = re.fullmatch(r'holds\(position\(obj\("([abc])",0\),(-?\d+)\),1\)', str(symbol))
                    if found:
                        places[found[1]] = int(found[2])
                orders.add("".join(sorted(places, key=lambda name: places[name])))
    assert orders == {"abc", "bac", "acb", "bca", "cab", "cba"}


def test_equip() -> None:
    """CR 702.6a, 701.3a, 613.7e: from one creature to another, for its cost, as a sorcery."""
    blade = {
        "name": "Blade",
        "types": "Artifact - Equipment",
        "abilities": [
            {"is": "keyword", "keyword": "equip", "cost": "{1}"},
            {
                "is": "static",
                "affects": {"ref": "attached"},
                "changes": [{"change": "modify_power_toughness", "power": 2, "toughness": 0}],
            },
        ],
    }
    elf = {"name": "Elf", "types": "Creature - Elf", "power": 1, "toughness": 1}
    found = game(
        {
            "cards": [blade, elf],
            "players": {
                "alice": {
                    "mana": {"G": 1},
                    "battlefield": [
                        {"card": "Elf", "id": "a"},
                        {"card": "Elf", "id": "b"},
                        {"card": "Blade", "id": "blade", "attached_to": "a"},
                    ],
                },
                "bob": {"battlefield": [{"card": "Elf", "id": "c"}]},
            },
            "turn": {"step": "precombat_main"},
        },
        [{"activate": {"of": "blade", "ability": {"keyword": "equip"}}}, "pass"],
        {"target": "b"},
    )
    assert found.ends_with("attached(") == ['attached(obj("blade",0),obj("b",0))']
    assert not found.ends_with('timestamp(obj("blade",0),0)')
    (stamp,) = found.ends_with('timestamp(obj("blade"')
    assert int(stamp.rsplit(",", 1)[1][:-1]) > 0


@pytest.mark.parametrize(("who", "amount", "left"), [("you", 2, 1), ("you", 5, 0), ("opponent", 1, 3)])
def test_sacrificing_some_is_the_players_choice(who: str, amount: int, left: int) -> None:
    """CR 701.21a: permanents they control, as many as there are."""
    effect = {"do": "sacrifice_some", "what": {"types": ["land"]}, "amount": amount, "who": who}
    end = cast([effect], battlefield=[{"card": "Forest", "id": one} for one in "abc"])
    assert [zones(end, one) for one in "abc"].count("battlefield") == left
