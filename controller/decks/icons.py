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
from controller.decks.store import change_decks, read_decks

NO_ICON = ""


class IconStore:
    """The icons of the stored decks, and those that are not on disk yet."""

    def __init__(self, journal: Path, decks: Callable[[], Iterable[Deck]]) -> None:
        """``journal``: the decks are stored beside it. ``decks``: may raise ``Refused``."""
        self._journal = journal
        self._decks = decks
        self._unsaved: dict[tuple[str, int], str | None] = {}

    def of(self, edition: str, number: int) -> str | None:
        """The icon on a card, or ``NO_ICON``; None: nobody has said so yet."""
        if (edition, number) in self._unsaved:
            return self._unsaved[edition, number]
        try:
            decks = [deck for deck in self._decks() if deck.edition == edition]
        except Refused:
            return None  # whoever asks which card it is says so
        icons = (deck.icons.get(number) for deck in decks)
        return next((icon for icon in icons if icon is not None), None)

    def learn(self, edition: str, number: int, icon: str) -> None:
        """Note the icon that people have said is on a card."""
        if self.of(edition, number) != icon:
            self._unsaved[edition, number] = icon

    def forget(self, edition: str, number: int) -> None:
        """Forget a card's icon: people took back the play for which they named it."""
        if self.of(edition, number) is not None:
            self._unsaved[edition, number] = None

    async def save(self) -> None:
        """Write what is not on disk yet. What the disk refuses is tried again the next time."""
        if not self._unsaved:
            return
        unsaved = dict(self._unsaved)
        try:
            await asyncio.to_thread(_write, self._journal, unsaved)
        except (OSError, Refused) as error:
            sentence = "The icons on cards could not be saved beside the journal: make room."
            note("icons_not_saved", sentence, logging.WARNING, why=str(error))
            return
        self._unsaved = {
            card: icon for card, icon in self._unsaved.items() if unsaved.get(card, 0) != icon
        }


def _write(journal: Path, unsaved: Mapping[tuple[str, int], str | None]) -> None:
    if read_decks(decks_of(journal)):  # without a deck, nothing has to wait for the lock
        change_decks(journal, lambda decks: tuple(_with(deck, unsaved) for deck in decks))


def _with(deck: Deck, unsaved: Mapping[tuple[str, int], str | None]) -> Deck:
    """A deck with the unsaved icons of its cards; None removes one."""
    icons = dict(deck.icons)
    for (edition, number), icon in unsaved.items():
        if edition != deck.edition or number not in deck.numbers:
            continue
        if icon is None:
            icons.pop(number, None)
        else:
            icons[number] = icon
    return deck if icons == deck.icons else replace(deck, icons=dict(sorted(icons.items())))
