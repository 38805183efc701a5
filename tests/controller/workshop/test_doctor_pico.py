"""What the doctor says of a launcher on a Pico: port, program, calibration."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from controller.base import services
from controller.base.errors import WRONG_USAGE, Trouble
from controller.base.findings import Finding, Level
from controller.cli import doctor as cli
from controller.workshop.doctor import pico
from controller.workshop.doctor.machine import ThisMachine
from controller.workshop.doctor.rounds import examine, find_places
from firmware_bridge.address import at_socket
from firmware_bridge.client import connect
from firmware_bridge.firmware import build_name, calibration_name
from firmware_bridge.pico_pins import PicoPins
from firmware_bridge.relay import Relay
from firmware_bridge.serial_line import dial
from hardware.calibration import Calibration, this_machine, wired_as, write_calibration
from hardware.launcher import Capabilities, ChipLoad
from tests.micropython import workbench
from tests.micropython.cable import Cable
from tests.worlds.pretended import Pretended

PORT = "/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode-if00"
MEASURED = {"card_us": 90_000}
AS_WIRED = "".join(
    f"{name} = {getattr(workbench.WIRED, name)}\n" for name in ("hopper", "cover", "motor_fault")
)


@pytest.fixture
def machine() -> Pretended:
    """A laptop with a Pico at it, and nothing else."""
    machine = Pretended()
    machine.files = {PORT: ""}
    machine.says = {}
    return machine


Change = Callable[[Pretended], object]


@pytest.mark.parametrize(
    ("change", "level", "says", "fix"),
    [
        (lambda one: None, Level.OK, f"{PORT}, free", ""),
        (lambda one: one.files.clear(), Level.FAIL, f"there is no {PORT}", "Plug the Pico in"),
        (
            lambda one: setattr(one, "may_open_ports", False),
            Level.FAIL,
            f"this user may not open {PORT}",
            "sudo usermod -aG dialout USER",
        ),
        (
            lambda one: setattr(one, "holder", "rollerdeck (process 7)"),
            Level.WARN,
            f"{PORT} is in use by rollerdeck (process 7)",
            "End that",
        ),
    ],
)
def test_the_port(machine: Pretended, change: Change, level: Level, says: str, fix: str) -> None:
    change(machine)
    told = pico.check_port(machine, PORT)
    assert (told.level, told.says) == (level, says)
    assert fix in told.fix


def test_no_pico_at_all(machine: Pretended, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serial.tools.list_ports.comports", list)
    told = pico.check_port(machine, "auto")
    assert (told.level, told.says) == (Level.FAIL, "No Pico is plugged in")
    assert told.fix == "Check its cable, or give the name of its port."


def test_two_picos_are_named(machine: Pretended, monkeypatch: pytest.MonkeyPatch) -> None:
    two = [SimpleNamespace(device=f"/dev/ttyACM{n}", vid=0x2E8A, pid=5) for n in range(2)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: two)
    told = pico.check_port(machine, "auto")
    assert told.level is Level.FAIL
    assert told.says == "Several devices could be the launcher (/dev/ttyACM0 and /dev/ttyACM1)"
    assert told.fix.startswith("Give the port of one of them")


def test_another_build_or_another_wiring_is_to_be_installed() -> None:
    there = Capabilities("Pico", build=build_name(PicoPins()))
    assert pico.check_program(there, PicoPins()).level is Level.OK
    named = pico.check_program(replace(there, board="Some board with RP2040"), PicoPins())
    assert named.says.endswith("with [pico], on a Some board with RP2040")
    told = pico.check_program(there, PicoPins(lamp=0))
    assert told.level is Level.FAIL
    assert f"runs build {there.build}" in told.says
    assert "rollerdeck firmware install" in told.fix


@pytest.mark.parametrize(
    ("on_pico", "here", "level", "fix"),
    [
        ({}, {}, Level.OK, ""),
        (MEASURED, MEASURED, Level.OK, ""),
        ({}, MEASURED, Level.FAIL, "firmware install"),
        ({"card_us": 1}, MEASURED, Level.FAIL, "firmware install"),
        (MEASURED, {}, Level.WARN, "bench calibrate"),
    ],
)
def test_the_calibration_is_that_of_this_pico(
    on_pico: dict[str, int], here: dict[str, int], level: Level, fix: str
) -> None:
    there = Capabilities("Pico", build="x", calibration=calibration_name(on_pico))
    told = pico.check_installed(there, here)
    assert told.level is level
    assert fix in told.fix


WELL = ChipLoad(pico.MOST_TICK_US, pico.MOST_STACK_BYTES, pico.LEAST_HEAP_BYTES)


@pytest.mark.parametrize(
    ("load", "warned"),
    [
        (WELL, None),
        (replace(WELL, longest_tick_us=1_001), "ticks"),
        (replace(WELL, deepest_stack_bytes=4_097), "stack"),
        (replace(WELL, least_heap_bytes=32_767), "memory"),
    ],
)
def test_a_pico_that_came_near_its_limits_is_told_of(load: ChipLoad, warned: str | None) -> None:
    found = {one.what: one for one in pico.check_load(load)}
    assert list(found) == ["ticks", "stack", "memory"]
    assert {name for name, one in found.items() if one.level is not Level.OK} == (
        {warned} if warned else set()
    )
    assert str(load.longest_tick_us) in found["ticks"].says
    assert str(load.deepest_stack_bytes) in found["stack"].says
    assert str(load.least_heap_bytes) in found["memory"].says


def test_of_a_program_that_does_not_tell_its_limits_nothing_is_said() -> None:
    assert list(pico.check_load(Capabilities("Pico", build="an older one").load)) == []


def by_name(found: tuple[Finding, ...]) -> dict[str, Finding]:
    return {one.what: one for one in found}


class Desk(Pretended):
    """A machine whose ports are this one's."""

    def exists(self, path: Path) -> bool:
        return path.is_char_device()

    def holder_of(self, port: Path) -> str | None:
        return None  # a pseudo terminal is held by this very test


