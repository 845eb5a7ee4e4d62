"""phase: playing in the engine, and what can be seen of its games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.state import State

from .bulk import Bulk
from .phase_faces import Faces, bindings
from .phase_scene import COLORS, PLAYER_COUNTERS, STEPS, Scene, counter_kind, lay_out, value_of
from .protocol import Data, NotComparableError, RefusedError
from .wording import EVENT_CARD

_LETTERS = {word: letter for letter, word in COLORS.items()}
_OUR_STEPS = {theirs: ours for ours, theirs in STEPS.items()}
_MOST_QUESTIONS = 60

NOBODY = "(nobody)"
"""The opponent that the engine needs where the state has one player."""


class Phase:
    """The engine phase (phase.rs, by its Python bindings).

    Args:
        bulk: where the texts of cards come from; without it only invented cards can be played.
    """

    name = "phase"

    def __init__(self, bulk: Bulk | None) -> None:
        bindings()
        self.faces = Faces(bulk)

    def version(self) -> str:
        """``phase-python`` and its version."""
        from importlib.metadata import PackageNotFoundError, version

        with suppress(PackageNotFoundError):
            return f"phase-python {version('phase-python')}"
        return "phase-python (version unknown)"

    def understands(self, card: CardDefinition) -> bool:
        """Whether a card is a real one, and the engine understands all of its text."""
        return self.faces.understands(card)

    def load(self, state: State, events: Sequence[Mapping[str, Any]] = ()) -> PhaseGame:
        """Begin a game from a state; see ``protocol.Engine``."""
        return PhaseGame(lay_out(state, self.faces, events))


class PhaseGame:
    """A game in phase, begun from a state; see ``protocol.Game``."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.ids = {number: id for id, number in scene.numbers.items()}
        self.named = [player.name for player in scene.state.seats]
        self.players = [*self.named, NOBODY][:2]
        self.sent: list[Data] = []
        self.log: list[str] = []

    def record(self) -> Data:
        """What was sent to the engine (``sent``), and what it says happened (``log``)."""
        return {"sent": self.sent, "log": self.log}

    # --- observing

    @property
    def _game(self) -> Any:
        return self.scene.game

    def where(self) -> Data:
        """Where the game is: ``turn``, ``step``, ``priority``, ``stack`` (how many), ``asks`` and ``over``."""
        asks = value_of(self._game.waiting_for)
        kind = asks["type"]
        data = asks.get("data") or {}
        seat = data.get("player")
        return {
            "turn": value_of(self._game.turn),
            "step": _OUR_STEPS.get(value_of(self._game.phase), value_of(self._game.phase)),
            "priority": self.players[int(seat)] if kind == "Priority" and seat is not None else None,
            "stack": len(value_of(self._game.stack)),
            "asks": {"DeclareAttackers": "attackers", "DeclareBlockers": "blockers"}.get(kind),
            "over": kind == "GameOver",
        }

    def observe(self) -> Data:
        """What can be seen of the game; see ``protocol.Data``."""
        raw = self._game.state()["state"]
        objects = raw["objects"]
        where = self.where()
        battlefield = {self._id(n, objects): self._permanent(objects[str(n)], objects) for n in raw["battlefield"]}
        over = raw["waiting_for"]["type"] == "GameOver"
        winner = (raw["waiting_for"].get("data") or {}).get("winner") if over else None
        return {
            "turn": {
                "number": raw["turn_number"],
                "active": self.players[raw["active_player"]],
                "step": where["step"],
                "priority": where["priority"],
            },
            "players": {name: self._player(raw, seat, over, winner) for seat, name in enumerate(self.named)},
            "battlefield": battlefield,
            "stack": [self._stacked(one, objects) for one in raw["stack"]],
            "over": over,
        }

    def _id(self, number: int, objects: Mapping[str, Any]) -> str:
        return self.ids.get(number) or f"?{objects[str(number)]['name']}#{number}"

    def _zone(self, numbers: list[int], objects: Mapping[str, Any]) -> list[str]:
        kept = (n for n in numbers if not objects[str(n)]["name"].startswith(EVENT_CARD))
        return [self._id(number, objects) for number in kept]

    def _player(self, raw: Data, seat: int, over: bool, winner: int | None) -> Data:
        player, objects = raw["players"][seat], raw["objects"]
        mana = Counter(_LETTERS[one["color"]] for one in player["mana_pool"]["mana"])
        owned = [number for number in raw["exile"] if objects[str(number)]["owner"] == seat]
        return {
            "life": player["life"],
            "counters": {kind: player[theirs] for kind, theirs in PLAYER_COUNTERS.items() if player.get(theirs)},
            "mana": dict(sorted(mana.items())),
            "hand": sorted(self._zone(player["hand"], objects)),
            "graveyard": self._zone(player["graveyard"], objects),
            "library": self._zone(player["library"], objects),
            "exile": sorted(self._zone(owned, objects)),
            "lost": bool(player.get("is_eliminated")) or (over and winner is not None and winner != seat),
        }

    def _permanent(self, one: Mapping[str, Any], objects: Mapping[str, Any]) -> Data:
        host = one.get("attached_to")
        attached = None
        if host is not None:
            attached = self._id(host["data"], objects) if host["type"] == "Object" else self.players[host["data"]]
        types = one["card_types"]
        return {
            "name": one["name"],
            "controller": self.players[one["controller"]],
            "tapped": one["tapped"],
            "counters": {counter_kind(kind): n for kind, n in one["counters"].items() if n},
            "damage": one["damage_marked"],
            "types": sorted(word.lower() for word in types["core_types"]),
            "colors": sorted(_LETTERS[color] for color in one["color"]),
            "power": one["power"],
            "toughness": one["toughness"],
            "attached_to": attached,
        }

    def _stacked(self, one: Mapping[str, Any], objects: Mapping[str, Any]) -> Data:
        source = one.get("source_id")
        spell = one["kind"]["type"] == "Spell"
        known = source is not None and str(source) in objects
        return {
            "of": self._id(int(source), objects) if known and source is not None else None,
            "spell": spell,
            "controller": self.players[one["controller"]],
        }

    # --- acting

    def actions(self) -> list[Data]:
        """What the engine offers now: actions with ``of``; of abilities ``number`` (from 0) ``among`` so many."""
        found: list[Data] = []
        for offered in self._offered():
            data: Data = offered.get("data") or {}
            words = {"CastSpell": "cast", "PlayLand": "play_land"}
            if offered["type"] in words and data["object_id"] in self.ids:
                found.append({"do": words[offered["type"]], "of": self.ids[data["object_id"]]})
            elif offered["type"] == "ActivateAbility" and data["source_id"] in self.ids:
                printed = self._printed(data["source_id"])
                if data["ability_index"] in printed:
                    number = printed.index(data["ability_index"])
                    action = {"do": "activate", "of": self.ids[data["source_id"]], "number": number}
                    found.append({**action, "among": len(printed)})
        return found

    def _printed(self, source: int) -> list[int]:
        """The activated abilities printed on an object, by the engine's numbers; none that a keyword stands for."""
        abilities = self._game.object(source)["abilities"]
        activated = [number for number, one in enumerate(abilities) if one["kind"] == "Activated"]
        written = (number for number in activated if abilities[number].get("description") is not None)
        return [number for number in written if abilities[number].get("ability_tag") is None]

    def _offered(self) -> list[Data]:
        return [action.to_dict() for action in self._game.actions()]

    def _seat(self) -> int:
        asks = value_of(self._game.waiting_for)
        data = asks.get("data") or {}
        if "player" in data:
            return int(data["player"])
        return int(value_of(self._game.priority_player))

    def _apply(self, action: Data, seat: int | None = None) -> None:
        actor = self._seat() if seat is None else seat
        self.sent.append({"seat": actor, "action": action})
        try:
            result = self._game.apply(actor, action)
        except (ValueError, RuntimeError, TypeError) as error:
            raise RefusedError(f"{action['type']}: {str(error)[:200]}") from None
        self.log += filter(None, map(_sentence, result.log_entries or ()))

    def act(self, action: Data, answers: list[Data]) -> None:
        """Take an action; see ``protocol.Game``."""
        take: dict[str, Callable[[Data, list[Data]], None]] = {
            "pass": self._pass,
            "cast": self._cast,
            "play_land": self._play_land,
            "activate": self._activate,
            "attack": self._attack,
            "block": self._block,
            "event": self._event,
        }
        take[action["do"]](action, answers)
        self._answer(answers)

    def _pass(self, action: Data, answers: list[Data]) -> None:
        self._apply({"type": "PassPriority"})

    def _offer(self, kind: str, what: str, fits: Callable[[Data], bool]) -> Data:
        for action in self._offered():
            if action["type"] == kind and fits(action.get("data") or {}):
                return action
        raise RefusedError(f"it does not offer {what}")

    def _number(self, id: str) -> int:
        if id not in self.scene.numbers:
            raise NotComparableError("an action with something that came into being during the game", id)
        return self.scene.numbers[id]

    def _cast(self, action: Data, answers: list[Data]) -> None:
        for mana in action.get("mana", ()):
            self._activate(mana, mana["answers"])
            self._answer(mana["answers"])
        number = self._number(action["of"])
        if action.get("face") == "back":
            raise NotComparableError("a spell cast with its back face up")
        cast = self._offer("CastSpell", f"casting {action['of']}", lambda data: data["object_id"] == number)
        if action.get("convoke"):
            cast["data"]["payment_mode"] = {"type": "Manual"}
        self._apply(cast)
        self._convoke(action.get("convoke", ()), answers)

    def _convoke(self, creatures: Sequence[Data], answers: list[Data]) -> None:
        """Tap creatures rather than paying mana (CR 702.51), each for a part of the cost."""
        for one in creatures:
            self._answer(answers, until="ManaPayment")
            number, kind = self._number(one["of"]), COLORS.get(one["part"].upper(), "Colorless")
            self._apply(self._offer("TapForConvoke", f"tapping {one['of']} for it", partial(_is, number, kind)))
        if creatures:
            self._apply({"type": "PassPriority"})

    def _play_land(self, action: Data, answers: list[Data]) -> None:
        number = self._number(action["of"])
        self._apply(self._offer("PlayLand", f"playing {action['of']}", lambda data: data["object_id"] == number))

    def _activate(self, action: Data, answers: list[Data]) -> None:
        for mana in action.get("mana_first", ()):
            self._activate(mana, mana["answers"])
            self._answer(mana["answers"])
        number = self._number(action["of"])
        index = self._index(number, action["ability"])
        send: Data = {"type": "ActivateAbility", "data": {"source_id": number, "ability_index": index}}
        if not action["ability"].get("mana"):
            send = self._offer(
                "ActivateAbility",
                f"activating ability {index + 1} of {action['of']}",
                lambda data: data["source_id"] == number and data["ability_index"] == index,
            )
        self._apply(send)

    def _index(self, number: int, ability: Data) -> int:
        """The engine's number of an ability: of those printed, or of those that a basic land type gives."""
        abilities = self._game.object(number)["abilities"]
        activated = [(i, one) for i, one in enumerate(abilities) if one["kind"] == "Activated"]
        if "intrinsic" in ability:
            for index, one in activated:
                produced = one["effect"].get("produced") or {}
                if one.get("description") is None and produced.get("colors") == [COLORS[ability["intrinsic"]]]:
                    return index
            raise RefusedError(f"it has no ability for {{{ability['intrinsic']}}} on {self.ids[number]}")
        printed = self._printed(number)
        if len(printed) != ability["of"]:
            raise NotComparableError("an ability that cannot be told among the engine's", self.ids[number])
        return printed[ability["number"]]

    def _attack(self, action: Data, answers: list[Data]) -> None:
        attacks = [[self._number(id), self._defender(whom)] for id, whom in action["attackers"].items()]
        self._apply({"type": "DeclareAttackers", "data": {"attacks": attacks}})

    def _defender(self, whom: str) -> Data:
        if whom in self.players:
            return {"type": "Player", "data": self.players.index(whom)}
        return {"type": "Planeswalker", "data": self._number(whom)}

    def _block(self, action: Data, answers: list[Data]) -> None:
        pairs = [[self._number(blocker), self._number(attacker)] for blocker, attacker in action["blocks"].items()]
        self._apply({"type": "DeclareBlockers", "data": {"assignments": pairs}})

    def _event(self, action: Data, answers: list[Data]) -> None:
        """Have an event come about: by an instant without cost that its text is written on."""
        if action["event"] == "concede":
            self._apply({"type": "Concede"}, self.players.index(action["player"]))
            return
        who = action.get("player")
        seat = self._seat() if who is None else self.players.index(who)
        depth = len(value_of(self._game.stack))
        if self._seat() != seat:  # priority passes to that player, who acts at once
            self._apply({"type": "PassPriority"})
        if self._seat() != seat or value_of(self._game.waiting_for)["type"] != "Priority":
            raise NotComparableError("an event at a time at which nobody can make it come about")
        card = self.scene.events[action["number"]][seat]
        moved = {"type": "MoveToZone", "data": {"object_id": card, "to_zone": "Hand", "simulate": False}}
        self._apply({"type": "Debug", "data": moved}, seat)
        try:
            self._apply(self._offer("CastSpell", "an event", lambda data: data["object_id"] == card))
        except RefusedError:
            raise NotComparableError("an event whose target no spell can have", action["event"]) from None
        said = [*({"question": "target", "answer": target} for target in action["targets"]), *answers]
        self._answer(said)
        answers[:] = [answer for answer in said if any(answer is one for one in answers)]
        for _ in range(2):
            if len(value_of(self._game.stack)) <= depth:
                break
            self._apply({"type": "PassPriority"})
            self._answer(answers)

    # --- answering

    def _answer(self, answers: list[Data], until: str = "Priority") -> None:
        """Answer what the engine asks until somebody has priority or declares creatures, or it asks for something."""
        for _ in range(_MOST_QUESTIONS):
            asks = value_of(self._game.waiting_for)
            if asks["type"] in (until, "Priority", "DeclareAttackers", "DeclareBlockers", "GameOver"):
                return
            offered = [action for action in self._offered() if action["type"] != "CancelCast"]
            self._apply(self._chosen(asks, offered, answers))
        raise RefusedError("it does not cease to ask", question=True)

    def _chosen(self, asks: Data, offered: list[Data], answers: list[Data]) -> Data:
        for index, answer in enumerate(answers):
            for action in offered:
                if self._says(action, answer, asks):
                    del answers[index]
                    return action
        if len(offered) == 1:
            return offered[0]
        raise RefusedError(f"it asks {asks['type']}, which the play does not answer", question=True)

    def _says(self, action: Data, answer: Data, asks: Data) -> bool:
        """Whether an offered action is an answer."""
        kind, data, value = action["type"], action.get("data") or {}, answer["answer"]
        match answer["question"]:
            case "target":
                target = data.get("target") if kind == "ChooseTarget" else None
                return target is not None and self._meant(target, value)
            case "mana" if kind == "ChooseManaColor":
                choice = data["choice"]
                if choice["type"] == "SingleColor":
                    return bool(value.get(_LETTERS[choice["data"]]))
                found: dict[str, int] = {}
                for color in _colors(choice["data"]):
                    found[_LETTERS[color]] = found.get(_LETTERS[color], 0) + 1
                return bool(found == value)
            case "color":
                return kind == "ChooseOption" and bool(data.get("choice") == COLORS[value])
            case "may":
                said = data.get("accept", data.get("pay"))
                return kind.startswith("Decide") and bool(said == (value == "yes"))
            case "x":
                return kind == "ChooseX" and value in data.values()
            case "replacement" if kind == "ChooseReplacement":
                candidates = asks["data"]["candidates"]
                return bool(self._id_or(candidates[data["index"]].get("source_id", -1)) == value)
            case "pick" if kind == "ChooseLegend":
                return bool([self._id_or(data["keep"])] == value)
            case "pick":
                cards = data.get("cards") if kind == "SelectCards" else None
                return cards is not None and sorted(self._id_or(n) for n in cards) == sorted(value)
        return False

    def _id_or(self, number: int) -> str:
        return self.ids.get(number, str(number))

    def _meant(self, target: Data, value: str) -> bool:
        if "Player" in target:
            return self.players[target["Player"]] == value
        return self.ids.get(target.get("Object", -1)) == value

    # --- mana

    def mana(self) -> dict[str, list[str]]:
        """The types that permanents add when their mana abilities for {T} are activated, each tried alone."""
        here = self._game.state()
        raw = here["state"]
        found: dict[str, list[str]] = {}
        asks = raw["waiting_for"]
        if asks["type"] != "Priority":
            return found
        seat = asks["data"]["player"]
        for number in raw["battlefield"]:
            one = raw["objects"][str(number)]
            if one["controller"] != seat or one["tapped"] or number not in self.ids:
                continue
            abilities = [(i, a) for i, a in enumerate(one["abilities"]) if a["kind"] == "Activated"]
            if any(not _only_tap(a) for _, a in abilities):
                continue
            types: set[str] = set()
            for index, _ in abilities:
                types.update(self._added(here, seat, number, index))
            found[self.ids[number]] = sorted(types, key="WUBRGC".index)
        self.scene.reload(here)
        return found

    def _added(self, here: Data, seat: int, number: int, index: int) -> Iterator[str]:
        """The types of mana that the permanent adds when an ability is activated, under every answer."""
        before = {one["pip_id"] for one in here["state"]["players"][seat]["mana_pool"]["mana"]}
        waiting: list[list[int]] = [[]]
        while waiting:
            path = waiting.pop()
            game = self.scene.engine.load_game(here)
            try:
                game.apply(seat, {"type": "ActivateAbility", "data": {"source_id": number, "ability_index": index}})
                for step in path:
                    game.apply(seat, _choices(game)[step])
            except (ValueError, RuntimeError, TypeError):
                continue
            choices = _choices(game)
            if choices:
                waiting += [[*path, i] for i in range(len(choices))] if len(path) < 3 else []
                continue
            for one in game.state()["state"]["players"][seat]["mana_pool"]["mana"]:
                if one["pip_id"] not in before and one["source_id"] == number:
                    yield _LETTERS[one["color"]]


def _sentence(entry: Mapping[str, Any]) -> str:
    """An entry of the engine's log in words; nothing for a pass."""
    parts = []
    for one in entry["segments"]:
        value = one["value"]
        parts.append(str(value["name"] if isinstance(value, dict) and "name" in value else value))
    text = "".join(parts)
    told = "passes priority" not in text and entry["category"] != "Debug"
    return f"{entry['phase']}: {text}" if told else ""


def _is(number: int, kind: str, data: Data) -> bool:
    return bool(data["object_id"] == number and data["mana_type"] == kind)


def _choices(game: Any) -> list[Data]:
    if value_of(game.waiting_for)["type"] == "Priority":
        return []
    return [action.to_dict() for action in game.actions() if action.kind != "CancelCast"]


def _only_tap(ability: Mapping[str, Any]) -> bool:
    cost = ability.get("cost") or {}
    return bool(ability.get("is_mana_ability")) and cost.get("type") == "Tap"


def _colors(choice: Any) -> list[str]:
    if isinstance(choice, str):
        return [choice]
    if isinstance(choice, list):
        return [color for one in choice for color in _colors(one)]
    return []


__all__ = ["Phase", "PhaseGame"]
