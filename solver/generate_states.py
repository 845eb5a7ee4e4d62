"""Generated states: a play made into a scenario that leaves nothing open, and what tells it from others.

The scenario has the play's state, the steps taken, the answers given and, as claims, what the end is like. Two
scenarios that differ only in names, or in who sits where, have the same *form*.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import clingo
from manaproof.bridge.state import GameObject, Spell, StackedAbility, State
from manaproof.bridge.writing import counter_text

from .book import rule_order
from .plays import Choice, Play

_SIMPLE = {"target": "target", "x": "x", "may": "may", "color": "color"}
"""Questions that an answer of a scenario's own answers, for all times they are asked."""


def scenario_data(
    play: Play, steps: Mapping[int, Any], answers: Mapping[str, Any], title: str, controllers: Mapping[str, str]
) -> dict[str, Any]:
    """A play as a scenario that leaves nothing open.

    Args:
        play: the play.
        steps: the steps that were taken, by their numbers.
        answers: the answers that the family gives.
        title: what it is about.
        controllers: who controls which permanent at the end, by the rules.

    Returns:
        The scenario, but for its name.
    """
    idle = _idle_beats(play, steps)
    data: dict[str, Any] = {
        "restated": title,
        "given": play.state.to_data(),
        "when": [steps[number] for number in sorted(steps)],
    }
    given = {**answers, **_answers(play, idle)}
    if given:
        data["answers"] = given
    data["then"] = list(_claims(play, controllers))
    data["scope"] = {"beats": max(10, len(play.beats) + 5)}
    return data


def _idle_beats(play: Play, steps: Mapping[int, Any]) -> list[int]:
    """The beats in which a step that is left out has nothing happen."""
    given = ((beat.number, re.fullmatch(r"given\((\d+)\)", beat.kind)) for beat in play.beats)
    return [number for number, match in given if match is not None and int(match[1]) not in steps]


def _answers(play: Play, idle: Sequence[int]) -> dict[str, Any]:
    """The answers that the players gave where others were possible."""
    free = [choice for beat in play.beats for choice in beat.choices if choice.free]
    free = [choice for choice in free if str(choice.player) != "scenario" or choice.beat >= 0]
    simple: dict[str, set[Any]] = {}
    for choice in free:
        simple.setdefault(choice.question.name, set()).add(_simple(choice))
    if all(name in _SIMPLE and len(values) == 1 and None not in values for name, values in simple.items()):
        asked = [choice for beat in play.beats for choice in beat.choices if choice.question.name in simple]
        if all({_simple(choice)} == simple[choice.question.name] for choice in asked):
            return {_SIMPLE[name]: next(iter(values)) for name, values in sorted(simple.items())}
    return {"choices": [_told(choice, idle) for choice in free]}


def _simple(choice: Choice) -> Any:
    """An answer as ``answers`` has it; None where it has no word for it."""
    name, answer = choice.question.name, choice.answer
    if name == "x" and answer.type is clingo.SymbolType.Number:
        return answer.number
    if name == "may" and str(answer) in ("yes", "no"):
        return str(answer)
    if name == "color" and re.fullmatch("[wubrgc]", str(answer)):
        return str(answer).upper()
    if name == "target" and answer.type is clingo.SymbolType.String:
        return answer.string
    if name == "target" and answer.name == "obj" and answer.arguments[0].type is clingo.SymbolType.String:
        return answer.arguments[0].string
    return None


def _told(choice: Choice, idle: Sequence[int]) -> dict[str, Any]:
    """A choice as ``answers: {choices: ...}`` has it, beats counted without those in which nothing happens."""
    player = choice.player.string if choice.player.type is clingo.SymbolType.String else str(choice.player)
    return {
        "beat": _earlier(choice.beat, idle),
        "by": player,
        "question": str(_shifted(choice.question, idle)),
        "answer": str(_shifted(choice.answer, idle)),
    }


def _earlier(beat: int, idle: Sequence[int]) -> int:
    return beat - sum(1 for one in idle if one < beat)


def _shifted(term: clingo.Symbol, idle: Sequence[int]) -> clingo.Symbol:
    """A term that may speak of objects made at some beat, with the beats counted anew."""
    if term.type is not clingo.SymbolType.Function or not term.arguments:
        return term
    arguments = [_shifted(one, idle) for one in term.arguments]
    if term.name == "new" and len(arguments) == 2 and arguments[0].type is clingo.SymbolType.Number:
        arguments[0] = clingo.Number(_earlier(arguments[0].number, idle))
    return clingo.Function(term.name, arguments)


