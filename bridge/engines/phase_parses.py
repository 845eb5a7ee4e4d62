"""Our reading of Oracle texts held to phase's, feature by feature, where both understand a face whole.

Neither reading is the measure: a difference asks for the text to be read. What one of them leaves open (an amount that
is computed, a condition without a form) agrees with whatever the other says there.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.errors import Problem
from manaproof.bridge.oracle.coverage import Progress, read_all
from manaproof.bridge.oracle.store import Store

from . import form_features, phase_features
from .bulk import Bulk
from .feature_words import ONCE, Features
from .phase_faces import bindings, faces, not_understood


@dataclass(slots=True)
class Parses:
    """What comparing two readings gave.

    Attributes:
        compared: How many faces both read.
        agreeing: How many of them are read alike.
        left: Why faces that we accept were not compared, and how many.
        groups: Kinds of difference, each ``(kind, only ours, only theirs)``, with the names of the faces.
    """

    compared: int = 0
    agreeing: int = 0
    left: Counter[str] = field(default_factory=Counter)
    groups: dict[tuple[str, str, str], list[str]] = field(default_factory=lambda: defaultdict(list))

    def by_kind(self) -> Counter[str]:
        """How many faces differ in each kind of feature."""
        found: dict[str, set[str]] = defaultdict(set)
        for (kind, _, _), names in self.groups.items():
            found[kind].update(names)
        return Counter({kind: len(names) for kind, names in found.items()})

    def data(self, examples: int) -> dict[str, Any]:
        """The figures and the groups, the largest first, as ``--json`` prints them."""
        groups = sorted(self.groups.items(), key=lambda one: (-len(one[1]), one[0]))
        return {
            "compared": self.compared,
            "agreeing": self.agreeing,
            "differing": self.compared - self.agreeing,
            "left_out": dict(self.left.most_common()),
            "by_kind": dict(self.by_kind().most_common()),
            "groups": [
                {"kind": kind, "ours": ours, "theirs": theirs, "faces": len(names), "examples": names[:examples]}
                for (kind, ours, theirs), names in groups
            ],
        }


def compare(
    path: Path,
    store: Store | None = None,
    jobs: int = 2,
    progress: Progress | None = None,
    report: Progress | None = None,
) -> tuple[Parses, list[Problem]]:
    """Hold our reading of a bulk file to phase's.

    Args:
        path: Scryfall's bulk file.
        store: Where our records are kept; in the cache folder by default.
        jobs: Processes that read at once.
        progress: Is told how many cards we have read.
        report: Is told how many cards are compared.

    Returns:
        The differences, and what is wrong with the file.

    Raises:
        InputError: The file can't be read, it holds no cards, or the engine is not installed.
    """
    bindings()
    bulk, records = read_all(path, store or Store(), jobs, progress)
    published = Bulk.load(path)
    found = Parses()
    for done, (card, text) in enumerate(zip(bulk.cards, records, strict=True), 1):
        record = json.loads(text)
        if report is not None and (done % 1000 == 0 or done == len(records)):
            report(done, len(records))
        read = [face["unread"] for face in record["faces"]]
        if record["definition"] is None or all(read):
            continue
        definition = CardDefinition.model_validate(record["definition"])
        source = published.get(card.name)
        made: dict[str, Any] = {}
        with suppress(ValueError, TypeError, KeyError):
            made = {} if source is None else faces(source)
        for face, unread in zip(definition.faces, read, strict=False):
            if not unread:
                _compare(found, face.name, form_features.features_of(face.abilities), made.get(face.name))
    return found, bulk.problems


def _compare(found: Parses, name: str, ours: Features, face: Any) -> None:
    if face is None:
        found.left["the engine has no such face"] += 1
        return
    if any(True for _ in not_understood(face)) or face.get("parse_warnings"):
        found.left["the engine does not understand it whole"] += 1
        return
    found.compared += 1
    only_ours, only_theirs = differing(ours, phase_features.features_of(face))
    if not only_ours and not only_theirs:
        found.agreeing += 1
        return
    for kind in sorted({kind for kind, _ in (*only_ours, *only_theirs)}):
        key = kind, " + ".join(_said(only_ours, kind)), " + ".join(_said(only_theirs, kind))
        found.groups[key].append(name)


def _said(found: Features, kind: str) -> Iterator[str]:
    yield from sorted(said for (of, said), often in found.items() for _ in range(often) if of == kind)


_OPEN = re.compile("computed|special|other$|event amount")
"""What a reading says where it leaves open what it is."""


def differing(ours: Features, theirs: Features) -> tuple[Features, Features]:
    """What only one reading says, without what the other leaves open.

    Args:
        ours: The features of our form.
        theirs: Those of the engine's face.
    """
    left = list((ours - theirs).elements())
    right = list((theirs - ours).elements())
    for one in tuple(left):
        other = next((other for other in right if _alike(one, other)), None)
        if other is not None:
            left.remove(one)
            right.remove(other)
    left = [one for one in left if not _said_already(one, theirs)]
    right = [one for one in right if not _said_already(one, ours)]
    return Counter(left), Counter(right)


def _said_already(one: tuple[str, str], other: Features) -> bool:
    """Whether a statement that is asked for once leaves open what the other reading says already."""
    return one[0] in ONCE and any(one[0] == kind and _covers(one[1], said) for kind, said in other)


def _alike(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[0] == other[0] and (_covers(one[1], other[1]) or _covers(other[1], one[1]))


def _covers(pattern: str, said: str) -> bool:
    parts: Iterable[str] = _OPEN.split(pattern)
    return bool(_OPEN.search(pattern)) and re.fullmatch(".*".join(map(re.escape, parts)), said) is not None


__all__ = ["Parses", "compare", "differing"]
