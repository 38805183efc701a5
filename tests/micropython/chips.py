"""The chips of a scale as a Pico's pins meet them: a NAU7802 on a bus, and a HX711 at two pins."""

import machine

from hardware.portable import nau7802 as chip

PERIOD_US = 25000

AILS = (
    "absent",
    "clock held",
    "data held",
    "another chip",
    "never starts",
    "never calibrates",
    "cannot calibrate",
    "dead",
    "overloaded",
)
"""What a NAU7802 can have."""
ETIMEDOUT, ENODEV = 110, 19


class Nau7802:
    """Registers, with the times that starting, calibrating and converting take."""

    address = chip.ADDRESS

    def __init__(self, now_us, counts):
        self._now_us = now_us
        self._counts = counts
        self._registers = {}
        self._ready_us = None
        self._calibrated_us = None
        self._read_us = 0
        self.dead = False
        """It takes no readings any more."""
        self.ail = ""
        """One of ``AILS``, or nothing."""

    def read(self, register, into):
        now_us = self._now_us()
        self._fail()
        if self.ail == "data held":
            into[:] = bytes(len(into))
            return
        if register == chip.ADCO:
            assert len(into) == 3, "the three bytes of one conversion together"
            self._read_us = now_us
            counts = self._counts() & 0xFFFFFF
            if self.ail == "overloaded":
                counts = chip.HIGHEST
            into[:] = bytes((counts >> 16, counts >> 8 & 255, counts & 255))
            return
        value = self._registers.get(register, 0)
        if register == chip.PU_CTRL:
            if self._ready_us is not None and now_us >= self._ready_us:
                value |= chip.READY * (self.ail != "never starts")
            works = not self.dead and self.ail in ("", "overloaded")
            if value & chip.START and works and now_us >= self._read_us + PERIOD_US:
                value |= chip.CONVERTED
        elif register == chip.CTRL2 and value & chip.CALIBRATE and now_us >= self._calibrated_us:
            if self.ail != "never calibrates":
                value &= ~chip.CALIBRATE
            if self.ail == "cannot calibrate":
                value |= chip.CALIBRATION_FAILED
        elif register == chip.REVISION and self._registers.get(chip.PU_CTRL, 0) & chip.DIGITAL_ON:
            value = 0x10 if self.ail == "another chip" else chip.REVISION_IS
        into[0] = value

    def write(self, register, value):
        self._fail()
        if register == chip.PU_CTRL and value & chip.RESET:
            self._registers = {}
            self._ready_us = None
        elif register == chip.PU_CTRL and value & chip.DIGITAL_ON and self._ready_us is None:
            self._ready_us = self._now_us() + 200
        elif register == chip.CTRL2 and value & chip.CALIBRATE:
            self._calibrated_us = self._now_us() + 100000
        self._registers[register] = value

    def _fail(self):
        if self.ail in ("absent", "clock held"):
            raise OSError(ENODEV if self.ail == "absent" else ETIMEDOUT)


class Hx711:
    """Its data pin falls when there is a reading; each pulse of the clock shifts out a bit."""

    def __init__(self, now_us, counts, data, clock):
        self._now_us = now_us
        self._counts = counts
        self._data = data
        self._bits = 0
        self._left = 0
        self._read_us = 0
        self.dead = False
        machine.Pin.levels[data] = 1
        machine.Pin.risen[clock] = self._pulse
        machine.reading = self._reading

    def _reading(self, number):
        ready = self._now_us() >= self._read_us + PERIOD_US and not self.dead
        if number == self._data and not self._left and ready:
            self._left = 25
            self._bits = (self._counts() & 0xFFFFFF) << 1 | 1
            machine.Pin.levels[self._data] = 0

    def _pulse(self):
        assert machine.masked, "an interrupt could hold its clock high for too long"
        assert self._left, "a pulse without a reading"
        self._left -= 1
        machine.Pin.levels[self._data] = self._bits >> self._left & 1
        if not self._left:
            self._read_us = self._now_us()
