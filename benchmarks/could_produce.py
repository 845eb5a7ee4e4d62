"""What "what could each permanent produce?" costs: beside the bare solve, by the size of the board, in both engines.

Run it as ``python benchmarks/could_produce.py``; ``--quick`` leaves out the largest boards.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

import boards
from manaproof.bridge.state import State
from manaproof.solver.could_produce import could_produce
from measure import CONSOLE, bare_solve, exponent, median_seconds, milliseconds, recorded_programs, run, table

RATIO = 3.0
EXPONENT = 1.3


def beside_the_bare_solve() -> None:
    """A board of 60 permanents: the whole question, and clingo alone on the program it comes to."""
    state = State.parse(boards.mixed(60))
    with recorded_programs() as steps:
        could_produce(state)
    bare = median_seconds(partial(bare_solve, steps), runs=9)
    asked = median_seconds(partial(could_produce, state), runs=9)
    read = median_seconds(lambda: could_produce(State.parse(boards.mixed(60))), runs=9)
    z3 = median_seconds(partial(could_produce, state, engine="z3"), runs=5)
    shown = table("60 permanents, two players", "", "median", "of the bare solve")
    shown.add_row("clingo alone, the same program", milliseconds(bare), "1.00")
    shown.add_row("could_produce(state)", milliseconds(asked), f"{asked / bare:.2f}")
    shown.add_row("... with reading the state", milliseconds(read), f"{read / bare:.2f}")
    shown.add_row("could_produce(state, engine='z3')", milliseconds(z3), f"{z3 / bare:.2f}")
    CONSOLE.print(shown)
    CONSOLE.print(f"Aimed at: at most {RATIO:.0f} times the bare solve.\n")


def by_size(title: str, board: Callable[[int], str], sizes: tuple[int, ...], z3_sizes: tuple[int, ...]) -> None:
    """Boards of growing size, and the power of the size with which the cost grows."""
    shown = table(title, "lands", "asp", "bare clingo", "asp / bare", "z3")
    asp, bare, z3 = [], [], []
    for size in sizes:
        state = State.parse(board(size))
        runs = 7 if size <= 100 else 3
        with recorded_programs() as steps:
            could_produce(state)
        asp.append(median_seconds(partial(could_produce, state), runs))
        bare.append(median_seconds(partial(bare_solve, steps), runs))
        if size in z3_sizes:
            z3.append(median_seconds(partial(could_produce, state, engine="z3"), 3))
        other = milliseconds(z3[-1]) if size in z3_sizes else "-"
        shown.add_row(f"{size:,}", milliseconds(asp[-1]), milliseconds(bare[-1]), f"{asp[-1] / bare[-1]:.2f}", other)
    last = f"{exponent(z3_sizes, z3):.2f}" if len(z3) > 1 else "-"
    shown.add_section()
    shown.add_row("n to the", f"{exponent(sizes, asp):.2f}", f"{exponent(sizes, bare):.2f}", "", last)
    if sizes[-1] >= 300:
        large = [size for size in sizes if size >= 100]
        late = asp[-len(large) :]
        shown.add_row("n to the, from 100 on", f"{exponent(large, late):.2f}", "", "", "")
    CONSOLE.print(shown)


def main() -> None:
    """Print every table."""
    quick = "--quick" in sys.argv
    sizes = (10, 30, 100) if quick else (10, 30, 100, 300, 1000)
    beside_the_bare_solve()
    by_size("Lands of every sort, some of them asking what others could produce", boards.lands, sizes, sizes[:4])
    by_size("Basic lands", boards.basic_lands, sizes, sizes[:4])
    CONSOLE.print(f"Aimed at: no faster than n log n to n^{EXPONENT}.")


if __name__ == "__main__":
    run(main)
