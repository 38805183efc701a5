"""People who say everything again until it is taken, at a referee whose disk fails now and then.

``python -m tests.disks.stubborn JOURNAL TOLD COMMANDS``: what they were told goes to TOLD, as JSON.
Run under strace, which makes the disk fail.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from controller.base.errors import Refused, Trouble
from controller.table import table as table_module
from hardware.launcher import Reason
from tests.worlds.evening import GAME, Evening, until

SAID = ({"do": "play", "by": "Bo", "card": "red-3"}, {"do": "undo"})
MOST_TRIES = 50


class Stubborn:
    """One evening with such people."""

    def __init__(self, journal: Path) -> None:
        self._evening = Evening(journal.parent)
        self._evening.path = journal
        self.acknowledged: list[tuple[int, str]] = []
        self.refusals: list[str] = []
        self.starts: list[str] = []

    async def play(self, commands: int) -> None:
        await self._open()
        await self._game()
        for number in range(commands):
            await self._say(SAID[number % 2])
        await self._press()
        await self._evening.close()
        # a clean end and another start: what the file alone holds
        await self._open()
        await self._say({"do": "set", "hands": {"Cy": 3}})
        await self._press()
        await self._evening.close()

    async def _open(self) -> None:
        for _ in range(MOST_TRIES):
            try:
                await self._evening.open()
            except Trouble as trouble:
                self.starts.append(str(trouble))
            else:
                # syncs are many, and checkpoints few
                self._evening.journal._written().execute("PRAGMA wal_autocheckpoint = 20")
                return
        raise AssertionError(self.starts[-1])

    async def _game(self) -> None:
        await self._until_taken("game", lambda: self._evening.table.new_game(GAME))
        await self._say({"do": "turn_up", "card": "red-5"})

    async def _say(self, command: dict[str, Any]) -> None:
        await self._until_taken(command["do"], lambda: self._evening.table.command(command))

    async def _until_taken(self, what: str, ask: Any) -> None:
        for _ in range(MOST_TRIES):
            before = self._evening.table.record
            try:
                self.acknowledged.append((await ask(), what))
            except Refused as refused:
                if refused.code != "not_saved":
                    raise
                told = self._evening.table.problem
                assert told == Reason(refused.key, refused.values), "the table is not told"
                assert self._evening.table.record.state is before.state, "it happened all the same"
                self.refusals.append(refused.key)
            else:
                return
        raise AssertionError(self.refusals[-1])

    async def _press(self) -> None:
        """One hit, and its count on disk, however often that is tried."""
        evening = self._evening
        table = evening.table
        await until(lambda: evening.launcher.rig.core.armed_hit != 0)
        before = table.record.last_measured
        await evening.press()
        await until(lambda: table.record.last_measured > before)

    def told(self) -> dict[str, Any]:
        return {
            "acknowledged": self.acknowledged,
            "refusals": self.refusals,
            "starts": self.starts,
            "cards": self._evening.launcher.rig.cards_left,
        }


def main(journal: str, told: str, commands: str) -> None:
    table_module.RETRY_S = 0.0
    stubborn = Stubborn(Path(journal))
    asyncio.run(stubborn.play(int(commands)))
    Path(told).write_text(json.dumps(stubborn.told()))


if __name__ == "__main__":
    main(*sys.argv[1:])
