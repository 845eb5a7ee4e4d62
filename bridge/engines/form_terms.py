"""What the terms of our form say, as features: costs, amounts, conditions, descriptions, players, targets, events."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from manaproof.bridge.abilities import (
    Keyword,
    Node,
    casting,
    verbs,
)
from manaproof.bridge.abilities import amounts as amount
from manaproof.bridge.abilities import conditions as condition
from manaproof.bridge.abilities import costs as cost
from manaproof.bridge.abilities import mana as mana
from manaproof.bridge.abilities import triggers as trigger
from manaproof.bridge.abilities.ability import Target
from manaproof.bridge.abilities.filters import Filter
from manaproof.bridge.cards import CardDefinition

from .feature_words import COMPARISONS, SYMBOLS, comparison, multiple, negated, symbols, tags_text, text_of


def keyword(node: Keyword) -> str:
    """A keyword with its number and its mana cost."""
    paid = "".join(one.symbols for one in node.cost if isinstance(one, cost.ManaCost))
    spoken = description(node.what) if node.keyword == "enchant" and node.what is not None else None
    number = None if node.number is None else str(node.number)
    return text_of(node.keyword.replace("_", " "), number, symbols(paid), spoken)


# Costs


def costs_of(costs: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The costs, each as a feature."""
    for one in costs:
        yield "cost", cost_of(one)


def cost_of(one: Any) -> str:
    """A cost in words."""
    match one:
        case cost.TapSymbol():
            return "tap"
        case cost.UntapSymbol():
            return "untap"
        case cost.ManaCost():
            return f"mana {symbols(one.symbols)}"
        case cost.PayLife():
            return f"life {number(one.amount)}"
        case cost.Loyalty():
            return f"loyalty {one.change}"
        case cost.SacrificeCost():
            return text_of("sacrifice", count_of(one.count), description(one.what))
        case cost.Discard():
            return text_of("discard", count_of(one.count), description(one.what))
        case cost.ExileCost():
            return text_of("exile", count_of(one.count), description(one.what))
        case cost.TapOthers():
            return text_of("tap", count_of(one.count), description(one.what))
        case cost.MoveCost():
            return text_of("return", count_of(one.count), description(one.what))
        case cost.RemoveCounters():
            said = "computed" if isinstance(one.amount, str) else number(one.amount)
            return text_of("remove counters", said, counter(one.kind))
        case cost.PayEnergy():
            return f"energy {number(one.amount)}"
        case cost.ActionCost():
            return "computed"
        case _:
            return "computed"


def count_of(value: Any) -> str | None:
    """How many, where it is not one."""
    said = number(value)
    return None if said == "1" else said


def counter(kind: str) -> str:
    """A kind of counters, as both readings name it."""
    return kind


# Amounts and conditions


def number(value: Any) -> str:
    """An amount: its number, X, what is counted; anything else is ``computed``."""
    match value:
        case amount.Const():
            return str(value.value)
        case amount.X():
            return "X"
        case amount.Count():
            return f"count({description(value.of)})"
        case amount.Times():
            return multiple(value.factor, number(value.value))
        case amount.Stat():
            return f"{value.what} of {_part(value.of)}"
        case amount.EventAmount():
            return "event amount"
        case amount.CountersOn():
            return f"counters {value.kind} of {_part(value.on)}"
        case amount.LifeTotal():
            return "life"
        case _:
            return "computed"


def _part(what: Filter) -> str:
    """Which object a number is of: this one, what was paid with, or another; open where readings differ in form."""
    if what.ref is None or what.ref in ("attached", "affected"):
        return "special"
    return what.ref if what.ref in ("this", "cost") else "that"


def conditions_of(node: Any) -> Iterator[tuple[str, str]]:
    """The condition, and those it is made of, as features."""
    match node:
        case condition.Timing():
            yield "timing", node.only
        case condition.All():
            for one in node.of:
                yield from conditions_of(one)
        case condition.CompareAmounts():
            yield "condition", comparison(f"{number(node.left)} {COMPARISONS[node.is_]} {number(node.right)}")
        case condition.Exists():
            yield "condition", comparison(f"count({description(node.what)}) >= 1")
        case condition.Not():
            for kind, said in conditions_of(node.condition):
                yield kind, negated(said)
        case condition.YourTurn():
            yield "condition", f"turn of {node.who}"
        case condition.Happened() if node.what == "once_each_turn":
            yield "timing", "once_each_turn"
        case _:
            yield "condition", "other"


