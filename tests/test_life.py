"""Life gained and lost is an event: by damage, lifelink, a cost or an instruction (CR 119, 120.3, 120.4c)."""

from __future__ import annotations

from typing import Any

import pytest
from played import Game, game


def _replacing(name: str, when: str, by: str, **rewrite: Any) -> dict[str, Any]:
    ability = {"is": "replacement", "event": {"when": when, "by": by}, "instead": [rewrite]}
    return {"name": name, "types": "Enchantment", "abilities": [ability]}


LIFELINK = {"is": "keyword", "keyword": "lifelink"}
PING = {"is": "activated", "cost": "{T}", "effects": [{"do": "damage", "amount": 2, "to_player": "opponent"}]}
DRINK = {
    "is": "activated",
    "cost": [{"pay": "life", "amount": 1}],
    "effects": [{"do": "gain_life", "amount": 3}],
}
CARDS = [
    {"name": "Leech", "types": "Creature - Leech", "power": 2, "toughness": 2, "abilities": [LIFELINK, PING]},
    {"name": "Ox", "types": "Creature - Ox", "power": 2, "toughness": 2, "abilities": [PING]},
    {"name": "Flask", "types": "Artifact", "abilities": [DRINK]},
    _replacing("Boon", "gains_life", "you", rewrite="life_times", factor=2),
    _replacing("Little Boon", "gains_life", "you", rewrite="life_plus", amount=1),
    _replacing("Taint", "gains_life", "opponent", rewrite="life_times", factor=-1),
    _replacing("Wither", "loses_life", "opponent", rewrite="life_times", factor=2),
    _replacing("Numbness", "loses_life", "you", rewrite="life_plus", amount=-2),
    {
        "name": "Thrift",
        "types": "Enchantment",
        "abilities": [{"is": "static", "changes": [{"change": "player_cant", "who": "any", "what": "pay_life"}]}],
    },
    {
        "name": "Glad Cat",
        "types": "Creature - Cat",
        "power": 1,
        "toughness": 1,
        "abilities": [
            {
                "is": "triggered",
                "event": {"when": "gains_life"},
                "effects": [{"do": "put_counters", "kind": "+1/+1"}],
            },
            {
                "is": "triggered",
                "event": {"when": "loses_life", "by": "opponent"},
                "effects": [{"do": "put_counters", "kind": "charge", "amount": {"number": "event_amount"}}],
            },
        ],
    },
]


def _played(alice: list[str], bob: list[str], *when: Any) -> Game:
    return game({"cards": CARDS, "players": {"alice": {"battlefield": alice}, "bob": {"battlefield": bob}}}, when)


def _life(played: Game) -> tuple[str, ...]:
    return tuple(fluent.rpartition(",")[2].rstrip(")") for fluent in played.ends_with("life("))


@pytest.mark.parametrize(
    ("alice", "bob", "life"),
    [
        (["Leech"], [], ("22", "18")),
        (["Leech", "Boon"], [], ("24", "18")),
        (["Leech", "Boon", "Boon"], [], ("28", "18")),
        (["Leech"], ["Boon"], ("22", "18")),
        (["Leech", "Wither"], [], ("22", "16")),
        (["Leech"], ["Taint"], ("18", "18")),
        (["Leech"], ["Taint", "Wither"], ("16", "18")),
        (["Leech"], ["Numbness"], ("22", "20")),
    ],
)
def test_life_by_damage_and_lifelink_can_be_replaced(alice: list[str], bob: list[str], life: tuple[str, str]) -> None:
    assert _life(_played(alice, bob, {"activate": {"of": "leech"}}, "pass", "nothing")) == life


@pytest.mark.parametrize(
    ("alice", "bob", "life"),
    [
        ([], [], ("22", "20")),
        (["Boon"], [], ("25", "20")),
        (["Little Boon"], [], ("23", "20")),
        ([], ["Wither"], ("21", "20")),
        (["Numbness"], [], ("23", "20")),
    ],
)
def test_life_paid_and_gained_can_be_replaced(alice: list[str], bob: list[str], life: tuple[str, str]) -> None:
    assert _life(_played(["Flask", *alice], bob, {"activate": {"of": "flask"}}, "pass", "nothing")) == life


def test_the_order_of_two_effects_is_the_affected_players_choice() -> None:
    """Two times that much and one more: 7 or 8, as the player likes (CR 616.1)."""
    life = _life(_played(["Flask", "Boon", "Little Boon"], [], {"activate": {"of": "flask"}}, "pass", "nothing"))
    assert life in (("26", "20"), ("27", "20"))


def test_each_source_that_makes_a_player_gain_life_triggers_for_itself() -> None:
    """CR 119.9, 702.15e: two sources with lifelink deal damage together."""
    fight = {"attack": [{"with": one, "whom": "bob"} for one in ("leech", "leech-2")]}
    played = _played(["Leech", "Leech", "Glad Cat"], [], fight, {"until": {"step": "end"}})
    assert _life(played) == ("24", "16")
    assert {'counter(obj("glad-cat",0),plus_1_plus_1,2)', 'counter(obj("glad-cat",0),charge,4)'} <= played.end


def test_what_is_replaced_away_triggers_nothing() -> None:
    played = _played(["Ox", "Glad Cat"], ["Numbness"], {"activate": {"of": "ox"}}, "pass", "nothing")
    assert _life(played) == ("20", "20")
    assert not played.ends_with('counter(obj("glad-cat",0)')


def test_who_cannot_pay_life_cannot_activate_what_costs_life() -> None:
    """CR 119.4b."""
    with pytest.raises(AssertionError):
        _played(["Flask", "Thrift"], [], {"activate": {"of": "flask"}}, "pass")
