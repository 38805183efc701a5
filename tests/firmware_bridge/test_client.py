"""A launcher at the other end of a real socket, in virtual time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.caller_end import CallerEnd
from firmware_bridge.client import RemoteLauncher, connect, safe_off
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from firmware_bridge.wire.frames import Decoder, encode
from hardware.launcher import (
    CardLeft,
    Fault,
    FaultsChanged,
    HitEnded,
    LauncherBusy,
    LauncherEvent,
    LauncherGone,
    LinkChanged,
    Pressed,
    Reason,
)
from tests.firmware_bridge.odd import odd_launcher

pytestmark = pytest.mark.looptime

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@asynccontextmanager
async def simulated(path: Path, cards: int = 60) -> AsyncIterator[SimulatorControl]:
    simulator = await start_simulator(path, cards, seed=3)
    try:
        yield SimulatorControl(path)
    finally:
        await simulator.close()


class Cable:
    """Dials a socket, and can be cut and mended."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer: asyncio.StreamWriter | None = None
        self.whole = True
        self.dialled_at: list[float] = []

    async def dial(self) -> Streams:
        self.dialled_at.append(asyncio.get_running_loop().time())
        if not self.whole:
            raise ConnectionRefusedError
        reader, self._writer = await asyncio.open_unix_connection(str(self._path))
        return reader, self._writer

    def cut(self) -> None:
        self.whole = False
        assert self._writer is not None
        self._writer.transport.abort()

    async def take(self) -> RemoteLauncher:
        return await RemoteLauncher.take(self.dial, str(self._path), "table")


async def take_events(
    launcher: RemoteLauncher, until: Callable[[LauncherEvent], bool]
) -> list[LauncherEvent]:
    events = []
    async with asyncio.timeout(30):
        async for event in launcher.events():
            events.append(event)
            if until(event):
                break
    return events


def link_is_up(event: LauncherEvent) -> bool:
    return isinstance(event, LinkChanged) and event.up


def is_up(launcher: RemoteLauncher) -> bool:
    return launcher.link_up


