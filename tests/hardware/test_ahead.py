"""How long ahead of the last card's end the motor stops: within limits, and slower up than down."""

import pytest

from hardware.portable.settings import Settings
from hardware.portable.tracker import LATER_US, SOONER_US, Ahead

SETTINGS = Settings(card_us=100_000, late_first_us=40_000)
LONGEST_US = 110_000


@pytest.mark.parametrize(
    ("length_us", "by_us"),
    [
        (90_000, SOONER_US),
        (LONGEST_US, SOONER_US),
        (LONGEST_US + 1, -LATER_US),  # slow, so the roller had not let it go
        (199_999, -LATER_US),
        (200_000, 0),  # that is no slow card
    ],
)
def test_an_end_in_time_makes_it_sooner_and_a_late_one_later(length_us: int, by_us: int) -> None:
    ahead = Ahead(SETTINGS)
    before_us = ahead.us
    ahead.learn(length_us, LONGEST_US)
    assert ahead.us - before_us == by_us


def test_it_stays_between_the_cards_end_and_the_way_from_the_roller_to_the_beam() -> None:
    ahead = Ahead(SETTINGS)
    for _ in range(1_000):
        ahead.learn(100_000, LONGEST_US)
    assert 25_000 - SOONER_US < ahead.us <= 25_000
    for _ in range(1_000):
        ahead.too_soon()
    assert 0 <= ahead.us < LATER_US
