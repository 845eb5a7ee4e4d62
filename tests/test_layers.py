"""Layers, timestamps and dependency (CR 613): the rules' own examples and documented interactions."""

from __future__ import annotations

import pytest
from layered import RULES, look

BEAR = "{name: Bear, types: Creature - Bear, power: 2, toughness: 2, mana_cost: '{1}{G}'}"
SMALL = "{name: Small, types: Creature - Rat, power: 1, toughness: 3}"
CARDS = f"""
cards:
  - {BEAR}
  - {SMALL}
  - {{name: Black Bear, types: Creature - Bear, power: 2, toughness: 2, mana_cost: '{{B}}'}}
  - {{name: Shrine, types: Enchantment, mana_cost: '{{3}}{{W}}'}}
  - name: Purity
    types: Enchantment
    abilities:
      - is: static
        affects: {{types: [creature], colors: [W], controller: you}}
        changes: [{{change: modify_power_toughness, power: 1, toughness: 1}}]
  - {{name: Whiten, types: Enchantment - Aura, abilities: [
      {{is: static, affects: {{ref: attached}}, changes: [{{change: set_colors, colors: [W]}}]}}]}}
  - {{name: Redden, types: Enchantment - Aura, abilities: [
      {{is: static, affects: {{ref: attached}}, changes: [{{change: set_colors, colors: [R]}}]}}]}}
  - {{name: Bulwark, types: Enchantment, abilities: [
      {{is: static, affects: {{types: [creature], controller: you}},
        changes: [{{change: modify_power_toughness, power: 0, toughness: 2}}]}}]}}
  - {{name: Stout, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [creature]}}}}],
      effects: {{do: apply, to: {{ref: target}},
        changes: [{{change: modify_power_toughness, power: 0, toughness: 1}}]}}}}]}}
  - {{name: Strong, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [creature]}}}}],
      effects: {{do: apply, to: {{ref: target}},
        changes: [{{change: modify_power_toughness, power: 5, toughness: 0}}]}}}}]}}
  - {{name: Growth, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [creature]}}}}],
      effects: {{do: apply, to: {{ref: target}},
        changes: [{{change: modify_power_toughness, power: 4, toughness: 4}}]}}}}]}}
  - {{name: Shrink, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [creature]}}}}],
      effects: {{do: apply, to: {{ref: target}},
        changes: [{{change: set_power_toughness, power: 0, toughness: 1}}]}}}}]}}
  - {{name: Twist, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [creature]}}}}],
      effects: {{do: apply, to: {{ref: target}}, changes: [{{change: switch_power_toughness}}]}}}}]}}
  - {{name: Ground, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [creature]}}}}],
      effects: {{do: apply, to: {{ref: target}}, changes: [{{change: lose_abilities}}]}}}}]}}
  - {{name: Rouse, types: Sorcery, abilities: [{{is: spell, targets: [{{what: {{types: [land]}}}}],
      effects: {{do: apply, to: {{ref: target}}, changes: [{{change: add_types, types: [creature]}},
        {{change: set_power_toughness, power: 3, toughness: 3}}]}}}}]}}
  - {{name: Wings, types: Enchantment - Aura, abilities: [
      {{is: static, affects: {{ref: attached}},
        changes: [{{change: gain_ability, ability: {{is: keyword, keyword: flying}}}}]}}]}}
  - {{name: Lead, types: Enchantment - Aura, abilities: [
      {{is: static, affects: {{ref: attached}}, changes: [{{change: lose_abilities}}]}}]}}
  - {{name: Watcher, types: Artifact, abilities: [
      {{is: triggered, event: {{when: enters, what: {{keywords: [flying]}}}}, effects: {{do: draw}}}}]}}
  - {{name: Hammer, types: Artifact - Equipment, abilities: [
      {{is: static, affects: {{ref: attached}}, changes: [{{change: lose_abilities}}]}}]}}
  - name: Rune
    types: Enchantment - Aura
    abilities:
      - is: static
        affects: {{ref: attached}}
        changes:
          - change: gain_ability
            ability:
              is: static
              affects: {{ref: attached}}
              changes: [{{change: gain_ability, ability: {{is: keyword, keyword: flying}}}}]
  - {{name: Awakening, types: Enchantment, abilities: [
      {{is: static, affects: {{types: [artifact], not_types: [creature]}},
        changes: [{{change: add_types, types: [creature]}},
          {{change: set_power_toughness, power: 2, toughness: 2}}]}}]}}
  - {{name: Idol, types: Artifact}}
  - {{name: Theft, types: Enchantment - Aura, abilities: [
      {{is: static, affects: {{ref: attached}}, changes: [{{change: controller}}]}}]}}
  - name: Alpha
    types: Creature - Bear
    power: 2
    toughness: 2
    abilities:
      - is: static
        affects: {{other: true, types: [creature], controller: you}}
        changes: [{{change: modify_power_toughness, power: 1, toughness: 1}}]
  - name: Count
    types: Creature - Ooze
    power: "*"
    toughness: "*"
    abilities:
      - is: static
        defines: true
        changes:
          - change: set_power_toughness
            power: {{number: count, of: {{types: [creature]}}}}
            toughness: {{number: count, of: {{types: [creature]}}}}
  - {{name: Void, types: Creature - Eldrazi, mana_cost: '{{B}}', power: 1, toughness: 1, abilities: [
      {{is: static, defines: true, changes: [{{change: set_colors}}]}}]}}
  - {{name: Motor, types: Artifact - Vehicle, power: 4, toughness: 4}}
  - {{name: Bruisers, types: Enchantment, abilities: [
      {{is: static, affects: {{types: [creature], compare: [{{what: power, is: ge, value: 3}}]}},
        changes: [{{change: modify_power_toughness, power: 10, toughness: 0}}]}}]}}
  - name: Deserted Bayou
    types: Land - Swamp
  - name: Chooser
    types: Enchantment - Aura
    abilities:
      - {{is: static, affects: {{ref: attached}}, changes: [{{change: set_land_types, subtypes: [chosen]}}]}}
  - name: Crowd
    types: Enchantment
    abilities:
      - is: static
        affects: {{types: [creature], controller: you}}
        changes: [{{change: gain_ability, ability: {{is: keyword, keyword: flying}}}}]
        only_if:
          {{test: compare, left: {{number: count, of: {{types: [creature], controller: you}}}}, is: ge, right: 2}}
"""


