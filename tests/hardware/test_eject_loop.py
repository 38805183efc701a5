"""What comes out, against the truth."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable import core, faults
from hardware.portable.settings import Settings
from tests.hardware import play

seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("count", range(13))
@given(seed=seeds)
@settings(max_examples=15)
def test_a_new_deck_gives_exactly_what_was_asked_for(count: int, seed: int) -> None:
    rig = Rig(seed, parameters=Parameters(nose_to_tail=0.0))
    record = play.hit(rig, 1, count)
    assert rig.cards_left == count
    assert (record.requested, record.delivered) == (count, count)
    assert (record.uncertain, record.sticking, record.fault) == (0, 0, 0)
    assert record.complete
    assert len(record.card_times_ms) == count
    assert list(record.card_times_ms) == sorted(record.card_times_ms)


@given(seed=seeds, count=st.integers(1, 12))
@example(seed=44568, count=4)  # a train so long that it looks like a jam, and then slips
@settings(max_examples=40)
def test_cards_nose_to_tail_are_seen(seed: int, count: int) -> None:
    rig = Rig(seed, parameters=Parameters(nose_to_tail=0.3))
    record = play.hit(rig, 1, count)
    assert record.delivered <= rig.cards_left <= record.delivered + record.uncertain
    assert record.delivered >= count or record.fault


def test_cards_nose_to_tail_stop_a_hit_but_seldom() -> None:
    nose_to_tail = Parameters(nose_to_tail=0.3)
    records = [
        play.hit(Rig(seed, parameters=nose_to_tail), 1, 1 + seed % 12) for seed in range(200)
    ]
    assert sum(record.complete for record in records) >= 198


@given(seed=seeds, count=st.integers(1, 12))
@settings(max_examples=40)
def test_of_cards_that_lie_on_each_other_at_least_so_many_came(seed: int, count: int) -> None:
    rig = Rig(seed)
    rig.set_fault("double_feed", True)
    record = play.hit(rig, 1, count)
    assert record.delivered <= rig.cards_left + record.sticking
    assert rig.cards_left >= min(count, record.delivered)


def test_half_overlapped_cards_are_flagged() -> None:
    parameters = Parameters(double_overlap=(0.5, 0.5))
    flagged = 0
    for seed in range(20):
        rig = Rig(seed, parameters=parameters)
        rig.set_fault("double_feed", True)
        record = play.hit(rig, 1, 4)
        assert record.uncertain > 0 or record.delivered == rig.cards_left
        flagged += record.uncertain > 0
    assert flagged > 10


@given(seed=seeds, counts=st.lists(st.integers(0, 12), min_size=1, max_size=6))
@settings(max_examples=25)
def test_the_wrap_of_the_clock_changes_nothing(seed: int, counts: list[int]) -> None:
    def outcome(ticks_at_start: int) -> list[object]:
        rig = Rig(seed, ticks_at_start=ticks_at_start)
        seen: list[object] = []
        for number, count in enumerate(counts, 1):
            record = play.hit(rig, number, count)
            seen.append((record.delivered, record.card_times_ms, rig.now_us, play.events(rig)))
        return seen

    assert outcome(0) == outcome((1 << 30) - 150_000) == outcome((1 << 29) - 700_000)


@given(
    seed=seeds,
    cards=st.sampled_from([3, 20, 112]),
    nose_to_tail=st.sampled_from([0.0, 0.02, 0.3]),
    max_on_us=st.sampled_from([300_000, 700_000, 8_000_000]),
    plans=st.lists(
        st.tuples(
            st.integers(1, 12),
            st.sampled_from(["none", "slip", "jam", "silence", "jam, silence", "safe_off"]),
            st.integers(0, 1_500_000),
        ),
        min_size=1,
        max_size=8,
    ),
)
@settings(max_examples=4 * settings().max_examples)
def test_no_claim_is_stronger_than_the_truth(
    seed: int,
    cards: int,
    nose_to_tail: float,
    max_on_us: int,
    plans: list[tuple[int, str, int]],
) -> None:
    """Over any run of mishaps: floor <= truth <= floor + uncertain, and the motor ends off."""
    rig = Rig(
        seed,
        cards,
        Settings(max_on_us=max_on_us, cooldown_us=400_000),
        Parameters(nose_to_tail=nose_to_tail),
        ticks_at_start=(1 << 30) - 500_000,
    )
    floor = possible = by_hand = 0
    for number, (count, mishap, after_us) in enumerate(plans, 1):
        if play.arm(rig, number, count) != core.ARMED:
            assert rig.core.faults
            play.clear(rig)
            rig.load(20)
            continue
        rig.set_fault("slip", mishap == "slip")
        rig.tap()
        play.run_to(rig, rig.now_us + after_us)
        if "jam" in mishap:
            rig.set_fault("jam", True)
        if mishap == "safe_off":
            rig.core.safe_off(rig.ticks_us)
            rig.settle()
            assert not rig.motor_on
        play.finish(rig, alive="silence" not in mishap)
        rig.advance(rig.now_us + 500_000)
        assert not rig.motor_on
        record = rig.core.result(number)
        assert record is not None
        floor += record.delivered
        possible += record.delivered + record.uncertain
        sticks_out = rig.core.mouth_counted
        assert floor <= rig.cards_left + by_hand + sticks_out <= possible
        assert record.complete == (record.delivered >= count)
        if "jam" in mishap:
            # whoever clears the jam takes the card out, also one that was counted
            by_hand += sticks_out
            rig.set_fault("jam", False)
            rig.advance(rig.now_us + 10_000)
        play.clear(rig)


def test_a_card_that_stuck_out_is_counted_once() -> None:
    stuck = exact = 0
    for seed in range(40):
        rig = Rig(seed, parameters=Parameters(nose_to_tail=0.0))
        play.arm(rig, 1, 4)
        rig.tap()
        play.run_to(rig, 180_000 + 5_000 * seed)
        rig.core.safe_off(rig.ticks_us)
        rig.settle()
        rig.advance(rig.now_us + play.REST_US)
        record = rig.core.result(1)
        assert record is not None
        assert not record.fault
        stuck += record.sticking
        assert record.delivered == rig.cards_left + record.sticking
        if record.complete:
            continue
        record = play.hit(rig, 1, 4)
        assert record.complete
        assert record.delivered == 4
        assert 4 <= rig.cards_left <= 4 + record.uncertain
        exact += record.uncertain == 0
    assert stuck > 10
    assert exact > 15


def test_a_card_that_stuck_out_and_was_taken_by_hand_is_not_awaited() -> None:
    rig = Rig(1, parameters=Parameters(nose_to_tail=0.0))
    play.arm(rig, 1, 4)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 1 and rig.card_in_mouth)
    rig.core.safe_off(rig.ticks_us)
    rig.settle()
    rig.advance(rig.now_us + play.REST_US)
    broken = rig.core.result(1)
    assert broken is not None
    assert broken.sticking == 1
    rig.set_fault("jam", True)
    rig.set_fault("jam", False)  # taken out
    rig.advance(rig.now_us + 10_000)
    record = play.hit(rig, 1, 4)
    assert record.complete
    assert rig.cards_left + 1 == record.delivered == 4


def test_a_motor_that_has_to_cool_delivers_the_rest_afterwards() -> None:
    limits = Settings(max_on_us=500_000, cooldown_us=1_000_000)
    for seed in range(20):
        rig = Rig(seed, settings=limits, parameters=Parameters(nose_to_tail=0.0))
        record = play.hit(rig, 1, 12)
        assert record.delivered == rig.cards_left == 12
        assert record.card_times_ms[-1] > 3_000
        assert record.fault == 0


def test_a_card_too_many_is_told_and_latched() -> None:
    overruns = 0
    for seed in range(20):
        rig = Rig(seed, parameters=Parameters(brake_tau_us=30_000))
        play.arm(rig, 1, 2)
        rig.tap()
        play.run(rig, lambda: rig.cards_left == 2 or rig.core.faults != 0)  # noqa: B023
        play.run(rig, lambda: rig.card_in_mouth or not rig.core.ejecting)  # noqa: B023
        rig.set_fault("jam", True)  # the next card peeks out and cannot be pulled back
        play.finish(rig)
        record = rig.core.result(1)
        assert record is not None
        if not record.sticking:
            continue
        overruns += 1
        assert record.complete
        assert record.delivered == 3
        assert record.fault == rig.core.faults == faults.OVERRUN
        assert play.clear(rig) == 0
    assert overruns > 5


@pytest.mark.parametrize("seed", range(12))
def test_light_that_flickers_is_no_gap_between_cards(seed: int) -> None:
    rig = Rig(seed, parameters=Parameters(nose_to_tail=0.0))
    rig.set_fault("flicker", True)
    record = play.hit(rig, 1, 1 + seed)
    assert record.delivered <= rig.cards_left <= record.delivered + record.uncertain
    assert record.complete


@pytest.mark.parametrize(("free_us", "cards"), [(5_999, 1), (6_000, 2)])
def test_a_dip_is_shorter_than_a_gap(free_us: int, cards: int) -> None:
    brain = core.Core(Settings(spin_up_us=0), 0)
    brain.eject(0, -1, 5)
    for at_us, blocked in ((20_000, True), (100_000, False), (100_000 + free_us, True)):
        brain.card_edge(at_us, blocked)
    brain.card_edge(190_000, False)
    brain.tick(200_000)
    record = brain.result(-1)
    assert record is not None
    assert record.delivered == cards


@pytest.mark.parametrize(("wanted", "counted"), [(2, 2), (3, 3)])
def test_a_last_pulse_that_was_rather_two_cards_ends_the_hit(wanted: int, counted: int) -> None:
    """If two are still wanted, it counts as both: no other card is fed. If one is, as that one."""
    brain = core.Core(Settings(card_us=100_000, spin_up_us=0, lease_us=8_000_000), 0)
    brain.eject(0, -1, wanted)
    for at_us, blocked in ((20_000, True), (120_000, False), (128_000, True), (278_000, False)):
        brain.card_edge(at_us, blocked)
    assert brain.motor_pct == 0
    brain.tick(1_000_000)
    brain.tick(2_000_000)
    record = brain.result(-1)
    assert record is not None
    assert (record.delivered, record.uncertain, record.fault) == (counted, 1, 0)


def test_a_bounce_at_a_cards_end_is_not_the_beginning_of_the_next() -> None:
    """Else the gap between them makes the next card longer, by more than cards differ."""
    brain = core.Core(Settings(spin_up_us=0, lease_us=8_000_000), 0)
    brain.eject(0, -1, 40)
    at_us = 20_000
    for nth in range(36):
        brain.card_edge(at_us, True)
        at_us += 89_000
        brain.card_edge(at_us, False)
        if nth > 30:
            brain.card_edge(at_us + 100, True)
            brain.card_edge(at_us + 200, False)
        at_us += 5_900
    record = brain.result(-1)
    assert record is not None
    assert (record.delivered, record.uncertain) == (36, 0)


@pytest.mark.parametrize("seed", range(8))
def test_the_motor_stops_when_the_last_card_is_let_go_and_nothing_follows(seed: int) -> None:
    rig = Rig(seed, parameters=Parameters(nose_to_tail=0.0))
    stopped: list[tuple[int, bool]] = []

    def note(now_us: int, pct: int) -> None:
        if pct == 0:
            stopped.append((rig.cards_left, rig.card_in_mouth))

    rig.on_drive = note
    play.arm(rig, 1, 3)
    rig.tap()
    play.run(rig, lambda: rig.cards_left == 3)
    assert stopped == [(2, True)], "before the end of the last one"
    play.run(rig, lambda: rig.card_in_mouth or not rig.core.ejecting)
    assert not rig.card_in_mouth
    assert rig.cards_left == 3


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_a_train_ends_with_the_last_card_that_is_wanted(seed: int, count: int) -> None:
    rig = Rig(seed, parameters=Parameters(nose_to_tail=1.0))
    play.hit(rig, 1, 1)  # from now on every card starts from where it can be late
    record = play.hit(rig, 2, count)
    assert rig.cards_left == 1 + count
    assert (record.delivered, record.uncertain, record.fault) == (count, 0, 0)


@pytest.mark.parametrize("hundredths", range(30, 75, 5))
def test_a_card_that_lies_on_the_last_one_is_pulled_back(hundredths: int) -> None:
    overlap = hundredths / 100
    rig = Rig(hundredths, parameters=Parameters(double_overlap=(overlap, overlap)))
    play.hit(rig, 1, 1)  # from now on every card starts from where it can be late
    rig.set_fault("double_feed", True)
    play.arm(rig, 2, 1)
    rig.tap()
    play.run(rig, lambda: rig.cards_under_roller == 1)
    rig.set_fault("double_feed", False)
    play.finish(rig)
    record = rig.core.result(2)
    assert record is not None
    assert rig.cards_left == 2
    assert (record.delivered, record.uncertain, record.sticking, record.fault) == (1, 0, 0, 0)


@pytest.mark.parametrize("supply", [0.75, 0.85])
def test_single_cards_teach_the_pace_of_a_weak_supply(supply: float) -> None:
    rig = Rig(5, parameters=Parameters(nose_to_tail=0.0, supply=supply))
    records = [play.hit(rig, number, 1) for number in range(1, 41)]
    assert rig.cards_left == 40
    assert not any(record.uncertain or record.fault for record in records[12:])


@pytest.mark.parametrize(("late_us", "uncertain"), [(44_500, 0), (44_501, 1)])
def test_a_motor_that_stopped_late_may_have_carried_another_card_out(
    late_us: int, uncertain: int
) -> None:
    brain = core.Core(Settings(spin_up_us=0), 0)
    brain.eject(0, -1, 1)
    brain.card_edge(20_000, True)
    brain.card_edge(109_000, False)  # the last one
    brain.card_edge(116_000, True)  # what follows peeks out
    brain.tick(109_000 + late_us)
    record = brain.result(-1)
    assert record is not None
    assert (record.delivered, record.uncertain) == (1, uncertain)
