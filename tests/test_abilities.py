"""The ability form: its terms name what they say, its facts hold what the rules read."""

from __future__ import annotations

from typing import Any, get_args

import clingo
import pytest
from drawn import hints, made, nodes
from hypothesis import given, settings
from hypothesis import strategies as st
from manaproof.bridge.abilities import Ability, Filter, ability_facts, ability_id, word
from manaproof.bridge.abilities.amounts import Amount, Const, Count, Plus
from manaproof.bridge.abilities.base import Node, fold
from manaproof.bridge.abilities.choices import ChooseModes, IfDone, Mode
from manaproof.bridge.abilities.conditions import Condition, Exists
from manaproof.bridge.abilities.costs import Cost
from manaproof.bridge.abilities.effects import AddMana, Draw, Effect, If, May
from manaproof.bridge.abilities.faces import SacrificeSome
from manaproof.bridge.abilities.facts import flatten, unfold
from manaproof.bridge.abilities.mana import Mana, Palette
from manaproof.bridge.abilities.replacements import Rewrite
from manaproof.bridge.abilities.statics import Change, GainAbility
from manaproof.bridge.abilities.triggers import Event
from manaproof.bridge.library import bundled
from pydantic import TypeAdapter, ValidationError

UNIONS = [Amount, Condition, Cost, Effect, Mana, Palette, Rewrite, Change, Event]
ADAPTER: TypeAdapter[Any] = TypeAdapter(Ability)


