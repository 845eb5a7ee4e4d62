"""The library: card definitions by their key."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources

from .cards import CardDefinition
from .errors import InputError, Problem, did_you_mean, suggestions
from .source import Document, read_text
from .validation import validated


class Library(Mapping[str, CardDefinition]):
    """Card definitions, each under its key: the name of its front face, for most.

    Lookup is exact; ``suggest`` helps with what is almost right.
    """

    def __init__(self, definitions: Iterable[CardDefinition] = ()) -> None:
        self._cards = {definition.key: definition for definition in definitions}

    def __getitem__(self, key: str) -> CardDefinition:
        return self._cards[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

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
        return Library([*self.values(), *definitions])


def read_cards(document: Document) -> tuple[CardDefinition, ...]:
    """The definitions of a text that is a list of cards.

    Raises:
        InputError: It is not a list of card definitions, or defines a card twice.
    """
    if not isinstance(document.data, list):
        raise document.error((), "this is not a list of cards", "begin each card with '- name: ...'")
    cards: list[CardDefinition] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for index, data in enumerate(document.data):
        try:
            card = validated(CardDefinition, data, document, (index,))
        except InputError as error:
            problems.extend(error.problems)
            continue
        if card.key in seen:
            first = document.place((seen[card.key],))[0]
            problems.append(
                document.problem(
                    (index,),
                    f"{card.key!r} is defined twice; first in line {first}",
                    "remove one, or tell tokens apart with 'known_as'",
                )
            )
        seen.setdefault(card.key, index)
        cards.append(card)
    if problems:
        raise InputError(problems)
    return tuple(cards)


@lru_cache(maxsize=1)
def bundled() -> Library:
    """The library that comes with Manaproof (``scenarios/cards``), read once."""
    folder = resources.files("manaproof.scenarios") / "cards"
    found: dict[str, CardDefinition] = {}
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".yaml"):
            document = read_text(file.read_bytes(), source=f"cards/{file.name}")
            for index, card in enumerate(read_cards(document)):
                if card.key in found:
                    raise document.error((index,), f"{card.key!r} is defined in another file too", "remove one")
                found[card.key] = card
    return Library(found.values())
