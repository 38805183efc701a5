"""Bytes that reach the disk in an hour of play, in a new journal and in one of a year."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from controller.games.backups import Backups
from controller.games.book import Book
from controller.games.entries import Begun, CountDetails, Intent, Said
from controller.games.salvage import open_journal
from controller.journal.entry import Entry, Stamp, row_of
from controller.journal.tables import lay
from controller.study.simulation import launcher_of
from hardware.profiles import profile_of
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
    """What the kernel counted for this process, as written to a disk."""
    new, copies = asyncio.run(_hour(folder / "new"))
    net = (folder / "new").stat().st_size / KB
    lay(folder / "old", map(row_of, _years()))
    old, old_copies = asyncio.run(_hour(folder / "old"))
    return [
        Figure("journal, an hour of 720 commands", new, "KB", "its length", net),
        Figure("its backups", copies, "KB", "the journal", new),
        Figure("journal of a year, one hour more", old, "KB", "a new journal", new),
        Figure("its backups", old_copies, "KB", "the journal", old),
    ]


async def _hour(path: Path) -> tuple[float, float]:
    """KB written to the journal, and to its backups."""
    journal, record = open_journal(path, print)
    book = Book(journal, record)
    backups = Backups(path, 10, record.number, print)
    written = copied = 0.0
    said = 0
    try:
        while said < COMMANDS_AN_HOUR:
            before = _written_kb()
            said += await _play(book, Random(said), COMMANDS_AN_HOUR - said)
            between = _written_kb()
            written += between - before
            backups.look(book.record.number, book.record.seq)
            if backups.due:
                await backups.make_one()
                copied += _written_kb() - between
    finally:
        journal.close()
    return written, copied


async def _play(book: Book, random: Random, most: int) -> int:
    """A bots' game, written as the table writes it; returns how many commands there were."""
    setup = read_setup(GAME)
    assert isinstance(setup, Setup)
    said: list[dict[str, Any]] = []
    launcher = launcher_of(profile_of("measured"), random.randbytes(8))
    play_game(setup, launcher, random, lambda _, command: said.append(command))
    await book.begin(Begun(GAME, "5eed", "measured", rules=setup.rules), start(setup))
    for command in said[:most]:
        entry = Said(command)
        if command["do"] == "hit":
            entry = Said(command, book.record.last_hit, CountDetails(command["cards"]))
        key = f"{random.getrandbits(128):032x}"
        await book.say(entry, book.judge(command), Stamp(key))
        # armed ahead, whatever was said: the next press may come at any moment
        await book.intend(Intent(book.record.last_hit + 1, 4, 4, "Ann", "Ann"))
    return min(most, len(said))


def _years() -> Iterator[Entry]:
    """What a year leaves, in bytes: commands with their keys, and an intent after each."""
    said = ({"do": "play", "by": "Bo", "card": "red-3"}, {"do": "undo"})
    intent = msgspec.to_builtins(Intent(1, 4, 4, "Bo", "Bo"))
    yield Entry(1, 1, "game", msgspec.to_builtins(Begun(GAME, "5eed", "measured")))
    for number in range(A_YEAR * COMMANDS_AN_HOUR):
        seq = 2 * number + 2
        command = said[number % 2 - 1] if number else {"do": "turn_up", "card": "red-5"}
        body = msgspec.to_builtins(Said(command))
        yield Entry(seq, 1, "command", body, f"{seq:032x}", 1)
        yield Entry(seq + 1, 1, "intent", intent, None, 1)


def _written_kb() -> float:
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in lines)["write_bytes"]) / KB
