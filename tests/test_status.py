"""Every reason why no game can be in a state, each with its place and cure."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import clingo
import pytest
from manaproof.bridge.errors import InputError
from manaproof.bridge.state import State
from manaproof.bridge.status import Status

CARDS = """
cards:
  - {name: Bolt, types: Instant}
  - {name: Ring, types: Emblem}
  - {name: Crown, types: Emblem, abilities: [
      {is: static, affects: {types: [creature]}, changes: [{change: lose_abilities}]},
      {is: triggered, event: {when: step_begins, step: upkeep}, effects: {do: draw}}]}
  - {name: Maze, types: Dungeon}
  - {name: Maker, types: Artifact, abilities: [{is: activated, cost: "{T}", effects: {do: create_token, token: Bird}}]}
  - {layout: transform, faces: [{name: Day, types: Creature}, {name: Night, types: Creature}]}
  - {layout: modal_dfc, faces: [{name: Shout, types: Sorcery}, {name: Valley, types: Land}]}
  - {layout: adventure, faces: [{name: Giant, types: Creature}, {name: Stomp, types: Instant - Adventure}]}
  - {name: Pacify, types: Enchantment - Aura}
"""

# What a field of alice's one card says; what is wrong with it; a part of the cure.
ONE_CARD: list[tuple[str, str, Status, str]] = [
    ("battlefield", "{card: Exotic Orchid}", Status.UNKNOWN_CARD, "did you mean 'Exotic Orchard'?"),
    ("battlefield", "{card: Xyzzy}", Status.UNKNOWN_CARD, "cards:"),
    ("battlefield", "{card: Maker}", Status.UNKNOWN_TOKEN, "cards:"),
    ("battlefield", "{card: Forest, id: bob}", Status.ID_OF_A_PLAYER, "another id"),
    ("battlefield", "{card: Forest, owner: bop}", Status.UNKNOWN_OWNER, "did you mean 'bob'?"),
    ("battlefield", "{card: Forest, controller: carol, owner: bob}", Status.UNKNOWN_CONTROLLER, "alice"),
    ("battlefield", "{card: Forest, damage: -1}", Status.NEGATIVE_DAMAGE, "from 0"),
    ("battlefield", "{card: Forest, counters: {charge: -1}}", Status.NEGATIVE_COUNTERS, "from 0"),
    ("battlefield", "{card: Forest, x: -1}", Status.NEGATIVE_X, "from 0"),
    ("battlefield", "{card: Forest, face: back}", Status.NOT_DOUBLE_FACED, "remove 'face'"),
    ("battlefield", "{card: Giant, face: back}", Status.NOT_DOUBLE_FACED, "remove 'face'"),
    ("battlefield", "{card: Day, face: back, face_down: true}", Status.FACE_DOWN_BACK, "remove"),
    (
        "battlefield",
        "{card: Forest, entered_this_turn: true, summoning_sick: false}",
        Status.ENTERED_EARLIER,
        "leave out",
    ),
    ("battlefield", "{card: Forest, attached_to: nobody}", Status.ATTACHED_TO_NOTHING, "id of a permanent"),
    ("battlefield", "{card: Forest, attached_to: bop}", Status.ATTACHED_TO_NOTHING, "did you mean 'bob'?"),
    ("battlefield", "{card: Forest, id: f, attached_to: f}", Status.ATTACHED_TO_ITSELF, "another permanent"),
    ("battlefield", "{card: Forest, chosen: {opponent: carol}}", Status.UNKNOWN_PLAYER_CHOSEN, "alice"),
    ("battlefield", "{card: Bolt}", Status.NO_PERMANENT, "elsewhere"),
    ("battlefield", "{card: Maze}", Status.NO_PERMANENT, "elsewhere"),
    ("battlefield", "{card: Shout}", Status.NO_PERMANENT, "elsewhere"),
    ("battlefield", "{card: Ring}", Status.EMBLEM_OUTSIDE_COMMAND, "command"),
    ("battlefield", "{card: Day, token: true, commander: true}", Status.COMMANDER_NOT_A_CARD, "remove"),
    ("hand", "{card: Forest, controller: alice}", Status.CONTROLLER_OUTSIDE, "remove 'controller'"),
    ("hand", "{card: Forest, owner: bob}", Status.ZONE_OF_ANOTHER, "under its owner"),
    ("hand", "{card: Forest, tapped: true}", Status.TAPPED_OUTSIDE, "remove 'tapped'"),
    ("exile", "{card: Forest, tapped: true}", Status.TAPPED_OUTSIDE, "remove 'tapped'"),
    ("graveyard", "{card: Day, damage: 1}", Status.DAMAGE_OUTSIDE, "remove 'damage'"),
    ("library", "{card: Day, summoning_sick: true}", Status.SUMMONING_SICK_OUTSIDE, "remove 'summoning_sick'"),
    ("hand", "{card: Day, entered_this_turn: true, summoning_sick: false}", Status.ENTERED_OUTSIDE, "remove"),
    ("hand", "{card: Day, face_down: true}", Status.FACE_DOWN_OUTSIDE, "remove 'face_down'"),
    ("hand", "{card: Day, face: back}", Status.BACK_OUTSIDE, "remove 'face'"),
    ("graveyard", "{card: Pacify, attached_to: bob}", Status.ATTACHED_OUTSIDE, "remove 'attached_to'"),
    ("hand", "{card: Day, x: 1}", Status.X_OUTSIDE, "remove 'x'"),
    ("hand", "{card: Ring}", Status.EMBLEM_OUTSIDE_COMMAND, "command"),
    ("command", "{card: Day, commander: false}", Status.NOT_A_COMMANDER, "leave out"),
    ("command", "{card: Ring, commander: true}", Status.COMMANDER_NOT_A_CARD, "remove"),
]


def lines(text: str) -> State:
    return State.parse(text + CARDS, source="s.yaml")


@pytest.mark.parametrize(("zone", "card", "flag", "cure"), ONE_CARD, ids=[f"{r[2].name}-{r[0]}" for r in ONE_CARD])
def test_one_thing_wrong_with_a_card(zone: str, card: str, flag: Status, cure: str) -> None:
    state = lines(f"players:\n  alice:\n    {zone}:\n      - {card}\n  bob:\n")
    assert state.status() == flag, state.problems()
    (finding,) = state.problems()
    assert (finding.flag, finding.problem.source, finding.problem.line) == (flag, "s.yaml", 4)
    assert cure in finding.problem.cure
    assert finding.id is not None
    assert repr(finding.id) in finding.problem.what


# What a state says; what is wrong with it; in which line; a part of the cure.
WHOLE: list[tuple[str, Status, int, str]] = [
    ("players: {}\n", Status.NO_PLAYERS, 1, "players:"),
    ("turn: {number: 0}\nplayers: {alice: }\n", Status.TURN_NUMBER, 1, "from 1"),
    ("players: {alice: }\nturn: {active: alic}\n", Status.UNKNOWN_ACTIVE_PLAYER, 2, "did you mean 'alice'?"),
    ("players: {alice: , bob: }\nturn: {active: [alice, bob]}\n", Status.TWO_ACTIVE_PLAYERS, 2, "one player"),
    ("players: {alice: }\nturn: {step: upkep}\n", Status.UNKNOWN_STEP, 2, "did you mean 'upkeep'?"),
    ("players: {alice: }\nturn: {step: main}\n", Status.UNKNOWN_STEP, 2, "precombat_main"),
    ("players: {alice: }\nturn: {priority: bob}\n", Status.UNKNOWN_PRIORITY, 2, "alice"),
    ("players: {alice: }\nturn: {step: untap, priority: alice}\n", Status.PRIORITY_IN_UNTAP_STEP, 2, "later step"),
    (
        "players: {alice: }\nturn: {step: upkeep, priority: null}\nstack: [{card: Bolt, controller: alice}]\n",
        Status.STACK_AS_STEP_BEGINS,
        2,
        "priority",
    ),
    ("players:\n  alice:\n    mana: {G: -1}\n", Status.NEGATIVE_MANA, 3, "from 0"),
    ("players:\n  alice:\n    counters:\n      {poison: -1}\n", Status.NEGATIVE_COUNTERS, 4, "from 0"),
    ("players:\n  alice:\n  bob:\n    land_played: true\n", Status.LAND_PLAYED_OFF_TURN, 4, "remove"),
    ("players: {alice: }\nalso: ['life(\"alice\",3)']\n", Status.FLUENT_OF_A_FIELD, 2, "field"),
    ("players: {alice: {hand: [Forest]}}\nalso: ['tapped(obj(\"forest\",0))']\n", Status.FLUENT_OF_A_FIELD, 2, "field"),
    ("players: {alice: }\nalso: ['3']\n", Status.NO_FLUENT, 2, "fluent"),
    ("players: {alice: }\nalso: ['(a,b)']\n", Status.NO_FLUENT, 2, "fluent"),
    (
        "players: {alice: }\nturn: {priority: alice}\nalso: ['doing(resolve(x,1))']\n",
        Status.FLUENT_OF_A_FIELD,
        3,
        "leave it out",
    ),
    (
        "players: {alice: }\nstack:\n  - {card: Bolt, controller: alice, targets: [alcie]}\n",
        Status.UNKNOWN_TARGET,
        3,
        "did you mean 'alice'?",
    ),
    (
        "players: {alice: }\nstack:\n  - {source: maker, ability: 1, controller: alice}\n",
        Status.UNKNOWN_SOURCE,
        3,
        "id of an object",
    ),
    (
        "players: {alice: {hand: [Giant]}}\nstack:\n  - {source: giant, ability: 1, controller: alice}\n",
        Status.NO_SUCH_ABILITY,
        3,
        "from 1",
    ),
    (
        "players: {alice: {command: [Crown]}}\nstack:\n  - {source: crown, ability: 1, controller: alice}\n",
        Status.NO_SUCH_ABILITY,
        3,
        "from 1",
    ),
    (
        "players: {alice: {command: [Crown]}}\nstack:\n  - {source: crown, ability: 2}\n",
        Status.NO_CONTROLLER,
        3,
        "controller",
    ),
    ("players: {alice: }\nalso: ['doing(priority(\"alice\"))']\n", Status.FLUENT_OF_A_FIELD, 2, "field"),
    ("players: {alice: }\nstack:\n  - {card: Forest, controller: alice}\n", Status.LAND_ON_STACK, 3, "battlefield"),
    (
        "players: {alice: }\nstack:\n  - {card: Shout, controller: alice, face: back}\n",
        Status.LAND_ON_STACK,
        3,
        "battlefield",
    ),
    ("players: {alice: }\nstack:\n  - Bolt\n", Status.NO_CONTROLLER, 3, "controller"),
    ("players: {alice: }\nstack:\n  - {card: Ring, controller: alice}\n", Status.EMBLEM_OUTSIDE_COMMAND, 3, "command"),
    (
        "players: {alice: {hand: [{card: Forest, id: x}], exile: [{card: Forest,\n id: x}]}}\n",
        Status.DUPLICATE_ID,
        1,
        "own id",
    ),
    (
        "players:\n  alice:\n    battlefield:\n      - {card: Pacify, id: a, attached_to: b}\n"
        "      - {card: Pacify, id: b, attached_to: c}\n      - {card: Pacify, id: c, attached_to: a}\n",
        Status.ATTACHED_IN_A_CYCLE,
        4,
        "elsewhere",
    ),
    (
        "players: {alice: {hand: [Day], battlefield: [{card: Pacify, attached_to: day}]}}\n",
        Status.ATTACHED_TO_WRONG_ZONE,
        1,
        "permanent",
    ),
]


@pytest.mark.parametrize(("text", "flag", "line", "cure"), WHOLE, ids=[f"{r[1].name}-{i}" for i, r in enumerate(WHOLE)])
def test_one_thing_wrong_with_a_state(text: str, flag: Status, line: int, cure: str) -> None:
    state = lines(text)
    assert state.status() == flag, state.problems()
    finding = state.problems()[0]
    assert (finding.flag, finding.problem.source, finding.problem.line) == (flag, "s.yaml", line)
    assert cure in finding.problem.cure


def test_every_flag_is_tested() -> None:
    assert {row[2] for row in ONE_CARD} | {row[1] for row in WHOLE} == set(Status)


def test_every_cited_rule_is_one_of_the_edition(root: Path) -> None:
    numbers = set((root / "asp" / "rule_numbers.txt").read_text(encoding="utf-8").split())
    cited = re.findall(r"\b[1-9][0-9]{2}\.[0-9]+[a-z]?\b", (root / "bridge" / "status.py").read_text(encoding="utf-8"))
    assert len(cited) > 20
    assert set(cited) <= numbers


LEGAL = [
    "players: {alice: {life: -5, battlefield: [{card: Forest, damage: 3}]}, bob: }",
    "players: {alice: {battlefield: [{card: Pacify}, {card: Pacify, id: p, attached_to: bob}], hand: [Bolt]}, bob: }",
    "players: {alice: {battlefield: [{card: Pacify, attached_to: day}], graveyard: [Day]}}",
    "players: {alice: {battlefield: [{card: Bolt, face_down: true}, {card: Shout, face: back}]}}",
    "players: {alice: {battlefield: [{card: Day, face: back}]}}",
    "players: {alice: {command: [Ring, Maze, Day], exile: [{card: Day, face_down: true, counters: {time: 3}}]}}",
    "players: {alice: {graveyard: [{card: Day, token: true}]}}",
    "{turn: {step: upkeep, priority: null}, players: {alice: }, also: ['doing(resolve(obj(\"bolt\",0),1))'],"
    " stack: [{card: Bolt, controller: alice}]}",
    "players: {alice: {command: [Crown]}}\nstack: [{source: crown, ability: 2, controller: alice}]",
    "players: {alice: {hand: [Day]}}\nstack: [{card: Bolt, controller: alice, targets: [alice, day, bolt]}]",
    "{turn: {step: cleanup, priority: alice}, players: {alice: }}",
    "{players: {alice: }, stack: [{card: Forest, controller: alice, face_down: true}]}",
]


@pytest.mark.parametrize("text", LEGAL)
def test_odd_but_legal(text: str) -> None:
    state = lines(
        text + "\n"
        if not text.startswith("{")
        else text[1:-1]
        .replace(", players", "\nplayers")
        .replace(", also", "\nalso")
        .replace(", stack", "\nstack")
        .replace(", stack", "\nstack")
        + "\n"
    )
    assert state.status() == Status.LEGAL, state.problems()
    assert state.require_legal() is state


def test_every_reason_is_told_at_once() -> None:
    state = lines("turn: {step: x}\nplayers:\n  alice:\n    mana: {W: -1}\n    hand: [{card: Nothing, tapped: true}]\n")
    assert state.status() == Status.UNKNOWN_STEP | Status.NEGATIVE_MANA | Status.UNKNOWN_CARD | Status.TAPPED_OUTSIDE
    with pytest.raises(InputError) as caught:
        state.require_legal()
    assert [problem.line for problem in caught.value.problems] == [1, 4, 5, 5]


def test_a_state_made_of_facts_has_problems_without_a_line() -> None:
    facts = lines("players: {alice: {hand: [Forest]}}\n").facts()
    extra = clingo.parse_term('holds(tapped(obj("forest",0)),0)')
    state = State.from_facts([*facts, extra])
    assert state.status() == Status.TAPPED_OUTSIDE
    assert state.problems()[0].problem.place == "<state>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("players: {alice: {life: 0}, bob: {counters: {poison: 10}}}\n", [("704.5a", "alice"), ("704.5c", "bob")]),
        ("players: {alice: {exile: [{card: Day, token: true}]}}\n", [("704.5d", "day")]),
        ("players: {alice: {battlefield: [Pacify, {card: Pacify, attached_to: alice}]}}\n", [("704.5m", "pacify")]),
        ("players: {alice: {battlefield: [{card: Day, counters: {+1/+1: 1, -1/-1: 3}}]}}\n", [("704.5q", "day")]),
        ("players: {alice: {battlefield: [{card: Day, counters: {+1/+1: 1}}]}}\n", []),
    ],
)
def test_pending_state_based_actions_are_no_fault(text: str, expected: Any) -> None:
    state = lines(text)
    assert state.status() == Status.LEGAL
    assert [(one.rule, one.id) for one in state.pending()] == expected
