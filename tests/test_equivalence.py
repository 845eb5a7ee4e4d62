"""Which mutants are recognised as the book in other words, and which, a hair's breadth away, are not."""

from __future__ import annotations

import random
import re
from itertools import chain

import clingo
import pytest
from manaproof.bridge.scenario import bundled_scenarios, load_scenarios
from manaproof.solver.book import Book
from manaproof.solver.clauses import clause_of
from manaproof.solver.equivalence import marked
from manaproof.solver.implications import GIVEN
from manaproof.solver.mutants import DROP_RULE, Mutant, mutants
from manaproof.solver.parsing import Signature, Statement, parse
from manaproof.solver.trials import cases, changed_rule


def _equivalent(text: str, place: int = 0) -> dict[str, str]:
    """The equivalent mutants of one rule of a program, as what was changed with the reason."""
    book = Book.from_texts({"100.lp": text})
    found = marked(mutants(book, [place]), book)
    return {mutant.change: mutant.equivalent for mutant in found if mutant.equivalent}


NEEDED = """
#program beat(t).
flies(X, t) :- cr("100.1"), permanent(X, t), winged(X, t).
winged(X, t) :- permanent(X, t), bird(X, t).
winged(X, t) :- angel(X, t).
angel(X, t) :- permanent(X, t), holds(angel(X), t).
"""


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (NEEDED, "without permanent(X,t)"),
        (NEEDED.replace("permanent(X, t),", "permanent(X, _, t),"), "without permanent(X,_,t)"),
        (
            '#program base. a(X) :- cr("1"), b(X), not c(X). b(X) :- d(X), not c(X). d(1..3). c(2).',
            "without not c(X)",
        ),
        (
            '#program base. a(X) :- cr("1"), b(X), not c(X), not d(X). c(X) :- d(X), e(X). b(X) :- e(X), f(X).',
            "without not d(X)",
        ),
        ('#program base. a(X) :- cr("1"), b(X), X > 1, X != 0. b(1..3).', "without X != 0"),
        ('#program base. a(X, Y) :- cr("1"), b(X), b(Y), X < Y, X != Y. b(1..3).', "without X != Y"),
        ('#program base. a(N) :- cr("1"), b(N), N > 1. b(N) :- c(N), N > 3. c(1..5).', "2 instead of 1 (number 1)"),
        ('#program base. a(X) :- cr("1"), b(X), c(X). a(X) :- cr("2"), b(X). b(1). c(1).', "the rule is left out"),
        ('#program base. a(x) :- cr("1"), b(x), c(x). a(X) :- cr("2"), b(X).', "without c(x)"),
        ('#program base. a(X) :- cr("1"), b(X), c(X, Y), c(X, _). b(1). c(1, 2).', "without c(X,_)"),
        ('#program base. a(X) :- cr("1"), b(f(X)), c(X). b(f(X)) :- c(X). b(g(X)) :- d(X).', "without c(X)"),
        (
            '#program beat(t). a(X, t) :- cr("1"), b(X, t-1), c(X, t-1). b(X, t) :- c(X, t), d(X, t).',
            "without c(X,(t-1))",
        ),
    ],
)
def test_what_the_rest_of_the_rule_says_may_go(text: str, change: str) -> None:
    assert change in _equivalent(text)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        (NEEDED + "winged(X, t) :- plane(X, t).\n", "without permanent(X,t)"),  # it may come from elsewhere
        (NEEDED.replace("winged", "unsupported"), "without permanent(X,t)"),  # it may be given from outside
        (NEEDED.replace("permanent(X, t), bird", "permanent(Y, t), bird"), "without permanent(X,t)"),  # of another
        (NEEDED.replace("permanent(X, t), bird", "permanent(X, t-1), bird"), "without permanent(X,t)"),  # before
        (NEEDED.replace("permanent(X, t), bird", "not permanent(X, t), bird"), "without permanent(X,t)"),
        (NEEDED.replace("angel(X, t) :-", "{ angel(X, t) } :- bird(X, t). flies(X, t) :-"), "without permanent(X,t)"),
        # The rule itself would be what the implication rests on: without b(X) it derives more.
        ('#program base. a(X) :- cr("1"), b(X), c(X). c(X) :- a(X). c(X) :- b(X), d(X).', "without b(X)"),
        ('#program base. a(X) :- cr("1"), b(X), not c(X). b(X) :- d(X). b(X) :- e(X), not c(X).', "without not c(X)"),
        (
            '#program base. a(X) :- cr("1"), b(X), not c(X), not d(X). c(X) :- d(X), f(X). b(X) :- e(X).',
            "without not d(X)",
        ),
        ('#program base. a(X) :- cr("1"), b(X), X > 1, X != 2. b(1..3).', "without X != 2"),
        ('#program base. a(X, Y) :- cr("1"), b(X), b(Y), X <= Y, X != Y. b(1..3).', "without X != Y"),
        ('#program base. a(N) :- cr("1"), b(N), N > 1. b(N) :- c(N), N > 1. c(1..5).', "2 instead of 1 (number 1)"),
        (
            '#program base. a(X) :- cr("1"), b(X), c(X). a(X) :- cr("2"), b(X), d(X). b(1). c(1).',
            "the rule is left out",
        ),
        ('#program base. a(X) :- cr("1"), b(X), c(X). a(x) :- cr("2"), b(x).', "without c(X)"),
        ('#program base. a(X) :- cr("1"), b(X), not c(X, 2), not c(X, 3). b(1). c(1, 2).', "without not c(X,3)"),
        ('#program base. a(X) :- cr("1"), b(X), c(X). b(f(X)) :- c(f(X)). b(g(X)) :- d(X).', "without c(X)"),
        # A rule about the start alone does not cover one about every layer.
        (
            '#program layer(l, p, q). a(X, q) :- cr("1"), l = l4, b(X, q).\n'
            '#program start(s). a(X, s) :- cr("1"), b(X, s).',
            "without l = l4",
        ),
    ],
)
def test_what_something_rests_on_may_not(text: str, change: str) -> None:
    book = Book.from_texts({"100.lp": text})
    assert any(mutant.change == change for mutant in mutants(book, [0])), "there is such a mutant"
    assert change not in _equivalent(text)


