"""What pronouns and targets mean: from what a line says to the abilities it gives.

A line is read into a term of the surface, in which objects are ``It``, ``That``, ``Aim`` (a target)... Here each finds
what it refers to, in the order of the text (CR 608.2k, 115.1); where two things may be meant, nothing is: the line is
refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .templates import Refused
from .terms import Term, Value, defaults, nodes, term

_DECOR = frozenset(
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


def _order(name: str) -> int:
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
        chosen: Whether the event spoke of the chosen color.
        amount: Whether the event had an amount, which "that much" can mean.
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
    chosen: bool = False
    amount: bool = False
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


def resolve(line: Term, spell: bool, context: Context | None = None) -> tuple[Term, ...]:
    """The abilities that a line gives, as terms of nodes.

    Args:
        line: What was read.
        spell: Whether it stands on an instant or sorcery.
        context: For a further paragraph of a spell, that of those before it.

    Raises:
        Refused: A pronoun may mean several things, or what is said does not go together.
    """
    found = _Resolver(context or Context(spell=spell)).line(line)
    return tuple(_zoned(one) for one in found)


class _Resolver:
    def __init__(self, context: Context) -> None:
        self.at = context

    # Lines

    def line(self, line: Term) -> tuple[Term, ...]:
        handler: Callable[[Term], tuple[Term, ...]] = getattr(self, f"line_{line.kind.lower()}", self.line_other)
        return handler(line)

    def line_other(self, line: Term) -> tuple[Term, ...]:
        if line.kind in ("Static", "Replacement", "AdditionalCost", "AlternativeCost"):
            self.at.static = True
            if self.at.spell:
                self.at.zones["this"] = "stack"
            made = self.node(line)
            if line.kind == "Static" and self.at.spell and made.get("affects") is None:
                made = made.but(affects=term("Filter", ref="this", zone="stack"))
            if self.at.targets:
                raise Refused
            return (made,)
        raise Refused

    def line_keywords(self, line: Term) -> tuple[Term, ...]:
        return tuple(self.fresh().node(one) for one in line.get("of"))

    def line_twostatics(self, line: Term) -> tuple[Term, ...]:
        return (*self.line(line.get("a")), *self.line(line.get("b")))

    def line_tapmana(self, line: Term) -> tuple[Term, ...]:
        what = self.filter(line.get("what"))
        said: dict[str, Value] = {"what": what}
        for name in ("by", "at_least"):
            if name in line:
                said[name] = line.get(name)
        return (
            term(
                "Replacement",
                event=term("TappedForMana", **_said("TappedForMana", said)),
                instead=(self.node(line.get("instead")),),
            ),
        )

    def line_bysubtype(self, line: Term) -> tuple[Term, ...]:
        pairs = tuple(sorted((name, symbol.strip("{}")) for name, symbol in line.fields))
        if any(len(letter) != 1 or letter not in "WUBRGC" for _, letter in pairs):
            raise Refused
        rewrite = term("ManaTypeBySubtype", to=pairs)
        return (term("Replacement", event=term("TappedForMana"), instead=(rewrite,)),)

    def line_costs(self, line: Term) -> tuple[Term, ...]:
        if line.get("this"):
            affects = term("Filter", ref="this", zone="stack")
            self.at.spell, self.at.static = True, True
        else:
            affects = line.get("spells")
            if affects.get("controller") is not None:
                raise Refused
            if line.get("by"):
                affects = affects.but(controller=line.get("by"))
        change: dict[str, Value] = {"mana": term("ManaCost", symbols=line.get("mana"))}
        if line.get("each") is not None:
            change["times"] = self.value(line.get("each"))
        said: dict[str, Value] = {
            "affects": affects,
            "changes": (term("CostLess" if line.get("less") else "CostMore", **change),),
        }
        if line.get("only_if") is not None:
            said["only_if"] = self.value(line.get("only_if"))
        return (term("Static", **said),)

    def line_flashcast(self, line: Term) -> tuple[Term, ...]:
        spells = line.get("spells")
        if spells.get("zone") != "stack":
            raise Refused
        return (
            term("Static", affects=spells.but(zone="hand", spell=None, owner="you"), changes=(term("AsThoughFlash"),)),
        )

    def line_champion(self, line: Term) -> tuple[Term, ...]:
        return (term("Keyword", keyword="champion", what=self.filter(line.get("what"))),)

    def line_activates(self, line: Term) -> tuple[Term, ...]:
        at = self.at
        if at.spell:
            raise Refused
        for one in (one for pay in line.get("cost") for one in pay.walk()):
            if one.kind == "ThisCard":
                at.functions_in = one.get("zone")
                at.mention("this")
                at.zones["this"] = "exile" if one.get("zone") == "graveyard" else "graveyard"
        if any(one.kind == "FromGrave" for one in line.walk()):
            at.functions_in = "graveyard"
        cost = tuple(self.node(one) for one in line.get("cost"))
        for one in cost:
            if one.kind == "SacrificeCost" and "what" not in one:
                at.mentions = ["this"]
        at.mentions = [one for one in at.mentions if one == "this"]
        others = [one for one in cost if one.get("what") is not None and one.get("what").get("ref") is None]
        if len(others) == 1 and "count" not in others[0]:
            at.paid = others[0].kind
        effects = self.effects(line.get("effects"))
        said: dict[str, Value] = {"cost": cost, "effects": effects}
        only = [*at.only]
        if line.get("word") in ("boast", "exhaust", "forecast", "max speed", "power-up"):
            only.append(term("Happened", what=line.get("word").replace(" ", "_").replace("-", "_")))
        if only:
            said["only_if"] = only[0] if len(only) == 1 else term("All", of=tuple(only))
        if at.targets:
            said["targets"] = tuple(at.targets)
        if at.functions_in != "battlefield":
            said["zone"] = at.functions_in
        return (term("Activated", **said),)

    def line_triggers(self, line: Term) -> tuple[Term, ...]:
        if self.at.spell:
            raise Refused
        first = line.get("effects")[0]
        if first.kind == "If" and not first.get("after") and "only_if" not in line:
            # "When [event], if [condition], ...": the condition is an intervening one (CR 603.4).
            if "otherwise" in first or any(one.kind == "Otherwise" for one in line.get("effects")):
                raise Refused
            effects = (*first.get("then"), *line.get("effects")[1:])
            line = line.but(only_if=first.get("condition"), effects=effects)
        at = self.at
        event = self.event(line.get("event"))
        said: dict[str, Value] = {"event": event}
        if line.get("only_if") is not None:
            said["only_if"] = self.value(line.get("only_if"))
        if any(one.kind == "FromGrave" for one in line.walk()) and "graveyard" not in at.zones.values():
            raise Refused
        said["effects"] = self.effects(line.get("effects"))
        only = [*at.only]
        if only:
            both = [*([said["only_if"]] if "only_if" in said else []), *only]
            said["only_if"] = both[0] if len(both) == 1 else term("All", of=tuple(both))
        if at.targets:
            said["targets"] = tuple(at.targets)
        return (term("Triggered", **said),)

    def line_loose(self, line: Term) -> tuple[Term, ...]:
        """A line about mana of which some sentences are not understood."""
        if "event" not in line:
            said = term("Activates", cost=line.get("cost"), effects=line.get("effects"))
            return self.line_activates(said)
        event, effects = line.get("event"), line.get("effects")
        if event.kind == "UnsupportedEvent":
            self.at.event = True
            self.at.mentions = ["unread"]
            said_ = {"event": event, "effects": self.effects(effects)}
            if "only_if" in line:
                said_["only_if"] = line.get("only_if")
            if self.at.targets:
                said_["targets"] = tuple(self.at.targets)
            made = term("Triggered", **said_)
            if any(one.kind in ("EventAmount", "EventProduced") for one in made.walk()):
                raise Refused
            return (made,)
        return self.line_triggers(line)

    def line_chapters(self, line: Term) -> tuple[Term, ...]:
        found = []
        for numeral in line.get("numbers").split(", "):
            number = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7}.get(numeral)
            if number is None:
                raise Refused
            inner = self.fresh()
            effects = inner.effects(line.get("effects"))
            said: dict[str, Value] = {"event": term("Chapter", number=number), "effects": effects}
            if inner.at.targets:
                said["targets"] = tuple(inner.at.targets)
            if inner.at.only:
                raise Refused
            found.append(term("Triggered", **said))
        return tuple(found)

    def line_spell(self, line: Term) -> tuple[Term, ...]:
        if not self.at.spell:
            raise Refused
        before = len(self.at.targets)
        effects = self.effects(line.get("effects"))
        if self.at.only:
            raise Refused
        said: dict[str, Value] = {"effects": effects}
        if self.at.targets[before:]:
            said["targets"] = tuple(self.at.targets[before:])
        return (term("SpellAbility", **said),)

    def fresh(self, **more: Any) -> _Resolver:
        """For a text within the text that speaks for itself."""
        return _Resolver(Context(**more))

    # Events

    def event(self, event: Term) -> Term:
        at = self.at
        if event.kind == "Ev":
            event = event.get("of")
        if event.kind == "Never":
            raise Refused
        at.event = True
        parts = event.get("of") if event.kind == "AnyEvent" else (event,)
        made = []
        for part in parts:
            inner = part.get("of") if part.kind == "Batch" else part
            about = (
                inner.get("what") or inner.get("by")
                if inner.kind != "DamageDealt"
                else inner.get("by") or inner.get("to")
            )
            built = self._event(part)
            made.append(built)
            self._spoken(inner, about if isinstance(about, Term) else None, batch=part.kind == "Batch")
        if event.kind == "AnyEvent":
            if any(one.kind == "Leaves" for one in parts):
                at.zones.pop("event", None)
                at.zones["this"] = "somewhere"
            return term("AnyEvent", of=tuple(made))
        return made[0]

    def _event(self, event: Term) -> Term:
        if event.kind == "Batch":
            return term("Batch", of=self._event(event.get("of")))
        said: dict[str, Value] = {}
        for name, value in event.fields:
            if name in _DECOR and name not in nodes()[event.kind].model_fields:
                continue
            said[name] = self.filter(value) if isinstance(value, Term) else value
        return term(event.kind, **_said(event.kind, said))

    def _spoken(self, event: Term, about: Term | None, batch: bool) -> None:
        at = self.at
        kind = event.kind
        at.mentions = []
        at.chosen = event.get("type") == "chosen_color"
        at.amount = kind in ("DamageDealt", "GainsLife", "LosesLife") and not batch
        if kind == "StepBegins":
            whose = event.get("whose", "you")
            at.player = "active" if whose in ("any", "opponent") else None
        elif kind in ("SpellCast", "TappedForMana", "PlayerDoes", "GainsLife", "LosesLife"):
            at.player = "event_player" if event.get("by", "you") not in ("you",) or kind == "TappedForMana" else None
        elif kind == "DamageDealt" and event.get("to_player") in ("any", "opponent"):
            at.player = "event_player"
        if batch:
            return
        if kind in ("StepBegins", "PlayerDoes", "GainsLife", "LosesLife"):
            return
        this = about is None or about.kind == "This"
        if kind == "SpellCast":
            if about is not None and about.kind != "ThisSpell":
                at.mention("event")
                at.zones["event"] = "stack"
            return
        if kind == "ObjectDoes" and this:
            at.mention("this")
            if event.get("action") in ("cycled", "discarded"):
                at.zones["this"] = "graveyard"
            return
        if this:
            at.mention("this")
            if kind == "Leaves":
                at.zones["this"] = "graveyard" if event.get("to") == "graveyard" else "somewhere"
                at.zones["event"] = at.zones["this"]
        elif about is not None and about.kind == "Attached":
            at.mention("attached")
            if kind == "Leaves":
                at.mentions = ["event"]
                at.zones["event"] = "graveyard" if event.get("to") == "graveyard" else "somewhere"
        elif about is not None and about.kind == "ThisOr":
            at.mention("event")
            if kind == "Leaves":
                at.zones["event"] = "graveyard" if event.get("to") == "graveyard" else "somewhere"
        else:
            at.mention("event")
            if kind == "Leaves":
                at.zones["event"] = "graveyard" if event.get("to") == "graveyard" else "somewhere"

    # Effects

    def effects(self, sentences: Value) -> tuple[Term, ...]:
        aims = [one for sentence in sentences for one in _aims(sentence)]
        if sum(1 for one in aims if one.kind in ("Aim", "AnyTarget", "AimEither")) > 1:
            self.at.several = True
        found: list[Term] = []
        for sentence in sentences:
            self.sentence(sentence, found)
        return tuple(found)

    def inner(self, sentence: Value) -> tuple[Term, ...]:
        """The instructions of a sentence within another."""
        found: list[Term] = []
        self.sentence(sentence, found)
        return tuple(found)

    def sentence(self, sentence: Term, found: list[Term]) -> None:
        """Add what a sentence says to what was said before."""
        at = self.at
        match sentence.kind:
            case "Join":
                for one in sentence.get("of"):
                    self.sentence(one, found)
            case "May":
                who = self.player(sentence.get("who", "you"))
                inner = tuple(one for part in sentence.get("effects") for one in self.inner(part))
                found.append(term("May", **_said("May", {"effects": inner, "who": who})))
            case "MayPay":
                cost = tuple(self.node(one) for one in sentence.get("cost"))
                found.append(term("MayPay", cost=cost))
            case "IfDo":
                then = self.inner(sentence.get("then"))
                if not found:
                    raise Refused
                last = found.pop()
                if last.kind == "MayPay" and "then" not in last:
                    if len(last.get("cost")) == 1 and last.get("cost")[0].kind == "ManaCost":
                        found.append(term("May", effects=(term("PayMana", cost=last.get("cost")), *then)))
                    else:
                        found.append(last.but(then=then))
                elif last.kind == "May":
                    found.append(last.but(effects=(term("IfDone", first=last.get("effects"), then=then),)))
                else:
                    raise Refused
            case "WhenDo":
                if not found or found[-1].kind not in ("May", "MayPay"):
                    raise Refused
                outer, self.at = (
                    self.at,
                    Context(
                        spell=at.spell, mentions=[*at.mentions], zones=dict(at.zones), player=at.player, event=at.event
                    ),
                )
                then = self.effects((sentence.get("then"),))
                said: dict[str, Value] = {"effects": then}
                if self.at.targets:
                    said["targets"] = tuple(self.at.targets)
                self.at = outer
                last = found.pop()
                done = term("WhenDone", **said)
                name = "effects" if last.kind == "May" else "then"
                found.append(last.but(**{name: (*last.get(name, ()), done)}))
            case "If":
                condition = self.value(sentence.get("condition"))
                then = tuple(one for part in sentence.get("then") for one in self.inner(part))
                made = term("If", condition=condition, then=then)
                if "otherwise" in sentence:
                    made = made.but(
                        otherwise=tuple(one for part in sentence.get("otherwise") for one in self.inner(part))
                    )
                found.append(made)
            case "Otherwise":
                if not found or found[-1].kind != "If" or "otherwise" in found[-1]:
                    raise Refused
                found.append(found.pop().but(otherwise=self.inner(sentence.get("then"))))
            case "InsteadIf":
                if not found:
                    raise Refused
                condition = self.value(sentence.get("condition"))
                then = self.inner(sentence.get("then"))
                found.append(term("If", condition=condition, then=then, otherwise=(found.pop(),)))
            case "Unless":
                said = {"effects": tuple(one for part in sentence.get("effects") for one in self.inner(part))}
                said["cost"] = tuple(self.node(one) for one in sentence.get("cost"))
                said["who"] = self.player(sentence.get("who", "you"))
                found.append(term("Unless", **_said("Unless", said)))
            case "Delayed":
                inner = tuple(one for part in sentence.get("effects") for one in self.inner(part))
                found.append(term("Delayed", when=sentence.get("when"), effects=inner))
            case "Where":
                amount = self.value(sentence.get("x")) if not _pronoun(sentence.get("x")) else None
                inner = self.inner(sentence.get("do"))
                if amount is None:
                    amount = self.value(sentence.get("x"))
                put = tuple(_where(one, amount) for one in inner)
                if put == inner or any(one.kind == "X" for new in put for one in new.walk()):
                    raise Refused
                found.extend(put)
            case "Loose":
                self.loose(sentence, found)
            case "Only":
                at.only.append(self.value(sentence.get("when")))
            case "OnceEachTurn":
                at.only.append(term("Happened", what="once_each_turn"))
            case "Rider":
                changed = [
                    one.map(lambda part: part.but(rider=sentence.get("text")) if part.kind == "AddMana" else part)
                    for one in found
                ]
                if changed == found:
                    raise Refused
                found[:] = changed
            case "NewTargets":
                if not found or not any(one.kind == "CopySpell" for one in found[-1].walk()):
                    raise Refused
                found.append(found.pop().map(lambda one: one.but(new_targets=True) if one.kind == "CopySpell" else one))
            case "StillALand":
                if not found or not found[-1].get("changes"):
                    raise Refused
                last = found.pop()
                changes = tuple(
                    term("AddTypes", types=one.get("types"), subtypes=one.get("subtypes", ()))
                    if one.kind == "SetTypes"
                    else one
                    for one in last.get("changes")
                )
                if changes == last.get("changes"):
                    raise Refused
                found.append(last.but(changes=changes))
            case "ChooseModes":
                found.append(self.modes(sentence))
            case _:
                found.extend(self.instruction(sentence))

    def loose(self, sentence: Term, found: list[Term]) -> None:
        """A sentence of a line that is not understood whole: what it says, or that it is not understood."""
        at = self.at
        said, text = sentence.get("said"), sentence.get("text")
        kept = (list(at.targets), list(at.mentions), dict(at.zones), at.player, list(at.only), list(found))
        if said is not None:
            try:
                for one in said:
                    self.sentence(one, found)
            except Refused:
                at.targets, at.mentions, at.zones, at.player, at.only, found[:] = kept
            else:
                return
        if text.lower().startswith("activate only"):
            at.only.append(term("UnsupportedCondition", text=text))
            return
        at.mentions.append("unread")
        at.player = None
        found.append(
            term("UnsupportedEffect", **_said("UnsupportedEffect", {"text": text, "adds_mana": sentence.get("mana")}))
        )

    def modes(self, sentence: Term) -> Term:
        made = []
        for mode in sentence.get("modes"):
            inner = _Resolver(
                Context(
                    spell=self.at.spell, mentions=[*self.at.mentions], zones=dict(self.at.zones), player=self.at.player
                )
            )
            said: dict[str, Value] = {"effects": inner.effects(mode.get("effects"))}
            if inner.at.targets:
                said["targets"] = tuple(inner.at.targets)
            if inner.at.only:
                raise Refused
            made.append(term("Mode", **said))
        if len(made) < 2:
            raise Refused
        said = {key: value for key, value in sentence.fields if key != "modes"}
        high = min(said.get("at_most", 1), len(made)) if not said.get("repeat") else said.get("at_most", 1)
        if said.get("at_least", 1) > len(made) and not said.get("repeat"):
            raise Refused
        return term("ChooseModes", **_said("ChooseModes", {**said, "at_most": high, "modes": tuple(made)}))

    def instruction(self, one: Term) -> tuple[Term, ...]:
        at = self.at
        match one.kind:
            case "Hits":
                return (self.hits(one),)
            case "HitsTwo" | "Never":
                raise Refused
            case "Makes":
                tokens = one.get("tokens")
                said: dict[str, Value] = {
                    "token": _token(tokens.get("of")),
                    "amount": self.value(tokens.get("amount", term("Const", value=1))),
                }
                said["who"] = self.player(one.get("who", "you"))
                said["tapped"], said["attacking"] = tokens.get("tapped", False), tokens.get("attacking", False)
                at.mentions.append("token")
                return (term("CreateToken", **_said("CreateToken", said)),)
            case "Returns":
                what = self.filter(one.get("what"))
                if what.get("zone", "battlefield") not in ("graveyard", "exile"):
                    raise Refused
                said = {
                    "what": what,
                    "to": "battlefield",
                    "tapped": one.get("tapped", False),
                    "transformed": one.get("transformed", False),
                }
                said["under"] = "you" if one.get("under") == "you" else "owner"
                if one.get("under", "owner") == "owner" and not (what.get("owner") == "you" or self._owned(what)):
                    said["under"] = "you"
                self._moved(what, "battlefield")
                return (term("Move", **_said("Move", said)),)
            case "Puts":
                what = self.filter(one.get("what"))
                if what.get("zone", "battlefield") == "battlefield":
                    raise Refused
                return (term("Move", what=what, to="battlefield", under="you"),)
            case "FromGrave":
                this = term("Filter", ref="this", zone="graveyard")
                at.zones["this"] = one.get("to")
                said = {"what": this, "to": one.get("to"), "tapped": one.get("tapped", False)}
                if one.get("to") == "battlefield":
                    said["under"] = "you"
                return (term("Move", **_said("Move", said)),)
            case "Emblem":
                abilities = self.fresh().line(one.get("ability"))
                return (term("GetEmblem", abilities=abilities),)
            case "Creates":
                (ability,) = self.fresh().line(one.get("ability"))
                if ability.kind != "Replacement" or ability.get("event").kind == "Enters":
                    raise Refused
                return (term("CreateEffect", ability=ability),)
            case "Flicker":
                there = term("Move", what=term("Filter", ref="this"), to="exile")
                back = {
                    "what": term("Filter", ref="this", zone="exile"),
                    "to": "battlefield",
                    "under": one.get("under"),
                    "transformed": True,
                }
                return (there, term("Move", **_said("Move", back)))
            case "FlickerAim":
                what = self.filter(one.get("what"))
                there = term("Move", what=what, to="exile")
                back = {"what": what.but(zone="exile"), "to": "battlefield", "under": one.get("under")}
                return (there, term("Move", **_said("Move", back)))
            case "Move":
                what = self.filter(one.get("what"))
                if one.get("your") and not self._yours(what):
                    raise Refused
                if (
                    one.get("to") == "hand"
                    and not one.get("your")
                    and what.get("zone") == "graveyard"
                    and what.get("ref") is None
                ):
                    raise Refused
                to: str = one.get("to", "")
                self._moved(what, _ZONE.get(to, to))
                return (term("Move", **{**{k: v for k, v in one.fields if k not in _DECOR}, "what": what}),)
            case "Searches":
                what = one.get("what").but(zone="library", owner="you")
                said = {key: value for key, value in one.fields if key not in _DECOR}
                return (term("Search", **_said("Search", {**said, "what": what})),)
            case "PreventsNext":
                said = {"amount": self.value(one.get("amount")), "combat": one.get("combat", False)}
                said.update(self.hit(one.get("to")))
                return (term("PreventNext", **_said("PreventNext", said)),)
            case "Freeze":
                what = self.filter(one.get("what"))
                change = term("Cant", what="untap_in_untap_step")
                return (
                    (term("Apply", to=what, changes=(change,), lasts="its_controllers_next_turn"),)
                    if False
                    else (term("ObjectAction", action="freeze", what=what),)
                )
            case "BecomesAs":
                return (self.becomes(one),)
            case "CreateCopy":
                of = self.filter(one.get("of"))
                return (term("CreateCopy", **_said("CreateCopy", {**dict(one.fields), "of": of})),)
            case _:
                made = self.node(one)
                if made.kind == "ChooseColor":
                    at.chosen = True
                if made.kind in ("Destroy", "Sacrifice") and isinstance(made.get("what"), Term):
                    self._moved(made.get("what"), "graveyard")
                return (made,)

    def _owned(self, what: Term) -> bool:
        return what.get("ref") in ("this", "event")

    def _yours(self, what: Term) -> bool:
        ref = what.get("ref", "")
        if ref.startswith("target"):
            aim = self.at.targets[-1].get("what")
            return bool(aim.get("owner") == "you" and aim.get("zone") == "graveyard")
        return bool(ref == "this" and what.get("zone") == "graveyard")

    def _moved(self, what: Term, zone: str) -> None:
        if what.get("ref") is not None:
            self.at.zones[what.get("ref")] = zone

    def becomes(self, one: Term) -> Term:
        what = self.filter(one.get("what"))
        line = one.get("line")
        types = line.get("types")
        changes: list[Value] = []
        subtypes = line.get("subtypes", ())
        if types == ("artifact", "creature"):
            changes.append(term("AddTypes", types=types, subtypes=subtypes))
        else:
            changes.append(term("SetTypes", types=types, subtypes=subtypes))
        if one.get("colors") is not None:
            changes.append(term("SetColors", colors=one.get("colors")))
        changes.extend(self.value(one.get("grants", ())))
        changes.append(one.get("pt"))
        return term("Apply", to=what, changes=tuple(changes))

    def hits(self, one: Term) -> Term:
        source = self.filter(one.get("source"))
        early = one.get("amount")
        amount = self.value(early)
        said = {"amount": amount, **self.hit(one.get("to"))}
        if source.get("ref") == "this":
            return term("DealDamage", **said)
        return term("Bites", source=source, **said)

    def hit(self, to: Term) -> dict[str, Value]:
        match to.kind:
            case "AnyTarget":
                what = term("Filter", any_type=("creature", "planeswalker", "battle"))
                return {"to": self.aim(what, player="any"), "to_player": "target"}
            case "AimEither":
                what = term("Filter", types=to.get("types"))
                return {"to": self.aim(what, player=to.get("player")), "to_player": "target"}
            case "ToObject":
                return {"to": self.filter(to.get("what"))}
            case "ToPlayer":
                return {"to_player": self.player(to.get("who"))}
            case "ToBoth":
                return {"to": self.filter(to.get("what")), "to_player": to.get("who")}
        raise Refused

    def aim(self, what: Term, optional: bool = False, player: str | None = None) -> Term:
        """A new target."""
        said: dict[str, Value] = {"what": what}
        if player:
            said["player"] = player
            self.at.player = "target"
        if optional:
            said["optional"] = True
        self.at.targets.append(term("Target", **said))
        ref = f"target_{len(self.at.targets)}" if self.at.several else "target"
        if len(self.at.targets) > 3:
            raise Refused
        zone = what.get("zone", "battlefield")
        if zone != "battlefield":
            self.at.zones[ref] = zone
        self.at.mention(ref)
        return self.at.object(ref)

    # Objects and players

    def filter(self, value: Value) -> Term:
        """The filter that a noun or pronoun means."""
        at = self.at
        if not isinstance(value, Term):
            raise Refused
        match value.kind:
            case "Filter":
                return self.plain(value)
            case "This":
                if at.zones.get("this") == "somewhere":
                    raise Refused
                at.mention("this")
                return at.object("this")
            case "It":
                return self.pronoun(None)
            case "That":
                return self.pronoun(value.get("what"))
            case "Attached":
                if at.event and at.zones.get("this") in ("graveyard", "somewhere"):
                    raise Refused  # what it was attached to as it left is last-known information (CR 608.2h)
                at.mention("attached")
                return term("Filter", ref="attached")
            case "Aim":
                return self.aim(self.plain(value.get("what")), optional=value.get("optional", False))
            case "Every" | "Each" | "Bare" | "A" | "An":
                return self.plain(value.get("what"))
            case "AnyOne":
                return self.filter(value.get("what"))
            case "Other":
                return self.filter(value.get("what")).but(other=True)
            case "Untapped":
                inner = self.filter(value.get("what"))
                if inner.get("tapped") is not False:
                    raise Refused
                return inner.but(tapped=None)
            case "TappedOne":
                inner = self.filter(value.get("what"))
                if inner.get("tapped") is not True:
                    raise Refused
                return inner.but(tapped=None)
            case "ThisCard":
                return term("Filter", ref="this", zone=value.get("zone"))
            case "There":
                inner = self.filter(value.get("what"))
                if inner.get("controller") is not None or inner.get("zone") is not None:
                    raise Refused
                return inner
            case "OnTop":
                return self.plain(value.get("what").but(zone="library", owner="you", on_top=True))
            case "PaidLand":
                if self.at.paid not in ("UntapOthers", "TapOthers", "SacrificeCost"):
                    raise Refused
                return term("Filter", ref="cost")
            case "Paid":
                return self.paid(value)
            case "ThisSpell":
                return term("Filter", ref="this", zone="stack")
            case "InHand":
                return self.plain(value.get("what").but(zone="hand"))
            case "ThisOr":
                other = self.plain(value.get("what")).but(other=True)
                return term("Filter", any_of=(term("Filter", ref="this"), other))
            case "Yours" | "Theirs" | "Defenders":
                who = {"Yours": "you", "Theirs": "opponent", "Defenders": "defending"}[value.kind]
                return self.controlled(self.filter(value.get("what")), who)
            case "YoursEither":
                both = [self.filter(value.get(name)) for name in ("a", "b")]
                if any(one.get("zone") or one.get("controller") for one in both):
                    raise Refused
                return term("Filter", controller="you", any_of=tuple(both))
            case "TheirsAll":
                return self.controlled(self.plain(value.get("what")), "opponent")
            case "YoursAll":
                return self.controlled(self.plain(value.get("what")), "you")
            case "YoursOther":
                return self.controlled(self.plain(value.get("what")), "you").but(other=True)
        raise Refused

    def paid(self, value: Term) -> Term:
        """What was sacrificed, exiled... to pay the cost."""
        wanted = {
            "sacrificed": "SacrificeCost",
            "exiled": "ExileCost",
            "discarded": "DiscardCost",
            "tapped": "TapOthers",
        }
        if self.at.paid != wanted[value.get("verb")]:
            raise Refused
        return term("Filter", ref="cost")

    def controlled(self, filter_: Term, who: str) -> Term:
        if filter_.get("controller") is not None or filter_.get("zone", "battlefield") != "battlefield":
            raise Refused
        return filter_.but(controller=who)

    def plain(self, filter_: Term) -> Term:
        """A filter whose players are resolved."""
        if filter_.get("zone") == "card":
            raise Refused
        for name in ("controller", "owner"):
            who = filter_.get(name)
            if who == "that_player":
                filter_ = filter_.but(**{name: self.that_player()})
            elif who in ("target_player", "target_opponent"):
                self.aim_player("any" if who == "target_player" else "opponent")
                filter_ = filter_.but(**{name: "target"})
        return filter_

    def pronoun(self, noun: str | None) -> Term:
        at = self.at
        candidates = list(at.mentions)
        if noun is not None:
            candidates = [one for one in candidates if one != "this"] or candidates
            if noun == "token":
                candidates = [one for one in candidates if one == "token"]
        if not candidates and at.static:
            candidates = ["this"]
        if len(candidates) != 1 or candidates[0] in ("token", "unread"):
            raise Refused
        ref = candidates[0]
        if at.zones.get(ref) in ("somewhere", "library"):
            raise Refused
        return at.object(ref)

    def player(self, who: Value) -> str:
        if isinstance(who, str):
            if who == "owner":
                raise Refused
            return who
        if not isinstance(who, Term):
            raise Refused
        match who.kind:
            case "AimPlayer":
                return self.aim_player(who.get("player"))
            case "ThatPlayer" | "TheyPlayer":
                return self.that_player()
            case "ItsController":
                ref = self.pronoun(who.get("that")).get("ref")
                if ref == "this":
                    return "you"
                if ref == "event" or (ref == "attached" and self.at.event and self.at.player == "event_player"):
                    return "controller_of_event_object"
                if ref == "target":
                    return "controller_of_target"
        raise Refused

    def that_player(self) -> str:
        if self.at.player is None:
            raise Refused
        return self.at.player

    def aim_player(self, player: str) -> str:
        if any(one.get("player") for one in self.at.targets):
            raise Refused
        self.at.targets.append(term("Target", player=player))
        self.at.player = "target"
        return "target"

    # Everything else

    def node(self, one: Term) -> Term:
        """The term with its fields resolved in the order of the text."""
        if one.kind == "Never" or one.kind not in nodes():
            raise Refused
        form = nodes()[one.kind].model_fields
        said: dict[str, Value] = {}
        for name, value in sorted(one.fields, key=lambda item: _order(item[0])):
            if name not in form:
                if name in _DECOR:
                    continue
                raise Refused
            if name in ("who", "whose", "to_player") and not (name == "who" and one.kind in ("PlayerRule", "Special")):
                said[name] = self.player(value)
            else:
                said[name] = self.value(value)
        if one.kind == "SetPowerToughness" and isinstance(one.get("power"), Term) and one.get("power").kind == "Same":
            said["power"] = said["toughness"]
        if one.kind == "EnteredThisTurn":
            said = {}
        return term(one.kind, **_said(one.kind, said))

    def value(self, value: Value) -> Value:
        """A value with the terms of the surface resolved."""
        if isinstance(value, tuple):
            return tuple(part for one in value for part in self.spliced(one))
        if not isinstance(value, Term):
            return value
        match value.kind:
            case "IsSo" if not value.get("was"):
                return self.is_so(value)
            case "EqualTo" | "Amounting":
                return self.value(value.get("amount", value.get("to")))
            case "ForEach":
                number, each = value.get("number"), self.value(value.get("each"))
                if number.kind != "Const":
                    raise Refused
                factor = number.get("value")
                return each if factor == 1 else term("Times", factor=factor, value=each)
            case "Same":
                return None
            case "EventAmount":
                if not self.at.amount:
                    raise Refused
                return value
            case "ThatColor":
                if not self.at.chosen:
                    raise Refused
                return term("ChosenColor")
            case "Per":
                return self.per(value)
            case "Quoted":
                inner = self.fresh().line(value.get("ability"))
                if len(inner) != 1:
                    raise Refused
                return inner[0]
            case "Two":
                return (*self.value(value.get("a")), *self.value(value.get("b")))
            case "AlsoIs" | "PowerOnly" | "LoseKeyword" | "TheExiled" | "TheSacrificed" | "They" | "Those":
                raise Refused
            case "Filter":
                return self.plain(value)
            case "Stat" | "CountersOn":
                made = self.node(value)
                of = made.get("of" if value.kind == "Stat" else "on")
                if isinstance(of, Term) and of.get("zone") and of.get("ref") in ("event", "this") and self.at.event:
                    made = made.but(**{"of" if value.kind == "Stat" else "on": term("Filter", ref=of.get("ref"))})
                return made
        if value.kind in _NOUNS:
            return self.filter(value)
        return self.node(value)

    def is_so(self, value: Term) -> Term:
        """Whether an object passes a filter: whether there is such an object."""
        what, passes = self.filter(value.get("what")), self.plain(value.get("passes"))
        if set(dict(what.fields)) != {"ref"} or "zone" in passes:
            raise Refused
        return term("Exists", what=term("Filter", **{**dict(passes.fields), "ref": what.get("ref")}))

    def spliced(self, one: Value) -> tuple[Value, ...]:
        if isinstance(one, Term) and one.kind == "Reversed":
            return (self.value(one.get("pt")), *self.value(one.get("grants")))
        return (self.value(one),)

    def per(self, value: Term) -> Term:
        each = self.value(value.get("each"))
        change = value.get("change")
        said = {}
        for name in ("power", "toughness"):
            one = change.get(name)
            if one.kind != "Const":
                raise Refused
            factor = one.get("value")
            said[name] = one if factor == 0 else each if factor == 1 else term("Times", factor=factor, value=each)
        return term("ModifyPowerToughness", **said)


_ZONE = {"library_top": "library", "library_bottom": "library"}

_NOUNS = frozenset(
    [
        "This",
        "It",
        "That",
        "Attached",
        "Aim",
        "Every",
        "Each",
        "Bare",
        "A",
        "An",
        "AnyOne",
        "Other",
        "Untapped",
        "TappedOne",
        "ThisCard",
        "ThisSpell",
        "InHand",
        "ThisOr",
        "Yours",
        "Theirs",
        "Defenders",
        "YoursAll",
        "YoursEither",
        "There",
        "Paid",
        "PaidLand",
        "OnTop",
        "TheirsAll",
        "YoursOther",
    ]
)


def _said(kind: str, fields: dict[str, Value]) -> dict[str, Value]:
    """Fields without those that are as they are unsaid."""
    unsaid = defaults(kind)
    return {key: value for key, value in fields.items() if not (key in unsaid and unsaid[key] == value)}


def _aims(value: Value) -> list[Term]:
    """The targets of a sentence, those of modes and reflexive triggers left out."""
    if isinstance(value, tuple):
        return [aim for one in value for aim in _aims(one)]
    if not isinstance(value, Term) or value.kind in ("ChooseModes", "WhenDo", "Quoted"):
        return []
    if value.kind in ("Aim", "AnyTarget", "AimEither"):
        return [value]
    return [aim for _, one in value.fields for aim in _aims(one)]


def _pronoun(value: Value) -> bool:
    return isinstance(value, Term) and any(one.kind in ("It", "That") for one in value.walk())


def _where(value: Term, amount: Value) -> Term:
    """The term with X put as the amount."""
    return value.map(lambda one: _negated(one, amount) if one.kind in ("X", "Times") else one)


def _negated(one: Term, amount: Value) -> Term:
    if one.kind == "X":
        found: Term = amount
        return found
    return one


def _token(of: Term) -> str:
    from .grammar import grammar

    rendered = grammar().render(of, "token")
    if rendered is None:
        raise Refused
    return f"{rendered[:-6]} Token" if of.kind == "Predefined" and rendered.endswith(" token") else rendered


def _zoned(value: Term) -> Term:
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
