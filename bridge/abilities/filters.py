"""Filters: which objects, and which players, a text speaks of.

A filter is a conjunction of tests; its term is ``and(test, and(test, ...))`` in the order of the fields below, so that
equal filters have equal terms. ``asp/machine/filters.lp`` says what each test means.
"""

from __future__ import annotations

from typing import Literal, Self

import clingo
from pydantic import Field, model_validator

from .base import Color, Integer, ManaType, Natural, Node, Word, Zone, fold, word

PlayerRef = Literal[
    "you",
    "opponent",
    "any",
    "active",
    "event_player",
    "controller_of_event_object",
    "target",
    "owner",
    "defending",
    "controller_of_target",
    "owner_of_target",
    "chosen_player",
]
"""A player as seen by the controller of the ability: ``event_player`` is the player the trigger event speaks of."""

ObjectRef = Literal[
    "this",
    "attached",
    "event",
    "target",
    "target_1",
    "target_2",
    "target_3",
    "target_4",
    "target_5",
    "target_6",
    "cost",
    "chosen",
    "affected",
]
"""An object named by its part in the ability: this object; what this is attached to; the object of the trigger event;
the target, or of several the one of that number; what was sacrificed, tapped or untapped to pay the cost; what was
chosen while resolving; each object that
a continuous effect affects, for itself ("power and toughness each equal to its mana value")."""

Comparison = Literal["eq", "ne", "lt", "le", "gt", "ge"]


class Compare(Node):
    """A comparison of a number the object has: ``{what: power, is: ge, value: 5}``."""

    functor = "compare"
    what: Literal["power", "toughness", "mana_value", "loyalty"]
    is_: Comparison = Field(alias="is")
    value: Integer


class CounterTest(Node):
    """At least so many counters of a kind."""

    functor = "counter"
    kind: Word
    at_least: Natural = 1


