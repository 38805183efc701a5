"""The referee is killed at every stage; the launcher stops, and the books agree afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.seeds import soak_seed
from tests.soak.kills import MOMENTS, OFF_WITHIN_MS, Table, kill_many


def report(table: Table, seed: int) -> str:
    rows = [f"  {count:4d}  {stage}" for stage, count in sorted(table.histogram.items())]
    return "\n".join(
        [
            f"\nkills: {table.histogram.total()}, seed {seed}, at these stages:",
            *rows,
            f"motor off at the latest {table.worst_off_ms:.0f} ms after the kill "
            f"(promised: {OFF_WITHIN_MS:.0f} ms)",
            f"hits in the journal: {table.booked_hits()}, cards: {table.booked_cards()}, "
            f"confirmed by the table after a restart: {table.confirmed}",
            f"cards that the sensor saw as one with another: {table.unseen}, "
            f"flagged as possible: {table.doubtful_cards()}",
        ]
    )


@pytest.mark.thorough
async def test_a_killed_referee_loses_nothing_and_stops_the_motor(tmp_path: Path) -> None:
    table = await kill_many(tmp_path, 1, tuple(MOMENTS))
    print(report(table, 1))
    assert table.histogram.total() == len(MOMENTS)
    assert table.confirmed > 0, "no kill hit the middle of a hit"


@pytest.mark.soak
async def test_killed_two_hundred_times(tmp_path: Path) -> None:
    seed = soak_seed()
    table = await kill_many(tmp_path, seed, [MOMENTS[n % len(MOMENTS)] for n in range(200)])
    print(report(table, seed))
    assert len(table.histogram) >= len(MOMENTS) - 3, "the kills were not spread"
