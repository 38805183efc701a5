"""``rollerdeck reader``: sees the cards that are played, and tells the referee."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import paths
from controller.cli.options.launcher_commands import path_option
from controller.cli.options.whole_number import WholeNumber

HELP = """See which cards are played, and report them to the referee.

A reader is a scanner on a serial port or a camera over the pile. Pair it once: tap Connect a
reader on the table's page, and run `rollerdeck reader --pair CODE` within two minutes. Exit code 3:
there is no scanner or camera, or no referee answers.
"""


@click.command(help=HELP)
@click.option(
    "--scanner",
    metavar="PORT",
    help="Serial port of the scanner, or the word auto if only one is plugged in.",
)
@click.option(
    "--baud", type=WholeNumber(300, 4_000_000), help="Speed of a port that is no USB port. [9600]"
)
@click.option(
    "--camera",
    metavar="SOURCE",
    help="Number of the camera (usually 0), its device, a folder of pictures, a video file, or a "
    "command that writes a video.",
)
@click.option(
    "--show",
    is_flag=False,
    flag_value="8090",
    metavar="[PORT]",
    help="Show what the camera sees at http://localhost:PORT, to set it up. It need not be paired "
    "for that. [8090]",
)
@click.option(
    "--region",
    metavar="L,T,W,H",
    help="Where the pile is: left, top, width and height in percent of the camera's picture. "
    "[found by itself]",
)
@click.option("--pair", "code", metavar="CODE", help="Pair with the referee that shows this code.")
@click.option("--url", help="Address of the referee. [http://localhost:8080]")
@click.option(
    "--wait",
    is_flag=True,
    help="If the scanner, the referee or the pairing is missing, wait for it.",
)
@path_option("--config", "file", paths.config_path(), "Configuration file.")
def command(
    scanner: str | None,
    baud: int | None,
    camera: str | None,
    show: str | None,
    region: str | None,
    code: str | None,
    url: str | None,
    wait: bool,
    file: Path | None,
) -> None:
    """Pair, or read until SIGINT or SIGTERM."""
    # imported only where it is needed, because it takes time
    from controller.cli.reader.reading import Asked, carry_out

    carry_out(Asked(scanner, baud, camera, show, region, code, url, wait, file))
