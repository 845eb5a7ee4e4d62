"""What one change of a continuous effect does to one object (CR 205, 305.7, 613.1, 613.4)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from manaproof.bridge.abilities import BASIC_LAND_TYPES, Keyword, ManaType
from manaproof.bridge.abilities import effects as fx
from manaproof.bridge.abilities import statics as st
from manaproof.bridge.abilities.ability import Ability, Activated, Triggered, UnsupportedAbility
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.abilities.choices import ChooseModes, IfDone, MayPay, Unless
from manaproof.bridge.abilities.costs import Loyalty, TapSymbol
from manaproof.bridge.abilities.triggers import ManaAdded, TappedForMana

from .evaluate import View
from .filters import NotUnderstoodError
from .objects import Characteristics, Held, Origin
from .subtypes import LAND_TYPES, fits, same_set

SUBLAYERS = ("2", "4", "5", "6", "7a", "7b", "7c", "7d")
"""The layers in which something is applied, in order (CR 613.1, 613.4)."""

_LAYER: dict[type[Node], str] = {
    st.ChangeController: "2",
    st.AddTypes: "4",
    st.SetLandTypes: "4",
    st.AddBasicLandTypes: "4",
    st.SetTypes: "4",
    st.LoseLandTypes: "4",
    st.SetColors: "5",
    st.AddColors: "5",
    st.GainAbility: "6",
    st.LoseAbilities: "6",
    st.SetPowerToughness: "7b",
    st.ModifyPowerToughness: "7c",
    st.SwitchPowerToughness: "7d",
    st.LoseNonmanaAbilities: "6",
}


def layer_of(change: st.Change, defining: bool) -> str | None:
    """The layer of a change; None for one that changes no characteristic (CR 613.10, 613.11)."""
    if defining and isinstance(change, st.SetPowerToughness):
        return "7a"
    return _LAYER.get(type(change))


Action = tuple[object, ...]
"""What a change does to one object, as a value: two equal actions do the same (CR 613.8a, "what it does")."""


def action(change: st.Change, view: View, one: str) -> Action:
    """What the change would do to an object, in the world of the view.

    Raises:
        NotUnderstoodError: An amount or a player of it cannot be told.
    """
    now = view.world[one]
    if isinstance(change, st.SetPowerToughness | st.ModifyPowerToughness):
        view = view.seeing(objects={**view.objects, "affected": frozenset((one,))})
    match change:
        case st.ChangeController():
            players = view.who(change.who, one)
            if len(players) != 1:
                raise NotUnderstoodError("control by more than one player")
            return ("controller", next(iter(players)))
        case st.AddTypes():
            types = now.types | set(change.types)
            gained = frozenset(s for s in _chosen(change.subtypes, view) if fits(s, types))
            return ("add", frozenset(change.types), frozenset(change.supertypes), gained)
        case st.AddBasicLandTypes():
            gained = frozenset(BASIC_LAND_TYPES) if "land" in now.types else frozenset()
            return ("add", frozenset(), frozenset(), gained)
        case st.SetLandTypes():
            subtypes = frozenset(_chosen(change.subtypes, view))
            return ("land types", subtypes) if "land" in now.types and subtypes else ("nothing",)
        case st.SetTypes():
            return ("types", frozenset(change.types), frozenset(change.subtypes))
        case st.LoseLandTypes():
            return ("no land types",)
        case st.SetColors():
            return ("colors", frozenset(change.colors))
        case st.AddColors():
            return ("add colors", frozenset(change.colors))
        case st.GainAbility():
            return ("gain", change.ability)
        case st.LoseAbilities():
            return ("lose abilities",)
        case st.SetPowerToughness():
            return ("base", view.amount(change.power).constant, view.amount(change.toughness).constant)
        case st.ModifyPowerToughness():
            return ("modify", view.amount(change.power).constant, view.amount(change.toughness).constant)
        case st.SwitchPowerToughness():
            return ("switch",)
        case st.LoseNonmanaAbilities():
            return ("lose nonmana abilities",)
    return ("nothing",)


def _chosen(words: Iterable[str], view: View) -> Iterable[str]:
    """The words, ``chosen`` standing for the type chosen for the source of the effect."""
    for one in words:
        if one == "chosen":
            yield from view.chosen_types()
        else:
            yield one


def applied(doing: Action, now: Characteristics, origin: Origin, timestamp: int) -> Characteristics:
    """An object after an action.

    Args:
        doing: What is done.
        now: The object's characteristics before.
        origin: The origin of an ability it gains.
        timestamp: That of the effect, for an ability it gains (CR 613.7a).
    """
    match doing:
        case ("controller", str(player)):
            return replace(now, controller=player)
        case ("add", frozenset() as types, frozenset() as supertypes, frozenset() as subtypes):
            return replace(
                now,
                types=now.types | types,
                supertypes=now.supertypes | supertypes,
                subtypes=now.subtypes | subtypes,
            )
        case ("land types", frozenset() as subtypes):
            return _without_rules_text(
                replace(now, subtypes=(now.subtypes - LAND_TYPES) | subtypes), not subtypes.isdisjoint(BASIC_LAND_TYPES)
            )
        case ("types", frozenset() as types, frozenset() as subtypes):
            return _types_set(now, types, subtypes)
        case ("no land types",):
            return replace(now, subtypes=now.subtypes - LAND_TYPES)
        case ("colors", frozenset() as colors):
            return replace(now, colors=colors)
        case ("add colors", frozenset() as colors):
            return replace(now, colors=now.colors | colors)
        case ("gain", ability):
            held = Held(ability, origin, timestamp)  # type: ignore[arg-type]
            return replace(now, abilities=(*now.abilities, held))
        case ("lose abilities",):
            return replace(now, abilities=())
        case ("lose nonmana abilities",):
            return replace(now, abilities=tuple(h for h in now.abilities if is_mana_ability(h.ability)))
        case ("base", int(power), int(toughness)):
            return replace(now, power=power, toughness=toughness)
        case ("modify", int(power), int(toughness)):
            return replace(now, power=now.power + power, toughness=now.toughness + toughness)
        case ("switch",):
            return replace(now, power=now.toughness, toughness=now.power)
    return now


def _types_set(now: Characteristics, types: frozenset[str], subtypes: frozenset[str]) -> Characteristics:
    """CR 205.1a: subtypes that belong to a card type it still has stay, unless others of their set are given (205.3d).

    Without card types it keeps those it has.
    """
    types = types or now.types
    subtypes = frozenset(s for s in subtypes if fits(s, types))
    kept = frozenset(s for s in now.subtypes if fits(s, types) and not any(same_set(s, given) for given in subtypes))
    after = replace(now, types=types, subtypes=kept | subtypes)
    return _without_rules_text(after, "land" in types and not subtypes.isdisjoint(BASIC_LAND_TYPES))


def _without_rules_text(now: Characteristics, lost: bool) -> Characteristics:
    """CR 305.7: a land set to basic land types loses the abilities of its rules text, not those granted to it."""
    if not lost:
        return now
    return replace(now, abilities=tuple(h for h in now.abilities if h.origin[0] != "printed"))


def intrinsic(subtype: str) -> Activated:
    """The intrinsic mana ability of a basic land type (CR 305.6)."""
    return _INTRINSIC[subtype]


def _basic(mana: ManaType) -> Activated:
    return Activated.model_validate({"is": "activated", "cost": "{T}", "effects": {"add": f"{{{mana}}}"}})


_INTRINSIC = {subtype: _basic(mana) for subtype, mana in BASIC_LAND_TYPES.items()}


def adds_mana(ability: Ability) -> bool:
    """Whether an instruction of the ability adds mana (CR 605.1, "could add mana when it resolves")."""
    if isinstance(ability, UnsupportedAbility):
        return ability.adds_mana
    if isinstance(ability, Keyword):
        return ability.keyword == "firebending"
    if not isinstance(ability, (Activated, Triggered)):
        return False
    return any(_adds(effect) for effect in ability.effects)


def _adds(effect: fx.Effect) -> bool:
    match effect:
        case fx.AddMana():
            return True
        case fx.UnsupportedEffect():
            return effect.adds_mana
        case fx.May():
            return any(_adds(inner) for inner in effect.effects)
        case fx.If():
            return any(_adds(inner) for inner in (*effect.then, *effect.otherwise))
        case ChooseModes():
            return any(_adds(inner) for mode in effect.modes for inner in mode.effects)
        case Unless():
            return any(_adds(inner) for inner in effect.effects)
        case MayPay():
            return any(_adds(inner) for inner in effect.then)
        case IfDone():
            return any(_adds(inner) for inner in (*effect.first, *effect.then))
    return False


def is_mana_ability(ability: Ability) -> bool:
    """CR 605.1a, 605.1b: no target, could add mana; activated and no loyalty ability, or triggered by mana."""
    if not isinstance(ability, (Activated, Triggered)) or ability.targets or not adds_mana(ability):
        return False
    if any(mode.targets for one in ability.effects if isinstance(one, ChooseModes) for mode in one.modes):
        return False
    if isinstance(ability, Activated):
        return not any(isinstance(cost, Loyalty) for cost in ability.cost)
    return isinstance(ability.event, (TappedForMana, ManaAdded))


def taps_for_mana(ability: Ability) -> bool:
    """Whether activating it is tapping its permanent for mana (CR 106.12)."""
    return (
        isinstance(ability, Activated)
        and is_mana_ability(ability)
        and any(isinstance(cost, TapSymbol) for cost in ability.cost)
    )


_PT_COUNTER = re.compile(r"(plus|minus)_(\d+)_(plus|minus)_(\d+)")


def counter_bonus(kind: str) -> tuple[int, int]:
    """What a counter of a kind adds to power and toughness (CR 122.1a)."""
    found = _PT_COUNTER.fullmatch(kind)
    if found is None:
        return (0, 0)
    first, power, second, toughness = found.groups()
    return (int(power) * (1 if first == "plus" else -1), int(toughness) * (1 if second == "plus" else -1))


KEYWORD_COUNTERS = frozenset(
    (
        "flying",
        "first_strike",
        "double_strike",
        "deathtouch",
        "decayed",
        "exalted",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shadow",
        "trample",
        "vigilance",
    )
)
"""The counters that give the keyword of their name (CR 122.1b)."""
