"""What each permanent of a state could produce, by Z3: the second engine (CR 106.7, DESIGN section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from manaproof.bridge.abilities import MANA_TYPES, Keyword, ManaType
from manaproof.bridge.abilities import statics as st
from manaproof.bridge.abilities.ability import Activated, Static, Triggered, UnsupportedAbility
from manaproof.bridge.state import State

from ..produced import Produced, Steps, in_order
from ..readings import LITERAL, Reading, reading
from .board import board_of
from .changes import adds_mana, is_mana_ability
from .evaluate import View
from .filters import NotUnderstoodError
from .layers import Layers
from .objects import Board, Held, World, functions
from .orders import UndecidedError, Witness, producible
from .productions import Production, Vector, productions, speaks_of_production
from .rewriting import Rewriting, Watcher, rewriting, watchers


def could_produce_z3(state: State, reading_name: str = LITERAL) -> Produced:
    """The types of mana that each permanent of a state could produce (CR 106.7).

    Costs, activation conditions and whether targets are there are ignored; an intervening "if" is not, since it is
    checked as the ability resolves (CR 603.4), nor are conditions within effects.

    Args:
        state: The state.
        reading_name: A reading of ``solver.readings``.

    Raises:
        ValueError: There is no such reading.
    """
    return could_produce_board(board_of(state), reading(reading_name), state.also)


def could_produce_board(board: Board, chosen: Reading = LITERAL, also: tuple[str, ...] = ()) -> Produced:
    """As ``could_produce_z3``, for a board.

    Args:
        board: The board.
        chosen: The reading.
        also: Further fluents of the state; those that may bear on mana are reported as unsupported.
    """
    return Fixpoint(board, chosen, also).run()


HARMLESS = frozenset(
    (
        "lost",
        "won",
        "drawn",
        "left",
        "drew_from_empty",
        "script",
        "doing",
        "resume",
        "activated_this_turn",
        "deathtouched",
        "target",
        "paid",
        "this_turn",
        "kicked",
        "cast_by",
        "cast_from",
        "designation",
    )
)
"""Fluents of a state's ``also`` that the board has, or that bear on no characteristic and on no mana."""


@dataclass(frozen=True)
class Source:
    """An ability of a permanent that adds mana."""

    permanent: str
    held: Held
    refers: bool
    """Whether what it adds depends on what permanents could produce."""


