"""Results as data: what ``--json`` prints of proofs, plays and simulations (DESIGN section 8)."""

from __future__ import annotations

from typing import Any

from .plays import Beat, Choice, Play
from .prove import Result
from .simulate import Simulation
from .wording import choice_sentence, event_sentence, thing


def result_data(result: Result) -> dict[str, Any]:
    """A proof's result, as DESIGN section 8 has it.

    Beside that ``expected``, and ``broken`` and ``why`` where they say more.
    """
    data: dict[str, Any] = {
        "ruling": result.scenario.ruling,
        "verdict": result.verdict,
        "scope": result.scope,
        "cites": list(result.scenario.form.cites),
        "seconds": round(result.seconds, 3),
        "witness": None if result.witness is None else play_data(result.witness, beats=False),
        "counterexample": None if result.counterexample is None else play_data(result.counterexample),
        "expected": result.expected,
    }
    if result.broken is not None:
        data["broken"] = result.broken
    if result.why is not None:
        data["why"] = result.why
    if result.notes:
        data["notes"] = list(result.notes)
    if result.parts:
        data["parts"] = {
            name: {
                "verdict": part.verdict,
                "scope": part.scope,
                "seconds": round(part.seconds, 3),
                "witness": None if part.witness is None else play_data(part.witness, beats=False),
            }
            for name, part in result.parts.items()
        }
    return data


def play_data(play: Play, *, beats: bool = True) -> dict[str, Any]:
    """A play: the state it starts from, what happens in it, and (with *beats*) everything beat by beat."""
    data: dict[str, Any] = {"state": play.state.to_data()}
    if beats:
        data["beats"] = [beat_data(beat) for beat in play.beats]
    else:
        data["happens"] = [event_sentence(event) for beat in play.beats for event, _ in beat.events]
    return data


def beat_data(beat: Beat) -> dict[str, Any]:
    """A beat: its number and kind, its events with the rules they cite, and the choices made."""
    return {
        "beat": beat.number,
        "kind": beat.kind,
        "events": [
            {"event": str(event), "text": event_sentence(event), "cites": list(cites)} for event, cites in beat.events
        ],
        "choices": [choice_data(choice) for choice in beat.choices],
        "cites": list(beat.cites),
    }


def choice_data(choice: Choice) -> dict[str, Any]:
    """A choice: by whom, what was asked, what was answered, and whether anything else was possible."""
    return {
        "beat": choice.beat,
        "player": thing(choice.player),
        "question": str(choice.question),
        "answer": str(choice.answer),
        "free": choice.free,
        "text": choice_sentence(choice),
    }


def simulation_data(simulation: Simulation, ruling: str) -> dict[str, Any]:
    """A simulation: its beats, the choices it left open, the claims that fail, what is refused, and the final state."""
    play, refusal = simulation.play, simulation.refusal
    return {
        "scenario": ruling,
        "complete": simulation.complete,
        "state": None if play is None else play.state.to_data(),
        "beats": [] if play is None else [beat_data(beat) for beat in play.beats],
        "open": [choice_data(choice) for choice in simulation.open],
        "failed": list(simulation.broken),
        "refused": None if refusal is None else {"beat": refusal.beat, "why": str(refusal)},
        "final": None if play is None else play.final.to_data(),
    }


__all__ = ["beat_data", "choice_data", "play_data", "result_data", "simulation_data"]
