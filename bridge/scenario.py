"""Scenarios: a ruling restated as a partial state, what happens, and what must be so (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import clingo
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from .abilities.base import word
from .edition import citation_fault
from .errors import InputError, Problem, did_you_mean
from .formulas import Compiler
from .library import Library, bundled
from .names import Names
from .quantified import Given, Start
from .quantities import BOUNDS
from .slots import Slot, combinations
from .source import Document, read_file, read_text
from .steps import Script, Steps
from .validation import validated

Verdict = Literal["proved", "proved for all integers", "refuted", "vacuous", "undecided", "unsupported"]
"""The verdicts (DESIGN section 4)."""

TIMES: Mapping[str, tuple[str, str]] = {
    "always": ("always: formula", "the formula is true at every beat"),
    "never": ("never: formula", "it is true at none"),
    "eventually": ("eventually: formula", "it is true at some beat"),
    "at_end": ("at_end: formula", "it is true when all steps are done"),
    "at_start": ("at_start: formula", "it is true at the first beat"),
    "after": ("after: {step: 2, holds: formula}", "it is true when that step is done"),
    "some_play": (
        "some_play: {if: formula, then: formula}",
        "from every start of which the first formula is true, with every choice that the steps leave open, some play "
        "leads to a beat at which the second is; both may stand under `for_each`, as `holds`",
    ),
}
"""When a claim's formula is claimed: how it is written, and when the claim holds."""

TheoremName = Literal["x", "total_cost", "damage", "counters"]
"""The names of the theorems over all integers."""

THEOREMS: Mapping[TheoremName, str] = {
    "x": "what X is in every amount, wherever X may stand",
    "total_cost": "costs after increases, reductions in any order, and convoke",
    "damage": "damage to creatures and planeswalkers: what is dealt, its results, and which state-based action follows",
    "counters": "+1/+1 and -1/-1 counters that cancel out, death by -1/-1 counters, and what persist then sees",
}
"""What a scenario may state over all integers, and what each theorem is about."""

DEFAULT_BEATS = 60
"""How many beats a play may have where the scope does not say."""


class Expectation(BaseModel):
    """A verdict that is expected though it is no proof, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    verdict: Verdict = Field(description="the verdict that is expected")
    because: str = Field(min_length=1, description="why, as the rule that has since overtaken the ruling")


class Integers(BaseModel):
    """What a scenario states over all integers."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    theorem: TheoremName = Field(description="the theorem that Z3 is to prove, by name")


def _bounded(name: str) -> str:
    known = (*BOUNDS, "beats")
    if name not in known:
        cure = did_you_mean(name, known, "a scope bounds " + ", ".join(known))
        raise ValueError(f"nothing is called {name!r} that a scope could bound; {cure}")
    return name


Scope = dict[Annotated[str, AfterValidator(_bounded)], Annotated[int, Field(strict=True, ge=0, le=1000)]]
"""The greatest numbers considered, by name."""


class PartForm(BaseModel):
    """One of several situations that make up a statement, each with claims of its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scope: Scope = Field({}, description="bounds beside those of the whole")
    given: dict[str, Any] = Field({}, description="the partial state")
    when: list[Any] = Field([], description="what happens, step by step")
    answers: dict[str, Any] = Field({}, description="answers to questions that the steps ask")
    then: list[dict[str, Any]] = Field(min_length=1, description="what must be so")


class ScenarioForm(BaseModel):
    """The shape of a scenario file. What is left out of ``given`` or left open there is quantified."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ruling: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="the statement it formalises: S45")
    restated: str = Field(min_length=1, description="the statement in our own words")
    cites: list[str] = Field([], description="the rules the statement rests on: ['702.79a']")
    scope: Scope = Field({}, description="the greatest numbers considered: {counters: 4, toughness: 5, beats: 30}")
    given: dict[str, Any] = Field(
        {}, description="the partial state: players, battlefield, stack, turn, cards, such_that"
    )
    when: list[Any] = Field([], description="what happens, step by step")
    answers: dict[str, Any] = Field({}, description="answers to questions that the steps ask: {x: 2, may: yes}")
    then: list[dict[str, Any]] = Field([], description="what must be so")
    parts: dict[str, PartForm] = Field(
        {}, description="several situations that make up the statement, in the place of given, when and then"
    )
    expect: Verdict | Expectation = Field("proved", description="the verdict expected, where it is not 'proved'")
    integers: Integers | None = Field(None, description="the statement over all integers, for Z3")
    reading: str | None = Field(None, description="the contested reading it is proved under, by name")
    notes: str | None = Field(None, description="remarks: what is assumed, what the scope leaves out")

    @model_validator(mode="after")
    def _whole_or_parts(self) -> Self:
        if self.parts and (self.given or self.when or self.then or self.answers):
            raise ValueError("'parts' stand in the place of given, when, answers and then; move these into a part")
        if not self.parts and not self.then:
            raise ValueError("nothing is claimed; add 'then:' with at least one claim")
        return self


