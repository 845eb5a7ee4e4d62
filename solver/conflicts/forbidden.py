"""Must against can't: an effect has something happen that another says can't (101.2, 614.17).

The rulebook proposes events and drops those that can't happen; here both are read off every play of what the cards do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import clingo
from manaproof.bridge.abilities import Keyword
from manaproof.bridge.abilities.statics import Cant, PlayerCant
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import Scenario

from ..session import Limits
from ..wording import event_sentence
from .cases import Case, Round, outcome, plays
from .findings import Finding, Line, Report, distinct
from .pieces import Piece, nodes
from .trying import Trial, deeds, splits

BANS: Mapping[str, tuple[str, ...]] = {
    "lose": ("101.2", "104.3"),
    "win": ("101.2", "104.2b"),
    "life": ("101.2", "119.7"),
    "draw": ("101.2", "121.3"),
    "counters": ("101.2", "614.17"),
    "sacrifice": ("101.2", "614.17"),
    "transform": ("101.2",),
    "convert": ("101.2",),
    "counter": ("101.2", "701.6a"),
    "move": ("101.2", "614.17"),
    "destroy": ("101.2", "702.12b"),
}
"""The events that an effect may forbid, and the rules by which it prevails."""

_FORBIDS = {"lose": "lose_game", "win": "win_game", "life": "gain_life", "draw": "draw"}
_OF_OBJECTS = {
    "counters": "have_counters",
    "sacrifice": "be_sacrificed",
    "transform": "transform",
    "counter": "be_countered",
    "move": "enter",
}


def forbids(pieces: Sequence[Piece]) -> bool:
    """Whether some text of the cards says that something can't happen."""
    return any(
        isinstance(node, Cant | PlayerCant) or (isinstance(node, Keyword) and node.keyword == "indestructible")
        for node in nodes(pieces)
    )


def dropped(one: Round) -> list[tuple[int, clingo.Symbol]]:
    """The events of a play that were to happen and an effect says can't, each with its beat."""
    proposed = {(str(a.arguments[0]), a.arguments[1].number) for a in one.atoms("would", 2)}
    players = {(str(a.arguments[0]), str(a.arguments[1]), a.arguments[2].number) for a in one.atoms("player_cant", 3)}
    objects = {(str(a.arguments[0]), str(a.arguments[1]), a.arguments[2].number) for a in one.atoms("cant", 3)}
    found = []
    for atom in one.atoms("cant_happen", 2):
        event, beat = atom.arguments[0], atom.arguments[1].number
        if (str(event), beat) not in proposed or event.name not in BANS:
            continue
        who = str(event.arguments[-1 if event.name == "sacrifice" else 0])
        if (
            event.name == "destroy"
            or (who, _FORBIDS.get(event.name, ""), beat) in players
            or (who, _OF_OBJECTS.get(event.name, ""), beat) in objects
            or event.name == "move"
        ):
            found.append((beat, event))
    waiting = {(str(a.arguments[0]), a.arguments[2].number): a.arguments[1] for a in one.atoms("pending", 3)}
    for atom in one.atoms("forbidden", 2):
        event = waiting[str(atom.arguments[0]), atom.arguments[1].number]
        if event.name in BANS:
            found.append((atom.arguments[1].number, event))
    return sorted(found, key=lambda pair: (pair[0], str(pair[1])))


def _first(rounds: Sequence[Round]) -> tuple[Round, list[tuple[int, clingo.Symbol]]] | None:
    found = [(one, bans) for one in rounds if (bans := dropped(one))]
    return min(found, key=lambda pair: len(pair[0].play.beats), default=None)


def finding(one: Round, bans: Sequence[tuple[int, clingo.Symbol]], between: Sequence[str], limits: Limits) -> Finding:
    """What a play with dropped events comes to.

    Args:
        one: the play.
        bans: its events that can't happen.
        between: the names of the cards.
        limits: time and memory, for telling the play.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    events = list(dict.fromkeys(event for _, event in bans))
    rules = tuple(dict.fromkeys(rule for event in events for rule in BANS[event.name]))
    says = " ".join(f"It can't be so: {event_sentence(event)}" for event in events)
    lines = [Line(f"This is to happen and can't: {event_sentence(event)}", BANS[event.name]) for event in events]
    return Finding(
        "must against can't",
        tuple(between),
        one.play.state.to_data(),
        (*one.told(limits), *lines),
        ({"when": "always", "result": outcome(one.play.final)},),
        rules,
        says,
        {"cant": [str(event) for event in events]},
    )


def forbidden(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look for what one card has happen and another forbids.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    if not forbids(pieces):
        return
    report.candidates += 1
    trials = list(deeds(pieces, compared=True))
    found: list[Finding] = []
    for one in trials:
        trial = one
        for controlled in splits(pieces):
            met = _met(trial, pieces, controlled, report, limits)
            if met is None:
                continue
            bare = replace(trial, crowd=())
            without = _met(bare, pieces, controlled, report, limits) if trial.crowd else None
            if without is not None:
                trial, met = bare, without
            fewer = list(pieces)
            for piece in pieces:
                rest = [other for other in fewer if other is not piece]
                if piece.id in trial.title.split() or not rest:
                    continue
                again = _met(trial, rest, controlled, report, limits)
                if again is not None:
                    fewer, met = rest, again
            found.append(finding(met[0], met[1], [piece.definition.name for piece in fewer], limits))
            break
    report.scope.append(
        f"what can't happen when: {', '.join(trial.title for trial in trials)}; "
        f"each with the cards shared in {len(splits(pieces))} way(s)"
    )
    yield from distinct(found)


def _met(
    trial: Trial, pieces: Sequence[Piece], controlled: Mapping[str, str], report: Report, limits: Limits
) -> tuple[Round, list[tuple[int, clingo.Symbol]]] | None:
    kept = {one: who for one, who in controlled.items() if any(piece.id == one for piece in pieces)}
    try:
        rounds = plays(trial.case(pieces, kept), limits)
    except InputError:
        return None
    if not rounds.complete:
        report.leave_open(f"what can't happen when {trial.title}", "not every play was looked at")
    return _first(rounds.every)


def of_scenario(case: Case | Scenario, between: Sequence[str], report: Report, limits: Limits) -> Iterator[Finding]:
    """The same of a scenario that somebody wrote.

    Args:
        case: the scenario.
        between: the names of its cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    report.candidates += 1
    rounds = plays(case, limits)
    report.scope.append(f"what can't happen in {len(rounds.every)} plays of the scenario")
    met = _first(rounds.every)
    if met is not None:
        yield finding(*met, between, limits)


__all__ = ["BANS", "dropped", "forbidden", "forbids", "of_scenario"]
