"""Explaining: the play as a judge would tell it, and the minimal set of rules that the answer rests on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import clingo
import pytest
from manaproof.bridge import cli
from manaproof.bridge.edition import section_titles
from manaproof.solver.book import Book
from manaproof.solver.explain import Core, Explanation, core, explain
from manaproof.solver.plays import Choice
from manaproof.solver.prove import prove
from manaproof.solver.session import Limits
from manaproof.solver.simulate import simulate
from manaproof.solver.telling import FAILS, board, grouped, tell
from manaproof.solver.wording import (
    EVENT_ORDER,
    QUESTIONS,
    choice_sentence,
    choice_words,
    counters,
    event_sentence,
    thing,
)
from proving import written

NEW = """
given:
  battlefield:
    - id: elf
      is: Creature - Elf
      summoning_sick: true
      tapped: any
      controller: any
      keywords: %s
      abilities: [{is: activated, cost: "{T}", effects: {add: "{G}"}}]
then:
  - {says: Nobody can activate it., always: {not: {can_activate: {of: elf, ability: {cost: "{T}"}}}}}
"""

BURN = """
given: {players: {alice: {hand: [Shock], battlefield: [Mountain]}, bob: {life: 2}}}
when: [{cast: shock}, pass, pass]
answers: {target: bob}
then: [{says: Bob stays., never: {lost: bob}}]
"""

LEAK = re.compile(r"_|\bobj\(|\bnew\(|\bab\(|\bv\(|\bentry\b|\bactivated\(")
"""What no sentence for people may hold: the names and terms of the rulebook."""


@cache
def explained(text: str) -> Explanation:
    return explain(written(text))


def without(cite: str) -> Book:
    """The rulebook without the rules that cite a number."""
    book = Book.bundled()
    for statement in book.citing(cite):
        book = book.replace(statement, f'left_out("{cite}").' if statement.part == "base" else f'left_out("{cite}",t).')
    return book


# --- what an answer rests on


def test_a_proof_rests_on_a_minimal_set_of_rules() -> None:
    core = explained(NEW % "[]").core
    assert core is not None
    assert (core.cites, core.minimal, core.checked) == (("302.6",), True, True)


def test_without_a_rule_it_rests_on_the_answer_is_another() -> None:
    assert prove(written(NEW % "[]"), book=without("302.6")).verdict == "refuted"
    assert prove(written(NEW % "[]"), book=without("602.5b")).verdict == "proved", "it does not rest on that one"


def test_a_refutation_rests_on_a_minimal_set_of_rules() -> None:
    explanation = explained(NEW % "[haste]")
    assert explanation.result.verdict == "refuted"
    core = explanation.core
    assert core is not None
    assert (core.minimal, core.checked) == (True, True)
    assert "702.10c" in core.cites
    assert "302.6" not in core.cites
    assert prove(written(NEW % "[haste]"), book=without("702.10c")).verdict == "proved"


@pytest.mark.parametrize("cite", ["704.5a", "120.3a"])
def test_a_play_of_several_beats_rests_on_what_happens_in_it(cite: str) -> None:
    explanation = explained(BURN)
    assert explanation.core is not None
    assert cite in explanation.core.cites
    assert prove(written(BURN), book=without(cite)).verdict != "refuted"


RETURN = """
given: {battlefield: [{id: x, is: Creature - Elf, keywords: [persist], power: 2, toughness: 2, tapped: true}]}
when: [{happens: {destroy: x}}, pass]
then: [{never: {enters: x}}]
"""


def test_a_refutation_rests_on_all_that_leads_to_it() -> None:
    """Choices that only other rules offer must not stand in for those: without any of these x does not return."""
    core = explained(RETURN).core
    assert core is not None
    assert (core.minimal, core.checked) == (True, True)
    assert {"603.2", "603.3", "608.2c", "701.8a", "702.79a"} <= set(core.cites)
    for cite in ("603.3", "702.79a"):
        assert prove(written(RETURN), book=without(cite)).verdict == "proved"


def test_no_rules_where_the_time_is_over() -> None:
    found = core(written(NEW % "[]").compile(), 0, limits=Limits(0.0))
    assert found == Core((), minimal=False, checked=False, found=False)
    proof = explained(NEW % "[]")
    assert replace(proof, core=found).lines()[-1] == "Which rules it rests on was not found in time."
    some = Core(("302.6", "602.2"), minimal=False, checked=False)
    assert "It rests on these rules (not all of them may be needed):" in replace(proof, core=some).lines()


def test_what_is_vacuous_rests_on_nothing() -> None:
    explanation = explain(written("then: [{at_start: {if: {lost: bob}, then: {won: alice}}}]"))
    assert (explanation.result.verdict, explanation.core) == ("vacuous", None)
    assert "It rests on" not in "\n".join(explanation.lines())


def test_rules_are_grouped_by_what_their_sections_are_about() -> None:
    titles = {"704": "State-Based Actions", "702.79": "Persist"}
    assert grouped(["704.5f", "702.79a", "704.3", "999.1"], titles) == [
        "702.79a (Persist)",
        "704.3, 704.5f (State-Based Actions)",
        "999.1",
    ]
    assert section_titles()["702.79"] == "Persist"
    assert section_titles()["603"] == "Handling Triggered Abilities"


# --- the play


def test_a_play_is_told_as_a_judge_would_tell_it() -> None:
    lines = explained(BURN).lines()
    plain = [re.sub(r"  \[[0-9a-z., ]+\]$", "", line) for line in lines]
    start = plain.index("A play that breaks it:")
    assert plain[start + 1 : plain.index("", start)] == [
        "Turn 1, alice's precombat main phase; alice has priority.",
        "alice: 20 life; hand: Shock.",
        "bob: 2 life.",
        "  Mountain [Basic Land - Mountain], controlled by alice",
        "1. alice begins to cast shock.",
        "2. alice chooses bob as the target of shock.",
        "3. alice activates an ability of mountain. mountain becomes tapped.",
        "4. alice adds {R} from mountain.",
        "5. alice has cast shock.",
        "6. shock resolves. shock deals 2 damage to bob.",
        "7. shock is put into its owner's graveyard.",
        "8. State-based actions: bob loses the game.",
        FAILS,
    ]
    assert "This fails: Bob stays." in plain
    assert "bob: 0 life." in plain[plain.index("In the end:") :]


def test_each_line_names_the_rules_behind_it() -> None:
    lines = explained(BURN).lines()
    assert next(line for line in lines if line.startswith("6. ")).endswith("[120.2b, 120.3a, 608.2c]")
    assert all(re.search(r"\[\d{3}\.", line) for line in lines if re.match(r"[134678]\. ", line))


def test_what_abilities_do_names_its_rules() -> None:
    play = explained(RETURN).play
    assert play is not None
    assert tell(play)[:4] == [
        "1. As given, x is destroyed.  [701.8a]",
        "2. An ability of x triggers.  [603.2]",
        "3. The triggered ability of x is put onto the stack.  [603.3]",
        "4. The triggered ability of x resolves. x enters the battlefield under alice's control.  [403.3, 608.2c]",
    ]


def test_what_is_done_instead_names_what_it_is_done_instead_of() -> None:
    """The line names the state-based action and the replacement effect, of whatever kind."""
    play = explained(
        "given: {battlefield: [{id: x, is: Creature, toughness: 2, counters: {finality: 1, '-1/-1': 2}}]}\n"
        "when: [pass]\nthen: [{never: {leaves: x}}]"
    ).play
    assert play is not None
    assert tell(play)[0] == "1. x is exiled.  [122.1h, 614.1a, 704.3, 704.5f]"


@pytest.mark.parametrize(
    ("face", "called"),
    [
        ("front", "Eirdu, Carrier of Dawn (e)"),
        ("back", "Isilu, Carrier of Twilight (e; its front face is Eirdu, Carrier of Dawn)"),
    ],
)
def test_a_permanent_is_called_by_the_face_that_is_up(face: str, called: str) -> None:
    board_of = f"given: {{battlefield: [{{id: e, card: 'Eirdu, Carrier of Dawn', face: {face}}}]}}"
    text = f"{board_of}\nthen: [{{never: {{lost: bob}}}}]"
    (line,) = (one for one in board(written(text).compile().start.plainest) if "Carrier" in one)
    assert line.startswith(f"  {called} [Legendary Creature - ")


def test_a_claim_about_the_state_itself_says_so() -> None:
    lines = explained(NEW % "[haste]").lines()
    assert "Nothing happens: it is about the state itself." in lines
    assert FAILS in lines
    assert "In the end:" not in lines, "nothing has changed"


def told(given: str, when: str) -> list[str]:
    """A game as it is told, without rules."""
    simulation = simulate(written(f"given: {given}\nwhen: {when}\nthen: [{{never: {{lost: bob}}}}]"), citing=False)
    assert simulation.complete
    assert simulation.play is not None
    return [*board(simulation.play.state), *tell(simulation.play), *board(simulation.play.final)]


def test_steps_and_turns_that_pass_are_told_together() -> None:
    lines = told("{players: {alice: {}, bob: {library: [Forest]}}}", "[next_turn, {until: {step: draw}}]")
    assert (
        "1. The beginning of combat step, declare attackers step, end of combat step, postcombat main phase, end step "
        "and cleanup step pass. bob's turn begins. The untap step and upkeep step pass. The draw step begins." in lines
    )


def test_what_triggers_and_resolves_is_said() -> None:
    lines = told(
        "{battlefield: [{id: x, is: Creature, keywords: [persist], toughness: 3}]}", "[{happens: {destroy: x}}, pass]"
    )
    assert lines[3:] == [
        "  x [Creature], controlled by alice, 1/3, persist",
        "1. As given, x is destroyed.",
        "2. An ability of x triggers.",
        "3. The triggered ability of x is put onto the stack.",
        "4. The triggered ability of x resolves. x enters the battlefield under alice's control.",
        "Turn 1, alice's precombat main phase; alice has priority.",
        "alice: 20 life.",
        "bob: 20 life.",
        "  x [Creature], controlled by alice, 1/3, persist, summoning sick, a -1/-1 counter",
    ]


def test_combat_is_told() -> None:
    lines = told(
        "{battlefield: [{id: x, is: Creature, power: 2}, {id: y, is: Creature, owner: bob}]}",
        "[{attack: [{with: x, whom: bob}]}, {block: [{with: y, whom: x}]}, {until: {step: end_of_combat}}]",
    )
    text = " ".join(lines)
    assert "x attacks bob. x becomes tapped." in text
    assert "y blocks x. x becomes blocked." in text
    assert "x deals 2 damage to y." in text
    assert "State-based actions: x is destroyed; y is destroyed." in text


@pytest.mark.parametrize(
    ("number", "kind", "words"),
    [(1, "plus_1_plus_1", "a +1/+1 counter"), (3, "minus_0_minus_1", "3 -0/-1 counters"), (1, "oil", "an oil counter")],
)
def test_counters_have_their_names(number: int, kind: str, words: str) -> None:
    assert counters(number, kind) == words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (
            'move(obj("x",0),battlefield,entry("bob",tapped,none))',
            "x enters the battlefield under bob's control, tapped.",
        ),
        ('move(obj("x",3),library_top,plain)', "x goes on top of its owner's library."),
        ('counters(obj("x",0),first_strike,2)', "2 first strike counters are put on x."),
        ('remove_counters(obj("x",0),minus_1_minus_1,1)', "a -1/-1 counter is removed from x."),
        ('life("bob",-3,cost)', "bob loses 3 life."),
        ('draw("bob",2)', "bob draws 2 cards."),
        (
            'damage(obj(new(3,trigger(obj("x",0),ab("1"),e)),0),"bob",2)',
            "The triggered ability of x deals 2 damage to bob.",
        ),
        ("draw_game", "The game is a draw."),
    ],
)
def test_events_in_words(event: str, words: str) -> None:
    expected = words if words[:2] != "a " else "A " + words[2:]
    assert event_sentence(clingo.parse_term(event)) == expected


def choice(question: str, answer: str, *, free: bool = True) -> Choice:
    return Choice(0, clingo.String("alice"), clingo.parse_term(question), clingo.parse_term(answer), free)


@pytest.mark.parametrize(
    ("question", "answer", "words"),
    [
        ('target(obj("shock",1),1)', '"bob"', "alice chooses bob as the target of shock"),
        ('x(obj("blaze",1))', "3", "alice chooses 3 as the value of X"),
        ('mana(obj("x",0),1)', "v(0,0,1,1,0,0)", "alice chooses to add {B}{R}"),
        ('spend(obj("shock",1))', "v(0,0,0,1,0,0)", "alice spends {R} on shock"),
        ('color(obj("x",0),1)', "w", "alice chooses white"),
        ("replacement(1)", 'by(effect(obj("r",0),ab("2")),e)', "alice has the effect of r apply first"),
        ('pay(obj("shock",1))', 'mana_ability(obj("m",0),intrinsic(mountain))', "alice activates a mana ability of m"),
        ('instead_of_mana(obj("s",1),obj("x",0))', "generic", "alice taps x rather than paying generic mana for s"),
    ],
)
def test_choices_in_words(question: str, answer: str, words: str) -> None:
    assert choice_words(choice(question, answer)) == words


def test_what_is_no_choice_is_not_told_unless_nothing_else_tells_it() -> None:
    assert choice_sentence(choice('spend(obj("shock",1))', "v(0,0,0,1,0,0)", free=False)) == ""
    assert choice_sentence(choice('target(obj("shock",1),1)', '"bob"', free=False)) != ""
    assert choice_sentence(choice("act", "pass")) == "", "an event tells what players do"


# --- nothing of the rulebook's own language


def functors(pattern: str) -> set[str]:
    """The functors that follow a pattern in the heads of the rulebook."""
    heads = [statement.text.partition(" :- ")[0] for statement in Book.bundled().statements]
    return {found for head in heads for found in re.findall(pattern, head)}


def test_every_event_of_the_rulebook_has_words() -> None:
    events = functors(r"\b(?:happens|would)\(([a-z_]+)\b")
    assert {"damage", "move", "tap"} <= events
    assert events - set(EVENT_ORDER) == set()


def test_every_question_of_the_rulebook_has_words() -> None:
    questions = functors(r"\basked\([A-Za-z]+,\s*([a-z_0-9]+)\b")
    assert {"target", "x", "may"} <= questions
    assert questions - QUESTIONS <= {"supposed", "slot"}, "the scenario answers these, not a player"


@pytest.mark.parametrize("text", [NEW % "[]", NEW % "[haste]", BURN], ids=["proof", "refutation", "play"])
def test_no_term_of_the_rulebook_is_shown(text: str) -> None:
    leaks = [line for line in explained(text).lines() if LEAK.search(line)]
    assert leaks == []


def test_things_without_a_name() -> None:
    assert thing(clingo.parse_term("obj(new(3,token(s,1,2)),0)")) == "the token of s"
    assert thing(clingo.parse_term('obj(new(3,activated(obj("x",0),ab("1"))),0)')) == "the ability of x"


# --- the command


def run(path: Path, *options: str) -> int:
    with pytest.raises(SystemExit) as ended:
        cli.main(["explain", str(path), *options])
    return int(ended.value.code or 0)


def test_the_command_explains_every_scenario_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(
        "- {ruling: one, restated: '-', then: [{at_start: {life: {of: bob, is: 20}}}]}\n"
        "- {ruling: two, restated: '-', then: [{at_start: {life: {of: bob, is: 19}}}]}\n"
    )
    assert run(path, "--json") == 1
    data: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [one["verdict"] for one in data] == ["proved", "refuted"]
    assert [one["minimal"] for one in data] == [True, True]
    assert data[1]["told"][-1] == FAILS
    assert {"ruling", "play", "told", "rests_on", "minimal", "witness", "counterexample"} <= set(data[0])


def test_the_command_prints_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.yaml"
    path.write_text("{ruling: one, restated: '-', then: [{at_start: {life: {of: bob, is: 19}}}]}")
    assert run(path) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("one: refuted\n-\nThis fails: claim 1\n")


def test_an_unknown_ruling_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Path("S00")) == 2
    assert "did you mean" in capsys.readouterr().err
