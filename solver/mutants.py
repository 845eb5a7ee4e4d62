"""Mutants of the rulebook: each law changed in one small way, through clingo's syntax trees (DESIGN section 5).

A mutant is the book with one rule of law changed or left out. A proof that comes out the same under it does not depend
on what was changed. The operators are

* *drop rule*: the rule is left out;
* *drop literal*: one literal of its body is left out, or one condition within an aggregate (the citation stays);
* *negate literal*: one literal of its body is turned around;
* *shift comparison*: ``<`` and ``<=``, ``>`` and ``>=``, ``=`` and ``!=`` change places;
* *shift constant*: a number is one more, or one less;
* *swap predicate*: a predicate, or the functor of a term in a predicate, gives way to another that stands in the book
  with the same arguments, told by the words of their variables: toughness in the place of power.

Changes that leave no program (an unsafe variable) are no mutants. Changes that leave the same rules are *equivalent*:
:attr:`Mutant.equivalent` says why. Which other changed rules have the same consequences, as far as that shows, is the
subject of :mod:`.equivalence`.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import clingo
from clingo import ast

from .book import Book
from .parsing import MOMENT, Statement, syntax
from .staging import split_at

DROP_RULE = "drop rule"
DROP_LITERAL = "drop literal"
NEGATE_LITERAL = "negate literal"
SHIFT_COMPARISON = "shift comparison"
SHIFT_CONSTANT = "shift constant"
SWAP_PREDICATE = "swap predicate"

OPERATORS = (DROP_RULE, DROP_LITERAL, NEGATE_LITERAL, SHIFT_COMPARISON, SHIFT_CONSTANT, SWAP_PREDICATE)

CONSTANTS = 2
"""How many numbers of one rule are shifted: the first ones. A rule about all six types of mana has dozens."""

SWAPS = 2
"""How many predicates or functors of one rule are swapped: the first ones."""

_SHIFTED = {
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.NotEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.Equal,
}

_OPPOSITE = {
    ast.ComparisonOperator.LessThan: ast.ComparisonOperator.GreaterEqual,
    ast.ComparisonOperator.LessEqual: ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.GreaterThan: ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.GreaterEqual: ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.Equal: ast.ComparisonOperator.NotEqual,
    ast.ComparisonOperator.NotEqual: ast.ComparisonOperator.Equal,
}


@dataclass(frozen=True)
class Mutant:
    """One law changed in one way.

    Attributes:
        rule: the rule as it stands in the book.
        place: its place among the statements of the book.
        operator: one of :data:`OPERATORS`.
        change: what was changed, for people.
        text: the changed rule; empty where it is left out.
        weaker: the whole rule needs less than it did (a literal is gone, or ``<`` became ``<=``), so that it derives at
            least what it did.
        unbound: it may have infinitely many instances: a rule that rests on itself, or one that has lost a comparison.
        equivalent: why the changed book has the same answer sets as the book, where that was seen without solving.
    """

    rule: Statement
    place: int
    operator: str
    change: str
    text: str
    weaker: bool = False
    unbound: bool = False
    equivalent: str | None = None

    @cached_property
    def id(self) -> str:
        """A name that stays as long as the rule and its place in the book do: file, citation, operator, digest."""
        content = "\0".join((self.rule.file, self.rule.part, self.rule.text, self.text))
        digest = hashlib.sha256(content.encode()).hexdigest()[:10]
        file = self.rule.file.rpartition("/")[2].removesuffix(".lp")
        return f"{file}:{'+'.join(self.rule.cites)}:{self.operator.replace(' ', '-')}:{digest}"


class Use(NamedTuple):
    """Where a symbol may stand: what stands around it, its number of arguments, and the words of its variables."""

    around: tuple[str | int, ...]
    words: tuple[str, ...]


def laws(book: Book) -> Iterator[tuple[int, Statement]]:
    """The rules of law of a book, those that cite, each with its place among the statements."""
    return ((place, statement) for place, statement in enumerate(book.statements) if statement.cites)


def mutants(book: Book, places: Iterable[int] | None = None) -> tuple[Mutant, ...]:
    """The mutants of a book's laws, in the order of the book.

    Args:
        book: the rulebook.
        places: only those of the rules at these places; all laws by default.
    """
    trees = [_tree(statement) for statement in book.statements]
    symbols = _Symbols(trees)
    texts = Counter((statement.part, statement.text) for statement in book.statements)
    chosen = None if places is None else frozenset(places)
    found: list[Mutant] = []
    for place, statement in laws(book):
        if chosen is not None and place not in chosen:
            continue
        seen = {statement.text}
        for mutant in _mutants(statement, place, trees[place], symbols):
            if mutant.text not in seen:
                seen.add(mutant.text)
                found.append(mutant)
    safe = (mutant for mutant, is_safe in zip(found, _safe(found), strict=True) if is_safe)
    return tuple(_marked(mutant, texts) for mutant in safe)


def _marked(mutant: Mutant, texts: Counter[tuple[str, str]]) -> Mutant:
    """The mutant, marked as equivalent where the changed book holds the same rules."""
    if not mutant.text and texts[mutant.rule.part, mutant.rule.text] > 1:
        return replace(mutant, equivalent="the rule stands in the book twice")
    return mutant


def _tree(statement: Statement) -> ast.AST:
    return next(node for node in syntax(statement.file, statement.text) if node.ast_type is ast.ASTType.Rule)


def _text(rule: ast.AST) -> str:
    return str(rule).replace("#false :-", ":-")


def _mutants(statement: Statement, place: int, rule: ast.AST, symbols: _Symbols) -> Iterator[Mutant]:
    yield Mutant(statement, place, DROP_RULE, "the rule is left out", "")
    for operator, change, changed in (*_literals(rule), *_constants(rule), *_swaps(rule, symbols)):
        weaker = len(changed.body) < len(rule.body) or (operator == SHIFT_COMPARISON and _admits_more(rule, changed))
        unbound = _rests_on_itself(changed) or _bounds(rule) > _bounds(changed)
        yield Mutant(statement, place, operator, change, _text(changed), weaker, unbound)


def _admits_more(rule: ast.AST, changed: ast.AST) -> bool:
    """Whether of the rule's body one comparison admits the limit that it excluded."""
    (differing,) = ((one, other) for one, other in zip(rule.body, changed.body, strict=True) if str(one) != str(other))
    if any(literal.atom.ast_type is not ast.ASTType.Comparison for literal in differing):
        return False
    (guard,) = differing[1].atom.guards
    return guard.comparison in (ast.ComparisonOperator.LessEqual, ast.ComparisonOperator.GreaterEqual)


