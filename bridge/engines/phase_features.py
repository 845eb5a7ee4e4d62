"""What phase's reading of a face says, as the same features as :mod:`.form_features` makes of our form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from manaproof.bridge.abilities.base import word

from .feature_words import Features, action, settled, tags_text, text_of
from .phase_events import events_of
from .phase_targets import (
    affected_by_target,
    aimed_at,
    aimed_at_player,
    is_chosen,
    object_of,
    of_target_player,
    produced,
    role_of,
    signed,
    token_of,
)
from .phase_terms import (
    COLORS,
    PLAYERS,
    Part,
    affected_player,
    conditions_of,
    costs_of,
    count_of,
    counter,
    description,
    keyword,
    mana_of,
    number,
    quantity_of,
    restrictions_of,
    spaced,
    tags,
)


def features_of(face: Part) -> Features:
    """The features of a face as the engine parses it, without what it adds for keywords by itself."""
    found: Features = Counter()
    text = re.sub(r"\([^()]*\)", "", str(face.get("oracle_text") or "").lower())
    for one in face.get("keywords") or ():
        if one not in ("Explore", "Support"):
            found[("keyword", keyword(one))] += 1
    modal = face.get("modal")
    if modal:
        found[("modes", _modes(modal))] += 1
    for one in face.get("abilities") or ():
        tag = (one.get("ability_tag") or {}).get("type")
        if tag == "Equip":
            mana = [said for _, said in costs_of(one.get("cost"))]
            found[("keyword", text_of("equip", *(said.removeprefix("mana ") for said in mana)))] += 1
            continue
        if one["kind"] == "Activated" and (tag in _KEYWORDS or _intrinsic(one)):
            continue
        if one["kind"] == "Activated":
            found[("ability", "activated")] += 1
            found.update(costs_of(one.get("cost")))
            if one.get("activation_zone") not in (None, "Battlefield"):
                found[("zone", one["activation_zone"].lower())] += 1
            found.update((kind, said) for kind, said in restrictions_of(one) if tag != "Boast" or kind != "timing")
        found.update(_ability(one))
    for one in face.get("triggers") or ():
        if not _synthetic(one):
            found.update(_trigger(one))
    if cost_of_kicker(face):
        found[("keyword", "kicker")] += 1
    for one in face.get("static_abilities") or ():
        if not _synthetic(one):
            found.update(_static(one))
    for one in face.get("replacements") or ():
        if not _synthetic(one):
            found.update(_replacement(one))
    cost = face.get("additional_cost")
    if cost and cost["type"] in ("Required", "Optional") and "additional cost to cast this spell" in text:
        found[("ability", "additional cost" + (" may" if cost["type"] == "Optional" else ""))] += 1
        data = cost["data"]
        found.update(costs_of(data if "type" in data else data.get("cost")))
    return settled(found)


def cost_of_kicker(face: Part) -> bool:
    """Whether there is a kicker that is no mana, which the engine keeps apart."""
    kicked = (face.get("additional_cost") or {}).get("type") == "Kicker"
    return kicked and not any("Kicker" in str(one) for one in face.get("keywords") or ())


_KEYWORDS = ("Cycling", "Evolve", "Backup", "Outlast")
"""Abilities that the engine makes of keywords, which are told as keywords."""


def _intrinsic(one: Part) -> bool:
    """Whether the engine made this of a basic land type (CR 305.6) or a keyword: it has no text."""
    return not one.get("description") and not one.get("modal")


def _synthetic(one: Part) -> bool:
    """Whether the engine made this of a keyword, or of a Saga's counters: it names the rule, the keyword or nothing."""
    said = str(one.get("description") or "")
    if "'counter_type': 'lore'" in str(one.get("execute")) and "event" in one:
        return True
    if (one.get("execute") or {}).get("effect", {}).get("type") == "CopySpell" and "copy" not in said.lower():
        return True
    return not said or said.startswith(_MADE_OF_KEYWORDS)


_MADE_OF_KEYWORDS = (
    "CR ",
    "Casualty",
    "Changeling",
    "Conspire",
    "Devoid",
    "For Mirrodin!",
    "Job select",
    "Living weapon",
    "Mobilize",
    "Replicate",
)

