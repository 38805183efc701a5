"""The board of the simulated mechanism, with a launcher's core, in time that its owner keeps."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from hardware.mechanism.input_lines import Beam, Switch
from hardware.mechanism.parameters import Latency, Parameters
from hardware.mechanism.path import Path
from hardware.mechanism.roller import NEVER
from hardware.portable.core import Core
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK
from hardware.portable.turntable import Turntable

NEW_DECK: Final = 112
_MOST_AT_ONCE: Final = 1_000
FAULTS: Final = (
    "jam",
    "slip",
    "double_feed",
    "blocked",
    "finger",
    "flicker",
    "blind",
    "noise",
    "weak_supply",
    "cover",
    "motor_fault",
)

DEGREE_US: Final = 16_667
"""60 degrees a second: a launcher full of cards is heavy."""


class Rig:
    """A simulated launcher: the same seed and commands at the same moments give the same outcome.

    The owner keeps the time: things happen only in ``advance``. After a command to ``core`` at
    ``ticks_us`` the owner calls ``settle``, which puts the core's outputs into effect.
    """

    def __init__(
        self,
        seed: int,
        cards: int = NEW_DECK,
        settings: Settings | None = None,
        parameters: Parameters | None = None,
        ticks_at_start: int = 0,
        latency: Latency | None = None,
    ) -> None:
        """``latency``: how late the core hears of inputs, and acts; None: at once."""
        self._random = Random(seed)  # noqa: S311 -- it scatters cards; it decides nothing
        self._set = parameters or Parameters()
        self._path = Path(self._set, self._random, cards)
        self._ticks_at_start = ticks_at_start
        self._now_us = 0
        self._driven = (0, False)
        self._beam = Beam(self._set, self._random)
        self._button = Switch(self._set, self._random)
        self._hopper_empty = False
        self._cover_open = False
        self._motor_fault = False
        self._latency = latency
        self._tick_us: float = NEVER
        self._wake_us: float = NEVER
        self.on_drive: Callable[[int, int], None] | None = None
        """Called at every change of the motor's duty: ``now_us`` and the new percentage."""
        self.core = Core(settings or Settings(), ticks_at_start)
        self.settle()

    @property
    def now_us(self) -> int:
        """Microseconds since the start, which do not wrap."""
        return self._now_us

    @property
    def ticks_us(self) -> int:
        """The same moment as the core counts it; it wraps at 2^30."""
        return (self._ticks_at_start + self._now_us) & MASK

    @property
    def cards_left(self) -> int:
        """How many cards have really left the mouth, whatever the sensor saw."""
        return self._path.cards_out

    @property
    def cards_in_hopper(self) -> int:
        """Cards that the roller has not picked up."""
        return self._path.hopper

    @property
    def cards_under_roller(self) -> int:
        """Cards that the roller has picked up and that have not left."""
        return self._path.under_roller

    @property
    def card_in_mouth(self) -> bool:
        """Whether a card is really in the beam."""
        return self._path.blocked

    @property
    def motor_on(self) -> bool:
        """Whether the motor is driven."""
        return self._driven[0] != 0

    @property
    def roller_turns(self) -> bool:
        """Whether the roller moves, whether it is driven or not."""
        return self._path.turning

    @property
    def alone(self) -> deque[float]:
        """For each of the last cards: in how much of its passage it was alone in the beam."""
        return self._path.alone

    @property
    def dings(self) -> int:
        """Acknowledgements sounded so far."""
        return self.core.dings

    def settle(self) -> None:
        """Put the core's outputs and the hopper's switch into effect, now."""
        empty = self._path.hopper == 0 and self._path.under_roller == 0
        if empty != self._hopper_empty:
            self._hopper_empty = empty
            self.core.hopper_edge(self.ticks_us, empty)
        wanted = (self.core.motor_pct, self.core.braking)
        if wanted != self._driven:
            if (wanted[0] != 0) != self.motor_on:
                self._button.motor(self._now_us, wanted[0] != 0)
            changed = wanted[0] != self._driven[0]
            self._driven = wanted
            self._path.drive(*wanted)
            if changed and self.on_drive is not None:
                self.on_drive(self._now_us, wanted[0])
            # dead time and rest count from now; and something may be due at once
            self.core.tick(self.ticks_us)
            self.settle()
            return
        tick_in = self.core.next_tick_in_us(self.ticks_us)
        self._tick_us = self._now_us + tick_in if tick_in >= 0 else NEVER

    def restart(self) -> None:
        """Start the board's program anew: motor off, and of the past only its inputs' levels."""
        core = self.core = Core(self.core.settings, self.ticks_us)
        core.card_edge(self.ticks_us, self._beam.output)
        core.button_edge(self.ticks_us, self._button.down)
        core.cover_edge(self.ticks_us, self._cover_open)
        core.motor_fault_edge(self.ticks_us, self._motor_fault)
        self._hopper_empty = False
        self.settle()

    def next_event_us(self) -> int | None:
        """When something will happen by itself; None: never."""
        due_us = min(self._path.next_us(), self._beam.next_us(), self._button.next_us())
        # while the board sleeps, what the core has to hear waits
        told_us = self._wake_us if self._wake_us != NEVER else self._waiting_us()
        due_us = min(due_us, told_us)
        return None if due_us == NEVER else max(self._now_us, math.ceil(due_us))

    def advance(self, to_us: int) -> None:
        """Run everything up to and including that moment, in order."""
        at_once = 0
        while True:
            at_us = self.next_event_us()
            if at_us is None or at_us > to_us:
                break
            at_once = at_once + 1 if at_us == self._now_us else 0
            assert at_once < _MOST_AT_ONCE, "something is always due and never done"
            self._run_to(at_us)
        if to_us > self._now_us:
            self._run_to(to_us)

    def step(self) -> bool:
        """Run to the next event; False: there is none."""
        at_us = self.next_event_us()
        if at_us is not None:
            self._run_to(at_us)
        return at_us is not None

    def press(self) -> None:
        """A finger pushes the button down, and it bounces."""
        self._button.move(self._now_us, True)

    def release(self) -> None:
        """The finger releases the button, and it bounces."""
        self._button.move(self._now_us, False)

    def tap(self, hold_us: int = 120_000) -> None:
        """Press now and release after ``hold_us`` (more than the button's bounce)."""
        self._button.move(self._now_us, True)
        self._button.move(self._now_us + hold_us, False)

    def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        self._path.load(cards)
        self.settle()

    def unload(self) -> int:
        """Take what lies in the hopper; returns how many cards."""
        cards = self._path.unload()
        self.settle()
        return cards

    def pull(self) -> bool:
        """Take out the card that sticks out of the mouth, by hand; False: there is none."""
        pulled = self._path.pull()
        self._beam.watch(self._now_us, self._path.blocked)
        self.settle()
        return pulled

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a fault on or off, at any moment.

        ``jam`` wedges the card in the mouth or the next one; off: the card goes on, or, if the
        roller stands still, is put back into the hopper. ``slip``: the roller often picks up
        nothing, or drags. ``double_feed``: cards cling together. ``blocked``: something stays in
        front of the sensor. ``finger``: a hand comes into the beam, goes, and comes again.
        ``flicker``: other light outshines the sensor's own 100 times a second. ``blind``: nothing
        blocks the beam. ``noise``: sparks of the motor's brushes get into the button's line.
        ``weak_supply``: the motor's voltage sags. ``cover``: the cover is open. ``motor_fault``:
        the motor driver reports a fault.
        """
        now_us = self._now_us
        if name == "jam":
            self._path.wedge(on)
        elif name == "slip":
            self._path.slip = on
        elif name == "double_feed":
            self._path.double_feed = on
        elif name == "blocked":
            self._beam.stuck = on
        elif name == "finger":
            self._beam.finger(now_us, on)
        elif name == "flicker":
            self._beam.flicker(now_us, on)
        elif name == "blind":
            self._beam.blind = on
        elif name == "noise":
            self._button.noisy = on
            self._button.motor(now_us, self.motor_on)
        elif name == "weak_supply":
            self._path.weaken(on)
        elif name == "cover":
            self._cover_open = on
            self.core.cover_edge(self.ticks_us, on)
        elif name == "motor_fault":
            self._motor_fault = on
            self.core.motor_fault_edge(self.ticks_us, on)
        else:
            raise ValueError(f"There is no fault {name!r}; there are {', '.join(FAULTS)}.")
        self._beam.watch(now_us, self._path.blocked)
        self.settle()

    def _run_to(self, at_us: int) -> None:
        self._now_us = at_us
        self._path.advance(at_us)
        self._beam.watch(at_us, self._path.blocked)
        self._button.watch(at_us)
        if self._latency is None:
            self._hear(at_us)
        elif self._wake_us <= at_us:
            self._wake_us = NEVER
            self._hear(at_us)
        elif self._wake_us == NEVER and self._waiting_us() <= at_us:
            self._wake_us = at_us + self._latency.draw_us(self._random)

    def _waiting_us(self) -> float:
        """The moment of the oldest thing that the core has not heard of."""
        oldest_us = self._tick_us
        for edges in (self._beam.edges, self._button.edges):
            if edges and edges[0][0] < oldest_us:
                oldest_us = edges[0][0]
        return oldest_us

    def _hear(self, at_us: int) -> None:
        """Tell the core all that has happened, in order, each with its moment."""
        beam, button = self._beam.edges, self._button.edges
        before = self._ticks_at_start
        while (beam and beam[0][0] <= at_us) or (button and button[0][0] <= at_us):
            if beam and not (button and button[0][0] < beam[0][0]):
                moment_us, blocked = beam.pop(0)
                self.core.card_edge((before + moment_us) & MASK, blocked)
            else:
                moment_us, down = self._button.take()
                self.core.button_edge((before + moment_us) & MASK, down)
        if self._tick_us <= at_us or self._latency is not None:
            self.core.tick(self.ticks_us)
        self.settle()


def simulated_turntable(seats: int) -> Turntable:
    """A turntable with so many seats, evenly spread around it; 0: without seats."""
    return Turntable([360 * seat // seats for seat in range(seats)], DEGREE_US, 0)
