"""A field of states: every start and every script of a partial scenario, ground once and asked again and again.

A *family* is a partial scenario. Its field grounds it with rules that look which laws fire (:mod:`.generate_watch`);
then every question ("a play in which these rules fire, and none of the states found before") is a call of the solver
under assumptions, so the thousandth answer costs what the tenth did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Self

import clingo
from manaproof.bridge.scenario import Compiled, Scenario

from .book import Book
from .generate_watch import fireable, watch
from .plays import Play
from .search import KEPT, Search
from .session import Limits

SECONDS = 3.0
"""How long one question may take; what is not answered by then is undecided."""

_SUMMARY = """
#defined fires/2. #defined unsettled_at_first/1. #defined undecided/2. #defined finished/1.
generate_over(T+1) :- finished(T), T = 0..{last}.
fired(Number) :- fires(Number, T), T = 0..{last}, not generate_over(T).
pending_at_first :- unsettled_at_first(_).
in_doubt :- undecided(_, T), T = 0..{last}.
"""

Values = dict[clingo.Symbol, clingo.Symbol]
"""What was left open, each with its answer."""


@dataclass(frozen=True)
class Model:
    """A play as far as the solver has it.

    Attributes:
        values: the answers to what the family leaves open, of what arises.
        fired: the rules that fire in it.
        plain: of the players' open choices (to act, to attack, to block) those that are not the plainest: the literal
            of the plainest answer.
        settled: literals of the plainest answers that :meth:`Field.smallest` settled on.
    """

    values: Values
    fired: frozenset[str]
    plain: tuple[int, ...]
    settled: tuple[int, ...] = ()


class Field:
    """The states of a family.

    Args:
        scenario: the family.
        book: the rulebook.
        limits: time and memory.
        pending: whether state-based actions may be due in the state itself.
        seed: a number that makes the solver's arbitrary choices repeatable and various.
    """

    def __init__(
        self,
        scenario: Scenario,
        book: Book | None = None,
        *,
        limits: Limits | None = None,
        pending: bool = False,
        seed: int = 0,
    ) -> None:
        watching = watch(book or Book.bundled())
        self.compiled: Compiled = scenario.compile(watching.book.whole.signatures)
        self.search = Search(self.compiled, watching.book, limits=limits, watched=watching.watched)
        self._pending = pending
        self._seed = seed
        self._ready = False
        self._blocked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.search.session.close()

    def may_fire(self, rules: Iterable[str]) -> bool:
        """Whether all of some rules may fire, by a look at the facts alone: what may not, does not."""
        return frozenset(rules) <= fireable(self.search.rules.statements)

    def ground(self) -> None:
        """Ground the family, beat after beat, until every play has ended.

        Raises:
            OutOfTimeError, OutOfMemoryError: a limit is reached.
        """
        if self._ready:
            return
        search = self.search
        search.deepen()
        session, last = search.session, search.horizon
        session.add(_SUMMARY.format(last=last))
        control = session.control
        configuration: Any = control.configuration
        configuration.solve.models = 1
        configuration.solve.opt_mode = "ignore"
        configuration.solver.seed = self._seed % (2**31)
        configuration.solver.rand_freq = 0.02
        atoms = control.symbolic_atoms
        self._fired: dict[str, int] = {}
        self.always: frozenset[str] = frozenset(
            atom.symbol.arguments[0].string for atom in atoms.by_signature("fired", 1) if atom.is_fact
        )
        for atom in atoms.by_signature("fired", 1):
            if not atom.is_fact and atom.literal:
                self._fired[atom.symbol.arguments[0].string] = atom.literal
        self._answers: dict[clingo.Symbol, dict[clingo.Symbol, int]] = {}
        self._acts: list[tuple[int, int]] = []
        plainest: dict[tuple[Any, ...], int] = {}
        others: list[tuple[tuple[Any, ...], int]] = []
        for atom in atoms.by_signature("chosen", 4):
            player, question, answer, beat = atom.symbol.arguments
            if beat.number == -1:
                self._answers.setdefault(question, {})[answer] = atom.literal
            elif question.name in ("act", "attack", "block"):
                if str(answer) in ("pass", "no"):
                    plainest[player, question, beat] = atom.literal
                else:
                    others.append(((player, question, beat), atom.literal))
        self._acts = [(literal, plainest[key]) for key, literal in others if key in plainest and literal]
        self._base = [self._literal("finished", clingo.Number(last))]
        for name, wanted in (("pending_at_first", self._pending), ("in_doubt", False)):
            literal = self._literal(name)
            if literal is not None and not wanted:
                self._base.append(-literal)
        self._ready = True

    def _literal(self, name: str, *arguments: clingo.Symbol) -> Any:
        atom = self.search.session.control.symbolic_atoms[clingo.Function(name, list(arguments))]
        return None if atom is None or not atom.literal else atom.literal

    @property
    def rules(self) -> frozenset[str]:
        """The rules that may fire in some play, as far as grounding tells."""
        return frozenset(self._fired) | self.always

    def find(self, rules: Iterable[str] = (), fixed: Sequence[int] = (), *, seconds: float = SECONDS) -> Model | bool:
        """A play in which some rules fire.

        Args:
            rules: the rules.
            fixed: further assumptions, as the solver's literals.
            seconds: how long it may take.

        Returns:
            The play; False if there is none; True if that was not decided in time.
        """
        if self._base[0] is None:
            return False
        literals = [*self._base, *fixed]
        for rule in rules:
            if rule in self.always:
                continue
            if rule not in self._fired:
                return False
            literals.append(self._fired[rule])
        control = self.search.session.control
        with control.solve(literals, yield_=True, async_=True) as handle:
            handle.resume()
            if not handle.wait(seconds):
                handle.cancel()
                return True
            model = handle.model()
            if model is None:
                return False
            return self._read(model)

    def _read(self, model: clingo.Model) -> Model:
        values: Values = {}
        for slot, answers in self._answers.items():
            for answer, literal in answers.items():
                if model.is_true(literal):
                    values[slot] = answer
        fired = {rule for rule, literal in self._fired.items() if model.is_true(literal)}
        acts = tuple(plain for literal, plain in self._acts if model.is_true(literal))
        return Model(values, frozenset(fired) | self.always, acts)

    def smallest(self, model: Model, rules: Sequence[str], keep: Iterable[clingo.Symbol] = ()) -> Model:
        """A play in which the same rules fire, and of which nothing can be dropped.

        Every object, counter, number and step is tried with each plainer value, and every action with none; what
        does without is done without, until nothing does.

        Args:
            model: the play to begin with.
            rules: the rules.
            keep: what is not to be touched.
        """
        kept = set(keep)
        present = model
        settled: dict[clingo.Symbol, clingo.Symbol] = {}
        for slot in self._order():
            if slot.name in kept or slot.name not in present.values:
                continue
            for value in slot.values:
                if value == present.values[slot.name]:
                    break
                trying = {**{s: v for s, v in present.values.items() if s in settled}, slot.name: value}
                found = self.find(rules, self.fixed(trying))
                if isinstance(found, Model):
                    present = found
                    break
            if slot.name in present.values:
                settled[slot.name] = present.values[slot.name]
        fixed = self.fixed(present.values)
        plainer: list[int] = []
        for plain in present.plain:
            found = self.find(rules, [*fixed, *plainer, plain])
            if isinstance(found, Model):
                present = found
                plainer.append(plain)
        return replace(present, settled=tuple(plainer))

    def _order(self) -> list[Any]:
        """What is left open, in the order in which it is made plain: steps, then objects, then the rest."""

        def rank(slot: Any) -> int:
            text = str(slot.name)
            return 0 if text.startswith('slot("step ') else 1 if text.endswith(",count)") else 2

        return sorted(self.compiled.slots, key=rank)

    def fixed(self, values: Mapping[clingo.Symbol, clingo.Symbol]) -> list[int]:
        """Assumptions that something is answered so."""
        return [
            literal
            for slot, value in values.items()
            if (literal := self._answers.get(slot, {}).get(value)) is not None and literal != 0
        ]

    def exclude(self, model: Model) -> None:
        """Never again find a play whose start and script hold all that this one's do: none smaller was missed by it."""
        plainest = {slot.name: slot.values[0] for slot in self.compiled.slots}
        own = {slot: value for slot, value in model.values.items() if value != plainest.get(slot)}
        with self.search.session.control.backend() as backend:
            backend.add_rule([], self.fixed(own))

    def play(self, model: Model, rules: Sequence[str]) -> tuple[Play, frozenset[str], dict[str, str]] | None:
        """The whole play, the rules that fire in it, and who controls which permanent at its end.

        Args:
            model: what is known of it, as :meth:`smallest` gives it back.
            rules: the rules that fire in it.
        """
        wanted = [self._fired[rule] for rule in rules if rule in self._fired]
        literals: Any = [*self._base, *self.fixed(model.values), *model.settled, *wanted]
        search = self.search
        outcome = search.session.solve(literals, keep=(*KEPT, ("fired", 1), ("controls", 3)))
        if outcome.answer is None:
            return None
        fired = frozenset(symbol.arguments[0].string for symbol in outcome.answer.atoms("fired", 1))
        play = search.play(outcome.answer)
        last = play.beats[-1].number if play.beats else 0
        controllers = {
            one.arguments[1].arguments[0].string: one.arguments[0].string
            for one in outcome.answer.atoms("controls", 3)
            if one.arguments[2] == clingo.Number(last)
            and str(one.arguments[1]).startswith("obj(")
            and one.arguments[1].arguments[0].type is clingo.SymbolType.String
        }
        return play, fired, controllers


__all__ = ["Field", "Model", "Values"]
