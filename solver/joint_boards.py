"""Joint boards: what two situations have in common, as a scenario of its own.

A state lies within the scope of both of two situations only if everything that either says of it is so. Their joint
board has the objects of both; an object of the one may be the same as an object of the other where all that is said
of the two can be true of one object. What happens is the same on both sides, once the same objects go by the same
names; if it is not, only the start is common to both, of which whatever is always so, or never, is claimed before
anything happens.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.expansion import players_of
from manaproof.bridge.scenario import DEFAULT_BEATS, TIMES, Scenario, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.surface import ZONES

from .joint_objects import Entry, Kinds, entries_of, matchings, renamed, renamed_for, same_object, zones_by_name
from .joint_values import ApartError, joined_mappings

MATCHINGS = 4
"""How many ways to take objects of both for the same are looked at, those that identify the most first."""


@dataclass(frozen=True)
class Joint:
    """A joint board.

    Attributes:
        scenario: the scenario of both.
        claims: of each of its claims, in their order, which of the two makes it (0 or 1) and its number there.
        objects: the names of the objects of either, with the zones in which they begin; an object of both is in both.
    """

    scenario: Scenario
    claims: tuple[tuple[int, int], ...]
    objects: tuple[Mapping[str, str], Mapping[str, str]]


def joint_boards(first: Scenario, second: Scenario) -> Iterator[Joint]:
    """The boards that two situations have in common; of some it may come out that no game can be in such a state.

    Args:
        first: a situation, not divided into parts.
        second: another one.

    Raises:
        ApartError: there is none, and why.
    """
    if first.form.reading != second.form.reading:
        raise ApartError("each is claimed by a reading of the rules of its own")
    one, other = _plain(first), _as_players(_plain(second), first, second)
    kinds = Kinds(one, other, first.library)
    players = _players(one, other, first, second)
    turn = joined_mappings(one["given"].get("turn") or {}, other["given"].get("turn") or {}, "the turn")
    ours, theirs = entries_of(one["given"], list(players)), entries_of(other["given"], list(players))
    reason = "nothing that is claimed is claimed of both"
    found = 0
    for pairs in matchings(ours, theirs, kinds):
        second_here = renamed_for(other, ours, theirs, pairs)
        placed = (ours, entries_of(second_here["given"], list(players)))
        objects = (zones_by_name(placed[0]), zones_by_name(placed[1]))
        when, of_the_start = _script(one["when"], second_here["when"])
        try:
            joint = _joined(one, second_here, (turn, players, when, of_the_start), kinds, placed)
        except ApartError as error:
            reason = str(error)
            continue
        if joint["then"]:
            yield Joint(_made(joint, first, second), tuple(joint["claims"]), objects)
            found += 1
        if found >= MATCHINGS:
            return
    if not found:
        raise ApartError(reason)


def _plain(part: Scenario) -> dict[str, Any]:
    form = part.form
    return {
        "given": deepcopy(form.given),
        "when": deepcopy(form.when),
        "answers": deepcopy(form.answers),
        "then": deepcopy(form.then),
        "scope": dict(form.scope),
    }


def _as_players(data: dict[str, Any], first: Scenario, second: Scenario) -> dict[str, Any]:
    """The second situation with its players called as those of the first, in the order of their seats."""
    theirs = players_of(second.form.given, second.document)
    ours = players_of(first.form.given, first.document)
    names = {name: new for name, new in zip(theirs, ours, strict=False) if name != new}
    if not names:
        return data
    if set(names.values()) & set(theirs):
        raise ApartError("their players go by the same names in another order")
    found: dict[str, Any] = renamed(data, names)
    players = found["given"].get("players")
    if isinstance(players, dict):
        found["given"]["players"] = {names.get(name, name): value for name, value in players.items()}
    elif isinstance(players, list):
        found["given"]["players"] = [names.get(name, name) for name in players]
    return found


def _players(
    one: Mapping[str, Any], other: Mapping[str, Any], first: Scenario, second: Scenario
) -> dict[str, dict[str, Any]]:
    """The players of both, with what is said of them beside their cards."""
    found: dict[str, dict[str, Any]] = {}
    ours, theirs = (
        {name: _player(data["given"].get("players"), name) for name in names}
        for data, names in (
            (one, players_of(first.form.given, first.document)),
            (other, players_of(other["given"], second.document)),
        )
    )
    for name in dict.fromkeys((*ours, *theirs)):
        found[name] = joined_mappings(ours.get(name, {}), theirs.get(name, {}), f"player {name}")
    return found


def _player(players: Any, name: str) -> dict[str, Any]:
    fields = players.get(name) if isinstance(players, dict) else None
    return {key: value for key, value in (fields or {}).items() if key not in ZONES and key != "battlefield"}


# --- what happens, and what is claimed


def _script(one: list[Any], other: list[Any]) -> tuple[list[Any], tuple[bool, bool]]:
    """What happens on the joint board, and whether the claims of either are of the start alone."""
    common = [_step(mine, yours) for mine, yours in zip(one, other, strict=False)]
    if len(one) == len(other) and all(step is not None for step in common):
        return common, (False, False)
    return [], (bool(one), bool(other))


def _step(one: Any, other: Any) -> Any:
    """The step that both steps may be; None if there is none."""
    ours, theirs = _alternatives(one), _alternatives(other)
    keys = {json.dumps(step, sort_keys=True) for step in theirs}
    common = [step for step in ours if json.dumps(step, sort_keys=True) in keys]
    if not common:
        return None
    return common[0] if len(common) == 1 else {"either": common}


def _alternatives(step: Any) -> list[Any]:
    """The steps that a step may be, each spelled in one way."""
    if isinstance(step, dict) and set(step) == {"either"} and isinstance(step["either"], list):
        return [one for option in step["either"] for one in _alternatives(option)]
    return [_spelled(step)]


def _spelled(step: Any) -> Any:
    """``{transform: x}`` and ``{transform: {of: x}}`` are one step."""
    if isinstance(step, str):
        return {step: {}} if step != "nothing" else step
    if isinstance(step, dict) and len(step) == 1:
        (name, value), *_ = step.items()
        if name == "happens" and isinstance(value, dict):
            return {name: _spelled(value)}
        if isinstance(value, str) and name not in ("attack", "block"):
            return {name: {"of": value}}
    return step


def _claims(then: list[dict[str, Any]], *, of_the_start: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """Claims with their numbers; of the start alone, if what happens in their situation does not happen here."""
    for number, claim in enumerate(then, 1):
        time = next((key for key in claim if key in TIMES), "")
        if not of_the_start:
            yield number, claim
        elif time in ("always", "never", "at_start"):
            formula = {"not": claim[time]} if time == "never" else claim[time]
            yield number, {"says": claim.get("says", f"claim {number}"), "at_start": formula}


def _joined(
    one: dict[str, Any],
    other: dict[str, Any],
    shared: tuple[dict[str, Any], dict[str, dict[str, Any]], list[Any], tuple[bool, bool]],
    kinds: Kinds,
    entries: tuple[list[Entry], list[Entry]],
) -> dict[str, Any]:
    """The joint board as the data of a scenario, with where its claims come from."""
    turn, players, when, of_the_start = shared
    given: dict[str, Any] = {"players": deepcopy(players)}
    if turn:
        given["turn"] = turn
    ours, theirs = entries
    names = {entry.id: entry for entry in theirs if entry.id is not None}
    placed: set[str] = set()
    anonymous = [json.dumps([e.zone, e.holder, e.data], sort_keys=True) for e in ours if e.id is None]
    for entry in (*ours, *theirs):
        data = entry.data
        if entry.id is not None:
            if entry.id in placed:
                continue
            placed.add(entry.id)
            partner = names.get(entry.id)
            if partner is not None and partner is not entry:
                merged = same_object(entry, partner, kinds)
                if merged is None:
                    raise ValueError("objects are taken for the same that cannot be")
                data = merged
        elif entry in theirs and entry not in ours:
            written = json.dumps([entry.zone, entry.holder, data], sort_keys=True)
            if written in anonymous:
                anonymous.remove(written)  # the same unnamed card on both sides is one
                continue
        if entry.zone in ("battlefield", "stack"):
            given.setdefault(entry.zone, []).append(data)
        else:
            given["players"][entry.holder].setdefault(entry.zone, []).append(data)
    if kinds.definitions:
        given["cards"] = list(kinds.definitions.values())
    also = [*(one["given"].get("also") or ()), *(other["given"].get("also") or ())]
    if also:
        given["also"] = list(dict.fromkeys(also))
    conditions = [data["given"]["such_that"] for data in (one, other) if data["given"].get("such_that") is not None]
    if conditions:
        given["such_that"] = {"all": conditions}
    claims = [
        (side, number, claim)
        for side, data in enumerate((one, other))
        for number, claim in _claims(data["then"], of_the_start=of_the_start[side])
    ]
    bounds = one["scope"], other["scope"]
    scope = {
        key: min(bound[key] for bound in bounds if key in bound)
        for key in dict.fromkeys((*one["scope"], *other["scope"]))
    }
    scope["beats"] = max(bound.get("beats", DEFAULT_BEATS) for bound in bounds)
    return {
        "given": given,
        "when": when,
        "answers": _answers(one, other, when),
        "then": [claim for _, _, claim in claims],
        "scope": scope,
        "claims": [(side, number) for side, number, _ in claims],
    }


def _answers(one: dict[str, Any], other: dict[str, Any], when: list[Any]) -> dict[str, Any]:
    """The answers to what is asked on the way."""
    return joined_mappings(one["answers"], other["answers"], "the answers") if when else {}


def _made(joint: Mapping[str, Any], first: Scenario, second: Scenario) -> Scenario:
    data = {key: value for key, value in joint.items() if key != "claims" and (value or key == "then")}
    data |= {"ruling": f"{first.ruling} with {second.ruling}", "restated": "What both speak of."}
    if first.form.reading is not None:
        data["reading"] = first.form.reading
    (made,) = read_scenarios(read_text(json.dumps(data), source=data["ruling"]), first.library)
    return made


__all__ = ["Joint", "joint_boards"]
