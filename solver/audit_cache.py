"""What audits have found, kept on disk by content, so that a later one does only what has changed."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import clingo

from .parsing import cache_folder

_FORMAT = "3"


def digest_of(*contents: str) -> str:
    """A name for what rests on some contents."""
    return hashlib.sha256("\0".join((_FORMAT, clingo.__version__, *contents)).encode()).hexdigest()[:40]


class OutcomeCache:
    """Outcomes kept on disk, a file for each case as it stands with the rules that may fire in it."""

    def __init__(self) -> None:
        self._folder: Path | None = None
        with suppress(OSError, RuntimeError):
            self._folder = cache_folder() / "audit"

    def read(self, name: str) -> dict[str, Any]:
        """What is kept under a name; nothing if it cannot be read."""
        if self._folder is not None:
            with suppress(OSError, ValueError):
                found = json.loads((self._folder / f"{name}.json").read_text("utf-8"))
                if isinstance(found, dict):
                    return found
        return {}

    def merge(self, name: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
        """Keep something, with what others have kept there meanwhile.

        A folder that cannot be written to is done without.

        Args:
            name: where.
            change: what is to be there, from what is.

        Returns:
            What is there now.
        """
        if self._folder is None:
            return change({})
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
        with self._alone():
            content = change(self.read(name))
            with suppress(OSError):
                with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=self._folder, delete=False) as handle:
                    json.dump(content, handle)
                os.replace(handle.name, self._folder / f"{name}.json")
        return content

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While this lasts no other process changes what is kept, where the system has locks."""
        with ExitStack() as stack:
            with suppress(ImportError, OSError):
                import fcntl

                assert self._folder is not None
                handle = stack.enter_context((self._folder / "lock").open("w"))
                fcntl.flock(handle, fcntl.LOCK_EX)
            yield


__all__ = ["OutcomeCache", "digest_of"]
