"""Rulings as differences: states from each one's scenario, at the boundary of its premises, run on an engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

import clingo
from manaproof.bridge.engines.contained import Contained
from manaproof.bridge.engines.protocol import Data, NotComparableError
from manaproof.bridge.scenario import Scenario

from ..book import Book
from ..plays import Play
from ..prove import unsupported
from ..results import keep, recall
from ..search import Search, replay
from ..session import Assumption, Limits, OutOfMemoryError, OutOfTimeError
from .cases import Compared, compare_ours, of_play
from .causes import Cause
from .diff import disagreement_data, file_stamp

Verdict = Literal["agree", "disagree", "not comparable", "undecided"]

MOST = 8
"""The most states that are run for a scenario."""


@dataclass(frozen=True)
class Statement:
    """A statement, and what came of the states derived from it.

    Attributes:
        statement: its number: S45.
        compared: the comparisons.
        controls: of the states that agree, in how many something that can be seen changes, so that they could differ.
    """

    statement: str
    compared: tuple[Compared, ...] = ()
    controls: int = 0
    why: str = ""

    @property
    def disagreeing(self) -> list[Compared]:
        """The states on which the rules and the engine disagree."""
        return [one for one in self.compared if one.verdict == "disagree"]

    @property
    def verdict(self) -> Verdict:
        """Disagree if any state does; agree if one does in which something can be seen, and none disagrees."""
        if self.disagreeing:
            return "disagree"
        if self.controls:
            return "agree"
        return "undecided" if not self.compared and self.why == "time" else "not comparable"

    @property
    def reasons(self) -> list[str]:
        """Why states are not comparable, each reason once."""
        found = dict.fromkeys(one.reason for one in self.compared if one.reason)
        if self.why:
            found[self.why] = None
        if any(one.verdict == "agree" for one in self.compared) and not self.controls:
            found["nothing that both can see changes"] = None
        return list(found)

    def to_data(self) -> Data:
        """The statement as ``--json`` prints it."""
        return {
            "statement": self.statement,
            "verdict": self.verdict,
            "states": len(self.compared),
            "agree": sum(one.verdict == "agree" for one in self.compared),
            "controls": self.controls,
            "disagree": [one.name for one in self.disagreeing],
            "reasons": [] if self.verdict in ("agree", "disagree") else self.reasons,
        }


@dataclass
class StatementReport:
    """What came of the statements so far."""

    engine: str
    statements: list[Statement] = field(default_factory=list)
    causes: Sequence[Cause] = ()

    def counts(self) -> dict[str, int]:
        """How many statements got each verdict."""
        found: dict[str, int] = {}
        for one in self.statements:
            found[one.verdict] = found.get(one.verdict, 0) + 1
        return found

    def to_data(self) -> Data:
        """What ``diff --rulings --json`` prints."""
        compared = [one for statement in self.statements for one in statement.compared]
        reasons: dict[str, int] = {}
        for one in compared:
            if one.reason:
                reasons[one.reason] = reasons.get(one.reason, 0) + 1
        return {
            "engine": self.engine,
            "states": len(compared),
            "agree": sum(one.verdict == "agree" for one in compared),
            "disagree": [disagreement_data(one, self.causes) for one in compared if one.verdict == "disagree"],
            "unsupported": reasons,
            "statements": [one.to_data() for one in self.statements],
            "summary": self.counts(),
        }


def statements(
    scenarios: Sequence[Scenario],
    engine: Contained,
    version: str,
    *,
    seconds: float | None = None,
    cached: bool = True,
) -> Iterator[Statement]:
    """Run what is derived from each statement, those scenarios that share a number together.

    Args:
        scenarios: the scenarios; ``S13 today`` is about the statement S13.
        engine: the engine.
        version: its name and version.
        seconds: the most that finding the states of one scenario may take.
        cached: recall what was found before and has not changed.
    """
    names = list(dict.fromkeys(one.ruling.split()[0] for one in scenarios))
    for name in names:
        mine = [one for one in scenarios if one.ruling.split()[0] == name]
        content = {
            "statement": name,
            "engine": version,
            "bulk": file_stamp(engine.bulk),
            "scenarios": [one.document.data for one in mine],
        }
        kept = recall(content) if cached else None
        if kept is not None:
            with suppress(KeyError, TypeError):
                compared = tuple(Compared.from_data(one) for one in kept["compared"])
                yield Statement(name, compared, kept["controls"], kept["why"])
                continue
        found = _statement(name, mine, engine, seconds)
        if found.why != "time":
            data = [one.to_data() for one in found.compared]
            keep(content, {"compared": data, "controls": found.controls, "why": found.why})
        yield found


def _statement(name: str, scenarios: Sequence[Scenario], engine: Contained, seconds: float | None) -> Statement:
    compared: list[Compared] = []
    controls, why = 0, ""
    for scenario in scenarios:
        if not scenario.as_expected("proved"):
            continue  # refuted as published: what holds today stands beside it
        for part, one in scenario.parts().items():
            label = f"{scenario.ruling}, {part}" if part else scenario.ruling
            limits = Limits(seconds)
            try:
                for number, (compiled, play) in enumerate(boundary(one, limits), 1):
                    result = _compared(f"{label} #{number}", compiled, play, engine, limits)
                    compared.append(result)
                    controls += result.verdict == "agree" and _moves(play)
            except OutOfTimeError:
                why = why or "time"
            except OutOfMemoryError:
                why = why or "the memory limit was reached"
            except UnsupportedError as error:
                why = why or str(error)
    return Statement(name, tuple(compared), controls, why)


class UnsupportedError(Exception):
    """A scenario has a text that nobody has encoded."""


def _compared(name: str, compiled: Any, play: Play, engine: Contained, limits: Limits) -> Compared:
    try:
        return compare_ours(name, of_play(compiled, play), engine, limits)
    except NotComparableError as error:
        return Compared(name, "not comparable", state=play.state.to_data(), reason=error.reason, detail=error.detail)


def _moves(play: Play) -> bool:
    """Whether something that can be seen is otherwise at the end of a play than at its start, the turn apart."""
    before, after = play.state.to_data(), play.final.to_data()
    return any(before.get(key) != after.get(key) for key in ("players", "stack")) or not play.beats[1:]


def boundary(scenario: Scenario, limits: Limits) -> Iterator[tuple[Any, Play]]:
    """Plays at the boundary of a scenario's premises: the plainest, and for whatever it leaves open the least and most.

    Each puts some claim to the test. No two begin alike.

    Raises:
        UnsupportedError: a text of it is not encoded.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    book = Book.bundled()
    compiled = scenario.compile(book.whole.signatures)
    missing = unsupported(compiled)
    if missing:
        raise UnsupportedError("a text that is not encoded")
    seen: set[str] = set()
    with Search(compiled, book, limits=limits) as search:
        search.deepen()
        tests = [(search.test(claim.number), True) for claim in compiled.claims]
        wanted: list[list[Assumption]] = [[], *([] if len(tests) < 2 else [[one] for one in tests])]
        for slot in compiled.slots:
            for value in (slot.values[0], slot.values[-1]):
                chosen = clingo.Function("chosen", [_SCENARIO, slot.name, value, clingo.Number(-1)])
                wanted.append([(chosen, True)])
        for assumptions in wanted:
            play = _play(search, assumptions, tests)
            if play is None:
                continue
            key = f"{play.state.to_json()} {sorted(map(str, play.answers.items()))}"
            if key in seen:
                continue
            seen.add(key)
            again = replay(compiled, play, book=book, limits=limits)
            if again is not None:
                yield compiled, again
            if len(seen) >= MOST:
                return


_SCENARIO = clingo.Function("scenario")


def _play(search: Search, assumptions: list[Assumption], tests: list[Assumption]) -> Play | None:
    """A play under assumptions, if there is one that puts all claims, or else some, to the test."""
    for more in ([*tests] if len(tests) > 1 else [], *([one] for one in tests), []):
        outcome = search.find([*assumptions, *more])
        if outcome.answer is not None:
            return search.play(outcome.answer)
    return None


__all__ = ["MOST", "Statement", "StatementReport", "UnsupportedError", "boundary", "statements"]
