"""Claims read without the rulebook: a play stays as it is, what the rules would say of it is left open.

On one start, and on one play from it, the claims of statements are read over an *interpretation*: what the board is
and how the play is divided into beats are given, what the rules derive of it (characteristics, what can be done, what
happens, the states after the first) may be anything that the words allow: a thing has one mana value, one power, one
face up, and is in one zone. If no interpretation makes two claims true, though each can be made true alone, the two
contradict each other by themselves, whatever the rules say.

Predicates without a beat say what is printed and what words mean. They stay as the rulebook has them, but for those
that nothing else that is read rests on: these are what the claims are about, as a card's color identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

import clingo
from clingo import ast

from .book import Book
from .parsing import Signature
from .plays import Play
from .search import Search
from .session import Assumption, Session

LARGEST_PRODUCT = 20_000
"""Of predicates with more conceivable atoms than this only those are left open that the play has at some beat."""

_CLOSED = frozenset({"beat", "asked", "chosen", "finished", "first_beat", "script", "impossible", "option"})
"""What divides a play into beats and choices; it stays as it is."""
_CROSSROADS = frozenset({"holds", "happens", "chosen", "given", "asked", "option", "cr"})
_CLOCK = frozenset({"script", "doing", "step", "active", "turn"})
"""The fluents that do so."""
_SINGLE: Mapping[str, tuple[int, ...]] = {
    "mana_value": (1,),
    "face_up": (1,),
    "marked": (1,),
    "loyalty_now": (1,),
    "value_of_x": (1,),
    "counted": (2,),
    "in_pool": (2,),
    "total_cost": (2,),
}
"""Of what a thing has one, by what each word means: the places of the arguments that the others determine."""
_SINGLE_TERMS: Mapping[str, tuple[str, ...]] = {
    "characteristic": ("power", "toughness", "loyalty"),
    "holds": ("life", "counter", "damage", "zone", "pool"),
}
"""The same of terms: a thing has one power; of fluents the last argument is determined by the others."""
_COLORS = ("w", "u", "b", "r", "g")


BOARD = ("printed", "start")
"""What of the board itself an interpretation may be allowed to have otherwise: the cards, the state at first."""


@dataclass(frozen=True)
class _Opening:
    """How a predicate is left open: whether it has a beat, and to what of :data:`BOARD` it belongs, if to any."""

    timed: bool
    board: str | None


@dataclass(frozen=True)
class Change:
    """A fact that an interpretation has otherwise than the rules.

    Attributes:
        fact: the fact, with its beat if it has one.
        by_the_rules: whether it is true by the rules.
    """

    fact: clingo.Symbol
    by_the_rules: bool

    @property
    def weight(self) -> int:
        """How much it changes: that a thing is elsewhere is more than that it is otherwise."""
        return 2 if self.fact.match("holds", 2) and self.fact.arguments[0].match("zone", 2) else 1


class FreeReading:
    """Reads the claims of a scenario over every interpretation of its plays.

    Args:
        search: a search among the plays, grounded as far as they go; the reading is added to its session.
    """

    def __init__(self, search: Search) -> None:
        self.last = search.horizon
        self._book = search.book
        self._session = search.session
        self._numbers = tuple(claim.number for claim in search.compiled.claims)
        self._rules = _rules_of(search.compiled.rules)
        self._session.add(self._text())
        self._session.control.configuration.solver.opt_strategy = "usc"  # type: ignore[union-attr]

    def possible(self, play: Play, claims: Iterable[int]) -> bool:
        """Whether some interpretation of a play makes all of these claims true."""
        return self._session.solve(self._true(play, claims, ())).satisfiable

    def changes(self, play: Play, claims: Iterable[int], freed: Iterable[str] = ()) -> tuple[Change, ...] | None:
        """The fewest facts that must be otherwise than by the rules for these claims to be true in a play.

        Args:
            play: the play.
            claims: the claims, by number.
            freed: what of the board may be otherwise too, of :data:`BOARD`.

        Returns:
            the facts; None if no interpretation makes the claims true.
        """
        wanted = self._true(play, claims, freed)
        answer = self._session.solve(wanted, keep=(("otherwise", 2),), optimize=True).answer
        if answer is None:
            return None
        found = (Change(one.arguments[0], one.arguments[1].number == 1) for one in answer.atoms("otherwise", 2))
        return tuple(sorted(found, key=lambda change: str(change.fact)))

    def opposing(self, play: Play, claim: int, others: Iterable[int]) -> tuple[int, ...]:
        """Of claims that cannot be true together with a claim so many that leaving out any makes it possible."""
        kept = list(others)
        for one in tuple(kept):
            rest = [other for other in kept if other != one]
            if not self.possible(play, [claim, *rest]):
                kept = rest
        return tuple(kept)

    def _true(self, play: Play, claims: Iterable[int], freed: Iterable[str]) -> list[Assumption]:
        answers = [(clingo.Function("scenario"), slot, value, -1) for slot, value in play.answers.items()]
        answers += [(c.player, c.question, c.answer, c.beat) for beat in play.beats for c in beat.choices]
        chosen = [
            (clingo.Function("chosen", [player, question, answer, clingo.Number(beat)]), True)
            for player, question, answer, beat in answers
        ]
        board = [(clingo.Function("freed", [clingo.Function(one)]), one in set(freed)) for one in BOARD]
        return [*chosen, *board, *((_broken(number), False) for number in claims)]

    # --- which predicates are left open

    @cached_property
    def _own(self) -> frozenset[str]:
        """The predicates that the claims' rules define."""
        return frozenset(_head(rule).name for rule in self._rules)

    @cached_property
    def _read(self) -> Mapping[Signature, bool]:
        """The predicates of the rulebook that the claims read, each with whether it has a beat."""
        found: dict[Signature, bool] = {}
        for rule in self._rules:
            for atom in _atoms(rule.body):
                if atom.name not in self._own:
                    signature = Signature(atom.name, len(atom.arguments))
                    found[signature] = found.get(signature, False) or _has_beat(atom)
        return found

    @cached_property
    def open(self) -> Mapping[Signature, _Opening]:
        """The predicates that an interpretation may have otherwise, and what of them only if the board is freed."""
        found: dict[Signature, _Opening] = {}
        timeless = [one for one, timed in self._read.items() if not timed]
        for signature, timed in self._read.items():
            if signature.name in _CLOSED:
                continue
            law = signature.name != "holds" and _of_law(self._book, signature)
            if timed:
                found[signature] = _Opening(timed=True, board=None if law else "start")
            elif signature.name == "printed":
                found[signature] = _Opening(timed=False, board="printed")
            elif law and not any(signature in _rests_on(self._book, one) for one in timeless if one != signature):
                found[signature] = _Opening(timed=False, board=None)
        return found

    # --- the program

    def _text(self) -> str:
        lines = [f"time(0..{self.last})."]
        names = self._own | {one.name for one in self.open}
        lines += [_written(rule, names) for rule in self._rules]
        lines += [f"#defined free_{name}/{arity}." for name, arity in sorted(self._heads)]
        for number in self._numbers:
            lines.append(f"#defined free_violated/2. free_broken({number}) :- free_violated({number}, T), time(T).")
        for signature, opening in self.open.items():
            lines += self._opened(signature, opening)
        lines += [f"{{ freed({one}) }}." for one in BOARD]
        lines.append(
            "#defined otherwise/2.\n#minimize { 1@0, Fact, By : otherwise(Fact, By) }.\n"
            "#minimize { 1@0, place, Fact, By : otherwise(Fact, By), Fact = holds(zone(_, _), _) }."
        )
        return "\n".join(lines)

    @property
    def _heads(self) -> set[tuple[str, int]]:
        return {(_head(rule).name, len(_head(rule).arguments)) for rule in self._rules} | set(self.open)

    def _opened(self, signature: Signature, opening: _Opening) -> Iterator[str]:
        """The choice of an interpretation for one predicate."""
        name, arity = signature
        timed = opening.timed
        places = arity - 1 if timed else arity
        variables = [f"X{i}" for i in range(places)]
        inside = ", ".join(variables)
        atom = f"{name}({', '.join([*variables, *(['T'] if timed else [])])})"
        when = ", time(T)" if timed else ""
        kept, opened = ["#false"], [""]
        if opening.board == "printed":
            kept, opened = ["not freed(printed)"], [", freed(printed)"]
        elif opening.board == "start":
            kept, opened = ["T = 0, not freed(start)"], [", T > 0", ", T = 0, freed(start)"]
        if name == "holds":
            kept.append("clocked(X0)")
            opened = [f"{one}, not clocked(X0)" for one in opened]
            yield from (f"clocked({fluent})." for (fluent,) in self._seen(signature, True) if fluent.name in _CLOCK)
            yield "#defined clocked/1."
        conceivable = f"conceivable_{name}_{arity}({inside})"
        yield f"#defined {conceivable.partition('(')[0]}/{places}. #defined {name}/{arity}."
        for values in self._conceivable(signature, timed):
            yield f"conceivable_{name}_{arity}({','.join(map(str, values))})."
        yield from (f"free_{atom} :- {atom}{when}, {condition}." for condition in kept)
        yield from (f"{{ free_{atom} }} :- {conceivable}{when}{condition}." for condition in opened)
        yield f"otherwise({atom}, 0) :- free_{atom}, not {atom}{when}."
        yield f"otherwise({atom}, 1) :- {atom}, not free_{atom}{when}."
        yield from _singles(signature)

    def _seen(self, signature: Signature, timed: bool) -> set[tuple[clingo.Symbol, ...]]:
        """The arguments, but for the beat, of every atom of the predicate that the play may have."""
        found = set()
        for symbol in self._session.possible(*signature):
            arguments = tuple(symbol.arguments)
            if not timed or (arguments[-1].type is clingo.SymbolType.Number and 0 <= arguments[-1].number <= self.last):
                found.add(arguments[:-1] if timed else arguments)
        return found

    def _conceivable(self, signature: Signature, timed: bool) -> set[tuple[clingo.Symbol, ...]]:
        """The arguments that an interpretation may have the predicate true of."""
        seen = self._seen(signature, timed)
        places = signature.arity - 1 if timed else signature.arity
        values: list[set[clingo.Symbol]] = [{one[i] for one in seen} for i in range(places)]
        for rule in self._rules:
            for atom in _atoms(rule.body):
                if (atom.name, len(atom.arguments)) == signature:
                    for i in range(places):
                        values[i] |= set(_instances(atom.arguments[i], values[i]))
        objects = {o for (o, _zone) in _located(self._session)}
        for i, known in enumerate(values):
            numbers = [one.number for one in known if one.type is clingo.SymbolType.Number]
            if numbers or (i == 1 and signature.name in _SINGLE and signature.name != "face_up"):
                known |= {clingo.Number(n) for n in range(max([*numbers, 10]) + 1)}
            known |= {one for term in tuple(known) for one in _kin(term)}
        if signature.name == "characteristic":
            values[1] |= {symbol.arguments[2] for symbol in self._session.possible("printed", 3)}
            values[0] |= objects
            values[1] |= {one for term in tuple(values[1]) for one in _kin(term)}
        if signature.name in ("mana_value", "face_up"):
            values[0] |= objects
        if signature.name == "holds":
            zones = {zone for _, zone in _located(self._session)}
            values[0] |= {clingo.Function("zone", [o, z]) for o in objects for z in zones}
        size = 1
        for known in values:
            size *= max(1, len(known))
        if size > LARGEST_PRODUCT:
            return seen
        return set(product(*values))


