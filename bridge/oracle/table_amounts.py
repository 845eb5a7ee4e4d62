"""Templates of amounts and conditions."""

from __future__ import annotations

from typing import Any

from .table_nouns import CARD, f
from .templates import Both, n, s, t, variant
from .terms import Term, Value, term

ONE = n("Const", value=1)


def _const(slots: dict[str, Value]) -> Value:
    return term("Const", value=slots["x"])


t("num", "<x:INT>", n("Const", value=s("x")))
t("num", "x", n("X"))
t("num", "that much", n("EventAmount"))

for name, singular, several in (
    ("cards", "card", "cards"),
    ("tokens", "token", "tokens"),
    ("counters", "counter", "counters"),
):
    a = f"{name}_n"
    t(a, f"a {singular}", ONE)
    t(a, f"<x:NUMW> {several}", n("Const", value=s("x")))
    t(a, f"x {several}", n("X"))
    t(a, f"that many {several}", n("EventAmount"))
    if name == "cards":
        t(a, f"{several} equal to <x:amount>", n("EqualTo", amount=s("x")))

t("many", "<x:NUMW>", n("Const", value=s("x")))
t("many", "x", n("X"))

# What is counted.
t("amount", "the number of <x:counted>", n("Count", of=s("x")))
t("amount", "twice the number of <x:counted>", n("Times", factor=2, value=n("Count", of=s("x"))))
t("amount", "the number of <k:KIND> counters on <x:it>", n("CountersOn", kind=s("k"), on=s("x")))
for what in ("power", "toughness", "mana value"):
    word = what.replace(" ", "_")
    for verb in ("sacrificed", "exiled", "discarded", "tapped"):
        t("amount", f"the {verb} <x:that> 's {what}", n("Stat", what=word, of=n("Paid", verb=verb, what=s("x"))))
    t("amount", f"its {what}", n("Stat", what=word, of=n("It")))
    t("amount", f"<x:it> 's {what}", n("Stat", what=word, of=s("x")))
    several = {"power": "powers", "toughness": "toughnesses"}.get(what, f"{what}s")
    t("amount", f"the number of different {several} among <x:counted>", n("Different", what=word, of=s("x")))
    t("for_each", f"for each different {what} among <x:counted>", n("Different", what=word, of=s("x")))
    t("amount", f"the total {what} of <x:counted>", n("Total", what=word, of=s("x")))
    t("amount", f"the greatest {what} among <x:counted>", n("Greatest", what=word, of=s("x")))
t(
    "amount",
    "the greatest number of <x:things> that have a creature type in common",
    n("MostAlike", of=s("x")),
)
t("amount", "x plus one", n("Plus", left=n("X"), right=ONE))
t("amount", "the number of counters on <x:it>", n("CountersOn", kind="any", on=s("x")))
t("for_each", "for each counter on <x:it>", n("CountersOn", kind="any", on=s("x")))
t("if", "a card is exiled with ~", n("Exists", what=f(zone="exile", exiled_with_this=True)))
t("amount", "your life total", n("LifeTotal"))
t("amount", "<x:INT> plus <y:amount>", n("Plus", left=n("Const", value=s("x")), right=s("y")))
t("amount", "your devotion to <x:COLOR>", n("Devotion", to=s("x")))
t("amount", "your speed", n("Special", what="speed"))
t("amount", "the number of cards in your hand", n("Count", of=f(zone="hand", owner="you")))
t("amount", "the number of opponents you have", n("Special", what="opponents"))
t("amount", "the number of creatures in your party", n("Party"))
t("amount", "the amount of life you gained this turn", n("ThisTurn", what="life_gained"))
t("amount", "the number of cards you've drawn this turn", n("ThisTurn", what="cards_drawn"))
t("amount", "the number of colors of mana spent to cast ~", n("Special", what="colors_spent"))
t("amount", "the amount of mana spent to cast ~", n("Special", what="mana_spent"))
t("amount", "the number of spells you've cast this turn", n("Special", what="spells_cast_this_turn"))
t(
    "amount",
    "the number of basic land types among lands you control",
    n("BasicLandTypes", of=f(types=("land",), controller="you")),
)
t("amount", "the number of colors among permanents you control", n("ColorsAmong", of=f(controller="you")))
t("amount", "that damage", n("EventAmount"))
t("amount", "the number of players", n("Special", what="players"))
t("counted", "<x:things>", s("x"))
t(
    "counted",
    "other <x:things>",
    Both(
        lambda slots: None if "other" in slots["x"] else slots["x"].but(other=True),
        lambda value: {"x": value.but(other=None)} if isinstance(value, Term) and value.get("other") is True else None,
    ),
)
t("for_each", "for each <x:thing>", n("Count", of=s("x")))
t(
    "for_each",
    "for each other <x:thing>",
    n(
        "Count",
        of=Both(
            lambda slots: slots["x"].but(other=True),
            lambda value: (
                {"x": value.but(other=None)} if isinstance(value, Term) and value.get("other") is True else None
            ),
        ),
    ),
)
t("for_each", "for each <k:KIND> counter on <x:it>", n("CountersOn", kind=s("k"), on=s("x")))
t("for_each", "for each <x:thing> on the battlefield", n("Count", of=n("There", what=s("x"))))
t("counted", "<x:things> on the battlefield", n("There", what=s("x")))
t("for_each", "for each opponent you have", n("Special", what="opponents"))
t(
    "for_each",
    "for each basic land type among lands you control",
    n("BasicLandTypes", of=f(types=("land",), controller="you")),
)
t("for_each", "for each color among permanents you control", n("ColorsAmong", of=f(controller="you")))
t("for_each", "for each card in your hand", n("Count", of=f(zone="hand", owner="you")))
t("for_each", "for each creature in your party", n("Party"))
t("for_each", "for each time it was kicked", n("Special", what="kicked"))
t("for_each", "for each spell you've cast this turn", n("Special", what="spells_cast_this_turn"))
t("for_each", "for each other spell you've cast this turn", n("Special", what="other_spells_cast_this_turn"))

