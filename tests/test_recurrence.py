"""When a state is there again: names that beats give to objects do not matter, everything else does."""

from __future__ import annotations

import clingo
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
