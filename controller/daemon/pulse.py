"""What the referee tells systemd: that it is alive, and how the game stands."""

from __future__ import annotations

import asyncio

from controller.base.service_manager import ServiceManager
from controller.games.record import Record
from controller.table.table import Table
from controller.words import explain

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
    if record.state is None:
        return "No game has begun."
    position = record.state.position
    if position.phase == "game_over":
        return f"Game {record.number} is over."
    where = f"Game {record.number}, round {position.round}"
    return where + ("." if position.turn is None else f": {position.name(position.turn)}'s turn.")
