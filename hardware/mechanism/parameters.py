"""The figures of the simulated mechanism, and what each rests on.

No maker publishes any of the toy's. They are chosen for a roller of its size with a small brushed
motor; `hardware/mechanism/presets.py` says in which ranges machines differ, and its `fitted` what
a calibration on the bench would make of them. The launcher's default settings belong to these.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameters:
    """Lengths in mm, times in µs. A deck of new cards, unless something else is said."""

    # cards
    card_mm: float = 87.0
    """Cards leave lengthwise; a common card is 56 by 87 mm."""
    card_spread_mm: float = 0.3
    """Cut and wear, to both sides."""
    gap_mm: tuple[float, float] = (2.0, 10.0)
    """Roller travel between one card's tail and the next one's pick-up."""
    nose_to_tail: float = 0.02
    """Share of cards that follow without any gap (up to 1 mm of overlap)."""
    cling: float = 0.0
    """Share of cards that lie on the one before by ``double_overlap``: static, or sticky hands."""
    double_overlap: tuple[float, float] = (0.3, 1.0)
    """Of its length: how far a card that clings lies on the one before."""
    grip: tuple[float, float] = (0.95, 1.0)
    """Card speed over roller speed: rubber on coated card creeps a little. Wear lowers and
    spreads it."""

    # roller and motor
    nip_to_beam_mm: float = 25.0
    """The sensor sits in the mouth, in front of the roller."""
    no_load_mm_per_s: float = 1025.0
    """Surface speed at full duty and full supply without friction, which takes 25 mm/s of it: 12
    cards in little more than a second, as the toy gives them."""
    spin_up_tau_us: float = 30_000.0
    """A small motor with gears reaches 63 % of its speed within some tens of milliseconds."""
    coast_tau_us: float = 120_000.0
    """Left alone, only its bearings and the air brake it, and friction."""
    brake_tau_us: float = 12_000.0
    """Shorted, its own current stops it."""
    friction_mm_per_s2: float = 833.0
    """Dry friction, as the deceleration that it gives the roller: left alone at full speed this
    one takes 0.3 s and 90 mm to come to rest. Below the duty that overcomes it nothing turns."""
    supply: float = 1.0
    """Voltage over the nominal one. Speed without load is proportional to it."""
    supply_sag: float = 0.0
    """Resistance of the supply over that of the motor's winding: a motor that has to start draws
    the most, so a soft supply makes it spin up slower, by this share, and minds friction more."""
    weak_supply: tuple[float, float] = (0.7, 0.5)
    """``supply`` (times the machine's own) and ``supply_sag`` while the supply is weak: cells at
    1.05 V in place of 1.5 V, whose inner resistance has grown."""
    slide_mm_per_s: float = 300.0
    """The mouth slopes down: a card that the roller has let go leaves at least this fast."""
    slip_picks: float = 0.4
    """While the roller is dirty: share of the tries in which it picks up a card at all."""
    slip_grip: tuple[float, float] = (0.3, 0.7)
    """... and the grip that it has then."""
    jam_mm: float = 15.0
    """A card that wedges does so with its nose this far past the beam."""

    # the beam
    beam_bounce_us: int = 400
    """The sensor's output may toggle for so long after an edge: a card's edge, rough and
    fluttering, moves through a beam 1 mm wide for about 1 ms, near the comparator's threshold."""
    beam_bounces: int = 1
    """... and so often at most, there and back."""
    flicker_period_us: int = 10_000
    """Lamps on mains of 50 Hz are brightest 100 times a second."""
    flicker_dip_us: tuple[int, int] = (100, 2_500)
    """While the light around is too bright: for so long each time a blocked beam looks free."""
    finger_in_us: tuple[int, int] = (30_000, 400_000)
    """A hand that reaches for cards is in the beam for so long: from a brush in passing to a
    grip."""
    finger_out_us: tuple[int, int] = (50_000, 1_000_000)
    """... and away for so long, while people are impatient."""

    # the button
    button_bounce_us: int = 5_000
    """Tactile switches are specified with 5 to 10 ms at most."""
    button_bounces: int = 3
    """... and toggle so often at most, there and back."""
    brush_noise_hz: float = 0.0
    """Sparks of the brushes that come through on the button's line as a pulse, per second while
    the motor is driven. None with the RC on the line that the wiring asks for."""
    brush_noise_us: tuple[int, int] = (1, 60)
    """Width of such a pulse: of the order of the line's own time constant, 10 kΩ and some nF."""
    noisy_line_hz: float = 40.0
    """Such pulses while the line is noisy: the RC has come off, the cable lies by the motor's."""
