"""Carries out actions at a simulated mechanism, which come over a Unix socket of their own.

They press the button, jam a card, or ask how many cards really left. Requests and answers are one
JSON object a line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from firmware_bridge.simulated_board import ControlRequest, SimulatedBoard
from firmware_bridge.simulator_control import control_path
from firmware_bridge.sockets import Listener

MAX_LINE = 4096


class ControlServer:
    """Serves between ``start`` and ``close``; calls ``on_action`` after each action."""

    def __init__(self, board: SimulatedBoard, on_action: Callable[[], None]) -> None:
        self._board = board
        self._on_action = on_action
        self._listener = Listener(self._serve)

    async def start(self, path: Path) -> None:
        """Listen beside the launcher whose socket is ``path``; raises CannotListen."""
        await self._listener.start(control_path(path), MAX_LINE)

    async def close(self) -> None:
        """Hang up on everybody, the socket gone."""
        await self._listener.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(msgspec.json.encode(self._handle(line)) + b"\n")
                await writer.drain()
        except ValueError:
            pass  # a line without an end: this is no SimulatorControl

    def _handle(self, line: bytes) -> object:
        """Carry out a request; returns the answer."""
        try:
            request = msgspec.json.decode(line, type=ControlRequest)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            return {"error": f"A hand's request cannot be read: {error}."}
        try:
            answer = self._board.apply(request)
        except ValueError as error:
            return {"error": str(error)}
        self._on_action()
        return answer
