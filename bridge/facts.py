"""States as facts and fluents of the rulebook, and back (the vocabulary is ``asp/README.md``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import clingo
from clingo import Function, Number, String, Symbol

from .abilities import ability_id
from .cards import CardDefinition
from .reading import TEXT_CHOICES
from .state import GameObject, Player, Spell, StackedAbility, State

ZERO = Number(0)


def card_object(name: str) -> Symbol:
    """``obj("forest",0)``: the object that a card of the state is at first."""
    return Function("obj", [String(name), ZERO])


def definition_facts(
    definitions: Iterable[CardDefinition], library: Mapping[str, CardDefinition]
) -> tuple[Symbol, ...]:
    """The facts of definitions and of the tokens they create, each once.

    Args:
        definitions: The definitions.
        library: Where the tokens' definitions are found; those it lacks are left out.
    """
    waiting = list(definitions)
    seen: set[str] = set()
    found: dict[Symbol, None] = {}
    for card in waiting:
        if card.key in seen:
            continue
        seen.add(card.key)
        found.update(dict.fromkeys(card.facts))
        waiting.extend(library[token] for token in card.tokens if token in library)
    return tuple(found)


def state_facts(state: State) -> tuple[Symbol, ...]:
    """Everything the rulebook needs to know of a state."""
    used = {one.card.key: one.card for _, one in state.objects()}
    return (
        *player_facts(state),
        *card_facts(state),
        *definition_facts(used.values(), state.definitions),
        *(Function("holds", [fluent, ZERO]) for fluent in fluents(state)),
    )


def player_facts(state: State) -> Iterator[Symbol]:
    """``player/1``, ``seat/2`` and, in a game between teams, ``team/2``."""
    for index, player in enumerate(state.seats, 1):
        yield Function("player", [String(player.name)])
        yield Function("seat", [String(player.name), Number(index)])
        if player.team is not None:
            yield Function("team", [String(player.name), Number(player.team)])


def card_facts(state: State) -> Iterator[Symbol]:
    """``card/1``, ``owner/2``, ``definition/2``, ``token/1`` and ``commander/1``."""
    for _, one in state.objects():
        card = String(one.id)
        yield Function("card", [card])
        yield Function("owner", [card, String(one.owner)])
        yield Function("definition", [card, String(one.card.key)])
        if one.token:
            yield Function("token", [card])
        if one.commander:
            yield Function("commander", [card])


def fluents(state: State) -> Iterator[Symbol]:
    """What is true of a state: the arguments of ``holds/2``."""
    also = [clingo.parse_term(text) for text in state.also]
    turn = state.turn
    yield Function("turn", [Number(turn.number)])
    for name in filter(None, (turn.active, *turn.others)):
        yield Function("active", [String(name)])
    yield Function("step", [Function(turn.step)])
    if turn.priority is not None:
        yield Function("doing", [Function("priority", [String(turn.priority)])])
    elif not any(fluent.match("doing", 1) for fluent in also):
        yield Function("doing", [Function("begin_step")])
    for player in state.seats:
        yield from _player_fluents(player)
    for permanent in state.battlefield:
        yield from _object_fluents(permanent, Function("battlefield"))
        if permanent.attached_to is not None:
            yield Function("attached", [card_object(permanent.id), _named(permanent.attached_to, state)])
    # What comes to the stack or a graveyard lies above what is there, so that has numbers below 0 (CR 405.2, 404.2).
    for index, spell in enumerate(state.stack, -len(state.stack)):
        yield from _object_fluents(spell, Function("stack"), index)
        yield from _stack_fluents(spell, state)
    for one, stamp in zip(state.timed(), state.timestamps(), strict=True):
        yield Function("timestamp", [card_object(one.id), Number(stamp)])
    yield from also


def _named(name: str, state: State) -> Symbol:
    """The object of an id, or the player of a name."""
    return String(name) if name in state.players and name not in state.by_id else card_object(name)


def _stack_fluents(spell: Spell, state: State) -> Iterator[Symbol]:
    """What only spells and abilities on the stack have."""
    self = card_object(spell.id)
    if isinstance(spell, StackedAbility):
        yield Function("source", [self, card_object(spell.source)])
        if isinstance(spell.ability, str):
            yield Function("ability_of", [self, Function("ab", [String(spell.ability)])])
        elif spell.kind is not None:
            yield Function("ability_of", [self, ability_id(spell.kind)])
    else:
        yield Function("cast", [self])
    for index, target in enumerate(spell.targets, 1):
        yield Function("target", [self, Number(index), _named(target, state)])


def _player_fluents(player: Player) -> Iterator[Symbol]:
    name = String(player.name)
    yield Function("life", [name, Number(player.life)])
    for kind, number in player.counters.items():
        yield Function("player_counter", [name, Function(kind), Number(number)])
    for kind, number in player.mana.items():
        yield Function("pool", [name, Function(kind.lower()), Number(number)])
    if player.land_played:
        yield Function("land_played", [name])
    for zone, ordered, place in (
        ("hand", False, Function("hand", [name])),
        ("graveyard", True, Function("graveyard", [name])),
        ("library", True, Function("library", [name])),
        ("exile", False, Function("exile")),
        ("command", False, Function("command")),
    ):
        cards = player.zone(zone)
        for index, card in enumerate(cards, 1 if zone == "library" else -len(cards)):
            yield from _object_fluents(card, place, index if ordered else None)


def _object_fluents(one: GameObject, zone: Symbol, position: int | None = None) -> Iterator[Symbol]:
    self = card_object(one.id)
    yield Function("zone", [self, zone])
    if position is not None:
        yield Function("position", [self, Number(position)])
    if one.controller is not None:
        yield Function("controller", [self, String(one.controller)])
    if one.tapped:
        yield Function("tapped", [self])
    if one.face_down:
        yield Function("face_down", [self])
    if one.face != "front" and not isinstance(one, StackedAbility):
        yield Function("face", [self, Function(one.face)])
    for kind, number in one.counters.items():
        yield Function("counter", [self, Function(kind), Number(number)])
    if one.damage:
        yield Function("damage", [self, Number(one.damage)])
    for kind, values in one.chosen.items():
        for value in (values,) if isinstance(values, str) else values:
            yield Function("choice", [self, Function(kind), _choice(kind, value)])
    if one.summoning_sick:
        yield Function("newly_controlled", [self])
    if one.entered_this_turn:
        yield Function("entered_this_turn", [self])
    if one.exiled_with is not None:
        yield Function("exiled_with", [self, card_object(one.exiled_with)])
    if one.x is not None:
        yield Function("x", [self, Number(one.x)])


def _choice(kind: str, value: str) -> Symbol:
    return String(value) if kind in TEXT_CHOICES else Function(value.lower())
