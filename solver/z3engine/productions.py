"""What mana an ability would add if it resolved now, before replacement effects (CR 106.3-106.11, 107.3, 608.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Literal

from manaproof.bridge.abilities import COLORS, MANA_TYPES, Filter, Keyword, ManaType
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities import costs as ct
from manaproof.bridge.abilities import effects as fx
from manaproof.bridge.abilities import mana as mn
from manaproof.bridge.abilities.ability import Activated, Replacement, Triggered, UnsupportedAbility
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.abilities.choices import ChooseModes, IfDone, MayPay, Unless
from manaproof.bridge.abilities.faces import Convert
from manaproof.bridge.abilities.triggers import Enters, ManaAdded, TappedForMana

from ..readings import Reading
from .evaluate import View
from .filters import NotUnderstoodError
from .layers import Layers
from .linear import Linear, Truth, both, negated
from .objects import GameObject, Held

Vector = tuple[int, int, int, int, int, int]
"""An amount of each type of mana, in the order W U B R G C."""

ONCE = Linear(1)


@dataclass(frozen=True, slots=True)
class Fixed:
    """So much of each type, so many times."""

    vector: Vector
    times: Linear = ONCE


@dataclass(frozen=True, slots=True)
class Spread:
    """An amount of types from a palette, as ``From`` of the ability form; an empty palette is undefined (CR 106.5)."""

    how: Literal["one", "combination", "different", "each"]
    types: tuple[ManaType, ...]
    amount: Linear


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several, as the player chooses."""

    options: tuple[Made, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """All of several."""

    parts: tuple[Made, ...]


Made = Fixed | Spread | OneOf | AllOf
"""The mana an instruction makes, every count of the board evaluated."""


@dataclass(frozen=True)
class Production:
    """One instruction to add mana.

    Attributes:
        mana: What it makes.
        who: Who adds it.
        where: What must be so of the unknowns for the instruction to be carried out.
        sources: For types that came from what another permanent could produce: that permanent.
    """

    mana: Made
    who: str
    where: Truth = True
    sources: Mapping[ManaType, str] = field(default_factory=dict)


def vector(**amounts: int) -> Vector:
    """``vector(G=2)`` is two green mana."""
    w, u, b, r, g, c = (amounts.get(t, 0) for t in MANA_TYPES)
    return (w, u, b, r, g, c)


def speaks_of_production(node: Node) -> bool:
    """Whether a text speaks of what permanents could produce, or of what an event's ability produced."""
    return any(
        isinstance(inner, (mn.CouldProduce, mn.EventProduced))
        or (isinstance(inner, Filter) and bool(inner.could_produce or inner.could_produce_as))
        for inner in node.walk()
    )


def productions(view: View, held: Held, reading: Reading) -> Iterator[Production]:
    """The instructions to add mana that an ability of a permanent may carry out, under a reading of CR 106.7.

    Args:
        view: The board as the permanent sees it; ``could_produce`` is what is known so far.
        held: The ability.
        reading: Which reading.

    Raises:
        NotUnderstoodError: Mana that it adds, or what decides about it, cannot be told.
    """
    ability = held.ability
    if isinstance(ability, UnsupportedAbility):
        raise NotUnderstoodError(ability.text)
    if isinstance(ability, Keyword):
        yield Production(Fixed(vector(R=1), Linear(ability.number or 0)), view.you)
        return
    if not isinstance(ability, (Activated, Triggered)):
        return
    _refuse_circular_counts(ability)
    for situated in _situations(view, held, ability, reading):
        where: Truth = True
        if isinstance(ability, Triggered) and ability.only_if is not None:
            where = situated.holds(ability.only_if)  # CR 603.4: checked again as it resolves
        if where is not False:
            yield from _carried_out(tuple(ability.effects), situated, where, frozenset())


def _refuse_circular_counts(ability: Activated | Triggered) -> None:
    """A least fixpoint needs that more types never make less mana: so types may be neither counted nor denied."""
    for node in ability.walk():
        judged = type(node).__module__.endswith((".amounts", ".conditions"))
        denied = isinstance(node, Filter) and any(speaks_of_production(inner) for inner in node.none_of)
        if denied or (judged and speaks_of_production(node)):
            raise NotUnderstoodError("a count or a denial of what could be produced")


# What the ability's references mean


def _situations(view: View, held: Held, ability: Activated | Triggered, reading: Reading) -> Iterator[View]:
    """The view with X, payments, targets and the trigger event filled in, in every way they may be."""
    view = view.seeing(x=_value_of_x(view, held, ability), paid=_paid(view, held, ability))
    refs = {node.ref for effect in ability.effects for node in effect.walk() if isinstance(node, Filter)}
    choices: list[list[tuple[str, frozenset[str]]]] = []
    if "cost" in refs and isinstance(ability, Activated):
        choices.append([("cost", one) for one in _each(view, _cost_filter(ability))])
    targets = [target for target in ability.targets if target.what is not None]
    if "target" in refs and targets and targets[0].what is not None:
        choices.append([("target", one) for one in _each(view, targets[0].what)])
    for bound in product(*choices):
        objects = dict(bound)
        players = {"target": frozenset(view.board.players)} if any(t.player for t in ability.targets) else {}
        situated = view.seeing(objects=objects, players=players)
        if isinstance(ability, Triggered):
            yield from _events(situated, ability, reading)
        else:
            yield situated


def _each(view: View, which: Filter | None) -> list[frozenset[str]]:
    """Each object that passes a filter, alone; no object where there is none."""
    found = sorted(view.matching(which)) if which is not None else []
    return [frozenset((one,)) for one in found] or [frozenset()]


def _cost_filter(ability: Activated) -> Filter | None:
    """What the cost speaks of: objects sacrificed, exiled, tapped, untapped or discarded."""
    for cost in ability.cost:
        if isinstance(cost, (ct.SacrificeCost, ct.ExileCost, ct.TapOthers, ct.UntapOthers, ct.Discard)):
            return cost.what
    return None


def _events(view: View, ability: Triggered, reading: Reading) -> Iterator[View]:
    """The trigger events: none under the literal reading, each that may be under ``any-event``."""
    nobody: frozenset[str] = frozenset()
    unknown = Linear(0, (("the event's amount", 1),))
    if reading != "any-event":
        players = {**view.players, "event_player": nobody, "controller_of_event_object": nobody, "defending": nobody}
        yield view.seeing(players=players, event_amount=unknown)
        return
    what = getattr(ability.event, "what", None) or getattr(ability.event, "on", None)
    for one in _each(view, what):
        controllers = frozenset(view.world[o].controller for o in one)
        acting = controllers
        if not isinstance(ability.event, (TappedForMana, ManaAdded)):
            acting = view.who(getattr(ability.event, "by", None) or getattr(ability.event, "whose", None))
        players = {
            **view.players,
            "event_player": acting,
            "controller_of_event_object": controllers,
            "defending": frozenset(view.board.players) - {view.you},
        }
        yield view.seeing(objects={**view.objects, "event": one}, players=players, event_amount=unknown)


def _value_of_x(view: View, held: Held, ability: Activated | Triggered) -> Linear:
    """The X of an ability as it resolves.

    It is chosen for its cost (CR 107.3a, k); the spell's for an enters trigger (107.3m); 0 in a granted ability
    (107.3j) or beside an {X} of the permanent's own cost (107.3g, i); else chosen (107.3f).
    """
    free = Linear(0, (("X", 1),))
    if isinstance(ability, Activated) and any(_mentions_x(cost) for cost in ability.cost):
        return free
    if held.origin[0] != "printed":
        return Linear(0)
    cost = view.world[view.this].mana_cost or ""
    if isinstance(ability, Triggered) and isinstance(ability.event, Enters) and ability.event.what.ref == "this":
        return Linear(view.board.by_id[view.this].x)
    return Linear(0) if "{X}" in cost else free


def _mentions_x(cost: Node) -> bool:
    return any(isinstance(node, am.X) or "{X}" in getattr(node, "symbols", "") for node in cost.walk())


def _paid(view: View, held: Held, ability: Activated | Triggered) -> Mapping[str, Linear]:
    found: dict[str, Linear] = {}
    for cost in ability.cost if isinstance(ability, Activated) else ():
        if isinstance(cost, ct.RemoveCounters):
            if isinstance(cost.amount, str):
                found[cost.kind] = Linear(0, ((f"{cost.kind} counters removed", 1),))
            else:
                found[cost.kind] = view.seeing(x=_value_of_x(view, held, ability)).amount(cost.amount)
    return found


# Following the instructions

_CHANGES: Mapping[type[Node], frozenset[str]] = {
    fx.GainLife: frozenset(("life",)),
    fx.LoseLife: frozenset(("life",)),
    fx.Tap: frozenset(("status",)),
    fx.Untap: frozenset(("status",)),
    fx.PutPlayerCounters: frozenset(),
    Convert: frozenset(("status", "objects")),
}
_ANYTHING = frozenset(("life", "status", "objects"))
"""What an instruction may change that is not listed: every other one may change anything."""


def _carried_out(
    effects: tuple[fx.Effect, ...], view: View, where: Truth, changed: frozenset[str]
) -> Iterator[Production]:
    """Follow instructions in order, with what earlier ones changed (``changed``: what is no longer known)."""
    for index, effect in enumerate(effects):
        rest = effects[index + 1 :]
        match effect:
            case fx.AddMana():
                _refuse_stale(effect, changed)
                yield from _added(effect, view, where)
            case fx.If():
                _refuse_stale(effect.condition, changed)
                truth = view.holds(effect.condition)
                for branch, so in ((effect.then, truth), (effect.otherwise, negated(truth))):
                    if so is not False:
                        yield from _carried_out((*branch, *rest), view, both((where, so)), changed)
                return
            case fx.May():
                yield from _carried_out((*effect.effects, *rest), view, where, changed)
                yield from _carried_out(rest, view, where, changed)
                return
            case ChooseModes():
                for mode in effect.modes:
                    yield from _carried_out((*mode.effects, *rest), view, where, changed)
                if effect.at_most > 1 and any(isinstance(one, fx.AddMana) for one in effect.walk()):
                    raise NotUnderstoodError("mana of several modes")
                return
            case Unless():
                yield from _carried_out((*effect.effects, *rest), view, where, changed)
                yield from _carried_out(rest, view, where, changed)
                return
            case MayPay():
                yield from _carried_out((*effect.then, *rest), view, where, changed)
                yield from _carried_out(rest, view, where, changed)
                return
            case IfDone():
                yield from _carried_out((*effect.first, *effect.then, *rest), view, where, changed)
                return
            case fx.ChooseColor():
                for color in effect.among or COLORS:
                    yield from _carried_out(rest, view.seeing(chosen_colors=(color,)), where, changed)
                return
            case fx.PutCountersOn():
                view = _counters_put(view, effect.on, effect.kind, view.amount(effect.amount))
            case fx.RemoveCountersFrom():
                view = _counters_removed(view, effect.from_, effect.kind, view.amount(effect.amount))
            case fx.UnsupportedEffect() if effect.adds_mana:
                raise NotUnderstoodError(effect.text)
            case fx.CreateEffect() if isinstance(effect.ability, Replacement):
                changed |= {"replacement effects"}
            case _:
                changed |= _CHANGES.get(type(effect), _ANYTHING)


def _refuse_stale(node: Node, changed: frozenset[str]) -> None:
    if not changed:
        return
    for inner in node.walk():
        reads = {"replacement effects"} if isinstance(inner, fx.AddMana) else set()
        if isinstance(inner, am.LifeTotal):
            reads.add("life")
        if isinstance(inner, am.ThisTurn):
            reads.add("life" if inner.what.startswith("life") else "objects")
        if isinstance(inner, Filter):
            reads.add("objects" if inner.ref != "this" else "")
            reads.add("status" if inner.tapped is not None else "")
        if not changed.isdisjoint(reads):
            raise NotUnderstoodError("mana that depends on what an earlier instruction of the ability does")


def _counters_put(view: View, on: Filter, kind: str, amount: Linear) -> View:
    """The view once counters are put on objects: on the board, or where X decides how many, in addition to it."""
    there = sorted(view.matching(on))
    if amount.known:
        return _with_counters(view, kind, dict.fromkeys(there, max(0, amount.constant)))
    return view.seeing(extra_counters=view.extra_counters + tuple((one, kind, amount) for one in there))


def _counters_removed(view: View, on: Filter, kind: str, amount: Linear) -> View:
    """The view once as many of so many counters as there are have been removed from objects."""
    there = {one: view.counters(one, kind) for one in view.matching(on)}
    if not all(number.known for number in (amount, *there.values())):
        raise NotUnderstoodError("removing a number of counters that is still to be chosen")
    return _with_counters(view, kind, {one: -min(n.constant, amount.constant) for one, n in there.items()})


def _with_counters(view: View, kind: str, changes: Mapping[str, int]) -> View:
    """The view of the board with other numbers of counters: they change characteristics too (CR 122.1a, 122.1b)."""
    objects = tuple(
        replace(one, counters=_counters(one, kind, changes[one.id])) if changes.get(one.id) else one
        for one in view.board.objects
    )
    board = replace(view.board, objects=objects)
    return view.seeing(board=board, world=Layers(board).run(), cache=None)


def _counters(one: GameObject, kind: str, change: int) -> tuple[tuple[str, int], ...]:
    left = {**dict(one.counters), kind: one.counter(kind) + change}
    return tuple((name, number) for name, number in left.items() if number)


def _added(effect: fx.AddMana, view: View, where: Truth) -> Iterator[Production]:
    sources: dict[ManaType, str] = {}
    made = _made(effect.mana, view, sources)
    for player in sorted(_adding(effect, view)):
        yield Production(made, player, where, sources)


def _adding(effect: fx.AddMana, view: View) -> frozenset[str]:
    """Who may be the player that adds: any player where only the event, or whoever chooses one, would say."""
    everyone = frozenset(view.board.players)
    return everyone if effect.who == "chosen_player" else view.who(effect.who) or everyone


def _made(mana: mn.Mana, view: View, sources: dict[ManaType, str]) -> Made:
    match mana:
        case mn.Symbols():
            return _symbols(mana.symbols, view.amount(mana.times))
        case mn.From():
            types = offered(mana.palette, view, sources)
            if (
                types
                and view.chosen_colors is None
                and any(isinstance(node, am.Devotion) and node.to == "chosen" for node in mana.amount.walk())
            ):
                return OneOf(  # "that color" is the one chosen for this mana, and so is the devotion
                    tuple(
                        Spread(mana.spread, (kind,), view.seeing(chosen_colors=(kind,)).amount(mana.amount))
                        for kind in types
                        if kind in COLORS
                    )
                )
            return Spread(mana.spread, types, view.amount(mana.amount))
        case mn.Choice():
            return OneOf(tuple(_made(option, view, sources) for option in mana.options))
        case mn.Sum():
            return AllOf(tuple(_made(part, view, sources) for part in mana.parts))
    raise NotUnderstoodError(f"the mana {mana!r}")


def _symbols(text: str, times: Linear) -> Made:
    """Mana symbols: hybrid ones are a choice of half (CR 106.8), the rest is fixed."""
    total = dict.fromkeys(MANA_TYPES, 0)
    halves: list[Made] = []
    for symbol in mn.SYMBOL.findall(text):
        if "/" in symbol and not symbol.endswith("/P"):
            halves.append(OneOf(tuple(Fixed(_one(half), times) for half in symbol.split("/"))))
        else:
            for kind, number in zip(MANA_TYPES, _one(symbol.removesuffix("/P")), strict=True):
                total[kind] += number
    fixed = Fixed(vector(**total), times)
    return AllOf((fixed, *halves)) if halves else fixed


def _one(symbol: str) -> Vector:
    """One symbol: a type, or as much colourless mana as a generic symbol says (CR 106.10), or snow (106.11)."""
    if re.fullmatch(r"\d+", symbol):
        return vector(C=int(symbol))
    return vector(C=1) if symbol == "S" else vector(**{symbol: 1})


def offered(palette: mn.Palette, view: View, sources: dict[ManaType, str]) -> tuple[ManaType, ...]:
    """The types of a palette, in the order W U B R G C; none where it is undefined (CR 106.5)."""
    found: set[ManaType] = set()
    match palette:
        case mn.Listed():
            found.update(palette.list)
        case mn.AnyColor():
            found.update(COLORS)
        case mn.AnyType():
            found.update(MANA_TYPES)
        case mn.ColorsOf():
            for one in view.matching(palette.of):
                found.update(view.world[one].colors)
        case mn.ChosenColor():
            found.update(view.chosen_color())
        case mn.CommanderIdentity():
            for thing in view.board.objects:
                if thing.commander and thing.owner == view.you:
                    found.update(thing.identity)
        case mn.CouldProduce():
            found = _borrowed(view, view.matching(palette.by), sources)
            if palette.only == "color":
                found.discard("C")
        case mn.EventProduced():
            found = _borrowed(view, view.objects.get("event", frozenset()), sources)
        case _:
            raise NotUnderstoodError(f"the palette {palette!r}")
    return tuple(t for t in MANA_TYPES if t in found)


def _borrowed(view: View, permanents: frozenset[str], sources: dict[ManaType, str]) -> set[ManaType]:
    """What permanents could produce, and which is the first to."""
    found: set[ManaType] = set()
    known = view.could_produce or {}
    for one in sorted(permanents):
        for kind in known.get(one, frozenset()):
            found.add(kind)
            sources.setdefault(kind, one)
    return found
