"""What the book does not decide has a name, and what nobody has encoded is named by its text."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
import yaml
from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.prove import prove
from manaproof.solver.rulebook_text import read_pages
from played import looked_up

CARDS = [
    {
        "name": "Warded Ox",
        "types": "Creature - Ox",
        "power": 2,
        "toughness": 2,
        "abilities": [{"is": "keyword", "keyword": "banding"}],
    },
    {
        "name": "Swift Ox",
        "types": "Creature - Ox",
        "power": 2,
        "toughness": 2,
        "abilities": [{"is": "keyword", "keyword": "haste"}],
    },
    {
        "name": "Spare Ox",
        "types": "Creature - Ox",
        "power": 2,
        "toughness": 2,
        "abilities": [{"is": "keyword", "keyword": "transmute", "cost": "{2}"}],
    },
]


@pytest.mark.parametrize(
    ("card", "zone", "undecided"),
    [
        ("Warded Ox", "battlefield", {"undecided(keyword(banding),0)"}),
        ("Swift Ox", "battlefield", set()),
        ("Spare Ox", "battlefield", set()),
        ("Spare Ox", "hand", {"undecided(keyword(transmute),0)"}),
    ],
)
def test_a_keyword_of_which_the_book_says_nothing(card: str, zone: str, undecided: set[str]) -> None:
    state: dict[str, Any] = {"cards": CARDS, "players": {"alice": {zone: [card]}, "bob": {}}}
    assert looked_up(state, ("undecided", 2))["undecided"] == undecided


def test_the_keywords_called_encoded_are_those_of_which_the_book_speaks() -> None:
    with resources.as_file(resources.files("manaproof.asp")) as folder:
        rules = {page.file: re.sub(r"%\*.*?\*%|%[^\n]*", "", page.text, flags=re.DOTALL) for page in read_pages(folder)}
    listed = set(
        re.findall(
            r"[a-z_]+", " ".join(re.findall(r"encoded_keyword\(\((.*?)\)\)\.", rules.pop("machine/undecided.lp")))
        )
    )
    spoken: set[str] = set()
    for text in rules.values():
        for words in re.findall(r"\bha[sd]_keyword\([^()]*?, *(\([^()]*\)|[a-z_]+)[,)]", text):
            spoken |= set(re.findall(r"[a-z_]+", words))
        for words in re.findall(r"(?<!is_)\bkeyword\((?:[A-Z]\w*|_), *(\([^()]*\)|[a-z_]+)\)", text):
            spoken |= set(re.findall(r"[a-z_]+", words))
    assert listed == spoken - {"t"}


def test_what_is_not_encoded_is_named_by_its_text() -> None:
    odd = {"is": "activated", "cost": "{T}", "effects": [{"do": "unsupported", "text": "Do something odd."}]}
    data = {
        "ruling": "odd",
        "restated": "-",
        "given": {
            "cards": [{"name": "Odd", "types": "Artifact", "abilities": [odd]}],
            "players": {"alice": {"battlefield": ["Odd"]}, "bob": {}},
        },
        "then": [{"never": {"lost": "bob"}}],
    }
    (scenario,) = read_scenarios(read_text(yaml.safe_dump(data), source="test"))
    result = prove(scenario)
    assert (result.verdict, result.why) == ("unsupported", "the text 'Do something odd.' is not encoded")


def test_whether_a_source_had_the_color_that_was_chosen_after_it_left() -> None:
    guarded = {
        "id": "knight",
        "is": "Creature - Knight",
        "toughness": 9,
        "abilities": [
            {"is": "replacement", "event": {"when": "enters", "what": {"ref": "this"}},
             "instead": [{"rewrite": "enters_choosing", "what": "color"}]},
            {"is": "keyword", "keyword": "protection", "what": {"chosen_color": True}},
        ],
    }  # fmt: skip
    bomb = {
        "id": "bomb",
        "is": "Artifact",
        "abilities": [
            {"is": "activated", "cost": [{"pay": "sacrifice"}],
             "effects": {"do": "damage", "amount": 2, "to": {"subtypes": ["knight"]}}}
        ],
    }  # fmt: skip
    data = {
        "ruling": "chosen late",
        "restated": "-",
        "given": {"players": {"alice": {"hand": [guarded], "battlefield": [bomb]}, "bob": {}}},
        "answers": {"color": "R"},
        "when": [{"activate": "bomb"}, {"happens": {"enter": "knight"}}, "pass"],
        "then": [{"at_end": {"damage": {"of": "knight", "is": 2}}}],
    }
    (scenario,) = read_scenarios(read_text(yaml.safe_dump(data), source="test"))
    result = prove(scenario)
    assert (result.verdict, result.why) == (
        "unsupported",
        'the book does not decide protection(obj("knight",1))',
    )


@pytest.mark.parametrize(
    ("second", "verdict"),
    [
        ([{"change": "set_power_toughness", "power": 3, "toughness": 3}], "unsupported"),
        ([{"change": "set_power_toughness", "power": 1, "toughness": 1}], "proved"),
        ([{"change": "modify_power_toughness", "power": 3, "toughness": 3}], "proved"),
    ],
)
def test_which_of_two_effects_that_came_at_once_is_the_later(second: list[dict[str, Any]], verdict: str) -> None:
    creatures = {"types": ["creature"]}
    first = [{"change": "set_power_toughness", "power": 1, "toughness": 1}]
    cards = [
        {"id": name, "is": "Artifact", "abilities": [{"is": "static", "affects": creatures, "changes": changes}]}
        for name, changes in (("a", first), ("b", second))
    ]
    caller = {
        "id": "caller",
        "is": "Enchantment",
        "abilities": [
            {
                "is": "activated",
                "cost": "{0}",
                "effects": {"do": "move", "what": {"types": ["artifact"], "zone": "graveyard"}, "to": "battlefield"},
            }
        ],
    }
    ox = {"id": "ox", "is": "Creature", "power": 2, "toughness": 2}
    data = {
        "ruling": "at once",
        "restated": "-",
        "given": {"players": {"alice": {"graveyard": cards, "battlefield": [caller, ox]}, "bob": {}}},
        "when": [{"resolve": {"ability_of": "caller"}}, "nothing"],
        "then": [{"at_end": [{"on_battlefield": "a"}, {"on_battlefield": "b"}]}],
    }
    (scenario,) = read_scenarios(read_text(yaml.safe_dump(data), source="test"))
    result = prove(scenario)
    assert result.verdict == verdict
    assert result.why == ('the book does not decide timestamps(obj("ox",0))' if verdict == "unsupported" else None)


@pytest.mark.parametrize(("cost", "verdict"), [("sacrifice", "unsupported"), ("tap", "proved")])
def test_a_copy_of_what_has_left(cost: str, verdict: str) -> None:
    copier = {"is": "activated", "cost": [{"pay": cost}], "effects": [{"do": "create_copy", "of": {"ref": "this"}}]}
    scenario = {
        "ruling": "a copy of this",
        "restated": "A token that is a copy of what has left is one of it as it last was.",
        "cites": ["707.2"],
        "given": {
            "turn": {"number": 2, "active": "alice"},
            "players": {"alice": {}, "bob": {}},
            "battlefield": [{"id": "ox", "is": "Creature - Ox", "power": 2, "toughness": 2, "abilities": [copier]}],
        },
        "when": [{"activate": "ox"}, {"until": "stack_empty"}],
        "then": [{"at_end": {"asp": "2 = #count { O : holds(zone(O, battlefield), t) }"}}],
    }
    (read,) = read_scenarios(read_text(yaml.safe_dump(scenario), source="the copy"))
    assert prove(read).verdict == verdict
