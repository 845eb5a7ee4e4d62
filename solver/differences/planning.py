"""A play of ours as a plan that another engine can follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import clingo
from manaproof.bridge.abilities import BASIC_LAND_TYPES, Ability, ability_id
from manaproof.bridge.abilities.ability import Activated, SpellAbility, Triggered
from manaproof.bridge.abilities.costs import Loyalty
from manaproof.bridge.abilities.effects import AddMana, DealDamage
from manaproof.bridge.abilities.faces import Transform
from manaproof.bridge.engines.protocol import Data, NotComparableError
from manaproof.bridge.engines.running import Plan
from manaproof.bridge.oracle.canonical import rendered
from manaproof.bridge.scenario import Compiled
from manaproof.bridge.state import State

from ..plays import Beat, Choice, Play
from ..search import settled

_VECTOR = ("W", "U", "B", "R", "G", "C")
_SILENT = frozenset({"pay", "act", "attack", "block"})
"""Questions that are answered otherwise, or by the engine itself."""


def plan_of(compiled: Compiled, play: Play) -> Plan:
    """The plan of a play.

    Args:
        compiled: the scenario.
        play: a play of it.

    Raises:
        NotComparableError: something happens in it that no engine can be made to follow.
    """
    return _Planner(compiled, play).plan()


def is_mana_ability(ability: Ability) -> bool:
    """Whether an activated ability is a mana ability (CR 605.1a), as far as the text alone tells."""
    adds = any(isinstance(node, AddMana) for node in ability.walk())
    return (
        isinstance(ability, Activated)
        and adds
        and not ability.targets
        and not any(isinstance(cost, Loyalty) for cost in ability.cost)
    )


def activated_abilities(state: State, id: str) -> list[Activated]:
    """The activated abilities printed on the face of an object that is up, in order."""
    one = state.by_id[id]
    face = one.card.back if one.face == "back" and one.card.back is not None else one.card.front
    return [ability for ability in face.abilities if isinstance(ability, Activated)]


def vector(term: clingo.Symbol) -> dict[str, int]:
    """``v(0,0,0,1,0,0)`` as ``{"R": 1}``."""
    return {kind: one.number for kind, one in zip(_VECTOR, term.arguments, strict=True) if one.number}


class _Planner:
    def __init__(self, compiled: Compiled, play: Play) -> None:
        self.play = play
        self.players = [player.name for player in play.state.seats]
        self.fluents: dict[int, list[clingo.Symbol]] = {}
        for symbol in play.holds:
            self.fluents.setdefault(symbol.arguments[1].number, []).append(symbol.arguments[0])
        facts = settled(compiled, play.answers)
        self.script = {fact.arguments[0]: fact.arguments[1] for fact in facts if fact.name == "script"}
        self.actions: list[Data] = []
        self.events: list[Data] = []
        self.answers: list[Data] = []
        self.early: list[Data] = []

    def plan(self) -> Plan:
        for beat in self.play.beats[:-1] if self.play.finished else self.play.beats:
            self._beat(beat)
        if self.early and self.actions:
            self.actions[0]["answers"][:0] = self.early
        last = self.play.beats[-1].number
        return Plan(tuple(self.actions), tuple(self.events), self._place(last))

    def _beat(self, beat: Beat) -> None:
        kind = clingo.parse_term(beat.kind)
        if kind.name == "given":
            self._given(beat, kind.arguments[0])
        elif kind.name == "turn_based" and str(kind.arguments[0]) in ("declare_attackers", "declare_blockers"):
            self._declaration(beat, str(kind.arguments[0]))
        elif kind.name == "action":
            self._acts(beat)
        current = self.answers if self.actions else self.early
        for choice in sorted(beat.choices, key=lambda one: str(one.question)):
            current = self._answer(choice, current)

    def _place(self, beat: int) -> Data:
        place: Data = {"turn": 1, "step": "precombat_main", "stack": 0}
        for fluent in self.fluents.get(beat, ()):
            if fluent.name in ("turn", "step") and len(fluent.arguments) == 1:
                value = fluent.arguments[0]
                place[fluent.name] = value.number if fluent.name == "turn" else value.name
            elif fluent.name == "zone" and str(fluent.arguments[1]) == "stack":
                place["stack"] += 1
        return place

    def _add(self, beat: int, **action: Any) -> Data:
        self.answers = []
        added = {**action, **self._place(beat), "answers": self.answers}
        self.actions.append(added)
        return added

    # --- what players do

    def _acts(self, beat: Beat) -> None:
        said = {c.player.string: c.answer for c in beat.choices if str(c.question) == "act"}
        holder = next(
            (
                fluent.arguments[0].arguments[0].string
                for fluent in self.fluents.get(beat.number, ())
                if fluent.name == "doing" and fluent.arguments[0].match("priority", 1)
            ),
            self.players[0],
        )
        start = self.players.index(holder)
        for player in self.players[start:] + self.players[:start]:
            answer = said.get(player)
            if answer is None:
                continue
            if answer.name == "pass":
                self._add(beat.number, do="pass", by=player)
                continue
            self._act(beat, player, answer)
            return

    def _act(self, beat: Beat, player: str, answer: clingo.Symbol) -> None:
        if answer.name not in ("cast", "play_land", "activate"):
            raise NotComparableError("an action that engines are not asked for", answer.name)
        card = self._card(answer.arguments[0])
        action = self._add(beat.number, do=answer.name, by=player, of=card, mana=[])
        if answer.name == "activate":
            action["ability"] = self._ability(card, answer.arguments[1])
            action["mana_first"] = action["mana"]
        elif len(answer.arguments) > 1:
            action["face"] = "back"

    def _card(self, term: clingo.Symbol) -> str:
        if not term.match("obj", 2) or term.arguments[0].type is not clingo.SymbolType.String:
            raise NotComparableError("an action with something that came into being during the game", str(term)[:60])
        return str(term.arguments[0].string)

    def _ability(self, card: str, term: clingo.Symbol) -> Data:
        if term.name == "intrinsic":
            return {"intrinsic": BASIC_LAND_TYPES[term.arguments[0].name], "mana": True}
        printed = activated_abilities(self.play.state, card)
        for number, ability in enumerate(printed):
            if ability_id(ability) == term:
                return {"number": number, "of": len(printed), "mana": is_mana_ability(ability)}
        raise NotComparableError("an ability that is not printed on the object", card)

    def _declaration(self, beat: Beat, kind: str) -> None:
        question = "attack" if kind == "declare_attackers" else "block"
        pairs = {
            self._card(choice.question.arguments[0]): self._whom(choice.answer)
            for choice in beat.choices
            if choice.question.match(question, 1) and str(choice.answer) != "no"
        }
        self._add(beat.number, do=question, **{"attackers" if question == "attack" else "blocks": pairs})

    def _whom(self, term: clingo.Symbol) -> str:
        return term.string if term.type is clingo.SymbolType.String else self._card(term)

    # --- what comes about

    def _given(self, beat: Beat, number: clingo.Symbol) -> None:
        step = self.script.get(number)
        if step is not None and step.name == "supposed":
            self._supposed(beat, str(step.arguments[0].string))
            return
        if step is None or not step.match("happens", 1):
            return
        event = step.arguments[0]
        action = {"do": "event", **self._event(event, beat)}
        if action["event"] != "concede":
            action["number"] = len(self.events) + 1
            self.events.append({key: value for key, value in action.items() if key not in ("do", "targets")})
        self._add(beat.number, **action)

    def _supposed(self, beat: Beat, card: str) -> None:
        """An ability that is supposed to resolve: its effects as those of a spell, if they speak of no source."""
        meant = next((c.answer for c in beat.choices if c.question.match("supposed", 1)), None)
        one = self.play.state.by_id[card]
        ability = next((a for a in one.card.abilities() if meant is not None and ability_id(a) == meant), None)
        if not isinstance(ability, Activated | Triggered | SpellAbility):
            raise NotComparableError("an ability that is supposed to resolve")
        number = len(self.events) + 1
        who = one.controller or one.owner
        if ability.effects == (Transform(),) and not ability.targets:
            event: Data = {"event": "transform", "number": number, "player": who}
            self._add(beat.number, do="event", targets=[card], **event)
        else:
            text = rendered(SpellAbility(effects=ability.effects, targets=ability.targets))
            if text is None or "~" in text or any(isinstance(node, DealDamage | AddMana) for node in ability.walk()):
                raise NotComparableError("an ability that is supposed to resolve, which no spell can stand for")
            event = {"event": "effects", "text": text, "number": number, "player": who}
            self._add(beat.number, do="event", targets=[], **event)
        self.events.append(event)

    def _event(self, event: clingo.Symbol, beat: Beat) -> Data:
        what = [_text(argument) for argument in event.arguments]
        match event.name:
            case "tap" | "untap" | "destroy" | "transform" | "convert" | "counter" | "sacrifice":
                return {"event": event.name, "targets": [what[0]]}
            case "damage" if self._zone(what[0], beat) == "battlefield" and what[2] > 0:
                to = "self" if what[0] == what[1] else "player" if what[1] in self.players else "other"
                whom = [] if to == "self" else [what[1]]
                preventable = what[3] == "preventable"
                return {
                    "event": "damage",
                    "targets": [what[0], *whom],
                    "amount": what[2],
                    "to": to,
                    "preventable": preventable,
                }
            case "counters" | "remove_counters":
                name = "put_counters" if event.name == "counters" else event.name
                return {"event": name, "targets": [what[0]], "kind": what[1], "amount": what[2]}
            case "life":
                verb = "gain_life" if what[1] > 0 else "lose_life"
                return {"event": verb, "targets": [what[0]], "amount": abs(what[1])}
            case "draw":
                return {"event": "draw", "targets": [what[0]], "amount": what[1]}
            case "lose":
                return {"event": "lose", "targets": [what[0]]}
            case "concede":
                return {"event": "concede", "player": what[0], "targets": []}
            case "control":
                return {"event": "gain_control", "targets": [what[0]], "player": what[1]}
            case "move":
                moved = {"event": "move", "targets": [what[0]], "from": self._zone(what[0], beat), "to": what[1]}
                # What brings a card back from a graveyard speaks of "your graveyard".
                whose = self.play.state.by_id.get(what[0]) if moved["from"] == "graveyard" else None
                return moved if whose is None else {**moved, "player": whose.owner}
            case "enter":
                return {
                    "event": "enter",
                    "targets": [what[0]],
                    "from": self._zone(what[0], beat),
                    "plain": len(what) == 2,
                    "under_owner": what[1] in ("owner", self.play.state.by_id[what[0]].owner),
                    "player": self.play.state.by_id[what[0]].owner,
                }
        raise NotComparableError("an event that no text makes come about", event.name)

    def _zone(self, card: str, beat: Beat) -> str:
        found: tuple[int, str] = (-1, "")
        for fluent in self.fluents.get(beat.number, ()):
            if fluent.name == "zone" and fluent.arguments[0].match("obj", 2):
                which, number = fluent.arguments[0].arguments
                if which.type is clingo.SymbolType.String and which.string == card:
                    found = max(found, (number.number, fluent.arguments[1].name))
        return found[1]

    # --- answers

    def _answer(self, choice: Choice, current: list[Data]) -> list[Data]:
        question, answer = choice.question, choice.answer
        if question.name == "pay" and answer.match("mana_ability", 2):
            card = self._card(answer.arguments[0])
            item: Data = {"of": card, "ability": self._ability(card, answer.arguments[1]), "answers": []}
            self.actions[-1].setdefault("mana", []).append(item)
            return self._mana_list() or current
        if question.name == "mana":
            held = self._mana_list()
            (current if held is None else held).append({"question": "mana", "answer": vector(answer)})
            return current
        if question.name == "instead_of_mana" and self.actions:
            if str(answer) != "no":
                item = {"of": self._card(question.arguments[1]), "part": answer.name}
                self.actions[-1].setdefault("convoke", []).append(item)
            return current
        if question.name in _SILENT or (question.name == "spend" and not choice.free):
            return current
        said = self._said(question, answer)
        if said is not None:
            current.append({**said, "free": choice.free})
        return current

    def _mana_list(self) -> list[Data] | None:
        """Where the answers about the mana of the last mana ability activated for a cost go."""
        items = self.actions[-1].get("mana") if self.actions else None
        return items[-1]["answers"] if items else None

    def _said(self, question: clingo.Symbol, answer: clingo.Symbol) -> Data | None:
        match question.name:
            case "target":
                return None if str(answer) == "none" else {"question": "target", "answer": self._named(answer)}
            case "may":
                return {"question": "may", "answer": answer.name}
            case "color":
                return {"question": "color", "answer": answer.name.upper()}
            case "x":
                return {"question": "x", "answer": answer.number}
            case "replacement" if answer.match("by", 2):
                return {"question": "replacement", "answer": self._source(answer.arguments[0])}
            case "cost" | "discard" | "keep":
                return {"question": "pick", "answer": [self._named(answer)]}
        return {"question": question.name, "answer": str(answer)}

    def _source(self, effect: clingo.Symbol) -> str:
        """The object that a replacement effect comes from."""
        objects = [term for term in effect.arguments if term.match("obj", 2)]
        return self._named(objects[0]) if objects else str(effect)

    def _named(self, term: clingo.Symbol) -> str:
        if term.type is clingo.SymbolType.String:
            return term.string
        if term.match("obj", 2) and term.arguments[0].type is clingo.SymbolType.String:
            return str(term.arguments[0].string)
        return str(term)


def _text(term: clingo.Symbol) -> Any:
    if term.type is clingo.SymbolType.Number:
        return term.number
    return term.string if term.type is clingo.SymbolType.String else str(term)


def named(cards: Iterable[str], state: State) -> Iterator[str]:
    """The names of the cards of a state that ids call."""
    yield from (state.by_id[card].card.name for card in cards if card in state.by_id)


__all__ = ["activated_abilities", "is_mana_ability", "named", "plan_of", "vector"]
