"""When is a state there again? Two states of a play are compared without the names that beats give to objects.

What changes zones becomes a new object (400.7), and an ability on the stack is a new object each time; a loop brings
back objects that are *the same in everything but that*. So a state is read as a shape, which must be equal, and as
numbers (life, mana, counters, cards, tokens), which may grow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import clingo

Key = tuple[str, ...]

_FORGOTTEN = frozenset(
    {"script", "last_known", "last_had", "timestamp", "position", "pending", "used", "entered_this_turn", "resume"}
)
"""Fluents that are no part of a shape: the script's place, what was last known of what is gone, waiting events."""

_PILES = frozenset({"library", "graveyard", "hand", "exile"})
"""Zones of which the cards are counted."""


_OF_ANY_CARD = frozenset({"zone", "controller", "owned", "newly_controlled"})
"""Fluents of a card in such a zone that say no more of it than its zone does."""


@dataclass(frozen=True)
class Shape:
    """A state as loops see it.

    Attributes:
        shape: everything that has to be the same.
        numbers: everything that may grow or shrink.
    """

    shape: frozenset[tuple[str, int]]
    numbers: Mapping[Key, int]

    def change(self, earlier: Shape) -> dict[Key, int]:
        """By how much each number has changed since an earlier state of the same shape."""
        keys = {*self.numbers, *earlier.numbers}
        found = {key: self.numbers.get(key, 0) - earlier.numbers.get(key, 0) for key in keys}
        return {key: found[key] for key in sorted(found) if found[key]}


def shape(fluents: Iterable[clingo.Symbol], names: Mapping[str, str]) -> Shape:
    """Read a state as a shape and numbers.

    Args:
        fluents: what holds.
        names: the names of cards, by id, for counting them in piles.
    """
    known = tuple(fluents)
    zones = {str(f.arguments[0]): f.arguments[1] for f in known if f.name == "zone"}
    made = {str(f.arguments[0]): str(f.arguments[1]) for f in known if f.name == "made"}
    about: dict[str, list[clingo.Symbol]] = {}
    game: list[clingo.Symbol] = []
    numbers: Counter[Key] = Counter()
    for fluent in known:
        if fluent.name in _FORGOTTEN:
            continue
        subject = str(fluent.arguments[0]) if fluent.arguments else ""
        if subject in zones:
            about.setdefault(subject, []).append(fluent)
        elif subject.startswith("obj("):
            continue  # of an object that is gone
        elif fluent.name == "life":
            numbers["life", fluent.arguments[0].string] = fluent.arguments[1].number
        elif fluent.name == "pool":
            numbers["mana", fluent.arguments[0].string, str(fluent.arguments[1])] = fluent.arguments[2].number
        elif fluent.name == "player_counter":
            numbers["player counters", fluent.arguments[0].string, str(fluent.arguments[1])] = fluent.arguments[
                2
            ].number
        elif fluent.name == "turn":
            numbers[("turns",)] = fluent.arguments[0].number
        else:
            game.append(fluent)
    labels = {one: _label(one, zones, made, about, names) for one in zones}
    shapes: Counter[str] = Counter()
    for one, facts in about.items():
        zone = zones[one]
        if zone.name in _PILES:
            numbers["cards", _text(zone, labels), names.get(_card(one), _card(one))] += 1
            ties = sorted(_text(f, labels) for f in facts if f.name not in _OF_ANY_CARD)
            if ties:
                shapes[f"{labels[one]}: {'; '.join(ties)}"] += 1
            continue
        if one in made and zone.name == "battlefield":
            parts = sorted(_text(f, labels) for f in facts if f.name not in ("newly_controlled",))
            numbers["tokens", labels[one], "; ".join(parts)] += 1
            continue
        parts = []
        for fact in facts:
            if fact.name == "counter":
                numbers["counters", labels[one], str(fact.arguments[1])] += fact.arguments[2].number
            elif fact.name == "damage":
                numbers["damage", labels[one]] += fact.arguments[1].number
            else:
                parts.append(_text(fact, labels))
        shapes[f"{labels[one]}: {'; '.join(sorted(parts))}"] += 1
    for fluent in game:
        shapes[_text(fluent, labels)] += 1
    stack = sorted(
        (f.arguments[1].number, labels[str(f.arguments[0])])
        for f in known
        if f.name == "position" and str(f.arguments[0]) in zones and zones[str(f.arguments[0])].name == "stack"
    )
    shapes["the stack: " + " / ".join(label for _, label in stack)] += 1
    order = sorted(
        (f.arguments[1].number, labels[str(f.arguments[0])])
        for f in known
        if f.name == "timestamp"
        and str(f.arguments[0]) in zones
        and str(f.arguments[0]) not in made
        and zones[str(f.arguments[0])].name == "battlefield"
    )
    shapes["the order: " + " / ".join(label for _, label in order)] += 1
    return Shape(frozenset(shapes.items()), dict(numbers))


