"""Templates of replacement effects: how things enter, other costs, and what becomes of mana (CR 614, 118, 106.12)."""

from __future__ import annotations

from typing import Any

from .templates import n, s, t, variant

# As something enters (CR 614.1c, 614.1d), and other replacements.
_ENTERS = n("Enters")


def entering(pattern: str, *instead: Any, **more: Any) -> None:
    """What replaces this object's entering."""
    t("static", pattern, n("Replacement", event=_ENTERS, instead=tuple(instead), **more))


TAPPED = n("EntersTapped")
entering("~ enters tapped", TAPPED)
t(
    "static",
    "~ enters tapped unless <i:if>",
    n("Replacement", event=_ENTERS, instead=(TAPPED,), only_if=n("Not", condition=s("i")), unless=True),
)
t("static", "if <i:if> , ~ enters tapped", n("Replacement", event=_ENTERS, instead=(TAPPED,), only_if=s("i")))
for a in ("a",):
    entering(
        f"~ enters with {a} <k:KIND> counter on it", n("EntersWithCounters", kind=s("k"), amount=n("Const", value=1))
    )
    entering(
        f"~ enters tapped with {a} <k:KIND> counter on it",
        TAPPED,
        n("EntersWithCounters", kind=s("k"), amount=n("Const", value=1)),
    )
entering("~ enters with <m:many> <k:KIND> counters on it", n("EntersWithCounters", kind=s("k"), amount=s("m")))
entering(
    "~ enters tapped with <m:many> <k:KIND> counters on it", TAPPED, n("EntersWithCounters", kind=s("k"), amount=s("m"))
)
entering(
    "~ enters with a number of <k:KIND> counters on it equal to <a:amount>",
    n("EntersWithCounters", kind=s("k"), amount=n("EqualTo", amount=s("a"))),
)
entering("~ enters with a <k:KIND> counter on it <a:for_each>", n("EntersWithCounters", kind=s("k"), amount=s("a")))
t(
    "static",
    "~ enters with a <k:KIND> counter on it if <i:if>",
    n(
        "Replacement",
        event=_ENTERS,
        instead=(n("EntersWithCounters", kind=s("k"), amount=n("Const", value=1)),),
        only_if=s("i"),
        after=True,
    ),
)
t(
    "static",
    "if <i:if> , it enters with a <k:KIND> counter on it",
    n(
        "Replacement",
        event=_ENTERS,
        instead=(n("EntersWithCounters", kind=s("k"), amount=n("Const", value=1)),),
        only_if=s("i"),
    ),
)
t(
    "static",
    "if ~ was kicked , it enters with <m:many> <k:KIND> counters on it",
    n(
        "Replacement",
        event=_ENTERS,
        instead=(n("EntersWithCounters", kind=s("k"), amount=s("m")),),
        only_if=n("Happened", what="kicked"),
    ),
)
t(
    "static",
    "if ~ was kicked , it enters with a <k:KIND> counter on it",
    n(
        "Replacement",
        event=_ENTERS,
        instead=(n("EntersWithCounters", kind=s("k"), amount=n("Const", value=1)),),
        only_if=n("Happened", what="kicked"),
    ),
)
entering("as ~ enters , choose a color", n("EntersChoosing", what="color"))
for word, text in (("W", "white"), ("U", "blue"), ("B", "black"), ("R", "red"), ("G", "green")):
    entering(
        f"as ~ enters , choose a color other than {text}",
        n("EntersChoosing", what="color", among=tuple(one for one in "WUBRG" if one != word)),
    )
    entering(
        f"~ enters tapped . as it enters , choose a color other than {text}",
        TAPPED,
        n("EntersChoosing", what="color", among=tuple(one for one in "WUBRG" if one != word)),
    )
entering("~ enters tapped . as it enters , choose a color", TAPPED, n("EntersChoosing", what="color"))
entering("as ~ enters , choose a creature type", n("EntersChoosing", what="creature_type"))
entering("as ~ enters , choose a basic land type", n("EntersChoosing", what="basic_land_type"))
entering("as ~ enters , choose an opponent", n("EntersChoosing", what="opponent"))
entering(
    "as ~ enters , you may pay <x:INT> life . if you don't , it enters tapped",
    n("EntersTappedUnless", cost=(n("PayLife", amount=n("Const", value=s("x"))),)),
)
entering(
    "as ~ enters , you may reveal <x:a_card> from your hand . if you don't , ~ enters tapped",
    n("EntersTappedUnless", cost=(n("ActionCost", action="reveal", what=s("x")),)),
)
t("a_card", "a <x:cardn_c>", n("InHand", what=s("x")))
t(
    "static",
    "you may have ~ enter as a copy of <x:any_thing> on the battlefield",
    n("Replacement", event=_ENTERS, instead=(n("EntersAs", what="a_copy", of=s("x")),)),
)
t("any_thing", "any <x:thing>", s("x"))
t("static", "<o:things> enter tapped", n("Replacement", event=n("Enters", what=s("o")), instead=(TAPPED,)))
t("static", "<o:things> enter the battlefield tapped", n("Never"))
t(
    "static",
    "if ~ would be put into a graveyard from anywhere , exile it instead",
    n(
        "Replacement",
        event=n("ObjectDoes", action="put_into_graveyard_from_anywhere"),
        instead=(n("GoesElsewhere", zone="exile"),),
    ),
)
t(
    "static",
    "if ~ would die , exile it instead",
    n("Replacement", event=n("Leaves", to="graveyard"), instead=(n("GoesElsewhere", zone="exile"),)),
)
t("static", "as an additional cost to cast ~ , <c:cost>", n("AdditionalCost", cost=s("c")))
t("static", "as an additional cost to cast ~ , you may <c:cost>", n("AdditionalCost", cost=s("c"), optional=True))
t("static", "you may <c:cost> rather than pay ~ 's mana cost", n("AlternativeCost", cost=s("c")))
t("static", "you may pay <c:cost> rather than pay ~ 's mana cost", n("AlternativeCost", cost=s("c"), pay=True))
t("static", "if <i:if> , you may cast ~ without paying its mana cost", n("AlternativeCost", only_if=s("i")))
t(
    "static",
    "prevent all damage that would be dealt to ~",
    n("Replacement", event=n("DamageDealt", to=n("This")), instead=(n("Prevent"),)),
)
t(
    "static",
    "prevent all combat damage that would be dealt to ~",
    n("Replacement", event=n("DamageDealt", to=n("This"), combat=True), instead=(n("Prevent"),)),
)
t("static", "prevent all combat damage that would be dealt to and dealt by ~", n("Never"))

