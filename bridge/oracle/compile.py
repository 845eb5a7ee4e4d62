"""From a line of Oracle text to abilities."""

from __future__ import annotations

import re
from functools import lru_cache

from pydantic import ValidationError

from ..abilities import Ability, UnsupportedAbility
from .grammar import grammar
from .lexicon import tokens
from .references import Context, resolve
from .templates import Refused
from .terms import Term, Value, term, to_node


@lru_cache(maxsize=20_000)
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


def compiled(line: str, spell: bool = False, context: Context | None = None, name: str = "") -> tuple[Ability, ...]:
    """The abilities of a normalised line; one ``unsupported`` where it is not understood whole.

    Args:
        line: The line.
        spell: Whether it stands on an instant or sorcery.
        context: For a further paragraph of a spell, that of those before it.
        name: The name of the card, if it is known.
    """
    said = read_line(line)
    if said is not None:
        try:
            return tuple(to_node(one) for one in resolve(said, spell, context, name))  # type: ignore[misc]
        except (Refused, ValidationError, ValueError):
            pass
    return (UnsupportedAbility(text=line, adds_mana=adds_mana(line)),)


_QUOTED = re.compile(r'"[^"]*"')
_SENTENCE = re.compile(r'(?:[^."]|"[^"]*")+(?:\.|(?<=")|$)')


def partly(line: str, name: str = "") -> tuple[Ability, ...]:
    """The abilities of a line about mana that is not understood whole, what is not understood kept by its text.

    Nothing is left out: of a cost, an event, a condition or an instruction that is not understood the text stays. So
    what a permanent could produce can be told where the rest does not bear on it.
    """
    try:
        said = _loosely(line)
        found = () if said is None else tuple(to_node(one) for one in resolve(said, spell=False, name=name))
    except (Refused, ValidationError, ValueError):
        found = ()
    return found or (UnsupportedAbility(text=line, adds_mana=adds_mana(line)),)  # type: ignore[return-value]


def _part(text: str, start: str) -> Value:
    try:
        found = grammar().read(tokens(text), start)
    except Refused:
        return None
    return None if found is None or grammar().words(found[0], start) != found[1] else found[0]


def _loosely(line: str) -> Term | None:
    bare = _QUOTED.sub(lambda one: "_" * len(one[0]), line)
    chapter = re.match(r"([IVX]+(?:, [IVX]+)*) \u2014 ", line)
    if chapter:
        return term("Chapters", numbers=chapter[1], effects=_sentences(line[chapter.end() :]))
    colon, comma = bare.find(": "), bare.find(", ")
    triggered = re.match(r"(?:when|whenever|at) ", bare, re.IGNORECASE)
    if triggered and comma > 0:
        event = _part(line[:comma], "event")
        rest, said = line[comma + 2 :], {}
        if rest.startswith("if ") and ", " in rest:
            condition, _, rest = rest.partition(", ")
            found = _part(condition[3:], "if")
            said["only_if"] = found if found is not None else term("UnsupportedCondition", text=condition)
        event = event if event is not None else term("UnsupportedEvent", text=line[:comma])
        return term("Loose", event=event, effects=_sentences(rest), **said)
    if colon > 0 and not triggered:
        text = line[:colon]
        cost = _part(text, "loyalty")
        cost = cost if cost is not None else _part(text, "cost")
        cost = cost if cost is not None else (term("UnsupportedCost", text=text),)
        return term("Loose", cost=cost, effects=_sentences(line[colon + 2 :]))
    return None


def _sentences(text: str) -> tuple[Term, ...]:
    found = []
    for one in _SENTENCE.findall(text):
        sentence = one.strip()
        if not sentence:
            continue
        said = _part(sentence if sentence.endswith((".", '"')) else f"{sentence}.", "effects")
        found.append(term("Loose", said=said, text=sentence, mana=adds_mana(_QUOTED.sub("", sentence))))
    return tuple(found)


_MAKES = re.compile(r'(?:\bwith|\bIt has|\bThey have|\bnamed [^"]*? with) "[^"]*"(?: and "[^"]*")?')


def adds_mana(line: str) -> bool:
    """Whether a line that is not understood may add mana, or change what is added.

    What a token will be able to do does not count, nor how mana may be spent.
    """
    if "from your opening hand" in line:  # it is added for a card in a hand, by nothing on the battlefield
        return False
    if "create" in line.lower():
        line = _MAKES.sub("with", line)
    words = {one.text for one in tokens(line)}
    symbol = any(one.startswith("{") for one in words)
    if words & {"add", "adds"} and (symbol or "mana" in words):
        return True
    return (
        ("mana" in words and bool(words & {"produce", "produces"})) or "tapped for mana" in line or "for mana," in line
    )


__all__ = ["adds_mana", "compiled", "partly", "read_line"]
