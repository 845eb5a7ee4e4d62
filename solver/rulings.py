"""Many scenarios proved, on several cores if wanted, each result handed on as it comes.

What was proved before and has not changed since is recalled (:mod:`.results`).
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.scenario import Scenario, read_scenarios
from manaproof.bridge.source import Document

from .prove import prove
from .reporting import result_data
from .results import DECIDED, keep, recall
from .session import Limits
from .telling import board, tell


@dataclass(frozen=True)
class Row:
    """A result as data, with what a terminal shows of it.

    Attributes:
        data: what ``--json`` prints.
        expected: whether the verdict is the expected one.
        told: witness or counterexample, told line by line.
    """

    data: dict[str, Any]
    expected: bool
    told: tuple[str, ...]


def prove_one(scenario: Scenario, seconds: float | None, megabytes: float | None) -> Row:
    """Prove a scenario; see :func:`manaproof.solver.prove.prove`."""
    result = prove(scenario, limits=Limits(seconds, megabytes))
    shown = result.counterexample or result.witness
    told = () if shown is None else (*board(shown.state), *tell(shown))
    return Row(result_data(result), result.expected, told)


def prove_all(
    scenarios: Sequence[Scenario],
    *,
    jobs: int = 1,
    seconds: float | None = None,
    megabytes: float | None = None,
    cached: bool = False,
) -> Iterator[Row]:
    """Prove scenarios, the results in the order in which they are found.

    Args:
        scenarios: the scenarios.
        jobs: how many processes work on them.
        seconds: the most that one of them may take.
        megabytes: the most memory that one process may hold.
        cached: hand on at once what is kept of earlier runs, and keep what is found without limits.

    Raises:
        KeyboardInterrupt: the user interrupted; the results handed on before are all there are.
    """
    if cached:
        known = {one.ruling: row for one in scenarios if (row := _recalled(one)) is not None}
        yield from known.values()
        scenarios = [one for one in scenarios if one.ruling not in known]
    contents = {one.ruling: one.document.data for one in scenarios}
    for row in _prove_each(scenarios, jobs, seconds, megabytes):
        if cached and seconds is None and megabytes is None and row.data["verdict"] in DECIDED:
            keep(contents[row.data["ruling"]], {"data": row.data, "expected": row.expected, "told": row.told})
        yield row


def _recalled(scenario: Scenario) -> Row | None:
    kept = recall(scenario.document.data)
    if kept is None:
        return None
    with suppress(KeyError, TypeError):
        return Row({**kept["data"], "cached": True}, bool(kept["expected"]), tuple(kept["told"]))
    return None


def _prove_each(
    scenarios: Sequence[Scenario], jobs: int, seconds: float | None, megabytes: float | None
) -> Iterator[Row]:
    if jobs <= 1 or len(scenarios) <= 1:
        for scenario in scenarios:
            yield prove_one(scenario, seconds, megabytes)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor

    parallel = Parallel(n_jobs=min(jobs, len(scenarios)), return_as="generator_unordered", batch_size=1)
    try:
        yield from parallel(delayed(_prove_apart)(one.document, seconds, megabytes) for one in scenarios)
    except (KeyboardInterrupt, GeneratorExit):
        get_reusable_executor().shutdown(wait=False, kill_workers=True)
        raise


def _prove_apart(document: Document, seconds: float | None, megabytes: float | None) -> Row:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what an interrupt means
    (scenario,) = read_scenarios(document)
    return prove_one(scenario, seconds, megabytes)


__all__ = ["Row", "prove_all", "prove_one"]
