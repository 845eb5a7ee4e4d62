"""Theorems about what could be produced on all boards of a palette; counterexamples where they fail (CR 106.7).

A theorem is checked on symbolic boards (``boards.py``) of one permanent, then two, and so on, so that the first
counterexample is a smallest one. Each counterexample is a ``State``; before it is reported, the engine itself plays it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import z3  # type: ignore[import-untyped]
from manaproof.bridge.abilities import MANA_TYPES, Replacement
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.library import bundled
from manaproof.bridge.state import State

from .boards import Board, Slots
from .commuting import commute, multiplier, multiplying_keeps_types, rewriter
from .engine import could_produce_z3
from .palettes import PLAYERS, Candidate, Palette, Tables, skeletons, state_of
from .rewriting import Rewriting
from .verdicts import Verdict, Word

Clock = Callable[[], float]
"""How many seconds are left."""


@dataclass(frozen=True)
class Theorem:
    """A statement about all boards of a palette, or about every amount of mana.

    Attributes:
        name: What it is called.
        says: The statement.
        expected: The verdict that it is known to have.
        cites: The rules it is about.
    """

    name: str
    says: str
    expected: Word
    cites: tuple[str, ...]
    _check: Callable[[Clock], Verdict]

    def check(self, timeout: float = 60.0) -> Verdict:
        """Prove or refute it.

        Args:
            timeout: The time limit in seconds; when it is reached the verdict is ``undecided``.
        """
        began = time.monotonic()
        try:
            verdict = self._check(lambda: timeout - (time.monotonic() - began))
        except TimeoutError:
            verdict = Verdict("undecided", "", "the time limit was reached")
        return replace(verdict, seconds=time.monotonic() - began)


# Palettes

_COLOR_ENGINES = ("Exotic Orchard", "Fellwar Stone", "Star Compass", "Harvester Druid", "Quirion Explorer")
_ENGINES = (*_COLOR_ENGINES, "Reflecting Pool", "Naga Vitalist", "Incubation Druid")
_SOURCES = ("Forest", "Wastes", "Taiga", "Gruul Turf", "City of Brass", "Mystic Gate", "Sol Ring")
_REPLACEMENTS = ("Contamination", "Ritual of Subdual", "Mana Reflection", "Damping Sphere")
_SETTERS = ("Blood Moon", "Urborg, Tomb of Yawgmoth")


def palette(*names: str) -> Palette:
    """Cards of the bundled library; those whose mana depends on more than pairs of permanents are refused.

    Raises:
        KeyError: The library has no such card.
        UnsuitableCardError: A card is refused.
    """
    library = bundled()
    return Palette(tuple(library[name] for name in names))


# Checking over all boards

Question = Callable[[Slots], tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]]
"""For slots: what defines the boards, what a counterexample is, and which slots the state to report has."""

Premise = Callable[[Slots], tuple[list[z3.BoolRef], z3.BoolRef]]
"""For slots: what defines the boards, and what makes one a witness that the statement is about something."""


def _each_produces(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef]:
    """Every permanent could produce something, one of them only because of another."""
    board = Board(slots, [True] * len(slots), "w")
    each = [z3.Or([board.could[slot, t] for t in MANA_TYPES]) for slot in board.here]
    borrowed = [z3.And(true, z3.Not(board.own[atom])) for atom, true in board.could.items()]
    return board.constraints, z3.And(*each, z3.Or(borrowed))


def _all_boards(
    cards: Palette,
    size: int,
    clock: Clock,
    question: Question,
    broken: Callable[[State], bool],
    premise: Premise | None = None,
) -> Verdict:
    """Look for a smallest board that breaks a statement; prove it if there is none of up to *size* permanents."""
    premise = premise or _each_produces
    scope = f"every board of up to {size} permanents from {len(cards.cards)} cards, two players"
    witness: State | None = None
    for number in range(1, size + 1):
        for skeleton in skeletons(cards, number):
            slots = Slots(cards, skeleton)
            constraints, wrong, present = question(slots)
            found = _solve([*slots.constraints, *constraints, wrong], clock)
            if found is not None:
                state = slots.read(found, present)
                if not broken(state):
                    raise AssertionError("a counterexample does not stand when it is played")
                detail = f"it fails on a board of {number} permanent{'' if number == 1 else 's'}"
                return Verdict("refuted", scope, detail, counterexample=state)
            if witness is None and number == size:
                defined, holds = premise(slots)
                found = _solve([*slots.constraints, *defined, holds], clock)
                witness = slots.read(found, [True] * number) if found is not None else None
    if witness is None:
        return Verdict("vacuous", scope, "no board satisfies the premises")
    return Verdict("proved", scope, witness=witness)


def _solve(constraints: list[z3.BoolRef], clock: Clock) -> z3.ModelRef | None:
    solver = z3.SolverFor("QF_LIA")
    left = clock()
    if left <= 0:
        raise TimeoutError
    solver.set("timeout", int(left * 1000))
    solver.add(constraints)
    answer = solver.check()
    if answer == z3.unknown:
        raise TimeoutError
    return solver.model() if answer == z3.sat else None


# I. Never a type out of nothing


def _from_nothing(clock: Clock) -> Verdict:
    cards = palette(*_ENGINES, "Forest", "Wastes", "Maze of Ith", "Contamination", "Mana Reflection")

    def barren(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef]:
        board = Board(slots, [True] * len(slots), "b")
        engines = {k for k, one in enumerate(cards.candidates) if one.card.name in _ENGINES}
        each = [z3.Or([one for k, one in inside.items() if k in engines]) for inside in slots.inside]
        return board.constraints, z3.And(*each, z3.Not(z3.Or(list(board.own.values()))))

    def question(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]:
        board = Board(slots, [True] * len(slots), "b")
        nothing = z3.Not(z3.Or(list(board.own.values())))
        return board.constraints, z3.And(nothing, z3.Or(list(board.could.values()))), [True] * len(slots)

    return _all_boards(cards, 3, clock, question, lambda state: any(could_produce_z3(state).types.values()), barren)


# II. The least solution


def _unique(clock: Clock) -> Verdict:
    """Whether the equations of CR 106.7 have one solution only."""
    cards = palette(*_SOURCES, "Reflecting Pool", "Exotic Orchard", "Star Compass", "Naga Vitalist")
    found: list[tuple[Board, Board]] = []

    def question(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]:
        every = [True] * len(slots)
        least, other = Board(slots, every, "least"), Board(slots, every, "other", least=False)
        found.append((least, other))
        differ = z3.Or([least.could[atom] != other.could[atom] for atom in least.could])
        return [*least.constraints, *other.constraints], differ, every

    def broken(state: State) -> bool:
        """Some permanent could produce only what it could produce already: it has no type, and would have its own."""
        return not all(could_produce_z3(state).types.values())

    return _all_boards(cards, 3, clock, question, broken)


def _limit(clock: Clock) -> Verdict:
    """Whether the least solution is what is reached by starting with nothing and joining what follows."""
    cards = palette("Forest", "Wastes", "Exotic Orchard", "Reflecting Pool", "Contamination", "Pulse of Llanowar")

    def question(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]:
        every = [True] * len(slots)
        least = Board(slots, every, "least")
        limit = least.iterated()
        differ = z3.Or([least.could[atom] != limit[atom] for atom in least.could])
        return least.constraints, differ, every

    return _all_boards(cards, 3, clock, question, lambda state: False)


# III. Monotone where it should be


def _monotone(names: Sequence[str], size: int) -> Callable[[Clock], Verdict]:
    """Adding a permanent never takes a type from another."""

    def check(clock: Clock) -> Verdict:
        cards = palette(*names)

        def question(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]:
            every = [True] * len(slots)
            more = Board(slots, every, "all")
            constraints, lost = list(more.constraints), []
            for gone in range(len(slots)):
                fewer = Board(slots, [slot != gone for slot in range(len(slots))], f"without!{gone}")
                constraints += fewer.constraints
                lost += [z3.And(fewer.could[atom], z3.Not(more.could[atom])) for atom in fewer.could]
            return constraints, z3.Or(lost), every

        return _all_boards(cards, size, clock, question, loses_types)

    return check


def loses_types(state: State) -> bool:
    """Whether a permanent of the state would have more types if another were not there."""
    full = could_produce_z3(state)
    for gone in state.battlefield:
        rest = replace(state, battlefield=tuple(p for p in state.battlefield if p.id != gone.id))
        fewer = could_produce_z3(rest)
        if any(set(fewer.types[p.id]) - set(full.types[p.id]) for p in rest.battlefield):
            return True
    return False


# IV. Colours and types


def _never_colorless(names: Sequence[str], size: int) -> Callable[[Clock], Verdict]:
    """A permanent that adds only mana of colours that others could produce never could produce {C}."""

    def check(clock: Clock) -> Verdict:
        cards = palette(*names)
        engines = {k for k, one in enumerate(cards.candidates) if one.card.name in _COLOR_ENGINES}

        def question(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]:
            every = [True] * len(slots)
            board = Board(slots, every, "b")
            wrong = [
                z3.And(inside, board.could[slot, "C"])
                for slot, here in enumerate(slots.inside)
                for k, inside in here.items()
                if k in engines
            ]
            return board.constraints, z3.Or(wrong), every

        def broken(state: State) -> bool:
            types = could_produce_z3(state).types
            return any("C" in types[p.id] for p in state.battlefield if p.card.name in _COLOR_ENGINES)

        return _all_boards(cards, size, clock, question, broken)

    return check


# V. Second copies


def _copies(names: Sequence[str], size: int) -> Callable[[Clock], Verdict]:
    """A second copy of a permanent, under the same player, changes no type of another permanent."""

    def check(clock: Clock) -> Verdict:
        cards = palette(*names)

        def question(slots: Slots) -> tuple[list[z3.BoolRef], z3.BoolRef, Sequence[bool]]:
            every = [True] * len(slots)
            if len(slots) < 2:
                return [], z3.BoolVal(False), every
            first, last = slots.inside[0], slots.inside[len(slots) - 1]
            alike = z3.Or([z3.And(first[k], last[k]) for k in first if k in last])
            more = Board(slots, every, "all")
            fewer = Board(slots, [*every[:-1], False], "fewer")
            differ = z3.Or([fewer.could[atom] != more.could[atom] for atom in fewer.could])
            return [*more.constraints, *fewer.constraints], z3.And(alike, differ), every

        def broken(state: State) -> bool:
            full = could_produce_z3(state).types
            for copy in state.battlefield:
                rest = tuple(p for p in state.battlefield if p.id != copy.id)
                if not any(p.card == copy.card and p.controller == copy.controller for p in rest):
                    continue
                fewer = could_produce_z3(replace(state, battlefield=rest)).types
                if any(fewer[p.id] != full[p.id] for p in rest):
                    return True
            return False

        return _all_boards(cards, size, clock, question, broken)

    return check


# VI. Orders of replacement effects


def effect_of(name: str) -> Rewriting:
    """The replacement effect of a card of the library, as it bears on a Forest of its controller.

    Raises:
        KeyError: The library has no such card.
        ValueError: It has no such effect, or more than one, or it changes characteristics too.
    """
    cards = palette(name, "Forest")
    known = Tables(cards)
    source = known.sources(("free", 2))[0][0]
    found = known.watching(("free", 0), source) if ("free", 0) in known.entities else ()
    if len(found) != 1:
        raise ValueError(f"{name} has {len(found)} effects that watch a Forest being tapped for mana")
    return found[0]


def producer(mana: Sequence[tuple[str, int]]) -> CardDefinition:
    """A land that is tapped for a given amount of mana: a Forest, or an invented one with a further mana ability.

    It is a basic Forest because ``effect_of`` says what effects do to the mana of one.
    """
    amounts = {kind: number for kind, number in mana if kind in MANA_TYPES and number}
    if amounts == {"G": 1}:
        return bundled()["Forest"]
    symbols = "".join(f"{{{kind}}}" * number for kind, number in amounts.items())
    ability = {"is": "activated", "cost": "{T}", "effects": {"add": symbols}}
    return CardDefinition.model_validate(
        {"name": "Counterexample Well", "types": "Basic Land - Forest", "abilities": [ability]}
    )


def pair(left: str, right: str, in_types: bool, seconds: float = 20.0) -> Verdict:
    """Whether the effects of two cards commute, for every amount of mana.

    Args:
        left: The name of a card of the library with an effect that watches lands being tapped for mana.
        right: Another.
        in_types: Whether only types count.
        seconds: The time limit.

    Returns:
        A verdict; a counterexample is a board of the two and a land that makes the mana that tells the orders apart.
    """
    verdict = commute(rewriter(effect_of(left)), rewriter(effect_of(right)), in_types, seconds)
    if verdict.word != "refuted":
        return verdict
    library = bundled()
    cards = (producer(verdict.values), library[left], library[right])
    return replace(verdict, counterexample=state_of(Candidate(card, PLAYERS[0]) for card in cards))


def rewriting_cards() -> tuple[str, ...]:
    """The cards of the library with one effect that watches a Forest being tapped for mana, by name."""
    found = []
    for name, card in bundled().items():
        if any(isinstance(ability, Replacement) for ability in card.front.abilities):
            try:
                effect_of(name)
            except ValueError:
                continue
            found.append(name)
    return tuple(sorted(found))


def pairs(in_types: bool, seconds: float = 20.0) -> Iterator[tuple[str, str, Verdict]]:
    """Every pair of cards of the library that rewrite the mana of a Forest, and whether their order matters.

    Args:
        in_types: Whether only types count.
        seconds: The time limit of each pair.
    """
    for left, right in combinations(rewriting_cards(), 2):
        yield left, right, pair(left, right, in_types, seconds)


def _pair(left: str, right: str, in_types: bool) -> Callable[[Clock], Verdict]:
    return lambda clock: pair(left, right, in_types, clock())


def _multipliers(clock: Clock) -> Verdict:
    first, second = z3.Int("f"), z3.Int("g")
    return commute(multiplier(first), multiplier(second), False, clock(), (first, second))


def _multiplier_and_type(clock: Clock) -> Verdict:
    factor = z3.Int("f")
    return commute(multiplier(factor), rewriter(effect_of("Infernal Darkness")), False, clock(), (factor,))


def _multiplying(names: Sequence[str]) -> Callable[[Clock], Verdict]:
    """Multiplying mana brings no type, beside every selection of two of these effects."""

    def check(clock: Clock) -> Verdict:
        effects = [effect_of(name) for name in names]
        worst = Verdict("proved for all integers", "")
        for number, chosen in enumerate(_selections(len(effects), 2)):
            verdict = multiplying_keeps_types([effects[i] for i in chosen], clock())
            if verdict.word != "proved for all integers":
                library = bundled()
                cards = [producer(verdict.values), *(library[names[i]] for i in chosen), library["Mana Reflection"]]
                return replace(verdict, counterexample=state_of(Candidate(card, PLAYERS[0]) for card in cards))
            worst = replace(verdict, scope=f"{verdict.scope} ({number + 1} selections of {', '.join(names)})")
        return worst

    return check


def _selections(size: int, most: int) -> Iterator[tuple[int, ...]]:
    for number in range(1, most + 1):
        yield from combinations(range(size), number)


def theorems() -> list[Theorem]:
    """Every theorem, with the verdict each is known to have."""
    plain = (
        "Forest",
        "Wastes",
        "Taiga",
        "City of Brass",
        "Sol Ring",
        "Reflecting Pool",
        "Exotic Orchard",
        "Fellwar Stone",
        "Star Compass",
        "Naga Vitalist",
    )
    return [
        Theorem(
            "nothing-from-nothing",
            "Where no permanent has an ability that adds a defined type on its own, none could produce any type,"
            " whatever refers to whatever.",
            "proved",
            ("106.5", "106.7"),
            _from_nothing,
        ),
        Theorem(
            "one-solution",
            "The equations of could produce have one solution only (they do not: so the least one is meant).",
            "refuted",
            ("106.7",),
            _unique,
        ),
        Theorem(
            "least-is-the-limit",
            "The least solution is the limit of starting with nothing and joining what follows.",
            "proved",
            ("106.7",),
            _limit,
        ),
        Theorem(
            "monotone",
            "Without replacement effects and effects that set land types, a further permanent takes no type from"
            " another.",
            "proved",
            ("106.7",),
            _monotone(plain, 4),
        ),
        Theorem(
            "monotone-with-replacements",
            "The same, with replacement effects in the palette.",
            "refuted",
            ("106.7", "106.12b"),
            _monotone((*plain, *_REPLACEMENTS), 3),
        ),
        Theorem(
            "monotone-with-land-types-set",
            "The same, with effects that set and add land types in the palette.",
            "refuted",
            ("106.7", "305.7"),
            _monotone(("Forest", "Taiga", "Wastes", "Reflecting Pool", *_SETTERS), 3),
        ),
        Theorem(
            "colors-only",
            "A permanent that adds only colors that others could produce never could produce {C}.",
            "proved",
            ("105.1", "106.1b", "106.7"),
            _never_colorless((*_COLOR_ENGINES, *_SOURCES, "Reflecting Pool"), 3),
        ),
        Theorem(
            "colors-only-with-replacements",
            "The same, with replacement effects in the palette.",
            "refuted",
            ("106.7", "106.12b"),
            _never_colorless(("Exotic Orchard", "Star Compass", "Forest", "Contamination", "Ritual of Subdual"), 4),
        ),
        Theorem(
            "second-copies",
            "A second copy of a permanent under the same player changes no type of another permanent.",
            "proved",
            ("106.7", "614.5"),
            _copies(("Forest", "Wastes", "Exotic Orchard", "Contamination", "Mana Reflection", "Damping Sphere"), 4),
        ),
        Theorem(
            "multipliers-commute",
            "Two effects that multiply mana make the same mana in either order, for every factor.",
            "proved for all integers",
            ("616.1",),
            _multipliers,
        ),
        Theorem(
            "multiplier-and-type-commute",
            "Multiplying and replacing the type make the same mana in either order, for every factor.",
            "proved for all integers",
            ("616.1",),
            _multiplier_and_type,
        ),
        Theorem(
            "contamination-and-reflection-amounts",
            "One mana instead, and twice as much: the same mana in either order.",
            "refuted",
            ("616.1",),
            _pair("Contamination", "Mana Reflection", False),
        ),
        Theorem(
            "contamination-and-reflection-types",
            "One mana instead, and twice as much: the same types in either order.",
            "proved for all integers",
            ("616.1",),
            _pair("Contamination", "Mana Reflection", True),
        ),
        Theorem(
            "two-types",
            "Two effects that replace every type by different ones: the same types in either order.",
            "refuted",
            ("616.1",),
            _pair("Infernal Darkness", "Ritual of Subdual", True),
        ),
        Theorem(
            "multiplying-keeps-types",
            "Multiplying mana brings no new type beside effects that do not ask for an amount.",
            "proved for all integers",
            ("106.7", "616.1f"),
            _multiplying(("Contamination", "Infernal Darkness", "Ritual of Subdual")),
        ),
        Theorem(
            "multiplying-beside-an-amount",
            "Multiplying mana brings no new type beside an effect that asks for two or more mana.",
            "refuted",
            ("106.12b", "616.2"),
            _multiplying(("Damping Sphere",)),
        ),
    ]


__all__ = ["Theorem", "effect_of", "loses_types", "pair", "pairs", "palette", "producer", "rewriting_cards", "theorems"]
