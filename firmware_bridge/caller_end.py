"""The caller's end of a connection to a launcher: requests and their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import randbelow
from typing import Any

from firmware_bridge.wire.frames import Decoder, encode
from firmware_bridge.wire.session import WINDOW
from hardware.launcher import LauncherBusy, LauncherGone

ANSWER_S = 1.0
"""A launcher answers at once; one that takes longer than this is not there any more."""

FIRST_NUMBERS = 1 << 28
"""The first request gets a number below this; enough numbers are left for years of beats."""

RESEND_S = 0.05
"""A request that has no answer by then may have been lost on the way: it is sent again."""

Message = dict[str, Any]


class CallerEnd:
    """Asks over a stream and hears events from it. When the stream ends, it ends for good.

    ``on_event`` is called with every numbered event as it comes, repeated ones included.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        on_event: Callable[[Message], None],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._on_event = on_event
        self._asked: dict[int, asyncio.Future[Message]] = {}
        # Not from 1 on: what a serial line still holds may answer whoever was here before.
        self._number = randbelow(FIRST_NUMBERS)
        self._window = asyncio.Semaphore(WINDOW)
        self._answered = False
        self._why = ""

    async def listen(self) -> str:
        """Hear answers and events until the stream ends; returns why it ended, as a sentence."""
        decoder = Decoder()
        try:
            while data := await self._reader.read(4096):
                for message in decoder.feed(data):
                    self._hear(message)
        except OSError:
            pass
        finally:
            self.close("The launcher hung up.")
        return self._why

    async def ask(self, do: str, **members: object) -> Message:
        """Send a request, return its answer.

        Raises LauncherBusy where somebody else has the launcher, LauncherGone for any other
        refusal and where no answer comes; in that last case the connection is closed.
        """
        async with self._window:
            if self._why:
                raise LauncherGone(self._why)
            self._number += 1
            number = self._number
            answered = self._asked[number] = asyncio.get_running_loop().create_future()
            request = encode({"id": number, "do": do, **members})
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer: Message = await self._answer(request, answered)
            except TimeoutError:
                self.close("The launcher does not answer: see if its program still runs.")
                raise LauncherGone(self._why) from None
            finally:
                self._asked.pop(number, None)
        if "error" in answer:
            kind = LauncherBusy if answer["error"] == "busy" else LauncherGone
            raise kind(str(answer.get("sentence", answer["error"])))
        return answer

    async def _answer(self, request: bytes, answered: asyncio.Future[Message]) -> Message:
        try:
            while True:
                self._writer.write(request)
                # the same number again: it is not done twice
                done, _ = await asyncio.wait([answered], timeout=RESEND_S)
                if done:
                    return answered.result()
        finally:
            answered.cancel()

    def close(self, why: str) -> None:
        """Close the connection; whoever waits for an answer gets LauncherGone."""
        self._why = self._why or why
        self._writer.close()
        for answered in self._asked.values():
            if not answered.done():
                answered.set_exception(LauncherGone(self._why))

    def _hear(self, message: Message) -> None:
        if "event" in message:
            try:
                self._on_event(message)
            except (LookupError, TypeError, ValueError):
                self.close("The launcher speaks another language: update the older of the two.")
        elif "over" in message:
            # before any answer it is for who was here before: a serial line keeps what nobody read
            if self._answered:
                self.close(str(message["over"]))
        else:
            number = message.get("to")
            answered = self._asked.get(number) if isinstance(number, int) else None
            if answered is not None and not answered.done():
                self._answered = True
                answered.set_result(message)
