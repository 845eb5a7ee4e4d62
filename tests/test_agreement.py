"""The two engines agree on what could be produced: on every small board of a palette, and on random larger ones.

The rulebook is asked about hundreds of boards at once, each with cards, abilities and a battlefield of its own:
``_apart`` renames what would let one board see another. Devotion, the one amount that looks past filters, and effects
that depend on each other, which the layers put into one order, are therefore not in the palette.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import pytest
from hypothesis import HealthCheck, given, settings
from manaproof.bridge.abilities import MANA_TYPES
from manaproof.bridge.state import State
from manaproof.solver.could_produce import could_produce_asp, rules
from manaproof.solver.parsing import Signature
from manaproof.solver.readings import READINGS
from manaproof.solver.session import Session
from manaproof.solver.z3engine.engine import could_produce_z3
from strategies import boards, case_of

PALETTE = {
    "Forest": "a basic land, a fixed type",
    "Mystic Gate": "a filter land: choices of two symbols, a mana cost",
    "Coldsteel Heart": "the color chosen",
    "Calciform Pools": "a combination, so many as counters were removed, no {T}",
    "Cabal Coffers": "an amount that may be zero",
    "Meteor Crater": "colors of permanents",
    "Reflecting Pool": "any type your lands could produce",
    "Exotic Orchard": "any color an opponent's lands could produce",
    "Burning-Tree Emissary": "an enters trigger: no mana ability",
    "Mirari's Wake": "a triggered mana ability, any type the event produced",
    "Chromatic Lantern": "any color, and a granted ability",
    "Blood Moon": "sets land types",
    "Prismatic Omen": "adds land types",
    "Contamination": "replaces type and amount",
    "Damping Sphere": "replaces two or more",
    "Mana Reflection": "multiplies, for its controller",
    "Naked Singularity": "replaces the type by subtype",
    "Pulse of Llanowar": "replaces the type by a color of choice, for basic lands you control",
}
CHOSEN = {"Coldsteel Heart": ", chosen: {color: U}"}

Board = tuple[tuple[str, int], ...]
"""Cards with the number of the player who controls them."""


def every_board(most: int) -> Iterator[Board]:
    """Every board of up to so many permanents, one of each pair that are alike but for the players' names."""
    variants = [(card, player) for card in PALETTE for player in (0, 1)]
    for size in range(most + 1):
        for board in combinations_with_replacement(variants, size):
            mirrored = tuple(sorted((card, 1 - player) for card, player in board))
            if tuple(sorted(board)) <= mirrored:
                yield board


def state_of(board: Board) -> State:
    """The board as a state, its permanents called p0, p1 ... in the order of the board."""
    fields: list[list[str]] = [[], []]
    for index, (card, player) in enumerate(board):
        fields[player].append(f'{{card: "{card}", id: p{index}{CHOSEN.get(card, "")}}}')
    alice, bob = (", ".join(field) for field in fields)
    return State.parse(f"players:\n  alice: {{battlefield: [{alice}]}}\n  bob: {{battlefield: [{bob}]}}\n")


def asp_together(states: Sequence[State]) -> list[dict[str, str]]:
    """What the rulebook says of many boards, all in one program."""
    given_ = ["asks_could_produce"]
    for number, state in enumerate(states):
        given_ += _apart(state, number)
    with Session(given_, rules().slice([Signature("could_produce", 3)], snapshot=True)) as session:
        session.ground_through(0)
        found: list[dict[str, set[str]]] = [{p.id: set() for p in state.battlefield} for state in states]
        facts = list(session.facts("could_produce", 3))
        assert len(facts) == sum(1 for _ in session.possible("could_produce", 3))
    for atom in facts:
        if str(atom.arguments[2]) == "0":
            which, _, number = atom.arguments[0].arguments[0].string.partition("@")
            found[int(number)][which].add(atom.arguments[1].name.upper())
    return [{which: _ordered(types) for which, types in board.items()} for board in found]


def _apart(state: State, number: int) -> Iterator[str]:
    """The facts of a state with names of its own: its cards, definitions, abilities, and the battlefield of filters."""
    for fact in state.facts():
        if fact.name == "holds" and fact.arguments[0].name in ("turn", "active", "step", "doing") and number:
            continue
        text = str(fact)
        parts = text.split('"')
        parts[1::2] = [part if part in state.players else f"{part}@{number}" for part in parts[1::2]]
        yield '"'.join(parts).replace("zone(battlefield)", f"zone(battlefield{number})")
    for permanent in state.battlefield:
        yield f'lies_in(obj("{permanent.id}@{number}",0),battlefield{number},0)'


def _ordered(types: set[str]) -> str:
    return "".join(t for t in MANA_TYPES if t in types)


def test_every_board_of_up_to_three_permanents() -> None:
    """ASP and Z3 agree on every board of up to three permanents of the palette, for two players (CR 106.7)."""
    assert len(PALETTE) >= 16
    every = list(every_board(3))
    differing = []
    for start in range(0, len(every), 500):
        some = every[start : start + 500]
        states = [state_of(board) for board in some]
        for board, state, ours in zip(some, states, asp_together(states), strict=True):
            other = could_produce_z3(state)
            if ours != {which: "".join(types) for which, types in other.types.items()}:
                differing.append((board, ours, other.types))
    assert differing == []
    assert len(every) > 4000


def test_boards_asked_together_are_as_when_asked_alone() -> None:
    """Asking many boards in one program changes no answer."""
    states = [state_of(board) for board in list(every_board(3))[-4000::400]]
    for state, found in zip(states, asp_together(states), strict=True):
        alone = could_produce_asp(state)
        assert found == {which: "".join(types) for which, types in alone.types.items()}


@pytest.mark.parametrize("reading", READINGS)
def test_random_boards(reading: str) -> None:
    """ASP and Z3 agree on boards of the whole library; a disagreement is shrunk to a small board."""

    @settings(max_examples=15, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(boards())
    def agree(state: State) -> None:
        ours, other = could_produce_asp(state, reading), could_produce_z3(state, reading)
        assert ours.same_types(other), f"{case_of(state)}\n{ours.differences(other)}"

    agree()
