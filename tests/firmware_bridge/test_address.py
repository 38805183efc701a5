"""A launcher's address: what it may be, and what is said where nothing answers."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware_bridge import address
from firmware_bridge.address import BadAddress, at_serial, at_socket, parse_address
from firmware_bridge.client import connect, safe_off
from hardware.launcher import LauncherGone


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("unix:/run/l.sock", "/run/l.sock"),
        ("unix:l:1", "l:1"),
        ("serial:auto", "the serial line auto"),
        ("serial:2e8a:0005", "the serial line 2e8a:0005"),
        ("tcp:127.0.0.1:1", "127.0.0.1:1"),
        ("tcp:localhost:65535", "localhost:65535"),
        ("tcp:[::1]:7000", "[::1]:7000"),
    ],
)
def test_an_address_is_read_and_written(text: str, name: str) -> None:
    parsed = parse_address(text)
    assert (str(parsed), parsed.name) == (text, name)


def test_the_short_ways_to_make_one() -> None:
    assert at_socket(Path("/run/l")) == parse_address("unix:/run/l")
    assert at_serial("auto") == parse_address("serial:auto")
    assert (at_socket(Path("/run/l")).socket, at_socket(Path("l")).serial) == (Path("/run/l"), "")
    assert (at_serial("auto").socket, at_serial("auto").serial) == (None, "auto")


@pytest.mark.parametrize(
    "text",
    [
        *("", "auto", "/run/l.sock", "unix:", "serial:", "usb:1", "UNIX:/run/l"),
        *("tcp:", "tcp:localhost", "tcp::7000", "tcp:localhost:", "tcp:localhost:0"),
        *("tcp:localhost:65536", "tcp:localhost:x", "tcp:localhost:-1", "tcp:::1:7000"),
        *("tcp:localhost:٣", "tcp:[]:7000", f"tcp:localhost:{'9' * 5000}"),
    ],
)
def test_what_is_no_address_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadAddress, match="is no launcher's address; write for example unix:"):
        parse_address(text)


@pytest.fixture
def free_port() -> Iterator[int]:
    """A port at which nobody listens, kept from others."""
    with closing(socket.socket()) as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


async def test_a_tcp_port_at_which_nobody_listens(free_port: int) -> None:
    nowhere = parse_address(f"tcp:127.0.0.1:{free_port}")
    with pytest.raises(LauncherGone, match=f"nowhere.*127.0.0.1:{free_port}"):
        await connect(nowhere, "table")
    with pytest.raises(LauncherGone, match="not_switched_off"):
        await safe_off(nowhere, 1)


@pytest.mark.parametrize("host", ["a..b", "a" * 64, "a\0b", ".."])
async def test_a_host_that_has_no_possible_name(host: str) -> None:
    nowhere = parse_address(f"tcp:{host}:7000")
    with pytest.raises(LauncherGone, match="nowhere"):
        await connect(nowhere, "table")
    with pytest.raises(LauncherGone, match="not_switched_off"):
        await safe_off(nowhere, 1)


@pytest.mark.looptime
async def test_a_tcp_host_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(asyncio, "open_connection", never)
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    with pytest.raises(LauncherGone, match="nowhere"):
        await connect(parse_address("tcp:192.0.2.1:7000"), "table")
    assert loop.time() - began_s == pytest.approx(address.DIAL_S)
