"""Looks at the motor's pins from outside, for as long as something else goes on."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from hardware.gpio.pins import Pins as Wiring
from tests.board.inside import MARK
from tests.board.machine import Pins
from tests.board.shell import Died
from tests.hardware.gpio.wires import motor_of

WIRED: Final = Wiring()
EVERY_S: Final = 0.005
"""Each look holds the board up for a moment."""
MOTORS: Final = tuple(getattr(WIRED, name) for name in WIRED.driver.inputs)


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen at one time of the board's."""

    at_us: int
    driven: frozenset[int]

    @property
    def motor(self) -> bool:
        return bool(self.driven & set(MOTORS))

    @property
    def stage(self) -> str:
        """What the motor did, in a word."""
        pct, braking = motor_of(WIRED.driver, [float(one in self.driven) for one in MOTORS])
        return "forward" if pct > 0 else "reverse" if pct < 0 else "brake" if braking else "off"


@dataclass(slots=True)
class Watch:
    """All that was seen, where it changed; and the last look."""

    looks: list[Look] = field(default_factory=list)
    last: Look | None = None
    count: int = 0

    def add(self, look: Look) -> None:
        self.count += 1
        self.last = look
        if not self.looks or self.looks[-1].driven != look.driven:
            self.looks.append(look)

    def drove(self) -> bool:
        return any(look.motor for look in self.looks)

    def kills(self) -> list[float]:
        """Of each kill: until when the motor was driven after it, in ms."""
        driven_ms: list[float] = []
        killed_us = None
        for look, after in zip(self.looks, [*self.looks[1:], self.last], strict=True):
            if MARK not in look.driven:
                killed_us = None
                continue
            if killed_us is None:
                killed_us = look.at_us
                driven_ms.append(0.0)
            if look.motor and after is not None:
                driven_ms[-1] = (after.at_us - killed_us) / 1000
        return driven_ms


@contextmanager
def watched(pins: Pins) -> Iterator[Watch]:
    """Look again and again until the block ends."""
    watch, over = Watch(), threading.Event()

    def look() -> None:
        while not over.wait(EVERY_S):
            try:
                at_us = pins.now_us()
                watch.add(Look(at_us, frozenset(pins.driven((*MOTORS, MARK)))))
            except Died:
                return

    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        over.set()
        thread.join()


def histogram(what: str, kills: list[tuple[str, float]]) -> str:
    """How long the motor was driven after each kill, by what it did."""
    stages = ", ".join(f"{n} {stage}" for stage, n in Counter(one for one, _ in kills).items())
    steps = Counter(int(ms // 50) * 50 for _, ms in kills)
    bars = "\n".join(f"  {ms:5d} ms {'#' * steps[ms]}" for ms in sorted(steps))
    return f"{what}: {len(kills)} ({stages}); driven for so long afterwards:\n{bars}"
