"""Card definitions: what is printed, its facts, and the library."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import clingo
import jsonschema
import pytest
from drawn import OWN_CARDS, attempt, spoilt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from manaproof.bridge.cards import CardDefinition, Face
from manaproof.bridge.errors import InputError
from manaproof.bridge.facts import definition_facts
from manaproof.bridge.library import Library, bundled, read_cards
from manaproof.bridge.schema import PUBLISHED, text
from manaproof.bridge.source import read_file, read_text
from manaproof.bridge.typeline import parse_type_line


def card(**data: Any) -> CardDefinition:
    return CardDefinition.model_validate(data)


@pytest.mark.parametrize(
    ("line", "supertypes", "types", "subtypes"),
    [
        ("Basic Land - Forest", ("basic",), ("land",), ("forest",)),
        ("Land \u2014 Urza's Power-Plant", (), ("land",), ("urzas", "power_plant")),
        (
            "Legendary Snow Creature \u2013 Time Lord Doctor",
            ("legendary", "snow"),
            ("creature",),
            ("time_lord", "doctor"),
        ),
        ("Artifact Creature-less - Golem", None, None, None),
        ("Token Creature - Saproling", (), ("creature",), ("saproling",)),
        ("Kindred Instant - Elf", (), ("kindred", "instant"), ("elf",)),
        ("Enchantment", (), ("enchantment",), ()),
        ("Emblem", (), (), ()),
    ],
)
def test_type_lines(line: str, supertypes: Any, types: Any, subtypes: Any) -> None:
    if types is None:
        with pytest.raises(ValueError, match="creature_less"):
            parse_type_line(line)
        return
    found = parse_type_line(line)
    assert (found.supertypes, found.types, found.subtypes) == (supertypes, types, subtypes)


@pytest.mark.parametrize("line", ["", "-", "Basic", "Lnd", "Forest", "Land Land", "Emblem - Elf", "Basic Basic Land"])
def test_type_lines_that_are_none(line: str) -> None:
    with pytest.raises(ValueError, match=r".;|no letter"):
        parse_type_line(line)


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        (None, 0),
        ("{0}", 0),
        ("{2}{G}{G}", 4),
        ("{X}{X}{R}", 1),
        ("{W/U}{2/B}", 3),
        ("{G/P}{G/W/P}", 2),
        ("{S}{C}", 2),
        ("{15}", 15),
        ("{C/W}", 1),
    ],
)
def test_mana_values(cost: str | None, value: int) -> None:
    assert Face(name="A", type_line="Artifact", mana_cost=cost).mana_value == value


def test_a_transforming_back_has_the_mana_value_of_its_front() -> None:
    faces = [{"name": "A", "types": "Creature", "mana_cost": "{2}{G}"}, {"name": "B", "types": "Land"}]
    assert card(layout="transform", faces=faces).mana_value("back") == 3
    assert card(layout="modal_dfc", faces=faces).mana_value("back") == 0
    assert card(layout="modal_dfc", faces=faces).mana_value() == 3


def test_printed_facts() -> None:
    druid = card(
        name="Test Druid",
        types="Legendary Creature - Elf Druid",
        mana_cost="{1}{G/W}{X}",
        power="1+*",
        toughness=2,
        color_indicator=["G", "W"],
        abilities=[{"is": "activated", "cost": "{T}", "effects": {"add": "{G}"}}],
    )
    facts = {str(fact) for fact in druid.facts}
    (ability,) = (str(fact.arguments[0]) for fact in druid.facts if fact.match("ability", 2))
    assert {fact for fact in facts if fact.startswith("printed")} == {
        f'printed("Test Druid",front,{characteristic})'
        for characteristic in (
            'name("Test Druid")',
            "mana_cost(plus(generic(1),plus(hybrid(g,w),x)))",
            "color_indicator(g)",
            "color_indicator(w)",
            "supertype(legendary)",
            "type(creature)",
            "subtype(elf)",
            "subtype(druid)",
            "power(1)",
            "toughness(2)",
            f"ability({ability},printed(1))",
        )
    }
    assert "item(plus(generic(1),plus(hybrid(g,w),x)),3,x)" in facts
    assert "layout" not in " ".join(facts)


@pytest.mark.parametrize(("power", "number"), [(3, 3), (-1, -1), ("*", 0), ("1+*", 1), ("*+2", 2), ("7-*", 7)])
def test_a_star_counts_as_zero(power: int | str, number: int) -> None:
    one = card(name="A", types="Creature", power=power, toughness=1)
    assert f'printed("A",front,power({number}))' in map(str, one.facts)


def test_an_emblem_has_abilities_and_nothing_else() -> None:
    emblem = card(**OWN_CARDS[0])
    printed = [str(fact.arguments[2]) for fact in emblem.facts if fact.match("printed", 3)]
    assert emblem.is_emblem
    assert len(printed) == len(emblem.front.abilities) > 0
    assert all(characteristic.startswith("ability(") for characteristic in printed)


def test_both_faces_are_printed() -> None:
    day = card(**OWN_CARDS[2])
    facts = set(map(str, day.facts))
    assert {'layout("Day",transform)', 'printed("Day",back,name("Night"))', 'printed("Day",front,power(1))'} <= facts
    assert day.back is not None
    assert day.back.types == ("creature",)


def test_an_adventure_is_no_back_face() -> None:
    one = card(
        layout="adventure",
        faces=[
            {"name": "A", "types": "Creature", "power": 1, "toughness": 1},
            {"name": "B", "types": "Sorcery - Adventure"},
        ],
    )
    assert one.back is None
    assert 'printed("A",adventure,name("B"))' in map(str, one.facts)


def test_tokens_a_card_creates_are_defined_with_it() -> None:
    maker = card(
        name="Maker",
        types="Land",
        abilities=[{"is": "activated", "cost": "{T}", "effects": {"do": "create_token", "token": "Elder"}}],
    )
    elder = card(
        name="Elder",
        types="Creature - Elf",
        power=1,
        toughness=1,
        abilities=[
            {"is": "triggered", "event": {"when": "enters"}, "effects": {"do": "create_token", "token": "Maker"}}
        ],
    )
    facts = definition_facts([maker], {"Maker": maker, "Elder": elder})
    assert maker.tokens == ("Elder",)
    assert 'printed("Elder",front,type(creature))' in map(str, facts)
    assert len(set(facts)) == len(facts)


def test_cards_are_written_as_they_are_read() -> None:
    for one in [*bundled().values(), *(card(**data) for data in OWN_CARDS)]:
        again = CardDefinition.model_validate(json.loads(json.dumps(one.to_data())))
        assert again == one
        assert hash(again) == hash(one)


def test_the_bundled_library() -> None:
    library = bundled()
    assert bundled() is library
    assert len(library) > 100
    assert all(key == one.key for key, one in library.items())
    assert {"Forest", "Exotic Orchard", "Reflecting Pool"} <= set(library)
    assert library.suggest("exotic orchid")[0] == "Exotic Orchard"
    assert "Exotic Orchard" in library.cure("Exotic Orchad")
    assert "cards:" in library.cure("xyzzy")
    for one in library.values():
        assert set(one.tokens) <= set(library), f"{one.key} creates a token that the library lacks"
        for fact in one.facts:
            assert clingo.parse_term(str(fact)) == fact


def test_a_state_of_cards_prevails_over_the_library() -> None:
    mine = card(name="Forest", types="Land")
    assert bundled().with_cards([mine])["Forest"] == mine
    assert bundled()["Forest"] != mine
    assert repr(Library([mine])) == "<Library of 1 cards>"


BAD_CARDS = [
    ("a: 1", "not a list of cards", 1, "name"),
    ("- name: A\n  types: Land\n- name: A\n  types: Land\n", "defined twice; first in line 1", 3, "known_as"),
    ("- name: A\n  types: Lnd\n", "'lnd' is not a card type", 2, "'Land'"),
    ("- name: A\n", "'types' is missing", 1, "types"),
    ("- name: A\n  types: Land\n  power: much\n", "neither a number", 3, "'1+*'"),
    ("- name: A\n  types: Land\n  mana_cost: 2G\n", "not a mana cost", 3, "{2}{G}"),
    ("- name: A\n  tpes: Land\n  types: Land\n", "unknown field 'tpes'", 2, "'types'"),
    ("- name: A\n  types: Land\n  layout: transform\n", "1 faces", 1, "modal_dfc"),
    ("- layout: sideways\n  faces: [{name: A, types: Land}]\n", "'sideways' is not allowed", 1, "transform"),
    ("- faces: []\n", "too short", 1, "write"),
    ("- name: A\n  types: Land\n  abilities:\n    - is: activatd\n", "'activatd' is not allowed", 4, "'activated'"),
    ("- name: A\n  types: Land\n  abilities:\n    - cost: '{T}'\n", "'is' is missing", 4, "add 'is"),
    (
        "- name: A\n  types: Land\n  abilities:\n    - {is: keyword, keyword: flying,\n       numbr: 1}\n",
        "'numbr'",
        5,
        "'number'",
    ),
    (
        "- name: A\n  types: Land\n  abilities:\n    - is: activated\n      cost: '{T}'\n      effects:\n"
        "        add: '{Q}'\n",
        "{Q} cannot be added",
        7,
        "write",
    ),
    (
        "- name: A\n  types: Land\n  abilities:\n    - is: activated\n      cost: '{T}'\n      effects:\n        add:\n"
        "          palette: {types: could_produce, by: {typs: [land]}}\n",
        "unknown field 'typs'",
        8,
        "types",
    ),
    (
        "- name: A\n  types: Land\n  abilities:\n    - is: static\n      changes:\n        - {change: set_colours}\n",
        "'set_colours' is not allowed",
        6,
        "'set_colors'",
    ),
    ("- name: A\n  types: Land\n  loyalty: 99999999999\n", "too large", 3, "up to"),
    ("- name: ''\n  types: Land\n", "empty", 1, "write"),
    ("- 3\n", "3 is not a mapping", 1, "name: value"),
]


@pytest.mark.parametrize(("text_", "what", "line", "cure"), BAD_CARDS)
def test_bad_cards(text_: str, what: str, line: int, cure: str) -> None:
    with pytest.raises(InputError) as caught:
        read_cards(read_text(text_, source="cards.yaml"))
    assert any(
        what in problem.what and cure in problem.cure and (problem.source, problem.line) == ("cards.yaml", line)
        for problem in caught.value.problems
    ), str(caught.value)


def test_every_bad_card_is_told() -> None:
    with pytest.raises(InputError) as caught:
        read_cards(read_text("- name: A\n  types: Lnd\n- name: B\n  types: Land\n  lyalty: 1\n- 3\n"))
    assert [problem.line for problem in caught.value.problems] == [2, 5, 6]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(spoilt(st.sampled_from([one.to_data() for one in bundled().values()])))
def test_spoilt_cards_raise_nothing_but_an_input_error(data: Any) -> None:
    cards, problems = attempt(lambda: read_cards(read_text(json.dumps([data]))))
    assert all(problem.line and problem.cure for problem in problems)
    assert problems or definition_facts(cards or (), {})


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_published_schemas_are_up_to_date(root: Path, name: str) -> None:
    made = PUBLISHED[name]()
    jsonschema.Draft202012Validator.check_schema(made)
    published = json.loads((root / "bridge" / "schemas" / name).read_text(encoding="utf-8"))
    assert json.loads(text(made)) == published, "write them anew with: python -m manaproof.bridge.schema"


def test_every_bundled_card_is_valid_by_the_schema(root: Path) -> None:
    validator = jsonschema.Draft202012Validator(PUBLISHED["cards.json"]())
    files = sorted((root / "scenarios" / "cards").glob("*.yaml"))
    assert files
    for file in files:
        assert [error.message for error in validator.iter_errors(read_file(file).data)] == [], file.name


@pytest.mark.parametrize(
    "data",
    [
        {"name": "A", "types": "Land", "abilities": [{"is": "activatd"}]},
        {"name": "A", "types": "Land", "abilities": [{"cost": "{T}", "effects": {"add": "{G}"}}]},
        {"name": "A", "types": "Land", "abilities": [{"is": "activated", "cost": "{T}", "effects": {"ad": "{G}"}}]},
        {"name": "A", "types": "Land", "powr": 1},
        {"name": "A"},
        {"layout": "normal", "faces": [{"name": "A", "types": "Land"}]},
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(data: Any) -> None:
    validator = jsonschema.Draft202012Validator(PUBLISHED["cards.json"]())
    assert not validator.is_valid([data])
