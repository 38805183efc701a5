"""The one file of a self-test: figures, verdicts, and a digest that shows if it was changed."""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from controller.base.findings import Finding
from controller.selftest.figures import Figures

FORMAT: Final = 1
PAGE: Final = ".html"
ASKED_FOR: Final = "name a file that `rollerdeck selftest` has written"
ANOTHER: Final = "name a file in another folder"


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


def page_of(file: Path) -> Path:
    """Where the page of such a file is."""
    return file.with_suffix(PAGE)


def check_place(file: Path) -> None:
    """Check, before anything is measured, that file and page can be written. Raises RecordTrouble.

    A test takes minutes, and nobody wants to lose its figures.
    """
    if not file.name or file.is_dir():
        raise RecordTrouble(f"{file} is a folder; name a file in it, such as selftest.json.")
    if file.exists() and not file.is_file():
        raise RecordTrouble(f"{file} is no ordinary file; name one such as selftest.json.")
    if file.suffix == PAGE:
        raise RecordTrouble(
            f"{file}: the page gets this ending; name a file such as selftest.json."
        )
    folder = file.absolute().parent
    if not folder.is_dir():
        raise RecordTrouble(f"{file}: there is no folder {folder}; make it, or {ANOTHER}.")
    for path in (folder, file, page_of(file)):
        if path.exists() and not os.access(path, os.W_OK):
            raise RecordTrouble(f"{path}: this user may not write there; {ANOTHER}.")


def write_record(file: Path, record: Record, page: str) -> None:
    """Write the file and its page. If that fails, what was there before stays.

    Raises RecordTrouble.
    """
    made = {
        file: msgspec.json.format(msgspec.json.encode(record)) + b"\n",
        page_of(file): page.encode(),
    }
    drafts = {target: target.with_name(f".{target.name}.new") for target in made}
    try:
        for target, content in made.items():
            drafts[target].write_bytes(content)
        for target, draft in drafts.items():
            draft.replace(target)
    except OSError as error:
        for draft in drafts.values():
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        raise RecordTrouble(f"{file}: cannot be written ({error.strerror}); {ANOTHER}.") from None


def read_record(file: Path) -> Record:
    """Read such a file. Raises RecordTrouble."""
    try:
        content = file.read_bytes().removeprefix(BOM_UTF8)  # of a Windows editor that saved it
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