# Descriptions


def description(what: Filter) -> str:
    """What a filter says of objects, as tags."""
    return tags_text(tags(what))


_PERMANENTS = {"artifact", "creature", "enchantment", "land", "planeswalker"}


def tags(what: Filter) -> set[str]:
    """The tags of a filter, those of its alternatives thrown together."""
    if what.ref == "attached":
        return {"attached"}
    if what.ref is not None:
        return {"that" if what.ref != "this" else "this"}
    if what.any_type and set(what.any_type) >= _PERMANENTS:
        what = what.model_copy(update={"any_type": ()})
    found = {one.replace("_", " ") for one in (*what.types, *what.any_type, *what.supertypes, *what.keywords)}
    found |= {f"/{one}" for one in (*what.subtypes, *what.any_subtype)}
    found |= {f"not {one}" for one in (*what.not_types, *what.not_supertypes)}
    found |= {f"not /{one}" for one in what.not_subtypes}
    found |= {*what.colors, *what.any_color}
    found |= {f"{one.what} {COMPARISONS[one.is_]} {one.value}" for one in what.compare}
    found |= {f"with {counter(one.kind)}" for one in what.counters}
    found |= {one.replace("_", " ") for one in what.also}
    for name in ("colorless", "multicolored", "monocolored", "tapped", "token", "commander", "attacking", "blocking"):
        value = getattr(what, name)
        if value is not None:
            found.add(name if value else f"not {name}")
    for name in ("other", "chosen_color", "chosen_type", "face_down", "entered_this_turn", "modified", "attacked"):
        if getattr(what, name):
            found.add(name.replace("_", " "))
    for who in (what.controller, what.owner):
        if who is not None:
            found.add(player(who))
    if what.zone not in ("battlefield", "stack"):
        found.add(f"in {what.zone}")
    if what.spell:
        found.add("spell")
    if what.name is not None:
        found.add("named")
    for one in what.any_of:
        found |= tags(one)
    if what.any_of or max(map(len, (what.any_type, what.any_subtype, what.any_color))) > 1:
        found.add("or")
    for one in what.none_of:
        found |= {"other"} if one.ref is not None else {f"not {tag}" for tag in tags(one)}
    return found


_PLAYERS = {
    "active": "that player",
    "controller_of_event_object": "that player",
    "controller_of_target": "that player",
    "event_player": "that player",
    "target": "target player",
}


def player(who: str) -> str:
    """A player, as both readings name them."""
    return _PLAYERS.get(who, who.replace("_", " "))


def target(one: Target) -> str:
    """A target: what it may be, and whether it may be none."""
    if (
        one.player == "any"
        and one.what is not None
        and set(one.what.any_type) == {"creature", "planeswalker", "battle"}
    ):
        said = "any target"
    else:
        found = set() if one.what is None else tags(one.what)
        if one.player is not None:
            found |= {"player"} if one.player == "any" else {"opponent", "player"}
        if one.player is not None and one.what is not None:
            found.add("or")
        said = tags_text(found)
    return text_of("up to" if one.optional else None, said)


# Events

_EVENTS: dict[type[Node], str] = {
    trigger.Attacks: "attacks",
    trigger.Blocks: "blocks",
    trigger.BecomesBlocked: "becomes blocked",
    trigger.Enters: "enters",
    trigger.Transforms: "transforms",
    trigger.TurnedFaceUp: "turned face up",
}


