"""What the name of a sensor module decides, on both boards."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import get_args

import pytest

from firmware_bridge.pico_pins import PicoPins
from hardware.calibration import wired_as
from hardware.gpio.pins import EdgesName, Pins
from hardware.gpio.sensor_modules import OWN_CIRCUIT, SENSOR_MODULES, SensorName
from hardware.portable.ticks import MASK
from tests.hardware.gpio.workbench import Workbench

NAMES: tuple[SensorName, ...] = get_args(SensorName)
TORN_SAYS_CLEAR = ["sen0019"]
"""Its output goes to 5 V, so a level converter has to pull the input up."""


def test_every_name_has_a_module() -> None:
    assert set(NAMES) == set(SENSOR_MODULES)
    assert Pins().sensor == PicoPins().sensor == OWN_CIRCUIT


@pytest.mark.parametrize("name", NAMES)
def test_a_name_decides_which_level_says_card(name: SensorName) -> None:
    pins = Pins(sensor=name)
    assert pins.happens_at("card_sensor", SENSOR_MODULES[name].card_is_high)
    assert not pins.happens_at("card_sensor", not SENSOR_MODULES[name].card_is_high)
    assert pins.happens_at("button", False)
    told = PicoPins(sensor=name).wiring()
    assert ("card_sensor" in told["inverted"]) is not SENSOR_MODULES[name].card_is_high


@pytest.mark.parametrize("name", NAMES)
def test_an_open_input_says_card_with_every_module_without_a_level_converter(
    name: SensorName,
) -> None:
    pins = Pins(sensor=name)
    level_of_a_torn_cable = "card_sensor" not in pins.pulled_down
    says_card = pins.happens_at("card_sensor", level_of_a_torn_cable)
    assert says_card is not pins.torn_sensor_says_clear
    assert says_card is (name not in TORN_SAYS_CLEAR)
    assert PicoPins(sensor=name).wiring()["pulled_down"] == list(pins.pulled_down)


def test_what_is_only_inverted_is_still_pulled_up_and_nobody_notices_a_torn_cable() -> None:
    pins = Pins(inverted=("card_sensor",))
    assert pins.pulled_down == ()
    assert pins.torn_sensor_says_clear
    assert not Pins(inverted=("button",)).torn_sensor_says_clear


@pytest.mark.parametrize("board", [Pins, PicoPins])
def test_a_module_and_an_inverted_sensor_are_refused_together(board: type[Pins]) -> None:
    at = "pins" if board is Pins else "pico"
    assert board(sensor="fc-51", inverted=("button", "card_sensor")).complaint() == (
        f"{at}.sensor is fc-51, which already says when the card sensor is low; "
        f"take card_sensor out of {at}.inverted"
    )
    assert board(sensor="fc-51", inverted=("button",)).complaint() is None
    assert board(inverted=("card_sensor",)).complaint() is None


def test_a_calibration_is_for_one_module() -> None:
    assert wired_as(Pins(sensor="fc-03")) != wired_as(Pins())
    assert wired_as(Pins(sensor="fc-03")) != wired_as(Pins(sensor="fc-51"))
    assert wired_as(PicoPins(sensor="fc-51")) != wired_as(PicoPins())


@pytest.mark.looptime
@pytest.mark.parametrize("edges", get_args(EdgesName))
async def test_a_sensor_that_is_low_at_a_card_counts_like_any_other(edges: EdgesName) -> None:
    bench = Workbench(20, Pins(sensor="fc-51", edges=edges, hopper=5, cover=6))
    loop, board = asyncio.get_running_loop(), bench.board
    moved = asyncio.Event()
    board.watch(loop, moved.set)
    board.core.eject(board.now_us() & MASK, -1, 3)
    board.settle()
    while (due := board.due()) is not None:
        with suppress(TimeoutError):
            await asyncio.wait_for(moved.wait(), max(0, due - loop.time()))
        moved.clear()
        board.core.beat(board.now_us() & MASK)
    record = board.core.result(-1)
    assert record is not None
    assert (record.delivered, record.uncertain, record.fault) == (3, 0, 0)
    assert bench.rig.cards_left == 3
    bench.close()
    board.close()
