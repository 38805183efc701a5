"""Bytes that are written in an hour of play, in a new journal and in one of a year.

At the file: what SQLite writes. At the device: what the kernel then counts, in whole pages of 4 KB,
as far as the folder is on a disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from controller.games.backups import Backups
from controller.games.book import Book
from controller.games.entries import Begun, CommandBody, CountDetails, Intent
from controller.games.record import Record
from controller.games.start_up import open_journal
from controller.journal.entry import Entry, Stamp, row_of
from controller.journal.schema import lay
from hardware.profiles import launcher_of, profile_of
from rules import Setup, read_setup, start
from rules.bots import play_game
from tests.bench.figures import Figure

COMMANDS_AN_HOUR = 720
"""One each five seconds."""
A_YEAR = 160
"""Hours: three a week."""
GAME = {"edition": "attack", "players": ["Ann", "Bo", "Cy", "Di"], "dealer": "Ann"}
KB = 1000


def measure(folder: Path) -> list[Figure]:
    """What this process wrote in hours 1 and 3 of a new journal, and in one of a year."""
    new = folder / "new"
    first, first_copies = asyncio.run(_hour(new))
    net = new.stat().st_size / KB
    asyncio.run(_hour(new))
    third, _ = asyncio.run(_hour(new))
    lay(folder / "old", map(row_of, _years()))
    old, old_copies = asyncio.run(_hour(folder / "old"))
    return [
        Figure("journal, an hour of 720 commands, file", first.file, "KB", "its length", net),
        Figure("the same, device", first.device, "KB", "the file", first.file),
        Figure("its backups, device", first_copies.device, "KB", "the journal", first.device),
        Figure("its third hour, file", third.file, "KB", "the first hour", first.file),
        Figure("journal of a year, one hour more, file", old.file, "KB", "a new one", first.file),
        Figure("the same, device", old.device, "KB", "the file", old.file),
        Figure("its backups, device", old_copies.device, "KB", "the journal", old.device),
    ]


class Written(NamedTuple):
    """KB."""

    file: float = 0.0
    device: float = 0.0

    @classmethod
    def so_far(cls) -> Written:
        """By this process, as the kernel counts it."""
        lines = Path("/proc/self/io").read_text().splitlines()
        counted = dict(line.split(": ") for line in lines)
        return cls(int(counted["wchar"]) / KB, int(counted["write_bytes"]) / KB)

    def since(self, before: Written) -> Written:
        """What was written since then."""
        return Written(self.file - before.file, self.device - before.device)

    def and_also(self, more: Written) -> Written:
        """Both together."""
        return Written(self.file + more.file, self.device + more.device)


async def _hour(path: Path) -> tuple[Written, Written]:
    """What is written to the journal, and to its backups."""
    journal, record = open_journal(path, print)
    book = Book(journal, record)
    backups = Backups(path, 10, record.number, print)
    written = copied = Written()
    said = 0
    try:
        while said < COMMANDS_AN_HOUR:
            before = Written.so_far()
            said += await _play(book, Random(f"{record.seq} {said}"), COMMANDS_AN_HOUR - said)
            between = Written.so_far()
            written = written.and_also(between.since(before))
            backups.look(book.record.number, book.record.seq)
            if backups.due:
                await backups.make_one()
                copied = copied.and_also(Written.so_far().since(between))
        before = Written.so_far()
    finally:
        journal.close()
    return written.and_also(Written.so_far().since(before)), copied


async def _play(book: Book, random: Random, most: int) -> int:
    """A bots' game, written as the table writes it; returns how many commands there were."""
    setup = read_setup(GAME)
    assert isinstance(setup, Setup)
    said: list[dict[str, Any]] = []
    launcher = launcher_of(profile_of("measured"), random.randbytes(8))
    play_game(setup, launcher, random, lambda _, command: said.append(command))
    await book.write(Begun(GAME, "5eed", "measured", rules=setup.rules), start(setup))
    for command in said[:most]:
        entry = CommandBody(command)
        if command["do"] == "hit":
            entry = CommandBody(command, book.record.last_hit, CountDetails(command["cards"]))
        key = f"{random.getrandbits(128):032x}"
        # armed ahead, whatever was said: the next press may come at any moment
        await book.write(entry, book.judge(command), Stamp(key), _next_hit)
    return min(most, len(said))


def _next_hit(record: Record) -> Intent:
    return Intent(record.last_hit + 1, 4, 4, "Ann", "Ann")


def _years() -> Iterator[Entry]:
    """What a year leaves, in bytes: commands with their keys, and an intent after each."""
    said = ({"do": "play", "by": "Bo", "card": "red-3"}, {"do": "undo"})
    intent = msgspec.to_builtins(Intent(1, 4, 4, "Bo", "Bo"))
    yield Entry(1, 1, "game", msgspec.to_builtins(Begun(GAME, "5eed", "measured")))
    for number in range(A_YEAR * COMMANDS_AN_HOUR):
        seq = 2 * number + 2
        command = said[number % 2 - 1] if number else {"do": "turn_up", "card": "red-5"}
        body = msgspec.to_builtins(CommandBody(command))
        yield Entry(seq, 1, "command", body, f"{seq:032x}", 1)
        yield Entry(seq + 1, 1, "intent", intent, None, 1)
