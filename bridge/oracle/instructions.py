"""What the instructions of a text mean, sentence by sentence (CR 608.2)."""

from __future__ import annotations

from ..abilities.choices import ONE_PLAYER
from .context import DECOR, Context, aims, has_pronoun, said_of, token_key, with_x
from .nouns import Nouns
from .templates import Refused
from .terms import Term, Value, nodes, term

ZONE = {"library_top": "library", "library_bottom": "library"}
"""The zone of those places of which it is not the name."""

LATER = {
    "next_end_step": ("end", "any"),
    "your_next_end_step": ("end", "you"),
    "next_upkeep": ("upkeep", "any"),
    "your_next_upkeep": ("upkeep", "you"),
    "end_of_combat": ("end_of_combat", "any"),
}
"""The step, and whose, at whose beginning a delayed triggered ability triggers (CR 603.7b); others have no rules."""

_CHOOSING = frozenset(
    {"MoveSome", "TapSome", "SacrificeSome", "Discards", "DiscardCards", "Mill", "ImpulseDraw", "LookAndTake"}
)
"""Instructions about objects that a player chooses: pronouns after them may mean these, which have no name."""


def delayed(when: str, effects: tuple[Term, ...]) -> Term:
    """The delayed triggered ability that follows instructions at a later time (CR 603.7).

    What the instructions name has to be where it was as the effect was created: of what was moved meanwhile by the same
    effect the rules don't keep track.
    """
    for one in (part for effect in effects for part in effect.walk()):
        if one.kind == "Filter" and one.get("ref") not in (None, "this", "event", "target"):
            return term("Delayed", when=when, effects=effects)
        if one.kind == "Filter" and one.get("ref") is not None and one.get("zone", "battlefield") != "battlefield":
            return term("Delayed", when=when, effects=effects)
    if when not in LATER:
        return term("Delayed", when=when, effects=effects)
    step, whose = LATER[when]
    event = term("StepBegins", **said_of("StepBegins", {"step": step, "whose": whose}))
    ability = term("Triggered", event=event, effects=effects)
    return term("CreateEffect", ability=ability, lasts="indefinite")


def done_by(one: Term, who: str) -> Term:
    """An instruction that another player may follow ("that player may draw a card"): it is that player who does it.

    Raises:
        Refused: It says nothing of who does it, it speaks of "you", or several players are asked at once.
    """
    form = nodes().get(one.kind)
    known = form is not None and "who" in form.model_fields and "who" not in one
    if not known or who not in (*ONE_PLAYER, "defending"):
        raise Refused
    if any("you" in (part.get("controller"), part.get("owner")) for part in one.walk()):
        raise Refused
    return one.but(who=who)


def of_the_spell(condition: Term, told: tuple[Term, ...]) -> tuple[Term, ...]:
    """What is done if something is so of this spell: in "if this spell was kicked, it deals" the spell deals."""
    if condition.kind not in ("Kicked", "CastFrom", "YouCast") and condition.get("what") not in _OF_THE_SPELL:
        return told

    def meant(one: Term) -> Term:
        by_it = one.kind == "Hits" and one.get("source").kind == "It"
        return one.but(source=term("This")) if by_it else one

    return tuple(one.map(meant) for one in told)


_OF_THE_SPELL = ("kicked", "it_was_kicked", "cast_from_graveyard")


def numbered(modes: list[Term], *, several: bool) -> list[Term]:
    """Modes whose targets are numbered through, where more than one of them may be chosen or has several targets."""
    counts = [len(mode.get("targets", ())) for mode in modes]
    if sum(counts) < 2 or (not several and max(counts) < 2):
        return modes
    if sum(counts) > 6:
        raise Refused
    found, before = [], 0
    for mode, count in zip(modes, counts, strict=True):

        def shifted(one: Term, before: int = before, count: int = count) -> Term:
            ref = one.get("ref") or ""
            if one.kind != "Filter" or not ref.startswith("target"):
                return one
            number = 1 if ref == "target" else int(ref[-1])
            return one if ref == "target" and not several and count == 1 else one.but(ref=f"target_{before + number}")

        found.append(mode.map(shifted))
        before += count
    return found


