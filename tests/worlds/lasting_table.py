"""A table in an event loop of its own, for tests that send it one request after the other."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.worlds.client import Client, LocalControl
from tests.worlds.evening import GAME, Evening


class LastingTable:
    """A table in a loop that outlives each request."""

    def __init__(self, runner: asyncio.Runner, folder: Path) -> None:
        self.runner = runner
        self.evening = Evening(folder)
        runner.run(self._open())

    async def _open(self) -> None:
        await self.evening.begin()
        await self.evening.table.new_game(GAME)
        await self.evening.table.command({"do": "turn_up", "card": "red-5"})
        self.client = Client(self.evening, LocalControl(self.evening))

    def standing(self) -> tuple[Any, ...]:
        """Everything that a request could change."""
        evening = self.evening
        core = evening.launcher.rig.core
        return (
            *(evening.table.record, evening.journal.last_seq, evening.table.hit),
            *(core.armed_hit, core.faults, evening.launcher.rig.cards_left),
        )

    async def close(self) -> None:
        await self.client.http.aclose()
        await self.evening.close()
