"""The board: what happens at the pins reaches the core in order, and the core reaches the pins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

import msgspec
import pytest

from hardware.gpio.edges import CheckedEdges, Edge
from hardware.gpio.gpio_board import GpioBoard
from hardware.gpio.launcher_pins import Input
from hardware.gpio.motor_drivers import MOTOR_DRIVERS, DriverName
from hardware.gpio.pins import Pins, PinTrouble
from hardware.mechanism.parameters import Parameters
from hardware.portable import core, faults
from hardware.portable.signals import DING
from hardware.portable.ticks import MASK
from tests.hardware.gpio.workbench import WIRED, WatchedFactory, Workbench

REST: dict[Input, bool] = {"card_sensor": False, "button": True, "hopper": False, "cover": False}


class ScriptedEdges:
    """An ``EdgeSource`` that says what a test wants."""

    def __init__(self, levels: dict[Input, bool] | None = None) -> None:
        self.waiting: list[Edge] = []
        self.at_start = REST | (levels or {})
        self.closed = False

    def watch(self, loop: asyncio.AbstractEventLoop, moved: Callable[[], None]) -> None: ...

    def take(self) -> list[Edge]:
        taken, self.waiting = self.waiting, []
        return taken

    def levels(self) -> dict[Input, bool]:
        return self.at_start

    def close(self) -> None:
        self.closed = True


class Bench:
    """A board with scripted edges, mock pins and a clock that a test moves."""

    def __init__(self, pins: Pins = WIRED, levels: dict[Input, bool] | None = None) -> None:
        self.pins = pins
        self.now_us = (1 << 30) - 500_000  # the core's ticks are about to wrap
        self.factory = WatchedFactory()
        self.edges = ScriptedEdges(levels)
        self.failures: list[PinTrouble] = []
        self.board = GpioBoard(
            pins,
            self.factory,
            CheckedEdges(self.edges),
            lambda: self.now_us / 1e6,
            self.failures.append,
        )

    @property
    def core(self) -> core.Core:
        return self.board.core

    def at(self, name: Input, high: bool, after_us: int, missed: int = 0) -> None:
        self.edges.waiting.append(Edge(self.now_us + after_us, name, high, missed))

    def motor(self) -> list[float]:
        return [self.factory.level(getattr(self.pins, name)) for name in self.pins.driver.inputs]

    def run(self, for_us: int) -> None:
        """Let time pass as the driver does: awake when the board is due."""
        end_us = self.now_us + for_us
        while (due := self.board.due()) is not None and due * 1e6 <= end_us:
            self.now_us = max(self.now_us, round(due * 1e6))
            self.core.beat(self.now_us & MASK)
            self.board.now_us()
        self.now_us = end_us
        self.board.now_us()

    def begin(self, count: int) -> None:
        """Arm and press."""
        assert self.core.arm(self.board.now_us() & MASK, 1, count) == core.ARMED
        self.board.settle()
        self.at("button", False, 0)
        self.board.now_us()


def test_a_press_starts_the_motor_and_dings_in_one_go() -> None:
    bench = Bench()
    bench.begin(1)
    assert bench.motor() == [1, 0]
    assert bench.factory.level(bench.pins.buzzer) == 0.5


def test_late_edges_are_told_in_order_with_their_own_moments() -> None:
    """The process was held up for 200 ms, in which a card passed: it is measured as it was."""
    bench = Bench()
    bench.begin(3)
    start_us = bench.now_us
    bench.at("card_sensor", True, 60_000)
    bench.at("card_sensor", False, 150_000)
    bench.now_us += 200_000
    assert bench.board.now_us() == bench.now_us
    record = bench.core.result(1)
    assert record is not None
    assert (record.delivered, record.uncertain) == (1, 0)
    assert record.card_times_ms == (150,)
    assert start_us + 200_000 == bench.now_us


def test_an_edge_from_before_the_last_tick_does_not_turn_time_back() -> None:
    bench = Bench()
    bench.begin(3)
    bench.at("card_sensor", True, 60_000)
    bench.now_us += 150_000
    bench.board.now_us()
    bench.at("card_sensor", False, -1)  # it happened before, and was told of late
    told_us = bench.board.now_us()
    assert told_us == bench.now_us
    record = bench.core.result(1)
    assert record is not None
    assert (record.delivered, record.card_times_ms) == (1, (150,))


def test_an_edge_that_is_ahead_of_the_clock_moves_the_present() -> None:
    bench = Bench()
    bench.at("button", False, 40)
    assert bench.board.now_us() == bench.now_us + 40


def test_lost_edges_of_the_sensor_make_a_count_uncertain_and_those_of_the_button_do_not() -> None:
    bench = Bench()
    bench.begin(3)
    bench.at("button", True, 10_000, missed=2)
    bench.at("card_sensor", True, 60_000)
    bench.at("card_sensor", False, 150_000, missed=4)
    bench.now_us += 150_000
    bench.board.now_us()
    record = bench.core.result(1)
    assert record is not None
    assert (record.delivered, record.uncertain) == (1, 2)


def test_a_ding_lasts_as_long_as_it_should() -> None:
    bench = Bench(Pins(buzzer_hz=0))
    bench.core.ding()
    bench.board.settle()
    assert bench.factory.level(bench.pins.buzzer) == 1
    bench.run(DING[1] * 1000 - 1)
    assert bench.factory.level(bench.pins.buzzer) == 1
    bench.run(1)
    assert bench.factory.level(bench.pins.buzzer) == 0
    assert bench.board.due() is None


def test_a_buzzer_with_a_tone_of_its_own_beeps_three_times_for_a_fault() -> None:
    bench = Bench(Pins(buzzer_hz=0))
    beeps: list[bool] = []
    buzzer = bench.factory.pin(bench.pins.buzzer)
    bench.factory.changed = lambda: beeps.append(bool(buzzer.state))
    bench.core.faults = faults.OVERRUN
    bench.board.settle()
    bench.run(2_000_000)
    assert sum(now and not before for before, now in pairwise([False, *beeps])) == 3


def test_the_lamp_is_lit_while_armed() -> None:
    bench = Bench()
    bench.core.arm(bench.board.now_us() & MASK, 1, 1)
    bench.board.settle()
    assert bench.factory.level(bench.pins.lamp) == 1
    bench.run(300_000)
    bench.core.disarm(bench.board.now_us() & MASK)
    bench.board.settle()
    assert bench.factory.level(bench.pins.lamp) == 0


def test_what_is_not_wired_is_not_there_and_not_missed() -> None:
    bare = Pins(button=0, lamp=0, buzzer=0)
    bench = Bench(bare, {"card_sensor": False})
    assert bench.board.capabilities == {
        "name": "gpio",
        "turntable": False,
        "lamp": False,
        "hopper_switch": False,
        "cover_switch": False,
    }
    assert Bench().board.capabilities == {
        "name": "gpio",
        "turntable": False,
        "lamp": True,
        "hopper_switch": True,
        "cover_switch": True,
    }
    bench.core.ding()
    bench.core.lamp(True)
    bench.board.settle()
    assert bench.board.due() is None
    assert bench.board.face(3) is False


@pytest.mark.parametrize(
    ("levels", "fault"),
    [
        ({"cover": True}, faults.COVER_OPEN),
        ({"card_sensor": True}, faults.SENSOR_BLOCKED),
    ],
)
def test_what_is_so_at_the_start_is_known(levels: dict[Input, bool], fault: int) -> None:
    bench = Bench(levels=levels)
    assert bench.core.arm(bench.board.now_us() & MASK, 1, 1) == core.FAULTED
    assert bench.core.faults == fault


def test_an_opened_cover_switches_the_motor_off_at_once() -> None:
    bench = Bench()
    bench.begin(3)
    bench.now_us += 50_000
    bench.at("cover", True, 0)
    bench.board.now_us()
    assert bench.core.faults == faults.COVER_OPEN
    assert bench.core.motor_pct == 0
    assert bench.motor() in ([0, 0], [1, 1])


@pytest.mark.parametrize("inverted", [False, True])
def test_a_motor_driver_that_reports_a_fault_stops_the_motor(inverted: bool) -> None:
    pins = msgspec.structs.replace(
        WIRED, motor_fault=13, inverted=("motor_fault",) if inverted else ()
    )
    bench = Bench(pins, {"motor_fault": not inverted})
    assert bench.core.faults == 0
    bench.begin(3)
    bench.run(50_000)
    bench.at("motor_fault", inverted, 0)
    bench.run(bench.core.settings.motor_fault_us)
    assert bench.core.faults == faults.MOTOR_FAULT
    assert bench.motor() in ([0, 0], [1, 1])
    bench.run(1_000_000)
    record = bench.core.result(1)
    assert record is not None
    assert record.fault == faults.MOTOR_FAULT
    assert bench.core.clear_faults(bench.board.now_us() & MASK) == faults.MOTOR_FAULT
    bench.at("motor_fault", not inverted, 0)
    assert bench.core.clear_faults(bench.board.now_us() & MASK) == 0


def test_a_motor_driver_without_a_supply_is_told_before_anybody_presses() -> None:
    bench = Bench(msgspec.structs.replace(WIRED, motor_fault=13), {"motor_fault": False})
    bench.run(bench.core.settings.motor_fault_us)
    assert bench.core.arm(bench.board.now_us() & MASK, 1, 1) == core.FAULTED
    assert bench.core.faults == faults.MOTOR_FAULT


def test_a_pin_that_fails_switches_the_motor_off_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bench = Bench()
    bench.begin(3)

    def gone() -> list[Edge]:
        raise OSError("the line is gone")

    monkeypatch.setattr(bench.edges, "take", gone)
    bench.now_us += 10_000
    bench.board.now_us()
    assert bench.motor() == [0, 0]
    bench.run(1_000_000)
    bench.board.settle()
    assert bench.motor() == [0, 0]
    assert bench.edges.closed  # or the loop would wake for them for ever
    assert [str(trouble) for trouble in bench.failures] == [
        "The launcher's pins failed (the line is gone), so its motor was switched off: "
        "start the driver again."
    ]


def test_a_mistake_in_the_loop_switches_the_motor_off_too(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    bench.begin(3)

    def wrong(now_us: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bench.core, "tick", wrong)
    bench.board.now_us()
    assert bench.motor() == [0, 0]
    assert "(ZeroDivisionError)" in str(bench.failures[0])


def test_closed_it_leaves_motor_lamp_and_buzzer_off_and_the_sensor_alone() -> None:
    bench = Bench()
    bench.begin(3)
    bench.board.close()
    bench.board.close()
    assert bench.motor() == [0, 0]
    assert bench.factory.level(bench.pins.lamp) == 0
    assert bench.factory.level(bench.pins.buzzer) == 0
    assert bench.edges.closed
    bench.board.now_us()
    bench.board.settle()
    assert bench.motor() == [0, 0]
    assert bench.failures == []


def test_a_board_that_cannot_be_made_leaves_the_motor_low(monkeypatch: pytest.MonkeyPatch) -> None:
    factory, edges = WatchedFactory(), ScriptedEdges()

    def wrong() -> dict[Input, bool]:
        raise OSError("no")

    monkeypatch.setattr(edges, "levels", wrong)
    with pytest.raises(OSError, match="no"):
        GpioBoard(WIRED, factory, CheckedEdges(edges), lambda: 0.0, lambda _: None)
    assert edges.closed
    assert factory.pin(WIRED.motor_in1).function == "input"
    assert factory.level(WIRED.motor_in1) == factory.level(WIRED.motor_in2) == 0


@pytest.mark.looptime
@pytest.mark.parametrize(
    ("name", "duty_pct"),
    [*((name, 100) for name in MOTOR_DRIVERS), ("drv8833", 60), ("tb6612", 60)],
)
async def test_every_motor_driver_gives_cards_and_an_honest_count(
    name: DriverName, duty_pct: int
) -> None:
    pins = Pins(motor_driver=name, duty_pct=duty_pct, hopper=5, cover=6, lamp=0, buzzer=0)
    bench = Workbench(60, pins, parameters=Parameters(nose_to_tail=0.0))
    loop = asyncio.get_running_loop()
    driven: set[tuple[int, bool]] = set()
    moved = asyncio.Event()
    bench.board.watch(loop, moved.set)
    assert bench.board.core.eject(bench.board.now_us() & MASK, -1, 4) == core.ARMED
    bench.board.settle()
    while (due := bench.board.due()) is not None:
        with suppress(TimeoutError):
            await asyncio.wait_for(moved.wait(), max(0, due - loop.time()))
        moved.clear()
        bench.board.core.beat(bench.board.now_us() & MASK)
        driven.add((bench.rig.core.motor_pct, bench.rig.core.braking))
    record = bench.board.core.result(-1)
    assert record is not None
    left = bench.rig.cards_left + bench.board.core.mouth_counted
    assert record.delivered <= left <= record.delivered + record.uncertain
    if name == "mosfet":  # it coasts, and another card or two come
        assert driven == {(100, False), (0, False)}
        assert record.fault == faults.OVERRUN
    else:
        let_go = {(0, False)} if pins.driver.coast != pins.driver.brake else set()
        assert driven == {(duty_pct, False), (0, True), (-duty_pct, False)} | let_go
        assert (record.delivered, record.fault) == (4, 0)
    assert bench.failures == []
    bench.close()
    bench.board.close()
