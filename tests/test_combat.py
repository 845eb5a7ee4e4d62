"""Combat (CR 506-511): the rules' own examples, and every legal declaration and division of damage of small boards."""

from __future__ import annotations

from typing import Any

import pytest
from combats import assignments, creature, declarations, follow, plays, sets, state, static

MUST_ATTACK = static({"change": "must", "what": "attack"})
MUST_BLOCK = static({"change": "must", "what": "block"})
NEVER_ALONE = static({"change": "cant", "what": "attack_alone"})
ONLY_ALONE = static({"change": "cant", "what": "attack_with_others"})
EVERYTHING: dict[str, Any] = {"types": ["creature"]}


def rule(name: str, change: dict[str, Any], of: str = "bob") -> dict[str, Any]:
    """An enchantment with one static ability about all creatures."""
    return creature(name, of=of, types="Enchantment", abilities=[static(change, EVERYTHING)])


def walker(name: str = "pw", of: str = "bob", loyalty: int = 3) -> dict[str, Any]:
    """A planeswalker with loyalty counters."""
    return creature(name, of=of, types="Planeswalker - Jace", counters={"loyalty": loyalty})


ATTACKS: dict[str, tuple[list[dict[str, Any]], set[frozenset[str]]]] = {
    "508.1a: untapped creatures under continuous control, or with haste": (
        [
            creature("tapped", tapped=True),
            creature("new", summoning_sick=True),
            creature("hasty", 2, 2, ["haste"], summoning_sick=True),
            creature("wall", 0, 4, ["defender"]),
            creature("rock", types="Artifact"),
        ],
        sets("", "hasty>bob"),
    ),
    "508.1b: a player or a planeswalker of theirs": (
        [creature("x"), walker(), walker("own", "alice")],
        sets("", "x>bob", "x>pw"),
    ),
    "508.1c: two that can't attack alone may attack together": (
        [creature("x", abilities=[NEVER_ALONE]), creature("y", abilities=[NEVER_ALONE])],
        sets("", "x>bob y>bob"),
    ),
    "508.1c: one that can't attack alone": ([creature("x", abilities=[NEVER_ALONE])], sets("")),
    "508.1c: creatures can't attack you": (
        [creature("x"), walker(), rule("moat", {"change": "cant_attack"})],
        sets("", "x>pw"),
    ),
    "508.1c: nor planeswalkers you control": (
        [creature("x"), walker(), rule("moat", {"change": "cant_attack", "protects": "you_and_planeswalkers"})],
        sets(""),
    ),
    "508.1d: the one that must attack, if only one can": (
        [creature("x"), creature("y", abilities=[MUST_ATTACK]), rule("limit", {"change": "attack_limit", "number": 1})],
        sets("y>bob"),
    ),
    "508.1d: two of three that must, if only two can": (
        [
            creature("x", abilities=[MUST_ATTACK]),
            creature("y", abilities=[MUST_ATTACK]),
            creature("z"),
            rule("limit", {"change": "attack_limit", "number": 1}),
        ],
        sets("x>bob", "y>bob"),
    ),
    "508.1d: a companion is owed to one that must attack and can't alone": (
        [creature("x", abilities=[MUST_ATTACK, NEVER_ALONE]), creature("y")],
        sets("x>bob y>bob"),
    ),
    "508.1d: not if the companion would have to be paid for": (
        [
            creature("x", abilities=[MUST_ATTACK, NEVER_ALONE]),
            creature("y", 2, 2, types="Creature - Goat"),
            creature(
                "tax",
                of="bob",
                types="Enchantment",
                abilities=[static({"change": "attack_cost", "mana": 1}, {"subtypes": ["goat"]})],
            ),
        ],
        sets(""),
    ),
    "508.1d: one of two requirements, where both can't be obeyed": (
        [creature("x", abilities=[MUST_ATTACK, ONLY_ALONE]), creature("y", abilities=[MUST_ATTACK])],
        sets("x>bob", "y>bob"),
    ),
    "508.1d: two requirements outweigh one": (
        [
            creature("x", abilities=[MUST_ATTACK, ONLY_ALONE]),
            creature("y", abilities=[MUST_ATTACK]),
            creature("z", abilities=[MUST_ATTACK]),
        ],
        sets("y>bob z>bob"),
    ),
    "508.1d: can't prevails over must": ([creature("x", 2, 2, ["defender"], abilities=[MUST_ATTACK])], sets("")),
    "508.1d: a requirement that names what is attacked": (
        [
            creature("x"),
            walker(),
            creature(
                "lure",
                of="bob",
                types="Enchantment",
                abilities=[
                    static({"change": "must", "what": "attack", "whom": {"types": ["planeswalker"]}}, EVERYTHING)
                ],
            ),
        ],
        sets("x>pw"),
    ),
    "508.1d: one that can't be obeyed leaves everything free": (
        [
            creature("x"),
            walker("own", "alice"),
            creature(
                "lure",
                of="bob",
                types="Enchantment",
                abilities=[
                    static({"change": "must", "what": "attack", "whom": {"types": ["planeswalker"]}}, EVERYTHING)
                ],
            ),
        ],
        sets("", "x>bob"),
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_legal_attacks(name: str) -> None:
    permanents, legal = ATTACKS[name]
    assert declarations(state("declare_attackers", *permanents)) == legal


def test_nobody_need_pay_to_attack() -> None:
    """CR 508.1d: a requirement is no reason to pay; a player who pays may attack."""
    board = state(
        "declare_attackers",
        creature("x", abilities=[MUST_ATTACK]),
        rule("tax", {"change": "attack_cost", "mana": 2}),
        also=['pool("alice",g,2)'],
    )
    assert {"happens(tap(x),0)" in play["happens"] for play in plays(board)} == {True, False}
    paid = follow(board, "attack(1)", "idle", beats=4, extra=['joins(1,"x","bob")'])
    assert any('happens(attacks(x,"bob"))' in beat for beat in paid)
    assert not any("pool" in one for one in paid[4])


def test_a_goaded_creature_attacks_somebody_else() -> None:
    """CR 701.15b-c: if able it attacks, and not the player who goaded it; goaded by all, it only has to attack."""
    three = ("alice", "bob", "carol")
    once = state("declare_attackers", creature("x"), players=three, also=['goaded({x},"bob")'])
    assert declarations(once) == sets("x>carol")
    both = state("declare_attackers", creature("x"), players=three, also=['goaded({x},"bob")', 'goaded({x},"carol")'])
    assert declarations(both) == sets("x>bob", "x>carol")
    assert declarations(state("declare_attackers", creature("x"), also=['goaded({x},"bob")'])) == sets("x>bob")


def test_attacking_taps_unless_vigilant() -> None:
    """CR 508.1f, 702.20b."""
    board = state(
        "declare_attackers",
        creature("x", abilities=[MUST_ATTACK]),
        creature("y", 2, 2, ["vigilance"], abilities=[MUST_ATTACK]),
    )
    (only,) = plays(board)
    assert "happens(tap(x),0)" in only["happens"]
    assert "happens(tap(y),0)" not in only["happens"]


def attack(*names: str, to: str = '"bob"', by: str = '"bob"') -> list[str]:
    """The fluents of creatures that attack."""
    fluents = [f"attacking({{{name}}},{to})" for name in names] + [f"against({{{name}}},{by})" for name in names]
    return [*fluents, "attackers_came"]


BLOCKS: dict[str, tuple[list[dict[str, Any]], list[str], set[frozenset[str]]]] = {
    "509.1a: untapped creatures of the defending player": (
        [creature("x"), creature("a", of="bob"), creature("b", of="bob", tapped=True), creature("own")],
        attack("x"),
        sets("", "a>x"),
    ),
    "509.1b: flying and reach": (
        [
            creature("x", 2, 2, ["flying"]),
            creature("a", of="bob"),
            creature("b", 2, 2, ["flying"], of="bob"),
            creature("c", 2, 2, ["reach"], of="bob"),
        ],
        attack("x"),
        sets("", "b>x", "c>x", "b>x c>x"),
    ),
    "509.1b: evasion abilities are cumulative": (
        [creature("x", 2, 2, ["flying", "menace"]), creature("a", of="bob"), creature("b", 2, 2, ["reach"], of="bob")],
        attack("x"),
        sets(""),
    ),
    "509.1b: menace": (
        [creature("x", 2, 2, ["menace"]), creature("a", of="bob"), creature("b", of="bob")],
        attack("x"),
        sets("", "a>x b>x"),
    ),
    "509.1c: with menace two must block if one has to": (
        [creature("x", 2, 2, ["menace"]), creature("a", of="bob", abilities=[MUST_BLOCK]), creature("b", of="bob")],
        attack("x"),
        sets("a>x b>x"),
    ),
    "509.1c: one that has to block may choose what": (
        [creature("x"), creature("y"), creature("a", of="bob", abilities=[MUST_BLOCK])],
        attack("x", "y"),
        sets("a>x", "a>y"),
    ),
    "509.1c: as many requirements as can be obeyed": (
        [
            creature("x", 2, 2, ["menace"]),
            creature("y", 2, 2, ["menace"]),
            *(creature(name, of="bob", abilities=[MUST_BLOCK]) for name in "abc"),
        ],
        attack("x", "y"),
        sets("a>x b>x c>x", "a>y b>y c>y"),
    ),
    "509.1c: a menacing creature beside another": (
        [
            creature("x", 2, 2, ["menace"]),
            creature("y"),
            creature("a", of="bob", abilities=[MUST_BLOCK]),
            creature("b", of="bob"),
        ],
        attack("x", "y"),
        sets("a>y", "a>y b>y", "a>x b>x"),
    ),
    "509.1c: all that can block a creature have to": (
        [
            creature("x", abilities=[static({"change": "must", "what": "block", "whom": {"ref": "this"}}, EVERYTHING)]),
            creature("y"),
            creature("a", of="bob"),
            creature("b", of="bob", tapped=True),
        ],
        attack("x", "y"),
        sets("a>x"),
    ),
    "509.1c: can't prevails over must": (
        [creature("x", 2, 2, ["flying"]), creature("a", of="bob", abilities=[MUST_BLOCK])],
        attack("x"),
        sets(""),
    ),
    "506.4c: what attacks a planeswalker that is gone may be blocked": (
        [creature("x"), creature("a", of="bob")],
        attack("x", to="nothing"),
        sets("", "a>x"),
    ),
}


@pytest.mark.parametrize("name", BLOCKS)
def test_legal_blocks(name: str) -> None:
    permanents, also, legal = BLOCKS[name]
    assert declarations(state("declare_blockers", *permanents, also=also)) == legal


def blocked(attacker: str, *blockers: str) -> list[str]:
    """The fluents of a creature that became blocked, and of those that block it still."""
    return [f"blocked({{{attacker}}})", *(f"blocking({{{one}}},{{{attacker}}})" for one in blockers)]


DAMAGE: dict[str, tuple[list[dict[str, Any]], list[str], set[frozenset[str]]]] = {
    "510.1a: as much as its power, and none by 0 or less": (
        [creature("x", 3, 3), creature("y", 0, 3), creature("z", -1, 3)],
        attack("x", "y", "z"),
        sets("x>bob:3"),
    ),
    "510.1c: divided among two blockers as its controller likes": (
        [creature("x", 4, 3), creature("a", 0, 3, of="bob"), creature("b", 0, 1, of="bob")],
        [*attack("x"), *blocked("x", "a", "b")],
        sets("x>b:4", "x>a:1 x>b:3", "x>a:2 x>b:2", "x>a:3 x>b:1", "x>a:4"),
    ),
    "509.1h: blocked once, blocked for good": ([creature("x")], [*attack("x"), *blocked("x")], sets("")),
    "510.1b: attacking nothing": ([creature("x")], attack("x", to="nothing"), sets("")),
    "510.1b: attacking a planeswalker": ([creature("x", 5, 5), walker()], attack("x", to="{pw}"), sets("x>pw:5")),
    "510.1d: a blocker strikes what it blocks": (
        [creature("x"), creature("a", 1, 3, of="bob")],
        [*attack("x"), *blocked("x", "a")],
        sets("x>a:2 a>x:1"),
    ),
    "702.19b: what others assign counts towards lethal damage": (
        [creature("x", 1, 1), creature("t", 3, 3, ["trample"]), creature("b", 0, 2, of="bob")],
        [*attack("x", "t"), *blocked("x", "b"), *blocked("t", "b")],
        sets("x>b:1 t>b:3", "x>b:1 t>b:2 t>bob:1", "x>b:1 t>b:1 t>bob:2"),
    ),
    "702.19b: damage marked already counts": (
        [creature("t", 2, 2, ["trample"]), creature("b", 0, 3, of="bob", damage=2)],
        [*attack("t"), *blocked("t", "b")],
        sets("t>b:2", "t>b:1 t>bob:1"),
    ),
    "702.19d: blocked by nothing any longer": (
        [creature("t", 3, 3, ["trample"])],
        [*attack("t"), *blocked("t")],
        sets("t>bob:3"),
    ),
    "702.19f: without trample over planeswalkers the player is dealt none": (
        [creature("t", 3, 3, ["trample"]), creature("b", 0, 1, of="bob"), walker(loyalty=1)],
        [*attack("t", to="{pw}"), *blocked("t", "b")],
        sets("t>b:3", "t>b:2 t>pw:1", "t>b:1 t>pw:2"),
    ),
    "702.19c: what exceeds loyalty, whoever deals it": (
        [creature("x", 1, 1), creature("t", 4, 4, ["trample_over_planeswalkers"]), walker()],
        attack("x", "t", to="{pw}"),
        sets("x>pw:1 t>pw:4", "x>pw:1 t>pw:3 t>bob:1", "x>pw:1 t>pw:2 t>bob:2"),
    ),
    "702.19e: all to the player if the planeswalker is gone": (
        [creature("t", 3, 3, ["trample_over_planeswalkers"])],
        attack("t", to="nothing"),
        sets("t>bob:3"),
    ),
    "702.2c: any damage by deathtouch is lethal": (
        [creature("t", 3, 3, ["trample", "deathtouch"]), creature("b", 0, 5, of="bob")],
        [*attack("t"), *blocked("t", "b")],
        sets("t>b:3", "t>b:2 t>bob:1", "t>b:1 t>bob:2"),
    ),
    "510.4: what struck first strikes no more, unless it has double strike": (
        [creature("x", 2, 2, ["first_strike"]), creature("y", 3, 3, ["double_strike"]), creature("z", 1, 1)],
        [*attack("x", "y", "z"), "struck({x})", "struck({y})"],
        sets("y>bob:3 z>bob:1"),
    ),
    "702.7c: first strike gained after the first step loses nothing": (
        [creature("x", 2, 2, ["first_strike"]), creature("y", 3, 3)],
        [*attack("x", "y"), "struck({y})"],
        sets("x>bob:2"),
    ),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_legal_assignments(name: str) -> None:
    permanents, also, legal = DAMAGE[name]
    assert assignments(state("combat_damage", *permanents, also=also)) == legal


def test_first_and_double_strike_come_first() -> None:
    """CR 510.4: a step of their own, in which only they assign damage; the dead do not strike back."""
    board = state(
        "declare_blockers",
        creature("x", 3, 3, ["first_strike"]),
        creature("y", 2, 2, ["double_strike"]),
        creature("z", 1, 1),
        creature("a", 5, 3, of="bob"),
        also=attack("x", "y", "z"),
    )
    game = follow(board, "block(1)", "wait", beats=8, extra=['joins(1,"a","x")'])
    first = next(beat for beat in game if "happens(damage(x,a,3))" in beat)
    assert {one for one in first if "damage(" in one and "happens" in one} == {
        "happens(damage(x,a,3))",
        'happens(damage(y,"bob",2))',
    }
    second = next(beat for beat in game if 'happens(damage(z,"bob",1))' in beat)
    assert {one for one in second if one.startswith("happens(damage(")} == {
        'happens(damage(y,"bob",2))',
        'happens(damage(z,"bob",1))',
    }
    assert not any("happens(damage(a," in one for beat in game for one in beat)


def test_the_steps_come_if_there_was_an_attack() -> None:
    """CR 508.8: also if nothing attacks any longer; 508.8 skips them if there never was one."""
    board = state("declare_attackers", creature("x"))
    game = follow(board, "attack(1)", 'happens(destroy("x"))', "wait", beats=6, extra=['joins(1,"x","bob")'])
    assert any("holds(step(declare_blockers))" in beat for beat in game)
    quiet = follow(board, "wait", beats=4)
    assert not any("holds(step(declare_blockers))" in beat for beat in quiet)
    assert any("holds(step(end_of_combat))" in beat for beat in quiet)


@pytest.mark.parametrize(
    ("happening", "still", "gone"),
    [
        ('happens(control("x","bob"))', (), ("attacking(x", "blocked(x")),
        ('happens(control("a","alice"))', ("attacking(x", "blocked(x"), ("blocking(a",)),
        ('happens(destroy("a"))', ("attacking(x", "blocked(x"), ("blocking(a",)),
        ('happens(destroy("x"))', ("blocking(a,nothing",), ("attacking(x", "blocking(a,x")),
        ('happens(destroy("pw"))', ("attacking(x,nothing", "blocked(x"), ("attacking(x,pw",)),
        ('happens(tap("x"))', ("attacking(x,pw", "blocked(x", "blocking(a,x"), ()),
    ],
)
def test_removal_from_combat(happening: str, still: tuple[str, ...], gone: tuple[str, ...]) -> None:
    """CR 506.4, 506.4b, 506.4c, 509.1g-h; what attacked is remembered all the same."""
    board = state(
        "declare_blockers",
        creature("x"),
        creature("a", of="bob"),
        walker(),
        also=[*attack("x", to="{pw}"), "attacked({x},{pw})"],
    )
    last = follow(board, "block(1)", happening, "wait", beats=4, extra=['joins(1,"a","x")'])[4]
    held = {one.removeprefix("holds(") for one in last if one.startswith("holds(")}
    for fluent in still:
        assert any(one.startswith(fluent) for one in held), fluent
    for fluent in gone:
        assert not any(one.startswith(fluent) for one in held), fluent
    assert "attacked(x,pw))" in held


def test_after_combat_nothing_is_in_combat() -> None:
    """CR 511.3."""
    board = state(
        "end_of_combat",
        creature("x"),
        creature("a", of="bob"),
        also=[*attack("x"), *blocked("x", "a"), 'attacked({x},"bob")'],
    )
    game = follow(board, "wait", beats=2)
    assert "holds(step(postcombat_main))" in game[2]
    assert not any(word in one for one in game[2] for word in ("attack", "block", "against", "struck"))


RAISER = creature(
    "raiser",
    types="Artifact",
    abilities=[
        {
            "is": "activated",
            "cost": [{"pay": "life", "amount": 1}],
            "effects": {"do": "create_token", "token": "recruit", "tapped": True, "attacking": True},
        }
    ],
)
WATCHER = creature(
    "watcher",
    types="Enchantment",
    abilities=[
        {
            "is": "triggered",
            "event": {"when": "attacks", "what": {"types": ["creature"]}},
            "effects": {"do": "gain_life", "amount": 1},
        }
    ],
)


def test_what_enters_attacking_has_not_attacked() -> None:
    """CR 508.4, 508.3a, 506.3b: an attacking, but no trigger, not counted; in another's combat it only enters."""
    recruit = creature("recruit", 1, 1, of="bob", tapped=True)
    board = state("declare_attackers", creature("x"), RAISER, WATCHER, recruit)
    game = follow(
        board, "attack(1)", 'activate("raiser",any,any)', "pass", "pass", "wait", beats=8, extra=['joins(1,"x","bob")']
    )
    attackers = {one for beat in game for one in beat if one.startswith("holds(attacking(")}
    assert len(attackers) == 2
    assert {one for beat in game for one in beat if one.startswith("holds(attacked(")} == {'holds(attacked(x,"bob"))'}
    assert sum(one.startswith('happens(life("alice",1') for beat in game for one in beat) == 1
    later = state("declare_blockers", creature("x"), {**RAISER, "of": "bob"}, recruit, also=attack("x"))
    entered = follow(later, 'activate("raiser",any,any)', "pass", "wait", beats=4)
    assert any(one.startswith("happens(create(") for beat in entered for one in beat)
    assert {one for one in entered[4] if one.startswith("holds(attacking(")} == {'holds(attacking(x,"bob"))'}


def test_attack_triggers_are_about_the_creature_as_it_attacked() -> None:
    """CR 508.2a, 508.2b: put on the stack before anyone has priority."""
    board = state("declare_attackers", creature("x"), WATCHER)
    game = follow(board, "attack(1)", "idle", beats=3, extra=['joins(1,"x","bob")'])
    assert any("trigger(" in one and one.endswith(",stack))") for one in game[3] if one.startswith("holds(zone("))


def test_lifelink_and_planeswalkers_in_combat() -> None:
    """CR 120.3c, 120.3f, 510.2: all at once."""
    board = state(
        "combat_damage",
        creature("x", 2, 2, ["lifelink"]),
        creature("y", 3, 3),
        walker(loyalty=3),
        also=[*attack("x", to="{pw}"), *attack("y")],
    )
    game = follow(board, "idle", "idle", beats=2)
    assert {'holds(life("alice",22))', 'holds(life("bob",17))', "holds(counter(pw,loyalty,1))"} <= game[1]
