"""Steps that wait, and the words of claims."""

from __future__ import annotations

import pytest
from manaproof.bridge.errors import InputError
from manaproof.solver.prove import prove
from proving import written


def test_nobody_passes_again_once_the_state_waited_for_is_there() -> None:
    text = """
given: {turn: {step: beginning_of_combat}, players: {alice: {library: [Forest]}, bob: {library: [Forest]}}}
when: [{%s: {step: end_of_combat}}]
then: [{at_end: {step: end_of_combat}}]
"""
    for step in ("until", "free_until"):
        assert prove(written(text % step)).verdict == "proved"


def test_a_trigger_waited_for_has_not_resolved() -> None:
    text = """
given: {battlefield: [{id: x, is: Creature, toughness: 3, keywords: [persist]}]}
when: [{happens: {destroy: x}}, {until: {not: stack_empty}}%s]
then: [{at_end: {zone: {of: x, is: %s}}}]
"""
    assert prove(written(text % ("", "graveyard"))).verdict == "proved"
    assert prove(written(text % (", {until: stack_empty}", "battlefield"))).verdict == "proved"


def test_the_stack_is_not_empty_for_good_while_a_trigger_or_what_makes_it_trigger_waits() -> None:
    """CR 117.5, 603.3: first a creature with lethal damage dies, then its persist ability is put on the stack."""
    text = """
given: {battlefield: [{id: x, is: Creature, toughness: 3, keywords: [persist]}, {id: y, is: Creature}]}
when: [{happens: %s}, {%s: %s}]
then: [{at_end: [{on_battlefield: x}, {counters: {of: x, kind: -1/-1, is: 1}}, stack_empty]}]
"""
    damage = "{damage: {from: y, to: x, amount: 3}}"
    for event, step, condition in (
        ("{destroy: x}", "until", "stack_empty"),
        (damage, "until", "{any: [{stack_empty: {}}, {lost: {of: bob}}]}"),
        (damage, "free_until", "[stack_empty]"),
    ):
        assert prove(written(text % (event, step, condition))).verdict == "proved"


@pytest.mark.parametrize(
    ("claim", "word"),
    [
        ("{leaves: {of: x, to: libary}}", "libary"),
        ("{type: {of: x, is: creatre}}", "creatre"),
        ("{supertype: {of: x, is: snowy}}", "snowy"),
        ("{step: combat}", "combat"),
        ("{face_up: {of: x, is: backside}}", "backside"),
    ],
)
def test_a_word_that_nothing_could_fulfil_is_refused(claim: str, word: str) -> None:
    text = f"given: {{battlefield: [{{id: x, is: Creature}}]}}\nthen: [{{never: {claim}}}]"
    with pytest.raises(InputError, match=word):
        prove(written(text))


def test_leaving_for_a_library_is_leaving_for_its_top_or_bottom() -> None:
    text = """
given: {battlefield: [{id: x, is: Creature}]}
when: [{happens: {move: {of: x, to: {any_of: [library_top, library_bottom]}}}}]
then: [{eventually: {leaves: {of: x, to: library}}}]
"""
    assert prove(written(text)).verdict == "proved"
