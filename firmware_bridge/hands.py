"""Serves hands at a simulated mechanism, on a Unix socket of their own.

A hand presses the button, jams a card, or asks how many cards really left. Requests and answers are
one JSON object a line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from firmware_bridge.hand import hand_path
from firmware_bridge.simulated_board import SimulatedBoard, Touch
from firmware_bridge.sockets import Listener

MAX_LINE = 4096


class Hands:
    """Serves hands between ``start`` and ``close``; calls ``felt`` after each action."""

    def __init__(self, board: SimulatedBoard, felt: Callable[[], None]) -> None:
        self._board = board
        self._felt = felt
        self._listener = Listener(self._serve)

    async def start(self, path: Path) -> None:
        """Listen for hands at the launcher whose socket is ``path``; raises CannotListen."""
        await self._listener.start(hand_path(path), MAX_LINE)

    async def close(self) -> None:
        """Hang up on everybody, the socket gone."""
        await self._listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(self._feel(line)) + b"\n")
                await writer.drain()
        except ValueError:
            pass  # a line without an end: this is no hand

    def _feel(self, line: bytes) -> object:
        """Do what a hand asks for; returns the answer."""
        try:
            asked = msgspec.json.decode(line, type=Touch)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return {"error": f"A hand's request cannot be read: {error}."}
        try:
            answer = self._board.touch(asked)
        except ValueError as error:
            return {"error": str(error)}
        self._felt()
        return answer
