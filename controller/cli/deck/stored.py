"""What the commands about decks have in common: the decks that are there."""

from __future__ import annotations

from pathlib import Path

from controller.base.errors import NOT_SO, WRONG_USAGE, Refused, Trouble
from controller.base.paths import decks_of
from controller.cli.options.beside_journal import writing
from controller.decks.deck import Deck
from controller.decks.store import Change, change_decks, read_decks
from controller.seats.codes import LENGTH, SIGNS, read_code
from controller.words import say


def line(deck: Deck) -> str:
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


def read(journal: Path) -> tuple[Deck, ...]:
    """The decks beside a journal. Raises ``Trouble``."""
    try:
        return read_decks(decks_of(journal))
    except Refused as refused:
        raise Trouble(say(refused.key, refused.values), WRONG_USAGE) from None


def change(journal: Path, how: Change) -> tuple[Deck, ...]:
    """Change the decks beside a journal. Returns the new ones. Raises ``Trouble``."""
    try:
        return writing(journal, lambda: change_decks(journal, how))
    except Refused as refused:
        raise Trouble(say(refused.key, refused.values), WRONG_USAGE) from None


def chosen(wanted: str | None, decks: tuple[Deck, ...]) -> Deck:
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
