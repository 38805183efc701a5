"""``rollerdeck reader``: sees the cards that are played, and tells the referee."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import paths
from controller.cli.options.click_parts import WholeNumber, path_option

HELP = """Use a camera or a scanner to recognise the cards that people play, and tell the referee.

The camera looks at the pile from above. The scanner is plugged into a serial port. Connect this
program to the table once: on the table's page, tap "More", "Seats and phones" and "Connect a card
reader". The page shows a code, which is valid for two minutes. Run `rollerdeck reader --pair CODE`,
with this code in place of CODE. Exit code 3: the command found no scanner, no camera or no referee.
"""


@click.command(help=HELP)
@click.option(
    "--scanner",
    metavar="PORT",
    help="Serial port of the scanner (best in /dev/serial/by-id/), its USB identifier such as "
    "1eab:0d02, or the word auto if only one scanner is plugged in.",
)
@click.option(
    "--baud",
    type=WholeNumber(300, 4_000_000),
    help="Speed of the scanner's port in baud. A USB port needs no speed. [9600]",
)
@click.option(
    "--camera",
    metavar="SOURCE",
    help="Number of the camera (usually 0) or its device file. SOURCE can also be a folder of "
    "pictures, a video file, or a command that writes a video.",
)
@click.option(
    "--show",
    is_flag=False,
    flag_value="8090",
    metavar="[PORT]",
    help="Show the camera's picture at http://localhost:PORT, so that you can set the camera up. "
    "--show works without a code from the referee's page. [8090]",
)
@click.option(
    "--region",
    metavar="L,T,W,H",
    help="Where the pile is in the camera's picture: left edge, top edge, width and height, in "
    "percent of the picture. [the program finds the pile]",
)
@click.option(
    "--pair",
    "code",
    metavar="CODE",
    help="Connect to the referee whose page shows this code, and remember the connection.",
)
@click.option(
    "--url", help="Web address of the referee's page. [the paired one, or http://localhost:8080]"
)
@click.option(
    "--wait",
    is_flag=True,
    help="If the scanner, the camera, the referee or the connection is missing, wait instead of "
    "ending.",
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
    from controller.cli.reader.reading import Options, carry_out

    carry_out(Options(scanner, baud, camera, show, region, code, url, wait, file))
