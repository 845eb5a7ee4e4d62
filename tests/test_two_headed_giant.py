"""Two-Headed Giant (CR 810, 805): what teams share, by the rules' own examples."""

from __future__ import annotations

from typing import Any

from combats import creature, declarations, follow, sets, state, static

PLAYERS = ("alice", "carol", "bob", "dave")
LIFE = {name: {"life": 30, "library": ["Forest"]} for name in PLAYERS}


def giant(step: str, *permanents: dict[str, Any], **fields: Any) -> Any:
    """A game of alice and carol against bob and dave."""
    return state(step, *permanents, players=PLAYERS, teams=(1, 1, 2, 2), **{"seats": LIFE, **fields})


def engine(effect: dict[str, Any]) -> dict[str, Any]:
    """An artifact of bob's with one ability."""
    return creature(
        "engine", of="bob", types="Artifact", abilities=[{"is": "activated", "cost": "{T}", "effects": effect}]
    )


def ended(game: list[set[str]]) -> set[str]:
    """Who has won and who has lost in the end."""
    return {
        one.removeprefix("holds(").removesuffix(")")
        for one in game[-1]
        if one.startswith(("holds(won", "holds(lost", "holds(drawn"))
    }


BOBS_TEAM_WINS = {'won("bob")', 'won("dave")', 'lost("alice")', 'lost("carol")'}


def test_damage_to_each_player_counts_for_the_team() -> None:
    """CR 810.9: 4 damage to each player is 8 to each team."""
    board = giant("precombat_main", engine({"do": "damage", "amount": 4, "to_player": "any"}))
    game = follow(board, 'supposed("engine",any)', "idle", beats=4)
    assert {f'holds(life("{name}",22))' for name in PLAYERS} <= game[-1]


def test_the_team_loses_at_0_life_and_with_fifteen_poison_counters() -> None:
    """CR 704.6a, 704.6b, 810.8c, 810.8d; ten counters are too few (704.5c)."""
    assert ended(follow(giant("precombat_main"), 'happens(life("carol",-30))', "idle", beats=4)) == BOBS_TEAM_WINS
    poison = {"do": "player_counters", "kind": "poison", "amount": 5, "who": "opponent"}
    ten = follow(giant("precombat_main", engine(poison)), 'supposed("engine",any)', "idle", beats=4)
    assert 'holds(player_counter("alice",poison,10))' in ten[-1]
    assert ended(ten) == set()
    more = follow(giant("precombat_main", engine({**poison, "amount": 8})), 'supposed("engine",any)', "idle", beats=5)
    assert ended(more) == BOBS_TEAM_WINS


def test_if_either_player_loses_the_team_does() -> None:
    """CR 810.8a, 810.8b: a draw from an empty library, a concession."""
    bare = {**LIFE, "carol": {"life": 30}}
    assert (
        ended(follow(giant("precombat_main", seats=bare), 'happens(draw("carol",1))', "idle", beats=4))
        == BOBS_TEAM_WINS
    )
    assert ended(follow(giant("precombat_main"), 'happens(concede("alice"))', "idle", beats=3)) == BOBS_TEAM_WINS


def test_if_either_player_cannot_lose_the_team_cannot() -> None:
    """CR 810.8a: nor can the opposing team win."""
    angel = creature(
        "angel",
        of="carol",
        types="Enchantment",
        abilities=[
            static({"change": "player_cant", "who": "you", "what": "lose_game"}),
            static({"change": "player_cant", "who": "opponent", "what": "win_game"}),
        ],
    )
    assert ended(follow(giant("precombat_main", angel), 'happens(life("alice",-40))', "idle", beats=4)) == set()
    won = follow(giant("precombat_main", angel, engine({"do": "win"})), 'supposed("engine",any)', "idle", beats=4)
    assert ended(won) == set()


def test_teams_attack_and_block_together() -> None:
    """CR 805.10a, 805.10b, 805.10d: any of the team's creatures may attack any opponent; a teammate may block."""
    attack = giant("declare_attackers", creature("x"), creature("y", of="carol"))
    legal = declarations(attack)
    assert sets("x>bob y>dave", "y>bob", "") <= legal
    assert len(legal) == 9
    block = giant(
        "declare_blockers",
        creature("x"),
        creature("b", of="dave"),
        creature("own", of="carol"),
        also=['attacking({x},"bob")', 'against({x},"bob")', "attackers_came"],
    )
    assert declarations(block) == sets("", "b>x")


def test_the_team_takes_its_turn_together() -> None:
    """CR 805.4, 805.4b: after alice and carol come bob and dave, and both draw."""
    game = follow(giant("cleanup"), "wait", beats=8)
    begun = {one for beat in game for one in beat if one.startswith("happens(turn_begins(")}
    assert begun == {'happens(turn_begins("bob"))', 'happens(turn_begins("dave"))'}
    drawn = {one for beat in game for one in beat if one.startswith("happens(draw(")}
    assert drawn == {'happens(draw("bob",1))', 'happens(draw("dave",1))'}
