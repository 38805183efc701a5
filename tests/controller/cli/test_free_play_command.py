"""``rollerdeck freeplay`` as a process of its own in real time."""

from __future__ import annotations

import asyncio
import shlex
import signal
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import freeplay
from firmware_bridge.address import at_socket
from firmware_bridge.client import SessionOptions, connect
from firmware_bridge.simulator_control import SimulatorControl, Truth
from hardware.launcher import LauncherGone
from tests.worlds.running import ROLLERDECK, SOON_S, Running, of, rollerdeck, truth


@pytest.mark.thorough
def test_free_play_with_enter_for_a_finger(path: Path) -> None:
    play = Running("freeplay", "--simulate", "--socket", path, "--seed", 4)
    play.read_until("Stop with Ctrl-C")
    play.type("\n")
    assert play.read_until("No cards.") == "Ding!\nNo cards.\n"
    play.type("\n")
    said = play.read_until("4 cards.").splitlines()
    assert said == ["Ding!", "  card 1", "  card 2", "  card 3", "  card 4", "4 cards."]
    code, out, err = play.stop(signal.SIGINT)
    assert (code, out, err) == (0, "The motor is off.\n", "")
    assert list(path.parent.iterdir()) == []


@pytest.mark.thorough
def test_free_play_uses_the_launcher_that_is_there(path: Path, simulator: Running) -> None:
    play = Running("freeplay", "--simulate", "--socket", path, "--profile", "sequence")
    play.read_until("Stop with Ctrl-C")
    asyncio.run(SimulatorControl(path).press())
    assert play.read_until("No cards.").startswith("Ding!")
    assert truth(path).dings == 1
    assert play.stop(signal.SIGTERM)[0] == 0
    assert truth(path).stage == "idle"


@pytest.mark.thorough
def test_free_play_killed_in_the_middle_stops_the_motor(path: Path, simulator: Running) -> None:
    play = Running("freeplay", "--socket", path, "--profile", "sequence", "--seed", 1)
    play.read_until("Stop with Ctrl-C")
    for _ in range(2):  # the second press gives cards
        play.type("\n")
        play.read_until("Ding!")
    play.read_until("card 1")
    play.kill()

    async def idle() -> Truth:
        while (after := await SimulatorControl(path).truth()).stage != "idle":
            pass  # how quickly: `test_simulator.py`, in virtual time
        return after

    after = asyncio.run(idle())
    assert not after.motor_on
    assert after.lease_trips == 1


def test_free_play_without_a_launcher_says_what_to_do(path: Path) -> None:
    done = rollerdeck("freeplay", "--socket", path)
    assert done.returncode == 3
    assert done.stderr == (
        f"rollerdeck: There is no launcher at {path}: start one with `rollerdeck simulator`, "
        "or correct --socket or launcher.address.\n"
    )


@pytest.mark.thorough
def test_free_play_names_who_has_the_launcher(path: Path, simulator: Running) -> None:
    async def while_held() -> None:
        launcher = await connect(at_socket(path), "the other table")
        done = await asyncio.to_thread(rollerdeck, "freeplay", "--socket", path)
        assert done.returncode == 3
        assert done.stderr == (
            "rollerdeck: Another program is using the launcher (the other table): stop "
            "that program first.\n"
        )
        await launcher.close()
        with pytest.raises(LauncherGone):
            await launcher.arm(1, 1)

    asyncio.run(while_held())


@pytest.mark.thorough
def test_free_play_without_a_keyboard(tmp_path: Path) -> None:
    line = f"exec {' '.join(map(shlex.quote, ROLLERDECK))} freeplay --simulate --socket s <&-"
    toy = subprocess.Popen(
        ["/bin/sh", "-c", line],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert "Stop with Ctrl-C." in of(toy.stdout).readline()
    toy.send_signal(signal.SIGINT)
    assert toy.communicate(timeout=SOON_S) == ("The motor is off.\n", "")
    assert toy.returncode == 0


@pytest.mark.thorough
def test_free_play_ends_when_nobody_can_hear_it_any_more(tmp_path: Path) -> None:
    toy = Running("freeplay", "--simulate", "--seed", 1, "--socket", tmp_path / "s")
    toy.read_until("Stop with Ctrl-C.")
    of(toy.process.stdout).close()
    toy.type("\n" * 2)
    assert toy.process.wait(SOON_S) == 1
    assert of(toy.process.stderr).read() == ""
    toy.kill()


@pytest.mark.parametrize("strict", [True, False])
def test_free_play_counts_as_games_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strict: bool
) -> None:
    asked = []

    async def reached(*told: object) -> None:
        asked.append(told[-1])
        raise LauncherGone("launcher.not_yet")

    monkeypatch.setattr(freeplay, "reach", reached)
    file = tmp_path / "config.toml"
    file.write_text(f"[launcher]\nstrict = {str(strict).lower()}\n")
    assert CliRunner().invoke(freeplay.command, ["--config", str(file)]).exception
    assert asked == [SessionOptions(strict=strict)]
