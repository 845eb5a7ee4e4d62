"""The library: card definitions by their key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from .cache import remembered
from .cards import CardDefinition
from .errors import InputError, Problem, did_you_mean, suggestions
from .source import Document, read_text
from .validation import validated


class Library(Mapping[str, CardDefinition]):
    """Card definitions, each under its key: the name of its front face, for most.

    Lookup is exact; ``suggest`` helps with what is almost right.
    """

    def __init__(self, definitions: Iterable[CardDefinition] = (), *, unread: Mapping[str, Any] | None = None) -> None:
        """A library.

        Args:
            definitions: The definitions; of those with the same key, the last prevails.
            unread: The data of further definitions by key, known to be right, which are read when they are used.
        """
        self._cards: dict[str, CardDefinition] = {}
        self._unread = dict(unread or {})
        for definition in definitions:
            self._unread.pop(definition.key, None)
            self._cards[definition.key] = definition

    def __getitem__(self, key: str) -> CardDefinition:
        if key in self._unread:
            self._cards[key] = CardDefinition.model_validate(self._unread.pop(key))
        return self._cards[key]

    def __contains__(self, key: object) -> bool:
        return key in self._cards or key in self._unread

    def __iter__(self) -> Iterator[str]:
        return iter([*self._cards, *self._unread])

    def __len__(self) -> int:
        return len(self._cards) + len(self._unread)

    def __repr__(self) -> str:
        return f"<Library of {len(self)} cards>"

    def suggest(self, name: str) -> list[str]:
        """The keys most like a name that is not in the library, the likest first."""
        return suggestions(name, self)

    def cure(self, name: str) -> str:
        """What to do about a name that is not in the library."""
        return did_you_mean(name, self, "check the spelling, or define the card under 'cards:'")

    def with_cards(self, definitions: Iterable[CardDefinition]) -> Library:
        """A library that has these definitions too; they prevail over those of the same key."""
        return type(self)([*self._cards.values(), *definitions], unread=self._unread)


def read_cards(document: Document, path: tuple[str | int, ...] = ()) -> tuple[CardDefinition, ...]:
    """The definitions of the part of a document that is a list of cards.

    Raises:
        InputError: It is not a list of card definitions, or defines a card twice.
    """
    found = document.at(path)
    if not isinstance(found, list):
        raise document.error(path, "this is not a list of cards", "begin each card with '- name: ...'")
    cards: list[CardDefinition] = []
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for index, data in enumerate(found):
        here = (*path, index)
        try:
            card = validated(CardDefinition, data, document, here)
        except InputError as error:
            problems.extend(error.problems)
            continue
        if card.key in first:
            line = document.place((*path, first[card.key]))[0]
            what = f"{card.key!r} is defined twice; first in line {line}"
            problems.append(document.problem(here, what, "remove one, or tell tokens apart with 'known_as'"))
        first.setdefault(card.key, index)
        cards.append(card)
    if problems:
        raise InputError(problems)
    return tuple(cards)


@lru_cache(maxsize=1)
def bundled() -> Library:
    """The library that comes with Manaproof (``scenarios/cards``), read once; behind it the store of real cards."""
    from .oracle.stored import StoredLibrary

    folder = resources.files("manaproof.scenarios") / "cards"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    texts = {file.name: file.read_bytes() for file in files}
    return StoredLibrary(unread=remembered("cards", texts.values(), lambda: _read_all(texts)))


def _read_all(texts: Mapping[str, bytes]) -> dict[str, Any]:
    """The data of every card of several files, by key."""
    found: dict[str, Any] = {}
    for name, text in texts.items():
        document = read_text(text, source=f"cards/{name}")
        for index, card in enumerate(read_cards(document)):
            if card.key in found:
                raise document.error((index,), f"{card.key!r} is defined in another file too", "remove one")
            found[card.key] = document.data[index]
    return found
