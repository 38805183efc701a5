"""A start reads the newest game alone, and comes to what all entries come to."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from operator import attrgetter
from pathlib import Path
from random import Random

import msgspec
import pytest

from controller.base.errors import Trouble
from controller.base.paths import index_of
from controller.games import start_up
from controller.games.entries import Begun, GoesOn
from controller.games.journal_replay import replay
from controller.games.record import Record
from controller.games.start_up import open_journal, read_index
from controller.journal.entry import Entry, row_of
from controller.journal.reading import read_entries
from controller.journal.schema import INSERT, lay
from tests.worlds.bot_journal import IDENTITY, BotJournal

HASH = "0" * 64


@pytest.fixture(autouse=True)
def written_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start_up, "WRITTEN_AFTER", 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite3"


def evenings(seed: int = 5) -> list[Entry]:
    """Games with all that outlasts a game: devices, an avatar, a deleted game, one that goes on."""
    played = BotJournal(Random(seed), target=1)
    leave_game(played)
    played._add("admitted", admitted(1))
    played._add("avatar", {"player": "Ann", "colour": None, "emoji": "🦊"})
    leave_game(played)
    played._add("deleted", {"game": 1})
    leave_game(played)
    played._add("admitted", admitted(2))
    played._add("signed_out", {"device": 1})
    leave_game(played)
    third = next(entry for entry in played.entries if entry.kind == "game" and entry.game == 3)
    goes_on = msgspec.structs.replace(msgspec.convert(third.body, Begun), goes_on=GoesOn(3, 0, 0))
    played.games += 1
    played._add("game", msgspec.to_builtins(goes_on))
    return played.entries


def leave_game(played: BotJournal) -> None:
    """One more game, left after a few commands."""
    before = len(played.entries)
    played.play(2)
    del played.entries[before + 9 :]


def admitted(device: int) -> dict[str, object]:
    return {
        "device": device,
        "role": "seat",
        "player": f"P{device}",
        "own_only": False,
        "hash": HASH,
        "journal": IDENTITY.id,
    }


def write(path: Path, entries: Sequence[Entry]) -> None:
    lay(path, map(row_of, entries), IDENTITY)


def add(path: Path, entries: Sequence[Entry]) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.executemany(INSERT, map(row_of, entries))


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(statement)


def start(path: Path) -> Record:
    """As the referee starts; nothing is said."""
    journal, record = open_journal(path, pytest.fail)
    journal.close()
    return record


def plain(record: Record) -> object:
    """As JSON, in which a list is as good as a tuple."""
    parts = {name: getattr(record, name) for name in Record.__slots__ if name != "state"}
    position = record.state.position if record.state else None
    return msgspec.json.encode((parts, position), enc_hook=attrgetter("__qualname__"))


def begin_of(entries: Sequence[Entry], game: int) -> int:
    """How many entries stand before that of a game's beginning."""
    return next(entry.seq for entry in entries if entry.kind == "game" and entry.game == game) - 1


def test_a_start_with_an_index_comes_to_what_all_entries_come_to(path: Path) -> None:
    entries = evenings()
    for game in range(2, entries[-1].game + 1):
        begin = begin_of(entries, game)
        index_of(path).unlink(missing_ok=True)
        write(path, entries[: begin + 1])
        start(path)
        saved = read_index(path)
        assert saved is not None and saved.at.seq == begin
        add(path, entries[begin + 1 :])
        assert plain(start(path)) == plain(replay(entries, path))


def test_a_start_reads_no_entry_of_a_past_game(path: Path) -> None:
    entries = evenings()
    write(path, entries)
    expected = plain(start(path))
    saved = read_index(path)
    assert saved is not None
    change(path, f"UPDATE entry SET body = 'nonsense' WHERE seq < {saved.at.seq} AND game <> 3")
    assert plain(start(path)) == expected


