"""Conflicts between cards: documented interactions of the public list, each with its class, outcome and rule."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from manaproof.bridge import cli
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.conflict_command import known_cards
from manaproof.bridge.errors import InputError
from manaproof.bridge.library import Library, bundled
from manaproof.bridge.scenario import load_scenarios
from manaproof.solver.conflicts.asking import kind_of, of_cards, of_scenario, split_names
from manaproof.solver.conflicts.cases import Case, outcome, plays
from manaproof.solver.conflicts.combos import Combo, round_of
from manaproof.solver.conflicts.forbidden import dropped
from manaproof.solver.session import Limits


def found(cards: str, kind: str) -> dict[str, Any]:
    """The one finding of a kind among cards."""
    report = of_cards(split_names([cards]), kinds=[kind])
    assert not report.undecided
    (one,) = report.findings
    return one.to_data()


def invented(*cards: dict[str, Any]) -> Library:
    """The library with invented cards."""
    return bundled().with_cards(CardDefinition.model_validate(card) for card in cards)


def results(finding: dict[str, Any]) -> list[Any]:
    return [one["result"] for one in finding["outcomes"]]


# --- circular definitions


def test_pools_alone_produce_nothing() -> None:
    """F1: any number of them."""
    one = found("Reflecting Pool,Reflecting Pool", "circular definition")
    assert results(one) == [{"reflecting-pool": "no mana", "reflecting-pool-2": "no mana"}]
    assert one["settled_by"] == ["106.7"]


def test_orchards_of_two_players_with_a_forest_between_them() -> None:
    """F3: the least fixpoint is not empty."""
    one = found("Exotic Orchard,Exotic Orchard,Forest", "circular definition")
    assert results(one) == [{"exotic-orchard": "{G}", "exotic-orchard-2": "{G}"}]


def test_a_pool_and_an_orchard() -> None:
    one = found("Reflecting Pool,Exotic Orchard", "circular definition")
    assert sorted(one["between"]) == ["Exotic Orchard", "Reflecting Pool"]
    assert set(results(one)[0].values()) == {"no mana"}


# --- continuous effects


def test_humility_and_opalescence_hang_on_their_timestamps() -> None:
    """L1: whichever came later sets Humility's power and toughness; it has no abilities either way."""
    one = found("Humility,Opalescence", "order-dependent")
    assert {outcome["when"]: outcome["result"] for outcome in one["outcomes"]} == {
        "humility, then opalescence": {"humility": "Creature Enchantment, 4/4, {W}, no abilities"},
        "opalescence, then humility": {"humility": "Creature Enchantment, 1/1, {W}, no abilities"},
    }
    assert one["settled_by"] == ["613.7"]


def test_two_opalescences_with_humility_first_and_last() -> None:
    """L3 and L5."""
    one = found("Humility,Opalescence,Opalescence", "order-dependent")
    by_order = {tuple(order): outcome["result"] for outcome in one["outcomes"] for order in outcome["orders"]}
    last = by_order["opalescence", "opalescence-2", "humility"]
    first = by_order["humility", "opalescence", "opalescence-2"]
    assert set(last.values()) == {"Creature Enchantment, 1/1, {W}, no abilities"}
    assert set(first.values()) == {"Creature Enchantment, 4/4, {W}, no abilities"}


@pytest.mark.parametrize(
    ("cards", "waits", "result"),
    [
        (
            "Opalescence,Enchanted Evening",
            "opalescence",
            {"enchanted-evening": "Creature Enchantment, 5/5, {U}{W}, 1 ability"},
        ),
        (
            "March of the Machines,Mycosynth Lattice",
            "march-of-the-machines",
            {"mycosynth-lattice": "Artifact Creature, 6/6, colorless, 3 abilities"},
        ),
    ],
    ids=["L9", "L11"],
)
def test_dependency_settles_the_order(cards: str, waits: str, result: dict[str, str]) -> None:
    one = found(cards, "dependency")
    assert len(one["outcomes"]) == 1
    assert not one["timestamps_matter"]
    assert one["play"][0]["text"].startswith(f"The effect of {waits} depends on")
    assert result.items() <= results(one)[0].items()
    assert "613.8" in one["settled_by"]


