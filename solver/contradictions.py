"""Rulings against each other: every pair of them, on several cores if wanted, with what is found kept by content.

Two rulings that both follow from the rules cannot contradict each other: whatever state both speak of, what the rules
make of it makes both true. Two that read nothing in common cannot either (:mod:`.speaking`). So only the other pairs
are looked at closely (:mod:`.disputes`).
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from manaproof.bridge.scenario import Scenario, read_scenarios
from manaproof.bridge.source import Document

from .disputes import HOW, Pair, Verdict, compare
from .results import keep, recall
from .rulings import prove_all
from .session import Limits
from .speaking import in_common, speaks_of


@dataclass
class Report:
    """What became of all pairs.

    Attributes:
        considered: how many pairs there are.
        candidates: how many of them speak of something in common.
        follow: how many of these both follow from the rules.
        verdicts: what became of the others, as far as they are done.
        open: rulings whose own verdict is open, and why.
    """

    considered: int = 0
    candidates: int = 0
    follow: int = 0
    verdicts: list[Verdict] = field(default_factory=list)
    open: dict[str, str] = field(default_factory=dict)

    @property
    def findings(self) -> list[dict[str, Any]]:
        """All findings."""
        return [finding for verdict in self.verdicts for finding in verdict.findings]

    @property
    def unexpected(self) -> bool:
        """Whether something was found that is not expected."""
        return any(not finding["expected"] for finding in self.findings)

    @property
    def undecided(self) -> list[dict[str, Any]]:
        """What stayed open, and why."""
        pairs = [{"between": list(one.names), "why": one.why} for one in self.verdicts if one.word == "undecided"]
        return [*pairs, *({"between": [name], "why": why} for name, why in self.open.items())]

    def to_data(self) -> dict[str, Any]:
        """The report as ``--json`` prints it."""
        return {
            "pairs_considered": self.considered,
            "candidates": self.candidates,
            "consistent": self.follow + sum(one.word == "consistent" for one in self.verdicts),
            "apart": sum(one.word == "apart" for one in self.verdicts),
            "undecided": self.undecided,
            "findings": self.findings,
        }

    def lines(self) -> Iterator[str]:
        """The report for a terminal."""
        data = self.to_data()
        for finding in self.findings:
            fails, supported = finding["fails"], finding["supported"]
            (other,) = (name for name in finding["between"] if name != fails["ruling"])
            yield f"{' against '.join(finding['between'])}, {finding['how']}: {HOW[finding['how']]}"
            yield f"  {fails['ruling']} fails: {fails['claim']}"
            yield from (f"  {other} {'holds' if supported else 'fails'}: {says}" for says in finding["against"])
            yield from (f"  {line}" for line in finding["told"])
            yield f"  Today's rules support {supported or 'neither'}: {', '.join(finding['settled_by'])}."
            if not finding["expected"]:
                yield "  This was not expected."
        for one in data["undecided"]:
            yield f"undecided: {' against '.join(one['between'])}: {one['why']}"
        yield (
            f"{data['pairs_considered']} pairs, {data['candidates']} candidates: {data['consistent']} consistent, "
            f"{data['apart']} speak of no board in common, {len(self.findings)} findings"
        )


# --- pairs


def statement_of(ruling: str, rulings: Sequence[str]) -> str:
    """The statement that a scenario is a form of: "S22 today" is one of S22, if S22 is there."""
    return min((one for one in rulings if ruling == one or ruling.startswith(f"{one} ")), key=len)


def candidates(scenarios: Sequence[Scenario]) -> tuple[int, list[tuple[Scenario, Scenario]]]:
    """The number of pairs of different statements, and those that speak of something in common."""
    names = [one.ruling for one in scenarios]
    spoken = {one.ruling: [speaks_of(part) for part in one.parts().values()] for one in scenarios}
    considered, found = 0, []
    for one, other in combinations(scenarios, 2):
        if statement_of(one.ruling, names) == statement_of(other.ruling, names):
            continue
        considered += 1
        if any(in_common(mine, yours) for mine in spoken[one.ruling] for yours in spoken[other.ruling]):
            found.append((one, other))
    return considered, found


def contradictions(
    scenarios: Sequence[Scenario],
    report: Report,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    megabytes: float | None = None,
    cached: bool = False,
    on_stage: Callable[[str, int, int], None] = lambda _what, _done, _total: None,
) -> Iterator[Verdict]:
    """Look at every pair of rulings.

    Args:
        scenarios: the rulings.
        report: is filled as the work goes on, so that an interrupt loses nothing.
        jobs: how many processes work on them.
        seconds: the most that a ruling, and a pair, may take.
        megabytes: the most memory that a process may hold.
        cached: recall what is kept of earlier runs, and keep what is found without limits.
        on_stage: is told what is being done, how much of it is done, and of how much.

    Yields:
        the verdict on each pair that has to be looked at, as it comes.

    Raises:
        KeyboardInterrupt: the user interrupted.
    """
    report.considered, pairs = candidates(scenarios)
    report.candidates = len(pairs)
    wanted = {one.ruling: one for pair in pairs for one in pair}
    verdicts: dict[str, str] = {}
    for row in prove_all(list(wanted.values()), jobs=jobs, seconds=seconds, megabytes=megabytes, cached=cached):
        name, verdict = row.data["ruling"], row.data["verdict"]
        verdicts[name] = verdict
        on_stage("proving", len(verdicts), len(wanted))
        if verdict in ("undecided", "unsupported", "vacuous"):
            report.open[name] = f"its own verdict is {verdict}" + (f": {row.data['why']}" if "why" in row.data else "")
    close: list[Pair] = []
    for one, other in pairs:
        if one.ruling in report.open or other.ruling in report.open:
            continue
        refuted = (verdicts[one.ruling] == "refuted", verdicts[other.ruling] == "refuted")
        if any(refuted):
            close.append(Pair(one, other, refuted))
        else:
            report.follow += 1
    for verdict in _each(close, jobs, seconds, megabytes, cached):
        report.verdicts.append(verdict)
        on_stage("comparing", len(report.verdicts), len(close))
        yield verdict


def _each(
    pairs: list[Pair], jobs: int, seconds: float | None, megabytes: float | None, cached: bool
) -> Iterator[Verdict]:
    left: list[Pair] = []
    for pair in pairs:
        known = _recalled(pair) if cached else None
        if known is None:
            left.append(pair)
        else:
            yield known
    contents = {pair.names: _content(pair) for pair in left}
    for verdict in _looked_at(left, jobs, seconds, megabytes):
        if cached and seconds is None and megabytes is None and verdict.word != "undecided":
            keep(contents[verdict.names], {"word": verdict.word, "findings": verdict.findings, "why": verdict.why})
        yield verdict


def _content(pair: Pair) -> Any:
    return ["contradictions", pair.first.document.data, pair.second.document.data]


def _recalled(pair: Pair) -> Verdict | None:
    kept = recall(_content(pair))
    with suppress(KeyError, TypeError):
        if kept is not None:
            return Verdict(pair.names, str(kept["word"]), tuple(kept["findings"]), kept["why"])
    return None


def _looked_at(pairs: list[Pair], jobs: int, seconds: float | None, megabytes: float | None) -> Iterator[Verdict]:
    if jobs <= 1 or len(pairs) <= 1:
        for pair in pairs:
            yield compare(pair, limits=Limits(seconds, megabytes))
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor

    parallel = Parallel(n_jobs=min(jobs, len(pairs)), return_as="generator_unordered", batch_size=1)
    try:
        yield from parallel(
            delayed(_apart)(pair.first.document, pair.second.document, pair.refuted, seconds, megabytes)
            for pair in pairs
        )
    except (KeyboardInterrupt, GeneratorExit):
        get_reusable_executor().shutdown(wait=False, kill_workers=True)
        raise


def _apart(
    first: Document, second: Document, refuted: tuple[bool, bool], seconds: float | None, megabytes: float | None
) -> Verdict:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what an interrupt means
    pair = Pair(read_scenarios(first)[0], read_scenarios(second)[0], refuted)
    return compare(pair, limits=Limits(seconds, megabytes))


__all__ = ["Report", "candidates", "contradictions", "statement_of"]
