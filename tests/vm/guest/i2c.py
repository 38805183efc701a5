"""Two I2C buses of a real kernel, which come and go.

One has a chip's registers and nothing behind them (i2c-stub). The other is on two lines of the Pi's
chip, and nothing is connected to it.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.vm.guest.launcher import until
from tests.vm.guest.lines import LABEL, Lines, need_guest

MODULES: Final = Path("/modules")
ADAPTERS: Final = Path("/sys/class/i2c-dev")
STUB: Final = "SMBus stub driver"
SDA, SCL = 2, 3
"""As docs/scale.md wires them."""
ON_LINES: Final = 7
"""The number of the bus on the lines."""


@contextmanager
def registers(address: int) -> Iterator[int]:
    """A bus with registers at this address, all 0; its number."""
    put_in("i2c-stub", chip_addr=f"{address:#x}")
    try:
        (adapter,) = (one for one in ADAPTERS.iterdir() if STUB in (one / "name").read_text())
        yield int(adapter.name.removeprefix("i2c-"))
    finally:
        take_out("i2c-stub")


@contextmanager
def on_lines(lines: Lines) -> Iterator[int]:
    """A bus whose two lines are pulled up, as on every board; its number."""
    lines.put(SDA, True)
    lines.put(SCL, True)
    put_in("i2c_lines", chip=LABEL, sda=SDA, scl=SCL, bus=ON_LINES)
    try:
        yield ON_LINES
    finally:
        take_out("i2c_lines")


def put_in(module: str, **told: object) -> None:
    """Load a module."""
    need_guest(MODULES)
    (file,) = MODULES.glob(f"*-{module}.ko")
    _run("insmod", str(file), *(f"{name}={value}" for name, value in told.items()))


def take_out(module: str) -> None:
    """Remove a module as soon as nobody uses it."""
    # a process that was killed has it until it is gone
    command = ("rmmod", module.replace("-", "_"))
    until(lambda: subprocess.run(command, capture_output=True).returncode == 0, "end of its use")


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr or f"{' '.join(command)} failed"
