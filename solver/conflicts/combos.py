"""Unbounded loops that a player makes by activating abilities (732.2): a state is there again, larger.

The search is clingo's: over every action of one player, is there a beat at which everything that a round needs is as it
was at the start, or more, and something named is strictly more? Only the comparison stands here; what happens is the
rulebook's.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import clingo
from manaproof.bridge.abilities import Activated, Keyword
from manaproof.bridge.abilities.costs import UntapOthers, UntapSymbol
from manaproof.bridge.abilities.effects import CreateToken, Move, PutCountersOn, Untap
from manaproof.bridge.abilities.faces import CreateCopy
from manaproof.bridge.errors import InputError

from ..book import Book
from ..parsing import Signature
from ..search import KEPT, Search
from ..session import Answer, Limits, OutOfTimeError
from .cases import Case, Round
from .combo_boards import boards_of
from .findings import Finding, Line, Report
from .pieces import YOU, Piece, nodes

BEATS = 30
"""The most beats of a round."""

BUDGET = 15.0
"""How many seconds of computing a board is looked at where no other limit is given."""

STRIDE = 3
"""A search after every so many beats; what it finds is cut down to the first round."""

ENOUGH = 9
"""A board that was looked at for fewer beats stays open."""

_CARDS = """
#defined made/2. #defined token/1. #defined event/2. #defined only_if/2. #defined once/1.
cmp_filler(C) :- holds(zone(obj(C, _), library(_)), 0).
cmp_card(C) :- card(C), not token(C), not cmp_filler(C).
cmp_later(A) :- event(A, step_begins(_, _)).
cmp_pile(library(P)) :- player(P).
cmp_pile(hand(P)) :- player(P).
cmp_pile(graveyard(P)) :- player(P).
cmp_theirs(life(P)) :- player(P), P != "alice".
cmp_theirs(library(P)) :- player(P), P != "alice".
cmp_spent(library("alice")).
cmp_poison("alice", poison).
"""
"""Cards that begin in a library are only counted while they lie in a pile. Of what is *theirs* the less the better;
what may be *spent* lasts as many rounds as it lasts. What triggers as a step begins triggers in no round."""

_STATE = """
cmp_now(C, obj(C, N), u) :- cmp_card(C), holds(zone(obj(C, N), _), u).
cmp_now(C, obj(C, N), u) :- cmp_filler(C), holds(zone(obj(C, N), Z), u), not cmp_pile(Z).
cmp_trait(zone(C, Z), u) :- cmp_now(C, O, u), holds(zone(O, Z), u), Z != library(P) : player(P).
cmp_trait(land_played(P), u) :- holds(land_played(P), u).
cmp_trait(face(C, F), u) :- cmp_now(C, O, u), holds(face(O, F), u).
cmp_trait(face_down(C), u) :- cmp_now(C, O, u), holds(face_down(O), u).
cmp_trait(choice(C, K, V), u) :- cmp_now(C, O, u), holds(choice(O, K, V), u).
cmp_trait(attached(C, D), u) :- cmp_now(C, O, u), holds(attached(O, T), u), cmp_now(D, T, u).
cmp_trait(exiled_with(C, D), u) :- cmp_now(C, O, u), holds(exiled_with(O, S), u), cmp_now(D, S, u).
cmp_trait(designation(C, What), u) :- cmp_now(C, O, u), holds(designation(O, What), u).
cmp_trait(designation(P, What), u) :- player(P), holds(designation(P, What), u).
cmp_trait(cant(C, What), u) :- cmp_now(C, O, u), cant(O, What, u).
cmp_trait(cant(P, What), u) :- player_cant(P, What, u).
cmp_guarded(O, C, u) :- cmp_now(C, O, u).
cmp_guarded(O, made(P, D), u) :- cmp_token(O, P, D, u).
cmp_guarded(P, P, u) :- player(P), cmp_now(_, _, u).
cmp_trait(shields(C, N), u) :- cmp_guarded(_, C, u),
    N = #count { O, E : cmp_guarded(O, C, u), holds(shield(O, E), u) }, N > 0.
