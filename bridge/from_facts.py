"""From the facts and fluents of an answer set back to a state (the vocabulary is ``asp/README.md``)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from clingo import Function, Number, String, Symbol, SymbolType

from .abilities import ability_id
from .abilities.base import MANA_TYPES
from .cards import CardDefinition, Side
from .frozen import FrozenMap
from .library import bundled
from .reading import TEXT_CHOICES, unknown_card
from .state import CardInZone, Permanent, Player, Spell, StackedAbility, State, Turn, automatic_ids

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
        self.teams: dict[Symbol, int] = {}
        self.owner: dict[Symbol, str] = {}
        self.definition: dict[Symbol, str] = {}
        self.marked: dict[str, set[Symbol]] = {"token": set(), "commander": set()}
        self.fluents: dict[str, list[Symbol]] = defaultdict(list)
        at = Number(beat)
        for symbol in dict.fromkeys(symbols):
            name, arguments = symbol.name, symbol.arguments
            if name == "holds" and len(arguments) == 2 and arguments[1] == at:
                if arguments[0].type is not SymbolType.Function:
                    continue
                self.fluents[arguments[0].name].append(arguments[0])
            elif name == "seat" and len(arguments) == 2:
                self.seats[arguments[0]] = arguments[1].number
            elif name == "team" and len(arguments) == 2:
                self.teams[arguments[0]] = arguments[1].number
            elif name == "owner" and len(arguments) == 2:
                self.owner[arguments[0]] = arguments[1].string
            elif name == "definition" and len(arguments) == 2:
                self.definition[arguments[0]] = arguments[1].string
            elif name in self.marked and len(arguments) == 1:
                self.marked[name].add(arguments[0])
        self._take("made", self._made)
        self._take("owned", self._owned)
        self.live: dict[Symbol, Symbol] = {}
        self._take("zone", self._zone)
        self.stacked = self._stacked()
        self.names = self._names()
        self.now = {one.arguments[0]: one.arguments[1].number for one in self.live}
        self.fields = {one: self._basics(one) for one in self.live}
        for one, (source, ability) in self.stacked.items():
            self.fields[one] |= self._ability(source, ability)

    def state(self) -> State:
        self._objects()
        players: dict[Symbol, dict[str, Any]] = {
            name: {"name": name.string, "team": self.teams.get(name)}
            for name in sorted(self.seats, key=lambda name: self.seats[name])
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
            stack=tuple(
                (StackedAbility if one in self.stacked else Spell)(**self.fields[one]) for one in members["stack", ""]
            ),
            cards=tuple(self.definitions.values()),
            also=tuple(str(self._renamed(fluent)) for found in self.fluents.values() for fluent in found),
        )

    def _take(self, name: str, reader: Callable[[Symbol], bool]) -> None:
        """Give every fluent of a name to a reader; those it refuses are left."""
        left = [fluent for fluent in self.fluents.pop(name, ()) if not reader(fluent)]
        if left:
            self.fluents[name] = left

    def _made(self, fluent: Symbol) -> bool:
        """A token that was created with the characteristics of a definition (CR 111.3)."""
        one, made = fluent.arguments
        if made.type is not SymbolType.String or not one.match("obj", 2):
            return False
        self.definition[one.arguments[0]] = made.string
        self.marked["token"].add(one.arguments[0])
        return True

    def _owned(self, fluent: Symbol) -> bool:
        one, owner = fluent.arguments
        if not one.match("obj", 2) or one.arguments[0] not in self.definition:
            return False
        self.owner[one.arguments[0]] = owner.string
        return True

    def _zone(self, fluent: Symbol) -> bool:
        one, zone = fluent.arguments
        known = zone.name in ("battlefield", "stack", "exile", "command", *_OWNED)
        if not known or not one.match("obj", 2) or one.arguments[0] not in self.definition:
            return False
        self.live[one] = zone
        return True

    def _stacked(self) -> dict[Symbol, tuple[Symbol, str]]:
        """The abilities on the stack whose source is still there, each with the source and the ability's id."""
        source = {fluent.arguments[0]: fluent.arguments[1] for fluent in self.fluents["source"]}
        found: dict[Symbol, tuple[Symbol, str]] = {}
        for fluent in self.fluents["ability_of"]:
            one, ability = fluent.arguments
            if one.match("obj", 2) and ability.match("ab", 1) and source.get(one) in self.live:
                found[one] = (source[one], ability.arguments[0].string)
        on_stack = {fluent.arguments[0] for fluent in self.fluents["zone"] if fluent.arguments[1].match("stack", 0)}
        found = {one: parts for one, parts in found.items() if one in on_stack and one not in self.live}
        self._take("zone", lambda fluent: fluent.arguments[0] in found)
        self._take("source", lambda fluent: fluent.arguments[0] in found)
        self._take("ability_of", lambda fluent: fluent.arguments[0] in found)
        self.live |= dict.fromkeys(found, Function("stack"))
        return found

    def _ability(self, source: Symbol, ability: str) -> dict[str, Any]:
        """The fields of an ability on the stack."""
        of = self.fields[source]
        face: Side = "back" if Function("face", [source, Function("back")]) in self.fluents.get("face", ()) else "front"
        printed = of["card"].back or of["card"].front if face == "back" else of["card"].front
        names = [ability_id(one).arguments[0].string for one in printed.abilities]
        number = names.index(ability) + 1 if ability in names else ability
        return {"card": of["card"], "face": face, "source": of["id"], "ability": number}

    def _names(self) -> dict[Symbol, str]:
        """The id of each card and ability; what was made during the game gets an automatic one."""
        cards = [one.arguments[0] for one in self.live if one not in self.stacked]
        names = self._automatic(cards, lambda card: self.definition[card], {})
        of = {one.arguments[0]: names[source.arguments[0]] for one, (source, _) in self.stacked.items()}
        return names | self._automatic(list(of), lambda one: f"{of[one]} ability", names)

    def _automatic(
        self, keys: list[Symbol], called: Callable[[Symbol], str], taken: Mapping[Symbol, str]
    ) -> dict[Symbol, str]:
        stated = {key: key.string for key in keys if key.type is SymbolType.String}
        made = sorted(key for key in keys if key.type is not SymbolType.String)
        ids = automatic_ids(
            [*(("", name) for name in (*taken.values(), *stated.values())), *((called(key), None) for key in made)]
        )
        return stated | dict(zip(made, ids[len(taken) + len(stated) :], strict=True))

    def _basics(self, one: Symbol) -> dict[str, Any]:
        card, zone = one.arguments[0], self.live[one]
        key = self.definition.get(card, "")
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
        self._take("exiled_with", self._set("exiled_with", self._host))
        self._take("counter", self._counter)
        self._take("choice", self._choice)
        self._timestamps()
        self._take("cast", lambda fluent: self.live.get(fluent.arguments[0]) == Function("stack"))
        for one in self.stacked:
            self.fields[one]["owner"] = self.fields[one]["controller"]
        targets: dict[Symbol, dict[int, str]] = defaultdict(dict)

        def target(fluent: Symbol) -> bool:
            one, index, value = fluent.arguments
            name = self._host(value) if self.live.get(one) == Function("stack") else None
            if name is not None:
                targets[one][index.number] = name
            return name is not None

        self._take("target", target)
        for one, found in targets.items():
            self.fields[one]["targets"] = tuple(found[index] for index in sorted(found))

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
