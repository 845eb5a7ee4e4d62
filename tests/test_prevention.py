"""Damage as an event that effects prevent or replace (CR 614, 615, 616)."""

from __future__ import annotations

from proving import proved, refuted

ORDER = """
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: d, is: Creature, controller: bob}
            - {id: two, is: Enchantment, abilities: [{is: replacement, event: {when: damage, to_player: you}, instead: [{rewrite: damage_times, factor: 2}]}]}
            - {id: less, is: Enchantment, count: 0..1, abilities: [{is: replacement, event: {when: damage, to_player: you}, instead: [{rewrite: prevent, amount: 2}]}]}
        when: [{happens: {damage: {from: d, to: alice, amount: 1..3}}}]
"""


def test_the_damaged_player_chooses_the_order() -> None:
    proved(ORDER + """
        then:
          - says: Doubled and then lessened by 2, or the other way round (616.1); once each (614.5).
            always:
              if: {asp: 'happens(damage(obj("d", 0), "alice", N), t)'}
              then: {any: [{asp: 'happens(damage(_, "alice", N), t), M = 1..3, N = 2 * M - 2'}, {asp: 'happens(damage(_, "alice", N), t), M = 1..3, N = 2 * (M - 2)'}, {not: {on_battlefield: less}}]}
          - says: It is the player's own choice.
            never: {asp: 'asked("bob", replacement(_), t)'}
          - says: Damage that is prevented altogether is not dealt (615.6).
            never: {asp: 'happens(damage(_, _, 0), t)'}
    """)


def test_the_order_matters() -> None:
    refuted(ORDER + """
        then:
          - {says: "Three damage always becomes four.", at_end: {if: {all: [{on_battlefield: less}, {once: {asp: 'pending(_, damage(_, _, 3), t)'}}]}, then: {life: {of: alice, is: 16}}}}
    """)


def test_what_cannot_be_prevented_is_dealt() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: d, is: Creature, controller: bob}
            - {id: all, is: Enchantment, abilities: [{is: replacement, event: {when: damage, to_player: you}, instead: [{rewrite: prevent}]}]}
            - {id: loud, is: Enchantment, count: 0..1, abilities: [{is: static, affects: {types: [creature]}, changes: [{change: cant, what: have_damage_prevented}]}]}
        when:
          - happens: {damage: {from: d, to: alice, amount: 2, preventable: {any_of: [true, false]}}}
        then:
          - says: Prevented unless it can't be (615.12).
            at_end: {if: {not: {once: {deals_damage: {to: alice}}}}, then: {life: {of: alice, is: 20}}}
          - says: By the effect on its source it can't.
            at_end: {if: {on_battlefield: loud}, then: {life: {of: alice, is: 18}}}
          - says: The prevention effect applies to it, once, all the same (615.12a).
            at_end: {once: {replaces: {of: all}}}
    """)


def test_whose_damage_and_which_is_meant() -> None:
    proved("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - {id: d, is: [Creature, Artifact], controller: any, toughness: 5}
            - {id: e, is: Creature, controller: any, toughness: 5}
            - {id: p, is: Enchantment, abilities: [{is: replacement, event: {when: damage, by: {types: [creature], controller: opponent}, to: {types: [creature], controller: you}}, instead: [{rewrite: prevent}]}]}
            - {id: t, is: Enchantment, abilities: [{is: triggered, event: {when: damage, by: {types: [artifact]}}, effects: {do: gain_life, amount: {number: event_amount}}}]}
        when:
          - happens: {damage: {from: d, to: {any_of: [e, alice]}, amount: 2}}
          - pass
        then:
          - says: Only damage by the opponent's creatures to one's own creatures is prevented.
            at_end:
              iff:
                - not: {once: {deals_damage: {from: d}}}
                - all: [{type: {of: d, is: creature}}, {controls: {by: bob, of: d}}, {controls: {by: alice, of: e}}, {not: {once: {deals_damage: {to: alice}}}}, {once: {asp: 'pending(_, damage(_, obj("e", 0), _), t)'}}]
          - says: An ability may trigger on damage, and know how much it was.
            at_end: {if: {once: {triggers: t}}, then: {any: [{life: {of: alice, is: 22}}, {life: {of: alice, is: 20}}]}}
    """)
