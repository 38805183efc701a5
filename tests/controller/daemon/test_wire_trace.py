"""What the launcher told last is kept beside the journal, if its owner wants it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.base.paths import wire_of
from controller.daemon import wire_trace
from controller.daemon.wire_trace import STARTED, WireTrace, read_trace
from hardware.launcher import CardLeft, FaultsChanged, LinkChanged, Pressed, Reason, ScaleChanged

AT_S = 1_790_000_000.25


def names(journal: Path) -> list[str]:
    return [told.name for told in read_trace(journal)]


def test_events_are_kept_with_their_times_and_without_places(tmp_path: Path) -> None:
    journal = tmp_path / "journal.sqlite3"
    trace = WireTrace(journal, lambda: AT_S)
    trace.heard(Pressed(3, 7, 1_200))
    trace.heard(CardLeft(7, 1, 1_350))
    trace.heard(FaultsChanged(()))
    trace.heard(LinkChanged(False, Reason("launcher.nowhere", {"place": "zoe.example.org"})))
    trace.heard(ScaleChanged(None))
    assert list(read_trace(journal)) == []
    trace.save()
    started, press, *others = read_trace(journal)
    assert started.name == STARTED
    assert (press.at_ms, press.event) == (AT_S * 1000, {"presses": 3, "hit": 7, "at_ms": 1_200})
    assert [told.name for told in others] == ["card", "faults", "link"]
    assert "zoe" not in wire_of(journal).read_text()
    assert wire_of(journal).stat().st_mode & 0o077 == 0
    trace.save()
    assert len(names(journal)) == 5


def test_two_files_are_kept_and_what_cannot_be_read_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = tmp_path / "journal.sqlite3"
    monkeypatch.setattr(wire_trace, "MAX_BYTES", 150)
    trace = WireTrace(journal, lambda: AT_S)
    for nth in range(1, 9):
        trace.heard(CardLeft(7, nth, 0))
        trace.save()
    kept = [told.event["nth"] for told in read_trace(journal)]
    assert 0 < len(kept) < 8
    assert kept == list(range(9 - len(kept), 9))
    wire_of(journal).write_bytes(b'{"at_ms": 1, "na\n\xff\n')
    assert set(names(journal)) <= {"card"}


def test_a_disk_that_refuses_it_loses_it(tmp_path: Path) -> None:
    wire_of(tmp_path / "journal.sqlite3").mkdir()
    trace = WireTrace(tmp_path / "journal.sqlite3", lambda: AT_S)
    trace.save()
    assert names(tmp_path / "journal.sqlite3") == []
