"""A scanner on a serial line as a source of cards, also across lost connections."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

from controller.base.errors import Trouble
from controller.readers.label_parser import LabelParser, Scan
from controller.readers.reports import Health, SeenCard
from firmware_bridge.reports import Note
from firmware_bridge.serial_line import Streams

RETRY_S = 1.0
"""How often a lost scanner is looked for."""
LINE_PAUSE_S = 0.1
"""A pause that ends a line. Some scanners end no line; none pauses within a line."""
LOG_EVERY_S = 60.0
"""How often unrecognized lines are logged."""
MOST_SHOWN_BYTES = 24
"""So many bytes of them are logged."""

OK, LOST = Health("reader.ok"), Health("reader.lost")
EVIDENCE = {"kind": "scanner"}


@dataclass(frozen=True, slots=True)
class OpenPort:
    """An open port."""

    path: str
    streams: Streams


Dial = Callable[[], Awaitable[OpenPort]]
"""Finds and opens the port. Raises ``Trouble``."""


async def read_cards(
    dial: Dial, clock: Callable[[], float], note: Note, *, patient: bool
) -> AsyncGenerator[SeenCard | Health, None]:
    """Yield the cards that a scanner reads, and its health, without end.

    ``clock``: seconds, monotonic. ``patient``: wait if the scanner is not there at the beginning;
    else raise ``Trouble``. A scanner that was there once is always waited for.
    """
    parser, unrecognized, last_problem = LabelParser(), _UnrecognizedLog(note), ""
    while True:
        try:
            line = await dial()
        except Trouble as trouble:
            if not patient:
                raise
            if last_problem != str(trouble):
                last_problem = str(trouble)
                note("scanner_lost", last_problem, logging.WARNING)
            yield LOST
            await asyncio.sleep(RETRY_S)
            continue
        patient, last_problem = True, ""
        note("scanner_found", f"The scanner at {line.path} is ready.")
        reader, writer = line.streams
        try:
            yield OK
            while data := await _read(reader, LINE_PAUSE_S if parser.has_partial_line else None):
                now_s = clock()
                scan = parser.feed(data, now_s)
                unrecognized.log(scan, now_s)
                for label in scan.labels:
                    yield SeenCard(label.number, label.deck, now_s, EVIDENCE)
                for misread in scan.misread:
                    note("scanner_misread", _misread_sentence(misread), logging.WARNING)
                    yield SeenCard(None, None, now_s, EVIDENCE)
        except OSError:  # the plug was pulled
            pass
        finally:
            writer.transport.abort()
        note("scanner_lost", f"The scanner at {line.path} is gone. Plug it in.", logging.WARNING)
        yield LOST
        await asyncio.sleep(RETRY_S)


async def _read(reader: asyncio.StreamReader, within_s: float | None) -> bytes:
    """The next bytes; the end of a line if none come ``within_s``; empty: the plug was pulled."""
    try:
        async with asyncio.timeout(within_s):
            return await reader.read(4096)
    except TimeoutError:
        return b"\n"


def _misread_sentence(data: bytes) -> str:
    shown = ascii(data.decode("latin-1"))
    return (
        f"The scanner sent a label whose check sign does not fit ({shown}). Answer the question on "
        "the page. If this happens often, check the scanner's cable and the speed of its port."
    )


class _UnrecognizedLog:
    """Logs lines that are no label: the first one at once, then every ``LOG_EVERY_S``."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._logged_s: float | None = None
        self._lines = 0

    def log(self, scan: Scan, now_s: float) -> None:
        if not scan.unrecognized:
            return
        self._lines += len(scan.unrecognized)
        if self._logged_s is not None and now_s - self._logged_s < LOG_EVERY_S:
            return
        shown = ascii(scan.unrecognized[0][:MOST_SHOWN_BYTES].decode("latin-1"))
        times = f", {self._lines} times" if self._lines > 1 else ""
        self._note(
            "scanner_strange",
            f"The scanner sent what is no label of a card ({shown}{times}). docs/readers.md says "
            "how to set it up, and docs/decks.md how to print labels.",
            logging.WARNING,
            lines=self._lines,
        )
        self._logged_s, self._lines = now_s, 0
