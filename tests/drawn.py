"""Hypothesis strategies: abilities of every form, and states that a game can be in."""

from __future__ import annotations

import copy
import types
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from hypothesis import reject
from hypothesis import strategies as st
from manaproof.bridge.abilities import base
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.abilities.conditions import All, AnyOf
from manaproof.bridge.abilities.costs import ManaCost
from manaproof.bridge.abilities.filters import Filter
from manaproof.bridge.abilities.mana import Symbols
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.errors import InputError, Problem
from manaproof.bridge.library import bundled
from manaproof.bridge.surface import STEPS
from manaproof.bridge.typeline import PERMANENT_TYPES
from pydantic import ValidationError

T = TypeVar("T")


def attempt(read: Callable[[], T]) -> tuple[T | None, tuple[Problem, ...]]:
    """What reading gave, or the problems that were told; any other exception comes through."""
    try:
        return read(), ()
    except InputError as error:
        return None, error.problems


WORDS = ("forest", "elf", "time_lord", "plus_1_plus_1", "charge")
SYMBOLS = {Symbols: ["{G}", "{G}{G}", "{W/U}", "{2}", "{S}", "{B/P}"], ManaCost: ["{2}{G}", "{X}", "{W/U}", "{G/P}"]}
TEXTS = ("Forest", "Urza's Tower", 'say "no"', "a\\b", "line\nbreak")


def nodes(form: Any, depth: int = 3) -> st.SearchStrategy[Any]:
    """Nodes of a class, or of a union of classes, nested up to a depth."""
    return _annotated(form, "", depth)


def _annotated(annotation: Any, name: str, depth: int, least: int = 0) -> st.SearchStrategy[Any]:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        if any(type(mark).__name__ == "_WordMark" for mark in arguments[1:]):
            return st.sampled_from(WORDS)
        return _annotated(arguments[0], name, depth, least)
    if origin in (Union, types.UnionType):
        return _union(arguments, name, depth)
    if origin is tuple:
        most = max(least, 2 if depth > 0 else 0)
        return st.lists(_annotated(arguments[0], name, depth - 1), min_size=least, max_size=most).map(tuple)
    if origin is dict:
        return st.just({"plains": "R", "island": "G"}) | st.just({"forest": "W"})
    if origin is Literal:
        return st.sampled_from(arguments)
    if isinstance(annotation, type) and issubclass(annotation, Node):
        return _node(annotation, depth)
    if annotation is bool:
        return st.booleans()
    if annotation is int:
        return st.integers(1, 3)
    if annotation is str:
        return st.sampled_from(TEXTS)
    if annotation is type(None):
        return st.none()
    raise TypeError(f"no strategy for {annotation!r}")


def _union(members: tuple[Any, ...], name: str, depth: int) -> st.SearchStrategy[Any]:
    if depth <= 0:
        flat = tuple(one for one in members if not (isinstance(one, type) and issubclass(one, Node)) or _flat(one))
        members = flat or members
    return st.one_of(*(st.deferred(lambda one=one: _annotated(one, name, depth)) for one in members))


@cache
def hints(form: type[Node]) -> Mapping[str, Any]:
    """The resolved annotations of a class's fields."""
    found = get_type_hints(form, include_extras=True)
    return {name: found[name] for name in form.model_fields if get_origin(found[name]) is not ClassVar}


@cache
def _flat(form: type[Node]) -> bool:
    """Whether a node of the class can be made without another node."""
    return not any(
        form.model_fields[name].is_required() and "manaproof" in repr(hint).replace(f"{base.__name__}._WordMark", "")
        for name, hint in hints(form).items()
    )


def _node(form: type[Node], depth: int) -> st.SearchStrategy[Node]:
    return _fields(form, depth).map(lambda values: made(form, values)).filter(_one_way)


def made(form: type[Node], values: dict[str, Any]) -> Node:
    """The node, unless its own rules refuse what was drawn for it."""
    try:
        return form(**values)
    except ValidationError:
        reject()


