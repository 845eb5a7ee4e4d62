"""Oracle text: lines to abilities and back."""

from __future__ import annotations

import pytest
from manaproof.bridge.abilities import (
    Activated,
    Filter,
    Keyword,
    Replacement,
    SpellAbility,
    Static,
    Target,
    Triggered,
    UnsupportedAbility,
    ability_facts,
    choices,
    verbs,
)
from manaproof.bridge.abilities import effects as fx
from manaproof.bridge.abilities.amounts import Const, Count, EventAmount, Stat
from manaproof.bridge.abilities.casting import AsThoughFlash
from manaproof.bridge.abilities.conditions import UnsupportedCondition
from manaproof.bridge.abilities.costs import ManaCost, SacrificeCost, TapSymbol, UnsupportedCost
from manaproof.bridge.abilities.mana import AnyColor, Choice, CouldProduce, From, Symbols
from manaproof.bridge.abilities.replacements import EntersTapped, EntersWithCounters
from manaproof.bridge.abilities.statics import Cant, GainAbility, ModifyPowerToughness
from manaproof.bridge.abilities.triggers import Enters, Leaves
from manaproof.bridge.oracle.canonical import rendered
from manaproof.bridge.oracle.compile import adds_mana, compiled, partly, read_line
from manaproof.bridge.oracle.context import Context
from manaproof.bridge.oracle.faces import missing_rules
from manaproof.bridge.oracle.grammar import grammar
from manaproof.bridge.oracle.normalise import normalised

CREATURE = Filter(types=("creature",))
TARGET = Filter(ref="target")


def one(line: str, spell: bool = False) -> object:
    (ability,) = compiled(line, spell)
    return ability


def test_mana_abilities() -> None:
    assert one("{T}: Add {G}.") == Activated(cost=(TapSymbol(),), effects=(fx.AddMana(mana=Symbols(symbols="{G}")),))
    assert one("{1}, {T}, Sacrifice ~: Add one mana of any color.") == Activated(
        cost=(ManaCost(symbols="{1}"), TapSymbol(), SacrificeCost()),
        effects=(fx.AddMana(mana=From(palette=AnyColor())),),
    )
    assert one("{T}: Add {W} or {U}.") == Activated(
        cost=(TapSymbol(),),
        effects=(fx.AddMana(mana=Choice(options=(Symbols(symbols="{W}"), Symbols(symbols="{U}")))),),
    )
    assert one("{T}: Add one mana of any type that a land you control could produce.") == Activated(
        cost=(TapSymbol(),),
        effects=(
            fx.AddMana(mana=From(palette=CouldProduce(by=Filter(types=("land",), controller="you"), only="type"))),
        ),
    )
    assert one("{T}: Add {C} for each Gate you control.") == Activated(
        cost=(TapSymbol(),),
        effects=(
            fx.AddMana(mana=Symbols(symbols="{C}", times=Count(of=Filter(subtypes=("gate",), controller="you")))),
        ),
    )


def test_targets_are_lifted_out_of_the_instruction() -> None:
    assert one("Destroy target creature.", spell=True) == SpellAbility(
        effects=(fx.Destroy(what=TARGET),), targets=(Target(what=CREATURE),)
    )
    assert one("~ deals 3 damage to any target.", spell=True) == SpellAbility(
        effects=(fx.DealDamage(amount=Const(value=3), to=TARGET, to_player="target"),),
        targets=(Target(what=Filter(any_type=("creature", "planeswalker", "battle")), player="any"),),
    )
    assert one("Return target creature to its owner's hand.", spell=True) == SpellAbility(
        effects=(fx.Move(what=TARGET, to="hand"),), targets=(Target(what=CREATURE),)
    )


def test_pronouns_find_what_they_mean() -> None:
    tapped = one("Tap target creature. It gets -1/-0 until end of turn.", spell=True)
    assert isinstance(tapped, SpellAbility)
    assert [effect.to if isinstance(effect, fx.Apply) else None for effect in tapped.effects] == [None, TARGET]
    grown = one("Whenever another creature you control enters, put a +1/+1 counter on it.")
    assert isinstance(grown, Triggered)
    assert grown.event == Enters(what=Filter(types=("creature",), controller="you", other=True))
    assert grown.effects == (fx.PutCountersOn(kind="+1/+1", on=Filter(ref="event")),)
    own = one("When ~ enters, put a +1/+1 counter on it.")
    assert isinstance(own, Triggered)
    assert own.effects == (fx.PutCountersOn(kind="+1/+1"),)


