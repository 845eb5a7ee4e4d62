"""Filters, amounts and conditions as the rulebook reads them (``asp/machine``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import clingo
import pytest
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.state import State
from manaproof.solver.could_produce import rules
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session

KEPT = (Signature("view", 4), Signature("passes", 4), Signature("value", 4), Signature("met", 3))

ALICE = [
    "Forest",
    "Taiga",
    {"card": "Llanowar Elves", "id": "elves", "tapped": True},
    {"card": "Grizzly Bears", "id": "bears", "counters": {"+1/+1": 2}, "token": True},
    {"card": "Coldsteel Heart", "id": "heart", "chosen": {"color": "G"}},
    {"card": "Wild Growth", "id": "growth", "attached_to": "forest"},
]
BOB = ["Swamp", {"card": "Birds of Paradise", "id": "birds", "commander": True}, "Exotic Orchard"]
GRAVEYARD = ["Llanowar Elves", "Shock"]


def asked(ability: Mapping[str, Any], *, by: str = "asker") -> tuple[Any, dict[tuple[str, int], Any]]:
    """The ability and the answers where alice controls a permanent that has it."""
    card = CardDefinition.model_validate({"name": "Asker", "types": "Artifact", "abilities": [ability]})
    document = {
        "turn": {"number": 2, "active": "alice", "step": "precombat_main", "priority": "alice"},
        "players": {
            "alice": {"battlefield": [*ALICE, {"card": "Asker", "id": by}], "graveyard": GRAVEYARD, "life": 13},
            "bob": {"battlefield": BOB},
        },
        "cards": [card.to_data()],
    }
    state = State.parse(json.dumps(document))
    with Session(state.facts(), rules().slice(KEPT, snapshot=True)) as session:
        session.ground_through(0)
        answer = session.solve(keep=KEPT).answer
        assert answer is not None
        return next(card.abilities()), answer.symbols


def passing(filter_: Mapping[str, Any]) -> set[str]:
    """The ids of what passes a filter, read by a permanent of alice."""
    ability, atoms = asked({"is": "activated", "cost": [], "effects": [{"do": "tap", "what": filter_}]})
    term = ability.effects[0].what.term()
    return {
        a.arguments[2].arguments[0].string for a in _seen(atoms["passes", 4], term, atoms) if _at_beat(a.arguments[3])
    }


def amount(value: Any) -> int | None:
    """What an amount comes to; None where nothing defines it."""
    ability, atoms = asked({"is": "activated", "cost": [], "effects": [{"do": "draw", "amount": value}]})
    found = {a.arguments[2].number for a in _seen(atoms["value", 4], ability.effects[0].amount.term(), atoms)}
    assert len(found) <= 1
    return found.pop() if found else None


def met(condition: Mapping[str, Any]) -> bool:
    """Whether a condition is met."""
    ability, atoms = asked({"is": "activated", "cost": [], "effects": [], "only_if": condition})
    return bool(list(_seen(atoms["met", 3], ability.only_if.term(), atoms)))


def _seen(found: Iterable[clingo.Symbol], term: clingo.Symbol, atoms: Mapping[Any, Any]) -> Iterable[clingo.Symbol]:
    """The atoms about a term, as seen from where the asking permanent sees it."""
    views = {
        a.arguments[2]
        for a in atoms["view", 4]
        if a.arguments[0] == term and str(a.arguments[1]) == 'obj("asker",0)' and _at_beat(a.arguments[3])
    }
    assert len(views) == 1
    return [a for a in found if a.arguments[0] == term and a.arguments[1] in views and _at_beat(a.arguments[-1])]


def _at_beat(moment: clingo.Symbol) -> bool:
    return moment.type is clingo.SymbolType.Number


@pytest.mark.parametrize(
    ("filter_", "expected"),
    [
        ({"types": ["land"]}, "forest taiga swamp exotic-orchard"),
        ({"types": ["land"], "controller": "you"}, "forest taiga"),
        ({"types": ["land"], "controller": "opponent"}, "swamp exotic-orchard"),
        ({"types": ["land"], "supertypes": ["basic"]}, "forest swamp"),
        ({"types": ["land"], "not_supertypes": ["basic"]}, "taiga exotic-orchard"),
        ({"any_subtype": ["forest", "swamp"]}, "forest taiga swamp"),
        ({"subtypes": ["forest", "mountain"]}, "taiga"),
        ({"types": ["creature"], "colors": ["G"]}, "elves bears birds"),
        ({"types": ["artifact"], "colorless": True}, "heart asker"),
        ({"types": ["artifact"], "other": True}, "heart"),
        ({"tapped": True}, "elves"),
        ({"types": ["creature"], "tapped": False}, "bears birds"),
        ({"token": True}, "bears"),
        ({"commander": True}, "birds"),
        ({"keywords": ["flying"]}, "birds"),
        ({"types": ["creature"], "counters": [{"kind": "+1/+1", "at_least": 2}]}, "bears"),
        ({"types": ["creature"], "compare": [{"what": "power", "is": "ge", "value": 1}]}, "elves bears"),
        ({"types": ["creature"], "compare": [{"what": "toughness", "is": "eq", "value": 4}]}, "bears"),
        ({"compare": [{"what": "mana_value", "is": "gt", "value": 1}]}, "bears heart"),
        ({"name": "Taiga"}, "taiga"),
        ({"ref": "this"}, "asker"),
        ({"zone": "graveyard", "types": ["creature"], "owner": "you"}, "llanowar-elves"),
        ({"zone": "graveyard", "owner": "opponent"}, ""),
        ({"types": ["creature"], "any_of": [{"keywords": ["flying"]}, {"controller": "you"}]}, "elves bears birds"),
        ({"types": ["creature"], "none_of": [{"keywords": ["flying"]}, {"tapped": True}]}, "bears"),
        ({"types": ["land"], "could_produce": ["R"]}, "taiga exotic-orchard"),
        ({"types": ["land"], "could_produce": ["B"], "controller": "you"}, ""),
    ],
    ids=str,
)
def test_filters(filter_: dict[str, Any], expected: str) -> None:
    assert passing(filter_) == set(expected.split())


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4, 4),
        ({"number": "count", "of": {"types": ["land"], "controller": "you"}}, 2),
        ({"number": "counters", "kind": "+1/+1", "on": {"types": ["creature"]}}, 2),
        ({"number": "greatest", "what": "power", "of": {"types": ["creature"]}}, 4),
        ({"number": "greatest", "what": "power", "of": {"types": ["planeswalker"]}}, 0),
        ({"number": "stat", "what": "mana_value", "of": {"ref": "this"}}, 0),
        ({"number": "stat", "what": "power", "of": {"ref": "this"}}, None),
        ({"number": "life"}, 13),
        ({"number": "life", "who": "opponent"}, 20),
        ({"number": "colors_among", "of": {"types": ["creature"]}}, 1),
        ({"number": "devotion", "to": "G"}, 3),
        ({"number": "plus", "left": 1, "right": {"number": "times", "factor": 2, "value": {"number": "life"}}}, 27),
        ({"number": "x"}, 0),
    ],
    ids=str,
)
def test_amounts(value: Any, expected: int | None) -> None:
    assert amount(value) == expected


LANDS = {"number": "count", "of": {"types": ["land"], "controller": "you"}}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"test": "compare", "left": LANDS, "is": "ge", "right": 2}, True),
        ({"test": "compare", "left": LANDS, "is": "gt", "right": 2}, False),
        ({"test": "exists", "what": {"keywords": ["flying"]}}, True),
        ({"test": "exists", "what": {"keywords": ["flying"], "controller": "you"}}, False),
        ({"test": "not", "condition": {"test": "exists", "what": {"types": ["planeswalker"]}}}, True),
        ({"test": "turn_of"}, True),
        ({"test": "turn_of", "who": "opponent"}, False),
        ({"test": "odd", "amount": LANDS}, False),
        ({"test": "timing", "only": "sorcery"}, True),
        ({"test": "all", "of": [{"test": "turn_of"}, {"test": "odd", "amount": {"number": "life"}}]}, True),
        ({"test": "all", "of": [{"test": "turn_of"}, {"test": "odd", "amount": LANDS}]}, False),
        ({"test": "any", "of": [{"test": "odd", "amount": LANDS}, {"test": "turn_of"}]}, True),
        ({"test": "entered_this_turn"}, False),
        ({"test": "unsupported", "text": "the moon is full"}, False),
        ({"test": "not", "condition": {"test": "unsupported", "text": "the moon is full"}}, False),
    ],
    ids=str,
)
def test_conditions(condition: dict[str, Any], expected: bool) -> None:
    assert met(condition) == expected


def test_a_filter_is_evaluated_once_for_all_who_see_it_alike() -> None:
    """Permanents that speak of "lands you control" look at each land once for each player, however many they are."""
    text = "players:\n  alice: {battlefield: [%s]}\n  bob: {battlefield: [%s]}\n"
    pools = ", ".join(["Reflecting Pool"] * 20)
    with Session(State.parse(text % (pools, pools)).facts(), rules().slice(KEPT, snapshot=True)) as session:
        session.ground_through(0)
        seen = [a for a in session.facts("passes", 4) if "controller(you)" in str(a.arguments[0])]
        whole = [a for a in seen if a.arguments[0].name == "and" and "zone" in str(a.arguments[0])]
        assert len(whole) == 40
