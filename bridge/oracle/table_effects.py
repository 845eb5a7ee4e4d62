"""Templates of instructions (CR 608.2, 701)."""

from __future__ import annotations

from typing import Any

from .lexicon import SIMPLE_ACTIONS
from .table_costs import CONS
from .templates import Both, n, s, t, variant
from .terms import Term

ONE = n("Const", value=1)

# Sentences: instructions joined as the text joins them.
t("effects", "<x:sent> .", (s("x"),))
t("effects", "<x:sent> . <y:effects>", CONS)
t("effects", "<x:quotesent>", (s("x"),))
t("sent", "<x:do>", s("x"))
t("sent", "<x:do> and <y:do>", n("Join", by="and", of=(s("x"), s("y"))))
t("sent", "<x:do> , and <y:do>", n("Join", by=", and", of=(s("x"), s("y"))))
t("sent", "<x:do> , then <y:do>", n("Join", by="then", of=(s("x"), s("y"))))
t("sent", "<x:do> , then <y:do> and <z:do>", n("Join", by="thenand", of=(s("x"), s("y"), s("z"))))
t("sent", "<x:do> and <y:do> , then <z:do>", n("Join", by="andthen", of=(s("x"), s("y"), s("z"))))
t("sent", "<x:do> , <y:do> , and <z:do>", n("Join", by=",and", of=(s("x"), s("y"), s("z"))))
t("sent", "<x:do> , <y:do> , then <z:do>", n("Join", by=",then", of=(s("x"), s("y"), s("z"))))
t("sent", "then <x:sent>", n("Join", by="Then", of=(s("x"),)))
t("sent", "you may <x:sent>", n("May", effects=(s("x"),)))
t("sent", "<w:one> may <x:sent>", n("May", effects=(s("x"),), who=s("w")))
t("sent", "if you do , <x:sent>", n("IfDo", then=s("x")))
t("sent", "when you do , <x:sent>", n("WhenDo", then=s("x")))
t("sent", "if <c:if> , <x:sent>", n("If", condition=s("c"), then=(s("x"),)))
t("sent", "<x:do> if <c:if>", n("If", condition=s("c"), then=(s("x"),), after=True))
t("sent", "<x:do> instead if <c:if>", n("InsteadIf", condition=s("c"), then=s("x")))
t("sent", "if <c:if> , <x:do> instead", n("InsteadIf", condition=s("c"), then=s("x"), before=True))
t("sent", "if <c:if> , instead <x:do>", n("InsteadIf", condition=s("c"), then=s("x"), before=True, early=True))
t("sent", "otherwise , <x:sent>", n("Otherwise", then=s("x")))
t("sent", "<x:do> unless you pay <c:MANA>", n("Unless", effects=(s("x"),), cost=(n("ManaCost", symbols=s("c")),)))
t(
    "sent",
    "<x:do> unless <w:one> pays <c:MANA>",
    n("Unless", effects=(s("x"),), cost=(n("ManaCost", symbols=s("c")),), who=s("w")),
)
t("sent", "<x:do> unless you <c:pay>", n("Unless", effects=(s("x"),), cost=(s("c"),), paying=True))
t("sent", "<x:do> , where x is <a:amount>", n("Where", do=s("x"), x=s("a")))
t("sent", "<x:do> , <y:do> , where x is <a:amount>", n("Where", do=n("Join", by=",", of=(s("x"), s("y"))), x=s("a")))
t("sent", "you may pay <c:cost>", n("MayPay", cost=s("c")))
t("sent", "<x:do> at the beginning of the next end step", n("Delayed", when="next_end_step", effects=(s("x"),)))
t(
    "sent",
    "at the beginning of the next end step , <x:do>",
    n("Delayed", when="next_end_step", effects=(s("x"),), before=True),
)
t("sent", "<x:do> at the beginning of your next upkeep", n("Delayed", when="your_next_upkeep", effects=(s("x"),)))
t("sent", "<x:do> at the beginning of the next turn's upkeep", n("Delayed", when="next_upkeep", effects=(s("x"),)))
t("sent", "<x:do> at end of combat", n("Delayed", when="end_of_combat", effects=(s("x"),)))
t("sent", "activate only as a sorcery", n("Only", when=n("Timing", only="sorcery")))
t("sent", "activate only once each turn", n("Only", when=n("Timing", only="once_each_turn")))
t("sent", "activate only during your turn", n("Only", when=n("YourTurn")))
t("sent", "activate only as an instant", n("Only", when=n("Timing", only="instant")))
t("sent", "activate only if <c:if>", n("Only", when=s("c"), if_=True))
t(
    "sent",
    "activate only as a sorcery and only once each turn",
    n("Only", when=n("All", of=(n("Timing", only="sorcery"), n("Timing", only="once_each_turn")))),
)
t(
    "sent",
    "activate only during your turn and only once each turn",
    n("Only", when=n("All", of=(n("YourTurn"), n("Timing", only="once_each_turn")))),
)
t(
    "sent",
    "activate only if <c:if> and only as a sorcery",
    n("Only", when=n("All", of=(s("c"), n("Timing", only="sorcery"))), if_=True),
)
t(
    "sent",
    "activate only if <c:if> and only once each turn",
    n("Only", when=n("All", of=(s("c"), n("Timing", only="once_each_turn"))), if_=True),
)
t("sent", "activate only during your upkeep", n("Only", when=n("Happened", what="your_upkeep")))
t("sent", "activate only during combat", n("Only", when=n("Happened", what="combat")))
t(
    "sent",
    "activate only during your turn , before attackers are declared",
    n("Only", when=n("Happened", what="before_attackers")),
)
t("sent", "this ability triggers only once each turn", n("OnceEachTurn"))
t("sent", "do this only once each turn", n("OnceEachTurn", do=True))
t("quotesent", "<x:RIDER>", n("Rider", text=s("x")))
t("effects", "<x:sent> . <y:quotesent>", (s("x"), s("y")))
t("effects", "<x:sent> . <y:quotesent> <z:sent> .", (s("x"), s("y"), s("z")))


