"""An evening at a table, as a process of its own, so that everything it asks of the disk is seen.

``python -m tests.disks.session JOURNAL MARKS [COMMANDS [SYNCHRONOUS]]``: what is promised to
somebody goes as a line to the file MARKS at that very moment, ``stage …`` says what follows.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from controller.base.errors import Refused
from controller.games.backups import Backups
from controller.journal.entry import Stamp
from controller.table.context import RequestInfo
from tests.worlds.evening import GAME, Evening

PLAYED_BACK = [
    {"do": "play", "by": "Bo", "card": "red-3"},
    {"do": "undo"},
]
"""One after the other, as often as wanted: each is on disk when it is answered."""


class Session:
    """A table whose promises are written down beside it."""

    def __init__(self, journal: Path, marks: Path, synchronous: str) -> None:
        self._marks = os.open(marks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._synchronous = synchronous
        self._evening = Evening(journal.parent)
        self._evening.path = journal
        self._evening.launcher.before_arm = self._armed
        self._asked = 0

    async def play(self, commands: int) -> None:
        """Two games with cards, a restart between them, and so many commands in each."""
        self._mark("stage begin")
        await self._open()
        await self._game()
        self._mark("stage play")
        for number in range(commands):
            await self._say(PLAYED_BACK[number % 2])
            if number % 10 == 9:
                await self._evening.press()
        self._mark("stage close")
        await self._evening.close()
        self._mark("stage reopen")
        await self._open()
        backups = Backups(self._evening.path, 2, 1, print)
        making = asyncio.create_task(backups.make())
        self._mark("stage backup")
        for game in (2, 3, 4):
            await self._game()
            backups.look(game, self._evening.table.record.seq)
            # commands while the copy is being made
            for number in range(commands // 10):
                await self._say(PLAYED_BACK[number % 2])
            await self._until_copied(game - 1)
        making.cancel()
        self._mark("stage end")
        await self._evening.close()

    async def _open(self) -> None:
        await self._evening.open()
        journal = self._evening.journal
        journal._written().execute(f"PRAGMA synchronous = {self._synchronous}")
        # folded into the file every few commands, as it is every few hundred otherwise
        journal._written().execute("PRAGMA wal_autocheckpoint = 60")
        # both have been shown: the launcher was told the name, the players a hash of the secret
        self._mark(f"named {journal.id} {journal.seed(1).hex()}")

    async def _game(self) -> None:
        self._acknowledged(
            await self._evening.table.new_game(GAME, RequestInfo(Stamp(self._key())))
        )
        await self._say({"do": "turn_up", "card": "red-5"})

    async def _say(self, command: dict[str, str]) -> None:
        try:
            seq = await self._evening.table.command(command, RequestInfo(Stamp(self._key())))
        except Refused as refused:
            # after a hit the turn is another's
            self._mark(f"refused {refused.code}")
        else:
            self._acknowledged(seq)

    async def _until_copied(self, number: int) -> None:
        folder = self._evening.path.with_name(f"{self._evening.path.name}.backups")
        async with asyncio.timeout(90):
            while not (folder / f"games-{number:06}.sqlite3").exists():  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    def _key(self) -> str:
        self._asked += 1
        return f"key-{self._asked}"

    def _armed(self) -> None:
        intent = self._evening.table.record.intent
        assert intent is not None
        self._mark(f"armed {intent.hit}")

    def _acknowledged(self, seq: int) -> None:
        self._mark(f"acknowledged {seq}")

    def _mark(self, line: str) -> None:
        os.write(self._marks, line.encode() + b"\n")


def main(journal: str, marks: str, commands: str = "60", synchronous: str = "FULL") -> None:
    asyncio.run(Session(Path(journal), Path(marks), synchronous).play(int(commands)))


if __name__ == "__main__":
    main(*sys.argv[1:])
