"""``rollerdeck doctor``: checks a machine and its launcher, and says how to fix problems."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from controller.base import paths
from controller.base.config import Config
from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.base.findings import Finding, failed, lines, warn
from controller.cli.options import outputs
from controller.cli.options.click_parts import path_option
from controller.cli.options.launcher_commands import serial_option
from controller.workshop.doctor.bundle import BundleTrouble, evening_of, write_bundle
from controller.workshop.doctor.machine import Machine, ThisMachine
from controller.workshop.doctor.raspberry_pi import is_pi, prove_pull_downs
from controller.workshop.doctor.rounds import Examined, Places, examine, find_places

HELP = """Check this machine and its launcher, and say how to fix problems.

The command never turns the motor, and does not disturb a game in progress. With --pull-downs, the
command also checks that a resistor holds each motor pin low. Before you use --pull-downs, stop the
driver and switch the motor's supply off. Before this check, the command asks you whether the supply
is off. Exit code 1: something does not work.
"""


@click.command(help=HELP)
@path_option("--config", "file", paths.config_path(), "Configuration file.")
@path_option(
    "--socket", "path", paths.socket_path(), "Unix socket of the launcher's driver or simulator."
)
@serial_option
@click.option("--pull-downs", is_flag=True, help="Check that a resistor holds each motor pin low.")
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON.")
@click.option(
    "--bundle",
    type=click.Path(path_type=Path),
    help="Write the results into a zip file for somebody who helps you. The file contains no "
    "seeds, no names and no addresses.",
)
@click.option(
    "--evening",
    is_flag=True,
    help="Put the newest evening into the bundle, too: what was done when, and what came of it. "
    "Its people are called Player 1, Player 2 and so on.",
)
def command(
    file: Path | None,
    path: Path | None,
    serial: str | None,
    pull_downs: bool,
    as_json: bool,
    bundle: Path | None,
    evening: bool,
) -> None:
    """Run the checks, print the findings, and set the exit code."""
    _refuse_both(pull_downs, as_json, "--pull-downs asks a question: use it without --json.")
    _refuse_both(serial, path, "--serial and --socket exclude each other: use one of them.")
    if evening and bundle is None:
        raise Trouble("--evening is a part of a bundle: name its file with --bundle.", WRONG_USAGE)
    if bundle is not None:
        outputs.refuse_unwritable(bundle, "--bundle")
    machine = ThisMachine()
    places = find_places(machine, file, path, serial)
    if not as_json:
        click.echo("Checking this machine; watching the launcher for 2 seconds ...")
    examined = examine(machine, places)
    findings = list(examined.findings)
    if pull_downs:
        findings.append(_prove(machine, places, examined))
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(findings)))
    else:
        for line in lines(findings):
            click.echo(line)
    if bundle is not None:
        parts = _write(bundle, machine, findings, examined, places.journal if evening else None)
        if not as_json:
            click.echo(f"Written: {bundle} ({', '.join(parts)})")
    if failed(findings):
        raise SystemExit(NOT_SO)


def _refuse_both(first: object, second: object, sentence: str) -> None:
    if first and second:
        raise Trouble(sentence, WRONG_USAGE)


def _write(
    bundle: Path,
    machine: Machine,
    findings: list[Finding],
    examined: Examined,
    journal: Path | None,
) -> tuple[str, ...]:
    """Write the bundle, with the newest evening of ``journal`` if that is wanted."""
    try:
        return write_bundle(
            bundle,
            machine,
            findings,
            examined.config,
            examined.calibration,
            examined.hits,
            None if journal is None else evening_of(machine, journal),
        )
    except BundleTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None


def _prove(machine: Machine, places: Places, examined: Examined) -> Finding:
    if places.on_pico:
        fix = "Measure from each motor input to ground: 8.2 kΩ or less (docs/pico.md)."
        return warn("pull-downs", "not proved: the launcher is on a Pico", fix)
    if not is_pi(machine) or examined.driver_runs:
        reason, fix = "this is no Raspberry Pi", "Run it on the Pi that the motor is wired to."
        if examined.driver_runs:
            reason, fix = "the driver is running", "Stop the driver, then run this again."
        return warn("pull-downs", f"not proved: {reason}", fix)
    if not click.confirm("Is the motor's supply switched off? Otherwise the motor could turn."):
        return warn("pull-downs", "not proved", "Switch the motor's supply off first.")
    return prove_pull_downs(machine, (examined.config or Config()).pins)
