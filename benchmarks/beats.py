"""How grounding grows with the length of a play and with the number of objects.

A game in which everybody passes is grounded beat by beat: nothing is chosen in it, so grounding is all there is. Run it
as ``python benchmarks/beats.py``.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

import boards
import yaml
from manaproof.bridge.scenario import read_scenarios
from manaproof.bridge.source import read_text
from manaproof.solver.search import Search
from measure import CONSOLE, exponent, milliseconds, run, table

BEATS = (20, 40, 80, 160)
OBJECTS = (10, 20, 40, 80, 160)
RUNS = 3


@dataclass(frozen=True)
class Cost:
    """What grounding came to.

    Attributes:
        seconds: the median time.
        atoms: the atoms that grounding made.
        open: those among them that it did not show true, so that they were left to the solver.
    """

    seconds: float
    atoms: int
    open: int


def grounded(objects: int, beats: int) -> Cost:
    """Ground a game of passing.

    Args:
        objects: how many permanents lie on the battlefield.
        beats: how many beats are grounded.
    """
    board = yaml.safe_load(boards.mixed(objects))
    libraries = {name: {**player, "library": ["Forest"] * 40} for name, player in board["players"].items()}
    scenario = {
        "ruling": "passing",
        "restated": "Everybody passes.",
        "scope": {"beats": 1000},
        "given": {"turn": board["turn"], "players": libraries},
        "when": [{"until": {"life": {"of": "alice", "is": 0}}}],
        "then": [{"at_end": {"stack_empty": {}}}],
    }
    (read,) = read_scenarios(read_text(yaml.safe_dump(scenario), source="benchmark"))
    compiled = read.compile()
    times = []
    for _ in range(RUNS):
        with Search(compiled) as search:
            search.session.start()
            began = time.process_time()
            search.deepen(beats)
            times.append(time.process_time() - began)
            known = [atom.is_fact for atom in search.session.control.symbolic_atoms]
    return Cost(statistics.median(times), len(known), known.count(False))


def series(title: str, column: str, sizes: tuple[int, ...], costs: list[Cost], aim: str) -> None:
    """Print costs by size, and the power of the size with which they grow."""
    shown = table(title, column, "ground time", "atoms", "left to the solver")
    for size, cost in zip(sizes, costs, strict=True):
        shown.add_row(str(size), milliseconds(cost.seconds), f"{cost.atoms:,}", f"{cost.open:,}")
    shown.add_section()
    powers = [exponent(sizes, [cost.seconds for cost in costs]), exponent(sizes, [float(cost.atoms) for cost in costs])]
    shown.add_row("n to the", *(f"{power:.2f}" for power in powers), "")
    CONSOLE.print(shown)
    CONSOLE.print(f"Aimed at: {aim}.\n")


def main() -> None:
    """Print both tables."""
    grounded(2, 2)
    series("20 permanents", "beats", BEATS, [grounded(20, beats) for beats in BEATS], "linear in beats")
    series("20 beats", "objects", OBJECTS, [grounded(n, 20) for n in OBJECTS], "at most quadratic in objects")


if __name__ == "__main__":
    run(main)
