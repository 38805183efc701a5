"""Reads a scale's chip, in a process of its own: a bus that hangs holds up nobody else.

``python -m hardware.gpio.scale_process BUS ADDRESS PER_SECOND`` prints a line for each reading: its
moment in microseconds (of the monotonic clock that all processes of a machine share) and its
counts. If the scale cannot be used, the last line is an exclamation mark and a sentence.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

from hardware.gpio.chip import needed
from hardware.gpio.nau7802 import Bus, Nau7802, ScaleInUse, ScaleTrouble, trouble_of
from hardware.gpio.pins import PinTrouble

NICER = 5


def open_bus(number: int, address: int) -> Bus:
    """Open an I2C bus of the kernel for this program alone. Raises ScaleTrouble."""
    try:
        with needed("smbus2"):
            from smbus2 import SMBus
    except PinTrouble as trouble:
        raise ScaleTrouble(str(trouble)) from None
    try:
        bus = SMBus(number)
    except OSError as error:
        raise trouble_of(error, place_of(number), address) from None
    try:
        fcntl.flock(bus.fd or -1, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        bus.close()
        raise ScaleInUse(
            "Another program of Rollerdeck reads the scale: stop that program first."
        ) from None
    return bus


def place_of(number: int) -> str:
    """Name a bus for people."""
    return f"the I2C bus /dev/i2c-{number}"


def found_at(number: int, address: int) -> None:
    """Raise ScaleTrouble if there is no scale's chip at this address."""
    bus = open_bus(number, address)
    try:
        chip = Nau7802(bus, time.monotonic, time.sleep, address, place_of(number))
        chip.find()
        chip.stop()
    finally:
        bus.close()


def main(words: Sequence[str]) -> int:
    """Print readings until nobody listens any more; exit code 1: the scale cannot be used."""
    number, address, per_second = (int(word) for word in words)
    # a driver's real-time priority is inherited, and is not for this
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(NICER)
    try:
        bus = open_bus(number, address)
        chip = Nau7802(bus, time.monotonic, time.sleep, address, place_of(number), per_second)
        while True:
            counts = chip.reading()
            print(time.monotonic_ns() // 1000, counts, flush=True)
    except ScaleTrouble as trouble:
        print("!", trouble, flush=True)
        return 1
    except BrokenPipeError:
        # Python would report it once more while it flushes
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
