"""Cases: states, and scenarios with a script, run by the rules and by an engine, and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from manaproof.bridge.engines import forge
from manaproof.bridge.engines.contained import Contained
from manaproof.bridge.engines.protocol import Data, NotComparableError
from manaproof.bridge.engines.running import Plan
from manaproof.bridge.errors import InputError, Problem
from manaproof.bridge.scenario import Compiled, Scenario, load_scenarios
from manaproof.bridge.source import read_file
from manaproof.bridge.state import State, UnknownCard

from ..book import rule_order
from ..could_produce import could_produce
from ..plays import Play
from ..search import replay
from ..session import Limits, OutOfMemoryError, OutOfTimeError
from ..simulate import simulate
from ..telling import tell
from .comparing import Difference, action_differences, differences, mana_differences
from .observing import Look
from .planning import plan_of

_NUMBER = re.compile(r"\b[1-9]\d\d\.\d+[a-z]?\b")

_ENDINGS = (".yaml", ".yml", ".json", ".pzl")
_NO_STATES = frozenset({"progress.json"})
"""Files that ``generate`` keeps beside its states."""

_NOT_IN_THE_BOOK = frozenset({"shield"})
"""Counters with a meaning of their own (CR 122.1) that the rulebook does not give them yet."""

Verdict = Literal["agree", "disagree", "not comparable", "undecided"]


@dataclass(frozen=True)
class Case:
    """A state, perhaps with a script.

    Attributes:
        name: what it is called.
        state: the state; of a scenario that leaves something open, the smallest.
        scenario: the scenario whose script is played, if there is one.
    """

    name: str
    state: State | None
    scenario: Scenario | None = None

    def content(self) -> Any:
        """What a result rests on, as plain data."""
        state = None if self.state is None else self.state.to_data()
        return {"state": state, "scenario": None if self.scenario is None else self.scenario.document.data}


@dataclass(frozen=True)
class Compared:
    """A case compared.

    Attributes:
        name: what the case is called.
        verdict: what came of it.
        state: the state, as data.
        plan: what was played.
        found: the differences.
        cites: the rules behind what the rules say of them.
        reason: why it is not comparable or undecided.
        detail: what of this case.
        told: our play, a line for each beat that matters.
        record: what the engine was sent, and what it says happened.
    """

    name: str
    verdict: Verdict
    state: Data = field(default_factory=dict)
    plan: Data = field(default_factory=dict)
    found: tuple[Difference, ...] = ()
    cites: tuple[str, ...] = ()
    reason: str = ""
    detail: str = ""
    told: tuple[str, ...] = ()
    record: Data = field(default_factory=dict)

    def to_data(self) -> Data:
        """The comparison as plain data."""
        return {
            "name": self.name,
            "verdict": self.verdict,
            "state": self.state,
            "plan": self.plan,
            "found": [one.to_data() for one in self.found],
            "cites": list(self.cites),
            "reason": self.reason,
            "detail": self.detail,
            "told": list(self.told),
            "record": self.record,
        }

    @classmethod
    def from_data(cls, data: Data) -> Compared:
        """The comparison that ``to_data`` wrote."""
        found = tuple(Difference(**one) for one in data["found"])
        return cls(**{**data, "found": found, "cites": tuple(data["cites"]), "told": tuple(data["told"])})


def read_cases(paths: Sequence[Path]) -> Iterator[Case]:
    """The cases of files and folders: each file a state, a scenario, a list of scenarios, or a Forge puzzle.

    Raises:
        InputError: one is none of these.
    """
    for path in paths:
        if path.is_dir():
            inside = sorted(one for one in path.rglob("*") if one.suffix in _ENDINGS and one.name not in _NO_STATES)
            if not inside:
                raise InputError([Problem("no state or scenario is in this folder", "name another", str(path))])
            yield from read_cases(inside)
            continue
        if path.suffix == ".pzl":
            yield Case(str(path), forge.load(path).state)
            continue
        document = read_file(path)
        if isinstance(document.data, dict) and "ruling" not in document.data:
            state = State.from_document(document).require_legal()
            yield Case(str(path), state)
            continue
        for one in load_scenarios([path]):
            yield Case(f"{path}: {one.ruling}", None, one)


@dataclass(frozen=True)
class Ours:
    """What the rules say of a case.

    Attributes:
        start: the state that it begins from.
        play: the play, if there is a script.
        compiled: the scenario, if there is one.
        plan: the play as an engine is to follow it.
    """

    start: State
    play: Play | None
    compiled: Compiled | None
    plan: Plan


def by_the_rules(case: Case, limits: Limits) -> Ours:
    """Play a case by the rules.

    Raises:
        NotComparableError: there is no one play, or none that an engine can follow.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    if case.scenario is None:
        if case.state is None:
            raise ValueError("a case has a state or a scenario")
        for _, one in case.state.objects():
            if isinstance(one.card, UnknownCard):
                raise NotComparableError("an unknown card", one.card.key)
        return Ours(case.state, None, None, Plan())
    result = simulate(case.scenario, limits=limits, citing=False)
    if result.refusal is not None:
        raise NotComparableError("the rules refuse the script", str(result.refusal))
    if result.play is None or not result.complete:
        raise NotComparableError("the script does not come to its end")
    return of_play(result.compiled, result.play)


