"""Templates of what continuous effects change: until a time, or as a static ability (CR 604, 611, 613)."""

from __future__ import annotations

import re
from typing import Any

from .table_nouns import f
from .templates import Both, n, s, t, variant
from .terms import Term, Value, term


def _side(text: str) -> Term | None:
    sign, body = text[0], text[1:]
    if body == "X":
        value = term("X")
        return value if sign == "+" else term("Times", factor=-1, value=value)
    return term("Const", value=int(body) if sign == "+" else -int(body))


def _pt(slots: dict[str, Value]) -> Value:
    found = re.fullmatch(r"([+-](?:\d+|X))/([+-](?:\d+|X))", slots["x"])
    if found is None:
        return None
    return term("ModifyPowerToughness", power=_side(found[1]), toughness=_side(found[2]))


def _shown(value: Value, negative: bool) -> str | None:
    if not isinstance(value, Term):
        return None
    if value.kind == "X":
        return "+X"
    if value == term("Times", factor=-1, value=term("X")):
        return "-X"
    if value.kind != "Const":
        return None
    number = value.get("value")
    if number == 0:
        return "-0" if negative else "+0"
    return f"{number:+d}"


def _unpt(value: Value) -> dict[str, Value] | None:
    if not isinstance(value, Term) or value.kind != "ModifyPowerToughness":
        return None
    sides = [value.get("power"), value.get("toughness")]
    negative = [
        isinstance(one, Term) and (one.kind == "Times" or (one.kind == "Const" and one.get("value") < 0))
        for one in sides
    ]
    shown = [_shown(one, negative[1 - index]) for index, one in enumerate(sides)]
    return None if None in shown else {"x": f"{shown[0]}/{shown[1]}"}


PT = Both(_pt, _unpt)


def _set(slots: dict[str, Value]) -> Value:
    found = re.fullmatch(r"(\d+)/(\d+)", slots["x"])
    if found is None:
        return None
    return term(
        "SetPowerToughness", power=term("Const", value=int(found[1])), toughness=term("Const", value=int(found[2]))
    )


def _unset(value: Value) -> dict[str, Value] | None:
    if isinstance(value, Term) and value.kind == "SetPowerToughness":
        sides = [value.get("power"), value.get("toughness")]
        if all(one.kind == "Const" for one in sides):
            return {"x": "/".join(str(one.get("value")) for one in sides)}
    return None


SET = Both(_set, _unset)
t("pt", "<x:PT>", PT)
t("setpt", "<x:PT>", SET)

_JOINED = Both(
    lambda slots: (slots["x"], *slots["y"]),
    lambda value: (
        {"x": value[0], "y": value[1:]}
        if isinstance(value, tuple) and len(value) > 1 and value[0].kind == "ModifyPowerToughness"
        else None
    ),
)


def _grants(value: Value) -> dict[str, Value] | None:
    if isinstance(value, tuple) and value and all(one.kind == "GainAbility" for one in value):
        return {"y": value}
    return None


GRANTS = Both(lambda slots: slots["y"], _grants)

