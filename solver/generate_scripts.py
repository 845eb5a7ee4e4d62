"""Scripts for generated states: open steps made into lists of concrete ones, and the one that was chosen.

What a scenario's ``when`` leaves open (``either``, ``repeat``, ``any_of``, ranges) is written out, so that each step is
a choice among steps that leave nothing open but what the players decide. So the steps of a play can be told again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from manaproof.bridge.quantities import Quantities, is_quantity
from manaproof.bridge.source import read_text
from manaproof.bridge.steps import EVENTS, STEPS

IDLE = "nothing"
"""The step in which nothing happens."""

Script = tuple[tuple[Any, ...], ...]
"""For each step, the concrete steps among which it is chosen."""


def written_out(when: Sequence[Any], scope: Mapping[str, int], players: Sequence[str]) -> Script:
    """The steps of a scenario, each as the concrete steps that it may be.

    Args:
        when: the steps.
        scope: the bounds that the scenario states.
        players: the players.

    Raises:
        InputError: a quantity ranges over nothing.
    """
    quantities = Quantities(scope, players, read_text("{}", source="the script"))
    found: list[tuple[Any, ...]] = []
    for step in when:
        name, value = _named(step)
        if name == "repeat":
            times = value.get("times", "any") if isinstance(value, dict) else value
            counts = quantities.values(times, "times", ()) if is_quantity(times) else [times]
            inner = [one for one in _concrete(value["step"], quantities) if one != IDLE]
            for number in range(1, max(counts) + 1):
                found.append((IDLE, *inner) if number > min(counts) else tuple(inner))
        elif name == "free":
            fields = value if isinstance(value, dict) else {"beats": value or 1}
            once = {"free": {**fields, "beats": 1}}
            found += [(once,)] * fields.get("beats", 1)
        else:
            found.append(tuple(_concrete(step, quantities)))
    return tuple(found)


def open_script(script: Script) -> list[Any]:
    """A script as ``when`` has it: a step with several possibilities is an ``either``."""
    return [options[0] if len(options) == 1 else {"either": list(options)} for options in script]


def settled_script(script: Script, chosen: Mapping[int, int]) -> dict[int, Any]:
    """The steps that were chosen, by their numbers; without those that are left out.

    Args:
        script: the script.
        chosen: of each step with several possibilities, by its number from 1, the place of the one chosen.
    """
    steps = {number: options[chosen.get(number, 0)] for number, options in enumerate(script, 1)}
    return {number: step for number, step in steps.items() if step != IDLE or len(script[number - 1]) == 1}


def _named(step: Any) -> tuple[str, Any]:
    if isinstance(step, dict) and len(step) == 1:
        name, value = next(iter(step.items()))
        return str(name), value
    return str(step), None


def _concrete(step: Any, quantities: Quantities) -> Iterator[Any]:
    """The concrete steps that a step may be."""
    name, value = _named(step)
    if name == "either":
        for one in value:
            yield from _concrete(one, quantities)
    elif name == "happens":
        event, inner = _named(value)
        keys = EVENTS[event][0]
        fields = inner if isinstance(inner, dict) else {keys[0]: inner}
        for one in _fields(fields, quantities, players="by"):
            yield {"happens": {event: one}}
    elif name in ("activate", "cast", "play_land", "turn_face_up") and isinstance(value, dict):
        for one in _fields(value, quantities):
            yield {name: one}
    elif name in ("attack", "block") and value != "free":
        entries = value if isinstance(value, list) else [value]
        for several in product(*(list(_fields(entry, quantities)) for entry in entries)):
            yield {name: list(several) if isinstance(value, list) else several[0]}
    elif name in STEPS:
        yield step
    else:
        yield step


def _fields(fields: Mapping[str, Any], quantities: Quantities, *, players: str = "") -> Iterator[dict[str, Any]]:
    """Fields with a value for everything that is left open in them."""
    choices = []
    for key, value in fields.items():
        if key == players and value == "any":
            choices.append(list(quantities.players))
        elif is_quantity(value) and not (key in ("by", "ability") and value == "any"):
            choices.append(quantities.values(value, key, ()))
        else:
            choices.append([value])
    for combination in product(*choices):
        yield dict(zip(fields, combination, strict=True))


__all__ = ["IDLE", "Script", "open_script", "settled_script", "written_out"]
