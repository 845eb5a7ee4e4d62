"""Flashback (CR 702.34), and countering (CR 701.6)."""

from __future__ import annotations

from proving import proved


def test_a_spell_cast_from_hand_goes_to_the_graveyard_and_back_again() -> None:
    proved("""
        given:
          players:
            alice:
              mana: {R: 2}
              hand: [{id: x, is: Sorcery, mana_cost: "{R}", abilities: [{is: keyword, keyword: flashback, cost: "{R}"}, {is: spell, effects: {do: gain_life, amount: 1}}]}]
            bob: {}
        when: [{cast: x}, {either: [pass, {happens: {counter: x}}]}, {cast: x}, pass]
        then:
          - says: Cast for its mana cost it is not exiled.
            always: {if: {asp: 'happens(move(obj("x", 1), Zone, _), t)'}, then: {asp: 'happens(move(obj("x", 1), graveyard, _), t)'}}
          - says: Cast with flashback it is.
            at_end: {zone: {of: x, is: exile}}
          - says: A countered spell does nothing (701.6a).
            at_end: {iff: [{life: {of: alice, is: 21}}, {once: {countered: x}}]}
    """)


def test_what_cannot_be_countered_and_countering_abilities() -> None:
    proved("""
        given:
          players:
            alice:
              mana: {R: 1}
              hand: [{id: x, is: Sorcery, mana_cost: "{R}", abilities: [{is: spell, effects: {do: gain_life, amount: 3}}]}]
            bob: {}
          battlefield:
            - {id: shield, is: Enchantment, count: 0..1, abilities: [{is: static, affects: {zone: stack, spell: true}, changes: [{change: cant, what: be_countered}]}]}
            - {id: c, is: Artifact, controller: bob, abilities: [{is: activated, cost: [{pay: life, amount: 1}], targets: [{what: {zone: stack}}], effects: {do: counter, what: {ref: target, zone: stack}}}]}
            - {id: d, is: Artifact, controller: bob, abilities: [{is: activated, cost: [{pay: life, amount: 1}], targets: [{what: {zone: stack}}], effects: {do: counter, what: {ref: target, zone: stack}}}]}
        when:
          - cast: x
          - activate: c
          - either: [{activate: d}, nothing]
          - pass
          - pass
        then:
          - says: An ability that is countered leaves the stack without effect.
            always:
              if: {asp: 'happens(counter(S), t), not holds(cast(S), t)'}
              then: {asp: 'happens(counter(S), t), ends(zone(S, stack), t), not happens(move(S, _, _), t)'}
          - says: A spell that can't be countered resolves (101.2).
            never: {all: [{countered: x}, {on_battlefield: shield}]}
          - says: One that is countered goes to its owner's graveyard.
            always: {if: {countered: x}, then: {asp: 'happens(move(obj("x", 1), graveyard, _), t)'}}
    """)
