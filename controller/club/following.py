"""Follows a referee over its public interface, and keeps what it shows now."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import msgspec

from controller.club.draws import Draws, draws_of
from controller.club.rulings import Rulings
from controller.club.shown import Game, Launcher, Table
from controller.readers.http import Unreachable, Web

EVENTS, GAMES = "/api/events", "/api/games"
AGAIN_S = 2.0
"""Before the referee is asked again."""
_COUNTING = ("log.game", "log.goes_on", "log.undoes_hit", "ruling.hits")
"""How the keys of rulings begin that change the list of games."""


class Note(Protocol):
    """Logs an event, as ``controller.base.event_log.note`` does."""

    def __call__(self, event: str, sentence: str, level: int = ..., **fields: object) -> None:
        """Log it."""


@dataclass(frozen=True, slots=True)
class Seen:
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
        return next((one for one in self.games if one.on_table), None)

    def begun_s(self, number: int) -> int:
        """When a game began; 0: it is not in the list of games."""
        return next((one.begun_s for one in self.games if one.number == number), 0)


class Following:
    """What the referee at an address shows, as far as it is known."""

    def __init__(self, web: Web, place: str, changed: Callable[[], None], note: Note) -> None:
        """``place``: the referee's address, for sentences. ``changed`` is called after changes."""
        self._web = web
        self._place = place
        self._changed = changed
        self._note = note
        self._lost = False
        self._journal = ""
        self._games: tuple[Game, ...] = ()
        self._rulings = Rulings()
        self.seen: Seen | None = None
        """What the referee shows now; None: it does not answer."""

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                await self._follow()
            except Unreachable as why:
                self._tell_lost(str(why))
            except msgspec.DecodeError:
                self._tell_lost("it is of another version than this program")
            self.seen = None
            self._changed()
            await asyncio.sleep(AGAIN_S)

    async def draws(self, game: int, stop: asyncio.Event) -> Draws | None:
        """What the draws of a game that is over can be recomputed from; None: there are none.

        Raises ``Unreachable`` if the referee cannot give it now, or not before ``stop`` is set: it
        may have many past games to read first.
        """
        asking = asyncio.create_task(self._web.ask("GET", f"{GAMES}/{game}/scenario", {}))
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
            return None
        if answer.status != 200:
            raise Unreachable(f"it answered with status {answer.status}")
        return draws_of(answer.body.decode())

    async def _follow(self) -> None:
        name = ""
        async for line in self._web.stream(EVENTS, {}):
            field, _, value = line.partition(b":")
            if field == b"event":
                name = value.strip().decode()
            elif field == b"data" and name == "table":
                await self._take(msgspec.json.decode(value, type=Table))
            elif field == b"data" and name == "launcher" and self.seen is not None:
                launcher = msgspec.json.decode(value, type=Launcher)
                table = msgspec.structs.replace(self.seen.table, launcher=launcher)
                self.seen = replace(self.seen, table=table)
                self._changed()

    async def _take(self, table: Table) -> None:
        before = self.seen
        if table.journal != self._journal:
            self._journal, self._rulings = table.journal, Rulings()
        known = self._rulings.seq
        self._rulings = self._rulings.joined(table)
        new = self._rulings.since(known)
        ended = table.is_over or (before is not None and before.table.is_over)
        if before is None or ended or any(line.key.startswith(_COUNTING) for line in new):
            answer = await self._web.ask("GET", GAMES, {})
            if answer.status != 200:
                raise Unreachable(f"it answered with status {answer.status}")
            self._games = msgspec.json.decode(answer.body, type=tuple[Game, ...])
        caught_up = table.seq if before is None else before.caught_up
        self.seen = Seen(table, self._games, self._rulings, caught_up)
        if self._lost:
            self._lost = False
            self._note("referee_back", "The referee answers again.")
        self._changed()

    def _tell_lost(self, why: str) -> None:
        if not self._lost:
            self._lost = True
            again = f"The referee at {self._place} does not answer ({why}). Trying again."
            self._note("referee_lost", again, logging.WARNING)
