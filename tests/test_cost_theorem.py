"""The total cost over all integers (CR 601.2f, 118.7), and that the rulebook computes what the theorem speaks of."""

from __future__ import annotations

from itertools import product

import z3
from manaproof.solver.book import Book
from manaproof.solver.session import Session
from manaproof.solver.z3engine.costs import Cost, at_once


def test_the_rulebook_computes_the_same_within_a_scope() -> None:
    boards = list(product(range(3), range(4), range(4), range(4)))
    facts = ["item(g,1,g)", "item(generic(1),1,generic(1))"]
    for index, (typed, generic, less_typed, less_generic) in enumerate(boards):
        facts += [f"unlocked({index},0)", f"charge({index},g,k,{typed},0)", f"charge({index},generic,k,{generic},0)"]
        facts += [
            f"alteration({index},x,a,1,cost_less(g,1),{less_typed},0)",
            f"alteration({index},x,a,2,cost_less(generic(1),1),{less_generic},0)",
        ]
    with Session(facts, Book.bundled().slice([("lessened", 4)], snapshot=True)) as session:
        session.ground_through(0)
        found = {str(symbol) for symbol in session.facts("lessened", 4)}
    for index, numbers in enumerate(boards):
        typed, generic, less_typed, less_generic = map(z3.IntVal, numbers)
        meant = at_once(Cost(typed, generic), Cost(less_typed, less_generic))
        assert f"lessened({index},g,{z3.simplify(meant.typed)},0)" in found, numbers
        assert f"lessened({index},generic,{z3.simplify(meant.generic)},0)" in found, numbers