# Players

_DAMAGED = ("Controller", "ParentTargetController", "TriggeringPlayer", "DefendingPlayer", "ScopedPlayer")


# Triggers, static abilities, replacements


def _trigger(one: Part) -> Iterator[tuple[str, str]]:
    constraint = (one.get("constraint") or {}).get("type")
    for said in events_of(one, constraint):
        yield "ability", "triggered"
        yield "event", said
    if constraint == "OncePerTurn":
        yield "timing", "once_each_turn"
    elif constraint in ("OnlyDuringYourTurn", "OnlyDuringOpponentsTurn") and one["mode"] != "Phase":
        yield "condition", "turn of you" if constraint == "OnlyDuringYourTurn" else "turn of opponent"
    yield from conditions_of(one.get("condition"))
    unless = one.get("unless_pay")
    if unless:
        yield from _unless(unless)
    if one.get("optional") and not (one.get("execute") or {}).get("optional"):
        yield "may", "you"
    execute = one.get("execute")
    if execute:
        yield from _ability(execute)


_NOBODY = ("this", "that", "any", "you", "opponent", "player you", "player", "opponent player")
"""Objects that are no set of their own, and players."""


def _static(one: Part, within: str | None = None) -> Iterator[tuple[str, str]]:
    mode = one["mode"]
    spoken = description(one.get("affected"))
    if within is None and spoken not in _NOBODY:
        yield "all", spoken
    yield from conditions_of(one.get("condition"))
    yield from _mode(mode)
    yield from _modifications(one.get("modifications") or ())


_CANTS = {
    "CantBlock": "block",
    "CantAttack": "attack",
    "CantBeBlocked": "be blocked",
    "CantUntap": "untap in untap step",
    "CantBeCountered": "be countered",
    "CantAttackOrBlock": "attack|block",
}


def _mode(mode: Any) -> Iterator[tuple[str, str]]:
    if isinstance(mode, Mapping):
        ((name, data),) = mode.items()
        match name:
            case "CantBeBlockedBy":
                yield "cant", f"blocked by {description(data.get('filter'))}"
            case "CantBeBlockedExceptBy":
                yield "cant", f"blocked except by {description(_filter_of(data))}"
            case "ModifyCost":
                much = data.get("amount") or {}
                less = "less" if data["mode"] == "Reduce" else "more"
                times = data.get("dynamic_count")
                counted = None if not times else quantity_of(times) if times.get("type") else "computed"
                yield "spell cost", text_of(less, mana_of(much), counted)
            case _:
                yield "rule", "other"
        return
    if mode == "Continuous":
        return
    if mode in _CANTS:
        yield from (("cant", one) for one in _CANTS[mode].split("|"))
    elif mode in ("MustAttack", "MustBlock"):
        yield "must", mode.removeprefix("Must").lower()
    else:
        yield "rule", "other"


def _filter_of(data: Any) -> Any:
    """The filter within the details of a restriction, however deep it is."""
    if isinstance(data, Mapping):
        if "type_filters" in data or data.get("type") in ("Or", "And"):
            return data
        for value in data.values():
            found = _filter_of(value)
            if found:
                return found
    return None


