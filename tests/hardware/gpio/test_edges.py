"""Edges as the kernel and as gpiozero tell them."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.gpio.edges import Edge
from hardware.gpio.gpiozero_edges import GpiozeroEdges
from hardware.gpio.launcher_pins import Input
from tests.hardware.gpio.workbench import WatchedFactory
from tests.processes import PATIENCE_S

gpiod = pytest.importorskip("gpiod", reason="gpiod is for Linux")
from hardware.gpio.gpiod_edges import QUEUE, GpiodEdges  # noqa: E402
from tests.hardware.gpio.kernel import Kernel  # noqa: E402

INPUTS: dict[Input, int] = {"card_sensor": 17, "button": 4}


@pytest.fixture
def kernel() -> Iterator[Any]:
    made = Kernel([17, 4])
    made.high[17] = False
    yield made
    made.close()


def test_kernel_edges_come_whole_in_order_and_with_their_own_moments(kernel: Any) -> None:
    edges = GpiodEdges(kernel, INPUTS)
    for nth in range(5):
        kernel.edge(17, nth % 2 == 0, 1_000_000_999 + nth * 1_000_000)
    kernel.edge(4, False, 1_007_000_000)
    taken = edges.take()
    assert taken[0] == Edge(1_000_000, "card_sensor", True)
    assert [edge.high for edge in taken[:5]] == [True, False, True, False, True]
    assert taken[5] == Edge(1_007_000, "button", False)
    assert edges.take() == []


def test_one_look_takes_all_that_the_kernel_has_queued(kernel: Any) -> None:
    edges = GpiodEdges(kernel, INPUTS)
    for nth in range(QUEUE):
        kernel.edge(17, nth % 2 == 0, nth * 1_000)
    assert len(edges.take()) == QUEUE


def test_a_gap_in_a_lines_numbers_is_a_count_of_lost_edges(kernel: Any) -> None:
    edges = GpiodEdges(kernel, INPUTS)
    kernel.edge(17, True, 1000, lost=2)  # the first ones
    kernel.edge(4, False, 2000)
    kernel.edge(17, False, 3000)
    kernel.edge(17, True, 4000, lost=7)
    assert [edge.missed for edge in edges.take()] == [2, 0, 0, 7]


def test_kernel_levels_have_their_names(kernel: Any) -> None:
    assert GpiodEdges(kernel, INPUTS).levels() == {"card_sensor": False, "button": True}


async def test_the_loop_wakes_for_a_kernel_edge_until_it_is_closed(kernel: Any) -> None:
    edges = GpiodEdges(kernel, INPUTS)
    woken = asyncio.Event()
    edges.watch(asyncio.get_running_loop(), woken.set)
    kernel.edge(17, True, 1000)
    await asyncio.wait_for(woken.wait(), PATIENCE_S)
    edges.take()
    edges.close()
    assert kernel.released
    woken.clear()
    kernel.edge(17, False, 2000)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert not woken.is_set()


def test_gpiozeros_edges_come_in_order_and_keep_coming() -> None:
    factory = WatchedFactory()
    moments = iter(range(1, 100))
    edges = GpiozeroEdges(factory, INPUTS, at_us=lambda _: next(moments))
    gc.collect()  # a pin holds its listener weakly
    assert edges.levels() == {"card_sensor": True, "button": True}
    for gpio, high in ((17, False), (4, False), (17, True), (4, True)):
        factory.put(gpio, high)
    assert edges.take() == [
        Edge(1, "card_sensor", False),
        Edge(2, "button", False),
        Edge(3, "card_sensor", True),
        Edge(4, "button", True),
    ]
    assert edges.take() == []


def test_gpiozeros_own_moments_are_the_monotonic_clocks() -> None:
    factory = WatchedFactory()
    edges = GpiozeroEdges(factory, INPUTS)
    before_us = round(factory.ticks() * 1e6)
    factory.put(17, False)
    (edge,) = edges.take()
    assert before_us <= edge.at_us <= round(factory.ticks() * 1e6)


async def test_an_edge_after_the_end_reaches_nobody_and_harms_nobody() -> None:
    factory = WatchedFactory()
    edges = GpiozeroEdges(factory, INPUTS)
    woken: list[None] = []
    edges.watch(asyncio.get_running_loop(), lambda: woken.append(None))
    edges.close()
    edges.close()
    factory.put(17, False)
    await asyncio.sleep(0)
    assert woken == []
