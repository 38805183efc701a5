"""A scanner at a real kernel's USB: found by its maker, read, pulled out in the middle of a label.

The scanner is a serial gadget in the socket of `dummy_hcd`.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import pytest

from controller.base.errors import Trouble
from controller.readers.reports import Health, SeenCard
from controller.readers.scanner import MAKERS, OpenPort, find_port, open_port, read_cards
from firmware_bridge.serial_line import PICO
from tests.vm.guest.plug import pull_out, put_in

pytestmark = pytest.mark.on_lines

SCANNER = (min(MAKERS), 0x0001)
DECKS = ("K3F9", "W22X", "ABCD", "2345")
PLUGS = 3
CARDS = 1000
"""Of the four decks: no label comes twice while the plug is in."""
SOON_S = 20.0

News = AsyncGenerator[SeenCard | Health, None]


async def dial() -> OpenPort:
    path = find_port("auto")
    return OpenPort(path, await open_port(path))


def unlogged(event: str, sentence: str, level: int = 0, **fields: object) -> None:
    print(f"{time.monotonic():8.2f}  {sentence}")


async def send(plug: int, data: bytes) -> None:
    """Send all of it, however little the line takes at a time."""
    while data:
        with suppress(BlockingIOError):
            data = data[os.write(plug, data) :]
        await asyncio.sleep(0)


async def until(news: News, key: str) -> None:
    async with asyncio.timeout(SOON_S):
        while not isinstance(found := await anext(news), Health) or found.key != key:
            pass


async def test_every_card_is_read_and_a_pulled_plug_is_found_again() -> None:
    labels = [(deck, number) for deck in DECKS for number in range(250)]
    cards = 0
    async with aclosing(read_cards(dial, time.monotonic, unlogged, patient=True)) as news:
        for _ in range(PLUGS):
            began_s = time.monotonic()
            plug = await put_in(SCANNER)
            await until(news, "reader.ok")
            print(f"ready after {time.monotonic() - began_s:.2f} s")
            lines = "".join(f"RD-{deck}-{number:03}\r\n" for deck, number in labels)
            sending = asyncio.create_task(send(plug, lines.encode() + b"RD-K3F9-0"))
            for deck, number in labels:
                async with asyncio.timeout(SOON_S):
                    seen = await anext(news)
                assert isinstance(seen, SeenCard)
                assert (seen.deck, seen.number) == (deck, number)
                cards += 1
            await sending
            await pull_out(plug)
            await until(news, "reader.lost")
    assert cards == PLUGS * CARDS
    print(f"{cards} cards read, {PLUGS} times unplugged in the middle of a label")


async def test_a_pico_at_the_plug_is_not_taken() -> None:
    plug = await put_in(PICO)
    try:
        with pytest.raises(Trouble, match="No scanner was found"):
            find_port("auto")
    finally:
        await pull_out(plug)
