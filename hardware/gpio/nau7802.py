"""A NAU7802 on an I2C bus of the kernel; what is asked of the bus is what ``smbus2.SMBus`` has."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Final, Protocol

from hardware.portable import nau7802 as chip
from hardware.portable.nau7802 import ChipTrouble
from hardware.portable.ticks import MASK

LOOK_AGAIN_S: Final = 0.001
NOT_DONE: Final = {
    "no_answer": "does not answer",
    "not_started": "did not start",
    "calibration_hangs": "did not finish its calibration",
    "no_readings": "gives no readings",
}


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
        address: int = chip.ADDRESS,
        place: str = "the I2C bus",
        per_second: int = 10,
    ) -> None:
        """``place`` names the bus for people; ``per_second``: a key of ``RATES``."""
        self._bus = bus
        self._clock = clock
        self._wait = wait
        self._address = address
        self._place = place
        self._chip = chip.Nau7802(self, per_second)

    def find(self) -> None:
        """Reset the chip and power it up. Raises ScaleTrouble if it is no NAU7802."""
        while not self._chip.identified:
            self._step()

    def reading(self) -> int:
        """Wait for the next reading and return it. Raises ScaleTrouble.

        Before the first one, the chip is reset, calibrated and started.
        """
        while (counts := self._step()) is None:
            pass
        return counts

    def stop(self) -> None:
        """Switch the chip off, if it is still there."""
        try:
            self.put(chip.PU_CTRL, 0)
        except OSError:
            return

    def get(self, register: int, /) -> int:
        """See ``hardware.portable.nau7802.Bus``."""
        return self._bus.read_byte_data(self._address, register)

    def put(self, register: int, value: int, /) -> None:
        """See ``hardware.portable.nau7802.Bus``."""
        self._bus.write_byte_data(self._address, register, value)

    def conversion(self) -> list[int]:
        """See ``hardware.portable.nau7802.Bus``."""
        return self._bus.read_i2c_block_data(self._address, chip.ADCO, 3)

    def _now_us(self) -> int:
        return int(self._clock() * 1e6) & MASK

    def _step(self) -> int | None:
        try:
            counts = self._chip.read(self._now_us())
        except ChipTrouble as trouble:
            raise self._trouble(trouble.fault) from None
        except OSError as error:
            raise trouble_of(error, self._place, self._address) from None
        if counts is None:
            self._wait(LOOK_AGAIN_S)
        return counts

    def _trouble(self, fault: str) -> ScaleTrouble:
        if fault == "bus_held":
            return trouble_of(OSError(errno.EBUSY, ""), self._place, self._address)
        if fault == "other_chip":
            return ScaleTrouble(
                f"The chip at address {self._address:#04x} on {self._place} is no NAU7802: connect "
                "the scale's board, or set scale.bus and scale.address to where it is."
            )
        if fault == "not_calibrated":
            return ScaleTrouble(
                f"The scale's chip on {self._place} cannot calibrate itself: check the four wires "
                "of the load cell."
            )
        return ScaleTrouble(
            f"The scale's chip on {self._place} {NOT_DONE[fault]}: check its supply and its cable, "
            "and switch it off and on."
        )


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
