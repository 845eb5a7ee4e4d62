"""Characteristics through the layers: timestamps, dependency by its definition, and 613.6 (CR 604, 611.3, 613).

Every object of a board has characteristics in a *world*. An effect depends on another if, in the world as it would be
after the other, it did not exist, applied to other objects, or did something else to one of them (CR 613.8a). That is
computed as it is said, by making that world; pairs of which one changes nothing that the other reads are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from manaproof.bridge.abilities import BASIC_LAND_TYPES, Filter, Keyword, Static
from manaproof.bridge.abilities import statics as st
from manaproof.bridge.abilities.base import Node

from .changes import (
    KEYWORD_COUNTERS,
    SUBLAYERS,
    Action,
    action,
    applied,
    counter_bonus,
    intrinsic,
    layer_of,
)
from .evaluate import View
from .filters import EVERY_CREATURE_TYPE, NotUnderstoodError
from .objects import Board, Characteristics, GameObject, Held, World, functions


@dataclass(frozen=True, slots=True)
class Effect:
    """A continuous effect from a static ability of an object (CR 611.3).

    Attributes:
        source: The id of the object that the ability is on.
        held: The ability; with the source it names the effect.
        static: What the ability says.
        order: Breaks ties of timestamps: the order of objects and of their abilities.
        rule: Whether a rule gives it rather than an ability that can be lost (a counter, CR 122.1b).
    """

    source: str
    held: Held
    static: Static
    order: tuple[int, int]
    rule: bool = False

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """What names the effect, whatever becomes of its ability."""
        return (self.source, self.held.origin)

    def parts(self, sublayer: str) -> tuple[st.Change, ...]:
        """The changes of the effect in one sublayer."""
        return _parts(self.static, sublayer)

    @property
    def when(self) -> tuple[int, int, int]:
        """Its place in timestamp order."""
        return (self.held.timestamp, *self.order)


@lru_cache(maxsize=16384)
def _parts(static: Static, sublayer: str) -> tuple[st.Change, ...]:
    return tuple(c for c in static.changes if layer_of(c, static.defines) == sublayer)


Delta = dict[str, Characteristics]
"""The objects that an effect changes, each as it is afterwards."""


class Layers:
    """One run through the layers.

    Attributes:
        world: The characteristics so far; the result after ``run``.
        problems: What could not be understood, a sentence each.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.world: dict[str, Characteristics] = {one.id: one.base for one in board.objects}
        self.started: dict[tuple[str, tuple[str, ...]], tuple[Effect, frozenset[str]]] = {}
        self.problems: dict[str, None] = {}

    def run(self) -> World:
        """Apply every effect in its place and return the resulting characteristics."""
        for sublayer in SUBLAYERS:
            if sublayer == "6":
                self._intrinsic_abilities()
            if sublayer == "7c":
                self._counters()
            self._sublayer(sublayer)
        return self.world

    # The order within a sublayer

    def _sublayer(self, sublayer: str) -> None:
        done: set[tuple[str, tuple[str, ...]]] = set()
        while True:
            waiting = [e for e in self._effects(sublayer) if e.key not in done]
            defining = [e for e in waiting if e.static.defines]
            group = defining or waiting
            if not group:
                return
            chosen = self._next(group, sublayer)
            done.add(chosen.key)
            self._apply(chosen, sublayer)

    def _effects(self, sublayer: str) -> list[Effect]:
        """The effects with a part in the sublayer: those that exist, and those that have started (CR 613.6)."""
        found = {effect.key: effect for effect in existing(self.board, self.world) if effect.parts(sublayer)}
        for key, (effect, _) in self.started.items():
            if effect.parts(sublayer):
                found[key] = effect
        return sorted(found.values(), key=lambda e: e.when)

    def _next(self, group: list[Effect], sublayer: str) -> Effect:
        """The effect to apply now (CR 613.7, 613.8): the earliest that waits for none.

        An effect waits for those it depends on, save where they form a loop with it (CR 613.8b).
        """
        if len(group) == 1:
            return group[0]
        needs = self._dependencies(group, sublayer)
        if not any(needs.values()):
            return group[0]
        reach = {e.key: _reachable(e.key, needs) for e in group}
        for effect in group:
            waits = {other for other in needs[effect.key] if effect.key not in reach[other]}
            if not waits:
                return effect
        return group[0]  # not reached: the components of a finite graph have a first one

    def _dependencies(
        self, group: list[Effect], sublayer: str
    ) -> dict[tuple[str, tuple[str, ...]], set[tuple[str, tuple[str, ...]]]]:
        needs: dict[tuple[str, tuple[str, ...]], set[tuple[str, tuple[str, ...]]]] = {e.key: set() for e in group}
        reads = {e.key: _reads(e.static, sublayer) for e in group}
        deltas: dict[tuple[object, ...], Delta] = {}
        verdicts: dict[tuple[object, ...], bool] = {}
        for other in group:
            same = self._sameness(other)
            if same not in deltas:
                deltas[same] = self._delta(other, sublayer)
            delta = deltas[same]
            if not delta:
                continue
            writes = frozenset(what for one, after in delta.items() for what in _changed(self.world[one], after))
            for effect in group:
                if effect.key == other.key:
                    continue
                if writes.isdisjoint(reads[effect.key]) and not self._loses(effect, delta):
                    continue
                pair = (self._sameness(effect), same, effect.source if effect.source in delta else None)
                if pair not in verdicts:
                    verdicts[pair] = self._depends(effect, delta, sublayer)
                if verdicts[pair]:
                    needs[effect.key].add(other.key)
        return needs

    def _sameness(self, effect: Effect) -> tuple[object, ...]:
        """Effects with equal values do the same to the same objects."""
        this = effect.source if _personal(effect.static) or effect.key in self.started else None
        return (effect.static, self.world[effect.source].controller, this)

    def _loses(self, effect: Effect, delta: Delta) -> bool:
        """Whether a change takes the effect's ability from its source."""
        after = delta.get(effect.source)
        if after is None or effect.rule or effect.key in self.started:
            return False
        return not any(h.origin == effect.held.origin for h in after.abilities)

    def _depends(self, effect: Effect, delta: Delta, sublayer: str) -> bool:
        """Whether applying the other effect, which makes *delta*, changes this one (CR 613.8a, b)."""
        if self._loses(effect, delta):
            return True
        later: World = {**self.world, **delta}
        now_applies = self._objects(effect, self.world)
        changed: Iterable[str] = now_applies
        if effect.source not in delta and not _looks_around(effect.static):
            # What it does to an object rests on that object alone: only those that change need a look.
            changed = now_applies & delta.keys()
            if effect.key not in self.started:
                view = self._view(effect, later)
                if any(self._matches(effect, view, one) != (one in now_applies) for one in delta):
                    return True
        elif self._objects(effect, later) != now_applies:
            return True
        return any(
            self._actions(effect, sublayer, one, self.world) != self._actions(effect, sublayer, one, later)
            for one in changed
        )

    def _matches(self, effect: Effect, view: View, one: str) -> bool:
        try:
            return one == effect.source if effect.static.defines else view.passes(effect.static.affects, one)
        except NotUnderstoodError as problem:
            self._problem(effect, problem)
            return False

    # What an effect does

    def _objects(self, effect: Effect, world: World) -> frozenset[str]:
        """What the effect applies to: the objects it started with, or those that its text means now."""
        if effect.key in self.started:
            return self.started[effect.key][1]
        view = self._view(effect, world)
        try:
            if effect.static.only_if is not None and view.holds(effect.static.only_if) is not True:
                return frozenset()
            if effect.static.defines:
                return frozenset((effect.source,))
            return view.matching(effect.static.affects)
        except NotUnderstoodError as problem:
            self._problem(effect, problem)
            return frozenset()

    def _actions(self, effect: Effect, sublayer: str, one: str, world: World) -> tuple[Action, ...]:
        view = self._view(effect, world)
        found = []
        for change in effect.parts(sublayer):
            try:
                found.append(action(change, view, one))
            except NotUnderstoodError as problem:
                self._problem(effect, problem)
        return tuple(found)

    def _delta(self, effect: Effect, sublayer: str) -> Delta:
        """The objects that the effect would change, as they would be."""
        found: Delta = {}
        view = self._view(effect, self.world)
        parts = effect.parts(sublayer)
        for one in self._objects(effect, self.world):
            before = now = self.world[one]
            for index, change in enumerate(parts):
                try:
                    doing = action(change, view.seeing(world={**self.world, one: now}) if index else view, one)
                except NotUnderstoodError as problem:
                    self._problem(effect, problem)
                    continue
                origin = ("granted", effect.source, *effect.held.origin, str(index))
                now = applied(doing, now, origin, effect.held.timestamp)
            if now != before:
                found[one] = now
        return found

    def _apply(self, effect: Effect, sublayer: str) -> None:
        objects = self._objects(effect, self.world)
        delta = self._delta(effect, sublayer)
        if objects:
            self.started.setdefault(effect.key, (effect, objects))
        self.world.update(delta)

    def _view(self, effect: Effect, world: World) -> View:
        return View(self.board, world, effect.source, world[effect.source].controller)

    def _problem(self, effect: Effect, problem: NotUnderstoodError) -> None:
        self.problems[f"{effect.source}: a static ability is not understood: {problem}"] = None

    # What rules give

    def _intrinsic_abilities(self) -> None:
        """CR 305.6: a land has the mana ability of each basic land type, after layer 4 and so subject to layer 6."""
        for one in self.board.objects:
            now = self.world[one.id]
            if "land" not in now.types:
                continue
            gained = tuple(
                Held(intrinsic(s), ("intrinsic", s), one.timestamp) for s in BASIC_LAND_TYPES if s in now.subtypes
            )
            if gained:
                self.world[one.id] = replace(now, abilities=(*now.abilities, *gained))

    def _counters(self) -> None:
        """CR 613.4c, 122.1a: counters add to power and toughness; in 7c the order of sums does not matter."""
        for one in self.board.objects:
            power = sum(counter_bonus(kind)[0] * number for kind, number in one.counters)
            toughness = sum(counter_bonus(kind)[1] * number for kind, number in one.counters)
            if power or toughness:
                now = self.world[one.id]
                self.world[one.id] = replace(now, power=now.power + power, toughness=now.toughness + toughness)


