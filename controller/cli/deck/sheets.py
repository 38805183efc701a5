"""``rollerdeck deck labels`` and ``print``: write a file that a browser prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from controller.base.errors import WRONG_USAGE, Trouble
from controller.cli.deck.stored import chosen, line, read
from controller.cli.options.beside_journal import referee
from controller.cli.options.journal_commands import config_option, journal_option
from controller.decks.deck import Deck
from controller.decks.paper import PAPERS, Paper
from controller.decks.sheets import deck_document, labels_document
from controller.words.catalogue import languages

Drawn = Callable[[Deck, Paper, str], bytes]


def _options(function: Callable[..., None]) -> Callable[..., None]:
    for option in (
        journal_option,
        config_option,
        click.option(
            "-o",
            "--output",
            type=click.Path(path_type=Path),
            help="Name of the new file. [made from the ID of the deck and the size of the paper]",
        ),
        click.option(
            "--language",
            type=click.Choice(languages()),
            help="Language of the words on the sheets. [the language in the configuration]",
        ),
        click.option(
            "--sheet", type=click.Choice(list(PAPERS)), required=True, help="Size of the paper."
        ),
        click.argument("deck", required=False),
    ):
        function = option(function)
    return function


@click.command(name="labels")
@_options
def labels(**options: Any) -> None:
    """Make labels for the cards of a box, as a page that you print with a browser.

    DECK is the ID of the deck. If there is only one deck, you can leave DECK out. For each card,
    there are two equal labels. Each label has a marker, which a camera recognises, and a QR code,
    which a scanner reads. The first sheet shows whether the printer prints in the right size.
    """
    _write("labels", labels_document, **options)


@click.command(name="print")
@_options
def print_deck(**options: Any) -> None:
    """Make cards with Rollerdeck's own drawings, as a page that you print with a browser.

    DECK is the ID of the deck. If there is only one deck, you can leave DECK out. Each card has
    markers, which a camera recognises, and QR codes, which a scanner reads. The first sheet shows
    whether the printer prints in the right size.
    """
    _write("cards", deck_document, **options)


def _write(
    kind: str,
    drawn: Drawn,
    *,
    deck: str | None,
    sheet: str,
    language: str | None,
    output: Path | None,
    file: Path | None,
    journal: Path | None,
) -> None:
    config, path = referee(file, journal)
    meant = chosen(deck, read(path))
    output = output or Path(f"{kind}-{meant.id}-{sheet}.html")
    content = drawn(meant, PAPERS[sheet], language or config.referee.language)
    try:
        output.write_bytes(content)
    except OSError as error:
        raise Trouble(
            f"{output} cannot be written ({error.strerror}): name another file with --output.",
            WRONG_USAGE,
        ) from None
    click.echo(f"Wrote {output}, the {kind} of deck {line(meant)}.")
    click.echo("Open the file in a browser, and print it at a scale of 100 %, without margins.")
    click.echo("First print only its first sheet, and measure the rulers on it.")
