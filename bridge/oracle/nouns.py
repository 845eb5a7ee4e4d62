"""What nouns, players and amounts of a text mean, each in its context."""

from __future__ import annotations

from typing import Any, Self

from .context import DECOR, Context, order, said_of
from .templates import Refused
from .terms import Term, Value, nodes, term

NOUNS = frozenset(
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
        "ThisOrEquipped",
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


def of_the_creature(filter_: Term) -> Term:
    """In "artifact, enchantment, or creature with flying", what only creatures have is said of the creature alone.

    Raises:
        Refused: The creature is not named last, so that it is not clear of what it is said.
    """
    types = filter_.get("any_type", ())
    compared = [one for one in filter_.get("compare", ()) if one.get("what") in ("power", "toughness")]
    without = [one for one in filter_.get("none_of", ()) if "keywords" in one]
    if len(types) < 2 or not (filter_.get("keywords") or compared or without):
        return filter_
    if types[-1] != "creature" or "any_of" in filter_ or len(compared) < len(filter_.get("compare", ())):
        raise Refused
    named = {name: filter_.get(name) for name in ("keywords", "compare") if name in filter_}
    if without:
        named["none_of"] = tuple(without)
    rest = tuple(one for one in filter_.get("none_of", ()) if one not in without)
    others = {"any_type": types[:-1]} if len(types) > 2 else {"types": types[:-1]}
    either = (term("Filter", **others), term("Filter", types=("creature",), **named))
    return filter_.but(any_type=None, keywords=None, compare=None, none_of=rest or None, any_of=either)


class Nouns:
    """Resolves nouns, players, amounts and conditions."""

    def __init__(self, context: Context) -> None:
        """In a context."""
        self.at = context

    def line(self, line: Term) -> tuple[Term, ...]:
        """The abilities of a line; the class that knows lines says which."""
        raise Refused

    def fresh(self, **more: Any) -> Self:
        """For a text within the text that speaks for itself."""
        return type(self)(Context(**more))

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
                return self.aim(self.plain(value.get("what"), aimed=True), optional=value.get("optional", False))
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
            case "ThisOrEquipped":
                either = (term("Filter", ref="this"), term("Filter", ref="attached"))
                return term("Filter", any_of=either)
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
        """The filter with a controller."""
        if filter_.get("controller") is not None or filter_.get("zone", "battlefield") != "battlefield":
            raise Refused
        return filter_.but(controller=who)

    def plain(self, filter_: Term, *, aimed: bool = False) -> Term:
        """A filter whose players are resolved, and of which it is clear from what "other" ones are other."""
        if filter_.get("zone") == "card":
            raise Refused
        if filter_.get("other") and not aimed:
            filter_ = self.others(filter_)
        for name in ("controller", "owner"):
            who = filter_.get(name)
            if who in ("that_player", "they"):
                filter_ = filter_.but(**{name: self.that_player()})
            elif who in ("target_player", "target_opponent"):
                self.aim_player("any" if who == "target_player" else "opponent")
                filter_ = filter_.but(**{name: "target"})
        return of_the_creature(filter_)

    def others(self, filter_: Term) -> Term:
        """Other objects than the target that was spoken of, or than this.

        Raises:
            Refused: Either may be meant, or neither.
        """
        before = [number for number, one in enumerate(self.at.targets, 1) if "what" in one]
        if not before and not self.at.spell:
            return filter_
        if len(before) != 1 or not self.at.spell:
            raise Refused
        first = term("Filter", ref=f"target_{before[0]}" if self.at.several else "target")
        return filter_.but(other=None, none_of=(*filter_.get("none_of", ()), first))

    def pronoun(self, noun: str | None) -> Term:
        """What "it", or "that" with a noun, means."""
        at = self.at
        candidates = list(at.mentions)
        if noun is not None:
            others = [one for one in candidates if one != "this"]
            candidates = others if others or noun != "card" else candidates
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
        """The player that a text means."""
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
        """Whom "that player" means."""
        if self.at.player is None:
            raise Refused
        return self.at.player

    def aim_player(self, player: str) -> str:
        """A new target that is a player."""
        if self.at.modal or any(one.get("player") for one in self.at.targets):
            raise Refused
        self.at.targets.append(term("Target", player=player))
        self.at.player = "target"
        return "target"

    def aim(self, what: Term, optional: bool = False, player: str | None = None) -> Term:
        """A new target."""
        if self.at.modal:
            raise Refused
        before = [number for number, one in enumerate(self.at.targets, 1) if "what" in one]
        if what.get("other") and before:
            # "Another target" after a first one is another than that (CR 115.3).
            if len(before) > 1:
                raise Refused
            first = term("Filter", ref=f"target_{before[0]}")
            what = what.but(other=None, none_of=(*what.get("none_of", ()), first))
        said: dict[str, Value] = {"what": what}
        if player:
            if any(one.get("player") for one in self.at.targets):
                raise Refused  # of two players "the target" does not tell which
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

    def as_targeted(self, ref: str) -> Term:
        """The filter that means a target where it was as it was chosen."""
        aimed = [one for one in self.at.targets if "what" in one] if ref == "target" else self.at.targets
        zone = aimed[0 if ref == "target" else int(ref[-1]) - 1].get("what").get("zone", "battlefield")
        return term("Filter", ref=ref) if zone == "battlefield" else term("Filter", ref=ref, zone=zone)

    def node(self, one: Term) -> Term:
        """The term with its fields resolved in the order of the text."""
        if one.kind == "Never" or one.kind not in nodes():
            raise Refused
        form = nodes()[one.kind].model_fields
        said: dict[str, Value] = {}
        early = (
            ("only_if",) if one.get("before") else ()
        )  # "as long as it is ..., it has ...": the condition comes first
        for name, value in sorted(one.fields, key=lambda item: (item[0] not in early, order(item[0]))):
            if name not in form:
                if name in DECOR:
                    continue
                raise Refused
            if name in ("who", "whose", "to_player") and not (name == "who" and one.kind in ("PlayerRule", "Special")):
                said[name] = self.player(value)
            else:
                said[name] = self.value(value)
        if one.kind == "SetPowerToughness" and isinstance(one.get("power"), Term) and one.get("power").kind == "Same":
            said["power"] = said["toughness"]
        return term(one.kind, **said_of(one.kind, said))

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
            case "TheNumber":
                if self.at.counted is None:
                    raise Refused
                return self.at.counted
            case "EventAmount":
                if self.at.counters:
                    return term("PaidCounters", kind=self.at.counters)
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
                elsewhere = isinstance(of, Term) and of.get("zone") not in (None, "stack")
                if elsewhere and of.get("ref") in ("event", "this") and self.at.event:
                    made = made.but(**{"of" if value.kind == "Stat" else "on": term("Filter", ref=of.get("ref"))})
                elif isinstance(of, Term) and of.get("zone") and (of.get("ref") or "").startswith("target"):
                    # Of a target that the instructions before have moved, the number is that which it had (CR 608.2h).
                    made = made.but(**{"of" if value.kind == "Stat" else "on": self.as_targeted(of.get("ref"))})
                return made
        if value.kind in NOUNS:
            return self.filter(value)
        return self.node(value)

    def is_so(self, value: Term) -> Term:
        """Whether an object passes a filter: whether there is such an object."""
        what, passes = self.filter(value.get("what")), self.plain(value.get("passes"))
        if set(dict(what.fields)) != {"ref"} or "zone" in passes:
            raise Refused
        return term("Exists", what=term("Filter", **{**dict(passes.fields), "ref": what.get("ref")}))

    def spliced(self, one: Value) -> tuple[Value, ...]:
        """The members that one member of a list stands for."""
        if isinstance(one, Term) and one.kind == "Reversed":
            return (self.value(one.get("pt")), *self.value(one.get("grants")))
        return (self.value(one),)

    def per(self, value: Term) -> Term:
        """A change of power and toughness for each of what is counted."""
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
