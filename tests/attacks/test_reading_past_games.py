"""Reading past games breaks off no hit: it is done elsewhere, one at a time, and once."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

from controller.base.errors import Trouble
from controller.web import past
from controller.web.past import (
    KEPT_BYTES,
    LEAST,
    LONGEST_S,
    PastGames,
    PastView,
    TooLong,
    read_apart,
    read_view,
)
from tests.controller.conftest import evening as evening
from tests.worlds.evening import GAME, Evening, until


async def two_games(evening: Evening) -> Path:
    table = await evening.begin()
    await evening.press()
    await table.new_game(GAME)
    return evening.path


class Counting:
    """Reads nothing, slowly, and counts."""

    def __init__(self, length: int = 1) -> None:
        self.asked: list[tuple[int, PastView]] = []
        self.most = self.now = 0
        self._length = length

    async def __call__(
        self, journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        self.asked.append((number, view))
        self.now += 1
        self.most = max(self.most, self.now)
        for _ in range(5):
            await asyncio.sleep(0)
        self.now -= 1
        return b"x" * self._length


@pytest.mark.thorough
async def test_a_past_game_is_read_in_a_process_of_its_own(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await two_games(evening)
    kinds: tuple[PastView, ...] = tuple(
        view for view in get_args(PastView) if view not in ("index", "draws")
    )
    more = dict.fromkeys(kinds, "") | {"statistics": "ever - 0", "card": "en"}
    wanted = {view: read_view(path, 1, view, True, more[view]) for view in kinds}

    def never(*_: Any) -> None:
        raise AssertionError("the referee reads it itself")

    monkeypatch.setattr(past, "read_view", never)
    games = PastGames(path)
    for view in wanted:
        assert await games.read(1, view, None, more[view]) == wanted[view] != b""
    assert await games.read(9, "course", None) == b""


async def test_what_cannot_be_read_is_said_and_not_kept(tmp_path: Path) -> None:
    broken = tmp_path / "journal"
    broken.write_bytes(b"no journal" * 1000)
    with pytest.raises(Trouble, match="cannot be read as a journal"):
        await read_apart(broken, 1, "course", True)


async def test_a_machine_that_starts_no_process_is_told_and_the_referee_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refuse)
    with pytest.raises(Trouble, match=r"starts no more processes \(Resource temporarily"):
        await read_apart(tmp_path / "journal", 1, "index", True)


def test_the_reading_steps_back_behind_everything_else(tmp_path: Path) -> None:
    read = f"past.main({str(tmp_path / 'none')!r}, '1', 'course', 'superseded')"
    shown = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import os; from controller.web import past; {read}; print(os.nice(0))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(shown.stdout) == max(LEAST, os.nice(0))


async def test_many_who_ask_are_answered_one_at_a_time_out_of_one_reading(tmp_path: Path) -> None:
    read = Counting()
    games = PastGames(tmp_path, read)
    await asyncio.gather(*(games.read(1 + nth % 2, "course", None) for nth in range(40)))
    assert (read.most, sorted(read.asked)) == (1, [(1, "course"), (2, "course")])


async def test_what_was_being_read_when_names_were_forgotten_is_not_kept(tmp_path: Path) -> None:
    read = Counting()
    games = PastGames(tmp_path, read)
    reading = asyncio.create_task(games.read(1, "course", None))
    await until(lambda: read.now == 1)
    games.forget()
    await reading
    await games.read(1, "course", None)
    await games.read(1, "course", None)
    assert read.asked == [(1, "course")] * 2


async def test_a_referee_that_stops_waits_for_no_reading(tmp_path: Path) -> None:
    begun = asyncio.Event()

    async def read(
        journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError("nothing ends this wait but a cancellation")

    games = PastGames(tmp_path, read)
    asked = [asyncio.create_task(games.read(number, "course", None)) for number in (1, 2, 3)]
    await begun.wait()
    games.end()
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [str(answer) for answer in answers] == ["The referee stops: ask again when it runs."] * 3
    with pytest.raises(Trouble, match="stops"):
        await games.read(4, "course", None)


@pytest.mark.looptime
async def test_a_reading_that_hangs_is_killed_and_the_next_one_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = asyncio.create_subprocess_exec
    children: list[asyncio.subprocess.Process] = []
    killed_s: list[float] = []

    async def start_hanging(
        *_: str, stdin: int, stdout: int, stderr: int
    ) -> asyncio.subprocess.Process:
        child = await start("sleep", "infinity", stdin=stdin, stdout=stdout, stderr=stderr)
        # without a limit, the reading ends here with another complaint, and the test does not hang
        loop = asyncio.get_running_loop()
        started_s, kill = loop.time(), child.kill
        limit = loop.call_later(LONGEST_S + 1, kill)

        def kill_and_note() -> None:
            limit.cancel()  # a second kill could collect the child before the loop does
            killed_s.append(loop.time() - started_s)
            kill()

        monkeypatch.setattr(child, "kill", kill_and_note)
        children.append(child)
        return child

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_hanging)

    async def read(
        journal: Path, number: int, view: PastView, superseded: bool, more: str = ""
    ) -> bytes:
        return (
            await read_apart(journal, number, view, superseded) if number == 1 else b"the next one"
        )

    games = PastGames(tmp_path, read)
    hung, following = await asyncio.gather(
        *(games.read(number, "course", None) for number in (1, 2)), return_exceptions=True
    )
    assert isinstance(hung, TooLong)
    assert following == b"the next one"
    assert [child.returncode for child in children] == [-signal.SIGKILL]
    assert killed_s == [pytest.approx(LONGEST_S, abs=0.5)]


async def test_the_game_on_the_table_is_read_again_once_it_has_gone_on(tmp_path: Path) -> None:
    read = Counting()
    games = PastGames(tmp_path, read)
    for now in (7, 7, 8):
        await games.read(1, "course", now)
    assert len(read.asked) == 2


async def test_what_is_kept_is_bounded(tmp_path: Path) -> None:
    read = Counting(KEPT_BYTES // 2)
    games = PastGames(tmp_path, read)
    for number in (1, 2, 1, 3, 1, 2):  # the third pushes out the second, which nobody asked for
        await games.read(number, "course", None)
    assert [number for number, _ in read.asked] == [1, 2, 3, 2]
