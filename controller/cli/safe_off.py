"""``rollerdeck safe-off``: motor off, whoever holds the launcher. Always comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from controller.base.errors import NO_HARDWARE, Trouble
from controller.base.paths import socket_path
from controller.base.services import launcher_socket
from controller.cli.options.launcher_commands import path_option, serial_option
from firmware_bridge.client import safe_off
from hardware.launcher import LauncherGone

WITHIN_S = 1.0


HELP = """Motor off, now, whoever uses the launcher.

Exit code 0: the launcher says that it is done. 3: it says nothing; take its power away. A serial
line has one program at a time: end the one that has it, and the launcher stops by itself.
"""


@click.command(help=HELP)
@path_option("--socket", "path", socket_path(), "Where the launcher listens.")
@serial_option
def command(path: Path | None, serial: str | None) -> None:
    """Ask for it, and wait for the answer no longer than a second."""
    try:
        asyncio.run(_safe_off(path or launcher_socket(socket_path()), serial))
    except LauncherGone as gone:
        raise Trouble(str(gone), NO_HARDWARE) from None
    click.echo("The motor is off.")


async def _safe_off(path: Path, serial: str | None) -> None:
    if not serial:
        await safe_off(path, WITHIN_S)
        return
    # only who has a serial line waits for its library
    from firmware_bridge.serial_line import safe_off_serial

    await safe_off_serial(serial, WITHIN_S)
