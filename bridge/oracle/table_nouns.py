"""Templates of nouns: which objects and which players a text speaks of.

A noun means a term ``Filter``. What qualifies it, before or after, is a filter of one test; reading joins the tests,
rendering takes them off again one by one, in the order in which Oracle text has them.
"""

from __future__ import annotations

from typing import Any

from ..typeline import PERMANENT_TYPES
from .templates import Both, n, s, t, variant
from .terms import Term, Value, term

Fields = dict[str, Value]

CARD = "card"
"""Where a card is that is not said to be anywhere: the phrase around it says where."""

_PERMANENT = tuple(sorted(PERMANENT_TYPES))


def merged(first: Value, second: Value) -> Term | None:
    """One filter with the tests of two; None if both say the same of different things."""
    found: Fields = dict(first.fields)
    for key, value in second.fields:
        if key not in found:
            found[key] = value
        elif isinstance(value, tuple) and isinstance(found[key], tuple):
            found[key] = (*found[key], *value)
        elif key == "zone" and CARD in (found[key], value):
            found[key] = value if found[key] == CARD else found[key]
        else:
            return None
    return term("Filter", **found)


def f(**fields: Value) -> Any:
    """A filter of these tests."""
    return n("Filter", **fields)


# What stands before a noun, in its order.
_BEFORE = (
    "tapped",
    "face_down",
    "attacking",
    "blocking",
    "attacking_or_blocking",
    "supertypes",
    "not_supertypes",
    "token_not",
    "not_types",
    "not_subtypes",
    "not_colors",
    "colors",
    "colorless",
    "multicolored",
    "monocolored",
    "historic",
    "modified",
    "also",
)
_AFTER = (
    "controller",
    "owner",
    "with_keywords",
    "without_keywords",
    "compare",
    "counters",
    "entered_this_turn",
    "chosen_type",
    "chosen_color",
    "chosen_name",
    "named_as",
    "that_is",
)


_HISTORIC = (
    term("Filter", supertypes=("legendary",)),
    term("Filter", types=("artifact",)),
    term("Filter", subtypes=("saga",)),
)
"""Legendary, an artifact or a Saga (CR 700.6)."""


def _key(filter_: Term, name: str) -> Fields | None:
    """The test of that name within a filter, as fields."""
    value = filter_.get(name)
    if name == "token_not":
        return {"token": False} if filter_.get("token") is False else None
    if name == "not_colors":
        for one in filter_.get("none_of", ()):
            if set(dict(one.fields)) == {"any_color"}:
                return {"none_of": (one,)}
        return None
    if name == "with_keywords":
        return {"keywords": value_[:1]} if (value_ := filter_.get("keywords")) else None
    if name == "without_keywords":
        for one in filter_.get("none_of", ()):
            if set(dict(one.fields)) == {"keywords"}:
                return {"none_of": (one,)}
        return None
    if name == "attacking_or_blocking":
        either = (term("Filter", attacking=True), term("Filter", blocking=True))
        return {"any_of": either} if filter_.get("any_of") == either else None
    if name == "historic":
        return {"any_of": _HISTORIC} if filter_.get("any_of") == _HISTORIC else None
    if name in ("controller", "owner"):
        if value is None:
            return None
        if filter_.get("zone") in ("graveyard", "hand", "exile", "library"):
            return None
        return {name: value}
    if value is None or value == ():
        return None
    return {name: value[:1] if isinstance(value, tuple) else value}


def without(filter_: Term, taken: Fields) -> Term:
    """The filter without the tests taken from it."""
    found = dict(filter_.fields)
    for key, value in taken.items():
        if isinstance(value, tuple) and key in found:
            rest = tuple(one for one in found[key] if one not in value)
            if rest:
                found[key] = rest
                continue
        del found[key]
    return term("Filter", **found)


