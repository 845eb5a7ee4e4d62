"""From a printed face to its abilities, and from a card of the bulk file to a definition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import ValidationError

from ..abilities import (
    BASIC_LAND_TYPES,
    Ability,
    Activated,
    Keyword,
    Node,
    Replacement,
    SpellAbility,
    Static,
    Triggered,
    UnsupportedAbility,
)
from ..abilities.amounts import Special
from ..abilities.base import UNRULED
from ..abilities.choices import Compound
from ..abilities.conditions import Happened, IsSo, PlayerHas, UnsupportedCondition
from ..abilities.costs import RemoveCounters
from ..abilities.effects import AddMana, CreateToken, If, UnsupportedEffect
from ..abilities.faces import Attach, PayMana
from ..abilities.facts import flatten
from ..abilities.filters import Filter
from ..abilities.statics import UnsupportedChange
from ..abilities.unruled import Unruled, said
from ..cards import CardDefinition, Face
from ..typeline import PERMANENT_TYPES, parse_type_line
from .bulk import LONGEST, BulkCard, Printed
from .compile import adds_mana, compiled, partly
from .normalise import normalised
from .references import Context

_LAYOUTS = {
    "transform": "transform",
    "modal_dfc": "modal_dfc",
    "adventure": "adventure",
    "battle": "transform",
}
_ONE_FACE = frozenset(["normal", "saga", "class", "case", "mutate", "meld", "leveler", "prototype"])


@dataclass(frozen=True, slots=True)
class ReadFace:
    """A face, read.

    Attributes:
        printed: What is printed.
        abilities: Its abilities.
        lines: Its normalised lines.
        unread: Those that are not understood, and why the face itself can't be a face of ours.
        gaps: Parts that are understood and have no rules yet, by name.
    """

    printed: Printed
    abilities: tuple[Ability, ...]
    lines: tuple[str, ...]
    unread: tuple[str, ...]
    gaps: tuple[str, ...]

    @property
    def compiled(self) -> bool:
        """Whether every line is understood."""
        return not self.unread

    @property
    def playable(self) -> bool:
        """Whether every part has rules, too."""
        return not self.unread and not self.gaps


def read_face(printed: Printed, layout: str = "normal") -> ReadFace:
    """Read a face."""
    types = set(re.split(r"[^a-z]+", printed.type_line.lower()))
    spell = bool(types & {"instant", "sorcery"}) and not types & PERMANENT_TYPES
    unread: list[str] = []
    abilities: list[Ability] = []
    if len(printed.text) > LONGEST:
        unread.append(f"a text of {len(printed.text)} characters")
        text = UnsupportedAbility(text=printed.text[:200], adds_mana="add" in printed.text.lower())
        return ReadFace(printed, (text,), (), tuple(unread), ())
    lines = normalised(printed.text, printed.name, legendary="legendary" in types)
    name = printed.name.removeprefix("A-")
    context = Context(spell=True) if spell else None
    _read_lines(lines, name, context, abilities, unread)
    if context is not None and sum("what" in one for one in context.targets) > 1:
        # Paragraphs with a target each are one ability with several (CR 113.3a), which are numbered.
        del abilities[:], unread[:]
        _read_lines(lines, name, Context(spell=True, several=True), abilities, unread)
    abilities = _one_spell(abilities)
    try:
        parse_type_line(printed.type_line)
    except ValueError as error:
        unread.append(f"the type line: {error}")
    if "land" in types and not lines and not types & BASIC_LAND_TYPES.keys():
        unread.append("a land without a text")
    if layout in ("leveler", "prototype"):
        unread.append(f"the layout {layout}")
    gaps = tuple(dict.fromkeys(gap for one in abilities for gap in missing_rules(one)))
    if "aura" in types and any(isinstance(node, Attach) for one in abilities for node in one.walk()):
        gaps = (*gaps, "an Aura is attached")
    if layout not in _ONE_FACE and layout not in _LAYOUTS:
        gaps = (*gaps, f"the layout {layout}")
    if "adventure" in types:
        gaps = (*gaps, "an Adventure")
    return ReadFace(printed, tuple(abilities), lines, tuple(unread), gaps)


def _read_lines(
    lines: tuple[str, ...], name: str, context: Context | None, abilities: list[Ability], unread: list[str]
) -> None:
    """Read the lines of a face into its abilities and what is not understood; a spell has one context."""
    spell = context is not None
    for line in lines:
        kept = None if context is None else (list(context.targets), dict(context.zones))
        found = compiled(line, spell, context, name)
        if not spell and isinstance(found[0], UnsupportedAbility) and found[0].adds_mana:
            unread.append(line)
            abilities.extend(partly(line, name))
            continue
        if context is not None:
            if isinstance(found[0], UnsupportedAbility) and kept is not None:
                context.targets, context.zones = kept
            context.mentions, context.player, context.only = [], None, []
            context.static = False
        abilities.extend(found)
        unread += [one.text for one in found if isinstance(one, UnsupportedAbility)]


def _one_spell(abilities: list[Ability]) -> list[Ability]:
    """The paragraphs of a spell's instructions as its one spell ability (CR 113.3a)."""
    parts = [one for one in abilities if isinstance(one, SpellAbility)]
    if len(parts) < 2:
        return abilities
    whole = SpellAbility(
        effects=tuple(effect for one in parts for effect in one.effects),
        targets=tuple(target for one in parts for target in one.targets),
    )
    first = abilities.index(parts[0])
    return [
        whole if index == first else one for index, one in enumerate(abilities) if index == first or one not in parts
    ]


