"""``manaproof diff``: the command line's part of it."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from .errors import InputError, Problem

UNEXPECTED, OPEN, INTERRUPTED = 1, 3, 130


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("diff")(diff)


def diff(
    paths: Annotated[
        list[Path] | None, typer.Argument(metavar="STATE_OR_SCENARIO...", help="State and scenario files, and folders.")
    ] = None,
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
    again: Annotated[
        bool, typer.Option("--again", help="Run everything anew, also what is known and has not changed.")
    ] = False,
) -> None:
    """Run states on another rules engine, and show where it and the rules disagree."""
    from manaproof.solver.differences.cases import read_cases
    from manaproof.solver.differences.diff import Report
    from manaproof.solver.differences.diff import diff as compared

    from .engines.contained import Contained
    from .engines.contained import engine as made

    if not paths:
        raise InputError(Problem("nothing is said to run", "name state or scenario files", "diff"))
    version = made(engine, None).version()
    bulk = bulk or _default_bulk()
    cases = list(read_cases(paths))
    report = Report(version)
    interrupted = False
    try:
        with Contained(engine, bulk, engine_timeout) as contained:
            for number, one in enumerate(compared(cases, contained, version, seconds=timeout, cached=not again), 1):
                report.compared.append(one)
                if sys.stderr.isatty():
                    typer.echo(f"\r{number} of {len(cases)}", err=True, nl=False)
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        typer.echo(json.dumps(report.to_data(), ensure_ascii=False, indent=2))
    else:
        _print(report)
    if interrupted:
        typer.echo(f"interrupted: {len(report.compared)} of {len(cases)} were compared and are kept", err=True)
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(UNEXPECTED if report.disagreeing else OPEN if report.unsupported else 0)


def _default_bulk() -> Path | None:
    """The bulk file in the folder that MANAPROOF_DATA names, if there is one."""
    folder = os.environ.get("MANAPROOF_DATA")
    found = None if folder is None else Path(folder) / "oracle-cards.json"
    return found if found is not None and found.is_file() else None


def _print(report: object) -> None:
    from manaproof.solver.differences.diff import Report

    assert isinstance(report, Report)
    typer.echo(f"{report.engine}: {len(report.compared)} cases, {report.agreeing} agree")
    for one in report.disagreeing:
        typer.echo(f"\n{one.name}: disagree")
        for found in one.found:
            typer.echo(f"  {found.what} ({found.when}): by the rules {found.ours!r}, there {found.theirs!r}")
        if one.cites:
            typer.echo(f"  rules: {', '.join(one.cites)}")
    for reason, count in report.unsupported.items():
        typer.echo(f"not comparable ({count}): {reason}")


__all__ = ["diff", "register"]