def board(alice: str, bob: str = "", *, exile: str = "") -> str:
    """A state of two players, the younger permanents after the older ones, alice's before bob's."""
    return f"players:\n  alice: {{battlefield: [{alice}], exile: [{exile}]}}\n  bob: {{battlefield: [{bob}]}}\n{CARDS}"


def test_a_board_without_effects_is_settled_by_grounding() -> None:
    seen = look(board("Forest, Bear, {card: Bear, id: b2, counters: {+1/+1: 2, -1/-1: 1}}, Motor"))
    assert seen.unsettled == 0
    assert seen.size("bear") == (2, 2)
    assert seen.size("b2") == (3, 3)
    assert seen.size("motor") is None
    assert seen.words("bear", "color") == {"g"}
    assert seen.origins("forest") == ["intrinsic"]


def test_independent_effects_are_settled_by_grounding() -> None:
    seen = look(board("Forest, Bear, Purity, Bulwark, {card: Whiten, attached_to: bear}, Wings"))
    assert seen.unsettled == 0
    assert seen.size("bear") == (3, 5)


class TestExamplesOfTheRules:
    """The examples printed beneath the rules of section 613, with other cards."""

    def test_613_4d_a_switch_takes_what_was_modified(self) -> None:
        spells = "Stout, Strong, Twist"
        plus, switch = ("Stout", "small", 50), ("Twist", "small", 51)
        assert look(board("Small", exile=spells), [plus]).size("small") == (1, 4)
        assert look(board("Small", exile=spells), [plus, switch]).size("small") == (4, 1)
        assert look(board("Small", exile=spells), [plus, switch, ("Strong", "small", 52)]).size("small") == (4, 6)
        assert look(board("Small", exile=spells), [switch]).size("small") == (3, 1)

    def test_613_4d_two_switches_cancel_out(self) -> None:
        effects = [("Stout", "small", 50), ("Twist", "small", 51), ("Twist", "small", 52)]
        assert look(board("Small", exile="Stout, Twist"), effects).size("small") == (1, 4)

    def test_613_5_color_decides_in_a_later_layer(self) -> None:
        assert look(board("Purity, Black Bear")).size("black-bear") == (2, 2)
        assert look(board("Purity, Black Bear, {card: Whiten, attached_to: black-bear}")).size("black-bear") == (3, 3)
        both = "Purity, Black Bear, {card: Whiten, attached_to: black-bear}, {card: Redden, attached_to: black-bear}"
        assert look(board(both)).size("black-bear") == (2, 2)

    def test_613_5_setting_comes_before_modifying(self) -> None:
        ogre = "{card: Bear, counters: {+1/+1: 1}}, Bulwark"
        grown = ("Growth", "bear", 50)
        assert look(board("{card: Bear, counters: {+1/+1: 1}}", exile="Growth"), [grown]).size("bear") == (7, 7)
        assert look(board(ogre, exile="Growth"), [grown]).size("bear") == (7, 9)
        shrunk = ("Shrink", "bear", 51)
        assert look(board(ogre, exile="Growth, Shrink"), [grown, shrunk]).size("bear") == (5, 8)

    def test_613_6_an_effect_goes_on_where_it_started(self) -> None:
        seen = look(board("Awakening, Idol"))
        assert seen.words("idol", "type") == {"artifact", "creature"}
        assert seen.size("idol") == (2, 2)

    def test_613_7a_a_granted_static_ability_has_the_later_timestamp(self) -> None:
        late = "Watcher, Bear, {card: Hammer, attached_to: bear}, {card: Rune, attached_to: hammer}"
        assert look(board(late)).origins("bear") == ["granted"]
        early = "Watcher, Bear, {card: Rune, attached_to: hammer}, {card: Hammer, attached_to: bear}"
        assert look(board(early)).origins("bear") == []

    @pytest.mark.parametrize(("order", "flies"), [("Wings, Lead", False), ("Lead, Wings", True)])
    def test_613_9_the_later_of_two_wins(self, order: str, flies: bool) -> None:
        auras = ", ".join(f"{{card: {name}, attached_to: bear}}" for name in order.split(", "))
        assert bool(look(board(f"Watcher, Bear, {auras}")).keywords("bear")) == flies

    def test_613_9_a_result_may_decide_whether_another_applies(self) -> None:
        white = "{card: Whiten, attached_to: bear}"
        for order in (f"Purity, Bear, {white}", f"Bear, {white}, Purity"):
            assert look(board(order)).size("bear") == (3, 3)