def test_ashaya_and_the_dryad() -> None:
    """L13: creatures that one makes lands get every basic land type from the other."""
    one = found("Ashaya, Soul of the Wild,Dryad of the Ilysian Grove", "dependency")
    dryad = results(one)[0]["dryad-of-the-ilysian-grove"]
    assert all(kind in dryad for kind in ("Plains", "Island", "Swamp", "Mountain", "Forest"))


def test_a_bystander_shows_whether_it_loses_its_abilities() -> None:
    """Whichever makes the artifact a creature first leaves the other nothing to apply to (613.6)."""
    one = found("Titania's Song,March of the Machines", "dependency loop")
    assert one["timestamps_matter"]
    by_order = {outcome["when"]: outcome["result"]["bystander-1"] for outcome in one["outcomes"]}
    assert by_order == {
        "titanias-song, then march-of-the-machines": "Artifact Creature, 2/2, colorless, no abilities",
        "march-of-the-machines, then titanias-song": "Artifact Creature, 2/2, colorless, 1 ability",
    }


def test_a_replacement_of_two_mana_is_tried_with_a_land_that_adds_two() -> None:
    one = found("Damping Sphere,Mana Reflection", "order-dependent")
    assert sorted(result["alice's mana"] for result in results(one)) == ["{C}", "{C}{C}"]
    assert one["settled_by"] == ["616.1", "616.1e", "616.1f"]


def test_a_loop_of_dependencies_is_ignored() -> None:
    """L21."""
    one = found("Blood Moon,Life and Limb", "dependency loop")
    assert one["settled_by"] == ["613.7", "613.8b"]
    assert one["timestamps_matter"]
    moon_last = next(o["result"] for o in one["outcomes"] if o["orders"] == [["life-and-limb", "blood-moon"]])
    assert sorted(moon_last.values())[:2] == ["Creature Land - Mountain Saproling, 1/1, {G}, 1 ability"] * 2


# --- must against can't


def test_an_angel_keeps_its_controller_in_the_game() -> None:
    """C1: the ability resolves, and nobody loses."""
    one = found("Platinum Angel,Door to Nothingness", "must against can't")
    assert one["cant"] == ['lose("alice")']
    assert one["settled_by"] == ["101.2", "104.3"]
    assert 'lost("alice")' not in results(one)[0]


def test_what_persist_returns_can_be_kept_out() -> None:
    one = found("Safehold Elite,Grafdigger's Cage", "must against can't")
    assert one["settled_by"] == ["101.2", "614.17"]
    assert results(one)[0]["alice's graveyard"] == "Safehold Elite"


@pytest.mark.parametrize(
    ("left", "number", "tried"),
    [
        ({"number": "life"}, 33, "with life total 33"),
        ({"number": "count", "of": {"types": ["artifact"], "controller": "you"}}, 3, "beside 3 of Artifact"),
    ],
)
def test_who_would_win_if_a_condition_held_cannot(left: dict[str, Any], number: int, tried: str) -> None:
    """An intervening "if" is met, or else the ability would do nothing that could be forbidden (603.4)."""
    goal = {
        "name": "Brimming Font",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "triggered",
                "event": {"when": "step_begins", "step": "upkeep"},
                "effects": [{"do": "win"}],
                "only_if": {"test": "compare", "left": left, "right": number},
            }
        ],
    }
    library = invented(goal)
    report = of_cards(["Brimming Font", "Platinum Angel"], kinds=["must against can't"], library=library)
    (one,) = (finding.to_data() for finding in report.findings)
    assert one["cant"] == ['win("alice")']
    assert one["settled_by"] == ["101.2", "104.2b"]
    assert any(tried in line for line in report.scope)


@pytest.mark.parametrize(
    ("cards", "must", "kept_out"),
    [
        ("Silent Arbiter,Valley Dasher", ["valley-dasher"], ["silent-arbiter"]),
        ("Master of Cruelties,Valley Dasher", ["valley-dasher"], ["master-of-cruelties"]),
    ],
    ids=["A1", "A3"],
)
def test_one_creature_must_attack_so_another_cannot(cards: str, must: list[str], kept_out: list[str]) -> None:
    one = found(cards, "must-against-cant")
    assert (one["must_attack"], one["kept_out"]) == (must, kept_out)
    assert results(one) == [{"attacking": must}]
    assert one["settled_by"] == ["508.1c", "508.1d"]