@pytest.mark.parametrize(
    "line",
    [
        "Whenever another creature enters, ~ deals 1 damage to target creature. Exile it.",
        "When ~ enters, that player draws a card.",
        "Draw a card, probably.",
        "Destroy target creature with frobnication.",
        "Tap it.",
    ],
)
def test_what_may_mean_several_things_or_nothing_is_unsupported(line: str) -> None:
    assert one(line) == UnsupportedAbility(text=line)


def test_triggers_statics_and_replacements() -> None:
    assert one("When ~ dies, draw two cards.") == Triggered(
        event=Leaves(to="graveyard"), effects=(fx.Draw(amount=Const(value=2)),)
    )
    assert one("Other Elves you control get +1/+1 and have flying.") == Static(
        affects=Filter(subtypes=("elf",), controller="you", other=True),
        changes=(
            ModifyPowerToughness(power=Const(value=1), toughness=Const(value=1)),
            GainAbility(ability=Keyword(keyword="flying")),
        ),
    )
    assert one("~ enters tapped.") == Replacement(event=Enters(), instead=(EntersTapped(),))
    assert one("~ enters with two charge counters on it.") == Replacement(
        event=Enters(), instead=(EntersWithCounters(kind="charge", amount=Const(value=2)),)
    )


def test_a_list_of_keywords_is_several_abilities() -> None:
    assert compiled("Flying, first strike, kicker {2}{R}") == (
        Keyword(keyword="flying"),
        Keyword(keyword="first_strike"),
        Keyword(keyword="kicker", cost=(ManaCost(symbols="{2}{R}"),)),
    )


def test_what_has_no_rules_is_understood_and_says_so() -> None:
    ability = one("Bolster 2.", spell=True)
    assert isinstance(ability, SpellAbility)
    assert ability.effects == (verbs.KeywordAction(action="bolster", amount=Const(value=2)),)
    facts = " ".join(map(str, ability_facts(ability)))
    assert 'unsupported(false,"KeywordAction(action=bolster' in facts


def test_modes() -> None:
    ability = one("Choose one \u2014 \u2022 Destroy target artifact. \u2022 Draw a card.", spell=True)
    assert isinstance(ability, SpellAbility)
    (choice,) = ability.effects
    assert choice == choices.ChooseModes(
        modes=(
            choices.Mode(effects=(fx.Destroy(what=TARGET),), targets=(Target(what=Filter(types=("artifact",))),)),
            choices.Mode(effects=(fx.Draw(),)),
        )
    )


@pytest.mark.parametrize(
    "line",
    [
        "{2}{G}, {T}, Sacrifice a creature: You gain 3 life.",
        "Whenever a nontoken creature you control dies, each opponent loses 1 life and you gain 1 life.",
        "At the beginning of your upkeep, if you control three or more artifacts, draw a card.",
        "Target creature gets +2/+2 and gains trample until end of turn.",
        "Enchanted creature can't attack or block.",
        "As an additional cost to cast ~, sacrifice an artifact.",
        "Create two 1/1 white Soldier creature tokens with vigilance.",
        "[-3]: Destroy target creature. Its controller loses 2 life.",
        "II \u2014 Return target creature card from your graveyard to your hand.",
        "{T}: Add {C} for each card you've drawn this turn.",
        "When ~ enters, if you attacked this turn, add {R}{W}{B}.",
        "{T}: Add {U}. If you played a land this turn, add {B} instead.",
        "{T}: Add an amount of {R} equal to the greatest power among creatures you control that entered this turn.",
        "At the beginning of each postcombat main phase, the active player adds {C}{C} for each of your opponents who "
        "lost life this turn.",
        "When ~ enters, if you cast it from your hand, add {R}{R}{R}.",
        'As long as ~ is modified, it has "{T}: Add {G}{G}."',
        "{T}: Choose a color. Add one mana of that color for each different power among creatures you control.",
        "{T}: Add {G}. Spend this mana only to cast creature spells. Activate only if you control a creature.",
        "{T}: Add {G}{G}. If you've completed a dungeon, add six {G} instead.",
    ],
)
def test_reading_gives_the_line_again(line: str) -> None:
    said = read_line(line)
    assert said is not None
    shown = grammar().render(said, "line")
    assert shown is not None
    assert shown.lower() == line.lower().replace("[-3]", "-3")


