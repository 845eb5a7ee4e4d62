"""Bulk files: whole, broken, and what is kept of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.abilities import SpellAbility
from manaproof.bridge.abilities.effects import Apply
from manaproof.bridge.engines import bulk as engines_bulk
from manaproof.bridge.errors import InputError
from manaproof.bridge.oracle.bulk import parse_bulk
from manaproof.bridge.oracle.coverage import coverage, record_of
from manaproof.bridge.oracle.faces import encoded_keywords, read_face
from manaproof.bridge.oracle.sample import sample
from manaproof.bridge.oracle.store import Store

ELF: dict[str, Any] = {
    "name": "Mossy Elf",
    "layout": "normal",
    "mana_cost": "{1}{G}",
    "type_line": "Creature \u2014 Elf Druid",
    "oracle_text": "Reach\n{T}: Add {G}.",
    "power": "1",
    "toughness": "3",
}
ODD = {**ELF, "name": "Odd Elf", "oracle_text": "Flibbertigibbet the moon."}
PLANE = {**ELF, "name": "A Plane", "layout": "planar"}
BOLT = {
    "name": "Small Bolt",
    "layout": "normal",
    "mana_cost": "{R}",
    "type_line": "Instant",
    "oracle_text": "Small Bolt deals 2 damage to any target.",
}


def data(*cards: object) -> bytes:
    return json.dumps(list(cards)).encode()


def test_cards_of_traditional_play_are_read_and_the_others_counted() -> None:
    bulk = parse_bulk(data(ELF, PLANE, BOLT), "x.json")
    assert [card.name for card in bulk.cards] == ["Mossy Elf", "Small Bolt"]
    assert bulk.outside == {"planar": 1}
    assert bulk.problems == []


def test_a_broken_card_among_good_ones_is_named() -> None:
    bulk = parse_bulk(data(ELF, {"name": "Bad", "oracle_text": 7}, 5, {"layout": "normal"}, BOLT), "x.json")
    assert [card.name for card in bulk.cards] == ["Mossy Elf", "Small Bolt"]
    assert [problem.what for problem in bulk.problems] == [
        "card 'Bad': 'oracle_text' is no text",
        "a card is an object, not int",
        "a card has no name",
    ]


def test_a_truncated_file_gives_the_cards_before_its_end() -> None:
    text = "[\n" + ",\n".join(json.dumps(card) for card in (ELF, BOLT, ODD))
    bulk = parse_bulk(text[:-40].encode(), "x.json")
    assert [card.name for card in bulk.cards] == ["Mossy Elf", "Small Bolt"]
    assert "card 'Odd Elf' is broken" in bulk.problems[0].what
    assert bulk.problems[0].line == 4
    assert bulk.problems[-1].what == "the file ends before its list does"


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"3", b"\xff\xfe", b"[" * 100_000])
def test_a_file_without_cards_is_no_bulk_file(text: bytes) -> None:
    with pytest.raises(InputError):
        parse_bulk(text, "x.json")


def test_a_huge_text_and_strange_unicode_are_read() -> None:
    huge = {**ELF, "name": "Huge", "oracle_text": "Draw a card. " * 16_000}
    strange = {**ELF, "name": "Str\u00e4nge\ud800\u0000", "oracle_text": "{T}: Add {G}.\u202e\n\U0001f600 \ud83d?"}
    bulk = parse_bulk(data(huge, strange, ELF), "x.json")
    assert len(bulk.cards) == 3
    records = [record_of(card) for card in bulk.cards]
    assert records[0]["faces"][0]["unread"] == ("a text of 208000 characters",)
    assert len(records[1]["faces"][0]["unread"]) == 1
    assert records[2]["faces"][0]["unread"] == ()
    json.dumps(records).encode("utf-8")


def test_coverage_counts_faces_and_is_kept(tmp_path: Path) -> None:
    file, store = tmp_path / "bulk.json", Store(tmp_path / "store.sqlite")
    faces = [{**ELF, "name": "Dawn"}, {**ODD, "name": "Dusk"}]
    file.write_bytes(data(ELF, ODD, BOLT, PLANE, {"name": "Dawn // Dusk", "layout": "transform", "card_faces": faces}))
    found = coverage(file, store, jobs=1).data
    assert (found["cards"], found["faces"], found["compiled"], found["playable"]) == (4, 5, 3, 3)
    assert found["mana"] == {"permanents": 2, "computed": 2, "unsupported": []}
    assert found["unsupported_lines"] == {"Flibbertigibbet the moon.": 2}
    assert found["outside"] == {"planar": 1}
    assert coverage(file, store, jobs=1).data == found
    elf = store.definition("Mossy Elf")
    assert elf is not None
    assert [type(one).__name__ for one in elf.front.abilities] == ["Keyword", "Activated"]
    assert store.encoded() == ["Mossy Elf", BOLT["name"]]
    assert store.definition("Dusk") is not None
    assert store.definition("Nobody") is None


def test_a_keyword_without_rules_is_no_part_of_what_can_be_played() -> None:
    assert {"flying", "trample", "deathtouch"} <= encoded_keywords()
    cards = parse_bulk(data({**ELF, "oracle_text": "Flying"}, {**ELF, "oracle_text": "Banding"}), "x.json").cards
    flying, banding = (read_face(card.faces[0]) for card in cards)
    assert (flying.compiled, flying.playable, flying.gaps) == (True, True, ())
    assert (banding.compiled, banding.playable, banding.gaps) == (True, False, ("keyword banding",))


def test_a_land_without_a_text_is_not_understood() -> None:
    waste, plains = {**BOLT, "type_line": "Land", "oracle_text": ""}, {**BOLT, "type_line": "Land \u2014 Plains"}
    cards = parse_bulk(data(waste, {**plains, "oracle_text": ""}), "x.json").cards
    assert [read_face(card.faces[0]).unread for card in cards] == [("a land without a text",), ()]


def test_a_layout_without_rules_is_no_part_of_what_can_be_played() -> None:
    (card,) = parse_bulk(data(BOLT), "x.json").cards
    assert read_face(card.faces[0], "split").gaps == ("the layout split",)
    tale = {**BOLT, "type_line": "Instant \u2014 Adventure"}
    (card,) = parse_bulk(data(tale), "x.json").cards
    assert read_face(card.faces[0], "adventure").gaps == ("an Adventure",)


def test_the_command_prints_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "bulk.json"
    file.write_bytes(data(ELF, ODD, {"name": "Bad", "oracle_text": 7}))
    with pytest.raises(SystemExit) as ended:
        cli.main(["cards", "coverage", str(file), "--json", "--jobs", "1"])
    assert ended.value.code == 0
    shown = capsys.readouterr()
    found = json.loads(shown.out)
    assert {"faces", "compiled", "playable", "mana", "unsupported_lines"} <= set(found)
    assert (found["faces"], found["compiled"], found["broken"]) == (2, 1, 1)
    assert "card 'Bad'" in shown.err
    with pytest.raises(SystemExit) as ended:
        cli.main(["cards", "coverage", str(tmp_path / "none.json")])
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_an_adventure_has_no_power_though_the_file_gives_it_that_of_its_creature() -> None:
    trick = {**BOLT, "type_line": "Instant \u2014 Adventure", "power": "1", "toughness": "3"}
    (card,) = parse_bulk(data({**ELF, "layout": "adventure", "card_faces": [ELF, trick]}), "x.json").cards
    assert [(face.power, face.toughness) for face in card.faces] == [("1", "3"), (None, None)]


def test_a_sample_is_of_faces_that_are_understood_whole_and_the_same_for_a_seed(tmp_path: Path) -> None:
    file = tmp_path / "cards.json"
    file.write_bytes(data(ELF, ODD, BOLT, {**ELF, "name": "Other Elf"}, 5))
    found, problems = sample(file, 2, seed=5, jobs=1, store=Store(tmp_path / "store.db"))
    again, _ = sample(file, 2, seed=5, jobs=1, store=Store(tmp_path / "store.db"))
    assert found == again
    assert {one["name"] for one in found} < {"Mossy Elf", "Small Bolt", "Other Elf"}
    assert all(one["text"] and one["form"]["abilities"] for one in found)
    assert [problem.what for problem in problems] == ["a card is an object, not int"]


def test_what_is_wrong_with_a_bulk_file_is_told_to_who_needs_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.json"
    cut.write_bytes(data(ELF, BOLT)[:-30])
    with pytest.raises(InputError, match="is broken"):
        engines_bulk.Bulk.load(cut)
    cut.write_bytes(data(ELF, {"layout": "normal"}))
    with pytest.raises(InputError, match="a card has no name"):
        engines_bulk.Bulk.load(cut)
    with pytest.raises(SystemExit, match="0"):
        cli.main(["cards", "show", "Mossy Elf", "--from", str(cut)])
    assert "a card has no name" in capsys.readouterr().err


def test_paragraphs_with_a_target_each_are_one_ability_with_several() -> None:
    two = {
        **BOLT,
        "oracle_text": "Target creature gets -3/-0 until end of turn.\nTarget creature gets -0/-3 until end of turn.",
    }
    modes = {
        **BOLT,
        "oracle_text": "Choose one \u2014\n\u2022 Destroy target artifact.\n\u2022 Draw a card.\nTap target land.",
    }
    bulk = parse_bulk(data(two, modes), "x.json")
    face, modal = (read_face(card.faces[0]) for card in bulk.cards)
    (ability,) = face.abilities
    assert isinstance(ability, SpellAbility)
    assert [effect.to.ref for effect in ability.effects if isinstance(effect, Apply)] == ["target_1", "target_2"]
    assert modal.unread == ("Tap target land.",)
