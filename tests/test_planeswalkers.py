"""Planeswalkers (CR 306, 606).

Loyalty as counters, loyalty abilities and their timing, and damage to what is a creature too.
"""

from __future__ import annotations

from typing import Any

import pytest
from combats import creature, follow, state, static
from manaproof.solver.prove import prove
from proving import written

SAGE = "Planeswalker - Sage"


def loyalty(change: int) -> dict[str, Any]:
    """A loyalty ability by which its controller gains a life."""
    effect = {"do": "gain_life", "amount": 1}
    return {"is": "activated", "cost": [{"pay": "loyalty", "change": change}], "effects": effect}


def sage(counters: int = 3, of: str = "alice", **fields: Any) -> dict[str, Any]:
    """A planeswalker with the loyalty abilities +1, -2 and -3."""
    abilities = [loyalty(1), loyalty(-2), loyalty(-3)]
    return creature("sage", of=of, types=SAGE, abilities=abilities, counters={"loyalty": counters}, **fields)


def activate(number: int) -> str:
    """The step that has the sage's ability of that number activated."""
    return f'activate("sage",numbered("sage",{number}),any)'


def which(*numbers: int) -> list[str]:
    """The facts that tell the script which abilities are meant."""
    return [f'which(numbered("sage",{number}))' for number in numbers]


@pytest.mark.parametrize(("number", "left"), [(1, 4), (2, 1), (3, 0)])
def test_the_cost_is_counters(number: int, left: int) -> None:
    """CR 606.4, 704.5i: paid at once; with none left it is put into the graveyard, and its ability resolves still."""
    game = follow(state("precombat_main", sage()), activate(number), "pass", "idle", beats=6, extra=which(number))
    paid = next(i for i, beat in enumerate(game) if any(one.startswith("happens(activate(") for one in beat)) + 1
    counted = {one for one in game[paid] if one.startswith("holds(counter(")}
    assert counted == ({f"holds(counter(sage,loyalty,{left}))"} if left else set())
    assert ("happens(move(sage,graveyard,plain))" in game[paid]) == (left == 0)
    assert 'holds(life("alice",21))' in game[-1]


def test_there_must_be_enough_counters() -> None:
    """CR 606.6."""
    with pytest.raises(AssertionError):
        follow(state("precombat_main", sage(2)), activate(3), beats=1, extra=which(3))


def test_once_a_turn_for_each_permanent() -> None:
    """CR 606.3: of any of its abilities; another planeswalker is free of it, and so is the next turn."""
    board = state(
        "precombat_main", sage(), creature("other", types=SAGE, abilities=[loyalty(1)], counters={"loyalty": 1})
    )
    one_each = follow(board, activate(1), "pass", 'activate("other",any,any)', beats=5, extra=which(1))
    assert sum(one.startswith("happens(activate(") for beat in one_each for one in beat) == 2
    with pytest.raises(AssertionError):
        follow(board, activate(1), "pass", activate(2), beats=6, extra=which(1, 2))


@pytest.mark.parametrize("step", ["upkeep", "beginning_of_combat", "end"])
def test_only_in_a_main_phase(step: str) -> None:
    """CR 606.3."""
    with pytest.raises(AssertionError):
        follow(state(step, sage()), activate(1), beats=2, extra=which(1))


def test_only_in_ones_own_turn_and_with_an_empty_stack() -> None:
    """CR 606.3."""
    with pytest.raises(AssertionError):
        follow(state("precombat_main", sage(of="bob")), activate(1), beats=2, extra=which(1))
    ring = creature(
        "ring",
        types="Artifact",
        abilities=[{"is": "activated", "cost": "{T}", "effects": {"do": "gain_life", "amount": 1}}],
    )
    with pytest.raises(AssertionError):
        follow(state("precombat_main", sage(), ring), 'activate("ring",any,any)', activate(1), beats=3, extra=which(1))


def test_damage_to_a_planeswalker_that_is_a_creature_has_both_results() -> None:
    """CR 120.3c, 120.3e: it is marked, and counters are removed; damage to a creature alone removes none."""
    awake = creature(
        "awake",
        of="bob",
        types="Enchantment",
        abilities=[
            static({"change": "add_types", "types": ["creature"]}, {"types": ["planeswalker"]}),
            static({"change": "set_power_toughness", "power": 4, "toughness": 4}, {"types": ["planeswalker"]}),
        ],
    )
    elf = creature("elf", 2, 5, counters={"loyalty": 2})
    source = creature("source", types="Artifact", of="bob")
    steps = ['happens(damage("source","sage",2,preventable))', 'happens(damage("source","elf",2,preventable))']
    game = follow(state("precombat_main", sage(5), awake, elf, source), *steps, "idle", beats=4)
    assert {
        "holds(counter(sage,loyalty,3))",
        "holds(damage(sage,2))",
        "holds(counter(elf,loyalty,2))",
        "holds(damage(elf,2))",
    } <= game[4]


def test_damage_to_a_planeswalker_alone_is_not_marked() -> None:
    """CR 120.3c, 306.8: more damage than loyalty removes what there is."""
    source = creature("source", types="Artifact", of="bob")
    game = follow(
        state("precombat_main", sage(), source), 'happens(damage("source","sage",7,preventable))', "idle", beats=4
    )
    assert not any(one.startswith("holds(damage(") for beat in game for one in beat)
    assert any("happens(move(sage,graveyard,plain))" in beat for beat in game)


def test_damage_to_what_cannot_be_dealt_damage_is_none() -> None:
    """CR 120.1a."""
    rock, source = creature("rock", types="Artifact"), creature("source", types="Artifact", of="bob")
    game = follow(
        state("precombat_main", rock, source), 'happens(damage("source","rock",3,preventable))', "idle", beats=3
    )
    assert not any("happens(damage(" in one for beat in game for one in beat)


@pytest.mark.parametrize(("line", "counters"), [("Artifact", 0), ("Creature - Elf", 0), (SAGE, 3)])
def test_only_a_planeswalker_enters_with_its_printed_loyalty(line: str, counters: int) -> None:
    """CR 306.5b."""
    entering = f"""
given: {{players: {{alice: {{hand: [{{id: x, is: {line}, loyalty: 3}}]}}, bob: {{}}}}}}
when: [{{happens: {{enter: x}}}}]
then: [{{at_end: {{all: [{{on_battlefield: x}}, {{counters: {{of: x, kind: loyalty, is: {counters}}}}}]}}}}]
"""
    assert prove(written(entering)).verdict == "proved"


@pytest.mark.parametrize("printed", ["Artifact", "Legendary Artifact"])
def test_what_an_effect_makes_a_planeswalker_enters_with_its_printed_loyalty(printed: str) -> None:
    """CR 306.5b, 614.12: it is looked at as it would exist on the battlefield."""
    entering = f"""
given:
  players:
    alice:
      hand: [{{id: x, is: {printed}, loyalty: 3}}]
      battlefield:
        - id: y
          is: Enchantment
          abilities:
            - {{is: static, affects: {{types: [artifact]}}, changes: [{{change: add_types, types: [planeswalker]}}]}}
    bob: {{}}
when: [{{happens: {{enter: x}}}}]
then: [{{at_end: {{counters: {{of: x, kind: loyalty, is: 3}}}}}}]
"""
    assert prove(written(entering)).verdict == "proved"
