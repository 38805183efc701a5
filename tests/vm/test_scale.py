"""The process that reads a scale's chip, on I2C buses of a real kernel, and what goes wrong there.

At one bus a second process is the chip. The other is on two lines, to which nothing is connected.
"""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from smbus2 import SMBus

from firmware_bridge.address import at_socket
from firmware_bridge.client import RemoteLauncher, SessionOptions, connect
from firmware_bridge.driver import Driver
from hardware.gpio.scale_readings import PER_SECOND, RETRY_S, ScaleReadings, command_for
from hardware.launcher import Weighed
from hardware.portable import nau7802 as chip
from hardware.portable.settings import ScaleSettings
from tests.hardware.gpio.workbench import Workbench
from tests.vm.guest.i2c import SCL, SDA, on_lines, registers
from tests.vm.guest.lines import Lines, pi_chip
from tests.vm.guest.scale_chip import playing

pytestmark = pytest.mark.on_lines

READINGS = 40
NOBODY = 65534
PATIENCE_S = 60.0


@pytest.fixture
def bus() -> Iterator[int]:
    with registers(chip.ADDRESS) as number:
        yield number


@pytest.fixture
def lines() -> Iterator[Lines]:
    with pi_chip() as there:
        yield there


def trouble(bus: int, user: int | None = None) -> str:
    """Read the scale at this bus, which must fail; the sentence that is said, without the place."""
    command = command_for(bus, chip.ADDRESS, PER_SECOND)
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, user=user)
    assert (done.returncode, done.stderr) == (1, "")
    (said,) = done.stdout.splitlines()
    assert said.startswith("! ") and said.endswith(".")
    return said.removeprefix("! ").replace(f"/dev/i2c-{bus}", "BUS")


async def test_every_conversion_is_read_once(bus: int) -> None:
    """The chip counts its conversions, from -3: the first four are dropped."""
    with playing(bus, counts=-3):
        async with ScaleReadings(command_for(bus, chip.ADDRESS, PER_SECOND)) as readings:
            read = [await readings.next() for _ in range(READINGS)]
        with SMBus(bus) as there:
            set_to = [there.read_byte_data(chip.ADDRESS, one) for one in (chip.CTRL1, chip.CTRL2)]
    assert [one.counts for one in read] == [chip.DROPPED - 3 + nth for nth in range(READINGS)]
    took_us = read[-1].at_us - read[0].at_us
    assert took_us / (READINGS - 1) == pytest.approx(1e6 / PER_SECOND, rel=0.02)
    assert set_to == [chip.REGULATOR_3_V | chip.GAIN_128, chip.RATES[PER_SECOND] << 4]


@pytest.mark.parametrize(
    ("dead", "says"),
    [
        ("start", "The scale's chip on the I2C bus BUS did not start: check its supply"),
        # what is said of the other two is tested on simulated registers, too
        pytest.param(
            "calibrate",
            "The scale's chip on the I2C bus BUS did not finish its calibration: check",
            marks=pytest.mark.soak,
        ),
        pytest.param(
            "calibration fails",
            "The scale's chip on the I2C bus BUS cannot calibrate itself: check",
            marks=pytest.mark.soak,
        ),
        ("convert", "The scale's chip on the I2C bus BUS gives no readings: check its supply"),
    ],
)
def test_a_chip_that_hangs(bus: int, dead: str, says: str) -> None:
    with playing(bus, dead=dead):
        assert trouble(bus).startswith(says)


def test_another_chip_is_told(bus: int) -> None:
    with SMBus(bus) as there:
        there.write_byte_data(chip.ADDRESS, chip.REVISION, 0x10)
    assert trouble(bus).startswith("The chip at address 0x2a on the I2C bus BUS is no NAU7802:")


def test_no_permission(bus: int) -> None:
    Path(f"/dev/i2c-{bus}").chmod(0o600)
    assert trouble(bus, NOBODY).startswith("This user may not use the I2C bus BUS: use sudo, or")


async def test_only_one_program_reads_the_chip(bus: int) -> None:
    with playing(bus):
        async with ScaleReadings(command_for(bus, chip.ADDRESS, PER_SECOND)) as readings:
            await readings.next()
            assert trouble(bus).startswith("Another program of Rollerdeck reads the scale: stop")
            await readings.next()


NO_ANSWER = "No chip answers at address 0x2a on the I2C bus BUS: check the scale's four wires"


def test_a_clock_that_is_held_low(lines: Lines) -> None:
    """To a bus that the kernel makes of two lines, that is an address without an answer."""
    with on_lines(lines) as bus:
        lines.put(SCL, False)
        assert trouble(bus).startswith(NO_ANSWER)


def test_data_that_is_held_low_and_nobody_answers_when_it_is_let_go(lines: Lines) -> None:
    short = "Something holds the I2C bus BUS busy: check SDA and SCL for a short circuit"
    with on_lines(lines) as bus:
        lines.put(SDA, False)
        assert trouble(bus).startswith(short)
        lines.put(SDA, True)
        assert trouble(bus).startswith(NO_ANSWER)


async def test_a_bus_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    """The driver says so, cards come as without a scale, and soon after it weighs again."""
    noted: list[str] = []

    def note(event: str, sentence: str, level: int = 0, **fields: object) -> None:
        noted.extend([sentence] if event == "scale" else [])

    path = tmp_path / "launcher.sock"
    bench = Workbench(60, scale=ScaleSettings())
    with registers(chip.ADDRESS) as bus, playing(bus):
        driver = Driver(bench.board, note, scale=command_for(bus, chip.ADDRESS, PER_SECOND))
        await driver.start(path)
        launcher = await connect(at_socket(path), "table")
        assert (await weighed(launcher)).inside is None
        await launcher.close()
        # who takes the scale for itself has the driver let go: the kernel keeps a bus that is read
        await (await connect(at_socket(path), "bench", SessionOptions(weighs=False))).close()
    launcher = await connect(at_socket(path), "table")
    assert (await launcher.eject(2)).delivered == 2
    await until(lambda: bool(noted))
    with registers(chip.ADDRESS) as again, playing(again):
        assert again == bus
        await until(lambda: len(noted) > 1)
        await weighed(launcher)
        await launcher.close()
        await driver.close()
    bench.close()
    assert noted == [
        f"The I2C bus /dev/i2c-{bus} does not exist: switch I2C on with `sudo raspi-config nonint "
        "do_i2c 0`, or set scale.bus to another number.",
        "The scale can be read again.",
    ]


async def weighed(launcher: RemoteLauncher) -> Weighed:
    """What the scale says next."""
    await launcher.weigh()
    async with asyncio.timeout(PATIENCE_S):
        async for event in launcher.events():
            if isinstance(event, Weighed) and event.sure:
                return event
    raise AssertionError("nothing was weighed")


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(RETRY_S + PATIENCE_S):
        while not so():  # noqa: ASYNC110 (a log is no event)
            await asyncio.sleep(0.05)
