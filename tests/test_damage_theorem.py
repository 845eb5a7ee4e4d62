"""Damage and loyalty over all integers (CR 120.3, 615.12, 704.5): the rulebook computes what the theorem speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass
from itertools import product
from typing import Any

import z3
from combats import creature, state
from manaproof.solver.book import Book
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session
from manaproof.solver.z3engine.damage import Damage, Permanent, after, is_dealt, is_destroyed, put_into_graveyard

SHIELD = {
    "is": "replacement",
    "event": {"when": "damage", "to": {"ref": "this"}},
    "instead": [{"rewrite": "prevent", "amount": "all"}],
}
"""An ability that prevents all damage to the permanent itself."""


@dataclass(frozen=True)
class Case:
    """A permanent that is not due to leave, and damage that would be dealt to it."""

    types: str
    counters: int
    toughness: int
    marked: int
    indestructible: bool
    amount: int
    shielded: bool
    preventable: bool

    def card(self, name: str) -> dict[str, Any]:
        return creature(
            name,
            toughness=self.toughness,
            keywords=["indestructible"] if self.indestructible else [],
            types=self.types,
            abilities=[SHIELD] if self.shielded else [],
            counters={"loyalty": self.counters},
            damage=self.marked,
        )

    def terms(self) -> tuple[Permanent, Damage]:
        types = (z3.BoolVal(kind in self.types) for kind in ("Creature", "Planeswalker"))
        numbers = map(z3.IntVal, (self.toughness, self.marked, self.counters, 9))
        return (
            Permanent(*types, z3.BoolVal(self.indestructible), *numbers),
            Damage(z3.IntVal(self.amount), z3.BoolVal(self.preventable), z3.BoolVal(self.shielded)),
        )


def cases() -> Iterator[Case]:
    shields = ((False, True), (True, True), (True, False))
    bodies = ((2, 0, False), (3, 1, False), (2, 1, True), (2, 5, True))  # toughness, damage marked, indestructible
    for amount, shield in product(range(4), shields):
        for counters, body in product((1, 3), bodies):
            yield Case("Planeswalker Creature - Elf", counters, *body, amount, *shield)
        for counters in (1, 3):
            yield Case("Planeswalker - Sage", counters, 0, 0, True, amount, *shield)
        for body in bodies:
            yield Case("Creature - Elf", 2, *body, amount, *shield)


def expected(case: Case, x: str) -> set[str]:
    """What the theorem's terms say: the damage dealt, what it leaves, and the state-based actions that follow."""
    permanent, damage = case.terms()
    left = after(permanent, damage)
    counters, marked = (z3.simplify(number).as_long() for number in (left.counters, left.marked))
    found = {
        f'happens(damage(obj("source",0),{x},{case.amount}))': is_dealt(damage),
        f"holds(counter({x},loyalty,{counters}))": z3.BoolVal(counters > 0),
        f"holds(damage({x},{marked}))": z3.BoolVal(marked > 0),
        f"state_based(move({x},graveyard,plain))": put_into_graveyard(left),
        f"state_based(destroy({x}))": is_destroyed(left),
    }
    return {atom for atom, claim in found.items() if z3.is_true(z3.simplify(claim))}


def test_the_rulebook_computes_the_same_within_a_scope() -> None:
    """All the damage is proposed at one beat; the next ones prevent what they can of it, deal the rest, and look."""
    board = {f"x{number}": case for number, case in enumerate(cases())}
    proposed = []
    for name, case in board.items():
        event = f'damage(obj("source",0),obj("{name}",0),{case.amount})'
        proposed += [f"would({event},0)", *([] if case.preventable else [f"flagged({event},0)"])]
    cards = [case.card(name) for name, case in board.items()]
    source = creature("source", types="Artifact", of="bob")
    facts = [*state("precombat_main", source, *cards).facts(), *proposed, "x_bound(0)", "which(any)"]
    wanted = [Signature(*one) for one in (("holds", 2), ("happens", 2), ("state_based", 2), ("beat", 2))]
    with Session(facts, Book.bundled().slice(wanted)) as session:
        session.prune()
        session.ground_through(3)
        atoms = {one.name: [str(symbol).rpartition(",") for symbol in session.facts(*one)] for one in wanted}
    (dealt,) = {int(beat[:-1]) for atom, _, beat in atoms["happens"] if atom.startswith("happens(damage(")}
    assert ("beat(state_based", ",", f"{dealt + 1})") in atoms["beat"]
    looked_at = [("happens(damage(", dealt)]
    looked_at += [(start, dealt + 1) for start in ("holds(counter(", "holds(damage(", "state_based(")]
    for name, case in board.items():
        x = f'obj("{name}",0)'
        found = {
            f"{atom})"
            for start, beat in looked_at
            for atom, _, last in atoms[start.partition("(")[0]]
            if atom.startswith(start) and x in atom and last == f"{beat})"
        }
        assert found == expected(case, x), astuple(case)
