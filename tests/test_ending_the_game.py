"""Winning and losing (CR 104, 101.2, 704.5a-c)."""

from __future__ import annotations

import pytest
from combats import creature, follow, state, static

VOW = creature(
    "vow",
    types="Enchantment",
    abilities=[
        static({"change": "player_cant", "who": "you", "what": "lose_game"}),
        static({"change": "player_cant", "who": "opponent", "what": "win_game"}),
    ],
)


def engine(effect: dict[str, object], of: str = "bob") -> dict[str, object]:
    """An artifact with one ability."""
    return creature(
        "engine", of=of, types="Artifact", abilities=[{"is": "activated", "cost": "{T}", "effects": effect}]
    )


def ended(game: list[set[str]]) -> set[str]:
    """Who has won and who has lost in the end, and whether it is a draw."""
    words = ("won", "lost", "drawn")
    return {
        one.removeprefix("holds(").removesuffix(")")
        for one in game[-1]
        if one.startswith(tuple(f"holds({w}" for w in words))
    }


BOB_WINS = {'won("bob")', 'lost("alice")'}

LOSSES = {
    "704.5a: 0 life": ('happens(life("alice",-20))', []),
    "704.5a: less than 0 life": ('happens(life("alice",-25))', []),
    "704.5b: a draw from an empty library": ('happens(draw("alice",1))', []),
    "104.3e: an effect says so": ('supposed("engine",any)', [engine({"do": "lose", "who": "opponent"})]),
    "704.5c: ten poison counters": (
        'supposed("engine",any)',
        [engine({"do": "player_counters", "kind": "poison", "amount": 10, "who": "opponent"})],
    ),
}


@pytest.mark.parametrize("name", LOSSES)
def test_losing(name: str) -> None:
    """The opponent wins (104.2a), unless an effect says that the player can't lose (101.2)."""
    step, permanents = LOSSES[name]
    assert ended(follow(state("precombat_main", *permanents), step, "idle", beats=6)) == BOB_WINS
    assert ended(follow(state("precombat_main", VOW, *permanents), step, "idle", beats=6)) == set()


def test_nine_poison_counters_are_too_few() -> None:
    """CR 704.5c."""
    effect = {"do": "player_counters", "kind": "poison", "amount": 9, "who": "opponent"}
    assert ended(follow(state("precombat_main", engine(effect)), 'supposed("engine",any)', "idle", beats=5)) == set()


def test_winning_by_an_effect() -> None:
    """CR 104.2b, 101.2."""
    board = [engine({"do": "win"})]
    assert ended(follow(state("precombat_main", *board), 'supposed("engine",any)', "idle", beats=5)) == {'won("bob")'}
    assert ended(follow(state("precombat_main", VOW, *board), 'supposed("engine",any)', "idle", beats=5)) == set()


@pytest.mark.parametrize("event", ["concede", "penalty"])
def test_no_effect_keeps_from_conceding_and_penalties(event: str) -> None:
    """CR 104.3a, 104.3k, 104.2a: nor does one keep the opponent from winning by it."""
    assert ended(follow(state("upkeep", VOW), f'happens({event}("alice"))', "idle", beats=4)) == BOB_WINS


def test_all_losing_at_once_is_a_draw() -> None:
    """CR 104.4a."""
    board = state("precombat_main", engine({"do": "lose", "who": "any"}))
    assert ended(follow(board, 'supposed("engine",any)', "idle", beats=5)) == {'lost("alice")', 'lost("bob")', "drawn"}


def test_a_game_among_three_goes_on() -> None:
    """CR 104.2a, 104.5: until one player is left."""
    board = state("precombat_main", players=("alice", "bob", "carol"))
    game = follow(board, 'happens(concede("bob"))', 'happens(concede("carol"))', "idle", beats=5)
    assert not any('holds(won("alice"))' in beat for beat in game[:2])
    assert ended(game) == {'lost("bob")', 'lost("carol")', 'won("alice")'}


def test_who_would_win_and_lose_at_once_loses() -> None:
    """CR 104.3f."""
    both = engine([{"do": "win", "who": "opponent"}, {"do": "lose", "who": "opponent"}])  # type: ignore[arg-type]
    assert ended(follow(state("precombat_main", both), 'supposed("engine",any)', "idle", beats=5)) == {'won("alice")'}
