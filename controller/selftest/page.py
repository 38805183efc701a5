"""The figures and verdicts of a self-test as one web page, with charts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import msgspec

from controller.base import charts
from controller.base.charts import Bar, Bars, Points, picture
from controller.bench.report import histogram
from controller.selftest.figures import EdgeRun, Figures, Stop, by_end, quantile
from controller.selftest.record import Record


def page(record: Record) -> str:
    """Make the page, as HTML without links or scripts; the same record gives the same page."""
    figures = record.figures
    parts = [
        "<h1>Self-test</h1>",
        *_surroundings(figures),
        *_verdicts(record),
        *_runs(figures),
        *_stops(figures.stops),
        f"<p>Digest: <code>{escape(record.digest)}</code></p>",
    ]
    return charts.page("Self-test", parts)


def _surroundings(figures: Figures) -> list[str]:
    texts = msgspec.to_builtins(figures.surroundings)
    rows = [f"<tr><td>{escape(name)}<td>{escape(text)}" for name, text in texts.items() if text]
    return ["<table>", *rows, "</table>"]


def _verdicts(record: Record) -> list[str]:
    rows = [
        f"<tr><td>{verdict.level}<td>{escape(verdict.what)}<td>{escape(verdict.says)}"
        f"{'<br>' + escape(verdict.fix) if verdict.fix else ''}"
        for verdict in record.verdicts
    ]
    return ["<h2>Verdicts</h2>", "<table>", *rows, "</table>"]


def _runs(figures: Figures) -> list[str]:
    runs = (("Nothing else runs", figures.quiet), ("Processor and card are busy", figures.busy))
    drawn = [picture for name, run in runs if run for picture in _run(name, run)]
    return ["<h2>Edges</h2>", '<div class="pictures">', *drawn, "</div>"] if drawn else []


def _run(name: str, run: EdgeRun) -> list[str]:
    """The usual latencies as a histogram, and all in their order."""
    if not run.latencies_us:
        return []
    p99 = quantile(run.latencies_us, 0.99)
    usual = [us for us in run.latencies_us if us <= p99]
    says = (
        f"{run.commanded} edges, {run.lost} lost, {run.extra} extra.",
        "From the command to the kernel's timestamp.",
    )
    every = Points(
        "All edges, in order", "edge", "µs", [(n, us) for n, us in enumerate(run.latencies_us, 1)]
    )
    return [picture(name, says, (histogram(usual, "µs, without the latest 1 %", "edges"), every))]


def _stops(stops: Sequence[Stop]) -> list[str]:
    bars = []
    for how, motor_off, alike in by_end(stops):
        times = [stop.low_us / 1000 for stop in alike if stop.low_us is not None]
        stuck = len(alike) - len(times)
        says = f"{max(times):.1f}" if times else "stayed high"
        note = f"{stuck} of {len(alike)} high" if stuck else ""
        short = f"{how}{' + m' if motor_off else ''}"
        bars.append(Bar(short, max(times, default=0.0), says, note))
    if not bars:
        return []
    lines = ("How long the motor pin was high after a driver ended.", "+ m: with motor-off.")
    chart = Bars("The longest, in ms", "how the driver ended", bars)
    drawn = picture("The end of a driver", lines, (chart,))
    return ["<h2>The end of a driver</h2>", '<div class="pictures">', drawn, "</div>"]
