"""What proving the bundled rulings costs, ruling by ruling and in all.

Run it as ``python benchmarks/prove.py``; a number says how often each is proved (once by default).
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time

from manaproof.bridge.scenario import load_scenarios
from manaproof.solver.prove import prove
from manaproof.solver.rulings import prove_all
from manaproof.solver.session import resident_bytes
from measure import CONSOLE, milliseconds, run, table


def main() -> None:
    """Print the table."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    scenarios = load_scenarios()
    shown = table(f"Bundled rulings, one after the other, median of {runs}", "ruling", "verdict", "starts", "time")
    total = 0.0
    for scenario in scenarios:
        times = []
        for _ in range(runs):
            began = time.perf_counter()
            result = prove(scenario)
            times.append(time.perf_counter() - began)
        total += statistics.median(times)
        parts = result.parts.values() or (result,)
        starts = sum(part.scope.get("starts", 0) for part in parts)
        shown.add_row(scenario.ruling, result.verdict, f"{starts:,}", milliseconds(statistics.median(times)))
    shown.add_section()
    shown.add_row("in all", "", "", milliseconds(total))
    CONSOLE.print(shown)
    for what, some in (("S01 to S08", scenarios[:8]), ("All", scenarios)):
        began = time.perf_counter()
        list(prove_all(some, jobs=2))
        CONSOLE.print(f"{what} in two processes, their start included: {milliseconds(time.perf_counter() - began)}.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MANAPROOF_CACHE"] = folder
        list(prove_all(scenarios, jobs=2, cached=True))
        began = time.perf_counter()
        list(prove_all(load_scenarios(), jobs=2, cached=True))
        CONSOLE.print(f"All, when nothing has changed: {milliseconds(time.perf_counter() - began)}.")
    CONSOLE.print(f"Memory held by this process in the end: {resident_bytes() / 2**20:,.0f} MB.")
    CONSOLE.print("Aimed at: S01 to S08 under 20 s, all under 90 s on two cores; under 5 s when nothing has changed.")


if __name__ == "__main__":
    run(main)
