"""The grammar: the table of templates as a grammar for Lark, and as a renderer.

Sentences are ambiguous to a parser that looks one word ahead, so Lark's Earley parser reads them; it is handed words
that know which classes they belong to, and asks at each place only for templates that can begin with the next word.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

from lark import Lark, Tree, UnexpectedInput
from lark import Token as LarkToken
from lark.grammar import NonTerminal
from lark.lexer import Lexer

from .lexicon import Token, show, tokens, untokenised
from .templates import TABLE, Refused, Template, match
from .terms import Value


class _Said(LarkToken):
    """A word as Lark has it, with the classes it belongs to."""

    place: int
    kinds: frozenset[str]


class _Words(Lexer):
    """Hands a text that is already words to the parser, and tells what comes next."""

    def __init__(self, lexer_conf: Any) -> None:
        """A lexer has nothing to prepare."""

    def lex(self, text: Any) -> Iterator[LarkToken]:  # type: ignore[override]
        """The words, one by one."""
        for said in text.words:
            text.ahead.token = said
            yield said
        text.ahead.token = None


class _Ahead(dict[Any, Any]):
    """The rules that a symbol may begin with, of those only what the next word allows."""

    def __init__(self, rules: dict[Any, Any]) -> None:
        super().__init__(rules)
        self.token: _Said | None = None
        first: dict[Any, set[str]] = {symbol: set() for symbol in rules}
        changed = True
        while changed:
            changed = False
            for symbol, alternatives in rules.items():
                for rule in alternatives:
                    new = self._of(rule.expansion[0], first) - first[symbol]
                    if new:
                        first[symbol] |= new
                        changed = True
        self.by_word: dict[Any, dict[str, list[Any]]] = {}
        for symbol, alternatives in rules.items():
            index: dict[str, list[Any]] = {}
            for rule in alternatives:
                for name in self._of(rule.expansion[0], first):
                    index.setdefault(name, []).append(rule)
            self.by_word[symbol] = index
        self.none: list[Any] = []

    @staticmethod
    def _of(symbol: Any, first: dict[Any, set[str]]) -> set[str]:
        return first.get(symbol, set()) if isinstance(symbol, NonTerminal) else {symbol.name}

    def __getitem__(self, symbol: Any) -> list[Any]:
        if self.token is None:
            return super().__getitem__(symbol)  # type: ignore[no-any-return]
        index = self.by_word[symbol]
        found: list[Any] = []
        for kind in self.token.kinds:
            found += index.get(kind, self.none)
        return found if len(self.token.kinds) == 1 else list(dict.fromkeys(found))


class _Neighbors:
    """Which words can stand next to one another, by their kinds: what no template allows is not read at all."""

    def __init__(self, rules: dict[Any, Any]) -> None:
        first = self._closed(rules, 0)
        last = self._closed(rules, -1)
        self.after: dict[str, set[str]] = {}
        for alternatives in rules.values():
            for rule in alternatives:
                for left, right in itertools.pairwise(rule.expansion):
                    following = first.get(right, {right.name})
                    for kind in last.get(left, {left.name}):
                        self.after.setdefault(kind, set()).update(following)

    @staticmethod
    def _closed(rules: dict[Any, Any], end: int) -> dict[Any, set[str]]:
        found: dict[Any, set[str]] = {symbol: set() for symbol in rules}
        changed = True
        while changed:
            changed = False
            for symbol, alternatives in rules.items():
                for rule in alternatives:
                    edge = rule.expansion[end]
                    new = found.get(edge, {edge.name}) - found[symbol]
                    if new:
                        found[symbol] |= new
                        changed = True
        return found

    def allow(self, kinds: tuple[frozenset[str], ...]) -> bool:
        """Whether every word can stand after the one before it."""
        nothing: set[str] = set()
        return all(
            any(not self.after.get(kind, nothing).isdisjoint(right) for kind in left)
            for left, right in itertools.pairwise(kinds)
        )


class _Text:
    def __init__(self, ahead: _Ahead, words: list[_Said]) -> None:
        self.ahead = ahead
        self.words = words


_CLASSES = (
    "INT",
    "MANA",
    "PT",
    "KIND",
    "NUMW",
    "COLOR",
    "NONCOLOR",
    "TYPE",
    "TYPES",
    "NONTYPE",
    "SUPER",
    "NONSUPER",
    "SUB",
    "SUBS",
    "NONSUB",
    "LANDTYPE",
    "KEY",
    "RIDER",
    "LOYALTY",
    "ROMAN",
)


class Grammar:
    """A table of templates, ready to read and to render.

    Attributes:
        templates: The table.
        vocabulary: The words that stand in some pattern.
    """

    def __init__(self, table: Iterable[Template], starts: Iterable[str]) -> None:
        """Build the grammar of a table.

        Raises:
            ValueError: A template has a slot of a symbol that no template is of.
        """
        self.templates = tuple(table)
        self._rendered: dict[tuple[Value, str], list[str] | None] = {}
        self._by_symbol: dict[str, list[Template]] = {}
        for template in self.templates:
            self._by_symbol.setdefault(template.of, []).append(template)
        self.vocabulary = {part for one in self.templates for part in one.parts if isinstance(part, str)}
        self._literals = {text: f"_W{index}" for index, text in enumerate(sorted(self.vocabulary))}
        starts = tuple(starts)
        self._numbers = {id(template): index for index, template in enumerate(self.templates)}
        self._factors = 0
        self._lark = Lark(self._rules(), parser="earley", lexer=_Words, start=list(starts), ambiguity="resolve")
        parser: Any = self._lark.parser.parser
        parser.term_matcher = lambda terminal, said: terminal.name in said.kinds
        rules = {
            symbol: [rule for rule in found if rule.origin == symbol] for symbol, found in parser.predictions.items()
        }
        self._neighbors = _Neighbors(rules)
        self._ahead = parser.predictions = _Ahead(rules)
        self._trees: dict[tuple[str, tuple[frozenset[str], ...]], Tree[Any] | None] = {}

    def _rules(self) -> str:
        """The grammar in Lark's words; what alternatives of a symbol have in common at their beginning is said once."""
        lines = [f"%declare {' '.join([*self._literals.values(), *_CLASSES])}"]
        for symbol, templates in self._by_symbol.items():
            rests = [(tuple(self._symbol(part, one) for part in one.parts), one) for one in templates]
            lines += self._factored(symbol, rests)
        return "\n".join(lines)

    def _factored(self, symbol: str, rests: list[tuple[tuple[str, ...], Template]]) -> Iterator[str]:
        groups: dict[str, list[tuple[tuple[str, ...], Template]]] = {}
        for rest, template in rests:
            groups.setdefault(rest[0], []).append((rest, template))
        alternatives: list[str] = []
        for members in groups.values():
            shared = 0
            if len(members) > 1:
                shared = min(len(rest) for rest, _ in members)
                while len({rest[:shared] for rest, _ in members}) > 1:
                    shared -= 1
            whole = [template for rest, template in members if len(rest) == shared or len(members) == 1]
            ids = {id(one) for one in whole}
            for template in whole:
                parts = " ".join(self._rest(members, template))
                alternatives.append(f"{parts} -> t{self._numbers[id(template)]}")
            longer = [(rest[shared:], template) for rest, template in members if id(template) not in ids]
            if longer:
                self._factors += 1
                name = f"factor{self._factors}"
                alternatives.append(" ".join([*members[0][0][:shared], name]) + " -> factor")
                yield from self._factored(name, longer)
        yield f"{symbol}: " + "\n  | ".join(alternatives)

    @staticmethod
    def _rest(members: list[tuple[tuple[str, ...], Template]], template: Template) -> tuple[str, ...]:
        return next(rest for rest, one in members if one is template)

    def _symbol(self, part: str | tuple[str, str], template: Template) -> str:
        if isinstance(part, str):
            return self._literals[part]
        if part[1] not in _CLASSES and part[1] not in self._by_symbol:
            raise ValueError(f"no template is of {part[1]!r}, which {template.pattern!r} speaks of")
        return part[1]

    def read(self, words: Iterable[Token], start: str) -> tuple[Value, list[str]] | None:
        """What the words say as the symbol, and the words with variants put as they are rendered; None if nothing fits.

        Raises:
            Refused: Templates fit, and what they say does not go together.
        """
        words = tuple(words)
        kinds = tuple(map(self._kinds, words))
        if not kinds or frozenset() in kinds:
            return None
        tree = self._tree(kinds, start)
        return None if tree is None else self._value(tree, words)

    def _kinds(self, word: Token) -> frozenset[str]:
        names = [name for name, _ in word.kinds]
        literal = self._literals.get(word.text)
        return frozenset([*names, literal] if literal else names)

    def _tree(self, kinds: tuple[frozenset[str], ...], start: str) -> Tree[Any] | None:
        """How words of these kinds are put together; texts that differ only in their values are put together alike."""
        key = (start, kinds)
        if key in self._trees:
            return self._trees[key]
        if len(self._trees) > 30_000:
            self._trees.clear()
        tree: Tree[Any] | None = None
        if self._neighbors.allow(kinds):
            said = [self._said(index, one) for index, one in enumerate(kinds)]
            self._ahead.token = said[0]
            with suppress(UnexpectedInput):
                tree = self._lark.parse(_Text(self._ahead, said), start=start)
        self._trees[key] = tree
        return tree

    @staticmethod
    def _said(index: int, kinds: frozenset[str]) -> _Said:
        said = _Said("W", "")
        said.place, said.kinds = index, kinds
        return said

    def _value(self, tree: Tree[Any], words: tuple[Token, ...]) -> tuple[Value, list[str]]:
        found: list[Any] = list(tree.children)
        while tree.data == "factor":
            tree = found.pop()
            found += tree.children
        template = self.templates[int(tree.data[1:])]
        values: list[Value] = []
        texts: list[str] = []
        children = iter(found)
        for part in template.parts:
            if isinstance(part, str):
                texts.append(part)
                continue
            child = next(children)
            if isinstance(child, Tree):
                value, said = self._value(child, words)
            else:
                value = words[child.place].value(part[1])
                said = [(show(part[1], value) or "").lower()]
            values.append(value)
            texts += said
        value = template.read(values)
        if template.variant:
            rendered = self._words(value, template.of)
            if rendered is None:
                raise Refused
            texts = rendered
        return value, texts

    def words(self, value: Value, symbol: str) -> list[str] | None:
        """The words of a value as the symbol, None if no template can say it."""
        found = self._words(value, symbol)
        return None if found is None else list(found)

    def render(self, value: Value, symbol: str) -> str | None:
        """The text of a value as the symbol, by the first template that can say it; None if none can."""
        words = self._words(value, symbol)
        return None if words is None else untokenised(words)

    def _words(self, value: Value, symbol: str) -> list[str] | None:
        key = (value, symbol)
        if key not in self._rendered:
            if len(self._rendered) > 20_000:
                self._rendered.clear()
            self._rendered[key] = self._render(value, symbol)
        return self._rendered[key]

    def _render(self, value: Value, symbol: str) -> list[str] | None:
        if symbol in _CLASSES:
            shown = show(symbol, value)
            return None if shown is None else [shown.lower()]
        for template in self._by_symbol[symbol]:
            slots: dict[str, Value] = {}
            if template.variant or not match(template.means, value, slots):
                continue
            out: list[str] = []
            for part in template.parts:
                if isinstance(part, str):
                    out.append(part)
                    continue
                if part[0] not in slots:
                    break
                words = self._words(slots[part[0]], part[1])
                if words is None:
                    break
                out += words
            else:
                return out
        return None


@cache
def grammar() -> Grammar:
    """The grammar of the whole table, built once."""
    from . import table

    table.load()
    return Grammar(TABLE, table.STARTS)


__all__ = ["Grammar", "Refused", "grammar", "tokens"]
