"""A page hears of everything, a slow page of the newest, and every stream ends when it must."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from controller.web.streams import KEEP_ALIVE_S, Hub, event

pytestmark = pytest.mark.looptime


async def heard(stream: AsyncIterator[bytes]) -> bytes:
    return await anext(stream)


async def test_a_stream_opens_with_the_newest_table_and_then_hears_of_changes() -> None:
    hub = Hub(lambda: b"now")
    stream = hub.listen()
    assert await heard(stream) == b"now"
    hub.table(b"t1")
    assert await heard(stream) == b"t1"
    hub.launcher(b"l1")
    assert await heard(stream) == b"l1"


async def test_a_slow_page_gets_the_newest_and_nothing_piles_up() -> None:
    hub = Hub(lambda: b"now")
    stream = hub.listen()
    await heard(stream)
    for number in range(1000):
        hub.launcher(b"old")
        hub.table(b"t%d" % number)
    hub.launcher(b"l1")
    hub.launcher(b"l2")
    # the whole table, for what it missed is not in the others
    assert [await heard(stream), await heard(stream)] == [b"now", b"l2"]
    hub.launcher(b"overtaken")
    hub.table(b"next")
    hub.close()
    assert [chunk async for chunk in stream][:-1] == [b"next"]


async def test_a_page_that_has_caught_up_gets_what_the_others_get() -> None:
    hub = Hub(lambda: b"whole")
    slow, quick = [hub.listen() for _ in range(2)]
    await heard(slow)
    await heard(quick)
    hub.table(b"t1")
    assert await heard(quick) == b"t1"
    hub.table(b"t2")
    assert [await heard(slow), await heard(quick)] == [b"whole", b"t2"]
    hub.table(b"t3")
    assert [await heard(slow), await heard(quick)] == [b"t3", b"t3"]


async def test_a_silent_stream_says_that_it_is_alive() -> None:
    hub = Hub(lambda: b"now")
    stream = hub.listen()
    await heard(stream)
    before = asyncio.get_running_loop().time()
    assert (await heard(stream)).startswith(b": ")
    assert asyncio.get_running_loop().time() - before == pytest.approx(KEEP_ALIVE_S)


async def test_closing_tells_what_is_left_says_goodbye_and_ends_every_stream() -> None:
    hub = Hub(lambda: b"now")
    streams = [hub.listen() for _ in range(11)]
    for stream in streams:
        await heard(stream)
    hub.table(b"last")
    hub.close()
    for stream in streams:
        assert [chunk async for chunk in stream] == [b"last", b"event: bye\ndata: {}\n\n"]
    assert len(hub) == 0
    late = [chunk async for chunk in hub.listen()]
    assert late == [b"now", b"event: bye\ndata: {}\n\n"]


async def test_a_browser_that_vanishes_is_forgotten() -> None:
    hub = Hub(lambda: b"now")

    async def page() -> None:
        async for _ in hub.listen():
            pass

    reader = asyncio.create_task(page())
    await asyncio.sleep(0)
    assert len(hub) == 1
    reader.cancel()
    await asyncio.wait([reader])
    assert len(hub) == 0


def test_an_event_on_the_line() -> None:
    assert event("table", b"{}", 7) == b"id: 7\nevent: table\ndata: {}\n\n"
    assert event("launcher", b"{}") == b"event: launcher\ndata: {}\n\n"
