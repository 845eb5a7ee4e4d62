"""Templates of instructions that make tokens, look into libraries, or offer modes (CR 111, 701.7, 701.23, 700.2)."""

from __future__ import annotations

from typing import Any

from .table_costs import CONS
from .table_effects import act
from .templates import Both, n, s, t
from .terms import Term

ONE = n("Const", value=1)

# Tokens.
act("create", "creates", "<x:token_n>", node="Makes", tokens=s("x"))
t("token_n", "a <x:token>", n("Tokens", of=s("x"), amount=ONE))
t("token_n", "a tapped <x:token>", n("Tokens", of=s("x"), amount=ONE, tapped=True))
t("token_n", "<m:many> <x:tokens>", n("Tokens", of=s("x"), amount=s("m")))
t("token_n", "<m:many> tapped <x:tokens>", n("Tokens", of=s("x"), amount=s("m"), tapped=True))
t("token_n", "that many <x:tokens>", n("Tokens", of=s("x"), amount=n("EventAmount")))
t("token_n", "a number of <x:tokens> equal to <y:amount>", n("Tokens", of=s("x"), amount=n("EqualTo", amount=s("y"))))
t("token_n", "a <x:token> <y:for_each>", n("Tokens", of=s("x"), amount=n("ForEach", number=ONE, each=s("y"))))
t("token_n", "a <x:token> that's tapped and attacking", n("Tokens", of=s("x"), amount=ONE, tapped=True, attacking=True))
t(
    "token_n",
    "<m:many> <x:tokens> that are tapped and attacking",
    n("Tokens", of=s("x"), amount=s("m"), tapped=True, attacking=True),
)
for number, noun in (("", "token"), ("s", "tokens")):
    t(f"token{number}", f"<x:token_h> {noun}", s("x"))
    it = "it has"
    t(f"token{number}", f"<x:token_h> {noun} with <y:tokenkws>", n("WithAbilities", of=s("x"), abilities=s("y")))
    t(f"token{number}", f"<x:SUB> {noun}", n("Predefined", subtype=s("x")))
t("tokenkws", "<x:kw>", (s("x"),))
t("tokenkws", "<x:kw> and <y:kw>", (s("x"), s("y")))
t("tokenkws", "<x:kw> , <y:kw> , and <z:kw>", (s("x"), s("y"), s("z")))
t("tokenkws", '" <x:line> "', (n("Quoted", ability=s("x")),))
t("tokenkws", '<y:kw> and " <x:line> "', (s("y"), n("Quoted", ability=s("x"))))
t("token_h", "<p:PT> <c:token_c> <x:token_t>", n("TokenOf", pt=s("p"), colors=s("c"), line=s("x")))
t(
    "token_h",
    "legendary <p:PT> <c:token_c> <x:token_t>",
    n("TokenOf", pt=s("p"), colors=s("c"), line=s("x"), legendary=True),
)
t("token_c", "<x:COLOR>", (s("x"),))
t("token_c", "<x:COLOR> and <y:COLOR>", (s("x"), s("y")))
t("token_c", "<x:COLOR> , <y:COLOR> , and <z:COLOR>", (s("x"), s("y"), s("z")))
t("token_c", "colorless", ())
t("token_t", "<x:SUB> <y:token_t>", n("Line", subs=Both(lambda slots: None, lambda value: None)))
t("token_t", "<x:subs> <y:types>", n("Line", subtypes=s("x"), types=s("y")))
t("subs", "<x:SUB>", (s("x"),))
t("subs", "<x:SUB> <y:subs>", CONS)
t("types", "<x:TYPE>", (s("x"),))
t("types", "<x:TYPE> <y:types>", CONS)
t("do", "create a token that's a copy of <x:it>", n("CreateCopy", of=s("x")))
t("do", "create a tapped token that's a copy of <x:it>", n("CreateCopy", of=s("x"), tapped=True))

t("qtokenkws", '" <x:line> "', (n("Quoted", ability=s("x")),))
t("qtokenkws", '<y:kw> and " <x:line> "', (s("y"), n("Quoted", ability=s("x"))))
for number, it, noun in (("", "it has", "token"), ("s", "they have", "tokens")):
    t("qdo", f"create <x:token_q{number}>", n("Makes", tokens=s("x")))
    amount: Any = ONE if not number else s("m")
    for text in ("", "tapped "):
        a = f"a {text}" if not number else f"<m:many> {text}"
        more = {"tapped": True} if text else {}
        of = n("WithAbilities", of=s("x"), abilities=s("y"))
        t(
            f"token_q{number}",
            f"{a}<x:token_h> {noun} with <y:qtokenkws>",
            n("Tokens", of=of, amount=amount, **more),
        )
        t(
            f"token_q{number}",
            f"{a}<x:token_h> {noun} . {it} <y:qtokenkws>",
            n("Tokens", of=of, amount=amount, **more, then=True),
        )
