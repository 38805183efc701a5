"""What waits to be said: in order, never late, and no longer than it is true."""

from __future__ import annotations

import pytest

from controller.voice.narration import TURN
from controller.voice.queue import LATEST_S, MARGIN_S, Line, Queue

NONE: frozenset[str] = frozenset()
TURNS = frozenset({TURN})


def fact(at_s: float, text: str = "Ann plays red 5.") -> Line:
    return Line(at_s, text)


def turn(at_s: float, text: str = "Bo: match red.") -> Line:
    return Line(at_s, text, TURN)


@pytest.fixture
def queue() -> Queue:
    return Queue()


def test_what_happened_at_once_is_said_in_one_go_and_in_order(queue: Queue) -> None:
    queue.add([fact(0), turn(0)], NONE, 0)
    assert queue.take(0) == (fact(0), turn(0))
    assert queue.take(0) == ()
    assert queue.cut_at_s() is None


@pytest.mark.parametrize(("late_s", "said"), [(LATEST_S, 1), (LATEST_S + 0.01, 0)])
def test_nothing_is_begun_later_than_it_may_be(queue: Queue, late_s: float, said: int) -> None:
    queue.add([fact(0)], NONE, 0)
    assert len(queue.take(late_s)) == said


def test_a_turn_that_is_over_is_not_announced(queue: Queue) -> None:
    queue.add([fact(0), turn(0)], NONE, 0)
    queue.add([fact(1), turn(1)], TURNS, 1)
    assert queue.take(1) == (fact(0), fact(1), turn(1))


def test_a_turn_that_is_over_is_cut_short_but_not_the_deed_before_it(queue: Queue) -> None:
    queue.add([fact(0), turn(0)], NONE, 0)
    queue.take(0)
    queue.add([], TURNS, 0.1)
    cut_at_s = queue.cut_at_s()
    assert cut_at_s is not None and 0 < cut_at_s < 3


def test_a_turn_alone_that_is_over_is_cut_short_at_once(queue: Queue) -> None:
    queue.add([turn(0)], NONE, 0)
    queue.take(0)
    queue.add([], TURNS, 0.1)
    cut_at_s = queue.cut_at_s()
    assert cut_at_s is not None and cut_at_s <= 0.1


def test_a_long_text_makes_room_for_what_would_be_late(queue: Queue) -> None:
    queue.add([fact(0, "x" * 500)], NONE, 0)
    queue.take(0)
    queue.add([fact(2)], NONE, 2)
    assert queue.cut_at_s() == 2 + LATEST_S - MARGIN_S
    queue.free()
    assert queue.cut_at_s() is None
    assert queue.take(2 + LATEST_S - MARGIN_S) == (fact(2),)


def test_a_call_that_changes_no_turn_leaves_it_standing(queue: Queue) -> None:
    queue.add([fact(0), turn(0)], NONE, 0)
    queue.add([fact(0.5, "Ann calls UNO.")], NONE, 0.5)
    assert queue.take(0.5) == (fact(0), turn(0), fact(0.5, "Ann calls UNO."))


def test_again_interrupts_whatever_is_said_and_drops_what_waits(queue: Queue) -> None:
    queue.add([fact(0)], NONE, 0)
    queue.take(0)
    queue.add([fact(1)], NONE, 1)
    queue.repeat([turn(1)])
    cut_at_s = queue.cut_at_s()
    assert cut_at_s is not None and cut_at_s <= 1
    queue.free()
    assert queue.take(1) == (turn(1),)
    assert queue.cut_at_s() is None


def test_what_waits_for_a_voice_that_is_ill_does_not_pile_up(queue: Queue) -> None:
    for nth in range(1000):
        queue.add([fact(nth)], NONE, nth)
    assert queue.take(999) == (fact(998), fact(999))
