"""Carries out what the broker may ask of a table, only so often."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from controller.club import messages
from controller.club.broker import BrokerGone, Heard, Line
from controller.table.rate_limit import RateLimit
from firmware_bridge.reports import Note

Commands = Mapping[str, Callable[[], Awaitable[str]]]
"""Each carries itself out, and says what came of it."""

AT_ONCE, EVERY_S = 3, 10.0
"""Each switches the motor off, and so breaks off a hit: so many quickly, then one in this time."""


class Commanding:
    """Carries out the commands of a table. Those that come while one waits are one with it.

    None is dropped: whoever asks to switch the motor off gets it, at the latest after ``EVERY_S``.
    """

    def __init__(self, table: str, commands: Commands, note: Note) -> None:
        """``table``: the table's name at the broker."""
        self.names = tuple(commands)
        self._commands = commands
        self._table = table
        self._note = note
        self._limit = RateLimit(lambda: asyncio.get_running_loop().time(), AT_ONCE, EVERY_S)
        self._waiting: set[str] = set()
        self._under_way: set[asyncio.Task[None]] = set()

    async def subscribe(self, line: Line) -> None:
        """Ask the broker for every command."""
        for name in self._commands:
            await line.subscribe(self._topic(name))

    def hear(self, line: Line, message: Heard) -> None:
        """Carry out a command. A retained one was meant for another moment."""
        name = message.topic.rpartition("/")[2]
        is_command = name in self._commands and message.topic == self._topic(name)
        if not is_command or message.retain or name in self._waiting:
            return
        self._waiting.add(name)
        task = asyncio.create_task(self._carry_out(line, name))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _carry_out(self, line: Line, name: str) -> None:
        await asyncio.sleep(self._limit.wait_s)
        self._limit.count()
        self._waiting.discard(name)  # what is asked from now on is another command
        sentence = await self._commands[name]()
        self._note("commanded", sentence, logging.WARNING, command=name)
        with suppress(BrokerGone):  # who asked cannot be answered
            await line.publish(messages.answer(self._table, name, sentence))

    def _topic(self, name: str) -> str:
        return messages.topic(self._table, "command", name)
