"""Plays: answer sets of a scenario read as games, told beat by beat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import clingo
from manaproof.bridge.scenario import Claim, Compiled
from manaproof.bridge.state import State

from .book import rule_order
from .session import Answer


@dataclass(frozen=True)
class Choice:
    """An answer that somebody gave.

    Attributes:
        beat: when.
        player: who, as a term; ``scenario`` for what the scenario leaves open.
        question: the term of the question.
        answer: the term of the answer.
        free: whether another answer was possible.
    """

    beat: int
    player: clingo.Symbol
    question: clingo.Symbol
    answer: clingo.Symbol
    free: bool


@dataclass(frozen=True)
class Beat:
    """One beat of a play.

    Attributes:
        number: its number.
        kind: what kind of beat it is, as a term.
        events: what happens, each with the rules it rests on.
        choices: the answers given.
        cites: the rules behind what else is so at the beat.
        abilities: the rules by which abilities trigger, are put onto the stack and resolve at it.
    """

    number: int
    kind: str
    events: tuple[tuple[clingo.Symbol, tuple[str, ...]], ...]
    choices: tuple[Choice, ...]
    cites: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()


@dataclass(frozen=True)
class Play:
    """One play of a scenario.

    Attributes:
        state: the state it starts from.
        answers: what the scenario left open, and how it is settled here.
        beats: its beats, up to the one at which the script is done.
        violated: the claims that fail in it, by number, each with the beats at which it does.
        impossible: what the script asked for and the rules do not allow.
        holds: every fluent with its beat, for the states on the way.
    """

    state: State
    answers: Mapping[clingo.Symbol, clingo.Symbol]
    beats: tuple[Beat, ...]
    violated: Mapping[int, tuple[int, ...]]
    impossible: tuple[clingo.Symbol, ...] = ()
    holds: tuple[clingo.Symbol, ...] = field(default=(), repr=False)
    facts: tuple[clingo.Symbol, ...] = field(default=(), repr=False)

    @property
    def finished(self) -> bool:
        """Whether the script is done."""
        return bool(self.beats) and self.beats[-1].kind == "finished"

    @property
    def final(self) -> State:
        """The state at the last beat."""
        last = self.beats[-1].number if self.beats else 0
        return State.from_facts((*self.facts, *self.holds), self.state.definitions, beat=last)

    @property
    def cites(self) -> tuple[str, ...]:
        """Every rule that something in the play rests on, as far as it was looked up."""
        found = {cite for beat in self.beats for _, cites in beat.events for cite in cites}
        found |= {cite for beat in self.beats for cite in beat.cites}
        return tuple(sorted(found, key=rule_order))


def play_of(compiled: Compiled, answer: Answer, because: Mapping[clingo.Symbol, tuple[str, ...]]) -> Play:
    """An answer set as a play.

    Args:
        compiled: the scenario.
        answer: the answer set.
        because: the rules that facts rest on, where they were looked up.
    """
    ends = [symbol.arguments[0].number for symbol in answer.atoms("finished", 1)]
    kinds: dict[int, str] = {}
    for symbol in answer.atoms("beat", 2):
        kinds[symbol.arguments[1].number] = str(symbol.arguments[0])
    last = min(ends) if ends else max(kinds, default=0)
    if ends:
        kinds[last] = "finished"
    open_ = {(symbol.arguments[0], symbol.arguments[1], symbol.arguments[3]) for symbol in answer.atoms("open", 4)}
    choices: dict[int, list[Choice]] = {}
    answers: dict[clingo.Symbol, clingo.Symbol] = {}
    for symbol in answer.atoms("chosen", 4):
        player, question, value, beat = symbol.arguments
        if beat.number < 0:
            answers[question] = value
        elif beat.number <= last:
            free = (player, question, beat) in open_
            choices.setdefault(beat.number, []).append(Choice(beat.number, player, question, value, free))
    events: dict[int, list[clingo.Symbol]] = {}
    for symbol in answer.atoms("happens", 2):
        if symbol.arguments[1].number <= last:
            events.setdefault(symbol.arguments[1].number, []).append(symbol.arguments[0])
    cited: dict[int, set[str]] = {}
    abilities: dict[int, set[str]] = {}
    by_event: dict[tuple[clingo.Symbol, int], tuple[str, ...]] = {}
    for fact, cites in because.items():
        beat_number = fact.arguments[-1].number if fact.arguments else 0
        if fact.name in ("happens", "would", "state_based"):
            key = (fact.arguments[0], beat_number)
            by_event[key] = tuple(sorted({*by_event.get(key, ()), *cites}, key=rule_order))
        else:
            cited.setdefault(beat_number, set()).update(cites)
        if _moves_ability(fact):
            abilities.setdefault(beat_number, set()).update(cites)
    for key, more in _replaced(answer, because).items():
        by_event[key] = tuple(sorted({*by_event.get(key, ()), *more}, key=rule_order))
    beats = tuple(
        Beat(
            number,
            kinds.get(number, "none"),
            tuple((event, by_event.get((event, number), ())) for event in sorted(events.get(number, ()), key=str)),
            tuple(choices.get(number, ())),
            tuple(sorted(cited.get(number, ()), key=rule_order)),
            tuple(sorted(abilities.get(number, ()), key=rule_order)),
        )
        for number in range(last + 1)
    )
    violated: dict[int, list[int]] = {}
    for symbol in answer.atoms("violated", 2):
        if symbol.arguments[1].number <= last:
            violated.setdefault(symbol.arguments[0].number, []).append(symbol.arguments[1].number)
    state = compiled.start.state(answers)
    return Play(
        state,
        answers,
        beats,
        {number: tuple(sorted(at)) for number, at in sorted(violated.items())},
        tuple(symbol for symbol in answer.atoms("impossible", 3) if symbol.arguments[2].number <= last),
        answer.atoms("holds", 2),
        tuple(symbol for symbol in state.facts() if symbol.name != "holds"),
    )


def _moves_ability(fact: clingo.Symbol) -> bool:
    """Whether a fact is that an ability triggers, is put onto the stack or resolves."""
    if fact.name == "triggers":
        return True
    subject = fact.arguments[0] if fact.arguments else fact
    if fact.name == "beat":
        return subject.name in ("instruction", "finish")
    on_stack = fact.name == "begins" and subject.name == "zone" and str(subject.arguments[1]) == "stack"
    return on_stack and ",trigger(" in str(subject.arguments[0])


def _replaced(
    answer: Answer, because: Mapping[clingo.Symbol, tuple[str, ...]]
) -> dict[tuple[clingo.Symbol, int], set[str]]:
    """What events that waited for replacement effects rest on: what proposed them, and the effects applied to them."""
    proposed: dict[clingo.Symbol, set[str]] = {}
    applied: dict[clingo.Symbol, set[str]] = {}
    for fact, cites in because.items():
        if fact.name in ("would", "state_based"):
            proposed.setdefault(fact.arguments[0], set()).update(cites)
        elif fact.name in ("diverts", "rewrites"):
            applied.setdefault(fact.arguments[0], set()).update(cites)
    found: dict[tuple[clingo.Symbol, int], set[str]] = {}
    for symbol in answer.atoms("holds", 2) if because else ():
        fluent, beat = symbol.arguments
        if fluent.name != "pending":
            continue
        waiting, event = fluent.arguments
        cites_of = found.setdefault((event, beat.number), set())
        while waiting.name == "by":
            waiting, effect = waiting.arguments
            cites_of |= applied.get(effect, set())
        cites_of |= proposed.get(waiting.arguments[0], set())
    return found


def claim_of(compiled: Compiled, number: int) -> Claim:
    """A claim by its number."""
    return next(claim for claim in compiled.claims if claim.number == number)


__all__ = ["Beat", "Choice", "Play", "claim_of", "play_of"]
