"""Boards for the two could-produce engines: states of the bundled library's cards, small and crowded with interactions.

``boards()`` draws a state of one to six permanents of two players, taken as often from what makes mana as from what
refers to, rewrites or changes it; tapped, with counters, with choices made, attached. ``case_of`` says a state in a few
lines, for the message of a failing test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from hypothesis import strategies as st
from manaproof.bridge.abilities import Ability, Keyword, Replacement, Static
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities import costs as ct
from manaproof.bridge.abilities.effects import AddMana
from manaproof.bridge.abilities.filters import CounterTest, Filter
from manaproof.bridge.abilities.mana import ChosenColor, CouldProduce
from manaproof.bridge.abilities.replacements import EntersChoosing, ManaInstead, ManaTypeInstead
from manaproof.bridge.abilities.statics import AddTypes, SetLandTypes
from manaproof.bridge.abilities.triggers import ManaAdded, TappedForMana
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.library import bundled
from manaproof.bridge.state import State

PLAYERS = ("alice", "bob")
PERMANENT = {"artifact", "battle", "creature", "enchantment", "land", "planeswalker"}
BASIC_LAND_TYPES = ("plains", "island", "swamp", "mountain", "forest")


def _nodes(card: CardDefinition) -> Iterator[Any]:
    for ability in card.abilities():
        yield from ability.walk()


def _group(card: CardDefinition) -> str:
    """What a card is to the question, by what its text does and not by its name."""
    nodes = list(_nodes(card))
    if any(_rewrites(ability) for ability in card.front.abilities):
        return "rewrites"
    if any(isinstance(ability, Static) for ability in card.front.abilities):
        return "changes"
    if any(isinstance(node, CouldProduce) for node in nodes):
        return "refers"
    counted = (am.Count, am.CountersOn, am.Stat, am.Greatest, am.ColorsAmong, am.Devotion)
    if any(isinstance(node, counted) for node in nodes):
        return "counts"
    basic = not set(card.front.subtypes).isdisjoint(BASIC_LAND_TYPES)
    return "makes" if basic or any(isinstance(node, AddMana) for node in nodes) else "other"


def _rewrites(ability: Ability) -> bool:
    return isinstance(ability, Replacement) and isinstance(ability.event, (TappedForMana, ManaAdded))


@cache
def groups() -> Mapping[str, tuple[str, ...]]:
    """The permanents of the library by what they are to the question; tokens' and emblems' definitions are left out."""
    found: dict[str, list[str]] = {}
    for key, card in sorted(bundled().items()):
        if not PERMANENT.isdisjoint(card.front.types) and "Token" not in key:
            found.setdefault(_group(card), []).append(key)
    return {group: tuple(keys) for group, keys in found.items()}


@cache
def _kinds(key: str) -> tuple[str, ...]:
    """The kinds of counters that a card speaks of."""
    found = {
        node.kind
        for node in _nodes(bundled()[key])
        if isinstance(node, (am.CountersOn, am.PaidCounters, ct.RemoveCounters, ct.PutCounters, CounterTest))
    }
    return tuple(sorted(found))


@cache
def _choices(key: str) -> tuple[str, ...]:
    """What is to be chosen for a card's permanent: ``color``, ``basic_land_type``, ``creature_type``, ``name``."""
    found = set()
    for node in _nodes(bundled()[key]):
        if isinstance(node, EntersChoosing):
            found.add(node.what)
        if isinstance(node, ChosenColor) or (isinstance(node, Filter) and node.chosen_color):
            found.add("color")
        if isinstance(node, (ManaTypeInstead, ManaInstead)) and node.to == "chosen_color":
            found.add("color")
        if isinstance(node, (AddTypes, SetLandTypes)) and "chosen" in node.subtypes:
            found.add("basic_land_type")
    return tuple(sorted(found - {"opponent"}))


_VALUES = {
    "color": st.sampled_from("WUBRG"),
    "basic_land_type": st.sampled_from(BASIC_LAND_TYPES),
    "creature_type": st.sampled_from(("elf", "goblin", "spirit")),
    "name": st.sampled_from(("Taiga", "Reflecting Pool", "Exotic Orchard")),
}


