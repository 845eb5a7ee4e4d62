"""From a scenario's ``given`` to data in the shape of a state.

Entries are copied as often as they may count, and cards described in the place of a name are defined. Whatever else is
left open stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import clingo

from .abilities.ability import Keyword
from .abilities.base import is_word
from .errors import did_you_mean
from .quantities import Quantities, is_quantity
from .slots import Slot, symbol
from .source import Document
from .surface import ZONES

Path = tuple[str | int, ...]

OPEN_IF_PRINTED = ("power", "toughness", "loyalty", "defense")
"""What is printed on a card and may be left open."""


def players_of(given: Mapping[str, Any], document: Document) -> list[str]:
    """The names of the players that ``given`` speaks of: alice and bob where it names none."""
    players = given.get("players")
    if players is None:
        return ["alice", "bob"]
    if isinstance(players, dict) and players and all(isinstance(name, str) for name in players):
        return list(players)
    if isinstance(players, list) and players and all(isinstance(name, str) for name in players):
        return players
    raise document.error(
        ("given", "players"),
        "these are not players",
        "write each player's name as a key: players: {alice: {}, bob: {}}",
    )


@dataclass
class Expansion:
    """Turns ``given`` into the shape of a state: entries copied so often as they count, inline cards defined.

    Attributes:
        given: what the scenario says.
        document: its text.
        players: the players.
        quantities: what ``any`` and ranges mean.
        state: the data in the shape of a state.
        origins: for places of the data, where in the text they come from.
        slots: how many there are of entries that are to be counted.
        members: of objects that may not exist, the slot of their number and the least number for which they do.
        alike: of each copy but the first of an entry, the copy before it.
        keywords: keywords that an inline card may have: whose card it is, its key, the ability and its number.
        described: of inline cards of which something printed is left open, by their keys: whose card it is, and whether
            it is one of several that the object may be.
    """

    given: Mapping[str, Any]
    document: Document
    players: list[str]
    quantities: Quantities
    state: dict[str, Any] = field(default_factory=dict)
    origins: dict[Path, Path] = field(default_factory=lambda: {(): ("given",)})
    slots: list[Slot] = field(default_factory=list)
    members: dict[str, tuple[clingo.Symbol, int]] = field(default_factory=dict)
    alike: dict[str, str] = field(default_factory=dict)
    keywords: list[tuple[str, str, Keyword, int]] = field(default_factory=list)
    described: dict[str, tuple[str, bool]] = field(default_factory=dict)

    def expand(self) -> None:
        """Do it.

        Raises:
            InputError: ``given`` does not have the shape of a partial state.
        """
        known = {"turn", "players", "battlefield", "stack", "cards", "also", "such_that"}
        for name in self.given:
            if name not in known:
                raise self.document.error(
                    ("given", name),
                    f"unknown field {name!r}",
                    did_you_mean(str(name), known, "the fields here are " + ", ".join(sorted(known))),
                    key=True,
                )
        self.state = {"players": {name: {} for name in self.players}, "cards": []}
        for name in ("turn", "also"):
            if self.given.get(name) is not None:
                self.state[name] = deepcopy(self.given[name])
        for index, card in enumerate(self.given.get("cards") or ()):
            self.origins["cards", index] = ("given", "cards", index)
            self.state["cards"].append(deepcopy(card))
        players = self.given.get("players")
        for name, player in players.items() if isinstance(players, dict) else ():
            if player is None:
                continue
            if not isinstance(player, dict):
                raise self.document.error(
                    ("given", "players", name), "this is not a player", "write a mapping: {life: 20}"
                )
            self.state["players"][name] = {key: deepcopy(value) for key, value in player.items() if key not in ZONES}
            for zone in ZONES:
                self._entries(player.get(zone), ("given", "players", name, zone), name, zone)
        self._entries(self.given.get("battlefield"), ("given", "battlefield"), self.players[0], "battlefield")
        self._entries(self.given.get("stack"), ("given", "stack"), None, "stack")

    def _entries(self, entries: Any, path: Path, player: str | None, zone: str) -> None:
        if entries is None:
            return
        if not isinstance(entries, list):
            raise self.document.error(path, f"{zone!r} is not a list", "begin each object with '- '")
        for index, entry in enumerate(entries):
            here = (*path, index)
            data = {"card": entry} if isinstance(entry, str) else deepcopy(entry)
            if not isinstance(data, dict):
                raise self.document.error(here, "this is not an object", "write a card's name, or {card: name}")
            under = player
            if path == ("given", "battlefield") and data.get("owner") in self.players:
                under = data["owner"]  # no player is said whom it stands under
            self._entry(data, here, under, zone)

    def _entry(self, data: dict[str, Any], path: Path, player: str | None, zone: str) -> None:
        count = data.pop("count", None)
        counts = (
            [1]
            if count is None
            else (self.quantities.values(count, "count", (*path, "count")) if is_quantity(count) else [count])
        )
        if not all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 1000 for n in counts):
            raise self.document.error((*path, "count"), "'count' is not a number", "write a number or a range: 0..3")
        name = data.get("id")
        if name is None and (len(counts) > 1 or "is" in data or not isinstance(data.get("card"), str)):
            raise self.document.error(path, "an object that is left open needs an id", "add 'id: x'")
        apart = "is" in data and _is_printed_open(data)
        if "is" in data and not apart:
            self._inline(data, path, str(name), str(name))
        slot: clingo.Symbol | None = None
        if len(counts) > 1:
            slot = symbol("slot", clingo.String(str(name)), clingo.Function("count"))
            self.slots.append(Slot(slot, tuple(clingo.Number(n) for n in sorted(counts)), {}, f"how many {name}"))
        for number in range(1, max(counts) + 1):
            copy = deepcopy(data)
            if name is not None and number > 1:
                copy["id"] = f"{name}-{number}"
                self.alike[copy["id"]] = name if number == 2 else f"{name}-{number - 1}"
            if apart:  # what is printed on each copy is open on its own, so each has a card of its own
                self._inline(copy, path, str(name), copy["id"])
            if slot is not None and number > min(counts):
                self.members[copy["id"]] = (slot, number)
            holder = self.state if player is None else self.state["players"][player]
            holder.setdefault(zone, []).append(copy)
            place = (zone,) if player is None else ("players", player, zone)
            self.origins[(*place, len(holder[zone]) - 1)] = path

    def _keywords(self, value: Any, path: Path) -> Iterator[tuple[str, bool]]:
        """The keywords of an inline card, each with whether the card may lack it."""
        entries = dict.fromkeys(value, True) if isinstance(value, list) and _are_words(value) else value
        if entries is None:
            return
        if not isinstance(entries, dict):
            raise self.document.error(path, "these are not keywords", "write [haste], or {haste: any}")
        for word, present in entries.items():
            if present is not True and present != "any":
                raise self.document.error(
                    (*path, word), f"{present!r} does not say whether it has {word}", "write any, or leave it out"
                )
            if not is_word(word):
                raise self.document.error((*path, word), f"{word!r} is no keyword", "write a word such as haste")
            yield word, present == "any"

    def _inline(self, data: dict[str, Any], path: Path, name: str, whose: str) -> None:
        """Define the card that ``is`` describes: a type line, or several of which it is one.

        Args:
            data: the entry; ``card`` takes the place of ``is`` in it.
            path: where it stands.
            name: what the card is named.
            whose: the id of the object whose card it is.
        """
        if "card" in data:
            raise self.document.error((*path, "is"), "'is' and 'card' both say what it is", "keep one of them")
        lines = data.pop("is")
        lines = lines["any_of"] if isinstance(lines, dict) and set(lines) == {"any_of"} else lines
        lines = lines if isinstance(lines, list) else [lines]
        printed = {
            key: data.pop(key) for key in ("mana_cost", "color_indicator", *OPEN_IF_PRINTED, "abilities") if key in data
        }
        abilities = printed.pop("abilities", None) or []
        if not isinstance(abilities, list):
            raise self.document.error((*path, "abilities"), "'abilities' is not a list", "begin each with '- '")
        optional: list[tuple[Keyword, int]] = []
        for word, is_open in self._keywords(data.pop("keywords", None), (*path, "keywords")):
            abilities = [*abilities, {"is": "keyword", "keyword": word}]
            if is_open:
                optional.append((Keyword.model_validate(abilities[-1]), len(abilities)))
        names: list[str] = []
        for line in lines:
            if not isinstance(line, str):
                raise self.document.error(
                    (*path, "is"),
                    "'is' is a type line or a list of type lines",
                    "write is: creature, or is: [Artifact, 'Creature - Elf']",
                )
            own: dict[str, Any] = {str(key): value for key, value in printed.items()}
            if "creature" in line.lower():
                own.setdefault("power", 1)
                own.setdefault("toughness", 1)
            else:
                own = {key: value for key, value in own.items() if key not in ("power", "toughness")}
            title = line.title() if line.islower() else line
            key = whose if len(lines) == 1 else f"{whose}: {title}"
            names.append(key)
            self.described[key] = (whose, len(lines) > 1)
            self.origins["cards", len(self.state["cards"])] = path
            card = {"name": name, "types": title, "abilities": abilities, **own}
            self.state["cards"].append(card if key == name else {**card, "known_as": key})
            self.keywords += [(whose, key, keyword, index) for keyword, index in optional]
        data["card"] = names[0] if len(names) == 1 else {"any_of": names}


def _is_printed_open(data: Mapping[str, Any]) -> bool:
    """Whether an entry leaves open something that is printed on the card it describes."""
    keywords = data.get("keywords")
    return any(is_quantity(data.get(key)) for key in OPEN_IF_PRINTED) or (
        isinstance(keywords, dict) and "any" in keywords.values()
    )


def _are_words(value: list[Any]) -> bool:
    return all(isinstance(one, str) for one in value)


__all__ = ["OPEN_IF_PRINTED", "Expansion", "players_of"]
