"""What systemd is told, on a socket like its own; and what is not, when all is not well."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.base.service_manager import ServiceManager
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.driver import BEATS, LATE_S, Driver
from hardware.gpio.edges import Edge
from tests.hardware.gpio.workbench import Workbench


class Systemd:
    """The other end: a datagram socket, and what was said to it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    def manager(self, **environment: str) -> ServiceManager:
        return ServiceManager({"NOTIFY_SOCKET": str(self.path), **environment}, 7)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self._socket.recv(1024).decode())
            except BlockingIOError:
                return words

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path / "notify")
    yield made
    made.close()


def test_it_is_told_in_its_own_words(systemd: Systemd) -> None:
    manager = systemd.manager()
    manager.ready()
    manager.alive()
    manager.status("Idle.")
    manager.status("Idle.")
    manager.stopping()
    assert systemd.heard() == ["READY=1", "WATCHDOG=1", "STATUS=Idle.", "STOPPING=1"]


def test_started_by_hand_nobody_is_told_and_nobody_watches() -> None:
    manager = ServiceManager({}, 7)
    manager.ready()
    assert manager.watchdog_s == 0


def test_one_that_is_gone_or_does_not_listen_holds_nobody_up(systemd: Systemd) -> None:
    manager = systemd.manager()
    for _ in range(2_000):
        manager.alive()
    assert len(systemd.heard()) < 2_000
    systemd.close()
    systemd.path.unlink()
    manager.alive()


@pytest.mark.parametrize(
    ("environment", "watchdog_s"),
    [
        ({"WATCHDOG_USEC": "2000000"}, 2.0),
        ({"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "7"}, 2.0),
        ({"WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "8"}, 0.0),  # somebody else is watched
        ({"WATCHDOG_USEC": "soon"}, 0.0),
        ({}, 0.0),
    ],
)
def test_how_long_it_waits(
    systemd: Systemd, environment: dict[str, str], watchdog_s: float
) -> None:
    assert systemd.manager(**environment).watchdog_s == watchdog_s


@asynccontextmanager
async def watched(systemd: Systemd, path: Path) -> AsyncIterator[tuple[Workbench, Driver]]:
    bench = Workbench(60)
    driver = Driver(bench.board, manager=systemd.manager(WATCHDOG_USEC="2000000"))
    await driver.start(path)
    try:
        yield bench, driver
    finally:
        await driver.close()
        bench.close()


@pytest.mark.looptime
async def test_a_driver_that_works_feeds_the_watchdog_in_time(
    systemd: Systemd, tmp_path: Path
) -> None:
    async with watched(systemd, tmp_path / "l"):
        assert systemd.heard() == ["STATUS=Idle.", "READY=1"]
        for _ in range(10):
            await asyncio.sleep(2.001)  # the queue of a socket is short
            assert systemd.heard() == ["WATCHDOG=1"] * BEATS
    assert systemd.heard() == ["STOPPING=1"]


@pytest.mark.looptime
@pytest.mark.parametrize(("late_s", "fed"), [(LATE_S - 0.001, 1), (LATE_S + 0.001, 0)])
async def test_a_tick_that_is_late_does_not_feed_it(
    systemd: Systemd, tmp_path: Path, late_s: float, fed: int
) -> None:
    async with watched(systemd, tmp_path / "l") as (_, driver):
        systemd.heard()
        driver._beat(asyncio.get_running_loop().time() - late_s)
        assert systemd.heard().count("WATCHDOG=1") == fed


@pytest.mark.looptime
async def test_a_board_that_failed_does_not_feed_it(systemd: Systemd, tmp_path: Path) -> None:
    async with watched(systemd, tmp_path / "l") as (bench, _):

        def gone() -> list[Edge]:
            raise OSError("the line is gone")

        bench.board._edges.take = gone  # type: ignore[method-assign]
        systemd.heard()
        await asyncio.sleep(5)
        assert systemd.heard() == ["STATUS=The launcher's pins failed."]
        assert len(bench.failures) == 1


@pytest.mark.looptime
async def test_its_status_is_what_the_launcher_does(systemd: Systemd, tmp_path: Path) -> None:
    path = tmp_path / "l"
    async with watched(systemd, path) as (bench, _):
        launcher = await connect(at_socket(path), "table")
        await launcher.arm(3, 2)
        bench.touch(lambda rig: rig.tap(40_000))
        await asyncio.sleep(1)
        said = systemd.heard()
        await asyncio.sleep(1)
        bench.touch(lambda rig: rig.unload())
        await launcher.eject(1)
        said += systemd.heard()
        await launcher.close()
    said = [word for word in said if word.startswith("STATUS=")]
    assert said == [
        "STATUS=Idle.",
        "STATUS=Armed for hit 3.",
        "STATUS=Cards are coming.",
        "STATUS=Idle.",
        "STATUS=Cards are coming.",
        "STATUS=Stopped: EMPTY.",
    ]


def test_a_players_name_cannot_speak_for_the_service(systemd: Systemd) -> None:
    systemd.manager().status("Ann\nWATCHDOG=trigger's turn.")
    assert systemd.heard() == ["STATUS=Ann WATCHDOG=trigger's turn."]
