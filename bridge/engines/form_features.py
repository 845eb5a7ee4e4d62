"""What the form of a face says, as features: small statements that another reading of the same text can be held to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from manaproof.bridge.abilities import (
    Ability,
    Activated,
    Keyword,
    Node,
    Replacement,
    SpellAbility,
    Static,
    Triggered,
    actions,
    casting,
    verbs,
)
from manaproof.bridge.abilities import amounts as amount
from manaproof.bridge.abilities import conditions as condition
from manaproof.bridge.abilities import costs as cost
from manaproof.bridge.abilities import effects as effect
from manaproof.bridge.abilities import faces as aspect
from manaproof.bridge.abilities import mana as mana
from manaproof.bridge.abilities import statics as static
from manaproof.bridge.abilities import triggers as trigger
from manaproof.bridge.abilities.ability import AdditionalCost, AlternativeCost, Target
from manaproof.bridge.abilities.choices import ChooseModes, IfDone, MayPay, Unless
from manaproof.bridge.abilities.filters import Filter
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.oracle.tokens import token_definition

Features = Counter[tuple[str, str]]
"""Kinds of statement and what each says, and how often: ``("effect", "draw 2 you")``."""

COMPARISONS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
SYMBOLS = re.compile(r"\{([^{}]+)\}")


def features_of(abilities: Iterable[Ability]) -> Features:
    """The features of the abilities of a face."""
    found: Features = Counter()
    for one in abilities:
        found.update(_ability(one))
    return settled(found)


ONCE = ("object", "condition", "keyword", "duration", "cant", "rule", "all", "type", "color")
"""Kinds of which it is asked whether something is said, not how often."""


def settled(found: Features) -> Features:
    """The features, those that are asked for only once each."""
    return Counter({one: 1 if one[0] in ONCE else often for one, often in found.items()})


def text_of(*parts: str | None) -> str:
    """The parts that there are, with a space between."""
    return " ".join(one for one in parts if one)


_HISTORIC = {"artifact", "legendary", "/saga", "or"}
"""What "historic" stands for (CR 700.6)."""


def tags_text(tags: Iterable[str]) -> str:
    """A description by its tags, in order; what a subtype implies is left out."""
    found = set(tags)
    if found >= _HISTORIC:
        found = found - _HISTORIC | {"historic"}
    if any(one.startswith("/") for one in found):
        found -= {"creature", "artifact", "land", "enchantment", "planeswalker"}
    return " ".join(sorted(found)) or "any"


def _ability(node: Ability) -> Iterator[tuple[str, str]]:
    match node:
        case Activated():
            yield "ability", "activated"
            yield from _costs(node.cost)
            if node.zone != "battlefield":
                yield "zone", node.zone
        case Triggered():
            for one in events(node.event):
                yield "ability", "triggered"
                yield "event", one
                if isinstance(node.event, verbs.ObjectDoes) and node.event.action == "attacks_alone":
                    yield "condition", "other"
        case Replacement():
            yield "ability", "replacement"
            yield from (("event", f"instead: {one}") for one in events(node.event) if one.startswith("enters"))
        case Static():
            if node.affects.ref not in ("this", None):
                yield "all", str(node.affects.ref)
            elif node.affects.ref is None and node.affects.zone != "stack":
                yield "all", description(node.affects)
        case Keyword():
            yield "keyword", keyword(node)
            return
        case AlternativeCost():
            return
        case AdditionalCost():
            yield "ability", "additional cost" + (" may" if node.optional else "")
            yield from _costs(node.cost)
        case _:
            pass
    if isinstance(node, Activated | Triggered | SpellAbility):
        yield from (("target", target(one)) for one in node.targets)
        yield from _effects(node.effects)
    if isinstance(node, Static):
        for change in node.changes:
            yield from _change(change)
    if isinstance(node, Replacement):
        for rewrite in node.instead:
            name = type(rewrite).__name__
            yield "rewrite", name if name in ("EntersTapped", "EntersWithCounters") else "other"
    if isinstance(node, Activated | Triggered | Static | Replacement) and node.only_if is not None:
        yield from _condition(node.only_if)


def keyword(node: Keyword) -> str:
    """A keyword with its number and its mana cost."""
    paid = "".join(one.symbols for one in node.cost if isinstance(one, cost.ManaCost))
    spoken = description(node.what) if node.keyword == "enchant" and node.what is not None else None
    number = None if node.number is None else str(node.number)
    return text_of(node.keyword.replace("_", " "), number, symbols(paid), spoken)


def symbols(text: str) -> str:
    """Mana symbols in an order of their own."""
    return "".join(f"{{{one}}}" for one in sorted(SYMBOLS.findall(text)) if one != "0")


# Costs


def _costs(costs: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for one in costs:
        yield "cost", _cost(one)


def _cost(one: Any) -> str:
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
            return text_of("sacrifice", _counted(one.count), description(one.what))
        case cost.Discard():
            return text_of("discard", _counted(one.count), description(one.what))
        case cost.ExileCost():
            return text_of("exile", _counted(one.count), description(one.what))
        case cost.TapOthers():
            return text_of("tap", _counted(one.count), description(one.what))
        case cost.MoveCost():
            return text_of("return", _counted(one.count), description(one.what))
        case cost.RemoveCounters():
            said = "computed" if isinstance(one.amount, str) else number(one.amount)
            return text_of("remove counters", said, counter(one.kind))
        case cost.PayEnergy():
            return f"energy {number(one.amount)}"
        case cost.ActionCost():
            return "computed"
        case _:
            return "computed"


def _counted(value: Any) -> str | None:
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


def multiple(factor: int, said: str) -> str:
    """So many times an amount."""
    return f"-{said}" if factor == -1 else f"{factor}*{said}"


def _condition(node: Any) -> Iterator[tuple[str, str]]:
    match node:
        case condition.Timing():
            yield "timing", node.only
        case condition.All():
            for one in node.of:
                yield from _condition(one)
        case condition.CompareAmounts():
            yield "condition", comparison(f"{number(node.left)} {COMPARISONS[node.is_]} {number(node.right)}")
        case condition.Exists():
            yield "condition", comparison(f"count({description(node.what)}) >= 1")
        case condition.Not():
            for kind, said in _condition(node.condition):
                yield kind, negated(said)
        case condition.YourTurn():
            yield "condition", f"turn of {node.who}"
        case condition.Happened() if node.what == "once_each_turn":
            yield "timing", "once_each_turn"
        case _:
            yield "condition", "other"


def comparison(said: str) -> str:
    """A comparison in one of its forms: of whole numbers, none is fewer than one; what is not counted is ``other``."""
    if "computed" in said or not said.startswith("count(") or re.match(r"count\((?:this|that|attached)\)", said):
        return "other"
    said = re.sub(r"> (\d+)$", lambda at: f">= {int(at[1]) + 1}", said)
    return re.sub(r"= 0$", "< 1", said) if re.search("[^<>!]= 0$", said) else said


_OPPOSITE = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "!=", "!=": "="}


def negated(said: str) -> str:
    """The opposite of a comparison; anything else stays ``other``."""
    found = re.fullmatch(r"(.*) (>=|<=|!=|=|<|>) (\S+)", said)
    if found is None:
        return said
    return f"{found[1]} {_OPPOSITE[found[2]]} {found[3]}"


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


# Instructions


def _effects(effects: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for one in effects:
        yield from _effect(one)


def _effect(node: Any) -> Iterator[tuple[str, str]]:
    match node:
        case effect.May():
            yield "may", player(node.who)
            yield from _effects(node.effects)
        case MayPay():
            yield "may", player(node.who)
            yield from (("pays", _cost(one)) for one in node.cost)
            yield from _effects(node.then)
        case Unless():
            yield "unless", player(node.who)
            yield from (("pays", _cost(one)) for one in node.cost)
            yield from _effects(node.effects)
        case IfDone():
            yield from _effects((*node.first, *node.then))
        case aspect.PayMana():
            yield from (("pays", _cost(one)) for one in node.cost)
        case effect.If():
            yield from _condition(node.condition)
            yield from _effects((*node.then, *node.otherwise))
        case ChooseModes():
            yield "modes", f"{node.at_least}-{node.at_most} of {len(node.modes)}"
            for mode in node.modes:
                yield from (("target", target(one)) for one in mode.targets)
                yield from _effects(mode.effects)
        case verbs.WhenDone():
            yield from (("target", target(one)) for one in node.targets)
            yield from _effects(node.effects)
        case verbs.Delayed():
            yield "delayed", "later"
            yield from _effects(node.effects)
        case effect.CreateEffect():
            yield from _created(node)
        case effect.Apply():
            yield "duration", node.lasts.replace("_", " ")
            yield from _spoken("apply", node.to)
            for change in node.changes:
                yield from _change(change)
        case effect.GainControl():
            yield "effect", text_of("gain control", player(node.who))
            if node.lasts != "indefinite":
                yield "duration", node.lasts.replace("_", " ")
            yield from _spoken("gain control", node.what)
        case _:
            yield from _action(node)


def _created(node: effect.CreateEffect) -> Iterator[tuple[str, str]]:
    """An effect that is created: a trigger for later, what is prevented, or what holds for a while."""
    made = node.ability
    if isinstance(made, Triggered) and isinstance(made.event, trigger.StepBegins):
        yield "delayed", "later"
        yield from _effects(made.effects)
        return
    if isinstance(made, Replacement) and any(one.rewrite == "prevent" for one in made.instead):
        yield "effect", "prevent"
        return
    yield "duration", node.lasts.replace("_", " ")
    yield from _ability(made)


def _action(node: Any) -> Iterator[tuple[str, str]]:
    """An instruction that holds no others: what it does, how much, who does it and to what."""
    match node:
        case effect.AddMana():
            yield "effect", text_of("add mana", produced(node.mana))
        case effect.CreateToken():
            entering = ["tapped"] if node.tapped else []
            entering += ["attacking"] if node.attacking else []
            yield "effect", text_of("token", number(node.amount), player(node.who), *entering)
            yield from _token(node.token)
        case effect.DealDamage() | verbs.Bites():
            yield "effect", text_of("damage", number(node.amount))
            if isinstance(node, verbs.Bites) and node.source.ref != "this":
                yield "source", description(node.source)
            yield from _spoken("damage", node.to)
            if node.to_player is not None and node.to_player != "target":
                yield "damaged", player("event_player" if node.to_player == "active" else node.to_player)
        case effect.Draw() | effect.GainLife() | effect.LoseLife() | aspect.Mill() | aspect.Scry() | aspect.Surveil():
            yield "effect", text_of(_verb(node), number(node.amount), player(node.who))
        case aspect.Discards():
            said = "hand" if isinstance(node.amount, str) else number(node.amount)
            yield "effect", text_of("discard", said, player(node.who))
        case verbs.DiscardCards():
            random = "random" if node.at_random else None
            yield "effect", text_of("discard", number(node.amount), player(node.who), random)
        case aspect.SacrificeSome():
            yield "effect", _sacrificed(number(node.amount), player(node.who), tags(node.what))
        case effect.Sacrifice():
            yield "effect", _sacrificed("1" if node.what.ref else "all", player(node.who), tags(node.what))
        case effect.PutCountersOn() | effect.RemoveCountersFrom():
            yield "effect", text_of(_verb(node), number(node.amount), counter(node.kind))
            yield from _spoken(_verb(node), node.on if isinstance(node, effect.PutCountersOn) else node.from_)
        case effect.PutPlayerCounters():
            yield "effect", text_of("player counters", number(node.amount), node.kind, player(node.who))
        case verbs.PreventFrom() | actions.PreventNext():
            yield "effect", "prevent"
        case effect.Move():
            yield "effect", text_of("move to", node.to.replace("_", " "), "tapped" if node.tapped else None)
            yield from (("with", f"{one.number} {one.kind}") for one in node.counters)
            yield from _spoken("move", node.what)
        case effect.Destroy():
            yield "effect", text_of("destroy", None if node.regenerable else "unregenerable")
            yield from _spoken("destroy", node.what)
        case verbs.MoveBelow():
            yield "effect", "move to library"
            yield from _spoken("move", node.what)
        case actions.Search():
            said = number(node.amount) if not node.up_to else f"up to {number(node.amount)}"
            to = node.to.replace("_", " ")
            yield "effect", text_of("search", said, description(node.what))
            yield "effect", text_of("found to", to, "tapped" if node.tapped else None)
        case actions.MoveSome() | actions.TapSome():
            said = number(node.amount) if not node.up_to else f"up to {number(node.amount)}"
            if isinstance(node, actions.MoveSome):
                yield "effect", text_of("move to", node.to.replace("_", " "), "tapped" if node.tapped else None)
            else:
                yield "effect", "untap" if node.untap else "tap"
            yield "some", text_of(said, description(node.what))
        case verbs.KeywordAction():
            yield "effect", action(node.action, number(node.amount))
        case verbs.ObjectAction() if node.action == "freeze":
            yield "cant", "untap in untap step"
            yield from _spoken("apply", node.what)
        case verbs.ObjectAction():
            yield "effect", action(node.action, number(node.amount))
            yield from _spoken("act", node.what)
        case actions.Shuffle() | actions.PutFoundOnTop():
            pass
        case aspect.CreateCopy():
            yield "effect", text_of("copy token", _counted(node.amount), "tapped" if node.tapped else None)
            yield from _spoken("copy", node.of)
        case verbs.ExileUntil():
            yield "effect", "move to exile"
            yield "duration", "while source remains"
            yield from _spoken("move", node.what)
        case verbs.LookAndTake():
            yield "effect", text_of("dig", number(node.amount), "take", number(node.take))
        case aspect.Convert():
            yield "effect", "transform"
            yield from _spoken("transform", node.what)
        case effect.LoseGame():
            yield "effect", "lose game"
        case verbs.ImpulseDraw():
            yield "effect", text_of("exile top", _counted(node.amount))
        case effect.ChooseColor():
            pass
        case _:
            yield "effect", _verb(node)
            for name in ("what", "of", "to"):
                spoken = getattr(node, name, None)
                if isinstance(spoken, Filter):
                    yield from _spoken(_verb(node), spoken)


def action(name: str, much: str) -> str:
    """A keyword action by the words that tell it from others, and how much."""
    words = [one for one in name.lower().replace("_", " ").split() if one not in ("the", "you", "an", "a")]
    return text_of(*words, None if much == "1" else much)


def _sacrificed(many: str, who: str, what: set[str]) -> str:
    """What is sacrificed by whom; of one object that is named by its part, nobody says who."""
    if what & {"this", "that"}:
        return text_of("sacrifice", many, *what)
    return text_of("sacrifice", many, who, tags_text(what - {"you", "that player", "target player", "opponent"}))


def _verb(node: Any) -> str:
    return str(node.do).replace("_", " ")


SPOKEN = (
    "put counters",
    "remove counters",
    "damage",
    "apply",
    "move",
    "tap",
    "untap",
    "destroy",
    "regenerate",
    "counter",
    "transform",
    "gain control",
    "copy",
)
"""Instructions of which both readings say whether they speak of this object, of what it is attached to, or another."""


def _spoken(verb: str, what: Filter | None) -> Iterator[tuple[str, str]]:
    """All objects of a description that an instruction speaks of, or the one that is named by its part."""
    if what is not None and what.ref is None:
        if description(what) not in ("you", "opponent"):
            yield "all", description(what)
    elif what is not None and verb in SPOKEN:
        yield "object", f"{verb} {description(what)}"


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


def _token(key: str) -> Iterator[tuple[str, str]]:
    made = token_definition(key)
    if made is None:
        yield "token", f"artifact {key.lower()}" if re.fullmatch("[A-Z][a-z]+", key) else "computed"
        return
    yield "token", token_text(made)
    for ability in made.front.abilities:
        if made.front.power is not None and not isinstance(ability, Keyword):
            yield from _ability(ability)


def token_text(made: CardDefinition) -> str:
    """A token's power and toughness, colours, types and keywords."""
    front = made.front
    words = re.findall(r"[A-Za-z']+", front.type_line)
    types = sorted(one.lower() for one in words if one not in ("Legendary", "Token"))
    size = None if front.power is None else f"{front.power}/{front.toughness}"
    colors = "".join(one for one in "WUBRG" if one in (front.color_indicator or ()))
    keywords = sorted(one.keyword for one in front.abilities if isinstance(one, Keyword))
    return text_of(size, colors, *types, *(f"+{one.replace('_', ' ')}" for one in keywords))


