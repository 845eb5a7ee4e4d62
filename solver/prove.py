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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import clingo
from manaproof.bridge.abilities.base import word
from manaproof.bridge.scenario import Claim, Compiled, Scenario, TheoremName, Verdict

from .book import Book, subject_of
from .plays import Play, claim_of
from .search import Search, replay
from .session import Answer, Assumption, Limits, Outcome, OutOfMemoryError, OutOfTimeError
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
) -> Result:
    """Find the verdict on a scenario.

    Args:
        scenario: the scenario.
        book: the rulebook; the bundled one by default.
        limits: time and memory.

    Raises:
        InputError: the scenario is wrong.
        ReplayError: a counterexample could not be played again; a defect of Manaproof, not of the ruling.
        KeyboardInterrupt: the user interrupted.
    """
    began = time.perf_counter()
    rules = book or Book.bundled()
    within = limits or Limits()
    missing = missing_rules(scenario, rules)
    notes = tuple(
        f"no rule of the book states {cite} by itself"
        for cite in scenario.form.cites
        if rules.treats(cite) and not rules.states(cite)
    )
    if missing:
        return Result(
            scenario, "unsupported", time.perf_counter() - began, dict(scenario.form.scope), why="; ".join(missing)
        )
    parts: dict[str, Result] = {}
    for name, part in scenario.parts().items():
        parts[name] = _prove_part(part, rules, within)
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


def _prove_part(scenario: Scenario, book: Book, limits: Limits) -> Result:
    began = time.perf_counter()
    compiled = scenario.compile(book.whole.signatures)
    scope: dict[str, Any] = {**scenario.form.scope, "starts": compiled.starts}
    missing = unsupported(compiled)
    if missing:
        return Result(scenario, "unsupported", time.perf_counter() - began, scope, why="; ".join(missing))
    try:
        verdict, more = _decide(scenario, compiled, book, limits, scope)
    except OutOfTimeError:
        verdict, more = "undecided", {"why": "the time limit was reached"}
    except OutOfMemoryError:
        verdict, more = "undecided", {"why": "the memory limit was reached"}
    return Result(scenario, verdict, time.perf_counter() - began, scope, **more)


def missing_rules(scenario: Scenario, book: Book) -> list[str]:
    """What a scenario rests on that is not in a book: rules that it cites, a reading that it names."""
    missing = [
        f"rule {cite} is cited, and nothing of {subject_of(cite)} is in the book"
        for cite in scenario.form.cites
        if not book.treats(cite)
    ]
    reading = scenario.form.reading
    if reading is not None and not any(f"reading({word(reading)})" in rule.text for rule in book.statements):
        missing.append(f"the book knows no reading {reading!r}")
    return missing


@dataclass(frozen=True)
class Judgment:
    """What the plays that end within the beats of a search come to.

    Attributes:
        verdict: the verdict.
        witness: an answer set that satisfies the premises; None if there is none.
        broken: the outcome of the search for one that breaks a claim.
        doubts: what the book does not decide.
        missed: a claim that some play leads somewhere, with a start from which none does.
        idle: the claims that no play puts to the test.
    """

    verdict: Verdict
    witness: Answer | None = None
    broken: Outcome | None = None
    doubts: tuple[clingo.Symbol, ...] = ()
    missed: tuple[int, tuple[Assumption, ...]] | None = None
    idle: tuple[Claim, ...] = ()


def judged(search: Search, *, smallest: bool) -> Judgment:
    """The verdict on the plays of a search: a witness first, then a counterexample.

    Args:
        search: the search, all its beats grounded.
        smallest: whether the plays are to be shown, and so made small.

    Raises:
        OutOfTimeError, OutOfMemoryError: a limit is reached.
    """
    claims = search.compiled.claims
    witness, tested = _witness(search, smaller=smallest)
    if witness is None:
        return Judgment("vacuous")
    doubts = search.undecided()
    certain = [(search.doubt, False)] if doubts else []
    broken = search.find([(search.violation(), True), *certain], smallest=smallest)
    if broken.answer is not None:
        return Judgment("refuted", witness, broken)
    if doubts:
        return Judgment("unsupported", witness, doubts=doubts)
    missed = search.unreached() if any(claim.time == "some_play" for claim in claims) else None
    if missed is not None:
        return Judgment("refuted", witness, missed=missed)
    idle = tuple(claim for claim in claims if claim.number not in tested)
    return Judgment("vacuous" if idle else "proved", witness, idle=idle)


def _decide(
    scenario: Scenario, compiled: Compiled, book: Book, limits: Limits, scope: dict[str, Any]
) -> tuple[Verdict, dict[str, Any]]:
    """The verdict on a part, and what there is to show for it."""
    with Search(compiled, book, limits=limits) as search:
        search.deepen()
        scope["beats"] = search.horizon
        scope["plays"] = "all" if search.complete else f"those done within {search.horizon} beats"
        found = judged(search, smallest=True)
        if found.witness is None:
            if not search.complete and search.find(ended=False).satisfiable:
                why = f"no play ends within {search.horizon} beats; a greater bound 'beats' in the scope looks further"
                return "undecided", {"why": why}
            refusal = refused(compiled, book=book, limits=limits, beats=search.horizon)
            where = "" if refusal is None else f"; {refusal}"
            return "vacuous", {"why": f"no play satisfies the premises{where}"}
        if found.doubts:
            return found.verdict, {"why": "the book does not decide " + ", ".join(map(_doubt, found.doubts))}
        witness = search.play(found.witness)
        if found.missed is not None:
            return found.verdict, _unreached(search, *found.missed, witness)
        broken = found.broken
        play = None if broken is None or broken.answer is None else search.play(broken.answer)
    if broken is not None and play is not None:
        return found.verdict, _refutation(scenario, compiled, book, play, broken.proven, witness)
    if found.idle:
        idle = "; ".join(repr(claim.says) for claim in found.idle)
        return found.verdict, {"witness": witness, "why": f"no play puts to the test: {idle}"}
    return found.verdict, {"witness": witness}


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


def _witness(search: Search, *, smaller: bool) -> tuple[Answer | None, frozenset[int]]:
    """An answer set that satisfies the premises, if there is one, and the claims that some play puts to the test.

    It is one that puts all of them to the test, where there is such a one.
    """
    tests = {claim.number: search.test(claim.number) for claim in search.compiled.claims}
    together = [(atom, True) for atom in tests.values()]
    found = search.find(together)
    if found.answer is not None:
        return _smaller(search, together, found) if smaller else found.answer, frozenset(tests)
    alone = search.find()
    if alone.answer is None:
        return None, frozenset()
    tested = (number for number, atom in tests.items() if search.find([(atom, True)]).answer is not None)
    return alone.answer, frozenset(tested)


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


__all__ = ["Judgment", "ReplayError", "Result", "judged", "missing_rules", "prove", "summary", "unsupported"]
