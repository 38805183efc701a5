"""The files of a Pico on a serial line: silence, noise and a host that does not listen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from firmware_bridge.address import at_serial
from firmware_bridge.client import connect
from firmware_bridge.messages import FOR_ONE_BOOT
from firmware_bridge.serial_line import dial
from firmware_bridge.wire.frames import MAX_FRAME, Decoder, encode
from hardware.launcher import LauncherEvent, LinkChanged, Reason
from hardware.portable.settings import Settings
from tests.micropython import process

LEASE_MS = 150
LONG_LEASE_MS = 20_000
"""In real time, so that a busy machine is not taken for a host that is silent."""
BOUND_US = Settings().finish_bound_us

Message = dict[str, Any]


class Host:
    """A caller by hand: says what it is told to, and beats only when it is."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writer = writer
        self._reader = reader
        self._decoder = Decoder()
        self._number = 0
        self.boot = ""
        self.heard: list[Message] = []
        """All but answers."""

    def say(self, do: str, **members: object) -> int:
        self._number += 1
        if do in FOR_ONE_BOOT:
            members["boot"] = self.boot
        self.writer.write(encode({"id": self._number, "do": do, **members}))
        return self._number

    async def ask(self, do: str, **members: object) -> Message:
        number = self.say(do, **members)
        return await self.until("to", number)

    async def until(self, member: str, value: object = None) -> Message:
        """Hear until a message has this member; a value of None stands for any."""
        async with asyncio.timeout(process.PATIENCE_S):
            while True:
                data = await self._reader.read(4096)
                assert data, "the line is gone"
                for message in self._decoder.feed(data):
                    if "to" not in message:
                        self.heard.append(message)
                    if member in message and value in (None, message[member]):
                        return message


@asynccontextmanager
async def raw(cards: int, lease_ms: int = LEASE_MS) -> AsyncIterator[tuple[Host, process.Feeder]]:
    async with process.launcher(cards, lease_ms) as (path, feeder):
        host = Host(*await dial(path))
        host.boot = (await host.ask("hello", protocol=1, caller="raw"))["boot"]
        yield host, feeder
        host.writer.close()


async def test_motor_off_within_lease_and_bound_when_the_host_falls_silent() -> None:
    async with raw(40) as (host, feeder):
        hit = (await host.ask("eject", count=12))["hit"]
        await feeder.wait()
        truth = await feeder.truth()
        assert not truth.motor_on
        assert truth.lease_trips == 1
        silent_us = truth.motor_off_us - truth.heard_us
        assert LEASE_MS * 1000 < silent_us <= LEASE_MS * 1000 + BOUND_US

        over = await host.until("over")
        assert over["over"] == "The caller fell silent and lost its lease."
        welcome = await host.ask("hello", protocol=1, caller="raw")
        assert welcome["faults"] == ["LINK_LOST"]
        result = (await host.ask("result", hit=hit))["result"]
        assert (result["complete"], result["fault"]) == (False, "LINK_LOST")
        assert 0 < result["delivered"] == truth.cards_left < 12


async def test_a_host_that_does_not_listen_keeps_no_motor_on() -> None:
    async with raw(40) as (host, feeder):
        for _ in range(200):
            host.say("nonsense")  # 200 answers are more than a line holds that nobody reads
        host.say("eject", count=12)
        async with asyncio.timeout(process.PATIENCE_S):
            while (await feeder.truth()).motor_runs == 0:
                pass
        await feeder.wait()
        truth = await feeder.truth()
        assert not truth.motor_on
        assert (truth.lease_trips, truth.cards_left < 12) == (1, True)
        assert truth.motor_off_us - truth.heard_us <= LEASE_MS * 1000 + BOUND_US


