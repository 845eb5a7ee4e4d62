"""Casting (CR 601): what is due, what may be chosen, what is locked in, and when a card may be cast."""

from __future__ import annotations

from proving import proved, refuted


def test_increases_and_reductions_and_the_least_cost() -> None:
    proved("""
        given:
          cards:
            - {name: Tax, types: Enchantment, abilities: [{is: static, affects: {zone: stack, spell: true}, changes: [{change: cost_more, mana: "{1}"}]}]}
            - {name: Discount, types: Enchantment, abilities: [{is: static, affects: {zone: stack, spell: true}, changes: [{change: cost_less, mana: "{5}"}]}]}
            - {name: Floor, types: Artifact, abilities: [{is: static, affects: {zone: stack, spell: true}, changes: [{change: cost_at_least, amount: 3}]}]}
          players:
            alice: {mana: {G: 6}, hand: [{id: x, is: Sorcery, mana_cost: "{1}{G}"}]}
            bob: {}
          battlefield:
            - {card: Tax, id: tax, count: 0..2}
            - {card: Discount, id: less, count: 0..1}
            - {card: Floor, id: floor, count: 0..1}
        when: [{cast: x}]
        then:
          - says: Generic reductions never touch the colored part (118.7a).
            always: {if: {paying_for: x}, then: {total_cost: {of: x, part: g, is: 1}}}
          - says: Increases come first, then reductions (601.2f).
            always:
              if: {all: [{paying_for: x}, {not: {on_battlefield: floor}}, {on_battlefield: less}]}
              then: {total_cost: {of: x, part: generic, is: 0}}
          - says: What directly affects the total cost comes last.
            always:
              if: {all: [{paying_for: x}, {on_battlefield: floor}, {on_battlefield: less}]}
              then: {total_cost: {of: x, part: generic, is: 2}}
          - says: It lifts no cost that is high enough.
            always:
              if: {all: [{paying_for: x}, {not: {on_battlefield: less}}, {on_battlefield: tax-2}]}
              then: {total_cost: {of: x, part: generic, is: 3}}
    """)


def test_the_total_cost_is_locked_in() -> None:
    proved("""
        given:
          players:
            alice: {mana: {W: 1}, hand: [{id: x, is: Sorcery, mana_cost: "{3}"}]}
            bob: {}
          battlefield:
            - id: less
              is: Artifact
              abilities:
                - {is: static, affects: {zone: stack, spell: true}, changes: [{change: cost_less, mana: "{1}"}]}
                - {is: activated, cost: [{pay: sacrifice}], effects: {add: "{C}"}}
        when: [{cast: x}]
        then:
          - says: Without the reducer the cost would be 3; it was determined while it was there.
            always: {if: {paying_for: x}, then: {total_cost: {of: x, part: generic, is: 2}}}
          - says: The reducer itself can be sacrificed for mana to pay it.
            at_end: {not: {on_battlefield: less}}
    """)


def test_one_alternative_cost_and_any_additional_costs() -> None:
    proved("""
        given:
          players:
            alice:
              mana: {R: 3}
              hand:
                - id: x
                  is: Sorcery
                  mana_cost: "{4}{R}"
                  abilities:
                    - {is: alternative_cost, cost: [{pay: life, amount: 2}]}
                    - {is: alternative_cost, cost: "{1}"}
                    - {is: additional_cost, cost: [{pay: sacrifice, what: {types: [artifact]}}]}
                    - {is: keyword, keyword: kicker, cost: "{R}"}
            bob: {}
          battlefield: [{id: a, is: Artifact}, {id: c, is: Creature}]
        when: [{cast: x}]
        then:
          - says: Paying the mana cost is out of reach; one alternative cost is paid, never two (118.9a).
            never: {asp: 'holds(alternative(S, A), t), holds(alternative(S, B), t), A < B'}
          - says: One is paid.
            at_end: {once: {asp: 'holds(alternative(obj("x", 1), _), t)'}}
          - says: The mandatory additional cost is paid with the alternative one (118.9d).
            at_end: {all: [{zone: {of: a, is: graveyard}}, {on_battlefield: c}]}
          - says: Kicker adds to it if the player wishes (702.33a).
            always:
              if: {all: [{paying_for: x}, {asp: 'holds(kicked(obj("x", 1), 1), t)'}]}
              then: {total_cost: {of: x, part: r, is: 1}}
          - says: And does not otherwise.
            always:
              if: {all: [{paying_for: x}, {asp: 'not holds(kicked(obj("x", 1), 1), t), holds(zone(obj("x", 1), stack), t)'}]}
              then: {total_cost: {of: x, part: r, is: 0}}
          - says: The mana value is that of the mana cost.
            always: {mana_value: {of: x, is: 5}}
    """)


