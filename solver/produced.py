"""What each permanent could produce: the answer that both engines give (CR 106.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from manaproof.bridge.abilities import MANA_TYPES, ManaType

Steps = tuple[str, ...]
"""Why a permanent could produce a type: the ability, what was chosen, the replacement effects in their order."""


def in_order(types: Iterable[ManaType]) -> tuple[ManaType, ...]:
    """The types, each once, in the order W U B R G C."""
    found = set(types)
    return tuple(t for t in MANA_TYPES if t in found)


@dataclass(frozen=True, slots=True)
class Produced:
    """The types of mana that permanents could produce.

    Attributes:
        types: For each permanent of the board, by its id and in the order of the state, the types in the order W U B R
            G C; empty where it could produce none.
        because: For each permanent and each of its types, the steps of one way to produce it.
        unsupported: What bears on mana and was not understood, one sentence each, beginning with the object's id. The
            answer about a board is complete only where this is empty.
    """

    types: Mapping[str, tuple[ManaType, ...]]
    because: Mapping[str, Mapping[ManaType, Steps]] = field(default_factory=dict)
    unsupported: tuple[str, ...] = ()

    def __getitem__(self, permanent: str) -> tuple[ManaType, ...]:
        """The types of one permanent.

        Raises:
            KeyError: The board has no such permanent.
        """
        return self.types[permanent]

    def same_types(self, other: Produced) -> bool:
        """Whether another answer names the same permanents with the same types, whatever its reasons."""
        return {p: set(t) for p, t in self.types.items()} == {p: set(t) for p, t in other.types.items()}

    def differences(self, other: Produced) -> dict[str, tuple[tuple[ManaType, ...], tuple[ManaType, ...]]]:
        """The permanents on which two answers differ, each with this answer's types and the other's."""
        ids = [*self.types, *(p for p in other.types if p not in self.types)]
        pairs = {p: (in_order(self.types.get(p, ())), in_order(other.types.get(p, ()))) for p in ids}
        return {p: pair for p, pair in pairs.items() if pair[0] != pair[1]}

    def only(self, permanents: Iterable[str]) -> Produced:
        """The answer about some permanents.

        Raises:
            KeyError: The board has no permanent of such an id.
        """
        wanted = list(permanents)
        return Produced(
            {p: self.types[p] for p in wanted}, {p: self.because.get(p, {}) for p in wanted}, self.unsupported
        )

    def to_json(self) -> dict[str, Any]:
        """``{"permanents": {id: {"types": [...], "because": {type: [step, ...]}}}}`` (DESIGN section 8)."""
        return {
            "permanents": {
                permanent: {
                    "types": list(in_order(types)),
                    "because": {t: list(self.because.get(permanent, {}).get(t, ())) for t in in_order(types)},
                }
                for permanent, types in self.types.items()
            }
        }


__all__ = ["Produced", "Steps", "in_order"]
