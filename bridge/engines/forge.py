"""Forge's puzzle and game-state files, in and out.

What such a file says and a state has no field for (a spell cast beforehand, a script, what is attacking, which
printing) is kept beside the state, by object, and written back; it is named, never dropped silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from manaproof.bridge.abilities.base import word
from manaproof.bridge.errors import InputError, Problem, did_you_mean
from manaproof.bridge.frozen import FrozenMap
from manaproof.bridge.library import Library
from manaproof.bridge.source import read_text
from manaproof.bridge.state import State, UnknownCard
from manaproof.bridge.typeline import SUPERTYPES, TYPES
from manaproof.bridge.writing import write_json

PLAYERS = ("human", "ai")
"""The players of a file, in turn order."""

PHASES: Mapping[str, str] = {
    "UNTAP": "untap",
    "UPKEEP": "upkeep",
    "DRAW": "draw",
    "MAIN1": "precombat_main",
    "COMBAT_BEGIN": "beginning_of_combat",
    "COMBAT_DECLARE_ATTACKERS": "declare_attackers",
    "COMBAT_DECLARE_BLOCKERS": "declare_blockers",
    "COMBAT_DAMAGE": "combat_damage",
    "COMBAT_END": "end_of_combat",
    "MAIN2": "postcombat_main",
    "END_OF_TURN": "end",
    "CLEANUP": "cleanup",
}

COUNTERS: Mapping[str, str] = {"P1P1": "+1/+1", "M1M1": "-1/-1"}

COLORS: Mapping[str, str] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

ZONES = ("battlefield", "hand", "graveyard", "library", "exile", "command")

_OTHER_NAMES = {"play": "battlefield"}
_KEPT_KEYS = re.compile(
    r"(human|ai)(precast|persistentmana|landsplayedlastturn)|ability\w+|activephaseadvance|\|?set", re.IGNORECASE
)
_LINE = re.compile(r"\s*([^=:]+?)\s*([=:])(.*)")


@dataclass(frozen=True)
class Puzzle:
    """A puzzle file.

    Attributes:
        metadata: name, goal, description and what else stands in its head, in order.
        state: the state.
        kept: of each object, by its id, the modifiers that a state has no field for.
        lines: further lines of the state that it has no field for, by their keys.
    """

    metadata: Mapping[str, str] = FrozenMap()
    state: State = field(default_factory=State)
    kept: Mapping[str, tuple[str, ...]] = FrozenMap()
    lines: Mapping[str, str] = FrozenMap()

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the cards that no definition is known of, sorted."""
        return tuple(sorted({one.card.name for _, one in self.state.objects() if isinstance(one.card, UnknownCard)}))

    @property
    def left_out(self) -> tuple[str, ...]:
        """What of the file bears on a game and is not in the state, in words."""
        found = [f"{id}: {text}" for id, several in self.kept.items() for text in several if not _silent(text)]
        return (*found, *(f"{key}={text}" for key, text in self.lines.items() if "set" not in key.lower() and text))


def _silent(modifier: str) -> bool:
    """Whether a modifier says nothing about the game: which printing it is."""
    return modifier.partition(":")[0] == "Set" or bool(re.fullmatch(r"[A-Z0-9]{1,3}", modifier))


def load(path: str | Path, library: Library | None = None) -> Puzzle:
    """Read a puzzle file.

    Raises:
        InputError: it cannot be read.
    """
    try:
        text = Path(path).read_text("utf-8", errors="replace")
    except OSError as error:
        what = f"this cannot be read ({error.strerror})"
        raise InputError(Problem(what, "name a Forge puzzle file", str(path))) from None
    return parse(text, source=str(path), library=library)


