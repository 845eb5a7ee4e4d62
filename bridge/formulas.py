"""The language of claims: formulas about a beat and what went before it, turned into ASP.

A formula is data: a mapping with one operator (``all``, ``any``, ``not``, ``if``/``then``, ``iff``, ``for_each``,
``exists``, ``once``, ``so_far``, ``previously``, ``at_start``, ``since``) or one atom of :mod:`.atoms`. Compiled, it
only *reads* the rulebook: each subformula becomes a predicate of its own, derived from predicates of the vocabulary,
so a claim can never add law.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .abilities.base import MANA_TYPES, is_word, word
from .atoms import ATOMS, DOMAINS, WORDS, ZONES_OF_CLAIMS
from .errors import InputError, did_you_mean
from .names import Names
from .raw_asp import check_body
from .surface import LARGEST

Path = tuple[str | int, ...]

OPERATORS: Mapping[str, tuple[str, str]] = {
    "all": ("all: [formula, ...]", "every one is true; a list alone means the same"),
    "any": ("any: [formula, ...]", "one of them is true"),
    "not": ("not: formula", "it is not true"),
    "if": ("if: formula, then: formula", "where the first is true, so is the second"),
    "iff": ("iff: [formula, formula]", "both are true, or neither"),
    "for_each": ("for_each: {T: types}, holds: formula", "it is true for each; `$T` stands for it within"),
    "exists": ("exists: {P: players}, holds: formula", "it is true for one"),
    "once": ("once: formula", "it is or was true"),
    "so_far": ("so_far: formula", "it is and has always been true"),
    "previously": ("previously: formula", "it was true at the beat before"),
    "at_start": ("at_start: formula", "it was true at the first beat"),
    "since": ("since: [formula, formula]", "the first has been true since the second was"),
    "asp": ("asp: text", "the body of a rule over the rulebook's vocabulary is true (`t` is the beat)"),
}
"""What a formula may be besides an atom: how it is written, and when it is true."""

SYMBOLS: Mapping[str, str] = {"{T}": "tap", "tap": "tap", "{Q}": "untap", "untap": "untap"}
"""The symbols of costs that abilities are told apart by, and their terms."""

ABILITY_KINDS = ("activated", "triggered", "static", "replacement", "spell", "keyword")
"""The kinds that abilities are told apart by."""


_COMPARISON = re.compile(r"(==|=|!=|<=|>=|<|>)?\s*(-?[0-9]{1,10})")
_RANGE = re.compile(r"(-?[0-9]{1,10})?\.\.(-?[0-9]{1,10})?")
_VARIABLE = re.compile(r"\$([A-Z][A-Za-z]*)")


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
        if isinstance(formula, str) and formula in ATOMS and ATOMS[formula].bare:
            formula = {formula: {}}
        if not isinstance(formula, dict) or not formula:
            cure = "write a mapping with one atom or operator, as {tapped: x}"
            if isinstance(formula, str) and formula in ATOMS:
                needed = (key for key in ATOMS[formula].fields if key not in ATOMS[formula].optional)
                cure = (
                    f"write {formula} with its fields: {{{formula}: {{{', '.join(f'{key}: ...' for key in needed)}}}}}"
                )
            raise self._error(path, "this is not a formula", cure)
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

    def of_state(self, formula: Any) -> bool:
        """Whether a formula, which compiles, rests on the state at the beginning of a beat alone.

        Of text in ASP that is not known.
        """
        if isinstance(formula, list):
            return all(map(self.of_state, formula))
        if isinstance(formula, str):
            return formula in ATOMS and ATOMS[formula].of_state
        if not isinstance(formula, dict):
            return False
        name = next((key for key in formula if key in OPERATORS), None)
        if name is None:
            return all(key in ATOMS and ATOMS[key].of_state for key in formula)
        if name in ("for_each", "exists"):
            return self.of_state(formula.get("holds"))
        if name == "asp":
            return False
        return all(self.of_state(inner) for inner in formula.values())

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
            if not isinstance(domain, str) or domain not in DOMAINS:
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
        elif atom.bare and value is None:
            fields = {}
        elif atom.fields:
            fields = {next(iter(atom.fields)): value}
        elif value is True:
            fields = {}
        else:
            raise self._error(path, f"{name!r} has no fields", f"write {name} alone, or not: {name}")
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
        if kind in WORDS:
            return self._known_word(value, kind, path, extra)
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
        if not is_word(value):
            raise self._error(path, f"{value!r} is not a game word", "write a word such as creature")
        return word(value)

    def _known_word(self, value: Any, kind: str, path: Path, extra: list[str]) -> str:
        """A word of those that there are: any other would make a claim that nothing could ever fulfil."""
        known = WORDS[kind]
        if not isinstance(value, str) or word(value) not in known:
            cure = did_you_mean(str(value), known, "write one of " + ", ".join(known))
            raise self._error(path, f"{value!r} is not a {kind.replace('_', ' ')}", cure)
        if kind == "destination" and value == "library":
            variable = self._new()
            extra.append(f"{variable} = (library_top; library_bottom)")
            return variable
        return word(value)

    def _text_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if not isinstance(value, str):
            raise self._error(path, f"{value!r} is not a text", "write a name")
        return quoted(value)

    def _zone_term(self, value: Any, path: Path, extra: list[str]) -> str:
        if value not in ZONES_OF_CLAIMS:
            cure = did_you_mean(str(value), ZONES_OF_CLAIMS, "one of " + ", ".join(ZONES_OF_CLAIMS))
            raise self._error(path, f"{value!r} is not a zone", cure)
        return f"{value}({self._new()})" if value in ("hand", "graveyard", "library") else str(value)

    def _number_term(self, value: Any, path: Path, extra: list[str]) -> str:
        whole = isinstance(value, int) and not isinstance(value, bool)
        text = str(value).strip() if whole or isinstance(value, str) else ""
        compared = _COMPARISON.fullmatch(text)
        ranged = _RANGE.fullmatch(text)
        if any(abs(int(number)) > LARGEST for number in re.findall("[0-9]+", text[:100])):
            raise self._error(path, f"{text[:20]} is too large", f"write numbers up to {LARGEST}")
        if whole:
            return text
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
        if key == "cost" and isinstance(one, str) and one in SYMBOLS:
            found.append(f"cost({variable}, _, {SYMBOLS[one]})")
        elif key == "without_cost" and isinstance(one, str) and one in SYMBOLS:
            found.append(f"not has_cost({variable}, {SYMBOLS[one]}), ability({variable}, activated)")
        elif key == "loyalty" and isinstance(one, int) and not isinstance(one, bool):
            found.append(f"cost({variable}, _, loyalty({one}))")
        elif key == "kind" and one in ABILITY_KINDS:
            found.append(f"ability({variable}, {one})")
        elif key == "keyword" and is_word(one):
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


__all__ = ["ABILITY_KINDS", "OPERATORS", "SYMBOLS", "Compiler", "ability_conditions", "quoted"]