def existing(board: Board, world: World) -> Iterator[Effect]:
    """The effects of the static abilities that function in a world (CR 604.2, 604.3)."""
    for place, one in enumerate(board.objects):
        here = functions(one)
        if here:
            yield from _of_counters(one, place)
        for number, held in enumerate(world[one.id].abilities):
            static = _static_of(held)
            if static is not None and (here or static.defines):
                yield Effect(one.id, held, static, (place, number))


_DEFINING = {
    "devoid": Static(changes=(st.SetColors(),), defines=True),
    "changeling": Static(changes=(st.AddTypes(subtypes=(EVERY_CREATURE_TYPE,)),), defines=True),
}
"""Keywords that are characteristic-defining abilities (CR 702.73a, 702.114a)."""


def _static_of(held: Held) -> Static | None:
    if isinstance(held.ability, Static):
        return held.ability
    return _DEFINING.get(held.ability.keyword) if isinstance(held.ability, Keyword) else None


def _of_counters(one: GameObject, place: int) -> Iterator[Effect]:
    """CR 122.1b. A state does not say when a counter came: it counts as old as its permanent."""
    for number, (kind, amount) in enumerate(one.counters):
        if kind in KEYWORD_COUNTERS and amount > 0:
            static = Static(changes=(st.GainAbility(ability=Keyword(keyword=kind)),))
            held = Held(static, ("counter", kind), one.timestamp)
            yield Effect(one.id, held, static, (place, -1 - number), rule=True)


