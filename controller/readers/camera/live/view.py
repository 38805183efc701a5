"""The live picture for setting up: a browser opens it, for OpenCV has no windows here."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.base.errors import WRONG_USAGE, Trouble
from controller.readers.camera.eye import Eye
from controller.readers.camera.light import Picture
from controller.readers.camera.live.page import PAGE
from controller.readers.camera.share import Share, share_of
from controller.readers.reports import Health
from firmware_bridge.reports import Note

HERE = "127.0.0.1"
Color = tuple[int, int, int]
Choose = Callable[[Share | None], None]
BOUNDARY = b"frame"
MOST_WATCHERS = 8
REQUEST_S = 5.0
LEAST_PCT = 5.0
"""A smaller part of the picture is a slip of the finger."""
LONGEST = 100
"""Bytes of the longest body that is read."""
GREEN, YELLOW, GREY, WHITE = (90, 230, 90), (60, 220, 250), (160, 160, 160), (255, 255, 255)
LONGEST_PORT = 5
"""Digits of a port. More than some thousand digits would be too many for int."""


def address_of(show: str) -> tuple[str, int]:
    """Read ``PORT`` or ``HOST:PORT``. Raises ``Trouble``."""
    host, _, port = show.rpartition(":")
    # isdecimal and isascii: isdigit is true of signs that int refuses, such as ²
    digits = port.isascii() and port.isdecimal() and len(port) <= LONGEST_PORT
    if not digits or int(port) > 65535:
        raise Trouble(
            f"{show!r} is no port: write for example 8090, or 0.0.0.0:8090 for all devices here.",
            WRONG_USAGE,
        )
    return host.strip("[]") or HERE, int(port)


class View:
    """Serves the annotated picture as MJPEG to a few browsers."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._server: asyncio.Server | None = None
        self._jpeg = b""
        self._news = asyncio.Event()
        self._serving: set[asyncio.Task[None]] = set()
        self._writers: set[asyncio.StreamWriter] = set()
        self.watched = 0
        """How many browsers show the picture."""

    @classmethod
    async def at(cls, host: str, port: int, note: Note, choose: Choose) -> View:
        """Listen there, and say so. Raises ``Trouble``.

        ``choose`` is told where in the picture the pile is, as soon as somebody has drawn it.
        """
        view = cls(choose)
        try:
            view._server = await asyncio.start_server(view._serve, host, port, limit=4096)
        except OSError as error:
            raise Trouble(
                f"The live picture cannot be served at {host}:{port} ({error.strerror}): choose "
                "another port.",
                WRONG_USAGE,
            ) from None
        except UnicodeError:  # no such name can be asked for
            raise Trouble(
                f"{host!r} is no name of this machine: write for example 0.0.0.0:{port}.",
                WRONG_USAGE,
            ) from None
        port = view._server.sockets[0].getsockname()[1]
        note("camera_shown", f"The live picture is at http://{host}:{port}/.")
        return view

    async def close(self) -> None:
        """Stop serving."""
        server, self._server = self._server, None
        if server is not None:
            server.close()
        for writer in self._writers:
            writer.transport.abort()
        self._news.set()
        if self._serving:
            await asyncio.wait(self._serving)

    def draw(self, picture: Picture, eye: Eye, health: Health | None) -> None:
        """Draw what the eye sees; for the camera's thread."""
        jpeg = annotated(picture, eye, health)
        if (server := self._server) is not None:
            server.get_loop().call_soon_threadsafe(self._show, jpeg)

    def _show(self, jpeg: bytes) -> None:
        self._jpeg = jpeg
        self._news.set()
        self._news = asyncio.Event()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._serving.add(task)
        self._writers.add(writer)
        try:
            async with asyncio.timeout(REQUEST_S):
                request = await reader.readuntil(b"\r\n\r\n")
                size = _header(request, b"content-length:")
                many = int(size) if size.isdigit() else 0
                body = await reader.readexactly(min(many, LONGEST))
            await self._answer(request, body, writer)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
            self._writers.discard(writer)
            self._serving.discard(task)

    async def _answer(self, request: bytes, body: bytes, writer: asyncio.StreamWriter) -> None:
        line = request.partition(b"\r\n")[0]
        way, path = line.split(b" ")[:2] if line.count(b" ") == 2 else (b"", b"")
        host, origin = _header(request, b"host:"), _header(request, b"origin:")
        if not own_name(host.decode("latin-1")) or origin not in (b"", b"http://" + host):
            # another site must not read the picture under a name that leads here, or change it
            await _send(writer, "403 Forbidden", b"Open this by its IP address.")
        elif way == b"POST" and path == b"/region":
            await _send(writer, *self._chosen(body.decode("latin-1")))
        elif way != b"GET":
            await _send(writer, "405 Method Not Allowed", b"Only look at it.")
        elif path == b"/":
            await _send(writer, "200 OK", PAGE, "text/html")
        elif path == b"/stream" and self.watched < MOST_WATCHERS:
            await self._stream(writer)
        else:
            await _send(writer, "404 Not Found", b"There is only / here.")

    def _chosen(self, region: str) -> tuple[str, bytes]:
        """Use a part of the picture that was drawn; status and text of the answer."""
        try:
            share = share_of(region) if region else None
        except Trouble as trouble:
            return "400 Bad Request", str(trouble).encode()
        if share is not None and min(share[2:]) * 100 < LEAST_PCT:
            return "400 Bad Request", b"That is too small: drag over the whole pile."
        self._choose(share)
        sentence = (
            "The reader looks for cards only there now. To keep this, start it with "
            f"--region {region}, or set readers.region in the configuration."
        )
        return "200 OK", (sentence if region else "The reader finds the pile by itself.").encode()

    async def _stream(self, writer: asyncio.StreamWriter) -> None:
        writer.write(
            b"HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nConnection: close\r\n"
            b"Content-Type: multipart/x-mixed-replace; boundary=" + BOUNDARY + b"\r\n\r\n"
        )
        self.watched += 1
        try:
            while True:
                await self._news.wait()
                if self._server is None:
                    return
                head = f"Content-Type: image/jpeg\r\nContent-Length: {len(self._jpeg)}\r\n\r\n"
                writer.write(b"--" + BOUNDARY + b"\r\n" + head.encode() + self._jpeg + b"\r\n")
                async with asyncio.timeout(REQUEST_S):
                    await writer.drain()
        finally:
            self.watched -= 1


