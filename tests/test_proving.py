"""Proving: each verdict from small scenarios made for it, with the values it comes with (DESIGN section 4)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from manaproof.bridge import cli
from manaproof.bridge.edition import rule_numbers
from manaproof.bridge.scenario import Scenario
from manaproof.solver.book import Book
from manaproof.solver.plays import Play
from manaproof.solver.prove import Result, prove, summary
from manaproof.solver.search import Search
from manaproof.solver.session import Limits
from manaproof.solver.simulate import simulate
from proving import written

ELVES = """
scope: {damage: 3, count: 3}
given:
  battlefield:
    - {id: elf, is: Creature - Elf, toughness: 2, damage: any, tapped: any, count: any}
when: [nothing]
then:
  - says: No two of them die.
    at_end: {not: {all: [{once: {dies: elf}}, {once: {dies: elf-2}}]}}
"""
"""Refuted by two elves with two damage each, and by nothing smaller."""

LAMP = """
given:
  battlefield:
    - id: lamp
      is: [Artifact, Creature]
      tapped: any
      summoning_sick: any
      controller: any
      abilities: [{is: activated, cost: "{T}", effects: {add: "{R}"}}]
"""


def fields(play: Play | None) -> dict[str, Any]:
    assert play is not None
    data: dict[str, Any] = play.state.to_data()
    return data


def permanents(play: Play | None) -> list[Any]:
    return [one for player in fields(play)["players"].values() for one in player.get("battlefield", ())]


def named(scenario: Scenario, play: Play | None) -> Scenario:
    """The scenario with a play's state in the place of what it left open."""
    assert play is not None
    data = {**scenario.document.data, "given": play.state.to_data()}
    return written("\n".join(yaml.safe_dump(data, sort_keys=False).splitlines()[2:]))


def run(tmp_path: Path, *texts: str, options: tuple[str, ...] = ()) -> int:
    """The exit code of ``manaproof prove`` on scenarios."""
    for number, text in enumerate(texts):
        head = f"ruling: number {number}\nrestated: a claim made up for a test\n"
        (tmp_path / f"{number}.yaml").write_text(head + text)
    with pytest.raises(SystemExit) as ended:
        cli.main(["prove", str(tmp_path), "--jobs", "1", "--json", "--again", *options])
    return int(ended.value.code or 0)


# --- proved


def test_proved_over_every_start() -> None:
    result = prove(written(LAMP + "when: [{happens: {untap: lamp}}]\nthen: [{at_end: {untapped: lamp}}]"))
    assert (result.verdict, result.expected, result.why) == ("proved", True, None)
    assert (result.scope["starts"], result.scope["plays"]) == (16, "all")
    assert result.counterexample is None
    assert result.witness is not None
    assert result.witness.finished


def test_a_scenario_that_leaves_nothing_open_is_a_plain_test() -> None:
    text = "given: {battlefield: [Forest]}\nthen: [{at_start: {could_produce: {of: forest, type: %s}}}]"
    assert prove(written(text % "G")).verdict == "proved"
    result = prove(written(text % "W"))
    assert result.verdict == "refuted"
    assert result.scope == {"starts": 1, "beats": 0, "plays": "all"}


def test_the_scope_bounds_what_any_means() -> None:
    text = "scope: {counters: %d}\ngiven: {battlefield: [{id: x, is: Artifact, counters: {charge: any}}]}\n"
    claim = 'then: [{at_start: {counters: {of: x, kind: charge, is: "<= 4"}}}]'
    assert prove(written(text % 4 + claim)).verdict == "proved"
    result = prove(written(text % 6 + claim))
    assert result.verdict == "refuted"
    assert permanents(result.counterexample) == [{"card": "x", "counters": {"charge": 5}}]


# --- refuted


@pytest.fixture(scope="module")
def elves() -> Result:
    return prove(written(ELVES))


def test_refuted_by_the_smallest_board(elves: Result) -> None:
    assert (elves.verdict, elves.expected, elves.why) == ("refuted", False, None)
    assert elves.broken == "No two of them die."
    data = fields(elves.counterexample)
    assert data["players"] == {
        "alice": {"battlefield": [{"card": "elf", "damage": 2}, {"card": "elf", "damage": 2}]},
        "bob": {},
    }


