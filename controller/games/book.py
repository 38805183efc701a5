"""The book: the journal and its record, always in step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

import rules
from controller.base.errors import Refused
from controller.base.metrics import Metrics
from controller.games.entries import Begun, Body, DrawsBegun, Intent, kind_of
from controller.games.journal_replay import steps
from controller.games.record import Outcome, Record
from controller.games.shelf import UnfinishedGame
from controller.journal.entry import Entry, Stamp
from controller.journal.journal import Journal, NotSaved
from controller.journal.opening import read_only
from controller.journal.reading import OF_NO_GAME, checked, read_game
from rules import Applied, Refusal

AT_ONCE = 10
"""So many entries of a past game are replayed before everything else gets its turn: a few
milliseconds on the slowest Pi."""

Due = Callable[[Record], Intent | None]
"""The hit that may be armed when everything stands as the record says."""


def nothing(record: Record) -> None:
    """No hit is due, or its intent is written by itself."""


class Book:
    """Writes entries and keeps the record up to date. One writer at a time.

    ``write`` and ``replace`` raise ``NotSaved`` if the disk refuses; then nothing has changed.
    """

    def __init__(self, journal: Journal, record: Record) -> None:
        """Take over a journal. ``record`` is the result of its entries."""
        self._journal = journal
        self.record = self._own(record)
        self.unsaved = journal.refused
        """Why the disk refused the last entry; None: it did not."""
        self.metrics = Metrics()

    @property
    def path(self) -> Path:
        """The journal's file."""
        return self._journal.path

    @property
    def id(self) -> str:
        """The journal's identity."""
        return self._journal.id

    def seed(self, number: int) -> bytes:
        """The secret of a game's draws, by its number."""
        return self._journal.seed(number)

    @property
    def next_draws_seed(self) -> bytes:
        """The secret of the session of draws that begins next."""
        return self._journal.seed_of_draws(self.record.sessions + 1)

    def device_secret(self, request: str) -> str:
        """The secret that a device gets for a request."""
        return self._journal.device_secret(request)

    async def answered(self, stamp: Stamp | None) -> int | None:
        """The number of the entry that this request has made already; None: there is none.

        Raises ``Refused`` if its idempotency key belongs to another request.
        """
        if stamp is None or (earlier := await self._journal.find(stamp.key)) is None:
            return None
        seq, before = earlier
        if before != stamp.print and None not in (before, stamp.print):
            raise Refused("key_reused", "refusal.key_reused")
        return seq

    def judge(self, command: Any) -> Applied:
        """Put a command to the rules; write nothing. Raises ``Refused``."""
        if self.record.state is None:
            raise Refused("wrong_phase", "refusal.no_game", {}, "COM-3")
        applied = rules.apply(self.record.state, command)
        if isinstance(applied, Refusal):
            raise by_the_rules(applied)
        return applied

    async def try_again(self) -> bool:
        """Ask a disk that refused the journal at the start again. True: it takes entries now."""
        if self._journal.refused is None or not await self._journal.try_again():
            return False
        self.unsaved = None
        return True

    @property
    def is_closed(self) -> bool:
        """Whether the disk has taken nothing since the start."""
        return self._journal.refused is not None

    async def answer(self) -> None:
        """Return when the journal's disk has answered, even if it refused."""
        await self._journal.answer()

    async def where_left(self, number: int) -> UnfinishedGame | None:
        """Where a game stood that was left; None: it was over. Raises ``Trouble``.

        It is read from the journal, because the games of years would fill a small machine's memory.
        Everything else goes on meanwhile.
        """
        record = Record()
        entries = await asyncio.to_thread(read_game, self.path, number)
        for index, (_, record) in enumerate(steps(entries, self.path)):  # noqa: B007 - the last stays
            if index % AT_ONCE == 0:
                await asyncio.sleep(0)
        return record.unfinished

    async def read_draft(self, draft: Path) -> Record:
        """The record of a file that may take the journal's place. Raises ``Trouble``.

        Everything else goes on meanwhile.
        """
        record = Record()
        with closing(read_only(draft)) as db:
            for index, (_, record) in enumerate(steps(checked(draft, db), draft)):  # noqa: B007 - the last stays
                if index % AT_ONCE == 0:
                    await asyncio.sleep(0)
        return record

    async def replace(self, draft: Path, record: Record) -> None:
        """Put a file with the same entries in the journal's place. ``record`` is what it says."""
        await self._journal.replace(draft)
        self.record = self._own(record)

    async def write(
        self,
        body: Body,
        outcome: Outcome = None,
        stamp: Stamp | None = None,
        due: Due = nothing,
    ) -> int:
        """Write an entry, and the intent of the hit that is due after it. Returns its number.

        Both are on disk or neither, and the disk is asked once. ``outcome``: what the rules say of
        a game or a command.
        """
        game = self._game_of(body)
        entries = [self._entry(game, body, stamp)]
        record = self.record.fold(entries[0], body, outcome)
        intent = due(record)
        if intent is not None:
            entries.append(self._entry(game, intent, after=1))
            record = record.fold(entries[1], intent)
        await self._save(*entries)
        self.record = record
        return entries[0].seq

    def _own(self, record: Record) -> Record:
        """A record without the devices that another journal, of which this is a copy, admitted."""
        return replace(record, roster=record.roster.of_journal(self.id))

    def _game_of(self, body: Body) -> int:
        """The number of the game that an entry belongs to; 0: it is of a session of draws."""
        if isinstance(body, Begun):
            return self.record.number + 1
        drawing = isinstance(body, DrawsBegun) or self.record.draws is not None
        return OF_NO_GAME if drawing else self.record.number

    def _entry(self, game: int, body: Body, stamp: Stamp | None = None, after: int = 0) -> Entry:
        content = msgspec.to_builtins(body)
        return self._journal.next(game, kind_of(body), content, stamp, after=after)

    async def _save(self, *entries: Entry) -> None:
        loop = asyncio.get_running_loop()
        begun_s = loop.time()
        try:
            await self._journal.write(*entries)
        except NotSaved as refused:
            self.metrics.refused()
            self.unsaved = refused.reason
            raise
        self.metrics.wrote(loop.time() - begun_s)
        self.unsaved = None


def by_the_rules(refusal: Refusal) -> Refused:
    """A refusal of the rules as the answer to a request."""
    return Refused(refusal.code, refusal.key, refusal.values, refusal.clause)
