"""The command ``manaproof generate``: states that exercise chosen rules, with a script and the result.

Writers for other engines register themselves with :func:`writer`.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import InputError, Problem, did_you_mean
from .library import bundled
from .writing import write_json, write_yaml

if TYPE_CHECKING:
    from manaproof.solver.generate import Aim

INTERRUPTED, OPEN = 130, 3
REAL = 400
"""How many real cards a run draws from."""

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


class Form(StrEnum):
    """What generated states are like."""

    small = "small"
    performance = "performance"
    board = "board"


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
    engine: Annotated[
        str | None, typer.Option("--engine", help="Only cards that this rules engine understands whole: phase.")
    ] = None,
    bulk: Annotated[
        Path | None, typer.Option("--bulk", help="With --engine: Scryfall's 'Oracle Cards' bulk file.")
    ] = None,
    real: Annotated[
        bool,
        typer.Option("--real", help="Real cards that 'cards sync' has read, a few hundred for each seed."),
    ] = False,
    hard: Annotated[
        bool, typer.Option("--hard", help="Prefer states whose result changes under many mutants of the rulebook.")
    ] = False,
    form: Annotated[
        Form, typer.Option("--form", help="Smallest plays; whole plays of single cards; or boards of permanents.")
    ] = Form.small,
    pending: Annotated[bool, typer.Option("--pending", help="State-based actions may be due in the state.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON to standard output.")] = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that work at once.")] = 2,
    cover: Annotated[
        bool, typer.Option("--cover", help="A suite that covers every rule and pair of rules of some sections.")
    ] = False,
    section: Annotated[
        list[str] | None, typer.Option("--section", help="With --cover: a section, as 704; none: those of the rulings.")
    ] = None,
    joins: Annotated[
        int, typer.Option("--joins", min=0, help="With --cover: how many joined states are tried.")
    ] = 1000,
    composed: Annotated[int, typer.Option("--composed", min=0, help="With --cover: how many families of cards.")] = 100,
) -> None:
    """Generate legal, minimal states in which rules fire, each with a script and its result."""
    from manaproof.solver.generate import Aim

    if to not in WRITERS:
        cure = did_you_mean(to, WRITERS, "the formats are " + ", ".join(WRITERS))
        raise InputError(Problem(f"there is no format {to!r}", cure, "--to"))
    if cover:
        if rule or rules or ruling or card:
            raise InputError(Problem("a suite has no other aim", "leave out --rule, --ruling and --card", "--cover"))
        _cover(tuple(section or ()), seed, jobs, (composed, joins), to, out, as_json)
        return
    wanted = (*(rule or ()), *(one.strip() for one in (rules or "").split(",") if one.strip()))
    pool = _real(seed) if real else ()
    if engine is not None:
        pool = _understood(engine, bulk, pool or tuple(bundled()))
    if form is not Form.small and (wanted or ruling):
        raise InputError(Problem("whole plays and boards are not aimed at rules", "leave out the rules", "--form"))
    cards = tuple(card or ())
    aim = Aim(tuple(dict.fromkeys(wanted)), ruling, cards, count, seed, pending, jobs, pool, hard, form.value)
    _generate(aim, to, out, as_json)


def _real(seed: int) -> tuple[str, ...]:
    """Some of the real cards of the store that are encoded whole: a run that drew from all would read them all."""
    from .oracle.store import Store

    encoded = Store().encoded()
    if not encoded:
        cure = "read Scryfall's 'Oracle Cards' bulk file first: manaproof cards sync, or cards coverage FILE"
        raise InputError(Problem("no real cards have been read", cure, "--real"))
    return tuple(random.Random(f"cards {seed}").sample(encoded, min(REAL, len(encoded))))


def _understood(engine: str, bulk: Path | None, cards: Iterable[str]) -> tuple[str, ...]:
    """The real ones among some cards that a rules engine understands whole."""
    from .diff_command import default_bulk
    from .engines.bulk import Bulk
    from .engines.contained import engine as made

    file = bulk or default_bulk()
    if file is None:
        cure = "name Scryfall's 'Oracle Cards' bulk file with --bulk"
        raise InputError(
            Problem("the texts of cards are needed to tell which the engine understands", cure, "--engine")
        )
    understands = made(engine, Bulk.load(file)).understands
    return tuple(name for name in cards if understands(bundled()[name]))


def _generate(aim: Aim, to: str, out: Path | None, as_json: bool) -> None:
    from manaproof.solver.generate import Run
    from manaproof.solver.generate import generate as states

    about = {**asdict(aim), "to": to}
    kept = Kept(out, {key: about[key] for key in about if key not in ("count", "jobs")}) if out is not None else None
    run = Run(forms=set(kept.forms) if kept is not None else set())
    have = number = len(run.forms)
    found: list[dict[str, Any]] = []  # what is kept on disk is not held in memory as well
    interrupted = False
    if have < aim.count:
        rest = replace(aim, count=aim.count - have)
        skip = kept.families if kept is not None else 0
        on_family = (lambda number, _: kept.explored(number + 1)) if kept is not None else None
        try:
            for state in states(rest, run, skip=skip, on_family=on_family):
                number += 1
                if kept is not None:
                    kept.keep(state, to)
                elif as_json:
                    found.append(state)
                else:
                    _out(_line(state))
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{number} of {aim.count} states, {run.families} families\x1b[K")
        except KeyboardInterrupt:
            interrupted = True
    if kept is not None:
        kept.close()
    if as_json:
        _out(json.dumps(kept.states() if kept is not None else found, indent=1, ensure_ascii=False))
    elif out is not None:
        _out(f"{number} states in {out}")
    _tell_failed(run.failed)
    if interrupted:
        sys.stderr.write(f"interrupted: {number} states were found\n")
        raise typer.Exit(INTERRUPTED)
    if number < aim.count:
        sys.stderr.write(
            f"{number} of {aim.count} states were found in {run.families} families"
            + (f"; {len(run.unfinished)} families took too long\n" if run.unfinished else "\n")
        )
        raise typer.Exit(OPEN)


def _tell_failed(failed: Mapping[str, str]) -> None:
    for family, error in failed.items():
        sys.stderr.write(f"the family {family} failed, and is left out: {error}\n")


def _cover(
    sections: tuple[str, ...],
    seed: int,
    jobs: int,
    effort: tuple[int, int],
    to: str,
    out: Path | None,
    as_json: bool,
) -> None:
    from manaproof.solver.book import Book
    from manaproof.solver.generate_cover import Effort, Suite
    from manaproof.solver.generate_cover import cover as covering
    from manaproof.solver.generate_coverage import Coverage, rules_of, sections_of_statements

    rules = rules_of(sections or sections_of_statements(), Book.bundled())
    if not rules:
        raise InputError(Problem("the book states no rule of these sections", "name sections as 704", "--section"))
    kept = Kept(out, {"cover": list(sections), "seed": seed, "to": to}) if out is not None else None
    found = kept.states() if kept is not None else []
    suite = Suite(Coverage(rules))
    interrupted = False
    try:
        states = covering(
            suite,
            seed=seed,
            jobs=jobs,
            effort=Effort(*effort),
            known=tuple(found),
            skip=kept.families if kept is not None else 0,
            on_family=kept.explored if kept is not None else None,
        )
        for state in states:
            found.append(state)
            if kept is not None:
                kept.keep(state, to)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{suite.states} states, {len(suite.coverage.covered)} pairs\x1b[K")
    except KeyboardInterrupt:
        interrupted = True
    if kept is not None:
        kept.close()
        (kept.folder / "coverage.svg").write_text(suite.coverage.svg(), "utf-8")
        (kept.folder / "coverage.png").write_bytes(suite.coverage.png())
        (kept.folder / "coverage.txt").write_text("\n".join(suite.coverage.lines()) + "\n", "utf-8")
    if as_json:
        _out(json.dumps({"coverage": suite.coverage.to_data(), "states": found}, indent=1, ensure_ascii=False))
    else:
        _out("\n".join(suite.coverage.lines()))
    _tell_failed(suite.failed)
    if suite.unfinished:
        sys.stderr.write(f"{len(suite.unfinished)} families took too long; what they would cover is undecided\n")
    if interrupted:
        sys.stderr.write(f"interrupted: {suite.states} states were found\n")
        raise typer.Exit(INTERRUPTED)
    raise typer.Exit(OPEN if suite.coverage.counts()["undecided"] else 0)


class Kept:
    """The states of a run on disk, each in a file named by its form, so that a run can stop and go on.

    Args:
        folder: where.
        about: what is wanted, and in which format; a folder holds the states of one run.
    """

    INDEX = "states.jsonl"

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        self.folder = folder
        self._about: dict[str, Any] = json.loads(json.dumps(about))
        self.families = 0
        self.forms: list[str] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(Problem(f"no folder can be made: {error}", "name another folder", str(folder))) from None
        self._progress = folder / "run.progress"
        if self._progress.exists():
            before: dict[str, Any] = {}
            with suppress(ValueError, OSError):
                before = json.loads(self._progress.read_text("utf-8"))
            families = before.pop("families", 0)
            if before != self._about:
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

    def keep(self, state: dict[str, Any], to: str) -> None:
        """Write a state in a format."""
        ending, write = WRITERS[to]
        text = write(state)
        named = re.search(r"^public class (\w+)", text, re.MULTILINE) if ending == ".java" else None
        stem = named[1] if named is not None else state["id"]
        (self.folder / f"{stem}{ending}").write_text(text, "utf-8")
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
