"""The guided run that measures a scale, and its report as one web page with charts.

It takes known numbers of cards, the motor, and ten minutes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from html import escape

from controller.base.charts import Points, page, picture
from controller.workshop.bench.guide import Guide
from controller.workshop.bench.instrument import BenchTrouble, Instrument
from firmware_bridge.notices import AT_A_PICO
from hardware.bench.scale_figures import (
    Level,
    Loaded,
    Series,
    Weighing,
    WeighingTrouble,
    complaints,
    drift_cards,
    level,
    settled_after_us,
    shaken,
    weigh,
    windows,
)
from hardware.calibration import ScaleCalibration
from hardware.gpio.nau7802 import ScaleTrouble
from hardware.gpio.scale_readings import SILENT_S, Reading

CARDS = (0, 52, 20, 5, 1, 0)
"""Empty at both ends, so that what has not come back is seen."""
CALM_S = 2.0
"""After a hand was at the launcher."""
WEIGHED_S = 6.0
DRIFT_S = 600
TOLD_EVERY_S = 60
AFTER_MOTOR_S = 3.0
USUAL_CARD_MG = 1_800
ASK_AGAIN_S = 0.01
"""A launcher on a Pico has a new reading after 0.0125 to 0.1 s."""

Next = Callable[[], Awaitable[Reading]]
"""Gives the next reading, and waits for it. Raises ScaleTrouble."""

DRAWN = 300
"""So many points of ten minutes are drawn."""


@dataclass(frozen=True, slots=True)
class Scaled:
    """What was measured of a scale."""

    weighing: Weighing
    motor_noise_cards: float
    """Standard deviation of single readings while the motor runs."""
    settled_us: int | None
    """After the motor, until readings are at their place again; None: not within three seconds."""
    drift: Series
    drifted_cards: float

    @property
    def complaints(self) -> list[str]:
        """Why this scale cannot count cards; empty: it can."""
        return complaints(self.weighing, self.drifted_cards)


def readings_of(bench: Instrument) -> Next:
    """The readings of a scale that the launcher itself reads, as one on a Pico does."""
    last_number = -1

    async def following() -> Reading:
        nonlocal last_number
        loop = asyncio.get_running_loop()
        end_s = loop.time() + SILENT_S
        while loop.time() < end_s:
            newest = await bench.reading()
            if newest is None:
                raise ScaleTrouble(
                    "The Pico's program has no scale: set pico.scale, and run `rollerdeck firmware "
                    "install`."
                )
            if newest.trouble is not None:
                complaint = AT_A_PICO[newest.trouble].removesuffix(".")
                raise ScaleTrouble(f"{complaint}, and wait 30 s: then the Pico tries again.")
            if newest.number != last_number:
                last_number = newest.number
                return Reading(round(loop.time() * 1e6), newest.counts)
            await asyncio.sleep(ASK_AGAIN_S)
        raise ScaleTrouble(
            "The scale's chip gives no readings: check its supply and its wires, and start the "
            "Pico again."
        )

    return following


class Readings:
    """Reads the scale without a pause, so that no old reading waits where a new one is wanted."""

    def __init__(self, following: Next) -> None:
        self._next = following
        self._collected: list[Reading] | None = None
        self._trouble: ScaleTrouble | None = None
        self._reading = asyncio.create_task(self._read())

    async def close(self) -> None:
        """Read no more."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def during(self, seconds: float) -> list[Reading]:
        """All readings of so many seconds from now on. Raises BenchTrouble."""
        return await self.while_doing(asyncio.sleep(seconds))

    async def while_doing(self, work: Awaitable[object]) -> list[Reading]:
        """All readings that come while something is done. Raises BenchTrouble."""
        collected: list[Reading] = []
        self._collected = collected
        doing = asyncio.ensure_future(work)
        try:
            await asyncio.wait([doing, self._reading], return_when=asyncio.FIRST_COMPLETED)
            if self._trouble is not None:
                raise BenchTrouble(str(self._trouble))
            await doing
        finally:
            doing.cancel()
            self._collected = None
        return collected

    async def _read(self) -> None:
        try:
            while True:
                reading = await self._next()
                if self._collected is not None:
                    self._collected.append(reading)
        except ScaleTrouble as trouble:
            self._trouble = trouble