READ = '#program base. a(X) :- cr("1"), b(X), c(X). b(1..3). c(2..5). '


@pytest.mark.parametrize(
    ("rest", "read", "equivalent"),
    [
        ("d(X) :- a(X), b(X), e(X).", "d", True),
        ("d(X) :- a(X), b(X), e(X).", "a", False),  # somebody else asks for it
        ("d(X) :- a(X), e(X).", "d", False),
        ("d(X) :- a(X), b(Y), e(X).", "d", False),
        ("d(X) :- e(X), b(X), not a(X).", "d", True),
        ("d(X) :- e(X), not a(X).", "d", False),
        ("d(X) :- a(X), f(X). f(X) :- b(X), e(X).", "d", True),
        ("d(X) :- a(X), f(X). f(X) :- b(X), e(X). f(X) :- e(X).", "d", False),
        ("d(X) :- a(X), e(X). f(X) :- d(X), b(X). f(X) :- d(X), g(X), b(X).", "f", True),  # at one remove
        ("d(X) :- a(X), e(X). f(X) :- d(X), b(X). f(X) :- d(X), g(X).", "f", False),
        ("d(X) :- a(X), e(X). f(X) :- d(X), b(X).", "d", False),
        ("d(X) :- a(X), e(X). a(X) :- d(X). f(X) :- a(X), b(X).", "f", False),  # round in a circle
        ("d(N) :- b(Y), N = #count { X : a(X), b(X) }.", "d", False),  # within an aggregate nothing is told
        ("d(X) :- a(X), b(X). a(X) :- a(X), e(X).", "d", False),
    ],
)
def test_what_every_reader_asks_for_may_go(rest: str, read: str, equivalent: bool) -> None:
    book = Book.from_texts({"100.lp": READ + rest})
    found = {mutant.change for mutant in marked(mutants(book, [0]), book, {read}) if mutant.equivalent}
    assert ("without b(X)" in found) is equivalent


