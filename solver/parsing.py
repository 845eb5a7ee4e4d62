"""Program texts taken apart by clingo's parser: statements with what they define, read and cite."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import clingo
from clingo import ast
from platformdirs import user_cache_path

from .shapes import Shape, shape_of
from .staging import ground_form

BASE = "base"
BEAT = "beat"
START = "start"
LAYER = "layer"
DEPENDENCY = "dependency"
MOMENT = "moment"
FINISHED = "finished"

PARTS: dict[str, list[str]] = {
    BASE: [],
    BEAT: ["t"],
    START: ["s"],
    LAYER: ["l", "p", "q"],
    DEPENDENCY: ["l", "p", "q"],
    MOMENT: ["m"],
    FINISHED: ["m"],
}
"""The parts a rulebook may have, with their parameters; all but the base are written anew for each beat."""


class Signature(NamedTuple):
    """A predicate by its name and number of arguments."""

    name: str
    arity: int


class BookError(ValueError):
    """A program text that cannot be part of a rulebook."""


@dataclass(frozen=True, eq=False)
class Statement:
    """One rule or constraint, as clingo prints it.

    Attributes:
        file: the file, relative to the rulebook.
        line: where it stands, from 1.
        part: one of :data:`PARTS`.
        text: the statement in clingo's canonical spelling, ending in a full stop.
        heads: the predicates it may derive.
        reads: the predicates it reads of its own beat, or that have no beat.
        past: the predicates it reads of the beat before.
        needs_past: it holds only if something positive did at the beat before.
        cites: the rule numbers of its ``cr("...")`` literals.
        form: the statement as the grounder reads it, see :mod:`.staging`.
        shape: what it derives and needs, blotted, see :mod:`.shapes`.
        says: the comment above it.
        documents: predicates that a comment above it explains.
    """

    file: str
    line: int
    part: str
    text: str
    heads: frozenset[Signature]
    reads: frozenset[Signature]
    past: frozenset[Signature]
    needs_past: bool
    cites: tuple[str, ...]
    form: str = ""
    shape: Shape = field(default_factory=lambda: Shape((), ()))
    says: str = ""
    documents: tuple[tuple[Signature, str], ...] = ()

    @property
    def place(self) -> str:
        """``file:line``."""
        return f"{self.file}:{self.line}"


_REFUSED = {
    ast.ASTType.Script: "#script",
    ast.ASTType.External: "#external",
    ast.ASTType.TheoryDefinition: "#theory",
    ast.ASTType.Minimize: "#minimize",
    ast.ASTType.Heuristic: "#heuristic",
    ast.ASTType.Edge: "#edge",
    ast.ASTType.ShowSignature: "#show",
    ast.ASTType.ShowTerm: "#show",
    ast.ASTType.Definition: "#const",
}


def parse(file: str, text: str) -> list[Statement]:
    """The statements of a program text.

    Args:
        file: the name that errors and statements give as their place.
        text: the program.

    Raises:
        BookError: the text is no ASP, or it holds a directive that a rulebook may not.
    """
    found: list[Statement] = []
    comments: list[str] = []
    documents: list[tuple[Signature, str]] = []
    part = BASE
    for node in syntax(file, text):
        kind = node.ast_type
        if kind is ast.ASTType.Comment:
            comments.append(node.value)
            documents.extend(_documented(node.value))
        elif kind is ast.ASTType.Program:
            parameters = [p.name for p in node.parameters]
            if PARTS.get(node.name) != parameters:
                known = ", ".join(f"{name}({', '.join(names)})" if names else name for name, names in PARTS.items())
                raise BookError(f"{_place(file, node)}: the parts of the book are {known}")
            part = node.name
            comments = []
        elif kind is ast.ASTType.Defined:
            comments = []
        elif kind is ast.ASTType.Rule:
            found.append(_statement(file, part, node, _sentence(comments), tuple(documents)))
            comments, documents = [], []
        else:
            raise BookError(f"{_place(file, node)}: {_REFUSED.get(kind, kind.name)} is not allowed here")
    return found


def syntax(file: str, text: str) -> list[ast.AST]:
    """The syntax trees of a program text.

    Raises:
        BookError: the text is no ASP, or includes other files.
    """
    if re.search(r"^\s*#include\b", text, re.MULTILINE):
        raise BookError(f"{file}: #include is not allowed here")
    nodes: list[ast.AST] = []
    messages: list[str] = []
    try:
        ast.parse_string(text, nodes.append, logger=lambda _code, message: messages.append(message))
    except RuntimeError as error:
        reason = (messages[0] if messages else str(error)).strip().replace("<string>", file)
        raise BookError(reason) from None
    return nodes


def _place(file: str, node: ast.AST) -> str:
    return f"{file}:{node.location.begin.line}"


def _statement(
    file: str, part: str, node: ast.AST, says: str, documents: tuple[tuple[Signature, str], ...]
) -> Statement:
    heads: set[Signature] = set()
    reads: set[Signature] = set()
    past: set[Signature] = set()
    cites: dict[str, None] = {}
    needs_past = False
    for atom, is_head, positive in _atoms(node):
        signature = Signature(atom.name, len(atom.arguments))
        if is_head:
            heads.add(signature)
        elif _is_past(atom):
            past.add(signature)
            needs_past = needs_past or positive
        else:
            reads.add(signature)
            if signature == ("cr", 1):
                for number in _strings(atom):
                    cites[number] = None
    return Statement(
        file,
        node.location.begin.line,
        part,
        str(node).replace("#false :-", ":-"),
        frozenset(heads),
        frozenset(reads),
        frozenset(past),
        needs_past,
        tuple(cites),
        ground_form(node, PARTS[part]),
        shape_of(node),
        says,
        documents,
    )


def _strings(atom: ast.AST) -> Iterator[str]:
    for argument in atom.arguments:
        if argument.ast_type is ast.ASTType.SymbolicTerm and argument.symbol.type is clingo.SymbolType.String:
            yield argument.symbol.string


def _is_past(atom: ast.AST) -> bool:
    """Whether the last argument is ``t-1``."""
    if not atom.arguments:
        return False
    last = atom.arguments[-1]
    return last.ast_type is ast.ASTType.BinaryOperation and str(last) == "(t-1)"


def _atoms(rule: ast.AST) -> Iterator[tuple[ast.AST, bool, bool]]:
    """The atoms of a rule, each with whether it may be derived and whether the rule needs it.

    A rule needs what stands plainly and positively in its body.
    """
    yield from _inner(rule.head, True)
    for literal in rule.body:
        plain = (
            literal.ast_type is ast.ASTType.Literal
            and literal.sign == ast.Sign.NoSign
            and literal.atom.ast_type is ast.ASTType.SymbolicAtom
        )
        for atom, _, _ in _inner(literal, False):
            yield atom, False, plain


def _inner(node: Any, is_head: bool) -> Iterator[tuple[ast.AST, bool, bool]]:
    if isinstance(node, ast.ASTSequence):
        for child in node:
            yield from _inner(child, is_head)
        return
    if not isinstance(node, ast.AST):
        return
    if node.ast_type is ast.ASTType.SymbolicAtom:
        symbol = node.symbol
        if symbol.ast_type is ast.ASTType.UnaryOperation:
            symbol = symbol.argument
        for one in symbol.arguments if symbol.ast_type is ast.ASTType.Pool else [symbol]:  # p(a; b) is two atoms
            if one.ast_type is ast.ASTType.Function:
                yield one, is_head, False
        return
    if node.ast_type is ast.ASTType.ConditionalLiteral:
        yield from _inner(node.literal, is_head)
        yield from _inner(node.condition, False)
        return
    if node.ast_type is ast.ASTType.HeadAggregateElement:
        yield from _inner(node.condition, is_head)
        return
    for key in node.child_keys:
        yield from _inner(getattr(node, key), is_head)


_DOCUMENTED = re.compile(
    r"""
    ^[ ]{0,2} (-?[a-z][A-Za-z0-9_]*) \( ([^()\n]*(?:\([^()\n]*\)[^()\n]*)*) \)   # name(Arg, Arg)
    [ ]{2,} (\S[^\n]*) ((?:\n[ ]{4,}\S[^\n]*)*)                                  # what it means, over several lines
    """,
    re.MULTILINE | re.VERBOSE,
)


def _documented(comment: str) -> Iterator[tuple[Signature, str]]:
    """The predicates that a block comment explains, a line each: ``name(Arg, Arg)  what it means``."""
    if not comment.startswith("%*"):
        return
    body = comment.removeprefix("%*").removeprefix("!").removesuffix("*%")
    for match in _DOCUMENTED.finditer(body):
        arguments = re.sub(r"\([^()]*\)", "", match[2])
        arity = arguments.count(",") + 1 if arguments.strip() else 0
        yield Signature(match[1], arity), " ".join(f"{match[3]}{match[4]}".split())


def _sentence(comments: list[str]) -> str:
    """The line comments directly above a rule as one text."""
    lines: list[str] = []
    for comment in comments:
        if comment.startswith("%*"):
            lines = []
        else:
            lines.append(comment.lstrip("%").strip(" -=\n"))
    return " ".join(line for line in lines if line)


_FORMAT = f"6:{clingo.__version__}"


def cache_folder() -> Path:
    """Where parses are kept: ``MANAPROOF_CACHE``, else the user's cache folder."""
    named = os.environ.get("MANAPROOF_CACHE")
    return Path(named) if named else user_cache_path("manaproof", appauthor=False)


