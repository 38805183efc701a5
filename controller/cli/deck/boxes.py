"""``rollerdeck deck new``, ``list`` and ``remove``: which boxes have numbers on their cards."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from controller.base.errors import NOT_SO, Trouble
from controller.cli.deck.stored import change, chosen, line, read, read_id
from controller.cli.options.beside_journal import referee
from controller.cli.options.journal_commands import config_option, journal_option
from controller.cli.options.whole_number import WholeNumber
from controller.decks.deck import NUMBERS, Deck, free_first, free_id, new_deck
from rules import EDITIONS


@click.command(name="new")
@click.option(
    "-e",
    "--edition",
    type=click.Choice(list(EDITIONS)),
    required=True,
    help="Edition of the card game that is in the box.",
)
@click.option(
    "--id",
    "wanted",
    help="ID of the deck, if you have already printed sheets with this ID. [a free one]",
)
@click.option(
    "--first",
    type=WholeNumber(0, NUMBERS - 1),
    help="Number of the first card, if you have already printed sheets with this number. "
    "[the lowest free number]",
)
@config_option
@journal_option
def new(
    edition: str, wanted: str | None, first: int | None, file: Path | None, journal: Path | None
) -> None:
    """Choose a number for each card of a box, and save the numbers as a new deck.

    Make a deck for each box of cards. Then make labels with `rollerdeck deck labels`, or whole
    cards with `rollerdeck deck print`.
    """
    path = referee(file, journal)[1]
    named = None if wanted is None else read_id(wanted)
    made = change(path, lambda decks: (*decks, _made(decks, edition, named, first)))[-1]
    click.echo(f"Made the deck {line(made)}.")


def _made(decks: tuple[Deck, ...], edition: str, wanted: str | None, first: int | None) -> Deck:
    """A deck beside these. Raises ``Trouble``."""
    size = sum(EDITIONS[edition].deck.values())
    if first is None and (first := free_first(decks, edition, size)) is None:
        raise Trouble(
            f"There are not {size} free numbers for another deck of this edition: remove a deck "
            "that you no longer use with `rollerdeck deck remove`.",
            NOT_SO,
        )
    deck = free_id(decks, SystemRandom()) if wanted is None else wanted
    return new_deck(edition, deck, first)


@click.command(name="list")
@config_option
@journal_option
def list_decks(file: Path | None, journal: Path | None) -> None:
    """List all decks."""
    decks = read(referee(file, journal)[1])
    for deck in decks:
        click.echo(line(deck))
    if not decks:
        click.echo("There are no decks: make one with `rollerdeck deck new --edition attack`.")


@click.command(name="remove")
@click.argument("deck")
@config_option
@journal_option
def remove(deck: str, file: Path | None, journal: Path | None) -> None:
    """Delete a deck, for example because you lost its box.

    A new deck can then use the numbers of the deleted deck.
    """
    path = referee(file, journal)[1]
    removed = chosen(deck, read(path))
    change(path, lambda decks: tuple(other for other in decks if other.id != removed.id))
    click.echo(f"Removed the deck {line(removed)}. To have it back:")
    click.echo(
        f"  rollerdeck deck new -e {removed.edition} --id {removed.id} --first {removed.first}"
    )
