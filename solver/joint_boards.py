"""Joint boards: what two situations have in common, as a scenario of its own.

A state lies within the scope of both of two situations only if everything that either says of it is so. Their joint
board has the objects of both; an object of the one may be the same as an object of the other where all that is said
of the two can be true of one object. What happens is the same on both sides, once the same objects go by the same
names; if it is not, only the start is common to both, of which whatever is always so, or never, is claimed before
anything happens.

A palette of cards (``any_of``) stands for the cards of its kinds: those with the layout and the card types, face by
face, that some card of the palette has. So an invented card of one statement can be a card of which the other speaks,
and a modal double-faced card is none of which a statement about nonmodal ones speaks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.expansion import players_of
from manaproof.bridge.library import Library
from manaproof.bridge.quantities import is_quantity
from manaproof.bridge.scenario import DEFAULT_BEATS, TIMES, Scenario, read_scenarios
from manaproof.bridge.source import read_text
from manaproof.bridge.surface import ZONES
from manaproof.bridge.typeline import parse_type_line

MATCHINGS = 4
"""How many ways to take objects of both for the same are looked at, those that identify the most first."""

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


class ApartError(Exception):
    """The two have nothing in common: the message says what keeps them apart."""


@dataclass(frozen=True)
class Joint:
    """A joint board.

    Attributes:
        scenario: the scenario of both.
        claims: of each of its claims, in their order, which of the two makes it (0 or 1) and its number there.
        objects: the names of the objects of either, with the zones in which they begin; an object of both is in both.
    """

    scenario: Scenario
    claims: tuple[tuple[int, int], ...]
    objects: tuple[Mapping[str, str], Mapping[str, str]]


@dataclass(frozen=True)
class _Entry:
    """An object of a situation: where it is, and what is said of it."""

    zone: str
    holder: str
    data: dict[str, Any]

    @property
    def id(self) -> str | None:
        return self.data.get("id")


def joint_boards(first: Scenario, second: Scenario) -> Iterator[Joint]:
    """The boards that two situations have in common; of some it may come out that no game can be in such a state.

    Args:
        first: a situation, not divided into parts.
        second: another one.

    Raises:
        ApartError: there is none, and why.
    """
    if first.form.reading != second.form.reading:
        raise ApartError("each is claimed by a reading of the rules of its own")
    one, other = _plain(first), _as_players(_plain(second), first, second)
    kinds = _Kinds(one, other, first.library)
    players = _players(one, other, first, second)
    turn = _mapping(one["given"].get("turn") or {}, other["given"].get("turn") or {}, "the turn")
    ours, theirs = _entries(one["given"], list(players)), _entries(other["given"], list(players))
    reason = "nothing that is claimed is claimed of both"
    found = 0
    for pairs in _matchings(ours, theirs, kinds):
        renamed = _renamed(other, ours, theirs, pairs)
        placed = (ours, _entries(renamed["given"], list(players)))
        objects = (_named(placed[0]), _named(placed[1]))
        when, of_the_start = _script(one["when"], renamed["when"])
        try:
            joint = _joined(one, renamed, (turn, players, when, of_the_start), kinds, placed)
        except ApartError as error:
            reason = str(error)
            continue
        if joint["then"]:
            yield Joint(_made(joint, first, second), tuple(joint["claims"]), objects)
            found += 1
        if found >= MATCHINGS:
            return
    if not found:
        raise ApartError(reason)


def _plain(part: Scenario) -> dict[str, Any]:
    form = part.form
    return {
        "given": deepcopy(form.given),
        "when": deepcopy(form.when),
        "answers": deepcopy(form.answers),
        "then": deepcopy(form.then),
        "scope": dict(form.scope),
    }


def _as_players(data: dict[str, Any], first: Scenario, second: Scenario) -> dict[str, Any]:
    """The second situation with its players called as those of the first, in the order of their seats."""
    theirs = players_of(second.form.given, second.document)
    ours = players_of(first.form.given, first.document)
    names = {name: new for name, new in zip(theirs, ours, strict=False) if name != new}
    if not names:
        return data
    if set(names.values()) & set(theirs):
        raise ApartError("their players go by the same names in another order")
    renamed: dict[str, Any] = _rename(data, names)
    players = renamed["given"].get("players")
    if isinstance(players, dict):
        renamed["given"]["players"] = {names.get(name, name): value for name, value in players.items()}
    elif isinstance(players, list):
        renamed["given"]["players"] = [names.get(name, name) for name in players]
    return renamed


# --- what is said of one thing twice


def _meet(one: Any, other: Any, what: str) -> Any:
    """The quantity that two quantities, or values, have in common."""
    if one == other and type(one) is type(other):
        return one
    if one == "any":
        return other
    if other == "any":
        return one
    if isinstance(one, dict) and isinstance(other, dict) and not (is_quantity(one) or is_quantity(other)):
        return _mapping(one, other, what)
    ours, theirs = _values(one), _values(other)
    if ours is None or theirs is None:
        raise ApartError(f"{what} is said twice, and differently")
    keys = {json.dumps(value, sort_keys=True) for value in theirs}
    common = [value for value in ours if json.dumps(value, sort_keys=True) in keys]
    if not common:
        raise ApartError(f"{what} is never the same")
    return common[0] if len(common) == 1 else {"any_of": common}


def _values(value: Any) -> list[Any] | None:
    """The values of a quantity; None for one that its scope must bound."""
    if isinstance(value, dict):
        if set(value) != {"any_of"}:
            return None
        found: list[Any] = []
        for option in value["any_of"]:
            inner = _values(option)
            if inner is None:
                return None
            found += inner
        return found
    if isinstance(value, list):
        return list(value)
    match = re.fullmatch(r"(\d+)\.\.(\d+)", value) if isinstance(value, str) else None
    if match is not None:
        return list(range(int(match[1]), int(match[2]) + 1))
    return None if is_quantity(value) else [value]


def _mapping(one: Mapping[str, Any], other: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Both mappings in one; what only one of them says is said."""
    found = dict(one)
    for key, value in other.items():
        found[key] = _meet(found[key], value, f"{what}: {key}") if key in found else value
    return found


