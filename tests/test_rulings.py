"""The bundled rulings have the verdicts they expect, and their proofs could have failed."""

from pathlib import Path

import pytest
from manaproof.bridge.scenario import load_scenarios
from manaproof.solver.book import Book
from manaproof.solver.prove import prove
from manaproof.solver.rulings import prove_all

RULINGS = Path(__file__).resolve().parent.parent / "scenarios" / "rulings"


@pytest.mark.parametrize("path", sorted(RULINGS.glob("*.yaml")), ids=lambda path: path.stem)
def test_bundled_ruling(path: Path) -> None:
    """What `manaproof prove` has proved with this very book and code, and kept, is not proved again."""
    for row in prove_all(load_scenarios([path]), cached=True):
        assert row.expected, row.data
        assert row.data["witness"] is not None


@pytest.mark.parametrize(
    ("ruling", "cite", "head", "instead"),
    [
        (
            "S01",
            "106.5",
            "yields(from(",
            'yields(from(P,A,one),V,v(0,0,0,0,0,1),m) :- cr("106.5"), look(from(P,A,one),V,m).',
        ),
        ("S02", "106.7", "could_produce(", None),
        ("S03", "106.12", "tapped_for_mana(", None),
        ("S04", "106.12a", "matched(", None),
        ("S05", "106.12b", "mana_watch(", None),
        ("S06", "107.3m", "begins(", None),
        ("S07", "107.5", "unpayable(", None),
        ("S07", "302.6", "prohibited(", None),
        ("S08", "107.6", "would(", None),
        ("S08", "302.6", "prohibited(", None),
    ],
)
def test_a_proof_notices_a_broken_rule(ruling: str, cite: str, head: str, instead: str | None) -> None:
    book = Book.bundled()
    broken = [s for s in book.citing(cite) if s.text.startswith(head)]
    assert broken, f"no rule of {cite} derives {head}"
    for statement in broken:
        book = book.replace(statement, instead or f'kept("{cite}") :- cr("{cite}").')
    (scenario,) = load_scenarios([RULINGS / f"{ruling}.yaml"])
    assert prove(scenario, book=book).verdict in ("refuted", "vacuous")
