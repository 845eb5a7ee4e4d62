"""Two observations held against each other: what both can see, and see otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from manaproof.bridge.engines.protocol import Data


@dataclass(frozen=True)
class Difference:
    """One thing that is seen otherwise.

    Attributes:
        when: ``start``, ``end`` or ``play``.
        what: what it is: ``battlefield.x.power``, ``players.alice.life``.
        ours: what the rules say.
        theirs: what the engine shows.
    """

    when: str
    what: str
    ours: Any
    theirs: Any

    def to_data(self) -> Data:
        """The difference as plain data."""
        return {"when": self.when, "what": self.what, "ours": self.ours, "theirs": self.theirs}

    @property
    def kind(self) -> str:
        """What it is, without which object or player: ``battlefield.power``."""
        parts = self.what.split(".")
        if parts[0] in ("battlefield", "players") and len(parts) > 2:
            return f"{parts[0]}.{parts[-1]}"
        return parts[0] if parts[0] in ("mana", "actions") else self.what


_SIZE = ("power", "toughness")
"""Only creatures have them (CR 208.3); what an engine keeps for others nobody sees."""

_UNORDERED = ("hand", "graveyard", "exile")


def differences(ours: Data, theirs: Data, when: str) -> Iterator[Difference]:
    """What two observations show otherwise.

    A game that is over is compared by who lost; of what came into being during the game, and has no id, by its looks.
    """
    for name, mine in ours["players"].items():
        if mine["lost"] != theirs["players"][name]["lost"]:
            yield Difference(when, f"players.{name}.lost", mine["lost"], theirs["players"][name]["lost"])
    if ours["over"] or theirs["over"]:
        if ours["over"] != theirs["over"]:
            yield Difference(when, "over", ours["over"], theirs["over"])
        return
    for field in ("number", "active", "step"):
        if ours["turn"][field] != theirs["turn"][field]:
            yield Difference(when, f"turn.{field}", ours["turn"][field], theirs["turn"][field])
    for name, mine in ours["players"].items():
        yield from _fields(f"players.{name}", mine, theirs["players"][name], when, ignored=("lost",))
    yield from _battlefield(ours["battlefield"], theirs["battlefield"], when)
    if list(map(_stacked, ours["stack"])) != list(map(_stacked, theirs["stack"])):
        yield Difference(when, "stack", ours["stack"], theirs["stack"])


def _stacked(one: Data) -> tuple[bool, str, str]:
    return one["spell"], one["controller"], _without_number(str(one["of"]))


def _without_number(id: str) -> str:
    return id.partition("#")[0].removesuffix(" Token") if id.startswith("?") else id


def _fields(path: str, ours: Data, theirs: Data, when: str, ignored: Sequence[str] = ("name",)) -> Iterator[Difference]:
    for field, mine in ours.items():
        other = theirs.get(field)
        if field in ignored:
            continue
        if isinstance(mine, list) and field in (*_UNORDERED, "library"):
            mine, other = list(map(_without_number, mine)), list(map(_without_number, other or []))
            if field in _UNORDERED:
                mine, other = sorted(mine), sorted(other)
        if mine != other:
            yield Difference(when, f"{path}.{field}", mine, other)


def _battlefield(ours: Data, theirs: Data, when: str) -> Iterator[Difference]:
    for id, mine in ours.items():
        if not id.startswith("?"):
            if id not in theirs:
                yield Difference(when, f"battlefield.{id}.there", True, False)
            else:
                ignored = ("name",) if "creature" in (*mine["types"], *theirs[id]["types"]) else ("name", *_SIZE)
                yield from _fields(f"battlefield.{id}", mine, theirs[id], when, ignored)
    for id in theirs:
        if not id.startswith("?") and id not in ours:
            yield Difference(when, f"battlefield.{id}.there", False, True)
    new = _new(ours), _new(theirs)
    if new[0] != new[1]:
        yield Difference(when, "battlefield.new", *new)


def _new(found: Mapping[str, Data]) -> list[Data]:
    """What came into being during the game, by its looks."""
    fields = ("controller", "tapped", "counters", "types", "colors", "power", "toughness")
    new = [
        {"name": one["name"].removesuffix(" Token"), **{field: one[field] for field in fields}}
        for id, one in found.items()
        if id.startswith("?")
    ]
    return sorted(new, key=lambda one: json.dumps(one, sort_keys=True))


def mana_differences(ours: Mapping[str, list[str]], theirs: Mapping[str, list[str]], when: str) -> Iterator[Difference]:
    """The types of mana that permanents can add, where both say."""
    for id, mine in ours.items():
        if id in theirs and theirs[id] != mine:
            yield Difference(when, f"mana.{id}", mine, theirs[id])


def action_differences(
    ours: list[Data] | None, theirs: list[Data], printed: Mapping[str, int], when: str
) -> Iterator[Difference]:
    """What the engine offers and the rules forbid; of what takes no mana, also what they allow and it lacks."""
    if ours is None:
        return
    mine, other = {_key(one): one for one in ours}, {_key(one): one for one in theirs}
    for key in sorted(other.keys() - mine.keys()):
        if "among" not in other[key] or other[key]["among"] == printed.get(other[key]["of"]):
            yield Difference(when, f"actions.{key}", "forbidden", "offered")
    for key, one in mine.items():
        if one["free"] and key not in other:
            yield Difference(when, f"actions.{key}", "allowed", "not offered")


def _key(action: Data) -> str:
    number = f" {action['number'] + 1}" if "number" in action else ""
    return f"{action['do']} {action['of']}{number}"


__all__ = ["Difference", "action_differences", "differences", "mana_differences"]
