"""What boards of real texts could produce: two engines, one answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from manaproof.bridge.library import bundled
from manaproof.bridge.oracle.coverage import coverage
from manaproof.bridge.oracle.mana import mana_table
from manaproof.bridge.oracle.store import Store
from manaproof.bridge.oracle.stored import stored_definition
from manaproof.bridge.reading import read_state
from manaproof.bridge.source import read_text
from manaproof.solver.could_produce import could_produce
from manaproof.solver.z3engine.engine import could_produce_z3

COULD = "{T}: Add one mana of any type that a land you control could produce."
EMBER = "If a land is tapped for mana, it produces {R} instead of any other type."
HERD = "{T}: Add {G} for each creature you control."
TEXTS = [
    ("Echo Basin", "Land", COULD),
    ("Frost Vent", "Land", "{T}: Add {U}."),
    ("Gold Spring", "Land", 'Lands you control have "{T}: Add {W}."'),
    ("Ember Law", "Enchantment", EMBER),
    ("Odd Vent", "Land", "{T}: Add {B} if the moon is up."),
    ("Herd Stone", "Artifact", HERD),
    ("Map Stone", "Artifact", "{T}: Add {C} for each basic land type among lands you control."),
    ("Twin Stone", "Artifact", "{T}: Add {B} for each artifact you control named ~."),
    (
        "Prism Stone",
        "Artifact",
        "{T}: For each color among monocolored permanents you control, add one mana of that color.",
    ),
    ("War Stone", "Artifact", "{T}: Add {W} for each attacking creature."),
    ("Charm Stone", "Artifact", "When ~ enters, choose one \u2014 \u2022 Add {R}. \u2022 Draw a card."),
]
CARDS = [{"name": name, "layout": "normal", "type_line": line, "oracle_text": text} for name, line, text in TEXTS]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))
    stored_definition.cache_clear()
    file = tmp_path / "bulk.json"
    file.write_text(json.dumps(CARDS), encoding="utf-8")
    coverage(file, jobs=1)
    return Store()


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (["Echo Basin"], [""]),
        (["Echo Basin", "Frost Vent"], ["U", "U"]),
        (["Echo Basin", "Frost Vent", "Gold Spring"], ["UW", "UW", "W"]),
        (["Frost Vent", "Ember Law", "Echo Basin"], ["R", "", "R"]),
        (["Herd Stone"], [""]),
        (["Map Stone", "Twin Stone", "Prism Stone", "Charm Stone"], ["", "B", "", "R"]),
        (["War Stone"], [""]),
    ],
)
def test_both_engines_read_texts_alike(store: Store, board: list[str], expected: list[str]) -> None:
    document = read_text(json.dumps({"players": {"alice": {"battlefield": board}, "bob": {}}}), source="board")
    state = read_state(document, library=bundled())
    for produced in (could_produce_z3(state), could_produce(state)):
        assert ["".join(sorted(types)) for types in produced.types.values()] == [
            "".join(sorted(one)) for one in expected
        ]
        assert not produced.unsupported


def test_a_text_that_is_not_understood_is_named_by_both_engines(store: Store) -> None:
    document = read_text(json.dumps({"players": {"alice": {"battlefield": ["Odd Vent"]}, "bob": {}}}), source="board")
    state = read_state(document, library=bundled())
    for produced in (could_produce_z3(state), could_produce(state)):
        assert any("if the moon is up" in one for one in produced.unsupported)


def test_the_table_of_mana_says_what_each_could_produce_alone(store: Store) -> None:
    rows = {row["name"]: row for row in mana_table(None, 1)}
    assert rows["Frost Vent"] == {"name": "Frost Vent", "types": ["U"], "depends": [], "unsupported": []}
    assert rows["Echo Basin"]["types"] == []
    assert rows["Echo Basin"]["depends"] == ["what others could produce", "other objects"]
    assert rows["Odd Vent"]["unsupported"]
