"""The test of the card sensor: at rest, with a card that comes and goes, and with one held still.

Infrared light can pass through a card. A card that lets too much of it through is not seen, or is
seen as several cards, so this test asks for several places of a card before any card is fed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from controller.base.findings import Finding, counted, fail, ok, warn
from controller.workshop.bench.guide import Guide
from controller.workshop.bench.instrument import Instrument
from hardware.bench.passages import BOUNCE_US, Change, debounced
from hardware.launcher import TraceEntry
from hardware.portable.settings import Settings

QUIET_S = 2.0
"""During this time a sensor that nobody touches should see nothing."""
FLOOD = 20
"""More edges in that time come from other light, or from a loose cable."""
PATIENCE_S = 20.0
"""How long somebody may take to do what was asked."""
SHADES = 3
SETTLE_S = 0.3
"""The launcher reports within this time what somebody has just done."""
HOLD_S = 3.0
PLACES = (
    "the middle of a card, face up,",
    "the middle of a card, face down,",
    "the white border of a card",
    "the darkest place of a card",
)
"""Where infrared light passes most easily, or is reflected least."""

PASSES = (
    "Shade the sensor from sun and lamps, and try again. If that changes nothing, infrared light "
    "passes through the card, or a reflective module does not see it: take a larger resistor for "
    "the sensor's LED, turn the module's potentiometer, or take another sensor (docs/bring-up.md)."
)
LAMP = (
    "Shade the sensor: the light of a lamp reaches it, and outshines the sensor's own LED. The "
    "card is not the cause."
)
PULSES = 20
"""With fewer of them, nobody can tell whether they come at a steady rate."""
STEADY_PCT = 25
"""By so much three of four periods of pulsing light differ from their median, at most."""
BOUNCES = (
    "Solder 100 nF between the sensor's output and ground, or take a sensor whose comparator has "
    "hysteresis."
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the eject loop allows, in µs."""

    chatter_us: int
    """A shorter blockage counts as bouncing, and a longer one as a card, or a part of one."""
    dip_us: int
    """For so long the beam may read free while a card is in it."""
    bounce_us: int
    """The output should not bounce longer than this: half of ``dip_us``, as for a calibration."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one part of the test saw, in µs."""

    label: str
    blocked_us: tuple[int, ...] = ()
    free_us: tuple[int, ...] = ()
    """How long the beam read free at most while a card was held in it."""
    bounced_us: tuple[int, ...] = ()