def test_nothing_smaller_breaks_it() -> None:
    assert prove(written(ELVES.replace("{damage: 3, count: 3}", "{damage: 1, count: 3}"))).verdict == "proved"


def test_a_counterexample_is_played_beat_by_beat_with_its_rules(elves: Result) -> None:
    play = elves.counterexample
    assert play is not None
    assert [beat.kind for beat in play.beats] == ["state_based", "given(1)", "finished"]
    assert play.violated == {1: (2,)}
    first = [str(event) for event, _ in play.beats[0].events]
    assert first == [
        'destroy(obj("elf",0))',
        'destroy(obj("elf-2",0))',
        'move(obj("elf",0),graveyard,plain)',
        'move(obj("elf-2",0),graveyard,plain)',
    ]
    assert all(cites for _, cites in play.beats[0].events)
    assert "701.8a" in play.cites


def test_a_counterexample_played_again_breaks_the_same_claim(elves: Result) -> None:
    assert elves.counterexample is not None
    again = simulate(named(elves.scenario, elves.counterexample))
    assert again.complete
    assert again.broken == ("No two of them die.",)
    assert again.play is not None
    assert again.play.violated == elves.counterexample.violated
    assert [beat.kind for beat in again.play.beats] == [beat.kind for beat in elves.counterexample.beats]


def test_a_counterexample_that_begins_with_state_based_actions_comes_out_again() -> None:
    """Its claim reads the first beat at the last one, after actions that were due at once."""
    result = prove(
        written(
            "given:\n  battlefield:\n    - {id: x, is: Creature - Elf, power: 2, toughness: 2, "
            'counters: {finality: any, "-1/-1": 0..2}}\n'
            "when: [{happens: {move: {of: x, to: graveyard}}}]\n"
            "then:\n  - at_end:\n"
            '      if: {at_start: {counters: {of: x, kind: finality, is: ">= 1"}}}\n'
            "      then: {not: {zone: {of: x, is: graveyard}}}\n"
        )
    )
    assert result.verdict == "refuted"
    assert result.counterexample is not None
    (x,) = permanents(result.counterexample)
    assert x["counters"] == {"finality": 1, "-1/-1": 2}, "exiled as it dies, then moved from there"
    assert result.counterexample.beats[0].kind == "state_based"


def test_choices_of_players_are_part_of_a_counterexample() -> None:
    result = prove(written(LAMP + "when: [{free: 1}]\nthen: [{never: {activates: lamp}}]"))
    assert result.verdict == "refuted"
    (lamp,) = fields(result.counterexample)["players"]["alice"]["battlefield"]
    assert lamp == {"card": "lamp: Artifact", "id": "lamp"}, "untapped, an artifact, its controller's from the start"
    assert result.counterexample is not None
    activation, tapping = (event for event, _ in result.counterexample.beats[0].events)
    assert [str(term) for term in activation.arguments[:2]] == ['"alice"', 'obj("lamp",0)']
    assert str(tapping) == 'tap(obj("lamp",0))'


# --- vacuous


@pytest.mark.parametrize(
    ("premises", "where"),
    [
        (
            "given: {battlefield: [{id: x, is: land, tapped: any}], such_that: {all: [{tapped: x}, {untapped: x}]}}",
            "the start is none of those that 'such_that' speaks of",
        ),
        (
            "given: {battlefield: [{id: x, is: land, tapped: any}], such_that: {tapped: x}}\n"
            "when: [pass, {activate: x}]",
            "beat 1, step 2 (activate x): what it asks for cannot come about now",
        ),
        (
            "given: {battlefield: [{id: x, is: land}]}\nwhen: [{cast: x}]",
            "beat 0, step 1 (cast x): the rules do not allow alice to do this now",
        ),
        (
            "given: {battlefield: [{id: x, is: Creature, toughness: 1, damage: 1}]}\n"
            "when: [{either: [{happens: {destroy: x}}, {happens: {sacrifice: x}}]}]",
            "beat 1, step 1 (either happens destroy x or happens sacrifice x): what it asks for cannot come about now",
        ),
    ],
)
def test_vacuous_without_a_play(premises: str, where: str) -> None:
    result = prove(written(f"{premises}\nthen: [{{never: {{lost: bob}}}}]"))
    assert (result.verdict, result.expected) == ("vacuous", False)
    assert result.why == f"no play satisfies the premises; {where}"
    assert result.witness is None


