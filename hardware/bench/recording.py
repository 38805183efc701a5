"""A run on the bench as a file: every edge and what the launcher made of it."""

from __future__ import annotations

import errno
import os
from codecs import BOM_UTF8
from pathlib import Path
from typing import Literal

import msgspec

from hardware.launcher import HitResult, TraceEntry
from hardware.portable.settings import Settings
from hardware.portable.trace import NAMES


class RecordingTrouble(Exception):
    """A recording cannot be read or written; the message is a sentence for people."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one launcher saw and did while somebody recorded."""

    launcher: str
    """Its name, as its capabilities have it."""
    settings: dict[str, int]
    """Its settings that were not the defaults."""
    seen: tuple[TraceEntry, ...]
    """In the order in which they were told. An edge may be told late, with its own moment."""
    results: tuple[HitResult, ...] = ()
    """The results of the ejections, in order."""
    lost: int = 0
    """Entries that came too fast to be told."""
    is_a: Literal["rollerdeck run 1"] = "rollerdeck run 1"
    """What this file is."""

    @property
    def begins(self) -> int:
        """How many ejections began."""
        return sum(entry.kind == "begin" for entry in self.seen)

    def from_zero(self) -> Run:
        """The same with its first moment at 0, so that it does not tell the machine's uptime."""
        if not self.seen:
            return self
        start_us = min(entry.at_us for entry in self.seen)
        moved = tuple(entry._replace(at_us=entry.at_us - start_us) for entry in self.seen)
        return msgspec.structs.replace(self, seen=moved)


def read_run(path: Path) -> Run:
    """Read a recording. Raises RecordingTrouble."""
    try:
        content = path.read_bytes().removeprefix(BOM_UTF8)  # of a Windows editor that saved it
        run = msgspec.json.decode(content, type=Run)
    except OSError as error:
        raise RecordingTrouble(
            f"{path}: the recording cannot be read ({error.strerror}); name one that "
            "`rollerdeck bench … --record FILE` wrote."
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordingTrouble(f"{path} is no recording of a bench run ({error}).") from None
    if complaint := _complaint(run):
        raise RecordingTrouble(f"{path} is no recording of a bench run ({complaint}).")
    return run


def refuse_unwritable(path: Path) -> None:
    """Raise RecordingTrouble if no recording can be written there. Touches no file."""
    try:
        place = path if path.exists() else path.parent
        place.stat()
    except OSError as error:
        raise _unwritable(path, error) from None
    if path.is_dir() or not os.access(place, os.W_OK):
        code = errno.EISDIR if path.is_dir() else errno.EACCES
        raise _unwritable(path, OSError(code, os.strerror(code)))


def write_run(path: Path, run: Run) -> None:
    """Write a recording, one entry a line. Raises RecordingTrouble."""
    lines = [msgspec.json.encode(part).decode() for part in run.from_zero().seen]
    rest = msgspec.json.encode(msgspec.structs.replace(run, seen=())).decode()
    text = rest.replace('"seen":[]', '"seen":[\n' + ",\n".join(lines) + "\n]", 1)
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> RecordingTrouble:
    return RecordingTrouble(
        f"{path}: the recording cannot be written ({error.strerror}); name another file "
        "after --record."
    )


def _complaint(run: Run) -> str | None:
    for name in run.settings:
        if not hasattr(Settings, name):
            return f"no launcher has a setting {name}"
    for entry in run.seen:
        if entry.kind not in NAMES:
            return f"a launcher tells of no {entry.kind}"
    return None
