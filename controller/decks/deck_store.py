"""Stores the decks of a table in a file of their own beside its journal.

The file also has which number cards of Power Grab have the icon of a tower. The makers' sheets do
not say on which numbers the icons are, and the two cards of a face can differ, so people are asked
once about each physical card.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller.base.errors import Refused
from controller.base.event_log import note
from controller.base.outside import decode, one_line
from controller.base.paths import decks_of
from controller.decks.deck import (
    MOST_DECKS,
    CardsInBox,
    Deck,
    cards_of,
    check,
    decks_for,
    shared_numbers,
)
from controller.journal.durable import write_beside
from rules.edition import Edition

VERSION = 1
MAX_BYTES = 1 << 22
"""A deck of 250 cards takes less than 5 KB, and a house's box with it at most 36."""


Change = Callable[[tuple[Deck, ...]], tuple[Deck, ...]]
"""Computes the new decks from the stored ones. May raise."""

NO_ICON = ""


class AllDecks(Struct, frozen=True, forbid_unknown_fields=True):
    """The file with all decks of a table."""

    rollerdeck_decks: int
    """The version of the format."""
    decks: tuple[Deck, ...]


class DeckStore:
    """The stored decks, as they are now: the command line may write the file meanwhile."""

    def __init__(self, journal: Path) -> None:
        """``journal``: the decks are stored beside it."""
        self.path = decks_of(journal)
        self._file_version: tuple[int, int, int] | None = None
        self._decks: tuple[Deck, ...] = ()

    def all(self) -> tuple[Deck, ...]:
        """Every deck; the file is read only if it has changed. Raises ``Refused``."""
        version = self._file_version_now()
        if version is None:
            self._decks = ()
        elif version != self._file_version:
            self._decks = read_decks(self.path)
        self._file_version = version
        return self._decks

    def _file_version_now(self) -> tuple[int, int, int] | None:
        """What changes with each write of the file; None: there is no file."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unreadable(self.path, error) from None
        return status.st_ino, status.st_mtime_ns, status.st_size


def read_decks(path: Path) -> tuple[Deck, ...]:
    """The decks in a file; none if there is no file. Raises ``Refused`` and changes nothing.

    Two of them can share numbers: which of their cards such a number is, nobody knows.
    """
    values = {"file": path.name}
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise _unreadable(path, error) from None
    if len(body) > MAX_BYTES:
        too_large = values | {"most": MAX_BYTES >> 10}
        raise Refused("decks_unreadable", "refusal.decks_too_large", too_large)
    decks = _decode(body, values)
    if len(decks) > MOST_DECKS:
        raise Refused("decks_unreadable", "refusal.too_many_decks", values | {"most": MOST_DECKS})
    try:
        check(decks)
    except Refused as refused:
        inside = values | {"what": {"key": refused.key, "values": dict(refused.values)}}
        raise Refused("decks_unreadable", "refusal.bad_decks", inside) from None
    return decks


def _decode(body: bytes, values: dict[str, Any]) -> tuple[Deck, ...]:
    """The decks of a file. Raises ``Refused`` with these values if they cannot be read."""
    try:
        content = decode(body)
    except msgspec.MsgspecError:
        content = None
    version = content.get("rollerdeck_decks") if isinstance(content, dict) else None
    if not isinstance(version, int) or isinstance(version, bool):
        raise Refused("decks_unreadable", "refusal.no_decks_file", values)
    if version != VERSION:
        versions = values | {"version": version, "known": VERSION}
        raise Refused("decks_unreadable", "refusal.other_decks_version", versions)
    try:
        return msgspec.convert(content, AllDecks, str_keys=True).decks
    except msgspec.ValidationError as error:
        values = values | {"what": one_line(error)}
        raise Refused("decks_unreadable", "refusal.decks_damaged", values) from None


def change_decks(journal: Path, change: Change) -> tuple[Deck, ...]:
    """Change the decks beside a journal. Returns the new ones. Others who change them wait.

    Raises ``Refused``, also if other decks share numbers than before, OSError, and what ``change``
    raises; then the file is as before.
    """
    with _locked(decks_of(journal)):
        before = read_decks(decks_of(journal))
        after = change(before)
        if after != before:
            known = {(shared.one, shared.other) for shared in shared_numbers(before)}
            for shared in shared_numbers(after):
                if (shared.one, shared.other) not in known:
                    raise shared.refusal
            write_decks(journal, after)
        return after


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Lock a file against other processes, and wait for the lock.

    The lock is on the file itself, or on its folder if there is no such file yet.
    """
    while True:
        lock_path = path if path.exists() else path.parent
        try:
            lock = os.open(lock_path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            if lock_path == path:
                continue  # it was taken away just now
            raise
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if _is_same_file(lock_path, lock) and (lock_path == path or not path.exists()):
                yield
                return
        finally:
            os.close(lock)


def _is_same_file(path: Path, file: int) -> bool:
    """Whether an open file is the one at this path: whoever had the lock may have replaced it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except OSError:
        return False


def write_decks(journal: Path, decks: tuple[Deck, ...]) -> None:
    """Replace the file beside a journal. A power cut leaves the old one or the new one.

    Raises ``Refused`` for what ``check`` refuses, and OSError.
    """
    if len(decks) > MOST_DECKS:
        values = {"file": decks_of(journal).name, "most": MOST_DECKS}
        raise Refused("too_many_decks", "refusal.too_many_decks", values)
    check(decks)
    content = msgspec.json.encode(AllDecks(VERSION, decks))
    write_beside(journal, decks_of(journal), msgspec.json.format(content, indent=1))


def _unreadable(path: Path, error: OSError) -> Refused:
    values = {"file": path.name, "what": error.strerror or type(error).__name__}
    return Refused("decks_unreadable", "refusal.decks_unreadable", values)


class IconStore:
    """The icons of the stored decks, and those that are not on disk yet."""

    def __init__(self, journal: Path, decks: Callable[[], Iterable[Deck]]) -> None:
        """``journal``: the decks are stored beside it. ``decks``: may raise ``Refused``."""
        self._journal = journal
        self._decks = decks
        self._unsaved: dict[tuple[CardsInBox, int], str | None] = {}

    def of(self, edition: Edition, number: int) -> str | None:
        """The icon on a card, or ``NO_ICON``; None: nobody has said so yet."""
        card = cards_of(edition), number
        if card in self._unsaved:
            return self._unsaved[card]
        try:
            decks = decks_for(edition, self._decks())
        except Refused:
            return None  # whoever asks which card it is says so
        icons = (deck.icons.get(number) for deck in decks)
        return next((icon for icon in icons if icon is not None), None)

    def learn(self, edition: Edition, number: int, icon: str) -> None:
        """Note the icon that people have said is on a card."""
        if self.of(edition, number) != icon:
            self._unsaved[cards_of(edition), number] = icon

    def forget(self, edition: Edition, number: int) -> None:
        """Forget a card's icon: people took back the play for which they named it."""
        if self.of(edition, number) is not None:
            self._unsaved[cards_of(edition), number] = None

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


def _write(journal: Path, unsaved: Mapping[tuple[CardsInBox, int], str | None]) -> None:
    if read_decks(decks_of(journal)):  # without a deck, nothing has to wait for the lock
        change_decks(journal, lambda decks: tuple(_with(deck, unsaved) for deck in decks))


def _with(deck: Deck, unsaved: Mapping[tuple[CardsInBox, int], str | None]) -> Deck:
    """A deck with the unsaved icons of its cards; None removes one. Raises ``Refused``."""
    icons, its_cards = dict(deck.icons), cards_of(deck.made_for)
    for (cards, number), icon in unsaved.items():
        if cards != its_cards or number not in deck.numbers:
            continue
        if icon is None:
            icons.pop(number, None)
        else:
            icons[number] = icon
    return deck if icons == deck.icons else replace(deck, icons=dict(sorted(icons.items())))
