"""Templates of mana: what an instruction adds (CR 106)."""

from __future__ import annotations

from .table_nouns import f
from .templates import Both, n, s, t, variant
from .terms import Term, Value, term

COLOR = n("AnyColor")


def _from(palette: object, amount: object = None, spread: str = "one") -> object:
    return n("From", palette=palette, amount=n("Const", value=1) if amount is None else amount, spread=spread)


def sym(name: str) -> object:
    """Mana symbols that stand in a slot."""
    return n("Symbols", symbols=s(name), times=n("Const", value=1))


t("mana", "<x:MANA>", sym("x"))
t("mana", "<x:MANA> or <y:MANA>", n("Choice", options=(sym("x"), sym("y"))))
t("mana", "<x:MANA> , <y:MANA> , or <z:MANA>", n("Choice", options=(sym("x"), sym("y"), sym("z"))))
t("mana", "<x:MANA> , <y:MANA> , <z:MANA> , or <w:MANA>", n("Choice", options=(sym("x"), sym("y"), sym("z"), sym("w"))))
t(
    "mana",
    "<v:MANA> , <x:MANA> , <y:MANA> , <z:MANA> , or <w:MANA>",
    n("Choice", options=(sym("v"), sym("x"), sym("y"), sym("z"), sym("w"))),
)
t("mana", "<x:MANA> <y:for_each>", n("Symbols", symbols=s("x"), times=s("y")))
t("mana", "an amount of <x:MANA> equal to <y:amount>", n("Symbols", symbols=s("x"), times=n("Amounting", to=s("y"))))
t("mana", "<x:MANA> or one mana of the chosen color", n("Choice", options=(sym("x"), _from(n("ChosenColor")))))
t("mana", "<x:MANA> or one mana of any color", n("Choice", options=(sym("x"), _from(COLOR))))

t("mana", "one mana of <p:palette>", _from(s("p")))
t("mana", "<k:many> mana of <p:palette1>", _from(s("p"), s("k")))
t("mana", "<k:many> mana in any combination of <p:palettes>", _from(s("p"), s("k"), "combination"))
t("mana", "<k:many> mana of different colors", _from(COLOR, s("k"), "different"))
t("mana", "an amount of mana of any one color equal to <y:amount>", _from(COLOR, n("Amounting", to=s("y"))))
t("mana", "one mana of any color <y:for_each>", _from(COLOR, s("y")))
t("mana", "that much mana of any one color", _from(COLOR, n("EventAmount")))
t("mana", "that much mana in any combination of <p:palettes>", _from(s("p"), n("EventAmount"), "combination"))
t("mana", "one mana of each color", _from(COLOR, None, "each"))

t("mana", "<k:many> <x:MANA>", n("Symbols", symbols=s("x"), times=s("k")))
variant("mana", "<k:INT> mana of any color", _from(COLOR, n("Const", value=s("k"))))
t(
    "mana",
    "<x:MANA> , plus an additional <y:MANA> <z:for_each>",
    n("Sum", parts=(sym("x"), n("Symbols", symbols=s("y"), times=s("z")))),
)
t(
    "mana",
    "<v:MANA> , <x:MANA> , <y:MANA> , <z:MANA> , and <w:MANA>",
    n("Sum", parts=(sym("v"), sym("x"), sym("y"), sym("z"), sym("w"))),
)
t("mana", "that much <x:MANA>", n("Symbols", symbols=s("x"), times=n("EventAmount")))
t("mana", "twice that much <x:MANA>", n("Symbols", symbols=s("x"), times=n("Times", factor=2, value=n("EventAmount"))))
t("palette", "any color", COLOR)
t("palette", "any of the exiled card 's colors", n("ColorsOf", of=f(zone="exile", exiled_with_this=True)))
t(
    "do",
    "add one mana of any of the exiled cards' colors",
    n("AddMana", mana=_from(n("ColorsOf", of=f(zone="exile", exiled_with_this=True))), said=True),
)
t(
    "do",
    "for each color among the exiled cards used to craft ~ , add one mana of that color",
    n("AddMana", mana=_from(n("ColorsOf", of=f(zone="exile", exiled_with_this=True)), None, "each")),
)
t("palette", "any type", n("AnyType"))
t("palette", "the chosen color", n("ChosenColor"))
t("palette", "that color", n("ThatColor"))
variant("palette", "any one color", COLOR)
for only in ("color", "type"):
    t("palette", f"any {only} that land could produce", n("CouldProduce", by=n("PaidLand"), only=only))
    for verb in ("sacrificed", "exiled"):
        paid = n("Paid", verb=verb, what="land")
        t("palette", f"any {only} the {verb} land could produce", n("CouldProduce", by=paid, only=only))