@dataclass(frozen=True)
class Claim:
    """One claim of a scenario.

    Attributes:
        number: its place among the claims, from 1.
        says: the sentence it stands for.
        time: one of :data:`TIMES`.
    """

    number: int
    says: str
    time: str


@dataclass(frozen=True)
class Compiled:
    """A scenario ready to be solved.

    Attributes:
        start: the quantified start.
        script: the steps.
        claims: the claims.
        rules: the text of the rules that say when a claim is violated or tested; they read the rulebook only.
        beats: the greatest number of beats of a play.
    """

    start: Start
    script: Script
    claims: tuple[Claim, ...]
    rules: str
    beats: int
    bound: int = 3

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Everything that is left open."""
        return (*self.start.slots, *self.script.slots)

    @property
    def starts(self) -> int:
        """In how many ways what is left open, in the start and in the steps, may be settled before the game.

        Those that ``such_that`` excludes are counted too.
        """
        return combinations(self.slots)

    def facts(self) -> Iterator[clingo.Symbol]:
        """The start and the script as facts."""
        yield from self.start.facts()
        yield from self.script.facts
        for slot in self.script.slots:
            yield from slot.facts()
        yield clingo.Function("x_bound", [clingo.Number(self.bound)])


@dataclass(frozen=True)
class Scenario:
    """A scenario as its file says it.

    Attributes:
        form: its fields.
        document: its text, and where in it the scenario stands.
        library: the card definitions it may use.
    """

    form: ScenarioForm
    document: Document
    library: Library = field(repr=False)

    @property
    def ruling(self) -> str:
        """The name of the statement."""
        return self.form.ruling

    @property
    def expected(self) -> Verdict:
        """The verdict expected."""
        return self.form.expect.verdict if isinstance(self.form.expect, Expectation) else self.form.expect

    def parts(self) -> dict[str, Scenario]:
        """The situations that make it up, by name; one without a name if it is not divided."""
        if not self.form.parts:
            return {"": self}
        found = {}
        for name, part in self.form.parts.items():
            fields = {key: getattr(part, key) for key in ("given", "when", "answers", "then")}
            form = self.form.model_copy(update={**fields, "parts": {}, "scope": {**self.form.scope, **part.scope}})
            found[name] = Scenario(form, _part(self.document, "parts", name), self.library)
        return found

    def as_expected(self, verdict: str) -> bool:
        """Whether a verdict is the one expected; a proof over all integers is a proof."""
        same = {"proved", "proved for all integers"}
        return verdict == self.expected or {verdict, self.expected} <= same

    def compile(self, predicates: Iterable[tuple[str, int]] | None = None) -> Compiled:
        """Turn the scenario into facts, questions and rules that only read.

        Args:
            predicates: the predicates that raw ASP may read; all by default.

        Raises:
            InputError: it cannot be read; with file, line and cure.
        """
        form, document = self.form, self.document
        given = Given(document.data, document, form.scope, self.library)
        start = given.start()
        start.plainest.require_legal()
        if form.reading is not None:
            reading = clingo.Function("reading", [clingo.Function(word(form.reading))])
            start = replace(start, fixed=(*start.fixed, reading))
        allowed = None if predicates is None else frozenset((name, arity) for name, arity in predicates)
        names = Names(start.objects, start.players, document, max(20, *form.scope.values(), 0), allowed)
        compiler = Compiler(names)
        script = Steps(names, given.quantities, compiler).compile(form.when, document.data.get("answers"))
        claims, rules = self._claims(compiler, script)
        script.facts += [clingo.Function("counter_kind", [clingo.Function(kind)]) for kind in compiler.counter_kinds]
        such_that = given.given.get("such_that")
        if such_that is not None:
            excluded = compiler.compile(such_that, ("given", "such_that"))
            rules.append(f"impossible(scenario, such_that, t) :- first_beat(t), not {excluded}.")
        text = "#program beat(t).\n" + "\n".join((*compiler.rules, *script.rules, *rules)) + "\n"
        if "could_produce(" in text:
            text += "#program base.\nasks_could_produce.\n"
        beats = form.scope.get("beats", DEFAULT_BEATS)
        return Compiled(start, script, claims, text, beats, form.scope.get("x", 3))

    def _claims(self, compiler: Compiler, script: Script) -> tuple[tuple[Claim, ...], list[str]]:
        claims: list[Claim] = []
        rules = ["ended(t) :- finished(t-1).", "closing(t) :- finished(t), not finished(t-1)."]
        for index, data in enumerate(self.form.then):
            path: tuple[str | int, ...] = ("then", index)
            time = next((key for key in data if key in TIMES), None)
            if time is None:
                wrong = next((key for key in data if key != "says"), "then")
                raise self.document.error(
                    (*path, wrong),
                    "the claim does not say when it holds",
                    did_you_mean(
                        str(wrong), TIMES, "write always, never, eventually, at_end, at_start, after or some_play"
                    ),
                )
            for key in data:
                if key not in (time, "says"):
                    raise self.document.error(
                        (*path, key),
                        f"{key!r} does not belong here",
                        "a claim is one of " + ", ".join(TIMES) + ", and perhaps 'says'",
                        key=True,
                    )
            says = data.get("says")
            if says is not None and not isinstance(says, str):
                raise self.document.error(
                    (*path, "says"), "'says' is not a text", "write the sentence the claim stands for"
                )
            number = index + 1
            claims.append(Claim(number, says or f"claim {number}", time))
            rules += self._claim_rules(compiler, script, number, time, data[time], (*path, time))
        return tuple(claims), rules

    def _possibility_rules(self, compiler: Compiler, number: int, body: Any, path: tuple[str | int, ...]) -> list[str]:
        """A claim that from every start where something is so at first, some play leads to something.

        ``due(Claim, Values, t)``: the values of the variables for which it is claimed; ``attained(Claim, Values,
        t)``: here it is so.
        """
        ranges, inner = None, body
        if isinstance(body, dict) and "for_each" in body:
            ranges, inner = body["for_each"], body.get("holds")
        if not _is_conditional(inner):
            raise self.document.error(
                path,
                "'some_play' claims that something may come of a start",
                "write some_play: {if: formula, then: formula}, perhaps under for_each",
            )
        values: tuple[str, ...] = ()
        domain = "true"
        inside = path
        if ranges is not None:
            values, domain = compiler.bind(body, path)
            inside = (*path, "holds")
        condition = compiler.compile(inner["if"], (*inside, "if"), values)
        outcome = compiler.compile(inner["then"], (*inside, "then"), values)
        value = f"({', '.join((*values, 'none'))})" if values else "none"
        domain = "" if domain == "true" else f"{domain}, "
        return [
            f"due({number}, {value}, t) :- first_beat(t), {domain}{condition}.",
            f"attained({number}, {value}, t) :- not ended(t), {domain}{outcome}.",
            f"tested({number}, t) :- due({number}, _, t).",
        ]

    def _claim_rules(
        self, compiler: Compiler, script: Script, number: int, time: str, body: Any, path: tuple[str | int, ...]
    ) -> list[str]:
        step = ""
        if time == "after":
            if not isinstance(body, dict) or set(body) != {"step", "holds"}:
                raise self.document.error(
                    path, "'after' needs a step and a formula", "write after: {step: 1, holds: {tapped: x}}"
                )
            position = script.last.get(body["step"]) if isinstance(body["step"], int) else None
            if position is None:
                raise self.document.error(
                    (*path, "step"),
                    f"there is no step {body['step']!r}",
                    f"number the steps of 'when' from 1 to {len(script.last)}",
                )
            step, body, path = f"holds(script(Next), t), Next > {position}, at_rest(t)", body["holds"], (*path, "holds")
        if time == "some_play":
            return self._possibility_rules(compiler, number, body, path)
        formula = compiler.compile(body, path)
        condition = antecedent(body)
        tested = None if condition is None else compiler.compile(condition, path)
        guards = {
            "always": ("not ended(t)", f"not {formula}"),
            "never": ("not ended(t)", formula),
            "at_end": ("closing(t)", f"not {formula}"),
            "at_start": ("first_beat(t)", f"not {formula}"),
            "eventually": ("closing(t)", f"not happened_{number}(t)"),
            "after": (f"after_{number}(t)", f"not {formula}"),
        }
        guard, fails = guards[time]
        rules = [f"violated({number}, t) :- {guard}, {fails}."]
        if time == "eventually":
            rules += [f"happened_{number}(t) :- {formula}.", f"happened_{number}(t) :- happened_{number}(t-1)."]
        if time == "after":
            rules += [
                f"rested_{number}(t) :- {step}.",
                f"rested_{number}(t) :- rested_{number}(t-1).",
                f"after_{number}(t) :- rested_{number}(t), not rested_{number}(t-1).",
            ]
        rules.append(f"tested({number}, t) :- {guard}{'' if tested is None else ', ' + tested}.")
        return rules


def _is_conditional(body: Any) -> bool:
    return isinstance(body, dict) and set(body) == {"if", "then"}


def antecedent(formula: Any) -> Any:
    """What must hold for a formula to say anything: the condition of "if ... then", also within "for each".

    None if it says something always.
    """
    if isinstance(formula, dict) and "if" in formula:
        return formula["if"]
    if isinstance(formula, dict) and "for_each" in formula:
        inner = antecedent(formula.get("holds"))
        return None if inner is None else {"exists": formula["for_each"], "holds": inner}
    return None


def read_scenarios(document: Document, library: Library | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a text: one, or a list of them.

    Raises:
        InputError: it holds none, or one that is wrong.
    """
    cards = bundled() if library is None else library
    if isinstance(document.data, list):
        if not document.data:
            raise document.error((), "there is no scenario in this list", "begin each with '- ruling: ...'")
        return tuple(_scenario(_part(document, index), cards) for index in range(len(document.data)))
    return (_scenario(document, cards),)


