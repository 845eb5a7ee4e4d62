"""The rulebook as text: what each rule derives and rests on, argument by argument, and what is documented.

For tools that look at the book without running it. :mod:`.parsing` says which predicates a statement defines and reads,
which is what loading needs; the checks of the book's own laws also need the arguments and the order of literals.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from clingo import ast

from .book import Slice
from .parsing import Signature, Statement, parse, syntax
from .staging import Stages

Shape = tuple[str, tuple["Shape", ...]] | None
"""A term by its functors, as far as they are fixed; None where anything may stand."""


@dataclass(frozen=True)
class Atom:
    """An atom as it stands in a rule.

    Attributes:
        name: the predicate.
        arguments: the arguments, each as clingo prints it.
        shapes: the arguments by their functors.
        nonmonotone: whether it stands under negation or within an aggregate of a body, so that more of it may mean less
            of what the rule derives.
    """

    name: str
    arguments: tuple[str, ...]
    shapes: tuple[Shape, ...] = ()
    nonmonotone: bool = False

    @property
    def signature(self) -> Signature:
        """Name and arity."""
        return Signature(self.name, len(self.arguments))

    @property
    def last(self) -> str:
        """The last argument, or nothing."""
        return self.arguments[-1] if self.arguments else ""

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.arguments)})" if self.arguments else self.name


@dataclass(frozen=True)
class Rule:
    """A rule of the book.

    Attributes:
        statement: the rule as it is loaded, with its file, line and part.
        heads: the atoms it may derive; none for a constraint.
        body: the atoms it rests on, those in the conditions of its head too.
        first: the first literal of the body as an atom (a comparison by its text); None for a fact.
    """

    statement: Statement
    heads: tuple[Atom, ...]
    body: tuple[Atom, ...]
    first: Atom | None

    @property
    def cites(self) -> str | None:
        """The rule number that the first body literal cites, if that is what it does."""
        if self.first is None or self.first.signature != ("cr", 1) or self.first.nonmonotone:
            return None
        return self.first.arguments[0].strip('"')


@dataclass(frozen=True)
class Page:
    """A file of the book.

    Attributes:
        file: the path below the book's folder, with ``/`` between its parts.
        text: the text as it is.
    """

    file: str
    text: str

    @property
    def plumbing(self) -> bool:
        """Whether the file is plumbing without law."""
        return self.file.startswith("machine/")

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules in order.

        Raises:
            BookError: the text is no ASP, or holds a directive that a rulebook may not.
        """
        statements = parse(self.file, self.text)
        nodes = (node for node in syntax(self.file, self.text) if node.ast_type is ast.ASTType.Rule)
        return tuple(_rule(statement, node) for statement, node in zip(statements, nodes, strict=True))

    @cached_property
    def comments(self) -> tuple[str, ...]:
        """The block comments, ``%*`` to ``*%``, in order."""
        return tuple(re.findall(r"%\*.*?\*%", self.text, re.DOTALL))


PRESENT = 1
"""The number that stands for the present beat in what :func:`written` gives."""

_STAGES = Stages(worlds=frozenset())
"""Every moment of a beat but the worlds of effects that depend on one another (613.8)."""


def written(rule: Rule) -> Iterator[Rule]:
    """A rule as it is written into the text of beat 1: once for each moment that its part is written for.

    Worlds are left out: they are written only where effects may depend on one another. A rule of the base part is
    written into no beat.
    """
    text = Slice((rule.statement,)).beat(PRESENT, _STAGES)
    for node in syntax(rule.statement.file, text):
        if node.ast_type is ast.ASTType.Rule:
            yield _rule(rule.statement, node)


def read_pages(folder: Path) -> tuple[Page, ...]:
    """Every ``.lp`` file below a folder, in the order of their paths."""
    return tuple(
        Page(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.lp"))
    )


def _rule(statement: Statement, node: ast.AST) -> Rule:
    heads: list[Atom] = []
    body: list[Atom] = []
    _split_head(node.head, heads, body)
    for literal in node.body:
        body.extend(_atoms(literal))
    first = None
    if node.body:
        first = next(_atoms(node.body[0]), Atom(str(node.body[0]), ()))
    return Rule(statement, tuple(heads), tuple(body), first)


def _split_head(head: ast.AST, heads: list[Atom], body: list[Atom]) -> None:
    """Sort the atoms of a head into those derived and those that its conditions rest on."""
    if head.ast_type is ast.ASTType.Literal:
        heads.extend(_atoms(head))
    elif head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.HeadAggregate, ast.ASTType.Disjunction):
        for element in head.elements:
            conditional = element.condition if head.ast_type is ast.ASTType.HeadAggregate else element
            heads.extend(_atoms(conditional.literal))
            for literal in conditional.condition:
                body.extend(_atoms(literal))


def _atoms(node: ast.AST, nonmonotone: bool = False) -> Iterator[Atom]:
    """The atoms of a literal, an aggregate or a conditional literal, in order."""
    kind = node.ast_type
    if kind is ast.ASTType.SymbolicAtom:
        yield from _named(node.symbol, nonmonotone)
    elif kind is ast.ASTType.Literal:
        yield from _atoms(node.atom, nonmonotone or node.sign != ast.Sign.NoSign)
    elif kind is ast.ASTType.ConditionalLiteral:
        # "a : b" in a body says that every b is an a, so more b can make it false.
        yield from _atoms(node.literal, nonmonotone)
        for literal in node.condition:
            yield from _atoms(literal, True)
    elif kind is ast.ASTType.BodyAggregate:
        for element in node.elements:
            for literal in element.condition:
                yield from _atoms(literal, True)
    elif kind is ast.ASTType.Aggregate:
        for element in node.elements:
            for literal in (element.literal, *element.condition):
                yield from _atoms(literal, True)


