"""The file of a self-test: it comes back as it was, or is refused; and it is written whole."""

from __future__ import annotations

import resource
import signal
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.workshop.selftest.record import (
    RecordTrouble,
    page,
    read_record,
    record_of,
    write_record,
)
from hardware.gpio.motor_pins import BOOT_ID
from hardware.gpio.pins import Pins
from tests.controller.workshop.jumpered import Jumpered, tried

PINS = Pins()


def test_the_file_comes_back_and_names_nobody(tmp_path: Path) -> None:
    pi = Jumpered(PINS)
    pi.machine.files |= {"/etc/hostname": "anns-pi", "/etc/os-release": 'PRETTY_NAME="Debian 13"\n'}
    file = tmp_path / "selftest.json"
    record = record_of(*tried(pi, tmp_path))
    write_record(file, record, page(record))
    assert read_record(file) == record
    assert record.figures.surroundings.os == "Debian 13"
    text = file.read_text()
    for private in ("anns-pi", str(tmp_path), pi.machine.files[str(BOOT_ID)].strip()):
        assert private not in text


def test_a_file_that_a_windows_editor_saved_is_read(tmp_path: Path) -> None:
    file = tmp_path / "selftest.json"
    record = record_of(*tried(Jumpered(PINS), tmp_path))
    write_record(file, record, "")
    file.write_bytes(BOM_UTF8 + file.read_bytes().replace(b"\n", b"\r\n"))
    assert read_record(file) == record


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda text: text.replace('"lost": 0', '"lost": 1'), "was changed after the test"),
        (lambda text: text.replace('"format": 1', '"format": 2'), "format 2, and this version"),
        (lambda text: text[:-5], "is no file of a self-test"),
        (lambda text: "[]", "is no file of a self-test"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused(
    change: Callable[[str], str], complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "selftest.json"
    write_record(file, record_of(*tried(Jumpered(PINS), tmp_path)), "")
    file.write_text(change(file.read_text()))
    with pytest.raises(RecordTrouble, match=complaint):
        read_record(file)


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordTrouble, match="cannot be read"):
        read_record(tmp_path / "none.json")
    with pytest.raises(RecordTrouble, match="cannot be written"):
        write_record(tmp_path / "no" / "folder", record_of(*tried(Jumpered(PINS), tmp_path)), "")


def test_a_full_card_leaves_the_file_of_an_earlier_test(tmp_path: Path) -> None:
    """Neither of the two is written by half, and no draft is left."""
    file = tmp_path / "selftest.json"
    record = record_of(*tried(Jumpered(PINS), tmp_path))
    write_record(file, record, "the page")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, limits[1]))
    try:
        with pytest.raises(RecordTrouble, match=r"cannot be written \(File too large\)"):
            write_record(file, record, "x" * 2 * file.stat().st_size)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert read_record(file) == record
    assert file.with_suffix(".html").read_text() == "the page"
    assert len(list(tmp_path.iterdir())) == 2
