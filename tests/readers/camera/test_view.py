"""The live picture: a browser on this machine or network sees it, another site does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.readers import rendering  # noqa: F401 - skips where OpenCV is missing

import cv2  # isort: skip
import numpy as np  # isort: skip

from controller.base.errors import WRONG_USAGE, Trouble  # isort: skip
from controller.readers.camera.eye import Eye  # isort: skip
from controller.readers.camera.share import Share  # isort: skip
from controller.readers.camera.live.view import View, address_of, own_name  # isort: skip
from controller.readers.reports import Health  # isort: skip
from tests.readers.camera.test_running import Notes  # isort: skip


def ignore(share: Share | None) -> None:
    """Nobody draws anything."""


@asynccontextmanager
async def asked(
    port: int, path: str, host: str, body: str | None = None, more: str = ""
) -> AsyncIterator[tuple[bytes, asyncio.StreamReader]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        way = "GET" if body is None else "POST"
        size = f"Content-Length: {len(body or '')}\r\n"
        request = f"{way} {path} HTTP/1.1\r\nHost: {host}\r\n{size}{more}\r\n{body or ''}"
        writer.write(request.encode())
        yield await reader.readuntil(b"\r\n\r\n"), reader
    finally:
        writer.close()
        await writer.wait_closed()


async def test_a_browser_gets_the_page_and_the_pictures() -> None:
    notes = Notes()
    view = await View.at("127.0.0.1", 0, notes, ignore)
    port = int(notes[0].rstrip("/.").rpartition(":")[2])
    async with asked(port, "/", "localhost:8090") as (head, reader):
        assert head.startswith(b"HTTP/1.1 200") and b"<img src=stream" in await reader.read()
    eye = Eye(range(250))
    picture = np.full((180, 320), 120, np.uint8)
    eye.see(picture, 0.0)
    async with asked(port, "/stream", f"127.0.0.1:{port}") as (head, reader):
        assert b"multipart/x-mixed-replace" in head and view.watched == 1
        view.draw(picture, eye, Health("reader.ok"))
        part = await reader.readuntil(b"\r\n\r\n")
        size = int(part.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        jpeg = np.frombuffer(await reader.readexactly(size), np.uint8)
        shown = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        assert shown is not None and shown.shape == (180, 320, 3)
    async with asked(port, "/other", "10.0.0.7") as (head, _):
        assert head.startswith(b"HTTP/1.1 404")
    async with asked(port, "/stream", "attacker.example") as (head, _):
        assert head.startswith(b"HTTP/1.1 403")
    await view.close()
    assert view.watched == 0


async def test_the_pile_is_drawn_on_the_picture() -> None:
    notes, eye = Notes(), Eye(range(250))
    chosen: list[object] = []

    def choose(share: Share | None) -> None:
        eye.look_only_at(share)
        chosen.append(share)

    view = await View.at("127.0.0.1", 0, notes, choose)
    port = int(notes[0].rstrip("/.").rpartition(":")[2])
    here = f"127.0.0.1:{port}"

    async def tell(region: str, more: str = "") -> bytes:
        async with asked(port, "/region", here, region, more) as (head, reader):
            return head.split(b"\r\n")[0] + b" " + await reader.read()

    assert b"--region 25,10,50,80" in await tell("25,10,50,80", f"Origin: http://{here}\r\n")
    picture = np.full((200, 400), 120, np.uint8)
    eye.see(picture, 0.0)
    eye.see(picture + 1, 0.2)
    assert eye.place.region == (100, 20, 200, 160)
    assert b"200 OK The reader finds the pile by itself" in await tell("")
    for wrong in ("25,10,50", "90,0,20,100", "10,10,4,50", "x" * 500):
        assert b" 400 " in await tell(wrong)
    assert b" 403 " in await tell("0,0,50,50", "Origin: http://attacker.example\r\n")
    assert chosen == [(0.25, 0.1, 0.5, 0.8), None]
    async with asked(port, "/", here, "") as (head, _):
        assert head.startswith(b"HTTP/1.1 405")
    await view.close()


def test_a_name_that_leads_here_from_elsewhere_is_refused() -> None:
    for name in (
        "localhost",
        "localhost:8090",
        "192.168.1.4:80",
        "[::1]:80",
        "pi.local",
        "1.2.3.4",
    ):
        assert own_name(name), name
    for name in ("", "attacker.example", "attacker.example:80", "local"):
        assert not own_name(name), name


def test_where_to_show_it() -> None:
    assert address_of("8090") == ("127.0.0.1", 8090)
    assert address_of("0.0.0.0:8090") == ("0.0.0.0", 8090)
    assert address_of("[::]:8090") == ("::", 8090)
    for wrong in ("", "here", "8090:", "1.2.3.4:70000", "²", "٣", "here:²", "9" * 5000):
        with pytest.raises(Trouble, match="is no port"):
            address_of(wrong)


async def test_a_name_that_cannot_be_one_is_told() -> None:
    for name in ("a..b", f"{'x' * 64}.local"):
        with pytest.raises(Trouble, match="is no name of this machine") as trouble:
            await View.at(name, 8090, Notes(), ignore)
        assert trouble.value.exit_code == WRONG_USAGE


async def test_a_port_in_use_is_told() -> None:
    notes = Notes()
    view = await View.at("127.0.0.1", 0, notes, ignore)
    port = int(notes[0].rstrip("/.").rpartition(":")[2])
    with pytest.raises(Trouble, match="choose another port"):
        await View.at("127.0.0.1", port, notes, ignore)
    await view.close()
