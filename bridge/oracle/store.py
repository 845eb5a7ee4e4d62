"""The store: cards of a bulk file as definitions, kept in SQLite by their text (DESIGN section 3).

What a card's text gives is kept by a digest of what is printed and of the grammar, so a second start reads nothing
anew, and a newer bulk file costs only the cards that are new in it.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from ..cache import cache_folder
from ..cards import CardDefinition
from .bulk import BulkCard

_SCHEMA = """
CREATE TABLE IF NOT EXISTS texts (digest TEXT PRIMARY KEY, record TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cards (name TEXT PRIMARY KEY, digest TEXT NOT NULL, whole TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reports (digest TEXT PRIMARY KEY, report TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS facts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""


def store_path() -> Path:
    """Where the store is: in the cache folder."""
    return cache_folder() / "cards.sqlite"


@cache
def edition_of_grammar() -> str:
    """A digest of everything that decides what a text gives: the templates and the ability form."""
    digest = hashlib.sha256()
    for package in ("manaproof.bridge.oracle", "manaproof.bridge.abilities"):
        folder = resources.files(package)
        for file in sorted(folder.iterdir(), key=lambda one: one.name):
            if file.name.endswith(".py"):
                digest.update(file.read_bytes())
    digest.update((resources.files("manaproof.asp") / "machine" / "undecided.lp").read_bytes())
    return digest.hexdigest()[:16]


def digest_of(card: BulkCard) -> str:
    """The key under which what a card's text gives is kept."""
    said = json.dumps([edition_of_grammar(), asdict(card)], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:32]


class Store:
    """The store of cards.

    A store that cannot be read is made anew; one that cannot be written is done without.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Open the store at a path, that of the cache folder by default."""
        self.path = path or store_path()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(self.path, timeout=30)
        try:
            connection.executescript(_SCHEMA)
        except sqlite3.DatabaseError:
            connection.close()
            self.path.unlink(missing_ok=True)
            connection = sqlite3.connect(self.path, timeout=30)
            connection.executescript(_SCHEMA)
        with closing(connection), connection:
            yield connection

    def exists(self) -> bool:
        """Whether there is a store."""
        return self.path.is_file()

    def report(self, digest: str) -> Any | None:
        """What was found out about a bulk file with these contents, if it is kept."""
        if not self.exists():
            return None
        with self._open() as connection:
            row = connection.execute("SELECT report FROM reports WHERE digest = ?", (digest,)).fetchone()
        return None if row is None else json.loads(row[0])

    def keep_report(self, digest: str, report: Any) -> None:
        """Keep what was found out about a bulk file."""
        with self._open() as connection:
            connection.execute("INSERT OR REPLACE INTO reports VALUES (?, ?)", (digest, json.dumps(report)))

    def records(self) -> dict[str, str]:
        """Every record that is kept, by digest."""
        if not self.exists():
            return {}
        with self._open() as connection:
            return dict(connection.execute("SELECT digest, record FROM texts"))

    def forget(self) -> None:
        """Forget which cards there are; what their texts give stays until the next cards are kept."""
        with self._open() as connection:
            connection.execute("DELETE FROM cards")

    def keep(self, cards: Iterable[tuple[BulkCard, str, str]]) -> None:
        """Keep records of cards: the card, its digest, its record. What no card has any more is forgotten."""
        with self._open() as connection:
            for card, digest, record in cards:
                connection.execute("INSERT OR REPLACE INTO texts VALUES (?, ?)", (digest, record))
                names = dict.fromkeys([card.faces[0].name, card.name, *(one.name for one in card.faces)])
                for name in names:
                    whole = "whole" if name in (card.name, card.faces[0].name) else "face"
                    connection.execute(
                        f"INSERT OR {'REPLACE' if whole == 'whole' else 'IGNORE'} INTO cards VALUES (?, ?, ?)",
                        (name, digest, whole),
                    )
            connection.execute("DELETE FROM texts WHERE digest NOT IN (SELECT digest FROM cards)")

    def record(self, name: str) -> dict[str, Any] | None:
        """The record of the card of that name, or None."""
        if not self.exists():
            return None
        with self._open() as connection:
            row = connection.execute(
                "SELECT record FROM texts JOIN cards USING (digest) WHERE name = ?", (name,)
            ).fetchone()
        return None if row is None else json.loads(row[0])

    def names(self) -> list[str]:
        """The names of all cards."""
        if not self.exists():
            return []
        with self._open() as connection:
            return [row[0] for row in connection.execute("SELECT name FROM cards ORDER BY name")]

    def encoded(self) -> list[str]:
        """The keys of the cards of which every part is understood and has rules, in their order."""
        found = []
        for record in map(json.loads, self.records().values()):
            if record["definition"] is not None and not any(one["unread"] or one["gaps"] for one in record["faces"]):
                found.append(CardDefinition.model_validate(record["definition"]).key)
        return sorted(found)

    def definition(self, name: str) -> CardDefinition | None:
        """The definition of the card of that name; None if the store has none."""
        found = self.record(name)
        if found is None or found["definition"] is None:
            return None
        return CardDefinition.model_validate(found["definition"])