def test_vacuous_if_a_claims_condition_is_never_met() -> None:
    result = prove(
        written(
            "given: {players: {alice: {life: 1..20}, bob: {}}}\n"
            "then:\n"
            "  - {says: Nobody loses., never: {lost: alice}}\n"
            '  - {says: The rich win., always: {if: {life: {of: alice, is: "> 20"}}, then: {won: alice}}}\n'
        )
    )
    assert result.verdict == "vacuous"
    assert result.why == "no play puts to the test: 'The rich win.'"
    assert result.witness is not None, "the premises can be satisfied all the same"


def test_a_refutation_outweighs_an_idle_claim() -> None:
    result = prove(
        written(
            "given: {players: {alice: {life: 0..2}, bob: {}}}\nwhen: [nothing]\n"
            "then:\n"
            "  - {says: Nobody loses., never: {lost: alice}}\n"
            "  - {says: The rich win., always: {if: {life: {of: alice, is: 3}}, then: {won: alice}}}\n"
        )
    )
    assert (result.verdict, result.broken) == ("refuted", "Nobody loses.")
    assert fields(result.counterexample)["players"]["alice"] == {"life": 0}


# --- undecided


@pytest.mark.parametrize(
    ("limits", "why"),
    [(Limits(seconds=0.0), "the time limit was reached"), (Limits(megabytes=1.0), "the memory limit was reached")],
)
def test_undecided_under_a_limit(limits: Limits, why: str) -> None:
    result = prove(written(ELVES), limits=limits)
    assert (result.verdict, result.why, result.expected) == ("undecided", why, False)
    assert result.scope["starts"] == sum((4 * 2) ** count for count in range(4))


def test_a_limit_that_is_reached_while_beats_are_grounded() -> None:
    ticks = iter(range(1000))
    result = prove(written(ELVES), limits=Limits(2.5, clock=lambda: float(next(ticks))))
    assert (result.verdict, result.witness) == ("undecided", None)


def test_undecided_if_no_play_ends_within_the_beats() -> None:
    text = "scope: {beats: %d}\ngiven: {battlefield: [Forest]}\nwhen: [next_turn]\nthen: [{never: {lost: bob}}]"
    result = prove(written(text % 3))
    assert (result.verdict, result.witness) == ("undecided", None), "the premises may well be satisfied later"
    assert result.why is not None
    assert "no play ends within 3 beats" in result.why
    assert prove(written(text % 40)).verdict == "proved"


def test_a_proof_says_that_some_plays_were_cut_off() -> None:
    text = "scope: {beats: 4}\ngiven: {battlefield: [Forest]}\nwhen: [{either: [nothing, next_turn]}]\n"
    result = prove(written(text + "then: [{never: {lost: bob}}]"))
    assert result.verdict == "proved"
    assert result.scope == {"beats": 4, "starts": 2, "plays": "those done within 4 beats"}


# --- unsupported


def test_unsupported_text_on_a_card() -> None:
    text = """
given:
  battlefield:
    - {id: x, is: Artifact, abilities: [{is: unsupported, text: "At random, hum."}]}
then: [{never: {lost: bob}}]
"""
    result = prove(written(text))
    assert (result.verdict, result.expected) == ("unsupported", False)
    assert result.why == "the text 'At random, hum.' is not encoded"
    assert result.witness is None


def test_unsupported_text_only_where_it_may_be() -> None:
    cards = "cards: [{name: Odd, types: Artifact, abilities: [{is: unsupported, text: Hum.}]}]"
    text = f"given: {{{cards}, battlefield: [%s]}}\nthen: [{{never: {{lost: bob}}}}]"
    assert prove(written(text % "Forest")).verdict == "proved"
    assert prove(written(text % "{id: x, card: [Forest, Odd]}")).verdict == "unsupported"


