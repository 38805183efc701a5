"""A caller who orders once and keeps nothing up: to be frozen, or to say nonsense from then on."""

from __future__ import annotations

import asyncio

from firmware_bridge.wire.frames import Decoder, encode
from firmware_bridge.wire.session import PROTOCOL

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
NEXT_ID = 3
"""Of what is said after the order."""


async def order(
    streams: Streams, do: str, armed_lease: bool = False, **members: object
) -> asyncio.StreamWriter:
    """Say hello, hear which boot that is, and order; the answer to that is not waited for.

    ``armed_lease``: ask for the long lease before a press.
    """
    reader, writer = streams
    hello = {"id": 1, "do": "hello", "protocol": PROTOCOL, "caller": "by hand"}
    writer.write(encode(hello | {"armed_lease": armed_lease}))
    decoder = Decoder()
    boot = None
    while boot is None:
        data = await reader.read(4096)
        assert data, "the line is gone"
        for message in decoder.feed(data):
            boot = message.get("boot")
    writer.write(encode({"id": 2, "do": do, **members, "boot": boot}))
    return writer
