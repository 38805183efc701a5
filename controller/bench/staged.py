"""A calibration that was measured and is not in force yet: shown beside the old one, then saved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from controller.bench.calibrating import Measured, calibrate
from controller.bench.guide import Guide
from controller.bench.instrument import Instrument
from hardware.bench.derived import doubts
from hardware.bench.fit import Estimate, Fit, Largest
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
from hardware.portable.settings import Settings

ESTIMATES = {
    "card": "one card in the beam",
    "spin_up": "spin-up, as a straight ramp",
    "lead": "feed time to the first edge",
    "coast": "coast after switching off",
    "period": "from card to card",
}
LARGEST = {
    "latest_lead": "latest first edge",
    "longest_gap": "longest gap between cards",
    "beam_bounce": "longest bounce of the sensor",
}


class Kept(NamedTuple):
    """Where the calibration of a launcher is, and how one that was saved comes into force."""

    file: Path
    pins: Wiring
    """How the launcher is wired; see ``hardware.calibration.wired_as``."""
    then: str


async def calibrate_in_stages(
    bench: Instrument, guide: Guide, file: Path | None, kept: Kept, decks: int, ask: bool
) -> None:
    """Measure, show beside what is in force, and save where somebody says so.

    ``file``: where it was said that it is to be saved; else where it is ``kept``, but never what a
    simulated launcher came to. Raises as ``calibrate``, and CalibrationTrouble.
    """
    target = file or kept.file
    before, complaint = in_force(target, kept.pins)
    if complaint:
        guide.say(complaint)
    measured = await calibrate(bench, guide, decks)
    for line in table(measured, before):
        guide.say(line)
    if bench.simulated and file is None:
        guide.say("Nothing was saved: this launcher is simulated.")
    elif not ask or await guide.yes("Save what was measured?"):
        save(target, kept.pins, measured)
        guide.say(f"Saved: {target}. {kept.then}, and it is in force; the one before is beside it.")
    else:
        guide.say("Nothing was saved.")


def in_force(file: Path, pins: Wiring) -> tuple[Mapping[str, int], str]:
    """The calibration so far, and a sentence where there is a file that cannot be used."""
    try:
        return read_calibration(file, this_machine(), pins), ""
    except CalibrationTrouble as trouble:
        return {}, str(trouble)


def save(file: Path, pins: Wiring, measured: Measured) -> None:
    """Put it in force for this machine and these pins. Raises CalibrationTrouble."""
    period_us = round(measured.fit.period.us)
    settings = dict(measured.settings)
    write_calibration(file, Calibration(this_machine(), wired_as(pins), settings, period_us))


def figures(fit: Fit) -> list[tuple[str, str, str]]:
    """Each figure in words: its name, its value, how sure it is."""
    found = []
    for name, says in ESTIMATES.items():
        one: Estimate = getattr(fit, name)
        sure = f"{_ms(one.low_us)} to {_ms(one.high_us)} (95 %), {one.of} cards"
        found.append((says, f"{_ms(one.us)} ms", sure))
    found += [_largest(says, getattr(fit, name)) for name, says in LARGEST.items()]
    found.append(("cards differ by", f"{fit.spread_pct:.1f} %", "standard deviation"))
    return found


def table(measured: Measured, before: Mapping[str, int]) -> list[str]:
    """The figures, and each setting beside the one in force."""
    rows = [
        *figures(measured.fit),
        _largest("longest bounce of the button", measured.button_bounce),
    ]
    said = [f"  {what:<30}{value:>10}   {sure}" for what, value, sure in rows]
    said += ["", f"  {'setting':<20}{'in force':>12}{'measured':>12}{'change':>9}"]
    for name in MEASURED:
        old, new = before.get(name, getattr(Settings, name)), measured.settings[name]
        default = "" if name in before else " (default)"
        said.append(f"  {name:<20}{old:>12}{new:>12}{new / old - 1:>+9.1%}{default}")
    return [*said, *doubts(measured.fit)]


def _largest(says: str, most: Largest) -> tuple[str, str, str]:
    sure = f"at most {most.beyond:.1%} are beyond (95 %), {most.of} seen"
    return says, f"{_ms(most.us)} ms", sure


def _ms(us: float) -> str:
    return f"{us / 1000:.1f}"