def act(base: str, third: str, rest: str, /, *, node: str, **meaning: Any) -> None:
    """An instruction to a player: bare, or with "you", or of another player."""
    t("do", f"{base} {rest}".strip(), n(node, **meaning))
    variant("do", f"you {base} {rest}".strip(), n(node, **meaning))
    t("do", f"<who:one> {third} {rest}".strip(), n(node, **meaning, who=s("who")))


# Life, cards, damage.
t("do", "you gain <x:num> life", n("GainLife", amount=s("x")))
variant("do", "gain <x:num> life", n("GainLife", amount=s("x")))
t("do", "<w:one> gains <x:num> life", n("GainLife", amount=s("x"), who=s("w")))
t("do", "you lose <x:num> life", n("LoseLife", amount=s("x")))
variant("do", "lose <x:num> life", n("LoseLife", amount=s("x")))
t("do", "<w:one> loses <x:num> life", n("LoseLife", amount=s("x"), who=s("w")))
for verb, kind in (("gain", "GainLife"), ("lose", "LoseLife")):
    t("do", f"you {verb} <x:num> life <y:for_each>", n(kind, amount=n("ForEach", number=s("x"), each=s("y"))))
    t(
        "do",
        f"<w:one> {verb}s <x:num> life <y:for_each>",
        n(kind, amount=n("ForEach", number=s("x"), each=s("y")), who=s("w")),
    )
    t("do", f"you {verb} life equal to <x:amount>", n(kind, amount=n("EqualTo", amount=s("x"))))
    t("do", f"<w:one> {verb}s life equal to <x:amount>", n(kind, amount=n("EqualTo", amount=s("x")), who=s("w")))
act("draw", "draws", "<k:cards_n>", node="Draw", amount=s("k"))
t("do", "draw a card <y:for_each>", n("Draw", amount=n("ForEach", number=ONE, each=s("y"))))
act("mill", "mills", "<k:cards_n>", node="Mill", amount=s("k"))
act("discard", "discards", "<k:cards_n>", node="Discards", amount=s("k"))
act("discard", "discards", "a card at random", node="DiscardCards", amount=ONE, at_random=True)
act("discard", "discards", "<k:cards_n> at random", node="DiscardCards", amount=s("k"), at_random=True)
t("do", "discard your hand", n("Discards", amount="hand"))
variant("do", "you discard your hand", n("Discards", amount="hand"))
t("do", "<w:one> discards their hand", n("Discards", amount="hand", who=s("w")))
act("scry", "scries", "<x:num>", node="Scry", amount=s("x"))
act("surveil", "surveils", "<x:num>", node="Surveil", amount=s("x"))
t("do", "shuffle", n("Shuffle"))
variant("do", "shuffle your library", n("Shuffle"))
t("do", "<w:one> shuffles", n("Shuffle", who=s("w")))
for action in SIMPLE_ACTIONS:
    t("do", action, n("KeywordAction", action=action))
