"""The one file of a self-test: figures, verdicts, and a digest that shows if it was changed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from controller.base.findings import Finding
from controller.selftest.figures import Figures

FORMAT: Final = 1
ASKED_FOR: Final = "name a file that `rollerdeck selftest` has written"


class Record(msgspec.Struct, frozen=True):
    """What is in the file."""

    format: int
    figures: Figures
    verdicts: tuple[Finding, ...]
    digest: str = ""
    """SHA-256 of everything else, see ``digest_of``."""


class RecordTrouble(Exception):
    """The file cannot be used; the message is a sentence for people."""


class _Format(msgspec.Struct, frozen=True):
    format: int


def record_of(figures: Figures, verdicts: Sequence[Finding]) -> Record:
    """Put figures and verdicts together, with their digest."""
    record = Record(FORMAT, figures, tuple(verdicts))
    return msgspec.structs.replace(record, digest=digest_of(record))


def digest_of(record: Record) -> str:
    """The digest of a record: of its JSON with an empty digest."""
    bare = msgspec.structs.replace(record, digest="")
    return hashlib.sha256(msgspec.json.encode(bare)).hexdigest()


def write_record(file: Path, record: Record) -> None:
    """Write the file. Raises RecordTrouble."""
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(record)) + b"\n")
    except OSError as error:
        raise RecordTrouble(
            f"{file}: cannot be written ({error.strerror}); name another file after --out."
        ) from None


def read_record(file: Path) -> Record:
    """Read such a file. Raises RecordTrouble."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise RecordTrouble(f"{file}: cannot be read ({error.strerror}); {ASKED_FOR}.") from None
    try:
        its_format = msgspec.json.decode(content, type=_Format).format
        if its_format != FORMAT:
            raise RecordTrouble(
                f"{file} has format {its_format}, and this version writes format {FORMAT}: "
                "use the version of Rollerdeck that wrote the file, or run the test again."
            )
        record = msgspec.json.decode(content, type=Record)
    except (msgspec.DecodeError, UnicodeError):
        raise RecordTrouble(f"{file} is no file of a self-test; {ASKED_FOR}.") from None
    if record.digest != digest_of(record):
        raise RecordTrouble(
            f"{file} was changed after the test, because its digest differs; run the test again."
        )
    return record
