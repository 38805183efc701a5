"""Recorded runs: kept whole, refused where they are none, and run through the loop again."""

from __future__ import annotations

from dataclasses import astuple
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware.bench.recording import RecordingTrouble, Run, read_run, refuse_unwritable, write_run
from hardware.bench.replayed_run import Replayed, recorded, replay
from hardware.launcher import Fault, TraceEntry
from tests.hardware.bench.record import FOLDER, SEEDS, recorded_of

TRULY = {"plain": (4, 4, 4), "double-feed": (4, 6, 4), "jam": (4, 0, 4)}
"""Cards that left the simulated mouth, by ejection, when the runs were recorded."""


@pytest.mark.parametrize("name", SEEDS)
def test_a_run_replays_to_what_the_launcher_said(name: str) -> None:
    run, _ = recorded_of(name)
    assert replay(run) == recorded(run)
    assert len(recorded(run)) == run.begins == 3


@pytest.mark.parametrize("name", TRULY)
def test_a_recorded_run_is_reported_as_it_was(name: str) -> None:
    """Whatever the loop is by now, its report of these edges allows for the cards that left."""
    for outcome, cards in zip(replay(read_run(FOLDER / f"{name}.json")), TRULY[name], strict=True):
        assert outcome.delivered <= cards <= outcome.delivered + outcome.uncertain


@pytest.mark.parametrize("name", SEEDS)
def test_recorded_anew_they_are_what_they_are_called(name: str) -> None:
    """Or the loop has changed so far that another seed is due."""
    run, came = recorded_of(name)
    assert came == TRULY[name]
    assert recorded(run) == recorded(read_run(FOLDER / f"{name}.json"))


def test_the_double_feed_is_doubted_and_the_plain_run_is_not() -> None:
    plain, double = (replay(read_run(FOLDER / f"{name}.json")) for name in ("plain", "double-feed"))
    assert [one.uncertain for one in plain] == [0, 0, 0]
    assert [one.uncertain > 0 or one.delivered > 4 for one in double] == [False, True, False]


def test_the_jam_is_one_and_the_next_ejection_is_whole_again() -> None:
    first, jam, last = replay(read_run(FOLDER / "jam.json"))
    assert astuple(first) == astuple(last) == (4, 4, 0, 0, None)
    assert (jam.delivered, jam.fault) == (0, Fault.JAM)


def test_a_loop_with_other_settings_says_something_else() -> None:
    run, _ = recorded_of("plain")
    shorter = msgspec.structs.replace(run, settings={"card_us": 45_000})
    assert replay(shorter) != recorded(run)


@pytest.mark.parametrize(("value", "fault"), [(0, None), (1, Fault.LINK_LOST)])
def test_a_cut_and_a_lost_lease_are_replayed(value: int, fault: Fault | None) -> None:
    begin, lead = TraceEntry("begin", 1_000, 4), TraceEntry("sensor", 50_000, 1)
    (outcome,) = replay(Run("x", {}, (begin, lead, TraceEntry("off", 90_000, value))))
    assert (outcome.requested, outcome.delivered, outcome.sticking) == (4, 1, 1)
    assert outcome.fault == fault


def test_what_was_written_is_read_and_begins_at_zero(tmp_path: Path) -> None:
    run, _ = recorded_of("plain")
    late = msgspec.structs.replace(
        run, seen=tuple(one._replace(at_us=one.at_us + 10**12) for one in run.seen)
    )
    write_run(tmp_path / "run.json", late)
    again = read_run(tmp_path / "run.json")
    assert again.seen[0].at_us == 0
    assert again == late.from_zero()
    assert replay(again) == replay(run) == tuple(Replayed(4, 4, 0, 0, None) for _ in range(3))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (b"", "Input data was truncated"),
        (b"[1]", "Expected `object`"),
        (b"\xff", "no recording"),
        ({"is_a": "something else"}, "Invalid enum value"),
        ({"seen": [["sensor", 5]]}, "length 3"),
        ({"seen": [["nonsense", 5, 1]]}, "tells of no nonsense"),
        ({"settings": {"card_mm": 87}}, "no launcher has a setting card_mm"),
        ({"more": 1}, "unknown field"),
    ],
)
def test_what_is_no_recording_is_a_sentence(tmp_path: Path, change: Any, why: str) -> None:
    file = tmp_path / "run.json"
    if isinstance(change, dict):
        whole = msgspec.json.decode(msgspec.json.encode(Run("x", {}, ())))
        change = msgspec.json.encode({**whole, **change})
    file.write_bytes(change)
    with pytest.raises(RecordingTrouble, match=why):
        read_run(file)


def test_a_file_that_cannot_be_had_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecordingTrouble, match="cannot be read"):
        read_run(tmp_path / "none.json")
    with pytest.raises(RecordingTrouble, match="cannot be written"):
        write_run(tmp_path, Run("x", {}, ()))


def test_to_ask_whether_a_recording_can_be_written_touches_no_file(tmp_path: Path) -> None:
    new, old = tmp_path / "new.json", tmp_path / "old.json"
    old.write_text("kept")
    old.chmod(0o600)
    before = (tmp_path.stat().st_mtime_ns, old.stat().st_mtime_ns)
    refuse_unwritable(new)
    refuse_unwritable(old)
    assert (tmp_path.stat().st_mtime_ns, old.stat().st_mtime_ns) == before
    assert not new.exists()


@pytest.mark.parametrize("place", ["", "none/run.json", "x" * 300])
def test_where_no_recording_can_be_written_it_is_a_sentence(tmp_path: Path, place: str) -> None:
    with pytest.raises(RecordingTrouble, match=r"cannot be written .*after --record"):
        refuse_unwritable(tmp_path / place)