for action, third in (("investigate", "investigates"), ("proliferate", "proliferates")):
    t("do", f"<w:one> {third}", n("KeywordAction", action=action, who=s("w")))
    t("do", f"{action} twice", n("KeywordAction", action=action, amount=n("Const", value=2)))
for action in (
    "fateseal",
    "bolster",
    "adapt",
    "monstrosity",
    "support",
    "incubate",
    "discover",
    "endure",
    "blight",
    "connive",
):
    t("do", f"{action} <x:num>", n("KeywordAction", action=action, amount=s("x")))
t("do", "amass <y:SUBS> <x:num>", n("KeywordAction", action="amass", amount=s("x"), of=s("y")))
t("do", "you become the monarch", n("KeywordAction", action="become_the_monarch"))
t("do", "you take the initiative", n("KeywordAction", action="take_the_initiative"))
t("do", "venture into the dungeon", n("KeywordAction", action="venture_into_the_dungeon"))
t("do", "the ring tempts you", n("KeywordAction", action="the_ring_tempts"))
t("do", "manifest the top card of your library", n("Manifest"))
t("do", "cloak the top card of your library", n("KeywordAction", action="cloak"))
t("do", "manifest dread", n("KeywordAction", action="manifest_dread"))
t("do", "you get <x:energy>", n("PutPlayerCounters", kind="energy", amount=s("x")))
t("do", "<w:one> gets a poison counter", n("PutPlayerCounters", kind="poison", amount=ONE, who=s("w")))
t(
    "do",
    "<w:one> gets <x:NUMW> poison counters",
    n("PutPlayerCounters", kind="poison", amount=n("Const", value=s("x")), who=s("w")),
)
t("do", "you get an experience counter", n("PutPlayerCounters", kind="experience", amount=ONE))
t("do", "you win the game", n("WinGame"))
t("do", "you lose the game", n("LoseGame"))
t("do", "<w:one> loses the game", n("LoseGame", who=s("w")))
t("do", "<w:one> wins the game", n("WinGame", who=s("w")))
t("do", "the game is a draw", n("DrawGame"))
t("do", "take an extra turn after this one", n("ExtraTurn"))
t("do", "<w:one> takes an extra turn after this one", n("ExtraTurn", who=s("w")))

# Damage: who deals it, how much, to whom.
t("hit", "any target", n("AnyTarget"))
t("hit", "any other target", n("AnyTarget", other=True))
t("hit", "<x:it>", n("ToObject", what=s("x")))
t("hit", "<x:each>", n("ToObject", what=s("x")))
t("hit", "<x:player>", n("ToPlayer", who=s("x")))
t("hit", "target player or planeswalker", n("AimEither", types=("planeswalker",), player="any"))
t("hit", "target opponent or planeswalker", n("AimEither", types=("planeswalker",), player="opponent"))
t("hit", "target creature or player", n("AimEither", types=("creature",), player="any"))
t("hit", "<x:each> and each player", n("ToBoth", what=s("x"), who="any"))
t("hit", "<x:each> and each opponent", n("ToBoth", what=s("x"), who="opponent"))
t("hit", "each opponent and <x:each>", n("ToBoth", what=s("x"), who="opponent", first=True))
t("do", "<o:it> deals <x:num> damage to <h:hit>", n("Hits", source=s("o"), amount=s("x"), to=s("h")))
t(
    "do",
    "<o:it> deals damage equal to <x:amount> to <h:hit>",
    n("Hits", source=s("o"), amount=n("EqualTo", amount=s("x")), to=s("h")),
)
t(
    "do",
    "<o:it> deals damage to <h:hit> equal to <x:amount>",
    n("Hits", source=s("o"), amount=n("EqualTo", amount=s("x")), to=s("h"), after=True),
)
t(
    "do",
    "<o:it> deals <x:num> damage to <h:hit> <y:for_each>",
    n("Hits", source=s("o"), amount=n("ForEach", number=s("x"), each=s("y")), to=s("h")),
)
t(
    "do",
    "<o:it> deals <x:num> damage to <h:hit> and <y:num> damage to <i:hit>",
    n("HitsTwo", source=s("o"), amount=s("x"), to=s("h"), amount2=s("y"), to2=s("i")),
)
t("do", "<o:it> fights <x:it>", n("Fight", what=s("o"), other=s("x")))

