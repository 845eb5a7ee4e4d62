"""Cases: a board and what is tried on it, and every play that comes of that.

A case is a scenario like any other, so that whatever the rulebook can play it can be asked about.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import clingo
from manaproof.bridge.scenario import Compiled, Scenario, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State

from ..book import Book
from ..parsing import Signature
from ..plays import Play
from ..search import KEPT, Search, replay, settled
from ..session import Answer, Assumption, Limits, OutOfMemoryError, OutOfTimeError
from ..telling import tell
from .findings import Line

WATCHED = tuple(
    Signature(*one)
    for one in (
        ("would", 2),
        ("forbidden", 2),
        ("pending", 3),
        ("cant_happen", 2),
        ("player_cant", 3),
        ("cant", 3),
        ("all_pass", 1),
        ("step_over", 1),
    )
)
"""What is asked of plays besides what they are made of."""

MOST_PLAYS = 64
"""The most plays of a case that are looked at."""

ORDERS = ("replacement", "trigger")
"""Questions that ask for an order, of replacement effects (616.1) and of triggered abilities (603.3b)."""


@dataclass(frozen=True)
class Case:
    """A board and what is tried on it.

    Attributes:
        title: what is tried, in words.
        given: the state, as a scenario has it.
        when: the steps.
        answers: answers to questions that the steps ask.
        beats: how many beats a play may have.
        to_the_end: whether plays that the script does not end within these beats are of no interest.
    """

    title: str
    given: Mapping[str, Any]
    when: tuple[Any, ...] = ()
    answers: Mapping[str, Any] = field(default_factory=dict)
    beats: int = 40
    to_the_end: bool = True

    def scenario(self) -> Scenario:
        """The case as a scenario, which claims nothing that could matter.

        Raises:
            InputError: the board is none.
        """
        data = {
            "ruling": "case",
            "restated": self.title,
            "scope": {"beats": self.beats},
            "given": dict(self.given),
            "when": list(self.when),
            "answers": dict(self.answers),
            "then": [{"at_start": {"not": "draw"}}],
        }
        return read_scenarios(read_text(json.dumps(data), source=self.title))[0]


@dataclass(frozen=True)
class Round:
    """One play of a case as it was found.

    Attributes:
        compiled: the case.
        answer: the answer set.
        play: the play.
    """

    compiled: Compiled
    answer: Answer
    play: Play

    def chosen(self, *, orders: bool | None = None) -> tuple[tuple[int, str, str, str], ...]:
        """The free choices of players: the beat, who, the question, the answer.

        Args:
            orders: only those that choose an order, or only the others.
        """
        return tuple(
            (choice.beat, str(choice.player), str(choice.question), str(choice.answer))
            for beat in self.play.beats
            for choice in beat.choices
            if choice.free and (orders is None or (choice.question.name in ORDERS) == orders)
        )

    def atoms(self, name: str, arity: int) -> tuple[clingo.Symbol, ...]:
        """The true atoms of a predicate up to the play's last beat."""
        last = self.play.beats[-1].number if self.play.beats else 0
        return tuple(a for a in self.answer.atoms(name, arity) if a.arguments[-1].number <= last)

    def told(self, limits: Limits | None = None, *, citing: bool = True) -> tuple[Line, ...]:
        """The play line by line, with the rules that each rests on.

        Args:
            limits: time and memory.
            citing: look the rules up; that takes playing it again.

        """
        again = None
        with suppress(OutOfTimeError, OutOfMemoryError):  # then it is told without them
            again = replay(self.compiled, self.play, limits=limits, citing=True) if citing else None
        return tuple(_line(text) for text in tell(again or self.play))


def _line(text: str) -> Line:
    """A line as ``tell`` writes it: ``2. It resolves.  [608.3a]``."""
    number, dot, rest = text.partition(". ")
    if not (dot and number.isdigit()):
        rest = text
    words, bracket, cites = rest.rpartition("  [")
    if bracket and cites.endswith("]"):
        return Line(words, tuple(cites[:-1].split(", ")))
    return Line(rest)


