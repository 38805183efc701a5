"""The commands at the launcher's end, as processes of their own in real time."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner

from controller.cli import group, safe_off
from firmware_bridge import client
from firmware_bridge.address import at_socket, parse_address
from firmware_bridge.client import connect
from firmware_bridge.simulator_control import SimulatorControl, control_path
from hardware.launcher import CardLeft, LauncherGone
from tests.processes import here
from tests.worlds.running import ROLLERDECK, SOON_S, Running, truth


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.thorough)]
)
def test_a_simulator_ends_cleanly_when_told(
    path: Path, simulator: Running, number: signal.Signals
) -> None:
    assert truth(path).cards_in_hopper == 60
    code, out, err = simulator.stop(number)
    assert (code, err) == (0, "")
    assert f"Its button, faults and true counts can be reached at {control_path(path)}." in out
    assert list(path.parent.iterdir()) == []


@pytest.mark.thorough
def test_ctrl_c_on_the_bench_is_no_failed_check(path: Path, simulator: Running) -> None:
    bench = Running("bench", "calibrate", "--socket", path)
    bench.read_until("First, the button is measured.")
    code, _, err = bench.stop(signal.SIGINT)
    assert code == 130
    assert err == "rollerdeck: Stopped: the motor is off, and nothing was saved.\n"
    assert not truth(path).motor_on


@pytest.mark.thorough
def test_a_simulator_is_reached_over_tcp_too(path: Path) -> None:
    simulator = Running("simulator", "--socket", path, "--tcp", 0)
    said = simulator.read_until("It also listens at tcp:").splitlines()[-1]
    address = parse_address(said.removeprefix("It also listens at ").removesuffix("."))
    asyncio.run(client.safe_off(address, SOON_S))
    assert simulator.stop(signal.SIGTERM)[0] == 0


def test_a_second_simulator_at_one_place_is_refused(path: Path, simulator: Running) -> None:
    second = here("simulator", "--socket", path)
    assert second.returncode == 2
    assert second.stderr == (
        f"rollerdeck: Another launcher already listens at {control_path(path)}: use that one, "
        "or choose another place with --socket.\n"
    )
    assert truth(path).cards_in_hopper == 60


@pytest.mark.thorough
def test_a_killed_simulators_socket_is_taken_over(path: Path, simulator: Running) -> None:
    simulator.kill()
    assert path.exists()
    again = Running("simulator", "--socket", path, "--cards", 9)
    again.read_until("listens at")
    assert truth(path).cards_in_hopper == 9
    assert again.stop(signal.SIGTERM)[0] == 0


@pytest.mark.thorough
def test_the_same_seed_behaves_the_same(path: Path) -> None:
    times = []
    for _ in range(2):
        running = Running("simulator", "--socket", path, "--seed", 11)
        running.read_until("listens at")

        async def eject() -> tuple[int, ...]:
            launcher = await connect(at_socket(path), "test")
            try:
                return (await launcher.eject(3)).card_times_ms
            finally:
                await launcher.close()

        times.append(asyncio.run(eject()))
        running.stop(signal.SIGTERM)
    assert times[0] == times[1]


def test_safe_off_stops_a_motor_that_somebody_else_holds(path: Path, simulator: Running) -> None:
    async def stop_under_way() -> None:
        launcher = await connect(at_socket(path), "test")
        ejecting = asyncio.create_task(launcher.eject(12))
        async for event in launcher.events():
            if isinstance(event, CardLeft):
                break
        # no process of its own: on a busy machine all cards could be out before it asks
        words = ["safe-off", "--socket", str(path)]
        done = await asyncio.to_thread(CliRunner().invoke, group, words)
        assert (done.exit_code, done.output) == (0, "The motor is off.\n")
        assert not (await SimulatorControl(path).truth()).motor_on
        assert not (await ejecting).complete
        await launcher.close()

    asyncio.run(stop_under_way())


def test_safe_off_without_a_launcher_says_so(path: Path) -> None:
    done = here("safe-off", "--socket", path)
    assert done.returncode == 3
    assert done.stderr == (
        f"rollerdeck: No launcher answers at {path}: if the motor is turning, disconnect "
        "its power.\n"
    )


@pytest.fixture(params=[0, pytest.param(8, marks=pytest.mark.thorough)])
def mute(path: Path, request: pytest.FixtureRequest) -> Iterator[Path]:
    """A socket at which nobody answers, with so much room for callers beside one."""
    with socket.socket(socket.AF_UNIX) as mute, socket.socket(socket.AF_UNIX) as caller:
        mute.bind(str(path))
        mute.listen(request.param)
        caller.connect(str(path))
        yield path


def test_safe_off_where_nobody_answers_says_so(mute: Path) -> None:
    assert here("safe-off", "--socket", mute).returncode == 3


@pytest.mark.looptime
async def test_safe_off_comes_back_within_two_seconds_whoever_is_mute(mute: Path) -> None:
    loop = asyncio.get_running_loop()
    began_s = loop.time()
    with pytest.raises(LauncherGone):
        await client.safe_off(at_socket(mute), safe_off.WITHIN_S)
    assert loop.time() - began_s < 2


@pytest.mark.parametrize(
    "command",
    [
        "safe-off",
        pytest.param("freeplay", marks=pytest.mark.thorough),
        pytest.param("play --port 0 --journal j", marks=pytest.mark.thorough),
    ],
)
@pytest.mark.parametrize(
    "says",
    [
        b"\xff\x00\x1b[2J" * 99 + b"\n",
        pytest.param(b"HTTP/1.1 400 Bad\r\n\r\n", marks=pytest.mark.thorough),
    ],
)
def test_somebody_who_is_no_launcher(path: Path, command: str, says: bytes) -> None:
    """Garbage on the socket: one sentence, exit code 3, and not a byte of it on the terminal."""
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.bind(str(path))
        stranger.listen()
        talking = Thread(target=_talk, args=(stranger, says), daemon=True)
        talking.start()
        done = here(*command.replace(" j", f" {path}.j").split(), "--socket", path)
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


@pytest.mark.thorough
def test_a_simulator_of_a_kind_says_which(path: Path) -> None:
    running = Running("simulator", "--socket", path, "--seed", 7, "--machine", "worn")
    assert "(seed 7, worn)" in running.read_until("listens at")
    assert running.stop(signal.SIGTERM)[0] == 0
    refused = here("simulator", "--socket", path, "--machine", "broken")
    assert refused.returncode == 2
    assert "badly_built" in refused.stderr


@pytest.mark.parametrize("place", ["", "/"])
def test_a_place_that_is_none(place: str) -> None:
    done = here("simulator", "--socket", place)
    assert done.returncode == 2
    where = place or "."
    assert done.stderr == (
        f"rollerdeck: {where} is not a socket: move it away, or choose another place.\n"
    )


@pytest.mark.thorough
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
        "rollerdeck: The system reports: [Errno 28] No space left on device. "
        "Free disk space, or change permissions."
    )
    assert "Traceback" not in done.stderr
