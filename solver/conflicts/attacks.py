"""Requirements against restrictions in combat (508.1c-d): which declarations of attackers are legal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from manaproof.bridge.abilities.statics import AttackLimit, Cant, Must
from manaproof.bridge.scenario import Scenario

from ..session import Limits
from ..wording import thing
from .cases import Case, Round, plays
from .findings import Finding, Line, Report, named
from .pieces import OPPONENT, Piece, board, nodes
from .trying import BEAR, LIBRARY

_DECLARES = ({"attack": "free"}, "nothing")


def declarations(rounds: Sequence[Round]) -> dict[frozenset[str], Round]:
    """The legal declarations of attackers among plays: which cards attack."""
    found: dict[frozenset[str], Round] = {}
    for one in rounds:
        attacking = frozenset(
            thing(event.arguments[0]) for beat in one.play.beats for event, _ in beat.events if event.name == "attacks"
        )
        found.setdefault(attacking, one)
    return found


def _asked(rounds: Sequence[Round]) -> set[str]:
    """The creatures that could be declared."""
    return {
        thing(choice.question.arguments[0])
        for one in rounds
        for beat in one.play.beats
        for choice in beat.choices
        if choice.question.name == "attack"
    }


def attacks(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look at the declarations that are legal where cards demand and restrict attacks.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    words = list(nodes(pieces))
    demands = any(isinstance(node, Must) and node.what == "attack" for node in words)
    restricts = any(
        isinstance(node, AttackLimit) or (isinstance(node, Cant) and node.what.startswith("attack")) for node in words
    )
    if not (demands and restricts):
        return
    report.candidates += 1
    auras = {piece.id for piece in pieces if "aura" in piece.definition.front.subtypes}
    creatures = [piece for piece in pieces if "creature" in piece.definition.front.types]
    if auras and creatures:
        pieces = [
            Piece(p.definition, p.id, p.bystander, {**p.fields, "attached_to": creatures[0].id}) if p.id in auras else p
            for p in pieces
        ]
    tried = 0
    found: dict[str, Finding] = {}
    for crowd in ((), (BEAR,)):
        for controlled in ({}, {p.id: OPPONENT for p in pieces if not any(isinstance(n, Must) for n in nodes([p]))}):
            if any(piece.id in auras for piece in pieces) and controlled:
                continue
            tried += 1
            case = Case(
                "attackers are declared", board([*crowd, *pieces], controlled=controlled, library=LIBRARY), _DECLARES
            )
            rounds = plays(case, limits)
            if not rounds.complete:
                report.leave_open("declarations of attackers", "not every declaration was looked at")
            one = judged(rounds.every, [piece.definition.name for piece in pieces])
            if one is None and rounds.every:
                one = _held_back(case, rounds.every, crowd, pieces, controlled, limits)
            if one is not None:
                found.setdefault(str(one.more["must_attack"]), one)
                break
    report.scope.append(f"all declarations of attackers on {tried} boards")
    yield from found.values()


def _held_back(
    case: Case,
    rounds: Sequence[Round],
    crowd: Sequence[Piece],
    pieces: Sequence[Piece],
    controlled: Mapping[str, str],
    limits: Limits,
) -> Finding | None:
    """A creature that attacks in every legal declaration while a card is away, and can't be declared while it is there.

    Args:
        case: the board with all cards.
        rounds: its plays.
        crowd: the bystanders.
        pieces: the cards.
        controlled: who controls a piece, where it is not the first player.
        limits: time and memory.
    """
    able, legal = _asked(rounds), declarations(rounds)
    for away in pieces:
        if not any(isinstance(node, Cant) and node.what.startswith("attack") for node in nodes([away])):
            continue
        others = [piece for piece in pieces if piece is not away and piece.fields.get("attached_to") != away.id]
        without = Case(case.title, board([*crowd, *others], controlled=controlled, library=LIBRARY), _DECLARES)
        freely = declarations(plays(without, limits).every)
        held = sorted(frozenset.intersection(*freely) - able) if freely else []
        if held:
            forced = sorted(frozenset.intersection(*legal) & able)
            return Finding(
                "must against can't",
                tuple(piece.definition.name for piece in pieces),
                rounds[0].play.state.to_data(),
                (
                    Line(f"Without {away.id}, {named(held)} must attack.", ("508.1d",)),
                    Line(f"With it, {named(held)} can't be declared as an attacker.", ("101.2", "508.1c")),
                ),
                tuple(
                    {"when": "declared", "result": {"attacking": sorted(declared)}}
                    for declared in sorted(legal, key=sorted)
                ),
                ("101.2", "508.1c", "508.1d"),
                f"An effect demands that {named(held)} attack, and {away.definition.name} forbids it: what can't be "
                "done is not demanded.",
                {"must_attack": forced, "kept_out": held},
            )
    return None


def judged(rounds: Sequence[Round], between: Sequence[str]) -> Finding | None:
    """What the legal declarations say: a creature that could attack does in none of them, or has to in all.

    Args:
        rounds: all plays of a case in which attackers are declared.
        between: the names of the cards.
    """
    legal = declarations(rounds)
    able = _asked(rounds)
    if not legal or not able:
        return None
    kept_out = sorted(able - frozenset().union(*legal))
    forced = sorted(frozenset.intersection(*legal) & able)
    if not kept_out and len(forced) < 2:
        return None
    says = []
    if forced:
        says.append(f"{named(forced)} must attack")
    if kept_out:
        says.append(
            f"{named(kept_out)} can't, though nothing about {'it' if len(kept_out) == 1 else 'them'} alone forbids it"
        )
    first = next(iter(legal.values()))
    return Finding(
        "must against can't",
        tuple(between),
        first.play.state.to_data(),
        tuple(
            Line(f"A legal declaration: {_attack(declared)}.", ("508.1c", "508.1d"))
            for declared in sorted(legal, key=sorted)
        ),
        tuple(
            {"when": "declared", "result": {"attacking": sorted(declared)}} for declared in sorted(legal, key=sorted)
        ),
        ("508.1c", "508.1d"),
        "Among the declarations that obey every restriction those are legal that obey the most requirements: "
        + "; ".join(says)
        + ".",
        {"must_attack": forced, "kept_out": kept_out},
    )


def _attack(declared: frozenset[str]) -> str:
    return f"{named(sorted(declared))} attack{'s' if len(declared) == 1 else ''}" if declared else "nothing attacks"


def of_scenario(case: Case | Scenario, between: Sequence[str], report: Report, limits: Limits) -> Iterator[Finding]:
    """The same of a scenario in which attackers are declared.

    Args:
        case: the scenario.
        between: the names of its cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the findings.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    rounds = plays(case, limits)
    if not _asked(rounds.every):
        return
    report.candidates += 1
    report.scope.append("all declarations of attackers in the scenario")
    one = judged(rounds.every, between)
    if one is not None:
        yield one


__all__ = ["attacks", "declarations", "judged", "of_scenario"]
