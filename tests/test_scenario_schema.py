"""The schema of scenarios: what the reader reads is valid by it, and a misspelt field anywhere is not."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from manaproof.bridge import cli
from manaproof.bridge.atoms import ATOMS
from manaproof.bridge.errors import InputError
from manaproof.bridge.formulas import OPERATORS
from manaproof.bridge.scenario import TIMES, Scenario, load_scenarios, read_scenarios
from manaproof.bridge.schema import scenario_schema
from manaproof.bridge.source import read_text
from manaproof.bridge.steps import EVENTS, STEPS

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = scenario_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
FOLDERS = (ROOT / "scenarios" / "rulings", ROOT / "tests" / "rules")
SCENARIOS = [one for folder in FOLDERS for file in sorted(folder.glob("*.yaml")) for one in load_scenarios([file])]
FREE = ("parts", "players", "counters", "chosen", "keywords", "for_each", "exists", "integers")
"""Fields that hold mappings whose keys are names that the author gives, or that stand by themselves."""


def base(**fields: Any) -> dict[str, Any]:
    """A small scenario with some fields other than they are."""
    plain: dict[str, Any] = {
        "ruling": "a test",
        "restated": "-",
        "given": {"battlefield": [{"id": "x", "is": "Artifact Creature", "tapped": "any"}, "Forest"]},
        "when": [{"happens": {"untap": "x"}}],
        "then": [{"at_end": {"not": {"tapped": "x"}}}],
    }
    return {**plain, **fields}


def read(data: Any) -> None:
    for scenario in read_scenarios(read_text(yaml.safe_dump(data, sort_keys=False), source="test")):
        for part in scenario.parts().values():
            part.compile()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.ruling)
def test_every_scenario_is_valid(scenario: Scenario) -> None:
    assert jsonschema.exceptions.best_match(VALIDATOR.iter_errors(scenario.document.data)) is None


def keys(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every key that the form knows, as opposed to names that the author gives."""
    if isinstance(data, dict):
        for key, value in data.items():
            if not path or path[-1] not in FREE:
                yield (*path, key)
            yield from keys(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from keys(value, (*path, index))


def misspelt(data: Any, path: tuple[Any, ...]) -> Any:
    """The data with one key misspelt."""
    made = copy.deepcopy(data)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    entries = [(f"{key}e" if key == path[-1] else key, value) for key, value in inner.items()]
    inner.clear()
    inner.update(entries)
    return made


def places() -> dict[tuple[Any, ...], tuple[Scenario, tuple[Any, ...]]]:
    """One example of every key in every kind of place: what stands around it, without numbers and names."""
    found: dict[tuple[Any, ...], tuple[Scenario, tuple[Any, ...]]] = {}
    for scenario in SCENARIOS:
        for path in keys(scenario.document.data):
            around = tuple(step for step in path if isinstance(step, str))[-2:]
            found.setdefault(around, (scenario, path))
    return found


def test_a_misspelt_field_is_refused_wherever_it_stands() -> None:
    examples = places()
    assert len(examples) > 400
    accepted = [
        (scenario.ruling, path)
        for scenario, path in examples.values()
        if VALIDATOR.is_valid(misspelt(scenario.document.data, path))
    ]
    assert accepted == []


SHORT: list[Any] = [
    [base()],
    base(scope={"counters": 2, "beats": 9}),
    base(given={"players": ["alice", "bob"], "battlefield": [{"id": "x", "card": ["Forest", "Island"]}]}, when=[]),
    base(given={"players": {"ann": None, "ben": {"life": "3.."}}, "battlefield": [{"id": "x", "is": "land"}]}),
    base(given={"battlefield": [{"id": "x", "is": {"any_of": ["land", "creature"]}, "count": "1..2"}]}),
    base(given={"battlefield": [{"id": "x", "card": {"palette": "lands"}, "controller": ["alice", "bob"]}]}),
    base(given={"battlefield": [{"id": "x", "is": "creature", "keywords": {"haste": "any"}, "power": "any"}]}),
    base(given={"battlefield": [{"id": "x", "is": "creature", "counters": {"+1/+1": {"any_of": [1, 3]}}}]}),
    base(when=["pass", "nothing", {"free": 2}, {"free": {"beats": 1, "by": "bob"}}, "next_turn"]),
    base(when=[{"attack": "free"}, {"block": {"with": "x", "whom": "forest"}}]),
    base(
        when=[{"either": ["nothing", {"happens": {"tap": {"of": "x"}}}]}, {"repeat": {"times": "any", "step": "pass"}}]
    ),
    base(when=[{"happens": {"put_counters": {"on": "x", "kind": "charge", "amount": "1..2"}}}]),
    base(when=[{"activate": {"of": {"any_of": ["x", "forest"]}, "ability": {"cost": "tap", "number": 1}}}]),
    base(answers={"x": 2, "may": "yes", "color": "W", "target": "x"}),
    base(expect={"verdict": "refuted", "because": "of something"}),
    base(then=[{"always": ["stack_empty", {"counters": {"of": "x", "kind": "charge", "is": ">= 0"}}]}]),
    base(then=[{"after": {"step": 1, "holds": {"untapped": "x"}}, "says": "it is untapped"}]),
    base(then=[{"some_play": {"for_each": {"T": "types"}, "holds": {"if": "stack_empty", "then": {"draw": None}}}}]),
    base(then=[{"never": {"exists": {"P": "players", "N": "numbers"}, "holds": {"life": {"of": "$P", "is": "$N"}}}}]),
]


@pytest.mark.parametrize("data", SHORT, ids=range(len(SHORT)))
def test_short_forms_are_valid_and_read(data: Any) -> None:
    assert jsonschema.exceptions.best_match(VALIDATOR.iter_errors(data)) is None
    read(data)


WRONG: dict[str, Any] = {
    "no claim": {"ruling": "x", "restated": "-"},
    "an unknown bound": base(scope={"toughnes": 4}),
    "an unknown theorem": base(integers={"theorem": "y"}),
    "both card and is": base(given={"battlefield": [{"id": "x", "is": "land", "card": "Forest"}]}),
    "neither card nor is": base(given={"battlefield": [{"id": "x"}]}),
    "a keyword that is not there": base(
        given={"battlefield": [{"id": "x", "is": "land", "keywords": {"haste": False}}]}
    ),
    "an unknown palette": base(given={"battlefield": [{"id": "x", "card": {"palette": "spells"}}]}),
    "an unknown zone": base(given={"players": {"alice": {"graveyrad": []}, "bob": {}}}),
    "two steps in one": base(when=[{"happens": {"tap": "x"}, "pass": None}]),
    "an unknown event": base(when=[{"happens": {"taps": "x"}}]),
    "an event without its field": base(when=[{"happens": {"damage": {"from": "x"}}}]),
    "a zone that is none": base(when=[{"happens": {"move": {"of": "x", "to": "graveyrad"}}}]),
    "too many opportunities": base(when=[{"free": 51}]),
    "a creature without a defender": base(when=[{"attack": {"with": "x"}}]),
    "two claims in one": base(then=[{"always": {"tapped": "x"}, "never": {"tapped": "x"}}]),
    "no time": base(then=[{"says": "so"}]),
    "an unknown atom": base(then=[{"always": {"tappd": "x"}}]),
    "an atom with a field too many": base(then=[{"always": {"tapped": {"of": "x", "is": 1}}}]),
    "an atom without its field": base(then=[{"always": {"counters": {"of": "x", "kind": "charge"}}}]),
    "two atoms in one": base(then=[{"always": {"tapped": "x", "untapped": "x"}}]),
    "if without then": base(then=[{"always": {"if": {"tapped": "x"}}}]),
    "then without if": base(then=[{"always": {"then": {"tapped": "x"}}}]),
    "a range over nothing known": base(then=[{"always": {"for_each": {"T": "colours"}, "holds": "stack_empty"}}]),
    "a variable in lower case": base(then=[{"always": {"for_each": {"t": "types"}, "holds": "stack_empty"}}]),
    "iff of three": base(then=[{"always": {"iff": ["stack_empty", "stack_empty", "stack_empty"]}}]),
    "an empty list": base(then=[{"always": {"all": []}}]),
    "no type of mana": base(then=[{"always": {"color": {"of": "x", "is": "white"}}}]),
    "no comparison": base(then=[{"always": {"power": {"of": "x", "is": "many"}}}]),
    "an ability of no kind": base(then=[{"always": {"triggers": {"of": "x", "ability": {"kind": "trigger"}}}}]),
    "a question nobody asks": base(answers={"y": 2}),
    "a color that is none": base(answers={"color": "purple"}),
    "a truth value for an atom without fields": base(then=[{"always": {"stack_empty": False}}]),
    "some_play without a condition": base(then=[{"some_play": {"tapped": "x"}}]),
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG)
def test_what_the_schema_refuses_the_reader_refuses(data: Any) -> None:
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(InputError) as caught:
        read(data)
    assert all(problem.cure and problem.source == "test" and problem.line for problem in caught.value.problems)


def test_every_word_is_offered_with_its_meaning() -> None:
    parts = SCHEMA["$defs"]
    for part, words in (
        ("FormulaOf", [*OPERATORS, *ATOMS]),
        ("StepOf", STEPS),
        ("Happening", EVENTS),
        ("Claim", TIMES),
    ):
        offered = parts[part]["properties"]
        assert set(words) <= set(offered)
        assert all(offered[word]["description"] for word in words)
    fields = list(parts["Scenario"]["properties"])
    assert {"ruling", "restated", "cites", "given", "when", "then", "expect", "parts"} <= set(fields)
    assert all(parts["Scenario"]["properties"][name]["description"] for name in fields)


def test_the_command_prints_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["schema", "scenario"])
    assert ended.value.code == 0
    assert json.loads(capsys.readouterr().out) == SCHEMA
