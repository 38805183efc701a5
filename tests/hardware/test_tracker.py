"""What one pulse of the beam means. Lengths in hundredths of a card at feed speed."""

import pytest

from hardware.portable.settings import Settings
from hardware.portable.tracker import Tracker

SETTINGS = Settings(card_us=100_000, spin_up_us=0)
WRAP = 1 << 30


def pulse(*pulses: tuple[int, int], start: int = WRAP - 150_000) -> tuple[int, int]:
    """Judge the last of some pulses, each (gap before it, length) in µs."""
    tracker = Tracker(SETTINGS)
    now = start
    tracker.spin(now, at_rest=True)
    counted = False
    for gap, length in pulses:
        now += gap
        tracker.lead(now % WRAP)
        now += length
        counted = tracker.trail(now % WRAP)
    return (tracker.cards, tracker.maybe) if counted else (0, 0)


@pytest.mark.parametrize(
    ("hundredths", "cards", "maybe"),
    [
        (24, 0, 0),  # the sensor's chatter
        (25, 1, 0),
        (100, 1, 0),
        (120, 1, 0),
        (121, 1, 1),  # two that overlap, or one that slips
        (169, 1, 1),
        (170, 2, 0),  # two nose to tail
        (230, 2, 0),
        (231, 2, 1),
        (300, 3, 0),
    ],
)
def test_a_pulse_in_time(hundredths: int, cards: int, maybe: int) -> None:
    assert pulse((20_000, hundredths * 1_000)) == (cards, maybe)
    assert pulse((20_000, 100_000), (8_000, hundredths * 1_000)) == (cards, maybe)


@pytest.mark.parametrize(("late_us", "cards"), [(33_000, 2), (33_001, 1)])
def test_a_long_pulse_after_a_late_first_edge_may_be_one_card_that_slips(
    late_us: int, cards: int
) -> None:
    assert pulse((late_us, 200_000)) == (cards, 2 - cards)


@pytest.mark.parametrize(("late_us", "cards"), [(11_000, 2), (11_001, 1)])
def test_a_long_pulse_after_a_late_next_edge_may_be_one_card_that_slips(
    late_us: int, cards: int
) -> None:
    assert pulse((20_000, 100_000), (late_us, 200_000)) == (cards, 2 - cards)


def test_a_long_pulse_after_a_doubtful_one_is_doubtful() -> None:
    assert pulse((20_000, 150_000), (8_000, 200_000)) == (1, 1)


def test_chatter_at_an_edge_does_not_shorten_a_card() -> None:
    assert pulse((20_000, 300), (200, 100_000)) == (1, 0)
    assert pulse((20_000, 100_000), (200, 300), (8_000, 200_000)) == (2, 0)


@pytest.mark.parametrize(
    ("passed_us", "back_us", "cards", "maybe"),
    [
        (121_000, 20_000, 1, 0),  # nose to tail: one is out, the second came back
        (121_000, 15_500, 1, 0),  # 1.10 cards went
        (121_000, 15_499, 1, 2),  # two that overlapped may both be out
        (121_000, 35_500, 1, 0),
        (121_000, 35_501, 0, 2),
        (121_000, 75_000, 0, 2),  # half overlapped, or a slow one
        (121_000, 115_499, 0, 2),
        (121_000, 115_500, 0, 0),  # the same card came back
        (121_000, 150_500, 0, 0),
        (121_000, 150_501, 0, 2),  # further than it had come
        (219_000, 20_000, 0, 2),  # so long: rather a jam that came free on the way back
    ],
)
def test_the_way_back_tells_what_went_out(
    passed_us: int, back_us: int, cards: int, maybe: int
) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.lead(20_000)
    tracker.hold(20_000 + passed_us)
    tracker.pulled_back(back_us)
    assert (tracker.cards, tracker.maybe) == (cards, maybe)


@pytest.mark.parametrize(("hundredths", "whole"), [(91, False), (92, True)])
def test_from_so_much_on_a_pulse_may_be_a_card(hundredths: int, whole: bool) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.lead(20_000)
    assert tracker.whole(20_000 + hundredths * 1_000, True) is whole
    tracker.hold(50_000)
    assert tracker.whole(20_000 + hundredths * 1_000, False) is whole


@pytest.mark.parametrize(
    ("gap_us", "hundredths", "cards"),
    [
        (6_000, 37, 0),  # the end of the card that seemed to have ended
        (6_000, 38, 1),
        (6_001, 25, 1),
    ],
)
def test_what_follows_at_once_is_a_card_from_a_longer_length_on(
    gap_us: int, hundredths: int, cards: int
) -> None:
    assert pulse((20_000, 100_000), (gap_us, hundredths * 1_000)) == (cards, 0)


def at_pace(tracker: Tracker, percent: int, cards: int) -> list[tuple[int, int]]:
    """What it makes of cards that take so much of the time that was calibrated."""
    now, seen = 0, []
    tracker.spin(now, at_rest=True)
    for _ in range(cards):
        now += 7_000 * percent // 100
        tracker.lead(now % WRAP)
        now += 1_000 * percent
        assert tracker.trail(now % WRAP)
        seen.append((tracker.cards, tracker.maybe))
    return seen


@pytest.mark.parametrize("percent", [92, 110, 135, 150])
def test_the_pace_of_a_weaker_supply_is_learned_from_the_cards(percent: int) -> None:
    tracker = Tracker(SETTINGS)
    at_pace(tracker, percent, 5)
    assert at_pace(tracker, percent, 12) == [(1, 0)] * 12


def test_a_supply_that_has_recovered_is_noticed() -> None:
    tracker = Tracker(SETTINGS)
    at_pace(tracker, 145, 12)
    assert at_pace(tracker, 100, 12) == [(1, 0)] * 12
    assert at_pace(tracker, 100, 1) == [(1, 0)]


def test_no_supply_is_so_weak_that_two_cards_are_one() -> None:
    tracker = Tracker(SETTINGS)
    assert set(at_pace(tracker, 200, 12)) <= {(2, 0), (1, 1)}