def _reachable(
    start: tuple[str, tuple[str, ...]], needs: dict[tuple[str, tuple[str, ...]], set[tuple[str, tuple[str, ...]]]]
) -> set[tuple[str, tuple[str, ...]]]:
    found: set[tuple[str, tuple[str, ...]]] = set()
    edge = [start]
    while edge:
        for other in needs[edge.pop()]:
            if other not in found:
                found.add(other)
                edge.append(other)
    return found


# What effects read and write, so that most pairs need no world

_ASPECTS = ("types", "supertypes", "subtypes", "colors", "abilities", "power", "toughness", "controller")


def _changed(before: Characteristics, after: Characteristics) -> Iterator[str]:
    """The aspects in which an object is changed."""
    return (what for what in _ASPECTS if getattr(before, what) != getattr(after, what))


_FILTER_READS: Mapping[str, tuple[str, ...]] = {
    "types": ("types", "any_type", "not_types", "chosen_type", "compare"),
    "supertypes": ("supertypes", "not_supertypes"),
    "subtypes": ("subtypes", "any_subtype", "not_subtypes", "chosen_type"),
    "colors": ("colors", "any_color", "chosen_color"),
    "abilities": ("keywords",),
    "controller": ("controller",),
    "power": ("compare",),
    "toughness": ("compare",),
}


@lru_cache(maxsize=4096)
def _reads(static: Static, sublayer: str) -> frozenset[str]:
    """What the effect's text looks at: its filters, conditions and amounts, and what its changes ask of an object."""
    found: set[str] = set()
    for node in _own_nodes(static):
        if isinstance(node, Filter):
            found.update(what for what, names in _FILTER_READS.items() if any(getattr(node, name) for name in names))
            if node.colorless is not None:
                found.add("colors")
        elif type(node).__module__.endswith((".amounts", ".conditions")):
            found.update(_ASPECTS)
        elif sublayer == "4" and layer_of_change(node) == "4":
            found.add("types")
    if sublayer == "2":
        found.add("controller")
    return frozenset(found)


def layer_of_change(node: Node) -> str | None:
    """The layer of a node that may be a change."""
    return layer_of(node, False)  # type: ignore[arg-type]


def _own_nodes(static: Static) -> Iterable[Node]:
    """The nodes of a static ability, those of abilities that it grants left out: they are read later if at all."""
    edge: list[Node] = [static]
    while edge:
        node = edge.pop()
        yield node
        if not isinstance(node, st.GainAbility):
            edge.extend(node.children())


@lru_cache(maxsize=4096)
def _looks_around(static: Static) -> bool:
    """Whether an effect reads other objects than those it applies to: in a condition or an amount."""
    return any(type(node).__module__.endswith((".amounts", ".conditions")) for node in _own_nodes(static))


@lru_cache(maxsize=4096)
def _personal(static: Static) -> bool:
    """Whether what the effect does depends on which object its source is."""
    return any(
        (
            isinstance(node, Filter)
            and (node.ref is not None or node.other or node.chosen_color or node.chosen_type or node.chosen_name)
        )
        or type(node).__module__.endswith((".amounts", ".conditions"))
        or (isinstance(node, st.AddTypes | st.SetLandTypes) and "chosen" in node.subtypes)
        for node in _own_nodes(static)
    )
