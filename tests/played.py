"""Games for tests: a board and steps as data, played by the book.

What holds and what happens is looked up by its term.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import yaml
from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State
from manaproof.solver.plays import Play
from manaproof.solver.session import snapshot
from manaproof.solver.simulate import simulate


@dataclass(frozen=True)
class Game:
    """A game that was played.

    Attributes:
        play: its beats.
    """

    play: Play

    @property
    def events(self) -> list[str]:
        """The events, as terms, in order."""
        return [str(event) for beat in self.play.beats for event, _ in beat.events]

    @property
    def end(self) -> set[str]:
        """The fluents at the last beat."""
        last = self.play.beats[-1].number
        return {str(symbol.arguments[0]) for symbol in self.play.holds if symbol.arguments[1].number == last}

    def ends_with(self, start: str) -> list[str]:
        """The fluents at the last beat that begin so."""
        return sorted(fluent for fluent in self.end if fluent.startswith(start))


def game(given: dict[str, Any], when: Sequence[Any], answers: dict[str, Any] | None = None) -> Game:
    """Play a scenario's steps; everybody else passes, and what nothing settles is taken as plain as can be.

    Args:
        given: the board, as in a scenario.
        when: the steps.
        answers: answers to further questions.
    """
    data = {
        "ruling": "a test",
        "restated": "-",
        "scope": {"beats": 40},
        "given": given,
        "when": list(when),
        "then": [{"never": {"lost": "bob"}}],
        **({"answers": answers} if answers else {}),
    }
    (scenario,) = read_scenarios(read_text(yaml.safe_dump(data), source="test"))
    simulation = simulate(scenario, citing=False)
    assert simulation.complete
    assert simulation.play is not None
    assert not simulation.play.impossible
    return Game(simulation.play)


def looked_up(state: dict[str, Any], *wanted: tuple[str, int]) -> dict[str, set[str]]:
    """The atoms of predicates in a state, as terms, by predicate; no time passes.

    Args:
        state: the state, as in a state file.
        wanted: the predicates, by name and arity.
    """
    answer = snapshot(State.from_document(read_text(yaml.safe_dump(state), source="test")).facts(), wanted)
    return {name: {str(symbol) for symbol in answer.atoms(name, arity)} for name, arity in wanted}
