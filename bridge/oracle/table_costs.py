"""Templates of costs (CR 118)."""

from __future__ import annotations

from .table_nouns import f
from .templates import Both, n, s, t
from .terms import Term, Value

ONE = n("Const", value=1)


def _cons(slots: dict[str, Value]) -> Value:
    return (slots["x"], *slots["y"])


def _uncons(value: Value) -> dict[str, Value] | None:
    return {"x": value[0], "y": value[1:]} if isinstance(value, tuple) and len(value) > 1 else None


CONS = Both(_cons, _uncons)

t("cost", "<x:pay>", (s("x"),))
t("cost", "<x:pay> , <y:cost>", CONS)
t("pay", "<x:MANA>", n("ManaCost", symbols=s("x")))
t("pay", "{T}", n("TapSymbol"))
t("pay", "{Q}", n("UntapSymbol"))
t("pay", "pay <x:num> life", n("PayLife", amount=s("x")))
t("pay", "pay half your life , rounded up", n("PayLife", amount=n("Special", what="half_life_rounded_up")))
t("pay", "<x:energy>", n("PayEnergy", amount=s("x")))
t("pay", "pay <x:energy>", n("PayEnergy", amount=s("x"), said=True))
t("pay", "pay <x:MANA>", n("ManaCost", symbols=s("x"), said=True))
t("pay", "pay <x:num> {E}", n("PayEnergy", amount=s("x"), number=True))
for number in range(1, 9):
    t("energy", " ".join(["{E}"] * number), n("Const", value=number))
t("pay", "sacrifice <x:it>", n("SacrificeCost", what=s("x"), count=ONE))
t("pay", "sacrifice <x:a_thing>", n("SacrificeCost", what=s("x"), count=ONE))
t(
    "pay",
    "sacrifice a <x:COLOR> or <y:TYPE> creature",
    n(
        "SacrificeCost",
        what=n("A", what=f(types=("creature",), any_of=(f(any_color=(s("x"),)), f(types=(s("y"),))))),
        count=ONE,
    ),
)
t(
    "pay",
    "remove one or more <k:KIND> counters from <x:it>",
    n("RemoveCounters", kind=s("k"), amount="some", from_=s("x")),
)
t("pay", "sacrifice <k:many> <x:things>", n("SacrificeCost", what=s("x"), count=s("k")))
t("pay", "sacrifice <k:many> other <x:things>", n("SacrificeCost", what=n("Other", what=s("x")), count=s("k")))
t("pay", "discard <k:cards_n>", n("DiscardCost", count=s("k")))
t("pay", "discard a card at random", n("ActionCost", action="discard_at_random"))
t("pay", "discard your hand", n("ActionCost", action="discard_hand"))
t("pay", "discard a <x:cardn_c>", n("DiscardCost", what=n("InHand", what=s("x"))))
t("pay", "discard ~", n("DiscardCost", what=n("ThisCard", zone="hand")))
t("pay", "exile ~ from your graveyard", n("ExileCost", what=n("ThisCard", zone="graveyard")))
t("pay", "exile ~ from your hand", n("ExileCost", what=n("ThisCard", zone="hand")))
t("pay", "exile ~", n("ExileCost"))
t("pay", "exile <x:a_thing>", n("ExileCost", what=s("x")))
t("pay", "exile <k:many> <x:things>", n("ExileCost", what=s("x"), count=s("k")))
t("pay", "exile <k:many> other <x:things>", n("ExileCost", what=n("Other", what=s("x")), count=s("k")))
t("pay", "exile the top card of your library", n("ActionCost", action="exile_top_card"))
t("pay", "exile the top <k:many> cards of your library", n("ActionCost", action="exile_top_cards", amount=s("k")))
t("pay", "remove a <k:KIND> counter from <x:it>", n("RemoveCounters", kind=s("k"), amount=ONE, from_=s("x")))
t("pay", "remove a counter from <x:it>", n("ActionCost", action="remove_a_counter", what=s("x")))
t("pay", "remove <n:many> <k:KIND> counters from <x:it>", n("RemoveCounters", kind=s("k"), amount=s("n"), from_=s("x")))
t(
    "pay",
    "remove any number of <k:KIND> counters from <x:it>",
    n("RemoveCounters", kind=s("k"), amount="any", from_=s("x")),
)
t(
    "pay",
    "remove one or more <k:KIND> counters from among <x:things>",
    n("RemoveCounters", kind=s("k"), amount="some", from_=s("x")),
)
t(
    "pay",
    "remove a <k:KIND> counter from <x:a_thing>",
    n("ActionCost", action="remove_counter_from", what=s("x"), kind=s("k")),
)
t("pay", "put a <k:KIND> counter on <x:it>", n("PutCounters", kind=s("k"), amount=ONE, on=s("x")))
t("pay", "put <n:many> <k:KIND> counters on <x:it>", n("PutCounters", kind=s("k"), amount=s("n"), on=s("x")))
t("pay", "tap <x:a_thing>", n("TapOthers", what=n("Untapped", what=s("x")), count=ONE))
t("pay", "tap <k:many> <x:things>", n("TapOthers", what=n("Untapped", what=s("x")), count=s("k")))
t(
    "pay",
    "tap <k:many> other <x:things>",
    n("TapOthers", what=n("Untapped", what=n("Other", what=s("x"))), count=s("k")),
)
t("pay", "untap <x:a_thing>", n("UntapOthers", what=n("TappedOne", what=s("x")), count=ONE))
t("pay", "return <x:a_thing> to its owner's hand", n("MoveCost", what=s("x"), to="hand"))
t("pay", "return <k:many> <x:things> to their owner's hand", n("MoveCost", what=s("x"), to="hand", count=s("k")))
t("pay", "return <x:it> to its owner's hand", n("MoveCost", what=s("x"), to="hand"))
t("pay", "mill <k:cards_n>", n("ActionCost", action="mill", amount=s("k")))
t("pay", "exert ~", n("ActionCost", action="exert"))
t("pay", "forage", n("ActionCost", action="forage"))
t("pay", "collect evidence <x:num>", n("ActionCost", action="collect_evidence", amount=s("x")))
t(
    "pay",
    "reveal <k:many> <x:cardns_c> from your hand",
    n("ActionCost", action="reveal", amount=s("k"), what=n("InHand", what=s("x"))),
)
t("pay", "blight <x:num>", n("ActionCost", action="blight", amount=s("x")))


def _loyalty(slots: dict[str, Value]) -> Value:
    text = slots["x"]
    return (Term("Loyalty", (("change", int(text)),)),) if text.lstrip("+-").isdigit() else None


def _unloyalty(value: Value) -> dict[str, Value] | None:
    if isinstance(value, tuple) and len(value) == 1 and isinstance(value[0], Term) and value[0].kind == "Loyalty":
        number = value[0].get("change")
        return {"x": f"+{number}" if number > 0 else str(number)}
    return None


t("loyalty", "<x:LOYALTY>", Both(_loyalty, _unloyalty))
t(
    "loyalty_x",
    "<x:LOYALTY>",
    Both(
        lambda slots: slots["x"] if slots["x"] == "-X" else None, lambda value: {"x": value} if value == "-X" else None
    ),
)
