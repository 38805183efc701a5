"""``rollerdeck safe-off``: switches the motor off, whoever uses the launcher. Never hangs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from controller.base import services
from controller.base.config import Config, load
from controller.base.errors import NO_HARDWARE, Trouble
from controller.base.paths import socket_path
from controller.cli.options.click_parts import path_option
from controller.cli.options.launcher_commands import serial_option
from controller.words import explain
from firmware_bridge.address import LauncherAddress, at_serial, at_socket
from firmware_bridge.client import safe_off
from hardware.launcher import LauncherGone

WITHIN_S = 1.0


HELP = """Switch the motor off at once, even if another program uses the launcher.

Exit code 0: the launcher has confirmed that its motor is off. Exit code 3: the launcher did not
answer, so disconnect its power. With --serial, this command cannot switch the motor off while
another program uses the serial port. In this case, end the other program: the launcher then stops
by itself.
"""


@click.command(help=HELP)
@path_option(
    "--socket", "path", socket_path(), "Unix socket of the launcher's driver or simulator."
)
@serial_option
def command(path: Path | None, serial: str | None) -> None:
    """Wait at most a second for the launcher's answer."""
    if serial:
        address = at_serial(serial)
    elif path:
        address = at_socket(path)
    else:
        address = _usual_launcher()
    try:
        asyncio.run(safe_off(address, WITHIN_S))
    except LauncherGone as gone:
        raise Trouble(explain(gone.reason), NO_HARDWARE) from None
    click.echo("The motor is off.")


def _usual_launcher() -> LauncherAddress:
    """The services' launcher, or the configured one."""
    try:
        config = load(services.config_file(None))
    except Trouble:
        config = Config()  # a motor is switched off whatever is wrong with a file
    own = config.launcher_address
    if own.serial and services.is_there(config.socket):
        own = at_socket(config.socket)  # `driver --pico` has the line
    return services.launcher_address(own)
