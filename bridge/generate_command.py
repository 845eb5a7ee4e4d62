"""The command ``manaproof generate``: states that exercise chosen rules, with a script and the result.

Writers for other engines register themselves with :func:`writer`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import InputError, Problem, did_you_mean
from .writing import write_json, write_yaml

if TYPE_CHECKING:
    from manaproof.solver.generate import Aim

INTERRUPTED, OPEN = 130, 3

Writer = Callable[[Mapping[str, Any]], str]
"""Writes one generated state, as ``--json`` prints it, as the text of a file."""

WRITERS: dict[str, tuple[str, Writer]] = {}
"""The formats of ``--to``: the ending of the files, and what writes them."""


def writer(name: str, ending: str) -> Callable[[Writer], Writer]:
    """Make a format known to ``--to``.

    Args:
        name: what it is called.
        ending: the ending of its files, with the dot.
    """

    def known(write: Writer) -> Writer:
        WRITERS[name] = (ending, write)
        return write

    return known


@writer("yaml", ".yaml")
def _yaml(state: Mapping[str, Any]) -> str:
    return write_yaml(dict(state["scenario"]))


@writer("json", ".json")
def _json(state: Mapping[str, Any]) -> str:
    return write_json(state["scenario"])


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command()(generate)


def generate(
    rule: Annotated[list[str] | None, typer.Option("--rule", help="A rule that is to fire; may be repeated.")] = None,
    rules: Annotated[
        str | None, typer.Option("--rules", help="Rules that are to fire in one play: 702.79a,122.1h.")
    ] = None,
    ruling: Annotated[
        str | None, typer.Option("--ruling", help="States that satisfy a bundled ruling's premises.")
    ] = None,
    card: Annotated[list[str] | None, typer.Option("--card", help="A card that is there; may be repeated.")] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many states.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="Which states: the same seed gives the same.")] = 0,
    to: Annotated[str, typer.Option("--to", help="The format of the files: yaml, json, ...")] = "yaml",
    out: Annotated[Path | None, typer.Option("--out", help="A folder for the files; what is there is kept.")] = None,
    pending: Annotated[bool, typer.Option("--pending", help="State-based actions may be due in the state.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON to standard output.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that work at once.")] = 2,
) -> None:
    """Generate legal, minimal states in which rules fire, each with a script and its result."""
    from manaproof.solver.generate import Aim

    if to not in WRITERS:
        cure = did_you_mean(to, WRITERS, "the formats are " + ", ".join(WRITERS))
        raise InputError(Problem(f"there is no format {to!r}", cure, "--to"))
    wanted = (*(rule or ()), *(one.strip() for one in (rules or "").split(",") if one.strip()))
    aim = Aim(tuple(dict.fromkeys(wanted)), ruling, tuple(card or ()), count, seed, pending, jobs)
    _generate(aim, to, out, as_json)


def _generate(aim: Aim, to: str, out: Path | None, as_json: bool) -> None:
    from manaproof.solver.generate import Run
    from manaproof.solver.generate import generate as states

    ending, write = WRITERS[to]
    kept = Kept(out, aim, to) if out is not None else None
    run = Run(forms=set(kept.forms) if kept is not None else set())
    have = len(run.forms)
    found: list[dict[str, Any]] = list(kept.states()) if kept is not None else []
    interrupted = False
    if have < aim.count:
        from dataclasses import replace

        rest = replace(aim, count=aim.count - have)
        skip = kept.families if kept is not None else 0
        on_family = (lambda number, _: kept.explored(number + 1)) if kept is not None else None
        try:
            for state in states(rest, run, skip=skip, on_family=on_family):
                found.append(state)
                if kept is not None:
                    kept.keep(state, ending, write(state))
                elif not as_json:
                    _out(_line(state))
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{len(found)} of {aim.count} states, {run.families} families\x1b[K")
        except KeyboardInterrupt:
            interrupted = True
    if kept is not None:
        kept.close()
    if as_json:
        _out(json.dumps(found, indent=1, ensure_ascii=False))
    elif out is not None:
        _out(f"{len(found)} states in {out}")
    if interrupted:
        sys.stderr.write(f"interrupted: {len(found)} states were found\n")
        raise typer.Exit(INTERRUPTED)
    if len(found) < aim.count:
        sys.stderr.write(
            f"{len(found)} of {aim.count} states were found in {run.families} families"
            + (f"; {len(run.unfinished)} families took too long\n" if run.unfinished else "\n")
        )
        raise typer.Exit(OPEN)


class Kept:
    """The states of a run on disk, each in a file named by its form, so that a run can stop and go on.

    Args:
        folder: where.
        aim: what is wanted; a folder holds the states of one aim.
        to: the format.
    """

    INDEX = "states.jsonl"

    def __init__(self, folder: Path, aim: Aim, to: str) -> None:
        self.folder = folder
        self._about = {"rules": list(aim.rules), "ruling": aim.ruling, "cards": list(aim.cards), "seed": aim.seed,
                       "pending": aim.pending, "to": to}  # fmt: skip
        self.families = 0
        self.forms: list[str] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(Problem(f"no folder can be made: {error}", "name another folder", str(folder))) from None
        self._progress = folder / "progress.json"
        if self._progress.exists():
            about: dict[str, Any] = {}
            with suppress(ValueError, OSError):
                about = json.loads(self._progress.read_text("utf-8"))
            families = about.pop("families", 0)
            if about != self._about:
                raise InputError(
                    Problem(
                        "the folder holds states of another aim", "name another folder, or the same aim", str(folder)
                    )
                )
            self.families = families
        self.forms = [state["id"] for state in self.states()]
        self._write_progress()
        self._index = (folder / self.INDEX).open("a", encoding="utf-8")

    def states(self) -> list[dict[str, Any]]:
        """The states that are there."""
        found = []
        with suppress(OSError):
            for line in (self.folder / self.INDEX).read_text("utf-8").splitlines():
                with suppress(ValueError):  # a line that was being written when the run was ended
                    found.append(json.loads(line))
        return found

    def keep(self, state: dict[str, Any], ending: str, text: str) -> None:
        """Write a state."""
        (self.folder / f"{state['id']}{ending}").write_text(text, "utf-8")
        self._index.write(json.dumps(state, ensure_ascii=False) + "\n")
        self._index.flush()

    def explored(self, families: int) -> None:
        """So many families have been explored."""
        self.families = families
        self._write_progress()

    def _write_progress(self) -> None:
        fresh = self._progress.with_suffix(".new")
        fresh.write_text(json.dumps({**self._about, "families": self.families}), "utf-8")
        fresh.replace(self._progress)

    def close(self) -> None:
        """Close the files."""
        self._index.close()


def _line(state: Mapping[str, Any]) -> str:
    return f"{state['id']}  {', '.join(state['aim'])}  ({state['family']})"


def _out(text: str) -> None:
    sys.stdout.write(text + "\n")


__all__ = ["WRITERS", "Kept", "Writer", "generate", "register", "writer"]
