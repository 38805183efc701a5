"""The long lease before a press: who gets it, and that older ends get on with newer ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import RemoteLauncher, connect
from firmware_bridge.device import Device
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import HitEnded, HitResult
from tests.firmware_bridge.bench import Bench

COUNT = 12
Message = dict[str, Any]


@pytest.mark.parametrize(("silent_s", "armed"), [(1.95, 1), (2.05, 0)])
def test_a_caller_that_asks_has_two_seconds_before_a_press(
    bench: Bench, silent_s: float, armed: int
) -> None:
    caller = bench.caller()
    assert caller.hello(armed_lease=True)["armed_lease_ms"] == 2000
    caller.ask("arm", hit=1, count=COUNT)
    bench.run(silent_s)
    assert bench.armed_hit() == armed
    caller.listen()
    assert caller.over == ["lease"] * (1 - armed)


@pytest.mark.parametrize("asked", [{}, {"armed_lease": False}, {"armed_lease": 1}])
def test_a_caller_that_does_not_ask_has_the_short_one_also_after_one_that_did(
    bench: Bench, asked: Message
) -> None:
    bench.caller().hello(armed_lease=True)
    caller = bench.caller()
    caller.ask("bye")
    bench.run(3.0)
    assert "armed_lease_ms" not in caller.hello(**asked)
    caller.ask("arm", hit=1, count=COUNT)
    bench.run(0.3)
    assert bench.armed_hit() == 0


def test_a_referee_that_dies_after_the_press_has_the_short_one(bench: Bench) -> None:
    caller = bench.caller()
    caller.hello(armed_lease=True)
    caller.ask("arm", hit=1, count=COUNT)
    bench.press()
    bench.run(0.5, caller)
    assert bench.motor_on()
    bench.run(0.7)
    assert not bench.motor_on()
    caller.listen()
    assert caller.over == ["lease"]
    welcome = caller.hello(armed_lease=True)
    assert welcome["faults"] == ["LINK_LOST"]
    result = caller.ask("result", hit=1)["result"]
    assert (result["complete"], result["fault"]) == (False, "LINK_LOST")
    assert 0 < result["delivered"] < COUNT


def test_a_referee_that_died_before_the_press_hears_afterwards_what_came(bench: Bench) -> None:
    caller = bench.caller()
    caller.hello(armed_lease=True)
    caller.ask("arm", hit=1, count=COUNT)
    bench.run(1.5)
    bench.press()
    bench.run(0.7)
    assert not bench.motor_on()
    bench.run(1.0)
    caller.hello(armed_lease=True)
    result = caller.ask("result", hit=1)["result"]
    assert (result["complete"], result["fault"]) == (False, "LINK_LOST")
    assert result["delivered"] + result["sticking"] >= bench.rig.cards_left > 0


# both ends at a socket


async def newer(path: Path) -> RemoteLauncher:
    return await connect(at_socket(path), "table")


async def older(path: Path) -> RemoteLauncher:
    """A caller that knows nothing of the long lease."""
    dial = partial(asyncio.open_unix_connection, str(path))
    return await RemoteLauncher.take(dial, str(path), "table")


class Heard:
    """The requests that reach the launcher."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, knows: bool) -> None:
        """``knows``: whether the launcher knows the long lease; an older one ignores the wish."""
        self.requests: list[str] = []
        handle = Device.handle

        def listening(device: Device, end: Any, message: Message) -> Message:
            self.requests.append(str(message["do"]))
            known = {name: value for name, value in message.items() if name != "armed_lease"}
            return handle(device, end, message if knows else known)

        monkeypatch.setattr(Device, "handle", listening)

    def beats(self) -> int:
        return self.requests.count("ack")


async def _whole_hit(launcher: RemoteLauncher, control: SimulatorControl) -> HitResult:
    await control.press()
    async with asyncio.timeout(30):
        async for event in launcher.events():
            if isinstance(event, HitEnded):
                return event.result
    raise AssertionError("the launcher was closed")


@pytest.mark.looptime
@pytest.mark.parametrize("knows", [True, False], ids=["newer launcher", "older launcher"])
@pytest.mark.parametrize("take", [newer, older])
async def test_every_pair_of_ends_keeps_an_armed_hit_and_gives_all_its_cards(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    take: Callable[[Path], Any],
    knows: bool,
) -> None:
    heard = Heard(monkeypatch, knows)
    path = tmp_path / "launcher.sock"
    simulator = await start_simulator(path, 60, seed=3)
    launcher, control = await take(path), SimulatorControl(path)
    assert await launcher.arm(1, COUNT) is None
    before = heard.beats()
    await asyncio.sleep(20)
    armed_beats = heard.beats() - before
    # both know it: two beats a second
    assert armed_beats in (range(38, 42) if knows and take is newer else range(300, 330))
    ended = await _whole_hit(launcher, control)
    assert (ended.delivered, ended.complete, ended.fault) == (COUNT, True, None)
    assert (await control.truth()).lease_trips == 0
    await launcher.close()
    await simulator.close()


@pytest.mark.looptime
async def test_beats_come_often_while_cards_do_and_seldom_after_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = Heard(monkeypatch, knows=True)
    path = tmp_path / "launcher.sock"
    simulator = await start_simulator(path, 60, seed=3)
    launcher, control = await newer(path), SimulatorControl(path)
    for hit in (1, 2):
        await launcher.arm(hit, COUNT)
        await asyncio.sleep(10)
        before_s, before = asyncio.get_running_loop().time(), heard.beats()
        await _whole_hit(launcher, control)
        took_s = asyncio.get_running_loop().time() - before_s
        assert heard.beats() - before >= took_s / 0.0625 - 2
        before = heard.beats()
        await asyncio.sleep(10)
        assert heard.beats() - before <= 22
    # without a press, too
    result = await launcher.eject(COUNT)
    assert (result.complete, (await control.truth()).lease_trips) == (True, 0)
    await launcher.close()
    await simulator.close()
