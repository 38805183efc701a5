"""The simulated launcher, its control and its truth, in virtual time."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.client import connect, safe_off
from firmware_bridge.simulator import Simulator, start_simulator
from firmware_bridge.simulator_control import SimulatorControl, control_path
from firmware_bridge.sockets import MOST_CONNECTIONS, CannotListen
from firmware_bridge.wire.frames import encode
from hardware.launcher import Fault, LauncherGone
from hardware.mechanism.presets import PRESETS
from tests.firmware_bridge.by_hand import NEXT_ID, order

pytestmark = pytest.mark.looptime


def sockets_left(path: Path) -> list[Path]:
    return list(path.parent.iterdir())


@asynccontextmanager
async def simulated(path: Path, cards: int = 60) -> AsyncIterator[Simulator]:
    simulator = await start_simulator(path, cards, seed=3)
    try:
        yield simulator
    finally:
        await simulator.close()


async def test_the_truth_tells_each_stage_of_a_hit_in_order(path: Path) -> None:
    async with simulated(path):
        launcher, control = await connect(at_socket(path), "table"), SimulatorControl(path)
        await launcher.arm(1, 3)
        await asyncio.sleep(1)
        await control.press()
        pressed_ms = asyncio.get_running_loop().time() * 1000
        await asyncio.sleep(3)
        truth = await control.truth()
        assert [stage for _, stage in truth.stages] == [
            *("idle", "armed", "ding", "spin-up"),
            *("card 1", "card 2", "card 3", "settle", "idle"),
        ]
        times = [since_ms for since_ms, _ in truth.stages]
        assert times == sorted(times)
        assert truth.stage_at(pressed_ms - 500) == "armed"
        assert truth.stage_at(pressed_ms + 40) == "spin-up"
        assert truth.stage_at(pressed_ms + 2900) == "idle"
        assert truth.stage_at(-1) == "idle"
        await launcher.close()


async def test_silent_callers_keep_nobody_from_the_launcher_nor_from_switching_it_off(
    path: Path,
) -> None:
    async with simulated(path), AsyncExitStack() as stack:
        launcher = await connect(at_socket(path), "table")
        silent = []
        for _ in range(2 * MOST_CONNECTIONS):
            reader, writer = await asyncio.open_unix_connection(str(path))
            stack.callback(writer.close)
            silent.append(reader)
        assert (await launcher.eject(1)).delivered == 1
        assert await launcher.arm(1, 2) is None
        await safe_off(at_socket(path), within_s=1.0)
        await SimulatorControl(path).press()
        await asyncio.sleep(3)
        assert (await SimulatorControl(path).truth()).cards_left == 1
        assert sum(not reader.at_eof() for reader in silent) < MOST_CONNECTIONS
        await launcher.close()


async def test_a_crowd_that_comes_at_once_is_heard_before_it_is_sent_away(path: Path) -> None:
    async with simulated(path), AsyncExitStack() as stack:
        for _ in range(MOST_CONNECTIONS):
            _, writer = await asyncio.open_unix_connection(str(path))
            stack.callback(writer.close)
        crowd = []
        for number in range(2 * MOST_CONNECTIONS):  # as many as the kernel lets wait
            one = stack.enter_context(socket.socket(socket.AF_UNIX))
            one.setblocking(False)
            with suppress(BlockingIOError):
                one.connect(str(path))
                one.send(encode({"id": 1 + number, "do": "safe_off"}))
                crowd.append(one)
        await asyncio.sleep(1)
        assert crowd
        for one in crowd:
            assert one.recv(100)


async def test_the_truth_proves_when_the_motor_turned(path: Path) -> None:
    async with simulated(path):
        launcher, control = await connect(at_socket(path), "table"), SimulatorControl(path)
        await launcher.eject(2)
        truth = await control.truth()
        (on_ms, off_ms), (back_ms, still_ms) = truth.motor_runs_ms
        assert off_ms is not None and still_ms is not None
        assert on_ms < off_ms < back_ms < still_ms
        assert truth.motor_on_at(on_ms) and truth.motor_on_at(off_ms - 0.001)
        assert not truth.motor_on_at(off_ms) and not truth.motor_on_at(on_ms - 0.001)
        assert not truth.motor_on
        assert "ding" not in [stage for _, stage in truth.stages]
        await launcher.close()


async def test_a_motor_run_that_goes_on_has_no_end_yet(path: Path) -> None:
    async with simulated(path):
        launcher, control = await connect(at_socket(path), "table"), SimulatorControl(path)
        ejecting = asyncio.create_task(launcher.eject(6))
        await asyncio.sleep(0.3)
        truth = await control.truth()
        assert truth.motor_on
        assert truth.motor_runs_ms[-1][1] is None
        assert truth.motor_on_at(truth.at_ms)
        assert truth.stage.startswith("card ")
        await ejecting
        await launcher.close()


@pytest.mark.parametrize("frozen_after_s", [0.02, 0.1, 0.2, 0.4, 0.7])
async def test_a_frozen_caller_loses_the_motor_within_lease_and_bound(
    path: Path, frozen_after_s: float
) -> None:
    async with simulated(path):
        writer = await order(await asyncio.open_unix_connection(str(path)), "arm", hit=1, count=12)
        control = SimulatorControl(path)
        await asyncio.sleep(0.01)
        await control.press()
        await asyncio.sleep(frozen_after_s)
        writer.write(encode({"id": NEXT_ID, "do": "beat"}))
        await asyncio.sleep(0)
        frozen_ms = asyncio.get_running_loop().time() * 1000
        await asyncio.sleep(2)
        truth = await control.truth()
        assert truth.lease_trips == 1
        assert truth.faults == (Fault.LINK_LOST,)
        assert truth.cards_left < 12
        last_off_ms = truth.motor_runs_ms[-1][1]
        assert last_off_ms is not None
        assert last_off_ms <= frozen_ms + 250 + 400 + 1
        writer.close()


@pytest.mark.parametrize("frozen_for_s", [0.1, 0.3, 1.0, 1.7, 1.9])
async def test_a_caller_frozen_before_the_press_loses_the_motor_within_lease_and_bound_of_it(
    path: Path, frozen_for_s: float
) -> None:
    async with simulated(path):
        streams = await asyncio.open_unix_connection(str(path))
        writer = await order(streams, "arm", armed_lease=True, hit=1, count=12)
        control = SimulatorControl(path)
        await asyncio.sleep(frozen_for_s)
        await control.press()
        pressed_ms = asyncio.get_running_loop().time() * 1000
        await asyncio.sleep(2)
        truth = await control.truth()
        assert truth.lease_trips == 1
        assert truth.faults == (Fault.LINK_LOST,)
        assert 0 < truth.cards_left < 12
        last_off_ms = truth.motor_runs_ms[-1][1]
        assert last_off_ms is not None
        assert last_off_ms <= pressed_ms + 250 + 400 + 1
        writer.close()


async def test_a_caller_that_died_before_the_press_is_not_pressed_for(path: Path) -> None:
    async with simulated(path):
        streams = await asyncio.open_unix_connection(str(path))
        writer = await order(streams, "arm", armed_lease=True, hit=1, count=12)
        control = SimulatorControl(path)
        await asyncio.sleep(0.1)
        assert (await control.truth()).stage == "armed"
        writer.transport.abort()  # as the kernel does for a process that is gone
        await asyncio.sleep(0.01)
        await control.press()
        await asyncio.sleep(2)
        truth = await control.truth()
        assert (truth.motor_runs_ms, truth.cards_left, truth.presses) == ((), 0, 1)


async def test_it_sleeps_while_nothing_happens(path: Path) -> None:
    async with simulated(path) as simulator:
        await SimulatorControl(path).press()
        await asyncio.sleep(1)
        assert simulator.due() is None


async def test_many_hands_touch_it_at_once(path: Path) -> None:
    async with simulated(path, cards=0):
        await asyncio.gather(*(SimulatorControl(path).load(2) for _ in range(10)))
        assert (await SimulatorControl(path).truth()).cards_in_hopper == 20
        assert await SimulatorControl(path).unload() == 20
        await SimulatorControl(path).load(3)
        await SimulatorControl(path).fill(7)
        assert (await SimulatorControl(path).truth()).cards_in_hopper == 7
        await SimulatorControl(path).fill(0)
        assert (await SimulatorControl(path).truth()).cards_in_hopper == 0


async def test_a_hand_switches_any_fault_and_pulls_a_card_out(path: Path) -> None:
    async with simulated(path):
        launcher, control = await connect(at_socket(path), "table"), SimulatorControl(path)
        assert not await control.pull()
        ejecting = asyncio.create_task(launcher.eject(5))
        await asyncio.sleep(0.2)  # the second card is in the mouth
        await control.fault("cover")
        result = await ejecting
        assert (result.fault, result.complete) == (Fault.COVER_OPEN, False)
        assert (result.delivered, result.sticking) == (2, 1)
        assert await control.pull()
        assert (await control.truth()).cards_left == 2
        assert await launcher.clear_faults() == (Fault.COVER_OPEN,)
        await control.fault("cover", False)
        assert await launcher.clear_faults() == ()
        assert (await launcher.eject(3)).delivered == 3
        assert (await control.truth()).cards_left == 5
        await launcher.close()


async def test_a_machine_of_a_kind(path: Path) -> None:
    simulator = await start_simulator(path, 60, seed=4, machine=PRESETS["worn"].machine(4))
    launcher = await connect(at_socket(path), "table")
    result = await launcher.eject(4)
    assert result.delivered <= (await SimulatorControl(path).truth()).cards_left
    await launcher.close()
    await simulator.close()


async def test_what_a_hand_does_is_felt(path: Path) -> None:
    async with simulated(path):
        launcher, control = await connect(at_socket(path), "table"), SimulatorControl(path)
        await control.block()
        await asyncio.sleep(0.1)
        blocked = await launcher.eject(1)
        assert blocked.fault == Fault.SENSOR_BLOCKED
        await control.block(False)
        await asyncio.sleep(0.1)
        assert await launcher.clear_faults() == ()
        await control.slip()
        times_ms = (await launcher.eject(2)).card_times_ms
        await control.slip(False)
        await launcher.clear_faults()
        assert (await launcher.eject(2)).card_times_ms < times_ms
        await launcher.close()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"{", "A hand's request cannot be read: "),
        (b'{"do":"\xff"}', "A hand's request cannot be read: "),
        (b'{"do":"kick"}', "A hand's request cannot be read: Invalid enum value 'kick'"),
        (b'{"do":"press","hold_ms":9}', "A hand's request cannot be read: Expected `int` >= 10"),
        (b'{"do":"press","hold_ms":60001}', "A hand's request cannot be read: Expected `int` <="),
        (b'{"do":"load","cards":0}', "A hand's request cannot be read: Expected `int` >= 1"),
        (b'{"do":"load","cards":501}', "A hand's request cannot be read: Expected `int` <= 500"),
        (b'{"do":"press","hard":1}', "A hand's request cannot be read: Object contains unknown"),
        (b'{"do":"fault","name":"rain"}', "There is no fault 'rain'; there are jam, slip"),
    ],
)
async def test_a_hand_that_makes_no_sense_is_told_so(
    path: Path, line: bytes, sentence: str
) -> None:
    async with simulated(path):
        reader, writer = await asyncio.open_unix_connection(str(control_path(path)))
        writer.write(line + b"\n")
        assert json.loads(await reader.readline())["error"].startswith(sentence)
        writer.write(b'{"do":"press"}\n')
        assert json.loads(await reader.readline()) == {}
        writer.close()


async def test_an_endless_line_ends_the_hand_and_nothing_else(path: Path) -> None:
    async with simulated(path):
        reader, writer = await asyncio.open_unix_connection(str(control_path(path)))
        writer.write(b"x" * 10_000)
        assert await reader.read() == b""
        writer.close()
        assert (await SimulatorControl(path).truth()).presses == 0


async def test_a_hand_without_a_simulator_says_so(path: Path) -> None:
    with pytest.raises(LauncherGone, match="no_hand"):
        await SimulatorControl(path).press()


async def test_a_place_that_is_taken_leaves_no_hand_behind(path: Path) -> None:
    async with simulated(path):
        control_path(path).unlink()
        with pytest.raises(CannotListen, match="Another launcher already listens"):
            await start_simulator(path, 10, seed=1)
        assert not control_path(path).exists()


async def test_closing_it_stops_the_motor(path: Path) -> None:
    async with simulated(path) as simulator:
        launcher = await connect(at_socket(path), "table")
        ejecting = asyncio.create_task(launcher.eject(6))
        await asyncio.sleep(0.3)
        await simulator.close()
        with pytest.raises(LauncherGone, match="stopped"):
            await ejecting
        assert not simulator.motor_on
        assert sockets_left(path) == []
        await launcher.close()


async def test_on_a_turntable_it_stands_still_while_cards_come(path: Path) -> None:
    simulator = await start_simulator(path, 60, seed=5, seats=4)
    launcher = await connect(at_socket(path), "table")
    control = SimulatorControl(path)
    assert launcher.capabilities.turntable
    assert (await control.truth()).seat == 0
    ejecting = asyncio.create_task(launcher.eject(3))
    await asyncio.sleep(0.1)
    assert await launcher.face(1)
    await ejecting
    assert (await control.truth()).seat is None  # not a degree yet
    await asyncio.sleep(1.4)
    assert (await control.truth()).seat is None
    await asyncio.sleep(0.2)  # 90 degrees are 1.5 s
    assert (await control.truth()).seat == 1
    await launcher.suspense(3)
    assert (await control.truth()).suspense == 3
    await launcher.close()
    await simulator.close()


async def test_a_simulator_is_alone_once_nobody_was_connected_for_a_time(path: Path) -> None:
    async with simulated(path) as simulator:
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        alone = asyncio.create_task(simulator.alone(120))
        await asyncio.sleep(100)
        launcher = await connect(at_socket(path), "table")
        await asyncio.sleep(500)
        assert not alone.done()
        await launcher.close()
        left_s = loop.time() - began_s
        await asyncio.sleep(110)
        assert not alone.done(), "a referee that was killed may come back"
        await alone
        assert left_s + 120 <= loop.time() - began_s <= left_s + 121
