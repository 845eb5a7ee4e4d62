"""``manaproof convert``: states and scenarios in the forms of other programs."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import InputError, Problem

if TYPE_CHECKING:
    from manaproof.solver.differences.cases import Case, Ours

OPEN = 3


class Format(StrEnum):
    """The forms there are."""

    yaml = "yaml"
    json = "json"
    forge = "forge"
    xmage = "xmage"
    phase = "phase"


ENDINGS = {Format.yaml: "yaml", Format.json: "json", Format.forge: "pzl", Format.xmage: "java", Format.phase: "json"}


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("convert")(convert)


def convert(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="States, scenarios, and Forge puzzles (.pzl).")
    ],
    to: Annotated[Format, typer.Option("--to", help="The form to write.")] = Format.yaml,
    out: Annotated[Path | None, typer.Option("--out", help="A folder to write to; standard output if unsaid.")] = None,
    bulk: Annotated[
        Path | None, typer.Option("--bulk", help="Scryfall's bulk file, for --to phase: where card texts come from.")
    ] = None,
) -> None:
    """Write states as YAML, JSON, Forge puzzles, XMage tests or phase's JSON; of a scenario what it simulates."""
    from manaproof.solver.differences.cases import read_cases

    from .engines.protocol import NotComparableError

    failed = False
    for number, case in enumerate(read_cases(paths), 1):
        try:
            text = written(case, to, bulk)
        except NotComparableError as error:
            typer.echo(f"{case.name}: {error}", err=True)
            failed = True
            continue
        if out is None:
            typer.echo(text.rstrip("\n"))
            continue
        out.mkdir(parents=True, exist_ok=True)
        (out / _file_name(_plain(case), number, to)).write_text(text, "utf-8")
    raise typer.Exit(OPEN if failed else 0)


def _file_name(name: str, number: int, to: Format) -> str:
    from .engines.xmage import class_name

    stem = class_name(name) if to is Format.xmage else f"{number:04}-{class_name(name).removesuffix('Test')}"
    return f"{stem}.{ENDINGS[to]}"


def _plain(case: Case) -> str:
    """What a case is called without its folder: its ruling, or the name of its file."""
    return Path(case.name).stem if case.scenario is None else case.scenario.ruling


def written(case: Case, to: Format, bulk: Path | None) -> str:
    """A case in a form.

    Raises:
        NotComparableError: that form cannot say it.
        InputError: it cannot be written.
    """
    from manaproof.solver.differences.cases import by_the_rules
    from manaproof.solver.session import Limits

    from .engines import forge

    if case.state is None or to in (Format.xmage, Format.phase):
        ours = by_the_rules(case, Limits())
        if to is Format.xmage:
            return _xmage(case, ours)
        if to is Format.phase:
            return _phase(ours, bulk)
        state = ours.start
    else:
        state = case.state
    if to is Format.forge:
        return forge.write(forge.puzzle_of(state, _plain(case)))
    return state.to_yaml() if to is Format.yaml else state.to_json()


def _xmage(case: Case, ours: Ours) -> str:
    from manaproof.solver.differences.observing import Look

    from .engines import xmage

    end = Look(ours.start if ours.play is None else ours.play.final, ours.start).observe()
    says = case.scenario.form.restated.strip() if case.scenario is not None else ""
    cites = tuple(case.scenario.form.cites) if case.scenario is not None else ()
    return xmage.write(ours.start, ours.plan, end, name=_plain(case), says=says, cites=cites)


def _phase(ours: Ours, bulk: Path | None) -> str:
    from .diff_command import default_bulk
    from .engines.bulk import Bulk
    from .engines.phase_faces import Faces, bindings
    from .engines.phase_scene import lay_out

    bindings()
    path = bulk or default_bulk()
    if path is None:
        what = "nothing says what the texts of the cards are"
        raise InputError(Problem(what, "name Scryfall's bulk file with --bulk", "convert"))
    faces = Faces(Bulk.load(path))
    scene = lay_out(ours.start, faces, ours.plan.events)
    data = {"cards": faces.all(ours.start), "state": scene.game.state(), "play": list(ours.plan.actions)}
    return json.dumps(data, ensure_ascii=False, indent=1)


__all__ = ["Format", "convert", "register", "written"]
