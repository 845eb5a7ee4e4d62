"""Keyword actions, and instructions that leave a player a choice of objects (CR 701)."""

from __future__ import annotations

from typing import Literal

import clingo
from pydantic import Field

from .amounts import ONE, Amount
from .base import Node
from .filters import THIS, Filter, PlayerRef


class Regenerate(Node):
    """Regenerate permanents: the next time each would be destroyed this turn, that is replaced (CR 701.19)."""

    tag = "do"
    functor = "regenerate"
    do: Literal["regenerate"] = "regenerate"
    what: Filter = THIS


class Shuffle(Node):
    """A player shuffles their library (CR 701.24)."""

    tag = "do"
    functor = "shuffle"
    do: Literal["shuffle"] = "shuffle"
    who: PlayerRef = "you"


class Search(Node):
    """A player searches their library for so many cards, puts them into a zone and shuffles (CR 701.23, 701.24).

    Cards that go on top of the library are put there after it is shuffled.
    """

    tag = "do"
    do: Literal["search"] = "search"
    what: Filter = Field(description="the description of the cards, in zone: library")
    amount: Amount = ONE
    up_to: bool = False
    to: Literal["battlefield", "hand", "graveyard", "exile", "library_top"]
    tapped: bool = False
    reveal: bool = Field(False, description="the cards found are revealed; who sees what is not modelled")
    who: PlayerRef = "you"

    def term(self) -> clingo.Symbol:
        """``search(filter, amount, up to, zone, tapped, who)``."""
        words = [str(self.up_to).lower(), self.to, str(self.tapped).lower()]
        return clingo.Function(
            "search",
            [self.what.term(), self.amount.term(), *map(clingo.Function, words), clingo.Function(self.who)],
        )


class PutFoundOnTop(Node):
    """The cards found are put on top of the library, in any order: the last part of a search (CR 701.24b)."""

    tag = "do"
    functor = "put_found_on_top"
    do: Literal["put_found_on_top"] = "put_found_on_top"


class MoveSome(Node):
    """A player chooses so many objects, which are put into a zone: return, exile, put onto the battlefield."""

    tag = "do"
    functor = "move_some"
    do: Literal["move_some"] = "move_some"
    what: Filter
    amount: Amount = ONE
    up_to: bool = False
    to: Literal["battlefield", "hand", "graveyard", "library_top", "library_bottom", "exile"]
    tapped: bool = False
    who: PlayerRef = "you"


class TapSome(Node):
    """A player chooses so many permanents and untaps them, or untapped ones and taps them (CR 701.26)."""

    tag = "do"
    functor = "tap_some"
    do: Literal["tap_some"] = "tap_some"
    what: Filter
    amount: Amount = ONE
    up_to: bool = False
    untap: bool = False
    who: PlayerRef = "you"


class PreventNext(Node):
    """Prevent the next so much damage that would be dealt to objects or players this turn (CR 615.7)."""

    tag = "do"
    functor = "prevent_next"
    do: Literal["prevent_next"] = "prevent_next"
    amount: Amount
    to: Filter | None = None
    to_player: PlayerRef | None = None
