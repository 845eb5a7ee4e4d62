"""Orders that somebody chooses: of replacement effects (616.1) and of triggered abilities (603.3b).

Order-dependent is what comes out differently in two answer sets that differ in such choices only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import Scenario

from ..session import Limits
from .cases import Case, Round, differences, outcome, plays
from .findings import Finding, Report, distinct
from .pieces import Piece, texts
from .trying import events, splits

UNENDED = "not every play ends within the scope"
"""Why orders stay open, which a loop explains."""

RULES = {"replacement": ("616.1", "616.1e", "616.1f"), "trigger": ("603.3b",)}


def compared(rounds: Sequence[Round], between: Sequence[str], limits: Limits) -> Finding | None:
    """Two plays that differ only in orders chosen and end differently, if there are any.

    Args:
        rounds: plays of one case.
        between: the names of the cards.
        limits: time and memory, for telling the plays.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    alike: dict[tuple[tuple[str, ...], ...], list[Round]] = {}
    for one in rounds:
        alike.setdefault(tuple(choice[1:] for choice in one.chosen(orders=False)), []).append(one)
    for same in alike.values():
        if not any(one.chosen(orders=True) for one in same):
            continue
        ends: dict[tuple[tuple[str, str], ...], Round] = {}
        for one in same:
            ends.setdefault(tuple(sorted(outcome(one.play.final).items())), one)
        if len(ends) < 2:
            continue
        kinds = {c[2].partition("(")[0] for one in ends.values() for c in one.chosen(orders=True)}
        chosen = list(ends.values())
        told = [one.told(limits, citing=one is chosen[0]) for one in chosen]
        outcomes = tuple(
            {
                "when": "; ".join(line.text for line in lines if "first" in line.text) or f"order {number}",
                "result": result,
                "play": [line.to_data() for line in lines],
            }
            for number, (lines, result) in enumerate(
                zip(told, differences([outcome(o.play.final) for o in chosen]), strict=True), 1
            )
        )
        what = " and ".join(
            "replacement effects" if kind == "replacement" else "triggered abilities" for kind in sorted(kinds)
        )
        return Finding(
            "order-dependent",
            tuple(between),
            chosen[0].play.state.to_data(),
            told[0],
            outcomes,
            tuple(rule for kind in sorted(kinds) for rule in RULES[kind]),
            f"{len(ends)} outcomes, by the order that somebody chooses for {what}.",
        )
    return None


def orders(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look for orders of replacement effects and triggered abilities among cards that make a difference.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    abilities = [one for one in texts(pieces) if one.is_ in ("triggered", "replacement")]
    if len(abilities) < 2:
        return
    report.candidates += 1
    found: list[Finding] = []
    tried = []
    endless = any(one.more.get("round") for one in report.findings)
    for trial in events(abilities, pieces):
        tried.append(trial.title)
        for controlled in splits(pieces)[: 1 if endless else None]:
            try:
                rounds = plays(trial.case(pieces, controlled), limits)
            except InputError:
                continue
            if not rounds.complete:
                report.leave_open(f"orders when {trial.title}", UNENDED)
            one = compared(rounds.every, [piece.definition.name for piece in pieces], limits)
            if one is not None:
                found.append(one)
                break
        if found:
            break
    report.scope.append(
        f"orders of replacement effects and triggered abilities when: {', '.join(tried)}; "
        f"each with the cards shared in {len(splits(pieces))} way(s)"
    )
    yield from distinct(found)


def of_scenario(case: Case | Scenario, between: Sequence[str], report: Report, limits: Limits) -> Iterator[Finding]:
    """The same of a scenario that somebody wrote.

    Args:
        case: the scenario.
        between: the names of its cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    report.candidates += 1
    rounds = plays(case, limits)
    if not rounds.complete:
        report.leave_open("orders", "not every play of the scenario was looked at")
    report.scope.append(f"orders chosen in {len(rounds.every)} plays of the scenario")
    one = compared(rounds.every, between, limits)
    if one is not None:
        yield one


__all__ = ["compared", "of_scenario", "orders"]
