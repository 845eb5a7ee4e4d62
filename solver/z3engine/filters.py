"""Filters as lists of tests: only the tests that a filter names are made, once, and tried in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from manaproof.bridge.abilities import Filter, Keyword, ManaType
from manaproof.bridge.abilities.filters import Compare

from .linear import relate
from .objects import Characteristics, GameObject
from .subtypes import card_types_of

if TYPE_CHECKING:
    from .evaluate import View

Test = Callable[["View", GameObject, Characteristics], bool]
"""Whether an object, with its characteristics, passes, as a view sees it."""

EVERY_CREATURE_TYPE = "every_creature_type"
"""Stands among the subtypes of an object that is every creature type (CR 702.73a)."""

_TESTS = frozenset(
    (
        "ref",
        "zone",
        "other",
        "types",
        "any_type",
        "not_types",
        "supertypes",
        "not_supertypes",
        "subtypes",
        "any_subtype",
        "not_subtypes",
        "colors",
        "any_color",
        "colorless",
        "multicolored",
        "monocolored",
        "named_as",
        "exiled_with_this",
        "attacking",
        "blocking",
        "attacked",
        "entered_this_turn",
        "modified",
        "chosen_color",
        "chosen_type",
        "chosen_name",
        "controller",
        "owner",
        "tapped",
        "token",
        "commander",
        "transformed",
        "face_down",
        "name",
        "keywords",
        "counters",
        "compare",
        "could_produce",
        "could_produce_as",
        "any_of",
        "none_of",
    )
)
"""The tests that are understood; any other makes a text not understood rather than ignored."""


class NotUnderstoodError(Exception):
    """A text that has no encoding, or none on this board; its message says which."""


_made: dict[int, tuple[Filter, tuple[Test, ...], bool]] = {}
_MOST = 20_000


def _entry(which: Filter) -> tuple[Filter, tuple[Test, ...], bool]:
    """The tests of a filter; filters are told apart by identity, since they are kept with their tests."""
    found = _made.get(id(which))
    if found is None or found[0] is not which:
        if len(_made) >= _MOST:
            _made.clear()
        found = _made[id(which)] = (which, tuple(_tests(which)), _impersonal(which))
    return found


def tests_of(which: Filter) -> tuple[Test, ...]:
    """The tests of a filter."""
    return _entry(which)[1]


def impersonal(which: Filter) -> bool:
    """Whether a filter matches the same objects for every ability of a player's, whatever was done or chosen."""
    return _entry(which)[2]


_SETTLED = (None, "any", "you", "opponent", "active", "owner")


def _impersonal(which: Filter) -> bool:
    personal = (
        which.ref,
        which.other,
        which.chosen_color,
        which.chosen_type,
        which.chosen_name,
        which.named_as,
        which.exiled_with_this,
        which.could_produce,
        which.could_produce_as,
        which.counters,
        which.any_of,
        which.none_of,
    )
    return not any(personal) and which.controller in _SETTLED and which.owner in _SETTLED


def has_subtype(now: Characteristics, subtype: str) -> bool:
    """Whether an object has a subtype."""
    if subtype in now.subtypes:
        return True
    return EVERY_CREATURE_TYPE in now.subtypes and "creature" in card_types_of(subtype)


def number_of(what: str, one: GameObject, now: Characteristics) -> int | None:
    """Power, toughness, mana value or loyalty of an object; None where it has none (CR 208.3)."""
    if what == "mana_value":
        return now.mana_value
    if what == "loyalty":
        return one.counter("loyalty") if "planeswalker" in now.types else None
    if "creature" not in now.types and one.zone == "battlefield":
        return None
    return now.power if what == "power" else now.toughness


def _tests(which: Filter) -> Iterator[Test]:
    fields = type(which).model_fields
    unknown = [name for name in fields if name not in _TESTS and getattr(which, name) != fields[name].default]
    yield from _identity(which)
    if unknown:
        yield _refusing(" and ".join(unknown))
    yield from _characteristics(which)
    yield from _chosen(which)
    yield from _status(which)
    yield from _players(which)
    yield from _production(which)
    if which.any_of:
        yield lambda view, one, now: any(view.passes(inner, one.id) for inner in which.any_of)
    if which.none_of:
        yield lambda view, one, now: not any(view.passes(inner, one.id) for inner in which.none_of)


def _refusing(what: str) -> Test:
    def refuse(view: View, one: GameObject, now: Characteristics) -> bool:
        raise NotUnderstoodError(f"the test {what!r}")

    return refuse


def _identity(which: Filter) -> Iterator[Test]:
    ref, zone = which.ref, which.zone
    if ref is not None:
        yield lambda view, one, now: one.id in view.named(ref)
    yield lambda view, one, now: one.zone == zone
    if which.other:
        yield lambda view, one, now: one.id != view.this


