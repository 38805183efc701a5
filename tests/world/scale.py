"""The scale of the world: it falls silent, its zero drifts, and somebody leans on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.games.entries import WeighedDetails
from firmware_bridge.simulated_board import SimulatedBoard, SimulatedScale
from hardware.launcher import LauncherEvent, ScaleFault, Weighed
from hardware.mechanism.rig import Rig
from hardware.portable.weighing import Weighing

if TYPE_CHECKING:
    from tests.world.scene import World

SHARE_OF_SCALES = 0.15


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


class Weights:
    """What must be so of whatever a scale says."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._sure_s = 0.0
        """When the scale was last sure."""
        self._refilled = False
        self._excused: set[int] = set()

    def refilled(self) -> None:
        """A referee has filled the simulated launcher at its start; a real one stays as it is."""
        self._refilled = True

    def heard(self, event: LauncherEvent) -> None:
        """The launcher tells something: a scale that is sure of a number of cards is right."""
        if not (isinstance(event, Weighed) and event.sure):
            return
        handled = self._world.machine.handled_s >= self._sure_s
        self._sure_s = self._world.loop.time()
        if self._refilled:
            self._excused |= set(range(event.first_hit or 0, (event.last_hit or 0) + 1))
        self._refilled = False
        if event.first_hit is None or event.last_hit is None or handled:
            return
        self._world.counts["weighed for sure"] += 1
        first, last = event.first_hit, event.last_hit
        left = self._left_in(first, last)
        self._world.promise(
            event.left <= left,
            f"the scale is sure of {event.left} cards in the hits {first} to {last}, "
            f"and {left} left",
        )

    def corrected(self, weighed: WeighedDetails) -> None:
        """The referee has counted hits again by their weight: so many left."""
        self._world.counts["weighed"] += 1
        if weighed.last_hit in self._excused:
            return
        left = self._left_in(weighed.first_hit, weighed.last_hit)
        self._world.promise(
            weighed.counted <= weighed.weighed == left,
            f"the scale counted {weighed.weighed} cards in the hits {weighed.first_hit} to "
            f"{weighed.last_hit} in place of {weighed.counted}, and {left} left",
        )

    def _left_in(self, first: int, last: int) -> int:
        """Cards that truly left in these hits."""
        return sum(self._world.machine.truth[hit] for hit in range(first, last + 1))
