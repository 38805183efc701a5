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

MOST_BYTES = 128 * 1024 * 1024
"""Of all copies together; but the newest is kept however long it is."""

_NAME = re.compile(r"games-(\d{6,})\.sqlite3")


class Backups:
    """Copies a journal when a game has begun, and deletes all but the newest copies.

    It copies at no other time, so that a referee that restarts again and again does not replace
    good copies. Copies are numbered, because the clock may be wrong and a restored journal may be
    shorter than the one before it. The newest copy from before the referee started stays as long
    as it runs, whatever others begin meanwhile.
    """

    def __init__(
        self,
        journal: Path,
        max_copies: int,
        game: int,
        say: Callable[[str], None],
        most_bytes: int = MOST_BYTES,
        quiet: asyncio.Lock | None = None,
    ) -> None:
        """Keep at most ``max_copies`` copies of ``journal``, whose newest game is ``game``.

        With 0 no copies are made. ``say`` gets a sentence if a copy could not be made. All copies
        together have at most ``most_bytes``, as far as there is one to spare. Whoever holds
        ``quiet`` keeps copies from being made.
        """
        self.folder = backups_of(journal)
        self._journal = journal
        self._max_copies = max_copies
        self._game = game
        self._say = say
        self._most_bytes = most_bytes
        self._before: int | None = None
        self._looked = False
        self._copied = 0
        self._due = asyncio.Event()
        self._quiet = quiet or asyncio.Lock()

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
        if self._max_copies:
            async with self._quiet:
                await asyncio.to_thread(self._make)

    def _make(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            newest = max(self._numbers(), default=None)
            if not self._looked:
                self._before, self._looked = newest, True
            keep(self._journal, self._file((newest or 0) + 1))
            self._thin_out()  # only once the new one is on disk
        except (OSError, Trouble) as trouble:
            self._say(f"No backup was made in {self.folder}: {trouble}")

    def _thin_out(self) -> None:
        """Delete the oldest copies, as far as there are too many or too much of them."""
        numbers = self._numbers()
        stays = {numbers[-1], self._before if self._max_copies > 1 else None}
        spare = [number for number in numbers if number not in stays]
        sizes = {number: self._file(number).stat().st_size for number in numbers}
        for number in spare:
            if len(sizes) <= self._max_copies and sum(sizes.values()) <= self._most_bytes:
                return
            self._file(number).unlink()
            del sizes[number]

    def _numbers(self) -> list[int]:
        matches = (_NAME.fullmatch(file.name) for file in self.folder.iterdir())
        return sorted(int(match[1]) for match in matches if match)

    def _file(self, number: int) -> Path:
        return self.folder / f"games-{number:06}.sqlite3"
