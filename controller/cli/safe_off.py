"""``rollerdeck safe-off``: motor off, whoever holds the launcher. Always comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from controller.cli.launcher_commands import socket_option
from controller.errors import NO_HARDWARE, Trouble
from firmware_bridge.client import safe_off
from hardware.launcher import LauncherGone

WITHIN_S = 1.0


HELP = """Motor off, now, whoever uses the launcher.

Exit code 0: the launcher says that it is done. 3: it says nothing; take its power away.
"""


@click.command(help=HELP)
@socket_option
def command(path: Path) -> None:
    """Ask for it, and wait for the answer no longer than a second."""
    try:
        asyncio.run(safe_off(path, WITHIN_S))
    except LauncherGone as gone:
        raise Trouble(str(gone), NO_HARDWARE) from None
    click.echo("The motor is off.")
