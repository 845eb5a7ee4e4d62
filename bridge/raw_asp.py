"""Raw ASP in a claim: one rule body that reads the vocabulary; anything that could do more is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clingo import ast

from .asp_text import fault
from .errors import InputError, did_you_mean
from .names import Names

Path = tuple[str | int, ...]


def check_body(text: str, path: Path, names: Names) -> str:
    """Check raw ASP: one rule body that reads the vocabulary and does nothing else.

    Raises:
        InputError: it is no body, or holds a directive, a choice, a script call or an unknown predicate.
    """

    def refuse(what: str, cure: str) -> InputError:
        return InputError(names.document.problem(path, what, cure))

    nodes: list[ast.AST] = []
    messages: list[str] = []
    body = text.strip().removesuffix(".").rstrip()
    if not body:
        raise refuse("this ASP is empty", "write the body of a rule, such as holds(tapped(O), t)")
    wrong = fault(body)
    if wrong is not None:
        raise refuse(f"this ASP cannot be read: {wrong[0]}", wrong[1])
    try:
        ast.parse_string(f"goal :- {body}.", nodes.append, logger=lambda _, message: messages.append(message))
    except RuntimeError as error:
        reason = (messages[0] if messages else str(error)).replace("<string>:1:", "column ").strip()
        raise refuse(
            f"this ASP cannot be read: {reason}", "write the body of a rule, such as holds(tapped(O), t)"
        ) from None
    rules = [node for node in nodes if node.ast_type not in (ast.ASTType.Program, ast.ASTType.Comment)]
    if len(rules) != 1 or rules[0].ast_type is not ast.ASTType.Rule or str(rules[0].head) != "goal":
        found = next(
            (str(node.ast_type.name) for node in rules if node.ast_type is not ast.ASTType.Rule), "a second rule"
        )
        raise refuse(
            f"a claim is the body of one rule; here is {found.lower()} too",
            "remove directives (#script, #include, #external, #show) and further rules",
        )
    for atom in _functions(rules[0].body):
        if getattr(atom, "external", 0):
            raise refuse(f"@{atom.name} calls a script", "remove it: a scenario never runs code")
    for literal in _atoms(rules[0].body):
        signature = (literal.name, len(literal.arguments))
        if names.predicates is not None and signature not in names.predicates:
            known = sorted({name for name, _ in names.predicates})
            raise refuse(
                f"the rulebook has no predicate {signature[0]}/{signature[1]}",
                did_you_mean(signature[0], known, "see asp/README.md for the vocabulary"),
            )
    return "; ".join(str(literal) for literal in rules[0].body)  # no comment is left to hide what follows


def _walk(node: Any) -> Iterator[Any]:
    if isinstance(node, ast.ASTSequence):
        for child in node:
            yield from _walk(child)
    elif isinstance(node, ast.AST):
        yield node
        for key in node.child_keys:
            yield from _walk(getattr(node, key))


def _functions(node: Any) -> Iterator[Any]:
    return (one for one in _walk(node) if one.ast_type is ast.ASTType.Function)


def _atoms(node: Any) -> Iterator[Any]:
    for one in _walk(node):
        if one.ast_type is ast.ASTType.SymbolicAtom and one.symbol.ast_type is ast.ASTType.Function:
            yield one.symbol


__all__ = ["check_body"]
