"""Templates of what continuous effects change: until a time, or as a static ability (CR 604, 611, 613)."""

from __future__ import annotations

import re

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
        t(
            f"q{symbol}",
            f"{lose} all land types and abilities , and they gain <y:qgrants>",
            n("Two", a=(n("LoseLandTypes"), n("LoseAbilities")), b=s("y"), they=True),
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
