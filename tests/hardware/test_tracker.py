"""What one pulse of the beam means. Lengths in hundredths of a card at feed speed."""

import pytest

from hardware.portable.settings import Settings
from hardware.portable.tracker import Tracker

SETTINGS = Settings(card_us=100_000, spin_up_us=0)
WRAP = 1 << 30


STRICT = Settings(card_us=100_000, spin_up_us=0, strict=1)


def pulse(
    *pulses: tuple[int, int], start: int = WRAP - 150_000, settings: Settings = SETTINGS
) -> tuple[int, int]:
    """Judge the last of some pulses, each (gap before it, length) in µs."""
    tracker = Tracker(settings)
    now = start
    tracker.spin(now, at_rest=True)
    judged: tuple[int, int] = (0, 0)
    for gap, length in pulses:
        now += gap
        tracker.lead(now % WRAP)
        now += length
        verdict = tracker.trail(now % WRAP)
        judged = (verdict.cards, verdict.maybe) if verdict is not None else (0, 0)
    return judged


@pytest.mark.parametrize(
    ("hundredths", "cards", "maybe"),
    [
        (24, 0, 0),  # the sensor's chatter
        (25, 0, 1),  # too long for chatter, too short for a card
        (74, 0, 1),
        (75, 1, 0),
        (100, 1, 0),
        (120, 1, 0),
        (121, 1, 1),  # two that overlap, or a roller that has slowed down
        (169, 1, 1),
        (170, 2, 0),  # two nose to tail
        (230, 2, 0),
        (231, 2, 3),
        (300, 3, 0),
    ],
)
def test_a_pulse_in_time(hundredths: int, cards: int, maybe: int) -> None:
    assert pulse((20_000, hundredths * 1_000)) == (cards, maybe)


@pytest.mark.parametrize(
    ("hundredths", "cards"),
    [
        (121, 1),  # two that overlap, or one that slips
        (132, 1),
        (133, 2),  # for one that slips it was not late enough
        (169, 2),
    ],
)
def test_a_long_pulse_was_two_where_one_that_slips_would_have_come_later(
    hundredths: int, cards: int
) -> None:
    settled = pulse((20_000, 100_000), (8_000, hundredths * 1_000), (8_000, 100_000))
    assert settled == (cards, 1 - cards)


@pytest.mark.parametrize(
    ("hundredths", "gap_us", "maybe"),
    [
        (111, 0, 0),
        (112, 0, 1),  # longer than six tenths of what single cards are longer at most
        (113, 11_000, 0),  # so late that it can be a card that slips
        (114, 11_000, 1),  # longer than seven tenths of that
        (118, 11_000, 1),
    ],
)
def test_strict_counting_doubts_the_longest_of_single_cards(
    hundredths: int, gap_us: int, maybe: int
) -> None:
    last = (gap_us, hundredths * 1_000)
    assert pulse((20_000, 100_000), last, settings=STRICT) == (1, maybe)
    assert pulse((20_000, 100_000), last) == (1, int(hundredths > 120))


@pytest.mark.parametrize(("hundredths", "cards"), [(90, 1), (91, 2), (118, 2), (121, 1)])
def test_the_next_card_tells_two_that_overlap_from_a_roller_that_slowed_down(
    hundredths: int, cards: int
) -> None:
    settled = pulse((20_000, 100_000), (8_000, 150_000), (8_000, hundredths * 1_000))
    assert settled[0] == cards


@pytest.mark.parametrize(("first_us", "cards"), [(16_499, 1), (16_500, 2)])
def test_what_comes_before_any_card_can_is_no_proof_of_two(first_us: int, cards: int) -> None:
    assert pulse((first_us, 140_000), (8_000, 100_000)) == (cards, 1 - cards)


@pytest.mark.parametrize(("hundredths", "maybe"), [(107, 0), (108, 1)])
def test_a_pulse_longer_than_cards_that_are_all_alike_is_doubted(
    hundredths: int, maybe: int
) -> None:
    alike = [(8_000, 100_000), (8_000, 102_000)] * 40
    assert pulse((20_000, 100_000), *alike, (8_000, hundredths * 1_000)) == (1, maybe)


def test_one_card_that_is_unlike_the_others_lets_no_longer_one_pass() -> None:
    alike = [(8_000, 100_000), (8_000, 102_000)] * 40
    odd = [(8_000, 119_000), (8_000, 100_000)]
    assert pulse((20_000, 100_000), *alike, *odd, (8_000, 112_000)) == (1, 1)


def test_three_that_overlap_are_no_two_where_cards_are_alike() -> None:
    alike = [(8_000, 100_000), (8_000, 102_000)] * 40
    assert pulse((20_000, 100_000), *alike, (8_000, 211_000)) == (2, 0)
    assert pulse((20_000, 100_000), *alike, (8_000, 212_000)) == (2, 2)


@pytest.mark.parametrize(("late_us", "cards"), [(33_000, 2), (33_001, 1)])
def test_a_long_pulse_after_a_late_first_edge_may_be_one_card_that_slips(
    late_us: int, cards: int
) -> None:
    assert pulse((late_us, 200_000)) == (cards, 3 * (2 - cards))


@pytest.mark.parametrize(("late_us", "cards"), [(11_000, 2), (11_001, 1)])
def test_a_long_pulse_after_a_late_next_edge_may_be_one_card_that_slips(
    late_us: int, cards: int
) -> None:
    assert pulse((20_000, 100_000), (late_us, 200_000)) == (cards, 3 * (2 - cards))


