"""Follows a referee over its public interface, and keeps what it shows now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from controller.club.draws import Enclosed, enclosed_in
from controller.club.referee_state import Game, Launcher, Rulings, Table
from controller.readers.http_client import HttpClient, Unreachable
from firmware_bridge.reports import Note

EVENTS, GAMES = "/api/events", "/api/games"
AGAIN_S = 2.0
"""Before the referee is asked again."""
_BEGINNING = ("log.game", "log.goes_on")
"""The keys of rulings that change which games the list has."""
_COUNTING = (*_BEGINNING, "log.undoes_hit", "ruling.hits")
"""How the keys of rulings begin that change the newest game in the list."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a referee shows."""

    table: Table
    games: tuple[Game, ...]
    """Every game of the journal, the newest first."""
    rulings: Rulings
    caught_up: int
    """The journal's newest entry when the referee was reached last: what came before it was not
    heard at once."""

    @property
    def game(self) -> Game | None:
        """The game on the table, in the list of games."""
        return next((game for game in self.games if game.on_table), None)

    def begun_s(self, number: int) -> int:
        """When a game began; 0: it is not in the list of games."""
        return next((game.begun_s for game in self.games if game.number == number), 0)


class Following:
    """What the referee at an address shows, as far as it is known."""

    def __init__(
        self, client: HttpClient, place: str, changed: Callable[[], None], note: Note
    ) -> None:
        """``place``: the referee's address, for sentences. ``changed`` is called after changes."""
        self._client = client
        self._place = place
        self._changed = changed
        self._note = note
        self._lost = False
        self._journal = ""
        self._games: tuple[Game, ...] = ()
        self._rulings = Rulings()
        self.snapshot: Snapshot | None = None
        """What the referee shows now; None: it does not answer."""

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                await self._follow()
            except Unreachable as error:
                self._tell_lost(str(error))
            except msgspec.DecodeError:
                self._tell_lost("it is of another version than this program")
            self.snapshot = None
            self._changed()
            await asyncio.sleep(AGAIN_S)

    async def enclosed(self, game: int, stop: asyncio.Event) -> Enclosed:
        """What goes with the result of a game that is over.

        Raises ``Unreachable`` if the referee cannot give it now, or not before ``stop`` is set: it
        may have many past games to read first.
        """
        asking = asyncio.create_task(self._client.request("GET", f"{GAMES}/{game}/scenario", {}))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((asking, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not asking.done():
                raise Unreachable("it did not answer in time")
            answer = asking.result()
        finally:
            asking.cancel()
            stopping.cancel()
        if answer.status == 404:
            return Enclosed()
        if answer.status != 200:
            raise Unreachable(f"it answered with status {answer.status}")
        return enclosed_in(answer.body.decode())

    async def _follow(self) -> None:
        name = ""
        async for line in self._client.stream(EVENTS, {}):
            field, _, value = line.partition(b":")
            if field == b"event":
                name = value.strip().decode()
            elif field == b"data" and name == "table":
                await self._take(msgspec.json.decode(value, type=Table))
            elif field == b"data" and name == "launcher" and self.snapshot is not None:
                launcher = msgspec.json.decode(value, type=Launcher)
                table = msgspec.structs.replace(self.snapshot.table, launcher=launcher)
                self.snapshot = replace(self.snapshot, table=table)
                self._changed()

    async def _take(self, table: Table) -> None:
        before = self.snapshot
        if table.journal != self._journal:
            self._journal, self._rulings = table.journal, Rulings()
        last_seq = self._rulings.seq
        self._rulings = self._rulings.joined(table)
        await self._list_games(table, [line.key for line in self._rulings.since(last_seq)])
        caught_up = table.seq if before is None else before.caught_up
        self.snapshot = Snapshot(table, self._games, self._rulings, caught_up)
        if self._lost:
            self._lost = False
            self._note("referee_back", "The referee answers again.")
        self._changed()

    async def _list_games(self, table: Table, keys: Sequence[str]) -> None:
        """Ask for the games that may have changed with ``table``, after rulings with these keys."""
        before = self.snapshot
        ended = table.is_over or (before is not None and before.table.is_over)
        if before is None or ended or any(key in _BEGINNING for key in keys):
            self._games = await self._all_games()
        elif any(key.startswith(_COUNTING) for key in keys):
            self._games = await self._renewed_games()

    async def _renewed_games(self) -> tuple[Game, ...]:
        """The games as they are known, the newest asked for again. Raises ``Unreachable``."""
        newest = await self._page_of_games()
        older = (game for game in self._games if newest and game.number < newest[-1].number)
        return (*newest, *older)

    async def _all_games(self) -> tuple[Game, ...]:
        """Every game of the journal, newest first. Raises ``Unreachable``."""
        page = games = await self._page_of_games()
        while page and page[-1].number > 1:
            page = await self._page_of_games(before=page[-1].number)
            games += page
        return games

    async def _page_of_games(self, before: int | None = None) -> tuple[Game, ...]:
        """The games that one answer lists, newest first. Raises ``Unreachable``.

        ``before``: list only games with a lower number; None: the newest.
        """
        path = GAMES if before is None else f"{GAMES}?before={before}"
        answer = await self._client.request("GET", path, {})
        if answer.status != 200:
            raise Unreachable(f"it answered with status {answer.status}")
        return msgspec.json.decode(answer.body, type=tuple[Game, ...])

    def _tell_lost(self, reason: str) -> None:
        if not self._lost:
            self._lost = True
            again = f"The referee at {self._place} does not answer ({reason}). Trying again."
            self._note("referee_lost", again, logging.WARNING)
