"""Exploring one family: states in which its rules, and its pairs of rules, fire, each as small as can be.

Everything here is repeatable: the same family, seed and aim give the same states in the same order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import clingo
from manaproof.bridge.slots import Slot

from .book import Book, rule_order
from .generate_families import Family
from .generate_field import Field, Model
from .generate_scripts import IDLE, Script, open_script, settled_script
from .generate_states import expected, form_of, scenario_data
from .session import Limits, OutOfMemoryError, OutOfTimeError

NEIGHBOURS = 3
"""How many neighbours of a state, with another amount at its boundary, are taken at most."""

TRIES = 60
"""How many questions a family is asked at most for each state that is wanted."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a family.

    Attributes:
        rules: the rules that are to fire in every play.
        most: how many states are wanted.
        seed: a number.
        pending: whether state-based actions may be due in the state itself.
        dropping: whether it is tried to do without each step that players take.
        pairs: pairs of rules that are wanted in particular; none: every rule, and then every pair.
        whole: one play is wanted as it is, nothing being left out; what is said of it.
        neighbours: of each state also its neighbours are wanted, in which one amount is another.
        hard: only the harder half of the states is wanted (:mod:`.generate_hard`).
        seconds: how much of a processor's time it may take.
    """

    rules: tuple[str, ...] = ()
    most: int = 10
    seed: int = 0
    pending: bool = False
    dropping: bool = True
    pairs: tuple[tuple[str, str], ...] = ()
    whole: str = ""
    neighbours: bool = True
    hard: bool = False
    seconds: float = 10.0


@dataclass
class Finding:
    """What a family gives.

    Attributes:
        family: its name.
        states: the states, as data.
        rules: the rules that may fire in it, as far as grounding tells.
        fired: the rules that do fire in some state found.
        excluded: the pairs of rules that fire together in none of its plays; of a pair of the same rule, the rule.
        undecided: pairs that were not decided in time.
        error: what went wrong, if something did.
    """

    family: str
    states: list[dict[str, Any]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    fired: list[str] = field(default_factory=list)
    excluded: list[list[str]] = field(default_factory=list)
    undecided: list[list[str]] = field(default_factory=list)
    error: str = ""

    def to_data(self) -> dict[str, Any]:
        """As data."""
        return dict(vars(self))


def explore(family: Family, wish: Wish, *, book: Book | None = None, limits: Limits | None = None) -> Finding:
    """States of a family.

    Args:
        family: the family.
        wish: what they are to be like.
        book: the rulebook.
        limits: time and memory.

    Raises:
        InputError: the family is no scenario.
        OutOfTimeError, OutOfMemoryError: it could not be ground within the limits.
    """
    return _Explorer(family, wish, book or Book.bundled(), limits or Limits()).run()


class _Explorer:
    def __init__(self, family: Family, wish: Wish, book: Book, limits: Limits) -> None:
        self.family, self.wish, self.book, self.limits = family, wish, book, limits
        self.finding = Finding(family.name)
        self._draw = random.Random(f"explore {wish.seed} {family.name}")
        self._forms: set[str] = set()
        self._covered: set[tuple[str, str]] = set()
        self._fired: list[frozenset[str]] = []
        self._variants: dict[int, Field | None] = {}
        self._again = self._exhausted = False

    def run(self) -> Finding:
        wish, finding = self.wish, self.finding
        with Field(
            self.family.scenario(), self.book, limits=self.limits, pending=wish.pending, seed=wish.seed
        ) as self.field:
            self.field.ground()
            finding.rules = sorted(self.field.rules, key=rule_order)
            if not set(wish.rules) <= self.field.rules:
                return finding
            if wish.whole:
                found = self.field.find()
                if isinstance(found, Model):
                    self._keep(found, (), self.field, settled_script(self.family.script, _steps_chosen(found.values)))
                return finding
            for tries, aim in enumerate(self._aims()):
                if len(finding.states) >= wish.most or tries >= TRIES * wish.most:
                    break
                self._attempt(aim)
            for variant in self._variants.values():
                if variant is not None:
                    variant.search.session.close()
        fired = {rule for state in finding.states for rule in state["rules"]}
        finding.fired = sorted(fired, key=rule_order)
        return finding

    def _aims(self) -> Iterator[tuple[str, ...]]:
        """The sets of rules that are to fire together, one after the other."""
        wished = self.wish.rules
        if self.wish.pairs:
            yield from (pair for pair in self.wish.pairs if pair not in self._covered)
            return
        if wished:
            yield wished
        ordinary_rules = ordinary(self.book)
        rules = [rule for rule in sorted(self.field.rules, key=rule_order) if rule not in ordinary_rules]
        open_ = [rule for rule in rules if rule not in self.field.always and rule not in wished]
        if not wished and rules and len(open_) < len(rules):
            yield (next(rule for rule in rules if rule not in open_),)
        self._draw.shuffle(open_)
        for rule in open_:
            if (rule, rule) not in self._covered:
                yield (*wished, rule)
        possible = [rule for rule in open_ if (rule, rule) in self._covered]
        pairs = list(combinations(sorted(possible, key=rule_order), 2))
        self._draw.shuffle(pairs)
        for pair in pairs:
            if pair not in self._covered:
                yield (*wished, *pair)
        if not self.wish.neighbours:
            return
        # Then three at a time that no state has together: plays that are further apart still.
        for _ in range(4 * self.wish.most):
            if len(possible) < 3:
                break
            three = sorted(self._draw.sample(possible, 3), key=rule_order)
            if not any(set(three) <= fired for fired in self._fired):
                yield (*wished, *three)
        # Everything is covered: further smallest states of the rules wished for, as long as there are any.
        if wished:
            self._again = True
            while not self._exhausted:
                yield wished

    def _attempt(self, aim: tuple[str, ...]) -> None:
        found = self.field.find(aim)
        self._exhausted = self._again and not isinstance(found, Model)
        if self._exhausted:
            return
        if not isinstance(found, Model):
            rules = [rule for rule in aim if rule not in self.wish.rules] or list(aim)
            (self.finding.undecided if found else self.finding.excluded).append(rules)
            return
        small = whole = self.field.smallest(found, aim)
        field_, script = self.field, self.family.script
        if self.wish.dropping:
            small, field_, script = self._without_steps(small, aim)
        self._keep(small, aim, field_, settled_script(script, _steps_chosen(small.values)))
        if self.wish.neighbours:
            self._neighbours(small, aim, field_, script)
        if aim == self.wish.rules:
            self.field.exclude(whole)

    def _neighbours(self, model: Model, aim: tuple[str, ...], field_: Field, script: Script) -> None:
        """States that differ from one in an amount alone, at which its rules may fire or may not."""
        others = [
            (slot, value)
            for slot in field_.compiled.slots
            if slot.name in model.values
            for value in _other_amounts(slot, model.values[slot.name], script)
        ]
        self._draw.shuffle(others)
        for slot, value in others[:NEIGHBOURS]:
            if len(self.finding.states) >= self.wish.most:
                return
            values = {**model.values, slot.name: value}
            found = field_.find(self.wish.rules, field_.fixed(values))
            if isinstance(found, Model):
                found = field_.smallest(found, self.wish.rules, keep=values)
                steps = settled_script(script, _steps_chosen(found.values))
                self._keep(found, self.wish.rules, field_, steps, aim, _shown(slot, value, script))

    def _keep(
        self,
        model: Model,
        aim: tuple[str, ...],
        field_: Field,
        steps: dict[int, Any],
        near: tuple[str, ...] = (),
        boundary: str = "",
    ) -> None:
        """Make a state of a play.

        Args:
            model: the play.
            aim: the rules that fire in it for certain.
            field_: what it was found in.
            steps: its steps.
            near: the rules at whose boundary it is.
            boundary: the amount by which it differs from a state in which they fire.
        """
        played = field_.play(model, aim)
        if played is None:
            return
        play, fired, controllers = played
        if boundary:
            aim = tuple(rule for rule in near if rule in fired)
        for pair in combinations(sorted(fired, key=rule_order), 2):
            self._covered.add(pair)
        self._covered |= {(rule, rule) for rule in fired}
        self._fired.append(fired)
        title = f"Rules {', '.join(aim)} fire in one play." if len(aim) > 1 else f"Rule {', '.join(aim)} fires."
        title = title if aim else self.wish.whole
        if boundary:
            title = f"At the boundary of {', '.join(near)}: {boundary}."
        data = scenario_data(play, steps, self.family.data.get("answers", {}), title, controllers)
        if play.state.problems():
            return
        form = form_of(data, play.state)
        if form in self._forms:
            return
        self._forms.add(form)
        reading = self.family.data.get("reading")
        scenario = {
            "ruling": f"generated {form}",
            **data,
            "cites": sorted(aim, key=rule_order),
            **({"reading": reading} if reading else {}),
        }
        self.finding.states.append(
            {
                "id": form,
                "aim": sorted(aim, key=rule_order),
                **({"boundary": boundary} if boundary else {}),
                "family": self.family.name,
                "source": self.family.source,
                "scenario": scenario,
                "rules": sorted(fired, key=rule_order),
                "expected": expected(play, controllers),
            }
        )

    # --- doing without a step

    def _without_steps(self, small: Model, aim: tuple[str, ...]) -> tuple[Model, Field, Script]:
        """The same state with a shorter script, if the rules fire all the same."""
        script = self.family.script
        for number in _droppable(self.family):
            variant = self._variant(number, aim)
            if variant is None or not set(aim) <= variant.rules:
                continue
            renumbered = _renumbered(small.values, number)
            found = variant.find(aim, variant.fixed(renumbered))
            if isinstance(found, Model):
                shorter = tuple(one for place, one in enumerate(script, 1) if place != number)
                return variant.smallest(found, aim), variant, shorter
        return small, self.field, script

    def _variant(self, number: int, aim: tuple[str, ...]) -> Field | None:
        """The family without a step; None where that could not be ground, or the rules cannot fire in it."""
        if number not in self._variants:
            script = tuple(one for place, one in enumerate(self.family.script, 1) if place != number)
            family = replace(self.family, script=script, data={**self.family.data, "when": open_script(script)})
            try:
                self._variants[number] = Field(
                    family.scenario(), self.book, limits=self.limits, pending=self.wish.pending, seed=self.wish.seed
                )
            except (OutOfTimeError, OutOfMemoryError):
                self._variants[number] = None
        variant = self._variants[number]
        if variant is None or not variant.may_fire(aim):
            return None
        try:
            variant.ground()
        except (OutOfTimeError, OutOfMemoryError):
            self._variants[number] = None
        return self._variants[number]


def _droppable(family: Family) -> list[int]:
    """The numbers of the steps that a player takes, the last first; those that may be idle are tried by the field."""
    acting = ("cast", "activate", "play_land", "block", "resolve", "next_turn", "turn_face_up", "happens", "free")
    return [
        number
        for number, options in reversed(list(enumerate(family.script, 1)))
        if IDLE not in options and any(isinstance(one, dict) and next(iter(one)) in acting for one in options)
    ]


def _other_amounts(slot: Slot, present: clingo.Symbol, script: Script) -> list[clingo.Symbol]:
    """The other answers to what is left open that differ from the present one in an amount alone."""
    step = _step_number(slot)
    if step is not None:
        options = script[step - 1]
        chosen = _but_amount(options[present.number])
        if chosen is None:
            return []
        return [clingo.Number(n) for n, one in enumerate(options) if n != present.number and _but_amount(one) == chosen]
    if len(slot.name.arguments) != 2 or slot.name.arguments[1].type is not clingo.SymbolType.String:
        return []
    if "mana." in slot.shown:  # more mana than is needed makes no other play
        return []
    return [one for one in slot.values if one != present and one.type is clingo.SymbolType.Number]


def _but_amount(step: Any) -> Any:
    """A step without its amount; None if it has none."""
    if not isinstance(step, dict) or "happens" not in step:
        return None
    (name, fields), *_ = step["happens"].items()
    if not isinstance(fields, dict) or "amount" not in fields:
        return None
    return name, {key: one for key, one in fields.items() if key != "amount"}


def _shown(slot: Slot, value: clingo.Symbol, script: Script) -> str:
    """An amount in words."""
    step = _step_number(slot)
    if step is None:
        return f"{slot.shown} is {value}"
    (name, fields), *_ = script[step - 1][value.number]["happens"].items()
    return f"{name} {fields['amount']}"


def _step_number(slot: Slot) -> int | None:
    """The number of the step that is left open; None if it is something else."""
    arguments = slot.name.arguments
    if len(arguments) == 1 and arguments[0].string.startswith("step "):
        return int(arguments[0].string.removeprefix("step "))
    return None


def _steps_chosen(values: dict[clingo.Symbol, clingo.Symbol]) -> dict[int, int]:
    """Which of its possibilities each open step is, by its number."""
    return {
        int(slot.arguments[0].string.removeprefix("step ")): value.number
        for slot, value in values.items()
        if len(slot.arguments) == 1 and slot.arguments[0].string.startswith("step ")
    }


def _renumbered(values: dict[clingo.Symbol, clingo.Symbol], without: int) -> dict[clingo.Symbol, clingo.Symbol]:
    """The same answers in a script that lacks a step."""
    found = {}
    for slot, value in values.items():
        if len(slot.arguments) == 1 and slot.arguments[0].string.startswith("step "):
            number = int(slot.arguments[0].string.removeprefix("step "))
            if number == without:
                continue
            fresh = number - 1 if number > without else number
            slot = clingo.Function("slot", [clingo.String(f"step {fresh}")])
        found[slot] = value
    return found


@lru_cache(maxsize=4)
def ordinary(book: Book) -> frozenset[str]:
    """The rules that fire in every game: those of a turn in which nobody has or does anything."""
    nothing: Script = (("pass",),)
    data = {
        "ruling": "nothing",
        "restated": "Nobody has or does anything.",
        "given": {"turn": {"number": 2}, "players": {"alice": {}, "bob": {}}},
        "when": ["pass"],
        "then": [{"at_end": {"any": ["stack_empty", {"not": "stack_empty"}]}}],
    }
    with Field(Family("nothing", data, nothing, "nothing").scenario(), book, pending=True) as field_:
        field_.ground()
        return field_.always


__all__ = ["Finding", "Wish", "explore", "ordinary"]
