"""Timing, fitting and printing for the benchmarks. Figures are printed, never asserted."""

from __future__ import annotations

import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import clingo
from rich.console import Console
from rich.table import Table

CONSOLE = Console(width=110)


def median_seconds(work: Callable[[], object], runs: int = 5) -> float:
    """The median time that this process computes for some work, after one run that is not counted (imports, caches).

    Time of the processor, not of the clock: what else the machine does then matters little.

    Args:
        work: what is timed.
        runs: how often it is timed.

    Returns:
        Seconds.
    """
    work()
    times = []
    for _ in range(runs):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)


def exponent(sizes: Sequence[float], costs: Sequence[float]) -> float:
    """The k of the power law cost = c * size^k that fits best (least squares on the logarithms)."""
    xs, ys = [math.log(size) for size in sizes], [math.log(cost) for cost in costs]
    x, y = statistics.fmean(xs), statistics.fmean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


@dataclass(frozen=True)
class Step:
    """Something that was asked of clingo.

    Attributes:
        text: a program text that was added under the name ``part``; empty where parts were grounded.
        part: its name.
        parameters: what it is a program of, by name.
        grounded: the parts that were grounded, with their arguments.
    """

    text: str = ""
    part: str = ""
    parameters: tuple[str, ...] = ()
    grounded: tuple[tuple[str, tuple[clingo.Symbol, ...]], ...] = ()


@contextmanager
def recorded_programs() -> Iterator[list[Step]]:
    """Collect, in order, every program text that is added to a clingo control within the block, and what is grounded.

    So the bare solve that a question is compared with is of the very program that the question has clingo ground.
    """
    steps: list[Step] = []

    class Recorder(clingo.Control):
        def add(self, *arguments: Any) -> None:
            name, parameters, text = arguments
            steps.append(Step(text, name, tuple(parameters)))
            super().add(*arguments)

        def ground(self, parts: Any = (("base", ()),), context: Any = None) -> None:
            parts = [(name, tuple(values)) for name, values in parts]
            steps.append(Step(grounded=tuple(parts)))
            super().ground(parts, context)

    original = clingo.Control
    clingo.Control = Recorder  # type: ignore[misc]
    try:
        yield steps
    finally:
        clingo.Control = original  # type: ignore[misc]


def bare_solve(steps: Sequence[Step]) -> int:
    """Do again what was asked of clingo, and look for one answer set, with nothing around it.

    Args:
        steps: the programs, and which of their parts were grounded.

    Returns:
        The number of atoms in the answer set.
    """
    control = clingo.Control(["--warn=none", "1"])
    for step in steps:
        if step.grounded:
            control.ground(step.grounded)
        else:
            control.add(step.part, step.parameters, step.text)
    with control.solve(yield_=True) as handle:
        model = handle.model()
        return len(model.symbols(atoms=True)) if model is not None else 0


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds, to three figures."""
    return f"{seconds * 1000:,.3g} ms" if seconds < 1 else f"{seconds:,.3g} s"


def table(title: str, *columns: str) -> Table:
    """A table whose first column is text and whose others are numbers."""
    made = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        made.add_column(column, justify="left" if number == 0 else "right")
    return made


def machine() -> str:
    """One line about what the figures were measured on."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores; Python {platform.python_version()}, "
        f"clingo {clingo.__version__}"
    )


def run(main: Callable[[], None]) -> None:
    """Run a benchmark as a script; interrupted, it ends with exit status 130 and what it has printed."""
    try:
        CONSOLE.print(machine(), style="dim")
        main()
    except KeyboardInterrupt:
        sys.exit(130)
