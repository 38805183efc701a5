"""The eject loop's own limits, each at its boundary and one microsecond before it.

Edges are told by hand, and the motor obeys at once, so that every moment is known exactly.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from hardware.portable import core, faults
from hardware.portable.eject import Eject
from hardware.portable.limits import Limits
from hardware.portable.settings import Settings
from hardware.portable.ticks import MASK

SETTINGS = Settings()
START = (1 << 30) - 200_000
CARD_AT_US = 150_000
BEAT_US = 100_000


class Loop:
    """A core that ejects; ``driven``: every change of its motor, and when."""

    def __init__(self, count: int, **changes: int) -> None:
        self.settings = Settings(**changes)
        self.core = core.Core(self.settings, START)
        self.now_us = 0
        self.driven: list[tuple[int, int]] = []
        self._pct = 0
        assert self.core.eject(self._ticks, -1, count) == core.ARMED
        self._drive()

    @property
    def _ticks(self) -> int:
        return (START + self.now_us) & MASK

    def _drive(self) -> None:
        while self.core.motor_pct != self._pct:
            self._pct = self.core.motor_pct
            self.driven.append((self.now_us, self._pct))
            self.core.tick(self._ticks)

    def run_to(self, at_us: int, beating: bool = True) -> None:
        """Let time pass up to and including a moment."""
        while self.now_us < at_us:
            wait = self.core.next_tick_in_us(self._ticks)
            nap_us = BEAT_US if wait < 0 else min(wait, BEAT_US)
            self.now_us = min(self.now_us + nap_us, at_us)
            if beating:
                self.core.beat(self._ticks)
            self.core.tick(self._ticks)
            self._drive()

    def edge(self, at_us: int, blocked: bool) -> None:
        self.run_to(at_us - 1)
        self.now_us = at_us
        self.core.card_edge(self._ticks, blocked)
        self._drive()

    def card(self, at_us: int = CARD_AT_US) -> int:
        """One card passes; returns when it has gone."""
        self.edge(at_us, True)
        self.edge(at_us + self.settings.card_us, False)
        return at_us + self.settings.card_us


def seen_at_boundary(loop: Loop, at_us: int) -> list[int]:
    """The motor's duty a microsecond before a moment, and at it."""
    loop.run_to(at_us - 1)
    before = loop.core.motor_pct
    loop.run_to(at_us)
    return [before, loop.core.motor_pct]


def test_a_roller_that_turns_in_vain_is_stopped() -> None:
    assert seen_at_boundary(Loop(1), SETTINGS.no_card_us) == [100, 0]


def test_the_wait_for_a_card_begins_anew_with_every_card() -> None:
    loop = Loop(3)
    gone_us = loop.card()
    assert seen_at_boundary(loop, gone_us + SETTINGS.no_card_us) == [100, 0]


def test_what_stays_in_the_beam_is_not_pushed_for_longer_than_a_jam_may_last() -> None:
    loop = Loop(2)
    loop.edge(CARD_AT_US, True)
    assert seen_at_boundary(loop, CARD_AT_US + SETTINGS.jam_us) == [100, 0]


@pytest.mark.parametrize("attempts", [1, 2, 3])
def test_it_tries_so_often_and_not_once_more(attempts: int) -> None:
    loop = Loop(1, attempts=attempts)
    loop.run_to(60_000_000)
    assert [pct for _, pct in loop.driven].count(100) == attempts
    assert loop.core.faults == faults.SLIP


def test_a_card_gives_it_all_its_attempts_anew() -> None:
    loop = Loop(2, attempts=2)
    loop.run_to(SETTINGS.no_card_us + 1)  # the first attempt was in vain
    again_us = next(at for at, pct in later(loop) if pct == 100)
    loop.card(again_us + 50_000)
    before = [pct for _, pct in loop.driven].count(100)
    loop.run_to(60_000_000)
    assert [pct for _, pct in loop.driven].count(100) - before == 1


def later(loop: Loop) -> list[tuple[int, int]]:
    """What the motor does next, up to its next turn forward."""
    known = len(loop.driven)
    while 100 not in [pct for _, pct in loop.driven[known:]]:
        loop.run_to(loop.now_us + 1_000)
    return loop.driven[known:]


def test_it_brakes_for_its_time_before_it_reverses_and_reverses_no_longer_than_it_should() -> None:
    loop = Loop(1)
    braked_us = loop.card()
    back_us = braked_us + SETTINGS.brake_us
    assert seen_at_boundary(loop, back_us) == [0, -100]
    assert seen_at_boundary(loop, back_us + SETTINGS.retract_us) == [-100, 0]


def test_it_reverses_no_longer_than_the_most_however_long_the_beam_stays_blocked() -> None:
    loop = Loop(1)
    loop.edge(CARD_AT_US, True)
    loop.run_to(5_000_000)
    (back_us,) = [at for at, pct in loop.driven if pct == -100][:1]
    (still_us,) = [at for at, pct in loop.driven if at > back_us and pct == 0][:1]
    assert still_us - back_us == SETTINGS.retract_max_us


def reversed_for_us(loop: Loop) -> list[int]:
    """How long the motor turned backward, by attempts: each begins when it turns forward."""
    spans: list[int] = []
    for (at_us, pct), (until_us, _) in pairwise([*loop.driven, (loop.now_us, 0)]):
        if pct > 0:
            spans.append(0)
        elif pct < 0:
            spans[-1] += until_us - at_us
    return spans