class Instructions(Nouns):
    """Resolves sentences."""

    def effects(self, sentences: Value) -> tuple[Term, ...]:
        """The instructions that sentences give."""
        aimed = [one for sentence in sentences for one in aims(sentence)]
        if sum(1 for one in aimed if one.kind in ("Aim", "AnyTarget", "AimEither")) > 1:
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
                if who != "you":
                    inner = tuple(done_by(one, who) for one in inner)
                found.append(term("May", **said_of("May", {"effects": inner, "who": who})))
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
                before = len(at.targets)
                told = of_the_spell(condition, sentence.get("then"))
                then = tuple(one for part in told for one in self.inner(part))
                condition = self.aimless(condition, before)
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
                before = len(at.targets)
                (meant,) = of_the_spell(condition, (sentence.get("then"),))
                then = self.inner(meant)
                condition = self.aimless(condition, before)
                chosen = found[-1].kind in ("May", "MayPay", "IfDone", "Unless")
                if chosen and [one.kind for one in then] != [found[-1].kind]:
                    raise Refused  # what is done instead of a part does not lift the choice it hangs on
                found.append(term("If", condition=condition, then=then, otherwise=(found.pop(),)))
            case "Unless":
                said = {"effects": tuple(one for part in sentence.get("effects") for one in self.inner(part))}
                said["cost"] = tuple(self.node(one) for one in sentence.get("cost"))
                said["who"] = self.player(sentence.get("who", "you"))
                found.append(term("Unless", **said_of("Unless", said)))
            case "Delayed":
                inner = tuple(one for part in sentence.get("effects") for one in self.inner(part))
                found.append(delayed(sentence.get("when"), inner))
            case "Where":
                amount = self.value(sentence.get("x")) if not has_pronoun(sentence.get("x")) else None
                inner = self.inner(sentence.get("do"))
                if amount is None:
                    amount = self.value(sentence.get("x"))
                put = tuple(with_x(one, amount) for one in inner)
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
            case "CantRegenerate":
                if not found or found[-1].kind != "Destroy":
                    raise Refused
                found.append(found.pop().but(regenerable=False))
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

    def aimless(self, condition: Term, before: int) -> Term:
        """Whether the spell was kicked decides about targets, too (CR 702.33g): no rule does that yet."""
        if len(self.at.targets) == before:
            return condition
        aimed = term("Happened", what="kicked_with_targets")
        return condition.map(lambda one: aimed if one.kind == "Kicked" else one)

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
            term("UnsupportedEffect", **said_of("UnsupportedEffect", {"text": text, "adds_mana": sentence.get("mana")}))
        )

    def modes(self, sentence: Term) -> Term:
        """The instruction to choose modes (CR 700.2)."""
        if self.at.targets:
            raise Refused
        self.at.modal = True
        made = []
        for mode in sentence.get("modes"):
            inner = type(self)(
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
        made = numbered(made, several=sentence.get("at_most", 1) > 1)
        said = {key: value for key, value in sentence.fields if key != "modes"}
        high = min(said.get("at_most", 1), len(made)) if not said.get("repeat") else said.get("at_most", 1)
        if said.get("at_least", 1) > len(made) and not said.get("repeat"):
            raise Refused
        return term("ChooseModes", **said_of("ChooseModes", {**said, "at_most": high, "modes": tuple(made)}))

    def prevention(self, one: Term) -> Term:
        """The instruction to prevent damage this turn (CR 615.1, 615.7)."""
        said = {"amount": self.value(one.get("amount")), "combat": one.get("combat", False)}
        if one.get("to") is not None:
            said.update(self.hit(one.get("to")))
        if one.get("by") is not None:
            said["by"] = self.filter(one.get("by"))
        if said["amount"] != "all" and not said["combat"] and "by" not in said:
            del said["combat"]
            return term("PreventNext", **said)
        if said["amount"] == "all" and said.get("to_player", "you") in ("you", "any", "opponent"):
            event: dict[str, Value] = {name: said[name] for name in ("to", "to_player", "by") if name in said}
            if said["combat"]:
                event["combat"] = True
            made = term("Replacement", event=term("DamageDealt", **event), instead=(term("Prevent", amount="all"),))
            return term("CreateEffect", ability=made)
        return term("PreventFrom", **said_of("PreventFrom", said))

    def instruction(self, one: Term) -> tuple[Term, ...]:
        """The instructions of one clause."""
        at = self.at
        match one.kind:
            case "Hits":
                return (self.hits(one),)
            case "HitsTwo" | "Never":
                raise Refused
            case "Makes":
                tokens = one.get("tokens")
                said: dict[str, Value] = {
                    "token": token_key(tokens.get("of")),
                    "amount": self.value(tokens.get("amount", term("Const", value=1))),
                }
                said["who"] = self.player(one.get("who", "you"))
                said["tapped"], said["attacking"] = tokens.get("tapped", False), tokens.get("attacking", False)
                at.mentions.append("token")
                return (term("CreateToken", **said_of("CreateToken", said)),)
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
                return (term("Move", **said_of("Move", said)),)
            case "Puts":
                what = self.filter(one.get("what"))
                if what.get("zone", "battlefield") == "battlefield":
                    raise Refused
                return (term("Move", what=what, to="battlefield", under="you"),)
            case "FromGrave":
                this = term("Filter", ref="this", zone="graveyard")
                if at.functions_in != "graveyard":
                    # Who controlled the permanent need not own the card.
                    this = this.but(owner="you")
                at.zones["this"] = one.get("to")
                said = {"what": this, "to": one.get("to"), "tapped": one.get("tapped", False)}
                if one.get("to") == "battlefield":
                    said["under"] = "you"
                return (term("Move", **said_of("Move", said)),)
            case "Counts":
                at.counted = term("Count", of=self.value(one.get("of")))
                return ()
            case "ApplyAnd":
                applied = self.instruction(term("Apply", to=one.get("to"), changes=one.get("changes")))
                (ability,) = self.fresh().line(one.get("line"))
                return (*applied, term("CreateEffect", ability=ability))
            case "ChoosesPlayer":
                at.player = "chosen_player"
                return ()
            case "Emblem":
                abilities = self.fresh().line(one.get("ability"))
                return (term("GetEmblem", abilities=abilities),)
            case "Creates":
                inner = self.fresh()
                inner.at.targets = at.targets
                (ability,) = inner.line(one.get("ability"))
                if ability.kind != "Replacement" or ability.get("event").kind == "Enters":
                    raise Refused
                created = {"ability": ability, "lasts": one.get("lasts", "end_of_turn")}
                return (term("CreateEffect", **said_of("CreateEffect", created)),)
            case "Flicker":
                there = term("Move", what=term("Filter", ref="this"), to="exile")
                back = {
                    "what": term("Filter", ref="this", zone="exile"),
                    "to": "battlefield",
                    "under": one.get("under"),
                    "transformed": True,
                }
                return (there, term("Move", **said_of("Move", back)))
            case "FlickerAim":
                what = self.filter(one.get("what"))
                there = term("Move", what=what, to="exile")
                back = {"what": what.but(zone="exile"), "to": "battlefield", "under": one.get("under")}
                return (there, term("Move", **said_of("Move", back)))
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
                self._moved(what, ZONE.get(to, to))
                return (term("Move", **{**{k: v for k, v in one.fields if k not in DECOR}, "what": what}),)
            case "Searches":
                what = one.get("what").but(zone="library")
                said = {key: value for key, value in one.fields if key not in DECOR}
                at.mentions.append("unread")
                return (term("Search", **said_of("Search", {**said, "what": what})),)
            case "PreventsNext" | "PreventNext":
                return (self.prevention(one),)
            case "KeywordAction" if one.get("action") == "investigate":
                said = {name: self.value(value) for name, value in one.fields if name == "amount"}
                said.update({"token": "Clue Token", "who": self.player(one.get("who", "you"))})
                return (term("CreateToken", **said_of("CreateToken", said)),)
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
                return (term("CreateCopy", **said_of("CreateCopy", {**dict(one.fields), "of": of})),)
            case _:
                made = self.node(one)
                if made.kind == "ChooseColor":
                    at.chosen = True
                if made.kind in _CHOOSING:
                    at.mentions.append("unread")
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
        """The effect that makes an object something else for a time."""
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
        """Damage that an object deals."""
        source = self.filter(one.get("source"))
        # In "deals damage to target creature equal to its power" the target is spoken of before the amount.
        to = self.hit(one.get("to")) if one.get("after") else {}
        said = {"amount": self.value(one.get("amount")), **(to or self.hit(one.get("to")))}
        if source.get("ref") == "this":
            return term("DealDamage", **said)
        return term("Bites", source=source, **said)

    def hit(self, to: Term) -> dict[str, Value]:
        """To whom damage is dealt, as fields."""
        match to.kind:
            case "AnyTarget":
                what = term("Filter", any_type=("creature", "planeswalker", "battle"))
                if to.get("other"):
                    what = what.but(other=True)
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