def test_symbols_that_can_be_paid_in_several_ways() -> None:
    proved("""
        given:
          players:
            alice: {life: 3, mana: {W: 0..2, U: 0..1}, hand: [{id: x, is: Sorcery, mana_cost: "{W/U}{2/W}{U/P}"}]}
            bob: {}
        when: [{cast: x}]
        then:
          - says: With two white mana the Phyrexian symbol is paid with life (107.4f).
            at_end: {if: {at_start: {pool: {of: alice, type: U, is: 0}}}, then: {life: {of: alice, is: 1}}}
          - says: With a blue one as well it may be paid with that.
            always: {if: {casts: x}, then: {any: [{life: {of: alice, is: 3}}, {life: {of: alice, is: 1}}]}}
          - says: X and life aside, a hybrid symbol counts by its larger half for the mana value (202.3f).
            always: {mana_value: {of: x, is: 4}}
    """)


def test_timing_from_any_zone_and_permissions() -> None:
    proved("""
        given:
          turn: {active: any, step: [upkeep, precombat_main], priority: any}
          players:
            alice:
              hand: [{id: s, is: Creature, mana_cost: "{1}"}, {id: i, is: Instant, mana_cost: "{1}"}, {id: n, is: Sorcery}]
              graveyard: [{id: g, is: Creature, mana_cost: "{1}"}, {id: o, is: Sorcery, mana_cost: "{1}"}]
              exile: [{id: e, is: Creature, mana_cost: "{1}", abilities: [{is: static, affects: {ref: this, zone: exile}, changes: [{change: may_cast}]}]}]
            bob: {}
          battlefield:
            - {id: p, is: Enchantment, count: 0..1, abilities: [{is: static, affects: {zone: graveyard, types: [creature], owner: you}, changes: [{change: may_cast}, {change: as_though_flash}]}]}
        when: [pass]
        then:
          - says: An instant may be cast whenever its player has priority (117.1a).
            at_start: {can_cast: {of: i, by: alice}}
          - says: Anything else in hand only as a sorcery.
            at_start: {iff: [{can_cast: {of: s, by: alice}}, {all: [{turn_of: alice}, {step: precombat_main}]}]}
          - says: Another zone needs a permission (601.3).
            at_start: {iff: [{can_cast: {of: g, by: alice}}, {on_battlefield: p}]}
          - says: Which need not be for every card there.
            at_start: {not: {can_cast: o}}
          - says: A card's own permission works where the card is (113.6f).
            at_start: {iff: [{can_cast: {of: e, by: alice}}, {all: [{turn_of: alice}, {step: precombat_main}]}]}
          - says: What has neither mana cost nor alternative cost can't be paid for (118.6).
            at_start: {not: {can_cast: n}}
    """)


def test_a_permanent_tapped_for_mana_cannot_pay_its_own_tap_symbol() -> None:
    refuted("""
        given:
          players: {alice: {}, bob: {}}
          battlefield:
            - id: x
              is: Artifact
              abilities: [{is: activated, cost: "{T}", effects: {add: "{C}"}}, {is: activated, cost: "{1}, {T}", effects: {do: gain_life, amount: 1}}]
            - {id: y, is: Artifact, count: 0..1, abilities: [{is: activated, cost: "{T}", effects: {add: "{C}"}}]}
        when: [{activate: {of: x, ability: {mana: false}}}, pass]
        then:
          - says: Nothing but another permanent's mana pays for it.
            at_end: {not: {on_battlefield: y}}
    """, "Nothing but another permanent's mana pays for it.")
