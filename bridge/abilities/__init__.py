"""The ability form: a typed, immutable intermediate form of card text (DESIGN section 3)."""

from .ability import (
    Ability,
    Activated,
    Keyword,
    Replacement,
    SpellAbility,
    Static,
    Target,
    Triggered,
    UnsupportedAbility,
)
from .base import BASIC_LAND_TYPES, COLORS, MANA_TYPES, Color, ManaType, Node, word
from .facts import ability_facts, ability_id
from .filters import Filter

__all__ = [
    "BASIC_LAND_TYPES",
    "COLORS",
    "MANA_TYPES",
    "Ability",
    "Activated",
    "Color",
    "Filter",
    "Keyword",
    "ManaType",
    "Node",
    "Replacement",
    "SpellAbility",
    "Static",
    "Target",
    "Triggered",
    "UnsupportedAbility",
    "ability_facts",
    "ability_id",
    "word",
]
