"""What phase's reading of a face says, as the same features as ``form_features`` makes of our form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from manaproof.bridge.abilities.base import word

from .form_features import Features, action, comparison, multiple, negated, settled, symbols, tags_text, text_of

Part = Mapping[str, Any]

_COLORS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}
_SHARDS = {**_COLORS, "X": "X", "Snow": "S"}
_SIGNS = {"GE": ">=", "LE": "<=", "LT": "<", "GT": ">", "EQ": "=", "NE": "!="}


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
            mana = [said for _, said in _costs(one.get("cost"))]
            found[("keyword", text_of("equip", *(said.removeprefix("mana ") for said in mana)))] += 1
            continue
        if one["kind"] == "Activated" and (tag in _KEYWORDS or _intrinsic(one)):
            continue
        if one["kind"] == "Activated":
            found[("ability", "activated")] += 1
            found.update(_costs(one.get("cost")))
            if one.get("activation_zone") not in (None, "Battlefield"):
                found[("zone", one["activation_zone"].lower())] += 1
            found.update((kind, said) for kind, said in _restrictions(one) if tag != "Boast" or kind != "timing")
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
        found.update(_costs(data if "type" in data else data.get("cost")))
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


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _spaced(name: str) -> str:
    return _snake(name).replace("_", " ")


def keyword(one: Any) -> str:
    """A keyword with its number and its mana cost."""
    if isinstance(one, str):
        return _RENAMED.get(one, _spaced(one))
    ((name, data),) = one.items()
    if name == "Landwalk":
        return f"{str(data).lower()}walk"
    if name == "Typecycling":
        return text_of(f"{word(data['subtype']).replace('_', ' ')}cycling", _paid(data))
    if name == "Enchant":
        return f"enchant {description(data)}"
    return text_of(_RENAMED.get(name, _spaced(name)), _numbered(data), _paid(data))


_RENAMED = {"Battlecry": "battle cry", "TotemArmor": "umbra armor"}


def _paid(data: Any) -> str | None:
    """The first mana cost within the details of a keyword."""
    if isinstance(data, Mapping):
        if data.get("type") == "Cost":
            return _mana(data)
        data = list(data.values())
    if isinstance(data, list):
        for one in data:
            found = _paid(one)
            if found:
                return found
    return None


def _numbered(data: Any) -> str | None:
    """The number of a keyword."""
    if isinstance(data, bool):
        return None
    if isinstance(data, int):
        return str(data)
    if isinstance(data, Mapping) and data.get("type") == "Fixed" and "value" in data:
        return str(data["value"])
    if isinstance(data, Mapping) and data.get("type") != "Cost":
        data = list(data.values())
    if isinstance(data, list):
        for one in data:
            found = _numbered(one)
            if found:
                return found
    return None


# Costs


def _mana(cost: Part) -> str:
    said = [f"{{{cost['generic']}}}"] if cost.get("generic") else []
    for one in cost.get("shards") or ():
        said.append(f"{{{_shard(one)}}}")
    return symbols("".join(said))


def _shard(name: str) -> str:
    if name in _SHARDS:
        return _SHARDS[name]
    parts = re.findall("[A-Z][a-z]+", name)
    letters = [{"Two": "2", "Phyrexian": "P"}.get(one) or _COLORS.get(one, "?") for one in parts]
    if "P" in letters:
        letters.remove("P")
        letters.append("P")
    return "/".join(letters)


def _costs(cost: Any, kind: str = "cost") -> Iterator[tuple[str, str]]:
    if not cost:
        return
    if cost["type"] == "Composite":
        for one in cost["costs"]:
            yield from _costs(one, kind)
        return
    yield kind, _cost(cost)


def _cost(one: Part) -> str:
    match one["type"]:
        case "Tap":
            return "tap"
        case "Untap":
            return "untap"
        case "Mana":
            return f"mana {_mana(one['cost'])}"
        case "Cost":
            return f"mana {_mana(one)}"
        case "PayLife":
            return f"life {number(one['amount'])}"
        case "Loyalty":
            return f"loyalty {one['amount']}"
        case "Sacrifice":
            return text_of("sacrifice", _counted(one.get("count")), description(one["target"]))
        case "Discard":
            what = "this" if one.get("self_ref") else description(one.get("filter"), {"in hand"})
            if one.get("random") or "HandSize" in str(one.get("count")):
                return "computed"
            return text_of("discard", _counted(one.get("count")), what)
        case "Exile":
            zone = one.get("zone")
            more = {f"in {zone.lower()}", "you"} if zone and zone != "Battlefield" else set()
            if (one.get("filter") or {}).get("type") == "SelfRef":
                more = set()
            return text_of("exile", _counted(one.get("count")), description(one.get("filter"), more))
        case "TapCreatures":
            what = tags_text(tags(one.get("filter")) - {"not tapped"})
            return text_of("tap", _counted(one["requirement"].get("count")), what)
        case "ReturnToHand":
            return text_of("return", _counted(one.get("count")), description(one.get("filter")))
        case "RemoveCounter":
            kind = one.get("counter_type") or {}
            return text_of("remove counters", _many(one.get("count")), counter(kind.get("data") or "any"))
        case "PayEnergy":
            return f"energy {number(one['amount'])}"
        case _:
            return "computed"


_HUGE = 1_000_000_000


def _many(value: Any) -> str:
    if isinstance(value, int) and value > _HUGE:
        return "X"
    return number(value)


def _counted(value: Any) -> str | None:
    said = _many(value)
    return None if said == "1" else said


def counter(kind: str) -> str:
    """A kind of counters, as our form names it."""
    if re.fullmatch(r"[PM]\d+[PM]\d+", kind):
        kind = re.sub(r"([PM])(\d+)([PM])(\d+)", lambda at: f"{_sign(at[1])}{at[2]}/{_sign(at[3])}{at[4]}", kind)
    return word(kind)


def _sign(letter: str) -> str:
    return "+" if letter == "P" else "-"


# Amounts and conditions


def number(value: Any) -> str:
    """An amount: its number, X, what is counted; anything else is ``computed``."""
    if value is None:
        return "1"
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, Mapping):
        return "computed"
    match value["type"]:
        case "Fixed":
            return str(value["value"])
        case "Ref":
            return _quantity(value["qty"])
        case "Multiply":
            return multiple(value["factor"], number(value["inner"]))
        case "Quantity":
            return number(value["value"])
        case "UpTo":
            return f"up to {number(value['max'])}"
        case _:
            return "computed"


def _quantity(qty: Part) -> str:
    match qty["type"]:
        case "Variable" | "CostXPaid":
            return "X"
        case "ObjectCount":
            return f"count({description(qty['filter'])})"
        case "Power" | "Toughness":
            return f"{qty['type'].lower()} of {_part(qty)}"
        case "ObjectManaValue" | "SelfManaValue":
            return f"mana_value of {_part(qty) if qty['type'] == 'ObjectManaValue' else 'this'}"
        case "EventContextAmount":
            return "event amount"
        case "CountersOn":
            return f"counters {counter(qty.get('counter_type') or 'any')} of {_part(qty)}"
        case "LifeTotal":
            return "life"
        case "ZoneCardCount" | "HandSize" | "GraveyardSize":
            return _cards(qty)
        case _:
            return "computed"


_PARTS = {"Source": "this", "CostPaidObject": "cost", "Target": "that", "Demonstrative": "that"}


def _part(qty: Part) -> str:
    """Which object a number is of; what the engine takes from elsewhere is open."""
    return _PARTS.get((qty.get("scope") or {}).get("type", ""), "special")


def _cards(qty: Part) -> str:
    """The number of cards in a hand or a graveyard."""
    if qty["type"] == "HandSize":
        return "count(in hand you)" if (qty.get("player") or {}).get("type") == "Controller" else "computed"
    if qty["type"] == "GraveyardSize":
        return "count(in graveyard you)" if (qty.get("player") or {}).get("type") == "Controller" else "computed"
    found = {f"in {qty['zone'].lower()}"}
    if qty.get("scope") == "Controller":
        found.add("you")
    for one in qty.get("card_types") or ():
        found |= _type(one)
    return f"count({tags_text(found)})"


def _condition(one: Any) -> Iterator[tuple[str, str]]:
    if not one:
        return
    match one["type"]:
        case "EffectOutcome" | "AtNextPhase" | "WhenYouDo":
            pass
        case "QuantityComparison" | "QuantityCheck":
            said = f"{number(one['lhs'])} {_SIGNS[one['comparator']]} {number(one['rhs'])}"
            yield "condition", comparison(said)
        case "And":
            for part in one["conditions"]:
                yield from _condition(part)
        case "Not":
            for kind, said in _condition(one["condition"]):
                yield kind, negated(said)
        case "IsPresent" | "ControlsType":
            yield "condition", comparison(f"count({description(one['filter'])}) >= 1")
        case "UnlessControlsCountMatching":
            yield "condition", f"count({description(one['filter'])}) < {one['minimum']}"
        case "UnlessControlsMatching":
            yield "condition", f"count({description(one['filter'])}) < 1"
        case "IsYourTurn" | "DuringYourTurn":
            yield "condition", "turn of you"
        case "DuringPlayersTurn":
            yield "condition", f"turn of {_PLAYERS.get(one['player']['type'], 'other')}"
        case _:
            yield "condition", "other"


def _restrictions(one: Part) -> Iterator[tuple[str, str]]:
    loyalty = (one.get("cost") or {}).get("type") == "Loyalty"
    kinds = [said["type"] for said in one.get("activation_restrictions") or ()]
    for said in one.get("activation_restrictions") or ():
        match said["type"]:
            case "DuringYourTurn" if "BeforeAttackersDeclared" in kinds:
                pass
            case "AsSorcery":
                if not loyalty:
                    yield "timing", "sorcery"
            case "OnlyOnceEachTurn":
                yield "timing", "once_each_turn"
            case "DuringYourTurn":
                yield "condition", "turn of you"
            case "RequiresCondition":
                data = said.get("data") or {}
                yield from _condition(data.get("condition", data))
            case _:
                yield "condition", "other"


# Descriptions


def description(what: Any, more: Iterable[str] = ()) -> str:
    """What a filter says of objects, as tags."""
    return tags_text({*tags(what), *more})


def tags(what: Any) -> set[str]:
    """The tags of a filter, those of its alternatives thrown together."""
    if not what:
        return set()
    if isinstance(what, str):
        return {"that"}
    match what["type"]:
        case "SelfRef":
            return {"this"}
        case "AttachedTo":
            return {"attached"}
        case "Any":
            return set()
        case "Or" | "And":
            found = {tag for one in what["filters"] for tag in tags(one)}
            return found | {"or"} if what["type"] == "Or" else found
        case "Not":
            return {f"not {tag}" for tag in tags(what["filter"])}
        case "Player":
            return {"player"}
        case "Controller":
            return {"you"}
        case "StackSpell":
            return {"spell"}
        case "StackAbility":
            return {"ability"}
        case "Typed":
            return _typed(what)
        case _:
            return {"that"}


def _typed(what: Part) -> set[str]:
    found: set[str] = set()
    for one in what.get("type_filters") or ():
        found |= _type(one)
    who = what.get("controller")
    if who:
        found.add(_PLAYERS.get(who, _spaced(str(who))))
        if not what.get("type_filters") and not what.get("properties"):
            found.add("player")
    for one in what.get("properties") or ():
        found |= _property(one)
    if "attached" in found:
        return {"attached"}
    return found


def _type(one: Any) -> set[str]:
    if isinstance(one, str):
        return set() if one in ("Card", "Permanent", "Any") else {_spaced(one)}
    ((name, data),) = one.items()
    if name == "Subtype":
        return {f"/{word(data)}"}
    if name == "Non":
        return {f"not {tag}" for tag in _type(data)}
    if name == "AnyOf":
        return {"or"} | {tag for part in data for tag in _type(part)}
    return {_spaced(name)}


_PLAIN = {
    "Another": "other",
    "Attacking": "attacking",
    "Blocking": "blocking",
    "Tapped": "tapped",
    "Untapped": "not tapped",
    "NonToken": "not token",
    "Token": "token",
    "EnchantedBy": "attached",
    "EquippedBy": "attached",
    "EnteredThisTurn": "entered this turn",
    "Modified": "modified",
    "Suspected": "suspected",
    "FaceDown": "face down",
    "IsChosenColor": "chosen color",
    "IsChosenCreatureType": "chosen type",
}


def _property(one: Part) -> set[str]:
    kind = one["type"]
    if kind in _PLAIN:
        return {_PLAIN[kind]}
    match kind:
        case "InZone":
            zone = one["zone"].lower()
            return set() if zone in ("battlefield", "stack") else {f"in {zone}"}
        case "HasColor":
            return {_COLORS.get(one["color"], "?")}
        case "NotColor":
            return {f"not {_COLORS.get(one['color'], '?')}"}
        case "HasSupertype":
            return {one["value"].lower()}
        case "NotSupertype":
            return {f"not {one['value'].lower()}"}
        case "WithKeyword":
            return {keyword(one["value"]).replace("_", " ")}
        case "WithoutKeyword":
            return {f"not {keyword(one['value']).replace('_', ' ')}"}
        case "PtComparison":
            return {f"{one['stat'].lower()} {_SIGNS[one['comparator']]} {number(one['value'])}"}
        case "Cmc":
            return {f"mana_value {_SIGNS[one['comparator']]} {number(one['value'])}"}
        case "Counters":
            kind = (one.get("counters") or {}).get("data")
            return {f"with {counter(kind)}" if kind else "with any"}
        case "Owned":
            return {_PLAYERS.get(one["controller"], "owner")}
        case "Named":
            return {"named"}
        case "ColorCount":
            if one["count"] == 0:
                return {"colorless" if one["comparator"] == "EQ" else "not colorless"}
            return {"monocolored" if one["comparator"] == "EQ" else "multicolored"}
        case "AnyOf" | "Or":
            parts = one.get("properties") or one.get("props") or one.get("filters") or ()
            return {tag for part in parts for tag in _property(part)}
        case _:
            return {_spaced(kind)}


# Players

_DAMAGED = ("Controller", "ParentTargetController", "TriggeringPlayer", "DefendingPlayer", "ScopedPlayer")
_PLAYERS = {
    "You": "you",
    "Opponent": "opponent",
    "TargetPlayer": "target player",
    "TargetOpponent": "target player",
    "TriggeringPlayer": "that player",
    "ParentTargetController": "that player",
    "ParentObjectTargetController": "that player",
    "ParentTargetOwner": "owner of target",
    "DefendingPlayer": "defending",
    "ScopedPlayer": "that player",
    "Player": "target player",
    "Controller": "you",
    "All": "any",
    "AllPlayers": "any",
    "ParentTarget": "target player",
}


def _who(target: Any, scope: Any) -> str:
    """The player that a target or a scope names."""
    if scope and (target is None or target["type"] in ("Controller", "ScopedPlayer", "Any")):
        kind = scope["type"] if isinstance(scope, Mapping) else str(scope)
        return _PLAYERS.get(kind, _spaced(kind))
    if target is None:
        return "you"
    if target["type"] == "Typed":
        return "target player"
    return _PLAYERS.get(target["type"], _spaced(target["type"]))


# Triggers, static abilities, replacements


def _trigger(one: Part) -> Iterator[tuple[str, str]]:
    constraint = (one.get("constraint") or {}).get("type")
    for said in _events(one, constraint):
        yield "ability", "triggered"
        yield "event", said
    if constraint == "OncePerTurn":
        yield "timing", "once_each_turn"
    elif constraint in ("OnlyDuringYourTurn", "OnlyDuringOpponentsTurn") and one["mode"] != "Phase":
        yield "condition", "turn of you" if constraint == "OnlyDuringYourTurn" else "turn of opponent"
    yield from _condition(one.get("condition"))
    unless = one.get("unless_pay")
    if unless:
        yield from _unless(unless)
    if one.get("optional") and not (one.get("execute") or {}).get("optional"):
        yield "may", "you"
    execute = one.get("execute")
    if execute:
        yield from _ability(execute)


_STEPS = {
    "Upkeep": "upkeep",
    "End": "end",
    "Draw": "draw",
    "BeginCombat": "beginning of combat",
    "PreCombatMain": "precombat main",
    "PostCombatMain": "postcombat main",
    "EndCombat": "end of combat",
    "Untap": "untap",
}
_TURNS = {"OnlyDuringYourTurn": "you", "OnlyDuringOpponentsTurn": "opponent", None: "any"}
_MODES = {
    "Attacks": ("attacks",),
    "Blocks": ("blocks",),
    "AttacksOrBlocks": ("attacks", "blocks"),
    "BecomesBlocked": ("becomes blocked",),
    "EntersOrAttacks": ("enters", "attacks"),
    "TurnFaceUp": ("turned face up",),
    "LeavesBattlefield": ("leaves",),
    "Taps": ("tapped",),
    "Untaps": ("untapped",),
    "Transformed": ("transforms",),
}
_NAMED = {
    "CommitCrime": "commit a crime you",
    "UnlockDoor": "unlocked this",
    "CycledOrDiscarded": "cycle or discard you",
    "AttackerUnblocked": "attacks and isn t blocked",
    "Explored": "explores",
}
_ALONE = ("CommitCrime", "UnlockDoor", "CycledOrDiscarded")
_PLAYER_MODES = {
    "Drawn": "draw",
    "LifeGained": "gains life",
    "LifeLost": "loses life",
    "Discarded": "discard",
    "Sacrificed": "sacrifice",
    "Scry": "scry",
    "Surveil": "surveil",
    "Cycled": "cycle",
}


def _events(one: Part, constraint: str | None) -> Iterator[str]:
    mode = one["mode"] if isinstance(one["mode"], str) else next(iter(one["mode"]))
    if one.get("saga_chapter"):
        yield f"chapter {one['saga_chapter']}"
        return
    subject = description(one.get("valid_card"))
    batch = " (batch)" if one.get("batched") else ""
    match mode:
        case "ChangesZone" | "ChangesZoneAll":
            if one.get("destination") == "Battlefield":
                said = f"enters {subject}"
            else:
                said = f"to {str(one.get('destination') or 'any').lower()} {subject}"
                said = said.replace("to any", "leaves")
            yield said + (batch if mode == "ChangesZone" else " (batch)")
        case "Phase":
            whose = _TURNS.get(constraint, "any")
            if one.get("valid_target") and whose == "any":
                whose = _whose(one["valid_target"])
            yield text_of(_STEPS.get(one["phase"], _spaced(one["phase"])), whose)
        case "SpellCast":
            by = "you" if subject == "this" else _whose(one.get("valid_target"))
            yield text_of(
                "cast", by, tags_text(tags(one.get("valid_card")) - {"you", "opponent"} | {"spell"}), _nth(one)
            )
        case "DamageDone" | "DamageReceived":
            yield _damage(one)
        case "CounterAdded":
            kind = (one.get("counter_filter") or {}).get("counter_type")
            yield text_of("counters put", counter(kind) if kind else "any", subject)
        case "TapsForMana":
            what = tags(one.get("valid_card"))
            tapper: str | None = next((name for name in ("you", "opponent") if name in what), None)
            if one.get("valid_target"):
                tapper = _whose(one["valid_target"])
            yield text_of("tapped for mana", tags_text(what - {"you", "opponent"}), tapper)
        case "BlocksOrBecomesBlocked":
            yield from (f"{said} {subject}" for said in ("blocks", "becomes blocked"))
        case "Cycled" if subject == "this":
            yield "cycled this"
        case "DamageDoneOnceByController":
            yield f"{_damage(one)} (batch)"
        case "LandPlayed":
            yield text_of("play", "computed")
        case _ if mode in _MODES:
            yield from (f"{said} {subject}{batch}" for said in _MODES[mode])
        case "Sacrificed" | "Discarded" if subject == "this":
            yield f"{mode.lower()} this"
        case _ if mode in _PLAYER_MODES:
            found = tags(one.get("valid_card"))
            who = _whose(one.get("valid_target"))
            for name in ("you", "opponent"):
                if name in found and who == "any":
                    who, found = name, found - {name}
            yield text_of(_PLAYER_MODES[mode], who, tags_text(found) if found else None, _nth(one))
        case "YouAttack":
            yield "attack you"
        case "ManaExpend":
            yield f"expend you number {one.get('expend_threshold')}"
        case _ if mode in _NAMED:
            yield _NAMED[mode] if mode in _ALONE else f"{_NAMED[mode]} {subject}"
        case _:
            yield text_of(_spaced(mode), None if subject == "any" else subject)


def _nth(one: Part) -> str | None:
    """Which one each turn it is."""
    said = one.get("constraint") or {}
    return f"number {said['n']}" if str(said.get("type")).startswith("Nth") else None


def _whose(target: Any) -> str:
    if not target:
        return "any"
    match target["type"]:
        case "Controller":
            return "you"
        case "Typed":
            return _PLAYERS.get(target.get("controller") or "", "any")
        case "Player":
            return "any"
        case _:
            return _spaced(target["type"])


def _damage(one: Part) -> str:
    said = {"CombatOnly": "combat damage", "NoncombatOnly": "noncombat damage"}.get(one["damage_kind"], "damage")
    if one["mode"] == "DamageReceived":
        return text_of(said, f"to {description(one.get('valid_card'))}")
    target = one.get("valid_target")
    to = "" if not target else f"to player {_whose(target)}" if _is_player(target) else f"to {description(target)}"
    return text_of(said, description(one.get("valid_source")), to)


def _is_player(target: Part) -> bool:
    if target["type"] in ("Player", "Controller"):
        return True
    return target["type"] == "Typed" and not target.get("type_filters") and not target.get("properties")


_NOBODY = ("this", "that", "any", "you", "opponent", "player you", "player", "opponent player")
"""Objects that are no set of their own, and players."""


def _static(one: Part, within: str | None = None) -> Iterator[tuple[str, str]]:
    mode = one["mode"]
    spoken = description(one.get("affected"))
    if within is None and spoken not in _NOBODY:
        yield "all", spoken
    yield from _condition(one.get("condition"))
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
                counted = None if not times else _quantity(times) if times.get("type") else "computed"
                yield "spell cost", text_of(less, _mana(much), counted)
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
                colors = [_COLORS.get(str(name), "") for name in one.get("colors") or (one.get("color"),)]
                yield "color", "".join(letter for letter in "WUBRG" if letter in colors) or "none"
            case "GrantAbility":
                made = one["definition"]
                yield "ability", "activated"
                yield from _costs(made.get("cost"))
                yield from _restrictions(made)
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
    yield from _condition(one.get("condition"))
    execute = one.get("execute")
    while execute:
        kind = (execute.get("effect") or {}).get("type")
        yield "rewrite", {"SetTapState": "EntersTapped", "PutCounter": "EntersWithCounters"}.get(kind or "", "other")
        execute = execute.get("sub_ability")


# Instructions


def _modes(modal: Part) -> str:
    return f"{modal['min_choices']}-{modal['max_choices']} of {modal['mode_count']}"


def _unless(unless: Part) -> Iterator[tuple[str, str]]:
    yield "unless", _PLAYERS.get((unless.get("payer") or {}).get("type", ""), "other")
    yield from _costs(unless.get("cost"), "pays")


def _ability(one: Part, scope: Any = None) -> Iterator[tuple[str, str]]:
    """The instructions of an ability, one after the other."""
    scope = one.get("player_scope") or scope
    if one.get("optional"):
        yield "may", _spaced(one["optional_for"]) if one.get("optional_for") else "you"
    modal = one.get("modal")
    if modal:
        yield "modes", _modes(modal)
        for part in one.get("mode_abilities") or ():
            yield from _ability(part)
        return
    yield from _condition(one.get("condition"))
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
        return _DURATIONS.get(said, _spaced(said))
    ((name, _data),) = said.items()
    return "your next turn" if name == "UntilNextTurnOf" else _spaced(name)


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
        who = _who(effect.get("player") or target, scope)
        much = number(effect.get(key))
        if base == "Discard" and "HandSize" in str(effect.get(key)):
            much = "hand"
        yield "effect", text_of(verb, much, who, "random" if effect.get("random") else None)
        yield from _aimed_player(effect.get("player") or target, one)
        return
    match base:
        case "Mana":
            yield "effect", text_of("add mana", produced(effect["produced"]))
            return
        case "Token":
            said = [name for name in ("tapped",) if effect.get(name)]
            said += ["attacking"] if effect.get("enters_attacking") else []
            owner = _who(effect.get("owner"), scope)
            yield "effect", text_of("token", number(effect.get("count")), owner, *said)
            yield "token", _token(effect)
            yield from _aimed_player(effect.get("owner"), one)
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
                yield "damaged", _PLAYERS.get(hurt["type"] if isinstance(hurt, Mapping) else hurt, "other")
            if target and target["type"] in _DAMAGED:
                yield "damaged", _PLAYERS[target["type"]]
            elif not hurt and scope:
                yield "damaged", _who(None, scope)
        case "Pump":
            yield "size", f"{_signed(effect['power'])}/{_signed(effect['toughness'])}"
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
                yield from _aimed(target, one)
                if not _is_chosen(one):
                    yield from _object(verb, target)
                return
        case "Sacrifice":
            aimed = target["filters"][0] if target and target["type"] == "Or" else target or {}
            who = _PLAYERS.get(aimed.get("controller") or "You", "you")
            if scope and who == "you":
                who = _who(None, scope)
            what = tags(target) - {"you", "that player", "target player", "opponent"}
            who = "" if what & {"this", "that"} else who
            yield "effect", text_of("sacrifice", number(effect.get("count")), who, tags_text(what))
            yield from _of_target_player(target)
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
                    yield from _of_target_player(affected)
                yield from _static(static, within="effect")
                role = _role(affected) if affected else "this"
                if spoken in _NOBODY or affected == target:
                    yield "object", f"apply {role}"
            if target and affected_by_target(effect):
                yield from _aimed(target, one)
            return
        case "CreateDelayedTrigger":
            yield "delayed", "later"
            inner = effect.get("effect")
            if isinstance(inner, Mapping):
                yield from _ability(inner, scope)
            return
        case "PayCost":
            yield from _costs(effect.get("cost"), "pays")
            return
        case "Choose" | "Shuffle" | "TargetOnly":
            yield from _aimed(target if base != "Shuffle" else None, one)
            return
        case "PreventDamage":
            yield "effect", "prevent"
            if isinstance(effect.get("amount"), Mapping) or (target and target["type"] != "Any"):
                yield from _aimed(target, one)
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
            yield "effect", text_of("copy token", _counted(effect.get("count")), tapped)
        case "Dig":
            yield "effect", text_of("dig", number(effect.get("count")), "take", number(effect.get("keep_count")))
            return
        case "GrantCastingPermission":
            return
        case "ExileTop":
            yield "effect", text_of("exile top", _counted(effect.get("count")))
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
            yield from _aimed(effect.get("attachment"), {})
        case "FlipPermanent":
            yield "effect", "flip"
        case "Fight":
            yield "effect", "fight"
            yield from _aimed(effect.get("subject"), {})
        case "GainEnergy":
            yield "effect", text_of("player counters", number(effect.get("amount")), "energy you")
            return
        case "GivePlayerCounter":
            kind = str(effect.get("counter_kind")).lower()
            yield "effect", text_of("player counters", number(effect.get("count")), kind, _who(target, scope))
            yield from _aimed_player(target, one)
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
            yield "effect", action(_ACTIONS.get(base, _spaced(base)), number(size))
    if everything:
        yield "all", description(target)
        yield from _of_target_player(target)
    else:
        yield from _aimed(target, one)
        if base in _SPOKEN and target and not _is_chosen(one):
            yield from _object(_SPOKEN[base], target)


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
_NO_OBJECTS = ("Player", "Controller", "ParentTargetController", "TriggeringPlayer", "DefendingPlayer", "ScopedPlayer")


def _object(verb: str, target: Part) -> Iterator[tuple[str, str]]:
    if target["type"] not in _NO_OBJECTS and not (target["type"] == "Typed" and _is_player(target)):
        yield "object", f"{verb} {_role(target)}"


def _role(target: Any) -> str:
    """Whether an instruction speaks of this object, of what it is attached to, or of a target.

    What the engine takes from elsewhere ("it") may be any of them.
    """
    found = tags(target)
    if found in ({"this"}, {"attached"}):
        return next(iter(found))
    return "that" if target["type"] in _AIMED else "special"


def _is_chosen(one: Part) -> bool:
    """Whether what an instruction speaks of is chosen on resolution."""
    effect = one.get("effect") or {}
    if tags(effect.get("target")) in ({"this"}, {"attached"}):
        return False
    at_last = "Resolution" in str(one.get("target_choice_timing"))
    return at_last or effect.get("selection") == "at_resolution"


def _of_target_player(target: Any) -> Iterator[tuple[str, str]]:
    """The player that a description of objects is aimed at: "each creature target player controls"."""
    who = (target or {}).get("controller")
    if target and target["type"] == "Or":
        yield from _of_target_player(target["filters"][0])
    if who in ("TargetPlayer", "TargetOpponent"):
        yield "target", "player" if who == "TargetPlayer" else "opponent player"


def affected_by_target(effect: Part) -> bool:
    """Whether the target of an effect that lasts is a target, and not what it affects said anew."""
    return (effect.get("target") or {}).get("type") in ("Typed", "Or", "And")


def _signed(value: Any) -> str:
    said = str(value["value"]) if value.get("type") == "Fixed" else number(value)
    if value.get("type") == "Variable":
        said = str(value["value"])
    return f"+{said}" if said[0] not in "-+" else said


_AIMED = ("Typed", "Or", "And", "Any", "Player", "StackSpell", "StackAbility")


def _aimed(target: Any, one: Part) -> Iterator[tuple[str, str]]:
    """The targets, or what is chosen on resolution."""
    if not target or target["type"] not in _AIMED:
        return
    many = one.get("multi_target")
    if _is_chosen(one):
        if tags(target) == {"attached"}:
            return
        yield "some", text_of("1", description(target))
        return
    found = tags(target)
    if found == {"attached"}:
        return
    said = "any target" if target["type"] == "Any" else tags_text(found - {"target player"})
    if not many:
        yield "target", text_of("up to" if one.get("optional_targeting") else None, said)
        return
    least, most = many.get("min") or 0, number(many.get("max")) if many.get("max") else "any number"
    if most.isdigit():
        for index in range(int(most)):
            yield "target", text_of("up to" if index >= least else None, said)
    else:
        yield "target", text_of(most, said)


def _aimed_player(target: Any, one: Part) -> Iterator[tuple[str, str]]:
    if target and (
        target["type"] == "Player" or (target["type"] == "Typed" and target.get("controller") == "Opponent")
    ):
        yield from _aimed(target, one)


def produced(what: Part) -> str:
    """How much mana of which types."""
    match what["type"]:
        case "Fixed":
            letters = [_COLORS.get(one, "?") for one in what["colors"]]
            return text_of(str(len(letters)), "".join(one for one in "WUBRGC" if one in letters))
        case "Colorless":
            return text_of(number(what.get("count")), "C")
        case "AnyOneColor" | "AnyCombination":
            letters = [_COLORS.get(one, "?") for one in what.get("color_options") or ()]
            return text_of(number(what.get("count")), "".join(one for one in "WUBRGC" if one in letters) or "special")
        case "ChoiceAmongCombinations":
            options = what["options"]
            letters = [_COLORS.get(one, "?") for part in options for one in part]
            return text_of(str(len(options[0])), "".join(one for one in "WUBRGC" if one in letters))
        case _:
            return text_of(number(what.get("count")), "special")


def _token(effect: Part) -> str:
    types = sorted(word(one) if " " in one else one.lower() for one in effect.get("types") or ())
    colors = [_COLORS.get(one, "") for one in effect.get("colors") or ()]
    size = f"{number(effect['power'])}/{number(effect['toughness'])}" if "creature" in types else None
    keywords = sorted(keyword(one) for one in effect.get("keywords") or ())
    return text_of(
        size,
        "".join(one for one in "WUBRG" if one in colors),
        *types,
        *(f"+{one}" for one in keywords),
    )


__all__ = ["features_of"]
