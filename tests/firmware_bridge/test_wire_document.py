"""docs/wire.md says what is so: its examples are run, its tables are compared."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

from firmware_bridge import device, device_end, messages, relay
from firmware_bridge.client import EVENTS
from firmware_bridge.device_end import DeviceEnd
from firmware_bridge.messages import REQUESTS
from firmware_bridge.simulated_board import ControlRequest
from firmware_bridge.wire.frames import MAX_FRAME, Decoder, encode
from firmware_bridge.wire.session import MAX_EVENTS, WINDOW
from hardware.launcher import Capabilities, HitResult
from hardware.mechanism.rig import FAULTS
from tests.firmware_bridge.bench import Bench
from tests.firmware_bridge.spoken_scale import on_a_scale

SAID = {
    "the scale says that 3 cards left in the hits 17 and 18, and that 66 to 68 cards are inside": (
        *(17, 18),
        *(3, 3, 3),
        *(67, 66, 68),
    )
}
CABLE = {
    "the scale's cable is pulled out": "no_answer",
    "the scale's cable is put in again": "",
}

DOCUMENT = (Path(__file__).parents[2] / "docs" / "wire.md").read_text()


def blocks(kind: str) -> list[list[str]]:
    found = re.findall(rf"```{kind}\n(.*?)```", DOCUMENT, re.DOTALL)
    return [block.splitlines() for block in found]


def without_times(message: Any) -> Any:
    """Times depend on the mechanism; that there are so many of them does not."""
    if isinstance(message, dict):
        return {
            key: [0] * len(value)
            if key == "card_times_ms"
            else 0
            if key == "at_ms"
            else [[what, 0, level] for what, _, level in value]
            if key == "seen"
            else without_times(value)
            for key, value in message.items()
        }
    return message


class Conversation:
    def __init__(self) -> None:
        self.bench = Bench()
        self.end = DeviceEnd(self.bench.device)
        self._decoder = Decoder()
        self._heard: list[dict[str, Any]] = []

    def happen(self, what: str) -> None:
        if what == "the button is pressed":
            self.bench.press()
            self.bench.device.pump()
        elif what == "one second passes, and the caller sends beats":
            for _ in range(20):
                self.bench.rig.core.beat(self.bench.rig.ticks_us)
                self.bench.now_s += 0.05
                self.bench.device.pump()
        elif what == "one second passes without a beat":
            self.bench.run(1.0)
        elif what == "the connection is lost, and the caller connects again":
            self.end.lost()
            self.end = DeviceEnd(self.bench.device)
        elif what == "the hopper is emptied":
            self.bench.rig.unload()
        elif what == "the launcher stands on a scale":
            self.scale = on_a_scale(self.bench.board)
        elif what in CABLE:
            self.scale.trouble = CABLE[what]
            self.bench.device.pump()
        elif what.startswith("the scale says"):
            first, last, *cards = SAID[what]
            self.scale.say(first, last, *cards, self.bench.rig.ticks_us)
            self.bench.device.pump()
        else:
            raise AssertionError(f"The test does not know how to let this happen: {what}")

    def heard(self) -> dict[str, Any] | None:
        self._heard += self._decoder.feed(b"".join(self.end.take()))
        return self._heard.pop(0) if self._heard else None


@pytest.mark.parametrize("lines", blocks("conversation"))
def test_every_conversation_goes_as_it_is_written(lines: list[str]) -> None:
    conversation = Conversation()
    for line in lines:
        sign, rest = line[0], line[2:]
        if sign == "<":
            assert without_times(conversation.heard()) == without_times(json.loads(rest))
            continue
        assert conversation.heard() is None
        if sign == ">":
            conversation.end.feed(encode(json.loads(rest)))
        else:
            conversation.happen(rest)
    assert conversation.heard() is None


def test_every_frame_is_one() -> None:
    ((first, *others),) = blocks("frames")
    for frame in (first, *others):
        (message,) = Decoder().feed(frame.encode() + b"\n")
        assert encode(message) == frame.encode() + b"\n"


def test_every_request_has_an_example() -> None:
    shown = set(re.findall(r'^> .*"do": "(\w+)"', DOCUMENT, re.MULTILINE))
    assert shown == set(REQUESTS)


def test_every_event_has_an_example() -> None:
    shown = set(re.findall(r'^< .*"is": "(\w+)"', DOCUMENT, re.MULTILINE))
    assert shown == set(EVENTS)


def table(head: str) -> list[str]:
    """The first column of the table whose first column has that head."""
    rows = DOCUMENT.split(f"\n| {head} | ")[1].split("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)


def test_every_refusal_is_in_the_table() -> None:
    files = (device.__file__, device_end.__file__, messages.__file__, relay.__file__)
    source = "".join(Path(file).read_text() for file in files if file)
    assert set(table("error")) == set(re.findall(r'WireRefusal\(\s*"(\w+)"', source))


def test_every_event_and_every_member_of_a_result_is_in_a_table() -> None:
    assert set(table("event")) == set(EVENTS)
    assert set(table("field")) == {field.name for field in fields(HitResult)}


def test_every_fault_and_every_capability_is_named() -> None:
    assert f"The faults are `{' '.join(messages.FAULTS)}`" in " ".join(DOCUMENT.split())
    named = re.split(r"`capabilities`\s+has a", DOCUMENT)[1].split("\n\n")[0]
    assert {field.name for field in fields(Capabilities)} == set(re.findall(r"`(\w+)`", named))


def test_limits_are_the_ones_in_force() -> None:
    text = " ".join(DOCUMENT.split())
    for words in (
        f"at most {MAX_FRAME} bytes",
        f"keeps the last {WINDOW} answers",
        f"keeps the last {MAX_EVENTS} events",
        f"`caller` (1 to {device.MAX_CALLER} characters)",
        f"or {device.SILENT_US // 1_000_000} s of silence",
    ):
        assert words in text


def test_every_touch_of_a_hand_can_be_asked_for() -> None:
    examples = re.findall(r'^\| `(\{"do".*?\})` \|', DOCUMENT, re.MULTILINE)
    asked = [msgspec.json.decode(example, type=ControlRequest).do for example in examples]
    assert asked == ["press", "fault", "pull", "load", "fill", "unload", "truth"]


def test_every_fault_of_the_mechanism_is_listed() -> None:
    assert tuple(re.findall(r"^- `(\w+)`: ", DOCUMENT, re.MULTILINE)) == FAULTS
