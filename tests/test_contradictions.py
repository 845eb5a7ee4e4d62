"""Rulings against each other: invented pairs of every sort, the boards they have in common, and real ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.scenario import Scenario, load_scenarios, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.contradictions import candidates, statement_of
from manaproof.solver.disputes import Pair, Verdict, compare
from manaproof.solver.joint_boards import Joint, joint_boards
from manaproof.solver.joint_values import ApartError
from manaproof.solver.session import Limits
from manaproof.solver.speaking import in_common, speaks_of

ELF = "given: {battlefield: [{id: %s, is: Creature - Elf, mana_cost: '{G}', power: 2, toughness: 2, tapped: any}]}\n"


def ruling(name: str, text: str) -> Scenario:
    (found,) = read_scenarios(read_text(f"ruling: {name}\nrestated: made up for a test\n{text}", source=name))
    return found


def data(name: str, given: Any, then: Any) -> Scenario:
    return ruling(name, f"given: {json.dumps(given)}\nthen: {json.dumps(then)}")


def elf(name: str, claim: str, *, id: str = "x", more: str = "") -> Scenario:
    return ruling(name, more + ELF % id + f"then: [{claim}]")


def compared(first: Scenario, second: Scenario, *, refuted: tuple[bool, bool] = (False, True)) -> Verdict:
    return compare(Pair(first, second, refuted))


def only(verdict: Verdict) -> dict[str, Any]:
    assert verdict.word == "found", verdict
    (finding,) = verdict.findings
    return finding


# --- how two disagree


def test_two_powers_contradict_each_other_by_themselves() -> None:
    two = elf("is two", "{says: It is 2., at_start: {power: {of: x, is: 2}}}")
    three = elf("is three", "{says: It is 3., at_start: {power: {of: y, is: 3}}}", id="y")
    finding = only(compared(two, three))
    assert (finding["how"], finding["contradiction"], finding["kind"]) == (
        "by themselves",
        True,
        "ruling against ruling",
    )
    assert finding["between"] == ["is two", "is three"]
    assert finding["fails"] == {"ruling": "is three", "claim": "It is 3."}
    assert (finding["against"], finding["supported"], finding["expected"]) == (["It is 2."], "is two", False)
    assert finding["state"]["players"]["alice"]["battlefield"] == ["x"]  # one elf, untapped, is enough
    assert {one["fact"] for one in finding["facts"]} == {
        'characteristic(obj("x",0),power(2),0)',
        'characteristic(obj("x",0),power(3),0)',
    }


def test_neither_of_two_that_fail_is_supported() -> None:
    three = elf("three", "{at_start: {power: {of: x, is: 3}}}")
    four = elf("four", "{at_start: {power: {of: x, is: 4}}}", more="expect: {verdict: refuted, because: made up}\n")
    verdict = compared(three, four, refuted=(True, True))
    assert {finding["fails"]["ruling"] for finding in verdict.findings} == {"three", "four"}
    assert {finding["supported"] for finding in verdict.findings} == {None}
    assert {finding["contradiction"] for finding in verdict.findings} == {True}
    assert {finding["expected"] for finding in verdict.findings} == {False}  # nobody expects that "three" fails


def test_what_one_needs_goes_against_the_other_only_by_the_rules() -> None:
    both = elf(
        "both", "{says: Red as it is blue., at_start: {iff: [{color: {of: x, is: R}}, {color: {of: x, is: U}}]}}"
    )
    blue = elf("blue", "{at_start: {color: {of: x, is: U}}}", more="expect: {verdict: refuted, because: made up}\n")
    finding = only(compared(both, blue))
    assert (finding["how"], finding["contradiction"]) == ("by the rules", False)
    assert (finding["against"], finding["supported"]) == (["Red as it is blue."], "both")
    assert finding["facts"] == [{"fact": 'characteristic(obj("x",0),color(u),0)', "by_the_rules": False}]
    assert finding["expected"]


def test_one_denies_the_board_of_the_other() -> None:
    tapped = {"battlefield": [{"id": "x", "is": "Artifact", "tapped": True}]}
    perhaps = {"battlefield": [{"id": "x", "is": "Artifact", "tapped": "any"}]}
    stays = data("stays", tapped, [{"says": "It stays tapped.", "always": {"tapped": "x"}}])
    never = data("never", perhaps, [{"says": "Nothing is tapped.", "never": {"tapped": "x"}}])
    finding = only(compared(stays, never))
    assert (finding["how"], finding["contradiction"], finding["supported"]) == ("by the board", False, "stays")
    assert finding["facts"] == [{"fact": 'holds(tapped(obj("x",0)),0)', "by_the_rules": True}]


def test_claims_that_can_both_be_true_are_consistent() -> None:
    some = elf("some", "{at_start: {power: {of: x, is: '>= 1'}}}")
    three = elf("three", "{at_start: {power: {of: x, is: 3}}}")
    assert compared(some, three) == Verdict(("some", "three"), "consistent")


def test_claims_about_different_objects_are_consistent() -> None:
    green = elf("green", "{at_start: {color: {of: x, is: G}}}")
    lamp = ruling(
        "lamp",
        "given: {battlefield: [{id: y, is: Artifact}]}\nthen: [{at_start: {color: {of: y, is: G}}}]",
    )
    assert compared(green, lamp).word == "consistent"


def test_what_later_becomes_of_a_thing_is_open_without_the_rulebook() -> None:
    when = "when: [{happens: {destroy: x}}, nothing]\n"
    buried = ruling("buried", ELF % "x" + when + "then: [{says: Buried., at_end: {zone: {of: x, is: graveyard}}}]")
    exiled = ruling("exiled", ELF % "x" + when + "then: [{says: Exiled., at_end: {zone: {of: x, is: exile}}}]")
    finding = only(compared(buried, exiled))
    assert (finding["how"], finding["supported"]) == ("by themselves", "buried")
    assert any(event["event"].startswith("move(") for beat in finding["play"] for event in beat["events"])
    assert "701.8a" in finding["settled_by"]


def test_boards_of_different_steps_are_apart() -> None:
    field = [{"id": "x", "is": "Creature", "power": 2}]
    upkeep, end = (
        data(step, {"turn": {"step": step}, "battlefield": field}, [{"at_start": {"power": {"of": "x", "is": 2}}}])
        for step in ("upkeep", "end")
    )
    verdict = compared(upkeep, end)
    assert (verdict.word, verdict.findings) == ("apart", ())
    assert verdict.why == "the turn: step is never the same"


def test_a_time_limit_leaves_a_pair_undecided() -> None:
    pair = Pair(
        elf("a", "{at_start: {power: {of: x, is: 2}}}"), elf("b", "{at_start: {power: {of: x, is: 3}}}"), (False, True)
    )
    verdict = compare(pair, limits=Limits(0))
    assert (verdict.word, verdict.why) == ("undecided", "the time limit was reached")


# --- which pairs there are


def test_claims_that_read_nothing_in_common_are_no_candidates() -> None:
    power = elf("power", "{at_start: {power: {of: x, is: 2}}}")
    color = elf("color", "{at_start: {color: {of: x, is: G}}}")
    anything = elf("anything", "{never: {asp: 'characteristic(O, C, t), C = power(_)'}}")
    assert not in_common(speaks_of(power), speaks_of(color))
    considered, found = candidates([power, color, anything])
    assert considered == 3
    assert [(one.ruling, other.ruling) for one, other in found] == [("power", "anything"), ("color", "anything")]


def test_two_forms_of_a_statement_are_no_pair() -> None:
    names = ["S2", "S2 today", "S22", "S22 today", "The first", "The second"]
    assert [statement_of(name, names) for name in names] == ["S2", "S2", "S22", "S22", "The first", "The second"]
    forms = [elf(name, "{at_start: {power: {of: x, is: 2}}}") for name in ("S2", "S2 today", "S22")]
    assert candidates(forms)[0] == 2


# --- the board in common


def boards(first: Scenario, second: Scenario) -> list[Joint]:
    return list(joint_boards(first, second))


CARDS = """
given:
  cards:
    - {layout: transform, faces: [{name: %s, types: Enchantment}, {name: %s Back, types: Artifact}]}
    - {layout: %s, faces: [{name: %s, types: Artifact}, {name: %s Back, types: Land}]}
  battlefield: [{id: x, card: {any_of: [%s, %s]}, face: %s}]
