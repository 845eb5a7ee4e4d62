"""Texts for cards that no bulk file has: those a state defines itself, and those that make an event come about.

Only what is sure to be read as it is meant is written; anything else is not comparable. What an engine makes of such a
text is checked like that of any other card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from manaproof.bridge.abilities import Ability
from manaproof.bridge.abilities.ability import Activated, Keyword, SpellAbility, Triggered
from manaproof.bridge.abilities.amounts import Amount
from manaproof.bridge.abilities.costs import Cost, Loyalty, ManaCost, PayLife, SacrificeCost, TapSymbol, UntapSymbol
from manaproof.bridge.abilities.effects import (
    AddMana,
    DealDamage,
    Draw,
    Effect,
    GainLife,
    LoseGame,
    LoseLife,
    PutPlayerCounters,
    WinGame,
)
from manaproof.bridge.abilities.faces import Transform
from manaproof.bridge.abilities.filters import THIS, Filter
from manaproof.bridge.abilities.mana import Choice, CouldProduce, From, Symbols
from manaproof.bridge.abilities.triggers import Enters, Leaves
from manaproof.bridge.cards import CardDefinition, Face
from manaproof.bridge.oracle.canonical import rendered
from manaproof.bridge.writing import counter_text

from .protocol import NotComparableError

_NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_WITHOUT_COST = frozenset(
    {
        "convoke",
        "deathtouch",
        "defender",
        "double_strike",
        "first_strike",
        "flash",
        "flying",
        "haste",
        "hexproof",
        "indestructible",
        "infect",
        "lifelink",
        "menace",
        "persist",
        "reach",
        "shroud",
        "trample",
        "undying",
        "vigilance",
        "wither",
    }
)
"""Keyword abilities that are their word alone."""
_WHO = {"you": "You", "opponent": "Each opponent"}


def number(value: int) -> str:
    """A number as texts write it."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def counter_words(count: int, kind: str) -> str:
    """``a charge counter``, ``two +1/+1 counters``."""
    word = counter_text(kind).replace("_", " ")
    article = "an" if word[0] in "aeiou" else "a"
    return f"{article} {word} counter" if count == 1 else f"{number(count)} {word} counters"


def described(card: CardDefinition) -> dict[str, Any]:
    """A definition as Scryfall would publish it.

    Raises:
        NotComparableError: some text of it cannot be written.
    """
    faces = [_described(face) for face in card.faces]
    if len(faces) == 1:
        return {**faces[0], "layout": "normal"}
    if card.layout == "adventure":
        raise NotComparableError("an invented card with an Adventure", card.key)
    return {"name": " // ".join(face["name"] for face in faces), "layout": card.layout, "card_faces": faces}


def _described(face: Face) -> dict[str, Any]:
    lines = [_line(ability, face.name) for ability in face.abilities]
    plain = {"power": face.power, "toughness": face.toughness, "loyalty": face.loyalty, "defense": face.defense}
    return {
        "name": face.name,
        "type_line": face.type_line,
        "mana_cost": face.mana_cost or "",
        "cmc": face.mana_value,
        "colors": [color for color in "WUBRG" if color in (face.mana_cost or "") or color in face.color_indicator],
        "color_indicator": list(face.color_indicator) or None,
        "oracle_text": "\n".join(lines),
        "keywords": [a.keyword.replace("_", " ").title() for a in face.abilities if isinstance(a, Keyword)],
        **{key: str(value) for key, value in plain.items() if value is not None},
    }


def _unwritten(what: str) -> NotComparableError:
    return NotComparableError("an invented card's text cannot be written", what)


def _line(ability: Ability, name: str) -> str:
    """An ability in words: canonical Oracle wording, which reads back as the same ability, where there is one."""
    canonical = rendered(ability)
    if canonical is not None:
        text = canonical.replace("~", name)
        costs, colon, rest = text.partition(": ") if isinstance(ability, Activated) else ("", "", text)
        costs = ", ".join(cost[:1].upper() + cost[1:] for cost in costs.split(", "))
        return costs + colon + rest[0].upper() + rest[1:]
    return _plain_line(ability, name)


