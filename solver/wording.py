"""The terms, events and choices of a play in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import clingo

from .plays import Choice

_MANA = ("W", "U", "B", "R", "G", "C")

_COLORS = {"w": "white", "u": "blue", "b": "black", "r": "red", "g": "green", "c": "colorless"}

_MAIN_PHASES = ("precombat_main", "postcombat_main")


def thing(symbol: clingo.Symbol) -> str:
    """An object, a player, an amount or a word of the game, as one speaks of it."""
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    if symbol.type is clingo.SymbolType.Number:
        return str(symbol.number)
    if symbol.name == "obj":
        return _object(symbol)
    if symbol.name == "v" and len(symbol.arguments) == 6:
        return mana(symbol)
    if symbol.name in ("effect", "by"):
        return f"the effect of {thing(_source(symbol))}"
    if not symbol.arguments:
        return _COLORS.get(symbol.name) or spoken(symbol.name)
    return f"{spoken(symbol.name)} {' '.join(thing(a) for a in symbol.arguments)}"


def _object(symbol: clingo.Symbol) -> str:
    card, number = symbol.arguments
    if card.type is clingo.SymbolType.String:
        return card.string
    if card.name != "new":
        return f"{thing(card)} {number}"
    made = card.arguments[1]
    kinds = {"activated": "the ability of", "trigger": "the triggered ability of", "token": "the token of"}
    if made.name in kinds and made.arguments:
        return f"{kinds[made.name]} {thing(made.arguments[0])}"
    return f"the {spoken(made.name)}"


def _maker(symbol: clingo.Symbol) -> clingo.Symbol:
    """The object that an ability on the stack is of; anything else as it is."""
    made = symbol.arguments[0] if is_named(symbol, "obj", 2) else symbol
    if is_named(made, "new", 2) and made.arguments[1].name in ("activated", "trigger"):
        return made.arguments[1].arguments[0]
    return symbol


def _source(symbol: clingo.Symbol) -> clingo.Symbol:
    """The object whose effect a replacement effect is."""
    inner = symbol.arguments[0]
    return inner.arguments[0] if inner.type is clingo.SymbolType.Function and inner.name == "effect" else inner


def spoken(name: str) -> str:
    """A word of the rulebook as it is spoken: ``plus_1_plus_1`` is +1/+1, ``first_strike`` first strike."""
    power = re.fullmatch(r"(plus|minus)_(\d+)_(plus|minus)_(\d+)", name)
    if power:
        signs = {"plus": "+", "minus": "-"}
        return f"{signs[power[1]]}{power[2]}/{signs[power[3]]}{power[4]}"
    return name.replace("_", " ")


def counters(number: int, kind: str) -> str:
    """So many counters of a kind: ``a +1/+1 counter``, ``3 charge counters``."""
    word = spoken(kind)
    if number == 1:
        return f"{'an' if word[:1] in 'aeiou' else 'a'} {word} counter"
    return f"{number} {word} counters"


def mana(vector: clingo.Symbol) -> str:
    """``v(0,0,0,0,2,0)`` as ``{G}{G}``."""
    found = "".join(f"{{{kind}}}" * amount.number for kind, amount in zip(_MANA, vector.arguments, strict=True))
    return found or "no mana"


def step(name: str) -> str:
    """A step or main phase, as one speaks of it."""
    if name in _MAIN_PHASES:
        return f"{spoken(name)} phase"
    return f"{spoken(name)} step"


def is_named(symbol: clingo.Symbol, name: str, arity: int | None = None) -> bool:
    """Whether a term is a function of a name."""
    is_function = symbol.type is clingo.SymbolType.Function
    return is_function and symbol.name == name and (arity is None or len(symbol.arguments) == arity)


# --- events


def _amount(symbol: clingo.Symbol) -> int:
    return symbol.number if symbol.type is clingo.SymbolType.Number else 0


def _life(event: clingo.Symbol) -> str:
    change = _amount(event.arguments[1])
    return f"{thing(event.arguments[0])} {'gains' if change >= 0 else 'loses'} {abs(change)} life"


def _move(event: clingo.Symbol) -> str:
    what, where, how = event.arguments
    if is_named(where, "battlefield", 0):
        return f"{thing(what)} enters the battlefield{_manner(how)}"
    zones = {
        "graveyard": "is put into its owner's graveyard",
        "exile": "is exiled",
        "hand": "goes to its owner's hand",
        "stack": "goes onto the stack",
        "library_top": "goes on top of its owner's library",
        "library_bottom": "goes to the bottom of its owner's library",
    }
    return f"{thing(what)} {zones.get(str(where), 'goes to ' + thing(where))}"


def _manner(how: clingo.Symbol) -> str:
    """Under whose control something enters, and as what."""
    if not is_named(how, "entry") or not how.arguments:
        return ""
    said = f" under {thing(how.arguments[0])}'s control"
    status = thing(how.arguments[1]) if len(how.arguments) > 1 else "untapped"
    return said if status in ("untapped", "none") else f"{said}, {status}"


def _counted(event: clingo.Symbol) -> str:
    return counters(_amount(event.arguments[2]), str(event.arguments[1]))


def _damage(event: clingo.Symbol) -> str:
    source, to, number = event.arguments[:3]
    return f"{thing(source)} deals {thing(number)} damage to {thing(to)}"


def _draw(event: clingo.Symbol) -> str:
    number = _amount(event.arguments[1])
    return f"{thing(event.arguments[0])} draws {'a card' if number == 1 else f'{number} cards'}"


def _attacks(event: clingo.Symbol) -> str:
    return f"{thing(event.arguments[0])} attacks {thing(event.arguments[1])}"


_Words = Callable[[clingo.Symbol], str]

_EVENTS: Mapping[str, _Words] = {
    "turn_begins": lambda e: f"{thing(e.arguments[0])}'s turn begins",
    "step_begins": lambda e: f"the {step(e.arguments[0].name)} begins",
    "step_ends": lambda e: f"the {step(e.arguments[0].name)} ends",
    "activate": lambda e: f"{thing(e.arguments[0])} activates an ability of {thing(e.arguments[1])}",
    "cast": lambda e: f"{thing(e.arguments[0])} has cast {thing(e.arguments[1])}",
    "play_land": lambda e: f"{thing(e.arguments[0])} plays {thing(e.arguments[1])}",
    "attacks": _attacks,
    "blocks": lambda e: f"{thing(e.arguments[0])} blocks {thing(e.arguments[1])}",
    "becomes_blocked": lambda e: f"{thing(e.arguments[0])} becomes blocked",
    "goad": lambda e: f"{thing(e.arguments[0])} is goaded by {thing(e.arguments[1])}",
    "tap": lambda e: f"{thing(e.arguments[0])} becomes tapped",
    "untap": lambda e: f"{thing(e.arguments[0])} untaps",
    "mana": lambda e: f"{thing(e.arguments[1])} adds {mana(e.arguments[2])} from {thing(_maker(e.arguments[0]))}",
    "draw": _draw,
    "choose": lambda e: f"{thing(e.arguments[2])} is the {thing(e.arguments[1])} chosen for {thing(e.arguments[0])}",
    "control": lambda e: f"{thing(e.arguments[1])} gains control of {thing(e.arguments[0])}",
    "damage": _damage,
    "life": _life,
    "player_counters": lambda e: f"{thing(e.arguments[0])} gets {_counted(e)}",
    "counters": lambda e: f"{_counted(e)} {_is(e)} put on {thing(e.arguments[0])}",
    "remove_counters": lambda e: f"{_counted(e)} {_is(e)} removed from {thing(e.arguments[0])}",
    "transform": lambda e: f"{thing(e.arguments[0])} transforms",
    "convert": lambda e: f"{thing(e.arguments[0])} converts",
    "turn_face_up": lambda e: f"{thing(e.arguments[0])} is turned face up",
    "turn_face_down": lambda e: f"{thing(e.arguments[0])} is turned face down",
    "create": lambda e: f"{thing(e.arguments[0])} is created",
    "get_emblem": lambda e: "an emblem is created",
    "counter": lambda e: f"{thing(e.arguments[0])} is countered",
    "destroy": lambda e: f"{thing(e.arguments[0])} is destroyed",
    "sacrifice": lambda e: f"{thing(e.arguments[0])} sacrifices {thing(e.arguments[1])}",
    "legend_rule": lambda e: f"{thing(e.arguments[0])} keeps one legendary permanent named {thing(e.arguments[1])}",
    "attach": lambda e: f"{thing(e.arguments[0])} becomes attached to {thing(e.arguments[1])}",
    "unattach": lambda e: f"{thing(e.arguments[0])} becomes unattached",
    "move": _move,
    "cease": lambda e: f"{thing(e.arguments[0])} ceases to exist",
    "concede": lambda e: f"{thing(e.arguments[0])} concedes",
    "penalty": lambda e: f"{thing(e.arguments[0])} loses the game as a penalty",
    "lose": lambda e: f"{thing(e.arguments[0])} loses the game",
    "win": lambda e: f"{thing(e.arguments[0])} wins the game",
    "draw_game": lambda e: "the game is a draw",
}
"""The events in words, in the order in which those of one beat are told."""

EVENT_ORDER: Mapping[str, int] = {name: rank for rank, name in enumerate(_EVENTS)}
"""The rank of each event among those of one beat."""


def _is(event: clingo.Symbol) -> str:
    return "is" if _amount(event.arguments[2]) == 1 else "are"


def event_words(event: clingo.Symbol) -> str:
    """An event as a clause; one without words of its own by its term."""
    told = _EVENTS.get(event.name)
    return thing(event) if told is None else told(event)


def sentence(clause: str) -> str:
    """A clause as a sentence. It begins with a capital letter only if a word of ours begins it, not a name."""
    first, _, _ = clause.partition(" ")
    return f"{clause[:1].upper() + clause[1:] if first in ('the', 'a', 'an', 'as') else clause}."


def event_sentence(event: clingo.Symbol) -> str:
    """An event as a sentence."""
    return sentence(event_words(event))


# --- choices


def choice_words(choice: Choice) -> str:
    """What somebody chose, as a clause."""
    question, answer = choice.question, choice.answer
    told = _CHOICES.get(question.name)
    said = None if told is None else told(question, answer)
    if said is None:
        said = f"chooses {thing(answer)} for {spoken(question.name)}"
    return f"{thing(choice.player)} {said}"


def _act(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    acts = {
        "activate": "activates an ability of {}",
        "cast": "begins to cast {}",
        "play_land": "plays {}",
        "turn_face_up": "turns {} face up",
    }
    if answer.name in acts:
        return acts[answer.name].format(thing(answer.arguments[0]))
    return "passes" if answer.name == "pass" else f"does this: {thing(answer)}"


def _pay(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    if is_named(answer, "mana_ability"):
        return f"activates a mana ability of {thing(answer.arguments[0])}"
    return "activates no more mana abilities"


def _replacement(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return f"has {thing(answer)} apply first"


def _may(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return "does what may be done" if answer.name == "yes" else "does not do what may be done"


def _trigger(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return f"puts {thing(answer)} onto the stack first"


def _declares(verb: str) -> Callable[[clingo.Symbol, clingo.Symbol], str]:
    def words(question: clingo.Symbol, answer: clingo.Symbol) -> str:
        creature = thing(question.arguments[0])
        return f"has {creature} not {verb}" if str(answer) == "no" else f"has {creature} {verb} {thing(answer)}"

    return words


def _assign(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    creature, to = question.arguments
    return f"has {thing(creature)} assign {thing(answer)} damage to {thing(to)}"


def _surveil(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return "puts the card into the graveyard" if answer.name == "graveyard" else "leaves the card on top of the library"


def _scry(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    where, place = answer.name, thing(answer.arguments[0])
    return (
        f"puts card {thing(question.arguments[2])} of those looked at on the {where} of the library, in place {place}"
    )


def _mode(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return "chooses no further mode" if str(answer) == "none" else f"chooses mode {thing(answer)}"


def _search(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return "finds no further card" if str(answer) == "none" else f"finds {thing(answer)}"


def _some(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return "chooses nothing further" if str(answer) == "none" else f"chooses {thing(answer)}"


def _convoke(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    spell, creature = question.arguments
    if str(answer) == "no":
        return f"does not tap {thing(creature)} for {thing(spell)}"
    return f"taps {thing(creature)} rather than paying {thing(answer)} mana for {thing(spell)}"


def _additional(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    times = _amount(answer)
    return (
        f"pays the additional cost {'once' if times == 1 else f'{times} times'}" if times else "pays no additional cost"
    )


def _alternative(question: clingo.Symbol, answer: clingo.Symbol) -> str:
    return "pays the mana cost" if str(answer) == "none" else "pays an alternative cost"


_CHOICES: Mapping[str, Callable[[clingo.Symbol, clingo.Symbol], str | None]] = {
    "act": _act,
    "pay": _pay,
    "mana": lambda q, a: f"chooses to add {thing(a)}",
    "replacement": _replacement,
    "x": lambda q, a: f"chooses {thing(a)} as the value of X",
    "target": lambda q, a: f"chooses {thing(a)} as the target of {thing(q.arguments[0])}",
    "spend": lambda q, a: f"spends {thing(a)} on {thing(q.arguments[0])}",
    "cost": lambda q, a: f"chooses {thing(a)} to pay the cost",
    "way": lambda q, a: f"chooses to pay a symbol with {thing(a)}",
    "may": _may,
    "color": lambda q, a: f"chooses {thing(a)}",
    "keep": lambda q, a: f"keeps {thing(a)}",
    "discard": lambda q, a: f"chooses to discard {thing(a)}",
    "trigger": _trigger,
    "attack": _declares("attack"),
    "block": _declares("block"),
    "arrives": lambda q, a: f"has {thing(q.arguments[0])} enter attacking {thing(a)}",
    "assign": _assign,
    "sacrifice": lambda q, a: f"chooses to sacrifice {thing(a)}",
    "mode": _mode,
    "search": _search,
    "shuffle": lambda q, a: f"has a shuffled card come to place {thing(a)} of the library",
    "some": _some,
    "scry": _scry,
    "surveil": _surveil,
    "instead_of_mana": _convoke,
    "additional": _additional,
    "alternative": _alternative,
}
"""What is chosen, by the name of the question."""

QUESTIONS = frozenset(_CHOICES)
"""The questions that have words."""

_TOLD_BY_EVENTS = frozenset(
    {"act", "pay", "attack", "block", "assign", "arrives", "keep", "discard", "instead_of_mana"}
)
"""Questions whose answers the events of the same beat tell."""

_ALWAYS_TOLD = frozenset({"target", "x"})
"""Questions whose answers nothing else tells, so that they are told even where nothing else was possible."""


def choice_sentence(choice: Choice) -> str:
    """A choice as a sentence, if one of its own is due: not for what an event tells anyway."""
    if str(choice.player) == "scenario" or choice.question.name in _TOLD_BY_EVENTS:
        return ""
    if not choice.free and choice.question.name not in _ALWAYS_TOLD:
        return ""
    return sentence(choice_words(choice))


__all__ = [
    "EVENT_ORDER",
    "QUESTIONS",
    "choice_sentence",
    "choice_words",
    "counters",
    "event_sentence",
    "event_words",
    "is_named",
    "mana",
    "sentence",
    "spoken",
    "step",
    "thing",
]
