"""Events in systemd's native protocol, or as lines for a person; never an error, never a wait."""

from __future__ import annotations

import io
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from controller.base.event_log import LIBRARIES, begin_log, is_journal, note


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    logs = [logging.getLogger(name) for name in ("rollerdeck", *LIBRARIES)]
    before = [(log.handlers, log.propagate, log.level) for log in logs]
    raised = logging.raiseExceptions
    yield
    for handler in logs[0].handlers:
        handler.close()
    for log, as_before in zip(logs, before, strict=True):
        log.handlers, log.propagate, log.level = as_before
    logging.raiseExceptions = raised


@contextmanager
def journal(folder: Path) -> Iterator[socket.socket]:
    """What stands where systemd's journal does, and this process's own output leads there."""
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there,
        (folder / "out").open("w") as stream,
    ):
        there.bind(str(folder / "journal"))
        there.setblocking(False)
        found = os.fstat(stream.fileno())
        begin_log({"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino}"}, stream, folder / "journal")
        yield there


def fields(datagram: bytes) -> dict[str, str]:
    lines = datagram.decode().split("\n")
    assert lines.pop() == ""
    return dict(line.split("=", 1) for line in lines)


def test_an_event_reaches_the_journal_with_its_priority_and_fields(tmp_path: Path) -> None:
    with journal(tmp_path) as there:
        note("hit_ended", "Hit 3 ended: 4 cards in 812 ms.", hit=3, cards=4, ms=812)
        note("page_came", "A page listens.", logging.DEBUG, pages=1)
        note("fault", "JAM", logging.WARNING)
        note("not_saved", "full", logging.ERROR)
        got = [fields(there.recv(4096)) for _ in range(4)]
    assert got[0] == {
        "MESSAGE": "Hit 3 ended: 4 cards in 812 ms.",
        "PRIORITY": "6",
        "SYSLOG_IDENTIFIER": "rollerdeck",
        "ROLLERDECK_EVENT": "hit_ended",
        "ROLLERDECK_HIT": "3",
        "ROLLERDECK_CARDS": "4",
        "ROLLERDECK_MS": "812",
    }
    assert [one["PRIORITY"] for one in got] == ["6", "7", "4", "3"]


def test_no_text_makes_a_field_of_its_own(tmp_path: Path) -> None:
    with journal(tmp_path) as there:
        note("attention", "one\nPRIORITY=0\x00", caller="a\nB=c")
        got = fields(there.recv(4096))
    assert (got["PRIORITY"], got["MESSAGE"]) == ("6", "one PRIORITY=0 ")
    assert got["ROLLERDECK_CALLER"] == "a B=c"


def test_a_journal_that_is_full_or_gone_keeps_nobody_waiting(tmp_path: Path) -> None:
    with journal(tmp_path) as there:
        for _ in range(2000):  # more than any socket queues; a wait would hang the test
            note("page_came", "A page listens.", logging.DEBUG)
        while True:
            try:
                there.recv(4096)
            except BlockingIOError:
                break
        note("page_left", "A page is gone.", logging.DEBUG)
        assert fields(there.recv(4096))["ROLLERDECK_EVENT"] == "page_left"
    note("fault", "JAM")


def test_a_person_reads_lines_and_what_a_command_says_itself_only_once() -> None:
    stream = io.StringIO()
    begin_log({}, stream)
    note("started", "The referee starts.")
    note("hit_ended", "Hit 3 ended: 4 cards in 812 ms.", hit=3)
    note("page_came", "A page listens.", logging.DEBUG)
    (line,) = stream.getvalue().splitlines()
    time, _, sentence = line.partition(" ")
    assert sentence == "Hit 3 ended: 4 cards in 812 ms."
    assert [len(part) for part in time.split(":")] == [2, 2, 2]


def test_a_terminal_that_is_gone_is_no_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (tmp_path / "out").open("w") as stream:
        begin_log({}, stream)
    note("hit_ended", "Hit 3 ended.")
    assert capsys.readouterr().err == ""


def test_only_the_stream_that_systemd_named_is_the_journal(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as stream:
        found = os.fstat(stream.fileno())
        right = f"{found.st_dev}:{found.st_ino}"
        assert is_journal({"JOURNAL_STREAM": right}, stream)
        # as in a shell that a service started, whose output goes elsewhere
        assert not is_journal({"JOURNAL_STREAM": f"{found.st_dev}:{found.st_ino + 1}"}, stream)
        assert not is_journal({}, stream)
    assert not is_journal({"JOURNAL_STREAM": right}, io.StringIO())


@pytest.mark.thorough
def test_a_flood_of_one_kind_is_cut_off_and_counted_and_others_are_not_touched() -> None:
    now_s = [0.0]
    stream = io.StringIO()
    begin_log({}, stream, clock=lambda: now_s[0])
    for nth in range(100_000):
        note("caller_came", f"Caller {nth}.")
    logging.getLogger("asyncio").error("out of descriptors")
    note("hit_ended", "Hit 1 ended.")
    said = [line.split(" ", 1)[1] for line in stream.getvalue().splitlines()]
    assert said == [f"Caller {nth}." for nth in range(60)] + ["out of descriptors", "Hit 1 ended."]
    now_s[0] = 59.9
    note("caller_came", "Too early.")
    now_s[0] = 60.0
    note("caller_came", "One more.")
    note("caller_came", "And another.")
    rest = [line.split(" ", 1)[1] for line in stream.getvalue().splitlines()][62:]
    assert rest == ["One more. (99941 more of these were left out before.)", "And another."]