@dataclass(frozen=True)
class Rounds:
    """The plays of a case.

    Attributes:
        every: the plays, :data:`MOST_PLAYS` at most.
        complete: whether these are all there are, each to its end.
    """

    every: tuple[Round, ...]
    complete: bool


def plays(case: Case | Scenario, limits: Limits, *, most: int = MOST_PLAYS, book: Book | None = None) -> Rounds:
    """Every play of a case.

    Args:
        case: the case, or a scenario.
        limits: time and memory.
        most: how many plays at most.
        book: the rulebook.

    Raises:
        InputError: the case is none.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    scenario = case.scenario() if isinstance(case, Case) else case
    rules = book or Book.bundled()
    compiled = scenario.compile(rules.whole.signatures)
    to_the_end = case.to_the_end if isinstance(case, Case) else True
    with Search(compiled, rules, limits=limits, watched=WATCHED) as search:
        if to_the_end:
            search.deepen()
        else:
            search.deepen(compiled.beats)
        wanted: list[Assumption] = [search.end] if to_the_end else []
        if any(not search.session.is_possible(symbol) for symbol, _ in wanted):
            return Rounds((), search.complete)
        found: list[Round] = []
        for answer in search.session.every(wanted, keep=(*KEPT, *WATCHED), most=most):
            found.append(Round(compiled, answer, search.play(answer)))
        return Rounds(tuple(found[:most]), len(found) <= most and (search.complete or not to_the_end))


def end_of(play: Play) -> State:
    """The state in which a play ends."""
    return play.final


def outcome(state: State) -> dict[str, str]:
    """What matters of a state, by what it is of: life totals, who lost, where things are, their counters and damage.

    Args:
        state: the state.
    """
    found: dict[str, str] = {}
    for player in state.seats:
        found[f"{player.name}'s life"] = str(player.life)
        for kind, number in player.counters.items():
            found[f"{player.name}'s {kind} counters"] = str(number)
        if player.mana:
            found[f"{player.name}'s mana"] = "".join(f"{{{kind}}}" * number for kind, number in player.mana.items())
        for zone in ("hand", "graveyard", "exile", "command"):
            cards = sorted(card.card.name for card in player.zone(zone))
            if cards:
                found[f"{player.name}'s {zone}"] = ", ".join(cards)
        cards = [card.card.name for card in player.zone("library")]
        found[f"{player.name}'s library"] = f"{len(cards)} cards" + (
            f", {', '.join(cards)}" if set(cards) - {"Wastes"} else ""
        )
    battlefield: dict[str, int] = {}
    for one in state.battlefield:
        words = [f"{number} {kind}" for kind, number in sorted(one.counters.items())]
        words += [f"{one.damage} damage"] if one.damage else []
        words += ["tapped"] if one.tapped else []
        text = f"{one.controller}'s {one.card.name}" + (f" ({', '.join(words)})" if words else "")
        battlefield[text] = battlefield.get(text, 0) + 1
    found["battlefield"] = "; ".join(f"{n} x {text}" if n > 1 else text for text, n in sorted(battlefield.items()))
    if state.stack:
        found["stack"] = ", ".join(one.id for one in state.stack)
    for text in state.also:
        if text.startswith(("lost(", "won(", "drawn")):
            found[text] = "yes"
    return found


def differences(outcomes: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Of each outcome what not all have in common."""
    keys = [
        key for key in dict.fromkeys(k for one in outcomes for k in one) if len({one.get(key) for one in outcomes}) > 1
    ]
    return [{key: one.get(key, "no") for key in keys} for one in outcomes]


def numbers(symbols: Iterable[clingo.Symbol]) -> list[int]:
    """The beats of atoms."""
    return [symbol.arguments[-1].number for symbol in symbols]


__all__ = ["ORDERS", "Case", "Round", "Rounds", "differences", "outcome", "plays", "settled"]
