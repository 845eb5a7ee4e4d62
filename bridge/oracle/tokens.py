"""Tokens with the characteristics that a text gives them (CR 111.3, 111.10)."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..abilities import Ability
from ..cards import CardDefinition, Face
from ..library import Library, bundled
from .grammar import grammar
from .lexicon import CLASSES, tokens
from .references import Context, Resolver
from .templates import Refused
from .terms import Term, to_node

_COLORS = {letter: text for text, letter in CLASSES["COLOR"].items()}


@cache
def token_definition(key: str) -> CardDefinition | None:
    """The definition of a token by what texts call it: "1/1 white Soldier creature token with flying".

    Its name is its subtypes and the word Token (CR 111.4).

    None where the words are none that :mod:`manaproof.bridge.oracle` writes, or give no characteristics.
    """
    if Library.__contains__(bundled(), key):
        return bundled()[key]
    try:
        found = grammar().read(tokens(key), "token")
    except Refused:
        return None
    if found is None:
        return None
    try:
        return _made(found[0], key)
    except (Refused, ValueError):
        return None


def _made(said: Term, key: str) -> CardDefinition | None:
    abilities: list[Ability] = []
    if said.kind == "WithAbilities":
        resolver = Resolver(Context())
        abilities = [to_node(resolver.value(one)) for one in said.get("abilities")]  # type: ignore[misc]
        said = said.get("of")
    if said.kind != "TokenOf":
        return None
    power, _, toughness = said.get("pt").partition("/")
    if not power.isdigit() or not toughness.isdigit():
        return None
    line = said.get("line")
    subtypes = [one.replace("_", " ").title() for one in line.get("subtypes")]
    words = ["Legendary"] if said.get("legendary") else []
    words += [one.capitalize() for one in line.get("types")]
    data: dict[str, Any] = {
        "name": " ".join([*subtypes, "Token"]),
        "types": f"{' '.join(words)} - {' '.join(subtypes)}",
        "color_indicator": said.get("colors"),
        "power": int(power),
        "toughness": int(toughness),
        "abilities": tuple(abilities),
    }
    return CardDefinition(known_as=key, faces=(Face.model_validate(data),))
