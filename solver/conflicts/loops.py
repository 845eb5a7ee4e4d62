"""Loops that triggered abilities make: nobody does anything but pass, and a state is there again.

If that is so whatever the objects' own choices (targets, "may", orders) are, the loop is mandatory and the game a draw
(104.4b, 732.4): nobody is forced to break it by an action that none of its objects calls for (732.5). If something runs
out, the loop ends by that; if a choice leaves it, it goes on at somebody's choice (732.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from manaproof.bridge.abilities import Triggered
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import Compiled, Scenario

from ..book import Book
from ..plays import Play
from ..search import KEPT, Search
from ..session import Answer, Limits
from .cases import WATCHED, Case, Round
from .findings import Finding, Line, Report
from .pieces import OPPONENT, YOU, Piece, texts
from .recurrence import Key, Recurrence, recurrence, states
from .trying import SETTLE, Trial, arrivals, deeds, events, splits

BEATS = 72
"""The most beats of a play in which a loop is looked for."""

LOOKS = (12, 18, 24, 30, 36, 48, 60, 72)
"""The beats after which it is looked whether a state is there again."""

LIBRARY = 6
"""How many cards each player's library has, so that a loop that draws can be seen to go round."""

POLICIES: tuple[Mapping[str, Any], ...] = (
    {"may": True, "target": OPPONENT},
    {"may": True, "target": YOU},
    {"may": True},
)
"""How every question is answered where there are more plays than are looked at."""

ON_AND_ON: Mapping[str, Any] = {"until": {"asp": "t < 0"}}
"""The step by which players pass for ever."""


@dataclass(frozen=True)
class Loop:
    """A loop found.

    Attributes:
        one: a play that goes round.
        cycle: the state that is there again.
        mandatory: whether every play goes round, whatever is chosen in it.
        plays: how many plays were looked at.
        chosen: how every question is answered in it, where not all answers were looked at.
    """

    one: Round
    cycle: Recurrence
    mandatory: bool
    plays: int
    chosen: Mapping[str, Any] = field(default_factory=dict)


