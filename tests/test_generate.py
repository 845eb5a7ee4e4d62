"""Generated states: legal, as small as can be, told apart by their form, and played again by their own scenario."""

from __future__ import annotations

import json
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge.cli import main
from manaproof.bridge.errors import InputError
from manaproof.bridge.generate_command import Kept
from manaproof.bridge.scenario import Scenario, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State
from manaproof.bridge.writing import write_yaml
from manaproof.solver.book import Book
from manaproof.solver.generate import Aim, Run, _families, generate, told
from manaproof.solver.generate_cover import joined
from manaproof.solver.generate_coverage import Coverage, rules_of, sections_of_statements
from manaproof.solver.generate_explore import Finding, Wish, explore, ordinary
from manaproof.solver.generate_families import Composer, Family, of_scenario, playable
from manaproof.solver.generate_hard import TRIED, drawn, flips, hardest
from manaproof.solver.generate_scripts import IDLE, open_script, settled_script, written_out
from manaproof.solver.generate_states import form_of, pairs_of
from manaproof.solver.generate_watch import watch
from manaproof.solver.mutants import DROP_RULE, laws, mutants
from manaproof.solver.simulate import simulate

PERSIST = """
ruling: two creatures may die
restated: A persist creature and a creature with a finality counter.
scope: {beats: 14}
given:
  battlefield:
    - {id: elite, card: Safehold Elite, count: 0..1, counters: {-1/-1: 0..1}}
    - {id: bears, card: Grizzly Bears, count: 0..1, counters: {finality: 0..1, +1/+1: 0..2}}
when:
  - either: [nothing, {happens: {destroy: elite}}, {happens: {destroy: bears}}]
  - either: [nothing, {happens: {destroy: bears}}]
  - nothing
  - until: stack_empty
then:
  - at_start: {turn_of: alice}
"""


def scenario(text: str) -> Scenario:
    (found,) = read_scenarios(read_text(text, source="a test"))
    return found


def family(text: str) -> Family:
    (found,) = of_scenario(scenario(text))
    return found


@pytest.fixture(scope="module")
def finding() -> Finding:
    return explore(family(PERSIST), Wish(rules=("702.79a", "122.1h"), most=3, seed=1))


def test_both_rules_fire_in_the_smallest_state(finding: Finding) -> None:
    first = finding.states[0]
    assert first["aim"] == ["122.1h", "702.79a"]
    assert {"702.79a", "122.1h", "701.8a"} <= set(first["rules"])
    state = State.parse(json.dumps(first["scenario"]["given"]))
    assert {one.id: dict(one.counters) for one in state.battlefield} == {"elite": {}, "bears": {"finality": 1}}
    assert first["scenario"]["when"] == [
        {"happens": {"destroy": {"of": "elite"}}},
        {"happens": {"destroy": {"of": "bears"}}},
        "nothing",
        {"until": "stack_empty"},
    ]


def leaves(data: Any, *place: Any) -> dict[tuple[Any, ...], Any]:
    """What stands where in a document."""
    if isinstance(data, str | int) or data is None:
        return {place: data}
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    return {where: leaf for key, inner in entries for where, leaf in leaves(inner, *place, key).items()}


def test_neighbours_differ_in_an_amount(finding: Finding) -> None:
    near = [state for state in finding.states if "boundary" in state]
    assert near
    found = [leaves(state["scenario"][part] for part in ("given", "when")) for state in finding.states]
    for state in near:
        ours = leaves(state["scenario"][part] for part in ("given", "when"))
        apart = [{place for place, _ in ours.items() ^ theirs.items()} for theirs in found]
        (place,) = next(one for one in apart if len(one) == 1)
        assert state["boundary"].endswith(f" is {ours.get(place, 0)}")  # of what is 0 nothing is written
        assert {"702.79a", "122.1h"} <= set(state["rules"])  # which were asked for, so that these fire all the same


def test_amounts_stand_at_their_boundaries() -> None:
    amounts: dict[Any, set[int]] = {}
    for seed in range(60):
        made = Composer(seed).compose(["Wall of Stone"])
        life = made.data["given"]["players"]["bob"]["life"]
        for event in (one["happens"] for options in made.script for one in options if "happens" in one):
            dealt = event.get("damage")
            if dealt:
                amounts.setdefault(dealt["to"], set()).add(dealt["amount"])
                assert dealt["to"] != "bob" or dealt["amount"] in (0, 1, life, life + 1)
    assert amounts["wall-of-stone"] == {0, 1, 8, 9}


