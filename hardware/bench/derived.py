"""The settings that follow from a fit, and warnings about the mechanism."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.bench.fit import Fit
from hardware.calibration import LONGEST_US, MEASURED
from hardware.portable.settings import Settings

LATE_PCT = 125
"""Of the latest first card seen: a card that comes later has slipped."""
BUTTON_MARGIN = 2
"""A release has to last this many times as long as the longest bounce seen."""
SCALED = (
    *("no_card_us", "jam_us", "retract_us", "retract_more_us", "retract_max_us"),
    "overrun_us",
)
"""Settings that are in proportion to the length of a card."""


def settings_from(fit: Fit, longest_bounce_us: int) -> Mapping[str, int]:
    """The settings of the names in ``hardware.calibration.MEASURED``, in microseconds.

    ``longest_bounce_us``: the button's. Its release never settles sooner than by default, because
    a longer bounce than the measured ones may come.
    """
    slower = fit.card.us / Settings.card_us
    settings = {name: round(getattr(Settings, name) * slower) for name in SCALED}
    settings |= {
        "card_us": round(fit.card.us),
        "spin_up_us": round(fit.spin_up.us),
        "late_first_us": round(fit.latest_lead.us * LATE_PCT / 100),
        "late_next_us": round(fit.longest_gap.us),
        "release_us": max(Settings.release_us, BUTTON_MARGIN * longest_bounce_us),
    }
    return {name: min(max(1, settings[name]), LONGEST_US) for name in MEASURED}


def doubts(fit: Fit) -> tuple[str, ...]:
    """Say what is wrong with the mechanism according to the figures, and what to do."""
    warnings = []
    if fit.spread_pct > 6.0:
        warnings.append(
            f"Cards differ by {fit.spread_pct:.1f} % in the time that they take: clean the roller "
            "with a damp cloth or rubbing alcohol, and calibrate again."
        )
    if fit.beam_bounce.us > Settings.dip_us / 2:
        warnings.append(
            f"The card sensor's output bounces for up to {fit.beam_bounce.us / 1000:.1f} ms: give "
            "its comparator hysteresis, or shade the sensor."
        )
    if fit.coast.low_us > 0.5 * fit.card.us:
        warnings.append(
            "A card runs on for more than half its length after the motor is switched off: check "
            "that the motor driver brakes (docs/wiring.md)."
        )
    return tuple(warnings)
