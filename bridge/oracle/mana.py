"""What real permanents that add mana could produce, each alone on the battlefield (CR 106.7)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..abilities.effects import AddMana
from ..abilities.filters import Filter
from ..abilities.mana import ChosenColor, ColorsOf, CommanderIdentity, CouldProduce
from ..abilities.triggers import ManaAdded, TappedForMana
from ..cards import CardDefinition
from .coverage import Progress, read_all
from .store import Store


def mana_table(
    bulk: Path | None, jobs: int, progress: Progress | None = None, tell: Callable[[str], None] = lambda problem: None
) -> list[dict[str, Any]]:
    """The permanents of a bulk file, or of the store, that add mana.

    Args:
        bulk: The file; None is the store.
        jobs: Processes that read at once.
        progress: Is told how many cards are read, of how many.
        tell: Is told what is wrong with the file.

    Returns:
        Of each: its name, the types it could produce alone, what it depends on, and what is not understood.

    Raises:
        InputError: The file can't be read.
    """
    store = Store()
    if bulk is None:
        records = list(store.records().values())
    else:
        whole, records = read_all(bulk, store, jobs, progress)
        for problem in whole.problems:
            tell(str(problem))
    rows: list[dict[str, Any]] = []
    for text in records:
        if '"mana": true' not in text:
            continue
        record = json.loads(text)
        for face in record["faces"]:
            if face["mana"]:
                rows.append(_row(record, face))
    return sorted(rows, key=lambda row: row["name"])


def _row(record: dict[str, Any], face: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {"name": face["name"], "types": [], "depends": [], "unsupported": list(face["mana_unread"])}
    if record["definition"] is None:
        row["unsupported"] = row["unsupported"] or ["its characteristics"]
        return row
    definition = CardDefinition.model_validate(record["definition"])
    if row["unsupported"] or definition.front.name != face["name"]:
        return row
    row["depends"] = depends_on(definition)
    row["types"], unsupported = alone(definition)
    row["unsupported"] = unsupported
    return row


def alone(definition: CardDefinition) -> tuple[list[str], list[str]]:
    """The types a permanent could produce with nothing else on the battlefield, and what was not understood."""
    from manaproof.solver.z3engine.engine import could_produce_z3

    from ..library import Library
    from ..reading import read_state
    from ..source import read_text

    document = read_text(
        json.dumps({"players": {"alice": {"battlefield": [{"card": definition.key, "id": "it"}]}, "bob": {}}}),
        source="cards mana",
    )
    state = read_state(document, library=Library([definition]))
    produced = could_produce_z3(state)
    return list(produced.types.get("it", ())), list(produced.unsupported)


def depends_on(definition: CardDefinition) -> list[str]:
    """What besides the permanent itself decides what it could produce, in a word or two each."""
    found: dict[str, None] = {}
    for ability in definition.front.abilities:
        nodes = list(ability.walk())
        if not any(isinstance(one, AddMana) for one in nodes):
            continue
        for one in nodes:
            match one:
                case CouldProduce():
                    found["what others could produce"] = None
                case ColorsOf():
                    found["colors of objects"] = None
                case ChosenColor():
                    found["the chosen color"] = None
                case CommanderIdentity():
                    found["the commander"] = None
                case TappedForMana() | ManaAdded():
                    found["what is tapped for mana"] = None
                case Filter() if one.ref is None:
                    found["other objects"] = None
                case _:
                    pass
    return list(found)
