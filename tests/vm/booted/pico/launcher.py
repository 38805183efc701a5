"""The launcher of this machine: a Pico with a supply of its own, and the pins of a Pi beside it."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import msgspec

from controller.base.service_manager import this_service
from firmware_bridge.sockets import Listener
from tests.micropython.workbench import PicoBench, pico
from tests.vm.booted import CARDS
from tests.vm.booted.pico import CONTROL_SOCKET, PLUGGED
from tests.vm.booted.product import FIRMWARE, HOME
from tests.vm.guest.lines import pi_chip
from tests.vm.guest.plug import Plug

PRIORITY: Final = 30
"""As the mechanism's behind a Pi's lines: a roller waits for nobody."""
SEED: Final = 8


class ControlServer:
    """Serves ``PicoControl``: one JSON object a line, and one for an answer."""

    def __init__(self, bench: PicoBench, plug: Plug, plugged: bool) -> None:
        self._bench = bench
        self._plug = plug
        self._plugged = plugged
        self.listener = Listener(self._serve)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            answer = await self._handle(**msgspec.json.decode(line))
            writer.write(msgspec.json.encode(answer) + b"\n")
            await writer.drain()

    async def _handle(self, do: str, **members: Any) -> object:
        bench = self._bench
        if do == "press":
            bench.touch(lambda rig: rig.tap(members["hold_ms"] * 1000))
        elif do == "fill":
            bench.touch(lambda rig: rig.unload())
            bench.touch(lambda rig: rig.load(members["cards"]))
        elif do == "pull":
            pulled: list[bool] = []
            bench.touch(lambda rig: pulled.append(rig.pull()))
            return pulled[0]
        elif do == "plug":
            if members["on"] != self._plugged:
                self._plugged = members["on"]
                await (self._plug.put_in if self._plugged else self._plug.pull_out)()
        else:
            runs = [
                (on / 1000, None if off is None else off / 1000) for on, off in bench.motor_runs
            ]
            return {
                "at_ms": bench.now_us / 1000,
                "cards_left": bench.rig.cards_left,
                "motor_on": bench.motor_on,
                "motor_runs_ms": runs,
            }
        return None


async def _live(ready: Callable[[], None]) -> None:
    with pico(Path(mkdtemp()), CARDS, seed=SEED, files=HOME / FIRMWARE) as (cable, bench):
        plug = Plug(cable)
        async with bench.living():
            plugged = PLUGGED.exists()
            if plugged:
                await plug.put_in()
            control_server = ControlServer(bench, plug, plugged)
            await control_server.listener.start(CONTROL_SOCKET)
            ready()
            await asyncio.Event().wait()


def main() -> None:
    """Be it until killed."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    with pi_chip():
        asyncio.run(_live(this_service().ready))


if __name__ == "__main__":
    main()
