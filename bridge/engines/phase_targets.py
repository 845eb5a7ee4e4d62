"""What the instructions of phase's reading act on, and what they make, as features: objects, targets, mana, tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from manaproof.bridge.abilities.base import word

from .feature_words import tags_text, text_of
from .phase_terms import COLORS, Part, description, is_player, keyword, number, tags

_NO_OBJECTS = ("Player", "Controller", "ParentTargetController", "TriggeringPlayer", "DefendingPlayer", "ScopedPlayer")


def object_of(verb: str, target: Part) -> Iterator[tuple[str, str]]:
    """What the instruction acts on, unless that is a player."""
    if target["type"] not in _NO_OBJECTS and not (target["type"] == "Typed" and is_player(target)):
        yield "object", f"{verb} {role_of(target)}"


def role_of(target: Any) -> str:
    """Whether an instruction speaks of this object, of what it is attached to, or of a target.

    What the engine takes from elsewhere ("it") may be any of them.
    """
    found = tags(target)
    if found in ({"this"}, {"attached"}):
        return next(iter(found))
    return "that" if target["type"] in _AIMED else "special"


def is_chosen(one: Part) -> bool:
    """Whether what an instruction speaks of is chosen on resolution."""
    effect = one.get("effect") or {}
    if tags(effect.get("target")) in ({"this"}, {"attached"}):
        return False
    at_last = "Resolution" in str(one.get("target_choice_timing"))
    return at_last or effect.get("selection") == "at_resolution"


def of_target_player(target: Any) -> Iterator[tuple[str, str]]:
    """The player that a description of objects is aimed at: "each creature target player controls"."""
    who = (target or {}).get("controller")
    if target and target["type"] == "Or":
        yield from of_target_player(target["filters"][0])
    if who in ("TargetPlayer", "TargetOpponent"):
        yield "target", "player" if who == "TargetPlayer" else "opponent player"


def affected_by_target(effect: Part) -> bool:
    """Whether the target of an effect that lasts is a target, and not what it affects said anew."""
    return (effect.get("target") or {}).get("type") in ("Typed", "Or", "And")


def signed(value: Any) -> str:
    """An amount with its sign."""
    said = str(value["value"]) if value.get("type") == "Fixed" else number(value)
    if value.get("type") == "Variable":
        said = str(value["value"])
    return f"+{said}" if said[0] not in "-+" else said


_AIMED = ("Typed", "Or", "And", "Any", "Player", "StackSpell", "StackAbility")


def aimed_at(target: Any, one: Part) -> Iterator[tuple[str, str]]:
    """The targets, or what is chosen on resolution."""
    if not target or target["type"] not in _AIMED:
        return
    many = one.get("multi_target")
    if is_chosen(one):
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


def aimed_at_player(target: Any, one: Part) -> Iterator[tuple[str, str]]:
    """The target of an instruction that is a player."""
    if target and (
        target["type"] == "Player" or (target["type"] == "Typed" and target.get("controller") == "Opponent")
    ):
        yield from aimed_at(target, one)


def produced(what: Part) -> str:
    """How much mana of which types."""
    match what["type"]:
        case "Fixed":
            letters = [COLORS.get(one, "?") for one in what["colors"]]
            return text_of(str(len(letters)), "".join(one for one in "WUBRGC" if one in letters))
        case "Colorless":
            return text_of(number(what.get("count")), "C")
        case "AnyOneColor" | "AnyCombination":
            letters = [COLORS.get(one, "?") for one in what.get("color_options") or ()]
            return text_of(number(what.get("count")), "".join(one for one in "WUBRGC" if one in letters) or "special")
        case "ChoiceAmongCombinations":
            options = what["options"]
            letters = [COLORS.get(one, "?") for part in options for one in part]
            return text_of(str(len(options[0])), "".join(one for one in "WUBRGC" if one in letters))
        case _:
            return text_of(number(what.get("count")), "special")


def token_of(effect: Part) -> str:
    """The tokens that an effect makes: size, colours, types and keywords."""
    types = sorted(word(one) if " " in one else one.lower() for one in effect.get("types") or ())
    colors = [COLORS.get(one, "") for one in effect.get("colors") or ()]
    size = f"{number(effect['power'])}/{number(effect['toughness'])}" if "creature" in types else None
    keywords = sorted(keyword(one) for one in effect.get("keywords") or ())
    return text_of(
        size,
        "".join(one for one in "WUBRG" if one in colors),
        *types,
        *(f"+{one}" for one in keywords),
    )


__all__ = [
    "affected_by_target",
    "aimed_at",
    "aimed_at_player",
    "is_chosen",
    "object_of",
    "of_target_player",
    "produced",
    "role_of",
    "signed",
    "token_of",
]
