"""Checks that the text of the rulebook keeps its own laws (DESIGN section 2, ``asp/README.md``).

The rulebook is read as clingo reads it, and each law is one function from what was read to the places that break it.
Nothing is grounded or solved: these are properties of the text.

Run as ``python -m manaproof.solver.rulebook_check`` to print every fault; the exit code is 1 if there are any.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from itertools import islice, pairwise
from pathlib import Path

import yaml

from ..bridge.edition import citation_fault
from .parsing import BASE, PARTS, Signature, Statement
from .rulebook_text import (
    Atom,
    Page,
    Rule,
    Shape,
    circles,
    documented,
    documented_in_table,
    may_meet,
    read_pages,
    way_back,
    written,
)

__all__ = [
    "CHECKS",
    "Fault",
    "card_names",
    "check",
    "cited_by_scenario",
    "main",
]


@dataclass(frozen=True, order=True)
class Fault:
    """One place that breaks a law of the rulebook.

    Attributes:
        file: the file, relative to the folder that was checked.
        line: the line, counted from 1.
        message: what is wrong and, where it isn't plain, what would be right.
    """

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


Pages = Sequence[Page]
Check = Callable[[Pages], Iterator[Fault]]

_FILE = re.compile(r"(?P<section>\d{3})(?:_(?P<rule>\d{3}))?_[a-z0-9_]+\.lp")
_CITATION = re.compile(r'\bcr\(\s*"([^"]*)"\s*\)')


def _rules(pages: Pages) -> Iterator[Rule]:
    return (rule for page in pages for rule in page.rules)


def _at(rule: Rule, message: str) -> Fault:
    return Fault(rule.statement.file, rule.statement.line, message)


def _show(signature: Signature) -> str:
    return f"{signature.name}/{signature.arity}"


def citations_exist(pages: Pages) -> Iterator[Fault]:
    """Every number in ``cr("...")`` is a rule of the edition."""
    for page in pages:
        for line, text in enumerate(page.text.splitlines(), 1):
            for number in _CITATION.findall(text):
                if fault := citation_fault(number):
                    yield Fault(page.file, line, fault)


def law_cites(pages: Pages) -> Iterator[Fault]:
    """Every rule of a law file has ``cr("...")`` as its first body literal; facts of law too."""
    for page in pages:
        for rule in page.rules:
            if not page.plumbing and rule.cites is None:
                yield _at(rule, f'law without citation: cr("...") comes first in the body of {rule.statement.text}')


def plumbing_cites_nothing(pages: Pages) -> Iterator[Fault]:
    """Plumbing carries no citation: what cites a rule is law and belongs to the file of its section."""
    for page in pages:
        for rule in page.rules:
            if page.plumbing and any(atom.signature == ("cr", 1) for atom in rule.body):
                yield _at(rule, f"law in machine/: {rule.statement.text}")


def section_of(file: str) -> str | None:
    """The section or rule that a law file is about, from its path.

    Args:
        file: the path below the book's folder, as ``1_game_concepts/106_mana.lp``.

    Returns:
        ``106``, or ``702.79`` for ``.../702_079_persist.lp``; None if the name follows no section.
    """
    chapter, _, rest = file.partition("/")
    match = _FILE.fullmatch(rest.rpartition("/")[2])
    if match is None or not re.fullmatch(rf"{match['section'][0]}_[a-z_]+", chapter):
        return None
    return f"{match['section']}.{int(match['rule'])}" if match["rule"] else match["section"]


def file_holds_its_section(pages: Pages) -> Iterator[Fault]:
    """A law file is named as its section, its header names that section, and its rules state that section.

    A rule that states another section's law (the position of a card in a graveyard, beside the other zones) cites that
    one, and the file's block comments name its number or its section, so that a reader learns where to look.
    """
    for page in pages:
        if page.plumbing:
            continue
        section = section_of(page.file)
        if section is None:
            yield Fault(page.file, 1, "a law file is called CHAPTER_name/SECTION_name.lp or .../SECTION_RULE_name.lp")
            continue
        named = set(re.findall(r"\d{3}(?:\.\d+[a-z]?)?", " ".join(page.comments)))
        if not page.comments or section not in "".join(page.comments[0].splitlines()[:2]):
            yield Fault(page.file, 1, f"the header's first line names its section, {section}")
        own = re.compile(rf"{re.escape(section)}(?![0-9])")
        for rule in page.rules:
            cited = rule.cites
            if cited is None or own.match(cited):
                continue
            if not named & {cited, cited.rstrip("abcdefghijklmnopqrstuvwxyz"), cited.partition(".")[0]}:
                yield _at(rule, f"states {cited} in the file of {section}, whose header names no {cited}")


def files_have_headers(pages: Pages) -> Iterator[Fault]:
    """Every file opens with a block comment, ``%*`` to ``*%``."""
    for page in pages:
        if not page.text.startswith("%*"):
            yield Fault(page.file, 1, "no header: a file opens with %* what it defines and reads *%")


_MOMENTS = ("before", "world", "produce")


def of_this_beat(argument: str, part: str) -> bool:
    """Whether an argument is the present beat or a moment of it: ``t``, ``before(t,...)``, ``m`` in a ``moment(m)``.

    Args:
        argument: the argument as clingo prints it.
        part: the part in which it stands.
    """
    functor = argument.partition("(")[0]
    return argument == "t" or argument in {"s", "p", "q", "m"} & {*PARTS[part]} or functor in _MOMENTS


def beat_predicates(pages: Pages) -> frozenset[Signature]:
    """The predicates that some part about beats defines with the beat as their last argument."""
    return frozenset(
        head.signature
        for rule in _rules(pages)
        for head in rule.heads
        if rule.statement.part != BASE and of_this_beat(head.last, rule.statement.part)
    )


def beats_come_last(pages: Pages) -> Iterator[Fault]:
    """Parts about beats define predicates of the present beat or a moment of it, and read no later one.

    The last argument of their heads is the beat or the moment; that of the beat predicates in their bodies too, or
    ``t-1``. The base part may speak of the beats 0 and -1, the start.
    """
    timed = beat_predicates(pages)
    for rule in _rules(pages):
        part = rule.statement.part
        if part == BASE:
            for atom in (*rule.heads, *rule.body):
                if atom.signature in timed and atom.last not in ("0", "-1"):
                    yield _at(rule, f"{atom} belongs to a beat, but its rule stands in #program base.")
            continue
        for head in rule.heads:
            if not of_this_beat(head.last, part):
                yield _at(rule, f"{head} is about the present beat, so its last argument is t")
        for atom in rule.body:
            if atom.signature in timed and not of_this_beat(atom.last, part) and atom.last != "(t-1)":
                yield _at(rule, f"{atom}: the beat is neither t nor t-1")


def everything_is_defined(pages: Pages) -> Iterator[Fault]:
    """What a rule reads is derived by some rule or documented as a fact that is given."""
    known = {head.signature for rule in _rules(pages) for head in rule.heads} | _documented(pages)
    for rule in _rules(pages):
        for signature in sorted({atom.signature for atom in rule.body} - known):
            yield _at(rule, f"{_show(signature)} is neither derived nor documented")


def documented_once(pages: Pages) -> Iterator[Fault]:
    """No predicate is explained in two files: one that means two things would be two predicates grown together."""
    first: dict[Signature, str] = {}
    for page in pages:
        for signature in dict.fromkeys(documented(page.comments)):
            other = first.setdefault(signature, page.file)
            if other != page.file and any(head.signature == signature for rule in page.rules for head in rule.heads):
                yield Fault(page.file, 1, f"{_show(signature)} is explained in {other} too")


def everything_is_documented(pages: Pages) -> Iterator[Fault]:
    """What a rule derives is documented with that arity: in a header, in ``%*! ... *%`` or in ``asp/README.md``."""
    known = _documented(pages)
    for rule in _rules(pages):
        for signature in sorted({head.signature for head in rule.heads} - known):
            known.add(signature)
            yield _at(rule, f"{_show(signature)} is not documented")


def _documented(pages: Pages) -> set[Signature]:
    readme = resources.files("manaproof.asp").joinpath("README.md").read_text(encoding="utf-8")
    return {*documented_in_table(readme), *documented(text for page in pages for text in page.comments)}


def stratified(pages: Pages) -> Iterator[Fault]:
    """Within one beat nothing depends on itself through negation or an aggregate.

    Otherwise gringo could not evaluate a deterministic game to facts while it grounds. Looked at is what gringo sees:
    the rules as they are written for a beat and its moments. Atoms are told apart by the functors of their arguments:
    ``begins(lost(Player),t)`` is not ``begins(step(Step),t)``. Of each knot of such circles a short one is told.

    Effects that depend on one another (613.8) are left out: they are applied step by step, and a step is a variable.
    """
    rules = [one for rule in _rules(pages) for one in written(rule)]
    heads: dict[tuple[str, tuple[Shape, ...]], int] = {}
    for rule in rules:
        for head in rule.heads:
            heads.setdefault((head.name, head.shapes), len(heads))
    by_signature: dict[Signature, list[tuple[tuple[Shape, ...], int]]] = defaultdict(list)
    for (name, shapes), node in heads.items():
        by_signature[Signature(name, len(shapes))].append((shapes, node))

    edges: dict[int, set[int]] = {node: set() for node in heads.values()}
    reasons: dict[tuple[int, int], Rule] = {}
    negative: dict[tuple[int, int], tuple[Rule, Atom, Atom]] = {}
    for rule in rules:
        nodes = [(heads[head.name, head.shapes], head) for head in rule.heads]
        for atom in rule.body:
            for shapes, read in by_signature[atom.signature]:
                if not all(may_meet(one, other) for one, other in zip(shapes, atom.shapes, strict=True)):
                    continue
                for node, head in nodes:
                    edges[node].add(read)
                    reasons.setdefault((node, read), rule)
                    if atom.nonmonotone:
                        negative.setdefault((node, read), (rule, head, atom))
    told: set[frozenset[Statement]] = set()
    for knot in circles(edges):
        inside = ((arc, told_as) for arc, told_as in negative.items() if knot.issuperset(arc))
        ways = [(way_back(edges, knot, read, node), told_as) for (node, read), told_as in islice(inside, 50)]
        if not ways:
            continue
        way, (rule, head, atom) = min(ways, key=lambda found: len(found[0]))
        back = [reasons[step].statement for step in pairwise(way)]
        if (key := frozenset((rule.statement, *back))) not in told:
            told.add(key)
            by = ", ".join(dict.fromkeys(statement.place for statement in back))
            yield _at(rule, f"{head} depends on itself through {atom} being false, which rests on {by or 'it'}")


CHECKS: tuple[Check, ...] = (
    citations_exist,
    law_cites,
    plumbing_cites_nothing,
    file_holds_its_section,
    files_have_headers,
    beats_come_last,
    everything_is_defined,
    everything_is_documented,
    documented_once,
    stratified,
)
"""The laws of the book's text; each yields the places that break it."""


