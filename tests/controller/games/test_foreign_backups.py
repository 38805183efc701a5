"""A backup that somebody else made is restored whole, or refused in a sentence and in time."""

from __future__ import annotations

import gc
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import psutil
import pytest

from controller.base.errors import NOT_SO, Trouble
from controller.games.backups import back_up, restore
from controller.games.journal_replay import course
from controller.games.start_up import open_journal
from controller.journal.foreign import EACH_S, FIRST_S, MAX_ROW_BYTES, foreign_entries
from controller.journal.reading import read_entries, read_game
from tests.controller.games.mangled import ENDLESS, mangle
from tests.seeds import soak_seed
from tests.worlds.evening import GAME, Evening

WITHIN_S = 5.0
"""Of this process: how long it waits for others is not the backup's fault."""
SAMPLE = 60
MANY = int(os.environ.get("MANGLED_BACKUPS", 100_000))


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    """Two games that were left, and the first one again, which is being played."""
    evening = Evening(tmp_path / "there")
    table = await evening.begin()
    await evening.press()
    await table.command({"do": "play", "by": "Cy", "card": "red-3"})
    await table.new_game(GAME | {"options": {"reload_below": 5}})
    await table.command({"do": "turn_up", "card": "blue-7"})
    await evening.press()
    await table.command({"do": "undo"})
    await table.delete_game(1)
    await table.restore_game(1)
    await table.play_on(1)
    await evening.press()
    await evening.close()
    back_up(evening.path, tmp_path / "backup")
    return tmp_path / "backup"


@pytest.fixture
async def journal(tmp_path: Path) -> Path:
    """The journal that is to be replaced."""
    evening = Evening(tmp_path / "here")
    await evening.begin()
    await evening.close()
    return evening.path


def files(journal: Path) -> dict[str, str]:
    """What is there: each file by its content. A lock is no content."""
    found = (one for one in journal.parent.iterdir() if not one.name.endswith(".lock"))
    return {one.name: sha256(one.read_bytes()).hexdigest() for one in found}


def refused(backup: Path, journal: Path) -> str:
    """The sentence with which a backup is refused, in time, with everything left as it was."""
    before = files(journal)
    begun_s = time.process_time()
    with pytest.raises(Trouble) as trouble:
        restore(backup, journal)
    assert time.process_time() - begun_s < WITHIN_S
    assert files(journal) == before
    assert trouble.value.exit_code == NOT_SO
    return str(trouble.value)


def alter(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(sql)


@pytest.mark.parametrize(
    "trigger",
    [
        "BEFORE INSERT ON entry BEGIN SELECT raise(IGNORE); END",
        "AFTER INSERT ON entry BEGIN DELETE FROM entry; END",
        "AFTER UPDATE ON meta BEGIN DELETE FROM entry; END",
    ],
)
async def test_a_trigger_in_a_backup_neither_loses_commands_nor_destroys_the_journal(
    backup: Path, journal: Path, trigger: str
) -> None:
    alter(backup, f"CREATE TRIGGER foreign_trigger {trigger}")
    entries = read_entries(backup).entries
    assert restore(backup, journal)[0] == 2
    opened, record = open_journal(journal, print)
    await opened.add(record.number, "command", {"command": {"do": "undo"}})
    opened.close()
    after = read_entries(journal).entries
    assert after[:-1] == entries and after[-1].kind == "command"
    with closing(sqlite3.connect(journal)) as db:
        foreign = "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')"
        assert db.execute(foreign).fetchone() == (0,)


def test_a_trigger_in_a_journal_that_was_put_there_by_hand_is_refused(journal: Path) -> None:
    alter(journal, "CREATE TRIGGER t BEFORE INSERT ON entry BEGIN SELECT raise(IGNORE); END")
    before = files(journal)
    with pytest.raises(Trouble, match="has triggers or views, and no referee makes any"):
        open_journal(journal, print)
    assert files(journal) == before


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("entry", "i AS seq, 1 AS game, 'withdrawn' AS kind, '{}' AS body, 1 AS wall_s"),
        ("meta", "'id' AS name, i AS value"),
    ],
)
def test_a_recursive_view_in_a_backup_does_not_hang_it(
    backup: Path, journal: Path, name: str, columns: str
) -> None:
    alter(backup, f"ALTER TABLE {name} RENAME TO old")
    alter(backup, f"CREATE VIEW {name} AS {ENDLESS} SELECT {columns} FROM n WHERE i < 0")
    assert refused(backup, journal) == (
        f"The backup {backup} has no plain table “{name}”; nothing was restored: name another one."
    )


