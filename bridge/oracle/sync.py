"""Downloading Scryfall's bulk files: resumable, checked by size."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..cache import cache_folder
from ..errors import InputError, Problem

KINDS = ("oracle_cards", "rulings")
"""The bulk files that are used."""


def _problem(what: str, cure: str, source: str) -> InputError:
    return InputError(Problem(what, cure, source))


def download(address: str, report: Callable[[str], None], folder: Path | None = None) -> dict[str, Path]:
    """Download the bulk files that have changed.

    Args:
        address: Where Scryfall's list of bulk files is.
        report: Is told what is done.
        folder: Where the files are put; in the cache folder by default.

    Returns:
        The files by their kind.

    Raises:
        InputError: The address can't be reached, or what it gives is no list of bulk files.
    """
    try:
        import httpx
    except ImportError:
        cure = "install it (pip install 'manaproof[sync]'), or use --from FILE"
        raise _problem("downloading needs httpx", cure, "manaproof cards sync") from None
    folder = folder or cache_folder() / "bulk"
    folder.mkdir(parents=True, exist_ok=True)
    headers = {"User-Agent": "manaproof", "Accept": "application/json"}
    found: dict[str, Path] = {}
    try:
        with httpx.Client(headers=headers, timeout=60, follow_redirects=True) as client:
            listed = client.get(address)
            listed.raise_for_status()
            for kind, entry in _entries(listed.json(), address).items():
                found[kind] = _fetch(client, kind, entry, folder, report)
    except httpx.HTTPStatusError as error:
        what = f"{error.request.url} answered {error.response.status_code}"
        raise _problem(what, "try again later, or use --from FILE", address) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        what = f"cannot be reached: {error}"
        raise _problem(
            what, "check the connection and run it again (it resumes), or use --from FILE", address
        ) from None
    except ValueError:
        raise _problem("this is no list of bulk files", "check --address", address) from None
    return found


def _entries(listed: Any, address: str) -> dict[str, dict[str, Any]]:
    """The entries of the kinds that are used.

    Raises:
        InputError: There are none.
    """
    data = listed.get("data") if isinstance(listed, dict) else None
    entries: dict[str, dict[str, Any]] = {}
    for one in data if isinstance(data, list) else []:
        if isinstance(one, dict) and one.get("type") in KINDS and isinstance(one.get("download_uri"), str):
            entries[one["type"]] = one
    if "oracle_cards" not in entries:
        raise _problem("the list names no file oracle_cards", "check --address", address)
    return entries


def _fetch(client: Any, kind: str, entry: dict[str, Any], folder: Path, report: Callable[[str], None]) -> Path:
    """One file, unless it is there already; what was begun is resumed.

    Raises:
        InputError: What came has another size than was announced.
    """
    stamp = "".join(one for one in str(entry.get("updated_at", "")) if one.isalnum())[:20]
    whole = folder / f"{kind}-{stamp}.json"
    size = entry.get("size") if isinstance(entry.get("size"), int) else None
    if whole.is_file() and size in (None, whole.stat().st_size):
        report(f"{kind}: up to date")
        return whole
    part = whole.with_suffix(".part")
    start = part.stat().st_size if part.is_file() else 0
    if size is not None and start > size:
        part.unlink()
        start = 0
    if size is None or start < size:
        headers = {"Range": f"bytes={start}-"} if start else {}
        with client.stream("GET", entry["download_uri"], headers=headers) as response:
            response.raise_for_status()
            resumed = bool(start) and response.status_code == 206
            report(f"{kind}: {'resuming at byte ' + str(start) if resumed else 'downloading'}")
            with part.open("ab" if resumed else "wb") as stream:
                for piece in response.iter_bytes():
                    stream.write(piece)
    came = part.stat().st_size
    if size is not None and came != size:
        if came > size:
            part.unlink()
        what = f"{kind}: {came} bytes came of {size}"
        raise _problem(what, "run it again; it resumes where it ended", str(entry["download_uri"]))
    part.replace(whole)
    for old in folder.glob(f"{kind}-*.json"):
        if old != whole:
            old.unlink()
    return whole
