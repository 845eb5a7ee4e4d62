"""Boards of invented cards, and what the layers make of them (CR 613)."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import clingo
from manaproof.bridge.state import State
from manaproof.solver.could_produce import rules
from manaproof.solver.parsing import Signature
from manaproof.solver.session import Session

KEPT = (Signature("characteristic", 3), Signature("passes", 4))
RULES = (Signature("cant", 3), Signature("player_cant", 3), Signature("keeps_mana", 3))


@dataclass(frozen=True)
class Seen:
    """A board after the layers.

    Attributes:
        atoms: the true atoms of the kept predicates.
        unsettled: characteristics that grounding alone did not settle.
    """

    atoms: Mapping[tuple[str, int], tuple[clingo.Symbol, ...]]
    unsettled: int

    @cached_property
    def _of(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for atom in self.atoms["characteristic", 3]:
            which, what, moment = atom.arguments
            if moment.type is clingo.SymbolType.Number and which.name == "obj":
                found.setdefault(which.arguments[0].string, set()).add(str(what))
        return found

    def words(self, card: str, functor: str) -> set[str]:
        """The values of the characteristics of one kind: ``type`` gives ``{"land", "creature"}``."""
        return {text[len(functor) + 1 : -1] for text in self._of.get(card, ()) if text.startswith(f"{functor}(")}

    def size(self, card: str) -> tuple[int, int] | None:
        """Power and toughness, or None for an object that has none."""
        power, toughness = self.words(card, "power"), self.words(card, "toughness")
        assert len(power) == len(toughness) <= 1
        return (int(power.pop()), int(toughness.pop())) if power else None

    def keywords(self, card: str) -> set[str]:
        """The keywords that the object has, by the facts of its abilities."""
        return {
            str(atom.arguments[0].arguments[0])
            for atom in self.atoms["passes", 4]
            if atom.arguments[0].name == "keyword"
            and atom.arguments[2].arguments[0].string == card
            and atom.arguments[3].type is clingo.SymbolType.Number
        }

    def abilities(self, card: str) -> set[str]:
        """The abilities, each with its origin."""
        return self.words(card, "ability")

    def origins(self, card: str) -> list[str]:
        """What its abilities come from: ``printed``, ``granted``, ``intrinsic``."""
        return sorted(text.rpartition(",")[2] if "granted" not in text else "granted" for text in self.abilities(card))

    def controller(self, card: str) -> str:
        """The name of the controller."""
        (name,) = self.words(card, "controller")
        return name.strip('"')


def look(text: str, effects: Iterable[tuple[str, str, int]] = (), also: tuple[Signature, ...] = ()) -> Seen:
    """Evaluate a board.

    Args:
        text: the state, as YAML.
        effects: effects of spells that have resolved: the card's name (a card of the state), the id of the permanent
            affected, the timestamp.
        also: further predicates wanted.
    """
    state = State.parse(textwrap.dedent(text))
    given = [str(fact) for fact in state.facts()]
    definitions = {one.card.name: one.card for _, one in state.objects()}
    for number, (card, affected, stamp) in enumerate(effects):
        for fact in definitions[card].facts:
            if fact.name == "instruction" and fact.arguments[2].name == "apply":
                source = f"obj(new(-1,resolved({number})),0)"
                effect = f"eff({source},{fact.arguments[1]})"
                given += [
                    f"holds(effect({effect},{source},{fact.arguments[2].arguments[1]}),0)",
                    f'holds(affected({effect},obj("{affected}",0)),0)',
                    f"holds(timestamp({effect},{stamp}),0)",
                ]
    kept = (*KEPT, *also)
    with Session(given, rules().slice(kept, snapshot=True)) as session:
        session.ground_through(0)
        answer = session.solve(keep=kept).answer
        assert answer is not None
        unsettled = sum(1 for _ in session.possible("characteristic", 3)) - sum(
            1 for _ in session.facts("characteristic", 3)
        )
        return Seen(answer.symbols, unsettled)


__all__ = ["RULES", "Seen", "look"]
