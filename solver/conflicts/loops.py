"""Loops that triggered abilities make: nobody does anything but pass, and a state is there again.

If that is so whatever the objects' own choices (targets, "may", orders) are, the loop is mandatory and the game a draw
(104.4b, 732.4): nobody is forced to break it by an action that none of its objects calls for (732.5). If something runs
out, the loop ends by that; if a choice leaves it, it goes on at somebody's choice (732.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from manaproof.bridge.abilities import Triggered
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import Scenario

from ..book import Book
from ..plays import KEPT, Play, Search
from ..session import Answer, Limits
from .cases import WATCHED, Case, Round
from .findings import Finding, Line, Report
from .pieces import YOU, Piece, texts
from .recurrence import Key, Recurrence, recurrence, states
from .trying import SETTLE, Trial, deeds, events, splits

BEATS = 72
"""The most beats of a play in which a loop is looked for."""

LOOKS = (12, 18, 24, 30, 36, 48, 60, 72)
"""The beats after which it is looked whether a state is there again."""

ON_AND_ON: Mapping[str, Any] = {"until": {"asp": "t < 0"}}
"""The step by which players pass for ever."""


@dataclass(frozen=True)
class Loop:
    """A loop found.

    Attributes:
        one: a play that goes round.
        cycle: the state that is there again.
        left: a play in which the game comes to rest all the same; None if there is none.
        plays: how many plays were looked at.
    """

    one: Round
    cycle: Recurrence
    left: Round | None
    plays: int


def look(case: Case | Scenario, limits: Limits, *, most: int = 48) -> Loop | None:
    """Look for a loop in a case in which players only pass.

    Args:
        case: the case; its script must go on and on.
        limits: time and memory.
        most: how many plays are looked at.

    Raises:
        InputError: the case is none.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    scenario = case.scenario() if isinstance(case, Case) else case
    book = Book.bundled()
    compiled = scenario.compile(book.whole.signatures)
    names = {one.id: one.card.name for _, one in compiled.start.plainest.objects()}
    with Search(compiled, book, limits=limits, watched=WATCHED) as search:
        for last in (one for one in LOOKS if one <= compiled.beats):
            search.deepen(last)
            found: Loop | None = None
            going, resting, seen = 0, None, 0
            for answer in search.session.every(keep=(*KEPT, *WATCHED), most=most):
                seen += 1
                one = Round(compiled, answer, search.play(answer))
                if _rests(answer, last):
                    resting = resting or one
                    continue
                going += 1
                cycle = recurrence(states(answer.atoms("holds", 2), names, last))
                if cycle is not None and found is None:
                    found = Loop(one, cycle, None, 0)
            if found is not None:
                return replace(found, left=resting, plays=seen)
            if not going:
                return None
    return None


def _rests(answer: Answer, last: int) -> bool:
    """Whether the game comes to rest, or ends, in a play."""
    over = any(str(a.arguments[0]) == "over" and a.arguments[1].number <= last for a in answer.atoms("beat", 2))
    return over or any(a.arguments[0].number <= last for a in answer.atoms("step_over", 1))


def runs_out(change: Mapping[Key, int]) -> list[Key]:
    """Of what a loop uses up, what will run out: life, cards of a library, mana, counters, tokens."""
    return [key for key, n in change.items() if n < 0 and not (key[0] == "cards" and not key[1].startswith("library"))]


def told_change(change: Mapping[Key, int]) -> dict[str, int]:
    """Changes in words: {"alice's life": 3}."""
    found: dict[str, int] = {}
    for key, number in change.items():
        match key[0]:
            case "life":
                name = f"{key[1]}'s life"
            case "mana":
                name = f"{key[1]}'s {{{key[2].upper()}}}"
            case "player counters":
                name = f"{key[1]}'s {key[2]} counters"
            case "cards":
                zone, _, who = key[1].partition("(")
                name = (who.strip('")') + "'s " if who else "") + f"{zone}: {key[2]}"
            case "tokens":
                name = key[1]
            case "counters":
                name = f"{key[2]} counters on {key[1]}"
            case _:
                name = " ".join(key)
        found[name] = found.get(name, 0) + number
    return {name: number for name, number in found.items() if number}


