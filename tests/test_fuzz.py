"""Whatever a scenario holds, it is read or answered with place and cure; nothing in it runs, and nothing crashes."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from drawn import JSON, attempt, spoilt
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from manaproof.bridge import cli
from manaproof.bridge.atoms import ATOMS
from manaproof.bridge.formulas import OPERATORS
from manaproof.bridge.scenario import load_scenarios, read_scenarios
from manaproof.bridge.source import MAX_BYTES, read_text
from manaproof.bridge.state import State
from manaproof.bridge.steps import EVENTS, STEPS
from manaproof.solver.book import Book

ROOT = Path(__file__).resolve().parent.parent
QUICK = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))

BASE: dict[str, Any] = {
    "ruling": "a test",
    "restated": "-",
    "cites": ["107.5"],
    "scope": {"counters": 2, "beats": 9},
    "given": {
        "turn": {"step": ["upkeep", "draw"]},
        "players": {"alice": {"life": "1..3", "hand": ["Shock"]}, "bob": {"mana": {"G": "any"}}},
        "battlefield": [
            {"id": "x", "is": ["Artifact", "Creature"], "tapped": "any", "keywords": {"haste": "any"}, "count": "1..2"},
            {"id": "y", "card": ["Forest", "Island"], "controller": "any", "counters": {"charge": {"any_of": [0, 2]}}},
        ],
        "cards": [{"name": "Odd", "types": "Artifact", "abilities": [{"is": "keyword", "keyword": "haste"}]}],
        "such_that": {"not": {"tapped": "x"}},
    },
    "when": [
        {"happens": {"put_counters": {"on": "x", "kind": "+1/+1", "amount": "1..2"}}},
        {"either": [{"activate": {"of": "y", "ability": {"cost": "{T}"}, "by": "any"}}, "nothing"]},
        {"attack": [{"with": "x", "whom": "bob"}]},
        {"repeat": {"times": "0..1", "step": {"happens": {"damage": {"from": "x", "to": "bob", "amount": 1}}}}},
        {"until": {"step": "end"}},
        {"free": {"beats": 1, "by": "bob"}},
    ],
    "answers": {"x": 1, "may": "yes", "color": "W", "target": "x"},
    "then": [
        {"always": {"if": {"tapped": "x"}, "then": {"counters": {"of": "x", "kind": "charge", "is": ">= 0"}}}},
        {"never": {"for_each": {"T": "types"}, "holds": {"could_produce": {"of": "y", "type": "$T"}}}},
        {"after": {"step": 2, "holds": {"has_ability": {"of": "x", "ability": {"keyword": "haste"}}}}},
        {"some_play": {"if": {"tapped": "y"}, "then": {"adds_mana": {"from": "y", "amount": "1..2"}}}},
        {"at_end": {"asp": "holds(tapped(O), t), not holds(zone(O, exile), t)"}},
    ],
    "expect": {"verdict": "refuted", "because": "it is a test"},
}
"""A scenario that has something of everything."""

SMALL: dict[str, Any] = {
    "ruling": "a test",
    "restated": "-",
    "given": {"battlefield": [{"id": "x", "is": "Artifact"}]},
    "then": [{"always": {"tapped": "x"}}],
}

FIELD_WORDS = ("then", "holds", "of", "is", "kind", "by", "any", "$T", "x")
WORDS = st.sampled_from([*OPERATORS, *ATOMS, *STEPS, *EVENTS, *FIELD_WORDS])
LEAVES = ("x", "bob", "any", "$T", "W", 0, 3, -1, ">= 2", "1..3", "..", True, None, "", "{T}", 10**12, "> ٣", "é", "-")


def read(data: Any) -> None:
    """Read and compile every scenario of some data."""
    predicates = Book.bundled().whole.signatures
    for scenario in read_scenarios(read_text(json.dumps(data), source="fuzz")):
        for part in scenario.parts().values():
            compiled = part.compile(predicates)
            assert list(compiled.facts())


def is_read_or_answered(data: Any) -> None:
    _, problems = attempt(lambda: read(data))
    assert all(problem.what and problem.cure and problem.line for problem in problems), problems


def test_the_examples_are_read() -> None:
    read(BASE)
    read(SMALL)


@QUICK
@given(spoilt(st.just(BASE)))
def test_spoilt_scenarios_raise_nothing_but_an_input_error(data: Any) -> None:
    is_read_or_answered(data)


BUNDLED = [
    one.document.data
    for one in load_scenarios([ROOT / "scenarios" / "rulings", ROOT / "docs" / "examples" / "tapped-twice.yaml"])
]


@settings(QUICK, max_examples=40)
@given(spoilt(st.sampled_from(BUNDLED)))
def test_spoilt_rulings_raise_nothing_but_an_input_error(data: Any) -> None:
    is_read_or_answered(data)


def drawn_trees() -> st.SearchStrategy[Any]:
    """Nestings of the words of claims and steps, mostly in the wrong places."""
    return st.recursive(
        st.sampled_from(LEAVES),
        lambda inner: st.dictionaries(WORDS, inner, max_size=3) | st.lists(inner, max_size=3),
        max_leaves=8,
    )


@QUICK
@given(drawn_trees())
def test_any_claim_is_read_or_answered(tree: Any) -> None:
    is_read_or_answered({**SMALL, "then": [{"always": tree}]})


@QUICK
@given(drawn_trees())
def test_any_step_is_read_or_answered(tree: Any) -> None:
    is_read_or_answered({**SMALL, "when": [tree]})


@QUICK
@given(st.sampled_from(sorted(ATOMS)), st.dictionaries(WORDS, drawn_trees(), max_size=3), drawn_trees())
def test_any_field_of_an_atom_is_read_or_answered(name: str, fields: dict[str, Any], value: Any) -> None:
    known = dict.fromkeys(ATOMS[name].fields, value)
    for given_fields in (fields, known, value):
        is_read_or_answered({**SMALL, "then": [{"never": {name: given_fields}}]})


@QUICK
@given(st.sampled_from(sorted(EVENTS)), drawn_trees())
def test_any_field_of_an_event_is_read_or_answered(name: str, value: Any) -> None:
    fields = dict.fromkeys(EVENTS[name][0], "x")
    for key in fields:
        is_read_or_answered({**SMALL, "when": [{"happens": {name: {**fields, key: value}}}]})


@QUICK
@given(
    st.sampled_from(["given", "when", "answers", "then", "scope", "parts", "cites", "expect", "integers", "reading"]),
    JSON,
)
def test_any_value_of_a_field_is_read_or_answered(field: str, value: Any) -> None:
    is_read_or_answered({**SMALL, field: value})


FIELDS = ("id", "card", "is", "keywords", "count", "counters", "tapped", "controller", "owner", "power", "abilities")
QUANTITIES = ("any", "1..", "..", {"any_of": []}, {"any_of": ["any"]}, 10**9, "0..999999999999")


@QUICK
@given(st.sampled_from(FIELDS), JSON | st.sampled_from(QUANTITIES))
def test_any_value_of_an_objects_field_is_read_or_answered(field: str, value: Any) -> None:
    data = copy.deepcopy(SMALL)
    data["given"]["battlefield"][0][field] = value
    is_read_or_answered(data)


# --- raw ASP

REFUSED = [
    "#script (python) import os #end.",
    "#script (lua) os.exit() #end.",
    '#include "/etc/passwd".',
    "#external holds(tapped(x), t).",
    "#show.",
    "#const n = 1.",
    "#program base.",
    "tapped(x) :- true",
    "holds(tapped(O), t). holds(tapped(O), t)",
    "holds(tapped(O), t). { impossible(a, b, t) }",
    "holds(tapped(O), t). :- true",
    "holds(tapped(O), @now()), t = t",
    'X = @system("ls"), holds(tapped(X), t)',
    "holds(tapped(é), t)",
    "holds(life(P, 99999999999), t)",
    "holds(life(P, 0xFFFFFFFFFF), t)",
    "{ holds(tapped(O), t) } 1. #minimize { 1 }",
    "no_such_predicate(t)",
    'cr(X) : X = "1"; #true. cr("999.9")',
    "holds(tapped(O), t), t = 1. %*",
    "holds(tapped(O), t",
    "",
    ".",
    "not",
    "holds",
]


@pytest.mark.parametrize("body", REFUSED)
def test_raw_asp_that_is_no_body_is_refused(body: str) -> None:
    _, problems = attempt(lambda: read({**SMALL, "then": [{"never": {"asp": body}}]}))
    assert problems
    assert all(problem.what and problem.cure and problem.line for problem in problems)


ACCEPTED = [
    "holds(tapped(O), t)",
    "holds(tapped(O), t).",
    "holds(tapped(O), t), not holds(zone(O, exile), t)",
    "#count { O : holds(tapped(O), t) } >= 2",
    "not holds(tapped(O), t) : holds(zone(O, battlefield), t)",
    "holds(life(P, N), t), N < 3, player(P)",
    "holds(tapped(O), t). % and no more",
    'characteristic(O, name("Séance"), t)',
]


@pytest.mark.parametrize("body", ACCEPTED)
def test_raw_asp_that_is_a_body_is_read(body: str) -> None:
    read({**SMALL, "then": [{"never": {"asp": body}}]})


ASP = 'holds( tapped(O) t) , . :- not #script #end { } %* *% % @f() cr(X) " &sum #true X=1 ; : | #show 1 é 9999999999'
TOKENS = (*(f"{token} " for token in ASP.split()), "\n", "\x00")


@QUICK
@example(["holds( ", "tapped(O) ", ", ", "t) ", ". ", "%* "])
@given(st.lists(st.sampled_from(TOKENS), max_size=8))
def test_any_text_as_raw_asp_is_read_or_answered(tokens: list[str]) -> None:
    is_read_or_answered({**SMALL, "then": [{"never": {"asp": "".join(tokens)}}]})


@pytest.mark.parametrize("term", ["é", 'lost("alice"', "life(alice, 99999999999)", "x ٣", "", "#show"])
def test_a_term_that_clingo_cannot_read_is_refused(term: str) -> None:
    data = {"players": {"alice": {}}, "also": [term]}
    _, problems = attempt(lambda: State.parse(json.dumps(data)))
    assert [problem.line for problem in problems] == [1]
    assert attempt(lambda: State.parse(json.dumps({**data, "also": ['marked("Séance")']})))[1] == ()


# --- the command line


def end_of(*words: str) -> int:
    """The exit code of a command, run in this process: any exception but the end of it comes through."""
    with pytest.raises(SystemExit) as ended:
        cli.main(list(words))
    return int(ended.value.code or 0)


COMMANDS = ("prove", "simulate", "explain", "could-produce", "check")

NOISE: dict[str, bytes] = {
    "empty": b"",
    "blank": b"\n \n",
    "zero bytes": bytes(100),
    "noise": random.Random(3).randbytes(3000),
    "prose": b"Dear judge,\nwhat: is this: then?\n",
    "a number": b"42",
    "a list of numbers": b"[1, 2, 3]",
    "an empty mapping": b"{}",
    "an unclosed bracket": b"players: [",
    "a tab": b"players:\n\talice: {}",
    "code": b"a: !!python/object/apply:os.system [ls]",
    "deep": b"[" * 5000,
    "latin-1": "ruling: S\xe9ance".encode("latin-1"),
    "another form": b"{players: 3, ruling: 4, given: 5, then: 6}",
}


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("content", NOISE.values(), ids=NOISE)
def test_a_file_of_anything_else_ends_with_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, content: bytes
) -> None:
    path = tmp_path / "input.yaml"
    path.write_bytes(content)
    assert end_of(command, str(path)) == 2
    shown = capsys.readouterr()
    said = shown.out if command == "check" and shown.out else shown.err  # what is wrong is what check is asked for
    assert str(path) in said
    assert "cure:" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_ten_megabytes_of_noise_are_refused_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / "noise.yaml"
    path.write_bytes(random.Random(0).randbytes(2 * MAX_BYTES))
    assert end_of(command, str(path)) == 2
    assert "larger than" in capsys.readouterr().err


def test_a_folder_tells_the_problems_of_every_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, content in enumerate(NOISE.values()):
        (tmp_path / f"{number}.yaml").write_bytes(content)
    assert end_of("prove", str(tmp_path)) == 2
    shown = capsys.readouterr().err
    assert all(f"{number}.yaml" in shown for number in range(len(NOISE)))


@settings(QUICK, max_examples=25)
@given(spoilt(st.just(BASE)))
def test_a_spoilt_scenario_at_the_command_line(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    path = tmp_path_factory.mktemp("spoilt") / "scenario.json"
    path.write_text(json.dumps(data))
    assert end_of("prove", str(path), "--jobs", "1", "--timeout", "0", "--json") in (0, 1, 2, 3)