def _plain_line(ability: Ability, name: str) -> str:
    if isinstance(ability, Keyword):
        return _keyword(ability)
    if isinstance(ability, SpellAbility) and not ability.targets:
        return _effects(ability.effects, name)
    if isinstance(ability, Activated):
        if ability.targets or ability.only_if is not None or ability.zone != "battlefield":
            raise _unwritten("an activated ability with targets, a condition or in another zone")
        return f"{', '.join(cost_text(cost, name) for cost in ability.cost)}: {_effects(ability.effects, name)}"
    if isinstance(ability, Triggered) and not ability.targets and ability.only_if is None:
        return f"{_event(ability.event, name)}, {_lower(_effects(ability.effects, name))}"
    raise _unwritten(f"a {ability.is_} ability")


def _keyword(ability: Keyword) -> str:
    word = ability.keyword.replace("_", " ").capitalize()
    if ability.what is None and not ability.cost and ability.number is None and ability.keyword in _WITHOUT_COST:
        return word
    if len(ability.cost) == 1 and isinstance(ability.cost[0], ManaCost) and ability.keyword in ("flashback", "kicker"):
        return f"{word} {ability.cost[0].symbols}"
    raise _unwritten(f"the keyword {ability.keyword}")


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def _constant(amount: Amount) -> int:
    value = getattr(amount, "value", None)
    if not isinstance(value, int):
        raise _unwritten("an amount that is not a number")
    return value


def cost_text(cost: Cost, name: str) -> str:
    """A cost as texts write it.

    Raises:
        NotComparableError: it cannot be written.
    """
    match cost:
        case TapSymbol():
            return "{T}"
        case UntapSymbol():
            return "{Q}"
        case ManaCost():
            return cost.symbols
        case PayLife():
            return f"Pay {_constant(cost.amount)} life"
        case SacrificeCost() if cost.what == THIS:
            return f"Sacrifice {name}"
        case Loyalty():
            return f"{cost.change:+d}".replace("-", "\u2212")
    raise _unwritten(f"a cost to {cost.pay}")


def _event(event: Any, name: str) -> str:
    if isinstance(event, Enters) and event.what == THIS:
        return f"When {name} enters"
    if isinstance(event, Leaves) and event.what == THIS and event.to == "graveyard":
        return f"When {name} dies"
    if isinstance(event, Enters) and event.what == Filter(types=("creature",)):
        return "Whenever a creature enters"
    raise _unwritten("a trigger event")


def _effects(effects: tuple[Effect, ...], name: str) -> str:
    return " ".join(_effect(effect, name) for effect in effects)


def _player(who: str) -> tuple[str, str]:
    if who not in _WHO:
        raise _unwritten("an effect on some other player")
    return _WHO[who], "" if who == "you" else "s"


def _effect(effect: Effect, name: str) -> str:
    match effect:
        case AddMana() if effect.who == "you" and effect.rider is None:
            return f"Add {_mana(effect.mana)}."
        case GainLife() | LoseLife():
            who, s = _player(effect.who)
            verb = "gain" if isinstance(effect, GainLife) else "lose"
            return f"{who} {verb}{s} {_constant(effect.amount)} life."
        case Draw():
            who, s = _player(effect.who)
            cards = _constant(effect.amount)
            return f"{who} draw{s} {'a card' if cards == 1 else number(cards) + ' cards'}."
        case DealDamage() if effect.to is None and effect.to_player == "opponent" and effect.preventable:
            return f"{name} deals {_constant(effect.amount)} damage to each opponent."
        case PutPlayerCounters():
            who, s = _player(effect.who)
            return f"{who} get{s} {counter_words(_constant(effect.amount), effect.kind)}."
        case WinGame() if effect.who == "you":
            return "You win the game."
        case LoseGame():
            who, s = _player(effect.who)
            return f"{who} lose{s} the game."
        case Transform() if effect.what == THIS:
            return f"Transform {name}."
    raise _unwritten(f"an effect: {effect.do}")