@pytest.mark.parametrize("less_us", [0, 1, SETTINGS.retract_max_us // 2, SETTINGS.retract_max_us])
def test_a_motor_that_has_to_rest_while_it_reverses_reverses_for_the_rest_and_the_hit_ends(
    less_us: int,
) -> None:
    pushed_us = CARD_AT_US + SETTINGS.jam_us
    loop = Loop(1, max_on_us=pushed_us + SETTINGS.retract_max_us - less_us)
    loop.edge(CARD_AT_US, True)
    loop.run_to(120_000_000)
    assert loop.core.faults == faults.JAM
    first, *others = reversed_for_us(loop)
    assert first == SETTINGS.retract_max_us
    assert len(others) == SETTINGS.attempts - 1


def test_a_motor_that_may_not_run_for_as_long_as_it_should_reverse_does_so_piece_by_piece() -> None:
    loop = Loop(1, max_on_us=SETTINGS.retract_max_us * 2 // 3)
    loop.edge(CARD_AT_US, True)
    loop.run_to(120_000_000)
    assert loop.core.faults == faults.JAM
    assert reversed_for_us(loop) == [SETTINGS.retract_max_us] * SETTINGS.attempts


def braked_and_reversed_us() -> tuple[int, int]:
    """When it does so where the beam stays blocked."""
    loop = Loop(1)
    loop.edge(CARD_AT_US, True)
    loop.run_to(1_000_000)
    first = {pct: at for at, pct in reversed(loop.driven)}
    return first[0], first[-100]


def test_what_the_roller_has_let_go_has_the_time_to_slide_out_before_it_reverses() -> None:
    off_us, back_us = braked_and_reversed_us()
    assert back_us - off_us == SETTINGS.brake_us + SETTINGS.settle_us


def test_it_reverses_for_so_much_longer_after_the_beam_came_free() -> None:
    loop = Loop(1)
    loop.edge(CARD_AT_US, True)
    free_us = braked_and_reversed_us()[1] + SETTINGS.retract_us - 10_000
    loop.edge(free_us, False)
    off_us = free_us + SETTINGS.dip_us + SETTINGS.retract_more_us
    assert seen_at_boundary(loop, off_us) == [-100, 0]


def test_what_ends_too_early_for_a_card_has_ended_when_the_beam_stays_free() -> None:
    loop = Loop(2)
    loop.edge(CARD_AT_US, True)
    loop.edge(CARD_AT_US + 50_000, False)
    doubt = []
    for at_us in (CARD_AT_US + 50_000 + SETTINGS.dip_us - 1, loop.now_us + SETTINGS.dip_us):
        loop.run_to(at_us)
        record = loop.core.result(-1)
        assert record is not None
        doubt.append(record.uncertain > 0)
    assert doubt == [False, True]


@pytest.mark.parametrize(("short_us", "pct"), [(0, 100), (1, 0)])
def test_the_next_card_is_begun_only_with_the_time_for_it_and_for_pulling_back(
    short_us: int, pct: int
) -> None:
    one_card_us = SETTINGS.card_us * SETTINGS.one_card_max_pct // 100 + SETTINGS.late_next_us
    used_us = CARD_AT_US + SETTINGS.card_us
    loop = Loop(2, max_on_us=used_us + one_card_us + SETTINGS.retract_us - short_us)
    assert loop.card() == used_us
    assert loop.core.motor_pct == pct


@pytest.mark.parametrize(
    ("late_us", "doubt"), [(SETTINGS.card_us // 2, 0), (SETTINGS.card_us // 2 + 1, 1)]
)
def test_a_motor_that_stopped_half_a_card_late_may_have_pushed_one_more_out(
    late_us: int, doubt: int
) -> None:
    loop = Eject(SETTINGS, Limits(SETTINGS))
    loop.begin(START, 2)
    loop.edge((START + CARD_AT_US) & MASK, True)
    loop.stopped_late(late_us)
    assert loop.account.uncertain == doubt


@pytest.mark.parametrize(("early_us", "ejecting"), [(1, True), (0, False)])
def test_a_hit_ends_when_everything_has_settled(early_us: int, ejecting: bool) -> None:
    loop = Loop(1)
    off_us = loop.card() + SETTINGS.brake_us + SETTINGS.retract_us
    still_us = off_us + SETTINGS.brake_us
    loop.run_to(still_us + SETTINGS.settle_us - early_us)
    assert loop.core.ejecting is ejecting


@pytest.mark.parametrize("bound_us", [1, 20_000, 80_000])
def test_after_its_caller_is_gone_the_motor_is_off_at_the_bound(bound_us: int) -> None:
    loop = Loop(9, finish_bound_us=bound_us)
    loop.edge(CARD_AT_US, True)
    loop.core.drop_lease((START + CARD_AT_US) & MASK)
    assert seen_at_boundary(loop, CARD_AT_US + bound_us) == [100, 0]
    loop.run_to(20_000_000)
    assert loop.driven[-1][1] == 0
    assert loop.core.faults == faults.LINK_LOST


@pytest.mark.parametrize(("silent_us", "trips"), [(249_999, 0), (250_000, 1)])
def test_while_cards_come_the_lease_ends_at_its_length_too(silent_us: int, trips: int) -> None:
    loop = Loop(9)
    loop.run_to(100_000)
    loop.core.beat((START + 100_000) & MASK)
    loop.run_to(100_000 + silent_us, beating=False)
    assert loop.core.lease_trips == trips
