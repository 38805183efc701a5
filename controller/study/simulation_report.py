"""The figures of simulated games: as values, as a table, as a picture."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import msgspec

from controller.base.charts import Bar, Bars, percent, picture
from controller.study.simulation import Plan, Tally
from controller.words import say
from hardware.profile_figures import interval
from rules.bots import CHECKS

MOST_BARS = 13
STEPS = (1, 2, 5)
"""Widths of a histogram's bars, and ten times these, and so on."""


class Spread(msgspec.Struct, frozen=True):
    """The distribution of values: number, mean, standard deviation, minimum, median, maximum."""

    count: int
    mean: float
    sd: float
    least: int
    median: int
    p95: int
    most: int


class SeatFigures(msgspec.Struct, frozen=True):
    """A seat, and how often it won: the share with its 95 % interval (Wilson)."""

    seat: int
    wins: int
    share: float
    low: float
    high: float


class SimulationReport(msgspec.Struct, frozen=True):
    """Everything that `rollerdeck simulate` reports; a spread is null if there were no values."""

    game: dict[str, Any]
    profile: str
    """The hit profile; empty if nothing is drawn from one."""
    seed: int
    games: int
    commands: int
    plays: int
    caught: int
    reloads: int
    rounds: Spread | None
    turns: Spread | None
    points: Spread | None
    cards_a_hit: Spread | None
    dry_share: float | None
    seats: list[SeatFigures]
    checks: dict[str, int]


def spread(values: Counter[int]) -> Spread | None:
    """The distribution of some values; None: there are none."""
    count = values.total()
    if not count:
        return None
    mean = sum(value * times for value, times in values.items()) / count
    square = sum((value - mean) ** 2 * times for value, times in sorted(values.items())) / count
    return Spread(
        count,
        mean,
        sqrt(square),
        min(values),
        quantile(values, 0.5),
        quantile(values, 0.95),
        max(values),
    )


def quantile(values: Counter[int], share: float) -> int:
    """The smallest value that at least this share of the values does not exceed."""
    below, least = 0, share * values.total()
    for value in sorted(values):
        below += values[value]
        if below >= least:
            return value
    raise ValueError("There is no quantile of nothing.")


def report(plan: Plan, tally: Tally) -> SimulationReport:
    """Make a report of the figures of at least one game."""
    hits = tally.hits
    players = len(plan.game["players"])
    return SimulationReport(
        plan.game,
        plan.profile.name if hits else "",
        plan.seed,
        tally.games,
        tally.commands,
        tally.plays,
        tally.caught,
        tally.reloads,
        spread(tally.rounds),
        spread(tally.turns),
        spread(tally.points),
        spread(hits),
        hits[0] / hits.total() if hits else None,
        [
            SeatFigures(seat + 1, won, won / tally.games, *interval(won, tally.games))
            for seat, won in ((seat, tally.wins[seat]) for seat in range(players))
        ],
        {name: tally.checks[name] for name in CHECKS},
    )


def table(report: SimulationReport) -> str:
    """The report for a terminal."""
    lines = [f"{_headline(report)}, seed {report.seed}", ""]
    lines.append(f"{'':16}{'mean':>8}{'sd':>8}{'least':>8}{'median':>8}{'95 %':>8}{'most':>8}")
    rows = {
        "rounds a game": report.rounds,
        "turns a round": report.turns,
        "points a round": report.points,
        "cards a hit": report.cards_a_hit,
    }
    for name, row in rows.items():
        if row is not None:
            figures = f"{row.mean:8.2f}{row.sd:8.2f}{row.least:8}{row.median:8}"
            lines.append(f"{name:16}{figures}{row.p95:8}{row.most:8}")
    lines.append("")
    if report.cards_a_hit is not None and report.dry_share is not None:
        hits = report.cards_a_hit.count
        lines.append(f"{hits} hits ({report.profile}), {report.dry_share:.1%} of them dry")
    lines.append(f"{report.plays} plays, {report.reloads} reloads, {report.caught} caught")
    lines += ["", "won, by seat (1 is left of the first dealer), with 95 % intervals"]
    for seat in report.seats:
        lines.append(f"{seat.seat:4}{seat.share:9.1%}   {seat.low:.1%} to {seat.high:.1%}")
    lines += ["", "checked, and held"]
    lines += [f"{times:12}  {say(f'check.{name}')}" for name, times in report.checks.items()]
    return "\n".join(lines)


def drawing(report: SimulationReport, tally: Tally) -> str:
    """The report as SVG. The same figures give the same picture."""
    checks = sum(report.checks.values())
    charts = [
        Bars(
            "Games won, with 95 % intervals",
            "seat; 1 is left of the first dealer",
            [
                Bar(str(seat.seat), seat.share, f"{seat.share:.0%}", between=(seat.low, seat.high))
                for seat in report.seats
            ],
        ),
        _histogram("Length of a game", "rounds", tally.rounds),
        _histogram("Length of a round", "turns", tally.turns),
        _histogram("Points of a round", "points of all cards left in hands", tally.points),
    ]
    if tally.hits:
        charts.append(_histogram("Cards a hit", "cards of one press", tally.hits))
    says = (f"{report.commands} commands, seed {report.seed}.", f"{checks} checks, all held.")
    return picture(_headline(report), says, charts)


def _headline(report: SimulationReport) -> str:
    game = report.game
    games = "1 game" if report.games == 1 else f"{report.games} games"
    return f"{games} of {game['edition']}, {len(game['players'])} players"


def _histogram(title: str, below: str, values: Counter[int]) -> Bars:
    """Shares of values, in at most ``MOST_BARS`` steps of equal width from 0 on, and the rest."""
    count = values.total()
    p99 = quantile(values, 0.99)
    widths = (step * 10**zeros for zeros in range(10) for step in STEPS)
    width = next(width for width in widths if p99 // width < MOST_BARS - 1)
    steps: Counter[int] = Counter()
    for value, times in values.items():
        steps[min(value // width, MOST_BARS - 1)] += times
    bars = []
    for step in range(min(steps), max(steps) + 1):
        rest = "+" if step == MOST_BARS - 1 and max(values) >= MOST_BARS * width else ""
        share = steps[step] / count
        bars.append(Bar(f"{step * width}{rest}", share, percent(share)))
    return Bars(title, f"{below}, from that number on" if width > 1 else below, bars)