def test_normalised_text_has_no_names_reminders_and_variants() -> None:
    text = (
        "Flying (It is high up.)\nWhen Ana, the Great enters the battlefield, Ana fights.\nLandfall \u2014 Draw a card."
    )
    assert normalised(text, "Ana, the Great", legendary=True) == (
        "Flying",
        "When ~ enters, ~ fights.",
        "Draw a card.",
    )
    assert normalised("Choose one \u2014\n\u2022 A.\n\u2022 B.") == ("Choose one \u2014 \u2022 A. \u2022 B.",)
    assert normalised("Draw \u2018em. \u22121/\u22121") == ("Draw 'em. -1/-1",)


def test_a_line_about_mana_keeps_what_is_not_understood_by_its_text() -> None:
    (ability,) = partly("{T}, Juggle ~: Add {R}. When the moon next rises, the moon sets. Activate only on stage.")
    assert ability == Activated(
        cost=(UnsupportedCost(text="{T}, Juggle ~"),),
        effects=(
            fx.AddMana(mana=Symbols(symbols="{R}")),
            fx.UnsupportedEffect(text="When the moon next rises, the moon sets."),
        ),
        only_if=UnsupportedCondition(text="Activate only on stage."),
    )
    (ability,) = partly("{T}: Add {C}. If the moon is up, add {C}{C} instead.")
    assert isinstance(ability, Activated)
    assert ability.effects[1] == fx.UnsupportedEffect(text="If the moon is up, add {C}{C} instead.", adds_mana=True)


@pytest.mark.parametrize(
    ("line", "adds"),
    [
        ("Whenever the moon rises, add {G}.", True),
        ("If a land is tapped for mana on the moon, it produces {C} instead.", True),
        ('Create a token on the moon with "{T}: Add {C}."', False),
        ("Draw a card from the moon.", False),
    ],
)
def test_which_lines_may_add_mana(line: str, adds: bool) -> None:
    assert adds_mana(line) is adds


@pytest.mark.parametrize(
    ("line", "spell"),
    [
        ("Draw a card for each Island you control, then discard that many cards.", True),
        ("When ~ dies, exile equipped creature.", False),
        ("Whenever ~ deals damage to a creature, destroy that creature at end of combat.", False),
        ("Search your library for a land card, put it onto the battlefield, then shuffle. Untap that land.", True),
    ],
)
def test_what_nothing_before_decides_is_unsupported(line: str, spell: bool) -> None:
    assert one(line, spell) == UnsupportedAbility(text=line)


def test_that_much_is_the_amount_of_the_event() -> None:
    ability = one("Whenever ~ deals damage, you gain that much life.")
    assert isinstance(ability, Triggered)
    assert ability.effects == (fx.GainLife(amount=EventAmount()),)


def test_a_name_within_a_granted_ability_is_that_of_what_grants_it() -> None:
    text = 'Equipped creature has "Sacrifice {0}: Draw a card."'
    (line,) = normalised(text.format("Sling"), "Sling")
    assert read_line(line) is None
    (line,) = normalised(text.format("this creature"), "Sling")
    assert read_line(line) is not None
    (line,) = normalised('Sling has "Sacrifice Sling: Draw a card."', "Sling")
    assert line == '~ has "Sacrifice ~: Draw a card."'


def test_targets_only_of_a_kicked_spell_have_no_rules() -> None:
    ability = one("Destroy target land. If ~ was kicked, destroy target artifact instead.", spell=True)
    assert "Happened kicked_with_targets" in missing_rules(ability)
    ability = one("~ deals 2 damage to any target. If ~ was kicked, it deals 4 damage instead.", spell=True)
    assert missing_rules(ability) == []