def _card(text: str) -> str:
    """The card of an object's term."""
    return text.removeprefix('obj("').partition('"')[0] if text.startswith('obj("') else text


def _label(
    one: str,
    zones: Mapping[str, clingo.Symbol],
    made: Mapping[str, str],
    about: Mapping[str, list[clingo.Symbol]],
    names: Mapping[str, str],
) -> str:
    """What an object is called in a shape: its card; of a token what defines it; of an ability, which and of what."""
    if one.startswith('obj("'):
        return _card(one)
    facts = {f.name: f for f in about.get(one, ())}
    if one in made:
        definition = made[one]
        return "token " + (definition.strip('"') if definition.startswith('"') else _stripped(definition))
    source = str(facts["source"].arguments[1]) if "source" in facts else "?"
    ability = str(facts["ability_of"].arguments[1]) if "ability_of" in facts else "?"
    origin = "token" if source in made else _card(source) if source.startswith('obj("') else "token"
    return f"ability {ability} of {origin}"


def _stripped(text: str) -> str:
    """A term without the numbers of beats in it."""
    return "".join(letter for letter in text if not letter.isdigit())


def _text(symbol: clingo.Symbol, labels: Mapping[str, str]) -> str:
    """A term with every object replaced by what shapes call it; what is gone is only that."""
    if symbol.type is not clingo.SymbolType.Function or not symbol.arguments:
        return str(symbol)
    if symbol.name == "obj":
        text = str(symbol)
        if text in labels:
            return f"<{labels[text]}>"
        return f"<gone {_card(text)}>" if text.startswith('obj("') else "<gone>"
    return f"{symbol.name}({','.join(_text(one, labels) for one in symbol.arguments)})"


@dataclass(frozen=True)
class Recurrence:
    """A state that is there again.

    Attributes:
        first: the beat at which the state is there first.
        again: the beat at which it is there again.
        change: by how much each number has changed.
    """

    first: int
    again: int
    change: Mapping[Key, int]

    @property
    def exact(self) -> bool:
        """Whether nothing has changed at all."""
        return not self.change


def states(holds: Iterable[clingo.Symbol], names: Mapping[str, str], until: int) -> list[Shape]:
    """The states of a play, beat by beat.

    Args:
        holds: every fluent with its beat.
        names: the names of cards by id.
        until: the last beat.
    """
    beats: list[list[clingo.Symbol]] = [[] for _ in range(until + 1)]
    for symbol in holds:
        beat = symbol.arguments[1].number
        if 0 <= beat <= until:
            beats[beat].append(symbol.arguments[0])
    return [shape(fluents, names) for fluents in beats]


def recurrence(found: list[Shape], start: int = 0) -> Recurrence | None:
    """The first state of a play that is there again, if the same happens once more after that as far as the play goes.

    A state that grows is taken only if it grows by the same twice: so it is no accident.

    Args:
        found: the states, beat by beat.
        start: the first beat that counts.
    """
    for again in range(start, len(found)):
        for first in range(again - 1, start - 1, -1):
            if found[first].shape != found[again].shape:
                continue
            change = found[again].change(found[first])
            if not change:
                return Recurrence(first, again, change)
            third = again + (again - first)
            if (
                third < len(found)
                and found[third].shape == found[again].shape
                and found[third].change(found[again]) == change
            ):
                return Recurrence(first, again, change)
            break
    return None


__all__ = ["Key", "Recurrence", "Shape", "recurrence", "shape", "states"]
