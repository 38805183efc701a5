"""``rollerdeck host``: says which devices may act for the whole table."""

from __future__ import annotations

import click

from controller.cli.host.link import link
from controller.cli.host.pin import pin
from controller.cli.options.group_of_commands import GroupOfCommands

HELP = """Set the PIN of the table's host, or make a link for a table screen.

If referee.access is "seats", only a table screen can act for all players. A device becomes a table
screen with the host's PIN or with a link. Without --config and --journal, both commands are for the
referee of the installed services, or for your own referee if no services are installed.
"""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Commands for the host of a table."""


command.add_command(pin)
command.add_command(link)
