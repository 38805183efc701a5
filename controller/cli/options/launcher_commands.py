"""What the commands that use a launcher have in common: which launcher, and which hit profile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import click

from controller.base.config import Config
from controller.base.errors import NO_HARDWARE, WRONG_USAGE, Trouble
from controller.base.paths import config_path, pico_calibration_path
from firmware_bridge.address import LauncherAddress, at_serial, at_socket
from firmware_bridge.client import Fits, RemoteLauncher, SessionOptions, connect, made_with
from firmware_bridge.firmware import build_name, calibration_name
from firmware_bridge.pico_pins import OF_SCALE, PicoPins
from hardware.calibration import (
    PICO_BUS,
    PICO_SCALE_CALIBRATION,
    CalibrationTrouble,
    find_scale_calibration,
    read_calibration,
    this_machine,
)
from hardware.launcher import Capabilities, Reason
from hardware.portable.nau7802 import ADDRESS
from hardware.profiles import Profile, ProfileName, lacks_table, profile_of

serial_option = click.option(
    "--serial",
    metavar="PORT",
    help="Serial port of the Pico that runs the launcher, or the word auto if only one Pico is "
    "plugged in. Use either --serial or --socket.",
)


def launcher_address(
    serial: str | None, path: Path | None, simulate: bool, config: Config
) -> LauncherAddress:
    """Where the launcher is: as an option says, else as the configuration says."""
    if serial and (path or simulate):
        raise Trouble(
            "--serial, --socket and --simulate exclude each other: use one of them.",
            WRONG_USAGE,
        )
    if serial:
        return at_serial(serial)
    if path or simulate:
        return at_socket(path or config.socket)
    return config.launcher_address


async def reach(
    address: LauncherAddress,
    caller: str,
    pico: PicoPins,
    options: SessionOptions,
    calibration: Path | None = None,
) -> RemoteLauncher:
    """Connect to a launcher; one on a Pico must have the program and the calibration of here.

    ``pico``: how a Pico has to be wired, and ``calibration``: the file with its calibration, if not
    this user's.
    """
    return await connect(address, caller, replace(options, fits=_made_here(pico, calibration)))


def _made_here(pico: PicoPins, calibration: Path | None) -> Fits:
    """As ``made_with``, but looks for program and calibration only for a launcher on a Pico."""

    def fits(capabilities: Capabilities) -> Reason | None:
        if not capabilities.build:
            return None
        try:
            wanted = calibration_name(pico_figures(pico, calibration))
        except Trouble as trouble:
            return Reason("launcher.calibration_unusable", {"why": str(trouble)})
        return made_with(build_name(pico), wanted)(capabilities)

    return fits


def pico_figures(pico: PicoPins, file: Path | None = None) -> Mapping[str, int]:
    """The calibration of a launcher on a Pico with this wiring. Raises Trouble.

    ``file``: where it is kept, if not at this user's place.
    """
    file = file or pico_calibration_path()
    try:
        measured = read_calibration(file, this_machine(), pico)
        if pico.scale == "none":
            return measured
        weighed = find_scale_calibration(
            file.with_name(PICO_SCALE_CALIBRATION), this_machine(), PICO_BUS, ADDRESS
        )
    except CalibrationTrouble as trouble:
        raise Trouble(str(trouble), NO_HARDWARE) from None
    figures = {} if weighed is None else weighed.figures
    return {**measured, **{OF_SCALE + name: value for name, value in figures.items()}}


def profile_option(help_text: str) -> Callable[[Any], Any]:
    """The option ``--profile``, passed as ``name``."""
    choice = click.Choice(get_args(ProfileName))
    return click.option(
        "--profile",
        "name",
        type=choice,
        help=f"{help_text} [the profile in the configuration, else `measured`]",
    )


def profile_named(
    name: ProfileName | None, config: Config, file: Path | None
) -> tuple[ProfileName, Profile]:
    """The chosen profile, else that of the configuration, which was read from ``file``.

    Raises ``Trouble`` if it is ``custom`` and the configuration has no table for it.
    """
    name = name or config.launcher.profile
    if lacks_table(name, config.launcher.custom):
        raise Trouble(
            "There is no table for the profile custom: write [[launcher.custom]] into "
            f"{file or config_path()}, or choose another profile.",
            WRONG_USAGE,
        )
    return name, profile_of(name, config.launcher.custom)
