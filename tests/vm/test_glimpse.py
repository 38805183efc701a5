"""What the mechanism saw of the motor while a brake was let go is no drive."""

from __future__ import annotations

from tests.vm.guest.mechanism import LOOK_S, driven_until

LOOK_MS = 1000 * LOOK_S


def test_a_glimpse_of_one_input_of_a_brake_is_no_drive() -> None:
    """Seen at a referee that hung: bounded at 646 ms, braked for 50 ms, then one input alone."""
    assert driven_until([(100.0, 646.0), (695.0, 695.0 + LOOK_MS)], present_ms=900.0) == 646.0


def test_a_short_drive_is_one() -> None:
    assert driven_until([(100.0, 646.0), (690.0, 690.0 + 4 * LOOK_MS)], present_ms=900.0) == 694.0


def test_a_motor_that_still_turns_is_driven_until_now() -> None:
    assert driven_until([(100.0, 646.0), (899.0, None)], present_ms=900.0) == 900.0
