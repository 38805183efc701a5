"""The caller's end of a connection to a launcher: requests and their answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from secrets import randbelow
from typing import Any

from firmware_bridge.wire.frames import Decoder, encode
from firmware_bridge.wire.session import WINDOW
from hardware.launcher import LauncherBusy, LauncherGone, Reason

ANSWER_S = 1.0
"""A launcher answers at once; one that takes longer than this is gone."""

FIRST_NUMBERS = 1 << 28
"""The first request gets a number below this; enough numbers are left for years of beats."""

RESEND_S = 0.05
"""A request without an answer may have been lost on the way: it is sent again after this time."""

BUSY = ("launcher.busy", "launcher.game_is_on")
"""Somebody else has the launcher, without and with a game that is on."""
REFUSED = {
    "no_hello": "launcher.no_hello",
    "protocol": "launcher.foreign",
    "running": "launcher.running",
    "forgotten": "launcher.forgotten",
    "stale": "launcher.stale",
}
"""What a launcher's refusals come to, by their codes; all others: the two do not understand
each other."""
LINE_AWAY = frozenset(
    {
        "launcher.no_pico",
        "launcher.no_such_usb",
        "launcher.several_ports",
        "launcher.no_port",
        "launcher.port_taken",
        "launcher.port_forbidden",
        "launcher.no_serial_line",
    }
)
"""Why a relay has no line to the launcher now."""
OVER = {
    "lease": "launcher.lease_lost",
    "taken": "launcher.taken",
    "safe_off": "launcher.switched_off",
    "stopped": "launcher.stopped",
    "stale": "launcher.stale",
}
"""Why a launcher hangs up, by its word for it; all others: it just does."""
FOREIGN = Reason("launcher.foreign")
HUNG_UP = Reason("launcher.hung_up")

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
        below: Callable[[int], int] = randbelow,
    ) -> None:
        """``below`` draws a number from 0 to less than its argument."""
        self._reader = reader
        self._writer = writer
        self._on_event = on_event
        self._asked: dict[int, asyncio.Future[Message]] = {}
        # Not from 1 on: a serial line may still hold answers to an earlier caller.
        self._number = below(FIRST_NUMBERS)
        self._window = asyncio.Semaphore(WINDOW)
        self._answered = False
        self._reason: Reason | None = None

    async def listen(self) -> Reason:
        """Hear answers and events until the stream ends; returns why it ended."""
        decoder = Decoder()
        try:
            while data := await self._reader.read(4096):
                for message in decoder.feed(data):
                    self._hear(message)
        except OSError:
            pass
        finally:
            self.close(HUNG_UP)
        return self._reason or HUNG_UP

    async def ask(self, do: str, **members: object) -> Message:
        """Send a request, return its answer.

        Raises LauncherBusy where somebody else has the launcher, LauncherGone for any other
        refusal and where no answer comes; in that last case the connection is closed.
        """
        async with self._window:
            if self._reason:
                raise gone_for(self._reason)
            self._number += 1
            number = self._number
            answered = self._asked[number] = asyncio.get_running_loop().create_future()
            request = encode({"id": number, "do": do, **members})
            try:
                async with asyncio.timeout(ANSWER_S):
                    answer: Message = await self._answer(request, answered)
            except TimeoutError:
                self.close(Reason("launcher.no_answer"))
                raise gone_for(self._reason or HUNG_UP) from None
            finally:
                self._asked.pop(number, None)
        if "error" in answer:
            raise _refused(answer)
        return answer

    async def _answer(self, request: bytes, answered: asyncio.Future[Message]) -> Message:
        try:
            while True:
                self._writer.write(request)
                # the same number again, so the launcher does not do it twice
                done, _ = await asyncio.wait([answered], timeout=RESEND_S)
                if done:
                    return answered.result()
        finally:
            answered.cancel()

    def close(self, reason: Reason) -> None:
        """Close the connection; whoever waits for an answer gets LauncherGone."""
        self._reason = self._reason or reason
        self._writer.close()
        for answered in self._asked.values():
            if not answered.done():
                answered.set_exception(gone_for(self._reason))

    def _hear(self, message: Message) -> None:
        if "event" in message:
            try:
                self._on_event(message)
            except (LookupError, TypeError, ValueError):
                self.close(FOREIGN)
        elif "over" in message:
            # before any answer it is for an earlier caller: a serial line keeps what nobody read
            if self._answered:
                key = OVER.get(str(message.get("why")))
                values = _caller(message) if key == OVER["taken"] else {}
                self.close(Reason(key, values) if key else HUNG_UP)
        else:
            number = message.get("to")
            answered = self._asked.get(number) if isinstance(number, int) else None
            if answered is not None and not answered.done():
                self._answered = True
                answered.set_result(message)


def gone_for(reason: Reason) -> LauncherGone:
    """The exception for a reason."""
    kind = LauncherBusy if reason.key in BUSY else LauncherGone
    return kind(reason.key, reason.values)


def _refused(answer: Message) -> LauncherGone:
    error = str(answer["error"])
    if error == "busy":
        return gone_for(Reason(BUSY[answer.get("kept") is True], _caller(answer)))
    key, values = answer.get("key"), answer.get("values")
    if error == "away" and key in LINE_AWAY and isinstance(values, dict):
        return LauncherGone(str(key), values)
    return LauncherGone(REFUSED.get(error, FOREIGN.key))


def _caller(message: Message) -> dict[str, str]:
    """Who has the launcher now, as far as it says so."""
    return {"caller": str(message.get("caller", "?"))}
