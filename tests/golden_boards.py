"""The boards of ``tests/golden/could_produce``, read once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from manaproof.bridge.state import State

FOLDER = Path(__file__).parent / "golden" / "could_produce"


@dataclass(frozen=True)
class Board:
    """A board and what is known about it.

    Attributes:
        name: What it is called in reports.
        state: The state, in the surface form.
        expect: The types of each permanent named, in the order W U B R G C; "" for none.
        cites: The rules that the answer rests on.
        contested: What other readings expect, by their names.
    """

    name: str
    state: dict[str, Any]
    expect: dict[str, str]
    cites: tuple[str, ...]
    contested: dict[str, dict[str, str]]

    def load(self) -> State:
        """The state itself."""
        return State.parse(json.dumps(self.state), source=self.name)


def boards() -> list[Board]:
    """Every board, in the order of the files."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for data in yaml.safe_load(path.read_text(encoding="utf-8")):
            if unknown := set(data) - {"name", "state", "expect", "cites", "why", "contested"}:
                raise ValueError(f"{path.name}: {data.get('name')}: unknown fields {sorted(unknown)}")
            found.append(
                Board(data["name"], data["state"], data["expect"], tuple(data["cites"]), data.get("contested", {}))
            )
    return found
