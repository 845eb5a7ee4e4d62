"""The language of claims: formulas about a beat and what went before it, turned into ASP.

A formula is data: a mapping with one operator (``all``, ``any``, ``not``, ``if``/``then``, ``iff``, ``for_each``,
``exists``,
``once``, ``so_far``, ``previously``, ``at_start``, ``since``) or one atom of :data:`ATOMS`. Compiled, it only
*reads* the rulebook: each
subformula becomes a predicate of its own, derived from predicates of the vocabulary, so a claim can never add law.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .abilities.base import MANA_TYPES, word
from .errors import InputError, Problem, did_you_mean
from .source import Document

Path = tuple[str | int, ...]

OPERATORS = (
    "all",
    "any",
    "not",
    "if",
    "iff",
    "for_each",
    "exists",
    "once",
    "so_far",
    "previously",
    "at_start",
    "since",
    "asp",
)
"""What a formula may be besides an atom."""


@dataclass(frozen=True)
class Atom:
    """An atomic statement about a beat.

    Attributes:
        fields: each field with its kind; the first may stand alone (``tapped: x``).
        body: the ASP body, fields in braces; ``t`` is the beat.
        says: what it means.
        optional: fields that may be left out, which then mean "any".
    """

    fields: Mapping[str, str]
    body: str
    says: str
    optional: frozenset[str] = frozenset()


def _atom(fields: str, body: str, says: str) -> Atom:
    """``"of:object by:player?"``: a question mark marks a field that may be left out."""
    parts = [part.split(":") for part in fields.split()]
    kinds = {name: kind.rstrip("?") for name, kind in parts}
    return Atom(kinds, body, says, frozenset(name for name, kind in parts if kind.endswith("?")))


ATOMS: Mapping[str, Atom] = {
    # the state
    "tapped": _atom("of:object", "holds(tapped({of}), t)", "the object is tapped"),
    "untapped": _atom(
        "of:object",
        "holds(zone({of}, battlefield), t), not holds(tapped({of}), t)",
        "the object is an untapped permanent",
    ),
    "zone": _atom("of:object is:zone", "holds(zone({of}, {is}), t)", "the object is in the zone"),
    "on_battlefield": _atom("of:object", "holds(zone({of}, battlefield), t)", "the object is on the battlefield"),
    "controls": _atom("by:player of:object", "controls({by}, {of}, t)", "the player controls the object"),
    "counters": _atom(
        "of:object kind:word is:number", "counted({of}, {kind}, {is}, t)", "it has so many counters of the kind"
    ),
    "damage": _atom("of:object is:number", "marked({of}, {is}, t)", "so much damage is marked on it"),
    "summoning_sick": _atom(
        "of:object",
        "holds(newly_controlled({of}), t)",
        "the rulebook has it that its controller has not controlled it since their turn began",
    ),
    "chosen": _atom("of:object kind:word is:word?", "holds(choice({of}, {kind}, {is}), t)", "so was chosen for it"),
    "life": _atom("of:player is:number", "holds(life({of}, {is}), t)", "the player has so much life"),
    "pool": _atom(
        "of:player type:mana is:number", "in_pool({of}, {type}, {is}, t)", "the player has so much mana of the type"
    ),
    "lost": _atom("of:player", "holds(lost({of}), t)", "the player has lost the game"),
    "won": _atom("of:player", "holds(won({of}), t)", "the player has won the game"),
    "draw": _atom("", "holds(drawn, t)", "the game is a draw"),
    "cant_lose": _atom(
        "of:player", "player_cant({of}, lose_game, t)", "an effect says that the player can't lose the game"
    ),
    "cant_win": _atom(
        "of:player", "player_cant({of}, win_game, t)", "an effect says that the player can't win the game"
    ),
    "may_act": _atom("of:player", "asked({of}, act, t)", "the player has the opportunity to act"),
    "announced_x": _atom(
        "of:object is:number",
        "holds(zone({of}, stack), t), holds(x({of}, {is}), t)",
        "the X announced for the spell is so",
    ),
    "x": _atom("of:object is:number", "value_of_x({of}, {is}, t)", "the X of the object, by the rulebook, is so"),
    "turn_of": _atom("of:player", "holds(active({of}), t)", "it is the player's turn"),
    "step": _atom("is:word", "holds(step({is}), t)", "it is that step or main phase"),
    "priority": _atom("of:player", "holds(doing(priority({of})), t)", "the player would have priority"),
    "stack_empty": _atom("", "no_stack(t)", "nothing is on the stack"),
    # characteristics
    "type": _atom("of:object is:word", "characteristic({of}, type({is}), t)", "it has the card type"),
    "supertype": _atom("of:object is:word", "characteristic({of}, supertype({is}), t)", "it has the supertype"),
    "subtype": _atom("of:object is:word", "characteristic({of}, subtype({is}), t)", "it has the subtype"),
    "color": _atom("of:object is:mana", "characteristic({of}, color({is}), t)", "it has the color"),
    "power": _atom("of:object is:number", "characteristic({of}, power({is}), t)", "its power is so"),
    "toughness": _atom("of:object is:number", "characteristic({of}, toughness({is}), t)", "its toughness is so"),
    "name": _atom("of:object is:text", "characteristic({of}, name({is}), t)", "it has the name"),
    "mana_value": _atom(
        "of:object is:number", "holds(zone({of}, _), t), mana_value({of}, {is}, t)", "its mana value is so"
    ),
    "mana_cost": _atom("of:object", "characteristic({of}, mana_cost(_), t)", "it has a mana cost"),
    "loyalty": _atom("of:object is:number", "loyalty_now({of}, {is}, t)", "so many loyalty counters are on it"),
    "face_up": _atom(
        "of:object is:word?",
        "holds(zone({of}, battlefield), t), face_up({of}, {is}, t), not holds(face_down({of}), t)",
        "it is a permanent with that face up: front or back",
    ),
    "face_down": _atom("of:object", "holds(face_down({of}), t)", "it is face down"),
    "color_identity": _atom(
        "of:object is:mana", "defined({of}, Defined, t), identity(Defined, {is})", "the color is in its color identity"
    ),
    "keyword": _atom("of:object is:word", "has_keyword({of}, {is}, t)", "it has the keyword ability"),
    "has_ability": _atom("of:object ability:ability", "has_ability({of}, {ability}, t)", "it has the ability"),
    # what the rules say of the state
    "can_activate": _atom(
        "of:object ability:ability? by:player?",
        "can_activate({by}, {of}, {ability}, t)",
        "the player can activate the ability, mana and targets apart",
    ),
    "can_cast": _atom(
        "of:object by:player?", "castable({by}, {of}, t)", "the player can begin to cast it, costs and targets apart"
    ),
    "total_cost": _atom(
        "of:object part:word is:number",
        "total_cost({of}, {part}, {is}, t)",
        "its costs are being paid; its total cost has so much of the part: w, u, b, r, g, c, generic or life",
    ),
    "paying_for": _atom("of:object", "total_cost({of}, generic, _, t)", "the costs of the spell are being paid"),
    "can_convoke": _atom(
        "of:object for:object",
        "helps({of}, _, {for}, t)",
        "the spell's costs are being paid, and the creature may be tapped rather than paying some of its mana",
    ),
    "can_turn_face_up": _atom(
        "of:object by:player?",
        "option({by}, act, turn_face_up({of}), t)",
        "the player can turn it face up, the mana apart",
    ),
    "mana_ability": _atom(
        "of:object ability:ability?",
        "has_ability({of}, {ability}, t), is_mana_ability({ability})",
        "the ability is a mana ability",
    ),
    "could_produce": _atom(
        "of:object type:mana?", "could_produce({of}, {type}, t)", "the permanent could produce the type"
    ),
    "controlled_continuously": _atom(
        "of:object by:player?",
        "controls({by}, {of}, t), kept_since_turn_began({by}, {of}, t)",
        "the player has controlled it without a break since their most recent turn began, as the play itself shows",
    ),
    # combat
    "attacking": _atom("of:object whom:defender?", "holds(attacking({of}, {whom}), t)", "it is an attacking creature"),
    "blocking": _atom("of:object whom:object?", "holds(blocking({of}, {whom}), t)", "it is a blocking creature"),
    "blocked": _atom("of:object", "holds(blocked({of}), t)", "it is a blocked creature"),
    "attacked": _atom(
        "of:object whom:defender?", "holds(attacked({of}, {whom}), t)", "it was declared as an attacker this combat"
    ),
    "declaring_attackers": _atom("", "beat(turn_based(declare_attackers), t)", "attackers are being declared"),
    "declaring_blockers": _atom("", "beat(turn_based(declare_blockers), t)", "blockers are being declared"),
    "can_attack": _atom(
        "of:object whom:defender?",
        "can_attack({of}, {whom}, t)",
        "attackers are being declared, and nothing about it keeps it from attacking",
    ),
    "can_block": _atom(
        "of:object whom:object?",
        "can_block({of}, {whom}, t)",
        "blockers are being declared, and nothing about the two keeps it from blocking the attacker",
    ),
    "must_attack": _atom(
        "of:object",
        "best({of}, Required, t), Required > 0",
        "a requirement would be obeyed by its attacking, at no cost",
    ),
    "must_attack_whom": _atom(
        "of:object whom:defender",
        "must_attack({of}, {whom}, _, t)",
        "a requirement is that it attack this player or permanent",
    ),
    "attacks": _atom("of:object whom:defender?", "happens(attacks({of}, {whom}), t)", "it is declared as an attacker"),
    "blocks": _atom("of:object whom:object?", "happens(blocks({of}, {whom}), t)", "it is declared as a blocker"),
    "deals_damage": _atom(
        "from:object? to:defender? amount:number?",
        "happens(damage(Dealer, {to}, {amount}), t), damage_source(Dealer, {from}, t)",
        "it deals damage",
    ),
    # events of the beat
    "transforms": _atom("of:object", "turned_over({of}, t)", "it transforms or converts"),
    "turned_face_up": _atom("of:object", "happens(turn_face_up({of}), t)", "it is turned face up"),
    "turned_face_down": _atom("of:object", "happens(turn_face_down({of}), t)", "it is turned face down"),
    "convokes": _atom(
        "of:object for:object part:word?",
        "happens(tap({of}), t), chosen(_, instead_of_mana({for}, {of}), {part}, t)",
        "the creature is tapped to convoke the spell, rather than paying mana of the part",
    ),
    "countered": _atom("of:object", "happens(counter({of}), t)", "it is countered"),
    "taps": _atom("of:object", "happens(tap({of}), t)", "it becomes tapped"),
    "untaps": _atom("of:object", "happens(untap({of}), t)", "it becomes untapped"),
    "activates": _atom(
        "of:object ability:ability? by:player?",
        "happens(activate({by}, {of}, {ability}, _), t)",
        "the player activates the ability",
    ),
    "pays_for": _atom(
        "of:object ability:ability? by:player?",
        "paying(_, {of}, {ability}, {by}, t)",
        "the costs of the ability are paid",
    ),
    "casts": _atom("of:object by:player?", "happens(cast({by}, {of}), t)", "the player casts it"),
    "enters": _atom("of:object", "happens(move({of}, battlefield, _), t)", "it enters the battlefield"),
    "leaves": _atom(
        "of:object to:word?",
        "holds(zone({of}, battlefield), t), happens(move({of}, {to}, _), t)",
        "it leaves the battlefield",
    ),
    "dies": _atom(
        "of:object",
        "holds(zone({of}, battlefield), t), happens(move({of}, graveyard, _), t)",
        "it is put into a graveyard from the battlefield",
    ),
    "adds_mana": _atom(
        "from:object? type:mana? amount:number? by:player? ability:ability?",
        "mana_from({from}, {ability}, {by}, {type}, {amount}, t)",
        "an ability of the object adds mana of the type",
    ),
    "undefined_mana": _atom(
        "of:object",
        "undefined_mana({of}, t)",
        "an ability of the object is told to add mana of a type that, as the board is, is not defined",
    ),
    "defined_mana": _atom(
        "of:object", "defined_mana({of}, t)", "an ability of the object is told to add mana of a type that is defined"
    ),
    "taps_for_mana": _atom(
        "of:object by:player? ability:ability?",
        "mana_tapping({by}, {of}, {ability}, t)",
        "the player taps the permanent for mana, by the rulebook's definition",
    ),
    "triggers": _atom("of:object ability:ability?", "triggers({of}, {ability}, _, t)", "the ability triggers"),
    "replaces": _atom(
        "of:object ability:ability?",
        "replaced(_, effect({of}, {ability}), t)",
        "the replacement effect changes an event",
    ),
    "gains_life": _atom(
        "of:player amount:number?", "happens(life({of}, {amount}, _), t)", "the player's life changes by so much"
    ),
    "turn_begins": _atom("of:player?", "happens(turn_begins({of}), t)", "the player's turn begins"),
    "control_changes": _atom(
        "of:object to:player?", "happens(control({of}, {to}, _), t)", "the player gains control of it"
    ),
}
"""The atoms, by name."""

DOMAINS: Mapping[str, str] = {
    "types": "mana_type({})",
    "colors": "mana_type({0}), {0} != c",
    "players": "player({})",
    "permanents": "holds(zone({}, battlefield), t)",
    "objects": "holds(zone({}, _), t)",
    "abilities": "ability({}, _)",
    "activated_abilities": "ability({}, activated)",
    "numbers": "{} = 0..{greatest}",
}
"""What ``for_each`` and ``exists`` may range over."""

_COMPARISON = re.compile(r"(==|=|!=|<=|>=|<|>)?\s*(-?\d+)")
_RANGE = re.compile(r"(-?\d*)\.\.(-?\d*)")
_VARIABLE = re.compile(r"\$([A-Z][A-Za-z]*)")
_ZONES = ("battlefield", "stack", "exile", "command", "hand", "graveyard", "library")


@dataclass
class Names:
    """What formulas may speak of.

    Attributes:
        objects: the ids of the objects of the scenario.
        players: the players.
        document: where problems are.
        greatest: the greatest number that ``numbers`` ranges over.
        predicates: the predicates that raw ASP may read, by name and arity; None when nobody checks.
    """

    objects: Sequence[str]
    players: Sequence[str]
    document: Document
    greatest: int = 20
    predicates: frozenset[tuple[str, int]] | None = None


@dataclass
class Compiler:
    """Compiles formulas; collects the rules they need and the kinds of counters they speak of."""

    names: Names
    prefix: str = "formula"
    rules: list[str] = field(default_factory=list)
    counter_kinds: dict[str, None] = field(default_factory=dict)
    _known: dict[tuple[str, ...], str] = field(default_factory=dict)
    _domains: dict[str, str] = field(default_factory=dict)
    _fresh: int = 0

    def compile(self, formula: Any, path: Path, variables: tuple[str, ...] = ()) -> str:
        """The atom that is true at beat ``t`` where the formula is.

        Args:
            formula: the formula as data.
            path: where it stands.
            variables: the variables bound around it.

        Raises:
            InputError: it is no formula.
        """
        if isinstance(formula, list):
            formula = {"all": formula}
        if isinstance(formula, str) and formula in ATOMS and not ATOMS[formula].fields:
            formula = {formula: {}}
        if not isinstance(formula, dict) or not formula:
            raise self._error(
                path, "this is not a formula", "write a mapping with one atom or operator, as {tapped: x}"
            )
        keys = [str(key) for key in formula]
        operator = next((key for key in keys if key in OPERATORS), None)
        expected = {"if": {"if", "then"}, "for_each": {"for_each", "holds"}, "exists": {"exists", "holds"}}
        allowed = expected.get(operator or "", {keys[0]})
        for key in keys:
            if key not in allowed and not (operator is None and key == keys[0]):
                known = [*OPERATORS, *ATOMS]
                if operator is not None or key in known:
                    raise self._error(
                        (*path, key),
                        f"{key!r} does not belong here",
                        "put it into a formula of its own, joined by all: [...]",
                        key=True,
                    )
        if operator is None:
            return self._atom_formula(formula, path, variables)
        handler = getattr(self, f"_{operator}")
        result: str = handler(formula, path, variables)
        return result

    # --- operators

    def _all(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        parts = self._several(formula["all"], (*path, "all"), variables)
        return self._define(variables, [", ".join(parts)])

    def _any(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        parts = self._several(formula["any"], (*path, "any"), variables)
        return self._define(variables, parts)

    def _not(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        inner = self.compile(formula["not"], (*path, "not"), variables)
        return self._define(variables, [f"not {inner}"])

    def _if(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        if "then" not in formula:
            raise self._error(path, "'if' without 'then'", "add 'then: ...'")
        condition = self.compile(formula["if"], (*path, "if"), variables)
        consequence = self.compile(formula["then"], (*path, "then"), variables)
        return self._define(variables, [f"not {condition}", consequence])

    def _iff(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        parts = self._several(formula["iff"], (*path, "iff"), variables)
        if len(parts) != 2:
            raise self._error((*path, "iff"), "'iff' joins two formulas", "write iff: [one, other]")
        return self._define(variables, [", ".join(parts), ", ".join(f"not {part}" for part in parts)])

    def _once(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        inner = self.compile(formula["once"], (*path, "once"), variables)
        return self._define(variables, [inner, "@self-1"])

    def _so_far(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        ever_not = self._once({"once": {"not": formula["so_far"]}}, path, variables)
        return self._define(variables, [f"not {ever_not}"])

    def _previously(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        inner = self.compile(formula["previously"], (*path, "previously"), variables)
        return self._define(variables, [_at(inner, "t-1")])

    def _at_start(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        inner = self.compile(formula["at_start"], (*path, "at_start"), variables)
        return self._define(variables, [_at(inner, "0")])

    def _since(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        parts = self._several(formula["since"], (*path, "since"), variables)
        if len(parts) != 2:
            raise self._error((*path, "since"), "'since' joins two formulas", "write since: [what holds, since what]")
        return self._define(variables, [parts[1], f"{parts[0]}, @self-1"])

    def _for_each(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        bound, domain = self._bind(formula, "for_each", path, variables)
        inner = self.compile(formula["holds"], (*path, "holds"), (*variables, *bound))
        fails = self._define(variables, [f"{domain}, not {inner}"])
        return self._define(variables, [f"not {fails}"])

    def bind(self, formula: dict[str, Any], path: Path) -> tuple[tuple[str, ...], str]:
        """The variables of a formula's ``for_each``, and the body that says what they range over."""
        return self._bind(formula, "for_each", path, ())

    def _exists(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        bound, domain = self._bind(formula, "exists", path, variables)
        inner = self.compile(formula["holds"], (*path, "holds"), (*variables, *bound))
        return self._define(variables, [f"{domain}, {inner}"])

    def _bind(
        self, formula: dict[str, Any], operator: str, path: Path, variables: tuple[str, ...]
    ) -> tuple[tuple[str, ...], str]:
        here = (*path, operator)
        ranges = formula[operator]
        if not isinstance(ranges, dict) or not ranges or "holds" not in formula:
            raise self._error(
                here,
                f"{operator!r} names no variable, or 'holds' is missing",
                f"write {operator}: {{T: types}} and beside it holds: ...",
            )
        bodies = []
        for name, domain in ranges.items():
            if not re.fullmatch(r"[A-Z][A-Za-z]*", str(name)) or f"V{name}" in variables:
                raise self._error(
                    (*here, name),
                    f"{name!r} cannot name a variable here",
                    "a variable begins with a capital letter and is new",
                    key=True,
                )
            if domain not in DOMAINS:
                raise self._error(
                    (*here, name),
                    f"nothing is called {domain!r} to range over",
                    did_you_mean(str(domain), DOMAINS, "one of " + ", ".join(DOMAINS)),
                )
            bodies.append(DOMAINS[domain].format(f"V{name}", greatest=self.names.greatest))
        bound = tuple(f"V{name}" for name in ranges)
        for variable, domain in zip(bound, ranges.values(), strict=True):
            self._domains[variable] = DOMAINS[domain].format(variable, greatest=self.names.greatest)
        return bound, ", ".join(bodies)

    def _asp(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        """Raw ASP: the body of a rule over the documented vocabulary, with ``t`` for the beat."""
        text = formula["asp"]
        here = (*path, "asp")
        if not isinstance(text, str):
            raise self._error(here, "'asp' is not a text", "write the body of a rule: asp: 'holds(tapped(O), t)'")
        body = check_body(text, here, self.names)
        return self._define((), [body])

    def _several(self, value: Any, path: Path, variables: tuple[str, ...]) -> list[str]:
        if not isinstance(value, list) or not value:
            raise self._error(path, "this is not a list of formulas", "write [first, second]")
        return [self.compile(one, (*path, index), variables) for index, one in enumerate(value)]

    # --- atoms

    def _atom_formula(self, formula: dict[str, Any], path: Path, variables: tuple[str, ...]) -> str:
        name = str(next(iter(formula)))
        atom = ATOMS.get(name)
        if atom is None:
            known = [*ATOMS, *OPERATORS]
            raise self._error(
                (*path, name),
                f"unknown claim {name!r}",
                did_you_mean(name, known, "the words are " + ", ".join(known)),
                key=True,
            )
        if len(formula) > 1:
            other = next(key for key in formula if key != name)
            raise self._error(
                (*path, other),
                f"{other!r} does not belong here",
                f"put the fields of {name!r} into braces: {name}: {{{', '.join(atom.fields)}}}",
                key=True,
            )
        self._fresh = 0  # each atom is a rule of its own
        return self._define(variables, [self.body(name, formula[name], (*path, name), variables)])

    def body(self, name: str, value: Any, path: Path, variables: tuple[str, ...] = ()) -> str:
        """The body of an atom with its fields filled in."""
        atom = ATOMS[name]
        if isinstance(value, dict):
            fields = value
        elif atom.fields:
            fields = {next(iter(atom.fields)): value}
        else:
            fields = {}
        extra: list[str] = []
        filled: dict[str, str] = {}
        for key in fields:
            if key not in atom.fields:
                raise self._error(
                    (*path, key),
                    f"unknown field {key!r}",
                    did_you_mean(str(key), atom.fields, "the fields here are " + ", ".join(atom.fields)),
                    key=True,
                )
        for key, kind in atom.fields.items():
            here = (*path, key) if isinstance(value, dict) else path
            if key not in fields:
                if key not in atom.optional:
                    raise self._error(path, f"the field {key!r} is missing", f"add '{key}: ...'")
                filled[key] = self._new()
                continue
            filled[key] = self._term(fields[key], kind, here, variables, extra)
            if name == "counters" and key == "kind":
                self.counter_kinds[filled[key]] = None
        text = atom.body
        for key, term in filled.items():
            text = text.replace(f"{{{key}}}", term)
        return ", ".join([text, *extra])

    def _new(self) -> str:
        self._fresh += 1
        return f"Any{self._fresh}"

    def _term(self, value: Any, kind: str, path: Path, variables: tuple[str, ...], extra: list[str]) -> str:
        if value == "any":
            return self._new()
        variable = _VARIABLE.fullmatch(value) if isinstance(value, str) else None
        if variable is not None:
            name = f"V{variable[1]}"
            if name not in variables:
                raise self._error(path, f"the variable {value} is not bound", "bind it with for_each or exists")
            return name
        reader = getattr(self, f"_{kind}_term")
        term: str = reader(value, path, extra)
        return term

    def _object_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if value not in self.names.objects:
            raise self._error(
                path,
                f"no object is called {value!r}",
                did_you_mean(str(value), self.names.objects, "give the object that id under 'given'"),
            )
        return f"obj({quoted(value)}, {self._new()})"

    def _player_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if value not in self.names.players:
            raise self._error(
                path,
                f"no player is called {value!r}",
                did_you_mean(str(value), self.names.players, "the players are " + ", ".join(self.names.players)),
            )
        return quoted(value)

    def _defender_term(self, value: Any, path: Path, extra: list[str]) -> str:
        """An object or a player: what is attacked, or dealt damage."""
        return quoted(value) if value in self.names.players else self._object_term(value, path, extra)

    def _mana_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if value not in MANA_TYPES:
            raise self._error(path, f"{value!r} is not a type of mana", "write one of " + ", ".join(MANA_TYPES))
        return str(value).lower()

    def _word_term(self, value: Any, path: Path, extra: list[str]) -> str:
        try:
            return word(value)
        except (ValueError, AttributeError):
            raise self._error(path, f"{value!r} is not a game word", "write a word such as creature") from None

    def _text_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if not isinstance(value, str):
            raise self._error(path, f"{value!r} is not a text", "write a name")
        return quoted(value)

    def _zone_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if value not in _ZONES:
            raise self._error(
                path, f"{value!r} is not a zone", did_you_mean(str(value), _ZONES, "one of " + ", ".join(_ZONES))
            )
        return f"{value}({self._new()})" if value in ("hand", "graveyard", "library") else str(value)

    def _number_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        text = str(value).strip()
        compared = _COMPARISON.fullmatch(text)
        ranged = _RANGE.fullmatch(text)
        variable = self._new()
        if compared is not None:
            sign = compared[1] or "="
            extra.append(f"{variable} {'=' if sign == '==' else sign} {compared[2]}")
        elif ranged is not None and (ranged[1] or ranged[2]):
            if ranged[1]:
                extra.append(f"{variable} >= {ranged[1]}")
            if ranged[2]:
                extra.append(f"{variable} <= {ranged[2]}")
        else:
            raise self._error(path, f"{value!r} is not a number or a comparison", "write 3, '>= 3' or 1..3")
        return variable

    def _ability_term(self, value: Any, path: Path, extra: list[str]) -> str:
        """``{cost: tap}``, ``{kind: triggered}``, ``{keyword: haste}``, ``{mana: true}``, ``{number: 2}``."""
        variable = self._new()
        conditions = ability_conditions(value, variable)
        if conditions is None:
            raise self._error(
                path,
                "this names no ability",
                "write any, or {cost: tap}, {cost: untap}, {kind: activated}, {keyword: word}, {mana: true}",
            )
        extra.extend(conditions)
        return variable

    # --- rules

    def _define(self, variables: tuple[str, ...], bodies: Sequence[str]) -> str:
        """A predicate that is true where one of the bodies is; ``@self-1`` is the predicate at the beat before."""
        key = (*variables, *(self._domains[v] for v in variables), "|", *bodies)
        if key in self._known:
            return self._known[key]
        name = f"{self.prefix}_{len(self._known) + 1}"
        head = f"{name}({', '.join((*variables, 't'))})"
        domains = ", ".join(self._domains[v] for v in variables)
        for body in bodies:
            text = body.replace("@self-1", _at(head, "t-1"))
            self.rules.append(f"{head} :- {text}{', ' + domains if domains else ''}.")
        self._known[key] = head
        return head

    def _error(self, path: Path, what: str, cure: str, *, key: bool = False) -> InputError:
        return self.names.document.error(path, what, cure, key=key)


def ability_conditions(value: Any, variable: str) -> list[str] | None:
    """The literals that a description of an ability comes to; None if it is none."""
    if not isinstance(value, dict) or not value:
        return None
    found = []
    for key, one in value.items():
        if key == "cost" and one in ("tap", "untap", "{T}", "{Q}"):
            found.append(f"cost({variable}, _, {'tap' if one in ('tap', '{T}') else 'untap'})")
        elif key == "without_cost" and one in ("tap", "untap", "{T}", "{Q}"):
            found.append(
                f"not has_cost({variable}, {'tap' if one in ('tap', '{T}') else 'untap'}), "
                f"ability({variable}, activated)"
            )
        elif key == "loyalty" and isinstance(one, int) and not isinstance(one, bool):
            found.append(f"cost({variable}, _, loyalty({one}))")
        elif key == "kind" and one in ("activated", "triggered", "static", "replacement", "spell", "keyword"):
            found.append(f"ability({variable}, {one})")
        elif key == "keyword" and isinstance(one, str):
            found.append(f"keyword({variable}, {word(one)})")
        elif key == "mana" and isinstance(one, bool):
            found.append(f"{'' if one else 'not '}is_mana_ability({variable})")
        else:
            return None
    return found


def quoted(text: str) -> str:
    """A text as an ASP string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _at(head: str, time: str) -> str:
    """An atom at another beat: its last argument replaced."""
    return head.removesuffix("t)") + time + ")"


def check_body(text: str, path: Path, names: Names) -> str:
    """Check raw ASP: one rule body that reads the vocabulary and does nothing else.

    Raises:
        InputError: it is no body, or holds a directive, a choice, a script call or an unknown predicate.
    """
    from clingo import ast

    def refuse(what: str, cure: str) -> InputError:
        return InputError(names.document.problem(path, what, cure))

    nodes: list[ast.AST] = []
    messages: list[str] = []
    body = text.strip().removesuffix(".")
    try:
        ast.parse_string(f"goal :- {body}.", nodes.append, logger=lambda _, message: messages.append(message))
    except RuntimeError as error:
        reason = (messages[0] if messages else str(error)).replace("<string>:1:", "column ").strip()
        raise refuse(
            f"this ASP cannot be read: {reason}", "write the body of a rule, such as holds(tapped(O), t)"
        ) from None
    rules = [node for node in nodes if node.ast_type not in (ast.ASTType.Program, ast.ASTType.Comment)]
    if len(rules) != 1 or rules[0].ast_type is not ast.ASTType.Rule or str(rules[0].head) != "goal":
        found = next(
            (str(node.ast_type.name) for node in rules if node.ast_type is not ast.ASTType.Rule), "a second rule"
        )
        raise refuse(
            f"a claim is the body of one rule; here is {found.lower()} too",
            "remove directives (#script, #include, #external, #show) and further rules",
        )
    for atom in _functions(rules[0].body):
        if getattr(atom, "external", 0):
            raise refuse(f"@{atom.name} calls a script", "remove it: a scenario never runs code")
    for literal in _atoms(rules[0].body):
        signature = (literal.name, len(literal.arguments))
        if names.predicates is not None and signature not in names.predicates:
            known = sorted({name for name, _ in names.predicates})
            raise refuse(
                f"the rulebook has no predicate {signature[0]}/{signature[1]}",
                did_you_mean(signature[0], known, "see asp/README.md for the vocabulary"),
            )
    return body


def _walk(node: Any) -> Iterator[Any]:
    from clingo import ast

    if isinstance(node, ast.ASTSequence):
        for child in node:
            yield from _walk(child)
    elif isinstance(node, ast.AST):
        yield node
        for key in node.child_keys:
            yield from _walk(getattr(node, key))


def _functions(node: Any) -> Iterator[Any]:
    from clingo import ast

    return (one for one in _walk(node) if one.ast_type is ast.ASTType.Function)


def _atoms(node: Any) -> Iterator[Any]:
    from clingo import ast

    for one in _walk(node):
        if one.ast_type is ast.ASTType.SymbolicAtom and one.symbol.ast_type is ast.ASTType.Function:
            yield one.symbol


__all__ = [
    "ATOMS",
    "DOMAINS",
    "OPERATORS",
    "Atom",
    "Compiler",
    "Names",
    "Problem",
    "ability_conditions",
    "check_body",
    "quoted",
]
