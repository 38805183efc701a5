"""Pins joined by jumpers: what one pin does is seen at another. For a self-test without a launcher.

One jumper joins an input of the motor driver (an output of this machine) and the card sensor's
input. The other joins a spare output and the button's input.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, Protocol

from hardware.gpio.chip import CONSUMER, Chip, needed
from hardware.gpio.edges import Edge
from hardware.gpio.gpiod_edges import QUEUE
from hardware.gpio.motor_drivers import PinLevel
from hardware.gpio.pins import Pins, PinTrouble

if TYPE_CHECKING:
    from gpiod import LineRequest

SPARE: Final = (26, 16, 20, 21, 19, 13, 12, 6, 5)
"""Pins that are likely to be free; all are on the header of every Pi with 40 pins."""
HEADER: Final = {
    2: 3,
    3: 5,
    4: 7,
    14: 8,
    15: 10,
    17: 11,
    18: 12,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    10: 19,
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
"""The pin of the header by its GPIO number."""

Start = Literal["motor", "press"]
End = Literal["card_sensor", "button"]
ENDS: Final[dict[Start, End]] = {"motor": "card_sensor", "press": "button"}
"""Where each jumper begins, and where it ends."""


@dataclass(frozen=True, slots=True)
class Jumpers:
    """The GPIO numbers of all pins that a self-test needs."""

    motor: int
    """The motor driver's input that is high while cards are fed."""
    card_sensor: int
    press: int
    button: int
    idle: tuple[int, ...]
    """The motor driver's other inputs, which stay low."""
    away: int
    """Where a driver is told that its card sensor is: nothing is connected there."""

    def at(self, name: Start | End) -> int:
        """The GPIO number at this end of a jumper."""
        number: int = getattr(self, name)
        return number

    @property
    def every(self) -> tuple[int, ...]:
        """All of them."""
        joined = (self.motor, self.card_sensor, self.press, self.button)
        return (*joined, *self.idle, self.away)

    @property
    def motors(self) -> tuple[int, ...]:
        """The inputs of the motor driver."""
        return (self.motor, *self.idle)


def jumpers_for(pins: Pins) -> Jumpers:
    """Choose the pins for a wiring. Raises PinTrouble if it leaves none to spare, or no button."""
    if not pins.button:
        raise PinTrouble("The self-test presses the button: set pins.button to a pin.")
    feeds = [
        getattr(pins, name)
        for name, level in zip(pins.driver.inputs, pins.driver.forward, strict=True)
        if level is PinLevel.PWM
    ]
    every = [getattr(pins, name) for name in pins.driver.inputs]
    spare = [gpio for gpio in SPARE if gpio not in pins.used.values()]
    if len(spare) < 2:
        raise PinTrouble(
            "The self-test needs two free pins: take optional inputs out of [pins] for the test."
        )
    idle = tuple(gpio for gpio in every if gpio != feeds[0])
    return Jumpers(feeds[0], pins.card_sensor, spare[0], pins.button, idle, spare[1])


class Loop(Protocol):
    """Jumpers whose outputs can be set and whose inputs are listened to."""

    def levels(self) -> dict[End, bool]:
        """The levels of the inputs now: True is high."""
        ...

    def put(self, start: Start, high: bool) -> int:
        """Set an output. Returns the time just before, in microseconds of the monotonic clock."""
        ...

    def take(self) -> list[Edge]:
        """The edges of the inputs that were not taken yet; may raise OSError."""
        ...


class LoopLines:
    """``Loop`` on the lines of a chip, through the kernel's own interface."""

    def __init__(self, request: LineRequest, jumpers: Jumpers, ends: Sequence[End]) -> None:
        self._request = request
        self._jumpers = jumpers
        self._names: dict[int, End] = {jumpers.at(end): end for end in ends}
        self._numbers = dict.fromkeys(self._names, 0)

    def levels(self) -> dict[End, bool]:
        """See ``Loop``."""
        values = self._request.get_values(list(self._names))
        return {
            end: bool(value.value) for end, value in zip(self._names.values(), values, strict=True)
        }

    def put(self, start: Start, high: bool) -> int:
        """See ``Loop``."""
        from gpiod.line import Value

        value = Value.ACTIVE if high else Value.INACTIVE
        at_us = time.monotonic_ns() // 1000
        self._request.set_value(self._jumpers.at(start), value)
        return at_us

    def take(self) -> list[Edge]:
        """See ``Loop``."""
        edges = []
        while self._request.wait_edge_events(0):
            for event in self._request.read_edge_events(QUEUE):
                line = event.line_offset
                missed = event.line_seqno - self._numbers[line] - 1
                self._numbers[line] = event.line_seqno
                high = event.event_type is event.Type.RISING_EDGE
                at_us = event.timestamp_ns // 1000
                edges.append(Edge(at_us, self._names[line], high, missed))
        return edges