def _claims(play: Play, controllers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """What the end of a play is like, as claims."""
    final, lost = play.final, set(_terms(play, "lost"))
    for player in final.seats:
        yield {"at_end": {"life": {"of": player.name, "is": player.life}}}
        yield {"at_end": {"lost": player.name} if player.name in lost else {"not": {"lost": player.name}}}
    where = {one.id: zone for zone, one in final.objects()}
    for before, one in play.state.objects():
        zone = where.get(one.id)
        if zone is None:
            yield {"at_end": {"not": {"on_battlefield": one.id}}}
            continue
        if zone == "library" and before == zone:
            continue
        yield {"at_end": {"zone": {"of": one.id, "is": zone}}}
        if zone == "battlefield":
            yield from ({"at_end": formula} for formula in _of_permanent(final.by_id[one.id], controllers))


def _of_permanent(one: GameObject, controllers: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    if one.id in controllers:
        yield {"controls": {"by": controllers[one.id], "of": one.id}}
    yield {"tapped": one.id} if one.tapped else {"untapped": one.id}
    if one.damage:
        yield {"damage": {"of": one.id, "is": one.damage}}
    for kind, number in sorted(one.counters.items()):
        yield {"counters": {"of": one.id, "kind": counter_text(kind), "is": number}}


def _terms(play: Play, name: str) -> Iterator[str]:
    last = play.beats[-1].number if play.beats else 0
    for symbol in play.holds:
        fluent, beat = symbol.arguments
        if beat.number == last and fluent.name == name and len(fluent.arguments) == 1:
            yield fluent.arguments[0].string


def expected(play: Play, controllers: Mapping[str, str]) -> dict[str, Any]:
    """What the play comes to: the state at its end, who controls what, and who has lost or won."""
    return {
        "final": _plain(play.final.to_data()),
        "controllers": dict(sorted((one, by) for one, by in controllers.items() if one in play.final.by_id)),
        "lost": sorted(_terms(play, "lost")),
        "won": sorted(_terms(play, "won")),
    }


def _plain(data: Any) -> Any:
    """A state without the rulebook's own bookkeeping, which counts beats."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items() if key not in ("also", "timestamp", "cards")}
    return [_plain(value) for value in data] if isinstance(data, list) else data


# --- what tells states apart


def form_of(data: Mapping[str, Any], state: State) -> str:
    """A digest that two scenarios share if one becomes the other by renaming objects and players.

    Each object's label is made of what it is and, again and again, of the labels of those it speaks of, and that
    speak of it (as in the refinement of colorings by Weisfeiler and Leman).
    """
    names = [player.name for player in state.seats]
    objects = dict(state.by_id)
    labels = {one.id: _label(one, zone) for zone, one in state.objects()}
    labels |= {one.id: repr((_label(one, "stack"), place, _which(one))) for place, one in enumerate(state.stack)}
    turn = state.turn
    for player in state.seats:
        labels[player.name] = repr(
            (player.life, sorted(player.counters.items()), sorted(player.mana.items()), player.land_played,
             player.name == turn.active, player.name == turn.priority)
        )  # fmt: skip
    script = json.dumps([data["when"], data.get("answers", {})], sort_keys=True)
    known = sorted(labels, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in known)) if known else None

    def spoken(text: str, of: Mapping[str, str]) -> str:
        return text if pattern is None else pattern.sub(lambda match: of[match[0]], text)

    for _ in range(3):
        shown = {name: _digest(label) for name, label in labels.items()}
        mentions = {name: _digest(spoken(script.replace(f'"{name}"', '"*"'), shown)) for name in labels}
        fresh = {}
        for name, label in shown.items():
            one = objects.get(name)
            linked = sorted((kind, shown.get(other, other)) for kind, other in (_links(one) if one is not None else ()))
            owned = sorted(shown[o.id] for o in objects.values() if name in (o.owner, getattr(o, "controller", None)))
            fresh[name] = repr((label, linked, owned if name in names else [], mentions[name]))
        labels = fresh
    shown = {name: _digest(label) for name, label in labels.items()}
    whole = (turn.step, sorted(shown.values()), spoken(script, shown), sorted(state.also))
    return _digest(repr(whole))


def _label(one: GameObject, zone: str) -> str:
    card = one.card.to_data()
    return repr(
        (zone, json.dumps(card, sort_keys=True, default=str), one.tapped, sorted(one.counters.items()), one.damage,
         one.face, one.face_down, one.summoning_sick, one.entered_this_turn, one.token, one.commander, one.x,
         sorted((k, str(v)) for k, v in one.chosen.items()))
    )  # fmt: skip


def _which(one: Spell) -> str | None:
    """Which ability of its source it is, whatever the source is called; None for a spell."""
    return str(one.ability).replace(one.source, "*") if isinstance(one, StackedAbility) else None


def _links(one: GameObject) -> Iterator[tuple[str, str]]:
    yield "owner", one.owner
    if isinstance(one, StackedAbility):
        yield "source", one.source
    if isinstance(one, Spell):
        yield from ((f"target {place}", target) for place, target in enumerate(one.targets))
    controller = getattr(one, "controller", None)
    if controller is not None:
        yield "controller", controller
    if one.attached_to is not None:
        yield "attached", one.attached_to


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def pairs_of(rules: Iterable[str]) -> list[list[str]]:
    """The pairs of rules, in order."""
    return [list(pair) for pair in combinations(sorted(set(rules), key=rule_order), 2)]


__all__ = ["expected", "form_of", "pairs_of", "scenario_data"]
