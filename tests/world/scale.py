"""The scale of the world: it falls silent, its zero drifts, and somebody leans on it."""

from __future__ import annotations

from firmware_bridge.simulated_board import SimulatedBoard, SimulatedScale
from hardware.launcher import ScaleFault
from hardware.mechanism.rig import Rig
from hardware.portable.weighing import Weighing

SHARE_OF_SCALES = 0.25


class WorldScale(SimulatedScale):
    """A simulated scale with faults that come and go."""

    def __init__(self, rig: Rig, seed: int) -> None:
        super().__init__(rig, seed)
        self.drift_g_per_s = 0.0
        """How fast its zero moves."""

    def restart(self, board: SimulatedBoard) -> None:
        """The launcher's program starts: it knows nothing of the weight before."""
        self.weighing = board.scale = Weighing(self._rig.core, self.settings)

    def answer(self, does: bool) -> None:
        """Let its chip fall silent, or answer again, as the process that reads it notices."""
        self.weighing.trouble = "" if does else ScaleFault.NO_ANSWER
        if not does:
            self.weighing.lost()

    def read(self, turns: bool) -> None:
        """See ``SimulatedScale``."""
        if self._rig.now_us >= self.due_us:
            self._bar.shift(self.drift_g_per_s * self._bar.period_us / 1e6)
            if self.weighing.trouble:
                self.due_us = self._rig.now_us + self._bar.period_us
                return
        super().read(turns)
