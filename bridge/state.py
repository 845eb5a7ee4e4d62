"""States of a game: plain, immutable data that is read, written, judged and turned into facts.

A state is what a file says with everything unsaid filled in. It need not be possible in a game: ``status`` gives every
reason why it is not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from .cards import CardDefinition, Face, Side
from .errors import InputError, Problem
from .frozen import FrozenMap
from .library import Library, bundled
from .source import Document, read_file, read_text

if TYPE_CHECKING:
    import clingo

    from .abilities import Ability
    from .pending import Pending
    from .status import Finding, Status

Chosen = str | tuple[str, ...]
Path_ = tuple[str | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameObject:
    """An object in a zone.

    Attributes:
        id: What others call it; unique in the state.
        card: What is printed on it; an ``UnknownCard`` where no definition has its name.
        owner: The player who owns it.
        controller: The player who controls it; None outside the battlefield and the stack (CR 108.4).
        counters: How many counters of each kind, the kinds as game words (``plus_1_plus_1``).
        damage: Damage marked on it (CR 120.3).
        attached_to: The id of the object, or the name of the player, that it is attached to.
        exiled_with: The id of the object by an ability of which it was exiled (CR 607.2a).
        face: Which face of a double-faced card is up.
        summoning_sick: Its controller has not controlled it continuously since their turn began (CR 302.6).
        chosen: What was chosen for it: a color as a letter, a type as a game word, a name or player as it is written.
        x: The value chosen for X (CR 107.3).
        timestamp: Only where the order of ``State.timed`` is not that of the timestamps (CR 613.7).
        path: Where it stands in the text the state was read from.
    """

    id: str
    card: CardDefinition
    owner: str
    controller: str | None = None
    tapped: bool = False
    counters: Mapping[str, int] = FrozenMap()
    damage: int = 0
    attached_to: str | None = None
    exiled_with: str | None = None
    face: Side = "front"
    face_down: bool = False
    summoning_sick: bool = False
    entered_this_turn: bool = False
    chosen: Mapping[str, Chosen] = FrozenMap()
    token: bool = False
    commander: bool = False
    x: int | None = None
    timestamp: int | None = None
    path: Path_ = field(default=(), compare=False, repr=False)


_Object = TypeVar("_Object", bound=GameObject)


@dataclass(frozen=True, slots=True, kw_only=True)
class Permanent(GameObject):
    """An object on the battlefield."""

    controller: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell(GameObject):
    """A spell on the stack.

    Attributes:
        targets: What it targets, in order: ids and names of players.
    """

    controller: str
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StackedAbility(Spell):
    """An ability on the stack; ``card`` is what is printed on its source.

    Attributes:
        source: The id of the object whose ability it is.
        ability: Its number among the abilities printed on the source's face, from 1, or its id in the rulebook.
    """

    source: str
    ability: int | str

    @property
    def kind(self) -> Ability | None:
        """The ability, where it is one that is printed on the source."""
        abilities = face_up(self).abilities
        numbered = isinstance(self.ability, int) and 1 <= self.ability <= len(abilities)
        return abilities[int(self.ability) - 1] if numbered else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardInZone(GameObject):
    """A card in a hand, graveyard or library, in exile or in the command zone, or an emblem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player and the zones that stand under them.

    ``hand`` and ``exile`` have no order and are kept sorted by id; ``graveyard`` is in the order in which the cards
    came, ``library`` top first, ``command`` oldest first.
    """

    name: str
    life: int = 20
    counters: Mapping[str, int] = FrozenMap()
    mana: Mapping[str, int] = FrozenMap()
    land_played: bool = False
    team: int | None = None
    hand: tuple[CardInZone, ...] = ()
    graveyard: tuple[CardInZone, ...] = ()
    library: tuple[CardInZone, ...] = ()
    exile: tuple[CardInZone, ...] = ()
    command: tuple[CardInZone, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "hand", tuple(sorted(self.hand, key=natural)))
        object.__setattr__(self, "exile", tuple(sorted(self.exile, key=natural)))
        object.__setattr__(self, "counters", _without_zeros(self.counters))
        object.__setattr__(self, "mana", _without_zeros(self.mana))

    def zone(self, name: str) -> tuple[CardInZone, ...]:
        """The cards of the zone ``hand``, ``graveyard``, ``library``, ``exile`` or ``command``."""
        found: tuple[CardInZone, ...] = getattr(self, name)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """Whose turn it is and what part of it.

    Attributes:
        number: The number of the turn, from 1.
        active: The active player; empty in a state without players.
        step: The step or main phase, one of ``surface.STEPS``.
        priority: Who has priority; None where nobody has, as a step begins.
        others: Further players said to be active, which no game allows.
    """

    number: int = 1
    active: str = ""
    step: str = "precombat_main"
    priority: str | None = None
    others: tuple[str, ...] = ()


class UnknownCard(CardDefinition):
    """Stands for a card that no definition has the name of."""


@dataclass(frozen=True, kw_only=True)
class State:
    """A state of a game.

    Attributes:
        turn: Whose turn, which step, who has priority.
        seats: The players in turn order.
        battlefield: Every permanent, in the order of their timestamps (CR 613.7), earliest first.
        stack: The spells and abilities on the stack, the last is the top.
        cards: Definitions that the library lacks, sorted by key.
        also: What else is true: terms of the rulebook's fluents, sorted.
        base: The library that the definitions of ``cards`` come on top of.
        document: The text the state was read from, if it was.
        path: Where in that text it stands.
    """

    turn: Turn = Turn()
    seats: tuple[Player, ...] = ()
    battlefield: tuple[Permanent, ...] = ()
    stack: tuple[Spell, ...] = ()
    cards: tuple[CardDefinition, ...] = ()
    also: tuple[str, ...] = ()
    base: Library = field(default_factory=bundled, compare=False, repr=False)
    document: Document | None = field(default=None, compare=False, repr=False)
    path: Path_ = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        own = {card.key: card for card in self.cards if self.base.get(card.key) != card}
        object.__setattr__(self, "cards", tuple(own[key] for key in sorted(own)))
        object.__setattr__(self, "also", tuple(sorted(set(self.also))))
        self._settle_timestamps()

    def _settle_timestamps(self) -> None:
        """Order the battlefield by timestamp, and keep stated timestamps only where that order does not tell them."""
        timed = list(self.timed())
        if all(one.timestamp is None for one in timed):
            return
        place = {
            id(one): (stamp, index) for index, (one, stamp) in enumerate(zip(timed, self.timestamps(), strict=True))
        }
        battlefield = tuple(sorted(self.battlefield, key=lambda one: place[id(one)]))
        object.__setattr__(self, "battlefield", battlefield)
        if any(text.startswith("timestamp(") for text in self.also):
            return  # others have timestamps too, so the numbers matter and not only their order
        ranks = {one: rank - len(timed) for rank, one in enumerate(sorted(place, key=lambda one: place[one]))}
        told = [ranks[id(one)] for one in self.timed()] == sorted(ranks.values())

        def settled(one: _Object) -> _Object:
            return replace(one, timestamp=None if told else ranks[id(one)])

        seats = tuple(replace(player, command=tuple(settled(card) for card in player.command)) for player in self.seats)
        object.__setattr__(self, "battlefield", tuple(settled(permanent) for permanent in battlefield))
        object.__setattr__(self, "seats", seats)

    def timed(self) -> Iterator[GameObject]:
        """The objects that have timestamps, earliest first unless they state others: command zones, battlefield."""
        for player in self.seats:
            yield from player.command
        yield from self.battlefield

    def timestamps(self) -> list[int]:
        """The timestamps of ``timed``: those stated, else negative in their order, so that all that comes is later."""
        timed = list(self.timed())
        return [i - len(timed) if one.timestamp is None else one.timestamp for i, one in enumerate(timed)]

    @cached_property
    def players(self) -> Mapping[str, Player]:
        """The players by name, in turn order."""
        return {player.name: player for player in self.seats}

    @cached_property
    def definitions(self) -> Library:
        """Every definition the state may speak of: the library's and its own."""
        return self.base.with_cards(self.cards) if self.cards else self.base

    @cached_property
    def by_id(self) -> Mapping[str, GameObject]:
        """Every object by its id, abilities on the stack too; of those that share an id, the last."""
        return {one.id: one for one in (*self.stack, *(one for _, one in self.objects()))}

    def objects(self) -> Iterator[tuple[str, GameObject]]:
        """Every card, token and emblem with the name of its zone: battlefield, stack, then the players' other zones."""
        for permanent in self.battlefield:
            yield "battlefield", permanent
        for spell in self.stack:
            if not isinstance(spell, StackedAbility):
                yield "stack", spell
        for player in self.seats:
            for zone in ("hand", "graveyard", "library", "exile", "command"):
                for card in player.zone(zone):
                    yield zone, card

    def permanent(self, id: str) -> Permanent:
        """The permanent with an id.

        Raises:
            KeyError: There is none.
        """
        for one in self.battlefield:
            if one.id == id:
                return one
        raise KeyError(id)

    @classmethod
    def load(cls, path: str | Path, *, library: Library | None = None) -> State:
        """Read a state from a YAML or JSON file.

        Args:
            path: The file.
            library: The definitions of the cards it names; the bundled library by default.

        Raises:
            InputError: The file is not a state. Whether the state is possible is for ``status`` to say.
        """
        return cls.from_document(read_file(path), library=library)

    @classmethod
    def parse(cls, text: str | bytes, *, source: str = "<text>", library: Library | None = None) -> State:
        """Read a state from a YAML or JSON text; see ``load``."""
        return cls.from_document(read_text(text, source=source), library=library)

    @classmethod
    def from_document(cls, document: Document, path: Path_ = (), *, library: Library | None = None) -> State:
        """Read a state from the part of a document at a path; see ``load``."""
        from .reading import read_state

        return read_state(document, path, library)

    def to_data(self) -> dict[str, Any]:
        """The state as dicts, lists, strings and numbers, ordinary values left out."""
        from .writing import state_data

        return state_data(self)

    def to_yaml(self) -> str:
        """The state as a YAML text that ``parse`` reads back to an equal state."""
        from .writing import write_yaml

        return write_yaml(self.to_data())

    def to_json(self) -> str:
        """The state as a JSON text that ``parse`` reads back to an equal state."""
        from .writing import write_json

        return write_json(self.to_data())

    def facts(self) -> tuple[clingo.Symbol, ...]:
        """The state as facts of the rulebook: its cards, and ``holds(Fluent, 0)`` for each fluent."""
        from .facts import state_facts

        return state_facts(self)

    @classmethod
    def from_facts(
        cls, symbols: Iterable[clingo.Symbol], definitions: Mapping[str, CardDefinition] | None = None, *, beat: int = 0
    ) -> State:
        """The state that holds at a beat of an answer set; ``from_facts(state.facts(), state.definitions) == state``.

        The objects of a later beat become the first ones of a new game. What no field of a state tells is kept in
        ``also``, so nothing is lost but the scenario's own ``script``.

        Args:
            symbols: Facts, among them ``player/1``, ``seat/2``, ``owner/2``, ``definition/2``, ``token/1``,
                ``commander/1`` and ``holds/2``.
            definitions: The definitions of its cards by key; the bundled library by default.
            beat: Which beat's fluents to read.
        """
        from .from_facts import state_from_facts

        return state_from_facts(symbols, definitions, beat)

    def status(self) -> Status:
        """Every reason why no game can be in this state, as flags; ``Status.LEGAL`` where there is none."""
        from .status import status

        return status(self)

    def problems(self) -> tuple[Finding, ...]:
        """Every reason why no game can be in this state, each with its object, line and cure."""
        from .status import findings

        return findings(self)

    def pending(self) -> tuple[Pending, ...]:
        """The state-based actions due (CR 704.5) by what is stored and printed alone; no fault of the state."""
        from .pending import pending

        return pending(self)

    def require_legal(self) -> State:
        """The state itself.

        Raises:
            InputError: No game can be in this state; with every reason.
        """
        found = self.problems()
        if found:
            raise InputError(finding.problem for finding in found)
        return self

    def problem(self, path: Path_, what: str, cure: str, *, key: bool = False) -> Problem:
        """A problem at a path of the text the state was read from (at its key: ``key=True``)."""
        if self.document is None:
            return Problem(what, cure, "<state>")
        return self.document.problem(path, what, cure, key=key)


