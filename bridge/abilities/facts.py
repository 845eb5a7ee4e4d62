"""Abilities as ASP facts (DESIGN section 3; the predicates are documented in ``asp/README.md``)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from functools import cache

import clingo

from . import effects as fx
from .ability import (
    Ability,
    Activated,
    AdditionalCost,
    AlternativeCost,
    Keyword,
    Replacement,
    SpellAbility,
    Static,
    Triggered,
    UnsupportedAbility,
)
from .actions import PutFoundOnTop, Search, Shuffle
from .base import Node
from .choices import ChooseModes, Compound, IfDone, MayPay, Unless
from .conditions import Condition
from .faces import GetEmblem
from .filters import Filter
from .statics import GainAbility
from .symbols import text_symbols
from .triggers import AnyEvent

_VALUED = tuple(f"{__package__}.{name}" for name in ("amounts", "conditions", "mana"))
"""The modules whose nodes are evaluated by the rules."""

FOLDS = ("and", "or", "plus")
"""Functors that fold a sequence; ``item/3`` lists its members."""

KINDS: dict[type[Node], str] = {
    Activated: "activated",
    Triggered: "triggered",
    Static: "static",
    Replacement: "replacement",
    SpellAbility: "spell",
    Keyword: "keyword",
    AlternativeCost: "alternative_cost",
    AdditionalCost: "additional_cost",
    UnsupportedAbility: "unsupported",
}


@cache
def ability_id(ability: Ability) -> clingo.Symbol:
    """``ab("1f0c...")``: the id of an ability, the same for abilities that say the same."""
    digest = hashlib.sha256(json.dumps(ability.content()).encode()).hexdigest()
    return clingo.Function("ab", [clingo.String(digest[:12])])


def _fact(name: str, *args: clingo.Symbol | int) -> clingo.Symbol:
    return clingo.Function(name, [clingo.Number(a) if isinstance(a, int) else a for a in args])


@cache
def ability_facts(ability: Ability) -> tuple[clingo.Symbol, ...]:
    """The facts of an ability and of every ability it grants, each once.

    Raises nothing: what is unsupported becomes facts that say so.
    """
    found: dict[clingo.Symbol, None] = {}
    for fact in _facts(ability):
        found[fact] = None
    return tuple(found)


def _facts(ability: Ability) -> Iterator[clingo.Symbol]:
    key = ability_id(ability)
    yield _fact("ability", key, clingo.Function(KINDS[type(ability)]))
    if isinstance(ability, (Activated, Keyword, AlternativeCost, AdditionalCost)):
        for index, cost in enumerate(ability.cost, 1):
            yield _fact("cost", key, index, cost.term())
    if isinstance(ability, Activated):
        yield _fact("functions_in", key, clingo.Function(ability.zone))
    if isinstance(ability, (Triggered, Replacement)):
        for event in ability.event.of if isinstance(ability.event, AnyEvent) else (ability.event,):
            yield _fact("event", key, event.term())
    if (
        isinstance(ability, (Activated, Triggered, Static, Replacement, AlternativeCost))
        and ability.only_if is not None
    ):
        yield _fact("only_if", key, ability.only_if.term())
    if isinstance(ability, (Activated, Triggered, SpellAbility)):
        modal = next((one for one in ability.effects if isinstance(one, ChooseModes)), None)
        aims = [(target, 0) for target in ability.targets]
        if modal is not None:
            yield _fact("modal", key, modal.at_least, modal.at_most)
            aims += [(target, number) for number, mode in enumerate(modal.modes, 1) for target in mode.targets]
        for index, (target, mode) in enumerate(aims, 1):
            yield _fact("target", key, index, target.term())
            if target.optional:
                yield _fact("optional_target", key, index)
            if mode:
                yield _fact("mode_target", key, index, mode)
        for index, (effect, guards) in enumerate(flatten(ability.effects), 1):
            yield _fact("instruction", key, index, effect.term())
            for number, guard in enumerate(guards, 1):
                yield _fact("guard", key, index, number, guard)
    if isinstance(ability, Static):
        yield _fact("affects", key, ability.affects.term())
        for index, change in enumerate(ability.changes, 1):
            yield _fact("change", key, index, change.term())
        if ability.defines:
            yield _fact("defining", key)
    if isinstance(ability, Replacement):
        for index, rewrite in enumerate(ability.instead, 1):
            yield _fact("instead", key, index, rewrite.term())
    if isinstance(ability, Keyword):
        yield _fact("keyword", key, clingo.Function(ability.keyword))
        if ability.number is not None:
            yield _fact("keyword_number", key, ability.number)
        if ability.what is not None:
            yield _fact("keyword_filter", key, ability.what.term())
    if isinstance(ability, AdditionalCost) and ability.optional:
        yield _fact("optional", key)
    if isinstance(ability, UnsupportedAbility):
        yield _fact("unsupported", key, clingo.String(ability.text))
        if ability.adds_mana:
            yield _fact("unsupported_mana", key)
    yield from domains(ability)
    for node in ability.walk():
        if isinstance(node, Filter) or type(node).__module__ in _VALUED:
            yield _fact("uses", key, node.term())
        if isinstance(node, Filter):
            for test in node.unruled():
                yield _fact("uses", key, test)
        if isinstance(node, (GainAbility, fx.CreateEffect)):
            yield from ability_facts(node.ability)
        if isinstance(node, GetEmblem):
            for one in node.abilities:
                yield from ability_facts(one)
    for symbol in text_symbols(ability):
        yield _fact("text_symbol", key, symbol)


def flatten(effects: Iterable[fx.Effect]) -> Iterator[tuple[fx.Effect, tuple[clingo.Symbol, ...]]]:
    """Instructions in the order written, "if" and "may" turned into guards of those they govern.

    A guard is ``if(Condition)``, ``unless(Condition)``, ``mode(Number)`` or ``may(Player, Number)``; all instructions
    under one "may" share its number, which tells it from the ability's other ones. What is paid or done for "if you
    do" is marked ``payment(Number)``; what is followed if the player does not pay, ``refused(Number)``.

    An instruction that stands for several is left out, but where no rule tells how it is followed (a :class:`Compound`
    of ``choices``): then it stands before them, and its term says so.
    """
    yield from _flatten(effects, (), _Numbers())


class _Numbers:
    """How many choices and modes there were so far in an ability."""

    groups = 0
    modes = 0


def _flatten(
    effects: Iterable[fx.Effect], guards: tuple[clingo.Symbol, ...], count: _Numbers
) -> Iterator[tuple[fx.Effect, tuple[clingo.Symbol, ...]]]:
    for effect in effects:
        if isinstance(effect, fx.If):
            condition = effect.condition.term()
            yield from _flatten(effect.then, (*guards, _fact("if", condition)), count)
            yield from _flatten(effect.otherwise, (*guards, _fact("unless", condition)), count)
        elif isinstance(effect, fx.May):
            count.groups += 1
            may = _fact("may", clingo.Function(effect.who), count.groups)
            yield from _flatten(effect.effects, (*guards, may), count)
        elif isinstance(effect, Search):
            yield effect, guards
            yield Shuffle(who=effect.who), guards
            if effect.to == "library_top":
                yield PutFoundOnTop(), guards
        elif isinstance(effect, Compound):
            yield from _compound(effect, guards, count)
        else:
            yield effect, guards


def _compound(
    effect: Unless | MayPay | IfDone | ChooseModes, guards: tuple[clingo.Symbol, ...], count: _Numbers
) -> Iterator[tuple[fx.Effect, tuple[clingo.Symbol, ...]]]:
    """The instructions of one that stands for several; itself before them where it has no rules."""
    if isinstance(effect, ChooseModes):
        if guards or count.modes or not effect.ruled:
            yield effect, guards
        for mode in effect.modes:
            count.modes += 1
            yield from _flatten(mode.effects, (*guards, _fact("mode", count.modes)), count)
        return
    payment = effect.payment()
    if isinstance(effect, IfDone):
        chosen = bool(guards) and guards[-1].name == "may"
        if payment is None or not chosen:
            yield effect, guards
        first = (*guards, _fact("payment", guards[-1].arguments[-1].number)) if chosen else guards
        yield from _flatten(effect.first, first, count)
        yield from _flatten(effect.then, guards, count)
        return
    count.groups += 1
    group = count.groups
    may = (*guards, _fact("may", clingo.Function(effect.who), group))
    if payment is None:
        yield effect, guards
    else:
        yield payment, (*may, _fact("payment", group))  # type: ignore[misc]
    if isinstance(effect, Unless):
        yield from _flatten(effect.effects, (*guards, _fact("refused", group)), count)
    else:
        yield from _flatten(effect.then, may, count)


def domains(root: Node) -> Iterator[clingo.Symbol]:
    """The terms below a node by what they are, so that the rules can evaluate each once.

    ``filter/1``, ``test/1`` (tests within filters), ``amount/1``, ``condition/1``, ``mana/1``, ``palette/1``,
    ``item/3``.
    """
    from . import amounts, conditions, mana

    for node in root.walk():
        module = type(node).__module__
        if isinstance(node, Filter):
            yield _fact("filter", node.term())
            yield from _subterms(node.term(), "test")
        elif module == amounts.__name__:
            yield _fact("amount", node.term())
        elif module == conditions.__name__:
            yield _fact("condition", node.term())
        elif module == mana.__name__:
            is_mana = isinstance(node, (mana.Symbols, mana.From, mana.Choice, mana.Sum))
            yield _fact("mana" if is_mana else "palette", node.term())
        if type(node).folds:
            yield from _folded(node.term())


def _subterms(term: clingo.Symbol, domain: str) -> Iterator[clingo.Symbol]:
    yield _fact(domain, term)
    if term.type is clingo.SymbolType.Function and term.name in ("and", "or", "not_"):
        for argument in term.arguments:
            yield from _subterms(argument, domain)


def _folded(term: clingo.Symbol) -> Iterator[clingo.Symbol]:
    """``item(Fold, Index, Item)`` for each fold among the arguments of a term; a single item folds to itself."""
    if term.type is not clingo.SymbolType.Function:
        return
    for argument in term.arguments:
        if argument.type is clingo.SymbolType.Function:
            for index, item in enumerate(unfold(argument), 1):
                yield _fact("item", argument, index, item)
    if term.name in FOLDS:
        for index, item in enumerate(unfold(term), 1):
            yield _fact("item", term, index, item)


def unfold(term: clingo.Symbol) -> list[clingo.Symbol]:
    """The members of a fold, in order; a term that is no fold is its own only member."""
    if term.type is clingo.SymbolType.Function and term.name in FOLDS and len(term.arguments) == 2:
        head, rest = term.arguments
        tail = unfold(rest) if rest.type is clingo.SymbolType.Function and rest.name == term.name else [rest]
        return [head, *tail]
    return [term]


__all__ = ["Condition", "ability_facts", "ability_id", "domains", "flatten", "unfold"]
