"""The command line: what it prints, the exit codes, and what bad input is answered with (DESIGN section 8)."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"
COMMAND = [sys.executable, "-m", "manaproof.bridge.cli"]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *map(str, words)], capture_output=True, text=True, timeout=120, check=False)


def test_could_produce_as_data() -> None:
    done = run("could-produce", EXAMPLES / "board.yaml", "reflecting-pool", "--engine", "both", "--json")
    assert done.returncode == 0
    permanents = json.loads(done.stdout)["permanents"]
    assert list(permanents) == ["reflecting-pool"]
    assert permanents["reflecting-pool"]["types"] == ["U", "G"]
    assert set(permanents["reflecting-pool"]["because"]) == {"U", "G"}


def test_a_proof_as_data() -> None:
    done = run("prove", EXAMPLES / "tapped-twice.yaml", "--json")
    assert done.returncode == 0
    data = json.loads(done.stdout)
    (result,) = data["results"]
    assert {"ruling", "verdict", "scope", "cites", "seconds", "witness", "counterexample"} <= set(result)
    assert result["verdict"] == "proved"
    assert result["witness"]
    assert data["summary"] == {"proved": 1}
    assert data["edition"] == "2026-06-19"


def test_a_refutation_shows_the_smallest_board() -> None:
    done = run("prove", EXAMPLES / "always-at-once.yaml", "--json")
    assert done.returncode == 1
    (result,) = json.loads(done.stdout)["results"]
    assert result["verdict"] == "refuted"
    assert "Creature" in json.dumps(result["counterexample"])


def test_no_time_is_undecided() -> None:
    done = run("prove", ROOT / "scenarios" / "rulings" / "S06.yaml", "--timeout", "0.2", "--json", "--again")
    assert done.returncode == 3
    assert json.loads(done.stdout)["summary"] == {"undecided": 1}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("players: {alice: {battlefield: [Forrest]}}", "Forest"),
        ("players: {alice: {battlefeild: [Forest]}}", "battlefield"),
        ("players: {alice: {life: many}}", "1:"),
        ("players: {alice: {hand: [{card: Forest, tapped: true}]}}", "tapped"),
        ("players: [", "YAML"),
        ("", "empty"),
        ("\x00\x01\x02", "1:1"),
    ],
)
def test_bad_states_are_answered_with_place_and_cure(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "state.yaml"
    path.write_text(text)
    done = run("could-produce", path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert str(path) in done.stderr
    assert says in done.stderr
    assert "cure:" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("body", ["#script (python) print(1) #end.", '#include "x".', "p(t) :- q(t)."])
def test_a_scenario_cannot_run_code(tmp_path: Path, body: str) -> None:
    path = tmp_path / "scenario.yaml"
    path.write_text(
        json.dumps({"ruling": "X", "restated": "x", "cites": ["107.5"], "then": [{"never": {"asp": body}}]})
    )
    done = run("prove", path)
    assert done.returncode == 2
    assert str(path) in done.stderr
    assert "Traceback" not in done.stderr


def test_theorems_as_data() -> None:
    done = run("theorems", "damage", "two-types", "damage", "--json")
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert [(one["theorem"], one["verdict"]) for one in data["theorems"]] == [
        ("damage", "proved for all integers"),
        ("two-types", "refuted"),
    ]
    assert data["summary"] == {"proved for all integers": 1, "refuted": 1}
    assert {"120.3c", "615.12", "704.5i"} <= set(data["theorems"][0]["cites"])
    assert "Infernal Darkness" in json.dumps(data["theorems"][1]["counterexample"])


def test_theorems_as_a_table() -> None:
    done = run("theorems", "counters", "two-types")
    assert done.returncode == 0
    assert "proved for all integers" in done.stdout
    assert "two-types: the two orders make different mana of this: alice: Forest, Infernal Darkness" in done.stdout


def test_theorems_without_time_are_undecided() -> None:
    done = run("theorems", "damage", "monotone", "--timeout", "0", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["summary"] == {"undecided": 2}


def test_an_unknown_theorem_is_answered_with_a_cure() -> None:
    done = run("theorems", "damge")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "theorems: there is no theorem 'damge'\n  cure: did you mean 'damage'?\n"


def test_an_unknown_command_is_an_error_of_the_user() -> None:
    done = run("prove-it")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    quick = (EXAMPLES / "tapped-twice.yaml").read_text()
    (tmp_path / "0.yaml").write_text(quick)
    for ruling in ("S06", "S10", "S30"):  # together they take long enough to be interrupted
        (tmp_path / f"{ruling}.yaml").write_text((ROOT / "scenarios" / "rulings" / f"{ruling}.yaml").read_text())
    process = subprocess.Popen(
        [*COMMAND, "prove", str(tmp_path), "--jobs", "1", "--json", "--again"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert set(json.loads(out)["summary"]) <= {"proved", "proved for all integers"}


def test_explain_tells_the_play_and_the_rules() -> None:
    done = run("explain", EXAMPLES / "tapped-twice.yaml")
    assert done.returncode == 0
    assert "107.5" in done.stdout
