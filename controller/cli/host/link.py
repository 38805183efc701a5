"""``rollerdeck host link``: prints a link that makes a device a table screen."""

from __future__ import annotations

import time
from pathlib import Path
from random import SystemRandom

import click

from controller.base.clock import this_boot
from controller.cli.options.beside_journal import referee, writing
from controller.cli.options.journal_commands import config_option, journal_option
from controller.cli.options.whole_number import WholeNumber
from controller.journal.lock import noted_address
from controller.network.certificate import read_certificate
from controller.network.way_in import WayIn
from controller.seats import host


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
