"""The guided run that measures a launcher: what to load, what to press, when to stop.

The new calibration is shown beside the present one, then saved.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from controller.base import services
from controller.words import advice
from controller.workshop.bench.checks import measure_button
from controller.workshop.bench.guide import Guide
from controller.workshop.bench.instrument import BenchTrouble, Instrument
from firmware_bridge.address import LauncherAddress
from hardware.bench.estimates import Estimate, Largest
from hardware.bench.fit import Fit, doubts, fit, settings_from
from hardware.bench.passages import FitTrouble, see
from hardware.calibration import (
    MEASURED,
    Calibration,
    CalibrationTrouble,
    Wiring,
    read_calibration,
    this_machine,
    wired_as,
    write_calibration,
)
from hardware.launcher import Fault, HitResult
from hardware.portable.settings import Settings

DECKS = 3
LEAST_DECKS = 2
"""From one deck, fewer cards follow another one than ``hardware.bench.passages`` needs."""
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

ESTIMATES = {
    "card": "one card in the beam",
    "spin_up": "spin-up, as a linear ramp",
    "lead": "feed time to the first edge",
    "coast": "coast after switching off",
    "period": "from card to card",
}

LARGEST = {
    "latest_lead": "latest first edge",
    "longest_gap": "longest gap between cards",
    "beam_bounce": "longest bounce of the sensor",
}


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


class StoredCalibration(NamedTuple):
    """Where the calibration of a launcher is read, and how a new one takes effect."""

    file: Path
    pins: Wiring
    """How the launcher is wired; see ``hardware.calibration.wired_as``."""
    then: str
    """What to do after it was saved: a command, or an instruction."""


def of_driver(address: LauncherAddress, pins: Wiring) -> StoredCalibration:
    """The calibration of the driver that listens at an address: the installed one, or one's own."""
    by_service = address.socket == services.SOCKET
    then = f"run `sudo systemctl restart {services.DRIVER}`" if by_service else "restart the driver"
    return StoredCalibration(services.calibration_of(address), pins, then)


def of_pico(file: Path, pins: Wiring) -> StoredCalibration:
    """The calibration that is installed on a Pico together with its program."""
    sudo = "sudo " if file == services.PICO_CALIBRATION else ""
    return StoredCalibration(file, pins, f"run `{sudo}rollerdeck firmware install`")


async def calibrate_in_stages(
    bench: Instrument,
    guide: Guide,
    file: Path | None,
    stored: StoredCalibration,
    decks: int,
    ask: bool,
) -> None:
    """Measure, show the result beside the calibration in use, and save it if somebody agrees.

    ``file``: where to save it, if not where it is read. A simulated launcher's is saved only there.
    Raises as ``calibrate``, and CalibrationTrouble: also before anything is measured, if the result
    could not be saved.
    """
    target = file or stored.file
    saves = file is not None or not bench.simulated
    if saves:
        refuse_unwritable(target)
    before, complaint = in_force(stored.file, stored.pins)
    if complaint:
        guide.say(complaint)
    measured = await calibrate(bench, guide, decks)
    for line in table(measured, {**bench.run.settings, **before}):
        guide.say(line)
    if not saves:
        guide.say("The calibration was not saved, because this launcher is simulated.")
    elif not ask or await guide.yes("Save what was measured?"):
        save(target, stored.pins, measured)
        guide.say(_saved(target, stored))
    else:
        guide.say("The calibration was not saved.")


def refuse_unwritable(file: Path) -> None:
    """Raise CalibrationTrouble if this user cannot save a calibration there."""
    folder = file.parent
    while not services.is_there(folder) and folder != folder.parent:
        folder = folder.parent
    if not os.access(folder, os.W_OK | os.X_OK) or file.is_dir():
        raise CalibrationTrouble(
            f"{file}: this user cannot save a calibration there; run this as root, with sudo, or "
            "name another file with --calibration."
        )


def _saved(target: Path, stored: StoredCalibration) -> str:
    if target.absolute() != stored.file.absolute():
        return (
            f"Saved: {target}. It has no effect yet: the launcher's calibration is read from "
            f"{stored.file}. Copy it there, and {stored.then}."
        )
    then = f"{stored.then[:1].upper()}{stored.then[1:]}"
    before = target.with_name(f"{target.name}.before")
    old = f" The previous one is in {before.name}." if before.exists() else ""
    return f"Saved: {target}. {then}: then it is in use.{old}"


def in_force(file: Path, pins: Wiring) -> tuple[Mapping[str, int], str]:
    """The calibration in use, and a sentence if there is a file that cannot be used."""
    try:
        return read_calibration(file, this_machine(), pins), ""
    except CalibrationTrouble as trouble:
        return {}, str(trouble)


def save(file: Path, pins: Wiring, measured: CalibrationResult) -> None:
    """Save it for this machine and these pins. Raises CalibrationTrouble."""
    period_us = round(measured.fit.period.us)
    settings = dict(measured.settings)
    write_calibration(file, Calibration(this_machine(), wired_as(pins), settings, period_us))


def figures(fit: Fit) -> list[tuple[str, str, str]]:
    """Each figure as text: name, value and precision."""
    rows = []
    for name, says in ESTIMATES.items():
        estimate: Estimate = getattr(fit, name)
        sure = f"{_ms(estimate.low_us)} to {_ms(estimate.high_us)} (95 %), {estimate.of} cards"
        rows.append((says, f"{_ms(estimate.us)} ms", sure))
    rows += [_largest(says, getattr(fit, name)) for name, says in LARGEST.items()]
    rows.append(("cards differ by", f"{fit.spread_pct:.1f} %", "standard deviation"))
    return rows


def table(measured: CalibrationResult, before: Mapping[str, int]) -> list[str]:
    """The figures, and each setting beside the one in use: that in ``before``, or the default."""
    rows = [
        *figures(measured.fit),
        _largest("longest bounce of the button", measured.button_bounce),
    ]
    lines = [f"  {label:<30}{value:>10}   {sure}" for label, value, sure in rows]
    lines += ["", f"  {'setting':<20}{'in use':>12}{'measured':>12}{'change':>9}"]
    for name in MEASURED:
        old, new = before.get(name, getattr(Settings, name)), measured.settings[name]
        default = "" if name in before else " (default)"
        lines.append(f"  {name:<20}{old:>12}{new:>12}{new / old - 1:>+9.1%}{default}")
    return [*lines, *doubts(measured.fit)]


def _largest(says: str, largest: Largest) -> tuple[str, str, str]:
    sure = f"at most {largest.beyond:.1%} are larger (95 %), {largest.of} seen"
    return says, f"{_ms(largest.us)} ms", sure


def _ms(us: float) -> str:
    return f"{us / 1000:.1f}"
