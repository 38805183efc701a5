"""A simulated NAU7802 at the level of SMBus transfers, with a clock of its own."""

from __future__ import annotations

import errno
from collections.abc import Callable

from hardware.portable import nau7802 as chip


class SimulatedChip:
    """Registers, with the times that starting, calibrating and converting take."""

    def __init__(self, counts: Callable[[float], int] = lambda _: 1000) -> None:
        """``counts``: what the chip reads at a moment in seconds."""
        self.now_s = 0.0
        self.registers = dict.fromkeys(range(0x20), 0)
        self.revision = 0xAF
        self.revision_off = 0x00
        """What its register says until the chip is reset and powered up."""
        self.error = 0
        """The kernel's number of an error that every transfer now gives; 0: none."""
        self.dead: set[str] = set()
        """What the chip does not do: ``start``, ``calibrate``, ``convert``."""
        self.calibration_fails = False
        self.transfers = 0
        self.closed = False
        self._counts = counts
        self._ready_s = self._calibrated_s = float("inf")
        self._read_s = 0.0

    def clock(self) -> float:
        return self.now_s

    def wait(self, seconds: float) -> None:
        self.now_s += seconds

    @property
    def period_s(self) -> float:
        selected = self.registers[chip.CTRL2] >> 4 & 7
        return 1 / next(rate for rate, value in chip.RATES.items() if value == selected)

    def read_byte_data(self, i2c_addr: int, register: int) -> int:
        self._transfer(i2c_addr)
        if register == chip.PU_CTRL:
            on = self.now_s >= self._ready_s
            there = self._converts and self.now_s >= self._read_s + self.period_s
            return self.registers[register] | chip.READY * on | chip.CONVERTED * there
        if register == chip.REVISION:
            return (
                self.revision
                if self.registers[chip.PU_CTRL] & chip.DIGITAL_ON
                else self.revision_off
            )
        if register == chip.CTRL2 and self.now_s >= self._calibrated_s:
            self.registers[register] &= ~chip.CALIBRATE
            self.registers[register] |= chip.CALIBRATION_FAILED * self.calibration_fails
        return self.registers[register]

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        self._transfer(i2c_addr)
        if register == chip.PU_CTRL and value & chip.RESET:
            self.registers = dict.fromkeys(self.registers, 0)
            self._ready_s = float("inf")
            return
        if register == chip.PU_CTRL and value & chip.DIGITAL_ON and "start" not in self.dead:
            self._ready_s = min(self._ready_s, self.now_s + 0.0002)
        if register == chip.PU_CTRL and value & chip.START:
            self._read_s = self.now_s
        if register == chip.CTRL2 and value & chip.CALIBRATE:
            never = "calibrate" in self.dead
            self._calibrated_s = float("inf") if never else self.now_s + 4 * self.period_s
        self.registers[register] = value

    def read_i2c_block_data(self, i2c_addr: int, register: int, length: int) -> list[int]:
        self._transfer(i2c_addr)
        assert (register, length) == (chip.ADCO, 3), "the three bytes of one conversion together"
        self._read_s = self.now_s
        return list((self._counts(self.now_s) & 0xFFFFFF).to_bytes(3, "big"))

    def close(self) -> None:
        self.closed = True

    @property
    def _converts(self) -> bool:
        on = chip.DIGITAL_ON | chip.ANALOG_ON | chip.REGULATED | chip.START
        return "convert" not in self.dead and self.registers[chip.PU_CTRL] & on == on

    def _transfer(self, address: int) -> None:
        self.transfers += 1
        self.now_s += 0.0003
        if address != chip.ADDRESS:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if self.error:
            raise OSError(self.error, "an error")