@pytest.mark.parametrize("indexed", [False, True])
def test_a_game_goes_on_once_also_if_the_index_has_it(path: Path, indexed: bool) -> None:
    entries = evenings()
    last = entries[-1]
    another = msgspec.structs.replace(entries[0], seq=last.seq + 1, game=6)
    write(path, [*entries, another] if indexed else entries)
    start(path)
    saved = read_index(path)
    assert saved is not None and (saved.at.seq == last.seq) == indexed
    seq = last.seq + 1 + indexed
    add(path, [msgspec.structs.replace(last, seq=seq, game=last.game + 1 + indexed)])
    with pytest.raises(Trouble, match="game 3 cannot go on as this one"):
        start(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET wall_s = 1 WHERE seq = {at}",
        "DELETE FROM entry WHERE seq = {at}",
        "DELETE FROM entry WHERE seq = 3",
        "UPDATE entry SET body = 'nonsense' WHERE seq = {at}",
    ],
)
def test_a_journal_that_is_not_as_the_index_says_is_read_whole(path: Path, statement: str) -> None:
    entries = evenings()
    write(path, entries)
    start(path)
    saved = read_index(path)
    assert saved is not None
    index_of(path).write_bytes(
        msgspec.json.encode(msgspec.structs.replace(saved, last_hit=9_999_999))
    )
    assert start(path).last_hit == 9_999_999
    change(path, statement.format(at=saved.at.seq))
    said: list[str] = []
    journal, record = open_journal(path, said.append)
    journal.close()
    assert record.last_hit < 9_999_999


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"version", b"journal"])
def test_an_index_that_cannot_be_used_is_made_anew(path: Path, content: bytes) -> None:
    entries = evenings()
    write(path, entries)
    start(path)
    saved = read_index(path)
    assert saved is not None
    good = index_of(path).read_bytes()
    place = msgspec.structs.replace(saved.at, journal="another")
    odd = {
        b"version": msgspec.structs.replace(saved, version=start_up.VERSION + 1),
        b"journal": msgspec.structs.replace(saved, at=place),
    }
    index_of(path).write_bytes(msgspec.json.encode(odd[content]) if content in odd else content)
    assert plain(start(path)) == plain(replay(entries, path))
    if content != b"journal":  # it is still of as many entries
        assert index_of(path).read_bytes() == good


def test_an_earlier_gap_is_found_though_the_index_hides_it(path: Path) -> None:
    entries = evenings()
    write(path, entries)
    start(path)
    change(path, "UPDATE entry SET body = 'nonsense' WHERE seq = 7")
    change(path, f"UPDATE entry SET body = 'nonsense' WHERE seq = {len(entries)}")
    said: list[str] = []
    journal, record = open_journal(path, said.append)
    journal.close()
    assert "is damaged after entry 6" in said[0]
    assert record.seq == 7 == len(read_entries(path).entries)


@pytest.mark.parametrize(("past", "written"), [(2, False), (3, True)])
def test_an_index_is_written_once_enough_entries_are_missing(
    path: Path, monkeypatch: pytest.MonkeyPatch, past: int, written: bool
) -> None:
    monkeypatch.setattr(start_up, "WRITTEN_AFTER", 3)
    played = BotJournal(Random(1), target=1)
    leave_game(played)
    del played.entries[past:]
    leave_game(played)
    write(path, played.entries)
    start(path)
    assert index_of(path).exists() == written


def test_only_its_owner_reads_it_and_a_full_disk_stops_no_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = evenings()
    write(path, entries)
    start(path)
    assert index_of(path).stat().st_mode & 0o777 == 0o600
    index_of(path).unlink()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(start_up, "write_private", full)
    assert plain(start(path)) == plain(replay(entries, path))
    assert not index_of(path).exists()


def test_an_empty_journal_and_one_with_a_single_game_have_no_index(path: Path) -> None:
    start(path)
    played = BotJournal(Random(1), target=1)
    leave_game(played)
    write(path, played.entries)
    start(path)
    assert not index_of(path).exists()
