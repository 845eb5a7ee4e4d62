"""States: what a file says, everything unsaid filled in, and back."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from drawn import OWN_CARDS, attempt, spoilt, states
from hypothesis import HealthCheck, given, settings
from manaproof.bridge.errors import InputError
from manaproof.bridge.frozen import FrozenMap
from manaproof.bridge.schema import state_schema
from manaproof.bridge.source import read_text
from manaproof.bridge.state import StackedAbility, State, UnknownCard, automatic_ids, slug
from manaproof.bridge.status import Status
from manaproof.bridge.writing import counter_text

EXAMPLE = """\
turn: {number: 3, active: alice, step: precombat_main, priority: alice}
players:
  alice:
    life: 20
    battlefield:
      - Forest
      - {card: Exotic Orchard, id: orchard, tapped: true, counters: {charge: 1}}
    hand: [Reflecting Pool]
  bob:
    battlefield: [Exotic Orchard, Exotic Orchard]     # ids exotic-orchard, exotic-orchard-2
cards: []
"""

QUICK = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def test_the_example_of_the_documentation() -> None:
    state = State.parse(EXAMPLE)
    assert state.status() == Status.LEGAL
    assert [(one.id, one.controller, one.owner) for one in state.battlefield] == [
        ("forest", "alice", "alice"),
        ("orchard", "alice", "alice"),
        ("exotic-orchard", "bob", "bob"),
        ("exotic-orchard-2", "bob", "bob"),
    ]
    orchard = state.permanent("orchard")
    assert (orchard.tapped, dict(orchard.counters), orchard.damage, orchard.face) == (True, {"charge": 1}, 0, "front")
    assert (state.turn.number, state.turn.active, state.turn.step, state.turn.priority) == (
        3,
        "alice",
        "precombat_main",
        "alice",
    )
    assert [card.id for card in state.players["alice"].hand] == ["reflecting-pool"]
    assert state.players["alice"].hand[0].controller is None
    assert (state.players["bob"].life, list(state.players)) == (20, ["alice", "bob"])


def test_everything_unsaid_has_its_ordinary_value() -> None:
    state = State.parse("players: {alice: , bob: {hand: [Forest]}}")
    assert (state.turn.number, state.turn.active, state.turn.step, state.turn.priority) == (
        1,
        "alice",
        "precombat_main",
        "alice",
    )
    assert state.players["alice"].life == 20
    assert state == State.parse("{turn: {}, players: {alice: {}, bob: {hand: [{card: Forest}]}}, stack: [], cards: []}")


@pytest.mark.parametrize(
    ("turn", "priority"),
    [
        ("{}", "a"),
        ("{active: b}", "b"),
        ("{step: untap}", None),
        ("{step: cleanup}", None),
        ("{step: upkeep}", "a"),
        ("{step: upkeep, priority: null}", None),
        ("{step: cleanup, priority: b}", "b"),
    ],
)
def test_who_has_priority(turn: str, priority: str | None) -> None:
    state = State.parse(f"{{turn: {turn}, players: {{a: , b: }}}}")
    assert state.turn.priority == priority
    assert State.parse(state.to_yaml()) == state


def test_a_permanent_stands_under_its_controller() -> None:
    state = State.parse("""
        players:
          a: {battlefield: [{card: Forest, owner: b}, {card: Forest, controller: b}], graveyard: [Forest]}
          b:
        stack: [{card: Harvester Druid, controller: b, owner: a, x: 2}]
    """)
    assert [(one.id, one.controller, one.owner) for one in state.battlefield] == [
        ("forest", "a", "b"),
        ("forest-2", "b", "a"),
    ]
    assert (state.stack[0].controller, state.stack[0].owner, state.stack[0].x) == ("b", "a", 2)
    assert State.parse(state.to_yaml()) == state


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        ([("Forest", None)] * 3, ["forest", "forest-2", "forest-3"]),
        ([("Forest", None), ("Forest", "forest"), ("Forest", None)], ["forest-2", "forest", "forest-3"]),
        ([("Forest", "forest-2"), ("Forest", None), ("Forest", None)], ["forest-2", "forest", "forest-3"]),
        ([("Urza's Tower", None), ("Lim-Dûl's Vault", None)], ["urzas-tower", "lim-duls-vault"]),
        ([("+1", None), ("!", None)], ["1", "card"]),
    ],
)
def test_automatic_ids(names: list[tuple[str, str | None]], ids: list[str]) -> None:
    assert automatic_ids(names) == ids


def test_ids_follow_the_order_of_the_file() -> None:
    state = State.parse("players: {a: {graveyard: [Forest], battlefield: [Forest]}, b: {hand: [Forest]}}")
    assert state.players["a"].graveyard[0].id == "forest"
    assert state.battlefield[0].id == "forest-2"
    assert state.players["b"].hand[0].id == "forest-3"
    assert State.parse(state.to_yaml()) == state
    assert slug("Forest") == "forest"


def test_the_order_of_zones() -> None:
    state = State.parse("""
        players:
          a:
            hand: [{card: Forest, id: c-10}, {card: Forest, id: c-9}]
            library: [{card: Forest, id: top}, {card: Forest, id: below}]
            graveyard: [{card: Forest, id: first}, {card: Forest, id: then}]
    """)
    player = state.players["a"]
    assert [one.id for one in player.hand] == ["c-9", "c-10"], "a hand has no order"
    assert [one.id for one in player.library] == ["top", "below"]
    assert [one.id for one in player.graveyard] == ["first", "then"]


def test_timestamps_reorder_the_battlefield() -> None:
    state = State.parse("""
        players:
          a: {battlefield: [{card: Forest, id: x}, {card: Forest, id: late, timestamp: 5}]}
          b: {battlefield: [{card: Forest, id: y}, {card: Forest, id: early, timestamp: -100}]}
    """)
    assert [one.id for one in state.battlefield] == ["early", "x", "y", "late"]
    assert state.timestamps() == [-4, -3, -2, -1]
    assert all(one.timestamp is None for one in state.battlefield), "the order tells them"
    assert State.parse(state.to_yaml()) == state
    assert "timestamp: -1" in state.to_yaml()


def test_an_emblem_may_be_later_than_a_permanent() -> None:
    data: dict[str, Any] = {
        "players": {"a": {"battlefield": ["Forest"], "command": [{"card": "Emblem of Growth"}]}},
        "cards": OWN_CARDS,
    }
    assert State.parse(json.dumps(data)).timestamps() == [-2, -1]
    data["players"]["a"]["command"][0]["timestamp"] = 0
    state = State.parse(json.dumps(data))
    assert [(one.id, one.timestamp) for one in state.timed()] == [("emblem-of-growth", -1), ("forest", -2)]
    assert State.parse(state.to_yaml()) == state


def test_cards_of_the_file_prevail_and_are_kept() -> None:
    state = State.parse(json.dumps({"players": {"a": {"hand": ["Moon Colt", "Day"]}}, "cards": OWN_CARDS}))
    assert [one.card.name for one in state.players["a"].hand] == ["Day", "Moon Colt"]
    assert [card.key for card in state.cards] == ["Day", "Emblem of Growth", "Moon Colt"]
    assert State.parse(state.to_json()) == state


def test_what_is_chosen() -> None:
    state = State.parse(
        "players: {a: {battlefield: [{card: Forest, chosen: {colour: green, creature_type: Time Lord, "
        "opponent: b, name: Time Lord}}, {card: Forest, chosen: {color: [U, white]}}]}, b: }"
    )
    assert dict(state.battlefield[0].chosen) == {
        "color": "G",
        "creature_type": "time_lord",
        "opponent": "b",
        "name": "Time Lord",
    }
    assert dict(state.battlefield[1].chosen) == {"color": ("U", "W")}


def test_counters_are_game_words() -> None:
    state = State.parse(
        "players: {a: {counters: {poison: 2, energy: 0}, battlefield: "
        "[{card: Forest, counters: {+1/+1: 2, -1/-1: 1, Charge: 3, -0/-1: 1}}]}}"
    )
    forest = state.battlefield[0]
    assert dict(forest.counters) == {"plus_1_plus_1": 2, "minus_1_minus_1": 1, "charge": 3, "minus_0_minus_1": 1}
    assert dict(state.players["a"].counters) == {"poison": 2}
    assert [counter_text(kind) for kind in forest.counters] == ["charge", "-0/-1", "-1/-1", "+1/+1"]


def test_a_card_in_the_command_zone_is_a_commander_unless_told() -> None:
    text = "players: {a: {command: [Harvester Druid, {card: Quirion Explorer, commander: false}]}}"
    state = State.parse(text)
    assert [one.commander for one in state.players["a"].command] == [True, False]
    assert State.parse(state.to_yaml()) == state


def test_what_entered_this_turn_is_summoning_sick() -> None:
    state = State.parse("players: {a: {battlefield: [{card: Forest, entered_this_turn: true}]}}")
    assert state.battlefield[0].summoning_sick
    assert State.parse(state.to_yaml()) == state


def test_states_are_values() -> None:
    one, other = State.parse(EXAMPLE), State.parse(EXAMPLE, source="another name")
    assert one == other
    assert hash(one) == hash(other)
    assert one != State.parse(EXAMPLE.replace("tapped: true", "tapped: false"))
    assert one != State.parse(EXAMPLE.replace("charge: 1", "charge: 2"))
    with pytest.raises(FrozenInstanceError):
        one.battlefield[0].tapped = True  # type: ignore[misc]
    with pytest.raises(KeyError):
        one.permanent("reflecting-pool")
    assert len(repr(one)) < 4000


def test_an_ability_on_the_stack() -> None:
    state = State.parse("""
        players: {a: {battlefield: [{card: Reflecting Pool, id: pool}]}, b: }
        stack:
          - {card: Harvester Druid, controller: b, targets: [pool, a]}
          - {source: pool, ability: 1, controller: a, id: first}
          - {source: pool, ability: 1, controller: a, targets: [first]}
    """)
    spell, first, second = state.stack
    assert isinstance(first, StackedAbility)
    assert isinstance(second, StackedAbility)
    assert (spell.targets, first.targets, second.targets) == (("pool", "a"), (), ("first",))
    assert (first.id, second.id, second.source, second.card.name) == (
        "first",
        "pool-ability",
        "pool",
        "Reflecting Pool",
    )
    assert second.kind == state.permanent("pool").card.front.abilities[0]
    assert [one.id for _, one in state.objects()] == ["pool", "harvester-druid"], "an ability is no card"
    assert state.by_id["first"] == first
    assert State.parse(state.to_yaml()) == state
    assert VALIDATOR.is_valid(read_text(state.to_yaml()).data)


def test_turn_order_matters() -> None:
    assert State.parse("{turn: {active: a}, players: {a: , b: }}") != State.parse(
        "{turn: {active: a}, players: {b: , a: }}"
    )


def test_frozen_maps() -> None:
    one = FrozenMap({"b": 1, "a": 2})
    assert list(one) == ["a", "b"]
    assert one == {"a": 2, "b": 1}
    assert hash(one) == hash(FrozenMap([("a", 2), ("b", 1)]))
    assert repr(one) == "FrozenMap({'a': 2, 'b': 1})"
    with pytest.raises(TypeError):
        one["a"] = 3  # type: ignore[index]


@QUICK
@given(states())
def test_a_state_is_written_and_read_back(data: dict[str, Any]) -> None:
    state = State.parse(json.dumps(data))
    assert state.status() == Status.LEGAL, state.problems()
    for text in (state.to_yaml(), state.to_json()):
        again = State.parse(text)
        assert again == state
        assert again.to_yaml() == state.to_yaml()
        assert hash(again) == hash(state)


VALIDATOR = jsonschema.Draft202012Validator(state_schema())


@settings(QUICK, max_examples=25)
@given(states(most=2))
def test_states_are_valid_by_the_schema(data: dict[str, Any]) -> None:
    for text in (json.dumps(data), State.parse(json.dumps(data)).to_yaml()):
        assert [error.message for error in VALIDATOR.iter_errors(read_text(text).data)] == []


def test_the_example_is_valid_by_the_schema_and_typing_errors_are_not() -> None:
    assert VALIDATOR.is_valid(read_text(EXAMPLE).data)
    for old, new in (
        ("life", "lfie"),
        ("tapped: true", "tapped: 1"),
        ("precombat_main", "main"),
        ("charge: 1", "charge: x"),
    ):
        assert not VALIDATOR.is_valid(read_text(EXAMPLE.replace(old, new)).data), new


BAD_STATES = [
    ("- Forest", "not a state", 1, "players:"),
    ("Forest", "not a state", 1, "players:"),
    ("players:\n  alice:\n    lfie: 3", "unknown field 'lfie'", 3, "did you mean 'life'?"),
    ("playrs:\n  alice:", "unknown field 'playrs'", 1, "'players'"),
    ("players:\n  alice:\n    life: twenty", "'life': 'twenty' is not a whole number", 3, "whole number"),
    ("players:\n  alice:\n    life: 1.5", "1.5 is not a whole number", 3, "whole number"),
    ("players:\n  alice:\n    life: true", "true is not a whole number", 3, "whole number"),
    ("players:\n  alice:\n    life: 99999999999999", "too large", 3, "up to"),
    ("players: [alice]", "'players': a list is not a mapping", 1, "name: value"),
    ("players:\n  alice: 3", "3 is not a mapping", 2, "name: value"),
    ("players:\n  alice:\n    hand: Forest", "'Forest' is not a list", 3, "list"),
    ("players:\n  alice:\n    hand:\n      - 3", "3 is not a mapping", 4, "name: value"),
    ("players:\n  alice:\n    hand:\n      - {id: x}", "'card' is missing", 4, "card"),
    ("players:\n  alice:\n    hand:\n      - {card: Forest, taped: true}", "unknown field 'taped'", 4, "'tapped'"),
    (
        "players:\n  alice:\n    hand:\n      - {card: Forest, tapped: maybe}",
        "neither true nor false",
        4,
        "true or false",
    ),
    ("players:\n  alice:\n    hand:\n      - {card: Forest, face: side}", "'side' is not allowed", 4, "front, back"),
    ("players:\n  alice:\n    hand:\n      - {card: Forest, id: 3}", "3 is not a text", 4, "quotes"),
    ("players:\n  alice:\n    mana: {Q: 1}", "'Q' is not allowed", 3, "W, U, B"),
    ("players:\n  alice:\n    counters: {'!': 1}", "'!' holds no letter", 3, "word"),
    ("players:\n  alice:\n    counters: {+1/+1: 1,\n      plus_1_plus_1: 2}", "twice", 4, "add them up"),
    ("players:\n  alice:\n    hand:\n      - {card: Forest, chosen: {color: pink}}", "not a color", 4, "W, U"),
    ("players: {a: }\nalso:\n  - 'lost('", "not a term", 3, "fluent"),
    ("players: {a: }\ncards:\n  - {name: A, types: Lnd}", "'lnd' is not a card type", 3, "'Land'"),
    ("players: {a: }\ncards:\n  - {name: A, types: Land}\n  - {name: A, types: Land}", "defined twice", 4, "known_as"),
    ("players: {a: }\nstack:\n  - {controller: a}", "neither a spell nor an ability", 3, "add 'card'"),
    ("players: {a: }\nstack:\n  - {card: A, source: b, ability: 1}", "a spell and an ability", 3, "leave out"),
    ("players: {a: }\nturn: {nmber: 2}", "unknown field 'nmber'", 2, "'number'"),
]


@pytest.mark.parametrize(("text", "what", "line", "cure"), BAD_STATES)
def test_what_is_no_state(text: str, what: str, line: int, cure: str, tmp_path: Path) -> None:
    file = tmp_path / "state.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        State.load(file)
    assert any(
        what in problem.what and cure in problem.cure and (problem.source, problem.line) == (str(file), line)
        for problem in caught.value.problems
    ), str(caught.value)


def test_several_problems_are_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        State.parse("players:\n  a: {lfie: 1}\n  b: {hand: [{crd: Forest}]}\nstck: []\n")
    assert [problem.line for problem in caught.value.problems] == [2, 3, 3, 4]


def test_an_unknown_card_is_held_so_that_the_status_can_tell() -> None:
    state = State.parse("players: {a: {hand: [Exotic Orchid]}}")
    assert isinstance(state.players["a"].hand[0].card, UnknownCard)
    assert State.parse(state.to_yaml()) == state
    with pytest.raises(InputError, match="did you mean 'Exotic Orchard'"):
        state.require_legal()


@QUICK
@given(spoilt(states(most=2)))
def test_spoilt_states_raise_nothing_but_an_input_error(data: Any) -> None:
    state, problems = attempt(lambda: State.parse(json.dumps(data)))
    assert all(problem.what and problem.cure and problem.line for problem in problems)
    if state is None:
        return
    assert bool(state.problems()) == (state.status() != Status.LEGAL)
    assert all(finding.problem.line and finding.problem.cure for finding in state.problems())
    assert state.facts()
    state.pending()
    if state.seats:
        assert State.parse(state.to_yaml()) == state


def test_noise_and_truncations_raise_nothing_but_an_input_error() -> None:
    chance = random.Random(7)
    for _ in range(150):
        text = list(EXAMPLE)
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(text))
            text[place] = chance.choice("[]{}:,-#&*!|>'\"%@`\n\t x0")
        cut = "".join(text)[: chance.choice([None, chance.randrange(1, len(text))])]
        _, problems = attempt(lambda: State.parse(cut).problems())  # noqa: B023
        assert all(problem.what and problem.cure for problem in problems)


def test_reading_leaves_the_data_alone() -> None:
    document = read_text(EXAMPLE)
    before = copy.deepcopy(document.data)
    State.from_document(document)
    assert document.data == before


def test_a_state_within_a_document() -> None:
    document = read_text(
        "given:\n  players:\n    a:\n      hand:\n        - {card: Forest, tapped: true}\n", source="r.yaml"
    )
    state = State.from_document(document, ("given",))
    (finding,) = state.problems()
    assert (finding.flag, finding.id, finding.problem.place) == (Status.TAPPED_OUTSIDE, "forest", "r.yaml:5:34")
