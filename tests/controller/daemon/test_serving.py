"""The web server of a referee: it waits for its end, and dates each answer when it is asked."""

from __future__ import annotations

import asyncio
from email.utils import parsedate_to_datetime
from time import time

import h11
import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from controller.base.service_manager import ServiceManager
from controller.daemon.server import Server
from tests.attacks.wire import wired

pytestmark = pytest.mark.looptime


async def test_it_ends_when_it_is_told_and_does_not_look_for_that_again_and_again() -> None:
    server = Server(uvicorn.Config(PlainTextResponse("hello")), ServiceManager({}, 0))
    serving = asyncio.create_task(server.main_loop())
    await asyncio.sleep(1000.03)
    assert not serving.done()
    told_s = asyncio.get_running_loop().time()
    server.end()
    await serving
    assert asyncio.get_running_loop().time() == told_s


async def test_an_answer_bears_the_date_of_its_request() -> None:
    connection, wire = wired(PlainTextResponse("hello"))
    connection.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    await asyncio.sleep(0.1)
    reading = h11.Connection(h11.CLIENT)
    reading.send(h11.Request(method="GET", target="/", headers=[("host", "x")]))
    reading.receive_data(wire.sent)
    answer = reading.next_event()
    assert isinstance(answer, h11.Response)
    (date,) = [value for name, value in answer.headers if name == b"date"]
    assert abs(parsedate_to_datetime(date.decode()).timestamp() - time()) < 60
