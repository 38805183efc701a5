"""Edges of a real kernel: every card counted, and what the kernel's queue loses is known."""

from __future__ import annotations

import asyncio
import os
import signal
from ctypes import c_uint64
from multiprocessing.sharedctypes import RawValue
from pathlib import Path

import gpiod
import pytest
from gpiod.line import Bias

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from hardware.gpio.gpiod_edges import QUEUE, GpiodEdges, request_inputs
from hardware.gpio.launcher_pins import Input
from tests.vm.guest import quick
from tests.vm.guest.launcher import end, line_launcher, start, until
from tests.vm.guest.lines import pi_chip

pytestmark = pytest.mark.on_lines

FEW, MANY = 200, 10_000
"""`make vm` lets a few cards pass, `make soak` many."""
A_HIT = 12
SEED = 11


@pytest.mark.parametrize("cards", [FEW, pytest.param(MANY, marks=pytest.mark.soak)])
async def test_cards_at_fifty_a_second(tmp_path: Path, cards: int) -> None:
    left: c_uint64 = RawValue(c_uint64, 0)
    socket = tmp_path / "launcher.sock"
    counted = doubted = hits = 0
    ejecting_s = 0.0
    with pi_chip() as lines:
        feeder = start(quick.feed, lines.folder, lines.device, left, SEED)
        driver = start(quick.drive, socket)
        try:
            until(socket.is_socket, "driver")
            launcher = await connect(at_socket(socket), "counts")
            while counted < cards:
                before = left.value
                result = await launcher.eject(A_HIT)
                assert result.fault is None, result
                assert 0 <= left.value - before - result.delivered <= result.uncertain, result
                hits += 1
                counted += result.delivered
                doubted += result.uncertain
                ejecting_s += (result.card_times_ms[-1] - result.card_times_ms[0]) / 1000
            await launcher.close()
        finally:
            end(driver)
            end(feeder)
    print(
        f"\ncards that passed: {left.value}, counted: {counted}, uncertain: {doubted}, "
        f"{(counted - hits) / ejecting_s:.1f} a second within a hit, seed {SEED}"
    )


@pytest.mark.parametrize("edges", [QUEUE, QUEUE + 1, 5_000])
def test_what_the_kernels_queue_loses_is_counted_by_its_numbers(edges: int) -> None:
    with pi_chip() as lines:
        lines.put(17, False)
        source = GpiodEdges(request_inputs(str(lines.device), [17], "test"), {"card_sensor": 17})
        for nth in range(edges):
            lines.put(17, nth % 2 == 0)
        taken = source.take()
        assert len(taken) == min(edges, QUEUE)
        assert sum(edge.missed for edge in taken) == max(0, edges - QUEUE)
        source.close()


def test_one_request_pulls_a_sensor_down_and_a_button_up() -> None:
    inputs: dict[Input, int] = {"button": 4, "card_sensor": 17}
    with pi_chip() as lines:
        request = request_inputs(str(lines.device), list(inputs.values()), "test", [17])
        source = GpiodEdges(request, inputs)
        with gpiod.Chip(str(lines.device)) as chip:
            biases = [chip.get_line_info(gpio).bias for gpio in inputs.values()]
        assert biases == [Bias.PULL_UP, Bias.PULL_DOWN]
        for gpio, high in ((17, True), (4, True), (17, False)):
            lines.put(gpio, high)
        told = [(edge.name, edge.high, edge.missed) for edge in source.take()]
        assert told == [("card_sensor", True, 0), ("button", True, 0), ("card_sensor", False, 0)]
        source.close()


async def test_a_driver_that_was_held_up_doubts_what_the_queue_lost(tmp_path: Path) -> None:
    with line_launcher(tmp_path, 40, seed=1) as there:
        launcher = await connect(at_socket(there.socket), "table")
        ejecting = asyncio.create_task(launcher.eject(3))
        await asyncio.sleep(0.1)
        assert there.driver is not None and there.driver.pid is not None
        os.kill(there.driver.pid, signal.SIGSTOP)
        for nth in range(2 * QUEUE):
            there.lines.put(17, nth % 2 == 0)
        await asyncio.sleep(0.01)
        os.kill(there.driver.pid, signal.SIGCONT)
        result = await ejecting
        assert result.uncertain > 0, result
        await launcher.close()
