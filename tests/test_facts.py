"""States as facts of the rulebook, and back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import clingo
import pytest
from drawn import OWN_CARDS, states
from hypothesis import HealthCheck, given, settings
from manaproof.bridge.abilities import ability_id
from manaproof.bridge.facts import fluents
from manaproof.bridge.library import bundled
from manaproof.bridge.state import StackedAbility, State
from manaproof.bridge.status import Status

QUICK = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@QUICK
@given(states())
def test_a_state_is_its_facts(data: dict[str, Any]) -> None:
    state = State.parse(json.dumps(data))
    facts = state.facts()
    assert len(set(facts)) == len(facts)
    again = State.from_facts(facts, state.definitions)
    assert again == state
    assert again.status() == Status.LEGAL
    assert set(again.facts()) == set(facts)
    assert State.from_facts([clingo.parse_term(str(fact)) for fact in reversed(facts)], state.definitions) == state


def facts_of(text: str, *, definitions: bool = False) -> set[str]:
    facts = map(str, State.parse(text).facts())
    return {
        fact
        for fact in facts
        if definitions
        or fact.partition("(")[0] in ("player", "seat", "card", "owner", "definition", "token", "commander", "holds")
    }


def test_the_facts_of_a_state() -> None:
    ability = ability_id(bundled()["Harvester Druid"].front.abilities[0])
    assert facts_of("""
        turn: {number: 4, active: bob, step: upkeep}
        players:
          alice:
            life: 7
            counters: {poison: 2}
            mana: {G: 2}
            battlefield:
              - {card: Forest, id: land, tapped: true}
              - {card: Utopia Sprawl, owner: bob, attached_to: land, chosen: {color: U}, token: true,
                 summoning_sick: true, entered_this_turn: true, x: 3, damage: 1, counters: {+1/+1: 1}}
            graveyard: [Forest, Wastes]
          bob: {hand: [Forest], command: [Harvester Druid], land_played: true}
        stack:
          - {card: Harvester Druid, controller: bob, face_down: true, targets: [alice]}
          - {source: harvester-druid, ability: 1, controller: bob, targets: [land, harvester-druid-2]}
        also: [drawn]
    """) == {
        'player("alice")',
        'seat("alice",1)',
        'player("bob")',
        'seat("bob",2)',
        'card("land")',
        'owner("land","alice")',
        'definition("land","Forest")',
        'card("utopia-sprawl")',
        'owner("utopia-sprawl","bob")',
        'definition("utopia-sprawl","Utopia Sprawl")',
        'token("utopia-sprawl")',
        'card("forest")',
        'owner("forest","alice")',
        'definition("forest","Forest")',
        'card("wastes")',
        'owner("wastes","alice")',
        'definition("wastes","Wastes")',
        'card("forest-2")',
        'owner("forest-2","bob")',
        'definition("forest-2","Forest")',
        'card("harvester-druid")',
        'owner("harvester-druid","bob")',
        'definition("harvester-druid","Harvester Druid")',
        'commander("harvester-druid")',
        'card("harvester-druid-2")',
        'owner("harvester-druid-2","bob")',
        'definition("harvester-druid-2","Harvester Druid")',
        *(
            f"holds({fluent},0)"
            for fluent in (
                "turn(4)",
                'active("bob")',
                "step(upkeep)",
                'doing(priority("bob"))',
                "drawn",
                'life("alice",7)',
                'life("bob",20)',
                'player_counter("alice",poison,2)',
                'pool("alice",g,2)',
                'land_played("bob")',
                'zone(obj("land",0),battlefield)',
                'controller(obj("land",0),"alice")',
                'tapped(obj("land",0))',
                'timestamp(obj("land",0),-2)',
                'zone(obj("utopia-sprawl",0),battlefield)',
                'controller(obj("utopia-sprawl",0),"alice")',
                'attached(obj("utopia-sprawl",0),obj("land",0))',
                'choice(obj("utopia-sprawl",0),color,u)',
                'newly_controlled(obj("utopia-sprawl",0))',
                'entered_this_turn(obj("utopia-sprawl",0))',
                'x(obj("utopia-sprawl",0),3)',
                'damage(obj("utopia-sprawl",0),1)',
                'counter(obj("utopia-sprawl",0),plus_1_plus_1,1)',
                'timestamp(obj("utopia-sprawl",0),-1)',
                'zone(obj("forest",0),graveyard("alice"))',
                'position(obj("forest",0),-2)',
                'zone(obj("wastes",0),graveyard("alice"))',
                'position(obj("wastes",0),-1)',
                'zone(obj("forest-2",0),hand("bob"))',
                'zone(obj("harvester-druid",0),command)',
                'timestamp(obj("harvester-druid",0),-3)',
                'zone(obj("harvester-druid-2",0),stack)',
                'controller(obj("harvester-druid-2",0),"bob")',
                'position(obj("harvester-druid-2",0),-2)',
                'face_down(obj("harvester-druid-2",0))',
                'cast(obj("harvester-druid-2",0))',
                'target(obj("harvester-druid-2",0),1,"alice")',
                'zone(obj("harvester-druid-ability",0),stack)',
                'position(obj("harvester-druid-ability",0),-1)',
                'controller(obj("harvester-druid-ability",0),"bob")',
                'source(obj("harvester-druid-ability",0),obj("harvester-druid",0))',
                f'ability_of(obj("harvester-druid-ability",0),{ability})',
                'target(obj("harvester-druid-ability",0),1,obj("land",0))',
                'target(obj("harvester-druid-ability",0),2,obj("harvester-druid-2",0))',
            )
        ),
    }


@pytest.mark.parametrize(
    ("turn", "doing"),
    [
        ("{}", 'doing(priority("a"))'),
        ("{step: untap}", "doing(begin_step)"),
        ("{priority: b}", 'doing(priority("b"))'),
        ("{priority: null}", "doing(begin_step)"),
    ],
)
def test_what_the_game_is_about(turn: str, doing: str) -> None:
    state = State.parse(f"{{turn: {turn}, players: {{a: , b: }}}}")
    assert [str(fluent) for fluent in fluents(state) if fluent.match("doing", 1)] == [doing]


def test_a_definition_is_given_once_however_many_cards_have_it() -> None:
    facts = State.parse(json.dumps({"players": {"a": {"battlefield": ["Forest"] * 50}}})).facts()
    names = [str(fact) for fact in facts]
    assert len(set(names)) == len(names)
    assert names.count('printed("Forest",front,type(land))') == 1
    assert sum(fact.match("card", 1) for fact in facts) == 50


def test_facts_grow_in_proportion_to_the_board() -> None:
    sizes = [
        len(State.parse(json.dumps({"players": {"a": {"battlefield": ["Forest"] * n}}})).facts())
        for n in (100, 200, 300)
    ]
    assert sizes[1] - sizes[0] == sizes[2] - sizes[1] == 600


def test_a_token_that_a_card_creates_is_defined() -> None:
    maker = next(card for card in bundled().values() if card.tokens)
    facts = facts_of(json.dumps({"players": {"a": {"hand": [maker.key]}}}), definitions=True)
    assert any(fact.startswith(f'printed("{maker.tokens[0]}",front,type(') for fact in facts)


def test_a_permanent_attached_to_a_player() -> None:
    text = "players: {a: {battlefield: [{card: Utopia Sprawl, attached_to: b}]}, b: }"
    assert 'holds(attached(obj("utopia-sprawl",0),"b"),0)' in facts_of(text)
    state = State.parse(text)
    assert State.from_facts(state.facts()).battlefield[0].attached_to == "b"


LATER = """
player("a"). seat("a",1). player("b"). seat("b",2).
owner("forest","a"). definition("forest","Forest"). owner("bear","b"). definition("bear","Moon Colt").
definition(new(3,token(1,1,1)),"Moon Colt"). owner(new(3,token(1,1,1)),"a"). token(new(3,token(1,1,1))).
holds(turn(2),7). holds(active("b"),7). holds(step(end),7). holds(doing(resolve(obj(new(6,x),0),2)),7).
holds(life("a",20),7). holds(life("b",0),7). holds(lost("b"),7). holds(script(3),7).
holds(zone(obj("forest",2),battlefield),7). holds(controller(obj("forest",2),"b"),7).
holds(timestamp(obj("forest",2),5),7). holds(timestamp(obj("bear",0),-1),7). holds(timestamp(eff(1,1),4),7).
holds(zone(obj("bear",0),battlefield),7). holds(controller(obj("bear",0),"b"),7).
holds(counter(obj("forest",1),charge,2),7).
holds(zone(obj(new(3,token(1,1,1)),0),battlefield),7). holds(controller(obj(new(3,token(1,1,1)),0),"a"),7).
holds(timestamp(obj(new(3,token(1,1,1)),0),3),7). holds(affected(eff(1,1),obj(new(3,token(1,1,1)),0)),7).
holds(attached(obj(new(3,token(1,1,1)),0),obj("forest",2)),7).
holds(zone(obj(new(6,x),0),stack),7). holds(source(obj(new(6,x),0),obj("forest",1)),7).
holds(zone(obj(new(7,x),0),stack),7). holds(source(obj(new(7,x),0),obj("forest",2)),7).
holds(ability_of(obj(new(7,x),0),ab("0123456789ab")),7). holds(controller(obj(new(7,x),0),"a"),7).
holds(position(obj(new(7,x),0),2),7). holds(target(obj(new(7,x),0),1,"b"),7).
holds(life("a",99),6).
"""


def later() -> State:
    definitions = State.parse(json.dumps({"players": {"a": {}}, "cards": OWN_CARDS})).definitions
    symbols = [clingo.parse_term(text) for text in re.findall(r"(\S.*?)\.(?=\s)", LATER)]
    return State.from_facts(symbols, definitions, beat=7)


def test_a_later_beat_becomes_the_start_of_a_new_game() -> None:
    state = later()
    assert [(one.id, one.card.name, one.controller, one.owner, one.token) for one in state.battlefield] == [
        ("bear", "Moon Colt", "b", "b", False),
        ("moon-colt", "Moon Colt", "a", "a", True),
        ("forest", "Forest", "b", "a", False),
    ]
    assert state.permanent("moon-colt").attached_to == "forest"
    (ability,) = state.stack
    assert isinstance(ability, StackedAbility)
    assert (ability.id, ability.source, ability.ability) == ("forest-ability", "forest", "0123456789ab")
    assert (ability.controller, ability.targets) == ("a", ("b",))
    assert state.timestamps() == [-9, -5, -3], "with an effect's timestamp among them, the numbers matter"
    assert (state.turn.number, state.turn.active, state.turn.priority, state.players["a"].life) == (2, "b", None, 20)
    assert set(state.also) == {
        'lost("b")',
        "timestamp(eff(1,1),-4)",
        'affected(eff(1,1),obj("moon-colt",0))',
        'counter(obj("forest",-1),charge,2)',
        "doing(resolve(obj(new(6,x),0),2))",
        "zone(obj(new(6,x),0),stack)",
        'source(obj(new(6,x),0),obj("forest",-1))',
    }


def test_nothing_of_a_later_beat_is_lost() -> None:
    state = later()
    assert state.status() == Status.LEGAL, state.problems()
    assert State.from_facts(state.facts(), state.definitions) == state
    assert State.parse(state.to_yaml()) == state


def test_facts_without_a_definition_are_an_unknown_card() -> None:
    facts = State.parse(json.dumps({"players": {"a": {"hand": ["Moon Colt"]}}, "cards": OWN_CARDS})).facts()
    assert State.from_facts(facts).status() == Status.UNKNOWN_CARD


def test_two_active_players_are_seen() -> None:
    facts = State.parse("players: {a: , b: }").facts()
    state = State.from_facts([*facts, clingo.parse_term('holds(active("b"),0)')])
    assert state.status() == Status.TWO_ACTIVE_PLAYERS
    assert (state.turn.active, state.turn.others) == ("a", ("b",))


def test_every_fluent_is_one_of_the_vocabulary(root: Path) -> None:
    readme = (root / "asp" / "README.md").read_text(encoding="utf-8")
    stored = readme.partition("## Stored facts")[2].partition("## Derived facts")[0]
    known = set(re.findall(r"`([a-z_]+)[(`]", stored))
    state = State.parse("""
        players:
          a:
            mana: {G: 1}
            counters: {poison: 1}
            land_played: true
            battlefield: [{card: Utopia Sprawl, attached_to: a, tapped: true, counters: {charge: 1}, damage: 1, x: 1,
              face_down: true, entered_this_turn: true, chosen: {color: U}}, {card: Day, face: back}]
            library: [Forest]
        stack: [{card: Day, controller: a, targets: [a]}, {source: forest, ability: x, controller: a}]
        cards:
          - {layout: transform, faces: [{name: Day, types: Creature}, {name: Night, types: Creature}]}
    """)
    assert state.status() == Status.LEGAL
    used = {fluent.name for fluent in fluents(state)}
    assert len(used) == 26
    assert used <= known
