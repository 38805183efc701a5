"""What systemd hears of a referee: alive while loop, table and disk answer; the game, the turn."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.base.service_manager import ServiceManager
from controller.daemon.table_notices import BEATS, LATE_S, beat, doing
from tests.processes import PATIENCE_S
from tests.worlds.evening import GAME, Evening, until
from tests.worlds.house import House

WATCHDOG_S = 0.04
"""Short, so that nobody waits; loops that are late are made so on purpose."""


class Ear(ServiceManager):
    """Counts the signs of life."""

    def __init__(self) -> None:
        super().__init__({}, 0)
        self.watchdog_s = WATCHDOG_S
        self.beats = 0

    def alive(self) -> None:
        self.beats += 1


@asynccontextmanager
async def beating(evening: Evening, ear: Ear) -> AsyncIterator[None]:
    await evening.begin()
    task = asyncio.create_task(beat(evening.table, ear))
    try:
        yield
    finally:
        task.cancel()


async def test_it_is_fed_while_all_is_well(evening: Evening) -> None:
    ear = Ear()
    async with beating(evening, ear):
        await until(lambda: ear.beats > BEATS)


async def test_a_disk_that_does_not_answer_ends_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear, hangs, asked = Ear(), threading.Event(), threading.Event()

    def sync(_: Any) -> None:
        asked.set()
        hangs.wait(PATIENCE_S)

    async with beating(evening, ear):
        monkeypatch.setattr("controller.journal.journal.os.fsync", sync)
        await until(asked.is_set)
        before = ear.beats
        await asyncio.sleep(2 * WATCHDOG_S)  # no slow machine beats more often
        assert ear.beats == before
        hangs.set()
        await until(lambda: ear.beats > before)


async def test_a_disk_that_refuses_has_answered(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    ear = Ear()

    def sync(_: Any) -> None:
        raise OSError(28, "No space left on device")

    async with beating(evening, ear):
        monkeypatch.setattr("controller.journal.journal.os.fsync", sync)
        before = ear.beats
        await until(lambda: ear.beats > before + 2)


async def test_a_table_that_lets_nobody_in_ends_it(evening: Evening) -> None:
    ear = Ear()
    async with beating(evening, ear):
        async with evening.table._lock:
            await until(lambda: bool(evening.table._lock._waiters))
            before = ear.beats
        await until(lambda: ear.beats > before)


@pytest.mark.parametrize(("late_s", "fed"), [(LATE_S, 3), (LATE_S + 0.001, 0)])
async def test_a_late_loop_does_not_feed_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, late_s: float, fed: int
) -> None:
    ear, now_s, nights = Ear(), 0.0, 0

    async def sleep(pause_s: float) -> None:
        nonlocal now_s, nights
        nights += 1
        if nights > 3:
            await asyncio.Event().wait()
        now_s += pause_s + late_s

    clock = SimpleNamespace(time=lambda: round(now_s, 6))
    slow = SimpleNamespace(get_running_loop=lambda: clock, sleep=sleep)
    monkeypatch.setattr("controller.daemon.table_notices.asyncio", slow)
    async with beating(evening, ear):
        await until(lambda: nights > 3)
    assert ear.beats == fed


async def test_status_says_the_game_the_turn_and_what_is_wrong(evening: Evening) -> None:
    table = await evening.open()
    assert doing(table) == "No game has begun."
    await table.new_game(GAME)
    await table.command({"do": "turn_up", "card": "red-5"})
    assert doing(table) == "Game 1, round 1: Bo's turn."
    evening.launcher.set_cover(True)
    await evening.launcher.heard()
    assert doing(table) == ("Game 1, round 1: Bo's turn. The launcher has stopped: COVER_OPEN.")
    evening.launcher.set_cover(False)
    evening.launcher.cut()
    await evening.launcher.heard()
    assert doing(table).startswith("Game 1, round 1: Bo's turn. The launcher closed the connection")


@pytest.mark.thorough
def test_a_referee_tells_systemd_when_pages_are_served_and_when_it_ends(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.settimeout(PATIENCE_S)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "200000")
        with house.play("--simulate") as referee:
            heard = [ear.recv(1024).decode() for _ in range(3)]
            referee.process.terminate()
            while heard[-1] != "STOPPING=1":
                heard.append(ear.recv(1024).decode())
    assert heard[:3] == ["STATUS=No game has begun.", "READY=1", "WATCHDOG=1"]
