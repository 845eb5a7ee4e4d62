"""XMage's JUnit tests, out: a state, what is played from it and what must be so at the end, as a Java class.

Only the calls of XMage's test language that every two-player test may use are written. What that language cannot say
(marked damage, what is tapped as the first turn begins, cards that XMage has not) is refused by its name.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from manaproof.bridge.abilities.ability import Activated
from manaproof.bridge.state import GameObject, State

from .protocol import Data, NotComparableError
from .running import Plan
from .wording import cost_text

STEPS: Mapping[str, str] = {
    "upkeep": "UPKEEP",
    "draw": "DRAW",
    "precombat_main": "PRECOMBAT_MAIN",
    "beginning_of_combat": "BEGIN_COMBAT",
    "declare_attackers": "DECLARE_ATTACKERS",
    "declare_blockers": "DECLARE_BLOCKERS",
    "combat_damage": "COMBAT_DAMAGE",
    "end_of_combat": "END_COMBAT",
    "postcombat_main": "POSTCOMBAT_MAIN",
    "end": "END_TURN",
    "cleanup": "CLEANUP",
}

COUNTERS: Mapping[str, str] = {"plus_1_plus_1": "P1P1", "minus_1_minus_1": "M1M1"}

COLORS: Mapping[str, str] = {"W": "White", "U": "Blue", "B": "Black", "R": "Red", "G": "Green"}

_HEAD = """\
package org.mage.test.manaproof;

import mage.constants.PhaseStep;
import mage.constants.Zone;
import mage.counters.CounterType;
import org.junit.Test;
import org.mage.test.serverside.base.CardTestPlayerBase;
"""


def write(state: State, plan: Plan, end: Data, *, name: str, says: str = "", cites: tuple[str, ...] = ()) -> str:
    """A test class.

    Args:
        state: the state that the game begins from.
        plan: what is played.
        end: what must be seen at the end; see ``protocol.Data``.
        name: the name of the class; what Java does not allow in it is left out.
        says: what it is about.
        cites: the rules that the result rests on.

    Raises:
        NotComparableError: XMage's test language cannot say it.
    """
    return _Writer(state, plan, end).text(class_name(name), says, cites)


def class_name(name: str) -> str:
    """A Java class name: ``S45, part #2`` becomes ``S45Part2Test``."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    text = "".join(word[0].upper() + word[1:] for word in words) or "State"
    return f"{'' if text[0].isalpha() else 'State'}{text}Test"


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=True)