def check(pages: Pages) -> list[Fault]:
    """Every fault that any of ``CHECKS`` finds, in the order of the files.

    Raises:
        BookError: a page is no ASP, or holds a directive that a rulebook may not (``#script``, ``#include``...).
    """
    return sorted(fault for law in CHECKS for fault in law(pages))


def card_names(pages: Pages, names: Iterable[str]) -> Iterator[Fault]:
    """Find names of cards in the book, which names none.

    A name of several words is looked for as it is written and as the constant it would be; a name of one word, which
    may as well be a word of the rules, only as a quoted string.

    Args:
        pages: the pages of the book.
        names: the names of cards; those of double-faced cards with ``//`` between the faces, or each on its own.
    """
    by_constant: dict[str, str] = {}
    by_text: set[str] = set()
    for name in (face.strip() for full in names for face in full.split("//")):
        by_text.add(name)
        if len(words := re.findall(r"[a-z0-9]+", name.lower().replace("'", ""))) > 1:
            by_constant["_".join(words)] = name
    longest = max((len(name.split()) for name in by_text), default=0)
    for page in pages:
        for line, text in enumerate(page.text.splitlines(), 1):
            found = {by_constant[word] for word in re.findall(r"[a-z][a-z0-9_]*", text) if word in by_constant}
            found |= {quoted for quoted in re.findall(r'"([^"]*)"', text) if quoted in by_text}
            tokens = re.findall(r"[A-Za-z0-9',-]+", text)
            for start, token in enumerate(tokens):
                if token[0].isupper():
                    phrases = (" ".join(tokens[start:end]).strip(",") for end in range(start + 2, start + longest + 1))
                    found |= {phrase for phrase in phrases if phrase in by_text and " " in phrase}
            for name in sorted(found):
                yield Fault(page.file, line, f"names the card {name!r}")


