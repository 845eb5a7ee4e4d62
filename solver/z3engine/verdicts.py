"""What became of a statement: the verdicts of DESIGN section 4, with their scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from manaproof.bridge.state import State

Word = Literal["proved", "proved for all integers", "refuted", "vacuous", "undecided", "unsupported"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict.

    Attributes:
        word: Which.
        scope: What it ranges over.
        detail: A sentence about the witness or the counterexample, or why there is no answer.
        seconds: How long it took.
        witness: A state in which the premises hold, where the statement is about states.
        counterexample: The smallest state that breaks the statement.
        values: The numbers that break it, or for which its premises hold, by name.
    """

    word: Word
    scope: str
    detail: str = ""
    seconds: float = 0.0
    witness: State | None = None
    counterexample: State | None = None
    values: tuple[tuple[str, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The verdict as dicts, lists, strings and numbers."""
        return {
            "verdict": self.word,
            "scope": self.scope,
            "detail": self.detail,
            "seconds": round(self.seconds, 3),
            "witness": self.witness.to_data() if self.witness is not None else None,
            "counterexample": self.counterexample.to_data() if self.counterexample is not None else None,
            "values": dict(self.values),
        }