def _located(session: Session) -> set[tuple[clingo.Symbol, clingo.Symbol]]:
    """The objects with the zones that they are in at some beat."""
    return {
        (fluent.arguments[0], fluent.arguments[1])
        for symbol in session.possible("holds", 2)
        if (fluent := symbol.arguments[0]).name == "zone"
    }


def _kin(term: clingo.Symbol) -> Iterator[clingo.Symbol]:
    """Terms that might stand where this one does: every color for a color, other numbers for a number."""
    if term.type is not clingo.SymbolType.Function:
        return
    if term.name in _COLORS and not term.arguments:
        yield from (clingo.Function(color) for color in _COLORS)
    elif term.name in ("color", "color_indicator") and len(term.arguments) == 1:
        yield from (clingo.Function(term.name, [clingo.Function(color)]) for color in _COLORS)
    elif term.name in ("power", "toughness", "loyalty") and len(term.arguments) == 1:
        yield from (clingo.Function(term.name, [clingo.Number(n)]) for n in range(11))


def _singles(signature: Signature) -> Iterator[str]:
    """What cannot be twice, by the meaning of the words alone."""
    name, arity = signature
    if name in _SINGLE:
        fixed = [f"X{i}" for i in range(arity)]
        for place in _SINGLE[name]:
            other = [*fixed[:place], "Y", *fixed[place + 1 :]]
            yield f":- free_{name}({','.join(fixed)}), free_{name}({','.join(other)}), X{place} < Y."
    for term in _SINGLE_TERMS.get(name, ()):
        if name == "characteristic":
            yield f":- free_{name}(O, {term}(X), T), free_{name}(O, {term}(Y), T), X < Y."
        elif term in ("counter", "pool"):
            yield f":- free_{name}({term}(O, K, X), T), free_{name}({term}(O, K, Y), T), X < Y."
        elif term == "zone":  # one card is one object, in one zone
            yield (
                f":- free_{name}(zone(obj(C, N), X), T), free_{name}(zone(obj(C, M), Y), T), (N, X) < (M, Y), time(T)."
            )
        else:
            yield f":- free_{name}({term}(O, X), T), free_{name}({term}(O, Y), T), X < Y."


