"""Searches: the sessions that look at all plays of a scenario at once.

A :class:`Search` grounds a scenario beat by beat until every play has ended (or the scope's last beat is reached) and
answers questions about all plays at once; :func:`replay` plays one again from its state and its choices alone, and
learns on the way which rules each event rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from types import TracebackType
from typing import Self

import clingo
from manaproof.bridge.scenario import Compiled

from .book import Book, Slice
from .citing import citing_rules
from .parsing import BASE, BEAT, Signature, Statement, parse
from .plays import Play, play_of
from .session import Answer, Assumption, Limits, Outcome, Rules, Session

DEMAND = tuple(
    Signature(*one)
    for one in (
        ("finished", 1),
        ("violated", 2),
        ("tested", 2),
        ("impossible", 3),
        ("chosen", 4),
        ("happens", 2),
        ("due", 3),
        ("attained", 3),
        ("undecided", 2),
    )
)
"""What a play is made of; the rules these rest on are loaded."""

KEPT = (
    ("chosen", 4),
    ("open", 4),
    ("happens", 2),
    ("beat", 2),
    ("violated", 2),
    ("tested", 2),
    ("finished", 1),
    ("impossible", 3),
    ("holds", 2),
    ("replaced", 3),
)

_SMALLEST = """
#minimize { N@4,Slot : chosen(scenario, Slot, N, -1), Slot = slot(_, count) }.
#minimize { 1@3,T : unfinished_at(T) }.
#minimize { Rank@2,Slot : chosen(scenario, Slot, Value, -1), slot_value(Slot, Value, Rank) }.
#minimize { 1@1,Player,Question,T : chosen(Player, Question, Answer, T), Answer != pass, Player != scenario }.
"""
"""What makes a play small: few objects, few beats, plain answers, few actions."""


class Search:
    """Looks at all plays of a scenario.

    Args:
        compiled: the scenario.
        book: the rulebook.
        limits: time and memory.
        in_force: whether the cited rules are facts or assumed.
        fixed: the facts of the start, where it is not quantified (a replay).
        extra: further statements (those that look up citations).
        playing: whether what the script cannot do is reported instead of excluded.
        watched: further predicates that are asked about.

    Attributes:
        book: the rulebook.
        whole: the rules in question, those that cannot fire included.
        rules: those that can.
    """

    def __init__(
        self,
        compiled: Compiled,
        book: Book | None = None,
        *,
        limits: Limits | None = None,
        in_force: Rules = Rules.IN_FORCE,
        fixed: Iterable[clingo.Symbol] | None = None,
        citing: bool = False,
        playing: bool = False,
        watched: Iterable[Signature] = (),
    ) -> None:
        self.compiled = compiled
        self.limits = limits or Limits()
        self.rules = _rules(book or Book.bundled(), compiled.rules, citing, frozenset(watched))
        given = tuple(compiled.facts() if fixed is None else fixed)
        self.book = book or Book.bundled()
        self._given = given
        self.setup = _door(book or Book.bundled())
        checks = () if playing else _checks()
        self.whole = Slice((*self.rules.statements, *checks))
        self.session = Session(given, self.whole, setup=self.setup, in_force=in_force, limits=self.limits)
        self.session.prune()
        self.rules = self.session.rules
        self.horizon = -1
        self.complete = False
        self._sized = False
        self._forbids = False
        self._watched = False
        self._doubts = False
        self._named: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.session.close()

    def deepen(self, beats: int | None = None) -> None:
        """Ground beats until every play has ended, at most as many as the scope allows.

        Args:
            beats: the last beat, if it is known; nothing is asked on the way then.
        """
        if beats is not None:
            self.session.ground_through(beats)
            self.horizon = beats
            self.complete = self.session.is_fact(_finished(beats))
            return
        while self.horizon < self.compiled.beats and not self.complete:
            self.horizon += 1
            self.session.ground_through(self.horizon)
            self.complete = self._ended(self.horizon)

    def _ended(self, beat: int) -> bool:
        finished = _finished(beat)
        if self.session.is_fact(finished):
            return True
        if not self.session.is_possible(finished):
            return False
        return not self.session.solve([(finished, False)]).satisfiable

    @property
    def end(self) -> Assumption:
        """The assumption that the play has ended."""
        return (_finished(self.horizon), True)

    def find(
        self,
        assumptions: Sequence[Assumption] = (),
        *,
        ended: bool = True,
        smallest: bool = False,
        with_core: bool = False,
    ) -> Outcome:
        """Look for a play.

        Args:
            assumptions: what it is to be like.
            ended: only plays whose script is done.
            smallest: the smallest such play.
            with_core: where there is none, find assumptions that exclude it.

        Returns:
            The outcome, its answer holding what :meth:`play` needs.
        """
        wanted = [*assumptions, self.end] if ended else list(assumptions)
        if ended and not self.session.is_possible(_finished(self.horizon)):
            return Outcome(False)
        if any(value and not self.session.is_possible(symbol) for symbol, value in wanted):
            return Outcome(False)
        if smallest and not self._sized:
            self._sized = True
            beats = "".join(f"unfinished_at({t}) :- not finished({t}).\n" for t in range(self.horizon + 1))
            self.session.add(beats + _SMALLEST)
        return self.session.solve(wanted, keep=KEPT, optimize=smallest, with_core=with_core)

    def violation(self, claims: Iterable[int] | None = None) -> clingo.Symbol:
        """An atom that is true where some claim fails (one of those named)."""
        numbers = tuple(claims) if claims is not None else tuple(c.number for c in self.compiled.claims)
        self._watch()
        name = "broken_" + "_".join(map(str, numbers))
        if name not in self._named:
            self._named.add(name)
            self.session.add("".join(f"{name} :- broken({number}).\n" for number in numbers))
        return clingo.Function(name)

    def _watch(self) -> None:
        """What is asked of each claim, grounded at once: every call of the grounder looks at all there is."""
        if self._watched:
            return
        self._watched = True
        every = "broken_" + "_".join(str(claim.number) for claim in self.compiled.claims)
        self._named.add(every)
        self.session.add(
            "#defined violated/2. #defined tested/2. #defined broken/1.\n"
            f"broken(Claim) :- violated(Claim, T), T <= {self.horizon}.\n{every} :- broken(_).\n"
            f"put_to_test(Claim) :- tested(Claim, T), T <= {self.horizon}.\n"
            "#defined due/3. #defined attained/3.\n"
            f"goal(Claim, Values) :- due(Claim, Values, 0).\n"
            f"reached(Claim, Values) :- attained(Claim, Values, T), T <= {self.horizon}.\n"
        )

    @property
    def impossibility(self) -> clingo.Symbol:
        """An atom that is true where the script asks for what the rules do not allow."""
        atom = clingo.Function("against_the_rules")
        if not self._forbids:
            self._forbids = True
            self.session.add(
                f"#defined impossible/3.\n{{{{ {atom} }}}} .\n:- not {atom}, impossible(_, _, _).\n"
                f":- {atom}, not impossible(_, _, _).".replace("{{", "{").replace("}}", "}")
            )
        return atom

    @property
    def doubt(self) -> clingo.Symbol:
        """An atom that is true where a play comes to something that the book does not decide."""
        if not self._doubts:
            self._doubts = True
            self.session.add(f"#defined undecided/2.\nleft_undecided :- undecided(_, T), T <= {self.horizon}.\n")
        return clingo.Function("left_undecided")

    def undecided(self) -> tuple[clingo.Symbol, ...]:
        """What some play comes to that the book does not decide; nothing if no play does."""
        if not any(True for _ in self.session.possible("undecided", 2)):
            return ()
        found = self.session.solve([(self.doubt, True), self.end], keep=(("undecided", 2),))
        if found.answer is None:
            return ()
        return tuple(dict.fromkeys(symbol.arguments[0] for symbol in found.answer.atoms("undecided", 2)))

    def starts(self) -> Iterator[tuple[Assumption, ...]]:
        """Every start of the scenario, as the answers to what it and its steps leave open."""
        door = Slice(tuple(s for s in self.book.statements if s.file == "machine/scenario.lp" and s.part == BASE))
        with Session(self._given, door, setup=self.setup, limits=self.limits) as session:
            session.start()
            session.control.configuration.solve.models = 0  # type: ignore[union-attr]
            with session.control.solve(yield_=True) as handle:
                for model in handle:
                    yield tuple((atom, True) for atom in model.symbols(atoms=True) if atom.name == "chosen")

    def unreached(self) -> tuple[int, tuple[Assumption, ...]] | None:
        """A start from which no play leads where a claim says that some play does, with the claim.

        None if there is none.
        """
        self._watch()
        for start in self.starts():
            open_: set[clingo.Symbol] = set()
            found = self._reaching(start)
            if found.answer is None:
                continue
            open_ = set(found.answer.atoms("goal", 2)) - _as_goals(found.answer)
            while open_:
                goal = min(open_, key=str)
                reached = clingo.Function("reached", goal.arguments)
                found = (
                    self._reaching((*start, (reached, True))) if self.session.is_possible(reached) else Outcome(False)
                )
                if found.answer is None:
                    return goal.arguments[0].number, start
                open_ -= _as_goals(found.answer)
        return None

    def _reaching(self, assumptions: Sequence[Assumption]) -> Outcome:
        return self.session.solve([*assumptions, self.end], keep=(("goal", 2), ("reached", 2)))

    def test(self, claim: int) -> clingo.Symbol:
        """An atom that is true where a claim's condition is met."""
        self._watch()
        return clingo.Function("put_to_test", [clingo.Number(claim)])

    def play(self, answer: Answer, because: Mapping[clingo.Symbol, tuple[str, ...]] | None = None) -> Play:
        """An answer set as a play."""
        return play_of(self.compiled, answer, because or {})


