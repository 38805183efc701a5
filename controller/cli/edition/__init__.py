"""``rollerdeck edition``: boxes of cards that a house describes in files of its own."""

from __future__ import annotations

import click

from controller.cli.edition.check import check
from controller.cli.options.click_parts import GroupOfCommands

HELP = """Check the file of a box of cards that you have described yourself.

The referee reads such files from the folder `editions` beside its games. docs/your-own-box.md says
what they can say.
"""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Commands for a house's own boxes."""


command.add_command(check)
