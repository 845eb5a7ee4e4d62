"""From disagreements to causes: each made as small as it gets, and held against the causes that people have judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from manaproof.bridge.engines.contained import Contained

from ..session import Limits
from .cases import Case, Compared, compare
from .causes import Cause, Group, cause_of, grouped
from .minimising import Reducible, minimised


def judged(
    found: Sequence[Compared],
    cases: Sequence[Case],
    engine: Contained,
    causes: Sequence[Cause],
    *,
    seconds: float | None = None,
    patience: float = 60.0,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Group]:
    """The disagreements by cause, of each cause the smallest made smaller yet.

    Those whose cause is known are grouped at once, and the smallest of each is minimised; every other is minimised, so
    that those with one cause look alike.

    Args:
        found: the disagreements.
        cases: the cases they came of.
        engine: the engine.
        causes: the causes known.
        seconds: the most that the rules' side of one case may take.
        patience: seconds to spend on making one smaller.
        on_progress: called with how many are done, of how many.
    """
    by_name = {case.name: case for case in cases}
    first = grouped(found, causes)
    small: dict[str, Compared] = {}
    wanted = [one for group in first for one in (group.members[:1] if group.cause is not None else group.members)]
    for done, one in enumerate(wanted, 1):
        small[one.name] = _smaller(one, by_name.get(one.name), engine, causes, seconds, patience)
        on_progress(done, len(wanted))
    return grouped([small.get(one.name, one) for one in found], causes)


def reducible(one: Compared, case: Case | None) -> Reducible:
    """A disagreement as data that parts can be taken from: the state it began in, and the script."""
    script = None
    if case is not None and case.scenario is not None:
        form = case.scenario.form
        script = {"when": list(form.when), **({"answers": form.answers} if form.answers else {})}
    return Reducible(one.name, one.state, script)


def _smaller(
    one: Compared, case: Case | None, engine: Contained, causes: Sequence[Cause], seconds: float | None, patience: float
) -> Compared:
    if case is None:
        return one
    cause = cause_of(one, causes)
    kinds = {(found.when, found.kind) for found in one.found}

    def alike(result: Compared) -> bool:
        if result.verdict != "disagree" or not kinds & {(found.when, found.kind) for found in result.found}:
            return False
        return cause is None or cause_of(result, causes) == cause

    start, smallest = minimised(
        reducible(one, case), lambda smaller: compare(smaller, engine, Limits(seconds)), alike, patience
    )
    if smallest is None:
        return one
    plan = smallest.plan if start.script is None else {**smallest.plan, "script": start.script}
    return replace(smallest, name=one.name, plan=plan)


__all__ = ["judged", "reducible"]