def test_a_keyword_that_the_book_knows_by_name_alone_is_unsupported() -> None:
    text = """
given:
  battlefield:
    - {id: x, is: Creature - Cat, keywords: [%s]}
then: [{never: {lost: bob}}]
"""
    result = prove(written(text % "ward"))
    assert (result.verdict, result.why) == ("unsupported", "the book does not decide what the keyword ward does")
    assert prove(written(text % "flying")).verdict == "proved"


def test_what_is_undecided_elsewhere_does_not_hide_a_counterexample() -> None:
    """Of two starts one has a keyword that nobody encoded; the claim fails in the other."""
    text = """
given:
  battlefield:
    - {id: x, is: Creature - Cat, keywords: [ward], count: 0..1}
then: [{at_start: {on_battlefield: x}}]
"""
    result = prove(written(text))
    assert result.verdict == "refuted"
    assert result.counterexample is not None
    assert [one.id for one in result.counterexample.state.battlefield] == []


def test_a_cited_rule_of_which_the_book_has_nothing_is_unsupported() -> None:
    """702.26 is phasing."""
    result = prove(written('cites: ["104.2a", "702.26a"]\nthen: [{never: {lost: bob}}]'))
    assert result.verdict == "unsupported"
    assert result.why == "rule 702.26a is cited, and nothing of 702.26 is in the book"


def test_a_cited_rule_that_is_not_stated_by_itself_is_noted() -> None:
    cited = {cite for rule in Book.bundled().statements for cite in rule.cites}
    missing = min(number for number in rule_numbers() - cited if number.startswith("704.") and number[-1].isalpha())
    result = prove(written(f'cites: ["104.2a", "{missing}"]\nthen: [{{never: {{lost: bob}}}}]'))
    assert result.verdict == "proved"
    assert result.notes == (f"no rule of the book states {missing} by itself",)


def test_an_unknown_reading_is_unsupported() -> None:
    result = prove(written("reading: the-third-way\nthen: [{never: {lost: bob}}]"))
    assert (result.verdict, result.why) == ("unsupported", "the book knows no reading 'the-third-way'")


# --- parts and plays that are possible


PARTS = """
parts:
  tapped:
    given: {{battlefield: [{{id: x, is: land, tapped: true}}]}}
    then: [{{says: It is tapped., at_start: {{tapped: x}}}}]
  either:
    scope: {{beats: 2}}
    given: {{battlefield: [{{id: x, is: land, tapped: {second}}}]}}
    then: [{{says: It is tapped., at_start: {{tapped: x}}}}]
  last:
    given: {{battlefield: [{{id: x, is: land, tapped: true}}]}}
    then: [{{at_start: {{tapped: x}}}}]
"""


def test_parts_are_proved_one_by_one() -> None:
    result = prove(written(PARTS.format(second="true")))
    assert result.verdict == "proved"
    assert {name: part.verdict for name, part in result.parts.items()} == dict.fromkeys(
        ("tapped", "either", "last"), "proved"
    )
    assert result.scope["either"] == {"beats": 0, "starts": 1, "plays": "all"}


def test_a_refuted_part_refutes_the_whole() -> None:
    result = prove(written(PARTS.format(second="any")))
    assert (result.verdict, result.broken) == ("refuted", "It is tapped.")
    assert {name: part.verdict for name, part in result.parts.items()} == {"tapped": "proved", "either": "refuted"}
    assert fields(result.counterexample)["players"]["alice"]["battlefield"] == ["x"]


def test_an_undecided_part_leaves_the_whole_undecided() -> None:
    text = PARTS.format(second="true").replace("    scope: {beats: 2}", "    scope: {beats: 2}\n    when: [next_turn]")
    result = prove(written(text))
    assert result.verdict == "undecided"
    assert {name: part.verdict for name, part in result.parts.items()} == {
        "tapped": "proved",
        "either": "undecided",
        "last": "proved",
    }


def test_some_play_attains_it() -> None:
    claim = "then: [{some_play: {if: {untapped: lamp}, then: {adds_mana: {from: lamp, type: R}}}}]"
    whole = LAMP + "  such_that: {not: {summoning_sick: lamp}}\nwhen: [{free: 2}]\n" + claim
    result = prove(written(whole))
    assert result.verdict == "proved"
    result = prove(written(whole.replace("type: R", "type: G")))
    assert (result.verdict, result.why) == ("refuted", "no play from this start, its steps as given, attains it")
    (lamp,) = permanents(result.counterexample)
    assert not isinstance(lamp, dict) or "tapped" not in lamp, "it is claimed of an untapped lamp only"


