"""Simulating: scripts fix choices, what the rules do not allow is told with its beat, and the JSON form."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from manaproof.bridge import cli
from manaproof.bridge.edition import rule_numbers
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State
from manaproof.solver.reporting import simulation_data
from manaproof.solver.simulate import Simulation, simulate
from proving import written

SHOCK = """
given:
  players:
    alice: {hand: [Shock], battlefield: [Mountain, {id: bear, is: Creature - Bear, toughness: 2}]}
    bob: {battlefield: [{id: elf, is: Creature - Elf}]}
when: [{cast: shock}, pass]
then: [{says: Bob is unharmed., at_end: {life: {of: bob, is: 20}}}]
answers: {target: %s}
"""


@cache
def shock(target: str, *, citing: bool = False) -> Simulation:
    return simulate(written(SHOCK % target), citing=citing)


def events(simulation: Simulation) -> list[str]:
    assert simulation.play is not None
    return [str(event) for beat in simulation.play.beats for event, _ in beat.events]


def run(path: Path, *options: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(["simulate", str(path), *options])
    return int(ended.value.code or 0)


def stored(tmp_path: Path, *texts: str) -> Path:
    """A file that holds scenarios."""
    data = [yaml.safe_load(f"ruling: number {n}\nrestated: '-'\n{text}") for n, text in enumerate(texts)]
    path = tmp_path / "scenarios.yaml"
    path.write_text(yaml.safe_dump(data if len(data) > 1 else data[0]))
    return path


# --- what a script settles


@pytest.mark.parametrize(
    ("target", "event", "broken"),
    [
        ("bob", 'life("bob",-2,damage)', ("Bob is unharmed.",)),
        ("bear", 'destroy(obj("bear",0))', ()),
        ("elf", 'destroy(obj("elf",0))', ()),
    ],
)
def test_a_script_fixes_choices(target: str, event: str, broken: tuple[str, ...]) -> None:
    simulation = shock(target)
    assert simulation.complete
    assert simulation.refusal is None
    assert event in events(simulation)
    assert simulation.broken == broken
    assert not any(choice.question.name == "target" for choice in simulation.open)


def test_what_a_script_leaves_open_is_listed_and_taken_as_plain_as_can_be() -> None:
    simulation = simulate(written((SHOCK % "x").replace("answers: {target: x}\n", "")), citing=False)
    (target,) = [choice for choice in simulation.open if choice.question.name == "target"]
    assert target.free
    assert str(target.player) == '"alice"'


def test_of_an_open_start_the_plainest_is_played() -> None:
    simulation = simulate(
        written(
            "given: {battlefield: [{id: x, is: [land, artifact], tapped: any, counters: {charge: any}, count: 1..3}]}\n"
            "when: [{happens: {tap: x}}]\nthen: [{at_end: {tapped: x}}]"
        )
    )
    assert simulation.play is not None
    data = simulation.play.state.to_data()
    assert data["players"]["alice"]["battlefield"] == [{"card": "x: Land", "id": "x"}]
    assert simulation.complete
    assert simulation.broken == ()


def test_answers_settle_what_players_may_do() -> None:
    text = """
given:
  battlefield:
    - id: x
      is: Artifact
      abilities:
        - {is: activated, cost: "{T}", effects: {do: may, effects: {do: gain_life, amount: 3}}}
