"""The rulebook keeps its own laws, and the checks that say so can fail."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from manaproof.bridge.edition import citation_fault, edition, rule_numbers
from manaproof.solver import rulebook_check as checks
from manaproof.solver.parsing import BookError
from manaproof.solver.rulebook_text import Page, circles, documented, documented_in_table, may_meet, read_pages

HEADER = "%*\nCR 106 - Mana\nadds(Object, T)  the object adds mana.\n*%\n#program beat(t).\n"


@pytest.fixture(scope="module")
def pages() -> tuple[Page, ...]:
    with resources.as_file(resources.files("manaproof.asp")) as folder:
        return read_pages(folder)


def page(rules: str, file: str = "1_game_concepts/106_mana.lp", header: str = HEADER) -> tuple[Page, ...]:
    return (Page(file, header + rules),)


@pytest.mark.parametrize("law", checks.CHECKS, ids=lambda law: law.__name__)
def test_the_book_keeps_the_law(law: checks.Check, pages: tuple[Page, ...]) -> None:
    assert [str(fault) for fault in law(pages)] == []


@pytest.mark.parametrize(
    ("law", "rules", "message"),
    [
        ("citations_exist", 'adds(o, t) :- cr("106.99z").', "106.99z"),
        ("law_cites", "adds(o, t) :- holds(f, t).", "law without citation"),
        ("law_cites", 'adds(o, t) :- holds(f, t), cr("106.3").', "law without citation"),
        ("law_cites", 'adds(o, t) :- not cr("106.3").', "law without citation"),
        ("file_holds_its_section", 'adds(o, t) :- cr("605.3a").', "605.3a"),
        ("beats_come_last", 'adds(t, o) :- cr("106.3").', "its last argument is t"),
        ("beats_come_last", 'adds(o, t) :- cr("106.3"), adds(o, t+1).', "neither t nor t-1"),
        ("beats_come_last", 'adds(o, t) :- cr("106.3"). #program base. a(O) :- adds(O, 1).', "#program base."),
        ("everything_is_defined", 'adds(o, t) :- cr("106.3"), misspelt(o).', "misspelt/1"),
        ("everything_is_documented", 'adds(o, x, t) :- cr("106.3").', "adds/3"),
        ("stratified", 'adds(o, t) :- cr("106.3"), not adds(_, t).', "depends on itself"),
        ("stratified", "adds(O, t) :- adds(O, t), #sum { N : adds(N, t) } > 1.", "depends on itself"),
        ("stratified", "adds(O, t) :- adds(O, t) : holds(is(O), t). holds(is(O), t) :- adds(O, t).", "itself"),
    ],
)
def test_a_broken_law_is_found(law: str, rules: str, message: str) -> None:
    check: checks.Check = getattr(checks, law)
    assert message in " ".join(str(fault) for fault in check(page(rules)))


@pytest.mark.parametrize(
    "rules",
    [
        'adds(o, t) :- cr("106.3"), holds(f, t), not adds(o, t-1).',
        'adds(o, t) :- cr("106.3"), adds(o, t).',
        'adds(one, t) :- cr("106.3"), not adds(two, t). adds(two, t) :- cr("106.3").',
        '{ adds(Object, t) : holds(f(Object), t) } :- cr("106.3").',
    ],
)
def test_good_law_passes(rules: str) -> None:
    assert checks.check(page(rules)) == []


@pytest.mark.parametrize("file", ["106_mana.lp", "2_parts/106_mana.lp", "1_game_concepts/mana.lp"])
def test_a_file_outside_its_chapter_is_found(file: str) -> None:
    assert [f.line for f in checks.file_holds_its_section(page("", file))] == [1]


def test_section_of_a_keyword_file() -> None:
    assert checks.section_of("7_additional_rules/702_keyword_abilities/702_079_persist.lp") == "702.79"
    assert checks.section_of("6_spells_abilities_effects/613_layers.lp") == "613"


def test_law_in_plumbing_is_found() -> None:
    faults = list(checks.plumbing_cites_nothing(page('adds(o, t) :- cr("106.3").', "machine/mana.lp")))
    assert len(faults) == 1
    assert list(checks.law_cites(page("adds(o, t).", "machine/mana.lp"))) == []


def test_a_file_without_header_is_found() -> None:
    assert list(checks.files_have_headers((Page("1_game_concepts/106_mana.lp", "#program base.\n% late\n"),)))


@pytest.mark.parametrize("code", ["#script (python)\n#end.", '#include "other.lp".', "#external a.", "#program other."])
def test_code_in_the_book_is_refused(code: str) -> None:
    with pytest.raises(BookError):
        checks.check(page(code))


def test_documentation_forms() -> None:
    comment = "%*! one(A, f(B, C), T)\nwhat it means (see two(A))\n three/3, four(A)  and more\nFluents: five(A)\n*%"
    assert [tuple(s) for s in documented([comment])] == [("one", 3), ("three", 3), ("four", 1)]
    rows = ["| predicate | meaning |", "|---|---|", "| `a(B)`, `c/2 d(E)` | `no(X)` |", "", "|fluent||", "|`f(G)`||"]
    table = "\n".join(rows)
    assert [tuple(s) for s in documented_in_table(table)] == [("a", 1), ("c", 2), ("d", 1)]


def test_shapes_meet_as_far_as_functors_tell() -> None:
    lost, lost_alice, step = ("lost", (None,)), ("lost", (("alice", ()),)), ("step", (None,))
    assert may_meet(lost, lost_alice)
    assert may_meet(None, step)
    assert not may_meet(lost, step)
    assert not may_meet(lost_alice, ("lost", (("bob", ()),)))


@given(st.dictionaries(st.integers(0, 6), st.sets(st.integers(0, 6)), min_size=7, max_size=7))
def test_circles_are_mutual_reachability(edges: dict[int, set[int]]) -> None:
    def reached(start: int) -> set[int]:
        seen, todo = {start}, [start]
        while todo:
            todo.extend(fresh := edges[todo.pop()] - seen)
            seen |= fresh
        return seen

    reach = {node: reached(node) for node in edges}
    found = circles(edges)
    assert sorted(node for part in found for node in part) == sorted(edges)
    for part in found:
        for node in part:
            assert part == {other for other in reach[node] if node in reach[other]}


def test_the_edition_is_stated_once_and_lists_its_rules() -> None:
    assert edition() == "2026-06-19"
    numbers = resources.files("manaproof.asp").joinpath("rule_numbers.txt").read_text(encoding="utf-8").split()
    assert len(numbers) == len(set(numbers)) == len(rule_numbers())
    assert {"106.12b", "704.5f", "702.79a"} <= rule_numbers()


def test_the_list_is_the_edition(data_folder: Path) -> None:
    with (data_folder / "comprules.jsonl").open(encoding="utf-8") as lines:
        assert {json.loads(line)["number"] for line in lines} == rule_numbers()


def test_a_wrong_citation_says_what_is_near() -> None:
    assert citation_fault("106.7") is None
    assert "106.12b" in (citation_fault("106.12z") or "")
    assert "704.5f" in (citation_fault("rule 7") or "")


@given(st.text())
def test_any_text_is_judged_as_a_citation(text: str) -> None:
    assert (citation_fault(text) is None) == (text in rule_numbers())


def test_scenarios_cite_rules_of_the_edition(tmp_path: Path) -> None:
    with resources.as_file(resources.files("manaproof.scenarios")) as folder:
        assert [str(fault) for fault in checks.cited_by_scenario(folder)] == []
    (tmp_path / "wrong.yaml").write_text('ruling: S00\ncites: ["106.7", "106.77"]\n', encoding="utf-8")
    assert [fault.line for fault in checks.cited_by_scenario(tmp_path)] == [2]


def bundled_card_names() -> set[str]:
    names: set[str] = set()
    with resources.as_file(resources.files("manaproof.scenarios")) as folder:
        for path in (folder / "cards").rglob("*.yaml"):
            for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
                for card in document if isinstance(document, list) else [document]:
                    names |= {face["name"] for face in (card, *card.get("faces", ())) if "name" in face}
    return names


def test_the_book_names_no_bundled_card(pages: tuple[Page, ...]) -> None:
    names = bundled_card_names()
    assert len(names) > 50
    assert [str(fault) for fault in checks.card_names(pages, names)] == []


def test_the_book_names_no_card_at_all(pages: tuple[Page, ...], data_folder: Path) -> None:
    cards = json.loads((data_folder / "oracle-cards.json").read_text(encoding="utf-8"))
    variants = {"Two-Headed Giant"}  # a card has the name of the variant of CR 810
    names = (card["name"] for card in cards if card["name"] not in variants)
    assert [str(fault) for fault in checks.card_names(pages, names)] == []


@pytest.mark.parametrize("text", ["% as with Reflecting Pool, say", "adds(reflecting_pool, t).", 'adds("Shock", t).'])
def test_a_card_in_the_book_is_found(text: str) -> None:
    assert len(list(checks.card_names(page(text), ["Reflecting Pool", "Wax // Shock"]))) == 1


def test_words_of_the_rules_are_no_cards() -> None:
    assert list(checks.card_names(page("% a shock, and a reflecting pool"), ["Reflecting Pool", "Shock"])) == []
