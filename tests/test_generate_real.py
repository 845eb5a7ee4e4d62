"""States of real cards: those of the store that are encoded whole."""

import json
from pathlib import Path

import pytest
from manaproof.bridge.abilities import Keyword
from manaproof.bridge.cli import main
from manaproof.bridge.oracle import store
from manaproof.bridge.oracle.coverage import coverage
from manaproof.bridge.oracle.stored import stored_definition

CARDS = [
    {"name": "Pond Guard", "type_line": "Creature \u2014 Frog", "power": "1", "toughness": "2", "oracle_text": "Reach"},
    {"name": "Pond Giant", "type_line": "Creature \u2014 Frog", "power": "4", "toughness": "4"},
    {"name": "Pond Riddle", "type_line": "Creature \u2014 Frog", "oracle_text": "Flibbertigibbet the moon."},
]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(store, "store_path", lambda: tmp_path / "cards.sqlite")
    stored_definition.cache_clear()
    return tmp_path


def test_a_run_draws_from_the_cards_that_are_encoded(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = cache / "bulk.json"
    file.write_text(json.dumps([{"layout": "normal", "mana_cost": "{G}", **card} for card in CARDS]), "utf-8")
    coverage(file, jobs=1)
    with pytest.raises(SystemExit) as ended:
        main(["generate", "--real", "--count", "2", "--json", "--jobs", "1"])
    assert ended.value.code == 0
    states = json.loads(capsys.readouterr().out)
    assert len(states) == 2
    text = json.dumps([state["state"] for state in states])
    assert "Pond G" in text
    assert "Pond Riddle" not in text


def test_without_a_store_there_are_no_real_cards(cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["generate", "--real", "--count", "1"])
    assert ended.value.code == 2
    assert "cards coverage FILE" in capsys.readouterr().err


def test_a_token_with_abilities_is_known_by_its_words(cache: Path) -> None:
    (cache / "cards.sqlite").touch()
    found = stored_definition("1/1 white Spirit creature token with flying")
    assert found is not None
    assert [one.keyword for one in found.front.abilities if isinstance(one, Keyword)] == ["flying"]
    assert found.front.name == "Spirit Token"
    assert stored_definition("Tokens of Nothing") is None