@contextmanager
def whole_loop(chip: Chip, jumpers: Jumpers) -> Iterator[LoopLines]:
    """Claim all ends of the jumpers, as a driver would; outputs are low. Raises PinTrouble."""
    low, high = (jumpers.motor, *jumpers.idle, jumpers.press), ()
    ends: tuple[End, ...] = ("card_sensor", "button")
    with _claimed(chip, jumpers, low, high, ends, pulled_up=True) as loop:
        yield loop


@contextmanager
def watched_driver(chip: Chip, jumpers: Jumpers) -> Iterator[LoopLines]:
    """Claim what a driver leaves free: where its motor pin ends, and what presses its button.

    The card sensor's input is not pulled, so that it shows what the motor pin itself does once
    nobody drives it. Raises PinTrouble.
    """
    with _claimed(chip, jumpers, (), (jumpers.press,), ("card_sensor",), pulled_up=False) as loop:
        yield loop


def high_while_pulled(chip: Chip, gpios: Sequence[int], up: bool) -> tuple[int, ...]:
    """Which lines read high while the chip pulls them all up, or all down. Raises OSError.

    Afterwards they are inputs with pull-downs. A connected motor may turn meanwhile.
    """
    with needed("gpiod"):
        import gpiod
        from gpiod.line import Bias, Direction, Value
    lines = tuple(gpios)
    pulled = {
        bias: gpiod.LineSettings(direction=Direction.INPUT, bias=bias)
        for bias in (Bias.PULL_UP, Bias.PULL_DOWN)
    }
    chosen = pulled[Bias.PULL_UP if up else Bias.PULL_DOWN]
    with gpiod.request_lines(chip.path, {lines: chosen}, consumer=CONSUMER) as request:
        time.sleep(SETTLED_S)
        try:
            values = request.get_values(list(lines))
        finally:
            request.reconfigure_lines({lines: pulled[Bias.PULL_DOWN]})
    return tuple(line for line, value in zip(lines, values, strict=True) if value is Value.ACTIVE)


SETTLED_S: Final = 0.01
"""A pull of 50 kΩ charges the 100 pF of a jumper in 5 µs."""


@contextmanager
def _claimed(
    chip: Chip,
    jumpers: Jumpers,
    low: Sequence[int],
    high: Sequence[int],
    ends: Sequence[End],
    pulled_up: bool,
) -> Iterator[LoopLines]:
    with needed("gpiod"):
        import gpiod
        from gpiod.line import Bias, Clock, Direction, Value
        from gpiod.line import Edge as Edges
    inputs = gpiod.LineSettings(
        direction=Direction.INPUT,
        edge_detection=Edges.BOTH,
        bias=Bias.PULL_UP if pulled_up else Bias.DISABLED,
        event_clock=Clock.MONOTONIC,
    )

    def output(value: Value) -> gpiod.LineSettings:
        return gpiod.LineSettings(direction=Direction.OUTPUT, output_value=value)

    groups = {
        tuple(jumpers.at(end) for end in ends): inputs,
        tuple(low): output(Value.INACTIVE),
        tuple(high): output(Value.ACTIVE),
    }
    try:
        request = gpiod.request_lines(
            chip.path,
            {group: settings for group, settings in groups.items() if group},
            consumer=CONSUMER,
            event_buffer_size=QUEUE,
        )
    except (OSError, ValueError) as error:
        raise PinTrouble(f"{chip.unusable(error)}.") from None
    with request:
        try:
            yield LoopLines(request, jumpers, ends)
        finally:
            # a kernel may leave an output as it is when nobody claims it any more
            if low:
                request.set_values(dict.fromkeys(low, Value.INACTIVE))