def cited_by_scenario(folder: Path) -> Iterator[Fault]:
    """Every number under ``cites:`` in the YAML files below a folder is a rule of the edition.

    Args:
        folder: the folder of the scenarios.
    """
    for path in sorted(folder.rglob("*.yaml")):
        file = path.relative_to(folder).as_posix()
        for document in yaml.compose_all(path.read_text(encoding="utf-8"), Loader=yaml.SafeLoader):
            for node in _cites(document):
                if fault := citation_fault(node.value):
                    yield Fault(file, node.start_mark.line + 1, fault)


def _cites(node: yaml.Node | None) -> Iterator[yaml.ScalarNode]:
    """The scalars under every key ``cites`` of a YAML document."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _cites(item)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == "cites" and isinstance(value, yaml.SequenceNode):
                yield from (item for item in value.value if isinstance(item, yaml.ScalarNode))
            else:
                yield from _cites(value)


def main() -> int:
    """Check the installed rulebook and scenarios; print each fault to standard output.

    Returns:
        The exit code: 1 if there is a fault, otherwise 0.
    """
    with (
        resources.as_file(resources.files("manaproof.asp")) as rules,
        resources.as_file(resources.files("manaproof.scenarios")) as scenarios,
    ):
        pages = read_pages(rules)
        faults = [*check(pages), *cited_by_scenario(scenarios)]
    for fault in faults:
        print(fault)
    count = sum(len(page.rules) for page in pages)
    print(f"{count} rules in {len(pages)} files, {len(faults)} faults", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