def _split(names: tuple[str, ...], last: bool = False) -> Any:
    def take(value: Value) -> Fields | None:
        if not isinstance(value, Term) or value.kind != "Filter":
            return None
        for name in reversed(names) if last else names:
            taken = _key(value, name)
            if taken is not None:
                return {"a": term("Filter", **taken), "n": without(value, taken)}
        return None

    return take


def _join(slots: Fields) -> Value:
    return merged(slots["a"], slots["n"])


def _three(slots: Fields) -> Value:
    joined = merged(slots["n"], slots["a"])
    return None if joined is None else merged(joined, slots["b"])


def _negative(filter_: Term) -> bool:
    return any(filter_.get(name) for name in ("not_types", "not_subtypes", "not_supertypes")) or bool(
        _key(filter_, "not_colors")
    )


def _commas(slots: Fields) -> Value:
    if not _negative(slots["a"]) or not _negative(slots["n"]):
        return None
    return merged(slots["a"], slots["n"])


def _take_commas(value: Value) -> Fields | None:
    taken: Fields | None = _split(_BEFORE)(value)
    if taken is None or not _negative(taken["a"]):
        return None
    following: Fields | None = _split(_BEFORE)(taken["n"])
    return taken if following is not None and _negative(following["a"]) else None


def _no_commas(value: Value) -> Fields | None:
    return None if _take_commas(value) else _split(_BEFORE)(value)


def _plain_join(slots: Fields) -> Value:
    joined = _join(slots)
    return None if joined is None or _take_commas(joined) else joined


t("adj", "tapped", f(tapped=True))
t("adj", "untapped", f(tapped=False))
t("adj", "attacking", f(attacking=True))
t("adj", "blocking", f(blocking=True))
t("adj", "attacking or blocking", f(any_of=(f(attacking=True), f(blocking=True))))
t("adj", "face-down", f(face_down=True))
t("adj", "nontoken", f(token=False))
t("adj", "<x:SUPER>", f(supertypes=(s("x"),)))
t("adj", "<x:NONSUPER>", f(not_supertypes=(s("x"),)))
t("adj", "<x:NONTYPE>", f(not_types=(s("x"),)))
t("adj", "<x:NONSUB>", f(not_subtypes=(s("x"),)))
t("adj", "<x:NONCOLOR>", f(none_of=(f(any_color=(s("x"),)),)))
t("adj", "<x:COLOR>", f(colors=(s("x"),)))
t("adj", "colorless", f(colorless=True))

t("adj", "multicolored", f(multicolored=True))
t("adj", "monocolored", f(monocolored=True))
t("adj", "modified", f(modified=True))
t("adj", "historic", f(any_of=_HISTORIC))
for word in (
    "suspected",
    "enchanted",
    "equipped",
    "unblocked",
    "goaded",
):
    t("adj", word, f(also=(word,)))

t("with", "with <x:KEY>", f(keywords=(s("x"),)))
t("with", "without <x:KEY>", f(none_of=(f(keywords=(s("x"),)),)))
for number, it in (("", "it"), ("s", "them")):
    w = f"with{number}"
    if number:
        t(w, "<x:with>", s("x"))
    t(w, f"with a counter on {it}", f(counters=(n("CounterTest", kind="any"),)))
    t(w, f"with a <k:KIND> counter on {it}", f(counters=(n("CounterTest", kind=s("k")),)))
    t(
        w,
        f"with <n:NUMW> or more <k:KIND> counters on {it}",
        f(counters=(n("CounterTest", kind=s("k"), at_least=s("n")),)),
    )
for what in ("power", "toughness", "mana value"):
    word = what.replace(" ", "_")
    t("with", f"with {what} <x:INT> or less", f(compare=(n("Compare", what=word, is_="le", value=s("x")),)))
    t("with", f"with {what} <x:INT> or greater", f(compare=(n("Compare", what=word, is_="ge", value=s("x")),)))
    t("with", f"with {what} <x:INT>", f(compare=(n("Compare", what=word, is_="eq", value=s("x")),)))