def limits(settings: Mapping[str, int]) -> Limits:
    """The limits of a launcher with these settings; what is missing has its default."""
    card_us = settings.get("card_us", Settings.card_us)
    share_pct = settings.get("chatter_max_pct", Settings.chatter_max_pct)
    dip_us = settings.get("dip_us", Settings.dip_us)
    return Limits(card_us * share_pct // 100, dip_us, dip_us // 2)


async def check_sensor(bench: Instrument, guide: Guide) -> list[Finding]:
    """Watch it free, then covered several times, then with a card held in it; show the margins."""
    allowed = limits(bench.run.settings)
    await guide.load(0)
    findings, rows = [], []
    for part in (_at_rest, _shaded):
        finding, row = await part(bench, guide, allowed)
        findings.append(finding)
        rows.append(row)
    # a sensor that does not see a card that comes cannot see one that stays
    if len(rows[-1].blocked_us) == SHADES:
        for place in PLACES:
            finding, row = await _held(bench, guide, allowed, place)
            findings.append(finding)
            rows.append(row)
        await guide.let_go()
    for line in table(rows, allowed):
        guide.say(line)
    return findings


async def _at_rest(bench: Instrument, guide: Guide, allowed: Limits) -> tuple[Finding, Row]:
    mark = bench.mark
    await bench.watch(QUIET_S)
    quiet = _edges(bench.since(mark))
    blocked_us = _lengths(quiet, 1)
    row = Row("no card", blocked_us)
    subject = "at rest"
    fix = "Shade the sensor from lamps and sun, and check its cable."
    if len(quiet) > FLOOD or bench.run.lost:
        says = f"{len(quiet)} edges in {QUIET_S:.0f} s although nothing moved"
        return fail(subject, says, fix), row
    if max(blocked_us, default=0) >= allowed.chatter_us:
        says = f"blocked for up to {_ms(max(blocked_us))} ms although nothing moved"
        return fail(subject, says, fix), row
    if _blocked(bench):
        fix = (
            "Remove it. If nothing is there, check the sensor's cable and its lamp, or name your "
            "sensor module in pins.sensor (docs/wiring.md)."
        )
        return fail(subject, "the sensor reports that something is in front of it", fix), row
    return ok(subject, f"free, {len(quiet)} edges in {QUIET_S:.0f} s"), row


async def _shaded(bench: Instrument, guide: Guide, allowed: Limits) -> tuple[Finding, Row]:
    mark = bench.mark
    await guide.shade(SHADES)
    await bench.watch(PATIENCE_S, lambda: len(debounced(bench.since(mark), "sensor")) >= 2 * SHADES)
    await bench.watch(SETTLE_S)
    edges = _edges(bench.since(mark))
    changes = debounced(edges, "sensor")
    bounced_us = tuple(change.bounced_us for change in changes)
    row = Row(f"a card, {SHADES} times", _blockages(changes)[:SHADES], bounced_us=bounced_us)
    if len(changes) < 2 * SHADES:
        says = f"the sensor saw the card {len(changes) // 2} of {SHADES} times"
        fix = (
            "Check the sensor's cable and its lamp, and that the card passes between sensor and "
            f"lamp. {PASSES}"
        )
        return fail("shaded", says, fix), row
    says = f"seen {SHADES} times, bounces for at most {_ms(max(bounced_us))} ms"
    if pulses(edges):
        return warn("shaded", f"{says}, but not steadily", LAMP), row
    if max(bounced_us) > allowed.bounce_us:
        return warn("shaded", says, BOUNCES), row
    return ok("shaded", says), row


async def _held(
    bench: Instrument, guide: Guide, allowed: Limits, place: str
) -> tuple[Finding, Row]:
    await guide.hold(place)
    await bench.watch(SETTLE_S)
    mark, seen_before = bench.mark, _blocked(bench)
    await bench.watch(HOLD_S)
    edges, seen_after = _edges(bench.since(mark)), _blocked(bench)
    gaps_us, subject = _lengths(edges, 0), place.rstrip(",")
    if not edges and not seen_before:
        row = Row(f"held: {subject}", free_us=(round(HOLD_S * 1e6),))
        return fail(subject, f"not seen in {HOLD_S:.0f} s", PASSES), row
    longest_us = max(gaps_us, default=0)
    row = Row(f"held: {subject}", free_us=(longest_us,))
    fix = LAMP if pulses(edges) else PASSES
    if not (seen_before and seen_after):
        return fail(subject, f"not seen all the time in {HOLD_S:.0f} s", fix), row
    if not gaps_us:
        return ok(subject, f"seen all the time in {HOLD_S:.0f} s"), row
    says = f"not seen for up to {_ms(longest_us)} ms at a time (gaps: {len(gaps_us)})"
    verdict = fail if longest_us > allowed.dip_us else warn
    return verdict(subject, says, fix), row


def pulses(edges: Sequence[TraceEntry]) -> bool:
    """Whether light outshines a blocked sensor at a steady rate.

    So do lamps on the mains, at twice its frequency. What passes through a card, or bounces, comes
    at no steady rate.
    """
    starts_us = [
        after.at_us
        for before, after in pairwise(edges)
        if before.value and after.at_us - before.at_us >= BOUNCE_US
    ]
    if len(starts_us) < PULSES:
        return False
    periods_us = [after - before for before, after in pairwise(starts_us)]
    usual_us = median(periods_us)
    steady = sum(
        abs(period_us - usual_us) <= usual_us * STEADY_PCT / 100 for period_us in periods_us
    )
    return 4 * steady >= 3 * len(periods_us)


def fed(entries: Sequence[TraceEntry], cards: int) -> Row:
    """What was seen while cards were fed."""
    changes = debounced(entries, "sensor")
    bounced_us = tuple(change.bounced_us for change in changes)
    return Row(f"{counted(cards, 'card')} fed", _blockages(changes), bounced_us=bounced_us)


def table(rows: Sequence[Row], allowed: Limits) -> list[str]:
    """The margins for a terminal: what was seen, above what the eject loop allows."""
    needs = "the count needs"
    wide = max(len(needs), *(len(row.label) for row in rows))
    lines = [
        f"  {'':{wide}}  ------ blocked ------    not seen     bounces",
        f"  {'ms':{wide}}  shortest     longest     longest     longest",
    ]
    for row in rows:
        cells = (
            min(row.blocked_us, default=None),
            max(row.blocked_us, default=None),
            max(row.free_us, default=None),
            max(row.bounced_us, default=None),
        )
        lines.append(_line(row.label, wide, ["-" if us is None else _ms(us) for us in cells]))
    least, dip, bounce = map(_ms, (allowed.chatter_us, allowed.dip_us, allowed.bounce_us))
    needed = (f">= {least}", "-", f"<= {dip}", f"<= {bounce}")
    return [*lines, _line(needs, wide, needed)]


def _line(label: str, wide: int, cells: Sequence[str]) -> str:
    return f"  {label:{wide}}  {cells[0]:>8}" + "".join(f"{cell:>12}" for cell in cells[1:])


def _blockages(changes: Sequence[Change]) -> tuple[int, ...]:
    return tuple(after.at_us - before.at_us for before, after in pairwise(changes) if before.level)


def _edges(entries: Sequence[TraceEntry]) -> list[TraceEntry]:
    return [entry for entry in entries if entry.kind == "sensor"]


def _lengths(edges: Sequence[TraceEntry], level: int) -> tuple[int, ...]:
    """How long each stretch of a level was that began and ended among these edges."""
    return tuple(
        after.at_us - before.at_us for before, after in pairwise(edges) if before.value == level
    )


def _blocked(bench: Instrument) -> bool:
    edges = _edges(bench.since(0))
    return bool(edges) and edges[-1].value == 1


def _ms(us: int) -> str:
    return f"{us / 1000:.1f}"