def test_who_must_attack_and_is_forbidden_to_does_not() -> None:
    """What can't be done is not demanded, and the conflict is told though nothing is left to declare."""
    field: dict[str, Any] = {
        "name": "Mirefield",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "static",
                "affects": {"types": ["creature"]},
                "changes": [{"change": "cant", "what": "attack"}],
            }
        ],
    }
    rule = {
        "name": "Drumbeat",
        "types": "Enchantment",
        "abilities": [
            {"is": "static", "affects": {"types": ["creature"]}, "changes": [{"change": "must", "what": "attack"}]}
        ],
    }
    library = invented(field, rule)
    for demands, held in (("Valley Dasher", "valley-dasher"), ("Drumbeat", "bear")):
        report = of_cards([demands, "Mirefield"], kinds=["must against can't"], library=library)
        (one,) = (finding.to_data() for finding in report.findings)
        assert (one["must_attack"], one["kept_out"]) == ([], [held])
        assert results(one) == [{"attacking": []}]
        assert one["settled_by"] == ["101.2", "508.1c", "508.1d"]
    alone = of_cards(["Valley Dasher", "Serra Angel"], kinds=["must against can't"], library=library)
    assert not alone.findings


def test_what_cannot_attack_alone_takes_another_along() -> None:
    """A5."""
    report = of_cards(["Bonded Construct", "Infectious Bloodlust"], kinds=["must against can't"])
    alone, together = (one.to_data() for one in report.findings)
    assert results(alone) == [{"attacking": []}]
    assert results(together) == [{"attacking": ["bear", "bonded-construct"]}]


def test_an_aura_is_put_on_a_named_creature_rather_than_on_a_bystander() -> None:
    """Damage to the creature goes round through the Aura on it, until the opponent loses."""
    scapegoat = {
        "name": "Straw Scapegoat",
        "types": "Creature - Scarecrow",
        "power": 0,
        "toughness": 1,
        "abilities": [
            {"is": "keyword", "keyword": "indestructible"},
            {
                "is": "triggered",
                "event": {"when": "damage", "to": {"ref": "this"}},
                "effects": [{"do": "damage", "amount": {"number": "event_amount"}, "to_player": "opponent"}],
            },
        ],
    }
    guilt = {
        "name": "Gnawing Guilt",
        "types": "Enchantment - Aura",
        "abilities": [
            {"is": "keyword", "keyword": "enchant", "what": {"types": ["creature"]}},
            {
                "is": "triggered",
                "event": {"when": "damage", "by": {"ref": "attached"}},
                "effects": [{"do": "damage", "amount": {"number": "event_amount"}, "to": {"ref": "attached"}}],
            },
        ],
    }
    library = invented(scapegoat, guilt)
    report = of_cards(["Straw Scapegoat", "Gnawing Guilt"], kinds=["unbounded loop"], library=library)
    (one,) = (finding.to_data() for finding in report.findings)
    assert one["round"]["spends"] == {"bob's life": 1}


# --- rounds of activated abilities


def test_an_aura_for_lands_is_put_on_a_land() -> None:
    """The land makes tokens, and a token untaps it."""
    nest = {
        "name": "Burrow",
        "types": "Enchantment - Aura",
        "abilities": [
            {"is": "keyword", "keyword": "enchant", "what": {"types": ["land"]}},
            {
                "is": "static",
                "affects": {"ref": "attached"},
                "changes": [
                    {
                        "change": "gain_ability",
                        "ability": {
                            "is": "activated",
                            "cost": "{T}",
                            "effects": {"do": "create_token", "token": "1/1 green Squirrel creature token"},
                        },
                    }
                ],
            },
        ],
    }
    craft = {
        "name": "Chore",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "activated",
                "cost": [{"pay": "tap_others", "what": {"types": ["creature"], "controller": "you"}}],
                "targets": [{"what": {"types": ["land"], "supertypes": ["basic"]}}],
                "effects": [{"do": "untap", "what": {"ref": "target"}}],
            }
        ],
    }
    library = invented(nest, craft)
    report = of_cards(["Burrow", "Chore"], kinds=["unbounded loop"], library=library)
    (one,) = (finding.to_data() for finding in report.findings)
    assert "alice's tokens (1/1 green Squirrel creature token)" in one["says"]


