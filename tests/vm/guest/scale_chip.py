"""A NAU7802 behind the registers of i2c-stub: a process that does what the chip does.

The kernel's trace tells it of each transfer: of what was written, and that a reading was taken.
"""

from __future__ import annotations

import os
import re
import select
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from smbus2 import SMBus

from hardware.portable import nau7802 as chip
from tests.vm.guest.launcher import end, start, until

TRACING: Final = Path("/sys/kernel/tracing")
WRITTEN: Final = re.compile(r"smbus_write: .* c=([0-9a-f]+) BYTE_DATA l=1 \[([0-9a-f]+)\]")
DONE: Final = re.compile(r"smbus_result: .* c=([0-9a-f]+) \S+ (rd|wr) res=0")
STARTED_S: Final = 0.000_2
PERIODS_TO_CALIBRATE: Final = 4
NEVER: Final = float("inf")
PRIORITY: Final = 1
"""Above the process that reads it: a chip waits for no program. Below the driver's, which it must
not make late."""
REVISION, REVISION_OFF = 0xAF, 0x80
"""On a chip that is powered up, and before."""
CONVERTS: Final = chip.DIGITAL_ON | chip.ANALOG_ON | chip.REGULATED | chip.START


class ScaleChip:
    """The chip at this bus. Its first reading is ``counts``, and each one is 1 more than the last.

    ``dead``: what it does not do (``start``, ``calibrate``, ``convert``), or does wrongly
    (``calibration fails``).
    """

    def __init__(self, bus: SMBus, counts: int, dead: str) -> None:
        self._bus = bus
        self._dead = dead
        self._counts = counts
        self._written = 0
        self._power = 0
        self._due_s = {"start": NEVER, "calibrate": NEVER, "convert": NEVER}
        self._set(chip.REVISION, REVISION_OFF)  # last: this is how others see that it is there

    @property
    def due_s(self) -> float:
        """When it does something next."""
        return min(self._due_s.values())

    def heard(self, line: str, now_s: float) -> None:
        """What the kernel says of a transfer: first what it is to write, then that it is done."""
        if written := WRITTEN.search(line):
            self._written = int(written[2], 16)
        elif done := DONE.search(line):
            register = int(done[1], 16)
            if done[2] == "rd":
                self._show(self._power & ~chip.CONVERTED)
            elif register == chip.PU_CTRL:
                self._powered(self._written, now_s)
            elif register == chip.CTRL2 and self._written & chip.CALIBRATE:
                self._will("calibrate", now_s + PERIODS_TO_CALIBRATE * self._period_s)

    def pass_until(self, now_s: float) -> None:
        """Do what is due."""
        if now_s >= self._due_s["start"]:
            self._due_s["start"] = NEVER
            self._show(self._power | chip.READY)
        if now_s >= self._due_s["calibrate"]:
            self._due_s["calibrate"] = NEVER
            failed = chip.CALIBRATION_FAILED * (self._dead == "calibration fails")
            self._set(chip.CTRL2, self._get(chip.CTRL2) & ~chip.CALIBRATE | failed)
        if now_s >= self._due_s["convert"]:
            self._due_s["convert"] += self._period_s
            shown = list((self._counts & 0xFFFFFF).to_bytes(3, "big"))
            self._bus.write_i2c_block_data(chip.ADDRESS, chip.ADCO, shown)
            self._counts += 1
            self._show(self._power | chip.CONVERTED)

    def _powered(self, told: int, now_s: float) -> None:
        if told & chip.RESET:
            for register in (chip.CTRL1, chip.CTRL2, chip.CHOPPER, chip.PGA_CAP):
                self._set(register, 0)
            self._set(chip.REVISION, REVISION_OFF)
            self._power = 0
            self._due_s = dict.fromkeys(self._due_s, NEVER)
            return
        ready = self._power & chip.READY
        self._power = told
        if told & chip.DIGITAL_ON:
            self._set(chip.REVISION, REVISION)
        if told & chip.DIGITAL_ON and not ready:
            self._will("start", now_s + STARTED_S)
        elif ready:
            # the register keeps what was written to it; on a chip this bit cannot be written
            self._show(told | chip.READY)
        if told & CONVERTS == CONVERTS:
            self._will("convert", now_s + self._period_s)

    def _will(self, what: str, at_s: float) -> None:
        if what != self._dead:
            self._due_s[what] = at_s

    @property
    def _period_s(self) -> float:
        selected = self._get(chip.CTRL2) >> 4 & 7
        return 1 / next(rate for rate, value in chip.RATES.items() if value == selected)

    def _show(self, power: int) -> None:
        self._power = power
        self._set(chip.PU_CTRL, power)

    def _get(self, register: int) -> int:
        return self._bus.read_byte_data(chip.ADDRESS, register)

    def _set(self, register: int, value: int) -> None:
        self._bus.write_byte_data(chip.ADDRESS, register, value)


def run(number: int, counts: int, dead: str) -> None:
    """Be the chip until killed."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    with SMBus(number) as bus, _transfers(os.getpid()) as told:
        there = ScaleChip(bus, counts, dead)
        while True:
            now_s = time.monotonic()
            wait_s = None if there.due_s == NEVER else max(0.0, there.due_s - now_s)
            if select.select([told], [], [], wait_s)[0]:
                for line in os.read(told, 65_536).decode().splitlines():
                    there.heard(line, time.monotonic())
            there.pass_until(time.monotonic())


@contextmanager
def playing(number: int, counts: int = 0, dead: str = "") -> Iterator[None]:
    """The chip at this bus, in a process of its own; see ``ScaleChip``."""
    process = start(run, number, counts, dead)
    try:
        with SMBus(number) as bus:
            until(lambda: bus.read_byte_data(chip.ADDRESS, chip.REVISION), "chip")
        yield
    finally:
        end(process)
        assert process.pid is not None
        _instance(process.pid).rmdir()


def _instance(process: int) -> Path:
    """A trace of its own for each chip, because a trace of others is read elsewhere."""
    return TRACING / "instances" / f"chip-{process}"


@contextmanager
def _transfers(process: int) -> Iterator[int]:
    """A descriptor with the transfers of others that change something for the chip."""
    if not (TRACING / "trace").exists():
        subprocess.run(["mount", "-t", "tracefs", "tracefs", TRACING], check=True)
    trace = _instance(process)
    trace.mkdir()
    # tell of the first transfer, and not of a buffer that is half full
    (trace / "buffer_percent").write_text("0")
    others = f"common_pid != {process}"
    changes = f"{others} && (read_write == 0 || command == {chip.ADCO})"
    for name, so in (("smbus_write", others), ("smbus_result", changes)):
        event = trace / "events" / "smbus" / name
        (event / "filter").write_text(so)
        (event / "enable").write_text("1")
    told = os.open(trace / "trace_pipe", os.O_RDONLY | os.O_NONBLOCK)
    try:
        yield told
    finally:
        os.close(told)