class Filter(Node):
    """Objects that pass every test given. Without a test it means every permanent."""

    ref: ObjectRef | None = Field(None, description="the one object named by its part in the ability")
    zone: Zone = Field("battlefield", description="where the objects are")
    other: bool = Field(False, description="not this object")
    types: tuple[Word, ...] = Field((), description="card types, all of them")
    any_type: tuple[Word, ...] = Field((), description="card types, one of them")
    not_types: tuple[Word, ...] = ()
    supertypes: tuple[Word, ...] = ()
    not_supertypes: tuple[Word, ...] = Field((), description="nonbasic is not_supertypes: [basic]")
    subtypes: tuple[Word, ...] = Field((), description="subtypes, all of them")
    any_subtype: tuple[Word, ...] = ()
    not_subtypes: tuple[Word, ...] = ()
    colors: tuple[Color, ...] = ()
    any_color: tuple[Color, ...] = ()
    colorless: bool | None = None
    multicolored: bool | None = Field(None, description="of two or more colours (CR 105.2b)")
    monocolored: bool | None = Field(None, description="of exactly one colour (CR 105.2a)")
    chosen_color: bool = Field(False, description="of the colour chosen for this object")
    chosen_type: bool = Field(False, description="of the type chosen for this object")
    chosen_name: bool = Field(False, description="with the name chosen for this object")
    controller: PlayerRef | None = None
    owner: PlayerRef | None = None
    spell: bool | None = Field(None, description="a spell; on the stack, not an ability (CR 112.1)")
    tapped: bool | None = None
    token: bool | None = None
    commander: bool | None = None
    transformed: bool | None = Field(None, description="a double-faced permanent with its back face up (CR 701.27g)")
    face_down: bool | None = None
    on_top: bool | None = Field(None, description="the top card of a library")
    attacking: bool | None = Field(None, description="is an attacking creature")
    blocking: bool | None = Field(None, description="is a blocking creature")
    attacked: bool | None = Field(None, description="was declared as an attacker this combat (508.3a)")
    entered_this_turn: bool | None = Field(None, description="entered the battlefield this turn")
    modified: bool | None = Field(None, description="has counters, Equipment or an Aura of its controller (CR 700.9)")
    exiled_with_this: bool = Field(False, description="was exiled by an ability of this object (CR 607.2a)")
    name: str | None = None
    named_as: ObjectRef | Literal["exiled_with_this"] | None = Field(
        None, description="has a name of that object, or of a card that was exiled with this object"
    )
    keywords: tuple[Word, ...] = ()
    counters: tuple[CounterTest, ...] = ()
    compare: tuple[Compare, ...] = ()
    could_produce: tuple[ManaType, ...] = Field((), description="could produce each of these types (CR 106.7)")
    could_produce_as: ObjectRef | None = Field(
        None, description="could produce some type that this object could produce"
    )
    also: tuple[Word, ...] = Field((), description="tests that have no rules, by name: suspected, goaded")
    any_of: tuple[Filter, ...] = Field((), description="passes one of these filters")
    none_of: tuple[Filter, ...] = Field((), description="passes none of these filters")

    @model_validator(mode="after")
    def _one_reading(self) -> Self:
        if self.ref is not None and self.other:
            raise ValueError("'ref' names one object, so 'other' cannot stand beside it; leave one of them out")
        return self

    def term(self) -> clingo.Symbol:
        """``and(zone(battlefield), and(type(land), controller(you)))``."""
        return fold("and", self._tests())

    def unruled(self) -> list[clingo.Symbol]:
        """The tests that have no rules: ``unsupported("is suspected")``."""
        return [clingo.Function("unsupported", [clingo.String(f"is {one}")]) for one in self.also]

    def _tests(self) -> list[clingo.Symbol]:
        tests: list[clingo.Symbol] = []

        def one(functor: str, *args: clingo.Symbol) -> clingo.Symbol:
            return clingo.Function(functor, list(args))

        def name(text: str) -> clingo.Symbol:
            return clingo.Function(text.lower())

        def negated(symbol: clingo.Symbol) -> clingo.Symbol:
            return clingo.Function("not_", [symbol])

        def words(values: tuple[str, ...], functor: str, some: bool = False, never: bool = False) -> None:
            found = [one(functor, name(v)) for v in values]
            if never:
                tests.extend(negated(f) for f in found)
            elif some and found:
                tests.append(fold("or", found))
            else:
                tests.extend(found)

        def flag(value: bool | None, symbol: clingo.Symbol) -> None:
            if value is not None:
                tests.append(symbol if value else negated(symbol))

        if self.ref is not None:
            tests.append(one("ref", name(self.ref)))
        tests.append(one("zone", name(self.zone)))
        if self.other:
            tests.append(negated(one("ref", name("this"))))
        words(self.types, "type")
        words(self.any_type, "type", some=True)
        words(self.not_types, "type", never=True)
        words(self.supertypes, "supertype")
        words(self.not_supertypes, "supertype", never=True)
        words(self.subtypes, "subtype")
        words(self.any_subtype, "subtype", some=True)
        words(self.not_subtypes, "subtype", never=True)
        words(self.colors, "color")
        words(self.any_color, "color", some=True)
        flag(self.colorless, name("colorless"))
        flag(self.multicolored, name("multicolored"))
        flag(self.monocolored, name("monocolored"))
        for what in ("color", "type", "name"):
            if getattr(self, f"chosen_{what}"):
                tests.append(one("chosen", name(what)))
        if self.controller not in (None, "any"):
            tests.append(one("controller", name(self.controller or "")))
        if self.owner not in (None, "any"):
            tests.append(one("owner", name(self.owner or "")))
        flag(self.spell, name("spell"))
        flag(self.tapped, name("tapped"))
        flag(self.token, name("token"))
        flag(self.commander, name("commander"))
        flag(self.transformed, name("transformed"))
        flag(self.face_down, name("face_down"))
        flag(self.on_top, name("on_top"))
        flag(self.attacking, name("attacking"))
        flag(self.blocking, name("blocking"))
        flag(self.attacked, name("attacked"))
        flag(self.entered_this_turn, name("entered"))
        flag(self.modified, name("modified"))
        if self.exiled_with_this:
            tests.append(one("exiled_with", name("this")))
        if self.name is not None:
            tests.append(one("name", clingo.String(self.name)))
        if self.named_as is not None:
            tests.append(one("named_as", name(self.named_as)))
        words(self.keywords, "keyword")
        tests.extend(c.term() for c in self.counters)
        tests.extend(c.term() for c in self.compare)
        words(self.could_produce, "could_produce")
        if self.could_produce_as is not None:
            tests.append(one("could_produce_as", name(self.could_produce_as)))
        tests.extend(self.unruled())
        if self.any_of:
            tests.append(fold("or", [f.term() for f in self.any_of]))
        tests.extend(negated(f.term()) for f in self.none_of)
        return tests


THIS = Filter(ref="this")
"""This object, on the battlefield."""


def subtype_word(text: str) -> str:
    """The constant of a subtype: ``Urza's`` is ``urzas``."""
    return word(text)
