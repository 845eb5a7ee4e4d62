"""Generating states: legal, minimal, diverse states with a script and a result, aimed at rules, rulings or cards.

A run goes through *families* one after the other: situations of rulings, and families composed of cards. Each is
ground once, in a process of its own with limits of time and memory, and gives several states; so the thousandth state
costs what the tenth did, and the memory of this process stays what it was. The order is that of the seed, whatever
runs at once.
"""

from __future__ import annotations

import hashlib
import random
import re
import signal
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Literal

from manaproof.bridge.abilities import Keyword
from manaproof.bridge.cache import remembered
from manaproof.bridge.cards import CardDefinition
from manaproof.bridge.errors import InputError, Problem, did_you_mean
from manaproof.bridge.library import bundled
from manaproof.bridge.scenario import Scenario, bundled_scenarios
from manaproof.bridge.writing import write_yaml

from .book import Book
from .generate_explore import Finding, Wish, explore, ordinary
from .generate_families import COUNTERS, Composer, Family, gives_mana, of_scenario, playable
from .generate_hard import MEASURED, hardest
from .generate_performances import boards, performances
from .generate_states import pairs_of
from .generate_watch import fireable, watch
from .isolation import IsolatedError, isolated
from .search import Search
from .session import Limits, OutOfMemoryError, OutOfTimeError

RULING_SECONDS = 60.0
"""Processor time that a family may take where the aim is a ruling: there are few others. A family that takes longer
than it may (:attr:`Wish.seconds`) is left out, and counted as undecided."""
FAMILY_MEGABYTES = 3000.0
"""Memory that one family may address."""
Form = Literal["small", "performance", "board"]
"""What a state is like; see :class:`Aim`."""
BARREN = 40
"""After so many families in a row that give nothing new, a run with an aim ends."""


WHOLE: dict[Form, str] = {
    "small": "",
    "performance": "A card does what its text says.",
    "board": "Permanents stand beside one another.",
}
"""What is said of the states of each form."""


@dataclass(frozen=True)
class Aim:
    """What states are wanted.

    Attributes:
        rules: rules that are to fire in every play, all of them.
        ruling: a bundled ruling from whose premises the states are taken.
        cards: cards that are there in every state.
        count: how many states.
        seed: which of the many runs.
        pending: whether state-based actions may be due in the state itself.
        jobs: how many processes work at once.
        pool: the cards of which families are composed, beside those asked for, which may be real cards of the store;
            none: all of the library. With a pool no situations of rulings are taken, unless a ruling is asked for.
        hard: prefer states whose result changes under many mutants of the laws that fire in them.
        form: ``small``, smallest plays in which rules fire; ``performance``, whole plays in which a card does what its
            text says; ``board``, permanents beside one another, of which those with static abilities are the most.
    """

    rules: tuple[str, ...] = ()
    ruling: str | None = None
    cards: tuple[str, ...] = ()
    count: int = 10
    seed: int = 0
    pending: bool = False
    jobs: int = 2
    pool: tuple[str, ...] = ()
    hard: bool = False
    form: Form = "small"


@dataclass
class Run:
    """What a run came to, beside its states.

    Attributes:
        families: how many families were explored.
        unfinished: the names of those that the limits ended.
        failed: the names of those in which something went wrong, each with what.
        complete: whether as many states were found as were wanted.
        forms: what tells the states apart that are known.
    """

    families: int = 0
    unfinished: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)
    complete: bool = False
    forms: set[str] = field(default_factory=set)


