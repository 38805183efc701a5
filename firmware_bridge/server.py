"""A device behind a Unix socket and a TCP port. It only carries bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.sockets import Listener


class Server:
    """Serves a device to everybody who connects; the device decides whom it accepts.

    ``moved`` is called whenever a caller made the device do something.
    """

    def __init__(self, device: Device, moved: Callable[[], None]) -> None:
        self._device = device
        self._moved = moved
        self._ends: dict[DeviceEnd, asyncio.StreamWriter] = {}
        self._in_use, self._free = asyncio.Event(), asyncio.Event()
        self._free.set()
        self._listener = Listener(self._serve, self._holds)

    async def start(self, path: Path) -> None:
        """Listen at ``path``; raises CannotListen."""
        await self._listener.start(path)

    async def start_tcp(self, port: int) -> int:
        """Also listen at a TCP port, see ``Listener.start_tcp``."""
        return await self._listener.start_tcp(port)

    async def alone(self, for_s: float) -> None:
        """Return once nobody has been connected for so long."""
        while True:
            await self._free.wait()
            try:
                async with asyncio.timeout(for_s):
                    await self._in_use.wait()
            except TimeoutError:
                return

    def flush(self) -> None:
        """Send the device's messages. Call it after the device moved on by itself."""
        for end, writer in self._ends.items():
            if frames := end.take():
                writer.writelines(frames)
            if end.over:
                writer.close()

    async def close(self) -> None:
        """Hang up on everybody and remove the socket."""
        for end in self._ends:
            end.hang_up("The launcher's program was stopped.", "stopped")
        self.flush()
        await self._listener.close()

    def _holds(self, writer: asyncio.StreamWriter) -> bool:
        return any(
            self._device.held_by(end) for end, other in self._ends.items() if other is writer
        )

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        end = DeviceEnd(self._device)
        self._ends[end] = writer
        self._in_use.set()
        self._free.clear()
        try:
            while data := await reader.read(4096):
                end.feed(data)
                self._moved()
                self.flush()
                # Do not read from a caller that does not read its answers.
                await writer.drain()
        finally:
            del self._ends[end]
            if not self._ends:
                self._in_use.clear()
                self._free.set()
            end.lost()
            self._moved()
            self.flush()
