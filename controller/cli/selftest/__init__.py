"""``rollerdeck selftest``: tests this machine's pins, or a Pico, without a launcher."""

from __future__ import annotations

from pathlib import Path

import click

from controller.base import paths
from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.options.click_parts import path_option

OUT = Path("selftest.json")
HELP = """Test the pins of a Raspberry Pi, or a Pico, without a launcher.

With --loopback, you connect two pairs of pins with two wires and two resistors of 1 kΩ. The command
says which pins you have to connect. The test needs no motor and no cards. With --serial, the
command asks a Pico for its measurements, and asks you to pull the Pico's plug. The command writes
the results into one file, without names or addresses, and also writes a page with pictures.
docs/tested-on.md says what to do with the file and the page. Exit code 1: something does not work.
"""


@click.command(help=HELP)
@click.option(
    "--loopback",
    is_flag=True,
    help="Test the pins of this Raspberry Pi. You connect two pairs of pins with two wires and two "
    "resistors.",
)
@click.option(
    "--serial",
    metavar="PORT",
    help="Serial port of the Pico to test, or the word auto if only one Pico is plugged in.",
)
@click.option(
    "--after-restart",
    "earlier",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="After a restart of the Raspberry Pi, compare its pins with an earlier test in FILE, and "
    "add the result to FILE.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help=f"File for the results; {OUT} if you name none. The page with pictures gets the same "
    "name, with the ending .html.",
)
@path_option("--config", "file", paths.config_path(), "Configuration file.")
def command(
    loopback: bool, serial: str | None, earlier: Path | None, out: Path | None, file: Path | None
) -> None:
    """Test, print the verdicts, and write the file."""
    if sum((loopback, bool(serial), earlier is not None)) != 1:
        raise Trouble(
            "Say what to test: use one of --loopback, --serial PORT and --after-restart FILE.",
            WRONG_USAGE,
        )
    if earlier is not None and out is not None:
        raise Trouble("--after-restart FILE adds its result to FILE: leave --out out.", WRONG_USAGE)
    # imported only where it is needed, because it takes time
    from controller.cli.selftest.testing import carry_out

    carry_out(loopback, serial, earlier, OUT if out is None else out, file)
