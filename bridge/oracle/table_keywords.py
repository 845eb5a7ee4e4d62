"""Templates of keyword abilities (CR 702): by name alone, and with a number, a cost, or what they speak of."""

from __future__ import annotations

from .table_costs import CONS
from .table_nouns import f
from .templates import Both, n, s, t

_COST = (
    "equip",
    "cycling",
    "flashback",
    "kicker",
    "multikicker",
    "morph",
    "megamorph",
    "echo",
    "buyback",
    "madness",
    "unearth",
    "evoke",
    "overload",
    "dash",
    "bestow",
    "entwine",
    "ninjutsu",
    "transmute",
    "replicate",
    "fortify",
    "prowl",
    "scavenge",
    "outlast",
    "surge",
    "emerge",
    "escalate",
    "embalm",
    "eternalize",
    "spectacle",
    "escape",
    "encore",
    "foretell",
    "disturb",
    "cleave",
    "reconfigure",
    "blitz",
    "squad",
    "disguise",
    "plot",
    "offspring",
    "harmonize",
    "warp",
    "mayhem",
    "sneak",
    "web-slinging",
    "freerunning",
    "miracle",
    "ward",
    "cumulative upkeep",
    "recover",
    "aura swap",
    "level up",
    "prototype",
    "more than meets the eye",
    "mutate",
    "transfigure",
    "basic landcycling",
    "plainscycling",
    "islandcycling",
    "swampcycling",
    "mountaincycling",
    "forestcycling",
    "landcycling",
    "wizardcycling",
    "slivercycling",
    "artifact landcycling",
    "commander ninjutsu",
    "dwarfcycling",
    "power-up",
    "increment cost",
    "umbra",
    "boast",
    "exhaust",
    "desertcycling",
    "eldrazicycling",
    "vehiclecycling",
    "artifactcycling",
    "waterbend",
)
_NUMBER = (
    "crew",
    "annihilator",
    "bushido",
    "rampage",
    "fading",
    "vanishing",
    "modular",
    "amplify",
    "soulshift",
    "dredge",
    "bloodthirst",
    "graft",
    "ripple",
    "absorb",
    "frenzy",
    "poisonous",
    "devour",
    "tribute",
    "renown",
    "fabricate",
    "afflict",
    "afterlife",
    "casualty",
    "backup",
    "toxic",
    "saddle",
    "mobilize",
    "station",
    "hideaway",
    "crew",
    "battle cry",
    "firebending",
    "teamwork",
    "starting intensity",
    "read ahead",
)


def _kw(name: str) -> str:
    from ..abilities.base import word

    return word(name)


t("kw", "<x:KEY>", n("Keyword", keyword=s("x")))
for name in dict.fromkeys(_NUMBER):
    t("kw", f"{name} <x:INT>", n("Keyword", keyword=_kw(name), number=s("x")))
t("kw", "devour x", n("Keyword", keyword="devour", text="X"))
t("kw", "bloodthirst x", n("Keyword", keyword="bloodthirst", text="X"))
t("kw", "modular\u2014sunburst", n("Keyword", keyword="modular", text="sunburst"))
for name in _COST:
    t("kw", f"{name} <x:MANA>", n("Keyword", keyword=_kw(name), cost=(n("ManaCost", symbols=s("x")),)))
    t("kwline", f"{name} \u2014 <x:cost> .", n("Keyword", keyword=_kw(name), cost=s("x")))
t("kwline", "ward \u2014 <x:cost>", n("Keyword", keyword="ward", cost=s("x"), quoted=True))
for name in ("suspend", "impending", "awaken", "reinforce"):
    t(
        "kw",
        f"{name} <n:INT> \u2014 <x:MANA>",
        n("Keyword", keyword=name, number=s("n"), cost=(n("ManaCost", symbols=s("x")),)),
    )
