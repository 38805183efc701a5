"""The guided run that measures a launcher: what to load, what to press, when to stop."""

from __future__ import annotations

from dataclasses import dataclass

from controller.bench.checks import measure_button
from controller.bench.guide import Guide
from controller.bench.instrument import BenchTrouble, Instrument
from controller.words import advice
from hardware.bench.derived import settings_from
from hardware.bench.estimates import Largest
from hardware.bench.fit import Fit, fit
from hardware.bench.passages import see
from hardware.bench.usable import FitTrouble
from hardware.launcher import Fault, HitResult

DECKS = 3
LEAST_DECKS = 2
"""From one deck, fewer cards follow another one than ``hardware.bench.usable`` needs."""
DECK = 112
"""Cards; a smaller box serves as well, because the hopper only has to run low by itself."""
AT_ONCE = 4
"""Cards of an ejection: the first after a start, the others at full speed."""
STOP_EVERY = 2
"""Every second ejection is stopped under its third card, to see how far that card coasts."""
STOP_UNDER = 3
SPARE = 12
"""Cards that are left over: the last cards of a pile slip easily."""
TROUBLES = 5
"""With more faults than that, the mechanism has to be repaired before it can be measured."""


@dataclass(frozen=True, slots=True)
class CalibrationResult:
    """The result of a calibration."""

    fit: Fit
    button_bounce: Largest
    settings: dict[str, int]
    """By the names of `hardware.calibration.MEASURED`."""


async def calibrate(bench: Instrument, guide: Guide, decks: int = DECKS) -> CalibrationResult:
    """Measure, without saving. Raises BenchTrouble if the cards do not tell enough."""
    if bench.run.settings.get("retract_pct") == 0:
        raise BenchTrouble(
            "This motor cannot turn the roller back, so it cannot put a card where a measurement "
            "has to begin: use a motor driver that can reverse (docs/wiring.md)."
        )
    guide.say("First, the button is measured.")
    bounces_us, presses = await measure_button(bench, guide)
    if not presses:
        raise BenchTrouble("No press was seen: run `rollerdeck bench button` to find out why.")
    for deck in range(decks):
        await guide.load(DECK)
        await _run_deck(bench, guide, f"of deck {deck + 1} of {decks}")
    try:
        fitted = fit(see(bench.run.seen))
    except FitTrouble as trouble:
        raise BenchTrouble(str(trouble)) from None
    bounce = Largest(max(bounces_us), len(bounces_us))
    return CalibrationResult(fitted, bounce, dict(settings_from(fitted, max(bounces_us))))


async def _run_deck(bench: Instrument, guide: Guide, which: str) -> None:
    """Eject until the deck is nearly gone."""
    delivered, ejection, troubles = 0, 0, 0
    while delivered < DECK - SPARE:
        ejection += 1
        stopped = ejection % STOP_EVERY == 0
        result = await bench.eject(AT_ONCE, STOP_UNDER if stopped else 0)
        delivered += result.delivered
        if stopped and not result.fault:
            # the card that was left under the roller is ejected alone
            result = await bench.eject(1)
            delivered += result.delivered
        if result.fault is Fault.EMPTY:
            return
        if result.fault is not None:
            troubles += 1
            await _mend(guide, result, troubles)
        guide.progress(min(delivered, DECK), DECK, f"cards {which}")


async def _mend(guide: Guide, result: HitResult, troubles: int) -> None:
    assert result.fault is not None
    if troubles > TROUBLES:
        raise BenchTrouble(
            f"{result.fault} too often, so nothing can be measured: {advice(result.fault)}"
        )
    await guide.mend(result.fault)
