"""Delta debugging: the smallest state and script on which the rules and an engine still disagree, about the same."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.engines.protocol import Data
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State
from manaproof.bridge.writing import write_json

from .cases import Case, Compared

Path = tuple[str | int, ...]

_LISTS = ("battlefield", "hand", "graveyard", "library", "exile", "command")
_KEPT = frozenset({"card", "id", "controller", "owner"})
"""Fields of an object that are no ornament."""


@dataclass(frozen=True)
class Reducible:
    """A case as data that parts can be taken from.

    Attributes:
        name: what it is called.
        state: the state that it starts from.
        script: ``when`` and ``answers`` of the scenario; None of a state alone.
    """

    name: str
    state: Data
    script: Data | None = None

    def case(self) -> Case:
        """The case to run.

        Raises:
            InputError: what is left makes no sense: something still speaks of what was taken away.
        """
        if self.script is None:
            state = State.parse(write_json(self.state), source=self.name).require_legal()
            return Case(self.name, state)
        form = {
            "ruling": self.name,
            "restated": "A play.",
            "given": self.state,
            **self.script,
            "then": [{"at_end": {"any": ["draw", {"not": "draw"}]}}],
        }
        (scenario,) = read_scenarios(read_text(write_json(form), source=self.name))
        return Case(self.name, None, scenario)

    @property
    def size(self) -> int:
        """How much there is: objects, ornaments, steps."""
        return sum(1 for _ in self.smaller())

    def smaller(self) -> Iterator[Reducible]:
        """The same with one thing less, the largest things first."""
        for index in range(len((self.script or {}).get("when", ())) - 1, -1, -1):
            script = copy.deepcopy(self.script) or {}
            del script["when"][index]
            yield Reducible(self.name, self.state, script)
        for path in _removable(self.state):
            state = copy.deepcopy(self.state)
            _remove(state, path)
            yield Reducible(self.name, state, self.script)


def reducible_of(name: str, data: Data) -> Reducible:
    """A state as data, with ``when`` and ``answers`` beside its fields if something is played from it."""
    state = {key: value for key, value in data.items() if key not in ("when", "answers")}
    script: Data = {key: value for key, value in data.items() if key in ("when", "answers")}
    return Reducible(name, state, script or None)


def _removable(state: Data) -> Iterator[Path]:
    """Where something can be taken from a state: objects first, then what is said of them, of players, of the turn."""
    for name, player in state.get("players", {}).items():
        for zone in _LISTS:
            for index in range(len(player.get(zone, ())) - 1, -1, -1):
                yield "players", name, zone, index
    for name, player in state.get("players", {}).items():
        for zone in _LISTS:
            for index, one in enumerate(player.get(zone, ())):
                for field in one if isinstance(one, dict) else ():
                    if field not in _KEPT:
                        yield "players", name, zone, index, field
        for field in player:
            if field not in _LISTS:
                yield "players", name, field
    for field in state.get("turn", {}):
        yield "turn", field
    for index in range(len(state.get("cards", ())) - 1, -1, -1):
        yield "cards", index


def _remove(state: Data, path: Path) -> None:
    at: Any = state
    for part in path[:-1]:
        at = at[part]
    del at[path[-1]]


def minimised(
    start: Reducible, compare: Callable[[Case], Compared], alike: Callable[[Compared], bool], seconds: float = 60.0
) -> tuple[Reducible, Compared | None]:
    """Take away whatever can go while the two still disagree about the same.

    Args:
        start: the case.
        compare: runs a case.
        alike: whether the disagreement is still the one that is looked into.
        seconds: how long to try.

    Returns:
        The smallest found, and what came of it; None if it did not even disagree by itself.
    """
    until = time.monotonic() + seconds
    best, found = start, _compared(start, compare)
    if found is None or not alike(found):
        return start, None
    shrinking = True
    while shrinking:
        shrinking = False
        for candidate in best.smaller():
            if time.monotonic() > until:
                return best, found
            result = _compared(candidate, compare)
            if result is not None and alike(result):
                best, found, shrinking = candidate, result, True
                break
    return best, found


def _compared(one: Reducible, compare: Callable[[Case], Compared]) -> Compared | None:
    try:
        return compare(one.case())
    except InputError:
        return None


__all__ = ["Reducible", "minimised", "reducible_of"]
