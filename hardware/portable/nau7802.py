"""The NAU7802, a converter for load cells, for a Pi and a Pico.

Registers and sequence are those of Nuvoton's data sheet (revision 1.7, sections 8 and 11). Its
revision reads wrong until the chip is reset and powered up, so that comes first.
"""

from hardware.portable.ticks import Timer

ADDRESS = 0x2A
RATES = {10: 0, 20: 1, 40: 2, 80: 3, 320: 7}
HIGHEST = (1 << 23) - 1

PU_CTRL, CTRL1, CTRL2, ADCO, CHOPPER, PGA_CAP, REVISION = 0x00, 0x01, 0x02, 0x12, 0x15, 0x1C, 0x1F
RESET, DIGITAL_ON, ANALOG_ON, READY, START, CONVERTED, REGULATED = 1, 2, 4, 8, 16, 32, 128
CALIBRATE, CALIBRATION_FAILED = 4, 8
GAIN_128, REGULATOR_3_V = 7, 5 << 3
CHOPPER_OFF = 0x30
CAPACITOR = 0x80
REVISION_IS = 0x0F

SETTLED_US = 600000
DROPPED = 4
SILENT_US = 2000000

LATE = "no_answer", "not_started", "not_started", "calibration_hangs", "no_readings"
"""What the chip did not do in time, at each step."""


class ChipTrouble(Exception):
    """The chip cannot be used; ``fault`` is one of ``hardware.launcher.ScaleFault``."""

    def __init__(self, fault):
        super().__init__(fault)
        self.fault = fault


class Nau7802:
    """A NAU7802 that is started and read in short steps, none of which waits."""

    def __init__(self, bus, per_second):
        """``bus``: see ``Bus``; ``per_second``: readings a second, a key of ``RATES``."""
        self._bus = bus
        self._rate = RATES[per_second] << 4
        self._settled = Timer()
        self._late = Timer()
        self._stage = 0
        self._dropped = 0

    @property
    def identified(self):
        """Whether it has said that it is a NAU7802."""
        return self._stage > 1

    def start(self, now_us):
        """Begin anew: the next steps reset the chip, identify it, calibrate it and start it."""
        self._dropped = 0
        self._enter(0, now_us)

    def read(self, now_us):
        """Take the next step; return a new reading, or None.

        Raises ChipTrouble, or the bus's OSError.
        """
        steps = self._reset, self._identify, self._calibrate, self._begin, self._convert
        counts = steps[self._stage](now_us)
        if counts is None and self._late.due(now_us):
            raise ChipTrouble(LATE[self._stage])
        return counts

    def _enter(self, stage, now_us):
        self._stage = stage
        self._late.start(now_us, SILENT_US)

    def _reset(self, now_us):
        self._bus.put(PU_CTRL, RESET)
        self._bus.put(PU_CTRL, DIGITAL_ON)
        self._enter(1, now_us)

    def _identify(self, now_us):
        power = self._bus.get(PU_CTRL)
        if power == 0:
            # data that something holds low is an acknowledgement and zeros
            raise ChipTrouble("bus_held")
        if not power & READY and not self._late.due(now_us):
            return
        if self._bus.get(REVISION) & 0x0F != REVISION_IS:
            raise ChipTrouble("other_chip")
        if not power & READY:
            return
        self._bus.put(CTRL1, REGULATOR_3_V | GAIN_128)
        self._bus.put(CTRL2, self._rate)
        self._bus.put(CHOPPER, CHOPPER_OFF)
        self._bus.put(PGA_CAP, CAPACITOR)
        self._bus.put(PU_CTRL, DIGITAL_ON | ANALOG_ON | REGULATED)
        self._settled.start(now_us, SETTLED_US)
        self._enter(2, now_us)

    def _calibrate(self, now_us):
        if not self._settled.due(now_us):
            return
        self._bus.put(CTRL2, self._rate | CALIBRATE)
        self._enter(3, now_us)

    def _begin(self, now_us):
        calibration = self._bus.get(CTRL2)
        if calibration & CALIBRATE:
            return
        if calibration & CALIBRATION_FAILED:
            raise ChipTrouble("not_calibrated")
        self._bus.put(PU_CTRL, DIGITAL_ON | ANALOG_ON | REGULATED | START)
        self._enter(4, now_us)

    def _convert(self, now_us):
        if not self._bus.get(PU_CTRL) & CONVERTED:
            return None
        self._late.start(now_us, SILENT_US)
        high, middle, low = self._bus.conversion()
        if self._dropped < DROPPED:
            self._dropped += 1
            return None
        return signed(high << 16 | middle << 8 | low)


def signed(counts):
    """Return 24 bits as a number with a sign."""
    return counts - (1 << 24) if counts & 1 << 23 else counts
