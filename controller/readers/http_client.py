"""A small HTTP client: one request for each connection, and streams of events.

h11, on which the referee's web server stands too, reads and writes HTTP; asyncio carries the bytes.
A client such as httpx would bring four more packages to every Pi, for three kinds of requests.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urlsplit

import h11

from controller.base.errors import WRONG_USAGE, Trouble

ANSWER_S = 5.0
"""A response has to be complete after this time."""
SILENT_S = 40.0
"""A stream of events that is silent for so long is dead. The referee says every 2 s that it is
alive."""
MOST_BYTES = 1024 * 1024
"""Of a response."""
_PORTS = {"http": 80, "https": 443}

Headers = Mapping[str, str]


class Unreachable(Exception):
    """The referee did not answer. The text says why, as part of a sentence."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response of the referee, complete."""

    status: int
    headers: Headers
    """By their names in lower case."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Address:
    """Where a referee is."""

    scheme: str
    host: str
    port: int

    @property
    def authority(self) -> str:
        """Host and port, as the header ``Host`` has them."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"{self.scheme}://{self.authority}"


def read_url(text: str) -> Address:
    """The referee's address in a URL. Raises ``Trouble`` (exit code 2) if it is none."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    more = (parts.query, parts.fragment, parts.username, re.search(r"\s", text))
    plain = parts.path in ("", "/") and not any(more)
    if parts.scheme not in _PORTS or not parts.hostname or port == 0 or not plain:
        raise Trouble(
            f"{text} is not the address of a referee: write it as the table's page shows it, for "
            "example http://rollerdeck.local:8080.",
            WRONG_USAGE,
        )
    return Address(parts.scheme, parts.hostname, port or _PORTS[parts.scheme])


class HttpClient(Protocol):
    """Sends requests to a referee."""

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        """Send a request and return the response. Raises ``Unreachable``."""

    def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        """The lines of a response that does not end, as they come. Raises ``Unreachable``."""


class H11Client:
    """Sends requests to the referee at an address, each on a connection of its own."""

    def __init__(self, address: Address, most_bytes: int = MOST_BYTES) -> None:
        """``most_bytes``: of a response."""
        self._address = address
        self._most_bytes = most_bytes
        self._tls = ssl.create_default_context() if address.scheme == "https" else None

    async def request(
        self, method: str, path: str, headers: Headers, body: bytes = b""
    ) -> Response:
        """See ``HttpClient.request``."""
        try:
            async with (
                asyncio.timeout(ANSWER_S),
                self._exchange(method, path, headers, body) as exchange,
            ):
                head = await exchange.head()
                received = bytearray()
                async for chunk in exchange.body():
                    received += chunk
                    if len(received) > self._most_bytes:
                        raise Unreachable("its answer is too long")
                return Response(head.status_code, _headers_of(head), bytes(received))
        except TimeoutError:
            raise Unreachable(f"it did not answer within {ANSWER_S:.0f} seconds") from None

    async def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        """See ``HttpClient.stream``."""
        try:
            async with self._exchange("GET", path, headers, b"") as exchange:
                async with asyncio.timeout(ANSWER_S):
                    head = await exchange.head()
                if head.status_code != 200:
                    raise Unreachable(f"it answered with status {head.status_code}")
                rest = b""
                async for chunk in exchange.body():
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        yield line
                    if len(rest) > self._most_bytes:
                        raise Unreachable("its answer is too long")
        except TimeoutError:
            raise Unreachable("it is silent") from None

    @asynccontextmanager
    async def _exchange(
        self, method: str, path: str, headers: Headers, body: bytes
    ) -> AsyncIterator[_Exchange]:
        """Send a request on a connection of its own."""
        reader, writer = await self._connect()
        try:
            own_headers = {"host": self._address.authority, "connection": "close"}
            if body:
                own_headers |= {
                    "content-type": "application/json",
                    "content-length": str(len(body)),
                }
            exchange = _Exchange(reader)
            writer.write(exchange.request_bytes(method, path, {**own_headers, **headers}, body))
            await writer.drain()
            yield exchange
        except TimeoutError:
            raise
        except (h11.ProtocolError, OSError) as error:
            problem = "hung up" if isinstance(error, OSError) else "speaks no HTTP"
            raise Unreachable(f"what is there {problem}") from None
        finally:
            writer.transport.abort()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        address = self._address
        try:
            async with asyncio.timeout(ANSWER_S):
                return await asyncio.open_connection(address.host, address.port, ssl=self._tls)
        except TimeoutError:
            raise
        except ssl.SSLError as error:
            reason = getattr(error, "verify_message", "") or error.reason or "TLS failed"
            raise Unreachable(f"its certificate or its port is wrong: {reason}") from None
        except (OSError, UnicodeError) as error:  # the second: a host that cannot be a name
            raise Unreachable(_reason_of(error)) from None


class _Exchange:
    """A request that was sent, and its response as it comes."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._http = h11.Connection(h11.CLIENT)

    def request_bytes(self, method: str, path: str, headers: Headers, body: bytes) -> bytes:
        """The bytes to send."""
        data = self._http.send(h11.Request(method=method, target=path, headers=[*headers.items()]))
        data = (data or b"") + ((self._http.send(h11.Data(body)) or b"") if body else b"")
        return data + (self._http.send(h11.EndOfMessage()) or b"")

    async def head(self) -> h11.Response:
        """Status and headers."""
        while not isinstance(event := await self._next(), h11.Response):
            pass
        return event

    async def body(self) -> AsyncIterator[bytes]:
        """The body, in parts as they come."""
        while isinstance(event := await self._next(), h11.Data):
            yield bytes(event.data)

    async def _next(self) -> object:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            async with asyncio.timeout(SILENT_S):
                self._http.receive_data(await self._reader.read(65536))
        if isinstance(event, h11.ConnectionClosed):
            raise ConnectionResetError
        return event


def _reason_of(error: Exception) -> str:
    """Why no connection was made, as part of a sentence."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return "no machine of this name was found"
    number = getattr(error, "errno", None)  # None: asyncio tried several addresses
    return os.strerror(number) if number else "no connection"


def _headers_of(head: h11.Response) -> Headers:
    """The headers by their names in lower case."""
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
