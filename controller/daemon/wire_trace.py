"""Keeps what the launcher told last, for a support bundle: hits, cards, faults and the link.

Events have numbers and times, and name nobody. They are appended to a file beside the journal.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from controller.base.paths import wire_of
from controller.journal.durable import PRIVATE
from hardware.launcher import (
    CardLeft,
    FaultsChanged,
    HitEnded,
    LauncherEvent,
    LinkChanged,
    Pressed,
)

SAVE_S = 2.0
"""So often what is new is written: what a crash loses."""
MAX_BYTES = 512 * 1024
"""Of a file; then the next one begins, and only one before it is kept."""
STARTED = "started"
"""What is noted at the referee's start: events may be lost before."""
NAMES: dict[type[LauncherEvent], str] = {
    Pressed: "press",
    CardLeft: "card",
    HitEnded: "ended",
    FaultsChanged: "faults",
    LinkChanged: "link",
}
"""What the events are called, as on the wire; of others nothing is kept."""


class WireEvent(msgspec.Struct, frozen=True):
    """One event of the launcher."""

    at_ms: int
    """Milliseconds since 1970, by this machine's clock."""
    name: str
    """One of ``NAMES``, or ``STARTED``."""
    event: dict[str, Any]
    """Its members."""


class WireTrace:
    """Hears the launcher's events, and appends them to the file."""

    def __init__(self, journal: Path, clock: Callable[[], float] = time.time) -> None:
        """``clock``: seconds since 1970."""
        self._path = wire_of(journal)
        self._clock = clock
        self._lines: list[bytes] = []
        self._note(STARTED, {})

    def heard(self, event: LauncherEvent) -> None:
        """Note an event of the launcher."""
        name = NAMES.get(type(event))
        if name is not None:
            members = msgspec.to_builtins(event)
            members.pop("reason", None)  # it can name a place
            self._note(name, members)

    def _note(self, name: str, members: dict[str, Any]) -> None:
        noted = WireEvent(round(self._clock() * 1000), name, members)
        self._lines.append(msgspec.json.encode(noted) + b"\n")

    async def keep(self) -> None:
        """Write what is new again and again. A disk that refuses it loses it."""
        while True:
            await asyncio.sleep(SAVE_S)
            await asyncio.to_thread(self.save)

    def save(self) -> None:
        """Write what is new."""
        lines, self._lines = self._lines, []
        try:
            if lines:
                self._append(b"".join(lines))
        except OSError:
            pass  # the journal says what is wrong with the disk

    def _append(self, content: bytes) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        file = os.open(self._path, flags, PRIVATE)
        try:
            os.write(file, content)
            size = os.fstat(file).st_size
        finally:
            os.close(file)
        if size > MAX_BYTES:
            self._path.replace(_before(self._path))


def read_trace(journal: Path) -> Iterator[WireEvent]:
    """The events that are kept beside a journal, oldest first. What cannot be read is left out."""
    path = wire_of(journal)
    for file in (_before(path), path):
        lines = file.read_bytes().splitlines() if file.is_file() else ()
        for line in lines:
            try:
                yield msgspec.json.decode(line, type=WireEvent)
            except (msgspec.DecodeError, UnicodeDecodeError):
                continue  # the power was cut in the middle of it


def _before(path: Path) -> Path:
    return path.with_name(f"{path.name}.before")
