"""What the driver does while nothing happens: it computes little, and writes no line."""

from __future__ import annotations

import asyncio
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from tests.vm.guest.launcher import LineLauncher, end
from tests.vm.guest.lines import Lines, pi_chip
from tests.vm.guest.mechanism import WIRED

pytestmark = pytest.mark.on_lines

TRACING: Final = Path("/sys/kernel/tracing")
WRITTEN: Final = re.compile(r"gpio_value: \d+ set [01]")
"""The kernel's words for a level that a program gave to an output."""
SETTLED_S: Final = 2
WATCHED_S: Final = 20
LEAST_DUTY_PCT: Final = 50


@pytest.mark.parametrize("duty_pct", [100, LEAST_DUTY_PCT])
async def test_an_idle_driver_writes_no_line(tmp_path: Path, duty_pct: int) -> None:
    with pi_chip() as lines:
        at_rest(lines)
        launcher = LineLauncher(tmp_path, lines)
        config = tmp_path / "rollerdeck.toml"
        config.write_text(f"{config.read_text()}duty_pct = {duty_pct}\n")
        driver = launcher.start_driver()
        try:
            await asyncio.sleep(SETTLED_S)
            with traced() as trace:
                before_s = computed_s(driver.pid)
                await asyncio.sleep(WATCHED_S)
                idle_pct = 100 * (computed_s(driver.pid) - before_s) / WATCHED_S
                assert not WRITTEN.findall(trace.read_text())
                client = await connect(at_socket(launcher.socket), "idle")
                assert await client.arm(1, 1) is None
                lines.put(WIRED.button, False)
                await asyncio.sleep(0.2)
                assert WRITTEN.findall(trace.read_text()), "the kernel tells of no line"
                await client.safe_off()
                await client.close()
        finally:
            end(driver)
    print(f"\nidle driver, duty {duty_pct} %: {idle_pct:.2f} % of 1 instruction a nanosecond")


def at_rest(lines: Lines) -> None:
    for name, gpio in WIRED.inputs.items():
        lines.put(gpio, name in ("button", "motor_fault"))


@contextmanager
def traced() -> Iterator[Path]:
    """Let the kernel write down which lines programs write; the file in which it does so."""
    if not (TRACING / "trace").exists():
        subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACING], check=True)
    told = TRACING / "events" / "gpio" / "gpio_value" / "enable"
    (TRACING / "trace").write_text("")
    told.write_text("1")
    try:
        yield TRACING / "trace"
    finally:
        told.write_text("0")


def computed_s(process: int | None) -> float:
    """How long all threads of a process have run (proc(5): schedstat, in nanoseconds)."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9
