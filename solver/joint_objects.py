"""The objects of two situations on one board: which of the one may be the same as which of the other.

A palette of cards (``any_of``) stands for the cards of its kinds: those with the layout and the card types, face by
face, that some card of the palette has. So an invented card of one statement can be a card of which the other speaks,
and a modal double-faced card is none of which a statement about nonmodal ones speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.library import Library
from manaproof.bridge.surface import ZONES
from manaproof.bridge.typeline import parse_type_line

from .joint_values import ApartError, joined_values

_PRINTED = frozenset(
    {"is", "mana_cost", "color_indicator", "power", "toughness", "loyalty", "defense", "abilities", "keywords"}
)
_ORDINARY: Mapping[str, Any] = {
    "tapped": False,
    "summoning_sick": False,
    "face_down": False,
    "entered_this_turn": False,
    "token": False,
    "commander": False,
    "face": "front",
    "damage": 0,
    "count": 1,
}
"""What a field that is left unsaid means; fields that are not here then say nothing."""
_NO_NAMES = frozenset({"says", "name", "is", "kind", "keyword", "cards", "abilities", "mana_cost", "layout", "types"})
"""Below these keys no object is named."""


@dataclass(frozen=True)
class Entry:
    """An object of a situation: where it is, and what is said of it."""

    zone: str
    holder: str
    data: dict[str, Any]

    @property
    def id(self) -> str | None:
        """Its name, if it has one."""
        return self.data.get("id")


# --- cards


class Kinds:
    """The card definitions of both situations, and of which kind each card is."""

    def __init__(self, one: dict[str, Any], other: dict[str, Any], library: Library) -> None:
        self.library = library
        ours = {_title(card): card for card in one["given"].get("cards") or ()}
        theirs = {_title(card): card for card in other["given"].get("cards") or ()}
        differing = {
            name: f"{name}, of the other" for name, card in theirs.items() if name in ours and ours[name] != card
        }
        for old, new in differing.items():
            _put_title(theirs[old], new)
        if differing:
            _rename_cards(other, differing)
        self.definitions = {**ours, **{_title(card): card for card in theirs.values()}}

    def kind(self, name: str) -> Any:
        """The layout of a card and the card types of its faces."""
        if name in self.definitions:
            card = self.definitions[name]
            faces = card.get("faces") or [card]
            types = tuple(parse_type_line(str(face.get("types", ""))).types for face in faces)
            return (card.get("layout", "normal"), types)
        if name in self.library:
            known = self.library[name]
            return (known.layout, tuple(face.types for face in known.faces))
        return name

    def common(self, ours: list[str], theirs: list[str]) -> list[str]:
        """The cards of which both palettes speak."""
        return [
            name
            for name in dict.fromkeys((*ours, *theirs))
            if all(
                name in palette or (len(palette) > 1 and self.kind(name) in map(self.kind, palette))
                for palette in (ours, theirs)
            )
        ]


def _title(card: Mapping[str, Any]) -> str:
    return str(card.get("known_as") or (card.get("faces") or [card])[0].get("name"))


def _put_title(card: dict[str, Any], name: str) -> None:
    if "known_as" in card:
        card["known_as"] = name
    else:
        (card.get("faces") or [card])[0]["name"] = name


def _rename_cards(data: dict[str, Any], names: Mapping[str, str]) -> None:
    """Call cards otherwise, in entries and in quoted names of claims."""

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {k: walk(v, k if k != "any_of" else key) for k, v in value.items()}
        if isinstance(value, list):
            return [walk(v, key) for v in value]
        if isinstance(value, str):
            if key in ("card", "token"):
                return names.get(value, value)
            if key == "asp":
                return re.sub(r'"([^"]*)"', lambda m: f'"{names.get(m[1], m[1])}"', value)
        return value

    for field in ("given", "when", "then"):
        data[field] = walk(data[field])


# --- objects


def entries_of(given: Mapping[str, Any], players: Sequence[str]) -> list[Entry]:
    """The objects that have a name of their own, and the others as they are written."""
    found = []
    for zone in ("battlefield", "stack"):
        for entry in given.get(zone) or ():
            data = _entry(entry)
            holder = players[0] if zone == "battlefield" else ""
            if zone == "battlefield" and data.get("owner") in players:
                holder = data["owner"]
            found.append(Entry(zone, holder, data))
    all_players = given.get("players")
    for name, fields in all_players.items() if isinstance(all_players, dict) else ():
        for zone in ZONES:
            found += [Entry(zone, name, _entry(entry)) for entry in (fields or {}).get(zone) or ()]
    return found


def zones_by_name(entries: Sequence[Entry]) -> dict[str, str]:
    """The objects that have names, with their zones; an ability on the stack is nothing that a card could be."""
    return {entry.id: "ability" if "source" in entry.data else entry.zone for entry in entries if entry.id is not None}


def _entry(entry: Any) -> dict[str, Any]:
    return {"card": entry} if isinstance(entry, str) else deepcopy(entry)


def same_object(one: Entry, other: Entry, kinds: Kinds) -> dict[str, Any] | None:
    """What is said of an object that both entries describe; None if there is none."""
    if (one.zone, one.holder) != (other.zone, other.holder) or one.id is None or other.id is None:
        return None
    try:
        merged = {key: one.data[key] for key in ("id",) if key in one.data}
        if ("card" in one.data) != ("card" in other.data):
            return None
        if "card" in one.data:
            ours, theirs = _palette(one.data["card"]), _palette(other.data["card"])
            if ours is None or theirs is None:
                merged["card"] = joined_values(one.data["card"], other.data["card"], "the card")
            else:
                cards = kinds.common(ours, theirs)
                if not cards:
                    return None
                merged["card"] = cards[0] if len(cards) == 1 else {"any_of": cards}
        elif any(one.data.get(key) != other.data.get(key) for key in _PRINTED - {"power", "toughness", "loyalty"}):
            return None
        skip = {"id", "card"} | (set() if "card" in one.data else _PRINTED - {"power", "toughness", "loyalty"})
        for key in dict.fromkeys((*one.data, *other.data)):
            if key in skip:
                if key in one.data and key not in merged:
                    merged[key] = one.data[key]
                continue
            usual = {**_ORDINARY, "controller": one.holder}.get(key)
            ours_said, theirs_said = one.data.get(key, usual), other.data.get(key, usual)
            if ours_said is None or theirs_said is None:
                merged[key] = theirs_said if ours_said is None else ours_said
            else:
                merged[key] = joined_values(ours_said, theirs_said, key)
        return merged
    except ApartError:
        return None


def _palette(card: Any) -> list[str] | None:
    if isinstance(card, dict):
        names = card.get("any_of")
        return [str(name) for name in names] if isinstance(names, list) else None
    return [str(name) for name in card] if isinstance(card, list) else [str(card)]


def matchings(ours: list[Entry], theirs: list[Entry], kinds: Kinds) -> Iterator[dict[int, int]]:
    """Ways to take objects of both for the same, of which no more can be: those of the same name first."""
    fits = {
        i: [j for j, other in enumerate(theirs) if same_object(one, other, kinds) is not None]
        for i, one in enumerate(ours)
    }
    for i, one in enumerate(ours):
        fits[i].sort(key=lambda j: (theirs[j].id != one.id, j))
    seen: set[frozenset[tuple[int, int]]] = set()
    budget = 2_000

    def extend(i: int, taken: dict[int, int]) -> Iterator[dict[int, int]]:
        nonlocal budget
        budget -= 1
        if budget < 0:
            return
        if i == len(ours):
            spare = set(range(len(theirs))) - set(taken.values())
            if not any(k not in taken and spare & set(fits[k]) for k in fits):
                yield dict(taken)
            return
        for j in fits[i]:
            if j not in taken.values():
                yield from extend(i + 1, {**taken, i: j})
        yield from extend(i + 1, taken)

    for matching in extend(0, {}):
        key = frozenset(matching.items())
        if key not in seen:
            seen.add(key)
            yield matching


def renamed_for(
    other: dict[str, Any], ours: list[Entry], theirs: list[Entry], pairs: Mapping[int, int]
) -> dict[str, Any]:
    """The second situation with its objects called as they are on the joint board."""
    names: dict[str, str] = {}
    partner = {j: i for i, j in pairs.items()}
    used = {one.id for one in ours} | {one.id for one in theirs}
    for j, entry in enumerate(theirs):
        if entry.id is None:
            continue
        if j in partner:
            names[entry.id] = str(ours[partner[j]].id)
        elif any(one.id == entry.id for one in ours):
            number = next(n for n in range(1, 1000) if f"{entry.id}_{n}" not in used)
            names[entry.id] = f"{entry.id}_{number}"
            used.add(names[entry.id])
    found: dict[str, Any] = renamed(other, {old: new for old, new in names.items() if old != new})
    return found


def renamed(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """Data of a scenario with objects, or players, called otherwise."""
    if not names:
        return deepcopy(value)
    if isinstance(value, dict):
        return {k: deepcopy(v) if k in _NO_NAMES else renamed(v, names, k) for k, v in value.items()}
    if isinstance(value, list):
        return [renamed(one, names, key) for one in value]
    if isinstance(value, str):
        if key == "asp":
            return re.sub(r'"([^"]*)"', lambda match: f'"{names.get(match[1], match[1])}"', value)
        return names.get(value, value)
    return value


__all__ = ["Entry", "Kinds", "entries_of", "matchings", "renamed", "renamed_for", "same_object", "zones_by_name"]
