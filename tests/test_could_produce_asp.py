"""``could_produce`` by the rulebook: the example of the rule, fixpoints, orders, readings, reasons, and its cost."""

from __future__ import annotations

import pytest
from manaproof.bridge.state import State
from manaproof.solver.could_produce import DisagreementError, could_produce, rules
from manaproof.solver.parsing import Signature
from manaproof.solver.produced import Produced
from manaproof.solver.session import Session


def state(alice: str, bob: str = "", cards: str = "") -> State:
    """A state of two players with these permanents."""
    return State.parse(
        f"players:\n  alice: {{battlefield: [{alice}]}}\n  bob: {{battlefield: [{bob}]}}\n"
        + (f"cards:\n{cards}" if cards else "")
    )


def types(alice: str, bob: str = "", cards: str = "", reading: str = "literal") -> dict[str, str]:
    """The types of each permanent, by the rulebook."""
    found = could_produce(state(alice, bob, cards), reading=reading)
    return {permanent: "".join(kinds) for permanent, kinds in found.types.items()}


class TestTheRule:
    """CR 106.7 and its example."""

    def test_the_example_of_the_rule(self) -> None:
        assert types("Exotic Orchard") == {"exotic-orchard": ""}
        assert types("Exotic Orchard", "Exotic Orchard") == {"exotic-orchard": "", "exotic-orchard-2": ""}
        assert types("Forest, Exotic Orchard", "Exotic Orchard") == {
            "forest": "G",
            "exotic-orchard": "G",
            "exotic-orchard-2": "G",
        }

    def test_pools_alone_give_nothing(self) -> None:
        assert set(types("Reflecting Pool, Reflecting Pool, Reflecting Pool").values()) == {""}

    def test_color_excludes_colorless_and_type_does_not(self) -> None:
        found = types("Reflecting Pool, Ancient Tomb", "Exotic Orchard")
        assert found["reflecting-pool"] == "C"
        assert found["exotic-orchard"] == ""

    def test_zero_mana_is_none(self) -> None:
        assert types("Gaea's Cradle")["gaeas-cradle"] == ""
        assert types("Gaea's Cradle, Grizzly Bears")["gaeas-cradle"] == "G"

    def test_costs_and_restrictions_do_not_matter(self) -> None:
        assert types("Temple of the False God")["temple-of-the-false-god"] == "C"
        assert types("{card: Vivid Crag, tapped: true}")["vivid-crag"] == "WUBRG"


class TestReplacements:
    """Replacement effects in every order (106.12b, 614.5, 616.1f)."""

    def test_the_last_of_two_decides(self) -> None:
        assert types("Forest, Infernal Darkness, Ritual of Subdual")["forest"] == "BC"

    def test_an_amount_may_bring_another_into_play(self) -> None:
        """Twice one mana is two, which the third then replaces; it may not come first (106.12b)."""
        assert types("Forest, Damping Sphere")["forest"] == "G"
        assert types("Forest, Damping Sphere, Mana Reflection")["forest"] == "C"
        assert types("Forest, Damping Sphere, Mana Reflection, Contamination")["forest"] == "BC"

    def test_each_applies_once(self) -> None:
        """Two that turn a type round and round: what comes out is what either order leaves."""
        cards = """
  - {name: Red, types: Enchantment, abilities: [{is: replacement, event: {when: tapped_for_mana},
      instead: [{rewrite: mana_type, of: G, to: R}]}]}
  - {name: Green, types: Enchantment, abilities: [{is: replacement, event: {when: tapped_for_mana},
      instead: [{rewrite: mana_type, of: R, to: G}]}]}
"""
        assert types("Forest, Red", cards=cards)["forest"] == "R"
        assert types("Forest, Red, Green", cards=cards)["forest"] == "RG"

    def test_only_mana_abilities_with_the_tap_symbol_are_tapped_for_mana(self) -> None:
        found = types("Infernal Darkness, {card: Calciform Pools, id: pools}")
        assert found["pools"] == "WUB"

    def test_many_alike_are_counted(self) -> None:
        darkness, ritual = ", ".join(["Infernal Darkness"] * 15), ", ".join(["Ritual of Subdual"] * 15)
        doubling = ", ".join(["Mana Reflection"] * 12)
        assert types(f"Forest, {darkness}, {ritual}, {doubling}, Damping Sphere")["forest"] == "BC"


class TestReadings:
    """The contested readings, by name."""

    def test_mana_abilities_only(self) -> None:
        emissary = "{card: Burning-Tree Emissary, id: emissary}"
        assert types(emissary)["emissary"] == "RG"
        assert types(emissary, reading="mana-abilities-only")["emissary"] == ""

    def test_any_event(self) -> None:
        wake = '{card: "Mirari\'s Wake", id: wake}, Forest'
        assert types(wake)["wake"] == ""
        assert types(wake, reading="any-event")["wake"] == "G"

    def test_unknown_words_are_refused(self) -> None:
        with pytest.raises(ValueError, match="readings are literal"):
            could_produce(state("Forest"), reading="liberal")
        with pytest.raises(ValueError, match="engines are asp, z3 and both"):
            could_produce(state("Forest"), engine="prolog")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="there is no permanent 'forst'"):
            could_produce(state("Forest"), ids=["forst"])