@st.composite
def _fields(draw: st.DrawFn, form: type[Node], depth: int) -> dict[str, Any]:
    """The fields a node must have, and at times a few of those it may have."""
    may = [name for name, field in form.model_fields.items() if name != form.tag and not field.is_required()]
    some = draw(st.lists(st.sampled_from(may), max_size=3, unique=True)) if may and depth > 0 else []
    values: dict[str, Any] = {}
    for name, hint in hints(form).items():
        field = form.model_fields[name]
        if name == form.tag or not (field.is_required() or name in some):
            continue
        if name == "symbols":
            values[name] = draw(st.sampled_from(SYMBOLS[form]))
        elif not (form is Filter and name == "other" and "ref" in values):
            least = next((mark.min_length for mark in field.metadata if hasattr(mark, "min_length")), 0)
            values[name] = draw(_annotated(hint, name, depth - 1, least))
    return values


def _one_way(node: Node) -> bool:
    """Leaves out what says the same as something shorter, so that different nodes say different things."""
    if isinstance(node, Filter):
        several = ("any_type", "any_subtype", "any_color", "any_of")
        return node.controller != "any" and node.owner != "any" and all(len(getattr(node, n)) != 1 for n in several)
    if isinstance(node, All | AnyOf):
        return type(node.of[-1]) is not type(node)
    return True


@cache
def _by_zone() -> dict[str, list[CardDefinition]]:
    cards = [card for card in bundled().values() if not card.is_emblem]
    permanents = [card for card in cards if set(card.front.types) & PERMANENT_TYPES]
    return {
        "battlefield": permanents,
        "stack": [card for card in cards if "land" not in card.front.types],
        "any": cards,
        "double": [card for card in permanents if card.back is not None and set(card.back.types) & PERMANENT_TYPES],
    }


OWN_CARDS = [
    {
        "name": "Emblem of Growth",
        "types": "Emblem",
        "abilities": [
            {
                "is": "static",
                "affects": {"types": ["creature"], "controller": "you"},
                "changes": [{"change": "modify_power_toughness", "power": 1, "toughness": 1}],
            },
            {"is": "triggered", "event": {"when": "step_begins", "step": "upkeep"}, "effects": {"do": "draw"}},
        ],
    },
    {
        "name": "Moon Colt",
        "types": "Legendary Creature - Horse",
        "mana_cost": "{2}{G/W}",
        "power": "1+*",
        "toughness": 2,
    },
    {
        "layout": "transform",
        "faces": [
            {"name": "Day", "types": "Creature - Human", "mana_cost": "{G}", "power": 1, "toughness": 1},
            {"name": "Night", "types": "Creature - Werewolf", "color_indicator": ["G"], "power": 3, "toughness": 3},
        ],
    },
]
"""Definitions that the library lacks."""


