"""A launcher with a worn roller, so that some cards come unseen on others; on a simulated scale."""

from __future__ import annotations

from firmware_bridge.simulated_board import SimulatedScale
from hardware.launcher import Weighed
from hardware.mechanism.presets import PRESETS
from tests.hardware.mock import MockLauncher
from tests.worlds.evening import LauncherThere

FINGER_US, HAND_US = 120_000, 500_000


class WornLauncher(LauncherThere):
    """A launcher with a worn roller, on a scale or not."""

    def __init__(self, seed: int, *, scale: bool) -> None:
        super().__init__()
        machine = PRESETS["worn"].machine(seed)
        MockLauncher.__init__(self, seed, 0, machine.settings, machine.parameters, scale=scale)
        self._under = SimulatedScale(self.rig, seed) if scale else None

    async def tare(self) -> None:
        await super().tare()
        if self._under is not None:
            self._under.weighing.tare()

    async def weigh(self) -> None:
        await super().weigh()
        if self._under is not None:
            self._under.weighing.weigh()

    def hit(self, rest_us: int) -> None:
        """Press, and let so much time pass after the hit."""
        if self._under is not None:
            self._under.finger(FINGER_US)
        self.rig.tap(FINGER_US)
        self._step(self.rig.now_us)
        self._run_until_still()
        self._step(self.rig.now_us + rest_us)

    def hand(self) -> None:
        """A hand is at the launcher."""
        if self._under is not None:
            self._under.hand(HAND_US)

    def bump(self) -> None:
        """Somebody bumps the table."""
        if self._under is not None:
            self._under._bar.bump()

    def _step(self, to_us: int) -> None:
        while self._under is not None and self._under.due_us < to_us:
            super()._step(max(self._under.due_us, self.rig.now_us))
        super()._step(to_us)

    def _tell(self) -> None:
        super()._tell()
        if self._under is None:
            return
        self._under.read(turns=False)
        word = self._under.weighing.take()
        if word is not None:
            first, last, left, low, high, inside, inside_low, inside_high, _ = word
            known = inside if inside >= 0 else None
            hits = first or None, last or None
            at_ms = self.rig.now_us // 1000
            self.weighed(Weighed(*hits, left, low, high, known, inside_low, inside_high, at_ms))