# --- the claims' rules


def _rules_of(text: str) -> tuple[ast.AST, ...]:
    """The rules that say when a claim is violated; not those that steer the script."""
    nodes: list[ast.AST] = []
    ast.parse_string(text, nodes.append)
    return tuple(
        node
        for node in nodes
        if node.ast_type is ast.ASTType.Rule
        and _has_beat(_head(node))
        and _head(node).name not in ("impossible", "reached", "tested", "due", "attained")
    )


def _head(rule: ast.AST) -> Any:
    return rule.head.atom.symbol


def _has_beat(atom: Any) -> bool:
    return bool(atom.arguments) and str(atom.arguments[-1]) in ("t", "(t-1)", "0")


def _atoms(nodes: Any) -> Iterator[Any]:
    """The atoms in a body, wherever they stand."""
    if isinstance(nodes, ast.ASTSequence):
        for node in nodes:
            yield from _atoms(node)
    elif isinstance(nodes, ast.AST):
        if nodes.ast_type is ast.ASTType.SymbolicAtom:
            symbol = nodes.symbol
            if symbol.ast_type is ast.ASTType.Pool:
                yield from symbol.arguments
            elif symbol.ast_type is ast.ASTType.Function:
                yield symbol
            return
        for key in nodes.child_keys:
            yield from _atoms(getattr(nodes, key))


