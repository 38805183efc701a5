"""Records the runs beside it anew: ``python -m tests.hardware.bench.record``."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from pathlib import Path

from controller.workshop.bench.instrument import on_the_bench
from hardware.bench.recording import Run, write_run
from hardware.mechanism.parameters import Parameters
from tests.hardware.mock import MockLauncher

FOLDER = Path(__file__).parent / "runs"
CLINGING = Parameters(cling=0.1, double_overlap=(0.4, 0.6))
"""Of ten cards one lies on the one before it by about half its length."""
SEEDS = {"plain": 1, "double-feed": 67, "jam": 3}


def recorded_of(name: str) -> tuple[Run, tuple[int, ...]]:
    """Three ejections of four cards, the second with a mishap; the run, and what left each time."""

    async def run() -> tuple[Run, tuple[int, ...]]:
        parameters = CLINGING if name == "double-feed" else None
        launcher = MockLauncher(SEEDS[name], cards=40, parameters=parameters)
        left = [0]
        async with on_the_bench(launcher) as bench:
            for nth in range(3):
                launcher.rig.set_fault("jam", name == "jam" and nth == 1)
                launcher.rig.advance(launcher.rig.now_us + 1_000_000)
                await bench.eject(4)
                left.append(launcher.rig.cards_left)
            return bench.run, tuple(after - before for before, after in pairwise(left))

    return asyncio.run(run())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SEEDS:
        kept, left = recorded_of(name)
        write_run(FOLDER / f"{name}.json", kept)
        print(f"{name}: {[(r.delivered, r.uncertain, r.fault) for r in kept.results]}, {left} came")
