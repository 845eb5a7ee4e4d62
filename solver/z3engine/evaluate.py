"""What a text means on a board: filters, players, amounts and conditions, read from an ability's point of view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from manaproof.bridge.abilities import COLORS, Color, Filter, Keyword, ManaType
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities import conditions as co
from manaproof.bridge.abilities.filters import Compare, PlayerRef
from manaproof.bridge.abilities.mana import SYMBOL

from .linear import Linear, Related, Relation, Truth, both, either, negated, relate
from .objects import Board, Characteristics, GameObject, World

COLOR_WORDS: Mapping[str, Color] = {
    **{c.lower(): c for c in COLORS},
    "white": "W",
    "blue": "U",
    "black": "B",
    "red": "R",
    "green": "G",
}
"""The names under which a chosen colour may be kept."""


class NotUnderstoodError(Exception):
    """A text that has no encoding, or none on this board; its message says which."""


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
        extra_counters: Changes of the numbers of counters by earlier instructions, by object and kind.
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
        raise NotUnderstoodError(f"the player {ref!r} is named by an event that has not happened")

    # Objects

    def matching(self, which: Filter) -> frozenset[str]:
        """The objects that pass a filter."""
        key = (id(which), self.you)
        if self.cache is not None and _impersonal(which):
            if key not in self.cache:
                self.cache[key] = self._matching(which)
            return self.cache[key]
        return self._matching(which)

    def _matching(self, which: Filter) -> frozenset[str]:
        candidates: Iterable[GameObject]
        if which.ref is None:
            candidates = self.board.objects if which.zone != "battlefield" else self.board.permanents
        else:
            candidates = (self.board.by_id[o] for o in self._named(which.ref) if o in self.board.by_id)
        return frozenset(one.id for one in candidates if self.passes(which, one.id))

    def _named(self, ref: str) -> frozenset[str]:
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
        if which.ref is not None and one_id not in self._named(which.ref):
            return False
        if one.zone != which.zone or (which.other and one_id == self.this):
            return False
        if not _passes_characteristics(which, now):
            return False
        if not self._passes_status(which, one, now):
            return False
        if which.controller not in (None, "any"):
            controller = now.controller if one.zone in ("battlefield", "stack") else one.owner
            if controller not in self.who(which.controller, one_id):
                return False
        if which.owner not in (None, "any") and one.owner not in self.who(which.owner, one_id):
            return False
        if which.could_produce:
            if self.could_produce is None:
                raise NotUnderstoodError("a text about what could be produced, where that cannot be known yet")
            if not self.could_produce.get(one_id, frozenset()).issuperset(which.could_produce):
                return False
        if which.could_produce_as is not None:
            if self.could_produce is None:
                raise NotUnderstoodError("a text about what could be produced, where that cannot be known yet")
            shared = frozenset[ManaType]().union(
                *(self.could_produce.get(o, frozenset()) for o in self._named(which.could_produce_as))
            )
            if shared.isdisjoint(self.could_produce.get(one_id, frozenset())):
                return False
        if which.any_of and not any(self.passes(inner, one_id) for inner in which.any_of):
            return False
        return not any(self.passes(inner, one_id) for inner in which.none_of)

    def _passes_status(self, which: Filter, one: GameObject, now: Characteristics) -> bool:
        if which.tapped is not None and one.tapped != which.tapped:
            return False
        if which.token is not None and one.token != which.token:
            return False
        if which.commander is not None and one.commander != which.commander:
            return False
        if not all(self.counters(one.id, test.kind).constant >= test.at_least for test in which.counters):
            return False
        if not all(self._compares(test, one, now) for test in which.compare):
            return False
        if which.chosen_color and now.colors.isdisjoint(self.chosen_color()):
            return False
        this = self.board.by_id[self.this]
        if which.chosen_type:
            chosen = set(this.choice("type") + this.choice("basic_land_type") + this.choice("creature_type"))
            if chosen.isdisjoint(now.subtypes | now.types | now.supertypes):
                return False
        if which.chosen_name:
            return now.name is not None and now.name.casefold() in {n.casefold() for n in this.choice("name")}
        return True

    def _compares(self, test: Compare, one: GameObject, now: Characteristics) -> bool:
        number = _stat(test.what, one, now)
        return number is not None and relate(number, test.is_, test.value)

    def counters(self, one_id: str, kind: str) -> Linear:
        """How many counters of a kind are on an object, earlier instructions of the ability counted."""
        total = Linear(self.board.by_id[one_id].counter(kind))
        for other, name, change in self.extra_counters:
            if other == one_id and name == kind:
                total = total + change
        return total

    def chosen_color(self) -> tuple[Color, ...]:
        """The colour chosen for this object or by an earlier instruction; none where it is undefined."""
        if self.chosen_colors is not None:
            return self.chosen_colors
        words = self.board.by_id[self.this].choice("color")
        return tuple(COLOR_WORDS[w.lower()] for w in words if w.lower() in COLOR_WORDS)

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
                found = [
                    _stat(of.what, self.board.by_id[o], self.world[o]) or 0 for o in sorted(self.matching(of.of))
                ]
                return Linear(max(found, default=0))
            case am.LifeTotal():
                players = self.who(of.who)
                if len(players) != 1:
                    raise NotUnderstoodError("a life total of more than one player")
                return Linear(self.board.life.get(next(iter(players)), 0))
            case am.ColorsAmong():
                return Linear(len(frozenset[Color]().union(*(self.world[o].colors for o in self.matching(of.of)))))
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
            case co.Not():
                return negated(self.holds(condition.condition))
            case co.All():
                return both(tuple(self.holds(c) for c in condition.of))
            case co.AnyOf():
                return either(tuple(self.holds(c) for c in condition.of))
            case co.Timing():
                raise NotUnderstoodError("a timing restriction where an effect asks for a condition")
        raise NotUnderstoodError(f"the condition {getattr(condition, 'text', condition)!r}")


_SETTLED = (None, "any", "you", "opponent", "active", "owner")


@lru_cache(maxsize=4096)
def _impersonal(which: Filter) -> bool:
    """Whether a filter matches the same objects for every ability of a player's, whatever was done or chosen."""
    return not (
        which.ref or which.other or which.chosen_color or which.chosen_type or which.chosen_name or which.could_produce
        or which.could_produce_as
        or which.counters or which.any_of or which.none_of
    ) and which.controller in _SETTLED and which.owner in _SETTLED


