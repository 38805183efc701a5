"""However the referee tells its rulings, each is known once, or some are known to be missing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from controller.club.referee_state import KEPT, Launcher, Line, Rulings, Table

LAUNCHER = Launcher("mock", "up", True, ())
ENTRIES = st.lists(st.integers(0, 3), min_size=1, max_size=150)
"""How many rulings each entry of the journal has."""


def line(seq: int, nth: int, key: str = "ruling.skips") -> Line:
    return Line(seq, key, "", {"nth": nth})


def told(log: list[Line], seq: int, newest: int | None) -> Table:
    """A table as the referee tells it: whole, or with the rulings of the newest entries."""
    log = [one for one in log if one.seq <= seq]
    if newest is None or not log:
        return Table(seq, f"1f-{seq}", LAUNCHER, tuple(log[-KEPT:]), 0)
    first = log[max(0, len(log) - 1 - newest)].seq
    return Table(seq, f"1f-{seq}", LAUNCHER, tuple(o for o in log if o.seq >= first), first - 1)


@given(ENTRIES, st.data())
def test_every_ruling_is_known_once_and_in_order(counts: list[int], data: st.DataObject) -> None:
    log = [line(seq, nth) for seq, n in enumerate(counts, 1) for nth in range(n)]
    rulings, heard = Rulings(), 0
    published: list[Line] = []
    for seq in range(1, len(counts) + 1):
        if data.draw(st.booleans()) and seq < len(counts):
            continue  # another table took its place before it was sent
        # then the next one is whole
        newest = data.draw(st.integers(0, 40)) if seq == heard + 1 and heard else None
        rulings, heard = rulings.joined(told(log, seq, newest)), seq
        since = published[-1].seq if published else 0
        assert rulings.after <= since
        published += rulings.since(since)
    assert published == log


def test_a_publisher_that_was_away_too_long_knows_that_rulings_are_missing() -> None:
    log = [line(seq, 0) for seq in range(1, 400)]
    assert Rulings().joined(told(log, KEPT - 1, None)).after == 0
    assert Rulings().joined(told(log, KEPT, None)).after == 1
    assert Rulings().joined(told(log, 399, None)).since(0)[0].seq == 201


def test_an_entry_that_was_told_in_part_counts_as_missing() -> None:
    log = [line(1, nth) for nth in range(3)] + [line(seq, 0) for seq in range(2, KEPT)]
    rulings = Rulings().joined(told(log, KEPT - 1, None))
    assert (rulings.after, rulings.lines[0].seq) == (1, 2)


def test_a_late_ruling_is_of_the_game_in_which_it_was_made() -> None:
    lines = (line(1, 0), line(2, 0, "log.game"), line(3, 0), line(4, 0, "log.goes_on"), line(5, 0))
    rulings = Rulings(lines, 0, 5)
    assert [rulings.game_of(one, 7) for one in lines] == [5, 6, 6, 7, 7]
