"""``rollerdeck deck``: numbers the cards of boxes, and makes sheets to print for them."""

from __future__ import annotations

import click

from controller.cli.deck.boxes import list_decks, new, remove
from controller.cli.deck.sheets import labels, print_deck, scale
from controller.cli.options.click_parts import GroupOfCommands

HELP = """Give each card a number, and make labels or cards that a camera or a scanner can read.

A camera or a scanner can recognise a card that carries a label with its number. A deck is the list
of all cards in one box, each with its number. All decks are saved in a file beside the games.
Without --config and --journal, these commands are for the referee that runs as a service. If no
services are installed, these commands are for the referee that you start yourself.
"""


@click.group(cls=GroupOfCommands, help=HELP)
def command() -> None:
    """Commands for decks with numbers."""


for subcommand in (new, list_decks, labels, print_deck, scale, remove):
    command.add_command(subcommand)
