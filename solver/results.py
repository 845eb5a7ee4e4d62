"""Results kept on disk by content: what was proved once, and has not changed, is not proved again.

A result is kept under the digest of everything it rests on: the scenario, the rulebook, the cards that come with
Manaproof, Manaproof's own code, and the versions of clingo and Z3. Only decided verdicts are kept, and only of runs
without a limit of time or memory.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import clingo

from .parsing import cache_folder

_ROOTS = ("asp", "bridge", "solver", "scenarios/cards")
_ENDINGS = (".lp", ".py", ".yaml", ".txt", "EDITION")

DECIDED = frozenset({"proved", "proved for all integers", "refuted", "vacuous"})
"""The verdicts that do not depend on how long was looked."""


@cache
def installed_digest() -> str:
    """The digest of the rulebook, the cards and the code that are installed."""
    digest = hashlib.sha256(f"{clingo.__version__} {metadata.version('z3-solver')}".encode())
    for root in _ROOTS:
        package, _, inside = root.partition("/")
        folder = resources.files(f"manaproof.{package}")
        for name, content in _contents(folder / inside if inside else folder):
            digest.update(f"{root}/{name}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _contents(folder: Traversable, prefix: str = "") -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _contents(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(_ENDINGS):
            yield f"{prefix}{entry.name}", entry.read_bytes()


def result_path(content: Any) -> Path:
    """Where the result about a scenario is kept.

    Args:
        content: the scenario as data.
    """
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, default=repr)
    name = hashlib.sha256(f"{installed_digest()}\0{text}".encode()).hexdigest()[:40]
    return cache_folder() / "results" / f"{name}.json"


def recall(content: Any) -> dict[str, Any] | None:
    """What was kept about a scenario; None if nothing was, or it cannot be read."""
    with suppress(OSError, RuntimeError, ValueError):
        kept = json.loads(result_path(content).read_text("utf-8"))
        if isinstance(kept, dict):
            return kept
    return None


def keep(content: Any, result: dict[str, Any]) -> None:
    """Keep a result. A folder that cannot be written to is done without."""
    with suppress(OSError, RuntimeError):
        path = result_path(content)
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as handle:
            json.dump(result, handle, ensure_ascii=False)
        os.replace(handle.name, path)


__all__ = ["DECIDED", "installed_digest", "keep", "recall", "result_path"]