def _characteristics(which: Filter) -> Iterator[Test]:
    types, any_type, not_types = frozenset(which.types), frozenset(which.any_type), frozenset(which.not_types)
    if types:
        yield lambda view, one, now: types <= now.types
    if any_type:
        yield lambda view, one, now: not any_type.isdisjoint(now.types)
    if not_types:
        yield lambda view, one, now: not_types.isdisjoint(now.types)
    supertypes, not_supertypes = frozenset(which.supertypes), frozenset(which.not_supertypes)
    if supertypes:
        yield lambda view, one, now: supertypes <= now.supertypes
    if not_supertypes:
        yield lambda view, one, now: not_supertypes.isdisjoint(now.supertypes)
    if which.subtypes:
        yield lambda view, one, now: all(has_subtype(now, s) for s in which.subtypes)
    if which.any_subtype:
        yield lambda view, one, now: any(has_subtype(now, s) for s in which.any_subtype)
    if which.not_subtypes:
        yield lambda view, one, now: not any(has_subtype(now, s) for s in which.not_subtypes)
    colors, any_color = frozenset(which.colors), frozenset(which.any_color)
    if colors:
        yield lambda view, one, now: colors <= now.colors
    if any_color:
        yield lambda view, one, now: not any_color.isdisjoint(now.colors)
    if which.colorless is not None:
        yield lambda view, one, now: which.colorless == (not now.colors)
    if which.multicolored is not None:
        yield lambda view, one, now: which.multicolored == (len(now.colors) > 1)
    if which.monocolored is not None:
        yield lambda view, one, now: which.monocolored == (len(now.colors) == 1)
    if which.name is not None:
        yield lambda view, one, now: now.name == which.name
    keywords = frozenset(which.keywords)
    if keywords:
        yield (
            lambda view, one, now: (
                keywords <= {held.ability.keyword for held in now.abilities if isinstance(held.ability, Keyword)}
            )
        )


def _chosen(which: Filter) -> Iterator[Test]:
    if which.chosen_color:
        yield lambda view, one, now: not now.colors.isdisjoint(view.chosen_color())
    if which.chosen_type:
        yield lambda view, one, now: any(has_subtype(now, word) or word in now.types for word in view.chosen_types())
    if which.exiled_with_this:
        yield lambda view, one, now: one.exiled_with == view.this
    if which.named_as is not None:
        yield lambda view, one, now: now.name is not None and now.name in _names(view, which.named_as)
    if which.chosen_name:
        yield (
            lambda view, one, now: (
                now.name is not None
                and now.name.casefold() in {name.casefold() for name in view.board.by_id[view.this].choice("name")}
            )
        )


def _names(view: View, of: str | None) -> set[str | None]:
    """The names of an object that the ability names, or of the cards exiled with this object."""
    if of == "exiled_with_this":
        named = [one.id for one in view.board.objects if one.zone == "exile" and one.exiled_with == view.this]
    else:
        named = list(view.named(of or ""))
    return {view.world[one].name for one in named}


def _status(which: Filter) -> Iterator[Test]:
    for field in ("tapped", "transformed", "face_down", "token", "commander", "entered_this_turn"):
        wanted = getattr(which, field)
        if wanted is not None:
            yield _is(field, wanted)
    for wanted in (which.attacking, which.blocking, which.attacked):
        if wanted is not None:  # a state has no combat
            yield _always(not wanted)
    if which.modified is not None:
        yield lambda view, one, now: _modified(view, one, now) == which.modified
    if which.counters:
        yield lambda view, one, now: all(view.has_counters(one.id, test.kind, test.at_least) for test in which.counters)
    if which.compare:
        yield lambda view, one, now: all(_compares(test, view, one) for test in which.compare)


def _modified(view: View, one: GameObject, now: Characteristics) -> bool:
    """CR 700.9: counters, an Equipment, or an Aura that the permanent's controller controls."""
    attached = [view.world[other.id] for other in view.board.permanents if other.attached_to == one.id]
    return (
        view.has_counters(one.id, "any")
        or any("equipment" in other.subtypes for other in attached)
        or any("aura" in other.subtypes and other.controller == now.controller for other in attached)
    )


def _always(truth: bool) -> Test:
    return lambda view, one, now: truth


def _is(field: str, wanted: bool) -> Test:
    return lambda view, one, now: bool(getattr(one, field) == wanted)


def _compares(test: Compare, view: View, one: GameObject) -> bool:
    number = view.number(test.what, one.id)
    return number is not None and relate(number, test.is_, test.value)


def _players(which: Filter) -> Iterator[Test]:
    controller, owner = which.controller, which.owner
    if controller not in (None, "any"):
        yield (
            lambda view, one, now: (
                (now.controller if one.zone in ("battlefield", "stack") else one.owner) in view.who(controller, one.id)
            )
        )
    if owner not in (None, "any"):
        yield lambda view, one, now: one.owner in view.who(owner, one.id)


def _production(which: Filter) -> Iterator[Test]:
    ref = which.could_produce_as
    if which.could_produce:
        yield lambda view, one, now: _known(view, one.id).issuperset(which.could_produce)
    if ref is not None:
        yield lambda view, one, now: any(
            not _known(view, other).isdisjoint(_known(view, one.id)) for other in view.named(ref)
        )


def _known(view: View, one: str) -> frozenset[ManaType]:
    if view.could_produce is None:
        raise NotUnderstoodError("a text about what could be produced, where that cannot be known yet")
    return view.could_produce.get(one, frozenset())
