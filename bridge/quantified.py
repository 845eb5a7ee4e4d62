"""Partial states: what a scenario's ``given`` leaves open becomes questions, the rest facts (DESIGN section 4).

A field that is left open holds a *quantity* in the place of a value: ``any``, a range such as ``1..3`` or ``2..``, or
``{any_of: [...]}``; ``card`` and ``controller`` also a list. Every field of a state may be left open in this way.
How the
values of an open field become facts is asked of the reader of states itself: the state is read once for each value, and
what differs is what the value gives. So there is one description of states, not two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import clingo

from .abilities import ability_id
from .abilities.ability import Keyword
from .abilities.base import COLORS
from .errors import InputError, did_you_mean
from .library import Library, bundled
from .source import Document
from .state import State, UnknownCard
from .surface import STEPS, ZONES

Path = tuple[str | int, ...]

RANGE = re.compile(r"(\d*)\.\.(\d*)")
"""``1..3``, ``2..``, ``..4``."""

BOUNDS: Mapping[str, tuple[int, int]] = {
    "counters": (0, 3),
    "damage": (0, 3),
    "life": (1, 20),
    "mana": (0, 3),
    "power": (0, 3),
    "toughness": (1, 4),
    "loyalty": (1, 5),
    "x": (0, 3),
    "number": (1, 3),
    "count": (0, 3),
    "amount": (1, 3),
    "times": (0, 3),
}
"""What ``any`` ranges over where the scope says nothing: the least and the greatest."""

FLAGS = frozenset(
    {"tapped", "face_down", "summoning_sick", "entered_this_turn", "token", "commander", "land_played", "preventable"}
)
PLAYERS = frozenset({"controller", "owner", "active", "priority"})

_ABOUT_CARDS = frozenset({"definition", "owner", "token", "commander", "card"})


@dataclass(frozen=True)
class Slot:
    """A question that a scenario leaves open.

    Attributes:
        name: the term of the question, such as ``slot("x","tapped")``.
        values: the answers, in the order of their size (the first is the plainest).
        gives: for each answer, the facts that it gives.
        shown: for people: what is open.
        needs: the question whether the object exists, and the least number for which it does.
        after: the slot whose answer this one's may not rank below (objects that look alike need one order).
    """

    name: clingo.Symbol
    values: tuple[clingo.Symbol, ...]
    gives: Mapping[clingo.Symbol, tuple[clingo.Symbol, ...]]
    shown: str
    needs: tuple[clingo.Symbol, int] | None = None
    after: clingo.Symbol | None = None

    def facts(self) -> Iterator[clingo.Symbol]:
        """The slot as facts for ``asp/machine/scenario.lp``."""
        yield _fact("slot", self.name)
        for rank, value in enumerate(self.values):
            yield _fact("slot_value", self.name, value, clingo.Number(rank))
            for fact in self.gives.get(value, ()):
                yield _fact("gives", self.name, value, fact)
        if self.needs is not None:
            yield _fact("slot_needs", self.name, self.needs[0], clingo.Number(self.needs[1]))
        if self.after is not None:
            yield _fact("slot_after", self.name, self.after)


@dataclass(frozen=True)
class Start:
    """A quantified start of a game.

    Attributes:
        fixed: the facts that hold whatever is answered.
        slots: what is left open.
        objects: the ids of all objects that may exist, in the order of the text.
        players: the players in turn order.
        definitions: every card definition that may occur.
        plainest: the state in which every open question has its first answer.
        given: what the text says, to make states of answers.
    """

    fixed: tuple[clingo.Symbol, ...]
    slots: tuple[Slot, ...]
    objects: tuple[str, ...]
    players: tuple[str, ...]
    definitions: Library
    plainest: State
    given: Given

    def state(self, answers: Mapping[clingo.Symbol, clingo.Symbol]) -> State:
        """The one state that answers to the open questions make.

        Args:
            answers: by the names of the slots; a question without an answer has its first.
        """
        return self.given.concrete(answers)

    def facts(self) -> Iterator[clingo.Symbol]:
        """Everything as facts."""
        yield from self.fixed
        for slot in self.slots:
            yield from slot.facts()

    @property
    def size(self) -> int:
        """The number of combinations of answers, those about objects that do not exist counted too."""
        size = 1
        for slot in self.slots:
            size *= len(slot.values)
        return size


@dataclass
class _Open:
    """A place of the data that is left open, before its values are turned into facts."""

    path: Path
    values: list[Any]
    object: str | None
    what: str


class _Mapped(Document):
    """A document whose data were rewritten: places are looked up where the data came from."""

    origins: dict[Path, Path]

    def at(self, path: Sequence[str | int]) -> Any:
        value = self.data
        for step in path:
            with suppress(KeyError, IndexError, TypeError):
                value = value[step]
        return value

    def place(self, path: Sequence[str | int], *, key: bool = False) -> tuple[int, int]:
        steps = tuple(path)
        for cut in range(len(steps), -1, -1):
            if steps[:cut] in self.origins:
                steps = self.origins[steps[:cut]] + steps[cut:]
                break
        return super().place(steps, key=key)


def _fact(name: str, *arguments: clingo.Symbol) -> clingo.Symbol:
    return clingo.Function(name, list(arguments))


def is_quantity(value: Any) -> bool:
    """Whether a value of a scenario is left open."""
    if isinstance(value, str):
        return value == "any" or (RANGE.fullmatch(value) is not None and value != "..")
    return isinstance(value, dict) and set(value) == {"any_of"}


class Quantities:
    """What ``any`` and ranges mean within a scope.

    Args:
        scope: bounds that the scenario states, by the name of what they bound.
        players: the players.
        document: where problems are.
    """

    def __init__(self, scope: Mapping[str, int], players: Sequence[str], document: Document) -> None:
        self.scope = scope
        self.players = tuple(players)
        self.document = document

    def values(self, value: Any, name: str, path: Path) -> list[Any]:
        """The values that a quantity ranges over, the plainest first.

        Args:
            value: what stands in the text.
            name: what it is a quantity of, as ``tapped`` or ``power``.
            path: where it stands.

        Raises:
            InputError: nothing says what ``any`` ranges over there, or a range is empty.
        """
        if isinstance(value, dict):
            options = value["any_of"]
            if not isinstance(options, list) or not options:
                raise self.document.error(path, "'any_of' lists no values", "write any_of: [one, another]")
            found: list[Any] = []
            for index, option in enumerate(options):
                for one in self.values(option, name, (*path, "any_of", index)) if is_quantity(option) else [option]:
                    if one not in found:
                        found.append(one)
            return found
        match = RANGE.fullmatch(value)
        if match is not None:
            least, greatest = self.bounds(name)
            first, last = int(match[1] or least), int(match[2] or max(greatest, int(match[1] or 0)))
            if first > last or last - first > 1000:
                raise self.document.error(path, f"the range {value} has no values, or too many", "write it as 0..3")
            return list(range(first, last + 1))
        if name in FLAGS:
            return [False, True]
        if name in PLAYERS:
            return list(self.players)
        if name == "step":
            return [step for step in STEPS if step not in ("untap", "cleanup")]
        if name == "face":
            return ["front", "back"]
        if name == "color":
            return list(COLORS)
        if name in BOUNDS or name in self.scope:
            least, greatest = self.bounds(name)
            return list(range(least, greatest + 1))
        raise self.document.error(
            path, f"nothing says what 'any' ranges over here ({name})", "list the values: {any_of: [one, another]}"
        )

    def bounds(self, name: str) -> tuple[int, int]:
        """The least and greatest number of a thing within the scope."""
        least, greatest = BOUNDS.get(name, (0, 3))
        return least, self.scope.get(name, greatest)


class Given:
    """Reads a scenario's ``given``.

    Args:
        data: the scenario as data.
        document: its text.
        scope: the bounds it states.
        library: the card definitions it may use.
    """

    def __init__(
        self, data: Mapping[str, Any], document: Document, scope: Mapping[str, int], library: Library | None = None
    ) -> None:
        self.library = bundled() if library is None else library
        self.document = document
        self.origins: dict[Path, Path] = {(): ("given",)}
        given = data.get("given") or {}
        if not isinstance(given, dict):
            raise document.error(("given",), "'given' is not a mapping", "write 'battlefield:' and the like below it")
        self.given: dict[str, Any] = given
        self.players = self._players()
        self.quantities = Quantities(scope, self.players, document)
        self.state: dict[str, Any] = {}
        self.open: list[_Open] = []
        self.slots: list[Slot] = []
        self.members: dict[str, tuple[clingo.Symbol, int]] = {}
        self.alike: dict[str, str] = {}
        self.keywords: list[tuple[str, str, Keyword, int]] = []

    def _players(self) -> list[str]:
        players = self.given.get("players")
        if players is None:
            return ["alice", "bob"]
        if isinstance(players, dict) and players and all(isinstance(name, str) for name in players):
            return list(players)
        if isinstance(players, list) and players and all(isinstance(name, str) for name in players):
            return players
        raise self.document.error(
            ("given", "players"),
            "these are not players",
            "write each player's name as a key: players: {alice: {}, bob: {}}",
        )

    def start(self) -> Start:
        """The start that the scenario describes.

        Raises:
            InputError: it describes none.
        """
        self._expand()
        self._find_open(self.state, ())
        plain = deepcopy(self.state)
        for one in self.open:
            _put(plain, one.path, one.values[0])
        base = self._read(plain)
        plain_facts = dict.fromkeys(base.facts())
        conditional: set[clingo.Symbol] = set()
        gained: dict[clingo.Symbol, None] = {}
        for one in self.open:
            slot, static = self._slot(one, plain, plain_facts)
            conditional.update(slot.gives.get(slot.values[0], ()))
            gained.update(static)
            self.slots.append(slot)
        optional = dict(self.members)
        fixed: dict[clingo.Symbol, None] = {}
        existing: dict[clingo.Symbol, dict[clingo.Symbol, list[clingo.Symbol]]] = {}
        keywords = self._keyword_slots()
        conditional |= keywords
        for fact in (*plain_facts, *gained):
            if fact in conditional:
                continue
            card = _speaks_of(fact, optional)
            if card is None:
                fixed[fact] = None
                continue
            name, least = optional[card]
            for value in next(s for s in self.slots if s.name == name).values:
                if value.number >= least:
                    existing.setdefault(name, {}).setdefault(value, []).append(fact)
        slots = tuple(
            Slot(
                s.name,
                s.values,
                {v: (*s.gives.get(v, ()), *existing.get(s.name, {}).get(v, ())) for v in s.values},
                s.shown,
                s.needs,
                s.after,
            )
            for s in self.slots
        )
        objects = tuple(one.id for _, one in base.objects())
        return Start(tuple(fixed), slots, objects, tuple(self.players), base.definitions, base, self)

    def concrete(self, answers: Mapping[clingo.Symbol, clingo.Symbol]) -> State:
        """The state that answers make; see :meth:`Start.state`."""
        data = deepcopy(self.state)
        for one in self.open:
            answer = answers.get(self._name(one))
            value = next((v for v in one.values if answer is not None and _term(v) == answer), one.values[0])
            _put(data, one.path, value)
        for key, words in self._absent(answers).items():
            card = next(c for c in data["cards"] if _key(c) == key)
            card["abilities"] = [a for index, a in enumerate(card["abilities"], 1) if index not in words]
        gone = {
            card for card, (slot, least) in self.members.items() if answers.get(slot, clingo.Number(0)).number < least
        }
        used: set[str] = set()
        for holder in (data, *data["players"].values()):
            for zone in ("battlefield", "stack", *ZONES):
                if zone in holder:
                    holder[zone] = [one for one in holder[zone] if one.get("id") not in gone]
                    used.update(str(one["card"]) for one in holder[zone] if "card" in one)
        data["cards"] = [card for card in data["cards"] if _key(card) in used]
        return self._read(data)

    def _absent(self, answers: Mapping[clingo.Symbol, clingo.Symbol]) -> dict[str, set[int]]:
        """The abilities, by number, that an inline card does not have by these answers."""
        found: dict[str, set[int]] = {}
        for name, key, keyword, index in self.keywords:
            term = _fact("slot", clingo.String(name), _fact("keyword", clingo.Function(keyword.keyword)))
            if answers.get(term) != clingo.Function("yes"):
                found.setdefault(key, set()).add(index)
        return found

    def _expand(self) -> None:
        """Turn ``given`` into the shape of a state: entries copied so often as they count, inline cards defined."""
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
            if player is not None and zone == "battlefield" and "owner" in data and data["owner"] in self.players:
                under = data["owner"]
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
        if "is" in data:
            self._inline(data, path, str(name))
        slot: clingo.Symbol | None = None
        if len(counts) > 1:
            slot = _fact("slot", clingo.String(str(name)), clingo.Function("count"))
            self.slots.append(Slot(slot, tuple(clingo.Number(n) for n in sorted(counts)), {}, f"how many {name}"))
        for number in range(1, max(counts) + 1):
            copy = deepcopy(data)
            if name is not None and number > 1:
                copy["id"] = f"{name}-{number}"
                self.alike[copy["id"]] = name if number == 2 else f"{name}-{number - 1}"
            if slot is not None and number > min(counts):
                self.members[copy["id"]] = (slot, number)
            holder = self.state if player is None else self.state["players"][player]
            holder.setdefault(zone, []).append(copy)
            place = (zone,) if player is None else ("players", player, zone)
            self.origins[(*place, len(holder[zone]) - 1)] = path

    def _inline(self, data: dict[str, Any], path: Path, name: str) -> None:
        """Define the card that ``is`` describes: a type line, or several of which it is one."""
        if "card" in data:
            raise self.document.error((*path, "is"), "'is' and 'card' both say what it is", "keep one of them")
        lines = data.pop("is")
        lines = lines["any_of"] if isinstance(lines, dict) and set(lines) == {"any_of"} else lines
        lines = lines if isinstance(lines, list) else [lines]
        printed = {
            key: data.pop(key)
            for key in ("mana_cost", "color_indicator", "power", "toughness", "loyalty", "defense", "abilities")
            if key in data
        }
        keywords = data.pop("keywords", [])
        abilities = list(printed.pop("abilities", []))
        optional: list[tuple[Keyword, int]] = []
        listed = keywords.items() if isinstance(keywords, dict) else ((word, True) for word in keywords)
        for word, present in listed:
            abilities.append({"is": "keyword", "keyword": word})
            if present == "any":
                optional.append((Keyword.model_validate({"is": "keyword", "keyword": word}), len(abilities)))
        names = []
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
            key = name if len(lines) == 1 else f"{name}: {title}"
            names.append(key)
            self.origins["cards", len(self.state["cards"])] = path
            card = {"name": name, "types": title, "abilities": abilities, **own}
            self.state["cards"].append(card if key == name else {**card, "known_as": key})
            self.keywords += [(name, key, keyword, index) for keyword, index in optional]
        data["card"] = names[0] if len(names) == 1 else {"any_of": names}

    def _keyword_slots(self) -> set[clingo.Symbol]:
        """Slots for keywords that an inline card may or may not have; returns the facts they condition."""
        found: set[clingo.Symbol] = set()
        gives: dict[tuple[str, str], list[clingo.Symbol]] = {}
        for name, key, keyword, index in self.keywords:
            origin = _fact("printed", clingo.Number(index))
            characteristic = _fact("ability", ability_id(keyword), origin)
            fact = _fact("printed", clingo.String(key), clingo.Function("front"), characteristic)
            gives.setdefault((name, keyword.keyword), []).append(fact)
            found.add(fact)
        for (name, word), facts in gives.items():
            term = _fact("slot", clingo.String(name), _fact("keyword", clingo.Function(word)))
            no, yes = clingo.Function("no"), clingo.Function("yes")
            self.slots.append(
                Slot(term, (no, yes), {yes: tuple(facts)}, f"whether {name} has {word}", self.members.get(name))
            )
        return found

    def _find_open(self, value: Any, path: Path) -> None:
        name = str(next((step for step in reversed(path) if isinstance(step, str)), ""))
        if (path and path[-1] == "card" and isinstance(value, list)) or (
            path and path[-1] in ("controller", "active", "step", "priority", "face") and isinstance(value, list)
        ):
            value = {"any_of": value}
        if path and path[-1] == "card" and isinstance(value, dict) and set(value) == {"palette"}:
            value = {"any_of": self._palette(value["palette"], path)}
        if path[:1] == ("cards",) and path[2:] and path[2] not in ("power", "toughness", "loyalty", "defense"):
            return
        if is_quantity(value) and path[-1] not in ("id", "name"):
            for parent in ("counters", "mana"):
                if parent in path:
                    name = parent
            place = self._origin(path)
            values = self.quantities.values(value, name, place)
            if len(values) == 1:
                _put(self.state, path, values[0])
            else:
                self.open.append(_Open(path, values, self._object_at(path), ".".join(str(step) for step in path[-2:])))
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                self._find_open(inner, (*path, key))
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                self._find_open(inner, (*path, index))

    def _palette(self, name: Any, path: Path) -> list[str]:
        if name == "lands":
            return [key for key, card in self.library.items() if "land" in card.front.types]
        if name == "permanents":
            kinds = {"land", "creature", "artifact", "enchantment", "planeswalker"}
            return [key for key, card in self.library.items() if kinds & set(card.front.types)]
        raise self.document.error(
            self._origin(path),
            f"there is no palette {name!r}",
            "write palette: lands, palette: permanents, or any_of: [names]",
        )

    def _origin(self, path: Path) -> Path:
        for cut in range(len(path), -1, -1):
            if path[:cut] in self.origins:
                return self.origins[path[:cut]] + path[cut:]
        return path

    def _object_at(self, path: Path) -> str | None:
        value: Any = self.state
        found: str | None = None
        for step in path:
            value = value[step]
            if isinstance(value, dict) and isinstance(value.get("id"), str) and isinstance(step, int):
                found = value["id"]
        if path[0] == "cards":
            card = self.state["cards"][path[1]]
            found = card.get("name")
        return found

    def _read(self, data: dict[str, Any]) -> State:
        document = _Mapped(self.document.source, data, self.document._root)
        document.origins = self.origins
        state = State.from_document(document, library=self.library)
        for _, one in state.objects():
            if isinstance(one.card, UnknownCard):
                cure = state.definitions.cure(one.card.key)
                raise InputError(
                    state.problem((*one.path, "card"), f"{one.id!r} is an unknown card, {one.card.key!r}", cure)
                )
        return state

    def _slot(
        self, one: _Open, plain: dict[str, Any], plain_facts: Mapping[clingo.Symbol, None]
    ) -> tuple[Slot, dict[clingo.Symbol, None]]:
        """The slot of an open place, and facts about definitions that hold anyway."""
        facts: list[dict[clingo.Symbol, None]] = [dict(plain_facts)]
        for value in one.values[1:]:
            data = deepcopy(plain)
            _put(data, one.path, value)
            facts.append(dict.fromkeys(self._read(data).facts()))
        common = set(facts[0]).intersection(*facts[1:])
        is_card = one.path[-1] == "card"
        values = tuple(_term(value) for value in one.values)
        gives: dict[clingo.Symbol, tuple[clingo.Symbol, ...]] = {}
        static: dict[clingo.Symbol, None] = {}
        for value, found in zip(values, facts, strict=True):
            own: list[clingo.Symbol] = []
            for fact in found:
                if fact in common:
                    continue
                if fact.name == "holds" or fact.name in _ABOUT_CARDS or (fact.name == "printed" and not is_card):
                    own.append(fact)
                else:
                    static[fact] = None
            gives[value] = tuple(own)
        term = self._name(one)
        after = None
        previous = self.alike.get(one.object or "")
        if previous is not None and is_card:
            after = _fact("slot", clingo.String(previous), self._path_term(one.path))
        shown = f"{one.object}: {one.path[-1]}" if one.object else one.what
        return Slot(term, values, gives, shown, self.members.get(one.object or ""), after), static

    def _name(self, one: _Open) -> clingo.Symbol:
        return _fact("slot", clingo.String(one.object or "game"), self._path_term(one.path))

    def _path_term(self, path: Path) -> clingo.Symbol:
        """What is open, in words, as a term: ``"tapped"``, ``"counters charge"``, ``"alice life"``."""
        words = [str(step) for step in path if isinstance(step, str)]
        if path[0] == "cards":
            card = self.state["cards"][path[1]]
            words = words[1:] + ([card["known_as"]] if "known_as" in card else [])
        elif any(isinstance(step, int) for step in path):
            last = max(index for index, step in enumerate(path) if isinstance(step, int))
            words = [str(step) for step in path[last + 1 :]]
        else:
            words = words[1:]
        return clingo.String(" ".join(words))


def _term(value: Any) -> clingo.Symbol:
    if isinstance(value, bool):
        return clingo.Function("yes" if value else "no")
    if isinstance(value, int):
        return clingo.Number(value)
    return clingo.String(str(value))


def _key(card: Mapping[str, Any]) -> str:
    """What states call a card definition that is still data."""
    faces = card.get("faces") or [card]
    return str(card.get("known_as") or faces[0].get("name"))


def _put(data: Any, path: Path, value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    data[path[-1]] = value


def _speaks_of(symbol: clingo.Symbol, cards: Mapping[str, Any]) -> str | None:
    """The optional card that a fact is about: the first that its arguments name."""
    if symbol.type is clingo.SymbolType.String:
        return symbol.string if symbol.string in cards else None
    if symbol.type is clingo.SymbolType.Function:
        for argument in symbol.arguments:
            found = _speaks_of(argument, cards)
            if found is not None:
                return found
    return None


__all__ = ["BOUNDS", "Given", "InputError", "Quantities", "Slot", "Start", "is_quantity"]
