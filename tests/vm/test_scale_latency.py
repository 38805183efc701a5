"""The driver reacts as soon beside a scale as without one: its readings come from another process.

Times are those of the virtual machine, see ``test_latency``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from controller.base import paths
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from hardware.calibration import (
    SCALE_CALIBRATION,
    ScaleCalibration,
    this_machine,
    write_scale_calibration,
)
from hardware.portable import nau7802 as chip
from tests.bench.figures import quantile
from tests.vm.guest.i2c import registers
from tests.vm.guest.launcher import PATIENCE_S, LineLauncher
from tests.vm.guest.lines import pi_chip
from tests.vm.guest.scale_chip import playing
from tests.vm.test_latency import (
    SAMPLES,
    Reactions,
    at_rest,
    before_others,
    driver_reactions,
    running,
)

pytestmark = [pytest.mark.on_lines, pytest.mark.soak]

ONE_TRANSFER_MS: Final = 0.5
"""Longer than the kernel needs for a register of a chip that is no wire away."""


__all__ = ["before_others"]  # a fixture of every test here


async def test_reactions_beside_a_scale(tmp_path: Path) -> None:
    measured: dict[str, Reactions] = {}
    with registers(chip.ADDRESS) as bus, playing(bus), calibrated(bus):
        scale = f'[scale]\nchip = "nau7802"\nbus = {bus}\n'
        for name, more in (("without a scale", ""), ("with a scale", scale)):
            (folder := tmp_path / name).mkdir()
            with pi_chip() as lines:
                at_rest(lines)
                launcher = LineLauncher(folder, lines, more)
                with running(launcher.start_driver()):
                    before = await readings(launcher, bool(more))
                    on_ms, brake_ms = await driver_reactions(launcher)
                    read = await readings(launcher, bool(more)) - before
                    assert (read > SAMPLES) is bool(more)
            measured[name] = {"press to motor on": on_ms, "end of a card to brake": brake_ms}
    print(f"\n{'reaction, ms (' + str(SAMPLES) + ' each)':44}{'without scale':>16}{'with':>16}")
    print(f"{'':44}{'p50':>8}{'p99':>8}{'p50':>8}{'p99':>8}")
    for name in ("press to motor on", "end of a card to brake"):
        both = (measured[which][name] for which in ("without a scale", "with a scale"))
        shown = [quantile(each, share) for each in both for share in (0.5, 0.99)]
        print(f"{name:44}" + "".join(f"{ms:8.2f}" for ms in shown))
        assert shown[2] < 1.1 * shown[0], "the middle one"
        assert shown[3] < shown[1] + ONE_TRANSFER_MS, "the latest"


@contextmanager
def calibrated(bus: int) -> Iterator[None]:
    """What a bench would have saved of the scale at this bus."""
    file = paths.calibration_path().with_name(SCALE_CALIBRATION)
    of_cards = {"counts_per_kg": 429_000, "card_mg": 1_800, "noise_mg": 170}
    spread = {"card_low_permille": 990, "card_high_permille": 1_010}
    found = ScaleCalibration(this_machine(), bus, chip.ADDRESS, **of_cards, **spread)
    write_scale_calibration(file, found)
    try:
        yield
    finally:
        file.unlink()


async def readings(launcher: LineLauncher, some: bool) -> int:
    """How many readings of its scale there were; waits until there are ``some``."""
    client = await connect(at_socket(launcher.socket), "latency")
    async with asyncio.timeout(PATIENCE_S):
        newest = await client.reading()
        while some and not (newest and newest.number):
            await asyncio.sleep(0.01)
            newest = await client.reading()
    await client.close()
    return newest.number if newest else 0