def test_some_play_is_refuted_by_the_one_start_that_attains_nothing() -> None:
    claim = "then: [{some_play: {if: {untapped: lamp}, then: {adds_mana: {from: lamp, type: R}}}}]"
    result = prove(written(LAMP + "when: [{free: 2}]\n" + claim))
    assert result.verdict == "refuted"
    (lamp,) = permanents(result.counterexample)
    assert (lamp["card"], lamp["summoning_sick"]) == ("lamp: Creature", True)


def test_some_play_is_vacuous_if_its_condition_holds_at_no_start() -> None:
    claim = "then: [{says: It can., some_play: {if: {lost: bob}, then: {tapped: lamp}}}]"
    result = prove(written(LAMP + "when: [nothing]\n" + claim))
    assert (result.verdict, result.why) == ("vacuous", "no play puts to the test: 'It can.'")


def test_some_play_is_claimed_for_each_way_in_which_a_step_may_go() -> None:
    """A step's field left open is a choice of the scenario, like the start, and no player's: it is counted as such."""
    claim = "then: [{some_play: {if: {turn_of: alice}, then: {activates: {of: lamp, by: alice}}}}]"
    board = (
        "given: {players: {alice: {hand: [{id: lamp, is: Artifact, "
        "abilities: [{is: activated, cost: '{0}', effects: {do: gain_life, amount: 1}}]}]}, bob: {}}}\n"
        "when: [{happens: {enter: {of: lamp, by: %s}}}, {free: 1}]\n"
    )
    result = prove(written(board % "alice" + claim))
    assert (result.verdict, result.scope["starts"]) == ("proved", 1)
    result = prove(written(board % "{any_of: [alice, bob]}" + claim))
    assert (result.verdict, result.scope["starts"]) == ("refuted", 2)
    assert result.why == "no play from this start, its steps as given, attains it"
    assert result.counterexample is not None
    entered = [str(event) for beat in result.counterexample.beats for event, _ in beat.events if event.name == "move"]
    assert entered == ['move(obj("lamp",0),battlefield,entry("bob",untapped,none))']


def test_every_atom_of_the_beat_before_is_looked_at() -> None:
    """Which rules can fire rests on all of them, also on those that the grounder knew of earlier."""
    result = prove(
        written(
            "given: {players: {alice: {mana: {W: 1, G: 2}, "
            'hand: [{id: x, card: ["Kytheon, Hero of Akros", Grizzly Bears]}]}, bob: {}}}\n'
            "when: [{cast: x}, pass]\nthen: [{eventually: {on_battlefield: x}}]"
        )
    )
    assert (result.verdict, result.scope) == ("proved", {"starts": 2, "beats": 5, "plays": "all"})


# --- starts


@pytest.mark.parametrize(
    ("entry", "starts"),
    [
        ("is: [Creature, Artifact, Land], power: any", 4 + 1 + 1),
        ("is: [Creature, Artifact Creature, Land], power: 0..1, toughness: 1..3, tapped: any", 2 * (6 + 6 + 1)),
        ("is: [Creature, Land], keywords: {haste: any}", 2 * 2),
        ("is: Creature, power: 0..1, count: 0..2", 1 + 2 + 4),
        ("is: [Creature, Land], power: 0..2, count: 0..1", 1 + (3 + 1)),
        ("is: Creature, keywords: {haste: any}, count: 2", 4),
    ],
)
def test_starts_are_counted_as_there_are(entry: str, starts: int) -> None:
    """What is printed on a card that the object is not is no choice."""
    scenario = written(f"given: {{battlefield: [{{id: x, {entry}}}]}}\nthen: [{{never: {{lost: bob}}}}]")
    assert scenario.compile().starts == starts
    with Search(scenario.compile()) as search:
        found = {frozenset(str(atom) for atom, _ in start) for start in search.starts()}
    assert len(found) == starts