@st.composite
def _permanent(draw: st.DrawFn, index: int, keys: st.SearchStrategy[str]) -> dict[str, Any]:
    key = draw(keys)
    card = bundled()[key]
    one: dict[str, Any] = {"card": key, "id": f"p{index}"}
    if draw(st.booleans()):
        one["tapped"] = True
    counters: dict[str, int] = {}
    for kind in _kinds(key):
        counters[kind] = draw(st.integers(0, 3))
    if "planeswalker" in card.front.types:
        counters["loyalty"] = draw(st.integers(1, 5))
    if "saga" in card.front.subtypes:
        counters["lore"] = draw(st.integers(1, 3))
    if "creature" in card.front.types and draw(st.booleans()):
        counters[draw(st.sampled_from(("plus_1_plus_1", "minus_1_minus_1", "flying")))] = draw(st.integers(1, 2))
    one["counters"] = {kind: number for kind, number in counters.items() if number}
    chosen = {what: draw(_VALUES[what]) for what in _choices(key) if draw(st.integers(0, 3))}
    if chosen:
        one["chosen"] = chosen
    if "legendary" in card.front.supertypes and "creature" in card.front.types and draw(st.booleans()):
        one["commander"] = True
    return one


@st.composite
def boards(draw: st.DrawFn, most: int = 6, keys: st.SearchStrategy[str] | None = None) -> State:
    """States of one to *most* permanents of two players.

    Args:
        draw: What hypothesis gives.
        most: The most permanents.
        keys: The keys of the cards to take; by default every group of the library's cards is as likely.
    """
    if keys is None:
        names = [name for name in ("makes", "refers", "rewrites", "changes", "counts", "other") if groups().get(name)]
        keys = st.one_of([st.sampled_from(groups()[name]) for name in names])
    size = draw(st.integers(1, most))
    battlefields: dict[str, list[dict[str, Any]]] = {player: [] for player in PLAYERS}
    placed: list[dict[str, Any]] = []
    for index in range(size):
        one = draw(_permanent(index, keys))
        player = draw(st.sampled_from(PLAYERS))
        if draw(st.integers(0, 9)) == 0:
            one["owner"] = next(other for other in PLAYERS if other != player)
            one.pop("commander", None)
        battlefields[player].append(one)
        placed.append(one)
    for stamp, one in enumerate(draw(st.permutations(placed)), 1):
        one["timestamp"] = stamp
    _attach(draw, placed)
    turn = {"active": draw(st.sampled_from(PLAYERS))}
    players = {player: {"battlefield": battlefield} for player, battlefield in battlefields.items()}
    return State.parse(json.dumps({"turn": turn, "players": players}))


def _attach(draw: st.DrawFn, placed: list[dict[str, Any]]) -> None:
    """Attach Auras and Equipment, each to a permanent that is none itself and that its card could enchant or equip."""

    def attaches(one: dict[str, Any]) -> bool:
        return not {"aura", "equipment"}.isdisjoint(bundled()[one["card"]].front.subtypes)

    for one in placed:
        hosts = [host["id"] for host in placed if not attaches(host) and _fits(bundled()[one["card"]], host["card"])]
        if attaches(one) and hosts and draw(st.integers(0, 4)):
            one["attached_to"] = draw(st.sampled_from(hosts))


def _fits(card: CardDefinition, host: str) -> bool:
    """Whether a permanent is, by its printed types, one that an Aura may enchant or an Equipment equip."""
    types = set(bundled()[host].front.types)
    if "equipment" in card.front.subtypes:
        return "creature" in types
    what = next((a.what for a in card.front.abilities if isinstance(a, Keyword) and a.keyword == "enchant"), None)
    if what is None:
        return True
    return types.issuperset(what.types) and (not what.any_type or not types.isdisjoint(what.any_type))


def case_of(state: State) -> str:
    """A state in a few lines, to be read in the message of a failing test and put into a file."""
    return state.to_yaml()
