"""Whether a game can be in a state, and every reason why not (in the manner of python-chess's ``Board.status``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Flag, auto

import clingo

from .abilities import Activated, Triggered
from .errors import Problem, did_you_mean
from .reading import WITHOUT_PRIORITY
from .state import GameObject, Path_, StackedAbility, State, UnknownCard, face_up
from .surface import STEPS
from .typeline import PERMANENT_TYPES


class Status(Flag):
    """The reasons why no game can be in a state. ``Status.LEGAL`` is none of them."""

    LEGAL = 0
    NO_PLAYERS = auto()
    TURN_NUMBER = auto()
    UNKNOWN_ACTIVE_PLAYER = auto()
    TWO_ACTIVE_PLAYERS = auto()
    UNKNOWN_STEP = auto()
    UNKNOWN_PRIORITY = auto()
    PRIORITY_IN_UNTAP_STEP = auto()
    STACK_AS_STEP_BEGINS = auto()
    NEGATIVE_MANA = auto()
    NEGATIVE_COUNTERS = auto()
    LAND_PLAYED_OFF_TURN = auto()
    NO_FLUENT = auto()
    FLUENT_OF_A_FIELD = auto()
    UNKNOWN_CARD = auto()
    UNKNOWN_TOKEN = auto()
    DUPLICATE_ID = auto()
    ID_OF_A_PLAYER = auto()
    UNKNOWN_OWNER = auto()
    UNKNOWN_CONTROLLER = auto()
    NO_CONTROLLER = auto()
    CONTROLLER_OUTSIDE = auto()
    ZONE_OF_ANOTHER = auto()
    TAPPED_OUTSIDE = auto()
    DAMAGE_OUTSIDE = auto()
    NEGATIVE_DAMAGE = auto()
    SUMMONING_SICK_OUTSIDE = auto()
    ENTERED_OUTSIDE = auto()
    ENTERED_EARLIER = auto()
    FACE_DOWN_OUTSIDE = auto()
    FACE_DOWN_BACK = auto()
    NOT_DOUBLE_FACED = auto()
    BACK_OUTSIDE = auto()
    ATTACHED_OUTSIDE = auto()
    ATTACHED_TO_NOTHING = auto()
    ATTACHED_TO_ITSELF = auto()
    ATTACHED_IN_A_CYCLE = auto()
    ATTACHED_TO_WRONG_ZONE = auto()
    UNKNOWN_PLAYER_CHOSEN = auto()
    X_OUTSIDE = auto()
    NEGATIVE_X = auto()
    LAND_ON_STACK = auto()
    NO_PERMANENT = auto()
    EMBLEM_OUTSIDE_COMMAND = auto()
    NOT_A_COMMANDER = auto()
    COMMANDER_NOT_A_CARD = auto()
    UNKNOWN_SOURCE = auto()
    NO_SUCH_ABILITY = auto()
    UNKNOWN_TARGET = auto()


@dataclass(frozen=True, slots=True)
class Finding:
    """One reason why no game can be in a state.

    Attributes:
        flag: The reason.
        id: The object, or the player, that it is about; None where it is about the state.
        problem: What is wrong, where in the text, and the cure.
    """

    flag: Status
    id: str | None
    problem: Problem

    def __str__(self) -> str:
        return str(self.problem)


def status(state: State) -> Status:
    """Every reason why no game can be in a state, together."""
    found = Status.LEGAL
    for finding in findings(state):
        found |= finding.flag
    return found


def findings(state: State) -> tuple[Finding, ...]:
    """Every reason why no game can be in a state, in the order of its text."""
    found = list(_Inspector(state).findings())
    return tuple(sorted(found, key=lambda finding: (finding.problem.line, finding.problem.column)))


_Found = Iterator[Finding]


class _Inspector:
    def __init__(self, state: State) -> None:
        self.state = state
        self.root: Path_ = state.path
        self.names = list(state.players)
        self.a_player = "write one of " + ", ".join(self.names) if self.names else "add the players"
        self.abilities = [one for one in state.stack if isinstance(one, StackedAbility)]
        self.zone_of = {one.id: "stack" for one in state.stack} | {one.id: zone for zone, one in state.objects()}
        self.ids = Counter([one.id for _, one in state.objects()] + [one.id for one in self.abilities])

    def findings(self) -> _Found:
        yield from self._turn()
        yield from self._players()
        yield from self._also()
        for zone, one in self.state.objects():
            yield from self._identity(zone, one)
            yield from self._people(zone, one)
            yield from self._status_of(zone, one)
            yield from self._faces(zone, one)
            yield from self._attached(zone, one)
            yield from self._kind_of_card(zone, one)
        yield from self._stack()
        for player in self.state.seats:
            for zone in ("hand", "graveyard", "library"):
                for one in player.zone(zone):
                    if one.owner != player.name:
                        yield self._of(
                            one,
                            Status.ZONE_OF_ANOTHER,
                            f"is in the {zone} of {player.name!r} but {one.owner!r} owns it (CR 400.3)",
                            "put it under its owner",
                            "owner",
                        )

    def _stack(self) -> _Found:
        for spell in self.state.stack:
            for target in spell.targets:
                if target not in self.zone_of and target not in self.names:
                    cure = did_you_mean(target, [*self.zone_of, *self.names], "write the id of an object or a player")
                    what = f"targets {target!r}, which is not in the state"
                    yield self._of(spell, Status.UNKNOWN_TARGET, what, cure, "targets")
        for one in self.abilities:
            yield from self._unique(one)
            yield from self._controlled(one)
            if one.source not in self.zone_of:
                cure = did_you_mean(one.source, self.zone_of, "write the id of an object")
                what = f"is an ability of {one.source!r}, which is not in the state"
                yield self._of(one, Status.UNKNOWN_SOURCE, what, cure, "source")
            elif isinstance(one.ability, int) and not isinstance(one.kind, Activated | Triggered):
                what = f"is no activated or triggered ability: number {one.ability} of {one.source!r}"
                cure = "count the abilities printed on the source from 1"
                yield self._of(one, Status.NO_SUCH_ABILITY, what, cure, "ability")

    def _at(self, flag: Status, path: Path_, what: str, cure: str, about: str | None = None) -> Finding:
        return Finding(flag, about, self.state.problem((*self.root, *path), what, cure))

    def _of(self, one: GameObject, flag: Status, what: str, cure: str, field: str = "") -> Finding:
        path = (*one.path, field) if field else one.path
        return Finding(flag, one.id, self.state.problem(path, f"{one.id!r} {what}", cure))

    def _turn(self) -> _Found:
        turn, here = self.state.turn, ("turn",)
        if not self.names:
            yield self._at(Status.NO_PLAYERS, (), "the state has no players", "add 'players:' with a name for each")
        elif turn.active not in self.names:
            yield self._at(
                Status.UNKNOWN_ACTIVE_PLAYER,
                (*here, "active"),
                f"the active player {turn.active!r} is not in the game",
                did_you_mean(turn.active, self.names, self.a_player),
                turn.active,
            )
        if turn.others:
            yield self._at(
                Status.TWO_ACTIVE_PLAYERS,
                (*here, "active"),
                f"a turn has one active player (CR 102.1), not {len(turn.others) + 1}",
                "name one player",
            )
        if turn.number < 1:
            yield self._at(
                Status.TURN_NUMBER, (*here, "number"), f"there is no turn {turn.number}", "count turns from 1"
            )
        if turn.step not in STEPS:
            yield self._at(
                Status.UNKNOWN_STEP,
                (*here, "step"),
                f"{turn.step!r} is no step or main phase (CR 500.1)",
                did_you_mean(turn.step, STEPS, "write one of " + ", ".join(STEPS)),
            )
        if turn.priority not in (None, turn.active) and turn.priority not in self.names and self.names:
            yield self._at(
                Status.UNKNOWN_PRIORITY,
                (*here, "priority"),
                f"{turn.priority!r}, who is to have priority, is not in the game",
                did_you_mean(turn.priority, self.names, self.a_player),
                turn.priority,
            )
        if turn.priority is not None and turn.step == "untap":
            yield self._at(
                Status.PRIORITY_IN_UNTAP_STEP,
                (*here, "priority"),
                "no player receives priority in the untap step (CR 502.4)",
                "leave out 'priority', or choose a later step",
            )
        begins = turn.priority is None and not any(text.startswith("doing(") for text in self.state.also)
        if begins and self.state.stack and turn.step not in WITHOUT_PRIORITY:
            yield self._at(
                Status.STACK_AS_STEP_BEGINS,
                (*here, "priority"),
                "nobody has priority, so the step begins, and "
                "no step begins while something is on the stack (CR 500.2)",
                "say who has priority",
            )

    def _players(self) -> _Found:
        for player in self.state.seats:
            here = ("players", player.name)
            for kind, number in player.mana.items():
                if number < 0:
                    yield self._at(
                        Status.NEGATIVE_MANA,
                        (*here, "mana", kind),
                        f"{player.name!r} has {number} mana of type {kind}",
                        "write a number from 0",
                        player.name,
                    )
            for kind, number in player.counters.items():
                if number < 0:
                    yield self._at(
                        Status.NEGATIVE_COUNTERS,
                        (*here, "counters"),
                        f"{player.name!r} has {number} {kind} counters",
                        "write a number from 0",
                        player.name,
                    )
            if player.land_played and player.name != self.state.turn.active and self.names:
                yield self._at(
                    Status.LAND_PLAYED_OFF_TURN,
                    (*here, "land_played"),
                    f"{player.name!r} cannot have played a land: it isn't their turn (CR 305.3)",
                    "remove 'land_played'",
                    player.name,
                )

    def _also(self) -> _Found:
        if not self.state.also:
            return
        kept = State.from_facts(self.state.facts(), self.state.definitions).also
        for text in self.state.also:
            term = clingo.parse_term(text)
            if term.type is not clingo.SymbolType.Function or not term.name:
                yield self._at(Status.NO_FLUENT, ("also",), f"{text} is no fluent", "write a fluent of asp/README.md")
            elif text not in kept or (term.match("doing", 1) and self.state.turn.priority is not None):
                what = f"{text} is what a field of the state tells"
                yield self._at(Status.FLUENT_OF_A_FIELD, ("also",), what, "write the field instead, or leave it out")

    def _identity(self, zone: str, one: GameObject) -> _Found:
        if isinstance(one.card, UnknownCard):
            yield self._of(
                one,
                Status.UNKNOWN_CARD,
                f"is an unknown card, {one.card.key!r}",
                self.state.definitions.cure(one.card.key),
                "card",
            )
        for token in one.card.tokens:
            if token not in self.state.definitions:
                yield self._of(
                    one,
                    Status.UNKNOWN_TOKEN,
                    f"creates a token that nothing defines, {token!r}",
                    self.state.definitions.cure(token),
                    "card",
                )
        yield from self._unique(one)

    def _unique(self, one: GameObject) -> _Found:
        if self.ids[one.id] > 1:
            yield self._of(
                one,
                Status.DUPLICATE_ID,
                f"is the id of {self.ids[one.id]} objects, and an object is in one zone (CR 400.1)",
                "give each its own id",
                "id",
            )
        if one.id in self.names:
            yield self._of(
                one, Status.ID_OF_A_PLAYER, "is the name of a player too", "give the object another id", "id"
            )

    def _controlled(self, one: GameObject) -> _Found:
        if not one.controller:
            yield self._of(one, Status.NO_CONTROLLER, "has no controller (CR 109.4)", "add 'controller: ...'")
        elif one.controller not in self.names:
            what = f"is controlled by {one.controller!r}, who is not in the game"
            cure = did_you_mean(one.controller, self.names, self.a_player)
            yield self._of(one, Status.UNKNOWN_CONTROLLER, what, cure, "controller")

    def _people(self, zone: str, one: GameObject) -> _Found:
        if one.owner not in self.names and (one.owner or zone != "stack"):
            yield self._of(
                one,
                Status.UNKNOWN_OWNER,
                f"belongs to {one.owner!r}, who is not in the game",
                did_you_mean(one.owner, self.names, self.a_player),
                "owner",
            )
        if zone in ("battlefield", "stack"):
            yield from self._controlled(one)
        elif one.controller is not None and not (zone == "command" and one.card.is_emblem):
            yield self._of(
                one,
                Status.CONTROLLER_OUTSIDE,
                f"has a controller in the zone {zone} (CR 108.4)",
                "remove 'controller'",
                "controller",
            )
        for kind in ("player", "opponent"):
            chosen = one.chosen.get(kind, ())
            for name in (chosen,) if isinstance(chosen, str) else chosen:
                if name not in self.names:
                    yield self._of(
                        one,
                        Status.UNKNOWN_PLAYER_CHOSEN,
                        f"has a chosen {kind} {name!r} who is not in the game",
                        did_you_mean(name, self.names, self.a_player),
                        "chosen",
                    )

    def _status_of(self, zone: str, one: GameObject) -> _Found:
        outside = zone != "battlefield"
        for said, flag, field in (
            (one.tapped, Status.TAPPED_OUTSIDE, "tapped"),
            (one.damage != 0, Status.DAMAGE_OUTSIDE, "damage"),
            (one.summoning_sick, Status.SUMMONING_SICK_OUTSIDE, "summoning_sick"),
            (one.entered_this_turn, Status.ENTERED_OUTSIDE, "entered_this_turn"),
        ):
            if outside and said:
                yield self._of(
                    one,
                    flag,
                    f"is in the zone {zone}, where only a permanent's {field!r} could be (CR 110.5d)",
                    f"remove '{field}', or put it on the battlefield",
                    field,
                )
        if not outside and one.entered_this_turn and not one.summoning_sick:
            yield self._of(
                one,
                Status.ENTERED_EARLIER,
                "entered this turn, so nobody has controlled it since the turn began (CR 302.6)",
                "leave out 'summoning_sick: false'",
                "summoning_sick",
            )
        if one.damage < 0:
            yield self._of(one, Status.NEGATIVE_DAMAGE, f"has {one.damage} damage", "write a number from 0", "damage")
        for kind, number in one.counters.items():
            if number < 0:
                yield self._of(
                    one, Status.NEGATIVE_COUNTERS, f"has {number} {kind} counters", "write a number from 0", "counters"
                )
        if one.x is not None and one.x < 0:
            yield self._of(one, Status.NEGATIVE_X, f"has an X of {one.x} (CR 107.1b)", "write a number from 0", "x")
        if one.x is not None and zone not in ("battlefield", "stack"):
            yield self._of(
                one, Status.X_OUTSIDE, f"has an X in the zone {zone}, where it is 0 (CR 107.3)", "remove 'x'", "x"
            )

    def _faces(self, zone: str, one: GameObject) -> _Found:
        if one.face_down and zone not in ("battlefield", "stack", "exile"):
            yield self._of(
                one,
                Status.FACE_DOWN_OUTSIDE,
                f"is face down in the zone {zone} (CR 110.5d)",
                "remove 'face_down'",
                "face_down",
            )
        if one.face == "front" or isinstance(one.card, UnknownCard):
            return
        if one.card.back is None:
            yield self._of(one, Status.NOT_DOUBLE_FACED, "has no back face (CR 712)", "remove 'face'", "face")
        if zone not in ("battlefield", "stack"):
            yield self._of(
                one,
                Status.BACK_OUTSIDE,
                f"has its back face up in the zone {zone} (CR 712.8a)",
                "remove 'face'",
                "face",
            )
        if one.face_down:
            yield self._of(
                one,
                Status.FACE_DOWN_BACK,
                "is face down, so no face of it is up (CR 712.15a)",
                "remove 'face' or 'face_down'",
                "face",
            )

    def _attached(self, zone: str, one: GameObject) -> _Found:
        if one.attached_to is None:
            return
        to = one.attached_to
        if zone != "battlefield":
            yield self._of(
                one,
                Status.ATTACHED_OUTSIDE,
                f"is attached to {to!r} in the zone {zone} (CR 303.4b, 301.5)",
                "remove 'attached_to'",
                "attached_to",
            )
        if to == one.id:
            yield self._of(
                one,
                Status.ATTACHED_TO_ITSELF,
                "is attached to itself (CR 303.4d, 301.5c)",
                "name another permanent",
                "attached_to",
            )
        elif to in self.names:
            return
        elif to not in self.zone_of:
            yield self._of(
                one,
                Status.ATTACHED_TO_NOTHING,
                f"is attached to {to!r}, which is not in the state",
                did_you_mean(to, [*self.zone_of, *self.names], "write the id of a permanent or a player"),
                "attached_to",
            )
        elif self.zone_of[to] not in ("battlefield", "graveyard"):
            yield self._of(
                one,
                Status.ATTACHED_TO_WRONG_ZONE,
                f"is attached to {to!r} in the zone {self.zone_of[to]}",
                "attach it to a permanent",
                "attached_to",
            )
        elif self._comes_back(one):
            yield self._of(
                one,
                Status.ATTACHED_IN_A_CYCLE,
                "is attached, through others, to itself",
                "attach one of them elsewhere",
                "attached_to",
            )

    def _comes_back(self, one: GameObject) -> bool:
        seen = {one.id}
        following = one.attached_to
        while following is not None and following in self.state.by_id:
            if following in seen:
                return following == one.id
            seen.add(following)
            following = self.state.by_id[following].attached_to
        return False

    def _kind_of_card(self, zone: str, one: GameObject) -> _Found:
        if isinstance(one.card, UnknownCard):
            return
        types = set(face_up(one).types)
        if one.card.is_emblem and zone != "command":
            yield self._of(
                one,
                Status.EMBLEM_OUTSIDE_COMMAND,
                f"is an emblem in the zone {zone} (CR 114.2)",
                "put it under 'command'",
                "card",
            )
        elif zone == "stack" and "land" in types and not one.face_down:
            yield self._of(
                one,
                Status.LAND_ON_STACK,
                "is a land, which is never a spell (CR 305.9)",
                "put it on the battlefield",
                "card",
            )
        elif zone == "battlefield" and not types & PERMANENT_TYPES and not one.face_down:
            yield self._of(
                one,
                Status.NO_PERMANENT,
                "is no permanent: " + " ".join(sorted(types)) + " (CR 110.4)",
                "put it elsewhere",
                "card",
            )
        if zone == "command" and not one.commander and not one.card.is_emblem and "dungeon" not in types:
            yield self._of(
                one,
                Status.NOT_A_COMMANDER,
                "is in the command zone, and neither a commander nor an emblem (CR 408.2, 408.3)",
                "leave out 'commander: false', or put it elsewhere",
                "commander",
            )
        if one.commander and (one.token or one.card.is_emblem):
            yield self._of(
                one,
                Status.COMMANDER_NOT_A_CARD,
                "is not a card, and a commander is one (CR 903.3)",
                "remove 'commander'",
                "commander",
            )