t("with", "with the same name as the exiled card", f(named_as="exiled_with_this"))
t("with", "with the same name as it", f(named_as="event"))
t("with", "named ~", f(named_as="this"))
t("with", "that entered this turn", f(entered_this_turn=True))
t("with", "of the chosen type", f(chosen_type=True))
t("with", "with the chosen name", f(chosen_name=True))
t("with", "of the chosen color", f(chosen_color=True))
t("post", "you control", f(controller="you"))
t("post", "you own", f(owner="you"))
t("post", "defending player controls", f(controller="defending"))
t("post", "that player controls", f(controller="that_player"))
t("post", "they control", f(controller="they"))
t("post", "target player controls", f(controller="target_player"))
t("post", "target opponent controls", f(controller="target_opponent"))
t("posts", "<x:post>", s("x"))
t("post", "an opponent controls", f(controller="opponent"))
variant("post", "your opponents control", f(controller="opponent"))
t("posts", "your opponents control", f(controller="opponent"))
variant("posts", "an opponent controls", f(controller="opponent"))

# Where a card is.
for number in ("", "s"):
    place = f"place{number}"
    for preposition in ("from", "in"):
        own = t if preposition == "from" else variant
        own(place, f"{preposition} your graveyard", f(zone="graveyard", owner="you"))
        own(place, f"{preposition} your hand", f(zone="hand", owner="you"))
        own(place, f"{preposition} a graveyard", f(zone="graveyard"))
        own(place, f"{preposition} an opponent's graveyard", f(zone="graveyard", owner="opponent"))
        own(place, f"{preposition} target player's graveyard", f(zone="graveyard", owner="target_player"))
    t(place, "you own in exile", f(zone="exile", owner="you"))
    variant(place, "from all graveyards", f(zone="graveyard"))
    variant(place, "in all graveyards", f(zone="graveyard"))


