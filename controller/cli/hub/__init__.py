"""``rollerdeck hub``: keeps the results of several tables, and shows them on a scoreboard."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import paths
from controller.cli.options.click_parts import GroupOfCommands, WholeNumber, path_option

HELP = """Collect the results of several tables, and serve a scoreboard for the hall.

The tables send their results to an MQTT broker, and the hub receives them from there. The section
[hub] of the configuration file names the broker. Exit code 3: the command found no MQTT broker.
"""
config_option = path_option("--config", "file", paths.config_path(), "Configuration file.")


@click.group(cls=GroupOfCommands, invoke_without_command=True, help=HELP)
@click.option(
    "--password",
    is_flag=True,
    help="Ask for the broker's password, save the password, and do nothing else.",
)
@click.option(
    "--wait",
    is_flag=True,
    help="If there is no broker or no configuration yet, wait instead of ending.",
)
@click.option(
    "--host",
    help="Network address of the scoreboard; with 127.0.0.1, only this machine can open the "
    "scoreboard. [0.0.0.0]",
)
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    help="Port of the scoreboard; 0 means any free port. [8090]",
)
@config_option
@click.pass_context
def command(
    context: click.Context,
    password: bool,
    wait: bool,
    host: str | None,
    port: int | None,
    file: Path | None,
) -> None:
    """Run until SIGINT or SIGTERM."""
    if context.invoked_subcommand is not None:
        return
    # imported only where it is needed, because it takes time
    from controller.cli.hub.running import Options, carry_out

    carry_out(Options(password, wait, host, port, file))


@command.command(name="export")
@click.option(
    "--csv", "as_table", is_flag=True, help="Print a CSV table with a line for each player. [JSON]"
)
@click.option(
    "--boxes",
    is_flag=True,
    help="Print the houses' own boxes of cards instead of the results, by the IDs of the editions.",
)
@config_option
def export(as_table: bool, boxes: bool, file: Path | None) -> None:
    """Print the results of all tables. The hub can keep running."""
    from controller.cli.hub.keeping import print_all

    print_all(file, as_table=as_table, boxes=boxes)


@command.command(name="backup")
@click.argument("target", type=click.Path(path_type=Path), metavar="FILE")
@config_option
def backup(target: Path, file: Path | None) -> None:
    """Copy all results and events into FILE. The hub can keep running."""
    from controller.cli.hub.keeping import copy

    copy(file, target)


@command.command(name="restore")
@click.argument("source", type=click.Path(path_type=Path), metavar="FILE")
@config_option
def restore(source: Path, file: Path | None) -> None:
    """Replace all results and events of the hub with those of the backup FILE.

    Stop the hub before you run this command. When the hub runs again, the tables send it the
    results that are newer than the backup.
    """
    from controller.cli.hub.keeping import put_back

    put_back(file, source)


@command.command(name="forget")
@click.argument("name")
@config_option
def forget(name: str, file: Path | None) -> None:
    """Remove a player's NAME from all results and events of the hub. The hub can keep running."""
    from controller.cli.hub.keeping import take_out

    take_out(file, name)