t("for_each", "for each card you've drawn this turn", n("ThisTurn", what="cards_drawn"))
t("for_each", "for each 1 life your opponents have lost this turn", n("ThisTurn", what="life_lost", who="opponent"))
t(
    "for_each",
    "for each of your opponents who lost life this turn",
    n("ThisTurn", what="life_lost", who="opponent", players=True),
)

t("for_each", "for each <k:KIND> counter removed this way", n("PaidCounters", kind=s("k")))

# Conditions.
t("if", "you control <x:a_thing> or <y:a_thing>", n("Exists", what=n("YoursEither", a=s("x"), b=s("y"))))
t(
    "if",
    "you control <x:a_thing> and <y:a_thing>",
    n("All", of=(n("Exists", what=n("Yours", what=s("x"))), n("Exists", what=n("Yours", what=s("y"))))),
)
t("if", "you control an <x:kind> , an <y:kind> , and an <z:kind>", n("YouControlAll", x=s("x"), y=s("y"), z=s("z")))
t("if", "~ entered this turn or if <x:if>", n("AnyOf", of=(n("EnteredThisTurn"), s("x"))))
t("if", "<o:it> is a <x:perm_a>", n("IsSo", what=s("o"), passes=s("x"), that=True))
t("if", "the top card of your library is a <x:cardn_c>", n("Exists", what=n("OnTop", what=s("x"))))
t(
    "if",
    "a player has <x:INT> or less life",
    n("PlayerHas", what="life", who="any", at_most=s("x")),
)
t("if", "you have <x:NUMW> or more opponents", n("PlayerHas", what="opponents", at_least=s("x")))
t(
    "if",
    "your opponents control <x:NUMW> or more <y:things>",
    n("CompareAmounts", left=n("Count", of=n("TheirsAll", what=s("y"))), right=n("Const", value=s("x"))),
)
t("if", "you control <x:a_thing>", n("Exists", what=n("Yours", what=s("x"))))
t("if", "an opponent controls <x:a_thing>", n("Exists", what=n("Theirs", what=s("x"))))
t("if", "defending player controls <x:a_thing>", n("Exists", what=n("Defenders", what=s("x"))))
t("if", "you control no <x:things>", n("Not", condition=n("Exists", what=n("YoursAll", what=s("x")))))
t("if", "you control no other <x:things>", n("Not", condition=n("Exists", what=n("YoursOther", what=s("x")))))
t(
    "if",
    "you control <x:NUMW> or more <y:things>",
    n("CompareAmounts", left=n("Count", of=n("YoursAll", what=s("y"))), right=n("Const", value=s("x"))),
)
t(
    "if",
    "you control <x:NUMW> or more other <y:things>",
    n("CompareAmounts", left=n("Count", of=n("YoursOther", what=s("y"))), right=n("Const", value=s("x"))),
)
t(
    "if",
    "you control <x:NUMW> or fewer <y:things>",
    n("CompareAmounts", left=n("Count", of=n("YoursAll", what=s("y"))), is_="le", right=n("Const", value=s("x"))),
)
t(
    "if",
    "you control <x:NUMW> or fewer other <y:things>",
    n("CompareAmounts", left=n("Count", of=n("YoursOther", what=s("y"))), is_="le", right=n("Const", value=s("x"))),
)
t(
    "if",
    "there are <x:NUMW> or more <y:cardns_c> in your graveyard",
    n(
        "CompareAmounts",
        left=n(
            "Count",
            of=Both(
                lambda slots: slots["y"].but(zone="graveyard", owner="you"),
                lambda value: (
                    {"y": value.but(zone=CARD, owner=None)}
                    if isinstance(value, Term) and value.get("zone") == "graveyard" and value.get("owner") == "you"
                    else None
                ),
            ),
        ),
        right=n("Const", value=s("x")),
    ),
)
t(
    "if",
    "there are <x:NUMW> or more card types among cards in your graveyard",
    n("PlayerHas", what="card_types_in_graveyard", at_least=s("x")),
)
t(
    "if",
    "there are <x:NUMW> or more <k:KIND> counters on <o:it>",
    n("CompareAmounts", left=n("CountersOn", kind=s("k"), on=s("o")), right=n("Const", value=s("x"))),
)
t(
    "if",
    "<o:it> has <x:NUMW> or more <k:KIND> counters on it",
    n("CompareAmounts", left=n("CountersOn", kind=s("k"), on=s("o")), right=n("Const", value=s("x")), has=True),
)
t(
    "if",
    "<o:it> has a <k:KIND> counter on it",
    n("CompareAmounts", left=n("CountersOn", kind=s("k"), on=s("o")), right=ONE),
)
t(
    "if",
    "<o:it> has no <k:KIND> counters on it",
    n("CompareAmounts", left=n("CountersOn", kind=s("k"), on=s("o")), is_="eq", right=n("Const", value=0)),
)
t(
    "if",
    "there are no <k:KIND> counters on <o:it>",
    n("CompareAmounts", left=n("CountersOn", kind=s("k"), on=s("o")), is_="eq", right=n("Const", value=0), there=True),
)
t(
    "if",
    "<o:it> 's power is <x:INT> or greater",
    n("CompareAmounts", left=n("Stat", what="power", of=s("o")), right=n("Const", value=s("x"))),
)
t("if", "it's your turn", n("YourTurn"))
t("if", "it's not your turn", n("Not", condition=n("YourTurn")))
variant("if", "it isn't your turn", n("Not", condition=n("YourTurn")))
t("if", "you have <x:INT> or more life", n("CompareAmounts", left=n("LifeTotal"), right=n("Const", value=s("x"))))
t(
    "if",
    "you have <x:INT> or less life",
    n("CompareAmounts", left=n("LifeTotal"), is_="le", right=n("Const", value=s("x"))),
)
t(
    "if",
    "you have no cards in hand",
    n("CompareAmounts", left=n("Count", of=f(zone="hand", owner="you")), is_="eq", right=n("Const", value=0)),
)
t(
    "if",
    "you have <x:NUMW> or more cards in hand",
    n("CompareAmounts", left=n("Count", of=f(zone="hand", owner="you")), right=n("Const", value=s("x"))),
)
t(
    "if",
    "you have <x:NUMW> or fewer cards in hand",
    n("CompareAmounts", left=n("Count", of=f(zone="hand", owner="you")), is_="le", right=n("Const", value=s("x"))),
)
t("if", "<o:it> is tapped", n("IsSo", what=s("o"), passes=f(tapped=True)))
t("if", "<o:it> is untapped", n("IsSo", what=s("o"), passes=f(tapped=False)))
t("if", "<o:it> is attacking", n("IsSo", what=s("o"), passes=f(attacking=True)))
t("if", "<o:it> is equipped", n("Happened", what="equipped_is"))
t("if", "<o:it> is enchanted", n("Happened", what="enchanted_is"))
t("if", "it's a <x:perm_a>", n("IsSo", what=n("It"), passes=s("x")))
t("if", "it was a <x:perm_a>", n("IsSo", what=n("It"), passes=s("x"), was=True))
t("if", "<o:it> entered this turn", n("IsSo", what=s("o"), passes=f(entered_this_turn=True)))
t("if", "~ was kicked", n("Kicked"))
t("if", "you have the city's blessing", n("Designation", what="city_s_blessing"))
t("if", "you're the monarch", n("Designation", what="monarch"))
t("if", "you have the initiative", n("Designation", what="initiative"))
t("if", "you've completed a dungeon", n("Designation", what="completed_dungeon"))
t("if", "~ is renowned", n("Designation", what="renowned"))
t("if", "~ is monstrous", n("Designation", what="monstrous"))
t("if", "<o:it> is modified", n("IsSo", what=s("o"), passes=f(modified=True)))
t("if", "you cast ~", n("YouCast"))
t("if", "you cast ~ from your hand", n("YouCast", zone="hand"))
t("if", "you have max speed", n("Happened", what="max_speed"))
t("if", "you control your commander", n("Happened", what="control_commander"))
for text, word in (
    ("it was kicked", "it_was_kicked"),
    ("you cast it", "you_cast_it"),
    ("it was cast", "it_was_cast"),
    ("~ was cast from a graveyard", "cast_from_graveyard"),
    ("you cast it from your hand", "you_cast_it_from_hand"),
    ("a creature died this turn", "creature_died"),
    ("no spells were cast last turn", "no_spells_last_turn"),
    ("a player cast two or more spells last turn", "two_spells_last_turn"),
    ("~'s additional cost was paid", "additional_cost_paid"),
    ("you've cast another spell this turn", "another_spell"),
    ("you descended this turn", "descended"),
    ("an opponent was dealt damage this turn", "opponent_damaged"),
    ("it was attacking", "it_was_attacking"),
    ("you have more life than an opponent", "more_life"),
    ("evidence was collected", "evidence_collected"),
    ("the gift was promised", "gift_promised"),
    ("~ was bargained", "bargained"),
    ("it was bargained", "it_was_bargained"),
    ("you cast a spell this turn", "cast_a_spell"),
    ("~ attacked this turn", "this_attacked"),
    ("an artifact entered the battlefield under your control this turn", "artifact_entered"),
    ("a land entered the battlefield under your control this turn", "land_entered"),
    ("a creature you controlled died this turn", "your_creature_died"),
    ("it had no counters on it", "it_had_no_counters"),
    ("it had counters on it", "it_had_counters"),
    ("it was unblocked", "unblocked"),
    ("you win", "you_win"),
    ("~ has another activated ability", "another_activated_ability"),
    ("you lose", "you_lose"),
    ("you control a creature with the greatest power among creatures on the battlefield", "greatest_power"),
    ("it wasn't blocked", "not_blocked"),
    ("it has flying", "it_has_flying"),
    ("it was dealt damage this turn", "dealt_damage"),
    ("you win the flip", "win_flip"),
    ("you lose the flip", "lose_flip"),
    ("it's a land card", "it_is_land_card"),
    ("two or more creatures are attacking", "two_attackers"),
    ("~ is on the battlefield", "on_battlefield"),
    ("~ is in your graveyard", "in_graveyard"),
    ("~ is saddled", "saddled"),
    ("{c} was spent to cast it", "c_spent"),
    ("mana from a treasure was spent to cast it", "treasure_spent"),
    ("there are no cards in your graveyard", "no_cards_in_graveyard"),
    ("you've cast two or more spells this turn", "two_spells"),
    ("seven or more cards are in your graveyard", "seven_in_graveyard"),
    ("an opponent controls more lands than you", "more_lands"),
    ("a player has more life than each other player", "more_life_than_each"),
    ("no creatures are on the battlefield", "no_creatures"),
    ("you have an enchantment in play", "enchantment_in_play"),
    ("you have exactly thirteen cards in your graveyard", "thirteen"),
):
    t("if", text, n("Happened", what=word))


# What happened earlier this turn (CR 608.2i).
def _this_turn(what: str, least: Any = 1, who: str = "you") -> Any:
    said = {} if who == "you" else {"who": who}
    return n("CompareAmounts", left=n("ThisTurn", what=what, **said), right=n("Const", value=least))


t("if", "you attacked this turn", _this_turn("attackers"))
t("if", "you gained life this turn", _this_turn("life_gained"))
variant("if", "you've gained life this turn", _this_turn("life_gained"))
t("if", "you gained <x:INT> or more life this turn", _this_turn("life_gained", s("x")))
t("if", "you lost life this turn", _this_turn("life_lost"))
t("if", "an opponent lost life this turn", _this_turn("life_lost", who="opponent"))
t("if", "you've drawn <x:NUMW> or more cards this turn", _this_turn("cards_drawn", s("x")))
t("if", "you played a land this turn", _this_turn("land_played"))
t("if", "a permanent left the battlefield under your control this turn", _this_turn("permanents_left"))
variant("if", "a permanent you controlled left the battlefield this turn", _this_turn("permanents_left"))

t("if", "<x:if> and <y:if>", n("All", of=(s("x"), s("y"))))