# Heads: what kind of object.
for number, ty, sub, suffix in (("", "TYPE", "SUB", ""), ("s", "TYPES", "SUBS", "s")):
    kind = f"kind{number}"
    t(kind, f"<x:{ty}>", f(types=(s("x"),)))
    t(kind, f"<x:TYPE> <y:{ty}>", f(types=(s("x"), s("y"))))
    t(kind, f"<x:{sub}>", f(subtypes=(s("x"),)))
    t(kind, f"<x:SUB> <y:{ty}>", f(subtypes=(s("x"),), types=(s("y"),)))
    t(kind, f"<x:SUB> <y:{sub}>", f(subtypes=(s("x"), s("y"))))
    if not number:
        for joint in ("or",) if not number else ("or", "and", "and/or"):
            t(kind, f"<x:{ty}> {joint} <y:{ty}>", f(any_type=(s("x"), s("y"))))
    else:
        t(kind, "<x:TYPES> and <y:TYPES>", f(any_type=(s("x"), s("y"))))
        variant(kind, "<x:TYPES> and/or <y:TYPES>", f(any_type=(s("x"), s("y"))))
        variant(kind, "<x:TYPES> or <y:TYPES>", f(any_type=(s("x"), s("y"))))
    if not number:
        t(kind, "<x:TYPE> , <y:TYPE> , or <z:TYPE>", f(any_type=(s("x"), s("y"), s("z"))))
        t(kind, "<x:SUB> or <y:SUB>", f(any_subtype=(s("x"), s("y"))))
        t(kind, "<x:SUB> , <y:SUB> , or <z:SUB>", f(any_subtype=(s("x"), s("y"), s("z"))))
    else:
        t(kind, "<x:SUBS> and <y:SUBS>", f(any_subtype=(s("x"), s("y"))))
    t(f"perm{number}", f"permanent{suffix}", f())
    t(f"perm{number}", f"<x:{kind}>", s("x"))
    t(f"perm{number}", f"token{suffix}", f(token=True))
    t(
        f"perm{number}",
        f"<x:kind> token{suffix}",
        Both(
            lambda slots: merged(slots["x"], term("Filter", token=True)),
            lambda value: (
                {"x": value.but(token=None)} if isinstance(value, Term) and value.get("token") is True else None
            ),
        ),
    )
    t(f"cardn{number}", f"card{suffix}", f(zone=CARD))
    t(f"cardn{number}", f"permanent card{suffix}", f(zone=CARD, any_type=_PERMANENT))

    def _carded(slots: Fields) -> Value:
        return merged(slots["x"], term("Filter", zone=CARD))

    def _uncarded(value: Value) -> Fields | None:
        if isinstance(value, Term) and value.get("zone") == CARD and len(value.fields) > 1:
            return {"x": value.but(zone=None)}
        return None

    t(f"cardn{number}", f"<x:kind> card{suffix}", Both(_carded, _uncarded))
    t(f"spelln{number}", f"spell{suffix}", f(zone="stack", spell=True))
    t(f"spelln{number}", f"permanent spell{suffix}", f(zone="stack", spell=True, any_type=_PERMANENT))

    def _spelled(slots: Fields) -> Value:
        return merged(slots["x"], term("Filter", zone="stack", spell=True))

    def _unspelled(value: Value) -> Fields | None:
        if isinstance(value, Term) and value.get("zone") == "stack" and value.get("spell") and len(value.fields) > 2:
            return {"x": value.but(zone=None, spell=None)}
        return None

    t(f"spelln{number}", f"<x:kind> spell{suffix}", Both(_spelled, _unspelled))

    # Qualified: adjectives, then the noun; then what follows it.
    for noun in ("perm", "cardn", "spelln"):
        head = f"{noun}{number}"
        t(f"{head}_a", f"<n:{head}>", s("n"))
        t(f"{head}_a", f"<a:adj> , <n:{head}_a>", Both(_commas, _take_commas))
        t(f"{head}_a", f"<a:adj> <n:{head}_a>", Both(_plain_join, _no_commas))
    for noun, after in (("perm", f"post{number}"), ("spelln", f"post{number}")):
        head = f"{noun}{number}"
        t(f"{head}_c", f"<n:{head}_a>", s("n"))
        t(f"{head}_c", f"<n:{head}_a> <a:{after}>", Both(_join, _split(("controller", "owner"))))
        t(f"{head}_q", f"<n:{head}_c>", s("n"))
        variant(f"{head}_q", f"<n:{head}_a> <a:with{number}> <b:{after}>", Both(_three, lambda value: None))
        t(f"{head}_q", f"<n:{head}_q> <a:with{number}>", Both(_join, _split(_AFTER[2:], last=True)))
    head = f"cardn{number}"
    t(f"{head}_c", f"<n:{head}_a>", s("n"))
    t(f"{head}_c", f"<n:{head}_c> <a:with{number}>", Both(_join, _split(_AFTER[2:], last=True)))

    def _placed(slots: Fields) -> Value:
        return merged(slots["n"], slots["a"])

    def _unplaced(value: Value) -> Fields | None:
        if not isinstance(value, Term) or value.get("zone") not in ("graveyard", "hand", "exile"):
            return None
        place = {name: value.get(name) for name in ("zone", "owner") if name in value}
        return {"a": term("Filter", **place), "n": value.but(owner=None, zone=CARD)}

    t(
        f"cards_in{number}" if number else "card_in",
        f"<n:{head}_c> <a:{place[:-1] if place.endswith('s') else place}{number}>",
        Both(_placed, _unplaced),
    )

# One object of a kind: singular; several: plural.
t("thing", "<x:perm_q>", s("x"))
t("thing", "<x:spelln_q>", s("x"))
t("thing", "<x:card_in>", s("x"))
t("things", "<x:perms_q>", s("x"))
t("things", "<x:spellns_q>", s("x"))
t("things", "<x:cards_ins>", s("x"))