@pytest.mark.thorough
async def test_a_pico_that_runs_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    file = tmp_path / "rollerdeck.toml"
    with workbench.pico(tmp_path, 20) as (cable, bench):
        file.write_text(f'[launcher]\nserial = "{cable.path}"\n[pico]\n{AS_WIRED}')
        machine = Desk()
        machine.files = {}
        async with bench.living():
            places = find_places(machine, file, None)
            found = by_name((await asyncio.to_thread(examine, machine, places)).findings)
            assert "strict_gpiod" not in found
            assert {one.level for one in found.values()} <= {Level.OK, Level.WARN}
            assert build_name(workbench.WIRED) in found["program"].says
            assert {"ticks", "stack", "memory"} <= set(found)
            assert found["card sensor"].level is found["button"].level is Level.OK
            assert found["calibration"].level is Level.WARN  # none yet
            write_calibration(
                places.calibration,
                Calibration(this_machine(), wired_as(workbench.WIRED), MEASURED),
            )
            found = by_name((await asyncio.to_thread(examine, machine, places)).findings)
            assert found["calibration"].level is Level.OK
            assert found["calibration of the Pico"].level is Level.FAIL


@pytest.mark.thorough  # it is waited for, in real time
def test_a_port_at_which_nobody_answers(tmp_path: Path) -> None:
    with Cable() as cable:
        file = tmp_path / "rollerdeck.toml"
        file.write_text(f'[launcher]\nserial = "{cable.path}"\n[pico]\nsensor = "fc-51"\n')
        found = by_name(examine(Desk(), find_places(Desk(), file, None)).findings)
    assert found["serial port"].level is Level.OK
    assert "fc-51" in found["sensor's voltage"].says
    assert found["launcher"].level is Level.FAIL
    assert "firmware install" in found["launcher"].fix


@pytest.mark.thorough
async def test_the_pico_of_the_services_is_asked_over_their_relay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "SOCKET", tmp_path / "launcher.sock")
    monkeypatch.setattr(services, "CONFIG", tmp_path / "rollerdeck.toml")
    monkeypatch.setattr(services, "PICO_CALIBRATION", tmp_path / "calibration-pico.json")
    with workbench.pico(tmp_path, 20) as (cable, bench):
        services.CONFIG.write_text(f'[launcher]\nserial = "{cable.path}"\n[pico]\n{AS_WIRED}')
        machine = Desk()
        monkeypatch.setattr(machine, "exists", lambda path: path.exists())
        relay = Relay(partial(dial, cable.path))
        await relay.start(services.SOCKET)
        async with bench.living():
            places = find_places(machine, None, None)
            assert places.calibration == services.PICO_CALIBRATION
            found = by_name((await asyncio.to_thread(examine, machine, places)).findings)
            assert "serial port" not in found
            assert found["program"].level is found["calibration of the Pico"].level is Level.OK
            referee = await connect(at_socket(services.SOCKET), "referee")
            await referee.keep(True)
            found = by_name((await asyncio.to_thread(examine, machine, places)).findings)
            assert "in use for a game (referee)" in found["launcher"].says
            await referee.close()
        await relay.close()


HOLD = """
import os, sys
os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
print("open", flush=True)
sys.stdin.read()
"""


def test_who_holds_a_port_is_named() -> None:
    here = ThisMachine()
    with Cable() as cable:
        port = Path(cable.path)
        # this test itself has it open, which is nobody else
        assert here.holder_of(port) is None
        with subprocess.Popen(
            [sys.executable, "-c", HOLD, cable.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as other:
            assert other.stdin is not None and other.stdout is not None
            other.stdout.readline()
            holder = here.holder_of(port)
            other.stdin.close()
        assert holder is not None
        assert f"(process {other.pid})" in holder
        assert here.holder_of(port) is None


def test_one_launcher_is_named() -> None:
    outcome = CliRunner().invoke(cli.command, ["--serial", "auto", "--socket", "x"])
    assert isinstance(outcome.exception, Trouble)
    assert outcome.exception.exit_code == WRONG_USAGE


def test_the_resistors_of_a_pico_are_not_proved_from_here(
    monkeypatch: pytest.MonkeyPatch, machine: Pretended
) -> None:
    machine.files = {}
    monkeypatch.setattr(cli, "ThisMachine", lambda: machine)
    said = CliRunner().invoke(cli.command, ["--serial", PORT, "--pull-downs"]).output
    assert "WARN  pull-downs: not proved" in said
    assert machine.proved == []
