"""``rollerdeck deck labels``, ``print`` and ``scale``: sheets to print, and the size they have."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from controller.base.errors import NOT_SO, WRONG_USAGE, Trouble
from controller.cli.deck.boxes import deck_named, described, stored_decks
from controller.cli.options.journal_commands import config_option, journal_option, referee
from controller.decks.braille import braille_document
from controller.decks.deck import Deck
from controller.decks.paper import PAPERS, Paper
from controller.decks.sheets import deck_document, labels_document
from controller.readers.camera.source import without_opencv
from controller.words.catalogue import languages

MOST_BYTES = 64 << 20
"""Of a photograph."""

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
        click.argument("deck", required=False),
    ):
        function = option(function)
    return function


def _sheet_option(required: bool) -> Callable[[Callable[..., None]], Callable[..., None]]:
    papers = click.Choice(list(PAPERS))
    return click.option("--sheet", type=papers, required=required, help="Size of the paper.")


@click.command(name="labels")
@_sheet_option(required=True)
@_options
def labels(**options: Any) -> None:
    """Make labels for the cards of a box, as a page that you print with a browser.

    DECK is the ID of the deck. If there is only one deck, you can leave DECK out. For each card,
    there are two equal labels. Each label has a marker, which a camera recognises, and a QR code,
    which a scanner reads. The first sheet shows whether the printer prints in the right size.
    """
    _write("labels", labels_document, **options)


@click.command(name="print")
@_sheet_option(required=False)
@click.option(
    "--braille",
    is_flag=True,
    help="Write a text file with the Braille of each card, for a deck of one's own, and no sheets.",
)
@_options
def print_deck(*, braille: bool, sheet: str | None, **options: Any) -> None:
    """Make cards with Rollerdeck's own drawings, as a page that you print with a browser.

    DECK is the ID of the deck. If there is only one deck, you can leave DECK out. Each card has
    markers, which a camera recognises, and QR codes, which a scanner reads. The first sheet shows
    whether the printer prints in the right size.

    With --braille, the command needs no printer and no --sheet: it writes what to emboss on each
    card, as Unicode Braille and in letters.
    """
    if braille:
        return _write_braille(**options)
    if sheet is None:
        raise Trouble(
            f"The size of the paper is missing: add --sheet {' or --sheet '.join(PAPERS)}, or "
            "--braille for the texts of the cells.",
            WRONG_USAGE,
        )
    return _write("cards", deck_document, sheet=sheet, **options)


def _write_braille(*, output: Path | None, **options: Any) -> None:
    meant, language = _deck_and_language(**options)
    output = output or Path(f"braille-{meant.id}.txt")
    _write_file(output, braille_document(meant, language).encode())
    click.echo(f"Wrote {output}, the Braille of deck {described(meant)}.")


def _write(kind: str, drawn: Drawn, *, sheet: str, output: Path | None, **options: Any) -> None:
    meant, language = _deck_and_language(**options)
    output = output or Path(f"{kind}-{meant.id}-{sheet}.html")
    _write_file(output, drawn(meant, PAPERS[sheet], language))
    click.echo(f"Wrote {output}, the {kind} of deck {described(meant)}.")
    click.echo("Open the file in a browser, and print it at a scale of 100 %, without margins.")
    click.echo("First print only its first sheet, and measure the rulers on it.")


def _deck_and_language(
    *, deck: str | None, language: str | None, file: Path | None, journal: Path | None
) -> tuple[Deck, str]:
    """The deck that is named, and the language of its words. Raises ``Trouble``."""
    config, path = referee(file, journal)
    return deck_named(deck, stored_decks(path)), language or config.referee.language


def _write_file(output: Path, content: bytes) -> None:
    """Write a file. Raises ``Trouble``."""
    try:
        output.write_bytes(content)
    except OSError as error:
        raise Trouble(
            f"{output} cannot be written ({error.strerror}): name another file with --output.",
            WRONG_USAGE,
        ) from None


@click.command(name="scale")
@click.argument("photo", type=click.Path(path_type=Path))
def scale(photo: Path) -> None:
    """Find out from a photograph whether the printer printed in the right size.

    PHOTO is a photograph of the first printed sheet, which is a test page. Lay the sheet on a dark
    surface. The photograph has to show the whole sheet and some of the surface around it. The
    command needs the library OpenCV.
    """
    if importlib.util.find_spec("cv2") is None:
        raise Trouble(without_opencv(), WRONG_USAGE)
    import cv2
    import numpy as np

    from controller.readers.camera.printed import scale_in

    try:
        body = np.frombuffer(_read_photo(photo), np.uint8)
        picture = cv2.imdecode(body, cv2.IMREAD_GRAYSCALE) if len(body) else None
    except cv2.error:
        picture = None
    if picture is None:
        raise Trouble(f"{photo} is no picture: name a photo as JPEG or PNG.", WRONG_USAGE)
    measured = scale_in(picture.astype(np.uint8))
    if measured is None:
        raise Trouble(
            "The test page is not seen whole: lay it flat on a dark ground, and photograph it with "
            "all four edges of the paper.",
            NOT_SO,
        )
    says = f"Printed at {measured.across:.1%} across and {measured.down:.1%} down"
    if not measured.right:
        raise Trouble(
            f'{says}: print again at 100 %, and switch off "fit to page" in the browser and in the '
            "settings of the printer.",
            NOT_SO,
        )
    click.echo(f"{says}: the scale is right.")


def _read_photo(photo: Path) -> bytes:
    try:
        with photo.open("rb") as file:
            body = file.read(MOST_BYTES + 1)
    except OSError as error:
        sentence = f"{photo} cannot be read ({error.strerror}): name a photo."
        raise Trouble(sentence, WRONG_USAGE) from None
    if len(body) > MOST_BYTES:
        raise Trouble(
            f"{photo} is larger than {MOST_BYTES >> 20} MiB: make it smaller.", WRONG_USAGE
        )
    return body
