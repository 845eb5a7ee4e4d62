"""Proving scenarios: a witness first, then the search for a counterexample (DESIGN section 4).

The verdict is always one about the scenario's scope:

* *vacuous*: no play satisfies the premises, or a claim's condition is met in none;
* *refuted*: a play satisfies the premises and breaks a claim; the smallest is shown, and was played again first;
* *proved*: there is none;
* *proved for all integers*: nor is there one among all integers, by Z3;
* *undecided*: time or memory ran out, or no play ends within the scope's beats;
* *unsupported*: a card's text is not encoded, or nothing of what a cited rule is about is in the book.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo
from manaproof.bridge.abilities.base import word
from manaproof.bridge.scenario import Compiled, Scenario, TheoremName, Verdict

from .book import Book, subject_of
from .plays import Play, Search, claim_of, replay
from .session import Answer, Limits, Outcome, OutOfMemoryError, OutOfTimeError
from .simulate import refused

WITNESS_SECONDS = 0.5
"""How long is looked for a smaller witness; any will do."""


@dataclass(frozen=True)
class Result:
    """What became of a scenario.

    Attributes:
        scenario: the scenario.
        verdict: the verdict.
        seconds: how long it took.
        scope: what was considered, by name.
        witness: a play that satisfies the premises.
        counterexample: the smallest play found that breaks a claim.
        broken: the claim it breaks, in its own words.
        why: what stands behind a verdict that is neither a proof nor a refutation.
        parts: the results of the situations it is divided into, by name.
        notes: what a reader should know beside the verdict: rules cited that the book does not state by themselves.
    """

    scenario: Scenario
    verdict: Verdict
    seconds: float
    scope: dict[str, Any]
    witness: Play | None = None
    counterexample: Play | None = None
    broken: str | None = None
    why: str | None = None
    parts: dict[str, Result] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def expected(self) -> bool:
        """Whether this is the verdict the scenario expects."""
        return self.scenario.as_expected(self.verdict)


class ReplayError(Exception):
    """A counterexample did not come out when it was played again: the solver and the simulation disagree."""


def prove(
    scenario: Scenario,
    *,
    book: Book | None = None,
    limits: Limits | None = None,
    on_search: Callable[[Search], None] | None = None,
) -> Result:
    """Find the verdict on a scenario.

    Args:
        scenario: the scenario.
        book: the rulebook; the bundled one by default.
        limits: time and memory.
        on_search: called with each search once it is grounded (tests look into it).

    Raises:
        InputError: the scenario is wrong.
        ReplayError: a counterexample could not be played again; a defect of Manaproof, not of the ruling.
        KeyboardInterrupt: the user interrupted.
    """
    began = time.perf_counter()
    rules = book or Book.bundled()
    within = limits or Limits()
    missing = [
        f"rule {cite} is cited, and nothing of {subject_of(cite)} is in the book"
        for cite in scenario.form.cites
        if not rules.treats(cite)
    ]
    notes = tuple(
        f"no rule of the book states {cite} by itself"
        for cite in scenario.form.cites
        if rules.treats(cite) and not rules.states(cite)
    )
    reading = scenario.form.reading
    if reading is not None and not any(f"reading({word(reading)})" in rule.text for rule in rules.statements):
        missing.append(f"the book knows no reading {reading!r}")
    if missing:
        return Result(
            scenario, "unsupported", time.perf_counter() - began, dict(scenario.form.scope), why="; ".join(missing)
        )
    parts: dict[str, Result] = {}
    for name, part in scenario.parts().items():
        parts[name] = _prove_part(part, rules, within, on_search)
        if parts[name].verdict == "refuted":
            break
    worst = min(parts.values(), key=lambda result: _BY_WEIGHT.index(result.verdict))
    verdict, why = worst.verdict, worst.why
    if verdict == "proved" and scenario.form.integers is not None:
        verdict, why = _beyond(scenario.form.integers.theorem)
    scope = worst.scope if len(parts) == 1 else {name: result.scope for name, result in parts.items()}
    shown = worst if worst.verdict != "proved" else next(iter(parts.values()))
    return replace(
        shown,
        scenario=scenario,
        verdict=verdict,
        seconds=time.perf_counter() - began,
        scope=scope,
        why=why,
        parts={} if len(parts) == 1 else parts,
        notes=notes,
    )


_BY_WEIGHT: tuple[Verdict, ...] = (
    "refuted",
    "vacuous",
    "unsupported",
    "undecided",
    "proved",
    "proved for all integers",
)
"""Of several parts' verdicts the one that counts for the whole."""


def _prove_part(scenario: Scenario, book: Book, limits: Limits, on_search: Callable[[Search], None] | None) -> Result:
    began = time.perf_counter()
    compiled = scenario.compile(book.whole.signatures)
    scope: dict[str, Any] = {**scenario.form.scope, "starts": compiled.starts}
    missing = unsupported(compiled)
    if missing:
        return Result(scenario, "unsupported", time.perf_counter() - began, scope, why="; ".join(missing))
    try:
        verdict, more = _decide(scenario, compiled, book, limits, scope, on_search)
    except OutOfTimeError:
        verdict, more = "undecided", {"why": "the time limit was reached"}
    except OutOfMemoryError:
        verdict, more = "undecided", {"why": "the memory limit was reached"}
    return Result(scenario, verdict, time.perf_counter() - began, scope, **more)


