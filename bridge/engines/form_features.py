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
    Replacement,
    SpellAbility,
    Static,
    Triggered,
    actions,
    casting,
    verbs,
)
from manaproof.bridge.abilities import effects as effect
from manaproof.bridge.abilities import faces as aspect
from manaproof.bridge.abilities import mana as mana
from manaproof.bridge.abilities import statics as static
from manaproof.bridge.abilities import triggers as trigger
from manaproof.bridge.abilities.ability import AdditionalCost, AlternativeCost
from manaproof.bridge.abilities.choices import ChooseModes, IfDone, MayPay, Unless
from manaproof.bridge.abilities.filters import Filter
from manaproof.bridge.oracle.tokens import token_definition

from .feature_words import Features, action, negated, settled, symbols, tags_text, text_of
from .form_terms import (
    conditions_of,
    cost_of,
    costs_of,
    count_of,
    counter,
    description,
    events,
    keyword,
    number,
    player,
    produced,
    signed,
    tags,
    target,
    token_text,
)


def features_of(abilities: Iterable[Ability]) -> Features:
    """The features of the abilities of a face."""
    found: Features = Counter()
    for one in abilities:
        found.update(_ability(one))
    return settled(found)


def _ability(node: Ability) -> Iterator[tuple[str, str]]:
    match node:
        case Activated():
            yield "ability", "activated"
            yield from costs_of(node.cost)
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
            yield from costs_of(node.cost)
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
        yield from conditions_of(node.only_if)


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
            yield from (("pays", cost_of(one)) for one in node.cost)
            yield from _effects(node.then)
        case Unless():
            yield "unless", player(node.who)
            yield from (("pays", cost_of(one)) for one in node.cost)
            yield from _effects(node.effects)
        case IfDone():
            yield from _effects((*node.first, *node.then))
        case aspect.PayMana():
            yield from (("pays", cost_of(one)) for one in node.cost)
        case effect.If():
            yield from conditions_of(node.condition)
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
            yield "effect", text_of("copy token", count_of(node.amount), "tapped" if node.tapped else None)
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
            yield "effect", text_of("exile top", count_of(node.amount))
        case effect.ChooseColor():
            pass
        case _:
            yield "effect", _verb(node)
            for name in ("what", "of", "to"):
                spoken = getattr(node, name, None)
                if isinstance(spoken, Filter):
                    yield from _spoken(_verb(node), spoken)


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


def _token(key: str) -> Iterator[tuple[str, str]]:
    made = token_definition(key)
    if made is None:
        yield "token", f"artifact {key.lower()}" if re.fullmatch("[A-Z][a-z]+", key) else "computed"
        return
    yield "token", token_text(made)
    for ability in made.front.abilities:
        if made.front.power is not None and not isinstance(ability, Keyword):
            yield from _ability(ability)


# Changes


_CANTS = ("attack", "block", "be_blocked", "untap_in_untap_step", "be_countered")
"""What both readings have a word for that can't be done."""


def _change(node: Any) -> Iterator[tuple[str, str]]:
    match node:
        case static.ModifyPowerToughness():
            yield "size", f"{signed(node.power)}/{signed(node.toughness)}"
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
            yield "spell cost", text_of(less, much, count_of(node.times))
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
                yield from ((kind, negated(one)) for kind, one in conditions_of(node.unless))
        case verbs.PlayerRule():
            if node.what != "any_number_in_deck":
                yield "rule", "other"
        case _:
            yield "rule", "other"


__all__ = ["features_of"]