def look(case: Case | Scenario, limits: Limits, *, most: int = 48) -> Loop | bool:
    """Look for a loop in a case in which players only pass.

    Args:
        case: the case; its script must go on and on.
        limits: time and memory.
        most: how many plays are looked at.

    Returns:
        the loop; else whether there are more plays than were looked at.

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
            going, loose, resting, seen = 0, 0, None, 0
            for answer in search.session.every(keep=(*KEPT, *WATCHED), most=most):
                seen += 1
                due = _due(compiled, answer)
                if _rests(answer, due, last):
                    resting = resting or Round(compiled, answer, search.play(answer))
                    continue
                going += 1
                cycle = recurrence(states(answer.atoms("holds", 2), names, last), min(due)) if due else None
                if cycle is None:
                    loose += 1
                elif found is None:
                    found = Loop(Round(compiled, answer, search.play(answer)), cycle, False, seen)
            forced = resting is None and loose == 0 and seen <= most
            if found is not None and (forced or resting is not None or seen > most or last == LOOKS[-1]):
                return replace(found, mandatory=forced, plays=seen)
            if found is None and seen > most:
                return True
            if not going:
                return False
    return False


def _due(compiled: Compiled, answer: Answer) -> set[int]:
    """The beats at which the last step of the script is due: from then on the players only pass."""
    last = max((f.arguments[0].number for f in compiled.script.facts if f.name == "script_step"), default=0)
    return {
        atom.arguments[1].number
        for atom in answer.atoms("holds", 2)
        if atom.arguments[0].name == "script" and str(atom.arguments[0].arguments[0]) == str(last)
    }


def _rests(answer: Answer, due: set[int], last: int) -> bool:
    """Whether in a play the game comes to rest once the last step of the script is due, or ends."""
    over = any(str(a.arguments[0]) == "over" and a.arguments[1].number <= last for a in answer.atoms("beat", 2))
    return over or any(
        a.arguments[0].number in due and a.arguments[0].number <= last for a in answer.atoms("step_over", 1)
    )


# --- what a loop is


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
                name = f"cards in {who.strip(chr(34) + ')')}'s {zone}" if who else f"cards in {zone}"
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
    theirs = all(key[0] in ("life", "cards") and YOU not in key[1] for key in ends)
    rules: tuple[str, ...]
    if ends and not theirs:
        kind, rules = "loop that ends", ("104.4b", "704.5a", "704.5b")
        says = f"Each round uses up {_listed(spent)}; the loop ends when that runs out, and a player loses."
        outcome = "somebody loses"
    elif ends or not loop.mandatory or loop.chosen:
        kind, rules = "unbounded loop", ("732.2", "732.2a")
        says = (
            f"Each round gains {_listed(gained) or 'nothing'}" + (f" and takes {_listed(spent)}" if spent else "") + "."
        )
        says += " It ends when that player loses." if ends else " A choice in it may leave it."
        outcome = "that player loses" if ends else "as often as somebody likes"
    else:
        kind, rules = "mandatory loop", ("104.4b", "732.4", "732.5")
        says = (
            "Nobody has a choice in it that leaves it: the game is a draw unless a player breaks it by another action, "
            "which none is forced to take."
        )
        says += f" Each round adds {_listed(gained)}." if gained else ""
        outcome = "the game is a draw"
    changed = [f"{_listed(gained)} more"] * bool(gained) + [f"{_listed(spent)} fewer"] * bool(spent)
    there = f"The state of beat {cycle.first} is there again at beat {cycle.again}"
    cut = Round(loop.one.compiled, loop.one.answer, _cut(loop.one.play, cycle.again))
    return Finding(
        kind,
        tuple(between),
        loop.one.play.state.to_data(),
        (*cut.told(limits), Line(f"{there}{', with ' * bool(changed)}{' and '.join(changed)}.", rules[:1])),
        ({"when": "nobody does anything else", "result": outcome},),
        rules,
        says,
        {
            "round": {"from_beat": cycle.first, "to_beat": cycle.again, "gains": gained, "spends": spent},
            "mandatory": loop.mandatory and not loop.chosen,
            "plays": loop.plays,
        },
    )


def _cut(play: Play, last: int) -> Play:
    return replace(play, beats=tuple(beat for beat in play.beats if beat.number <= last))


def _listed(change: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in change.items())


# --- the question


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
    for trial in (*arrivals(pieces), *events(triggered, pieces), *deeds(pieces)):
        if trial.when[-1] == SETTLE:
            tried.setdefault(trial.title, replace(trial, when=(*trial.when[:-1], ON_AND_ON)))
    for controlled in splits(pieces):
        for trial in tried.values():
            found = _under_policies(trial, pieces, controlled, limits)
            if found is not None:
                between, found = _fewest(trial, pieces, controlled, found, limits)
                yield judged(found, [piece.definition.name for piece in between], limits)
                report.scope.append(f"loops of triggered abilities, until one was found when {trial.title}")
                return
    report.scope.append(
        f"loops of triggered abilities within {BEATS} beats when: {', '.join(tried)}; "
        f"each with the cards shared in {len(splits(pieces))} way(s)"
    )


def _fewest(
    trial: Trial, pieces: Sequence[Piece], controlled: Mapping[str, str], found: Loop, limits: Limits
) -> tuple[list[Piece], Loop]:
    """The cards that a loop needs, and the loop without the others. What the trial itself speaks of is needed."""
    between = list(pieces)
    for piece in pieces:
        rest = [other for other in between if other is not piece]
        if len(pieces) < 3 or piece.id in trial.title.replace(",", "").split():
            continue
        again = _under_policies(trial, rest, {k: v for k, v in controlled.items() if k != piece.id}, limits)
        if again is not None:
            between, found = rest, again
    return between, found


def _under_policies(
    trial: Trial, pieces: Sequence[Piece], controlled: Mapping[str, str], limits: Limits
) -> Loop | None:
    """A loop of a trial; of a great many plays, one in which every question is answered the same way each time."""
    try:
        case = replace(trial.case(pieces, controlled, library=LIBRARY), beats=BEATS, to_the_end=False)
        found = look(case, limits)
        if isinstance(found, Loop):
            return found
        for answers in POLICIES if found else ():
            again = look(replace(case, answers=answers), limits)
            if isinstance(again, Loop):
                return replace(again, chosen=answers)
    except InputError:
        return None
    return None


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
    scope = {**scenario.form.scope, "beats": BEATS}
    form = scenario.form.model_copy(update={"when": [*scenario.form.when, dict(ON_AND_ON)], "scope": scope})
    found = look(replace(scenario, form=form), limits)
    report.scope.append(f"loops within {BEATS} beats of the scenario's plays, the players passing after its last step")
    if isinstance(found, Loop):
        yield judged(found, between, limits)
    elif found:
        report.leave_open("loops", "there are more plays than are looked at")


__all__ = ["Loop", "judged", "look", "loops", "of_scenario", "runs_out", "told_change"]