def _part(document: Document, *path: str | int) -> Document:
    """The part of a document at a path, as a document of its own."""
    data, node = document.data, document._root
    for step in path:
        data = data[step]
        if node.keys is not None and step in node.keys:
            node = node.keys[str(step)][1]
        elif node.items is not None and isinstance(step, int):
            node = node.items[step]
    return Document(document.source, data, node)


def _scenario(document: Document, library: Library) -> Scenario:
    if not isinstance(document.data, dict):
        raise document.error(
            (),
            "this is not a scenario: a scenario is a mapping",
            "begin with 'ruling:', 'restated:', 'given:', 'when:' and 'then:'",
        )
    form = validated(ScenarioForm, document.data, document)
    faults = [
        document.problem(("cites", index), fault, "cite a rule of this edition")
        for index, cite in enumerate(form.cites)
        if (fault := citation_fault(cite)) is not None
    ]
    if faults:
        raise InputError(faults)
    return Scenario(form, document, library)


def load_scenarios(paths: Sequence[str | Path] = (), library: Library | None = None) -> tuple[Scenario, ...]:
    """The scenarios of files and folders; of none, those that come with Manaproof.

    Args:
        paths: files, and folders that are searched for ``*.yaml``, ``*.yml`` and ``*.json``.
        library: the card definitions they may use; the bundled ones by default.

    Raises:
        InputError: some file holds no scenario; with every problem of every file.
    """
    problems: list[Problem] = []
    return _loaded(_sources(paths, problems) if paths else _bundled("rulings"), problems, library)