def _modifications(changes: Iterable[Part]) -> Iterator[tuple[str, str]]:
    size: dict[str, str] = {}
    for one in changes:
        kind = one["type"]
        match kind:
            case "AddPower" | "AddToughness" | "AddDynamicPower" | "AddDynamicToughness":
                said = number(one["value"])
                size["Power" if "Power" in kind else "Toughness"] = f"+{said}" if said[0] not in "-+" else said
            case "SetPower" | "SetToughness" | "SetDynamicPower" | "SetDynamicToughness":
                size["Power" if "Power" in kind else "Toughness"] = number(one["value"])
            case "AddKeyword":
                yield "gains", keyword(one["keyword"])
            case "AddStaticMode":
                yield from _mode(one["mode"])
            case "AddType":
                if one["core_type"] != "Land":
                    yield "type", one["core_type"].lower()
            case "RemoveAllSubtypes":
                pass
            case "SetBasicLandType":
                yield "type", word(str(one.get("land_type") or "computed"))
            case "AddSubtype":
                yield "type", word(one["subtype"])
            case "SetColor" | "AddColor":
                colors = [COLORS.get(str(name), "") for name in one.get("colors") or (one.get("color"),)]
                yield "color", "".join(letter for letter in "WUBRG" if letter in colors) or "none"
            case "GrantAbility":
                made = one["definition"]
                yield "ability", "activated"
                yield from costs_of(made.get("cost"))
                yield from restrictions_of(made)
                yield from _ability(made)
            case "GrantTrigger":
                yield from _trigger(one["trigger"])
            case "GrantStaticAbility":
                yield from _static(one["definition"])
            case _:
                yield "rule", "other"
    if size:
        yield "size", f"{size.get('Power', '+0')}/{size.get('Toughness', '+0')}"


def _replacement(one: Part) -> Iterator[tuple[str, str]]:
    yield "ability", "replacement"
    if one["event"] == "Moved" and one.get("destination_zone") == "Battlefield":
        yield "event", f"instead: enters {description(one.get('valid_card'))}"
    yield from conditions_of(one.get("condition"))
    execute = one.get("execute")
    while execute:
        kind = (execute.get("effect") or {}).get("type")
        yield "rewrite", {"SetTapState": "EntersTapped", "PutCounter": "EntersWithCounters"}.get(kind or "", "other")
        execute = execute.get("sub_ability")


# Instructions


def _modes(modal: Part) -> str:
    return f"{modal['min_choices']}-{modal['max_choices']} of {modal['mode_count']}"


def _unless(unless: Part) -> Iterator[tuple[str, str]]:
    yield "unless", PLAYERS.get((unless.get("payer") or {}).get("type", ""), "other")
    yield from costs_of(unless.get("cost"), "pays")


def _ability(one: Part, scope: Any = None) -> Iterator[tuple[str, str]]:
    """The instructions of an ability, one after the other."""
    scope = one.get("player_scope") or scope
    if one.get("optional"):
        yield "may", spaced(one["optional_for"]) if one.get("optional_for") else "you"
    modal = one.get("modal")
    if modal:
        yield "modes", _modes(modal)
        for part in one.get("mode_abilities") or ():
            yield from _ability(part)
        return
    yield from conditions_of(one.get("condition"))
    if one.get("unless_pay"):
        yield from _unless(one["unless_pay"])
    effect = one.get("effect")
    lasts = one.get("duration")
    lasting = not effect or effect["type"] in _LASTING or lasts == "UntilHostLeavesPlay"
    if lasts and lasting and "UntilNextStepOf" not in lasts:
        yield "duration", _duration(lasts)
    if effect:
        yield from _effect(effect, one, scope)
    for key in ("sub_ability", "else_ability"):
        if one.get(key):
            yield from _ability(one[key], None)


_LASTING = ("Pump", "PumpAll", "GenericEffect", "GainControl", "AddTargetReplacement")

_DURATIONS = {
    "UntilEndOfTurn": "end of turn",
    "UntilEndOfCombat": "end of combat",
    "UntilYourNextTurn": "your next turn",
    "UntilHostLeavesPlay": "while source remains",
    "Permanent": "indefinite",
}


def _duration(said: Any) -> str:
    if isinstance(said, str):
        return _DURATIONS.get(said, spaced(said))
    ((name, _data),) = said.items()
    return "your next turn" if name == "UntilNextTurnOf" else spaced(name)


_PLAYER_VERBS = {
    "Draw": ("draw", "count"),
    "GainLife": ("gain life", "amount"),
    "LoseLife": ("lose life", "amount"),
    "Mill": ("mill", "count"),
    "Scry": ("scry", "count"),
    "Surveil": ("surveil", "count"),
    "Discard": ("discard", "count"),
}

