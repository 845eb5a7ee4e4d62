"""What the command line shows on a terminal: results as tables and lines."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manaproof.solver.z3engine.theorems import Theorem
    from manaproof.solver.z3engine.verdicts import Verdict
    from rich.console import Console

_COLORS = {
    "proved": "green",
    "proved for all integers": "green",
    "refuted": "red",
    "vacuous": "yellow",
    "undecided": "yellow",
    "unsupported": "magenta",
}


def print_results(rows: Sequence[Any]) -> None:
    """Print proofs, a row each, and below what they cannot hold: reasons, notes, counterexamples."""
    from rich.table import Table

    table = Table(title=None, pad_edge=False)
    for column in ("ruling", "verdict", "scope", "witness", "rules"):
        table.add_column(column, overflow="fold")
    table.add_column("seconds", justify="right")
    for row in rows:
        data = row.data
        verdict = f"[{_COLORS[data['verdict']]}]{data['verdict']}[/]" + ("" if row.expected else " (unexpected)")
        scope = _scope(data["scope"])
        table.add_row(
            data["ruling"],
            verdict,
            scope,
            _in_short(data["witness"]),
            ", ".join(data["cites"]),
            f"{data['seconds']:.2f}",
        )
    out = console(sys.stdout)
    out.print(table)
    for row in rows:
        data = row.data
        for said in (*([data["why"]] if data.get("why") else []), *data.get("notes", ())):
            out.print(f"{data['ruling']}: {said}", markup=False, highlight=False)
        if data["counterexample"] is not None:
            broken = data.get("broken", "")
            lines = (f"{data['ruling']} fails: {broken}", *(f"  {line}" for line in row.told))
            out.print("\n".join(lines), markup=False, highlight=False)


def print_theorems(decided: Sequence[tuple[Theorem, Verdict]]) -> None:
    """Print theorems with their verdicts, and the boards or numbers that refute one."""
    from rich.table import Table

    table = Table(pad_edge=False)
    for column in ("theorem", "says", "verdict", "scope", "rules"):
        table.add_column(column, overflow="fold")
    table.add_column("seconds", justify="right")
    for one, verdict in decided:
        word = f"[{_COLORS[verdict.word]}]{verdict.word}[/]" + ("" if verdict.word == one.expected else " (unexpected)")
        table.add_row(one.name, one.says, word, verdict.scope, ", ".join(one.cites), f"{verdict.seconds:.2f}")
    out = console(sys.stdout)
    out.print(table)
    for one, verdict in decided:
        if verdict.word == "refuted":
            board = None if verdict.counterexample is None else {"state": verdict.counterexample.to_data()}
            shown = [f"{name} {number}" for name, number in verdict.values] if board is None else [_in_short(board)]
            out.print(f"{one.name}: {verdict.detail}: {', '.join(shown)}", markup=False, highlight=False)


def print_audit(found: Any) -> None:
    """Print what an audit found, in lines."""
    data = found.to_data()
    lines = [
        f"{data['mutants']} mutants (of {data['population']}), {data['killed']} killed, {len(data['equivalent'])} "
        f"equivalent, {len(data['undecided'])} undecided, {data['timed_out']} timed out",
        f"score {_percent(data['score'])} ({_percent(data['score_by_verdicts'])} without those that timed out)",
        f"score of those that make a difference to some play: {_percent(data['reached']['score'])}",
        "idle rulings: " + (", ".join(data["idle"]) or "none"),
        f"laws of which no mutant was killed: {len(data['unpinned'])}, "
        f"{sum(1 for one in data['unpinned'] if one['stated'])} of them rightly so, as stated",
        *(f"  {one['place']} [{one['rule']}]: {one['stated'] or one['reason']}" for one in data["unpinned"]),
        *(f"  equivalent: {one['mutant']}: {one['reason']}" for one in data["equivalent"]),
    ]
    console(sys.stdout).print("\n".join(lines), markup=False, highlight=False)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.1%}"


def _scope(scope: dict[str, Any]) -> str:
    """A scope in a line; of a ruling with parts each part's."""
    shown = []
    for key, value in scope.items():
        shown.append(f"{key}: {_scope(value)}" if isinstance(value, dict) else f"{key} {value}")
    return ("; " if any(isinstance(value, dict) for value in scope.values()) else ", ").join(shown)


def _in_short(witness: dict[str, Any] | None) -> str:
    """A witness in a line: what is on the battlefield."""
    if witness is None:
        return "-"
    found = []
    for player, fields in witness["state"].get("players", {}).items():
        cards = [one if isinstance(one, str) else one.get("id", one["card"]) for one in fields.get("battlefield", ())]
        if cards:
            found.append(f"{player}: {', '.join(cards)}")
    return "; ".join(found) or "an empty board"


def print_produced(answer: Any) -> None:
    """Print what each permanent could produce, and why."""
    from rich.table import Table

    table = Table(pad_edge=False)
    for column in ("permanent", "types", "because"):
        table.add_column(column, overflow="fold")
    for permanent, types in answer.types.items():
        because = answer.because.get(permanent, {})
        lines = [f"{{{kind}}}: {'; '.join(because[kind])}" for kind in types if because.get(kind)]
        table.add_row(permanent, "".join(f"{{{kind}}}" for kind in types) or "none", "\n".join(lines))
    console(sys.stdout).print(table)


def console(stream: Any) -> Console:
    """A terminal, or a plain text of 160 columns where the stream is none."""
    from rich.console import Console

    return Console(file=stream, soft_wrap=False, width=None if stream.isatty() else 160)


__all__ = ["console", "print_audit", "print_produced", "print_results", "print_theorems"]
