"""The driver's board on gpiozero's pins, wired to the simulated mechanism, in the loop's time.

The pins are gpiozero's mock pins, or those of a library in whose place a module moves a header's
levels. Inputs are heard through the edge source that the configuration names: gpiozero's pins, or
a stand-in for the kernel's queue. The board knows nothing of it: motor pins are read through the
truth table as a real motor would, and the mechanism's edges move sensor, button and hopper.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, cast

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio.edges import CheckedEdges, EdgeSource
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.gpiod_edges import GpiodEdges
from hardware.gpio.gpiozero_edges import GpiozeroEdges
from hardware.gpio.pins import Pins, PinTrouble
from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable.settings import ScaleSettings
from tests.hardware.gpio.kernel import Kernel
from tests.hardware.gpio.wires import Wires

WIRED = Pins(hopper=5, cover=6)


class WatchedPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that says when it changes, as a wire does, and floats when closed, as lgpio's."""

    def close(self) -> None:
        super().close()
        self.pull = "floating"

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed and self._function == "output":
            self._factory.changed()
        return changed


class Outside(Protocol):
    """The pins as one sees them from outside; a ``Header`` is one."""

    changed: Callable[[], None]

    def level(self, gpio: int) -> float: ...
    def put(self, gpio: int, high: bool, now_us: int) -> None: ...


class WatchedFactory(MockFactory):  # type: ignore[misc]
    """Mock pins whose outputs are watched."""

    def __init__(self, revision: str = "a02082") -> None:
        super().__init__(revision, WatchedPin)
        self.changed: Callable[[], None] = lambda: None

    def level(self, gpio: int) -> float:
        """What is at a pin."""
        return float(self.pin(gpio).state)

    def put(self, gpio: int, high: bool, now_us: int = 0) -> None:
        """Drive an input from outside."""
        pin = self.pin(gpio)
        if high:
            pin.drive_high()
        else:
            pin.drive_low()


class Workbench:
    """A mechanism wired to pins, running in the time of the running loop.

    ``library``: a header and the factory of the library that moves it, in place of mock pins.
    """

    def __init__(
        self,
        cards: int,
        pins: Pins = WIRED,
        seed: int = 5,
        parameters: Parameters | None = None,
        library: tuple[Outside, Any] | None = None,
        scale: ScaleSettings | None = None,
    ) -> None:
        self.pins = pins
        self._scale = scale
        self.factory: Any = WatchedFactory()
        self._outside: Outside = self.factory
        if library is not None:
            self._outside, self.factory = library
        self.rig = Rig(seed, cards, parameters=parameters)
        self.rig.core = Wires(self)
        self.kernel: Kernel | None = None
        self.failures: list[PinTrouble] = []
        self.motor_runs = 0
        self.dings = 0
        self.turntable_steps = 0
        self._stepping = False
        self._loop = asyncio.get_running_loop()
        self._start_s = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._on = False
        self._loud = False
        self.board = self._board()
        self._outside.changed = self._pins_changed

    def put(self, gpio: int, high: bool) -> None:
        """Something at an input changes, now by the mechanism's time."""
        if self.kernel is None:
            self._outside.put(gpio, high, self._now_us())
        elif self.kernel.high[gpio] != high:
            self.kernel.edge(gpio, high, self._now_us() * 1000)

    def level(self, gpio: int) -> float:
        """What is at a pin."""
        return self._outside.level(gpio)

    def _board(self) -> GpioBoard:
        inputs = self.pins.inputs
        edges: EdgeSource
        if self.pins.edges == "gpiod":
            self.kernel = Kernel(list(inputs.values()))
            edges = GpiodEdges(cast(Any, self.kernel), inputs)
        else:
            down = self.pins.pulled_down
            edges = GpiozeroEdges(self.factory, inputs, lambda _: self._now_us(), down)
        # All inputs are pulled up or down by now; what is wired to them is stronger.
        for name, gpio in inputs.items():
            low = name == "cover" or (name == "hopper" and self.rig.cards_in_hopper)
            if name == "card_sensor":
                low = self.pins.sensor_module.card_is_high
            self.put(gpio, not low)
        checked = CheckedEdges(edges)
        return GpioBoard(
            self.pins,
            self.factory,
            checked,
            self._loop.time,
            self.failures.append,
            scale=self._scale,
        )

    def touch(self, do: Callable[[Rig], object]) -> None:
        """Do something to the mechanism now."""
        self._advance()
        do(self.rig)
        self._advance()

    def cover(self, is_open: bool) -> None:
        """Open or close the cover."""
        self.put(self.pins.cover, is_open)

    def close(self) -> None:
        """The mechanism stands still for good."""
        if self._timer is not None:
            self._timer.cancel()
        if self.kernel is not None:
            self.kernel.close()

    def _now_us(self) -> int:
        """The mechanism's present on the loop's clock."""
        return round(self._start_s * 1e6) + self.rig.now_us

    def _pins_changed(self) -> None:
        motor_on = bool(self.rig.core.motor_pct)
        self.motor_runs += motor_on and not self._on
        self._on = motor_on
        if self.pins.buzzer:
            loud = self.level(self.pins.buzzer) > 0
            self.dings += loud and not self._loud
            self._loud = loud
        if self.pins.turntable.kind == "step_dir":
            step, left = map(self.level, self.pins.turntable.gpios)
            if step and not self._stepping:
                assert not motor_on, "it turns while cards come"
                self.turntable_steps += 1 if left else -1
            self._stepping = bool(step)
        self._advance()

    def _advance(self) -> None:
        self.rig.advance(round((self._loop.time() - self._start_s) * 1e6))
        self.rig.settle()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due_us = self.rig.next_event_us()
        if due_us is not None:
            self._timer = self._loop.call_at(self._start_s + due_us / 1e6, self._advance)