def judged(loop: Loop, between: Sequence[str], limits: Limits) -> Finding:
    """What a loop is: mandatory, unbounded, or one that ends.

    Args:
        loop: the loop.
        between: the names of the cards.
        limits: time and memory, for telling the play.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    cycle = loop.cycle
    gained = told_change({key: n for key, n in cycle.change.items() if n > 0})
    spent = told_change({key: -n for key, n in cycle.change.items() if n < 0})
    ends = runs_out(cycle.change)
    rules: tuple[str, ...]
    others = all(key[0] == "life" or key[0] == "cards" for key in ends) and not any(
        len(key) > 1 and YOU in key[1] for key in ends
    )
    if ends and not others:
        kind, rules = "loop that ends", ("104.4b", "704.5a", "704.5b")
        says = f"Each round uses up {_listed(spent)}; the loop ends when that runs out."
    elif ends or loop.left is not None:
        kind, rules = "unbounded loop", ("732.2", "732.2a")
        says = (
            f"Each round gains {_listed(gained) or 'nothing'}" + (f" and takes {_listed(spent)}" if spent else "") + "."
        )
        says += (
            " A choice of an object in it may leave it."
            if loop.left is not None
            else " It ends when that player loses."
        )
    else:
        kind, rules = "mandatory loop", ("104.4b", "732.4", "732.5")
        says = (
            "Nobody has a choice in it that leaves it: the game is a draw unless a player breaks it by another action, "
            "which none is forced to take."
        )
        if gained:
            says += f" Each round adds {_listed(gained)}."
    cut = Round(loop.one.compiled, loop.one.answer, _cut(loop.one.play, cycle.again))
    lines = cut.told(limits)
    outcome = (
        "the game is a draw" if kind == "mandatory loop" else "somebody loses" if ends else "as often as they like"
    )
    return Finding(
        kind,
        tuple(between),
        loop.one.play.state.to_data(),
        (*lines, Line(f"The state of beat {cycle.first} is there again at beat {cycle.again}.", rules[:1])),
        ({"when": "nobody acts", "result": outcome},),
        rules,
        says,
        {
            "round": {"from_beat": cycle.first, "to_beat": cycle.again, "gains": gained, "spends": spent},
            "mandatory": loop.left is None,
            "plays": loop.plays,
        },
    )


def _cut(play: Play, last: int) -> Play:
    return replace(play, beats=tuple(beat for beat in play.beats if beat.number <= last))


def _listed(change: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in change.items())


def loops(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look for loops among the triggered abilities of cards.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the first loop found.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    triggered = [ability for ability in texts(pieces) if isinstance(ability, Triggered)]
    if not triggered:
        return
    report.candidates += 1
    tried: dict[str, Trial] = {}
    for trial in (*events(triggered, pieces), *deeds(pieces)):
        tried.setdefault(trial.title, trial)
    going = [trial for trial in map(_on_and_on, tried.values()) if ON_AND_ON in trial.when]
    for controlled in splits(pieces):
        for trial in going:
            try:
                found = look(replace(trial.case(pieces, controlled), beats=BEATS, to_the_end=False), limits)
            except InputError:
                continue
            if found is not None:
                yield judged(found, [piece.definition.name for piece in pieces], limits)
                report.scope.append(f"loops of triggered abilities, until one was found when {trial.title}")
                return
    report.scope.append(
        f"loops of triggered abilities within {BEATS} beats when: {', '.join(one.title for one in going)}; "
        f"each with the cards shared in {len(splits(pieces))} ways"
    )


def _on_and_on(trial: Trial) -> Trial:
    return replace(trial, when=tuple(ON_AND_ON if step == SETTLE else step for step in trial.when))


def of_scenario(scenario: Scenario, between: Sequence[str], report: Report, limits: Limits) -> Iterator[Finding]:
    """The same of a scenario, in which players go on passing after its last step.

    Args:
        scenario: the scenario.
        between: the names of its cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    report.candidates += 1
    form = scenario.form.model_copy(
        update={"when": [*scenario.form.when, dict(ON_AND_ON)], "scope": {**scenario.form.scope, "beats": BEATS}}
    )
    found = look(replace(scenario, form=form), limits)
    report.scope.append(f"loops within {BEATS} beats of the scenario's plays, the players passing after its last step")
    if found is not None:
        yield judged(found, between, limits)


__all__ = ["Loop", "judged", "look", "loops", "of_scenario", "runs_out", "told_change"]
