"""The second could-produce engine: least fixpoint, orders of replacements, unknowns, readings, layers by dependency."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from manaproof.bridge.abilities import MANA_TYPES, Activated
from manaproof.bridge.state import State
from manaproof.solver.produced import Produced, in_order
from manaproof.solver.readings import READINGS, reading
from manaproof.solver.z3engine import could_produce_z3
from manaproof.solver.z3engine.board import board_of
from manaproof.solver.z3engine.changes import intrinsic, is_mana_ability, taps_for_mana
from manaproof.solver.z3engine.layers import Layers
from manaproof.solver.z3engine.linear import Linear, Related
from manaproof.solver.z3engine.objects import Characteristics
from manaproof.solver.z3engine.orders import producible
from manaproof.solver.z3engine.productions import Fixed, Spread, vector
from manaproof.solver.z3engine.rewriting import Rewriting, Step
from strategies import boards, groups


def state(alice: list[Any], bob: list[Any] | None = None, cards: list[dict[str, Any]] | None = None) -> State:
    """A state of two battlefields."""
    players = {"alice": {"battlefield": alice}, "bob": {"battlefield": bob or []}}
    return State.parse(json.dumps({"players": players, "cards": cards or []}))


def types(of: State, permanent: str, name: str = "literal") -> str:
    """What a permanent could produce, as letters."""
    return "".join(could_produce_z3(of, name).types[permanent])


def land(name: str, *abilities: dict[str, Any], line: str = "Land") -> dict[str, Any]:
    """An invented card."""
    return {"name": name, "types": line, "abilities": list(abilities)}


def taps_for(mana: Any, **more: Any) -> dict[str, Any]:
    """A mana ability with {T}."""
    return {"is": "activated", "cost": "{T}", "effects": {"add": mana}, **more}


def characteristics(of: State) -> dict[str, Characteristics]:
    """The characteristics of a state's objects after the layers."""
    return dict(Layers(board_of(of)).run())


# The least fixpoint


def test_example_of_the_rule() -> None:
    """CR 106.7's own example: each Exotic Orchard could produce {G}."""
    board = state(["Forest", "Exotic Orchard"], ["Exotic Orchard"])
    found = could_produce_z3(board)
    assert found.types == {"forest": ("G",), "exotic-orchard": ("G",), "exotic-orchard-2": ("G",)}


@pytest.mark.parametrize("number", [1, 2, 5])
def test_references_alone_give_nothing(number: int) -> None:
    found = could_produce_z3(state(["Reflecting Pool"] * number, ["Exotic Orchard"] * number))
    assert set(found.types.values()) == {()}


def test_reasons_end_at_an_ability_that_refers_to_nothing() -> None:
    board = state(["Forest", "Reflecting Pool"], ["Exotic Orchard", "Reflecting Pool"])
    found = could_produce_z3(board)
    assert found["reflecting-pool-2"] == ("G",)
    step = next(s for s in found.because["reflecting-pool-2"]["G"] if "because" in s)
    assert "exotic-orchard" in step or "reflecting-pool-2" not in step
    assert any("forest" in s for s in found.because["reflecting-pool"]["G"])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_every_type_has_a_reason_and_is_in_order(board: State) -> None:
    found = could_produce_z3(board)
    assert list(found.types) == [p.id for p in board.battlefield]
    for permanent, kinds in found.types.items():
        assert kinds == in_order(kinds)
        assert set(found.because[permanent]) == set(kinds)
        for kind, steps in found.because[permanent].items():
            assert len(steps) >= 2, (kind, steps)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_mana_abilities_are_some_of_the_abilities(board: State) -> None:
    """Counting fewer abilities never brings a type where nothing is rewritten and nothing refers."""
    literal, fewer = could_produce_z3(board), could_produce_z3(board, "mana-abilities-only")
    assert all(set(fewer.types[p]) <= set(literal.types[p]) for p in literal.types)


# Replacement effects


def test_any_order_of_types() -> None:
    board = state(["Forest"], ["Infernal Darkness", "Ritual of Subdual"])
    assert types(board, "forest") == "BC"


