import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.mechanism.rig import Rig
from hardware.portable import core
from hardware.portable.button import Button
from hardware.portable.settings import Settings
from tests.hardware import play

RELEASE_US = Settings().release_us


def test_a_press_acts_at_its_first_edge() -> None:
    assert Button(Settings()).edge(0, True)


@given(st.lists(st.integers(1, RELEASE_US - 1), max_size=20))
def test_bounce_is_one_press(gaps: list[int]) -> None:
    button = Button(Settings())
    now, down, presses = 0, True, int(button.edge(0, True))
    for gap in gaps:
        now, down = now + gap, not down
        button.tick(now)
        presses += button.edge(now, down)
    assert presses == 1


@pytest.mark.parametrize(("up_us", "presses"), [(RELEASE_US - 1, 1), (RELEASE_US, 2)])
def test_a_release_counts_once_it_has_settled(up_us: int, presses: int) -> None:
    button = Button(Settings())
    start = (1 << 30) - 5
    seen = int(button.edge(start, True))
    button.edge(5, False)
    button.tick(5 + up_us)
    assert seen + button.edge(5 + up_us, True) == presses


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
