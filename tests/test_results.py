"""Results kept by content: recalled while nothing changed, and never otherwise."""

from pathlib import Path

import pytest
from manaproof.bridge.scenario import Scenario, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver import results, rulings

TEXT = """
ruling: a land is not there twice
restated: {restated}
cites: ["305.6"]
given:
  players:
    alice:
      battlefield: [Forest]
then:
  - says: The Forest is on the battlefield.
    at_start: {claim}
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))


def scenario(restated: str = "One is one.", claim: str = "{on_battlefield: forest}") -> Scenario:
    (one,) = read_scenarios(read_text(TEXT.format(restated=restated, claim=claim)))
    return one


def rows(*scenarios: Scenario, **more: float) -> list[rulings.Row]:
    return list(rulings.prove_all(scenarios, cached=True, **more))  # type: ignore[arg-type]


def test_a_second_run_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    (first,) = rows(scenario())
    assert first.data["verdict"] == "proved"
    assert "cached" not in first.data

    def never(*_: object) -> rulings.Row:
        raise AssertionError("this was proved already")

    monkeypatch.setattr(rulings, "prove_one", never)
    (second,) = rows(scenario())
    assert second.data == {**first.data, "cached": True}
    assert (second.expected, second.told) == (first.expected, first.told)
    with pytest.raises(AssertionError):
        rows(scenario("Another one."))


def test_code_and_rules_count(monkeypatch: pytest.MonkeyPatch) -> None:
    rows(scenario())
    assert results.recall(scenario().document.data) is not None
    monkeypatch.setattr(results, "installed_digest", lambda: "another")
    assert results.recall(scenario().document.data) is None


def test_every_file_of_the_book_is_in_the_digest() -> None:
    from importlib import resources

    names = {name for name, _ in results._contents(resources.files("manaproof.asp"))}
    assert {"1_game_concepts/106_mana.lp", "machine/state.lp", "EDITION", "rule_numbers.txt"} <= names


def test_what_was_not_decided_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    rows(scenario(), seconds=0.0)
    assert results.recall(scenario().document.data) is None
    (again,) = rows(scenario())
    assert again.data["verdict"] == "proved"


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"data": 3, "expected": true, "told": []}'])
def test_a_broken_cache_is_done_without(content: str) -> None:
    (first,) = rows(scenario())
    results.result_path(scenario().document.data).write_text(content)
    (again,) = rows(scenario())
    assert again.data["verdict"] == first.data["verdict"]
    assert "cached" not in again.data


def test_another_verdict_is_another_result() -> None:
    (proved,) = rows(scenario())
    (refuted,) = rows(scenario(claim="{not: {on_battlefield: forest}}"))
    assert (proved.data["verdict"], refuted.data["verdict"]) == ("proved", "refuted")
