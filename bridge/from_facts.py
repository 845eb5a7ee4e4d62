"""From the facts and fluents of an answer set back to a state (the vocabulary is ``asp/README.md``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from clingo import Function, Number, String, Symbol, SymbolType

from .abilities.base import MANA_TYPES
from .cards import CardDefinition
from .frozen import FrozenMap
from .library import bundled
from .reading import TEXT_CHOICES, unknown_card
from .state import CardInZone, Permanent, Player, Spell, State, Turn, automatic_ids

_FLAGS = {
    "tapped": "tapped",
    "face_down": "face_down",
    "newly_controlled": "summoning_sick",
    "entered_this_turn": "entered_this_turn",
}
_NUMBERS = ("damage", "x")
_OWNED = ("hand", "graveyard", "library")
_TIMED = ("battlefield", "command")


def state_from_facts(
    symbols: Iterable[Symbol], definitions: Mapping[str, CardDefinition] | None = None, beat: int = 0
) -> State:
    """The state that holds at a beat; see ``State.from_facts``."""
    return _Reader(symbols, bundled() if definitions is None else definitions, beat).state()


class _Reader:
    """Reads one state: each fluent goes into the field that tells it, or else into ``also``."""

    def __init__(self, symbols: Iterable[Symbol], definitions: Mapping[str, CardDefinition], beat: int) -> None:
        self.definitions = definitions
        self.beat = beat
        self.seats: dict[Symbol, int] = {}
        self.owner: dict[Symbol, str] = {}
        self.definition: dict[Symbol, str] = {}
        self.marked: dict[str, set[Symbol]] = {"token": set(), "commander": set()}
        self.fluents: dict[str, list[Symbol]] = defaultdict(list)
        at = Number(beat)
        for symbol in dict.fromkeys(symbols):
            name, arguments = symbol.name, symbol.arguments
            if name == "holds" and len(arguments) == 2 and arguments[1] == at:
                self.fluents[arguments[0].name].append(arguments[0])
            elif name == "seat" and len(arguments) == 2:
                self.seats[arguments[0]] = arguments[1].number
            elif name == "owner" and len(arguments) == 2:
                self.owner[arguments[0]] = arguments[1].string
            elif name == "definition" and len(arguments) == 2:
                self.definition[arguments[0]] = arguments[1].string
            elif name in self.marked and len(arguments) == 1:
                self.marked[name].add(arguments[0])
        self.live: dict[Symbol, Symbol] = {}
        self._take("zone", self._zone)
        self.names = self._names()
        self.now = {one.arguments[0]: one.arguments[1].number for one in self.live}
        self.fields = {one: self._basics(one) for one in self.live}

    def state(self) -> State:
        self._objects()
        players: dict[Symbol, dict[str, Any]] = {
            name: {"name": name.string} for name in sorted(self.seats, key=lambda name: self.seats[name])
        }
        self._players(players)
        turn = self._turn()
        members = self._members()
        for player, fields in players.items():
            for zone in (*_OWNED, "exile", "command"):
                fields[zone] = tuple(CardInZone(**self.fields[one]) for one in members[zone, player.string])
        self.fluents.pop("script", None)
        return State(
            turn=turn,
            seats=tuple(Player(**fields) for fields in players.values()),
            battlefield=tuple(Permanent(**self.fields[one]) for one in members["battlefield", ""]),
            stack=tuple(Spell(**self.fields[one]) for one in members["stack", ""]),
            cards=tuple(self.definitions.values()),
            also=tuple(str(self._renamed(fluent)) for found in self.fluents.values() for fluent in found),
        )

    def _take(self, name: str, reader: Callable[[Symbol], bool]) -> None:
        """Give every fluent of a name to a reader; those it refuses are left."""
        left = [fluent for fluent in self.fluents.pop(name, ()) if not reader(fluent)]
        if left:
            self.fluents[name] = left

    def _zone(self, fluent: Symbol) -> bool:
        one, zone = fluent.arguments
        known = zone.name in ("battlefield", "stack", "exile", "command", *_OWNED)
        if not known or not one.match("obj", 2) or one.arguments[0] not in self.definition:
            return False
        self.live[one] = zone
        return True

    def _names(self) -> dict[Symbol, str]:
        """The id of each card; what was made during the game gets an automatic one."""
        cards = [one.arguments[0] for one in self.live]
        made = sorted(card for card in cards if card.type is not SymbolType.String)
        stated = [(self.definition[card], card.string) for card in cards if card.type is SymbolType.String]
        ids = automatic_ids([*stated, *((self.definition[card], None) for card in made)])
        return {card: card.string for card in cards if card.type is SymbolType.String} | dict(
            zip(made, ids[len(stated) :], strict=True)
        )

    def _basics(self, one: Symbol) -> dict[str, Any]:
        card, zone = one.arguments[0], self.live[one]
        key = self.definition[card]
        owner = self.owner.get(card, "")
        return {
            "id": self.names[card],
            "card": self.definitions.get(key) or unknown_card(key),
            "owner": owner,
            "token": card in self.marked["token"],
            "commander": card in self.marked["commander"],
            **({"controller": owner} if zone.name in ("battlefield", "stack") else {}),
        }

    def _renamed(self, symbol: Symbol) -> Symbol:
        """The symbol in the names of the new game, where what is now the object of a card is its first one."""
        if symbol.type is not SymbolType.Function or not symbol.arguments:
            return symbol
        if symbol.match("obj", 2) and symbol.arguments[0] in self.names:
            card, number = symbol.arguments
            return Function("obj", [String(self.names[card]), Number(number.number - self.now[card])])
        return Function(symbol.name, [self._renamed(argument) for argument in symbol.arguments], symbol.positive)

    def _set(self, field: str, convert: Callable[[Symbol], Any]) -> Callable[[Symbol], bool]:
        def reader(fluent: Symbol) -> bool:
            if fluent.arguments[0] not in self.fields:
                return False
            value = convert(fluent.arguments[-1])
            if value is None:
                return False
            self.fields[fluent.arguments[0]][field] = value
            return True

        return reader

    def _objects(self) -> None:
        for name, field in _FLAGS.items():
            self._take(name, self._set(field, lambda _: True))
        for name in _NUMBERS:
            self._take(name, self._set(name, lambda value: value.number))
        self._take("controller", self._set("controller", lambda value: value.string))
        self._take("face", self._set("face", lambda value: value.name))
        self._take("attached", self._set("attached_to", self._host))
        self._take("counter", self._counter)
        self._take("choice", self._choice)
        self._timestamps()

    def _host(self, value: Symbol) -> str | None:
        if value.type is SymbolType.String:
            return value.string
        return self.names[value.arguments[0]] if value in self.live else None

    def _counter(self, fluent: Symbol) -> bool:
        one, kind, number = fluent.arguments
        if one not in self.fields:
            return False
        fields = self.fields[one]
        fields["counters"] = FrozenMap({**fields.get("counters", {}), kind.name: number.number})
        return True

    def _choice(self, fluent: Symbol) -> bool:
        one, kind, value = fluent.arguments
        if one not in self.fields:
            return False
        if kind.name in TEXT_CHOICES:
            if value.type is not SymbolType.String:
                return False
            text = value.string
        elif value.type is SymbolType.Function and not value.arguments:
            text = value.name.upper() if kind.name == "color" else value.name
        else:
            return False
        fields = self.fields[one]
        before = fields.get("chosen", {})
        given = before.get(kind.name, ())
        values = tuple(sorted({text, *((given,) if isinstance(given, str) else given)}))
        fields["chosen"] = FrozenMap({**before, kind.name: values[0] if len(values) == 1 else values})
        return True

    def _timestamps(self) -> None:
        """Timestamps, moved so that what comes in the new game is later."""
        found = self.fluents.pop("timestamp", [])
        shift = self.beat + 1 if any(fluent.arguments[1].number >= 0 for fluent in found) else 0
        for fluent in found:
            one, stamp = fluent.arguments[0], fluent.arguments[1].number - shift
            if one not in self.live:
                self.fluents["timestamp"].append(Function("timestamp", [one, Number(stamp)]))
            elif self.live[one].name in _TIMED:
                self.fields[one]["timestamp"] = stamp

    def _players(self, players: Mapping[Symbol, dict[str, Any]]) -> None:
        def life(fluent: Symbol) -> bool:
            name, number = fluent.arguments
            if name in players:
                players[name]["life"] = number.number
            return name in players

        def counted(field: str, kinds: Mapping[str, str] | None) -> Callable[[Symbol], bool]:
            def reader(fluent: Symbol) -> bool:
                name, kind, number = fluent.arguments
                if name not in players:
                    return False
                word = kinds[kind.name] if kinds else kind.name
                players[name][field] = FrozenMap({**players[name].get(field, {}), word: number.number})
                return True

            return reader

        def land(fluent: Symbol) -> bool:
            name = fluent.arguments[0]
            if name in players:
                players[name]["land_played"] = True
            return name in players

        self._take("life", life)
        self._take("player_counter", counted("counters", None))
        self._take("pool", counted("mana", {kind.lower(): kind for kind in MANA_TYPES}))
        self._take("land_played", land)

    def _turn(self) -> Turn:
        active = sorted(
            (fluent.arguments[0] for fluent in self.fluents.pop("active", [])),
            key=lambda name: self.seats.get(name, len(self.seats)),
        )
        numbers = self.fluents.pop("turn", [])
        steps = self.fluents.pop("step", [])
        priority: list[str] = []

        def doing(fluent: Symbol) -> bool:
            what = fluent.arguments[0]
            if what.match("priority", 1) and not priority:
                priority.append(what.arguments[0].string)
                return True
            return what.match("begin_step", 0)

        self._take("doing", doing)
        return Turn(
            number=numbers[0].arguments[0].number if numbers else 1,
            active=active[0].string if active else "",
            step=steps[0].arguments[0].name if steps else "precombat_main",
            priority=priority[0] if priority else None,
            others=tuple(name.string for name in active[1:]),
        )

    def _members(self) -> Mapping[tuple[str, str], list[Symbol]]:
        """The objects of each zone, in its order."""
        position: dict[Symbol, int] = {}

        def placed(fluent: Symbol) -> bool:
            one = fluent.arguments[0]
            if one in self.live:
                position[one] = fluent.arguments[1].number
            return one in self.live

        self._take("position", placed)
        members: dict[tuple[str, str], list[Symbol]] = defaultdict(list)
        for one, zone in self.live.items():
            if zone.name in ("battlefield", "stack"):
                members[zone.name, ""].append(one)
            else:
                owner = zone.arguments[0].string if zone.arguments else self.fields[one]["owner"]
                members[zone.name, owner].append(one)
        for (name, _), found in members.items():
            key = "timestamp" if name in _TIMED else ""
            found.sort(key=lambda one: (self.fields[one].get(key, 0), position.get(one, 0), self.fields[one]["id"]))
        return members
