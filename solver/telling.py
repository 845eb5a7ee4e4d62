"""Plays told in English, as a judge would tell them: the board, what happens beat by beat, the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import clingo
from manaproof.bridge.state import GameObject, StackedAbility, State

from .book import rule_order
from .plays import Beat, Play
from .wording import (
    EVENT_ORDER,
    choice_sentence,
    choice_words,
    counters,
    event_words,
    is_named,
    sentence,
    spoken,
    step,
    thing,
)

# --- states


def board(state: State) -> list[str]:
    """A state in a few lines: whose turn, and for each player what matters."""
    turn = state.turn
    lines = [
        f"Turn {turn.number}, {turn.active}'s {step(turn.step)}"
        + (f"; {turn.priority} has priority." if turn.priority else ".")
    ]
    for player in state.seats:
        facts = [f"{player.life} life"]
        facts += [counters(number, kind) for kind, number in player.counters.items()]
        if player.mana:
            facts.append("mana " + "".join(f"{{{kind}}}" * number for kind, number in player.mana.items()))
        for zone in ("hand", "graveyard", "exile", "command"):
            cards = player.zone(zone)
            if cards:
                facts.append(f"{zone}: " + ", ".join(_called(card) for card in cards))
        lines.append(f"{player.name}: {'; '.join(facts)}.")
    lines += [f"  {_permanent(one)}" for one in state.battlefield]
    lines += [f"  on the stack: {_stacked(one)}, controlled by {one.controller}" for one in state.stack]
    return lines


def _called(one: GameObject) -> str:
    """An object by the name of the face that is up, and by its id where that is not the same."""
    name = one.card.name
    known = [] if one.id == name or one.id.replace("-", " ") == name.lower() else [one.id]
    if one.face == "back" and one.card.back is not None:
        name, known = one.card.back.name, [*known, f"its front face is {name}"]
    return f"{name} ({'; '.join(known)})" if known else name


def _stacked(one: GameObject) -> str:
    if isinstance(one, StackedAbility):
        return f"an ability of {one.source} ({one.id})"
    return _called(one)


def _permanent(one: GameObject) -> str:
    said = [f"controlled by {one.controller}"]
    if one.owner != one.controller:
        said.append(f"owned by {one.owner}")
    face = one.card.back if one.face == "back" and one.card.back is not None else one.card.front
    if face.power is not None:
        said.append(f"{face.power}/{face.toughness}")
    said += [spoken(a.keyword) for a in face.abilities if a.is_ == "keyword"]
    if one.tapped:
        said.append("tapped")
    if one.summoning_sick:
        said.append("summoning sick")
    said += [counters(number, kind) for kind, number in one.counters.items()]
    if one.damage:
        said.append(f"{one.damage} damage")
    if one.attached_to is not None:
        said.append(f"attached to {one.attached_to}")
    for kind, value in one.chosen.items():
        said.append(f"{spoken(kind)} chosen: {value if isinstance(value, str) else ', '.join(value)}")
    if one.face_down:
        said.append("face down")
    return f"{_called(one)} [{face.type_line}], {', '.join(said)}"


# --- plays


@dataclass
class _Line:
    """What is told of one or several beats."""

    last: int
    sentences: list[str]
    cites: set[str] = field(default_factory=set)


FAILS = "   Here it fails."
"""What is said after what happens up to the first beat at which a claim fails."""


def tell(play: Play, *, cites: bool = True) -> list[str]:
    """A play, a numbered line for each beat in which something happens; steps that pass are told together.

    Args:
        play: the play.
        cites: name the rules behind each line, where they were looked up.
    """
    told = list(_lines(play))
    lines = []
    for number, line in enumerate(told, 1):
        numbers = f"  [{', '.join(sorted(line.cites, key=rule_order))}]" if cites and line.cites else ""
        lines.append(f"{number}. {' '.join(line.sentences)}{numbers}")
    if not lines:
        lines.append("Nothing happens: it is about the state itself.")
    if play.violated:
        first = min(min(beats) for beats in play.violated.values())
        lines.insert(sum(line.last <= first for line in told) if told else 1, FAILS)
    return lines


def _lines(play: Play) -> Iterator[_Line]:
    states = _Zones(play)
    passing: list[Beat] = []
    for beat in play.beats:
        sentences = list(_sentences(beat, states))
        if not sentences and _passes(beat):
            passing.append(beat)
            continue
        if not sentences:
            continue
        if passing:
            yield _Line(passing[-1].number, _course(passing), _cites(passing))
            passing = []
        yield _Line(beat.number, sentences, _cites([beat]))
    if passing:
        yield _Line(passing[-1].number, _course(passing), _cites(passing))


def _cites(beats: Iterable[Beat]) -> set[str]:
    """The rules behind what is told of beats: their events, and what abilities do."""
    return {
        cite for beat in beats for found in (*(cites for _, cites in beat.events), beat.abilities) for cite in found
    }


_COURSE = frozenset({"step_begins", "step_ends", "turn_begins"})


def _passes(beat: Beat) -> bool:
    """Whether steps or turns begin or end at a beat."""
    return any(event.name in _COURSE for event, _ in beat.events)


def _course(beats: Iterable[Beat]) -> list[str]:
    """The steps and turns that pass, told together."""
    turns: list[tuple[str, list[str]]] = [("", [])]
    for beat in beats:
        begun = {event.name: event for event, _ in beat.events}
        if "turn_begins" in begun:
            turns.append((thing(begun["turn_begins"].arguments[0]), []))
        if "step_begins" in begun:
            turns[-1][1].append(step(begun["step_begins"].arguments[0].name))
    found = []
    for number, (player, steps) in enumerate(turns):
        if player:
            found.append(f"{player}'s turn begins.")
        if not steps:
            continue
        before, last = (steps, "") if number + 1 < len(turns) else (steps[:-1], steps[-1])
        if before:
            found.append(f"The {_listed(before)} {'passes' if len(before) == 1 else 'pass'}.")
        if last:
            found.append(f"The {last} begins.")
    return found


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


class _Zones:
    """Where abilities that were made during a play are, and what has begun to resolve."""

    def __init__(self, play: Play) -> None:
        self.zones: dict[int, dict[clingo.Symbol, str]] = {}
        for symbol in play.holds:
            fluent, beat = symbol.arguments
            if is_named(fluent, "zone", 2):
                self.zones.setdefault(beat.number, {})[fluent.arguments[0]] = fluent.arguments[1].name
        self.resolving: set[clingo.Symbol] = set()

    def at(self, beat: int, one: clingo.Symbol) -> str | None:
        return self.zones.get(beat, {}).get(one)

    def arrived(self, beat: int, zone: str) -> list[clingo.Symbol]:
        """The triggered abilities that came into a zone by what happened at a beat."""
        after = self.zones.get(beat + 1, {})
        return sorted(
            (one for one, where in after.items() if where == zone and self.at(beat, one) != zone and _triggered(one)),
            key=str,
        )


def _triggered(one: clingo.Symbol) -> bool:
    made = one.arguments[0] if is_named(one, "obj", 2) else one
    return is_named(made, "new", 2) and is_named(made.arguments[1], "trigger")


def _sentences(beat: Beat, zones: _Zones) -> Iterator[str]:
    kind = clingo.parse_term(beat.kind)
    if kind.name in ("instruction", "finish"):
        resolving = kind.arguments[0]
        if resolving not in zones.resolving and zones.at(beat.number, resolving) == "stack":
            zones.resolving.add(resolving)
            yield sentence(f"{thing(resolving)} resolves")
    for choice in beat.choices:
        said = choice_sentence(choice)
        if said:
            yield said
        elif choice.question.name == "act" and choice.answer.name == "cast":
            yield sentence(choice_words(choice))
    clauses = _clauses([event for event, _ in beat.events])
    if clauses and kind.name == "state_based":
        yield "State-based actions: " + "; ".join(clauses) + "."
    elif clauses and kind.name == "given":
        yield "As given, " + "; ".join(clauses) + "."
    else:
        yield from (sentence(clause) for clause in clauses)
    for one in zones.arrived(beat.number, "waiting"):
        yield sentence(f"an ability of {thing(one.arguments[0].arguments[1].arguments[0])} triggers")
    for one in zones.arrived(beat.number, "stack"):
        yield sentence(f"{thing(one)} is put onto the stack")


def _clauses(events: list[clingo.Symbol]) -> list[str]:
    """The events of one beat as clauses, in the order in which they are told; what goes without saying is left out."""
    known = set(map(str, events))
    found = []
    for event in sorted(events, key=lambda one: (EVENT_ORDER.get(one.name, len(EVENT_ORDER)), str(one))):
        if event.name not in _COURSE and not _implied(event, events, known):
            found.append(event_words(event))
    return found


def _implied(event: clingo.Symbol, events: list[clingo.Symbol], known: set[str]) -> bool:
    """Whether another event of the beat says as much."""
    if event.name == "life":
        return len(event.arguments) == 3 and str(event.arguments[2]) == "damage"
    if event.name != "move":
        return False
    what, where, _ = event.arguments
    if str(where) == "graveyard":
        return f"destroy({what})" in known or any(
            one.name == "sacrifice" and one.arguments[1] == what for one in events
        )
    if str(where) == "battlefield":
        return any(one.name == "play_land" and one.arguments[1] == what for one in events)
    return str(where) == "stack"


def grouped(cites: Iterable[str], titles: Mapping[str, str]) -> list[str]:
    """Rules by their sections, a line each, with what the section is about.

    Args:
        cites: the numbers of the rules.
        titles: what sections are about, by their numbers.
    """
    groups: dict[str, list[str]] = {}
    for cite in sorted(set(cites), key=rule_order):
        rule = cite.rstrip("abcdefghijklmnopqrstuvwxyz")
        groups.setdefault(rule if rule in titles else rule.partition(".")[0], []).append(cite)
    return [f"{', '.join(found)} ({titles[of]})" if of in titles else ", ".join(found) for of, found in groups.items()]


__all__ = ["board", "grouped", "tell"]
