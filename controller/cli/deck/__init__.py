"""``rollerdeck deck``: numbers the cards of boxes, and makes sheets to print for them."""

from __future__ import annotations

import click

from controller.cli.deck.boxes import list_decks, new, remove
from controller.cli.deck.scale import scale
from controller.cli.deck.sheets import labels, print_deck
from controller.cli.options.group_of_commands import GroupOfCommands

HELP = """Number the cards of your boxes, and print labels or a whole deck for them.

A reader (a camera or a scanner) can tell which card is played if each card carries a number. The
decks are kept in a file beside the games. Without --config and --journal, these commands are for
the referee of the installed services, or for your own referee if no services are installed.
"""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Commands for decks with numbers."""


for one in (new, list_decks, labels, print_deck, scale, remove):
    command.add_command(one)