for number, get, gain, have, lose in (("", "gets", "gains", "has", "loses"), ("s", "get", "gain", "have", "lose")):
    for symbol, given in ((f"temporary{number}", gain), (f"lasting{number}", have)):
        t(symbol, f"{get} <x:pt>", (s("x"),))
        t(symbol, f"{get} <x:pt> and {given} <y:grants>", _JOINED)
        t(symbol, f"{given} <y:grants>", GRANTS)
        t(f"q{symbol}", f"{get} <x:pt> and {given} <y:qgrants>", _JOINED)
        t(f"q{symbol}", f"{given} <y:qgrants>", GRANTS)
        t(f"b{symbol}", f"{get} <x:pt> and {given} <y:bgrants>", _JOINED)
        t(f"b{symbol}", f"{given} <y:bgrants>", GRANTS)
        t(
            f"q{symbol}",
            f"{lose} all land types and abilities and {given} <y:qgrants>",
            n("Two", a=(n("LoseLandTypes"), n("LoseAbilities")), b=s("y")),
        )
        t(symbol, f"{lose} all abilities", (n("LoseAbilities"),))
        t(symbol, f"{lose} <k:kw>", (n("LoseKeyword", ability=s("k")),))
        t(symbol, f"{get} <x:pt> <y:for_each>", (n("Per", change=s("x"), each=s("y")),))
        t(symbol, f"{get} <x:pt> and {given} <k:kw> <y:for_each>", (n("Never"),))
    t(
        f"lasting{number}",
        f"{have} <y:bgrants> and {lose} all other abilities",
        n("Two", a=(n("LoseAbilities"),), b=s("y")),
    )
    t(f"temporary{number}", f"{gain} <y:grants> and {get} <x:pt>", (n("Reversed", pt=s("x"), grants=s("y")),))
    for what, text in (("block", "can't block"), ("be_blocked", "can't be blocked"), ("attack", "can't attack")):
        t(f"turn{number}", text, (n("Cant", what=what),))
    t(f"turn{number}", "can't attack or block", (n("Cant", what="attack"), n("Cant", what="block")))
    t(f"turn{number}", "attacks if able" if not number else "attack if able", (n("Must", what="attack"),))
    t(f"turn{number}", "blocks if able" if not number else "block if able", (n("Must", what="block"),))
    t(f"turn{number}", f"{gain} <y:grants>", (n("Never"),))
    subject = f"subj{number}"
    t(
        "do",
        f"<o:{subject}> <c:btemporary{number}> until end of turn",
        n("Apply", to=s("o"), changes=s("c"), lasts="end_of_turn"),
    )
    t(
        "qdo",
        f"until end of turn , <o:{subject}> <c:qtemporary{number}>",
        n("Apply", to=s("o"), changes=s("c"), lasts="end_of_turn", before=True),
    )
    t(
        "do",
        f"<o:{subject}> <c:temporary{number}> until end of turn",
        n("Apply", to=s("o"), changes=s("c"), lasts="end_of_turn"),
    )
    t(
        "do",
        f"until end of turn , <o:{subject}> <c:temporary{number}>",
        n("Apply", to=s("o"), changes=s("c"), lasts="end_of_turn", before=True),
    )
    t(
        "do",
        f"<o:{subject}> <c:temporary{number}> until your next turn",
        n("Apply", to=s("o"), changes=s("c"), lasts="your_next_turn"),
    )
    t(
        "do",
        f"until your next turn , <o:{subject}> <c:temporary{number}>",
        n("Apply", to=s("o"), changes=s("c"), lasts="your_next_turn", before=True),
    )
    t("do", f"<o:{subject}> <c:turn{number}> this turn", n("Apply", to=s("o"), changes=s("c"), lasts="end_of_turn"))
    t("do", f"<o:{subject}> {gain} <c:grants> . it must attack", n("Never"))
    t(
        "do",
        f"<o:{subject}> <c:temporary{number}> until end of turn and <d:turn{number}> this turn",
        n("Apply", to=s("o"), changes=n("Two", a=s("c"), b=s("d")), lasts="end_of_turn"),
    )
    t(
        "do",
        f"<o:{subject}> doesn't untap during its controller's next untap step"
        if not number
        else f"<o:{subject}> don't untap during their controllers' next untap steps",
        n("Freeze", what=s("o")),
    )
    t(
        "do",
        f"switch <o:{'aim' if not number else 'all'}> 's power and toughness until end of turn",
        n("Apply", to=s("o"), changes=(n("SwitchPowerToughness"),), lasts="end_of_turn"),
    )
variant("do", "<o:they> don't untap during their controllers' next untap steps", n("Freeze", what=s("o")))

for a in ("a",):
    t(
        "do",
        f"<o:it> becomes {a} <p:setpt> <c:token_c> <x:token_t> until end of turn",
        n("BecomesAs", what=s("o"), pt=s("p"), colors=s("c"), line=s("x")),
    )
    t(
        "do",
        f"<o:it> becomes {a} <p:setpt> <x:token_t> until end of turn",
        n("BecomesAs", what=s("o"), pt=s("p"), line=s("x")),
    )
    t(
        "do",
        f"<o:it> becomes {a} <p:setpt> <c:token_c> <x:token_t> with <k:grants> until end of turn",
        n("BecomesAs", what=s("o"), pt=s("p"), colors=s("c"), line=s("x"), grants=s("k")),
    )
    t(
        "do",
        f"<o:it> becomes {a} <p:setpt> <x:token_t> with <k:grants> until end of turn",
        n("BecomesAs", what=s("o"), pt=s("p"), line=s("x"), grants=s("k")),
    )
