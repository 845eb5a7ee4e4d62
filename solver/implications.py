"""What follows from the body of a rule, by what the other rules of the book need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from itertools import count

from .book import Book
from .clauses import (
    ANY,
    COMPUTED,
    Atom,
    Binding,
    Clause,
    Compared,
    Literal,
    Opaque,
    Term,
    clause_of,
    key_of,
    parameters_of,
    unified,
    variables_of,
    with_values,
    words_of,
)
from .literals import compares_several, equalities, fits, is_excluded, is_true, matched, opposite, says, unnamed_of
from .parsing import BASE, BEAT

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

_COMPARISON = ("<", 2)
"""What is looked for where a comparison is."""


class Implications:
    """What follows from the body of a rule, by the other rules of a book."""

    def __init__(self, book: Book) -> None:
        self.clauses = clauses = [clause_of(statement) for statement in book.statements]
        self._sources: dict[tuple[str, int], list[tuple[int, Atom, tuple[Literal, ...]]]] = defaultdict(list)
        self._naming: dict[tuple[str, int], list[tuple[int, Atom]]] = defaultdict(list)
        for place, clause in enumerate(clauses):
            for atom, more in clause.gives:
                self._sources[key_of(atom)].append((place, atom, (*more, *clause.body)))
            if clause.head is not None:
                for literal in clause.body:
                    if isinstance(literal, Atom):
                        self._naming[key_of(literal)].append((place, literal))
        self._readers: dict[tuple[str, int], list[tuple[int, tuple[Literal, ...], int]]] = defaultdict(list)
        self._hidden: set[str] = set()
        for place, clause in enumerate(clauses):
            bodies = [(*more, *clause.body) for _, more in clause.gives] or [clause.body]
            for body in dict.fromkeys(bodies):
                for index, literal in enumerate(body):
                    if isinstance(literal, Atom):
                        self._readers[key_of(literal)].append((place, body, index))
                    elif isinstance(literal, Opaque):
                        self._hidden.update(words_of(literal))
        self._fresh = count(1)
        self._needed = self._needs()

    def _needs(self) -> dict[tuple[str, int], frozenset[tuple[str, int]]]:
        """What may be found by looking into a predicate: the predicates in the bodies of its rules, and so on."""
        found: dict[tuple[str, int], set[tuple[str, int]]] = {}
        for key, sources in self._sources.items():
            literals = [literal for _, _, body in sources for literal in body]
            found[key] = {key_of(one) for one in literals if isinstance(one, Atom)}
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
        binding = equalities(body)
        if binding is None:
            return True
        if binding:
            body, wanted = [with_values(one, binding) for one in body], with_values(wanted, binding)
        if is_excluded(body) or is_true(wanted) or any(says(one, wanted, free) for one in body):
            return True
        if isinstance(wanted, Opaque) or steps == 0:
            return False
        if isinstance(wanted, Atom) and not wanted.positive and self._denied(wanted, body, but, steps):
            return True
        target = key_of(wanted) if isinstance(wanted, Atom) else _COMPARISON
        return any(
            self._looked_into(place, wanted, body, free, but, steps, target)
            for place, literal in enumerate(body)
            if isinstance(literal, Atom)
            and literal.positive
            and literal.name not in GIVEN
            and target in self._needed.get(key_of(literal), ())
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
        for number, atom, needed in self._sources[key_of(literal)]:
            names = self.renamed(self.clauses[number])
            binding: Binding = {}
            head = with_values(atom, names)
            assert isinstance(head, Atom)
            possible = all(unified(a, b, binding) for a, b in zip(literal.arguments, head.arguments, strict=True))
            if not possible:
                continue
            if number == but:
                return False
            if not any(
                (isinstance(one, Compared) and target == _COMPARISON)
                or (isinstance(one, Atom) and (key_of(one) == target or target in self._needed.get(key_of(one), ())))
                for one in needed
            ):
                return False
            rest = [*body[:place], *body[place + 1 :]]
            more = [with_values(with_values(one, names), binding) for one in needed]
            known = [*(with_values(one, binding) for one in rest), *more]
            if not self.follows(with_values(wanted, binding), known, free - set(binding), but, steps - 1):
                return False
        return True

    def _denied(self, wanted: Atom, body: Sequence[Literal], but: int, steps: int) -> bool:
        """Whether the wanted atom would derive, by a rule whose other needs follow, what the body denies."""
        for place, literal in self._naming[key_of(wanted)]:
            clause = self.clauses[place]
            if place == but or not literal.positive or clause.head is None:
                continue
            denied = [
                one for one in body if isinstance(one, Atom) and not one.positive and key_of(one) == key_of(clause.head)
            ]
            if not denied or any(isinstance(one, Opaque) for one in clause.body):
                continue
            names = self._instance(clause, self.clauses[but].part)
            if names is None:
                continue
            given = [*body, Atom(True, wanted.name, tuple(map(self._some, wanted.arguments)))]
            needs = [with_values(one, names) for one in clause.body]
            head = with_values(clause.head, names)
            assert isinstance(head, Atom)
            free = frozenset(str(value[1]) for value in names.values())
            for one in denied:
                binding: Binding = {}
                if all(
                    matched(a, b, free, binding) for a, b in zip(head.arguments, one.arguments, strict=True)
                ) and self._met(needs, given, free, binding, but, steps - 1):
                    return True
        return False

    def _some(self, term: Term) -> Term:
        """A term with some value in the place of any."""
        if term == ANY:
            return ("?", f"_any~{next(self._fresh)}")
        if not isinstance(term, tuple) or term[0] == "?" or term[0] in COMPUTED:
            return term
        return (term[0], *map(self._some, term[1:]))

    def kept(self, clause: Clause, other: Clause, but: int) -> bool:
        """Whether wherever a clause fires, another of the same head and with the same names of variables does."""
        if clause.head is None or clause.head != other.head:
            return False
        unnamed = {name: ("?", f"{name}~{next(self._fresh)}") for name in other.names if name.startswith("_")}
        body = clause.body
        needs = [with_values(one, unnamed) for one in other.body]
        needs = [one for one in needs if not any(says(known, one, unnamed_of(one)) for known in body)]
        open_ = [frozenset(variables_of(one)) - clause.names for one in needs]
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
        needs = [with_values(one, unnamed) for one in other.body]
        needs = [one for one in needs if not any(says(known, one, unnamed_of(one)) for known in clause.body)]
        open_ = [frozenset(variables_of(one)) - clause.names for one in needs]
        if sum(map(len, open_)) > len(frozenset().union(*open_)):
            return None
        touched: set[tuple[str, int]] = set()
        asked = list(zip(needs, open_, strict=True))
        if not self._asked_again((clause.head,), clause.body, asked, place, read, touched):
            return None
        words = {name for name, _ in touched}
        for literal in (*clause.body, *other.body):
            if key_of(literal) in touched if isinstance(literal, Atom) else bool(words & words_of(literal)):
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
        key = key_of(heads[-1])
        if key[0] in read or key[0] in self._hidden:
            return False
        touched.add(key)
        for reader, whole, index in self._readers[key]:
            if reader == place:
                return False
            clause = self.clauses[reader]
            names = self.renamed(clause)
            literal = with_values(whole[index], names)
            assert isinstance(literal, Atom)
            binding: Binding = {}
            arguments = map(self._some, literal.arguments)
            if not all(unified(a, b, binding) for a, b in zip(heads[-1].arguments, arguments, strict=True)):
                continue
            rest = [with_values(one, names) for number, one in enumerate(whole) if number != index]
            known = [with_values(one, binding) for one in (*rest, *body)]
            wanted = [(with_values(one, binding), free) for one, free in needs]
            if all(self.follows(one, known, free, place) for one, free in wanted):
                continue
            if (
                clause.head is None
                or not literal.positive
                or len(heads) > READERS
                or key_of(clause.head) in map(key_of, heads)
            ):
                return False
            head = with_values(with_values(clause.head, names), binding)
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
        if clause.head is None or other.head is None or key_of(clause.head) != key_of(other.head):
            return False
        names = self._instance(other, clause.part)
        if names is None:
            return False
        free = frozenset(str(value[1]) for value in names.values())
        binding: Binding = {}
        head = with_values(other.head, names)
        assert isinstance(head, Atom)
        if not all(matched(a, b, free, binding) for a, b in zip(head.arguments, clause.head.arguments, strict=True)):
            return False
        return self._met([with_values(one, names) for one in other.body], clause.body, free, binding, but, STEPS)

    def never_fires(self, clause: Clause, but: int) -> bool:
        """Whether a body cannot hold: one of its literals denies what follows from the rest."""
        for place, literal in enumerate(clause.body):
            rest = [*clause.body[:place], *clause.body[place + 1 :]]
            if isinstance(literal, Opaque) or (isinstance(literal, Compared) and compares_several(literal)):
                continue
            inner = frozenset(variables_of(literal)) - {name for one in rest for name in variables_of(one)}
            denied = opposite(literal)
            if isinstance(denied, Atom):
                denied = denied._replace(arguments=tuple(map(self._some, denied.arguments)))
            some = frozenset(variables_of(denied)) - frozenset(variables_of(literal))
            if not inner and self.follows(denied, rest, some, but):
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
        first, rest = with_values(needs[0], binding), needs[1:]
        for literal in body:
            trial = dict(binding)
            if fits(first, literal, free, trial) and self._met(rest, body, free, trial, but, steps):
                return True
        open_ = frozenset(variables_of(first)) & free
        shared = {name for one in rest for name in variables_of(with_values(one, binding))}
        if open_ & shared:
            return False
        return self.follows(first, body, open_, but, steps) and self._met(rest, body, free, binding, but, steps)

    def redundant(self, clause: Clause, place: int) -> int | None:
        """The place of some rule but the one at a place that derives all that a clause does."""
        if clause.head is None:
            return None
        others = dict.fromkeys(number for number, _, _ in self._sources[key_of(clause.head)] if number != place)
        return next((number for number in others if self.covered(clause, self.clauses[number], place)), None)


__all__ = ["GIVEN", "READERS", "STEPS", "Implications"]
