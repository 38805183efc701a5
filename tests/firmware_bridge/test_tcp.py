"""A launcher over TCP: the same conversation, in real time because the kernel carries it."""

from __future__ import annotations

import asyncio
import socket
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.address import LauncherAddress, at_socket, parse_address
from firmware_bridge.client import RemoteLauncher, connect, safe_off
from firmware_bridge.simulator import start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from firmware_bridge.sockets import LOOPBACK, CannotListen
from firmware_bridge.wire.frames import Decoder
from hardware.launcher import HitEnded, HitResult, LauncherBusy, LauncherGone
from tests.processes import PATIENCE_S


def at_port(port: int | None) -> LauncherAddress:
    return parse_address(f"tcp:{LOOPBACK}:{port}")


async def ended(launcher: RemoteLauncher) -> HitResult:
    """The result of the hit that ends next."""
    async for event in launcher.events():
        if isinstance(event, HitEnded):
            return event.result
    raise AssertionError("it was closed")


async def test_a_hit_over_tcp_is_that_over_a_socket(path: Path) -> None:
    simulator = await start_simulator(path, 60, seed=3, tcp=0)
    launcher = await connect(at_port(simulator.tcp_port), "table")
    with pytest.raises(LauncherBusy):
        await connect(at_socket(path), "another")
    assert await launcher.arm(1, 2) is None
    await SimulatorControl(path).press()
    async with asyncio.timeout(PATIENCE_S):
        result = await ended(launcher)
    assert result.delivered == (await SimulatorControl(path).truth()).cards_left == 2
    await safe_off(at_port(simulator.tcp_port), PATIENCE_S)
    await launcher.close()
    await simulator.close()
    with pytest.raises(LauncherGone):
        await connect(at_port(simulator.tcp_port), "table")


async def test_nobody_but_this_machine_reaches_the_port(path: Path) -> None:
    simulator = await start_simulator(path, 60, seed=3, tcp=0)
    port = simulator.tcp_port
    with closing(socket.socket()) as beside:
        # refused if the launcher listened at every address
        beside.bind(("127.0.0.2", port))
    await simulator.close()


async def test_a_port_that_is_taken_leaves_nothing_behind(path: Path) -> None:
    with closing(socket.socket()) as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        with pytest.raises(CannotListen, match=r"already in use\): choose another port with --tcp"):
            await start_simulator(path, 60, seed=3, tcp=taken.getsockname()[1])
    assert list(path.parent.iterdir()) == []


async def test_over_tcp_no_long_lease_is_asked_for(path: Path) -> None:
    """The launcher would not notice that the machine of its caller was switched off."""
    hellos: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def hear(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for message in Decoder().feed(await reader.read(4096)):
            hellos.put_nowait(message)
        writer.close()

    for_socket = await asyncio.start_unix_server(hear, path)
    for_tcp = await asyncio.start_server(hear, LOOPBACK, 0)
    port = for_tcp.sockets[0].getsockname()[1]
    asked = []
    for where in (at_socket(path), at_port(port)):
        with pytest.raises(LauncherGone):
            await connect(where, "table")
        asked.append((await hellos.get()).get("armed_lease"))
    assert asked == [True, None]
    for server in (for_socket, for_tcp):
        server.close()
        await server.wait_closed()
