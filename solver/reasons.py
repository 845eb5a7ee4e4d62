"""Why a permanent could produce a type of mana: one shortest derivation, told in steps (CR 106.7)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import clingo
from manaproof.bridge.abilities import MANA_TYPES, ManaType

from .produced import Steps

Atoms = Mapping[tuple[str, int], Iterable[clingo.Symbol]]
Node = tuple[clingo.Symbol, clingo.Symbol]
"""Replacement effects still to be applied, and an amount of mana."""

Selector = tuple[clingo.Symbol, clingo.Symbol]
"""A filter, and from where it is seen: the permanents that pass it are referred to."""

Path = tuple[tuple[clingo.Symbol, Node], ...]
"""Replacement effects in the order applied, each by its kind, with what it leads to."""


@dataclass(frozen=True)
class Start:
    """An amount that an ability of a permanent could yield before replacement effects.

    Attributes:
        permanent: the object.
        ability: the ability.
        node: where its production enters the replacement effects.
        selectors: what it refers to; the types it adds are those that some such permanent could produce.
        own: types it may add without referring to anything.
    """

    permanent: clingo.Symbol
    ability: clingo.Symbol
    node: Node
    selectors: tuple[Selector, ...]
    own: frozenset[ManaType]


class Reasons:
    """The derivations behind an answer of the rulebook.

    Args:
        atoms: the true atoms of the predicates that 106_could_produce.lp explains.
    """

    def __init__(self, atoms: Atoms) -> None:
        self._atoms = atoms
        self._steps: dict[Node, list[tuple[clingo.Symbol, Node]]] = {}
        for atom in atoms["step", 6]:
            rest, kind, vector, after, new, _ = atom.arguments
            self._steps.setdefault((rest, vector), []).append((kind, (after, new)))
        self._settled: set[Node] = {(atom.arguments[0], atom.arguments[1]) for atom in atoms["settled_at", 3]}
        self._paths: dict[Node, dict[ManaType, Path]] = {}
        self._kinds = {atom.arguments[0]: atom.arguments[1].name for atom in atoms["kind", 2]}
        self._events = {atom.arguments[0]: atom.arguments[1] for atom in atoms["event", 2]}
        self._paying = {atom.arguments[0] for atom in atoms["names", 2] if atom.arguments[1].name == "cost"}
        self._controller = {
            atom.arguments[1]: atom.arguments[0] for atom in atoms["controls", 3] if _is_beat(atom.arguments[2])
        }
        self._origins: dict[tuple[clingo.Symbol, clingo.Symbol], clingo.Symbol] = {}
        for atom in atoms["characteristic", 3]:
            which, what, moment = atom.arguments
            if _is_beat(moment) and what.name == "ability":
                self._origins.setdefault((which, what.arguments[0]), what.arguments[1])
        self._sources: dict[tuple[clingo.Symbol, clingo.Symbol], list[clingo.Symbol]] = {}
        for atom in atoms["alike", 6]:
            source, _, which, _, kind, _ = atom.arguments
            self._sources.setdefault((which, kind), []).append(source)

    def steps(self) -> dict[tuple[str, ManaType], Steps]:
        """For each permanent and each type it could produce, the steps of one way: as few permanents deep as can be."""
        starts = list(self._starts())
        passing = self._passing({selector for start in starts for selector in start.selectors})
        selected_by: dict[clingo.Symbol, list[Selector]] = {}
        for selector, found in passing.items():
            for which in found:
                selected_by.setdefault(which, []).append(selector)
        told: dict[tuple[clingo.Symbol, ManaType], Steps] = {}
        known: dict[Selector, dict[ManaType, clingo.Symbol]] = {}
        while new := self._round(starts, known, told):
            told |= new
            for which, kind in new:
                for selector in selected_by.get(which, ()):
                    known.setdefault(selector, {}).setdefault(kind, which)
            starts = [start for start in starts if start.selectors]
        return {(_name(which), kind): steps for (which, kind), steps in told.items()}

    def _round(
        self,
        starts: Iterable[Start],
        known: Mapping[Selector, Mapping[ManaType, clingo.Symbol]],
        told: Mapping[tuple[clingo.Symbol, ManaType], Steps],
    ) -> dict[tuple[clingo.Symbol, ManaType], Steps]:
        """What can be told with what is known, and was not told before."""
        new: dict[tuple[clingo.Symbol, ManaType], Steps] = {}
        for start in starts:
            referred = _referred(start, known)
            if referred is None:
                continue
            for kind, path in self._ways(start.node).items():
                key = (start.permanent, kind)
                length = len(referred) + 1 + len(path)
                if key not in told and (key not in new or length < len(new[key])):
                    new[key] = tuple(self._tell(start, referred, path))
        return new

    def _starts(self) -> Iterator[Start]:
        lists = {(a.arguments[0], a.arguments[1].name): a.arguments[2] for a in self._atoms["left_open", 4]}
        mana = {tuple(a.arguments[:3]): a.arguments[3] for a in self._atoms["makes", 5]}
        tapping = {a.arguments[0] for a in self._atoms["by_tapping", 1]}
        for atom in self._atoms["begins_as", 5]:
            which, ability, index, vector, _ = atom.arguments
            rest = lists.get((which, "tapped" if ability in tapping else "other"))
            if rest is not None:
                term = mana[which, ability, index]
                selectors = tuple(self._selectors(term, which, ability))
                yield Start(which, ability, (rest, vector), selectors, _own(term) if selectors else frozenset())

    def _selectors(self, mana: clingo.Symbol, which: clingo.Symbol, ability: clingo.Symbol) -> Iterator[Selector]:
        for palette in _palettes(mana):
            if palette.name == "could_produce" and palette.arguments[0] in self._paying:
                yield palette.arguments[0], clingo.Function("paying", [which, ability])
            elif palette.name == "could_produce":
                yield self._seen(palette.arguments[0], which, clingo.Function("hypo", [which, ability]))
            elif ability in self._events:
                yield self._seen(self._events[ability].arguments[0], which, which)

    def _seen(self, selector: clingo.Symbol, which: clingo.Symbol, context: clingo.Symbol) -> Selector:
        kind = self._kinds.get(selector, "any")
        if kind == "player":
            return selector, self._controller[which]
        return selector, context if kind == "object" else clingo.Function("any")

    def _passing(self, selectors: set[Selector]) -> dict[Selector, list[clingo.Symbol]]:
        found: dict[Selector, list[clingo.Symbol]] = {}
        if selectors:
            for atom in self._atoms["passes", 4]:
                selector, view, which, moment = atom.arguments
                if (selector, view) in selectors and not _is_beat(moment) and moment.name == "produce":
                    found.setdefault((selector, view), []).append(which)
            for atom in self._atoms["cost_choice", 4]:
                view = clingo.Function("paying", atom.arguments[:2])
                for selector in self._paying:
                    if (selector, view) in selectors:
                        found.setdefault((selector, view), []).append(atom.arguments[2])
        return found

    def _ways(self, node: Node) -> dict[ManaType, Path]:
        """For each type that can come out from a node, the fewest replacement effects that lead there."""
        if node not in self._paths:
            ways: dict[ManaType, Path] = {}
            queue: deque[tuple[Node, Path]] = deque([(node, ())])
            seen = {node}
            while queue:
                here, path = queue.popleft()
                if here in self._settled:
                    for kind in _types(here[1]):
                        ways.setdefault(kind, path)
                for effect, after in self._steps.get(here, ()):
                    if after not in seen:
                        seen.add(after)
                        queue.append((after, (*path, (effect, after))))
            self._paths[node] = ways
        return self._paths[node]

    def _tell(self, start: Start, referred: Iterable[tuple[clingo.Symbol, ManaType]], path: Path) -> Iterator[str]:
        for which, kind in referred:
            yield f"{_name(which)} could produce {{{kind}}}"
        yield f"{self._ability(start.permanent, start.ability)} adds {_spelled(start.node[1])}"
        used: dict[clingo.Symbol, int] = {}
        for effect, (_, vector) in path:
            sources = sorted(self._sources[start.permanent, effect], key=str)
            yield f"{_name(sources[used.get(effect, 0)])} makes it {_spelled(vector) or 'no mana'}"
            used[effect] = used.get(effect, 0) + 1

    def _ability(self, which: clingo.Symbol, ability: clingo.Symbol) -> str:
        if ability.name == "intrinsic":
            return f"the mana ability of the type {ability.arguments[0].name.capitalize()}"
        origin = self._origins.get((which, ability))
        if origin is not None and origin.name == "printed":
            return f"ability {origin.arguments[0].number}"
        if origin is not None and origin.name == "granted":
            giver = origin.arguments[0].arguments[0]
            return f"the ability that {_name(giver)} gives it"
        return "an ability"


def _referred(
    start: Start, known: Mapping[Selector, Mapping[ManaType, clingo.Symbol]]
) -> tuple[tuple[clingo.Symbol, ManaType], ...] | None:
    """The permanents that a start rests on, with their types, or None while not all of that is known."""
    if not start.selectors:
        return ()
    referred = []
    for kind in _types(start.node[1]):
        which = next((known[s][kind] for s in start.selectors if kind in known.get(s, ())), None)
        if which is not None:
            referred.append((which, kind))
        elif kind not in start.own:
            return None
    return tuple(referred)


def _palettes(term: clingo.Symbol) -> Iterator[clingo.Symbol]:
    """The palettes in a mana term that rest on what other permanents could produce."""
    if term.type is clingo.SymbolType.Function:
        if (term.name, len(term.arguments)) in (("could_produce", 2), ("event_produced", 0)):
            yield term
        else:
            for argument in term.arguments:
                yield from _palettes(argument)


def _own(term: clingo.Symbol) -> frozenset[ManaType]:
    """The types that a mana term may add apart from such palettes: all of them where it says more than letters."""
    if term.name == "from" and next(_palettes(term.arguments[0]), None) is not None:
        return frozenset()
    if term.name in ("choice", "sum", "or", "plus"):
        return frozenset[ManaType]().union(*(_own(argument) for argument in term.arguments))
    return frozenset(MANA_TYPES)


def _types(vector: clingo.Symbol) -> list[ManaType]:
    return [kind for kind, number in zip(MANA_TYPES, vector.arguments, strict=True) if number.number > 0]


def _spelled(vector: clingo.Symbol) -> str:
    return "".join(f"{{{kind}}}" * number.number for kind, number in zip(MANA_TYPES, vector.arguments, strict=True))


def _is_beat(moment: clingo.Symbol) -> bool:
    return moment.type is clingo.SymbolType.Number


def _name(which: clingo.Symbol) -> str:
    """The id of the card an object is, or the term of what is no card."""
    first = which.arguments[0] if which.type is clingo.SymbolType.Function and which.arguments else which
    return first.string if first.type is clingo.SymbolType.String else str(which)


__all__ = ["Reasons"]
