"""A simulated launcher on a simulated scale: its words come over the wire, and are right."""

from __future__ import annotations

from firmware_bridge.device import Device
from firmware_bridge.simulated_board import ControlRequest, SimulatedBoard, SimulatedScale
from hardware.mechanism.scale_parameters import ScaleParameters
from hardware.portable.settings import Settings
from tests.firmware_bridge.bench import Bench, Caller, Message

CALM = ScaleParameters(slaps=0.0, hands=0.0)


class Weighed(Bench):
    """A bench whose launcher is on a scale."""

    def __init__(self, cards: int = 40) -> None:
        super().__init__(cards)
        scale = SimulatedScale(self.rig, 1, CALM)
        self.board = SimulatedBoard(self.rig, Settings(), lambda: self.now_s, scale=scale)
        self.device = Device(self.board, boot="boot1")

    def listener(self, name: str = "table") -> Caller:
        caller = Caller(self)
        caller.hello(name, scale=True)
        return caller

    def hit(self, caller: Caller, number: int, count: int) -> None:
        caller.ask("arm", hit=number, count=count)
        self.board.apply(ControlRequest("press", hold_ms=100))
        self.run(0.4 + 0.2 * count, caller)

    def words(self, caller: Caller) -> list[Message]:
        return caller.told("weighed")


def about(word: Message) -> tuple[object, ...]:
    return (
        word["first_hit"],
        word["last_hit"],
        word["left"],
        word["left_low"],
        word["left_high"],
    )


def test_each_hit_is_weighed_once_there_is_rest() -> None:
    bench = Weighed()
    caller = bench.listener()
    bench.run(1.0, caller)
    for number, count in ((1, 3), (2, 1), (3, 7)):
        bench.hit(caller, number, count)
        bench.run(2.5, caller)
    assert [about(word) for word in bench.words(caller)] == [
        (1, 1, 3, 3, 3),
        (2, 2, 1, 1, 1),
        (3, 3, 7, 7, 7),
    ]
    assert bench.board.capabilities["scale"] is True


def test_a_launcher_without_a_scale_says_so_and_sleeps_as_before() -> None:
    bench = Bench()
    assert "scale" not in bench.board.capabilities
    assert bench.board.scale is None
    assert bench.board.due() is None


def test_a_tared_scale_knows_what_was_loaded_and_what_is_left() -> None:
    bench = Weighed(cards=0)
    caller = bench.listener()
    assert caller.ask("tare")["scale"] is True
    bench.run(1.5, caller)
    bench.board.apply(ControlRequest("load", cards=20))
    caller.ask("clear")
    bench.run(3.0, caller)
    bench.hit(caller, 1, 4)
    bench.run(2.5, caller)
    word = bench.words(caller)[-1]
    assert (word["inside"], word["inside_low"] <= 16 <= word["inside_high"]) == (16, True)


def test_a_hit_that_is_broken_off_is_weighed_when_it_is_complete() -> None:
    bench = Weighed()
    caller = bench.listener()
    bench.run(1.0, caller)
    caller.ask("arm", hit=1, count=6)
    bench.board.apply(ControlRequest("press", hold_ms=100))
    bench.run(0.35, caller)
    bench.board.apply(ControlRequest("fault", name="cover", on=True))
    bench.run(3.0, caller)
    assert bench.words(caller) == []
    bench.board.apply(ControlRequest("fault", name="cover", on=False))
    caller.ask("clear")
    bench.run(2.5, caller)
    bench.hit(caller, 1, 6)
    bench.run(3.0, caller)
    record = bench.rig.core.result(1)
    assert record is not None and record.complete
    assert about(bench.words(caller)[-1]) == (1, 1, 6, 6, 6)


def test_hits_of_another_caller_are_in_no_word() -> None:
    bench = Weighed()
    caller = bench.listener()
    bench.run(1.0, caller)
    caller.ask("arm", hit=1, count=3)
    bench.board.apply(ControlRequest("press", hold_ms=100))
    bench.run(0.75, caller)
    assert not bench.rig.core.ejecting and bench.words(caller) == []
    caller.ask("bye")
    other = bench.listener("another")
    bench.run(2.0, other)
    assert [about(word) for word in bench.words(other)] == [(None, None, 3, 3, 3)]


def test_who_asks_gets_a_word() -> None:
    bench = Weighed()
    caller = bench.listener()
    bench.run(1.0, caller)
    caller.ask("weigh")
    bench.run(0.5, caller)
    assert [about(word) for word in bench.words(caller)] == [(None, None, 0, 0, 0)]
