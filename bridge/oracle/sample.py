"""A sample of faces that are understood whole, their texts beside what is made of them, to be held to each other."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from ..errors import Problem
from .coverage import Progress, read_all
from .store import Store


def sample(
    path: Path, count: int, seed: int, jobs: int = 2, progress: Progress | None = None, store: Store | None = None
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Draw faces of a bulk file that are understood whole, by their names; the same ones for the same seed.

    Args:
        path: The file.
        count: How many; fewer if there are not so many.
        seed: Which of the many draws.
        jobs: Processes that read at once.
        progress: Is told how many cards are read, of how many.
        store: Where records are kept; in the cache folder by default.

    Returns:
        Of each face its name, type line and text, its form (None where no form holds the card) and the parts without
        rules; and what is wrong with the file.

    Raises:
        InputError: The file can't be read, or it holds no cards.
    """
    bulk, records = read_all(path, store or Store(), jobs, progress)
    faces: dict[str, dict[str, Any]] = {}
    for card, text in zip(bulk.cards, records, strict=True):
        record = json.loads(text)
        made = record["definition"]
        forms = [None] if made is None else made.get("faces", [made])
        for index, (printed, read) in enumerate(zip(card.faces, record["faces"], strict=True)):
            if read["unread"]:
                continue
            said = {
                "name": printed.name,
                "mana_cost": printed.mana_cost,
                "type_line": printed.type_line,
                "text": printed.text,
                "form": forms[index] if index < len(forms) else None,
                "gaps": read["gaps"],
            }
            faces.setdefault(printed.name, said)
    names = random.Random(seed).sample(sorted(faces), min(count, len(faces)))
    return [faces[name] for name in names], bulk.problems


__all__ = ["sample"]
