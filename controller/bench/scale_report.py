"""What was measured of a scale, as one web page with charts."""

from __future__ import annotations

from html import escape

from controller.base.charts import Points, page, picture
from controller.bench.weighing import Scaled, figures
from hardware.bench.weighing import windows

DRAWN = 300
"""So many points of ten minutes are drawn."""


def scale_report(scaled: Scaled, card_mg: int) -> str:
    """Make the page, as HTML; the same measurement gives the same page."""
    weighing = scaled.weighing
    rows = [
        f"<tr><td>{escape(name)}<td class=number>{escape(value)}"
        for name, value in figures(scaled, card_mg)
    ]
    weights = [
        (float(load.cards), (load.level.counts - weighing.empty) / weighing.per_card)
        for load in weighing.loads
    ]
    means = windows(scaled.drift)
    drift = [
        ((at_us - means[0][0]) / 60e6, (mean - means[0][1]) / weighing.per_card)
        for at_us, mean in means[:: max(1, len(means) // DRAWN)]
    ]
    most_cards = float(max(load.cards for load in weighing.loads))
    line = [(0.0, 0.0), (most_cards, most_cards)]
    drawn = [
        picture(
            "Linearity",
            ("Weights with known numbers of cards.",),
            (
                Points(
                    "Each weight, and the line",
                    "cards",
                    "in cards",
                    weights,
                    line,
                ),
            ),
        ),
        picture(
            "How far each weight is from the line",
            ("More than half a card would be a wrong count.",),
            (
                Points(
                    "Each weight",
                    "cards",
                    "off, in cards",
                    [(load.cards, weighing.off_cards(load)) for load in weighing.loads],
                ),
            ),
        ),
        picture(
            "Drift",
            ("The weight of the empty launcher.",),
            (Points("Means over half a second", "minutes", "in cards", drift),),
        ),
    ]
    warnings = [f'<p class="warning">{escape(complaint)}.</p>' for complaint in scaled.complaints]
    return page(
        "The scale on the bench",
        [
            "<h1>The scale on the bench</h1>",
            *warnings,
            "<table><tr><th>Figure<th>value",
            *rows,
            "</table>",
            '<div class="pictures">',
            *drawn,
            "</div>",
        ],
    )