def _players(
    one: Mapping[str, Any], other: Mapping[str, Any], first: Scenario, second: Scenario
) -> dict[str, dict[str, Any]]:
    """The players of both, with what is said of them beside their cards."""
    found: dict[str, dict[str, Any]] = {}
    ours, theirs = (
        {name: _player(data["given"].get("players"), name) for name in names}
        for data, names in (
            (one, players_of(first.form.given, first.document)),
            (other, players_of(other["given"], second.document)),
        )
    )
    for name in dict.fromkeys((*ours, *theirs)):
        found[name] = _mapping(ours.get(name, {}), theirs.get(name, {}), f"player {name}")
    return found


def _player(players: Any, name: str) -> dict[str, Any]:
    fields = players.get(name) if isinstance(players, dict) else None
    return {key: value for key, value in (fields or {}).items() if key not in ZONES and key != "battlefield"}


# --- cards


class _Kinds:
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


def _entries(given: Mapping[str, Any], players: Sequence[str]) -> list[_Entry]:
    """The objects that have a name of their own, and the others as they are written."""
    found = []
    for zone in ("battlefield", "stack"):
        for entry in given.get(zone) or ():
            data = _entry(entry)
            holder = players[0] if zone == "battlefield" else ""
            if zone == "battlefield" and data.get("owner") in players:
                holder = data["owner"]
            found.append(_Entry(zone, holder, data))
    all_players = given.get("players")
    for name, fields in all_players.items() if isinstance(all_players, dict) else ():
        for zone in ZONES:
            found += [_Entry(zone, name, _entry(entry)) for entry in (fields or {}).get(zone) or ()]
    return found


def _named(entries: Sequence[_Entry]) -> dict[str, str]:
    """The objects that have names, with their zones; an ability on the stack is nothing that a card could be."""
    return {entry.id: "ability" if "source" in entry.data else entry.zone for entry in entries if entry.id is not None}


def _entry(entry: Any) -> dict[str, Any]:
    return {"card": entry} if isinstance(entry, str) else deepcopy(entry)


def _same(one: _Entry, other: _Entry, kinds: _Kinds) -> dict[str, Any] | None:
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
                merged["card"] = _meet(one.data["card"], other.data["card"], "the card")
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
                merged[key] = _meet(ours_said, theirs_said, key)
        return merged
    except ApartError:
        return None


def _palette(card: Any) -> list[str] | None:
    if isinstance(card, dict):
        names = card.get("any_of")
        return [str(name) for name in names] if isinstance(names, list) else None
    return [str(name) for name in card] if isinstance(card, list) else [str(card)]


