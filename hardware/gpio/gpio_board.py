"""A launcher's core on real pins. Its owner ticks it when it is due and when edges come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from hardware.gpio.edges import CheckedEdges, Edge
from hardware.gpio.launcher_pins import Input
from hardware.gpio.outputs import Buzzer, Motor, Switch
from hardware.gpio.pins import Pins, PinTrouble
from hardware.gpio.turntable_motor import TurntableOnPins
from hardware.portable import ticks
from hardware.portable.core import Core
from hardware.portable.settings import ScaleSettings
from hardware.portable.signals import Signals
from hardware.portable.ticks import MASK
from hardware.portable.weighing import Weighing


class GpioBoard:
    """A `firmware_bridge.device.Board` on pins. It owns the edge source, and closes it.

    ``clock``: seconds of the monotonic clock on which the edges' moments are, too. ``failed`` is
    called once, when a pin can no longer be used. By then the motor's pins are low, and nothing
    touches a pin any more. ``measured``: what a bench measured of this launcher. ``scale``: what it
    measured of the scale under it, whose readings the owner passes on.
    """

    def __init__(
        self,
        pins: Pins,
        factory: Any,
        edges: CheckedEdges,
        clock: Callable[[], float],
        failed: Callable[[PinTrouble], None],
        measured: Mapping[str, int] | None = None,
        scale: ScaleSettings | None = None,
    ) -> None:
        self._pins = pins
        self._edges = edges
        self._clock = clock
        self._failed = failed
        self._broken = False
        self._motor: Motor | None = None
        self._lamp: Switch | None = None
        self._lit = False
        self._buzzer: Buzzer | None = None
        self._table: TurntableOnPins | None = None
        self._told_us = round(clock() * 1e6)
        settings = pins.settings(measured)
        self.lease_ms = settings.lease_us // 1000
        self.core = Core(settings, self._told_us & MASK)
        self.scale = None if scale is None else Weighing(self.core, scale)
        """What weighs it; None: nothing does."""
        self._turned = False
        self._signals = Signals(self.core, pins.buzzer_hz or 1)
        try:
            self._motor = Motor(pins, factory)
            if pins.lamp:
                self._lamp = Switch(pins.lamp, factory, "lamp" in pins.inverted)
            if pins.buzzer:
                inverted = "buzzer" in pins.inverted
                self._buzzer = Buzzer(pins.buzzer, pins.buzzer_hz, factory, inverted)
            if pins.turntable.kind != "none":
                self._table = TurntableOnPins(pins.turntable, factory, pins.enable_low)
            for name, high in edges.levels().items():
                self._tell(name, high, self._told_us & MASK)
        except BaseException:
            self.close()
            raise

    @property
    def capabilities(self) -> dict[str, Any]:
        """What is wired to the pins."""
        wired = {
            "name": "gpio",
            "turntable": self._table is not None,
            "lamp": bool(self._pins.lamp),
            "hopper_switch": bool(self._pins.hopper),
            "cover_switch": bool(self._pins.cover),
        }
        return wired if self.scale is None else wired | {"scale": True}

    @property
    def works(self) -> bool:
        """True until a pin fails or the board is closed."""
        return not self._broken

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None:
        """Call ``moved`` on the loop whenever something may have happened at an input."""
        self._edges.watch(loop, moved)

    def now_us(self) -> int:
        """Tell the core what happened up to now, and put its answer into effect."""
        self._safely(self._catch_up)
        return self._told_us

    def settle(self) -> None:
        """Put what the core was told into effect."""
        self._safely(self._put_into_effect)

    def face(self, seat: int) -> bool:
        """Begin to turn to a seat, see `firmware_bridge.device.Board`; False where it cannot."""
        return self._table is not None and self._table.turntable.face(seat)

    def weigh(self, at_us: int, counts: int) -> bool:
        """Take a reading of the scale's chip. True: the scale has something to say."""
        if self.scale is None:
            return False
        turns = self._table is not None and self._table.turntable.turning
        if turns != self._turned:
            self._turned = turns
            self.scale.turning(turns)
        return self.scale.sample(at_us & MASK, counts)

    def due(self) -> float | None:
        """When to call ``now_us`` again if no edge comes before, in the clock's seconds."""
        if self._broken:
            return None
        now = self._told_us & MASK
        wait_us = self.core.next_tick_in_us(now)
        if self._lamp is not None or self._buzzer is not None:
            wait_us = ticks.sooner(wait_us, self._signals.due_in_us(now))
        if self._table is not None:
            wait_us = ticks.sooner(wait_us, self._table.turntable.due_in_us(now))
        return None if wait_us < 0 else (self._told_us + wait_us) / 1e6

    def close(self) -> None:
        """Switch motor and everything else off and let the pins go. It may be called again."""
        self._broken = True
        for part in (self._motor, self._lamp, self._buzzer, self._table, self._edges):
            if part is not None:
                with suppress(Exception):
                    part.close()

    def _safely(self, work: Callable[[], None]) -> None:
        """Do something with pins; if that fails, the motor goes off and stays off."""
        if self._broken:
            return
        try:
            work()
        except Exception as error:
            self._broken = True
            if self._motor is not None:
                self._motor.off()
            with suppress(Exception):
                self._edges.close()  # nobody reads edges any more
            reason = str(error) or type(error).__name__
            self._failed(
                PinTrouble(
                    f"The launcher's pins failed ({reason}), so its motor was switched off: "
                    "start the driver again."
                )
            )

    def _catch_up(self) -> None:
        for edge in self._edges.take():
            self._hear(edge)
        self._told_us = max(self._told_us, round(self._clock() * 1e6))
        self.core.tick(self._told_us & MASK)
        self._put_into_effect()

    def _put_into_effect(self) -> None:
        assert self._motor is not None, "until it is closed"
        # The motor comes before lamp and buzzer.
        while self._motor.drive(self.core.motor_pct, self.core.braking):
            # dead time and rest count from now, not from the edge that caused the change
            self.core.tick(self._told_us & MASK)
        self._edges.look_often(self.core.ejecting)
        now = self._told_us & MASK
        self._signals.tick(now)
        if self._lamp is not None and self._lit != self._signals.lamp_on:
            self._lit = self._signals.lamp_on
            self._lamp.turn(self._lit)
        if self._buzzer is not None:
            self._buzzer.sound(self._signals.tone_hz)
        if self._table is not None:
            self._table.tick(now, self.core.may_turn)

    def _hear(self, edge: Edge) -> None:
        # If the core was already told of a later moment, a late edge gets that moment.
        self._told_us = max(self._told_us, edge.at_us)
        now = self._told_us & MASK
        if edge.missed and edge.name == "card_sensor":
            self.core.card_edges_missed(now, edge.missed)
        self._tell(edge.name, edge.high, now)

    def _tell(self, name: Input, high: bool, now: int) -> None:
        is_so = self._pins.happens_at(name, high)
        if name == "card_sensor":
            self.core.card_edge(now, is_so)
        elif name == "button":
            self.core.button_edge(now, is_so)
        elif name == "cover":
            self.core.cover_edge(now, not is_so)
        elif name == "motor_fault":
            self.core.motor_fault_edge(now, is_so)
        elif name == "hopper":
            self.core.hopper_edge(now, not is_so)
        elif self._table is not None:
            self._table.turntable.home_edge(is_so)
