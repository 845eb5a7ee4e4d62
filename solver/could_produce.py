"""What each permanent could produce (CR 106.7), by either engine or by both.

The first engine evaluates the rulebook (``asp/1_game_concepts/106_could_produce.lp``); the second, ``z3engine``, was
written from the rules independently. ``could_produce`` asks one of them, or both and insists that they agree.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

import clingo
from manaproof.bridge.abilities import ManaType
from manaproof.bridge.state import State

from .book import Book
from .parsing import Signature
from .produced import Produced, in_order
from .readings import LITERAL, reading
from .reasons import Reasons
from .session import Limits, Session

Engine = Literal["asp", "z3", "both"]

KEPT = (
    Signature("could_produce", 3),
    Signature("begins_as", 5),
    Signature("makes", 5),
    Signature("left_open", 4),
    Signature("step", 6),
    Signature("settled_at", 3),
    Signature("alike", 6),
    Signature("passes", 4),
    Signature("names", 2),
    Signature("cost_choice", 4),
    Signature("controls", 3),
    Signature("characteristic", 3),
    Signature("unread", 3),
    Signature("by_tapping", 1),
    Signature("kind", 2),
    Signature("event", 2),
)
"""The predicates that the answer and its reasons are read from."""


class DisagreementError(AssertionError):
    """The two engines give different answers about a state: at least one of them is wrong.

    Attributes:
        asp: the answer of the rulebook.
        z3: the answer of the second engine.
    """

    def __init__(self, asp: Produced, z3: Produced) -> None:
        self.asp = asp
        self.z3 = z3
        told = "; ".join(
            f"{permanent}: {''.join(ours) or 'nothing'} by ASP, {''.join(theirs) or 'nothing'} by Z3"
            for permanent, (ours, theirs) in asp.differences(z3).items()
        )
        super().__init__(f"the two engines disagree on what could be produced: {told}")


def could_produce(
    state: State,
    engine: Engine = "asp",
    reading: str = LITERAL,
    ids: Iterable[str] | None = None,
    *,
    limits: Limits | None = None,
) -> Produced:
    """The types of mana that the permanents of a state could produce (CR 106.7), and why.

    Args:
        state: the state; its permanents are those on the battlefield.
        engine: ``asp``, ``z3``, or ``both`` to have the two compared.
        reading: a reading of CR 106.7 (``solver.readings``).
        ids: the permanents asked about; all of them by default.
        limits: time and memory for the first engine.

    Returns:
        The types of each permanent, in the order of the state, with the steps of one shortest way to each.

    Raises:
        ValueError: there is no such engine, reading or permanent.
        DisagreementError: with ``both``, the answers differ, and neither names anything that is not understood.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    if engine == "asp":
        found = could_produce_asp(state, reading, limits=limits)
    elif engine == "z3":
        found = _could_produce_z3(state, reading)
    elif engine == "both":
        found = could_produce_asp(state, reading, limits=limits)
        other = _could_produce_z3(state, reading)
        if not found.same_types(other):
            incomplete = next((one for one in (found, other) if one.unsupported), None)
            if incomplete is None:
                raise DisagreementError(found, other)
            found = incomplete
    else:
        raise ValueError(f"{engine!r} is not an engine; the engines are asp, z3 and both")
    if ids is None:
        return found
    wanted = list(ids)
    for one in wanted:
        if one not in found.types:
            raise ValueError(f"there is no permanent {one!r}; there are {', '.join(found.types) or 'none'}")
    return found.only(wanted)


def could_produce_asp(state: State, reading_name: str = LITERAL, *, limits: Limits | None = None) -> Produced:
    """What the rulebook says the permanents of a state could produce (CR 106.7).

    Args:
        state: the state.
        reading_name: a reading of ``solver.readings``.
        limits: time and memory.

    Raises:
        ValueError: there is no such reading.
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    chosen = reading(reading_name)
    facts: list[clingo.Symbol | str] = [*state.facts(), "asks_could_produce"]
    if chosen != LITERAL:
        facts.append(f"reading({chosen.replace('-', '_')})")
    with Session(facts, rules().slice(KEPT, snapshot=True), limits=limits or Limits()) as session:
        session.ground_through(0)
        atoms = _atoms(session)
    ids = {f'obj("{permanent.id}",0)': permanent.id for permanent in state.battlefield}
    types: dict[str, set[ManaType]] = {permanent.id: set() for permanent in state.battlefield}
    for atom in atoms["could_produce", 3]:
        which, kind, moment = atom.arguments
        if moment.type is clingo.SymbolType.Number and str(which) in ids:
            types[ids[str(which)]].add(_letter(kind))
    because = Reasons(atoms).steps()
    return Produced(
        {permanent: in_order(found) for permanent, found in types.items()},
        {
            permanent: {t: because[permanent, t] for t in in_order(found) if (permanent, t) in because}
            for permanent, found in types.items()
        },
        tuple(sorted({f"{_id(atom.arguments[0])}: {atom.arguments[1].string}" for atom in atoms["unread", 3]})),
    )


@lru_cache(maxsize=1)
def rules() -> Book:
    """The rulebook for questions about one given state: without the choices of a scenario's quantified start."""
    book = Book.bundled()
    return Book(tuple(s for s in book.statements if s.file != "machine/scenario.lp"), book.edition)


def _atoms(session: Session) -> dict[tuple[str, int], tuple[clingo.Symbol, ...]]:
    """The true atoms of the kept predicates; solved for only where grounding alone left some of them open."""
    atoms: dict[tuple[str, int], tuple[clingo.Symbol, ...]] = {}
    for name, arity in KEPT:
        found = tuple(session.facts(name, arity))
        if len(found) != sum(1 for _ in session.possible(name, arity)):
            answer = session.solve(keep=KEPT).answer
            if answer is None:
                raise ValueError("the rules contradict this state")
            return answer.symbols
        atoms[name, arity] = found
    return atoms


def _could_produce_z3(state: State, reading_name: str) -> Produced:
    from .z3engine.engine import could_produce_z3

    return could_produce_z3(state, reading_name)


def _letter(kind: clingo.Symbol) -> ManaType:
    letter: ManaType = kind.name.upper()  # type: ignore[assignment]
    return letter


def _id(which: clingo.Symbol) -> str:
    first = which.arguments[0]
    return first.string if first.type is clingo.SymbolType.String else str(which)


__all__ = ["DisagreementError", "Engine", "could_produce", "could_produce_asp", "rules"]
