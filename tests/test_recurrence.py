"""When a state is there again: names that beats give to objects do not matter, everything else does."""

from __future__ import annotations

import clingo
from manaproof.solver.conflicts import combos
from manaproof.solver.conflicts.recurrence import Recurrence, recurrence, shape


def fluents(*texts: str) -> list[clingo.Symbol]:
    return [clingo.parse_term(text) for text in texts]


RING = ('zone(obj("ring",{n}),battlefield)', 'controller(obj("ring",{n}),"alice")', 'timestamp(obj("ring",{n}),{t})')


def ring(n: int, t: int, *more: str) -> list[clingo.Symbol]:
    return fluents(*(text.format(n=n, t=t) for text in RING), 'life("alice",20)', *more)


def test_a_later_incarnation_of_a_card_is_the_same_to_a_loop() -> None:
    assert shape(ring(0, -1), {}) == shape(ring(4, 17), {})


def test_a_tapped_permanent_is_not_an_untapped_one() -> None:
    assert shape(ring(0, -1), {}).shape != shape(ring(0, -1, 'tapped(obj("ring",0))'), {}).shape


def test_the_order_of_timestamps_belongs_to_the_shape() -> None:
    other = ('zone(obj("other",0),battlefield)', 'timestamp(obj("other",0),5)')
    assert shape(ring(0, 1, *other), {}).shape != shape(ring(0, 9, *other), {}).shape


def test_what_is_gone_is_forgotten() -> None:
    assert shape(ring(3, 2, 'controller(obj("ring",2),"alice")'), {}) == shape(ring(3, 2), {})


def test_numbers_may_change() -> None:
    before, after = shape(ring(0, 1), {}), shape([*ring(0, 1)[:-1], clingo.parse_term('life("alice",23)')], {})
    assert before.shape == after.shape
    assert after.change(before) == {("life", "alice"): 3}


def test_cards_of_a_pile_are_counted_by_name() -> None:
    piles = fluents('zone(obj("a",0),library("bob"))', 'zone(obj("b",0),library("bob"))')
    assert shape(piles, {"a": "Island", "b": "Island"}).numbers == {("cards", 'library("bob")', "Island"): 2}


def test_growth_counts_only_if_it_comes_twice() -> None:
    def at(life: int) -> list[clingo.Symbol]:
        return fluents(f'life("alice",{life})', "doing(over)")

    once = [shape(at(20), {}), shape(at(21), {}), shape(at(30), {})]
    twice = [shape(at(20), {}), shape(at(21), {}), shape(at(22), {})]
    assert recurrence(once) is None
    assert recurrence(twice) == Recurrence(0, 1, {("life", "alice"): 1})
    assert recurrence([shape(at(20), {}), shape(at(20), {})]) == Recurrence(0, 1, {})


def test_which_object_exiled_a_card_belongs_to_the_shape() -> None:
    exile = 'zone(obj("a",1),exile)'
    by_ring = shape(ring(0, 1, exile, 'exiled_with(obj("a",1),obj("ring",0))'), {})
    by_nobody = shape(ring(0, 1, exile), {})
    assert by_ring.numbers == by_nobody.numbers
    assert by_ring.shape != by_nobody.shape


# --- the same for a player's actions, where a state may be there again larger


BOARD = 'zone(obj("ring",0),battlefield)'
USED = 'activated_this_turn(obj("ring",0),a)'
WARD = 'lasting(eff(obj("ring",0),1),a)'


def comes_again(before: list[str], after: list[str], rules: str = "") -> bool:
    """Whether what holds at a beat is at the next one as it was, or more."""
    control = clingo.Control(message_limit=0)
    control.add("base", [], f'player(("alice";"bob")). card("ring"). {rules}{combos._CARDS}')
    control.add("compared", ["u"], combos._STATE)
    control.add("again", ["t"], combos._AGAIN)
    for beat, held in enumerate((before, after)):
        facts = "".join(f"holds({one},{beat}). " for one in (BOARD, *held))
        control.add(f"state{beat}", [], f'{facts}at_priority("alice",{beat}).')
    parts = [(name, [clingo.Number(beat)]) for beat in (0, 1) for name in ("compared", "again")]
    control.ground([("base", []), ("state0", []), ("state1", []), *parts])
    return bool(control.solve(assumptions=[(clingo.parse_term("again(0,1)"), True)]).satisfiable)


def test_a_state_recurs_as_it_was_or_larger() -> None:
    assert comes_again([], [])
    assert comes_again(['life("alice",3)'], ['life("alice",4)'])
    assert not comes_again(['life("alice",3)'], ['life("alice",2)'])


def test_what_may_be_done_once_a_turn_is_used_up() -> None:
    """CR 602.5b: the restriction may stand beside another."""
    assert comes_again([], [USED], "only_if(a,timing(sorcery)).")
    assert not comes_again([], [USED], "only_if(a,c). once(c).")
    assert comes_again([USED], [USED], "only_if(a,c). once(c).")


def test_shields_are_there_again() -> None:
    """CR 615.7, 701.19a: what guarded the round before must guard the next one."""
    one, two = (f'damage_shield("alice",e,{n})' for n in (1, 2))
    assert comes_again([two], [two])
    assert not comes_again([two], [one])
    assert not comes_again([one], [two])
    assert comes_again(['damage_shield("alice",e,2)'], ['damage_shield("alice",e,1)', 'damage_shield("alice",f,1)'])
    assert not comes_again(['shield(obj("ring",0),e)'], [])


def test_lasting_effects_are_there_again() -> None:
    """CR 603.7, 611.2c: of what can trigger within the step there must have been some before there are more."""
    more = [WARD, WARD.replace("1", "2")]
    assert not comes_again([WARD], [])
    assert not comes_again([], [WARD])
    assert not comes_again(more, [WARD])
    assert comes_again([WARD], more)
    assert comes_again([], [WARD], "event(a,step_begins(end,any)).")


def test_poison_is_no_gain_of_ones_own() -> None:
    poisoned = ['player_counter("alice",poison,1)']
    assert not comes_again([], poisoned)
    assert comes_again([], ['player_counter("bob",poison,1)'])
