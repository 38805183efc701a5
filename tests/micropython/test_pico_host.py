"""A host meets a Pico: the build that it runs, what it was calibrated to, the motor off."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec import structs

from controller.base.config import load
from firmware_bridge.address import at_serial
from firmware_bridge.client import SessionOptions, connect, made_with, safe_off
from firmware_bridge.serial_line import dial
from hardware.launcher import Fault, LauncherGone
from hardware.portable.settings import Settings
from tests.firmware_bridge.by_hand import order
from tests.micropython.process import ROOT
from tests.micropython.workbench import STEP_US, WIRED, build, pico

pytestmark = pytest.mark.looptime

SAFE_OFF_S = 1.0
LET_GO_S = 0.01
"""A loop closes its lines a little later."""


def test_the_virtual_machines_pico_is_configured_as_it_is_wired() -> None:
    """With another wiring, the build would have another name, and its referee would refuse it."""
    assert load(Path(__file__).parents[1] / "vm/booted/pico/run/pico.toml").pico == WIRED


def test_all_that_a_pico_runs_is_compiled_for_it() -> None:
    here = [
        *(ROOT / "hardware" / "portable").glob("*.py"),
        *(ROOT / "firmware_bridge" / "wire").glob("*.py"),
        *(ROOT / "firmware_bridge" / "pico").glob("*.py"),
        *(ROOT / "firmware_bridge" / f"{name}.py" for name in ("messages", "device_end", "device")),
    ]
    assert len(here) > 30
    for file in here:
        compiled = build() / file.relative_to(ROOT).with_suffix(".mpy")
        assert compiled.read_bytes()[:1] == b"M", file


def program(build: str, calibration: str = "") -> SessionOptions:
    """Only a Pico with this program and this calibration can be used."""
    return SessionOptions(fits=made_with(build, calibration))


async def test_a_pico_that_runs_another_build_is_refused_with_the_command_that_mends_it(
    tmp_path: Path,
) -> None:
    with pico(tmp_path, 20) as (cable, bench):
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "any build")
            there = launcher.capabilities.build
            await launcher.close()
            with pytest.raises(LauncherGone, match=rf"other_build.*{there}.*00000000"):
                await connect(at_serial(cable.path), "another", program("00000000"))
            await asyncio.sleep(LET_GO_S)
            launcher = await connect(at_serial(cable.path), "the same", program(there))
            assert (await launcher.eject(1)).delivered == 1
            await launcher.close()


async def test_a_pico_with_another_calibration_is_refused_where_there_is_one(
    tmp_path: Path,
) -> None:
    with pico(tmp_path, 20) as (cable, bench):
        async with bench.living():
            with pytest.raises(LauncherGone, match="other_calibration"):
                await connect(at_serial(cable.path), "calibrated", program("", "12345678"))


async def test_what_was_measured_is_in_force(tmp_path: Path) -> None:
    measured = {"card_us": 88_000, "jam_us": 310_000}
    with pico(tmp_path, 20, measured=measured) as (cable, bench):
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "bench")
            assert await launcher.trace(True) == measured
            await launcher.close()


async def test_a_motor_driver_that_reports_a_fault_stops_the_motor_until_it_is_cleared(
    tmp_path: Path,
) -> None:
    with pico(tmp_path, 20) as (cable, bench):
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "motor fault")
            ejecting = asyncio.create_task(launcher.eject(12))
            await bench.until(lambda: bench.motor_on)
            bench.touch(lambda rig: rig.set_fault("motor_fault", True))
            result = await ejecting
            assert (result.complete, result.fault) == (False, Fault.MOTOR_FAULT)
            assert not bench.motor_on
            assert await launcher.clear_faults() == (Fault.MOTOR_FAULT,)
            bench.touch(lambda rig: rig.set_fault("motor_fault", False))
            await bench.pass_us(2 * STEP_US)
            assert await launcher.clear_faults() == ()
            assert (await launcher.eject(1)).delivered == 1
            await launcher.close()


async def test_a_sensor_that_is_low_at_a_card_counts_like_any_other(tmp_path: Path) -> None:
    with pico(tmp_path, 20, structs.replace(WIRED, sensor="fc-51")) as (cable, bench):
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "bench")
            result = await launcher.eject(2)
            assert (result.delivered, result.uncertain, result.fault) == (2, 0, None)
            await launcher.close()


async def test_safe_off_stops_a_motor_whose_host_is_gone(tmp_path: Path) -> None:
    with pico(tmp_path, 20) as (cable, bench):
        async with bench.living():
            writer = await order(await dial(cable.path), "eject", count=12)
            await asyncio.sleep(0.2)  # less than the lease
            with pytest.raises(LauncherGone, match="port_taken"):
                await safe_off(at_serial(cable.path), SAFE_OFF_S)
            assert bench.motor_on
            writer.close()
            await asyncio.sleep(LET_GO_S)
            await safe_off(at_serial(cable.path), SAFE_OFF_S)
            (run,) = bench.motor_runs
            assert run[1] is not None and run[1] < 240_000


async def test_a_host_that_falls_silent_in_the_middle_of_a_hit_keeps_no_motor_on(
    tmp_path: Path,
) -> None:
    with pico(tmp_path, 20) as (cable, bench):
        async with bench.living():
            writer = await order(await dial(cable.path), "eject", count=12)
            ordered_us = bench.now_us
            await asyncio.sleep(3)
            assert bench.motor_runs and not bench.motor_on
            last_us = bench.motor_runs[-1][1]
            assert last_us is not None
            off_us = last_us - ordered_us
            assert off_us <= Settings.lease_us + Settings.finish_bound_us + 2 * STEP_US
            assert 0 < bench.rig.cards_left < 12
            writer.close()


async def test_a_host_that_dies_before_the_press_keeps_no_motor_on(tmp_path: Path) -> None:
    """A host may ask a Pico for the long lease, too; from the press on it is the short one."""
    with pico(tmp_path, 20) as (cable, bench):
        async with bench.living():
            streams = await dial(cable.path)
            writer = await order(streams, "arm", armed_lease=True, hit=1, count=12)
            await asyncio.sleep(Settings.armed_lease_us / 1e6 - 0.5)
            pressed_us = bench.now_us
            bench.touch(lambda rig: rig.tap(40_000))
            await asyncio.sleep(3)
            assert bench.motor_runs and not bench.motor_on
            last_us = bench.motor_runs[-1][1]
            assert last_us is not None
            off_us = last_us - pressed_us
            assert off_us <= Settings.lease_us + Settings.finish_bound_us + 2 * STEP_US
            writer.close()


async def test_safe_off_without_an_answer_says_to_take_its_power_away(tmp_path: Path) -> None:
    with (
        pico(tmp_path, 20) as (cable, _),  # it does not live
        pytest.raises(LauncherGone, match="not_switched_off"),
    ):
        await safe_off(at_serial(cable.path), SAFE_OFF_S)
