"""Plays told in English, as a judge would tell them: the board, each beat with what happens, the outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import clingo
from manaproof.bridge.state import GameObject, State

from .plays import Beat, Choice, Play

_MANA = ("W", "U", "B", "R", "G", "C")


def board(state: State) -> list[str]:
    """A state in a few lines: whose turn, and for each player what matters."""
    turn = state.turn
    lines = [
        f"Turn {turn.number}, {turn.active}'s {turn.step.replace('_', ' ')}"
        + (f"; {turn.priority} has priority." if turn.priority else ".")
    ]
    for player in state.seats:
        facts = [f"{player.life} life"]
        facts += [f"{number} {kind} counters" for kind, number in player.counters.items()]
        if player.mana:
            facts.append("mana " + "".join(f"{{{kind}}}" * number for kind, number in player.mana.items()))
        for zone in ("hand", "graveyard", "exile", "command"):
            cards = player.zone(zone)
            if cards:
                facts.append(f"{zone}: " + ", ".join(_called(card) for card in cards))
        lines.append(f"{player.name}: {'; '.join(facts)}.")
    lines += [f"  {_permanent(one)}" for one in state.battlefield]
    lines += [f"  on the stack: {_called(one)}, controlled by {one.controller}" for one in state.stack]
    return lines


def _called(one: GameObject) -> str:
    name = one.card.name
    return name if one.id == name or one.id.replace("-", " ") == name.lower() else f"{name} ({one.id})"


def _permanent(one: GameObject) -> str:
    said = [f"controlled by {one.controller}"]
    if one.owner != one.controller:
        said.append(f"owned by {one.owner}")
    face = one.card.back if one.face == "back" and one.card.back is not None else one.card.front
    if face.power is not None:
        said.append(f"{face.power}/{face.toughness}")
    said += [a.keyword.replace("_", " ") for a in face.abilities if a.is_ == "keyword"]
    said.append("tapped" if one.tapped else "untapped")
    if one.summoning_sick:
        said.append("not controlled continuously since that player's turn began")
    said += [f"{number} {kind} counters" for kind, number in one.counters.items()]
    if one.damage:
        said.append(f"{one.damage} damage")
    if one.attached_to is not None:
        said.append(f"attached to {one.attached_to}")
    said += [f"{kind} chosen: {value}" for kind, value in one.chosen.items()]
    if one.face_down:
        said.append("face down")
    return f"{_called(one)} [{face.type_line}], {', '.join(said)}"


def tell(play: Play, *, cites: bool = True) -> list[str]:
    """A play, a line a beat; beats in which nothing happens are left out.

    Args:
        play: the play.
        cites: name the rules behind each line, where they were looked up.
    """
    lines = []
    for beat in play.beats:
        sentences = list(_sentences(beat))
        if not sentences:
            continue
        numbers = sorted({cite for _, found in beat.events for cite in found}) if cites else []
        lines.append(f"{beat.number}. {' '.join(sentences)}" + (f"  [{', '.join(numbers)}]" if numbers else ""))
    return lines


def _sentences(beat: Beat) -> Iterator[str]:
    for choice in beat.choices:
        said = choice_sentence(choice)
        if said:
            yield said
    for event, _ in beat.events:
        yield event_sentence(event)


def choice_sentence(choice: Choice) -> str:
    """What somebody chose, if a sentence of its own is due: not for passing, nor for what an event tells anyway."""
    if choice.question.name in ("act", "pay", "trigger") or not choice.free or str(choice.player) == "scenario":
        return ""
    return f"{thing(choice.player)} chooses {thing(choice.answer)} ({_question(choice.question)})."


def _question(question: clingo.Symbol) -> str:
    words = {
        "mana": "the mana to add",
        "replacement": "the replacement effect to apply first",
        "x": "the value of X",
        "target": "the target",
        "spend": "the mana to spend",
        "cost": "what the cost is paid with",
        "may": "whether to",
        "color": "the color",
        "keep": "which to keep",
        "discard": "what to discard",
    }
    return words.get(question.name, question.name.replace("_", " "))


def thing(symbol: clingo.Symbol) -> str:
    """A term of the rulebook in words."""
    if symbol.type is clingo.SymbolType.String:
        return symbol.string
    if symbol.type is clingo.SymbolType.Number:
        return str(symbol.number)
    if symbol.name == "obj":
        card, number = symbol.arguments
        if card.type is clingo.SymbolType.String:
            return card.string
        if card.name == "new":
            made = card.arguments[1]
            if made.name in ("activated", "trigger"):
                return f"the ability of {thing(made.arguments[0])}"
            return "the token"
        return f"{thing(card)} {number}"
    if symbol.name == "v" and len(symbol.arguments) == 6:
        return mana(symbol)
    if symbol.name == "effect":
        return f"the effect of {thing(symbol.arguments[0])}"
    if symbol.name == "by":
        return thing(symbol.arguments[0])
    if not symbol.arguments:
        return symbol.name.replace("_", " ")
    return f"{symbol.name.replace('_', ' ')} {' '.join(thing(a) for a in symbol.arguments)}"


def mana(vector: clingo.Symbol) -> str:
    """``v(0,0,0,0,2,0)`` as ``{G}{G}``."""
    found = "".join(f"{{{kind}}}" * amount.number for kind, amount in zip(_MANA, vector.arguments, strict=True))
    return found or "no mana"


def _amount(symbol: clingo.Symbol) -> int:
    return symbol.number if symbol.type is clingo.SymbolType.Number else 0


def _life(event: clingo.Symbol) -> str:
    player, change = event.arguments[0], _amount(event.arguments[1])
    return f"{thing(player)} {'gains' if change >= 0 else 'loses'} {abs(change)} life."


def _move(event: clingo.Symbol) -> str:
    zones = {
        "graveyard": "is put into its owner's graveyard",
        "battlefield": "enters the battlefield",
        "exile": "is exiled",
        "hand": "goes to its owner's hand",
        "stack": "goes onto the stack",
        "library_top": "goes on top of its owner's library",
        "library_bottom": "goes to the bottom of its owner's library",
    }
    return f"{thing(event.arguments[0])} {zones.get(str(event.arguments[1]), 'goes to ' + str(event.arguments[1]))}."


def _step(event: clingo.Symbol) -> str:
    return f"The {thing(event.arguments[0])} step begins."


_EVENTS: dict[str, Callable[[clingo.Symbol], str]] = {
    "activate": lambda e: f"{thing(e.arguments[0])} activates an ability of {thing(e.arguments[1])}.",
    "cast": lambda e: f"{thing(e.arguments[0])} casts {thing(e.arguments[1])}.",
    "play_land": lambda e: f"{thing(e.arguments[0])} plays {thing(e.arguments[1])}.",
    "tap": lambda e: f"{thing(e.arguments[0])} becomes tapped.",
    "untap": lambda e: f"{thing(e.arguments[0])} untaps.",
    "mana": lambda e: f"{thing(e.arguments[0])} adds {mana(e.arguments[2])} to {thing(e.arguments[1])}'s mana pool.",
    "life": _life,
    "damage": lambda e: f"{thing(e.arguments[0])} deals {thing(e.arguments[2])} damage to {thing(e.arguments[1])}.",
    "draw": lambda e: f"{thing(e.arguments[0])} draws {thing(e.arguments[1])}.",
    "counters": lambda e: f"{thing(e.arguments[0])} gets {thing(e.arguments[2])} {thing(e.arguments[1])} counters.",
    "remove_counters": lambda e: (
        f"{thing(e.arguments[2])} {thing(e.arguments[1])} counters are removed from {thing(e.arguments[0])}."
    ),
    "player_counters": lambda e: (
        f"{thing(e.arguments[0])} gets {thing(e.arguments[2])} {thing(e.arguments[1])} counters."
    ),
    "control": lambda e: f"{thing(e.arguments[1])} gains control of {thing(e.arguments[0])}.",
    "destroy": lambda e: f"{thing(e.arguments[0])} is destroyed.",
    "sacrifice": lambda e: f"{thing(e.arguments[0])} sacrifices {thing(e.arguments[1])}.",
    "create": lambda e: f"{thing(e.arguments[1])} is created.",
    "move": _move,
    "lose": lambda e: f"{thing(e.arguments[0])} loses the game.",
    "win": lambda e: f"{thing(e.arguments[0])} wins the game.",
    "draw_game": lambda e: "The game is a draw.",
    "turn_begins": lambda e: f"{thing(e.arguments[0])}'s turn begins.",
    "step_begins": _step,
    "step_ends": lambda e: f"The {thing(e.arguments[0])} step ends.",
    "resolves": lambda e: f"{thing(e.arguments[0])} resolves.",
    "legend_rule": lambda e: (
        f"{thing(e.arguments[0])} keeps one of the legendary permanents named {thing(e.arguments[1])}."
    ),
    "cease": lambda e: f"{thing(e.arguments[0])} ceases to exist.",
}


def event_sentence(event: clingo.Symbol) -> str:
    """An event as a sentence; one without words of its own by its term."""
    told = _EVENTS.get(event.name)
    sentence = f"{thing(event)}." if told is None else told(event)
    return sentence[:1].upper() + sentence[1:]


__all__ = ["board", "choice_sentence", "event_sentence", "mana", "tell", "thing"]