def _program(seed: int) -> str:
    """A small program at random: facts of given predicates, and rules without bounds on how they hang together."""
    draw = random.Random(seed)
    given, derived = ("card", "token", "filter"), ("a", "b", "c", "d", "e")
    lines = []
    for number in range(6):
        head = draw.choice(derived)
        body = [f"{draw.choice((*given, *derived, *derived))}({draw.choice(('X', 'X', 'X', 'f(X)'))})"]
        for _ in range(draw.randint(1, 3)):
            name = draw.choice((*given, *derived, *derived, *derived))
            body.append(draw.choice(("", "", "not ")) + f"{name}({draw.choice(('X', 'X', 'X', '1'))})")
        if draw.random() < 0.4:
            body.append(f"X {draw.choice(('<', '<=', '>', '!='))} {draw.randint(0, 3)}")
        lines.append(f'{head}({draw.choice(("X", "X", "X", "1"))}) :- cr("100.{number}"), {", ".join(body)}.')
    return "\n".join(lines)


def _answers(statements: list[Statement], facts: str, but: set[str]) -> set[frozenset[str]]:
    """The answer sets of a program without the atoms of some predicates."""
    control = clingo.Control(["--warn=none", "--models=0"])
    control.add("base", [], "\n".join(statement.text for statement in statements) + facts)
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as models:
        for model in models:
            found.add(frozenset(str(symbol) for symbol in model.symbols(atoms=True) if symbol.name not in but))
    return found


def _changed(book: Book, mutant: Mutant) -> list[Statement]:
    changed = changed_rule(mutant)
    rest = [statement for place, statement in enumerate(book.statements) if place != mutant.place]
    return rest if changed is None else [*rest, changed]


@pytest.mark.parametrize("seeds", [range(7), range(7, 14)])
def test_equivalent_mutants_of_random_programs_have_the_same_answer_sets(seeds: range) -> None:
    seen = 0
    for seed in seeds:
        book = Book.from_texts({"100.lp": _program(seed)})
        draw = random.Random(seed)
        equivalent = [mutant for mutant in marked(mutants(book), book, {"a"}) if mutant.equivalent]
        seen += len(equivalent)
        for _ in range(4 if equivalent else 0):
            values = [(name, value) for name in ("card", "token", "filter") for value in (0, 1, 2, 3, "f(1)", "f(2)")]
            facts = "".join(f"{name}({value}). " for name, value in values if draw.random() < 0.5)
            facts += "".join(f'cr("100.{number}"). ' for number in range(8))
            for mutant in equivalent:
                reason = mutant.equivalent or ""
                but = set(re.findall(r"(\w+)/1", reason))
                before = _answers(list(book.statements), facts, but)
                assert _answers(_changed(book, mutant), facts, but) == before, (seed, mutant.change, reason)
    assert seen > 5


def test_no_implication_rests_on_what_scenarios_give() -> None:
    book = Book.bundled()
    derived = {head for statement in book.statements for head in statement.heads}
    some = cases(chain(load_scenarios(), bundled_scenarios("examples")))[::32]
    for case in some:
        compiled = case.compiled(book)
        given = {Signature(fact.name, len(fact.arguments)) for fact in compiled.facts()}
        given |= {head for statement in parse("rules", compiled.rules) for head in statement.heads}
        assert {one.name for one in given & derived} <= GIVEN, case.name


def test_of_the_book_some_rules_are_told_to_say_a_thing_twice() -> None:
    book = Book.bundled()
    places = [place for place, statement in enumerate(book.statements) if "702.108a" in statement.cites]
    found = [mutant for mutant in marked(mutants(book, places), book) if mutant.equivalent]
    assert DROP_RULE in {mutant.operator for mutant in found}, "that 1 is an amount, basic land types say already"


def test_an_anonymous_variable_has_no_name() -> None:
    (rule,) = Book.from_texts(
        {"100.lp": '#program base. a(X, N) :- cr("1"), b(X), N = #count { Y : c(X, Y, _) }.'}
    ).statements
    assert clause_of(rule).names == {"X", "N", "Y"}
