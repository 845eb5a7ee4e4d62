"""What the terms of phase's reading say, as features: keywords, costs, amounts, conditions, descriptions, players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from manaproof.bridge.abilities.base import word

from .feature_words import comparison, multiple, negated, symbols, tags_text, text_of

Part = Mapping[str, Any]

COLORS = {"White": "W", "Blue": "U", "Black": "B", "Red": "R", "Green": "G", "Colorless": "C"}

_SHARDS = {**COLORS, "X": "X", "Snow": "S"}

_SIGNS = {"GE": ">=", "LE": "<=", "LT": "<", "GT": ">", "EQ": "=", "NE": "!="}


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def spaced(name: str) -> str:
    """A name of the engine in words."""
    return _snake(name).replace("_", " ")


def keyword(one: Any) -> str:
    """A keyword with its number and its mana cost."""
    if isinstance(one, str):
        return _RENAMED.get(one, spaced(one))
    ((name, data),) = one.items()
    if name == "Landwalk":
        return f"{str(data).lower()}walk"
    if name == "Typecycling":
        return text_of(f"{word(data['subtype']).replace('_', ' ')}cycling", _paid(data))
    if name == "Enchant":
        return f"enchant {description(data)}"
    return text_of(_RENAMED.get(name, spaced(name)), _numbered(data), _paid(data))


_RENAMED = {"Battlecry": "battle cry", "TotemArmor": "umbra armor"}


def _paid(data: Any) -> str | None:
    """The first mana cost within the details of a keyword."""
    costs = (mana_of(one) for one in _details(data) if isinstance(one, Mapping) and one.get("type") == "Cost")
    return next(filter(None, costs), None)


def _numbered(data: Any) -> str | None:
    """The number of a keyword."""
    return next((str(one) for one in _details(data) if isinstance(one, int) and not isinstance(one, bool)), None)


def _details(data: Any) -> Iterator[Any]:
    """The details of a keyword and all that is within them, but not within a mana cost."""
    yield data
    if isinstance(data, Mapping) and data.get("type") != "Cost":
        data = list(data.values())
    if isinstance(data, list):
        for one in data:
            yield from _details(one)


# Costs


def mana_of(cost: Part) -> str:
    """A mana cost as symbols."""
    said = [f"{{{cost['generic']}}}"] if cost.get("generic") else []
    for one in cost.get("shards") or ():
        said.append(f"{{{_shard(one)}}}")
    return symbols("".join(said))


def _shard(name: str) -> str:
    if name in _SHARDS:
        return _SHARDS[name]
    parts = re.findall("[A-Z][a-z]+", name)
    letters = [{"Two": "2", "Phyrexian": "P"}.get(one) or COLORS.get(one, "?") for one in parts]
    if "P" in letters:
        letters.remove("P")
        letters.append("P")
    return "/".join(letters)


def costs_of(cost: Any, kind: str = "cost") -> Iterator[tuple[str, str]]:
    """The costs, each as a feature."""
    if not cost:
        return
    if cost["type"] == "Composite":
        for one in cost["costs"]:
            yield from costs_of(one, kind)
        return
    yield kind, _cost(cost)


def _cost(one: Part) -> str:
    match one["type"]:
        case "Tap":
            return "tap"
        case "Untap":
            return "untap"
        case "Mana":
            return f"mana {mana_of(one['cost'])}"
        case "Cost":
            return f"mana {mana_of(one)}"
        case "PayLife":
            return f"life {number(one['amount'])}"
        case "Loyalty":
            return f"loyalty {one['amount']}"
        case "Sacrifice":
            return text_of("sacrifice", count_of(one.get("count")), description(one["target"]))
        case "Discard":
            what = "this" if one.get("self_ref") else description(one.get("filter"), {"in hand"})
            if one.get("random") or "HandSize" in str(one.get("count")):
                return "computed"
            return text_of("discard", count_of(one.get("count")), what)
        case "Exile":
            zone = one.get("zone")
            more = {f"in {zone.lower()}", "you"} if zone and zone != "Battlefield" else set()
            if (one.get("filter") or {}).get("type") == "SelfRef":
                more = set()
            return text_of("exile", count_of(one.get("count")), description(one.get("filter"), more))
        case "TapCreatures":
            what = tags_text(tags(one.get("filter")) - {"not tapped"})
            return text_of("tap", count_of(one["requirement"].get("count")), what)
        case "ReturnToHand":
            return text_of("return", count_of(one.get("count")), description(one.get("filter")))
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


def count_of(value: Any) -> str | None:
    """How many, where it is not one."""
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
            return quantity_of(value["qty"])
        case "Multiply":
            return multiple(value["factor"], number(value["inner"]))
        case "Quantity":
            return number(value["value"])
        case "UpTo":
            return f"up to {number(value['max'])}"
        case _:
            return "computed"


def quantity_of(qty: Part) -> str:
    """A quantity that the engine reads off the game."""
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


def conditions_of(one: Any) -> Iterator[tuple[str, str]]:
    """The condition, and those it is made of, as features."""
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
                yield from conditions_of(part)
        case "Not":
            for kind, said in conditions_of(one["condition"]):
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
            yield "condition", f"turn of {PLAYERS.get(one['player']['type'], 'other')}"
        case _:
            yield "condition", "other"


def restrictions_of(one: Part) -> Iterator[tuple[str, str]]:
    """When an ability may be activated, and how often."""
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
                yield from conditions_of(data.get("condition", data))
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
        found.add(PLAYERS.get(who, spaced(str(who))))
        if not what.get("type_filters") and not what.get("properties"):
            found.add("player")
    for one in what.get("properties") or ():
        found |= _property(one)
    if "attached" in found:
        return {"attached"}
    return found


def _type(one: Any) -> set[str]:
    if isinstance(one, str):
        return set() if one in ("Card", "Permanent", "Any") else {spaced(one)}
    ((name, data),) = one.items()
    if name == "Subtype":
        return {f"/{word(data)}"}
    if name == "Non":
        return {f"not {tag}" for tag in _type(data)}
    if name == "AnyOf":
        return {"or"} | {tag for part in data for tag in _type(part)}
    return {spaced(name)}


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
            return {COLORS.get(one["color"], "?")}
        case "NotColor":
            return {f"not {COLORS.get(one['color'], '?')}"}
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
            return {PLAYERS.get(one["controller"], "owner")}
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
            return {spaced(kind)}


PLAYERS = {
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


def affected_player(target: Any, scope: Any) -> str:
    """The player that a target or a scope names."""
    if scope and (target is None or target["type"] in ("Controller", "ScopedPlayer", "Any")):
        kind = scope["type"] if isinstance(scope, Mapping) else str(scope)
        return PLAYERS.get(kind, spaced(kind))
    if target is None:
        return "you"
    if target["type"] == "Typed":
        return "target player"
    return PLAYERS.get(target["type"], spaced(target["type"]))


def is_player(target: Part) -> bool:
    """Whether what is meant is a player."""
    if target["type"] in ("Player", "Controller"):
        return True
    return target["type"] == "Typed" and not target.get("type_filters") and not target.get("properties")


__all__ = [
    "COLORS",
    "PLAYERS",
    "Part",
    "affected_player",
    "conditions_of",
    "costs_of",
    "count_of",
    "counter",
    "description",
    "is_player",
    "keyword",
    "mana_of",
    "number",
    "quantity_of",
    "restrictions_of",
    "spaced",
    "tags",
]