cmp_trait(prevented(C, N), u) :- cmp_guarded(_, C, u),
    N = #sum { M, O, E : cmp_guarded(O, C, u), holds(damage_shield(O, E, M), u) }, N > 0.
cmp_lasting(E, A, u) :- holds(lasting(E, A), u), not cmp_later(A).
cmp_trait(lasting(A), u) :- cmp_lasting(_, A, u).
cmp_trait(lasting(A, C), u) :- cmp_lasting(E, A, u), holds(source(E, O), u), cmp_now(C, O, u).
cmp_trait(lasting(A, C), u) :- cmp_lasting(eff(S, _), A, u), holds(target(S, _, O), u), cmp_now(C, O, u).
cmp_kept(lasting(A), N, u) :- cmp_lasting(_, A, u), N = #count { E : cmp_lasting(E, A, u) }.
cmp_trait(controls(C, P), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), controls(P, O, u).
cmp_trait(is(C, X), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, type(X), u).
cmp_trait(is(C, X), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, subtype(X), u).
cmp_trait(is(C, X), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, supertype(X), u).
cmp_trait(is(C, name(X)), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, name(X), u).
cmp_trait(is(C, X), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, color(X), u).
cmp_trait(has(C, A), u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, ability(A, _), u).
cmp_trait(active(P), u) :- holds(active(P), u).
cmp_trait(step(S), u) :- holds(step(S), u).
cmp_trait(turn(N), u) :- holds(turn(N), u).
cmp_bad(tapped(C), u) :- cmp_now(C, O, u), holds(tapped(O), u).
cmp_bad(new(C), u) :- cmp_now(C, O, u), holds(newly_controlled(O), u), not has_keyword(O, haste, u).
cmp_bad(used(C, A), u) :- cmp_now(C, O, u), holds(activated_this_turn(O, A), u), only_if(A, Condition),
    once(Condition).
cmp_bad(loyalty(C), u) :- cmp_now(C, O, u), holds(loyalty_used(O), u).
cmp_num(life(P), N, u) :- holds(life(P, N), u).
cmp_num(mana(P, T), N, u) :- holds(pool(P, T, N), u).
cmp_num(held(P, K), N, u) :- holds(player_counter(P, K, N), u), not cmp_poison(P, K).
cmp_num(counters(C, K), N, u) :- cmp_now(C, O, u), holds(counter(O, K, N), u), K != minus_1_minus_1.
cmp_num(Pile, N, u) :- cmp_pile(Pile), N = #count { C : cmp_filler(C), holds(zone(obj(C, _), Pile), u) }.
cmp_num(power(C), N, u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, power(N), u), N > 0.
cmp_num(toughness(C), N, u) :- cmp_now(C, O, u), holds(zone(O, battlefield), u), characteristic(O, toughness(N), u),
    N > 0.
cmp_token(O, P, D, u) :- holds(made(O, D), u), holds(zone(O, battlefield), u), controls(P, O, u).
cmp_num(tokens(P, D), N, u) :- cmp_token(_, P, D, u), N = #count { O : cmp_token(O, P, D, u) }.
cmp_num(ready(P, D), N, u) :- cmp_token(_, P, D, u),
    N = #count { O : cmp_token(O, P, D, u), not holds(tapped(O), u), not cmp_sick(O, u) }.
cmp_sick(O, u) :- cmp_token(O, _, _, u), holds(newly_controlled(O), u), not has_keyword(O, haste, u).
cmp_here(O, u) :- holds(zone(O, battlefield), u).
cmp_num(arrived, N, u) :- N = #count { O : cmp_here(O, V), V = 0..u }.
cmp_less(damage(C), N, u) :- cmp_now(C, O, u), holds(damage(O, N), u).
cmp_less(poison(P), N, u) :- holds(player_counter(P, K, N), u), cmp_poison(P, K).
cmp_less(worn(C), N, u) :- cmp_now(C, O, u), holds(counter(O, minus_1_minus_1, N), u).
cmp_rests(u) :- at_priority(_, u), not state_based(_, u), not waiting(_, u), not holds(zone(_, stack), u),
    not holds(doing(over), u).
