import pytest

from hardware.portable.limits import Limits
from hardware.portable.settings import Settings

SETTINGS = Settings(max_duty_pct=80, max_on_us=1_000, cooldown_us=500, reverse_dead_us=30)
NEAR_WRAP = (1 << 30) - 700


@pytest.fixture(params=[0, NEAR_WRAP])
def start(request: pytest.FixtureRequest) -> int:
    return int(request.param)


def wrapped(moment: int) -> int:
    return moment & ((1 << 30) - 1)


@pytest.mark.parametrize(
    ("asked", "given"), [(80, 80), (81, 80), (79, 79), (-80, -80), (-81, -80), (0, 0)]
)
def test_no_duty_above_the_limit(asked: int, given: int) -> None:
    limits = Limits(SETTINGS)
    assert limits.drive(0, asked) == given
    assert limits.pct == given


def off(limits: Limits, moment: int, pct: int = 0) -> int:
    """Ask for what switches the motor off, which is in effect at once."""
    given = limits.drive(wrapped(moment), pct)
    limits.in_effect(wrapped(moment))
    return given


def test_on_time_ends_at_its_limit(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    assert limits.due_in_us(start) == 1_000
    limits.tick(wrapped(start + 999))
    assert limits.pct == 50
    limits.tick(wrapped(start + 1_000))
    assert limits.pct == 0
    assert limits.cooling


def test_driving_again_does_not_prolong_it(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    limits.drive(wrapped(start + 900), 60)
    assert limits.drive(wrapped(start + 1_000), 60) == 0


def test_after_it_the_motor_rests_for_the_cooldown(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    limits.tick(wrapped(start + 1_000))
    limits.in_effect(wrapped(start + 1_000))
    assert limits.drive(wrapped(start + 1_499), 50) == 0
    assert limits.drive(wrapped(start + 1_500), 50) == 50


def test_a_pause_shorter_than_the_cooldown_is_no_rest(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    off(limits, start + 600)
    assert limits.drive(wrapped(start + 1_099), 50) == 50
    assert limits.due_in_us(wrapped(start + 1_099)) == 400
    limits.tick(wrapped(start + 1_498))
    assert limits.pct == 50
    limits.tick(wrapped(start + 1_499))
    assert limits.pct == 0


def test_a_pause_of_the_cooldown_is_a_rest(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    off(limits, start + 600)
    limits.drive(wrapped(start + 1_100), 50)
    assert limits.due_in_us(wrapped(start + 1_100)) == 1_000


@pytest.mark.parametrize("first", [50, -50])
def test_reversing_waits_for_the_dead_time(start: int, first: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, first)
    assert off(limits, start + 100, -first) == 0
    assert limits.drive(wrapped(start + 129), -first) == 0
    assert limits.drive(wrapped(start + 130), -first) == -first


def test_the_same_direction_needs_no_dead_time(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    off(limits, start + 100)
    assert limits.drive(wrapped(start + 101), 50) == 50


@pytest.mark.parametrize("first", [50, -50])
def test_the_dead_time_counts_from_when_the_motor_is_really_off(start: int, first: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, first)
    limits.drive(wrapped(start + 100), 0)
    limits.tick(wrapped(start + 199))
    assert limits.drive(wrapped(start + 199), -first) == 0  # nobody said that it is off
    limits.in_effect(wrapped(start + 200))
    assert limits.drive(wrapped(start + 229), -first) == 0
    assert limits.drive(wrapped(start + 230), -first) == -first


def test_so_does_the_rest_and_what_it_was_late_is_on_time(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    limits.drive(wrapped(start + 900), 0)
    limits.in_effect(wrapped(start + 999))
    assert limits.drive(wrapped(start + 1_498), 50) == 50
    assert limits.due_in_us(wrapped(start + 1_498)) == 1
    limits.tick(wrapped(start + 1_499))
    limits.in_effect(wrapped(start + 1_510))
    assert limits.drive(wrapped(start + 2_009), 50) == 0
    assert limits.drive(wrapped(start + 2_010), 50) == 50


def test_a_motor_that_was_off_so_late_that_its_time_is_up_has_to_cool(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    limits.drive(wrapped(start + 999), 0)
    limits.in_effect(wrapped(start + 1_000))
    assert limits.drive(wrapped(start + 1_001), 50) == 0
    assert limits.cooling


def test_on_again_before_it_was_off_is_on_all_the_while(start: int) -> None:
    limits = Limits(SETTINGS)
    limits.drive(start, 50)
    limits.drive(wrapped(start + 300), 0)
    assert limits.drive(wrapped(start + 400), 50) == 50
    assert limits.due_in_us(wrapped(start + 400)) == 600


def test_what_is_left_of_the_on_time(start: int) -> None:
    limits = Limits(SETTINGS)
    assert limits.spare_us(start) == 1_000
    limits.drive(start, 50)
    assert limits.spare_us(wrapped(start + 999)) == 1
    off(limits, start + 999)
    assert limits.spare_us(wrapped(start + 1_400)) == 1  # a pause gives nothing back
    limits.tick(wrapped(start + 1_499))
    assert limits.spare_us(wrapped(start + 1_499)) == 1_000


def test_the_motor_has_rested_once_it_was_off_for_the_cooldown(start: int) -> None:
    limits = Limits(SETTINGS)
    rested = [limits.rested]
    limits.drive(start, 50)
    rested.append(limits.rested)
    limits.drive(wrapped(start + 100), 0)
    rested.append(limits.rested)
    limits.in_effect(wrapped(start + 110))
    for moment in (start + 609, start + 610):
        limits.tick(wrapped(moment))
        rested.append(limits.rested)
    assert rested == [True, False, False, False, True]
