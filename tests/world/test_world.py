"""Scenes of the world: the same seed gives the same run, and no seed breaks a promise."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from controller.journal.entry import Entry
from controller.journal.journal import Journal
from tests.seeds import ROOT, soak_seed
from tests.world.__main__ import sum_up
from tests.world.scene import LAST_EVENTS, play

QUICK = range(1, 3)
THOROUGH = range(1_000, 1_100)
SOAK = int(os.environ.get("WORLD_SCENES", "5000"))


def hold(seeds: Sequence[int]) -> None:
    """Play scenes, print what they came to, and fail with the reports of those that broke."""
    outcomes = [play(seed) for seed in seeds]
    print(sum_up(outcomes))
    reports = [outcome.report() for outcome in outcomes if outcome.broken is not None]
    assert not reports, "\n\n".join(reports)


def test_no_promise_is_broken() -> None:
    hold(QUICK)


@pytest.mark.thorough
def test_no_promise_is_broken_in_many_scenes() -> None:
    hold(THOROUGH)


@pytest.mark.soak
def test_no_promise_is_broken_in_all_scenes() -> None:
    first = soak_seed() * SOAK
    hold(range(first, first + SOAK))


def test_the_same_seed_gives_the_same_log_and_the_same_entries() -> None:
    once, again = play(7), play(7)
    assert once.broken is None
    assert once.entries and once.events
    assert again.events == once.events
    assert again.entries == once.entries


@pytest.mark.thorough
def test_a_seed_gives_the_same_in_every_process() -> None:
    program = (
        "import json; from tests.world.scene import play; "
        "outcomes = [play(seed) for seed in range(20, 26)]; "
        "print(json.dumps([[one.events, one.entries] for one in outcomes]))"
    )
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", program],
                cwd=ROOT,
                env={**os.environ, "PYTHONHASHSEED": salt},
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )
        for salt in ("1", "2")
    ]
    assert runs[0] == runs[1]


def test_a_broken_promise_is_reported_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def forget(journal: Journal, entries: Sequence[Entry]) -> None:
        journal.last_seq = entries[-1].seq

    monkeypatch.setattr(Journal, "_write", forget)
    report = play(7).report().splitlines()
    assert report[0].startswith("seed 7: /api/games")
    assert "was acknowledged as entry 1, and the disk has []" in report[0]
    assert 3 < len(report) <= LAST_EVENTS + 2
    assert report[-1] == "Repeat it with `python -m tests.world 7`."