def generate(
    aim: Aim,
    run: Run | None = None,
    *,
    skip: int = 0,
    on_family: Callable[[int, Finding | None], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """States as they are found.

    Args:
        aim: what is wanted.
        run: what the run comes to; filled as it goes. States whose form it knows already are not handed on again.
        skip: how many families an earlier run with the same aim has explored already.
        on_family: told after each family, with its number and what it gave.

    Raises:
        InputError: the aim names what there is not.
        KeyboardInterrupt: the user interrupted.
    """
    run = Run() if run is None else run
    book = Book.bundled()
    _check(aim, book)
    watch(book)
    usual = ordinary(book)
    barren = given = 0
    families = _families(aim, book)
    for number, (family, finding) in enumerate(_explored(families, aim, skip), skip):
        run.families = number + 1
        fresh = False
        if finding is None:
            run.unfinished.append(family.name)
        elif finding.error:
            run.failed[family.name] = finding.error
        else:
            for state in finding.states:
                if given < aim.count and state["id"] not in run.forms:
                    run.forms.add(state["id"])
                    fresh = True
                    given += 1
                    yield told(state, usual)
        if on_family is not None:
            on_family(number, finding)
        barren = 0 if fresh else barren + 1
        if given >= aim.count:
            run.complete = True
            return
        if barren >= BARREN:
            return


def told(state: dict[str, Any], usual: frozenset[str]) -> dict[str, Any]:
    """A state as it is printed: what it covers, and the pairs of what does not fire in every game."""
    scenario = state["scenario"]
    return {
        "id": state["id"],
        "aim": state["aim"],
        **({"boundary": state["boundary"]} if "boundary" in state else {}),
        **({"flips": state["flips"]} if "flips" in state else {}),
        "source": state["source"],
        "family": state["family"],
        "state": scenario["given"],
        "script": scenario["when"],
        "answers": scenario.get("answers", {}),
        "rules": state["rules"],
        "pairs": pairs_of(set(state["rules"]) - usual),
        "expected": state["expected"],
        "scenario": scenario,
    }


def _check(aim: Aim, book: Book) -> None:
    known, definitions = set(watch(book).rules), set(watch(book).definitions)
    problems = []
    for rule in aim.rules:
        if rule in definitions:
            problems.append(
                Problem(f"rule {rule} only says what words mean, so no play makes it fire", "name another", "--rules")
            )
        elif rule not in known:
            cure = did_you_mean(rule, known, "name a rule that a law of the book cites")
            problems.append(Problem(f"the book has no law of rule {rule!r}", cure, "--rules"))
    for card in aim.cards:
        if card not in bundled():
            problems.append(Problem(f"no card of the library is called {card!r}", bundled().cure(card), "--card"))
        elif not playable(bundled()[card]):
            problems.append(
                Problem(f"not all of the text of {card!r} is encoded", "name a card that is complete", "--card")
            )
    if problems:
        raise InputError(problems)


# --- which families


def _families(aim: Aim, book: Book) -> Iterator[Family]:
    """The families of a run, in the order of its seed."""
    if aim.form != "small":
        yield from _shown(aim)
    elif aim.ruling is not None:
        parts = [part for one in _named(aim.ruling) for part in of_scenario(one)]
        for turn in count():
            yield from (replace(part, name=f"{part.name} {turn}") if turn else part for part in parts)
            if turn >= BARREN:
                return
    elif aim.rules:
        yield from _aimed(aim, book)
    else:
        yield from _various(aim)


def _shown(aim: Aim) -> Iterator[Family]:
    """Performances of the cards asked for, or of all of the pool in an order of the seed; or boards."""
    if aim.form == "board":
        yield from boards(_usable(aim.pool), aim.seed, aim.cards)
        return
    cards = list(aim.cards) or _usable(aim.pool)
    random.Random(f"run {aim.seed}").shuffle(cards)
    yield from performances(cards, aim.seed, aim.pool)


def _bundled() -> tuple[Scenario, ...]:
    """The statements and the worked examples that come with the package."""
    return (*bundled_scenarios("rulings"), *bundled_scenarios("examples"))


def _named(ruling: str) -> list[Scenario]:
    known = {one.ruling: one for one in _bundled()}
    if ruling not in known:
        cure = did_you_mean(ruling, known, "the rulings are " + ", ".join(known))
        raise InputError(Problem(f"no bundled ruling is called {ruling!r}", cure, "--ruling"))
    return [known[ruling]]


def _various(aim: Aim) -> Iterator[Family]:
    """Families of cards drawn at random; where no cards are asked for, the situations of the rulings among them."""
    draw = random.Random(f"run {aim.seed}")
    parts = [] if aim.cards or aim.pool else [part for one in _bundled() for part in of_scenario(one)]
    draw.shuffle(parts)
    for number in count():
        if parts and number % 3 == 2:
            yield parts.pop()
            continue
        cards = _drawn(draw, 3 - min(2, len(aim.cards)), aim.cards, aim.pool)
        yield Composer(f"{aim.seed}-{number}", pool=aim.pool).compose(cards, forced=aim.cards, rich=aim.cards)


def various(seed: int, number: int) -> Iterator[Family]:
    """So many families of cards drawn at random."""
    draw = random.Random(f"various {seed}")
    for one in range(number):
        yield Composer(f"various {seed}-{one}").compose(_drawn(draw, 3, ()))


def _drawn(draw: random.Random, number: int, beside: Sequence[str], pool: Collection[str] = ()) -> list[str]:
    """Some cards of the pool, most of them such as make no mana, beside others."""
    library = bundled()
    usable = _usable(pool)
    calm = [key for key in usable if not gives_mana(library[key])]
    cards = list(beside)
    for _ in range(draw.choice((number - 1, number, number)) if number > 1 else number):
        one = draw.choice(calm if draw.random() < 0.75 else usable)
        if one not in cards:
            cards.append(one)
    return cards


def _aimed(aim: Aim, book: Book) -> Iterator[Family]:
    """Families in which some rules may fire: of the rulings that cite them, then of cards that have to do with them."""
    wanted = set(aim.rules)
    draw = random.Random(f"run {aim.seed} {sorted(wanted)}")
    rulings = [part for one in _bundled() if not aim.pool and wanted & set(one.form.cites) for part in of_scenario(one)]
    yield from (part for part in rulings if wanted <= may_fire(part, book))
    creatures = [key for key in _usable(aim.pool) if _is_plain_creature(bundled()[key])]
    said = {word for rule in aim.rules for one in book.citing(rule) for word in _words(one.text)}
    kinds = [kind for kind in COUNTERS if kind in said]
    # Plain cards first, and drawn more often: what they do is ground at little cost.
    concerned = {
        rule: sorted(_concerned(rule, draw, book, aim.pool), key=lambda key: len(write_yaml(bundled()[key].to_data())))
        for rule in aim.rules
    }
    for number in count():
        cards = list(aim.cards)
        for rule in aim.rules:
            several = concerned[rule]
            if several and not any(card in cards for card in several[:3]):
                cards.append(several[min(draw.randrange(len(several)), draw.randrange(len(several)))])
        if len(wanted) > 1 or not cards:
            cards.append(draw.choice([key for key in creatures if key not in cards]))
        rich = list(cards)
        cards = _drawn(draw, draw.choice((0, 0, 1)) if cards else 3, cards, aim.pool)
        family = Composer(f"{aim.seed}-{number}", pool=aim.pool).compose(
            cards, forced=aim.cards, rich=rich, counters=kinds
        )
        if wanted <= may_fire(family, book):
            yield family
        elif number > 50 * BARREN:
            return


def _is_plain_creature(card: CardDefinition) -> bool:
    return "creature" in card.front.types and all(isinstance(one, Keyword) for one in card.abilities())


def _usable(pool: Collection[str]) -> list[str]:
    """The cards that may stand in a family: those of the pool, or else of the library, that are encoded whole."""
    library = bundled()
    return [key for key in pool or library if playable(library[key])]


def _concerned(rule: str, draw: random.Random, book: Book, pool: Collection[str]) -> Iterator[str]:
    """Cards by which a rule may fire that does not fire without them; some, the likeliest first."""
    library = bundled()
    usable = _usable(pool)
    words = {w for s in book.citing(rule) for w in _words(s.text)}
    said = {key: set(_words(write_yaml(library[key].to_data()))) for key in usable}
    speaking = {w: sum(w in of for of in said.values()) for w in words}
    draw.shuffle(usable)
    usable.sort(key=lambda key: -sum(1 / speaking[w] for w in words & said[key]))
    plain = next(key for key in library if not library[key].front.abilities and _is_plain_creature(library[key]))
    if rule in may_fire(Composer("bare").compose([plain], rich=[plain]), book):
        return
    found = 0
    for key in usable[:12]:
        if found >= 4:
            return
        if rule in may_fire(Composer("try").compose([key], forced=[key], rich=[key]), book):
            found += 1
            yield key


def _words(text: str) -> list[str]:
    return re.findall(r"\b[a-z][a-z_]{3,}\b", text.lower())


def may_fire(family: Family, book: Book) -> frozenset[str]:
    """The rules that may fire in some play of a family, by a look at its facts alone; more than do, never fewer."""
    watching = watch(book)
    digest = _digest(book)

    def look() -> list[str]:
        compiled = family.scenario().compile(book.whole.signatures)
        with Search(compiled, watching.book, watched=watching.watched) as search:
            return sorted(fireable(search.rules.statements))

    return frozenset(remembered("generate-may-fire", (digest, write_yaml(dict(family.data)).encode()), look))


_DIGESTS: dict[int, bytes] = {}


def _digest(book: Book) -> bytes:
    if id(book) not in _DIGESTS:
        text = "\n".join(statement.text for statement in book.statements)
        _DIGESTS[id(book)] = hashlib.sha256(text.encode()).digest()
    return _DIGESTS[id(book)]


# --- exploring them


def _explored(families: Iterable[Family], aim: Aim, skip: int) -> Iterator[tuple[Family, Finding | None]]:
    """What each family gives, in their order, several being explored at once."""

    def tasks() -> Iterator[tuple[Family, Wish]]:
        for number, family in enumerate(families):
            if number >= skip:
                most = MEASURED if aim.hard else 20 if aim.ruling or aim.rules else 32
                seed = hash_of(f"{aim.seed} {number}")
                wish = Wish(aim.rules, most, seed, aim.pending, whole=WHOLE[aim.form], hard=aim.hard)
                yield family, wish if aim.ruling is None else replace(wish, seconds=RULING_SECONDS)

    yield from explored(tasks(), aim.jobs)


def hash_of(text: str) -> int:
    """A number that a text always has."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:7], 16)


def explored(tasks: Iterable[tuple[Family, Wish]], jobs: int) -> Iterator[tuple[Family, Finding | None]]:
    """What families give, in their order; None for one that the limits ended.

    Args:
        tasks: the families, and what is asked of each.
        jobs: how many processes work at once.
    """
    if jobs <= 1:
        for family, wish in tasks:
            yield family, _apart(family, wish)
        return
    from joblib import Parallel, delayed
    from joblib.externals.loky import get_reusable_executor

    parallel = Parallel(n_jobs=jobs, return_as="generator", batch_size=1, pre_dispatch=2 * jobs)
    found = parallel(delayed(_working)(family, wish) for family, wish in tasks)
    try:
        for one in found:  # noqa: UP028 - so that it is closed below, and says nothing of work that nobody waits for
            yield one
    except (KeyboardInterrupt, GeneratorExit):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found.close()
        get_reusable_executor().shutdown(wait=False, kill_workers=True)
        raise


def _working(family: Family, wish: Wish) -> tuple[Family, Finding | None]:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process decides what an interrupt means
    watch(Book.bundled())
    ordinary(Book.bundled())
    return family, _apart(family, wish)


def _apart(family: Family, wish: Wish) -> Finding | None:
    """What a family gives, found in a process of its own."""

    def work() -> dict[str, Any] | str:
        try:
            return explore(family, wish, limits=Limits(None, None)).to_data()
        except (OutOfTimeError, OutOfMemoryError):
            return "out of time or memory"

    try:
        found = isolated(work, seconds=wish.seconds, megabytes=FAMILY_MEGABYTES)
    except IsolatedError as error:  # one family that fails does not end a run; it is told of at the end
        return Finding(family.name, error=str(error))
    if not isinstance(found, dict):
        return None
    finding = Finding(**found)
    return hardest(finding, Book.bundled(), wish.seed) if wish.hard else finding


__all__ = ["Aim", "Form", "Run", "explored", "generate", "hash_of", "may_fire", "told", "various"]
