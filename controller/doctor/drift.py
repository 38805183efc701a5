"""Checks from the timings of games whether the launcher still feeds as when it was calibrated."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from statistics import median

import msgspec

from controller.base.findings import Finding, ok, warn
from controller.games.entries import CommandBody
from controller.journal.entry import Entry

LAST_HITS = 50
ENOUGH = 20
"""Cards that followed another one; fewer are not conclusive."""
DRIFTED_PCT = 12
"""Cards of one deck differ by a few percent, and decks differ by a little more."""


def hits(entries: Iterable[Entry]) -> list[CommandBody]:
    """The results that the launcher measured, in order."""
    commands = (
        msgspec.convert(entry.body, CommandBody) for entry in entries if entry.kind == "command"
    )
    return [
        command
        for command in commands
        if command.measured is not None and not command.measured.confirmed
    ]


def periods_ms(measured: Iterable[CommandBody]) -> list[int]:
    """Times from card to card, in the last hits without doubt or fault."""
    clean = [
        command.measured.card_times_ms
        for command in measured
        if command.measured is not None
        and not command.measured.uncertain
        and not command.measured.fault
    ]
    return [b - a for times in clean[-LAST_HITS:] for a, b in pairwise(times)]


def check_drift(periods: list[int], calibrated_us: int) -> Finding:
    """Compare their median with that of the calibration (0: it has none)."""
    if not calibrated_us:
        return ok("drift", "there is no calibration to compare with")
    if len(periods) < ENOUGH:
        return ok("drift", f"games have timed only {len(periods)} cards so far, too few to tell")
    off_pct = 100.0 * (1000.0 * median(periods) / calibrated_us - 1.0)
    if off_pct >= DRIFTED_PCT:
        return warn(
            "drift",
            f"the feed is {off_pct:.0f} % slower than at calibration",
            "Clean the roller. If the feed stays slow, check the motor's supply, then run "
            "`rollerdeck bench calibrate`.",
        )
    if off_pct <= -DRIFTED_PCT:
        return warn(
            "drift",
            f"the feed is {-off_pct:.0f} % faster than at calibration",
            "Calibrate again: `rollerdeck bench calibrate`.",
        )
    return ok("drift", f"the feed is as at calibration ({off_pct:+.0f} %, {len(periods)} cards)")
