"""Lamp and buzzer: what each state looks and sounds like, to the microsecond."""

import pytest

from hardware.portable import core, faults, signals
from hardware.portable.settings import Settings
from hardware.portable.signals import Signals
from hardware.portable.ticks import MASK

START = (1 << 30) - 300_000
PITCH_HZ = 2_000


def changes(seen: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [one for nth, one in enumerate(seen) if nth == 0 or one[1] != seen[nth - 1][1]]


class Table:
    """A core with its signals, in time that the test moves; nobody loses a lease here."""

    def __init__(self, pitch_hz: int = PITCH_HZ) -> None:
        self.now_us = START
        self.core = core.Core(Settings(lease_us=500_000_000), START)
        self.signals = Signals(self.core, pitch_hz)

    def tick(self) -> None:
        self.core.beat(self.now_us & MASK)
        self.signals.tick(self.now_us & MASK)

    def run(self, for_us: int) -> list[tuple[int, bool, int]]:
        """What was seen and heard: after how long, lamp, tone. Awake only when due."""
        start_us, end_us = self.now_us, self.now_us + for_us
        self.tick()
        seen = [(0, self.signals.lamp_on, self.signals.tone_hz)]
        while 0 <= (wait := self.signals.due_in_us(self.now_us & MASK)) <= end_us - self.now_us:
            self.now_us += wait
            self.tick()
            now = (self.now_us - start_us, self.signals.lamp_on, self.signals.tone_hz)
            if now[1:] != seen[-1][1:]:
                seen.append(now)
        self.now_us = end_us
        return seen

    def lamp(self, for_us: int) -> list[tuple[int, int]]:
        return changes([(at, lit) for at, lit, _ in self.run(for_us)])

    def sound(self, for_us: int) -> list[tuple[int, int]]:
        return changes([(at, hz) for at, _, hz in self.run(for_us)])

    def arm(self) -> None:
        assert self.core.arm(self.now_us & MASK, 1, 3) == core.ARMED


def test_nothing_to_say_is_dark_silent_and_asleep() -> None:
    table = Table()
    assert table.run(5_000_000) == [(0, False, 0)]
    assert table.signals.due_in_us(table.now_us & MASK) == -1


def test_armed_is_lit_and_asleep() -> None:
    table = Table()
    table.arm()
    assert table.lamp(200_000) == [(0, True)]
    assert table.signals.due_in_us(table.now_us & MASK) == -1


def test_cards_that_come_flicker() -> None:
    table = Table()
    table.arm()
    table.core.button_edge(table.now_us & MASK, True)
    on_us, off_us = (ms * 1_000 for ms in signals.BUSY)
    assert table.lamp(on_us + off_us)[:3] == [(0, True), (on_us, False), (on_us + off_us, True)]


def test_a_fault_is_two_flashes_and_a_pause_and_comes_before_all_else() -> None:
    table = Table()
    table.core.lamp(True)
    table.arm()
    table.core.faults = faults.JAM
    flashes = [(0, True), (100_000, False), (200_000, True), (300_000, False), (1_000_000, True)]
    assert table.lamp(1_000_000) == flashes
    table.core.faults = 0
    assert table.lamp(0) == [(0, True)]
    table.core.disarm(table.now_us & MASK)
    table.core.lamp(False)
    assert table.lamp(0) == [(0, False)]


def test_each_state_looks_different() -> None:
    patterns = [signals.DARK, signals.FAULT, signals.BUSY, *signals.ARMED]
    assert len(set(patterns)) == len(patterns)


def test_the_lamp_tells_how_close_cards_are_by_dips_that_come_quicker() -> None:
    table = Table()
    table.arm()
    dips = []
    for level in range(5):
        table.core.suspense(level)
        table.tick()
        dips.append(sum(not lit for _, lit in table.lamp(3_000_000)))
    assert dips[0] == 0
    assert dips == sorted(set(dips))


def test_a_ding_is_one_tone_of_its_length() -> None:
    table = Table()
    table.tick()
    table.core.ding()
    assert table.sound(1_000_000) == [(0, PITCH_HZ), (120_000, 0)]


def test_the_ding_tells_how_close_cards_are_by_its_pitch() -> None:
    table = Table()
    pitches = []
    for level in range(5):
        table.core.suspense(level)
        table.core.ding()
        pitches.append(table.sound(1_000_000)[0][1])
    assert pitches == [2_000, 2_250, 2_500, 2_750, 3_000]


@pytest.mark.parametrize(("pitch_hz", "hz"), [(6_666, 9_999), (6_667, 10_000), (10_000, 10_000)])
def test_no_tone_is_higher_than_a_pins_pulses(pitch_hz: int, hz: int) -> None:
    table = Table(pitch_hz)
    table.core.suspense(4)
    table.core.ding()
    table.tick()
    assert table.signals.tone_hz == hz


def test_a_new_fault_sounds_three_falling_tones_once() -> None:
    table = Table()
    table.core.faults = faults.JAM
    assert table.sound(2_000_000) == [
        (0, 2_000),
        (150_000, 0),
        (210_000, 1_500),
        (360_000, 0),
        (420_000, 1_000),
        (720_000, 0),
    ]
    table.core.faults |= faults.EMPTY
    assert len(table.sound(2_000_000)) == 6
    table.core.faults = faults.EMPTY
    assert table.sound(2_000_000) == [(0, 0)]


@pytest.mark.parametrize("pitch_hz", [1, 2])
def test_the_lowest_pitch_gives_all_three_tones_of_a_fault(pitch_hz: int) -> None:
    """A share of it is no silence: a buzzer with a tone of its own has the pitch 1."""
    table = Table(pitch_hz)
    table.core.faults = faults.JAM
    assert [hz > 0 for _, hz in table.sound(2_000_000)] == [True, False] * 3


def test_a_ding_in_the_middle_of_another_begins_anew() -> None:
    table = Table()
    table.core.ding()
    table.sound(100_000)
    table.core.ding()
    assert table.sound(1_000_000) == [(0, PITCH_HZ), (120_000, 0)]


def test_a_new_caller_begins_without_suspense() -> None:
    table = Table()
    table.core.suspense(4)
    table.core.forget(table.now_us & MASK)
    assert table.core.suspense_level == 0