class Written:
    """What a caller has sent."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> None: ...


async def test_answers_to_an_earlier_caller_are_not_taken_for_the_own() -> None:
    reader, written = asyncio.StreamReader(), Written()
    end = CallerEnd(reader, cast(Any, written), lambda _: None, below=lambda most: most - 1)
    listening = asyncio.create_task(end.listen())
    asking = asyncio.create_task(end.ask("hello"))
    await asyncio.sleep(0.1)
    for number in range(20):  # a serial line keeps them
        reader.feed_data(encode({"to": number, "boot": "earlier"}))
    await asyncio.sleep(0.1)
    request, *_ = Decoder().feed(written.data)
    reader.feed_data(encode({"to": request["id"], "boot": "now"}))
    assert (await asking)["boot"] == "now"
    reader.feed_eof()
    await listening


async def test_nobody_there_is_said_with_what_to_do(path: Path) -> None:
    with pytest.raises(LauncherGone) as gone:
        await connect(at_socket(path), "table")
    assert gone.value.reason == Reason("launcher.nowhere", {"place": str(path)})
    assert not isinstance(gone.value, LauncherBusy)


async def test_a_second_caller_hears_who_has_it_until_it_is_let_go(path: Path) -> None:
    async with simulated(path):
        first = await connect(at_socket(path), "the kitchen table")
        with pytest.raises(LauncherBusy, match="the kitchen table"):
            await connect(at_socket(path), "bench")
        await first.close()
        second = await connect(at_socket(path), "bench")
        await second.close()


async def test_heartbeats_keep_an_armed_hit_for_as_long_as_it_takes(path: Path) -> None:
    async with simulated(path) as control:
        launcher = await connect(at_socket(path), "table")
        await launcher.arm(1, 2)
        await asyncio.sleep(60)
        assert (await control.truth()).stage == "armed"
        assert (await control.truth()).lease_trips == 0
        await launcher.close()


async def test_a_cut_cable_stops_the_motor_and_the_result_is_there_afterwards(
    path: Path,
) -> None:
    async with simulated(path) as control:
        cable = Cable(path)
        launcher = await cable.take()
        await launcher.arm(1, 12)
        await control.press()
        heard = await take_events(launcher, lambda e: isinstance(e, CardLeft) and e.nth == 3)
        assert is_up(launcher)
        cable.cut()
        await asyncio.sleep(2)
        truth = await control.truth()
        assert not truth.motor_on
        assert 3 <= truth.cards_left < 12
        assert not is_up(launcher)
        with pytest.raises(LauncherGone, match=r"launcher\.(hung_up|nowhere)"):
            await launcher.result(1)

        cable.whole = True
        heard += await take_events(launcher, link_is_up)
        assert heard[-1] == LinkChanged(True)
        heard += await take_events(launcher, lambda e: isinstance(e, FaultsChanged))
        cards = [event.nth for event in heard if isinstance(event, CardLeft)]
        assert cards == list(range(1, len(cards) + 1))
        (ended,) = [event.result for event in heard if isinstance(event, HitEnded)]
        assert (ended.fault, ended.complete) == (Fault.LINK_LOST, False)
        assert ended.delivered == len(cards)
        assert ended.delivered - ended.sticking == truth.cards_left
        assert await launcher.result(1) == ended
        assert launcher.faults == (Fault.LINK_LOST,)
        await launcher.close()


async def test_events_from_before_a_cut_are_not_told_twice(path: Path) -> None:
    async with simulated(path) as control:
        cable = Cable(path)
        launcher = await cable.take()
        await control.press(hold_ms=20)
        await take_events(launcher, lambda e: isinstance(e, Pressed))
        cable.cut()
        await asyncio.sleep(0.1)
        await control.press(hold_ms=20)
        await asyncio.sleep(0.2)
        cable.whole = True
        heard = await take_events(launcher, lambda e: isinstance(e, Pressed))
        presses = [event.presses for event in heard if isinstance(event, Pressed)]
        assert presses == [2]
        await launcher.close()


async def test_a_launcher_that_started_anew_is_told_from_one_that_was_away(path: Path) -> None:
    async with simulated(path) as control:
        launcher = await connect(at_socket(path), "table")
        await control.press()
        await take_events(launcher, lambda e: isinstance(e, Pressed))
    async with simulated(path, cards=0) as control:
        heard = await take_events(launcher, link_is_up)
        assert heard[0] == LinkChanged(False, Reason("launcher.stopped"))
        assert heard[-1] == LinkChanged(True, restarted=True)
        await control.press()
        (event,) = await take_events(launcher, lambda _: True)
        assert isinstance(event, Pressed)
        assert event.presses == 1
        await launcher.close()


async def test_faults_of_a_new_start_replace_those_of_the_old_one(path: Path) -> None:
    async with simulated(path, cards=0) as control:
        launcher = await connect(at_socket(path), "table")
        await launcher.arm(1, 1)
        await control.press()
        await take_events(launcher, lambda e: isinstance(e, FaultsChanged))
    async with simulated(path):
        heard = await take_events(launcher, lambda e: isinstance(e, FaultsChanged))
        assert heard[-2:] == [
            LinkChanged(True, restarted=True),
            FaultsChanged(()),
        ]
        await launcher.close()


async def test_a_lost_launcher_is_looked_for_ever_more_seldom(path: Path) -> None:
    async with simulated(path):
        cable = Cable(path)
        launcher = await cable.take()
        cable.cut()
        await asyncio.sleep(10)
        times = cable.dialled_at[1:]
        gaps = [round(b - a, 2) for a, b in pairwise(times)]
        assert gaps[:5] == [0.1, 0.2, 0.4, 0.8, 1.0]
        assert set(gaps[5:]) == {1.0}
        await launcher.close()


async def test_who_took_the_launcher_meanwhile_is_named(path: Path) -> None:
    async with simulated(path):
        cable = Cable(path)
        launcher = await cable.take()
        cable.cut()
        await asyncio.sleep(0.01)
        other = await connect(at_socket(path), "bench")
        cable.whole = True
        held = Reason("launcher.busy", {"caller": "bench"})
        await take_events(launcher, lambda e: e == LinkChanged(False, held))
        with pytest.raises(LauncherBusy, match="bench"):
            await launcher.arm(1, 1)
        await other.close()
        await take_events(launcher, link_is_up)
        assert await launcher.arm(1, 1) is None
        await launcher.close()


async def test_an_ejection_whose_link_is_lost_is_not_waited_for(path: Path) -> None:
    async with simulated(path):
        cable = Cable(path)
        launcher = await cable.take()
        ejecting = asyncio.create_task(launcher.eject(8))
        await asyncio.sleep(0.3)
        cable.cut()
        with pytest.raises(LauncherGone, match="hung_up"):
            await ejecting
        await launcher.close()


async def test_safe_off_needs_no_hello_and_stops_anybodys_motor(path: Path) -> None:
    async with simulated(path) as control:
        launcher = await connect(at_socket(path), "table")
        ejecting = asyncio.create_task(launcher.eject(8))
        await asyncio.sleep(0.3)
        assert (await control.truth()).motor_on
        await safe_off(at_socket(path), within_s=1)
        assert not (await control.truth()).motor_on
        assert not (await ejecting).complete
        assert is_up(launcher)
        await launcher.close()


async def test_safe_off_is_asked_again_where_a_crowd_had_it_sent_away(path: Path) -> None:
    asked = []

    async def crowded(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        (message,) = Decoder().feed(await reader.read(100))
        asked.append(message["do"])
        if len(asked) == 3:
            writer.write(encode({"to": message["id"]}))
            await reader.read()
        writer.close()

    async with odd_launcher(path, crowded):
        await safe_off(at_socket(path), within_s=1)
    assert asked == ["safe_off"] * 3


async def test_letting_go_while_cards_come_stops_the_motor_and_is_no_fault(path: Path) -> None:
    async with simulated(path) as control:
        launcher = await connect(at_socket(path), "table")
        ejecting = asyncio.create_task(launcher.eject(8))
        await asyncio.sleep(0.3)
        await launcher.close()
        assert not (await control.truth()).motor_on
        with pytest.raises(LauncherGone, match="let_go"):
            await ejecting
        await asyncio.sleep(1)
        truth = await control.truth()
        assert (truth.faults, truth.lease_trips) == ((), 0)


async def test_a_launcher_that_never_answers_is_given_up(path: Path) -> None:
    async def mute(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
        while await reader.read(100):
            pass

    async with odd_launcher(path, mute):
        with pytest.raises(LauncherGone, match="no_answer"):
            await connect(at_socket(path), "table")
        before = asyncio.get_running_loop().time()
        with pytest.raises(LauncherGone, match="not_switched_off"):
            await safe_off(at_socket(path), within_s=0.5)
        assert asyncio.get_running_loop().time() - before <= 0.51


async def test_events_are_acknowledged_with_the_next_sign_of_life(path: Path) -> None:
    asked: list[dict[str, object]] = []

    async def launcher_with_an_event(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        decoder = Decoder()
        while data := await reader.read(1000):
            for message in decoder.feed(data):
                asked.append(message)
                welcome = {"boot": "b", "first": 8, "faults": [], "lease_ms": 250}
                welcome["capabilities"] = {"name": "x"}
                writer.write(encode({"to": message["id"]} | welcome))
                if message["do"] == "hello":
                    writer.write(
                        encode({"event": 8, "boot": "b", "is": "faults", "faults": ["JAM"]})
                    )

    async with odd_launcher(path, launcher_with_an_event):
        launcher = await connect(at_socket(path), "table")
        await asyncio.sleep(0.2)
        assert launcher.faults == (Fault.JAM,)
        assert [message["do"] for message in asked] == ["hello", "ack", "ack", "ack"]
        assert asked[1]["event"] == asked[3]["event"] == 8
        await launcher.close()


@pytest.mark.parametrize(("given_up", "told"), [(0, []), (1, [FaultsChanged((Fault.JAM,))])])
async def test_the_welcome_tells_faults_whose_event_the_launcher_gave_up(
    path: Path, given_up: int, told: list[LauncherEvent]
) -> None:
    """A launcher keeps so many events; if it keeps this one, the event itself tells."""
    lines: list[asyncio.StreamWriter] = []

    async def launcher_with_a_jam(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        lines.append(writer)
        decoder = Decoder()
        again = len(lines) > 1
        welcome = {
            "boot": "b",
            "first": 1 + given_up if again else 1,
            "faults": ["JAM"] if again else [],
            "lease_ms": 250,
            "capabilities": {"name": "x"},
        }
        while data := await reader.read(1000):
            for message in decoder.feed(data):
                writer.write(encode({"to": message["id"]} | welcome))

    async with odd_launcher(path, launcher_with_a_jam):
        launcher = await connect(at_socket(path), "table")
        lines[0].close()
        await take_events(launcher, link_is_up)
        await launcher.close()
        assert [event async for event in launcher.events()] == [
            *told,
            LinkChanged(False, Reason("launcher.let_go")),
        ]
        assert launcher.faults == ((Fault.JAM,) if told else ())


@pytest.mark.parametrize("other", [1, 3])
async def test_a_launcher_that_answers_for_another_hit_is_let_go(path: Path, other: int) -> None:
    ended = {"requested": 1, "delivered": 1, "uncertain": 0, "sticking": 0, "card_times_ms": [9]}

    async def confused(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        decoder = Decoder()
        while data := await reader.read(1000):
            for message in decoder.feed(data):
                answer = {"boot": "b", "first": 1, "faults": [], "lease_ms": 250}
                answer["capabilities"] = {"name": "x"}
                if message["do"] == "result":
                    answer = {"result": {"hit": other, "fault": None, "complete": True} | ended}
                writer.write(encode({"to": message["id"]} | answer))

    async with odd_launcher(path, confused):
        launcher = await connect(at_socket(path), "table")
        with pytest.raises(LauncherGone, match="foreign"):
            await launcher.result(2)
        await launcher.close()


@pytest.mark.parametrize(("possible", "not_possible"), [(1, 0), ((1 << 30) - 1, 1 << 30)])
async def test_a_hit_has_a_number_of_30_bits(path: Path, possible: int, not_possible: int) -> None:
    async with simulated(path):
        launcher = await connect(at_socket(path), "table")
        with pytest.raises(ValueError, match="from 1 to 1073741823"):
            await launcher.arm(not_possible, 1)
        assert await launcher.arm(possible, 1) is None
        await launcher.close()


async def test_a_launcher_that_this_user_may_not_use_is_said_to_be_so() -> None:
    async def barred() -> Streams:
        raise PermissionError(13, "Permission denied")

    with pytest.raises(LauncherGone) as gone:
        await RemoteLauncher.take(barred, "there", "table")
    assert gone.value.reason == Reason("launcher.forbidden", {"place": "there"})
