"""The one file of a self-test, and its figures and verdicts as one web page, with charts.

The file has figures, verdicts, and a digest that shows if it was changed.
"""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Final

import msgspec

from controller.base import charts
from controller.base.charts import Bar, Bars, Points, picture
from controller.base.findings import Finding
from controller.workshop.bench.report import histogram
from controller.workshop.selftest.figures import EdgeRun, Figures, Stop, by_end, quantile

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


def page(record: Record) -> str:
    """Make the page, as HTML without links or scripts; the same record gives the same page."""
    figures = record.figures
    parts = [
        "<h1>Self-test</h1>",
        *_surroundings(figures),
        *_verdicts(record),
        *_runs(figures),
        *_stops(figures.stops),
        f"<p>Digest: <code>{escape(record.digest)}</code></p>",
    ]
    return charts.page("Self-test", parts)


def _surroundings(figures: Figures) -> list[str]:
    texts = msgspec.to_builtins(figures.surroundings)
    rows = [f"<tr><td>{escape(name)}<td>{escape(text)}" for name, text in texts.items() if text]
    return ["<table>", *rows, "</table>"]


def _verdicts(record: Record) -> list[str]:
    rows = [
        f"<tr><td>{verdict.level}<td>{escape(verdict.what)}<td>{escape(verdict.says)}"
        f"{'<br>' + escape(verdict.fix) if verdict.fix else ''}"
        for verdict in record.verdicts
    ]
    return ["<h2>Verdicts</h2>", "<table>", *rows, "</table>"]


def _runs(figures: Figures) -> list[str]:
    runs = (("Nothing else runs", figures.quiet), ("Processor and card are busy", figures.busy))
    drawn = [picture for name, run in runs if run for picture in _run(name, run)]
    return ["<h2>Edges</h2>", '<div class="pictures">', *drawn, "</div>"] if drawn else []


def _run(name: str, run: EdgeRun) -> list[str]:
    """The usual latencies as a histogram, and all in their order."""
    if not run.latencies_us:
        return []
    p99 = quantile(run.latencies_us, 0.99)
    usual = [us for us in run.latencies_us if us <= p99]
    says = (
        f"{run.commanded} edges, {run.lost} lost, {run.extra} extra.",
        "From the command to the kernel's timestamp.",
    )
    every = Points(
        "All edges, in order", "edge", "µs", [(n, us) for n, us in enumerate(run.latencies_us, 1)]
    )
    return [picture(name, says, (histogram(usual, "µs, without the latest 1 %", "edges"), every))]


def _stops(stops: Sequence[Stop]) -> list[str]:
    bars = []
    for how, motor_off, alike in by_end(stops):
        times = [stop.low_us / 1000 for stop in alike if stop.low_us is not None]
        stuck = len(alike) - len(times)
        says = f"{max(times):.1f}" if times else "stayed high"
        note = f"{stuck} of {len(alike)} high" if stuck else ""
        short = f"{how}{' + m' if motor_off else ''}"
        bars.append(Bar(short, max(times, default=0.0), says, note))
    if not bars:
        return []
    lines = ("How long the motor pin was high after a driver ended.", "+ m: with motor-off.")
    chart = Bars("The longest, in ms", "how the driver ended", bars)
    drawn = picture("The end of a driver", lines, (chart,))
    return ["<h2>The end of a driver</h2>", '<div class="pictures">', drawn, "</div>"]