# What is done with objects.
for verb, kind, fixed in (
    ("destroy", "Destroy", {}),
    ("tap", "Tap", {}),
    ("untap", "Untap", {}),
    ("goad", "Goad", {}),
    ("counter", "Counter", {}),
    ("sacrifice", "Sacrifice", {}),
    ("transform", "Transform", {}),
    ("convert", "Convert", {}),
    ("regenerate", "Regenerate", {}),
    ("detain", "ObjectAction", {"action": "detain"}),
    ("suspect", "ObjectAction", {"action": "suspect"}),
    ("exert", "ObjectAction", {"action": "exert"}),
    ("flip", "ObjectAction", {"action": "flip"}),
    ("airbend", "ObjectAction", {"action": "airbend"}),
):
    t("do", f"{verb} <x:obj>", n(kind, what=s("x"), **fixed))
for third, action in (("explores", "explore"), ("connives", "connive"), ("phases out", "phase_out")):
    t("do", f"<x:it> {third}", n("ObjectAction", action=action, what=s("x")))
t("do", "tap or untap <x:aim>", n("ObjectAction", action="tap_or_untap", what=s("x")))
t("do", "exile <x:obj>", n("Move", what=s("x"), to="exile"))
t("do", "exile <x:obj> until ~ leaves the battlefield", n("ExileUntil", what=s("x")))
t("do", "return <x:obj> to its owner's hand", n("Move", what=s("x"), to="hand"))
t("do", "return <x:obj> to their owner's hand", n("Move", what=s("x"), to="hand", their=True))
variant("do", "return <x:obj> to their owners' hands", n("Move", what=s("x"), to="hand", their=True))
t("do", "put <x:obj> on top of its owner's library", n("Move", what=s("x"), to="library_top"))
t("do", "put <x:obj> on the bottom of its owner's library", n("Move", what=s("x"), to="library_bottom"))
t("do", "put <x:obj> into its owner's graveyard", n("Move", what=s("x"), to="graveyard"))
t("do", "shuffle <x:it> into its owner's library", n("MoveBelow", what=s("x")))
t(
    "do",
    "put <x:aim> on the top or bottom of its owner's library",
    n("ObjectAction", action="top_or_bottom", what=s("x")),
)
for under, text in (("owner", ""), ("you", " under your control"), ("its_owner", " under its owner's control")):
    for tapped, tap in ((False, ""), (True, " tapped")):
        t("do", f"return <x:obj> to the battlefield{tap}{text}", n("Returns", what=s("x"), tapped=tapped, under=under))
t("do", "put <x:aim> onto the battlefield under your control", n("Puts", what=s("x"), under="you"))
t("do", "return ~ from your graveyard to your hand", n("FromGrave", to="hand"))
t("do", "return ~ from your graveyard to the battlefield", n("FromGrave", to="battlefield"))
t("do", "return ~ from your graveyard to the battlefield tapped", n("FromGrave", to="battlefield", tapped=True))
t(
    "do",
    "return ~ to the battlefield transformed under its owner's control",
    n("Returns", what=n("This"), transformed=True, under="its_owner"),
)
t(
    "do",
    "exile ~ , then return it to the battlefield transformed under your control",
    n("Flicker", under="you", transformed=True),
)
t(
    "do",
    "exile ~ , then return it to the battlefield transformed under its owner's control",
    n("Flicker", under="owner", transformed=True),
)
t(
    "do",
    "exile <x:aim> , then return it to the battlefield under its owner's control",
    n("FlickerAim", what=s("x"), under="owner"),
)
t(
    "do",
    "exile <x:aim> , then return it to the battlefield under your control",
    n("FlickerAim", what=s("x"), under="you"),
)
t(
    "do",
    "exile <x:aim> , then return that card to the battlefield under its owner's control",
    n("FlickerAim", what=s("x"), under="owner", that=True),
)


# "target creature card from your graveyard": the place stands apart from what is done.
def _into(place: str) -> Both:
    return Both(
        lambda slots: slots["x"],
        lambda value: {"x": value} if isinstance(value, Term) and value.kind == "Aim" else None,
    )