t("do", "it's still a land", n("StillALand"))
t(
    "do",
    "<o:it> becomes an artifact creature until end of turn",
    n("Apply", to=s("o"), changes=(n("AddTypes", types=("artifact", "creature")),), lasts="end_of_turn"),
)
t(
    "do",
    "<o:it> becomes the color of your choice until end of turn",
    n("ObjectAction", action="becomes_the_color_of_your_choice", what=s("o")),
)

FLIERS = f(types=("creature",), keywords=("flying",))

# Static abilities.


def static(pattern: str, affects: Any, changes: Any, **more: Any) -> None:
    """A static ability."""
    t("static", pattern, n("Static", affects=affects, changes=changes, **more))


for number in ("", "s"):
    subject = f"subj{number}"
    static(f"<o:{subject}> <c:lasting{number}>", s("o"), s("c"))
    t("qstatic", f"<o:{subject}> <c:qlasting{number}>", n("Static", affects=s("o"), changes=s("c")))
    t(
        "qstatic",
        f"as long as <i:if> , <o:{subject}> <c:qlasting{number}>",
        n("Static", affects=s("o"), changes=s("c"), only_if=s("i"), before=True),
    )
    t(
        "static",
        f"as long as <i:if> , <o:{subject}> <c:lasting{number}>",
        n("Static", affects=s("o"), changes=s("c"), only_if=s("i"), before=True),
    )
    t(
        "static",
        f"<o:{subject}> <c:lasting{number}> as long as <i:if>",
        n("Static", affects=s("o"), changes=s("c"), only_if=s("i")),
    )
    t(
        "static",
        f"during your turn , <o:{subject}> <c:lasting{number}>",
        n("Static", affects=s("o"), changes=s("c"), only_if=n("YourTurn"), during=True),
    )
    static(f"<o:{subject}> <c:always{number}>", s("o"), s("c"))
    t(
        "static",
        f"as long as <i:if> , <o:{subject}> <c:always{number}>",
        n("Static", affects=s("o"), changes=s("c"), only_if=s("i"), before=True),
    )
    t(
        "static",
        f"<o:{subject}> <c:always{number}> as long as <i:if>",
        n("Static", affects=s("o"), changes=s("c"), only_if=s("i")),
    )
    get, have = ("gets", "has") if not number else ("get", "have")
    always = f"always{number}"
    for text, changes in (
        ("can't block", (n("Cant", what="block"),)),
        ("can't be blocked", (n("Cant", what="be_blocked"),)),
        ("can't attack", (n("Cant", what="attack"),)),
        ("can't attack or block", (n("Cant", what="attack"), n("Cant", what="block"))),
        ("can't be countered", (n("Cant", what="be_countered"),)),
        ("can't transform", (n("Cant", what="transform"),)),
        ("can't attack alone", (n("Cant", what="attack_alone"),)),
        ("can't attack or block alone", (n("Restriction", what="attack_or_block_alone"),)),
        ("can't block alone", (n("Restriction", what="block_alone"),)),
        (
            "can't be the target of spells or abilities your opponents control",
            (n("Restriction", what="be_targeted_by_opponents"),),
        ),
        ("can't be sacrificed", (n("Cant", what="be_sacrificed"),)),
        ("attacks each combat if able" if not number else "attack each combat if able", (n("Must", what="attack"),)),
        ("blocks each combat if able" if not number else "block each combat if able", (n("Must", what="block"),)),
        (
            "attacks or blocks each combat if able" if not number else "attack or block each combat if able",
            (n("Must", what="attack"), n("Must", what="block")),
        ),
        (
            "doesn't untap during its controller's untap step"
            if not number
            else "don't untap during their controllers' untap steps",
            (n("Cant", what="untap_in_untap_step"),),
        ),
        ("doesn't untap during your untap step", (n("Cant", what="untap_in_untap_step", your=True),)),
        (
            "can block only creatures with flying",
            (n("BlockLimit", how="blocks_only", whom=FLIERS),),
        ),
        ("can't be blocked except by two or more creatures", (n("Restriction", what="be_blocked_by_fewer_than_two"),)),
        ("can't be blocked by more than one creature", (n("Restriction", what="be_blocked_by_more_than_one"),)),
        ("can block an additional creature each combat", (n("Restriction", what="block_an_additional"),)),
        ("can block any number of creatures", (n("Restriction", what="block_any_number"),)),
        ("assigns no combat damage", (n("Restriction", what="assign_no_combat_damage"),)),
        ("can attack as though it didn't have defender", (n("Restriction", what="attack_though_defender"),)),
        (
            "assigns combat damage equal to its toughness rather than its power",
            (n("Restriction", what="toughness_as_damage"),),
        ),
        ("is unblockable", (n("Never"),)),
        (
            "can't attack or block , and its activated abilities can't be activated",
            (n("Cant", what="attack"), n("Cant", what="block"), n("Cant", what="activate_abilities")),
        ),
        ("must be blocked if able", (n("Restriction", what="must_be_blocked"),)),
        ("is every creature type", (n("Restriction", what="every_creature_type"),)),
        ("is goaded", (n("Restriction", what="goaded"),)),
    ):
        t(always, text, changes)
    t(always, "can't be blocked by <x:things>", (n("BlockLimit", how="blocked_by", whom=s("x")),))
    t(always, "can't be blocked except by <x:things>", (n("BlockLimit", how="blocked_except_by", whom=s("x")),))
    t(always, "can't block <x:things>", (n("Restriction", what="block", by=s("x")),))
    t(always, "can't attack unless <i:if>", (n("Restriction", what="attack", unless=s("i")),))
    t(always, "can't block unless <i:if>", (n("Restriction", what="block", unless=s("i")),))
    t(always, "can't attack or block unless <i:if>", (n("Restriction", what="attack_or_block", unless=s("i")),))
    is_ = "is" if not number else "are"
    t(always, f"{is_} <c:color_list>", (n("SetColors", colors=s("c")),))
    t(
        always,
        f"{is_} a <x:SUB> in addition to its other types"
        if not number
        else f"{is_} <x:SUBS> in addition to their other types",
        (n("AddTypes", subtypes=(s("x"),)),),
    )
    t(
        always,
        f"{is_} the chosen type in addition to its other types"
        if not number
        else f"{is_} the chosen type in addition to their other types",
        (n("AddTypes", subtypes=("chosen",)),),
    )
    if not number:
        t(always, "is a <x:LANDTYPE>", (n("SetLandTypes", subtypes=(s("x"),)),))
        t(always, "is the chosen type", (n("SetLandTypes", subtypes=("chosen",)),))
        t(always, "is every basic land type in addition to its other types", (n("AddBasicLandTypes"),))
    else:
        t(always, "are <x:landtypes>", (n("SetLandTypes", subtypes=(s("x"),)),))
        t(always, "are every basic land type in addition to their other types", (n("AddBasicLandTypes"),))
        t(always, "are no longer snow", (n("Never"),))
