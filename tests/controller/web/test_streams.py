"""A page hears of everything, a slow page of the newest, and every stream ends when it must."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from controller.web.streams import AT_ONCE, HEARTBEAT_S, Hub, event

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


async def test_pages_hear_in_the_order_in_which_they_came() -> None:
    hub = Hub(lambda: b"now")
    streams = [hub.listen() for _ in range(3 * AT_ONCE)]
    for stream in streams:
        await heard(stream)
    order: list[int] = []

    async def listen(number: int) -> None:
        await heard(streams[number])
        order.append(number)

    listening = [asyncio.create_task(listen(number)) for number in range(len(streams))]
    await asyncio.sleep(0)  # each of them waits
    hub.table(b"t1")
    await asyncio.gather(*listening)
    assert order == list(range(len(streams)))


ALIVE = b"event: alive\ndata: {}\n\n"


async def test_every_page_hears_of_its_stream_every_two_seconds() -> None:
    hub = Hub(lambda: b"now")
    pages = [hub.listen() for _ in range(2)]
    times: list[float] = []
    for _ in range(3):
        assert {await heard(page) for page in pages} == {ALIVE if times else b"now"}
        times.append(asyncio.get_running_loop().time())
    assert [then - now for now, then in pairwise(times)] == pytest.approx([2.0, 2.0])
    hub.table(b"t1")
    assert [await heard(page) for page in pages] == [b"t1", b"t1"]


async def test_heartbeats_of_many_pages_are_written_a_few_at_a_time() -> None:
    hub = Hub(lambda: b"now")
    beats = 0

    async def page() -> None:
        nonlocal beats
        async for chunk in hub.listen():
            beats += chunk == ALIVE

    pages = [asyncio.create_task(page()) for _ in range(10 * AT_ONCE)]
    await asyncio.sleep(HEARTBEAT_S)
    most = 0
    for _ in range(2 * len(pages)):
        before = beats
        await asyncio.sleep(0)  # whoever waits for the loop, such as the launcher's line
        most = max(most, beats - before)
    assert (beats, most) == (len(pages), AT_ONCE)
    hub.close()
    await asyncio.gather(*pages)


async def test_where_no_page_listens_no_heart_beats() -> None:
    hub = Hub(lambda: b"now")
    page = hub.listen()
    await heard(page)
    await page.aclose()
    await asyncio.sleep(2 * HEARTBEAT_S)
    assert hub._heartbeat is None
    again = hub.listen()
    assert [await heard(again), await heard(again)] == [b"now", ALIVE]


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
