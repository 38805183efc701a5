"""What the journal promises: gapless, durable before it is acknowledged, one writer, no damage."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.base.errors import Trouble
from controller.journal.entry import Entry, Stamp
from controller.journal.journal import Journal, NotSaved
from controller.journal.reading import read_entries
from controller.journal.schema import SCHEMA
from hardware.launcher import Reason


@pytest.fixture
def journal_path(tmp_path: Path) -> Path:
    return tmp_path / "games" / "journal.sqlite3"


async def write(path: Path, *bodies: dict[str, object]) -> None:
    journal, _ = Journal.open(path)
    for body in bodies:
        await journal.add(1, "command", body)
    journal.close()


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def alter(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql)


async def test_what_was_written_is_there_after_it_is_opened_again(journal_path: Path) -> None:
    journal, before = Journal.open(journal_path)
    assert before == ()
    first = await journal.add(1, "game", {"game": {"edition": "attack"}}, stamp=Stamp("k-1"))
    second = await journal.add(1, "command", {"command": {"do": "undo"}})
    journal.close()

    again, entries = Journal.open(journal_path)
    again.close()
    assert [replace(entry, wall_s=0) for entry in entries] == [
        Entry(1, 1, "game", {"game": {"edition": "attack"}}, "k-1"),
        Entry(2, 1, "command", {"command": {"do": "undo"}}, None),
    ]
    assert entries == (first, second)


async def test_a_journal_keeps_its_identity_and_each_has_its_own(
    journal_path: Path, tmp_path: Path
) -> None:
    ids = []
    for file in (journal_path, journal_path, tmp_path / "other.sqlite3"):
        journal, _ = Journal.open(file)
        ids.append(journal.id)
        journal.close()
    assert ids[0] == ids[1] != ids[2]


async def test_an_entry_is_on_disk_when_it_is_acknowledged(journal_path: Path) -> None:
    journal, _ = Journal.open(journal_path)
    await journal.add(1, "intent", {"hit": 1})
    # from outside, while the referee still has it open: what a power cut would leave
    contents = read_entries(journal_path)
    assert contents.id == journal.id
    assert [entry.body for entry in contents.entries] == [{"hit": 1}]
    assert [
        journal._written().execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous")
    ] == ["wal", 2]
    journal.close()


async def test_what_a_killed_referee_left_is_read_whole(journal_path: Path, tmp_path: Path) -> None:
    journal, _ = Journal.open(journal_path)
    for number in range(3):
        await journal.add(1, "intent", {"hit": number})
    left = tmp_path / "left"
    left.mkdir()
    for file in journal_path.parent.iterdir():  # the files as they lie there, log not yet folded in
        (left / file.name).write_bytes(file.read_bytes())
    journal.close()
    again, entries = Journal.open(left / journal_path.name)
    assert [entry.body["hit"] for entry in entries] == [0, 1, 2]
    assert (await again.add(1, "intent", {"hit": 3})).seq == 4
    again.close()


async def test_a_second_referee_is_turned_away_until_the_first_has_gone(journal_path: Path) -> None:
    first, _ = Journal.open(journal_path)
    with pytest.raises(Trouble) as refused:
        Journal.open(journal_path)
    assert str(refused.value) == (
        f"Another referee is writing the journal {journal_path}; "
        "end that one, or name another with --journal."
    )
    assert refused.value.exit_code == 2
    first.close()
    second, _ = Journal.open(journal_path)
    second.close()


def not_a_database(path: Path) -> None:
    path.write_bytes(b"these are the games of last summer\n" * 99)


def cut_short(path: Path) -> None:
    alter(path, "PRAGMA journal_mode = DELETE")
    path.write_bytes(path.read_bytes()[:2500])


def empty(path: Path) -> None:
    alter(path, "PRAGMA journal_mode = DELETE")
    path.write_bytes(b"")


def other_database(path: Path) -> None:
    alter(path, "PRAGMA user_version = 0")


def gap(path: Path) -> None:
    alter(path, "DELETE FROM entry WHERE seq = 2")


def lost_beginning(path: Path) -> None:
    alter(path, "DELETE FROM entry WHERE seq = 1")


def bad_json(path: Path) -> None:
    alter(path, "UPDATE entry SET body = '{' WHERE seq = 2")


def bad_kind(path: Path) -> None:
    alter(path, "UPDATE entry SET kind = 'poem' WHERE seq = 3")


def not_an_object(path: Path) -> None:
    alter(path, "UPDATE entry SET body = '[1]' WHERE seq = 3")


def too_deep(path: Path) -> None:
    deep = '{"command":' + "[" * 5000 + "]" * 5000 + "}"
    alter(path, f"UPDATE entry SET body = '{deep}' WHERE seq = 3")


def flipped_byte(path: Path) -> None:
    alter(path, "PRAGMA journal_mode = DELETE")
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE meta", b"CREATE TABLE m\xc1ta"))


def no_identity(path: Path) -> None:
    alter(path, "DELETE FROM meta")


LEFT = "it was left as it is: put a backup in its place, or begin another with --journal."


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        (not_a_database, "cannot be read as a journal (file is not a database)"),
        (cut_short, "cannot be read as a journal (database disk image is malformed)"),
        (empty, "is a database, but not a journal"),
        (other_database, "is a database, but not a journal"),
        (gap, "has no entry 2 but an entry 3"),
        (lost_beginning, "has no entry 1 but an entry 2"),
        (bad_json, "has an entry 2 that cannot be read"),
        (bad_kind, "has an entry 3 that cannot be read"),
        (not_an_object, "has an entry 3 that cannot be read"),
        (no_identity, "has lost its identity"),
        (too_deep, "has an entry 3 that cannot be read"),
    ],
)
async def test_a_damaged_journal_is_named_and_not_touched(
    journal_path: Path, damage: Callable[[Path], None], what: str
) -> None:
    await write(journal_path, {"n": 1}, {"n": 2}, {"n": 3})
    damage(journal_path)
    before = digest(journal_path)
    with pytest.raises(Trouble) as refused:
        Journal.open(journal_path)
    assert str(refused.value) == f"The journal {journal_path} {what}; {LEFT}"
    assert refused.value.exit_code == 1
    assert digest(journal_path) == before
    with pytest.raises(Trouble):  # and the lock is free: the complaint is the same again
        read_entries(journal_path)


async def test_a_flipped_byte_in_the_tables_names_is_said_in_a_sentence(journal_path: Path) -> None:
    await write(journal_path, {"n": 1})
    flipped_byte(journal_path)
    with pytest.raises(Trouble, match="cannot be read as a journal") as refused:
        Journal.open(journal_path)
    assert refused.value.exit_code == 1


async def test_a_link_to_a_journal_is_the_same_journal(journal_path: Path, tmp_path: Path) -> None:
    await write(journal_path, {"n": 1})
    link = tmp_path / "link"
    link.symlink_to(journal_path)
    first, entries = Journal.open(link)
    assert len(entries) == 1
    with pytest.raises(Trouble, match="Another referee is writing"):
        Journal.open(journal_path)
    first.close()


async def test_a_journal_under_two_names_is_refused(journal_path: Path, tmp_path: Path) -> None:
    await write(journal_path, {"n": 1})
    hard_link = tmp_path / "hard link"
    hard_link.hardlink_to(journal_path)
    for name in (journal_path, hard_link):
        with pytest.raises(Trouble, match="has a second name") as refused:
            Journal.open(name)
        assert refused.value.exit_code == 2
    hard_link.unlink()
    journal, entries = Journal.open(journal_path)
    assert len(entries) == 1
    journal.close()


@pytest.mark.parametrize("name", ["journal", "games [2026] *?"])
async def test_a_restore_that_was_cut_off_leaves_a_journal_that_opens(
    tmp_path: Path, name: str
) -> None:
    journal_path = tmp_path / name
    await write(journal_path, {"n": 1})
    journal_path.with_name(f"{journal_path.name}.before-1").hardlink_to(journal_path)
    journal, entries = Journal.open(journal_path)
    assert len(entries) == 1
    journal.close()


def test_a_link_to_nothing_is_neither_followed_nor_replaced(
    journal_path: Path, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(journal_path)
    with pytest.raises(
        Trouble, match=f"is a link to {journal_path}, and nothing is there"
    ) as refused:
        Journal.open(link)
    assert refused.value.exit_code == 2
    assert link.is_symlink()
    assert not journal_path.parent.exists()


@pytest.mark.parametrize("name", ["", ".", "/", "..", "/dev/null", "pipe"])
def test_what_is_no_file_cannot_be_a_journal(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with pytest.raises(Trouble, match=r"is no file: name one with --journal\.$") as refused:
        Journal.open(Path(name))
    assert refused.value.exit_code == 2
    assert [file.name for file in tmp_path.iterdir()] == ["pipe"]


async def test_a_journal_of_a_newer_version_is_left_to_that_version(journal_path: Path) -> None:
    await write(journal_path, {"n": 1})
    alter(journal_path, f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(Trouble) as refused:
        Journal.open(journal_path)
    assert str(refused.value) == (
        f"The journal {journal_path} was written by a newer Rollerdeck (schema {SCHEMA + 1}, "
        f"this one knows {SCHEMA}); install that one, or name another with --journal."
    )
    assert refused.value.exit_code == 1


async def test_a_full_disk_is_said_and_leaves_no_trace(journal_path: Path) -> None:
    journal, _ = Journal.open(journal_path)
    await journal.add(1, "command", {"n": 1})
    pages = journal._written().execute("PRAGMA page_count").fetchone()[0]
    journal._written().execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotSaved) as refused:
        await journal.add(1, "command", {"n": "x" * 9000})
    assert refused.value.reason == Reason("disk.full", {"error": "SQLITE_FULL"})
    assert [entry.seq for entry in read_entries(journal_path).entries] == [1]
    journal._written().execute(f"PRAGMA max_page_count = {pages + 100}")
    assert (await journal.add(1, "command", {"n": "x" * 9000})).seq == 2
    journal.close()


async def test_a_key_is_taken_once(journal_path: Path) -> None:
    journal, _ = Journal.open(journal_path)
    await journal.add(1, "command", {}, stamp=Stamp("same"))
    with pytest.raises(NotSaved):
        await journal.add(1, "command", {}, stamp=Stamp("same"))
    assert (await journal.add(1, "command", {}, stamp=Stamp("other"))).seq == 2
    journal.close()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "journal.sqlite3"
    with pytest.raises(Trouble) as refused:
        Journal.open(path)
    assert refused.value.exit_code == 2
    assert str(refused.value).startswith(f"The journal {path} cannot be opened (")


def test_a_journal_that_cannot_be_begun_is_said(journal_path: Path) -> None:
    journal_path.with_name(journal_path.name + ".new").mkdir(parents=True)
    for _ in range(2):  # the lock is free again
        with pytest.raises(Trouble) as refused:
            Journal.open(journal_path)
        assert refused.value.exit_code == 2
        assert str(refused.value).startswith(f"The journal {journal_path} cannot be written (")


async def test_a_power_cut_while_a_journal_begins_leaves_none(journal_path: Path) -> None:
    journal_path.parent.mkdir(parents=True)
    journal_path.with_name(journal_path.name + ".new").write_bytes(b"half a")
    await write(journal_path, {"n": 1})
    assert len(read_entries(journal_path).entries) == 1
