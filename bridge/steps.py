"""What a scenario's ``when`` makes happen: its steps as facts for ``asp/machine/script.lp``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import clingo

from .abilities.base import MANA_TYPES, is_word, word
from .errors import InputError, did_you_mean
from .formulas import SYMBOLS, Compiler
from .names import Names
from .quantities import Quantities, is_quantity
from .slots import Slot
from .surface import LARGEST

Path = tuple[str | int, ...]

STEPS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "activate": (("of", "ability", "by"), "a player activates an ability of the object, at the next opportunity"),
    "cast": (
        ("of", "by", "face"),
        "a player casts the card; a modal double-faced one, perhaps with its back face up",
    ),
    "play_land": (
        ("of", "by", "face"),
        "a player plays the land card; a modal double-faced one, with its back face up",
    ),
    "turn_face_up": (("of", "by"), "a player turns the manifested permanent face up, for its mana cost"),
    "attack": (
        ("with", "whom", "free"),
        "creatures are declared as attackers, these and no others; a list is one declaration, 'free' leaves it open",
    ),
    "block": (("with", "whom", "free"), "creatures are declared as blockers, likewise"),
    "pass": ((), "all players pass in succession, once"),
    "free": (("beats", "by"), "so many times the players (or one) may do anything the rules allow, or nothing"),
    "happens": ((), "an event comes about, whatever caused it"),
    "resolve": (
        ("ability_of", "ability"),
        "an ability of the object is supposed to resolve, its targets chosen and no cost paid",
    ),
    "until": ((), "the players pass until a formula is true; of a state, none passes again once it is"),
    "free_until": ((), "the players may do anything until a formula is true; of a state, none acts again once it is"),
    "next_turn": (("of",), "the players pass until a turn begins"),
    "either": ((), "one of several steps, or the step 'nothing'"),
    "repeat": (("times", "step"), "a step, so many times"),
    "nothing": ((), "a beat passes in which nothing happens"),
}
"""The steps: their fields, and what they mean."""

EVENTS: Mapping[str, tuple[tuple[str, ...], str]] = {
    "tap": (("of",), "it becomes tapped"),
    "untap": (("of",), "it becomes untapped"),
    "gain_control": (("of", "by"), "a player gains control of it for good"),
    "put_counters": (("on", "kind", "amount"), "counters are put on it"),
    "remove_counters": (("from", "kind", "amount"), "counters are removed from it"),
    "destroy": (("of",), "it is destroyed"),
    "sacrifice": (("of",), "its controller sacrifices it"),
    "counter": (("of",), "the spell is countered"),
    "move": (("of", "to"), "it goes to a zone"),
    "gain_life": (("by", "amount"), "a player gains life"),
    "lose_life": (("by", "amount"), "a player loses life"),
    "draw": (("by", "amount"), "a player draws cards"),
    "lose": (("by",), "a player loses the game"),
    "concede": (("by",), "a player concedes"),
    "penalty": (("by",), "a player loses the game as a judge's penalty"),
    "enter": (
        ("of", "by", "as"),
        "it is put onto the battlefield, under its owner's control if nobody is named; as it is, "
        "transformed, face_down or manifested",
    ),
    "transform": (("of",), "it transforms"),
    "convert": (("of",), "it converts"),
    "turn_face_up": (("of",), "it is turned face up"),
    "turn_face_down": (("of",), "it is turned face down"),
    "damage": (("from", "to", "amount", "preventable"), "an object deals damage to a permanent or a player"),
}
"""The events of ``happens``."""

MANNERS = ("face_up", "transformed", "face_down", "manifested")
"""How an object may enter."""

ZONES_TO_GO_TO = ("graveyard", "exile", "hand", "library_top", "library_bottom")
"""Where an object may be moved."""


@dataclass
class Script:
    """The steps compiled.

    Attributes:
        facts: the facts.
        slots: the steps that are left open.
        rules: rules that define ``reached/2`` for conditions; they only read.
        shown: each step in words, by its number.
        last: the last number that each step of the text came to, the steps numbered from 1.
    """

    facts: list[clingo.Symbol] = field(default_factory=list)
    slots: list[Slot] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)


class Steps:
    """Compiles ``when``.

    Args:
        names: what steps may speak of.
        quantities: what ``any`` and ranges mean.
        compiler: compiles the formulas of ``until``.
    """

    def __init__(self, names: Names, quantities: Quantities, compiler: Compiler) -> None:
        self.names = names
        self.quantities = quantities
        self.compiler = compiler
        self.script = Script()
        self._number = 0
        self._declared = 0
        self._counter_kinds: dict[str, None] = {}
        self._conditions: dict[clingo.Symbol, str] = {}
        self._of_state: set[clingo.Symbol] = set()

    def compile(self, when: Any, answers: Any, path: Path = ("when",)) -> Script:
        """The script of a list of steps and of ``answers``, the answers given to further questions.

        Raises:
            InputError: a step is none.
        """
        if not isinstance(when, list):
            raise self._error(path, "'when' is not a list", "begin each step with '- '")
        for index, step in enumerate(when):
            self._step(step, (*path, index))
            self.script.last[index + 1] = self._number
        for kind in self._counter_kinds:
            self.script.facts.append(_term("counter_kind", clingo.Function(kind)))
        self._answers(answers)
        return self.script

    def _answers(self, answers: Any) -> None:
        if answers is None:
            return
        path: Path = ("answers",)
        if not isinstance(answers, dict):
            raise self._error(path, "'answers' is not a mapping", "write answers: {x: 2, may: yes}")
        for key, value in answers.items():
            here = (*path, key)
            if key == "choices":
                self._choices(value, here)
                continue
            if key == "x" and isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST:
                term = clingo.Number(value)
            elif key == "may" and value in (True, False, "yes", "no"):
                term = clingo.Function("yes" if value in (True, "yes") else "no")
            elif key == "color" and value in MANA_TYPES:
                term = clingo.Function(value.lower())
            elif key == "target" and value in (*self.names.objects, *self.names.players):
                term = clingo.String(value)
            else:
                raise self._error(
                    here,
                    f"{value!r} answers no question {key!r}",
                    "the questions are x: number, may: yes or no, color: letter, target: id or player",
                )
            self.script.facts.append(_term("answer", clingo.Function(str(key)), term))

    def _choices(self, value: Any, path: Path) -> None:
        """Single answers, each to a question that is asked at a beat, in the terms of the rulebook."""
        if not isinstance(value, list):
            raise self._error(path, "'choices' is not a list", "begin each with '- beat: ...'")
        fields = ("beat", "by", "question", "answer")
        for index, one in enumerate(value):
            here = (*path, index)
            if not isinstance(one, dict) or set(one) != set(fields):
                raise self._error(here, "this is no choice", "write {beat: 3, by: alice, question: act, answer: pass}")
            by = clingo.Function("scenario") if one["by"] == "scenario" else self._who(one["by"], (*here, "by"))
            beat = self._count(one["beat"], (*here, "beat"))
            terms = []
            for key in fields[2:]:
                try:
                    terms.append(clingo.parse_term(str(one[key])))
                except RuntimeError:
                    what = f"{one[key]!r} is no term"
                    raise self._error(
                        (*here, key), what, 'write a term of the rulebook, as pass or obj("x",0)'
                    ) from None
            self.script.facts.append(_term("answer_at", by, *terms, beat))

    def _step(self, step: Any, path: Path) -> None:
        name, value = self._named(step, STEPS, path)
        if name == "repeat":
            self._repeat(value, (*path, name))
            return
        if name == "free":
            fields = self._fields(value, STEPS["free"][0], (*path, "free"), "beats")
            count = fields.get("beats", 1)
            if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 50:
                raise self._error((*path, "free"), f"{count!r} is not a number of opportunities", "write free: 3")
            who = self._who(fields.get("by", "any"), (*path, "free"))
            for _ in range(count):
                self._emit([_term("free", who)], f"free: {fields.get('by', 'any')}")
            return
        self._emit(list(self._alternatives(step, path)), _shown(step))

    def _repeat(self, value: Any, path: Path) -> None:
        fields = self._fields(value, ("times", "step"), path, "times")
        times = fields.get("times", "any")
        counts = self.quantities.values(times, "times", (*path, "times")) if is_quantity(times) else [times]
        if "step" not in fields or not all(
            isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 20 for n in counts
        ):
            raise self._error(path, "'repeat' needs a number and a step", "write repeat: {times: 0..2, step: {tap: x}}")
        idle = clingo.Function("idle")
        for number in range(1, max(counts) + 1):
            terms = list(self._alternatives(fields["step"], (*path, "step")))
            if number > min(counts):
                terms = [idle, *(term for term in terms if term != idle)]
            self._emit(terms, _shown(fields["step"]))

    def _emit(self, terms: list[clingo.Symbol], shown: str) -> None:
        self._number += 1
        number = clingo.Number(self._number)
        self.script.facts.append(_term("script_step", number))
        self.script.shown[self._number] = shown
        for term in terms:
            if term.name in ("wait", "free_until"):
                guard = f"holds(script({self._number}), t), {self._conditions[term]}"
                self.script.rules.append(f"reached({self._number}, t) :- {guard}.")
                if term in self._of_state:
                    self.script.rules.append(f"met({self._number}, t) :- {guard}.")
        plain = [_plain(term) for term in terms]
        if len(plain) == 1:
            self.script.facts.append(_term("script", number, plain[0]))
            return
        name = _term("slot", clingo.String(f"step {self._number}"))
        values = tuple(clingo.Number(index) for index in range(len(plain)))
        gives = {value: (_term("script", number, term),) for value, term in zip(values, plain, strict=True)}
        self.script.slots.append(Slot(name, values, gives, f"step {self._number}: {shown}"))

    def _alternatives(self, step: Any, path: Path) -> Iterator[clingo.Symbol]:
        """The steps that a step, some of its fields left open, may be."""
        name, value = self._named(step, STEPS, path)
        here = (*path, name)
        if name == "either":
            if not isinstance(value, list) or not value:
                raise self._error(here, "'either' lists no steps", "write either: [step, step]")
            for index, one in enumerate(value):
                yield from self._alternatives(one, (*here, index))
        elif name == "nothing":
            yield clingo.Function("idle")
        elif name == "pass":
            yield clingo.Function("pass")
        elif name in ("attack", "block"):
            yield from self._declaration(name, value, here)
        elif name == "activate":
            fields = self._fields(value, STEPS[name][0], here, "of")
            for of, by in self._open(fields, {"of": "any", "by": "any"}, here):
                which = self._which(fields.get("ability", {"kind": "activated"}), here, self._object(of, here))
                yield _term("activate", self._object(of, here), which, self._who(by, here))
        elif name in ("cast", "play_land", "turn_face_up"):
            fields = self._fields(value, STEPS[name][0], here, "of")
            back = (clingo.Function("back"),) if self._face(fields.get("face", "front"), here) == "back" else ()
            for of, by in self._open(fields, {"of": "any", "by": "any"}, here):
                yield _term(name, self._object(of, here), self._who(by, here), *back)
        elif name == "resolve":
            fields = self._fields(value, STEPS[name][0], here, "ability_of")
            of = self._object(fields.get("ability_of"), here)
            yield _term("supposed", of, self._which(fields.get("ability", "any"), here, of))
        elif name == "happens":
            yield from self._event(value, here)
        elif name == "next_turn":
            fields = self._fields(value, STEPS[name][0], here, "of")
            yield self._condition("wait", {"turn_begins": {"of": fields.get("of", "any")}}, here)
        elif name == "until":
            yield self._condition("wait", value, here)
        elif name == "free_until":
            yield self._condition("free_until", value, here)
        else:
            raise self._error(here, f"{name!r} cannot stand within another step", "write it as a step of its own")

    def _declaration(self, name: str, value: Any, path: Path) -> Iterator[clingo.Symbol]:
        """Declarations of attackers or blockers: the creatures named join, as ``joins/3`` says, or all is left open."""
        if value == "free":
            yield _term(name, clingo.Function("free"))
            return
        entries = value if isinstance(value, list) else [value]
        choices: list[list[tuple[Any, Any]]] = []
        for index, entry in enumerate(entries):
            here = (*path, index) if isinstance(value, list) else path
            fields = self._fields(entry, ("with", "whom"), here, "with")
            if not isinstance(fields, dict) or set(fields) != {"with", "whom"}:
                raise self._error(
                    here, "this declares no creature", f"write {name}: {{with: x, whom: y}} or {name}: free"
                )
            choices.append([(one, whom) for one, whom in self._open(fields, {"with": None, "whom": None}, here)])
        for combination in product(*choices):
            self._declared += 1
            which = clingo.Number(self._declared)
            for one, whom in combination:
                self.script.facts.append(_term("joins", which, self._object(one, path), self._target(whom, path)))
            yield _term(name, which)

    def _target(self, value: Any, path: Path) -> clingo.Symbol:
        return clingo.String(value) if value in self.names.players else self._object(value, path)

    def _condition(self, kind: str, formula: Any, path: Path) -> clingo.Symbol:
        compiled = self.compiler.compile(_settling(formula), path)
        term = _term(kind, clingo.String(compiled))
        self._conditions[term] = compiled
        if self.compiler.of_state(formula):
            self._of_state.add(term)
        return term

    def _event(self, value: Any, path: Path) -> Iterator[clingo.Symbol]:
        name, inner = self._named(value, EVENTS, path)
        here = (*path, name)
        keys = EVENTS[name][0]
        fields = self._fields(inner, keys, here, keys[0])
        for key in keys:
            if key not in fields and key not in ("amount", "by", "kind", "preventable", "as"):
                raise self._error(here, f"the field {key!r} is missing", f"add '{key}: ...'")
        order = {"amount": 1, "by": "owner" if name == "enter" else "any", "preventable": True, "as": "face_up"}
        choices: list[list[Any]] = []
        for key in keys:
            raw = fields.get(key, order.get(key, 1))
            if key == "by" and raw == "any":
                choices.append(list(self.names.players))
            else:
                choices.append(self.quantities.values(raw, key, (*here, key)) if is_quantity(raw) else [raw])
        for combination in product(*choices):
            one = dict(zip(keys, combination, strict=True))
            yield _term("happens", self._event_term(name, one, here))

    def _event_term(self, name: str, one: Mapping[str, Any], path: Path) -> clingo.Symbol:
        if name == "enter":
            if one["as"] not in MANNERS:
                raise self._error(
                    path,
                    f"{one['as']!r} is not a way to enter",
                    did_you_mean(str(one["as"]), MANNERS, "one of " + ", ".join(MANNERS)),
                )
            owner = clingo.Function("owner") if one["by"] == "owner" else self._who(one["by"], path)
            manner = () if one["as"] == "face_up" else (clingo.Function(one["as"]),)
            return _term("enter", self._object(one["of"], path), owner, *manner)
        if name == "damage":
            manner_of = clingo.Function("preventable" if one["preventable"] else "unpreventable")
            amount = self._count(one["amount"], path)
            return _term("damage", self._object(one["from"], path), self._target(one["to"], path), amount, manner_of)
        if name in (
            "tap",
            "untap",
            "destroy",
            "sacrifice",
            "counter",
            "transform",
            "convert",
            "turn_face_up",
            "turn_face_down",
        ):
            return _term(name, self._object(one["of"], path))
        if name == "gain_control":
            return _term("control", self._object(one["of"], path), self._who(one["by"], path))
        if name in ("put_counters", "remove_counters"):
            kind = self._word(one["kind"], path)
            self._counter_kinds[kind] = None
            functor = "counters" if name == "put_counters" else name
            target = self._object(one["on" if name == "put_counters" else "from"], path)
            return _term(functor, target, clingo.Function(kind), self._count(one["amount"], path))
        if name == "move":
            if one["to"] not in ZONES_TO_GO_TO:
                raise self._error(
                    path,
                    f"{one['to']!r} is not a zone to go to",
                    did_you_mean(str(one["to"]), ZONES_TO_GO_TO, "one of " + ", ".join(ZONES_TO_GO_TO)),
                )
            return _term("move", self._object(one["of"], path), clingo.Function(one["to"]))
        who = self._who(one["by"], path)
        if name in ("lose", "concede", "penalty"):
            return _term(name, who)
        amount = self._count(one["amount"], path)
        if name == "draw":
            return _term("draw", who, amount)
        return _term("life", who, amount if name == "gain_life" else clingo.Number(-amount.number))

    # --- fields

    def _named(self, step: Any, known: Mapping[str, Any], path: Path) -> tuple[str, Any]:
        if isinstance(step, str):
            step = {step: {}}
        if not isinstance(step, dict) or len(step) != 1:
            raise self._error(path, "this is not one step", "write one word with its fields, as {activate: {of: x}}")
        name, value = next(iter(step.items()))
        if name not in known:
            raise self._error(
                (*path, name),
                f"unknown step {name!r}",
                did_you_mean(str(name), known, "the words here are " + ", ".join(known)),
                key=True,
            )
        return str(name), value

    def _fields(self, value: Any, keys: Sequence[str], path: Path, first: str) -> dict[str, Any]:
        if value is None:
            return {}
        if not isinstance(value, dict):
            return {first: value}
        for key in value:
            if key not in keys:
                raise self._error(
                    (*path, key),
                    f"unknown field {key!r}",
                    did_you_mean(str(key), keys, "the fields here are " + ", ".join(keys)),
                    key=True,
                )
        return value

    def _open(self, fields: Mapping[str, Any], keys: Mapping[str, Any], path: Path) -> Iterator[tuple[Any, ...]]:
        choices = []
        for key, default in keys.items():
            raw = fields.get(key, default)
            if raw is None or (key == "of" and raw == "any"):
                raise self._error(path, f"the field {key!r} is missing", f"add '{key}: ...'")
            choices.append(raw["any_of"] if isinstance(raw, dict) and set(raw) == {"any_of"} else [raw])
        yield from product(*choices)

    def _object(self, value: Any, path: Path) -> clingo.Symbol:
        if value not in self.names.objects:
            raise self._error(
                path,
                f"no object is called {value!r}",
                did_you_mean(str(value), self.names.objects, "give the object that id under 'given'"),
            )
        return clingo.String(value)

    def _who(self, value: Any, path: Path) -> clingo.Symbol:
        if value == "any":
            return clingo.Function("any")
        if value not in self.names.players:
            raise self._error(
                path,
                f"no player is called {value!r}",
                did_you_mean(str(value), self.names.players, "the players are " + ", ".join(self.names.players)),
            )
        return clingo.String(value)

    def _face(self, value: Any, path: Path) -> str:
        if value not in ("front", "back"):
            raise self._error(path, f"{value!r} is no face", "write face: front or face: back")
        return str(value)

    def _word(self, value: Any, path: Path) -> str:
        if not is_word(value):
            raise self._error(path, f"{value!r} is not a game word", "write a word such as charge or +1/+1")
        return word(value)

    def _count(self, value: Any, path: Path) -> clingo.Symbol:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 10**6:
            raise self._error(path, f"{value!r} is not an amount", "write a number, a range such as 1..3, or any")
        return clingo.Number(value)

    def _which(self, value: Any, path: Path, of: clingo.Symbol) -> clingo.Symbol:
        """A description of abilities as a term for ``meets/2``."""
        term: clingo.Symbol | None = None
        if value == "any":
            term = clingo.Function("any")
        elif isinstance(value, dict) and value:
            for key, one in value.items():
                part = self._which_part(str(key), one, path, of)
                term = part if term is None else _term("both", part, term)
        if term is None:
            raise self._error(
                path,
                "this names no ability",
                "write any, or {cost: tap}, {cost: untap}, {kind: activated}, {keyword: word}, {mana: true}",
            )
        self.script.facts.append(_term("which", term))
        return term

    def _which_part(self, key: str, one: Any, path: Path, of: clingo.Symbol) -> clingo.Symbol:
        if key in ("cost", "without_cost") and isinstance(one, str) and one in SYMBOLS:
            return _term(key, clingo.Function(SYMBOLS[one]))
        if key == "loyalty" and isinstance(one, int) and not isinstance(one, bool):
            return _term("loyalty", clingo.Number(one))
        if key == "number" and isinstance(one, int) and not isinstance(one, bool):
            return _term("numbered", of, clingo.Number(one))
        if key == "kind" and one in ("activated", "triggered", "static", "replacement"):
            return _term("kind", clingo.Function(one))
        if key == "keyword" and isinstance(one, str):
            return _term("keyword", clingo.Function(self._word(one, path)))
        if key == "mana" and isinstance(one, bool):
            return _term("mana", clingo.Function("yes" if one else "no"))
        raise self._error(
            path,
            f"{key}: {one!r} describes no ability",
            "write {cost: tap}, {without_cost: tap}, {loyalty: 1}, {number: 2}, {kind: activated}, {keyword: word} "
            "or {mana: true}",
        )

    def _error(self, path: Path, what: str, cure: str, *, key: bool = False) -> InputError:
        return self.names.document.error(path, what, cure, key=key)


def _settling(formula: Any) -> Any:
    """A condition that is waited for; the stack counts as empty only where nothing is about to be put on it.

    State-based actions are performed and abilities that have triggered are put on the stack before a player would
    receive priority (CR 117.5, 603.3); till then an empty stack is no end of what has begun.
    """
    if formula == "stack_empty" or (isinstance(formula, dict) and list(formula) == ["stack_empty"]):
        return {"all": [formula, {"asp": "at_rest(t)"}]}
    if isinstance(formula, list):
        return [_settling(one) for one in formula]
    if isinstance(formula, dict) and len(formula) == 1:
        return {key: _settling(inner) if key in ("all", "any") else inner for key, inner in formula.items()}
    return formula


def _plain(term: clingo.Symbol) -> clingo.Symbol:
    """A step as the script knows it: conditions are kept apart, in ``reached/2``."""
    if term.name == "wait":
        return clingo.Function("wait")
    if term.name == "free_until":
        return _term("free_until", clingo.Function("any"))
    return term


def _term(name: str, *arguments: clingo.Symbol) -> clingo.Symbol:
    return clingo.Function(name, list(arguments))


def _shown(step: Any) -> str:
    """A step in a few words."""
    if isinstance(step, dict):
        return ", ".join(f"{key} {_shown(value)}".strip() for key, value in step.items())
    if isinstance(step, list):
        return " or ".join(_shown(one) for one in step)
    return "" if step is None else str(step)


__all__ = ["EVENTS", "MANNERS", "STEPS", "ZONES_TO_GO_TO", "Script", "Steps"]
