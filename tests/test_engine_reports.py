"""Delta debugging, and the pages of disagreements, without an engine."""

from __future__ import annotations

from pathlib import Path

from manaproof.bridge.bug_reports import write_reports
from manaproof.solver.differences.cases import Case, Compared
from manaproof.solver.differences.causes import Cause, grouped
from manaproof.solver.differences.comparing import (
    Difference,
    action_differences,
    differences,
    mana_differences,
)
from manaproof.solver.differences.minimising import minimised, reducible_of
from manaproof.solver.differences.planning import vector

STATE = {
    "players": {
        "alice": {
            "life": 7,
            "battlefield": [
                {"card": "Forest", "id": "a", "tapped": True},
                {"card": "Island", "id": "b", "tapped": True},
            ],
            "hand": ["Shock"],
        },
        "bob": {"battlefield": ["Swamp"], "library": ["Forest", "Forest"]},
    }
}


def test_what_is_not_needed_is_taken_away() -> None:
    """The disagreement needs a tapped Island, and nothing else."""

    def compare(case: Case) -> Compared:
        assert case.state is not None
        data = case.state.to_data()
        wrong = any(one.card.name == "Island" and one.tapped for one in case.state.battlefield)
        found = (Difference("start", "battlefield.b.tapped", True, False),) if wrong else ()
        return Compared(case.name, "disagree" if wrong else "agree", state=data, found=found)

    smallest, result = minimised(reducible_of("x", STATE), compare, lambda one: one.verdict == "disagree")
    assert smallest.state["players"] == {
        "alice": {"battlefield": [{"card": "Island", "id": "b", "tapped": True}], "hand": []},
        "bob": {"battlefield": [], "library": []},
    }
    assert result is not None
    assert result.verdict == "disagree"


def test_what_does_not_disagree_is_not_made_smaller() -> None:
    start = reducible_of("x", STATE)
    _, result = minimised(start, lambda case: Compared(case.name, "agree"), lambda one: one.verdict == "disagree")
    assert result is None


def seen(**more: object) -> dict[str, object]:
    player = {
        "life": 20,
        "counters": {},
        "mana": {},
        "hand": [],
        "graveyard": [],
        "library": [],
        "exile": [],
        "lost": False,
    }
    turn = {"number": 1, "active": "alice", "step": "precombat_main", "priority": "alice"}
    return {"turn": turn, "players": {"alice": player}, "battlefield": {}, "stack": [], "over": False, **more}


def permanent(**more: object) -> dict[str, object]:
    one = {"name": "X", "controller": "alice", "tapped": False, "counters": {}, "damage": 0, "types": ["creature"]}
    return {**one, "colors": [], "power": 1, "toughness": 1, "attached_to": None, **more}


def test_only_creatures_have_power() -> None:
    ours = seen(battlefield={"x": permanent(types=["land"], power=None, toughness=None)})
    theirs = seen(battlefield={"x": permanent(types=["land"])})
    assert list(differences(ours, theirs, "start")) == []
    (found, *_) = differences(seen(battlefield={"x": permanent(power=2)}), seen(battlefield={"x": permanent()}), "end")
    assert (found.what, found.kind, found.ours, found.theirs) == ("battlefield.x.power", "battlefield.power", 2, 1)


def test_new_objects_are_compared_by_their_looks() -> None:
    ours = seen(battlefield={"?Thopter Token#t": permanent()})
    assert list(differences(ours, seen(battlefield={"?Thopter#9": permanent(name="Thopter")}), "end")) != []
    same = seen(battlefield={"?X Token#t": permanent(name="X Token")})
    assert list(differences(same, seen(battlefield={"?X#9": permanent()}), "end")) == []


def test_of_a_game_that_is_over_only_the_losers_count() -> None:
    lost = {**seen()["players"]["alice"], "lost": True, "life": 0}  # type: ignore[index]
    ours = seen(players={"alice": lost}, over=True)
    theirs = seen(players={"alice": {**lost, "life": -3}}, over=True)
    assert list(differences(ours, theirs, "end")) == []
    assert [one.what for one in differences(ours, seen(), "end")] == ["players.alice.lost", "over"]


def test_actions_that_take_mana_may_be_missing() -> None:
    cast = {"do": "cast", "of": "shock", "free": False}
    assert list(action_differences([cast], [], {}, "start")) == []
    (found,) = action_differences([], [{"do": "cast", "of": "shock"}], {}, "start")
    assert (found.what, found.ours, found.theirs) == ("actions.cast shock", "forbidden", "offered")
    (found,) = action_differences([{"do": "play_land", "of": "forest", "free": True}], [], {}, "start")
    assert (found.ours, found.theirs) == ("allowed", "not offered")


def test_mana_is_compared_where_both_say() -> None:
    (found,) = mana_differences({"a": ["G"], "b": ["R"]}, {"a": ["G", "C"]}, "start")
    assert (found.what, found.kind) == ("mana.a", "mana")


def test_a_vector_of_mana_is_read() -> None:
    import clingo

    assert vector(clingo.parse_term("v(0,0,0,2,0,1)")) == {"R": 2, "C": 1}


CAUSE = Cause.model_validate(
    {
        "cause": "some-cause",
        "class": "engine",
        "title": "Something is wrong",
        "rules": ["106.7"],
        "engine": "phase-python 0",
        "because": "It is so by the rule.",
        "matches": [{"kinds": ["mana"], "cards": ["Forest"]}],
        "example": {"players": {"alice": {"battlefield": ["Forest"]}}},
        "control": {"says": "Here it is right.", "players": {"alice": {"battlefield": ["Island"]}}},
    }
)


def test_a_page_says_all_that_a_maintainer_needs(tmp_path: Path) -> None:
    state = {"players": {"alice": {"battlefield": ["Forest"]}}}
    found = Compared(
        "one",
        "disagree",
        state=state,
        found=(Difference("start", "mana.forest", ["G"], ["G", "C"]),),
        told=("1. Something happens.  [106.7]",),
        record={"log": ["Main: Forest tapped"], "sent": [{"seat": 0, "action": {"type": "PassPriority"}}]},
    )
    other = Compared("two", "disagree", state={**state, "turn": {"number": 3}}, found=found.found)
    index, page = write_reports(tmp_path, grouped([found, other], [CAUSE]), "phase-python 0")
    text = page.read_text("utf-8")
    assert page.name == "some-cause.md"
    for part in (
        "# Something is wrong",
        "* Class: the engine is wrong",
        "106.7 (",
        "* Seen in 2 states",
        "| types of mana that forest adds, as the state is laid out | G | G, C |",
        "1. Something happens.  [106.7]",
        "Main: Forest tapped",
        "Here it is right.",
        '{"seat": 0, "action": {"type": "PassPriority"}}',
        "* two",
    ):
        assert part in text, part
    assert "| [Something is wrong](some-cause.md) | the engine is wrong | 106.7 | 2 |" in index.read_text("utf-8")
