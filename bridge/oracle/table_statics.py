"""Templates of static abilities (CR 604): continuous effects, costs, and rules for players."""

from __future__ import annotations

from typing import Any

from .table_nouns import f
from .templates import n, s, t

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
t(
    "static",
    '<o:it> is a <x:SUB> artifact with " <y:bare> , " and it loses all other abilities',
    n(
        "Static",
        affects=s("o"),
        changes=(
            n("SetTypes", types=("artifact",), subtypes=(s("x"),)),
            n("LoseAbilities"),
            n("GainAbility", ability=n("Quoted", ability=s("y"))),
        ),
    ),
)
t(
    "qstatic",
    "<o:subjs> are <x:SUB> artifacts in addition to their other types and have <y:qgrants>",
    n(
        "Static",
        affects=s("o"),
        changes=n("Two", a=(n("AddTypes", types=("artifact",), subtypes=(s("x"),)),), b=s("y")),
    ),
)
