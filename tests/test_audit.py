"""The audit: mutants of the rulebook, and which proofs notice them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.scenario import load_scenarios
from manaproof.solver import audit as auditing
from manaproof.solver.audit import Audit, Progress, audit
from manaproof.solver.book import Book
from manaproof.solver.mutants import mutants
from manaproof.solver.trials import cases, fingerprint

ROOT = Path(__file__).resolve().parent.parent
SMALL = ROOT / "scenarios" / "examples" / "122_counters.yaml"
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


def _small(**options: Any) -> Audit:
    return audit(load_scenarios([SMALL]), rules=["122.1d", "122.1h"], **options)


def test_a_second_run_solves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = _small().to_data()
    assert first["killed"] > 0

    def none(*_: object) -> None:
        raise AssertionError("something is solved again")

    monkeypatch.setattr(auditing, "_done", none)
    assert _small().to_data() == first


def test_it_comes_out_the_same_however_many_work_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = _small(jobs=1).to_data()
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))
    assert _small(jobs=2).to_data() == alone


def test_what_was_found_before_an_interrupt_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Progress] = []

    def tell(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == 2:
            raise KeyboardInterrupt

    stopped = _small(on_progress=tell)
    assert stopped.interrupted
    done: list[str] = []
    working = auditing._done

    def work(task: Any, *others: Any) -> Any:
        done.append(task.kind)
        return working(task, *others)

    monkeypatch.setattr(auditing, "_done", work)
    whole = _small()
    assert not whole.interrupted
    assert whole.killed
    assert done.count("baseline") == len(load_scenarios([SMALL])) - 2


def test_a_case_rests_on_the_laws_that_may_fire_in_it() -> None:
    book = Book.bundled()
    (case, *_) = cases(load_scenarios([SMALL]))
    before = fingerprint(case, book)
    assert fingerprint(case, book) == before
    assert fingerprint(case, book.without("122.1d")) != before
    assert fingerprint(case, book.without("704.5q")) != before, "a counter is put: counters could cancel out"
    assert fingerprint(case, book.without("810.8a")) == before, "nobody plays in teams"
