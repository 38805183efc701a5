"""A hit profile as a picture: how many cards it gives in the long run."""

from __future__ import annotations

from controller.base.charts import Bar, Bars, percent, picture
from hardware.launcher import MAX_CARDS_A_HIT
from hardware.profile_figures import PRESSES, After, Figures, expected
from hardware.profiles import Profile

MOST_DRY = 7
"""More dry presses than one fewer share a bar."""


def profile_picture(profile: Profile) -> str:
    """Draw the profile as SVG. The same profile gives the same picture."""
    figures = expected(profile)
    return picture(
        profile.name,
        (
            f"{figures.chance:.1%} of the presses give cards, {figures.mean:.2f} in the mean:",
            f"{figures.chance * figures.mean:.2f} cards a press, "
            f"{1 / figures.chance:.2f} presses for cards.",
            f"Calculated for {PRESSES} presses.",
        ),
        (_chances(figures), _numbers(figures)),
    )


def _chances(figures: Figures) -> Bars:
    rows, rest = figures.after[:MOST_DRY], figures.after[MOST_DRY:]
    names = [str(dry) for dry in range(len(rows))]
    if rest:
        names.append(f"{MOST_DRY}+")
        rows += (
            After(
                sum(row.presses for row in rest),
                sum(row.wet for row in rest),
                sum(row.cards for row in rest),
            ),
        )
    return Bars(
        "Chance that a press gives cards, and their mean",
        "dry presses since the last cards",
        [
            Bar(
                name,
                row.wet / row.presses,
                f"{row.wet / row.presses:.0%}",
                f"{row.cards / row.wet:.2f}" if row.wet else "",
            )
            for name, row in zip(names, rows, strict=True)
        ],
        top=1.0,
    )


def _numbers(figures: Figures) -> Bars:
    shares = [figures.cards[count] / figures.chance for count in range(1, MAX_CARDS_A_HIT + 1)]
    return Bars(
        "How many cards, when they come",
        "cards of one press",
        [Bar(str(count), share, percent(share)) for count, share in enumerate(shares, 1)],
    )