class TestDocumentedInteractions:
    """Interactions known from official rulings and other engines' tests (rows L1 to L21 of a collection of such)."""

    def test_opalescence_then_humility(self) -> None:
        seen = look(board("Opalescence, Humility, Shrine"))
        assert seen.size("humility") == seen.size("shrine") == (1, 1)
        assert seen.abilities("humility") == set()
        assert "creature" in seen.words("shrine", "type")
        assert "creature" not in seen.words("opalescence", "type")

    @pytest.mark.parametrize(
        ("order", "size"),
        [
            ("Opalescence, {card: Opalescence, id: second}, Humility", (1, 1)),
            ("Humility, Opalescence, {card: Opalescence, id: second}", (4, 4)),
        ],
    )
    def test_two_opalescences_and_humility(self, order: str, size: tuple[int, int]) -> None:
        seen = look(board(order))
        for card in ("opalescence", "second", "humility"):
            assert seen.size(card) == size
            assert seen.abilities(card) == set()

    def test_a_type_changer_that_loses_its_abilities_still_changed_types(self) -> None:
        urborg = '{card: "Urborg, Tomb of Yawgmoth", id: urborg}'
        effects = [("Rouse", "urborg", 50), ("Ground", "urborg", 51)]
        seen = look(board(f"Forest, {urborg}", exile="Rouse, Ground"), effects)
        assert seen.words("forest", "subtype") == {"forest", "swamp"}
        assert seen.size("urborg") == (3, 3)
        assert seen.abilities("urborg") == set()

    @pytest.mark.parametrize("order", ["Opalescence, Enchanted Evening", "Enchanted Evening, Opalescence"])
    def test_opalescence_depends_on_enchanted_evening(self, order: str) -> None:
        seen = look(board(f"{order}, Forest, Bear"))
        assert seen.size("forest") == (0, 0)
        assert seen.size("bear") == (2, 2)
        assert seen.size("enchanted-evening") == (5, 5)

    @pytest.mark.parametrize("order", [0, 1])
    def test_march_depends_on_lattice(self, order: int) -> None:
        cards = ["March of the Machines", "Mycosynth Lattice"]
        seen = look(board(", ".join([*(cards if order else cards[::-1]), "Forest"])))
        assert seen.size("forest") == (0, 0)
        assert seen.size("march-of-the-machines") == (4, 4)

    def test_march_and_lattice_under_humility(self) -> None:
        seen = look(board("Humility, March of the Machines, Mycosynth Lattice, Forest"))
        assert seen.size("march-of-the-machines") == (4, 4)
        assert seen.abilities("march-of-the-machines") == seen.abilities("forest") == set()

    @pytest.mark.parametrize("order", [0, 1])
    def test_dryad_depends_on_ashaya(self, order: int) -> None:
        cards = ['"Ashaya, Soul of the Wild"', "Dryad of the Ilysian Grove"]
        seen = look(board(", ".join([*(cards if order else cards[::-1]), "Bear"])))
        assert {"plains", "island", "swamp", "mountain", "forest"} < seen.words("bear", "subtype")

    def test_a_dependency_loop_goes_by_timestamps(self) -> None:
        token = "{card: Sap, id: sap, token: true}"
        cards = "  - {name: Sap, types: Creature - Saproling, power: 1, toughness: 1}\n"
        moon = look(board(f"Blood Moon, Life and Limb, Taiga, {token}") + cards)
        assert moon.words("taiga", "subtype") == {"mountain"}
        assert moon.words("sap", "subtype") == {"forest", "saproling"}
        limb = look(board(f"Life and Limb, Blood Moon, Taiga, {token}") + cards)
        assert limb.words("taiga", "subtype") == {"mountain", "saproling"}
        assert limb.words("sap", "subtype") == {"mountain", "saproling"}

    @pytest.mark.parametrize("order", [0, 1])
    def test_blood_moon_takes_the_ability_of_urborg_first(self, order: int) -> None:
        cards = ["Blood Moon", '{card: "Urborg, Tomb of Yawgmoth", id: urborg}']
        seen = look(board(", ".join([*(cards if order else cards[::-1]), "Forest, Taiga"])))
        assert seen.words("forest", "subtype") == {"forest"}
        assert seen.words("urborg", "subtype") == {"mountain"}
        assert seen.origins("urborg") == ["intrinsic"]