for one, many in (
    ("plains", "plains"),
    ("island", "islands"),
    ("swamp", "swamps"),
    ("mountain", "mountains"),
    ("forest", "forests"),
):
    t("LANDTYPES".lower(), many, one)
t("color_list", "<x:COLOR>", (s("x"),))
t("color_list", "<x:COLOR> and <y:COLOR>", (s("x"), s("y")))
t("color_list", "colorless", ())
t("color_list", "all colors", ("W", "U", "B", "R", "G"))
static("you control <o:it>", s("o"), (n("ChangeController"),))
static(
    "<o:it> 's power and toughness are each equal to <a:amount>",
    s("o"),
    (n("SetPowerToughness", power=n("Same", of=s("a")), toughness=s("a")),),
    defines=True,
)
static("<o:it> 's power is equal to <a:amount>", s("o"), (n("PowerOnly", of=s("a")),), defines=True)
static("<o:subj> <c:lasting> and <d:always>", s("o"), n("Two", a=s("c"), b=s("d")))
static("<o:subjs> <c:lastings> and <d:alwayss>", s("o"), n("Two", a=s("c"), b=s("d")))
t("static", "~ costs <x:MANA> less to cast <y:for_each>", n("Costs", less=True, mana=s("x"), each=s("y"), this=True))
t("static", "~ costs <x:MANA> less to cast if <i:if>", n("Costs", less=True, mana=s("x"), this=True, only_if=s("i")))
t(
    "static",
    "~ costs <x:MANA> less to cast if it targets <y:a_thing>",
    n("Static", affects=n("This"), changes=(n("Restriction", what="costs_less_if_it_targets", by=s("y")),)),
)
for less in ("less", "more"):
    t(
        "static",
        f"<o:spellns_c> you cast cost <x:MANA> {less} to cast",
        n("Costs", less=less == "less", mana=s("x"), spells=s("o"), by="you"),
    )
    t(
        "static",
        f"<o:spellns_q> cost <x:MANA> {less} to cast",
        n("Costs", less=less == "less", mana=s("x"), spells=s("o")),
    )
    t(
        "static",
        f"<o:spellns_c> your opponents cast cost <x:MANA> {less} to cast",
        n("Costs", less=less == "less", mana=s("x"), spells=s("o"), by="opponent"),
    )

