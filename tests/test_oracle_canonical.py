"""Abilities to canonical wording and back: compile(render(a)) == a."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manaproof.bridge.abilities import (
    Activated,
    Filter,
    Keyword,
    Replacement,
    SpellAbility,
    Static,
    Target,
    Triggered,
)
from manaproof.bridge.abilities import effects as fx
from manaproof.bridge.abilities.ability import Ability
from manaproof.bridge.abilities.amounts import Const, Count, X
from manaproof.bridge.abilities.conditions import CompareAmounts, Exists, Timing, YourTurn
from manaproof.bridge.abilities.costs import Discard, ManaCost, PayLife, RemoveCounters, SacrificeCost, TapSymbol
from manaproof.bridge.abilities.filters import Compare
from manaproof.bridge.abilities.mana import AnyColor, Choice, CouldProduce, From, Symbols
from manaproof.bridge.abilities.replacements import EntersTapped, EntersWithCounters
from manaproof.bridge.abilities.statics import Cant, GainAbility, ModifyPowerToughness
from manaproof.bridge.abilities.triggers import Attacks, DamageDealt, Enters, Leaves, SpellCast, StepBegins
from manaproof.bridge.oracle.canonical import rendered
from manaproof.bridge.oracle.compile import compiled

TARGET = Filter(ref="target")
numbers = st.integers(2, 12).map(lambda n: Const(value=n))
symbols = st.sampled_from(["{G}", "{2}", "{1}{W}", "{X}{R}", "{W/U}", "{B}{B}"])
types = st.sampled_from(["creature", "artifact", "land", "enchantment"])
keywords = st.sampled_from(["flying", "trample", "first_strike", "haste"]).map(lambda word: Keyword(keyword=word))


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    """What nouns say: a kind, perhaps qualified before and after."""
    said: dict[str, object] = {"types": (draw(types),)}
    before = draw(st.sampled_from(["", "tapped", "color", "nontoken", "legendary", "nonblack"]))
    match before:
        case "tapped":
            said["tapped"] = draw(st.booleans())
        case "color":
            said["colors"] = ("R",)
        case "nontoken":
            said["token"] = False
        case "legendary":
            said["supertypes"] = ("legendary",)
        case "nonblack":
            said["none_of"] = (Filter(any_color=("B",)),)
    who = draw(st.sampled_from([None, "you", "opponent"]))
    if who:
        said["controller"] = who
    match draw(st.sampled_from(["", "keyword", "power"])):
        case "keyword":
            said["keywords"] = ("flying",)
        case "power":
            said["compare"] = (Compare(what="power", is_=draw(st.sampled_from(["le", "ge"])), value=3),)
    return Filter(**said)


def counts() -> st.SearchStrategy[Count]:
    return filters().map(lambda one: Count(of=one))


mana = st.one_of(
    st.sampled_from(["{G}", "{C}{C}", "{W}{U}"]).map(lambda one: Symbols(symbols=one)),
    st.builds(lambda of: Symbols(symbols="{R}", times=of), counts()),
    st.just(Choice(options=(Symbols(symbols="{W}"), Symbols(symbols="{B}")))),
    st.just(From(palette=AnyColor())),
    numbers.map(lambda n: From(palette=AnyColor(), amount=n)),
    filters().map(lambda one: From(palette=CouldProduce(by=one))),
)
plain = st.one_of(
    numbers.map(lambda n: fx.Draw(amount=n)),
    st.one_of(numbers, st.just(X())).map(lambda n: fx.GainLife(amount=n)),
    numbers.map(lambda n: fx.LoseLife(amount=n, who="opponent")),
    numbers.map(lambda n: fx.Scry(amount=n)),
    numbers.map(lambda n: fx.Surveil(amount=n)),
    filters().map(lambda one: fx.Destroy(what=one)),
    filters().map(lambda one: fx.Tap(what=one)),
    filters().map(lambda one: fx.PutCountersOn(kind="+1/+1", on=one)),
    st.builds(lambda one, n: fx.DealDamage(amount=n, to=one), filters(), numbers),
    st.builds(lambda one, k: fx.Apply(to=one, changes=(GainAbility(ability=k),)), filters(), keywords),
    st.just(fx.CreateToken(token="1/1 white Soldier creature token", amount=Const(value=2))),
    st.just(fx.CreateToken(token="Treasure Token")),
    filters().map(lambda one: fx.SacrificeSome(what=one)),
    mana.map(lambda one: fx.AddMana(mana=one)),
)
aimed = st.one_of(
    st.just(fx.Destroy(what=TARGET)),
    st.just(fx.Move(what=TARGET, to="exile")),
    st.just(fx.Move(what=TARGET, to="hand")),
    numbers.map(lambda n: fx.PutCountersOn(kind="+1/+1", amount=n, on=TARGET)),
    st.builds(
        lambda n, k: fx.Apply(to=TARGET, changes=(ModifyPowerToughness(power=n, toughness=n), GainAbility(ability=k))),
        numbers,
        keywords,
    ),
    numbers.map(lambda n: fx.DealDamage(amount=n, to=TARGET)),
)


@st.composite
def instructions(draw: st.DrawFn) -> dict[str, object]:
    """Some instructions, perhaps one of them with a target."""
    effects = draw(st.lists(plain, min_size=1, max_size=2))
    targets: tuple[Target, ...] = ()
    if draw(st.booleans()):
        effects.insert(0, draw(aimed))
        targets = (Target(what=draw(filters()), optional=draw(st.booleans())),)
    return {"effects": tuple(effects), "targets": targets}


costs = st.lists(
    st.one_of(
        symbols.map(lambda one: ManaCost(symbols=one)),
        st.just(TapSymbol()),
        numbers.map(lambda n: PayLife(amount=n)),
        st.just(SacrificeCost()),
        filters().map(lambda one: SacrificeCost(what=one)),
        st.just(Discard()),
        st.just(RemoveCounters(kind="charge")),
    ),
    min_size=1,
    max_size=3,
).map(tuple)
conditions = st.one_of(
    filters().filter(lambda one: one.controller == "you").map(lambda one: Exists(what=one)),
    filters()
    .filter(lambda one: one.controller == "you")
    .map(lambda one: CompareAmounts(left=Count(of=one), right=Const(value=3))),
    st.just(YourTurn()),
)
events = st.one_of(
    st.just(Enters()),
    st.just(Leaves(to="graveyard")),
    filters().map(lambda one: Enters(what=one)),
    filters().map(lambda one: Leaves(what=one, to="graveyard")),
    st.just(Attacks()),
    st.just(DamageDealt(by=Filter(ref="this"), to_player="any", combat=True)),
    st.just(SpellCast(what=Filter(zone="stack", spell=True, not_types=("creature",)))),
    st.sampled_from(["upkeep", "end"]).map(lambda step: StepBegins(step=step)),
)
changes = st.one_of(
    st.builds(lambda a, b: (ModifyPowerToughness(power=a, toughness=b),), numbers, numbers),
    keywords.map(lambda one: (GainAbility(ability=one),)),
    st.just((Cant(what="block"),)),
    mana.map(lambda one: (GainAbility(ability=Activated(cost=(TapSymbol(),), effects=(fx.AddMana(mana=one),))),)),
)
timings = st.sampled_from([None, Timing(only="sorcery"), Timing(only="once_each_turn")])
abilities = st.one_of(
    st.builds(
        lambda cost, said, only: Activated(cost=cost, only_if=only, **said),
        costs,
        instructions(),
        st.one_of(timings, conditions),
    ),
    st.builds(
        lambda event, said, only: Triggered(event=event, only_if=only, **said),
        events,
        instructions(),
        st.one_of(st.none(), conditions),
    ),
    instructions().map(lambda said: SpellAbility(**said)),
    st.builds(lambda one, made: Static(affects=one, changes=made), filters(), changes),
    st.builds(lambda made, only: Static(changes=made, only_if=only), changes, conditions),
    st.just(Replacement(event=Enters(), instead=(EntersTapped(),))),
    numbers.map(lambda n: Replacement(event=Enters(), instead=(EntersWithCounters(kind="charge", amount=n),))),
    keywords,
    symbols.map(lambda one: Keyword(keyword="kicker", cost=(ManaCost(symbols=one),))),
)


@settings(max_examples=300, deadline=None)
@given(abilities)
def test_reading_the_canonical_wording_gives_the_ability_again(ability: Ability) -> None:
    line = rendered(ability)
    assert line is not None
    assert compiled(line, spell=isinstance(ability, SpellAbility)) == (ability,)


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("Draw two cards and you gain 3 life.", "Draw two cards. You gain 3 life."),
        ("You may pay {2}. If you do, draw a card.", "You may pay {2}. If you do, draw a card."),
        ("Target creature gains flying until end of turn.", "Target creature gains flying until end of turn."),
    ],
)
def test_canonical_wording(line: str, canonical: str) -> None:
    (ability,) = compiled(line, spell=True)
    assert rendered(ability) == canonical


def test_what_has_no_words_is_not_rendered() -> None:
    assert rendered(SpellAbility(effects=(fx.Destroy(what=Filter(ref="chosen")),))) is None
