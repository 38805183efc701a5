"""The NAU7802, a converter for load cells, at the level of its registers.

Registers and sequence are those of Nuvoton's data sheet (revision 1.7, sections 8 and 11). The chip
is on an I2C bus of the kernel; what is asked of the bus is what ``smbus2.SMBus`` has.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Final, Protocol

from hardware.portable.nau7802 import (
    ADCO,
    ADDRESS,
    ANALOG_ON,
    CALIBRATE,
    CALIBRATION_FAILED,
    CAPACITOR,
    CHOPPER,
    CHOPPER_OFF,
    CONVERTED,
    CTRL1,
    CTRL2,
    DIGITAL_ON,
    DROPPED,
    GAIN_128,
    HIGHEST,
    PGA_CAP,
    PU_CTRL,
    RATES,
    READY,
    REGULATED,
    REGULATOR_3_V,
    RESET,
    REVISION,
    REVISION_IS,
    SETTLED_US,
    START,
)

__all__ = [
    "ADCO",
    "ADDRESS",
    "ANALOG_ON",
    "CALIBRATE",
    "CALIBRATION_FAILED",
    "CAPACITOR",
    "CHOPPER",
    "CHOPPER_OFF",
    "CONVERTED",
    "CTRL1",
    "CTRL2",
    "DIGITAL_ON",
    "DROPPED",
    "GAIN_128",
    "HIGHEST",
    "PGA_CAP",
    "PU_CTRL",
    "RATES",
    "READY",
    "REGULATED",
    "REGULATOR_3_V",
    "RESET",
    "REVISION",
    "REVISION_IS",
    "SETTLED_US",
    "START",
    "Bus",
    "Nau7802",
    "ScaleInUse",
    "ScaleTrouble",
    "trouble_of",
]

POWER_UP_S: Final = 0.1
CALIBRATED_S: Final = 1.0
"""At 10 readings a second, the chip needs some 0.4 s for it."""
LOOK_AGAIN_S: Final = 0.001


class ScaleTrouble(Exception):
    """The scale cannot be used. The message says to people what happened and what to do."""


class ScaleInUse(ScaleTrouble):
    """Another program reads the scale."""


class Bus(Protocol):
    """An I2C bus. Every method may raise OSError."""

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        """The value of a register."""
        ...

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Set a register."""
        ...

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        """The values of registers in a row, in one transfer."""
        ...

    def close(self) -> None:
        """Let go of the bus."""
        ...


class Nau7802:
    """One chip. ``clock`` gives seconds, and ``wait`` lets some of them pass."""

    def __init__(
        self,
        bus: Bus,
        clock: Callable[[], float],
        wait: Callable[[float], None],
        address: int = ADDRESS,
        place: str = "the I2C bus",
    ) -> None:
        """``place`` names the bus for people."""
        self._bus = bus
        self._clock = clock
        self._wait = wait
        self._address = address
        self._place = place
        self._silent_s = 1.0

    def find(self) -> None:
        """Raise ScaleTrouble if this is no NAU7802. It changes nothing."""
        revision = self._get(REVISION)
        if revision == 0:
            # data that something holds low is an acknowledgement and zeros to the bus
            raise trouble_of(OSError(errno.EBUSY, ""), self._place, self._address)
        if revision & 0x0F != REVISION_IS:
            raise ScaleTrouble(
                f"The chip at address {self._address:#04x} on {self._place} is no NAU7802: connect "
                "the scale's board, or set scale.bus and scale.address to where it is."
            )

    def start(self, per_second: int) -> None:
        """Reset the chip, calibrate it, and let it take so many readings a second (``RATES``).

        Raises ScaleTrouble.
        """
        self._silent_s = 1.0 + 10.0 / per_second
        self.find()
        self._set(PU_CTRL, RESET)
        self._set(PU_CTRL, DIGITAL_ON)
        self._until(PU_CTRL, READY, True, POWER_UP_S, "did not start")
        self._set(CTRL1, REGULATOR_3_V | GAIN_128)
        self._set(CTRL2, RATES[per_second] << 4)
        self._set(CHOPPER, CHOPPER_OFF)
        self._set(PGA_CAP, CAPACITOR)
        self._set(PU_CTRL, DIGITAL_ON | ANALOG_ON | REGULATED)
        self._wait(SETTLED_US / 1e6)
        self._set(CTRL2, RATES[per_second] << 4 | CALIBRATE)
        self._until(CTRL2, CALIBRATE, False, CALIBRATED_S, "did not finish its calibration")
        if self._get(CTRL2) & CALIBRATION_FAILED:
            raise ScaleTrouble(
                f"The scale's chip on {self._place} cannot calibrate itself: check the four wires "
                "of the load cell."
            )
        self._set(PU_CTRL, DIGITAL_ON | ANALOG_ON | REGULATED | START)
        for _ in range(DROPPED):
            self.reading()

    def reading(self) -> int:
        """Wait for the next reading and return it. Raises ScaleTrouble."""
        what = "gives no readings"
        self._until(PU_CTRL, CONVERTED, True, self._silent_s, what)
        try:
            high, middle, low = self._bus.read_i2c_block_data(self._address, ADCO, 3)
        except OSError as error:
            raise trouble_of(error, self._place, self._address) from None
        value = high << 16 | middle << 8 | low
        return value - (1 << 24) if value & 1 << 23 else value

    def stop(self) -> None:
        """Switch the chip off, if it is still there."""
        try:
            self._bus.write_byte_data(self._address, PU_CTRL, 0)
        except OSError:
            return

    def _until(self, register: int, bit: int, is_set: bool, within_s: float, what: str) -> None:
        end_s = self._clock() + within_s
        while bool(self._get(register) & bit) != is_set:
            if self._clock() >= end_s:
                raise ScaleTrouble(
                    f"The scale's chip on {self._place} {what}: check its supply and its cable, "
                    "and switch it off and on."
                )
            self._wait(LOOK_AGAIN_S)

    def _get(self, register: int) -> int:
        try:
            return self._bus.read_byte_data(self._address, register)
        except OSError as error:
            raise trouble_of(error, self._place, self._address) from None

    def _set(self, register: int, value: int) -> None:
        try:
            self._bus.write_byte_data(self._address, register, value)
        except OSError as error:
            raise trouble_of(error, self._place, self._address) from None


def trouble_of(error: OSError, place: str, address: int) -> ScaleTrouble:
    """What an error of the kernel's I2C interface means, and what to do."""
    if error.errno in (errno.ENXIO, errno.EREMOTEIO):
        return ScaleTrouble(
            f"No chip answers at address {address:#04x} on {place}: check the scale's four wires "
            "(3.3 V, ground, SDA, SCL)."
        )
    if error.errno in (errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY):
        return ScaleTrouble(
            f"Something holds {place} busy: check SDA and SCL for a short circuit, and switch the "
            "scale's board off and on."
        )
    if error.errno in (errno.ENOENT, errno.ENODEV):
        return ScaleTrouble(
            f"{place[:1].upper()}{place[1:]} does not exist: switch I2C on "
            "with `sudo raspi-config nonint do_i2c 0`, or set scale.bus to another number."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return ScaleTrouble(f"This user may not use {place}: use sudo, or join the group i2c.")
    return ScaleTrouble(
        f"{place[:1].upper()}{place[1:]} does not work ({error.strerror or error}): check the "
        "scale's four wires."
    )
