"""Each of these statements is formalised twice, independently: neither form claims what the other's plays break.

``second_forms/Sxx.yaml`` is the second form of ``scenarios/rulings/Sxx.yaml``. ``crossings.yaml`` says, by statement,
which plays of one form are to satisfy which claims of the other, how the ids correspond, and why a claim is left out.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from manaproof.bridge.scenario import Scenario, load_scenarios, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.book import Book
from manaproof.solver.prove import prove

HERE = Path(__file__).resolve().parent
FOLDERS = {"first": HERE.parent / "scenarios" / "rulings", "second": HERE / "second_forms"}
TABLE: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "crossings.yaml").read_text(encoding="utf-8"))
STATEMENTS = sorted(TABLE)
FIELDS = ("scope", "given", "when", "answers")


@cache
def form(which: str, statement: str) -> Scenario:
    """The first or second form of a statement."""
    return load_scenarios([FOLDERS[which] / f"{statement}.yaml"])[0]


def parts(which: str, statement: str) -> dict[str, dict[str, Any]]:
    """The parts of a form as they are written; one without a name if it is not divided."""
    return {name: dict(part.document.data) for name, part in form(which, statement).parts().items()}


def crossings(statement: str, plays: str) -> list[dict[str, Any]]:
    """The entries of the table for the plays of one form, with the claims of the other."""
    return [one for one in TABLE[statement]["crossings"] if one["plays"] == plays]


def carried_over(claim: dict[str, Any], entry: dict[str, Any]) -> dict[str, Any]:
    """A claim in the words of the other form's board, in the case that the entry names."""
    says = claim.get("says", "")
    time, body = next((key, value) for key, value in claim.items() if key != "says")
    body = _renamed(body, entry)
    case = entry.get("if")
    if case is not None:
        body = {**body, "holds": _in_case(body["holds"], case)} if time == "after" else _in_case(body, case, time)
    return {"says": f"{entry['claims']} form: {says}", time: body}


def _in_case(body: Any, case: Any, time: str = "always") -> Any:
    if time == "never":
        return {"all": [case, body]}
    if isinstance(body, dict) and "if" in body:
        return {"if": {"all": [case, body["if"]]}, "then": body["then"]}
    if isinstance(body, dict) and "for_each" in body:
        return {**body, "holds": _in_case(body["holds"], case)}
    return {"if": case, "then": body}


def _renamed(body: Any, entry: dict[str, Any], key: str = "") -> Any:
    if isinstance(body, list):
        return [_renamed(one, entry, key) for one in body]
    if isinstance(body, dict):
        return {name: _renamed(value, entry, name) for name, value in body.items()}
    if isinstance(body, int) and not isinstance(body, bool):
        return entry.get("steps" if key == "step" else "counts", {}).get(body, body)
    if not isinstance(body, str):
        return body
    ids = entry.get("ids", {})
    return (
        re.sub(r'"(\w+)"', lambda found: f'"{ids.get(found[1], found[1])}"', body)
        if key == "asp"
        else ids.get(body, body)
    )


def carried(entry: dict[str, Any], claims: dict[str, dict[str, Any]]) -> list[int]:
    """The numbers of the claims that an entry is about."""
    numbers = list(range(1, len(claims[entry.get("of", "")]["then"]) + 1))
    only: list[int] = entry.get("only", numbers)
    assert set(only) <= set(numbers), entry
    return only


def crossed(statement: str, plays: str) -> dict[str, dict[str, Any]]:
    """The parts of one form whose plays are crossed, with the claims of the other form that the table names."""
    boards = parts(plays, statement)
    found: dict[str, dict[str, Any]] = {}
    for entry in crossings(statement, plays):
        name = entry.get("part", "")
        board = found.setdefault(
            name, {**{key: boards[name][key] for key in FIELDS if key in boards[name]}, "then": []}
        )
        claims = parts(entry["claims"], statement)
        board["then"] += [
            carried_over(claims[entry.get("of", "")]["then"][number - 1], entry) for number in carried(entry, claims)
        ]
    return found


def scenario(statement: str, plays: str, found: dict[str, dict[str, Any]]) -> Scenario:
    """A scenario of *found* parts in the scope of a form."""
    whole = {
        "ruling": f"{statement} crosswise",
        "restated": f"The plays of the {plays} form satisfy the claims of both.",
        "scope": form(plays, statement).form.scope,
        "parts": {name or "the whole": part for name, part in found.items()},
    }
    (made,) = read_scenarios(read_text(json.dumps(whole), source=f"{statement}, plays of the {plays} form"))
    return made


@pytest.mark.parametrize("statement", STATEMENTS)
def test_plays_of_the_second_form(statement: str) -> None:
    """They satisfy its own claims and, as far as these can be carried over, the first form's."""
    both = parts("second", statement)
    for name, part in crossed(statement, "second").items():
        both[name] = {**both[name], "then": [*both[name]["then"], *part["then"]]}
    both = {
        name: {key: value for key, value in part.items() if key in (*FIELDS, "then")} for name, part in both.items()
    }
    result = prove(scenario(statement, "second", both))
    assert result.verdict == "proved", (result.verdict, result.why, result.broken)


@pytest.mark.parametrize("statement", [s for s in STATEMENTS if crossings(s, "first")])
def test_plays_of_the_first_form(statement: str) -> None:
    """They satisfy the claims of the second form as far as these can be carried over; its own are tested elsewhere."""
    result = prove(scenario(statement, "first", crossed(statement, "first")))
    assert result.verdict == "proved", (result.verdict, result.why, result.broken)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_no_claim_is_passed_over(statement: str) -> None:
    """Every claim of either form is carried over to the other's plays, or left out for a reason that is given."""
    left_out = TABLE[statement].get("left_out", [])
    for which in ("first", "second"):
        claims = parts(which, statement)
        every = {(name, number) for name, part in claims.items() for number in range(1, len(part["then"]) + 1)}
        over, out = (
            {
                (entry.get("of", ""), number)
                for entry in table
                if entry["claims"] == which
                for number in carried(entry, claims)
            }
            for table in (TABLE[statement]["crossings"], left_out)
        )
        assert over | out == every
        assert not over & out
    assert all(entry["because"] for entry in left_out)


DROPPED = [(statement, rule) for statement in STATEMENTS for rule in TABLE[statement].get("rests_on", [])]


@pytest.mark.parametrize(("statement", "rule"), DROPPED)
@pytest.mark.parametrize("which", ["first", "second"])
def test_both_forms_notice_a_missing_rule(which: str, statement: str, rule: str) -> None:
    """Without a rule that the statement rests on, neither form is proved."""
    whole = Book.bundled()
    gone = [s for s in whole.statements if rule in s.cites]
    assert gone, f"the book has no rule {rule}"
    book = whole
    for one in gone:
        book = book.replace(one, f'dropped("{rule}") :- cr("{rule}").')
    assert prove(form(which, statement), book=book).verdict in ("refuted", "vacuous")
