"""One pair of rulings: on the boards that both speak of, whether they disagree, and how.

On each such board (:mod:`.joint_boards`) the smallest play is sought in which a claim fails that fails in the scope of
its own ruling too. There

* *with the rulebook* the claims of the other hold or fail;
* *without the rulebook* (:mod:`.free_reading`) it is asked whether any interpretation makes both true.

A finding says how the two disagree (:data:`HOW`). If none of the ways applies, the claim that fails and the claims that
hold speak of different things, and there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any, Literal

import clingo
from manaproof.bridge.errors import InputError
from manaproof.bridge.scenario import Compiled, Scenario

from .book import Book, rule_order
from .explain import core_of_play
from .free_reading import BOARD, Change, FreeReading
from .joint_boards import Joint, joint_boards
from .joint_values import ApartError
from .plays import Play, claim_of
from .prove import unsupported
from .reporting import beat_data
from .search import Search, replay
from .session import Assumption, Limits, OutOfMemoryError, OutOfTimeError
from .speaking import Key, in_common, key_of, of_formula, speaks_of
from .telling import board, tell

STARTS = 4
"""On how many starts of a board a claim that fails is looked at, the smallest first."""

How = Literal["by themselves", "by the rules", "by the board"]
HOW: Mapping[How, str] = {
    "by themselves": "no interpretation makes both true, though each can be made true",
    "by the rules": "what the one needs otherwise than by the rules goes against the other, unless more is changed",
    "by the board": "the one denies what the other says of the board",
}
"""How two rulings disagree."""


@dataclass(frozen=True)
class Finding:
    """Two rulings that cannot both hold.

    Attributes:
        between: the two rulings.
        how: how they disagree.
        play: the smallest play found in which they do.
        fails: the ruling whose claim fails there.
        claim: that claim.
        against: the claims of the other that are against it.
        supported: the ruling that today's rules support there; None if neither.
        settled_by: the rules that make it so.
        facts: what the ruling that fails would need otherwise.
        expected: whether the rulings that do not hold are expected to be refuted.
    """

    between: tuple[str, str]
    how: How
    play: Play
    fails: str
    claim: str
    against: tuple[str, ...]
    supported: str | None
    settled_by: tuple[str, ...]
    facts: tuple[Change, ...]
    expected: bool

    def to_data(self) -> dict[str, Any]:
        """The finding as ``--json`` prints it."""
        return {
            "kind": "ruling against ruling",
            "between": list(self.between),
            "contradiction": self.how == "by themselves",
            "how": self.how,
            "fails": {"ruling": self.fails, "claim": self.claim},
            "against": list(self.against),
            "supported": self.supported,
            "state": self.play.state.to_data(),
            "play": [beat_data(beat) for beat in self.play.beats],
            "settled_by": list(self.settled_by),
            "facts": [{"fact": str(one.fact), "by_the_rules": one.by_the_rules} for one in self.facts],
            "expected": self.expected,
            "told": [*board(self.play.state), *tell(self.play)],
        }


@dataclass(frozen=True)
class Pair:
    """Two rulings that speak of something in common, as one of them does not follow from the rules."""

    first: Scenario
    second: Scenario
    refuted: tuple[bool, bool]

    @property
    def names(self) -> tuple[str, str]:
        """What the two are called."""
        return (self.first.ruling, self.second.ruling)


@dataclass(frozen=True)
class Verdict:
    """What became of a pair.

    Attributes:
        names: the two rulings.
        word: ``found``, ``consistent``, ``apart`` (no board is common to both) or ``undecided``.
        findings: the findings as data.
        why: what stands behind it.
    """

    names: tuple[str, str]
    word: str
    findings: tuple[dict[str, Any], ...] = ()
    why: str | None = None


def compare(pair: Pair, *, book: Book | None = None, limits: Limits | None = None) -> Verdict:
    """Look at a pair of which one, or both, do not follow from the rules."""
    rules = book or Book.bundled()
    within = limits or Limits()
    found: dict[tuple[int, str], _Dispute] = {}
    boards, why = 0, None
    try:
        for one, other in product(pair.first.parts().values(), pair.second.parts().values()):
            if not in_common(speaks_of(one), speaks_of(other)):
                continue
            wrong = [
                _failing(part, rules, within) if refuted else {}
                for part, refuted in zip((one, other), pair.refuted, strict=True)
            ]
            try:
                for joint in joint_boards(one, other):
                    board = _Board((one, other), joint, (wrong[0], wrong[1]), rules, within)
                    for dispute in board.disputes(found):
                        found[dispute.key] = dispute
                    boards += 1
            except ApartError as error:
                why = str(error)
            except InputError:
                why = "no game can be in a state that both describe"
        findings = tuple(_finding(pair, dispute, rules, within).to_data() for dispute in found.values())
    except (OutOfTimeError, OutOfMemoryError) as error:
        limit = "time" if isinstance(error, OutOfTimeError) else "memory"
        return Verdict(pair.names, "undecided", why=f"the {limit} limit was reached")
    word = "found" if findings else "consistent" if boards else "apart"
    return Verdict(pair.names, word, findings, None if boards else why)


Failing = Mapping[int, frozenset[str]]
"""Claims that fail in their own scope, each with the zones in which the things are that it fails of; none: anywhere."""

_FAILING: dict[tuple[Book, str], Failing] = {}


def _failing(part: Scenario, book: Book, limits: Limits) -> Failing:
    """The claims of a situation that fail in some play of its own."""
    key = (book, json.dumps(part.form.model_dump(mode="json"), sort_keys=True))
    if key not in _FAILING:
        compiled = part.compile(book.whole.signatures)
        found: dict[int, frozenset[str]] = {}
        with Search(compiled, book, limits=limits) as search:
            search.deepen()
            reading: FreeReading | None = None
            for claim in compiled.claims:
                if claim.time == "some_play":
                    continue
                answer = search.find([(search.violation([claim.number]), True)]).answer
                if answer is not None:
                    reading = reading or FreeReading(search)
                    found[claim.number] = _zones(reading, search.play(answer), claim.number)
        _FAILING[key] = found
    return _FAILING[key]


def _zones(reading: FreeReading, play: Play, claim: int) -> frozenset[str]:
    """Where the things are of which a claim fails: those that would have to be otherwise."""
    for freed in ((), *([one] for one in BOARD)):
        changes = reading.changes(play, [claim], freed)
        if changes:
            named = {text for change in changes for text in _strings(change.fact)}
            definitions = [one.arguments for one in play.facts if one.name == "definition"]
            named |= {name.string for name, card in definitions if card.string in named}
            beat = clingo.Number(play.violated[claim][0])
            placed = [
                one.arguments[0].arguments
                for one in play.holds
                if one.match("holds", 2) and one.arguments[1] == beat and one.arguments[0].match("zone", 2)
            ]
            return frozenset(zone.name for thing, zone in placed if set(_strings(thing)) & named)
    return frozenset()


@dataclass(frozen=True)
class _Dispute:
    """A claim that fails where the other ruling disagrees, before it is told.

    Attributes:
        how: how the two disagree.
        board: the joint board as a scenario.
        play: the play.
        side: which of the two makes the claim that fails.
        claim: its number on the joint board.
        against: the numbers of the other's claims that are against it.
        facts: what it would need otherwise.
    """

    how: How
    board: Compiled
    play: Play
    side: int
    claim: int
    against: tuple[int, ...]
    facts: tuple[Change, ...]

    @property
    def key(self) -> tuple[int, str]:
        """What is disputed."""
        return (self.side, claim_of(self.board, self.claim).says)


class _Board:
    """Looks at one joint board.

    Args:
        parts: the situations that the board joins.
        joint: the board.
        failing: of either the claims that fail in its own scope, with where.
        book: the rulebook.
        limits: time and memory.
    """

    def __init__(
        self,
        parts: tuple[Scenario, Scenario],
        joint: Joint,
        failing: tuple[Failing, Failing],
        book: Book,
        limits: Limits,
    ) -> None:
        self.parts, self.joint, self.failing, self.book, self.limits = parts, joint, failing, book, limits

    @cached_property
    def compiled(self) -> Compiled:
        """The board, ready to be solved."""
        return self.joint.scenario.compile(self.book.whole.signatures)

    def disputes(self, known: Mapping[tuple[int, str], _Dispute]) -> Iterator[_Dispute]:
        """What the two disagree about on this board, beyond what is known with better reason."""
        certain = {key for key, dispute in known.items() if dispute.how == "by themselves"}
        wanted = [
            number
            for number in range(1, len(self.joint.claims) + 1)
            if self._may_be_disputed(number) and (self._side(number), self._says(number)) not in certain
        ]
        if not wanted or unsupported(self.compiled):
            return
        with Search(self.compiled, self.book, limits=self.limits) as search:
            search.deepen()
            reading: FreeReading | None = None
            for claim in wanted:
                if reading is None and not search.find([(search.violation([claim]), True)]).satisfiable:
                    continue
                reading = reading or FreeReading(search)
                dispute = self._disputed(search, reading, claim)
                better = known.get(dispute.key) if dispute is not None else None
                if dispute is not None and (better is None or _WEIGHT[dispute.how] < _WEIGHT[better.how]):
                    yield dispute

    def _says(self, number: int) -> str:
        return str(self.joint.scenario.form.then[number - 1].get("says", f"claim {number}"))

    def _side(self, number: int) -> int:
        return self.joint.claims[number - 1][0]

    def _speaks(self, number: int) -> frozenset[Key]:
        side, own = self.joint.claims[number - 1]
        return frozenset(of_formula(self.parts[side].form.then[own - 1]))

    def _may_be_disputed(self, number: int) -> bool:
        side, own = self.joint.claims[number - 1]
        if own not in self.failing[side] or not self._related(number):
            return False
        ours, theirs = self.joint.objects[side], self.joint.objects[1 - side]
        zones = self.failing[side][own]
        if zones and not self.joint.scenario.form.when and zones.isdisjoint(theirs.values()):
            return False  # nothing of the other is where this claim fails
        named = set(_named(self.joint.scenario.form.then[number - 1])) & set(ours)
        return not named or not named.isdisjoint(theirs)

    def _others(self, number: int) -> list[int]:
        """The claims of the other."""
        return [
            one
            for one in range(1, len(self.joint.claims) + 1)
            if self._side(one) != self._side(number) and "some_play" not in self.joint.scenario.form.then[one - 1]
        ]

    def _related(self, number: int) -> list[int]:
        """The claims of the other that speak of something that this one speaks of."""
        return [one for one in self._others(number) if in_common(self._speaks(number), self._speaks(one))]

    def _disputed(self, search: Search, reading: FreeReading, claim: int) -> _Dispute | None:
        """How the other ruling disagrees where this claim fails."""
        excluded: list[Assumption] = []
        for number in range(STARTS):
            outcome = search.find([(search.violation([claim]), True), *excluded], smallest=True)
            if outcome.answer is None:
                return None
            play = search.play(outcome.answer)
            dispute = self._disagreement(reading, play, claim)
            if dispute is not None or not play.answers:
                return dispute
            again = clingo.Function("again", [clingo.Number(claim), clingo.Number(number)])
            settled = ", ".join(f"chosen(scenario,{slot},{value},-1)" for slot, value in play.answers.items())
            search.session.add(f"{again} :- {settled}.")
            excluded.append((again, False))
        return None

    def _disagreement(self, reading: FreeReading, play: Play, claim: int) -> _Dispute | None:
        related = self._related(claim)
        others = self._others(claim)
        held = [number for number in others if number not in play.violated]
        failing = [number for number in others if number in play.violated]
        alone = reading.changes(play, [claim])
        if alone is None:
            return self._denied(reading, play, claim, [one for one in held if one in related])
        if not self._concerns(alone, play, 1 - self._side(claim)):
            return None
        for some in (held, failing):
            if some and reading.possible(play, some) and not reading.possible(play, [claim, *some]):
                against = reading.opposing(play, claim, some)
                return self._dispute("by themselves", play, claim, against, alone)
        resisting = [
            one for one in held if one in related and _weight(reading.changes(play, [claim, one])) > _weight(alone)
        ]
        return self._dispute("by the rules", play, claim, resisting, alone) if resisting else None

    def _denied(self, reading: FreeReading, play: Play, claim: int, held: Sequence[int]) -> _Dispute | None:
        """The claim is true in no interpretation: whether it is the board of one that follows that it denies."""
        if self.failing[1 - self._side(claim)]:
            return None
        for freed in BOARD:
            needed = reading.changes(play, [claim], [freed])
            if needed and self._concerns(needed, play, 1 - self._side(claim)):
                keys = {key_of(one.fact) for one in needed}
                against = [number for number in held if keys <= self._speaks(number)]
                return self._dispute("by the board", play, claim, against, needed) if against else None
        return None

    def _concerns(self, changes: Sequence[Change], play: Play, side: int) -> bool:
        """Whether some of the facts are about an object of that side, or about a card that one of them is."""
        ids = set(self.joint.objects[side])
        definitions = (one.arguments for one in play.facts if one.name == "definition")
        cards = {card.string for name, card in definitions if name.string in ids}
        return any(set(_strings(one.fact)) & (ids | cards) for one in changes)

    def _dispute(self, how: How, play: Play, claim: int, against: Sequence[int], facts: tuple[Change, ...]) -> _Dispute:
        return _Dispute(how, self.compiled, play, self._side(claim), claim, tuple(against), facts)


_WEIGHT: Mapping[How, int] = {"by themselves": 0, "by the rules": 1, "by the board": 2}


def _finding(pair: Pair, dispute: _Dispute, book: Book, limits: Limits) -> Finding:
    """A dispute with what settles it."""
    board, play = dispute.board, dispute.play
    fails, other = (pair.first, pair.second) if dispute.side == 0 else (pair.second, pair.first)
    holds = all(number not in play.violated for number in dispute.against)
    told = replay(board, play, book=book, citing=True) or play
    broken = replace(told, violated={dispute.claim: play.violated[dispute.claim]})
    rests_on = set(core_of_play(board, broken, book=book, limits=limits).cites)
    if holds:
        rests_on.update(core_of_play(board, told, holding=dispute.against, book=book, limits=limits).cites)
        rests_on.update(other.form.cites)
    return Finding(
        between=pair.names,
        how=dispute.how,
        play=told,
        fails=fails.ruling,
        claim=claim_of(board, dispute.claim).says,
        against=tuple(claim_of(board, number).says for number in dispute.against),
        supported=other.ruling if holds else None,
        settled_by=tuple(sorted(rests_on, key=rule_order)),
        facts=dispute.facts,
        expected=fails.expected == "refuted" and (holds or other.expected == "refuted"),
    )


def _weight(changes: Sequence[Change] | None) -> int:
    return sum(change.weight for change in changes or ())


def _named(formula: Any) -> Iterator[str]:
    """What a formula may name: every text in it, those of raw ASP by themselves."""
    if isinstance(formula, dict):
        for key, value in formula.items():
            if key == "asp":
                yield from re.findall(r'"([^"]*)"', str(value))
            elif key != "says":
                yield from _named(value)
    elif isinstance(formula, list):
        for one in formula:
            yield from _named(one)
    elif isinstance(formula, str):
        yield formula


def _strings(symbol: clingo.Symbol) -> Iterator[str]:
    if symbol.type is clingo.SymbolType.String:
        yield symbol.string
    elif symbol.type is clingo.SymbolType.Function:
        for argument in symbol.arguments:
            yield from _strings(argument)


__all__ = ["HOW", "Finding", "Pair", "Verdict", "compare"]
