"""docs/bring-up.md from the first step to the last, as its table says, in virtual time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import looptime
import pytest
from click.testing import CliRunner

from controller.cli import bench, doctor
from controller.workshop.bench import calibration
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.simulator import Simulator, start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from hardware.launcher import HitEnded
from tests.conftest import TURNS
from tests.worlds.pretended import Pretended

DOCUMENT = Path(__file__).parents[3] / "docs" / "bring-up.md"
STEP = re.compile(r"^\| (\d+) \| (.+?) \|", re.MULTILINE)
COMMAND = re.compile(r"`(?:rollerdeck )?((?:bench|doctor|driver|play)\b[^`]*)`")
WITHOUT_COMMAND = {"1": "wire", "9": "restart"}
"""Steps in which nothing is run, and how they begin."""
CHEAP_STEPS = 7
"""As many steps take a fraction of a second."""


def steps() -> list[tuple[str, str, list[str]]]:
    """Number, text and commands of each step of the document's table."""
    found = [(nth, text, COMMAND.findall(text)) for nth, text in STEP.findall(DOCUMENT.read_text())]
    assert [nth for nth, *_ in found] == [str(nth) for nth in range(1, 13)]
    for nth, text, commands in found:
        assert commands or text.startswith(WITHOUT_COMMAND[nth]), text
    return found


class Bringing:
    """Somebody who follows the document at a simulated launcher."""

    def __init__(self, folder: Path, loop: asyncio.AbstractEventLoop) -> None:
        self._socket = folder / "launcher.sock"
        self._folder = folder
        self._loop = loop
        self._simulator: Simulator | None = None

    def run(self, command: str) -> str:
        """Run a command of the document, which has to succeed; returns what it said."""
        first, *rest = command.split()
        if first == "driver":
            simulating = start_simulator(self._socket, 112, 1)
            self._simulator = self._loop.run_until_complete(simulating)
            return ""
        if first == "play":
            self._loop.run_until_complete(self._play())
            return ""
        if first == "doctor":
            # on a computer that is a Pi, before the driver runs
            words = [*rest, "--socket", str(self._socket)]
            done = CliRunner().invoke(doctor.command, words, input="y\n")
            assert "FAIL" not in done.output, done.output
            return done.output
        words = [str(self._folder / word) if ".json" in word else word for word in rest]
        at = [] if rest[0] == "report" else ["--socket", str(self._socket)]
        done = CliRunner().invoke(bench.command, [*words, *at])
        assert done.exit_code == 0, f"{command}: {done.output} {done.exception}"
        return done.output

    async def _play(self) -> None:
        """Take the launcher as a referee does, and press its button."""
        referee = await connect(at_socket(self._socket), "referee 1")
        assert await referee.arm(1, 3) is None
        await SimulatorControl(self._socket).press()
        async for event in referee.events():
            if isinstance(event, HitEnded):
                assert (event.result.delivered, event.result.fault) == (3, None)
                break
        await referee.close()

    def end(self) -> None:
        if self._simulator is not None:
            self._loop.run_until_complete(self._simulator.close())


@pytest.fixture
def bringing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bringing]:
    loop = looptime.new_event_loop(noop_cycles=TURNS)
    monkeypatch.setattr(asyncio, "run", loop.run_until_complete)
    monkeypatch.setattr(doctor, "ThisMachine", Pretended)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "STATE_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path))
    somebody = Bringing(tmp_path, loop)
    yield somebody
    somebody.end()
    loop.close()


def follow(bringing: Bringing, last: int) -> dict[str, str]:
    """Run the steps up to the last one, in order; returns what each command said."""
    commands = [command for nth, _, commands in steps() if int(nth) <= last for command in commands]
    return {command: bringing.run(command) for command in commands}


def test_the_first_steps_lead_to_cards(bringing: Bringing) -> None:
    said = follow(bringing, CHEAP_STEPS)
    assert "pull-downs" in said["doctor --pull-downs"]
    assert "1 of 1 came" in said["bench eject 1"]
    assert "5 of 5 came" in said["bench eject 5"]
    # whoever repeats a step is not stopped by what the step before has left
    for command in ("bench motor", "bench motor", "bench sensor", "bench eject 5"):
        bringing.run(command)


@pytest.mark.thorough
def test_the_document_is_followed_to_its_end(bringing: Bringing, tmp_path: Path) -> None:
    said = follow(bringing, 12)
    assert list(said)[-1] == "play"
    assert "100 of 100 hits were counted correctly" in said["bench accuracy 100"]
    assert "<svg" in (tmp_path / "calibration-run.html").read_text()


def test_fewer_decks_than_a_calibration_needs_are_not_offered() -> None:
    least = calibration.LEAST_DECKS
    done = CliRunner().invoke(bench.command, ["calibrate", "--decks", str(least - 1)])
    assert (done.exit_code, f"not in the range {least}<=x<=10" in done.output) == (2, True)


@pytest.mark.thorough
def test_the_fewest_decks_that_are_offered_are_enough(bringing: Bringing) -> None:
    bringing.run("driver")
    said = bringing.run(f"bench calibrate --decks {calibration.LEAST_DECKS}")
    assert "was not saved, because this launcher is simulated" in said