@st.composite
def states(draw: st.DrawFn, most: int = 3) -> dict[str, Any]:
    """The data of a state that a game can be in."""
    names = draw(st.lists(st.sampled_from(["alice", "bob", "Zoë Q.", "3"]), min_size=1, max_size=3, unique=True))
    active = draw(st.sampled_from(names))
    own = draw(st.booleans())
    hosts: list[str] = [*names]
    count = iter(range(1, 1000))

    def one(zone: str, player: str) -> Any:
        pool = _by_zone().get(zone, _by_zone()["any"])
        card = draw(st.sampled_from(pool)).key
        data: dict[str, Any] = {"card": card}
        if own and draw(st.integers(0, 3)) == 0:
            data["card"] = "Moon Colt" if zone == "command" else draw(st.sampled_from(["Moon Colt", "Day"]))
        elif own and zone == "command" and draw(st.booleans()):
            return "Emblem of Growth"
        if draw(st.integers(0, 2)) == 0:
            return data["card"] if zone != "stack" else {**data, "controller": player}
        if draw(st.booleans()):
            data["id"] = f"{draw(st.sampled_from(['x', 'forest', 'Ünicode id']))}-{next(count)}"
        if draw(st.booleans()):
            data["counters"] = draw(
                st.dictionaries(
                    st.sampled_from(["+1/+1", "-1/-1", "charge", "time"]), st.integers(1, 9), min_size=1, max_size=2
                )
            )
        if zone in ("battlefield", "stack"):
            data["owner"] = draw(st.sampled_from(names))
            data["x"] = draw(st.none() | st.integers(0, 5))
        if zone == "stack":
            data["controller"] = player
            data["targets"] = draw(st.lists(st.sampled_from(hosts), max_size=2))
        if zone == "battlefield":
            permanent(data)
        if zone in ("exile", "battlefield", "stack") and "face" not in data:
            data["face_down"] = draw(st.booleans())
        if draw(st.booleans()):
            data["commander"] = True
        elif zone == "battlefield" or draw(st.booleans()):
            data["token"] = draw(st.booleans()) if zone != "command" else False
        return data

    def permanent(data: dict[str, Any]) -> None:
        data["tapped"] = draw(st.booleans())
        data["damage"] = draw(st.integers(0, 3))
        data["summoning_sick"] = draw(st.booleans())
        data["entered_this_turn"] = data["summoning_sick"] and draw(st.booleans())
        if data["card"] == "Day" and draw(st.booleans()):
            data["face"] = "back"
        if draw(st.booleans()):
            data["chosen"] = {
                "color": draw(st.sampled_from(["W", "green", ["B", "R"]])),
                "creature_type": draw(st.sampled_from(["Elf", "Time Lord"])),
                "opponent": draw(st.sampled_from(names)),
                "name": draw(st.sampled_from(TEXTS)),
            }
        if draw(st.booleans()):
            data["attached_to"] = draw(st.sampled_from(hosts))
        if draw(st.integers(0, 3)) == 0:
            data["timestamp"] = draw(st.integers(-9, 9))
        if "id" in data:
            hosts.append(data["id"])

    players: dict[str, Any] = {}
    for name in names:
        zones = draw(st.permutations(["battlefield", "hand", "graveyard", "library", "exile", "command"]))
        players[name] = {zone: [one(zone, name) for _ in range(draw(st.integers(0, most)))] for zone in zones}
        players[name] |= {
            "life": draw(st.integers(-3, 40)),
            "counters": draw(st.dictionaries(st.sampled_from(["poison", "energy"]), st.integers(0, 12))),
            "mana": draw(st.dictionaries(st.sampled_from("WUBRGC"), st.integers(0, 9))),
            "land_played": name == active and draw(st.booleans()),
        }
    stack = [one("stack", draw(st.sampled_from(names))) for _ in range(draw(st.integers(0, 2)))]
    emblems = [card for zones in players.values() for card in zones["command"] if card == "Emblem of Growth"]
    if emblems and draw(st.booleans()):
        ability: dict[str, Any] = {"source": "emblem-of-growth", "ability": draw(st.sampled_from([2, "0123456789ab"]))}
        stack.append({**ability, "controller": active, "targets": draw(st.lists(st.sampled_from(hosts), max_size=2))})
    step = draw(st.sampled_from(STEPS))
    turn: dict[str, Any] = {"number": draw(st.integers(1, 20)), "active": active, "step": step}
    if step != "untap" and (stack or draw(st.booleans())):
        turn["priority"] = draw(st.sampled_from(names))
    elif not stack and draw(st.booleans()):
        turn["priority"] = None
    data: dict[str, Any] = {"turn": turn, "players": players, "stack": stack}
    if own:
        data["cards"] = OWN_CARDS
    if draw(st.booleans()):
        data["also"] = [f'drew_from_empty("{names[0]}")', "drawn"]
    return data


READABLE = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
"""What may stand in a text."""

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(READABLE, max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(READABLE, max_size=8), inner, max_size=4),
    max_leaves=12,
)
"""Any JSON value."""


@st.composite
def spoilt(draw: st.DrawFn, data: st.SearchStrategy[dict[str, Any]]) -> Any:
    """Data of a strategy with a few places changed to something else."""
    root = [copy.deepcopy(draw(data))]
    for _ in range(draw(st.integers(1, 3))):
        places = list(_places(root))
        holder, key = places[draw(st.integers(0, len(places) - 1))]
        change = draw(st.sampled_from(["replace", "remove", "rename", "twice", "weird"]))
        if change == "remove" and len(places) > 1 and holder is not root:
            del holder[key]
        elif change == "rename" and isinstance(holder, dict):
            holder[draw(st.sampled_from(["lfie", "card", "id", "players", "x", "0", ""]))] = holder.pop(key)
        elif change == "twice" and isinstance(holder, list) and holder is not root:
            holder.append(copy.deepcopy(holder[key]))
        elif change == "weird":
            holder[key] = draw(st.sampled_from([-1, 10**30, 1.5, "", "X", "{G}", "any", [], {}, None, True, "Forest"]))
        else:
            holder[key] = draw(JSON)
    return root[0]


def _places(value: Any) -> Any:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(items):
        yield value, key
        yield from _places(inner)
