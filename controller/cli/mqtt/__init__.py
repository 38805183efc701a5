"""``rollerdeck mqtt``: publishes the table at an MQTT broker."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import paths
from controller.cli.options.click_parts import path_option

HELP = """Send the moves and results of a table to an MQTT broker.

Home automation and scoreboards get the moves and results from the broker. The section [mqtt] of the
configuration file names the broker. Exit code 3: the command found no MQTT broker or no referee.
"""


@click.command(help=HELP)
@click.option(
    "--password",
    is_flag=True,
    help="Ask for the broker's password, save the password, and do nothing else.",
)
@click.option(
    "--forget",
    is_flag=True,
    help="Delete everything that the broker keeps about this table, and do nothing else.",
)
@click.option(
    "--wait",
    is_flag=True,
    help="If there is no broker or no configuration yet, wait instead of ending.",
)
@path_option("--config", "file", paths.config_path(), "Configuration file.")
def command(password: bool, forget: bool, wait: bool, file: Path | None) -> None:
    """Publish until SIGINT or SIGTERM."""
    # imported only where it is needed, because it takes time
    from controller.cli.mqtt.publishing import Options, carry_out

    carry_out(Options(password, forget, wait, file))
