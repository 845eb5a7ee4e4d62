"""Causes: why the rules and an engine disagree, as people have judged it, and which disagreements share one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Annotated, Any, Literal

from manaproof.bridge.edition import rule_numbers
from manaproof.bridge.engines.protocol import Data
from manaproof.bridge.source import Document, read_text
from manaproof.bridge.validation import validated
from pydantic import BaseModel, ConfigDict, Field

from .cases import Compared
from .comparing import Difference

Class = Literal["engine", "ours", "contested", "not comparable", "not reviewed"]
"""Who is wrong: the engine, by a rule; our rules; nobody, where a text has two readings; or the comparison itself."""


class Match(BaseModel):
    """Which disagreements have a cause: every field that is stated must fit one difference of theirs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    kinds: tuple[str, ...] = Field((), description="kinds of difference: mana, battlefield.power, players.life")
    cards: tuple[str, ...] = Field((), description="the state has one of these cards")
    with_: tuple[str, ...] = Field((), alias="with", description="and one of these")
    theirs_too_many: tuple[str, ...] = Field((), description="types of mana that only the engine adds, one of these")
    events: tuple[str, ...] = Field((), description="one of these events comes about in the play: gain_control")
    says: str | None = Field(None, description="what the engine says contains this")


class Cause(BaseModel):
    """A cause of disagreements, judged by hand.

    ``example`` is a state, or a scenario without claims, on which they disagree; ``control`` one beside it on which
    they agree.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    cause: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    verdict: Literal["engine", "ours", "contested", "not comparable"] = Field(alias="class")
    title: str
    rules: tuple[str, ...] = ()
    engine: str = Field(description="the version it was seen with")
    because: str = Field(description="what the rules say, in our own words, and what the engine does instead")
    found: str | None = Field(None, description="the arguments of generate that gave the state in which it was found")
    matches: tuple[Match, ...]
    example: dict[str, Any]
    control: dict[str, Any] | None = None


def register(engine: str) -> tuple[Cause, ...]:
    """The causes known of an engine (``scenarios/engines``).

    Raises:
        InputError: the register is not well written.
    """
    file = resources.files("manaproof.scenarios") / "engines" / f"{engine}.yaml"
    if not file.is_file():
        return ()
    return read_causes(read_text(file.read_bytes(), source=f"engines/{engine}.yaml"))


def read_causes(document: Document) -> tuple[Cause, ...]:
    """The causes of a document.

    Raises:
        InputError: it is no list of causes, or one cites a rule that there is none of.
    """
    if not isinstance(document.data, list):
        raise document.error((), "this is not a list of causes", "begin each with '- cause: ...'")
    found = tuple(validated(Cause, data, document, (index,)) for index, data in enumerate(document.data))
    known = rule_numbers()
    for index, cause in enumerate(found):
        for rule in cause.rules:
            if rule not in known:
                raise document.error((index, "rules"), f"there is no rule {rule}", "cite a rule of this edition")
    return found


def cause_of(one: Compared, causes: Iterable[Cause]) -> Cause | None:
    """The first known cause that a disagreement has."""
    names = set(card_names(one.state))
    return next((cause for cause in causes if any(_fits(one, names, match) for match in cause.matches)), None)


def _fits(one: Compared, names: set[str], match: Match) -> bool:
    if match.cards and not names & set(match.cards):
        return False
    if match.with_ and not names & set(match.with_):
        return False
    happened = {action.get("event") for action in one.plan.get("actions", ())}
    if match.events and not happened & set(match.events):
        return False
    return any(_fits_difference(found, match) for found in one.found)


def _fits_difference(found: Difference, match: Match) -> bool:
    if match.kinds and found.kind not in match.kinds:
        return False
    if match.theirs_too_many and not _extra(found) & set(match.theirs_too_many):
        return False
    return match.says is None or match.says in str(found.theirs)


def _extra(found: Difference) -> set[str]:
    if not isinstance(found.ours, list) or not isinstance(found.theirs, list):
        return set()
    return {str(one) for one in found.theirs} - {str(one) for one in found.ours}


def card_names(state: Mapping[str, Any]) -> Iterator[str]:
    """The names of the cards of a state, as data."""
    for player in state.get("players", {}).values():
        for objects in player.values():
            for one in objects if isinstance(objects, list) else ():
                yield one["card"] if isinstance(one, dict) else one


@dataclass(frozen=True)
class Group:
    """Disagreements that have a cause.

    Attributes:
        key: the name of the cause, or what those that nobody has judged have in common.
        verdict: who is wrong.
        cause: the cause as it was judged, if it was.
        members: the disagreements, the smallest first.
    """

    key: str
    verdict: Class
    cause: Cause | None
    members: tuple[Compared, ...]

    def to_data(self) -> Data:
        """The group as plain data."""
        return {
            "cause": self.key,
            "class": self.verdict,
            "title": self.cause.title if self.cause is not None else self.key,
            "rules": list(self.cause.rules) if self.cause is not None else list(self.members[0].cites),
            "states": [one.name for one in self.members],
        }


def grouped(found: Sequence[Compared], causes: Sequence[Cause]) -> list[Group]:
    """Disagreements by their causes, the most frequent first; those not judged by what differs and the cards."""
    members: dict[str, list[Compared]] = defaultdict(list)
    known: dict[str, Cause] = {}
    for one in found:
        cause = cause_of(one, causes)
        key = _looks(one) if cause is None else cause.cause
        if cause is not None:
            known[key] = cause
        members[key].append(one)
    groups = []
    for key, several in members.items():
        cause = known.get(key)
        smallest = tuple(sorted(several, key=lambda one: (len(str(one.state)) + len(str(one.plan)), one.name)))
        groups.append(Group(key, "not reviewed" if cause is None else cause.verdict, cause, smallest))
    return sorted(groups, key=lambda group: (-len(group.members), group.key))


def _looks(one: Compared) -> str:
    kinds = sorted({found.kind for found in one.found})
    return f"{', '.join(kinds)}: {', '.join(sorted(set(card_names(one.state))))}"


__all__ = ["Cause", "Class", "Group", "Match", "card_names", "cause_of", "grouped", "read_causes", "register"]
