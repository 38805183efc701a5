"""Controls the Pico's mechanism and its plug, as ``SimulatorControl`` a simulated launcher."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from tests.vm.booted.pico import CONTROL_SOCKET

ANSWER_S: Final = 10.0


class Truth(msgspec.Struct, frozen=True):
    """What really happened; times are milliseconds of the Pico's bench."""

    at_ms: float
    cards_left: int
    motor_on: bool
    motor_runs_ms: tuple[tuple[float, float | None], ...]


class PicoControl:
    """Connects anew for each request."""

    async def press(self, hold_ms: int) -> None:
        await self._ask("press", hold_ms=hold_ms)

    async def fill(self, cards: int) -> None:
        await self._ask("fill", cards=cards)

    async def pull(self) -> bool:
        return bool(await self._ask("pull"))

    async def plug(self, on: bool) -> None:
        """Put the plug in, or pull it out; nothing if it is so already."""
        await self._ask("plug", on=on)

    async def truth(self) -> Truth:
        return msgspec.convert(await self._ask("truth"), Truth)

    async def _ask(self, do: str, **members: object) -> Any:
        async with asyncio.timeout(ANSWER_S):
            reader, writer = await asyncio.open_unix_connection(str(CONTROL_SOCKET), limit=1 << 20)
            try:
                writer.write(msgspec.json.encode({"do": do, **members}) + b"\n")
                return msgspec.json.decode(await reader.readline())
            finally:
                writer.close()
