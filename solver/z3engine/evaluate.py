"""What a text means on a board: filters, players, amounts and conditions, read from an ability's point of view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from manaproof.bridge.abilities import BASIC_LAND_TYPES, COLORS, Color, Filter, ManaType
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities import conditions as co
from manaproof.bridge.abilities.filters import PlayerRef
from manaproof.bridge.abilities.mana import SYMBOL

from .filters import EVERY_CREATURE_TYPE, NotUnderstoodError, impersonal, number_of, tests_of
from .linear import Linear, Related, Relation, Truth, both, either, negated, relate
from .objects import Board, GameObject, World
from .subtypes import card_types_of

COLOR_WORDS: Mapping[str, Color] = {
    **{c.lower(): c for c in COLORS},
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
}
"""The names under which a chosen colour may be kept."""


_PARTY = ("cleric", "rogue", "warrior", "wizard")


@dataclass(frozen=True)
class View:
    """A board as an ability sees it.

    Attributes:
        board: The board.
        world: The characteristics of its objects.
        this: The object that the ability is on.
        you: The controller of the ability.
        objects: What "the event's object", "the target", "what was paid", "what was chosen" are: sets of ids.
        players: The same for players.
        x: The value of X (CR 107.3).
        paid: How many counters were removed to pay, by kind.
        event_amount: The amount of the trigger event.
        chosen_colors: Colours that may have been chosen while resolving; None before any is.
        could_produce: The types of each permanent, where texts may speak of them.
        extra_counters: What earlier instructions add to the numbers of counters, by object and kind, where it hangs on
            what is still to be chosen; what is known is on the board.
        cache: What filters match, shared by views of one world.
    """

    board: Board
    world: World
    this: str
    you: str
    objects: Mapping[str, frozenset[str]] = field(default_factory=dict)
    players: Mapping[str, frozenset[str]] = field(default_factory=dict)
    x: Linear = field(default_factory=Linear)
    paid: Mapping[str, Linear] = field(default_factory=dict)
    event_amount: Linear = field(default_factory=Linear)
    chosen_colors: tuple[Color, ...] | None = None
    could_produce: Mapping[str, frozenset[ManaType]] | None = None
    extra_counters: tuple[tuple[str, str, Linear], ...] = ()
    cache: dict[tuple[object, ...], frozenset[str]] | None = None

    def seeing(self, **changes: object) -> View:
        """This view with some attributes changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    # Players

    def who(self, ref: PlayerRef | None, about: str | None = None) -> frozenset[str]:
        """The players that a reference means; *about* is the object it is said of.

        Raises:
            NotUnderstoodError: The players are named by something that has not happened.
        """
        everyone = frozenset(self.board.players)
        if ref is None or ref == "any":
            return self.players.get("any", everyone)
        if ref == "you":
            return frozenset((self.you,))
        if ref == "opponent":
            return everyone - {self.you}
        if ref == "active":
            return frozenset((self.board.active,))
        if ref == "owner":
            return frozenset((self.board.by_id[about or self.this].owner,))
        if ref in self.players:
            return self.players[ref]
        raise NotUnderstoodError(f"the player {ref!r} is named by something that has not happened")

    # Objects

    def matching(self, which: Filter) -> frozenset[str]:
        """The objects that pass a filter."""
        key = (id(which), self.you)
        if self.cache is not None and impersonal(which):
            if key not in self.cache:
                self.cache[key] = self._matching(which)
            return self.cache[key]
        return self._matching(which)

    def _matching(self, which: Filter) -> frozenset[str]:
        candidates: Iterable[GameObject]
        if which.ref is None:
            candidates = self.board.objects if which.zone != "battlefield" else self.board.permanents
        else:
            candidates = (self.board.by_id[o] for o in self.named(which.ref) if o in self.board.by_id)
        return frozenset(one.id for one in candidates if self.passes(which, one.id))

    def named(self, ref: str) -> frozenset[str]:
        """The objects that a reference means."""
        if ref == "this":
            return frozenset((self.this,))
        if ref == "attached":
            to = self.board.by_id[self.this].attached_to
            return frozenset((to,)) if to is not None else frozenset()
        return self.objects.get(ref, frozenset())

    def passes(self, which: Filter, one_id: str) -> bool:
        """Whether an object passes a filter: every test of it.

        Raises:
            NotUnderstoodError: A test speaks of an event that has not happened, or of what could be
                produced where that is not known.
        """
        one = self.board.by_id[one_id]
        now = self.world[one_id]
        for test in tests_of(which):
            if not test(self, one, now):  # a loop and no generator: most of the time is spent here
                break
        else:
            return True
        return False

    def counters(self, one_id: str, kind: str) -> Linear:
        """How many counters of a kind are on an object, earlier instructions of the ability counted."""
        one = self.board.by_id[one_id]
        total = Linear(sum(number for _, number in one.counters) if kind == "any" else one.counter(kind))
        for other, name, change in self.extra_counters:
            if other == one_id and kind in (name, "any"):
                total = total + change
        return total

    def has_counters(self, one_id: str, kind: str, at_least: int = 1) -> bool:
        """Whether so many counters of a kind, or more, are on an object.

        Raises:
            NotUnderstoodError: It hangs on a number that is still to be chosen.
        """
        there = self.counters(one_id, kind)
        if there.constant < at_least and not there.known:
            raise NotUnderstoodError("a number of counters that is still to be chosen")
        return there.constant >= at_least

    def number(self, what: str, one_id: str) -> int | None:
        """Power, toughness, mana value or loyalty of an object; None where it has none.

        Raises:
            NotUnderstoodError: It hangs on a number of counters that is still to be chosen.
        """
        if what != "mana_value" and any(other == one_id for other, _, _ in self.extra_counters):
            raise NotUnderstoodError("a number of counters that is still to be chosen")
        return number_of(what, self.board.by_id[one_id], self.world[one_id])

    def chosen_color(self) -> tuple[Color, ...]:
        """The colour chosen for this object or by an earlier instruction; none where it is undefined."""
        if self.chosen_colors is not None:
            return self.chosen_colors
        words = self.board.by_id[self.this].choice("color")
        return tuple(COLOR_WORDS[w.lower()] for w in words if w.lower() in COLOR_WORDS)

    def chosen_types(self) -> tuple[str, ...]:
        """The type chosen for this object, as a game word; none where none was."""
        this = self.board.by_id[self.this]
        return tuple(w for kind in ("type", "basic_land_type", "creature_type") for w in this.choice(kind))

    # Amounts

    def amount(self, of: am.Amount) -> Linear:
        """An amount; X, payments and event amounts may be unknowns in it.

        Raises:
            NotUnderstoodError: It cannot be told.
        """
        match of:
            case am.Const():
                return Linear(of.value)
            case am.X():
                return self.x
            case am.Count():
                return Linear(len(self.matching(of.of)))
            case am.CountersOn():
                total = Linear()
                for one in self.matching(of.on):
                    total = total + self.counters(one, of.kind)
                return total
            case am.Stat() | am.Greatest():
                found = [self.number(of.what, o) or 0 for o in self.matching(of.of)]
                return Linear(max(found, default=0))
            case am.Different():
                values = {self.number(of.what, o) for o in self.matching(of.of)}
                return Linear(len(values - {None}))
            case am.MostAlike():
                return Linear(self._most_alike(self.matching(of.of)))
            case am.Party():
                return Linear(self._party())
            case am.Total():
                return Linear(sum(self.number(of.what, o) or 0 for o in self.matching(of.of)))
            case am.LifeTotal():
                players = self.who(of.who)
                if len(players) != 1:
                    raise NotUnderstoodError("a life total of more than one player")
                return Linear(self.board.life.get(next(iter(players)), 0))
            case am.ThisTurn():
                happened = [self.board.this_turn.get((player, of.what), 0) for player in self.who(of.who)]
                return Linear(sum(n > 0 for n in happened) if of.players else sum(happened))
            case am.ColorsAmong():
                return Linear(len(frozenset[Color]().union(*(self.world[o].colors for o in self.matching(of.of)))))
            case am.BasicLandTypes():
                found_types = frozenset[str]().union(*(self.world[o].subtypes for o in self.matching(of.of)))
                return Linear(len(found_types & BASIC_LAND_TYPES.keys()))
            case am.Devotion():
                return self._devotion(of)
            case am.PaidCounters():
                return self.paid.get(of.kind, Linear())
            case am.EventAmount():
                return self.event_amount
            case am.Plus():
                return self.amount(of.left) + self.amount(of.right)
            case am.Times():
                return self.amount(of.value) * of.factor
        raise NotUnderstoodError(f"the amount {of.term()}")

    def _most_alike(self, objects: Iterable[str]) -> int:
        """How many of the objects have one creature type in common, at most (CR 205.3m, 702.73a)."""
        types = [self.world[one].subtypes for one in objects]
        named = {t for of in types for t in of if "creature" in card_types_of(t)} or {EVERY_CREATURE_TYPE}
        return max(sum(t in of or EVERY_CREATURE_TYPE in of for of in types) for t in named)

    def _party(self) -> int:
        """CR 700.8: the most of the four parts that creatures you control can fill, each creature one."""
        types = [self.world[one.id] for one in self.board.permanents]
        mine = [one.subtypes for one in types if one.controller == self.you and "creature" in one.types]

        def most(parts: tuple[str, ...], left: list[frozenset[str]]) -> int:
            if not parts:
                return 0
            fit = [i for i, of in enumerate(left) if parts[0] in of or EVERY_CREATURE_TYPE in of]
            found = [1 + most(parts[1:], left[:i] + left[i + 1 :]) for i in fit]
            return max((most(parts[1:], left), *found))

        kinds = {of & {*_PARTY, EVERY_CREATURE_TYPE}: None for of in mine}
        few = [
            one
            for kind in kinds
            for one in [kind] * min(4, sum(of & {*_PARTY, EVERY_CREATURE_TYPE} == kind for of in mine))
        ]
        return most(_PARTY, few)

    def _devotion(self, of: am.Devotion) -> Linear:
        """CR 700.5: the symbols of a colour among mana costs of your permanents."""
        colors = self.chosen_color() if of.to == "chosen" else (of.to,)
        counts = [
            sum(
                symbols_of(self.world[one.id].mana_cost, color)
                for one in self.board.permanents
                if self.world[one.id].controller == self.you
            )
            for color in colors
        ]
        if len(counts) > 1 and len(set(counts)) > 1:
            raise NotUnderstoodError("devotion to a color that is still to be chosen")
        return Linear(counts[0] if counts else 0)

    # Conditions

    def holds(self, condition: co.Condition) -> Truth:
        """A condition; where an unknown decides it, what it depends on.

        Raises:
            NotUnderstoodError: It cannot be told from a board.
        """
        match condition:
            case co.CompareAmounts():
                left, right = self.amount(condition.left), self.amount(condition.right)
                relation: Relation = condition.is_
                if left.known and right.known:
                    return relate(left.constant, relation, right.constant)
                return Related(left, relation, right)
            case co.Exists():
                return bool(self.matching(condition.what))
            case co.Odd():
                number = self.amount(condition.amount)
                if not number.known:
                    raise NotUnderstoodError("whether a number that is still to be chosen is odd")
                return number.constant % 2 == 1
            case co.YourTurn():
                return self.board.active in self.who(condition.who)
            case co.EnteredThisTurn():
                return self.board.by_id[self.this].entered_this_turn
            case co.Kicked():
                return ("kicked", "") in self.board.by_id[self.this].past
            case co.CastFrom():
                return ("cast_from", condition.zone) in self.board.by_id[self.this].past
            case co.YouCast():
                past = self.board.by_id[self.this].past
                return ("cast_by", self.you) in past and (
                    condition.zone == "any" or ("cast_from", condition.zone) in past
                )
            case co.Designation():
                mine = (self.you, condition.what) in self.board.designations
                return mine or ("designation", condition.what) in self.board.by_id[self.this].past
            case co.Not():
                return negated(self.holds(condition.condition))
            case co.All():
                return both(tuple(self.holds(c) for c in condition.of))
            case co.AnyOf():
                return either(tuple(self.holds(c) for c in condition.of))
            case co.Timing():
                raise NotUnderstoodError("a timing restriction where an effect asks for a condition")
        raise NotUnderstoodError(f"the condition {getattr(condition, 'text', condition)!r}")


def symbols_of(cost: str | None, color: Color) -> int:
    """How many symbols of a mana cost are of a colour, hybrid and Phyrexian ones counted (CR 700.5)."""
    return sum(color in symbol.split("/") for symbol in SYMBOL.findall(cost or ""))
