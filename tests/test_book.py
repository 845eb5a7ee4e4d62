"""The rulebook: parsing, templates, slices, citations, the cache on disk."""

from __future__ import annotations

import json

import clingo
import pytest
from hypothesis import given
from hypothesis import strategies as st
from manaproof.bridge.edition import edition
from manaproof.solver import parsing
from manaproof.solver.book import Book, rule_order, split_at
from manaproof.solver.parsing import PARTS, BookError, Signature

TOY = {
    "1/100_a.lp": """%*
100 - things
Defines p/2, q/1.

p(Thing, T)  the thing is there
             at beat T.
q(T)         %* nested *% something.
*%
#program base.
#defined never/0.
fact("a % t \\" t", t).
#program beat(t).
% 100.1: a thing stays.
p(X, t) :- cr("100.1"), p(X, t-1), not q(t-1).
p(X, t) :- cr("100.2a"), cr("100.3"), fact(X, _).
{ q(t) : r(t) } :- p(_, t), #count { X : s(X, t), u(X) } > 1.
:- q(t), alone(t).
""",
    "1/101_b.lp": "#program beat(t). r(t) :- other(t). other(t). s(t, t) :- 'x'(t).".replace("'x'", "x"),
}


def test_parts_heads_reads_and_cites() -> None:
    stays, comes, choice, constraint = (
        s for s in Book.from_texts(TOY).statements if s.file == "1/100_a.lp" and s.part == "beat"
    )
    assert stays.heads == {("p", 2)}
    assert stays.past == {("p", 2), ("q", 1)}
    assert stays.needs_past
    assert stays.says == "100.1: a thing stays."
    assert comes.cites == ("100.2a", "100.3")
    assert not comes.needs_past
    assert choice.heads == {("q", 1)}
    assert {("r", 1), ("s", 2), ("u", 1), ("p", 2)} == choice.reads
    assert not constraint.heads
    assert constraint.place == "1/100_a.lp:17"


def test_headers_document_predicates() -> None:
    meanings = Book.from_texts(TOY).predicates
    assert meanings[Signature("p", 2)] == "the thing is there at beat T."


def test_slice_keeps_only_what_the_demand_rests_on() -> None:
    book = Book.from_texts(TOY)
    assert book.slice([("r", 1)]).files == ("1/101_b.lp",)
    assert len(book.slice([("r", 1)]).statements) == 2
    everything = book.slice([("p", 2)])
    assert ("s", 2) in everything.signatures
    assert not any(s.text.startswith(":-") for s in everything.statements), "alone/1 is not in the slice"


def test_snapshot_leaves_the_past_out() -> None:
    rules = Book.from_texts(TOY).slice([("p", 2)], snapshot=True)
    assert [s.cites for s in rules.statements if s.cites] == [("100.2a", "100.3")]


def test_slice_grounds_without_complaint() -> None:
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    rules = Book.from_texts(TOY).slice([("p", 2)])
    control.add("base", [], rules.base + rules.beat(0) + rules.beat(1))
    control.ground([("base", [])])
    assert messages == []


def test_replace_and_without() -> None:
    book = Book.from_texts(TOY)
    (rule,) = book.citing("100.1")
    changed = book.replace(rule, 'p(X, t) :- cr("100.1"), p(X, t-1).')
    assert changed.citing("100.1")[0].past == {("p", 2)}
    assert len(book.replace(rule).statements) == len(book.statements) - 1
    assert book.without("100.3").citations() == ("100.1",)


@pytest.mark.parametrize(
    "text",
    ["a :- b c.", "#script (python) pass #end.", '#include "x.lp".', "#external a.", "#show a/1.", "#program other."],
)
def test_refuses_what_no_rulebook_may_hold(text: str) -> None:
    with pytest.raises(BookError, match=r"bad\.lp"):
        Book.from_texts({"bad.lp": text})


@given(
    st.lists(
        st.sampled_from(
            ['"a t \\" t"', "t", "t-1", "X", "tt", "t_1", "_t", "t'", "f(t)", "% t\n", "%* t\n t *%", "_", "\n"]
        )
    )
)
def test_only_the_constant_t_is_replaced(tokens: list[str]) -> None:
    text = " , ".join(tokens)
    expected = " , ".join({"t": "7", "t-1": "7-1", "f(t)": "f(7)"}.get(token, token) for token in tokens)
    assert "7".join(split_at("t", text)) == expected


def test_the_order_of_rule_numbers() -> None:
    numbers = ["704.5f", "104.10", "104.3a", "104.3", "613.10", "613.7a", "614"]
    assert sorted(numbers, key=rule_order) == ["104.3", "104.3a", "104.10", "613.7a", "613.10", "614", "704.5f"]


def test_the_cache_returns_what_parsing_does(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))
    fresh = Book.from_texts(TOY, cached=True)
    kept = list((tmp_path / "parses").iterdir())
    assert len(kept) == len(TOY)
    monkeypatch.setattr(parsing, "parse", lambda *_: pytest.fail("parsed again"))
    again = Book.from_texts(TOY, cached=True)
    assert [vars(s) for s in again.statements] == [vars(s) for s in fresh.statements]


@pytest.mark.parametrize("content", ["", "{", "[1]", json.dumps([[1, 2]])])
def test_a_broken_cache_is_done_without(content: str, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("MANAPROOF_CACHE", str(tmp_path))
    Book.from_texts(TOY, cached=True)
    for path in (tmp_path / "parses").iterdir():
        path.write_text(content)
    assert len(Book.from_texts(TOY, cached=True).statements) == len(Book.from_texts(TOY).statements)


def test_an_unwritable_cache_is_done_without(tmp_path, monkeypatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("MANAPROOF_CACHE", str(blocked))
    assert Book.from_texts(TOY, cached=True).statements


def test_the_bundled_book_grounds_as_one_program() -> None:
    book = Book.bundled()
    assert book.edition == edition()
    assert book.statements
    assert all(s.part in PARTS for s in book.statements)
