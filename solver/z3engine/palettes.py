"""A palette of cards, and what each could do for each other: the tables that symbolic boards are made of.

On a board of such cards, what an ability of one permanent adds depends only on (1) the permanents whose static
abilities change characteristics, the *skeleton*; (2) which replacement effects watch it; (3) which types the permanents
that it speaks of could produce. Everything about one permanent and one other is computed by the engine itself, on a
board of the skeleton and those two; cards for which that is not enough (counts, conditions) are refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from manaproof.bridge.abilities import MANA_TYPES, Filter, ManaType, Static
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities import conditions as co
from manaproof.bridge.abilities import mana as mn
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.state import State

from ..readings import LITERAL
from .board import board_of
from .changes import adds_mana
from .evaluate import View
from .layers import Layers
from .objects import Board, Characteristics, GameObject, Held
from .orders import producible
from .productions import Made, OneOf, Production, Spread, productions, speaks_of_production
from .rewriting import Rewriting, rewriting, watchers

PLAYERS = ("alice", "bob")
"""The players of a symbolic board; alice is the active player."""

Types = frozenset[ManaType]
NO_TYPES: Types = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card under a player's control: what may be in a slot."""

    card: CardDefinition
    controller: str

    @property
    def static(self) -> bool:
        """Whether it has an ability that changes characteristics."""
        return any(isinstance(ability, Static) for ability in self.card.front.abilities)


class UnsuitableCardError(ValueError):
    """A card whose mana depends on more than pairs of permanents."""


def suitable(card: CardDefinition) -> CardDefinition:
    """The card itself.

    Raises:
        UnsuitableCardError: Its mana depends on counts, conditions or colours of other permanents.
    """
    for ability in card.front.abilities:
        if (adds_mana(ability) or isinstance(ability, Static)) and any(_counts(node) for node in ability.walk()):
            raise UnsuitableCardError(f"what {card.name} does depends on more than pairs of permanents")
    return card


def _counts(node: Node) -> bool:
    """Whether a node looks at other permanents than this one, beyond what each of them could produce."""
    if isinstance(node, (am.Devotion, am.LifeTotal, mn.CommanderIdentity, mn.EventProduced)):
        return True
    looks = type(node).__module__ in (am.__name__, co.__name__) or isinstance(node, mn.ColorsOf)
    return looks and any(isinstance(inner, Filter) and inner.ref != "this" for inner in node.walk())


@dataclass(frozen=True)
class Palette:
    """The cards that a symbolic board is made of, each under either player."""

    cards: tuple[CardDefinition, ...]

    @cached_property
    def candidates(self) -> tuple[Candidate, ...]:
        """What may be in a slot."""
        return tuple(Candidate(suitable(card), player) for card in self.cards for player in PLAYERS)

    @cached_property
    def free(self) -> tuple[int, ...]:
        """The candidates that change no characteristics, by their index."""
        return tuple(i for i, one in enumerate(self.candidates) if not one.static)

    @cached_property
    def statics(self) -> tuple[int, ...]:
        """The candidates that do."""
        return tuple(i for i, one in enumerate(self.candidates) if one.static)

    @cached_property
    def _printed(self) -> tuple[GameObject, ...]:
        return tuple(board_of(state_of([one])).objects[0] for one in self.candidates)

    def placed(self, index: int, id: str, timestamp: int) -> GameObject:
        """A candidate as an object of its own."""
        printed = self._printed[index]
        abilities = tuple(replace(held, timestamp=timestamp) for held in printed.base.abilities)
        return replace(printed, id=id, timestamp=timestamp, base=replace(printed.base, abilities=abilities))


def state_of(slots: Iterable[Candidate | None]) -> State:
    """The state with these permanents, older ones first; None is an empty slot."""
    battlefields: dict[str, list[dict[str, object]]] = {player: [] for player in PLAYERS}
    cards: dict[str, CardDefinition] = {}
    for stamp, one in enumerate((one for one in slots if one is not None), 1):
        battlefields[one.controller].append({"card": one.card.key, "timestamp": stamp})
        cards[one.card.key] = one.card
    players = {player: {"battlefield": battlefield} for player, battlefield in battlefields.items()}
    definitions = [card.to_data() for card in cards.values()]
    return State.parse(json.dumps({"players": players, "cards": definitions}))


Entity = tuple[str, int]
"""``("slot", i)``: the i-th permanent of the skeleton; ``("free", k)``: the k-th candidate in any other slot."""


@dataclass(frozen=True)
class Source:
    """An ability of an entity that adds mana, by its number among the entity's abilities."""

    entity: Entity
    number: int


