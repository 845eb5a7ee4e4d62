"""Partial states: what a scenario's ``given`` leaves open becomes questions, the rest facts (DESIGN section 4).

A field that is left open holds a quantity in the place of a value; ``card`` and ``controller`` also a list. Every field
of a state may be left open in this way. How the values of an open field become facts is asked of the reader of states
itself: the state is read once for each value, and what differs is what the value gives. So there is one description of
states, not two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import clingo

from .abilities import ability_id
from .errors import InputError
from .expansion import OPEN_IF_PRINTED, Expansion, players_of
from .library import Library, bundled
from .quantities import LISTED, Quantities, is_quantity
from .slots import Slot, symbol
from .source import Document
from .state import State, UnknownCard
from .surface import ZONES

Path = tuple[str | int, ...]

_ABOUT_CARDS = frozenset({"definition", "owner", "token", "commander", "card"})


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
        given = data.get("given") or {}
        if not isinstance(given, dict):
            raise document.error(("given",), "'given' is not a mapping", "write 'battlefield:' and the like below it")
        self.given: dict[str, Any] = given
        self.players = players_of(given, document)
        self.quantities = Quantities(scope, self.players, document)
        self.shape = Expansion(given, document, self.players, self.quantities)
        self.open: list[_Open] = []
        self.slots: list[Slot] = []

    def start(self) -> Start:
        """The start that the scenario describes.

        Raises:
            InputError: it describes none.
        """
        self.shape.expand()
        self.slots += self.shape.slots
        self._find_open(self.shape.state, ())
        plain = deepcopy(self.shape.state)
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
        optional = dict(self.shape.members)
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
                s.only,
            )
            for s in self.slots
        )
        objects = tuple(one.id for _, one in base.objects())
        return Start(tuple(fixed), slots, objects, tuple(self.players), base.definitions, base, self)

    def concrete(self, answers: Mapping[clingo.Symbol, clingo.Symbol]) -> State:
        """The state that answers make; see :meth:`Start.state`."""
        data = deepcopy(self.shape.state)
        for one in self.open:
            answer = answers.get(self._name(one))
            value = next((v for v in one.values if answer is not None and _term(v) == answer), one.values[0])
            _put(data, one.path, value)
        for key, words in self._absent(answers).items():
            card = next(c for c in data["cards"] if _key(c) == key)
            card["abilities"] = [a for index, a in enumerate(card["abilities"], 1) if index not in words]
        gone = {
            card
            for card, (slot, least) in self.shape.members.items()
            if answers.get(slot, clingo.Number(0)).number < least
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
        for name, key, keyword, index in self.shape.keywords:
            term = symbol("slot", clingo.String(name), symbol("keyword", clingo.Function(keyword.keyword)))
            if answers.get(term) != clingo.Function("yes"):
                found.setdefault(key, set()).add(index)
        return found

    def _keyword_slots(self) -> set[clingo.Symbol]:
        """Slots for keywords that an inline card may or may not have; returns the facts they condition."""
        found: set[clingo.Symbol] = set()
        gives: dict[tuple[str, str], list[clingo.Symbol]] = {}
        for name, key, keyword, index in self.shape.keywords:
            origin = symbol("printed", clingo.Number(index))
            characteristic = symbol("ability", ability_id(keyword), origin)
            printed = symbol("printed", clingo.String(key), clingo.Function("front"), characteristic)
            gives.setdefault((name, keyword.keyword), []).append(printed)
            found.add(printed)
        for (name, word), facts in gives.items():
            term = symbol("slot", clingo.String(name), symbol("keyword", clingo.Function(word)))
            no, yes = clingo.Function("no"), clingo.Function("yes")
            self.slots.append(
                Slot(term, (no, yes), {yes: tuple(facts)}, f"whether {name} has {word}", self.shape.members.get(name))
            )
        return found

    def _find_open(self, value: Any, path: Path) -> None:
        name = str(next((step for step in reversed(path) if isinstance(step, str)), ""))
        if path and path[-1] in ("card", *LISTED) and isinstance(value, list):
            value = {"any_of": value}
        if path and path[-1] == "card" and isinstance(value, dict) and set(value) == {"palette"}:
            value = {"any_of": self._palette(value["palette"], path)}
        if path[:1] == ("cards",) and path[2:] and path[2] not in OPEN_IF_PRINTED:
            return
        if is_quantity(value) and path[-1] not in ("id", "name"):
            for parent in ("counters", "mana"):
                if parent in path:
                    name = parent
            place = self._origin(path)
            values = self.quantities.values(value, name, place)
            if len(values) == 1:
                _put(self.shape.state, path, values[0])
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
            if path[:cut] in self.shape.origins:
                return self.shape.origins[path[:cut]] + path[cut:]
        return path

    def _object_at(self, path: Path) -> str | None:
        value: Any = self.shape.state
        found: str | None = None
        for step in path:
            value = value[step]
            if isinstance(value, dict) and isinstance(value.get("id"), str) and isinstance(step, int):
                found = value["id"]
        if path[0] == "cards":
            card = self.shape.state["cards"][path[1]]
            found, _ = self.shape.described.get(_key(card), (card.get("name"), False))
        return found

    def _read(self, data: dict[str, Any]) -> State:
        document = _Mapped(self.document.source, data, self.document._root)
        document.origins = self.shape.origins
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
        previous = self.shape.alike.get(one.object or "")
        if previous is not None and is_card:
            after = symbol("slot", clingo.String(previous), self._path_term(one.path))
        shown = f"{one.object}: {one.path[-1]}" if one.object else one.what
        only = self._only(one.path)
        needs = None if only is not None else self.shape.members.get(one.object or "")
        return Slot(term, values, gives, shown, needs, after, only), static

    def _only(self, path: Path) -> tuple[clingo.Symbol, clingo.Symbol] | None:
        """What is printed on one of several cards that an object may be matters only if it is that one."""
        if path[0] != "cards":
            return None
        key = _key(self.shape.state["cards"][path[1]])
        whose, among_others = self.shape.described.get(key, ("", False))
        if not among_others:
            return None
        return symbol("slot", clingo.String(whose), clingo.String("card")), clingo.String(key)

    def _name(self, one: _Open) -> clingo.Symbol:
        return symbol("slot", clingo.String(one.object or "game"), self._path_term(one.path))

    def _path_term(self, path: Path) -> clingo.Symbol:
        """What is open, in words, as a term: ``"tapped"``, ``"counters charge"``, ``"alice life"``."""
        words = [str(step) for step in path if isinstance(step, str)]
        if path[0] == "cards":
            card = self.shape.state["cards"][path[1]]
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


__all__ = ["Given", "Start"]