def _other(slots: Fields) -> Value:
    return merged(term("Filter", other=True), slots["x"])


def _not_other(value: Value) -> Fields | None:
    if isinstance(value, Term) and value.kind == "Filter" and value.get("other") is True:
        return {"x": value.but(other=None)}
    return None


t("a_thing", "a <x:thing>", n("A", what=s("x")))
t("a_thing", "another <x:thing>", n("A", what=Both(_other, _not_other)))

# Objects as they are spoken of in instructions.
t("it", "~", n("This"))
t("it", "it", n("It"))
t("it", "that <x:that>", n("That", what=s("x")))
for one in ("creature", "permanent", "card", "land", "artifact", "spell", "enchantment", "planeswalker", "token"):
    t("that", one, one)
t("it", "enchanted <x:host>", n("Attached", how="enchanted", host=s("x")))
t("it", "equipped creature", n("Attached", how="equipped", host="creature"))
for one in (
    "creature",
    "permanent",
    "land",
    "artifact",
    "planeswalker",
    "forest",
    "mountain",
    "island",
    "swamp",
    "plains",
    "equipment",
    "enchantment",
):
    t("host", one, one)

t("aim", "target <x:thing>", n("Aim", what=s("x")))
t("aim", "another target <x:thing>", n("Aim", what=Both(_other, _not_other)))
t("aim", "up to one target <x:thing>", n("Aim", what=s("x"), optional=True))
t("aim", "up to one other target <x:thing>", n("Aim", what=Both(_other, _not_other), optional=True))
t("it", "<x:aim>", s("x"))
t("all", "all <x:things>", n("Every", what=s("x")))
t("all", "all other <x:things>", n("Every", what=Both(_other, _not_other)))
t("each", "each <x:thing>", n("Each", what=s("x")))
t(
    "each",
    "each <x:SUB> and <y:SUB> you control",
    n("Each", what=f(any_subtype=(s("x"), s("y")), controller="you"), both=True),
)
t(
    "each",
    "each <x:TYPE> and <y:SUB> you control",
    n("Each", what=f(any_of=(f(types=(s("x"),)), f(subtypes=(s("y"),))), controller="you"), both=True),
)
t(
    "all",
    "all lands that player controls that could produce any type of mana that land could produce",
    n("Every", what=f(types=("land",), controller="that_player", could_produce_as="event")),
)
t("each", "each other <x:thing>", n("Each", what=Both(_other, _not_other)))
t("they", "they", n("They"))
t("they", "those <x:those>", n("Those", what=s("x")))
t("them", "them", n("They"))
t("them", "those <x:those>", n("Those", what=s("x")))
for one in ("creatures", "permanents", "cards", "lands", "artifacts", "spells", "tokens"):
    t("those", one, one)
for one in ("it", "each"):
    t("obj", f"<x:{one}>", s("x"))
    t("subj", f"<x:{one}>", s("x"))
for one in ("all", "them"):
    t("obj", f"<x:{one}>", s("x"))
t("subjs", "<x:all>", s("x"))
t("subjs", "<x:they>", s("x"))
t("subjs", "<x:things>", n("Bare", what=s("x")))
t("subjs", "other <x:things>", n("Bare", what=Both(_other, _not_other)))

# Players.
t("one", "target player", n("AimPlayer", player="any"))
t("one", "target opponent", n("AimPlayer", player="opponent"))
t("one", "that player", n("ThatPlayer"))
variant("one", "the player", n("ThatPlayer"))
t("one", "defending player", "defending")
t("one", "the active player", "active")
t("one", "a player of your choice", "chosen_player")
t("one", "each player", "any")
t("one", "each opponent", "opponent")
t("one", "its controller", n("ItsController"))
t("one", "its owner", "owner")
t("one", "that <x:that> 's controller", n("ItsController", that=s("x")))
t("one", "they", n("TheyPlayer"))
t("player", "you", "you")
t("player", "<x:one>", s("x"))
