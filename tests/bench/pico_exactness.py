"""How exact the files of a Pico are on MicroPython, beside the loop in virtual time.

A thousand hits on the simulated mechanism, recorded input by input, and put in there once more.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from random import Random

from hardware.mechanism.presets import PRESETS
from hardware.mechanism.rig import NEW_DECK, Rig
from tests.bench.figures import Figure
from tests.hardware import play
from tests.micropython import process
from tests.micropython.traces import recorded

MACHINES = 10
HITS = 100
"""On each."""


def measure(folder: Path) -> list[Figure]:
    """Shares of hits of 1 to 12 cards of which as many came as were ordered and reported."""
    if shutil.which("micropython", path=Path(sys.executable).parent) is None:
        print(f"No MicroPython: {process.HOW}")
        return []
    figures = []
    for kind in PRESETS:
        there = here = 0
        for seed in range(MACHINES):
            lines, came, reported = _evening(kind, seed)
            trace = folder / "trace.txt"
            trace.write_text("\n".join(lines) + "\n")
            told = _reported(process.run("replay.py", str(trace)))
            here += _exact(came, reported)
            there += _exact(came, told)
        hits = MACHINES * HITS
        name = f"exact hits on MicroPython, {kind}"
        figures.append(Figure(name, 100 * there / hits, "%", "virtual time", 100 * here / hits))
    return figures


Counts = dict[int, tuple[int, int]]
"""By hit: requested and delivered."""


def _evening(kind: str, seed: int) -> tuple[list[str], dict[int, int], Counts]:
    """What was put into the core, what truly came, and what it made of it."""
    machine = PRESETS[kind].machine(seed)
    rig = Rig(seed, NEW_DECK, machine.settings, machine.parameters, latency=machine.latency)
    lines = recorded(rig, machine.settings)
    random, came, reported = Random(seed), {}, {}
    for hit in range(1, 1 + HITS):
        before = rig.cards_left
        record = play.hit(rig, hit, random.randrange(1, 13))
        came[hit] = rig.cards_left - before
        reported[hit] = record.requested, record.delivered
        if rig.core.faults:
            rig.pull()
            play.clear(rig)
        rig.load(max(0, NEW_DECK - rig.cards_in_hopper))
    return lines, came, reported


def _reported(said: str) -> Counts:
    ended = [line.split() for line in said.splitlines() if line.startswith("ended")]
    return {int(words[1]): (int(words[2]), int(words[3])) for words in ended}


def _exact(came: dict[int, int], reported: Counts) -> int:
    return sum(reported.get(hit) == (cards, cards) for hit, cards in came.items())