# What becomes of mana (CR 106.12, 614.1a).
for _text, _to in (("{C}", "C"), ("colorless mana", "C")):
    _variant = t if _text == "{C}" else variant
    _variant(
        "static",
        f"if <o:a_thing> is tapped for mana , it produces {_text} instead of any other type",
        n("TapMana", what=s("o"), instead=n("ManaTypeInstead", to=_to)),
    )
t(
    "static",
    "if <o:a_thing> is tapped for mana , it produces mana of a color of your choice instead of any other type",
    n("TapMana", what=s("o"), instead=n("ManaTypeInstead", to="color_choice")),
)
t(
    "static",
    "if <o:a_thing> is tapped for mana , it produces {C} instead of any other type and amount",
    n("TapMana", what=s("o"), instead=n("ManaInstead", to="C")),
)
t(
    "static",
    "if <o:a_thing> is tapped for two or more mana , it produces {C} instead of any other type and amount",
    n("TapMana", what=s("o"), at_least=2, instead=n("ManaInstead", to="C")),
)
t(
    "static",
    "if you tap <o:a_thing> for mana , it produces one mana of a color of your choice instead of any other type "
    "and amount",
    n("TapMana", what=s("o"), by="you", instead=n("ManaInstead", to="color_choice")),
)
t("do", "until end of turn , <x:static>", n("Creates", ability=s("x")))
t("qdo", "<o:it> <c:qtemporary>", n("Apply", to=s("o"), changes=s("c"), lasts="indefinite"))
t("do", "<o:it> <c:btemporary> until your next turn", n("Apply", to=s("o"), changes=s("c"), lasts="your_next_turn"))
t("quotesent", "<x:qdo>", s("x"))
_LANDS = (
    ("plains", "plains"),
    ("islands", "island"),
    ("swamps", "swamp"),
    ("mountains", "mountain"),
    ("forests", "forest"),
)
for _left_out in ("", "islands"):
    _said = [one for one in _LANDS if one[0] != _left_out]
    _texts = [f"{many} produce <{one[0]}:MANA>" for many, one in _said]
    t(
        "static",
        f"if tapped for mana , {', '.join(_texts[:-1])} , and {_texts[-1]} instead of any other type",
        n("BySubtype", **{one: s(one[0]) for _, one in _said}),
    )
_TYPES = (("W", "{W}"), ("U", "{U}"), ("B", "{B}"), ("R", "{R}"), ("G", "{G}"))
for letter, symbol in _TYPES:
    tap = "if <o:a_thing> is tapped for mana"
    t(
        "static",
        f"{tap} , it produces {symbol} instead of any other type",
        n("TapMana", what=s("o"), instead=n("ManaTypeInstead", to=letter)),
    )
    t(
        "static",
        f"{tap} for two or more mana , it produces {symbol} instead of any other type and amount",
        n("TapMana", what=s("o"), at_least=2, instead=n("ManaInstead", to=letter)),
    )
    t(
        "static",
        f"{tap} , it produces {symbol} instead of any other type and amount",
        n("TapMana", what=s("o"), instead=n("ManaInstead", to=letter)),
    )
    t(
        "static",
        f"if you tap <o:a_thing> for mana , it produces {symbol} instead of any other type",
        n("TapMana", what=s("o"), by="you", instead=n("ManaTypeInstead", to=letter)),
    )
t(
    "static",
    "if you tap <o:a_thing> for mana , it produces twice as much of that mana instead",
    n("TapMana", what=s("o"), by="you", instead=n("ManaTimes", factor=2)),
)
t(
    "static",
    "if you tap <o:a_thing> for mana , it produces three times as much of that mana instead",
    n("TapMana", what=s("o"), by="you", instead=n("ManaTimes", factor=3)),
)
t(
    "static",
    "if <o:a_thing> is tapped for mana , it produces twice as much of that mana instead",
    n("TapMana", what=s("o"), instead=n("ManaTimes", factor=2)),
)
