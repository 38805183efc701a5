"""A device on the simulated mechanism, in a time that the test keeps."""

from __future__ import annotations

from typing import Any

from firmware_bridge.device import Device
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.messages import FOR_ONE_BOOT
from firmware_bridge.simulated_board import SimulatedBoard
from firmware_bridge.wire.frames import Decoder, encode
from hardware.mechanism.rig import Rig
from hardware.portable.core import Core
from hardware.portable.settings import Settings

Message = dict[str, Any]


class Bench:
    def __init__(self, cards: int = 112, ticks_at_start: int = 0) -> None:
        self.now_s = 1000.0
        self._settings = Settings()
        self.rig = Rig(1, cards, self._settings, ticks_at_start=ticks_at_start)
        self.board = SimulatedBoard(self.rig, self._settings, lambda: self.now_s)
        self.device = Device(self.board, boot="boot1")

    def reboot(self, *callers: Caller) -> None:
        """A microcontroller starts anew and has no memory; the lines to it do not end."""
        self.board.now_us()
        self.rig.core = Core(self._settings, self.rig.ticks_us)
        self.device = Device(self.board, boot="boot2")
        for caller in callers:
            caller.end = DeviceEnd(self.device)

    def caller(self, name: str = "table") -> Caller:
        caller = Caller(self)
        caller.hello(name)
        return caller

    def run(self, seconds: float, *beating: Caller) -> None:
        """Let time pass in steps of 50 ms, in which those callers beat."""
        for _ in range(round(seconds / 0.05)):
            self.now_s += 0.05
            self.device.pump()
            for caller in beating:
                caller.ask("beat")

    def motor_on(self) -> bool:
        return self.rig.motor_on

    def lamp_on(self) -> bool:
        return self.rig.core.lamp_asked

    def armed_hit(self) -> int:
        return self.rig.core.armed_hit

    def press(self) -> None:
        self.board.now_us()
        self.rig.tap(40_000)


class Caller:
    """A caller at a connection of its own."""

    def __init__(self, bench: Bench) -> None:
        self.end = DeviceEnd(bench.device)
        self.events: list[Message] = []
        self.over: list[str] = []
        self.welcome: Message = {}
        self._decoder = Decoder()
        self._number = 0

    def hello(self, name: str = "table", **resumed: object) -> Message:
        self._number = 0
        self.welcome = self.ask("hello", protocol=1, caller=name, **resumed)
        return self.welcome

    def ask(self, do: object, **members: object) -> Message:
        self._number += 1
        if do in FOR_ONE_BOOT:
            members.setdefault("boot", self.welcome.get("boot", "unknown"))
        answers = self.send(encode({"id": self._number, "do": do, **members}))
        assert len(answers) == 1, answers
        assert answers[0].pop("to") == self._number
        return answers[0]

    def send(self, data: bytes) -> list[Message]:
        """Feed bytes; return the answers, and keep the events."""
        self.end.feed(data)
        return self.listen()

    def listen(self) -> list[Message]:
        answers = []
        for message in self._decoder.feed(b"".join(self.end.take())):
            if "event" in message:
                self.events.append(message)
            elif "over" in message:
                by = f" by {message['caller']}" if "caller" in message else ""
                self.over.append(message["why"] + by)
            else:
                answers.append(message)
        return answers

    def told(self, kind: str) -> list[Message]:
        self.listen()
        return [event for event in self.events if event["is"] == kind]
