"""A scale under a microcontroller's launcher: its chip on pins, and what its readings say.

The main program reads the chip between other work. Each call of ``read`` takes one short step, and
returns a reading if there is a new one. It raises ChipTrouble if the chip cannot be read; ``start``
then begins anew. No other program but this one is on the bus, so it needs no pins of the chip's own
I2C blocks: any two pins will do.
"""

from machine import Pin, SoftI2C, disable_irq, enable_irq

from hardware.portable import nau7802 as chip
from hardware.portable.nau7802 import HIGHEST, SILENT_US, ChipTrouble, signed
from hardware.portable.settings import ScaleSettings
from hardware.portable.ticks import MASK, Timer
from hardware.portable.weighing import Weighing

PER_SECOND = 40
HZ = 100000
STRETCH_US = 2000
"""For so long a chip, or a short circuit, may hold the clock."""
LOOK_AGAIN_US = 4000

# of errno.h, as MicroPython's software for a bus gives it: something holds the clock low
ETIMEDOUT = 110

RETRY_US = 30000000
"""From a failure of the chip to the next attempt. The launcher works on without a scale."""

OVERLOADED_US = 5000000
"""A hand pushes or slaps for less long than this."""


class Nau7802:
    """A NAU7802 at any two pins; see ``hardware.portable.nau7802``."""

    def __init__(self, data, clock):
        self._chip = chip.Nau7802(Registers(data, clock), PER_SECOND)
        self._again = Timer()

    def start(self, now_us):
        """Begin anew: reset, calibrate and start."""
        self._chip.start(now_us)
        self._again.start(now_us, 0)

    def read(self, now_us):
        """Return a new reading, or None; may raise ChipTrouble."""
        if not self._again.due(now_us):
            return None
        self._again.start(now_us, LOOK_AGAIN_US)
        try:
            return self._chip.read(now_us)
        except OSError as error:
            held = error.errno == ETIMEDOUT
            raise ChipTrouble("bus_held" if held else "no_answer") from None


class Registers:
    """The chip's registers on a bus of its own."""

    def __init__(self, data, clock):
        self._bus = SoftI2C(scl=Pin(clock), sda=Pin(data), freq=HZ, timeout=STRETCH_US)
        self._byte = bytearray(1)
        self._conversion = bytearray(3)

    def get(self, register):
        """Return the value of a register."""
        self._bus.readfrom_mem_into(chip.ADDRESS, register, self._byte)
        return self._byte[0]

    def put(self, register, value):
        """Set a register."""
        self._byte[0] = value
        self._bus.writeto_mem(chip.ADDRESS, register, self._byte)

    def conversion(self):
        """Return the three bytes of a conversion."""
        self._bus.readfrom_mem_into(chip.ADDRESS, chip.ADCO, self._conversion)
        return self._conversion


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


class Uncalibrated:
    """Only keeps the newest reading, for the bench that calibrates the scale."""

    def __init__(self):
        self.readings = 0
        self.counts = 0
        self.trouble = ""

    def sample(self, at_us, counts):
        """Take a reading of the chip."""
        self.readings = (self.readings + 1) & MASK
        self.counts = counts

    def take(self):
        """There is nothing to say."""
        return

    def nothing(self, on=False):
        """Nothing depends on this."""

    turning = nothing
    tare = weigh = forget = lost = nothing


class WeighedOnPins:
    """Call ``step`` from the main program, again and again."""

    def __init__(self, wiring, core, now_us):
        figures = wiring["figures"]
        self.weighing = Weighing(core, ScaleSettings(**figures)) if figures else Uncalibrated()
        self._chip = CHIPS[wiring["chip"]](wiring["data"], wiring["clock"])
        self._chip.start(now_us)
        self._rest = Timer()
        self._overloaded = Timer()
        self._turns = False

    def step(self, now_us, turns):
        """Take a reading if there is one. ``turns``: a turntable turns now."""
        if turns != self._turns:
            self._turns = turns
            self.weighing.turning(turns)
        if self._rest.on:
            if not self._rest.due(now_us):
                return
            self._rest.stop()
            self._chip.start(now_us)
        try:
            counts = self._chip.read(now_us)
        except ChipTrouble as trouble:
            self.weighing.lost()
            self.weighing.trouble = trouble.fault
            self._overloaded.stop()
            self._rest.start(now_us, RETRY_US)
            return
        if counts is not None:
            self._look(now_us, counts)
            self.weighing.sample(now_us, counts)

    def _look(self, now_us, counts):
        """Say so if the scale stays at the end of its range."""
        if -HIGHEST <= counts < HIGHEST:
            self._overloaded.stop()
            self.weighing.trouble = ""
        elif not self._overloaded.on:
            self._overloaded.start(now_us, OVERLOADED_US)
        elif self._overloaded.due(now_us):
            self.weighing.trouble = "overloaded"
