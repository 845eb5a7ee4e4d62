"""Counters that are rules of their own (CR 122.1): finality and stun counters; +1/+1 and -1/-1 counters (704.5q)."""

from __future__ import annotations

from proving import proved


def test_a_stun_counter_goes_instead_of_untapping() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: x, is: [Creature, Artifact], tapped: true, controller: any, counters: {stun: any}}
        when: [{happens: {untap: x}}, {happens: {untap: x}}]
        then:
          - says: While it has one it does not untap (122.1d).
            always: {if: {counters: {of: x, kind: stun, is: ">= 1"}}, then: {not: {untaps: x}}}
          - says: One counter is removed each time.
            at_end: {if: {at_start: {counters: {of: x, kind: stun, is: 3}}}, then: {all: [{tapped: x}, {counters: {of: x, kind: stun, is: 1}}]}}
          - says: Without one it untaps.
            at_end: {if: {at_start: {counters: {of: x, kind: stun, is: 1}}}, then: {untapped: x}}
    """)


def test_finality_and_another_replacement_effect_leave_a_choice() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - id: x
              is: Creature
              owner: bob
              controller: any
              counters: {finality: 1}
              abilities: [{is: replacement, event: {when: leaves, to: graveyard}, instead: [{rewrite: goes_to, zone: hand}]}]
        when: [{happens: {destroy: x}}]
        then:
          - says: Its controller chooses which effect applies (616.1); the other then has nothing to replace.
            at_end: {any: [{zone: {of: x, is: exile}}, {zone: {of: x, is: hand}}]}
          - says: It is the controller who is asked.
            always: {if: {asp: 'asked(P, replacement(_), t)'}, then: {asp: 'asked(P, replacement(_), t), controls(P, obj("x", 0), t)'}}
          - says: No choice makes it go to the graveyard.
            never: {dies: x}
    """)


def test_both_kinds_of_counters_cancel_out_in_one_check() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield: [{id: x, is: Creature, power: 5, toughness: 5, counters: {+1/+1: any, -1/-1: any}}]
        when: [pass]
        then:
          - says: Power and toughness stay as they are (704.5q).
            never: {asp: 'characteristic(obj("x", 0), power(P), t), characteristic(obj("x", 0), power(Q), t-1), P != Q'}
          - says: One kind is left at most.
            at_end: {not: {all: [{counters: {of: x, kind: +1/+1, is: ">= 1"}}, {counters: {of: x, kind: -1/-1, is: ">= 1"}}]}}
    """)