:- step_over(u).
"""
"""What a state is for the comparison; a round stays within the step in which it begins.

Shields are neither more nor fewer: one that a round leaves behind may be what the next one does not get past. Of an
effect that is as an ability of its own (611.2c, 603.7) there may be more, if there was one before.
"""

_AGAIN = """
cmp_from(U) :- U = 0..t-1.
again(U, t) :- cmp_from(U), cmp_rests(t), cmp_rests(U), not cmp_differs(U, t), not cmp_worse(U, t).
cmp_differs(U, t) :- cmp_from(U), cmp_trait(X, U), not cmp_trait(X, t).
cmp_differs(U, t) :- cmp_from(U), cmp_trait(X, t), not cmp_trait(X, U).
cmp_worse(U, t) :- cmp_from(U), cmp_bad(X, t), not cmp_bad(X, U).
cmp_worse(U, t) :- cmp_from(U), cmp_num(X, N, U), #sum { M : cmp_num(X, M, t) } < N,
    not cmp_theirs(X), not cmp_spent(X).
cmp_worse(U, t) :- cmp_from(U), cmp_kept(X, N, U), #sum { M : cmp_kept(X, M, t) } < N.
cmp_worse(U, t) :- cmp_from(U), cmp_less(X, N, t), #sum { M : cmp_less(X, M, U) } < N.
cmp_more(U, t) :- cmp_from(U), cmp_num(X, N, t), #sum { M : cmp_num(X, M, U) } < N, not cmp_theirs(X).
cmp_more(U, t) :- cmp_from(U), cmp_num(X, N, U), #sum { M : cmp_num(X, M, t) } < N, cmp_theirs(X).
gains(U, t) :- again(U, t), cmp_more(U, t).
"""
"""What makes a later state as large as an earlier one."""

_WATCHED = tuple(
    Signature(*one)
    for one in (
        ("at_priority", 2),
        ("state_based", 2),
        ("waiting", 2),
        ("controls", 3),
        ("has_keyword", 3),
        ("cant", 3),
        ("player_cant", 3),
        ("once", 1),
        ("characteristic", 3),
        ("step_over", 1),
    )
)


@dataclass(frozen=True)
class Combo:
    """A round of an unbounded loop.

    Attributes:
        one: the play, up to the beat at which the state is there again.
        first: the beat at which the round begins; what comes before sets it up.
        again: the beat at which it ends.
        gains: what is more than at its beginning, by how much.
        needs: the mana that must be there to start.
    """

    one: Round
    first: int
    again: int
    gains: Mapping[str, int]
    needs: tuple[str, ...]


def round_of(case: Case, limits: Limits, *, beats: int = BEATS) -> Combo | int:
    """The shortest round of an unbounded loop in a case, or how many beats were looked at without finding one.

    Args:
        case: the board; the first player may do anything.
        limits: time and memory.
        beats: the most beats.

    Raises:
        InputError: the case is none.
        OutOfTimeError, OutOfMemoryError: a limit is reached before any beat could be looked at.
    """
    book = Book.bundled()
    compiled = case.scenario().compile(book.whole.signatures)
    with Search(compiled, book, limits=limits, watched=_WATCHED) as search:
        search.deepen(0)
        search.session.add(_CARDS)
        search.session.control.add("compared", ["u"], _STATE)
        search.session.control.add("again", ["t"], _AGAIN)
        search.session.control.ground([("compared", [clingo.Number(0)])])
        looked = 0
        for last in range(1, beats + 1):
            try:
                search.deepen(last)
                number = clingo.Number(last)
                search.session.control.ground([("compared", [number]), ("again", [number])])
                if last % STRIDE and last != beats:
                    continue
                answer = _found(search, looked, last)
            except OutOfTimeError:
                return looked
            looked = last
            if answer is not None:
                return _combo(Round(compiled, answer, search.play(answer)))
    return beats


def _found(search: Search, looked: int, last: int) -> Answer | None:
    """A play in which a state is there again, larger, at one of the beats after those looked at."""
    beats = range(looked + 1, last + 1)
    pairs = {a.arguments[1].number for a in search.session.possible("gains", 2)}
    if not pairs & set(beats):
        return None
    search.session.add("".join(f"found({last}) :- gains(_, {beat}).\n" for beat in beats))
    wanted = clingo.Function("found", [clingo.Number(last)])
    return search.session.solve([(wanted, True)], keep=(*KEPT, *_WATCHED, ("cmp_num", 3), ("gains", 2))).answer


def _combo(one: Round) -> Combo:
    """The shortest round that a play shows."""
    pairs = [(a.arguments[1].number, -a.arguments[0].number) for a in one.answer.atoms("gains", 2)]
    last, first = min(pairs)
    cut = replace(one.play, beats=tuple(beat for beat in one.play.beats if beat.number < last))
    gains = _gains(one.answer, -first, last)
    return Combo(replace(one, play=cut), -first, last, gains, _needs(one.answer))


def _numbers(answer: Answer, beat: int) -> dict[str, int]:
    return {
        _what(atom.arguments[0]): atom.arguments[1].number
        for atom in answer.atoms("cmp_num", 3)
        if atom.arguments[2].number == beat
    }


def _gains(answer: Answer, first: int, last: int) -> dict[str, int]:
    before, after = _numbers(answer, first), _numbers(answer, last)
    changes = {what: after.get(what, 0) - before.get(what, 0) for what in {*before, *after}}
    return {what: changes[what] for what in sorted(changes) if changes[what]}


def _needs(answer: Answer) -> tuple[str, ...]:
    return tuple(f"{n} {what}" for what, n in sorted(_numbers(answer, 0).items()) if what.endswith("mana") and n)


def _what(symbol: clingo.Symbol) -> str:
    if symbol.name == "arrived":
        return "permanents that have entered"
    first = symbol.arguments[0].string
    match symbol.name:
        case "life":
            return f"{first}'s life"
        case "mana":
            return f"{first}'s {{{str(symbol.arguments[1]).upper()}}} mana"
        case "library" | "hand" | "graveyard":
            return f"cards in {first}'s {symbol.name}"
        case "power" | "toughness":
            return f"{symbol.name} of {first}"
        case "tokens" | "ready":
            kind = symbol.arguments[1]
            called = f" ({kind.string})" if kind.type is clingo.SymbolType.String else ""
            return f"{first}'s {'untapped ' * (symbol.name == 'ready')}tokens{called}"
        case _:
            return f"{symbol.arguments[1]} counters on {first}"


# --- the question


def combos(pieces: Sequence[Piece], report: Report, limits: Limits) -> Iterator[Finding]:
    """Look for unbounded loops that a player makes with the abilities of cards.

    Args:
        pieces: the cards.
        report: is told the scope.
        limits: time and memory.

    Yields:
        the first one found.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    if not resets(pieces):
        return
    report.candidates += 1
    boards = list(boards_of(pieces))
    for number, (title, given) in enumerate(boards):
        steps = ({"free": {"beats": BEATS, "by": YOU}},)
        case = Case("a player does as they like", given, steps, beats=BEATS, to_the_end=False)
        left = limits.remaining()
        share = Limits(BUDGET, clock=time.process_time) if left is None else Limits(left / (len(boards) - number))
        try:
            found = round_of(case, share)
        except InputError:
            continue
        if isinstance(found, int):
            if found < ENOUGH:
                report.leave_open(f"rounds of activated abilities, {title}", f"time ran out after {found} beats")
            report.scope.append(f"rounds within one step, of at most {found} beats, in which one player gains; {title}")
            continue
        case, found, between = _fewest(case, found, pieces, limits)
        yield _told(_least(case, found, limits), [piece.definition.name for piece in between], limits)
        return