def _rests_on_itself(rule: ast.AST) -> bool:
    """Whether a rule reads what it derives, at the same beat."""
    heads = {(atom.name, len(atom.arguments)) for atom in _atoms(rule.head)}
    return any(
        (atom.name, len(atom.arguments)) in heads and not str(atom).endswith("(t-1))")
        for literal in rule.body
        for atom in _atoms(literal)
    )


def _bounds(rule: ast.AST) -> Counter[str]:
    """The comparisons of a rule's body that may keep a number within bounds."""
    return Counter(
        str(literal)
        for literal in rule.body
        if literal.ast_type is ast.ASTType.Literal
        and literal.atom.ast_type is ast.ASTType.Comparison
        and any(guard.comparison in _BOUNDING for guard in literal.atom.guards)
    )


_BOUNDING = (
    ast.ComparisonOperator.LessThan,
    ast.ComparisonOperator.LessEqual,
    ast.ComparisonOperator.GreaterThan,
    ast.ComparisonOperator.GreaterEqual,
)


def _literals(rule: ast.AST) -> Iterator[tuple[str, str, ast.AST]]:
    """The rule with one literal of its body dropped, negated or shifted."""
    body = list(rule.body)
    for index, literal in enumerate(body):
        if _is_citation(literal):
            continue
        rest = [*body[:index], *body[index + 1 :]]
        yield DROP_LITERAL, f"without {literal}", rule.update(body=rest)
        for condition, fewer in _fewer_conditions(literal):
            changed = rule.update(body=[*body[:index], fewer, *body[index + 1 :]])
            yield DROP_LITERAL, f"without {condition} in {literal}", changed
        for operator, other in _turned(literal):
            changed = rule.update(body=[*body[:index], other, *body[index + 1 :]])
            yield operator, f"{other} instead of {literal}", changed


def _is_citation(literal: ast.AST) -> bool:
    return str(literal).startswith('cr("')