def of_play(compiled: Compiled, play: Play) -> Ours:
    """What the rules say of a play that is given."""
    return Ours(play.state, play, compiled, plan_of(compiled, play))


def compare(case: Case, engine: Contained, limits: Limits, *, citing: bool = True) -> Compared:
    """Run a case by the rules and on an engine.

    Args:
        case: the case.
        engine: the engine.
        limits: time and memory for the rules' side.
        citing: look up the rules behind what they disagree on.
    """
    try:
        return compare_ours(case.name, by_the_rules(case, limits), engine, limits, citing=citing)
    except NotComparableError as error:
        return Compared(case.name, "not comparable", reason=error.reason, detail=error.detail)
    except OutOfTimeError:
        return Compared(case.name, "undecided", reason="the time limit was reached")
    except OutOfMemoryError:
        return Compared(case.name, "undecided", reason="the memory limit was reached")


def compare_ours(name: str, ours: Ours, engine: Contained, limits: Limits, *, citing: bool = True) -> Compared:
    """Hold what the rules say of a case against what an engine makes of it."""
    data: Data = {"state": ours.start.to_data(), "plan": ours.plan.to_data()}
    for _, one in ours.start.objects():
        for kind in one.counters:
            if kind in _NOT_IN_THE_BOOK:
                return Compared(name, "not comparable", **data, reason=f"the book does not say what {kind} counters do")
    theirs = engine.run(ours.start, ours.plan)
    if theirs["outcome"] == "not comparable":
        return Compared(name, "not comparable", **data, reason=theirs["reason"], detail=theirs["detail"])
    if theirs["outcome"] == "unanswered":
        return Compared(name, "not comparable", **data, reason=theirs["says"])
    found = list(_found(ours, theirs, limits))
    if not found:
        return Compared(name, "agree", **data)
    if theirs["unused"] and all(one.when != "start" for one in found):
        return Compared(name, "not comparable", **data, reason=f"the engine itself answers: {theirs['unused'][0]}")
    again = None
    if citing and ours.play is not None and ours.compiled is not None:
        again = replay(ours.compiled, ours.play, citing=True, limits=limits)
    return Compared(
        name,
        "disagree",
        **data,
        found=tuple(found),
        cites=_cites(ours, found, again, limits) if citing else (),
        told=() if again is None else tuple(tell(again)),
        record=theirs.get("record", {}),
    )


def _found(ours: Ours, theirs: Data, limits: Limits) -> Iterator[Difference]:
    if theirs["outcome"] in ("crashed", "hung"):
        yield Difference("play", theirs["outcome"], "the play goes on", theirs["says"])
        return
    look = Look(ours.start, ours.start, limits)
    yield from differences(look.observe(), theirs["start"], "start")
    yield from mana_differences(look.mana(), theirs["mana"], "start")
    adding = look.mana_abilities()
    offered = [one for one in theirs["actions"] if (one["of"], one.get("number", -1)) not in adding]
    yield from action_differences(look.actions(), offered, look.among(), "start")
    if theirs["outcome"] == "refused":
        action = theirs.get("action", {})
        said = " ".join(str(action[key]) for key in ("do", "of", "event") if key in action)
        yield Difference("play", "refused", f"allowed: {said}", theirs["says"])
        return
    if ours.play is not None:
        look = Look(ours.play.final, ours.start, limits)
        yield from differences(look.observe(), theirs["end"], "end")
        if not theirs["end"]["over"]:
            yield from mana_differences(look.mana(), theirs["end_mana"], "end")


def _cites(ours: Ours, found: Sequence[Difference], again: Play | None, limits: Limits) -> tuple[str, ...]:
    """The rules behind what the rules say of the differences."""
    cites: set[str] = set()
    subjects = {part for one in found for part in one.what.split(".")[1:2]}
    if any(one.what.startswith("mana.") for one in found):
        answer = could_produce(ours.start, limits=limits)
        for subject in subjects & set(answer.because):
            cites |= {cite for steps in answer.because[subject].values() for cite in _NUMBER.findall(" ".join(steps))}
        cites.add("106.7")
    if again is not None and any(one.when != "start" for one in found):
        for beat in again.beats:
            told = [set(by) for event, by in beat.events if any(f'"{subject}"' in str(event) for subject in subjects)]
            cites |= set().union(*told)
        if not cites:
            cites |= set(again.cites)
    return tuple(sorted(cites, key=rule_order))


__all__ = ["Case", "Compared", "Ours", "Verdict", "by_the_rules", "compare", "compare_ours", "of_play", "read_cases"]