_OBJECT_VERBS = {
    "Destroy": "destroy",
    "Regenerate": "regenerate",
    "Counter": "counter",
    "Transform": "transform",
    "Attach": "attach",
    "GainControl": "gain control you",
    "Bounce": "move to hand",
    "Fight": "fight",
    "Goad": "goad",
}

_ACTIONS = {"OpenAttractions": "open attraction", "WinTheGame": "win", "WinGame": "win", "BlightEffect": "blight"}

_ZONES = {"Exile": "exile", "Battlefield": "battlefield", "Hand": "hand", "Graveyard": "graveyard"}


def _effect(effect: Part, one: Part, scope: Any) -> Iterator[tuple[str, str]]:
    kind: str = effect["type"]
    target = effect.get("target")
    everything = kind.endswith("All") or (effect.get("scope") or {}) == {"type": "All"}
    base = kind.removesuffix("All")
    if base in _PLAYER_VERBS:
        verb, key = _PLAYER_VERBS[base]
        who = affected_player(effect.get("player") or target, scope)
        much = number(effect.get(key))
        if base == "Discard" and "HandSize" in str(effect.get(key)):
            much = "hand"
        yield "effect", text_of(verb, much, who, "random" if effect.get("random") else None)
        yield from aimed_at_player(effect.get("player") or target, one)
        return
    match base:
        case "Mana":
            yield "effect", text_of("add mana", produced(effect["produced"]))
            return
        case "Token":
            said = [name for name in ("tapped",) if effect.get(name)]
            said += ["attacking"] if effect.get("enters_attacking") else []
            owner = affected_player(effect.get("owner"), scope)
            yield "effect", text_of("token", number(effect.get("count")), owner, *said)
            yield "token", token_of(effect)
            yield from aimed_at_player(effect.get("owner"), one)
            return
        case "PutCounter" | "RemoveCounter":
            verb = "put counters" if base == "PutCounter" else "remove counters"
            yield "effect", text_of(verb, number(effect.get("count")), counter(effect.get("counter_type") or "any"))
        case "DealDamage" | "Damage" | "DamageEachPlayer":
            yield "effect", text_of("damage", number(effect.get("amount")))
            hurt = effect.get("player_filter")
            if effect.get("damage_source"):
                yield "source", description(effect["damage_source"])
            if hurt:
                yield "damaged", PLAYERS.get(hurt["type"] if isinstance(hurt, Mapping) else hurt, "other")
            if target and target["type"] in _DAMAGED:
                yield "damaged", PLAYERS[target["type"]]
            elif not hurt and scope:
                yield "damaged", affected_player(None, scope)
        case "Pump":
            yield "size", f"{signed(effect['power'])}/{signed(effect['toughness'])}"
        case "ChangeZone":
            if effect.get("origin") == "Library" and not everything:
                tapped = "tapped" if effect.get("enter_tapped") else None
                yield "effect", text_of("found to", str(effect["destination"]).lower(), tapped)
                return
            tapped = "tapped" if effect.get("enter_tapped") else None
            yield "effect", text_of("move to", _ZONES.get(effect["destination"], effect["destination"].lower()), tapped)
            for kind, often in effect.get("enter_with_counters") or ():
                yield "with", f"{number(often)} {counter(kind)}"
        case "SetTapState":
            verb = effect["state"]["type"].lower()
            yield "effect", verb
            if target and not everything:
                yield from aimed_at(target, one)
                if not is_chosen(one):
                    yield from object_of(verb, target)
                return
        case "Sacrifice":
            aimed = target["filters"][0] if target and target["type"] == "Or" else target or {}
            who = PLAYERS.get(aimed.get("controller") or "You", "you")
            if scope and who == "you":
                who = affected_player(None, scope)
            what = tags(target) - {"you", "that player", "target player", "opponent"}
            who = "" if what & {"this", "that"} else who
            yield "effect", text_of("sacrifice", number(effect.get("count")), who, tags_text(what))
            yield from of_target_player(target)
            return
        case "SearchLibrary":
            yield (
                "effect",
                text_of("search", number(effect.get("count")), description(effect.get("filter"), {"in library"})),
            )
            return
        case "GenericEffect":
            for static in effect.get("static_abilities") or ():
                affected = static.get("affected")
                spoken = description(affected)
                if spoken == "attached":
                    yield "object", "apply attached"
                elif spoken not in _NOBODY and affected != target:
                    yield "all", spoken
                    yield from of_target_player(affected)
                yield from _static(static, within="effect")
                role = role_of(affected) if affected else "this"
                if spoken in _NOBODY or affected == target:
                    yield "object", f"apply {role}"
            if target and affected_by_target(effect):
                yield from aimed_at(target, one)
            return
        case "CreateDelayedTrigger":
            yield "delayed", "later"
            inner = effect.get("effect")
            if isinstance(inner, Mapping):
                yield from _ability(inner, scope)
            return
        case "PayCost":
            yield from costs_of(effect.get("cost"), "pays")
            return
        case "Choose" | "Shuffle" | "TargetOnly":
            yield from aimed_at(target if base != "Shuffle" else None, one)
            return
        case "PreventDamage":
            yield "effect", "prevent"
            if isinstance(effect.get("amount"), Mapping) or (target and target["type"] != "Any"):
                yield from aimed_at(target, one)
            return
        case "Investigate":
            yield "effect", "token 1 you"
            yield "token", "artifact clue"
            return
        case "SwitchPT":
            yield "effect", "switch"
            yield "duration", "end of turn"
        case "CopyTokenOf":
            tapped = "tapped" if effect.get("tapped") else None
            yield "effect", text_of("copy token", count_of(effect.get("count")), tapped)
        case "Dig":
            yield "effect", text_of("dig", number(effect.get("count")), "take", number(effect.get("keep_count")))
            return
        case "GrantCastingPermission":
            return
        case "ExileTop":
            yield "effect", text_of("exile top", count_of(effect.get("count")))
            return
        case "ChooseOneOf":
            said = [str(part.get("description")) for part in effect.get("branches") or ()]
            yield "effect", " or ".join(said) if said == ["tap", "untap"] else "choose one of"
            return
        case "CreateEmblem":
            yield "effect", "emblem"
            return
        case "Attach":
            yield "effect", "attach"
            yield from aimed_at(effect.get("attachment"), {})
        case "FlipPermanent":
            yield "effect", "flip"
        case "Fight":
            yield "effect", "fight"
            yield from aimed_at(effect.get("subject"), {})
        case "GainEnergy":
            yield "effect", text_of("player counters", number(effect.get("amount")), "energy you")
            return
        case "GivePlayerCounter":
            kind = str(effect.get("counter_kind")).lower()
            yield (
                "effect",
                text_of("player counters", number(effect.get("count")), kind, affected_player(target, scope)),
            )
            yield from aimed_at_player(target, one)
            return
        case "PutAtLibraryPosition":
            position = effect.get("position") or {}
            if target and target["type"] == "Any":
                yield "effect", f"found to library {str(position.get('type')).lower()}"
                return
            yield "effect", f"move to library {str(position.get('type')).lower()}"
        case _ if base in _OBJECT_VERBS:
            yield "effect", text_of(_OBJECT_VERBS[base], "unregenerable" if effect.get("cant_regenerate") else None)
        case _:
            size = next((effect[key] for key in ("count", "amount", "mana_value_limit") if effect.get(key)), None)
            yield "effect", action(_ACTIONS.get(base, spaced(base)), number(size))
    if everything:
        yield "all", description(target)
        yield from of_target_player(target)
    else:
        yield from aimed_at(target, one)
        if base in _SPOKEN and target and not is_chosen(one):
            yield from object_of(_SPOKEN[base], target)


_SPOKEN = {
    "PutCounter": "put counters",
    "RemoveCounter": "remove counters",
    "DealDamage": "damage",
    "Pump": "apply",
    "ChangeZone": "move",
    "Bounce": "move",
    "Destroy": "destroy",
    "Regenerate": "regenerate",
    "Counter": "counter",
    "Transform": "transform",
    "GainControl": "gain control",
    "CopyTokenOf": "copy",
    "PutAtLibraryPosition": "move",
    "SwitchPT": "apply",
}


__all__ = ["features_of"]