def read(data: dict[str, Any]) -> Any:
    return ADAPTER.validate_python(data)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Urza's", "urzas"),
        ("Time Lord", "time_lord"),
        ("+1/+1", "plus_1_plus_1"),
        ("-1/-1", "minus_1_minus_1"),
        ("-2/-1", "minus_2_minus_1"),
        ("+0/+2", "plus_0_plus_2"),
        ("Power-Plant", "power_plant"),
        ("Lhurgoyf", "lhurgoyf"),
        ("Æther", "ther"),
        ("2nd", "n_2nd"),
        ("not", "n_not"),
        ("none", "n_none"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert word(text) == expected
    assert word(expected) == expected


@given(st.text(max_size=12))
def test_a_word_is_a_constant_or_refused(text: str) -> None:
    try:
        made = word(text)
    except ValueError:
        return
    assert clingo.parse_term(made) == clingo.Function(made)
    assert word(made) == made


@pytest.mark.parametrize("union", UNIONS, ids=lambda union: str(union)[:60].split(".")[-1])
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_terms_tell_nodes_apart(union: Any, data: st.DataObject) -> None:
    one = data.draw(nodes(union))
    assert clingo.parse_term(str(one.term())) == one.term()
    other = data.draw(st.one_of(nodes(union), _changed(one)))
    assert (one.term() == other.term()) == (one == other)


def _changed(node: Node) -> st.SearchStrategy[Node]:
    """The node with one field drawn anew."""
    form = type(node)
    fields = [name for name in hints(form) if name != form.tag]
    if not fields:
        return st.just(node)

    def with_new(pair: tuple[str, Node]) -> Node:
        name, fresh = pair
        return made(form, {**dict(node), name: getattr(fresh, name)})

    return st.tuples(st.sampled_from(fields), nodes(form)).map(with_new)


@settings(max_examples=60, deadline=None)
@given(nodes(Ability), nodes(Ability))
def test_an_ability_is_read_back_and_has_its_own_id(one: Any, other: Any) -> None:
    assert read(one.model_dump(mode="json", by_alias=True)) == one
    assert read(one.to_data()) == one
    assert (ability_id(one) == ability_id(other)) == (one == other)


@settings(max_examples=60, deadline=None)
@given(nodes(Ability))
def test_facts_are_ground_each_once_and_about_abilities_that_are_declared(ability: Any) -> None:
    facts = ability_facts(ability)
    assert len(set(facts)) == len(facts)
    declared = {fact.arguments[0] for fact in facts if fact.match("ability", 2)}
    assert ability_id(ability) in declared
    for fact in facts:
        assert clingo.parse_term(str(fact)) == fact
        if fact.name in ("cost", "instruction", "change", "event", "guard", "uses"):
            assert fact.arguments[0] in declared
    known = {fact.arguments[0] for fact in facts if fact.name in ("filter", "amount", "condition", "mana", "palette")}
    assert {fact.arguments[1] for fact in facts if fact.match("uses", 2)} <= known


def test_the_facts_of_an_ability() -> None:
    ability = read(
        {
            "is": "activated",
            "cost": "{1}, {T}",
            "only_if": {"test": "timing", "only": "sorcery"},
            "effects": [{"add": {"palette": ["W", "U"], "amount": "X", "spread": "combination"}}],
        }
    )
    key = str(ability_id(ability))
    added = "from(listed(or(w,u)),x,combination)"
    found = {str(fact).replace(key, "A") for fact in ability_facts(ability) if fact.name != "text_symbol"}
    assert found == {
        "ability(A,activated)",
        "cost(A,1,mana(generic(1)))",
        "cost(A,2,tap)",
        "functions_in(A,battlefield)",
        "only_if(A,timing(sorcery))",
        f"instruction(A,1,add_mana({added},you,none))",
        f"mana({added})",
        f"uses(A,{added})",
        "palette(listed(or(w,u)))",
        "uses(A,listed(or(w,u)))",
        "amount(x)",
        "uses(A,x)",
        "condition(timing(sorcery))",
        "uses(A,timing(sorcery))",
        "item(or(w,u),1,w)",
        "item(or(w,u),2,u)",
        "item(generic(1),1,generic(1))",
    }


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ({"add": "{G}"}, [{"do": "add_mana", "mana": {"mana": "symbols", "symbols": "{G}"}}]),
        (
            {"add": "{W}, {U}, or {B}"},
            [{"do": "add_mana", "mana": {"mana": "choice", "options": ["{W}", "{U}", "{B}"]}}],
        ),
        ({"add": {"palette": "color"}}, [{"do": "add_mana", "mana": {"mana": "from", "palette": {"types": "color"}}}]),
        ({"do": "draw", "amount": "X"}, [{"do": "draw", "amount": {"number": "x"}}]),
        ({"do": "draw", "amount": 2}, [{"do": "draw", "amount": {"number": "const", "value": 2}}]),
    ],
)
def test_short_forms(short: Any, long: Any) -> None:
    cost = {"is": "activated", "cost": ["{2}", "{T}"]}
    assert read({**cost, "effects": short}) == read({**cost, "cost": "{2}, {T}", "effects": long})


@pytest.mark.parametrize(
    "data",
    [
        {"is": "activated", "cost": "{T}", "effects": {"add": "{Q}"}},
        {"is": "activated", "cost": "{Z}", "effects": {"add": "{G}"}},
        {"is": "activated", "cost": "T", "effects": {"add": "{G}"}},
        {"is": "activated", "cost": "{T}", "effects": {"add": "{1000000000000}"}},
        {"is": "activated", "cost": "{T}", "effects": {"do": "draw", "amount": 10**12}},
        {"is": "activated", "cost": "{T}", "effects": {"do": "draw", "amount": True}},
        {"is": "activated", "cost": "{T}", "effects": {"do": "tap", "what": {"ref": "this", "other": True}}},
        {"is": "static", "changes": []},
        {"is": "keyword", "keyword": "!"},
        {"is": "keyword", "keyword": "flying", "colour": "W"},
    ],
)
def test_what_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        read(data)


def test_walk_goes_to_parents_first_and_into_granted_abilities() -> None:
    ability = read(
        {
            "is": "static",
            "affects": {"types": ["land"]},
            "changes": [
                {"change": "gain_ability", "ability": {"is": "activated", "cost": "{T}", "effects": {"add": "{G}"}}}
            ],
        }
    )
    kinds = [type(node).__name__ for node in ability.walk()]
    assert kinds == ["Static", "Filter", "GainAbility", "Activated", "TapSymbol", "AddMana", "Symbols", "Const"]
    (granted,) = [node.ability for node in ability.walk() if isinstance(node, GainAbility)]
    assert set(ability_facts(granted)) < set(ability_facts(ability))
    assert f"change({ability_id(ability)},1,gain_ability({ability_id(granted)}))" in map(str, ability_facts(ability))


