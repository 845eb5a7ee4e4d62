"""Persist (CR 702.79) and undying (CR 702.93): looking back, owners, tokens, and what comes back."""

from __future__ import annotations

from proving import proved


def test_the_card_comes_back_to_its_owner_once() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: x, is: Creature, keywords: [persist], toughness: 3, owner: any, controller: any}
        when: [{happens: {destroy: x}}, pass, {happens: {destroy: x}}, pass]
        then:
          - says: It returns under its owner's control (702.79a), whoever controlled it.
            never: {asp: 'holds(zone(obj("x", 2), battlefield), t), controls(Player, obj("x", 2), t), not owner("x", Player)'}
          - says: The ability is its last controller's (603.3a).
            always:
              if: {asp: 'holds(ability_of(S, A), t), keyword(A, persist), holds(zone(S, stack), t)'}
              then: {asp: 'holds(ability_of(S, A), t), keyword(A, persist), holds(controller(S, P), t), holds(controller(obj("x", 0), P), 0)'}
          - says: With a -1/-1 counter it does not come back again.
            at_end: {zone: {of: x, is: graveyard}}
          - says: It did once.
            at_end: {once: {asp: 'holds(counter(obj("x", 2), minus_1_minus_1, 1), t), holds(zone(obj("x", 2), battlefield), t)'}}
    """)


def test_undying_asks_for_the_other_counter() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: x, is: Creature, keywords: [undying], toughness: 4, counters: {+1/+1: 0..1, -1/-1: 0..2}}
        when: [{happens: {sacrifice: x}}, pass]
        then:
          - says: Whether it comes back rests on the +1/+1 counters it died with (702.93a).
            at_end:
              iff:
                - {on_battlefield: x}
                - {once: {all: [{dies: x}, {not: {counters: {of: x, kind: +1/+1, is: ">= 1"}}}]}}
          - says: It comes back with one.
            always: {if: {asp: 'holds(zone(obj("x", 2), battlefield), t)'}, then: {asp: 'holds(counter(obj("x", 2), plus_1_plus_1, 1), t)'}}
    """)


def test_what_does_not_die_is_not_looked_at() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: x, is: Creature, keywords: [persist], counters: {finality: 0..1}}
            - {id: k, is: Creature, token: true, keywords: [persist]}
        when:
          - either: [{happens: {move: {of: x, to: {any_of: [exile, hand]}}}}, {happens: {destroy: x}}, nothing]
          - happens: {destroy: k}
          - pass
        then:
          - says: Exiled or returned to hand, by a finality counter or else, a creature has not died (603.6c).
            always: {if: {triggers: x}, then: {previously: {dies: x}}}
          - says: A token that died ceases to exist, so that nothing returns (704.5d).
            at_end: {not: {on_battlefield: k}}
          - says: Its ability triggers all the same.
            at_end: {once: {triggers: k}}
    """)