t("do", "return <x:aim> to your hand", n("Move", what=s("x"), to="hand", your=True))
t("do", "put <x:aim> on top of your library", n("Move", what=s("x"), to="library_top", your=True))
t("do", "return <x:a_thing> to its owner's hand", n("MoveSome", what=s("x"), to="hand"))
t("do", "return <x:a_thing> to your hand", n("MoveSome", what=s("x"), to="hand", your=True))
t("do", "return <x:a_thing> to the battlefield", n("MoveSome", what=s("x"), to="battlefield"))
t("do", "exile <x:a_thing>", n("MoveSome", what=s("x"), to="exile"))
t("do", "put <x:a_thing> onto the battlefield", n("MoveSome", what=s("x"), to="battlefield", put=True))
t("do", "put <x:a_thing> onto the battlefield tapped", n("MoveSome", what=s("x"), to="battlefield", tapped=True))
t("do", "tap <x:a_thing>", n("TapSome", what=n("Untapped", what=s("x"))))
t("do", "untap <x:a_thing>", n("TapSome", what=s("x"), untap=True))
t(
    "do",
    "untap up to <k:NUMW> <x:things>",
    n("TapSome", what=s("x"), amount=n("Const", value=s("k")), up_to=True, untap=True),
)
act("sacrifice", "sacrifices", "<x:a_thing>", node="SacrificeSome", what=s("x"))
act("sacrifice", "sacrifices", "<k:many> <x:things>", node="SacrificeSome", what=s("x"), amount=s("k"))
t("do", "<w:one> sacrifices <x:a_thing> of their choice", n("SacrificeSome", what=s("x"), who=s("w"), choice=True))
t(
    "do",
    "<w:one> sacrifices <x:a_thing> with the greatest power among creatures they control",
    n("SacrificeSome", what=n("AlsoIs", what=s("x"), also="greatest_power"), who=s("w")),
)
t("do", "attach <x:it> to <y:it>", n("Attach", what=s("x"), to=s("y")))
t("do", "gain control of <x:obj>", n("GainControl", what=s("x")))
t("do", "gain control of <x:obj> until end of turn", n("GainControl", what=s("x"), lasts="end_of_turn"))
t("do", "gain control of <x:obj> for as long as you control ~", n("Attach", what=n("Never"), to=s("x")))
t("do", "they can't be regenerated", n("CantRegenerate", they=True))
t("do", "it can't be regenerated", n("CantRegenerate"))
variant("do", "that creature can't be regenerated", n("CantRegenerate"))
t("do", "copy <x:obj>", n("CopySpell", what=s("x")))
t("do", "you may choose new targets for the copy", n("NewTargets"))
t("do", "choose a color", n("ChooseColor"))

# Counters.
for a in ("a",):
    t("do", f"put {a} <k:KIND> counter on <x:obj>", n("PutCountersOn", kind=s("k"), on=s("x"), amount=ONE))
    t("do", f"remove {a} <k:KIND> counter from <x:obj>", n("RemoveCountersFrom", kind=s("k"), from_=s("x"), amount=ONE))
t(
    "do",
    "put a <k:KIND> counter on <x:obj> <y:for_each>",
    n("PutCountersOn", kind=s("k"), on=s("x"), amount=n("ForEach", number=ONE, each=s("y"))),
)
t("do", "put <m:many> <k:KIND> counters on <x:obj>", n("PutCountersOn", kind=s("k"), on=s("x"), amount=s("m")))
t(
    "do",
    "put that many <k:KIND> counters on <x:obj>",
    n("PutCountersOn", kind=s("k"), on=s("x"), amount=n("EventAmount")),
)
t(
    "do",
    "put a number of <k:KIND> counters on <x:obj> equal to <y:amount>",
    n("PutCountersOn", kind=s("k"), on=s("x"), amount=n("EqualTo", amount=s("y"))),
)
t(
    "do",
    "remove <m:many> <k:KIND> counters from <x:obj>",
    n("RemoveCountersFrom", kind=s("k"), from_=s("x"), amount=s("m")),
)

# Prevention.
t(
    "do",
    "prevent the next <x:num> damage that would be dealt to <h:hit> this turn",
    n("PreventsNext", amount=s("x"), to=s("h")),
)
t("do", "prevent all damage that would be dealt to <h:hit> this turn", n("PreventsNext", amount="all", to=s("h")))
t(
    "do",
    "prevent all combat damage that would be dealt to <h:hit> this turn",
    n("PreventsNext", amount="all", combat=True, to=s("h")),
)
t("do", "prevent all combat damage that would be dealt this turn", n("PreventNext", amount="all", combat=True))
t(
    "do",
    "prevent all combat damage that would be dealt this turn by <x:subjs>",
    n("PreventNext", amount="all", combat=True, by=s("x")),
)
t("do", "prevent all damage that would be dealt this turn by <x:it>", n("PreventNext", amount="all", by=s("x")))
