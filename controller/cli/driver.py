"""``rollerdeck driver``: runs the launcher that is wired to this Raspberry Pi."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path

import click

from controller.base import paths
from controller.base.config import Config, ScaleConfig, load
from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.base.event_log import begin_log, note
from controller.base.service_manager import this_service
from controller.cli.options.click_parts import path_option
from controller.cli.options.foreground import stop_signals
from controller.words import advice, read_catalogue
from controller.workshop.doctor.machine import ThisMachine
from firmware_bridge.sockets import CannotListen
from hardware.calibration import (
    SCALE_CALIBRATION,
    CalibrationTrouble,
    find_scale_calibration,
    read_calibration,
    this_machine,
)
from hardware.gpio.chip import needed, open_board, work_in
from hardware.gpio.motor_pins import note_states, write_motor_pins
from hardware.gpio.pins import PinTrouble
from hardware.gpio.scale_readings import PER_SECOND, command_for
from hardware.portable.settings import ScaleSettings

HELP = """Run the launcher that is wired to this Raspberry Pi or to a Pico.

Other programs, such as the referee, reach the launcher at a Unix socket. Use --pico if the launcher
is wired to a Pico. With --pico, this command uses no pin of the Raspberry Pi, and only forwards the
messages between the socket and the serial port of the Pico.
"""


@click.command(help=HELP)
@path_option("--config", "file", paths.config_path(), "Configuration file.")
@path_option(
    "--socket",
    "path",
    paths.socket_path(),
    "Unix socket at which other programs reach the launcher.",
)
@click.option(
    "--pico",
    is_flag=True,
    help="Use the launcher on a Pico; the setting launcher.address names its serial port.",
)
def command(file: Path | None, path: Path | None, pico: bool) -> None:
    """Run until SIGINT or SIGTERM; exit code 3 if the pins cannot be used."""
    begin_log()
    note("started", "The driver starts.", version=version("rollerdeck"))
    read_catalogue()
    config = load(file)
    if pico:
        _relay(config, path or config.socket)
        return
    if config.serial:
        raise Trouble(
            f"The launcher is on a Pico at {config.serial} ({config.launcher.key}), so this Pi's "
            f"pins are not used: use --pico, or remove {config.launcher.key}.",
            WRONG_USAGE,
        )
    if config.launcher_address.socket is None:
        raise Trouble(
            f"launcher.address names a launcher at {config.launcher_address}, so this Pi's pins "
            "are not used: remove launcher.address.",
            WRONG_USAGE,
        )
    # Absolute, because the working directory changes below.
    path = (path or config.socket).absolute()
    calibration = paths.calibration_path().absolute()
    try:
        measured = read_calibration(calibration, this_machine(), config.pins)
        work_in(path.parent)
        # before any pin is used: `motor-off` reads this file after a driver was killed
        write_motor_pins(config.pins, path.parent)
        # what the firmware made of them can only be seen until then
        note_states(config.pins, calibration.parent, ThisMachine().run)
        asyncio.run(_run(config, path, measured, _scale(config.scale, calibration)))
    except CannotListen as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
    except (CalibrationTrouble, PinTrouble) as trouble:
        raise Trouble(str(trouble), NO_HARDWARE) from None


def _scale(config: ScaleConfig, calibration: Path) -> ScaleSettings | None:
    """What a bench measured of the scale; None: the launcher works without one."""
    if config.chip == "none":
        return None
    file = calibration.with_name(SCALE_CALIBRATION)
    try:
        measured = find_scale_calibration(file, this_machine(), config.bus, config.address)
    except CalibrationTrouble as trouble:
        note("scale", f"The scale is not used: {trouble}", logging.WARNING)
        return None
    if measured is None:
        reason = "it is not calibrated: run `rollerdeck bench scale`."
        note("scale", f"The scale is not used, because {reason}", logging.WARNING)
        return None
    return measured.settings


async def _run(
    config: Config, path: Path, measured: Mapping[str, int], scale: ScaleSettings | None
) -> None:
    with needed("gpiozero"):
        from firmware_bridge.driver import Driver, hurry, lock_memory

    loop = asyncio.get_running_loop()
    broken: list[PinTrouble] = []
    async with stop_signals() as stop:

        def failed(trouble: PinTrouble) -> None:
            broken.append(trouble)
            stop.set()

        # before the library starts threads, which inherit the priority
        if complaint := hurry():
            note("late", complaint, logging.WARNING)
        board = open_board(config.pins, loop.time, failed, measured, scale)
        # after the libraries were read, because a limit that is too low would stop their import
        if complaint := lock_memory():
            note("late", complaint, logging.WARNING)
        command = command_for(config.scale.bus, config.scale.address, PER_SECOND)
        driver = Driver(board, note, this_service(), advice, command)
        try:
            await driver.start(path)
            gc.collect()
            gc.freeze()
            calibrated = "calibrated" if measured else "not calibrated"
            click.echo(f"The launcher on this Pi's pins ({calibrated}) listens at {path}.")
            await stop.wait()
        finally:
            await driver.close()
    if broken:
        raise broken[0]


def _relay(config: Config, path: Path) -> None:
    """Make the Pico at a serial line reachable at a socket."""
    line = config.serial
    if not line:
        raise Trouble(
            'No Pico is configured: write launcher.address = "serial:auto", or leave --pico out.',
            WRONG_USAGE,
        )
    # imported only where it is needed: a driver of pins has no serial line
    from firmware_bridge.relay import Relay

    async def run() -> None:
        async with stop_signals() as stop:
            relay = Relay(config.launcher_address.dial, note, this_service())
            try:
                await relay.start(path)
                click.echo(f"The launcher on the Pico at {line} listens at {path}.")
                await stop.wait()
            finally:
                await relay.close()

    try:
        asyncio.run(run())
    except CannotListen as trouble:
        raise Trouble(str(trouble), WRONG_USAGE) from None