def test_each_effect_applies_once_and_until_none_is_left() -> None:
    """Contamination cannot be left out, nor applied twice (CR 614.5, 616.1f)."""
    board = state(["Gruul Turf", "Contamination", "Mana Reflection"])
    assert types(board, "gruul-turf") == "B"


def test_an_effect_can_become_applicable() -> None:
    """Damping Sphere watches two or more mana: it sees a Forest's only once that has been doubled (CR 616.2)."""
    assert types(state(["Forest", "Damping Sphere"]), "forest") == "G"
    assert types(state(["Forest", "Damping Sphere", "Mana Reflection"]), "forest") == "C"


def test_only_tapping_for_mana_is_watched() -> None:
    """CR 106.12b: an ability without {T}, and a triggered one, are left alone."""
    well = land("Well", {"is": "activated", "cost": "{1}", "effects": {"add": "{G}"}})
    spring = land("Spring", {"is": "triggered", "event": {"when": "enters"}, "effects": {"add": "{R}"}})
    board = state(["Well", "Spring", "Contamination"], cards=[well, spring])
    assert (types(board, "well"), types(board, "spring")) == ("G", "R")


def test_orders_are_those_of_a_direct_search() -> None:
    """Z3's types are those of trying every order by hand, for every selection of three effects of six."""
    known = [
        Rewriting((Step("type", MANA_TYPES, ("B",)),)),
        Rewriting((Step("type", ("G",), ("U",)),), ("G",)),
        Rewriting((Step("instead", (), ("C",), 1),), (), 2),
        Rewriting((Step("times", (), (), 2),)),
        Rewriting((Step("plus", (), ("R",), 1),)),
        Rewriting((Step("type", ("W", "U", "B", "R", "G"), ("W", "G")),)),
    ]
    for chosen in permutations(known, 3):
        effects = tuple(sorted(chosen))
        assert set(producible(Fixed(vector(G=1)), True, effects)) == searched((0, 0, 0, 0, 1, 0), effects)


def searched(mana: tuple[int, ...], effects: tuple[Rewriting, ...]) -> set[str]:
    """The types after every order, by search."""
    fitting = [
        effect
        for effect in effects
        if sum(n for n, t in zip(mana, MANA_TYPES, strict=True) if t in (effect.types or MANA_TYPES))
        >= max(effect.at_least, 1)
    ]
    if not fitting:
        return {t for n, t in zip(mana, MANA_TYPES, strict=True) if n}
    found: set[str] = set()
    for effect in fitting:
        rest = list(effects)
        rest.remove(effect)
        for after in once(effect.steps[0], mana):
            found |= searched(after, tuple(rest))
    return found