def parse(text: str, *, source: str = "<text>", library: Library | None = None) -> Puzzle:
    """Read a puzzle's text.

    Args:
        text: the text.
        source: what it is called in messages.
        library: definitions of cards; the bundled ones by default.

    Raises:
        InputError: a line is not understood.
    """
    return _Reader(text, source).puzzle(library)


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self.text = text
        self.source = source
        self.line = 0
        self.metadata: dict[str, str] = {}
        self.kept: dict[str, tuple[str, ...]] = {}
        self.lines: dict[str, str] = {}
        self.players: dict[str, dict[str, Any]] = {name: {} for name in PLAYERS}
        self.turn: dict[str, Any] = {"number": 1}
        self.tokens: dict[str, dict[str, Any]] = {}
        self.used: set[str] = set()

    def error(self, what: str, cure: str) -> InputError:
        return InputError(Problem(what, cure, self.source, self.line, 1))

    def puzzle(self, library: Library | None) -> Puzzle:
        section = ""
        entries: list[tuple[int, str, str]] = []
        for number, line in enumerate(self.text.splitlines(), 1):
            self.line = number
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if line.strip().startswith("["):
                section = line.strip().strip("[]").lower()
                continue
            found = _LINE.fullmatch(line)
            if found is None or section not in ("metadata", "state"):
                raise self.error(f"this line is not understood: {line.strip()[:60]!r}", "write key=value below [state]")
            if section == "metadata":
                self.metadata[found[1]] = found[3].strip()
            else:
                entries.append((self.line, found[1], found[3].strip()))
        for _, _, value in entries:
            self.used |= set(re.findall(r"\|Id:(\w+)", value))
        for number, key, value in entries:
            self.line = number
            self._entry(key, value)
        return self._made(library)

    def _made(self, library: Library | None) -> Puzzle:
        self._call()
        data = {
            "turn": {**self.turn, "active": self.turn.get("active", PLAYERS[0])},
            "players": self.players,
            "cards": list(self.tokens.values()),
        }
        state = State.from_document(read_text(write_json(data), source=self.source), library=library)
        return Puzzle(FrozenMap(self.metadata), state, FrozenMap(self.kept), FrozenMap(self.lines))

    def _number(self, value: str, what: str) -> int:
        try:
            return int(value)
        except ValueError:
            raise self.error(f"{what} is {value!r}, which is not a whole number", "write a number") from None

    def _entry(self, key: str, value: str) -> None:
        low = key.lower()
        if low == "activeplayer":
            if value.lower() not in PLAYERS:
                raise self.error(f"there is no player {value!r}", "write human or ai")
            self.turn["active"] = value.lower()
        elif low == "activephase":
            step = PHASES.get(value.upper())
            if step is None:
                cure = did_you_mean(value.upper(), PHASES, "the phases are " + ", ".join(PHASES))
                raise self.error(f"{value!r} is not a phase", cure)
            self.turn["step"] = step
        elif low == "turn":
            self.turn["number"] = self._number(value, "the turn")
        elif _KEPT_KEYS.fullmatch(low):
            self.lines[key] = value
        else:
            self._of_player(key, low, value)

    def _of_player(self, key: str, low: str, value: str) -> None:
        player = next((name for name in PLAYERS if low.startswith(name)), None)
        what = low.removeprefix(player or "")
        what = _OTHER_NAMES.get(what, what)
        if player is None:
            raise self.error(f"{key!r} is no key of a state", "the keys of players begin with human or ai")
        fields = self.players[player]
        if what == "life":
            fields["life"] = self._number(value, "the life total")
        elif what == "counters":
            fields["counters"] = self._counters(value)
        elif what == "landsplayed":
            fields["land_played"] = self._number(value, "the number of lands played") > 0
        elif what == "manapool":
            fields["mana"] = {kind: value.split().count(kind) for kind in dict.fromkeys(value.split())}
        elif what in ZONES:
            cards = [entry.strip() for entry in value.split(";") if entry.strip()]
            fields[what] = [self._card(entry, what) for entry in cards]
        else:
            raise self.error(f"{key!r} is no key of a state", "the zones are " + ", ".join(ZONES))

    def _counters(self, value: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for part in value.split(","):
            kind, _, number = part.strip().partition("=")
            if kind:
                kind = COUNTERS.get(kind.upper(), kind.lower())
                found[kind] = found.get(kind, 0) + self._number(number or "1", f"the number of {kind} counters")
        return found

    def _card(self, entry: str, zone: str) -> dict[str, Any]:
        name, *modifiers = (part.strip() for part in entry.split("|"))
        one: dict[str, Any] = {"card": name.partition(" // ")[0]}
        if name.lower().startswith("t:"):
            one = {"card": name, "token": True}
            self.tokens.setdefault(name, self._token(name))
        one["kept"] = tuple(text for text in modifiers if text and not self._modify(one, text, zone))
        return one

    def _call(self) -> None:
        """Give what the file gives no id its own, in the order in which a file is written."""
        for player in self.players.values():
            for zone in ZONES:
                for one in player.get(zone, ()):
                    one.setdefault("id", self._fresh(one["card"]))
                    kept = one.pop("kept")
                    if kept:
                        self.kept[one["id"]] = kept

    def _fresh(self, name: str) -> str:
        plain = re.sub(r"[^a-z0-9]+", "-", name.partition(",")[0].lower()).strip("-")
        number = 1
        while f"{plain}-{number}" in self.used:
            number += 1
        self.used.add(f"{plain}-{number}")
        return f"{plain}-{number}"

    def _modify(self, one: dict[str, Any], text: str, zone: str) -> bool:
        """Take a modifier into the object; whether it has a place there."""
        what, _, value = text.partition(":")
        match what:
            case "Tapped" if zone == "battlefield":
                one["tapped"] = True
            case "SummonSick":
                one["summoning_sick"] = True
            case "Transformed":
                one["face"] = "back"
            case "FaceDown" if not value:
                one["face_down"] = True
            case "IsCommander":
                one["commander"] = True
            case "Counters":
                one["counters"] = self._counters(value)
            case "Damage":
                one["damage"] = self._number(value, "the damage")
            case "Id":
                one["id"] = value
            case "Attaching" if value in self.used:
                one["attached_to"] = value
            case "EnchantingPlayer" if value.lower() in PLAYERS:
                one["attached_to"] = value.lower()
            case "ChosenColor" if value.lower() in COLORS:
                one.setdefault("chosen", {})["color"] = COLORS[value.lower()]
            case "ChosenType":
                one.setdefault("chosen", {})["creature_type"] = word(value)
            case "NamedCard":
                one.setdefault("chosen", {})["card_name"] = value
            case _:
                return False
        return True

    def _token(self, text: str) -> dict[str, Any]:
        """The definition of a token: ``t:Dragon,P:4,T:4,Color:R,Types:Creature-Dragon,Keywords:Flying``."""
        said: dict[str, str] = {}
        for part in text.split(","):
            key, _, value = part.strip().partition(":")
            said[key] = value
        types: list[str] = []
        subtypes: list[str] = []
        for name in said.get("Types", "").split("-"):
            (types if name.lower() in (*TYPES, *SUPERTYPES) else subtypes).append(name)
        line = " ".join(types) + (f" - {' '.join(subtypes)}" if any(subtypes) else "")
        card: dict[str, Any] = {"known_as": text, "name": said.get("t", "Token"), "types": line or "Creature"}
        if "P" in said and "creature" in line.lower():
            card |= {"power": self._number(said["P"], "the power"), "toughness": self._number(said["T"], "toughness")}
        colors = [letter for letter in said.get("Color", "") if letter in "WUBRG"]
        if colors:
            card["color_indicator"] = colors
        abilities = [_keyword(name) for name in said.get("Keywords", "").split("-") if name.strip()]
        return {**card, **({"abilities": abilities} if abilities else {})}


def _keyword(name: str) -> dict[str, Any]:
    if re.fullmatch(r"[A-Za-z]+( [a-z]+)?", name.strip()):
        return {"is": "keyword", "keyword": word(name.strip())}
    return {"is": "unsupported", "text": name.strip()}


# --- out


def write(puzzle: Puzzle) -> str:
    """A puzzle's text, which ``parse`` reads back to an equal puzzle.

    Raises:
        InputError: the state has what such a file cannot say.
    """
    return "\n".join(_Writer(puzzle).text()) + "\n"


def puzzle_of(state: State, name: str = "Manaproof", description: str = "") -> Puzzle:
    """A puzzle of a state; its players become human and ai.

    Raises:
        InputError: it has not two players.
    """
    metadata = {"Name": name, "Goal": "Win", "Turns": "1", **({"Description": description} if description else {})}
    return Puzzle(FrozenMap(metadata), state)


class _Writer:
    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.state = puzzle.state
        names = [player.name for player in self.state.seats]
        if len(names) > 2:
            self._cannot("a game of more than two players")
        order = names if set(names) != set(PLAYERS) else list(PLAYERS)
        self.names = dict(zip(order, PLAYERS, strict=False))
        self.ids = {id: self._id(id, number) for number, id in enumerate(self._named(), 1)}

    def _cannot(self, what: str) -> None:
        raise InputError(Problem(f"a Forge state cannot say: {what}", "write it as yaml", "<state>"))

    def _named(self) -> Iterator[str]:
        """The ids that the file has to name: what something is attached to, and what the file named itself."""
        hosts = {one.attached_to for _, one in self.state.objects()}
        taken = {id for id in self.state.by_id if id.isdigit()}
        yield from (id for id in self.state.by_id if id in hosts | taken)

    def _id(self, id: str, number: int) -> str:
        return id if id.isdigit() else str(900 + number)

    def text(self) -> Iterator[str]:
        state = self.state
        if state.stack:
            self._cannot("what is on the stack")
        if state.also:
            self._cannot(f"what no field of a state tells ({state.also[0]})")
        yield "[metadata]"
        yield from (f"{key}:{value}" for key, value in self.puzzle.metadata.items())
        yield "[state]"
        yield f"turn={state.turn.number}"
        yield f"activeplayer={self.names.get(state.turn.active, PLAYERS[0])}"
        step = next((theirs for theirs, ours in PHASES.items() if ours == state.turn.step), "MAIN1")
        yield f"activephase={step}"
        yield from (f"{key}={value}" for key, value in self.puzzle.lines.items())
        for player in state.seats:
            name = self.names[player.name]
            yield f"{name}life={player.life}"
            if player.counters:
                yield f"{name}counters={self._counters(player.counters)}"
            if player.land_played:
                yield f"{name}landsplayed=1"
            if player.mana:
                yield f"{name}manapool=" + " ".join(kind for kind, n in player.mana.items() for _ in range(n))
            permanents = [one for one in state.battlefield if one.controller == player.name]
            yield f"{name}battlefield=" + ";".join(self._card(one, player.name) for one in permanents)
            for zone in ZONES[1:]:
                cards = player.zone(zone)
                if cards:
                    yield f"{name}{zone}=" + ";".join(self._card(one, player.name) for one in cards)

    def _counters(self, counters: Mapping[str, int]) -> str:
        names = {"plus_1_plus_1": "P1P1", "minus_1_minus_1": "M1M1"}
        return ",".join(f"{names.get(kind, kind.upper())}={number}" for kind, number in counters.items())

    def _card(self, one: Any, player: str) -> str:
        parts = [self._name(one)]
        if one.owner != player:
            self._cannot(f"that {one.id} is owned by another player than the one it stands under")
        if one.timestamp is not None:
            self._cannot("timestamps in another order than the battlefield's")
        if one.id in self.ids:
            parts.append(f"Id:{self.ids[one.id]}")
        flags = {
            "Tapped": one.tapped,
            "SummonSick": one.summoning_sick,
            "Transformed": one.face == "back",
            "FaceDown": one.face_down,
            "IsCommander": one.commander,
        }
        parts += [name for name, said in flags.items() if said]
        if one.counters:
            parts.append(f"Counters:{self._counters(one.counters)}")
        if one.damage:
            parts.append(f"Damage:{one.damage}")
        if one.attached_to in self.names:
            parts.append(f"EnchantingPlayer:{self.names[one.attached_to].upper()}")
        elif one.attached_to is not None:
            parts.append(f"Attaching:{self.ids[one.attached_to]}")
        parts += self._chosen(one)
        return "|".join([*parts, *self.puzzle.kept.get(one.id, ())])

    def _chosen(self, one: Any) -> Iterator[str]:
        words = {letter: color for color, letter in COLORS.items()}
        for kind, value in one.chosen.items():
            if kind == "color" and isinstance(value, str):
                yield f"ChosenColor:{words[value]}"
            elif kind == "creature_type" and isinstance(value, str):
                yield f"ChosenType:{value.replace('_', ' ').title()}"
            elif kind == "card_name" and isinstance(value, str):
                yield f"NamedCard:{value}"
            else:
                self._cannot(f"what was chosen for {one.id} ({kind})")

    def _name(self, one: Any) -> str:
        if one.card.key.startswith("t:"):
            return str(one.card.key)
        if one.token:
            return _token_text(one)
        return str(one.card.name)


def _token_text(one: Any) -> str:
    """A token as Forge writes it, with its keywords; its other abilities it has not."""
    face = one.card.front
    before, _, after = face.type_line.replace("\u2014", "-").partition(" - ")
    types = "-".join([*before.removeprefix("Token ").split(), *after.split()])
    keywords = "-".join(a.keyword.replace("_", " ").capitalize() for a in face.abilities if a.is_ == "keyword")
    size = f",P:{face.power},T:{face.toughness}" if face.power is not None else ""
    color = f",Color:{''.join(face.color_indicator)}" if face.color_indicator else ""
    return f"t:{face.name}{size},Cost:no cost{color},Types:{types},Keywords:{keywords}"


__all__ = ["COUNTERS", "PHASES", "PLAYERS", "Puzzle", "load", "parse", "puzzle_of", "write"]