def _passes_characteristics(which: Filter, now: Characteristics) -> bool:
    if not (now.types.issuperset(which.types) and now.types.isdisjoint(which.not_types)):
        return False
    if which.any_type and now.types.isdisjoint(which.any_type):
        return False
    if not (now.supertypes.issuperset(which.supertypes) and now.supertypes.isdisjoint(which.not_supertypes)):
        return False
    if not (has_subtypes(now, which.subtypes) and not any(has_subtypes(now, (s,)) for s in which.not_subtypes)):
        return False
    if which.any_subtype and not any(has_subtypes(now, (s,)) for s in which.any_subtype):
        return False
    if not now.colors.issuperset(which.colors) or (which.any_color and now.colors.isdisjoint(which.any_color)):
        return False
    if which.colorless is not None and which.colorless != (not now.colors):
        return False
    if which.name is not None and now.name != which.name:
        return False
    if which.keywords:
        held = {h.ability.keyword for h in now.abilities if isinstance(h.ability, Keyword)}
        return held.issuperset(which.keywords)
    return True


def has_subtypes(now: Characteristics, subtypes: Iterable[str]) -> bool:
    """Whether an object has all of some subtypes."""
    return now.subtypes.issuperset(subtypes)


def _stat(what: str, one: GameObject, now: Characteristics) -> int | None:
    """A number of an object; None where it has none (CR 208.3)."""
    if what == "mana_value":
        return now.mana_value
    if what == "loyalty":
        return one.counter("loyalty") if "planeswalker" in now.types else None
    if "creature" not in now.types and one.zone == "battlefield":
        return None
    return now.power if what == "power" else now.toughness


def symbols_of(cost: str | None, color: Color) -> int:
    """How many symbols of a mana cost are of a colour, hybrid and Phyrexian ones counted (CR 700.5)."""
    return sum(color in symbol.split("/") for symbol in SYMBOL.findall(cost or ""))
