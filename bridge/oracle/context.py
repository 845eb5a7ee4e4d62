"""What pronouns can mean at a place of a text, and how terms are taken through (CR 608.2k)."""

from __future__ import annotations

from dataclasses import dataclass, field

from .templates import Refused
from .terms import Term, Value, defaults, term

DECOR = frozenset(
    {
        "said",
        "they",
        "your",
        "their",
        "that",
        "more",
        "you",
        "after",
        "before",
        "paying",
        "until",
        "if_",
        "choice",
        "first",
        "there",
        "was",
        "has",
        "put",
        "long",
        "the",
        "player",
        "ever",
        "during",
        "unless",
        "pay",
        "quoted",
        "each",
        "do",
        "number",
        "early",
        "some",
        "both",
    }
)
"""Fields that only tell how a thing was said."""

_FIRST = (
    "cost",
    "event",
    "source",
    "affects",
    "what",
    "to",
    "on",
    "from_",
    "of",
    "token",
    "left",
    "condition",
    "amount",
    "who",
)
_LAST = ("changes", "instead", "effects", "then", "otherwise", "only_if", "right", "modes")


def order(name: str) -> int:
    """Where a field stands in the text, among the other fields of its node."""
    return _FIRST.index(name) if name in _FIRST else 100 + (_LAST.index(name) if name in _LAST else -1)


@dataclass
class Context:
    """What a pronoun can mean at a place of the text.

    Attributes:
        spell: The text is that of an instant or sorcery.
        targets: The targets so far, as terms.
        mentions: The objects spoken of so far, the latest last.
        zones: Where each now is, if not on the battlefield.
        player: Whom "that player" means.
        event: Whether there is a trigger event.
        static: Whether it is a static ability, in which "it" is this object.
        several: Whether more than one object is targeted, so that targets are numbered.
        modal: Whether there are modes, whose targets are counted after all others.
        chosen: Whether the event spoke of the chosen color.
        amount: Whether the event had an amount, which "that much" can mean.
        counted: The number that was counted, which "the number" means then.
        counters: The kind of the counters of which any number is removed to pay, which "that much" means then.
        paid: The kind of the cost that was paid with one other object.
        functions_in: The zone in which the ability functions.
        only: The conditions under which it can be activated or triggers.
    """

    spell: bool = False
    targets: list[Term] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    zones: dict[str, str] = field(default_factory=dict)
    player: str | None = None
    event: bool = False
    static: bool = False
    several: bool = False
    modal: bool = False
    chosen: bool = False
    amount: bool = False
    counted: Term | None = None
    counters: str | None = None
    paid: str | None = None
    functions_in: str = "battlefield"
    only: list[Value] = field(default_factory=list)

    def mention(self, ref: str) -> None:
        """Something is spoken of."""
        if ref in self.mentions:
            self.mentions.remove(ref)
        self.mentions.append(ref)

    def object(self, ref: str) -> Term:
        """The filter that means it, where it now is."""
        zone = self.zones.get(ref, "stack" if ref == "this" and self.spell else "battlefield")
        return term("Filter", ref=ref) if zone == "battlefield" else term("Filter", ref=ref, zone=zone)


def said_of(kind: str, fields: dict[str, Value]) -> dict[str, Value]:
    """Fields without those that are as they are unsaid."""
    unsaid = defaults(kind)
    return {key: value for key, value in fields.items() if not (key in unsaid and unsaid[key] == value)}


def aims(value: Value) -> list[Term]:
    """The targets of a sentence, those of modes and reflexive triggers left out."""
    if isinstance(value, tuple):
        return [aim for one in value for aim in aims(one)]
    if not isinstance(value, Term) or value.kind in ("ChooseModes", "WhenDo", "Quoted"):
        return []
    if value.kind in ("Aim", "AnyTarget", "AimEither"):
        return [value]
    return [aim for _, one in value.fields for aim in aims(one)]


def has_pronoun(value: Value) -> bool:
    """Whether something within is a pronoun."""
    return isinstance(value, Term) and any(one.kind in ("It", "That") for one in value.walk())


def with_x(value: Term, amount: Value) -> Term:
    """The term with X put as the amount."""
    return value.map(lambda one: _negated(one, amount) if one.kind in ("X", "Times") else one)


def _negated(one: Term, amount: Value) -> Term:
    if one.kind == "X":
        found: Term = amount
        return found
    return one


def token_key(of: Term) -> str:
    """What the library calls a token of that description."""
    from .grammar import grammar

    rendered = grammar().render(of, "token")
    if rendered is None:
        raise Refused
    return f"{rendered[:-6]} Token" if of.kind == "Predefined" and rendered.endswith(" token") else rendered


def zoned(value: Term) -> Term:
    """Filters within a filter look where that looks."""

    def within(filter_: Term, zone: str) -> Term:
        said: dict[str, Value] = {}
        for name in ("any_of", "none_of"):
            if name in filter_:
                said[name] = tuple(
                    within(one if "zone" in one or zone == "battlefield" else one.but(zone=zone), zone)
                    for one in filter_.get(name)
                )
        return filter_.but(**said) if said else filter_

    return value.map(lambda one: within(one, one.get("zone", "battlefield")) if one.kind == "Filter" else one)