def once(step: Step, mana: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The amounts that one step may make of an amount."""
    if step.how == "times":
        return [tuple(n * step.number for n in mana)]
    if step.how == "instead":
        return [tuple(step.number if t == to else 0 for t in MANA_TYPES) for to in step.to]
    if step.how == "plus":
        return [
            tuple(n + (step.number if t == to else 0) for n, t in zip(mana, MANA_TYPES, strict=True)) for to in step.to
        ]
    moved = sum(n for n, t in zip(mana, MANA_TYPES, strict=True) if t in step.of)
    left = [0 if t in step.of else n for n, t in zip(mana, MANA_TYPES, strict=True)]
    return [tuple(n + (moved if t == to else 0) for n, t in zip(left, MANA_TYPES, strict=True)) for to in step.to]


def test_reason_names_the_order() -> None:
    found = could_produce_z3(state(["Forest"], ["Infernal Darkness", "Ritual of Subdual"]))
    steps = found.because["forest"]["C"]
    assert [s.split(":")[0] for s in steps if s.startswith("replaced")] == [
        "replaced by infernal-darkness",
        "replaced by ritual-of-subdual",
    ]


# Amounts, unknowns, undefined types


def test_zero_is_none_and_x_is_not() -> None:
    counts = land("Gatherer", taps_for({"symbols": "{G}", "times": {"number": "count", "of": {"subtypes": ["elf"]}}}))
    pays = land("Payer", {"is": "activated", "cost": "{X}", "effects": {"add": {"symbols": "{U}", "times": "X"}}})
    board = state(["Gatherer", "Payer"], cards=[counts, pays])
    assert (types(board, "gatherer"), types(board, "payer")) == ("", "U")
    assert types(state(["Gatherer", "Llanowar Elves"], cards=[counts]), "gatherer") == "G"


def test_an_unknown_may_be_conditional() -> None:
    """The type depends on X; both are possible, and the reason says with which X."""
    x = Linear(0, (("X", 1),))
    found = producible(Spread("one", ("G",), x), Related(x, "ge", Linear(10)), ())
    assert dict(found["G"].unknowns)["X"] >= 10
    assert producible(Spread("one", ("G",), x), Related(x, "lt", Linear(0)), ()) == {}


def test_undefined_types_are_no_mana() -> None:
    """CR 106.5: no colour chosen, no coloured permanent, no commander; what is defined beside it stays."""
    board = state(["Coldsteel Heart", "Command Tower"])
    assert (types(board, "coldsteel-heart"), types(board, "command-tower")) == ("", "")
    assert types(state([{"card": "Coldsteel Heart", "chosen": {"color": "R"}}]), "coldsteel-heart") == "R"


IS_THERE: dict[str, dict[str, Any]] = {
    "modified": {"ref": "this", "modified": True},
    "of power 1 or more": {"ref": "this", "compare": [{"what": "power", "is": "ge", "value": 1}]},
    "flying": {"ref": "this", "keywords": ["flying"]},
    "with a counter": {"ref": "this", "counters": [{"kind": "flying", "at_least": 1}]},
}


@pytest.mark.parametrize(
    ("kind", "so"),
    [
        ("oil", ["modified"]),
        ("+1/+1", ["modified", "of power 1 or more"]),
        ("flying", ["modified", "flying", "with a counter"]),
    ],
)
def test_counters_put_on_earlier_count(kind: str, so: list[str]) -> None:
    """CR 608.2c: an instruction sees what those before it have done (700.9, 122.1a, 122.1b)."""
    put = {"do": "put_counters", "kind": kind, "on": {"ref": "this"}}
    for name, filter_ in IS_THERE.items():
        condition = {"test": "exists", "what": filter_}
        effects = [put, {"do": "if", "condition": condition, "then": [{"add": "{G}"}], "otherwise": [{"add": "{R}"}]}]
        grows = {"is": "activated", "cost": "{T}", "effects": effects}
        elf = {**land("Elf", grows, line="Creature - Elf"), "power": 0, "toughness": 1}
        assert types(state(["Elf"], cards=[elf]), "elf") == ("G" if name in so else "R"), name


def test_counters_still_to_be_chosen_are_not_guessed() -> None:
    put = {"do": "put_counters", "kind": "oil", "amount": {"number": "x"}, "on": {"ref": "this"}}
    condition = {"test": "exists", "what": IS_THERE["modified"]}
    effects = [put, {"do": "if", "condition": condition, "then": [{"add": "{G}"}]}]
    found = could_produce_z3(
        state(["Well"], cards=[land("Well", {"is": "activated", "cost": "{X}", "effects": effects})])
    )
    assert found.types["well"] == ()
    assert found.unsupported == ("well: mana that is not understood: a number of counters that is still to be chosen",)


def test_a_player_of_ones_choice_adds_as_any_player() -> None:
    """Who it is matters only to effects on what that player adds."""
    who = {"add": "{W}", "who": "chosen_player"}
    assert (
        types(state(["Well"], cards=[land("Well", {"is": "activated", "cost": "{T}", "effects": [who]})]), "well")
        == "W"
    )
    life = {"number": "life", "who": "chosen_player"}
    mana = {"mana": "from", "palette": "color", "amount": life}
    found = could_produce_z3(state(["Well"], cards=[land("Well", taps_for(mana))]))
    assert found.unsupported == (
        "well: mana that is not understood: the player 'chosen_player' is named by something that has not happened",
    )


def test_symbols_of_every_kind() -> None:
    """Hybrid, Phyrexian, generic and snow symbols (CR 106.8-106.11)."""
    for symbols, expected in (("{W/U}", "WU"), ("{2/W}", "WC"), ("{B/P}", "B"), ("{3}", "C"), ("{S}", "C")):
        board = state(["Odd"], cards=[land("Odd", taps_for(symbols))])
        assert types(board, "odd") == expected, symbols


# Readings


def test_readings() -> None:
    echo = {
        "name": "Echo",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "triggered",
                "event": {"when": "tapped_for_mana", "what": {"types": ["land"], "controller": "you"}},
                "effects": {"add": {"palette": {"types": "event_produced"}}},
            }
        ],
    }
    arrival = {
        "name": "Arrival",
        "types": "Artifact",
        "abilities": [{"is": "triggered", "event": {"when": "enters"}, "effects": {"add": "{R}"}}],
    }
    board = state(["Forest", "Echo", "Arrival"], ["Island"], cards=[echo, arrival])
    found = {name: (types(board, "echo", name), types(board, "arrival", name)) for name in READINGS}
    assert found == {"literal": ("", "R"), "mana-abilities-only": ("", ""), "any-event": ("G", "R")}
    with pytest.raises(ValueError, match="readings are literal"):
        reading("loose")


def test_intervening_if_is_checked_on_resolution() -> None:
    """CR 603.4: a triggered ability whose condition is false does nothing; an activation condition is ignored."""
    when = {"test": "exists", "what": {"types": ["creature"]}}
    trigger = {"is": "triggered", "event": {"when": "enters"}, "effects": {"add": "{R}"}, "only_if": when}
    board = state(["Gate", "Vent"], cards=[land("Gate", trigger), land("Vent", taps_for("{G}", only_if=when))])
    assert (types(board, "gate"), types(board, "vent")) == ("", "G")


def test_what_is_not_understood_is_named() -> None:
    riddle = land("Riddle", {"is": "unsupported", "text": "adds as much as the moon allows", "adds_mana": True})
    found = could_produce_z3(state(["Riddle", "Forest"], cards=[riddle]))
    assert found.types == {"riddle": (), "forest": ("G",)}
    assert found.unsupported == ("riddle: mana that is not understood: adds as much as the moon allows",)


def test_lasting_effects_are_named() -> None:
    """A continuous effect that a resolution left is not read from a state: it is named, never ignored."""
    data = {"players": {"alice": {"battlefield": ["Forest"]}}, "also": ["drawn", "lasts(eff(1,2),end_of_turn)"]}
    found = could_produce_z3(State.parse(json.dumps(data)))
    assert len(found.unsupported) == 1
    assert found.unsupported[0].startswith("lasts(")


# Mana abilities


def test_mana_abilities() -> None:
    """CR 605.1a, 106.12: targets and loyalty costs exclude, {T} is what tapping for mana needs."""

    def ability(**more: Any) -> Activated:
        return Activated.model_validate({"is": "activated", "cost": "{T}", "effects": {"add": "{G}"}, **more})

    assert is_mana_ability(ability())
    assert taps_for_mana(ability())
    assert not is_mana_ability(ability(targets=[{"player": "any"}]))
    assert not is_mana_ability(ability(cost=[{"pay": "loyalty", "change": 1}]))
    assert is_mana_ability(ability(cost="{1}"))
    assert not taps_for_mana(ability(cost="{1}"))
    assert taps_for_mana(intrinsic("forest"))


# Layers


@pytest.mark.parametrize("order", list(permutations(["Blood Moon", "Urborg, Tomb of Yawgmoth", "Taiga"])))
def test_existence_is_dependency(order: tuple[str, ...]) -> None:
    """Blood Moon takes Urborg's ability away, so Urborg's effect waits for it, in every order (CR 613.8a)."""
    board = state(list(order))
    assert types(board, "taiga") == "R"
    assert types(board, "urborg-tomb-of-yawgmoth") == "R"


@pytest.mark.parametrize("order", list(permutations(["Ashaya, Soul of the Wild", "Dryad of the Ilysian Grove"])))
def test_what_it_applies_to_is_dependency(order: tuple[str, ...]) -> None:
    """The Dryad's effect applies to the creatures that Ashaya's makes lands, in either order."""
    board = state(list(order))
    assert types(board, "dryad-of-the-ilysian-grove") == "WUBRG"


def test_timestamps_decide_where_nothing_depends() -> None:
    """Two effects that set land types: the later one prevails (CR 613.7)."""
    assert types(state(["Taiga", "Blood Moon", "Harbinger of the Seas"]), "taiga") == "U"
    assert types(state(["Taiga", "Harbinger of the Seas", "Blood Moon"]), "taiga") == "R"


def test_a_loop_is_settled_by_timestamps() -> None:
    """CR 613.8b: each of two effects changes what the other applies to."""

    def becomes(name: str, of: str, to: str) -> dict[str, Any]:
        change = {"change": "set_land_types", "subtypes": [to]}
        return {
            "name": name,
            "types": "Enchantment",
            "abilities": [{"is": "static", "affects": {"subtypes": [of]}, "changes": [change]}],
        }

    cards = [becomes("Tide", "swamp", "island"), becomes("Mire", "island", "swamp")]
    assert types(state(["Swamp", "Island", "Tide", "Mire"], cards=cards), "swamp") == "B"
    assert types(state(["Swamp", "Island", "Mire", "Tide"], cards=cards), "island") == "U"


def test_an_effect_that_started_goes_on() -> None:
    """CR 613.6: types were added in layer 4, so power is set in 7b though the ability was lost in layer 6."""
    animator = {
        "name": "Animator",
        "mana_cost": "{2}",
        "types": "Enchantment",
        "abilities": [
            {
                "is": "static",
                "affects": {"types": ["enchantment"], "other": False},
                "changes": [
                    {"change": "add_types", "types": ["creature"]},
                    {"change": "set_power_toughness", "power": 4, "toughness": 4},
                ],
            }
        ],
    }
    silence = {
        "name": "Silence",
        "types": "Artifact",
        "abilities": [{"is": "static", "affects": {"types": ["creature"]}, "changes": [{"change": "lose_abilities"}]}],
    }
    now = characteristics(state(["Animator", "Silence"], cards=[animator, silence]))
    assert (now["animator"].power, now["animator"].abilities) == (4, ())


def test_lost_and_granted_abilities() -> None:
    """305.7 takes rules text, not what is granted; losing all abilities takes an intrinsic one too."""
    lantern = state(["Chromatic Lantern", "Blood Moon", "Taiga"])
    assert types(lantern, "taiga") == "WUBRG"
    dryad = state(["Dryad Arbor", "Humility"])
    assert types(dryad, "dryad-arbor") == ""
    moon = state(["Plains", {"card": "Imprisoned in the Moon", "attached_to": "plains"}])
    assert types(moon, "plains") == "C"
    assert characteristics(moon)["plains"].subtypes == {"plains"}


def test_control_is_whose_land_it_is() -> None:
    """A land under another's control is a land that player controls (layer 2)."""
    annex = {"card": "Annex", "attached_to": "island"}
    board = state(["Forest", annex, "Reflecting Pool"], ["Island", "Exotic Orchard"])
    assert types(board, "reflecting-pool") == "UG"
    assert types(board, "exotic-orchard") == "UG"


def test_face_down_permanents_have_no_abilities() -> None:
    board = state([{"card": "Llanowar Elves", "face_down": True}])
    assert types(board, "llanowar-elves") == ""
    assert characteristics(board)["llanowar-elves"].power == 2


# Size


def test_hundreds_of_permanents() -> None:
    """What is alike is asked once: a crowded board is answered as a small one is."""
    crowd = ["Forest", "Reflecting Pool", "Exotic Orchard", "Taiga", "Sol Ring"] * 30
    found = could_produce_z3(state(crowd, [*crowd, "Mana Reflection", "Pulse of Llanowar", "Damping Sphere"]))
    assert len(found.types) == 303
    assert found["reflecting-pool-30"] == ("W", "U", "B", "R", "G")
    assert (found["taiga"], found["taiga-60"], found["forest-60"]) == (("R", "G"), ("C",), MANA_TYPES)
    assert len(groups()["rewrites"]) >= 8


def test_answer_as_json() -> None:
    found = Produced({"a": ("G", "C")}, {"a": {"C": ("one",), "G": ("two",)}})
    data = {"permanents": {"a": {"types": ["G", "C"], "because": {"G": ["two"], "C": ["one"]}}}}
    assert found.to_json() == data
    assert found.differences(Produced({"a": ("C",)})) == {"a": (("G", "C"), ("C",))}
    assert found.same_types(Produced({"a": ("C", "G")}))
    assert found.only(["a"]).types == {"a": ("G", "C")}