class _Writer:
    def __init__(self, state: State, plan: Plan, end: Data) -> None:
        self.state = state
        self.plan = plan
        self.end = end
        active = state.turn.active
        others = [player.name for player in state.seats if player.name != active]
        if len(others) != 1:
            raise NotComparableError("not a game of two players")
        self.players = {active: "playerA", others[0]: "playerB"}
        self.names = Counter(one.card.name for one in state.battlefield)

    def _cannot(self, what: str) -> NotComparableError:
        return NotComparableError("XMage's test language cannot say it", what)

    def text(self, name: str, says: str, cites: tuple[str, ...]) -> str:
        self._check()
        lines = [*self._cards(), "", *self._actions(), "", *self._stop(), "", *self._asserts()]
        body = "\n".join(f"        {line}" if line else "" for line in lines)
        about = " ".join([says or "A state of Manaproof.", *([f"Rules: {', '.join(cites)}."] if cites else [])])
        about = about.replace("*/", "* /")
        return (
            f"{_HEAD}\n/**\n * {about}\n */\npublic class {name} extends CardTestPlayerBase {{\n\n"
            f"    @Test\n    public void test() {{\n{body}\n    }}\n}}\n"
        )

    # --- the state

    def _check(self) -> None:
        state = self.state
        if state.turn.step != "precombat_main" or state.turn.priority != state.turn.active:
            raise self._cannot("a state that is not in the active player's precombat main phase")
        if state.stack or state.also or state.cards:
            raise self._cannot("a stack, cards of one's own, or what no field of a state tells")
        for player in state.seats:
            if player.mana or player.counters or player.land_played or player.command:
                raise self._cannot("mana in a pool, counters of players, a land played, a command zone")
        for zone, one in state.objects():
            self._check_object(zone, one)

    def _check_object(self, zone: str, one: GameObject) -> None:
        fresh = one.face_down or one.attached_to is not None or one.summoning_sick or one.entered_this_turn
        if one.token or one.damage or one.chosen or one.face != "front" or fresh:
            raise self._cannot("a token, damage, a choice made before, a back face, an attachment, a new permanent")
        if zone == "battlefield" and one.controller != one.owner:
            raise self._cannot("a permanent under another player's control")
        if one.tapped and self.players[one.owner] == "playerA":
            raise self._cannot("what is tapped as the first turn begins: it untaps")

    def _cards(self) -> Iterator[str]:
        yield "setStrictChooseMode(true);"
        if any(player.library for player in self.state.seats):
            yield "skipInitShuffling();"
        for player in self.state.seats:
            who = self.players[player.name]
            if player.life != 20:
                yield f"setLife({who}, {player.life});"
            if player.library:
                yield f"removeAllCardsFromLibrary({who});"
            for card in reversed(player.library):
                yield f"addCard(Zone.LIBRARY, {who}, {_string(card.card.name)});"
            for zone in ("hand", "graveyard", "exile"):
                for card in player.zone(zone):
                    yield f"addCard(Zone.{zone.upper()}, {who}, {_string(card.card.name)});"
        for one in self.state.battlefield:
            tapped = ", 1, true" if one.tapped else ""
            yield f"addCard(Zone.BATTLEFIELD, {self.players[one.owner]}, {_string(self._aliased(one))}{tapped});"
        for one in self.state.battlefield:
            for kind, number in one.counters.items():
                if self.names[one.card.name] > 1:
                    raise self._cannot("counters on one of several permanents of a name")
                counter = f"CounterType.{COUNTERS.get(kind, kind.upper())}"
                who = self.players[one.owner]
                yield f"addCounters(1, PhaseStep.UPKEEP, {who}, {_string(one.card.name)}, {counter}, {number});"

    def _aliased(self, one: GameObject) -> str:
        return f"{one.card.name}@{_alias(one.id)}" if self.names[one.card.name] > 1 else one.card.name

    def _target(self, id: str) -> str:
        """An argument that names a target: a player, or a string."""
        if id in self.players:
            return self.players[id]
        one = self.state.by_id[id]
        return _string(f"@{_alias(id)}" if self.names[one.card.name] > 1 else one.card.name)

    # --- what is played

    def _actions(self) -> Iterator[str]:
        before: Data | None = None
        passed = False
        for action in self.plan.actions:
            if action["do"] == "pass":
                passed = True
                continue
            place = f"{self._turn(action['turn'])}, PhaseStep.{STEPS[action['step']]}"
            if before is not None and passed and (before["turn"], before["step"]) == (action["turn"], action["step"]):
                if action["stack"]:
                    raise self._cannot("an action when a part of the stack has resolved")
                yield f"waitStackResolved({place});"
            before, passed = action, False
            match action["do"]:
                case "cast":
                    yield from self._cast(action, place)
                case "play_land":
                    who = self.players[action["by"]]
                    yield f"playLand({place}, {who}, {_string(self.state.by_id[action['of']].card.name)});"
                case "activate":
                    yield from self._activate(action, place)
                case "attack":
                    for id, whom in action["attackers"].items():
                        yield self._attack(action, id, whom)
                case "block":
                    for id, whom in action["blocks"].items():
                        who = self.players[self._controller(id)]
                        yield f"block({self._turn(action['turn'])}, {who}, {self._nth(id)}, {self._nth(whom)});"
                case _:
                    raise self._cannot("an event that comes about whatever causes it")

    def _turn(self, number: int) -> int:
        return number - self.state.turn.number + 1

    def _controller(self, id: str) -> str:
        return self.state.by_id[id].controller or self.state.by_id[id].owner

    def _nth(self, id: str) -> str:
        """A creature by its name, and which of those of its name it is."""
        one = self.state.by_id[id]
        alike = [
            other.id
            for other in self.state.battlefield
            if other.card.name == one.card.name and other.controller == one.controller
        ]
        return _string(one.card.name if len(alike) < 2 else f"{one.card.name}:{alike.index(id)}")

    def _attack(self, action: Data, id: str, whom: str) -> str:
        who = self.players[self._controller(id)]
        defender = self.players[whom] if whom in self.players else _string(self.state.by_id[whom].card.name)
        return f"attack({self._turn(action['turn'])}, {who}, {self._nth(id)}, {defender});"

    def _cast(self, action: Data, place: str) -> Iterator[str]:
        if action.get("face") == "back" or action.get("convoke"):
            raise self._cannot("a back face cast, or creatures tapped for a spell")
        who = self.players[action["by"]]
        targets = [answer["answer"] for answer in action["answers"] if answer["question"] == "target"]
        if len(targets) > 1:
            raise self._cannot("a spell with several targets")
        yield from self._choices(action, who, targets)
        target = f", {self._target(targets[0])}" if targets else ""
        yield f"castSpell({place}, {who}, {_string(self.state.by_id[action['of']].card.name)}{target});"

    def _activate(self, action: Data, place: str) -> Iterator[str]:
        who, one = self.players[action["by"]], self.state.by_id[action["of"]]
        ability = action["ability"]
        if "intrinsic" in ability:
            yield f"activateManaAbility({place}, {who}, {_string('{T}: Add {' + ability['intrinsic'] + '}')});"
            return
        costs = [
            ", ".join(cost_text(cost, one.card.name) for cost in a.cost)
            for a in one.card.front.abilities
            if isinstance(a, Activated)
        ]
        prefix = costs[ability["number"]] + ": "
        if costs.count(costs[ability["number"]]) > 1 or self.names[one.card.name] > 1 or ability.get("mana"):
            raise self._cannot("an ability that its cost alone does not tell from others")
        targets = [answer["answer"] for answer in action["answers"] if answer["question"] == "target"]
        yield from self._choices(action, who, targets)
        target = f", {self._target(targets[0])}" if len(targets) == 1 else ""
        yield f"activateAbility({place}, {who}, {_string(prefix)}{target});"

    def _choices(self, action: Data, who: str, targets: list[str]) -> Iterator[str]:
        for answer in action["answers"]:
            match answer["question"]:
                case "target":
                    continue
                case "x":
                    yield f"setChoice({who}, {_string('X=' + str(answer['answer']))});"
                case "may":
                    yield f"setChoice({who}, {'true' if answer['answer'] == 'yes' else 'false'});"
                case "color":
                    yield f"setChoice({who}, {_string(COLORS[answer['answer']])});"
                case "mana" | "spend":
                    continue
                case other:
                    raise self._cannot(f"an answer about {other}")

    # --- the end

    def _stop(self) -> Iterator[str]:
        end = self.plan.end or {"turn": self.state.turn.number, "step": self.state.turn.step}
        if self.end["stack"]:
            raise self._cannot("a play that ends while something is on the stack")
        step = STEPS.get(end["step"])
        if step is None:
            raise self._cannot("a play that ends in an untap step")
        yield f"setStopAt({self._turn(end['turn'])}, PhaseStep.{step});"
        yield "execute();"

    def _asserts(self) -> Iterator[str]:
        if self.end["over"]:
            for name, player in self.end["players"].items():
                if player["lost"]:
                    yield f"assertLostTheGame({self.players[name]});"
            return
        for name, player in self.end["players"].items():
            who = self.players[name]
            yield f"assertLife({who}, {player['life']});"
            for zone, call in (("hand", "assertHandCount"), ("graveyard", "assertGraveyardCount")):
                for card, number in self._counted(player[zone]):
                    yield f"{call}({who}, {_string(card)}, {number});"
            for card, number in self._counted(player["exile"]):
                yield f"assertExileCount({who}, {_string(card)}, {number});"
        yield from self._permanents()

    def _counted(self, ids: list[str]) -> list[tuple[str, int]]:
        return sorted(Counter(self._name(id) for id in ids).items())

    def _name(self, id: str) -> str:
        if id.startswith("?"):
            raise self._cannot("a token at the end")
        return self.state.by_id[id].card.name

    def _permanents(self) -> Iterator[str]:
        found: dict[tuple[str, str], list[dict[str, Any]]] = {}
        everywhere = Counter(self._name(id) for id in self.end["battlefield"])
        for id, one in self.end["battlefield"].items():
            found.setdefault((one["controller"], self._name(id)), []).append(one)
        for (controller, name), several in sorted(found.items()):
            who, text = self.players[controller], _string(name)
            yield f"assertPermanentCount({who}, {text}, {len(several)});"
            sizes = {(one["power"], one["toughness"]) for one in several}
            if len(sizes) == 1 and "creature" in several[0]["types"]:
                power, toughness = sizes.pop()
                yield f"assertPowerToughness({who}, {text}, {power}, {toughness});"
            if everywhere[name] == 1:
                yield f"assertTapped({text}, {'true' if several[0]['tapped'] else 'false'});"
                for kind, number in several[0]["counters"].items():
                    counter = f"CounterType.{COUNTERS.get(kind, kind.upper())}"
                    yield f"assertCounterCount({who}, {text}, {counter}, {number});"
        gone = {one.card.name for one in self.state.battlefield} - set(everywhere)
        for name in sorted(gone):
            for who in self.players.values():
                yield f"assertPermanentCount({who}, {_string(name)}, 0);"


def _alias(id: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "", id)


__all__ = ["STEPS", "class_name", "write"]
