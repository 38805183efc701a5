"""A launcher older, newer or at fault: a sentence, no traceback, and nothing it told is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.address import at_socket
from firmware_bridge.caller_end import FOREIGN
from firmware_bridge.client import connect
from firmware_bridge.wire.frames import Decoder, encode
from hardware.launcher import Fault, FaultsChanged, LauncherGone, LinkChanged
from tests.firmware_bridge.odd import odd_launcher

pytestmark = pytest.mark.looptime

LANGUAGE = "another language"
WELCOME = {
    "boot": "b",
    "first": 8,
    "faults": [],
    "lease_ms": 250,
    "capabilities": {"name": "x"},
}
JAMMED = {"event": 8, "boot": "b", "is": "faults", "faults": ["JAM"]}


@pytest.mark.parametrize(
    "welcome",
    [
        {},
        {"boot": "b", "first": "x", "faults": [], "lease_ms": 250, "capabilities": {"name": "x"}},
        {"boot": "b", "first": 1, "faults": ["HOT"], "lease_ms": 1, "capabilities": {"name": "x"}},
        {"boot": "b", "first": 1, "faults": [], "lease_ms": 250, "capabilities": {}},
    ],
)
async def test_a_launcher_of_another_language_is_refused_with_a_sentence(
    path: Path, welcome: dict[str, object]
) -> None:
    async def foreign(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        decoder = Decoder()
        while data := await reader.read(1000):
            for message in decoder.feed(data):
                writer.write(encode({"to": message["id"], **welcome}))

    async with odd_launcher(path, foreign):
        with pytest.raises(LauncherGone, match="foreign"):
            await connect(at_socket(path), "table")


def without(member: str) -> dict[str, Any]:
    return {name: value for name, value in JAMMED.items() if name != member}


@pytest.mark.parametrize("early", [True, False], ids=["with the welcome", "later"])
@pytest.mark.parametrize(
    "strange",
    [
        without("boot"),
        without("is"),
        without("faults"),
        JAMMED | {"event": "eight"},
        JAMMED | {"event": None},
        JAMMED | {"event": 1e999},
        JAMMED | {"is": "weather"},
        JAMMED | {"is": ["faults"]},
        JAMMED | {"faults": ["HOT"]},
    ],
    ids=str,
)
async def test_an_event_that_cannot_be_read_ends_the_line_in_a_sentence_and_is_told_again(
    path: Path, strange: dict[str, Any], early: bool
) -> None:
    """Two of those, then the launcher is put right."""
    heard: list[object] = []

    async def launcher(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        decoder = Decoder()
        while data := await reader.read(1000):
            for message in decoder.feed(data):
                if message["do"] == "hello":
                    heard.append(message.get("heard"))
                    event = strange if 1 < len(heard) < 4 else JAMMED
                    answer = encode({"to": message["id"]} | WELCOME)
                    if len(heard) == 1:
                        writer.write(answer)
                        await asyncio.sleep(0.01)
                        return  # the line breaks, so that it is looked for again
                    writer.write(answer + encode(event) if early else answer)
                    if not early:
                        await asyncio.sleep(0.01)
                        writer.write(encode(event))
                else:
                    writer.write(encode({"to": message["id"]}))

    async with odd_launcher(path, launcher):
        held = await connect(at_socket(path), "table")
        told = []
        async with asyncio.timeout(10):
            async for event in held.events():
                told.append(event)
                if isinstance(event, FaultsChanged):
                    break
        await held.close()
    assert heard == [None, 7, 7, 7]
    links = [(event.up, event.reason) for event in told if isinstance(event, LinkChanged)]
    assert [up for up, _ in links] == [False, True, False, True, False, True]
    assert [why == FOREIGN for up, why in links if not up] == [False, True, True]
    assert held.faults == (Fault.JAM,)
