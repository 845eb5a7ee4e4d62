"""``manaproof conflicts --cards`` and ``--scenario``: conflicts between cards."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from .scenario import load_scenarios

FOUND, OPEN, INTERRUPTED = 1, 3, 130


def conflict_command(
    cards: Sequence[str],
    scenarios: Sequence[Path],
    kinds: Sequence[str],
    as_json: bool,
    seconds: float | None,
    megabytes: float | None,
) -> int:
    """Look for conflicts and print them.

    Args:
        cards: texts with the names of cards, with commas between them.
        scenarios: scenario files.
        kinds: only these kinds; all by default.
        as_json: print JSON.
        seconds: how long each question may take.
        megabytes: how much memory this process may hold.

    Returns:
        the exit code.

    Raises:
        InputError: a card, a file or a kind is wrong.
    """
    from manaproof.solver.conflicts.asking import kind_of, of_cards, of_scenario, split_names
    from manaproof.solver.conflicts.findings import Report

    for kind in kinds:
        kind_of(kind)
    report = Report()
    interrupted = False
    try:
        if cards:
            of_cards(split_names(cards), kinds=kinds, seconds=seconds, megabytes=megabytes, report=report)
        for scenario in load_scenarios(scenarios) if scenarios else ():
            of_scenario(scenario, kinds=kinds, seconds=seconds, megabytes=megabytes, report=report)
    except KeyboardInterrupt:
        interrupted = True
        sys.stderr.write("interrupted: what was found so far is printed\n")
    text = json.dumps(report.to_data(), indent=1, ensure_ascii=False) if as_json else "\n".join(report.lines())
    sys.stdout.write(text + "\n")
    if interrupted:
        return INTERRUPTED
    return FOUND if report.conflicting else OPEN if report.open else 0


__all__ = ["conflict_command"]
