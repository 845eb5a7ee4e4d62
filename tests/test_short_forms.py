"""What scenarios may leave unsaid: atoms as bare words, lists of values; and what they may not."""

from __future__ import annotations

import pytest
from manaproof.bridge.atoms import ATOMS
from manaproof.bridge.errors import InputError
from manaproof.solver.prove import prove
from proving import written

BARE = sorted(name for name, atom in ATOMS.items() if atom.bare)


def test_which_atoms_may_stand_alone() -> None:
    """Those that need no field, among them some that have fields."""
    assert {"draw", "stack_empty", "turn_begins", "deals_damage", "adds_mana"} <= set(BARE)
    assert not {"tapped", "enters", "counters"} & set(BARE)


@pytest.mark.parametrize("name", BARE)
@pytest.mark.parametrize("form", ["%s", "{%s: }", "{%s: {}}"])
def test_a_bare_word_means_any(name: str, form: str) -> None:
    scenario = written(f"then: [{{never: {form % name}}}]")
    assert scenario.compile().rules == written(f"then: [{{never: {{{name}: {{}}}}}}]").compile().rules


def test_a_turn_begins_whosever_it_is() -> None:
    text = "given: {players: {alice: {}, bob: {library: [Forest]}}}\nwhen: [%s]\nthen: [{eventually: turn_begins}]"
    assert prove(written(text % "{next_turn: bob}")).verdict == "proved"
    assert prove(written(text % "pass")).verdict == "refuted"


def test_an_atom_that_needs_fields_says_which() -> None:
    with pytest.raises(InputError) as caught:
        written("then: [{never: counters}]").compile()
    (problem,) = caught.value.problems
    assert problem.cure == "write counters with its fields: {counters: {of: ..., kind: ..., is: ...}}"


def test_a_list_of_owners_is_each_of_them() -> None:
    scenario = written(
        "given: {battlefield: [{id: x, is: Land, owner: [alice, bob], controller: [alice, bob]}]}\n"
        "when: [{happens: {destroy: x}}]\nthen: [{at_end: {zone: {of: x, is: graveyard}}}]"
    )
    assert scenario.compile().starts == 4
    assert prove(scenario).verdict == "proved"


@pytest.mark.parametrize("change", ["may_cast", "as_though_flash"])
def test_what_may_be_cast_is_named(change: str) -> None:
    ability = "{is: static, %schanges: [{change: %s}]}"
    effect = "{is: activated, cost: '{0}', effects: {do: apply, to: {zone: hand}, changes: [{change: %s}]}}" % change  # noqa: UP031
    for wrong in (ability % ("", change), ability % ("affects: {types: [creature]}, ", change), effect):
        with pytest.raises(InputError, match=change):
            written(
                f"given: {{battlefield: [{{id: x, is: Land, abilities: [{wrong}]}}]}}\nthen: [{{never: draw}}]"
            ).compile()
    right = ability % ("affects: {zone: hand}, ", change)
    written(f"given: {{battlefield: [{{id: x, is: Land, abilities: [{right}]}}]}}\nthen: [{{never: draw}}]").compile()
