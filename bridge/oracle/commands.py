"""``manaproof cards``: real cards by their Oracle text."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import InputError, Problem, did_you_mean

cards_app = typer.Typer(
    name="cards",
    help="Real cards: what is understood of their Oracle texts.",
    no_args_is_help=True,
    add_completion=False,
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON to standard output.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=1, help="Processes that read at once.")]


def _out(text: str) -> None:
    print(text)


def _err(text: str) -> None:
    print(text, file=sys.stderr)


def _progress(done: int, whole: int) -> None:
    _err(f"read {done} of {whole} cards")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else f"{part} of 0"


@cards_app.command("coverage")
def coverage(
    bulk: Annotated[Path, typer.Argument(help="Scryfall's bulk file oracle_cards.")],
    missing: Annotated[
        bool, typer.Option("--missing", help="Which lines and which rules would unlock the most faces.")
    ] = False,
    as_json: AsJson = False,
    jobs: Jobs = 2,
) -> None:
    """How many faces are understood whole, and of how many every part has rules."""
    from .coverage import coverage as covered

    found = covered(bulk, jobs=jobs, progress=_progress)
    for problem in found.problems:
        _err(problem)
    data = found.data
    if as_json:
        _out(json.dumps(data if missing else {key: value for key, value in data.items() if key != "missing"}, indent=2))
        return
    _out(f"faces      {data['faces']} of {data['cards']} cards; left out: {sum(data['outside'].values())}")
    _out(f"compiled   {_share(data['compiled'], data['faces'])}")
    _out(f"playable   {_share(data['playable'], data['faces'])}")
    _out(f"mana       {_share(data['mana']['computed'], data['mana']['permanents'])} permanents")
    if missing:
        _table("lines that would complete the most faces", data["missing"]["templates"], "line")
        _table("parts without rules, by the faces that would become playable", data["missing"]["rules"], "part")


def _table(title: str, rows: list[dict[str, Any]], what: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    table.add_column("unlocks", justify="right")
    table.add_column("faces", justify="right")
    table.add_column(what)
    for row in rows[:40]:
        table.add_row(str(row["unlocks"]), str(row["faces"]), row[what])
    Console(width=120 if not sys.stdout.isatty() else None).print(table)


@cards_app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The card's name.")],
    source: Annotated[
        Path | None, typer.Option("--from", help="Look for it in this bulk file, not in the store.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """A card: its characteristics, its abilities as they are understood, and what is not."""
    from .store import Store

    store = Store()
    record = store.record(name) if source is None else _of_file(source, name)
    if record is None:
        cure = "run 'manaproof cards sync' first, or 'manaproof cards sync --from FILE'"
        if store.exists():
            cure = did_you_mean(name, store.names(), "check the spelling")
        raise InputError(Problem(f"there is no card {name!r} in the store", cure, "manaproof cards show"))
    if as_json:
        _out(json.dumps(record, indent=2))
    else:
        for line in _shown(record):
            _out(line)
    if any(face["unread"] or face["gaps"] for face in record["faces"]):
        raise typer.Exit(3)


def _of_file(source: Path, name: str) -> dict[str, Any]:
    """The record of a card of a bulk file.

    Raises:
        InputError: The file can't be read, or it has no such card.
    """
    from .bulk import read_bulk
    from .coverage import record_of

    bulk = read_bulk(source)
    for problem in bulk.problems:
        _err(str(problem))
    for card in bulk.cards:
        if name in (card.name, *(face.name for face in card.faces)):
            found: dict[str, Any] = json.loads(json.dumps(record_of(card)))
            return found
    cure = did_you_mean(name, [card.name for card in bulk.cards], "check the spelling")
    raise InputError(Problem(f"there is no card {name!r} in the file", cure, str(source)))


def _wording(ability: dict[str, Any]) -> str:
    """The canonical wording of an ability, or its data where there is none."""
    from pydantic import TypeAdapter

    from ..abilities import Ability
    from .canonical import rendered

    node: Ability = TypeAdapter(Ability).validate_python(ability)
    return rendered(node) or json.dumps(ability)


def _shown(record: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    made = record["definition"] or {}
    forms = made.get("faces", [made])
    for index, face in enumerate(record["faces"]):
        form = forms[index] if index < len(forms) else {}
        head = " ".join(str(one) for one in (face["name"], form.get("mana_cost", "")) if one)
        lines += [head, f"  {form.get('types', '')}".rstrip()]
        if "power" in form:
            lines.append(f"  {form['power']}/{form['toughness']}")
        lines += [f"  {line}" for line in face["lines"]]
        lines += [f"    = {_wording(ability)}" for ability in form.get("abilities", [])]
        lines += [f"  not understood: {line}" for line in face["unread"]]
        lines += [f"  without rules: {part}" for part in face["gaps"]]
    return lines


@cards_app.command("sample")
def sample(
    bulk: Annotated[Path, typer.Argument(help="Scryfall's bulk file oracle_cards.")],
    count: Annotated[int, typer.Option("--count", min=1, help="How many faces.")] = 300,
    seed: Annotated[int, typer.Option("--seed", help="Another seed draws others, the same one the same.")] = 5,
    as_json: AsJson = False,
    jobs: Jobs = 2,
) -> None:
    """Faces that are understood whole, drawn at random: their texts beside what is made of them."""
    from .sample import sample as drawn

    faces, problems = drawn(bulk, count, seed, jobs, _progress)
    for problem in problems:
        _err(str(problem))
    if as_json:
        _out(json.dumps({"seed": seed, "faces": faces}, indent=2))
        return
    for number, face in enumerate(faces, 1):
        _out(f"{number}. {face['name']} {face['mana_cost']}  {face['type_line']}".rstrip())
        for line in face["text"].split("\n"):
            _out(f"  {line}")
        form = face["form"] or {}
        for ability in form.get("abilities", ()):
            _out(f"    = {json.dumps(ability)}")
        for gap in face["gaps"]:
            _out(f"  without rules: {gap}")


@cards_app.command("compare")
def compare(
    bulk: Annotated[Path, typer.Argument(help="Scryfall's bulk file oracle_cards.")],
    examples: Annotated[int, typer.Option("--examples", min=0, help="How many faces to name of each difference.")] = 4,
    as_json: AsJson = False,
    jobs: Jobs = 2,
) -> None:
    """Hold what is understood of each face to another engine's reading (phase) of the same text."""
    from ..engines.phase_parses import compare as compared

    def report(done: int, whole: int) -> None:
        _err(f"compared {done} of {whole} cards")

    found, problems = compared(bulk, jobs=jobs, progress=_progress, report=report)
    for problem in problems:
        _err(str(problem))
    data = found.data(examples)
    if as_json:
        _out(json.dumps(data, indent=2))
        return
    _out(f"compared   {data['compared']} faces that both read whole; left out: {sum(data['left_out'].values())}")
    _out(f"alike      {_share(data['agreeing'], data['compared'])}")
    for kind, count in data["by_kind"].items():
        _out(f"  {count:5d} differ in: {kind}")
    for group in data["groups"]:
        names = f"  ({'; '.join(group['examples'])})" if group["examples"] else ""
        _out(f"{group['faces']:5d} {group['kind']}: ours [{group['ours']}] theirs [{group['theirs']}]{names}")


