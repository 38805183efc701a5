"""Ten devices send much twice, the referee is killed, its disk is full: each deed happens once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.seeds import soak_seed
from tests.soak.crowd import STAGES, Crowd, crowded_table, kill_in_turns

KILLS = int(os.environ.get("CROWD_KILLS", 50))


def report(crowd: Crowd, seed: int, entries: int) -> str:
    books = crowd.books
    figures = [
        ("kills, at these stages", crowd.histogram),
        ("requests", books.counts),
        ("refused", books.refusals),
        ("found", crowd.found),
    ]
    lines = [f"\nseed {seed}: {len(books.taps)} requests, {len(books.acknowledged)} acknowledged"]
    lines[0] += f", {entries} entries"
    for title, counts in figures:
        lines.append(f"{title}: {counts.total()}")
        lines += [f"  {number:5d}  {what}" for what, number in sorted(counts.items())]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("seed", "kills"),
    [
        pytest.param(1, len(STAGES), id="some", marks=pytest.mark.thorough),
        pytest.param(None, KILLS, id="fifty", marks=pytest.mark.soak),
    ],
)
async def test_doubled_sends_kills_and_a_full_disk_leave_every_command_once(
    tmp_path: Path, seed: int | None, kills: int
) -> None:
    seed = soak_seed(seed)
    async with crowded_table(tmp_path, seed) as crowd:
        entries = await kill_in_turns(crowd, seed, kills)
        print(report(crowd, seed, entries))
        assert crowd.histogram.total() == kills
        assert crowd.books.refusals["disk.full"] > 0
        assert all(crowd.books.counts[how] for how in crowd.books.counts if "doubled" in how)
