"""An edge that nobody told of is found by its level, whoever listens; a late one is not made up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware.gpio.edges import LOOK_S, REST_LOOK_S, CheckedEdges, Edge
from hardware.gpio.gpiozero_edges import GpiozeroEdges
from hardware.gpio.launcher_pins import Input
from tests.hardware.gpio.workbench import WatchedFactory

pytest.importorskip("gpiod", reason="gpiod is for Linux")
from hardware.gpio.gpiod_edges import GpiodEdges
from tests.hardware.gpio.kernel import Kernel

pytestmark = pytest.mark.looptime
INPUTS: dict[Input, int] = {"card_sensor": 17, "button": 4}


class Listening:
    """Two inputs that are pulled up, a source on them that may be deaf, and its check."""

    def __init__(self, by: str) -> None:
        self.kernel = Kernel([17, 4])
        self.factory = WatchedFactory()
        self._by = by
        source = (
            GpiodEdges(self.kernel, INPUTS)  # type: ignore[arg-type]
            if by == "gpiod"
            else GpiozeroEdges(self.factory, INPUTS, at_us=lambda _: 1)
        )
        self.edges = CheckedEdges(source)
        self.edges.levels()
        self.taken: list[Edge] = []
        self.failures: list[str] = []

    def watch(self, cards_come: bool = True) -> float:
        loop = asyncio.get_running_loop()
        self.edges.watch(loop, self._wake)
        self.edges.look_often(cards_come)
        return loop.time()

    def change(self, high: bool, heard: bool = True) -> None:
        """The card sensor's line changes; not heard: its edge is lost, or comes later."""
        pin: Any = self.factory.pin(17)
        self.kernel.high[17] = high
        pin._state = high
        if heard:
            self.tell(high)

    def tell(self, high: bool) -> None:
        if self._by == "gpiod":
            self.kernel.edge(17, high, 1_000)
        else:
            self.factory.pin(17)._call_when_changed()

    def break_line(self) -> Callable[[], None]:
        def gone(*_: object) -> Any:
            raise OSError("the line is gone")

        pin: Any = self.factory.pin(17)
        self.kernel.get_values = gone  # type: ignore[method-assign, assignment]
        pin._get_state = gone
        return lambda: delattr(pin, "_get_state")

    def _wake(self) -> None:
        try:
            self.taken += self.edges.take()
        except OSError as error:
            self.failures.append(str(error))


@pytest.fixture(params=["gpiod", "gpiozero"])
def listening(request: pytest.FixtureRequest) -> Iterator[Listening]:
    made = Listening(request.param)
    yield made
    made.kernel.close()


async def test_a_level_that_no_edge_told_of_becomes_an_edge(listening: Listening) -> None:
    start_s = listening.watch()
    listening.change(False, heard=False)
    await asyncio.sleep(1.5 * LOOK_S)
    assert listening.taken == []  # it may still be on its way
    await asyncio.sleep(10 * LOOK_S)
    now_us = round((start_s + 2 * LOOK_S) * 1e6)
    assert listening.taken == [Edge(now_us, "card_sensor", False, missed=1)]
    listening.edges.close()


async def test_while_the_motor_is_off_it_is_looked_for_less_often(listening: Listening) -> None:
    start_s = listening.watch(cards_come=False)
    listening.change(False, heard=False)
    await asyncio.sleep(3 * REST_LOOK_S)
    now_us = round((start_s + 2 * REST_LOOK_S) * 1e6)
    assert listening.taken == [Edge(now_us, "card_sensor", False, missed=1)]
    listening.edges.close()


async def test_what_was_lost_before_a_press_is_found_as_soon_as_what_is_lost_after_it(
    listening: Listening,
) -> None:
    start_s = listening.watch(cards_come=False)
    listening.change(False, heard=False)
    await asyncio.sleep(0.1 * REST_LOOK_S)
    listening.edges.look_often(True)
    await asyncio.sleep(3 * LOOK_S)
    now_us = round((start_s + 0.1 * REST_LOOK_S + 2 * LOOK_S) * 1e6)
    assert listening.taken == [Edge(now_us, "card_sensor", False, missed=1)]
    listening.edges.close()


async def test_an_edge_that_is_only_late_is_not_made_up(listening: Listening) -> None:
    listening.watch()
    listening.change(False, heard=False)
    await asyncio.sleep(1.5 * LOOK_S)
    listening.tell(False)
    await asyncio.sleep(10 * LOOK_S)
    assert [(edge.high, edge.missed) for edge in listening.taken] == [(False, 0)]
    listening.edges.close()


async def test_two_late_edges_one_after_the_other_are_not_made_up(listening: Listening) -> None:
    listening.watch()
    for high, look in ((False, 1.5), (True, 1.0)):
        listening.change(high, heard=False)
        await asyncio.sleep(look * LOOK_S)
        listening.tell(high)
    await asyncio.sleep(10 * LOOK_S)
    assert [(edge.high, edge.missed) for edge in listening.taken] == [(False, 0), (True, 0)]
    listening.edges.close()


async def test_a_late_edge_after_a_lost_one_is_not_made_up(listening: Listening) -> None:
    listening.watch()
    listening.change(False, heard=False)
    await asyncio.sleep(2.5 * LOOK_S)
    listening.change(True, heard=False)
    await asyncio.sleep(LOOK_S)
    listening.tell(True)
    await asyncio.sleep(10 * LOOK_S)
    assert [(edge.high, edge.missed) for edge in listening.taken] == [(False, 1), (True, 0)]
    listening.edges.close()


async def test_an_edge_that_comes_with_the_second_look_is_told_once(listening: Listening) -> None:
    listening.watch()
    listening.change(False, heard=False)
    await asyncio.sleep(1.5 * LOOK_S)
    levels = listening.edges._source.levels

    def levels_and_edge() -> dict[Input, bool]:
        listening.edges._source.levels = levels  # type: ignore[method-assign]
        listening.tell(False)
        return levels()

    listening.edges._source.levels = levels_and_edge  # type: ignore[method-assign]
    await asyncio.sleep(10 * LOOK_S)
    assert [(edge.high, edge.missed) for edge in listening.taken] == [(False, 0)]
    listening.edges.close()


async def test_who_says_again_and_again_that_cards_come_holds_up_no_look(
    listening: Listening,
) -> None:
    listening.watch()
    listening.change(False, heard=False)
    for _ in range(5):
        await asyncio.sleep(0.5 * LOOK_S)
        listening.edges.look_often(True)
    assert [(edge.high, edge.missed) for edge in listening.taken] == [(False, 1)]
    listening.edges.close()


async def test_edges_that_are_told_pass_as_they_are(listening: Listening) -> None:
    listening.watch()
    for nth in range(9):
        listening.change(nth % 2 == 1)
        await asyncio.sleep(LOOK_S)
    told = [(edge.high, edge.missed) for edge in listening.taken]
    assert told == [(nth % 2 == 1, 0) for nth in range(9)]
    listening.edges.close()


async def test_a_level_that_cannot_be_read_is_told_to_who_takes(listening: Listening) -> None:
    listening.watch()
    mend = listening.break_line()
    await asyncio.sleep(1.5 * LOOK_S)
    assert listening.failures == ["the line is gone"]
    mend()
    listening.edges.close()


async def test_closed_it_looks_no_more(listening: Listening) -> None:
    listening.watch()
    listening.edges.close()
    listening.edges.close()
    listening.change(False, heard=False)
    await asyncio.sleep(10 * LOOK_S)
    assert listening.taken == []
