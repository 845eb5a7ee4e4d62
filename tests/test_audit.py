"""The audit: mutants of the rulebook, and which proofs notice them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from manaproof.bridge import cli
from manaproof.bridge.scenario import load_scenarios
from manaproof.solver.audit import Audit, audit
from manaproof.solver.book import Book
from manaproof.solver.mutants import mutants

ROOT = Path(__file__).resolve().parent.parent
TINY = {
    "1_game_concepts/100_tiny.lp": """
#program base.
small(N) :- cr("100.1"), number(N), N < 3.
#program beat(t).
grows(N, t) :- cr("100.2"), holds(size(N), t), small(N), not frozen(t).
"""
}


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture(scope="module")
def tapping(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """S07 against the mutants of the rules about {T} and about creatures newly under control."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MANAPROOF_CACHE", str(tmp_path_factory.mktemp("cache")))
        return audit(load_scenarios([ROOT / "scenarios" / "rulings" / "S07.yaml"]), rules=["107.5", "302.6"])


def test_every_operator_changes_a_rule_as_it_says() -> None:
    found = {mutant.text for mutant in mutants(Book.from_texts(TINY))}
    grows = 'grows(N,t) :- cr("100.2"); holds(size(N),t); small(N); not frozen(t).'
    assert None in found or "" in found, "a rule left out"
    assert 'small(N) :- cr("100.1"); number(N); N <= 3.' in found
    assert any(text and "N < 2" in text for text in found)
    assert any(text and "N < 4" in text for text in found)
    assert 'grows(N,t) :- cr("100.2"); holds(size(N),t); small(N).' in found
    assert 'grows(N,t) :- cr("100.2"); holds(size(N),t); small(N); frozen(t).' in found
    assert grows not in found
    assert not any(text and "100.1" not in text and "100.2" not in text for text in found), "citations stay"


def test_mutants_have_names_of_their_own_that_stay() -> None:
    one, other = (mutants(Book.from_texts(TINY)) for _ in range(2))
    assert [mutant.id for mutant in one] == [mutant.id for mutant in other]
    assert len({mutant.id for mutant in one}) == len(one)


def test_a_proof_notices_the_rules_it_rests_on(tapping: Audit) -> None:
    assert tapping.idle == ()
    assert tapping.killed
    pinned = {cite for place in tapping.pinned for cite in tapping.book.statements[place].cites}
    assert {"107.5", "302.6"} <= pinned
    assert any(mutant.change.startswith("the rule is left out") for mutant in tapping.killed)


def test_the_score_is_what_is_killed_of_what_could_be(tapping: Audit) -> None:
    data = tapping.to_data()
    assert {"mutants", "killed", "score", "idle", "unpinned", "equivalent"} <= set(data)
    could_be = data["mutants"] - len(data["equivalent"])
    assert data["score"] == round(data["killed"] / could_be, 4)
    assert data["killed"] + len(data["survived"]) + len(data["undecided"]) + len(data["equivalent"]) == data["mutants"]
    assert 0 < data["killed"] < data["mutants"]


def test_a_ruling_about_nothing_is_idle(tmp_path: Path) -> None:
    path = tmp_path / "nothing.yaml"
    path.write_text(
        "ruling: nothing\nrestated: It is there.\ngiven: {battlefield: [{id: x, is: Artifact}]}\n"
        "then: [{at_start: {asp: 'holds(zone(obj(\"x\", 0), battlefield), t)'}}]\n"
    )
    assert audit(load_scenarios([path]), rules=["107.5"]).idle == ("nothing",)


def test_the_command_prints_what_design_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rulings = str(ROOT / "scenarios" / "rulings" / "S07.yaml")
    with pytest.raises(SystemExit) as ended:
        cli.main(["audit", rulings, "--rule", "107.5", "--jobs", "1", "--json"])
    assert ended.value.code == 0
    data = json.loads(capsys.readouterr().out)
    assert data["killed"] > 0
    assert data["rulings"] == {"S07": {"kills": data["killed"]}}
    with pytest.raises(SystemExit) as ended:
        cli.main(["audit", rulings, "--rule", "999.9"])
    assert ended.value.code == 2
    assert "999.9" in capsys.readouterr().err
