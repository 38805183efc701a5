"""A trace tells what happens while it is watched, and says what it could not keep."""

from __future__ import annotations

from hardware.portable import trace
from hardware.portable.core import Core
from hardware.portable.settings import Settings
from hardware.portable.trace import KEPT, NAMES, Trace


def taken(kept: Trace) -> list[tuple[int, int, int]]:
    entries = []
    while (entry := kept.take()) is not None:
        entries.append(entry)
    return entries


def test_who_begins_to_watch_learns_how_things_are() -> None:
    core = Core(Settings(), 0)
    core.cover_edge(10, True)
    core.card_edge(20, True)
    core.button_edge(30, True)
    core.button_edge(40, False)
    core.trace.watch(50, True)
    assert taken(core.trace) == [(trace.SENSOR, 50, 1), (trace.COVER, 50, 1)]


def test_a_level_that_stays_is_no_news() -> None:
    kept = Trace()
    kept.watch(0, True)
    for now_us in range(3):
        kept.level(trace.SENSOR, now_us, 1)
        kept.note(trace.MISSED, now_us, 1)
    assert [entry[:2] for entry in taken(kept)] == [
        (trace.SENSOR, 0),
        (trace.MISSED, 0),
        (trace.MISSED, 1),
        (trace.MISSED, 2),
    ]


def test_what_does_not_fit_is_counted() -> None:
    kept = Trace()
    kept.watch(0, True)
    for now_us in range(KEPT + 1):
        kept.level(trace.SENSOR, now_us, (now_us + 1) % 2)
    assert kept.lost == 1
    assert [entry[1] for entry in taken(kept)] == list(range(KEPT))
    kept.watch(0, True)
    assert kept.lost == 0


def test_nothing_is_kept_for_nobody() -> None:
    kept = Trace()
    kept.level(trace.MOTOR, 1, 100)
    kept.watch(2, True)
    kept.watch(3, False)
    kept.level(trace.MOTOR, 4, 0)
    assert taken(kept) == []


def test_a_flooded_sensor_loses_no_hit() -> None:
    core = Core(Settings(), 0)
    core.trace.watch(0, True)
    assert core.eject(0, -1, 1) == 0
    for now_us in range(1_000, 1_000 + 2 * KEPT):
        core.card_edge(now_us, bool(now_us % 2))
    assert core.trace.lost > 0
    assert core.ejecting


def test_every_kind_has_a_name() -> None:
    for kind, name in enumerate(NAMES):
        assert getattr(trace, name.upper()) == kind
    assert trace.LEVELS == trace.MOTOR_FAULT + 1
