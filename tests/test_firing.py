"""Rules that cannot fire are left out, and nothing else changes."""

from importlib import resources

import pytest
from manaproof.bridge.scenario import load_scenarios
from manaproof.solver.book import Book, Slice
from manaproof.solver.search import Search
from manaproof.solver.session import Session

TEXT = """
#program base.
kind(Card, Kind) :- printed(Card, Kind).
#program beat(t).
holds(Fluent, t) :- holds(Fluent, t-1), not ends(Fluent, t-1).
holds(Fluent, t) :- begins(Fluent, t-1).
{ chosen(Card, t) } :- holds(untapped(Card), t).
begins(tapped(Card), t) :- chosen(Card, t).
ends(untapped(Card), t) :- chosen(Card, t).
sings(Card, t) :- kind(Card, saga), holds(tapped(Card), t).
echoes(t) :- sings(_, t).
flies(Card, t) :- holds(flying(Card), t).
begun(t) :- holds(new, t).
ends(new, t) :- holds(new, t).
recalls(t) :- begun(T), T < t.
counts(N, t) :- N = #count { Card : holds(tapped(Card), t) }.
"""
BEATS = 6
FACTS = ["printed(a, land)", "printed(b, land)", "holds(untapped(a), 0)", "holds(untapped(b), 0)", "holds(new, 0)"]


def pruned(rules: Slice, facts: list[str]) -> Slice:
    """The rules that can fire, given the facts."""
    with Session(facts, rules) as session:
        session.prune()
        return session.rules


def plays(rules: Slice, facts: list[str], *, prune: bool = False) -> set[frozenset[str]]:
    """Every answer set over some beats, as text."""
    with Session(facts, rules) as session:
        if prune:
            session.prune()
        for beat in range(BEATS):
            session.ground_through(beat)
            if beat % 2 == 0:  # the grounder tidies up after a search
                session.solve()
        found: set[frozenset[str]] = set()
        session.control.configuration.solve.models = 0  # type: ignore[union-attr]
        with session.control.solve(yield_=True) as handle:
            for model in handle:
                found.add(frozenset(map(str, model.symbols(atoms=True))))
        return found


def test_rules_without_anything_to_fire_on_are_left_out() -> None:
    whole = Book.from_texts({"book.lp": TEXT}).whole
    kept = {s.text for s in pruned(whole, FACTS).statements}
    gone = {s.text for s in whole.statements} - kept
    assert {text.partition("(")[0] for text in gone} == {"sings", "echoes", "flies"}


def test_a_fact_brings_its_rules_back() -> None:
    whole = Book.from_texts({"book.lp": TEXT}).whole
    kept = {
        s.text.partition("(")[0]
        for s in pruned(whole, [*FACTS, "printed(c, saga)", "holds(untapped(c), 0)"]).statements
    }
    assert {"sings", "echoes"} <= kept
    assert "flies" not in kept


@pytest.mark.parametrize("more", [[], ["printed(c, saga)", "holds(untapped(c), 0)"], ["holds(flying(a), 0)"]])
def test_answer_sets_stay_the_same(more: list[str]) -> None:
    whole = Book.from_texts({"book.lp": TEXT}).whole
    facts = [*FACTS, *more]
    assert plays(whole, facts, prune=True) == plays(whole, facts)


def test_a_term_is_known_by_what_it_begins_with() -> None:
    text = (
        "#program beat(t). holds(F, t) :- holds(F, t-1). a(t) :- holds(zone(X, stack), t). b(t) :- holds(zone(X), t)."
        "c(t) :- holds(stack, t). d(t) :- holds(5, t)."
    )
    whole = Book.from_texts({"book.lp": text}).whole
    kept = {s.text[0] for s in pruned(whole, ["holds(zone(x, hand), 0)"]).statements}
    assert kept == {"h", "a", "d"}, "a number may be anything, and of a term only the beginning is looked at"


def test_a_variable_is_what_fits_everywhere_it_stands() -> None:
    text = "#program beat(t). a(X, t) :- p(X), q(X). b(t) :- a(X, t), r(X)."
    whole = Book.from_texts({"book.lp": text}).whole
    kept = {s.text[0] for s in pruned(whole, ["p(one)", "p(two)", "q(two)", "q(three)", "r(one)"]).statements}
    assert kept == {"a"}


def test_what_the_base_says_is_a_relation() -> None:
    """Of two objects one is a land and the other is red: no red land."""
    text = "#program beat(t). a(X, t) :- kind(X, land), color(X, green). b(X, t) :- kind(X, land), color(X, red)."
    whole = Book.from_texts({"book.lp": text}).whole
    facts = ["kind(one, land)", "color(one, green)", "kind(two, creature)", "color(two, red)"]
    assert {s.text[0] for s in pruned(whole, facts).statements} == {"a"}


@pytest.mark.parametrize("ruling", ["S03", "S07", "S40", "S54"])
def test_a_ruling_grounds_to_the_same_atoms_without_what_cannot_fire(ruling: str) -> None:
    """Nothing that any play may hold is lost: grounding with every rule at every beat finds no atom more."""
    (scenario,) = load_scenarios([resources.files("manaproof.scenarios") / "rulings" / f"{ruling}.yaml"])  # type: ignore[list-item]
    part = next(iter(scenario.parts().values()))
    book = Book.bundled()
    compiled = part.compile(book.whole.signatures)
    with Search(compiled, book) as search:
        search.deepen(BEATS)
        pruned_atoms = {str(atom.symbol) for atom in search.session.control.symbolic_atoms}
        whole = search.whole
        with Session(compiled.facts(), whole, setup=search.setup) as session:
            session.ground_through(BEATS)
            # What is handed over though no rule that can fire reads it is no part of a play.
            atoms = {str(atom.symbol) for atom in session.control.symbolic_atoms}
    assert {atom for atom in atoms - pruned_atoms if "__past(" not in atom} == set()
    assert pruned_atoms <= atoms