def test_another_target_is_another_than_the_first() -> None:
    ability = one("Target creature you control deals damage equal to its power to another target creature.", spell=True)
    assert isinstance(ability, SpellAbility)
    assert ability.targets[1].what == Filter(types=("creature",), none_of=(Filter(ref="target_1"),))
    line = "Return target creature to its owner's hand. Destroy another target creature."
    assert missing_rules(one(line, spell=True)) == []
    assert isinstance(one(f"{line} Tap another target creature.", spell=True), UnsupportedAbility)


def test_any_other_target_is_another_than_the_first_or_than_this() -> None:
    ability = one("When ~ dies, it deals 1 damage to any other target.")
    assert isinstance(ability, Triggered)
    (target,) = ability.targets
    assert target == Target(what=Filter(other=True, any_type=("creature", "planeswalker", "battle")), player="any")
    ability = one("Tap target creature. ~ deals 2 damage to any other target.", spell=True)
    assert isinstance(ability, SpellAbility)
    assert ability.targets[1].what is not None
    assert ability.targets[1].what.none_of == (Filter(ref="target_1"),)


def test_of_two_targets_that_may_be_players_neither_is_the_target() -> None:
    for first in ("~ deals 1 damage to any target.", "Target player loses 1 life."):
        assert isinstance(one(f"{first} ~ deals 2 damage to any target.", spell=True), UnsupportedAbility)


def test_counters_of_which_one_or_more_are_removed_are_not_any_number() -> None:
    ability = one("Remove one or more charge counters from ~: Draw a card.")
    assert isinstance(ability, Activated)
    assert str(ability.cost[0].term()) == "remove_counters(charge,some,and(ref(this),zone(battlefield)))"
    assert missing_rules(ability) == ["RemoveCounters one or more"]


def test_what_only_the_place_of_an_instruction_keeps_from_having_rules_is_told() -> None:
    ability = one("When ~ enters, you may sacrifice a creature. If you do, draw a card.")
    assert isinstance(ability, Triggered)
    assert missing_rules(ability) == []
    (may,) = ability.effects
    assert isinstance(may, fx.May)
    assert missing_rules(ability.model_copy(update={"effects": may.effects})) == ["IfDone"]
    draw = choices.Mode(effects=(fx.Draw(),))
    modes = choices.ChooseModes(modes=(draw, draw))
    assert missing_rules(SpellAbility(effects=(modes,))) == []
    assert missing_rules(SpellAbility(effects=(modes, modes))) == ["ChooseModes"]
    assert missing_rules(SpellAbility(effects=(fx.May(effects=(modes,)),))) == ["ChooseModes"]


def test_what_only_creatures_have_is_said_of_the_creature_that_is_named_last() -> None:
    ability = one("Destroy target artifact, enchantment, or creature with flying.", spell=True)
    assert isinstance(ability, SpellAbility)
    flier = Filter(types=("creature",), keywords=("flying",))
    assert ability.targets[0].what == Filter(any_of=(Filter(any_type=("artifact", "enchantment")), flier))
    ability = one("Destroy target artifact or creature with mana value 3 or less.", spell=True)
    assert isinstance(ability, SpellAbility)
    assert ability.targets[0].what is not None
    assert ability.targets[0].what.any_type == ("artifact", "creature")
    assert isinstance(one("Destroy target creature or planeswalker with flying.", spell=True), UnsupportedAbility)


@pytest.mark.parametrize("spell", [True, False])
def test_a_static_ability_about_its_own_spell_functions_where_that_is(spell: bool) -> None:
    ability = one("~ can't be countered.", spell)
    assert isinstance(ability, Static)
    assert ability.affects == Filter(ref="this", zone="stack")
    ability = one("~ has flash as long as you control a Merfolk.", spell)
    assert isinstance(ability, Static)
    assert ability.affects == Filter(ref="this", zone="hand")
    assert ability.changes == (AsThoughFlash(),)
    assert missing_rules(ability) == []