def _mana(mana: Any) -> str:
    match mana:
        case Symbols() if getattr(mana.times, "value", None) == 1:
            return mana.symbols
        case Choice() if all(isinstance(option, Symbols) for option in mana.options):
            words = [_mana(option) for option in mana.options]
            return f"{', '.join(words[:-1])}{',' if len(words) > 2 else ''} or {words[-1]}"
        case From(palette=CouldProduce() as palette) if mana.spread == "one" and _constant(mana.amount) == 1:
            by = palette.by
            word = palette.only
            if by in (Filter(types=("land",), controller="opponent"), Filter(types=("land",), controller="you")):
                whose = "an opponent controls" if by.controller == "opponent" else "you control"
                return f"one mana of any {word} that a land {whose} could produce"
    raise _unwritten("mana of some palette")


EVENT_CARD = "Manaproof Event"
"""What the names of cards that make an event come about begin with."""


def event_card(event: Mapping[str, Any]) -> dict[str, Any]:
    """An instant without cost that makes an event come about, as Scryfall would publish it.

    Args:
        event: ``event`` says which; the other fields are its own.

    Raises:
        NotComparableError: no text makes that event come about.
    """
    text = _event_text(event)
    return {
        "name": f"{EVENT_CARD} {event['number']}",
        "type_line": "Instant",
        "mana_cost": "{0}",
        "oracle_text": text,
        "colors": [],
    }


def _event_text(event: Mapping[str, Any]) -> str:
    amount = int(event.get("amount", 1))
    match event["event"]:
        case "tap":
            return "Tap target permanent."
        case "untap":
            return "Untap target permanent."
        case "destroy":
            return "Destroy target permanent."
        case "transform":
            return "Transform target permanent."
        case "convert":
            return "Convert target permanent."
        case "sacrifice":
            return "Target permanent's controller sacrifices it."
        case "damage" if event["preventable"]:
            whom = {"self": "itself", "player": "target player", "other": "any other target"}[event["to"]]
            return f"Target permanent deals {amount} damage to {whom}."
        case "counter":
            return "Counter target spell."
        case "gain_control":
            return "Gain control of target permanent."
        case "put_counters":
            return f"Put {counter_words(amount, event['kind'])} on target permanent."
        case "remove_counters":
            return f"Remove {counter_words(amount, event['kind'])} from target permanent."
        case "gain_life":
            return f"Target player gains {amount} life."
        case "lose_life":
            return f"Target player loses {amount} life."
        case "draw":
            return f"Target player draws {'a card' if amount == 1 else number(amount) + ' cards'}."
        case "lose":
            return "Target player loses the game."
        case "effects":
            return str(event["text"])
        case "move" if event["from"] == "battlefield":
            ways = {
                "exile": "Exile target permanent.",
                "hand": "Return target permanent to its owner's hand.",
                "library_top": "Put target permanent on top of its owner's library.",
                "library_bottom": "Put target permanent on the bottom of its owner's library.",
            }
            if event["to"] in ways:
                return ways[event["to"]]
        case "move" if event["from"] == "graveyard":
            ways = {
                "exile": "Exile target card from a graveyard.",
                "hand": "Return target card from your graveyard to your hand.",
            }
            if event["to"] in ways:
                return ways[event["to"]]
        case "enter" if event["from"] == "graveyard" and event["plain"] and event["under_owner"]:
            return "Return target card from your graveyard to the battlefield."
    raise NotComparableError("an event that no text makes come about", str(event["event"]))


__all__ = ["EVENT_CARD", "cost_text", "counter_words", "described", "event_card", "number"]