when: [{activate: x}, pass]
then: [{at_end: {life: {of: alice, is: %d}}}]
answers: {may: %s}
"""
    assert simulate(written(text % (23, "yes")), citing=False).broken == ()
    assert simulate(written(text % (23, "no")), citing=False).broken == ("claim 1",)


# --- what the rules refuse

REFUSED: dict[str, tuple[str, int, str]] = {
    "a second land": (
        "given: {players: {alice: {hand: [Forest, {card: Forest, id: two}]}, bob: {}}}\n"
        "when: [{play_land: forest}, {play_land: two}]\nthen: [{never: {lost: bob}}]",
        1,
        "beat 1, step 2 (play_land two): the rules do not allow alice to do this now",
    ),
    "a new creature's ability with the tap symbol": (
        "given: {battlefield: [{card: Llanowar Elves, id: elf, summoning_sick: true}]}\n"
        "when: [{activate: elf}]\nthen: [{never: {lost: bob}}]",
        0,
        "beat 0, step 1 (activate elf): the rules do not allow alice to do this now",
    ),
    "a spell nobody can pay for": (
        "scope: {beats: 5}\ngiven: {players: {alice: {hand: [Shock], battlefield: [Forest]}, bob: {}}}\n"
        "when: [{cast: shock}, pass]\nthen: [{never: {lost: bob}}]",
        4,
        "step 1 (cast shock): alice can't pay for shock",
    ),
    "a last step that nobody can pay for": (
        "scope: {beats: 5}\ngiven: {players: {alice: {hand: [Shock], battlefield: [Forest]}, bob: {}}}\n"
        "when: [nothing, {cast: shock}]\nthen: [{never: {lost: bob}}]",
        5,
        "step 2 (cast shock): alice can't pay for shock",
    ),
    "a start that such_that excludes": (
        "given: {battlefield: [Forest], such_that: {tapped: forest}}\nthen: [{never: {lost: bob}}]",
        0,
        "the start is none of those that 'such_that' speaks of",
    ),
}


@pytest.mark.parametrize(("text", "beat", "says"), REFUSED.values(), ids=REFUSED)
def test_what_the_rules_refuse_is_told_with_its_beat(text: str, beat: int, says: str) -> None:
    simulation = simulate(written(text), citing=False)
    assert not simulation.complete
    assert simulation.refusal is not None
    assert simulation.refusal.beat == beat
    assert says in str(simulation.refusal)
    assert simulation.play is not None
    assert [one.number for one in simulation.play.beats] == list(range(beat + 1)), "nothing is told of what comes after"
    assert simulation.play.beats[-1].events == ()


def test_a_refusal_ends_with_exit_code_1_and_names_the_beat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(stored(tmp_path, REFUSED["a second land"][0])) == 1
    shown = capsys.readouterr().out
    assert "refused: beat 1, step 2 (play_land two)" in shown
    assert "impossible" not in shown
    assert run(stored(tmp_path, REFUSED["a second land"][0]), "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert data["refused"]["beat"] == 1
    assert data["complete"] is False
    assert data["final"]["players"]["alice"]["hand"] == [{"card": "Forest", "id": "two"}]


def test_a_script_that_does_not_end_is_undecided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "scope: {beats: 3}\nwhen: [next_turn]\nthen: [{never: {lost: bob}}]"
    simulation = simulate(written(text))
    assert (simulation.complete, simulation.refusal, simulation.broken) == (False, None, ())
    assert run(stored(tmp_path, text)) == 3
    assert "the script does not end within 3 beats" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("then: [{at_start: {life: {of: bob, is: 20}}}]", (), 0),
        ("then: [{at_start: {life: {of: bob, is: 19}}}]", (), 1),
        ("then: [{at_start: {life: {of: bob, is: 20}}}]", ("--timeout", "0"), 3),
        ("then: [{at_start: {life: {of: bobby, is: 20}}}]", (), 2),
    ],
)
def test_exit_codes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, options: tuple[str, ...], code: int
) -> None:
    assert run(stored(tmp_path, text), *options) == code
    shown = capsys.readouterr()
    assert code < 2 or shown.err
    assert code != 2 or "did you mean 'bob'" in shown.err


def test_a_file_of_several_is_a_list_of_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = "then: [{at_start: {life: {of: bob, is: %d}}}]"
    assert run(stored(tmp_path, claim % 20, claim % 19), "--json") == 1
    data = json.loads(capsys.readouterr().out)
    assert [(one["scenario"], one["failed"]) for one in data] == [("number 0", []), ("number 1", ["claim 1"])]


# --- the JSON form


@pytest.fixture(scope="module")
def shocked() -> dict[str, Any]:
    """A creature dies from a spell, as data that went through JSON."""
    data: dict[str, Any] = json.loads(json.dumps(simulation_data(shock("bear", citing=True), "shocked")))
    return data


def test_the_beats_events_and_rules_as_data(shocked: dict[str, Any]) -> None:
    assert set(shocked) == {"scenario", "complete", "state", "beats", "open", "failed", "refused", "final"}
    assert [beat["beat"] for beat in shocked["beats"]] == list(range(len(shocked["beats"])))
    assert shocked["beats"][-1]["kind"] == "finished"
    by_event = {event["event"]: event for beat in shocked["beats"] for event in beat["events"]}
    damage = by_event['damage(obj("shock",1),obj("bear",0),2)']
    assert damage["text"] == "shock deals 2 damage to bear."
    assert damage["cites"] == ["120.2b"]
    assert by_event['destroy(obj("bear",0))']["text"] == "bear is destroyed."
    cites = {cite for beat in shocked["beats"] for cite in beat["cites"]}
    cites |= {cite for event in by_event.values() for cite in event["cites"]}
    assert {"117.1", "601.2a", "601.2i", "608.2n"} <= cites
    assert cites <= rule_numbers()
    assert all(event["cites"] for event in by_event.values())


def test_the_choices_as_data(shocked: dict[str, Any]) -> None:
    (target,) = [
        choice for beat in shocked["beats"] for choice in beat["choices"] if choice["question"].startswith("target(")
    ]
    assert {key: target[key] for key in ("player", "answer", "free", "text")} == {
        "player": "alice",
        "answer": 'obj("bear",0)',
        "free": False,
        "text": "alice chooses bear as the target of shock.",
    }


def test_the_final_state_is_a_state(shocked: dict[str, Any]) -> None:
    final = State.from_document(read_text(json.dumps(shocked["final"]), source="final"))
    assert final.problems() == ()
    assert final.to_data() == shocked["final"]
    alice = shocked["final"]["players"]["alice"]
    assert [one if isinstance(one, str) else one["card"] for one in alice["graveyard"]] == ["Shock", "bear"]
    assert [one["card"] for one in alice["battlefield"]] == ["Mountain"]
    start = State.from_document(read_text(json.dumps(shocked["state"]), source="start"))
    assert start.to_data() == shocked["state"]


def test_a_game_goes_on_from_its_final_state(shocked: dict[str, Any]) -> None:
    text = yaml.safe_dump(
        {
            "given": shocked["final"],
            "when": ["next_turn"],
            "then": [{"at_end": {"turn_of": "bob"}}, {"never": {"on_battlefield": "bear"}}],
        }
    )
    simulation = simulate(written(text), citing=False)
    assert simulation.complete
    assert simulation.broken == ()


def test_citations_are_looked_up_only_if_wanted() -> None:
    plain, cited = shock("bear"), shock("bear", citing=True)
    assert plain.play is not None
    assert plain.play.cites == ()
    assert cited.play is not None
    assert cited.play.cites
    assert events(plain) == events(cited)
