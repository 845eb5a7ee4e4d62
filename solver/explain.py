"""Explaining a verdict: a play told by what happens in it, and the minimal set of rules that the answer rests on.

A proof rests on a set of rules if no play breaks a claim as long as these are in force, *whatever* becomes of every
other rule; a refutation, if the play shown breaks the claim as long as they are. Minimal means that none of them can be
left to chance. The set is found from the solver's core over the assumptions ``cr(...)``, made minimal rule by rule, and
checked again by this definition (as clingo-explaid and musclingo do).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import clingo
from manaproof.bridge.edition import section_titles
from manaproof.bridge.scenario import Compiled, Scenario

from .book import Book, rule_order
from .plays import Play
from .prove import Result, prove
from .reporting import play_data, result_data
from .search import Search, replay, settled
from .session import Assumption, Limits, OutOfMemoryError, OutOfTimeError, Rules
from .telling import board, grouped, tell

CORE_SECONDS = 60.0
"""How long a minimal set of rules is looked for, where no other limit is given."""


@dataclass(frozen=True)
class Core:
    """The rules that an answer rests on.

    Attributes:
        cites: their numbers, in order.
        minimal: whether none of them can be left out; otherwise the time was over before that was clear.
        checked: whether the definition was checked again for this very set.
        found: whether any set was found in time.
    """

    cites: tuple[str, ...]
    minimal: bool
    checked: bool
    found: bool = True


@dataclass(frozen=True)
class Explanation:
    """A verdict explained.

    Attributes:
        result: the verdict.
        play: its counterexample or witness, with the rules each event rests on.
        core: the rules the verdict rests on; None where there is nothing to rest on.
    """

    result: Result
    play: Play | None
    core: Core | None

    def lines(self) -> list[str]:
        """The explanation for people."""
        scenario, result = self.result.scenario, self.result
        lines = [f"{scenario.ruling}: {result.verdict}", scenario.form.restated.strip()]
        if result.why:
            lines.append(f"({result.why})")
        if result.broken:
            lines.append(f"This fails: {result.broken}")
        if self.play is not None:
            kind = (
                "A play that breaks it:"
                if result.counterexample is not None
                else "A play in which it is put to the test:"
            )
            lines += ["", kind, *board(self.play.state), *tell(self.play)]
            end = board(self.play.final)
            lines += ["", "In the end:", *end] if end != board(self.play.state) else []
        if scenario.form.cites:
            cited = grouped(scenario.form.cites, section_titles())
            lines += ["", "The ruling speaks of these rules:", *(f"  {line}" for line in cited)]
        if self.core is not None and not self.core.found:
            lines += ["", "Which rules it rests on was not found in time."]
        elif self.core is not None:
            rests = "It rests on these rules" + ("" if self.core.minimal else " (not all of them may be needed)")
            rules = grouped(self.core.cites, section_titles())
            lines += ["", f"{rests}:", *(f"  {line}" for line in rules)] if rules else ["", "It rests on no rule."]
        return lines

    def to_data(self) -> dict[str, Any]:
        """The explanation for ``--json``."""
        data = result_data(self.result)
        data["play"] = None if self.play is None else play_data(self.play)
        data["told"] = [] if self.play is None else [*board(self.play.state), *tell(self.play)]
        data["rests_on"] = None if self.core is None else list(self.core.cites)
        data["minimal"] = None if self.core is None else self.core.minimal
        return data


def explain(scenario: Scenario, *, book: Book | None = None, limits: Limits | None = None) -> Explanation:
    """Find the verdict on a scenario, and what it rests on.

    Args:
        scenario: the scenario.
        book: the rulebook; the bundled one by default.
        limits: time and memory for the verdict and again for the rules it rests on.

    Raises:
        InputError: the scenario is wrong.
    """
    rules = book or Book.bundled()
    result = prove(scenario, book=rules, limits=limits)
    remaining = limits.remaining() if limits is not None else None
    within = Limits(CORE_SECONDS if remaining is None else remaining)
    parts = scenario.parts()
    if result.counterexample is not None:
        which = next((name for name, part in result.parts.items() if part.verdict == "refuted"), next(iter(parts)))
        compiled = parts[which].compile(rules.whole.signatures)
        return Explanation(result, result.counterexample, _breaking(compiled, result.counterexample, rules, within))
    play = result.witness
    if play is not None:
        compiled = next(iter(parts.values())).compile(rules.whole.signatures)
        play = replay(compiled, play, book=rules, citing=True) or play
    if result.verdict not in ("proved", "proved for all integers"):
        return Explanation(result, play, None)
    cores = []
    for name, part in parts.items():
        beats = (result.parts[name] if name else result).scope["beats"]
        cores.append(core(part.compile(rules.whole.signatures), beats, book=rules, limits=within))
    found = sorted({cite for one in cores for cite in one.cites}, key=rule_order)
    whole = Core(
        tuple(found),
        all(one.minimal for one in cores),
        all(one.checked for one in cores),
        all(one.found for one in cores),
    )
    return Explanation(result, play, whole)


def _breaking(compiled: Compiled, play: Play, book: Book, limits: Limits) -> Core | None:
    """What a refutation rests on; None where no single play breaks the claim, as of what some play should attain."""
    return core_of_play(compiled, play, book=book, limits=limits) if play.violated else None


def core(compiled: Compiled, beats: int, *, book: Book | None = None, limits: Limits | None = None) -> Core:
    """A minimal set of rules under which no play of a scenario breaks a claim.

    Args:
        compiled: the scenario, which is to be proved already.
        beats: the last beat of its plays.
        book: the rulebook.
        limits: time and memory; when they are used up the set found so far is returned, not ``minimal``.

    Raises:
        ValueError: the scenario does not hold.
    """
    return _minimal(
        lambda: Search(compiled, book, limits=limits, in_force=Rules.ASSUMED),
        beats,
        lambda search: [(search.violation(), True), search.end],
    )


def core_of_play(
    compiled: Compiled,
    play: Play,
    *,
    holding: Iterable[int] = (),
    book: Book | None = None,
    limits: Limits | None = None,
) -> Core:
    """A minimal set of rules under which a play breaks a claim, whatever becomes of every other rule.

    Args:
        compiled: the scenario.
        play: a play that breaks one of its claims, with the choices made in it.
        holding: claims that it does not break; then the set is one under which they hold in it.
        book: the rulebook.
        limits: time and memory; when they are used up the set found so far is returned, not ``minimal``.

    Raises:
        ValueError: the play breaks no claim, or one that is to hold.
    """
    claims = tuple(holding)
    fixed = settled(compiled, play.answers)
    # Under other rules too the choices are those of the play, as far as these rules leave them.
    kept = ["#defined option/4. #defined chosen/4."]
    for beat in play.beats:
        for c in beat.choices:
            made = f"({c.player},{c.question},{c.answer},{c.beat})"
            kept.append(f":- option{made}, not chosen{made}.")

    def excluded(search: Search) -> list[Assumption]:
        search.session.add("\n".join(kept))
        return [(search.violation(claims or play.violated), bool(claims))]

    return _minimal(
        lambda: Search(compiled, book, limits=limits, in_force=Rules.ASSUMED, fixed=fixed, playing=True),
        play.beats[-1].number,
        excluded,
    )


def _minimal(make: Callable[[], Search], beats: int, excluded: Callable[[Search], list[Assumption]]) -> Core:
    """A minimal set of rules under which nothing is as the assumptions say."""
    cites: list[str] = []
    found = False
    try:
        with make() as search:
            search.deepen(beats)
            wrong = excluded(search)
            outcome = search.find([*wrong, *map(_in_force, search.rules.citations)], ended=False, with_core=True)
            if outcome.satisfiable:
                raise ValueError("every rule is in force, and yet the answer is another")
            named = {symbol.arguments[0].string for symbol, _ in outcome.core if symbol.name == "cr"}
            cites = [cite for cite in search.rules.citations if cite in named]
            found = True
            for cite in tuple(cites):
                rest = [one for one in cites if one != cite]
                if not search.find([*wrong, *map(_in_force, rest)], ended=False).satisfiable:
                    cites = rest
            checked = not search.find([*wrong, *map(_in_force, cites)], ended=False).satisfiable
            return Core(tuple(cites), minimal=True, checked=checked)
    except (OutOfTimeError, OutOfMemoryError):
        return Core(tuple(cites), minimal=False, checked=False, found=found)


def _in_force(cite: str) -> Assumption:
    return clingo.Function("cr", [clingo.String(cite)]), True


__all__ = ["Core", "Explanation", "core", "core_of_play", "explain"]
