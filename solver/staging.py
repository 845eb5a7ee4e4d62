"""How the parts of a rulebook are written for the grounder: moments, and what is read of the beat before.

Parts other than the base have parameters (:data:`.parsing.PARTS`): ``t`` is the present beat, the others stand for the
moments within a beat at which filters, amounts, conditions and characteristics are looked at. gringo grounds the
predicates it finds in an order, and finds an atom true or false on the way only if that order is plain. It tells
predicates apart by their names and sees nothing of time in a parameter. So an atom is renamed by when it is:

* ``p(X, t)`` stays, ``p(X, t-1)`` is written ``p__past(X, t-1)``, which the part ``hand(u)`` takes over from ``p``
  once beat ``u`` is grounded;
* ``p(X, before(t, Layer))`` is written ``p__before(X, ...)``, and so for the other moments.

Then one text, read by gringo once, serves all beats, and a deterministic game still grounds to facts. A variable ``_``
of a positive literal gets a name, since gringo makes a rule of its own of it, which it grounds again at every beat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import clingo
from clingo import ast

from .shapes import MOMENTS, PAST

LAYERS = ("l2", "l4", "l5", "l6", "l7a", "l7b", "l7c", "l7d")
"""The layers and sublayers of CR 613 in which effects are applied to objects, in their order."""


def variants(name: str) -> tuple[str, ...]:
    """The names under which the grounder knows a predicate, the plain one first (the past's is a mere copy)."""
    return (name, *(f"{name}__{moment}" for moment in MOMENTS))


def variant(symbol: clingo.Symbol) -> clingo.Symbol:
    """An atom under the name by which the grounder knows it."""
    if symbol.arguments and symbol.arguments[-1].type is clingo.SymbolType.Function:
        moment = symbol.arguments[-1]
        if moment.arguments and moment.name in MOMENTS:
            return clingo.Function(f"{symbol.name}__{moment.name}", symbol.arguments)
    return symbol


@dataclass(frozen=True)
class Stages:
    """What of a beat needs moments of its own, since its values are neither the printed nor the final ones.

    Attributes:
        layers: the layers of CR 613 in which something may have to be applied.
        worlds: those among them in which effects may depend on one another (CR 613.8).
        production: whether "could produce" (CR 106.7) is asked.
    """

    layers: frozenset[str] = frozenset(LAYERS)
    worlds: frozenset[str] = frozenset(LAYERS)
    production: bool = True

    @cached_property
    def start(self) -> str:
        """The moment before every layer."""
        return next((f"before(t,{layer})" for layer in LAYERS if layer in self.layers), "t")

    @cached_property
    def steps(self) -> tuple[tuple[str, str, str], ...]:
        """Each layer with the moment before it and the moment after it."""
        live = [layer for layer in LAYERS if layer in self.layers]
        before = [f"before(t,{layer})" for layer in live]
        return tuple(zip(live, before, [*before[1:], "t"], strict=False))

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """The moments at which filters, amounts and conditions are evaluated."""
        return (
            *self.finished,
            *(before for _, before, _ in self.steps),
            *(f"world(t,{layer},Step,Alternative)" for layer, _, _ in self.steps if layer in self.worlds),
        )

    @property
    def finished(self) -> tuple[str, ...]:
        """Those of the moments at which all layers are done."""
        return ("t", "produce(t)") if self.production else ("t",)


EVERY_STAGE = Stages()


def ground_form(rule: ast.AST, parameters: Iterable[str]) -> str:
    """A rule as the grounder is to read it (see above).

    An atom whose last argument is a parameter other than ``t`` is marked ``name@parameter``, for :func:`written` to
    settle.

    Args:
        rule: the syntax tree of a rule.
        parameters: the parameters of the part it stands in.
    """
    names = frozenset(parameters)
    if names:
        rule = _Renamed(names).visit(rule)
    return str(_NamedVariables().rule(rule)).replace("#false :-", ":-")


class _Renamed(ast.Transformer):
    """Renames each atom by the moment it is about."""

    def __init__(self, parameters: frozenset[str]) -> None:
        self._parameters = parameters - {"t"}

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        return node.update(symbol=self._symbol(node.symbol))

    def _symbol(self, symbol: ast.AST) -> ast.AST:
        if symbol.ast_type is ast.ASTType.UnaryOperation:
            return symbol.update(argument=self._symbol(symbol.argument))
        if symbol.ast_type is ast.ASTType.Pool:  # p(a; b) is two atoms
            return symbol.update(arguments=[self._symbol(one) for one in symbol.arguments])
        if symbol.ast_type is not ast.ASTType.Function or not symbol.arguments:
            return symbol
        suffix = self._suffix(symbol.arguments[-1])
        return symbol.update(name=symbol.name + suffix) if suffix else symbol

    def _suffix(self, last: ast.AST) -> str:
        if last.ast_type is ast.ASTType.Function and last.arguments and last.name in MOMENTS:
            return f"__{last.name}"
        text = str(last)
        if text == "(t-1)":
            return PAST
        return f"@{text}" if text in self._parameters else ""


class _NamedVariables(ast.Transformer):
    """Gives each anonymous variable of a positive literal a name of its own."""

    def __init__(self) -> None:
        self._count = 0

    def rule(self, rule: ast.AST) -> ast.AST:
        body = [self.visit(literal) if _is_positive(literal) else literal for literal in rule.body]
        return rule.update(body=body) if self._count else rule

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        if node.name != "_":
            return node
        self._count += 1
        return node.update(name=f"_Any{self._count}")


def _is_positive(literal: Any) -> bool:
    return (
        literal.ast_type is ast.ASTType.Literal
        and literal.sign == ast.Sign.NoSign
        and literal.atom.ast_type is ast.ASTType.SymbolicAtom
    )


def written(form: str, part: str, stages: Stages) -> str:
    """A rule written out, once for each moment there is that its part is about; ``t`` is left standing.

    Args:
        form: the rule, as :func:`ground_form` gives it.
        part: the part it stands in.
        stages: the moments.
    """
    if part == "beat":
        return form
    if part == "start":
        return _settled(form, {"s": stages.start})
    if part in ("layer", "dependency"):
        steps = [step for step in stages.steps if part == "layer" or step[0] in stages.worlds]
        return "\n".join(_settled(form, dict(zip("lpq", step, strict=True))) for step in steps)
    return "\n".join(_settled(form, {"m": m}) for m in (stages.moments if part == "moment" else stages.finished))


def _settled(text: str, values: Mapping[str, str]) -> str:
    for parameter, value in values.items():
        text = value.join(split_at(parameter, text)).replace(f"@{value}(", f"{_suffix_of(value)}(")
    return text


def _suffix_of(moment: str) -> str:
    name, parenthesis, _ = moment.partition("(")
    return f"__{name}" if parenthesis else ""


def hand(predicates: Iterable[tuple[str, int]]) -> str:
    """The part ``hand(u)``: what of beat ``u`` is read at the beat after it.

    Args:
        predicates: the predicates read, by name and arity; the beat is their last argument.
    """
    lines = ["#program hand(u)."]
    for name, arity in sorted(predicates):
        arguments = ",".join([*(f"X{i}" for i in range(1, arity)), "u"])
        lines.append(f"#defined {name}/{arity}.")
        lines.append(f"{name}{PAST}({arguments}) :- {name}({arguments}).")
    return "\n".join(lines) + "\n"


_TOKEN = re.compile(
    r"""
      "(?:\\.|[^"\\])*"                 # a string
    | %\*.*?\*% | %[^\n]*               # comments
    | \#[a-z_]+                         # a directive
    | _*[A-Za-z][A-Za-z0-9_']*          # names and variables
    | [^A-Za-z"%\#_]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)


def split_at(constant: str, text: str) -> Iterator[str]:
    """The pieces of a text between the places of a constant; ``value.join(pieces)`` is the text with its value.

    Strings, comments, directives and longer names are left alone.
    """
    piece: list[str] = []
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token == constant and not (
            text.startswith("(", match.end()) and not text.startswith("@", match.start() - 1)
        ):
            yield "".join(piece)
            piece = []
        else:
            piece.append(token)
    yield "".join(piece)


__all__ = [
    "EVERY_STAGE",
    "LAYERS",
    "Stages",
    "ground_form",
    "hand",
    "split_at",
    "variant",
    "variants",
    "written",
]
