"""A launcher on a serial line, made reachable on a Unix socket: the process that owns the line.

One caller at a time has the line; it is opened when a caller comes and closed when the caller goes,
so that a plug may be pulled and put in meanwhile. What the launcher says is passed on as it comes.
What a caller says is read first: the line gets whole messages only, and nobody gets the long lease
over it, because a line cannot tell the launcher that its caller has died.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

from firmware_bridge.address import Dial
from firmware_bridge.device import MAX_CALLER
from firmware_bridge.messages import MAX_NUMBER, WireRefusal, error, is_in
from firmware_bridge.reports import Note, ServiceManager, Unmanaged, unlogged
from firmware_bridge.sockets import Listener
from firmware_bridge.wire.frames import Decoder, encode
from hardware.launcher import LauncherGone

BEATS = 4
"""Beats within the watchdog's time: if so many in a row are late, the process is killed."""

STUCK_S = 1.0
"""A line that takes no byte for so long is closed: by then its caller has given up, too."""

Message = dict[str, Any]


class Caller:
    """A connection to the relay, and what its messages say about it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.name = "?"
        self.kept = False
        """Whether it said that it needs the launcher."""
        self.hit = False
        """Whether it may have a hit under way."""
        self.sent_away = asyncio.Event()
        self.gone = asyncio.Event()
        self.writer = writer
        self._reader = reader
        self._decoder = Decoder()

    @property
    def hung_up(self) -> bool:
        """Whether it has nothing more to say: its line is being closed."""
        return self._reader.at_eof()

    async def hear(self) -> list[Message]:
        """Return the next messages, without a wish for the long lease; none: it has hung up."""
        messages: list[Message] = []
        while not messages and (data := await self._reader.read(4096)):
            messages = self._decoder.feed(data)
        for message in messages:
            message.pop("armed_lease", None)
            do = message.get("do")
            if do == "hello":
                self.name = _name(message.get("caller"))
            elif do in ("arm", "eject"):
                self.hit = True
            elif do == "keep":
                self.kept = message.get("on") is True
                # a referee whose game is over says so, and then has no hit under way
                self.hit = self.hit and self.kept
        return messages

    def refuse(self, refused: WireRefusal, request: Message) -> None:
        """Answer a request with an error."""
        number = request.get("id")
        request_number = number if is_in(number, 1, MAX_NUMBER) else None
        self.writer.write(encode(error(refused, request_number)))

    def send_away(self, sentence: str, reason: str, caller: str) -> None:
        """Hang up on it; ``caller`` has the line now."""
        self.writer.write(encode({"over": sentence, "why": reason, "caller": caller}))
        self.sent_away.set()


class Relay:
    """Passes messages between a socket and a line between ``start`` and ``close``."""

    def __init__(
        self, dial: Dial, note: Note = unlogged, manager: ServiceManager | None = None
    ) -> None:
        """``dial`` opens the line; it may raise LauncherGone."""
        self._dial = dial
        self._note = note
        self._manager = manager or Unmanaged()
        self._listener = Listener(self._serve, self._holds)
        self._holder: Caller | None = None
        self._beating: asyncio.Task[None] | None = None

    async def start(self, path: Path) -> None:
        """Listen at ``path``; raises CannotListen."""
        await self._listener.start(path)
        self._beating = asyncio.create_task(self._beat())
        self._manager.ready()
        self._manager.status("No program uses the launcher.")
        self._note("ready", "The launcher's serial line can be used.")

    async def close(self) -> None:
        """Hang up on everybody, and remove the socket. The launcher's lease stops its motor."""
        if self._beating is not None:
            self._beating.cancel()
        self._manager.stopping()
        if self._holder is not None:
            self._holder.send_away("The serial line's program was stopped.", "stopped", "")
        await self._listener.close()
        self._note("stopped", "The serial line's program stops.")

    async def _beat(self) -> None:
        while pause_s := self._manager.watchdog_s / BEATS:
            await asyncio.sleep(pause_s)
            self._manager.alive()

    def _holds(self, writer: asyncio.StreamWriter) -> bool:
        return self._holder is not None and self._holder.writer is writer

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        caller = Caller(reader, writer)
        messages = await caller.hear()
        if not messages:
            return
        while (holder := self._holder) is not None:
            if not holder.hung_up and not self._gives_way(holder, caller, messages[0]):
                return
            await holder.gone.wait()
        self._holder = caller
        try:
            await self._hold(caller, messages)
        finally:
            self._holder = None
            caller.gone.set()
            self._manager.status("No program uses the launcher.")

    def _gives_way(self, holder: Caller, caller: Caller, first: Message) -> bool:
        """Send the holder away for who may do that; else refuse the new caller."""
        do = first.get("do")
        if do == "safe_off":
            holder.send_away("The motor was switched off by somebody else.", "safe_off", "?")
            return True
        if do != "hello":
            sentence = "This launcher takes requests after a hello only."
            caller.refuse(WireRefusal("no_hello", sentence), first)
            return False
        if first.get("instead") is True and not (holder.kept or holder.hit):
            holder.send_away("Another caller took the launcher.", "taken", caller.name)
            return True
        sentence = "Another caller holds the launcher."
        more = {"caller": holder.name, "kept": holder.kept}
        caller.refuse(WireRefusal("busy", sentence, more), first)
        return False

    async def _hold(self, caller: Caller, messages: list[Message]) -> None:
        """Give the caller the line until either end is over."""
        try:
            reader, writer = await self._dial()
        except LauncherGone as gone:
            more = {"key": gone.reason.key, "values": dict(gone.reason.values)}
            refused = WireRefusal("away", "The serial line of the launcher cannot be used.", more)
            caller.refuse(refused, messages[0])
            return
        self._note("caller_came", f"{caller.name} uses the launcher.")
        self._manager.status(f"{caller.name} uses the launcher.")
        passing = [
            asyncio.create_task(work)
            for work in (
                _to_line(caller, messages, writer),
                _to_caller(reader, caller.writer),
                caller.sent_away.wait(),
            )
        ]
        try:
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await _end(writer, passing)
            self._note("caller_left", f"{caller.name} no longer uses the launcher.")


def _name(name: object) -> str:
    """A caller's name, which is shown on terminals; the launcher refuses any other."""
    fits = isinstance(name, str) and 1 <= len(name) <= MAX_CALLER and min(name) >= " "
    return str(name) if fits else "?"


async def _to_line(caller: Caller, messages: list[Message], line: asyncio.StreamWriter) -> None:
    while messages:
        for message in messages:
            with suppress(ValueError):  # too long for a frame, so it was none of this protocol's
                line.write(encode(message))
        # do not read from a caller whose messages the line does not take
        async with asyncio.timeout(STUCK_S):
            await line.drain()
        messages = await caller.hear()


async def _to_caller(line: asyncio.StreamReader, caller: asyncio.StreamWriter) -> None:
    while data := await line.read(4096):
        caller.write(data)
        await caller.drain()


async def _end(line: asyncio.StreamWriter, passing: list[asyncio.Task[Any]]) -> None:
    """Close the line at once, also one that takes no more bytes."""
    for task in passing:
        task.cancel()
    line.transport.abort()
    # a plug that was pulled, a caller that died, or a line that is stuck: the next caller may try
    await asyncio.gather(*passing, return_exceptions=True)
    with suppress(OSError):
        await line.wait_closed()
