"""The register of causes: each example still disagrees for its cause, and each control agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from manaproof.bridge.errors import InputError
from manaproof.bridge.source import read_text
from manaproof.solver.differences.cases import Compared
from manaproof.solver.differences.causes import Cause, cause_of, grouped, read_causes, register
from manaproof.solver.differences.comparing import Difference
from manaproof.solver.session import Limits

CAUSES = register("phase")


@pytest.fixture(scope="module")
def contained(data_folder: Path) -> Iterator[object]:
    pytest.importorskip("phase", reason="the extra 'engines' is not installed (pip install 'manaproof[engines]')")
    from manaproof.bridge.engines.contained import Contained

    with Contained("phase", data_folder / "oracle-cards.json") as found:
        yield found


def run(data: dict[str, object], contained: object) -> Compared:
    from manaproof.bridge.engines.contained import Contained
    from manaproof.solver.differences.cases import compare
    from manaproof.solver.differences.minimising import reducible_of

    assert isinstance(contained, Contained)
    return compare(reducible_of("example", data).case(), contained, Limits(120), citing=False)


@pytest.mark.parametrize("cause", CAUSES, ids=lambda cause: cause.cause)
def test_the_example_disagrees_for_its_cause(cause: Cause, contained: object) -> None:
    found = run(cause.example, contained)
    assert found.verdict == "disagree", found.reason
    assert cause_of(found, CAUSES) == cause


@pytest.mark.parametrize("cause", [one for one in CAUSES if one.control], ids=lambda cause: cause.cause)
def test_the_control_agrees(cause: Cause, contained: object) -> None:
    control = {key: value for key, value in (cause.control or {}).items() if key != "says"}
    found = run(control, contained)
    assert (found.verdict, found.reason, found.found) == ("agree", "", ())


def test_a_mana_ability_may_be_offered_among_other_actions(contained: object) -> None:
    found = run({"players": {"alice": {"battlefield": ["Chromatic Sphere", "Forest"]}}}, contained)
    assert (found.verdict, found.found) == ("agree", ())


def test_who_is_wrong_is_said_with_rules_and_a_control() -> None:
    for cause in CAUSES:
        assert cause.rules or cause.verdict == "not comparable", cause.cause
        assert cause.control is not None or cause.verdict != "engine", cause.cause


def test_a_rule_that_there_is_none_of_is_refused() -> None:
    text = "- {cause: x, class: engine, title: t, rules: ['999.9z'], engine: e, because: b, matches: [], example: {}}\n"
    with pytest.raises(InputError, match=r"there is no rule 999\.9z"):
        read_causes(read_text(text))


def disagreement(name: str, card: str, what: str) -> Compared:
    state = {"players": {"alice": {"battlefield": [card]}}}
    return Compared(name, "disagree", state=state, found=(Difference("start", what, ["G"], ["C"]),))


def test_what_nobody_has_judged_is_grouped_by_its_looks() -> None:
    found = [disagreement("a", "Forest", "mana.forest"), disagreement("b", "Forest", "mana.forest-2")]
    found.append(disagreement("c", "Forest", "battlefield.forest.power"))
    groups = grouped(found, ())
    assert [(group.key, group.verdict, [one.name for one in group.members]) for group in groups] == [
        ("mana: Forest", "not reviewed", ["a", "b"]),
        ("battlefield.power: Forest", "not reviewed", ["c"]),
    ]
