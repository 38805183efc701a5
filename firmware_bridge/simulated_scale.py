"""A simulated scale under a simulated launcher: its readings, and what they say."""

from __future__ import annotations

from hardware.mechanism.rig import Rig
from hardware.mechanism.scale import Scale as Bar
from hardware.mechanism.scale_parameters import ScaleParameters, reading_noise_g
from hardware.portable.scale_settings import ScaleSettings
from hardware.portable.weighing import Weighing


class SimulatedScale:
    """Reads a simulated bar at the chip's pace. Its owner keeps the time of the rig."""

    def __init__(self, rig: Rig, seed: int, parameters: ScaleParameters | None = None) -> None:
        """It is calibrated without an error."""
        on = parameters or ScaleParameters()
        self._rig = rig
        self._bar = Bar(rig, seed, on)
        card_mg, noise_mg = round(1000 * on.card_g), round(1000 * reading_noise_g(on))
        per_kg = round(1000 * self._bar.counts_per_g)
        self.weighing = Weighing(rig.core, ScaleSettings(per_kg, card_mg, noise_mg))
        """What it says, for the board."""
        self._turns = False
        self.due_us = rig.now_us + self._bar.period_us
        """When the chip has its next reading, in the rig's time."""

    def read(self, turns: bool) -> None:
        """Take a reading if one is due. ``turns``: a turntable turns now."""
        if self._rig.now_us < self.due_us:
            return
        self.due_us = self._rig.now_us + self._bar.period_us
        if turns != self._turns:
            self._turns = turns
            self._bar.turned()
            self.weighing.turning(turns)
        self.weighing.sample(self._rig.ticks_us, self._bar.read())

    def finger(self, hold_us: int) -> None:
        """A finger presses the button from now on, for so long."""
        self._bar.finger(hold_us)

    def hand(self, for_us: int) -> None:
        """A hand is at the launcher, for so long."""
        self._bar.hand(for_us)
