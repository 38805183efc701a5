"""The commands at the launcher's end, as processes of their own in real time."""

from __future__ import annotations

import asyncio
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread, Timer
from typing import IO, ClassVar

import pytest

from firmware_bridge.client import connect
from firmware_bridge.hand import Hand, Truth, hand_path
from hardware.launcher import CardLeft, LauncherGone

ROLLERDECK = [sys.executable, "-c", "from controller.cli import main; main()"]
SOON_S = 10


class Running:
    """One command in the background. What is not ended when its test is over, is killed."""

    all: ClassVar[list[Running]] = []

    def __init__(self, *arguments: object) -> None:
        Running.all.append(self)
        self.process = subprocess.Popen(
            [*ROLLERDECK, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # nothing here waits for ever: reading from a process that is gone ends
        self._watchdog = Timer(SOON_S, self.process.kill)
        self._watchdog.start()

    def read_until(self, text: str) -> str:
        """Read its output up to the line that holds a text."""
        seen = ""
        for line in _of(self.process.stdout):
            seen += line
            if text in line:
                return seen
        raise AssertionError(f"It ended without saying {text!r}: {seen}")

    def type(self, text: str) -> None:
        _of(self.process.stdin).write(text)
        _of(self.process.stdin).flush()

    def stop(self, number: signal.Signals) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = _of(self.process.stdout).read(), _of(self.process.stderr).read()
        return self.end(), out, err

    def end(self) -> int:
        """Wait for its end, and leave nothing open."""
        Running.all.remove(self)
        code = self.process.wait(timeout=SOON_S)
        self._watchdog.cancel()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            _of(stream).close()
        return code

    def kill(self) -> None:
        self.process.kill()
        self.end()


def _of(stream: IO[str] | None) -> IO[str]:
    assert stream is not None
    return stream


def rollerdeck(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ROLLERDECK, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=SOON_S,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "launcher.sock"


@pytest.fixture
def simulator(path: Path) -> Running:
    running = Running("simulator", "--socket", path, "--seed", 7, "--cards", 60)
    running.read_until("listens at")
    return running


@pytest.fixture(autouse=True)
def nothing_left_running() -> Iterator[None]:
    yield
    for running in list(Running.all):
        running.kill()


def truth(path: Path) -> Truth:
    return asyncio.run(Hand(path).truth())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_simulator_ends_cleanly_when_told(
    path: Path, simulator: Running, number: signal.Signals
) -> None:
    assert truth(path).cards_in_hopper == 60
    code, out, err = simulator.stop(number)
    assert (code, err) == (0, "")
    assert f"Its button, jams and true counts are at {hand_path(path)}." in out
    assert list(path.parent.iterdir()) == []


def test_a_second_simulator_at_one_place_is_refused(path: Path, simulator: Running) -> None:
    second = rollerdeck("simulator", "--socket", path)
    assert second.returncode == 2
    assert second.stderr == (
        f"rollerdeck: Another launcher already listens at {hand_path(path)}: use that one, "
        "or choose another place with --socket.\n"
    )
    assert truth(path).cards_in_hopper == 60


def test_a_killed_simulators_socket_is_taken_over(path: Path, simulator: Running) -> None:
    simulator.kill()
    assert path.exists()
    again = Running("simulator", "--socket", path, "--cards", 9)
    again.read_until("listens at")
    assert truth(path).cards_in_hopper == 9
    assert again.stop(signal.SIGTERM)[0] == 0


def test_the_same_seed_behaves_the_same(path: Path) -> None:
    times = []
    for _ in range(2):
        running = Running("simulator", "--socket", path, "--seed", 11)
        running.read_until("listens at")

        async def eject() -> tuple[int, ...]:
            launcher = await connect(path, "test")
            try:
                return (await launcher.eject(3)).card_times_ms
            finally:
                await launcher.close()

        times.append(asyncio.run(eject()))
        running.stop(signal.SIGTERM)
    assert times[0] == times[1]


def test_safe_off_stops_a_motor_that_somebody_else_holds(path: Path, simulator: Running) -> None:
    async def stop_under_way() -> None:
        launcher = await connect(path, "test")
        ejecting = asyncio.create_task(launcher.eject(12))
        async for event in launcher.events():
            if isinstance(event, CardLeft):
                break
        done = await asyncio.to_thread(rollerdeck, "safe-off", "--socket", path)
        assert (done.returncode, done.stdout) == (0, "The motor is off.\n")
        assert not (await Hand(path).truth()).motor_on
        assert not (await ejecting).complete
        await launcher.close()

    asyncio.run(stop_under_way())


def test_safe_off_without_a_launcher_says_so(path: Path) -> None:
    done = rollerdeck("safe-off", "--socket", path)
    assert done.returncode == 3
    assert done.stderr == (
        f"rollerdeck: No launcher answers at {path}: if its motor turns, take its power away.\n"
    )


@pytest.mark.parametrize("backlog", [0, 8])
def test_safe_off_comes_back_within_two_seconds_whoever_is_mute(path: Path, backlog: int) -> None:
    with socket.socket(socket.AF_UNIX) as mute, socket.socket(socket.AF_UNIX) as caller:
        mute.bind(str(path))
        mute.listen(backlog)
        caller.connect(str(path))
        began = time.monotonic()
        assert rollerdeck("safe-off", "--socket", path).returncode == 3
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("command", ["safe-off", "freeplay", "play --port 0 --journal j"])
@pytest.mark.parametrize("says", [b"\xff\x00\x1b[2J" * 99 + b"\n", b"HTTP/1.1 400 Bad\r\n\r\n"])
def test_somebody_who_is_no_launcher(path: Path, command: str, says: bytes) -> None:
    """Garbage on the socket: one sentence, exit code 3, and not a byte of it on the terminal."""
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.bind(str(path))
        stranger.listen()
        talking = Thread(target=_talk, args=(stranger, says), daemon=True)
        talking.start()
        done = rollerdeck(*command.replace(" j", f" {path}.j").split(), "--socket", path)
    talking.join(SOON_S)
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert line.startswith("rollerdeck: ")
    assert line.endswith(".")
    assert line.isprintable()


def _talk(stranger: socket.socket, says: bytes) -> None:
    caller, _ = stranger.accept()
    with caller:
        caller.sendall(says)
        while caller.recv(1024):
            pass


def test_a_simulator_of_a_kind_says_which(path: Path) -> None:
    running = Running("simulator", "--socket", path, "--seed", 7, "--machine", "worn")
    assert "(seed 7, worn)" in running.read_until("listens at")
    assert running.stop(signal.SIGTERM)[0] == 0
    refused = rollerdeck("simulator", "--socket", path, "--machine", "broken")
    assert refused.returncode == 2
    assert "badly_built" in refused.stderr


def test_free_play_with_enter_for_a_finger(path: Path) -> None:
    play = Running("freeplay", "--simulate", "--socket", path, "--seed", 4)
    play.read_until("Ctrl-C ends")
    play.type("\n")
    assert play.read_until("No cards.") == "Ding!\nNo cards.\n"
    play.type("\n")
    said = play.read_until("4 cards.").splitlines()
    assert said == ["Ding!", "  card 1", "  card 2", "  card 3", "  card 4", "4 cards."]
    code, out, err = play.stop(signal.SIGINT)
    assert (code, out, err) == (0, "The motor is off.\n", "")
    assert list(path.parent.iterdir()) == []


def test_free_play_uses_the_launcher_that_is_there(path: Path, simulator: Running) -> None:
    play = Running("freeplay", "--simulate", "--socket", path, "--profile", "sequence")
    play.read_until("Ctrl-C ends")
    asyncio.run(Hand(path).press())
    assert play.read_until("No cards.").startswith("Ding!")
    assert truth(path).dings == 1
    assert play.stop(signal.SIGTERM)[0] == 0
    assert truth(path).stage == "idle"


def test_free_play_killed_in_the_middle_stops_the_motor(path: Path, simulator: Running) -> None:
    play = Running("freeplay", "--socket", path, "--profile", "sequence", "--seed", 1)
    play.read_until("Ctrl-C ends")
    for _ in range(2):  # the second press gives cards
        play.type("\n")
        play.read_until("Ding!")
    play.read_until("card 1")
    killed_ms = time.monotonic() * 1000
    play.kill()

    async def settled() -> Truth:
        await asyncio.sleep(1.5)  # lease, bound, settling: nothing tells when they are over
        return await Hand(path).truth()

    after = asyncio.run(settled())
    assert after.stage == "idle"
    last_off_ms = after.motor_runs_ms[-1][1]
    assert last_off_ms is not None
    assert last_off_ms - killed_ms < 250 + 400
    assert after.lease_trips == 1


def test_free_play_without_a_launcher_says_what_to_do(path: Path) -> None:
    done = rollerdeck("freeplay", "--socket", path)
    assert done.returncode == 3
    assert done.stderr == (
        f"rollerdeck: No launcher at {path}: start one with `rollerdeck simulator`, "
        "or say where it is with --socket.\n"
    )


def test_free_play_names_who_has_the_launcher(path: Path, simulator: Running) -> None:
    async def while_held() -> None:
        launcher = await connect(path, "the other table")
        done = await asyncio.to_thread(rollerdeck, "freeplay", "--socket", path)
        assert done.returncode == 3
        assert done.stderr == (
            "rollerdeck: The launcher is held by the other table: stop that first.\n"
        )
        await launcher.close()
        with pytest.raises(LauncherGone):
            await launcher.arm(1, 1)

    asyncio.run(while_held())


@pytest.mark.parametrize("place", ["", "/"])
def test_a_place_that_is_none(place: str) -> None:
    done = subprocess.run(
        [*ROLLERDECK, "simulator", "--socket", place],
        capture_output=True,
        text=True,
        timeout=SOON_S,
    )
    assert done.returncode == 2
    where = place or "."
    assert done.stderr == (
        f"rollerdeck: {where} is no socket: move it away, or choose another place.\n"
    )


def test_free_play_without_a_keyboard(tmp_path: Path) -> None:
    line = f"exec {' '.join(map(shlex.quote, ROLLERDECK))} freeplay --simulate --socket s <&-"
    toy = subprocess.Popen(
        ["/bin/sh", "-c", line],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "Ctrl-C ends." in _of(toy.stdout).readline()
    toy.send_signal(signal.SIGINT)
    assert toy.communicate(timeout=SOON_S) == ("The motor is off.\n", "")
    assert toy.returncode == 0


def test_free_play_ends_when_nobody_can_hear_it_any_more(tmp_path: Path) -> None:
    toy = Running("freeplay", "--simulate", "--seed", 1, "--socket", tmp_path / "s")
    toy.read_until("Ctrl-C ends.")
    _of(toy.process.stdout).close()
    toy.type("\n" * 2)
    assert toy.process.wait(SOON_S) == 1
    assert _of(toy.process.stderr).read() == ""
    toy.kill()


@pytest.mark.parametrize("command", ["simulator", "play --simulate --port 0 --journal j"])
def test_an_output_that_takes_nothing(command: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*ROLLERDECK, *command.split(), "--socket", "s"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=SOON_S,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == (
        "rollerdeck: This machine refused: [Errno 28] No space left on device. "
        "Make room, or allow it."
    )
    assert "Traceback" not in done.stderr
