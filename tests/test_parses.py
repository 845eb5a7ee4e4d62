"""Our reading of Oracle texts held to phase's, on invented cards."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.engines import phase_parses
from manaproof.bridge.engines.bulk import mtgjson
from manaproof.bridge.engines.phase_parses import Parses, compare, differing
from manaproof.bridge.errors import InputError, Problem
from manaproof.bridge.oracle.store import Store

CREATURE = "Creature \u2014 Elf Scout"
ALIKE = [
    ("Reed Elf", CREATURE, "Vigilance, reach\n{1}{G}, {T}, Sacrifice another creature: Draw two cards."),
    (
        "Tithe Elf",
        CREATURE,
        "Whenever a creature an opponent controls dies, you may pay {2}. If you do, you gain 3 life.",
    ),
    ("Gale Elf", CREATURE, "At the beginning of your upkeep, create two 1/1 green Saproling creature tokens."),
    ("Dusk Elf", CREATURE, "When ~ dies, return up to one target creature card from your graveyard to your hand."),
    ("Moss Elf", CREATURE, "Other Elves you control get +1/+1 and have trample."),
    ("Rain Elf", CREATURE, "{2}: ~ gets +1/-1 until end of turn. Activate only once each turn."),
    ("Calm Grove", "Land", "~ enters tapped.\n{T}: Add {G} or {U}."),
    ("Odd Blast", "Instant", "~ deals 4 damage to any target. You lose 2 life."),
    ("Slow Fall", "Sorcery", "Destroy target creature with power 4 or greater."),
    (
        "Deep Find",
        "Sorcery",
        "Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.",
    ),
    (
        "Two Roads",
        "Instant",
        "Choose one \u2014\n\u2022 Target player discards two cards.\n\u2022 Tap target creature.",
    ),
    ("Iron Ring", "Artifact \u2014 Equipment", "Equipped creature gets +2/+0.\nEquip {2}"),
    ("Green Veil", "Enchantment \u2014 Aura", "Enchant creature\nEnchanted creature can't be blocked."),
]
KEYWORDS = {"Reed Elf": ["Vigilance", "Reach"], "Green Veil": ["Enchant"]}
"""What Scryfall lists beside the text, from which phase takes lines of keywords."""

PHASE_SEES_NO_TARGET = (
    "Fond Elf",
    CREATURE,
    "When ~ enters, return another target creature you control to its owner's hand.",
)
NOT_OURS = ("Moon Elf", CREATURE, "Flibbertigibbet the moon.")


def cards(*texts: tuple[str, str, str]) -> list[dict[str, Any]]:
    found = []
    for name, line, text in texts:
        card = {"name": name, "layout": "normal", "mana_cost": "{1}{G}", "type_line": line, "oracle_text": text}
        size = {"power": "1", "toughness": "1"} if "Creature" in line else {}
        card |= {"keywords": KEYWORDS[name]} if name in KEYWORDS else {}
        found.append({**card, **size, "oracle_text": text.replace("~", name)})
    return found


def compared(folder: Path, *texts: tuple[str, str, str]) -> Parses:
    pytest.importorskip("phase", reason="the extra 'engines' is not installed (pip install 'manaproof[engines]')")
    file = folder / "bulk.json"
    file.write_text(json.dumps(cards(*texts)), encoding="utf-8")
    found, problems = compare(file, Store(folder / "store.sqlite"), jobs=1)
    assert not problems
    return found


def test_what_both_read_alike_is_no_difference(tmp_path: Path) -> None:
    found = compared(tmp_path, *ALIKE)
    assert dict(found.groups) == {}
    assert (found.compared, found.agreeing, found.left) == (len(ALIKE), len(ALIKE), Counter())


def test_a_difference_is_told_by_its_kind_with_the_faces(tmp_path: Path) -> None:
    found = compared(tmp_path, *ALIKE, PHASE_SEES_NO_TARGET, NOT_OURS)
    assert (found.compared, found.agreeing) == (len(ALIKE) + 1, len(ALIKE))
    assert found.groups[("target", "creature other you", "")] == ["Fond Elf"]
    assert found.by_kind()["target"] == 1
    assert found.data(1)["differing"] == 1


@pytest.mark.parametrize(
    ("ours", "theirs", "apart"),
    [
        ("draw 2 you", "draw 3 you", True),
        ("draw 2 you", "draw 2 opponent", True),
        ("draw 2 you", "draw 2 that player", True),
        ("draw computed you", "draw 3 you", False),
        ("draw computed you", "draw 3 opponent", True),
        ("damage count(land you)", "damage computed", False),
    ],
)
def test_what_a_reading_leaves_open_agrees_with_what_the_other_says_there(ours: str, theirs: str, apart: bool) -> None:
    left, right = differing(Counter({("effect", ours): 1}), Counter({("effect", theirs): 1}))
    assert bool(left) is bool(right) is apart


def test_how_often_something_is_said_counts() -> None:
    once, twice = Counter({("may", "you"): 1}), Counter({("may", "you"): 2})
    assert differing(twice, once) == (once, Counter())


def test_the_command_prints_figures_and_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("phase", reason="the extra 'engines' is not installed (pip install 'manaproof[engines]')")
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))
    file = tmp_path / "bulk.json"
    file.write_text(json.dumps(cards(ALIKE[0], PHASE_SEES_NO_TARGET)), encoding="utf-8")
    with pytest.raises(SystemExit, match="0"):
        cli.main(["cards", "compare", str(file), "--jobs", "1"])
    said = capsys.readouterr().out
    assert "alike      1 of 2 (50.0 %)" in said
    assert "target: ours [creature other you] theirs []  (Fond Elf)" in said


def test_without_the_engine_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing() -> None:
        raise InputError([Problem("the engine phase is not installed", "install the engine", "--engine")])

    monkeypatch.setattr(phase_parses, "bindings", missing)
    with pytest.raises(InputError, match="not installed"):
        compare(tmp_path / "none.json")


def test_the_halves_of_a_card_with_aftermath_are_faces_with_their_texts() -> None:
    halves = [
        {"name": "Rise", "type_line": "Sorcery", "mana_cost": "{1}{B}", "oracle_text": "Draw a card."},
        {"name": "Fall", "type_line": "Sorcery", "mana_cost": "{R}", "oracle_text": "Aftermath\nYou gain 2 life."},
    ]
    (first, second) = mtgjson({"name": "Rise // Fall", "layout": "aftermath", "card_faces": halves})
    assert (first["faceName"], first["side"], first["text"]) == ("Rise", "a", "Draw a card.")
    assert (second["faceName"], second["layout"]) == ("Fall", "aftermath")
