"""A Unix socket at which one living process listens, and a device that is served there.

Only the process's group may connect. A TCP port of this machine can be opened beside it, to which
every program here may connect.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import socket
import stat
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd

LOOPBACK = "127.0.0.1"
SOCKET_MODE = 0o660
FOLDER_MODE = 0o750
FAREWELL_S = 0.2
"""How long a closing socket waits until callers have read what was sent to them."""

MOST_CONNECTIONS = 64
"""A quarter of the files that the driver's unit allows; one caller holds a launcher at a time."""

ACCEPTED_AT_ONCE = 16
"""Far fewer than connections: what a newcomer asks is read before a crowd has sent it away."""

QUEUED = 100
"""As asyncio's own. A caller of a Unix socket whose queue is full is refused at once."""

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class CannotListen(Exception):
    """The process cannot listen there. The message is a sentence for people."""


class Listener:
    """Serves each connection with a coroutine, and ends all of them.

    A connection too many ends the oldest one that nobody needs, so that ``safe_off`` always gets
    in.
    """

    def __init__(
        self, serve: Serve, needed: Callable[[asyncio.StreamWriter], bool] = lambda _: False
    ) -> None:
        """``needed``: whether a connection's caller holds the launcher."""
        self._serve = serve
        self._needed = needed
        self._open: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = {}
        self._stack = ExitStack()
        self._servers: list[asyncio.Server] = []

    async def start(self, path: Path, limit: int = 1 << 16) -> None:
        """Listen at ``path``, for lines of up to ``limit`` bytes; raises CannotListen."""
        sock = self._stack.enter_context(listening(path))
        server = await asyncio.start_unix_server(
            self._accepted, sock=sock, limit=limit, backlog=ACCEPTED_AT_ONCE
        )
        sock.listen(QUEUED)  # asyncio's backlog is both: the queue, and how many it takes at once
        self._servers.append(server)

    async def start_tcp(self, port: int) -> int:
        """Also listen at a TCP port of this machine; 0: any free one. Returns the port.

        Raises CannotListen.
        """
        try:
            server = await asyncio.start_server(
                self._accepted, LOOPBACK, port, backlog=ACCEPTED_AT_ONCE
            )
        except OSError as error:
            raise CannotListen(
                f"Cannot listen at {LOOPBACK}:{port} ({os.strerror(error.errno or 0)}): choose "
                "another port with --tcp."
            ) from None
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Hang up on everybody and remove the socket."""
        if not self._servers:
            return
        for server in self._servers:
            server.close()
        for writer in self._open.values():
            writer.close()
        serving = [task for task in self._open if task is not None]
        if serving and (await asyncio.wait(serving, timeout=FAREWELL_S))[1]:
            for writer in self._open.values():
                writer.transport.abort()
            await asyncio.wait(serving)
        for server in self._servers:
            await server.wait_closed()
        self._stack.close()

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        self._make_room()
        self._open[task] = writer
        try:
            await self._serve(reader, writer)
        except OSError:
            pass  # the connection broke
        finally:
            del self._open[task]
            writer.close()

    def _make_room(self) -> None:
        connected = [writer for writer in self._open.values() if not writer.is_closing()]
        if len(connected) >= MOST_CONNECTIONS:
            next(writer for writer in connected if not self._needed(writer)).transport.abort()


@contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    """Listen at a Unix socket; the file, open to user and group, exists while this lasts.

    The folder is made. A socket that a dead process left is replaced. Raises CannotListen if a
    living process listens there, or if the file is something else.
    """
    try:
        path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        with _alone(path.parent):
            _make_way(path)
            listener = _bind(path)
    except OSError as error:
        raise CannotListen(
            f"Cannot listen at {path} ({error.strerror or error}): choose another place "
            "with --socket."
        ) from None
    ours = path.stat().st_ino
    try:
        yield listener
    finally:
        listener.close()
        # Somebody may have removed it and put another socket here meanwhile.
        with suppress(OSError):
            if path.stat().st_ino == ours:
                path.unlink()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Let two processes that start at the same time look and bind one after the other."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _make_way(path: Path) -> None:
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise CannotListen(f"{path} is not a socket: move it away, or choose another place.")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except ConnectionRefusedError:
            path.unlink()
            return
        except BlockingIOError:
            pass  # its queue is full, so a living process listens there
    raise CannotListen(
        f"Another launcher already listens at {path}: use that one, or choose another "
        "place with --socket."
    )


def _bind(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    before = os.umask(0o777 & ~SOCKET_MODE)
    try:
        listener.bind(str(path))
        listener.listen(16)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    return listener


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
        self._listener = Listener(self.serve, self._holds)

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

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve a caller over any stream until it ends."""
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
