"""The program that speaks: a process for each text, cut short or killed when it has to be."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Coroutine, Sequence
from contextlib import suppress
from typing import Protocol

from controller.base.config import Referee

ESPEAK = "espeak-ng"
GONE_S = 1.0
"""A killed process that is still there then waits for the kernel."""


class Silent(Exception):
    """The program did not speak; the sentence says why."""


class Speaker(Protocol):
    """Something that says a text."""

    async def speak(self, text: str) -> None:
        """Return when all of it was said. Cancelled, it is silent at once. Raises ``Silent``."""
        ...

    def use(self, command: Sequence[str]) -> None:
        """Speak with this command line from the next text on."""
        ...


def voice_name(referee: Referee) -> str:
    """The name of the program's voice: the configured one, or that of the room's language."""
    return referee.voice_name or referee.language


def command_of(referee: Referee) -> list[str]:
    """The command line of the program that speaks, as a list; no shell reads it."""
    volume = str(referee.voice_volume_pct)
    if referee.voice == ESPEAK:
        return [ESPEAK, "-v", voice_name(referee), "-a", volume, "--stdin"]
    values = {
        "{voice}": voice_name(referee),
        "{volume}": volume,
        "{language}": referee.language,
    }
    words = shlex.split(referee.voice)
    for name, value in values.items():
        words = [word.replace(name, value) for word in words]
    return words


class Program:
    """A speaker that starts a program for each text and writes the text to its standard input."""

    def __init__(self, command: Sequence[str]) -> None:
        """``command``: the program and its arguments."""
        self._command = command
        self._stuck: Process | None = None
        """A process that was killed and is still there."""

    def use(self, command: Sequence[str]) -> None:
        """See ``Speaker.use``."""
        self._command = command

    async def speak(self, text: str) -> None:
        """See ``Speaker.speak``."""
        if self._stuck is not None and self._stuck.returncode is None:
            raise Silent("The voice's program was killed, but it does not end.")
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, start_new_session=True
            )
        )
        try:
            process = await asyncio.shield(starting)
        except asyncio.CancelledError:
            # asyncio kills a program in its start alone, and waits for what that has started
            await _to_the_end(self._kill_started(starting))
            raise
        except OSError as error:
            name, reason = self._command[0], error.strerror
            raise Silent(f"The voice's program {name} cannot be started ({reason}).") from None
        try:
            await process.communicate(_plain(text).encode())
        finally:
            if process.returncode is None:
                await _to_the_end(self._kill(process))
        if process.returncode:
            raise Silent(f"The voice's program {self._command[0]} has failed.")

    async def _kill_started(self, starting: Awaitable[Process]) -> None:
        with suppress(OSError):
            await self._kill(await starting)

    async def _kill(self, process: Process) -> None:
        """End the process and all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        self._stuck = process
        with suppress(TimeoutError):
            async with asyncio.timeout(GONE_S):
                await process.wait()


async def _to_the_end(work: Coroutine[None, None, None]) -> None:
    """Wait for the end of this, also where whoever waits is cancelled once more."""
    task = asyncio.create_task(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)
    task.result()


def _plain(text: str) -> str:
    """On one line, and without the brackets in which espeak-ng reads sounds instead of words."""
    return " ".join(text.replace("[[", " ").replace("]]", " ").split()) + "\n"
