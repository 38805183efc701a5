"""Backups without anybody asking: one as a game begins, of a number that is bounded."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

from controller.base.errors import Trouble
from controller.base.paths import backups_of
from controller.games.backup import keep

GROWN = 50
"""A copy is made once a journal has grown by a fiftieth since the last one: every game at first,
some evenings apart in one of years. So copies never write much more than the journal itself."""

_NAME = re.compile(r"games-(\d{6,})\.sqlite3")


class Backups:
    """Copies a journal when a game has begun, and deletes all but the newest copies.

    Only then: a referee that starts again and again must not push the good copies out. They are
    numbered, because this machine's clock may be wrong, and a restored journal begins small.
    """

    def __init__(self, journal: Path, kept: int, game: int, say: Callable[[str], None]) -> None:
        """Of ``journal``, which stands at ``game``; ``kept`` at most, 0: none are made.

        ``say`` is told in a sentence why one could not be made.
        """
        self.folder = backups_of(journal)
        self._journal = journal
        self._kept = kept
        self._game = game
        self._say = say
        self._copied = 0
        self._due = asyncio.Event()

    def look(self, game: int, entries: int) -> None:
        """Say which game is on the table now, and how many entries the journal has."""
        if game != self._game:
            self._game = game
            if (entries - self._copied) * GROWN >= self._copied:
                self._copied = entries
                self._due.set()

    async def make(self) -> None:
        """Make one whenever it is due, for as long as the referee runs."""
        while True:
            await self._due.wait()
            await self.make_one()

    @property
    def due(self) -> bool:
        """Whether one is to be made."""
        return self._due.is_set()

    async def make_one(self) -> None:
        """Make one now."""
        self._due.clear()
        if self._kept:
            await asyncio.to_thread(self._make)

    def _make(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, exist_ok=True)
            numbers = self._numbers()
            keep(self._journal, self._file(max(numbers, default=0) + 1))
            # only once there is a new one
            for number in self._numbers()[: -self._kept]:
                self._file(number).unlink()
        except (OSError, Trouble) as trouble:
            self._say(f"No backup was made in {self.folder}: {trouble}")

    def _numbers(self) -> list[int]:
        found = (_NAME.fullmatch(one.name) for one in self.folder.iterdir())
        return sorted(int(match[1]) for match in found if match)

    def _file(self, number: int) -> Path:
        return self.folder / f"games-{number:06}.sqlite3"
