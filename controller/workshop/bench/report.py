"""A run on the bench as one web page: figures with their precision, and charts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from controller.base.charts import Bar, Bars, Points, page, picture
from controller.base.findings import counted
from controller.workshop.bench.calibration import figures
from controller.workshop.bench.power import in_ms, verdict
from hardware.bench.duties import Feeding, feedings
from hardware.bench.fit import Fit, coasts, doubts, fit, lengths
from hardware.bench.passages import FitTrouble, Seeing, see
from hardware.bench.recording import Run
from hardware.profile_figures import interval

BINS = 12


def report(run: Run) -> str:
    """Make the page, as HTML; the same run gives the same page."""
    parts = [f"<h1>Launcher {escape(run.launcher)} on the bench</h1>", *_ejections(run)]
    tried = feedings(run)
    # figures of the mechanism hold for one speed of the motor
    parts += _duties(tried) if len(tried) > 1 else _mechanism(see(run.seen))
    if run.lost:
        parts.append(
            f'<p class="warning">{run.lost} edges came too fast to be recorded: something floods '
            "an input. Run <code>rollerdeck bench sensor</code>.</p>"
        )
    return page(f"On the bench: {run.launcher}", parts)


def _mechanism(seeing: Seeing) -> list[str]:
    try:
        fitted = fit(seeing)
    except FitTrouble as trouble:
        return [f'<p class="warning">No figures: {escape(str(trouble))}</p>']
    warnings = [f'<p class="warning">{escape(doubt)}</p>' for doubt in doubts(fitted)]
    return [*warnings, *_figures(fitted), *_pictures(seeing, fitted)]


def _duties(tried: Sequence[Feeding]) -> list[str]:
    rows = [
        f"<tr><td class=number>{feeding.duty_pct} %<td class=number>{in_ms(feeding.feed_us)}"
        f"<td class=number>{in_ms(feeding.card_us)}<td class=number>{in_ms(feeding.gap_us)}"
        f"<td>{escape(verdict(feeding))}"
        for feeding in tried
    ]
    times = (
        ("To the first card", [(feeding.duty_pct, feeding.feed_us) for feeding in tried]),
        ("In the beam", [(feeding.duty_pct, feeding.card_us) for feeding in tried]),
        ("Gaps", [(feeding.duty_pct, feeding.gap_us) for feeding in tried]),
    )
    drawn = [
        picture(title, ("Medians.",), (Points(title, "power, in %", "ms", points),))
        for title, medians in times
        if (points := [(pct, us / 1000) for pct, us in medians if us is not None])
    ]
    return [
        "<h2>The motor's power</h2>",
        "<table><tr><th>Power<th>to the first card<th>in the beam<th>gap<th>",
        *rows,
        "</table>",
        '<div class="pictures">',
        *drawn,
        "</div>",
    ]


def _ejections(run: Run) -> list[str]:
    results = run.results
    cards = sum(result.delivered for result in results)
    summary = f"{counted(len(results), 'ejection')}, {counted(cards, 'card')}"
    parts = [f"<p>{summary}, as counted by the launcher.</p>"]
    # an ejection that was stopped on purpose says nothing about the requested number
    whole = [result for result in results if result.complete or result.fault is not None]
    if not whole:
        return parts
    rows = [
        ("gave the requested number", [r.delivered == r.requested for r in whole]),
        ("flagged as doubtful", [r.uncertain > 0 for r in whole]),
        ("stopped by a fault", [r.fault is not None for r in whole]),
    ]
    parts.append("<h2>Ejections</h2><table><tr><th>Ejections that were finished<th>share<th>95 %")
    for label, are_so in rows:
        low, high = interval(sum(are_so), len(are_so))
        share = sum(are_so) / len(are_so)
        parts.append(
            f"<tr><td>{label}<td class=number>{share:.1%}<td>{low:.1%} to {high:.1%} "
            f"({sum(are_so)} of {len(are_so)})"
        )
    return [*parts, "</table>"]


def _figures(fitted: Fit) -> list[str]:
    rows = [
        f"<tr><td>{escape(name)}<td class=number>{escape(value)}<td>{escape(sure)}"
        for name, value, sure in figures(fitted)
    ]
    return [
        "<h2>The mechanism</h2>",
        "<table><tr><th>Figure<th>value<th>precision",
        *rows,
        "</table>",
    ]


def _pictures(seeing: Seeing, fitted: Fit) -> list[str]:
    measured = lengths(seeing, fitted)
    gaps = [p.gap_us / 1000 for p, _ in measured if p.gap_us is not None]
    raw = [(p.lead_us / 1000, (p.trail_us - p.lead_us) / 1000) for p, _ in measured]
    drawn = [
        picture(
            "Card length",
            ("How long a card blocks the beam, at feed speed.",),
            (histogram([us / 1000 for _, us in measured], "ms", "cards"),),
        ),
        picture(
            "Spin-up",
            ("Cards that come soon after the motor starts take longer.",),
            (
                Points(
                    "Each card, and the fitted curve",
                    "leading edge, ms after the start",
                    "ms in the beam",
                    raw,
                    _expected(fitted, max(x for x, _ in raw)),
                ),
            ),
        ),
        picture(
            "Gaps",
            ("From a card's trailing edge to the next leading edge.",),
            (histogram(gaps, "ms", "gaps"),),
        ),
        picture(
            "Coast",
            ("How far a card moves after the motor is switched off.",),
            (histogram([us / 1000 for us in coasts(seeing, fitted)], "ms at feed speed", "cards"),),
        ),
        picture(
            "During the run",
            ("If the points rise, the roller is dirty or the batteries are weak.",),
            (
                Points(
                    "Length of each card, in order",
                    "run of the motor",
                    "ms in the beam, at feed speed",
                    [(p.drive, us / 1000) for p, us in measured],
                ),
            ),
        ),
    ]
    return ['<h2>Pictures</h2><div class="pictures">', *drawn, "</div>"]


def _expected(fitted: Fit, until_ms: float) -> list[tuple[float, float]]:
    """How long a card of mean length blocks the beam, by the time of its leading edge."""
    tau, card = fitted.spin_up.us / 2000, fitted.card.us / 1000
    return [
        (lead, card + _lost(lead, card, tau))
        for lead in (fitted.lead.us / 1000 + tau / 2 + until_ms * step / 60 for step in range(61))
        if lead <= until_ms
    ]


def _lost(lead: float, card: float, tau: float) -> float:
    """How much longer it takes than at feed speed, found by iteration."""
    lost = 0.0
    for _ in range(20):
        lost = tau * (math.exp(-lead / tau) - math.exp(-(lead + card + lost) / tau))
    return lost


def histogram(values: Sequence[float], unit: str, of: str) -> Bars:
    """Values in a dozen bins of the same width."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    width = (high - low) / BINS or 1.0
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int((value - low) / width))] += 1
    return Bars(
        f"{len(values)} {of}",
        unit,
        [
            Bar(f"{low + (index + 0.5) * width:.3g}", count, str(count) if count else "")
            for index, count in enumerate(counts)
        ],
    )