then: [{at_start: {on_battlefield: x}}]
"""


def cards(name: str, first: str, second: str, *, layout: str = "transform", face: str = "any") -> Scenario:
    return ruling(name, CARDS % (first, first, layout, second, second, first, second, face))


def test_a_palette_stands_for_the_cards_of_its_kinds() -> None:
    (joint,) = boards(cards("one", "A", "B"), cards("other", "C", "D", layout="modal_dfc", face="back"))
    (entry,) = joint.scenario.form.given["battlefield"]
    assert entry["card"] == {"any_of": ["A", "C"]}  # B transforms and D is modal, so either is strange to the other
    assert entry["face"] == "back"
    assert joint.claims == ((0, 1), (1, 1))


def test_cards_of_one_name_that_differ_are_two_cards() -> None:
    other = cards("other", "A", "D")
    other.form.given["cards"][0]["faces"][1]["types"] = "Land"
    (joint, *_) = boards(cards("one", "A", "B"), other)
    assert {card["faces"][0]["name"] for card in joint.scenario.form.given["cards"]} == {
        "A",
        "B",
        "A, of the other",
        "D",
    }


def test_objects_that_cannot_be_one_stand_beside_each_other() -> None:
    tapped, untapped = (
        data(
            f"tapped {is_so}",
            {"battlefield": [{"id": "x", "is": "Artifact", "tapped": is_so}]},
            [{"at_start": {"tapped": "x"}}],
        )
        for is_so in (True, False)
    )
    (joint,) = boards(tapped, untapped)
    assert [entry["id"] for entry in joint.scenario.form.given["battlefield"]] == ["x", "x_1"]
    assert [claim["at_start"] for claim in joint.scenario.form.then] == [{"tapped": "x"}, {"tapped": "x_1"}]


def test_steps_are_the_same_once_the_objects_go_by_one_name() -> None:
    first, second = (
        ruling(
            name,
            ELF % id
            + f"when: [{{either: [nothing, {{happens: {{tap: {id}}}}}]}}]\nthen: [{{at_end: {{tapped: {id}}}}}]",
        )
        for name, id in (("one", "x"), ("other", "y"))
    )
    (joint,) = boards(first, second)
    assert joint.scenario.form.when == [{"either": ["nothing", {"happens": {"tap": {"of": "x"}}}]}]
    assert joint.objects == ({"x": "battlefield"}, {"x": "battlefield"})


def test_of_different_steps_only_the_start_is_in_common() -> None:
    first = ruling(
        "one", ELF % "x" + "when: [{happens: {tap: x}}]\nthen: [{never: {tapped: x}}, {at_end: {tapped: x}}]"
    )
    second = ruling("other", ELF % "x" + "when: [{happens: {destroy: x}}]\nthen: [{always: {power: {of: x, is: 2}}}]")
    (joint,) = boards(first, second)
    assert joint.scenario.form.when == []
    assert joint.scenario.form.then == [
        {"says": "claim 1", "at_start": {"not": {"tapped": "x"}}},
        {"says": "claim 1", "at_start": {"power": {"of": "x", "is": 2}}},
    ]
    assert joint.claims == ((0, 1), (1, 1))


def test_readings_of_their_own_keep_rulings_apart() -> None:
    read = elf("one", "{at_start: {power: {of: x, is: 2}}}", more="reading: basic land types\n")
    with pytest.raises(ApartError, match="a reading of the rules of its own"):
        boards(read, elf("other", "{at_start: {power: {of: x, is: 2}}}"))


# --- real ones


@pytest.fixture(scope="module")
def bundled() -> dict[str, Scenario]:
    return {one.ruling: one for one in load_scenarios()}


def test_a_card_cast_transformed_contradicts_what_was_said_before_there_were_any(bundled: dict[str, Scenario]) -> None:
    finding = only(compared(bundled["S13"], bundled["S36"], refuted=(True, False)))
    assert (finding["how"], finding["supported"], finding["expected"]) == ("by themselves", "S36", True)
    assert finding["fails"]["ruling"] == "S13"
    (spell,) = finding["state"]["stack"]
    assert spell["face"] == "back"
    assert "712.13" in finding["settled_by"]


def test_basic_land_types_do_not_count_for_color_identity_today(bundled: dict[str, Scenario]) -> None:
    finding = only(compared(bundled["S41"], bundled["S56 today"], refuted=(True, False)))
    assert (finding["contradiction"], finding["supported"]) == (True, "S56 today")
    assert finding["against"] == ["No other colors do."]
    assert {one["fact"] for one in finding["facts"]} == {'identity("Plain Idol",g)', 'identity("Plain Idol",u)'}


# --- the command


def run(tmp_path: Path, *scenarios: Scenario, options: tuple[str, ...] = ()) -> int:
    for one in scenarios:
        (tmp_path / f"{one.ruling}.yaml").write_text(json.dumps(one.document.data))
    with pytest.raises(SystemExit) as ended:
        cli.main(["conflicts", "--rulings", "--json", "--jobs", "1", "--again", str(tmp_path), *options])
    return int(ended.value.code or 0)


TWO = elf("two", "{at_start: {power: {of: x, is: 2}}}")
THREE = elf("three", "{at_start: {power: {of: x, is: 3}}}")
EXPECTED = elf("three", "{at_start: {power: {of: x, is: 3}}}", more="expect: {verdict: refuted, because: made up}\n")


def test_an_expected_finding_is_no_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, TWO, EXPECTED) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["pairs_considered"], data["candidates"], data["consistent"], data["undecided"]) == (1, 1, 0, [])
    (finding,) = data["findings"]
    assert (finding["supported"], finding["expected"]) == ("two", True)


def test_an_unexpected_finding_is_one(tmp_path: Path) -> None:
    assert run(tmp_path, TWO, THREE) == 1


def test_two_that_follow_from_the_rules_are_consistent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, TWO, elf("more", "{at_start: {power: {of: x, is: '>= 2'}}}")) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["candidates"], data["consistent"], data["findings"]) == (1, 1, [])


def test_what_time_does_not_suffice_for_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, TWO, EXPECTED, options=("--timeout", "0")) == 3
    data = json.loads(capsys.readouterr().out)
    assert {one["between"][0] for one in data["undecided"]} == {"two", "three"}


def test_one_must_say_what_to_look_at(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["conflicts"])
    assert ended.value.code == 2
    assert "--rulings" in capsys.readouterr().err
