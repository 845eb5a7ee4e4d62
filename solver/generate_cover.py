"""A suite that covers every rule, and every pair of rules that can fire in one play, of some sections.

First each bundled situation gives the smallest states in which its rules fire; then families composed of cards do.
Pairs whose rules belong to different situations are covered by *joining* states: both boards on one table, one script
after the other. Which states are joined is chosen greedily, by how many pairs that are not covered yet they would bring
together; what the joined state really covers is played out and counted.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from manaproof.bridge.scenario import bundled_scenarios
from manaproof.bridge.state import State

from .book import Book, rule_order
from .generate import explored, hash_of, told, various
from .generate_coverage import Coverage
from .generate_explore import Finding, Wish, ordinary
from .generate_families import NOTHING, Family, of_scenario

JOINED = 4
"""How many states are joined at most."""
WHOLE = Wish(whole="Several smaller states in one.", most=1)
"""What is asked of states that are joined."""


@dataclass(frozen=True)
class Effort:
    """How much is done for a suite.

    Attributes:
        composed: how many families composed of cards are explored.
        joins: how many joined states are tried.
        barren: after so many joined states in a row that cover nothing new, it ends.
    """

    composed: int = 100
    joins: int = 1000
    barren: int = 40


@dataclass
class Suite:
    """What a suite came to.

    Attributes:
        coverage: what it covers.
        states: how many states it has.
        unfinished: families that the limits ended.
        failed: families in which something went wrong, each with what.
    """

    coverage: Coverage
    states: int = 0
    unfinished: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def cover(
    suite: Suite,
    *,
    seed: int = 0,
    jobs: int = 2,
    effort: Effort | None = None,
    known: Iterable[Mapping[str, Any]] = (),
    skip: int = 0,
    on_family: Callable[[int], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """The states of a suite as they are found; only those that cover a rule or a pair anew.

    Args:
        suite: what it comes to, with the rules it is about; filled as it goes.
        seed: which of the many suites.
        jobs: how many processes work at once.
        effort: how much is done.
        known: states of an earlier run, which count.
        skip: how many families an earlier run has explored.
        on_family: told after each family how many are done.

    Raises:
        KeyboardInterrupt: the user interrupted.
    """
    effort = effort or Effort()
    book = Book.bundled()
    usual = ordinary(book)
    base: list[dict[str, Any]] = []
    for state in known:
        suite.coverage.add(state["rules"])
        suite.states += 1
        base.append(dict(state))

    def taken(family: Family, finding: Finding | None) -> Iterator[dict[str, Any]]:
        if finding is None:
            suite.unfinished.append(family.name)
            return
        if finding.error:
            suite.failed[family.name] = finding.error
            return
        suite.coverage.explored(finding.rules, finding.excluded)
        for found in finding.states:
            state = told(found, usual)
            base.append(state)
            if suite.coverage.add(state["rules"]):
                suite.states += 1
                yield state

    for number, (family, finding) in enumerate(explored(_first(seed, effort, skip), jobs), skip + 1):
        yield from taken(family, finding)
        if on_family is not None:
            on_family(number)
    draw = random.Random(f"join {seed}")
    barren = 0
    for start in range(0, effort.joins, 2 * jobs):
        joins = [_chosen(base, suite.coverage, draw) for _ in range(min(2 * jobs, effort.joins - start))]
        families = [joined(group) for group in joins if group]
        if not families:
            return
        for family, finding in explored(
            ((one, Wish(whole="Several smaller states in one.", most=1)) for one in families), jobs
        ):
            fresh = list(taken(family, finding))
            yield from fresh
            barren = 0 if fresh else barren + 1
        if barren >= effort.barren:
            return


def _first(seed: int, effort: Effort, skip: int) -> Iterator[tuple[Family, Wish]]:
    """The families of cards and of the bundled scenarios, with what is asked of them."""
    scenarios = (*bundled_scenarios("rulings"), *bundled_scenarios("examples"))
    parts = [part for one in scenarios for part in of_scenario(one)]
    composed = various(seed, effort.composed)
    for number, family in enumerate((*parts, *composed)):
        if number >= skip:
            yield family, Wish(most=6, seed=hash_of(f"{seed} {number}"), dropping=False, neighbours=False)


# --- joining


def _chosen(base: Sequence[dict[str, Any]], coverage: Coverage, draw: random.Random) -> list[dict[str, Any]]:
    """States to join: by how many pairs that are not covered yet they would bring together, among some drawn."""
    fitting = [state for state in base if _can_join(state)]
    if len(fitting) < 2:
        return []
    own = set(coverage.rules)
    rules = {id(state): set(state["rules"]) & own for state in fitting}
    group = [draw.choice(fitting)]
    present = set(rules[id(group[0])])
    while len(group) < JOINED:
        best, most = None, 0
        for state in draw.sample(fitting, min(40, len(fitting))):
            if not all(_fit(state, one) for one in group):
                continue
            both = present | rules[id(state)]
            fresh = sum(
                1
                for new in rules[id(state)] - present
                for other in both
                if other != new and _pair(new, other) not in coverage.covered
            )
            if fresh > most:
                best, most = state, fresh
        if best is None:
            break
        group.append(best)
        present |= rules[id(best)]
    return group if len(group) > 1 else []


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if rule_order(one) < rule_order(other) else (other, one)


def _can_join(state: Mapping[str, Any]) -> bool:
    """Whether a state may be joined with others: two players, its own turn's main phase, no answers of its own."""
    given = state["state"]
    turn = given.get("turn", {})
    return (
        set(given.get("players", {})) == {"alice", "bob"}
        and not state["answers"]
        and not given.get("stack")
        and not given.get("also")
        and set(turn) <= {"number"}
        and "reading" not in state["scenario"]
        and len(state["script"]) <= 6
    )


