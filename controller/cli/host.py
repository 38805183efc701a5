"""``rollerdeck host``: says which devices may act for the whole table."""

from __future__ import annotations

import time
from pathlib import Path
from random import SystemRandom

import click

from controller.base.clock import this_boot
from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options.click_parts import GroupOfCommands, WholeNumber
from controller.cli.options.journal_commands import config_option, journal_option, referee, writing
from controller.journal.lock import noted_address
from controller.network.certificate import read_certificate
from controller.network.way_in import WayIn
from controller.seats import host

HELP = """Let a device act for all players, with a PIN or with a link.

A table screen is a device that may act for all players, such as a tablet on the table. If the
setting referee.access is "seats", a device becomes a table screen only with the PIN or a link.
Without --config and --journal, both commands are for the referee that runs as a service. If no
services are installed, both commands are for the referee that you start yourself.
"""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Commands for the host of a table."""


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


@click.command(name="link")
@click.option(
    "--port",
    type=WholeNumber(1, 65535),
    help="Port of the page. [the port of the referee that runs or ran last, else that of the "
    "configuration]",
)
@config_option
@journal_option
def link(port: int | None, file: Path | None, journal: Path | None) -> None:
    """Print a link that makes one device a table screen.

    The first device that opens the link within ten minutes becomes a table screen.
    """
    config, path = referee(file, journal)
    own = config.referee
    certificate = read_certificate(own.tls_certificate, own.tls_key, own.names)
    host_address, served_port = noted_address(path) or (own.host, own.port)
    way_in = WayIn(host_address, port or served_port, config.access_point, certificate)
    token = writing(path, lambda: host.make_link(path, time.monotonic, SystemRandom(), this_boot()))
    for address in way_in.addresses:
        click.echo(f"{address}/host#{token}")


command.add_command(pin)
command.add_command(link)