t(
    "sent",
    "add one mana of <p:palette> . if <c:if> , add <k:many> mana of that type instead",
    n(
        "If",
        condition=s("c"),
        then=(n("AddMana", mana=_from(s("p"), s("k"))),),
        otherwise=(n("AddMana", mana=_from(s("p"))),),
        that="type",
    ),
)
t(
    "do",
    "choose a color of <x:a_thing> . add one mana of that color",
    n("AddMana", mana=_from(n("ColorsOf", of=n("AnyOne", what=s("x"))))),
)
t(
    "mana",
    "x <x:MANA> or x <y:MANA>",
    n("Choice", options=(n("Symbols", symbols=s("x"), times=n("X")), n("Symbols", symbols=s("y"), times=n("X")))),
)
t("palette", "any of <x:it> 's colors", n("ColorsOf", of=s("x")))
t("mana", "one mana of that color <y:for_each>", _from(n("ThatColor"), s("y")))
t("mana", "an amount of mana of that color equal to <y:amount>", _from(n("ThatColor"), n("Amounting", to=s("y"))))
t(
    "do",
    "choose a color . add an amount of mana of that color equal to your devotion to that color",
    n("AddMana", mana=_from(COLOR, n("Devotion", to="chosen"))),
)
t("palette", "any color in your commander's color identity", n("CommanderIdentity"))
for only in ("color", "type"):
    t(
        "palette",
        f"any {only} that <x:a_thing> could produce",
        n("CouldProduce", by=n("AnyOne", what=s("x")), only=only),
    )
    variant(
        "palette",
        f"any {only} that <x:things> could produce",
        n("CouldProduce", by=n("AnyOne", what=n("A", what=s("x"))), only=only),
    )
for what in ("land", "permanent", "artifact token"):
    other: dict[str, object] = {} if what == "land" else {"that": what}
    t("palette", f"any type that {what} produced", n("EventProduced", **other))
t("palette", "any color among <x:things>", n("ColorsOf", of=s("x")))
t("palette1", "any one color", COLOR)
t("palette1", "the chosen color", n("ChosenColor"))
t("palette1", "any one type that land produced", n("EventProduced"))
t("palette1", "any one color among <x:things>", n("ColorsOf", of=s("x")))
t("palettes", "colors", COLOR)


def _listed(*names: str) -> Both:
    def make(slots: dict[str, Value]) -> Value:
        letters = tuple(slots[name].strip("{}") for name in names)
        return term("Listed", list=letters) if all(one in "WUBRGC" and len(one) == 1 for one in letters) else None

    def take(value: Value) -> dict[str, Value] | None:
        if not isinstance(value, Term) or value.kind != "Listed" or len(value.get("list")) != len(names):
            return None
        return {name: f"{{{one}}}" for name, one in zip(names, value.get("list"), strict=True)}

    return Both(make, take)


t("palettes", "<x:MANA> and/or <y:MANA>", _listed("x", "y"))
t("palettes", "<x:MANA> , <y:MANA> , and/or <z:MANA>", _listed("x", "y", "z"))
t("palettes", "<x:MANA> , <y:MANA> , <z:MANA> , and/or <w:MANA>", _listed("x", "y", "z", "w"))

for until, text in (("end of turn", "steps and phases end"), ("end of combat", "steps end")):
    for who, you in (("you", None), ("they", "they")):
        mark: dict[str, object] = {} if you is None else {"they": True}
        t(
            "do",
            f"until {until} , {who} don't lose this mana as {text}",
            n("KeywordAction", action="keep_this_mana_until_" + until.replace(" ", "_"), **mark),
        )

