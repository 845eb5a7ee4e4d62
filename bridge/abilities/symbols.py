"""The mana symbols within an ability's text, which a card's color identity counts (CR 903.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import clingo

from .base import MANA_TYPES, Node
from .costs import cost_symbol
from .mana import SYMBOL, Listed
from .replacements import ManaInstead, ManaPlus, ManaTypeBySubtype, ManaTypeInstead

_SYMBOL = re.compile(r"[WUBRGCSXY]|[0-9]{1,6}|[WUBRGC]/[WUBRGC]|2/[WUBRG]|[WUBRG](/[WUBRG])?/P")


def text_symbols(ability: Node) -> Iterator[clingo.Symbol]:
    """The symbols, as terms, of costs, of mana that is added, of quoted abilities and of texts nobody has encoded.

    Symbols of colors that the text writes as words ("a green creature") are none; nor are those of reminder text,
    which the ability form does not keep (CR 903.4c).
    """
    for node in ability.walk():
        for text in _symbols_of(node):
            yield cost_symbol(text)


def _symbols_of(node: Node) -> Iterator[str]:
    for name in type(node).model_fields:
        value = getattr(node, name)
        if isinstance(value, str):
            yield from (one for one in SYMBOL.findall(value) if _SYMBOL.fullmatch(one))
    if isinstance(node, Listed):
        yield from node.list
    elif isinstance(node, ManaTypeInstead | ManaInstead) and node.to in MANA_TYPES:
        yield node.to
    elif isinstance(node, ManaPlus):
        yield node.type
    elif isinstance(node, ManaTypeBySubtype):
        yield from node.to.values()


__all__ = ["text_symbols"]