def test_one_family_that_fails_does_not_end_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def explore_(*_: Any, **__: Any) -> Finding:
        raise ValueError("as it happens")

    monkeypatch.setattr("manaproof.solver.generate.explore", explore_)
    run = Run()
    assert list(generate(Aim(cards=("Typhoid Rats",), count=1, seed=3, jobs=1), run)) == []
    assert run.families == len(run.failed) > 0
    assert set(run.failed.values()) == {"ValueError: as it happens"}


def test_the_harder_states_are_kept(finding: Finding, monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book.bundled()
    whole = finding.states[0]
    tried = drawn(whole, book, 1)
    assert tried == drawn(whole, book, 1)
    assert {cite for one in tried for cite in one.rule.cites} & set(whole["rules"])
    assert len(tried) <= TRIED
    persist = [place for place, law in laws(book) if "702.79a" in law.cites]
    left_out = [one for one in mutants(book, persist) if one.operator == DROP_RULE]
    unheard = mutants(book, [place for place, law in laws(book) if "702.51a" in law.cites])[:1]
    monkeypatch.setattr("manaproof.solver.generate_hard.drawn", lambda *_: [*left_out, *unheard])
    turned, number = flips(whole, book)
    assert 0 < turned < number == len(left_out) + 1  # without persist it ends otherwise; convoke matters nothing
    measures = {state["id"]: (place, 9) for place, state in enumerate(finding.states)}
    monkeypatch.setattr("manaproof.solver.generate_hard.flips", lambda state, *_: measures[state["id"]])
    kept = hardest(Finding("f", list(finding.states)), book).states
    assert [state["flips"] for state in kept] == [[len(measures) - 1 - n, 9] for n in range(len(kept))]
    assert len(kept) == (len(measures) + 1) // 2


def test_families_are_aimed_at_a_rule_that_no_ruling_cites() -> None:
    family_ = next(_families(Aim(rules=("702.12b",), pool=("Darksteel Myr", "Grizzly Bears")), Book.bundled()))
    assert family_.source == "cards"


def test_a_pool_bounds_the_cards() -> None:
    pool = ("Grizzly Bears", "Shock", "Forest")
    families = _families(Aim(pool=pool), Book.bundled())
    cards = {
        one["card"]
        for family_ in islice(families, 20)
        for player in family_.data["given"]["players"].values()
        for zone in ("battlefield", "hand")
        for one in player.get(zone, ())
    }
    assert cards == set(pool)


def test_persist_returns_it_and_finality_exiles(finding: Finding) -> None:
    alice = finding.states[0]["expected"]["final"]["players"]["alice"]
    assert alice["battlefield"] == [{"card": "Safehold Elite", "id": "elite", "counters": {"-1/-1": 1}}] or (
        alice["battlefield"][0]["counters"] == {"-1/-1": 1}
    )
    assert [one if isinstance(one, str) else one["card"] for one in alice["exile"]] == ["Grizzly Bears"]


def test_its_own_scenario_comes_to_the_same(finding: Finding) -> None:
    assert finding.states
    for state in finding.states:
        again = simulate(scenario(write_yaml(state["scenario"])), citing=False)
        assert again.complete
        assert not again.broken
        assert not again.open
        assert again.play is not None
        assert not again.play.state.problems()


def test_a_pair_that_no_play_has_is_excluded() -> None:
    found = explore(family(PERSIST), Wish(rules=("702.93a",), most=1))
    assert found.states == []
    assert "702.93a" not in found.rules


def test_nothing_can_be_dropped(finding: Finding) -> None:
    """Without any one object, counter or step the rules no longer fire together."""
    whole = finding.states[0]
    for step in range(2):
        data = {**whole["scenario"], "when": [s for i, s in enumerate(whole["scenario"]["when"]) if i != step]}
        data["then"] = [{"at_start": {"turn_of": "alice"}}]
        found = explore(family(write_yaml(data)), Wish(rules=("702.79a", "122.1h"), most=1))
        assert found.states == []


def test_choices_are_told_and_followed() -> None:
    text = """
ruling: a target
restated: A spell with a target.
scope: {beats: 20}
given:
  players:
    alice: {mana: {R: 1}, hand: [Shock]}
    bob: {battlefield: [Grizzly Bears]}
when:
  - cast: shock
  - until: stack_empty
then:
  - at_start: {turn_of: alice}
"""
    found = explore(family(text), Wish(rules=("704.5g",), most=1))
    (state,) = found.states
    assert state["scenario"]["answers"] == {"target": "grizzly-bears"}
    assert {"at_end": {"zone": {"of": "grizzly-bears", "is": "graveyard"}}} in state["scenario"]["then"]


def test_one_answer_at_a_beat() -> None:
    text = """
ruling: a land of two types
restated: It is tapped for one of two colors.
given: {battlefield: [Tundra]}
when: [{activate: {of: tundra, ability: {mana: true}}}]
answers: {choices: [{beat: 0, by: alice, question: act, answer: 'activate(obj("tundra",0),intrinsic(TYPE))'}]}
then: [{at_end: {pool: {of: alice, type: COLOR, is: 1}}}]
"""
    for land, color in (("plains", "W"), ("island", "U")):
        played = simulate(scenario(text.replace("TYPE", land).replace("COLOR", color)), citing=False)
        assert played.complete
        assert not played.broken
        assert not played.open


@pytest.mark.parametrize("wrong", ["{beat: 0}", "{beat: 0, by: carol, question: act, answer: pass}", "act"])
def test_a_wrong_choice_is_refused(wrong: str) -> None:
    text = f"ruling: r\nrestated: s\ngiven: {{}}\nanswers: {{choices: [{wrong}]}}\nthen: [{{at_end: stack_empty}}]\n"
    with pytest.raises(InputError):
        scenario(text).compile()


def test_steps_are_written_out() -> None:
    when: list[Any] = [
        {"happens": {"damage": {"from": "x", "to": {"any_of": ["x", "bob"]}, "amount": "1..2"}}},
        {"repeat": {"times": "1..2", "step": {"happens": {"tap": "x"}}}},
        {"free": 2},
    ]
    script = written_out(when, {}, ["alice", "bob"])
    assert [len(options) for options in script] == [4, 1, 2, 1, 1]
    assert script[2] == (IDLE, {"happens": {"tap": {"of": "x"}}})
    assert settled_script(script, {1: 3})[1] == {"happens": {"damage": {"from": "x", "to": "bob", "amount": 2}}}
    assert open_script(script)[1] == {"happens": {"tap": {"of": "x"}}}


def renamed(one: str, other: str, first: str, second: str) -> str:
    data = {
        "turn": {"active": first},
        "players": {
            first: {
                "battlefield": [
                    {"card": "Grizzly Bears", "id": one},
                    {"card": "Grizzly Bears", "id": other, "tapped": True},
                ]
            },
            second: {"life": 3},
        },
    }
    state = State.parse(json.dumps(data))
    return form_of({"when": [{"happens": {"destroy": {"of": one}}}]}, state)


def on_the_stack(source: str, target: str, other: str) -> str:
    """The form of a state with an ability of one of two permanents on the stack that targets one of the two."""
    stacked = {"id": "pinging", "source": source, "ability": 1, "controller": "alice", "targets": [target]}
    data = {
        "players": {
            "alice": {"battlefield": [{"card": "Prodigal Sorcerer", "id": one} for one in (source, other)]},
            "bob": {},
        },
        "stack": [stacked],
    }
    return form_of({"when": [{"happens": {"tap": target}}]}, State.parse(json.dumps(data)))


def test_an_ability_on_the_stack_is_told_by_its_source_and_target() -> None:
    assert on_the_stack("a", "a", "b") == on_the_stack("p", "p", "q")
    assert on_the_stack("a", "b", "b") != on_the_stack("a", "a", "b")


def test_forms_do_not_hang_on_names() -> None:
    assert renamed("a", "b", "alice", "bob") == renamed("p", "q", "carol", "dave")
    assert renamed("a", "b", "alice", "bob") != form_of(
        {"when": [{"happens": {"destroy": {"of": "b"}}}]},
        State.parse(
            json.dumps(
                {
                    "players": {
                        "alice": {
                            "battlefield": [
                                {"card": "Grizzly Bears", "id": "a"},
                                {"card": "Grizzly Bears", "id": "b", "tapped": True},
                            ]
                        },
                        "bob": {"life": 3},
                    }
                }
            )
        ),
    )


DAMAGE = """
ruling: damage
restated: A creature is dealt lethal damage.
scope: {beats: 14}
given:
  players:
    alice: {battlefield: [{id: bears, card: Grizzly Bears, damage: 0..1}]}
    bob: {battlefield: [{id: rats, card: Typhoid Rats}]}
when:
  - happens: {damage: {from: bears, to: rats, amount: 1}}
  - until: stack_empty
then:
  - at_start: {turn_of: alice}
"""


def test_joined_states_cover_pairs_of_both(finding: Finding) -> None:
    usual = ordinary(Book.bundled())
    other = explore(family(DAMAGE), Wish(rules=("704.5g",), most=1)).states[0]
    one = finding.states[0]
    family_ = joined([told(one, usual), told(other, usual)])
    (both,) = explore(family_, Wish(whole="One play.")).states
    assert {"702.79a", "122.1h", "704.5g", "120.3e"} <= set(both["rules"])
    coverage = Coverage(("122.1h", "702.79a", "702.93a", "704.5g"))
    assert coverage.add(one["rules"]) == 1
    coverage.add(other["rules"])
    assert coverage.add(both["rules"]) == 2
    assert coverage.counts() == {"covered": 3, "not in scope": 0, "undecided": 3}
    assert simulate(scenario(write_yaml(both["scenario"])), citing=False).broken == ()


def test_coverage_tells_what_is_in_no_scope() -> None:
    coverage = Coverage(("104.3", "702.79a", "704.5f"))
    coverage.add(["104.3", "704.5f"])
    coverage.explored(["104.3", "702.79a"], [["104.3", "702.79a"]])
    coverage.explored(["702.79a", "704.5f"], [])
    assert [coverage.verdict(pair) for pair in combinations(coverage.rules, 2)] == [
        "not in scope",
        "covered",
        "undecided",
    ]
    coverage.explored(["104.3", "702.79a"], [])  # another family was not asked
    assert coverage.verdict(("104.3", "702.79a")) == "undecided"
    assert coverage.to_data()["never_fired"] == ["702.79a"]
    assert coverage.png()[:8] == b"\x89PNG\r\n\x1a\n"
    assert coverage.svg().startswith("<svg")
    assert "2 of 3 rules fire" in coverage.lines()[-1]


def test_the_sections_of_the_statements() -> None:
    sections = sections_of_statements()
    assert {"106", "702.79", "712"} <= sections
    rules = rules_of(sections, Book.bundled())
    assert "702.79a" in rules
    assert "702.93a" not in rules


def test_pairs_are_in_order() -> None:
    assert pairs_of(["704.5f", "104.3", "120.3a"]) == [["104.3", "120.3a"], ["104.3", "704.5f"], ["120.3a", "704.5f"]]


def test_what_fires_in_every_game() -> None:
    usual = ordinary(Book.bundled())
    assert "117.4" in usual
    assert "704.5f" not in usual


def test_definitions_fire_in_no_play() -> None:
    watching = watch(Book.bundled())
    assert "205.3m" in watching.definitions
    assert "702.79a" in watching.rules


def test_composed_families_are_repeatable() -> None:
    one, other = (Composer(7).compose(["Grizzly Bears", "Shock"]) for _ in range(2))
    assert one == other
    assert one != Composer(8).compose(["Grizzly Bears", "Shock"])


def test_a_card_whose_text_is_not_encoded_is_not_used() -> None:
    assert not playable(scenario(PERSIST).library["Goblin Guide"])


def test_a_run_gives_what_was_asked_for() -> None:
    states = list(generate(Aim(cards=("Typhoid Rats",), count=2, seed=3, jobs=1)))
    assert len({state["id"] for state in states}) == 2
    for state in states:
        assert "Typhoid Rats" in json.dumps(state["state"])
        assert set(state["aim"]) <= set(state["rules"])


@pytest.mark.parametrize(
    "arguments",
    [["--rule", "999.9"], ["--rule", "205.3m"], ["--card", "Grizly Bears"], ["--to", "stone"], ["--ruling", "S99"]],
)
def test_wrong_aims_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["generate", *arguments])
    assert ended.value.code == 2
    assert "cure:" in capsys.readouterr().err


def test_a_folder_goes_on_where_it_stopped(tmp_path: Path, finding: Finding) -> None:
    about = {"rules": ("702.79a",), "seed": 2}
    kept = Kept(tmp_path, about)
    kept.keep(finding.states[0], "yaml")
    kept.explored(5)
    kept.close()
    with (tmp_path / Kept.INDEX).open("a", encoding="utf-8") as stream:
        stream.write('{"id": "half a li')
    again = Kept(tmp_path, about)
    assert again.families == 5
    assert again.forms == [finding.states[0]["id"]]
    again.close()
    with pytest.raises(InputError, match="another aim"):
        Kept(tmp_path, {**about, "seed": 3})


def test_who_controls_it_in_the_end_is_as_the_rules_have_it() -> None:
    text = DAMAGE.replace("damage: {from: bears, to: rats, amount: 1}", "gain_control: {of: bears, by: bob}")
    (state,) = explore(family(text), Wish(whole="One play.")).states
    assert state["expected"]["controllers"] == {"bears": "bob", "rats": "bob"}
    assert {"at_end": {"controls": {"by": "bob", "of": "bears"}}} in state["scenario"]["then"]
    assert simulate(scenario(write_yaml(state["scenario"])), citing=False).broken == ()
