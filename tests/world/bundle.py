"""Reads the evening in a support bundle. Whoever sent it is not trusted."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import msgspec

from controller.games.entries import BODIES
from controller.journal.entry import Entry
from controller.workshop.doctor.bundle import EVENING
from controller.workshop.doctor.evening import PLAYED, VERSION, RecordedEvening

MAX_BYTES = 4 << 20
"""Of a bundle."""
MAX_EVENING_BYTES = 32 << 20
"""Of its evening once it is unpacked: more than a hundred thousand entries."""
MAKE_ANOTHER = "make another with `rollerdeck doctor --bundle FILE --evening`"


class BadBundle(Exception):
    """Nothing can be played again; the message is a sentence for people."""


class _Version(msgspec.Struct):
    version: int
    rollerdeck: str = "?"


def read_bundle(file: Path) -> RecordedEvening:
    """The evening in a bundle. Raises ``BadBundle``."""
    content = _unpacked(file)
    try:
        written_by = msgspec.json.decode(content, type=_Version)
        if written_by.version > VERSION:
            raise BadBundle(
                f"{file} was written by a newer Rollerdeck ({written_by.rollerdeck}): "
                "check out that version."
            )
        evening = msgspec.json.decode(content, type=RecordedEvening)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadBundle(f"{file} holds an evening that cannot be read: {MAKE_ANOTHER}.") from None
    if not evening.entries:
        raise BadBundle(f"{file} holds an evening without entries: {MAKE_ANOTHER}.")
    for seq, entry in enumerate(evening.entries, start=1):
        try:
            if entry.kind not in PLAYED:
                raise ValueError
            msgspec.convert(entry.body, BODIES[entry.kind])
        except ValueError:
            raise BadBundle(
                f"Entry {seq} of the evening in {file} cannot be: {MAKE_ANOTHER}."
            ) from None
    return evening


def entries_of(evening: RecordedEvening, began_s: int = 0) -> tuple[Entry, ...]:
    """The entries of an evening as a journal has them."""
    return tuple(
        Entry(
            seq,
            entry.game,
            entry.kind,
            entry.body,
            f"recorded-{seq}" if entry.asked else None,
            began_s + entry.at_s,
        )
        for seq, entry in enumerate(evening.entries, start=1)
    )


def _unpacked(file: Path) -> bytes:
    try:
        if file.stat().st_size > MAX_BYTES:
            raise BadBundle(f"{file} is larger than a bundle can be ({MAX_BYTES >> 20} MB).")
        with zipfile.ZipFile(file) as archive:
            if EVENING not in archive.namelist():
                raise BadBundle(f"{file} holds no {EVENING}: {MAKE_ANOTHER}.")
            with archive.open(EVENING) as part:
                content = part.read(MAX_EVENING_BYTES + 1)
    except OSError as error:
        raise BadBundle(f"{file} cannot be read ({error.strerror or error}).") from None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        raise BadBundle(f"{file} is no bundle, or a damaged one: {MAKE_ANOTHER}.") from None
    if len(content) > MAX_EVENING_BYTES:
        raise BadBundle(f"{file} holds more than an evening ({MAX_EVENING_BYTES >> 20} MB).")
    return content