def _named(symbol: ast.AST, nonmonotone: bool) -> Iterator[Atom]:
    """The atoms that a symbol stands for: one, or each of a pool as ``p(a;b)``."""
    if symbol.ast_type is ast.ASTType.Pool:
        for member in symbol.arguments:
            yield from _named(member, nonmonotone)
    elif symbol.ast_type is ast.ASTType.UnaryOperation:
        for inner in _named(symbol.argument, nonmonotone):
            yield Atom(f"-{inner.name}", inner.arguments, inner.shapes, nonmonotone)
    else:
        arguments = tuple(str(argument) for argument in symbol.arguments)
        yield Atom(symbol.name, arguments, tuple(_shape(argument) for argument in symbol.arguments), nonmonotone)


def _shape(term: ast.AST) -> Shape:
    if term.ast_type is ast.ASTType.SymbolicTerm:
        return str(term), ()
    if term.ast_type is ast.ASTType.Function:
        return term.name, tuple(_shape(argument) for argument in term.arguments)
    if term.ast_type is ast.ASTType.BinaryOperation and str(term) == f"({PRESENT}-1)":
        return str(PRESENT - 1), ()
    return None


def may_meet(one: Shape, other: Shape) -> bool:
    """Whether two terms could be the same, as far as their fixed functors tell."""
    if one is None or other is None:
        return True
    return (
        one[0] == other[0]
        and len(one[1]) == len(other[1])
        and all(may_meet(left, right) for left, right in zip(one[1], other[1], strict=True))
    )


_NAME = re.compile(r"-?[a-z_][A-Za-z0-9_']*")


def documented(comments: Iterable[str]) -> Iterator[Signature]:
    """The signatures that block comments document.

    A line documents ``name(Argument, ...)`` or ``name/2`` if it begins with it; several may stand in one line, with
    commas between them.
    """
    for comment in comments:
        for raw in comment.splitlines():
            yield from signatures(raw.strip().removeprefix("%*").removeprefix("!").strip())


def documented_in_table(markdown: str) -> Iterator[Signature]:
    """The signatures in the first column of those Markdown tables whose first heading is "predicate"."""
    inside = False
    for line in markdown.splitlines():
        first = line.strip("|").split("|")[0].strip() if line.startswith("|") else None
        if first is None or first == "predicate":
            inside = first is not None
        elif inside:
            for code in re.findall(r"`([^`]*)`", first):
                yield from signatures(code)


def signatures(text: str) -> Iterator[Signature]:
    """The signatures with which a text begins, as ``name(A, b(C))`` or ``name/2``, commas or blanks between them."""
    rest = text
    while match := _NAME.match(rest):
        name, rest = match.group(), rest[match.end() :]
        if slash := re.match(r"/(\d+)", rest):
            yield Signature(name, int(slash.group(1)))
            rest = rest[slash.end() :]
        else:
            arity, length = _arguments(rest)
            if not length:
                return
            yield Signature(name, arity)
            rest = rest[length:]
        rest = rest.lstrip(", ")


def _arguments(text: str) -> tuple[int, int]:
    """How many arguments stand in the brackets with which a text begins, and how long it all is; 0, 0 without any."""
    depth, commas = 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 1:
            commas += 1
        if depth == 0:
            return (commas + 1, index + 1) if index else (0, 0)
    return 0, 0


def circles(edges: Mapping[int, set[int]]) -> list[frozenset[int]]:
    """The strongly connected components of a graph (Tarjan's algorithm, without recursion).

    Args:
        edges: for each node the nodes it leads to, all of which are keys too.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    path: list[int] = []
    on_path: set[int] = set()
    found: list[frozenset[int]] = []
    for root in edges:
        if root in index:
            continue
        work: list[tuple[int, Iterator[int]]] = []
        _enter(root, edges, index, low, path, on_path, work)
        while work:
            node, rest = work[-1]
            successor = next(rest, None)
            if successor is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = path.index(node)
                    found.append(frozenset(path[cut:]))
                    on_path.difference_update(path[cut:])
                    del path[cut:]
            elif successor not in index:
                _enter(successor, edges, index, low, path, on_path, work)
            elif successor in on_path:
                low[node] = min(low[node], index[successor])
    return found


def _enter(
    node: int,
    edges: Mapping[int, set[int]],
    index: dict[int, int],
    low: dict[int, int],
    path: list[int],
    on_path: set[int],
    work: list[tuple[int, Iterator[int]]],
) -> None:
    index[node] = low[node] = len(index)
    path.append(node)
    on_path.add(node)
    work.append((node, iter(sorted(edges[node]))))


def way_back(edges: Mapping[int, set[int]], knot: frozenset[int], start: int, end: int) -> list[int]:
    """The shortest way from one node of a strongly connected component to another, both ends included."""
    came: dict[int, int] = {start: start}
    todo = deque([start])
    while end not in came:
        node = todo.popleft()
        for successor in sorted(edges[node] & knot - came.keys()):
            came[successor] = node
            todo.append(successor)
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]
