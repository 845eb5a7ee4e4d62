"""From an ability to its canonical Oracle wording: what :mod:`manaproof.bridge.oracle.references` does, undone.

A wording is given only where reading it gives the ability again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..abilities import Ability
from .grammar import grammar, tokens
from .instructions import LATER
from .references import resolve
from .templates import Refused
from .terms import Term, Value, nodes, of_node, term


class Unsayable(Exception):  # noqa: N818 - it is no error, only a no
    """There are no words for it."""


def rendered(*abilities: Ability) -> str | None:
    """The line that gives these abilities (several only where they are keywords); None where there are no words for it.

    The object itself is written ``~``.
    """
    terms = tuple(of_node(one) for one in abilities)
    spell = any(one.kind == "SpellAbility" for one in terms)
    try:
        line = _line(terms)
        if resolve(line, spell) != terms:
            return None
    except (Refused, Unsayable):
        return None
    return grammar().render(line, "line")


def _line(terms: tuple[Term, ...]) -> Term:
    if all(one.kind == "Keyword" for one in terms):
        return term("Keywords", of=tuple(_Speaker().keyword(one) for one in terms))
    if len(terms) != 1:
        raise Unsayable
    (ability,) = terms
    return _Speaker(targets=ability.get("targets", ())).ability(ability)


_COST_NOUNS = {
    "SacrificeCost": "what",
    "ExileCost": "what",
    "TapOthers": "what",
    "UntapOthers": "what",
    "MoveCost": "what",
}
_GROUPS = frozenset({"Apply", "Static"})
_EACH = frozenset({"PutCountersOn", "RemoveCountersFrom", "DealDamage", "PreventNext", "PreventFrom"})
_CHOSEN = frozenset({"SacrificeSome", "MoveSome", "TapSome"})
_PLAYERS = ("who",)
_COUNTED = frozenset({"Count", "Greatest", "Total", "Different", "MostAlike", "ColorsAmong", "BasicLandTypes"})


@dataclass
class _Speaker:
    """Says an ability, and remembers which targets it has named."""

    targets: tuple[Term, ...] = ()
    named: set[str] = field(default_factory=set)
    event: bool = False

    # Abilities

    def ability(self, one: Term) -> Term:
        match one.kind:
            case "Keyword":
                return term("Keywords", of=(self.keyword(one),))
            case "Activated":
                return self.activated(one)
            case "Triggered":
                return self.triggered(one)
            case "SpellAbility":
                return term("Spell", effects=self.sentences(one.get("effects")))
            case "Static":
                return self.static(one)
            case "Replacement":
                return self.replacement(one)
            case "AdditionalCost" | "AlternativeCost":
                said = {name: self.value(one.kind, name, value) for name, value in one.fields}
                if "cost" in one:
                    said["cost"] = tuple(self.cost(pay) for pay in one.get("cost"))
                return term(one.kind, **said)
        raise Unsayable

    def keyword(self, one: Term) -> Term:
        said = dict(one.fields)
        if "cost" in one:
            said["cost"] = tuple(self.cost(pay) for pay in one.get("cost"))
        return term("Keyword", **said)

    def activated(self, one: Term) -> Term:
        cost = tuple(self.cost(pay) for pay in one.get("cost"))
        effects = self.sentences(one.get("effects"))
        only = one.get("only_if")
        if only is not None:
            timed = only.kind in ("Timing", "YourTurn")
            said = {"when": self.condition(only)}
            effects = (*effects, term("Only", **said) if timed else term("Only", **said, if_=True))
        fields: dict[str, Value] = {"cost": cost, "effects": effects}
        if any(pay.kind == "Loyalty" for pay in cost):
            fields["loyalty"] = True
        return term("Activates", **fields)

    def triggered(self, one: Term) -> Term:
        event = one.get("event")
        self.event = True
        if event.kind == "Chapter":
            numeral = {1: "I", 2: "II", 3: "III", 4: "IV", 5: "V", 6: "VI", 7: "VII"}.get(event.get("number"))
            return term("Chapters", numbers=numeral, effects=self.sentences(one.get("effects")))
        said: dict[str, Value] = {"event": self.happening(event), "effects": self.sentences(one.get("effects"))}
        if "only_if" in one:
            said["only_if"] = self.condition(one.get("only_if"))
        return term("Triggers", **said)

    def happening(self, event: Term) -> Term:
        made = self.event_(event)
        if event.kind == "StepBegins":
            return made
        once = event.kind in ("Enters", "Leaves") and (
            event.get("what") is None or event.get("what").get("ref") is not None
        )
        return term("Ev", of=made) if once else term("Ev", of=made, ever=True)

    def event_(self, event: Term) -> Term:
        if event.kind == "Batch":
            inner = event.get("of")
            said = dict(inner.fields)
            if inner.kind == "CountersPut":
                said["on"] = self.actor(said.get("on", term("Filter", ref="this")))
            return term("Batch", of=term(inner.kind, **said))
        if event.kind == "AnyEvent":
            return term("AnyEvent", of=tuple(self.event_(part) for part in event.get("of")))
        said = {}
        for name, value in event.fields:
            said[name] = self.actor(value) if isinstance(value, Term) else value
        if event.kind == "SpellCast" and "what" in event:
            this = event.get("what").get("ref") == "this"
            said["what"] = term("ThisSpell") if this else event.get("what")
        about = {"DamageDealt": None, "SpellCast": None}.get(event.kind, "what")
        form = nodes()[event.kind].model_fields
        if about in form and about not in said and event.kind not in ("PlayerDoes", "TappedForMana"):
            said["what"] = term("This")
        return term(event.kind, **said)

    def actor(self, filter_: Term) -> Term:
        ref = filter_.get("ref")
        if ref == "this":
            return term("This")
        if ref == "attached":
            return term("Attached", how="enchanted", host="permanent")
        if ref is not None:
            raise Unsayable
        either = filter_.get("any_of", ())
        if len(either) == 2 and either[0] == term("Filter", ref="this"):
            return term("ThisOr", what=either[1].but(other=None))
        return term("A", what=filter_)

    def static(self, one: Term) -> Term:
        affects = one.get("affects", term("Filter", ref="this"))
        said: dict[str, Value] = {"affects": self.noun(affects, "Static")}
        said["changes"] = tuple(self.change(change) for change in one.get("changes"))
        if "only_if" in one:
            said["only_if"] = self.condition(one.get("only_if"))
            if any(part.kind == "Quoted" for change in said["changes"] for part in change.walk()):
                said["before"] = True
        if one.get("defines"):
            said["defines"] = True
        return term("Static", **said)

    def change(self, change: Term) -> Term:
        if change.kind == "GainAbility":
            ability = change.get("ability")
            inner = _Speaker(targets=ability.get("targets", ()))
            quoted = (
                inner.keyword(ability) if ability.kind == "Keyword" else term("Quoted", ability=inner.ability(ability))
            )
            return term("GainAbility", ability=quoted)
        if change.kind == "BlockLimit":
            return change
        if change.kind == "Restriction":
            return change.but(unless=self.condition(change.get("unless"))) if "unless" in change else change
        said = {name: self.value(change.kind, name, value) for name, value in change.fields}
        power = change.get("power")
        counts = isinstance(power, Term) and power.kind not in ("Const", "X")
        if change.kind == "SetPowerToughness" and counts and power == change.get("toughness"):
            counted = self.counted(power)
            said = {"power": term("Same", of=counted), "toughness": counted}
        return term(change.kind, **said)

    def replacement(self, one: Term) -> Term:
        event = one.get("event")
        if event.kind == "TappedForMana" and len(one.get("instead")) == 1:
            rewrite = one.get("instead")[0]
            if rewrite.kind == "ManaTypeBySubtype":
                return term("BySubtype", **{name: f"{{{letter}}}" for name, letter in rewrite.get("to")})
            said = {"what": term("A", what=event.get("what", term("Filter"))), "instead": rewrite}
            said.update({name: event.get(name) for name in ("by", "at_least") if name in event})
            return term("TapMana", **said)
        said = {"event": self.event_(event) if event.get("what") is not None else event}
        if event.kind == "Enters" and event.get("what") is not None:
            said["event"] = term("Enters", what=event.get("what"))
        said["instead"] = tuple(
            term(rewrite.kind, **{name: self.value(rewrite.kind, name, value) for name, value in rewrite.fields})
            for rewrite in one.get("instead")
        )
        if "only_if" in one:
            only = one.get("only_if")
            said["only_if"] = self.condition(only)
            if only.kind == "Not":
                return term("Replacement", **said, unless=True)
        return term("Replacement", **said)

    # Instructions

    def sentences(self, effects: tuple[Term, ...]) -> tuple[Term, ...]:
        found: list[Term] = []
        for one in effects:
            found.extend(self.sentence(one))
        return tuple(found)

    def sentence(self, one: Term) -> tuple[Term, ...]:
        match one.kind:
            case "May":
                effects = one.get("effects")
                if effects[0].kind == "PayMana":
                    pay = term("MayPay", cost=effects[0].get("cost"))
                    return (pay, term("IfDo", then=self.joined(effects[1:]))) if effects[1:] else (pay,)
                if len(effects) == 1 and effects[0].kind == "IfDone":
                    first, then = effects[0].get("first"), effects[0].get("then")
                    return (term("May", effects=(self.joined(first),)), term("IfDo", then=self.joined(then)))
                if "who" not in one:
                    return (term("May", effects=(self.joined(effects),)),)
                # Who does it is said before "may".
                undone = tuple(each.but(who=None) if each.get("who") == one.get("who") else each for each in effects)
                return (term("May", effects=(self.joined(undone),), who=self.player(one.get("who"))),)
            case "If":
                condition = self.condition(one.get("condition"))
                then = term("If", condition=condition, then=(self.joined(one.get("then")),))
                if "otherwise" in one:
                    return (then, term("Otherwise", then=self.joined(one.get("otherwise"))))
                return (then,)
            case "Unless":
                said = {name: value for name, value in one.fields if name != "effects"}
                if "who" in said:
                    said["who"] = self.player(said["who"])
                return (term("Unless", effects=(self.joined(one.get("effects")),), **said),)
            case "CreateEffect" if self.later(one) is not None:
                return (
                    term("Delayed", when=self.later(one), effects=(self.joined(one.get("ability").get("effects")),)),
                )
            case "Delayed":
                return (term("Delayed", when=one.get("when"), effects=(self.joined(one.get("effects")),)),)
            case "Destroy" if "regenerable" in one:
                bare = one.but(regenerable=None)
                several = one.get("what").get("ref") is None
                return (*self.sentence(bare), term("CantRegenerate", **({"they": True} if several else {})))
            case "AddMana" if one.get("rider") is not None:
                return (*self.sentence(one.but(rider=None)), term("Rider", text=one.get("rider")))
        return (self.instruction(one),)

    @staticmethod
    def later(one: Term) -> str | None:
        """The time at which a delayed triggered ability triggers, if the effect is one (CR 603.7)."""
        event = one.get("ability").get("event") if one.get("lasts") == "indefinite" else None
        if event is None or event.kind != "StepBegins":
            return None
        said = (event.get("step"), event.get("whose", "you"))
        return next((when for when, known in LATER.items() if known == said), None)

    def prevents(self, said: dict[str, Value], to: Term) -> Term:
        """The instruction to prevent damage this turn."""
        rest = {name: value for name, value in said.items() if name not in ("to", "to_player", "by")}
        if "by" in said:
            rest["by"] = self.noun(said["by"], "Static")
        if "to" in said or "to_player" in said:
            return term("PreventsNext", **rest, to=self.hit(to))
        return term("PreventNext", **rest)

    def joined(self, effects: tuple[Term, ...]) -> Term:
        parts = [part for one in effects for part in self.sentence(one)]
        if len(parts) == 1:
            return parts[0]
        by = {2: "and", 3: ",and"}.get(len(parts))
        if by is None:
            raise Unsayable
        return term("Join", by=by, of=tuple(parts))

    def instruction(self, one: Term) -> Term:
        match one.kind:
            case "DealDamage":
                said: dict[str, Value] = {
                    "source": term("This"),
                    "amount": self.amount(one.get("amount")),
                    "to": self.hit(one),
                }
                return term("Hits", **said)
            case "CreateToken":
                return self.makes(one)
            case "Search":
                what = one.get("what").but(zone="card", owner=None)
                return term("Searches", **{**dict(one.fields), "what": what})
            case "PreventNext" | "PreventFrom":
                return self.prevents({"amount": "all", **dict(one.fields)}, one)
            case "CreateEffect" if one.get("ability").get("instead") == (term("Prevent", amount="all"),):
                event = one.get("ability").get("event")
                return self.prevents({**dict(event.fields), "amount": "all"}, event)
            case "CreateEffect" if one.get("ability").kind == "Static":
                ruling = one.get("ability")
                if set(dict(ruling.fields)) != {"affects", "changes"} or ruling.get("affects").get("ref") is not None:
                    raise Unsayable
                lasts = {"lasts": one.get("lasts")} if "lasts" in one else {}
                return self.instruction(term("Apply", to=ruling.get("affects"), changes=ruling.get("changes"), **lasts))
            case "Move":
                return self.move(one)
            case "GetEmblem" if len(one.get("abilities")) == 1:
                (ability,) = one.get("abilities")
                return term("Emblem", ability=_Speaker(targets=ability.get("targets", ())).ability(ability))
        said = {}
        fields = sorted(one.fields, key=lambda item: item[0] not in ("what", "to", "on", "from_"))
        for name, value in fields:
            said[name] = self.value(one.kind, name, value)
        form = nodes()[one.kind].model_fields
        for name in ("what", "on", "from_"):
            if (
                name in form
                and name not in said
                and form[name].default is not None
                and one.kind not in ("DiscardCards", "Manifest")
            ):
                said[name] = term("This")
        return term(one.kind, **said)

    def move(self, one: Term) -> Term:
        what = one.get("what")
        zone = what.get("zone", "battlefield")
        if what.get("ref") == "this" and zone == "graveyard" and not self.event:
            said = {name: one.get(name) for name in ("to", "tapped") if name in one}
            return term("FromGrave", **said)
        noun = self.noun(what, "Move")
        if one.get("to") == "battlefield":
            said = {name: one.get(name) for name in ("tapped", "transformed") if name in one}
            under = one.get("under", "owner")
            if zone == "battlefield":
                raise Unsayable
            mine = noun.kind == "Aim" and noun.get("what").get("owner") == "you"
            return term(
                "Returns",
                what=noun,
                under="you" if under == "you" and not mine else "owner" if mine else "its_owner",
                **said,
            )
        if one.get("to") in ("hand", "library_top") and noun.kind == "Aim" and noun.get("what").get("owner") == "you":
            return term("Move", what=noun, to=one.get("to"), your=True)
        plural = noun.kind == "Every" and one.get("to") == "hand"
        return term("Move", what=noun, to=one.get("to"), **({"their": True} if plural else {}))

    def makes(self, one: Term) -> Term:
        key: str = one.get("token")
        text = key[: -len(" Token")] + " token" if key.endswith(" Token") else key
        found = grammar().read(tokens(text), "token")
        if found is None:
            raise Unsayable
        said: dict[str, Value] = {"of": found[0], "amount": self.amount(one.get("amount", term("Const", value=1)))}
        said.update({name: True for name in ("tapped", "attacking") if one.get(name)})
        who = {"who": self.player(one.get("who"))} if "who" in one else {}
        return term("Makes", tokens=term("Tokens", **said), **who)

    def hit(self, one: Term) -> Term:
        to, player = one.get("to"), one.get("to_player")
        if to is not None and player == "target":
            aim = self.aimed(to.get("ref"))
            types = aim.get("what").get("types", ())
            if aim.get("what").get("any_type") == ("creature", "planeswalker", "battle") and aim.get("player") == "any":
                other = aim.get("what").get("other") or "none_of" in aim.get("what")
                return term("AnyTarget", **({"other": True} if other else {}))
            return term("AimEither", types=types, player=aim.get("player"))
        if to is not None and player is not None:
            return term("ToBoth", what=self.noun(to, "DealDamage"), who=player)
        if to is not None:
            return term("ToObject", what=self.noun(to, "DealDamage"))
        return term("ToPlayer", who=self.player(player))

    def aimed(self, ref: str) -> Term:
        """The target of that reference, named for the first time."""
        if ref in self.named:
            raise Unsayable
        self.named.add(ref)
        aims = [one for one in self.targets if "what" in one]
        index = 0 if ref == "target" else int(ref[-1]) - 1
        if ref == "target":
            if len(aims) != 1:
                raise Unsayable
            return aims[0]
        return self.targets[index]

    # Nouns, players, amounts, conditions, costs

    def noun(self, filter_: Term, kind: str) -> Term:
        ref = filter_.get("ref")
        if ref is None:
            if kind in _GROUPS:
                return term("Bare", what=filter_)
            if kind in _CHOSEN:
                return term("A", what=filter_)
            return term("Each" if kind in _EACH else "Every", what=filter_)
        if ref == "this":
            return term("This")
        if ref == "attached":
            return term("Attached", how="enchanted", host="permanent")
        if ref == "event":
            return term("It")
        if ref.startswith("target"):
            if ref in self.named:
                return term("It") if ref == "target" else term("That", what="creature")
            aim = self.aimed(ref)
            if "player" in aim:
                raise Unsayable
            said = {"optional": True} if aim.get("optional") else {}
            return term("Aim", what=aim.get("what"), **said)
        raise Unsayable

    def player(self, who: str) -> Value:
        if who == "target":
            aims = [one for one in self.targets if "player" in one]
            if len(aims) != 1:
                raise Unsayable
            if "player" in self.named:
                return term("ThatPlayer")
            self.named.add("player")
            return term("AimPlayer", player=aims[0].get("player"))
        if who in ("event_player", "active"):
            return term("ThatPlayer")
        if who in ("controller_of_event_object", "controller_of_target"):
            return term("ItsController")
        return who

    def amount(self, amount: Value) -> Value:
        if not isinstance(amount, Term) or amount.kind in ("Const", "X", "EventAmount"):
            return amount
        return term("EqualTo", amount=self.counted(amount))

    def counted(self, amount: Term) -> Term:
        said: dict[str, Value] = {}
        for name, value in amount.fields:
            if isinstance(value, Term) and value.kind == "Filter":
                said[name] = value if amount.kind in _COUNTED else self.noun(value, "Stat")
            else:
                said[name] = self.counted(value) if isinstance(value, Term) else value
        if amount.kind in ("Stat", "CountersOn"):
            said.setdefault("of" if amount.kind == "Stat" else "on", term("This"))
        return term(amount.kind, **said)

    def condition(self, condition: Term) -> Term:
        match condition.kind:
            case "Exists":
                what = condition.get("what")
                if what.get("ref") is not None:
                    return term("IsSo", what=self.noun(what, "IsSo"), passes=what.but(ref=None))
                kind = {"you": "Yours", "opponent": "Theirs", "defending": "Defenders"}.get(what.get("controller"))
                if kind is None:
                    raise Unsayable
                return term("Exists", what=term(kind, what=term("A", what=what.but(controller=None))))
            case "CompareAmounts":
                return self.compared(condition)
            case "Not":
                inner = condition.get("condition")
                if inner.kind == "Exists":
                    what = inner.get("what")
                    if what.get("controller") != "you":
                        raise Unsayable
                    kind = "YoursOther" if what.get("other") else "YoursAll"
                    bare = what.but(controller=None, other=None)
                    return term("Not", condition=term("Exists", what=term(kind, what=bare)))
                return term("Not", condition=self.condition(inner))
            case "All":
                return term("All", of=tuple(self.condition(one) for one in condition.get("of")))
        return condition

    def compared(self, condition: Term) -> Term:
        left = condition.get("left")
        if left.kind == "Count" and left.get("of").get("controller") == "you":
            what = left.get("of")
            kind = "YoursOther" if what.get("other") else "YoursAll"
            return condition.but(left=term("Count", of=term(kind, what=what.but(controller=None, other=None))))
        return condition.but(left=self.counted(left)) if left.kind in ("Stat", "CountersOn") else condition

    def cost(self, pay: Term) -> Term:
        said = dict(pay.fields)
        what = pay.get("what")
        if pay.kind in _COST_NOUNS:
            if what is None or what.get("ref") == "this":
                zone = None if what is None else what.get("zone")
                if pay.kind == "SacrificeCost":
                    said["what"] = term("This")
                elif zone is not None:
                    said["what"] = term("ThisCard", zone=zone)
            else:
                several = pay.get("count", term("Const", value=1)) != term("Const", value=1)
                tapped = {"TapOthers": False, "UntapOthers": True}.get(pay.kind)
                inner = what if tapped is None else what.but(tapped=tapped)
                noun = inner if several else term("A", what=inner)
                if several and inner.get("other"):
                    noun = term("Other", what=inner.but(other=None))
                wrap = {"TapOthers": "Untapped", "UntapOthers": "TappedOne"}.get(pay.kind)
                said["what"] = term(wrap, what=noun) if wrap else noun
        if pay.kind == "DiscardCost" and what is not None:
            said["what"] = (
                term("ThisCard", zone="hand") if what.get("ref") else term("InHand", what=what.but(zone="card"))
            )
        for name in ("from_", "on"):
            if pay.kind in ("RemoveCounters", "PutCounters") and name in nodes()[pay.kind].model_fields:
                said[name] = self.noun(pay.get(name, term("Filter", ref="this")), "Cost")
        return term(pay.kind, **said)

    def value(self, kind: str, name: str, value: Value) -> Value:
        """A field of a node, by what it is."""
        if isinstance(value, tuple):
            return tuple(self.value(kind, name, one) for one in value)
        if name in _PLAYERS and isinstance(value, str):
            return self.player(value)
        if not isinstance(value, Term):
            return value
        if value.kind == "Filter":
            return self.noun(value, kind)
        module = nodes()[value.kind].__module__.rsplit(".", 1)[1] if value.kind in nodes() else ""
        if module == "amounts":
            return self.amount(value)
        if module in ("statics",) or value.kind == "GainAbility":
            return self.change(value)
        if module == "mana":
            return self.mana(value)
        return value

    def mana(self, mana: Term) -> Term:
        said: dict[str, Value] = {}
        for name, value in mana.fields:
            if (
                name in ("times", "amount")
                and isinstance(value, Term)
                and value.kind not in ("Const", "X", "EventAmount")
            ):
                said[name] = term("Amounting", to=self.counted(value))
            elif name == "by":
                said[name] = term("AnyOne", what=term("A", what=value))
            elif name == "of" and isinstance(value, Term) and value.get("ref") == "this":
                said[name] = term("This")
            elif isinstance(value, tuple):
                said[name] = tuple(self.mana(one) if isinstance(one, Term) else one for one in value)
            elif isinstance(value, Term) and value.kind in ("CouldProduce", "ColorsOf"):
                said[name] = self.mana(value)
            else:
                said[name] = value
        return term(mana.kind, **said)