def test_a_backup_that_takes_too_long_is_refused(backup: Path) -> None:
    entries = len(read_entries(backup).entries)
    slow = count(0, (FIRST_S + EACH_S) / 2)  # twice looked at: that is enough for one entry
    with pytest.raises(Trouble, match="takes too long to read"):
        list(foreign_entries(backup, lambda: next(slow)))
    in_time = count(0, EACH_S / 2)
    assert len(list(foreign_entries(backup, lambda: next(in_time)))) == entries


def test_an_entry_of_a_backup_has_a_longest_body(backup: Path, journal: Path) -> None:
    alter(backup, f"UPDATE entry SET body = '{'x' * (MAX_ROW_BYTES + 1)}' WHERE seq = 3")
    assert "too big" in refused(backup, journal)


@pytest.mark.parametrize(
    "change",
    [
        "wall_s = -1",
        "wall_s = 1 << 38",
        "game = 2",
        "game = 0",
        "key = substr(hex(zeroblob(101)), 1, 201)",
        "print = substr(hex(zeroblob(33)), 1, 65)",
        "kind = 'intent', body = '{\"hit\":9223372036854775807}'",
    ],
)
def test_an_entry_of_a_backup_that_no_referee_writes_is_refused(
    backup: Path, journal: Path, change: str
) -> None:
    alter(backup, f"UPDATE entry SET {change} WHERE seq = 3")
    assert "has an entry 3 that no referee writes" in refused(backup, journal)


def test_a_table_of_garbage_is_refused_on_one_line(backup: Path, journal: Path) -> None:
    raw = backup.read_bytes()
    assert b"entry (\n  seq INTEGER PRIMARY" in raw
    backup.write_bytes(raw.replace(b"seq INTEGER PRIMARY", b"seq INTEGER [RIMARY"))
    said = refused(backup, journal)
    assert "malformed database schema" in said and said.isprintable()


def test_a_key_twice_in_a_backup_is_refused(backup: Path, journal: Path) -> None:
    alter(
        backup,
        "CREATE TABLE plain AS SELECT * FROM entry; DROP TABLE entry;"
        "ALTER TABLE plain RENAME TO entry; UPDATE entry SET key = 'same' WHERE seq IN (2, 5)",
    )
    descriptors = psutil.Process().num_fds()
    gc.disable()  # it may run in any thread, in which SQLite refuses to close the file
    try:
        assert "has two entries with the same key" in refused(backup, journal)
        assert psutil.Process().num_fds() == descriptors
    finally:
        gc.enable()


@pytest.fixture
def restoring(backup: Path, journal: Path) -> Iterator[Callable[[Random], str]]:
    """Restores a mangled backup, and says what became of it."""
    good, here = backup.read_bytes(), journal.read_bytes()
    kept = journal.with_name(f"{journal.name}.before-1")

    def attempt(random: Random) -> str:
        for one in journal.parent.iterdir():
            one.unlink()
        journal.write_bytes(here)
        for end in ("-wal", "-shm", "-journal"):
            backup.with_name(backup.name + end).unlink(missing_ok=True)
        how = mangle(good, backup, random)
        before = files(journal)
        begun_s = time.process_time()
        try:
            games, _ = restore(backup, journal)
        except Trouble as trouble:
            assert str(trouble).endswith(".") and str(trouble).isprintable()
            assert files(journal) == before
            end = "refused"
        else:
            _is_whole(backup, journal, games)
            assert kept.exists()
            end = "restored"
        assert time.process_time() - begun_s < WITHIN_S
        return f"{how}, {end}"

    yield attempt


def _is_whole(backup: Path, journal: Path, games: int) -> None:
    """Every entry is there, the referee goes on with them, and each game can be shown."""
    assert read_entries(journal).entries == read_entries(backup).entries
    opened, record = open_journal(journal, print)
    opened.close()
    assert (record.number, record.played) == (len(record.games), games)
    for number in range(1, record.number + 1):
        assert course(read_game(journal, number), journal, superseded=True) is not None


def test_mangled_backups_are_restored_whole_or_refused(
    restoring: Callable[[Random], str],
) -> None:
    _many(restoring, 16, SAMPLE)


@pytest.mark.soak
def test_a_hundred_thousand_mangled_backups(restoring: Callable[[Random], str]) -> None:
    seed = soak_seed()
    print(f"\nseed {seed}")
    for how, often in sorted(_many(restoring, seed, MANY).items()):
        print(f"{how:<20} {often:>7}")


def _many(restoring: Callable[[Random], str], seed: int, many: int) -> Counter[str]:
    """Restore that many; what became of them."""
    ends: Counter[str] = Counter()
    for nth in range(many):
        try:
            ends[restoring(Random(f"{seed} {nth}"))] += 1
        except BaseException as error:
            error.add_note(f"backup {nth} of seed {seed}")
            raise
    return ends