def events(node: Any) -> Iterator[str]:
    """What an event is, and of what."""
    match node:
        case trigger.AnyEvent():
            for one in node.of:
                yield from events(one)
        case verbs.Batch():
            for said in events(node.of):
                yield said if said.startswith(("other", "counters put")) else f"{said} (batch)"
        case trigger.Leaves():
            yield text_of("leaves" if node.to == "any" else f"to {node.to}", description(node.what))
        case trigger.StepBegins():
            yield text_of(node.step.replace("_", " "), player(node.whose))
        case trigger.SpellCast():
            yield text_of("cast", player(node.by), tags_text(tags(node.what) | {"spell"}))
        case trigger.TappedForMana():
            yield text_of("tapped for mana", description(node.what), None if node.by == "any" else player(node.by))
        case trigger.Draws():
            yield text_of("draw", player(node.by))
        case trigger.GainsLife():
            yield text_of("gains life", player(node.by))
        case trigger.LosesLife():
            yield text_of("loses life", player(node.by))
        case trigger.CountersPut():
            yield text_of("counters put", counter(node.kind), description(node.on))
        case trigger.BecomesTapped():
            yield text_of(node.status, description(node.what))
        case casting.DamageDealt():
            said = {True: "combat damage", False: "noncombat damage", None: "damage"}[node.combat]
            by = "" if node.by is None else description(node.by)
            to = "" if node.to is None else f"to {description(node.to)}"
            yield text_of(said, by, to, "" if node.to_player is None else f"to player {player(node.to_player)}")
        case trigger.Chapter():
            yield f"chapter {node.number}"
        case verbs.PlayerDoes():
            what = "" if node.what is None else tags_text(tags(node.what) - {"spell"})
            if node.action == "cast":
                what = text_of(what, "spell")
            yield text_of(node.action.replace("_", " "), player(node.by), what, _ordinal(node.number))
        case verbs.ObjectDoes():
            yield text_of(_RENAMED.get(node.action, node.action.replace("_", " ")), description(node.what))
        case _ if type(node) in _EVENTS:
            yield text_of(_EVENTS[type(node)], description(node.what))
        case _:
            yield "other"


_RENAMED = {
    "attacks_alone": "attacks",
    "attacks_while_saddled": "attacks is saddled",
    "becomes_monstrous": "become monstrous",
    "becomes_target_of_spell": "becomes target",
}


def _ordinal(value: int | None) -> str | None:
    return None if value is None else f"number {value}"


def produced(what: Any) -> str:
    """How much mana of which types."""
    types, much = _produced(what)
    return text_of(much, "".join(one for one in "WUBRGC" if one in types) or "special")


def _produced(what: Any) -> tuple[set[str], str]:
    match what:
        case mana.Symbols():
            letters = SYMBOLS.findall(what.symbols)
            times = number(what.times)
            many = str(len(letters))
            much = many if times == "1" else times if many == "1" else f"{many}*{times}"
            return {letter for one in letters for letter in one.split("/")}, much
        case mana.Choice():
            parts = [_produced(one) for one in what.options]
            return {letter for types, _ in parts for letter in types}, parts[0][1]
        case mana.From():
            palette = what.palette
            if isinstance(palette, mana.Listed):
                return set(palette.list), number(what.amount)
            if isinstance(palette, mana.AnyColor):
                return set("WUBRG"), number(what.amount)
            return set(), number(what.amount)
        case _:
            return set(), "?"


def token_text(made: CardDefinition) -> str:
    """A token's power and toughness, colours, types and keywords."""
    front = made.front
    words = re.findall(r"[A-Za-z']+", front.type_line)
    types = sorted(one.lower() for one in words if one not in ("Legendary", "Token"))
    size = None if front.power is None else f"{front.power}/{front.toughness}"
    colors = "".join(one for one in "WUBRG" if one in (front.color_indicator or ()))
    keywords = sorted(one.keyword for one in front.abilities if isinstance(one, Keyword))
    return text_of(size, colors, *types, *(f"+{one.replace('_', ' ')}" for one in keywords))


def signed(value: Any) -> str:
    """An amount with its sign."""
    said = number(value)
    return f"+{said}" if said[0] not in "-+" else said


__all__ = [
    "conditions_of",
    "cost_of",
    "costs_of",
    "count_of",
    "counter",
    "description",
    "events",
    "keyword",
    "number",
    "player",
    "produced",
    "signed",
    "tags",
    "target",
    "token_text",
]