def _instances(term: ast.AST, known: Iterable[clingo.Symbol]) -> Iterator[clingo.Symbol]:
    """What a term of a claim may be, if what stands in the places of its variables is as in known terms.

    Of a variable by itself these are the known terms, of ``obj("x",N)`` the known objects that the card is.
    """
    known = tuple(known)
    if term.ast_type is ast.ASTType.Pool:
        for part in term.arguments:
            yield from _instances(part, known)
    elif term.ast_type is ast.ASTType.Variable:
        yield from known
    elif term.ast_type is ast.ASTType.SymbolicTerm:
        yield term.symbol
    elif term.ast_type is ast.ASTType.Function:
        like = [one for one in known if one.match(term.name, len(term.arguments))]
        if term.name == "obj":
            card = str(term.arguments[0])
            yield from (
                one
                for one in like
                if term.arguments[0].ast_type is ast.ASTType.Variable or str(one.arguments[0]) == card
            )
            return
        places = [set(_instances(part, (one.arguments[i] for one in like))) for i, part in enumerate(term.arguments)]
        yield from (clingo.Function(term.name, list(arguments)) for arguments in product(*places))


class _Opened(ast.Transformer):
    """Writes a rule about every beat, over the interpretation."""

    def __init__(self, names: frozenset[str]) -> None:
        self._names = names

    def visit_SymbolicTerm(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        return ast.Variable(node.location, "Beat") if str(node.symbol) == "t" else node

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo calls
        return node.update(symbol=self._named(self.visit(node.symbol)))

    def _named(self, symbol: ast.AST) -> ast.AST:
        if symbol.ast_type is ast.ASTType.Pool:
            return symbol.update(arguments=[self._named(one) for one in symbol.arguments])
        if symbol.ast_type is ast.ASTType.Function and symbol.name in self._names:
            return symbol.update(name=f"free_{symbol.name}")
        return symbol


def _written(rule: ast.AST, names: Iterable[str]) -> str:
    text = str(_Opened(frozenset(names)).visit(rule)).removesuffix(".")
    arrow = "; " if " :- " in text else " :- "
    return f"{text}{arrow}time(Beat)."


def _broken(number: int) -> clingo.Symbol:
    return clingo.Function("free_broken", [clingo.Number(number)])


# --- what is law


def _of_law(book: Book, signature: Signature) -> bool:
    """Whether a rule of the game says when the predicate is true, or something that it is derived from."""
    return any(statement.cites for one in (signature, *_rests_on(book, signature)) for statement in book.defining(one))


@lru_cache(maxsize=1_000)
def _rests_on(book: Book, signature: Signature) -> frozenset[Signature]:
    """The predicates that a predicate is derived from; states, events and choices, on which all else rests, apart."""
    found: set[Signature] = set()
    waiting = [signature]
    while waiting:
        for statement in book.defining(waiting.pop()):
            for one in (statement.reads | statement.past) - found:
                if one.name not in _CROSSROADS:
                    found.add(one)
                    waiting.append(one)
    return frozenset(found)


__all__ = ["BOARD", "Change", "FreeReading"]