class TestLayerByLayer:
    """What each layer does by itself."""

    def test_control(self) -> None:
        seen = look(board("{card: Theft, attached_to: bear}", "Bear, Alpha"))
        assert seen.controller("bear") == "alice"
        assert seen.size("bear") == (2, 2)

    @pytest.mark.parametrize("order", [0, 1])
    def test_control_of_what_gives_control(self, order: int) -> None:
        """Stealing the Aura that steals: who "you" is depends on the other effect, whatever the timestamps (613.8a)."""
        mine = "{card: Theft, id: mine, attached_to: bear}"
        yours = "{card: Theft, id: yours, attached_to: mine}"
        text = (
            board(mine, f"{yours}, Bear")
            if order
            else board("", f"{yours}, Bear").replace("battlefield: []", f"battlefield: [{mine}]")
        )
        seen = look(text)
        assert seen.controller("mine") == seen.controller("bear") == "bob"

    def test_a_lord_counts_for_others_only(self) -> None:
        seen = look(board("Alpha, {card: Alpha, id: beta}, Bear", "{card: Bear, id: theirs}"))
        assert seen.size("alpha") == seen.size("beta") == (3, 3)
        assert seen.size("bear") == (4, 4)
        assert seen.size("theirs") == (2, 2)

    def test_a_characteristic_defining_ability_counts_after_types(self) -> None:
        """It works in every zone (604.3), and counts what is a creature after layer 4."""
        seen = look(board("Count, Bear, Idol, Awakening", exile="{card: Count, id: away}"))
        assert seen.size("count") == (3, 3)
        assert seen.size("away") == (3, 3)

    def test_a_colorless_defining_ability_comes_first_in_its_layer(self) -> None:
        assert look(board("Void")).words("void", "color") == set()
        assert look(board("{card: Redden, attached_to: void}, Void")).words("void", "color") == {"r"}

    def test_size_matters_within_its_layer(self) -> None:
        """An effect that looks at power waits for those that change it (613.8a)."""
        seen = look(board("Bruisers, Bear, Alpha, Small"))
        assert seen.size("bear") == (13, 3)
        assert seen.size("small") == (2, 4)

    def test_a_condition_is_looked_at_before_the_layer(self) -> None:
        assert look(board("Watcher, Crowd, Bear")).keywords("bear") == set()
        assert look(board("Watcher, Crowd, Bear, Small")).keywords("bear") == {"flying"}

    def test_setting_land_types_takes_rules_text_and_not_what_was_granted(self) -> None:
        """CR 305.7: a granted ability stays, one of the rules text goes, the card types and supertypes stay."""
        lands = "Blood Moon, Chromatic Lantern, {card: Exotic Orchard, id: orchard}, Forest"
        seen = look(board(lands))
        assert seen.origins("orchard") == ["granted", "intrinsic"]
        assert seen.words("orchard", "subtype") == {"mountain"}
        assert seen.origins("forest") == ["granted", "intrinsic"]
        assert seen.words("forest", "supertype") == {"basic"}

    def test_a_chosen_land_type(self) -> None:
        aura = "{card: Chooser, attached_to: bayou%s}"
        land = "{card: Deserted Bayou, id: bayou}"
        chosen = look(board(f"{land}, " + aura % ", chosen: {basic_land_type: island}"))
        assert chosen.words("bayou", "subtype") == {"island"}
        assert look(board(f"{land}, " + aura % "")).words("bayou", "subtype") == {"swamp"}

    def test_face_down(self) -> None:
        seen = look(board("{card: Alpha, face_down: true}, Bear"))
        assert seen.size("alpha") == seen.size("bear") == (2, 2)
        assert seen.words("alpha", "subtype") == seen.words("alpha", "name") == seen.abilities("alpha") == set()

    def test_keyword_counters(self) -> None:
        """They give their keyword in layer 6, by timestamps (122.1b, 613.1f)."""
        flier = "{card: Bear, counters: {flying: 1}}"
        assert look(board(f"Watcher, {flier}")).keywords("bear") == {"flying"}
        assert look(board(f"Watcher, Humility, {flier}")).keywords("bear") == {"flying"}
        assert look(board(f"Watcher, {flier}, Humility")).keywords("bear") == set()


class TestRulesOfTheGame:
    """Effects on objects' doings and on players (613.10, 613.11)."""

    def test_cant_and_player_cant(self) -> None:
        cards = """  - name: Law
    types: Enchantment
    abilities:
      - {is: static, affects: {types: [creature]}, changes: [{change: cant, what: attack}]}
      - {is: static, changes: [{change: player_cant, who: opponent, what: gain_life}]}
      - {is: static, changes: [{change: keep_mana, type: G}]}
"""
        seen = look(board("Law, Bear", "Idol") + cards, also=RULES)
        assert {str(a) for a in seen.atoms["cant", 3]} == {'cant(obj("bear",0),attack,0)'}
        assert 'player_cant("bob",gain_life,0)' in {str(a) for a in seen.atoms["player_cant", 3]}
        assert {str(a) for a in seen.atoms["keeps_mana", 3]} == {'keeps_mana("alice",g,0)'}
