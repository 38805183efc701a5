"""What is longer than any single card: learned, within limits."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.portable.pulses import Spread
from hardware.portable.settings import Settings

SETTINGS = Settings(card_us=100_000)


def after(*lengths_us: int) -> int:
    spread = Spread(SETTINGS)
    for length_us in lengths_us:
        spread.learn(length_us)
    return spread.longest_us


def test_at_first_it_is_the_setting() -> None:
    assert 119_990 <= after() <= 120_000


def test_of_cards_that_are_all_alike_none_is_longer_than_a_few_hundredths() -> None:
    assert 103_000 <= after(*[100_000] * 200) <= 104_000


def test_of_cards_that_differ_the_longest_is_not_too_long() -> None:
    for most_us in (2_000, 5_000, 10_000):
        lengths = [100_000 + most_us * (nth % 11 - 5) // 5 for nth in range(400)]
        assert after(*lengths) > max(lengths)


def test_one_far_longer_card_moves_it_by_little() -> None:
    alike = [100_000] * 200
    assert after(*alike, 119_000) - after(*alike) < 2_000


@given(st.lists(st.integers(1, 120_000), max_size=100))
def test_it_stays_within_its_limits(lengths_us: list[int]) -> None:
    assert 103_000 <= after(*lengths_us) <= 120_000
