"""The driver's process on mock pins: the same as ``tests/micropython/reflex.py``, for a Pi."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from firmware_bridge.driver import Driver
from hardware.gpio.edges import CheckedEdges
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.gpiozero_edges import GpiozeroEdges
from hardware.gpio.pins import Pins
from tests.hardware.gpio.wires import motor_of
from tests.hardware.gpio.workbench import WatchedFactory

PAUSE_S = 0.02
PINS = Pins(cover=6)


class Stand:
    """Pins, and a hand at the cover."""

    def __init__(self, reports: Path) -> None:
        self._loop = asyncio.get_running_loop()
        self._reports = reports
        self._factory = WatchedFactory()
        self._on_us = 0
        self._open_us = 0
        inputs = PINS.inputs
        edges = GpiozeroEdges(self._factory, inputs, at_us=lambda _: self._now_us())
        for name, gpio in inputs.items():
            self._factory.put(gpio, name not in ("card_sensor", "cover"))
        checked = CheckedEdges(edges)
        self.board = GpioBoard(PINS, self._factory, checked, self._loop.time, self._failed)
        self._factory.changed = self._changed

    def _failed(self, why: Exception) -> None:
        raise SystemExit(str(why))

    def _now_us(self) -> int:
        return round(self._loop.time() * 1e6)

    def _changed(self) -> None:
        levels = [self._factory.level(getattr(PINS, name)) for name in PINS.driver.inputs]
        on = motor_of(PINS.driver, levels)[0] > 0
        if on and not self._on_us:
            self._on_us = self._now_us()
            self._opening = self._loop.call_later(PAUSE_S, self._open)
        elif not on and self._on_us and not self._open_us:
            # from braking to coasting, one pin is low before the other: that is no hit
            self._on_us = 0
            self._opening.cancel()
        elif not on and self._open_us:
            moments = [self._on_us, self._open_us, self._now_us()]
            self._on_us = self._open_us = 0
            with self._reports.open("a") as file:
                file.write(json.dumps(moments) + "\n")

    def _open(self) -> None:
        self._open_us = self._now_us()
        self._factory.put(PINS.cover, True)
        self._loop.call_later(PAUSE_S, self._factory.put, PINS.cover, False)


async def main() -> None:
    """Serve until killed."""
    folder = Path(sys.argv[1])
    stand = Stand(folder / "reflexes.jsonl")
    await Driver(stand.board).start(folder / "launcher.sock")
    await asyncio.Event().wait()


asyncio.run(main())
