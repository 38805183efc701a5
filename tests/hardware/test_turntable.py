"""A turntable's steps: where it gets to, in what time, and when it must not move."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.portable.ticks import MASK
from hardware.portable.turntable import HOLD_US, NOBODY, Turntable

START = (1 << 30) - 5_000
STEP_US = 1_000
STOPS = (0, 10, 40, 25)


class Bench:
    def __init__(self, home_steps: int = 0) -> None:
        self.table = Turntable(STOPS, STEP_US, home_steps)
        self.now_us = START
        self.may_turn = True
        self.moves: list[tuple[int, int]] = []
        self.stepped: Callable[[int], None] = lambda position: None

    def tick(self) -> None:
        before = self.table.position
        self.table.tick(self.now_us & MASK, self.may_turn)
        if self.table.position != before:
            assert abs(self.table.position - before) == 1, "one step at a time"
            self.moves.append((self.now_us - START, self.table.position))
            self.stepped(self.table.position)

    def run(self, for_us: int, late_us: int = 0) -> None:
        end_us = self.now_us + for_us
        self.tick()
        while (wait := self.table.due_in_us(self.now_us & MASK)) >= 0:
            if self.now_us + wait + late_us > end_us:
                break
            self.now_us += wait + late_us
            self.tick()
        self.now_us = end_us


def test_it_turns_step_by_step_and_lets_go_when_it_stands_still() -> None:
    bench = Bench()
    assert bench.table.face(1)
    bench.run(10 * STEP_US)
    assert bench.moves == [(nth * STEP_US, nth) for nth in range(1, 11)]
    assert (bench.table.turning, bench.table.held) == (False, True)
    held = []
    for wait_us in (HOLD_US - 1, 1):
        bench.run(wait_us)
        held.append(bench.table.held)
    assert held == [True, False]
    assert bench.table.due_in_us(bench.now_us & MASK) == -1


def test_it_gets_to_every_seat_from_every_other_and_back() -> None:
    bench = Bench()
    for seat in (2, 1, 3, 0, 2, 2, 0):
        assert bench.table.face(seat)
        bench.run(2_000_000)
        assert bench.table.position == STOPS[seat]
    assert min(position for _, position in bench.moves) == 0
    assert max(position for _, position in bench.moves) == max(STOPS)


@pytest.mark.parametrize(("seat", "there"), [(0, True), (3, True), (4, False), (9, False)])
def test_a_seat_it_does_not_have_is_refused(seat: int, there: bool) -> None:
    assert Bench().table.face(seat) is there


def test_while_it_may_not_turn_not_one_step_is_made_and_then_it_goes_on() -> None:
    bench = Bench()
    bench.table.face(1)
    bench.run(4 * STEP_US)
    bench.may_turn = False
    bench.run(3_000_000)
    assert (len(bench.moves), bench.table.held, bench.table.turning) == (4, True, True)
    assert bench.table.due_in_us(bench.now_us & MASK) == -1  # nothing to wake up for
    bench.may_turn = True
    bench.run(6 * STEP_US)
    assert bench.table.position == 10


def test_late_ticks_make_it_slower_and_never_hurry_it() -> None:
    bench = Bench()
    bench.table.face(1)
    bench.run(5 * (STEP_US + 5_000), late_us=5_000)
    assert len(bench.moves) == 5


def test_asked_to_face_nobody_it_stops_where_it_is_and_lets_go() -> None:
    bench = Bench()
    bench.table.face(1)
    bench.run(4 * STEP_US)
    assert bench.table.face(NOBODY)
    bench.run(2_000_000)
    assert (bench.table.position, bench.table.turning, bench.table.held) == (4, False, False)
    assert bench.table.face(1)
    bench.run(2_000_000)
    assert bench.table.position == 10


def test_asked_elsewhere_on_its_way_it_turns_round() -> None:
    bench = Bench()
    bench.table.face(2)
    bench.run(15 * STEP_US)
    bench.table.face(1)
    bench.run(1_000_000)
    assert [position for _, position in bench.moves][-6:] == [15, 14, 13, 12, 11, 10]


def test_asked_back_to_where_it_is_it_rests() -> None:
    bench = Bench()
    bench.table.face(0)
    bench.table.face(1)
    bench.run(STEP_US // 2)
    bench.table.face(0)
    bench.run(2_000_000)
    assert bench.moves == []
    assert bench.table.due_in_us(bench.now_us & MASK) == -1
    assert not bench.table.held


def test_it_goes_back_for_its_home_before_it_faces_anybody() -> None:
    bench = Bench(home_steps=100)
    bench.stepped = lambda position: bench.table.home_edge(position == -30)
    assert bench.table.face(1)
    bench.run(2_000_000)
    assert min(position for _, position in bench.moves) == -30
    assert bench.table.position == -20  # ten to the left of home
    bench.table.face(0)
    bench.run(2_000_000)
    assert bench.table.position == -30


def test_at_home_already_it_need_not_look_for_it() -> None:
    bench = Bench(home_steps=100)
    bench.table.home_edge(True)
    bench.table.face(1)
    bench.run(2_000_000)
    assert bench.table.position == 10


@pytest.mark.parametrize(("home_at", "found"), [(-100, True), (-101, False)])
def test_it_looks_for_its_home_for_one_turn_and_no_step_more(home_at: int, found: bool) -> None:
    bench = Bench(home_steps=100)
    bench.stepped = lambda position: bench.table.home_edge(position == home_at)
    bench.table.face(0)
    bench.run(2_000_000)
    assert bench.table.lost is (not found)
    assert bench.table.face(0) is found
    assert min(position for _, position in bench.moves) == -100
    bench.run(2_000_000)
    assert not bench.table.turning


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans(), st.integers(0, 30_000)), max_size=30))
def test_whatever_is_asked_it_ends_where_it_was_asked_to_last(
    wishes: list[tuple[int, bool, int]],
) -> None:
    bench = Bench()
    last = 0
    for seat, may_turn, then_us in wishes:
        bench.may_turn = may_turn
        steps = len(bench.moves)
        if bench.table.face(seat):
            last = seat
        bench.run(then_us)
        assert may_turn or len(bench.moves) == steps
    bench.may_turn = True
    bench.run(3_000_000)
    assert bench.table.position == STOPS[last]
    assert bench.table.due_in_us(bench.now_us & MASK) == -1
