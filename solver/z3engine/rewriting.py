"""Replacement effects that rewrite mana production, as they bear on one permanent (CR 106.12b, 614)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from manaproof.bridge.abilities import COLORS, ManaType, Replacement
from manaproof.bridge.abilities import replacements as rp
from manaproof.bridge.abilities.triggers import ManaAdded, TappedForMana

from .changes import taps_for_mana
from .evaluate import View
from .filters import NotUnderstoodError
from .objects import Board, Held, World, functions


@dataclass(frozen=True, slots=True, order=True)
class Step:
    """One rewriting of an amount of mana.

    Attributes:
        how: ``type``: mana of the types *of* is of one type of *to* instead; ``instead``: so much mana of one type of
            *to* and nothing else; ``times``: so many times as much; ``plus``: so much mana of *to* besides.
        of: The types that are rewritten.
        to: The types to choose from; none is an undefined type, which is no mana (CR 106.5).
        number: The amount or factor.
    """

    how: Literal["type", "instead", "times", "plus"]
    of: tuple[ManaType, ...] = ()
    to: tuple[ManaType, ...] = ()
    number: int = 1


@dataclass(frozen=True, slots=True, order=True)
class Rewriting:
    """A replacement effect as it bears on the mana of one ability.

    It is applicable to an amount of mana of which it names the type, if it names one, and the least amount. That is
    all: one that finds nothing to change may still be applied, and has then had its one opportunity (CR 614.5).

    Attributes:
        steps: What it does, one after another.
        types: The types of which some must be there (``types[i]`` or another); empty for any.
        at_least: How much mana, of those types if they are named.
    """

    steps: tuple[Step, ...]
    types: tuple[ManaType, ...] = ()
    at_least: int = 1

    @property
    def only_multiplies(self) -> bool:
        """Whether it does nothing but make more of the same mana, whenever there is mana."""
        return not self.types and self.at_least <= 1 and all(s.how == "times" and s.number >= 1 for s in self.steps)


@dataclass(frozen=True, slots=True)
class Watcher:
    """A replacement ability on the board that watches mana being produced."""

    source: str
    held: Held
    ability: Replacement
    event: TappedForMana | ManaAdded


def watchers(board: Board, world: World) -> tuple[Watcher, ...]:
    """Every replacement ability that functions and watches mana, in the order of the state."""
    return tuple(
        Watcher(one.id, held, held.ability, held.ability.event)
        for one in board.objects
        if functions(one)
        for held in world[one.id].abilities
        if isinstance(held.ability, Replacement) and isinstance(held.ability.event, (TappedForMana, ManaAdded))
    )


def rewriting(watcher: Watcher, board: Board, world: World, permanent: str, held: Held, who: str) -> Rewriting | None:
    """What a watcher makes of mana that an ability of a permanent adds; None where it does not watch it.

    Args:
        watcher: The replacement ability.
        board: The board.
        world: Its characteristics.
        permanent: The permanent whose ability it is.
        held: The ability.
        who: The player who adds the mana.

    Raises:
        NotUnderstoodError: What it watches for or does cannot be told.
    """
    view = View(board, world, watcher.source, world[watcher.source].controller)
    event = watcher.event
    if isinstance(event, TappedForMana) and not taps_for_mana(held.ability):
        return None
    if not view.passes(event.what, permanent):
        return None
    acting = world[permanent].controller if isinstance(event, TappedForMana) else who
    if acting not in view.who(event.by, permanent):
        return None
    if watcher.ability.only_if is not None and view.holds(watcher.ability.only_if) is not True:
        return None
    types: tuple[ManaType, ...] = ()
    if event.type == "chosen_color":
        types = view.chosen_color()
        if not types:
            return None
    elif event.type is not None:
        types = (event.type,)
    steps = tuple(step for rewrite in watcher.ability.instead for step in _steps(rewrite, view, permanent))
    return Rewriting(steps, types, getattr(event, "at_least", 1))


_ALL: tuple[ManaType, ...] = ("W", "U", "B", "R", "G", "C")


def _steps(rewrite: rp.Rewrite, view: View, permanent: str) -> Iterator[Step]:
    match rewrite:
        case rp.ManaTypeInstead():
            of: tuple[ManaType, ...] = (
                _ALL if rewrite.of == "any" else COLORS if rewrite.of == "color" else (rewrite.of,)
            )
            yield Step("type", of, _to(rewrite.to, view))
        case rp.ManaTypeBySubtype():
            subtypes = view.world[permanent].subtypes
            to = tuple(t for t in _ALL if any(s in subtypes and kind == t for s, kind in rewrite.to.items()))
            if to:
                yield Step("type", _ALL, to)
        case rp.ManaInstead():
            yield Step("instead", (), _to(rewrite.to, view), rewrite.amount)
        case rp.ManaTimes():
            yield Step("times", (), (), rewrite.factor)
        case rp.ManaPlus():
            yield Step("plus", (), (rewrite.type,), rewrite.amount)
        case _:
            raise NotUnderstoodError(getattr(rewrite, "text", f"the replacement {rewrite!r}"))


def _to(to: str, view: View) -> tuple[ManaType, ...]:
    if to == "color_choice":
        return COLORS
    if to == "chosen_color":
        return view.chosen_color()
    return tuple(t for t in _ALL if t == to)
