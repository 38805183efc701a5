"""A Pico's turntable: what its motors get, and what is asked of none of them. Virtual time."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from firmware_bridge.address import at_serial
from firmware_bridge.client import RemoteLauncher, connect
from hardware.gpio.launcher_pins import Invertible
from hardware.gpio.turntable_pins import TurntablePins
from tests.micropython.workbench import WIRED, PicoBench, pico

pytestmark = pytest.mark.looptime

SERVO = TurntablePins(kind="servo", gpios=(20,), seats=3)
COILS = TurntablePins(kind="coils", gpios=(19, 20, 21, 22), steps_a_turn=200, deg_per_s=90)


@asynccontextmanager
async def turning(
    folder: Path, table: TurntablePins
) -> AsyncIterator[tuple[RemoteLauncher, PicoBench]]:
    pins = msgspec.structs.replace(WIRED, turntable=table)
    with pico(folder, 20, pins) as (cable, bench):
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "turntable")
            yield launcher, bench
            await launcher.close()


async def test_a_servos_pulses_say_where_to_and_end_when_it_stands(tmp_path: Path) -> None:
    async with turning(tmp_path, SERVO) as (launcher, bench):
        assert await launcher.face(2)
        pulses_us = []
        for _ in range(300):
            await asyncio.sleep(0.01)
            pulses_us.append(round(20_000 * bench.level(20)))
        assert max(pulses_us) == 2_000
        assert pulses_us[-1] == 0
        steps = [later - one for one, later in itertools.pairwise(pulses_us)]
        assert max(steps[1:]) <= 15, "it jumps"  # 60 degrees a second


async def test_coils_get_current_in_turn_and_none_at_rest(tmp_path: Path) -> None:
    async with turning(tmp_path, COILS) as (launcher, bench):
        assert await launcher.face(1)
        seen = set()
        for _ in range(300):
            await asyncio.sleep(0.01)
            seen.add(tuple(bench.level(gpio) > 0 for gpio in COILS.gpios))
        assert len(seen) == 9  # eight half steps, and rest
        assert not any(bench.level(gpio) for gpio in COILS.gpios)


async def test_it_looks_for_home_first_and_counts_from_there(tmp_path: Path) -> None:
    table = TurntablePins(kind="step_dir", gpios=(20, 21), home=22, steps_a_turn=200, deg_per_s=90)
    async with turning(tmp_path, table) as (launcher, bench):
        assert await launcher.face(1)
        while bench.turntable_steps > -10:  # noqa: ASYNC110 -- in virtual time
            await asyncio.sleep(0.01)
        bench.put(22, False)  # the switch at home closes
        await asyncio.sleep(3)
        assert bench.turntable_steps in (40, 39)


@pytest.mark.parametrize("inverted", [(), ("turntable_enable",)])
async def test_a_stepper_with_enable_has_current_only_while_it_turns(
    tmp_path: Path, inverted: tuple[Invertible, ...]
) -> None:
    table = TurntablePins(
        kind="step_dir", gpios=(20, 21), enable=22, steps_a_turn=200, deg_per_s=90
    )
    pins = msgspec.structs.replace(WIRED, turntable=table, inverted=inverted)
    with pico(tmp_path, 20, pins) as (cable, bench):
        on_when_high = bool(inverted)
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "enable")
            assert (bench.level(22) > 0) != on_when_high
            assert await launcher.face(1)
            await asyncio.sleep(0.3)
            assert (bench.level(22) > 0) == on_when_high
            await asyncio.sleep(2)
            assert bench.facing() == 1
            assert (bench.level(22) > 0) != on_when_high
            await launcher.close()


async def test_an_inverted_lamp_and_buzzer_are_off_while_high(tmp_path: Path) -> None:
    pins = msgspec.structs.replace(WIRED, buzzer_hz=0, inverted=("lamp", "buzzer"))
    with pico(tmp_path, 20, pins) as (cable, bench):
        async with bench.living():
            launcher = await connect(at_serial(cable.path), "inverted")
            assert [bench.level(gpio) > 0 for gpio in (pins.lamp, pins.buzzer)] == [True, True]
            await launcher.lamp(True)
            await launcher.ding()
            await asyncio.sleep(0.05)
            assert [bench.level(gpio) > 0 for gpio in (pins.lamp, pins.buzzer)] == [False, False]
            await launcher.lamp(False)
            await asyncio.sleep(0.5)
            assert [bench.level(gpio) > 0 for gpio in (pins.lamp, pins.buzzer)] == [True, True]
            await launcher.close()
