"""The bundled library: its form, its coverage, and its agreement with the printed cards."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from manaproof.bridge.abilities import Activated, Keyword, Replacement, Static, Triggered, ability_facts
from manaproof.bridge.abilities import amounts as am
from manaproof.bridge.abilities import costs as co
from manaproof.bridge.abilities import effects as fx
from manaproof.bridge.abilities import mana as mn
from manaproof.bridge.abilities import replacements as rp
from manaproof.bridge.abilities import statics as st
from manaproof.bridge.abilities import triggers as tr
from manaproof.bridge.abilities.base import Node
from manaproof.bridge.cards import CardDefinition, Face
from manaproof.bridge.library import bundled

TOKENS = "tokens.yaml"
LONGEST = 60
"""No string of a card may be longer, but the restatement of what is not encoded."""

LONGEST_RESTATEMENT = 120
CARDS = tuple(bundled().values())


def nodes(card: CardDefinition, kind: type[Node]) -> Iterator[Any]:
    """Every node of a kind in a card's abilities."""
    return (node for ability in card.abilities() for node in ability.walk() if isinstance(node, kind))


def adds(ability: Node) -> list[fx.AddMana]:
    """The instructions of an ability that add mana."""
    return [node for node in ability.walk() if isinstance(node, fx.AddMana)]


def taps(ability: Activated) -> bool:
    """Whether {T} is in the activation cost."""
    return any(isinstance(cost, co.TapSymbol) for cost in ability.cost)


def own(card: CardDefinition, kind: type[Node]) -> Iterator[Any]:
    """The printed abilities of a kind."""
    return (ability for ability in card.abilities() if isinstance(ability, kind))


def palette(kind: type[Node]) -> Callable[[CardDefinition], bool]:
    """Whether a card adds mana of such a palette."""
    return lambda card: any(True for add in nodes(card, fx.AddMana) for node in add.walk() if isinstance(node, kind))


def has(kind: type[Node]) -> Callable[[CardDefinition], bool]:
    """Whether a node of a kind is in a card."""
    return lambda card: any(True for _ in nodes(card, kind))


def counted(card: CardDefinition) -> bool:
    """Whether an amount of mana may be zero."""
    kinds = (am.Count, am.CountersOn, am.Devotion, am.Stat, am.Greatest)
    return any(isinstance(node, kinds) for add in nodes(card, fx.AddMana) for node in add.mana.walk())


def triggered_by(*events: type[Node]) -> Callable[[CardDefinition], bool]:
    """Whether a trigger on such an event adds mana."""
    return lambda card: any(isinstance(one.event, events) and adds(one) for one in own(card, Triggered))


def grants(aura: bool) -> Callable[[CardDefinition], bool]:
    """Whether a static ability gives an ability that adds mana, to what the card is attached to or to others."""
    return lambda card: any(
        (ability.affects.ref == "attached") is aura
        and any(isinstance(change, st.GainAbility) and adds(change.ability) for change in ability.changes)
        for ability in own(card, Static)
    )


def rewrites(kind: type[Node]) -> Callable[[CardDefinition], bool]:
    """Whether a replacement effect makes such a change, at once or once it has been created."""
    return lambda card: any(isinstance(r, kind) for one in nodes(card, Replacement) for r in one.instead)


def watched(test: Callable[[tr.TappedForMana], bool]) -> Callable[[CardDefinition], bool]:
    """Whether a replacement effect of a card watches such a tapping for mana."""
    return lambda card: any(isinstance(r.event, tr.TappedForMana) and test(r.event) for r in nodes(card, Replacement))