@cards_app.command("mana")
def mana(
    bulk: Annotated[Path | None, typer.Argument(help="A bulk file; none: the cards of the store.")] = None,
    as_json: AsJson = False,
    jobs: Jobs = 2,
) -> None:
    """What each permanent card that adds mana could produce, alone on the battlefield, and what it depends on."""
    from .mana import mana_table

    rows = mana_table(bulk, jobs, _progress, _err)
    if as_json:
        _out(json.dumps({"permanents": rows}, indent=2))
    else:
        for row in rows:
            said = (
                "unsupported: " + "; ".join(row["unsupported"])
                if row["unsupported"]
                else " ".join(row["types"]) or "nothing alone"
            )
            depends = f" ({', '.join(row['depends'])})" if row["depends"] else ""
            _out(f"{row['name']}: {said}{depends}")
    if any(row["unsupported"] for row in rows):
        raise typer.Exit(3)


@cards_app.command("sync")
def sync(
    source: Annotated[Path | None, typer.Option("--from", help="Read this file instead of downloading one.")] = None,
    address: Annotated[str, typer.Option("--address", help="Where Scryfall's list of bulk files is.")] = (
        "https://api.scryfall.com/bulk-data"
    ),
    as_json: AsJson = False,
    jobs: Jobs = 2,
) -> None:
    """Bring the store up to date: download Scryfall's bulk files, or read one, and keep what their texts give."""
    from .coverage import coverage as covered
    from .sync import download

    files = {"oracle_cards": source} if source is not None else download(address, report=_err)
    path = files["oracle_cards"]
    assert path is not None
    found = covered(path, jobs=jobs, progress=_progress, anew=True)
    for problem in found.problems:
        _err(problem)
    data = {key: found.data[key] for key in ("cards", "faces", "compiled", "playable", "broken")}
    data["files"] = {kind: str(file) for kind, file in files.items()}
    _out(
        json.dumps(data, indent=2)
        if as_json
        else f"{data['cards']} cards kept; {_share(data['compiled'], data['faces'])} faces compiled"
    )
