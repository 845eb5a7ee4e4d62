"""A play of ours followed in an engine: action by action, wherever the engine is in the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from manaproof.bridge.state import State
from manaproof.bridge.surface import STEPS

from .protocol import Data, Engine, Game, NotComparableError, RefusedError

_MOST_TURNS_OF_THE_CRANK = 400


@dataclass(frozen=True)
class Plan:
    """A play as an engine is to follow it.

    Attributes:
        actions: the actions in order, each with ``turn``, ``step``, ``stack`` (how many are on it), ``answers``.
        events: the events that come about.
        end: where the play ends: ``turn``, ``step``, ``stack``.
    """

    actions: tuple[Data, ...] = ()
    events: tuple[Data, ...] = ()
    end: Data = field(default_factory=dict)

    def to_data(self) -> Data:
        """The plan as plain data."""
        return {"actions": list(self.actions), "events": list(self.events), "end": self.end}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Plan:
        """The plan that ``to_data`` wrote."""
        return cls(tuple(data["actions"]), tuple(data["events"]), data["end"])


def run(engine: Engine, state: State, plan: Plan) -> Data:
    """Follow a play.

    Args:
        engine: the engine.
        state: the state that it starts from.
        plan: the play.

    Returns:
        ``outcome``: ``played``, ``refused`` (with ``says`` and ``action``) or ``not comparable`` (with ``reason`` and
        ``detail``); ``start`` and ``end``, what was seen there, and of the start ``actions`` and ``mana``;
        ``record``, see ``Game.record``; ``unused``, questions that the play answers in one of several ways
        and the engine never asked.
    """
    found: Data = {"outcome": "played", "unused": []}
    try:
        game = engine.load(state, plan.events)
        found["record"] = game.record()
        found["start"] = game.observe()
        found["actions"] = game.actions()
        found["mana"] = game.mana()
        _Follower(game, plan, found).follow()
        found["end"] = game.observe()
        found["end_mana"] = game.mana()
    except NotComparableError as error:
        return {**found, "outcome": "not comparable", "reason": error.reason, "detail": error.detail}
    except RefusedError as error:
        kind = "unanswered" if error.question else "refused"
        return {**found, "outcome": kind, "says": error.says}
    return found


def _place(turn: int, step: str) -> tuple[int, int]:
    return turn, STEPS.index(step) if step in STEPS else -1


class _Follower:
    def __init__(self, game: Game, plan: Plan, found: Data) -> None:
        self.game = game
        self.actions: Sequence[Data] = plan.actions
        self.end = plan.end
        self.found = found
        self.at = 0

    def follow(self) -> None:
        """Act until the plan is done and the engine is where it ends."""
        for _ in range(_MOST_TURNS_OF_THE_CRANK):
            where = self.game.where()
            if where["over"]:
                return
            if where["asks"] is not None:
                self._declare(where)
            elif self.at < len(self.actions):
                self._act(where)
            elif not self._go_on(where):
                return
        raise RefusedError("it does not come to the end of the play")

    def _take(self, action: Data) -> None:
        self.found["action"] = action
        answers = list(action.get("answers", ()))
        self.game.act(action, answers)
        self.found["unused"] += [answer["question"] for answer in answers if answer.get("free")]

    def _declare(self, where: Data) -> None:
        kind = {"attackers": "attack", "blockers": "block"}[where["asks"]]
        for index in range(self.at, len(self.actions)):
            action = self.actions[index]
            if action["do"] == kind and action["turn"] == where["turn"]:
                self.at = index + 1
                self._take(action)
                return
            if action["do"] != "pass":
                break
        nobody = {"do": "attack", "attackers": {}} if kind == "attack" else {"do": "block", "blocks": {}}
        self._take(nobody)

    def _act(self, where: Data) -> None:
        action = self.actions[self.at]
        here, there = _place(where["turn"], where["step"]), _place(action["turn"], action["step"])
        passing = action["do"] == "pass"
        if here < there:
            self._take({"do": "pass"})
        elif here > there:
            self.at += 1
            if not passing and (action.get("attackers") or action.get("blocks") or action["do"] not in _DECLARATIONS):
                self.found["action"] = action
                raise RefusedError(f"the {action['step']} step is over")
        elif action["do"] in _DECLARATIONS:
            self.at += 1
            if action.get("attackers") or action.get("blocks"):
                self.found["action"] = action
                raise RefusedError(f"it does not ask for a declaration ({action['do']})")
        elif action["do"] == "event":
            self.at += 1
            self._take(action)
        elif where["stack"] > action["stack"]:
            self._take({"do": "pass", "answers": self._answers()})
        elif where["priority"] != action["by"] or (where["stack"] < action["stack"] and passing):
            self.at += passing
            if not passing:
                self._take({"do": "pass"})
        else:
            self.at += 1
            self._take(action)

    def _answers(self) -> list[Data]:
        """The answers that the play gives next: what resolves may ask for them."""
        return list(self.actions[self.at].get("answers", ())) if self.at < len(self.actions) else []

    def _go_on(self, where: Data) -> bool:
        """Pass on to where the play ends; False when the engine is there or beyond."""
        end = self.end
        if not end:
            return False
        here, there = _place(where["turn"], where["step"]), _place(end["turn"], end["step"])
        if here < there or (here == there and where["stack"] > end["stack"]):
            self._take({"do": "pass"})
            return True
        return False


_DECLARATIONS = ("attack", "block")

__all__ = ["Plan", "run"]
