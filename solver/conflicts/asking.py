"""Asking every kind of conflict of named cards, or of a scenario (``manaproof conflicts --cards``, ``--scenario``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from manaproof.bridge.abilities import Ability
from manaproof.bridge.errors import InputError, Problem, did_you_mean
from manaproof.bridge.library import Library
from manaproof.bridge.library import bundled as bundled_library
from manaproof.bridge.scenario import Scenario

from ..session import Limits, OutOfMemoryError, OutOfTimeError
from . import attacks, circular, combos, deadlock, forbidden, layers, loops, orders
from .findings import KINDS, Finding, Report
from .pieces import Piece, named_cards, unsupported

Question = Callable[[Sequence[Piece], Report, Limits], Iterator[Finding]]
OfScenario = Callable[[Scenario, Sequence[str], Report, Limits], Iterator[Finding]]

LOOPS = frozenset({"mandatory loop", "unbounded loop", "loop that ends"})

QUESTIONS: tuple[tuple[str, frozenset[str], Question], ...] = (
    ("circular definitions", frozenset({"circular definition"}), circular.circular),
    ("timestamps and dependency", frozenset({"order-dependent", "dependency", "dependency loop"}), layers.layers),
    ("attacks", frozenset({"must against can't"}), attacks.attacks),
    ("what can't happen", frozenset({"must against can't"}), forbidden.forbidden),
    ("deadlocks", frozenset({"deadlock"}), deadlock.deadlocks),
    ("loops of triggered abilities", LOOPS, loops.loops),
    ("loops of activated abilities", frozenset({"unbounded loop"}), combos.combos),
    ("chosen orders", frozenset({"order-dependent"}), orders.orders),
)
"""Each question: what it is about, the kinds it finds, who asks it of cards."""

OF_SCENARIOS: tuple[tuple[str, frozenset[str], OfScenario], ...] = (
    ("timestamps and dependency", frozenset({"order-dependent", "dependency", "dependency loop"}), layers.of_scenario),
    ("attacks", frozenset({"must against can't"}), attacks.of_scenario),
    ("what can't happen", frozenset({"must against can't"}), forbidden.of_scenario),
    ("chosen orders", frozenset({"order-dependent"}), orders.of_scenario),
    ("loops", LOOPS, loops.of_scenario),
)
"""The same of a scenario."""


def kind_of(text: str) -> str:
    """The kind that a word of the command line means: ``order-dependent``, ``mandatory-loop``, "must against can't".

    Raises:
        InputError: there is no such kind.
    """
    plain = {_plain(kind): kind for kind in KINDS}
    if _plain(text) not in plain:
        cure = did_you_mean(text, KINDS, "the kinds are " + ", ".join(KINDS))
        raise InputError(Problem(f"no kind of conflict is called {text!r}", cure, "--kind"))
    return plain[_plain(text)]


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalpha())


def split_names(texts: Sequence[str], library: Library | None = None) -> list[str]:
    """The names in comma-separated texts; a name may have a comma itself.

    Args:
        texts: the texts.
        library: the cards there are; the bundled ones by default.
    """
    cards = bundled_library() if library is None else library
    names: list[str] = []
    for text in texts:
        parts = [part.strip() for part in text.split(",")]
        while parts:
            longest = next((n for n in range(len(parts), 1, -1) if ", ".join(parts[:n]) in cards), 1)
            name = ", ".join(parts[:longest])
            parts = parts[longest:]
            if name:
                names.append(name)
    return names


def of_cards(
    names: Sequence[str],
    *,
    kinds: Sequence[str] = (),
    seconds: float | None = None,
    megabytes: float | None = None,
    report: Report | None = None,
    library: Library | None = None,
) -> Report:
    """Ask every kind of conflict of cards.

    Args:
        names: the cards.
        kinds: only these kinds; all by default.
        seconds: how long each question may take.
        megabytes: how much memory this process may hold.
        report: is filled as the work goes on, so that an interrupt loses nothing.
        library: the definitions; the bundled ones by default.

    Raises:
        InputError: a card or a kind is unknown.
    """
    found = Report() if report is None else report
    wanted = {kind_of(kind) for kind in kinds} or set(KINDS)
    pieces = named_cards(names, library)
    found.considered = max(1, sum(1 for _ in combinations(pieces, 2)))
    found.unsupported = unsupported(pieces)
    for about, finds, ask in QUESTIONS:
        if finds & wanted:
            _ask(about, lambda ask=ask: ask(pieces, found, Limits(seconds, megabytes)), wanted, found)  # type: ignore[misc]
    if any(one.more.get("round") for one in found.findings):  # plays that go round have no end to be compared
        found.undecided = [gap for gap in found.undecided if gap["why"] != orders.UNENDED]
    return found


def of_scenario(
    scenario: Scenario,
    *,
    kinds: Sequence[str] = (),
    seconds: float | None = None,
    megabytes: float | None = None,
    report: Report | None = None,
) -> Report:
    """Ask every kind of conflict of a scenario's start and plays.

    Args:
        scenario: the scenario.
        kinds: only these kinds; all by default.
        seconds: how long each question may take.
        megabytes: how much memory this process may hold.
        report: is filled as the work goes on.

    Raises:
        InputError: the scenario or a kind is wrong.
    """
    found = Report() if report is None else report
    wanted = {kind_of(kind) for kind in kinds} or set(KINDS)
    state = scenario.compile().start.plainest
    names = list(
        dict.fromkeys(one.card.name for _, one in state.objects() if _says_something(tuple(one.card.abilities())))
    )
    found.considered += 1
    for about, finds, ask in OF_SCENARIOS:
        if finds & wanted:
            _ask(about, lambda ask=ask: ask(scenario, names, found, Limits(seconds, megabytes)), wanted, found)  # type: ignore[misc]
    return found


def _says_something(abilities: Sequence[Ability]) -> bool:
    return bool(abilities)


def _ask(about: str, ask: Callable[[], Iterator[Finding]], wanted: set[str], report: Report) -> None:
    before = report.candidates
    try:
        for one in ask():
            if one.kind in wanted:
                report.findings.append(one)
        if report.candidates == before:
            report.scope.append(f"{about}: nothing in these texts bears on it")
    except OutOfTimeError:
        report.leave_open(about, "the time limit was reached")
    except OutOfMemoryError:
        report.leave_open(about, "the memory limit was reached")


__all__ = ["OF_SCENARIOS", "QUESTIONS", "kind_of", "of_cards", "of_scenario", "split_names"]
