"""What is found between cards, and the report of a search: what was looked at, what was found, what stayed open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..book import rule_order

KINDS: Final[Mapping[str, str]] = {
    "must against can't": "an effect demands what another forbids (101.2)",
    "order-dependent": "the result differs only by an order that somebody chooses (616.1, 603.3b, 613.7)",
    "dependency loop": "continuous effects depend on each other (613.8b)",
    "dependency": "the order is settled by dependency, so that timestamps don't matter (613.8)",
    "mandatory loop": "a state recurs, and no choice leaves it (104.4b, 732.4)",
    "unbounded loop": "a state recurs, larger, at somebody's choice (732.2)",
    "loop that ends": "a state recurs, but each round uses up what runs out (104.3)",
    "circular definition": "what is produced rests on itself (106.7)",
    "deadlock": "a game that should end can't (101.2, 104.3)",
}
"""The kinds of findings, and what each means."""

SETTLED: Final = frozenset({"dependency", "loop that ends"})
"""Kinds that are told though nothing about them is open: whatever anybody chooses, the result is the same."""


@dataclass(frozen=True)
class Line:
    """One line of a play.

    Attributes:
        text: what happens or is so.
        cites: the rules it rests on.
    """

    text: str
    cites: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The line as ``--json`` prints it."""
        return {"text": self.text, "cites": list(self.cites)}

    def __str__(self) -> str:
        return f"{self.text}  [{', '.join(self.cites)}]" if self.cites else self.text


@dataclass(frozen=True)
class Finding:
    """Something found.

    Attributes:
        kind: one of :data:`KINDS`.
        between: the cards it is between.
        state: the smallest state in which it was found, as data.
        play: what happens from there, each line with the rules it rests on.
        outcomes: each outcome, with what leads to it.
        settled_by: the rules that settle it.
        says: the finding in a sentence.
        more: what else belongs to it, by name.
    """

    kind: str
    between: tuple[str, ...]
    state: Mapping[str, Any]
    play: tuple[Line, ...]
    outcomes: tuple[Mapping[str, Any], ...]
    settled_by: tuple[str, ...]
    says: str
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_data(self) -> dict[str, Any]:
        """The finding as ``--json`` prints it."""
        return {
            "kind": self.kind,
            "between": list(self.between),
            "says": self.says,
            "state": dict(self.state),
            "play": [line.to_data() for line in self.play],
            "outcomes": [dict(one) for one in self.outcomes],
            "settled_by": sorted(self.settled_by, key=rule_order),
            **self.more,
        }

    def lines(self) -> Iterator[str]:
        """The finding for a terminal."""
        yield f"{self.kind}: {', '.join(self.between)}"
        yield f"  {self.says}"
        yield from (f"  {number}. {line}" for number, line in enumerate(self.play, 1))
        for one in self.outcomes:
            yield f"  {one['when']}: {one['result']}"
        yield f"  Settled by {', '.join(sorted(self.settled_by, key=rule_order))}."


@dataclass
class Report:
    """What became of a search.

    Attributes:
        considered: how many sets of cards were considered.
        candidates: how many questions their texts raised.
        findings: what was found.
        scope: what was looked at, a sentence for each question.
        undecided: what stayed open, each with why.
        unsupported: texts that nobody has encoded and that might matter.
    """

    considered: int = 0
    candidates: int = 0
    findings: list[Finding] = field(default_factory=list)
    scope: list[str] = field(default_factory=list)
    undecided: list[dict[str, str]] = field(default_factory=list)
    unsupported: list[str] = field(default_factory=list)

    @property
    def conflicting(self) -> bool:
        """Whether something was found that is not settled whatever anybody chooses."""
        return any(one.kind not in SETTLED for one in self.findings)

    @property
    def open(self) -> bool:
        """Whether something stayed open."""
        return bool(self.undecided or self.unsupported)

    def leave_open(self, what: str, why: str) -> None:
        """Note that a question was not answered."""
        self.undecided.append({"what": what, "why": why})

    def to_data(self) -> dict[str, Any]:
        """The report as ``--json`` prints it."""
        return {
            "pairs_considered": self.considered,
            "candidates": self.candidates,
            "clean": not self.findings and not self.open,
            "findings": [one.to_data() for one in self.findings],
            "scope": list(self.scope),
            "undecided": list(self.undecided),
            "unsupported": list(self.unsupported),
        }

    def lines(self) -> Iterator[str]:
        """The report for a terminal."""
        for one in self.findings:
            yield from one.lines()
        for gap in self.undecided:
            yield f"undecided: {gap['what']}: {gap['why']}"
        for text in self.unsupported:
            yield f"unsupported: {text}"
        if not self.findings:
            yield "nothing was found" + (" in what could be looked at" if self.open else "")
        yield from (f"looked at: {text}" for text in self.scope)


def distinct(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without those that say the same of the same cards."""
    seen: dict[tuple[str, tuple[str, ...], str], Finding] = {}
    for one in findings:
        seen.setdefault((one.kind, tuple(sorted(one.between)), one.says), one)
    return list(seen.values())


def named(words: Sequence[str]) -> str:
    """A list in words: "A, B and C"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}" if words else "nothing"


__all__ = ["KINDS", "SETTLED", "Finding", "Line", "Report", "distinct", "named"]
