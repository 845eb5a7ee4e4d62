"""From a state to the text that is read back to it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from .reading import commander_by_place, priority_unsaid
from .source import resolve
from .state import GameObject, Player, Spell, StackedAbility, State, automatic_ids, slug
from .surface import ZONES

_SIGNED = re.compile(r"(plus|minus)_(\d+)_(plus|minus)_(\d+)")
_SIGN = {"plus": "+", "minus": "-"}


def state_data(state: State) -> dict[str, Any]:
    """A state as dicts, lists, strings and numbers, ordinary values left out."""
    data: dict[str, Any] = {}
    turn = _turn(state)
    if turn:
        data["turn"] = turn
    order = _file_order(state)
    stated = _stated_ids(order)
    stamps = _stamps(state, order)
    under: dict[tuple[str, str], list[Any]] = {}
    for zone, player, one in order:
        written = _object(one, zone, player, id(one) in stated, stamps.get(id(one)))
        under.setdefault((player, zone), []).append(written)
    data["players"] = {player.name: _player(player, under) for player in state.seats}
    if state.stack:
        data["stack"] = under[("", "stack")]
    if state.cards:
        data["cards"] = [card.to_data() for card in state.cards]
    if state.also:
        data["also"] = list(state.also)
    return data


def counter_text(kind: str) -> str:
    """How a kind of counter is written: ``+1/+1`` for ``plus_1_plus_1``."""
    match = _SIGNED.fullmatch(kind)
    return f"{_SIGN[match[1]]}{match[2]}/{_SIGN[match[3]]}{match[4]}" if match else kind


def write_json(data: Any) -> str:
    """Data as a JSON text."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def write_yaml(data: Any) -> str:
    """Data as a YAML text that ``source.read_text`` reads back the same."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)
    return text


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    plain = isinstance(resolve(value), str)
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=None if plain else "'")


_Dumper.add_representer(str, _text)


def _turn(state: State) -> dict[str, Any]:
    turn = state.turn
    first = state.seats[0].name if state.seats else ""
    data: dict[str, Any] = {}
    if turn.number != 1:
        data["number"] = turn.number
    if turn.others:
        data["active"] = [turn.active, *turn.others]
    elif turn.active != first:
        data["active"] = turn.active
    if turn.step != "precombat_main":
        data["step"] = turn.step
    if turn.priority != priority_unsaid(turn.step, turn.active, state.also):
        data["priority"] = turn.priority
    return data


def _file_order(state: State) -> list[tuple[str, str, GameObject]]:
    """Every object with its zone and the player it is written under, in the order of the text."""
    names = [player.name for player in state.seats]
    permanents: dict[str, list[GameObject]] = {name: [] for name in names}
    for one in state.battlefield:
        under = next((name for name in (one.controller, one.owner) if name in permanents), names[0] if names else "")
        permanents.setdefault(under, []).append(one)
    order: list[tuple[str, str, GameObject]] = []
    for player in state.seats:
        order += [("battlefield", player.name, one) for one in permanents[player.name]]
        for zone in ZONES[1:]:
            order += [(zone, player.name, one) for one in player.zone(zone)]
    return order + [("stack", "", one) for one in state.stack]


def _stated_ids(order: list[tuple[str, str, GameObject]]) -> set[int]:
    """The objects whose ids the order of the file does not give them."""
    objects = [one for _, _, one in order]
    stated = {id(one) for one in objects if not _automatic(one)}
    while True:
        given = automatic_ids((_called(one), one.id if id(one) in stated else None) for one in objects)
        wrong = {id(one) for one, name in zip(objects, given, strict=True) if one.id != name}
        if not wrong:
            return stated
        stated |= wrong


def _called(one: GameObject) -> str:
    """What the reader makes an automatic id of."""
    return f"{one.source} ability" if isinstance(one, StackedAbility) else one.card.key


def _automatic(one: GameObject) -> bool:
    base = slug(_called(one))
    return one.id.startswith(base) and re.fullmatch(r"|-[1-9][0-9]*", one.id[len(base) :]) is not None


def _stamps(state: State, order: list[tuple[str, str, GameObject]]) -> dict[int, int]:
    """The timestamps to state: all, where the order of the file is not theirs."""
    stamps = {id(one): stamp for one, stamp in zip(state.timed(), state.timestamps(), strict=True)}
    written = [stamps[id(one)] for zone in ("command", "battlefield") for place, _, one in order if place == zone]
    return {} if written == list(range(-len(written), 0)) else stamps


def _player(player: Player, under: Mapping[tuple[str, str], list[Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {} if player.life == 20 else {"life": player.life}
    if player.counters:
        data["counters"] = {counter_text(kind): number for kind, number in player.counters.items()}
    if player.mana:
        data["mana"] = dict(player.mana)
    if player.land_played:
        data["land_played"] = True
    if player.team is not None:
        data["team"] = player.team
    for zone in ZONES:
        if (player.name, zone) in under:
            data[zone] = under[player.name, zone]
    return data


def _object(one: GameObject, zone: str, player: str, stated: bool, stamp: int | None) -> Any:
    data: dict[str, Any] = {"card": one.card.key}
    if isinstance(one, StackedAbility):
        data = {"source": one.source, "ability": one.ability}
    if stated:
        data["id"] = one.id
    data.update(_players(one, zone, player))
    unsaid = {"summoning_sick": one.entered_this_turn, "commander": zone == "command" and commander_by_place(one.card)}
    for name in (
        "tapped",
        "damage",
        "attached_to",
        "exiled_with",
        "face_down",
        "summoning_sick",
        "entered_this_turn",
        "token",
        "commander",
    ):
        if (getattr(one, name) or False) != unsaid.get(name, False):
            data[name] = getattr(one, name)
    if one.face != "front" and not isinstance(one, StackedAbility):
        data["face"] = one.face
    if one.x is not None:
        data["x"] = one.x
    if one.counters:
        data["counters"] = {counter_text(kind): number for kind, number in one.counters.items()}
    if one.chosen:
        data["chosen"] = {
            kind: list(value) if isinstance(value, tuple) else value for kind, value in one.chosen.items()
        }
    if isinstance(one, Spell) and one.targets:
        data["targets"] = list(one.targets)
    if stamp is not None:
        data["timestamp"] = stamp
    return one.card.key if len(data) == 1 else data


def _players(one: GameObject, zone: str, player: str) -> dict[str, str]:
    """The controller and owner to write, where the reader would not take them from the place."""
    data: dict[str, str] = {}
    if zone == "stack" or (one.controller is not None and (one.controller != player or zone != "battlefield")):
        data["controller"] = one.controller or ""
    unsaid = player or one.controller
    if one.owner != unsaid:
        data["owner"] = one.owner
    return data
