"""Kinds of machines: the ranges in which they differ, why, and what a calibration would find.

A preset is a kind of machine; a seed makes one machine of that kind. Nothing here was measured on
real machines. The ranges are wider than their reasons need, so that a loop that counts well on all
of them has a chance with a real machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from hardware.mechanism.parameters import BOARDS, Latency, Parameters
from hardware.portable.settings import FULL_PCT, Settings, at_duty

Range = tuple[float, float]

_PLAIN = Parameters()
_CALIBRATION_OFF = 0.01
"""A bench run of some dozen cards finds their mean time to about one in hundred."""


@dataclass(frozen=True, slots=True)
class Machine:
    """One launcher: its mechanism, the settings that a bench found for it, and its board."""

    parameters: Parameters
    settings: Settings
    board: str
    """A name out of `hardware.mechanism.parameters.BOARDS`."""

    @property
    def latency(self) -> Latency:
        """How late its board reacts."""
        return BOARDS[self.board]


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of machine."""

    ranges: Mapping[str, Range | tuple[Range, Range]]
    """The range of each parameter, uniform; two ranges if the parameter has two ends."""
    mishaps: Mapping[str, float]
    """By the rig's name of a fault: the chance that it happens in a hit."""
    since_calibration: Mapping[str, Range]
    """Parameters that have changed after the bench run, with the ranges that they have now."""

    def machine(self, seed: int, duty_pct: int = FULL_PCT) -> Machine:
        """One machine of this kind, calibrated at a duty; the same seed gives the same.

        A slower card takes longer through the beam with its edges, too, so that the sensor's output
        bounces for longer.
        """
        random = Random(seed)  # noqa: S311 -- it builds machines; it decides nothing
        built = replace(Parameters(), **{k: _draw(k, r, random) for k, r in self.ranges.items()})
        off = 1.0 + random.uniform(-_CALIBRATION_OFF, _CALIBRATION_OFF)
        board = random.choice(sorted(BOARDS))
        settings = fitted(built, off, duty_pct)
        changed = {k: _draw(k, r, random) for k, r in self.since_calibration.items()}
        slower = _feed_speed(built, FULL_PCT) / _feed_speed(built, duty_pct)
        changed["beam_bounce_us"] = round(built.beam_bounce_us * slower)
        return Machine(replace(built, **changed), settings, board)


def _draw(name: str, drawn: Range | tuple[Range, Range], random: Random) -> Any:
    low, high = drawn
    if isinstance(low, tuple) and isinstance(high, tuple):
        return _draw(name, low, random), _draw(name, high, random)
    assert isinstance(low, float | int) and isinstance(high, float | int)
    if isinstance(getattr(_PLAIN, name), int):
        return random.randint(round(low), round(high))
    return random.uniform(low, high)


def _tau_us(parameters: Parameters) -> float:
    return parameters.spin_up_tau_us * (1.0 + parameters.supply_sag)


def _feed_speed(parameters: Parameters, duty_pct: int) -> float:
    """The roller's surface speed when it has sped up, in mm/µs."""
    free = parameters.no_load_mm_per_s * parameters.supply / 1e6 * (duty_pct / 100.0)
    return free - parameters.friction_mm_per_s2 / 1e12 * _tau_us(parameters)


def fitted(parameters: Parameters, off: float = 1.0, duty_pct: int = FULL_PCT) -> Settings:
    """The settings that a calibration on the bench would give this mechanism at a duty.

    With its one beam it can measure how long a card blocks the beam (``off``: its error in that),
    how long the motor takes to start, and how late leading edges come when nothing slips. Times of
    travel are in proportion to the default settings.
    """
    tau_us, speed = _tau_us(parameters), _feed_speed(parameters, duty_pct)
    slowest, fastest = parameters.grip
    card_us = parameters.card_mm / (speed * (slowest + fastest) / 2.0) * off
    nip_us = parameters.nip_to_beam_mm / speed
    slower = card_us / Settings.card_us
    longest_gap_us = parameters.gap_mm[1] / speed + nip_us * (1.0 / slowest - 1.0 / fastest)
    less = {} if duty_pct == FULL_PCT else at_duty(Settings(), duty_pct)
    measured = {
        "card_us": round(card_us),
        "spin_up_us": round(2.0 * tau_us),
        "late_first_us": round(1.25 * nip_us / slowest),
        "late_next_us": round(longest_gap_us),
        "no_card_us": round(Settings.no_card_us * slower),
        "jam_us": round(Settings.jam_us * slower),
        "retract_us": round(Settings.retract_us * slower),
        "retract_more_us": round(Settings.retract_more_us * slower),
        "retract_max_us": round(Settings.retract_max_us * slower),
        "overrun_us": round(Settings.overrun_us * slower),
    }
    return Settings(**less | measured)


