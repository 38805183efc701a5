"""A scale under a microcontroller's launcher: its chip, and what its readings say."""

from firmware_bridge.pico.scale import CHIPS, ChipTrouble
from hardware.portable.nau7802 import HIGHEST
from hardware.portable.scale_settings import ScaleSettings
from hardware.portable.ticks import MASK, Timer
from hardware.portable.weighing import Weighing

RETRY_US = 30000000
"""From a failure of the chip to the next attempt. The launcher works on without a scale."""

OVERLOADED_US = 5000000
"""A hand pushes or slaps for less long than this."""


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
