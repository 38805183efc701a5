"""The figures of the simulated mechanism and its board, and the reason for each.

No maker publishes the toy's figures. These are chosen for a roller of its size with a small brushed
motor. `hardware/mechanism/presets.py` has the ranges in which machines differ, and its `fitted`
says which settings a calibration would find. The launcher's default settings belong to these
figures.

A board is late from an edge, or the end of a timer, to the motor's new duty. Edges carry the moment
at which they happened (from the kernel or an interrupt). So lateness does not make a measurement
wrong, it only delays the reaction.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Parameters:
    """Lengths in mm, times in µs. The defaults are for new cards."""

    # cards
    card_mm: float = 87.0
    """Cards leave lengthwise; a common card is 56 by 87 mm."""
    card_spread_mm: float = 0.3
    """Differences of cut and wear, up and down."""
    gap_mm: tuple[float, float] = (2.0, 10.0)
    """Roller travel between one card's tail and the next one's pick-up."""
    nose_to_tail: float = 0.02
    """Share of cards that follow without any gap (up to 1 mm of overlap)."""
    cling: float = 0.0
    """Share of cards that cling to the one before: static electricity, or sticky hands."""
    double_overlap: tuple[float, float] = (0.3, 1.0)
    """How far a card that clings lies on the one before, as a share of its length."""
    grip: tuple[float, float] = (0.95, 1.0)
    """Card speed divided by roller speed: rubber on coated card creeps a little. Wear makes it
    lower and less even."""

    # roller and motor
    nip_to_beam_mm: float = 25.0
    """The sensor sits in the mouth, in front of the roller."""
    no_load_mm_per_s: float = 1025.0
    """Surface speed at full duty and full supply without friction; friction takes 25 mm/s of it.
    That gives 12 cards in little more than a second, like the toy."""
    spin_up_tau_us: float = 30_000.0
    """A small motor with gears reaches 63 % of its speed within some tens of milliseconds."""
    coast_tau_us: float = 120_000.0
    """A motor that is left alone is slowed by its bearings, the air and friction only."""
    brake_tau_us: float = 12_000.0
    """A shorted motor is stopped by its own current."""
    friction_mm_per_s2: float = 833.0
    """Dry friction, as the deceleration of the roller: left alone at full speed, this roller takes
    0.3 s and 90 mm to stop. A duty that is too low to overcome friction turns nothing."""
    supply: float = 1.0
    """Voltage divided by the nominal voltage. Speed without load is proportional to it."""
    supply_sag: float = 0.0
    """Resistance of the supply divided by that of the motor's winding. A motor draws most when it
    starts, so with a weak supply it spins up slower by this share, and friction slows it more."""
    weak_supply: tuple[float, float] = (0.7, 0.5)
    """``supply`` (times the machine's own) and ``supply_sag`` while the supply is weak: cells at
    1.05 V instead of 1.5 V, whose inner resistance has grown."""
    slide_mm_per_s: float = 300.0
    """The mouth slopes down: a card that the roller has let go of leaves at least this fast."""
    slip_picks: float = 0.4
    """While the roller is dirty, it picks up a card in this share of the tries."""
    slip_grip: tuple[float, float] = (0.3, 0.7)
    """The grip of a dirty roller."""
    jam_mm: float = 15.0
    """A card wedges when its nose is this far past the beam."""

    # the beam
    beam_bounce_us: int = 400
    """For how long the sensor's output may toggle after an edge: a card's rough, fluttering edge
    takes about 1 ms through a beam 1 mm wide, near the comparator's threshold."""
    beam_bounces: int = 1
    """How often it toggles at most, there and back."""
    flicker_period_us: int = 10_000
    """Lamps on mains of 50 Hz are brightest 100 times a second."""
    flicker_dip_us: tuple[int, int] = (100, 2_500)
    """For how long a blocked beam looks free each time, while other light is too bright."""
    finger_in_us: tuple[int, int] = (30_000, 400_000)
    """For how long a hand that reaches for cards is in the beam: from a touch to a grip."""
    finger_out_us: tuple[int, int] = (50_000, 1_000_000)
    """For how long it is away in between, while people are impatient."""

    # the button
    button_bounce_us: int = 5_000
    """For how long the button bounces: tactile switches are specified with 5 to 10 ms at most."""
    button_bounces: int = 3
    """How often it toggles at most, there and back."""
    brush_noise_hz: float = 0.0
    """How many sparks of the brushes reach the button's line as a pulse, per second while the motor
    is driven. None with the resistor and capacitor that the wiring has there."""
    brush_noise_us: tuple[int, int] = (1, 60)
    """Width of such a pulse: about the line's own time constant, 10 kΩ and some nF."""
    noisy_line_hz: float = 40.0
    """How many such pulses come while the line is noisy: its capacitor has come off, and the cable
    lies beside the motor's."""


@dataclass(frozen=True, slots=True)
class Latency:
    """A distribution by its quantiles: (share of reactions, at most this many µs), from 0 to 1.

    Between two quantiles it is uniform.
    """

    quantiles: tuple[tuple[float, int], ...]

    @property
    def worst_us(self) -> int:
        """The latest possible reaction."""
        return self.quantiles[-1][1]

    def draw_us(self, random: Random) -> int:
        """How late one reaction is."""
        share = random.random()
        index = bisect_right(self.quantiles, share, key=lambda quantile: quantile[0])
        (low, low_us), (high, high_us) = self.quantiles[index - 1], self.quantiles[index]
        return low_us + round((high_us - low_us) * (share - low) / (high - low))


PI_IDLE = Latency(((0.0, 30), (0.5, 80), (0.99, 300), (1.0, 2_000)))
"""A Pi that does nothing else. On a desktop, Python's edge thread in a process of its own wakes up
within 0.03 ms at p99. A Pi's core is about five times slower, its kernel adds up to 0.15 ms, and
now and then a wake-up falls into the timer's housekeeping."""

PI_WRITING = Latency(((0.0, 30), (0.5, 150), (0.99, 3_800), (0.999, 5_900), (1.0, 73_000)))
"""A Pi while the referee is busy and its memory card writes. 3.8 ms is p99 from edge to output in
an emulated machine whose processor was busy. 5.9 ms is p99 of an edge thread in a process that was
busy with JSON, and 73 ms its worst during a garbage collection. The driver has a process of its
own, so this is a bound, not a guess; one reaction in a thousand may be as late as the worst."""

PICO = Latency(((0.0, 10), (0.5, 60), (0.99, 300), (1.0, 8_000)))
"""A Pico with MicroPython: interrupts take microseconds, and the loop runs in a timer's interrupt.
Everything else may wait for a garbage collection, 2 to 8 ms for a heap of 192 kB."""

BOARDS: Mapping[str, Latency] = {"pi_idle": PI_IDLE, "pi_writing": PI_WRITING, "pico": PICO}
"""By name."""