def _as_goals(answer: Answer) -> set[clingo.Symbol]:
    return {clingo.Function("goal", symbol.arguments) for symbol in answer.atoms("reached", 2)}


def _finished(beat: int) -> clingo.Symbol:
    return clingo.Function("finished", [clingo.Number(beat)])


@lru_cache(maxsize=16)
def _rules(book: Book, text: str, citing: bool, watched: frozenset[Signature]) -> Slice:
    """The part of the book that a scenario needs, with its own reading rules."""
    rules = Book((*book.statements, *parse("the scenario", text)), book.edition).slice((*DEMAND, *watched))
    if not citing:
        return rules
    return Slice((*rules.statements, *citing_rules(rules.statements)))


@lru_cache(maxsize=1)
def _checks() -> tuple[Statement, ...]:
    """What is against the rules is no play."""
    return tuple(parse("checks", "#program beat(t).\n:- impossible(_, _, t)."))


@lru_cache(maxsize=16)
def _door(book: Book) -> str:
    """The door's rules for beat -1, at which the start is settled."""
    door = Slice(tuple(s for s in book.statements if s.file == "machine/door.lp" and s.part == BEAT))
    return door.beat(-1)


def settled(compiled: Compiled, answers: Mapping[clingo.Symbol, clingo.Symbol]) -> tuple[clingo.Symbol, ...]:
    """The facts of a scenario whose open questions are answered: nothing of the start is left to choose.

    Args:
        compiled: the scenario.
        answers: the answers, by slot; of slots that do not arise there is none.
    """
    facts: dict[clingo.Symbol, None] = dict.fromkeys(compiled.start.fixed)
    facts.update(dict.fromkeys(compiled.script.facts))
    facts[clingo.Function("x_bound", [clingo.Number(compiled.bound)])] = None
    for slot in compiled.slots:
        if slot.name in answers:
            facts.update(dict.fromkeys(slot.gives.get(answers[slot.name], ())))
    return tuple(facts)


