"""``manaproof diff``: the command line's part of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from .errors import InputError, Problem

if TYPE_CHECKING:
    from manaproof.solver.differences.cases import Case, Compared
    from manaproof.solver.differences.causes import Group
    from manaproof.solver.differences.diff import Report
    from manaproof.solver.differences.statements import StatementReport

    from .engines.contained import Contained

UNEXPECTED, OPEN, INTERRUPTED = 1, 3, 130


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("diff")(diff)


def diff(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="STATE_OR_SCENARIO...", help="State and scenario files, and folders.")
    ] = None,
    rulings: Annotated[
        bool, typer.Option("--rulings", help="States derived from rulings (scenario files; none: the bundled ones).")
    ] = False,
    engine: Annotated[str, typer.Option("--engine", help="The rules engine to run them on.")] = "phase",
    bulk: Annotated[
        Path | None, typer.Option("--bulk", help="Scryfall's 'Oracle Cards' bulk file: where card texts come from.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON to standard output.")] = False,
    timeout: Annotated[
        float | None, typer.Option("--timeout", min=0.0, help="Seconds that the rules' side of one case may take.")
    ] = None,
    engine_timeout: Annotated[
        float, typer.Option("--engine-timeout", min=0.1, help="Seconds that the engine may take for one case.")
    ] = 20.0,
    report: Annotated[
        Path | None, typer.Option("--report", help="Write a page for each cause of disagreement to this folder.")
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Run everything anew, also what is known and has not changed.")
    ] = False,
) -> None:
    """Run states on another rules engine, and show where it and the rules disagree."""
    from .engines.contained import Contained
    from .engines.contained import engine as made

    if not paths and not rulings:
        raise InputError(Problem("nothing is said to run", "name state or scenario files, or write --rulings", "diff"))
    version = made(engine, None).version()
    with Contained(engine, bulk or default_bulk(), engine_timeout) as contained:
        if rulings:
            _run_rulings(paths or [], contained, version, timeout, not again, as_json, report)
        else:
            _run_states(paths or [], contained, version, timeout, not again, as_json, report)


def _run_states(
    paths: list[Path],
    engine: Contained,
    version: str,
    timeout: float | None,
    cached: bool,
    as_json: bool,
    folder: Path | None,
) -> NoReturn:
    from manaproof.solver.differences.cases import read_cases
    from manaproof.solver.differences.causes import register as known_causes
    from manaproof.solver.differences.diff import Report, diff

    cases = list(read_cases(paths))
    report = Report(version, causes=known_causes(engine.name))
    interrupted = False
    try:
        for one in diff(cases, engine, version, seconds=timeout, cached=cached):
            report.compared.append(one)
            _progress(len(report.compared), len(cases))
    except KeyboardInterrupt:
        interrupted = True
    if folder is not None and not interrupted:
        _write_reports(folder, _judged(report, cases, engine, timeout), report.engine)
    if as_json:
        _print_json(report.to_data())
    else:
        _print_states(report)
    if interrupted:
        typer.echo(f"interrupted: {len(report.compared)} of {len(cases)} were compared and are kept", err=True)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(UNEXPECTED if report.disagreeing else OPEN if report.unsupported else 0)


def _judged(report: Report, cases: list[Case], engine: Contained, timeout: float | None) -> list[Group]:
    from manaproof.solver.differences.judging import judged

    return judged(report.disagreeing, cases, engine, report.causes, seconds=timeout, on_progress=_progress)


def _write_reports(folder: Path, groups: list[Group], engine: str) -> None:
    from .bug_reports import write_reports

    try:
        written = write_reports(folder, groups, engine)
    except OSError as error:
        what = f"the reports cannot be written ({error.strerror})"
        raise InputError(Problem(what, "name a folder that can be written to", str(folder))) from None
    typer.echo(f"{len(written) - 1} pages written to {folder}", err=True)


def _run_rulings(
    paths: list[Path],
    engine: Contained,
    version: str,
    timeout: float | None,
    cached: bool,
    as_json: bool,
    folder: Path | None,
) -> NoReturn:
    from manaproof.solver.differences.causes import grouped
    from manaproof.solver.differences.causes import register as known_causes
    from manaproof.solver.differences.statements import StatementReport, statements

    from .scenario import load_scenarios

    scenarios = load_scenarios(paths)
    report = StatementReport(version, causes=known_causes(engine.name))
    interrupted = False
    try:
        for one in statements(scenarios, engine, version, seconds=timeout, cached=cached):
            report.statements.append(one)
            _progress(len(report.statements), len({scenario.ruling.split()[0] for scenario in scenarios}))
    except KeyboardInterrupt:
        interrupted = True
    if folder is not None and not interrupted:
        # These begin in states of a ruling's own and have few parts to take away: they are reported as they are.
        found = [one for statement in report.statements for one in statement.disagreeing]
        _write_reports(folder, grouped(found, report.causes), report.engine)
    if as_json:
        _print_json(report.to_data())
    else:
        _print_statements(report)
    if interrupted:
        typer.echo(f"interrupted: {len(report.statements)} statements were run and are kept", err=True)
        raise typer.Exit(INTERRUPTED)
    counts = report.counts()
    raise typer.Exit(UNEXPECTED if counts.get("disagree") else 0 if set(counts) <= {"agree"} else OPEN)


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r{done} of {total}", err=True, nl=done == total)


def _print_json(data: Any) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=1))


def default_bulk() -> Path | None:
    """The bulk file in the folder that MANAPROOF_DATA names, if there is one."""
    folder = os.environ.get("MANAPROOF_DATA")
    found = None if folder is None else Path(folder) / "oracle-cards.json"
    return found if found is not None and found.is_file() else None


def _print_states(report: Report) -> None:
    typer.echo(f"{report.engine}: {len(report.compared)} cases, {report.agreeing} agree")
    for group in report.groups():
        title = group.key if group.cause is None else group.cause.title
        typer.echo(f"\n{title} ({group.verdict}): {len(group.members)}")
        for one in group.members:
            _print_disagreement(one)
    for reason, count in report.unsupported.items():
        typer.echo(f"not comparable ({count}): {reason}")


def _print_disagreement(one: Compared) -> None:
    typer.echo(f"\n{one.name}: disagree")
    for found in one.found:
        typer.echo(f"  {found.what} ({found.when}): by the rules {found.ours!r}, there {found.theirs!r}")
    if one.cites:
        typer.echo(f"  rules: {', '.join(one.cites)}")


def _print_statements(report: StatementReport) -> None:
    typer.echo(f"{report.engine}: {len(report.statements)} statements")
    for one in report.statements:
        agree = sum(compared.verdict == "agree" for compared in one.compared)
        why = "" if one.verdict in ("agree", "disagree") else f" ({'; '.join(one.reasons)})"
        typer.echo(f"{one.statement}: {one.verdict}{why}; {agree} of {len(one.compared)} states agree")
        for compared in one.disagreeing:
            _print_disagreement(compared)
    typer.echo(", ".join(f"{count} {verdict}" for verdict, count in report.counts().items()))


__all__ = ["default_bulk", "diff", "register"]