async def measure_scale(bench: Instrument, guide: Guide, following: Next) -> Scaled:
    """Measure the scale under this launcher. Raises BenchTrouble and LauncherGone."""
    readings = Readings(following)
    try:
        return await _measure(bench, guide, readings)
    except WeighingTrouble as trouble:
        raise BenchTrouble(str(trouble)) from None
    finally:
        await readings.close()


async def _measure(bench: Instrument, guide: Guide, readings: Readings) -> Scaled:
    loads = []
    for cards in CARDS:
        await guide.load(cards)
        if cards:
            await bench.clear_faults()  # that the hopper is empty; later it is, and would stay so
        guide.say("Do not touch the table: the scale is read for some seconds.")
        await readings.during(CALM_S)
        loads.append(Loaded(cards, level(await readings.during(WEIGHED_S))))
        guide.progress(len(loads), len(CARDS), f"weights ({cards} cards)")
    weighing = weigh(loads)
    await guide.do("Keep fingers, hair and sleeves away from the roller: it is going to turn.")
    noise, settled = await _with_motor(bench, readings, loads[-1].level, weighing.per_card)
    guide.say(
        "Now the scale is read for ten minutes. Leave the launcher and the table alone, and the "
        "hopper empty."
    )
    await readings.during(CALM_S)
    drift: list[Reading] = []
    for done in range(0, DRIFT_S, TOLD_EVERY_S):
        drift += await readings.during(TOLD_EVERY_S)
        guide.progress((done + TOLD_EVERY_S) // 60, DRIFT_S // 60, "minutes")
    return Scaled(weighing, noise, settled, drift, drift_cards(drift, weighing.per_card))


async def _with_motor(
    bench: Instrument, readings: Readings, empty: Level, per_card: float
) -> tuple[float, int | None]:
    """The noise of readings while the motor turns without cards, and for how long it lasts."""
    while_turning = await readings.while_doing(bench.eject(1))
    noise = shaken(while_turning)
    after = await readings.during(AFTER_MOTOR_S)
    settled = settled_after_us(after, after[0].at_us, empty, per_card) if after else None
    return noise / abs(per_card), settled


def calibration_of(
    scaled: Scaled, machine: str, bus: int, address: int, card_mg: int
) -> ScaleCalibration:
    """What is saved of a measurement. ``card_mg``: the mass of a card."""
    weighing = scaled.weighing
    low, high = sorted((weighing.low / weighing.per_card, weighing.high / weighing.per_card))
    return ScaleCalibration(
        machine,
        bus,
        address,
        counts_per_kg=round(weighing.per_card * 1e6 / card_mg),
        card_mg=card_mg,
        card_low_permille=max(0, round(1000 * low)),
        card_high_permille=min(2000, round(1000 * high)),
        noise_mg=max(1, round(weighing.reading_noise_cards * card_mg)),
    )


def lines(scaled: Scaled, card_mg: int) -> list[str]:
    """The figures, for a terminal."""
    return [f"  {name:<40}{value}" for name, value in figures(scaled, card_mg)]


def figures(scaled: Scaled, card_mg: int) -> list[tuple[str, str]]:
    """Each figure as text: what it is, and its value."""
    weighing = scaled.weighing
    low, high = sorted((weighing.low / weighing.per_card, weighing.high / weighing.per_card))
    grams = card_mg / 1000
    settled = "not within 3 s" if scaled.settled_us is None else f"{scaled.settled_us / 1e6:.2f} s"
    rows = [
        (
            "a card",
            f"{weighing.per_card:.0f} counts ({weighing.low:.0f} to {weighing.high:.0f}, 95 %)",
        ),
        ("the same, as a mass", f"{grams:.3f} g ({grams * low:.3f} to {grams * high:.3f} g)"),
        ("noise of a weight (mean over 0.5 s)", f"{weighing.noise_cards:.3f} cards"),
        ("noise of one reading", f"{weighing.reading_noise_cards:.3f} cards"),
        ("the same while the motor turns", f"{scaled.motor_noise_cards:.2f} cards"),
        ("at rest after the motor", settled),
        ("farthest weight from the line", f"{weighing.bent_cards:.3f} cards"),
        ("drift in ten minutes, at most", f"{scaled.drifted_cards:.2f} cards"),
    ]
    return [
        *rows,
        *((f"off with {load.cards} cards", _off(weighing, load)) for load in weighing.loads),
    ]


def _off(weighing: Weighing, load: Loaded) -> str:
    return f"{weighing.off_cards(load):+.3f} cards"


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