def replay(
    compiled: Compiled, play: Play, *, book: Book | None = None, limits: Limits | None = None, citing: bool = False
) -> Play | None:
    """Play a play again from its state and its choices, in a session of its own.

    Args:
        compiled: the scenario.
        play: the play.
        book: the rulebook.
        limits: time and memory.
        citing: look up the rules that each event rests on.

    Returns:
        The play as it comes out; None if the rules do not allow it.
    """
    with Search(
        compiled, book, limits=limits, fixed=settled(compiled, play.answers), citing=citing, playing=True
    ) as search:
        last = play.beats[-1].number if play.beats else 0
        search.deepen(last)
        assumed = [
            (clingo.Function("chosen", [c.player, c.question, c.answer, clingo.Number(c.beat)]), True)
            for beat in play.beats
            for c in beat.choices
        ]
        kept = (*KEPT, ("because", 3)) if citing else KEPT
        if any(not search.session.is_possible(symbol) for symbol, _ in assumed):
            return None
        outcome = search.session.solve(assumed, keep=kept)
        if outcome.answer is None:
            return None
        because: dict[clingo.Symbol, tuple[str, ...]] = {}
        for symbol in outcome.answer.atoms("because", 3) if citing else ():
            fact, number, _ = symbol.arguments
            because[fact] = (*because.get(fact, ()), number.string)
        again = search.play(outcome.answer, because)
        return replace(again, state=play.state, answers=play.answers, facts=play.facts)


__all__ = ["DEMAND", "KEPT", "Search", "replay", "settled"]