def _fewer_conditions(literal: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """A body aggregate or conditional literal with one of its conditions dropped."""
    if literal.ast_type is ast.ASTType.ConditionalLiteral:
        for index, condition in enumerate(literal.condition):
            if len(literal.condition) > 1:
                yield condition, literal.update(condition=_but(literal.condition, index))
    elif literal.ast_type is ast.ASTType.Literal and literal.atom.ast_type is ast.ASTType.BodyAggregate:
        aggregate = literal.atom
        for place, element in enumerate(aggregate.elements):
            for index, condition in enumerate(element.condition):
                fewer = element.update(condition=_but(element.condition, index))
                elements = [*aggregate.elements[:place], fewer, *aggregate.elements[place + 1 :]]
                yield condition, literal.update(atom=aggregate.update(elements=elements))


def _but(sequence: Any, index: int) -> list[Any]:
    return [one for place, one in enumerate(sequence) if place != index]


def _turned(literal: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """A literal negated, and where it compares, shifted."""
    if literal.ast_type is not ast.ASTType.Literal:
        return
    atom = literal.atom
    if atom.ast_type is ast.ASTType.Comparison and len(atom.guards) == 1:
        (guard,) = atom.guards
        for operator, table in ((SHIFT_COMPARISON, _SHIFTED), (NEGATE_LITERAL, _OPPOSITE)):
            other = guard.update(comparison=table[guard.comparison])
            yield operator, literal.update(atom=atom.update(guards=[other]))
        return
    if atom.ast_type is ast.ASTType.BodyAggregate:
        for side in ("left_guard", "right_guard"):
            guard = getattr(atom, side)
            if guard is not None:
                other = guard.update(comparison=_SHIFTED[guard.comparison])
                yield SHIFT_COMPARISON, literal.update(atom=atom.update(**{side: other}))
    sign = ast.Sign.Negation if literal.sign == ast.Sign.NoSign else ast.Sign.NoSign
    yield NEGATE_LITERAL, literal.update(sign=sign)


class _Walk(ast.Transformer):
    """Goes through a rule's terms in order, without the citation and ``t-1``, and may change the n-th thing seen."""

    def __init__(self, change: int | None = None) -> None:
        self.seen = 0
        self._change = change

    def rule(self, rule: ast.AST) -> ast.AST:
        """The rule with the change."""
        body = [literal if _is_citation(literal) else self.visit(literal) for literal in rule.body]
        return rule.update(head=self.visit(rule.head), body=body)

    def due(self) -> bool:
        """Whether what is looked at now is what is to be changed; counts it."""
        self.seen += 1
        return self.seen - 1 == self._change


class _Constants(_Walk):
    """Shifts one number."""

    def __init__(self, change: int | None = None, by: int = 0) -> None:
        super().__init__(change)
        self._by = by
        self.found = 0

    def visit_BinaryOperation(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        return node if str(node) == "(t-1)" else node.update(**self.visit_children(node))

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        if node.symbol.type is not clingo.SymbolType.Number or not self.due():
            return node
        self.found = node.symbol.number
        return node.update(symbol=clingo.Number(self.found + self._by))


def _constants(rule: ast.AST) -> Iterator[tuple[str, str, ast.AST]]:
    """The rule with one number shifted."""
    count = _Constants()
    count.rule(rule)
    for index in range(min(count.seen, CONSTANTS)):
        for by in (1, -1):
            walk = _Constants(index, by)
            changed = walk.rule(rule)
            yield SHIFT_CONSTANT, f"{walk.found + by} instead of {walk.found} (number {index + 1})", changed


class _Symbols:
    """Which predicates and functors stand in a book, and in what surroundings."""

    def __init__(self, rules: Iterable[ast.AST]) -> None:
        words: dict[tuple[tuple[str | int, ...], str, int], list[Counter[str]]] = {}
        for rule in rules:
            for atom in _atoms(rule):
                _gather((), atom, words)
        self._uses: dict[Use, list[str]] = defaultdict(list)
        self._use: dict[tuple[tuple[str | int, ...], str, int], Use] = {}
        for (around, name, arity), counters in sorted(words.items(), key=lambda item: str(item[0])):
            use = Use(around, tuple(_word(counter) for counter in counters))
            self._use[around, name, arity] = use
            if all(use.words):
                self._uses[use].append(name)

    def others(self, around: tuple[str | int, ...], name: str, arity: int) -> Sequence[str]:
        """What may stand there instead: the nearest in the alphabet first."""
        use = self._use.get((around, name, arity))
        names = self._uses.get(use, []) if use is not None else []
        if name not in names:
            return ()
        place = names.index(name)
        return [*names[place + 1 :], *names[:place]]


def _gather(
    around: tuple[str | int, ...],
    term: ast.AST,
    words: dict[tuple[tuple[str | int, ...], str, int], list[Counter[str]]],
) -> None:
    key = (around, term.name, len(term.arguments))
    counters = words.setdefault(key, [Counter() for _ in term.arguments])
    for place, (argument, counter) in enumerate(zip(term.arguments, counters, strict=True)):
        counter[_kind(argument)] += 1
        if argument.ast_type is ast.ASTType.Function and argument.arguments and not argument.external:
            _gather((*around, term.name, len(term.arguments), place), argument, words)


def _kind(argument: ast.AST) -> str:
    """What a place is for, by what stands there: the word of a variable, or the moment."""
    text = str(argument)
    if argument.ast_type is ast.ASTType.Variable and text != "_":
        return text.rstrip("0123456789")
    if text in ("t", "(t-1)", "s", "m", "l", "p", "q"):
        return "@" + text.strip("(-1)")
    return ""


def _word(counter: Counter[str]) -> str:
    """The word that mostly stands in a place."""
    named = [(count, word) for word, count in counter.items() if word]
    return max(named, key=lambda pair: (pair[0], pair[1]))[1] if named else ""


def _atoms(rule: ast.AST) -> Iterator[ast.AST]:
    """The atoms of a rule as functions."""
    stack: list[Any] = [rule]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.ASTSequence):
            stack.extend(reversed(node))
        elif isinstance(node, ast.AST):
            if node.ast_type is ast.ASTType.SymbolicAtom:
                if node.symbol.ast_type is ast.ASTType.Function:
                    yield node.symbol
                continue
            stack.extend(getattr(node, key) for key in reversed(node.child_keys))


class _Swap(_Walk):
    """Swaps one predicate of the body, or one functor anywhere in the rule."""

    def __init__(self, symbols: _Symbols, change: int | None = None) -> None:
        super().__init__(change)
        self._symbols = symbols
        self.told = ""

    def rule(self, rule: ast.AST) -> ast.AST:
        body = [literal if _is_citation(literal) else self.visit(literal) for literal in rule.body]
        return rule.update(body=body)

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        if node.symbol.ast_type is not ast.ASTType.Function:
            return node
        return node.update(symbol=self._term((), node.symbol))

    def _term(self, around: tuple[str | int, ...], term: ast.AST) -> ast.AST:
        arity = len(term.arguments)
        arguments = []
        for place, argument in enumerate(term.arguments):
            if argument.ast_type is ast.ASTType.Function and argument.arguments and not argument.external:
                arguments.append(self._term((*around, term.name, arity, place), argument))
            else:
                arguments.append(argument)
        others = self._symbols.others(around, term.name, arity)
        if others and self.due():
            self.told = f"{others[0]}/{arity} instead of {term.name}/{arity}"
            return term.update(name=others[0], arguments=arguments)
        return term.update(arguments=arguments)


def _swaps(rule: ast.AST, symbols: _Symbols) -> Iterator[tuple[str, str, ast.AST]]:
    """The rule with one predicate or functor of its body swapped."""
    count = _Swap(symbols)
    count.rule(rule)
    for index in range(min(count.seen, SWAPS)):
        walk = _Swap(symbols, index)
        changed = walk.rule(rule)
        yield SWAP_PREDICATE, walk.told, changed


def _safe(found: Sequence[Mutant]) -> list[bool]:
    """Whether each mutant is a program: clingo says which rules have unsafe variables."""
    lines = []
    for mutant in found:
        text = mutant.text
        if mutant.rule.part == MOMENT:  # a moment is a term with variables of its own
            text = "world(t,l,Step,Alternative)".join(split_at("m", text))
        lines.append("1".join(split_at("t", text)) or "%")  # clingo drops a rule with the undefined t-1 unread
    wrong: set[int] = set()

    def note(_code: clingo.MessageCode, message: str) -> None:
        place = message.split(":", 2)
        if len(place) > 1 and place[1].isdigit() and "error" in message:
            wrong.add(int(place[1]) - 1)

    control = clingo.Control(["--warn=none"], logger=note, message_limit=2 * len(lines) + 2)
    try:
        control.add("base", [], "\n".join([*lines, "unsafe(Variable)."]))
        control.ground([("base", [])])
    except RuntimeError:
        pass
    return [index not in wrong for index in range(len(lines))]