def face_up(one: GameObject) -> Face:
    """The face that is up; of an object that is face down, the one that would be."""
    return one.card.back or one.card.front if one.face == "back" else one.card.front


def natural(one: GameObject) -> tuple[tuple[int, int | str], ...]:
    """Sorts ids as people do: ``forest-2`` before ``forest-10``."""
    return tuple(
        (0, int(part)) if part.isdecimal() and len(part) < 10 else (1, part)
        for part in re.split(r"([0-9]+)", one.id)
        if part
    )


def slug(name: str) -> str:
    """The id that a card's name makes: ``urzas-tower``."""
    flat = unicodedata.normalize("NFKD", name.replace("'", "").replace("\u2019", ""))
    return re.sub(r"[^a-z0-9]+", "-", flat.encode("ascii", "ignore").decode().lower()).strip("-") or "card"


def automatic_ids(names: Iterable[tuple[str, str | None]]) -> list[str]:
    """The ids of objects in the order of a file, each given by the name of its card and the id it states, if any.

    The first Forest without an id is ``forest``, the next ``forest-2``; ids that are stated are never given again.
    """
    given = list(names)
    taken = {stated for _, stated in given if stated is not None}
    reached: dict[str, int] = {}
    ids: list[str] = []
    for name, stated in given:
        if stated is not None:
            ids.append(stated)
            continue
        base = slug(name)
        number = reached.get(base, 0) + 1
        while (one := base if number == 1 else f"{base}-{number}") in taken:
            number += 1
        reached[base] = number
        taken.add(one)
        ids.append(one)
    return ids


def _without_zeros(counts: Mapping[str, int]) -> FrozenMap[int]:
    return FrozenMap((kind, number) for kind, number in counts.items() if number)