def _fit(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two states can stand on one table: they do not define cards of the same name otherwise."""
    cards = [{json.dumps(card, sort_keys=True) for card in s["state"].get("cards", ())} for s in (one, other)]
    names = [{_name(card) for card in s["state"].get("cards", ())} for s in (one, other)]
    return not (names[0] & names[1]) or cards[0] == cards[1]


def _name(card: Mapping[str, Any]) -> str:
    return str(card.get("known_as") or card.get("name") or card["faces"][0]["name"])


def joined(group: Sequence[Mapping[str, Any]]) -> Family:
    """States joined into one: all boards on one table, one script after the other.

    Args:
        group: the states, as :func:`cover` gives them.

    Returns:
        A family of one state.
    """
    players: dict[str, dict[str, Any]] = {"alice": {}, "bob": {}}
    cards: dict[str, Any] = {}
    script: list[Any] = []
    numbers = [state["state"].get("turn", {}).get("number", 1) for state in group]
    for index, state in enumerate(group):
        given, when = _apart(state, "abcdefgh"[index])
        for name, player in given["players"].items():
            _merge(players[name], player or {})
        for card in given.get("cards", ()):
            cards.setdefault(_name(card), card)
        script += [*when, "nothing"]
    data = {
        "ruling": "joined " + " ".join(str(state["id"])[:6] for state in group),
        "restated": "Several smaller states in one.",
        "scope": {"beats": 80},
        "given": {"turn": {"number": max(2, *numbers)}, "players": players, "cards": list(cards.values())},
        "when": [*script, {"until": "stack_empty"}],
        "then": [NOTHING],
    }
    steps = tuple((one,) for one in data["when"])
    return Family(str(data["ruling"]), data, steps, "joined")


def _merge(table: dict[str, Any], player: Mapping[str, Any]) -> None:
    for key, value in player.items():
        if isinstance(value, list):
            table[key] = [*table.get(key, []), *value]
        elif isinstance(value, dict):
            for kind, amount in value.items():
                table.setdefault(key, {})
                table[key][kind] = max(table[key].get(kind, 0), amount)
        else:
            table[key] = max(table.get(key, 0), value) if key == "life" else value


def _apart(state: Mapping[str, Any], letter: str) -> tuple[dict[str, Any], list[Any]]:
    """A state and its script with the names of its objects made its own by a letter."""
    board = State.parse(json.dumps(state["state"]))
    names = {one.id: f"{letter}-{one.id}" for one in (*(one for _, one in board.objects()), *board.stack)}
    given = json.loads(json.dumps(state["state"]))
    order = iter([one.id for _, one in _written(board)])
    for player in given["players"].values():
        for zone in ("battlefield", "hand", "graveyard", "library", "exile", "command"):
            entries = (player or {}).get(zone, [])
            for index, entry in enumerate(entries):
                entry = {"card": entry} if isinstance(entry, str) else entry
                entries[index] = {**entry, "id": names[next(order)]}
                if entry.get("attached_to") in names:
                    entries[index]["attached_to"] = names[entry["attached_to"]]
                entries[index].pop("timestamp", None)
    when = [_renamed(step, names) for step in state["script"]]
    return given, when


def _written(board: State) -> Iterator[tuple[str, Any]]:
    """The objects in the order in which a state's text has them."""
    for player in board.seats:
        for one in board.battlefield:
            if one.controller == player.name:
                yield "battlefield", one
        for zone in ("hand", "graveyard", "library", "exile", "command"):
            for card in player.zone(zone):
                yield zone, card


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    if isinstance(value, str):
        if value in names:
            return names[value]
        return re.sub(r'"([^"]+)"', lambda match: f'"{names.get(match[1], match[1])}"', value)
    return value


__all__ = ["Effort", "Suite", "cover", "joined"]
