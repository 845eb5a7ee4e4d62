"""From the text of a state to the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import clingo

from .abilities.base import word
from .asp_text import fault
from .cards import CardDefinition, Face
from .errors import InputError, Problem
from .frozen import FrozenMap
from .library import Library, bundled, read_cards
from .source import Document
from .state import (
    CardInZone,
    Chosen,
    GameObject,
    Path_,
    Permanent,
    Player,
    Spell,
    StackedAbility,
    State,
    Turn,
    UnknownCard,
    automatic_ids,
)
from .surface import ZONES, ObjectForm, PlayerForm, StackForm, StateForm, TurnForm
from .validation import validated

TEXT_CHOICES = frozenset({"name", "card_name", "player", "opponent"})
"""Choices whose answer is a text; the answer to any other is a game word, or a color."""

_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

WITHOUT_PRIORITY = frozenset({"untap", "cleanup"})
"""The steps in which no player receives priority, for the most part (CR 502.4, 514.3)."""


def read_state(document: Document, path: Path_ = (), library: Library | None = None) -> State:
    """Read a state from the part of a document at a path.

    Raises:
        InputError: It does not have the shape of a state.
    """
    data: Any = document.data
    for step in path:
        data = data[step]
    if not isinstance(data, dict):
        raise document.error(
            path,
            "this is not a state: a state is a mapping",
            "begin with 'players:', and put each player's name below it",
        )
    return _Reader(document, path, bundled() if library is None else library).state(data)


class _Reader:
    def __init__(self, document: Document, path: Path_, library: Library) -> None:
        self.document = document
        self.path = path
        self.library = library
        self.problems: list[Problem] = []

    def state(self, data: Mapping[str, Any]) -> State:
        form, own = self._read(data)
        definitions = self.library.with_cards(own) if own else self.library
        placed = list(self._placed(data, form))
        ids = automatic_ids((called(one), one.id) for _, _, _, one in placed)
        zones: dict[tuple[str, str], list[Any]] = {}
        unknown: dict[str, UnknownCard] = {}
        for (zone, player, path, one), name in zip(placed, ids, strict=True):
            key = one.card or ""
            card = definitions.get(key)
            if card is None:
                card = unknown.setdefault(key, unknown_card(key))
            where = "" if zone in ("battlefield", "stack") else player
            zones.setdefault((where, zone), []).append(self._object(zone, player, path, one, name, card))
        known = {one.id: one for found in zones.values() for one in found}
        stack = tuple(_with_source(one, known) for one in zones.get(("", "stack"), ()))
        seats = tuple(self._player(name, player or PlayerForm(), zones) for name, player in form.players.items())
        also = tuple(self._terms(form.also))
        if self.problems:
            raise _all(self.problems)
        return State(
            turn=_turn(form.turn, next(iter(form.players), ""), also),
            seats=seats,
            battlefield=tuple(zones.get(("", "battlefield"), ())),
            stack=stack,
            cards=own,
            also=also,
            base=self.library,
            document=self.document,
            path=self.path,
        )

    def _read(self, data: Mapping[str, Any]) -> tuple[StateForm, tuple[CardDefinition, ...]]:
        """The form of the state and its own cards, with the problems of both told together."""
        problems: list[Problem] = []
        own: tuple[CardDefinition, ...] = ()
        if isinstance(data.get("cards"), list):
            try:
                own = read_cards(self.document, (*self.path, "cards"))
            except InputError as error:
                problems.extend(error.problems)
        try:
            form = validated(StateForm, data, self.document, self.path)
        except InputError as error:
            problems.extend(error.problems)
            raise _all(problems) from None
        if problems:
            raise _all(problems)
        return form, own

    def _placed(self, data: Mapping[str, Any], form: StateForm) -> Iterator[tuple[str, str, Path_, ObjectForm]]:
        """Every object with its zone, its player and its path, in the order of the file."""
        for section in data:
            if section == "stack":
                for index, one in enumerate(form.stack):
                    yield "stack", "", ("stack", index), one
            elif section == "players":
                for name, player in form.players.items():
                    for zone in data["players"][name] or ():
                        if zone in ZONES:
                            for index, one in enumerate(getattr(player, zone)):
                                yield zone, name, ("players", name, zone, index), one

    def _object(
        self, zone: str, player: str, path: Path_, form: ObjectForm, name: str, card: CardDefinition
    ) -> GameObject:
        fields: dict[str, Any] = {
            "id": name,
            "card": card,
            "owner": form.owner or player or form.controller or "",
            "path": (*self.path, *path),
        }
        if form.controller is not None or zone in ("battlefield", "stack"):
            fields["controller"] = form.controller or player or form.owner or ""
        said = form.model_fields_set - {"card", "id", "owner", "controller", "counters", "chosen", "targets"}
        fields.update((field, getattr(form, field)) for field in said)
        if form.entered_this_turn:
            fields.setdefault("summoning_sick", True)
        if zone == "command" and commander_by_place(card):
            fields.setdefault("commander", True)
        if form.counters:
            fields["counters"] = self._counted(form.counters, (*path, "counters"))
        if form.chosen:
            fields["chosen"] = self._chosen(form.chosen, (*path, "chosen"))
        if isinstance(form, StackForm):
            fields["targets"] = tuple(form.targets)
            return Spell(**fields) if form.source is None else StackedAbility(**fields)
        return (Permanent if zone == "battlefield" else CardInZone)(**fields)

    def _player(self, name: str, form: PlayerForm, zones: Mapping[tuple[str, str], list[Any]]) -> Player:
        return Player(
            name=name,
            life=form.life,
            counters=self._counted(form.counters, ("players", name, "counters")),
            mana=FrozenMap({str(kind): number for kind, number in form.mana.items()}),
            land_played=form.land_played,
            team=form.team,
            **{zone: tuple(zones.get((name, zone), ())) for zone in ZONES if zone != "battlefield"},
        )

    def _counted(self, counters: Mapping[str, int], path: Path_) -> FrozenMap[int]:
        found: dict[str, int] = {}
        for kind, number in counters.items():
            known = self._word(kind, (*path, kind))
            if known in found:
                self._fail((*path, kind), f"counters of the kind {kind!r} stand here twice", "add them up", key=True)
            if number:
                found[known] = number
        return FrozenMap(found)

    def _chosen(self, chosen: Mapping[str, str | list[str]], path: Path_) -> FrozenMap[Chosen]:
        found: dict[str, Chosen] = {}
        for kind, value in chosen.items():
            key = self._word(kind.replace("colour", "color"), (*path, kind))
            values = [value] if isinstance(value, str) else value
            known = sorted({self._choice(key, one, (*path, kind)) for one in values})
            found[key] = known[0] if len(known) == 1 else tuple(known)
        return FrozenMap((key, value) for key, value in found.items() if value)

    def _choice(self, kind: str, value: str, path: Path_) -> str:
        if kind in TEXT_CHOICES:
            return value
        if kind == "color":
            letter = _COLORS.get(value.lower(), value.upper())
            if letter not in _COLORS.values():
                self._fail(path, f"{value!r} is not a color", "write W, U, B, R or G")
            return letter
        return self._word(value, path)

    def _word(self, text: str, path: Path_) -> str:
        try:
            return word(text)
        except ValueError:
            self._fail(path, f"{text!r} holds no letter or digit", "write a word", key=True)
            return "n"

    def _terms(self, texts: list[str]) -> Iterator[str]:
        for index, text in enumerate(texts):
            wrong = fault(text)
            if wrong is not None:
                self._fail(("also", index), f"{text!r} is not a term of the rulebook: {wrong[0]}", wrong[1])
                continue
            try:
                symbol = clingo.parse_term(text, logger=lambda *_: None)
            except (RuntimeError, UnicodeError):
                self._fail(
                    ("also", index),
                    f"{text!r} is not a term of the rulebook",
                    'write a fluent of asp/README.md, such as lost("alice")',
                )
                continue
            yield str(symbol)

    def _fail(self, path: Path_, what: str, cure: str, *, key: bool = False) -> None:
        self.problems.append(self.document.problem((*self.path, *path), what, cure, key=key))


def _all(problems: list[Problem]) -> InputError:
    """The problems in the order of the text."""
    return InputError(sorted(problems, key=lambda problem: (problem.line, problem.column)))


def called(one: ObjectForm) -> str:
    """What an automatic id is made of: the card's name; ``orchard ability`` for an ability of the orchard."""
    return f"{one.source} ability" if isinstance(one, StackForm) and one.source else one.card or ""


