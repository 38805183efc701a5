"""``rollerdeck host pin``: sets the PIN with which a device becomes a table screen."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options.beside_journal import referee, writing
from controller.cli.options.journal_commands import config_option, journal_option
from controller.seats import host


@click.command(name="pin")
@click.option(
    "--remove",
    is_flag=True,
    help="Remove the PIN. Devices that are table screens stay table screens.",
)
@config_option
@journal_option
def pin(remove: bool, file: Path | None, journal: Path | None) -> None:
    """Set the PIN with which a device becomes a table screen.

    The command asks for the new PIN, which has 4 to 12 digits. The new PIN replaces the old PIN at
    once.
    """
    config, path = referee(file, journal)
    if remove:
        existed = writing(path, lambda: host.remove_pin(path))
        click.echo("The PIN is removed." if existed else "There was no PIN.")
        return
    new_pin = click.prompt("New PIN", hide_input=True, confirmation_prompt="The same PIN again")
    if not host.is_pin(new_pin):
        raise Trouble(
            f"A PIN has {host.SHORTEST_PIN} to {host.LONGEST_PIN} digits, and nothing else: "
            "choose another one.",
            WRONG_USAGE,
        )
    writing(path, lambda: host.set_pin(path, new_pin))
    click.echo("The PIN is set.")
    if config.referee.access == "open":
        click.echo('Any device can act for all players until you set referee.access = "seats".')
