"""Boards of invented creatures in one beat of combat, and every play of that beat that the rules allow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import clingo
from manaproof.bridge.state import State
from manaproof.solver.book import Book
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session

KEPT = tuple(
    Signature(*one) for one in (("happens", 2), ("impossible", 3), ("chosen", 4), ("finished", 1), ("begins", 2))
)

Play = frozenset[str]


def creature(
    name: str,
    power: int = 2,
    toughness: int = 2,
    keywords: Sequence[str] = (),
    *,
    of: str = "alice",
    types: str = "Creature - Elf",
    abilities: Sequence[dict[str, Any]] = (),
    **fields: Any,
) -> dict[str, Any]:
    """A permanent of a card of its own: its fields, and under ``definition`` what is printed on it."""
    printed: dict[str, Any] = {"name": name, "types": types}
    printed["abilities"] = [*({"is": "keyword", "keyword": word} for word in keywords), *abilities]
    if "Creature" in types:
        printed |= {"power": power, "toughness": toughness}
    return {"of": of, "definition": printed, "card": name, "id": name, **fields}


def static(change: dict[str, Any], affects: dict[str, Any] | None = None) -> dict[str, Any]:
    """A static ability with one change, of the permanent itself if it says nothing else."""
    return {"is": "static", "changes": [change], **({} if affects is None else {"affects": affects})}


def state(
    step: str,
    *permanents: dict[str, Any],
    also: Iterable[str] = (),
    players: Sequence[str] = ("alice", "bob"),
    teams: Sequence[int] = (),
    seats: Mapping[str, Mapping[str, Any]] | None = None,
    priority: str | None = None,
) -> State:
    """The first player's turn as the step begins.

    Args:
        step: the step.
        permanents: made by :func:`creature`.
        also: further fluents, objects named ``{x}`` for the card x.
        players: in turn order.
        teams: the players' teams, if there are any.
        seats: further fields of players, by name.
        priority: who would have priority now; nobody yet if unsaid.
    """
    names = {one["id"]: f'obj("{one["id"]}",0)' for one in permanents}
    table: dict[str, Any] = {
        name: {"library": [], **(seats or {}).get(name, {}), "battlefield": []} for name in players
    }
    for name, team in zip(players, teams, strict=False):
        table[name]["team"] = team
    cards: list[dict[str, Any]] = []
    for one in permanents:
        fields = {key: value for key, value in one.items() if key not in ("of", "definition")}
        table[one["of"]]["battlefield"].append(fields)
        cards.append(one["definition"])
    return State.parse(
        json.dumps(
            {
                "turn": {"number": 3, "active": players[0], "step": step, "priority": priority},
                "players": table,
                "cards": cards,
                "also": [text.format(**names) for text in also],
            }
        )
    )


def plays(board: State, beats: int = 0) -> list[dict[str, set[str]]]:
    """Every play of the first beats that is not against the rules, declarations left open: its atoms by predicate."""
    steps = ["script_step(1)", "script(1,free_until(any))", "x_bound(0)"]
    found: list[dict[str, set[str]]] = []
    with Session([*board.facts(), *steps], Book.bundled().slice(KEPT)) as session:
        session.prune()
        session.ground_through(beats)
        session.add("#defined impossible/3.\n:- impossible(_, _, _).")
        session.control.configuration.solve.models = 0
        with session.control.solve(yield_=True) as handle:
            for model in handle:
                atoms: dict[str, set[str]] = {name: set() for name, _ in KEPT}
                for symbol in model.symbols(atoms=True):
                    if symbol.name in atoms:
                        atoms[symbol.name].add(str(_plain(symbol)))
                found.append(atoms)
    return found


def follow(board: State, *steps: str, beats: int, extra: Sequence[str] = ()) -> list[set[str]]:
    """The atoms of a game that a script settles, beat by beat, without the beat: ``holds(blocked(x))``.

    Args:
        board: the state.
        steps: the steps, as terms of ``asp/machine/script.lp``.
        beats: the last beat.
        extra: further facts.
    """
    script = [fact for i, step in enumerate(steps, 1) for fact in (f"script_step({i})", f"script({i},{step})")]
    kept = (*KEPT, Signature("holds", 2))
    found: list[set[str]] = [set() for _ in range(beats + 1)]
    with Session([*board.facts(), "which(any)", "x_bound(0)", *script, *extra], Book.bundled().slice(kept)) as session:
        session.prune()
        session.ground_through(beats)
        for name, arity in kept:
            for symbol in session.facts(name, arity):
                last = symbol.arguments[-1]
                if last.type is clingo.SymbolType.Number and 0 <= last.number <= beats:
                    found[last.number].add(str(_plain(symbol)).rsplit(",", 1)[0] + ")")
    assert not any(one.startswith("impossible") for atoms in found for one in atoms)
    return found


def _plain(symbol: clingo.Symbol) -> clingo.Symbol:
    """Objects named by their cards."""
    if symbol.type is not clingo.SymbolType.Function:
        return symbol
    if symbol.name == "obj" and symbol.arguments[0].type is clingo.SymbolType.String:
        return clingo.Function(symbol.arguments[0].string)
    if symbol.name == "obj" and len(symbol.arguments) == 2:
        return symbol
    return clingo.Function(symbol.name, [_plain(one) for one in symbol.arguments], symbol.positive)


def declarations(board: State) -> set[Play]:
    """Every legal declaration: who attacks whom, or blocks what, as ``x>bob``."""
    word = "attacks" if board.turn.step == "declare_attackers" else "blocks"
    found = set()
    for play in plays(board):
        events = {
            one.removeprefix(f"happens({word}(").split("),")[0]
            for one in play["happens"]
            if one.startswith(f"happens({word}(")
        }
        found.add(frozenset(one.replace(",", ">").replace('"', "") for one in events))
    return found


def assignments(board: State) -> set[Play]:
    """Every legal division of combat damage, as ``x>bob:2``."""
    found = set()
    for play in plays(board):
        damage = {
            one.removeprefix("happens(damage(").split("),")[0]
            for one in play["happens"]
            if one.startswith("happens(damage(")
        }
        parts = [one.replace('"', "").split(",") for one in damage]
        found.add(frozenset(f"{source}>{to}:{amount}" for source, to, amount in parts))
    return found


def sets(*texts: str) -> set[Play]:
    """``sets("x>bob y>bob", "")``: the plays written with blanks between what happens."""
    return {frozenset(text.split()) for text in texts}
