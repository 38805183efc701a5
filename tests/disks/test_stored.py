"""What has been written is on disk: the power may go at once, and take all that was not synced."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.disks.medium import Mark, Op, all_kept, only_synced
from tests.disks.recorder import record

WRITTEN = (
    *("small/private", "small/calibration", "small/calibration.before", "small/one/two/empty"),
    *("small/reader/pairing", "small/club/password"),
    *("seats/journal.pin", "seats/journal.link"),
    *("journals/new", "journals/old", "journals/old.backups/schema-1.sqlite3"),
    *("journals/damaged", "journals/damaged.before-1"),
    *("copies/copy", "copies/journal", "copies/journal.before-1"),
    *("hub/new/hub", "hub/copy", "hub/new/hub.before-1", "hub/elsewhere/hub"),
    *("names/journal.groups.json", "names/journal", "names/journal.backups/games-000001.sqlite3"),
)


@pytest.fixture(scope="module")
def ops(memory: Path) -> list[Op]:
    root = memory / "disk"
    root.mkdir()
    return record(root, memory / "marks", "tests.disks.stored", str(root), str(memory / "marks"))


@pytest.mark.thorough
@pytest.mark.parametrize("path", WRITTEN)
def test_what_has_been_written_outlasts_a_power_cut(ops: list[Op], path: str) -> None:
    moments = [at for at, op in enumerate(ops) if op == Mark(f"stored {path}")]
    assert moments
    for moment in moments:
        done = all_kept(ops[:moment]).files.get(path)
        assert only_synced(ops[:moment]).files.get(path) == done


@pytest.mark.thorough
def test_everything_that_is_written_is_in_the_table(ops: list[Op]) -> None:
    marks = [op.words.removeprefix("stored ") for op in ops if isinstance(op, Mark)]
    assert set(marks) == set(WRITTEN)
