"""``rollerdeck mqtt``: publishes the table at an MQTT broker."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import paths
from controller.cli.options.launcher_commands import path_option

HELP = """Publish this table at an MQTT broker, for home automation and scoreboards.

The configuration says which broker ([mqtt]). Exit code 3: no broker or no referee answers.
"""


@click.command(help=HELP)
@click.option(
    "--password", is_flag=True, help="Ask for the broker's password, keep it, and do nothing else."
)
@click.option(
    "--forget",
    is_flag=True,
    help="Clear everything that the broker keeps of this table, and do nothing else.",
)
@click.option("--wait", is_flag=True, help="If broker or configuration are missing, wait for them.")
@path_option("--config", "file", paths.config_path(), "Configuration file.")
def command(password: bool, forget: bool, wait: bool, file: Path | None) -> None:
    """Publish until SIGINT or SIGTERM."""
    # imported only where it is needed, because it takes time
    from controller.cli.mqtt.publishing import Asked, carry_out

    carry_out(Asked(password, forget, wait, file))
