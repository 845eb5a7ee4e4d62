"""The audit: mutants of the rulebook, and which proofs notice them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import load_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver import audit_workers
from manaproof.solver.audit import Audit, Progress, audit
from manaproof.solver.audit_cache import OutcomeCache
from manaproof.solver.book import Book
from manaproof.solver.equivalence import marked
from manaproof.solver.mutants import laws, mutants
from manaproof.solver.prove import prove
from manaproof.solver.trials import baseline, cases, fingerprint, trial
from manaproof.solver.unpinned import stated_reasons
from proving import written

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
    return audit(load_scenarios([SMALL]), rules=["122.1d"], **options)


def test_a_second_run_solves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    first = _small().to_data()
    assert first["killed"] > 0

    def none(*_: object) -> None:
        raise AssertionError("something is solved again")

    monkeypatch.setattr(audit_workers, "_done", none)
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
    working = audit_workers._done

    def work(task: Any, *others: Any) -> Any:
        done.append(task.kind)
        return working(task, *others)

    monkeypatch.setattr(audit_workers, "_done", work)
    whole = _small()
    assert not whole.interrupted
    assert whole.killed
    assert done.count("baseline") == len(cases(load_scenarios([SMALL]))) - 2


def test_a_case_rests_on_the_laws_that_may_fire_in_it() -> None:
    book = Book.bundled()
    (case, *_) = cases(load_scenarios([SMALL]))
    before = fingerprint(case, book)
    assert fingerprint(case, book) == before
    assert fingerprint(case, book.without("122.1d")) != before
    assert fingerprint(case, book.without("704.5q")) != before, "a counter is put: counters could cancel out"
    assert fingerprint(case, book.without("810.8a")) == before, "nobody plays in teams"


def test_what_a_case_does_not_notice_leaves_its_verdict_and_so_does_what_is_equivalent() -> None:
    bundled = Book.bundled()
    twice = next(law for _, law in laws(bundled) if "614.16" in law.cites)
    book = Book((*bundled.statements, twice), bundled.edition)
    case = cases(load_scenarios([SMALL]))[1]
    places = [place for place, law in laws(book) if {"614.16", "614.17", "608.2n"} & set(law.cites)]
    found = marked(mutants(book, places), book)
    before, noticed = baseline(case, book, found)
    assert before.verdict == "proved"
    assert 0 < len(noticed) < len(found)
    tried = [one for number, one in enumerate(found) if number not in noticed or one.equivalent]
    assert any(one.equivalent for one in tried), "a law that stands twice can be left out once"
    assert set(trial(case, before, book, tried)) == {"holds"}


def test_what_a_rule_makes_impossible_is_noticed_though_it_is_in_no_play() -> None:
    book = Book.bundled()
    examples = load_scenarios([ROOT / "scenarios" / "examples" / "701_library_and_hand.yaml"])
    (case,) = (one for one in cases(examples) if one.ruling == "discarding")
    places = [place for place, law in laws(book) if "701.9b" in law.cites and law.text.startswith("impossible(")]
    found = [one for one in mutants(book, places) if one.operator == "drop rule"]
    before, noticed = baseline(case, book, found)
    assert noticed == [0]
    assert trial(case, before, book, found) == ["refuted"], "one card discarded twice is one card less"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("then: [{never: {lost: bob}}]", "proved"),
        ("then: [{always: {lost: bob}}]", "refuted"),
        ("given: {such_that: {lost: bob}}\nthen: [{never: {lost: bob}}]", "vacuous"),
        ("then: [{at_end: {if: {lost: bob}, then: {lost: alice}}}, {never: {lost: bob}}]", "vacuous"),
        ("then: [{some_play: {if: {turn_of: alice}, then: {lost: bob}}}]", "refuted"),
        ('cites: ["702.26a"]\nthen: [{never: {lost: bob}}]', "unsupported"),
        ("reading: the-third-way\nthen: [{never: {lost: bob}}]", "unsupported"),
        (
            "given: {battlefield: [{id: x, is: Creature, keywords: [ward]}]}\nthen: [{never: {lost: bob}}]",
            "unsupported",
        ),
        ("scope: {beats: 3}\nwhen: [next_turn]\nthen: [{never: {lost: bob}}]", "undecided"),
    ],
)
def test_the_verdict_that_mutants_are_measured_against_is_the_proof_s(text: str, verdict: str) -> None:
    scenario = written(text)
    (case,) = cases([scenario])
    assert prove(scenario).verdict == baseline(case, Book.bundled())[0].verdict == verdict


def test_audits_at_the_same_time_keep_what_each_finds() -> None:
    def find(number: int) -> None:
        OutcomeCache().merge("case", lambda before: {**before, str(number): "refuted"})

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(find, range(60)))
    assert OutcomeCache().read("case").keys() == {str(number) for number in range(60)}


def _found(outcomes: Mapping[str, Any], **options: Any) -> Audit:
    """An audit of the tiny book as if one ruling had these outcomes; the first mutant is equivalent."""
    book = Book.from_texts(TINY)
    first, *rest = mutants(book)
    chosen = (replace(first, equivalent="as it was"), *rest)
    (case,) = cases(load_scenarios([SMALL]))[:1]
    of_case = {mutant.id: outcomes.get(mutant.rule.cites[0]) for mutant in chosen}
    known = {mutant: outcome for mutant, outcome in of_case.items() if outcome is not None}
    return Audit(book, (case.ruling,), chosen, len(chosen), {case: known}, {}, **options)


def test_equivalent_mutants_are_listed_and_count_for_nothing() -> None:
    found = _found({"100.1": "unnoticed", "100.2": "refuted"}).to_data()
    assert [one["reason"] for one in found["equivalent"]] == ["as it was"]
    assert found["equivalent"][0]["mutant"] not in {one["mutant"] for one in found["survived"]}
    assert found["score"] == round(found["killed"] / (found["mutants"] - 1), 4)


@pytest.mark.parametrize(
    ("outcome", "reason"),
    [
        ("unnoticed", "in no ruling does it make a difference to a play"),
        ("holds", "reached in a stun counter goes instead of untapping, whose verdicts do not depend on it"),
        ("unended", "undecided: a limit was reached, or some play goes on beyond the beats looked at"),
        (None, "not tried on every ruling: the audit was interrupted"),
    ],
)
def test_each_unpinned_law_comes_with_the_reason(outcome: str | None, reason: str) -> None:
    found = _found({"100.1": outcome, "100.2": "refuted"}, stated={0: "it is only an example"}).to_data()
    assert found["unpinned"] == [
        {
            "rule": "100.1",
            "place": "1_game_concepts/100_tiny.lp:3",
            "law": "small(N)",
            "reason": reason,
            "stated": "it is only an example",
        }
    ]


def test_stated_reasons_name_laws_of_the_book() -> None:
    assert stated_reasons(Book.bundled())
    tiny = Book.from_texts(TINY)
    good = "- {cites: ['100.2'], law: 'grows(N, t)', reason: It is only an example.}\n"
    assert stated_reasons(tiny, read_text(good)) == {1: "It is only an example."}
    for wrong in (
        good.replace("grows", "shrinks"),
        good.replace("100.2", "100.1"),
        good.replace("It is only an example.", "''"),
        good.replace("cites", "rule"),
        "law: grows(N, t)",
    ):
        with pytest.raises(InputError, match="1:"):
            stated_reasons(tiny, read_text(wrong))
