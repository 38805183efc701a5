"""A launcher quicker than any: up to 50 cards a second through the real driver, on real lines."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Mapping
from ctypes import c_uint64
from pathlib import Path
from typing import Final

from firmware_bridge.driver import Driver, hurry
from hardware.gpio.chip import open_board
from hardware.gpio.pins import Pins
from hardware.portable.settings import Settings
from tests.vm.guest.lines import PRIORITY, Lines

CARD_US: Final = 14_000
SETTINGS: Final = Settings(
    card_us=CARD_US,
    spin_up_us=4_000,
    dip_us=1_500,
    late_first_us=5_000,
    jam_us=60_000,
    no_card_us=120_000,
    brake_us=30_000,
    retract_us=12_000,
    retract_more_us=6_000,
    retract_max_us=24_000,
    settle_us=15_000,
    cooldown_us=15_000,
)
"""Its cards block the beam for 14 ms; what rests between hits is shortened alike."""


class QuickPins(Pins, frozen=True, forbid_unknown_fields=True):
    """The usual pins, with the settings of this launcher."""

    def settings(self, measured: Mapping[str, int] | None = None) -> Settings:
        """See ``SETTINGS``."""
        return SETTINGS


PINS: Final = QuickPins(lamp=0, buzzer=0)


def drive(socket: Path) -> None:
    """Be the driver: what ``rollerdeck driver`` does, with other settings."""
    os.chdir(socket.parent)

    async def serve() -> None:
        hurry()
        loop = asyncio.get_running_loop()
        ended = asyncio.Event()
        driver = Driver(open_board(PINS, loop.time, lambda trouble: ended.set()))
        await driver.start(socket)
        await ended.wait()
        await driver.close()

    asyncio.run(serve())


def feed(folder: Path, device: Path, left: c_uint64, seed: int) -> None:
    """Be roller, cards and sensor: cards pass for as long as the motor turns forward.

    ``left``: how many passed, the truth. Every edge bounces up to twice within 0.4 ms.
    """
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    scatter = random.Random(seed)
    lines = Lines(folder, device)

    def edge(high: bool, lasts_us: int) -> None:
        end_s = time.monotonic() + lasts_us / 1e6
        lines.put(PINS.card_sensor, high)
        for _ in range(scatter.randint(0, 2)):
            for level in (not high, high):
                time.sleep(scatter.randint(20, 100) / 1e6)
                lines.put(PINS.card_sensor, level)
        time.sleep(max(0.0, end_s - time.monotonic()))

    lines.put(PINS.button, True)
    lines.put(PINS.card_sensor, False)
    while True:
        if not lines.high(PINS.motor_in1) or lines.high(PINS.motor_in2):
            time.sleep(0.001)
            continue
        time.sleep(0.002)
        while lines.high(PINS.motor_in1) and not lines.high(PINS.motor_in2):
            edge(True, scatter.randint(CARD_US - 200, CARD_US + 200))
            left.value += 1
            edge(False, scatter.randint(5_800, 9_000))
