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
"""An answer has to be whole after this time."""
SILENT_S = 40.0
"""A stream of events that is silent for so long is dead. The referee sends a comment every 15 s."""
MOST_BYTES = 1024 * 1024
"""Of an answer."""
_PORTS = {"http": 80, "https": 443}

Headers = Mapping[str, str]


class Unreachable(Exception):
    """The referee did not answer. The text says why, as part of a sentence."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee answered."""

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


def read_url(said: str) -> Address:
    """The referee that a URL names. Raises ``Trouble`` (exit code 2)."""
    try:
        parts = urlsplit(said)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    plain = parts.path in ("", "/") and not (parts.query or parts.fragment or parts.username)
    plain = plain and not re.search(r"\s", said)
    if parts.scheme not in _PORTS or not parts.hostname or port == 0 or not plain:
        raise Trouble(
            f"{said} is not the address of a referee: write it as the table's page shows it, for "
            "example http://rollerdeck.local:8080.",
            WRONG_USAGE,
        )
    return Address(parts.scheme, parts.hostname, port or _PORTS[parts.scheme])


class Web(Protocol):
    """How a client talks to a referee."""

    async def ask(self, method: str, path: str, headers: Headers, body: bytes = b"") -> Answer:
        """Send a request. Raises ``Unreachable``."""

    def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        """The lines of an answer that goes on. Raises ``Unreachable``."""


class Http:
    """The referee at an address."""

    def __init__(self, address: Address, most_bytes: int = MOST_BYTES) -> None:
        """``most_bytes``: of an answer."""
        self._address = address
        self._most_bytes = most_bytes
        self._tls = ssl.create_default_context() if address.scheme == "https" else None

    async def ask(self, method: str, path: str, headers: Headers, body: bytes = b"") -> Answer:
        """See ``Web.ask``."""
        try:
            async with asyncio.timeout(ANSWER_S), self._asked(method, path, headers, body) as asked:
                head = await asked.head()
                found = bytearray()
                async for chunk in asked.body():
                    found += chunk
                    if len(found) > self._most_bytes:
                        raise Unreachable("its answer is too long")
                return Answer(head.status_code, _named(head), bytes(found))
        except TimeoutError:
            raise Unreachable(f"it did not answer within {ANSWER_S:.0f} seconds") from None

    async def stream(self, path: str, headers: Headers) -> AsyncIterator[bytes]:
        """See ``Web.stream``."""
        try:
            async with self._asked("GET", path, headers, b"") as asked:
                async with asyncio.timeout(ANSWER_S):
                    head = await asked.head()
                if head.status_code != 200:
                    raise Unreachable(f"it answered with status {head.status_code}")
                rest = b""
                async for chunk in asked.body():
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        yield line
                    if len(rest) > self._most_bytes:
                        raise Unreachable("its answer is too long")
        except TimeoutError:
            raise Unreachable("it is silent") from None

    @asynccontextmanager
    async def _asked(
        self, method: str, path: str, headers: Headers, body: bytes
    ) -> AsyncIterator[_Asked]:
        """Send a request on a connection of its own."""
        at = self._address
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await asyncio.open_connection(at.host, at.port, ssl=self._tls)
        except TimeoutError:
            raise
        except ssl.SSLError as error:
            why = getattr(error, "verify_message", "") or error.reason or "TLS failed"
            raise Unreachable(f"its certificate or its port is wrong: {why}") from None
        except (OSError, UnicodeError) as error:  # the second: a host that cannot be a name
            raise Unreachable(_why(error)) from None
        try:
            more = {"host": at.authority, "connection": "close"}
            if body:
                more |= {"content-type": "application/json", "content-length": str(len(body))}
            asked = _Asked(reader)
            writer.write(asked.request(method, path, {**more, **headers}, body))
            await writer.drain()
            yield asked
        except TimeoutError:
            raise
        except (h11.ProtocolError, OSError) as error:
            said = "hung up" if isinstance(error, OSError) else "speaks no HTTP"
            raise Unreachable(f"what is there {said}") from None
        finally:
            writer.transport.abort()


class _Asked:
    """A request that was sent, and its answer as it comes."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._http = h11.Connection(h11.CLIENT)

    def request(self, method: str, path: str, headers: Headers, body: bytes) -> bytes:
        """The bytes to send."""
        said = self._http.send(h11.Request(method=method, target=path, headers=[*headers.items()]))
        said = (said or b"") + ((self._http.send(h11.Data(body)) or b"") if body else b"")
        return said + (self._http.send(h11.EndOfMessage()) or b"")

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


def _why(error: Exception) -> str:
    if isinstance(error, socket.gaierror | UnicodeError):
        return "no machine of this name was found"
    number = getattr(error, "errno", None)  # None: asyncio tried several addresses
    return os.strerror(number) if number else "no connection"


def _named(head: h11.Response) -> Headers:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in head.headers}