def _decide(
    scenario: Scenario,
    compiled: Compiled,
    book: Book,
    limits: Limits,
    scope: dict[str, Any],
    on_search: Callable[[Search], None] | None,
) -> tuple[Verdict, dict[str, Any]]:
    """The verdict on a part: a witness first, then the search for a counterexample."""
    possible = any(claim.time == "some_play" for claim in compiled.claims)
    with Search(compiled, book, limits=limits) as search:
        search.deepen()
        if on_search is not None:
            on_search(search)
        scope["beats"] = search.horizon
        scope["plays"] = "all" if search.complete else f"those done within {search.horizon} beats"
        tested: set[int] = set()
        witness = _witness(search, tested)
        if witness is None:
            if not search.complete and search.find(ended=False).satisfiable:
                why = f"no play ends within {search.horizon} beats; a greater bound 'beats' in the scope looks further"
                return "undecided", {"why": why}
            refusal = refused(compiled, book=book, limits=limits, beats=search.horizon)
            where = "" if refusal is None else f"; {refusal}"
            return "vacuous", {"why": f"no play satisfies the premises{where}"}
        doubts = search.undecided()
        certain = [(search.doubt, False)] if doubts else []
        outcome = search.find([(search.violation(), True), *certain], smallest=True)
        play = None if outcome.answer is None else search.play(outcome.answer)
        if doubts and play is None:
            return "unsupported", {"why": "the book does not decide " + ", ".join(map(_doubt, doubts))}
        missed = None if play is not None or not possible else search.unreached()
        if missed is not None:
            return "refuted", _unreached(search, *missed, witness)
    if play is not None:
        return "refuted", _refutation(scenario, compiled, book, play, outcome.proven, witness)
    idle = [claim.says for claim in compiled.claims if claim.number not in tested]
    if idle:
        return "vacuous", {"witness": witness, "why": "no play puts to the test: " + "; ".join(map(repr, idle))}
    return "proved", {"witness": witness}


def _doubt(what: clingo.Symbol) -> str:
    """What a play comes to that the book does not decide, in words."""
    (subject,) = what.arguments
    return {
        "keyword": f"what the keyword {subject} does",
        "symbol": f"how the mana symbol {subject} is paid",
        "cost": f"how the cost {subject} is paid",
    }.get(what.name, str(what))


def _refutation(
    scenario: Scenario, compiled: Compiled, book: Book, play: Play, proven: bool, witness: Play
) -> dict[str, Any]:
    """A counterexample played again before it is reported."""
    again = replay(compiled, play, book=book, citing=True)
    if again is None or not set(again.violated) >= set(play.violated):
        raise ReplayError(f"{scenario.ruling}: the counterexample does not come out when it is played again")
    why = None if proven else "the time limit was reached before a smaller counterexample could be excluded"
    broken = claim_of(compiled, min(play.violated)).says
    return {"witness": witness, "counterexample": again, "broken": broken, "why": why}


def _unreached(
    search: Search, claim: int, start: Sequence[tuple[clingo.Symbol, bool]], witness: Play
) -> dict[str, Any]:
    """A start, the open steps settled with it, from which no play leads where the claim says.

    Every play from it is a counterexample, the smallest is shown.
    """
    found = search.find(start, smallest=True)
    shown = None if found.answer is None else search.play(found.answer)
    return {
        "witness": witness,
        "counterexample": shown,
        "broken": claim_of(search.compiled, claim).says,
        "why": "no play from this start, its steps as given, attains it",
    }


def _beyond(theorem: TheoremName) -> tuple[Verdict, str | None]:
    """The verdict of a scenario that holds within its scope and states a theorem over all integers too."""
    from .z3engine.integer_theorems import THEOREMS  # Z3 is slow to load, and few scenarios need it

    decided = THEOREMS[theorem].check()
    return decided.word, decided.detail or None


def _witness(search: Search, tested: set[int]) -> Play | None:
    """A play that satisfies the premises and puts as many claims to the test as one can.

    *tested* gathers which some play does.
    """
    tests = {claim.number: search.test(claim.number) for claim in search.compiled.claims}
    together = [(atom, True) for atom in tests.values()]
    found = search.find(together)
    if found.answer is not None:
        tested.update(tests)
        return search.play(_smaller(search, together, found))
    alone = search.find()
    if alone.answer is None:
        return None
    for number, atom in tests.items():
        if number not in tested and search.find([(atom, True)]).answer is not None:
            tested.add(number)
    return search.play(alone.answer)


def _smaller(search: Search, assumptions: list[tuple[clingo.Symbol, bool]], found: Outcome) -> Answer:
    """A smaller witness, if one is found quickly."""
    kept = search.session.limits
    remaining = kept.remaining()
    search.session.limits = Limits(WITNESS_SECONDS if remaining is None else min(WITNESS_SECONDS, remaining))
    best = found.answer
    try:
        best = search.find(assumptions, smallest=True).answer or best
    except OutOfTimeError:
        pass
    finally:
        search.session.limits = kept
    if best is None:
        raise ValueError("there is no witness to make smaller")
    return best


def unsupported(compiled: Compiled) -> list[str]:
    """The texts of the scenario's cards that nobody has encoded."""
    texts: dict[str, None] = {}
    for fact in compiled.facts():
        for text in _unsupported_texts(fact):
            texts[text] = None
    return [f"the text {text!r} is not encoded" for text in texts]


def _unsupported_texts(symbol: clingo.Symbol) -> Iterator[str]:
    if symbol.type is not clingo.SymbolType.Function:
        return
    if symbol.name == "unsupported" and symbol.arguments:
        text = symbol.arguments[-1]
        yield text.string if text.type is clingo.SymbolType.String else str(text)
        return
    for argument in symbol.arguments:
        yield from _unsupported_texts(argument)


def summary(results: Iterable[Result]) -> dict[str, int]:
    """How many scenarios got each verdict."""
    counts: dict[str, int] = {}
    for result in results:
        counts[result.verdict] = counts.get(result.verdict, 0) + 1
    return counts


__all__ = ["ReplayError", "Result", "prove", "summary", "unsupported"]
