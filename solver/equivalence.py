"""Which mutants are the rulebook in other words, told from the text of its rules alone.

A changed rule leaves the answer sets as they are if it derives what the rule derived and nothing else. That is so if
each, where it fires, is *covered* by the other or by some further rule: its head is the same, and what is left of its
body *follows* from the body that holds. Something follows from a body if

* it stands there already, or a comparison of the body says as much;
* every rule that could have derived some positive literal of the body (no more than one of them at a time is looked
  into) needs it in turn: what nothing but ``permanent(O, t) :- ..., holds(zone(O, battlefield), t)`` derives, lies on
  the battlefield;
* a negative literal of the body would not hold without it: where ``not spell(O, t)`` stands and every cast object is
  a spell, ``not cast(O, t)`` follows.

Nor does it matter what a rule derives that nobody can use: if every rule that reads it needs by itself what a changed
rule no longer asks for, the rest of the answer sets stays. Many rules ask for something only to derive less.

This holds of stable models too: what follows was derived before, by rules that the mutant leaves alone. So no step may
rest on the rule that is changed, nor on a predicate that is given as a fact from outside (:data:`GIVEN`).
Only what is found within a few steps is told. What is not, may be equivalent all the same.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from types import MappingProxyType
from typing import Any, NamedTuple

import clingo
from clingo import ast

from .book import Book
from .mutants import Mutant
from .parsing import BASE, BEAT, PARTS, Statement, syntax

GIVEN = frozenset(
    {
        *("ability", "affects", "amount", "answer", "asks_could_produce", "attained", "card", "change"),
        *("commander", "condition", "cost", "counter_kind", "cr", "defining", "definition", "due", "event", "filter"),
        *("functions_in", "gives", "guard", "holds", "impossible", "instead", "instruction", "item", "joins"),
        *("keyword", "keyword_filter", "keyword_number", "layout", "mana", "mutant", "only_if", "optional"),
        *("optional_target", "owner", "palette", "player", "printed", "reading", "script", "script_step", "seat"),
        *("slot", "slot_after", "slot_needs", "slot_only", "slot_value", "target", "team", "test", "tested"),
        *("text_symbol", "token", "unsupported", "unsupported_mana", "uses", "violated", "which", "x_bound"),
    }
)
"""The predicates, of whatever arity, of which the bridge may give facts or a scenario may bring rules of its own."""

READERS = 2
"""How many rules are looked into, one after the other, for who reads what something derives."""

STEPS = 3
"""How many rules are looked into, one after the other, for what something needs."""

Term = Any
"""A variable ``("?", name)``, a ground symbol, a function ``(name, arguments...)``, or something computed:
``("+", text, variables...)`` of one value, ``("#", text, variables...)`` of one of several (an interval, a pool)."""

Binding = dict[str, Term]


class Atom(NamedTuple):
    """A literal about a predicate."""

    positive: bool
    name: str
    arguments: tuple[Term, ...]


class Compared(NamedTuple):
    """A comparison: ``<``, ``<=``, ``=`` or ``!=``."""

    sign: str
    left: Term
    right: Term


class Opaque(NamedTuple):
    """Any other literal. It is known by its text, and by its variables."""

    text: str
    parts: tuple[Term, ...]


Literal = Atom | Compared | Opaque

_COMPUTED = ("+", "#")

_ANY = ("_",)
"""A variable ``_`` of a negative literal: no value at all."""

_NAMES = {
    ast.ComparisonOperator.LessThan: "<",
    ast.ComparisonOperator.LessEqual: "<=",
    ast.ComparisonOperator.GreaterThan: ">",
    ast.ComparisonOperator.GreaterEqual: ">=",
    ast.ComparisonOperator.Equal: "=",
    ast.ComparisonOperator.NotEqual: "!=",
}


@dataclass(frozen=True)
class Clause:
    """A rule, as far as it is looked into.

    Attributes:
        part: the part of the book it stands in.
        head: what it derives; None if that is more or other than one atom.
        gives: the atoms that it may derive, each with the literals needed for that apart from the body.
        body: its body, without the citation.
    """

    part: str
    head: Atom | None
    gives: tuple[tuple[Atom, tuple[Literal, ...]], ...]
    body: tuple[Literal, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        """Its variables."""
        heads = [literal for atom, more in self.gives for literal in (atom, *more)]
        return frozenset(name for literal in (*heads, *self.body) for name in _variables(literal))


def clause_of(statement: Statement, text: str | None = None) -> Clause:
    """A statement of a book as a clause; with another text, a changed one."""
    nodes = syntax(statement.file, statement.text if text is None else text)
    rule = next(node for node in nodes if node.ast_type is ast.ASTType.Rule)
    return _Reader(statement.part).clause(rule)


def parameters_of(part: str) -> frozenset[str]:
    """The names that stand for times and layers in a part of the book; the beat is known in all but the base."""
    return frozenset(PARTS[part]) | ({"t"} if part != BASE else set())


class _Reader:
    """Reads a rule's syntax tree.

    Args:
        part: the part of the book it stands in, whose parameters are variables like others.
    """

    def __init__(self, part: str) -> None:
        self._part = part
        self._parameters = parameters_of(part)
        self._fresh = count(1)

    def clause(self, rule: ast.AST) -> Clause:
        """The rule as a clause."""
        body = tuple(
            one for literal in rule.body if not str(literal).startswith('cr("') for one in self._literals(literal)
        )
        gives = tuple(self._gives(rule.head))
        plain = rule.head.ast_type is ast.ASTType.Literal and len(gives) == 1
        return Clause(self._part, gives[0][0] if plain else None, gives, body)

    def _gives(self, head: ast.AST) -> Iterator[tuple[Atom, tuple[Literal, ...]]]:
        if head.ast_type is ast.ASTType.Literal:
            for atom in self._pooled(head):
                yield atom, ()
            return
        for element in getattr(head, "elements", ()):
            one = element.condition if element.ast_type is ast.ASTType.HeadAggregateElement else element
            more = tuple(literal for condition in one.condition for literal in self._literals(condition))
            for atom in self._pooled(one.literal):
                yield atom, more

    def _pooled(self, literal: ast.AST) -> Iterator[Atom]:
        if literal.atom.ast_type is not ast.ASTType.SymbolicAtom:
            return
        symbol = literal.atom.symbol
        for one in symbol.arguments if symbol.ast_type is ast.ASTType.Pool else (symbol,):
            name, arguments = _named(one)
            yield Atom(True, name, tuple(self._term(argument) for argument in arguments))

    def _literals(self, literal: ast.AST) -> Iterator[Literal]:
        if literal.ast_type is ast.ASTType.Literal:
            atom, sign = literal.atom, literal.sign
            if (
                atom.ast_type is ast.ASTType.SymbolicAtom
                and sign != ast.Sign.DoubleNegation
                and atom.symbol.ast_type is not ast.ASTType.Pool
            ):
                positive = sign == ast.Sign.NoSign
                name, arguments = _named(atom.symbol)
                yield Atom(positive, name, tuple(self._term(argument, positive) for argument in arguments))
                return
            if atom.ast_type is ast.ASTType.Comparison and sign == ast.Sign.NoSign:
                left = self._term(atom.term)
                for guard in atom.guards:
                    right = self._term(guard.term)
                    yield compared(_NAMES[guard.comparison], left, right)
                    left = right
                return
        yield Opaque(str(literal), tuple(("?", name) for name in sorted(self._names(literal))))

    def _term(self, node: ast.AST, positive: bool = True) -> Term:
        kind = node.ast_type
        if kind is ast.ASTType.Variable:
            if node.name != "_":
                return ("?", node.name)
            return ("?", f"_{next(self._fresh)}") if positive else _ANY
        if kind is ast.ASTType.SymbolicTerm:
            return ("?", str(node)) if str(node) in self._parameters else node.symbol
        if kind is ast.ASTType.Function and not node.external:
            arguments = tuple(self._term(argument, positive) for argument in node.arguments)
            if all(isinstance(argument, clingo.Symbol) for argument in arguments):
                return clingo.Function(node.name, arguments)
            return (node.name, *arguments)
        text = str(node)
        several = ".." in text or ";" in text or kind not in (ast.ASTType.BinaryOperation, ast.ASTType.UnaryOperation)
        return ("#" if several else "+", text, *(("?", name) for name in sorted(self._names(node))))

    def _names(self, node: Any) -> set[str]:
        """The variables and parameters within a syntax tree."""
        if isinstance(node, ast.ASTSequence):
            return {name for child in node for name in self._names(child)}
        if not isinstance(node, ast.AST):
            return set()
        if node.ast_type is ast.ASTType.Variable:
            return {node.name}
        if node.ast_type is ast.ASTType.SymbolicTerm:
            return {str(node)} & self._parameters
        return {name for key in node.child_keys for name in self._names(getattr(node, key))}


def _named(symbol: ast.AST) -> tuple[str, Sequence[ast.AST]]:
    if symbol.ast_type is ast.ASTType.UnaryOperation:
        name, arguments = _named(symbol.argument)
        return f"-{name}", arguments
    return symbol.name, symbol.arguments


def compared(sign: str, left: Term, right: Term) -> Compared:
    """A comparison in one of the four ways in which they are kept."""
    if sign in (">", ">="):
        return Compared("<" if sign == ">" else "<=", right, left)
    if sign in ("=", "!=") and repr(right) < repr(left):
        return Compared(sign, right, left)
    return Compared(sign, left, right)


def _variables(part: Any) -> Iterator[str]:
    if isinstance(part, Atom):
        for argument in part.arguments:
            yield from _variables(argument)
    elif isinstance(part, Compared):
        yield from _variables(part.left)
        yield from _variables(part.right)
    elif isinstance(part, Opaque):
        for argument in part.parts:
            yield from _variables(argument)
    elif isinstance(part, tuple):
        if part[0] == "?":
            yield part[1]
        else:
            for argument in part[2 if part[0] in _COMPUTED else 1 :]:
                yield from _variables(argument)


def _bound(term: Term, binding: Mapping[str, Term]) -> Term:
    """A term with its variables replaced."""
    if not isinstance(term, tuple) or term == _ANY:
        return term
    if term[0] == "?":
        found = binding.get(term[1])
        return term if found is None else _bound(found, binding)
    if term[0] in _COMPUTED:
        return (term[0], term[1], *(_bound(part, binding) for part in term[2:]))
    arguments = tuple(_bound(argument, binding) for argument in term[1:])
    if all(isinstance(argument, clingo.Symbol) for argument in arguments):
        return clingo.Function(term[0], arguments)
    return (term[0], *arguments)


def _with(literal: Literal, binding: Mapping[str, Term]) -> Literal:
    if isinstance(literal, Atom):
        return Atom(literal.positive, literal.name, tuple(_bound(one, binding) for one in literal.arguments))
    if isinstance(literal, Compared):
        return compared(literal.sign, _bound(literal.left, binding), _bound(literal.right, binding))
    return Opaque(literal.text, tuple(_bound(part, binding) for part in literal.parts))


def unified(one: Term, other: Term, binding: Binding) -> bool:
    """Whether two terms may be the same; what variables must be for that is added to the binding.

    False only where they cannot be. What is computed may be anything.
    """
    one, other = _bound(one, binding), _bound(other, binding)
    if one == other:
        return True
    for variable, value in ((one, other), (other, one)):
        if isinstance(variable, tuple) and variable[0] == "?":
            if not _several(value) and variable[1] not in set(_variables(value)):
                binding[variable[1]] = value
            return True
    if _ANY in (one, other) or any(isinstance(term, tuple) and term[0] in _COMPUTED for term in (one, other)):
        return True
    name, arguments = _taken_apart(one)
    other_name, others = _taken_apart(other)
    if name != other_name or len(arguments) != len(others):
        return False
    return all(unified(a, b, binding) for a, b in zip(arguments, others, strict=True))


def _several(term: Term) -> bool:
    """Whether a term may stand for several values, so that a variable is not replaced by it."""
    return isinstance(term, tuple) and (
        term[0] == "#" or (term[0] not in ("?", "+") and any(_several(part) for part in term[1:]))
    )


def _taken_apart(term: Term) -> tuple[Any, Sequence[Term]]:
    if isinstance(term, tuple):
        return term[0], term[1:]
    if term.type is clingo.SymbolType.Function and term.arguments:
        return term.name, term.arguments
    return term, ()


class Implications:
    """What follows from the body of a rule, by the other rules of a book."""

    def __init__(self, book: Book) -> None:
        self.clauses = clauses = [clause_of(statement) for statement in book.statements]
        self._sources: dict[tuple[str, int], list[tuple[int, Atom, tuple[Literal, ...]]]] = defaultdict(list)
        self._naming: dict[tuple[str, int], list[tuple[int, Atom]]] = defaultdict(list)
        for place, clause in enumerate(clauses):
            for atom, more in clause.gives:
                self._sources[_key(atom)].append((place, atom, (*more, *clause.body)))
            if clause.head is not None:
                for literal in clause.body:
                    if isinstance(literal, Atom):
                        self._naming[_key(literal)].append((place, literal))
        self._readers: dict[tuple[str, int], list[tuple[int, tuple[Literal, ...], int]]] = defaultdict(list)
        self._hidden: set[str] = set()
        for place, clause in enumerate(clauses):
            bodies = [(*more, *clause.body) for _, more in clause.gives] or [clause.body]
            for body in dict.fromkeys(bodies):
                for index, literal in enumerate(body):
                    if isinstance(literal, Atom):
                        self._readers[_key(literal)].append((place, body, index))
                    elif isinstance(literal, Opaque):
                        self._hidden.update(_words(literal))
        self._fresh = count(1)
        self._needed = self._needs()

    def _needs(self) -> dict[tuple[str, int], frozenset[tuple[str, int]]]:
        """What may be found by looking into a predicate: the predicates in the bodies of its rules, and so on."""
        found: dict[tuple[str, int], set[tuple[str, int]]] = {}
        for key, sources in self._sources.items():
            literals = [literal for _, _, body in sources for literal in body]
            found[key] = {_key(one) for one in literals if isinstance(one, Atom)}
            if any(isinstance(one, Compared) for one in literals):
                found[key].add(_COMPARISON)
        for _ in range(STEPS - 1):
            found = {
                key: names | {name for one in names for name in found.get(one, ())} for key, names in found.items()
            }
        return {key: frozenset(names) for key, names in found.items()}

    def renamed(self, clause: Clause) -> Binding:
        """New names for the variables of a clause."""
        number = next(self._fresh)
        return {name: ("?", f"{name}~{number}") for name in clause.names}

    def _instance(self, clause: Clause, part: str) -> Binding | None:
        """New names for the variables of a clause that is to fire at the moment that a rule of some part is about.

        Its parameters are those of the rule; None if it has others.
        """
        if clause.part not in (BASE, BEAT, part) or (part == BASE and clause.part != BASE):
            return None
        return {name: new for name, new in self.renamed(clause).items() if name not in parameters_of(clause.part)}

    def follows(
        self, wanted: Literal, body: Sequence[Literal], free: frozenset[str], but: int, steps: int = STEPS
    ) -> bool:
        """Whether a literal holds wherever a body does.

        Args:
            wanted: the literal.
            body: the body.
            free: the variables of the literal that may be anything.
            but: the place of the rule that is not to be relied on.
            steps: how many rules may be looked into.
        """
        binding = _equalities(body)
        if binding is None:
            return True
        if binding:
            body, wanted = [_with(one, binding) for one in body], _with(wanted, binding)
        if _excluded(body) or _is_true(wanted) or any(_says(one, wanted, free) for one in body):
            return True
        if isinstance(wanted, Opaque) or steps == 0:
            return False
        if isinstance(wanted, Atom) and not wanted.positive and self._denied(wanted, body, but, steps):
            return True
        target = _key(wanted) if isinstance(wanted, Atom) else _COMPARISON
        return any(
            self._looked_into(place, wanted, body, free, but, steps, target)
            for place, literal in enumerate(body)
            if isinstance(literal, Atom)
            and literal.positive
            and literal.name not in GIVEN
            and target in self._needed.get(_key(literal), ())
        )

    def _looked_into(
        self,
        place: int,
        wanted: Literal,
        body: Sequence[Literal],
        free: frozenset[str],
        but: int,
        steps: int,
        target: tuple[str, int],
    ) -> bool:
        """Whether the literal follows from each rule that may derive one literal of the body."""
        literal = body[place]
        assert isinstance(literal, Atom)
        for number, atom, needed in self._sources[_key(literal)]:
            names = self.renamed(self.clauses[number])
            binding: Binding = {}
            head = _with(atom, names)
            assert isinstance(head, Atom)
            fits = all(unified(a, b, binding) for a, b in zip(literal.arguments, head.arguments, strict=True))
            if not fits:
                continue
            if number == but:
                return False
            if not any(
                (isinstance(one, Compared) and target == _COMPARISON)
                or (isinstance(one, Atom) and (_key(one) == target or target in self._needed.get(_key(one), ())))
                for one in needed
            ):
                return False
            rest = [*body[:place], *body[place + 1 :]]
            more = [_with(_with(one, names), binding) for one in needed]
            known = [*(_with(one, binding) for one in rest), *more]
            if not self.follows(_with(wanted, binding), known, free - set(binding), but, steps - 1):
                return False
        return True

    def _denied(self, wanted: Atom, body: Sequence[Literal], but: int, steps: int) -> bool:
        """Whether the wanted atom would derive, by a rule whose other needs follow, what the body denies."""
        for place, literal in self._naming[_key(wanted)]:
            clause = self.clauses[place]
            if place == but or not literal.positive or clause.head is None:
                continue
            denied = [
                one for one in body if isinstance(one, Atom) and not one.positive and _key(one) == _key(clause.head)
            ]
            if not denied or any(isinstance(one, Opaque) for one in clause.body):
                continue
            names = self._instance(clause, self.clauses[but].part)
            if names is None:
                continue
            given = [*body, Atom(True, wanted.name, tuple(map(self._some, wanted.arguments)))]
            needs = [_with(one, names) for one in clause.body]
            head = _with(clause.head, names)
            assert isinstance(head, Atom)
            free = frozenset(str(value[1]) for value in names.values())
            for one in denied:
                binding: Binding = {}
                if all(
                    _matched(a, b, free, binding) for a, b in zip(head.arguments, one.arguments, strict=True)
                ) and self._met(needs, given, free, binding, but, steps - 1):
                    return True
        return False

    def _some(self, term: Term) -> Term:
        """A term with some value in the place of any."""
        if term == _ANY:
            return ("?", f"_any~{next(self._fresh)}")
        if not isinstance(term, tuple) or term[0] == "?" or term[0] in _COMPUTED:
            return term
        return (term[0], *map(self._some, term[1:]))

    def kept(self, clause: Clause, other: Clause, but: int) -> bool:
        """Whether wherever a clause fires, another of the same head and with the same names of variables does."""
        if clause.head is None or clause.head != other.head:
            return False
        unnamed = {name: ("?", f"{name}~{next(self._fresh)}") for name in other.names if name.startswith("_")}
        body = clause.body
        needs = [_with(one, unnamed) for one in other.body]
        needs = [one for one in needs if not any(_says(known, one, _unnamed(one)) for known in body)]
        open_ = [frozenset(_variables(one)) - clause.names for one in needs]
        if sum(map(len, open_)) > len(frozenset().union(*open_)):
            return False
        return all(self.follows(one, body, free, but) for one, free in zip(needs, open_, strict=True))

    def kept_where_read(
        self, clause: Clause, other: Clause, place: int, read: Container[str]
    ) -> frozenset[tuple[str, int]] | None:
        """As :meth:`kept`, but only where some rule reads what the clause derives.

        What one derives and the other does not makes no difference if every rule that reads it asks, by itself, for
        what the other needs, or if every rule that reads what that one derives does so. Nothing but the rules of the
        book may read it, then, and none within an aggregate.

        Args:
            clause: the clause.
            other: the other one.
            place: the place of the rule that is changed.
            read: the predicates that are read from outside the book.

        Returns:
            The predicates that may be derived otherwise; None if that may make a difference.
        """
        if clause.head is None or clause.head != other.head:
            return None
        unnamed = {name: ("?", f"{name}~{next(self._fresh)}") for name in other.names if name.startswith("_")}
        needs = [_with(one, unnamed) for one in other.body]
        needs = [one for one in needs if not any(_says(known, one, _unnamed(one)) for known in clause.body)]
        open_ = [frozenset(_variables(one)) - clause.names for one in needs]
        if sum(map(len, open_)) > len(frozenset().union(*open_)):
            return None
        touched: set[tuple[str, int]] = set()
        asked = list(zip(needs, open_, strict=True))
        if not self._asked_again((clause.head,), clause.body, asked, place, read, touched):
            return None
        words = {name for name, _ in touched}
        for literal in (*clause.body, *other.body):
            if _key(literal) in touched if isinstance(literal, Atom) else bool(words & _words(literal)):
                return None
        return frozenset(touched)

    def _asked_again(
        self,
        heads: tuple[Atom, ...],
        body: Sequence[Literal],
        needs: Sequence[tuple[Literal, frozenset[str]]],
        place: int,
        read: Container[str],
        touched: set[tuple[str, int]],
    ) -> bool:
        """Whether wherever the last of some atoms is read, which a body derives through the others, some needs follow.

        Args:
            heads: the atoms.
            body: the body.
            needs: the literals that are needed, each with those of its variables that may be anything.
            place: the place of the rule that is changed.
            read: the predicates that are read from outside the book.
            touched: gathers the predicates of the atoms.
        """
        key = _key(heads[-1])
        if key[0] in read or key[0] in self._hidden:
            return False
        touched.add(key)
        for reader, whole, index in self._readers[key]:
            if reader == place:
                return False
            clause = self.clauses[reader]
            names = self.renamed(clause)
            literal = _with(whole[index], names)
            assert isinstance(literal, Atom)
            binding: Binding = {}
            arguments = map(self._some, literal.arguments)
            if not all(unified(a, b, binding) for a, b in zip(heads[-1].arguments, arguments, strict=True)):
                continue
            rest = [_with(one, names) for number, one in enumerate(whole) if number != index]
            known = [_with(one, binding) for one in (*rest, *body)]
            wanted = [(_with(one, binding), free) for one, free in needs]
            if all(self.follows(one, known, free, place) for one, free in wanted):
                continue
            if (
                clause.head is None
                or not literal.positive
                or len(heads) > READERS
                or _key(clause.head) in map(_key, heads)
            ):
                return False
            head = _with(_with(clause.head, names), binding)
            assert isinstance(head, Atom)
            if not self._asked_again((*heads, head), known, wanted, place, read, touched):
                return False
        return True

    def covered(self, clause: Clause, other: Clause, but: int) -> bool:
        """Whether wherever a clause fires, another fires that derives the same.

        Args:
            clause: the clause.
            other: the other one.
            but: the place of the rule that is not to be relied on.
        """
        if clause.head is None or other.head is None or _key(clause.head) != _key(other.head):
            return False
        names = self._instance(other, clause.part)
        if names is None:
            return False
        free = frozenset(str(value[1]) for value in names.values())
        binding: Binding = {}
        head = _with(other.head, names)
        assert isinstance(head, Atom)
        if not all(_matched(a, b, free, binding) for a, b in zip(head.arguments, clause.head.arguments, strict=True)):
            return False
        return self._met([_with(one, names) for one in other.body], clause.body, free, binding, but, STEPS)

    def never_fires(self, clause: Clause, but: int) -> bool:
        """Whether a body cannot hold: one of its literals denies what follows from the rest."""
        for place, literal in enumerate(clause.body):
            rest = [*clause.body[:place], *clause.body[place + 1 :]]
            if isinstance(literal, Opaque) or (isinstance(literal, Compared) and _is_several(literal)):
                continue
            inner = frozenset(_variables(literal)) - {name for one in rest for name in _variables(one)}
            opposite = _opposite(literal)
            if isinstance(opposite, Atom):
                opposite = opposite._replace(arguments=tuple(map(self._some, opposite.arguments)))
            some = frozenset(_variables(opposite)) - frozenset(_variables(literal))
            if not inner and self.follows(opposite, rest, some, but):
                return True
        return False

    def _met(
        self,
        needs: Sequence[Literal],
        body: Sequence[Literal],
        free: frozenset[str],
        binding: Binding,
        but: int,
        steps: int,
    ) -> bool:
        """Whether a body gives all that is needed, for some values of the free variables."""
        if not needs:
            return True
        first, rest = _with(needs[0], binding), needs[1:]
        for literal in body:
            trial = dict(binding)
            if _fits(first, literal, free, trial) and self._met(rest, body, free, trial, but, steps):
                return True
        open_ = frozenset(_variables(first)) & free
        shared = {name for one in rest for name in _variables(_with(one, binding))}
        if open_ & shared:
            return False
        return self.follows(first, body, open_, but, steps) and self._met(rest, body, free, binding, but, steps)

    def redundant(self, clause: Clause, place: int) -> int | None:
        """The place of some rule but the one at a place that derives all that a clause does."""
        if clause.head is None:
            return None
        others = dict.fromkeys(number for number, _, _ in self._sources[_key(clause.head)] if number != place)
        return next((number for number in others if self.covered(clause, self.clauses[number], place)), None)


def marked(
    mutants: Sequence[Mutant],
    book: Book,
    read: Container[str] | None = None,
    known: Mapping[str, str] = MappingProxyType({}),
) -> list[Mutant]:
    """The mutants, marked as equivalent where that shows.

    Args:
        mutants: mutants of a book.
        book: the book.
        read: the predicates that are read from outside the book; any may be by default.
        known: what is known already of some mutants, by their ids: why they are equivalent, or nothing.
    """
    unknown = any(not mutant.equivalent and mutant.id not in known for mutant in mutants)
    implications = Implications(book) if unknown else None
    found = []
    for mutant in mutants:
        why = mutant.equivalent or known.get(mutant.id)
        if why is None and implications is not None:
            why = same(mutant, book, implications, read)
        found.append(replace(mutant, equivalent=why or None))
    return found


def same(mutant: Mutant, book: Book, implications: Implications, read: Container[str] | None = None) -> str | None:
    """Why a mutant leaves the answer sets of a book as they are; None where that does not show.

    Where it is known what is read from outside the book, it leaves all but what its own rule derives.
    """
    place = mutant.place
    rule = implications.clauses[place]
    found = implications.redundant(rule, place) if not mutant.text else None
    if not mutant.text:
        return None if found is None else f"{book.statements[found].place} derives what the rule does"
    changed = clause_of(mutant.rule, mutant.text)
    if read is not None:
        touched: set[tuple[str, int]] = set()
        for one, other in ((changed, rule), (rule, changed)):
            if not implications.kept(one, other, place):
                found_touched = implications.kept_where_read(one, other, place, read)
                if found_touched is None:
                    break
                touched |= found_touched
        else:
            if touched:
                names = " and ".join(f"{name}/{arity}" for name, arity in sorted(touched))
                return f"whatever is done with {names} needs by itself what is changed"
    reasons = []
    for one, other, what in ((changed, rule, "the changed rule"), (rule, changed, "the rule")):
        if implications.kept(one, other, place):
            continue
        if implications.never_fires(one, place):
            reasons.append(f"{what} never fires")
            continue
        found = implications.redundant(one, place)
        if found is None:
            return None
        reasons.append(f"{book.statements[found].place} derives what {what} does")
    return "; ".join(reasons) or "what is changed follows from the rest of the rule"


def _words(literal: Literal) -> set[str]:
    """The names that stand in a literal that is not looked into."""
    if not isinstance(literal, Opaque):
        return set()
    return set(re.findall(r"[a-z_][A-Za-z0-9_]*", literal.text))


def _unnamed(literal: Literal) -> frozenset[str]:
    return frozenset(name for name in _variables(literal) if name.startswith("_") and "~" in name)


def _matched(pattern: Term, term: Term, free: frozenset[str], binding: Binding) -> bool:
    """Whether a term is what a pattern says, for some values of the free variables, which are added to the binding."""
    pattern = _bound(pattern, binding)
    if pattern == term or term == _ANY:
        return True
    if not isinstance(pattern, tuple) or pattern == _ANY:
        return False
    if pattern[0] == "?":
        if pattern[1] not in free or _several(term):
            return False
        binding[pattern[1]] = term
        return True
    if pattern[0] in _COMPUTED:
        return False
    name, arguments = _taken_apart(pattern)
    other_name, others = _taken_apart(term)
    if name != other_name or len(arguments) != len(others):
        return False
    return all(_matched(a, b, free, binding) for a, b in zip(arguments, others, strict=True))


def _fits(wanted: Literal, known: Literal, free: frozenset[str], binding: Binding) -> bool:
    """Whether a known literal is the wanted one, for some values of the free variables."""
    if isinstance(wanted, Atom) and isinstance(known, Atom):
        return (
            wanted.positive == known.positive
            and _key(wanted) == _key(known)
            and all(_matched(a, b, free, binding) for a, b in zip(wanted.arguments, known.arguments, strict=True))
        )
    return wanted == known


def _says(known: Literal, wanted: Literal, free: frozenset[str]) -> bool:
    """Whether a known literal alone says the wanted one."""
    if isinstance(known, Compared) and isinstance(wanted, Compared):
        return known == wanted or _compared_alike(known, wanted)
    return _fits(wanted, known, free, {})


def _compared_alike(known: Compared, wanted: Compared) -> bool:
    """Whether one comparison follows from another."""
    sides = {known.left, known.right}
    if sides == {wanted.left, wanted.right}:
        same = (known.left, known.right) == (wanted.left, wanted.right)
        if known.sign == "<" and wanted.sign in ("<=", "!="):
            return same or wanted.sign == "!="
        if known.sign == "=" and wanted.sign == "<=":
            return True
    term, least, most = _range(known)
    if term is None:
        return False
    other, low, high = _range(wanted)
    if other == term and wanted.sign != "!=":
        return (low is None or (least is not None and least >= low)) and (
            high is None or (most is not None and most <= high)
        )
    if wanted.sign == "!=" and term in (wanted.left, wanted.right):
        value = _number(wanted.right if term == wanted.left else wanted.left)
        return value is not None and ((least is not None and value < least) or (most is not None and value > most))
    return False


def _range(one: Compared) -> tuple[Term | None, int | None, int | None]:
    """A term that is compared with a number, and the least and greatest number that it may be."""
    left, right = _number(one.left), _number(one.right)
    strict = one.sign == "<"
    if one.sign == "!=" or (left is None) == (right is None):
        return None, None, None
    if one.sign == "=":
        value = right if left is None else left
        return (one.left if left is None else one.right), value, value
    if right is not None:
        return one.left, None, right - strict
    assert left is not None
    return one.right, left + strict, None


def _number(term: Term) -> int | None:
    if isinstance(term, clingo.Symbol) and term.type is clingo.SymbolType.Number:
        return term.number
    return None


def _is_true(literal: Literal) -> bool:
    """Whether a comparison is true whatever its variables are."""
    if not isinstance(literal, Compared):
        return False
    left, right = literal.left, literal.right
    if _is_several(literal):
        return False
    if left == right:
        return literal.sign in ("<=", "=")
    if literal.sign == "!=":
        return not unified(left, right, {})
    if isinstance(left, clingo.Symbol) and isinstance(right, clingo.Symbol):
        return literal.sign in ("<", "<=") and left < right
    return False


def _is_several(one: Compared) -> bool:
    """Whether it compares something with several values: there is no one comparison that denies it."""
    return _several(one.left) or _several(one.right)


def _opposite(literal: Atom | Compared) -> Atom | Compared:
    if isinstance(literal, Atom):
        return Atom(not literal.positive, literal.name, literal.arguments)
    if literal.sign in ("=", "!="):
        return Compared("!=" if literal.sign == "=" else "=", literal.left, literal.right)
    return Compared("<=" if literal.sign == "<" else "<", literal.right, literal.left)


def _excluded(body: Sequence[Literal]) -> bool:
    """Whether two literals of a body, or one alone, cannot hold."""
    for place, literal in enumerate(body):
        if isinstance(literal, Opaque):
            continue
        if isinstance(literal, Compared):
            if _is_several(literal):
                continue
            if _is_true(_opposite(literal)):
                return True
            opposite = _opposite(literal)
            if any(isinstance(one, Compared) and _says(one, opposite, frozenset()) for one in body[:place]):
                return True
        elif not literal.positive and any(
            isinstance(one, Atom) and one.positive and _fits(one, literal._replace(positive=True), frozenset(), {})
            for one in body
        ):
            return True
    return False


def _equalities(body: Sequence[Literal]) -> Binding | None:
    """What variables are by the equations of a body; None if these cannot hold."""
    binding: Binding = {}
    for literal in body:
        if (
            isinstance(literal, Compared)
            and literal.sign == "="
            and literal.left != literal.right
            and not unified(literal.left, literal.right, binding)
        ):
            return None
    return binding


_COMPARISON = ("<", 2)


def _key(atom: Atom) -> tuple[str, int]:
    return atom.name, len(atom.arguments)


__all__ = ["GIVEN", "Implications", "clause_of", "marked", "same"]