def bundled_scenarios(folder: str) -> tuple[Scenario, ...]:
    """The scenarios that come with the package.

    Args:
        folder: ``rulings``, the 68 statements, or ``examples``, worked examples of the rules.
    """
    return _loaded(_bundled(folder), [], None)


def _loaded(
    sources: Iterable[Callable[[], Document]], problems: list[Problem], library: Library | None
) -> tuple[Scenario, ...]:
    found: list[Scenario] = []
    for source in sources:
        try:
            document = source()
            found.extend(read_scenarios(document, library))
        except InputError as error:
            problems.extend(error.problems)
    seen: dict[str, Scenario] = {}
    for scenario in found:
        if scenario.ruling in seen:
            problems.append(
                scenario.document.problem(
                    ("ruling",),
                    f"{scenario.ruling!r} is there twice; first in {seen[scenario.ruling].document.source}",
                    "give each ruling a name of its own",
                )
            )
        seen.setdefault(scenario.ruling, scenario)
    if problems:
        raise InputError(problems)
    return tuple(found)


def _bundled(folder: str) -> Iterator[Callable[[], Document]]:
    place = resources.files("manaproof.scenarios") / folder
    for entry in sorted(place.iterdir(), key=lambda one: one.name) if place.is_dir() else ():
        if entry.name.endswith(".yaml"):
            yield partial(read_text, entry.read_bytes(), source=f"{folder}/{entry.name}")


def _sources(paths: Sequence[str | Path], problems: list[Problem]) -> Iterator[Callable[[], Document]]:
    for path in paths:
        place = Path(path)
        if not place.is_dir():
            yield partial(read_file, place)
            continue
        files = sorted(one for one in place.rglob("*") if one.suffix in (".yaml", ".yml", ".json") and one.is_file())
        if not files:
            problems.append(
                Problem("there is no scenario in this folder", "name a folder with .yaml files", str(place))
            )
        for one in files:
            yield partial(read_file, one)


__all__ = [
    "DEFAULT_BEATS",
    "Claim",
    "Compiled",
    "Expectation",
    "Mapping",
    "Scenario",
    "ScenarioForm",
    "Verdict",
    "bundled_scenarios",
    "load_scenarios",
    "read_scenarios",
]
