"""Symbolic boards: what every permanent could produce on every board of a palette at once (CR 106.7).

Which card is in a slot and who controls it are Boolean variables. ``could[i, t]`` says that the permanent in slot *i*
could produce type *t*. It is the *least* solution of the equations of 106.7: each ``could`` that is true has a support
in ``could`` of a smaller rank, so that none supports itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement

import z3  # type: ignore[import-untyped]
from manaproof.bridge.abilities import MANA_TYPES, ManaType
from manaproof.bridge.state import State

from .palettes import Entity, Palette, Source, Tables, UnsuitableCardError, state_of
from .productions import Made
from .rewriting import Rewriting

Atom = tuple[int, ManaType]


@lru_cache(maxsize=256)
def tables(palette: Palette, skeleton: tuple[int, ...]) -> Tables:
    """The tables of a palette beside a skeleton, made once."""
    return Tables(palette, skeleton)


class Slots:
    """The slots of a symbolic board: which candidate is in which.

    Attributes:
        palette: The palette.
        skeleton: The static candidate of each slot that has one; None where the slot is free.
        constraints: Each free slot holds exactly one candidate that is not static.
    """

    def __init__(self, palette: Palette, skeleton: Sequence[int | None], name: str = "in") -> None:
        self.palette = palette
        self.skeleton = tuple(skeleton)
        self.inside: list[dict[int, z3.BoolRef]] = []
        self.constraints: list[z3.BoolRef] = []
        for slot, fixed in enumerate(self.skeleton):
            if fixed is not None:
                self.inside.append({fixed: z3.BoolVal(True)})
                continue
            here = {k: z3.Bool(f"{name}!{slot}!{k}") for k in palette.free}
            self.inside.append(here)
            self.constraints.append(z3.PbEq([(one, 1) for one in here.values()], 1))

    def __len__(self) -> int:
        return len(self.skeleton)

    def read(self, model: z3.ModelRef, present: Sequence[bool]) -> State:
        """The state that a model of the constraints describes; only the slots that are present."""
        found = []
        for slot, here in enumerate(self.inside):
            chosen = next(k for k, one in here.items() if z3.is_true(model.eval(one, model_completion=True)))
            found.append(self.palette.candidates[chosen] if present[slot] else None)
        return state_of(found)


class Board:
    """The permanents of some slots, and what they could produce.

    Args:
        slots: The slots.
        present: Which of them are on this board.
        name: Tells the variables of this board from another's.
        least: Whether ``could`` is the least solution of the equations of CR 106.7, or any solution of them.

    Attributes:
        constraints: What defines ``could``.
        could: For each slot that is present and each type, whether it could be produced.
        own: For each such slot and type, whether the permanent has an ability that adds the type on its own.
    """

    def __init__(self, slots: Slots, present: Sequence[bool], name: str, least: bool = True) -> None:
        self.slots = slots
        self.name = name
        self.least = least
        self.here = [slot for slot in range(len(slots)) if present[slot]]
        fixed = [(slot, slots.skeleton[slot]) for slot in self.here]
        self.tables = tables(slots.palette, tuple(k for _, k in fixed if k is not None))
        self._position = {slot: i for i, slot in enumerate(s for s, k in fixed if k is not None)}
        self.constraints: list[z3.BoolRef] = []
        self.could: dict[Atom, z3.BoolRef] = {
            (slot, t): z3.Bool(f"{name}!could!{slot}!{t}") for slot in self.here for t in MANA_TYPES
        }
        self._rank = {atom: z3.Int(f"{name}!rank!{atom[0]}!{atom[1]}") for atom in self.could}
        self._cases: dict[tuple[object, ...], z3.BoolRef] = {}
        self._because: dict[Atom, list[tuple[z3.BoolRef, Atom | None]]] = {}
        self.own: dict[Atom, z3.BoolRef] = {}
        self._define()

    def entities(self, slot: int) -> list[tuple[Entity, z3.BoolRef]]:
        """What may be in a slot, and when it is."""
        if slot in self._position:
            return [(("slot", self._position[slot]), z3.BoolVal(True))]
        return [(("free", k), inside) for k, inside in self.slots.inside[slot].items()]

    def _define(self) -> None:
        for slot in self.here:
            supports: dict[ManaType, list[tuple[z3.BoolRef, Atom | None]]] = {t: [] for t in MANA_TYPES}
            for entity, inside in self.entities(slot):
                for source, _ in self.tables.sources(entity):
                    for effects, watched in self._watched(slot, source):
                        self._supports(slot, source, effects, z3.And(inside, watched), supports)
            for kind in MANA_TYPES:
                self._solve(slot, kind, supports[kind])

    def _solve(self, slot: int, kind: ManaType, supports: list[tuple[z3.BoolRef, Atom | None]]) -> None:
        atom = (slot, kind)
        self._because[atom] = supports
        true, rank = self.could[atom], self._rank[atom]
        own = [base for base, needs in supports if needs is None]
        self.own[atom] = z3.Or(own)
        any_support = z3.Or([base if n is None else z3.And(base, self.could[n]) for base, n in supports])
        self.constraints.append(true == any_support)
        if self.least:
            founded = [base if n is None else z3.And(base, self.could[n], self._rank[n] < rank) for base, n in supports]
            self.constraints.append(z3.Implies(true, z3.Or(founded)))

    def iterated(self) -> Mapping[Atom, z3.BoolRef]:
        """What is reached by starting with nothing and joining what follows, as often as there are atoms."""
        now: dict[Atom, z3.BoolRef] = dict.fromkeys(self.could, z3.BoolVal(False))
        for step in range(len(self.could)):
            following: dict[Atom, z3.BoolRef] = {}
            for atom, supports in self._because.items():
                following[atom] = z3.Bool(f"{self.name}!step!{step}!{atom[0]}!{atom[1]}")
                joined = z3.Or([base if n is None else z3.And(base, now[n]) for base, n in supports])
                self.constraints.append(following[atom] == z3.Or(now[atom], joined))
            now = following
        return now

    def _supports(
        self,
        slot: int,
        source: Source,
        effects: tuple[Rewriting, ...],
        base: z3.BoolRef,
        supports: dict[ManaType, list[tuple[z3.BoolRef, Atom | None]]],
    ) -> None:
        """Why each type is added by one ability under some replacement effects: on its own, or by another atom."""
        own = _own(self.tables, source, effects)
        for kind in own:
            supports[kind].append((base, None))
        lenders: list[tuple[int, z3.BoolRef, Entity | None]] = []
        if _borrows(self.tables, source, None):
            lenders.append((slot, z3.BoolVal(True), None))
        for other in self.here:
            alike: dict[tuple[Made, ...], list[tuple[Entity, z3.BoolRef]]] = {}
            for entity, inside in self.entities(other) if other != slot else ():
                makes = _borrows(self.tables, source, entity)
                if makes:
                    alike.setdefault(makes, []).append((entity, inside))
            for lending in alike.values():
                lenders.append((other, z3.Or([inside for _, inside in lending]), lending[0][0]))
        for other, lends, example in lenders:
            if not _decomposes(self.tables, source, example, effects):
                raise UnsuitableCardError("an ability that needs several types of another permanent at once")
            for lent in MANA_TYPES:
                for kind in _borrowed(self.tables, source, example, lent, effects) - own:
                    supports[kind].append((z3.And(base, lends), (other, lent)))

    def _watched(self, slot: int, source: Source) -> list[tuple[tuple[Rewriting, ...], z3.BoolRef]]:
        """Every collection of replacement effects that may watch an ability of a slot, and when it does."""
        always = _watching(self.tables, None, source)
        by: dict[Rewriting, list[z3.BoolRef]] = {}
        single = True
        for other in self.here:
            if other == slot:
                continue
            for entity, inside in self.entities(other):
                effects = _watching(self.tables, entity, source)
                single = single and len(effects) <= 1
                for effect in effects:
                    by.setdefault(effect, []).append(inside)
        if not single:
            raise UnsuitableCardError("a permanent with several replacement effects that watch one ability")
        found = []
        kinds = sorted(by)
        for size in range(len(self.here)):
            for bag in combinations_with_replacement(kinds, size):
                counts = Counter(bag)
                key = (slot, tuple((e, tuple(x.get_id() for x in by[e]), counts[e]) for e in kinds))
                if key not in self._cases:
                    self._cases[key] = z3.And([z3.PbEq([(x, 1) for x in by[e]], counts[e]) for e in kinds])
                found.append((tuple(sorted((*bag, *always))), self._cases[key]))
        return found


@lru_cache(maxsize=65536)
def _own(known: Tables, source: Source, effects: tuple[Rewriting, ...]) -> frozenset[ManaType]:
    return known.own(source, effects)


@lru_cache(maxsize=65536)
def _borrows(known: Tables, source: Source, other: Entity | None) -> tuple[Made, ...]:
    return known.borrows(source, other)


@lru_cache(maxsize=65536)
def _borrowed(
    known: Tables, source: Source, other: Entity | None, kind: ManaType, effects: tuple[Rewriting, ...]
) -> frozenset[ManaType]:
    return known.borrowed(source, other, kind, effects)


@lru_cache(maxsize=65536)
def _decomposes(known: Tables, source: Source, other: Entity | None, effects: tuple[Rewriting, ...]) -> bool:
    return known.decomposes(source, other, effects)


@lru_cache(maxsize=65536)
def _watching(known: Tables, other: Entity | None, source: Source) -> tuple[Rewriting, ...]:
    return known.watching(other, source)


def types_of(model: z3.ModelRef, board: Board) -> Mapping[int, tuple[ManaType, ...]]:
    """What a model says each slot of a board could produce."""
    return {
        slot: tuple(t for t in MANA_TYPES if z3.is_true(model.eval(board.could[slot, t], model_completion=True)))
        for slot in board.here
    }