def _with_source(one: Spell, known: Mapping[str, GameObject]) -> Spell:
    """An ability on the stack with what is printed on its source; anything else as it is."""
    if not isinstance(one, StackedAbility) or one.source not in known:
        return one
    source = known[one.source]
    return replace(one, card=source.card, face=source.face)


def commander_by_place(card: CardDefinition) -> bool:
    """Whether a card is a commander if it is in the command zone and nothing else is said (CR 408.2, 903.6)."""
    return not card.is_emblem and "dungeon" not in card.front.types


def unknown_card(name: str) -> UnknownCard:
    """What stands for a card that nothing defines: a card without characteristics."""
    face = Face.model_construct(
        name=name,
        type_line="Emblem",
        mana_cost=None,
        color_indicator=(),
        power=None,
        toughness=None,
        loyalty=None,
        defense=None,
        abilities=(),
    )
    return UnknownCard.model_construct(layout="normal", faces=(face,), known_as=None)


def priority_unsaid(step: str, active: str, also: Iterable[str]) -> str | None:
    """Who has priority if it isn't said: the active player, unless the step or something else going on forbids it."""
    busy = step in WITHOUT_PRIORITY or any(text.startswith("doing(") for text in also)
    return None if busy else active or None


def _turn(form: TurnForm, first: str, also: tuple[str, ...]) -> Turn:
    active = [form.active] if isinstance(form.active, str) else form.active or [first]
    said = "priority" in form.model_fields_set
    return Turn(
        number=form.number,
        active=active[0],
        step=form.step,
        priority=form.priority if said else priority_unsaid(form.step, active[0], also),
        others=tuple(active[1:]),
    )
