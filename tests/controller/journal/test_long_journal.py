"""A journal of years: opened, copied and asked for keys without holding all of it in memory."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from controller.games.backups import back_up
from controller.games.start_up import open_journal
from controller.journal.entry import Entry, row_of
from controller.journal.journal import Journal
from controller.journal.schema import lay
from tests.worlds.bot_journal import BotJournal

ENTRIES = 20_000


@pytest.fixture(scope="module")
def long_journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("years") / "journal"
    lay(path, map(row_of, entries()))
    return path


def entries() -> Iterator[Entry]:
    game = {"edition": "attack", "players": ["Ann", "Bo"], "dealer": "Ann"}
    begun = {"game": game, "seed": "00", "profile": "measured"}
    yield Entry(1, 1, "game", begun, "first")
    for seq in range(2, ENTRIES + 1):
        yield Entry(seq, 1, "withdrawn", {}, f"key-{seq}")


def peak_bytes(path: Path, what: str) -> int:
    tracemalloc.start()
    try:
        if what == "open":
            open_journal(path, pytest.fail)[0].close()
        else:
            back_up(path, path.with_name("copy"))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["open", "back up"])
def test_a_long_journal_does_not_fill_the_memory(long_journal: Path, what: str) -> None:
    # all at once they are 4.9 MB
    assert peak_bytes(long_journal, what) < 1_500_000


OPENED = """
import sys
from pathlib import Path
from controller.games.start_up import open_journal

def held_kib():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line[:6] == "VmRSS:")

before = held_kib()
journal, _ = open_journal(Path(sys.argv[1]), sys.exit)
print(held_kib() - before)
"""


@pytest.mark.thorough
@pytest.mark.skipif(sys.platform != "linux", reason="Linux says how much memory a process holds")
def test_a_journal_of_many_games_leaves_no_pages_in_memory(tmp_path: Path) -> None:
    played = BotJournal(Random(7))
    for _ in range(60):
        played.play()
    played.lay(tmp_path / "journal")
    grown_kib = subprocess.check_output(
        [sys.executable, "-c", OPENED, str(tmp_path / "journal")], text=True
    )
    assert int(grown_kib) < 4_000  # with the cache that SQLite usually has: 5,100


async def test_a_key_is_found_however_long_ago_it_was_used(long_journal: Path) -> None:
    journal, record = open_journal(long_journal, pytest.fail)
    assert record.seq == journal.last_seq == ENTRIES
    assert await journal.find("first") == (1, None)
    assert await journal.find(f"key-{ENTRIES}") == (ENTRIES, None)
    assert await journal.find("another") is None
    journal.close()


async def test_the_next_entry_goes_on_from_the_last(long_journal: Path) -> None:
    journal, _ = Journal.open_as(long_journal, lambda entries: sum(1 for _ in entries))
    assert (await journal.add(1, "withdrawn", {})).seq == ENTRIES + 1
    journal.close()
