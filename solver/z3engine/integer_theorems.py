"""The theorems over all integers that a scenario may state under ``integers:``, by name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from manaproof.bridge.scenario import TheoremName

from .costs import COST_RULES, total_cost_theorem
from .counters import COUNTER_RULES, counters_theorem
from .damage import DAMAGE_RULES, damage_theorem
from .integers import X_RULES, x_theorem
from .verdicts import Verdict


@dataclass(frozen=True)
class IntegerTheorem:
    """A theorem over all integers.

    Attributes:
        rules: The rules that it rests on.
    """

    rules: frozenset[str]
    _prove: Callable[[Collection[str], float], Verdict]

    def check(self, rules: Collection[str] | None = None, seconds: float = 20.0) -> Verdict:
        """Prove or refute it.

        Args:
            rules: The rules in force; all that it rests on by default.
            seconds: The time limit of each of its parts.
        """
        return self._prove(self.rules if rules is None else rules, seconds)


THEOREMS: Mapping[TheoremName, IntegerTheorem] = {
    "x": IntegerTheorem(X_RULES, x_theorem),
    "total_cost": IntegerTheorem(COST_RULES, total_cost_theorem),
    "damage": IntegerTheorem(DAMAGE_RULES, damage_theorem),
    "counters": IntegerTheorem(COUNTER_RULES, counters_theorem),
}
"""Every theorem, by the name that scenarios call it."""

__all__ = ["THEOREMS", "IntegerTheorem"]
