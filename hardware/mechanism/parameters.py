"""The figures of the simulated mechanism.

No maker publishes any. They are chosen for a roller of the toy's size with a small brushed motor,
and the launcher's default settings fit them as a calibration would fit settings to a real one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameters:
    """Lengths in mm, times in µs. A deck of new cards, unless something else is said."""

    card_mm: float = 87.0
    """Cards leave lengthwise; a common card is 56 by 87 mm."""
    card_spread_mm: float = 0.3
    """Cut and wear, to both sides."""
    gap_mm: tuple[float, float] = (2.0, 10.0)
    """Roller travel between one card's tail and the next one's pick-up."""
    nose_to_tail: float = 0.02
    """Share of cards that follow without any gap (up to 1 mm of overlap)."""
    grip: tuple[float, float] = (0.95, 1.0)
    """Card speed over roller speed: rubber on coated card creeps a little."""
    nip_to_beam_mm: float = 25.0
    """The sensor sits in the mouth, in front of the roller."""
    roller_mm_per_s: float = 1000.0
    """Surface speed at full duty: 12 cards in little more than a second, as the toy gives them."""
    spin_up_tau_us: float = 30_000.0
    """A small motor with gears reaches 63 % of its speed within some tens of milliseconds."""
    coast_tau_us: float = 120_000.0
    """Left alone, friction stops it."""
    brake_tau_us: float = 12_000.0
    """Shorted, its own current stops it."""
    stop_mm_per_s: float = 1.0
    """Below this, friction holds it."""
    slide_mm_per_s: float = 300.0
    """The mouth slopes down: a card that the roller has let go leaves at least this fast."""
    beam_bounce_us: int = 400
    """The sensor's output may toggle for so long after an edge."""
    button_bounce_us: int = 5_000
    """Tactile switches are specified with 5 to 10 ms at most."""
    slip_picks: float = 0.4
    """While the roller is dirty: share of the tries in which it picks up a card at all."""
    slip_grip: tuple[float, float] = (0.3, 0.7)
    """... and the grip that it has then."""
    double_overlap: tuple[float, float] = (0.3, 1.0)
    """While cards cling together: share of its length that a card lies on the one before."""
    jam_mm: float = 15.0
    """A card that wedges does so with its nose this far past the beam."""