class Fixpoint:
    """The least solution of what permanents could produce where they refer to one another.

    Types only ever join, each with the reason it had at that time; so every chain of reasons ends at an ability that
    refers to nothing, and permanents that only refer to each other have no type.
    """

    def __init__(self, board: Board, chosen: Reading, also: tuple[str, ...] = ()) -> None:
        self.board = board
        self.reading = chosen
        layers = Layers(board)
        self.world: World = layers.run()
        self.watchers = watchers(board, self.world)
        self.types: dict[str, frozenset[ManaType]] = {one.id: frozenset() for one in board.permanents}
        self.because: dict[str, dict[ManaType, Steps]] = {one.id: {} for one in board.permanents}
        self.problems: dict[str, None] = dict(layers.problems)
        self.cache: dict[tuple[object, ...], frozenset[str]] = {}
        for fluent in also:
            if fluent.partition("(")[0] not in HARMLESS:
                self._problem(fluent, "what a resolution left behind is not read from a state")
        self._unknown_statics()

    def run(self) -> Produced:
        """Solve, and return types and reasons."""
        sources = list(self._sources())
        for source in sources:
            if not source.refers:
                self._resolve(source)
        referring = [source for source in sources if source.refers]
        growing = bool(referring)
        while growing:
            growing = False
            for source in referring:
                growing = self._resolve(source) or growing
        return Produced(
            {one.id: in_order(self.types[one.id]) for one in self.board.permanents},
            {one: {t: self.because[one][t] for t in MANA_TYPES if t in self.because[one]} for one in self.because},
            tuple(self.problems),
        )

    # Which abilities

    def _sources(self) -> Iterator[Source]:
        for one in self.board.permanents:
            for held in self.world[one.id].abilities:
                if not adds_mana(held.ability):
                    continue
                counts = self.reading != "mana-abilities-only" or is_mana_ability(held.ability)
                if counts or isinstance(held.ability, UnsupportedAbility):
                    yield Source(one.id, held, speaks_of_production(held.ability))

    def _unknown_statics(self) -> None:
        """Static effects that nobody has encoded may bear on mana: they are named."""
        for one in self.board.objects:
            if not functions(one):
                continue
            for held in self.world[one.id].abilities:
                if isinstance(held.ability, Static):
                    for change in held.ability.changes:
                        if isinstance(change, st.UnsupportedChange):
                            self._problem(one.id, f"a static ability is not understood: {change.text}")

    def _problem(self, where: str, what: str) -> None:
        self.problems[f"{where}: {what}"] = None

    # One ability

    def _resolve(self, source: Source) -> bool:
        """Add what an ability would add; whether that was more than was known."""
        controller = self.world[source.permanent].controller
        view = View(self.board, self.world, source.permanent, controller, could_produce=self.types, cache=self.cache)
        before = self.types[source.permanent]
        try:
            for production in productions(view, source.held, self.reading):
                self._add(source, production)
        except NotUnderstoodError as problem:
            self._problem(source.permanent, f"mana that is not understood: {problem}")
        except UndecidedError as problem:
            self._problem(source.permanent, str(problem))
        return self.types[source.permanent] != before

    def _add(self, source: Source, production: Production) -> None:
        watching = sorted(self._watching(source, production.who), key=lambda pair: pair[1])
        effects = tuple(effect for _, effect in watching)
        for kind, witness in producible(production.mana, production.where, effects).items():
            if kind not in self.types[source.permanent]:
                self.types[source.permanent] |= {kind}
                names = [watcher.source for watcher, _ in watching]
                steps = (
                    label(source.held),
                    *explained(witness, production, names),
                )
                self.because[source.permanent][kind] = steps

    def _watching(self, source: Source, who: str) -> Iterator[tuple[Watcher, Rewriting]]:
        for watcher in self.watchers:
            try:
                found = rewriting(watcher, self.board, self.world, source.permanent, source.held, who)
            except NotUnderstoodError as problem:
                self._problem(watcher.source, f"a replacement effect is not understood: {problem}")
                continue
            if found is not None and found.steps:
                yield watcher, found


# Reasons in words


def label(held: Held) -> str:
    """What an ability of a permanent is called in a reason: its kind and where it comes from."""
    kinds = {Activated: "activated", Triggered: "triggered", Keyword: "keyword"}
    kind = kinds.get(type(held.ability), "")
    match held.origin:
        case ("printed", number):
            return f"{kind} ability, number {number} of its text"
        case ("intrinsic", subtype):
            return f"mana ability of the type {subtype.capitalize()}"
        case ("granted", giver, *_):
            return f"{kind} ability granted by {giver}"
    return f"{kind} ability"


def explained(witness: Witness, production: Production, names: list[str]) -> Iterator[str]:
    """The steps of a witness: unknowns, the mana made and where its types come from, each replacement effect."""
    for unknown, value in witness.unknowns:
        yield f"{unknown} is {value}"
    yield f"would add {mana_text(witness.made)}"
    for kind, amount in zip(MANA_TYPES, witness.made, strict=True):
        if amount and kind in production.sources:
            yield f"{{{kind}}} because {production.sources[kind]} could produce it"
    for index, after in witness.replaced:
        yield f"replaced by {names[index]}: {mana_text(after)}"


def mana_text(mana: Vector) -> str:
    """``{G}{G}``; many of a type are counted: ``12 {G}``."""
    parts = [
        f"{{{kind}}}" * amount if amount <= 4 else f"{amount} {{{kind}}}"
        for kind, amount in zip(MANA_TYPES, mana, strict=True)
        if amount
    ]
    return " ".join(parts) if any(amount > 4 for amount in mana) else "".join(parts) or "no mana"
