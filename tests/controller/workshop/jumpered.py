"""Pins with jumpers as a test wants them, in virtual time; at first all is well."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from controller.base.findings import Finding
from controller.workshop.selftest.figures import Figures, How, Stop
from controller.workshop.selftest.interruptions import HOWS, Ending
from controller.workshop.selftest.run import Effort, Means, Shown, look, run_loopback
from hardware.gpio.chip import Chip
from hardware.gpio.edges import Edge
from hardware.gpio.loopback import ENDS, End, Jumpers, Start, jumpers_for
from hardware.gpio.pins import Pins
from tests.worlds.pretended import Pretended

EFFORT = Effort(edges=100, busy_s=1, stops=2)
SILENT = Shown(lambda what: None, lambda done, of: None)


class Jumpered:
    """Has the parts of ``Means``, and is the ``Loop``."""

    def __init__(self, pins: Pins) -> None:
        self.machine = Pretended()
        self.pins = pins
        self.wires: dict[Start, tuple[End, ...]] = {start: (end,) for start, end in ENDS.items()}
        self.held_low: set[int] = set()
        self.floating: set[int] = set()
        self.lost: Callable[[int], bool] = lambda nth: False
        """Of the edges at the card sensor, from 1."""
        self.doubled: Callable[[int], bool] = lambda nth: False
        self.late_us = 40
        self.busy_late_us = 90
        self.stays_high: set[tuple[How, bool]] = set()
        self.deaf = False
        self.written_mb = 512.0
        self.now_us = 5_000_000
        self.at: dict[Start, bool] = dict.fromkeys(ENDS, False)
        self._edges: list[Edge] = []
        self._count = 0

    def means(self) -> Means:
        return Means(
            self.machine,
            self.high_while_pulled,
            self.whole_loop,
            self.under_load,
            self.end_drivers,
            self.sleep,
        )

    def sleep(self, seconds: float) -> None:
        self.now_us += round(seconds * 1e6)

    def high_while_pulled(self, chip: Chip, gpios: Sequence[int], up: bool) -> tuple[int, ...]:
        high = set(gpios) - self.held_low if up else self.floating & set(gpios)
        return tuple(sorted(high))

    @contextmanager
    def whole_loop(self, chip: Chip, jumpers: Jumpers) -> Iterator[Jumpered]:
        yield self

    @contextmanager
    def under_load(self, folder: Path) -> Iterator[Callable[[], float]]:
        self.late_us, before = self.busy_late_us, self.late_us
        yield lambda: self.written_mb
        self.late_us = before

    async def end_drivers(
        self, ending: Ending, times: int, progress: Callable[[int], None]
    ) -> list[Stop]:
        return [
            Stop(
                how,
                motor_off,
                None if self.deaf else 900 + nth,
                None if self.deaf or (how, motor_off) in self.stays_high else 2_000 + nth,
            )
            for how in HOWS
            for motor_off in (False, True)
            for nth in range(times)
        ]

    def levels(self) -> dict[End, bool]:
        return {
            end: all(self.at[start] for start in self.wires if end in self.wires[start])
            for end in ENDS.values()
        }

    def put(self, start: Start, high: bool) -> int:
        at_us = self.now_us
        if self.at[start] != high:
            self.at[start] = high
            for end in self.wires[start]:
                self._count += 1
                edge = Edge(at_us + self.late_us, end, high)
                self._edges += [edge] * (not self.lost(self._count))
                self._edges += [edge] * self.doubled(self._count)
        return at_us

    def take(self) -> list[Edge]:
        taken, self._edges = self._edges, []
        return taken


def tried(pi: Jumpered, folder: Path) -> tuple[Figures, list[Finding]]:
    """The whole test through these jumpers."""
    jumpers = jumpers_for(pi.pins)
    chip, figures = look(pi.machine, pi.pins, jumpers)
    ending = Ending(chip, jumpers, pi.pins, folder / "motor-off")
    return run_loopback(pi.means(), ending, figures, EFFORT, folder, SILENT)