t("qdo", 'you get an emblem with " <x:line> "', n("Emblem", ability=s("x")))
t("quotesent", "you may <x:qdo>", n("May", effects=(s("x"),)))

# Libraries.
said: dict[str, Any]
for places, said in (
    ("reveal it , put it into your hand , then shuffle", {"to": "hand", "reveal": True}),
    ("put it into your hand , then shuffle", {"to": "hand"}),
    ("put it onto the battlefield , then shuffle", {"to": "battlefield"}),
    ("put it onto the battlefield tapped , then shuffle", {"to": "battlefield", "tapped": True}),
    ("put that card onto the battlefield , then shuffle", {"to": "battlefield", "that": True}),
    (
        "put that card onto the battlefield tapped , then shuffle",
        {"to": "battlefield", "tapped": True, "that": True},
    ),
    ("put that card into your hand , then shuffle", {"to": "hand", "that": True}),
    ("reveal it , then shuffle and put that card on top", {"to": "library_top", "reveal": True}),
    ("put it into your graveyard , then shuffle", {"to": "graveyard"}),
):
    t("do", f"search your library for a <x:cardn_c> , {places}", n("Searches", what=s("x"), **said))
for places, said in (
    ("reveal them , put them into your hand , then shuffle", {"to": "hand", "reveal": True}),
    ("put them onto the battlefield tapped , then shuffle", {"to": "battlefield", "tapped": True}),
    ("put them onto the battlefield , then shuffle", {"to": "battlefield"}),
    ("reveal those cards , put them into your hand , then shuffle", {"to": "hand", "reveal": True, "that": True}),
):
    t(
        "do",
        f"search your library for up to <k:NUMW> <x:cardns_c> , {places}",
        n("Searches", what=s("x"), amount=n("Const", value=s("k")), up_to=True, **said),
    )
for rest, word in (
    ("the rest on the bottom of your library in any order", "library_bottom_any"),
    ("the rest on the bottom of your library in a random order", "library_bottom_random"),
    ("the rest into your graveyard", "graveyard"),
):
    t(
        "sent",
        f"look at the top <k:many> cards of your library . put one of them into your hand and {rest}",
        n("LookAndTake", amount=s("k"), rest=word),
    )
    t(
        "sent",
        f"look at the top <k:many> cards of your library . put <m:many> of them into your hand and {rest}",
        n("LookAndTake", amount=s("k"), take=s("m"), rest=word),
    )
t("do", "exile the top card of your library . you may play that card this turn", n("ImpulseDraw"))
t("do", "exile the top card of your library . until end of turn , you may play that card", n("ImpulseDraw", until=True))
t(
    "do",
    "exile the top <k:many> cards of your library . you may play those cards this turn",
    n("ImpulseDraw", amount=s("k")),
)
t(
    "do",
    "exile the top <k:many> cards of your library . until the end of your next turn , you may play those cards",
    n("ImpulseDraw", amount=s("k"), lasts="your_next_turn"),
)
t(
    "do",
    "exile the top card of your library . until the end of your next turn , you may play that card",
    n("ImpulseDraw", lasts="your_next_turn"),
)

# Modes.
for text, low, high in (
    ("choose one", 1, 1),
    ("choose two", 2, 2),
    ("choose one or both", 1, 2),
    ("choose one or more", 1, 99),
    ("choose up to one", 0, 1),
    ("choose three", 3, 3),
    ("choose any number", 0, 99),
    ("choose up to two", 0, 2),
):
    t("modal", f"{text} \u2014 <x:modes>", n("ChooseModes", at_least=low, at_most=high, modes=s("x")))
    t(
        "modal",
        f"{text} . you may choose the same mode more than once . <x:modes>",
        n("ChooseModes", at_least=low, at_most=high, modes=s("x"), repeat=True),
    )
t("modes", "\u2022 <x:effects>", (n("Mode", effects=s("x")),))
t(
    "modes",
    "\u2022 <x:effects> <y:modes>",
    Both(
        lambda slots: (Term("Mode", (("effects", slots["x"]),)), *slots["y"]),
        lambda value: (
            {"x": value[0].get("effects"), "y": value[1:]} if isinstance(value, tuple) and len(value) > 1 else None
        ),
    ),
)
t("effects", "<x:modal>", (s("x"),))
