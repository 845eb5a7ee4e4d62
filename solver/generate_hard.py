"""Hard states: those whose result changes under the most mutants of the laws that fire in them.

A law that an engine has wrong is a mutant of the law. So of the states of a family those are the likelier to show a
fault whose claims break when some law is changed a little (:mod:`.mutants`, :mod:`.trials`). Trying every mutant of
every law would take longer than making the state; a few mutants, drawn from as many laws as there are, tell states
apart well enough.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from manaproof.bridge.source import read_text
from manaproof.bridge.writing import write_yaml

from .book import Book
from .generate_explore import Finding, ordinary
from .isolation import IsolatedError, isolated
from .mutants import Mutant, laws, mutants
from .trials import KILLED, Baseline, Case, trial

TRIED = 16
"""How many mutants are tried on a state."""
MEASURED = 8
"""How many states of a family are measured at most; the harder half of them is kept."""
SECONDS = 10.0
"""Processor time that one state may take; one that takes longer counts as one that no mutant turns."""
MEGABYTES = 3000.0
"""Memory that one state may address."""


@lru_cache(maxsize=2)
def _by_rule(book: Book) -> Mapping[str, tuple[int, ...]]:
    """The places of the laws that cite a rule."""
    found: dict[str, list[int]] = defaultdict(list)
    for place, statement in laws(book):
        for cite in statement.cites:
            found[cite].append(place)
    return {rule: tuple(places) for rule, places in found.items()}


def drawn(state: Mapping[str, Any], book: Book, seed: int) -> list[Mutant]:
    """The mutants to try on a state: of the laws that fire in it, but not in every game, one each.

    Args:
        state: a generated state.
        book: the rulebook.
        seed: which of the many draws.
    """
    draw = random.Random(f"hard {seed} {state['id']}")
    rules = sorted(set(state["rules"]) - ordinary(book))
    places = sorted({place for rule in rules for place in _by_rule(book).get(rule, ())})
    of_place: dict[int, list[Mutant]] = defaultdict(list)
    for one in mutants(book, draw.sample(places, min(TRIED, len(places)))):
        if one.equivalent is None and not one.unbound:
            of_place[one.place].append(one)
    return [draw.choice(several) for several in of_place.values()]


def flips(state: Mapping[str, Any], book: Book, seed: int = 0) -> tuple[int, int]:
    """Under how many mutants the result of a state changes, and of how many that were tried.

    Args:
        state: a generated state; its claims say what its end is like.
        book: the rulebook.
        seed: which mutants are drawn.
    """
    tried = drawn(state, book, seed)
    if not tried:
        return 0, 0
    scenario = state["scenario"]
    document = read_text(write_yaml([dict(scenario)]), source=str(state["id"]))
    case = Case(scenario["ruling"], "", document, tuple(scenario.get("cites", ())))
    before = Baseline("proved", scenario["scope"]["beats"], 0, 0.0)
    outcomes = trial(case, before, book, tried)
    return sum(one in KILLED for one in outcomes), len(tried)


def _measured(state: Mapping[str, Any], book: Book, seed: int) -> list[int]:
    return list(flips(state, book, seed))


def hardest(finding: Finding, book: Book, seed: int = 0) -> Finding:
    """The harder half of a family's states, the hardest first, each with what it was measured at (``flips``).

    Args:
        finding: what a family gives.
        book: the rulebook.
        seed: which mutants are drawn.
    """
    measured = []
    for state in finding.states[:MEASURED]:
        try:
            measure = partial(_measured, state, book, seed)
            found = isolated(measure, seconds=SECONDS, megabytes=MEGABYTES)
        except IsolatedError:
            found = None
        measured.append({**state, "flips": found or [0, 0]})
    measured.sort(key=lambda one: -one["flips"][0])
    finding.states = measured[: (len(measured) + 1) // 2]
    return finding


__all__ = ["MEASURED", "TRIED", "drawn", "flips", "hardest"]