def parse_cached(file: str, text: str) -> list[Statement]:
    """As :func:`parse`, with the outcome kept on disk under the digest of the text.

    A cache that cannot be read or written is done without.
    """
    digest = hashlib.sha256(f"{_FORMAT}\0{file}\0{text}".encode()).hexdigest()[:32]
    path: Path | None = None
    with suppress(OSError, RuntimeError, ValueError, KeyError, TypeError):
        path = cache_folder() / "parses" / f"{digest}.json"
        return [_from_json(file, record) for record in json.loads(path.read_text("utf-8"))]
    statements = parse(file, text)
    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as handle:
                json.dump([_to_json(s) for s in statements], handle)
            os.replace(handle.name, path)
    return statements


def _to_json(s: Statement) -> list[Any]:
    return [
        s.line,
        s.part,
        s.text,
        sorted(s.heads),
        sorted(s.reads),
        sorted(s.past),
        s.needs_past,
        s.cites,
        s.form,
        s.shape.to_json(),
        s.says,
        s.documents,
    ]


def _from_json(file: str, record: list[Any]) -> Statement:
    line, part, text, heads, reads, past, needs_past, cites, form, shape, says, documents = record
    return Statement(
        file,
        line,
        part,
        text,
        frozenset(Signature(*x) for x in heads),
        frozenset(Signature(*x) for x in reads),
        frozenset(Signature(*x) for x in past),
        needs_past,
        tuple(cites),
        form,
        Shape.from_json(shape),
        says,
        tuple((Signature(*signature), meaning) for signature, meaning in documents),
    )


__all__ = [
    "BASE",
    "BEAT",
    "DEPENDENCY",
    "FINISHED",
    "LAYER",
    "MOMENT",
    "PARTS",
    "START",
    "BookError",
    "Signature",
    "Statement",
    "cache_folder",
    "parse",
    "parse_cached",
    "syntax",
]