@pytest.mark.parametrize("spell", [True, False])
def test_what_says_which_colors_its_card_has_defines_a_characteristic(spell: bool) -> None:
    ability = one("~ is all colors.", spell)
    assert isinstance(ability, Static)
    assert ability.defines
    assert ability.affects == Filter(ref="this")


def test_your_graveyard_is_that_of_the_controller_of_the_ability() -> None:
    ability = one("When enchanted creature dies, return ~ from your graveyard to the battlefield.")
    assert [node.owner for node in ability.walk() if isinstance(node, Filter) and node.zone == "graveyard"] == ["you"]
    ability = one("{2}: Return ~ from your graveyard to your hand.")
    assert [node.owner for node in ability.walk() if isinstance(node, Filter) and node.zone == "graveyard"] == [None]


def test_spells_are_cast_as_though_with_flash_from_any_zone() -> None:
    abilities = compiled("You may cast sorcery spells as though they had flash.")
    assert all(isinstance(one, Static) and one.changes == (AsThoughFlash(),) for one in abilities)
    cards = [one.affects for one in abilities if isinstance(one, Static)]
    assert cards[0] == Filter(zone="hand", types=("sorcery",), owner="you")
    assert {one.zone for one in cards} == {"hand", "graveyard", "exile", "library", "command"}
    assert all(one.types == ("sorcery",) for one in cards)


def test_a_card_of_that_name_is_one_of_the_name_that_the_text_gives() -> None:
    line = (
        "When ~ dies, you may search your library for a card named ~, reveal it, put it into your hand, then shuffle."
    )
    (ability,) = compiled(line, name="Moss Warden")
    assert [node.name for node in ability.walk() if isinstance(node, Filter) and node.name] == ["Moss Warden"]


def test_an_x_that_is_chosen_on_resolution_has_no_rules() -> None:
    ability = one("Whenever a creature you control dies, you may pay {X}. If you do, you gain X life.")
    assert missing_rules(ability) == ["X chosen on resolution"]
    assert missing_rules(one("Counter target spell unless its controller pays {X}.", spell=True)) == []


def test_it_after_a_condition_is_what_the_condition_spoke_of() -> None:
    ability = one("As long as enchanted permanent is a creature, it gets +1/+0 and has haste.")
    assert isinstance(ability, Static)
    assert ability.affects == Filter(ref="attached")
    ability = one("As long as ~ is tapped, it has hexproof.")
    assert isinstance(ability, Static)
    assert ability.affects == Filter(ref="this")


def test_the_number_of_a_target_that_was_moved_is_that_which_it_had() -> None:
    ability = one("Exile target creature. Its controller gains life equal to its power.", spell=True)
    assert isinstance(ability, SpellAbility)
    assert ability.effects[1] == fx.GainLife(amount=Stat(what="power", of=TARGET), who="controller_of_target")
    line = "Return target creature card from your graveyard to your hand. You gain life equal to its mana value."
    ability = one(line, spell=True)
    assert isinstance(ability, SpellAbility)
    there = Filter(ref="target", zone="graveyard")
    assert ability.effects[1] == fx.GainLife(amount=Stat(what="mana_value", of=there))


def test_its_power_after_a_target_may_be_that_of_two_things() -> None:
    assert isinstance(one("~ deals damage to target creature equal to its power.", spell=True), UnsupportedAbility)
    assert not isinstance(one("When ~ enters, it deals damage to you equal to its power."), UnsupportedAbility)


def test_what_rules_the_game_applies_to_objects_that_come_later_too() -> None:
    ability = one("Creatures you control gain reach until end of turn and can't be blocked this turn.", spell=True)
    assert isinstance(ability, SpellAbility)
    group = Filter(types=("creature",), controller="you")
    gains, ruling = ability.effects
    assert gains == fx.Apply(to=group, changes=(GainAbility(ability=Keyword(keyword="reach")),))
    assert ruling == fx.CreateEffect(ability=Static(affects=group, changes=(Cant(what="be_blocked"),)))
    line = "Creatures without flying can't block this turn."
    (ability,) = compiled(line, spell=True)
    assert rendered(ability) == line