def _told(found: Combo, between: Sequence[str], limits: Limits) -> Finding:
    gained = {what: number for what, number in found.gains.items() if number > 0 or not _is_mine(what)}
    spent = {what: -number for what, number in found.gains.items() if what not in gained}
    gains = ", ".join(f"{number} {what}" for what, number in gained.items())
    spends = ", ".join(f"{number} {what}" for what, number in spent.items())
    often = "as often as there are cards left" if spent else "as often as alice likes"
    but = f", but for the {spends} that it spends" if spends else ""
    told = (
        *found.one.told(limits),
        Line(f"Everything that the round needs is as it was at beat {found.first}, or more{but}.", ("732.2",)),
    )
    return Finding(
        "unbounded loop",
        tuple(between),
        found.one.play.state.to_data(),
        told,
        ({"when": "alice repeats the round", "result": often},),
        ("732.2", "732.2a"),
        f"A round of {found.again - found.first} beats gains {gains}{f' and spends {spends}' if spends else ''}."
        + (" What comes before it sets it up." if found.first else ""),
        {
            "round": {"from_beat": found.first, "to_beat": found.again, "gains": gained, "spends": spent},
            "needs": list(found.needs),
        },
    )


def _is_mine(what: str) -> bool:
    return what == f"cards in {YOU}'s library"