def test_a_long_pulse_after_a_doubtful_one_is_doubtful() -> None:
    assert pulse((40_000, 150_000), (8_000, 200_000)) == (1, 3)


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
        (219_000, 20_000, 0, 5),  # so long: rather a jam that came free on the way back
    ],
)
def test_the_way_back_tells_what_went_out(
    passed_us: int, back_us: int, cards: int, maybe: int
) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.lead(20_000)
    tracker.hold(20_000 + passed_us)
    verdict = tracker.pulled_back(back_us)
    assert (verdict.cards, verdict.maybe) == (cards, maybe)


@pytest.mark.parametrize(
    ("lead_us", "back_us", "cards", "maybe"),
    [
        (20_000, 77_500, 0, 0),  # the same card came back
        (20_000, 77_499, 1, 0),  # by less than that: one that lay on it, while it went out
        (20_000, 72_499, 1, 0),
        (34_000, 77_499, 0, 0),  # late: a card that slips comes back by less, too
        (34_000, 72_499, 0, 1),
    ],
)
def test_a_card_in_time_that_comes_back_by_less_than_it_came_lay_on_one_that_went_out(
    lead_us: int, back_us: int, cards: int, maybe: int
) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.lead(lead_us)
    tracker.hold(lead_us + 78_000)
    verdict = tracker.pulled_back(back_us)
    assert (verdict.cards, verdict.maybe) == (cards, maybe)


@pytest.mark.parametrize(("hundredths", "whole"), [(91, False), (92, True)])
def test_from_so_much_on_a_pulse_may_be_a_card(hundredths: int, whole: bool) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.lead(20_000)
    assert tracker.whole(20_000 + hundredths * 1_000, True) is whole
    tracker.hold(50_000)
    assert tracker.whole(20_000 + hundredths * 1_000, False) is whole


@pytest.mark.parametrize(
    ("blind_us", "cards", "maybe"),
    [
        (99_000, 1, 0),  # after a short pulse, before a whole one: none was missed
        (100_000, 1, 1),
        (200_000, 1, 2),
    ],
)
def test_after_a_short_pulse_a_card_may_have_been_missed(
    blind_us: int, cards: int, maybe: int
) -> None:
    assert pulse((20_000, 50_000), (blind_us, 100_000)) == (cards, maybe)


@pytest.mark.parametrize(("chatter_us", "maybe"), [(6_000, 0), (6_001, 1)])
def test_what_lasts_for_longer_than_a_bounce_may_have_been_the_start_of_a_card(
    chatter_us: int, maybe: int
) -> None:
    assert pulse((20_000, 100_000), (5_000, chatter_us), (95_000, 100_000)) == (1, maybe)


@pytest.mark.parametrize(("late_us", "maybe"), [(199_999, 0), (200_000, 2)])
def test_a_gap_of_two_cards_may_have_had_cards_in_it(late_us: int, maybe: int) -> None:
    assert pulse((20_000, 100_000), (late_us, 100_000)) == (1, maybe)


@pytest.mark.parametrize(("after_us", "foreign"), [(50_000, False), (50_001, True)])
def test_what_comes_when_the_roller_stands_is_no_card(after_us: int, foreign: bool) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.hold(60_000)
    tracker.lead_held(60_000 + after_us, False)
    assert tracker.pulse.foreign is foreign
    assert (tracker.trail_held(60_000 + after_us + 100_000) is None) is foreign


def test_what_comes_while_the_roller_turns_backward_is_no_card() -> None:
    tracker = Tracker(SETTINGS)
    tracker.hold(60_000)
    tracker.lead_held(61_000, True)
    assert tracker.trail_held(161_000) is None


def test_a_motor_that_stopped_late_brings_cards_for_longer() -> None:
    tracker = Tracker(SETTINGS)
    tracker.hold(60_000)
    tracker.stopped_late(20_000)
    tracker.lead_held(60_000 + 70_000, False)
    assert not tracker.pulse.foreign


def at_pace(tracker: Tracker, percent: int, cards: int) -> list[tuple[int, int]]:
    """What it makes of cards that take so much of the time that was calibrated."""
    now, seen = 0, []
    tracker.spin(now, at_rest=True)
    for _ in range(cards):
        now += 7_000 * percent // 100
        tracker.lead(now % WRAP)
        now += 1_000 * percent
        verdict = tracker.trail(now % WRAP)
        assert verdict is not None
        seen.append((verdict.cards, verdict.maybe))
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
    assert {cards + maybe for cards, maybe in at_pace(tracker, 200, 12)} <= {2, 4}


@pytest.mark.parametrize(
    ("stopped_us", "most_us", "cards", "maybe"),
    [
        (85_000, 100_000, 1, 0),
        (85_000, 120_000, 1, 0),
        (85_000, 121_000, 1, 1),  # slow, or two
        (85_000, 300_000, 1, 6),  # a finger: no three cards were that far
        (185_000, 200_000, 2, 0),
        (185_000, 270_000, 2, 1),
    ],
)
def test_what_slides_out_after_the_motor_has_stopped_for_the_last_card(
    stopped_us: int, most_us: int, cards: int, maybe: int
) -> None:
    tracker = Tracker(SETTINGS)
    tracker.spin(0, at_rest=True)
    tracker.lead(20_000)
    tracker.hold(20_000 + stopped_us)
    verdict = tracker.trail_held(20_000 + most_us)
    assert verdict is not None
    assert (verdict.cards, verdict.maybe) == (cards, maybe)
