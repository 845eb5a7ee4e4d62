"""``manaproof conflicts --cards`` and ``--scenario``: conflicts between cards."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from .library import Library, bundled
from .scenario import load_scenarios

FOUND, OPEN, INTERRUPTED = 1, 3, 130


def conflict_command(
    cards: Sequence[str],
    scenarios: Sequence[Path],
    kinds: Sequence[str],
    as_json: bool,
    seconds: float | None,
    megabytes: float | None,
    pool: Path | None = None,
) -> int:
    """Look for conflicts and print them.

    Args:
        cards: texts with the names of cards, with commas between them.
        scenarios: scenario files.
        kinds: only these kinds; all by default.
        as_json: print JSON.
        seconds: how long each question may take.
        megabytes: how much memory this process may hold.
        pool: a Scryfall bulk file, for cards that the library lacks; the cards that were read before by default.

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
            library = known_cards(cards, pool)
            names = split_names(cards, library)
            of_cards(names, kinds=kinds, seconds=seconds, megabytes=megabytes, report=report, library=library)
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


def known_cards(texts: Sequence[str], pool: Path | None = None) -> Library:
    """The library, with the real cards among those that texts name.

    Args:
        texts: names with commas between them; a name may have a comma itself.
        pool: a Scryfall bulk file; the store of cards that were read before by default.

    Raises:
        InputError: the file can't be read.
    """
    from .oracle.bulk import read_bulk
    from .oracle.faces import definition
    from .oracle.store import Store

    library = bundled()
    wanted: dict[str, None] = {}
    for text in texts:
        parts = [part.strip() for part in text.split(",")]
        for first in range(len(parts)):
            for last in range(first + 1, min(len(parts), first + 4) + 1):
                wanted[", ".join(parts[first:last])] = None
    missing = [name for name in wanted if name not in library]
    if pool is not None:
        bulk = read_bulk(pool)
        for problem in bulk.problems:
            sys.stderr.write(f"{problem}\n")
        printed = {card.name: card for card in bulk.cards}
        found = [definition(printed[name])[0] for name in missing if name in printed]
    else:
        store = Store()
        found = [store.definition(name) for name in missing] if missing and store.exists() else []
    return library.with_cards(one for one in found if one is not None)


__all__ = ["conflict_command", "known_cards"]
