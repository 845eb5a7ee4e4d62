"""Counters and persist over all integers (CR 704.5q, 704.8): the rulebook computes what the theorem speaks of."""

from __future__ import annotations

from itertools import product

import z3
from combats import creature, state
from manaproof.solver.book import Book
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session
from manaproof.solver.z3engine.counters import Creature, checked, dies, last_known_minus, returns


def is_so(claim: z3.BoolRef) -> bool:
    return z3.is_true(z3.simplify(claim))


def test_the_rulebook_computes_the_same_within_a_scope() -> None:
    """State-based actions are checked at beat 0; whatever survives them is destroyed at beat 1."""
    board = {f"x{number}": case for number, case in enumerate(product((1, 2, 3), range(4), range(4), range(3)))}
    creatures = {name: Creature(*map(z3.IntVal, case)) for name, case in board.items()}
    cards = [
        creature(name, toughness=base, keywords=["persist"], counters={"+1/+1": plus, "-1/-1": minus}, damage=damage)
        for name, (base, plus, minus, damage) in board.items()
    ]
    survivors = {name for name, one in creatures.items() if not is_so(dies(one))}
    facts = [
        *state("precombat_main", *cards, priority="alice").facts(),
        *(f'would(destroy(obj("{name}",0)),1)' for name in survivors),
        "x_bound(0)",
        "which(any)",
    ]
    wanted = [Signature(*one) for one in (("holds", 2), ("happens", 2), ("triggers", 4))]
    with Session(facts, Book.bundled().slice(wanted)) as session:
        session.prune()
        session.ground_through(2)
        found = {str(symbol) for one in wanted for symbol in session.facts(*one)}
        triggers = {(str(one.arguments[0]), one.arguments[3].number) for one in session.facts("triggers", 4)}
    for name, one in creatures.items():
        x = f'obj("{name}",0)'
        left = checked(one)
        died = {beat for beat in (0, 1) if f"happens(move({x},graveyard,plain),{beat})" in found}
        assert died == {1 if name in survivors else 0}, board[name]
        if name in survivors:
            counters = {atom for atom in found if atom.startswith(f"holds(counter({x},") and atom.endswith(",1)")}
            numbers = {"plus_1_plus_1": left.plus, "minus_1_minus_1": left.minus}
            terms = {kind: z3.simplify(number).as_long() for kind, number in numbers.items()}
            assert counters == {f"holds(counter({x},{kind},{n}),1)" for kind, n in terms.items() if n}, board[name]
        comes_back = is_so(returns(left.minus if name in survivors else last_known_minus(one)))
        triggered = {beat for who, beat in triggers if who == x}
        assert triggered == ({max(died) + 1} if comes_back else set()), board[name]
