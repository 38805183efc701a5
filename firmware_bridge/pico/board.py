"""A launcher's core on a microcontroller's pins: pin interrupts for edges, a timer's for ticks.

Limits and lease are kept in interrupts. So if the main program waits, for a blocked line or a
garbage collection, the motor still stops in time. A board also tells how near the chip has come to
its limits.
"""

import gc
import sys

from machine import PWM, Pin, Timer, disable_irq, enable_irq
from micropython import stack_use

from firmware_bridge.pico.interrupts import Guarded, Input
from firmware_bridge.pico.motor import FULL, Motor
from firmware_bridge.pico.turntable_motors import TurntableOnPins
from hardware.portable import ticks
from hardware.portable.core import Core
from hardware.portable.settings import Settings
from hardware.portable.signals import Signals

TICK_HZ = 500
AT_REST_HZ = 1000
"""Pitch of pulses that are low all the time, or high."""
LONGEST_REST_US = 50000
"""The core is ticked at least so often, even if it asked for nothing."""


class Board:
    """See ``firmware_bridge.device.Board``. ``ticks_us``: the chip's own count."""

    def __init__(self, wiring, ticks_us):
        self._motor = Motor(wiring["motor"])
        self._ticks_us = ticks_us
        self.works = True
        """False: an interrupt failed, the motor was switched off, and the chip has to restart."""
        self.ticks = 0
        """How many timer interrupts there were."""
        settings = Settings(**wiring["settings"])
        self.lease_ms = settings.lease_us // 1000
        self._last = self._present()
        self._now_us = self._last
        self._core = Core(settings, self._last)
        self.core = Guarded(self._core, self._present)
        self.core.trace = Guarded(self._core.trace, self._present)
        self._signals = Signals(self._core, wiring["buzzer_hz"] or 1)
        self.load = Load()
        self._weighed = None
        if wiring["scale"]:
            # a launcher without a scale has more memory for the rest
            from firmware_bridge.pico.scale_on_pins import WeighedOnPins

            self._weighed = WeighedOnPins(wiring["scale"], self.core, self._last)
        self.scale = self._weighed.weighing if self._weighed else None
        self._capabilities = {
            "name": "Pico",
            "board": getattr(sys.implementation, "_machine", ""),
            "lamp": bool(wiring["lamp"]),
            "cover_switch": bool(wiring["cover"]),
            "hopper_switch": bool(wiring["hopper"]),
            "turntable": bool(wiring["turntable"]),
            "scale": bool(wiring["scale"] and wiring["scale"]["figures"]),
            "build": wiring["build"],
            "calibration": wiring["calibration"],
        }
        inverted = wiring["inverted"]
        self._lit = 0 if "lamp" in inverted else 1
        dark = 1 - self._lit
        self._lamp = Pin(wiring["lamp"], Pin.OUT, value=dark) if wiring["lamp"] else None
        self._silent = FULL if "buzzer" in inverted else 0
        self._buzzer = None
        if wiring["buzzer"]:
            self._buzzer = PWM(Pin(wiring["buzzer"], Pin.OUT, value=self._silent // FULL))
            self._buzzer.freq(AT_REST_HZ)
            self._buzzer.duty_u16(self._silent)
        self._tone_hz = 0
        self._own_tone = not wiring["buzzer_hz"]
        self._table = TurntableOnPins(wiring["turntable"]) if wiring["turntable"] else None
        self._inputs = []
        self._told = True
        """Whether the core was told something since it was ticked last."""
        self._rest = ticks.Timer()
        self._listen(wiring)
        self._tick(None)
        self._timer = Timer(-1)
        self._timer.init(freq=TICK_HZ, mode=Timer.PERIODIC, callback=self._tick, hard=True)

    @property
    def capabilities(self):
        """See ``firmware_bridge.device.Board``; with the load so far."""
        return dict(self._capabilities, load=self.load.members())

    def now_us(self):
        """Return the present, which never wraps. Call it at least every few minutes."""
        present = self._present()
        self._now_us += ticks.diff(present, self._last)
        self._last = present
        return self._now_us

    def settle(self):
        """Put the core's outputs into effect."""
        state = disable_irq()
        self._told = True
        try:
            self._tick(None)
        finally:
            enable_irq(state)

    def weigh(self):
        """Read the scale, if there is one. For the main program: no interrupt may do it."""
        if self._weighed is not None:
            turns = self._table is not None and self._table.turntable.turning
            self._weighed.step(self._present(), turns)

    def face(self, seat):
        """Begin to turn to a seat, see ``firmware_bridge.device.Board``; False: it cannot."""
        return self._table is not None and self._table.turntable.face(seat)

    def off(self):
        """Switch the motor off, whatever the core wants: for the end of the program."""
        self.works = False
        self._motor.off()

    def _present(self):
        return self._ticks_us() & ticks.MASK

    def _listen(self, wiring):
        core = self._core
        handlers = {
            "card_sensor": (True, core.card_edge, core.card_edges_missed),
            "button": (False, core.button_edge, None),
            "cover": (True, core.cover_edge, None),
            "hopper": (True, core.hopper_edge, None),
            "motor_fault": (False, core.motor_fault_edge, None),
        }
        pins = {name: wiring[name] for name in handlers}
        if self._table is not None:
            handlers["turntable_home"] = (False, self._table.home_edge, None)
            pins["turntable_home"] = wiring["turntable"]["home"]
        for name in handlers:
            if pins[name]:
                high, tell, missed = handlers[name]
                active_high = high != (name in wiring["inverted"])
                pull = Pin.PULL_DOWN if name in wiring["pulled_down"] else Pin.PULL_UP
                pin = Pin(pins[name], Pin.IN, pull)
                self._inputs.append(
                    Input(pin, active_high, tell, missed, self._edge, self._ticks_us)
                )

    def _edge(self, heard, now_us):
        self._told = True
        try:
            heard.heard(now_us)
            self._put_into_effect(now_us)
        except Exception:
            self.off()

    def _tick(self, timer):
        if not self.works:
            return
        try:
            now_us = self._present()
            for index in range(len(self._inputs)):
                if self._inputs[index].check(now_us):
                    self._told = True
            # seldom: the interpreter of a Pico may need most of a tick for all of this
            if self._told or self._rest.due(now_us):
                self._told = False
                self._work(now_us)
                self._rest.start(now_us, self._rest_us(now_us))
            self.ticks = (self.ticks + 1) & ticks.MASK
            self.load.ticked(ticks.diff(self._present(), now_us))
        except Exception:
            self.off()

    def _work(self, now_us):
        self._core.tick(now_us)
        self._put_into_effect(now_us)
        self._signals.tick(now_us)
        self._show()
        if self._table is not None:
            self._table.tick(now_us, self._core.may_turn)

    def _rest_us(self, now_us):
        """How long nothing has to be done, unless an input changes or the main program asks."""
        wait_us = ticks.sooner(self._core.next_tick_in_us(now_us), LONGEST_REST_US)
        wait_us = ticks.sooner(wait_us, self._signals.due_in_us(now_us))
        if self._table is not None:
            wait_us = ticks.sooner(wait_us, self._table.turntable.due_in_us(now_us))
        return wait_us

    def _put_into_effect(self, now_us):
        while self.works and self._motor.drive(self._core.motor_pct, self._core.braking):
            # dead time and rest count from now
            self._core.tick(now_us)

    def _show(self):
        if self._lamp is not None:
            self._lamp.value(self._lit if self._signals.lamp_on else 1 - self._lit)
        tone_hz = self._signals.tone_hz
        if self._buzzer is not None and tone_hz != self._tone_hz:
            self._tone_hz = tone_hz
            if tone_hz and not self._own_tone:
                self._buzzer.freq(tone_hz)
            on = FULL - self._silent if self._own_tone else FULL // 2
            self._buzzer.duty_u16(on if tone_hz else self._silent)


class Load:
    """The longest tick, the deepest stack and the least free memory so far."""

    def __init__(self):
        self._longest_tick_us = 0
        self._deepest_stack_bytes = 0
        gc.collect()
        self._least_heap_bytes = gc.mem_free()

    def ticked(self, took_us):
        """Take note of a tick at its end. The stack has what it interrupted on it, too."""
        if took_us > self._longest_tick_us:
            self._longest_tick_us = took_us
        depth_bytes = stack_use()
        if depth_bytes > self._deepest_stack_bytes:
            self._deepest_stack_bytes = depth_bytes

    def collected(self):
        """Take note of the free memory, right after a collection: what is left is in use."""
        free_bytes = gc.mem_free()
        if free_bytes < self._least_heap_bytes:
            self._least_heap_bytes = free_bytes

    def members(self):
        """The members of ``hardware.launcher.ChipLoad``."""
        return {
            "longest_tick_us": self._longest_tick_us,
            "deepest_stack_bytes": self._deepest_stack_bytes,
            "least_heap_bytes": self._least_heap_bytes,
        }
