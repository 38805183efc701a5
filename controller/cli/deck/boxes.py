"""``rollerdeck deck new``, ``list`` and ``remove``: which boxes have numbers on their cards."""

from __future__ import annotations

from pathlib import Path
from random import SystemRandom

import click

from controller.base.errors import NOT_SO, WRONG_USAGE, Refused, Trouble
from controller.base.paths import decks_of
from controller.cli.edition.check import sentence
from controller.cli.options.click_parts import WholeNumber
from controller.cli.options.journal_commands import config_option, journal_option, referee, writing
from controller.decks.box_file import SUFFIX
from controller.decks.box_folder import BoxFolder
from controller.decks.deck import (
    NUMBERS,
    Deck,
    free_first,
    free_id,
    new_deck,
    shared_numbers,
)
from controller.decks.deck_store import Change, change_decks, read_decks
from controller.seats.codes import LENGTH, SIGNS, read_code
from controller.words import say
from rules import EDITIONS
from rules.edition import Edition
from rules.editions.house import short_name


def described(deck: Deck) -> str:
    """A deck in one line of the terminal."""
    last = deck.numbers.stop - 1
    return f"{deck.id}: {deck.edition}, {len(deck.cards)} cards, numbers {deck.first} to {last}"


def read_id(text: str) -> str:
    """The ID that somebody means. Raises ``Trouble``."""
    deck = read_code(text)
    if len(deck) != LENGTH or not set(deck) <= set(SIGNS):
        raise Trouble(
            f"The ID of a deck has {LENGTH} letters or digits, without 0, 1, I and O: write it as "
            "on your sheets, or leave --id out.",
            WRONG_USAGE,
        )
    return deck


def stored_decks(journal: Path) -> tuple[Deck, ...]:
    """The decks beside a journal. Raises ``Trouble``."""
    try:
        return read_decks(decks_of(journal))
    except Refused as refused:
        raise Trouble(say(refused.key, refused.values), WRONG_USAGE) from None


def change_stored(journal: Path, how: Change) -> tuple[Deck, ...]:
    """Change the decks beside a journal. Returns the new ones. Raises ``Trouble``."""
    try:
        return writing(journal, lambda: change_decks(journal, how))
    except Refused as refused:
        raise Trouble(say(refused.key, refused.values), WRONG_USAGE) from None


def deck_named(wanted: str | None, decks: tuple[Deck, ...]) -> Deck:
    """The deck with this ID; without one, the only deck there is. Raises ``Trouble``."""
    if not decks:
        raise Trouble(
            "There are no decks: make one with `rollerdeck deck new --edition attack`.", NOT_SO
        )
    ids = ", ".join(deck.id for deck in decks)
    if wanted is None:
        if len(decks) > 1:
            raise Trouble(f"There are several decks: name one of {ids}.", WRONG_USAGE)
        return decks[0]
    for deck in decks:
        if deck.id == read_code(wanted):
            return deck
    raise Trouble(f"There is no deck {wanted}: name one of {ids}.", WRONG_USAGE)


@click.command(name="new")
@click.option(
    "-e",
    "--edition",
    required=True,
    metavar="NAME",
    help=f"Edition of the card game that is in the box: {', '.join(EDITIONS)}, or the name of your "
    "own box.",
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
    of = _edition(edition, path)
    made = change_stored(path, lambda decks: (*decks, _made(decks, of, named, first)))[-1]
    click.echo(f"Made the deck {described(made)}.")


def _edition(wanted: str, journal: Path) -> Edition:
    """The edition of that name, or in the house's own box of that name. Raises ``Trouble``."""
    folder = BoxFolder(journal)
    content = folder.read()
    boxes = content.editions
    own = {edition.id: edition for edition in boxes} | {short_name(e.id): e for e in boxes}
    known = {**own, **EDITIONS}
    if wanted not in known:
        of_all = (folder.path.name, "refusal.too_many_boxes")
        for problem in content.problems:
            if f"{wanted}{SUFFIX}" == problem.file or {problem.file, problem.key} & {*of_all}:
                raise Trouble(f"{problem.file}{sentence(problem)}", WRONG_USAGE)
        names = ", ".join([*EDITIONS, *(short_name(edition.id) for edition in boxes)])
        raise Trouble(f"There is no edition {wanted!r}: name one of {names}.", WRONG_USAGE)
    return known[wanted]


def _made(decks: tuple[Deck, ...], edition: Edition, wanted: str | None, first: int | None) -> Deck:
    """A deck beside these. Raises ``Trouble``."""
    if first is None and (first := free_first(decks, edition)) is None:
        size = sum(edition.deck.values())
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
    decks = stored_decks(referee(file, journal)[1])
    for deck in decks:
        click.echo(described(deck))
    if not decks:
        click.echo("There are no decks: make one with `rollerdeck deck new --edition attack`.")
    for shared in shared_numbers(decks):
        click.echo(say(shared.refusal.key, shared.refusal.values))


@click.command(name="remove")
@click.argument("deck")
@config_option
@journal_option
def remove(deck: str, file: Path | None, journal: Path | None) -> None:
    """Delete a deck, for example because you lost its box.

    A new deck can then use the numbers of the deleted deck.
    """
    path = referee(file, journal)[1]
    removed = deck_named(deck, stored_decks(path))
    change_stored(path, lambda decks: tuple(other for other in decks if other.id != removed.id))
    click.echo(f"Removed the deck {described(removed)}. To have it back:")
    click.echo(
        f"  rollerdeck deck new -e {removed.edition} --id {removed.id} --first {removed.first}"
    )
