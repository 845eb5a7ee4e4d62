"""Templates of whole lines: the abilities (CR 113)."""

from __future__ import annotations

from .templates import n, s, t

t("line", "<k:kws>", n("Keywords", of=s("k")))
t("line", "<k:kwline>", n("Keywords", of=(s("k"),)))
t("line", "<c:cost> : <e:effects>", n("Activates", cost=s("c"), effects=s("e")))
t("line", "<c:loyalty> : <e:effects>", n("Activates", cost=s("c"), effects=s("e"), loyalty=True))
for word in ("boast", "exhaust", "channel", "forecast", "max speed", "power-up", "renew", "metalcraft"):
    t("line", f"{word} \u2014 <c:cost> : <e:effects>", n("Activates", cost=s("c"), effects=s("e"), word=word))
t("line", "equip \u2014 <c:cost> : <e:effects>", n("Never"))
t("line", "<v:event> , if <i:if> , <e:effects>", n("Triggers", event=s("v"), effects=s("e"), only_if=s("i")))
t("line", "<v:event> , <e:effects>", n("Triggers", event=s("v"), effects=s("e")))
t("line", "<v:event> , <e:effects> <o:once>", n("Never"))
t("once", "this ability triggers only once each turn .", "once")
t(
    "line",
    "<v:event> during your turn , <e:effects>",
    n("Triggers", event=s("v"), effects=s("e"), only_if=n("YourTurn"), during=True),
)
t("line", "<x:ROMAN> \u2014 <e:effects>", n("Chapters", numbers=s("x"), effects=s("e")))
t("line", "<x:qstatic>", s("x"))
t("line", "<x:static> .", s("x"))
t("line", "<x:static> . <y:static> .", n("TwoStatics", a=s("x"), b=s("y")))
t("line", "<e:effects>", n("Spell", effects=s("e")))
t("line", "<w:one> may <x:effects>", n("Never"))
t("bare", "<c:cost> : <e:sent>", n("Activates", cost=s("c"), effects=(s("e"),)))
t("bare", "<v:event> , <e:sent>", n("Triggers", event=s("v"), effects=(s("e"),)))
t("bare", "<x:static>", s("x"))