_NEW: Mapping[str, Range | tuple[Range, Range]] = {
    # fresh rubber, coated cards, one maker's cut
    "grip": ((0.94, 0.97), (0.98, 1.0)),
    "card_spread_mm": (0.1, 0.4),
    "gap_mm": ((1.5, 3.0), (7.0, 12.0)),
    "nose_to_tail": (0.0, 0.02),
    "cling": (0.0, 0.0002),
    # motors of one batch differ by a tenth, and so do supplies under load
    "no_load_mm_per_s": (930.0, 1120.0),
    "spin_up_tau_us": (25_000.0, 35_000.0),
    "friction_mm_per_s2": (700.0, 1_000.0),
    "supply": (0.95, 1.05),
    "supply_sag": (0.0, 0.1),
    "beam_bounce_us": (100.0, 400.0),
    "button_bounce_us": (1_000.0, 5_000.0),
    # with resistor and capacitor on the line almost nothing gets through
    "brush_noise_hz": (0.0, 0.01),
}

PRESETS: Mapping[str, Preset] = {
    "new": Preset(
        _NEW,
        # people make mistakes: a finger in one hit of 2,000, a jam in one of 10,000
        {"finger": 0.0005, "jam": 0.0001},
        {},
    ),
    "worn": Preset(
        {
            **_NEW,
            # worn rubber creeps more and less evenly; cards are frayed, sticky, and cling
            "grip": ((0.82, 0.92), (0.95, 1.0)),
            "card_spread_mm": (0.3, 0.8),
            "gap_mm": ((1.0, 3.0), (8.0, 14.0)),
            "nose_to_tail": (0.01, 0.06),
            "cling": (0.001, 0.01),
            "friction_mm_per_s2": (1_000.0, 2_000.0),
            # dusty beam, tired contacts, brushes that spark
            "beam_bounce_us": (300.0, 1_500.0),
            "beam_bounces": (1, 3),
            "button_bounce_us": (3_000.0, 10_000.0),
            "button_bounces": (3, 8),
            "brush_noise_hz": (0.1, 2.0),
        },
        {"slip": 0.005, "jam": 0.002, "finger": 0.005, "double_feed": 0.001},
        {},
    ),
    "weak_supply": Preset(
        _NEW,
        {"slip": 0.001, "finger": 0.0005, "jam": 0.0005},
        # calibrated with fresh cells, which have lost up to a quarter of their voltage since
        {"supply": (0.72, 0.95), "supply_sag": (0.1, 0.6)},
    ),
    "badly_built": Preset(
        {
            # pressed together by eye: uneven pull, gaps down to none, sensor anywhere
            "grip": ((0.85, 0.95), (0.96, 1.0)),
            "card_mm": (86.0, 88.0),
            "card_spread_mm": (0.2, 0.6),
            "gap_mm": ((0.0, 3.0), (8.0, 18.0)),
            "nose_to_tail": (0.0, 0.08),
            "cling": (0.0, 0.005),
            "nip_to_beam_mm": (15.0, 40.0),
            "no_load_mm_per_s": (800.0, 1_250.0),
            "spin_up_tau_us": (20_000.0, 50_000.0),
            "brake_tau_us": (8_000.0, 20_000.0),
            "friction_mm_per_s2": (800.0, 3_000.0),
            "supply": (0.85, 1.1),
            "supply_sag": (0.0, 0.3),
            # no comparator with hysteresis, no hood against light, no RC, the button's cable
            # beside the motor's
            "beam_bounce_us": (500.0, 3_000.0),
            "beam_bounces": (1, 5),
            "button_bounce_us": (5_000.0, 10_000.0),
            "button_bounces": (3, 8),
            "brush_noise_hz": (2.0, 20.0),
        },
        {
            "flicker": 0.01,
            "finger": 0.005,
            "jam": 0.005,
            "slip": 0.005,
            "blind": 0.001,
            "weak_supply": 0.002,
        },
        {},
    ),
}
"""By name."""
