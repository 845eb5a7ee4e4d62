"""From a line of Oracle text to abilities."""

from __future__ import annotations

from functools import lru_cache

from pydantic import ValidationError

from ..abilities import Ability, UnsupportedAbility
from .grammar import grammar
from .lexicon import tokens, untokenised
from .references import Context, resolve
from .templates import Refused
from .terms import Term, to_node


@lru_cache(maxsize=100_000)
def read_line(line: str) -> Term | None:
    """What a normalised line says, as a term of the surface; None if no template can say the line again."""
    book = grammar()
    try:
        found = book.read(tokens(line), "line")
    except Refused:
        return None
    if found is None:
        return None
    value, words = found
    return value if book.words(value, "line") == words else None


def compiled(line: str, spell: bool = False, context: Context | None = None) -> tuple[Ability, ...]:
    """The abilities of a normalised line; one ``unsupported`` where it is not understood whole.

    Args:
        line: The line.
        spell: Whether it stands on an instant or sorcery.
        context: For a further paragraph of a spell, that of those before it.
    """
    said = read_line(line)
    if said is not None:
        try:
            return tuple(to_node(one) for one in resolve(said, spell, context))  # type: ignore[misc]
        except (Refused, ValidationError, ValueError):
            pass
    return (UnsupportedAbility(text=line, adds_mana=adds_mana(line)),)


def adds_mana(line: str) -> bool:
    """Whether a line that is not understood may add mana, or change what is added."""
    words = {one.text for one in tokens(line)}
    return bool(words & {"add", "adds"} and (any(one.startswith("{") for one in words) or "mana" in words)) or (
        "mana" in words and bool(words & {"produce", "produces", "produced"})
    )


__all__ = ["compiled", "read_line", "untokenised"]
