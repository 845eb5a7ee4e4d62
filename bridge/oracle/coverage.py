"""How much of a bulk file is understood, and what would unlock more."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..bulk_file import content
from .bulk import Bulk, BulkCard, parse_bulk
from .faces import definition, makes_mana, mana_unread
from .store import Store, digest_of, edition_of_grammar

Progress = Callable[[int, int], None]

_CHUNK = 400


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is understood of a bulk file.

    Attributes:
        data: The figures, as ``--json`` prints them.
        problems: What is wrong with the file.
    """

    data: dict[str, Any]
    problems: tuple[str, ...]


def record_of(card: BulkCard) -> dict[str, Any]:
    """What is kept of a card: its definition, and of each face what is not understood and what has no rules."""
    made, faces = definition(card)
    return {
        "name": card.name,
        "layout": card.layout,
        "definition": None if made is None else made.to_data(),
        "faces": [
            {
                "name": one.printed.name,
                "lines": one.lines,
                "unread": one.unread,
                "gaps": one.gaps,
                "mana": makes_mana(one),
                "mana_unread": mana_unread(one),
            }
            for one in faces
        ],
    }


def _records(cards: list[BulkCard]) -> list[str]:
    return [json.dumps(record_of(card)) for card in cards]


def read_all(
    path: Path, store: Store, jobs: int = 2, progress: Progress | None = None, *, anew: bool = False
) -> tuple[Bulk, list[str]]:
    """The cards of a bulk file and their records, those that are kept not made anew.

    Args:
        path: The file.
        store: Where records are kept.
        jobs: Processes that read at once.
        progress: Is told how many cards are read, of how many.
        anew: Whether the store has these cards and no others afterwards.

    Raises:
        InputError: The file can't be read, or it holds no cards.
    """
    bulk = parse_bulk(content(path), str(path))
    kept = store.records()
    digests = [digest_of(card) for card in bulk.cards]
    missing: dict[str, BulkCard] = {}
    for card, digest in zip(bulk.cards, digests, strict=True):
        if digest not in kept:
            missing.setdefault(digest, card)
    if missing:
        cards = list(missing.values())
        parts = [cards[start : start + _CHUNK] for start in range(0, len(cards), _CHUNK)]
        done = 0
        new: list[str] = []
        for made in _mapped(parts, jobs):
            new.extend(made)
            done += len(made)
            if progress is not None:
                progress(done, len(cards))
        kept.update(zip(missing, new, strict=True))
    records = [kept[digest] for digest in digests]
    if missing or anew or not store.names():
        if anew:
            store.forget()
        store.keep(zip(bulk.cards, digests, records, strict=True))
    return bulk, records


def _mapped(parts: list[list[BulkCard]], jobs: int) -> Iterable[list[str]]:
    if jobs < 2 or len(parts) < 2:
        return map(_records, parts)
    from joblib import Parallel, delayed

    found: Iterable[list[str]] = Parallel(n_jobs=jobs, return_as="generator")(delayed(_records)(part) for part in parts)
    return found


def coverage(
    path: Path, store: Store | None = None, jobs: int = 2, progress: Progress | None = None, *, anew: bool = False
) -> Coverage:
    """How much of a bulk file is understood.

    Args:
        path: The file.
        store: Where records are kept; in the cache folder by default.
        jobs: Processes that read at once.
        progress: Is told how many cards are read, of how many.
        anew: Whether the store has these cards and no others afterwards.

    Raises:
        InputError: The file can't be read, or it holds no cards.
    """
    store = store or Store()
    digest = hashlib.sha256(content(path)).hexdigest()[:24] + edition_of_grammar()
    known = store.report(digest)
    if known is None or anew:
        bulk, records = read_all(path, store, jobs, progress, anew=anew)
        known = {"data": _figures(bulk, records), "problems": [str(one) for one in bulk.problems]}
        store.keep_report(digest, known)
    return Coverage(known["data"], tuple(known["problems"]))


def _figures(bulk: Bulk, records: list[str]) -> dict[str, Any]:
    cards = [json.loads(one) for one in records]
    faces = [face for card in cards for face in card["faces"]]
    lines: Counter[str] = Counter(line for face in faces for line in dict.fromkeys(face["unread"]))
    layouts: dict[str, dict[str, int]] = {}
    for card in cards:
        here = layouts.setdefault(card["layout"], {"faces": 0, "compiled": 0, "playable": 0})
        for face in card["faces"]:
            here["faces"] += 1
            here["compiled"] += not face["unread"]
            here["playable"] += not face["unread"] and not face["gaps"]
    makers = [face for face in faces if face["mana"]]
    return {
        "cards": len(cards),
        "faces": len(faces),
        "compiled": sum(not face["unread"] for face in faces),
        "playable": sum(not face["unread"] and not face["gaps"] for face in faces),
        "mana": {
            "permanents": len(makers),
            "computed": sum(not face["mana_unread"] for face in makers),
            "unsupported": [
                {"name": face["name"], "lines": face["mana_unread"]} for face in makers if face["mana_unread"]
            ],
        },
        "unsupported_lines": dict(lines.most_common()),
        "layouts": dict(sorted(layouts.items())),
        "outside": dict(sorted(bulk.outside.items())),
        "broken": len(bulk.problems),
        "missing": _missing(faces),
    }


def _missing(faces: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """What would unlock most: templates by the faces that only they keep from being compiled, and rules likewise."""
    templates: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for face in faces:
        shapes = {shape(line) for line in face["unread"]}
        within.update(shapes)
        if len(shapes) == 1:
            templates.update(shapes)
    rules: Counter[str] = Counter()
    uses: Counter[str] = Counter()
    for face in faces:
        uses.update(face["gaps"])
        if not face["unread"] and len(face["gaps"]) == 1:
            rules.update(face["gaps"])
    return {
        "templates": [
            {"line": one, "unlocks": count, "faces": within[one]} for one, count in templates.most_common(200)
        ],
        "rules": [{"part": one, "unlocks": rules[one], "faces": count} for one, count in uses.most_common(200)],
    }


def shape(line: str) -> str:
    """A line with its numbers and symbols taken for one another."""
    line = re.sub(r"(?:\{[^{}]*\})+", "{M}", line)
    line = re.sub(r"[+-]?\d+/[+-]?\d+", "N/N", line)
    return re.sub(r"\b(?:two|three|four|five|six|seven|eight|nine|ten)\b|\d+", "N", line)


__all__ = ["Coverage", "Progress", "coverage", "read_all", "record_of", "shape"]
