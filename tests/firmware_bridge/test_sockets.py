from __future__ import annotations

import asyncio
import os
import socket
import stat
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware_bridge.sockets import ACCEPTED_AT_ONCE, CannotListen, Listener, listening
from tests.processes import PATIENCE_S

MORE_THAN_A_SOCKET_HOLDS = 1 << 24


def test_only_user_and_group_may_speak(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with listening(tmp_path / "run" / "launcher.sock"):
            assert stat.S_IMODE((tmp_path / "run" / "launcher.sock").stat().st_mode) == 0o660
            assert stat.S_IMODE((tmp_path / "run").stat().st_mode) == 0o750
        assert os.umask(0) == 0
    finally:
        os.umask(before)


def test_the_socket_is_gone_afterwards_and_the_place_is_free(tmp_path: Path) -> None:
    path = tmp_path / "launcher.sock"
    for _ in range(2):
        with listening(path):
            assert path.exists()
        assert not path.exists()


def test_what_a_dead_process_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "launcher.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with listening(path), socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(path))


@pytest.mark.parametrize("backlog", [0, 8])
def test_a_living_one_is_left_alone(tmp_path: Path, backlog: int) -> None:
    path = tmp_path / "launcher.sock"
    with socket.socket(socket.AF_UNIX) as alive, socket.socket(socket.AF_UNIX) as caller:
        alive.bind(str(path))
        alive.listen(backlog)
        caller.connect(str(path))  # fills a queue of none
        with pytest.raises(CannotListen, match=r"Another launcher already listens at .*use that"):
            listening(path).__enter__()
        assert path.exists()


def test_what_is_no_socket_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "precious.txt"
    path.write_text("keep")
    with pytest.raises(CannotListen, match=r"precious.txt is not a socket: move it away"):
        listening(path).__enter__()
    assert path.read_text() == "keep"


@pytest.mark.parametrize("place", ["x" * 200, "/proc/nowhere/launcher.sock"])
def test_an_impossible_place_is_a_sentence(tmp_path: Path, place: str) -> None:
    with pytest.raises(CannotListen, match=r"^Cannot listen at .*choose another place"):
        listening(tmp_path / place).__enter__()


def test_a_socket_that_somebody_put_there_meanwhile_stays(tmp_path: Path) -> None:
    path = tmp_path / "launcher.sock"
    other = tmp_path / "other.sock"
    with socket.socket(socket.AF_UNIX) as newer:
        newer.bind(str(other))
        with listening(path):
            other.rename(path)
        assert path.exists()


async def test_callers_who_come_at_once_are_queued(tmp_path: Path) -> None:
    """More than are taken at once, and before the launcher has time for any."""
    path = tmp_path / "launcher.sock"

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readline())

    listener = Listener(serve)
    await listener.start(path)
    with ExitStack() as callers:
        for _ in range(ACCEPTED_AT_ONCE * 2):
            caller = callers.enter_context(socket.socket(socket.AF_UNIX))
            caller.setblocking(False)
            caller.connect(str(path))  # raises BlockingIOError if the queue is full
    await listener.close()


async def test_closing_does_not_wait_for_a_caller_who_does_not_listen(tmp_path: Path) -> None:
    path = tmp_path / "launcher.sock"
    poured, ended = asyncio.Event(), asyncio.Event()

    async def pour(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            writer.write(bytes(MORE_THAN_A_SOCKET_HOLDS))
            poured.set()
            await writer.drain()
        finally:
            ended.set()

    listener = Listener(pour)
    await listener.start(path)
    _, caller = await asyncio.open_unix_connection(str(path))
    async with asyncio.timeout(PATIENCE_S):
        await poured.wait()
        await listener.close()
    assert ended.is_set()
    assert not path.exists()
    caller.close()
