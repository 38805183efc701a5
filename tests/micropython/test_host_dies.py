"""The host dies, or stops, while cards come; its port stays open. By the chip's own clock."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from firmware_bridge.address import at_serial
from firmware_bridge.client import RemoteLauncher, connect
from hardware.launcher import HitResult
from hardware.portable.settings import Settings
from tests.micropython import host
from tests.micropython.cable import Cable
from tests.micropython.stages import stage
from tests.micropython.workbench import STEP_US, PicoBench, pico
from tests.seeds import soak_seed

COUNT = 12
OFF_WITHIN_US = Settings.lease_us + Settings.finish_bound_us
"""What is promised: host silent, motor off within the lease and the bound for the last card."""
HEARD_US = 2 * STEP_US
"""What a host said before it died is read by then."""
EARLIEST_MS, LATEST_MS = -100, 1_800
"""From the press: armed still, and the hit just over."""


@dataclass
class Deaths:
    """What came of them."""

    stages: Counter[str] = field(default_factory=Counter)
    worst_off_us: int = 0
    counted: int = 0
    flagged: int = 0
    """Cards that may have come beside the counted ones."""


async def die(cable: Cable, bench: PicoBench, hit: int, at_ms: int, how: str, told: Deaths) -> None:
    """One host: it arms a hit, the button is pressed, and it dies so long after."""
    bench.rig.load(COUNT)
    process, armed = host.start(cable.path, hit, COUNT)
    await bench.until(lambda: armed.poll() or not process.is_alive())
    began = len(bench.motor_runs)
    bench.begin_hit()
    if at_ms > 0:
        bench.touch(lambda rig: rig.tap(40_000))
    await bench.pass_us(abs(at_ms) * 1000)
    assert process.is_alive() and process.pid is not None, "the host failed"
    os.kill(process.pid, signal.SIGSTOP if "stopped" in how else signal.SIGKILL)
    died_us = bench.now_us
    where = stage(bench, began, COUNT)
    if "deaf" in how:
        assert cable.stuff() > 0
    if at_ms <= 0:
        # nobody is there any more, and its arming is not for ever
        await bench.pass_us(Settings.lease_us + HEARD_US)
        bench.touch(lambda rig: rig.tap(40_000))
    await bench.pass_us(OFF_WITHIN_US + 4 * HEARD_US)
    runs = bench.motor_runs[began:]
    assert not bench.motor_on, f"the motor turns still, {how} at {where}"
    assert all(off is not None for _, off in runs)
    last_us = runs[-1][1] if runs else None
    if at_ms <= 0:
        assert not runs, "a hit whose host was gone was pressed, and came"
    if last_us is not None:
        told.worst_off_us = max(told.worst_off_us, last_us - died_us)
        assert last_us - died_us <= OFF_WITHIN_US + HEARD_US, f"{how} at {where}"
    told.stages[f"{where} ({how})"] += 1
    process.kill()
    process.join()
    armed.close()
    cable.let_go()


async def account(launcher: RemoteLauncher, hit: int, told: Deaths) -> HitResult | None:
    """Ask as a host that comes after it does: what is known of that hit."""
    result = await launcher.result(hit)
    if result is not None:
        told.counted += result.delivered
        told.flagged += result.uncertain
        assert result.complete or result.fault == "LINK_LOST" or not result.delivered
    return result


async def die_often(folder: Path, seed: int, deaths: int) -> Deaths:
    scatter = random.Random(seed)
    told = Deaths()
    spread_ms = (LATEST_MS - EARLIEST_MS) / deaths
    moments = [round(EARLIEST_MS + spread_ms * (n + scatter.random())) for n in range(deaths)]
    hows = ["killed", "stopped", "killed, deaf", "stopped, deaf"]
    plan = [(moment, hows[nth % len(hows)]) for nth, moment in enumerate(moments)]
    scatter.shuffle(plan)
    with pico(folder, COUNT, seed=seed) as (cable, bench):
        async with bench.living():
            for hit, (at_ms, how) in enumerate(plan, 1):
                await die(cable, bench, hit, at_ms, how, told)
                # the chip is alive, says what is known, and the books agree
                launcher = await connect(at_serial(cable.path), host.CALLER)
                result = await account(launcher, hit, told)
                sticking = result.sticking if result else 0
                await launcher.close()
                out = bench.rig.cards_left + sticking
                assert told.counted <= out <= told.counted + told.flagged, (hit, how, result)
    return told


def report(told: Deaths, seed: int) -> str:
    rows = [f"  {count:4d}  {stage}" for stage, count in sorted(told.stages.items())]
    return "\n".join(
        [
            f"\nhosts that died: {told.stages.total()}, seed {seed}, at these stages:",
            *rows,
            f"motor off at the latest {told.worst_off_us / 1000:.0f} ms after it, by the chip's "
            f"clock (promised: {OFF_WITHIN_US / 1000:.0f} ms)",
            f"cards counted: {told.counted}, flagged as possible: {told.flagged}",
        ]
    )


@pytest.mark.thorough
async def test_a_host_that_dies_or_stops_keeps_no_motor_on(tmp_path: Path) -> None:
    told = await die_often(tmp_path, seed=1, deaths=3)
    print(report(told, 1))
    assert told.stages.total() == 3
    assert told.worst_off_us > 0, "none died while the motor was on"


@pytest.mark.soak
async def test_a_hundred_hosts_die(tmp_path: Path) -> None:
    seed = soak_seed()
    told = await die_often(tmp_path, seed, deaths=100)
    print(report(told, seed))
    assert len(told.stages) >= 20, "the moments were not spread"
