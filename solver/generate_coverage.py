"""What generated states cover: rules, and pairs of rules that fire in one play; as a table and as heat maps."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Literal

from manaproof.bridge.scenario import bundled_scenarios

from .book import Book, rule_order, subject_of
from .generate_watch import watch

Verdict = Literal["covered", "not in scope", "undecided"]
Pair = tuple[str, str]

_COLORS: Mapping[Verdict, tuple[int, int, int]] = {
    "covered": (34, 139, 84),
    "not in scope": (196, 200, 208),
    "undecided": (250, 236, 210),
}


def sections_of_statements() -> frozenset[str]:
    """The sections that the bundled statements cite; in 701 and 702 the keywords."""
    return frozenset(subject_of(cite) for one in bundled_scenarios("rulings") for cite in one.form.cites)


def rules_of(sections: Iterable[str], book: Book) -> tuple[str, ...]:
    """The rules of some sections that the book states and that may fire, in order.

    Args:
        sections: sections, as ``704``, or keywords, as ``702.79``.
        book: the rulebook.
    """
    wanted = set(sections)
    return tuple(
        rule for rule in watch(book).rules if subject_of(rule) in wanted or subject_of(rule).partition(".")[0] in wanted
    )


@dataclass
class Coverage:
    """Which rules, and which pairs of them, fire in some state.

    A pair is *covered* if both fire in one play of some state; *not in scope* if in every family explored in which both
    may fire the solver found that no play has both, within that family's scope; else it is *undecided*. That a pair is
    in the scope of no family is no proof that no game has it, so the share is that of all pairs.

    Attributes:
        rules: the rules in question, in order.
        covered: the pairs that fire together.
        excluded: the pairs that no play of some family has.
        open: the pairs that may fire together in some family that was not asked, or not long enough.
        fired: the rules that fire.
    """

    rules: tuple[str, ...]
    covered: set[Pair] = field(default_factory=set)
    excluded: set[Pair] = field(default_factory=set)
    open: set[Pair] = field(default_factory=set)
    fired: set[str] = field(default_factory=set)

    def add(self, rules: Iterable[str]) -> int:
        """A state in which these rules fire; how many pairs it adds."""
        own = set(self.rules)
        present = sorted(set(rules) & own, key=rule_order)
        before = len(self.covered)
        self.covered.update(combinations(present, 2))
        self.fired.update(present)
        return len(self.covered) - before

    def explored(self, possible: Iterable[str], excluded: Iterable[Iterable[str]]) -> None:
        """A family in which some rules may fire, and the pairs (or single rules) that it excludes.

        Args:
            possible: the rules that may fire in it.
            excluded: what it excludes.
        """
        own = set(self.rules)
        may = sorted(set(possible) & own, key=rule_order)
        out = [tuple(sorted(one, key=rule_order)) for one in excluded]
        never = {one[0] for one in out if len(one) == 1}
        pairs = {(one[0], one[1]) for one in out if len(one) == 2}
        for pair in combinations(may, 2):
            if pair in pairs or never & set(pair):
                self.excluded.add(pair)
            else:
                self.open.add(pair)

    def verdict(self, pair: Pair) -> Verdict:
        """What is known of a pair."""
        if pair in self.covered:
            return "covered"
        return "not in scope" if pair in self.excluded and pair not in self.open else "undecided"

    def counts(self) -> dict[str, int]:
        """How many pairs there are of each kind."""
        found: dict[str, int] = {"covered": 0, "not in scope": 0, "undecided": 0}
        for pair in combinations(self.rules, 2):
            found[self.verdict(pair)] += 1
        return found

    def to_data(self) -> dict[str, Any]:
        """As data: the figures, the rules that do not fire, and by sections how many pairs are covered."""
        counts = self.counts()
        total_pairs = sum(counts.values())
        return {
            "rules": len(self.rules),
            "fired": len(self.fired),
            "never_fired": [rule for rule in self.rules if rule not in self.fired],
            "pairs": counts,
            "share": round(counts["covered"] / total_pairs, 4) if total_pairs else None,
            "sections": [
                {"sections": list(key), "covered": done, "not_in_scope": out, "pairs": total}
                for key, (done, out, total) in self.by_section().items()
            ],
        }

    def by_section(self) -> dict[tuple[str, str], tuple[int, int, int]]:
        """For each two sections: the pairs covered, those in the scope of no family, and all."""
        found: dict[tuple[str, str], list[int]] = {}
        for one, other in combinations(self.rules, 2):
            row = found.setdefault((one.partition(".")[0], other.partition(".")[0]), [0, 0, 0])
            verdict = self.verdict((one, other))
            row[0] += verdict == "covered"
            row[1] += verdict == "not in scope"
            row[2] += 1
        return {key: (row[0], row[1], row[2]) for key, row in found.items()}

    def lines(self) -> list[str]:
        """The table for people: a row a section, of all pairs in which a rule of it takes part."""
        rows: dict[str, list[int]] = {}
        for (one, other), (done, out, total) in self.by_section().items():
            for section in {one, other}:
                row = rows.setdefault(section, [0, 0, 0])
                row[0], row[1], row[2] = row[0] + done, row[1] + out, row[2] + total
        lines = [f"{'section':>8} {'rules':>6} {'fired':>6} {'pairs':>7} {'covered':>8} {'no scope':>9}  share"]
        for section in sorted(rows, key=rule_order):
            own = [rule for rule in self.rules if rule.partition(".")[0] == section]
            done, out, total = rows[section]
            share = done / total if total else 1.0
            fired = sum(rule in self.fired for rule in own)
            lines.append(f"{section:>8} {len(own):>6} {fired:>6} {total:>7} {done:>8} {out:>9}  {share:6.1%}")
        counts = self.counts()
        pairs = sum(counts.values())
        lines.append(
            f"{len(self.fired)} of {len(self.rules)} rules fire; of {pairs} pairs {counts['covered']} are covered "
            f"({counts['covered'] / pairs if pairs else 1.0:.1%}), {counts['not in scope']} are in the scope of no "
            f"family, {counts['undecided']} undecided; none is proved infeasible"
        )
        return lines

    def svg(self) -> str:
        """A heat map of sections against sections: the darker, the more of their pairs are covered."""
        sections = sorted({rule.partition(".")[0] for rule in self.rules}, key=rule_order)
        size, left = 14, 40
        place = {section: left + size * index for index, section in enumerate(sections)}
        side = left + size * len(sections) + 10
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" font-family="sans-serif" '
            'font-size="9">',
            "<title>Pairs of rules that fire in one play, by section</title>",
        ]
        for section, at in place.items():
            parts.append(f'<text x="4" y="{at + 10}">{section}</text>')
            parts.append(f'<text transform="translate({at + 10},36) rotate(-90)">{section}</text>')
        for (one, other), (done, out, total) in self.by_section().items():
            fill = _shade(done / total)
            text = f"{one} with {other}: {done} of {total} covered, {out} in the scope of no family"
            for x, y in {(place[one], place[other]), (place[other], place[one])}:
                box = f'<rect x="{x}" y="{y}" width="{size - 1}" height="{size - 1}" fill="{fill}">'
                parts.append(f"{box}<title>{text}</title></rect>")
        return "\n".join([*parts, "</svg>", ""])

    def png(self) -> bytes:
        """A heat map of rules against rules, a pixel a pair: covered green, in no scope grey, undecided pale."""
        size = len(self.rules)
        rows = [bytearray(b"\0" + bytes((255, 255, 255)) * size) for _ in range(size)]
        for (i, one), (j, other) in combinations(enumerate(self.rules), 2):
            color = bytes(_COLORS[self.verdict((one, other))])
            rows[i][1 + 3 * j : 4 + 3 * j] = color
            rows[j][1 + 3 * i : 4 + 3 * i] = color
        header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
        data = zlib.compress(b"".join(map(bytes, rows)), 9)
        return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _shade(share: float) -> str:
    low, high = _COLORS["undecided"], _COLORS["covered"]
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(low, high, strict=True))


__all__ = ["Coverage", "rules_of", "sections_of_statements"]