def resets(pieces: Sequence[Piece]) -> bool:
    """Whether the cards have an activated ability, and something that lets one be activated again in the same step.

    That is an effect or a cost that untaps, or one that brings something back or makes another object.

    Args:
        pieces: the cards.
    """
    words = list(nodes(pieces))
    if not any(isinstance(node, Activated) for node in words):
        return False
    again = any(
        isinstance(node, Untap | Move | CreateToken | CreateCopy | UntapSymbol | UntapOthers | PutCountersOn)
        for node in words
    )
    return again or any(isinstance(node, Keyword) and node.keyword in ("persist", "undying") for node in words)


def _still(case: Case, found: Combo, limits: Limits) -> Combo | None:
    """A round as long as the one found in a smaller case, if there is one and the time suffices to see it."""
    with suppress(OutOfTimeError):
        again = round_of(case, limits, beats=found.again)
        return again if isinstance(again, Combo) else None
    return None


def _fewest(case: Case, found: Combo, pieces: Sequence[Piece], limits: Limits) -> tuple[Case, Combo, list[Piece]]:
    """The same without the cards that it does not need."""
    between = list(pieces)
    for piece in pieces:
        mine = case.given["players"][YOU]
        kept = [one for one in mine["battlefield"] if one["id"] != piece.id]
        if len(between) == 1 or any(one.get("attached_to") == piece.id for one in kept):
            continue
        fewer = replace(
            case, given={**case.given, "players": {**case.given["players"], YOU: {**mine, "battlefield": kept}}}
        )
        again = _still(fewer, found, limits)
        if again is not None:
            case, found, between = fewer, again, [one for one in between if one is not piece]
    return case, found, between


def _least(case: Case, found: Combo, limits: Limits) -> Combo:
    """The same with as little mana at the start as will do."""
    given = case.given
    for kind in given["players"][YOU].get("mana", {}):
        mine = given["players"][YOU]
        mana = {other: number for other, number in mine["mana"].items() if other != kind}
        fewer = {**given, "players": {**given["players"], YOU: {**mine, "mana": mana}}}
        again = _still(replace(case, given=fewer), found, limits)
        if again is not None:
            given, found = fewer, again
    return found


__all__ = ["Combo", "combos", "resets", "round_of"]