@cache
def encoded_keywords() -> frozenset[str]:
    """The keyword abilities that have rules in the book."""
    text = (resources.files("manaproof.asp") / "machine" / "undecided.lp").read_text(encoding="utf-8")
    found = re.findall(r"^encoded_keyword\(\(([^)]*)\)\)\.", text, re.MULTILINE)
    return frozenset(one.strip() for group in found for one in group.split(";"))


def missing_rules(ability: Ability) -> list[str]:
    """The parts of an ability that the book has no rules for, by name."""
    found: list[str] = []
    pending: list[Node] = [ability]
    for top in pending:
        for node in top.walk():
            if isinstance(node, Activated | Triggered | SpellAbility):
                # What follows an instruction within others is told by how they are laid out.
                parts = [one for one, _ in flatten(node.effects)]
                found += [type(one).__name__ for one in parts if isinstance(one, Compound)]
                if isinstance(node, Triggered) and any(isinstance(one, PayMana) and one.asks_x for one in parts):
                    found.append("X chosen on resolution")
            name = _missing(node)
            if name:
                found.append(name)
            if isinstance(node, CreateToken):
                found += _token_gaps(node.token)
    return found


def _missing(node: Node) -> str | None:
    if isinstance(node, Unruled):
        detail = next(
            (getattr(node, key) for key in ("action", "what", "change") if isinstance(getattr(node, key, None), str)),
            "",
        )
        return f"{type(node).__name__} {detail}".strip()
    if isinstance(node, RemoveCounters) and node.amount == "some":
        return "RemoveCounters one or more"
    if isinstance(node, Keyword) and node.keyword not in encoded_keywords():
        return f"keyword {node.keyword}"
    if isinstance(node, Keyword) and node.keyword in ("kicker",) and len(node.cost) > 1:
        return "kicker and/or"
    if isinstance(node, AddMana) and node.rider is not None:
        return "rider on mana"
    if isinstance(node, Filter) and node.also:
        return f"filter {node.also[0]}"
    if type(node).__name__.startswith("Unsupported") and not isinstance(node, UnsupportedAbility):
        return type(node).__name__
    if getattr(node, "who", None) in UNRULED:
        return f"player {node.who}"  # type: ignore[attr-defined]
    return None


@cache
def _token_gaps(key: str) -> tuple[str, ...]:
    from .tokens import token_definition

    definition = token_definition(key)
    if definition is None:
        return (f"token {key}",)
    return tuple(gap for ability in definition.abilities() for gap in missing_rules(ability))


def definition(card: BulkCard) -> tuple[CardDefinition | None, tuple[ReadFace, ...]]:
    """A card's definition, and its faces as read; no definition where our form can't hold its characteristics."""
    faces = tuple(read_face(one, card.layout) for one in card.faces)
    layout = _LAYOUTS.get(card.layout, "normal")
    try:
        made = [_face(one) for one in faces]
        if card.layout in _ONE_FACE or card.layout in _LAYOUTS:
            return CardDefinition(layout=layout, faces=tuple(made)), faces
        front = made[0]
        note = UnsupportedAbility(
            text=f"the layout {card.layout}: {card.name}",
            adds_mana=any(adds_mana(line) for one in faces for line in one.lines),
        )
        front = front.model_copy(update={"abilities": (*front.abilities, note)})
        return CardDefinition(faces=(front,)), faces
    except (ValidationError, ValueError):
        return None, faces


def _face(face: ReadFace) -> Face:
    printed = face.printed
    return Face.model_validate(
        {
            "name": printed.name,
            "types": printed.type_line,
            "mana_cost": printed.mana_cost or None,
            "color_indicator": printed.color_indicator,
            "power": _stat(printed.power),
            "toughness": _stat(printed.toughness),
            "loyalty": int(printed.loyalty) if printed.loyalty and printed.loyalty.isdigit() else printed.loyalty,
            "defense": None if printed.defense is None else int(printed.defense),
            "abilities": face.abilities,
        }
    )


def _stat(text: str | None) -> int | str | None:
    if text is None:
        return None
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else text


def makes_mana(face: ReadFace) -> bool:
    """Whether a face is that of a permanent with an ability that adds mana, or changes what is added."""
    types = set(re.split(r"[^a-z]+", face.printed.type_line.lower()))
    if not types & PERMANENT_TYPES:
        return False
    if types & BASIC_LAND_TYPES.keys() and "land" in types:
        return True
    return any(adds_mana(line) for line in face.lines)


def mana_unread(face: ReadFace) -> tuple[str, ...]:
    """What keeps what a permanent could produce from being computed: texts about mana that are not understood."""
    found: dict[str, None] = {}
    for ability in face.abilities:
        if isinstance(ability, UnsupportedAbility):
            if ability.adds_mana:
                found[ability.text] = None
            continue
        found.update(dict.fromkeys(_mana_gaps(ability)))
    return tuple(found)


def _mana_gaps(ability: Ability) -> Iterator[str]:
    nodes = list(ability.walk())
    adds = any(isinstance(one, AddMana) for one in nodes)
    for one in nodes:
        match one:
            case UnsupportedEffect() if one.adds_mana:
                yield one.text
            case UnsupportedChange():
                yield one.text
            case Special() if adds:
                yield said(one)
            case Filter() if adds and one.also:
                yield f"is {one.also[0]}"
            case If() if adds:
                yield from (_condition(part) for part in one.condition.walk() if _unknown(part))
            case Triggered() | Static() | Replacement() if adds and one.only_if is not None:
                yield from (_condition(part) for part in one.only_if.walk() if _unknown(part))
            case _:
                pass


def _unknown(node: Node) -> bool:
    return isinstance(node, UnsupportedCondition | Happened | PlayerHas | IsSo)


def _condition(node: Node) -> str:
    return node.text if isinstance(node, UnsupportedCondition) else said(node)
