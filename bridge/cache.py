"""What was worked out once is kept on disk by its content.

A cache that cannot be read or written is done without; it holds JSON, so nothing in it can run.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from platformdirs import user_cache_path


def cache_folder() -> Path:
    """Where it is kept: the folder that ``MANAPROOF_CACHE`` names, else the user's cache folder."""
    named = os.environ.get("MANAPROOF_CACHE")
    return Path(named) if named else user_cache_path("manaproof", appauthor=False)


def remembered(kind: str, contents: Iterable[bytes], make: Callable[[], Any]) -> Any:
    """What was made of these contents, made now if it is not kept.

    Args:
        kind: The folder within the cache; it names the version of what is made, too.
        contents: What it is made of.
        make: Makes it; the result is JSON's kind of data.

    Returns:
        The data, as JSON gives it back.
    """
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    path = cache_folder() / kind / f"{digest.hexdigest()}.json"
    with suppress(OSError, ValueError):
        return json.loads(path.read_bytes())
    made = make()
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as stream:
            json.dump(made, stream)
        os.replace(stream.name, path)
    return made