# Instructions that add mana.
t("do", "add <m:mana>", n("AddMana", mana=s("m")))
t("do", "you add <m:mana>", n("AddMana", mana=s("m"), you=True))
t(
    "do",
    "<w:one> adds an additional amount of <x:MANA> equal to <y:amount>",
    n("AddMana", mana=n("Symbols", symbols=s("x"), times=n("Amounting", to=s("y"))), who=s("w"), more=True),
)
t("do", "add an additional <m:mana>", n("AddMana", mana=s("m"), more=True))
t("do", "add one additional mana of <p:palette>", n("AddMana", mana=_from(s("p")), more=True))
t("do", "<w:one> adds <m:mana>", n("AddMana", mana=s("m"), who=s("w")))
t("do", "<w:one> adds an additional <m:mana>", n("AddMana", mana=s("m"), who=s("w"), more=True))
t("do", "<w:one> adds one mana of any color they choose", n("AddMana", mana=_from(COLOR), who=s("w"), they=True))
t(
    "do",
    "<w:one> adds <k:many> mana of any one color they choose",
    n("AddMana", mana=_from(COLOR, s("k")), who=s("w"), they=True),
)
t(
    "do",
    "add an additional one mana of <p:palette> for each other land you control with the same name as it",
    n(
        "AddMana",
        mana=_from(
            s("p"),
            n(
                "Count",
                of=f(types=("land",), controller="you", named_as="event", none_of=(f(ref="event"),)),
            ),
        ),
        more=True,
    ),
)
t("do", "choose a player", n("ChoosesPlayer"))
t(
    "do",
    "add <x:MANA> or <y:MANA> <z:for_each>",
    n("AddMana", mana=n("From", palette=_listed("x", "y"), amount=s("z"), spread="combination")),
)
t(
    "do",
    "add <m:mana> at the beginning of your next main phase this turn",
    n("Delayed", when="your_next_main_phase", effects=(n("AddMana", mana=s("m")),)),
)
t("do", "<w:one> may add an additional <m:mana>", n("May", effects=(n("AddMana", mana=s("m"), more=True),), who=s("w")))
t(
    "sent",
    "if that <x:LANDTYPE> is <y:SUPER> , <w:one> may add an additional <m:mana> instead",
    n(
        "InsteadIf",
        condition=n("IsSo", what=n("It"), passes=f(subtypes=(s("x"),), supertypes=(s("y"),))),
        then=n("May", effects=(n("AddMana", mana=s("m")),), who=s("w")),
    ),
)
t(
    "do",
    "until end of turn , lands tapped for mana produce mana of the chosen color instead of any other color",
    n(
        "Creates",
        ability=n(
            "TapMana", what=n("A", what=f(types=("land",))), instead=n("ManaTypeInstead", to="chosen_color", of="color")
        ),
    ),
)
t("do", "<w:one> chooses a color", n("ChooseColor", who=s("w")))
t(
    "do",
    "if <o:aim> is tapped for mana , it produces colorless mana instead of <x:COLOR> mana",
    n(
        "Creates",
        ability=n("TapMana", what=s("o"), instead=n("ManaTypeInstead", to="C", of=s("x"))),
        lasts="indefinite",
    ),
)
t(
    "sent",
    "<x:do> unless any player pays <c:MANA>",
    n("Unless", effects=(s("x"),), cost=(n("ManaCost", symbols=s("c")),), who="any", some=True),
)
t("do", "<w:one> adds one mana of <p:palette>", n("AddMana", mana=_from(s("p")), who=s("w")))
t("do", "<w:one> adds an additional one mana of <p:palette>", n("AddMana", mana=_from(s("p")), who=s("w"), more=True))
t(
    "do",
    "for each color among <x:things> , add one mana of that color",
    n("AddMana", mana=_from(n("ColorsOf", of=s("x")), None, "each")),
)

t(
    "do",
    "the next spell they cast this turn has cascade",
    n("KeywordAction", action="next_spell_has_cascade", who=n("TheyPlayer")),
)

# What is counted first, and effects until the end of the turn that come of it.
t("do", "count the number of <x:things>", n("Counts", of=s("x")))
t("if", "the number is odd", n("Odd", amount=n("TheNumber")))
t("if", "the number is even", n("Not", condition=n("Odd", amount=n("TheNumber"))))
t(
    "do",
    "until end of turn , <o:subjs> <c:temporarys> and <v:event> , <e:do>",
    n(
        "ApplyAnd",
        to=s("o"),
        changes=s("c"),
        line=n("Triggers", event=s("v"), effects=(s("e"),)),
    ),
)
t(
    "do",
    "until end of turn , <o:subjs> <c:temporarys> and if a player taps a <x:LANDTYPE> for mana , "
    "that <y:LANDTYPE> produces colorless mana instead of any other type",
    n(
        "ApplyAnd",
        to=s("o"),
        changes=s("c"),
        line=n("TapMana", what=n("A", what=f(subtypes=(s("x"),))), instead=n("ManaTypeInstead", to="C"), named=s("y")),
    ),
)
