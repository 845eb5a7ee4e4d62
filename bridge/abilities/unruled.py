"""Nodes that the book has no rules for.

A card with such a part is understood, and can be shown and compared; it can't be played. The term of such a node is
``unsupported(...)``, as that of a text nobody has encoded, so that a verdict that meets it is *unsupported* (DESIGN
section 4). Once ``asp/`` has rules for one, its class is a plain :class:`Node`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import clingo

from .base import Node


class Unruled(Node):
    """A node without rules."""

    marked: ClassVar[bool] = False
    """Whether its term says that it adds no mana: instructions and changes do."""

    def term(self) -> clingo.Symbol:
        """``unsupported(Text)``, with the mark ``false`` before the text for what adds no mana."""
        text = clingo.String(said(self))
        mark = [clingo.Function("false")] if self.marked else []
        return clingo.Function("unsupported", [*mark, text])


def said(node: Node) -> str:
    """What the node says, in one line: ``KeywordAction(action=scry, amount=Const(value=2))``."""
    return _said(node.content())


def _said(content: Any) -> str:
    if isinstance(content, list) and content and isinstance(content[0], str) and all(_pair(one) for one in content[1:]):
        inner = ", ".join(f"{name}={_said(value)}" for name, value in content[1:])
        return f"{content[0]}({inner})" if inner else content[0]
    if isinstance(content, list):
        return f"[{', '.join(_said(one) for one in content)}]"
    return str(content)


def _pair(content: Any) -> bool:
    return isinstance(content, list) and len(content) == 2 and isinstance(content[0], str)