def _matchings(ours: list[_Entry], theirs: list[_Entry], kinds: _Kinds) -> Iterator[dict[int, int]]:
    """Ways to take objects of both for the same, of which no more can be: those of the same name first."""
    fits = {
        i: [j for j, other in enumerate(theirs) if _same(one, other, kinds) is not None] for i, one in enumerate(ours)
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


def _renamed(
    other: dict[str, Any], ours: list[_Entry], theirs: list[_Entry], pairs: Mapping[int, int]
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
    renamed: dict[str, Any] = _rename(other, {old: new for old, new in names.items() if old != new})
    return renamed


def _rename(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    if not names:
        return deepcopy(value)
    if isinstance(value, dict):
        return {k: deepcopy(v) if k in _NO_NAMES else _rename(v, names, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_rename(one, names, key) for one in value]
    if isinstance(value, str):
        if key == "asp":
            return re.sub(r'"([^"]*)"', lambda match: f'"{names.get(match[1], match[1])}"', value)
        return names.get(value, value)
    return value


# --- what happens, and what is claimed


def _script(one: list[Any], other: list[Any]) -> tuple[list[Any], tuple[bool, bool]]:
    """What happens on the joint board, and whether the claims of either are of the start alone."""
    common = [_step(mine, yours) for mine, yours in zip(one, other, strict=False)]
    if len(one) == len(other) and all(step is not None for step in common):
        return common, (False, False)
    return [], (bool(one), bool(other))


def _step(one: Any, other: Any) -> Any:
    """The step that both steps may be; None if there is none."""
    ours, theirs = _alternatives(one), _alternatives(other)
    keys = {json.dumps(step, sort_keys=True) for step in theirs}
    common = [step for step in ours if json.dumps(step, sort_keys=True) in keys]
    if not common:
        return None
    return common[0] if len(common) == 1 else {"either": common}


def _alternatives(step: Any) -> list[Any]:
    """The steps that a step may be, each spelled in one way."""
    if isinstance(step, dict) and set(step) == {"either"} and isinstance(step["either"], list):
        return [one for option in step["either"] for one in _alternatives(option)]
    return [_spelled(step)]


def _spelled(step: Any) -> Any:
    """``{transform: x}`` and ``{transform: {of: x}}`` are one step."""
    if isinstance(step, str):
        return {step: {}} if step != "nothing" else step
    if isinstance(step, dict) and len(step) == 1:
        (name, value), *_ = step.items()
        if name == "happens" and isinstance(value, dict):
            return {name: _spelled(value)}
        if isinstance(value, str) and name not in ("attack", "block"):
            return {name: {"of": value}}
    return step


def _claims(then: list[dict[str, Any]], *, of_the_start: bool) -> Iterator[tuple[int, dict[str, Any]]]:
    """Claims with their numbers; of the start alone, if what happens in their situation does not happen here."""
    for number, claim in enumerate(then, 1):
        time = next((key for key in claim if key in TIMES), "")
        if not of_the_start:
            yield number, claim
        elif time in ("always", "never", "at_start"):
            formula = {"not": claim[time]} if time == "never" else claim[time]
            yield number, {"says": claim.get("says", f"claim {number}"), "at_start": formula}


def _joined(
    one: dict[str, Any],
    other: dict[str, Any],
    shared: tuple[dict[str, Any], dict[str, dict[str, Any]], list[Any], tuple[bool, bool]],
    kinds: _Kinds,
    entries: tuple[list[_Entry], list[_Entry]],
) -> dict[str, Any]:
    """The joint board as the data of a scenario, with where its claims come from."""
    turn, players, when, of_the_start = shared
    given: dict[str, Any] = {"players": deepcopy(players)}
    if turn:
        given["turn"] = turn
    ours, theirs = entries
    names = {entry.id: entry for entry in theirs if entry.id is not None}
    placed: set[str] = set()
    anonymous = [json.dumps([e.zone, e.holder, e.data], sort_keys=True) for e in ours if e.id is None]
    for entry in (*ours, *theirs):
        data = entry.data
        if entry.id is not None:
            if entry.id in placed:
                continue
            placed.add(entry.id)
            partner = names.get(entry.id)
            if partner is not None and partner is not entry:
                merged = _same(entry, partner, kinds)
                if merged is None:
                    raise ValueError("objects are taken for the same that cannot be")
                data = merged
        elif entry in theirs and entry not in ours:
            written = json.dumps([entry.zone, entry.holder, data], sort_keys=True)
            if written in anonymous:
                anonymous.remove(written)  # the same unnamed card on both sides is one
                continue
        if entry.zone in ("battlefield", "stack"):
            given.setdefault(entry.zone, []).append(data)
        else:
            given["players"][entry.holder].setdefault(entry.zone, []).append(data)
    if kinds.definitions:
        given["cards"] = list(kinds.definitions.values())
    also = [*(one["given"].get("also") or ()), *(other["given"].get("also") or ())]
    if also:
        given["also"] = list(dict.fromkeys(also))
    conditions = [data["given"]["such_that"] for data in (one, other) if data["given"].get("such_that") is not None]
    if conditions:
        given["such_that"] = {"all": conditions}
    claims = [
        (side, number, claim)
        for side, data in enumerate((one, other))
        for number, claim in _claims(data["then"], of_the_start=of_the_start[side])
    ]
    bounds = one["scope"], other["scope"]
    scope = {
        key: min(bound[key] for bound in bounds if key in bound)
        for key in dict.fromkeys((*one["scope"], *other["scope"]))
    }
    scope["beats"] = max(bound.get("beats", DEFAULT_BEATS) for bound in bounds)
    return {
        "given": given,
        "when": when,
        "answers": _answers(one, other, when),
        "then": [claim for _, _, claim in claims],
        "scope": scope,
        "claims": [(side, number) for side, number, _ in claims],
    }


def _answers(one: dict[str, Any], other: dict[str, Any], when: list[Any]) -> dict[str, Any]:
    """The answers to what is asked on the way."""
    return _mapping(one["answers"], other["answers"], "the answers") if when else {}


def _made(joint: Mapping[str, Any], first: Scenario, second: Scenario) -> Scenario:
    data = {key: value for key, value in joint.items() if key != "claims" and (value or key == "then")}
    data |= {"ruling": f"{first.ruling} with {second.ruling}", "restated": "What both speak of."}
    if first.form.reading is not None:
        data["reading"] = first.form.reading
    (made,) = read_scenarios(read_text(json.dumps(data), source=data["ruling"]), first.library)
    return made


__all__ = ["ApartError", "Joint", "joint_boards"]
