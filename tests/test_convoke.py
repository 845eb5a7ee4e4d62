"""Convoke (CR 702.51): which creatures may be tapped for which mana, and for how much of it."""

from __future__ import annotations

from proving import proved, refuted

BOARD = """
        given:
          players:
            alice: {mana: {W: any, G: any}, hand: [{id: x, is: Sorcery, mana_cost: "{1}{W}", abilities: [{is: keyword, keyword: convoke}]}]}
            bob: {}
          battlefield:
            - {id: w, is: Creature, color_indicator: [W]}
            - {id: g, is: Creature, color_indicator: [G]}
            - {id: n, is: "Artifact Creature"}
        when: [{cast: x}]
"""


def test_colored_mana_is_paid_for_by_creatures_of_that_color_only() -> None:
    proved(BOARD + """
        then:
          - says: A creature pays for generic mana, or for mana of its color.
            never: {any: [{convokes: {of: g, for: x, part: w}}, {convokes: {of: n, for: x, part: w}}]}
          - says: For no more than there is to be paid.
            never: {asp: 'O1 < O2, holds(convoked(obj("x", 1), O1), t), holds(convoked(obj("x", 1), O2), t), holds(convoked(obj("x", 1), O3), t), O2 < O3'}
          - says: Without white mana the white creature pays for it.
            always: {if: {all: [{casts: x}, {at_start: {pool: {of: alice, type: W, is: 0}}}]}, then: {tapped: w}}
          - says: What is tapped has convoked the spell (702.51c).
            always:
              if: {asp: 'happens(tap(O), t)'}
              then: {asp: 'happens(tap(O), t), begins(convoked(obj("x", 1), O), t)'}
    """)


def test_nobody_has_to_convoke() -> None:
    refuted(BOARD + """
        then:
          - says: Some creature is tapped.
            at_end: {any: [{tapped: w}, {tapped: g}, {tapped: n}]}
    """)


def test_an_activated_ability_is_not_helped() -> None:
    proved("""
        given:
          players: {alice: {mana: {C: 1}}, bob: {}}
          battlefield:
            - {id: x, is: Artifact, keywords: [convoke], abilities: [{is: activated, cost: "{1}", effects: {do: gain_life, amount: 1}}]}
            - {id: c, is: Creature}
        when: [{activate: {of: x, ability: {kind: activated}}}, pass]
        then:
          - {says: "Convoke is of spells (702.51a).", never: {can_convoke: {of: c, for: x}}}
          - {says: "The ability is paid for with mana.", at_end: {all: [{untapped: c}, {pool: {of: alice, type: C, is: 0}}, {life: {of: alice, is: 21}}]}}
    """)
