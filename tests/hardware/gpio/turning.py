"""A turntable on pins that is turned, and where a servo then stands."""

from __future__ import annotations

from hardware.gpio.turntable_motor import SERVO_HZ, TurntableOnPins
from hardware.gpio.turntable_pins import TurntablePins
from hardware.portable.ticks import MASK


def face(parts: TurntableOnPins, seat: int, now_us: int = 0) -> int:
    """Turn to a seat and rest; returns what time it is then."""
    assert parts.turntable.face(seat)
    parts.tick(now_us & MASK, True)
    while (wait := parts.turntable.due_in_us(now_us & MASK)) >= 0:
        now_us += wait
        parts.tick(now_us & MASK, True)
    return now_us


def stands_deg(pins: TurntablePins, duty_pct: float) -> float:
    """Where pulses of this duty put a servo."""
    pulse_us = duty_pct / 100 * 1e6 / SERVO_HZ
    reach_us = pins.servo_max_us - pins.servo_min_us
    return (pulse_us - pins.servo_min_us) / reach_us * pins.servo_range_deg