def noise(random: Random) -> bytes:
    """What a line can bring that is no request."""
    beat = encode({"id": 9, "do": "beat"})
    return random.choice(
        [
            bytes(range(256)),
            random.randbytes(random.randrange(1, 3 * MAX_FRAME)),
            b"\x03\x04\r\n>>> ",
            beat[: random.randrange(1, len(beat) - 1)],
            beat.replace(b"9", b"8"),
            b":" * (2 * MAX_FRAME) + b"\n",
            encode({"do": "beat"}),
            encode({"id": 2**70, "do": "beat"}),
            encode({"id": 1.5, "do": "arm", "hit": 1, "count": 12}),
            encode({"id": 1, "do": ["beat"]}),
            b"\n",
        ]
    )


async def test_noise_is_no_request_and_takes_no_memory() -> None:
    random = Random(1)
    async with raw(40, LONG_LEASE_MS) as (host, feeder):
        before = (await feeder.truth()).heap_free
        for hit in range(1, 101):
            host.writer.write(noise(random) + b"\n")
            answer = await host.ask("result", hit=hit)
            assert answer["result"] is None
        host.writer.write(b"x" * 400_000)  # a line that does not end, longer than the heap
        await host.ask("beat")
        truth = await feeder.truth()
        assert (truth.motor_runs, truth.cards_left) == (0, 0)
        assert truth.heap_free > before - 4 * MAX_FRAME
        assert (await host.ask("eject", count=2))["result"] is None
        ended = await host.until("is", "ended")
        assert ended["result"]["delivered"] == 2


async def test_neither_noise_nor_what_is_refused_keeps_the_lease() -> None:
    random = Random(2)
    async with raw(40, LONG_LEASE_MS) as (host, feeder):
        armed = await host.ask("arm", hit=1, count=3)
        assert armed["result"] is None
        armed_us = (await feeder.truth()).now_us
        while (truth := await feeder.truth()).lease_trips == 0:
            assert truth.now_us - armed_us < LONG_LEASE_MS * 1000, "noise was a sign of life"
            host.writer.write(noise(random) + b"\n")
            host.say("arm", hit=1, count=13)
            host.say("nonsense")
            await host.writer.drain()
            await feeder.pass_ms(1_000)
        await feeder.press()
        truth = await feeder.truth()
        assert (truth.dings, truth.motor_runs) == (0, 0)


async def test_a_host_that_stalled_finds_its_launcher_again() -> None:
    async with process.launcher(40, LONG_LEASE_MS) as (path, feeder):
        launcher = await connect(at_serial(path), "stalled")
        told: list[LauncherEvent] = []
        back = asyncio.Event()

        async def listen() -> None:
            async for event in launcher.events():
                told.append(event)
                if isinstance(event, LinkChanged) and event.up:
                    back.set()

        listening = asyncio.create_task(listen())
        assert await launcher.arm(1, 3) is None
        await feeder.pass_ms(LONG_LEASE_MS)
        async with asyncio.timeout(process.PATIENCE_S):
            await back.wait()
        assert told[0] == LinkChanged(False, Reason("launcher.lease_lost"))
        assert told[1] == LinkChanged(True)
        assert (await feeder.truth()).lease_trips == 1
        assert await launcher.arm(1, 3) is None
        await feeder.press()
        result = await launcher.result(1)
        assert result is not None
        assert (result.delivered, result.complete) == (3, True)
        await launcher.close()
        await listening


async def test_the_ticks_wrap_while_hits_follow_each_other() -> None:
    async with process.launcher(60, LONG_LEASE_MS, wrap_ms=500) as (path, feeder):
        launcher = await connect(at_serial(path), "wrap")
        truth = await feeder.truth()
        assert truth.now_us < 1 << 30
        cards = 0
        while truth.now_us < 1 << 30:
            result = await launcher.eject(7)
            assert (result.delivered, result.complete, result.fault) == (7, True, None)
            assert list(result.card_times_ms) == sorted(result.card_times_ms)
            cards += 7
            truth = await feeder.truth()
            assert truth.cards_left == cards
        assert truth.lease_trips == 0
        await launcher.close()
