"""The public interface to a launcher, at the simulated one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import rollerdeck
from firmware_bridge.simulator import Simulator, start_simulator
from firmware_bridge.simulator_control import SimulatorControl
from firmware_bridge.sockets import LOOPBACK
from tests.processes import PATIENCE_S

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "press.py"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The launcher's socket."""
    return tmp_path / "launcher.sock"


@pytest.fixture
async def simulator(path: Path) -> AsyncIterator[Simulator]:
    simulator = await start_simulator(path, 5, seed=3, tcp=0)
    yield simulator
    await simulator.close()


def test_the_example_has_at_most_ten_lines() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    assert sum(bool(line) for line in lines) <= 10


@pytest.mark.parametrize("scheme", ["unix", pytest.param("tcp", marks=pytest.mark.thorough)])
async def test_the_example_gives_three_cards(simulator: Simulator, path: Path, scheme: str) -> None:
    place = path if scheme == "unix" else f"{LOOPBACK}:{simulator.tcp_port}"
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, str(EXAMPLE), f"{scheme}:{place}"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
    )
    assert (done.stdout, done.stderr) == ("3 cards, no fault\n", "")
    assert (await SimulatorControl(path).truth()).cards_left == 3


@pytest.mark.looptime
async def test_a_press_of_the_button_gives_what_was_armed(path: Path) -> None:
    simulator = await start_simulator(path, 60, seed=3)
    async with rollerdeck.connect(f"unix:{path}") as launcher:
        assert launcher.connected and launcher.capabilities.simulated
        assert await launcher.arm(hit=1, cards=2) is None
        assert await launcher.disarm()
        assert await launcher.arm(hit=1, cards=2) is None
        await SimulatorControl(path).press()
        events = []
        async for event in launcher.events():
            events.append(event)
            if isinstance(event, rollerdeck.HitEnded):
                assert event.result == await launcher.result(1)
                break
        seen = [type(event) for event in events]
        assert seen == [rollerdeck.Pressed, *[rollerdeck.CardLeft] * 2, rollerdeck.HitEnded]
        # the cards of a hit are never given twice
        again = await launcher.arm(hit=1, cards=2)
        assert again is not None and (again.delivered, again.complete) == (2, True)
    assert (await SimulatorControl(path).truth()).cards_left == 2
    await simulator.close()


@pytest.mark.looptime
async def test_a_fault_is_a_result_and_is_cleared(path: Path) -> None:
    simulator = await start_simulator(path, 2, seed=3)
    async with rollerdeck.connect(f"unix:{path}") as launcher:
        result = await launcher.eject(3)
        assert (result.delivered, result.complete) == (2, False)
        assert list(launcher.faults) == [result.fault] == [rollerdeck.Fault.EMPTY]
        await SimulatorControl(path).load(5)
        assert list(await launcher.clear_faults()) == []
        assert list(launcher.faults) == []
        await launcher.safe_off()
    await simulator.close()


@pytest.mark.looptime
async def test_afterwards_the_launcher_is_free_also_after_an_error(path: Path) -> None:
    simulator = await start_simulator(path, 60, seed=3)
    with pytest.raises(ValueError, match="1 to 12 cards"):
        async with rollerdeck.connect(f"unix:{path}") as launcher:
            await launcher.eject(13)
    async with rollerdeck.connect(f"unix:{path}", "table 1"):
        with pytest.raises(rollerdeck.LauncherBusy) as busy:
            async with rollerdeck.connect(f"unix:{path}"):
                pass
    assert "table 1" in rollerdeck.sentence(busy.value)
    await simulator.close()


async def test_without_an_address_the_usual_launcher_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    with pytest.raises(rollerdeck.LauncherGone) as gone:
        async with rollerdeck.connect():
            pass
    assert rollerdeck.sentence(gone.value).startswith(f"There is no launcher at {tmp_path}")
    with pytest.raises(rollerdeck.BadAddress, match="no launcher's address"):
        async with rollerdeck.connect("auto"):
            pass
