"""``manaproof diff``: many cases, each kept as soon as it is compared, so that a run can stop and go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from manaproof.bridge.engines.contained import Contained
from manaproof.bridge.engines.protocol import Data

from ..book import rule_order
from ..results import keep, recall
from ..session import Limits
from .cases import Case, Compared, compare
from .causes import Cause, Group, cause_of, grouped


@dataclass
class Report:
    """What came of the cases so far.

    Attributes:
        engine: the engine's name and version.
        compared: what came of each case, in order.
        causes: the causes known.
    """

    engine: str = ""
    compared: list[Compared] = field(default_factory=list)
    causes: Sequence[Cause] = ()

    @property
    def disagreeing(self) -> list[Compared]:
        """The cases on which the rules and the engine disagree."""
        return [one for one in self.compared if one.verdict == "disagree"]

    @property
    def agreeing(self) -> int:
        """How many cases they agree on."""
        return sum(one.verdict == "agree" for one in self.compared)

    @property
    def unsupported(self) -> dict[str, int]:
        """How many cases are not comparable, or undecided, for each reason, the most frequent first."""
        counts = Counter(one.reason for one in self.compared if one.verdict in ("not comparable", "undecided"))
        return dict(counts.most_common())

    def groups(self) -> list[Group]:
        """The disagreements by their causes."""
        return grouped(self.disagreeing, self.causes)

    def to_data(self) -> Data:
        """What ``--json`` prints (DESIGN section 8)."""
        return {
            "engine": self.engine,
            "states": len(self.compared),
            "agree": self.agreeing,
            "disagree": [disagreement_data(one, self.causes) for one in self.disagreeing],
            "unsupported": self.unsupported,
            "causes": [group.to_data() for group in self.groups()],
        }


def disagreement_data(one: Compared, causes: Sequence[Cause] = ()) -> Data:
    """A disagreement: the state, what the rules say and what the engine shows of each thing, the rules, the cause."""
    cause = cause_of(one, causes)
    return {
        "name": one.name,
        "cause": None if cause is None else cause.cause,
        "class": "not reviewed" if cause is None else cause.verdict,
        "state": one.state,
        "play": one.plan.get("actions", []),
        "ours": {difference.what: difference.ours for difference in one.found},
        "theirs": {difference.what: difference.theirs for difference in one.found},
        "cites": sorted({*one.cites, *(() if cause is None else cause.rules)}, key=rule_order),
    }


def file_stamp(path: Path | None) -> Any:
    """What tells whether a file has changed."""
    if path is None:
        return None
    with suppress(OSError):
        found = path.stat()
        return [str(path.resolve()), found.st_size, found.st_mtime_ns]
    return str(path)


def diff(
    cases: Iterable[Case],
    engine: Contained,
    version: str,
    *,
    seconds: float | None = None,
    cached: bool = True,
) -> Iterator[Compared]:
    """Compare cases, one after the other.

    Args:
        cases: the cases.
        engine: the engine.
        version: its name and version; results are kept for each version.
        seconds: the most that the rules' side of one case may take.
        cached: recall what was compared before and has not changed.
    """
    stamp = file_stamp(engine.bulk)
    for case in cases:
        content = {"diff": version, "bulk": stamp, "case": case.content()}
        kept = recall(content) if cached else None
        if kept is not None:
            with suppress(KeyError, TypeError):
                yield Compared.from_data({**kept, "name": case.name})
                continue
        found = compare(case, engine, Limits(seconds))
        if found.verdict != "undecided":
            keep(content, found.to_data())
        yield found


__all__ = ["Report", "diff", "disagreement_data", "file_stamp"]
