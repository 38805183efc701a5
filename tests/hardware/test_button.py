import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.mechanism.parameters import Parameters
from hardware.mechanism.rig import Rig
from hardware.portable import core
from hardware.portable.debouncing import Button
from hardware.portable.settings import Settings
from tests.hardware import play

RELEASE_US = Settings().release_us
LASTS_US = Settings().noisy_press_us


def test_a_press_acts_at_its_first_edge() -> None:
    assert Button(Settings()).edge(0, True, False)


@given(st.lists(st.integers(1, RELEASE_US - 1), max_size=20))
def test_bounce_is_one_press(gaps: list[int]) -> None:
    button = Button(Settings())
    now, down, presses = 0, True, int(button.edge(0, True, False))
    for gap in gaps:
        now, down = now + gap, not down
        button.tick(now)
        presses += button.edge(now, down, False)
    assert presses == 1


@pytest.mark.parametrize(("up_us", "presses"), [(RELEASE_US - 1, 1), (RELEASE_US, 2)])
def test_a_release_counts_once_it_has_settled(up_us: int, presses: int) -> None:
    button = Button(Settings())
    start = (1 << 30) - 5
    seen = int(button.edge(start, True, False))
    button.edge(5, False, False)
    button.tick(5 + up_us)
    assert seen + button.edge(5 + up_us, True, False) == presses


@pytest.mark.parametrize(("down_us", "presses"), [(LASTS_US - 1, 0), (LASTS_US, 1)])
def test_while_the_motor_runs_a_press_has_to_last(down_us: int, presses: int) -> None:
    button = Button(Settings())
    start = (1 << 30) - 5
    seen = int(button.edge(start, True, True))
    seen += button.tick(down_us - 5)
    seen += button.edge(down_us - 5, False, True)
    seen += button.tick(down_us + LASTS_US)
    assert seen == presses


def test_a_press_that_has_to_last_may_bounce_before() -> None:
    button = Button(Settings())
    seen = 0
    for now_us, down in ((0, True), (300, False), (900, True), (1_500, False), (1_600, True)):
        seen += button.tick(now_us) + button.edge(now_us, down, True)
    assert seen == 0
    assert button.due_in_us(1_600) == LASTS_US
    assert button.tick(1_600 + LASTS_US)
    assert not button.edge(9_000, False, True)
    assert not button.edge(9_500, True, True)  # still held


@pytest.mark.parametrize("seed", range(10))
def test_sparks_of_the_brushes_are_no_press_and_a_finger_is(seed: int) -> None:
    rig = Rig(seed, parameters=Parameters(brush_noise_hz=50.0))
    play.arm(rig, 1, 8)
    rig.tap(hold_us=60_000)
    play.run(rig, lambda: rig.cards_left == 3)
    assert rig.core.presses == 1
    rig.tap()
    play.finish(rig)
    assert rig.core.presses == 2
    assert (rig.dings, rig.core.result(1).delivered) == (1, 8)  # type: ignore[union-attr]


def test_a_leaned_on_button_is_one_press() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 2)
    rig.press()
    play.run(rig, lambda: rig.core.result(1).complete)  # type: ignore[union-attr]
    play.finish(rig)
    assert play.arm(rig, 2, 2) == core.ARMED
    for _ in range(100):  # ten seconds
        rig.core.beat(rig.ticks_us)
        rig.advance(rig.now_us + 100_000)
    assert rig.core.presses == 1
    assert rig.cards_left == 2
    rig.release()
    rig.advance(rig.now_us + 100_000)
    rig.tap()
    rig.advance(rig.now_us + 100_000)
    assert rig.core.presses == 2
    assert rig.dings == 2


@pytest.mark.clause("LCH-2")
@pytest.mark.parametrize("seed", range(20))
def test_each_accepted_press_dings_once(seed: int) -> None:
    rig = Rig(seed)
    for number in range(1, 6):
        play.hit(rig, number, number % 3)
        assert rig.dings == number


@pytest.mark.clause("LCH-2")
@pytest.mark.clause("LCH-9")
def test_a_press_that_is_not_armed_does_nothing_but_is_told() -> None:
    rig = Rig(1)
    rig.tap()
    rig.advance(2_000_000)
    assert play.events(rig) == [(core.EVENT_PRESS, 0, 1)]
    assert rig.dings == 0
    assert rig.cards_left == 0


@pytest.mark.clause("LCH-9")
def test_a_press_while_cards_come_does_nothing_but_is_told() -> None:
    rig = Rig(1)
    play.arm(rig, 1, 3)
    rig.tap(hold_us=50_000)
    play.run(rig, lambda: rig.cards_left == 1)
    rig.tap(hold_us=50_000)
    play.finish(rig)
    told = play.events(rig)
    assert [e for e in told if e[0] == core.EVENT_PRESS] == [
        (core.EVENT_PRESS, 1, 1),
        (core.EVENT_PRESS, 0, 2),
    ]
    assert rig.dings == 1
    assert rig.cards_left == 3
