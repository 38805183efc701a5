"""A launcher behind the wire that tells again what one told on a recorded evening."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from controller.workshop.doctor.evening import RecordedEvent
from firmware_bridge.simulated_board import ControlRequest
from firmware_bridge.wire.frames import Decoder, encode
from tests.world.machine import Machine

LEASE_MS, ARMED_LEASE_MS = 250, 2000
SOON_S, MOST_S = 0.01, 60.0
"""From one event to the next, at least and at most."""

Message = dict[str, Any]


class RecordedMachine(Machine):
    """Only its wire speaks: no roller turns."""

    def _start(self) -> None:
        self.simulator = RecordedLauncher(self, f"boot{self.boots}")

    @property
    def launcher(self) -> RecordedLauncher:
        """Its program."""
        assert isinstance(self.simulator, RecordedLauncher)
        return self.simulator

    def forget(self) -> None:
        """Its program starts anew, and remembers no hit."""
        self.kill()
        self.start()


class RecordedLauncher:
    """One start of its program. Nothing gets lost on its line."""

    def __init__(self, machine: RecordedMachine, boot: str) -> None:
        self._machine = machine
        self._boot = boot
        self._writer: asyncio.StreamWriter | None = None
        self._armed: tuple[int, int] | None = None
        self._results: dict[int, Message] = {}
        self._faults: tuple[str, ...] = ()
        self._events = self._presses = 0

    @property
    def armed(self) -> int:
        """The hit that waits for a press; 0: none."""
        return self._armed[0] if self._armed else 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer a caller until it ends."""
        decoder, self._writer = Decoder(), writer
        while data := await reader.read(4096):
            for message in decoder.feed(data):
                writer.write(encode({"to": message["id"], **self._answer(message)}))

    def act(self, request: ControlRequest) -> object:
        """Whoever fills it, or takes something out."""
        return {"cards": request.cards}

    async def press(self) -> int:
        """Somebody presses: the armed hit begins. Returns its number."""
        hit, self._armed = self.armed, None
        self._presses += 1
        self._machine.pressed.add(hit)
        self._tell("press", hit=hit or None, presses=self._presses)
        await asyncio.sleep(SOON_S)
        return hit

    async def give(self, result: Message) -> None:
        """Somebody presses, and the armed hit comes to this result."""
        requested = self._armed[1] if self._armed else 0
        hit, before_ms = await self.press(), 0
        for nth, at_ms in enumerate(result["card_times_ms"], start=1):
            await asyncio.sleep(max(0, at_ms - before_ms) / 1000)
            before_ms = at_ms
            self._tell("card", hit=hit, nth=nth)
        self._machine.truth[hit] = result["delivered"]
        self._end({"hit": hit, "requested": requested, "complete": True, **result})
        self._tell("ended", result=self._results[hit])

    async def tell(self, events: Sequence[RecordedEvent]) -> None:
        """Tell of a hit what was told then, from the first press to its end, and as fast."""
        before_ms = events[0].at_ms
        for told in events:
            await asyncio.sleep(min(MOST_S, max(0, told.at_ms - before_ms) / 1000))
            before_ms, event = told.at_ms, dict(told.event)
            if told.name == "press":
                await self.press()
            elif told.name == "faults":
                self.latch(*event["faults"])
            else:
                if told.name == "card":
                    # those before its first may have been told to a referee that was killed
                    self._machine.truth[event["hit"]] = event["nth"]
                else:
                    self._end(event["result"])
                self._tell(told.name, **event)
            await asyncio.sleep(SOON_S)
        if self._faults:
            self.latch()  # people cleared it before the next hit

    def _end(self, result: Message) -> None:
        self._results[result["hit"]] = result
        self._machine.doubts[result["hit"]] = result["uncertain"]

    def latch(self, *faults: str) -> None:
        """Other faults are latched than before."""
        self._faults = faults
        self._tell("faults", faults=list(faults))

    def _tell(self, kind: str, **members: object) -> None:
        self._events += 1
        at_ms = int(self._machine.world.loop.time() * 1000)
        event = {"event": self._events, "boot": self._boot, "is": kind, "at_ms": at_ms}
        if self._writer is not None:
            self._writer.write(encode({**members, **event}))

    def _answer(self, message: Message) -> Message:
        match message["do"]:
            case "hello":
                self._armed = None
                return {
                    "protocol": 1,
                    "boot": self._boot,
                    "first": self._events + 1,
                    "faults": [],
                    "lease_ms": LEASE_MS,
                    "armed_lease_ms": ARMED_LEASE_MS,
                    "capabilities": {"name": "recorded", "simulated": True},
                }
            case "arm":
                hit, result = message["hit"], self._results.get(message["hit"])
                if result is None or not (result["complete"] or self._faults):
                    self._armed, result = (hit, message["count"]), None
                return {"hit": hit, "result": result}
            case "disarm":
                self._armed = None
                return {"disarmed": True}
            case "result":
                return {"result": self._result(message["hit"])}
            case "clear":
                return {"faults": []}
            case "face":
                return {"faced": False}
        return {}

    def _result(self, hit: int) -> Message | None:
        if hit != self.armed or hit in self._results:
            return self._results.get(hit)
        assert self._armed is not None
        return {
            "hit": hit,
            "requested": self._armed[1],
            "delivered": 0,
            "complete": False,
            "uncertain": 0,
            "sticking": 0,
            "fault": None,
            "card_times_ms": [],
        }