CATEGORIES: Mapping[str, Callable[[CardDefinition], bool]] = {
    "basic land type only": lambda card: "land" in card.front.types and not card.front.abilities,
    "snow land": lambda card: {"snow"} <= set(card.front.supertypes) and "land" in card.front.types,
    "fixed mana": lambda card: any(isinstance(a.mana, mn.Symbols) for a in nodes(card, fx.AddMana)),
    "choice of colors": has(mn.Choice),
    "any color": palette(mn.AnyColor),
    "any type or color that something could produce": palette(mn.CouldProduce),
    "one of each color": lambda card: any(n.spread == "each" for n in nodes(card, mn.From)),
    "combination": lambda card: any(n.spread == "combination" for n in nodes(card, mn.From)),
    "several of one color": lambda card: any(n.spread == "one" and n.amount != am.ONE for n in nodes(card, mn.From)),
    "amount that may be zero": counted,
    "devotion": has(am.Devotion),
    "colors of permanents": palette(mn.ColorsOf),
    "chosen color": palette(mn.ChosenColor),
    "commander's identity": palette(mn.CommanderIdentity),
    "an opponent's lands": lambda card: any(n.by.controller == "opponent" for n in nodes(card, mn.CouldProduce)),
    "filter or conversion": lambda card: any(
        adds(a) and any(isinstance(cost, co.ManaCost) for cost in a.cost) for a in own(card, Activated)
    ),
    "restricted spending": lambda card: any(a.rider for a in nodes(card, fx.AddMana)),
    "activation restriction": lambda card: any(adds(a) and a.only_if for a in own(card, Activated)),
    "condition within the effect": lambda card: any(adds(n) for n in nodes(card, fx.If)),
    "without {T}": lambda card: any(adds(a) and not taps(a) for a in own(card, Activated)),
    "with {Q}": has(co.UntapSymbol),
    "sacrifice": lambda card: any(
        adds(a) and any(isinstance(c, co.SacrificeCost) for c in a.cost) for a in own(card, Activated)
    ),
    "pay life": lambda card: any(
        adds(a) and any(isinstance(c, co.PayLife) for c in a.cost) for a in own(card, Activated)
    ),
    "remove counters": lambda card: any(
        adds(a) and any(isinstance(c, co.RemoveCounters) for c in a.cost) for a in own(card, Activated)
    ),
    "tap others": lambda card: any(
        adds(a) and any(isinstance(c, co.TapOthers) for c in a.cost) for a in own(card, Activated)
    ),
    "with a target": lambda card: any(a.targets for a in own(card, Activated)),
    "triggered mana ability": triggered_by(tr.TappedForMana, tr.ManaAdded),
    "a type that the event produced": palette(mn.EventProduced),
    "chapter": triggered_by(tr.Chapter),
    "loyalty ability": lambda card: any(
        adds(a) and any(isinstance(c, co.Loyalty) for c in a.cost) for a in own(card, Activated)
    ),
    "enters trigger": triggered_by(tr.Enters),
    "step trigger": triggered_by(tr.StepBegins),
    "attack trigger": triggered_by(tr.Attacks),
    "granted by a static ability": grants(aura=False),
    "granted by an Aura": grants(aura=True),
    "sets land types": has(st.SetLandTypes),
    "adds land types": lambda card: (
        any(True for c in nodes(card, st.AddTypes) if c.subtypes) or has(st.AddBasicLandTypes)(card)
    ),
    "makes lands of other permanents": lambda card: (
        any("land" in c.types for c in nodes(card, st.AddTypes))
        or any("land" in c.types for c in nodes(card, st.SetTypes))
    ),
    "removes abilities": lambda card: has(st.LoseAbilities)(card) or has(st.LoseNonmanaAbilities)(card),
    "animates lands": lambda card: any("creature" in c.types for c in nodes(card, st.AddTypes)),
    "rewrites the type": rewrites(rp.ManaTypeInstead),
    "rewrites the type by land type": rewrites(rp.ManaTypeBySubtype),
    "rewrites type and amount": rewrites(rp.ManaInstead),
    "multiplies": rewrites(rp.ManaTimes),
    "rewrites mana of basic lands": watched(lambda event: "basic" in event.what.supertypes),
    "rewrites mana of one player": watched(lambda event: event.by == "you" or event.what.controller == "you"),
    "effect with a duration": has(fx.CreateEffect),
    "haste": lambda card: any(k.keyword == "haste" for k in nodes(card, Keyword)),
    "enters with X counters": lambda card: any(isinstance(n.amount, am.X) for n in nodes(card, rp.EntersWithCounters)),
    "enters trigger with X": lambda card: any(
        isinstance(a.event, tr.Enters) and any(isinstance(n, am.X) for n in a.walk()) for a in own(card, Triggered)
    ),
    "double-faced": lambda card: card.back is not None,
    "token": lambda card: card.name.endswith(" Token"),
}
"""What the library covers, each by at least two cards."""


@cache
def files() -> Mapping[Path, Any]:
    """The files of the library, as plain data."""
    folder = Path(__file__).resolve().parent.parent / "scenarios" / "cards"
    return {path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))}


