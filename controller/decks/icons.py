"""Which number cards of Power Grab have the icon of a tower, as far as people have said so.

The makers' sheets do not say on which numbers the icons are, and the two cards of a face can
differ. So people are asked once about each physical card, and the file of the decks keeps their
answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from controller.base.errors import Refused
from controller.base.event_log import note
from controller.base.paths import decks_of
from controller.decks.deck import Deck
from controller.decks.kept import change_decks, read_decks

NO_ICON = ""


class Icons:
    """See above. What is not on disk yet is known all the same."""

    def __init__(self, journal: Path, decks: Callable[[], Iterable[Deck]]) -> None:
        """The icons of the decks beside this journal. ``decks`` may raise ``Refused``."""
        self._journal = journal
        self._decks = decks
        self._news: dict[tuple[str, int], str | None] = {}

    def of(self, edition: str, number: int) -> str | None:
        """The icon on a card, or ``NO_ICON``; None: nobody has said so yet."""
        if (edition, number) in self._news:
            return self._news[edition, number]
        try:
            decks = [deck for deck in self._decks() if deck.edition == edition]
        except Refused:
            return None  # whoever asks which card it is says so
        known = (deck.icons.get(number) for deck in decks)
        return next((icon for icon in known if icon is not None), None)

    def learn(self, edition: str, number: int, icon: str) -> None:
        """People have said which icon is on a card."""
        if self.of(edition, number) != icon:
            self._news[edition, number] = icon

    def forget(self, edition: str, number: int) -> None:
        """What people have said may have been wrong: they took the play of the card back."""
        if self.of(edition, number) is not None:
            self._news[edition, number] = None

    async def save(self) -> None:
        """Write what is new. If the disk does not take it, it is tried again the next time."""
        if not self._news:
            return
        news = dict(self._news)
        try:
            await asyncio.to_thread(_write, self._journal, news)
        except (OSError, Refused) as error:
            said = "The icons on cards could not be saved beside the journal: make room."
            note("icons_not_saved", said, logging.WARNING, why=str(error))
            return
        self._news = {card: icon for card, icon in self._news.items() if news.get(card, 0) != icon}


def _write(journal: Path, news: Mapping[tuple[str, int], str | None]) -> None:
    if read_decks(decks_of(journal)):  # without a deck, nothing has to wait for the lock
        change_decks(journal, lambda decks: tuple(_with(deck, news) for deck in decks))


def _with(deck: Deck, news: Mapping[tuple[str, int], str | None]) -> Deck:
    """A deck with what is new of its cards."""
    icons = dict(deck.icons)
    for (edition, number), icon in news.items():
        if edition != deck.edition or number not in deck.numbers:
            continue
        if icon is None:
            icons.pop(number, None)
        else:
            icons[number] = icon
    return deck if icons == deck.icons else replace(deck, icons=dict(sorted(icons.items())))