def test_other_objects_after_a_target_are_others_than_it() -> None:
    ability = one("Destroy target creature. Other creatures get -1/-1 until end of turn.", spell=True)
    assert isinstance(ability, SpellAbility)
    effect = ability.effects[1]
    assert isinstance(effect, fx.Apply)
    assert effect.to == Filter(types=("creature",), none_of=(TARGET,))
    line = "When ~ enters, tap target creature. Other creatures you control get +1/+1 until end of turn."
    assert isinstance(one(line), UnsupportedAbility)


def test_instead_of_what_a_player_may_do_is_not_without_the_choice() -> None:
    line = "Whenever ~ attacks, you may pay {1}. If you do, draw a card. If you control a Sliver, draw two instead."
    assert isinstance(one(line), UnsupportedAbility)


def test_others_for_each_of_which_an_object_changes_are_others_than_it() -> None:
    ability = one("Enchanted creature gets +0/+2 for each other creature you control.")
    assert isinstance(ability, Static)
    counted = Filter(types=("creature",), controller="you", none_of=(Filter(ref="affected"),))
    assert [node.of for node in ability.walk() if isinstance(node, Count)] == [counted]
    ability = one("~ gets +1/+1 for each other creature you control.")
    assert isinstance(ability, Static)
    assert {node.of for node in ability.walk() if isinstance(node, Count)} == {
        Filter(types=("creature",), controller="you", other=True)
    }
    line = "Whenever a creature you control attacks, put a +1/+1 counter on it for each other creature you control."
    assert isinstance(one(line), UnsupportedAbility)


def test_it_after_damage_is_what_the_event_tells_apart() -> None:
    ability = one("Whenever enchanted creature deals damage, ~ deals that much damage to that creature.")
    assert isinstance(ability, Triggered)
    assert ability.effects == (fx.DealDamage(amount=EventAmount(), to=Filter(ref="attached")),)
    assert isinstance(
        one("Whenever equipped creature deals damage to a creature, exile that creature."), UnsupportedAbility
    )
    assert isinstance(one("Whenever a Sliver deals damage, its controller gains that much life."), UnsupportedAbility)


@pytest.mark.parametrize("happens", ["When enchanted creature is dealt damage", "Whenever enchanted creature attacks"])
def test_what_was_enchanted_as_it_happened_is_meant_though_the_aura_is_moved(happens: str) -> None:
    ability = one(f"{happens}, destroy it.")
    assert isinstance(ability, Triggered)
    assert ability.effects == (fx.Destroy(what=Filter(ref="event")),)


def test_the_number_of_a_spell_that_was_cast_is_that_which_it_has_on_the_stack() -> None:
    ability = one("Whenever you cast a spell, you gain life equal to that spell's mana value.")
    assert isinstance(ability, Triggered)
    spell = Filter(ref="event", zone="stack")
    assert ability.effects == (fx.GainLife(amount=Stat(what="mana_value", of=spell)),)


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("Whenever a creature dies, that creature's controller may draw a card.", "controller_of_event_object"),
        ("{U}: Target opponent may draw a card.", "target"),
        ("Whenever ~ attacks, defending player may draw a card.", "defending"),
    ],
)
def test_what_another_player_may_do_is_done_by_that_player(line: str, who: str) -> None:
    ability = one(line)
    assert isinstance(ability, Triggered | Activated)
    assert ability.effects == (fx.May(effects=(fx.Draw(who=who),), who=who),)  # type: ignore[arg-type]
    assert rendered(ability)


@pytest.mark.parametrize("who", ["each player", "each opponent"])
def test_what_each_of_several_players_may_do_is_not_one_choice(who: str) -> None:
    assert isinstance(one(f"When ~ enters, {who} may scry 1."), UnsupportedAbility)


def test_it_that_deals_damage_if_the_spell_was_kicked_is_the_spell() -> None:
    line = "Destroy target artifact. If ~ was kicked, it deals 2 damage to target creature."
    (ability,) = compiled(line, True, Context(spell=True, several=True))
    assert isinstance(ability, SpellAbility)
    (dealt,) = [node for node in ability.walk() if isinstance(node, fx.DealDamage | verbs.Bites)]
    assert dealt == fx.DealDamage(amount=Const(value=2), to=Filter(ref="target_2"))