class TestReasons:
    """What ``because`` tells."""

    def test_the_type_of_a_land(self) -> None:
        found = could_produce(state("Forest"))
        assert found.because["forest"]["G"] == ("the mana ability of the type Forest adds {G}",)

    def test_the_order_of_replacements(self) -> None:
        found = could_produce(state("Forest, Damping Sphere, Mana Reflection, Contamination"), ids=["forest"])
        assert found.because["forest"]["C"][-1] == "damping-sphere makes it {C}"
        assert found.because["forest"]["B"][-1] == "contamination makes it {B}"
        assert len(found.because["forest"]["B"]) >= 2

    def test_each_copy_is_named_once(self) -> None:
        found = could_produce(state("Forest, Mana Reflection, Mana Reflection, Damping Sphere"))
        steps = found.because["forest"]["C"]
        doubled = [step for step in steps if "reflection" in step]
        assert len(doubled) == len(set(doubled)) >= 1

    def test_what_is_referred_to_comes_first(self) -> None:
        """Nobody's reason rests on itself: following them ends at a land that needs no other."""
        found = could_produce(state("Reflecting Pool, Reflecting Pool, Forest", "Exotic Orchard, Exotic Orchard"))
        for permanent in ("reflecting-pool", "reflecting-pool-2", "exotic-orchard", "exotic-orchard-2"):
            assert found.because[permanent]["G"] == ("forest could produce {G}", "ability 1 adds {G}")

    def test_what_could_be_sacrificed_to_pay(self) -> None:
        found = could_produce(state("Squandered Resources, Forest, Ancient Tomb"), ids=["squandered-resources"])
        assert found.because["squandered-resources"] == {
            "G": ("forest could produce {G}", "ability 1 adds {G}"),
            "C": ("ancient-tomb could produce {C}", "ability 1 adds {C}"),
        }

    def test_who_gives_the_ability(self) -> None:
        found = could_produce(state("Chromatic Lantern, Wastes"))
        assert found.because["wastes"]["W"] == ("the ability that chromatic-lantern gives it adds {W}",)

    def test_every_type_has_a_reason(self) -> None:
        board = "Forest, Naked Singularity, Reflecting Pool, Chromatic Lantern, Mana Reflection, Cabal Coffers, Swamp"
        found = could_produce(state(board, "Exotic Orchard, Birds of Paradise, Damping Sphere"))
        for permanent, kinds in found.types.items():
            assert set(found.because[permanent]) == set(kinds)
            assert all(found.because[permanent][kind] for kind in kinds)


def test_what_is_not_understood_is_named() -> None:
    cards = """
  - {name: Riddle, types: Land, abilities: [
      {is: activated, cost: "{T}", effects: {do: unsupported, text: adds what nobody knows, adds_mana: true}}]}
"""
    assert could_produce(state("Riddle", cards=cards)).unsupported == ("riddle: adds what nobody knows",)
    assert could_produce(state("Forest")).unsupported == ()


@pytest.mark.parametrize(
    ("first", "condition", "named"),
    [
        ("{do: put_counters, kind: oil}", "{test: exists, what: {ref: this, modified: true}}", True),
        ("{do: gain_life, amount: 9}", "{test: compare, left: {number: life}, is: ge, right: 25}", True),
        ("{do: put_counters, kind: oil}", "{test: compare, left: {number: life}, is: ge, right: 25}", False),
    ],
)
def test_mana_that_rests_on_what_comes_before_it_is_named(first: str, condition: str, named: bool) -> None:
    """CR 608.2c: instructions are followed in order, and the mana is looked at in the state as it is."""
    then = f"{{do: if, condition: {condition}, then: [{{add: '{{G}}'}}], otherwise: [{{add: '{{R}}'}}]}}"
    cards = f"""
  - {{name: Well, types: Land, abilities: [{{is: activated, cost: "{{T}}", effects: [{first}, {then}]}}]}}
"""
    told = "well: mana that depends on what an earlier instruction of the ability does"
    found = could_produce(state("Well", cards=cards), engine="both")
    assert (told in found.unsupported) == named
    assert named or found.types["well"] == ("R",)


def test_both_engines_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """They agree, and where they do not, both answers are told."""
    assert could_produce(state("Forest, Reflecting Pool"), engine="both").types["reflecting-pool"] == ("G",)
    wrong = Produced({"forest": ("R",)})
    monkeypatch.setattr("manaproof.solver.could_produce._could_produce_z3", lambda _state, _reading: wrong)
    with pytest.raises(DisagreementError, match="forest: G by ASP, R by Z3") as caught:
        could_produce(state("Forest"), engine="both")
    assert caught.value.z3 is wrong


def test_the_ground_program_grows_with_the_board_and_no_faster() -> None:
    """Ten times the lands make at most some twelve times the atoms, and grounding leaves nothing to solve."""
    sizes = []
    for number in (5, 50):
        lands = ", ".join(["Forest, Reflecting Pool, Exotic Orchard, Savannah"] * number)
        with Session(
            [*state(lands, lands).facts(), "asks_could_produce"],
            rules().slice([Signature("could_produce", 3)], snapshot=True),
        ) as session:
            session.ground_through(0)
            atoms = list(session.control.symbolic_atoms)
            assert all(atom.is_fact for atom in atoms)
            sizes.append(len(atoms))
    assert sizes[1] < 12 * sizes[0]
