"""What pronouns and targets mean: from what a line says to the abilities it gives.

A line is read into a term of the surface, in which objects are ``It``, ``That``, ``Aim`` (a target)... Here each finds
what it refers to, in the order of the text (CR 608.2k, 115.1); where two things may be meant, nothing is: the line is
refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Callable

from .context import DECOR, Context, said_of, zoned
from .instructions import Instructions
from .templates import Refused
from .terms import Term, Value, nodes, term


def resolve(line: Term, spell: bool, context: Context | None = None, name: str = "") -> tuple[Term, ...]:
    """The abilities that a line gives, as terms of nodes.

    Args:
        line: What was read.
        spell: Whether it stands on an instant or sorcery.
        context: For a further paragraph of a spell, that of those before it.
        name: The name of the card, which "a card named ~" means; without one it is what the object is named.

    Raises:
        Refused: A pronoun may mean several things, or what is said does not go together.
    """
    found = Resolver(context or Context(spell=spell)).line(line)
    return tuple(zoned(one.map(lambda part: _unlocked(_others(_by_name(part, name))))) for one in found)


def _by_name(part: Term, name: str) -> Term:
    """A filter with the name that a text gives (CR 201.2), not that which the object has by now."""
    if name and part.kind == "Filter" and part.get("named_as") == "this":
        return part.but(named_as=None, name=name)
    return part


def _others(part: Term) -> Term:
    """In "enchanted creature gets +1/+1 for each other creature" the others are others than that creature.

    Raises:
        Refused: What is said to be done to an object counts others, which may be others than it or than this.
    """
    field, about = {
        "Static": ("changes", "affects"),
        "Apply": ("changes", "to"),
        "PutCountersOn": ("amount", "on"),
    }.get(part.kind, ("", ""))
    what, said = part.get(about), part.get(field)
    if not isinstance(what, Term) or what.get("ref") == "this" or said is None:
        return part
    made = tuple(_than_it(one) for one in said) if isinstance(said, tuple) else _than_it(said)
    if made == said:
        return part
    if part.kind != "Static":
        raise Refused
    return part.but(**{field: made})


def _than_it(said: Value) -> Value:
    """A change or an amount that counts others than the affected object; abilities are left as they are."""
    if not isinstance(said, Term) or said.kind == "GainAbility":
        return said
    affected = term("Filter", ref="affected")
    return said.map(
        lambda one: (
            one.but(other=None, none_of=(*one.get("none_of", ()), affected))
            if one.kind == "Filter" and one.get("other")
            else one
        )
    )


def _unlocked(part: Term) -> Term:
    """Instructions of which those that rule the game apply to new objects, too (CR 611.2c)."""
    said = {}
    for field, value in part.fields:
        if isinstance(value, tuple) and any(isinstance(one, Term) and one.kind == "Apply" for one in value):
            said[field] = tuple(effect for one in value for effect in _by_rule(one))
    return part.but(**said) if said else part


def _by_rule(effect: Term) -> tuple[Term, ...]:
    """The effect, or what modifies objects and what rules the game apart where it is about a kind of objects."""
    if effect.kind != "Apply" or effect.get("to").get("ref") is not None:
        return (effect,)
    rules = tuple(one for one in effect.get("changes") if one.kind in ("Cant", "Must", "BlockLimit"))
    if not rules:
        return (effect,)
    if any(one.kind != "Cant" for one in rules):
        raise Refused  # no rule has effects of resolutions say that of objects to come
    rest = tuple(one for one in effect.get("changes") if one not in rules)
    static = term("Static", affects=effect.get("to"), changes=rules)
    lasts = {"lasts": effect.get("lasts")} if "lasts" in effect else {}
    ruling = term("CreateEffect", ability=static, **lasts)
    return (effect.but(changes=rest), ruling) if rest else (ruling,)


class Resolver(Instructions):
    """Resolves lines."""

    def line(self, line: Term) -> tuple[Term, ...]:
        """The abilities of a line."""
        handler: Callable[[Term], tuple[Term, ...]] = getattr(self, f"line_{line.kind.lower()}", self.line_other)
        return handler(line)

    def line_other(self, line: Term) -> tuple[Term, ...]:
        """A line of static and replacement abilities."""
        if line.kind in ("Static", "Replacement", "AdditionalCost", "AlternativeCost"):
            self.at.static = True
            if self.at.spell:
                self.at.zones["this"] = "stack"
            made = self.node(line)
            if line.kind == "Static" and made.get("affects") in (None, term("Filter", ref="this", zone="stack")):
                made = self.of_the_card(made)
            if self.at.targets:
                raise Refused
            return (made,)
        raise Refused

    def of_the_card(self, static: Term) -> Term:
        """A static ability about the object it is on, where it functions (CR 113.6)."""
        changes = static.get("changes")
        if changes == _FLASH:
            # Under the condition the card may be cast as though it had flash (CR 601.3d).
            return static.but(affects=term("Filter", ref="this", zone="hand"), changes=(term("AsThoughFlash"),))
        if [change.kind for change in changes] == ["SetColors"] and static.get("only_if") is None:
            # What colors the card has is a characteristic-defining ability (CR 604.3a).
            return static.but(affects=None, defines=True)
        if self.at.spell or changes == (term("Cant", what="be_countered"),):
            return static.but(affects=term("Filter", ref="this", zone="stack"))
        return static

    def line_keywords(self, line: Term) -> tuple[Term, ...]:
        """A line that is a list of keywords."""
        return tuple(self.fresh().node(one) for one in line.get("of"))

    def line_twostatics(self, line: Term) -> tuple[Term, ...]:
        """A line that is two static abilities in one line."""
        return (*self.line(line.get("a")), *self.line(line.get("b")))

    def line_tapmana(self, line: Term) -> tuple[Term, ...]:
        """A line that is a replacement of mana from what is tapped for it."""
        what = self.filter(line.get("what"))
        if "named" in line and what.get("subtypes") != (line.get("named"),):
            raise Refused
        said: dict[str, Value] = {"what": what}
        for name in ("by", "at_least"):
            if name in line:
                said[name] = line.get(name)
        return (
            term(
                "Replacement",
                event=term("TappedForMana", **said_of("TappedForMana", said)),
                instead=(self.node(line.get("instead")),),
            ),
        )

    def line_bysubtype(self, line: Term) -> tuple[Term, ...]:
        """A line that is a replacement of mana by land types."""
        pairs = tuple(sorted((name, symbol.strip("{}")) for name, symbol in line.fields))
        if any(len(letter) != 1 or letter not in "WUBRGC" for _, letter in pairs):
            raise Refused
        rewrite = term("ManaTypeBySubtype", to=pairs)
        return (term("Replacement", event=term("TappedForMana"), instead=(rewrite,)),)

    def line_costs(self, line: Term) -> tuple[Term, ...]:
        """A line of what spells cost more or less."""
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
        """A line that is spells cast as though they had flash."""
        spells = line.get("spells")
        if spells.get("zone") != "stack":
            raise Refused
        # From which zone a card is cast makes no difference to that (CR 601.3b).
        cards = [spells.but(zone="hand", spell=None, owner="you")]
        cards += [spells.but(zone=zone, spell=None) for zone in ("graveyard", "exile", "library", "command")]
        return tuple(term("Static", affects=affects, changes=(term("AsThoughFlash"),)) for affects in cards)

    def line_champion(self, line: Term) -> tuple[Term, ...]:
        """A line that is champion."""
        return (term("Keyword", keyword="champion", what=self.filter(line.get("what"))),)

    def line_activates(self, line: Term) -> tuple[Term, ...]:
        """A line that is an activated ability."""
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
            if one.kind == "RemoveCounters" and one.get("amount") in ("any", "some"):
                at.counters = one.get("kind")
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
        """A line that is a triggered ability."""
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
            if event == term("Enters"):
                said["only_if"] = said["only_if"].map(_of_the_spell)
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
        """A line of the chapters of a Saga."""
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
        """A line that is the instructions of a spell."""
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

    def event(self, event: Term) -> Term:
        """The trigger event, after which pronouns can mean what it speaks of."""
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
            if name in DECOR and name not in nodes()[event.kind].model_fields:
                continue
            said[name] = self.filter(value) if isinstance(value, Term) else value
        return term(event.kind, **said_of(event.kind, said))

    def _spoken(self, event: Term, about: Term | None, batch: bool) -> None:
        at = self.at
        kind = event.kind
        at.mentions = []
        at.chosen = event.get("type") == "chosen_color"
        at.amount = kind == "Attacks" if batch else kind in ("DamageDealt", "GainsLife", "LosesLife")
        if kind == "StepBegins":
            whose = event.get("whose", "you")
            at.player = "active" if whose in ("any", "opponent") else None
        elif kind in ("SpellCast", "TappedForMana", "PlayerDoes", "Draws", "GainsLife", "LosesLife"):
            at.player = "event_player" if event.get("by", "you") not in ("you",) or kind == "TappedForMana" else None
        elif kind == "DamageDealt" and event.get("to_player") in ("any", "opponent"):
            at.player = "event_player"
        if batch:
            return
        if kind in ("StepBegins", "PlayerDoes", "Draws", "GainsLife", "LosesLife"):
            return
        this = about is None or about.kind == "This"
        if kind == "DamageDealt" and not this and event.get("by") is not None and "to_player" not in event:
            if about is not None and about.kind == "Attached" and "to" not in event:
                at.mention("attached")
            return  # "it" may be what dealt the damage and what was dealt it
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
        elif about is not None and about.kind in ("Attached", "ThisOr", "ThisOrEquipped"):
            at.mention("event")
            if kind == "Leaves":
                at.zones["event"] = "graveyard" if event.get("to") == "graveyard" else "somewhere"
        else:
            at.mention("event")
            if kind == "Leaves":
                at.zones["event"] = "graveyard" if event.get("to") == "graveyard" else "somewhere"


_FLASH = (term("GainAbility", ability=term("Keyword", keyword="flash")),)

_OF_THE_SPELL = {
    term("Happened", what="it_was_kicked"): term("Kicked"),
    term("Happened", what="you_cast_it"): term("YouCast"),
    term("Happened", what="you_cast_it_from_hand"): term("YouCast", zone="hand"),
}


def _of_the_spell(one: Term) -> Term:
    """Of the entering permanent itself, "it was kicked" and the like speak of the spell it was (CR 702.33e, 400.7d)."""
    return _OF_THE_SPELL.get(one, one)


__all__ = ["Context", "Resolver", "resolve"]
