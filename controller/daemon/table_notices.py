"""What the referee reports of its table: to its log, without names, and to systemd."""

from __future__ import annotations

import asyncio
import logging

from controller.base.event_log import note
from controller.base.service_manager import ServiceManager
from controller.games.record import Record
from controller.table.table import Table
from controller.words import advice, explain
from firmware_bridge.notices import Notices
from hardware.launcher import (
    FaultsChanged,
    HitEnded,
    LauncherEvent,
    LinkChanged,
    ScaleChanged,
)


class TableNotices(Notices):
    """Logs what happens at a table."""

    def __init__(self, game: int) -> None:
        """``game``: number of the game that is on the table when the referee starts."""
        super().__init__(note, advice)
        self._game = game
        self._saved = True

    def heard(self, event: LauncherEvent) -> None:
        """The launcher said something."""
        match event:
            case HitEnded(result=result):
                self.hit(result)
            case FaultsChanged(faults=faults):
                self.faults(faults)
            case ScaleChanged(trouble=trouble):
                self.scale(trouble)
            case LinkChanged(up=False, reason=reason):
                detail = f" {explain(reason)}" if reason else ""
                note("launcher_lost", f"The launcher is away.{detail}", logging.WARNING)
            case LinkChanged(restarted=restarted):
                anew = ", and has forgotten earlier hits" if restarted else ""
                note("launcher_back", f"The launcher is there{anew}.", restarted=int(restarted))

    def stands(self, table: Table) -> None:
        """Something changed at the table."""
        record = table.record
        if record.number != self._game and record.begun is not None:
            self._game = record.number
            game = record.begun.game
            edition, players = game["edition"], len(game["players"])
            previous = record.begun.goes_on
            does = "begins" if previous is None else f"goes on where game {previous.game} was left"
            sentence = f"Game {record.number} {does}: {edition}, {players} players."
            note("game_begun", sentence, game=record.number, edition=edition, players=players)
        if table.is_saved != self._saved:
            self._saved = table.is_saved
            if table.problem is None or self._saved:
                note("saved_again", "The disk takes what is written again.", entry=record.seq)
            else:
                note("not_saved", explain(table.problem), logging.ERROR, entry=record.seq + 1)


BEATS = 4
"""How often the table is asked whether it answers, within the watchdog's time."""

LATE_S = 1.0
"""A beat that is later than this does not count: pages would wait as long for the busy loop."""


async def beat(table: Table, manager: ServiceManager) -> None:
    """Feed the watchdog, if there is one, as long as loop, table and disk answer.

    A disk that refuses has answered, too: the table says so, and a restart would not make room.
    """
    loop = asyncio.get_running_loop()
    while pause_s := manager.watchdog_s / BEATS:
        due_s = loop.time() + pause_s
        await asyncio.sleep(pause_s)
        late_s = loop.time() - due_s
        await table.check_responsive()
        if late_s <= LATE_S:
            manager.alive()
    await loop.create_future()  # there is no watchdog


def doing(table: Table) -> str:
    """The game and whose turn it is, and what is wrong, if anything is."""
    game = _game(table.record)
    faults = ", ".join(fault.value for fault in table.launcher.faults)
    stopped = f"The launcher has stopped: {faults}." if faults else ""
    wrong = explain(table.problem) if table.problem else ""
    return " ".join(part for part in (game, wrong, stopped) if part)


def _game(record: Record) -> str:
    if record.drawing is not None:
        return "Cards are drawn without a game."
    if record.state is None:
        return "No game has begun."
    position = record.state.position
    if position.phase == "game_over":
        return f"Game {record.number} is over."
    where = f"Game {record.number}, round {position.round}"
    return where + ("." if position.turn is None else f": {position.name(position.turn)}'s turn.")
