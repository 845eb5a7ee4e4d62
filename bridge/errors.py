"""What is wrong with an input, where, and how to cure it.

Everything that reads something a person wrote (a state, a card, a scenario) raises ``InputError`` and nothing else; the
command line prints it and ends with exit code 2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        what: What is wrong, a sentence without a full stop.
        cure: What to do about it, likewise.
        source: The file's name, or how the text is called where it came from no file.
        line: The line, from 1; 0 where the problem has no place (an unreadable file).
        column: The column, from 1; 0 where the problem has no place.
    """

    what: str
    cure: str
    source: str = "<text>"
    line: int = 0
    column: int = 0

    @property
    def place(self) -> str:
        """``file:line:column``, as editors and terminals understand it."""
        return f"{self.source}:{self.line}:{self.column}" if self.line else self.source

    def __str__(self) -> str:
        return f"{self.place}: {self.what}\n  cure: {self.cure}"


class InputError(Exception):
    """An input that cannot be used.

    Attributes:
        problems: Every problem found, in the order of the file; never empty.
    """

    def __init__(self, problems: Problem | Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = (problems,) if isinstance(problems, Problem) else tuple(problems)
        if not self.problems:
            raise ValueError("an InputError needs a problem")
        super().__init__(str(self))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Problem, ...]]]:
        return type(self), (self.problems,)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)

    @property
    def file(self) -> str:
        """The file of the first problem."""
        return self.problems[0].source

    @property
    def line(self) -> int:
        """The line of the first problem, from 1; 0 where it has none."""
        return self.problems[0].line

    @property
    def column(self) -> int:
        """The column of the first problem, from 1; 0 where it has none."""
        return self.problems[0].column

    @property
    def what(self) -> str:
        """What is wrong first of all."""
        return self.problems[0].what

    @property
    def cure(self) -> str:
        """The cure of the first problem."""
        return self.problems[0].cure


def suggestions(text: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known names most like a text, the likest first; case does not matter."""
    folded: dict[str, str] = {}
    for name in known:
        folded.setdefault(name.casefold(), name)
    close = difflib.get_close_matches(text.casefold(), folded, n=limit, cutoff=0.6)
    return [folded[name] for name in close]


def did_you_mean(text: str, known: Iterable[str], otherwise: str) -> str:
    """``did you mean 'Forest'?``, or the other cure where nothing is like the text."""
    close = suggestions(text, known)
    if not close:
        return otherwise
    return "did you mean " + " or ".join(repr(name) for name in close) + "?"
