"""The simulated mechanism behind a chip's lines, in a process of its own, with its control socket.

It looks at the motor's lines every millisecond while they drive or brake the motor, and less often
while they are low. It drives sensor, button, hopper and cover at their moments. No other program
makes it late.
"""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from firmware_bridge.simulated_board import SimulatedBoard
from firmware_bridge.simulator import ControlServer
from hardware.gpio.pins import Pins
from hardware.mechanism.rig import Rig
from hardware.portable.settings import Settings
from tests.hardware.gpio.wires import Wires
from tests.vm.guest.lines import PRIORITY, Lines

LOOK_S: Final = 0.001
LOOK_AT_REST_S: Final = 0.005
"""While the motor's lines are low: each look costs instructions. A motor's start and a sound are
seen so much later."""
GLIMPSE_MS: Final = 3 * 1000 * LOOK_S
UNLIMITED: Final = Path("/proc/sys/kernel/sched_rt_runtime_us")
"""-1 written there: otherwise a kernel stops all real-time programs for 50 ms once they have needed
950 ms of a second. Here they share one slow processor with this one, which no launcher has."""
WIRED: Final = Pins(hopper=5, cover=6, motor_fault=13, buzzer_hz=0)
"""With a buzzer that has a tone of its own, so that one look tells whether it sounds."""
AT_REST: Final = {
    "card_sensor": False,
    "button": True,
    "cover": False,
    "hopper": False,
    "motor_fault": True,
}


def driven_until(runs_ms: Sequence[tuple[float, float | None]], present_ms: float) -> float:
    """When the motor was driven last, by a ``Truth``; ``present_ms`` where it still is.

    When a brake is let go, its two inputs fall one after the other, the one for forward first
    (``MotorDriver.falls``). A look that comes between sees the other one alone: that moves no card.
    """
    return max(
        present_ms if off is None else off
        for on, off in runs_ms
        if off is None or off - on > GLIMPSE_MS
    )


class Mechanism:
    """A rig whose motor is what the lines say; see ``Workbench`` for the same on mock pins."""

    def __init__(
        self, lines: Lines, cards: int, seed: int, at_rest_s: float, pins: Pins = WIRED
    ) -> None:
        """``at_rest_s``: how often it looks while the motor's lines are low."""
        self.pins = pins
        self._at_rest_s = at_rest_s
        self._lines = lines
        self._loop = asyncio.get_running_loop()
        self._motor = [getattr(pins, name) for name in pins.driver.inputs]
        self._seen: list[bool] = []
        self._loud = False
        for name, gpio in pins.inputs.items():
            self.put(gpio, AT_REST[name] if name != "hopper" else not cards)
        self._rig = Rig(seed, cards)
        self._wires = self._rig.core = Wires(self)
        self.board = SimulatedBoard(self._rig, Settings(), self._loop.time)
        self._look()

    def put(self, gpio: int, high: bool) -> None:
        """Something at an input changes now."""
        self._lines.put(gpio, high)

    def level(self, gpio: int) -> float:
        """What is at an output now."""
        return float(self._lines.high(gpio))

    def _look(self) -> None:
        seen = [self._lines.high(gpio) for gpio in self._motor]
        if seen != self._seen:
            self._seen = seen
            self.board.now_us()
            self.board.settle()
        loud = self._lines.high(self.pins.buzzer)
        self._wires.dings += loud and not self._loud
        self._loud = loud
        now_s, due_s = self._loop.time(), self.board.due()
        if due_s is not None and due_s <= now_s:
            self.board.now_us()
            due_s = self.board.due()
        next_s = now_s + (LOOK_S if any(seen) else self._at_rest_s)
        if due_s is not None:
            next_s = min(next_s, due_s)
        self._loop.call_at(next_s, self._look)


def run(
    folder: Path,
    device: Path,
    socket: Path,
    cards: int,
    seed: int,
    ready: Callable[[], None] = lambda: None,
    at_rest_s: float = LOOK_AT_REST_S,
) -> None:
    """Be the mechanism on these lines until killed, with the control socket beside ``socket``.

    ``ready`` is called when it is there; ``at_rest_s``: see ``Mechanism``.
    """
    UNLIMITED.write_text("-1")
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(PRIORITY))
    gc.disable()

    async def serve() -> None:
        mechanism = Mechanism(Lines(folder, device), cards, seed, at_rest_s)
        control_server = ControlServer(mechanism.board.apply)
        await control_server.start(socket)
        ready()
        await asyncio.Event().wait()

    # select takes microseconds, epoll only milliseconds
    with asyncio.Runner(
        loop_factory=lambda: asyncio.SelectorEventLoop(selectors.SelectSelector())
    ) as runner:
        runner.run(serve())