def strings(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """The strings of a document with the key each stands under."""
    if isinstance(data, str):
        yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            yield from strings(value, str(name))
    elif isinstance(data, list):
        for value in data:
            yield from strings(value, key)


@pytest.fixture(scope="module")
def printed(data_folder: Path) -> dict[str, dict[str, Any]]:
    """Scryfall's cards of traditional play by the name of their front."""
    with (data_folder / "oracle-cards.json").open(encoding="utf-8") as file:
        cards = json.load(file)
    elsewhere = {"planar", "scheme", "vanguard", "host", "augment"}
    return {card["name"].split(" // ")[0]: card for card in cards if card["layout"] not in elsewhere}


def real() -> Iterator[CardDefinition]:
    """The definitions that are cards, not tokens."""
    return (card for card in CARDS if not card.name.endswith(" Token"))


def test_names_are_unique() -> None:
    names = Counter(face["name"] for cards in files().values() for card in cards for face in card.get("faces", [card]))
    assert [name for name, times in names.items() if times > 1] == []
    assert len(CARDS) == sum(map(len, files().values())) >= 80


def test_every_ability_has_facts() -> None:
    for card in CARDS:
        for ability in card.abilities():
            assert ability_facts(ability), card.name


@pytest.mark.parametrize("category", CATEGORIES)
def test_category_is_covered(category: str) -> None:
    found = [card.name for card in CARDS if CATEGORIES[category](card)]
    assert len(found) >= 2, f"only {found}"


def test_tokens_that_cards_create_are_defined() -> None:
    assert {(card.name, token) for card in CARDS for token in card.tokens if token not in bundled()} == set()


def test_tokens_stand_in_their_file() -> None:
    for path, cards in files().items():
        assert all((path.name == TOKENS) == card.get("name", "").endswith(" Token") for card in cards), path.name


def test_no_string_is_long() -> None:
    long = [
        (path.name, text)
        for path, cards in files().items()
        for key, text in strings(cards)
        if len(text) > (LONGEST_RESTATEMENT if key in ("text", "rider") else LONGEST)
    ]
    assert long == []


def test_every_mana_of_a_card_is_encoded() -> None:
    """What is left unsupported says so, and no mana hides in it."""
    hidden = [
        (card.name, str(node))
        for card in CARDS
        for ability in card.abilities()
        for node in ability.walk()
        if getattr(node, "adds_mana", False)
    ]
    assert hidden == []


def _facts(face: Face) -> dict[str, Any]:
    def whole(value: int | str | None) -> str | None:
        return None if value is None else str(value)

    return {
        "name": face.name,
        "mana_cost": face.mana_cost or "",
        "types": (face.supertypes, face.types, face.subtypes),
        "power": whole(face.power),
        "toughness": whole(face.toughness),
        "loyalty": whole(face.loyalty),
        "color_indicator": sorted(face.color_indicator),
    }


def _printed_facts(face: Mapping[str, Any]) -> dict[str, Any]:
    line = Face.model_validate({"name": face["name"], "types": face["type_line"]})
    return {
        "name": face["name"],
        "mana_cost": face.get("mana_cost", ""),
        "types": (line.supertypes, line.types, line.subtypes),
        **{stat: face.get(stat) for stat in ("power", "toughness", "loyalty")},
        "color_indicator": sorted(face.get("color_indicator", [])),
    }


def test_facts_agree_with_the_printed_cards(printed: dict[str, dict[str, Any]]) -> None:
    wrong = {}
    for card in real():
        if card.name not in printed:
            wrong[card.name] = "no such card"
            continue
        faces = printed[card.name].get("card_faces") or [printed[card.name]]
        ours, theirs = [_facts(face) for face in card.faces], [_printed_facts(face) for face in faces]
        if ours != theirs:
            wrong[card.name] = f"{ours} is not {theirs}"
    assert wrong == {}


def test_all_that_speaks_of_what_could_be_produced_is_here(printed: dict[str, dict[str, Any]]) -> None:
    """The cards that say "could produce", and those that rewrite production."""
    ours = {card.name for card in CARDS}
    for words in (("could produce",), ("produce", "instead", "for mana")):
        asked = {
            name
            for name, card in printed.items()
            for face in card.get("card_faces") or [card]
            for line in face.get("oracle_text", "").split("\n")
            if all(word in line for word in words)
        }
        assert len(asked) >= 15
        assert asked - ours == set()


def test_symbols_added_are_those_printed(printed: dict[str, dict[str, Any]]) -> None:
    """The mana symbols of our costs and effects are among those of the card's text."""
    wrong = {}
    for card in real():
        faces = printed[card.name].get("card_faces") or [printed[card.name]]
        text = " ".join(face.get("oracle_text", "") for face in faces)
        symbols = {
            symbol
            for ability in card.abilities()
            for node in ability.walk()
            if isinstance(node, (mn.Symbols, co.ManaCost))
            for symbol in re.findall(r"\{[^}]+\}", node.symbols)
        }
        if card.name != "The Flux":  # its text counts in words
            text_symbols = set(re.findall(r"\{[^}]+\}", text))
            if symbols - text_symbols:
                wrong[card.name] = symbols - text_symbols
    assert wrong == {}


def test_no_printed_sentence_is_copied(printed: dict[str, dict[str, Any]]) -> None:
    """No string shares five words in a row, symbols aside, with the text of a card of this library."""

    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[a-z']+", re.sub(r"\{[^}]+\}", "", text.lower()))
        return {tuple(words[i : i + 5]) for i in range(len(words) - 4)}

    texts: dict[str, set[tuple[str, ...]]] = {}
    for card in real():
        faces = printed[card.name].get("card_faces") or [printed[card.name]]
        texts[card.name] = runs(" ".join(face.get("oracle_text", "") for face in faces))
    copied = [
        (name, text)
        for cards in files().values()
        for card in cards
        for name in [card.get("name") or card["faces"][0]["name"]]
        for key, text in strings(card)
        if key in ("text", "rider") and runs(text) & texts.get(name, set())
    ]
    assert copied == []