# --- asking


def test_a_clean_pair_says_so_and_what_was_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["conflicts", "--cards", "Grizzly Bears,Humility", "--json"])
    assert ended.value.code == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["pairs_considered"], data["clean"], data["findings"]) == (1, True, [])
    assert any("timestamps" in text for text in data["scope"])


def test_a_conflict_has_its_own_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["conflicts", "--cards", "Humility,Opalescence", "--kind", "order-dependent"])
    assert ended.value.code == 1
    assert "Settled by 613.7." in capsys.readouterr().out


def test_unknown_cards_and_kinds_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--cards", "Humilty,Opalescence"], ["--cards", "Humility", "--kind", "feud"]):
        with pytest.raises(SystemExit) as ended:
            cli.main(["conflicts", *arguments])
        assert ended.value.code == 2
    told = capsys.readouterr().err
    assert "no card is called 'Humilty'" in told
    assert "did you mean 'Humility'" in told
    assert "no kind of conflict is called 'feud'" in told


def test_time_that_ran_out_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["conflicts", "--cards", "Humility,Opalescence", "--timeout", "0", "--json"])
    assert ended.value.code == 3
    data = json.loads(capsys.readouterr().out)
    assert {one["why"] for one in data["undecided"]} == {"the time limit was reached"}
    assert not data["clean"]


def test_names_may_hold_commas() -> None:
    assert split_names(["Ashaya, Soul of the Wild,Forest", "Humility"]) == [
        "Ashaya, Soul of the Wild",
        "Forest",
        "Humility",
    ]


def test_kinds_go_by_several_spellings() -> None:
    assert kind_of("must-against-cant") == kind_of("Must against can't") == "must against can't"
    with pytest.raises(InputError):
        kind_of("")


EMBLEM = "docs/examples/emblem-and-door.yaml"


def test_an_emblem_keeps_its_owner_in_the_game_while_a_gideon_is_there() -> None:
    """C5."""
    (scenario,) = load_scenarios([Path(__file__).parent.parent / EMBLEM])
    (one,) = (found.to_data() for found in of_scenario(scenario, kinds=["must against can't"]).findings)
    assert one["cant"] == ['lose("alice")']
    assert one["settled_by"] == ["101.2", "104.3"]


def test_without_a_gideon_the_emblem_does_nothing() -> None:
    """C5: the same steps in another order."""
    (scenario,) = load_scenarios([Path(__file__).parent.parent / EMBLEM])
    emblem, door, gone = scenario.form.when
    late = scenario.form.model_copy(update={"when": [emblem, gone, door]})
    rounds = plays(replace(scenario, form=late), Limits())
    assert rounds.complete
    assert all(outcome(one.play.final)['lost("alice")'] == "yes" for one in rounds.every)
    assert not any(dropped(one) for one in rounds.every)


def test_a_cage_looks_at_cards_where_they_are() -> None:
    """C9: a creature card in a graveyard can't enter, an artifact card can."""
    graveyard = [{"card": "Ornithopter", "id": "bird"}, {"card": "Sol Ring", "id": "ring"}]
    given = {"players": {"alice": {"battlefield": ["Grafdigger's Cage"], "graveyard": graveyard}, "bob": {}}}
    case = Case("both enter", given, ({"happens": {"enter": "bird"}}, {"happens": {"enter": "ring"}}, "nothing"))
    (one,) = plays(case, Limits()).every
    assert [event.name for _, event in dropped(one)] == ["move"]
    assert outcome(one.play.final)["alice's graveyard"] == "Ornithopter"


