"""The launcher's brain on the simulated mechanism: its board, in whatever time its owner keeps."""

from __future__ import annotations

import math
from random import Random
from typing import Final

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.path import Path
from hardware.mechanism.roller import NEVER
from hardware.portable.core import Core
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK

NEW_DECK: Final = 112
_MOST_AT_ONCE: Final = 1_000
FAULTS: Final = ("jam", "slip", "double_feed", "blocked")


class Rig:
    """A simulated launcher. Same seed, same commands at the same moments: same outcome.

    Time is the owner's: nothing happens but in ``advance``. After a command given to ``core`` at
    ``ticks_us`` the owner calls ``settle``, which puts the core's outputs into effect.
    """

    def __init__(
        self,
        seed: int,
        cards: int = NEW_DECK,
        settings: Settings | None = None,
        parameters: Parameters | None = None,
        ticks_at_start: int = 0,
    ) -> None:
        self._random = Random(seed)  # noqa: S311 -- it scatters cards; it decides nothing
        self._set = parameters or Parameters()
        self._path = Path(self._set, self._random, cards)
        self._ticks_at_start = ticks_at_start
        self._now_us = 0
        self._driven = (0, False)
        self._beam = False
        self._beam_edges: list[tuple[int, bool]] = []
        self._button_edges: list[tuple[int, bool]] = []
        self._hopper_empty = False
        self._stuck_sensor = False
        self._tick_us: int | None = None
        self.core = Core(settings or Settings(), ticks_at_start)
        self.settle()

    @property
    def now_us(self) -> int:
        """Microseconds since the start; do not wrap."""
        return self._now_us

    @property
    def ticks_us(self) -> int:
        """The same moment as the core counts it: wraps at 2^30."""
        return (self._ticks_at_start + self._now_us) & MASK

    @property
    def cards_left(self) -> int:
        """The truth: cards that have left the mouth, whatever the sensor saw."""
        return self._path.left

    @property
    def cards_in_hopper(self) -> int:
        """Cards that have not been picked up."""
        return self._path.hopper

    @property
    def cards_under_roller(self) -> int:
        """Cards that were picked up and have not left."""
        return self._path.under_roller

    @property
    def card_in_mouth(self) -> bool:
        """The truth: a card is in the beam."""
        return self._path.blocked

    @property
    def motor_on(self) -> bool:
        """Whether the motor is driven."""
        return self._driven[0] != 0

    @property
    def roller_turns(self) -> bool:
        """Whether the roller moves, driven or not."""
        return self._path.turning

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
            self._driven = wanted
            self._path.drive(*wanted)
        tick_in = self.core.next_tick_in_us(self.ticks_us)
        self._tick_us = self._now_us + tick_in if tick_in >= 0 else None

    def next_event_us(self) -> int | None:
        """When something will happen by itself; None: never."""
        due_us = self._path.next_us()
        if self._tick_us is not None and self._tick_us < due_us:
            due_us = self._tick_us
        if self._beam_edges and self._beam_edges[0][0] < due_us:
            due_us = self._beam_edges[0][0]
        if self._button_edges and self._button_edges[0][0] < due_us:
            due_us = self._button_edges[0][0]
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

    def press(self) -> None:
        """A finger pushes the button down, and it bounces."""
        self._bounce_button(self._now_us, True)

    def release(self) -> None:
        """The finger is lifted."""
        self._bounce_button(self._now_us, False)

    def tap(self, hold_us: int = 120_000) -> None:
        """Press now and release after ``hold_us`` (more than the button's bounce)."""
        self._bounce_button(self._now_us, True)
        self._bounce_button(self._now_us + hold_us, False)

    def load(self, cards: int) -> None:
        """Put cards into the hopper."""
        self._path.load(cards)
        self.settle()

    def unload(self) -> int:
        """Take what lies in the hopper; returns how many cards."""
        taken = self._path.unload()
        self.settle()
        return taken

    def set_fault(self, name: str, on: bool) -> None:
        """Switch a fault on or off, at any moment.

        ``jam`` wedges the card in the mouth or the next one; off: it goes on,
        or, where the roller stands still, is taken out and put back into the hopper.
        ``slip``: the roller often picks up nothing, or drags. ``double_feed``: cards cling
        together. ``blocked``: something stays in front of the sensor.
        """
        if name == "jam":
            self._path.wedge(on)
        elif name == "slip":
            self._path.slip = on
        elif name == "double_feed":
            self._path.double_feed = on
        elif name == "blocked":
            self._stuck_sensor = on
        else:
            raise ValueError(f"There is no fault {name!r}; there are {', '.join(FAULTS)}.")
        self._watch_beam()
        self.settle()

    def _run_to(self, at_us: int) -> None:
        self._now_us = at_us
        self._path.advance(at_us)
        self._watch_beam()
        now = self.ticks_us
        if self._tick_us is not None and self._tick_us <= at_us:
            self.core.tick(now)
        while self._beam_edges and self._beam_edges[0][0] <= at_us:
            self.core.card_edge(now, self._beam_edges.pop(0)[1])
        while self._button_edges and self._button_edges[0][0] <= at_us:
            self.core.button_edge(now, self._button_edges.pop(0)[1])
        self.settle()

    def _watch_beam(self) -> None:
        blocked = self._path.blocked or self._stuck_sensor
        if blocked == self._beam:
            return
        self._beam = blocked
        now = self._now_us
        # what still bounces is overtaken by the new edge
        self._beam_edges = [(now, blocked)]
        if self._random.random() < 0.5:
            spread = sorted(self._random.randint(1, self._set.beam_bounce_us) for _ in range(2))
            self._beam_edges += [(now + spread[0], not blocked), (now + spread[1], blocked)]

    def _bounce_button(self, at_us: int, down: bool) -> None:
        toggles = 1 + 2 * self._random.randint(0, 3)
        spread = [
            0,
            *sorted(
                self._random.randint(1, self._set.button_bounce_us) for _ in range(toggles - 1)
            ),
        ]
        for nth, after_us in enumerate(spread):
            self._button_edges.append((at_us + after_us, down if nth % 2 == 0 else not down))
        self._button_edges.sort(key=lambda edge: edge[0])
