"""``rollerdeck firmware``: builds a Pico's program, installs it, and compares it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import click

from controller.base import services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, NOT_SO, WRONG_USAGE, Trouble
from controller.base.paths import config_path
from controller.cli.options.click_parts import GroupOfCommands, path_option
from controller.cli.options.launcher_commands import pico_figures
from controller.words import explain
from firmware_bridge.address import at_serial
from firmware_bridge.client import connect
from firmware_bridge.firmware import (
    FirmwareTrouble,
    build,
    build_name,
    calibration_name,
    has_foreign_program,
    install,
)
from hardware.launcher import Capabilities, LauncherGone

HOLD = (
    "If the Pico already runs a launcher, unplug the Pico. Hold the launcher's button while you "
    "plug the Pico in again, and run this command again."
)
config_option = path_option("--config", "file", config_path(), "Configuration file.")
serial_option = click.option(
    "--serial",
    metavar="PORT",
    help="Serial port of the Pico. [the setting launcher.address, or the only Pico]",
)
out_option = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("build/firmware"),
    show_default=True,
    help="Folder for the compiled program.",
)


@click.group(
    cls=GroupOfCommands,
    help="Build the program for a Pico, install it, or check that the Pico has it.",
)
def command() -> None:
    """Hold the subcommands."""


@command.command(
    "build",
    help="Compile the program. The section [pico] of the configuration says how the Pico is wired.",
)
@config_option
@out_option
def build_command(file: Path | None, out: Path) -> None:
    """Write the folder and print what is in it."""
    name = _build(services.config_file(file), out)
    files = [path for path in out.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    click.echo(f"Build {name}: {len(files)} files, {size} bytes, in {out}.")


@command.command(
    "install",
    help="Build the program, copy the program to a Pico that has MicroPython, and start the "
    f"program. {HOLD}",
)
@config_option
@serial_option
@out_option
@click.option("--replace", is_flag=True, help="Replace a program of yours (main.py) on the Pico.")
def install_command(file: Path | None, serial: str | None, out: Path, replace: bool) -> None:
    """Build, copy, and start."""
    from firmware_bridge.serial_line import find

    file = services.config_file(file)
    config = load(file)
    if not serial and config.serial and services.is_there(services.SOCKET):
        raise Trouble(
            f"The services use the Pico: run `sudo systemctl stop {services.REFEREE} "
            f"{services.PICO}` first.",
            NO_HARDWARE,
        )
    try:
        port = find(serial or config.serial or "auto")
        name = _build(file, out)
        if not replace and has_foreign_program(port):
            raise Trouble(
                f"The Pico at {port} has another program (main.py) than Rollerdeck's: if you need "
                "it no more, run this command again with --replace; else name another Pico with "
                "--serial.",
                WRONG_USAGE,
            )
        install(out, port)
    except LauncherGone as gone:
        raise Trouble(explain(gone.reason), NO_HARDWARE) from None
    except FirmwareTrouble as trouble:
        raise Trouble(f"{trouble} {HOLD}", NO_HARDWARE) from None
    click.echo(f"Build {name} is on the Pico at {port}.")


@command.command(
    "check",
    help="Check that the Pico has the same version, wiring and calibration as this machine.",
)
@config_option
@serial_option
def check_command(file: Path | None, serial: str | None) -> None:
    """Exit code 0: it has; 1: it has not; 3: no answer."""
    from controller.base.findings import lines
    from controller.workshop.doctor.pico import check_load

    file = services.config_file(file)
    config = load(file)
    try:
        pico = asyncio.run(_ask(serial or config.serial or "auto"))
    except LauncherGone as gone:
        raise Trouble(explain(gone.reason), NO_HARDWARE) from None
    own_build = build_name(config.pico)
    if pico.build != own_build:
        raise Trouble(
            f"The Pico runs build {pico.build or 'unknown'}, but this version with its "
            f"configuration is build {own_build}: run `rollerdeck firmware install`.",
            NOT_SO,
        )
    if pico.calibration != calibration_name(_figures(file, config)):
        raise Trouble(
            "The Pico has another calibration than the one saved here: "
            "run `rollerdeck firmware install`.",
            NOT_SO,
        )
    calibrated = "with the calibration saved here" if pico.calibration else "uncalibrated"
    on = f" on a {pico.board}" if pico.board else ""
    click.echo(f"The Pico runs this build, {own_build}{on}, {calibrated}.")
    for line in lines(check_load(pico.load)):
        click.echo(line)


def _figures(file: Path | None, config: Config) -> Mapping[str, int]:
    return pico_figures(config.pico, services.pico_calibration_of(file))


def _build(file: Path | None, out: Path) -> str:
    config = load(file)
    try:
        return build(config.pico, _figures(file, config), out)
    except FirmwareTrouble as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    except OSError as error:
        raise Trouble(
            f"{out} cannot be written ({error.strerror}): name another with --out.", WRONG_USAGE
        ) from None


async def _ask(serial: str) -> Capabilities:
    launcher = await connect(at_serial(serial), "firmware check")
    try:
        return launcher.capabilities
    finally:
        await launcher.close()