def test_what_cannot_enter_stays_where_it_is() -> None:
    """C7."""
    one = found("Worms of the Earth,Forest", "must against can't")
    assert results(one)[0]["alice's hand"] == "Forest"
    assert one["settled_by"] == ["101.2", "614.17"]


# --- orders that somebody chooses


@pytest.mark.parametrize(
    ("cards", "key", "either"),
    [
        ("Furnace of Rath,Urza's Armor", "alice's life", ["11", "12"]),
        ("Rest in Peace,Darksteel Colossus", "alice's exile", ["Darksteel Colossus", "no"]),
        (
            "Doubling Season,Hardened Scales",
            "battlefield",
            [
                f"alice's Bystander (Creature) ({n} plus_1_plus_1); alice's Doubling Season; alice's Hardened Scales"
                for n in (3, 4)
            ],
        ),
    ],
    ids=["R1", "R3", "R9"],
)
def test_the_order_of_replacement_effects_decides(cards: str, key: str, either: list[str]) -> None:
    one = found(cards, "order-dependent")
    assert sorted(outcome[key] for outcome in results(one)) == either
    assert one["settled_by"] == ["616.1", "616.1e", "616.1f"]


# --- loops


def test_gaining_and_losing_life_goes_round_until_the_opponent_loses() -> None:
    one = found("Sanguine Bond,Exquisite Blood", "unbounded loop")
    assert one["round"]["gains"] == {"alice's life": 3}
    assert one["round"]["spends"] == {"bob's life": 3}
    assert one["settled_by"] == ["732.2", "732.2a"]
    assert one["mandatory"]


def test_a_loop_that_only_grows_is_a_draw() -> None:
    """M13: nobody is forced to use an answer that none of the loop's objects calls for."""
    one = found("Marauding Raptor,Polyraptor", "mandatory loop")
    assert one["round"]["gains"] == {"token Polyraptor": 1}
    assert results(one) == ["the game is a draw"]
    assert {"104.4b", "732.5"} <= set(one["settled_by"])


def test_a_player_makes_mana_without_end() -> None:
    one = found("Freed from the Real,Bloom Tender", "unbounded loop")
    assert one["round"]["gains"] == {"alice's {G} mana": 1}
    assert one["needs"] == []
    worn = [p for p in one["state"]["players"]["alice"]["battlefield"] if isinstance(p, dict) and "attached_to" in p]
    assert [(p["card"], p["attached_to"]) for p in worn] == [("Freed from the Real", "bloom-tender")]


def test_nothing_untaps_so_nothing_goes_round() -> None:
    """What could be looked at in the time is the scope; too little of it is no answer."""
    report = of_cards(["Freed from the Real", "Ornithopter"], kinds=["unbounded loop"], seconds=3)
    assert not report.findings
    assert any("rounds within one step" in text for text in report.scope) or report.undecided


def test_a_creature_grows_without_end() -> None:
    """Invented: what one untaps makes the other larger until end of turn, so power is gained and no counter."""
    change = {"change": "modify_power_toughness", "power": 1, "toughness": 1}
    larger = {"do": "apply", "to": {"ref": "this"}, "changes": [change], "lasts": "end_of_turn"}
    untaps = {"when": "becomes", "status": "untapped", "what": {"controller": "you"}}
    cards = [
        {
            "name": "Waker",
            "types": "Creature - Elf",
            "power": 2,
            "toughness": 1,
            "abilities": [
                {
                    "is": "activated",
                    "cost": "{T}",
                    "targets": [{"what": {"types": ["creature"]}}],
                    "effects": {"do": "untap", "what": {"ref": "target"}},
                }
            ],
        },
        {
            "name": "Swimmer",
            "types": "Creature - Merfolk",
            "power": 2,
            "toughness": 1,
            "abilities": [{"is": "triggered", "event": untaps, "effects": larger}],
        },
    ]
    library = invented(*cards)
    (one,) = of_cards(["Waker", "Swimmer"], kinds=["unbounded loop"], library=library).findings
    assert one.more["round"]["gains"] == {"power of swimmer": 1, "toughness of swimmer": 1}
    assert one.more["round"]["spends"] == {}


DRAWS = {"do": "draw", "who": "you", "amount": 1}


