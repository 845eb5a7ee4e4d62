"""The bundled library with the store of real cards behind it."""

from __future__ import annotations

from functools import cache

from ..cards import CardDefinition
from ..library import Library
from .store import Store


@cache
def stored_definition(name: str) -> CardDefinition | None:
    """The definition of a real card, or of a token that a real card creates; None if there is none."""
    if not Store().exists():
        return None
    found = Store().definition(name)
    if found is None and "token" in name.lower().split():
        from .tokens import token_definition

        found = token_definition(name)
    return found


class StoredLibrary(Library):
    """A library that looks for what it lacks among the cards of the store.

    Its own definitions prevail; only they are listed.
    """

    def __getitem__(self, key: str) -> CardDefinition:
        if super().__contains__(key):
            return super().__getitem__(key)
        found = stored_definition(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (isinstance(key, str) and stored_definition(key) is not None)


__all__ = ["StoredLibrary", "stored_definition"]