def test_what_is_printed_on_each_copy_is_open_on_its_own() -> None:
    text = "given: {battlefield: [{id: x, is: [Creature, Artifact], power: 1..2, keywords: {haste: any}, count: 2}]}\n"
    same = "{all: [{power: {of: x, is: 1}}, {power: {of: x-2, is: 2}}, {keyword: {of: x, is: haste}}]}"
    result = prove(written(text + f"then: [{{never: {same}}}]"))
    assert result.verdict == "refuted"
    one, other = permanents(result.counterexample)
    assert (one["card"], other["card"]) == ("x: Creature", "x-2: Creature")


def test_copies_of_a_card_have_its_name() -> None:
    text = "given: {battlefield: [{id: x, is: Creature, power: 1..2, count: 2}]}\n"
    assert prove(written(text + "then: [{at_start: {name: {of: x-2, is: x}}}]")).verdict == "proved"


# --- witnesses


def test_a_witness_satisfies_the_premises_when_it_is_played() -> None:
    scenario = written(
        LAMP + "  such_that: [{tapped: lamp}, {type: {of: lamp, is: creature}}, {controls: {by: bob, of: lamp}}]\n"
        "when: [{happens: {untap: lamp}}]\n"
        "then: [{at_end: {if: {type: {of: lamp, is: creature}}, then: {untapped: lamp}}}]"
    )
    result = prove(scenario)
    assert result.verdict == "proved"
    data = fields(result.witness)
    assert data["players"]["alice"].get("battlefield", []) == []
    (lamp,) = data["players"]["bob"]["battlefield"]
    assert lamp["tapped"] is True
    plain = {key: value for key, value in scenario.document.data["given"].items() if key == "such_that"}
    closed = written(
        yaml.safe_dump({"given": {**data, **plain}, "when": scenario.form.when, "then": scenario.form.then})
    )
    again = simulate(closed)
    assert (again.complete, again.broken, again.open) == (True, (), ())
    assert prove(closed).verdict == "proved", "such_that holds of it"


# --- expectations and exit codes


PROVED = "then: [{at_start: {life: {of: bob, is: 20}}}]\n"
REFUTED = "then: [{at_start: {life: {of: bob, is: 19}}}]\n"
IDLE = "then: [{at_start: {if: {lost: bob}, then: {won: alice}}}]\n"
EXPECTING = "expect: {verdict: refuted, because: a rule has overtaken it}\n"


@pytest.mark.parametrize(
    ("texts", "options", "code", "counts"),
    [
        ((PROVED,), (), 0, {"proved": 1}),
        ((PROVED, REFUTED), (), 1, {"proved": 1, "refuted": 1}),
        ((EXPECTING + REFUTED,), (), 0, {"refuted": 1}),
        ((EXPECTING + PROVED,), (), 1, {"proved": 1}),
        ((IDLE,), (), 1, {"vacuous": 1}),
        (("expect: vacuous\n" + IDLE,), (), 0, {"vacuous": 1}),
        ((PROVED,), ("--timeout", "0"), 3, {"undecided": 1}),
        (("reading: none-such\n" + PROVED,), (), 3, {"unsupported": 1}),
        (("reading: none-such\n" + PROVED, REFUTED), (), 1, {"unsupported": 1, "refuted": 1}),
        (("then: [{at_start: {lif: bob}}]\n",), (), 2, None),
    ],
)
def test_exit_codes(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    texts: tuple[str, ...],
    options: tuple[str, ...],
    code: int,
    counts: dict[str, int] | None,
) -> None:
    assert run(tmp_path, *texts, options=options) == code
    shown = capsys.readouterr()
    assert (json.loads(shown.out)["summary"] if counts else None) == counts
    assert counts is not None or "did you mean 'life'" in shown.err


def test_a_proof_over_all_integers_is_a_proof() -> None:
    scenario = written("integers: {theorem: x}\n" + PROVED)
    result = prove(scenario)
    assert (result.verdict, result.expected) == ("proved for all integers", True)
    assert summary([result]) == {"proved for all integers": 1}


def test_integers_do_not_hide_a_refutation() -> None:
    assert prove(written("integers: {theorem: x}\n" + REFUTED)).verdict == "refuted"
