"""Continuous effects among cards: timestamps (613.7), dependency (613.8) and loops of it.

One board is looked at under every order in which its cards may have come. The characteristics are the rulebook's own,
after all layers; so are the dependencies (``depends/5`` of ``613_dependency.lp``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial
from typing import Any

import clingo
from manaproof.bridge.scenario import Scenario

from ..could_produce import rules
from ..parsing import Signature
from ..session import Limits, Session
from .findings import Finding, Line, Report, named
from .pieces import OPPONENT, YOU, Piece, board, bystanders, state_of

_KEPT = tuple(
    Signature(*one) for one in (("characteristic", 3), ("controls", 3), ("depends", 5), ("leads", 5), ("applied_in", 4))
)
_SHOWN = ("supertype", "type", "subtype", "color", "power", "toughness", "name", "ability")
ORDERS = 120
"""The most orders that are looked at."""

_LAYER_RULES = {"l2": "613.1b", "l4": "613.1d", "l5": "613.1e", "l6": "613.1f", "l7b": "613.4b", "l7c": "613.4c"}


@dataclass(frozen=True)
class Look:
    """What a board looks like after the layers.

    Attributes:
        objects: the characteristics of each permanent, by id.
        depends: which effect depends on which, as cards, with the layer.
        loops: the cards of effects that depend on each other, with the layer.
    """

    objects: Mapping[str, tuple[str, ...]]
    depends: frozenset[tuple[str, str, str]]
    loops: frozenset[tuple[frozenset[str], str]]


def look(data: Mapping[str, Any], limits: Limits | None = None) -> Look:
    """Evaluate the layers on a board.

    Args:
        data: the board.
        limits: time and memory.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
        ValueError: the rules leave no answer.
    """
    state = state_of(data)
    with Session(state.facts(), rules().slice(_KEPT, snapshot=True), limits=limits or Limits()) as session:
        session.ground_through(0)
        answer = session.solve(keep=_KEPT).answer
    if answer is None:
        raise ValueError("the rules contradict this state")
    seen: dict[str, set[str]] = {one.id: set() for one in state.battlefield}
    for atom in answer.atoms("characteristic", 3):
        which, characteristic, moment = atom.arguments
        if moment.type is clingo.SymbolType.Number and characteristic.name in _SHOWN and _card(which) in seen:
            value = characteristic.arguments[0]
            seen[_card(which)].add(f"{characteristic.name} {value}")
    for atom in answer.atoms("controls", 3):
        player, which, moment = atom.arguments
        if moment.type is clingo.SymbolType.Number and _card(which) in seen:
            seen[_card(which)].add(f"controller {player.string}")
    pairs = {(str(a.arguments[0]), str(a.arguments[1])): a for a in answer.atoms("leads", 5)}
    depends, loops = set(), set()
    for atom in answer.atoms("depends", 5):
        effect, other, layer = atom.arguments[0], atom.arguments[1], str(atom.arguments[3])
        depends.add((_maker(effect), _maker(other), layer))
        if (str(other), str(effect)) in pairs:
            loops.add((frozenset((_maker(effect), _maker(other))), layer))
    return Look({one: tuple(sorted(found)) for one, found in seen.items()}, frozenset(depends), frozenset(loops))


def _card(which: clingo.Symbol) -> str:
    """The card of an object."""
    if which.name == "obj" and which.arguments[0].type is clingo.SymbolType.String:
        return which.arguments[0].string
    return str(which)


def _maker(effect: clingo.Symbol) -> str:
    """The card whose effect this is."""
    inner = effect
    while inner.type is clingo.SymbolType.Function and inner.name != "obj" and inner.arguments:
        inner = inner.arguments[0]
    return _card(inner)


def told(characteristics: Iterable[str]) -> str:
    """Characteristics in words: "Creature Enchantment 1/1, no abilities"."""
    values: dict[str, list[str]] = {}
    for text in characteristics:
        name, _, value = text.partition(" ")
        values.setdefault(name, []).append(value)
    line = " ".join(word.capitalize() for key in ("supertype", "type") for word in values.get(key, ()))
    words = [line + (" - " + " ".join(v.capitalize() for v in values["subtype"]) if "subtype" in values else "")]
    if "power" in values and "creature" in values.get("type", ()):
        words.append(f"{values['power'][0]}/{values['toughness'][0]}")
    words.append("".join(f"{{{c.upper()}}}" for c in values.get("color", ())) or "colorless")
    count = len(values.get("ability", ()))
    words.append("no abilities" if not count else "1 ability" if count == 1 else f"{count} abilities")
    return ", ".join(words)


# --- the question


def layers(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look at the continuous effects of cards under every order of their timestamps.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        what is found: order dependence, a loop of dependencies, an order that dependency settles.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    makers = [piece for piece in pieces if any(a.is_ == "static" for a in piece.definition.abilities())]
    if not makers or factorial(len(makers)) > ORDERS:
        if makers:
            report.leave_open("timestamps", f"{len(makers)} cards may come in more than {ORDERS} orders")
        return
    report.candidates += 1
    crowd = bystanders(pieces)
    splits = [{}] if len(pieces) == 1 else [{}, {piece.id: OPPONENT for piece in pieces[1:]}]
    found: list[Finding] = []
    for controlled in splits:
        one = _settled(pieces, makers, crowd, controlled, limits)
        if one is not None:
            found.append(one)
            break
    report.scope.append(
        f"continuous effects of {named([p.definition.name for p in makers])} on a board of {len(pieces)} cards and "
        f"{len(crowd)} bystanders, all {factorial(len(makers))} orders of timestamps, "
        f"{len(splits)} ways to share the cards between two players"
    )
    yield from found


def _looks(
    pieces: Sequence[Piece],
    makers: Sequence[Piece],
    crowd: Sequence[Piece],
    controlled: Mapping[str, str],
    limits: Limits,
) -> dict[tuple[str, ...], Look]:
    rest = [piece for piece in pieces if piece not in makers]
    found = {}
    for order in permutations(makers):
        names = tuple(piece.id for piece in order)
        found[names] = look(board([*crowd, *rest, *order], controlled=controlled), limits)
    return found


def _kind(looks: Mapping[tuple[str, ...], Look]) -> str | None:
    every = list(looks.values())
    if any(one.loops for one in every):
        return "dependency loop"
    if len({tuple(sorted(one.objects.items())) for one in every}) > 1:
        return "order-dependent"
    return "dependency" if any(one.depends for one in every) else None


def _settled(
    pieces: Sequence[Piece],
    makers: Sequence[Piece],
    crowd: Sequence[Piece],
    controlled: Mapping[str, str],
    limits: Limits,
) -> Finding | None:
    looks = _looks(pieces, makers, crowd, controlled, limits)
    kind = _kind(looks)
    if kind is None:
        return None
    for one in list(crowd):  # the smallest board: bystanders that may go without losing the finding, go
        fewer = [other for other in crowd if other is not one]
        again = _looks(pieces, makers, fewer, controlled, limits)
        if _kind(again) == kind:
            crowd, looks = fewer, again
    return _finding(kind, pieces, makers, crowd, controlled, looks)


def _finding(
    kind: str,
    pieces: Sequence[Piece],
    makers: Sequence[Piece],
    crowd: Sequence[Piece],
    controlled: Mapping[str, str],
    looks: Mapping[tuple[str, ...], Look],
) -> Finding:
    name = {piece.id: piece.definition.name for piece in (*pieces, *crowd)}
    results: dict[tuple[tuple[str, tuple[str, ...]], ...], list[tuple[str, ...]]] = {}
    for order, one in looks.items():
        results.setdefault(tuple(sorted(one.objects.items())), []).append(order)
    differing = {
        key for result in results for key, value in result if any(dict(other)[key] != value for other in results)
    }
    outcomes = [
        {
            "when": " or ".join(", then ".join(order) for order in orders),
            "orders": [list(order) for order in orders],
            "result": {key: told(value) for key, value in result if kind != "order-dependent" or key in differing},
        }
        for result, orders in results.items()
    ]
    depends = sorted({pair for one in looks.values() for pair in one.depends})
    loops = sorted({(tuple(sorted(cards)), layer) for one in looks.values() for cards, layer in one.loops})
    play = [Line(f"The effect of {a} depends on that of {b}.", ("613.8a", *_rule(layer))) for a, b, layer in depends]
    play += [
        Line(f"The effects of {named(cards)} depend on each other.", ("613.8b", *_rule(layer)))
        for cards, layer in loops
    ]
    if kind == "dependency":
        settled: tuple[str, ...] = ("613.8", "613.8a", "613.8b")
        says = "Dependency settles in which order the effects apply; timestamps make no difference."
    elif kind == "dependency loop":
        settled = ("613.8b", "613.7")
        says = (
            "The effects depend on each other, so dependency is ignored and they apply in the order of their timestamps"
            + (", which makes a difference." if len(results) > 1 else "; the result is the same in every order.")
        )
    else:
        settled = ("613.7",)
        says = "What the cards come to depends on the order of their timestamps."
        play += [
            Line(
                f"If the cards came in the order {', '.join(orders[0])}: "
                + "; ".join(f"{k} is {told(v)}" for k, v in result if k in differing)
                + ".",
                ("613.7",),
            )
            for result, orders in results.items()
        ]
    between = [piece for piece in pieces if kind == "order-dependent" or _taking_part(piece.id, depends)]
    return Finding(
        kind,
        tuple(name[piece.id] for piece in between or pieces),
        board([*crowd, *(p for p in pieces if p not in makers), *makers], controlled=controlled),
        tuple(play),
        tuple(outcomes),
        settled,
        says,
        {"timestamps_matter": len(results) > 1},
    )


def _rule(layer: str) -> tuple[str, ...]:
    return (_LAYER_RULES[layer],) if layer in _LAYER_RULES else ()


def _taking_part(card: str, depends: Iterable[tuple[str, str, str]]) -> bool:
    return any(card in pair[:2] for pair in depends)


def of_scenario(scenario: Scenario, _between: Sequence[str], report: Report, limits: Limits) -> Iterator[Finding]:
    """The same of the permanents that a scenario starts with, in every order of those with static abilities.

    Args:
        scenario: the scenario.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    state = scenario.compile().start.plainest
    own = {card.key for card in state.cards}
    makers = [one for one in state.battlefield if any(a.is_ == "static" for a in one.card.abilities())]
    if len(makers) < 2:
        return
    if factorial(len(makers)) > ORDERS:
        report.leave_open("timestamps", f"{len(makers)} permanents may have come in more than {ORDERS} orders")
        return
    report.candidates += 1
    pieces = [Piece(one.card, one.id, one.card.key in own) for one in state.battlefield]
    chosen = [piece for piece in pieces if any(piece.id == one.id for one in makers)]
    crowd = [piece for piece in pieces if piece not in chosen]
    controlled = {one.id: one.controller for one in state.battlefield}
    if not set(controlled.values()) <= {YOU, OPPONENT}:
        return
    looks = _looks(chosen, chosen, crowd, controlled, limits)
    report.scope.append(f"continuous effects at the start, all {factorial(len(chosen))} orders of timestamps")
    kind = _kind(looks)
    if kind is not None:
        yield _finding(kind, chosen, chosen, crowd, controlled, looks)


__all__ = ["Look", "layers", "look", "of_scenario", "told"]