for text, meaning in (
    ("you have no maximum hand size", {"what": "no_maximum_hand_size"}),
    ("you may play an additional land on each of your turns", {"what": "additional_land", "number": 1}),
    ("you may look at the top card of your library any time", {"what": "look_at_top"}),
    ("play with the top card of your library revealed", {"what": "top_revealed"}),
    ("you may play lands from the top of your library", {"what": "play_lands_from_top"}),
    ("you may play lands and cast spells from the top of your library", {"what": "play_from_top"}),
    ("you may choose not to untap ~ during your untap step", {"what": "may_not_untap_this"}),
    ("players can't gain life", {"what": "no_life_gain", "who": "any"}),
    ("~ can be your commander", {"what": "can_be_commander"}),
    (
        "you may activate abilities of creatures you control as though those creatures had haste",
        {"what": "abilities_haste"},
    ),
    ("you may spend mana as though it were mana of any color", {"what": "spend_as_any_color"}),
    ("you have hexproof", {"what": "hexproof"}),
    ("you have shroud", {"what": "shroud"}),
    ("a deck can have any number of cards named ~", {"what": "any_number_in_deck"}),
    ("skip your draw step", {"what": "skip_draw_step"}),
    ("creatures entering don't cause abilities to trigger", {"what": "no_enter_triggers"}),
    ("damage can't be prevented", {"what": "damage_cant_be_prevented"}),
    ("you may cast ~ from your graveyard", {"what": "cast_this_from_graveyard"}),
    ("you may cast ~ as though it had flash", {"what": "cast_this_as_flash"}),
    ("you can't lose the game and your opponents can't win the game", {"what": "cant_lose"}),
    ("your life total can't change", {"what": "life_total_cant_change"}),
):
    t("static", text, n("Static", changes=(n("PlayerRule", **meaning),)))
t(
    "static",
    "if you would gain life , you gain that much life plus <x:INT> instead",
    n("Replacement", event=n("GainsLife"), instead=(n("LifePlus", amount=s("x")),)),
)
t(
    "static",
    "if you would gain life , you gain twice that much life instead",
    n("Replacement", event=n("GainsLife"), instead=(n("LifeTimes", factor=2),)),
)
t("static", "your opponents can't gain life", n("Static", changes=(n("PlayerCant", who="opponent", what="gain_life"),)))
t("static", "you can't gain life", n("Static", changes=(n("PlayerCant", who="you", what="gain_life"),)))
t("static", "you may cast <o:spellns_c> as though they had flash", n("FlashCast", spells=s("o")))

t(
    "static",
    "<o:it> is a colorless land with <y:bgrants> and loses all other card types and abilities",
    n(
        "Static",
        affects=s("o"),
        changes=n("Two", a=(n("SetTypes", types=("land",)), n("SetColors"), n("LoseAbilities")), b=s("y")),
    ),
)

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