@pytest.mark.parametrize(("cost", "goes_round"), [("{0}", True), ("{T}", False)])
def test_drawing_lasts_as_long_as_there_are_cards(cost: str, goes_round: bool) -> None:
    """Invented. A land that was drawn, played and tapped once is not there again to be tapped."""
    well = {"name": "Well", "types": "Artifact", "abilities": [{"is": "activated", "cost": cost, "effects": [DRAWS]}]}
    board = {"alice": {"battlefield": ["Well"], "library": ["Wastes"] * 3}, "bob": {}}
    steps = ({"free": {"beats": 10, "by": "alice"}},)
    case = Case("anything", {"players": board, "cards": [well]}, steps, beats=10, to_the_end=False)
    one = round_of(case, Limits(), beats=9)
    if goes_round:
        assert isinstance(one, Combo)
        assert one.gains == {"cards in alice's hand": 1, "cards in alice's library": -1}
    else:
        assert one == 9


def test_a_loop_that_draws_ends() -> None:
    """M11: each round takes a card and a point of life, and one of them runs out."""
    one = found("Niv-Mizzet, the Firemind,Curiosity", "loop that ends")
    assert one["round"]["spends"] == {"cards in alice's library": 1, "bob's life": 1}
    assert not one["mandatory"]


def test_three_rings_exile_each_other_for_ever() -> None:
    """M1."""
    one = found("Oblivion Ring,Oblivion Ring,Oblivion Ring", "mandatory loop")
    assert one["round"]["gains"] == one["round"]["spends"] == {}
    assert one["mandatory"]
    assert results(one) == ["the game is a draw"]


# --- deadlock


def test_two_angels_keep_both_players_in_a_game_that_never_ends() -> None:
    """N1: the rules have no end for it."""
    one = found("Platinum Angel,Platinum Angel", "deadlock")
    assert one["turns"] == 2
    assert results(one) == ["the game does not end"]
    assert one["settled_by"] == ["101.2", "104.3", "704.5a"]


def test_cards_that_the_library_lacks_come_from_a_bulk_file(tmp_path: Path) -> None:
    """Their texts are read; what nobody has rules for is named."""
    printed = [
        {
            "object": "card",
            "name": "Thirsting Idol, Reborn",
            "layout": "normal",
            "mana_cost": "{3}",
            "type_line": "Artifact",
            "oracle_text": "Whenever you gain life, each opponent loses 1 life.\nWhenever an idol weeps, run.",
        }
    ]
    bulk = tmp_path / "bulk.json"
    bulk.write_text(json.dumps(printed), encoding="utf-8")
    names = "Exquisite Blood,Thirsting Idol, Reborn"
    library = known_cards([names], bulk)
    report = of_cards(split_names([names], library), kinds=["unbounded loop"], library=library)
    (one,) = report.findings
    assert one.more["round"]["gains"] == {"alice's life": 1}
    assert report.unsupported == ["Thirsting Idol, Reborn: Whenever an idol weeps, run."]


# --- orders of triggered abilities


def test_the_order_of_triggered_abilities_decides() -> None:
    """Invented: one makes what enters larger, the other deals it damage (603.3b)."""
    enters = {"when": "enters", "what": {"types": ["creature"], "controller": "you"}}
    texts = {
        "Forge of Giants": {"do": "put_counters", "kind": "+1/+1", "on": {"ref": "event"}},
        "Gate of Embers": {"do": "damage", "amount": 2, "to": {"ref": "event"}},
    }
    cards = [
        CardDefinition.model_validate(
            {
                "name": name,
                "types": "Enchantment",
                "abilities": [{"is": "triggered", "event": enters, "effects": effect}],
            }
        )
        for name, effect in texts.items()
    ]
    report = of_cards(list(texts), kinds=["order-dependent"], library=bundled().with_cards(cards))
    (one,) = report.findings
    assert one.settled_by == ("603.3b",)
    dies, lives = sorted(one.outcomes, key=lambda outcome: "alice's graveyard" not in outcome["result"])
    assert "Bystander" in dies["result"]["alice's graveyard"]
    assert "(1 plus_1_plus_1, 2 damage)" in lives["result"]["battlefield"]