class Tables:
    """What entities do for each other beside one skeleton.

    Args:
        palette: The palette.
        skeleton: Its static permanents, oldest first, by their index.
    """

    def __init__(self, palette: Palette, skeleton: tuple[int, ...] = ()) -> None:
        self.palette = palette
        self.skeleton = tuple(palette.placed(k, f"s{i}", i) for i, k in enumerate(skeleton))
        self.entities: tuple[Entity, ...] = (
            *(("slot", i) for i in range(len(skeleton))),
            *(("free", k) for k in palette.free),
        )
        board = self._board(self.skeleton)
        self._base = Layers(board).run()
        self._now: dict[Entity, Characteristics] = {}
        self._productions: dict[tuple[Source, Entity | None, Types], list[Production]] = {}
        for entity in self.entities:
            if entity[0] == "slot":
                self._now[entity] = self._base[f"s{entity[1]}"]
            else:
                one = palette.placed(entity[1], "a", len(skeleton))
                self._now[entity] = Layers(self._board((*self.skeleton, one))).run()["a"]

    def _board(self, objects: tuple[GameObject, ...]) -> Board:
        return Board(objects, PLAYERS, PLAYERS[0], dict.fromkeys(PLAYERS, 20))

    def sources(self, entity: Entity) -> list[tuple[Source, Held]]:
        """The abilities of an entity that add mana."""
        return [
            (Source(entity, number), held)
            for number, held in enumerate(self._now[entity].abilities)
            if adds_mana(held.ability)
        ]

    def _together(self, left: Entity, right: Entity) -> tuple[Board, Mapping[str, Characteristics], str, str]:
        """A board of the skeleton and two entities; with the same entity twice there are two of it unless a slot."""
        objects = list(self.skeleton)
        world = dict(self._base)
        names = []
        for entity, name in ((left, "a"), (right, "b")):
            if entity[0] == "slot":
                names.append(f"s{entity[1]}")
            else:
                objects.append(self.palette.placed(entity[1], name, len(self.skeleton)))
                world[name] = self._now[entity]
                names.append(name)
        return self._board(tuple(objects)), world, names[0], names[1]

    def _made(self, source: Source, other: Entity | None, types: Types) -> list[Production]:
        """What an ability makes where another entity (None: its own permanent) could produce some types."""
        key = (source, other, types)
        if key in self._productions:
            return self._productions[key]
        board, world, this, that = self._together(source.entity, other or source.entity)
        lender = this if other is None else that
        held = self._now[source.entity].abilities[source.number]
        you = world[this].controller
        view = View(board, world, this, you, could_produce={lender: types})
        found = list(productions(view, held, LITERAL))
        if any(production.who != you for production in found):
            raise UnsuitableCardError("mana that another player may add")
        self._productions[key] = found
        return found

    def watching(self, other: Entity | None, source: Source) -> tuple[Rewriting, ...]:
        """The replacement effects of another entity (None: of its own permanent) that watch an ability."""
        board, world, this, that = self._together(source.entity, other or source.entity)
        watcher_id = this if other is None else that
        held = self._now[source.entity].abilities[source.number]
        found = []
        for watcher in watchers(board, world):
            if watcher.source == watcher_id:
                effect = rewriting(watcher, board, world, this, held, world[this].controller)
                if effect is not None and effect.steps:
                    found.append(effect)
        return tuple(found)

    def own(self, source: Source, effects: tuple[Rewriting, ...]) -> Types:
        """The types that an ability adds when nothing else could produce anything, under replacement effects."""
        return self._types(source, None, NO_TYPES, effects)

    def borrows(self, source: Source, other: Entity | None) -> tuple[Made, ...]:
        """What an ability makes where another entity (None: its own permanent) could produce every type.

        Nothing if the ability does not speak of that entity; equal for entities of which it speaks alike.
        """
        if not speaks_of_production(self._now[source.entity].abilities[source.number].ability):
            return ()
        some = tuple(p.mana for p in self._made(source, other, frozenset(MANA_TYPES)))
        return () if some == tuple(p.mana for p in self._made(source, other, NO_TYPES)) else some

    def borrowed(self, source: Source, other: Entity | None, kind: ManaType, effects: tuple[Rewriting, ...]) -> Types:
        """The types that an ability adds because another entity could produce one type."""
        return self._types(source, other, frozenset((kind,)), effects)

    def decomposes(self, source: Source, other: Entity | None, effects: tuple[Rewriting, ...]) -> bool:
        """Whether what an ability adds, given several types, is what it adds given each of them alone.

        It is where a player picks one of the types; else it is tried for every set of types.
        """
        if all(_picks_one(production.mana) for production in self._made(source, other, frozenset(MANA_TYPES))):
            return True
        alone = {kind: self.borrowed(source, other, kind, effects) for kind in MANA_TYPES}
        own = self.own(source, effects)
        return all(
            self._types(source, other, frozenset(types), effects) == own.union(*(alone[t] for t in types))
            for size in range(2, len(MANA_TYPES) + 1)
            for types in combinations(MANA_TYPES, size)
        )

    def _types(self, source: Source, other: Entity | None, types: Types, effects: tuple[Rewriting, ...]) -> Types:
        found: set[ManaType] = set()
        for production in self._made(source, other, types):
            found.update(producible(production.mana, production.where, effects))
        return frozenset(found)


def _picks_one(mana: Made) -> bool:
    """Whether the mana is of one type of a palette, whichever a player picks."""
    if isinstance(mana, OneOf):
        return all(_picks_one(option) for option in mana.options)
    return isinstance(mana, Spread) and mana.how == "one"


def skeletons(palette: Palette, size: int) -> Iterator[tuple[int | None, ...]]:
    """Every way to put static candidates into some of so many slots; None is left for the other candidates.

    Those with fewer static permanents come first.
    """

    def choose(left: int) -> Iterator[tuple[int | None, ...]]:
        if not left:
            yield ()
            return
        for rest in choose(left - 1):
            for one in (None, *palette.statics):
                yield (one, *rest)

    yield from sorted(choose(size), key=lambda slots: sum(one is not None for one in slots))
