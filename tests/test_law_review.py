"""Games in which a rule of the book once said something else than the Comprehensive Rules."""

from __future__ import annotations

from collections.abc import Sequence

import clingo
from manaproof.bridge.state import State
from manaproof.solver.book import Book
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session

KEPT = tuple(Signature(name, arity) for name, arity in [("beat", 2), ("happens", 2), ("holds", 2), ("impossible", 3)])

CARDS = """
cards:
  - name: Bloodletter
    types: Creature - Wizard
    power: 1
    toughness: 4
    abilities:
      - {is: keyword, keyword: lifelink}
      - {is: activated, cost: "{T}", effects: [{do: damage, amount: 1, to_player: opponent}]}
  - name: Grim Vow
    types: Enchantment
    abilities:
      - {is: static, changes: [{change: player_cant, who: you, what: gain_life}]}
  - name: Undying Vow
    types: Enchantment
    abilities:
      - {is: static, changes: [{change: player_cant, who: you, what: lose_game}]}
  - name: Asp Handler
    types: Creature - Druid
    power: 1
    toughness: 1
    abilities:
      - {is: keyword, keyword: deathtouch}
      - is: activated
        cost: "{T}"
        effects: [{do: damage, amount: 1, to: {controller: opponent, types: [creature]}}]
  - name: Iron Banner
    types: Artifact
    abilities:
      - is: static
        affects: {controller: you, types: [creature]}
        changes: [{change: gain_ability, ability: {is: keyword, keyword: indestructible}}]
  - name: Warding Lamp
    types: Artifact
    abilities:
      - is: static
        affects: {controller: you, types: [creature]}
        changes: [{change: modify_power_toughness, power: 0, toughness: 1}]
      - {is: activated, cost: [{pay: sacrifice}], effects: [{do: gain_life, amount: 1}]}
  - name: Wisp
    types: Creature - Spirit
    power: 0
    toughness: 0
  - name: Stout Ox
    types: Creature - Ox
    power: 2
    toughness: 5
  - name: Grove Tender
    types: Creature - Elf
    power: 1
    toughness: 1
    abilities:
      - {is: activated, cost: "{T}", effects: {add: "{G}"}}
  - name: Toll Bridge
    types: Enchantment
    abilities:
      - is: static
        affects: {types: [creature]}
        changes: [{change: attack_cost, mana: 1}]
  - name: Prism
    types: Artifact
    abilities:
      - {is: activated, cost: "{T}", effects: [{do: choose_color, among: [R]}]}
"""


def play(players: str, steps: Sequence[str], beats: int, turn: str = "alice", *extra: str) -> dict[str, set[str]]:
    """The atoms of a game that the steps of a script settle, by predicate; all pass where no step says otherwise.

    Args:
        players: the players of the state, as YAML.
        steps: the steps, as terms of ``machine/script``.
        beats: the last beat.
        turn: who has priority; it is alice's turn.
        extra: more facts.
    """
    state = State.parse(f"turn: {{number: 3, active: alice, step: precombat_main, priority: {turn}}}\n{players}{CARDS}")
    assert state.problems() == ()
    script = [fact for i, step in enumerate(steps, 1) for fact in (f"script_step({i})", f"script({i},{step})")]
    facts: list[clingo.Symbol | str] = [*state.facts(), "which(any)", *script, *extra]
    with Session(facts, Book.bundled().slice(KEPT)) as session:
        session.ground_through(beats)
        return {name: {str(atom) for atom in session.facts(name, arity)} for name, arity in KEPT}


def test_lifelink_gains_nothing_for_a_player_who_cannot_gain_life() -> None:
    """CR 120.3f, 101.2."""
    board = """players:
  alice: {battlefield: [{card: Bloodletter, id: knife}, Grim Vow]}
  bob: {battlefield: [{card: Bloodletter, id: needle}]}
"""
    found = play(board, ['activate("knife",any,any)', 'activate("needle",any,any)', "pass", "pass", "idle"], 6)
    assert {'holds(life("alice",19),6)', 'holds(life("bob",20),6)'} <= found["holds"]


def test_a_draw_from_an_empty_library_counts_at_the_next_check_alone() -> None:
    """CR 704.5b: a player who couldn't lose then does not lose for it later."""
    board = "players: {alice: {battlefield: [{card: Undying Vow, id: vow}]}, bob: {}}"
    found = play(board, ['happens(draw("alice",1))', "idle", 'happens(destroy("vow"))', "idle", "idle"], 6)
    assert 'happens(draw("alice",1),0)' in found["happens"]
    assert any(atom.startswith('happens(move(obj("vow",0),graveyard') for atom in found["happens"])
    assert not any(atom.startswith('happens(lose("alice")') for atom in found["happens"])


def test_damage_by_deathtouch_counts_at_the_next_check_alone() -> None:
    """CR 704.5h: a creature indestructible then is not destroyed when it is so no longer."""
    board = """players:
  alice: {battlefield: [{card: Asp Handler, id: handler}]}
  bob: {battlefield: [{card: Stout Ox, id: ox}, {card: Iron Banner, id: banner}]}
"""
    steps = ['activate("handler",any,any)', "pass", "idle", 'happens(destroy("banner"))', "idle", "idle"]
    found = play(board, steps, 7)
    assert any("damage" in atom and '"ox"' in atom for atom in found["happens"])
    assert any(atom.startswith('happens(move(obj("banner",0),graveyard') for atom in found["happens"])
    assert 'holds(zone(obj("ox",0),battlefield),7)' in found["holds"]
    assert any(atom.startswith('holds(deathtouched(obj("ox",0))') for atom in found["holds"])


def test_after_state_based_actions_the_player_has_priority_to_whom_it_was_due() -> None:
    """CR 117.5: bob activates an ability on alice's turn, and a creature of his dies of the cost."""
    board = "players: {alice: {}, bob: {battlefield: [{card: Warding Lamp, id: lamp}, {card: Wisp, id: wisp}]}}"
    found = play(board, ['activate("lamp",any,any)', "idle"], 2, "bob")
    assert "beat(state_based,1)" in found["beat"]
    assert 'holds(doing(priority("bob")),2)' in found["holds"]
    assert 'holds(doing(priority("alice")),2)' not in found["holds"]


def test_attacking_creatures_tap_before_costs_to_attack_are_paid() -> None:
    """CR 508.1f, 508.1i: the mana ability of the creature that attacks can't pay for its attack."""
    board = "players: {alice: {battlefield: [{card: Grove Tender, id: elf}]}, bob: {battlefield: [Toll Bridge]}}"
    found = play(board, ["pass", "pass", "attack(one)", "pass"], 3, "alice", 'joins(one,"elf","bob")')
    assert 'holds(tapped(obj("elf",0)),3)' in found["holds"]
    assert any(atom.startswith("beat(payment(") for atom in found["beat"])
    assert any(atom.startswith('impossible("alice",pay(') for atom in found["impossible"])


def test_a_color_chosen_on_resolution_is_kept() -> None:
    """CR 608.2d."""
    board = "players: {alice: {battlefield: [{card: Prism, id: prism}]}, bob: {}}"
    found = play(board, ['activate("prism",any,any)', "pass", "idle"], 3)
    assert 'holds(choice(obj("prism",0),color,r),3)' in found["holds"]
