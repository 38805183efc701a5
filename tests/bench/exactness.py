"""How exact and how quick the eject loop is, beside one card at a time and the toy's timed motor.

A few hundred hits of 1 to 12 cards on the simulated mechanism: `make soak` gives the long counts.
"""

from __future__ import annotations

from pathlib import Path

from hardware.mechanism.presets import PRESETS
from tests.bench.figures import Figure
from tests.soak.strategies import Score, score_of

MACHINES = 2
HITS = 120


def measure(folder: Path) -> list[Figure]:
    """Shares of exact hits and speed, for each kind of machines."""
    figures: list[Figure] = []
    for kind in PRESETS:
        scores = {}
        for strategy in ("timed", "single", "loop"):
            scores[strategy] = Score()
            for seed in range(MACHINES):
                scores[strategy].add(score_of(kind, seed, strategy, HITS))
        loop, single, timed = scores["loop"], scores["single"], scores["timed"]
        figures += [
            Figure(
                f"exact hits, {kind}",
                100 * loop.share("exact"),
                "%",
                "timed motor",
                100 * timed.share("exact"),
            ),
            Figure(f"hit, press to ready, {kind}", loop.whole_ms, "ms", "single", single.whole_ms),
            Figure(f"speed, {kind}", 100 * loop.speed, "%", "free roller", 100.0),
        ]
    return figures
