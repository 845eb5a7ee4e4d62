"""Theorems about all boards of a palette: verdicts, witnesses, and counterexamples that stand when they are played."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
import z3
from manaproof.bridge.library import bundled
from manaproof.solver.z3engine import could_produce_z3
from manaproof.solver.z3engine.boards import Board, Slots, types_of
from manaproof.solver.z3engine.commuting import commute, multiplier, multiplying_keeps_types, rewriter
from manaproof.solver.z3engine.palettes import PLAYERS, Candidate, UnsuitableCardError, skeletons, state_of
from manaproof.solver.z3engine.theorems import Theorem, effect_of, loses_types, pair, pairs, palette, theorems

THEOREMS = theorems()


@pytest.mark.parametrize("theorem", THEOREMS, ids=[t.name for t in THEOREMS])
def test_verdict_is_the_expected_one(theorem: Theorem) -> None:
    verdict = theorem.check(timeout=300)
    assert verdict.word == theorem.expected, verdict
    assert verdict.scope
    if verdict.word == "refuted":
        assert verdict.counterexample is not None
        assert verdict.counterexample.problems() == ()
    elif verdict.word == "proved":
        assert verdict.witness is not None
        assert verdict.witness.problems() == ()


def test_a_time_limit_leaves_it_undecided() -> None:
    theorem = next(t for t in THEOREMS if t.name == "monotone")
    assert theorem.check(timeout=0.0).word == "undecided"


def test_citations_are_rules_of_the_edition(root: Path) -> None:
    known = set((root / "asp" / "rule_numbers.txt").read_text(encoding="utf-8").split())
    assert {rule for theorem in THEOREMS for rule in theorem.cites} <= known


def test_symbolic_boards_are_concrete_boards() -> None:
    """On every board of two permanents from a palette, the symbols say what the engine says of the state."""
    cards = palette(
        "Forest",
        "Wastes",
        "Exotic Orchard",
        "Reflecting Pool",
        "Contamination",
        "Ritual of Subdual",
        "Blood Moon",
        "Taiga",
    )
    checked = 0
    for skeleton in skeletons(cards, 2):
        slots = Slots(cards, skeleton)
        board = Board(slots, [True, True], "b")
        solver = z3.Solver()
        solver.add(slots.constraints)
        solver.add(board.constraints)
        for chosen in product(*[sorted(here) for here in slots.inside]):
            solver.push()
            solver.add([here[k] for here, k in zip(slots.inside, chosen, strict=True)])
            assert solver.check() == z3.sat
            state = slots.read(solver.model(), [True, True])
            said = types_of(solver.model(), board)
            order = sorted(state.battlefield, key=lambda p: p.timestamp or 0)
            found = could_produce_z3(state)
            assert [said[slot] for slot in (0, 1)] == [found.types[p.id] for p in order], state.to_yaml()
            solver.pop()
            checked += 1
    assert checked == (2 * len(cards.cards)) ** 2


def test_cards_that_count_are_refused() -> None:
    with pytest.raises(UnsuitableCardError, match="Cabal Coffers"):
        _ = palette("Cabal Coffers").candidates


def test_loses_types() -> None:
    """The check that plays a counterexample: Contamination takes {G} from a Forest; a Taiga takes nothing."""
    library = bundled()

    def of(*names: str) -> bool:
        return loses_types(state_of([Candidate(library[name], PLAYERS[0]) for name in names]))

    assert of("Forest", "Contamination")
    assert not of("Forest", "Taiga")


def test_counterexample_of_a_pair_is_a_board_that_tells() -> None:
    """Where two effects differ by order, the board of the counterexample could produce both types."""
    verdict = pair("Infernal Darkness", "Ritual of Subdual", in_types=True)
    assert verdict.word == "refuted"
    assert verdict.counterexample is not None
    found = could_produce_z3(verdict.counterexample)
    assert found["forest"] == ("B", "C")


def test_pairs_of_the_library() -> None:
    """Order matters for the types of some pairs and not of others; for each that it matters, a board tells."""
    found = {(left, right): verdict for left, right, verdict in pairs(in_types=True)}
    assert len(found) >= 15
    assert {verdict.word for verdict in found.values()} == {"proved for all integers", "refuted"}
    for names, verdict in found.items():
        if verdict.word == "refuted":
            assert verdict.counterexample is not None
            land = next(p.id for p in verdict.counterexample.battlefield if "forest" in p.card.front.subtypes)
            assert len(could_produce_z3(verdict.counterexample)[land]) > 1, names


@pytest.mark.parametrize("names", list(product(["Contamination", "Infernal Darkness", "Mana Reflection"], repeat=2)))
def test_commuting_is_symmetric(names: tuple[str, str]) -> None:
    left, right = (rewriter(effect_of(name)) for name in names)
    assert commute(left, right, True).word == commute(right, left, True).word
    if names[0] == names[1]:
        assert commute(left, right).word == "proved for all integers"


def test_factors_are_integers_of_any_size() -> None:
    f = z3.Int("f")
    assert commute(multiplier(f), rewriter(effect_of("Contamination")), False, 20, [f]).word == "refuted"
    assert multiplying_keeps_types([effect_of("Pulse of Llanowar")]).word == "proved for all integers"


def test_verdict_as_json() -> None:
    data = pair("Contamination", "Mana Reflection", in_types=False).to_json()
    assert data["verdict"] == "refuted"
    assert data["counterexample"]["players"]["alice"]["battlefield"]
    assert sum(data["values"].values()) >= 1