# Changes


_CANTS = ("attack", "block", "be_blocked", "untap_in_untap_step", "be_countered")
"""What both readings have a word for that can't be done."""


def _change(node: Any) -> Iterator[tuple[str, str]]:
    match node:
        case static.ModifyPowerToughness():
            yield "size", f"{_signed(node.power)}/{_signed(node.toughness)}"
        case static.SetPowerToughness():
            yield "size", f"{number(node.power)}/{number(node.toughness)}"
        case static.SwitchPowerToughness():
            yield "effect", "switch"
        case static.GainAbility():
            if isinstance(node.ability, Keyword):
                yield "gains", keyword(node.ability)
            else:
                yield from _ability(node.ability)
        case static.Cant() if node.what in _CANTS:
            yield "cant", node.what.replace("_", " ")
        case static.BlockLimit() if node.how != "blocks_only":
            yield "cant", text_of(node.how.replace("_", " "), description(node.whom))
        case static.Must():
            yield "must", node.what
        case casting.CostLess() | casting.CostMore():
            much = symbols(node.mana.symbols)
            less = "less" if isinstance(node, casting.CostLess) else "more"
            yield "spell cost", text_of(less, much, _counted(node.times))
        case static.AddTypes() | static.SetTypes():
            for one in (*node.types, *node.subtypes):
                if one != "land":
                    yield "type", one
        case static.SetLandTypes():
            for one in node.subtypes:
                yield "type", one
        case static.SetColors() | static.AddColors():
            yield "color", "".join(one for one in "WUBRG" if one in node.colors) or "none"
        case verbs.Restriction():
            said = node.what.replace("_", " ")
            if node.by is not None or not set(said.split(" or ")) <= {"attack", "block"}:
                yield "rule", "other"
            else:
                yield from (("cant", one) for one in said.split(" or "))
            if node.unless is not None:
                yield from ((kind, negated(one)) for kind, one in _condition(node.unless))
        case verbs.PlayerRule():
            if node.what != "any_number_in_deck":
                yield "rule", "other"
        case _:
            yield "rule", "other"


def _signed(value: Any) -> str:
    said = number(value)
    return f"+{said}" if said[0] not in "-+" else said


__all__ = [
    "COMPARISONS",
    "Features",
    "features_of",
    "negated",
    "symbols",
    "tags_text",
    "text_of",
]
