"""``rollerdeck bench scale``: measures the scale under a launcher."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import services
from controller.base.config import ScaleConfig
from controller.base.errors import NO_HARDWARE, NOT_SO, WRONG_USAGE, Trouble
from controller.cli.options import outputs
from controller.cli.options.at_launcher import Reached, at_a_launcher
from controller.workshop.bench.calibration import refuse_unwritable
from controller.workshop.bench.guide import Guide
from controller.workshop.bench.instrument import BenchTrouble, Instrument
from controller.workshop.bench.scale_measurement import (
    USUAL_CARD_MG,
    Scaled,
    calibration_of,
    lines,
    measure_scale,
    readings_of,
    scale_report,
)
from hardware.calibration import (
    PICO_BUS,
    PICO_SCALE_CALIBRATION,
    CalibrationTrouble,
    this_machine,
    write_scale_calibration,
)
from hardware.gpio.scale_readings import PER_SECOND, ScaleReadings, command_for

LOWEST_G, HIGHEST_G = 52 * 0.2, 52 * 20.0


def grams_of(text: str) -> float:
    """A weight that 52 cards can have. Raises BadParameter."""
    try:
        grams = float(text)
    except ValueError:
        raise click.BadParameter(f"{text} is no number; write for example 95.2.") from None
    if not LOWEST_G <= grams <= HIGHEST_G:  # nor is nan
        raise click.BadParameter(f"{text} is not from {LOWEST_G} to {HIGHEST_G}.")
    return grams


def _place(at: Reached, target: Path | None) -> tuple[ScaleConfig, Path]:
    """Where the scale is connected, and the file for its calibration. Raises ``Trouble``."""
    place, chip, key = at.config.scale, str(at.config.scale.chip), "scale.chip"
    file = target or services.scale_calibration_of(at.address)
    if at.on_pico:
        place, chip, key = ScaleConfig(bus=PICO_BUS), at.config.pico.scale, "pico.scale"
        file = target or at.pico_calibration.with_name(PICO_SCALE_CALIBRATION)
    if chip == "none":
        raise Trouble(
            f'No scale is configured: set {key} = "nau7802" (docs/scale.md). A simulated scale '
            "needs no calibration.",
            WRONG_USAGE,
        )
    return place, file


@click.command("scale")
@click.option(
    "--grams",
    type=grams_of,
    metavar="GRAMS",
    help=f"Weight of 52 cards in grams, from a kitchen scale. [{52 * USUAL_CARD_MG / 1000:.1f}]",
)
@click.option(
    "--report",
    "page",
    type=click.Path(path_type=Path),
    help="Also write the figures and charts into this file, as a web page.",
)
@click.option(
    "--calibration",
    "target",
    type=click.Path(path_type=Path),
    help="File for the new calibration. [scale.json, in the folder of the launcher's calibration]",
)
@at_a_launcher
def command(at: Reached, grams: float | None, page: Path | None, target: Path | None) -> None:
    """Measure the scale under the launcher, step by step, and save its calibration.

    You need 52 cards and about a quarter of an hour. Before you begin, describe the connection of
    the scale in the section [scale] of the configuration (see docs/scale.md). If the scale cannot
    measure the weight of a single card, the command saves no calibration.
    """
    if page is not None:
        outputs.refuse_unwritable(page, "--report")
    place, file = _place(at, target)
    card_mg = USUAL_CARD_MG if grams is None else round(grams * 1000 / 52)

    async def work(bench: Instrument, guide: Guide) -> Scaled:
        if bench.simulated:
            raise BenchTrouble(
                "This launcher is simulated, and a simulated scale is calibrated already: run this "
                "at a real launcher."
            )
        refuse_unwritable(file)
        if at.on_pico:
            return await measure_scale(bench, guide, readings_of(bench))
        async with ScaleReadings(command_for(place.bus, place.address, PER_SECOND)) as readings:
            return await measure_scale(bench, guide, readings.next)

    try:
        scaled = at.do(work)
        for line in lines(scaled, card_mg):
            click.echo(line)
        if not scaled.complaints:
            saved = calibration_of(scaled, this_machine(), place.bus, place.address, card_mg)
            write_scale_calibration(file, saved)
            click.echo(f"Saved: {file}.")
            if at.on_pico:
                click.echo("Run `rollerdeck firmware install`, so that the Pico knows it.")
    except CalibrationTrouble as trouble:
        raise Trouble(str(trouble), NO_HARDWARE) from None
    if page is not None:  # after the calibration, which takes a quarter of an hour to measure
        outputs.write(page, scale_report(scaled, card_mg), "--report")
        click.echo(f"Written: {page}")
    if scaled.complaints:
        raise Trouble(
            f"This scale cannot count cards: {'; '.join(scaled.complaints)}. "
            "The calibration was not saved.",
            NOT_SO,
        )
