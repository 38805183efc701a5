"""What a scale says on its way to the referee, with callers and launchers of all ages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import client
from firmware_bridge.address import at_socket
from firmware_bridge.client import RemoteLauncher, connect
from firmware_bridge.simulated_board import SimulatedBoard
from firmware_bridge.simulator import Simulator
from firmware_bridge.simulator_control import SimulatorControl
from firmware_bridge.wire.frames import Decoder, encode
from hardware.launcher import (
    CardLeft,
    HitEnded,
    LauncherEvent,
    Pressed,
    ScaleChanged,
    ScaleFault,
    ScaleReading,
    Weighed,
)
from hardware.mechanism.rig import Rig
from hardware.portable.settings import Settings
from tests.firmware_bridge.bench import Bench, Caller
from tests.firmware_bridge.odd import odd_launcher
from tests.firmware_bridge.spoken_scale import SpokenScale, on_a_scale

SEVEN = (3, 4, 7, 7, 8, 60, 59, 60, 0)
NOT_TARED = (0, 0, -20, -21, -20, -1, 0, 0, 0)


def listening(bench: Bench) -> Caller:
    caller = Caller(bench)
    caller.hello(scale=True)
    return caller


def test_a_word_reaches_a_caller_that_understands_it() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), listening(bench)
    scale.say(*SEVEN[:-1], bench.rig.ticks_us)
    scale.say(*NOT_TARED[:-1], bench.rig.ticks_us)
    bench.run(0.1, caller)
    first, second = caller.events
    assert (first["first_hit"], first["last_hit"], first["left"]) == (3, 4, 7)
    assert (second["first_hit"], second["inside"], second["left"]) == (None, None, -20)


def test_a_caller_that_does_not_ask_for_words_never_gets_one() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), bench.caller()
    scale.say(*SEVEN)
    bench.run(0.1, caller)
    caller.ask("arm", hit=1, count=1)
    bench.press()
    bench.run(1.0, caller)
    assert [event["is"] for event in caller.events] == ["press", "card", "ended"]
    assert [event["event"] for event in caller.events] == [1, 2, 3]
    assert not caller.over


def test_a_word_comes_after_the_end_of_the_hit_that_it_is_about() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), listening(bench)
    caller.ask("arm", hit=3, count=0)
    bench.press()
    bench.board.now_us()
    bench.now_s += 1
    bench.board.now_us()  # the hit is over, and nobody was told
    scale.say(*SEVEN)
    bench.run(0.1, caller)
    assert [event["is"] for event in caller.events] == ["press", "ended", "weighed"]


def explained(bench: Bench, name: str = "table") -> Caller:
    caller = Caller(bench)
    caller.hello(name, scale=True, scale_trouble=True)
    return caller


def troubles(caller: Caller) -> list[object]:
    return [event["trouble"] for event in caller.events if event["is"] == "scale"]


def test_a_caller_that_understands_it_is_told_once_why_the_scale_cannot_be_read() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), explained(bench)
    bench.run(0.2, caller)
    assert troubles(caller) == [], "nothing is wrong"
    for trouble in ("no_answer", "no_answer", "bus_held", ""):
        scale.trouble = trouble
        bench.run(0.2, caller)
    assert troubles(caller) == ["no_answer", "bus_held", None]


def test_a_caller_that_comes_later_is_told_how_the_scale_is_now() -> None:
    bench = Bench()
    scale, first = on_a_scale(bench.board), explained(bench)
    scale.trouble = "no_answer"
    bench.run(0.2, first)
    first.ask("bye")
    second = explained(bench, "another journal")
    bench.run(0.2, second)
    second.ask("bye")
    scale.trouble = ""
    third = explained(bench)
    bench.run(0.2, third)
    assert [troubles(caller) for caller in (first, second, third)] == [
        ["no_answer"],
        ["no_answer"],
        [None],
    ]


def test_a_caller_that_does_not_understand_it_is_told_nothing_of_it() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), listening(bench)
    scale.trouble = "no_answer"
    bench.run(0.2, caller)
    assert caller.events == []
    assert not caller.over


def test_a_reading_comes_with_what_is_wrong() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), listening(bench)
    scale.trouble = "overloaded"
    answer = {"scale": True, "nth": scale.readings, "counts": scale.counts, "trouble": "overloaded"}
    assert caller.ask("reading") == answer


def test_tare_and_weigh_reach_the_scale() -> None:
    bench = Bench()
    scale, caller = on_a_scale(bench.board), listening(bench)
    assert caller.ask("tare") == {"scale": True}
    assert caller.ask("weigh") == {"scale": True}
    assert (scale.tared, scale.asked) == (1, 1)
    assert caller.ask("reading") == {"scale": True, "nth": scale.readings, "counts": scale.counts}


def test_without_a_scale_both_are_answered_and_nothing_happens() -> None:
    bench = Bench()
    caller = listening(bench)
    assert caller.ask("tare") == {"scale": False}
    assert caller.ask("weigh") == {"scale": False}
    assert caller.ask("reading") == {"scale": False}
    bench.run(0.2, caller)
    assert caller.events == []


def test_the_scale_forgets_the_hits_of_another_caller_but_not_of_the_same() -> None:
    bench = Bench()
    scale, first = on_a_scale(bench.board), listening(bench)
    before = scale.forgot
    first.hello(scale=True)
    assert scale.forgot == before
    first.ask("bye")
    Caller(bench).hello("another journal", scale=True)
    assert scale.forgot == before + 1


@asynccontextmanager
async def weighing(path: Path) -> AsyncIterator[tuple[SimulatedBoard, SpokenScale]]:
    """A simulated launcher on a scale, behind a socket."""
    settings = Settings()
    rig = Rig(1, 60, settings)
    board = SimulatedBoard(rig, settings, asyncio.get_running_loop().time)
    scale = on_a_scale(board)
    simulator = Simulator(board)
    await simulator.start(path)
    yield board, scale
    await simulator.close()


async def heard(launcher: RemoteLauncher, for_s: float = 1.0) -> list[LauncherEvent]:
    events: list[LauncherEvent] = []

    async def listen() -> None:
        async for event in launcher.events():
            events.append(event)

    listener = asyncio.create_task(listen())
    await asyncio.sleep(for_s)
    listener.cancel()
    return events


@pytest.mark.looptime
async def test_a_new_host_asks_an_old_launcher_for_nothing_new(path: Path) -> None:
    asked: list[str] = []

    async def old(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        decoder = Decoder()
        while data := await reader.read(1000):
            for message in decoder.feed(data):
                asked.append(message["do"])
                answer: dict[str, Any] = {"to": message["id"]}
                if message["do"] == "hello":
                    answer |= {"boot": "b", "first": 1, "faults": [], "lease_ms": 250}
                    answer["capabilities"] = {"name": "from before"}
                writer.write(encode(answer))

    async with odd_launcher(path, old):
        launcher = await connect(at_socket(path), "table")
        assert not launcher.capabilities.scale
        await launcher.tare()
        await launcher.weigh()
        await launcher.close()
    assert set(asked) <= {"hello", "ack", "bye"}


@pytest.mark.looptime
async def test_an_old_host_plays_on_with_a_new_launcher(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(client.EVENTS, "weighed")
    monkeypatch.delitem(client.EVENTS, "scale")
    monkeypatch.setattr(client, "UNDERSTOOD", {})  # an old host says nothing of scales
    async with weighing(path) as (_, scale):
        launcher = await connect(at_socket(path), "table")
        await launcher.arm(1, 2)
        await SimulatorControl(path).press(40)
        scale.say(*SEVEN)
        scale.trouble = "no_answer"
        events = await heard(launcher, 2.0)
        await launcher.close()
    assert [type(event) for event in events] == [Pressed, CardLeft, CardLeft, HitEnded]


@pytest.mark.looptime
async def test_a_new_host_hears_a_new_launcher(path: Path) -> None:
    async with weighing(path) as (_, scale):
        launcher = await connect(at_socket(path), "table")
        assert launcher.capabilities.scale
        await launcher.tare()
        await launcher.weigh()
        scale.say(*SEVEN)
        (word,) = await heard(launcher)
        await launcher.close()
    assert isinstance(word, Weighed)
    assert (word.first_hit, word.last_hit, word.inside) == (3, 4, 60)
    assert (word.left, word.left_low, word.left_high, word.sure) == (7, 7, 8, False)
    assert (scale.tared, scale.asked) == (1, 1)


@pytest.mark.looptime
@pytest.mark.parametrize(
    ("says", "means"), [("not_started", ScaleFault.NOT_STARTED), ("frozen", ScaleFault.UNKNOWN)]
)
async def test_a_new_host_hears_what_is_wrong_also_from_a_launcher_of_a_later_version(
    path: Path, says: str, means: ScaleFault
) -> None:
    async with weighing(path) as (_, scale):
        launcher = await connect(at_socket(path), "table")
        scale.trouble = says
        assert await heard(launcher) == [ScaleChanged(means)]
        reading = await launcher.reading()
        await launcher.close()
    assert reading == ScaleReading(scale.readings, scale.counts, means)
