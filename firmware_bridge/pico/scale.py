"""The chip of a scale on a microcontroller's pins, read by the main program between other work.

Each call of ``read`` takes one short step, and returns a reading if there is a new one. It raises
ChipTrouble if the chip cannot be read; ``start`` then begins anew. No other program but this one is
on the bus, so it needs no pins of the chip's own I2C blocks: any two pins will do.
"""

from machine import Pin, SoftI2C, disable_irq, enable_irq

from hardware.portable import nau7802 as chip
from hardware.portable.ticks import Timer

PER_SECOND = 40
HZ = 100000
STRETCH_US = 2000
"""For so long a chip, or a short circuit, may hold the clock."""
LOOK_AGAIN_US = 4000
SILENT_US = 2000000

# of errno.h, as MicroPython's software for a bus gives it: something holds the clock low
ETIMEDOUT = 110


class ChipTrouble(Exception):
    """The chip cannot be read; ``why`` is one of ``hardware.launcher.ScaleFault``."""

    def __init__(self, why):
        super().__init__(why)
        self.why = why


LATE = "no_answer", "not_started", "not_started", "calibration_hangs", "no_readings"
"""What a NAU7802 did not do in time, at each of its steps."""


class Nau7802:
    """A NAU7802 at its I2C bus; see ``hardware.gpio.nau7802`` for its sequence."""

    def __init__(self, data, clock):
        self._bus = SoftI2C(scl=Pin(clock), sda=Pin(data), freq=HZ, timeout=STRETCH_US)
        self._one = bytearray(1)
        self._three = bytearray(3)
        self._again = Timer()
        self._late = Timer()
        self._stage = 0
        self._dropped = 0

    def start(self, now_us):
        """Begin anew: reset, calibrate and start."""
        self._stage = 0
        self._dropped = 0
        self._again.start(now_us, 0)
        self._late.start(now_us, SILENT_US)

    def read(self, now_us):
        """Return a new reading, or None; may raise ChipTrouble."""
        if not self._again.due(now_us):
            return None
        self._again.start(now_us, LOOK_AGAIN_US)
        steps = self._reset, self._settle, self._calibrate, self._begin, self._reading
        try:
            counts = steps[self._stage](now_us)
        except OSError as error:
            held = error.errno == ETIMEDOUT
            raise ChipTrouble("bus_held" if held else "no_answer") from None
        if counts is None and self._late.due(now_us):
            raise ChipTrouble(LATE[self._stage])
        return counts

    def _reset(self, now_us):
        revision = self._get(chip.REVISION)
        if revision == 0:
            # data that something holds low is an acknowledgement and zeros
            raise ChipTrouble("bus_held")
        if revision & 0x0F != chip.REVISION_IS:
            raise ChipTrouble("other_chip")
        self._set(chip.PU_CTRL, chip.RESET)
        self._set(chip.PU_CTRL, chip.DIGITAL_ON)
        self._stage = 1

    def _settle(self, now_us):
        if not self._get(chip.PU_CTRL) & chip.READY:
            return
        self._set(chip.CTRL1, chip.REGULATOR_3_V | chip.GAIN_128)
        self._set(chip.CTRL2, chip.RATES[PER_SECOND] << 4)
        self._set(chip.CHOPPER, chip.CHOPPER_OFF)
        self._set(chip.PGA_CAP, chip.CAPACITOR)
        self._set(chip.PU_CTRL, chip.DIGITAL_ON | chip.ANALOG_ON | chip.REGULATED)
        self._again.start(now_us, chip.SETTLED_US)
        self._stage = 2

    def _calibrate(self, now_us):
        self._set(chip.CTRL2, chip.RATES[PER_SECOND] << 4 | chip.CALIBRATE)
        self._stage = 3

    def _begin(self, now_us):
        found = self._get(chip.CTRL2)
        if found & chip.CALIBRATE:
            return
        if found & chip.CALIBRATION_FAILED:
            raise ChipTrouble("not_calibrated")
        self._set(chip.PU_CTRL, chip.DIGITAL_ON | chip.ANALOG_ON | chip.REGULATED | chip.START)
        self._stage = 4

    def _reading(self, now_us):
        if not self._get(chip.PU_CTRL) & chip.CONVERTED:
            return None
        self._late.start(now_us, SILENT_US)
        self._bus.readfrom_mem_into(chip.ADDRESS, chip.ADCO, self._three)
        if self._dropped < chip.DROPPED:
            self._dropped += 1
            return None
        return signed(self._three[0] << 16 | self._three[1] << 8 | self._three[2])

    def _get(self, register):
        self._bus.readfrom_mem_into(chip.ADDRESS, register, self._one)
        return self._one[0]

    def _set(self, register, value):
        self._one[0] = value
        self._bus.writeto_mem(chip.ADDRESS, register, self._one)


class Hx711:
    """A HX711. Its clock must not be high for 60 µs, so no interrupt may come meanwhile.

    On a Pi this is not possible: Linux is often later. Data sheet: 24 bits, highest first, and one
    more pulse selects a gain of 128 for the next reading.
    """

    def __init__(self, data, clock):
        self._data = Pin(data, Pin.IN)
        self._clock = Pin(clock, Pin.OUT, value=0)
        self._late = Timer()
        self._dropped = 0

    def start(self, now_us):
        """Begin anew."""
        self._clock.value(0)
        self._dropped = 0
        self._late.start(now_us, SILENT_US)

    def read(self, now_us):
        """Return a new reading, or None; raises ChipTrouble if the chip is silent."""
        if self._data.value():
            if self._late.due(now_us):
                raise ChipTrouble("no_readings")
            return None
        self._late.start(now_us, SILENT_US)
        counts = 0
        for _ in range(24):
            counts = counts << 1 | self._pulse()
        self._pulse()
        if self._dropped < chip.DROPPED:
            self._dropped += 1
            return None
        return signed(counts)

    def _pulse(self):
        state = disable_irq()
        self._clock.value(1)
        bit = self._data.value()
        self._clock.value(0)
        enable_irq(state)
        return bit


CHIPS = {"nau7802": Nau7802, "hx711": Hx711}


def signed(counts):
    """Return 24 bits as a number with a sign."""
    return counts - (1 << 24) if counts & 1 << 23 else counts
