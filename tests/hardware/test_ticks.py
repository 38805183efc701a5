from hypothesis import given
from hypothesis import strategies as st

from hardware.portable import ticks

PERIOD = 1 << 30
HALF = 1 << 29
moments = st.integers(0, PERIOD - 1)


@given(moments, st.integers(-HALF, HALF - 1))
def test_a_difference_is_what_was_added_whatever_wraps(moment: int, gap: int) -> None:
    later = ticks.add(moment, gap)
    assert 0 <= later < PERIOD
    assert ticks.diff(later, moment) == gap


def test_the_largest_differences() -> None:
    assert ticks.diff(HALF - 1, 0) == HALF - 1
    assert ticks.diff(HALF, 0) == -HALF
    assert ticks.diff(0, PERIOD - 1) == 1


@given(moments, st.integers(0, HALF - 1))
def test_a_timer_is_due_at_its_moment_and_not_a_microsecond_before(now: int, gap: int) -> None:
    timer = ticks.Timer()
    timer.start(now, gap)
    assert timer.left_us(now) == gap
    assert not timer.due(ticks.add(now, gap - 1))
    assert timer.due(ticks.add(now, gap))
    timer.stop()
    assert not timer.due(ticks.add(now, gap))
    assert timer.left_us(now) == -1


def test_the_sooner_of_two_waits() -> None:
    assert ticks.sooner(-1, 5) == 5
    assert ticks.sooner(5, -1) == 5
    assert ticks.sooner(5, 3) == 3
    assert ticks.sooner(-1, -1) == -1
