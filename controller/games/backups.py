"""Automatic backups: one when a game begins, and only the newest are kept."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

from controller.base.errors import Trouble
from controller.base.paths import backups_of
from controller.games.backup import keep

GROWN = 50
"""A backup is due when the journal has grown by a fiftieth since the last one. That is every game
at first, and every few evenings with a journal of years, so that backups never write much more
than the journal itself."""

_NAME = re.compile(r"games-(\d{6,})\.sqlite3")


class Backups:
    """Copies a journal when a game has begun, and deletes all but the newest copies.

    It copies at no other time, so that a referee that restarts again and again does not replace
    good copies. Copies are numbered, because the clock may be wrong and a restored journal may be
    shorter than the one before it.
    """

    def __init__(self, journal: Path, kept: int, game: int, say: Callable[[str], None]) -> None:
        """Keep at most ``kept`` copies of ``journal``, whose newest game is ``game``.

        With 0 no copies are made. ``say`` gets a sentence if a copy could not be made.
        """
        self.folder = backups_of(journal)
        self._journal = journal
        self._kept = kept
        self._game = game
        self._say = say
        self._copied = 0
        self._due = asyncio.Event()

    def look(self, game: int, entries: int) -> None:
        """Take note of the game on the table and the number of entries in the journal."""
        if game != self._game:
            self._game = game
            if (entries - self._copied) * GROWN >= self._copied:
                self._copied = entries
                self._due.set()

    async def make(self) -> None:
        """Make a backup whenever one is due, for as long as the referee runs."""
        while True:
            await self._due.wait()
            await self.make_one()

    @property
    def due(self) -> bool:
        """Whether a backup is due."""
        return self._due.is_set()

    async def make_one(self) -> None:
        """Make a backup now."""
        self._due.clear()
        if self._kept:
            await asyncio.to_thread(self._make)

    def _make(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            numbers = self._numbers()
            keep(self._journal, self._file(max(numbers, default=0) + 1))
            # Old copies are deleted only after the new one is on disk.
            for number in self._numbers()[: -self._kept]:
                self._file(number).unlink()
        except (OSError, Trouble) as trouble:
            self._say(f"No backup was made in {self.folder}: {trouble}")

    def _numbers(self) -> list[int]:
        found = (_NAME.fullmatch(one.name) for one in self.folder.iterdir())
        return sorted(int(match[1]) for match in found if match)

    def _file(self, number: int) -> Path:
        return self.folder / f"games-{number:06}.sqlite3"
