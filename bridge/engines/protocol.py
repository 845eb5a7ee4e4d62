"""What any engine must do to be compared with: load a state, list legal actions, act, observe.

Everything that crosses this border is plain data (dicts, lists, strings, numbers), so that an engine may live in a
process of its own. Objects are called by the ids of the state, players by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.state import State

Data = dict[str, Any]
"""An observation or an action.

An observation has ``turn`` (``number``, ``active``, ``step``, ``priority``), ``players`` (by name: ``life``,
``counters``, ``mana``, ``hand``, ``graveyard``, ``library``, ``exile``, ``lost``), ``battlefield`` (by id:
``controller``, ``tapped``, ``counters``, ``damage``, ``types``, ``power``, ``toughness``, ``attached_to``,
``colors``, ``face``), ``stack`` (what is on it, the last is the top), and ``over`` (whether the game has ended).

An action has ``do``: ``pass``, ``cast``, ``activate``, ``play_land``, ``attack``, ``block`` or ``event``; ``by``, and
what that needs: ``of``, ``ability``, ``attackers``, ``blocks``, ``event``.
"""


class NotComparableError(Exception):
    """Something bears on the comparison that the engine, or the adapter, has no way to do or to show.

    Args:
        reason: a short reason, the same for all states that it applies to.
        detail: what it is in this state.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason}: {detail}" if detail else reason)


class RefusedError(Exception):
    """The engine does not allow an action, or asks for something that the play does not answer.

    Args:
        says: what it does not allow, in words.
        question: whether it asks instead of refusing.
    """

    def __init__(self, says: str, *, question: bool = False) -> None:
        self.says = says
        self.question = question
        super().__init__(says)


class Game(Protocol):
    """A game in an engine, begun from a state."""

    def where(self) -> Data:
        """Where the game is: ``turn``, ``step``, ``priority``, ``stack`` (how many), ``asks``, ``over``.

        ``asks`` is ``attackers`` or ``blockers`` where creatures are to be declared.
        """
        ...

    def observe(self) -> Data:
        """What can be seen of the game now."""
        ...

    def actions(self) -> list[Data]:
        """The actions that the engine offers the player who has priority, mana abilities apart."""
        ...

    def mana(self) -> dict[str, list[str]]:
        """The types of mana that each permanent adds when its mana abilities that cost only {T} are activated."""
        ...

    def record(self) -> Data:
        """What the engine was sent (``sent``), and what it says happened (``log``, in words), as far as it tells."""
        ...

    def act(self, action: Data, answers: list[Data]) -> None:
        """Take an action.

        Args:
            action: the action.
            answers: what the players answer to the questions that come, in order; those used are removed.

        Raises:
            RefusedError: the engine does not allow it, or asks what no answer is given to.
            NotComparableError: the adapter has no way to take it.
        """
        ...


class Engine(Protocol):
    """A rules engine."""

    name: str

    def version(self) -> str:
        """Its name and version."""
        ...

    def understands(self, card: CardDefinition) -> bool:
        """Whether a card is a real one, and the engine understands all of its text."""
        ...

    def load(self, state: State, events: Sequence[Mapping[str, Any]] = ()) -> Game:
        """Begin a game from a state.

        Args:
            state: the state.
            events: events that are to come about during the game, whatever causes them.

        Raises:
            NotComparableError: the engine cannot be put into this state, or does not understand a card of it whole.
        """
        ...


__all__ = ["Data", "Engine", "Game", "NotComparableError", "RefusedError"]
