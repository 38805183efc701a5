"""With an index, a start reads the newest game alone, and comes to what all entries come to."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from controller.base.errors import Trouble
from controller.base.paths import index_of
from controller.evenings.figures import played_games
from controller.evenings.reckoning import all_figures, update_index
from controller.games import index
from controller.games.entries import Begun, GoesOn
from controller.games.index import Past, read_past, read_summaries
from controller.games.journal_replay import replay
from controller.games.record import Record
from controller.games.start_up import open_journal
from controller.journal.entry import Entry, row_of
from controller.journal.reading import read_entries
from controller.journal.schema import INSERT, lay
from controller.table.context import StartOptions
from tests.worlds.bot_journal import IDENTITY, BotJournal
from tests.worlds.evening import Evening

HASH = "0" * 64


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


def indexed(path: Path) -> Past:
    """Up to where the index goes, once it is up to date."""
    update_index(path)
    past = read_past(path)
    assert past is not None
    return past


def tamper(path: Path, **changes: Any) -> None:
    """Let the index say something else."""
    past = indexed(path)
    with closing(sqlite3.connect(index_of(path))) as db, db:
        text = msgspec.json.encode(msgspec.structs.replace(past, **changes)).decode()
        db.execute("UPDATE reach SET at = ?", (text,))


def plain(record: Record, path: Path) -> object:
    """As JSON, in which a list is as good as a tuple, with the games that are in the index."""
    first = record.games[0].number
    games = [*(read_summaries(path, first, 99) if first > 1 else ()), *record.games]
    parts = {name: getattr(record, name) for name in Record.__slots__ if name != "state"}
    parts |= {"shelf": games, "taken_up": sorted(record.taken_up.items())}
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
        assert indexed(path).at.seq == begin
        add(path, entries[begin + 1 :])
        record = start(path)
        assert record.games[0].number == game
        assert plain(record, path) == plain(replay(entries, path), path)


def test_a_start_reads_no_entry_of_a_past_game(path: Path) -> None:
    entries = evenings()
    write(path, entries)
    last = indexed(path).at.seq
    change(path, f"UPDATE entry SET body = 'nonsense' WHERE seq < {last} AND game <> 3")
    assert plain(start(path), path) == plain(replay(entries, path), path)


@pytest.mark.parametrize("in_index", [False, True])
def test_a_game_goes_on_once_also_if_the_index_has_it(path: Path, in_index: bool) -> None:
    entries = evenings()
    last = entries[-1]
    another = msgspec.structs.replace(entries[0], seq=last.seq + 1, game=6)
    write(path, [*entries, another] if in_index else entries)
    assert (indexed(path).at.seq == last.seq) == in_index
    seq = last.seq + 1 + in_index
    add(path, [msgspec.structs.replace(last, seq=seq, game=last.game + 1 + in_index)])
    with pytest.raises(Trouble, match="game 3 cannot go on as this one"):
        start(path)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entry SET wall_s = 1 WHERE seq = {at}",
        "DELETE FROM entry WHERE seq = {at}",
        "DELETE FROM entry WHERE seq > {at}",
        "DELETE FROM entry WHERE seq = 3",
        "UPDATE entry SET body = 'nonsense' WHERE seq = {at}",
    ],
)
def test_a_journal_that_is_not_as_the_index_says_is_read_whole(path: Path, statement: str) -> None:
    entries = evenings()
    write(path, entries)
    tamper(path, last_hit=9_999_999)
    assert start(path).last_hit == 9_999_999
    change(path, statement.format(at=indexed(path).at.seq))
    said: list[str] = []
    journal, record = open_journal(path, said.append)
    journal.close()
    assert record.last_hit < 9_999_999
    update_index(path)
    after = read_past(path)
    assert after is None or after.last_hit < 9_999_999


@pytest.mark.parametrize("content", [b"", b"{}", b"SQLite format 3\0" + bytes(5000)])
def test_an_index_that_cannot_be_used_is_made_anew(path: Path, content: bytes) -> None:
    entries = evenings()
    write(path, entries)
    past = indexed(path)
    index_of(path).write_bytes(content)
    assert plain(start(path), path) == plain(replay(entries, path), path)
    assert indexed(path) == past


def test_the_index_of_another_journal_is_not_used(path: Path) -> None:
    entries = evenings()
    write(path, entries)
    place = msgspec.structs.replace(indexed(path).at, journal="another")
    tamper(path, at=place, last_hit=9_999_999)
    assert plain(start(path), path) == plain(replay(entries, path), path)
    assert indexed(path).last_hit < 9_999_999


def test_an_index_of_another_version_is_made_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(path, evenings())
    past = indexed(path)
    monkeypatch.setattr(index, "VERSION", index.VERSION + 1)
    assert read_past(path) is None
    assert indexed(path) == past


def test_an_earlier_gap_is_found_though_the_index_hides_it(path: Path) -> None:
    entries = evenings()
    write(path, entries)
    update_index(path)
    change(path, "UPDATE entry SET body = 'nonsense' WHERE seq = 7")
    change(path, f"UPDATE entry SET body = 'nonsense' WHERE seq = {len(entries)}")
    said: list[str] = []
    journal, record = open_journal(path, said.append)
    journal.close()
    assert "is damaged after entry 6" in said[0]
    assert record.seq == 7 == len(read_entries(path).entries)


def test_only_its_owner_reads_it(path: Path) -> None:
    write(path, evenings())
    indexed(path)
    assert index_of(path).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("at_statement", ["CREATE", "INSERT"])
def test_a_full_disk_changes_no_figure(
    path: Path, monkeypatch: pytest.MonkeyPatch, at_statement: str
) -> None:
    entries = evenings()
    begin = begin_of(entries, 3)
    write(path, entries[:begin])
    past = indexed(path)
    add(path, entries[begin:])
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Full))
    monkeypatch.setattr(Full, "at_statement", at_statement, raising=False)
    expected = [game.figures for game in played_games(iter(entries), path)]
    assert all_figures(path) == [game for game in expected if game.number != 1]
    assert read_past(path) == past
    assert plain(start(path), path) == plain(replay(entries, path), path)


class Full(sqlite3.Connection):
    """A connection to an index whose disk is full."""

    at_statement: str

    def __init__(self, database: Any, *args: Any, **options: Any) -> None:
        super().__init__(database, *args, **options)
        self.refuses = str(database).endswith(".index.sqlite3")

    def executescript(self, script: str) -> sqlite3.Cursor:
        self._refuse(script)
        return super().executescript(script)

    def executemany(self, statement: str, rows: Any) -> sqlite3.Cursor:
        self._refuse(statement)
        return super().executemany(statement, rows)

    def _refuse(self, statement: str) -> None:
        if self.refuses and self.at_statement in statement:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error


def test_an_empty_journal_and_one_with_a_single_game_have_nothing_in_the_index(path: Path) -> None:
    write(path, ())
    update_index(path)
    played = BotJournal(Random(1), target=1)
    leave_game(played)
    write(path, played.entries)
    update_index(path)
    assert read_past(path) is None
    assert start(path).number == 1


def test_a_folder_that_cannot_be_locked_is_told_in_a_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Trouble, match=r"/none cannot be locked \(No such file"):
        update_index(path.parent / "none" / "journal")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(Trouble, match=r"cannot be locked \(No locks"):
        update_index(path)


async def test_a_game_that_goes_on_after_draws_is_read_out_of_the_index(evening: Evening) -> None:
    table = await evening.begin()
    await evening.press()
    for game in (1, 2):
        await table.drawing.begin(StartOptions())
        await table.drawing.ask("Ann", 2)
        await evening.press()
        await table.play_on(game)
        past = indexed(evening.path)
        assert (past.number, past.sessions) == (game, game)
        assert past.at.seq == begin_of(read_entries(evening.path).entries, game + 1)
        await evening.press()
        await evening.die()
        whole = replay(read_entries(evening.path).entries, evening.path)
        assert plain(start(evening.path), evening.path) == plain(whole, evening.path)
        table = await evening.open()
