"""``rollerdeck safe-off``: switches the motor off, whoever uses the launcher. Never hangs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from controller.base.errors import NO_HARDWARE, Trouble
from controller.base.paths import socket_path
from controller.base.services import launcher_socket
from controller.cli.options.launcher_commands import path_option, serial_option
from controller.words import why
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
    try:
        asyncio.run(_safe_off(path or launcher_socket(socket_path()), serial))
    except LauncherGone as gone:
        raise Trouble(why(gone.why), NO_HARDWARE) from None
    click.echo("The motor is off.")


async def _safe_off(path: Path, serial: str | None) -> None:
    if not serial:
        await safe_off(path, WITHIN_S)
        return
    # only who has a serial line waits for its library
    from firmware_bridge.serial_line import safe_off_serial

    await safe_off_serial(serial, WITHIN_S)