t(
    "kw",
    "kicker <x:MANA> and/or <y:MANA>",
    n("Keyword", keyword="kicker", cost=(n("ManaCost", symbols=s("x")), n("ManaCost", symbols=s("y"))), text="and/or"),
)
t(
    "kw",
    "splice onto arcane <x:MANA>",
    n(
        "Keyword",
        keyword="splice",
        cost=(n("ManaCost", symbols=s("x")),),
        what=f(subtypes=("arcane",), zone="stack", spell=True),
    ),
)
t("kw", "affinity for <x:perms_q>", n("Keyword", keyword="affinity", what=s("x")))
t("kw", "hexproof from <x:quality>", n("Keyword", keyword="hexproof_from", what=s("x")))
t("kw", "protection from <x:quality>", n("Keyword", keyword="protection", what=s("x")))
t(
    "kw",
    "protection from <x:quality> and from <y:quality>",
    n("Keyword", keyword="protection", what=n("Filter", any_of=(s("x"), s("y")))),
)
t("quality", "<x:COLOR>", f(any_color=(s("x"),)))
t("quality", "<x:TYPES>", f(any_type=(s("x"),)))
t("quality", "<x:SUBS>", f(any_subtype=(s("x"),)))
t("quality", "the chosen color", f(chosen_color=True))
t("quality", "multicolored", f(multicolored=True))
t("quality", "monocolored", f(monocolored=True))
t("quality", "colorless", f(colorless=True))
t("quality", "everything", f())
t("quality", "all colors", f(any_color=("W", "U", "B", "R", "G")))
t("quality", "each color", f(any_color=("W", "U", "B", "R", "G"), each=True))
t("quality", "each of your opponents", f(controller="opponent"))
t("kw", "enchant <x:enchanted>", n("Keyword", keyword="enchant", what=s("x")))
t("enchanted", "<x:perm_q>", s("x"))
t("enchanted", "<x:card_in>", s("x"))
t("kw", "enchant player", n("Keyword", keyword="enchant_player"))
t("kw", "enchant opponent", n("Keyword", keyword="enchant_opponent"))
t(
    "kw",
    "equip <w:perm_a> <x:MANA>",
    n("Keyword", keyword="equip_quality", what=s("w"), cost=(n("ManaCost", symbols=s("x")),)),
)
t("kw", "champion a <x:perm_a>", n("Keyword", keyword="champion", what=s("x")))
t("kw", "<x:SUB> offering", n("Keyword", keyword="offering", what=f(subtypes=(s("x"),))))
t(
    "kw",
    "emerge from <w:TYPE> <x:MANA>",
    n("Keyword", keyword="emerge", what=f(types=(s("w"),)), cost=(n("ManaCost", symbols=s("x")),)),
)
t("kw", "trample over planeswalkers", n("Keyword", keyword="trample_over_planeswalkers"))
t("kw", "gift a card", n("Keyword", keyword="gift", text="a card"))
t("kw", "gift a treasure", n("Keyword", keyword="gift", text="a treasure"))
t("kw", "gift a food", n("Keyword", keyword="gift", text="a food"))
t("kw", "gift a tapped fish", n("Keyword", keyword="gift", text="a tapped fish"))
t(
    "kw",
    "craft with <x:perm_a> <y:MANA>",
    n("Keyword", keyword="craft", what=s("x"), cost=(n("ManaCost", symbols=s("y")),)),
)
t("kw", "sunburst", n("Keyword", keyword="sunburst"))
t(
    "kwline",
    "escape \u2014 <x:MANA> , exile <n:NUMW> other cards from your graveyard .",
    n(
        "Keyword",
        keyword="escape",
        cost=(
            n("ManaCost", symbols=s("x")),
            n("ExileCost", what=f(zone="graveyard", owner="you", other=True), count=n("Const", value=s("n"))),
        ),
    ),
)
t("kwline", "champion <x:a_thing>", n("Champion", what=s("x")))

t("kws", "<x:kw>", (s("x"),))
t("kws", "<x:kw> , <y:kws>", CONS)
t("kws", "<x:kw> ; <y:kws>", Both(lambda slots: None, lambda value: None))

# Keywords as they are granted: "flying", "flying and trample", "flying, vigilance, and trample".
t("grants", "<x:kw>", (n("GainAbility", ability=s("x")),))
t("grants", "<x:kw> and <y:kw>", (n("GainAbility", ability=s("x")), n("GainAbility", ability=s("y"))))
t(
    "grants",
    "<x:kw> , <y:kw> , and <z:kw>",
    (n("GainAbility", ability=s("x")), n("GainAbility", ability=s("y")), n("GainAbility", ability=s("z"))),
)
t(
    "grants",
    "<v:kw> , <x:kw> , <y:kw> , and <z:kw>",
    (
        n("GainAbility", ability=s("v")),
        n("GainAbility", ability=s("x")),
        n("GainAbility", ability=s("y")),
        n("GainAbility", ability=s("z")),
    ),
)
for end, line in (("qgrants", "line"), ("bgrants", "bare")):
    t(end, f'" <x:{line}> "', (n("GainAbility", ability=n("Quoted", ability=s("x"))),))
    t(
        end,
        f'<y:kw> and " <x:{line}> "',
        (n("GainAbility", ability=s("y")), n("GainAbility", ability=n("Quoted", ability=s("x")))),
    )
    t(
        end,
        f'<z:kw> , <y:kw> , and " <x:{line}> "',
        (
            n("GainAbility", ability=s("z")),
            n("GainAbility", ability=s("y")),
            n("GainAbility", ability=n("Quoted", ability=s("x"))),
        ),
    )
    t(
        end,
        f'" <x:bare> " and " <y:{line}> "',
        (
            n("GainAbility", ability=n("Quoted", ability=s("x"))),
            n("GainAbility", ability=n("Quoted", ability=s("y"))),
        ),
    )
