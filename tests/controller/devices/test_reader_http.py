"""The readers' HTTP client against real sockets, and against what is no referee at all."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from controller.base.errors import WRONG_USAGE, Trouble
from controller.readers.http_client import MOST_BYTES, Address, H11Client, Unreachable, read_url


class Canned:
    """Answers every connection with the same bytes, and keeps what was asked."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = parts
        self.asked = b""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.asked += await reader.read(65536)
        for part in self.parts:
            writer.write(part)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def canned(*parts: bytes) -> AsyncIterator[tuple[H11Client, Canned]]:
    there = Canned(*parts)
    server = await asyncio.start_server(there.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        yield H11Client(Address("http", "127.0.0.1", port)), there


async def test_a_request_and_its_answer() -> None:
    head = b"HTTP/1.1 409 Conflict\r\nX-What: it\r\nContent-Length: 2\r\n\r\n"
    async with canned(head, b"no") as (http, there):
        answer = await http.request("POST", "/api/sightings", {"cookie": "a=b"}, b"{}")
    assert (answer.status, answer.headers["x-what"], answer.body) == (409, "it", b"no")
    first, *headers = there.asked.split(b"\r\n\r\n")[0].decode().split("\r\n")
    assert first == "POST /api/sightings HTTP/1.1"
    assert {"cookie: a=b", "content-length: 2", "connection: close"} <= {h.lower() for h in headers}


async def test_a_stream_gives_lines_whatever_the_parts_are() -> None:
    chunks = (b"5\r\nab\ncd\r\n", b"4\r\n\nef\n\r\n", b"0\r\n\r\n")
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with canned(head, *chunks) as (http, _):
        assert [line async for line in http.stream("/", {})] == [b"ab", b"cd", b"ef"]


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ((b"SSH-2.0-OpenSSH_9.2\r\n\r\n",), "speaks no HTTP"),
        ((b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab",), "speaks no HTTP|hung up"),
        ((), "hung up|speaks no HTTP"),
        ((b"HTTP/1.1 200 OK\r\n\r\n", b"x" * (MOST_BYTES + 1)), "too long"),
    ],
)
async def test_what_is_no_referee_is_told_in_words(parts: tuple[bytes, ...], why: str) -> None:
    async with canned(*parts) as (http, _):
        with pytest.raises(Unreachable, match=why):
            await http.request("GET", "/api/me", {})


async def test_nobody_at_a_port_and_a_host_that_is_none() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        with pytest.raises(Unreachable, match="refused"):
            await H11Client(Address("http", "127.0.0.1", port)).request("GET", "/", {})
    with pytest.raises(Unreachable):
        await H11Client(Address("http", "a" * 70 + ".local", 1)).request("GET", "/", {})


async def test_plain_http_at_an_address_of_https_is_told_in_words() -> None:
    async with canned(b"HTTP/1.1 400 Bad Request\r\n\r\n") as (http, _):
        at = http._address
        with pytest.raises(Unreachable, match="certificate or its port"):
            await H11Client(Address("https", at.host, at.port)).request("GET", "/", {})


def test_an_address_of_a_referee() -> None:
    assert read_url("http://rollerdeck.local:8080/") == Address("http", "rollerdeck.local", 8080)
    assert read_url("https://[fd00::1]").authority == "[fd00::1]"
    assert read_url("http://[fd00::1]:8080").url == "http://[fd00::1]:8080"


@pytest.mark.parametrize(
    "said",
    [
        *("", "rollerdeck.local", "rollerdeck.local:8080", "ftp://table", "http://", "http://:80"),
        *(
            "http://table:99999",
            "http://table:0",
            "http://table/seat#ABCD",
            "http://[fd00",
            "http://a b",
        ),
        *("http://ann@table", "http://table\r\nx: y"),
    ],
)
def test_what_is_no_address_is_told_in_a_sentence(said: str) -> None:
    with pytest.raises(Trouble, match="is not the address of a referee") as told:
        read_url(said)
    assert told.value.exit_code == WRONG_USAGE
