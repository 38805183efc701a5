"""A disk that takes its time: nobody is told anything before it has spoken."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.journal.entry import Entry, Kind
from controller.journal.journal import Journal
from tests.processes import PATIENCE_S
from tests.worlds.evening import PLAY, Evening, until


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    await evening.close()


class Disk(threading.Event):
    """It is set when the disk has spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()


@contextmanager
def waiting(monkeypatch: pytest.MonkeyPatch, kind: Kind) -> Iterator[Disk]:
    """From now on no entry of that kind is on disk before the event is set."""
    spoken, write = Disk(), Journal._write

    def slowly(self: Journal, entries: Sequence[Entry]) -> None:
        if kind in {entry.kind for entry in entries}:
            spoken.asked.set()
            assert spoken.wait(PATIENCE_S)
        write(self, entries)

    monkeypatch.setattr(Journal, "_write", slowly)
    try:
        yield spoken
    finally:
        spoken.set()


async def test_a_command_is_not_answered_before_the_disk_has_spoken(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.begin()
    before, told = table.record, len(evening.told)
    with waiting(monkeypatch, "command") as spoken:
        asked = asyncio.create_task(table.command(PLAY))
        await until(lambda: evening.launcher.rig.core.armed_hit == 0)
        for _ in range(100):
            await asyncio.sleep(0)  # the loop goes round: pages are served meanwhile
        assert not asked.done()
        assert table.record is before
        assert len(evening.told) == told, "a page was told"
        spoken.set()
        assert await asked == before.seq + 1
    assert len(evening.told) > told


async def test_no_hit_is_armed_before_its_intent_is_on_disk(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await evening.open()
    await table.new_game({"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"})
    with waiting(monkeypatch, "intent") as spoken:
        asked = asyncio.create_task(table.command({"do": "turn_up", "card": "red-5"}))
        await until(spoken.asked.is_set)
        for _ in range(100):
            await asyncio.sleep(0)
        assert evening.launcher.armings == []
        spoken.set()
        await asked
    assert [hit for hit, _ in evening.launcher.armings] == [1]
