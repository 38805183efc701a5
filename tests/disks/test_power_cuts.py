"""The power goes at any moment of a recorded evening: what was promised is there afterwards.

Recorded below SQLite and Python, replayed with everything that a disk may have lost or torn
(`medium.py`); each time the journal is opened, compared, and written on.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.disks.cuts import JOURNAL, LOSSES, Cuts, Recorded
from tests.disks.medium import all_kept
from tests.seeds import soak_seed

CUTS = 60


@pytest.fixture(scope="module")
def evening(memory: Path) -> Recorded:
    return Recorded.evening(memory / "evening", commands=20)


@pytest.fixture
def scratch(memory: Path) -> Path:
    return memory / "scratch"


def cut_now_and_then(recorded: Recorded, scratch: Path, seed: int, cuts: int) -> Cuts:
    random = Random(seed)
    done = Cuts(recorded, scratch)
    for _ in range(cuts):
        done.cut(random.choice(done.moments), random.choice(list(LOSSES)), random)
    return done


@pytest.mark.thorough
def test_what_was_recorded_is_all_that_the_disk_holds(evening: Recorded) -> None:
    kept, left = (
        # the index of a log is mapped, not written, and made anew after a cut; it is there at the
        # end where a copy is still being made
        {name: content for name, content in files.items() if not name.endswith("-shm")}
        for files in (all_kept(evening.ops).files, evening.left)
    )
    assert kept == left
    assert JOURNAL in left


def test_a_power_cut_loses_nothing_that_was_acknowledged(evening: Recorded, scratch: Path) -> None:
    done = cut_now_and_then(evening, scratch, seed=1, cuts=CUTS)
    assert done.broken == []
    assert done.stages.total() == CUTS


@pytest.mark.thorough
def test_a_journal_that_waits_for_no_disk_is_seen_to_lose_entries(
    memory: Path, scratch: Path
) -> None:
    careless = Recorded.evening(memory / "careless", 10, synchronous="OFF")
    broken = cut_now_and_then(careless, scratch, seed=1, cuts=CUTS).broken
    assert any("acknowledged entries are left" in what for what in broken)


@pytest.mark.soak
def test_a_power_cut_at_every_moment_loses_nothing(memory: Path, scratch: Path) -> None:
    seed = soak_seed()
    recorded = Recorded.evening(memory / "long", commands=60)
    random, done = Random(seed), Cuts(recorded, scratch)
    all_of_them = [(moment, loss) for moment in done.moments for loss in LOSSES]
    wanted = int(os.environ.get("POWER_CUTS", len(all_of_them)))
    for moment, loss in random.sample(all_of_them, wanted):
        done.cut(moment, loss, random)
    print(f"\n{done.stages.total()} power cuts, seed {seed}, {len(done.broken)} broken promises")
    print(done.histogram())
    assert done.broken == []
    assert done.stages.total() == wanted
