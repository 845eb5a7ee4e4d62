"""Generated states: what each hundred of them costs, and the memory that the run holds.

    python benchmarks/generate.py [COUNT] [JOBS]

A run costs the same however long it is if the seconds of each hundred and the memory stay the same.
"""

from __future__ import annotations

import resource
import sys
import time

from manaproof.solver.generate import Aim, Run, generate
from manaproof.solver.session import resident_bytes


def _used() -> float:
    """Processor time of this process and of those it has waited for."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def main() -> None:
    """Print a row for each hundred states."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    jobs = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    every = max(1, wanted // 10)
    run = Run()
    print(f"{'states':>7} {'families':>9} {'seconds':>9} {'processor':>10} {'MB held':>8} {'MB of a family':>15}")
    began, used = time.perf_counter(), _used()
    first, first_used = began, used
    for number, _ in enumerate(generate(Aim(count=wanted, jobs=jobs), run), 1):
        if number % every == 0:
            now, now_used = time.perf_counter(), _used()
            largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            held = resident_bytes() / 2**20
            row = f"{number:>7} {run.families:>9} {now - began:>9.1f} {now_used - used:>10.1f}"
            print(f"{row} {held:>8.0f} {largest:>15.0f}", flush=True)
            began, used = now, now_used
    total, total_used = time.perf_counter() - first, _used() - first_used
    print(f"{len(run.forms)} distinct states in {total:.0f} s, {total_used:.0f} s of processor time;", end=" ")
    print(f"{len(run.unfinished)} of {run.families} families took too long")


if __name__ == "__main__":
    main()
