"""The guided run that finds out with how little power a launcher still feeds well."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from controller.workshop.bench.calibration import StoredCalibration
from controller.workshop.bench.counting import Supply
from controller.workshop.bench.guide import Guide
from controller.workshop.bench.instrument import BenchTrouble, Instrument
from hardware.bench.duties import Feeding, feedings, recommended_pct
from hardware.portable.settings import LOWEST_PCT, Settings

STEP_PCT = 10
EJECTIONS = 8
"""With each duty."""
AT_ONCE = 4
"""Cards of an ejection."""


@dataclass(frozen=True, slots=True)
class Power:
    """What each duty came to, the usual one first, down to one that does not feed well."""

    tried: tuple[Feeding, ...]

    @property
    def usual_pct(self) -> int:
        """The duty of the configuration."""
        return self.tried[0].duty_pct

    @property
    def lowest_pct(self) -> int | None:
        """The lowest duty with which the launcher feeds well; None: it does not."""
        return min((feeding.duty_pct for feeding in self.tried if feeding.well), default=None)

    @property
    def recommended_pct(self) -> int | None:
        """The lowest duty that leaves power in reserve, if the launcher can have less than usual.

        It was tried, so the launcher feeds well with it.
        """
        if self.lowest_pct is None:
            return None
        enough_pct = recommended_pct(self.lowest_pct, STEP_PCT)
        return enough_pct if enough_pct < self.usual_pct else None


async def try_duties(bench: Instrument, guide: Guide) -> Power:
    """Eject with less and less power. Raises BenchTrouble."""
    usual_pct = bench.run.settings.get("feed_pct", Settings.feed_pct)
    steps = range(Settings.feed_pct, LOWEST_PCT - 1, -STEP_PCT)
    supply = Supply(guide)
    for pct in (usual_pct, *(step for step in steps if step < usual_pct)):
        guide.say(f"Now the motor gets {pct} % of its full power.")
        await _try(bench, guide, supply, pct)
        if not feedings(bench.run)[-1].well:
            break
    return Power(feedings(bench.run))


async def _try(bench: Instrument, guide: Guide, supply: Supply, pct: int) -> None:
    for ejection in range(1, EJECTIONS + 1):
        await supply.have(AT_ONCE)
        result = await bench.eject(AT_ONCE, duty_pct=pct)
        supply.took(result.delivered + result.uncertain)
        got_pct = feedings(bench.run)[-1].duty_pct
        if result.fault is not None:
            await guide.mend(result.fault)
        if got_pct not in (pct, 0):
            raise BenchTrouble(
                f"The motor got {got_pct} % of its power instead of {pct} %: the launcher's "
                "program is older than this one. Update it (a Pico with `rollerdeck firmware "
                "install`)."
            )
        if result.fault is not None:
            return
        if ejection % 4 == 0:
            guide.progress(ejection, EJECTIONS, f"ejections with {pct} %")


def lines(power: Power) -> list[str]:
    """What was measured, as a table for a terminal."""
    rows = [f"  {'power':>6}{'to the first card':>20}{'in the beam':>14}{'gap':>10}"]
    for feeding in power.tried:
        times = (
            f"{in_ms(feeding.feed_us):>20}{in_ms(feeding.card_us):>14}{in_ms(feeding.gap_us):>10}"
        )
        rows.append(f"  {feeding.duty_pct:>4} %{times}   {verdict(feeding)}")
    return rows


def verdict(feeding: Feeding) -> str:
    """How the launcher fed with this duty."""
    of = f"of {len(feeding.results)} ejections"
    if feeding.faults:
        return f"a fault ended {feeding.faults} {of}"
    if not feeding.well:
        return f"{feeding.second_tries} {of} needed a second try"
    return "fed well"


def conclusion(power: Power, stored: StoredCalibration, file: Path, section: str) -> str:
    """What follows from it, and what to do.

    ``file``, ``section``: where the duty is written. ``stored``: the launcher's calibration.
    """
    usual, lowest, enough = power.usual_pct, power.lowest_pct, power.recommended_pct
    if lowest is None:
        return (
            f"The launcher does not feed well with {usual} % of its power: clean the roller, check "
            "the motor's supply, and run `rollerdeck bench calibrate`. Then try again."
        )
    fed = f"The launcher fed well with {lowest} % of its power. "
    if enough is None:
        return fed + (
            "A motor gets about a quarter less power when its cells are weak, so leave "
            f"{section}.duty_pct at {usual}."
        )
    return fed + (
        "A motor gets about a quarter less power when its cells are weak, so give it at least "
        f"{enough} %. With less power, cards come more slowly. If you want that, write "
        f"duty_pct = {enough} into the section [{section}] of {file}, take the file {stored.file} "
        f"away, {stored.then}, and run `rollerdeck bench calibrate`: a calibration holds for one "
        "duty."
    )


def in_ms(us: float | None) -> str:
    """A time for people; None: it is not known."""
    return "-" if us is None else f"{us / 1000:.1f} ms"
