"""The way from a phone to the referee: it can be cut, and it can come from another address."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

CHUNK_BYTES = 65536


class Way:
    """Carries connections to the referee's port, as a Wi-Fi does."""

    def __init__(self, port: int) -> None:
        self.address = "127.0.0.1"
        """From where the referee sees the phone: any of 127.0.0.0/8."""
        self.port = 0
        self._referee = port
        self._open: set[asyncio.StreamWriter] = set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either end closes it; a referee that is not there is one."""
        self._open.add(writer)
        try:
            there = await asyncio.open_connection(
                "127.0.0.1", self._referee, local_addr=(self.address, 0)
            )
        except OSError:
            await self._close(writer)
            return
        self._open.add(there[1])
        await asyncio.gather(self._pass(reader, there[1]), self._pass(there[0], writer))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while some := await reader.read(CHUNK_BYTES):
                writer.write(some)
                await writer.drain()
        await self._close(writer)

    async def _close(self, writer: asyncio.StreamWriter) -> None:
        self._open.discard(writer)
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    def cut(self) -> int:
        """Break all connections off; returns how many there were."""
        cut = len(self._open)
        for writer in tuple(self._open):
            writer.transport.abort()
        return cut


@asynccontextmanager
async def way_to(port: int) -> AsyncIterator[Way]:
    """A way to the referee at a port."""
    way = Way(port)
    server = await asyncio.start_server(way.carry, "127.0.0.1")
    async with server:
        way.port = server.sockets[0].getsockname()[1]
        yield way
        server.close()
        way.cut()
