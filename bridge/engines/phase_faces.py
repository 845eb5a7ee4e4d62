"""phase: the engine's faces of the cards that a state speaks of, and whether it understood them whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.errors import InputError, Problem
from manaproof.bridge.state import State, UnknownCard

from .bulk import Bulk, Card, mtgjson
from .protocol import NotComparableError
from .wording import described

INSTALL = "install the engine: pip install 'manaproof[engines]' (phase-python, Python 3.11 or later)"
FILLER = "Wastes"
_NOT_UNDERSTOOD = frozenset({"Unimplemented", "Unrecognized"})
_TWO_FACED = frozenset({"split", "flip", "transform", "meld", "adventure", "modal_dfc", "prepare"})


@cache
def bindings() -> Any:
    """The engine's Python bindings.

    Raises:
        InputError: they are not installed.
    """
    try:
        import phase
    except ImportError:
        raise InputError([Problem("the engine phase is not installed", INSTALL, "--engine")]) from None
    return phase


def faces(card: Mapping[str, Any]) -> dict[str, Card]:
    """The engine's faces of a card as Scryfall publishes it, by their names."""
    sources = mtgjson(card)
    if len(sources) == 1:
        face = bindings().build_oracle_face(sources[0], sources[0]["identifiers"]["scryfallOracleId"])
        return {face["name"]: face}
    found = {}
    for index, source in enumerate(sources):
        face = bindings().build_oracle_face_multi(source, source["identifiers"]["scryfallOracleId"])
        found[face["name"]] = {**face, "layout": source["layout"], "face_index": index}
    return found


def not_understood(face: Any) -> Iterator[str]:
    """The texts of a face that the engine did not understand."""
    if isinstance(face, dict):
        for key, value in face.items():
            if key in _NOT_UNDERSTOOD or (isinstance(value, str) and value in _NOT_UNDERSTOOD):
                yield str(face.get("description") or face.get("name") or face.get("text") or key)
            else:
                yield from not_understood(value)
    elif isinstance(face, list):
        for one in face:
            yield from not_understood(one)


class Faces:
    """The engine's faces, built once for each card.

    Args:
        bulk: where the texts of cards come from.
    """

    def __init__(self, bulk: Bulk | None) -> None:
        self.bulk = bulk
        self._built: dict[CardDefinition, dict[str, Card]] = {}

    def of(self, card: CardDefinition) -> dict[str, Card]:
        """The faces of a card by name, the front first.

        Raises:
            NotComparableError: there is no text for it, or the engine does not understand it whole.
        """
        if card not in self._built:
            self._built[card] = self._build(card)
        return self._built[card]

    def understands(self, card: CardDefinition) -> bool:
        """Whether a card is in the bulk file, and all of its text is understood."""
        if self._published(card) is None:
            return False
        with suppress(NotComparableError):
            return bool(self.of(card))
        return False

    def _build(self, card: CardDefinition) -> dict[str, Card]:
        if isinstance(card, UnknownCard):
            raise NotComparableError("an unknown card", card.key)
        published = self._published(card)
        try:
            found = faces(described(card) if published is None else published)
        except (ValueError, TypeError, KeyError) as error:
            raise NotComparableError("the engine cannot read a card", f"{card.key}: {error}") from None
        for face in found.values():
            for text in not_understood(face):
                raise NotComparableError("the engine does not understand a card whole", f"{card.key}: {text[:80]}")
        return found

    def _published(self, card: CardDefinition) -> Card | None:
        """The card as the bulk file has it; None where it is an invented one, or a token."""
        found = None if self.bulk is None else self.bulk.get(card.name)
        if found is None or card.known_as is not None:
            return None
        line = (found.get("card_faces") or [found])[0].get("type_line") or found.get("type_line", "")
        if not _same_types(card.front.type_line, line):
            return None
        return found

    def all(self, state: State, extra: Iterable[Mapping[str, Any]] = ()) -> dict[str, Card]:
        """The faces of every card of a state, of the tokens they create, and of further cards, as a card database.

        Raises:
            NotComparableError: as ``of``.
        """
        database: dict[str, Card] = {}
        waiting = list(dict.fromkeys(one.card for _, one in state.objects()))
        seen: set[str] = set()
        for card in waiting:
            if card.key in seen:
                continue
            seen.add(card.key)
            for name, face in self.of(card).items():
                known = database.get(name.lower())
                if known is not None and known != face:
                    raise NotComparableError("two cards of one name", name)
                database[name.lower()] = face
            waiting.extend(state.definitions[token] for token in card.tokens if token in state.definitions)
        for one in (*extra, _filler(), *_kinds(state)):
            for name, face in faces(one).items():
                for text in not_understood(face):
                    raise NotComparableError("the engine does not understand an event", text)
                database.setdefault(name.lower(), face)
        return database


def _filler() -> Card:
    return {"name": FILLER, "type_line": "Basic Land", "oracle_text": "{T}: Add {C}.", "colors": []}


def _kinds(state: State) -> Iterator[Card]:
    """A creature of each creature type that was chosen: the engine knows only the types of the cards it loaded."""
    for _, one in state.objects():
        for kind, value in one.chosen.items():
            if kind == "creature_type" and isinstance(value, str):
                name = value.replace("_", " ").title()
                yield {
                    "name": f"Some {name}",
                    "type_line": f"Creature - {name}",
                    "power": "1",
                    "toughness": "1",
                    "colors": [],
                }


def _same_types(ours: str, theirs: str) -> bool:
    def words(line: str) -> set[str]:
        return set(line.replace("\u2014", " ").replace(" - ", " ").split())

    return words(ours) == words(theirs)


__all__ = ["FILLER", "INSTALL", "Faces", "bindings", "faces", "not_understood"]
