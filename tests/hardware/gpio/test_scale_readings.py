"""The process that reads a scale, and the program that hears from it."""

from __future__ import annotations

import asyncio
import errno
import sys
from pathlib import Path

import pytest

from hardware.gpio import scale_process, scale_readings
from hardware.gpio.nau7802 import ScaleTrouble
from hardware.gpio.scale_readings import Reading, ScaleReadings, command_for
from hardware.portable import nau7802
from tests.hardware.gpio.scale_chip import SimulatedChip


def saying(program: str) -> ScaleReadings:
    return ScaleReadings((sys.executable, "-c", program))


async def test_a_bus_that_is_not_there_is_a_sentence() -> None:
    async with ScaleReadings(command_for(98, nau7802.ADDRESS, 40)) as readings:
        with pytest.raises(ScaleTrouble, match="The I2C bus /dev/i2c-98 does not exist: switch"):
            await readings.next()


async def test_readings_come_in_order() -> None:
    async with saying("print('10 -5'); print('20 6')") as readings:
        assert [await readings.next() for _ in range(2)] == [Reading(10, -5), Reading(20, 6)]


@pytest.mark.parametrize(
    "program", ["", "print('only')", "import os; os.abort()", "raise ValueError"]
)
async def test_a_process_that_ends_is_a_sentence(program: str) -> None:
    async with saying(program) as readings:
        with pytest.raises(ScaleTrouble, match="The program that reads the scale ended"):
            await readings.next()


async def test_a_process_that_hangs_is_given_up_and_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale_readings, "SILENT_S", 0.05)
    readings = saying("import time; time.sleep(600)")
    async with readings:
        with pytest.raises(ScaleTrouble, match="The scale does not answer"):
            await readings.next()
    assert readings._process is not None
    assert readings._process.returncode is not None


def test_the_process_prints_readings_until_the_bus_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    simulated = SimulatedChip()

    def counts(now_s: float) -> int:
        if now_s > 3:
            simulated.error = errno.ENXIO
        return 7

    simulated._counts = counts
    monkeypatch.setattr("os.nice", lambda _: 0)
    monkeypatch.setattr("time.monotonic", simulated.clock)
    monkeypatch.setattr("time.sleep", simulated.wait)
    monkeypatch.setattr(scale_process, "open_bus", lambda *_: simulated)
    assert scale_process.main(["1", "42", "40"]) == 1
    *readings, last = capsys.readouterr().out.splitlines()
    assert len(readings) > 40
    assert {line.split()[1] for line in readings} == {"7"}
    assert last.startswith("! No chip answers at address 0x2a on the I2C bus /dev/i2c-1: ")


def test_only_one_program_reads_a_bus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file stands for the bus: the kernel locks both alike."""
    smbus2 = pytest.importorskip("smbus2")
    device = tmp_path / "i2c-1"
    device.touch()
    monkeypatch.setattr(smbus2.SMBus, "_get_funcs", lambda _: 0)
    really = smbus2.SMBus
    monkeypatch.setattr(smbus2, "SMBus", lambda _: really(str(device)))
    first = scale_process.open_bus(1, 42)
    with pytest.raises(ScaleTrouble, match="Another program of Rollerdeck reads the scale"):
        scale_process.open_bus(1, 42)
    first.close()
    scale_process.open_bus(1, 42).close()


def test_a_missing_library_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with pytest.raises(ScaleTrouble, match="The Python package smbus2 is missing: install"):
        scale_process.open_bus(1, 42)


async def test_nothing_is_left_of_a_process_that_nobody_hears() -> None:
    async with saying("import itertools\nfor n in itertools.count(): print(n, n)") as readings:
        await readings.next()
        await asyncio.sleep(0)
    assert readings._process is not None
    assert readings._process.returncode is not None