def test_flatten_turns_if_and_may_into_guards() -> None:
    draw, add = Draw(), AddMana(mana="{G}")  # type: ignore[arg-type]
    lands = Exists(what=Filter(types=("land",)))
    effects = (May(effects=(draw, If(condition=lands, then=(add,), otherwise=(draw,)))), May(effects=(add,)), add)
    found = [(type(effect).__name__, [str(guard) for guard in guards]) for effect, guards in flatten(effects)]
    condition = str(lands.term())
    assert found == [
        ("Draw", ["may(you,1)"]),
        ("AddMana", ["may(you,1)", f"if({condition})"]),
        ("Draw", ["may(you,1)", f"unless({condition})"]),
        ("AddMana", ["may(you,2)"]),
        ("AddMana", []),
    ]


def test_what_no_rule_lays_out_stands_before_its_parts_and_says_so() -> None:
    sacrifice = SacrificeSome(what=Filter(types=("creature",)))
    done = IfDone(first=(sacrifice,), then=(Draw(),))
    (first, guards), *rest = flatten((done,))
    assert first == done
    assert guards == ()
    assert [type(one) for one, _ in rest] == [SacrificeSome, Draw]
    assert str(done.term()).startswith('unsupported(false,"IfDone(')
    told = [[str(guard) for guard in guards] for _, guards in flatten((May(effects=(done,)),))]
    assert told == [["may(you,1)", "payment(1)"], ["may(you,1)"]]
    modes = ChooseModes(modes=(Mode(effects=(Draw(),)), Mode(effects=(Draw(), Draw()))))
    found = [(type(one).__name__, [str(guard) for guard in guards]) for one, guards in flatten((modes, modes))]
    one, two, three, four = (("Draw", [f"mode({number})"]) for number in range(1, 5))
    assert found == [one, two, two, ("ChooseModes", []), three, four, four]
    within = If(condition=Exists(what=Filter(types=("land",))), then=(modes,))
    assert next(type(one).__name__ for one, _ in flatten((within,))) == "ChooseModes"


@given(st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_unfold_undoes_fold(numbers: list[int]) -> None:
    terms = [clingo.Number(number) for number in numbers]
    assert unfold(fold("and", terms)) == terms


def test_sums_are_evaluated_term_by_term() -> None:
    amount = Plus(left=Const(value=1), right=Count(of=Filter(types=("land",))))
    assert str(amount.term()) == "plus(1,count(and(zone(battlefield),type(land))))"


def test_different_abilities_of_the_library_have_different_ids() -> None:
    abilities = {ability for card in bundled().values() for ability in card.abilities()}
    assert len({ability_id(ability) for ability in abilities}) == len(abilities) > 200


def _parts(hint: Any) -> list[Any]:
    return [hint, *(part for argument in get_args(hint) for part in _parts(argument))]


def test_every_number_is_one_that_clingo_can_hold() -> None:
    pending, seen = list(Node.__subclasses__()), 0
    for form in pending:
        for name, hint in hints(form).items():
            parts = [*_parts(hint), *form.model_fields[name].metadata]
            if int in parts:
                seen += 1
                assert any("le=1000000000" in repr(part) for part in parts), f"{form.__name__}.{name}"
    assert seen > 10


def test_every_member_of_a_union_has_its_own_tag_and_description() -> None:
    for union in [*UNIONS, Ability]:
        members = get_args(get_args(union)[0])
        members = members if not hasattr(members[0], "__metadata__") else get_args(get_args(members[0])[0])
        tags = [form.model_fields[form.tag].default for form in members]
        assert len(set(tags)) == len(tags) > 2
        assert all(form.__doc__ for form in members)
