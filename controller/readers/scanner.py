"""A scanner on a serial line as a source of cards: read, lost, and found again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

from controller.base.errors import Trouble
from controller.readers.client import Note
from controller.readers.label_lines import Found, LabelLines
from controller.readers.seen import Health, Seen
from firmware_bridge.serial_line import Streams

AGAIN_S = 1.0
"""How often a scanner that is not there is looked for."""
PAUSE_S = 0.1
"""After it a line is over. Some scanners end no line; none pauses within a line."""
STRANGE_S = 60.0
"""How often strange lines are told of."""
SHOWN = 24
"""So many bytes of them are shown."""

OK, LOST = Health("reader.ok"), Health("reader.lost")
EVIDENCE = {"kind": "scanner"}


@dataclass(frozen=True, slots=True)
class Line:
    """An open port."""

    path: str
    streams: Streams


Dial = Callable[[], Awaitable[Line]]
"""Finds and opens the port. May raise ``Trouble``."""


async def watch(
    dial: Dial, clock: Callable[[], float], note: Note, *, patient: bool
) -> AsyncGenerator[Seen | Health, None]:
    """The cards that a scanner reads. It goes on for ever.

    ``clock``: seconds, monotonic. ``patient``: wait if the scanner is not there at the beginning;
    else raise ``Trouble``. A scanner that was there once is always waited for.
    """
    lines, strange, told = LabelLines(), _Strange(note), ""
    while True:
        try:
            line = await dial()
        except Trouble as trouble:
            if not patient:
                raise
            if told != str(trouble):
                told = str(trouble)
                note("scanner_lost", told, logging.WARNING)
            yield LOST
            await asyncio.sleep(AGAIN_S)
            continue
        patient, told = True, ""
        note("scanner_found", f"The scanner at {line.path} is ready.")
        reader, writer = line.streams
        try:
            yield OK
            while data := await _read(reader, PAUSE_S if lines.is_within else None):
                now_s = clock()
                found = lines.feed(data, now_s)
                strange.take(found, now_s)
                for label in found.labels:
                    yield Seen(label.number, label.deck, now_s, EVIDENCE)
                for misread in found.misread:
                    note("scanner_misread", _misread(misread), logging.WARNING)
                    yield Seen(None, None, now_s, EVIDENCE)
        except OSError:  # the plug was pulled
            pass
        finally:
            writer.transport.abort()
        note("scanner_lost", f"The scanner at {line.path} is gone. Plug it in.", logging.WARNING)
        yield LOST
        await asyncio.sleep(AGAIN_S)


async def _read(reader: asyncio.StreamReader, within_s: float | None) -> bytes:
    """What comes over the line; the end of a line if nothing comes; empty: the plug was pulled."""
    try:
        async with asyncio.timeout(within_s):
            return await reader.read(4096)
    except TimeoutError:
        return b"\n"


def _misread(said: bytes) -> str:
    shown = ascii(said.decode("latin-1"))
    return (
        f"The scanner sent a label whose check sign does not fit ({shown}). Answer the question on "
        "the page. If this happens often, check the scanner's cable and the speed of its port."
    )


class _Strange:
    """Tells of lines that are no label: of the first one at once, then once in a while."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._told_s: float | None = None
        self._lines = 0

    def take(self, found: Found, now_s: float) -> None:
        if not found.strange:
            return
        self._lines += len(found.strange)
        if self._told_s is not None and now_s - self._told_s < STRANGE_S:
            return
        shown = ascii(found.strange[0][:SHOWN].decode("latin-1"))
        many = f", {self._lines} times" if self._lines > 1 else ""
        self._note(
            "scanner_strange",
            f"The scanner sent what is no label of a card ({shown}{many}). docs/readers.md says "
            "how to set it up, and docs/decks.md how to print labels.",
            logging.WARNING,
            lines=self._lines,
        )
        self._told_s, self._lines = now_s, 0