def own_name(host: str) -> bool:
    """Whether a request with this ``Host`` means this machine itself."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
    if name == "localhost" or name.endswith(".local"):
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _header(request: bytes, name: bytes) -> bytes:
    """What a header of a request says; empty: it has none. ``name``: in small letters."""
    headers = request.split(b"\r\n")[1:]
    values = (line[len(name) :].strip() for line in headers if line.lower().startswith(name))
    return next(values, b"")


async def _send(
    writer: asyncio.StreamWriter, status: str, body: bytes, kind: str = "text/plain"
) -> None:
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + body)
    await writer.drain()


def annotated(picture: Picture, eye: Eye, health: Health | None) -> bytes:
    """The picture as JPEG, with the markers, the pile's place and the figures drawn into it."""
    drawn = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if eye.place.region is not None:
        left, top, wide, high = eye.place.region
        cv2.rectangle(drawn, (left, top), (left + wide, top + high), GREY, 1)
    for marker in eye.markers:
        color = GREEN if marker.number == eye.state.pile.top else YELLOW
        corners = np.array(marker.corners, np.int32)
        cv2.polylines(drawn, [corners], True, color, 2, cv2.LINE_AA)
        _write(drawn, str(marker.number), (int(corners[0][0]), int(corners[0][1]) - 6), color)
    now = "a hand" if eye.look.hand else "still" if eye.look.still else "moving"
    condition = health.key.removeprefix("reader.") if health else ""
    lines = [f"top card: {eye.state.pile.top}   {now}", condition]
    if (measured := eye.measured) is not None:
        lines.append(f"light {measured.light:.0f} (45 or more), shining {measured.shining:.0%}")
        if measured.side_px is not None:
            lines.append(f"smallest marker {measured.side_px:.0f} px (25 or more)")
        if measured.blur_px is not None:
            lines.append(f"blur {measured.blur_px:.1f} px (1.3 or less)")
    for row, line in enumerate(lines):
        _write(drawn, line, (12, 28 + 26 * row), WHITE)
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def _write(picture: NDArray[Any], text: str, at: tuple[int, int], color: Color) -> None:
    for shade, aside in (((0, 0, 0), 2), (color, 0)):
        place = (at[0] + aside, at[1] + aside)
        cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.7, shade, 2, cv2.LINE_AA)
