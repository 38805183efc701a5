"""``rollerdeck host``: says which devices may act for the whole table."""

from __future__ import annotations

import click

from controller.cli.host.link import link
from controller.cli.host.pin import pin
from controller.cli.options.group_of_commands import GroupOfCommands

HELP = """Let a device act for all players, with a PIN or with a link.

A table screen is a device that may act for all players, such as a tablet on the table. If the
setting referee.access is "seats", a device becomes a table screen only with the PIN or a link.
Without --config and --journal, both commands are for the referee that runs as a service. If no
services are installed, both commands are for the referee that you start yourself.
"""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Commands for the host of a table."""


command.add_command(pin)
command.add_command(link)
